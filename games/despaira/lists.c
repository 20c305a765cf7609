// lists.c - section 5: the legal choices of a seat, in a stable order, and what is taken when time
// is up. What a whole list needs to know is looked at once; a test compares the lists with
// why_not().
#include "games/despaira/rules.h"

struct list {
    const struct table *table;
    struct choice      *out;
    size_t              count, max;
    seat_id             seat;
};

static void add(struct list *l, struct choice c)
{
    if (l->count < l->max) l->out[l->count++] = c;
}

static void offer(struct list *l, struct choice c)
{
    if (despaira_why_not(l->table, l->seat, c) == 0) add(l, c);
}

static void offer_kind(struct list *l, uint8_t kind) { offer(l, (struct choice){ .kind = kind }); }

static void offer_cards(struct list *l, uint8_t kind, unsigned zone)
{
    const struct core     *c = l->table->state;
    const struct question *q = &c->question[l->seat];
    EACH_IN_ZONE(card, c, (zone_id)zone)
        if (kind != CHOICE_PICK || !has_picked(q, card))
            offer(l, (struct choice){ .kind = kind, .card = card });
}

static void offer_tiles(struct list *l, struct choice c)
{
    for (c.target = 0; c.target < TILES; c.target++) offer(l, c);
}

static void offer_things(struct list *l)
{
    const struct core *c = l->table->state;
    offer_tiles(l, (struct choice){ .kind = CHOICE_TARGET_TILE });
    for (card_id card = 0; card < c->card_count; card++)
        if (card_at(c, card)->zone != NO_ZONE)
            offer(l, (struct choice){ .kind = CHOICE_TARGET, .card = card });
}

static void offer_done(struct list *l)
{
    const struct question *q = &l->table->state->question[l->seat];
    if (q->picked >= q->min && l->count < l->max)
        l->out[l->count++] = (struct choice){ .kind = CHOICE_DONE };
}

static void offer_trick(struct list *l, card_id card, uint32_t tiles)
{
    const struct table *t = l->table;
    if (!tiles) return;
    add(l, (struct choice){ .kind = CHOICE_PLACE, .card = card });
    if (why_not_use_hand(t, l->seat, card) == 0 && hand_has_targets_from(t, l->seat, card, tiles))
        add(l, (struct choice){ .kind = CHOICE_ACTIVATE_HAND, .card = card });
}

static void offer_creature(struct list *l, card_id card, uint32_t tiles, struct offering offering)
{
    if (tiles && why_not_pay_points(l->table, l->seat, card) == 0)
        add(l, (struct choice){ .kind  = CHOICE_SPAWN,
                                .card  = card,
                                .extra = (uint16_t)level_of(l->table, card) });
    if (why_not_offer(l->table, l->seat, card, offering) == 0)
        add(l, (struct choice){ .kind = CHOICE_SACRIFICE_SPAWN, .card = card });
}

// What a list of actions needs to know of the whole field. Nobody is asked what to do before it is
// settled.
struct sight {
    uint32_t taken, theirs,
        tricks;       // tiles with a creature or Leader; of the opponent; with a trick
    uint32_t beside;  // the own Leader
    bool     granted; // some abilities are not printed on their card
};

static struct sight look_around(const struct table *t, seat_id seat)
{
    const struct despaira_state *s    = state_at(t);
    unsigned                     mine = tile_of(s, s->side[seat].leader),
             other                    = tile_of(s, s->side[other_seat(seat)].leader);
    struct sight sight                = { .tricks = s->field.tricks[0] | s->field.tricks[1] };
    sight.theirs  = s->field.creatures[other_seat(seat)] | near_tile(t, other, 0);
    sight.taken   = s->field.creatures[seat] | near_tile(t, mine, 0) | sight.theirs;
    sight.beside  = near_tile(t, mine, 1) & ~near_tile(t, mine, 0);
    sight.granted = s->grants || s->field.statics & static_bit(VERB_HAVE);
    return sight;
}

