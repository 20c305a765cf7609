// Chapter 300: the Encounter and Quest Phase, quests and scenarios.
#include "games/monad/rules.h"

#include <string.h>

static zone_id own(unsigned zone, seat_id seat) { return zone_of_seat(zone, seat); }

// ---- what can be played

rule_id why_not_quest(const struct table *t, seat_id seat, card_id card)
{
    const struct monad_state *s = state_at(t);
    if (card >= s->core.card_count || card_at(&s->core, card)->zone != own(ZONE_HAND, seat) ||
        kind_of(t, card) != KIND_QUEST)
        return MON_305;
    const struct card_def *def      = def_of(t, card);
    card_id                location = s->side[seat].location;
    if (location == NO_CARD || def->field[FIELD_LEVEL] > er_of(t, location)) return MON_306;
    size_t place = find_line(t, card, W_PLACES);
    if (place != SIZE_MAX && !fits_place(t, book(t)->lines[place].op, location)) return MON_307;
    bool goes_on = def->tags & (UINT64_C(1) << TAG_FETCH | UINT64_C(1) << TAG_ESCORT |
                                UINT64_C(1) << TAG_COLLECT);
    if (goes_on && zone_size(&s->core, own(ZONE_QUESTS, seat)) >= QUESTS_MAX) return MON_308;
    if (def->fields_set & BIT(FIELD_PRICE) && !can_pay(t, seat, def->field[FIELD_PRICE]))
        return MON_309;
    if (face_of(t, card)->vip && side_size(s, seat, false) >= SIDE_MAX) return MON_034;
    return 0;
}

rule_id why_not_resolve(const struct table *t, seat_id seat)
{
    const struct side *me = &state_at(t)->side[seat];
    size_t line = me->scenario == NO_CARD ? SIZE_MAX : find_line(t, me->scenario, W_RESOLVE);
    if (line == SIZE_MAX) return MON_341;
    if (me->fresh) return MON_347;
    if (me->waits) return MON_R106;
    uint32_t op = book(t)->lines[line].op;
    if (!fits_place(t, op, me->location)) return MON_341;
    size_t pay = op_find(t->pool->ops, op, W_PAY_TO);
    if (pay && !can_pay(t, seat, number_at(t->pool, (uint32_t)pay))) return MON_309;
    return 0;
}

rule_id why_not_attack(const struct table *t, seat_id seat, seat_id rival)
{
    const struct monad_state *s = state_at(t);
    if (rival >= s->core.seats || rival == seat || is_out(s, rival)) return MON_805;
    if (!is_enemy(&s->core, seat, rival)) return MON_830;
    if (s->side[rival].location != s->side[seat].location) return MON_805;
    if (number_on(t, s->side[seat].location, W_SANCTUARY) >= 0) return MON_632;
    return s->side[rival].safe ? MON_810 : 0;
}

// ---- tokens of quests

card_id quest_of_token(const struct table *t, card_id token)
{
    return kind_of(t, token) == KIND_QUEST ? state_at(t)->host[token] : (card_id)NO_CARD;
}

static card_id token_of_quest(const struct table *t, card_id quest)
{
    const struct monad_state *s = state_at(t);
    for (unsigned i = 0; i < s->body_top; i++) {
        card_id card = s->bodies[i].card;
        if (s->body[card] == i + 1 && kind_of(t, card) == KIND_QUEST && s->host[card] == quest)
            return card;
    }
    return NO_CARD;
}

static void dismiss_token(struct table *t, card_id quest) // MON-325, MON-332
{
    struct monad_state *s     = state_of(t);
    card_id             token = token_of_quest(t, quest);
    if (token == NO_CARD) return;
    seat_id seat = zone_seat(card_at(&s->core, token)->zone);
    leave_play(t, token);
    s->host[token] = NO_CARD;
    card_destroy(&s->core, token);
    close_up(t, seat, false);
}

void fail_quest(struct table *t, card_id quest, rule_id rule) // MON-315
{
    struct monad_state *s = state_of(t);
    note(t, EVENT_FAILED, card_at(&s->core, quest)->owner, quest, NO_CARD, 0, rule);
    dismiss_token(t, quest);
    discard_card(t, quest, rule);
}

// Of a scenario that asks for regions the tokens are the regions that were visited, a bit each.
enum { REGION_TOKENS = 31 };

