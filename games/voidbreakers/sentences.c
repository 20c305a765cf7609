// The sentences of all texts, read once: what each is about, and what must be chosen for it
// (VOI-437, VOI-439).
#include "base/arena.h"
#include "games/voidbreakers/rules.h"

static bool is_one_of_choice(const struct op *ops, size_t sel)
{
    return op_find(ops, sel, W_ONE) || op_find(ops, sel, W_ANOTHER) || op_find(ops, sel, W_UP_TO) ||
           op_find(ops, sel, W_EXACTLY) || op_find(ops, sel, W_PAIR) || ops[sel].value;
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

static uint8_t kinds_of_types(int types)
{
    static const uint8_t OF_TYPE[] = {
        [TYPES_SUPPORT]            = BIT(KIND_SUPPORT),
        [TYPES_ABILITY]            = BIT(KIND_ABILITY),
        [TYPES_MINION]             = BIT(KIND_MINION),
        [TYPES_SUPPORT_OR_ABILITY] = BIT(KIND_SUPPORT) | BIT(KIND_ABILITY),
        [TYPES_SUPPORT_OR_MINION]  = BIT(KIND_SUPPORT) | BIT(KIND_MINION),
        [TYPES_ABILITY_OR_MINION]  = BIT(KIND_ABILITY) | BIT(KIND_MINION),
        [TYPES_ANY]                = (uint8_t)~0u,
    };
    return OF_TYPE[types];
}

static void read_rare_word(const struct book *book, const struct op *ops, size_t i,
                           struct sentence *x)
{
    int number = number_in(ops, i, 0);
    x->rare    = 1;
    switch (ops[i].code) {
    case W_TALLY: x->tally[ops[i].value] = number ? (uint8_t)number : (uint8_t)NONE_AT_ALL; break;
    case W_HP: *(ops[i].value ? &x->hp_least : &x->hp_most) = (uint8_t)number; break;
    case W_CARDNAME: x->named = book->faces[book->named[i]].self; break;
    default: break;
    }
}

static void read_word(const struct book *book, const struct op *ops, size_t i, struct sentence *x)
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
    case W_TYPES: x->kinds = kinds_of_types(value); break;
    case W_RANDOM: x->random = 1; break;
    case W_TALLY:
    case W_HP:
    case W_CARDNAME: read_rare_word(book, ops, i, x); break;
    case W_STYLE: x->styles = (uint8_t)(x->styles | BIT(value)); break;
    case W_HAS: x->has = (uint16_t)(x->has | BIT(ops[op_child(i)].value)); break;
    case W_ANYWHERE: x->place = PLACE_ANYWHERE; break;
    case W_HERE: x->place = PLACE_HERE; break;
    case W_ADJACENT:
    case W_AROUND: x->place = PLACE_ADJACENT; break;
    case W_SOMEWHERE:
    case W_WITHIN:
        if (!op_find(ops, i, OP_NUMBER)) break; // the card's range
        x->place = PLACE_WITHIN;
        x->steps = (uint8_t)number_in(ops, i, 0);
        break;
    default: break;
    }
}

static void read_words(const struct book *book, const struct op *ops, size_t of, struct sentence *x)
{
    for (size_t i = op_child(of); of && i < op_after(ops, of); i = op_after(ops, i))
        read_word(book, ops, i, x);
}

static struct sentence read_sel(const struct book *book, const struct op *ops, size_t sel)
{
    struct sentence x      = { .op      = (uint32_t)sel,
                               .object  = (uint32_t)sel,
                               .most    = 1,
                               .kinds   = (uint8_t)~0u,
                               .hp_most = UINT8_MAX,
                               .named   = NO_DEF };
    bool            is_sel = sel && ops[sel].code == W_SEL;
    if (is_sel) read_words(book, ops, sel, &x);
    if (is_sel && ops[sel].value) x.whose = WHOSE_FRIENDLY; // VOI-R104: a bare name
    return x;
}

