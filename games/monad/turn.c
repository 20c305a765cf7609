// Chapter 200: the turn, travel, running and random encounters; chapter 580: the End Phase.
#include "engine/chance.h"
#include "games/monad/rules.h"

// ---- who does what

seat_id encounter_player(const struct monad_state *s, seat_id active) // MON-008
{
    if (s->core.mode == MODE_SOLO) return AUTOMATON;
    for (unsigned n = 1; n < s->core.seats; n++) {
        seat_id seat = (seat_id)((active + s->core.seats - n) % s->core.seats);
        if (!is_out(s, seat) && is_enemy(&s->core, active, seat)) return seat;
    }
    return NO_SEAT;
}
seat_id quest_handler(const struct monad_state *s, seat_id active) // MON-009
{
    if (s->core.mode == MODE_SOLO) return AUTOMATON;
    for (unsigned n = 1; n < s->core.seats; n++) {
        seat_id seat = (seat_id)((active + n) % s->core.seats);
        if (!is_out(s, seat) && is_enemy(&s->core, active, seat)) return seat;
    }
    return NO_SEAT;
}

bool is_faced(const struct monad_state *s, seat_id seat)
{
    zone_id first = zone_of_seat(ZONE_FACING, seat);
    return zone_size(&s->core, first) || zone_size(&s->core, (zone_id)(first + MID)) ||
           zone_size(&s->core, (zone_id)(first + BACK));
}

// What was set aside goes back.
void return_encounters(struct table *t, seat_id owner, bool draw)
{
    struct monad_state *s     = state_of(t);
    zone_id             aside = zone_of_seat(ZONE_ASIDE, owner);
    unsigned            count = zone_size(&s->core, aside);
    if (!count) return;
    while (zone_size(&s->core, aside)) shuffle_in(t, zone_top(&s->core, aside));
    shuffle_deck(t, owner, rule_reason(MON_242));
    if (draw) draw_cards(t, owner, count, MON_218);
}

// Everything that faces a party goes back into its owners' decks (MON-218, MON-245, MON-511).
void take_back_facing(struct table *t, seat_id party, bool draw)
{
    struct monad_state *s               = state_of(t);
    unsigned            back[SEATS_MAX] = { 0 };
    if (party == s->active) s->standing = 0;
    for (unsigned row = 0; row < ROWS; row++) {
        zone_id zone = zone_of_seat(ZONE_FACING + row, party);
        while (zone_size(&s->core, zone)) {
            card_id card = zone_top(&s->core, zone);
            leave_play(t, card);
            if (is_token(t, card) && kind_of(t, card) == KIND_TOKEN) {
                card_destroy(&s->core, card);
                continue;
            }
            back[card_at(&s->core, card)->owner]++;
            shuffle_in(t, card);
        }
    }
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!back[seat]) continue;
        shuffle_deck(t, seat, rule_reason(MON_218));
        if (draw && !is_out(s, seat)) draw_cards(t, seat, back[seat], MON_218);
    }
}

// ---- places

void be_at(struct table *t, seat_id seat, card_id location)
{
    state_of(t)->side[seat].location = location;
    note(t, EVENT_TRAVELLED, seat, location, NO_CARD, 0, MON_210);
}

void visit(struct table *t, seat_id seat)
{
    struct side *me      = &state_of(t)->side[seat];
    uint64_t     regions = def_of(t, me->location)->tags >> TAG_GREENMANTLE & 31;
    if (asks_for_regions(t, seat)) me->tokens = (uint8_t)(me->tokens | regions);
    count_for_quests(t, seat, COUNT_VISIT, state_at(t)->side[seat].location);
}

int pathfinder_of(const struct table *t, seat_id seat)
{
    const struct monad_state *s    = state_at(t);
    int                       best = 0;
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FRONT + row, seat)) {
            int value = is_unit(s, card) ? keyword_of(t, card, PATHFINDER) : 0;
            if (value > best) best = value;
        }
    return best;
}

