#include "tests/toy.h"

#include "base/embedded.h"
#include "cardtext/cards.h"
#include "engine/chance.h"
#include "engine/sheet.h"

#include <string.h>

enum { KIND_UNIT, KIND_CHARM };
enum { FIELD_HP };
enum step { STEP_ASK, STEP_ACTED, STEP_RESPONDED, STEP_HIDDEN, STEP_WASTED };
enum toy_event { EVENT_DREW = EVENT_GAME, EVENT_PLAYED, EVENT_DAMAGED, EVENT_LEFT, EVENT_HID };

static struct toy_state *state_of(struct table *t) { return (struct toy_state *)(void *)t->state; }
static const struct toy_state *state_at(const struct table *t)
{
    return (const struct toy_state *)(const void *)t->state;
}
static const struct card_def *def_of(const struct table *t, card_id card)
{
    return &t->pool->defs[card_at(t->state, card)->def];
}

// --- data ---------------------------------------------------------------------------------------

static const char CARDS[]  = "Ridge Boar\n  Unit  hp 3\n"
                             "Ridge Boar Elder\n  Unit  hp 5\n"
                             "Nyssa, Hand of Ash\n  Unit  hp 4\n"
                             "Stone Sentinel\n  Unit  hp 2\n"
                             "Quick Blade\n  Unit  hp 1\n"
                             "Oak Shield\n  Charm\n"
                             "Ember Plate\n  Charm\n";
static const char BOARS[]  = "name Boars\n4 Ridge Boar\n1 Oak Shield\n";
static const char STONES[] = "name Stones\n3 Stone Sentinel\n";

static const struct embedded_file FILES[] = {
    { "cards/toy.cards", CARDS, sizeof CARDS - 1 },
    { "decks/stones.deck", STONES, sizeof STONES - 1 },
    { "decks/boars.deck", BOARS, sizeof BOARS - 1 },
    { 0 },
};

static const struct op_name       OPS[]   = { { "TOY_GLOW", OP_GAME }, { NULL, 0 } };
static const struct sign_rule     SIGNS[] = { { "●", 0, 1 }, { NULL, 0, 0 } };
static const struct spelling      SPELL[] = { { NULL, NULL } };
static const char *const          NONE[]  = { NULL };
static const struct dialect_words WORDS   = { .name      = "toy",
                                              .grammar   = "toy_line = '●' 'Glow' => TOY_GLOW ;\n",
                                              .ops       = OPS,
                                              .signs     = SIGNS,
                                              .spellings = SPELL,
                                              .capitalise_after = NONE,
                                              .line_start       = "●",
                                              .fillers          = NONE };
static const struct form_kind  KINDS[]  = { { "Unit", KIND_UNIT }, { "Charm", KIND_CHARM }, { 0 } };
static const struct form_tag   TAGS[]   = { { NULL, 0 } };
static const struct form_field FIELDS[] = { { "hp", FIELD_HP, FORM_NUMBER, 1, 12 },
                                            { NULL, 0, FORM_NUMBER, 0, 0 } };
static const struct card_form  FORM     = {
         .kinds = KINDS, .tags = TAGS, .fields = FIELDS, .start_rule = "toy_line"
};

static const struct rule RULES[] = {
    { TOY_001_TURN, "TOY-001", "Only the seat whose turn it is acts." },
    { TOY_002_FULL, "TOY-002", "A unit place holds one unit." },
    { TOY_003_EXHAUSTED, "TOY-003", "An exhausted unit cannot attack." },
    { TOY_004_OWN, "TOY-004", "Nobody attacks their own units." },
    { TOY_005_DAMAGE, "TOY-005", "A unit with as much damage as hp is discarded." },
    { TOY_006_CHARM, "TOY-006", "Who counters discards a Charm." },
    { TOY_007_EMPTY, "TOY-007", "Who must draw from an empty deck loses." },
    { TOY_008_DECK, "TOY-008", "A deck has 3 to 10 cards." },
};

