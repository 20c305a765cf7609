// verbs.c - what the verbs of card text do to the cards they are about (rules.md 6.3, 850 to 880).
#include "games/oversoul/effects.h"

#include <string.h>

bool is_affected(const struct table *t, const struct work *w, card_id c)
{
    return !is_unaffected(t, c, w->card); // OVE-820
}

// How long the change of this clause lasts (OVE-718).
static struct lasting lasting_of(const struct table *t, const struct work *w)
{
    static const uint8_t UNTIL[] = {
        [FOR_THIS_TURN] = UNTIL_TURN_ENDS,     [FOR_WHILE] = UNTIL_LEAVES,
        [UNTIL_YOUR_CYCLE] = UNTIL_OWN_CYCLE,  [UNTIL_CYCLE_PHASE] = UNTIL_ANY_CYCLE,
        [UNTIL_END_OF_TURN] = UNTIL_TURN_ENDS, [UNTIL_END_OF_BATTLE] = UNTIL_BATTLE_ENDS
    };
    const struct op *ops = t->pool->ops;
    struct lasting   how = { .seat = w->seat, .source = w->card };
    for (size_t n = op_after(ops, op_child(w->pc)); n < op_after(ops, w->pc);
         n        = op_after(ops, n)) {
        if (ops[n].code == W_DURATION) how.until = UNTIL[ops[n].value];
        if (ops[n].code != W_WHILE) continue;
        size_t condition = op_child(n);
        // "(while Active)" is how long a change lasts anyway.
        bool active = ops[condition].code == W_IS && ops[condition].size == 2 &&
                      ops[op_child(condition)].value == STATE_ACTIVE;
        if (!active) how.words = (uint16_t)condition;
    }
    return how;
}

static int times_for_each(const struct table *t, const struct work *w, int amount)
{
    struct scope k = work_scope(t, w);
    return amount * w->times * for_each_count(&k, w->pc); // OVE-833
}

// The amount of a verb: "equal to ..." or a number.
static int verb_amount(const struct table *t, const struct work *w, size_t verb)
{
    const struct op *ops   = t->pool->ops;
    struct scope     k     = work_scope(t, w);
    size_t           equal = op_find(ops, verb, W_EQUAL), amount = op_find(ops, verb, W_AMOUNT);
    int              n = equal ? equal_amount(&k, equal) : amount ? amount_of(&k, amount) : 0;
    return times_for_each(t, w, n < 0 ? 0 : n);
}

unsigned clause_number(const struct table *t, const struct work *w)
{
    return (unsigned)verb_amount(t, w, op_child(w->pc));
}

unsigned clause_amount(const struct table *t, const struct work *w, size_t object)
{
    struct scope k = work_scope(t, w);
    int          least, n = object_count(&k, object, &least);
    return (unsigned)times_for_each(t, w, n < 0 ? 0 : n);
}

size_t players_of(const struct table *t, const struct work *w, size_t verb, seat_id *out)
{
    const struct oversoul_state *s      = peek(t);
    const struct op             *ops    = t->pool->ops;
    size_t                       player = op_find(ops, verb, W_PLAYER), n = 0;
    seat_id                      seat = s->turn_seat;
    enum player_word             who  = player ? (enum player_word)ops[player].value : PLAYER_YOU;
    for (unsigned i = 0; i < s->core.seats; i++, seat = next_seat(&s->core, seat)) {
        bool is = false;
        switch (who) {
        case PLAYER_YOU: is = seat == w->seat; break;
        case PLAYER_OPPONENT:
            is = w->chosen_seat == NO_SEAT ? is_enemy(&s->core, seat, w->seat)
                                           : seat == w->chosen_seat;
            break;
        case PLAYER_EACH: is = true; break;
        case PLAYER_ITS_OWNER:
            is = w->named_count && card_in(s, w->named[0].card)->owner == seat;
            break;
        }
        if (is) out[n++] = seat;
    }
    return n;
}

// --- damage and healing -------------------------------------------------------------------------

static bool do_deal(struct table *t, struct work *w, size_t verb)
{
    struct blow blow = {
        .source = w->card, .seat = w->seat, .riders = w->selecting, .reason = work_reason(t, w)
    };
    int n    = deal(t, &blow, w->aim, w->aim_count, verb_amount(t, w, verb));
    w->dealt = (uint16_t)n;
    return n > 0;
}

static bool do_heal(struct table *t, struct work *w, size_t verb)
{
    bool full = t->pool->ops[verb].code == W_HEAL_FULL, all = w->aim_count > 0;
    int  n = full ? 999 : verb_amount(t, w, verb);
    for (unsigned i = 0; i < w->aim_count; i++)
        all &= is_affected(t, w, w->aim[i]) && heal(t, w->aim[i], n, work_reason(t, w)) > 0;
    return all;
}

// --- Gain, Give, Lose (OVE-870, OVE-871) --------------------------------------------------------

bool is_death_mark(const struct table *t, size_t name)
{
    return text_is(text_of(t->pool->names[t->pool->ops[name].value]), "Death");
}

