// Chapters 465 and 700: formations, moves, counters, statuses, and what lasts.
#include "games/monad/rules.h"

#include <string.h>

// ---- formations

seat_id controller_of(const struct monad_state *s, card_id unit)
{
    zone_id zone = card_at(&s->core, unit)->zone;
    return is_facing(zone) || !is_row(zone) ? card_at(&s->core, unit)->owner : zone_seat(zone);
}
bool is_encounter_unit(const struct monad_state *s, card_id unit)
{
    return is_facing(card_at(&s->core, unit)->zone);
}

static zone_id row_zone(seat_id seat, bool facing, unsigned row)
{
    return zone_of_seat((facing ? ZONE_FACING : ZONE_FRONT) + row, seat);
}

unsigned formation_size(const struct monad_state *s, zone_id formation)
{
    unsigned count = 0;
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, (zone_id)(formation + row)) count += is_unit(s, card);
    return count;
}
unsigned side_size(const struct monad_state *s, seat_id seat, bool facing)
{
    return formation_size(s, row_zone(seat, facing, FRONT));
}

// MON-063, MON-064
unsigned party_levels(const struct table *t, seat_id seat)
{
    const struct monad_state *s   = state_at(t);
    int                       sum = 0;
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, row_zone(seat, false, row))
            if (is_unit(s, card) && kind_of(t, card) == KIND_UNIT)
                sum += def_of(t, card)->field[FIELD_LEVEL];
    return (unsigned)sum;
}

// A formation with the one it is combined with (MON-825); NO_ZONE: with none.
static zone_id joined_with(const struct monad_state *s, zone_id formation)
{
    if (!s->combat.kind || s->combat.mate == NO_SEAT) return NO_ZONE;
    zone_id ours   = zone_of_seat(ZONE_FRONT, s->combat.active),
            theirs = zone_of_seat(ZONE_FRONT, s->combat.mate);
    return formation == ours ? theirs : formation == theirs ? ours : (zone_id)NO_ZONE;
}

// A tower stands behind the others and holds no row of its own (MON-873).
static card_id tower_in(const struct table *t, zone_id row)
{
    if (is_lane(row))
        EACH_IN_ZONE(card, t->state, row)
            if (is_unit(state_at(t), card) && is_tower(t, card)) return card;
    return NO_CARD;
}
static bool is_held(const struct table *t, zone_id row)
{
    if (!is_lane(row)) return zone_size(t->state, row) > 0;
    return zone_size(t->state, row) > (tower_in(t, row) != NO_CARD ? 1u : 0u);
}
static bool is_row_held(const struct table *t, zone_id formation, unsigned row)
{
    zone_id other = joined_with(state_at(t), formation);
    return is_held(t, (zone_id)(formation + row)) ||
           (other != NO_ZONE && is_held(t, (zone_id)(other + row)));
}

bool can_stand_in(const struct table *t, zone_id row) // MON-466
{
    unsigned at = (unsigned)(row - formation_of(row));
    return at == FRONT || is_row_held(t, formation_of(row), at - 1);
}
bool can_stand(const struct table *t, seat_id seat, bool facing, unsigned row)
{
    return row < ROWS && can_stand_in(t, row_zone(seat, facing, row));
}

// The base stands one row behind what its owner has in the lane (MON-888).
static unsigned row_of_base(const struct monad_state *s, seat_id seat)
{
    for (unsigned row = ROWS; row-- > 0;)
        if (zone_size(&s->core,
                      zone_of_seat(ZONE_LANE + (unsigned)ROWS * s->combat.lane + row, seat)))
            return row + 1;
    return FRONT;
}
unsigned row_of(const struct monad_state *s, card_id unit)
{
    zone_id zone = card_at(&s->core, unit)->zone;
    if (zone_kind(zone) == ZONE_BASE) return row_of_base(s, zone_seat(zone));
    return (zone_kind(zone) - ZONE_FRONT) % ROWS;
}

void put_in_row(struct table *t, card_id unit, zone_id row)
{
    struct monad_state *s    = state_of(t);
    zone_id             from = card_at(&s->core, unit)->zone;
    card_id             worn[16];
    unsigned            count = 0;
    if (from != NO_ZONE)
        EACH_IN_ZONE(card, &s->core, from)
            if (s->host[card] == unit && kind_of(t, card) == KIND_EQUIPMENT && count < 16)
                worn[count++] = card;
    card_move(&s->core, unit, row, BOTTOM);
    for (unsigned i = 0; i < count; i++) card_move(&s->core, worn[i], row, BOTTOM);
}

static void step_forward(struct table *t, zone_id row)
{
    struct core *c     = t->state;
    card_id      tower = tower_in(t, row);
    for (card_id card = zone_top(c, row), below; card != NO_CARD; card = below) {
        below = card_below(c, card);
        if (card != tower) card_move(c, card, (zone_id)(row - 1), BOTTOM);
    }
}

