// objects.c - the nouns of card text (rules.md 6.4): does a card fit a phrase, and which cards do?
#include "games/oversoul/rules.h"

// --- one card against one word ------------------------------------------------------------------

// A Prepared card of whose Activation is spoken counts as what its face says, with what it received
// in the hand (OVE-R375, OVE-R401).
static inline bool is_turned(const struct scope *k, card_id c)
{
    return k->played == c + 1 && is_face_down(peek(k->t), c);
}

static bool is_hidden(const struct scope *k, card_id c)
{
    return is_face_down(peek(k->t), c) && k->played != c + 1;
}

static uint32_t roles_said(const struct scope *k, card_id c)
{
    return is_turned(k, c) ? as_received(k->t, c).roles & ~ROLES_RECEIVED : roles_of(k->t, c);
}

static unsigned archetypes_said(const struct scope *k, card_id c)
{
    return is_turned(k, c) ? archetypes_to_enter(k->t, c) : archetypes_of(k->t, c);
}

static bool has_sign(const struct scope *k, bool minus, card_id c)
{
    if (is_turned(k, c)) return face_of(k->t, c)->minus == minus;
    return minus ? is_minus(k->t, c) : is_plus(k->t, c);
}

static int stat_to_enter(const struct table *t, card_id c, enum statname stat)
{
    const struct body b = as_received(t, c);
    switch (stat) {
    case STAT_DMG: return b.dmg;
    case STAT_SPD: return b.spd;
    case STAT_HP: return b.hp;
    case STAT_RANK: return b.rank;
    case STAT_COST:
    case STAT_ENERGY: break;
    }
    return face_of(t, c)->energy;
}

static bool counts_stat(const struct scope *k, enum statname stat, card_id c, int *number)
{
    bool turned = is_turned(k, c);
    *number     = turned ? stat_to_enter(k->t, c, stat) : present_stat(k, c, stat);
    return turned ? has_printed_stat(face_of(k->t, c), stat) : has_stat(k->t, c, stat);
}

static bool is_living(const struct scope *k, card_id c)
{
    return !(roles_said(k, c) & (BIT(MECHNOID) | BIT(UNDEAD))); // OVE-640
}

// "Other" than this card or, in a number that is reckoned for each of several cards, than that one
// (OVE-R314).
static bool is_other(const struct scope *k, card_id c)
{
    return k->singly ? c != k->it && !is_named(k, c) : c != k->card && c != k->source;
}

static bool fits_noun(const struct scope *k, enum noun noun, card_id c);

static bool fits_adjective(const struct scope *k, enum adjective adj, card_id c)
{
    const struct oversoul_state *s = peek(k->t);
    const struct gone           *g = was_there(k, c);
    switch (adj) {
    case ADJ_ACTIVE: return is_active(s, c) || g;
    case ADJ_ACTIVATED: return is_upright(s, host_of(s, c)) || (g && !g->exhausted);
    case ADJ_EXHAUSTED: return is_sideways(s, host_of(s, c)) || (g && g->exhausted);
    case ADJ_PREPARED: return is_prepared(s, c) || k->revealed == c + 1;
    case ADJ_DAMAGED: return g ? g->damaged : is_board_card(s, c) && body_at(s, c)->damage > 0;
    case ADJ_OWN: return seat_of(s, c) == k->seat;
    case ADJ_OPPOSING: return is_enemy(&s->core, seat_of(s, c), k->seat);
    case ADJ_SELECTED: return is_selected(k, c);
    case ADJ_LIVING: return fits_noun(k, NOUN_UNIT, c) && !is_hidden(k, c) && is_living(k, c);
    case ADJ_NON_LIVING: return fits_noun(k, NOUN_UNIT, c) && !is_hidden(k, c) && !is_living(k, c);
    case ADJ_NON_LEADER: return !is_face_up_leader(k->t, c);
    case ADJ_OTHER: return is_other(k, c);
    case ADJ_ADJACENT: return are_adjacent(card_in(s, c)->zone, place_of(k, k->card));
    case ADJ_SURROUNDING: return are_surrounding(card_in(s, c)->zone, place_of(k, k->card));
    case ADJ_ORIGINAL: return true;
    case ADJ_ATTACKING: return s->attack.on && s->attack.attacker == c;
    case ADJ_BATTLING: return s->attack.on && (s->attack.attacker == c || s->attack.selection == c);
    case ADJ_ARCHETYPE: return archetypes_said(k, c) & archetypes_of(k->t, k->card); // OVE-715
    }
    return false;
}

static bool fits_name(const struct scope *k, unsigned name, card_id c)
{
    const struct face *f = face_of(k->t, c);
    return !is_hidden(k, c) && (f->name == name || f->faction == name);
}

bool is_rank_said(const struct op *ops, size_t ranked, int rank)
{
    int want = ops[op_find(ops, ranked, OP_NUMBER)].value;
    if (op_find(ops, ranked, W_OR_LOWER)) return rank <= want;
    if (op_find(ops, ranked, W_OR_HIGHER)) return rank >= want;
    return rank == want;
}

bool fits_rank(const struct scope *k, size_t ranked, card_id c)
{
    int rank;
    return counts_stat(k, STAT_RANK, c, &rank) && is_rank_said(ops_of(k), ranked, rank); // OVE-R180
}

