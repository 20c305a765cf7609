// book.c - what the rules know of a card before it is played: each line of text sorted by kind.
#include "base/arena.h"
#include "games/despaira/rules.h"
#include "meaning/lower.h"

int number_in(const struct table *t, size_t op)
{
    const struct op *ops = t->pool->ops;
    size_t           n   = op_find(ops, op, OP_NUMBER);
    return n ? ops[n].value : 0;
}

int last_number_in(const struct table *t, size_t op)
{
    const struct op *ops  = t->pool->ops;
    int              last = 0;
    for (size_t i = op_child(op); i < op_after(ops, op); i = op_after(ops, i))
        if (ops[i].code == OP_NUMBER) last = ops[i].value;
    return last;
}

bool has_tag(const struct table *t, card_id card, unsigned tag)
{
    return def_of(t, card)->tags >> tag & 1;
}
bool has_class(const struct table *t, card_id card, unsigned class)
{
    return def_of(t, card)->kind == KIND_TRICK && has_tag(t, card, TAG_CLASS + class);
}

static bool is_static_code(const struct op *ops, size_t i)
{
    switch (ops[i].code) {
    case W_S_BOOST:
    case W_S_NERF:
    case W_S_HAS:
    case W_S_FODDER:
    case W_REMAINS: return true;
    case W_S_REACH:
    case W_CANNOT:
    case W_STRENGTH:
    case W_TOUGHNESS: return op_find(ops, i, W_DURATION) == 0;
    default: return false;
    }
}

unsigned static_bit(unsigned code)
{
    switch (code) {
    case W_S_BOOST: return BIT(0);
    case W_S_NERF: return BIT(1);
    case W_S_HAS: return BIT(2);
    case W_S_REACH: return BIT(3);
    case W_S_FODDER: return BIT(4);
    case W_CANNOT: return BIT(5);
    case W_STRENGTH: return BIT(6);
    case W_TOUGHNESS: return BIT(7);
    default: return 0;
    }
}

bool is_static_line(const struct op *ops, size_t line)
{
    if (op_find(ops, line, W_REPLACE) || op_find(ops, line, W_MATERIALS)) return true;
    size_t sentence = op_find(ops, line, W_SENTENCE);
    if (!sentence) return false;
    for (size_t i = op_child(sentence); i < op_after(ops, sentence); i = op_after(ops, i))
        if (is_static_code(ops, i)) return true;
    return false;
}

// DES-907: "If ..., you win the game", and nothing else, on a card that stays on the field.
static bool is_win_condition(const struct op *ops, size_t line, const struct card_def *def)
{
    const uint64_t stays = 1ull << (TAG_CLASS + CLASS_INFINITE) |
                           1ull << (TAG_CLASS + CLASS_TIMER) | 1ull << (TAG_CLASS + CLASS_EQUIP);
    unsigned conditions = 0, wins = 0;
    if (def->kind == KIND_TRICK && !(def->tags & stays)) return false;
    size_t tag = op_find(ops, line, W_TAG);
    if (tag && ops[tag].value != TAGGED_CONTINUOUS) return false;
    if (op_find(ops, line, W_LIMIT) || op_find(ops, line, W_TRAP)) return false;
    for (size_t i = op_child(line); i < op_after(ops, line); i = op_after(ops, i)) {
        if (ops[i].code != W_SENTENCE) continue;
        for (size_t k = op_child(i); k < op_after(ops, i); k = op_after(ops, k)) {
            if (ops[k].code == W_IF || ops[k].code == W_WHILE)
                conditions++;
            else if (ops[k].code == W_WIN)
                wins++;
            else
                return false;
        }
    }
    return conditions && wins == 1;
}

