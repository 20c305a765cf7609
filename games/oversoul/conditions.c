// conditions.c - the conditions of card text (rules.md 6.5): whether something is the case.
#include "games/oversoul/rules.h"

bool state_holds(const struct scope *k, enum card_state state, card_id c)
{
    const struct oversoul_state *s = peek(k->t);
    bool full                      = is_board_card(s, c) && body_at(s, c)->damage == 0; // OVE-129
    switch (state) {
    case STATE_ACTIVE: return is_active(s, c);
    case STATE_FULL_HP: return full;
    case STATE_NOT_ACTIVE: return !is_active(s, c);
    case STATE_NOT_FULL_HP: return !full;
    case STATE_NOT_ACTIVATED: return !is_upright(s, host_of(s, c)); // OVE-426
    case STATE_NOT_EXHAUSTED: return !is_sideways(s, host_of(s, c));
    case STATE_NOT_PREPARED: return !is_prepared(s, c);
    case STATE_NOT_DAMAGED: return body_at(s, c)->damage == 0;
    case STATE_ACTIVATED: return is_upright(s, host_of(s, c));
    case STATE_EXHAUSTED: return is_sideways(s, host_of(s, c));
    case STATE_PREPARED: return is_prepared(s, c);
    case STATE_DAMAGED: return is_board_card(s, c) && body_at(s, c)->damage > 0;
    }
    return false;
}

// Of n cards that the phrase means, so many are like that: "2 Units", "all Units", "no Unit".
bool are_enough(const struct scope *k, size_t object, int found, size_t n)
{
    int least, want = object_count(k, object, &least);
    if (want == 0) return found == 0; // "0 opposing Units are Exhausted"
    return want < 0 ? n > 0 && found == (int)n : found >= (least ? least : 1);
}

static bool any_such(const struct scope *k, size_t                               object,
                     bool (*test)(const struct scope *, size_t, card_id), size_t node)
{
    card_id list[64];
    if (!object) return test(k, node, k->card);
    size_t n     = candidates(k, object, list, COUNT(list));
    int    found = 0;
    for (size_t i = 0; i < n; i++) found += test(k, node, list[i]);
    return are_enough(k, object, found, n);
}

static bool test_state(const struct scope *k, size_t node, card_id c)
{
    return state_holds(k, (enum card_state)ops_of(k)[op_find(ops_of(k), node, W_STATE)].value, c);
}
static bool test_zone(const struct scope *k, size_t node, card_id c)
{
    return fits_zone(k, op_find(ops_of(k), node, W_ZONE), c);
}
static bool test_side(const struct scope *k, size_t node, card_id c)
{
    return fits_side(k, (unsigned)ops_of(k)[op_find(ops_of(k), node, W_SIDE)].value, c);
}

// "it is a Unit", "it is not a DRAGON", "adjacent to a DRAGON": the phrase behind the verb is the
// last.
static size_t second_object(const struct op *ops, size_t node, size_t first)
{
    for (size_t n = op_after(ops, first); n < op_after(ops, node); n = op_after(ops, n))
        if (ops[n].code == W_OBJECT) return n;
    return 0;
}

static bool test_one(const struct scope *k, size_t node, card_id c)
{
    const struct op *ops  = ops_of(k);
    size_t           what = op_find(ops, node, W_OBJECT), second = second_object(ops, node, what);
    return is_seen(k, c) && fits(k, second ? second : what, c) != (op_find(ops, node, W_NONE) != 0);
}

// Without "or more" a number means that many at least, and 0 or "no" none (OVE-R145).
static bool is_enough(const struct op *ops, size_t condition, int have, int want)
{
    if (want == 0 || op_find(ops, condition, W_NONE)) return have == 0;
    return have >= (want < 1 ? 1 : want);
}

// Constructs that lie on a card: "this card has 1 or more Constructs".
SELDOM static bool card_has(const struct scope *k, size_t have, size_t object, card_id bearer)
{
    const struct oversoul_state *s      = peek(k->t);
    size_t                       amount = op_find(ops_of(k), have, W_AMOUNT);
    int                          count  = 0, least;
    for (card_id c       = is_board_card(s, bearer) ? card_above(&s->core, bearer) : NO_CARD;
         c != NO_CARD; c = card_above(&s->core, c))
        count += body_at(s, c)->flags & BODY_CONSTRUCT && fits(k, object, c);
    if (amount) return enough(ops_of(k), have, count, amount_of(k, amount));
    return is_enough(ops_of(k), have, count, object_count(k, object, &least));
}

// "You have 2 or more ENERGY", "your opponent has 10 or less HP": of the Leader (OVE-R155).
SELDOM static int stat_of_player(const struct table *t, seat_id seat, enum statname stat)
{
    const struct oversoul_state *s = peek(t);
    if (s->side[seat].leader == NO_CARD) return 0; // a position that is being arranged
    if (stat == STAT_ENERGY) return (int)leader_points(s, seat) + s->side[seat].shift_energy;
    if (stat == STAT_RANK) return s->side[seat].rank; // OVE-451
    return stat_of(t, s->side[seat].leader, stat);
}

