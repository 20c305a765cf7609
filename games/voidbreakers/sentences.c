// The sentences of all texts, read once: what each is about, and what must be chosen for it
// (VOI-437, VOI-439).
#include "base/arena.h"
#include "games/voidbreakers/rules.h"

static bool is_one_of_choice(const struct op *ops, size_t sel)
{
    return op_find(ops, sel, W_ONE) || op_find(ops, sel, W_ANOTHER) || op_find(ops, sel, W_UP_TO) ||
           op_find(ops, sel, W_EXACTLY) || op_find(ops, sel, W_PAIR);
}

static bool gets_destination(const struct op *ops, size_t verb)
{
    switch (ops[verb].code) {
    case W_MOVE:
    case W_LEAP:
    case W_THROW: return true;
    case W_TELEPORT: return !op_find(ops, verb, W_TO_USER);
    default: return false;
    }
}

static uint8_t kinds_of_noun(int noun)
{
    switch (noun) {
    case 1: return BIT(KIND_FIGHTER);
    case 2: return (uint8_t)~BIT(KIND_FIGHTER);
    case 3: return BIT(KIND_SATELLITE);
    default: return (uint8_t)~0u;
    }
}

static void read_word(const struct op *ops, size_t i, struct sentence *x)
{
    int value = ops[i].value;
    switch (ops[i].code) {
    case W_UP_TO:
    case W_EXACTLY:
    case W_PAIR:
        x->most     = (uint8_t)number_in(ops, i, 2);
        x->optional = ops[i].code == W_UP_TO;
        x->not_user = op_find(ops, i, W_OTHER) != 0;
        break;
    case W_ANOTHER:
    case W_EACH_OTHER: x->not_user = 1; break;
    case W_SIDE: x->whose = value ? WHOSE_ENEMY : WHOSE_FRIENDLY; break;
    case W_DEAD: x->dead = 1; break;
    case W_NOUN: x->kinds &= kinds_of_noun(value); break;
    case W_STATE: x->states = (uint8_t)(x->states | BIT(value)); break;
    case W_STYLE: x->styles = (uint8_t)(x->styles | BIT(value)); break;
    case W_HAS: x->has = (uint16_t)(x->has | BIT(ops[op_child(i)].value)); break;
    case W_ANYWHERE: x->place = PLACE_ANYWHERE; break;
    case W_HERE: x->place = PLACE_HERE; break;
    case W_ADJACENT: x->place = PLACE_ADJACENT; break;
    case W_WITHIN:
        x->place = PLACE_WITHIN;
        x->steps = (uint8_t)number_in(ops, i, 0);
        break;
    default: break;
    }
}

static struct sentence read_sentence(const struct op *ops, size_t op)
{
    size_t          verb = verb_of(ops, op), object = object_of(ops, verb);
    struct sentence x   = { .op     = (uint32_t)op,
                            .verb   = (uint32_t)verb,
                            .object = (uint32_t)object,
                            .code   = ops[verb].code,
                            .goes   = gets_destination(ops, verb),
                            .later  = op_find(ops, op, W_LATER) != 0,
                            .most   = 1,
                            .kinds  = (uint8_t)~0u };
    bool            sel = object && ops[object].code == W_SEL;
    for (size_t i = op_child(object); sel && i < op_after(ops, object); i = op_after(ops, i))
        read_word(ops, i, &x);
    if (x.code == W_SALVAGE) x.most = (uint8_t)number_in(ops, verb, 1);
    if (x.code == W_SALVAGE && op_find(ops, verb, W_UP_TO))
        read_word(ops, op_find(ops, verb, W_UP_TO), &x);
    if (x.code == W_SALVAGE || (sel && is_one_of_choice(ops, object)))
        x.chosen = CHOSEN_CARD;
    else if (sel && x.place == PLACE_ADJACENT)
        x.chosen = CHOSEN_ZONE;
    x.needs = x.chosen != CHOSEN_NOTHING || x.goes;
    return x;
}

static uint16_t read_body(const struct op *ops, size_t body, struct sentence *rows, uint16_t *count,
                          uint16_t *row_of)
{
    uint16_t first = 0, before = 0;
    for (size_t i = op_child(body); i < op_after(ops, body); i = op_after(ops, i)) {
        if (ops[i].code != W_SENTENCE) continue;
        uint16_t row = ++*count;
        rows[row]    = read_sentence(ops, i);
        row_of[i] = row_of[rows[row].verb] = row;
        if (before) rows[before].next = row;
        if (!first) first = row;
        before = row;
    }
    bool needed = false;
    for (uint16_t row = *count; first && row >= first; row--) {
        rows[row].last = !needed;
        needed         = needed || (rows[row].needs && !rows[row].later);
    }
    return first;
}