void add_marks(struct table *t, card_id c, size_t name, int n, struct lasting by, struct reason why)
{
    struct oversoul_state *s = state(t);
    if (!is_active(s, c) || n == 0) return; // OVE-150
    happened(t, HAPPENED_MARK, seat_of(s, c), c, by.source, n, why);
    s->dirty = 1; // "while it has 2 Soot marks"
    if (is_death_mark(t, name)) {
        int marks            = body_at(s, c)->marks + n;
        body_of(s, c)->marks = (uint8_t)(marks < 0 ? 0 : marks > 99 ? 99 : marks);
        return;
    }
    unsigned id = (unsigned)t->pool->ops[name].value;
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        struct modifier *m = &s->modifiers[i];
        if (m->card != c || m->kind != MOD_MARK || m->arg != id) continue;
        m->value = (int16_t)(m->value + n);
        if (m->value <= 0) modifier_remove(&s->core, i);
        return;
    }
    if (n > 0) change(t, c, MOD_MARK, id, n, by);
}

static void place_marks(struct table *t, const struct work *w, card_id c, size_t name, int n)
{
    add_marks(t, c, name, n, (struct lasting){ .seat = w->seat, .source = w->card },
              work_reason(t, w));
}

static int stat_now(const struct table *t, card_id c, enum statname stat)
{
    const struct body *b = body_at(peek(t), c);
    switch (stat) {
    case STAT_DMG: return b->dmg;
    case STAT_SPD: return b->spd;
    case STAT_HP: return b->hp;
    case STAT_RANK: return b->rank;
    case STAT_ENERGY: return b->yield;
    case STAT_COST: break;
    }
    return (int)activation_cost(t, card_in(peek(t), c)->owner, c, false);
}

static void grant_stat(struct table *t, struct work *w, card_id c, size_t g, bool lose,
                       struct lasting how)
{
    const struct op *ops  = t->pool->ops;
    struct scope     k    = work_scope(t, w);
    enum statname    stat = (enum statname)ops[op_find(ops, g, W_STAT)].value;
    int              n    = times_for_each(t, w, granted_amount(&k, g));
    if (op_find(ops, g, W_MINUS)) n = -n;
    if (lose) { // not below 0
        int have = stat_now(t, c, stat);
        n        = -(n > have ? have : n);
    }
    happened(t, n < 0 ? HAPPENED_LOSE : HAPPENED_GAIN, seat_of(peek(t), c), c, NO_CARD, n,
             work_reason(t, w));
    gain_stat(t, c, stat, n, how);
}

static void grant_keyword(struct table *t, const struct work *w, card_id c, size_t g, size_t end,
                          bool lose, struct lasting how)
{
    const struct op *ops = t->pool->ops;
    unsigned         charges;
    size_t to = op_after(ops, g) < end && ops[op_after(ops, g)].code == W_TO ? op_after(ops, g) : 0;
    happened(t, lose ? HAPPENED_LOSE : HAPPENED_GAIN, seat_of(peek(t), c), c, NO_CARD, 0,
             work_reason(t, w));
    if (lose)
        lose_keyword(t, c, keyword_of((unsigned)ops[g].value, &charges), how);
    else
        gain_keyword(t, c, (unsigned)ops[g].value, to ? op_find(ops, to, W_OBJECT) : 0, how);
}

// A quoted line that is nothing but keywords grants these (charges and all).
static bool grant_quoted_keywords(struct table *t, const struct work *w, card_id c, uint16_t id,
                                  bool lose, struct lasting how)
{
    const struct op *ops      = t->pool->ops;
    size_t           keywords = op_find(ops, book(t)->abilities[id].op, W_KEYWORDS);
    if (book(t)->abilities[id].kind != ABILITY_KEYWORDS || !keywords) return false;
    for (size_t g = op_child(keywords); g < op_after(ops, keywords); g = op_after(ops, g))
        if (ops[g].code == W_KEYWORD) grant_keyword(t, w, c, g, op_after(ops, keywords), lose, how);
    return true;
}

static void grant_text(struct table *t, const struct work *w, card_id c, size_t text, bool lose,
                       struct lasting how)
{
    struct oversoul_state *s  = state(t);
    uint16_t               id = text_ability(book(t), text);
    if (grant_quoted_keywords(t, w, c, id, lose, how)) return;
    if (!is_active(s, c) || body_at(s, c)->flags & BODY_TOTEM) return; // OVE-639
    if (!lose) change(t, c, MOD_ABILITY, id, 0, how);
    for (unsigned i = s->core.modifier_count; lose && i-- > 0;)
        if (s->modifiers[i].card == c && s->modifiers[i].kind == MOD_ABILITY &&
            s->modifiers[i].arg == id)
            modifier_remove(&s->core, i);
    s->dirty = 1;
    reckon(t);
}

// A Prepared card receives maximum HP and nothing else, a card elsewhere a Cost (OVE-149, OVE-150).
static bool can_receive(const struct table *t, card_id c, size_t grant)
{
    const struct op *ops  = t->pool->ops;
    size_t           stat = ops[grant].code == W_STATGRANT ? op_find(ops, grant, W_STAT) : 0;
    if (is_active(peek(t), c)) return true;
    if (!stat) return false;
    return ops[stat].value == STAT_COST || (ops[stat].value == STAT_HP && is_prepared(peek(t), c));
}

