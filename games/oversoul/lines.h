// lines.h - what the files that read printed cards share (lines.c, phrases.c, carddata.c, faces.c),
// and what the rules in play ask about a line.
#ifndef PENTACLE_GAMES_OVERSOUL_LINES_H
#define PENTACLE_GAMES_OVERSOUL_LINES_H

#include "games/oversoul/effects.h"

static const uint64_t ROLE_TAGS = (UINT64_C(1) << ROLE_COUNT) - 1;

static inline bool has_tag(const struct card_def *d, unsigned tag) { return d->tags >> tag & 1; }
static inline bool is_hpless_event(const struct card_def *d) // is_event_without_hp() of its face
{
    return d->kind == KIND_EVENT && !has_tag(d, TAG_EVENT_ROLE + ROLE_BOARD);
}
static inline bool is_leader_kind(uint8_t kind)
{
    return kind == KIND_LEADER_UNIT || kind == KIND_LEADER_EVENT;
}

static inline bool is_this_card(const struct op *ops, size_t object)
{
    const struct op *first = &ops[op_child(object)];
    return first->code == W_PRONOUN && first->value >= PRO_THIS_CARD &&
           first->value <= PRO_THIS_CONSTRUCT;
}

static inline bool is_sacrifice(const struct op *verb)
{
    return verb->code == W_DO && verb->value == DO_SACRIFICE;
}

// --- lines.c

size_t next_node(const struct op *, size_t);                     // passes over a quoted text
bool   is_either_deck(const struct op *, size_t);                // D23
bool   is_said(const struct op *, size_t node, int amount_word); // "all", "any number of" ...
size_t totem_stats(const struct op *, size_t verb);              // of a Spawn, or 0
bool   has_node(const struct op *, size_t line, uint16_t code);
bool   speaks_of_it_first(const struct op *, size_t line);
bool   is_static_clause(const struct op *, size_t clause);
size_t subject_after(const struct op *, size_t clause, size_t before);
bool   is_deed_info(const struct op *, size_t n);
bool   is_counted(const struct op *, size_t n);
bool   replaces_all(const struct op *, size_t clause, size_t instead); // "... instead if"
bool   all_static(const struct op *, size_t effects);
size_t event_law_of(const struct op *, const struct ability *); // its first When or If, or 0
void   ability_read(const struct card_pool *, uint32_t line, uint32_t op, bool hpless,
                    struct ability *);
// A line that says in full what a keyword says is that keyword.
bool is_keyword_text(const struct card_pool *, const struct op *line, unsigned *word);
// The place off the board that a state or a note names for this card, or ANYWHERE.
uint8_t place_named(const struct op *, size_t n);

// --- bind.c

enum { PARTS_MAX = 8 };
enum keeping { NAMES_ANEW, KEEPS_NAMED, KEEPS_ALWAYS }; // of what "it" means
size_t then_to(const struct op *, size_t clause, unsigned part);
// The phrase that says whom a part of a clause is about; 0: this card, or what "it" means already.
size_t object_of_clause(const struct op *, size_t clause, unsigned part);
void   read_keeping(const struct op *, const struct ability *, struct demand_words *);

// What each word that speaks of cards named elsewhere means.
enum source {
    NO_SOURCE,
    SELECTED_CARD,
    PAID_CARD,      // nothing was Selected (OVE-R141)
    CARD_OF_LAW,    // that an event speaks of
    CARD_OF_KEYLAW, // the other card of ATTACK*, INJURE* ... (OVE-R134)
    NAMED_CARD,     // by a clause before, or by this one
    MADE_CARD,      // Drawn, Discarded, Spawned, Gazed at (OVE-R149, OVE-R166)
    THIS_CARD_ITSELF
};
enum { BOUND_MAX = 64 };
struct bound {
    size_t  word, node; // the word, and the words or the Law that name what it means
    uint8_t source;
    uint8_t singly; // each of them (OVE-R168)
};
size_t bind_line(const struct op *, const struct ability *, struct bound *out, size_t max);
// A word that means nothing: what is wrong, or NULL.
const char *wrong_binding(const struct op *, const struct ability *, size_t *at);
void        oversoul_explain(const struct card_pool *, const struct card_def *, uint32_t line,
                             struct writer *);

// --- never.c

const char *wrong_deed(const struct op *, const struct ability *);  // what is wrong, or NULL
const char *wrong_place(const struct op *, const struct ability *); // likewise
const char *wrong_fleeting(const struct op *, const struct ability *);
bool        gains_energy(const struct op *, size_t line);
bool        gains_for_nothing(const struct op *, const struct ability *);
bool        is_done_at_once(const struct op *verb); // it makes no lasting change

// --- dead.c

// Words that no card ever answers to; `at` is their node.
const char *wrong_for_ever(const struct op *, const struct ability *, const struct card_def *,
                           size_t *at);

// --- phrases.c

size_t               most_said(const struct op *, size_t object); // "with the highest DMG", or 0
const struct filter *read_filters(const struct card_pool *, struct arena *);
const struct demand_words *read_demands(const struct card_pool *, const struct rulebook *,
                                        struct arena *); // with its filters and Abilities

#endif
