// changes.c - verbs that change what a card is like: Gain, Give, Lose, Become, set, increase,
// reduce, Copy and Steal (rules.md 6.3, OVE-870 to OVE-880).
#include "games/oversoul/lines.h"

// HP of a Leader that is lost or paid (OVE-R476).
void lose_hp(struct table *t, seat_id seat, int n, struct reason why)
{
    struct oversoul_state *s = state(t);
    card_id                c = s->side[seat].leader;
    if (n <= 0 || !is_face_up_leader(t, c)) return;
    int damage            = body_at(s, c)->damage + n;
    body_of(s, c)->damage = (uint8_t)(damage > MOST ? MOST : damage);
    happened(t, HAPPENED_LOSE + STAT_HP, seat, c, NO_CARD, n, why);
    note_wounds(s, body_at(s, c));
    touch_card(s, c);
}

// --- Gain, Give, Lose (OVE-870, OVE-871) --------------------------------------------------------

bool is_death_mark(const struct table *t, size_t name)
{
    return text_is(text_of(t->pool->names[t->pool->ops[name].value]), "Death");
}

void add_marks(struct table *t, card_id c, size_t name, int n, struct lasting by, struct reason why)
{
    struct oversoul_state *s    = state(t);
    int                    have = marks_on(t, c, (unsigned)t->pool->ops[name].value);
    if (n < -have) n = -have;
    if (n > MOST - have) n = MOST - have;   // OVE-131
    if (!is_active(s, c) || n == 0) return; // OVE-150
    happened(t, HAPPENED_MARK, seat_of(s, c), c, by.source, n, why);
    s->dirty = 1; // "while it has 2 Soot marks"
    if (is_death_mark(t, name)) {
        body_of(s, c)->marks = (uint8_t)(have + n);
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

void place_marks(struct table *t, const struct work *w, card_id c, size_t name, int n)
{
    add_marks(t, c, name, n, (struct lasting){ .seat = w->seat, .source = w->card },
              work_reason(t, w));
}

static int stat_now(const struct table *t, card_id c, enum statname stat)
{
    const struct body *b = body_at(peek(t), c);
    if (!is_board_card(peek(t), c)) return stat_of(t, c, stat); // printed
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

static void tell_stat(struct table *t, const struct work *w, card_id c, enum statname stat, int n)
{
    happened(t, (n < 0 ? HAPPENED_LOSE : HAPPENED_GAIN) + stat, seat_of(peek(t), c), c, NO_CARD,
             n < 0 ? -n : n, work_reason(t, w));
}

static void grant_stat(struct table *t, struct work *w, card_id c, size_t g, bool lose,
                       struct lasting how)
{
    const struct op *ops   = t->pool->ops;
    size_t           equal = op_find(ops, g, W_EQUAL);
    struct scope     k     = equal ? scope_of_number(t, w, equal, c) : scope_of_aim(t, w, c);
    enum statname    stat  = (enum statname)ops[op_find(ops, g, W_STAT)].value;
    int              n     = times_for_aim(t, w, c, granted_amount(&k, g));
    if (op_find(ops, g, W_MINUS)) n = -n;
    if (lose) { // not below 0
        int have = stat_now(t, c, stat);
        n        = -(n > have || is_said(ops, g, AMOUNT_ALL) ? have : n);
    }
    if (n == 0) return;
    tell_stat(t, w, c, stat, n);
    gain_stat(t, c, stat, n, how);
}

static void grant_keyword(struct table *t, const struct work *w, card_id c, size_t g, size_t end,
                          bool lose, struct lasting how)
{
    const struct op *ops = t->pool->ops;
    unsigned         charges;
    size_t to = op_after(ops, g) < end && ops[op_after(ops, g)].code == W_TO ? op_after(ops, g) : 0;
    happened(t, lose ? HAPPENED_LOST_KEYWORD : HAPPENED_KEYWORD, seat_of(peek(t), c), c, NO_CARD,
             ops[g].value, work_reason(t, w));
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

static void grant_line(struct table *t, const struct work *w, card_id c, size_t line, bool lose,
                       struct lasting how)
{
    struct oversoul_state *s  = state(t);
    uint16_t               id = quoted_ability(book(t), line);
    if (grant_quoted_keywords(t, w, c, id, lose, how)) return;
    if (!is_active(s, c) && !is_in_hand_or_deck(s, c)) return;
    if (body_at(s, c)->flags & BODY_TOTEM) return; // OVE-639
    happened(t, lose ? HAPPENED_LOST_ABILITY : HAPPENED_ABILITY, seat_of(s, c), c, NO_CARD, 0,
             work_reason(t, w));
    if (!lose) change(t, c, MOD_ABILITY, id, 0, how);
    for (unsigned i = s->core.modifier_count; lose && i-- > 0;)
        if (s->modifiers[i].card == c && s->modifiers[i].kind == MOD_ABILITY &&
            s->modifiers[i].arg == id)
            modifier_remove(&s->core, i);
    s->dirty = 1;
    reckon(t);
}

// A Prepared card receives maximum HP and nothing else (OVE-149, OVE-150), a STATION no DMG and no
// SPD (OVE-637), a card in a hand or Deck everything but marks (OVE-718), a card elsewhere a Cost.
static bool can_receive_stat(const struct table *t, card_id c, enum statname stat)
{
    if (stat == STAT_COST) return true;
    if (is_prepared(peek(t), c)) return stat == STAT_HP;
    return is_active(peek(t), c) ? !never_receives(t, c, stat) : is_in_hand_or_deck(peek(t), c);
}

static bool can_receive(const struct table *t, card_id c, size_t grant)
{
    const struct op *ops = t->pool->ops;
    if (ops[grant].code == W_STATGRANT)
        return can_receive_stat(t, c, (enum statname)ops[op_find(ops, grant, W_STAT)].value);
    return is_active(peek(t), c) || (is_in_hand_or_deck(peek(t), c) && ops[grant].code != W_MARKS);
}

static unsigned role_said(const struct op *role)
{
    return role->value == WALL ? (unsigned)STATION : (unsigned)role->value;
}

// "It loses its Roles", "It loses the DRAGON Role" (OVE-603)
static void lose_roles(struct table *t, const struct work *w, card_id c, const struct op *said,
                       struct lasting how)
{
    unsigned role = said->code == W_ROLE ? role_said(said) + 1 : 0;
    for (uint32_t left = roles_of(t, c); left; left &= left - 1)
        if (!role || role - 1 == (unsigned)__builtin_ctz(left))
            happened(t, HAPPENED_LOST_ROLE, seat_of(peek(t), c), c, NO_CARD, __builtin_ctz(left),
                     work_reason(t, w));
    change(t, c, MOD_LOST_ROLES, role, 0, how);
    reckon(t);
}

// Does the card have all that it is to lose? (OVE-710)
static bool can_lose(const struct table *t, const struct work *w, card_id c, size_t g)
{
    const struct op *ops = t->pool->ops;
    struct scope     k   = scope_of_aim(t, w, c);
    unsigned         charges;
    int              have, want;
    switch (ops[g].code) {
    case W_KEYWORD:
        return has_keyword(peek(t), c, keyword_of((unsigned)ops[g].value, &charges)) ||
               !is_board_card(peek(t), c);
    case W_ROLE: return roles_of(t, c) >> role_said(&ops[g]) & 1;
    case W_ALL_ROLES: return roles_of(t, c) != 0;
    case W_STATGRANT:
        have = stat_now(t, c, (enum statname)ops[op_find(ops, g, W_STAT)].value);
        want = times_for_aim(t, w, c, granted_amount(&k, g));
        break;
    case W_MARKS:
        have = marks_on(t, c, (unsigned)ops[op_find(ops, g, OP_NAME)].value);
        want = times_for_aim(t, w, c, amount_of(&k, op_find(ops, g, W_AMOUNT)));
        break;
    default: return true;
    }
    return is_said(ops, g, AMOUNT_ALL) ? have > 0 : have >= want;
}

bool do_grant(struct table *t, struct work *w, size_t verb, bool lose)
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
            if (ops[g].code != W_OBJECT && !can_receive(t, c, g)) {
                all = false;
                continue;
            }
            if (lose) all &= can_lose(t, w, c, g);
            switch (ops[g].code) {
            case W_KEYWORD: grant_keyword(t, w, c, g, op_after(ops, verb), lose, how); break;
            case W_STATGRANT: grant_stat(t, w, c, g, lose, how); break;
            case W_ROLE:
            case W_ALL_ROLES: lose_roles(t, w, c, &ops[g], how); break;
            case W_MARKS: {
                int n = times_for_aim(t, w, c, amount_of(&k, op_find(ops, g, W_AMOUNT)));
                if (is_said(ops, g, AMOUNT_ALL)) n = MOST;
                place_marks(t, w, c, op_find(ops, g, OP_NAME), lose ? -n : n);
                death |= !lose && is_death_mark(t, op_find(ops, g, OP_NAME));
                break;
            }
            case OP_TEXT:
                for (size_t l = op_child(g); l < op_after(ops, g); l = op_after(ops, l))
                    grant_line(t, w, c, l, lose, how);
                break;
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
static struct properties named_properties(struct table *t, const struct work *w, size_t verb)
{
    const struct op  *ops = t->pool->ops;
    struct properties all = { 0 };
    for (size_t p = op_child(verb); p < op_after(ops, verb); p = op_after(ops, p)) {
        if (ops[p].code == W_ROLE)
            all.roles |= BIT(role_said(&ops[p]));
        else if (ops[p].code == W_ARCHETYPE)
            all.archetypes |= BIT(ops[p].value);
        for (unsigned i = 0; ops[p].code == W_PROPERTY && i < w->named_count; i++) {
            card_id c = w->named[i].card;
            if (w->named[i].generation != peek(t)->generation[c]) continue;
            if (!knows(t->state, w->seat, c)) continue; // a Law looks at no such face (OVE-R192)
            card_show(&state(t)->core, c, EVERYBODY);
            if (ops[p].value == PROPERTY_ARCHETYPE)
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

static void tell_properties(struct table *t, const struct work *w, card_id c, struct properties now)
{
    seat_id seat = seat_of(peek(t), c);
    for (uint32_t r = now.roles; r; r &= r - 1)
        happened(t, HAPPENED_ROLE, seat, c, NO_CARD, __builtin_ctz(r), work_reason(t, w));
    for (uint32_t a = now.archetypes; a; a &= a - 1)
        happened(t, HAPPENED_ARCHETYPE, seat, c, NO_CARD, __builtin_ctz(a), work_reason(t, w));
}

bool do_become(struct table *t, struct work *w, size_t verb)
{
    struct lasting    how  = lasting_of(t, w);
    bool              also = op_find(t->pool->ops, verb, W_ALSO) != 0;
    struct properties now  = named_properties(t, w, verb);
    bool              all  = w->aim_count > 0;
    for (unsigned i = 0; i < w->aim_count; i++) {
        card_id c   = w->aim[i];
        bool    can = is_active(peek(t), c) || is_in_hand_or_deck(peek(t), c); // OVE-R401
        if (!can || !is_affected(t, w, c)) {
            all = false;
            continue;
        }
        tell_properties(t, w, c, now);
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
    if (stat == STAT_SPD && n > 5) n = 5;                       // OVE-534
    if (stat == STAT_HP) n += (int)body_at(peek(t), c)->damage; // what is left (OVE-R446)
    change(t, c, MOD_SET, stat, n, how);
    reckon(t);
}

// "... its DMG by 2 & its SPD by 1": what stands behind a stat, or behind those that follow it.
static size_t change_of(const struct op *ops, size_t verb, size_t stat)
{
    for (size_t n = stat; n < op_after(ops, verb); n = op_after(ops, n))
        if (ops[n].code == W_CHANGE_TO || ops[n].code == W_CHANGE_BY) return n;
    return 0;
}

// One stat of one card; false if it cannot have it.
static bool set_one(struct table *t, struct work *w, size_t verb, card_id c, size_t said)
{
    const struct op *ops   = t->pool->ops;
    enum statname    stat  = (enum statname)ops[said].value;
    struct lasting   how   = lasting_of(t, w);
    struct scope     k     = work_scope(t, w);
    size_t           given = ops[verb].code == W_SET ? verb : change_of(ops, verb, said);
    bool             by    = given && ops[given].code == W_CHANGE_BY;
    bool             to    = given && !by;
    int              n     = given ? amount_of(&k, op_find(ops, given, W_AMOUNT)) : 0;
    if (!is_affected(t, w, c) || !can_receive_stat(t, c, stat)) return false;
    int points = to   ? n * for_each_count(&k, w->pc) // not for DYNAMO (OVE-833)
                 : by ? times_for_aim(t, w, c, ops[verb].value == CHANGE_INCREASE ? n : -n)
                      : stat_now(t, c, stat) * (ops[verb].value - 1); // "double its DMG"
    if (to) {
        happened(t, HAPPENED_SET + stat, seat_of(peek(t), c), c, NO_CARD, points,
                 work_reason(t, w));
        set_stat(t, c, stat, points, how);
    } else if (points) {
        tell_stat(t, w, c, stat, points);
        gain_stat(t, c, stat, points, how);
    }
    return true;
}

// "Set DMG on it to 0", "increase its DMG & its HP by 2", "reduce its ENERGY Cost to 0", "double
// its DMG".
bool do_set(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops = t->pool->ops;
    bool             all = w->aim_count > 0;
    for (unsigned i = 0; i < w->aim_count; i++)
        for (size_t n = op_child(verb); n < op_after(ops, verb); n = op_after(ops, n))
            if (ops[n].code == W_STAT) all &= set_one(t, w, verb, w->aim[i], n);
    return all;
}

// --- Copy and Steal (OVE-879, OVE-880) ----------------------------------------------------------

enum taken_thing {
    TAKE_DMG       = 1,
    TAKE_SPD       = 2,
    TAKE_HP        = 4,
    TAKE_ABILITIES = 8,
    TAKE_ROLES     = 16,
    TAKE_ARCHETYPE = 32,
    TAKE_NAMED_HP  = 64,
    TAKE_RANK      = 128,
    TAKE_ENERGY    = 256,
    TAKE_KEYWORDS  = 512 // those named
};

static unsigned things_taken(const struct op *ops, size_t verb)
{
    unsigned set = 0;
    for (size_t n = op_child(verb); n < op_after(ops, verb); n = op_after(ops, n)) {
        static const unsigned OF_STAT[] = { [STAT_DMG]    = TAKE_DMG,
                                            [STAT_SPD]    = TAKE_SPD,
                                            [STAT_HP]     = TAKE_HP | TAKE_NAMED_HP,
                                            [STAT_COST]   = 0, // refused (carddata.c)
                                            [STAT_ENERGY] = TAKE_ENERGY,
                                            [STAT_RANK]   = TAKE_RANK };
        if (ops[n].code == W_STAT) set |= OF_STAT[ops[n].value];
        if (ops[n].code == W_KEYWORD) set |= TAKE_KEYWORDS;
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

// Default Role Abilities that come with Roles anyway are not taken twice (OVE-607).
static bool comes_with(const struct rulebook *b, uint32_t roles, uint16_t ability)
{
    for (; roles; roles &= roles - 1) {
        const uint16_t *own = b->role_ability[__builtin_ctz(roles)];
        if (own[0] == ability || own[1] == ability) return true;
    }
    return false;
}

static bool charge_comes_with(const struct rulebook *b, uint32_t roles, unsigned keyword)
{
    for (; roles; roles &= roles - 1)
        for (unsigned i = 0; i < 2; i++) {
            uint16_t own = b->role_ability[__builtin_ctz(roles)][i];
            if (own != NO_ABILITY && b->abilities[own].charges[keyword - CHARGED_FIRST])
                return true;
        }
    return false;
}

// Printed charges of a Construct that its host has not used.
SELDOM static void take_charges(struct table *t, card_id to, card_id construct,
                                const struct ability *a, struct lasting how)
{
    card_id host = host_of(peek(t), construct);
    for (unsigned k = 0; k < CHARGED_COUNT; k++) {
        unsigned used = a->charges[k] ? lent_used(peek(t), host, construct, CHARGED_FIRST + k) : 0;
        if (used >= a->charges[k]) continue;
        gain_keyword(t, to, word_of_keyword(CHARGED_FIRST + k, a->charges[k] - used), 0, how);
    }
}

// A Construct has its lines and Keyworded Abilities, although they act for its host.
SELDOM static void take_of_construct(struct table *t, card_id to, card_id from, struct lasting how)
{
    const struct oversoul_state *s = peek(t);
    struct held                  list[ABILITIES_HELD_MAX];
    size_t                       count = abilities_of_construct(t, from, list);
    bool                         totem = body_at(s, to)->flags & BODY_TOTEM;
    for (size_t i = 0; i < count; i++) {
        const struct ability *a = &book(t)->abilities[list[i].ability];
        if (!totem || a->kind == ABILITY_KEYWORDS) // OVE-639
            change(t, to, MOD_ABILITY, list[i].ability, 0, how);
        if (a->kind == ABILITY_KEYWORDS) take_charges(t, to, from, a, how);
    }
    for (unsigned i = 0, n = s->core.modifier_count; i < n; i++) {
        const struct modifier m = s->modifiers[i];
        if (m.card == from && m.kind == MOD_KEYWORD && m.arg != RESISTANT_TO)
            gain_keyword(t, to, word_of_keyword(m.arg, (unsigned)m.value), 0, how);
    }
}

// Keywords that lines with a state, an AURA or "has" give: taken with the line (OVE-879).
static uint32_t keywords_of_lines(const struct table *t, const struct held *list, size_t count)
{
    const struct op *ops = t->pool->ops;
    uint32_t         set = 0;
    for (size_t i = 0; i < count; i++) {
        const struct ability *a = &book(t)->abilities[list[i].ability];
        if (a->kind != ABILITY_STATIC) continue;
        set |= a->keywords;
        for (unsigned k = 0; k < CHARGED_COUNT; k++)
            if (a->charges[k]) set |= BIT(CHARGED_FIRST + k);
        for (size_t n = a->effects; n && n < op_after(ops, a->effects);
             n        = ops[n].code == OP_TEXT ? op_after(ops, n) : n + 1) {
            unsigned charges;
            if (ops[n].code == W_KEYWORD) set |= BIT(keyword_of((unsigned)ops[n].value, &charges));
        }
    }
    return set;
}

// Printed without a Law, of a Role, or received.
static bool has_of_its_own(const struct table *t, card_id c, unsigned k, const struct held *list,
                           size_t count)
{
    const struct oversoul_state *s = peek(t);
    for (unsigned i = 0; i < s->core.modifier_count; i++)
        if (s->modifiers[i].kind == MOD_KEYWORD && s->modifiers[i].arg == k &&
            bearer_of(s, &s->modifiers[i]) == c)
            return true;
    if (is_charged(k)) return own_charges(body_at(s, c), k - CHARGED_FIRST) > 0;
    for (size_t i = 0; i < count; i++) {
        const struct ability *a = &book(t)->abilities[list[i].ability];
        if (a->kind == ABILITY_KEYWORDS && a->keywords >> k & 1) return true;
    }
    return false;
}

// Of a card that lies face-up off the board, what its face gives it (OVE-R351).
SELDOM static void take_printed(struct table *t, card_id to, card_id from, uint32_t roles,
                                struct lasting how)
{
    const struct face *f     = face_of(t, from);
    bool               totem = body_at(peek(t), to)->flags & BODY_TOTEM;
    uint16_t           list[ABILITIES_HELD_MAX];
    size_t             count = face_abilities(book(t), f, f->roles, true, list);
    for (size_t i = 0; i < count; i++) {
        const struct ability *a = &book(t)->abilities[list[i]];
        if (comes_with(book(t), roles, list[i])) continue;
        for (unsigned k = 0; a->kind == ABILITY_KEYWORDS && k < KEYWORDS; k++) {
            unsigned charges = is_charged(k) ? a->charges[k - CHARGED_FIRST] : 0;
            if (is_charged(k) ? charges > 0 : k != RESISTANT_TO && a->keywords >> k & 1)
                gain_keyword(t, to, word_of_keyword(k, charges), 0, how);
        }
        if (!totem && (a->kind != ABILITY_KEYWORDS || a->keywords & BIT(RESISTANT_TO)))
            change(t, to, MOD_ABILITY, list[i], 0, how);
    }
}

static void take_abilities(struct table *t, card_id to, card_id from, uint32_t roles,
                           struct lasting how)
{
    if (!is_board_card(peek(t), from)) {
        take_printed(t, to, from, roles, how);
        return;
    }
    if (body_at(peek(t), from)->flags & BODY_CONSTRUCT) {
        take_of_construct(t, to, from, how);
        return;
    }
    struct oversoul_state *s = state(t);
    struct held            list[ABILITIES_HELD_MAX];
    size_t                 count    = abilities_of(t, from, list);
    uint32_t               keywords = body_at(s, from)->keywords;
    unsigned               by_role  = body_at(s, from)->by_role;
    bool                   totem    = body_at(s, to)->flags & BODY_TOTEM;
    uint32_t               of_lines = totem ? 0 : keywords_of_lines(t, list, count) & keywords;
    for (unsigned k = 0; of_lines && k < KEYWORDS; k++)
        if (of_lines >> k & 1 && !has_of_its_own(t, from, k, list, count)) keywords &= ~BIT(k);
    for (unsigned k = 0; k < KEYWORDS; k++) {
        unsigned charges = is_charged(k) ? charges_left(t, from, (enum keyword)k) : 0;
        unsigned word    = keywords >> k & 1 ? word_of_keyword(k, charges) : KW_COUNT;
        if (is_charged(k) && charges && by_role >> (k - CHARGED_FIRST) & 1 &&
            charge_comes_with(book(t), roles, k))
            word = charges > 1 ? word_of_keyword(k, charges - 1) : KW_COUNT;
        if (word < KW_COUNT) gain_keyword(t, to, word, 0, how);
    }
    if (totem) return; // Keyworded ones only (OVE-639)
    for (size_t i = 0; i < count; i++) {
        const struct ability *a = &book(t)->abilities[list[i].ability];
        if (comes_with(book(t), roles, list[i].ability)) continue;
        if (a->kind != ABILITY_KEYWORDS || a->keywords & BIT(RESISTANT_TO))
            change(t, to, MOD_ABILITY, list[i].ability, 0, how);
    }
}

// Gone for good, also what a Construct was Given that acts for this card (OVE-438, OVE-R152).
void lose_abilities(struct table *t, card_id c, enum lost_abilities what, struct lasting how)
{
    struct oversoul_state *s = state(t);
    for (unsigned i = s->core.modifier_count; i-- > 0;) {
        const struct modifier *m = &s->modifiers[i];
        if ((m->kind == MOD_ABILITY && m->card == c) ||
            (m->kind == MOD_KEYWORD && (m->card == c || bearer_of(s, m) == c)))
            modifier_remove(&s->core, i);
    }
    if (how.until == UNTIL_LEAVES && !how.words)
        lose_charges(s, c, BIT(CHARGED_COUNT) - 1);
    else
        lose_gained_charges(s, c, BIT(CHARGED_COUNT) - 1); // the others count again afterwards
    change(t, c, MOD_LOST_ABILITIES, what, 0, how);
    reckon(t);
}

static void lose_things(struct table *t, card_id c, unsigned things, struct lasting how)
{
    if (things & TAKE_DMG) change(t, c, MOD_SET, STAT_DMG, 0, how);
    if (things & TAKE_SPD) change(t, c, MOD_SET, STAT_SPD, 0, how);
    if (things & TAKE_NAMED_HP) { // 1 HP is left, whatever damage there is (OVE-R80, OVE-R330)
        const struct body *b = body_at(peek(t), c);
        change(t, c, MOD_SET, STAT_HP, b->damage < b->hp ? b->damage + 1 : b->hp, how);
    }
    if (things & TAKE_RANK) change(t, c, MOD_SET, STAT_RANK, 0, how);
    if (things & TAKE_ENERGY) change(t, c, MOD_SET, STAT_ENERGY, 0, how);
    if (things & TAKE_ROLES) change(t, c, MOD_LOST_ROLES, 0, 0, how);
    if (things & TAKE_ARCHETYPE) change(t, c, MOD_LOST_ARCHETYPES, 0, 0, how);
    if (things & TAKE_ABILITIES) {
        lose_abilities(t, c, LOST_ABILITIES, how);
        for (card_id on = card_above(&peek(t)->core, c); on != NO_CARD;
             on         = card_above(&peek(t)->core, on))
            change(t, on, MOD_LOST_ABILITIES, LENDS_NOTHING, 0, how); // OVE-R158
    }
    reckon(t);
}

// -Units, and -Leaders that stand (OVE-602).
static bool has_role_abilities(const struct table *t, card_id c)
{
    const struct face *f = face_of(t, c);
    if (!f->minus || body_at(peek(t), c)->flags & BODY_CONSTRUCT) return false;
    return f->kind == KIND_UNIT || (is_leader_kind(f->kind) && is_standing(peek(t), c));
}

static void copy_things(struct table *t, card_id to, card_id from, unsigned things,
                        struct lasting how)
{
    struct body other = *body_at(peek(t), from);
    if (!is_board_card(peek(t), from)) {
        other.dmg        = (uint8_t)stat_now(t, from, STAT_DMG);
        other.spd        = (uint8_t)stat_now(t, from, STAT_SPD);
        other.hp         = (uint8_t)stat_now(t, from, STAT_HP);
        other.rank       = (int8_t)stat_now(t, from, STAT_RANK);
        other.roles      = roles_of(t, from);
        other.archetypes = (uint16_t)archetypes_of(t, from);
    }
    if (things & TAKE_DMG) change(t, to, MOD_SET, STAT_DMG, other.dmg, how);
    if (things & TAKE_SPD) change(t, to, MOD_SET, STAT_SPD, other.spd, how);
    if (things & TAKE_HP) change(t, to, MOD_SET, STAT_HP, other.hp, how);
    if (things & TAKE_RANK) change(t, to, MOD_SET, STAT_RANK, other.rank, how);
    if (things & TAKE_ENERGY) change(t, to, MOD_SET, STAT_ENERGY, energy_now(t, from), how);
    uint32_t roles = things & TAKE_ROLES && has_role_abilities(t, to)
                         ? other.roles & ~(body_at(peek(t), to)->roles | ROLES_RECEIVED)
                         : 0;
    if (things & TAKE_ABILITIES) take_abilities(t, to, from, roles, how);
    for (unsigned r = 0; things & TAKE_ROLES && r < ROLE_COUNT; r++)
        if (other.roles >> r & 1) gain_role(t, to, r, how);
    for (unsigned a = 0; things & TAKE_ARCHETYPE && a < ARCHETYPE_COUNT; a++)
        if (other.archetypes >> a & 1) change(t, to, MOD_ARCHETYPE, a, 0, how);
    reckon(t);
}

// Off the board what its face gives it (OVE-R351, OVE-R405).
static bool keyword_there(const struct table *t, card_id c, enum keyword k, unsigned *charges)
{
    const struct face *f  = face_of(t, c);
    bool               on = is_board_card(peek(t), c);
    *charges = !is_charged(k) ? 0 : on ? charges_left(t, c, k) : f->charges[k - CHARGED_FIRST];
    return on ? has_keyword(peek(t), c, k) : *charges > 0 || f->keywords >> k & 1;
}

// "Steal its GUARD": as many charges as it has of a consumed one; false if it lacks one of them.
static bool take_keywords(struct table *t, card_id to, card_id from, size_t verb, bool steal,
                          struct lasting how)
{
    const struct op *ops = t->pool->ops;
    bool             all = true;
    for (size_t n = op_child(verb); n < op_after(ops, verb); n = op_after(ops, n)) {
        unsigned charges;
        if (ops[n].code != W_KEYWORD) continue;
        enum keyword k   = keyword_of((unsigned)ops[n].value, &charges);
        bool         has = keyword_there(t, from, k, &charges);
        all &= has;
        if (has) gain_keyword(t, to, word_of_keyword(k, charges), 0, how);
        if (has && steal) lose_keyword(t, from, k, how);
    }
    return all;
}

// "Steal 2 DMG from it": at most what is there; false if that is less, or nothing.
static bool move_stat(struct table *t, struct work *w, card_id to, card_id from, size_t amount,
                      bool steal, struct lasting how)
{
    const struct op *ops  = t->pool->ops;
    struct scope     k    = work_scope(t, w);
    enum statname    stat = (enum statname)ops[op_after(ops, amount)].value;
    int have = stat_now(t, from, stat), n = times_for_aim(t, w, from, amount_of(&k, amount));
    if (stat == STAT_HP && steal) have -= body_at(peek(t), from)->damage + 1; // OVE-R330
    if (ops[amount].value == AMOUNT_ALL) n = have;
    bool all = n > 0 && n <= have;
    if (n > have) n = have;
    if (n <= 0) return false;
    gain_stat(t, to, stat, n, how);
    if (steal) gain_stat(t, from, stat, -n, how);
    return all;
}

static bool move_points(struct table *t, struct work *w, card_id to, card_id from, size_t part,
                        bool steal, struct lasting how)
{
    const struct op *ops = t->pool->ops;
    bool             all = true;
    for (size_t n = op_child(part); n < op_after(ops, part); n = op_after(ops, n))
        if (ops[n].code == W_AMOUNT) all &= move_stat(t, w, to, from, n, steal, how);
    return all;
}

// What a card has of what is to be taken: a Prepared one HP, if that is named (OVE-148, OVE-R181),
// an Event or a Leader in its zone no DMG and no SPD (OVE-R333), one off the board that its player
// sees what its face gives it, which nobody can Steal (OVE-R351, OVE-R405), an Event without HP
// nothing of them.
static unsigned things_there(const struct table *t, const struct work *w, card_id c,
                             unsigned things, bool steal)
{
    enum { NAMED = TAKE_HP | TAKE_NAMED_HP };
    const unsigned OF_UNITS = TAKE_DMG | TAKE_SPD;
    bool           off      = !is_board_card(peek(t), c) && knows(t->state, w->seat, c);
    if (is_active(peek(t), c) || (off && !steal)) {
        if (!has_stat(t, c, STAT_DMG)) things &= ~OF_UNITS;
        return has_stat(t, c, STAT_HP) ? things : things & ~(unsigned)NAMED;
    }
    return is_prepared(peek(t), c) && things & TAKE_NAMED_HP ? things & NAMED : 0;
}

bool do_copy(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops   = t->pool->ops;
    struct lasting   how   = lasting_of(t, w);
    bool             steal = ops[verb].code == W_STEAL;
    size_t           from  = op_find(ops, verb, W_FROM);
    unsigned         said  = things_taken(ops, from ? from : verb);
    bool             all   = w->aim_count > 0;
    if (peek(t)->generation[w->card] != w->generation || !is_active(peek(t), w->card)) return false;
    card_id to = ops[verb].value == BY_HOST ? host_of(peek(t), w->card) : w->card;
    for (unsigned i = 0; i < w->aim_count; i++) {
        card_id  c      = w->aim[i];
        unsigned things = things_there(t, w, c, said, steal);
        if (things != said) all = false;
        if (!things || (steal && !is_affected(t, w, c))) {
            all = false;
            continue;
        }
        if (!is_board_card(peek(t), c)) card_show(&state(t)->core, c, EVERYBODY);
        happened(t, steal ? HAPPENED_STEAL : HAPPENED_COPY, w->seat, to, c, 0, work_reason(t, w));
        if (from) {
            all &= move_points(t, w, to, c, from, steal, how);
            continue;
        }
        if (things & TAKE_KEYWORDS) all &= take_keywords(t, to, c, verb, steal, how);
        copy_things(t, to, c, things, how);
        if (steal) lose_things(t, c, things, how);
    }
    return all;
}
