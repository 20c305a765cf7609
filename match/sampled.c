// A line is made for each line of a card in turn, the others staying as they are by then, so that a
// card meets the game's checks as one that somebody wrote.
#include "match/sampled.h"

#include "base/rng.h"

#include <string.h>

enum { TRIES = 24, LINE_MAX = 400, CARD_MAX = 16 * 1024, FILE_MAX = 2 * 1024 * 1024 };

struct sampling {
    const struct box *box;
    struct rng        luck;
    struct arena      arena;
};

static uint32_t below(void *luck, uint32_t bound) { return rng_below(luck, bound); }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Numbers of a sample have one digit. Now and then one of them is as large as nobody prints it.
static struct text number_for(struct sampling *s, struct text number)
{
    static const char *const LARGE[] = { "10", "16", "100", "127", "255", "256", "9999", "32767" };
    bool                     is_one  = number.size == 1 && rng_below(&s->luck, 24) == 0;
    return is_one ? text_of(LARGE[rng_below(&s->luck, COUNT(LARGE))]) : number;
}

// Names of a sample are not those of cards: half of them become so.
static struct text name_for(struct sampling *s, struct text name)
{
    const struct card_pool *pool = s->box->pool;
    if (rng_below(&s->luck, 2)) return name;
    return text_of(pool->defs[rng_below(&s->luck, pool->def_count)].name);
}

// The size of one of those names that stands here; 0: none.
static size_t name_here(struct text rest, const char *const names[SAMPLE_NAMES])
{
    for (unsigned i = 0; i < SAMPLE_NAMES; i++)
        if (text_starts(rest, names[i])) return strlen(names[i]);
    return 0;
}

// The same for a name without quotes, of one word or more.
static size_t words_here(struct text rest)
{
    size_t size = 0, one;
    while ((one = name_here(text_part(rest, size, rest.size), SAMPLE_WORD))) {
        size += one;
        if (size >= rest.size || rest.at[size] != ' ' ||
            !name_here(text_part(rest, size + 1, rest.size), SAMPLE_WORD))
            break;
        size++;
    }
    return size;
}

static size_t number_here(struct text rest)
{
    size_t size = 0;
    while (size < rest.size && is_digit(rest.at[size])) size++;
    return size;
}

static void write_changed(struct sampling *s, struct text line, struct writer *w)
{
    for (size_t at = 0, size; at < line.size; at += size) {
        struct text rest = text_part(line, at, line.size);
        if ((size = number_here(rest)))
            write_text(w, number_for(s, text_part(rest, 0, size)));
        else if ((size = name_here(rest, SAMPLE_NAME)) || (size = words_here(rest)))
            write_text(w, name_for(s, text_part(rest, 0, size)));
        else
            write_text(w, text_part(rest, 0, size = 1));
    }
}

// A line of at most so many bytes; most of them are longer.
static struct text sample(struct sampling *s, size_t size_max, char out[static LINE_MAX])
{
    char                  made[LINE_MAX];
    struct writer         w = writer_on(out, LINE_MAX);
    const struct grammar *g = card_set_grammar(s->box->cards);
    for (unsigned i = 0; i < 20; i++) {
        size_t size = grammar_sample(g, s->box->game->form->start_rule, below, &s->luck, made,
                                     sizeof made);
        if (!size || size > size_max) continue;
        write_changed(s, (struct text){ made, size }, &w);
        return (struct text){ out, w.cut ? 0 : w.size };
    }
    return (struct text){ out, 0 };
}

// The card with something else where a line of its text stands.
static struct text card_with(struct text card, struct text line, struct text instead,
                             char out[static CARD_MAX])
{
    struct writer w  = writer_on(out, CARD_MAX);
    size_t        at = text_find_text(card, line);
    write_text(&w, text_part(card, 0, at));
    write_text(&w, instead);
    write_text(&w, text_part(card, at + line.size, card.size));
    return (struct text){ out, w.cut ? 0 : w.size };
}

// In the place of the card's name one that no other card has.
static struct text renamed(struct text card, char out[static CARD_MAX])
{
    struct writer w    = writer_on(out, CARD_MAX);
    struct text   name = text_part(card, 0, text_find(card, '\n'));
    write_chars(&w, "Somebody Sampled ");
    write_text(&w, text_part(name, text_find(name, '/'), name.size));
    write_text(&w, text_part(card, name.size, card.size));
    return (struct text){ out, w.cut ? 0 : w.size };
}

static bool is_accepted(struct sampling *s, struct text card)
{
    char        buffer[CARD_MAX];
    struct text other = renamed(card, buffer);
    struct box *trial = other.size ? box_with_cards(s->box, "sampled", other, NULL) : NULL;
    box_close(trial);
    return trial != NULL;
}

// Puts a sampled line there if one of some is accepted.
static bool change_line(struct sampling *s, struct text *card, struct text line)
{
    static const size_t SIZES[] = { 40, 60, 60, 90, 90, 150, LINE_MAX };
    char                made[LINE_MAX], changed[CARD_MAX];
    size_t              size_max = SIZES[rng_below(&s->luck, COUNT(SIZES))];
    for (unsigned i = 0; i < TRIES; i++) {
        struct text instead = sample(s, size_max, made);
        struct text with    = card_with(*card, line, instead, changed);
        if (!instead.size || !is_accepted(s, with)) continue;
        *card = arena_text(&s->arena, with);
        return true;
    }
    return false;
}

static bool is_of_rulebook(const struct box *box, const struct card_def *def)
{
    return box->game->first_cards && strcmp(def->source, box->game->first_cards) == 0;
}

static void sample_card(struct sampling *s, const struct card_def *def, struct writer *file)
{
    char          printed[CARD_MAX];
    struct writer w = writer_on(printed, sizeof printed);
    card_print(s->box->cards, def, &w);
    struct text card    = { printed, w.size };
    bool        sampled = false;
    unsigned    lines   = is_of_rulebook(s->box, def) ? 0 : def->line_count;
    for (unsigned i = 0; i < lines; i++)
        if (change_line(s, &card, s->box->pool->lines[def->line_first + i].printed)) sampled = true;
    if (!sampled) return;
    write_text(file, card);
    write_char(file, '\n');
}

struct text sampled_cards(const struct box *box, uint64_t number, struct arena *arena)
{
    struct sampling s    = { .box = box, .luck = rng_from(number) };
    struct writer   file = writer_on(arena_alloc(arena, FILE_MAX, 1), FILE_MAX);
    arena_init(&s.arena);
    for (uint32_t i = 0; i < box->pool->def_count; i++) sample_card(&s, &box->pool->defs[i], &file);
    arena_finish(&s.arena);
    if (file.cut) BUG("a set of sampled cards does not fit");
    return (struct text){ file.at, file.size };
}

struct box *box_open_sampled(const struct box *box, uint64_t number, struct error *err)
{
    struct arena arena;
    arena_init(&arena);
    struct text file    = sampled_cards(box, number, &arena);
    struct box *sampled = box_open_changed(box->game, "sampled.cards", file, err);
    arena_finish(&arena);
    return sampled;
}