rule_id why_not_travel(const struct table *t, seat_id seat, card_id location)
{
    const struct monad_state *s  = state_at(t);
    const struct side        *me = &s->side[seat];
    if (location >= s->core.card_count || card_at(&s->core, location)->zone != ZONE_MAP)
        return MON_105;
    if (!is_in_location_deck(t, seat, location)) return MON_105;
    if (location == me->location || !shares_region(t, location, me->location)) return MON_205;
    for (unsigned i = 0; i < s->lasting_count; i++)
        if (s->lasting[i].kind == LAST_NO_TRAVEL &&
            (!s->lasting[i].arg || s->lasting[i].of == seat))
            return MON_350;
    return 0;
}

bool is_in_location_deck(const struct table *t, seat_id seat, card_id location) // MON-105
{
    uint32_t map = state_at(t)->side[seat].map;
    unsigned at  = 0;
    if (!map) return card_at(t->state, location)->zone == ZONE_MAP;
    EACH_IN_ZONE(card, t->state, ZONE_MAP) {
        if (card == location) return at < 32 && map >> at & 1;
        at++;
    }
    return false;
}

static bool has_destination(const struct table *t, seat_id seat)
{
    EACH_IN_ZONE(card, t->state, ZONE_MAP)
        if (!why_not_travel(t, seat, card)) return true;
    return false;
}

enum { TRAVEL_WHERE = 1, TRAVEL_RUN };

// MON-205 to MON-210, MON-626
enum flow travel(struct table *t, struct frame *f)
{
    struct monad_state *s  = state_of(t);
    struct side        *me = &s->side[f->who];
    struct choice       c  = { 0 };
    FLOW_BEGIN(f);
    if (!has_destination(t, f->who)) return FLOW_DONE;
    f->n = number_on(t, me->location, W_FAST_TRAVEL) >= 0 ? 2 : 1;
    for (; f->n > 0; f->n--) {
        ask(&s->core, f->who, QUESTION_TRAVEL, f->flag, 0);
        FLOW_PAUSE(f, TRAVEL_WHERE);
        c = answer_of(&s->core, f->who);
        if (is_out(s, f->who)) return FLOW_DONE;
        if (c.kind == CHOICE_RUN) {
            call(s, FLOW_RUN, f->who, NO_CARD, NO_CARD);
            FLOW_PAUSE(f, TRAVEL_RUN);
            return FLOW_DONE;
        }
        if (c.kind != CHOICE_GO) break;
        be_at(t, f->who, c.card);
        f->flag = me->moved = 1;
    }
    if (me->moved) visit(t, f->who);
    FLOW_END(f);
}

static void begin_run(struct table *t, seat_id who)
{
    struct monad_state *s = state_of(t);
    note(t, EVENT_RAN, who, NO_CARD, NO_CARD, 0, MON_215);
    s->combat = (struct combat){ .kind   = COMBAT_RUN,
                                 .round  = 1,
                                 .active = who,
                                 .hazard = NO_SEAT,
                                 .mate   = NO_SEAT,
                                 .ward   = NO_CARD };
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FACING + row, who)) {
            if (!is_unit(s, card)) continue;
            s->combat.hazard = card_at(&s->core, card)->owner;
            body_of(s, card)->flags &= (uint8_t) ~(BODY_EXHAUSTED | BODY_READIED);
        }
}

enum { RUN_OPENED = 1, RUN_ACTIVATED, RUN_DEATHS, RUN_COMPLETE, RUN_WHERE };

