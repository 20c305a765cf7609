// 5: what may be chosen, and which rule forbids the rest. choices() lists whatever why_not()
// allows, so the two cannot disagree.
#include "engine/offers.h"
#include "games/eternity/rules.h"

static const char *const SIDES[] = { "Throw", "Dash", NULL };

const struct choice_form eternity_choice_forms[] = {
    { CHOICE_PICK, "pick {card}", NULL },
    { CHOICE_DONE, "done", NULL },
    { CHOICE_PASS, "pass", NULL },
    { CHOICE_STARTER, "start with {seat}", NULL },
    { CHOICE_PLAY, "play {card}", NULL },
    { CHOICE_PLAY_AT, "play {card} at {seat}", NULL },
    { CHOICE_SIDE, "play {word}", SIDES },
    { CHOICE_THROW_AT, "play Throw at {seat}", NULL },
    { CHOICE_DASH_AT, "play Dash at {seat}", NULL },
    { CHOICE_BURST, "burst", NULL },
    { CHOICE_CHECK, "check with {card}", NULL },
    { CHOICE_TOP, "check with the top card", NULL },
    { CHOICE_USE, "use line {option} of {card}", NULL },
    { CHOICE_BET, "bet {option}", NULL },
    { CHOICE_BET_POWER, "bet {option} with {extra} power", NULL },
    { CHOICE_LINK, "link {card}", NULL },
    { CHOICE_SPEND, "spend", NULL },
    { CHOICE_DO, "use it", NULL },
    { CHOICE_STEP, "step {word}", eternity_directions },
    { CHOICE_SQUARE, "choose {zone}", NULL },
    { CHOICE_CARD, "take {card}", NULL },
    { CHOICE_UNDER, "put {card} under the deck", NULL },
    { CHOICE_UNDER, "take {card}", NULL }, // may be said as well
    { CHOICE_MODE, "mode {option}", NULL },
    { 0 },
};

const uint16_t eternity_decisive[] = { EVENT_BURST,        EVENT_DAMAGED,
                                       EVENT_TOOK,         EVENT_CANCELLED,
                                       EVENT_KNOCKED_DOWN, EVENT_DEFEATED,
                                       EVENT_WON_ROUND,    0 };
const uint8_t  eternity_ends[]     = { CHOICE_PASS, 0 };

const char *const eternity_questions[] = {
    [0]                   = "",
    [QUESTION_STARTER]    = "Who of your team starts?",
    [QUESTION_PLAY]       = "Which card do you play?",
    [QUESTION_PAY]        = "Which meter cards do you spend?",
    [QUESTION_BURST]      = "Do you burst?",
    [QUESTION_BURST_LINK] = "You have linked. Do you burst?",
    [QUESTION_EXTEND]     = "Do you spend power for a longer throw?",
    [QUESTION_CHECK]      = "Which card do you check priority with?",
    [QUESTION_PRE]        = "Do you use the Pre-Priority ability?",
    [QUESTION_ANTE]       = "How much do you bet?",
    [QUESTION_ANTE_CARDS] = "Which cards do you bet?",
    [QUESTION_WINDOW]     = "Which ability do you use?",
    [QUESTION_LINK]       = "Which card do you link?",
    [QUESTION_FINAL]      = "Do you use the Final ability?",
    [QUESTION_REDUCE]     = "You would take damage. Do you spend power to take less?",
    [QUESTION_MAY]        = "Do you do what you may?",
    [QUESTION_STEP]       = "Which way does it go?",
    [QUESTION_PLACE]      = "On which square?",
    [QUESTION_DISCARD]    = "Which cards do you discard?",
    [QUESTION_RETURN]     = "Which card returns to your hand?",
    [QUESTION_UNDER]      = "Which card do you put under your deck?",
    [QUESTION_METER]      = "Which card becomes meter?",
    [QUESTION_DRAIN]      = "Which meter cards are drained?",
    [QUESTION_BOTTOM]     = "Do you put a card under your deck?",
    [QUESTION_ORDER]      = "Which Clean-up ability comes next?",
    [QUESTION_ENTRY]      = "On which square does your character enter?",
    [QUESTION_MODE]       = "Which one do you choose?",
    NULL,
};

