// Chapter 407 to 438: an action. An Aggressive ability is declared, paid for, answered, resolved.
#include "games/monad/rules.h"

card_id unit_of_source(const struct table *t, card_id source)
{
    const struct monad_state *s = state_at(t);
    if (kind_of(t, source) == KIND_EQUIPMENT) return s->host[source];
    if (kind_of(t, source) != KIND_CLASS) return source;
    if (s->core.mode == MODE_DOTA) return s->host[source];
    seat_id owner = card_at(&s->core, source)->owner; // nobody's while it lies in the pile
    return owner < s->core.seats ? s->side[owner].catalyst : (card_id)NO_CARD;
}

// ---- targets

static void add_target(struct action *a, card_id target)
{
    if (a->target_count < TARGETS_MAX) a->target[a->target_count++] = target;
}

unsigned seen_row(const struct table *t, card_id unit, card_id target)
{
    const struct monad_state *s = state_at(t);
    return is_opposing(s, unit, target) ? counted_row(t, target) : row_of(s, target);
}

bool is_on_chosen_side(const struct monad_state *s, card_id target)
{
    return s->action.side == 0xFF || side_of(s, target) == s->action.side;
}

// The opposing formations in which there is a legal target (MON-857).
unsigned sides_with_targets(const struct table *t, card_id unit, const struct line_info *l)
{
    card_id  list[TARGETS_MAX];
    size_t   n     = legal_targets(t, unit, l, ROWS, list);
    unsigned sides = 0;
    for (size_t i = 0; i < n; i++) sides |= BIT(side_of(state_at(t), list[i]));
    return sides;
}

enum { AIM_TEAM = 1, AIM_ROW, AIM_FIRST, AIM_NEXT };

// MON-455 to MON-461. card: the acting unit; i: the row of a Column.
enum flow choose_targets(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    struct action      *a = &s->action;
    // The unit, or a token that lent the line, left with its player (MON-802).
    if (!is_unit(s, f->card) || card_at(&s->core, a->source)->def == NO_DEF) return FLOW_DONE;
    const struct line_info *l = action_line(t);
    card_id                 list[TARGETS_MAX];
    size_t                  n     = 0;
    unsigned                sides = 0;
    FLOW_BEGIN(f);
    if (l->area == AREA_ROW || l->area == AREA_COLUMN) {
        sides = sides_with_targets(t, f->card, l);
        if (sides & (sides - 1)) {
            ask(&s->core, f->who, QUESTION_TEAM, 0, f->card);
            FLOW_PAUSE(f, AIM_TEAM);
            if (answer_of(&s->core, f->who).kind != CHOICE_SEAT) return FLOW_DONE;
            a->side = answer_of(&s->core, f->who).option;
        }
    }
    if (l->area == AREA_ROW) {
        ask(&s->core, f->who, QUESTION_ROW, 0, f->card);
        FLOW_PAUSE(f, AIM_ROW);
        if (answer_of(&s->core, f->who).kind != CHOICE_ROW) return FLOW_DONE;
        n = legal_targets(t, f->card, l, answer_of(&s->core, f->who).option, list);
        for (size_t i = 0; i < n; i++) add_target(a, list[i]);
    } else if (l->area == AREA_COLUMN) {
        for (f->i = 0; f->i < ROWS; f->i++) {
            n = legal_targets(t, f->card, l, f->i, list);
            if (n == 1) add_target(a, list[0]);
            if (n < 2) continue;
            ask(&s->core, f->who, QUESTION_TARGET, (uint16_t)(f->i + 1), f->card);
            FLOW_PAUSE(f, AIM_FIRST);
            if (answer_of(&s->core, f->who).kind == CHOICE_TARGET)
                add_target(a, answer_of(&s->core, f->who).card);
        }
    } else if (l->area == AREA_SINGLE) {
        n = legal_targets(t, f->card, l, ROWS, list);
        if (n == 1) add_target(a, list[0]);
        if (n > 1) {
            ask(&s->core, f->who, QUESTION_TARGET, 0, f->card);
            FLOW_PAUSE(f, AIM_NEXT);
            if (answer_of(&s->core, f->who).kind == CHOICE_TARGET)
                add_target(a, answer_of(&s->core, f->who).card);
        }
    } else {
        n = legal_targets(t, f->card, l, ROWS, list);
        for (size_t i = 0; i < n; i++) add_target(a, list[i]);
    }
    FLOW_END(f);
}