bool asks_for_regions(const struct table *t, seat_id seat)
{
    card_id scenario = state_at(t)->side[seat].scenario;
    size_t  line     = scenario == NO_CARD ? SIZE_MAX : find_line(t, scenario, W_CONDITION);
    return line != SIZE_MAX && t->pool->ops[book(t)->lines[line].op].value == COND_REGIONS;
}

// Any other token on it stands for no region.
void put_token(struct table *t, seat_id seat)
{
    struct side *me    = &state_of(t)->side[seat];
    unsigned     token = asks_for_regions(t, seat) ? REGION_TOKENS + 1 : 1;
    if (me->tokens + token <= UINT8_MAX) me->tokens = (uint8_t)(me->tokens + token);
}

unsigned scenario_tokens(const struct table *t, seat_id seat)
{
    unsigned tokens = state_at(t)->side[seat].tokens;
    if (!asks_for_regions(t, seat)) return tokens;
    return (unsigned)__builtin_popcount(tokens & REGION_TOKENS) + tokens / (REGION_TOKENS + 1);
}

// "Kill 5 Skarn units", "visit three Dungeons": is it one of those?
static bool is_counted(const struct table *t, uint32_t op, card_id about)
{
    size_t tag = op_find(t->pool->ops, op, W_TAG);
    return !tag || (about != NO_CARD && has_tag(t, about, (unsigned)t->pool->ops[tag].value));
}

// A scenario that counts the same takes a token for it.
static void count_for_scenario(struct table *t, seat_id seat, enum counting what, card_id about)
{
    static const uint8_t COUNTED_BY[] = { [COUNT_FIGHT] = COND_FIGHTS,
                                          [COUNT_QUEST] = COND_QUESTS,
                                          [COUNT_KILL]  = COND_KILLS,
                                          [COUNT_VISIT] = COND_VISITS };
    struct side         *me           = &state_of(t)->side[seat];
    if (me->scenario == NO_CARD || !me->revealed || what == COUNT_QUEST) return;
    size_t line = find_line(t, me->scenario, W_CONDITION);
    if (line != SIZE_MAX && t->pool->ops[book(t)->lines[line].op].value == COUNTED_BY[what] &&
        me->tokens < UINT8_MAX && is_counted(t, book(t)->lines[line].op, about))
        me->tokens++;
}

// MON-328
void count_for_quests(struct table *t, seat_id seat, enum counting what, card_id about)
{
    struct monad_state *s = state_of(t);
    count_for_scenario(t, seat, what, about);
    EACH_IN_ZONE(quest, &s->core, own(ZONE_QUESTS, seat)) {
        size_t line = find_line(t, quest, W_COUNTING);
        if (line == SIZE_MAX || t->pool->ops[book(t)->lines[line].op].value != (int)what ||
            !is_counted(t, book(t)->lines[line].op, about))
            continue;
        if (s->marks[quest] < def_of(t, quest)->field[FIELD_MARKERS]) s->marks[quest]++;
    }
}

bool fits_delivery(const struct table *t, card_id quest, card_id location)
{
    size_t line = find_line(t, quest, W_DELIVER);
    if (line == SIZE_MAX) return false;
    uint32_t op = book(t)->lines[line].op;
    if (!fits_place(t, op, location)) return false;
    return !op_find(t->pool->ops, op, W_ANOTHER) || // the regions where it was played are its marks
           !(def_of(t, location)->tags >> TAG_GREENMANTLE & 31 & state_at(t)->marks[quest]);
}

bool is_delivered(const struct table *t, seat_id seat, card_id quest)
{
    const struct monad_state *s = state_at(t);
    if (s->side[seat].location == NO_CARD || !fits_delivery(t, quest, s->side[seat].location))
        return false;
    if (!has_tag(t, quest, TAG_ESCORT)) return true;
    card_id vip = token_of_quest(t, quest);
    return vip != NO_CARD && (!has_tag(t, quest, TAG_UNHARMED) || body_at(s, vip)->damage == 0);
}

static card_id first_delivered(const struct table *t, seat_id seat, unsigned *count)
{
    card_id first = NO_CARD;
    *count        = 0;
    EACH_IN_ZONE(quest, t->state, own(ZONE_QUESTS, seat))
        if (is_delivered(t, seat, quest)) {
            if (first == NO_CARD) first = quest;
            ++*count;
        }
    return first;
}

// ---- the phase