// MON-215 to MON-224
enum flow run_away(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    begin_run(t, f->who);
    call(s, FLOW_OPENING, f->who, NO_CARD, NO_CARD); // MON-217
    FLOW_PAUSE(f, RUN_OPENED);
    call(s, FLOW_ACTIVATIONS, f->who, NO_CARD, NO_CARD)->other = 1;
    FLOW_PAUSE(f, RUN_ACTIVATED);
    tell_end_of_combat(t);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, RUN_DEATHS);
    f->kind        = s->combat.result;
    s->combat.kind = COMBAT_NONE;
    clean_up(t); // MON-485
    if (f->kind == RESULT_WON) count_for_quests(t, f->who, COUNT_FIGHT, NO_CARD);
    if (f->kind == RESULT_LOST || f->kind == RESULT_LEFT || is_out(s, f->who))
        return FLOW_DONE;        // MON-223
    if (f->kind == RESULT_WON) { // MON-222
        if (zone_size(&s->core, zone_of_seat(ZONE_DISPUTE, f->who)) || s->side[f->who].disputed) {
            call(s, FLOW_COMPLETE, f->who, zone_top(&s->core, zone_of_seat(ZONE_DISPUTE, f->who)),
                 NO_CARD)
                ->flag = 1;
            FLOW_PAUSE(f, RUN_COMPLETE);
        }
        if (s->core.over || !has_destination(t, f->who)) return FLOW_DONE;
        ask(&s->core, f->who, QUESTION_TRAVEL, 1, 0);
    } else {
        take_back_facing(t, f->who, true);
        if (zone_size(&s->core, zone_of_seat(ZONE_DISPUTE, f->who))) // MON-221
            fail_quest(t, zone_top(&s->core, zone_of_seat(ZONE_DISPUTE, f->who)), MON_221);
        s->side[f->who].disputed = 0;
        ask(&s->core, f->who, QUESTION_RUN_TO, 0, 0); // MON-220
    }
    FLOW_PAUSE(f, RUN_WHERE);
    struct choice c = answer_of(&s->core, f->who);
    if (c.kind != CHOICE_GO) return FLOW_DONE;
    be_at(t, f->who, c.card);
    s->side[f->who].moved = 1;
    visit(t, f->who);
    FLOW_END(f);
}

// ---- random encounters

static bool trap_springs(struct table *t, seat_id seat)
{
    size_t line = find_line(t, state_at(t)->side[seat].location, W_TRAP);
    if (line == SIZE_MAX) return false;
    unsigned sum = roll_two(t, seat, rule_reason(MON_628));
    return (int)sum + pathfinder_of(t, seat) < number_at(t->pool, book(t)->lines[line].op);
}

static int trap_damage(const struct table *t, seat_id seat)
{
    size_t   line = find_line(t, state_at(t)->side[seat].location, W_TRAP);
    uint32_t op   = book(t)->lines[line].op;
    return t->pool->ops[op + 2].value;
}

static void tell_arrival(struct table *t, seat_id who)
{
    struct monad_state *s = state_of(t);
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FRONT + row, who))
            if (is_unit(s, card)) wait_for(t, WHEN_ARRIVES, card, NO_CARD);
}

enum {
    ARRIVAL_TRAP = 1,
    ARRIVAL_TRAP_DEATHS,
    ARRIVAL_WAITING_DONE,
    ARRIVAL_CARRIED_OUT,
    ARRIVAL_DEATHS,
    ARRIVAL_PASSAGE,
    ARRIVAL_PASSAGE_PAID,
    ARRIVAL_FOUGHT
};

// MON-230 to MON-240
enum flow random_encounter(struct table *t, struct frame *f)
{
    struct monad_state *s  = state_of(t);
    struct side        *me = &s->side[f->who];
    struct choice       c  = { 0 };
    FLOW_BEGIN(f);
    if (!me->moved || is_faced(s, f->who)) return FLOW_DONE;
    if (trap_springs(t, f->who)) {
        ask(&s->core, f->who, QUESTION_TRAP, 0, me->location);
        FLOW_PAUSE(f, ARRIVAL_TRAP);
        c = answer_of(&s->core, f->who);
        if (c.kind == CHOICE_TARGET) lose_hp(t, c.card, trap_damage(t, f->who), NO_CARD, MON_628);
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, ARRIVAL_TRAP_DEATHS);
        if (s->skip_to_end) return FLOW_DONE;
    }
    tell_arrival(t, f->who);
    if (s->waiting_count) {
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD); // MON-510: and what waits
        FLOW_PAUSE(f, ARRIVAL_WAITING_DONE);
        if (s->skip_to_end) return FLOW_DONE;
    }
    if (find_line(t, me->location, W_ON_ARRIVAL) != SIZE_MAX) {
        call_text(t, (uint32_t)find_line(t, me->location, W_ON_ARRIVAL), 0, f->who, me->location,
                  me->catalyst, NO_CARD);
        FLOW_PAUSE(f, ARRIVAL_CARRIED_OUT);
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, ARRIVAL_DEATHS);
        if (s->skip_to_end || is_out(s, f->who)) return FLOW_DONE;
    }
    f->value = (int16_t)number_on(t, me->location, W_SAFE_PASSAGE);
    if (f->value >= 0 && can_pay(t, f->who, f->value)) { // MON-625
        ask(&s->core, f->who, QUESTION_PASSAGE, 0, me->location);
        FLOW_PAUSE(f, ARRIVAL_PASSAGE);
        if (answer_of(&s->core, f->who).kind == CHOICE_YES) {
            call_pay(s, f->who, f->value);
            FLOW_PAUSE(f, ARRIVAL_PASSAGE_PAID);
            return FLOW_DONE;
        }
    }
    f->value = (int16_t)(er_of(t, me->location) - pathfinder_of(t, f->who)); // MON-232
    f->other = encounter_player(s, f->who);
    if (f->value <= 0 || f->other == NO_SEAT || is_out(s, f->who)) return FLOW_DONE;
    call(s, FLOW_FIGHT, f->who, NO_CARD, NO_CARD)->kind = COMBAT_RANDOM;
    s->frames[s->core.depth - 1].other                  = f->other;
    s->frames[s->core.depth - 1].value                  = f->value;
    FLOW_PAUSE(f, ARRIVAL_FOUGHT);
    FLOW_END(f);
}