static bool has_intercepted(const struct monad_state *s, card_id unit) // MON-682: at any range
{
    for (unsigned i = 0; i < s->action.defences; i++)
        if (s->action.defence[i].intercepted && s->action.defence[i].defender == unit) return true;
    return false;
}

static void drop_targets(struct table *t) // MON-422
{
    struct monad_state     *s    = state_of(t);
    const struct line_info *l    = action_line(t);
    unsigned                kept = 0;
    for (unsigned i = 0; i < s->action.target_count; i++) {
        card_id target = s->action.target[i];
        if (is_unit(s, target) &&
            (has_intercepted(s, target) || is_legal_target(t, s->action.unit, l, target)))
            s->action.target[kept++] = target;
    }
    for (unsigned i = kept; i < s->action.target_count; i++) s->action.target[i] = 0;
    s->action.target_count = (uint16_t)kept;
}

static bool has_lost_targets(const struct monad_state *s)
{
    for (unsigned i = 0; i < s->action.target_count; i++)
        if (!is_unit(s, s->action.target[i])) return true;
    return false;
}

// Targets from this one on that stand in the same row of the same side (MON-436).
static bool stands_beside(const struct table *t, card_id unit, card_id a, card_id b)
{
    const struct monad_state *s = state_at(t);
    return is_unit(s, a) && is_unit(s, b) && side_of(s, a) == side_of(s, b) &&
           seen_row(t, unit, a) == seen_row(t, unit, b);
}

static unsigned targets_beside(const struct table *t, unsigned at)
{
    const struct action *a = &state_at(t)->action;
    unsigned             n = 0;
    for (unsigned i = at; i < a->target_count; i++)
        n += stands_beside(t, a->unit, a->target[i], a->target[at]);
    return n;
}

rule_id why_not_first(const struct table *t, unsigned at, card_id card)
{
    const struct action *a = &state_at(t)->action;
    for (unsigned i = at; i < a->target_count; i++)
        if (a->target[i] == card && stands_beside(t, a->unit, card, a->target[at])) return 0;
    return MON_436;
}

static void bring_forward(struct action *a, unsigned at, card_id target)
{
    for (unsigned i = at; i < a->target_count; i++)
        if (a->target[i] == target) {
            a->target[i]  = a->target[at];
            a->target[at] = target;
            return;
        }
}

// ---- declaring and paying

static void begin_action(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    s->action = (struct action){ .unit = f->card, .source = f->target, .line = f->n, .side = 0xFF };
    reveal_hidden(s, f->card);
}

static bool has_opposing_target(const struct monad_state *s)
{
    for (unsigned i = 0; i < s->action.target_count; i++)
        if (is_opposing(s, s->action.unit, s->action.target[i])) return true;
    return false;
}

static void pay_for_action(struct table *t, card_id unit)
{
    struct monad_state     *s = state_of(t);
    const struct line_info *l = action_line(t);
    struct body            *b = body_of(s, unit);
    b->spent                  = (int16_t)(b->spent + cost_of(t, unit, l)); // MON-415
    if (l->uses)
        tally(t, TALLY_USED, (struct ability){ s->action.source, (uint32_t)(l - book(t)->lines) });
    if (is_on_encounter_side(s, unit) && has_opposing_target(s)) s->combat.attacked = 1;
    s->combat.acted = 1;
    note_use(t, unit, s->action.source, s->action.line);
}

static void tell_targets(struct table *t)
{
    struct monad_state *s = state_of(t);
    for (unsigned i = 0; i < s->action.target_count; i++)
        if (is_opposing(s, s->action.unit, s->action.target[i]))
            wait_for(t, WHEN_TARGETED, s->action.target[i], s->action.unit);
}

// ---- the Defensive response

static bool is_targeted(const struct monad_state *s, seat_id seat)
{
    for (unsigned i = 0; i < s->action.target_count; i++)
        if (is_unit(s, s->action.target[i]) &&
            is_opposing(s, s->action.unit, s->action.target[i]) &&
            controller_of(s, s->action.target[i]) == seat)
            return true;
    return false;
}

