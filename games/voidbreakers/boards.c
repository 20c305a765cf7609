// Chapter 7: reading the arenas. boards/*.arena name each zone with the zones it touches, and draw
// it.
#include "base/arena.h"
#include "base/embedded.h"
#include "games/voidbreakers/rules.h"
#include "games/voidbreakers/voidbreakers_files.h"

#include <string.h>

const char *const voidbreakers_arenas[] = { "Breach", "Pit", "Yard", NULL };

// A file while it is read.
struct reading {
    const char   *source;
    struct text   rest, line;
    uint32_t      at;                 // line, from 1
    uint32_t      where[ARENA_ZONES]; // line that describes a zone; 0: none does
    struct board *board;
    struct error *err;
};

static bool refuse(struct reading *r, uint32_t line, const char *part, const char *format,
                   const char *a, const char *b)
{
    bool          here = part >= r->line.at && part <= r->line.at + r->line.size;
    struct place  at   = { r->source, line, here ? (uint32_t)(part - r->line.at) + 1 : 1 };
    char          words[ERROR_TEXT_MAX];
    struct writer w = writer_on(words, sizeof words - 1);
    for (const char *c = format; *c; c++) // {a}, {b}
        if (strncmp(c, "{a}", 3) == 0 || strncmp(c, "{b}", 3) == 0)
            write_chars(&w, c[1] == 'a' ? a : b), c += 2;
        else
            write_char(&w, *c);
    words[w.size] = 0;
    return fail(r->err, BAD_INPUT, at, "%s", words);
}

static const char *zone_word(unsigned zone) { return voidbreakers_zones[zone].name; }

static void all_zones(char *out, size_t size)
{
    struct writer w = writer_on(out, size - 1);
    for (unsigned z = 0; z < ARENA_ZONES; z++) write_format(&w, z ? ", %s" : "%s", zone_word(z));
    out[w.size] = 0;
}

static bool read_zone(struct reading *r, struct text word, unsigned *zone)
{
    char found[32], known[128];
    for (*zone = 0; *zone < ARENA_ZONES; ++*zone)
        if (text_is(word, zone_word(*zone))) return true;
    all_zones(known, sizeof known);
    struct writer w = writer_on(found, sizeof found - 1);
    write_text(&w, word);
    found[w.size] = 0;
    return refuse(r, r->at, word.at, "\"{a}\" is no zone; zones are {b}", found, known);
}

static bool next_line(struct reading *r)
{
    r->at++;
    return text_next_line(&r->rest, &r->line);
}

static bool read_name(struct reading *r, struct text name)
{
    for (unsigned i = 0; voidbreakers_arenas[i]; i++)
        if (text_is(name, voidbreakers_arenas[i])) {
            r->board->name = voidbreakers_arenas[i];
            return true;
        }
    return refuse(r, r->at, name.at, "no mode is played in this arena; names are Breach, Pit, Yard",
                  "", "");
}

// "C: A-M, B-M"
static bool read_touches(struct reading *r, struct text line)
{
    struct board *b = r->board;
    struct text   word, rest = line;
    unsigned      zone, other;
    if (text_find(line, ':') == line.size)
        return refuse(r, r->at, line.at,
                      "expected \"name NAME\", \"map\", or a zone and what it touches: "
                      "\"A-L: A-M, SW\"",
                      "", "");
    text_cut(&rest, ':', &word);
    if (!read_zone(r, text_trim(word), &zone)) return false;
    if (r->where[zone])
        return refuse(r, r->at, line.at, "{a} stands here twice", zone_word(zone), "");
    r->where[zone] = r->at;
    while (text_cut(&rest, ',', &word)) {
        word = text_trim(word);
        if (!read_zone(r, word, &other)) return false;
        if (other == zone)
            return refuse(r, r->at, word.at, "{a} cannot touch itself", zone_word(zone), "");
        if (b->touches[zone] >> other & 1)
            return refuse(r, r->at, word.at, "{a} is named twice", zone_word(other), "");
        b->touches[zone] = (uint16_t)(b->touches[zone] | BIT(other));
    }
    if (!b->touches[zone])
        return refuse(r, r->at, line.at, "{a} touches nothing", zone_word(zone), "");
    return true;
}

