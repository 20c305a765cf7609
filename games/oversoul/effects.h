// effects.h - what the files about Abilities being carried out share.
#ifndef PENTACLE_GAMES_OVERSOUL_EFFECTS_H
#define PENTACLE_GAMES_OVERSOUL_EFFECTS_H

#include "games/oversoul/rules.h"

// effects.c
struct work       *work_of(struct oversoul_state *); // the Ability being carried out now
const struct work *work_at(const struct oversoul_state *);
struct scope       work_scope(const struct table *, const struct work *);
struct reason      work_reason(const struct table *, const struct work *);
size_t             clause_object(const struct op *, const struct work *);
size_t clause_candidates(const struct table *, const struct work *, card_id *out, size_t max);
bool   is_excepted(const struct scope *, size_t clause, bool by, card_id); // "(except ...)"
bool   ask_aims(struct table *, struct work *);
void   take_aims(struct table *, struct work *); // after the answer
bool   has_all_aims(const struct table *, const struct work *);
void   settle_aims(struct table *, struct work *); // where nobody is asked
void   carry_out_now(struct table *, card_id, const struct held *, card_id it);
void   follow_move(struct table *, struct work *, card_id);

// ways.c
void    put_off(struct table *, const struct work *, size_t later);
bool    asks_which_way(const struct op *, size_t here); // "you may", or modes
void    take_way(struct table *, struct work *);        // after the answer
void    go_into(const struct op *, struct work *, size_t nested, bool in);
size_t  after_then_if(const struct table *, const struct work *, size_t here);
seat_id who_may(const struct table *, const struct work *); // "your opponent may", or NO_SEAT

// pronouns.c
void settle_names(const struct table *, struct work *, unsigned before);
// ... hidden cards that a condition was met by, or that the present clause counts with
void show_met_by(struct table *, const struct work *, size_t nested);
void show_spoken_of(struct table *, const struct work *);

// An opponent, and the one chosen if one was (OVE-964).
static inline bool is_opponent_meant(const struct table *t, const struct work *w, seat_id seat)
{
    seat_id one = chosen_opponent(w->seats);
    return is_enemy(t->state, seat, w->seat) && (one == NO_SEAT || one == seat);
}

seat_id either_deck(const struct table *, const struct work *);

// verbs.c: the present clause, on work.aim
void do_clause(struct table *, struct work *);
bool is_affected(const struct table *, const struct work *, card_id); // not RESISTANT against it
unsigned clause_number(const struct table *, const struct work *);    // the number behind the verb
unsigned clause_amount(const struct table *, const struct work *,
                       size_t object); // how many, DYNAMO included
size_t   players_of(const struct table *, const struct work *, seat_id *out);
size_t   player_said(const struct table *, const struct work *); // PLAYER, or 0: you

struct lasting lasting_of(const struct table *, const struct work *); // of the clause (OVE-718)
int            times_for_each(const struct table *, const struct work *, int amount);
struct scope   scope_of_aim(const struct table *, const struct work *, card_id); // "it" is that one
struct scope   scope_of_number(const struct table *, const struct work *, size_t equal, card_id);
int            times_for_aim(const struct table *, const struct work *, card_id, int amount);

// changes.c: true if all that the verb says was done
bool do_grant(struct table *, struct work *, size_t verb, bool lose);
bool do_become(struct table *, struct work *, size_t verb);
bool do_set(struct table *, struct work *, size_t verb);
bool do_copy(struct table *, struct work *, size_t verb);
void place_marks(struct table *, const struct work *, card_id, size_t name, int n);
void lose_abilities(struct table *, card_id, enum lost_abilities, struct lasting);

// steps.c
bool   is_described(const struct op *, size_t object); // "1 VIGOR Event", not just "1 card"
bool   names_deck(const struct op *, size_t object);
bool   names_either_deck(const struct op *, size_t object);
size_t owners_of(const struct table *, const struct work *, seat_id *out); // of hands or Decks
bool   searches_deck(const struct op *, size_t object); // a described card of a Deck
size_t search_candidates(const struct table *, card_id *out, size_t max);
size_t discard_candidates(const struct table *, seat_id, card_id *out, size_t max);
size_t spawn_places(const struct table *, card_id,
                    struct choice *out); // zones or hosts; NO_CARD: a TOTEM
size_t attach_hosts(const struct table *, struct choice *out);

#endif