// A Leader that is Activated counts as what it will stand as (OVE-R340), and so does a Prepared
// card (OVE-R375).
static bool is_played_as(const struct scope *k, enum kind kind, enum kind leader, card_id c)
{
    if (k->played != c + 1) return false;
    return face_of(k->t, c)->kind == leader || (is_turned(k, c) && face_of(k->t, c)->kind == kind);
}

APART static bool fits_noun(const struct scope *k, enum noun noun, card_id c)
{
    const struct table *t = k->t;
    switch (noun) {
    case NOUN_CARD:
    case NOUN_CARDS: return true;
    case NOUN_UNIT:
    case NOUN_UNITS:
        return (is_unit(t, c) && !is_turned(k, c)) ||
               is_played_as(k, KIND_UNIT, KIND_LEADER_UNIT, c);
    case NOUN_EVENT:
    case NOUN_EVENTS:
        return (is_event(t, c) && !is_turned(k, c)) ||
               is_played_as(k, KIND_EVENT, KIND_LEADER_EVENT, c);
    case NOUN_CONSTRUCT:
    case NOUN_CONSTRUCTS:
        return is_construct(t, c) || is_played_as(k, KIND_CONSTRUCT, KIND_CONSTRUCT, c);
    case NOUN_LEADER:
    case NOUN_LEADERS: // also in the Idle Zone or Exile (OVE-934)
        return peek(t)->side[card_in(peek(t), c)->owner].leader == c && !is_prepared(peek(t), c);
    case NOUN_TOTEM:
    case NOUN_TOTEMS: return face_of(t, c)->kind == KIND_TOTEM;
    case NOUN_ZONE:
    case NOUN_ZONES: return true;
    }
    return false;
}

static bool has_role_said(const struct scope *k, const struct op *op, card_id c)
{
    unsigned role = (unsigned)op->value == WALL ? STATION : (unsigned)op->value;
    return roles_said(k, c) >> role & 1;
}

// While the board is reckoned the charges of a card are not yet among its keywords.
static bool has_charge_now(const struct oversoul_state *s, card_id c, enum keyword k)
{
    const struct body *b = body_at(s, c);
    return is_active(s, c) && !(b->flags & (BODY_SEALED | BODY_SILENT | BODY_CONSTRUCT)) &&
           !is_leader_seated(s, c) &&
           (own_charges(b, k - CHARGED_FIRST) > 0 || b->lent >> (k - CHARGED_FIRST) & 1);
}

// A card on the board has what it has now, a card elsewhere what its face gives it.
static bool carries_keyword(const struct scope *scope, card_id c, unsigned word)
{
    const struct table *t = scope->t;
    const struct face  *f = face_of(t, c);
    const struct gone  *g = was_there(scope, c);
    unsigned            charges;
    enum keyword        k = keyword_of(word, &charges);
    if (g) return g->keywords >> k & 1;
    if (is_board_card(peek(t), c) && !is_turned(scope, c))
        return has_keyword(peek(t), c, k) || (charges && has_charge_now(peek(t), c, k));
    return charges ? f->charges[k - CHARGED_FIRST] > 0 : f->keywords >> k & 1;
}

// As bits, from Common; a TOTEM has none.
static unsigned rarities_of(const struct table *t, card_id c)
{
    return (unsigned)(t->pool->defs[card_in(peek(t), c)->def].tags >> TAG_COMMON) & 15;
}

static bool fits_word(const struct scope *k, size_t word, card_id c)
{
    const struct table *t    = k->t;
    const struct op    *op   = &ops_of(k)[word];
    bool                down = is_hidden(k, c);
    switch (op->code) {
    case W_ADJ: return fits_adjective(k, (enum adjective)op->value, c);
    case W_ARCHETYPE: return archetypes_said(k, c) >> op->value & 1;
    case W_EITHER: // "CHAOS or DOOM Units", "Exhausted or Damaged Units"
        for (size_t one = op_child(word); one < op_after(ops_of(k), word); one++)
            if (fits_word(k, one, c)) return true;
        return false;
    case W_ROLE:
    case W_ROLES: return has_role_said(k, op, c);
    case W_NOT_ROLE: return !down && !has_role_said(k, op, c);
    case W_NOT_ARCHETYPE: return !down && !(archetypes_said(k, c) >> op->value & 1);
    case W_EVENTROLE:
        return !down && face_of(t, c)->kind == KIND_EVENT && face_of(t, c)->event_role == op->value;
    case W_RARITY: return !down && rarities_of(t, c) >> op->value & 1;
    case W_SIGN: return has_sign(k, op->value == SIGN_MINUS, c);
    case W_RANKED: return fits_rank(k, word, c);
    case W_WITH: return carries_keyword(k, c, (unsigned)op[1].value); // "your AVIAN Units"
    case OP_NAME: return fits_name(k, (unsigned)op->value, c);
    case W_NOUN: return fits_noun(k, (enum noun)op->value, c);
    case W_CONROLE:
        return fits_noun(k, NOUN_CONSTRUCT, c) && (face_of(t, c)->kind != KIND_CONSTRUCT ||
                                                   face_of(t, c)->construct_event == op->value);
    default: return true;
    }
}