static const struct game_mode MODES[] = { { "duel", "two seats", 2, 2, { 0 } },
                                          { "crowd", "three or four", 3, 4, { 0 } },
                                          { 0 } };

#define ZONES_OF(seat)                                                                             \
    { "deck", seat, SIGHT_NOBODY, 0 }, { "hand", seat, SIGHT_OWNER, 0 },                           \
        { "unit 1", seat, SIGHT_ALL, 1 }, { "unit 2", seat, SIGHT_ALL, 1 },                        \
    {                                                                                              \
        "discard", seat, SIGHT_ALL, 0                                                              \
    }
static const struct zone_name ZONES[] = {
    ZONES_OF(0), ZONES_OF(1), ZONES_OF(2), ZONES_OF(3), { "pit", NO_SEAT, SIGHT_ALL, 0 }, { 0 },
};

static const char *const        CHEERS[] = { "loudly", "softly", NULL };
static const struct choice_form FORMS[]  = {
     { TOY_PLAY, "play {card} > {zone}", NULL },
     { TOY_ATTACK, "attack {card} > {target}", NULL },
     { TOY_ATTACK, "{card} attacks {target}", NULL },
     { TOY_DRAW, "draw", NULL },
     { TOY_ROLL, "roll", NULL },
     { TOY_FLIP, "flip", NULL },
     { TOY_SHUFFLE, "shuffle", NULL },
     { TOY_GRAB, "grab", NULL },
     { TOY_DUEL, "duel", NULL },
     { TOY_WASTE, "waste", NULL },
     { TOY_GUESS, "guess {name}", NULL },
     { TOY_POINT, "point at {seat}", NULL },
     { TOY_CHEER, "cheer {word}", CHEERS },
     { TOY_BID, "bid {extra}", NULL },
     { TOY_LEVEL, "level {option}", NULL },
     { TOY_END, "end turn", NULL },
     { TOY_PASS, "pass", NULL },
     { TOY_COUNTER, "counter", NULL },
     { TOY_HIDE_CARD, "hide {card}", NULL },
     { 0 },
};
static const struct event_form EVENTS[] = {
    { EVENT_DREW, "{seat} drew {card}" },
    { EVENT_PLAYED, "{card} came to {to}" },
    { EVENT_DAMAGED, "{card} dealt {amount} to {target}" },
    { EVENT_LEFT, "{card} went from {from} to {to}" },
    { EVENT_HID, "{seat} hid a card" },
    { 0 },
};
static const char *const QUESTIONS[] = {
    "", "What do you do?", "Do you respond?", "Which do you hide?", "Which two do you waste?", NULL
};
static const char *const VALUES[]   = { "score", "secret", NULL };
static const char *const PHASES[]   = { "main", "late", NULL };
static const char *const FLOWS[]    = { "turn", NULL };
static const char *const WEATHERS[] = { "dry", "wet", "very wet", NULL };

// --- words of scenarios -------------------------------------------------------------------------