static bool do_grant(struct table *t, struct work *w, size_t verb, bool lose)
{
    const struct op *ops = t->pool->ops;
    struct lasting   how = lasting_of(t, w);
    struct scope     k   = work_scope(t, w);
    bool             all = w->aim_count > 0, death = false;
    for (unsigned i = 0; i < w->aim_count; i++) {
        card_id c = w->aim[i];
        if (!is_affected(t, w, c)) {
            all = false;
            continue;
        }
        for (size_t g = op_child(verb); g < op_after(ops, verb); g = op_after(ops, g)) {
            if (ops[g].code != W_OBJECT) all &= can_receive(t, c, g);
            switch (ops[g].code) {
            case W_KEYWORD: grant_keyword(t, w, c, g, op_after(ops, verb), lose, how); break;
            case W_STATGRANT: grant_stat(t, w, c, g, lose, how); break;
            case W_MARKS: {
                int n = times_for_each(t, w, amount_of(&k, op_find(ops, g, W_AMOUNT)));
                place_marks(t, w, c, op_find(ops, g, OP_NAME), lose ? -n : n);
                death |= !lose && is_death_mark(t, op_find(ops, g, OP_NAME));
                break;
            }
            case OP_TEXT: grant_text(t, w, c, g, lose, how); break;
            default: break;
            }
        }
    }
    if (death) carry_out_placed_marks(t, w->card);
    return all;
}

// --- Become, set, increase, reduce --------------------------------------------------------------

struct properties {
    uint32_t roles;
    unsigned archetypes;
};

// The properties a Become names; "that Archetype", "those Roles" are those of the cards named
// before.
static struct properties named_properties(const struct table *t, const struct work *w, size_t verb)
{
    const struct op  *ops = t->pool->ops;
    struct properties all = { 0 };
    for (size_t p = op_child(verb); p < op_after(ops, verb); p = op_after(ops, p)) {
        if (ops[p].code == W_ROLE)
            all.roles |= BIT(ops[p].value == WALL ? STATION : ops[p].value);
        else if (ops[p].code == W_ARCHETYPE)
            all.archetypes |= BIT(ops[p].value);
        for (unsigned i = 0; ops[p].code == W_PROPERTY && i < w->named_count; i++) {
            card_id c = w->named[i].card;
            if (w->named[i].generation != peek(t)->generation[c]) continue;
            if (ops[p].value == 3)
                all.archetypes |= archetypes_of(t, c);
            else
                all.roles |= roles_of(t, c);
        }
    }
    return all;
}

static void become(struct table *t, card_id c, struct properties now, bool also, struct lasting how)
{
    if (now.roles && !also) change(t, c, MOD_LOST_ROLES, 0, 0, how);
    if (now.archetypes && !also) change(t, c, MOD_LOST_ARCHETYPES, 0, 0, how);
    for (unsigned r = 0; r < ROLE_COUNT; r++)
        if (now.roles >> r & 1) change(t, c, MOD_ROLE, r, 0, how);
    for (unsigned a = 0; a < ARCHETYPE_COUNT; a++)
        if (now.archetypes >> a & 1) change(t, c, MOD_ARCHETYPE, a, 0, how);
    reckon(t);
}

static bool do_become(struct table *t, struct work *w, size_t verb)
{
    struct lasting    how  = lasting_of(t, w);
    bool              also = op_find(t->pool->ops, verb, W_ALSO) != 0;
    struct properties now  = named_properties(t, w, verb);
    bool              all  = w->aim_count > 0;
    for (unsigned i = 0; i < w->aim_count; i++) {
        card_id c = w->aim[i];
        if (!is_active(peek(t), c) || !is_affected(t, w, c)) {
            all = false;
            continue;
        }
        happened(t, HAPPENED_BECOME, seat_of(peek(t), c), c, NO_CARD, 0, work_reason(t, w));
        become(t, c, now, also, how);
    }
    return all;
}

static void set_stat(struct table *t, card_id c, enum statname stat, int n, struct lasting how)
{
    if (stat == STAT_COST) {
        change(t, c, MOD_COST_SET, 0, n, how);
        return;
    }
    if (is_prepared(peek(t), c) ? stat != STAT_HP : !is_active(peek(t), c)) return;
    change(t, c, MOD_SET, stat, stat == STAT_SPD && n > 5 ? 5 : n, how); // OVE-534
    reckon(t);
}

// "Set DMG on it to 0", "increase its DMG by 2", "reduce its ENERGY Cost to 0".
static bool do_set(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops  = t->pool->ops;
    struct lasting   how  = lasting_of(t, w);
    struct scope     k    = work_scope(t, w);
    size_t           to   = ops[verb].code == W_SET ? verb : op_find(ops, verb, W_CHANGE_TO);
    size_t           by   = op_find(ops, verb, W_CHANGE_BY);
    enum statname    stat = (enum statname)ops[op_find(ops, verb, W_STAT)].value;
    int              n    = amount_of(&k, op_find(ops, to ? to : by, W_AMOUNT));
    for (unsigned i = 0; i < w->aim_count; i++) {
        card_id c = w->aim[i];
        if (!is_affected(t, w, c)) continue;
        happened(t, HAPPENED_STAT, seat_of(peek(t), c), c, NO_CARD, n, work_reason(t, w));
        if (to)
            set_stat(t, c, stat, n, how);
        else
            gain_stat(t, c, stat, times_for_each(t, w, ops[verb].value ? n : -n), how);
    }
    return w->aim_count > 0;
}