static bool fits_group(const struct scope *k, size_t group, card_id c)
{
    const struct op *ops = ops_of(k);
    for (size_t w = op_child(group); w < op_after(ops, group); w = op_after(ops, w))
        if (!fits_word(k, w, c)) return false;
    return true;
}

// --- qualifiers ---------------------------------------------------------------------------------

bool fits_side(const struct scope *k, unsigned side, card_id c)
{
    const struct oversoul_state *s = peek(k->t);
    if (!is_board_card(s, c) && !was_there(k, c)) return false;
    if (side == BOARD_YOURS) return seat_of(s, c) == k->seat;
    if (side == BOARD_OPPOSING) return is_enemy(&s->core, seat_of(s, c), k->seat);
    return true;
}

static bool compare(int a, int b, unsigned how)
{
    return how == COMPARE_LOWER ? a < b : how == COMPARE_HIGHER ? a > b : a == b;
}

// "Of the same Class", "with the same name": as the card that has the Ability.
static bool has_in_common(const struct scope *k, enum compared what, card_id c)
{
    // OVE-611 to OVE-638: Species stand before Classes, and STALKER is both.
    static const uint32_t SPECIES = (BIT(SORCERER) - 1) | BIT(STALKER);
    static const uint32_t CLASSES = (BIT(ROLE_COUNT) - BIT(SORCERER));
    const struct table   *t       = k->t;
    uint32_t              roles   = roles_said(k, c) & roles_of(t, k->card);
    const struct face    *f = face_of(t, c), *own = face_of(t, k->card);
    switch (what) {
    case SAME_ARCHETYPE: return archetypes_said(k, c) & archetypes_of(t, k->card);
    case SAME_ROLE: return roles;
    case SAME_SPECIES: return roles & SPECIES;
    case SAME_CLASS: return roles & CLASSES;
    case SAME_NAME: return f->name == own->name;
    case SAME_FACTION: return f->faction == own->faction && f->faction != NO_DEF;
    case SAME_RARITY: return rarities_of(t, c) & rarities_of(t, k->card);
    }
    return false;
}

static bool fits_comparison(const struct scope *k, size_t with, unsigned how, card_id c)
{
    const struct op *ops  = ops_of(k);
    size_t           stat = op_find(ops, with, W_STAT);
    if (is_hidden(k, c)) return false;
    if (stat) {
        enum statname name = (enum statname)ops[stat].value;
        int           number;
        return counts_stat(k, name, c, &number) &&
               compare(number, present_stat(k, k->card, name), how);
    }
    return has_in_common(k, (enum compared)ops[op_find(ops, with, W_COMPARE_WORD)].value, c);
}

bool enough(const struct op *ops, size_t node, int have, int want)
{
    if (op_find(ops, node, W_OR_LESS)) return have <= want;
    if (op_find(ops, node, W_OR_MORE)) return have >= want;
    return have == want;
}

int marks_on(const struct table *t, card_id c, unsigned name)
{
    const struct oversoul_state *s = peek(t);
    if (text_is(text_of(t->pool->names[name]), "Death")) return body_at(s, c)->marks;
    for (unsigned i = 0; i < s->core.modifier_count; i++)
        if (s->modifiers[i].card == c && s->modifiers[i].kind == MOD_MARK &&
            s->modifiers[i].arg == name)
            return s->modifiers[i].value;
    return 0;
}

// "2 Death marks", "3 or more Rust marks".
bool has_marks(const struct scope *k, size_t marks, card_id c)
{
    const struct op *ops = ops_of(k);
    return enough(ops, marks, marks_on(k->t, c, (unsigned)ops[op_find(ops, marks, OP_NAME)].value),
                  amount_of(k, op_find(ops, marks, W_AMOUNT)));
}

static bool carries_law(const struct scope *k, card_id c, unsigned law)
{
    const struct table *t = k->t;
    const struct face  *f = face_of(t, c);
    struct held         list[ABILITIES_HELD_MAX];
    uint16_t            printed[ABILITIES_HELD_MAX];
    bool                board = is_board_card(peek(t), c) && !is_turned(k, c);
    bool                plain = body_at(peek(t), c)->flags & BODY_PLAIN;
    uint32_t            laws  = is_leader_seated(peek(t), c) ? f->laws_seated : f->laws;
    if (plain && !(BIT(law) & (laws | book(t)->other_laws))) return false; // it is not printed here
    size_t n = board ? abilities_of(t, c, list)
                     : face_abilities(book(t), f, f->roles, true, printed);
    for (size_t i = 0; i < n; i++)
        if (book(t)->abilities[board ? list[i].ability : printed[i]].laws >> law & 1) return true;
    return false;
}

static int constructs_on(const struct oversoul_state *s, card_id c)
{
    int count = 0;
    if (!is_board_card(s, c)) return 0;
    for (c = card_above(&s->core, c); c != NO_CARD; c = card_above(&s->core, c))
        count += body_at(s, c)->flags & BODY_CONSTRUCT ? 1 : 0;
    return count;
}

// "with a Construct", "with 2 or more Constructs": a number alone is the least (OVE-R145).
static bool bears_enough(const struct scope *k, size_t have, card_id c)
{
    const struct op *ops = ops_of(k);
    int count = constructs_on(peek(k->t), c), want = amount_of(k, op_find(ops, have, W_AMOUNT));
    return op_find(ops, have, W_OR_LESS) ? count <= want : count >= want;
}