// MON-417, MON-425, MON-827: who is asked as number n, NO_SEAT: nobody; n counts seats from the
// acting player, in a combined formation the active player and the team mate.
static seat_id responder(const struct monad_state *s, unsigned n)
{
    if (!is_unit(s, s->action.unit)) return NO_SEAT;
    if (s->combat.mate != NO_SEAT && is_on_encounter_side(s, s->action.unit)) {
        bool any = is_targeted(s, s->combat.active) || is_targeted(s, s->combat.mate);
        if (!any || s->action.defences) return NO_SEAT; // the first use closes the window
        return n == 0 ? s->combat.active : n == 1 ? s->combat.mate : (seat_id)NO_SEAT;
    }
    seat_id seat = (seat_id)((controller_of(s, s->action.unit) + 1u + n) % s->core.seats);
    return is_targeted(s, seat) ? seat : (seat_id)NO_SEAT;
}

bool has_defence(const struct table *t, seat_id seat)
{
    const struct monad_state *s = state_at(t);
    card_id                   list[TARGETS_MAX];
    size_t                    n = units_against(s, side_of(s, s->action.unit), list);
    for (size_t i = 0; i < n; i++) {
        struct ability abilities[ABILITIES_MAX];
        if (controller_of(s, list[i]) != seat) continue;
        size_t k = abilities_of(t, list[i], W_DEFENSIVE, abilities);
        for (size_t j = 0; j < k; j++)
            for (unsigned x = 0; x < s->action.target_count; x++)
                if (can_defend(t, list[i], abilities[j], s->action.target[x])) return true;
    }
    return false;
}

static struct defence *last_defence(struct monad_state *s)
{
    return &s->action.defence[s->action.defences - 1];
}

static unsigned defended_targets(const struct table *t, card_id *first)
{
    const struct monad_state *s = state_at(t);
    const struct defence     *d = &s->action.defence[s->action.defences - 1];
    if (card_at(&s->core, d->source)->def == NO_DEF) return 0; // a token that has left
    struct ability a = { d->source, def_of(t, d->source)->line_first + d->line };
    unsigned       n = 0;
    for (unsigned x = 0; x < s->action.target_count; x++)
        if (can_defend(t, d->defender, a, s->action.target[x]) && !n++)
            *first = s->action.target[x];
    return n;
}

static void begin_defence(struct table *t, struct choice c)
{
    struct monad_state *s                   = state_of(t);
    s->action.defence[s->action.defences++] = (struct defence){ .source = c.card,
                                                                .line   = (uint16_t)(c.option - 1),
                                                                .defender = unit_of_source(t,
                                                                                           c.card),
                                                                .defended = NO_CARD };
    last_defence(s)->all                    = line_of(t, c.card, c.option - 1u)->all_targets;
}

static void pay_for_defence(struct table *t)
{
    struct monad_state     *s = state_of(t);
    const struct defence   *d = last_defence(s);
    const struct line_info *l = line_of(t, d->source, d->line);
    struct body            *b = body_of(s, d->defender);
    b->spent                  = (int16_t)(b->spent + cost_of(t, d->defender, l));
    if (l->uses)
        tally(t, TALLY_USED, (struct ability){ d->source, (uint32_t)(l - book(t)->lines) });
    reveal_hidden(s, d->defender);
    note(t, EVENT_DEFENDED, controller_of(s, d->defender), d->defender, d->defended, 0, MON_421);
}

enum { DEFENCE_RESPONSE = 1, DEFENCE_DEFENDED, DEFENCE_CARRIED_OUT, DEFENCE_DEATHS };

