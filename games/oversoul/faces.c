// faces.c - what the rules know about a card before it is played: its printed numbers, and the
// tables derived from the lines of its text.
#include "games/oversoul/lines.h"

#include "base/arena.h"

#include <string.h>

static def_id find_kind(const struct card_pool *pool, uint8_t kind, const char *name)
{
    for (def_id id = 0; id < pool->def_count; id++)
        if (pool->defs[id].kind == kind && strcmp(pool->defs[id].name, name) == 0) return id;
    return NO_DEF;
}

const char *const ROLE_NAMES[ROLE_COUNT] = {
    "DRAGON",    "ELEMENTAL", "GAIAN",   "MECHNOID", "MEGANIST", "NATURA", "NIDAGYST", "PHANTOM",
    "PRIMAL",    "QIREAN",    "RAPTOR",  "UNDEAD",   "VERA",     "VOPROS", "VEXEN",    "SORCERER",
    "SEEKER",    "SECUTOR",   "SEER",    "SENTRY",   "SHIFTER",  "SNIPER", "SLAYER",   "SHAMAN",
    "SOVEREIGN", "SUMMONER",  "STATION", "STATION",  "STALKER",
};

static void face_numbers(const struct card_def *d, struct face *f)
{
    f->kind   = d->kind;
    f->minus  = d->fields_negative >> FIELD_ENERGY & 1;
    f->energy = (uint8_t)(d->field[FIELD_ENERGY] < 0 ? -d->field[FIELD_ENERGY]
                                                     : d->field[FIELD_ENERGY]);
    f->rank   = is_leader_kind(d->kind) ? 5 : (uint8_t)d->field[FIELD_RANK];
    f->dmg    = (uint8_t)d->field[FIELD_DMG];
    f->spd    = (uint8_t)d->field[FIELD_SPD];
    f->hp     = (uint8_t)d->field[FIELD_HP];
    f->roles  = (uint32_t)(d->tags & ROLE_TAGS);
    if (f->roles & BIT(WALL)) f->roles = (f->roles & ~BIT(WALL)) | BIT(STATION); // OVE-R03
    for (unsigned a = 0; a < ARCHETYPE_COUNT; a++)
        if (has_tag(d, TAG_ARCHETYPE + a)) f->archetype = (uint8_t)a;
    for (unsigned r = 0; r < EVENT_ROLE_COUNT; r++)
        if (has_tag(d, TAG_EVENT_ROLE + r)) f->event_role = (uint8_t)r;
    f->construct_event = has_tag(d, TAG_EVENT_CONSTRUCT);
    f->faction         = d->faction_name;
    f->name            = d->own_name;
}

bool is_state_trigger(const struct ability *a)
{
    bool moment = a->laws & ~STATE_LAWS || a->event;
    return may_trigger(a) && a->states && (!moment || !a->both); // OVE-757
}

// Does it make cards different? Sentences about Costs and about what can or must be done are read
// when somebody asks.
static bool changes_cards(const struct op *ops, const struct ability *a)
{
    if (a->keywords) return true;
    for (size_t c = a->effects; a->effects && c < op_after(ops, a->effects); c++)
        if (ops[c].code == W_HAS) return true;
    return false;
}

// What a continuous Ability looks at, besides who is Active.
static unsigned watches(const struct op *ops, const struct ability *a)
{
    unsigned set    = a->afar ? HOLDS_WATCHER : 0; // somebody must look when it comes or goes
    bool     ranked = false;
    if (!changes_cards(ops, a)) return 0;
    for (size_t c = a->op; c < op_after(ops, a->op); c++) switch (ops[c].code) {
        case W_WHILE:
        case W_EQUAL:
        case W_HAVE:
        case W_THAN:
        case W_REMEMBERED:
        case W_IS:
        case W_IS_ONE:
        case W_MARKS:
        case W_IN:
        case W_WITH:
        case W_WITHOUT:
        case W_BUT: set |= HOLDS_WATCHER; break;
        case W_NEAR: // "adjacent to a DOOM Unit"
            if (!is_pronoun_object(ops, op_find(ops, c, W_OBJECT))) set |= HOLDS_WATCHER;
            if (ops[c].value >= NEAR_BATTLING) set |= HOLDS_WATCH_PHASE;
            break;
        case W_PRONOUN:
            if (ops[c].value == PRO_ATTACKER) set |= HOLDS_WATCH_PHASE;
            break;
        case W_DURING: set |= HOLDS_WATCH_PHASE; break;
        case W_RANKED: ranked = true; break; // continuous Abilities change RANKs, too
        case W_FOR_EACH:
        case W_THERE:
        case W_NOT_ON: set |= HOLDS_COUNTER; break;
        case W_KEYLAW:
            if (ops[c].value == LAW_HONEST || ops[c].value == LAW_OUTLAST) set |= HOLDS_WATCH_CARD;
            if (ops[c].value == LAW_ISOLATED || ops[c].value == LAW_RESONATE) set |= HOLDS_COUNTER;
            break;
        case W_ADJ:
            if (ops[c].value >= ADJ_ACTIVATED && ops[c].value <= ADJ_DAMAGED)
                set |= HOLDS_WATCH_CARD;
            if (ops[c].value >= ADJ_ATTACKING) set |= HOLDS_WATCH_PHASE;
            break;
        default: break;
        }
    // Counting cards in some state: any of them may change it.
    if (set & HOLDS_COUNTER && (set & HOLDS_WATCH_CARD || ranked)) set |= HOLDS_WATCHER;
    return set;
}

