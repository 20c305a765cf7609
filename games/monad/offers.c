// Lists of what may be chosen: whatever why_not() allows, so the two cannot disagree; and what is
// taken when a player's time is up (rules.md, section 5).
#include "engine/offers.h"
#include "games/monad/rules.h"

enum { ANY_QUALITY = 99 };

static size_t party_of(const struct monad_state *s, seat_id seat, bool facing, card_id *out)
{
    size_t n = 0;
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat((facing ? ZONE_FACING : ZONE_FRONT) + row, seat))
            if (is_unit(s, card) && n < SIDE_MAX) out[n++] = card;
    return n;
}

// Equipment of a zone up to a quality.
static void offer_attach(struct offers *l, uint8_t kind, zone_id zone, seat_id party, bool facing,
                         int most)
{
    card_id units[SIDE_MAX];
    size_t  n = 0;
    EACH_IN_ZONE(card, l->table->state, zone)
        if (kind_of(l->table, card) == KIND_EQUIPMENT &&
            def_of(l->table, card)->field[FIELD_QUALITY] <= most) {
            if (!n) n = party_of(state_at(l->table), party, facing, units);
            for (size_t i = 0; i < n; i++)
                offer(l, (struct choice){ .kind = kind, .card = card, .target = units[i] });
        }
}

static void offer_bearers(struct offers *l, const struct step *step)
{
    card_id units[NAMED_MAX];
    size_t  n = bearers_meant(l->table, step, units);
    EACH_IN_ZONE(card, l->table->state, zone_of_seat(pile_of_step(l->table, step), l->seat))
        for (size_t i = 0; i < n; i++)
            offer(l, (struct choice){ .kind = CHOICE_ATTACH, .card = card, .target = units[i] });
}

static void offer_picks(struct offers *l, uint8_t kind) // of a text in work
{
    uint16_t list[THINGS_MAX];
    size_t   n = text_picks(l->table, list, THINGS_MAX);
    for (size_t i = 0; i < n; i++) offer(l, (struct choice){ .kind = kind, .card = list[i] });
}

static void offer_in_combat(struct offers *l, uint8_t kind)
{
    const struct monad_state *s = state_at(l->table);
    card_id                   list[TARGETS_MAX];
    size_t                    n = units_in_combat(s, list);
    for (size_t i = 0; i < n; i++) offer(l, (struct choice){ .kind = kind, .card = list[i] });
}

static void offer_moves(struct offers *l, unsigned side)
{
    card_id list[2 * SIDE_MAX];
    size_t  n  = units_of_side(state_at(l->table), side, list);
    l->why_not = why_not_move;
    for (size_t i = 0; i < n; i++) offer_options(l, CHOICE_MOVE, list[i], 0, 2);
    offer_kind(l, CHOICE_PASS);
}

static struct choice use_of(const struct table *t, struct ability a)
{
    return (struct choice){ .kind   = CHOICE_USE,
                            .card   = a.source,
                            .option = (uint8_t)(a.line - def_of(t, a.source)->line_first + 1) };
}

static void offer_abilities(struct offers *l, card_id unit, unsigned code)
{
    struct ability list[ABILITIES_MAX];
    size_t         n = abilities_of(l->table, unit, code, list);
    for (size_t i = 0; i < n; i++) offer(l, use_of(l->table, list[i]));
}

// What this unit can do was found out before the question was asked.
static void offer_actions(struct offers *l, const struct question *q)
{
    struct ability list[ABILITIES_MAX];
    card_id        unit = (card_id)q->about;
    size_t         n    = abilities_of(l->table, unit, W_AGGRESSIVE, list);
    for (size_t i = 0; i < n; i++)
        if (q->arg ? q->arg >> i & 1 : can_use(l->table, unit, list[i]))
            offer_legal(l, use_of(l->table, list[i]));
    offer_legal(l, (struct choice){ .kind = CHOICE_PASS });
}

