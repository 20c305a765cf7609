// turn.c - chapter 300: the phases of a turn.
#include "games/despaira/rules.h"

// DES-313
static void refresh(struct table *t)
{
    struct despaira_state *s           = state_of(t);
    s->side[s->turn_seat].spawn_points = SPAWN_POINTS;
    s->side[s->turn_seat].spawns       = 0;
    s->ending = s->backs = 0;
    for (unsigned i = 0; i < s->body_top; i++) {
        struct body *b = &s->bodies[i];
        if (!b->stamp) continue;
        memset(b->used, 0, sizeof b->used);
        memset(b->triggered, 0, sizeof b->triggered);
        b->flags &= (uint16_t) ~(BODY_NORMAL_SPAWNED | BODY_TURNED_DOWN);
        if (b->controller == s->turn_seat)
            b->flags &= (uint16_t) ~(BODY_MOVED | BODY_ATTACKED | BODY_SWITCHED | BODY_HEALED |
                                     BODY_RESTING);
    }
    for (unsigned i = s->change_count; i-- > 0;)
        if (s->changes[i].until == UNTIL_YOUR_NEXT_TURN && s->changes[i].seat == s->turn_seat)
            end_change(t, i);
}

// DES-314, DES-853, DES-890 to DES-893
static void upkeep(struct table *t)
{
    struct despaira_state *s = state_of(t);
    for (unsigned i = 0; i < s->body_top; i++) {
        struct body *b = &s->bodies[i];
        if (!b->stamp || b->controller != s->turn_seat || !is_trick(t, b->card)) continue;
        if (!has_class(t, b->card, CLASS_TIMER) || !is_up(s, b->card) || b->timer == 0) continue;
        if (--b->timer == 0) to_zone(t, b->card, ZONE_GRAVEYARD, TOP, because(DES_853));
    }
    for (unsigned tile = 0; tile < TILES; tile++) {
        card_id card = occupant(s, tile);
        if (card == NO_CARD || !is_creature(t, card) || controller_of(s, card) != s->turn_seat)
            continue;
        const struct body *b = body_at(s, card);
        int damage           = (b->status[BURN] ? b->burn * 50 : 0) + (b->status[POISON] ? 50 : 0);
        if (!damage) continue;
        turn_up(t, card, true, because(DES_640));
        hurt_creature(t, card, protected_damage(t, card, damage),
                      because(b->status[BURN] ? DES_892 : DES_893));
    }
    for (unsigned tile = 0; tile < TILES; tile++) { // DES-956
        card_id card = occupant(s, tile);
        if (card == NO_CARD || !is_creature(t, card) || !is_up(s, card) ||
            !has_tag(t, card, TAG_DEVIL))
            continue;
        if (controller_of(s, card) != s->turn_seat) continue;
        s->side[s->turn_seat].leader_damage = (int16_t)(s->side[s->turn_seat].leader_damage + 100);
        happened(t, EVENT_LEADER_HURT, s->turn_seat, s->side[s->turn_seat].leader, card, 100,
                 because(DES_956));
    }
}

static void mine_and_draw(struct table *t)
{
    struct despaira_state *s  = state_of(t);
    struct side           *me = &s->side[s->turn_seat];
    if (me->turns == 1) return; // DES-318
    int missing = CRYSTALS - me->inventory, mined = missing < MINING ? missing : MINING;
    me->inventory = (uint8_t)(me->inventory + mined);
    happened(t, EVENT_MINED, s->turn_seat, NO_CARD, NO_CARD, mined, because(DES_315));
    draw_cards(t, s->turn_seat, DRAWING, because(DES_317));
}

static void wake_at(struct table *t, card_id card, unsigned word)
{
    struct despaira_state *s = state_of(t);
    uint16_t               list[8];
    unsigned               count = abilities_on(t, card, list);
    for (unsigned i = 0; i < count && s->waiting_count < WAITING_MAX; i++) {
        const struct ability *a = ability_at(t, list[i]);
        if (a->kind != ABILITY_TRIGGER || a->at != YOUR_TURN_STARTS + word) continue;
        s->waiting[s->waiting_count++] = (struct waiting){ .ability = list[i],
                                                           .stamp   = body_at(s, card)->stamp,
                                                           .source  = card,
                                                           .about   = card,
                                                           .other   = NO_CARD,
                                                           .seat    = controller_of(s, card) };
    }
}

static void wake_phase(struct table *t, unsigned own, unsigned other)
{
    struct despaira_state *s       = state_of(t);
    bool                   granted = s->grants || s->field.statics & static_bit(VERB_HAVE);
    for (unsigned i = 0; i < s->body_top; i++) {
        const struct body *b    = &s->bodies[i];
        unsigned           word = b->controller == s->turn_seat ? own : other;
        if (!b->stamp || !(granted || face_of(t, b->card)->at >> word & 1)) continue;
        if (is_active(t, b->card)) wake_at(t, b->card, word);
    }
}