// "with GUARD or THORNS", "with GUARD & THORNS"
static bool carries_keywords(const struct scope *k, size_t with, card_id c)
{
    const struct op *ops = ops_of(k);
    bool             all = op_find(ops, with, W_BOTH) != 0;
    for (size_t q = op_child(with); q < op_after(ops, with); q = op_after(ops, q))
        if (ops[q].code == W_KEYWORD && carries_keyword(k, c, (unsigned)ops[q].value) != all)
            return !all;
    return all;
}

static bool fits_quality(const struct scope *k, size_t with, card_id c)
{
    const struct op *ops = ops_of(k);
    for (size_t q = op_child(with); q < op_after(ops, with); q = op_after(ops, q))
        switch (ops[q].code) {
        case W_COMPARE: return fits_comparison(k, with, (unsigned)ops[q].value, c);
        case W_MARKS: return has_marks(k, q, c);
        case W_KEYWORD: return carries_keywords(k, with, c);
        case W_HAVE: {
            if (op_find(ops, q, W_NOUN)) return bears_enough(k, q, c);
            enum statname stat = (enum statname)ops[op_find(ops, q, W_STAT)].value;
            int           number;
            return counts_stat(k, stat, c, &number) &&
                   enough(ops, q, number, amount_of(k, op_find(ops, q, W_AMOUNT)));
        }
        case W_ADJ:
            return fits_adjective(k, (enum adjective)ops[q].value, c); // "that is Exhausted"
        case W_STATE: return state_holds(k, (enum card_state)ops[q].value, c);
        case W_RANKED: return fits_rank(k, q, c);
        case W_NOUN: return constructs_on(peek(k->t), c) > 0;
        case W_LAWREF: return carries_law(k, c, (unsigned)ops[q].value);
        default: break;
        }
    return true;
}

// Now or, as with "the Attacker", in the Battle whose triggers resolve (OVE-R177, OVE-R352).
static bool are_battling(const struct scope *k, card_id to, card_id c)
{
    const struct oversoul_state *s = peek(k->t);
    const struct attack         *a = &s->attack;
    if (a->on)
        return (a->attacker == to && a->selection == c) || (a->selection == to && a->attacker == c);
    if (!k->told || !a->over) return false;
    return (a->before == to && a->selection == c && s->generation[c] == a->selection_generation) ||
           (a->selection == to && a->before == c && s->generation[c] == a->before_generation);
}

static bool fits_near(const struct scope *k, enum near how, card_id to, card_id c)
{
    const struct oversoul_state *s  = peek(k->t);
    zone_id                      zc = card_in(s, c)->zone, zt = place_of(k, to);
    switch (how) {
    case NEAR_ADJACENT: return are_adjacent(zc, zt);
    case NEAR_SURROUNDING: return are_surrounding(zc, zt);
    case NEAR_UNDER: return card_below(&s->core, to) == c;
    case NEAR_BEHIND: return zone_behind(zt) == zc;
    case NEAR_ATTACHED:
        return c != to && zc == zt && body_at(s, c)->flags & BODY_CONSTRUCT && host_of(s, c) == to;
    case NEAR_ATTACKING:
        return s->attack.on && s->attack.attacker == c && s->attack.selection == to;
    case NEAR_BATTLING: return are_battling(k, to, c);
    }
    return false;
}

static bool lies_in_zone(const struct scope *k, enum zone_word word, enum filter_side side,
                         card_id c)
{
    const struct oversoul_state *s = peek(k->t);
    const struct gone           *g = word >= ZONE_UNIT && word <= ZONE_ANY ? was_there(k, c) : NULL;
    zone_id  z    = g ? g->zone : k->moved == c + 1 ? k->came : card_in(s, c)->zone;
    unsigned kind = zone_kind(z);
    seat_id  seat = seat_of(s, c);
    if (side == SIDE_OWN && seat != k->seat) return false;
    if (side == SIDE_ENEMY && !is_enemy(&s->core, seat, k->seat)) return false;
    if (side == SIDE_ENEMY && k->opponent && seat != k->opponent - 1) return false; // OVE-964
    switch (word) {
    case ZONE_HAND: return kind == HAND;
    case ZONE_DECK: return kind == DECK;
    case ZONE_IDLE: return kind == IDLE;
    case ZONE_UNIT: return is_unit_zone(z);
    case ZONE_EVENT: return is_event_zone(z);
    case ZONE_LEADER: return kind == LEADER;
    case ZONE_ANY: return is_board(z);
    case ZONE_EXILE: return z == EXILE;
    }
    return false;
}

bool fits_zone(const struct scope *k, size_t zone, card_id c)
{
    const struct op *ops  = ops_of(k);
    size_t           side = op_find(ops, zone, W_ZONESIDE);
    int              said = side ? ops[side].value : ZONESIDE_THE;
    return lies_in_zone(k, (enum zone_word)ops[op_find(ops, zone, W_ZONENAME)].value,
                        said == ZONESIDE_YOURS      ? SIDE_OWN
                        : said == ZONESIDE_OPPOSING ? SIDE_ENEMY
                                                    : SIDE_ANY,
                        c);
}