static void offer_from_hand(struct list *l, const struct sight *sight)
{
    const struct table          *t        = l->table;
    const struct despaira_state *s        = state_at(t);
    struct offering              offering = { 0 };
    bool                         known    = false;
    EACH_IN_ZONE(card, &s->core, zone_for(l->seat, ZONE_HAND)) {
        if (is_trick(t, card)) {
            offer_trick(l, card, sight->beside & ~sight->tricks & ~sight->theirs);
            continue;
        }
        if (why_not_spawn_now(t, l->seat, card)) continue;
        if (!known) offering = offering_of(t, l->seat);
        known = true;
        offer_creature(l, card, sight->beside & ~sight->taken, offering);
    }
}

// No attack of the card goes further, by what is printed and by what could have changed it.
static unsigned reach_at_most(const struct table *t, card_id card)
{
    const struct despaira_state *s   = state_at(t);
    const struct card_def       *def = def_of(t, card);
    if (s->change_count || s->field.statics & static_bit(VERB_REACH)) return COLUMNS + ROWS;
    return def->fields_set >> FIELD_RATK & 1 ? (unsigned)def->field[FIELD_RANGE] : 1;
}

static void offer_fights(struct list *l, card_id card, const struct sight *sight)
{
    const struct table          *t      = l->table;
    const struct despaira_state *s      = state_at(t);
    const struct body           *b      = body_at(s, card);
    const struct face           *f      = face_of(t, card);
    unsigned                     here   = s->cards[card].zone;
    uint32_t                     struck = sight->theirs;
    bool                         fights = struck & near_tile(t, here, reach_at_most(t, card)) &&
                  why_not_attack_now(t, l->seat, card) == 0;
    bool heals = !(b->flags & BODY_HEALED) && f->kind != KIND_LEADER &&
                 (s->change_count ? stat_of(t, card, STAT_HL) != LACKING : f->stats >> STAT_HL & 1);
    if (!fights && !heals) return;
    struct blows blows = fights ? blows_of(t, card) : (struct blows){ 0 };
    uint32_t     self = near_tile(t, here, 0), next = near_tile(t, here, 1) & ~self;
    struck &= near_tile(t, here, blows.most) & ~self & ~(blows.adjacent ? 0 : next);
    uint32_t healed = heals ? next & (s->field.creatures[SOUTH] | s->field.creatures[NORTH]) : 0;
    for (uint32_t left = struck | healed; left; left &= left - 1) {
        card_id there = occupant(s, (unsigned)__builtin_ctz(left));
        if (struck & left & -left)
            add(l, (struct choice){ .kind = CHOICE_ATTACK, .card = card, .target = there });
        if (healed & left & -left && why_not_heal(t, l->seat, card, there) == 0)
            add(l, (struct choice){ .kind = CHOICE_HEAL, .card = card, .target = there });
    }
}

// Face-down tricks have one way, other cards up to two abilities.
static unsigned ways_to_use(const struct table *t, card_id card, bool granted)
{
    const struct face *f = face_of(t, card);
    if (!is_up(state_at(t), card)) return f->kind == KIND_TRICK;
    if (granted) return 2;
    if (f->activated[0] == NO_ABILITY) return 0;
    return f->activated[1] == NO_ABILITY ? 1 : 2;
}

// Its one ability was used this turn.
static bool is_spent(const struct table *t, const struct body *b, const struct face *f)
{
    return b->used[0] && !b->used[1] && f->activated[0] != NO_ABILITY &&
           f->activated[1] == NO_ABILITY && ability_at(t, f->activated[0])->limit != TWICE_PER_TURN;
}