static void begin_fight(struct monad_state *s, seat_id who, seat_id hazard, enum combat_kind kind,
                        int budget, bool search)
{
    struct frame *f = call(s, FLOW_FIGHT, who, NO_CARD, NO_CARD);
    f->other        = hazard;
    f->kind         = (uint8_t)kind;
    f->value        = (int16_t)budget;
    f->flag         = search;
}

enum {
    QUESTS_JOINED = 1,
    QUESTS_STANDING_FOUGHT,
    QUESTS_DISPUTED_COMPLETE,
    QUESTS_STANDING_CHECKED,
    QUESTS_DELIVER,
    QUESTS_DELIVERED,
    QUESTS_DELIVERY_CHECKED,
    QUESTS_MAIN,
    QUESTS_QUEST_PLAYED,
    QUESTS_RESOLVED,
    QUESTS_PARTY_FOUGHT
};

// MON-300 to MON-305
enum flow quest_phase(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    struct choice       c = { 0 };
    FLOW_BEGIN(f);
    if (s->standing && is_faced(s, f->who)) { // step A
        call(s, FLOW_JOIN, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, QUESTS_JOINED);
        call(s, FLOW_COMBAT, f->who, NO_CARD, NO_CARD)->kind = COMBAT_STANDING;
        s->frames[s->core.depth - 1].flag                    = s->joined;
        FLOW_PAUSE(f, QUESTS_STANDING_FOUGHT);
        if (s->skip_to_end || is_out(s, f->who)) return FLOW_DONE;
        if (s->combat.result == RESULT_WON) { // MON-302
            f->card = zone_top(&s->core, own(ZONE_DISPUTE, f->who));
            if (f->card != NO_CARD || s->side[f->who].disputed) {
                call(s, FLOW_COMPLETE, f->who, f->card, NO_CARD)->flag = 1;
                FLOW_PAUSE(f, QUESTS_DISPUTED_COMPLETE);
            }
        }
        call(s, FLOW_CHECK, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, QUESTS_STANDING_CHECKED);
    }
    if (is_faced(s, f->who)) return FLOW_DONE; // MON-303
    for (;;) {                                 // step B
        unsigned count;
        f->card = first_delivered(t, f->who, &count);
        if (count == 0) break;
        if (count > 1) {
            ask(&s->core, f->who, QUESTION_DELIVER, 0, 0);
            FLOW_PAUSE(f, QUESTS_DELIVER);
            if (answer_of(&s->core, f->who).kind == CHOICE_TAKE)
                f->card = answer_of(&s->core, f->who).card;
        }
        if (is_out(s, f->who)) return FLOW_DONE;
        call(s, FLOW_COMPLETE, f->who, f->card, NO_CARD);
        FLOW_PAUSE(f, QUESTS_DELIVERED);
        call(s, FLOW_CHECK, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, QUESTS_DELIVERY_CHECKED);
    }
    if (is_out(s, f->who)) return FLOW_DONE;
    ask(&s->core, f->who, QUESTION_MAIN, 0, 0); // step C
    FLOW_PAUSE(f, QUESTS_MAIN);
    c = answer_of(&s->core, f->who);
    if (c.kind == CHOICE_QUEST) {
        call(s, FLOW_QUEST, f->who, c.card, NO_CARD);
        FLOW_PAUSE(f, QUESTS_QUEST_PLAYED);
    } else if (c.kind == CHOICE_RESOLVE) {
        call(s, FLOW_RESOLVE, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, QUESTS_RESOLVED);
    } else if (c.kind == CHOICE_ATTACK) { // MON-805
        note(t, EVENT_ATTACKED, f->who, s->side[c.option].catalyst, NO_CARD, 0, MON_805);
        call(s, FLOW_COMBAT, f->who, NO_CARD, NO_CARD)->kind = COMBAT_PARTY;
        s->frames[s->core.depth - 1].other                   = c.option;
        FLOW_PAUSE(f, QUESTS_PARTY_FOUGHT);
    }
    FLOW_END(f);
}

// MON-309, MON-310, MON-323, MON-329
static card_id make_quest_token(struct table *t, seat_id who, card_id quest, unsigned row)
{
    struct monad_state *s    = state_of(t);
    zone_id             zone = own(ZONE_FRONT + row, who);
    card_id token = card_create(&s->core, card_at(&s->core, quest)->def, who, zone, BOTTOM);
    if (token == NO_CARD) return NO_CARD;
    if (!enter_play(t, token, zone, true)) {
        card_destroy(&s->core, token);
        return NO_CARD;
    }
    s->host[token] = quest;
    return token;
}