static bool is_in(const struct table *t, card_id card, unsigned zone, seat_id seat)
{
    return card < t->state->card_count && card_at(t->state, card)->zone == zone_of_seat(zone, seat);
}

// ---- the card to play

static rule_id why_not_target(const struct table *t, seat_id seat, unsigned target)
{
    const struct eternity_state *s = state_at(t);
    if (target >= s->core.seats || target == seat) return ETE_934;
    if (!is_enemy(&s->core, seat, (seat_id)target)) return ETE_962;
    return is_alive(s, (seat_id)target) ? 0 : ETE_933;
}

static rule_id why_not_play_card(const struct table *t, seat_id seat, card_id card)
{
    const struct eternity_state *s = state_at(t);
    if (is_in(t, card, ZONE_COMMON, seat))
        return def_of(t, card)->kind == KIND_TAG ? 0 : ETE_210; // say Throw or Dash
    if (!is_in(t, card, ZONE_HAND, seat)) return ETE_207;
    if (is_tag_mode(s) && s->fighter[seat].timed_out) return ETE_917;
    return requirement_for(t, seat, card_at(&s->core, card)->def) > meter_of(s, seat) ? ETE_209 : 0;
}

static rule_id why_not_side(const struct table *t, seat_id seat)
{
    const struct eternity_state *s = state_at(t);
    if (is_tag_mode(s) && s->fighter[seat].timed_out) return ETE_917;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_COMMON, seat))
        if (def_of(t, card)->kind == KIND_COMMON) return 0;
    return ETE_207;
}

static rule_id why_not_play(const struct table *t, seat_id seat, struct choice c)
{
    bool    targets = has_targets(state_at(t)), at = c.kind != CHOICE_PLAY && c.kind != CHOICE_SIDE;
    rule_id no = 0;
    if (c.kind == CHOICE_PASS) return ETE_207;
    if (c.kind < CHOICE_PLAY || c.kind > CHOICE_DASH_AT) return RULE_NO_SUCH;
    if (targets != at) return targets ? ETE_935 : is_tag_mode(state_at(t)) ? ETE_907 : ETE_331;
    no = c.kind == CHOICE_PLAY || c.kind == CHOICE_PLAY_AT ? why_not_play_card(t, seat, c.card)
                                                           : why_not_side(t, seat);
    return no || !at ? no : why_not_target(t, seat, c.option);
}

// ---- other questions

static rule_id why_not_check(const struct table *t, seat_id seat, struct choice c)
{
    if (c.kind == CHOICE_PASS) return ETE_352;
    if (c.kind == CHOICE_TOP)
        return zone_size(t->state, zone_of_seat(ZONE_DECK, seat)) ? 0 : ETE_342;
    if (c.kind != CHOICE_CHECK) return RULE_NO_SUCH;
    return is_in(t, c.card, ZONE_HAND, seat) || is_in(t, c.card, ZONE_COMMON, seat) ? 0 : ETE_342;
}

static rule_id why_not_bet(const struct table *t, seat_id seat, struct choice c)
{
    const struct eternity_state *s  = state_at(t);
    const struct question       *q  = &s->core.question[seat];
    const struct fighter        *me = &s->fighter[seat];
    bool tokens = q->arg == RESOURCE_METER && face_of_card(t, me->character)->bets_power;
    if (c.kind != CHOICE_BET && c.kind != CHOICE_BET_POWER) return RULE_NO_SUCH;
    if (c.kind == CHOICE_BET_POWER && (!tokens || c.extra == 0)) return ETE_542;
    if (c.option > q->about) return q->arg == RESOURCE_HEALTH ? ETE_547 : ETE_541;
    if (c.extra > me->power || c.extra > c.option) return ETE_541;
    return q->arg == RESOURCE_METER && c.option - c.extra > (int)meter_of(s, seat) ? ETE_541 : 0;
}

