// Section 6: the text of cards. A line is a tree of small nodes (words.h); do_effects goes through
// its effects, do_effect does one verb of it. What verbs do is in verbs.c.
#include "engine/chance.h"
#include "games/monad/rules.h"

#include <string.h>

enum { DID_CHOOSE = 3, DID_CHOOSE_SEAT };

// kind: what "it" means; other: the player that was chosen.
enum { IT_IS_TARGET, IT_IS_THIS };

struct frame *call_effects(struct table *t, uint32_t op, seat_id who, card_id source, card_id unit,
                           card_id target)
{
    struct frame *f = call(state_of(t), FLOW_EFFECTS, who, source, unit);
    f->op           = op;
    f->extra        = (int16_t)target;
    f->value        = 1;
    f->other        = NO_SEAT;
    return f;
}

// What happens to a unit by itself: "it" is that unit, unless the words are about another's death.
void call_triggered(struct table *t, const struct waiting *w)
{
    unsigned moment = book(t)->lines[w->line].moment;
    bool     others = moment == WHEN_ALLY_DIES || moment == WHEN_ENEMY_DIES;
    call_effects(t, book(t)->lines[w->line].op, w->who, w->source, w->unit, w->other)->kind =
        others ? IT_IS_TARGET : IT_IS_THIS;
}

static void call_effect(struct monad_state *s, const struct frame *f, uint32_t effect)
{
    struct frame *e = call(s, FLOW_EFFECT, f->who, f->card, f->target);
    e->op           = effect;
    e->extra        = f->extra;
    e->kind         = f->kind;
    e->other        = f->other;
}

enum flow do_effects(struct table *t, struct frame *f)
{
    struct monad_state *s   = state_of(t);
    const struct op    *ops = t->pool->ops;
    uint32_t            at  = 0;
    FLOW_BEGIN(f);
    while (f->value < ops[f->op].size && f->n < 64) {
        at       = f->op + (uint16_t)f->value;
        f->value = (int16_t)(op_after(ops, at) - f->op);
        if (ops[at].code != W_EFFECT || has_left(s, f->who)) continue;
        f->n++;
        call_effect(s, f, at);
        FLOW_PAUSE(f, 1);
        if (s->carried_out == DID_CHOOSE) { // from here on "it" is the one chosen
            s->carried_out = 1;
            f->extra       = s->chosen;
            f->kind        = IT_IS_TARGET;
        }
        if (s->carried_out == DID_CHOOSE_SEAT) {
            s->carried_out = 1;
            f->other       = (seat_id)s->chosen;
        }
        if (s->carried_out == 2) { // repeat this once
            s->carried_out = 0;
            if (!f->flag) f->value = 1;
            f->flag = 1;
        }
    }
    FLOW_END(f);
}

// The verb of an EFFECT: the first child that is no condition.
static uint32_t verb_of(const struct op *ops, uint32_t effect)
{
    uint32_t i = effect + 1;
    while (ops[i].code == W_IF || ops[i].code == W_MAY) i = (uint32_t)op_after(ops, i);
    return i;
}

static int times_of(const struct table *t, const struct frame *f)
{
    size_t each = op_find(t->pool->ops, f->op, W_FOR_EACH);
    return each ? count_of_each(t, (uint32_t)each, f->who, f->target) : 1;
}

static unsigned noun_in(const struct table *t, uint32_t verb)
{
    size_t noun = op_find(t->pool->ops, verb, W_NOUN);
    return noun ? (unsigned)t->pool->ops[noun].value : (unsigned)NOUN_TARGET;
}

// "each X ally": of the units named those that are called so.
static size_t only_called(const struct table *t, uint32_t verb, card_id *list, size_t n)
{
    const struct op *ops  = t->pool->ops;
    size_t           noun = op_find(ops, verb, W_NOUN), kept = 0;
    if (!noun || ops[noun].size < 2) return n;
    for (size_t i = 0; i < n; i++)
        if (fits_sort(t, (uint32_t)noun, list[i])) list[kept++] = list[i];
    return kept;
}