// A card that may stand in Front may stand in every row that MON-466 allows.
static void offer_rows(struct offers *l, uint8_t kind, card_id card, seat_id party, bool facing)
{
    size_t before = l->count;
    offer(l, (struct choice){ .kind = kind, .card = card });
    if (l->count == before) return;
    for (uint8_t row = MID; row < ROWS && can_stand(l->table, party, facing, row); row++)
        offer_legal(l, (struct choice){ .kind = kind, .card = card, .option = row });
}

static void offer_planned(struct offers *l, const struct question *q, zone_id zone)
{
    const struct monad_state *s    = state_at(l->table);
    int                       left = budget_left(l->table, (seat_id)q->about);
    EACH_IN_ZONE(card, &s->core, zone) {
        unsigned kind = kind_of(l->table, card);
        if (kind == KIND_QUEST || budget_cost(l->table, (seat_id)q->about, card) > left) continue;
        for (uint8_t row = FRONT; kind == KIND_UNIT && row < ROWS; row++)
            offer(l, (struct choice){ .kind = CHOICE_PLACE, .card = card, .option = row });
        for (unsigned i = 0; kind == KIND_EQUIPMENT && i < s->planned_count; i++)
            offer(l, (struct choice){
                         .kind = CHOICE_ATTACH, .card = card, .target = s->planned[i].card });
    }
}

static void offer_encounter(struct offers *l, const struct question *q)
{
    offer_planned(l, q, zone_of_seat(ZONE_HAND, l->seat));
    if (q->arg) offer_planned(l, q, zone_of_seat(ZONE_DECK, l->seat));
    offer_kind(l, CHOICE_BARE);
}

static void offer_trades(struct offers *l, unsigned row) // MON-831
{
    const struct monad_state *s = state_at(l->table);
    for (seat_id mate = 0; mate < s->core.seats; mate++) {
        if (mate == l->seat || is_out(s, mate) || is_enemy(&s->core, mate, l->seat)) continue;
        offer_attach(l, CHOICE_SWAP, zone_of_seat(ZONE_FRONT + row, l->seat), mate, false,
                     ANY_QUALITY);
        offer_attach(l, CHOICE_SWAP, zone_of_seat(ZONE_FRONT + row, mate), l->seat, false,
                     ANY_QUALITY);
    }
}

// What lies in the own rows: units can be dismissed and placed anew, Equipment sold, dropped,
// drunk.
static void offer_row(struct offers *l, zone_id zone)
{
    const struct monad_state *s = state_at(l->table);
    EACH_IN_ZONE(card, &s->core, zone) {
        const struct card_def *def = def_of(l->table, card);
        if (is_unit(s, card)) {
            offer_abilities(l, card, W_NONCOMBAT);
            if (def->kind == KIND_UNIT) offer_options(l, CHOICE_DISMISS, card, 0, 1);
            offer_options(l, CHOICE_REFORM, card, 0, ROWS);
            continue;
        }
        if (def->fields_set & BIT(FIELD_USES))
            offer_options(l, CHOICE_USE, card, 1, (uint8_t)def->line_count);
        offer_options(l, CHOICE_SELL, card, 0, 1);
        offer_options(l, CHOICE_DROP, card, 0, 1);
    }
}

static void offer_place(struct offers *l, card_id location)
{
    const struct card_def *def = def_of(l->table, location);
    for (uint8_t i = 0; i < def->line_count; i++) {
        unsigned top = line_of(l->table, location, i)->top;
        if (top == W_INN || top == W_HEARTH || top == W_NOTICE_BOARD || top == W_SHRINE ||
            top == W_ESCAVATE)
            offer_options(l, CHOICE_USE, location, (uint8_t)(i + 1), 1);
    }
}