// --- Copy and Steal (OVE-879, OVE-880) ----------------------------------------------------------

enum taken_thing {
    TAKE_DMG       = 1,
    TAKE_SPD       = 2,
    TAKE_HP        = 4,
    TAKE_ABILITIES = 8,
    TAKE_ROLES     = 16,
    TAKE_ARCHETYPE = 32,
    TAKE_NAMED_HP  = 64
};

static unsigned things_taken(const struct op *ops, size_t verb)
{
    unsigned set = 0;
    for (size_t n = op_child(verb); n < op_after(ops, verb); n = op_after(ops, n)) {
        if (ops[n].code == W_STAT && ops[n].value == STAT_DMG) set |= TAKE_DMG;
        if (ops[n].code == W_STAT && ops[n].value == STAT_SPD) set |= TAKE_SPD;
        if (ops[n].code == W_STAT && ops[n].value == STAT_HP) set |= TAKE_HP | TAKE_NAMED_HP;
        if (ops[n].code != W_THING) continue;
        switch ((enum thing)ops[n].value) {
        case THING_STATS: set |= TAKE_DMG | TAKE_SPD | TAKE_HP; break;
        case THING_ABILITIES: set |= TAKE_ABILITIES; break;
        case THING_ROLES: set |= TAKE_ROLES; break;
        case THING_ARCHETYPE: set |= TAKE_ARCHETYPE; break;
        }
    }
    return set ? set : TAKE_DMG | TAKE_SPD | TAKE_HP | TAKE_ABILITIES | TAKE_ROLES;
}

static unsigned word_of_keyword(unsigned k, unsigned charges)
{
    unsigned have;
    for (unsigned word = 0; word < KW_COUNT; word++)
        if (keyword_of(word, &have) == (enum keyword)k && (!have || have == (charges < 2 ? 1 : 2)))
            return word;
    return KW_COUNT;
}

static void take_abilities(struct table *t, card_id to, card_id from, struct lasting how)
{
    struct oversoul_state *s = state(t);
    struct held            list[ABILITIES_HELD_MAX];
    size_t                 count    = abilities_of(t, from, list);
    uint32_t               keywords = body_at(s, from)->keywords;
    for (unsigned k = 0; k < KEYWORDS; k++) {
        unsigned charges = k >= BARRIER && k <= VEILED ? charges_left(t, from, (enum keyword)k) : 0;
        unsigned word    = keywords >> k & 1 ? word_of_keyword(k, charges) : KW_COUNT;
        if (word < KW_COUNT) gain_keyword(t, to, word, 0, how);
    }
    if (body_at(s, to)->flags & BODY_TOTEM) return; // Keyworded ones only (OVE-639)
    for (size_t i = 0; i < count; i++) {
        const struct ability *a = &book(t)->abilities[list[i].ability];
        if (a->kind != ABILITY_KEYWORDS || a->keywords & BIT(RESISTANT_TO))
            change(t, to, MOD_ABILITY, list[i].ability, 0, how);
    }
}

void lose_abilities(struct table *t, card_id c, struct lasting how)
{
    struct oversoul_state *s = state(t);
    for (unsigned i = s->core.modifier_count; i-- > 0;) {
        uint8_t kind = s->modifiers[i].kind;
        if (s->modifiers[i].card == c && (kind == MOD_ABILITY || kind == MOD_KEYWORD))
            modifier_remove(&s->core, i);
    }
    if (how.until == UNTIL_LEAVES && !how.words)
        memset(body_of(s, c)->charges, 0, sizeof body_at(s, c)->charges);
    else
        keep_printed_charges(t, c); // they count again afterwards
    change(t, c, MOD_LOST_ABILITIES, 0, 0, how);
    reckon(t);
}

static void lose_things(struct table *t, card_id c, unsigned things, struct lasting how)
{
    if (things & TAKE_DMG) change(t, c, MOD_SET, STAT_DMG, 0, how);
    if (things & TAKE_SPD) change(t, c, MOD_SET, STAT_SPD, 0, how);
    if (things & TAKE_NAMED_HP) change(t, c, MOD_SET, STAT_HP, 1, how); // OVE-R80
    if (things & TAKE_ROLES) change(t, c, MOD_LOST_ROLES, 0, 0, how);
    if (things & TAKE_ARCHETYPE) change(t, c, MOD_LOST_ARCHETYPES, 0, 0, how);
    if (things & TAKE_ABILITIES) lose_abilities(t, c, how);
    reckon(t);
}

