// Chapter 870: Dota mode, "Defense of the Kitchen Table". Five heroes each, three lanes.
#include "engine/chance.h"
#include "games/monad/rules.h"

#include <string.h>

enum { TOWERS = 2, CREEPS = 4, WAVE_EVERY = 3, SWITCH_AP = 2, LVL_COST = 5, LAST_HIT = 3 };
enum { DEPLOYMENTS_MAX = 40 };
enum dota_step { STEP_RECOVERY, STEP_WAVE, STEP_DEPLOYMENT, STEP_LANES, STEP_TOKENS, STEP_LEVELS };

static struct hero *hero_of(struct monad_state *s, card_id card)
{
    for (unsigned i = 0; i < DOTA_SEATS * HEROES; i++)
        if (s->heroes[i / HEROES][i % HEROES].card == card)
            return &s->heroes[i / HEROES][i % HEROES];
    return NULL;
}

static zone_id lane_row(seat_id seat, unsigned lane_and_row)
{
    return zone_of_seat(ZONE_LANE + lane_and_row, seat);
}
static unsigned lane_of(const struct monad_state *s, card_id unit)
{
    return (zone_kind(card_at(&s->core, unit)->zone) - ZONE_LANE) / ROWS;
}
static seat_id rival_of(seat_id seat) { return (seat_id)(1 - seat); }

// ---- setting up

static def_id token_with(const struct table *t, unsigned tag, unsigned nth)
{
    for (def_id def = 0; def < t->pool->def_count; def++)
        if (t->pool->defs[def].kind == KIND_TOKEN && t->pool->defs[def].tags >> tag & 1 &&
            nth-- == 0)
            return def;
    return NO_DEF;
}
static unsigned tokens_with(const struct table *t, unsigned tag)
{
    unsigned n = 0;
    while (token_with(t, tag, n) != NO_DEF) n++;
    return n;
}

static card_id make_token(struct table *t, def_id def, seat_id seat, zone_id zone)
{
    struct monad_state *s    = state_of(t);
    card_id             card = def == NO_DEF ? (card_id)NO_CARD
                                             : card_create(&s->core, def, seat, zone, BOTTOM);
    if (card != NO_CARD) card_show(&s->core, card, EVERYBODY);
    return card;
}

static void enter_lane(struct table *t, card_id card, zone_id zone, bool token)
{
    struct monad_state *s = state_of(t);
    if (!enter_play(t, card, zone, token)) return;
    const struct hero *h = hero_of(s, card);
    if (h) memcpy(body_of(s, card)->points, h->points, sizeof h->points);
    if (keyword_of(t, card, HIDDEN)) body_of(s, card)->flags |= BODY_HIDDEN; // MON-R99
    wait_for(t, WHEN_COMBAT, card, NO_CARD);
    close_formation(t, formation_of(zone));
}

static bool has_tower_in(const struct table *t, seat_id seat, unsigned lane)
{
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, t->state, lane_row(seat, lane * ROWS + row))
            if (is_unit(state_at(t), card) && is_tower(t, card)) return true;
    return false;
}

static void raise_towers(struct table *t) // MON-873, MON-874
{
    struct monad_state *s = state_of(t);
    for (seat_id seat = 0; seat < DOTA_SEATS; seat++)
        for (unsigned lane = 0; lane < LANES; lane++) {
            if (!s->side[seat].towers[lane] || has_tower_in(t, seat, lane)) continue;
            zone_id zone  = lane_row(seat, lane * ROWS);
            card_id tower = make_token(t, token_with(t, TAG_TOWER, 0), seat, zone);
            if (tower != NO_CARD) enter_lane(t, tower, zone, true);
        }
}

bool found_base(struct table *t, card_id base) // MON-875: it stands in no row
{
    struct monad_state *s    = state_of(t);
    unsigned            free = 0;
    while (free < BODIES_MAX && s->body[s->bodies[free].card] == free + 1) free++;
    if (free == BODIES_MAX) return false;
    if (free >= s->body_top) s->body_top = (uint8_t)(free + 1);
    s->bodies[free] = (struct body){
        .card = base, .killer = NO_CARD, .struck_by = NO_CARD, .flags = BODY_TOKEN
    };
    s->body[base] = (uint8_t)(free + 1);
    s->stale      = 1;
    return true;
}