static unsigned kind_of_line(const struct op *ops, size_t line, const struct card_def *def)
{
    size_t tag = op_find(ops, line, W_TAG);
    if (op_find(ops, line, W_WHEN) || op_find(ops, line, W_AT)) return ABILITY_TRIGGER;
    if (is_static_line(ops, line) || is_win_condition(ops, line, def)) return ABILITY_STATIC;
    if (def->kind == KIND_TRICK && !op_find(ops, line, W_TITLE)) return ABILITY_MAIN;
    if (def->kind == KIND_TRICK) return ABILITY_OF_TRICK;
    if (tag && ops[tag].value == TAGGED_INSTANT) return ABILITY_INSTANT;
    if (tag && ops[tag].value == TAGGED_CHAIN) return ABILITY_CHAINABLE;
    return ABILITY_ACTIVATED;
}

bool is_main_line(const struct op *ops, size_t line, const struct card_def *def)
{
    return kind_of_line(ops, line, def) == ABILITY_MAIN;
}

// Only an Equip has somebody to speak of.
static bool speaks_of_host(const struct op *ops, size_t line)
{
    const struct text name = TEXT("EQUIPPED");
    int16_t           host = 0;
    if (!lang_value(&despaira_lang, SHAPE_REF, name, &host)) BUG("no such row");
    for (size_t i = line; i < op_after(ops, line); i++)
        if (ops[i].code == SHAPE_REF && ops[i].value == host) return true;
    return false;
}

// Sentences that hold as long as their card lies there: in other lines they would do nothing.
static bool holds_only(unsigned code) { return code == W_S_FODDER || code == W_REMAINS; }

// A condition about what is resolving: nothing is, while something only holds.
static bool asks_what_is_resolving(const struct op *ops, size_t sentence)
{
    for (size_t i = sentence; i < op_after(ops, sentence); i++) {
        if (ops[i].code == OP_TEXT) i = op_after(ops, i) - 1;
        if (ops[i].code == W_NTH_LINK || ops[i].code == W_HEADS || ops[i].code == W_DIE)
            return true;
    }
    return false;
}

static const char *fault_of_sentence(const struct op *ops, size_t sentence, bool lasts)
{
    if (lasts && asks_what_is_resolving(ops, sentence))
        return "what holds all the time is no link of a chain and has no die or coin; say so of "
               "something that is done (\"If this is link 3 or later, draw 1 card\")";
    for (size_t i = op_child(sentence); i < op_after(ops, sentence); i = op_after(ops, i)) {
        if (ops[i].code == W_IF || ops[i].code == W_WHILE) continue;
        if (lasts && !is_static_code(ops, i))
            return "what is done once cannot stand in a line that holds all the time";
        if (!lasts && holds_only(ops[i].code))
            return "this holds all the time: it needs a line of its own, without anything that is "
                   "done";
    }
    return NULL;
}

// The first phrase about things below a verb, or 0.
static size_t first_things(const struct op *ops, size_t op)
{
    return op_find(ops, op, SHAPE_THINGS);
}

static bool is_to_be_picked(const struct op *ops, size_t things)
{
    return things && (op_find(ops, things, SHAPE_PICK) || op_find(ops, things, SHAPE_UP_TO));
}

// The zone that a phrase looks for cards in: enum zone_word; of none, one that all can see.
static int zone_said(const struct op *ops, size_t things)
{
    size_t zone = op_find(ops, things, SHAPE_PLACE);
    return zone ? ops[zone].value : IN_YOUR_VOID;
}

// DES-842: what a text of a trick of the class Target would choose on resolution, it names on
// activation; cards of hands and decks are not shown for that.
static bool becomes_target(const struct op *ops, size_t op, const struct card_def *def)
{
    if (def->kind != KIND_TRICK || !(def->tags >> (TAG_CLASS + CLASS_TARGET) & 1)) return false;
    size_t things = first_things(ops, op);
    if (!is_to_be_picked(ops, things)) return false;
    int word = zone_said(ops, things);
    if (word == IN_YOUR_HAND || word == IN_YOUR_DECK || word == IN_THEIR_HAND ||
        word == IN_THEIR_DECK)
        return false;
    switch (ops[op].code) {
    case W_CHOOSE:
    case W_DESTROY:
    case W_EXILE:
    case W_ARCHIVE:
    case W_RETURN:
    case W_CONTROL:
    case W_DEAL:
    case W_RESTORE:
    case W_SHIELD:
    case W_BOOST:
    case W_NERF:
    case W_INCREASE:
    case W_DECREASE:
    case W_BECOMES:
    case W_GAINS_STAT:
    case W_GAINS:
    case W_AGAIN:
    case W_CANNOT:
    case W_MODE:
    case W_FLIP:
    case W_PUT:
    case W_REMOVE:
    case W_PREVENT:
    case W_HALVE:
    case W_STATUS:
    case W_CURE: return true;
    default: return false;
    }
}