static void offer_activations(struct list *l, card_id card, bool granted)
{
    const struct table          *t = l->table;
    const struct despaira_state *s = state_at(t);
    const struct face           *f = face_of(t, card);
    if (!is_up(s, card) && (f->cost > s->side[l->seat].inventory || f->answers == ANSWERS_CHAIN ||
                            (f->occasions && !s->deed_count)))
        return; // a Chain trick answers; a Trap waits for something to happen
    if (!granted && is_up(s, card) &&
        (f->activated[0] == NO_ABILITY || is_spent(t, body_at(s, card), f)))
        return;
    unsigned ways = ways_to_use(t, card, granted);
    for (unsigned nth = 0; nth < ways; nth++)
        if (why_not_activate(t, l->seat, card, nth, true) == 0)
            add(l, (struct choice){ .kind = nth ? CHOICE_ACTIVATE_SECOND : CHOICE_ACTIVATE,
                                    .card = card });
}

// DES-633 to DES-638, DES-894
static void offer_modes(struct list *l, card_id card, const struct body *b)
{
    bool up = is_up(state_at(l->table), card);
    if (b->flags & BODY_SWITCHED || b->status[FREEZE] || (up && b->flags & BODY_ATTACKED)) return;
    for (uint8_t mode = 0; mode < 2; mode++) {
        if ((mode && b->flags & BODY_MOVED) || (up && (b->flags & BODY_DEFENCE) == mode)) continue;
        add(l, (struct choice){
                   .kind = up ? CHOICE_SWITCH : CHOICE_FLIP, .card = card, .option = mode });
    }
}
static_assert(BODY_DEFENCE == 1, "it is compared with a mode");

// DES-601 to DES-616
static bool may_move(const struct table *t, card_id card, const struct body *b,
                     const struct face *f, const struct sight *sight)
{
    const struct despaira_state *s     = state_at(t);
    unsigned                     zone  = s->cards[card].zone;
    const unsigned               bound = BODY_LOCKED | BODY_RESTING;
    if (b->flags & BODY_MOVED) return false;
    if (f->kind == KIND_TRICK) {
        if (is_up(s, card) || b->flags & bound) return false;
        if (!(near_tile(t, tile_under(zone), 1) & ~sight->tricks & ~sight->theirs)) return false;
    } else {
        bool still = f->kind != KIND_LEADER && is_up(s, card) && b->flags & BODY_DEFENCE;
        if (still || b->flags & BODY_ATTACKED || b->status[FREEZE] || b->status[ROOT]) return false;
        if (!(near_tile(t, zone, 1) & ~sight->taken)) return false;
    }
    return !cannot(t, card, NOT_MOVE);
}

static void offer_of_card(struct list *l, card_id card, const struct sight *sight)
{
    const struct table *t = l->table;
    const struct body  *b = body_at(state_at(t), card);
    const struct face  *f = face_of(t, card);
    if (may_move(t, card, b, f, sight))
        add(l, (struct choice){ .kind = CHOICE_MOVE, .card = card });
    offer_activations(l, card, sight->granted);
    if (f->kind == KIND_TRICK) return;
    if (f->kind != KIND_LEADER) offer_modes(l, card, b);
    offer_fights(l, card, sight);
}

static void offer_of_attached(struct list *l, card_id card, const struct sight *sight)
{
    const struct despaira_state *s    = state_at(l->table);
    const struct beside          near = beside(tile_of(s, card));
    for (unsigned i = 0; near.tile[i] != NO_TILE; i++)
        if (why_not_detach(l->table, l->seat, card, near.tile[i]) == 0)
            add(l, (struct choice){ .kind = CHOICE_DETACH, .card = card, .target = near.tile[i] });
    if (controller_of(s, card) == l->seat) offer_activations(l, card, sight->granted);
}

