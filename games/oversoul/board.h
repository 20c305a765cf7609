// board.h - where cards lie, what they are there, and what is reckoned again when that changes.
#ifndef PENTACLE_GAMES_OVERSOUL_BOARD_H
#define PENTACLE_GAMES_OVERSOUL_BOARD_H

#include "games/oversoul/faces.h"

static inline const struct card *card_in(const struct oversoul_state *s, card_id c)
{
    return &s->cards[c];
}

static inline bool is_board_card(const struct oversoul_state *s, card_id c)
{
    return is_board(card_in(s, c)->zone);
}

// Whose zones it lies in: no rule moves a card to another player's (OVE-118).
static inline seat_id seat_of(const struct oversoul_state *s, card_id c)
{
    return card_in(s, c)->owner;
}

// Walks a zone from top to bottom, as EACH_IN_ZONE does, where the cards are known to lie here.
#define EACH_CARD_IN(c, s, z)                                                                      \
    for (card_id c = (s)->zones[z].top; c != NO_CARD; c = (s)->cards[c].below)

static inline card_id host_in(const struct oversoul_state *s, zone_id z)
{
    return s->zones[z].bottom;
}

static inline card_id host_of(const struct oversoul_state *s, card_id c)
{
    return body_at(s, c)->flags & BODY_CONSTRUCT ? host_in(s, card_in(s, c)->zone) : c;
}

// Whom a lasting change is for: Keyworded Abilities of a Construct act for its host (OVE-438).
static inline card_id bearer_of(const struct oversoul_state *s, const struct modifier *m)
{
    if (m->kind != MOD_KEYWORD || m->arg == AMORPHOUS || m->arg == SEALED) return m->card;
    return host_of(s, m->card);
}

// SEALED, or all its Abilities Cancelled: whatever it has or gets is not in use (OVE-846).
static inline bool is_silenced(const struct body *b)
{
    return b->keywords & BIT(SEALED) || b->flags & BODY_SILENT;
}

static inline bool is_active(const struct oversoul_state *s, card_id c)
{
    return body_at(s, c)->flags & BODY_ACTIVE;
}

static inline bool is_known_to_all(const struct oversoul_state *s, card_id c)
{
    return card_in(s, c)->known == EVERYBODY;
}

static inline bool is_prepared(const struct oversoul_state *s, card_id c)
{
    const struct card *card = card_in(s, c);
    return card->flags & CARD_FACE_DOWN && is_board(card->zone) &&
           !(body_at(s, c)->flags & BODY_PENDING);
}

static inline bool is_face_down(const struct oversoul_state *s, card_id c)
{
    return card_in(s, c)->flags & CARD_FACE_DOWN && is_board(card_in(s, c)->zone);
}

static inline bool is_leader_seated(const struct oversoul_state *s, card_id c)
{
    return ZONE_FACTS[card_in(s, c)->zone].sort & FOR_LEADER;
}

static inline bool is_standing(const struct oversoul_state *s, card_id c)
{
    return !is_leader_seated(s, c);
}

static inline bool is_upright(const struct oversoul_state *s, card_id c)
{
    return is_active(s, c) && !(card_in(s, c)->flags & CARD_SIDEWAYS) && !is_leader_seated(s, c);
}

static inline bool is_sideways(const struct oversoul_state *s, card_id c)
{
    return is_active(s, c) && card_in(s, c)->flags & CARD_SIDEWAYS;
}

static inline bool is_face_up_leader(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    return s->side[card_in(s, c)->owner].leader == c && is_board_card(s, c) && !is_prepared(s, c);
}

// Called where a card's damage or HP changes: the state check looks for cards without HP then.
static inline void note_wounds(struct oversoul_state *s, const struct body *b)
{
    if (b->hp <= b->damage) s->hurt = 1;
}

static inline int hp_left(const struct oversoul_state *s, card_id c)
{
    const struct body *b    = body_at(s, c);
    int                left = b->hp - b->damage;
    if (left < 1 && b->keywords & BIT(CRYSTALIZED)) return 1; // OVE-813
    return left;
}

