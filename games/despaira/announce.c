// announce.c - DES-501, DES-502, DES-508: an action, from its announcement to its after-window.
#include "games/despaira/rules.h"

// ---- announcing

static void announce_spawn(struct table *t, struct choice c)
{
    struct despaira_state *s    = state_of(t);
    struct action         *a    = &s->action;
    seat_id                seat = s->turn_seat;
    a->state                    = c.option;
    a->tile                     = (uint8_t)c.target;
    s->side[seat].spawns++;
    card_move(&s->core, a->card, zone_for(seat, ZONE_LIMBO), TOP);
    around_changed(s);
    if (a->state == SPAWN_HIDDEN)
        card_of(&s->core, a->card)->flags |= CARD_FACE_DOWN;
    else
        show(t, a->card);
    happened(t, EVENT_ANNOUNCED_SPAWN, seat, a->card, NO_CARD, 0, because(DES_435));
    did(t, WOULD_BE_SPAWNED, seat, a->card, NO_CARD, a->tile, 0);
}

static void pay_points(struct despaira_state *s, unsigned points)
{
    s->side[s->turn_seat].spawn_points = (uint8_t)(s->side[s->turn_seat].spawn_points - points);
    s->action.points                   = (uint8_t)points;
}

static void remember(struct despaira_state *s, struct choice c, unsigned kind)
{
    const struct body *b = c.card < CARDS_MAX ? body_at(s, c.card) : NULL;
    s->action            = (struct action){ .kind   = (uint8_t)kind,
                                            .state  = c.option,
                                            .tile   = NO_TILE,
                                            .card   = c.card,
                                            .target = NO_CARD,
                                            .stamp  = b ? b->stamp : 0 };
}

static void announce_attack(struct table *t, struct choice c)
{
    struct despaira_state *s = state_of(t);
    struct action         *a = &s->action;
    a->target                = c.target;
    a->tile                  = (uint8_t)tile_of(s, a->target);
    a->target_stamp          = body_at(s, a->target)->stamp;
    if (s->phase == PHASE_MAIN_1) {
        s->phase = PHASE_BATTLE; // DES-322
        happened(t, EVENT_BATTLE, s->turn_seat, NO_CARD, NO_CARD, 0, because(DES_322));
    }
    body_of(s, a->card)->flags |= BODY_ATTACKED;
    happened(t, EVENT_ATTACKED, s->turn_seat, a->card, a->target, 0, because(DES_728));
    if (is_creature(t, a->target)) turn_up(t, a->target, true, because(DES_639));
    did(t, DECLARES, s->turn_seat, a->card, a->target, tile_of(s, a->card), 0);
    did(t, IS_ATTACKED, other_seat(s->turn_seat), a->target, a->card, a->tile, 0);
}

static void announce_place(struct table *t, struct choice c)
{
    struct despaira_state *s = state_of(t);
    s->action.tile           = (uint8_t)tile_under(c.target);
    card_move(&s->core, c.card, zone_for(s->turn_seat, ZONE_LIMBO), TOP);
    around_changed(s);
    card_of(&s->core, c.card)->flags |= CARD_FACE_DOWN;
}

unsigned sacrificed_levels(const struct table *t)
{
    const struct despaira_state *s   = state_at(t);
    unsigned                     sum = 0;
    for (unsigned i = 0; i < s->work.core.named_count; i++)
        sum += (unsigned)level_of(t, s->work.named[i].thing);
    return sum;
}

// Enough levels, and a place for the new creature when the old ones are gone (DES-419).
bool sacrifice_is_enough(const struct table *t)
{
    const struct despaira_state *s    = state_at(t);
    unsigned                     most = sacrificed_levels(t) + points_to_add(s, s->turn_seat);
    return s->work.core.named_count && most >= (unsigned)level_of(t, s->action.card) &&
           tiles_for(t, s->turn_seat, why_not_put_on);
}

static void sacrifice_all(struct table *t)
{
    struct despaira_state *s    = state_of(t);
    unsigned               paid = sacrificed_levels(t) + s->action.points;
    s->action.paid              = (uint8_t)(paid > 200 ? 200 : paid);
    for (unsigned i = 0; i < s->work.core.named_count; i++) {
        if (!is_up(s, s->work.named[i].thing)) show(t, s->work.named[i].thing); // DES-416
        sacrifice_card(t, s->work.named[i].thing, because(DES_411));
    }
    s->work = (struct doing){ 0 };
    settle(t);
}

