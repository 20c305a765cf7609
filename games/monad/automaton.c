// Chapter 900: the automaton of solo play. It is never asked: what it does follows from the rules,
// and from chance where they are silent.
#include "engine/chance.h"
#include "games/monad/rules.h"

enum { TURNED_UP = 6, TURNED_UP_SEARCHING = 12 };

// ---- its encounters

static void turn_up(struct table *t, card_id card)
{
    card_show(t->state, card, EVERYBODY);
    note(t, EVENT_TURNED_UP, AUTOMATON, card, NO_CARD, 0, MON_902);
}

static card_id bearer_for(struct table *t, seat_id party, card_id equipment)
{
    struct monad_state *s = state_of(t);
    card_id             fit[SIDE_MAX];
    unsigned            n = 0;
    rule_id             rule;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FACING, party))
        if (is_unit(s, card) && n < SIDE_MAX && !why_cannot_bear(t, card, equipment, &rule))
            fit[n++] = card;
    return n ? fit[n > 1 ? pick(t, n) : 0] : (card_id)NO_CARD;
}

static bool play_turned_up(struct table *t, seat_id party, card_id card)
{
    struct monad_state *s = state_of(t);
    if (budget_cost(t, party, card) > s->budget) return false;
    if (kind_of(t, card) == KIND_UNIT) {
        if (!enter_play(t, card, zone_of_seat(ZONE_FACING, party), false)) return false;
        note(t, EVENT_PLAYED, AUTOMATON, card, NO_CARD, 0, MON_902);
        wait_for(t, WHEN_ENCOUNTER, card, NO_CARD);
    } else {
        card_id unit = bearer_for(t, party, card);
        if (kind_of(t, card) != KIND_EQUIPMENT || unit == NO_CARD) return false;
        attach(t, card, unit);
    }
    s->budget = (uint8_t)(s->budget - budget_cost(t, party, card));
    return true;
}

// The range of a unit's cheapest attack, 0: it has none.
static int range_of_cheapest(const struct table *t, card_id unit)
{
    struct ability list[ABILITIES_MAX];
    size_t         n     = abilities_of(t, unit, W_AGGRESSIVE, list);
    int            least = 999, range = 0;
    for (size_t i = 0; i < n; i++) {
        const struct line_info *l = &book(t)->lines[list[i].line];
        if (l->mode == NO_MODE || !is_against_opponents(l) || l->cost >= least) continue;
        least = l->cost;
        range = range_of(t, unit, l, true);
    }
    return range;
}

static void place_in_rows(struct table *t, seat_id party) // MON-903
{
    struct monad_state *s = state_of(t);
    card_id             units[SIDE_MAX];
    unsigned            n = 0, held[ROWS] = { 0 };
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FACING, party))
        if (is_unit(s, card) && n < SIDE_MAX) units[n++] = card;
    for (unsigned i = 0; i < n; i++) held[FRONT] += range_of_cheapest(t, units[i]) == 1;
    for (unsigned i = 0; i < n; i++) {
        int range = range_of_cheapest(t, units[i]);
        if (range == 1) continue;
        unsigned row = range > ROWS || range == 0 ? BACK : (unsigned)range - 1;
        while (row > FRONT && !held[row - 1]) row--;
        held[row]++;
        put_in_row(t, units[i], zone_of_seat(ZONE_FACING + row, party));
    }
    close_up(t, party, true);
}

void play_automaton_encounter(struct table *t, seat_id party, bool search) // MON-902
{
    struct monad_state *s    = state_of(t);
    zone_id             deck = zone_of_seat(ZONE_DECK, AUTOMATON);
    unsigned            most = search ? TURNED_UP_SEARCHING : TURNED_UP;
    for (unsigned n = 0; n < most && s->budget > 0 && zone_size(&s->core, deck); n++) {
        card_id card = zone_top(&s->core, deck);
        turn_up(t, card);
        if (!play_turned_up(t, party, card)) card_move(&s->core, card, deck, BOTTOM);
    }
    place_in_rows(t, party);
}

// ---- its answers

static int rank_of_target(const struct table *t, card_id unit) // the least HP, then the lower AR
{
    return hp_left(t, unit) * 64 + stat_of(t, unit, STAT_AR);
}

