// check.c - the state check: who Shatters, who has lost, who has won (OVE-930 to OVE-942).
#include "games/oversoul/rules.h"

// OVE-114: U1 to U5, E1 to E3, top of a stack first, the turn player's side first.
void in_board_order(const struct oversoul_state *s, card_id *list, size_t count)
{
    unsigned key[BODIES_MAX];
    for (size_t i = 0; i < count; i++) {
        const struct card *card = card_in(s, list[i]);
        unsigned           side = (unsigned)(zone_seat(card->zone) + s->core.seats - s->turn_seat) %
                        s->core.seats;
        unsigned deep = 0;
        for (card_id c = list[i]; card_above(&s->core, c) != NO_CARD; c = card_above(&s->core, c))
            deep++;
        key[i] = side << 16 | zone_kind(card->zone) << 8 | deep;
    }
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && key[j] < key[j - 1]; j--) {
            unsigned k  = key[j];
            card_id  c  = list[j];
            key[j]      = key[j - 1];
            list[j]     = list[j - 1];
            key[j - 1]  = k;
            list[j - 1] = c;
        }
}

static bool must_shatter(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    const struct body           *b = body_at(s, c);
    if (hp_left(s, c) > 0 || b->flags & BODY_PENDING || is_face_up_leader(t, c)) return false;
    const struct face *f = face_of(t, c);
    return !(is_active(s, c) && is_event_without_hp(f)); // that has no HP (OVE-413)
}

// All with no HP left that must Shatter now, in the order of OVE-114.
size_t list_defeated(const struct table *t, card_id *list, bool *spared)
{
    const struct oversoul_state *s     = peek(t);
    size_t                       count = 0;
    *spared                            = false; // by a "can't", which may end
    for (unsigned i = 0; i < s->active_count; i++) {
        const struct body *b = body_at(s, s->active[i]);
        if (b->hp > b->damage || !must_shatter(t, s->active[i])) continue;
        if (cannot(t, s->active[i], IS_SHATTERED, NO_CARD))
            *spared = true;
        else
            list[count++] = s->active[i];
    }
    in_board_order(s, list, count);
    return count;
}

// All at once, then anew: nothing is reckoned between them, so each still has what the others lent
// it. False if nobody was noted to have no HP left.
static bool shatter_defeated(struct table *t)
{
    struct oversoul_state *s    = state(t);
    bool                   hurt = false;
    for (;;) {
        card_id list[BODIES_MAX];
        bool    spared;
        reckon(t);
        settle_lent(t);
        if (!s->hurt) return hurt;
        hurt         = true;
        size_t count = list_defeated(t, list, &spared);
        s->hurt      = spared;
        if (count == 0) return true;
        bool first = begin_leaving(t, list, count);
        for (size_t i = 0; i < count; i++) shatter(t, list[i], NO_CARD, because(OVE_132));
        end_leaving(t, first);
    }
}

// Nine Archetypes on nine different cards: a matching, looked for by trying (OVE-936, OVE-R86).
SELDOM static bool match_archetypes(const unsigned *sets, size_t count, unsigned archetype,
                                    uint64_t used)
{
    if (archetype == ARCHETYPE_COUNT) return true;
    for (size_t i = 0; i < count; i++)
        if (sets[i] >> archetype & 1 && !(used >> i & 1) &&
            match_archetypes(sets, count, archetype + 1, used | UINT64_C(1) << i))
            return true;
    return false;
}

static bool counts_for_darshan(const struct table *t, card_id c)
{
    return is_active(peek(t), c) && !is_event_without_hp(face_of(t, c)); // OVE-938
}