static bool no_archetype_on_board(const struct scope *k, unsigned side, card_id c)
{
    const struct oversoul_state *s    = peek(k->t);
    unsigned                     seen = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        const struct side *of = &s->side[seat];
        if (side == BOARD_YOURS ? seat != k->seat
                                : side == BOARD_OPPOSING && !is_enemy(&s->core, seat, k->seat))
            continue;
        for (unsigned i = 0; i < of->board_count; i++) {
            const struct body *b = &s->bodies[of->board[i]];
            if (b->flags & BODY_ACTIVE) seen |= b->archetypes;
        }
    }
    return !(archetypes_said(k, c) & seen);
}

// "in an empty Unit Zone" says where a card goes, not where it is.
static bool is_empty_zone(const struct op *ops, size_t zone)
{
    size_t side = op_find(ops, zone, W_ZONESIDE);
    return side && ops[side].value == ZONESIDE_EMPTY;
}

APART static bool fits_post(const struct scope *k, size_t post, card_id c)
{
    const struct op *ops = ops_of(k);
    switch (ops[post].code) {
    case W_ON: return fits_side(k, (unsigned)ops[op_find(ops, post, W_SIDE)].value, c);
    case W_IN:
        return is_empty_zone(ops, op_find(ops, post, W_ZONE)) ||
               fits_zone(k, op_find(ops, post, W_ZONE), c);
    case W_NEAR: {
        card_id              to[NAMED_MAX];
        size_t               object = op_find(ops, post, W_OBJECT), n;
        const struct filter *f      = &book(k->t)->filters[object];
        if (f->kind == FILTER_PRONOUN) // also where a card lay that has fallen (OVE-R312)
            n = spoken_of(k, (enum pronoun)f->noun, to, NAMED_MAX);
        else
            n = candidates(k, object, to, NAMED_MAX);
        for (size_t i = 0; i < n; i++)
            if (fits_near(k, (enum near)ops[post].value, to[i], c)) return true;
        return false;
    }
    case W_WITH: return fits_quality(k, post, c);
    case W_WITHOUT: return !is_hidden(k, c) && !fits_quality(k, post, c);
    case W_BUT: return !fits(k, op_find(ops, post, W_OBJECT), c);
    case W_NOT_ON:
        return no_archetype_on_board(k, (unsigned)ops[op_find(ops, post, W_SIDE)].value, c);
    case W_YOUR: {
        seat_id of = seat_of(peek(k->t), c);
        return ops[post].value == OF_OPPONENTS ? is_enemy(k->t->state, of, k->seat) : of == k->seat;
    }
    case W_ANOTHER: return is_other(k, c);
    case W_THOSE: return is_named(k, c);
    default: return true;
    }
}

bool is_one_leader(const struct op *ops, size_t object)
{
    bool opposing = false, leader = false;
    for (size_t n = op_child(object); n < op_after(ops, object); n++) {
        if (ops[n].code == W_AMOUNT || ops[n].code == W_EACH || ops[n].code == W_ANY) return false;
        opposing |= ops[n].code == W_ADJ && ops[n].value == ADJ_OPPOSING;
        leader |= ops[n].code == W_NOUN && ops[n].value == NOUN_LEADER;
    }
    return opposing && leader;
}

// "Other" opposing cards, and "other" in an Event without HP, are not those the line has named
// (OVE-R172).
static bool is_same_again(const struct scope *k, bool opposing, card_id c)
{
    if (c != k->it && !is_named(k, c)) return false;
    return opposing || k->card == NO_CARD || is_event_without_hp(face_of(k->t, k->card));
}

static bool says_other(const struct op *ops, size_t object)
{
    for (size_t n = op_child(object); n < op_after(ops, object);
         n        = ops[n].code == W_OBJECT ? op_after(ops, n) : n + 1)
        if (ops[n].code == W_ANOTHER || (ops[n].code == W_ADJ && ops[n].value == ADJ_OTHER))
            return true;
    return false;
}

APART static bool fits_more(const struct scope *k, const struct filter *f, card_id c)
{
    if (f->more & MORE_NAME && !fits_name(k, f->name, c)) return false;
    if (f->more & MORE_SIGN && !has_sign(k, !(f->more & MORE_IS_PLUS), c)) return false;
    if (f->more & MORE_MASKS &&
        (f->archetypes & ~archetypes_said(k, c) || f->roles & ~roles_said(k, c)))
        return false;
    if (f->more & MORE_OTHER && (!is_other(k, c) || is_same_again(k, f->side == SIDE_ENEMY, c)))
        return false;
    return !(f->more & MORE_ZONE) ||
           lies_in_zone(k, (enum zone_word)f->zone, (enum filter_side)f->zone_side, c);
}

// Most phrases speak of cards or Units.
static inline bool fits_usual_noun(const struct scope *k, enum noun noun, card_id c)
{
    if (noun == NOUN_UNIT && !k->played) return is_unit(k->t, c);
    return noun == NOUN_CARD || fits_noun(k, noun, c);
}

// Whose it is, and that it lies Active on a board.
static inline bool fits_first(const struct scope *k, const struct filter *f, card_id c)
{
    const struct oversoul_state *s = peek(k->t);
    if (f->side == SIDE_OWN && seat_of(s, c) != k->seat) return false;
    if (f->side == SIDE_ENEMY && !is_enemy(&s->core, seat_of(s, c), k->seat)) return false;
    if (f->needs & NEEDS_BOARD && !is_board_card(s, c) && !was_there(k, c)) return false;
    return !(f->needs & NEEDS_ACTIVE) || is_active(s, c) || was_there(k, c);
}

