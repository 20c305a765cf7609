// book.c - what the rules know of a card before it is played: each line of text sorted by kind.
#include "base/arena.h"
#include "games/despaira/rules.h"
#include "meaning/lower.h"

bool has_tag(const struct table *t, card_id card, unsigned tag)
{
    return def_of(t, card)->tags >> tag & 1;
}
bool has_class(const struct table *t, card_id card, unsigned class)
{
    return def_of(t, card)->kind == KIND_TRICK && has_tag(t, card, TAG_CLASS + class);
}

static bool is_verb(const struct op *ops, size_t i, unsigned verb)
{
    return ops[i].code == SHAPE_DO && ops[i].value == (int)verb;
}

// The verb of a step below a sentence, or 0.
static size_t verb_in(const struct op *ops, size_t step)
{
    return ops[step].code == SHAPE_STEP ? op_find(ops, step, SHAPE_DO) : 0;
}

// Does it hold, instead of being done?
static bool is_static_verb(const struct op *ops, size_t i)
{
    switch (ops[i].value) {
    case VERB_ARE_BOOSTED:
    case VERB_ARE_NERFED:
    case VERB_HAVE:
    case VERB_FEED:
    case VERB_REMAIN: return true;
    case VERB_REACH:
    case VERB_CANNOT:
    case VERB_DEAL_MORE:
    case VERB_TAKE_LESS: return op_find(ops, i, SHAPE_UNTIL) == 0;
    default: return false;
    }
}

unsigned static_bit(unsigned verb)
{
    return verb >= VERB_ARE_BOOSTED && verb < VERB_REMAIN ? BIT(verb - VERB_ARE_BOOSTED) : 0;
}

bool is_static_line(const struct op *ops, size_t line)
{
    if (op_find(ops, line, W_REPLACE) || op_find(ops, line, W_MATERIALS)) return true;
    size_t sentence = op_find(ops, line, SHAPE_SENTENCE);
    if (!sentence) return false;
    for (size_t i = op_child(sentence); i < op_after(ops, sentence); i = op_after(ops, i))
        if (verb_in(ops, i) && is_static_verb(ops, verb_in(ops, i))) return true;
    return false;
}