static void settle_tower(struct table *t, zone_id formation)
{
    card_id  tower = NO_CARD;
    unsigned last  = ROWS;
    for (unsigned row = 0; row < ROWS; row++) {
        if (tower == NO_CARD) tower = tower_in(t, (zone_id)(formation + row));
        if (is_held(t, (zone_id)(formation + row))) last = row;
    }
    if (tower == NO_CARD) return;
    unsigned to = last == ROWS ? FRONT : last < BACK ? last + 1 : BACK;
    if (card_at(t->state, tower)->zone != formation + to)
        card_move(t->state, tower, (zone_id)(formation + to), BOTTOM);
}

// MON-467; combined formations as a whole (MON-825)
void close_formation(struct table *t, zone_id formation)
{
    zone_id other = joined_with(state_at(t), formation);
    for (unsigned n = 0; n < 2; n++)
        for (unsigned row = 0; row + 1 < ROWS; row++) {
            if (is_row_held(t, formation, row)) continue;
            step_forward(t, (zone_id)(formation + row + 1));
            if (other != NO_ZONE) step_forward(t, (zone_id)(other + row + 1));
        }
    if (is_lane(formation)) settle_tower(t, formation);
}
void close_up(struct table *t, seat_id seat, bool facing)
{
    close_formation(t, row_zone(seat, facing, FRONT));
}

bool enter_play(struct table *t, card_id card, zone_id row, bool token)
{
    struct monad_state *s    = state_of(t);
    unsigned            free = 0;
    if (formation_size(s, formation_of(row)) >= SIDE_MAX) return false;
    while (free < BODIES_MAX && s->body[s->bodies[free].card] == free + 1) free++;
    if (free == BODIES_MAX) return false;
    put_in_row(t, card, row);
    card_show(&s->core, card, EVERYBODY);
    if (free >= s->body_top) s->body_top = (uint8_t)(free + 1);
    s->bodies[free] = (struct body){ .card = card, .killer = NO_CARD, .struck_by = NO_CARD };
    if (token) s->bodies[free].flags = BODY_TOKEN;
    if (s->combat.kind && s->combat.round) s->bodies[free].flags |= BODY_EXHAUSTED; // MON-411
    s->body[card] = (uint8_t)(free + 1);
    s->host[card] = NO_CARD;
    s->stale      = 1;
    return true;
}

void leave_play(struct table *t, card_id card)
{
    struct monad_state *s = state_of(t);
    if (!s->body[card]) return;
    memset(body_of(s, card), 0, sizeof(struct body));
    s->body[card] = 0;
    s->stale      = 1;
    while (s->body_top && s->body[s->bodies[s->body_top - 1].card] != s->body_top) s->body_top--;
    forget_card(s, card);
    for (unsigned i = 0; i < s->lasting_count;)
        if (s->lasting[i].card == card) {
            memmove(&s->lasting[i], &s->lasting[i + 1],
                    (s->lasting_count - i - 1u) * sizeof s->lasting[0]);
            memset(&s->lasting[--s->lasting_count], 0, sizeof s->lasting[0]);
        } else {
            i++;
        }
}

void reveal_hidden(struct monad_state *s, card_id unit)
{
    body_of(s, unit)->flags &= (uint8_t)~BODY_HIDDEN;
}

bool is_tower(const struct table *t, card_id unit)
{
    return kind_of(t, unit) == KIND_TOKEN && has_tag(t, unit, TAG_TOWER);
}
bool is_fixed(const struct table *t, card_id unit) // MON-873
{
    return kind_of(t, unit) == KIND_TOKEN &&
           (has_tag(t, unit, TAG_TOWER) || has_tag(t, unit, TAG_BASE));
}

// MON-468, MON-471, MON-472
bool move_unit(struct table *t, card_id unit, int rows_back, bool involuntary)
{
    struct monad_state *s    = state_of(t);
    zone_id             zone = card_at(&s->core, unit)->zone;
    int                 row = (int)row_of(s, unit), size = rows_back < 0 ? -rows_back : rows_back;
    if (body_at(s, unit)->status[PINNED] || is_fixed(t, unit)) return false; // MON-745
    if (involuntary) size -= keyword_of(t, unit, STEADY);
    if (size <= 0) return false;
    int to = rows_back < 0 ? row - size : row + size;
    if (to < 0) to = 0;
    if (to >= ROWS) to = ROWS - 1;
    if (to == row) return false;
    put_in_row(t, unit, (zone_id)(formation_of(zone) + to));
    reveal_hidden(s, unit);
    note(t, EVENT_MOVED, controller_of(s, unit), unit, NO_CARD, to + 1,
         involuntary ? MON_471 : MON_468);
    wait_for(t, WHEN_MOVES, unit, NO_CARD);
    close_formation(t, formation_of(zone));
    return true;
}

