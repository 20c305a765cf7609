// 700: movement step by step, coming onto the level.
#include "games/eternity/rules.h"

#include <stdlib.h>

// ETE-607, ETE-608, ETE-654
bool can_be_moved(const struct eternity_state *s, seat_id by, seat_id whom)
{
    if (!is_fighting(s, whom)) return false;
    return by == whom ? s->fighter[whom].lying != ROOTED : !s->fighter[whom].immune;
}

void put_on_square(struct table *t, seat_id seat, zone_id to, struct event e)
{
    struct eternity_state *s  = state_of(t);
    struct fighter        *me = &s->fighter[seat];
    e.card                    = me->character;
    e.def                     = card_at(&s->core, e.card)->def;
    e.from                    = card_at(&s->core, e.card)->zone;
    e.to                      = to;
    card_move(&s->core, e.card, to, TOP);
    tell(t, e);
    if (me->sean_waits) { // ETE-866
        me->sean       = to;
        me->sean_waits = 0;
    }
}

static zone_id moved_from(const struct eternity_state *s, const struct move_frame *f)
{
    return f->sean ? s->fighter[f->whom].sean : square_of(s, f->whom);
}

static unsigned away(zone_id from, int column, int row)
{
    int columns = abs(from % COLUMNS - column), rows = abs(from / COLUMNS - row);
    return (unsigned)(columns > rows ? columns : rows);
}

// ETE-720: does this step lead away from the mover, or towards it?
static bool leads_right(const struct eternity_state *s, const struct move_frame *f,
                        struct tread step)
{
    zone_id mover = square_of(s, f->who);
    if (f->how == MOVE_FREELY || mover == NO_ZONE) return true;
    unsigned before = distance(moved_from(s, f), mover), after = away(mover, step.column, step.row);
    return f->how == MOVE_PUSHED ? after > before : after < before;
}

static rule_id why_not_way(const struct eternity_state *s, const struct move_frame *f,
                           enum direction way)
{
    struct tread step = step_from(s, moved_from(s, f), way, f->sean);
    if (step.kind == TREAD_WALL) return f->sean ? ETE_864 : ETE_714;
    return leads_right(s, f, step) ? 0 : ETE_720;
}

static bool is_own_ring_out(const struct eternity_state *s, const struct move_frame *f,
                            enum direction way)
{
    return f->who == f->whom && step_from(s, moved_from(s, f), way, f->sean).kind == TREAD_RING_OUT;
}

static bool has_safe_step(const struct eternity_state *s, const struct move_frame *f)
{
    for (unsigned way = 0; way < DIRECTION_COUNT; way++)
        if (!why_not_way(s, f, way) && !is_own_ring_out(s, f, way)) return true;
    return false;
}

rule_id why_not_step(const struct table *t, const struct move_frame *f, enum direction way)
{
    const struct eternity_state *s  = state_at(t);
    rule_id                      no = why_not_way(s, f, way);
    if (no) return no;
    return is_own_ring_out(s, f, way) && (f->up_to || has_safe_step(s, f)) ? ETE_716 : 0;
}

const struct move_frame *move_asked(const struct eternity_state *s)
{
    return &s->frames[s->core.depth - 1].move;
}

// The number of legal steps, and one of them.
static unsigned count_steps(const struct table *t, const struct move_frame *f, enum direction *one)
{
    unsigned count = 0;
    for (unsigned way = 0; way < DIRECTION_COUNT; way++)
        if (!why_not_step(t, f, way)) *one = way, count++;
    return count;
}

static bool can_go_on(const struct table *t, const struct move_frame *f)
{
    const struct eternity_state *s = state_at(t);
    enum direction               one;
    if (f->left == 0 || s->round_ended || !is_alive(s, f->who)) return false;
    if (f->sean) return s->fighter[f->whom].sean != NO_ZONE && count_steps(t, f, &one) > 0;
    if (!can_be_moved(s, f->who, f->whom)) return false;
    zone_id mover = square_of(s, f->who);
    if (f->how == MOVE_PULLED && mover != NO_ZONE && distance(mover, square_of(s, f->whom)) <= 1)
        return false;
    return count_steps(t, f, &one) > 0;
}

static void take_step(struct table *t, struct move_frame *f, enum direction way)
{
    struct eternity_state *s    = state_of(t);
    struct tread           step = step_from(s, moved_from(s, f), way, f->sean);
    f->left--;
    if (f->sean) {
        struct event e           = event_by_text(t, EVENT_SEAN_MOVED, f->whom, f->card, f->op);
        s->fighter[f->whom].sean = e.to = step.to;
        tell(t, e);
    } else if (step.kind == TREAD_RING_OUT) {
        f->left = 0;
        ring_out(t, f->whom, event_of(EVENT_RINGED_OUT, f->whom, ETE_821));
    } else {
        put_on_square(t, f->whom, step.to, event_by_text(t, EVENT_MOVED, f->whom, f->card, f->op));
    }
}

// ETE-708 to ETE-720. A step that is the only one and compulsory is taken without asking.
enum flow move_figure(struct table *t, struct move_frame *f)
{
    struct eternity_state *s = state_of(t);
    enum direction         way;
    FLOW_BEGIN(f);
    while (can_go_on(t, f)) {
        if (!f->up_to && count_steps(t, f, &way) == 1) {
            take_step(t, f, way);
            continue;
        }
        ask(&s->core, f->who, QUESTION_STEP, 0, f->card);
        FLOW_PAUSE(f, MOVE_STEPPED);
        if (answer_of(&s->core, f->who).kind != CHOICE_STEP) break;
        take_step(t, f, (enum direction)answer_of(&s->core, f->who).option);
    }
    FLOW_END(f);
}

// ---- coming in

static unsigned nearest_free(const struct eternity_state *s, zone_id wanted)
{
    unsigned least = COLUMNS + ROWS;
    for (zone_id z = 0; z < SQUARE_COUNT; z++)
        if (is_floor(s, z) && seat_on(s, z) == NO_SEAT && distance(z, wanted) < least)
            least = distance(z, wanted);
    return least;
}

// ETE-921, ETE-984
rule_id why_not_enter(const struct table *t, const struct entry_frame *f, unsigned square)
{
    const struct eternity_state *s = state_at(t);
    if (!is_floor(s, square)) return f->because;
    if (seat_on(s, (zone_id)square) != NO_SEAT) return ETE_701;
    return distance((zone_id)square, f->wanted) == nearest_free(s, f->wanted) ? 0 : f->because;
}

static unsigned count_entries(const struct table *t, const struct entry_frame *f, zone_id *one)
{
    unsigned count = 0;
    for (zone_id z = SQUARE_COUNT; z-- > 0;)
        if (!why_not_enter(t, f, z)) *one = z, count++;
    return count;
}

enum flow enter_level(struct table *t, struct entry_frame *f)
{
    struct eternity_state *s      = state_of(t);
    zone_id                square = NO_ZONE;
    FLOW_BEGIN(f);
    if (count_entries(t, f, &square) > 1) {
        ask(&s->core, f->who, QUESTION_ENTRY, 0, 0);
        FLOW_PAUSE(f, ENTRY_CHOSEN);
        if (!is_alive(s, f->who)) return FLOW_DONE;
        square = (zone_id)answer_of(&s->core, f->who).target;
    }
    put_on_square(t, f->who, square, event_of(EVENT_ENTERED, f->who, f->because));
    FLOW_END(f);
}