// Does it reach other cards than the one that has it?
static bool is_outward(const struct op *ops, const struct ability *a)
{
    if (a->aura) return true;
    size_t subject = 0, c = a->effects ? op_child(a->effects) : 0;
    for (; c && c < op_after(ops, a->effects); c = op_after(ops, c)) {
        subject = subject_after(ops, c, subject);
        if (subject && ops[op_child(c)].code == W_HAS) return true;
    }
    return false;
}

static uint16_t holds_of(const struct op *ops, const struct ability *a)
{
    unsigned set = 0;
    if (may_trigger(a) && (a->event || a->laws & (BIT(LAW_PERFECT) | BIT(LAW_RITUAL))))
        set |= HOLDS_LISTENER;
    if (a->kind == ABILITY_WOULD) set |= HOLDS_WOULD;
    if (a->laws & BIT(LAW_RESONATE)) set |= HOLDS_RESONATE;
    if (is_state_trigger(a)) set |= HOLDS_STATIC | HOLDS_STATE_TRIGGER;
    if (a->kind != ABILITY_STATIC) return (uint16_t)set;
    set |= watches(ops, a);
    if (is_outward(ops, a))
        set |= HOLDS_OUTWARD | (set & HOLDS_WATCH_CARD ? HOLDS_WATCH_OTHERS : 0);
    for (size_t c = a->effects ? op_child(a->effects) : 0; c && c < op_after(ops, a->effects);
         c        = op_after(ops, c)) {
        size_t verb = op_child(c);
        if (ops[c].code != W_CLAUSE) continue;
        if (ops[verb].code == W_COSTING) set |= HOLDS_COSTS;
        if (ops[verb].code == W_ADDITIONAL) set |= HOLDS_MORE_PLUS;
        if (ops[verb].code == W_ENTERING) set |= HOLDS_CANT;
        if (ops[verb].code == W_ABLE)
            set |= ops[op_find(ops, verb, W_CAN)].value >= MUST_DO ? HOLDS_MUST : HOLDS_CANT;
    }
    return (uint16_t)(set | HOLDS_STATIC);
}

// Lines with which a card is Activated are paid together (OVE-326).
static void share_costs(const struct face *f, struct ability *abilities)
{
    struct ability *lines = &abilities[f->ability_first];
    unsigned        count = 0;
    for (unsigned i = 0; i < f->ability_count; i++)
        count += lines[i].costs && is_declared_line(f, &lines[i]);
    for (unsigned i = 0; i < f->ability_count; i++)
        lines[i].shared = count > 1 && is_declared_line(f, &lines[i]);
}

static uint32_t sole_demand(const struct rulebook *b, const struct op *ops, const struct ability *a)
{
    uint32_t sole = 0;
    if (a->shared) return 0;
    for (size_t c = a->costs ? op_child(a->costs) : 0; c && c < a->costs_end;
         c        = op_after(ops, c)) {
        const struct demand_words *d = &b->demands[c];
        if (ops[c].code != W_CLAUSE) continue;
        if (d->opposing_energy || d->energy == ENERGY_VARIES || (d->object && sole)) return 0;
        if (d->object) sole = (uint32_t)c;
    }
    return sole;
}

static uint8_t discount_of(const struct op *ops, const struct ability *a)
{
    int sum = 0;
    for (size_t n = a->effects; a->effects && n < op_after(ops, a->effects); n++) {
        if (ops[n].code == W_FOR_EACH) return UINT8_MAX; // it varies
        if (ops[n].code != W_COSTING || ops[n].value == COSTS_MORE) continue;
        size_t amount = op_find(ops, n, W_AMOUNT);
        if (ops[amount].value != AMOUNT_NUMBER) return UINT8_MAX;
        sum += ops[op_child(amount)].value;
    }
    return (uint8_t)(sum > UINT8_MAX ? UINT8_MAX : sum);
}