// False: it is no action that is announced here.
static bool announce(struct table *t, struct choice c)
{
    struct despaira_state *s = state_of(t);
    s->backs                 = 0;
    switch (c.kind) {
    case CHOICE_SPAWN:
        pay_points(s, (unsigned)level_of(t, c.card));
        s->action.paid = (uint8_t)level_of(t, c.card);
        announce_spawn(t, c);
        return true;
    case CHOICE_SACRIFICE_SPAWN:
        pay_points(s, s->action.points);
        sacrifice_all(t);
        announce_spawn(t, c);
        return true;
    case CHOICE_PLACE: announce_place(t, c); return true;
    case CHOICE_MOVE:
        s->action.tile = (uint8_t)c.target;
        body_of(s, c.card)->flags |= BODY_MOVED;
        happened(t, EVENT_ANNOUNCED_MOVE, s->turn_seat, c.card, NO_CARD, 0, because(DES_618));
        did(t, WOULD_MOVE, s->turn_seat, c.card, NO_CARD, c.target, 0);
        return true;
    case CHOICE_ATTACK:
        remember(s, c, ACTION_ATTACK);
        announce_attack(t, c);
        return true;
    case CHOICE_HEAL:
        remember(s, c, ACTION_HEAL);
        s->action.target       = c.target;
        s->action.target_stamp = body_at(s, c.target)->stamp;
        body_of(s, c.card)->flags |= BODY_HEALED;
        return true;
    case CHOICE_SWITCH:
    case CHOICE_FLIP:
        remember(s, c, c.kind == CHOICE_FLIP ? ACTION_FLIP : ACTION_SWITCH);
        body_of(s, c.card)->flags |= BODY_SWITCHED;
        return true;
    case CHOICE_DETACH:
        remember(s, c, ACTION_DETACH);
        s->action.tile = (uint8_t)c.target;
        return true;
    case CHOICE_END_BATTLE: remember(s, c, ACTION_END_BATTLE); return true;
    case CHOICE_TIME_UP:
    case CHOICE_END_TURN: remember(s, c, ACTION_END_TURN); return true;
    default: return false;
    }
}

// ---- carrying out

static bool tile_is_legal(const struct table *t, const struct action *a)
{
    const struct despaira_state *s     = state_at(t);
    card_id                      there = occupant(s, a->tile);
    if (!is_beside_leader(s, s->turn_seat, a->tile)) return false;
    if (a->kind != ACTION_PLACE) return there == NO_CARD;
    return trick_on(s, a->tile) == NO_CARD &&
           (there == NO_CARD || controller_of(s, there) == s->turn_seat);
}

static bool other_tile_exists(const struct table *t)
{
    struct action a = state_at(t)->action;
    for (a.tile = 0; a.tile < TILES; a.tile++)
        if (tile_is_legal(t, &a)) return true;
    return false;
}

// DES-437, DES-438
static void take_back_card(struct table *t)
{
    struct despaira_state *s  = state_of(t);
    struct side           *me = &s->side[s->turn_seat];
    struct action         *a  = &s->action;
    if (a->kind != ACTION_PLACE) {
        me->spawn_points = (uint8_t)(me->spawn_points + a->points);
        me->spawns--;
    }
    a->failed = 1;
    to_zone(t, a->card, ZONE_HAND, BOTTOM, because(a->kind == ACTION_PLACE ? DES_438 : DES_437));
}

static void finish_spawn(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct action         *a = &s->action;
    if (a->countered) { // DES-436
        a->failed = 1;
        to_zone(t, a->card, ZONE_GRAVEYARD, TOP, because(DES_436));
        return;
    }
    put_on_tile(t, a->card, a->tile, s->turn_seat, a->state != SPAWN_ATTACK,
                a->state == SPAWN_HIDDEN);
    struct body *b = body_of(s, a->card);
    b->flags |= BODY_NORMAL_SPAWNED;
    b->paid     = a->paid;
    b->paid_all = a->kind == ACTION_SPAWN;
    happened(t, a->state == SPAWN_HIDDEN ? EVENT_SPAWNED_HIDDEN : EVENT_SPAWNED, s->turn_seat,
             a->card, NO_CARD, 0, because(DES_401));
    did(t, IS_NORMAL_SPAWNED, s->turn_seat, a->card, NO_CARD, a->tile, 0);
}

static void finish_place(struct table *t)
{
    struct despaira_state *s = state_of(t);
    put_on_tile(t, s->action.card, s->action.tile, s->turn_seat, false, true);
    happened(t, EVENT_PLACED, s->turn_seat, s->action.card, NO_CARD, 0, because(DES_427));
}