enum {
    QUEST_PAID = 1,
    QUEST_TOKEN_ROW,
    QUEST_ON_PLAY_DONE,
    QUEST_DEATHS,
    QUEST_FOUGHT,
    QUEST_COMPLETE
};

enum flow play_quest(struct table *t, struct frame *f)
{
    struct monad_state    *s   = state_of(t);
    const struct card_def *def = def_of(t, f->card);
    FLOW_BEGIN(f);
    card_show(&s->core, f->card, EVERYBODY);
    card_move(&s->core, f->card, own(ZONE_DISPUTE, f->who), TOP);
    note(t, EVENT_QUEST_PLAYED, f->who, f->card, NO_CARD, 0, MON_305);
    s->marks[f->card] = 0;
    if (def->fields_set & BIT(FIELD_PRICE)) {
        call_pay(s, f->who, def->field[FIELD_PRICE]);
        FLOW_PAUSE(f, QUEST_PAID);
    }
    s->combat.ward = NO_CARD;
    if (face_of(t, f->card)->vip) { // D42
        ask(&s->core, f->who, QUESTION_TOKEN_ROW, zone_of_seat(ZONE_FRONT, f->who), f->card);
        FLOW_PAUSE(f, QUEST_TOKEN_ROW);
        if (is_out(s, f->who)) return FLOW_DONE;
        f->target = make_quest_token(t, f->who, f->card, answer_of(&s->core, f->who).option);
    }
    if (find_line(t, f->card, W_ON_PLAY) != SIZE_MAX) {
        call_text(t, (uint32_t)find_line(t, f->card, W_ON_PLAY), 0, f->who, f->card,
                  s->side[f->who].catalyst, NO_CARD);
        FLOW_PAUSE(f, QUEST_ON_PLAY_DONE);
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, QUEST_DEATHS);
        if (card_at(&s->core, f->card)->zone != own(ZONE_DISPUTE, f->who)) return FLOW_DONE;
    }
    f->other = quest_handler(s, f->who);
    if (f->other == NO_SEAT || is_out(s, f->who)) return FLOW_DONE;
    s->chosen = (int16_t)(has_tag(t, f->card, TAG_PROTECT) ? f->card : -1);
    begin_fight(s, f->who, f->other, COMBAT_QUEST, def->field[FIELD_LEVEL] + def->field[FIELD_ER],
                has_tag(t, f->card, TAG_DEFEAT));
    FLOW_PAUSE(f, QUEST_FOUGHT);
    if (s->combat.result == RESULT_WON &&
        card_at(&s->core, f->card)->zone == own(ZONE_DISPUTE, f->who)) {
        call(s, FLOW_COMPLETE, f->who, f->card, NO_CARD)->flag = 1;
        FLOW_PAUSE(f, QUEST_COMPLETE);
    }
    FLOW_END(f);
}

enum { RESOLVE_PAID = 1, RESOLVE_FOUGHT, RESOLVE_COMPLETE };

// MON-341, MON-343
enum flow resolve_scenario(struct table *t, struct frame *f)
{
    struct monad_state *s    = state_of(t);
    struct side        *me   = &s->side[f->who];
    size_t              face = 0;
    FLOW_BEGIN(f);
    f->op = book(t)->lines[find_line(t, me->scenario, W_RESOLVE)].op;
    note(t, EVENT_RESOLVES, f->who, me->scenario, NO_CARD, 0, MON_341);
    face = op_find(t->pool->ops, f->op, W_FACE);
    if (!face) {
        call_pay(s, f->who, number_at(t->pool, f->op + 1 + t->pool->ops[f->op + 1].size));
        FLOW_PAUSE(f, RESOLVE_PAID);
        s->combat.result = RESULT_WON;
    } else {
        f->other = quest_handler(s, f->who);
        if (f->other == NO_SEAT) return FLOW_DONE;
        me->disputed = 1;
        s->chosen    = -1;
        begin_fight(s, f->who, f->other, COMBAT_SCENARIO, number_at(t->pool, (uint32_t)face),
                    op_find(t->pool->ops, f->op, W_MAY_SEARCH) != 0);
        FLOW_PAUSE(f, RESOLVE_FOUGHT);
        if (s->combat.result != RESULT_STANDS) me->disputed = 0;
    }
    if (s->combat.result == RESULT_WON && !is_out(s, f->who)) {
        call(s, FLOW_SCENARIO, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, RESOLVE_COMPLETE);
    }
    FLOW_END(f);
}