// Everything else that a filter and the phrase behind it say.
static inline bool fits_rest(const struct scope *k, const struct filter *f, size_t object,
                             card_id c)
{
    enum { OTHER_NEEDS = 0xFF & ~(NEEDS_ACTIVE | NEEDS_BOARD) };
    const struct oversoul_state *s = peek(k->t);
    if (f->needs & OTHER_NEEDS) {
        if (f->needs & NEEDS_UPRIGHT && !fits_adjective(k, ADJ_ACTIVATED, c)) return false;
        if (f->needs & NEEDS_SIDEWAYS && !fits_adjective(k, ADJ_EXHAUSTED, c)) return false;
        if (f->needs & NEEDS_PREPARED && !is_prepared(s, c) && k->revealed != c + 1) return false;
        if (f->needs & NEEDS_DAMAGE && !fits_adjective(k, ADJ_DAMAGED, c)) return false;
    }
    return fits_usual_noun(k, (enum noun)f->noun, c) && (!f->more || fits_more(k, f, c)) &&
           (!f->rest || fits_post(k, object + f->rest, c));
}

APART static bool is_one_of(const struct scope *k, enum pronoun p, card_id c)
{
    card_id list[NAMED_MAX];
    size_t  n = pronoun_cards(k, p, list, NAMED_MAX);
    for (size_t i = 0; i < n; i++)
        if (list[i] == c) return true;
    return false;
}

static bool is_group_opposing(const struct op *ops, size_t group)
{
    for (size_t w = op_child(group); group && w < op_after(ops, group); w = op_after(ops, w))
        if (ops[w].code == W_ADJ && ops[w].value == ADJ_OPPOSING) return true;
    return false;
}

// "1 opposing Unit or Leader", "your Units and Events": of whom is said once, in front (OVE-R153),
// unless a later group says it for itself: "all opposing Units and your Leader".
static bool is_of_side(const struct scope *k, size_t object, size_t group, card_id c)
{
    const struct op *ops  = ops_of(k);
    size_t           your = op_find(ops, object, W_YOUR);
    seat_id          of   = seat_of(peek(k->t), c);
    if (op_find(ops, group, W_YOUR)) return of == k->seat;
    if (is_group_opposing(ops, group)) return is_enemy(k->t->state, of, k->seat);
    if (your) return fits_post(k, your, c);
    return !is_group_opposing(ops, op_find(ops, object, W_GROUP)) ||
           is_enemy(k->t->state, of, k->seat);
}

// One of those with the highest DMG?
SELDOM static bool is_of_most(const struct scope *k, size_t object, card_id c)
{
    card_id list[CARDS_MAX];
    size_t  n = candidates(k, object, list, COUNT(list));
    for (size_t i = 0; i < n; i++)
        if (list[i] == c) return true;
    return false;
}

// A phrase that no filter says in full; the most of something is asked of all together.
APART static bool fits_phrase(const struct scope *k, size_t object, card_id c)
{
    const struct op *ops = ops_of(k);
    if (k->opponent && is_one_leader(ops, object) && seat_of(peek(k->t), c) != k->opponent - 1)
        return false;
    size_t besides = op_find(ops, object, W_BESIDES);
    for (size_t n = besides; n && n < op_after(ops, object); n = op_after(ops, n))
        if (ops[n].code == W_BESIDES && is_one_of(k, (enum pronoun)ops[op_child(n)].value, c))
            return true;
    bool opposing = is_group_opposing(ops, op_find(ops, object, W_GROUP));
    if (is_same_again(k, opposing, c) && says_other(ops, object)) return false;
    bool group        = !op_find(ops, object, W_GROUP) && !besides; // "is adjacent to it"
    bool plain_leader = true;
    for (size_t n = op_child(object); n < op_after(ops, object); n = op_after(ops, n)) {
        if (ops[n].code == W_GROUP) {
            group |= is_of_side(k, object, n, c) && fits_group(k, n, c);
            if (ops[n].size != 2 || ops[op_child(n)].code != W_NOUN ||
                ops[op_child(n)].value != NOUN_LEADER)
                plain_leader = false;
        } else {
            plain_leader = false;
            if (ops[n].code != W_YOUR && !fits_post(k, n, c)) return false;
        }
    }
    if (plain_leader && seat_of(peek(k->t), c) != k->seat)
        return false; // "Leader" alone: one's own
    return group;
}

static inline bool fits_with(const struct scope *k, const struct filter *filter, size_t object,
                             card_id c)
{
    if (filter->kind == FILTER_WORDS)
        return fits_first(k, filter, c) && fits_rest(k, filter, object, c);
    return filter->kind == FILTER_PRONOUN ? is_one_of(k, (enum pronoun)filter->noun, c)
                                          : fits_phrase(k, object, c);
}

APART bool fits(const struct scope *k, size_t object, card_id c)
{
    const struct filter *filter = &book(k->t)->filters[object];
    return filter->kind == FILTER_MOST ? is_of_most(k, object, c) : fits_with(k, filter, object, c);
}

// --- many cards ---------------------------------------------------------------------------------