// ETE-567
static rule_id why_not_order(const struct table *t, seat_id seat, card_id card, unsigned line)
{
    const struct eternity_state *s    = state_at(t);
    const struct fighter        *me   = &s->fighter[seat];
    const struct face           *face = NULL;
    unsigned                     used = 0;
    if (card == me->character) face = face_of_card(t, card), used = me->used;
    for (unsigned i = 0; i < me->played; i++)
        if (me->combo[i].card == card && has_text(&me->combo[i]))
            face = face_of(t, me->combo[i].def), used = me->combo[i].used;
    if (!face || line >= LINES_MAX) return ETE_567;
    return face->frame[line] == FRAME_CLEANUP && !(used >> line & 1) ? 0 : ETE_567;
}

static rule_id why_not_starter(const struct table *t, seat_id seat, struct choice c)
{
    const struct core *core = t->state;
    if (c.kind != CHOICE_STARTER) return RULE_NO_SUCH;
    return c.option < core->seats && !is_enemy(core, seat, c.option) ? 0 : ETE_903;
}

static rule_id why_not_move(const struct table *t, struct choice c)
{
    const struct move_frame *f = move_asked(state_at(t));
    if (c.kind == CHOICE_PASS) return f->up_to ? 0 : ETE_709;
    if (c.kind != CHOICE_STEP || c.option >= DIRECTION_COUNT) return RULE_NO_SUCH;
    return why_not_step(t, f, (enum direction)c.option);
}

static rule_id why_not_bottom(const struct table *t, seat_id seat, struct choice c)
{
    if (c.kind == CHOICE_PASS) return 0;
    if (c.kind != CHOICE_UNDER && c.kind != CHOICE_CARD) return RULE_NO_SUCH;
    if (!is_in(t, c.card, ZONE_HAND, seat)) return ETE_565;
    return c.kind == CHOICE_UNDER ? 0 : RULE_NO_SUCH;
}

static rule_id why_not_pick(const struct table *t, seat_id seat, struct choice c)
{
    const struct question *q = &t->state->question[seat];
    if (c.kind != CHOICE_PICK) return RULE_NO_SUCH;
    switch (q->kind) {
    case QUESTION_PAY: return is_in(t, c.card, ZONE_METER, seat) ? 0 : ETE_507;
    case QUESTION_ANTE_CARDS: return is_in(t, c.card, ZONE_HAND, seat) ? 0 : ETE_546;
    default: return text_may_pick(t, c.card) ? 0 : ETE_193;
    }
}

static rule_id why_not_link_choice(const struct table *t, seat_id seat, struct choice c)
{
    if (c.kind == CHOICE_PASS) return 0;
    return c.kind == CHOICE_LINK ? why_not_link(t, seat, c.card) : RULE_NO_SUCH;
}

static rule_id why_not_ability(const struct table *t, seat_id seat, struct choice c)
{
    if (c.kind == CHOICE_PASS) return 0;
    if (c.kind != CHOICE_USE || c.option == 0) return RULE_NO_SUCH;
    rule_id no = why_not_use(t, seat, c.card, c.option - 1u);
    return no == ETE_402 ? (rule_id)RULE_NO_SUCH : no; // of a card that does not resolve: see below
}

static rule_id only(struct choice c, unsigned kind)
{
    return c.kind == kind || c.kind == CHOICE_PASS ? 0 : RULE_NO_SUCH;
}

