// 340: checking priority, with cards laid in secret and repeated while values are equal.
#include "games/eternity/rules.h"

static bool can_lay(const struct eternity_state *s, seat_id seat)
{
    return zone_size(&s->core, zone_of_seat(ZONE_HAND, seat)) +
               zone_size(&s->core, zone_of_seat(ZONE_COMMON, seat)) +
               zone_size(&s->core, zone_of_seat(ZONE_DECK, seat)) >
           0;
}

// Seats that share their rank with another one of the check.
static seat_set tied_seats(const struct eternity_state *s, seat_set seats)
{
    seat_set tied = 0;
    for (seat_id a = 0; a < s->core.seats; a++)
        for (seat_id b = 0; b < s->core.seats; b++)
            if (a != b && seats >> a & 1 && seats >> b & 1 &&
                s->fighter[a].rank == s->fighter[b].rank)
                tied = (seat_set)(tied | BIT(a));
    return tied;
}

// ETE-344, ETE-345, ETE-348: the value of the card a seat laid; it is put away.
static int lay_check(struct table *t, seat_id seat)
{
    struct eternity_state *s      = state_of(t);
    struct choice          choice = answer_of(&s->core, seat);
    card_id                card   = choice.card;
    if (choice.kind == CHOICE_TOP) card = zone_top(&s->core, zone_of_seat(ZONE_DECK, seat));
    if (choice.kind != CHOICE_TOP && choice.kind != CHOICE_CHECK) return 0;
    const struct card_def *def = def_of(t, card);
    card_show(&s->core, card, EVERYBODY);
    card_move(&s->core, card, zone_of_seat(is_method(def) ? ZONE_DISCARD : ZONE_ASIDE, seat), TOP);
    tell(t, event_card(t, EVENT_CHECKED, seat, card, ETE_341));
    return def->kind == KIND_ATTACK ? def->field[FIELD_PRIORITY] : 0;
}

// Does `b` come before `a` among those who were tied?
static bool is_beaten(const struct eternity_state *s, const struct check_frame *f, const int *value,
                      seat_id a, seat_id b)
{
    if (s->fighter[a].rank != s->fighter[b].rank) return false;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (f->laid >> seat & 1 && s->fighter[seat].rank == s->fighter[a].rank)
            return value[b] > value[a];
    unsigned n = s->core.seats, lead = lead_seat(s); // ETE-351
    return (b + n - lead) % n < (a + n - lead) % n;
}

static void rank_anew(struct table *t, const struct check_frame *f)
{
    struct eternity_state *s                = state_of(t);
    int                    value[SEATS_MAX] = { 0 };
    uint8_t                rank[SEATS_MAX];
    for (unsigned i = 0; i < s->core.seats; i++) {
        seat_id seat = nth_in_lead_order(s, i);
        if (f->laid >> seat & 1 && is_alive(s, seat)) value[seat] = lay_check(t, seat);
    }
    for (seat_id a = 0; a < s->core.seats; a++) {
        rank[a] = s->fighter[a].rank;
        for (seat_id b = 0; b < s->core.seats && f->tied >> a & 1; b++)
            if (f->tied >> b & 1 && is_beaten(s, f, value, a, b)) rank[a]++;
    }
    for (seat_id a = 0; a < s->core.seats; a++)
        if (f->tied >> a & 1) s->fighter[a].rank = rank[a];
}

static bool begin_check(struct eternity_state *s, struct check_frame *f)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_alive(s, seat)) f->seats = (seat_set)(f->seats & ~BIT(seat));
    f->tied = tied_seats(s, f->seats);
    f->laid = 0;
    return f->tied != 0;
}

// Whose equals gave up while cards were laid has nothing to check any more: no card is laid, also
// if it was answered already (ETE-325, ETE-341).
void end_needless_checks(struct eternity_state *s)
{
    struct frame *top   = s->core.depth ? &s->frames[s->core.depth - 1] : NULL;
    seat_set      alive = 0;
    if (!top || top->flow != FLOW_CHECK || top->check.at != CHECK_LAID) return;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (is_alive(s, seat)) alive = (seat_set)(alive | BIT(seat));
    seat_set tied   = tied_seats(s, top->check.seats & alive);
    top->check.laid = (seat_set)(top->check.laid & tied);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (s->core.asked >> seat & 1 && !(tied >> seat & 1)) {
            s->core.question[seat] = (struct question){ 0 };
            s->core.asked          = (seat_set)(s->core.asked & ~BIT(seat));
        }
}

// ETE-341 to ETE-352. Afterwards fighter.rank says who comes first: 0, 1, ...
enum flow check_priority(struct table *t, struct check_frame *f)
{
    struct eternity_state *s = state_of(t);
    FLOW_BEGIN(f);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (f->seats >> seat & 1) s->fighter[seat].rank = 0;
    while (begin_check(s, f)) {
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (f->tied >> seat & 1 && can_lay(s, seat)) {
                ask(&s->core, seat, QUESTION_CHECK, 0, 0);
                f->laid = (seat_set)(f->laid | BIT(seat));
            }
        if (f->laid) FLOW_PAUSE(f, CHECK_LAID);
        rank_anew(t, f);
    }
    FLOW_END(f);
}