// Cards that are looked for: those that fit the phrase, and if a clause is given, of them those
// that could pay it.
struct hunt {
    const struct scope  *k;
    const struct filter *filter;
    size_t               object, clause;
    card_id             *out;
    size_t               count, max;
};

static bool is_kept(const struct scope *k, size_t clause, card_id c)
{
    return !clause || can_pay_with(k, clause, c);
}

static inline void look_at(struct hunt *h, card_id c)
{
    if (fits_with(h->k, h->filter, h->object, c) && is_kept(h->k, h->clause, c))
        h->out[h->count++] = c;
}

// What a filter asks of every card is seen in its body. Certainly not: spares the long look.
static bool is_ruled_out(const struct filter *f, const struct body *b)
{
    enum { ACTIVE_ONES = NEEDS_ACTIVE | NEEDS_UPRIGHT | NEEDS_SIDEWAYS };
    if (f->needs & ACTIVE_ONES && !(b->flags & BODY_ACTIVE)) return true;
    return f->needs & NEEDS_DAMAGE && !b->damage;
}

// The same of a card on the board of a side that the phrase speaks of.
static inline bool is_found(const struct scope *k, const struct filter *f, size_t object,
                            size_t clause, card_id c)
{
    const struct body *b = body_at(peek(k->t), c);
    if (b->flags & BODY_PENDING) return false;
    bool fit = f->kind == FILTER_WORDS ? !is_ruled_out(f, b) && fits_rest(k, f, object, c)
                                       : fits_with(k, f, object, c);
    return fit && is_kept(k, clause, c);
}

// False if there are enough.
static bool hunt_board_zone(struct hunt *h, const struct oversoul_state *s, zone_id zone)
{
    EACH_CARD_IN(c, s, zone)
    {
        if (h->count == h->max) return false;
        if (is_found(h->k, h->filter, h->object, h->clause, c)) h->out[h->count++] = c;
    }
    return true;
}

// One side, in the order of OVE-114.
static bool hunt_side(struct hunt *h, const struct oversoul_state *s, seat_id seat)
{
    for (unsigned set = held_zones(s, seat); set; set &= set - 1)
        if (!hunt_board_zone(h, s, first_zone(seat, set))) return false;
    return hunt_board_zone(h, s, zone_for(seat, LEADER));
}

// The boards, the turn player's first. Phrases that speak of one side need no look at the other.
static void hunt_board(struct hunt *h)
{
    const struct oversoul_state *s      = peek(h->k->t);
    const struct filter         *filter = h->filter;
    seat_id                      seat   = s->turn_seat;
    unsigned                     side   = filter->kind == FILTER_WORDS ? filter->side : SIDE_ANY;
    for (unsigned turn = 0; turn < s->core.seats; turn++, seat = next_seat(&s->core, seat)) {
        if (side == SIDE_OWN && seat != h->k->seat) continue;
        if (side == SIDE_ENEMY && !is_enemy(&s->core, seat, h->k->seat)) continue;
        if (!hunt_side(h, s, seat)) return;
    }
}

// Outside the board a name is seen at once; most cards have another.
static bool is_other_name(const struct table *t, const struct filter *f, card_id c)
{
    const struct face *face = face_of(t, c);
    return face->name != f->name && face->faction != f->name;
}

APART static void hunt_zone(struct hunt *h, zone_id z)
{
    const struct oversoul_state *s = peek(h->k->t);
    bool named                     = h->filter->kind == FILTER_WORDS && h->filter->more & MORE_NAME;
    EACH_CARD_IN(c, s, z)
    {
        if (h->count == h->max) return;
        if (!named || !is_other_name(h->k->t, h->filter, c)) look_at(h, c);
    }
}

static void hunt_zones(struct hunt *h, unsigned zone)
{
    const struct core   *c      = h->k->t->state;
    const struct filter *filter = h->filter;
    unsigned             side   = filter->kind == FILTER_WORDS ? filter->zone_side : SIDE_ANY;
    for (seat_id seat = 0; seat < c->seats; seat++) {
        if (side == SIDE_OWN && seat != h->k->seat) continue;
        if (side == SIDE_ENEMY && !is_enemy(c, seat, h->k->seat)) continue;
        hunt_zone(h, zone_for(seat, zone));
    }
}

// Where cards that a phrase means lie: the board unless it names a zone.
static enum zone_word zone_of_phrase(const struct scope *k, size_t object)
{
    const struct op     *ops    = ops_of(k);
    const struct filter *filter = &book(k->t)->filters[object];
    if (filter->kind == FILTER_WORDS)
        return filter->more & MORE_ZONE ? (enum zone_word)filter->zone : ZONE_ANY;
    size_t in = op_find(ops, object, W_IN);
    if (!in) return ZONE_ANY;
    return (enum zone_word)ops[op_find(ops, op_find(ops, in, W_ZONE), W_ZONENAME)].value;
}

// "It", "them", "this card".
APART static size_t kept_of_pronoun(const struct scope *k, enum pronoun pronoun, size_t clause,
                                    card_id *out, size_t max)
{
    card_id list[NAMED_MAX];
    size_t  count = 0, n = pronoun_cards(k, pronoun, list, NAMED_MAX);
    for (size_t i = 0; i < n && count < max; i++)
        if (is_kept(k, clause, list[i])) out[count++] = list[i];
    return count;
}