void build_base(struct table *t, seat_id seat)
{
    zone_id zone = zone_of_seat(ZONE_BASE, seat);
    if (zone_size(t->state, zone)) return;
    card_id base = make_token(t, token_with(t, TAG_BASE, 0), seat, zone);
    if (base == NO_CARD || !found_base(t, base)) BUG("there is no Base token in the card set");
}

void lay_out_lanes(struct table *t)
{
    struct monad_state *s = state_of(t);
    for (seat_id seat = 0; seat < DOTA_SEATS; seat++)
        for (unsigned lane = 0; lane < LANES; lane++) s->side[seat].towers[lane] = TOWERS;
    for (unsigned i = 0; i < DOTA_SEATS * HEROES; i++) {
        struct hero *h = &s->heroes[i / HEROES][i % HEROES];
        h->card = h->class_card = NO_CARD;
    }
}

static void show_heroes(struct table *t, seat_id seat)
{
    struct monad_state *s = state_of(t);
    for (unsigned i = 0; i < HEROES; i++) {
        struct hero *h     = &s->heroes[seat][i];
        card_id      hero  = card_create(&s->core, card_at(&s->core, h->card)->def, seat,
                                         zone_of_seat(ZONE_RESERVE, seat), BOTTOM);
        card_id      paper = card_create(&s->core, card_at(&s->core, h->class_card)->def, seat,
                                         zone_of_seat(ZONE_CLASS, seat), BOTTOM);
        card_show(&s->core, hero, EVERYBODY);
        card_show(&s->core, paper, EVERYBODY);
        s->host[paper] = hero;
        h->card        = hero;
        h->class_card  = paper;
        note(t, EVENT_CHOSE, seat, hero, NO_CARD, 0, MON_871);
        note(t, EVENT_CHOSE, seat, paper, NO_CARD, 0, MON_871);
    }
}

enum { HEROES_CHOSEN = 1, HEROES_CLASS, HEROES_ABILITY, HEROES_HUMAN_NATURE };

// MON-871: secret and simultaneous, hero after hero. i: the hero.
enum flow choose_heroes(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    for (seat_id seat = 0; seat < DOTA_SEATS; seat++)
        ask_several(&s->core, seat, QUESTION_HEROES, HEROES, HEROES, 0, 0);
    FLOW_PAUSE(f, HEROES_CHOSEN);
    for (seat_id seat = 0; seat < DOTA_SEATS; seat++)
        for (unsigned i = 0; i < HEROES; i++)
            s->heroes[seat][i].card = s->core.question[seat].pick[i];
    for (f->i = 0; f->i < HEROES; f->i++) {
        for (seat_id seat = 0; seat < DOTA_SEATS; seat++)
            ask(&s->core, seat, QUESTION_HERO_CLASS, f->i, 0);
        FLOW_PAUSE(f, HEROES_CLASS);
        for (seat_id seat = 0; seat < DOTA_SEATS; seat++)
            s->heroes[seat][f->i].class_card = answer_of(&s->core, seat).card;
        for (seat_id seat = 0; seat < DOTA_SEATS; seat++)
            ask(&s->core, seat, QUESTION_HERO_ABILITY, f->i, 0);
        FLOW_PAUSE(f, HEROES_ABILITY);
        for (seat_id seat = 0; seat < DOTA_SEATS; seat++)
            s->heroes[seat][f->i].marks = (uint8_t)BIT(answer_of(&s->core, seat).option - 1);
    }
    for (seat_id seat = 0; seat < DOTA_SEATS; seat++) show_heroes(t, seat);
    for (f->i = 0; f->i < DOTA_SEATS * HEROES; f->i++) { // MON-724
        f->card = s->heroes[f->i / HEROES][f->i % HEROES].card;
        if (!face_of(t, f->card)->keyword[HUMAN_NATURE]) continue;
        call(s, FLOW_HUMAN, f->i / HEROES, f->card, NO_CARD)->n =
            (uint8_t)(is_catalyst(t, f->card) ? 1 : def_of(t, f->card)->field[FIELD_LEVEL]);
        FLOW_PAUSE(f, HEROES_HUMAN_NATURE);
    }
    FLOW_END(f);
}