// Members that a kind does not use are 0, so that equal choices are equal bytes.
static bool is_well_formed(struct choice c)
{
    enum { CARD = 1, OPTION = 2, TARGET = 4, EXTRA = 8 };
    static const uint8_t USES[CHOICE_COUNT] = {
        [CHOICE_PICK]      = CARD,
        [CHOICE_STARTER]   = OPTION,
        [CHOICE_PLAY]      = CARD,
        [CHOICE_PLAY_AT]   = CARD | OPTION,
        [CHOICE_SIDE]      = OPTION,
        [CHOICE_THROW_AT]  = OPTION,
        [CHOICE_DASH_AT]   = OPTION,
        [CHOICE_CHECK]     = CARD,
        [CHOICE_USE]       = CARD | OPTION,
        [CHOICE_BET]       = OPTION,
        [CHOICE_BET_POWER] = OPTION | EXTRA,
        [CHOICE_LINK]      = CARD,
        [CHOICE_STEP]      = OPTION,
        [CHOICE_SQUARE]    = TARGET,
        [CHOICE_CARD]      = CARD,
        [CHOICE_MODE]      = OPTION,
        [CHOICE_UNDER]     = CARD,
    };
    if (c.kind >= CHOICE_COUNT) return false;
    unsigned uses = USES[c.kind];
    if (c.kind == CHOICE_SIDE && c.option > SIDE_DASH) return false;
    return (uses & CARD || c.card == 0) && (uses & OPTION || c.option == 0) &&
           (uses & TARGET || c.target == 0) && (uses & EXTRA || c.extra == 0);
}

// ---- choices of another moment: the rule that keeps them from being made now

static rule_id why_no_text(const struct played *p)
{
    if (p->flags & PLAYED_CANCELLED) return ETE_622;
    return p->flags & PLAYED_BLANK ? ETE_631 : 0;
}

// After its card has resolved a Final ability may have been declined, or nothing has earned it.
static rule_id why_not_final_now(const struct fighter *me, unsigned index)
{
    rule_id no = why_not_final_yet(me, index);
    return no == ETE_522 ? ETE_521 : no;
}

static rule_id why_not_ability_now(const struct table *t, seat_id seat, struct choice c)
{
    const struct fighter *me = &state_at(t)->fighter[seat];
    for (unsigned i = 0; i < me->played; i++) {
        const struct played *p = &me->combo[i];
        if (p->card != c.card || c.option == 0 || c.option > played_def(t, p)->line_count) continue;
        if (face_of(t, p->def)->frame[c.option - 1] == FRAME_FINAL && has_text(p))
            return why_not_final_now(me, i);
        rule_id no = why_not_use_of(t, seat, i, c.option - 1u);
        return no ? no : ETE_402; // no window is open
    }
    return c.card == me->character ? ETE_145 : ETE_402; // of a card that does not resolve
}

// "Use it": a Pre-Priority or a Final ability that is not asked for.
static rule_id why_not_use_it_now(const struct table *t, seat_id seat)
{
    const struct fighter *me = &state_at(t)->fighter[seat];
    if (!me->played) return RULE_NO_SUCH;
    const struct played *p = &me->combo[me->played - 1];
    if (why_no_text(p)) return why_no_text(p);
    if (face_of(t, p->def)->frames & BIT(FRAME_FINAL))
        return why_not_final_now(me, me->played - 1u);
    if (me->played > 1 && face_of(t, p->def)->frames & BIT(FRAME_PRE)) return ETE_436;
    return face_of(t, me->combo[0].def)->frames & BIT(FRAME_PRE) ? ETE_316 : RULE_NO_SUCH;
}

// Scales and Grip are spent when their text says; nobody else spends power so (ETE-112).
static rule_id why_not_spend_now(const struct table *t, seat_id seat)
{
    const struct fighter *me = &state_at(t)->fighter[seat];
    if (me->character == NO_CARD) return RULE_NO_SUCH;
    const struct face *face = face_of_card(t, me->character);
    return face->reduce_by ? ETE_872 : face->extend_to ? ETE_873 : ETE_112;
}

static rule_id why_not_bet_now(const struct table *t, seat_id seat)
{
    const struct fighter *me = &state_at(t)->fighter[seat];
    if (!me->played) return RULE_NO_SUCH;
    const struct face *last = face_of(t, me->combo[me->played - 1].def);
    if (me->played > 1 && last->frames & BIT(FRAME_ANTE)) return ETE_436;
    return face_of(t, me->combo[0].def)->frames & BIT(FRAME_ANTE) ? ETE_541 : ETE_319;
}