static bool is_chosen(unsigned noun)
{
    return noun == NOUN_AN_ALLY || noun == NOUN_A_FRIENDLY || noun == NOUN_AN_OPPOSING;
}

static bool are_some(unsigned noun)
{
    return noun == NOUN_SOME_ALLIES || noun == NOUN_SOME_FRIENDLY || noun == NOUN_SOME_OPPOSING;
}

// The zone out of which a verb takes a card of a player's.
unsigned zone_of_verb(const struct table *t, uint32_t verb)
{
    const struct op *node = &t->pool->ops[verb];
    switch (node->code) {
    case W_RETURN: return node->value == 3 ? ZONE_HAND : ZONE_DISCARD;
    case W_ATTACH: return node->value ? ZONE_DISCARD : ZONE_HAND;
    case W_COMPLETE_QUEST:
    case W_FAIL_QUEST: return ZONE_QUESTS;
    default: return ZONE_DISCARD;
    }
}

// Whether there is something to choose from; of a hidden hand nobody is told (MON-932).
static bool has_for_verb(const struct table *t, seat_id who, uint32_t verb)
{
    unsigned zone = zone_of_verb(t, verb);
    EACH_IN_ZONE(card, t->state, zone_of_seat(zone, who))
        if (zone == ZONE_HAND || fits_filter(t, verb, card)) return true;
    return false;
}

// The units that an "attach" names; "this unit" is the one that was chosen last.
size_t named_bearers(const struct table *t, seat_id who, uint32_t verb, card_id *out)
{
    return units_named(t, noun_in(t, verb), who, (card_id)state_at(t)->chosen, NO_CARD, out);
}

bool may_attach(const struct table *t, seat_id who, uint32_t verb, card_id card, card_id unit)
{
    card_id list[NAMED_MAX];
    rule_id rule;
    size_t  n = named_bearers(t, who, verb, list);
    if (kind_of(t, card) != KIND_EQUIPMENT || !fits_filter(t, verb, card)) return false;
    for (size_t i = 0; i < n; i++)
        if (list[i] == unit) return !why_cannot_bear(t, unit, card, &rule);
    return false;
}

static bool can_attach_any(const struct table *t, seat_id who, uint32_t verb)
{
    card_id list[NAMED_MAX];
    size_t  n = named_bearers(t, who, verb, list);
    if (zone_of_verb(t, verb) == ZONE_HAND) return n && has_for_verb(t, who, verb);
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_DISCARD, who))
        for (size_t i = 0; i < n; i++)
            if (may_attach(t, who, verb, card, list[i])) return true;
    return false;
}

bool may_be_placed_at(const struct table *t, seat_id who, uint32_t verb, card_id location)
{
    const struct core *c = t->state;
    return location < c->card_count && card_at(c, location)->zone == ZONE_MAP &&
           is_in_location_deck(t, who, location) && fits_place(t, verb, location);
}

static bool has_place_for(const struct table *t, seat_id who, uint32_t verb)
{
    EACH_IN_ZONE(card, t->state, ZONE_MAP)
        if (may_be_placed_at(t, who, verb, card)) return true;
    return false;
}

static def_id token_named(const struct table *t, uint32_t verb)
{
    size_t name = op_find(t->pool->ops, verb, OP_NAME);
    def_id def  = name ? pool_find(t->pool, text_of(t->pool->names[t->pool->ops[name].value]))
                       : (def_id)NO_DEF;
    return def != NO_DEF && t->pool->defs[def].kind == KIND_TOKEN ? def : (def_id)NO_DEF;
}

// The formation that a token made by this card joins (D42).
static zone_id formation_for(const struct monad_state *s, const struct frame *f)
{
    if (is_unit(s, f->target) && is_row(card_at(&s->core, f->target)->zone))
        return formation_of(card_at(&s->core, f->target)->zone);
    return zone_of_seat(ZONE_FRONT, f->who);
}