// MON-417 to MON-422, MON-427
enum flow defend(struct table *t, struct frame *f)
{
    struct monad_state *s     = state_of(t);
    struct choice       c     = { 0 };
    card_id             first = 0;
    FLOW_BEGIN(f);
    if (!has_defence(t, f->who)) return FLOW_DONE;
    ask(&s->core, f->who, QUESTION_RESPONSE, 0, f->card);
    FLOW_PAUSE(f, DEFENCE_RESPONSE);
    c = answer_of(&s->core, f->who);
    if (c.kind != CHOICE_USE) return FLOW_DONE;
    begin_defence(t, c);
    f->card = c.card;
    first   = NO_CARD;
    if (defended_targets(t, &first) > 1 && !last_defence(s)->all) {
        ask(&s->core, f->who, QUESTION_DEFENDED, 0, c.card);
        FLOW_PAUSE(f, DEFENCE_DEFENDED);
        if (answer_of(&s->core, f->who).kind == CHOICE_TARGET)
            first = answer_of(&s->core, f->who).card;
        else
            (void)defended_targets(t, &first);
    }
    if ((is_out(s, f->who) && s->core.mode != MODE_SOLO) || // gave up meanwhile
        !is_unit(s, last_defence(s)->defender) || !is_unit(s, s->action.unit)) {
        s->action.defences--;
        s->action.defence[s->action.defences] = (struct defence){ 0 };
        return FLOW_DONE;
    }
    last_defence(s)->defended = first;
    pay_for_defence(t);
    call_text(t, row_of_line(t, last_defence(s)->source, last_defence(s)->line), 0, f->who,
              last_defence(s)->source, last_defence(s)->defender, last_defence(s)->defended);
    FLOW_PAUSE(f, DEFENCE_CARRIED_OUT);
    call(s, FLOW_DEATHS, s->active, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, DEFENCE_DEATHS);
    if (is_unit(s, s->action.unit)) drop_targets(t);
    FLOW_END(f);
}

// ---- resolving

// MON-675, MON-676
static void use_up(struct table *t, card_id source)
{
    struct monad_state *s = state_of(t);
    if (card_at(&s->core, source)->def == NO_DEF) return; // a token that is gone
    const struct card_def *def = def_of(t, source);
    if (def->kind != KIND_EQUIPMENT || !(def->fields_set & BIT(FIELD_USES)) ||
        s->host[source] == NO_CARD)
        return;
    if (++s->marks[source] < def->field[FIELD_USES]) return;
    note(t, EVENT_USED_UP, card_at(&s->core, source)->owner, source, NO_CARD, 0, MON_675);
    unsigned zone = is_encounter_unit(s, s->host[source]) ? ZONE_ASIDE : ZONE_DISCARD;
    detach_to(t, source, zone_of_seat(zone, card_at(&s->core, source)->owner), TOP);
}

// The defence's own words.
static unsigned words_on_miss(const struct table *t, card_id target)
{
    const struct defence *d = defence_of(state_at(t), target);
    return d ? later_block(t, row_of_line(t, d->source, d->line), LATER_MISS) : 0;
}

static void call_for_defence(struct table *t, const struct defence *d, unsigned block)
{
    struct monad_state *s = state_of(t);
    call_text(t, row_of_line(t, d->source, d->line), block, controller_of(s, d->defender),
              d->source, d->defender, s->action.unit);
}

static uint32_t action_row(const struct table *t)
{
    return row_of_line(t, state_at(t)->action.source, state_at(t)->action.line);
}

static bool lives(const struct table *t, card_id unit)
{
    return is_unit(state_at(t), unit) && hp_left(t, unit) > 0;
}

enum {
    ACTION_TARGETS = 1,
    ACTION_BEGUN,
    ACTION_DEFENCE,
    ACTION_ORDER,
    ACTION_DEFENCES_DONE,
    ACTION_CORRODE,
    ACTION_ON_DONE,
    ACTION_EFFECTS_DONE,
    ACTION_DEATHS,
    ACTION_AFTERWARDS,
    ACTION_LAST_DEATHS
};