// Who is tagged out or out plays no cards, and nobody plays two.
static rule_id why_not_play_now(const struct table *t, seat_id seat)
{
    const struct eternity_state *s = state_at(t);
    if (s->fighter[seat].character == NO_CARD) return RULE_NO_SUCH;
    if (!is_fighting(s, seat)) return is_tag_mode(s) && is_alive(s, seat) ? ETE_906 : ETE_941;
    return s->fighter[seat].played ? ETE_216 : (rule_id)RULE_NO_SUCH;
}

static rule_id why_not_now(const struct table *t, seat_id seat, struct choice c)
{
    const struct eternity_state *s  = state_at(t);
    const struct fighter        *me = &s->fighter[seat];
    rule_id                      no = RULE_NO_SUCH;
    switch (c.kind) {
    case CHOICE_LINK:
        no = me->played ? why_not_link(t, seat, c.card) : ETE_423;
        if (no == 0) no = s->step == 7 ? ETE_438 : ETE_423;
        return no;
    case CHOICE_BURST:
        if (!me->burst) return ETE_652;
        if (me->played) no = has_targets(s) ? ETE_938 : ETE_662;
        return no;
    case CHOICE_PLAY:
    case CHOICE_PLAY_AT:
    case CHOICE_SIDE:
    case CHOICE_THROW_AT:
    case CHOICE_DASH_AT: return why_not_play_now(t, seat);
    case CHOICE_CHECK:
    case CHOICE_TOP: return ETE_354;
    case CHOICE_BET:
    case CHOICE_BET_POWER: return why_not_bet_now(t, seat);
    case CHOICE_USE: return why_not_ability_now(t, seat, c);
    case CHOICE_DO: return why_not_use_it_now(t, seat);
    case CHOICE_SPEND: return why_not_spend_now(t, seat);
    case CHOICE_UNDER: return ETE_564;
    case CHOICE_STEP: return me->lying == ROOTED ? ETE_607 : (rule_id)RULE_NO_SUCH;
    default: return RULE_NO_SUCH;
    }
}

static rule_id why_not_answer(const struct table *t, seat_id seat, struct choice c)
{
    const struct eternity_state *s = state_at(t);
    switch ((enum question_kind)s->core.question[seat].kind) {
    case QUESTION_STARTER: return why_not_starter(t, seat, c);
    case QUESTION_PLAY: return why_not_play(t, seat, c);
    case QUESTION_PAY:
    case QUESTION_DRAIN:
    case QUESTION_ANTE_CARDS:
    case QUESTION_DISCARD: return why_not_pick(t, seat, c);
    case QUESTION_BURST:
    case QUESTION_BURST_LINK: return only(c, CHOICE_BURST);
    case QUESTION_EXTEND:
    case QUESTION_REDUCE: return only(c, CHOICE_SPEND);
    case QUESTION_CHECK: return why_not_check(t, seat, c);
    case QUESTION_PRE:
    case QUESTION_FINAL:
    case QUESTION_MAY: return only(c, CHOICE_DO);
    case QUESTION_ANTE: return why_not_bet(t, seat, c);
    case QUESTION_WINDOW: return why_not_ability(t, seat, c);
    case QUESTION_LINK: return why_not_link_choice(t, seat, c);
    case QUESTION_STEP: return why_not_move(t, c);
    case QUESTION_PLACE:
        if (c.kind != CHOICE_SQUARE) return RULE_NO_SUCH;
        if (c.target >= t->state->zone_count) return ETE_722; // it would say another place
        return text_may_pick(t, thing_of_place(c.target)) ? 0 : ETE_722; // or a Lamp's
    case QUESTION_ENTRY:
        if (c.kind != CHOICE_SQUARE) return RULE_NO_SUCH;
        return why_not_enter(t, &s->frames[s->core.depth - 1].entry, c.target);
    case QUESTION_RETURN:
    case QUESTION_METER:
        if (c.kind != CHOICE_CARD) return RULE_NO_SUCH;
        return text_may_pick(t, c.card) ? 0 : ETE_193;
    case QUESTION_UNDER:
        if (c.kind != CHOICE_UNDER) return RULE_NO_SUCH;
        return text_may_pick(t, c.card) ? 0 : ETE_565;
    case QUESTION_BOTTOM: return why_not_bottom(t, seat, c);
    case QUESTION_ORDER:
        if (c.kind != CHOICE_USE || c.option == 0) return RULE_NO_SUCH;
        return why_not_order(t, seat, c.card, c.option - 1u);
    case QUESTION_MODE:
        if (c.kind != CHOICE_MODE) return RULE_NO_SUCH;
        return c.option >= 1 && c.option <= s->core.question[seat].arg ? 0 : ETE_R109;
    case QUESTION_COUNT: break;
    }
    return RULE_NO_SUCH;
}