static bool asks(const struct op *ops, size_t op, const struct card_def *def)
{
    unsigned code = ops[op].code;
    return code == W_SELECT || code == W_NAME_LINK || code == W_COUNTER_ACTION ||
           code == W_RITUAL || becomes_target(ops, op, def);
}

// A line, or one that is quoted in it, may choose so many things.
static bool asks_too_much(const struct op *ops, size_t line, const struct card_def *def)
{
    unsigned count = 0;
    for (size_t i = line + 1; i < op_after(ops, line); i++) {
        if (ops[i].code == OP_TEXT && asks_too_much(ops, i, def)) return true;
        if (ops[i].code == OP_TEXT)
            i = op_after(ops, i) - 1;
        else
            count += asks(ops, i, def);
    }
    return count > ASKS_MAX;
}

// DES-R129: what a link does instead is chosen when it resolves; nothing was named for it.
static const char *fault_of_substitutes(const struct op *ops, size_t line)
{
    bool named = false;
    for (size_t i = line; i < op_after(ops, line); i++) {
        named |= ops[i].code == W_NAME_LINK;
        if (ops[i].code != W_SUBSTITUTE) continue;
        if (!named) return "that ability becomes: name a link first";
        for (size_t k = op_child(i); k < op_after(ops, i); k++) switch (ops[k].code) {
            case W_TAG:
            case W_LIMIT:
            case W_TRAP:
            case W_WHEN:
            case W_AT:
            case W_PAY:
            case W_SELECT:
            case W_NAME_LINK:
            case W_COUNTER_ACTION:
            case W_RITUAL:
            case W_MOVE:
            case W_REPLACE:
            case W_MATERIALS:
                return "what an ability becomes is done when its link resolves: it costs nothing, "
                       "waits for nothing, and says choose, not target";
            default:
                if (is_static_code(ops, k))
                    return "what an ability becomes is done once, and does not hold all the time";
            }
    }
    return NULL;
}

// What is wrong with a line of text though each of its sentences can be read; or NULL.
const char *fault_of_line(const struct op *ops, size_t line, const struct card_def *def)
{
    size_t      tag  = op_find(ops, line, W_TAG);
    unsigned    kind = kind_of_line(ops, line, def), word = tag ? (unsigned)ops[tag].value : 0;
    bool        lasts = kind == ABILITY_STATIC, wins = is_win_condition(ops, line, def);
    const char *fault = NULL;
    if (asks_too_much(ops, line, def)) return "one line of text can choose four things at most";
    if (tag && word == TAGGED_CONTINUOUS && !lasts)
        return "Continuous: what holds all the time is said with is, are, has or cannot";
    if (tag && word == TAGGED_TRIGGER && kind != ABILITY_TRIGGER)
        return "Trigger: it must say when, or at the start or end of which turn";
    if (tag && word < TAGGED_TRIGGER && (lasts || kind == ABILITY_TRIGGER))
        return "Instant and Chain stand before abilities that are activated";
    if (lasts && op_find(ops, line, W_LIMIT)) return "what holds all the time has no limit";
    if (op_find(ops, line, W_TRAP) && !(def->tags >> (TAG_CLASS + CLASS_TRAP) & 1))
        return "only tricks of the class Trap are activated when something happens (DES-846)";
    if (speaks_of_host(ops, line) && !(def->tags >> (TAG_CLASS + CLASS_EQUIP) & 1))
        return "only a trick of the class Equip is equipped to a creature (DES-819)";
    fault = fault_of_substitutes(ops, line);
    for (size_t i = op_child(line); i < op_after(ops, line) && !fault; i = op_after(ops, i))
        if (ops[i].code == W_SENTENCE) fault = fault_of_sentence(ops, i, lasts && !wins);
    return fault;
}