// Cards on the field in the order of their places, so that the list is the same for equal
// positions.
static void offer_field(struct list *l, const struct sight *sight)
{
    const struct despaira_state *s = state_at(l->table);
    uint64_t places = (sight->taken & ~sight->theirs) | (uint64_t)s->field.tricks[l->seat]
                                                            << ZONE_TRICK;
    for (; places; places &= places - 1)
        offer_of_card(l, s->zones[__builtin_ctzll(places)].top, sight);
    for (seat_id seat = 0; seat < 2; seat++)
        EACH_IN_ZONE(card, &s->core, zone_for(seat, ZONE_ATTACHED))
            offer_of_attached(l, card, sight);
}

// Where cards lie that may answer at all.
static uint64_t places_to_answer(const struct table *t, seat_id seat, bool chain, bool granted)
{
    const struct despaira_state *s = state_at(t);
    struct survey                again;
    const struct survey         *f = &s->field;
    if (s->unsettled & UNSETTLED_FIELD) { // a link was just added
        again = survey_field(t);
        f     = &again;
    }
    uint32_t up   = granted ? f->creatures[seat] | near_tile(t, tile_of(s, s->side[seat].leader), 0)
                    : chain ? f->chain[seat]
                            : f->quick[seat];
    uint32_t down = granted ? f->tricks[seat] : f->ready[seat];
    return up | (uint64_t)down << ZONE_TRICK;
}

// Most windows are passed: what cannot answer at all is not looked at twice.
static void offer_responses(struct list *l, bool chain)
{
    const struct table          *t       = l->table;
    const struct despaira_state *s       = state_at(t);
    unsigned                     wanted  = chain ? ANSWERS_CHAIN : ANSWERS_WINDOW;
    bool                         granted = s->grants || s->field.statics & static_bit(VERB_HAVE);
    uint64_t                     places  = places_to_answer(t, l->seat, chain, granted);
    uint32_t                     deeds   = 0;
    for (unsigned i = 0; i < s->deed_count; i++) deeds |= BIT(s->deeds[i].kind);
    for (; places; places &= places - 1) {
        card_id            card = s->zones[__builtin_ctzll(places)].top;
        const struct face *f    = face_of(t, card);
        if (!(f->answers & wanted || granted)) continue;
        if (is_up(s, card) && !granted && is_spent(t, body_at(s, card), f)) continue;
        if (!is_up(s, card) &&
            (f->cost > s->side[l->seat].inventory || (f->occasions && !(f->occasions & deeds))))
            continue;
        for (unsigned nth = 0; nth < ways_to_use(t, card, granted); nth++)
            if (why_not_answer(t, l->seat, card, nth, chain) == 0)
                add(l, (struct choice){ .kind = nth ? CHOICE_ACTIVATE_SECOND : CHOICE_ACTIVATE,
                                        .card = card });
    }
    add(l, (struct choice){ .kind = CHOICE_PASS });
}

static void offer_acts(struct list *l)
{
    const struct despaira_state *s = state_at(l->table);
    if (is_main(s)) add(l, (struct choice){ .kind = CHOICE_END_TURN });
    if (s->phase == PHASE_BATTLE) {
        add(l, (struct choice){ .kind = CHOICE_END_BATTLE });
        add(l, (struct choice){ .kind = CHOICE_TIME_UP });
    }
    const struct sight sight = look_around(l->table, l->seat);
    offer_field(l, &sight);
    offer_from_hand(l, &sight);
    EACH_IN_ZONE(card, &s->core, zone_for(l->seat, ZONE_SPECIAL))
        offer(l, (struct choice){ .kind = CHOICE_SUMMON, .card = card });
}

static void offer_spawn_tiles(struct list *l)
{
    const struct question *q     = &l->table->state->question[l->seat];
    uint32_t               tiles = 0;
    for (unsigned tile = 0; tile < TILES; tile++)
        if (may_spawn_on(l->table, l->seat, q->about, tile)) tiles |= BIT(tile);
    for (uint8_t state = 0; state <= SPAWN_DEFENCE; state++)
        for (uint32_t left = tiles; left; left &= left - 1)
            offer(l, (struct choice){ .kind   = CHOICE_SPAWN_ON,
                                      .target = (uint16_t)__builtin_ctz(left),
                                      .option = state });
}