// Can this destination be had wherever the card is? Every zone touches another one.
static bool can_always_go(const struct op *ops, const struct sentence *x)
{
    return x->code == W_LEAP || x->code == W_THROW ||
           (x->code == W_TELEPORT &&
            (op_find(ops, x->verb, W_TO_ANY) || op_find(ops, x->verb, W_TO_WITHIN)));
}

static void aim_at(struct ability *a, enum aim aim, unsigned steps, bool beyond)
{
    a->aim    = (uint8_t)aim;
    a->steps  = (uint8_t)steps;
    a->beyond = beyond;
}

// One card, by side and distance.
static void aim_at_card(struct ability *a, const struct sentence *x)
{
    static const uint8_t AIMS[][2] = { [WHOSE_ANY]      = { AIM_ANY_CARD, AIM_OTHER_CARD },
                                       [WHOSE_FRIENDLY] = { AIM_FRIEND, AIM_OTHER_FRIEND },
                                       [WHOSE_ENEMY]    = { AIM_ENEMY, AIM_ENEMY } };
    bool                 others    = x->not_user || x->code == W_THROW;
    enum aim             aim       = (enum aim)AIMS[x->whose][others];
    switch ((enum whereabouts)x->place) {
    case PLACE_IN_RANGE: aim_at(a, aim, a->range, false); break;
    case PLACE_ANYWHERE: aim_at(a, aim, RANGE_UNLIMITED, false); break;
    case PLACE_HERE: aim_at(a, aim, 0, false); break;
    case PLACE_ADJACENT: aim_at(a, aim, 1, true); break;
    case PLACE_WITHIN: aim_at(a, aim, x->steps, false); break;
    }
    if (x->code == W_THROW) a->steps = 0, a->beyond = false; // VOI-712
}

// The one choice of a text, where that is simple.
static void read_aim(const struct op *ops, const struct sentence *rows, struct ability *a)
{
    uint16_t row = a->first[0];
    if (a->flags & ABILITY_MODES) return;
    while (row && (!rows[row].needs || rows[row].later)) row = rows[row].next;
    const struct sentence *x = &rows[row];
    if (!row) {
        a->aim = AIM_NOTHING;
        return;
    }
    if (!x->last || x->code == W_SALVAGE) return;
    if (x->chosen == CHOSEN_NOTHING) {
        bool own = ops[x->object].code == W_USER || ops[x->object].code == W_SELF;
        if (own && can_always_go(ops, x))
            a->aim = AIM_NOTHING;
        else if (own && x->code == W_TELEPORT && op_find(ops, x->verb, W_TO_FRIEND))
            aim_at(a, AIM_FRIEND, RANGE_UNLIMITED, true);
        return;
    }
    if (x->optional || x->chosen == CHOSEN_ZONE) {
        a->aim = AIM_NOTHING; // none is taken; some zone is adjacent
        return;
    }
    if (x->dead || x->states || x->styles || x->has || x->kinds != (uint8_t)~0u || x->most != 1)
        return;
    if (x->code == W_THROW && x->place != PLACE_HERE && x->place != PLACE_IN_RANGE) return;
    if (!x->goes || can_always_go(ops, x)) aim_at_card(a, x);
}

void read_sentences(const struct card_pool *pool, struct arena *arena, struct ability *abilities,
                    struct book *book)
{
    size_t many = 1;
    for (uint32_t i = 0; i < pool->op_count; i++) many += pool->ops[i].code == W_SENTENCE;
    struct sentence *rows   = ARENA_ARRAY(arena, struct sentence, many);
    uint16_t        *row_of = ARENA_ARRAY(arena, uint16_t, pool->op_count + 1);
    uint16_t         count  = 0;
    for (uint32_t i = 0; i < book->count; i++) {
        struct ability *a    = &abilities[i];
        unsigned        mode = 0;
        a->first[0]          = read_body(pool->ops, a->root, rows, &count, row_of);
        for (size_t k = op_child(a->root); k < op_after(pool->ops, a->root);
             k        = op_after(pool->ops, k))
            if (pool->ops[k].code == W_MODE && mode < MODES)
                a->first[++mode] = read_body(pool->ops, k, rows, &count, row_of);
        if (a->flags & ABILITY_MODES) a->flags |= ABILITY_CHOOSES;
        for (mode = 0; mode <= MODES; mode++)
            for (uint16_t row = a->first[mode]; row; row = rows[row].next) {
                if (rows[row].needs && !rows[row].later) a->flags |= ABILITY_CHOOSES;
                if (rows[row].object && pool->ops[rows[row].object].code == W_THAT &&
                    rows[row].code != W_REVIVE)
                    a->flags |= ABILITY_THAT;
            }
        read_aim(pool->ops, rows, a);
    }
    book->sentences = rows;
    book->row_of    = row_of;
}