static void copy_things(struct table *t, card_id to, card_id from, unsigned things,
                        struct lasting how)
{
    const struct body other = *body_at(peek(t), from);
    if (things & TAKE_DMG) change(t, to, MOD_SET, STAT_DMG, other.dmg, how);
    if (things & TAKE_SPD) change(t, to, MOD_SET, STAT_SPD, other.spd, how);
    if (things & TAKE_HP) change(t, to, MOD_SET, STAT_HP, other.hp, how);
    if (things & TAKE_ABILITIES) take_abilities(t, to, from, how);
    for (unsigned r = 0; things & TAKE_ROLES && r < ROLE_COUNT; r++)
        if (other.roles >> r & 1) gain_role(t, to, r, how);
    for (unsigned a = 0; things & TAKE_ARCHETYPE && a < ARCHETYPE_COUNT; a++)
        if (other.archetypes >> a & 1) change(t, to, MOD_ARCHETYPE, a, 0, how);
    reckon(t);
}

static void move_points(struct table *t, struct work *w, card_id from, size_t part, bool steal,
                        struct lasting how)
{
    const struct op *ops  = t->pool->ops;
    struct scope     k    = work_scope(t, w);
    enum statname    stat = (enum statname)ops[op_find(ops, part, W_STAT)].value;
    int              have = stat_now(t, from, stat),
        n                 = times_for_each(t, w, amount_of(&k, op_find(ops, part, W_AMOUNT)));
    if (stat == STAT_HP && steal) have--; // 1 is left
    if (n > have) n = have;
    if (n <= 0) return;
    gain_stat(t, w->card, stat, n, how);
    if (steal) gain_stat(t, from, stat, -n, how);
}

static bool do_copy(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops   = t->pool->ops;
    struct lasting   how   = lasting_of(t, w);
    bool             steal = ops[verb].code == W_STEAL;
    size_t           from  = op_find(ops, verb, W_FROM);
    if (peek(t)->generation[w->card] != w->generation || !is_active(peek(t), w->card)) return false;
    for (unsigned i = 0; i < w->aim_count; i++) {
        card_id c = w->aim[i];
        if (!is_active(peek(t), c) || (steal && !is_affected(t, w, c))) continue;
        happened(t, HAPPENED_BECOME, w->seat, w->card, c, 0, work_reason(t, w));
        if (from) {
            move_points(t, w, c, from, steal, how);
            continue;
        }
        copy_things(t, w->card, c, things_taken(ops, verb), how);
        if (steal) lose_things(t, c, things_taken(ops, verb), how);
    }
    return w->aim_count > 0;
}

// --- moving cards -------------------------------------------------------------------------------

// The owner's hand unless said otherwise, the bottom of a Deck unless said otherwise (OVE-859).
unsigned return_destination(const struct op *ops, size_t verb, enum zone_end *end)
{
    size_t to = op_find(ops, verb, W_DESTINATION), zone = to ? op_find(ops, to, W_ZONE) : 0;
    *end = to && ops[to].value == 1 ? TOP : BOTTOM;
    return zone ? (unsigned)ops[op_find(ops, zone, W_ZONENAME)].value : ZONE_HAND;
}

// Those it can be done to, seen before it is done to the first of them: all at once (OVE-709).
static uint64_t not_barred(const struct table *t, const struct work *w, enum passive how)
{
    uint64_t set = 0;
    static_assert(AIMS_MAX <= 64, "a set of aims is a word");
    for (unsigned i = 0; i < w->aim_count; i++)
        if (is_affected(t, w, w->aim[i]) && !cannot(t, w->aim[i], how, w->card))
            set |= UINT64_C(1) << i;
    return set;
}

static bool do_return(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops = t->pool->ops;
    enum zone_end    end;
    unsigned         word = return_destination(ops, verb, &end);
    bool             all  = w->aim_count > 0;
    uint64_t         can  = not_barred(t, w, IS_RETURNED);
    for (unsigned i = 0; i < w->aim_count; i++) {
        card_id c = w->aim[i];
        if (!(can >> i & 1)) {
            all = false;
            continue;
        }
        if (word == ZONE_EXILE)
            exile(t, c, work_reason(t, w));
        else if (word == ZONE_HAND && zone_kind(card_in(peek(t), c)->zone) == DECK) {
            if (w->searched) card_show(&state(t)->core, c, EVERYBODY);      // OVE-719
            draw_card(t, card_in(peek(t), c)->owner, c, work_reason(t, w)); // OVE-029
        } else
            all &= return_card(t, c, word, end, work_reason(t, w));
        follow_move(t, w, c);
    }
    return all;
}

static bool do_to_card(struct table *t, struct work *w, card_id c, enum do_verb verb)
{
    struct oversoul_state *s   = state(t);
    struct reason          why = work_reason(t, w);
    switch (verb) {
    case DO_EXILE:
        if (card_in(s, c)->zone == EXILE) return false;
        exile(t, c, why);
        return true;
    case DO_SHATTER:
        if (!is_board_card(s, c) || has_keyword(s, c, CRYSTALIZED)) return false;
        shatter(t, c, w->card, why);
        return true;
    case DO_SACRIFICE:
        if (!is_board_card(s, c) || seat_of(s, c) != w->seat) return false;
        sacrifice(t, c, why);
        return true;
    case DO_EXHAUST: return exhaust(t, c, why);
    case DO_REACTIVATE: return reactivate(t, c, why);
    case DO_EXPOSE:
        if (!is_prepared(s, c) && zone_kind(card_in(s, c)->zone) != HAND) return false;
        expose(t, c, why);
        return true;
    case DO_SELECT: return true;
    case DO_PREPARE: break; // steps.c
    }
    return false;
}