// "Those cards", "the Selected Construct": they are looked for among what was named, wherever that
// lies now (OVE-712).
bool is_of_named(const struct op *ops, size_t object)
{
    for (size_t n = op_child(object); n < op_after(ops, object); n = op_after(ops, n)) {
        if (ops[n].code == W_IN) return false;
        if (ops[n].code == W_THOSE) return true;
        for (size_t w = op_child(n); ops[n].code == W_GROUP && w < op_after(ops, n);
             w        = op_after(ops, w))
            if (ops[w].code == W_ADJ && ops[w].value == ADJ_SELECTED) return true;
    }
    return false;
}

APART static void hunt_named(struct hunt *h)
{
    const struct scope  *k     = h->k;
    bool                 those = op_find(ops_of(k), h->object, W_THOSE) || !k->selected_count;
    const struct chosen *list  = those ? k->named : &peek(k->t)->chosen[k->selected_at];
    size_t               count = those ? k->named_count : k->selected_count;
    for (size_t i = 0; i < count && h->count < h->max; i++) look_at(h, list[i].card);
}

// "Return your Leader to the Leader Zone": also one that has left the board (OVE-934).
SELDOM static void hunt_lost_leaders(struct hunt *h)
{
    const struct oversoul_state *s = peek(h->k->t);
    for (seat_id seat = 0; seat < s->core.seats && h->count < h->max; seat++)
        if (!is_board_card(s, s->side[seat].leader)) look_at(h, s->side[seat].leader);
}

static void hunt_phrase(struct hunt *h)
{
    switch (zone_of_phrase(h->k, h->object)) {
    case ZONE_HAND: hunt_zones(h, HAND); break;
    case ZONE_DECK: hunt_zones(h, DECK); break;
    case ZONE_IDLE: hunt_zones(h, IDLE); break;
    case ZONE_EXILE: hunt_zone(h, EXILE); break;
    case ZONE_UNIT:
    case ZONE_EVENT:
    case ZONE_LEADER:
    case ZONE_ANY:
        hunt_board(h);
        if (h->filter->more & MORE_RESCUED) hunt_lost_leaders(h);
        break;
    }
}

// "The opposing Unit with the highest DMG": those that fit, and of them those with the most or the
// least (OVE-R310).
SELDOM static size_t payers_of_most(const struct scope *k, size_t object, size_t clause,
                                    card_id *out, size_t max)
{
    const struct op     *ops    = ops_of(k);
    const struct filter *filter = &book(k->t)->filters[object];
    size_t               with = object + filter->rest, most = op_find(ops, with, W_MOST);
    enum statname        stat = (enum statname)ops[op_find(ops, with, W_STAT)].value;
    card_id              list[CARDS_MAX];
    struct hunt          h    = { k, filter, object, 0, list, 0, COUNT(list) };
    int                  best = 0;
    size_t               n = 0, count = 0;
    hunt_phrase(&h);
    for (size_t i = 0; i < h.count; i++) {
        if (!has_stat(k->t, list[i], stat)) continue; // OVE-R167
        int  value  = present_stat(k, list[i], stat);
        bool better = !n || (ops[most].value == THE_MOST ? value > best : value < best);
        if (better) best = value, n = 0;
        if (value == best) list[n++] = list[i];
    }
    for (size_t i = 0; i < n && count < max; i++)
        if (is_kept(k, clause, list[i])) out[count++] = list[i];
    return count;
}

size_t payers(const struct scope *k, size_t object, size_t clause, card_id *out, size_t max)
{
    const struct filter *filter = &book(k->t)->filters[object];
    struct hunt          h      = { k, filter, object, clause, out, 0, max };
    if (filter->kind == FILTER_PRONOUN)
        return kept_of_pronoun(k, (enum pronoun)filter->noun, clause, out, max);
    if (filter->kind == FILTER_MOST) return payers_of_most(k, object, clause, out, max);
    if (filter->kind == FILTER_NONE && (k->named_count || k->selected_count) &&
        is_of_named(ops_of(k), object))
        hunt_named(&h);
    else
        hunt_phrase(&h);
    return h.count;
}

APART static bool are_payers_in_order(const struct scope *k, size_t object, size_t clause,
                                      size_t least)
{
    card_id list[64];
    return least <= COUNT(list) && payers(k, object, clause, list, least) == least;
}

// Are there as many? Nobody asks for their order, so that the lists of the boards will do.
bool are_payers(const struct scope *k, size_t object, size_t clause, size_t least)
{
    const struct oversoul_state *s      = peek(k->t);
    const struct filter         *filter = &book(k->t)->filters[object];
    if (least == 0) return true;
    if (filter->kind != FILTER_WORDS || filter->more & MORE_ZONE)
        return are_payers_in_order(k, object, clause, least);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        const struct side *side = &s->side[seat];
        if (filter->side == SIDE_OWN && seat != k->seat) continue;
        if (filter->side == SIDE_ENEMY && !is_enemy(&s->core, seat, k->seat)) continue;
        for (unsigned i = 0; i < side->board_count; i++) {
            card_id c = card_of_body(&s->bodies[side->board[i]]);
            if (is_found(k, filter, object, clause, c) && --least == 0) return true;
        }
    }
    return false;
}

size_t candidates(const struct scope *k, size_t object, card_id *out, size_t max)
{
    return payers(k, object, 0, out, max);
}