static bool read_lines(struct reading *r)
{
    while (next_line(r)) {
        struct text line = text_trim(r->line), word;
        struct text rest = line;
        if (!line.size || line.at[0] == '#') continue;
        if (text_is(line, "map")) {
            r->board->map = r->rest;
            return true;
        }
        (void)text_next_word(&rest, &word);
        if (text_is(word, "name") ? !read_name(r, text_trim(rest)) : !read_touches(r, line))
            return false;
    }
    return refuse(r, r->at, r->line.at, "the arena ends without a line \"map\" and its drawing", "",
                  "");
}

// VOI-438: the smallest number of steps.
static void measure(struct board *b)
{
    for (unsigned from = 0; from < ARENA_ZONES; from++) {
        unsigned reached = BIT(from), steps = 0;
        memset(b->far[from], FAR_AWAY, sizeof b->far[from]);
        for (unsigned before = 0; before != reached; steps++) {
            unsigned wider = reached;
            for (unsigned z = 0; z < ARENA_ZONES; z++) {
                if (!(reached >> z & 1) || before >> z & 1) continue;
                b->far[from][z] = (uint8_t)steps;
                wider |= b->touches[z];
            }
            before  = reached;
            reached = wider;
        }
        for (unsigned z = 0; z < ARENA_ZONES; z++)
            for (unsigned n = b->far[from][z]; n < ARENA_ZONES; n++)
                b->near[from][n] = (uint16_t)(b->near[from][n] | BIT(z));
    }
}

// Both ends of every touch, all starting zones (VOI-702), one piece, everything drawn.
static bool check_graph(struct reading *r)
{
    struct board *b = r->board;
    if (!b->name) return refuse(r, 1, NULL, "the arena has no line \"name NAME\"", "", "");
    for (unsigned z = 0; z < ARENA_ZONES; z++)
        for (unsigned other = 0; other < ARENA_ZONES; other++)
            if (b->touches[z] >> other & 1 && !(b->touches[other] >> z & 1))
                return refuse(r, r->where[z], NULL,
                              r->where[other] ? "{a} touches {b}, but {b} does not touch {a}"
                                              : "{a} touches {b}, which has no line of its own",
                              zone_word(z), zone_word(other));
    for (unsigned side = 0; side < PLAYERS; side++)
        for (unsigned i = 0; i < FIGHTERS; i++)
            if (!r->where[starting_zone(side, i)])
                return refuse(r, 1, NULL, "the starting zone {a} is missing (VOI-702)",
                              zone_word(starting_zone(side, i)), "");
    measure(b);
    for (unsigned z = 0; z < ARENA_ZONES; z++) {
        struct text word = text_of(zone_word(z));
        if (!r->where[z]) continue;
        if (b->far[ZONE_AL][z] == FAR_AWAY)
            return refuse(r, r->where[z], NULL, "{a} cannot be reached from A-L", zone_word(z), "");
        if (text_find_text(b->map, word) == b->map.size)
            return refuse(r, r->where[z], NULL, "{a} is not drawn in the map", zone_word(z), "");
    }
    return true;
}

static bool read_board(const char *source, struct text file, struct board *board, struct error *err)
{
    struct reading r = { .source = source, .rest = file, .line = file, .board = board, .err = err };
    *board           = (struct board){ 0 };
    return read_lines(&r) && check_graph(&r);
}

bool voidbreakers_board_check(const char *source, struct text file, struct error *err)
{
    struct board board;
    return read_board(source, file, &board, err);
}

bool read_boards(struct arena *arena, const struct board **out, struct error *err)
{
    struct board *boards = ARENA_ARRAY(arena, struct board, ARENAS);
    for (const struct embedded_file *f = voidbreakers_files; f->name; f++) {
        struct board board;
        if (!text_starts(text_of(f->name), "boards/")) continue;
        if (!read_board(f->name, (struct text){ f->bytes, f->size }, &board, err)) return false;
        for (unsigned i = 0; i < ARENAS; i++)
            if (board.name == voidbreakers_arenas[i]) boards[i] = board;
    }
    for (unsigned i = 0; i < ARENAS; i++)
        if (!boards[i].name)
            return fail(err, BAD_INPUT, (struct place){ "boards/", 0, 0 },
                        "the arena %s is missing", voidbreakers_arenas[i]);
    *out = boards;
    return true;
}