static bool card_stays(const struct table *t)
{
    const struct despaira_state *s = state_at(t);
    const struct body           *b = body_at(s, s->action.card);
    return b && b->stamp == s->action.stamp && b->controller == s->turn_seat;
}

static bool move_is_legal(const struct table *t)
{
    const struct despaira_state *s = state_at(t);
    const struct action         *a = &s->action;
    if (a->countered || !card_stays(t) || !may_be_moved(t, a->card)) return false;
    if (tile_of(s, a->card) == a->tile || distance(tile_of(s, a->card), a->tile) != 1) return false;
    if (is_creature(t, a->card) && is_up(s, a->card) && body_at(s, a->card)->flags & BODY_DEFENCE)
        return false;
    if (is_trick(t, a->card)) {
        card_id there = occupant(s, a->tile);
        return !is_up(s, a->card) && trick_on(s, a->tile) == NO_CARD &&
               (there == NO_CARD || controller_of(s, there) == s->turn_seat);
    }
    return !has_status(s, a->card, FREEZE) && occupant(s, a->tile) == NO_CARD;
}

static void finish_move(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct action         *a = &s->action;
    if (!move_is_legal(t)) {
        a->failed = 1; // DES-618
        return;
    }
    unsigned from             = tile_of(s, a->card);
    body_of(s, a->card)->back = (uint8_t)from;
    enter_tile(t, a->card, a->tile);
    happened(t, EVENT_MOVED, s->turn_seat, a->card, NO_CARD, 0, because(DES_601));
    did(t, MOVES, s->turn_seat, a->card, NO_CARD, a->tile, (int)from);
}

static void finish_heal(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct action         *a = &s->action;
    const struct body     *b = body_at(s, a->target);
    if (!card_stays(t) || !is_up(s, a->card) || !b || b->stamp != a->target_stamp ||
        !is_up(s, a->target) || tile_of(s, a->card) == NO_TILE ||
        distance(tile_of(s, a->card), tile_of(s, a->target)) != 1 ||
        stat_of(t, a->card, STAT_HL) == LACKING) {
        a->failed = 1;
        return;
    }
    if (has_status(s, a->card, POISON)) return; // DES-893
    restore_hp(t, a->target, stat_of(t, a->card, STAT_HL), because(DES_764));
}

static void finish_switch(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct action         *a = &s->action;
    if (!card_stays(t) || !is_creature(t, a->card) ||
        is_up(s, a->card) != (a->kind == ACTION_SWITCH) || has_status(s, a->card, FREEZE)) {
        a->failed = 1;
        return;
    }
    if (a->kind == ACTION_FLIP) {
        turn_up(t, a->card, a->state, because(DES_638));
        return;
    }
    struct body *b = body_of(s, a->card);
    b->flags       = (uint16_t)(a->state ? b->flags | BODY_DEFENCE : b->flags & ~BODY_DEFENCE);
    field_changed(s);
    happened(t, a->state ? EVENT_TO_DEFENCE : EVENT_TO_ATTACK, s->turn_seat, a->card, NO_CARD, 0,
             because(DES_633));
}

static void finish_detach(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct action         *a = &s->action;
    struct body           *b = body_of(s, a->card);
    if (!b || b->stamp != a->stamp || b->host == NO_CARD || occupant(s, a->tile) != NO_CARD ||
        distance(tile_of(s, b->host), a->tile) != 1) {
        a->failed = 1;
        return;
    }
    note_detached(s, b->host);
    b->host       = NO_CARD;
    b->controller = s->turn_seat;
    b->flags      = (uint16_t)((b->flags & ~BODY_DEFENCE) | BODY_MOVED);
    enter_tile(t, a->card, a->tile);
    happened(t, EVENT_DETACHED, s->turn_seat, a->card, NO_CARD, 0, because(DES_831));
}

static void finish(struct table *t)
{
    switch ((enum action_kind)state_of(t)->action.kind) {
    case ACTION_SPAWN:
    case ACTION_SACRIFICE_SPAWN: finish_spawn(t); break;
    case ACTION_PLACE: finish_place(t); break;
    case ACTION_MOVE: finish_move(t); break;
    case ACTION_ATTACK: fight(t); break;
    case ACTION_HEAL: finish_heal(t); break;
    case ACTION_SWITCH:
    case ACTION_FLIP: finish_switch(t); break;
    case ACTION_DETACH: finish_detach(t); break;
    case ACTION_END_BATTLE:
        state_of(t)->phase = PHASE_MAIN_2;
        happened(t, EVENT_MAIN_2, state_of(t)->turn_seat, NO_CARD, NO_CARD, 0, because(DES_327));
        break;
    case ACTION_END_TURN: state_of(t)->ending = 1; break;
    case ACTION_ACTIVATE:
    case ACTION_NONE: break;
    }
}