rule_id why_not_hero_class(const struct table *t, seat_id seat, card_id card)
{
    const struct monad_state *s = state_at(t);
    if (card_at(&s->core, card)->zone != ZONE_CLASSES || def_of(t, card)->field[FIELD_TIER] != 1)
        return MON_871;
    for (unsigned i = 0; i < s->core.question[seat].arg; i++)
        if (s->heroes[seat][i].class_card == card) return MON_871;
    return 0;
}

rule_id why_not_hero_ability(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    const struct hero        *h = &s->heroes[seat][s->core.question[seat].arg % HEROES];
    if (c.card != h->class_card || !c.option || c.option > ability_count(t, h->class_card))
        return MON_886;
    return h->marks >> (c.option - 1) & 1 ? MON_886 : 0;
}

// ---- placing

static rule_id why_not_stand(const struct table *t, zone_id zone)
{
    if (formation_size(state_at(t), formation_of(zone)) >= SIDE_MAX) return MON_034;
    return can_stand_in(t, zone) ? 0 : MON_466;
}

rule_id why_not_creep(const struct table *t, seat_id seat, struct choice c)
{
    if (c.card != t->state->question[seat].about || c.option >= LANES * ROWS) return MON_877;
    return why_not_stand(t, lane_row(seat, c.option));
}

static bool is_ready(const struct monad_state *s, seat_id seat, const struct hero *h) // MON-887
{
    return h->card != NO_CARD &&
           card_at(&s->core, h->card)->zone == zone_of_seat(ZONE_RESERVE, seat) &&
           h->ready <= s->turn;
}

rule_id why_not_deploy(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    if (c.kind == CHOICE_PASS) {
        for (unsigned i = 0; i < HEROES; i++)
            if (is_ready(s, seat, &s->heroes[seat][i])) return MON_881;
        return 0;
    }
    const struct hero *h = hero_at(s, c.card);
    if (!h || card_at(&s->core, c.card)->owner != seat || c.option >= LANES * ROWS) return MON_881;
    if (card_at(&s->core, c.card)->zone == zone_of_seat(ZONE_RESERVE, seat)) {
        if (h->ready > s->turn) return MON_887;
    } else {
        unsigned from = lane_of(s, c.card), to = c.option / ROWS;
        if (from != to + 1 && from + 1 != to) return MON_881;
        if (ap_left(t, c.card) < SWITCH_AP) return MON_881;
    }
    return why_not_stand(t, lane_row(seat, c.option));
}

static void deploy(struct table *t, seat_id seat, struct choice c)
{
    struct monad_state *s    = state_of(t);
    zone_id             zone = lane_row(seat, c.option), from = card_at(&s->core, c.card)->zone;
    note(t, EVENT_DEPLOYED, seat, c.card, NO_CARD, c.option / ROWS + 1, MON_881);
    if (!is_lane(from)) {
        enter_lane(t, c.card, zone, false);
        return;
    }
    struct body *b     = body_of(s, c.card); // MON-891: its statuses are lost
    struct body  fresh = { .card      = b->card,
                           .damage    = b->damage,
                           .spent     = (int16_t)(b->spent + SWITCH_AP),
                           .killer    = NO_CARD,
                           .struck_by = NO_CARD };
    memcpy(fresh.points, b->points, sizeof fresh.points);
    *b       = fresh;
    s->stale = 1;
    end_lasting_on(s, c.card);
    put_in_row(t, c.card, zone);
    close_formation(t, formation_of(from));
    close_formation(t, formation_of(zone));
    keep_alive(t);
}

static card_id draw_creep(struct table *t, seat_id seat) // MON-877, MON-878
{
    unsigned kinds = tokens_with(t, TAG_CREEP);
    if (!kinds) return NO_CARD;
    return make_token(t, token_with(t, TAG_CREEP, pick(t, kinds)), seat,
                      zone_of_seat(ZONE_RESERVE, seat));
}