static int get_weather(const struct table *t, seat_id s, card_id c)
{
    (void)s, (void)c;
    return state_at(t)->weather;
}
static bool set_weather(struct table *t, seat_id s, card_id c, int value)
{
    (void)s, (void)c;
    state_of(t)->weather = (uint8_t)value;
    return true;
}
static int get_crown(const struct table *t, seat_id s, card_id c)
{
    (void)s, (void)c;
    return state_at(t)->crown;
}
static bool set_crown(struct table *t, seat_id s, card_id c, int value)
{
    (void)s, (void)c;
    state_of(t)->crown = (uint8_t)value;
    return true;
}
static int get_score(const struct table *t, seat_id s, card_id c)
{
    (void)c;
    return state_at(t)->score[s];
}
static bool set_score(struct table *t, seat_id s, card_id c, int value)
{
    (void)c;
    if (value < 0 || value > 99) return false;
    state_of(t)->score[s] = (int16_t)value;
    return true;
}
static int get_winning(const struct table *t, seat_id s, card_id c)
{
    (void)c;
    return state_at(t)->score[s] > 50;
}
static int get_damage(const struct table *t, seat_id s, card_id c)
{
    (void)s;
    return state_at(t)->damage[c];
}
static bool set_damage(struct table *t, seat_id s, card_id c, int value)
{
    (void)s;
    if (value < 0 || value >= def_of(t, c)->field[FIELD_HP]) return false;
    state_of(t)->damage[c] = (uint8_t)value;
    return true;
}
static int get_exhausted(const struct table *t, seat_id s, card_id c)
{
    (void)s;
    return (card_at(t->state, c)->flags & CARD_SIDEWAYS) != 0;
}
static bool set_exhausted(struct table *t, seat_id s, card_id c, int value)
{
    (void)s;
    struct card *card = card_of(t->state, c);
    card->flags = (uint8_t)(value ? card->flags | CARD_SIDEWAYS : card->flags & ~CARD_SIDEWAYS);
    return true;
}
static bool set_leaky(struct table *t, seat_id s, card_id c, int value)
{
    (void)s, (void)c;
    state_of(t)->leaks = (uint8_t)value;
    return true;
}

static const struct scenario_word SAYINGS[] = {
    { "weather", WORD_TABLE, WORD_CHOICE, WEATHERS, get_weather, set_weather },
    { "crown of", WORD_TABLE, WORD_SEAT_NAME, NULL, get_crown, set_crown },
    { "leaky", WORD_TABLE, WORD_FLAG, NULL, NULL, set_leaky },
    { "score", WORD_SEAT, WORD_ROMAN, NULL, get_score, set_score },
    { "winning", WORD_SEAT, WORD_FLAG, NULL, get_winning, NULL },
    { "damaged", WORD_CARD, WORD_NUMBER, NULL, get_damage, set_damage },
    { "exhausted", WORD_CARD, WORD_FLAG, NULL, get_exhausted, set_exhausted },
    { 0 },
};

static bool resume(struct table *t, seat_id seat, unsigned phase, struct error *err)
{
    if (phase == 1) return fail(err, BAD_INPUT, (struct place){ 0 }, "it is too late for that");
    state_of(t)->turn = seat;
    return true;
}

static bool placed(struct table *t, card_id card, struct error *err)
{
    zone_id zone = card_at(t->state, card)->zone;
    if (ZONES[zone].one && def_of(t, card)->kind == KIND_CHARM)
        return fail(err, BAD_INPUT, (struct place){ 0 }, "a Charm lies on a unit");
    return true;
}

static bool attach(struct table *t, card_id host, card_id card, struct error *err)
{
    if (def_of(t, card)->kind != KIND_CHARM)
        return fail(err, BAD_INPUT, (struct place){ 0 }, "only a Charm lies on a unit");
    state_of(t)->host[card] = host;
    return true;
}

static card_id attached_to(const struct table *t, card_id card) { return state_at(t)->host[card]; }

static unsigned flow_at(const struct table *t, unsigned depth, unsigned *step)
{
    (void)depth;
    *step = state_at(t)->step;
    return 0;
}

// --- rules --------------------------------------------------------------------------------------

static bool deck_check(const struct card_pool *pool, const struct match_setup *setup, seat_id seat,
                       struct error *err)
{
    (void)pool;
    unsigned count = setup->seat[seat].count;
    return count >= 3 && count <= 10
               ? true
               : fail(err, NOT_ALLOWED, (struct place){ 0 }, "TOY-008: %u cards", count);
}

static void start(struct table *t, const struct match_setup *setup)
{
    struct toy_state *s = state_of(t);
    core_layout(&s->core, s->cards, TOY_CARDS_MAX, s->zones, TOY_ZONE_COUNT);
    for (unsigned i = 0; i < TOY_CARDS_MAX; i++) s->host[i] = NO_CARD;
    s->crown      = NO_SEAT;
    s->core.depth = 1;
    for (seat_id seat = 0; !setup->bare && seat < setup->seats; seat++)
        for (unsigned i = 0; i < setup->seat[seat].count; i++)
            card_create(&s->core, setup->seat[seat].card[i], seat, toy_zone(seat, TOY_DECK),
                        BOTTOM);
}