static void offer_provision(struct offers *l)
{
    const struct monad_state *s        = state_at(l->table);
    zone_id                   hand     = zone_of_seat(ZONE_HAND, l->seat);
    card_id                   location = s->side[l->seat].location;
    l->why_not                         = why_not_provision;
    if (location != NO_CARD) offer_place(l, location);
    if (price_at(l->table, l->seat, NO_CARD, W_RECRUIT) >= 0)
        EACH_IN_ZONE(card, &s->core, hand)
            if (kind_of(l->table, card) == KIND_UNIT)
                offer_rows(l, CHOICE_RECRUIT, card, l->seat, false);
    if (price_at(l->table, l->seat, NO_CARD, W_SHOP) >= 0)
        offer_attach(l, CHOICE_BUY, hand, l->seat, false, ANY_QUALITY);
    for (unsigned row = 0; row < ROWS; row++) {
        zone_id zone = zone_of_seat(ZONE_FRONT + row, l->seat);
        if (!zone_size(&s->core, zone) && s->core.mode != MODE_GIANT) break;
        offer_attach(l, CHOICE_SWAP, zone, l->seat, false, ANY_QUALITY);
        if (s->core.mode == MODE_GIANT) offer_trades(l, row);
        offer_row(l, zone);
    }
    offer_zone(l, CHOICE_GIVE_UP, zone_of_seat(ZONE_QUESTS, l->seat));
    offer_kind(l, CHOICE_PASS);
}

static void offer_units(struct offers *l, const struct question *q) // MON-113, MON-513
{
    int most = levels_left(l->table, l->seat);
    EACH_IN_ZONE(card, l->table->state, zone_of_seat(ZONE_DECK, l->seat))
        if (kind_of(l->table, card) == KIND_UNIT &&
            def_of(l->table, card)->field[FIELD_LEVEL] <= most && !has_picked(q, card) &&
            knows(l->table->state, l->seat, card))
            offer_legal(l, (struct choice){ .kind = CHOICE_PICK, .card = card });
    offer_done(l);
}

static void offer_next(struct offers *l, card_id first) // units tied for the next activation
{
    const struct monad_state *s = state_at(l->table);
    card_id                   list[2 * SIDE_MAX];
    size_t                    n = units_of_side(s, side_of(s, first), list);
    for (size_t i = 0; i < n; i++)
        if (!why_not_next(l->table, l->seat, list[i]))
            offer_legal(l, (struct choice){ .kind = CHOICE_TARGET, .card = list[i] });
}

static void offer_targets(struct offers *l, const struct question *q)
{
    const struct table *t    = l->table;
    card_id             unit = (card_id)q->about, list[TARGETS_MAX];
    size_t              n    = targets_by_side(t, unit, action_line(t), list);
    for (size_t i = 0; i < n; i++)
        if (is_on_chosen_side(state_at(t), list[i]) &&
            !(q->arg && seen_row(t, unit, list[i]) != q->arg - 1u))
            offer_legal(l, (struct choice){ .kind = CHOICE_TARGET, .card = list[i] });
}

static void offer_hand(struct offers *l, uint8_t kind) // any card of it
{
    const struct core     *c = l->table->state;
    const struct question *q = &c->question[l->seat];
    EACH_IN_ZONE(card, c, zone_of_seat(ZONE_HAND, l->seat))
        if (kind != CHOICE_PICK || !has_picked(q, card))
            offer_legal(l, (struct choice){ .kind = kind, .card = card });
}

static void offer_party(struct offers *l, uint8_t kind, uint8_t options)
{
    card_id units[SIDE_MAX];
    size_t  n = party_of(state_at(l->table), l->seat, false, units);
    for (size_t i = 0; i < n; i++) offer_options(l, kind, units[i], 0, options);
}