static seat_id mate_beside(const struct monad_state *s, seat_id who) // at the same location
{
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (seat != who && !is_out(s, seat) && !is_enemy(&s->core, seat, who) &&
            s->side[seat].location == s->side[who].location)
            return seat;
    return NO_SEAT;
}

enum { JOIN_ASKED = 1, JOIN_JOINED };

// MON-824: both must agree. Says through s->joined: 1 + the team mate's seat.
enum flow join_combat(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    s->joined = 0;
    f->other  = mate_beside(s, f->who);
    if (f->other == NO_SEAT) return FLOW_DONE;
    ask(&s->core, f->who, QUESTION_JOIN, 0, 0);
    FLOW_PAUSE(f, JOIN_ASKED);
    if (answer_of(&s->core, f->who).kind != CHOICE_YES) return FLOW_DONE;
    ask(&s->core, f->other, QUESTION_JOINED, 0, 0);
    FLOW_PAUSE(f, JOIN_JOINED);
    if (answer_of(&s->core, f->other).kind != CHOICE_YES || is_out(s, f->who)) return FLOW_DONE;
    s->joined = (uint8_t)(1 + f->other);
    note(t, EVENT_JOINED, f->other, NO_CARD, NO_CARD, 0, MON_824);
    FLOW_END(f);
}

enum { FIGHT_JOINED = 1, FIGHT_ENCOUNTER_PLAYED, FIGHT_FOUGHT };

// An encounter is played, and fought if there is one (MON-312: otherwise it counts as won).
enum flow fight(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    struct frame       *e = NULL;
    struct frame       *c = NULL;
    FLOW_BEGIN(f);
    f->card = s->chosen >= 0 && f->kind == COMBAT_QUEST ? (card_id)s->chosen
                                                        : (card_id)NO_CARD; // Protect
    if (f->value > 0) {
        call(s, FLOW_JOIN, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, FIGHT_JOINED);
        f->i     = s->joined;
        e        = call(s, FLOW_ENCOUNTER, f->other, NO_CARD, NO_CARD);
        e->other = f->who;
        e->value = f->value;
        e->flag  = f->flag;
        FLOW_PAUSE(f, FIGHT_ENCOUNTER_PLAYED);
    }
    s->combat.result = RESULT_WON;
    if (!is_faced(s, f->who) || is_out(s, f->who)) {
        if (f->kind != COMBAT_RANDOM) count_for_quests(t, f->who, COUNT_FIGHT, NO_CARD); // MON-312
        return FLOW_DONE;
    }
    c        = call(s, FLOW_COMBAT, f->who, f->card, NO_CARD);
    c->kind  = f->kind;
    c->other = f->other;
    c->flag  = f->i;
    FLOW_PAUSE(f, FIGHT_FOUGHT);
    FLOW_END(f);
}

static card_id next_human_facing(const struct table *t, seat_id party)
{
    const struct monad_state *s = state_at(t);
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FACING + row, party)) {
            if (!is_unit(s, card) || !face_of(t, card)->keyword[HUMAN_NATURE]) continue;
            const uint8_t *points = body_at(s, card)->points;
            if (!points[0] && !points[1] && !points[2]) return card;
        }
    return NO_CARD;
}

static void take_into_plan(struct monad_state *s, struct choice c)
{
    bool equipment                 = c.kind == CHOICE_ATTACH;
    s->planned[s->planned_count++] = (struct planned){
        .card = c.card,
        .host = equipment ? (card_id)c.target : (card_id)NO_CARD,
        .row  = equipment ? 0 : c.option,
    };
}

// What was chosen so far is as secret as a gathered answer that is not complete.
static void ask_for_encounter(struct monad_state *s, seat_id who, uint16_t search, seat_id party)
{
    struct question *q = &s->core.question[who];
    ask(&s->core, who, QUESTION_ENCOUNTER, search, party);
    while (q->picked < s->planned_count && q->picked < PICKS_MAX) {
        q->pick[q->picked] = s->planned[q->picked].card;
        q->picked++;
    }
}

void forget_plan(struct monad_state *s)
{
    memset(s->planned, 0, sizeof s->planned);
    s->planned_count = 0;
    s->budget        = 0;
}

