// How much: the number of a sentence, other numbers instead, what is counted "for each" (VOI-007,
// VOI-008).
#include "games/voidbreakers/rules.h"

static int count_on(const struct voidbreakers_state *s, const struct work *w, unsigned what)
{
    card_id  it      = w->pick_count ? w->pick[w->pick_count - 1].card : w->that;
    unsigned debuffs = is_card(s, it) ? count_debuffs(s, it) : 0;
    unsigned all     = is_card(s, it) ? (unsigned)__builtin_popcount(s->body[it].conditions) : 0;
    return (int)(what == COUNT_DEBUFFS ? debuffs : what == COUNT_BUFFS ? all - debuffs : all);
}

static int count_attached(const struct table *t, const struct work *w, size_t each)
{
    def_id def   = book_of(t)->named[op_find(t->pool->ops, each, W_CARDNAME)];
    int    count = 0;
    EACH_CARD(c, state_at(t), zone_of_seat(ZONE_UPGRADES, w->seat))
        count += card_at(t->state, c)->def == def &&
                 face_of(t, c)->fighter == face_of(t, w->user)->self;
    return count;
}

static int count_what(const struct table *t, const struct work *w, size_t each)
{
    const struct voidbreakers_state *s     = state_at(t);
    unsigned                         what  = (unsigned)t->pool->ops[each].value;
    seat_id                          other = other_player(w->seat);
    switch ((enum counted)what) {
    case COUNT_OWN_HAND: return (int)cards_in_hand(t, w, w->seat);
    case COUNT_OPPONENT_HAND: return (int)cards_in_hand(t, w, other);
    case COUNT_OWN_VOID: return zone_size(&s->core, zone_of_seat(ZONE_VOID, w->seat));
    case COUNT_OPPONENT_VOID: return zone_size(&s->core, zone_of_seat(ZONE_VOID, other));
    case COUNT_DEBUFFS:
    case COUNT_BUFFS:
    case COUNT_CONDITIONS: return count_on(s, w, what);
    case COUNT_ATTACHED: return count_attached(t, w, each);
    }
    return 0;
}

int halved(int amount) { return amount / 20 * 10; } // VOI-008

// "50 instead if it is wounded", or a sentence of its own: "If it is wounded, deal 50 instead."
int number_of_instead(const struct op *ops, size_t instead)
{
    size_t again = op_find(ops, instead, W_AGAIN);
    return number_in(ops, again ? again : instead, 1);
}
static size_t condition_of_instead(const struct op *ops, size_t instead)
{
    size_t first = op_child(instead);
    return ops[first].code == OP_NUMBER ? op_after(ops, first) : first;
}

int amount_of(const struct table *t, const struct work *w, size_t sentence, size_t verb)
{
    const struct op *ops     = t->pool->ops;
    size_t           instead = op_find(ops, sentence, W_INSTEAD);
    size_t each = op_find(ops, sentence, W_FOR_EACH), count = op_find(ops, sentence, W_COUNT);
    size_t power  = op_find(ops, verb, W_POWER);
    int    amount = number_in(ops, verb, 1);
    if ((ops[verb].code == W_VOID_HAND || ops[verb].code == W_DEPLOY) &&
        op_find(ops, verb, W_UP_TO))
        amount = number_in(ops, op_find(ops, verb, W_UP_TO), 1);
    if (ops[verb].code == W_DEPLOY && op_find(ops, verb, W_ALL)) amount = SATELLITES_MAX;
    if (power) {
        amount = attack_power(t, w->user);
        if (ops[power].value) amount = halved(amount);
    }
    if (instead && holds(t, w, condition_of_instead(ops, instead)))
        amount = number_of_instead(ops, instead);
    if (each) amount *= count_what(t, w, each);
    if (count) amount *= count_group(t, w, op_child(count));
    return amount;
}