// Do all its sentences that lower Costs speak of "your" cards?
static bool discounts_own(const struct rulebook *b, const struct op *ops, const struct ability *a)
{
    for (size_t n = a->effects; a->effects && n < op_after(ops, a->effects); n++) {
        const struct filter *f = &b->filters[op_find(ops, n, W_OBJECT)];
        if (ops[n].code == W_COSTING && !(f->kind == FILTER_WORDS && f->side == SIDE_OWN))
            return false;
    }
    return true;
}

static uint32_t bars_of(const struct op *ops, const struct ability *a)
{
    uint32_t set = 0;
    for (size_t n = a->effects; a->effects && n < op_after(ops, a->effects); n++) {
        if (ops[n].code == W_PASSIVE) set |= bar_of_being((unsigned)ops[n].value);
        if (ops[n].code == W_DOING) set |= bar_of_doing((unsigned)ops[n].value);
    }
    return set;
}

static bool frees_a_zone(const struct op *ops, const struct ability *a)
{
    for (size_t c = a->costs ? op_child(a->costs) : 0; c && c < a->costs_end;
         c        = op_after(ops, c)) {
        const struct op *verb = &ops[op_child(c)];
        if (ops[c].code != W_CLAUSE) continue;
        if (verb->code == W_RETURN) return true;
        if (verb->code == W_DO && (verb->value == DO_SACRIFICE || verb->value == DO_EXILE))
            return true;
    }
    return false;
}

static void face_sums(struct face *f, const struct ability *a)
{
    f->holds |= a->holds;
    f->hears |= a->hears;
    f->bars |= a->bars;
    if (a->kind == ABILITY_KEYWORDS) {
        f->keywords |= a->keywords & ~CHARGED_MASK;
        for (unsigned k = 0; k < CHARGED_COUNT; k++) { // OVE-805: twice the same is HYPER-
            unsigned sum  = (unsigned)f->charges[k] + a->charges[k];
            f->charges[k] = (uint8_t)(sum > 2 ? 2 : sum);
        }
    }
    if (a->as_construct) f->amorphous = 1;
    if (a->kind == ABILITY_TRIGGER || a->kind == ABILITY_USE) f->laws |= a->laws;
    if (a->kind == ABILITY_USE && a->place != ANYWHERE) f->used_elsewhere = 1;
    if (may_trigger(a) && a->event && a->place != ANYWHERE) f->listens_elsewhere = 1;
}

// The same sums for a Leader in the Leader Zone, where fewer of its lines are in use (OVE-453).
static void face_sums_seated(const struct rulebook *b, struct face *f)
{
    uint16_t    list[ABILITIES_HELD_MAX];
    struct face seated = { 0 };
    size_t      count  = face_abilities(b, f, f->roles, false, list);
    for (size_t i = 0; i < count; i++) face_sums(&seated, &b->abilities[list[i]]);
    f->laws_seated  = seated.laws;
    f->holds_seated = seated.holds;
}

// "This card Consumes 1 less ENERGY"
bool is_own_costing(const struct op *ops, size_t clause)
{
    if (ops[clause].code != W_CLAUSE || ops[op_child(clause)].code != W_COSTING) return false;
    size_t object = op_find(ops, op_child(clause), W_OBJECT);
    return ops[op_child(object)].code == W_PRONOUN &&
           ops[op_child(object)].value >= PRO_THIS_CARD &&
           ops[op_child(object)].value <= PRO_THIS_CONSTRUCT;
}

static bool says_own_cost(const struct op *ops, const struct ability *a)
{
    for (size_t n = a->effects; a->holds & HOLDS_COSTS && n < op_after(ops, a->effects); n++)
        if (is_own_costing(ops, n)) return true;
    return false;
}

static uint8_t offers_of(const struct op *ops, const struct rulebook *b, const struct face *f)
{
    unsigned set   = 0;
    bool     quick = f->event_role == ROLE_QUICK || f->event_role == ROLE_PERFECT;
    if (f->kind == KIND_EVENT && quick) set |= OFFERS_QUICK_EVENT;
    if (f->used_elsewhere && f->laws & BIT(LAW_QUICK)) set |= OFFERS_QUICK_USE;
    if (f->kind != KIND_CONSTRUCT && !f->frees_zones) set |= OFFERS_IN_ZONE;
    if (f->kind == KIND_EVENT || f->kind == KIND_LEADER_EVENT ||
        (f->kind == KIND_CONSTRUCT && f->construct_event))
        set |= OFFERS_FOR_EVENTS;
    for (unsigned i = 0; i < f->ability_count; i++) {
        const struct ability *a = &b->abilities[f->ability_first + i];
        if (is_declared_line(f, a)) set |= OFFERS_LINES;
        if (says_own_cost(ops, a)) set |= OFFERS_OWN_COST;
    }
    bool stays = f->kind == KIND_UNIT || (f->kind == KIND_EVENT && f->event_role == ROLE_BOARD);
    if (stays && set & OFFERS_IN_ZONE && !(set & OFFERS_LINES)) set |= OFFERS_ITSELF;
    return (uint8_t)set;
}