static bool has_after_window(const struct action *a)
{
    return !a->failed && a->kind != ACTION_END_BATTLE && a->kind != ACTION_END_TURN;
}

static bool needs_tile(const struct table *t)
{
    const struct action *a    = &state_at(t)->action;
    bool                 puts = a->kind == ACTION_SPAWN || a->kind == ACTION_SACRIFICE_SPAWN ||
                a->kind == ACTION_PLACE;
    return puts && !a->countered && !tile_is_legal(t, a);
}

// ---- planning: which card, what for, and where. Nothing of it shows (D7 to D10).

static unsigned planned(unsigned choice)
{
    switch (choice) {
    case CHOICE_SPAWN: return ACTION_SPAWN;
    case CHOICE_SACRIFICE_SPAWN: return ACTION_SACRIFICE_SPAWN;
    case CHOICE_PLACE: return ACTION_PLACE;
    case CHOICE_MOVE: return ACTION_MOVE;
    case CHOICE_ACTIVATE_HAND: return ACTION_ACTIVATE;
    default: return ACTION_NONE;
    }
}

static void drop_plan(struct despaira_state *s)
{
    s->action = (struct action){ 0 };
    s->work   = (struct doing){ 0 };
    s->backs++;
}

static bool is_dropped(struct despaira_state *s)
{
    if (s->core.answer[s->turn_seat].kind != CHOICE_BACK) return false;
    drop_plan(s);
    return true;
}

// The plan with its tile, as what the player does.
static struct choice plan_made(const struct despaira_state *s)
{
    static const uint8_t KINDS[] = { [ACTION_SPAWN]           = CHOICE_SPAWN,
                                     [ACTION_SACRIFICE_SPAWN] = CHOICE_SACRIFICE_SPAWN,
                                     [ACTION_PLACE]           = CHOICE_PLACE,
                                     [ACTION_MOVE]            = CHOICE_MOVE,
                                     [ACTION_ACTIVATE]        = CHOICE_ACTIVATE_HAND };
    struct choice        c       = answer_of(&s->core, s->turn_seat);
    c.kind                       = KINDS[s->action.kind];
    c.card                       = s->action.card;
    return c;
}

static void ask_to_act_again(struct despaira_state *s)
{
    s->action = (struct action){ 0 };
    s->work   = (struct doing){ 0 };
    drop_flows(s, s->core.depth - 1u);
    s->frames[s->core.depth - 1].turn.at = TURN_ASKED;
    ask(&s->core, s->turn_seat, QUESTION_ACT, 0, 0);
}

// As if the trick that is being declared had not been thought of.
static void ask_before_declaring(struct despaira_state *s)
{
    seat_id who = s->declaring.seat;
    drop_flows(s, s->core.depth - 1u);
    s->declaring    = (struct link){ 0 };
    struct frame *f = &s->frames[s->core.depth - 1];
    if (f->flow == FLOW_WINDOW) {
        f->window.at = WINDOW_ASKED;
        ask(&s->core, who, QUESTION_RESPOND, 0, 0);
    } else if (f->flow == FLOW_PERIOD) {
        f->period.at = PERIOD_ASKED;
        ask(&s->core, who, QUESTION_CHAIN, 0, 0);
    } else {
        ask_to_act_again(s);
    }
}

static bool is_declared_in_secret(const struct despaira_state *s, const struct frame *f,
                                  seat_id viewer)
{
    return f->flow == FLOW_DECLARE && !s->has_link && s->declaring.seat != viewer &&
           !knows(&s->core, viewer, s->declaring.source);
}

// What another seat plans or declares is a secret (DES-509): to a viewer it has not begun.
void despaira_imagine(struct table *t, seat_id viewer, struct rng *rng)
{
    struct despaira_state *s = state_of(t);
    (void)rng;
    if (s->core.over || !s->core.depth) return;
    const struct frame *f = &s->frames[s->core.depth - 1];
    if (is_declared_in_secret(s, f, viewer)) {
        s->core.asked = 0;
        ask_before_declaring(s);
    } else if (f->flow == FLOW_ACTION && viewer != s->turn_seat &&
               (f->action.at == ACT_SACRIFICED || f->action.at == ACT_POINTS ||
                f->action.at == ACT_WHERE)) {
        s->core.asked = 0;
        ask_to_act_again(s);
    }
}