// MON-470
bool voluntary_move_changes(const struct table *t, card_id unit, bool back)
{
    const struct monad_state *s    = state_at(t);
    zone_id                   zone = card_at(&s->core, unit)->zone;
    unsigned                  row = row_of(s, unit), others = 0;
    if (is_fixed(t, unit) || cannot(t, unit, WORD_MOVE)) return false;
    if (body_at(s, unit)->status[PINNED] || (back ? row == BACK : row == FRONT)) return false;
    if (!back) return true;
    zone_id formation = formation_of(zone), other = joined_with(s, formation);
    EACH_IN_ZONE(card, &s->core, zone)
        others += is_unit(s, card) && !(is_lane(zone) && is_tower(t, card));
    if (other != NO_ZONE) others += zone_size(&s->core, (zone_id)(other + row));
    return others > 1 || is_row_held(t, formation, row + 1);
}

// ---- counters and statuses

void heal_unit(struct table *t, card_id unit, int amount)
{
    struct body *b = body_of(state_of(t), unit);
    amount -= b->status[MORTAL_STRIKE]; // MON-712
    if (cannot(t, unit, WORD_HEAL)) return;
    if (amount > b->damage) amount = b->damage;
    if (amount <= 0) return;
    b->damage           = (int16_t)(b->damage - amount);
    b->status[BLEEDING] = 0; // MON-754
    note(t, EVENT_HEALED, controller_of(state_of(t), unit), NO_CARD, unit, amount, MON_449);
}

void give_status(struct table *t, card_id unit, enum unit_status status, int number)
{
    struct body *b = body_of(state_of(t), unit);
    if (!state_of(t)->combat.kind || number < b->status[status] || number <= 0)
        return; // MON-740, MON-741
    if (cannot(t, unit, WORD_STATUS + (int)status)) return;
    if (status == DEBILITATE) { // MON-751
        int left       = hp_left(t, unit) + b->debilitated - 1;
        b->debilitated = (uint8_t)(number < left ? number : left > 0 ? left : 0);
    }
    b->status[status] = (uint8_t)number;
    b->ripe           = (uint16_t)(b->ripe & ~BIT(status));
    note(t, EVENT_STATUS + status, controller_of(state_of(t), unit), NO_CARD, unit, number,
         MON_741);
}

void cleanse(struct table *t, card_id unit) // MON-757
{
    struct body *b     = body_of(state_of(t), unit);
    uint8_t      haste = b->status[HASTE];
    memset(b->status, 0, sizeof b->status);
    b->status[HASTE] = haste;
    b->debilitated   = 0;
    b->struck_by     = NO_CARD;
    b->ripe          = (uint16_t)(b->ripe & BIT(HASTE));
}

// ---- what lasts

void last(struct monad_state *s, struct lasting l)
{
    if (s->lasting_count < LASTING_MAX) s->lasting[s->lasting_count++] = l; // MON-R95
}

static bool ends(const struct lasting *l, unsigned until, seat_id seat, card_id card)
{
    if (l->until != until) return false;
    if (until == UNTIL_BEGINS || until == UNTIL_ENDS)
        return l->card == card && (until == UNTIL_BEGINS || l->ripe);
    if (until == UNTIL_ROUND && card != NO_CARD) return l->card == card;
    return seat == NO_SEAT || l->seat == seat;
}

void end_lasting(struct monad_state *s, unsigned until, seat_id seat, card_id card)
{
    for (unsigned i = 0; i < s->lasting_count;)
        if (ends(&s->lasting[i], until, seat, card)) {
            memmove(&s->lasting[i], &s->lasting[i + 1],
                    (s->lasting_count - i - 1u) * sizeof s->lasting[0]);
            memset(&s->lasting[--s->lasting_count], 0, sizeof s->lasting[0]);
        } else {
            i++;
        }
}

void end_lasting_on(struct monad_state *s, card_id card) // what lasts no longer than a combat
{
    for (unsigned i = s->lasting_count; i-- > 0;) {
        struct lasting *l = &s->lasting[i];
        if (l->card != card || l->until < UNTIL_ACTION || l->until > UNTIL_COMBAT) continue;
        memmove(l, l + 1, (s->lasting_count - i - 1u) * sizeof *l);
        memset(&s->lasting[--s->lasting_count], 0, sizeof *l);
    }
}

int lasting_sum(const struct monad_state *s, unsigned kind, unsigned arg, card_id card, seat_id of)
{
    int sum = 0;
    for (unsigned i = 0; i < s->lasting_count; i++) {
        const struct lasting *l = &s->lasting[i];
        if (l->kind == kind && l->arg == arg && l->card == card && (of == NO_SEAT || l->of == of))
            sum += l->value;
    }
    return sum;
}

// MON-059: a lowered maximum kills nobody outside combat.
void keep_alive(struct table *t)
{
    struct monad_state *s = state_of(t);
    for (unsigned i = 0; i < s->body_top; i++) {
        struct body *b = &s->bodies[i];
        if (!b->damage || s->body[b->card] != i + 1 || b->flags & (BODY_DYING | BODY_DESTROYED))
            continue;
        int most = stat_of(t, b->card, STAT_HP);
        if (b->damage >= most && most > 0) b->damage = (int16_t)(most - 1);
    }
}