static bool is_condition(unsigned code) { return code == SHAPE_IF || code == SHAPE_WHILE; }

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
        if (ops[i].code != SHAPE_SENTENCE) continue;
        for (size_t k = op_child(i); k < op_after(ops, i); k = op_after(ops, k)) {
            if (is_condition(ops[k].code))
                conditions++;
            else if (verb_in(ops, k) && is_verb(ops, verb_in(ops, k), VERB_WIN))
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
    if (op_find(ops, line, W_WHEN)) return ABILITY_TRIGGER;
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

// A condition about what is resolving: nothing is, while something only holds.
static bool asks_what_is_resolving(const struct op *ops, size_t sentence)
{
    for (size_t i = sentence; i < op_after(ops, sentence); i++) {
        if (ops[i].code == OP_TEXT) i = op_after(ops, i) - 1;
        if (ops[i].code == SHAPE_COND) return true;
        if (ops[i].code == SHAPE_STAT_OF && (ops[i].value == STAT_LINK || ops[i].value == STAT_DIE))
            return true;
    }
    return false;
}

// The first phrase about things below a verb, or 0.
static size_t first_things(const struct op *ops, size_t op)
{
    return op_find(ops, op, SHAPE_THINGS);
}

static const char *fault_of_sentence(const struct op *ops, size_t sentence, bool lasts)
{
    if (lasts && asks_what_is_resolving(ops, sentence))
        return "what holds all the time is no link of a chain and has no die or coin; say so of "
               "something that is done (\"If this is link 3 or later, draw 1 card\")";
    for (size_t i = op_child(sentence); i < op_after(ops, sentence); i = op_after(ops, i)) {
        size_t verb = verb_in(ops, i);
        if (is_condition(ops[i].code)) continue;
        if (lasts && (!verb || !is_static_verb(ops, verb)))
            return "what is done once cannot stand in a line that holds all the time";
        size_t things = verb ? first_things(ops, verb) : 0;
        size_t pick   = things ? op_find(ops, things, SHAPE_PICK) : 0;
        if (lasts && things && (op_find(ops, things, SHAPE_UP_TO) || (pick && ops[pick].size > 1)))
            return "what holds all the time picks nobody: say all of them";
        if (!lasts && verb && (is_verb(ops, verb, VERB_FEED) || is_verb(ops, verb, VERB_REMAIN)))
            return "this holds all the time: it needs a line of its own, without anything that is "
                   "done";
    }
    return NULL;
}

// What a text of a trick of the class Target would choose on resolution, it names on activation
// (DES-842); cards of hands and decks are not shown for that.
static bool becomes_target(const struct op *ops, size_t op, const struct card_def *def)
{
    size_t things = ops[op].code == SHAPE_DO ? first_things(ops, op) : 0;
    if (!things || def->kind != KIND_TRICK) return false;
    if (!(def->tags >> (TAG_CLASS + CLASS_TARGET) & 1)) return false;
    if (!(despaira_verbs[ops[op].value].flags & VERB_IS_FIRST)) return false;
    if (!op_find(ops, things, SHAPE_PICK) && !op_find(ops, things, SHAPE_UP_TO)) return false;
    size_t zone = op_find(ops, things, SHAPE_PLACE);
    int    word = zone ? ops[zone].value : IN_YOUR_VOID;
    return word != IN_YOUR_HAND && word != IN_YOUR_DECK && word != IN_THEIR_HAND &&
           word != IN_THEIR_DECK;
}

static bool asks(const struct op *ops, size_t op, const struct card_def *def)
{
    if (ops[op].code != SHAPE_DO) return false;
    unsigned verb   = (unsigned)ops[op].value;
    size_t   things = first_things(ops, op);
    return verb == VERB_SELECT || verb == VERB_NAME_LINK || verb == VERB_COUNTER ||
           verb == VERB_RITUAL || becomes_target(ops, op, def) ||
           (things && (op_find(ops, things, SHAPE_AIMED) ||
                       (verb == VERB_MOVE && op_find(ops, things, SHAPE_PICK))));
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
static const char *fault_of_substitute(const struct op *ops, size_t text)
{
    for (size_t k = op_child(text); k < op_after(ops, text); k++) {
        unsigned code = ops[k].code;
        bool     head = code == W_TAG || code == W_LIMIT || code == W_TRAP || code == W_WHEN ||
                    code == W_REPLACE || code == W_MATERIALS;
        bool named = code == SHAPE_DO &&
                     (ops[k].value == VERB_PAY || ops[k].value == VERB_SELECT ||
                      ops[k].value == VERB_NAME_LINK || ops[k].value == VERB_COUNTER ||
                      ops[k].value == VERB_RITUAL || ops[k].value == VERB_MOVE);
        if (head || named)
            return "what an ability becomes is done when its link resolves: it costs nothing, "
                   "waits for nothing, and says choose, not target";
        if (code == SHAPE_DO && is_static_verb(ops, k))
            return "what an ability becomes is done once, and does not hold all the time";
    }
    return NULL;
}

static const char *fault_of_substitutes(const struct op *ops, size_t line)
{
    const char *fault = NULL;
    bool        named = false;
    for (size_t i = line; i < op_after(ops, line) && !fault; i++) {
        named |= is_verb(ops, i, VERB_NAME_LINK);
        if (!is_verb(ops, i, VERB_SUBSTITUTE)) continue;
        if (!named) return "that ability becomes: name a link first";
        fault = fault_of_substitute(ops, op_find(ops, i, OP_TEXT));
    }
    return fault;
}

// A card that has left the field loses its names, and with them its numbers (DES-806).
static const char *fault_of_amounts(const struct op *ops, size_t line)
{
    const struct text name = TEXT("IT");
    int16_t           it   = 0;
    bool              gone = false;
    if (!lang_value(&despaira_lang, SHAPE_REF, name, &it)) BUG("no such row");
    for (size_t i = line; i < op_after(ops, line); i++) {
        if (ops[i].code == SHAPE_DO && ops[i].value >= VERB_DESTROY &&
            ops[i].value <= VERB_TO_BOTTOM)
            gone = true;
        size_t things = ops[i].code == SHAPE_STAT_OF ? first_things(ops, i) : 0;
        size_t ref    = things ? op_find(ops, things, SHAPE_REF) : 0;
        if (gone && ref && ops[ref].value == it)
            return "what has left the field has no numbers any more (DES-806): say so before it "
                   "leaves";
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
    if (!fault) fault = fault_of_amounts(ops, line);
    for (size_t i = op_child(line); i < op_after(ops, line) && !fault; i = op_after(ops, i))
        if (ops[i].code == SHAPE_SENTENCE) fault = fault_of_sentence(ops, i, lasts && !wins);
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
    case TEST_WITHIN:
        if (m->amount[test->amount].kind != AMOUNT_NUMBER) return false;
        g->within = (uint8_t)m->amount[test->amount].n;
        return true;
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
    g.up_to = x->how == HOW_UP_TO;
    return g;
}

// Is what these steps pick named on activation: "target", "select", and what DES-842 says?
static void mark_declared(const struct card_pool *pool, unsigned row, const struct card_def *def,
                          struct group *groups)
{
    const struct meaning *m    = pool->meaning;
    const struct line    *line = &m->line[row];
    for (unsigned i = 0; i < line->step_count; i++) {
        const struct step *step = &m->step[line->step_first + i];
        if (step->kind != STEP_DO || !step->things) continue;
        enum how how = m->things[step->things].how;
        if (how != HOW_PICK && how != HOW_UP_TO && how != HOW_ANY) continue;
        groups[step->things].declared = step->verb == VERB_SELECT || step->verb == VERB_MOVE ||
                                        m->things[step->things].flags & THINGS_AIMED ||
                                        becomes_target(pool->ops, step->words, def);
    }
}

static struct group *read_groups(const struct card_pool *pool, struct arena *arena)
{
    const struct meaning *m      = pool->meaning;
    struct group         *groups = ARENA_ARRAY(arena, struct group, m->things_count + 1);
    for (unsigned i = 1; i < m->things_count; i++) groups[i] = read_group(m, i);
    return groups;
}

// What a line waits for (see event_fits()).
static uint32_t occasions_of(const struct meaning *m, unsigned row)
{
    unsigned wanted = m->line[row].event;
    if (!wanted) return 0;
    switch ((enum happening)-- wanted) {
    case IS_SPAWNED: return BIT(IS_NORMAL_SPAWNED) | BIT(IS_MIRACLE_SPAWNED);
    case ENTERS_WITHIN: return BIT(MOVES) | BIT(IS_NORMAL_SPAWNED) | BIT(IS_MIRACLE_SPAWNED);
    case ENTERS_TILE: return BIT(MOVES);
    case IS_OVERLAPPED: return BIT(OVERLAPS);
    case ATTACKS: return BIT(DECLARES);
    default: return wanted < YOUR_TURN_STARTS ? BIT(wanted) : 0;
    }
}

// Does what holds depend on hands, decks, graveyards, crystals, HP of Leaders?
static bool looks_around(const struct meaning *m, unsigned row)
{
    const struct line *line = &m->line[row];
    for (unsigned i = 0; i < line->things_count; i++) {
        const struct things *x = &m->things[line->things_first + i];
        if (x->type == TYPE_CARD && x->how != HOW_REF && x->places != 0xFFFF &&
            x->places != BIT(PLACE_FIELD))
            return true;
    }
    for (unsigned i = 0; i < line->amount_count; i++) {
        const struct amount *a = &m->amount[line->amount_first + i];
        if (a->kind != AMOUNT_STAT) continue;
        if (a->row == STAT_CRYSTALS || is_ref_to(m, a->things, ROLE_YOUR_LEADER) ||
            is_ref_to(m, a->things, ROLE_OPPOSING_LEADER))
            return true;
    }
    return false;
}

// ---- abilities

// What an ability does and asks, from its steps.
static void read_steps(const struct meaning *m, unsigned row, const struct card_def *def,
                       const struct group *groups, struct ability *a)
{
    const struct line *line = &m->line[row];
    for (unsigned i = line->step_count; i-- > 0;) {
        const struct step *step = &m->step[line->step_first + i];
        if (step->kind != STEP_DO) continue;
        const struct things *x        = &m->things[step->things];
        bool                 declared = step->things && groups[step->things].declared;
        unsigned             verb     = step->verb;
        bool through = x->type == TYPE_CARD && x->places == BIT(PLACE_YOUR_DECK) && step->things;
        (void)def;
        a->names_link |= verb == VERB_NAME_LINK;
        a->unavoidable |= (step->set & set_bit(WORD_UNAVOIDABLE)) != 0;
        a->shows |= verb >= VERB_REVEAL && verb <= VERB_LOOK_AT_TOP;
        a->looks_through |= through && verb != VERB_SEARCH;
        if (declared) a->afar &= x->places != BIT(PLACE_FIELD);
        if (step->flags & STEP_MAY) a->may = (uint8_t)i;
        if (verb == VERB_PAY) {
            int pay = m->amount[step->amount].n;
            a->pay  = (uint8_t)(pay < PAY_MAX ? pay : PAY_MAX);
        }
    }
    for (unsigned i = 0; i < line->step_count; i++) {
        const struct step *step = &m->step[line->step_first + i];
        unsigned           verb = step->verb;
        if (step->kind != STEP_DO || a->asks == ASKS_MAX) continue;
        if ((step->things && groups[step->things].declared) || verb == VERB_NAME_LINK ||
            verb == VERB_COUNTER || verb == VERB_RITUAL)
            a->ask[a->asks++] = (uint8_t)i;
    }
}

// "You may" in the first sentence (DES-570).
static bool is_optional(const struct op *ops, size_t line)
{
    size_t sentence = op_find(ops, line, SHAPE_SENTENCE);
    return sentence && op_find(ops, sentence, SHAPE_MAY) != 0;
}

static struct ability read_ability(const struct card_pool *pool, unsigned row, size_t line,
                                   const struct card_def *def, def_id id,
                                   const struct group *groups)
{
    const struct op *ops = pool->ops;
    struct ability   a   = { .op = (uint32_t)line, .def = id, .may = NO_STEP, .afar = 1 };
    a.kind               = (uint8_t)kind_of_line(ops, line, def);
    a.speed              = (uint8_t)speed_of(def, a.kind);
    a.titled             = op_find(ops, line, W_TITLE) != 0;
    a.trap               = op_find(ops, line, W_TRAP) != 0;
    a.optional           = is_optional(ops, line);
    size_t limit         = op_find(ops, line, W_LIMIT);
    a.limit              = (uint8_t)(limit                       ? ops[limit].value
                                     : a.kind == ABILITY_TRIGGER ? UNLIMITED // DES-568
                                                                 : ONCE_PER_TURN);
    size_t replace       = op_find(ops, line, W_REPLACE);
    a.replaces           = replace != 0;
    if (replace) {
        a.replace_op = (uint32_t)replace;
        a.counter    = (uint16_t)ops[op_find(ops, replace, OP_NAME)].value;
        a.round_up   = op_find(ops, replace, W_ROUND_UP) != 0;
    }
    read_steps(pool->meaning, row, def, groups, &a);
    a.at        = (uint8_t)(pool->meaning->line[row].event >= YOUR_TURN_STARTS + 1
                                ? pool->meaning->line[row].event - 1
                                : NO_EVENT);
    a.occasions = a.kind == ABILITY_TRIGGER || a.trap ? occasions_of(pool->meaning, row) : 0;
    return a;
}

static unsigned first_bit(uint64_t tags, unsigned first, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (tags >> (first + i) & 1) return i;
    return count;
}

static unsigned statics_in(const struct meaning *m, unsigned row)
{
    const struct line *line = &m->line[row];
    unsigned           bits = 0;
    for (unsigned i = 0; i < line->standing_count; i++)
        bits |= static_bit(m->standing[line->standing_first + i].verb);
    return bits;
}

bool is_activatable(unsigned kind)
{
    return kind == ABILITY_ACTIVATED || kind == ABILITY_INSTANT || kind == ABILITY_CHAINABLE ||
           kind == ABILITY_OF_TRICK;
}

static struct face read_face(const struct meaning *m, const struct card_def *def,
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
        f.statics = (uint16_t)(f.statics | statics_in(m, f.first + i));
        f.has_static |= a->kind == ABILITY_STATIC;
        f.looks_around |= a->kind == ABILITY_STATIC && looks_around(m, f.first + i);
        f.has_trigger |= a->kind == ABILITY_TRIGGER;
        if (a->kind == ABILITY_TRIGGER) f.wakes |= a->occasions;
        if (a->kind == ABILITY_TRIGGER && a->at != NO_EVENT)
            f.at |= (uint8_t)BIT(a->at - YOUR_TURN_STARTS);
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
    f.occasions = abilities[f.main].trap ? occasions_of(m, f.main) : 0;
    return f;
}

static void read_quotations(const struct card_pool *pool, struct arena *arena, struct book *book)
{
    uint8_t *quoted = ARENA_ARRAY(arena, uint8_t, (size_t)pool->name_count * pool->def_count + 1);
    for (size_t n = 0; n < pool->name_count; n++)
        for (size_t d = 0; d < pool->def_count; d++)
            quoted[n * pool->def_count + d] = quoted_in(pool->names[n], pool->defs[d].name);
    book->quoted = quoted;
}

// Which ability each step or standing sentence quotes: the lines in quotes, in the order of
// the words.
static const uint16_t *read_quotes(const struct card_pool *pool, struct arena *arena)
{
    const struct meaning *m = pool->meaning;
    uint16_t *rows          = ARENA_ARRAY(arena, uint16_t, m->step_count + m->standing_count + 1);
    for (unsigned row = 0; row < m->line_count; row++) {
        const struct line *line = &m->line[row];
        unsigned           nth  = line->quoted_first;
        for (unsigned i = 0; line->quoted_count && i < line->step_count; i++) {
            unsigned at = line->step_first + i, verb = m->step[at].verb;
            if (m->step[at].kind == STEP_DO &&
                (verb == VERB_GAIN || verb == VERB_HAVE || verb == VERB_SUBSTITUTE))
                rows[at] = (uint16_t)nth++;
        }
        for (unsigned i = 0; line->quoted_count && i < line->standing_count; i++)
            if (m->standing[line->standing_first + i].verb == VERB_HAVE)
                rows[m->step_count + line->standing_first + i] = (uint16_t)nth++;
    }
    return rows;
}

// The printed materials of a Fusion.
static void read_materials(const struct card_pool *pool, struct face *f)
{
    const struct op *ops = pool->ops;
    for (unsigned k = 0; k < f->count; k++) {
        size_t   line = pool->lines[f->first + k].op_first, list = op_find(ops, line, W_MATERIALS);
        unsigned row = pool->meaning->line[f->first + k].things_first, left = 0;
        for (size_t i = op_child(list); list && i < op_after(ops, list); i = op_after(ops, i)) {
            if (ops[i].code == OP_NUMBER) left = (unsigned)ops[i].value;
            if (ops[i].code != SHAPE_THINGS) continue;
            while (pool->meaning->things[row].words != i) row++;
            for (; left && f->material_count < MATERIALS_MAX; left--)
                f->material[f->material_count++] = (uint16_t)row;
        }
    }
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

static void read_abilities(const struct card_pool *pool, struct group *groups,
                           struct ability *abilities)
{
    const struct meaning *m = pool->meaning;
    for (def_id d = 0; d < pool->def_count; d++) {
        const struct card_def *def      = &pool->defs[d];
        struct card_def        creature = *def; // what is granted is a creature's ability
        creature.kind                   = KIND_CREATURE;
        for (unsigned i = 0; i < def->line_count; i++) {
            unsigned           row = def->line_first + i, nth = 0;
            size_t             line = pool->lines[row].op_first;
            const struct line *l    = &m->line[row];
            mark_declared(pool, row, def, groups);
            abilities[row]      = read_ability(pool, row, line, def, d, groups);
            abilities[row].line = (uint8_t)i;
            for (size_t k = line; k < op_after(pool->ops, line); k++) {
                if (pool->ops[k].code != OP_TEXT) continue;
                unsigned quoted = l->quoted_first + nth++;
                mark_declared(pool, quoted, &creature, groups);
                abilities[quoted] = read_ability(pool, quoted, op_child(k), &creature, d, groups);
                abilities[quoted].line = (uint8_t)i;
            }
        }
    }
}

static bool is_standing_win(const struct meaning *m, const struct ability *a, unsigned row)
{
    const struct line *line = &m->line[row];
    return a->kind == ABILITY_STATIC && line->step_count &&
           m->step[line->step_first + line->step_count - 1u].verb == VERB_WIN;
}

bool despaira_prepare_pool(struct card_pool *pool, struct arena *arena, struct error *err)
{
    pool->meaning             = meaning_of_pool(arena, &despaira_lang, pool);
    const unsigned  count     = pool->meaning->line_count;
    struct ability *abilities = ARENA_ARRAY(arena, struct ability, count + 1);
    struct face    *faces     = ARENA_ARRAY(arena, struct face, pool->def_count + 1);
    struct book    *book      = ARENA_ARRAY(arena, struct book, 1);
    struct group   *groups    = read_groups(pool, arena);
    read_abilities(pool, groups, abilities);
    for (def_id d = 0; d < pool->def_count; d++) {
        faces[d] = read_face(pool->meaning, &pool->defs[d], abilities);
        read_materials(pool, &faces[d]);
    }
    *book = (struct book){ .abilities = abilities,
                           .faces     = faces,
                           .groups    = groups,
                           .quoted_by = read_quotes(pool, arena) };
    for (unsigned i = 0; i < count; i++) {
        abilities[i].wins = is_standing_win(pool->meaning, &abilities[i], i);
        book->wins |= abilities[i].wins;
    }
    measure_field(book);
    read_quotations(pool, arena, book);
    pool->game = book;
    return read_maps(arena, book, err);
}