static void report(struct table *t, unsigned kind, seat_id seat, card_id card, card_id target,
                   int amount, zone_id from, rule_id rule)
{
    const struct core *c = t->state;
    struct event       e = { .kind = (uint16_t)kind, .seat = seat, .card = card, .target = target };
    e.def                = card == NO_CARD ? NO_DEF : card_at(c, card)->def;
    e.target_def         = target == NO_CARD ? NO_DEF : card_at(c, target)->def;
    e.seen_by            = card == NO_CARD ? EVERYBODY : card_at(c, card)->known;
    e.amount             = (int16_t)amount;
    e.from               = from;
    e.to                 = card == NO_CARD ? NO_ZONE : card_at(c, card)->zone;
    e.reason             = (struct reason){ .rule = rule, .def = NO_DEF };
    tell(t, e);
}

static void discard(struct table *t, card_id card, rule_id rule)
{
    struct toy_state *s            = state_of(t);
    zone_id           from         = card_at(&s->core, card)->zone;
    s->host[card]                  = NO_CARD;
    s->damage[card]                = 0;
    card_of(&s->core, card)->flags = 0;
    card_move(&s->core, card, toy_zone(card_at(&s->core, card)->owner, TOY_DISCARD), TOP);
    card_show(&s->core, card, EVERYBODY);
    report(t, EVENT_LEFT, NO_SEAT, card, NO_CARD, 0, from, rule);
}

static void deal(struct table *t, card_id from, card_id to)
{
    struct toy_state *s = state_of(t);
    s->damage[to]++;
    report(t, EVENT_DAMAGED, NO_SEAT, from, to, 1, NO_ZONE, TOY_005_DAMAGE);
    if (s->damage[to] < def_of(t, to)->field[FIELD_HP]) return;
    for (card_id i = 0; i < s->core.card_count; i++)
        if (s->host[i] == to) discard(t, i, TOY_005_DAMAGE);
    discard(t, to, TOY_005_DAMAGE);
}

static void draw(struct table *t)
{
    struct toy_state *s   = state_of(t);
    card_id           top = zone_top(&s->core, toy_zone(s->turn, TOY_DECK));
    if (top == NO_CARD) {
        end_match(&s->core, (seat_set)(((1u << s->core.seats) - 1) & ~BIT(s->turn)), TOY_007_EMPTY);
        return;
    }
    card_move(&s->core, top, toy_zone(s->turn, TOY_HAND), BOTTOM);
    card_show(&s->core, top, (seat_set)BIT(s->turn));
    report(t, EVENT_DREW, s->turn, top, NO_CARD, 0, toy_zone(s->turn, TOY_DECK), 0);
}

// What happens when nobody countered.
static void resolve(struct table *t)
{
    struct toy_state *s = state_of(t);
    struct choice     c = s->pending;
    if (c.kind == TOY_PLAY) {
        card_move(&s->core, c.card, (zone_id)c.target, TOP);
        card_show(&s->core, c.card, EVERYBODY);
        report(t, EVENT_PLAYED, s->turn, c.card, NO_CARD, 0, NO_ZONE, 0);
    }
    if (c.kind == TOY_ATTACK) deal(t, c.card, (card_id)c.target);
}