rule_id eternity_why_not(const struct table *t, seat_id seat, struct choice c)
{
    if (!is_well_formed(c)) return RULE_NO_SUCH;
    rule_id no = why_not_answer(t, seat, c);
    return no == RULE_NO_SUCH ? why_not_now(t, seat, c) : no;
}

// Who is out or tagged out is not asked, nor is anybody in the combo of another.
rule_id eternity_why_unasked(const struct table *t, seat_id seat, struct choice c)
{
    const struct eternity_state *s = state_at(t);
    if (!is_well_formed(c) || c.kind == CHOICE_DONE || c.kind == CHOICE_PASS) return 0;
    if (s->fighter[seat].character != NO_CARD && !is_fighting(s, seat))
        return is_tag_mode(s) && is_alive(s, seat) ? ETE_906 : ETE_941;
    if (c.kind == CHOICE_BURST && s->fighter[seat].burst && !has_targets(s) && s->resolving &&
        s->resolving - 1 != seat)
        return ETE_659;
    rule_id no = why_not_now(t, seat, c);
    return no == RULE_NO_SUCH ? 0 : no;
}

// ---- lists

static void offer_plays(struct offers *l)
{
    const struct core *c       = l->table->state;
    bool               targets = has_targets(state_at(l->table));
    for (seat_id at = 0; at < (targets ? c->seats : 1); at++) {
        unsigned kind = targets ? CHOICE_PLAY_AT : CHOICE_PLAY;
        for (unsigned z = ZONE_HAND; z <= ZONE_COMMON; z++)
            EACH_IN_ZONE(card, c, zone_of_seat(z, l->seat))
                offer(l, (struct choice){ .kind = (uint8_t)kind, .option = at, .card = card });
        if (targets) {
            offer(l, (struct choice){ .kind = CHOICE_THROW_AT, .option = at });
            offer(l, (struct choice){ .kind = CHOICE_DASH_AT, .option = at });
        }
    }
    offer(l, (struct choice){ .kind = CHOICE_SIDE, .option = SIDE_THROW });
    offer(l, (struct choice){ .kind = CHOICE_SIDE, .option = SIDE_DASH });
}

static const struct card_def *def_as_played(const struct table *t, seat_id seat, card_id card)
{
    const struct fighter *me = &state_at(t)->fighter[seat];
    for (unsigned i = 0; i < me->played; i++)
        if (me->combo[i].card == card) return played_def(t, &me->combo[i]);
    return def_of(t, card);
}

static void offer_lines(struct offers *l, card_id card)
{
    unsigned lines = def_as_played(l->table, l->seat, card)->line_count;
    for (uint8_t line = 1; line <= lines && line <= LINES_MAX; line++)
        offer(l, (struct choice){ .kind = CHOICE_USE, .card = card, .option = line });
}

static void offer_bets(struct offers *l)
{
    const struct question *q = &l->table->state->question[l->seat];
    for (unsigned amount = 0; amount <= q->about; amount++) {
        offer(l, (struct choice){ .kind = CHOICE_BET, .option = (uint8_t)amount });
        for (uint16_t power = 1; power <= amount && power <= 4; power++)
            offer(l, (struct choice){
                         .kind = CHOICE_BET_POWER, .option = (uint8_t)amount, .extra = power });
    }
}