// Does "Activate only" speak of something that happens? See law_met().
static bool awaits_deed(const struct op *ops, const struct ability *a)
{
    size_t laws = op_find(ops, a->op, W_LAWS);
    if (!laws) return false;
    for (size_t law = op_child(laws); law < op_after(ops, laws); law = op_after(ops, law)) {
        if (ops[law].code != W_LAW) continue;
        size_t only = op_find(ops, law, W_ONLY);
        if (ops[op_child(only ? only : law)].code != W_EVENTLAW) return false;
    }
    return true;
}

// The cards of its player's Idle Zone of which a line needs some, told by what is printed on them.
static uint16_t wanted_idle(const struct rulebook *b, const struct op *ops, const struct ability *a)
{
    for (size_t c = a->costs ? op_child(a->costs) : 0; c && c < a->costs_end;
         c        = op_after(ops, c)) {
        const struct demand_words *d = &b->demands[c];
        const struct filter       *f = &b->filters[d->object];
        if (ops[c].code == W_CLAUSE && d->object && d->least > 0 && d->deed != PAYS_HAND &&
            d->deed != PAYS_SACRIFICE && f->kind == FILTER_WORDS && f->more & MORE_ZONE &&
            f->zone == ZONE_IDLE && f->zone_side == SIDE_OWN && !f->rest)
            return d->object;
    }
    return 0;
}

static struct face_wants wants_of(const struct rulebook *b, const struct op *ops,
                                  const struct face *f)
{
    struct face_wants wants = { 0 };
    if (is_leader_kind(f->kind)) return wants;
    for (unsigned i = 0; i < f->ability_count; i++) {
        const struct ability *a = &b->abilities[f->ability_first + i];
        if (a->kind == ABILITY_ONLY && awaits_deed(ops, a)) wants.deeds = a->awaits;
        if (is_declared_line(f, a) && !a->may && !wants.idle) wants.idle = wanted_idle(b, ops, a);
    }
    return wants;
}

static bool is_listed(const struct ability *a, enum listed which)
{
    if (which == LISTED_STATICS) return a->changes;
    if (which == LISTED_STATES) return is_state_trigger(a);
    return a->kind == ABILITY_USE && a->place == ANYWHERE;
}

// Adds lists of some of these Abilities behind them.
static size_t add_lists(const struct ability *abilities, uint16_t *held, size_t first, size_t count,
                        size_t end, struct printed *lists)
{
    for (unsigned which = 0; which < LISTED_COUNT; which++) {
        lists[which].first = (uint16_t)end;
        for (size_t i = first; i < first + count; i++)
            if (is_listed(&abilities[held[i]], (enum listed)which)) held[end++] = held[i];
        lists[which].count = (uint8_t)(end - lists[which].first);
    }
    return end;
}

// What counts where the card is not on the board.
static void list_afar(const struct ability *a, struct face_lists *lists)
{
    struct face_lists *l = &lists[a->def];
    if (a->afar & BIT(ZONE_IDLE)) l->idle_holds |= a->holds;
    if (a->afar & BIT(ZONE_EXILE)) l->exile_holds |= a->holds;
    if (a->afar) l->afar_bars |= a->bars;
}

static size_t count_quoted(const struct card_pool *pool)
{
    size_t n = 0;
    for (uint32_t i = 0; i < pool->op_count; i++)
        n += pool->ops[i].code == OP_LINE || pool->ops[i].code == W_LATER;
    return n - pool->line_count; // the others are lines of cards
}

// Abilities that stand in quotes inside others, to be granted.
static void read_texts(const struct card_pool *pool, struct rulebook *b, struct ability *abilities)
{
    uint32_t last = b->text_first = b->ability_count;
    for (uint32_t i = 0; i < last; i++)
        for (size_t op = abilities[i].op; op < op_after(pool->ops, abilities[i].op); op++) {
            bool later = pool->ops[op].code == W_LATER; // what is put off is one of its own
            if ((pool->ops[op].code != OP_LINE && !later) || op == abilities[i].op) continue;
            struct ability *a = &abilities[b->ability_count++];
            ability_read(pool, abilities[i].line, (uint32_t)op, false, a);
            if (later) a->kind = ABILITY_TRIGGER;
            b->any_asks_of_turns |= later;
            a->def        = abilities[i].def;
            a->underlined = 0;
            a->tied       = 0;
        }
}