static bool do_each(struct table *t, struct work *w, size_t verb)
{
    static const uint8_t DONE[] = { [DO_EXILE] = IS_EXILED,           [DO_SHATTER] = IS_SHATTERED,
                                    [DO_SACRIFICE] = IS_SACRIFICED,   [DO_EXHAUST] = IS_EXHAUSTED,
                                    [DO_REACTIVATE] = IS_REACTIVATED, [DO_EXPOSE] = IS_EXPOSED,
                                    [DO_PREPARE] = IS_PREPARED,       [DO_SELECT] = IS_SELECTED };
    enum do_verb         what   = (enum do_verb)t->pool->ops[verb].value;
    bool                 all    = w->aim_count > 0;
    bool                 moves  = what == DO_EXILE || what == DO_SHATTER || what == DO_SACRIFICE;
    if (moves && w->aim_count > 1 && is_board_card(peek(t), w->aim[0]))
        in_board_order(peek(t), w->aim, w->aim_count);
    uint64_t can = what == DO_SELECT ? UINT64_MAX : not_barred(t, w, (enum passive)DONE[what]);
    for (unsigned i = 0; i < w->aim_count; i++) {
        card_id c = w->aim[i];
        all &= can >> i & 1 && do_to_card(t, w, c, what);
        if (moves) follow_move(t, w, c);
    }
    return all;
}

static bool do_draw(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops    = t->pool->ops;
    size_t           object = op_find(ops, verb, W_OBJECT);
    seat_id          seats[SEATS_MAX];
    size_t           count = players_of(t, w, verb, seats);
    bool             all   = count > 0;
    if (is_pronoun_object(ops, object)) {
        for (unsigned i = 0; i < w->aim_count; i++) {
            if (zone_kind(card_in(peek(t), w->aim[i])->zone) != DECK) continue;
            draw_card(t, card_in(peek(t), w->aim[i])->owner, w->aim[i], work_reason(t, w));
            follow_move(t, w, w->aim[i]);
        }
        return w->aim_count > 0;
    }
    w->named_count = 0;
    unsigned from  = peek(t)->deed_count;
    for (size_t i = 0; i < count; i++) {
        unsigned n = clause_amount(t, w, object);
        all &= n <= zone_size(t->state, zone_for(seats[i], DECK));
        draw_cards(t, seats[i], n, work_reason(t, w));
    }
    for (unsigned i = from; i < peek(t)->deed_count; i++) // "then reduce its ENERGY Cost by 1"
        if (peek(t)->deeds[i].kind == DEED_DRAW && w->named_count < NAMED_MAX)
            w->named[w->named_count++] = (struct chosen){
                .card       = peek(t)->deeds[i].card,
                .generation = peek(t)->generation[peek(t)->deeds[i].card]
            };
    return all;
}

// --- ENERGY -------------------------------------------------------------------------------------

static bool do_generate(struct table *t, struct work *w, size_t verb)
{
    struct oversoul_state *s = state(t);
    int                    n = verb_amount(t, w, verb);
    if (op_find(t->pool->ops, verb, W_ADDITIONALLY)) { // OVE-645
        change(t, NO_CARD, MOD_NEXT_YIELD, 0, n,
               (struct lasting){ .until = UNTIL_TURN_ENDS, .seat = w->seat, .source = w->card });
        return true;
    }
    int energy              = s->side[w->seat].energy + n; // OVE-851, OVE-R81
    s->side[w->seat].energy = (uint8_t)(energy > 250 ? 250 : energy);
    supply(s, w->seat, LACKS_ENERGY);
    happened(t, HAPPENED_GENERATE, w->seat, w->card, NO_CARD, n, work_reason(t, w));
    did(t, DEED_GENERATE, w->seat, w->card, w->card, n);
    return n > 0;
}

static bool do_costing(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops    = t->pool->ops;
    size_t           object = op_find(ops, verb, W_OBJECT), your = op_find(ops, object, W_YOUR);
    struct scope     k    = work_scope(t, w);
    struct lasting   how  = lasting_of(t, w);
    int              n    = amount_of(&k, op_find(ops, verb, W_AMOUNT)) * for_each_count(&k, w->pc);
    bool             next = your && op_find(ops, your, W_NEXT);
    if (next || op_find(ops, verb, W_ACTIVATED_THIS_TURN)) how.until = UNTIL_TURN_ENDS; // OVE-668
    change(t, NO_CARD, next ? MOD_NEXT_COSTS : MOD_COSTS, (unsigned)object,
           ops[verb].value ? n : -n, how);
    return true;
}

static bool do_additional(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops = t->pool->ops;
    struct scope     k   = work_scope(t, w);
    change(t, NO_CARD, MOD_MORE_PLUS, (unsigned)op_find(ops, verb, W_OBJECT),
           amount_of(&k, op_find(ops, verb, W_AMOUNT)), lasting_of(t, w));
    return true;
}

// --- Cancel (OVE-874, OVE-875) ------------------------------------------------------------------