// On the board, by zone or type.
static inline bool is_unit(const struct table *t, card_id c)
{
    enum { UNITS = BIT(KIND_UNIT) | BIT(KIND_TOTEM), LED = BIT(KIND_LEADER_UNIT) };
    const struct oversoul_state *s    = peek(t);
    const struct card           *card = card_in(s, c);
    unsigned                     sort = ZONE_FACTS[card->zone].sort;
    if (card->flags & CARD_FACE_DOWN && sort & ON_BOARD) return sort & FOR_UNITS; // OVE-151
    if (body_at(s, c)->flags & (BODY_CONSTRUCT | BODY_AS_CONSTRUCT)) return false;
    unsigned units = sort & FOR_UNITS ? UNITS | LED : UNITS; // OVE-456
    return units >> book(t)->faces[card->def].kind & 1;
}
bool               is_event(const struct table *, card_id);
bool               is_construct(const struct table *, card_id);
bool               is_plus(const struct table *, card_id);
bool               is_minus(const struct table *, card_id);
static inline bool is_modified(const struct oversoul_state *s, card_id c)
{
    return card_in(s, c)->flags & CARD_MODIFIED;
}
// Of a card that is not Active, face-down or not: what the RANK Law and discounts ask for.
struct body            as_received(const struct table *, card_id);
static inline unsigned rank_to_enter(const struct table *t, card_id c)
{
    return is_modified(peek(t), c) ? (unsigned)as_received(t, c).rank : face_of(t, c)->rank;
}
static inline unsigned archetypes_to_enter(const struct table *t, card_id c)
{
    return is_modified(peek(t), c) ? as_received(t, c).archetypes : BIT(face_of(t, c)->archetype);
}
unsigned rank_of(const struct table *, card_id);
uint32_t roles_of(const struct table *, card_id);
unsigned archetypes_of(const struct table *, card_id); // bit set
zone_id  zone_behind(zone_id);                         // OVE-104, NO_ZONE if none
bool     are_adjacent(zone_id, zone_id);               // OVE-103
bool     are_surrounding(zone_id, zone_id);            // OVE-106
// Sets of zones of a seat, as bits from U1 to E3: all, those of one kind, those in which a card
// lies, those that are empty and not reserved.
enum { ALL_ZONES = BIT(E3 - U1 + 1) - 1, UNIT_ZONES = BIT(E1 - U1) - 1 };
static inline unsigned zones_of_kind(bool events)
{
    return events ? ALL_ZONES & ~UNIT_ZONES : UNIT_ZONES;
}
static inline unsigned held_zones(const struct oversoul_state *s, seat_id seat)
{
    const struct zone *zones = &s->zones[zone_for(seat, U1)];
    unsigned           set   = 0;
    for (unsigned i = E3 - U1 + 1; i-- > 0;) set = set * 2 + (zones[i].count != 0);
    return set;
}
static inline zone_id first_zone(seat_id seat, unsigned set)
{
    return zone_for(seat, U1 + (unsigned)__builtin_ctz(set));
}
unsigned           free_zones(const struct oversoul_state *, seat_id);
static inline bool has_empty_zone(const struct oversoul_state *s, seat_id seat, bool events)
{
    return free_zones(s, seat) & zones_of_kind(events);
}
static inline bool needs_event_zone(const struct face *f) { return f->offers & OFFERS_FOR_EVENTS; }
static inline bool has_keyword(const struct oversoul_state *s, card_id c, enum keyword k)
{
    return body_at(s, c)->keywords >> k & 1;
}

static inline bool is_in_hand_or_deck(const struct oversoul_state *s, card_id c)
{
    unsigned kind = zone_kind(card_in(s, c)->zone);
    return kind == HAND || kind == DECK;
}

// Something about one card changed; others are reckoned anew only if they might care.
static inline void mark_changed(struct oversoul_state *s, card_id c)
{
    unsigned slot = s->slot[c], host = s->slot[host_of(s, c)];
    if (!slot) return; // nothing is reckoned of a card that is not on the board
    s->changed[slot / 32] |= BIT(slot % 32);
    s->changed[host / 32] |= BIT(host % 32); // with a Construct, its host
    if (!s->dirty) s->dirty = DIRTY_SOME;
}