static void offer_put_on(struct list *l)
{
    uint32_t left = tiles_for(l->table, l->seat, why_not_put_on);
    for (; left; left &= left - 1)
        for (uint8_t state = 0; state < SPAWN_STATES; state++)
            add(l, (struct choice){ .kind   = CHOICE_SPAWN_ON,
                                    .target = (uint16_t)__builtin_ctz(left),
                                    .option = state });
}

static void offer_where(struct list *l)
{
    const struct table  *t = l->table;
    const struct action *a = &state_at(t)->action;
    if (a->kind == ACTION_SPAWN || a->kind == ACTION_SACRIFICE_SPAWN) {
        offer_put_on(l);
    } else if (a->kind == ACTION_MOVE) {
        const struct beside near = beside(tile_of(state_at(t), a->card));
        for (unsigned i = 0; near.tile[i] != NO_TILE; i++)
            if (why_not_enter(t, l->seat, a->card, near.tile[i]) == 0)
                add(l, (struct choice){ .kind = CHOICE_GO, .target = near.tile[i] });
    } else {
        for (uint32_t left = tiles_for(t, l->seat, why_not_lay_on); left; left &= left - 1)
            add(l, (struct choice){ .kind   = CHOICE_LAY,
                                    .target = (uint16_t)(ZONE_TRICK + __builtin_ctz(left)) });
    }
    offer_kind(l, CHOICE_BACK);
}

static void offer_points(struct list *l)
{
    for (uint8_t points = 0; points <= POINTS_ADDED; points++)
        offer(l, (struct choice){ .kind = CHOICE_POINTS, .option = points });
    offer_kind(l, CHOICE_BACK);
}

static void offer_sacrifices(struct list *l)
{
    const struct despaira_state *s = state_at(l->table);
    offer_kind(l, CHOICE_ENOUGH);
    for (uint32_t left = s->field.creatures[l->seat]; left; left &= left - 1) {
        card_id card = occupant(s, (unsigned)__builtin_ctz(left));
        offer(l, (struct choice){ .kind = CHOICE_SACRIFICE, .card = card });
    }
}

static bool is_on(const struct despaira_state *s, uint32_t tiles, card_id card)
{
    return is_tile(s->cards[card].zone) && tiles >> s->cards[card].zone & 1;
}

// Targets by their numbers: tiles, cards on the field, or cards of a zone.
static void offer_targets(struct list *l)
{
    const struct table          *t                         = l->table;
    const struct despaira_state *s                         = state_at(t);
    const struct aiming          aim                       = aim_now(t);
    const struct group          *g                         = aim.group;
    uint64_t                     cards[CARDS_MAX / 64 + 1] = { 0 };
    if (g->tiles) {
        for (uint32_t left = tiles_aimed_at(t, &aim); left; left &= left - 1) {
            uint16_t tile = (uint16_t)__builtin_ctz(left);
            if (is_hit(t, &aim, (uint16_t)(TILE_BIT | tile)))
                add(l, (struct choice){ .kind = CHOICE_TARGET_TILE, .target = tile });
        }
        return;
    }
    if (g->elsewhere) {
        for (card_id card = 0; card < s->core.card_count; card++)
            if (is_place_meant(t, &aim.context, g, s->cards[card].zone) && is_hit(t, &aim, card))
                add(l, (struct choice){ .kind = CHOICE_TARGET, .card = card });
        return;
    }
    bool     creatures = is_about_creatures(s, g);
    uint32_t tiles     = creatures ? tiles_aimed_at(t, &aim) : 0;
    for (unsigned i = 0; i < s->body_top; i++)
        if (s->bodies[i].stamp && (!creatures || is_on(s, tiles, s->bodies[i].card)))
            cards[s->bodies[i].card / 64] |= UINT64_C(1) << s->bodies[i].card % 64;
    for (unsigned i = 0; i < COUNT(cards); i++)
        for (uint64_t left = cards[i]; left; left &= left - 1) {
            card_id card = (card_id)(i * 64 + (unsigned)__builtin_ctzll(left));
            if (is_hit(t, &aim, card))
                add(l, (struct choice){ .kind = CHOICE_TARGET, .card = card });
        }
}