// Do the Laws hold whatever the position? Kept in step with law_holds().
static bool holds_always(const struct op *ops, const struct ability *a)
{
    size_t laws = op_find(ops, a->op, W_LAWS), count = 0;
    if (a->noted) return false;
    if (!laws) return true;
    for (size_t law = op_child(laws); law < op_after(ops, laws); law = op_after(ops, law)) {
        if (ops[law].code != W_LAW) continue;
        count++;
        for (size_t n = op_child(law); n < op_after(ops, law); n = op_after(ops, n)) {
            bool state = ops[n].code == W_KEYLAW && BIT(ops[n].value) & STATE_LAWS;
            bool place = ops[n].code == W_PLACE || ops[n].code == W_EXILED_PLACE;
            bool used  = a->kind == ABILITY_USE && a->place != ANYWHERE; // it is looked for there
            if (state || ops[n].code == W_WHILE || ops[n].code == W_DURING || ops[n].code == W_INFO)
                return false;
            if (place && !used) return false;
        }
    }
    return count > 0;
}

// "either Deck", "the opposing Deck"
static bool says_deck(const struct op *ops, const struct ability *a)
{
    for (size_t n = a->op; n < op_after(ops, a->op); n = next_node(ops, n))
        if (ops[n].code == W_DECKSIDE || is_either_deck(ops, n)) return true;
    return false;
}

// Does whether it can be used depend on faces in its player's hand: "Discard 1 Unit➤", "(you have a
// DRAGON in your hand)"?
static bool tells_of_hand(const struct rulebook *b, const struct op *ops, const struct ability *a)
{
    size_t end = a->costs ? a->costs_end : op_after(ops, op_find(ops, a->op, W_LAWS));
    for (size_t n = a->op; n < end; n = next_node(ops, n)) {
        bool   paid = ops[n].code == W_CLAUSE && b->demands[n].deed == PAYS_HAND;
        size_t in   = ops[n].code == W_OBJECT ? op_find(ops, n, W_IN) : 0;
        size_t zone = in ? op_find(ops, in, W_ZONE) : 0;
        if (paid && tells_of_face(ops, b->demands[n].object)) return true;
        if (zone && ops[op_find(ops, zone, W_ZONENAME)].value == ZONE_HAND && tells_of_face(ops, n))
            return true;
    }
    return false;
}

uint16_t quoted_ability(const struct rulebook *b, size_t line)
{
    for (uint32_t i = b->text_first; i < b->ability_count; i++)
        if (b->abilities[i].op == line) return (uint16_t)i;
    return NO_ABILITY;
}

// In the Idle Zone or Exile; hands are looked at anyway.
static bool is_used_in_public(const struct rulebook *b, const struct face *f)
{
    for (unsigned i = 0; f->used_elsewhere && i < f->ability_count; i++) {
        uint8_t place = b->abilities[f->ability_first + i].place;
        if (place == ZONE_IDLE || place == ZONE_EXILE) return true;
    }
    return false;
}

// A Role adds nothing to a HYPER- version (OVE-805).
static uint8_t charges_by_role(const struct rulebook *b, const uint16_t *list, size_t count)
{
    unsigned own[CHARGED_COUNT] = { 0 }, by_role = 0;
    for (size_t i = 0; i < count; i++) {
        const struct ability *a    = &b->abilities[list[i]];
        bool                  role = is_role_ability(b, a);
        for (unsigned k = 0; k < CHARGED_COUNT; k++) {
            if (role && a->charges[k]) by_role |= BIT(k);
            if (!role) own[k] += a->charges[k];
        }
    }
    for (unsigned k = 0; k < CHARGED_COUNT; k++)
        if (own[k] >= 2) by_role &= ~BIT(k);
    return (uint8_t)by_role;
}

// A line that a Leader shows without underline in the words of a default Role Ability of its own is
// that Role Ability (OVE-459).
static void tie_shown_roles(const struct card_pool *pool, const struct rulebook *b,
                            const struct face *f, struct ability *abilities)
{
    for (unsigned i = 0; i < f->ability_count; i++) {
        struct ability *a = &abilities[f->ability_first + i];
        for (unsigned r = 0; r < ROLE_COUNT && !a->tied && !a->underlined; r++) {
            uint16_t role = f->roles >> r & 1 ? b->role_ability[r][0] : NO_ABILITY;
            if (role != NO_ABILITY && b->role_ability[r][1] == NO_ABILITY &&
                text_equal(pool->lines[a->line].printed, pool->lines[abilities[role].line].printed))
                a->tied = BIT(r);
        }
    }
}