// "... in an adjacent zone", "... in a zone": which one is chosen.
static bool chooses_zone(const struct op *ops, const struct sentence *x)
{
    if (x->code == W_DEPLOY)
        return op_find(ops, x->verb, W_ADJACENT) || op_find(ops, x->verb, W_ANYWHERE) ||
               op_find(ops, x->verb, W_WITHIN) || op_find(ops, x->verb, W_SOMEWHERE);
    return x->object && ops[x->object].code == W_SEL && !x->random &&
           (op_find(ops, x->object, W_ADJACENT) || op_find(ops, x->object, W_SOMEWHERE));
}

static bool is_plain(const struct op *ops, size_t op, size_t verb)
{
    for (size_t i = op_child(op); i < op_after(ops, op); i = op_after(ops, i))
        if (i != verb && ops[i].code != W_THEN) return false;
    return !may_of(ops, op) && !op_find(ops, verb, W_ALL) && !op_find(ops, verb, W_POWER) &&
           ops[verb].code != W_VOID_HAND;
}

static struct sentence read_sentence(const struct book *book, const struct op *ops, size_t op,
                                     size_t verb, size_t object)
{
    struct sentence x = read_sel(book, ops, object);
    x.op              = (uint32_t)op;
    x.verb            = (uint32_t)verb;
    x.code            = ops[verb].code;
    x.goes            = gets_destination(ops, verb);
    x.later           = op_find(ops, op, W_LATER) != 0;
    x.plain           = is_plain(ops, op, verb);
    x.amount          = (int16_t)number_in(ops, verb, 1);
    if (x.code == W_DEPLOY) {
        read_words(book, ops, verb, &x);
        x.most     = 1; // "up to two" are not targets
        x.optional = 0;
    }
    if (x.code == W_SALVAGE) {
        x.most = (uint8_t)number_in(ops, verb, 1);
        read_words(book, ops, verb, &x);
    }
    if (x.code == W_SALVAGE ||
        (object && ops[object].code == W_SEL && is_one_of_choice(ops, object)))
        x.chosen = CHOSEN_CARD;
    else if (chooses_zone(ops, &x))
        x.chosen = CHOSEN_ZONE;
    x.needs = x.chosen != CHOSEN_NOTHING || x.goes;
    return x;
}

// "Swap a friendly card with an enemy card": the second object.
size_t other_object_of(const struct op *ops, size_t verb)
{
    size_t object = ops[verb].code == W_SWAP ? object_of(ops, verb) : 0;
    size_t second = object ? op_after(ops, object) : 0;
    return second && second < op_after(ops, verb) && ops[second].code == W_SEL ? second : 0;
}

struct reading_rows {
    const struct book *book;
    const struct op   *ops;
    struct sentence   *rows;
    uint16_t          *row_of;
    uint16_t           count, first, before;
};

static void add_row(struct reading_rows *r, struct sentence x)
{
    uint16_t row    = ++r->count;
    r->rows[row]    = x;
    r->row_of[x.op] = r->row_of[x.verb ? x.verb : x.op] = row;
    if (r->before) r->rows[r->before].next = row;
    if (!r->first) r->first = row;
    r->before = row;
}

static uint16_t read_body(struct reading_rows *r, size_t body)
{
    const struct op *ops = r->ops;
    r->first = r->before = 0;
    for (size_t i = op_child(body); i < op_after(ops, body); i = op_after(ops, i)) {
        if (ops[i].code != W_SENTENCE) continue;
        size_t verb = verb_of(ops, i), object = object_of(ops, verb),
               second = other_object_of(ops, verb);
        if (second) { // two rows: the first only chooses
            struct sentence x = read_sel(r->book, ops, object);
            x.verb            = x.op;
            x.chosen          = CHOSEN_CARD;
            x.needs           = 1;
            add_row(r, x);
            object = second;
        }
        add_row(r, read_sentence(r->book, ops, i, verb, object));
    }
    bool needed = false;
    for (uint16_t row = r->count; r->first && row >= r->first; row--) {
        r->rows[row].last = !needed;
        needed            = needed || (r->rows[row].needs && !r->rows[row].later);
    }
    return r->first;
}