static void begin_activation(struct table *t, struct choice c)
{
    struct despaira_state *s    = state_of(t);
    bool                   hand = c.kind == CHOICE_ACTIVATE_HAND;
    bool                   main = is_trick(t, c.card) && (hand || !is_up(s, c.card));
    begin_declaring(t, s->turn_seat, c.card,
                    main ? face_of(t, c.card)->main
                         : ability_named(t, c.card, c.kind == CHOICE_ACTIVATE_SECOND));
    if (hand) s->declaring.tile = (uint8_t)tile_under(c.target);
}

// The answer to "what do you do?" becomes an action, from announcement to after-window.
enum flow carry_action(struct table *t, struct action_frame *f)
{
    struct despaira_state *s      = state_of(t);
    struct choice          choice = s->core.answer[s->turn_seat];
    FLOW_BEGIN(f);
    remember(s, choice, planned(choice.kind));
    if (s->action.kind != ACTION_NONE) {
        s->work = (struct doing){ 0 };
        if (s->action.kind == ACTION_SACRIFICE_SPAWN) {
            do {
                ask(&s->core, s->turn_seat, QUESTION_SACRIFICE, 0, s->action.card);
                FLOW_PAUSE(f, ACT_SACRIFICED);
                if (is_dropped(s)) return FLOW_DONE;
                if (choice.kind == CHOICE_SACRIFICE) name_thing(s, SLOT_NONE, choice.card);
            } while (choice.kind == CHOICE_SACRIFICE);
            ask(&s->core, s->turn_seat, QUESTION_POINTS, 0, s->action.card);
            FLOW_PAUSE(f, ACT_POINTS);
            if (is_dropped(s)) return FLOW_DONE;
            s->action.points = choice.option;
        }
        ask(&s->core, s->turn_seat, QUESTION_WHERE, 0, s->action.card);
        FLOW_PAUSE(f, ACT_WHERE);
        if (is_dropped(s)) return FLOW_DONE;
        choice = plan_made(s);
    }
    if (choice.kind == CHOICE_ACTIVATE || choice.kind == CHOICE_ACTIVATE_SECOND ||
        choice.kind == CHOICE_ACTIVATE_HAND || choice.kind == CHOICE_SUMMON) {
        s->action = (struct action){
            .kind = ACTION_ACTIVATE, .card = choice.card, .target = NO_CARD, .tile = NO_TILE
        };
        s->declared = 0;
        if (choice.kind == CHOICE_SUMMON) {
            s->work = (struct doing){ 0 };
            while (summon_asks(t, s->action.card)) {
                ask(&s->core, s->turn_seat, QUESTION_SUMMON, s->work.core.named_count,
                    s->action.card);
                FLOW_PAUSE(f, ACT_GIVEN);
                if (is_dropped(s)) return FLOW_DONE;
                name_thing(s, SLOT_NONE, choice.card);
            }
            begin_summon(t, s->action.card);
        } else {
            begin_activation(t, choice);
            call_declare(s);
            FLOW_PAUSE(f, ACT_DECLARED);
        }
        if (!s->declared) {
            s->action = (struct action){ 0 };
            return FLOW_DONE;
        }
    } else if (!announce(t, choice)) {
        return FLOW_DONE;
    }
    state_check(t);
    if (s->waiting_count || s->link_count) {
        call_period(s); // DES-569
        FLOW_PAUSE(f, ACT_TRIGGERED);
    }
    if (s->action.kind != ACTION_ACTIVATE) {
        call_window(s);
        FLOW_PAUSE(f, ACT_ANSWERED);
        if (needs_tile(t) && other_tile_exists(t)) {
            ask(&s->core, s->turn_seat, QUESTION_TILE, 0, s->action.card);
            FLOW_PAUSE(f, ACT_TILE);
            s->action.tile = (uint8_t)tile_under(answer_of(&s->core, s->turn_seat).target);
        }
        if (needs_tile(t))
            take_back_card(t);
        else
            finish(t);
        if (s->blow_count) {
            call_replace(s);
            FLOW_PAUSE(f, ACT_REPLACED);
        }
        state_check(t);
        if (s->waiting_count) {
            call_period(s);
            FLOW_PAUSE(f, ACT_AFTERMATH);
        }
    }
    if (has_after_window(&s->action)) {
        call_window(s);
        FLOW_PAUSE(f, ACT_CLOSED);
    }
    s->action = (struct action){ 0 };
    FLOW_END(f);
}

bool may_put_down(const struct table *t, unsigned tile)
{
    struct action a = state_at(t)->action;
    a.tile          = (uint8_t)tile;
    return tile < TILES && tile_is_legal(t, &a);
}