static bool has_room(const struct table *t, seat_id seat)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        if (!why_not_stand(t, lane_row(seat, lane * ROWS))) return true;
    return false;
}

// ---- deaths

static void give_tokens(struct table *t, struct hero *h, unsigned count, rule_id rule)
{
    h->tokens = (uint8_t)(h->tokens + count);
    note(t, EVENT_LVL, card_at(t->state, h->card)->owner, NO_CARD, h->card, (int)count, rule);
}

// MON-884, MON-887, MON-892
void die_in_lane(struct table *t, card_id unit)
{
    struct monad_state *s      = state_of(t);
    seat_id             owner  = card_at(&s->core, unit)->owner;
    zone_id             zone   = card_at(&s->core, unit)->zone;
    card_id             killer = body_at(s, unit)->killer;
    struct hero        *by     = killer == NO_CARD ? NULL : hero_of(s, killer);
    struct hero        *h      = hero_of(s, unit);
    if (by && card_at(&s->core, killer)->owner != owner) give_tokens(t, by, LAST_HIT, MON_884);
    if (is_tower(t, unit)) {
        s->side[owner].towers[(zone_kind(zone) - ZONE_LANE) / ROWS]--;
        s->side[rival_of(owner)].waves++; // MON-876
    }
    leave_play(t, unit);
    if (h) {
        h->ready = (uint8_t)(s->turn + 2);
        card_move(&s->core, unit, zone_of_seat(ZONE_RESERVE, owner), BOTTOM);
    } else {
        card_destroy(&s->core, unit);
    }
    if (is_lane(zone)) close_formation(t, formation_of(zone));
}

static bool is_base_lost(const struct table *t, seat_id seat)
{
    card_id base = zone_top(t->state, zone_of_seat(ZONE_BASE, seat));
    return base == NO_CARD || hp_left(t, base) <= 0;
}

bool lose_bases(struct table *t) // MON-889
{
    struct monad_state *s = state_of(t);
    bool                a = is_base_lost(t, 0), b = is_base_lost(t, 1);
    if (!a && !b) return false;
    s->combat.result = RESULT_OVER;
    end_match(&s->core, (seat_set)(a && b ? 0 : BIT(a ? 1 : 0)), MON_889);
    return true;
}

static void end_by_towers(struct table *t) // MON-890
{
    struct monad_state *s       = state_of(t);
    int                 rank[2] = { 0 };
    for (seat_id seat = 0; seat < DOTA_SEATS; seat++) {
        rank[seat] = hp_left(t, zone_top(&s->core, zone_of_seat(ZONE_BASE, seat)));
        for (unsigned lane = 0; lane < LANES; lane++)
            rank[seat] += 256 * s->side[seat].towers[lane];
    }
    end_match(&s->core, (seat_set)(rank[0] == rank[1] ? 0 : BIT(rank[0] > rank[1] ? 0 : 1)),
              MON_890);
}

// ---- a turn

static void recover_heroes(struct table *t) // MON-880
{
    struct monad_state *s = state_of(t);
    for (unsigned i = 0; i < DOTA_SEATS * HEROES; i++) {
        card_id card = s->heroes[i / HEROES][i % HEROES].card;
        if (card == NO_CARD || !is_unit(s, card)) continue;
        struct body *b = body_of(s, card);
        if (b->damage) b->damage--;
        b->spent = (int16_t)(b->spent > 2 ? b->spent - 2 : 0);
    }
}

static void begin_dota_turn(struct table *t, seat_id priority)
{
    struct monad_state *s = state_of(t);
    s->turn++;
    s->active = priority;
    for (seat_id seat = 0; seat < DOTA_SEATS; seat++) s->side[seat].turns++;
    clear_tallies(s, TALLY_FIRED);
    clear_tallies(s, TALLY_FIRST + FIRST_TURN);
    note(t, EVENT_TURN, priority, NO_CARD, NO_CARD, s->turn, MON_879);
    raise_towers(t);
    recover_heroes(t);
}