static void offer_more(struct offers *l, const struct question *q)
{
    const struct monad_state *s = state_at(l->table);
    switch ((enum question_kind)q->kind) {
    case QUESTION_RESPONSE: {
        card_id list[TARGETS_MAX];
        size_t  n = units_against(s, side_of(s, s->action.unit), list);
        for (size_t i = 0; i < n; i++) offer_abilities(l, list[i], W_DEFENSIVE);
        offer_kind(l, CHOICE_PASS);
        break;
    }
    case QUESTION_DEFENDED: offer_in_combat(l, CHOICE_TARGET); break;
    case QUESTION_CORRODE:
        offer_zone(l, CHOICE_TAKE, card_at(&s->core, (card_id)q->about)->zone);
        break;
    case QUESTION_MOVE: offer_moves(l, q->arg); break;
    case QUESTION_UNDYING:
        offer_zone(l, CHOICE_PICK, card_at(&s->core, (card_id)q->about)->zone);
        offer_done(l);
        break;
    case QUESTION_LOOT:
        l->why_not = why_not_loot;
        offer_attach(l, CHOICE_ATTACH, zone_of_seat(ZONE_DECK, l->seat), l->seat, false, q->arg);
        offer_kind(l, CHOICE_BARE);
        break;
    case QUESTION_PROVISION: offer_provision(l); break;
    case QUESTION_PAY:
        offer_zone(l, CHOICE_TAKE, zone_of_seat(ZONE_COMPLETED, l->seat));
        offer_kind(l, CHOICE_BARE);
        break;
    case QUESTION_LEVEL:
        offer_zone(l, CHOICE_LEVEL, zone_of_seat(ZONE_CLASS, l->seat));
        offer_zone(l, CHOICE_LEVEL, ZONE_CLASSES);
        offer_kind(l, CHOICE_PASS);
        break;
    case QUESTION_LEVEL_PAY:
        offer_zone(l, CHOICE_TAKE, zone_of_seat(ZONE_COMPLETED, l->seat));
        break;
    case QUESTION_DISCARD:
        offer_hand(l, CHOICE_TAKE);
        offer_legal(l, (struct choice){ .kind = CHOICE_PASS });
        break;
    case QUESTION_DISCARD_DOWN:
    case QUESTION_BOARD:
        offer_hand(l, CHOICE_PICK);
        offer_done(l);
        break;
    case QUESTION_UNIT: offer_picks(l, CHOICE_TARGET); break;
    case QUESTION_SOME_UNITS:
        offer_picks(l, CHOICE_PICK);
        offer_done(l);
        break;
    case QUESTION_FROM_DISCARD:
        offer_zone(l, CHOICE_TAKE, zone_of_seat(pile_asked(l->table, l->seat), l->seat));
        offer_kind(l, CHOICE_BARE);
        break;
    case QUESTION_ATTACH:
        offer_bearers(l, step_asked(l->table, l->seat));
        offer_kind(l, CHOICE_BARE);
        break;
    case QUESTION_QUEST: offer_zone(l, CHOICE_TAKE, zone_of_seat(ZONE_QUESTS, l->seat)); break;
    case QUESTION_PLACE_AT: offer_zone(l, CHOICE_GO, ZONE_MAP); break;
    case QUESTION_SEARCH:
        offer_zone(l, CHOICE_TAKE, zone_of_seat(ZONE_DECK, l->seat));
        offer_kind(l, CHOICE_BARE);
        break;
    case QUESTION_REGION: offer_options(l, CHOICE_REGION, 0, 0, 5); break;
    case QUESTION_TOKEN_ROW: offer_options(l, CHOICE_ROW, 0, 0, ROWS); break;
    case QUESTION_FROM_TOP: offer_zone(l, CHOICE_TAKE, zone_of_seat(ZONE_DECK, l->seat)); break;
    case QUESTION_MODE: offer_options(l, CHOICE_MODE, 0, 1, (uint8_t)q->arg); break;
    case QUESTION_TEAM:
    case QUESTION_OPPONENT: offer_options(l, CHOICE_SEAT, 0, 0, SEATS_MAX); break;
    case QUESTION_EQUIPMENT:
        offer_zone(l, CHOICE_TAKE, card_at(&s->core, (card_id)q->about)->zone);
        break;
    case QUESTION_READY_QUEST:
    case QUESTION_TIRE: offer_zone(l, CHOICE_TAKE, zone_of_seat(ZONE_COMPLETED, l->seat)); break;
    case QUESTION_NEAREST: offer_zone(l, CHOICE_GO, ZONE_MAP); break;
    case QUESTION_PERK: offer_options(l, CHOICE_PERK, 0, PERK_FRENZY, 4); break;
    case QUESTION_HEROES: offer_zone(l, CHOICE_PICK, ZONE_CATALYSTS); break;
    case QUESTION_HERO_CLASS: offer_zone(l, CHOICE_TAKE, ZONE_CLASSES); break;
    case QUESTION_HERO_ABILITY:
        offer_options(l, CHOICE_MARK, s->heroes[l->seat][q->arg % HEROES].class_card, 1, 4);
        break;
    case QUESTION_CREEP:
        offer_options(l, CHOICE_LANE, (card_id)q->about, 0, (uint8_t)(LANES * ROWS));
        break;
    case QUESTION_DEPLOY:
        for (unsigned i = 0; i < HEROES; i++)
            if (s->heroes[l->seat][i].card != NO_CARD)
                offer_options(l, CHOICE_LANE, s->heroes[l->seat][i].card, 0,
                              (uint8_t)(LANES * ROWS));
        offer_kind(l, CHOICE_PASS);
        break;
    case QUESTION_KEEP:
        offer_zone(l, CHOICE_PICK, card_at(&s->core, (card_id)q->about)->zone);
        offer_done(l);
        break;
    case QUESTION_REBUILD:
        offer_kind(l, CHOICE_YES);
        offer_kind(l, CHOICE_NO);
        break;
    case QUESTION_TAKE_OUT:
        offer_zone(l, CHOICE_PICK, zone_of_seat(ZONE_DECK, l->seat));
        offer_done(l);
        break;
    case QUESTION_TAKE_IN:
        offer_zone(l, CHOICE_PICK, ZONE_SET);
        offer_done(l);
        break;
    case QUESTION_OFFERED:
    case QUESTION_DRAFT: offer_zone(l, CHOICE_TAKE, zone_of_seat(ZONE_HAND, l->seat)); break;
    case QUESTION_LEAVE_OUT:
        offer_zone(l, CHOICE_PICK, zone_of_seat(ZONE_DECK, l->seat));
        offer_done(l);
        break;
    case QUESTION_DRINK: offer_party(l, CHOICE_TARGET, 1); break;
    case QUESTION_TRIGGER:
        for (unsigned i = 0; i < s->waiting_count; i++) {
            bool again = s->waiting[i].who != l->seat; // what another's is of may be gone
            for (unsigned k = 0; k < i; k++)
                again |= s->waiting[k].source == s->waiting[i].source &&
                         s->waiting[k].line == s->waiting[i].line;
            card_id source = s->waiting[i].source;
            if (!again)
                offer_options(
                    l, CHOICE_USE, source,
                    (uint8_t)(s->waiting[i].line - def_of(l->table, source)->line_first + 1), 1);
        }
        break;
    case QUESTION_SHUFFLE_IN:
        for (unsigned row = 0; row < ROWS; row++)
            offer_zone(l, CHOICE_PICK, zone_of_seat(ZONE_FRONT + row, l->seat));
        offer_done(l);
        break;
    default: break;
    }
}