// DES-528 to DES-532
static unsigned speed_of(const struct card_def *def, unsigned kind)
{
    if (def->kind == KIND_TRICK) {
        if (kind != ABILITY_MAIN) return 4;
        if (def->tags >> TAG_CHAIN & 1) return 1;
        return def->tags >> TAG_INSTANT & 1 ? 2 : 4;
    }
    return kind == ABILITY_INSTANT ? 3 : 5;
}

static struct ability read_ability(const struct op *ops, size_t line, const struct card_def *def,
                                   def_id id)
{
    struct ability a = { .op = (uint32_t)line, .def = id };
    a.kind           = (uint8_t)kind_of_line(ops, line, def);
    a.speed          = (uint8_t)speed_of(def, a.kind);
    a.titled         = op_find(ops, line, W_TITLE) != 0;
    a.trap           = op_find(ops, line, W_TRAP) != 0;
    a.replaces       = op_find(ops, line, W_REPLACE) != 0;
    size_t limit     = op_find(ops, line, W_LIMIT);
    a.limit          = (uint8_t)(limit                       ? ops[limit].value
                                 : a.kind == ABILITY_TRIGGER ? UNLIMITED // DES-568
                                                             : ONCE_PER_TURN);
    for (size_t i = line; i < op_after(ops, line); i++) {
        a.names_link |= ops[i].code == W_NAME_LINK;
        a.unavoidable |= ops[i].code == W_UNAVOIDABLE;
        a.shows |= ops[i].code == W_REVEAL || ops[i].code == W_LOOK || ops[i].code == W_LOOK_HAND ||
                   ops[i].code == W_TOP;
        if (ops[i].code == OP_TEXT) {
            i = op_after(ops, i) - 1;
            continue;
        }
        if (asks(ops, i, def) && a.asks < ASKS_MAX) a.ask[a.asks++] = (uint16_t)(i - line);
        if (ops[i].code == W_PAY && !a.pay)
            a.pay = (uint8_t)(ops[i + 1].value < PAY_MAX ? ops[i + 1].value : PAY_MAX);
    }
    a.afar = 1;
    for (size_t i = line; i < op_after(ops, line); i++)
        if (ops[i].code == W_SELECT || becomes_target(ops, i, def)) {
            size_t things = first_things(ops, i);
            a.afar &= things && op_find(ops, things, SHAPE_PLACE) != 0;
        }
    a.occasions = a.kind == ABILITY_TRIGGER || a.trap ? occasions_of(ops, line) : 0;
    return a;
}

static unsigned first_bit(uint64_t tags, unsigned first, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (tags >> (first + i) & 1) return i;
    return count;
}

static unsigned statics_in(const struct op *ops, const struct ability *a)
{
    unsigned bits = 0;
    if (a->kind != ABILITY_STATIC) return 0;
    for (size_t i = a->op; i < op_after(ops, a->op); i++) {
        if (ops[i].code == OP_TEXT) i = op_after(ops, i) - 1;
        bits |= static_bit(ops[i].code);
    }
    return bits;
}

bool is_activatable(unsigned kind)
{
    return kind == ABILITY_ACTIVATED || kind == ABILITY_INSTANT || kind == ABILITY_CHAINABLE ||
           kind == ABILITY_OF_TRICK;
}