// MON-237: all at the same time. Bearers stand before what they bear is laid on them.
static void play_planned(struct table *t, seat_id who, seat_id party)
{
    struct monad_state *s = state_of(t);
    for (unsigned i = 0; i < s->planned_count; i++) {
        struct planned p = s->planned[i];
        if (p.host == NO_CARD && enter_play(t, p.card, own(ZONE_FACING + p.row, party), false))
            note(t, EVENT_PLAYED, who, p.card, NO_CARD, 0, MON_233);
    }
    for (unsigned i = 0; i < s->planned_count; i++)
        if (s->planned[i].host != NO_CARD) attach(t, s->planned[i].card, s->planned[i].host);
    for (unsigned i = 0; i < s->planned_count; i++)
        if (s->planned[i].host == NO_CARD) wait_for(t, WHEN_ENCOUNTER, s->planned[i].card, NO_CARD);
}

enum { ENCOUNTER_CARDS = 1, ENCOUNTER_HUMAN_NATURE };

// MON-233 to MON-239, MON-327. The deck is shuffled whether or not something was found (MON-932).
enum flow play_encounter(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    struct choice       c = { 0 };
    FLOW_BEGIN(f);
    if (f->flag) look_through_deck(t, f->who);
    forget_plan(s);
    s->budget      = (uint8_t)f->value;
    s->planner     = f->who;
    s->planned_for = f->other;
    if (is_automaton(s, f->who)) {
        play_automaton_encounter(t, f->other, f->flag);
    } else {
        for (;;) {
            ask_for_encounter(s, f->who, f->flag, f->other);
            FLOW_PAUSE(f, ENCOUNTER_CARDS);
            c = answer_of(&s->core, f->who);
            if (c.kind != CHOICE_PLACE && c.kind != CHOICE_ATTACH) break;
            take_into_plan(s, c);
        }
        play_planned(t, f->who, f->other);
    }
    forget_plan(s);
    while ((f->card = next_human_facing(t, f->other)) != NO_CARD) {
        call(s, FLOW_HUMAN, f->who, f->card, NO_CARD)->n =
            (uint8_t)def_of(t, f->card)->field[FIELD_LEVEL];
        FLOW_PAUSE(f, ENCOUNTER_HUMAN_NATURE);
    }
    if (f->flag) shuffle_deck(t, f->who, rule_reason(MON_016));
    FLOW_END(f);
}

// ---- completing

static bool needs_more(const struct table *t, card_id quest) // MON-320, MON-323, MON-328
{
    return def_of(t, quest)->tags &
           (UINT64_C(1) << TAG_FETCH | UINT64_C(1) << TAG_ESCORT | UINT64_C(1) << TAG_COLLECT);
}

static void go_in_progress(struct table *t, seat_id who, card_id quest)
{
    struct monad_state *s = state_of(t);
    card_move(&s->core, quest, own(ZONE_QUESTS, who), BOTTOM);
    size_t to = find_line(t, quest, W_DELIVER);
    if (to != SIZE_MAX)
        s->marks[quest] = (uint8_t)(def_of(t, s->side[who].location)->tags >> TAG_GREENMANTLE & 31);
    size_t counts = find_line(t, quest, W_COUNTING); // the won fight counts if it fits
    if (counts != SIZE_MAX && t->pool->ops[book(t)->lines[counts].op].value == COUNT_FIGHT)
        s->marks[quest]++;
}

static void count_quest(struct table *t, seat_id who, card_id quest)
{
    struct monad_state *s  = state_of(t);
    struct side        *me = &s->side[who];
    size_t line = me->scenario == NO_CARD ? SIZE_MAX : find_line(t, me->scenario, W_CONDITION);
    if (line != SIZE_MAX && t->pool->ops[book(t)->lines[line].op].value == COND_QUESTS &&
        is_counted(t, book(t)->lines[line].op, quest))
        me->tokens++;
    count_for_quests(t, who, COUNT_QUEST, quest);
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, own(ZONE_FRONT + row, who))
            if (is_unit(s, card)) wait_for(t, WHEN_QUEST, card, quest);
}

enum {
    COMPLETION_SCENARIO_DONE = 1,
    COMPLETION_CARRIED_OUT,
    COMPLETION_DEATHS,
    COMPLETION_LOOTED,
    COMPLETION_WAITING_DONE
};