// MON-413. card: the unit, target: what prints the ability, n: its line; i: the target worked on.
enum flow take_action(struct table *t, struct frame *f)
{
    struct monad_state *s         = state_of(t);
    struct action      *a         = &s->action;
    card_id             equipment = 0;
    unsigned            on        = 0;
    unsigned            worn      = 0;
    bool                came      = 0;
    FLOW_BEGIN(f);
    begin_action(t, f);
    call(s, FLOW_TARGETS, f->who, f->card, NO_CARD);
    FLOW_PAUSE(f, ACTION_TARGETS);
    if (s->combat.result != RESULT_OPEN || !is_unit(s, f->card)) return FLOW_DONE;
    if (has_lost_targets(s)) drop_targets(t); // with a player who left while they were chosen
    if (!a->target_count) return FLOW_DONE;
    pay_for_action(t, f->card);
    a->paid = 1;
    tell_targets(t);
    if (s->waiting_count) {
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, ACTION_BEGUN);
        if (!is_unit(s, f->card)) return FLOW_DONE;
        drop_targets(t);
    }
    for (f->i = 0; f->i < s->core.seats; f->i++) {
        f->other = responder(s, f->i);
        if (f->other == NO_SEAT) continue;
        call(s, FLOW_DEFENCE, f->other, f->card, NO_CARD);
        FLOW_PAUSE(f, ACTION_DEFENCE);
    }
    if (s->core.mode == MODE_SOLO) note_struck(s);
    if (!is_unit(s, f->card) || a->cancelled) { // MON-423
        end_lasting(s, UNTIL_ACTION, NO_SEAT, NO_CARD);
        use_up(t, a->source); // it was used all the same (MON-675)
        return FLOW_DONE;
    }
    for (f->i = 0; f->i < a->target_count && is_unit(s, f->card); f->i++) {
        if (action_line(t)->mode != NO_MODE && targets_beside(t, f->i) > 1) { // D20
            ask(&s->core, f->who, QUESTION_ORDER, f->i, f->card);
            FLOW_PAUSE(f, ACTION_ORDER);
            if (answer_of(&s->core, f->who).kind == CHOICE_TARGET)
                bring_forward(a, f->i, answer_of(&s->core, f->who).card);
        }
        if (!is_unit(s, f->card) || !is_unit(s, a->target[f->i])) continue;
        f->flag = 1;
        if (action_line(t)->mode != NO_MODE) {
            attack_target(t, a->target[f->i]);
            f->flag = a->last_hit;
            f->op   = words_on_miss(t, a->target[f->i]);
            if (!a->last_hit && f->op) {
                call_for_defence(t, defence_of(s, a->target[f->i]), f->op);
                FLOW_PAUSE(f, ACTION_DEFENCES_DONE);
            }
            if (a->last_hit && lives(t, a->target[f->i]) && is_unit(s, f->card) &&
                corrosion_of(t, f->card)) {
                equipment = worn_on(t, a->target[f->i], &worn);
                if (worn == 1) corrode(t, equipment, corrosion_of(t, f->card));
                if (worn > 1) {
                    ask(&s->core, f->who, QUESTION_CORRODE, 0, a->target[f->i]);
                    FLOW_PAUSE(f, ACTION_CORRODE);
                    if (answer_of(&s->core, f->who).kind == CHOICE_TAKE)
                        corrode(t, answer_of(&s->core, f->who).card, corrosion_of(t, f->card));
                }
            }
        } else if (action_line(t)->damage > 0) {
            deal_damage(t, f->card, a->target[f->i], action_line(t)->type, action_line(t)->damage,
                        1, action_line(t));
        }
        if (f->flag && lives(t, a->target[f->i])) { // MON-438
            call_text(t, action_row(t), 0, f->who, a->source, f->card, a->target[f->i]);
            FLOW_PAUSE(f, ACTION_ON_DONE);
        }
        for (f->kind = LATER_HIT; f->kind <= LATER_CRITICAL; f->kind++) {
            on   = later_block(t, action_row(t), f->kind);
            came = f->kind == LATER_MISS  ? !f->flag
                   : f->kind == LATER_HIT ? f->flag
                                          : f->flag && a->last_crit;
            if (!on || !came || !lives(t, a->target[f->i])) continue;
            call_text(t, action_row(t), on, f->who, a->source, f->card, a->target[f->i]);
            FLOW_PAUSE(f, ACTION_EFFECTS_DONE);
        }
    }
    end_lasting(s, UNTIL_ACTION, NO_SEAT, NO_CARD);
    use_up(t, a->source);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, ACTION_DEATHS);
    if (a->kills && is_unit(s, f->card) && later_block(t, action_row(t), LATER_KILL)) {
        call_text(t, action_row(t), later_block(t, action_row(t), LATER_KILL), f->who, a->source,
                  f->card, f->card);
        FLOW_PAUSE(f, ACTION_AFTERWARDS);
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, ACTION_LAST_DEATHS);
    }
    FLOW_END(f);
}