static enum step act(struct table *t)
{
    struct toy_state *s = state_of(t);
    struct core      *c = &s->core;
    s->pending          = answer_of(c, s->turn);
    switch (s->pending.kind) {
    case TOY_ATTACK:
    case TOY_PLAY:
        if (s->pending.kind == TOY_ATTACK) card_of(c, s->pending.card)->flags |= CARD_SIDEWAYS;
        s->responder = next_seat(c, s->turn);
        ask(c, s->responder, TOY_RESPOND, 0, 0);
        return STEP_RESPONDED;
    case TOY_DRAW: draw(t); break;
    case TOY_ROLL:
        s->score[s->turn] = (int16_t)(s->score[s->turn] + (int)roll(t, 6, s->turn, rule_reason(0)));
        break;
    case TOY_FLIP:
        s->score[s->turn] = (int16_t)(s->score[s->turn] + flip(t, s->turn, rule_reason(0)));
        break;
    case TOY_SHUFFLE:
        shuffle(t, toy_zone(s->turn, TOY_DECK), STREAM_DECK + s->turn, rule_reason(0));
        break;
    case TOY_GRAB: {
        card_id  card = zone_top(c, toy_zone(s->turn, TOY_HAND));
        unsigned i    = pick(t, zone_size(c, toy_zone(s->turn, TOY_HAND)));
        while (i--) card = card_below(c, card);
        discard(t, card, 0);
        break;
    }
    case TOY_DUEL:
        for (seat_id seat = 0; seat < c->seats; seat++)
            if (zone_size(c, toy_zone(seat, TOY_HAND))) ask(c, seat, TOY_HIDE, 0, 0);
        return STEP_HIDDEN;
    case TOY_WASTE: ask_several(c, s->turn, TOY_DISCARD_TWO, 1, 2, 0, 0); return STEP_WASTED;
    case TOY_END: s->turn = next_seat(c, s->turn); break;
    }
    return STEP_ASK;
}

static enum step respond(struct table *t)
{
    struct toy_state *s = state_of(t);
    if (answer_of(&s->core, s->responder).kind == TOY_COUNTER) {
        EACH_IN_ZONE(card, &s->core, toy_zone(s->responder, TOY_HAND))
            if (def_of(t, card)->kind == KIND_CHARM) {
                discard(t, card, TOY_006_CHARM);
                break;
            }
        if (s->pending.kind == TOY_PLAY) discard(t, s->pending.card, TOY_006_CHARM);
        return STEP_ASK;
    }
    s->responder = next_seat(&s->core, s->responder);
    if (s->responder == s->turn) {
        resolve(t);
        return STEP_ASK;
    }
    ask(&s->core, s->responder, TOY_RESPOND, 0, 0);
    return STEP_RESPONDED;
}

static void advance(struct table *t)
{
    struct toy_state *s = state_of(t);
    while (!s->core.asked && !s->core.over) {
        switch ((enum step)s->step) {
        case STEP_ASK:
            ask(&s->core, s->turn, TOY_ACT, 0, 0);
            s->step = STEP_ACTED;
            break;
        case STEP_ACTED: s->step = (uint8_t)act(t); break;
        case STEP_RESPONDED: s->step = (uint8_t)respond(t); break;
        case STEP_HIDDEN:
            for (seat_id seat = 0; seat < s->core.seats; seat++) {
                if (!zone_size(&s->core, toy_zone(seat, TOY_HAND))) continue;
                report(t, EVENT_HID, seat, NO_CARD, NO_CARD, 0, NO_ZONE, 0);
                discard(t, answer_of(&s->core, seat).card, 0);
            }
            s->step = STEP_ASK;
            break;
        case STEP_WASTED: {
            struct question q = s->core.question[s->turn];
            for (unsigned i = 0; i < q.picked; i++) discard(t, q.pick[i], 0);
            s->step = STEP_ASK;
            break;
        }
        }
    }
}

static bool is_in(const struct table *t, unsigned card, seat_id seat, unsigned zone)
{
    return card < t->state->card_count &&
           card_at(t->state, (card_id)card)->zone == toy_zone(seat, zone);
}
static seat_id side_of(const struct table *t, unsigned card)
{
    for (seat_id seat = 0; seat < t->state->seats; seat++)
        if ((is_in(t, card, seat, TOY_UNIT) || is_in(t, card, seat, TOY_UNIT + 1)) &&
            state_at(t)->host[card] == NO_CARD)
            return seat;
    return NO_SEAT;
}