static void offer_steps(struct list *l)
{
    const struct beside near = beside(path_end(l->table));
    for (unsigned i = 0; near.tile[i] != NO_TILE; i++)
        if (is_step(l->table, near.tile[i]))
            add(l, (struct choice){ .kind = CHOICE_STEP, .target = near.tile[i] });
}

static void offer_order(struct list *l)
{
    const struct despaira_state *s = state_at(l->table);
    for (unsigned i = 0; i < s->waiting_count; i++) {
        bool told = false;
        for (unsigned k = 0; k < i; k++)
            told |= s->waiting[k].seat == l->seat && s->waiting[k].source == s->waiting[i].source;
        if (s->waiting[i].seat == l->seat && !told)
            offer(l, (struct choice){ .kind = CHOICE_FIRST, .card = s->waiting[i].source });
    }
}

size_t despaira_choices(const struct table *t, seat_id seat, struct choice *out, size_t max)
{
    const struct despaira_state *s = state_at(t);
    struct list                  l = { .table = t, .out = out, .max = max, .seat = seat };
    switch ((enum question_kind)s->core.question[seat].kind) {
    case QUESTION_LEADER: offer_cards(&l, CHOICE_LEADER, zone_for(seat, ZONE_LEADER)); break;
    case QUESTION_LEADER_TILE:
        offer_tiles(&l, (struct choice){ .kind = CHOICE_LEADER_TILE });
        break;
    case QUESTION_DRAFT: offer_cards(&l, CHOICE_DRAFT, zone_for(seat, ZONE_PACK)); break;
    case QUESTION_BUILD:
        offer_cards(&l, CHOICE_PICK, zone_for(seat, ZONE_PICKS));
        offer_done(&l);
        break;
    case QUESTION_SIDE:
        offer_kind(&l, CHOICE_ENOUGH);
        offer_cards(&l, CHOICE_TAKE_OUT, zone_for(seat, ZONE_DECK));
        offer_cards(&l, CHOICE_PUT_IN, zone_for(seat, ZONE_SIDE));
        break;
    case QUESTION_ACT: offer_acts(&l); break;
    case QUESTION_SACRIFICE:
    case QUESTION_RITUAL:
    case QUESTION_SUMMON:
        offer_sacrifices(&l);
        if (s->core.question[seat].kind == QUESTION_SUMMON)
            offer_cards(&l, CHOICE_TARGET, zone_for(seat, ZONE_GRAVEYARD));
        offer_kind(&l, CHOICE_BACK);
        break;
    case QUESTION_REPLACE:
        for (unsigned zone = ZONE_TRICK; zone < ZONE_DECK; zone++)
            offer_cards(&l, CHOICE_TARGET, zone);
        for (unsigned zone = 0; zone < ZONE_TRICK; zone++) offer_cards(&l, CHOICE_TARGET, zone);
        for (seat_id side = 0; side < 2; side++)
            offer_cards(&l, CHOICE_TARGET, zone_for(side, ZONE_ATTACHED));
        break;
    case QUESTION_DETACH: offer_tiles(&l, (struct choice){ .kind = CHOICE_TARGET_TILE }); break;
    case QUESTION_POINTS: offer_points(&l); break;
    case QUESTION_WHERE: offer_where(&l); break;
    case QUESTION_RESPOND: offer_responses(&l, false); break;
    case QUESTION_CHAIN: offer_responses(&l, true); break;
    case QUESTION_TARGET:
        offer_targets(&l);
        offer_kind(&l, CHOICE_ENOUGH);
        offer_kind(&l, CHOICE_BACK);
        break;
    case QUESTION_CHOOSE:
        offer_things(&l);
        offer_kind(&l, CHOICE_ENOUGH);
        offer_kind(&l, CHOICE_BACK);
        break;
    case QUESTION_PATH:
        offer_steps(&l);
        offer_kind(&l, CHOICE_ENOUGH);
        offer_kind(&l, CHOICE_BACK);
        break;
    case QUESTION_LINK:
        for (uint8_t i = 1; i <= s->link_count; i++)
            offer(&l, (struct choice){ .kind = CHOICE_LINK, .option = i });
        offer_kind(&l, CHOICE_BACK);
        break;
    case QUESTION_ORDER: offer_order(&l); break;
    case QUESTION_MAY:
        offer_kind(&l, CHOICE_YES);
        offer_kind(&l, CHOICE_NO);
        break;
    case QUESTION_SEEN: offer_kind(&l, CHOICE_ENOUGH); break;
    case QUESTION_DISCARD: offer_cards(&l, CHOICE_TARGET, zone_for(seat, ZONE_HAND)); break;
    case QUESTION_SEARCH:
        offer_cards(&l, CHOICE_TARGET, zone_for(seat, ZONE_DECK));
        offer_cards(&l, CHOICE_TARGET, zone_for(seat, ZONE_GRAVEYARD));
        offer_kind(&l, CHOICE_ENOUGH);
        break;
    case QUESTION_SPAWN_TILE: offer_spawn_tiles(&l); break;
    case QUESTION_TILE: offer_tiles(&l, (struct choice){ .kind = CHOICE_TARGET_TILE }); break;
    }
    return l.count;
}