static void create_token(struct table *t, const struct frame *f, uint32_t verb, zone_id zone)
{
    struct monad_state *s   = state_of(t);
    def_id              def = token_named(t, verb);
    if (def == NO_DEF) return;
    card_id token = card_create(&s->core, def, f->who, zone, BOTTOM);
    if (token != NO_CARD && !enter_play(t, token, zone, true)) card_destroy(&s->core, token);
    close_formation(t, formation_of(zone));
}

static seat_set opponents_of(const struct monad_state *s, seat_id who)
{
    unsigned set = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat) && is_enemy(&s->core, who, seat)) set |= BIT(seat);
    return (seat_set)set;
}
static seat_id first_of(seat_set set)
{
    seat_id seat = 0;
    while (seat < SEATS_MAX && !(set >> seat & 1)) seat++;
    return seat < SEATS_MAX ? seat : (seat_id)NO_SEAT;
}

// How many cards of a zone can be taken for a question, and the first of them.
static unsigned quests_turned(const struct table *t, seat_id who, bool sideways, card_id *first)
{
    unsigned n = 0;
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_COMPLETED, who))
        if ((card_at(t->state, card)->flags & CARD_SIDEWAYS) / CARD_SIDEWAYS == sideways && !n++)
            *first = card;
    return n;
}
static unsigned best_quests(const struct table *t, seat_id who, card_id *first)
{
    unsigned n = 0;
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_COMPLETED, who))
        if (is_best_quest(t, who, card) && !n++) *first = card;
    return n;
}
static unsigned nearest_starters(const struct table *t, seat_id who, card_id *first)
{
    unsigned n = 0;
    EACH_IN_ZONE(card, t->state, ZONE_MAP)
        if (is_nearest_starter(t, who, card) && !n++) *first = card;
    return n;
}

static uint8_t count_of(unsigned have, int want)
{
    unsigned most = want < 0 ? 0 : (unsigned)want;
    if (most > have) most = have;
    return (uint8_t)(most > PICKS_MAX ? PICKS_MAX : most);
}

static unsigned units_to_shuffle(const struct table *t, seat_id seat)
{
    card_id  list[NAMED_MAX];
    size_t   n     = units_named(t, NOUN_PARTY, seat, NO_CARD, NO_CARD, list);
    unsigned units = 0;
    for (size_t i = 0; i < n; i++) units += kind_of(t, list[i]) == KIND_UNIT;
    return units;
}

// "roll 2D6; on 9 or more": DICE, the number, the EFFECT.
static bool roll_reaches(struct table *t, seat_id who, uint32_t verb, struct reason why)
{
    const struct op *ops  = t->pool->ops;
    uint32_t         dice = (uint32_t)op_find(ops, verb, W_DICE), sum = 0;
    int              count = dice ? number_at(t->pool, dice) : 2; // section 6: 2D6 unless named
    for (int i = 0; i < count; i++) sum += roll(t, 6, who, why);
    return (int)sum >= number_at(t->pool, dice ? (uint32_t)op_after(ops, dice) : verb);
}

