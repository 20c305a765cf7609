// boards.c - DES-208 to DES-210: reading the maps. boards/*.map name the map and say the type of
// each tile, row by row.
#include "base/arena.h"
#include "base/embedded.h"
#include "games/despaira/despaira_files.h"
#include "games/despaira/rules.h"

const char *const despaira_maps[] = { "Open Plain", "Four Corners", "Mirror of Elements",
                                      "Cold Front", "Patchwork",    "Quiet Halls",
                                      NULL };

// A file while it is read.
struct map_reading {
    const char   *source;
    struct text   line;
    uint32_t      at;   // line, from 1
    unsigned      rows; // bit per row that was read
    unsigned      name; // of despaira_maps; MAPS: another one
    bool          named;
    uint8_t       tiles[TILES];
    struct error *err;
};

static struct place place_in(const struct map_reading *r, const char *part)
{
    return (struct place){ r->source, r->at, (uint32_t)(part - r->line.at) + 1 };
}

static bool read_type(struct map_reading *r, struct text word, uint8_t *type)
{
    for (unsigned i = 0; despaira_tile_types[i]; i++)
        if (text_is(word, despaira_tile_types[i])) {
            *type = (uint8_t)i;
            return true;
        }
    char          known[200];
    struct writer w = writer_on(known, sizeof known - 1);
    for (unsigned i = 0; despaira_tile_types[i]; i++)
        write_format(&w, "%s%s", i ? ", " : "", despaira_tile_types[i]);
    known[w.size] = 0;
    return fail(r->err, BAD_INPUT, place_in(r, word.at),
                "\"%.*s\" is no tile type; tile types are %s (DES-208)", (int)word.size, word.at,
                known);
}

static bool read_row(struct map_reading *r, unsigned row, struct text rest)
{
    struct text word;
    unsigned    column = 0;
    if (r->rows >> row & 1)
        return fail(r->err, BAD_INPUT, place_in(r, r->line.at), "row %u is there twice", row + 1);
    r->rows |= BIT(row);
    while (text_cut(&rest, ',', &word)) {
        word = text_trim(word);
        if (column == COLUMNS)
            return fail(r->err, BAD_INPUT, place_in(r, word.at),
                        "row %u has more than %d tiles: columns are A to E (DES-201)", row + 1,
                        COLUMNS);
        if (!read_type(r, word, &r->tiles[column++ * ROWS + row])) return false;
    }
    if (column == COLUMNS) return true;
    return fail(r->err, BAD_INPUT, place_in(r, r->line.at),
                "row %u has %u tiles; each row has %d, from A to E (DES-201)", row + 1, column,
                COLUMNS);
}

static bool read_name(struct map_reading *r, struct text name)
{
    r->named = true;
    for (r->name = 0; despaira_maps[r->name]; r->name++)
        if (text_is(name, despaira_maps[r->name])) break;
    if (name.size) return true;
    return fail(r->err, BAD_INPUT, place_in(r, r->line.at), "the map has no name behind \"name\"");
}

static bool read_line(struct map_reading *r)
{
    struct text line = text_trim(r->line), head = line, rest = line;
    if (!line.size || line.at[0] == '#') return true;
    if (text_starts(line, "name"))
        return read_name(r, text_trim(text_part(line, 4, line.size - 4)));
    if (line.size > 1 && line.at[1] == ':' && text_cut(&rest, ':', &head)) {
        if (head.at[0] >= '1' && head.at[0] < '1' + ROWS)
            return read_row(r, (unsigned)(head.at[0] - '1'), rest);
        return fail(r->err, BAD_INPUT, place_in(r, head.at),
                    "there is no row %c; rows are 1 to %d (DES-201)", head.at[0], ROWS);
    }
    return fail(r->err, BAD_INPUT, place_in(r, line.at),
                "a line says \"name NAME\", or the tiles of a row: \"6: Forest, Ocean, ...\"");
}

static bool read_map(const char *source, struct text file, struct map_reading *r, struct error *err)
{
    *r = (struct map_reading){ .source = source, .err = err };
    while (text_cut(&file, '\n', &r->line)) {
        r->at++;
        if (!read_line(r)) return false;
    }
    r->line = (struct text){ file.at, 0 };
    if (!r->named)
        return fail(err, BAD_INPUT, (struct place){ source, 1, 1 }, "the map has no name");
    for (unsigned row = 0; row < ROWS; row++)
        if (!(r->rows >> row & 1))
            return fail(err, BAD_INPUT, (struct place){ source, r->at, 1 },
                        "row %u is missing; a map has rows 1 to %d (DES-201)", row + 1, ROWS);
    return true;
}

bool despaira_board_check(const char *source, struct text file, struct error *err)
{
    struct map_reading r;
    return read_map(source, file, &r, err);
}

bool read_maps(struct arena *arena, struct book *book, struct error *err)
{
    uint8_t *maps  = ARENA_ARRAY(arena, uint8_t, MAPS * TILES);
    unsigned found = 0;
    for (const struct embedded_file *f = despaira_files; f->name; f++) {
        struct map_reading r;
        if (!text_starts(text_of(f->name), "boards/")) continue;
        if (!read_map(f->name, (struct text){ f->bytes, f->size }, &r, err)) return false;
        if (r.name >= MAPS) continue;
        memcpy(maps + r.name * TILES, r.tiles, TILES);
        found |= BIT(r.name);
    }
    for (unsigned i = 0; i < MAPS; i++)
        if (!(found >> i & 1))
            return fail(err, BAD_INPUT, (struct place){ "boards/", 0, 0 }, "the map %s is missing",
                        despaira_maps[i]);
    book->maps = maps;
    return true;
}

void lay_map(struct table *t, unsigned map)
{
    memcpy(state_of(t)->tiles, book_of(t)->maps + (map < MAPS ? map : 0) * TILES, TILES);
}
