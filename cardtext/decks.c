// Deck files, one entry a line:
//
//   name    Red Choir
//   about   Attack from turn 2.
//   leader  Nyssa, Hand of Ash     a section word in front of an entry
//   2 Cinder Adept                 or 2x Cinder Adept
//   side:                          a section word alone: what follows belongs to it ("main:" ends
//   it)
//
// "#" starts a comment line, "//" a comment anywhere after a blank.
#include "cardtext/cards_private.h"

enum { DECK_COUNT_MAX = 999 };

struct deck_reader {
    struct arena           *arena;
    const struct card_pool *pool;
    const char *const      *sections;
    struct deck            *deck;
    struct error           *err;
    uint32_t                capacity;
    uint8_t                 section; // of entries that name none
};

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static struct text without_comment(struct text line)
{
    if (text_starts(text_trim(line), "#")) return text_part(line, 0, 0);
    for (size_t i = 0; i + 1 < line.size; i++)
        if (line.at[i] == '/' && line.at[i + 1] == '/' && (i == 0 || is_blank(line.at[i - 1])))
            return text_part(line, 0, i);
    return line;
}

// Takes the word, and a colon behind it, off the front of the line.
static bool cut_word(struct text *line, const char *word)
{
    struct text rest = *line, found;
    if (!text_next_word(&rest, &found)) return false;
    bool colon = found.size > 1 && found.at[found.size - 1] == ':';
    if (colon) found.size--;
    if (!text_equal_fold(found, text_of(word))) return false;
    if (!rest.size) rest.at = line->at + line->size;
    *line = rest;
    return true;
}

static void add_entry(struct deck_reader *r, def_id def, long count, uint8_t section, uint32_t line)
{
    struct deck *deck = r->deck;
    if (deck->count == r->capacity) {
        uint32_t           wider    = r->capacity ? 2 * r->capacity : 64;
        struct deck_entry *entries  = ARENA_ARRAY(r->arena, struct deck_entry, wider);
        uint8_t           *sections = ARENA_ARRAY(r->arena, uint8_t, wider);
        for (uint32_t i = 0; i < deck->count; i++) {
            entries[i]  = deck->entries[i];
            sections[i] = deck->sections[i];
        }
        deck->entries = entries, deck->sections = sections, r->capacity = wider;
    }
    deck->entries[deck->count]    = (struct deck_entry){ def, (uint16_t)count, line };
    deck->sections[deck->count++] = section;
}

static bool no_such_card(struct deck_reader *r, struct text name, struct place at)
{
    def_id nearest = pool_nearest(r->pool, name);
    if (nearest == NO_DEF)
        return fail(r->err, BAD_INPUT, at, "there is no card \"%.*s\"", SHOW(name));
    return fail(r->err, BAD_INPUT, at, "there is no card \"%.*s\"; did you mean \"%s\"?",
                SHOW(name), r->pool->defs[nearest].name);
}

// "2" or "2x" in front of a name: 1 = read, 0 = there is none, -1 = refused.
static int cut_count(struct deck_reader *r, struct text *entry, struct place at, long *count)
{
    struct text rest = *entry, word;
    if (!text_next_word(&rest, &word) || word.at[0] < '0' || word.at[0] > '9') return 0;
    struct text digits = word;
    char        last   = word.at[word.size - 1];
    if (last == 'x' || last == 'X') digits.size--;
    // A card's name may start with a digit.
    if (!text_number(digits, 0, 1000000, count) && pool_find(r->pool, *entry) != NO_DEF) return 0;
    if (!text_number(digits, 1, DECK_COUNT_MAX, count)) {
        (void)fail(r->err, BAD_INPUT, at, "found \"%.*s\"; accepted is a number from 1 to %d",
                   SHOW(word), DECK_COUNT_MAX);
        return -1;
    }
    if (!rest.size) rest.at = entry->at + entry->size;
    *entry = rest;
    return 1;
}

static bool unknown_line(struct deck_reader *r, struct text line, struct place at)
{
    char          list[ERROR_TEXT_MAX / 2];
    struct writer w = writer_on(list, sizeof list);
    write_chars(&w, "\"2 Card Name\", \"name ...\", \"about ...\"");
    for (const char *const *s = r->sections; s && *s; s++) write_format(&w, ", \"%s ...\"", *s);
    def_id card = pool_find(r->pool, line);
    if (card != NO_DEF)
        return fail(r->err, BAD_INPUT, at, "a number is missing; write \"1 %s\"",
                    r->pool->defs[card].name);
    return fail(r->err, BAD_INPUT, at, "found \"%.*s\"; accepted are %s", SHOW(line), list);
}

// An entry: "2 Name", or only "Name" behind a section word.
static bool read_entry(struct deck_reader *r, struct text line, struct text entry, uint8_t section,
                       bool named, struct place at)
{
    long        count = 1;
    struct text name  = entry;
    int         cut   = cut_count(r, &name, place_of(at, line, entry), &count);
    if (cut < 0) return false;
    if (cut == 0 && !named) return unknown_line(r, entry, at);
    struct place here = place_of(at, line, name);
    if (!name.size) return fail(r->err, BAD_INPUT, here, "a card name is missing after the number");
    def_id def = pool_find(r->pool, name);
    if (def == NO_DEF) return no_such_card(r, name, here);
    add_entry(r, def, count, section, at.line);
    return true;
}

static bool read_deck_line(struct deck_reader *r, struct text line, struct place at)
{
    struct text rest = line;
    if (cut_word(&rest, "name")) {
        struct place here = place_of(at, line, rest);
        if (!rest.size) return fail(r->err, BAD_INPUT, here, "the name of the deck is missing");
        if (r->deck->name) return fail(r->err, BAD_INPUT, at, "the deck has a name already");
        r->deck->name = arena_text(r->arena, rest).at;
        return true;
    }
    if (cut_word(&rest, "about")) {
        const char *old = r->deck->about;
        r->deck->about  = old ? arena_format(r->arena, "%s %.*s", old, SHOW(rest))
                              : arena_text(r->arena, rest).at;
        return true;
    }
    if (cut_word(&rest, "main") && !rest.size) {
        r->section = 0;
        return true;
    }
    rest = line;
    for (uint8_t i = 0; r->sections && r->sections[i]; i++) {
        if (!cut_word(&rest, r->sections[i])) continue;
        if (rest.size) return read_entry(r, line, rest, (uint8_t)(i + 1), true, at);
        r->section = (uint8_t)(i + 1);
        return true;
    }
    return read_entry(r, line, line, r->section, false, at);
}

bool deck_read(struct arena *arena, const struct card_pool *pool, const char *const *sections,
               const char *source, struct text file, struct deck *out, struct error *err)
{
    if (!file_is_readable(source, file, err)) return false;
    *out                      = (struct deck){ .source = arena_text(arena, text_of(source)).at };
    struct deck_reader reader = {
        .arena = arena, .pool = pool, .sections = sections, .deck = out, .err = err
    };
    struct text line;
    if (text_starts(file, "\uFEFF")) file = text_part(file, 3, file.size);
    for (struct place at = { out->source, 1, 1 }; text_next_line(&file, &line); at.line++) {
        struct text  inside = text_trim(without_comment(line));
        struct place here   = place_of(at, line, inside);
        if (inside.size && !read_deck_line(&reader, inside, here)) return false;
    }
    return true;
}