// What is counted or asked for, what an aura or an attack bonus is about: anywhere, if no place is
// said.
static void read_groups(struct reading_rows *r, size_t op_count)
{
    for (size_t i = 0; i < op_count; i++) {
        if (r->ops[i].code != W_SEL || r->row_of[i]) continue;
        struct sentence x      = read_sel(r->book, r->ops, i);
        bool            placed = false;
        for (size_t k = op_child(i); k < op_after(r->ops, i); k = op_after(r->ops, k))
            placed = placed || (r->ops[k].code >= W_HERE && r->ops[k].code <= W_WITHIN);
        if (!placed) x.place = PLACE_ANYWHERE;
        r->before = 0;
        add_row(r, x);
    }
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
    a->steps  = (uint8_t)(steps < ARENA_ZONES ? steps : ARENA_ZONES - 1);
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
        else if (own && x->code == W_TELEPORT && op_find(ops, x->verb, W_TO_FRIEND) &&
                 !ops[op_find(ops, x->verb, W_TO_FRIEND)].value)
            aim_at(a, AIM_FRIEND, RANGE_UNLIMITED, true);
        return;
    }
    if (x->code == W_DEPLOY) return;
    if (x->optional || x->chosen == CHOSEN_ZONE) {
        a->aim = AIM_NOTHING; // none is taken; some zone is adjacent
        return;
    }
    if (x->dead || x->states || x->styles || x->has || x->kinds != (uint8_t)~0u || x->most != 1 ||
        x->rare)
        return;
    if (x->code == W_THROW && x->place != PLACE_HERE && x->place != PLACE_IN_RANGE) return;
    if (!x->goes || can_always_go(ops, x)) aim_at_card(a, x);
}

static bool may_be_idle(const struct book *book, const struct sentence *x)
{
    return x->code == W_DEPLOY || x->code == W_ATTACH ||
           (book->cannot && (x->code == W_MOVE || x->code == W_LEAP));
}

void read_sentences(const struct card_pool *pool, struct arena *arena, struct ability *abilities,
                    struct book *book)
{
    size_t many = 1;
    for (uint32_t i = 0; i < pool->op_count; i++)
        many += pool->ops[i].code == W_SENTENCE || pool->ops[i].code == W_SEL;
    struct reading_rows r = { .book   = book,
                              .ops    = pool->ops,
                              .rows   = ARENA_ARRAY(arena, struct sentence, many),
                              .row_of = ARENA_ARRAY(arena, uint16_t, pool->op_count + 1) };
    for (uint32_t i = 0; i < book->count; i++) {
        struct ability *a    = &abilities[i];
        unsigned        mode = 0;
        a->first[0]          = read_body(&r, a->root);
        for (size_t k = op_child(a->root); k < op_after(pool->ops, a->root);
             k        = op_after(pool->ops, k))
            if (pool->ops[k].code == W_MODE && mode < MODES) a->first[++mode] = read_body(&r, k);
        if (a->flags & ABILITY_MODES) a->flags |= ABILITY_CHOOSES;
        for (mode = 0; mode <= MODES; mode++)
            for (uint16_t row = a->first[mode]; row; row = r.rows[row].next) {
                if (r.rows[row].needs && !r.rows[row].later) a->flags |= ABILITY_CHOOSES;
                if (may_be_idle(book, &r.rows[row])) a->flags |= ABILITY_IDLE;
                if (may_of(pool->ops, r.rows[row].op) || deploys_up_to(pool->ops, r.rows[row].verb))
                    a->flags |= ABILITY_MAY;
                if (r.rows[row].object && pool->ops[r.rows[row].object].code == W_THAT &&
                    r.rows[row].code != W_REVIVE)
                    a->flags |= ABILITY_THAT;
            }
        if (!(a->flags & ABILITY_IDLE)) read_aim(pool->ops, r.rows, a);
    }
    read_groups(&r, pool->op_count);
    book->sentences = r.rows;
    book->row_of    = r.row_of;
}