static rule_id why_not_act(const struct table *t, seat_id seat, struct choice c)
{
    const struct core *core = t->state;
    switch (c.kind) {
    case TOY_PLAY:
        if (!is_in(t, c.card, seat, TOY_HAND) || def_of(t, c.card)->kind != KIND_UNIT)
            return RULE_NO_SUCH;
        if (c.target != toy_zone(seat, TOY_UNIT) && c.target != toy_zone(seat, TOY_UNIT + 1))
            return RULE_NO_SUCH;
        return zone_size(core, (zone_id)c.target) ? TOY_002_FULL : 0;
    case TOY_ATTACK:
        if (side_of(t, c.card) != seat || side_of(t, c.target) == NO_SEAT) return RULE_NO_SUCH;
        if (side_of(t, c.target) == seat) return TOY_004_OWN;
        return card_at(core, c.card)->flags & CARD_SIDEWAYS ? TOY_003_EXHAUSTED : 0;
    case TOY_GRAB:
    case TOY_WASTE:
    case TOY_DUEL: return zone_size(core, toy_zone(seat, TOY_HAND)) ? 0 : RULE_NO_SUCH;
    case TOY_GUESS: return c.extra < t->pool->def_count ? 0 : RULE_NO_SUCH;
    case TOY_POINT: return c.option < core->seats ? 0 : RULE_NO_SUCH;
    case TOY_CHEER: return c.option < 2 ? 0 : RULE_NO_SUCH;
    case TOY_BID:
    case TOY_LEVEL: return c.extra < 3 && c.option < 3 ? 0 : RULE_NO_SUCH;
    case TOY_DRAW:
    case TOY_ROLL:
    case TOY_FLIP:
    case TOY_SHUFFLE:
    case TOY_END: return 0;
    default: return RULE_NO_SUCH;
    }
}

static rule_id why_not(const struct table *t, seat_id seat, struct choice c)
{
    switch (t->state->question[seat].kind) {
    case TOY_ACT: return why_not_act(t, seat, c);
    case TOY_RESPOND:
        if (c.kind == TOY_PASS) return 0;
        if (c.kind != TOY_COUNTER) return RULE_NO_SUCH;
        EACH_IN_ZONE(card, t->state, toy_zone(seat, TOY_HAND))
            if (def_of(t, card)->kind == KIND_CHARM) return 0;
        return TOY_006_CHARM;
    case TOY_HIDE:
        return c.kind == TOY_HIDE_CARD && is_in(t, c.card, seat, TOY_HAND) ? 0 : RULE_NO_SUCH;
    case TOY_DISCARD_TWO:
        return c.kind == CHOICE_PICK && is_in(t, c.card, seat, TOY_HAND) ? 0 : RULE_NO_SUCH;
    default: return RULE_NO_SUCH;
    }
}

struct list {
    struct choice *out;
    size_t         count, max;
};

static void offer(const struct table *t, seat_id seat, struct list *l, struct choice c)
{
    if (l->count < l->max && table_why_not(t, seat, c) == 0) l->out[l->count++] = c;
}