void cancel_link(struct table *t, unsigned index, card_id by, struct reason reason)
{
    struct oversoul_state *s = state(t);
    struct link           *l = &s->links[index];
    if (l->flags & LINK_CANCELLED || cannot(t, l->card, IS_CANCELLED, by)) return;
    if (l->kind == LINK_ABILITY && is_unaffected(t, l->card, by)) return; // OVE-820
    l->flags = (uint8_t)(l->flags | LINK_CANCELLED);
    happened(t, HAPPENED_CANCEL, l->seat, l->card, NO_CARD, 0, reason);
    if (l->kind == LINK_ACTIVATE)
        leave_after_use(t, l, because(OVE_875));
    else if (l->kind == LINK_PREPARE)
        to_idle(t, l->card, because(OVE_875));
    did(t, DEED_CANCEL, l->seat, l->card, by, 0);
}

static bool fits_cancel(const struct link *l, int what)
{
    switch (what) {
    case 1: return l->kind == LINK_ABILITY;
    case 2: return l->kind == LINK_ACTIVATE || l->kind == LINK_LEADER;
    case 3: return l->kind == LINK_ATTACK;
    default: return true;
    }
}

static void cancel_changes(struct table *t, card_id c)
{
    struct oversoul_state *s = state(t);
    for (unsigned i = s->core.modifier_count; i-- > 0;) {
        uint8_t kind = s->modifiers[i].kind;
        if (s->modifiers[i].card == c && (kind == MOD_ADD || kind == MOD_SET))
            modifier_remove(&s->core, i);
    }
    s->dirty = 1;
    reckon(t);
}

// Without a word about whom: what the line has named, or this card.
static size_t cancelled_cards(const struct table *t, const struct work *w, card_id *out)
{
    const struct oversoul_state *s = peek(t);
    size_t                       n = 0;
    for (unsigned i = 0; i < w->named_count; i++)
        if (w->named[i].generation == s->generation[w->named[i].card]) out[n++] = w->named[i].card;
    if (w->named_count == 0 && s->generation[w->card] == w->generation) out[n++] = w->card;
    return n;
}

static bool do_cancel(struct table *t, struct work *w, size_t verb)
{
    struct oversoul_state *s    = state(t);
    const struct op       *ops  = t->pool->ops;
    bool                   done = false;
    card_id                list[AIMS_MAX];
    size_t                 count = 0;
    for (size_t n = op_child(verb); n < op_after(ops, verb); n = op_after(ops, n)) {
        if (ops[n].code != W_CANCELLED) continue;
        if (ops[n].value == 0) { // "this Ability": the rest of it
            w->end = (uint32_t)op_after(ops, w->pc);
            return true;
        }
        size_t       object = op_find(ops, n, W_OBJECT);
        struct scope k      = work_scope(t, w);
        if (object)
            count = candidates(&k, object, list, AIMS_MAX);
        else if (count == 0) // "changes to Stats": of the same cards, or of those named before
            count = cancelled_cards(t, w, list);
        if (ops[n].value == 4 || ops[n].value == 5) {
            for (size_t i = 0; i < count; i++) {
                if (!is_active(s, list[i]) || !is_affected(t, w, list[i])) continue;
                if (ops[n].value == 4)
                    lose_abilities(t, list[i], lasting_of(t, w));
                else
                    cancel_changes(t, list[i]);
                done = true;
            }
            continue;
        }
        unsigned index = w->link; // "that Activation": the link the Law speaks of
        unsigned below = s->link_count ? s->link_count - 1u : 0; // the last one is being resolved
        for (unsigned i = below; ops[n].value == 6 && index == 0 && i-- > 0;)
            for (size_t j = 0; j < count; j++)
                if (s->links[i].card == list[j]) index = i + 1;
        if (index == 0 || index >= s->link_count ||
            !fits_cancel(&s->links[index - 1], ops[n].value))
            continue;
        cancel_link(t, index - 1, w->card, work_reason(t, w));
        done = true;
    }
    return done;
}

// --- the rest -----------------------------------------------------------------------------------

// "It can't Attack (this turn)": a static sentence behind a Law or ➤ is a lasting change
// (rules.md 6.2, 7).
static bool do_able(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops = t->pool->ops;
    struct lasting   how = lasting_of(t, w);
    unsigned         can = (unsigned)ops[op_find(ops, verb, W_CAN)].value;
    for (unsigned i = 0; i < w->aim_count; i++) {
        card_id c = w->aim[i];
        if (!is_board_card(peek(t), c) || !is_affected(t, w, c)) continue;
        for (size_t d = op_child(verb); d < op_after(ops, verb); d = op_after(ops, d)) {
            if (ops[d].code == W_DOING && can == MUST_DO)
                gain_keyword(t, c, KW_BERSERK, 0, how);
            else if (ops[d].code == W_DOING && can < MUST_DO)
                change(t, c, MOD_CANT, 32u + (unsigned)ops[d].value, (int)told_whom(ops, verb, d),
                       how);
            for (size_t p = op_child(d);
                 ops[d].code == W_DOING_BE && can < MUST_DO && p < op_after(ops, d);
                 p = op_after(ops, p)) {
                size_t by = op_after(ops, p);
                if (ops[p].code != W_PASSIVE) continue;
                bool limited = by < op_after(ops, d) && ops[by].code == W_BY;
                change(t, c, MOD_CANT, (unsigned)ops[p].value, limited ? (int)by : 0, how);
            }
        }
    }
    return w->aim_count > 0;
}