// What a line waits for (see event_fits()).
uint32_t occasions_of(const struct op *ops, size_t line)
{
    uint32_t bits = 0;
    for (size_t i = line; i < op_after(ops, line); i++) {
        if (ops[i].code == OP_TEXT) i = op_after(ops, i) - 1;
        if (ops[i].code != W_HAPPENS) continue;
        switch ((enum happening)ops[i].value) {
        case IS_SPAWNED: bits |= BIT(IS_NORMAL_SPAWNED) | BIT(IS_MIRACLE_SPAWNED); break;
        case ENTERS_WITHIN:
            bits |= BIT(MOVES) | BIT(IS_NORMAL_SPAWNED) | BIT(IS_MIRACLE_SPAWNED);
            break;
        case ENTERS_TILE: bits |= BIT(MOVES); break;
        case IS_OVERLAPPED: bits |= BIT(OVERLAPS); break;
        default: bits |= BIT(ops[i].value); break;
        }
    }
    return bits;
}

static bool looks_around(const struct op *ops, size_t line)
{
    for (size_t i = line; i < op_after(ops, line); i++)
        if (ops[i].code == SHAPE_PLACE || ops[i].code == W_IN_ZONE || ops[i].code == W_LEADER_HP ||
            ops[i].code == W_HAS_CRYSTALS)
            return true;
    return false;
}

static struct face read_face(const struct op *ops, const struct card_def *def,
                             const struct ability *abilities)
{
    struct face f = { .first = (uint16_t)def->line_first,
                      .count = def->line_count,
                      .main  = NO_ABILITY };
    f.kind        = def->kind;
    f.is_god      = def->tags >> TAG_GOD & 1;
    f.stats       = (uint8_t)(def->fields_set >> FIELD_ATK & (BIT(STAT_COUNT) - 1));
    f.hp          = (int16_t)def->field[FIELD_HP];
    f.atk         = (int16_t)(f.stats >> STAT_ATK & 1 ? def->field[FIELD_ATK + STAT_ATK] : 0);
    f.ratk        = (int16_t)(f.stats >> STAT_RATK & 1 ? def->field[FIELD_ATK + STAT_RATK] : 0);
    f.def         = (int16_t)(f.stats >> STAT_DEF & 1 ? def->field[FIELD_ATK + STAT_DEF] : 0);
    f.range       = (uint8_t)(f.stats >> STAT_RATK & 1 ? def->field[FIELD_RANGE] : 1);
    f.worth       = worth_of_print(def);
    f.element     = (uint8_t)first_bit(def->tags, TAG_ELEMENT, ELEMENT_COUNT);
    f.facts       = facts_of_print(def);
    if (def->kind == KIND_TRICK) f.main = f.first;
    for (unsigned i = 1; def->kind == KIND_TRICK && i < def->line_count; i++)
        if (abilities[f.main].kind == ABILITY_OF_TRICK)
            f.main++; // used when it lies there: DES-566
    f.activated[0] = f.activated[1] = NO_ABILITY;
    const uint64_t stays =
        (UINT64_C(1) << CLASS_EQUIP | UINT64_C(1) << CLASS_INFINITE | UINT64_C(1) << CLASS_TIMER)
        << TAG_CLASS;
    f.stays = def->kind == KIND_TRICK && (def->tags & stays) != 0;
    for (unsigned i = def->line_count; i-- > 0;) {
        const struct ability *a = &abilities[f.first + i];
        if (a->kind == ABILITY_MAIN) f.main = (uint16_t)(f.first + i);
        f.statics = (uint16_t)(f.statics | statics_in(ops, a));
        f.has_static |= a->kind == ABILITY_STATIC;
        f.looks_around |= a->kind == ABILITY_STATIC && looks_around(ops, a->op);
        f.has_trigger |= a->kind == ABILITY_TRIGGER;
        size_t at = op_find(ops, a->op, W_AT);
        if (a->kind == ABILITY_TRIGGER) f.wakes |= a->occasions;
        if (a->kind == ABILITY_TRIGGER && at) f.at |= (uint8_t)BIT(ops[at].value);
        if (a->kind == ABILITY_INSTANT) f.answers |= ANSWERS_WINDOW | ANSWERS_CHAIN;
        if (a->kind == ABILITY_CHAINABLE) f.answers |= ANSWERS_CHAIN;
        if (!is_activatable(a->kind)) continue;
        f.activated[1] = f.activated[0];
        f.activated[0] = (uint16_t)(f.first + i);
    }
    f.has_text = f.has_static || f.has_trigger || f.answers;
    if (def->kind != KIND_TRICK) return f;
    f.answers   = (uint8_t)(def->tags >> TAG_INSTANT & 1 ? ANSWERS_WINDOW | ANSWERS_CHAIN
                            : def->tags >> TAG_CHAIN & 1 ? ANSWERS_CHAIN
                                                         : 0);
    f.cost      = (uint8_t)(def->field[FIELD_LEVEL] +
                       (abilities[f.main].kind == ABILITY_MAIN ? abilities[f.main].pay : 0));
    f.occasions = abilities[f.main].trap ? occasions_of(ops, abilities[f.main].op) : 0;
    return f;
}