size_t monad_choices(const struct table *t, seat_id seat, struct choice *out, size_t max)
{
    const struct monad_state *s = state_at(t);
    const struct question    *q = &s->core.question[seat];
    struct offers             l = {
                    .table = t, .why_not = monad_why_not, .out = out, .max = max, .seat = seat
    };
    switch ((enum question_kind)q->kind) {
    case QUESTION_CATALYST: offer_zone(&l, CHOICE_TAKE, ZONE_CATALYSTS); break;
    case QUESTION_CLASS: offer_zone(&l, CHOICE_TAKE, ZONE_CLASSES); break;
    case QUESTION_ABILITY:
        offer_options(&l, CHOICE_MARK, q->arg ? (card_id)q->about : s->side[seat].fast, 1, 4);
        break;
    case QUESTION_UNITS: offer_units(&l, q); break;
    case QUESTION_SCENARIO: offer_zone(&l, CHOICE_TAKE, ZONE_SCENARIOS); break;
    case QUESTION_POINTS:
        for (uint8_t hp = 0; hp <= HUMAN_POINTS; hp++)
            for (uint16_t ap = 0; hp + ap <= HUMAN_POINTS; ap++)
                offer(&l, (struct choice){ .kind = CHOICE_POINTS, .option = hp, .extra = ap });
        break;
    case QUESTION_START:
    case QUESTION_RUN_TO: offer_zone(&l, CHOICE_GO, ZONE_MAP); break;
    case QUESTION_PLACE:
        l.why_not = why_not_placing;
        offer_party(&l, CHOICE_PLACE, ROWS);
        offer_kind(&l, CHOICE_BARE);
        break;
    case QUESTION_OUTFIT:
        l.why_not = why_not_outfit;
        offer_attach(&l, CHOICE_ATTACH, zone_of_seat(ZONE_DECK, seat), seat, false, q->arg / 100);
        offer_kind(&l, CHOICE_BARE);
        break;
    case QUESTION_TRAVEL:
        l.why_not = why_not_go;
        offer_kind(&l, CHOICE_STAY);
        offer_kind(&l, CHOICE_RUN);
        if (!is_faced(s, seat)) offer_zone(&l, CHOICE_GO, ZONE_MAP);
        break;
    case QUESTION_TRAP: offer_party(&l, CHOICE_TARGET, 1); break;
    case QUESTION_REDRAW:
    case QUESTION_PASSAGE:
    case QUESTION_BREAK_OFF:
    case QUESTION_TRADE:
    case QUESTION_JOIN:
    case QUESTION_JOINED:
    case QUESTION_MAY:
        offer_kind(&l, CHOICE_YES);
        offer_kind(&l, CHOICE_NO);
        break;
    case QUESTION_ENCOUNTER:
        l.why_not = why_not_encounter;
        offer_encounter(&l, q);
        break;
    case QUESTION_DELIVER: offer_zone(&l, CHOICE_TAKE, zone_of_seat(ZONE_QUESTS, seat)); break;
    case QUESTION_MAIN:
        l.why_not = why_not_main;
        offer_zone(&l, CHOICE_QUEST, zone_of_seat(ZONE_HAND, seat));
        offer_kind(&l, CHOICE_RESOLVE);
        for (uint8_t other = 0; other < s->core.seats; other++)
            offer(&l, (struct choice){ .kind = CHOICE_ATTACK, .option = other });
        offer_kind(&l, CHOICE_PASS);
        break;
    case QUESTION_WHO_ACTS: offer_next(&l, (card_id)q->about); break;
    case QUESTION_TARGET: offer_targets(&l, q); break;
    case QUESTION_ORDER: offer_in_combat(&l, CHOICE_TARGET); break;
    case QUESTION_ACT: offer_actions(&l, q); break;
    case QUESTION_ROW: offer_options(&l, CHOICE_ROW, 0, 0, ROWS); break;
    default: offer_more(&l, q); break;
    }
    return l.count;
}