// MON-313, MON-314, MON-334. flag: a fight was won; card NO_CARD: the scenario's.
enum flow complete_quest(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    if (f->card == NO_CARD) {
        s->side[f->who].disputed = 0;
        call(s, FLOW_SCENARIO, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, COMPLETION_SCENARIO_DONE);
        return FLOW_DONE;
    }
    if (f->flag && needs_more(t, f->card)) {
        go_in_progress(t, f->who, f->card);
        return FLOW_DONE;
    }
    dismiss_token(t, f->card);
    s->marks[f->card] = 0;
    card_move(&s->core, f->card, own(ZONE_COMPLETED, f->who), BOTTOM);
    note(t, EVENT_COMPLETED, f->who, f->card, NO_CARD, 0, MON_314);
    if (find_line(t, f->card, W_ON_COMPLETION) != SIZE_MAX) {
        call_text(t, (uint32_t)find_line(t, f->card, W_ON_COMPLETION), 0, f->who, f->card,
                  s->side[f->who].catalyst, NO_CARD);
        FLOW_PAUSE(f, COMPLETION_CARRIED_OUT);
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, COMPLETION_DEATHS);
    }
    if (number_on(t, s->side[f->who].location, W_LOOT) >= 0 && !is_out(s, f->who)) {
        call(s, FLOW_LOOT, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, COMPLETION_LOOTED);
    }
    count_quest(t, f->who, f->card);
    if (s->waiting_count) {
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD); // MON-510: and what waits
        FLOW_PAUSE(f, COMPLETION_WAITING_DONE);
    }
    FLOW_END(f);
}

enum { LOOT_CARDS = 1 };

enum flow loot(struct table *t, struct frame *f) // MON-334
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    look_through_deck(t, f->who);
    ask(&s->core, f->who, QUESTION_LOOT, (uint16_t)number_on(t, s->side[f->who].location, W_LOOT),
        0);
    FLOW_PAUSE(f, LOOT_CARDS);
    struct choice c = answer_of(&s->core, f->who);
    if (c.kind == CHOICE_ATTACH) attach(t, c.card, (card_id)c.target);
    shuffle_deck(t, f->who, rule_reason(MON_016));
    FLOW_END(f);
}

static int team_vp(const struct monad_state *s, seat_id seat) // MON-822
{
    int sum = 0;
    for (seat_id i = 0; i < s->core.seats; i++)
        if (s->core.team[i] == s->core.team[seat]) sum += s->side[i].vp;
    return sum;
}

void gain_vp(struct table *t, seat_id seat, int amount, rule_id rule)
{
    struct monad_state *s = state_of(t);
    s->side[seat].vp      = (uint8_t)(s->side[seat].vp + amount);
    note(t, EVENT_VP, seat, NO_CARD, NO_CARD, amount, rule);
    if (team_vp(s, seat) < s->vp_target) return;
    if (s->core.mode == MODE_CAMPAIGN)
        s->game_won = (uint8_t)(1 + seat);
    else // MON-800
        end_match(&s->core, seats_of_team(&s->core, s->core.team[seat]), MON_800);
}

// MON-R106, an option: own turns that begin before a scenario, revealed now, can be completed.
uint8_t wait_for_vp(const struct table *t, int vp)
{
    return (uint8_t)(state_at(t)->scenarios_wait ? vp * TURNS_FOR_2_VP / 2 : 0);
}
uint8_t scenario_waits(const struct table *t, seat_id seat)
{
    return wait_for_vp(t, def_of(t, state_at(t)->side[seat].scenario)->field[FIELD_VP]);
}

enum { SCENARIO_COMPLETION_CARRIED_OUT = 1, SCENARIO_COMPLETION_DEATHS, SCENARIO_COMPLETION_NEXT };

// MON-345 to MON-347
enum flow complete_scenario(struct table *t, struct frame *f)
{
    struct monad_state *s  = state_of(t);
    struct side        *me = &s->side[f->who];
    FLOW_BEGIN(f);
    f->card = me->scenario;
    note(t, EVENT_SCENARIO, f->who, f->card, NO_CARD, 0, MON_345);
    if (find_line(t, f->card, W_COMPLETION) != SIZE_MAX) {
        call_text(t, (uint32_t)find_line(t, f->card, W_COMPLETION), 0, f->who, f->card,
                  me->catalyst, NO_CARD);
        FLOW_PAUSE(f, SCENARIO_COMPLETION_CARRIED_OUT);
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, SCENARIO_COMPLETION_DEATHS);
    }
    if (is_out(s, f->who)) return FLOW_DONE;
    gain_vp(t, f->who, def_of(t, f->card)->field[FIELD_VP], MON_345);
    me->last_scenario = f->card;
    if (s->core.over || s->game_won) return FLOW_DONE;
    ask(&s->core, f->who, QUESTION_SCENARIO, 1, f->card);
    FLOW_PAUSE(f, SCENARIO_COMPLETION_NEXT);
    struct choice c = answer_of(&s->core, f->who);
    if (c.kind != CHOICE_TAKE) return FLOW_DONE;
    me->scenario = c.card;
    me->tokens = me->won_rival = me->gained_level = 0;
    me->fresh                                     = 1;
    me->waits                                     = scenario_waits(t, f->who);
    note(t, EVENT_NEW_SCENARIO, f->who, c.card, NO_CARD, 0, MON_346);
    FLOW_END(f);
}