static size_t choices(const struct table *t, seat_id seat, struct choice *out, size_t max)
{
    const struct core *c = t->state;
    struct list        l = { out, 0, max };
    EACH_IN_ZONE(card, c, toy_zone(seat, TOY_HAND)) {
        for (unsigned z = TOY_UNIT; z < TOY_UNIT + TOY_UNITS; z++)
            offer(t, seat, &l,
                  (struct choice){ .kind = TOY_PLAY, .card = card, .target = toy_zone(seat, z) });
        offer(t, seat, &l, (struct choice){ .kind = TOY_HIDE_CARD, .card = card });
        offer(t, seat, &l, (struct choice){ .kind = CHOICE_PICK, .card = card });
    }
    for (card_id a = 0; a < c->card_count; a++)
        for (card_id b = 0; side_of(t, a) == seat && b < c->card_count; b++)
            offer(t, seat, &l, (struct choice){ .kind = TOY_ATTACK, .card = a, .target = b });
    static const uint8_t plain[] = { TOY_DRAW, TOY_ROLL,  TOY_FLIP, TOY_SHUFFLE, TOY_GRAB,
                                     TOY_DUEL, TOY_WASTE, TOY_END,  TOY_PASS,    TOY_COUNTER };
    for (size_t i = 0; i < sizeof plain; i++)
        offer(t, seat, &l, (struct choice){ .kind = plain[i] });
    if (c->question[seat].max > 0) offer(t, seat, &l, (struct choice){ .kind = CHOICE_DONE });
    if (c->question[seat].kind != TOY_ACT || !state_at(t)->weather) return l.count;
    // Chatter, only while it is wet: lists stay short for scenarios.
    for (uint16_t i = 0; i < t->pool->def_count; i++)
        offer(t, seat, &l, (struct choice){ .kind = TOY_GUESS, .extra = i });
    for (uint8_t i = 0; i < 3; i++) {
        offer(t, seat, &l, (struct choice){ .kind = TOY_POINT, .option = i });
        offer(t, seat, &l, (struct choice){ .kind = TOY_CHEER, .option = i });
        offer(t, seat, &l, (struct choice){ .kind = TOY_BID, .extra = i });
        offer(t, seat, &l, (struct choice){ .kind = TOY_LEVEL, .option = i });
    }
    return l.count;
}

static struct choice default_choice(const struct table *t, seat_id seat)
{
    struct choice list[CHOICES_MAX];
    size_t        count = choices(t, seat, list, CHOICES_MAX);
    return list[count - 1];
}

static void concede(struct table *t, seat_id seat)
{
    struct core *c = t->state;
    end_match(c, (seat_set)(((1u << c->seats) - 1) & ~BIT(seat)), TOY_001_TURN);
}

static void view_extra(const struct table *t, seat_id viewer, struct view *v)
{
    const struct toy_state *s = state_at(t);
    (void)viewer;
    for (seat_id seat = 0; seat < s->core.seats; seat++) view_add_value(v, 0, seat, s->score[seat]);
    card_id hidden = zone_top(&s->core, toy_zone(0, TOY_HAND));
    if (s->leaks && hidden != NO_CARD)
        view_add_value(v, 1, NO_SEAT, card_at(&s->core, hidden)->def);
}

static void tell_table(struct sheet *s)
{
    sheet_part(s, WEIGHT_KEPT);
    sheet_form(s, FORM_FULL);
    write_format(&s->out, "%u cards on the table\n", s->view->card_count);
}

static const char *broken(const struct table *t)
{
    for (seat_id seat = 0; seat < t->state->seats; seat++)
        if (state_at(t)->score[seat] == 13) return "nobody has 13 points";
    return NULL;
}

const struct game toy_game = {
    .name           = "toy",
    .title          = "Toy",
    .prefix         = "TOY",
    .version        = "1",
    .modes          = MODES,
    .state_size     = sizeof(struct toy_state),
    .decisions_max  = 10000,
    .rules          = RULES,
    .rule_count     = COUNT(RULES),
    .files          = FILES,
    .dialect        = &WORDS,
    .form           = &FORM,
    .deck_sections  = NONE,
    .scenario_cards = "Dummy\n  Unit  hp 9\n",
    .zones          = ZONES,
    .choice_forms   = FORMS,
    .event_forms    = EVENTS,
    .questions      = QUESTIONS,
    .value_names    = VALUES,
    .scenario_words = SAYINGS,
    .phases         = PHASES,
    .flow_names     = FLOWS,
    .deck_check     = deck_check,
    .start          = start,
    .advance        = advance,
    .choices        = choices,
    .why_not        = why_not,
    .default_choice = default_choice,
    .concede        = concede,
    .view_extra     = view_extra,
    .resume         = resume,
    .placed         = placed,
    .attach         = attach,
    .attached_to    = attached_to,
    .flow_at        = flow_at,
    .sheet          = tell_table,
    .broken         = broken,
};