// ---- the turn

static void recover(struct table *t, seat_id who) // MON-202, MON-203
{
    struct monad_state *s    = state_of(t);
    bool                none = lasting_sum(s, LAST_NO_RECOVERY, 0, NO_CARD, who) > 0;
    for (unsigned i = 0; i < s->lasting_count;)
        if (s->lasting[i].kind == LAST_NO_RECOVERY && s->lasting[i].of == who) {
            s->lasting[i].until = UNTIL_RECOVERY;
            s->lasting[i].seat  = who;
            end_lasting(s, UNTIL_RECOVERY, who, NO_CARD);
        } else {
            i++;
        }
    if (none) return;
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FRONT + row, who)) {
            if (!is_unit(s, card) || is_token(t, card)) continue;
            struct body *b = body_of(s, card);
            if (b->damage) b->damage--;
            if (b->spent) b->spent--;
        }
}

static void begin_turn(struct table *t, seat_id who)
{
    struct monad_state *s = state_of(t);
    s->turn++;
    s->side[who].turns++;
    if (s->side[who].waits) s->side[who].waits--;
    s->side[who].safe = s->side[who].moved = 0;
    s->skip_to_end                         = 0;
    clear_tallies(s, TALLY_FIRED);
    clear_tallies(s, TALLY_FIRST + FIRST_TURN);
    end_lasting(s, UNTIL_YOUR_TURN, who, NO_CARD);
    keep_alive(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) s->side[seat].fresh = 0; // MON-347
    s->standing = is_faced(s, who);
    note(t, EVENT_TURN, who, NO_CARD, NO_CARD, s->turn, MON_200);
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FRONT + row, who))
            if (is_unit(s, card)) wait_for(t, WHEN_TURN, card, NO_CARD);
}

static void end_of_phase(struct table *t)
{
    struct monad_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) return_encounters(t, seat, false);
    clear_tallies(s, TALLY_FIRED);
}

static enum flow_id flow_of_phase(unsigned phase)
{
    switch ((enum phase)phase) {
    case PHASE_TRAVEL: return FLOW_TRAVEL;
    case PHASE_RANDOM: return FLOW_RANDOM;
    case PHASE_QUEST: return FLOW_QUESTING;
    case PHASE_PROVISION: return FLOW_PROVISION;
    case PHASE_END: return FLOW_END;
    case PHASE_SETUP:
    case PHASE_RECOVERY: break;
    }
    return FLOW_CHECK;
}

// MON-200
enum flow play_turn(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    s->active = f->who;
    s->phase  = PHASE_RECOVERY;
    begin_turn(t, f->who);
    if (s->waiting_count) {
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD); // MON-510: and what waits
        FLOW_PAUSE(f, TURN_BEGUN);
    }
    recover(t, f->who);
    for (f->i = PHASE_RECOVERY; f->i <= PHASE_END; f->i++) {
        if (is_out(s, f->who)) break;
        if (s->skip_to_end && f->i < PHASE_END) continue; // MON-518
        s->phase = f->i;
        call(s, flow_of_phase(f->i), f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, TURN_PHASE_DONE);
        end_of_phase(t);
        call(s, FLOW_CHECK, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, TURN_PHASE_CHECKED);
    }
    end_lasting(s, UNTIL_TURN, NO_SEAT, NO_CARD);
    keep_alive(t);
    FLOW_END(f);
}