static void start_phase(struct table *t)
{
    struct despaira_state *s = state_of(t);
    s->turn++;
    s->phase = PHASE_START;
    if (s->side[s->turn_seat].turns < 250) s->side[s->turn_seat].turns++;
    happened(t, EVENT_TURN_BEGAN, s->turn_seat, NO_CARD, NO_CARD, s->turn, because(DES_310));
    refresh(t);
    upkeep(t);
    state_check(t);
    if (s->core.over || s->finished) return;
    mine_and_draw(t);
    state_check(t);
    if (s->core.over || s->finished) return;
    wake_phase(t, 0, THEIR_TURN_STARTS - YOUR_TURN_STARTS);
    wake_phase(t, EACH_TURN_STARTS - YOUR_TURN_STARTS, EACH_TURN_STARTS - YOUR_TURN_STARTS);
    for (unsigned tile = 0; tile < TILES; tile++) {
        card_id trick = trick_on(s, tile);
        if (trick != NO_CARD && body_at(s, trick)->flags & BODY_LOCKED &&
            controller_of(s, trick) != s->turn_seat)
            did(t, IS_LOCKED_AT_START, s->turn_seat, trick, NO_CARD, tile, 0);
    }
}

// DES-331, DES-332
static void count_down(struct table *t)
{
    struct despaira_state *s = state_of(t);
    for (unsigned i = 0; i < s->body_top; i++) {
        struct body *b = &s->bodies[i];
        if (!b->stamp || b->controller != s->turn_seat) continue;
        for (unsigned k = 0; k < STATUS_COUNT; k++) {
            if (!b->status[k]) continue;
            b->status[k]--;
            field_changed(s);
        }
        if (!b->status[BURN]) b->burn = 0;
    }
    for (unsigned i = s->change_count; i-- > 0;) {
        struct change *c    = &s->changes[i];
        bool           mine = c->card < CARDS_MAX && body_at(s, c->card)
                                  ? controller_of(s, c->card) == s->turn_seat
                                  : c->seat == s->turn_seat;
        if (c->until == UNTIL_END_OF_TURN ||
            (c->until == FOR_TURNS && mine && (c->turns < 2 || !--c->turns)))
            end_change(t, i);
    }
    s->side[s->turn_seat].unspent      = s->side[s->turn_seat].spawn_points;
    s->side[s->turn_seat].spawn_points = 0;
    s->ending                          = 0;
}

// DES-911
static void end_by_length(struct table *t)
{
    int south = leader_hp(t, SOUTH), north = leader_hp(t, NORTH);
    finish_game(t,
                (seat_set)(south > north   ? BIT(SOUTH)
                           : north > south ? BIT(NORTH)
                                           : 0),
                DES_911);
}

enum flow play_turn(struct table *t, struct turn_frame *f)
{
    struct despaira_state *s = state_of(t);
    FLOW_BEGIN(f);
    start_phase(t);
    if (s->core.over || s->finished) return FLOW_DONE;
    if (s->waiting_count) {
        call_period(s);
        FLOW_PAUSE(f, TURN_STARTED);
    }
    call_window(s);
    FLOW_PAUSE(f, TURN_WINDOW);
    s->phase = PHASE_MAIN_1;
    while (!s->ending) {
        ask(&s->core, s->turn_seat, QUESTION_ACT, 0, 0);
        FLOW_PAUSE(f, TURN_ASKED);
        call_action(s);
        FLOW_PAUSE(f, TURN_ACTED);
    }
    s->phase = PHASE_END;
    wake_phase(t, YOUR_TURN_ENDS - YOUR_TURN_STARTS, THEIR_TURN_ENDS - YOUR_TURN_STARTS);
    wake_phase(t, EACH_TURN_ENDS - YOUR_TURN_STARTS, EACH_TURN_ENDS - YOUR_TURN_STARTS);
    if (s->waiting_count) {
        call_period(s);
        FLOW_PAUSE(f, TURN_ENDING);
    }
    count_down(t);
    state_check(t);
    if (s->core.over || s->finished) return FLOW_DONE;
    if (s->waiting_count) {
        call_period(s);
        FLOW_PAUSE(f, TURN_ENDED);
    }
    if (s->turn >= TURNS_MAX) end_by_length(t);
    s->turn_seat = other_seat(s->turn_seat);
    FLOW_END(f);
}

// ---- clocks

// D16, D17, and what has to be chosen for such an answer (D15).
static bool is_answer(const struct despaira_state *s, seat_id seat)
{
    unsigned kind = s->core.question[seat].kind, depth = s->core.depth;
    if (kind == QUESTION_RESPOND || kind == QUESTION_CHAIN) return true;
    if (depth < 2 || s->frames[depth - 1].flow != FLOW_DECLARE) return false;
    const struct frame *f = &s->frames[depth - 2];
    return f->flow == FLOW_WINDOW || (f->flow == FLOW_PERIOD && f->period.at == PERIOD_DECLARED);
}

struct time_limit despaira_time(const struct table *t, seat_id seat)
{
    const struct despaira_state *s = state_at(t);
    switch ((enum question_kind)s->core.question[seat].kind) {
    case QUESTION_LEADER:
    case QUESTION_LEADER_TILE:
    case QUESTION_DRAFT: return (struct time_limit){ DES_R117, 60, 0 };
    case QUESTION_BUILD:
    case QUESTION_SIDE: return (struct time_limit){ DES_R117, 180, 0 };
    default: break;
    }
    if (is_answer(s, seat)) return (struct time_limit){ DES_341, 15, 0 };
    if (seat != s->turn_seat) return (struct time_limit){ DES_345, 15, 0 };
    uint32_t turn = (uint32_t)s->match << 16 | (uint32_t)s->game << 8 | s->side[seat].turns;
    return (struct time_limit){ DES_338, 240, turn };
}