// "Your catalyst is of level 4 or more": what is looked at whenever no combat goes on (MON-342).
static bool is_state_so(const struct table *t, seat_id seat, uint32_t row)
{
    const struct meaning *m = t->pool->meaning;
    const struct work     w = { .line = (uint16_t)row,
                                .card = state_at(t)->side[seat].catalyst,
                                .seat = seat };
    const struct scope    k = { t, m, &w, seat, NO_THING, NULL };
    return is_unit(state_at(t), w.card) && cond_holds(&k, m->line[row].only_if);
}

static bool is_condition_met(const struct table *t, seat_id seat)
{
    const struct side *me = &state_at(t)->side[seat];
    size_t line = me->scenario == NO_CARD ? SIZE_MAX : find_line(t, me->scenario, W_CONDITION);
    if (line == SIZE_MAX || me->fresh || me->waits || !me->revealed) return false;
    uint32_t op = book(t)->lines[line].op;
    switch ((enum condition)t->pool->ops[op].value) {
    case COND_REGIONS: return (me->tokens & REGION_TOKENS) == REGION_TOKENS;
    case COND_QUESTS: return me->tokens >= number_at(t->pool, op);
    case COND_LEVEL: return me->gained_level;
    case COND_RIVAL: return me->won_rival;
    case COND_FIGHTS:
    case COND_TOKENS:
    case COND_KILLS:
    case COND_VISITS: return me->tokens >= number_at(t->pool, op);
    case COND_STATE: return is_state_so(t, seat, (uint32_t)line);
    }
    return false;
}

static card_id full_collection(const struct table *t, seat_id seat)
{
    const struct monad_state *s = state_at(t);
    EACH_IN_ZONE(quest, &s->core, own(ZONE_QUESTS, seat))
        if (has_tag(t, quest, TAG_COLLECT) &&
            s->marks[quest] >= def_of(t, quest)->field[FIELD_MARKERS])
            return quest;
    return NO_CARD;
}

// The encounter of a dispute is gone with the player whose it was: the fight is won (MON-R110).
static bool is_uncontested(const struct table *t, seat_id seat)
{
    const struct monad_state *s = state_at(t);
    return !is_faced(s, seat) &&
           (s->side[seat].disputed || zone_size(&s->core, own(ZONE_DISPUTE, seat)));
}

enum { CHECK_UNCONTESTED_COMPLETE = 1, CHECK_COLLECTION_COMPLETE, CHECK_SCENARIO_DONE };

// MON-328, MON-342, MON-348: what is completed by itself, from the active player on.
enum flow check_scenarios(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    for (f->i = 0; f->i < s->core.seats; f->i++) {
        f->other = (seat_id)((s->active + f->i) % s->core.seats);
        if (is_out(s, f->other)) continue;
        if (is_uncontested(t, f->other)) {
            count_for_quests(t, f->other, COUNT_FIGHT, NO_CARD);
            call(s, FLOW_COMPLETE, f->other, zone_top(&s->core, own(ZONE_DISPUTE, f->other)),
                 NO_CARD)
                ->flag = 1;
            FLOW_PAUSE(f, CHECK_UNCONTESTED_COMPLETE);
        }
        while ((f->card = full_collection(t, f->other)) != NO_CARD) {
            call(s, FLOW_COMPLETE, f->other, f->card, NO_CARD);
            FLOW_PAUSE(f, CHECK_COLLECTION_COMPLETE);
        }
        if (is_out(s, f->other) || !is_condition_met(t, f->other)) continue;
        call(s, FLOW_SCENARIO, f->other, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, CHECK_SCENARIO_DONE);
        if (f->n++ < SEATS_MAX) f->i = 0xFF; // and anew
    }
    FLOW_END(f);
}