static bool do_trigger(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops = t->pool->ops;
    unsigned         law = (unsigned)ops[op_find(ops, verb, W_LAWREF)].value;
    bool             any = false;
    for (unsigned i = 0; i < w->aim_count; i++) {
        struct held list[ABILITIES_HELD_MAX];
        size_t      count = abilities_of(t, w->aim[i], list);
        for (size_t k = 0; k < count; k++) {
            const struct ability *a = &book(t)->abilities[list[k].ability];
            if (!(a->laws >> law & 1) || (a->kind != ABILITY_TRIGGER && a->kind != ABILITY_USE))
                continue;
            wait_for_placement(t, waiting_for(peek(t), w->aim[i], &list[k], NO_CARD)); // OVE-727
            any = true;
        }
    }
    return any;
}

static bool do_end_of_game(struct table *t, struct work *w, size_t verb)
{
    struct oversoul_state *s = state(t);
    seat_id                seats[SEATS_MAX];
    size_t                 n = players_of(t, w, verb, seats);
    for (size_t i = 0; i < n; i++) {
        if (t->pool->ops[verb].code == W_WINS)
            s->side[seats[i]].wins = 1;
        else
            s->side[seats[i]].must_lose = 3;
    }
    return n > 0;
}

static bool do_place_marks(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops = t->pool->ops;
    int              n   = verb_amount(t, w, verb);
    bool             all = w->aim_count > 0;
    for (unsigned i = 0; i < w->aim_count; i++) {
        bool can = is_active(peek(t), w->aim[i]) && is_affected(t, w, w->aim[i]);
        all &= can;
        if (can) place_marks(t, w, w->aim[i], op_find(ops, verb, OP_NAME), n);
    }
    if (is_death_mark(t, op_find(ops, verb, OP_NAME))) carry_out_placed_marks(t, w->card);
    return all;
}

static bool do_verb(struct table *t, struct work *w, size_t verb)
{
    t->effects++;
    switch (t->pool->ops[verb].code) {
    case W_DEAL: return do_deal(t, w, verb);
    case W_HEAL:
    case W_HEAL_FULL: return do_heal(t, w, verb);
    case W_GAIN:
    case W_GIVE: return do_grant(t, w, verb, false);
    case W_LOSE: return do_grant(t, w, verb, true);
    case W_BECOME: return do_become(t, w, verb);
    case W_SET:
    case W_CHANGE: return do_set(t, w, verb);
    case W_COPY:
    case W_STEAL: return do_copy(t, w, verb);
    case W_RETURN: return do_return(t, w, verb);
    case W_DO: return do_each(t, w, verb);
    case W_DRAW: return do_draw(t, w, verb);
    case W_GENERATE: return do_generate(t, w, verb);
    case W_COSTING: return do_costing(t, w, verb);
    case W_ADDITIONAL: return do_additional(t, w, verb);
    case W_CANCEL: return do_cancel(t, w, verb);
    case W_ABLE: return do_able(t, w, verb);
    case W_TRIGGER: return do_trigger(t, w, verb);
    case W_PLACE_MARKS: return do_place_marks(t, w, verb);
    case W_WINS:
    case W_LOSES: return do_end_of_game(t, w, verb);
    default: return false;
    }
}

// "(E instead if C)": for the cards for which C holds, E replaces the clause (rules.md 6.5).
static bool do_instead(struct table *t, struct work *w, size_t instead)
{
    const struct op *ops  = t->pool->ops;
    size_t           verb = op_child(instead), condition = op_after(ops, verb),
           object     = op_find(ops, verb, W_OBJECT);
    struct work other = *w;
    unsigned    kept  = 0;
    other.aim_count = other.named_count = 0;
    for (unsigned i = 0; i < w->aim_count; i++) {
        card_id       c   = w->aim[i];
        struct chosen one = { .card = c, .generation = peek(t)->generation[c] };
        struct scope  k   = work_scope(t, w);
        k.card            = c; // an omitted subject is the card the clause is about
        k.named           = &one;
        k.named_count     = 1;
        if (!condition_holds(&k, condition)) {
            w->aim[kept++] = c;
            continue;
        }
        other.aim[other.aim_count++] = c;
        if (other.named_count < NAMED_MAX) other.named[other.named_count++] = one;
    }
    w->aim_count = (uint8_t)kept;
    if (other.aim_count == 0) return false;
    struct scope k = work_scope(t, &other);
    if (object) other.aim_count = (uint8_t)candidates(&k, object, other.aim, AIMS_MAX);
    return do_verb(t, &other, verb);
}

void do_clause(struct table *t, struct work *w)
{
    const struct op *ops  = t->pool->ops;
    size_t           verb = op_child(w->pc), instead = op_find(ops, w->pc, W_INSTEAD_IF);
    bool             replaced = instead && do_instead(t, w, instead);
    w->done                   = (uint8_t)((replaced && w->aim_count == 0) || do_verb(t, w, verb));
}