// ---- static sentences

static bool is_worked_out(const struct op *ops, size_t i)
{
    return ops[i].code == W_S_BOOST || ops[i].code == W_S_NERF ||
           (ops[i].code == W_CANNOT && !op_find(ops, i, W_DURATION));
}

// Bit per enum doing_word: "cannot move or attack".
unsigned doings_in(const struct op *ops, size_t cannot)
{
    unsigned bits = 0;
    for (size_t i = op_child(cannot); i < op_after(ops, cannot); i = op_after(ops, i))
        if (ops[i].code == W_DOING) bits |= BIT(ops[i].value);
    return bits;
}

// Bit per stat: "ATK and HP", "all stats".
unsigned stats_in(const struct op *ops, size_t clause)
{
    unsigned bits = 0;
    for (size_t i = op_child(clause); i < op_after(ops, clause); i = op_after(ops, i))
        if (ops[i].code == W_STAT)
            bits |= ops[i].value == ALL_STATS ? BIT(STAT_COUNT) - 1 : BIT(ops[i].value);
    return bits;
}

static struct clause read_clause(const struct op *ops, size_t sentence, size_t i)
{
    struct clause c      = { .op = (uint32_t)i, .code = (uint8_t)ops[i].code };
    size_t        while_ = op_find(ops, sentence, W_WHILE), if_ = op_find(ops, sentence, W_IF);
    if (while_) c.counts_if[0] = (uint32_t)op_child(while_);
    if (if_) c.counts_if[1] = (uint32_t)op_child(if_);
    c.object = (uint32_t)first_things(ops, i);
    if (ops[i].code == W_CANNOT) {
        c.stats = (uint8_t)doings_in(ops, i);
        return c;
    }
    size_t having = op_find(ops, i, W_HAVING), number = op_find(ops, i, OP_NUMBER);
    c.stats = (uint8_t)stats_in(ops, i);
    if (having) c.stats &= (uint8_t)BIT(ops[op_child(having)].value);
    c.amount = (int16_t)(number ? ops[number].value : 0);
    c.per    = op_find(ops, i, W_PER) != 0;
    return c;
}

static void read_clauses(const struct op *ops, struct ability *a, struct clause *out,
                         uint16_t *count)
{
    a->clause = *count;
    if (a->kind != ABILITY_STATIC) return;
    for (size_t i = op_child(a->op); i < op_after(ops, a->op); i = op_after(ops, i)) {
        if (ops[i].code != W_SENTENCE) continue;
        for (size_t k = op_child(i); k < op_after(ops, i); k = op_after(ops, k))
            if (is_worked_out(ops, k)) out[(*count)++] = read_clause(ops, i, k);
    }
    a->clauses = (uint16_t)(*count - a->clause);
}

// ---- what masks can say of things

static bool is_ref_to(const struct meaning *m, unsigned things, unsigned role)
{
    return m->things[things].how == HOW_REF && m->things[things].slot == REF_ROLE + role;
}