// ---- the End Phase

int level_cost(const struct table *t, seat_id seat, card_id class_card)
{
    int cost = def_of(t, class_card)->field[FIELD_COST] +
               lasting_sum(state_at(t), LAST_LEVEL_COST, 0, NO_CARD, seat);
    return cost > 0 ? cost : 0;
}

static card_id own_class(const struct monad_state *s, const struct table *t, seat_id seat,
                         def_id def)
{
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_CLASS, seat))
        if (card_at(&s->core, card)->def == def) return card;
    (void)t;
    return NO_CARD;
}

static void mark_ability(struct table *t, seat_id who, card_id class_card, unsigned ability)
{
    struct monad_state *s     = state_of(t);
    struct side        *me    = &s->side[who];
    uint8_t            *marks = &me->marks[def_of(t, class_card)->field[FIELD_TIER] - 1];
    *marks                    = (uint8_t)(*marks | BIT(ability));
    me->level++;
    me->gained_level = 1;
    for (unsigned i = 0; i < s->lasting_count;)
        if (s->lasting[i].kind == LAST_LEVEL_COST && s->lasting[i].of == who) {
            s->lasting[i].until = UNTIL_LEVEL;
            s->lasting[i].seat  = who;
            end_lasting(s, UNTIL_LEVEL, who, NO_CARD);
        } else {
            i++;
        }
    note(t, EVENT_LEVEL, who, me->catalyst, NO_CARD, me->level, MON_585);
    wait_for(t, WHEN_LEVEL, me->catalyst, NO_CARD);
}

static void shuffle_marked_quests(struct table *t, seat_id who)
{
    struct monad_state *s    = state_of(t);
    zone_id             pile = zone_of_seat(ZONE_COMPLETED, who);
    for (card_id card = zone_top(&s->core, pile), next; card != NO_CARD; card = next) {
        next = card_below(&s->core, card);
        if (card_at(&s->core, card)->flags & CARD_MARKED) shuffle_in(t, card);
    }
    shuffle_deck(t, who, rule_reason(MON_581));
}

enum { LEVEL_QUEST = 1, LEVEL_ABILITY, LEVEL_HUMAN_NATURE, LEVEL_WAITING_DONE };

// MON-581 to MON-585: quests are set apart until they are enough, then an ability is marked.
enum flow gain_level(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    struct choice       c = { 0 };
    FLOW_BEGIN(f);
    f->value = (int16_t)level_cost(t, f->who, f->card);
    while (marked_sum(t, f->who, FIELD_LEVEL) < f->value) {
        ask(&s->core, f->who, QUESTION_LEVEL_PAY, (uint16_t)f->value, f->card);
        FLOW_PAUSE(f, LEVEL_QUEST);
        c = answer_of(&s->core, f->who);
        if (c.kind != CHOICE_TAKE) return FLOW_DONE;
        card_of(&s->core, c.card)->flags |= CARD_MARKED;
    }
    shuffle_marked_quests(t, f->who);
    if (card_at(&s->core, f->card)->zone == ZONE_CLASSES) {
        f->card = card_create(&s->core, card_at(&s->core, f->card)->def, f->who,
                              zone_of_seat(ZONE_CLASS, f->who), BOTTOM);
        card_show(&s->core, f->card, EVERYBODY);
        s->stale = 1;
    }
    ask(&s->core, f->who, QUESTION_ABILITY, 1, f->card);
    FLOW_PAUSE(f, LEVEL_ABILITY);
    c = answer_of(&s->core, f->who);
    if (c.kind != CHOICE_MARK) return FLOW_DONE;
    mark_ability(t, f->who, own_class(s, t, f->who, card_at(&s->core, f->card)->def),
                 c.option - 1u);
    if (face_of(t, s->side[f->who].catalyst)->keyword[HUMAN_NATURE]) {
        call(s, FLOW_HUMAN, f->who, s->side[f->who].catalyst, NO_CARD)->n = 1;
        FLOW_PAUSE(f, LEVEL_HUMAN_NATURE);
    }
    if (s->waiting_count) {
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD); // MON-510: and what waits
        FLOW_PAUSE(f, LEVEL_WAITING_DONE);
    }
    FLOW_END(f);
}