// Keeps of a list what is that seat's.
static size_t of_seat(const struct scope *k, seat_id seat, card_id *list, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (seat_of(peek(k->t), list[i]) == seat) list[kept++] = list[i];
    return kept;
}

static int cards_of_player(const struct scope *k, size_t object, seat_id seat)
{
    struct scope mine = *k;
    card_id      list[64];
    mine.seat    = seat;
    size_t count = of_seat(k, seat, list, candidates(&mine, object, list, COUNT(list)));
    // "Your opponent has 2 Units on the opposing board": opposing to you.
    if (seat != k->seat && !count)
        count = of_seat(k, seat, list, candidates(k, object, list, COUNT(list)));
    return count_said(k, object, list, count);
}

static bool player_has(const struct scope *k, size_t have, size_t object, seat_id seat)
{
    struct scope mine   = *k;
    size_t       amount = op_find(ops_of(k), have, W_AMOUNT);
    size_t       stat   = object ? 0 : op_find(ops_of(k), have, W_STAT);
    size_t       ranked = object ? 0 : op_find(ops_of(k), have, W_RANKED);
    if (ranked) return is_rank_said(ops_of(k), ranked, stat_of_player(k->t, seat, STAT_RANK));
    if (stat) {
        enum statname name = (enum statname)ops_of(k)[stat].value;
        return enough(ops_of(k), have, stat_of_player(k->t, seat, name), amount_of(k, amount));
    }
    int least, count = cards_of_player(k, object, seat);
    mine.seat = seat;
    if (amount) return enough(ops_of(k), have, count, amount_of(k, amount));
    int asked = object_count(&mine, object, &least);
    return is_enough(ops_of(k), have, count, asked);
}

// Cards that somebody has: you, either opponent (OVE-964), or each player.
static bool players_have(const struct scope *k, size_t have, size_t player, size_t object)
{
    const struct core *core = &peek(k->t)->core;
    unsigned           who  = player ? (unsigned)ops_of(k)[player].value : PLAYER_YOU;
    if (who != PLAYER_OPPONENT && who != PLAYER_EACH) return player_has(k, have, object, k->seat);
    for (seat_id seat = 0; seat < core->seats; seat++) {
        if (who == PLAYER_OPPONENT && !is_enemy(core, seat, k->seat)) continue;
        if (player_has(k, have, object, seat) == (who == PLAYER_OPPONENT))
            return who == PLAYER_OPPONENT;
    }
    return who == PLAYER_EACH;
}

// "you have 3 or more Units", "this card has 2 or less HP", "it has BARRIER", "it has 1 Ash mark".
static bool have_holds(const struct scope *k, size_t have)
{
    const struct op *ops       = ops_of(k);
    size_t           first     = op_child(have);
    size_t           amount    = op_find(ops, have, W_AMOUNT);
    int              want      = amount ? amount_of(k, amount) : 1;
    bool             by_player = ops[first].code == W_PLAYER;
    bool             none      = op_find(ops, have, W_NONE) != 0;
    size_t           last = 0, objects = 0;
    for (size_t n = first; n < op_after(ops, have); n = op_after(ops, n)) {
        if (ops[n].code == W_OBJECT) objects++;
        last = n;
    }
    size_t  subject = ops[first].code == W_OBJECT && (objects > 1 || ops[last].code != W_OBJECT)
                          ? first
                          : 0;
    card_id list[64];
    size_t  n     = 1;
    int     found = 0;
    list[0]       = k->card;
    if (subject) n = candidates(k, subject, list, COUNT(list));
    if (ops[last].code == W_OBJECT && last != subject && !subject) // having cards
        return players_have(k, have, by_player ? first : 0, last);
    if (by_player) return players_have(k, have, first, 0);
    for (size_t i = 0; i < n; i++) {
        bool yes = true;
        if (!is_seen(k, list[i])) continue;
        for (size_t q = first; q < op_after(ops, have); q = op_after(ops, q)) {
            if (ops[q].code == W_KEYWORD) {
                unsigned charges;
                yes &= has_keyword(peek(k->t), list[i],
                                   keyword_of((unsigned)ops[q].value, &charges));
            } else if (ops[q].code == W_STAT) {
                enum statname stat = (enum statname)ops[q].value; // OVE-R167
                yes &= has_stat(k->t, list[i], stat) &&
                       enough(ops, have, stat_of(k->t, list[i], stat), want);
            } else if (ops[q].code == W_RANKED) {
                yes &= fits_rank(k, q, list[i]);
            } else if (ops[q].code == W_MARKS) {
                yes &= has_marks(k, q, list[i]);
            } else if (ops[q].code == W_OBJECT && q != subject) {
                yes &= card_has(k, have, q, list[i]);
            }
        }
        found += yes != (none && ops[last].code != W_OBJECT);
    }
    return subject ? are_enough(k, subject, found, n) : found > 0;
}