// What one test says; false: more than a mask can.
static bool read_test(struct group *g, const struct meaning *m, const struct test *test)
{
    if (test->flags & TEST_STAT) return false;
    switch (test->row) {
    case TEST_WITHIN: g->within = (uint8_t)m->amount[test->amount].n; return true;
    case TEST_ANYWHERE: return true;
    case TEST_ADJACENT: return g->beside = true;
    case TEST_NEXT_TO: return g->beside = is_ref_to(m, test->things, ROLE_THIS_CARD);
    case TEST_NAMED:
        if (g->quote || g->tiles) return false;
        g->quote = test->name;
        return true;
    default:
        if (test->row >= TILE_TYPE_COUNT || !g->tiles || g->tile_type != NO_NOUN) return false;
        g->tile_type = test->row;
        return true;
    }
}

// Does it speak of what is not there before something was targeted?
static bool depends(const struct meaning *m, const struct things *x)
{
    for (unsigned i = 0; i < x->test_count; i++) {
        unsigned things = m->test[x->test_first + i].things;
        if (things &&
            !(m->things[things].how == HOW_REF &&
              (is_ref_to(m, things, ROLE_THIS_CARD) || is_ref_to(m, things, ROLE_YOUR_LEADER) ||
               is_ref_to(m, things, ROLE_OPPOSING_LEADER))))
            return true;
    }
    return false;
}

static struct group read_group(const struct meaning *m, unsigned row)
{
    const struct things *x = &m->things[row];
    struct group         g = { .row       = (uint16_t)row,
                               .has       = x->has,
                               .sides     = x->sides,
                               .within    = NO_NOUN,
                               .tile_type = NO_NOUN,
                               .other     = x->flags & THINGS_OTHER };
    g.elsewhere            = x->type == TYPE_CARD && x->places != BIT(PLACE_FIELD);
    g.creatures            = x->kinds == BIT(IS_CREATURE) && !g.elsewhere;
    g.tricks               = x->kinds == BIT(IS_TRICK) && !g.elsewhere;
    g.tiles                = x->type == TYPE_PLACE;
    g.plain                = x->how != HOW_REF && !x->lacks && (g.creatures || g.tricks || g.tiles);
    for (unsigned i = 0; i < x->test_count; i++) {
        const struct test *test = &m->test[x->test_first + i];
        g.plain &= read_test(&g, m, test);
        g.names_distance |= !(test->flags & TEST_STAT) && is_test_of_distance(test->row);
        g.attached |= !(test->flags & TEST_STAT) && test->row == TEST_ATTACHED_HERE;
    }
    g.names_distance |= g.elsewhere;
    g.depends   = depends(m, x);
    g.only_zone = g.elsewhere && !x->test_count && !x->has && !g.other && x->sides == SIDE_ALL &&
                  x->kinds & (BIT(IS_CARD) | BIT(IS_CREATURE) | BIT(IS_TRICK));
    g.needed = (uint8_t)(x->count ? m->amount[x->count].n : 1);
    g.up_to  = x->how == HOW_UP_TO;
    return g;
}

static void read_groups(struct card_pool *pool, struct arena *arena, struct book *book)
{
    const struct meaning *m        = pool->meaning;
    struct group         *groups   = ARENA_ARRAY(arena, struct group, m->things_count + 1);
    uint16_t             *group_of = ARENA_ARRAY(arena, uint16_t, pool->op_count + 1);
    for (unsigned i = 1; i < m->things_count; i++) {
        groups[i]                    = read_group(m, i);
        group_of[m->things[i].words] = (uint16_t)i;
    }
    for (size_t i = 0; i < pool->op_count; i++)
        if (pool->ops[i].code == W_SELECT) group_of[i] = group_of[first_things(pool->ops, i)];
    for (def_id d = 0; d < pool->def_count; d++)
        for (unsigned k = 0; k < pool->defs[d].line_count; k++) {
            size_t line = pool->lines[pool->defs[d].line_first + k].op_first;
            for (size_t i = line; i < op_after(pool->ops, line); i++) {
                if (pool->ops[i].code == OP_TEXT) i = op_after(pool->ops, i) - 1;
                if (becomes_target(pool->ops, i, &pool->defs[d]))
                    group_of[i] = group_of[first_things(pool->ops, i)];
            }
        }
    book->groups   = groups;
    book->group_of = group_of;
}