static bool can_gain_level(const struct table *t, seat_id who)
{
    const struct monad_state *s   = state_at(t);
    int                       sum = 0;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_COMPLETED, who))
        sum += def_of(t, card)->field[FIELD_LEVEL];
    return sum > 0;
}

static void tell_end_of_turn(struct table *t, seat_id who)
{
    struct monad_state *s = state_of(t);
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FRONT + row, who))
            if (is_unit(s, card)) wait_for(t, WHEN_TURN_ENDS, card, NO_CARD);
}

static seat_id nth_from_active(const struct monad_state *s, unsigned n)
{
    return (seat_id)((s->active + n) % s->core.seats);
}

enum {
    END_WAITING_DONE = 1,
    END_LEVEL,
    END_LEVEL_GAINED,
    END_CHECKED,
    END_DISCARD,
    END_DISCARD_DOWN
};

// MON-580 to MON-588
enum flow end_phase(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    struct choice       c = { 0 };
    FLOW_BEGIN(f);
    tell_end_of_turn(t, f->who);
    if (s->waiting_count) {
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD); // MON-510: and what waits
        FLOW_PAUSE(f, END_WAITING_DONE);
    }
    while (can_gain_level(t, f->who)) {
        ask(&s->core, f->who, QUESTION_LEVEL, 0, 0);
        FLOW_PAUSE(f, END_LEVEL);
        c = answer_of(&s->core, f->who);
        if (c.kind != CHOICE_LEVEL) break;
        call(s, FLOW_LEVEL, f->who, c.card, NO_CARD);
        FLOW_PAUSE(f, END_LEVEL_GAINED);
        call(s, FLOW_CHECK, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, END_CHECKED);
    }
    if (is_out(s, f->who)) return FLOW_DONE;
    if (zone_size(&s->core, zone_of_seat(ZONE_HAND, f->who))) {
        ask(&s->core, f->who, QUESTION_DISCARD, 0, 0);
        FLOW_PAUSE(f, END_DISCARD);
        c = answer_of(&s->core, f->who);
        if (is_out(s, f->who)) return FLOW_DONE; // MON-802: an own turn ends
        if (c.kind == CHOICE_TAKE) discard_card(t, c.card, MON_586);
    }
    for (unsigned n = 0; n < s->core.seats; n++) { // MON-587
        seat_id  seat = nth_from_active(s, n);
        unsigned held = zone_size(&s->core, zone_of_seat(ZONE_HAND, seat));
        if (!is_out(s, seat) && held < HAND_SIZE) draw_cards(t, seat, HAND_SIZE - held, MON_587);
    }
    do { // a question gathers sixteen cards at most
        f->flag = 0;
        for (seat_id seat = 0; seat < s->core.seats; seat++) { // MON-588
            unsigned held = zone_size(&s->core, zone_of_seat(ZONE_HAND, seat));
            if (is_out(s, seat) || held <= HAND_SIZE) continue;
            unsigned over = held - HAND_SIZE > PICKS_MAX ? PICKS_MAX : held - HAND_SIZE;
            ask_several(&s->core, seat, QUESTION_DISCARD_DOWN, (uint8_t)over, (uint8_t)over, 0, 0);
            f->flag = (uint8_t)(f->flag | BIT(seat));
        }
        if (f->flag) {
            FLOW_PAUSE(f, END_DISCARD_DOWN);
            for (seat_id seat = 0; seat < s->core.seats; seat++) {
                const struct question *q = &s->core.question[seat];
                if (!(f->flag & BIT(seat)) || is_out(s, seat)) continue;
                for (unsigned i = 0; i < q->picked; i++) discard_card(t, q->pick[i], MON_588);
            }
        }
    } while (f->flag);
    FLOW_END(f);
}