// One side of "you have more Units than your opponent", "it has less HP than this card": the
// numbers that are compared, one for each player or card meant.
static size_t numbers_of(const struct scope *k, size_t who, size_t what, int *out, size_t max)
{
    const struct oversoul_state *s    = peek(k->t);
    const struct op             *ops  = ops_of(k);
    enum statname                stat = (enum statname)ops[what].value;
    size_t                       n    = 0;
    if (ops[who].code == W_OBJECT) {
        card_id list[64];
        size_t  all = candidates(k, who, list, COUNT(list));
        for (size_t i = 0; i < all && n < max; i++)
            if (is_seen(k, list[i]) && has_stat(k->t, list[i], stat))
                out[n++] = stat_of(k->t, list[i], stat);
        return n;
    }
    for (seat_id seat = 0; seat < s->core.seats && n < max; seat++) {
        if (ops[who].value == PLAYER_YOU ? seat != k->seat : !is_enemy(&s->core, seat, k->seat))
            continue;
        out[n++] = ops[what].code == W_STAT ? stat_of_player(k->t, seat, stat)
                                            : cards_of_player(k, what, seat);
    }
    return n;
}

// "its DMG is greater than this card's HP", "is equal to"
SELDOM static bool stats_compare(const struct scope *k, size_t than)
{
    const struct op *ops = ops_of(k);
    size_t           who = op_child(than), what = op_after(ops, who), how = op_after(ops, what);
    size_t           whom = op_after(ops, how);
    int              these[64], those[64];
    size_t           n = numbers_of(k, who, what, these, COUNT(these));
    size_t           m = numbers_of(k, whom, op_after(ops, whom), those, COUNT(those));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            if (ops[how].code == W_OR_MORE   ? these[i] > those[j]
                : ops[how].code == W_OR_LESS ? these[i] < those[j]
                                             : these[i] == those[j])
                return true;
    return false;
}

SELDOM static bool than_holds(const struct scope *k, size_t than)
{
    const struct op *ops  = ops_of(k);
    bool             more = op_find(ops, than, W_OR_MORE) != 0;
    if (ops[op_after(ops, op_child(than))].code == W_STAT) return stats_compare(k, than);
    size_t who = op_child(than), what = op_after(ops, op_after(ops, who));
    int    these[64], those[64];
    size_t n = numbers_of(k, who, what, these, COUNT(these));
    size_t m = numbers_of(k, op_after(ops, what), what, those, COUNT(those));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            if (more ? these[i] > those[j] : these[i] < those[j]) return true;
    return false;
}

// "a Unit is in your Idle Zone": looks into that zone, not at the board.
static bool lies_in(const struct scope *k, size_t condition)
{
    const struct oversoul_state *s      = peek(k->t);
    size_t                       object = op_find(ops_of(k), condition, W_OBJECT);
    int                          found  = 0, least;
    for (card_id c = 0; c < s->core.card_count; c++)
        found += card_in(s, c)->zone != NO_ZONE && test_zone(k, condition, c) && fits(k, object, c);
    if (object_count(k, object, &least) == 0) return found == 0;
    return found >= (least > 1 ? least : 1);
}

// "(you have a DRAGON)", "if you have a DRAGON", "unless you have a DRAGON"
bool note_holds(const struct scope *k, size_t note)
{
    return condition_holds(k, op_child(note)) != (ops_of(k)[note].value == NOTE_UNLESS);
}

// "if A and B", "if A or B"
SELDOM static bool joined_hold(const struct scope *k, size_t joined, bool all)
{
    const struct op *ops = ops_of(k);
    for (size_t n = op_child(joined); n < op_after(ops, joined); n = op_after(ops, n))
        if (condition_holds(k, n) != all) return !all;
    return all;
}

bool condition_holds(const struct scope *k, size_t condition)
{
    const struct op *ops    = ops_of(k);
    size_t           object = op_find(ops, condition, W_OBJECT);
    card_id          list[64];
    switch (ops[condition].code) {
    case W_IS: return any_such(k, object, test_state, condition);
    case W_IS_IN:
        return is_pronoun_object(ops, object) ? any_such(k, object, test_zone, condition)
                                              : lies_in(k, condition);
    case W_IS_ON: return any_such(k, object, test_side, condition);
    case W_IS_ONE:
        return any_such(k, second_object(ops, condition, object) ? object : 0, test_one, condition);
    case W_THERE: {
        size_t amount = op_find(ops, condition, W_AMOUNT); // "3 or more", "2 or less"
        size_t found  = candidates(k, object, list, COUNT(list));
        int    have   = count_said(k, object, list, found), least;
        if (amount) return enough(ops, condition, have, amount_of(k, amount));
        return is_enough(ops, condition, have, object_count(k, object, &least));
    }
    case W_HAVE: return have_holds(k, condition);
    case W_BEEN: return has_happened(k, condition, 0); // OVE-R271
    case W_DURING: return during_holds(k->t, k->seat, condition);
    case W_THAN: return than_holds(k, condition);
    case W_REMEMBERED: return remembered_holds(k, condition);
    case W_ALL_OF: return joined_hold(k, condition, true);
    case W_ANY_OF: return joined_hold(k, condition, false);
    default: return true;
    }
}