// D18, D26: in the order in which the cards came to the field.
static struct choice oldest_of(const struct table *t, const struct choice *list, size_t count)
{
    const struct choice *best = list;
    for (size_t i = 1; i < count; i++) {
        const struct body *b = body_at(state_at(t), list[i].card);
        const struct body *o = body_at(state_at(t), best->card);
        if (b && o && b->stamp < o->stamp) best = &list[i];
    }
    return *best;
}

// Section 5, last column.
struct choice despaira_default_choice(const struct table *t, seat_id seat)
{
    struct choice list[CHOICES_MAX];
    switch ((enum question_kind)t->state->question[seat].kind) { // asked often: not the whole list
    case QUESTION_ACT:
        return (struct choice){ .kind = is_main(state_at(t)) ? CHOICE_END_TURN : CHOICE_TIME_UP };
    case QUESTION_RESPOND:
    case QUESTION_CHAIN: return (struct choice){ .kind = CHOICE_PASS };
    case QUESTION_WHERE:
    case QUESTION_TARGET:
    case QUESTION_PATH:
        if (despaira_why_not(t, seat, (struct choice){ .kind = CHOICE_BACK })) break;
        return (struct choice){ .kind = CHOICE_BACK };
    default: break;
    }
    size_t count = despaira_choices(t, seat, list, CHOICES_MAX);
    assert(count > 0);
    switch ((enum question_kind)t->state->question[seat].kind) {
    case QUESTION_LEADER_TILE:
        return (struct choice){ .kind = CHOICE_LEADER_TILE, .target = seat == SOUTH ? 12 : 17 };
    case QUESTION_DISCARD:
    case QUESTION_MAY:
    case QUESTION_BUILD: return list[count - 1];
    case QUESTION_ORDER:
    case QUESTION_REPLACE: return oldest_of(t, list, count);
    case QUESTION_TARGET:
    case QUESTION_PATH:
    case QUESTION_SACRIFICE:
    case QUESTION_POINTS:
    case QUESTION_WHERE:
    case QUESTION_RITUAL:
    case QUESTION_SUMMON:
    case QUESTION_LINK: return list[count - 1].kind == CHOICE_BACK ? list[count - 1] : list[0];
    default: return list[0];
    }
}