SELDOM static bool has_shakti(const struct table *t, seat_id seat)
{
    const struct oversoul_state *s    = peek(t);
    const struct side           *side = &s->side[seat];
    unsigned                     sets[64], all = 0;
    size_t                       count = 0;
    for (unsigned i = 0; i < side->board_count; i++) all |= s->bodies[side->board[i]].archetypes;
    if (all != BIT(ARCHETYPE_COUNT) - 1) return false; // most often
    for (unsigned i = 0; i < s->active_count && count < COUNT(sets); i++)
        if (seat_of(s, s->active[i]) == seat && counts_for_darshan(t, s->active[i]))
            sets[count++] = archetypes_of(t, s->active[i]);
    return count >= ARCHETYPE_COUNT && match_archetypes(sets, count, 0, 0);
}

SELDOM static bool has_shiva(const struct table *t, seat_id seat)
{
    const struct oversoul_state *s      = peek(t);
    unsigned                     shared = BIT(ARCHETYPE_COUNT) - 1;
    if (held_zones(s, seat) != ALL_ZONES) return false; // most often
    for (unsigned z = U1; z <= E3; z++) {
        card_id top = zone_top(&s->core, zone_for(seat, z));
        if (top == NO_CARD || !counts_for_darshan(t, top)) return false;
        shared &= archetypes_of(t, top);
    }
    card_id leader = s->side[seat].leader;
    if (!is_active(s, leader)) return false;
    return (shared & archetypes_of(t, leader)) != 0;
}

// hurt: somebody was noted to have no HP left, perhaps the Leader.
static bool has_lost(const struct table *t, seat_id seat, bool hurt, rule_id *rule)
{
    static const rule_id         RULES[] = { 0, OVE_935, OVE_932, OVE_940 }; // by must_lose
    const struct oversoul_state *s       = peek(t);
    const struct side           *side    = &s->side[seat];
    *rule                                = RULES[side->must_lose];
    if (hurt && is_face_up_leader(t, side->leader) && hp_left(s, side->leader) <= 0)
        *rule = OVE_931;
    return *rule != 0;
}

// The game is over at once (OVE-940); spectators may look at the hands then (section 2).
void end_game(struct table *t, seat_set winners, rule_id rule)
{
    struct oversoul_state *s = state(t);
    end_match(&s->core, winners, rule);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        EACH_IN_ZONE(c, &s->core, zone_for(seat, HAND)) card_show(&s->core, c, BIT(SPECTATOR));
}

static void judge(struct table *t, bool hurt)
{
    struct oversoul_state *s    = state(t);
    unsigned               lost = 0, won = 0; // teams
    rule_id                rule = 0, why;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (has_lost(t, seat, hurt, &why)) lost |= BIT(s->core.team[seat]), rule = why;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (s->side[seat].wins)
            won |= BIT(s->core.team[seat]), rule = rule ? rule : OVE_940;
        else if (!s->unjudged)
            continue; // nothing on a board has changed since the last look
        else if (s->side[seat].board_count >= ARCHETYPE_COUNT && has_shakti(t, seat))
            won |= BIT(s->core.team[seat]), rule = rule ? rule : OVE_936;
        else if (s->side[seat].board_count > E3 - U1 && has_shiva(t, seat))
            won |= BIT(s->core.team[seat]), rule = rule ? rule : OVE_937;
    }
    s->unjudged = 0;
    if (!lost && !won) return;
    unsigned winners; // OVE-939: losses count before wins
    if (lost)
        winners = lost == 3 ? 0 : ~lost & 3;
    else
        winners = won == 3 ? 0 : won;
    seat_set set = 0;
    for (unsigned team = 0; team < 2; team++)
        if (winners & BIT(team)) set = (seat_set)(set | seats_of_team(&s->core, (uint8_t)team));
    end_game(t, set, set ? rule : OVE_939);
    happened(t, HAPPENED_END, NO_SEAT, NO_CARD, NO_CARD, 0, because(s->core.over_because));
}

void check_anew(struct table *t)
{
    const struct oversoul_state *s = peek(t);
    reckon(t);
    bool hurt = s->in_battle ? s->hurt : shatter_defeated(t);
    if (!s->core.over) judge(t, hurt); // OVE-940
}