static void read_faces(const struct card_pool *pool, struct rulebook *b, struct face *faces,
                       struct ability *abilities)
{
    for (def_id id = 0; id < pool->def_count; id++) {
        const struct card_def *d      = &pool->defs[id];
        struct face           *f      = &faces[id];
        bool                   hpless = is_hpless_event(d);
        face_numbers(d, f);
        f->ability_first = (uint16_t)b->ability_count;
        for (unsigned i = 0; i < d->line_count; i++) {
            struct ability *a = &abilities[b->ability_count];
            unsigned        word;
            ability_read(pool, d->line_first + i, pool->lines[d->line_first + i].op_first, hpless,
                         a);
            a->def = id;
            if (d->kind != KIND_KEYWORD && is_keyword_text(pool, &pool->ops[a->op], &word)) {
                unsigned     charges;
                enum keyword k = keyword_of(word, &charges);
                a->kind        = ABILITY_KEYWORDS;
                a->keywords    = BIT(k);
                if (is_charged(k)) a->charges[k - CHARGED_FIRST] = (uint8_t)charges;
            }
            if (a->underlined && d->kind == KIND_UNIT && !a->tied) a->tied = f->roles;
            b->ability_count++;
            f->ability_count++;
        }
    }
    memset(b->role_ability, 0xFF, sizeof b->role_ability);
    for (unsigned r = 0; r < ROLE_COUNT; r++) {
        def_id id = find_kind(pool, KIND_ROLE, ROLE_NAMES[r]);
        if (id == NO_DEF) continue;
        for (unsigned i = 0; i < faces[id].ability_count && i < 2; i++)
            b->role_ability[r][i] = (uint16_t)(faces[id].ability_first + i);
    }
    for (def_id id = 0; id < pool->def_count; id++)
        if (is_leader_kind(faces[id].kind)) tie_shown_roles(pool, b, &faces[id], abilities);
}

// Whom a sentence with "has" speaks of: the card itself, its area, or those of a phrase.
static unsigned changed_by_clause(const struct rulebook *b, const struct ability *a, size_t clause)
{
    const struct filter *f = &b->filters[b->demands[clause].subject];
    if (a->aura || !b->demands[clause].subject) return CHANGES_OWN;
    if (f->kind != FILTER_WORDS || f->side == SIDE_ANY) return CHANGES_ANY;
    return f->side == SIDE_OWN ? CHANGES_OWN : CHANGES_ENEMIES;
}

static enum changes changes_of(const struct rulebook *b, const struct op *ops,
                               const struct ability *a)
{
    unsigned set = a->keywords ? CHANGES_OWN : CHANGES_NONE;
    if (a->kind != ABILITY_STATIC) return CHANGES_NONE;
    for (size_t c = a->effects ? op_child(a->effects) : 0; c && c < op_after(ops, a->effects);
         c        = op_after(ops, c))
        if (ops[c].code == W_CLAUSE && ops[op_child(c)].code == W_HAS)
            set |= changed_by_clause(b, a, c);
    return (enum changes)set;
}

// What is known of an Ability by looking at its words once.
static void look_at_abilities(const struct card_pool *pool, struct rulebook *b,
                              struct ability *abilities)
{
    for (uint32_t i = 0; i < b->ability_count; i++) {
        struct ability *a = &abilities[i];
        a->holds          = holds_of(pool->ops, a);
        a->always         = holds_always(pool->ops, a);
        a->changes        = (uint8_t)changes_of(b, pool->ops, a);
        a->sole           = sole_demand(b, pool->ops, a);
        a->names_deck     = says_deck(pool->ops, a);
        if (a->holds & HOLDS_LISTENER) a->hears = deeds_named(pool->ops, a->op);
        a->tells_hand = a->may && tells_of_hand(b, pool->ops, a);
        if (may_trigger(a) && a->may && a->event && a->place == ZONE_HAND)
            b->heard_in_hands |= deeds_named(pool->ops, a->event);
        if (may_trigger(a) && a->may && a->laws & BIT(LAW_RETURN)) b->any_may_return = 1;
        if (a->kind == ABILITY_ONLY) a->awaits = deeds_named(pool->ops, a->op);
        if (a->holds & HOLDS_WOULD) a->replaces = deeds_named(pool->ops, a->event);
        if (a->holds & HOLDS_COSTS) {
            a->discount     = discount_of(pool->ops, a);
            a->discount_own = discounts_own(b, pool->ops, a);
        }
        if (a->holds & HOLDS_CANT) a->bars = bars_of(pool->ops, a);
        if (a->kind != ABILITY_TRIGGER && a->kind != ABILITY_USE) b->other_laws |= a->laws;
        if ((a->hears | a->awaits) &
            (BIT(DEED_TURN_STARTS) | BIT(DEED_TURN_ENDS) | BIT(DEED_ACTION_STARTS)))
            b->any_asks_of_turns = 1;
    }
}

