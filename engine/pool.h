// pool.h - the compiled cards of a game: immutable, shared by every match, never cloned.
// Built by cardtext/ (from card files) or extended by a scenario (inline cards).
#ifndef PENTACLE_ENGINE_POOL_H
#define PENTACLE_ENGINE_POOL_H

#include "base/text.h"
#include "engine/event.h"
#include "engine/program.h"
#include "engine/types.h"

enum { FIELDS_MAX = 16, LINES_PER_CARD_MAX = 12 };

struct meaning;

struct card_line {
    struct text printed;     // canonical words, as the card shows them, without underline marks
    struct text original;    // the same line as its file spells it
    uint64_t    tied;        // tags this line belongs to (Oversoul: the Roles it replaces)
    uint32_t    op_first;    // program: pool->ops[op_first], an OP_LINE
    uint32_t    source_line; // in the card's file, for messages
    uint8_t     underlined;
};

struct card_def {
    const char *name;
    const char *faction; // after the slash, or NULL
    const char *flavour; // or NULL
    const char *source;  // file of the definition, and below its line, for messages
    uint32_t    source_line;
    uint32_t    line_first;
    uint8_t     line_count;
    uint8_t     kind;            // row of the game's card kinds
    uint16_t    fields_set;      // bit per field that the card prints
    uint16_t    fields_negative; // bit per field printed with a minus sign, for "-0" as well
    uint16_t    faction_name;    // index into names, or NO_DEF
    uint16_t    own_name;        // index into names
    uint64_t    tags;            // bit per tag word of the game
    int16_t     field[FIELDS_MAX];
};

// What a ready-made deck brings to the table in one mode: each face once, with its copies.
struct ready_face {
    def_id   def;
    uint16_t copies;
};
struct ready_list {
    const struct ready_face *faces;
    uint16_t                 face_count, count; // count: of cards
    uint8_t                  mode;
};

struct card_pool {
    const struct card_def   *defs;
    const struct card_line  *lines;
    const struct op         *ops;
    const char *const       *names; // quoted names, mark names, factions
    const def_id            *index; // open hash table of the defs by name, NO_DEF = free; or NULL
    uint32_t                 def_count, line_count, op_count, name_count;
    uint32_t                 index_size; // a power of two
    const struct meaning    *meaning;    // of the lines, where the game has a meaning/; or NULL
    const struct ready_list *ready;      // of all modes; made by match/box.c
    uint32_t                 ready_count;
    const void              *game; // what the game derived from the cards, see game->prepare_pool
};

def_id pool_find(const struct card_pool *, struct text name);    // exact name, any case; or NO_DEF
def_id pool_nearest(const struct card_pool *, struct text name); // for "did you mean"; or NO_DEF

// The words of a card behind ops[op], as a reason; otherwise, if they do not stand on that card.
struct reason pool_words(const struct card_pool *, def_id, uint32_t op, struct reason otherwise);

uint32_t pool_name_hash(struct text name); // first place of a name in the index, without case

#endif