// Section 5, last column: how good a choice is for a player whose time is up. Where a question can
// be turned down its list ends with that, and that is taken.
static int worth_when_late(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s   = state_at(t);
    const struct question    *q   = &s->core.question[seat];
    const struct card_def    *def = def_of(t, c.card);
    switch ((enum question_kind)q->kind) {
    case QUESTION_POINTS: return c.option == 3 && c.extra == 2; // D3
    case QUESTION_PERK: return c.option == PERK_SWIFT;          // D36
    case QUESTION_UNITS: return c.kind == CHOICE_PICK ? def->field[FIELD_LEVEL] : 0;
    case QUESTION_TRAP: return hp_left(t, c.card);            // D10
    case QUESTION_CORRODE: return -def->field[FIELD_QUALITY]; // D21
    case QUESTION_UNDYING:                                    // D25
    case QUESTION_KEEP:                                       // D39
        return c.kind == CHOICE_PICK ? def->field[FIELD_QUALITY] : 0;
    case QUESTION_DISCARD_DOWN: { // D32: the newest lies at the bottom
        int place = 0;
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_HAND, seat)) {
            if (card == c.card) return place;
            place++;
        }
        return -1;
    }
    case QUESTION_PAY: { // D29: the smallest that covers the rest, else the largest
        int rest = q->arg - s->side[seat].loose_gold - marked_sum(t, seat, FIELD_GOLD);
        int gold = def->field[FIELD_GOLD];
        if (c.kind == CHOICE_BARE) return 2000;
        return gold >= rest ? 1000 - gold : gold - 1000;
    }
    case QUESTION_CREEP: // D37: spread evenly
        return -(int)formation_size(
            s, zone_of_seat(ZONE_LANE + c.option / (unsigned)ROWS * ROWS, seat));
    case QUESTION_MODE:
    case QUESTION_TOKEN_ROW: return -c.option; // D42
    default: return 0;
    }
}