// Which Abilities each face has, standing and in the Leader Zone, and what follows from them.
static void list_abilities(const struct card_pool *pool, struct rulebook *b, struct face *faces,
                           const struct ability *abilities, struct arena *arena)
{
    enum { LISTS = 2 * (1 + LISTED_COUNT) };
    uint16_t *held = ARENA_ARRAY(arena, uint16_t, pool->def_count * LISTS * ABILITIES_HELD_MAX);
    struct face_lists *lists = ARENA_ARRAY(arena, struct face_lists, pool->def_count);
    b->lists                 = lists;
    struct face_wants *wants = ARENA_ARRAY(arena, struct face_wants, pool->def_count);
    b->wants                 = wants;
    size_t holds             = 0;
    b->held                  = held;
    for (uint32_t i = 0; i < b->ability_count; i++)
        if (abilities[i].kind == ABILITY_WOULD) lists[abilities[i].def].would = 1;
    for (uint32_t i = 0; i < b->text_first; i++) list_afar(&abilities[i], lists);
    for (def_id id = 0; id < pool->def_count; id++) {
        struct face *f = &faces[id];
        uint16_t     list[ABILITIES_HELD_MAX];
        size_t       count = face_abilities(b, f, f->roles, true, list);
        for (size_t i = 0; i < count; i++) {
            face_sums(f, &abilities[list[i]]);
            if (is_declared_line(f, &abilities[list[i]]) &&
                frees_a_zone(pool->ops, &abilities[list[i]]))
                f->frees_zones = 1;
        }
        f->by_role    = charges_by_role(b, list, count);
        f->held_first = (uint16_t)holds;
        f->held_count = (uint8_t)count;
        memcpy(held + holds, list, count * sizeof list[0]);
        holds += count;
        f->seated_first = (uint16_t)holds;
        f->seated_count = (uint8_t)face_abilities(b, f, f->roles, false, held + holds);
        holds += f->seated_count;
        holds = add_lists(abilities, held, f->held_first, f->held_count, holds, lists[id].standing);
        holds = add_lists(abilities, held, f->seated_first, f->seated_count, holds,
                          lists[id].seated);
        if (is_leader_kind(f->kind)) face_sums_seated(b, f);
        f->offers = offers_of(pool->ops, b, f);
        wants[id] = wants_of(b, pool->ops, f);
        if (is_used_in_public(b, f)) b->any_used_elsewhere = 1;
        b->any_listens_elsewhere |= f->listens_elsewhere;
    }
}

// Events that texts ask about later in the turn (OVE-R471).
static void list_memories(const struct card_pool *pool, struct rulebook *b, struct arena *arena)
{
    const struct op *ops  = pool->ops;
    struct memory   *list = ARENA_ARRAY(arena, struct memory, pool->op_count);
    for (uint32_t i = 0; i < b->ability_count; i++) {
        const struct ability *a = &b->abilities[i];
        for (size_t n = a->op; n < op_after(ops, a->op); n = next_node(ops, n)) {
            size_t event = ops[n].code == W_REMEMBERED                   ? op_child(n)
                           : ops[n].code == W_EVENT && is_memory(ops, n) ? n
                                                                         : 0;
            if (!event) continue;
            uint32_t deeds          = deeds_named(ops, event);
            list[b->memory_count++] = (struct memory){ deeds, (uint16_t)event, a->def };
            b->remembered |= deeds;
        }
    }
    b->memories = list;
}