static void offer_entries(struct offers *l)
{
    for (uint16_t square = 0; square < SQUARE_COUNT; square++)
        offer(l, (struct choice){ .kind = CHOICE_SQUARE, .target = square });
}

static void offer_picks(struct offers *l, zone_id zone)
{
    offer_zone(l, CHOICE_PICK, zone);
    offer_done(l);
}

// What the text that asks leaves to be picked.
static void offer_cards_of_text(struct offers *l, unsigned kind)
{
    uint16_t               list[64];
    size_t                 count = text_picks(l->table, list, COUNT(list));
    const struct question *q     = &l->table->state->question[l->seat];
    for (size_t i = 0; i < count; i++)
        if (kind != CHOICE_PICK || !has_picked(q, list[i]))
            offer_legal(l, (struct choice){ .kind = (uint8_t)kind, .card = list[i] });
}

static void offer_squares_of_text(struct offers *l)
{
    uint16_t list[SQUARE_COUNT];
    size_t   count = text_picks(l->table, list, COUNT(list));
    for (size_t i = 0; i < count; i++)
        offer_legal(l, (struct choice){ .kind   = CHOICE_SQUARE,
                                        .target = (uint16_t)place_of_thing(list[i]) });
}

static void offer_steps(struct offers *l)
{
    for (uint8_t way = 0; way < DIRECTION_COUNT; way++)
        offer(l, (struct choice){ .kind = CHOICE_STEP, .option = way });
    offer_kind(l, CHOICE_PASS);
}

static void offer_order(struct offers *l)
{
    const struct fighter *me = &state_at(l->table)->fighter[l->seat];
    for (unsigned i = 0; i < me->played; i++) offer_lines(l, me->combo[i].card);
    offer_lines(l, me->character);
}

size_t eternity_choices(const struct table *t, seat_id seat, struct choice *out, size_t max)
{
    const struct eternity_state *s = state_at(t);
    const struct question       *q = &s->core.question[seat];
    struct offers                l = {
                       .table = t, .why_not = why_not_answer, .out = out, .max = max, .seat = seat
    };
    switch ((enum question_kind)q->kind) {
    case QUESTION_STARTER:
        for (uint8_t i = 0; i < s->core.seats; i++)
            offer(&l, (struct choice){ .kind = CHOICE_STARTER, .option = i });
        break;
    case QUESTION_PLAY: offer_plays(&l); break;
    case QUESTION_PAY: offer_picks(&l, zone_of_seat(ZONE_METER, seat)); break;
    case QUESTION_ANTE_CARDS: offer_picks(&l, zone_of_seat(ZONE_HAND, seat)); break;
    case QUESTION_DRAIN:
    case QUESTION_DISCARD:
        offer_cards_of_text(&l, CHOICE_PICK);
        offer_done(&l);
        break;
    case QUESTION_BURST:
    case QUESTION_BURST_LINK:
        offer_kind(&l, CHOICE_BURST);
        offer_kind(&l, CHOICE_PASS);
        break;
    case QUESTION_EXTEND:
    case QUESTION_REDUCE:
        offer_kind(&l, CHOICE_SPEND);
        offer_kind(&l, CHOICE_PASS);
        break;
    case QUESTION_CHECK:
        offer_zone(&l, CHOICE_CHECK, zone_of_seat(ZONE_HAND, seat));
        offer_zone(&l, CHOICE_CHECK, zone_of_seat(ZONE_COMMON, seat));
        offer_kind(&l, CHOICE_TOP);
        break;
    case QUESTION_PRE:
    case QUESTION_FINAL:
    case QUESTION_MAY:
        offer_kind(&l, CHOICE_DO);
        offer_kind(&l, CHOICE_PASS);
        break;
    case QUESTION_ANTE: offer_bets(&l); break;
    case QUESTION_WINDOW:
        offer_lines(&l, (card_id)q->about);
        offer_lines(&l, s->fighter[seat].character);
        offer_kind(&l, CHOICE_PASS);
        break;
    case QUESTION_LINK:
        offer_zone(&l, CHOICE_LINK, zone_of_seat(ZONE_HAND, seat));
        offer_kind(&l, CHOICE_PASS);
        break;
    case QUESTION_STEP: offer_steps(&l); break;
    case QUESTION_PLACE: offer_squares_of_text(&l); break;
    case QUESTION_ENTRY: offer_entries(&l); break;
    case QUESTION_METER:
    case QUESTION_RETURN: offer_cards_of_text(&l, CHOICE_CARD); break;
    case QUESTION_UNDER: offer_cards_of_text(&l, CHOICE_UNDER); break;
    case QUESTION_BOTTOM:
        offer_zone(&l, CHOICE_UNDER, zone_of_seat(ZONE_HAND, seat));
        offer_kind(&l, CHOICE_PASS);
        break;
    case QUESTION_ORDER: offer_order(&l); break;
    case QUESTION_MODE:
        for (uint8_t mode = 1; mode <= q->arg; mode++)
            offer(&l, (struct choice){ .kind = CHOICE_MODE, .option = mode });
        break;
    case QUESTION_COUNT: break;
    }
    return l.count;
}