// card: what prints it, target: "this unit", extra: the target; op: the EFFECT.
enum flow do_effect(struct table *t, struct frame *f)
{
    struct monad_state *s    = state_of(t);
    const struct op    *ops  = t->pool->ops;
    const uint32_t      verb = verb_of(ops, f->op);
    card_id             list[NAMED_MAX];
    unsigned            noun = 0;
    size_t              n    = 0;
    uint8_t             most = 0;
    unsigned            worn = 0;
    FLOW_BEGIN(f);
    t->effects++;
    if (op_find(ops, f->op, W_IF) &&
        !holds(t, (uint32_t)op_find(ops, f->op, W_IF) + 1, f->target, (card_id)f->extra))
        return FLOW_DONE;
    s->carried_out = 0;
    if (ops[verb].code == W_PAY && !can_pay(t, f->who, number_at(t->pool, verb))) return FLOW_DONE;
    if (op_find(ops, f->op, W_MAY)) {
        ask(&s->core, f->who, QUESTION_MAY, 0, f->card);
        FLOW_PAUSE(f, 1);
        if (answer_of(&s->core, f->who).kind != CHOICE_YES) return FLOW_DONE;
    }
    s->carried_out = 1;
    f->value       = (int16_t)times_of(t, f);
    if (is_about_units(ops[verb].code)) {
        noun = noun_in(t, verb);
        if ((noun == NOUN_IT && f->kind == IT_IS_THIS) ||
            (ops[verb].code == W_MOVE && ops[verb].value >= 2)) // "move back": this unit
            noun = NOUN_THIS;
        n = units_named(t, noun, f->who, f->target, (card_id)f->extra, list);
        n = only_called(t, verb, list, n);
        if (is_chosen(noun) && n > 1) {
            ask(&s->core, f->who, QUESTION_UNIT, (uint16_t)noun, f->target);
            FLOW_PAUSE(f, 2);
            if (answer_of(&s->core, f->who).kind != CHOICE_TARGET) return FLOW_DONE;
            list[0] = answer_of(&s->core, f->who).card;
            n       = 1;
        }
        if (are_some(noun)) { // "up to N": from 0 to N, chosen now
            most = count_of((unsigned)n, number_at(t->pool, (uint32_t)op_find(ops, verb, W_NOUN)));
            if (!most) return FLOW_DONE;
            ask_several(&s->core, f->who, QUESTION_SOME_UNITS, 0, most, (uint16_t)noun, f->target);
            FLOW_PAUSE(f, 22);
            n = s->core.question[f->who].picked;
            memcpy(list, s->core.question[f->who].pick, n * sizeof *list);
        }
        if (ops[verb].code == W_CHOOSE) s->chosen = (int16_t)NO_CARD;
        if (ops[verb].code != W_BREAK) {
            for (size_t i = 0; i < n; i++)
                if (is_unit(s, list[i])) do_to_unit(t, f, verb, list[i], f->value);
            if (ops[verb].code == W_CHOOSE) s->carried_out = DID_CHOOSE;
            return FLOW_DONE;
        }
        f->card = n ? list[0] : (card_id)NO_CARD; // the unit whose Equipment is destroyed
    }
    if (do_alone(t, f, verb, f->value)) return FLOW_DONE;
    do { // one verb; no switch, because a pause inside one could not be resumed
        if (ops[verb].code == W_DISCARD) {
            f->flag = players_named(t, verb, f->who, f->other);
            for (seat_id seat = 0; seat < s->core.seats; seat++) {
                most = count_of(zone_size(&s->core, zone_of_seat(ZONE_HAND, seat)),
                                number_at(t->pool, verb));
                if (!(f->flag & BIT(seat)) || !most) {
                    f->flag = (uint8_t)(f->flag & ~BIT(seat));
                    continue;
                }
                ask_several(&s->core, seat, QUESTION_DISCARD_DOWN, most, most, 0, f->card);
            }
            if (!f->flag) break;
            FLOW_PAUSE(f, 3);
            for (seat_id seat = 0; seat < s->core.seats; seat++) {
                if (!(f->flag & BIT(seat)) || is_out(s, seat)) continue;
                const struct question *q = &s->core.question[seat];
                for (unsigned i = 0; i < q->picked; i++) discard_card(t, q->pick[i], MON_014);
            }
            break;
        }
        if (ops[verb].code == W_SEARCH) {
            look_through_deck(t, f->who);
            s->chosen = (int16_t)(verb & 0x7FFF);
            ask(&s->core, f->who, QUESTION_SEARCH, (uint16_t)(verb & 0xFFFF),
                (uint16_t)(verb >> 16));
            FLOW_PAUSE(f, 4);
            if (answer_of(&s->core, f->who).kind == CHOICE_TAKE) {
                card_id card = answer_of(&s->core, f->who).card;
                card_move(&s->core, card, zone_of_seat(ZONE_HAND, f->who), BOTTOM);
                card_show(&s->core, card, seats_of_team(&s->core, s->core.team[f->who]));
                if (op_find(ops, verb, W_REVEAL)) {
                    card_show(&s->core, card, (seat_set)(BIT(s->core.seats) - 1));
                    note_text(t, EVENT_RETURNED, f->who, f->card, card, 0, verb);
                }
            }
            shuffle_deck(t, f->who, words_of(t, f->card, verb));
            break;
        }
        if (ops[verb].code == W_RETURN) {
            if (!has_for_verb(t, f->who, verb)) break;
            ask(&s->core, f->who, QUESTION_FROM_DISCARD, (uint16_t)(verb & 0xFFFF),
                (uint16_t)(verb >> 16));
            FLOW_PAUSE(f, 5);
            if (answer_of(&s->core, f->who).kind == CHOICE_TAKE) {
                static const uint8_t TO[] = { ZONE_HAND, ZONE_DECK, ZONE_REMOVED, ZONE_DECK };
                card_id              card = answer_of(&s->core, f->who).card;
                card_move(&s->core, card, zone_of_seat(TO[ops[verb].value], f->who), BOTTOM);
                note_text(t, EVENT_RETURNED, f->who, f->card, card, 0, verb);
            }
            break;
        }
        if (ops[verb].code == W_ER_REGION) {
            ask(&s->core, f->who, QUESTION_REGION, 0, f->card);
            FLOW_PAUSE(f, 6);
            if (answer_of(&s->core, f->who).kind == CHOICE_REGION)
                change_er(t, f, verb, TAG_GREENMANTLE + answer_of(&s->core, f->who).option);
            break;
        }
        if (ops[verb].code == W_CREATE) { // D42
            f->n = (uint8_t)(number_at(t->pool, verb) > 1 ? number_at(t->pool, verb) : 1);
            for (f->n = (uint8_t)(f->n * (f->value > 0 ? f->value : 0)); f->n > 0; f->n--) {
                f->kind = formation_for(s, f);
                if (formation_size(s, f->kind) >= SIDE_MAX) break; // MON-034
                ask(&s->core, f->who, QUESTION_TOKEN_ROW, f->kind, f->card);
                FLOW_PAUSE(f, 7);
                if (answer_of(&s->core, f->who).kind == CHOICE_ROW)
                    create_token(t, f, verb,
                                 (zone_id)(f->kind + answer_of(&s->core, f->who).option));
            }
            break;
        }
        if (ops[verb].code == W_ROLL) {
            if (!roll_reaches(t, f->who, verb, words_of(t, f->card, verb))) break;
            call_effect(s, f, (uint32_t)op_find(ops, verb, W_EFFECT));
            FLOW_PAUSE(f, 23);
            break;
        }
        if (ops[verb].code == W_DISCARD_UP_TO) {
            most         = count_of(zone_size(&s->core, zone_of_seat(ZONE_HAND, f->who)),
                                    number_at(t->pool, verb));
            s->discarded = 0;
            if (!most || is_out(s, f->who)) break;
            ask_several(&s->core, f->who, QUESTION_DISCARD_DOWN, 0, most, 0, f->card);
            FLOW_PAUSE(f, 24);
            for (unsigned i = 0; i < s->core.question[f->who].picked; i++)
                discard_card(t, s->core.question[f->who].pick[i], MON_014);
            s->discarded = s->core.question[f->who].picked;
            break;
        }
        if (ops[verb].code == W_BREAK) {
            if (f->card == NO_CARD) break;
            f->target = worn_on(t, f->card, &worn);
            if (worn > 1) {
                ask(&s->core, f->who, QUESTION_EQUIPMENT, 0, f->card);
                FLOW_PAUSE(f, 10);
                if (answer_of(&s->core, f->who).kind == CHOICE_TAKE)
                    f->target = answer_of(&s->core, f->who).card;
            }
            if (f->target != NO_CARD && s->host[f->target] != NO_CARD)
                break_equipment(t, f->target);
            break;
        }
        if (ops[verb].code == W_STEAL_GOLD || ops[verb].code == W_LOOK ||
            ops[verb].code == W_CHOOSE_SEAT) {
            f->flag = opponents_of(s, f->who);
            f->i    = first_of(f->flag);
            if (f->i == NO_SEAT || is_out(s, f->who)) break;
            if (f->flag & (f->flag - 1)) {
                ask(&s->core, f->who, QUESTION_OPPONENT, 0, f->card);
                FLOW_PAUSE(f, 11);
                if (answer_of(&s->core, f->who).kind == CHOICE_SEAT)
                    f->i = answer_of(&s->core, f->who).option;
            }
            if (is_out(s, f->i) || is_out(s, f->who)) break;
            if (ops[verb].code == W_CHOOSE_SEAT) {
                s->chosen      = f->i;
                s->carried_out = DID_CHOOSE_SEAT;
                break;
            }
            if (ops[verb].code == W_LOOK) {
                look_at_hand(t, f, f->i);
                break;
            }
            f->value = (int16_t)(number_at(t->pool, verb) * f->value);
            if (f->value > gold_of(t, f->i)) f->value = (int16_t)gold_of(t, f->i);
            if (f->value <= 0) break;
            call_pay(s, f->i, f->value); // MON-572
            FLOW_PAUSE(f, 12);
            if (is_out(s, f->i)) break; // paid nothing
            s->side[f->who].loose_gold = (int16_t)(s->side[f->who].loose_gold + f->value);
            note_text(t, EVENT_GOLD, f->who, f->card, NO_CARD, f->value, verb);
            break;
        }
        if (ops[verb].code == W_READY_QUEST || ops[verb].code == W_EXHAUST_QUEST) {
            f->flag = ops[verb].code == W_EXHAUST_QUEST;
            n       = quests_turned(t, f->who, !f->flag, &f->target);
            if (n == 0) break;
            if (n > 1) {
                ask(&s->core, f->who, QUESTION_READY_QUEST, f->flag, f->card);
                FLOW_PAUSE(f, 13);
                if (answer_of(&s->core, f->who).kind != CHOICE_TAKE) break;
                f->target = answer_of(&s->core, f->who).card;
            }
            card_of(&s->core, f->target)->flags ^= CARD_SIDEWAYS;
            break;
        }
        if (ops[verb].code == W_PAY) { // MON-575: what a card asks for
            call_pay(s, f->who, number_at(t->pool, verb));
            FLOW_PAUSE(f, 21);
            s->carried_out = 1;
            break;
        }
        if (ops[verb].code == W_ATTACH) {
            s->chosen = (int16_t)f->target;
            if (!can_attach_any(t, f->who, verb)) break;
            ask(&s->core, f->who, QUESTION_ATTACH, (uint16_t)(verb & 0xFFFF),
                (uint16_t)(verb >> 16));
            FLOW_PAUSE(f, 16);
            if (answer_of(&s->core, f->who).kind == CHOICE_ATTACH)
                attach(t, answer_of(&s->core, f->who).card,
                       (card_id)answer_of(&s->core, f->who).target);
            break;
        }
        if (ops[verb].code == W_COMPLETE_QUEST) {
            if (!has_for_verb(t, f->who, verb)) break;
            ask(&s->core, f->who, QUESTION_QUEST, (uint16_t)(verb & 0xFFFF),
                (uint16_t)(verb >> 16));
            FLOW_PAUSE(f, 17);
            if (answer_of(&s->core, f->who).kind != CHOICE_TAKE) break;
            call(s, FLOW_COMPLETE, f->who, answer_of(&s->core, f->who).card, NO_CARD);
            FLOW_PAUSE(f, 18);
            break;
        }
        if (ops[verb].code == W_PLACE_PARTY) {
            if (is_out(s, f->who) || s->side[f->who].location == NO_CARD) break;
            if (!has_place_for(t, f->who, verb)) break;
            ask(&s->core, f->who, QUESTION_PLACE_AT, (uint16_t)(verb & 0xFFFF),
                (uint16_t)(verb >> 16));
            FLOW_PAUSE(f, 19);
            if (answer_of(&s->core, f->who).kind == CHOICE_GO)
                place_party(t, f->who, answer_of(&s->core, f->who).card);
            break;
        }
        // each other player, from the active one on
        for (f->n = 0; f->n < s->core.seats; f->n++) {
            f->i = (uint8_t)((s->active + f->n) % s->core.seats);
            if (is_out(s, f->i) || f->i == f->who) continue;
            if (ops[verb].code == W_PLACE_PARTIES) {
                f->target = s->side[f->i].location;
                if (nearest_starters(t, f->i, &f->target) > 1) {
                    ask(&s->core, f->i, QUESTION_NEAREST, 0, f->card);
                    FLOW_PAUSE(f, 14);
                    if (answer_of(&s->core, f->i).kind == CHOICE_GO)
                        f->target = answer_of(&s->core, f->i).card;
                }
                if (!is_out(s, f->i)) place_party(t, f->i, f->target);
                continue;
            }
            if (!is_enemy(&s->core, f->who, f->i)) continue;
            if (ops[verb].code == W_TIRE_QUEST) {
                f->target = NO_CARD;
                if (best_quests(t, f->i, &f->target) > 1) {
                    ask(&s->core, f->i, QUESTION_TIRE, 0, f->card);
                    FLOW_PAUSE(f, 15);
                    if (answer_of(&s->core, f->i).kind == CHOICE_TAKE)
                        f->target = answer_of(&s->core, f->i).card;
                }
                if (f->target != NO_CARD && !is_out(s, f->i))
                    card_of(&s->core, f->target)->flags |= CARD_SIDEWAYS;
            }
            if (ops[verb].code == W_FAIL_QUEST) {
                if (!has_for_verb(t, f->i, verb)) continue;
                ask(&s->core, f->i, QUESTION_QUEST, (uint16_t)(verb & 0xFFFF),
                    (uint16_t)(verb >> 16));
                FLOW_PAUSE(f, 20);
                if (!is_out(s, f->i) && answer_of(&s->core, f->i).kind == CHOICE_TAKE)
                    fail_quest(t, answer_of(&s->core, f->i).card, MON_315);
            }
            if (ops[verb].code == W_DISBAND) {
                most = count_of(units_to_shuffle(t, f->i), number_at(t->pool, verb));
                if (!most) continue;
                ask_several(&s->core, f->i, QUESTION_SHUFFLE_IN, most, most, 0, f->card);
                FLOW_PAUSE(f, 8);
                if (is_out(s, f->i)) continue;
                struct question q = s->core.question[f->i];
                for (unsigned i = 0; i < q.picked; i++)
                    shuffle_unit_in(t, q.pick[i], words_of(t, f->card, verb));
            }
        }
        if (ops[verb].code == W_NEW_SCENARIO) {
            if (!s->side[f->who].won_rival) break;
            f->i = (uint8_t)(s->side[f->who].won_rival - 1);
            if (is_out(s, f->i)) break;
            ask(&s->core, f->i, QUESTION_SCENARIO, 1, s->side[f->i].scenario);
            FLOW_PAUSE(f, 9);
            if (answer_of(&s->core, f->i).kind != CHOICE_TAKE) break;
            struct side *other = &s->side[f->i];
            other->scenario    = answer_of(&s->core, f->i).card;
            other->tokens = other->won_rival = other->gained_level = other->disputed = 0;
            other->fresh                                                             = 1;
            other->waits = scenario_waits(t, f->i);
            note(t, EVENT_NEW_SCENARIO, f->i, other->scenario, NO_CARD, 0, MON_346);
            break;
        }
    } while (0);
    FLOW_END(f);
}