static void read_quotations(const struct card_pool *pool, struct arena *arena, struct book *book)
{
    uint8_t *quoted = ARENA_ARRAY(arena, uint8_t, (size_t)pool->name_count * pool->def_count + 1);
    for (size_t n = 0; n < pool->name_count; n++)
        for (size_t d = 0; d < pool->def_count; d++)
            quoted[n * pool->def_count + d] = quoted_in(pool->names[n], pool->defs[d].name);
    book->quoted = quoted;
}

static size_t count_granted(const struct card_pool *pool)
{
    size_t count = 0;
    for (size_t i = 0; i < pool->op_count; i++) count += pool->ops[i].code == OP_TEXT;
    return count;
}

static void measure_field(struct book *book)
{
    for (unsigned tile = 0; tile < TILES; tile++)
        for (unsigned other = 0; other < TILES; other++) {
            book->far[tile][other] = (uint8_t)distance(tile, other);
            for (unsigned far = distance(tile, other); far < COLUMNS + ROWS; far++)
                book->near[tile][far] |= BIT(other);
            if (column_of(tile) != column_of(other) || tile == other) continue;
            book->behind[row_of(other) < row_of(tile) ? SOUTH : NORTH][tile] |= BIT(other);
        }
}

bool despaira_prepare_pool(struct card_pool *pool, struct arena *arena, struct error *err)
{
    size_t          count     = pool->line_count + count_granted(pool);
    struct ability *abilities = ARENA_ARRAY(arena, struct ability, count + 1);
    struct face    *faces     = ARENA_ARRAY(arena, struct face, pool->def_count + 1);
    struct book    *book      = ARENA_ARRAY(arena, struct book, 1);
    size_t          granted   = pool->line_count;
    pool->meaning             = meaning_of_pool(arena, &despaira_lang, pool);
    for (def_id d = 0; d < pool->def_count; d++) {
        const struct card_def *def = &pool->defs[d];
        for (unsigned i = 0; i < def->line_count; i++) {
            size_t line                         = pool->lines[def->line_first + i].op_first;
            abilities[def->line_first + i]      = read_ability(pool->ops, line, def, d);
            abilities[def->line_first + i].line = (uint8_t)i;
            for (size_t k = line; k < op_after(pool->ops, line); k++) {
                if (pool->ops[k].code != OP_TEXT) continue;
                struct card_def creature = *def; // what is granted is read as a creature's ability
                creature.kind            = KIND_CREATURE;
                abilities[granted]       = read_ability(pool->ops, op_child(k), &creature, d);
                abilities[granted].line  = (uint8_t)i;
                granted++;
            }
        }
        faces[d] = read_face(pool->ops, def, abilities);
    }
    uint16_t clauses = 0, most = 1;
    for (size_t i = 0; i < pool->op_count; i++)
        most = (uint16_t)(most + is_worked_out(pool->ops, i));
    struct clause *clause = ARENA_ARRAY(arena, struct clause, most);
    for (size_t i = 0; i < granted; i++) read_clauses(pool->ops, &abilities[i], clause, &clauses);
    *book = (struct book){ .clauses       = clause,
                           .abilities     = abilities,
                           .faces         = faces,
                           .granted_first = (uint16_t)pool->line_count,
                           .ability_count = (uint16_t)count };
    for (size_t i = 0; i < granted; i++) {
        size_t sentence = op_find(pool->ops, abilities[i].op, W_SENTENCE);
        book->wins |= abilities[i].kind == ABILITY_STATIC && sentence &&
                      op_find(pool->ops, sentence, W_WIN);
    }
    read_groups(pool, arena, book);
    measure_field(book);
    read_quotations(pool, arena, book);
    pool->game = book;
    return read_maps(arena, book, err);
}