// ---- the text that a choice would carry out

static struct text line_said(const struct table *t, const struct card_def *def, unsigned line)
{
    if (line >= def->line_count) return (struct text){ "", 0 };
    return t->pool->lines[line_of(def, line)].printed;
}

struct text eternity_choice_text(const struct table *t, seat_id seat, struct choice c)
{
    const struct question *q = &t->state->question[seat];
    if (c.kind == CHOICE_USE) return line_said(t, def_as_played(t, seat, c.card), c.option - 1u);
    if (c.kind == CHOICE_MODE || (c.kind == CHOICE_DO && q->kind == QUESTION_MAY))
        return t->pool->lines[text_asked(state_at(t))->work.line].printed;
    if (c.kind == CHOICE_DO) return line_said(t, def_as_played(t, seat, (card_id)q->about), q->arg);
    return (struct text){ "", 0 };
}

// ---- when a clock runs out (chapter 5)

static seat_id weakest_target(const struct table *t, seat_id seat)
{
    const struct eternity_state *s    = state_at(t);
    seat_id                      best = NO_SEAT;
    for (seat_id other = 0; other < s->core.seats; other++)
        if (!why_not_target(t, seat, other) &&
            (best == NO_SEAT || s->fighter[other].health < s->fighter[best].health))
            best = other;
    return best;
}

static struct choice default_play(const struct table *t, seat_id seat, struct choice otherwise)
{
    struct choice dash = { .kind = CHOICE_SIDE, .option = SIDE_DASH };
    if (has_targets(state_at(t)))
        dash = (struct choice){ .kind = CHOICE_DASH_AT, .option = weakest_target(t, seat) };
    return eternity_why_not(t, seat, dash) == 0 ? dash : otherwise;
}

static struct choice default_check(const struct table *t, seat_id seat, struct choice otherwise)
{
    struct choice top = { .kind = CHOICE_TOP };
    if (eternity_why_not(t, seat, top) == 0) return top;
    card_id common = zone_top(t->state, zone_of_seat(ZONE_COMMON, seat));
    return common == NO_CARD ? otherwise : (struct choice){ .kind = CHOICE_CHECK, .card = common };
}

struct choice eternity_default_choice(const struct table *t, seat_id seat)
{
    struct choice list[CHOICES_MAX];
    size_t        count = eternity_choices(t, seat, list, CHOICES_MAX);
    uint8_t       kind  = t->state->question[seat].kind;
    assert(count > 0);
    if (kind == QUESTION_PLAY) return default_play(t, seat, list[0]);
    if (kind == QUESTION_CHECK) return default_check(t, seat, list[0]);
    if (kind == QUESTION_STARTER) return (struct choice){ .kind = CHOICE_STARTER, .option = seat };
    uint8_t last = list[count - 1].kind;
    if (last == CHOICE_PASS || last == CHOICE_DONE) return list[count - 1];
    if (kind == QUESTION_PAY) return list[count - 1]; // the oldest
    return list[0];
}