static bool declines(uint8_t kind)
{
    return kind == CHOICE_PASS || kind == CHOICE_BARE || kind == CHOICE_NO || kind == CHOICE_DONE;
}

// Questions whose first answer is taken: nothing sets the others apart.
static bool takes_first(unsigned kind)
{
    switch ((enum question_kind)kind) {
    case QUESTION_CATALYST:
    case QUESTION_CLASS:
    case QUESTION_ABILITY:
    case QUESTION_SCENARIO:
    case QUESTION_START:
    case QUESTION_RUN_TO:
    case QUESTION_DELIVER:
    case QUESTION_WHO_ACTS:
    case QUESTION_TARGET:
    case QUESTION_ROW:
    case QUESTION_ORDER:
    case QUESTION_DEFENDED: return true;
    default: return false;
    }
}

// The answer that turns a question down, if every list of its kind ends with it; kind 0: not every.
static struct choice refusal_of(unsigned kind)
{
    switch ((enum question_kind)kind) {
    case QUESTION_MAIN:
    case QUESTION_ACT:
    case QUESTION_RESPONSE:
    case QUESTION_MOVE:
    case QUESTION_PROVISION:
    case QUESTION_LEVEL:
    case QUESTION_DISCARD: return (struct choice){ .kind = CHOICE_PASS };
    case QUESTION_PLACE:
    case QUESTION_OUTFIT:
    case QUESTION_ENCOUNTER:
    case QUESTION_LOOT: return (struct choice){ .kind = CHOICE_BARE };
    case QUESTION_TRAVEL: return (struct choice){ .kind = CHOICE_STAY }; // D8
    default: return (struct choice){ 0 };
    }
}

struct choice monad_default_choice(const struct table *t, seat_id seat)
{
    struct choice list[CHOICES_MAX];
    unsigned      kind = t->state->question[seat].kind;
    if (refusal_of(kind).kind) return refusal_of(kind);
    size_t n = table_choices(t, seat, list, takes_first(kind) ? 1 : CHOICES_MAX), best = 0;
    if (!n) return (struct choice){ 0 };
    bool takes_most = kind == QUESTION_UNITS || kind == QUESTION_UNDYING || kind == QUESTION_KEEP ||
                      kind == QUESTION_PAY;
    if (declines(list[n - 1].kind) && !takes_most) return list[n - 1];
    for (size_t i = 1; i < n; i++)
        if (worth_when_late(t, seat, list[i]) > worth_when_late(t, seat, list[best])) best = i;
    return list[best];
}