static void begin_lane(struct table *t, seat_id priority, unsigned lane) // MON-882
{
    struct monad_state *s = state_of(t);
    s->combat             = (struct combat){ .kind   = COMBAT_LANE,
                                             .active = priority,
                                             .hazard = rival_of(priority),
                                             .mate   = NO_SEAT,
                                             .lane   = (uint8_t)lane,
                                             .round  = (uint8_t)(s->turn - 1),
                                             .ward   = NO_CARD };
    note(t, EVENT_LANE, priority, NO_CARD, NO_CARD, (int)lane + 1, MON_882);
}

static void hand_out_tokens(struct table *t) // MON-883
{
    struct monad_state *s = state_of(t);
    for (unsigned i = 0; i < DOTA_SEATS * HEROES; i++) {
        struct hero *h = &s->heroes[i / HEROES][i % HEROES];
        if (h->card != NO_CARD && is_unit(s, h->card))
            give_tokens(t, h, lane_of(s, h->card) == CENTER ? 2 : 1, MON_883);
    }
}

static bool has_unmarked(const struct table *t, const struct hero *h)
{
    return h->class_card != NO_CARD &&
           (unsigned)__builtin_popcount(h->marks) < ability_count(t, h->class_card);
}

enum { LEVEL_UP_ABILITY = 1, LEVEL_UP_HUMAN_NATURE };

// MON-886. who: the seat, i: the hero.
enum flow level_up(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    struct hero        *h = &s->heroes[f->who][f->i];
    FLOW_BEGIN(f);
    while (h->tokens >= LVL_COST) {
        h->tokens = (uint8_t)(h->tokens - LVL_COST);
        h->level++;
        note(t, EVENT_LEVEL, f->who, h->card, NO_CARD, level_of(t, h->card), MON_886);
        if (has_unmarked(t, h)) {
            ask(&s->core, f->who, QUESTION_HERO_ABILITY, f->i, h->card);
            FLOW_PAUSE(f, LEVEL_UP_ABILITY);
            if (answer_of(&s->core, f->who).kind == CHOICE_MARK)
                h->marks = (uint8_t)(h->marks | BIT(answer_of(&s->core, f->who).option - 1));
        }
        if (face_of(t, h->card)->keyword[HUMAN_NATURE]) {
            call(s, FLOW_HUMAN, f->who, h->card, NO_CARD)->n = 1;
            FLOW_PAUSE(f, LEVEL_UP_HUMAN_NATURE);
        }
        if (is_unit(s, h->card)) wait_for(t, WHEN_LEVEL, h->card, NO_CARD);
    }
    FLOW_END(f);
}

enum {
    DOTA_TURN_CREEP = 1,
    DOTA_TURN_DEPLOY,
    DOTA_TURN_BEGUN,
    DOTA_TURN_ROUND_DONE,
    DOTA_TURN_LEVEL_UP,
    DOTA_TURN_ENDED
};