static struct choice best_target(struct table *t, const struct choice *list, size_t n)
{
    struct choice best[CHOICES_MAX];
    unsigned      count = 0;
    int           least = 0;
    for (size_t i = 0; i < n; i++) {
        int rank = rank_of_target(t, list[i].card);
        if (count == 0 || rank < least) least = rank, count = 0;
        if (rank == least) best[count++] = list[i];
    }
    return best[count > 1 ? pick(t, count) : 0];
}

static struct choice dearest_ability(const struct table *t, const struct choice *list, size_t n)
{
    struct choice best = list[n - 1]; // passing
    int           most = -1;
    for (size_t i = 0; i < n; i++) {
        if (list[i].kind != CHOICE_USE) continue;
        card_id unit = unit_of_source(t, list[i].card);
        int     cost = cost_of(t, unit, line_of(t, list[i].card, list[i].option - 1u));
        if (cost > most) most = cost, best = list[i];
    }
    return best;
}

static unsigned targets_in_row(const struct table *t, card_id unit, unsigned row)
{
    card_id  list[TARGETS_MAX];
    size_t   n     = units_in_combat(state_at(t), list);
    unsigned count = 0;
    for (size_t i = 0; i < n; i++)
        count += is_legal_target(t, unit, action_line(t), list[i]) &&
                 seen_row(t, unit, list[i]) == row;
    return count;
}

static struct choice fullest_row(const struct table *t, card_id unit, const struct choice *list,
                                 size_t n)
{
    struct choice best = list[0];
    unsigned      most = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned count = targets_in_row(t, unit, list[i].option);
        if (count > most) most = count, best = list[i];
    }
    return best;
}

static bool is_first_action_on(const struct monad_state *s, card_id unit)
{
    return is_unit(s, unit) && is_automaton(s, controller_of(s, unit)) &&
           !(body_at(s, unit)->flags & BODY_STRUCK);
}

static struct choice cheapest_defence(const struct table *t, const struct choice *list, size_t n)
{
    const struct monad_state *s     = state_at(t);
    struct choice             best  = list[n - 1]; // none
    int                       least = 999;
    for (size_t i = 0; i < n; i++) {
        if (list[i].kind != CHOICE_USE) continue;
        card_id        unit = unit_of_source(t, list[i].card);
        struct ability a    = { list[i].card,
                                def_of(t, list[i].card)->line_first + list[i].option - 1u };
        bool           fits = false;
        for (unsigned k = 0; k < s->action.target_count; k++)
            fits |= is_first_action_on(s, s->action.target[k]) &&
                    can_defend(t, unit, a, s->action.target[k]);
        int cost = cost_of(t, unit, &book(t)->lines[a.line]);
        if (fits && cost < least) least = cost, best = list[i];
    }
    return best;
}

static struct choice first_struck(const struct table *t, const struct choice *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_first_action_on(state_at(t), list[i].card)) return list[i];
    return list[0];
}

void answer_for_automaton(struct table *t) // MON-904 to MON-906
{
    struct monad_state    *s = state_of(t);
    const struct question *q = &s->core.question[AUTOMATON];
    struct choice          list[CHOICES_MAX], c;
    size_t                 n = table_choices(t, AUTOMATON, list, CHOICES_MAX);
    if (n == 0) BUG("the automaton has nothing to choose from");
    switch ((enum question_kind)q->kind) {
    case QUESTION_ACT: c = dearest_ability(t, list, n); break;
    case QUESTION_TARGET: c = best_target(t, list, n); break;
    case QUESTION_ROW: c = fullest_row(t, (card_id)q->about, list, n); break;
    case QUESTION_RESPONSE: c = cheapest_defence(t, list, n); break;
    case QUESTION_DEFENDED: c = first_struck(t, list, n); break;
    case QUESTION_MOVE: c = (struct choice){ .kind = CHOICE_PASS }; break;
    default: c = list[n > 1 ? pick(t, (unsigned)n) : 0]; break;
    }
    if (!table_answer(t, AUTOMATON, c)) return;
    for (size_t i = 0; i < n; i++) // whatever can be done, rather than nothing
        if (!table_answer(t, AUTOMATON, list[i])) return;
    BUG("the automaton has nothing legal to choose");
}

void note_struck(struct monad_state *s) // MON-905: the first action on each unit in a round
{
    for (unsigned i = 0; i < s->action.target_count; i++)
        if (is_unit(s, s->action.target[i]) &&
            is_automaton(s, controller_of(s, s->action.target[i])))
            body_of(s, s->action.target[i])->flags |= BODY_STRUCK;
}