bool oversoul_prepare_pool(struct card_pool *pool, struct arena *arena, struct error *err)
{
    struct rulebook   *b         = ARENA_NEW(arena, struct rulebook);
    struct face       *faces     = ARENA_ARRAY(arena, struct face, pool->def_count);
    struct ability    *abilities = ARENA_ARRAY(arena, struct ability,
                                               pool->line_count + count_quoted(pool) + 1);
    const struct place nowhere   = { 0 };
    if (pool->op_count > UINT16_MAX) // questions name a clause by 16 bits
        return fail(err, NO_ROOM, nowhere, "the card texts are too long: %u words, %u fit",
                    pool->op_count, (unsigned)UINT16_MAX);
    read_faces(pool, b, faces, abilities);
    b->totem = find_kind(pool, KIND_TOTEM, "TOTEM");
    if (b->totem == NO_DEF)
        return fail(err, BAD_INPUT, nowhere, "the card files lack the rulebook's TOTEM");
    faces[b->totem].kind = KIND_TOTEM;
    b->faces             = faces;
    b->abilities         = abilities;
    for (def_id id = 0; id < pool->def_count; id++) share_costs(&faces[id], abilities);
    b->filters = read_filters(pool, arena);
    read_texts(pool, b, abilities);
    b->demands = read_demands(pool, b, arena);
    look_at_abilities(pool, b, abilities);
    list_abilities(pool, b, faces, abilities, arena);
    for (uint32_t i = 0; i < pool->op_count; i++) b->any_alters |= pool->ops[i].code == W_ALTERS;
    list_memories(pool, b, arena);
    pool->game = b;
    return true;
}

bool is_role_ability(const struct rulebook *b, const struct ability *a)
{
    return a->tied || b->faces[a->def].kind == KIND_ROLE;
}

size_t face_abilities(const struct rulebook *b, const struct face *f, uint32_t roles, bool standing,
                      uint16_t *out)
{
    size_t   count    = 0;
    uint32_t replaced = 0;
    bool     leader   = is_leader_kind(f->kind);
    bool     roled = f->minus && (f->kind == KIND_UNIT || (leader && standing)); // OVE-602, OVE-459
    for (unsigned i = 0; i < f->ability_count; i++) {
        uint16_t              id = (uint16_t)(f->ability_first + i);
        const struct ability *a  = &b->abilities[id];
        // OVE-605, OVE-603: a line tied to a lost Role is gone with it, for good if it is received
        // again.
        if (a->tied && ((a->tied & roles) != a->tied || roles & ROLES_RECEIVED)) continue;
        // OVE-453: in the Leader Zone neither underlined lines nor Keyworded Abilities are in use.
        if (leader && !standing && (a->underlined || a->kind == ABILITY_KEYWORDS)) continue;
        replaced |= a->tied;
        if (count < ABILITIES_HELD_MAX) out[count++] = id;
    }
    if (!roled) return count;
    for (uint32_t left = roles & ~(replaced | ROLES_RECEIVED); left; left &= left - 1) {
        unsigned r = (unsigned)__builtin_ctz(left);
        for (unsigned i = 0; i < 2; i++)
            if (b->role_ability[r][i] != NO_ABILITY && count < ABILITIES_HELD_MAX)
                out[count++] = b->role_ability[r][i];
    }
    return count;
}

// Which rule says what the Role Ability of a Role is (OVE-641 to OVE-666).
static const rule_id RULE_OF_ROLE[ROLE_COUNT] = {
    [DRAGON] = OVE_641,  [ELEMENTAL] = OVE_642, [GAIAN] = OVE_643,     [MEGANIST] = OVE_644,
    [NATURA] = OVE_645,  [NIDAGYST] = OVE_646,  [PHANTOM] = OVE_647,   [QIREAN] = OVE_648,
    [RAPTOR] = OVE_649,  [SORCERER] = OVE_650,  [SEEKER] = OVE_651,    [SECUTOR] = OVE_652,
    [SEER] = OVE_653,    [SHAMAN] = OVE_654,    [SOVEREIGN] = OVE_655, [SUMMONER] = OVE_656,
    [SENTRY] = OVE_657,  [SHIFTER] = OVE_658,   [SNIPER] = OVE_659,    [SLAYER] = OVE_660,
    [STATION] = OVE_661, [STALKER] = OVE_662,   [UNDEAD] = OVE_663,    [VERA] = OVE_664,
    [VOPROS] = OVE_665,  [VEXEN] = OVE_666,
};

// The Role Ability of a printed Role that the card does not have: +Units have none (OVE-602), and a
// printed version takes the place of the default (OVE-604).
bool oversoul_is_beside(const struct card_pool *pool, def_id def, rule_id rule)
{
    const struct rulebook *b = pool->game;
    const struct face     *f = &b->faces[def];
    uint16_t               list[ABILITIES_HELD_MAX];
    size_t                 count = face_abilities(b, f, f->roles, true, list);
    for (uint32_t left = f->roles; left; left &= left - 1) {
        unsigned r = (unsigned)__builtin_ctz(left);
        if (RULE_OF_ROLE[r] != rule) continue;
        for (size_t i = 0; i < count; i++)
            if (list[i] == b->role_ability[r][0]) return false;
        return true;
    }
    return false;
}