// MON-880. who: the priority player; flag: the step; i, n: how far it has come.
enum flow dota_turn(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    struct choice       c = { 0 };
    FLOW_BEGIN(f);
    if (f->flag == STEP_RECOVERY) {
        s->phase = PHASE_RECOVERY;
        begin_dota_turn(t, f->who);
    }
    if (f->flag <= STEP_WAVE && s->turn % WAVE_EVERY == 1)
        for (f->i = 0; f->i < DOTA_SEATS; f->i++) {
            f->other = f->i ? rival_of(f->who) : f->who;
            for (f->n = 0; f->n < CREEPS + s->side[f->other].waves; f->n++) {
                if (!has_room(t, f->other)) break; // MON-034
                f->card = draw_creep(t, f->other);
                if (f->card == NO_CARD) break;
                ask(&s->core, f->other, QUESTION_CREEP, 0, f->card);
                FLOW_PAUSE(f, DOTA_TURN_CREEP);
                enter_lane(t, f->card, lane_row(f->other, answer_of(&s->core, f->other).option),
                           true);
            }
        }
    if (f->flag <= STEP_DEPLOYMENT) {
        s->phase = PHASE_TRAVEL;
        for (f->i = 0; f->i < DOTA_SEATS; f->i++) {
            f->other = f->i ? rival_of(f->who) : f->who;
            for (f->n = 0; f->n < DEPLOYMENTS_MAX; f->n++) {
                ask(&s->core, f->other, QUESTION_DEPLOY, 0, 0);
                FLOW_PAUSE(f, DOTA_TURN_DEPLOY);
                c = answer_of(&s->core, f->other);
                if (c.kind != CHOICE_LANE) break;
                deploy(t, f->other, c);
            }
        }
        if (s->waiting_count) {
            call(s, FLOW_WAITING, f->who, NO_CARD, NO_CARD);
            FLOW_PAUSE(f, DOTA_TURN_BEGUN);
        }
    }
    if (f->flag <= STEP_LANES) {
        s->phase = PHASE_QUEST;
        for (f->i = 0; f->i < LANES && !s->core.over; f->i++) {
            begin_lane(t, f->who, f->i);
            call(s, FLOW_ROUND, f->who, NO_CARD, NO_CARD);
            FLOW_PAUSE(f, DOTA_TURN_ROUND_DONE);
        }
        s->combat.kind = COMBAT_NONE;
    }
    s->phase = PHASE_END;
    hand_out_tokens(t);
    for (f->i = 0; f->i < DOTA_SEATS * HEROES; f->i++) {
        f->other = f->i < HEROES ? f->who : rival_of(f->who);
        if (s->heroes[f->other][f->i % HEROES].card == NO_CARD) continue;
        call(s, FLOW_LEVEL_UP, f->other, NO_CARD, NO_CARD)->i = (uint8_t)(f->i % HEROES);
        FLOW_PAUSE(f, DOTA_TURN_LEVEL_UP);
    }
    if (s->waiting_count) {
        call(s, FLOW_WAITING, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, DOTA_TURN_ENDED);
    }
    FLOW_END(f);
}

enum flow play_dota(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    call(s, FLOW_DOTA_SETUP, NO_SEAT, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, DOTA_SET_UP);
    for (seat_id seat = 0; seat < DOTA_SEATS; seat++) build_base(t, seat);
    s->active = s->first = roll_for_first(t); // MON-879
    while (s->turn < DOTA_TURNS) {
        f->who = (seat_id)((s->first + s->turn) % DOTA_SEATS);
        call(s, FLOW_DOTA_TURN, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, DOTA_TURN_DONE);
        if (s->core.over) return FLOW_DONE;
    }
    end_by_towers(t);
    FLOW_END(f);
}

// MON-871, for all that the viewer may know: other heroes, other classes, other abilities.
void imagine_heroes(struct table *t, seat_id seat, struct rng *rng)
{
    struct monad_state *s = state_of(t);
    card_id             all[128], papers[16];
    unsigned            n = 0, classes = 0;
    EACH_IN_ZONE(card, &s->core, ZONE_CATALYSTS)
        if (n < COUNT(all)) all[n++] = card;
    EACH_IN_ZONE(card, &s->core, ZONE_CLASSES)
        if (def_of(t, card)->field[FIELD_TIER] == 1 && classes < COUNT(papers))
            papers[classes++] = card;
    for (unsigned i = 0; i < HEROES; i++) {
        struct hero *h = &s->heroes[seat][i];
        if (h->card == NO_CARD || card_at(&s->core, h->card)->zone != ZONE_CATALYSTS) return;
        unsigned at   = i + (rng ? rng_below(rng, n - i) : 0);
        card_id  hero = all[at];
        all[at] = all[i], all[i] = hero;
        h->card = hero;
        if (h->class_card == NO_CARD) continue;
        unsigned of    = i + (rng ? rng_below(rng, classes - i) : 0);
        card_id  paper = papers[of];
        papers[of] = papers[i], papers[i] = paper;
        h->class_card = paper;
        if (h->marks) h->marks = (uint8_t)BIT(rng ? rng_below(rng, ability_count(t, paper)) : 0);
    }
}