// A card became Active or ceased to be, or became another kind of card: somebody may count such.
static inline void mark_recount(struct oversoul_state *s)
{
    if (!(s->holds & HOLDS_COUNTER)) return;
    s->recount = 1;
    if (!s->dirty) s->dirty = DIRTY_SOME;
}

// A card lies face-down now, or no more: "Prepared cards have +1 HP", "for each Prepared card".
static inline void mark_kind(struct oversoul_state *s, card_id c)
{
    mark_changed(s, c);
    mark_recount(s);
}

// Something changed that only some continuous sentences look at: hands and other zones ...
static inline void touch(struct oversoul_state *s)
{
    if (s->holds & HOLDS_WATCHER) s->dirty = DIRTY;
}
// ... phases and Battles ...
static inline void touch_phase(struct oversoul_state *s)
{
    if (s->holds & (HOLDS_WATCHER | HOLDS_WATCH_PHASE)) s->dirty = DIRTY;
}
// ... the damage or position of a card.
static inline void touch_card(struct oversoul_state *s, card_id c)
{
    if (s->holds & HOLDS_WATCHER)
        s->dirty = DIRTY;
    else if (s->holds & HOLDS_WATCH_OTHERS ||
             (body_at(s, c)->holds | body_at(s, host_of(s, c))->holds) & HOLDS_WATCH_CARD)
        mark_changed(s, c);
}

// A seat could respond with something now that it could not before: a card in its hand, another
// Prepared card, another QUICK* Ability, Timeshift ENERGY ...
static inline void stir(struct oversoul_state *s, seat_id seat)
{
    s->side[seat].passing = UNNOTED;
    s->side[seat].lacks   = 0;
    s->side[seat].awaits  = 0;
}
static inline void stir_all(struct oversoul_state *s)
{
    for (seat_id seat = 0; seat < SEATS_MAX; seat++) stir(s, seat);
}
// ... or has what it lacked (enum lacks) for what it has.
static inline void supply(struct oversoul_state *s, seat_id seat, unsigned lacked)
{
    if (s->side[seat].passing == RESPONDS || s->side[seat].lacks & lacked) stir(s, seat);
}
static inline void supply_all(struct oversoul_state *s, unsigned lacked)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++) supply(s, seat, lacked);
}

// A Unit or Event Zone is noted as ready in its player's side while the card in it could Generate
// (OVE-303), texts that forbid it aside. This is called where one of the reasons changes: what the
// card would yield, its position, whether it has Generated, whether it is there at all.
static_assert(E3 - U1 < 8, "side.ready has a bit for each zone");
static inline bool is_ready(const struct oversoul_state *s, card_id c)
{
    const struct body *b      = body_at(s, c);
    bool               active = (b->flags & (BODY_ACTIVE | BODY_GENERATED)) == BODY_ACTIVE;
    return (b->yield != 0) & active & !(card_in(s, c)->flags & CARD_SIDEWAYS);
}
static inline void settle_ready(struct oversoul_state *s, card_id c)
{
    struct zone_facts zone = ZONE_FACTS[card_in(s, c)->zone];
    if (!(zone.sort & (FOR_UNITS | FOR_EVENTS)) || body_at(s, c)->flags & BODY_CONSTRUCT) return;
    uint8_t *ready = &s->side[zone.seat - 1].ready;
    unsigned bit   = BIT(zone.kind - 1 - U1);
    bool     set   = is_ready(s, c);
    if (set && !(*ready & bit)) supply(s, (seat_id)(zone.seat - 1), LACKS_ENERGY);
    *ready = (uint8_t)(set ? *ready | bit : *ready & ~bit);
}
// The first card of a set of ready zones, in the order of the board.
static inline card_id first_ready(const struct oversoul_state *s, seat_id seat, unsigned set)
{
    return host_in(s, first_zone(seat, set));
}

#endif
