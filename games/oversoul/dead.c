// dead.c - refuses words that no card can ever answer to (OVE-R464): which sorts of cards a phrase
// can mean, and what never comes to cards of a sort.
#include "games/oversoul/lines.h"

// Sorts of cards. A Leader standing as Unit or Event is one of them, too.
enum sort {
    A_UNIT          = 1,
    A_TOTEM         = 2,
    A_BOARD         = 4, // Event, and an Event of whatever Role that lies Prepared
    A_PASSING       = 8, // a CAST, QUICK, PERFECT or COUNTER Event, called so
    A_CONSTRUCT     = 16,
    A_UNIT_LEADER   = 32,
    AN_EVENT_LEADER = 64,
    ALL_LEADERS     = A_UNIT_LEADER | AN_EVENT_LEADER,
    ALL_UNITS       = A_UNIT | A_TOTEM | A_UNIT_LEADER,
    ALL_EVENTS      = A_BOARD | A_PASSING | AN_EVENT_LEADER,
    ALL_SORTS       = 127
};

// What is wrong, and with which words.
struct dead {
    const char *why;
    size_t      at; // node
};
static const struct dead ALIVE = { 0 };

static struct dead dead_at(size_t at, const char *why)
{
    return (struct dead){ .why = why, .at = at };
}

// --- which sorts a phrase can mean ---------------------------------------------------------------

static unsigned sorts_of_noun(int noun)
{
    switch (singular_noun(noun)) {
    case NOUN_UNIT: return ALL_UNITS;
    case NOUN_EVENT: return ALL_EVENTS;
    case NOUN_CONSTRUCT: return A_CONSTRUCT;
    case NOUN_LEADER: return ALL_LEADERS;
    case NOUN_TOTEM: return A_TOTEM;
    default: return ALL_SORTS;
    }
}

// What a word lets through, with the rule for what it keeps out.
struct sieve {
    unsigned    sorts;
    const char *why;
};

static struct sieve sieve_of_stat(int stat)
{
    switch ((enum statname)stat) {
    case STAT_DMG:
    case STAT_SPD:
        return (struct sieve){ ALL_UNITS,
                               "only Units have DMG and SPD (OVE-411); say HP, or name Units" };
    case STAT_HP:
        return (struct sieve){ ALL_SORTS & ~(unsigned)A_PASSING, "only BOARD Events have HP "
                                                                 "(OVE-413)" };
    case STAT_RANK:
    case STAT_COST:
    case STAT_ENERGY:
        return (struct sieve){ ALL_SORTS & ~(unsigned)A_TOTEM, "a TOTEM has no RANK and is neither "
                                                               "+ nor - (OVE-639)" };
    }
    return (struct sieve){ ALL_SORTS, NULL };
}

static struct sieve sieve_of_word(const struct op *op)
{
    switch (op->code) {
    case W_NOUN: return (struct sieve){ sorts_of_noun(op->value), "these are different cards" };
    case W_ROLE:
    case W_ROLES:
        return (struct sieve){ ALL_UNITS | ALL_LEADERS,
                               "only Units and Leaders have such Roles (OVE-601)" };
    case W_EVENTROLE:
        return op->value == ROLE_BOARD
                   ? (struct sieve){ A_BOARD, "only Events are BOARD (OVE-410)" }
                   : (struct sieve){ A_PASSING,
                                     "only Events are CAST, QUICK, PERFECT or COUNTER; a Law is "
                                     "asked for with \"with a CAST Ability\" (OVE-410)" };
    case W_CONROLE: return (struct sieve){ A_CONSTRUCT, "only Constructs are UNIT or EVENT" };
    case W_RARITY:
        return (struct sieve){ ALL_SORTS & ~(unsigned)A_TOTEM, "a TOTEM has no rarity "
                                                               "(OVE-R448)" };
    case W_RANKED: return sieve_of_stat(STAT_RANK);
    case W_SIGN:
        return op->value == SIGN_PLUS
                   ? (struct sieve){ ALL_SORTS & ~(unsigned)(A_TOTEM | A_PASSING),
                                     "a TOTEM is neither + nor -, and only BOARD Events can be "
                                     "+Events (OVE-412, OVE-639)" }
                   : sieve_of_stat(STAT_RANK);
    case W_ADJ: break;
    default: return (struct sieve){ ALL_SORTS, NULL };
    }
    switch ((enum adjective)op->value) {
    case ADJ_LIVING:
    case ADJ_NON_LIVING:
        return (struct sieve){ ALL_UNITS, "only Units are Living or not (OVE-640)" };
    case ADJ_NON_LEADER:
        return (struct sieve){ ALL_SORTS & ~(unsigned)ALL_LEADERS, "these are different cards" };
    default: return (struct sieve){ ALL_SORTS, NULL };
    }
}

static struct sieve sieve_of_zone(const struct op *ops, size_t zone)
{
    const unsigned not_totem = ALL_SORTS & ~(unsigned)A_TOTEM;
    switch ((enum zone_word)ops[op_find(ops, zone, W_ZONENAME)].value) {
    case ZONE_HAND:
    case ZONE_DECK:
        return (struct sieve){ not_totem & ~(unsigned)ALL_LEADERS,
                               "a Leader is never in a hand or Deck, and a TOTEM only on the board "
                               "(OVE-461, OVE-639)" };
    case ZONE_IDLE:
    case ZONE_EXILE:
        return (struct sieve){ not_totem, "a TOTEM that leaves the board is no more (OVE-639)" };
    case ZONE_UNIT:
        return (struct sieve){ ALL_UNITS | A_CONSTRUCT, "Events stand in Event Zones (OVE-108)" };
    case ZONE_EVENT:
        return (struct sieve){ ALL_EVENTS | A_CONSTRUCT, "Units stand in Unit Zones (OVE-108)" };
    case ZONE_LEADER:
    case ZONE_ANY: break;
    }
    return (struct sieve){ ALL_SORTS, NULL };
}

static struct sieve sieve_of_post(const struct op *ops, size_t n)
{
    size_t in = n, stat;
    switch (ops[n].code) {
    case W_IN: return sieve_of_zone(ops, op_find(ops, in, W_ZONE));
    case W_NEAR:
        if (ops[n].value != NEAR_ATTACHED) break;
        return (struct sieve){ A_CONSTRUCT, "only Constructs are Attached (OVE-421)" };
    case W_WITH:
        in   = op_find(ops, n, W_HAVE) ? op_find(ops, n, W_HAVE) : n;
        stat = op_find(ops, in, W_STAT);
        if (stat) return sieve_of_stat(ops[stat].value);
        if (op_find(ops, n, W_RANKED)) return sieve_of_stat(STAT_RANK);
        if (op_find(ops, in, W_NOUN))
            return (struct sieve){ ALL_UNITS | ALL_EVENTS,
                                   "Constructs lie on Units and BOARD Events "
                                   "(OVE-421)" };
        break;
    default: break;
    }
    return (struct sieve){ ALL_SORTS, NULL };
}

static void sift(unsigned *sorts, struct sieve by, size_t at, struct dead *why)
{
    bool had = *sorts != 0;
    *sorts &= by.sorts;
    if (had && !*sorts) *why = dead_at(at, by.why);
}

// Of what sort is the card that says it? Lines of a Construct speak of its host (OVE-432).
static unsigned own_sort(const struct card_def *d, bool of_construct)
{
    switch ((enum kind)d->kind) {
    case KIND_EVENT: return has_tag(d, TAG_EVENT_ROLE + ROLE_BOARD) ? A_BOARD : A_PASSING;
    case KIND_LEADER_UNIT: return A_UNIT_LEADER;
    case KIND_LEADER_EVENT: return AN_EVENT_LEADER;
    case KIND_CONSTRUCT:
        if (of_construct) return A_CONSTRUCT;
        return has_tag(d, TAG_EVENT_CONSTRUCT) ? (unsigned)A_BOARD : ALL_UNITS;
    default: return A_UNIT;
    }
}

static bool is_never_with_dmg(const struct card_def *d)
{
    return (d->kind == KIND_UNIT || d->kind == KIND_LEADER_UNIT) &&
           (has_tag(d, STATION) || has_tag(d, WALL));
}

// Whose words are looked at, and what its pronouns mean.
struct reader {
    const struct card_def *def;
    struct bound           bound[BOUND_MAX];
    size_t                 count;
    bool                   aura; // it lends what it says, so that "it" is each that has it
};

static unsigned sorts_meant(const struct op *ops, const struct reader *, size_t object,
                            struct dead *why);

// "It": of the sort of what it means, as far as that stands in words before it.
static unsigned sorts_bound(const struct op *ops, const struct reader *d, size_t object)
{
    struct dead dead = ALIVE;
    for (size_t i = 0; i < d->count; i++) {
        const struct bound *x = &d->bound[i];
        if (x->word != op_child(object)) continue;
        if (x->source == THIS_CARD_ITSELF) return d->aura ? ALL_SORTS : own_sort(d->def, false);
        if (ops[x->node].code == W_OBJECT && x->node < object)
            return sorts_meant(ops, d, x->node, &dead);
    }
    return ALL_SORTS;
}

static unsigned sorts_meant(const struct op *ops, const struct reader *d, size_t object,
                            struct dead *why)
{
    const struct op *first = &ops[op_child(object)];
    unsigned         all = 0, posts = ALL_SORTS;
    bool             groups = false;
    if (first->code == W_PRONOUN) {
        if (first->value == PRO_THIS_CONSTRUCT) return own_sort(d->def, true);
        if (is_this_card(ops, object)) return own_sort(d->def, false);
        unsigned sorts = sorts_bound(ops, d, object);
        unsigned said  = first->value == PRO_THAT_UNIT || first->value == PRO_ATTACKER ? ALL_UNITS
                         : first->value == PRO_THAT_EVENT                              ? ALL_EVENTS
                         : first->value == PRO_THAT_CONSTRUCT                          ? A_CONSTRUCT
                                                                                       : ALL_SORTS;
        sift(&sorts, (struct sieve){ said, "what was named is of another kind; say it" }, object,
             why);
        return sorts;
    }
    if (op_find(ops, object, W_BESIDES)) return ALL_SORTS;
    for (size_t g = op_child(object); g < op_after(ops, object); g = op_after(ops, g)) {
        if (ops[g].code != W_GROUP) continue;
        unsigned sorts = ALL_SORTS;
        for (size_t w = op_after(ops, g) - 1; w > g; w--) // the noun stands last and is taken first
            sift(&sorts, sieve_of_word(&ops[w]), w, why);
        all |= sorts;
        groups = true;
    }
    if (!groups) return ALL_SORTS;
    for (size_t n = op_child(object); n < op_after(ops, object); n = op_after(ops, n))
        sift(all ? &all : &posts, sieve_of_post(ops, n), n, why);
    return all;
}

// --- phrases that mean no card -------------------------------------------------------------------

static bool says_adjective(const struct op *ops, size_t object, enum adjective adj, size_t *at)
{
    for (size_t g = op_child(object); g < op_after(ops, object); g = op_after(ops, g))
        for (size_t w = op_child(g);
             (ops[g].code == W_GROUP || ops[g].code == W_WITH) && w < op_after(ops, g);
             w = op_after(ops, w))
            if (ops[w].code == W_ADJ && ops[w].value == (int)adj) {
                *at = w;
                return true;
            }
    return false;
}

static bool is_of_board(enum adjective adj)
{
    switch (adj) {
    case ADJ_ACTIVE:
    case ADJ_ACTIVATED:
    case ADJ_EXHAUSTED:
    case ADJ_PREPARED:
    case ADJ_DAMAGED:
    case ADJ_ADJACENT:
    case ADJ_SURROUNDING:
    case ADJ_ATTACKING:
    case ADJ_BATTLING: return true;
    default: return false;
    }
}

static struct dead dead_states(const struct op *ops, size_t object)
{
    static const enum adjective APART_FROM[][2] = {
        { ADJ_ACTIVE, ADJ_PREPARED },    { ADJ_ACTIVATED, ADJ_PREPARED },
        { ADJ_EXHAUSTED, ADJ_PREPARED }, { ADJ_ACTIVATED, ADJ_EXHAUSTED },
        { ADJ_LIVING, ADJ_NON_LIVING },  { ADJ_ATTACKING, ADJ_PREPARED },
    };
    size_t in = op_find(ops, object, W_IN), at = 0;
    size_t zone = in ? op_find(ops, in, W_ZONE) : 0;
    size_t name = zone ? op_find(ops, zone, W_ZONENAME) : 0;
    for (unsigned i = 0; i < COUNT(APART_FROM); i++)
        if (op_find(ops, object, W_GROUP) == 0
                ? false
                : says_adjective(ops, object, APART_FROM[i][0], &at) &&
                      says_adjective(ops, object, APART_FROM[i][1], &at))
            return dead_at(at, "no card is both at once (OVE-120, OVE-122, OVE-140)");
    bool afar = name && (ops[name].value < ZONE_UNIT || ops[name].value == ZONE_EXILE);
    for (int adj = ADJ_ACTIVE; afar && adj <= ADJ_BATTLING; adj++)
        if (is_of_board((enum adjective)adj) &&
            says_adjective(ops, object, (enum adjective)adj, &at))
            return dead_at(at, "only cards on the board are so; off it say what is printed on "
                               "them: 1 DRAGON in your Idle Zone (OVE-117)");
    return ALIVE;
}

// "1 Prepared DRAGON": nothing is said of a face that is down, but to Sacrifice it (OVE-863).
static struct dead dead_face(const struct op *ops, size_t object)
{
    size_t at = 0;
    if (!says_adjective(ops, object, ADJ_PREPARED, &at)) return ALIVE;
    for (size_t n = object; n < op_after(ops, object); n++) switch (ops[n].code) {
        case W_OBJECT:
            if (n != object) n = op_after(ops, n) - 1; // "Prepared cards adjacent to 1 DRAGON"
            break;
        case W_ROLE:
        case W_ROLES:
        case W_ARCHETYPE:
        case W_EVENTROLE:
        case W_RARITY:
        case W_SIGN:
        case W_RANKED:
            return dead_at(n, "a Prepared card has no name, Archetype, Role, RANK or ENERGY "
                              "(OVE-148); say 1 Prepared Unit");
        default: break;
        }
    return ALIVE;
}

static struct dead dead_phrase(const struct op *ops, const struct reader *d, size_t object)
{
    struct dead dead = ALIVE;
    if (!sorts_meant(ops, d, object, &dead)) return dead;
    return dead_states(ops, object);
}

// --- what never comes to cards of a sort ---------------------------------------------------------

static struct sieve may_do(unsigned deed)
{
    switch (deed) {
    case DEED_ATTACK:
    case DEED_RETALIATE:
        return (struct sieve){ ALL_UNITS,
                               "only Units Attack and Retaliate (OVE-501, OVE-519); say it of "
                               "Units" };
    case DEED_GUARD:
        return (struct sieve){ ALL_UNITS | A_BOARD | AN_EVENT_LEADER,
                               "only Units and BOARD Events Guard (OVE-514, OVE-801)" };
    case DEED_GENERATE:
        return (struct sieve){ ALL_SORTS & ~(unsigned)(A_TOTEM | A_PASSING),
                               "only +cards Generate (OVE-303)" };
    default: return (struct sieve){ ALL_SORTS, NULL };
    }
}

static struct sieve may_come_to(unsigned deed)
{
    const unsigned not_totem = ALL_SORTS & ~(unsigned)A_TOTEM;
    switch (deed) {
    case DEED_DISCARD:
    case DEED_DRAW:
        return (struct sieve){ not_totem & ~(unsigned)ALL_LEADERS,
                               "Leaders and TOTEMS are never in a hand or Deck (OVE-461, "
                               "OVE-639); say a card, or a Unit" };
    case DEED_SHATTER:
    case DEED_SACRIFICE:
    case DEED_RETURN:
        return (struct sieve){ not_totem, "a TOTEM that leaves the board is Exiled, and was not "
                                          "Shattered, Returned or Sacrificed (OVE-639); say If "
                                          "your TOTEM is Exiled" };
    case DEED_PREPARE:
    case DEED_PREPARED:
    case DEED_ACTIVATE:
        return (struct sieve){ not_totem, "a TOTEM is Spawned, and never Prepared or Activated "
                                          "(OVE-639)" };
    case DEED_ATTACK:
        return (struct sieve){ ALL_SORTS & ~(unsigned)A_CONSTRUCT,
                               "a Construct is never Attacked, its host is (OVE-437); say If the "
                               "Attached card is Attacked" };
    case DEED_SPAWN:
        return (struct sieve){ ALL_SORTS & ~(unsigned)A_PASSING,
                               "an Event without HP cannot be Spawned (OVE-413)" };
    default: return (struct sieve){ ALL_SORTS, NULL };
    }
}

static struct dead dead_between(const struct op *ops, const struct reader *d, size_t object,
                                struct sieve by, unsigned deed, bool does)
{
    struct dead dead  = ALIVE;
    unsigned    sorts = sorts_meant(ops, d, object, &dead);
    bool        own   = does && deed == DEED_ATTACK && is_this_card(ops, object) &&
               is_never_with_dmg(d->def);
    if (own) return dead_at(object, "a STATION has no SPD and never Attacks (OVE-637)");
    return sorts & by.sorts || !sorts ? ALIVE : dead_at(object, by.why);
}

// "If an Event Attacks", "If your TOTEM is Shattered": what an event says never happens.
static struct dead dead_event(const struct op *ops, const struct reader *d, size_t event)
{
    size_t      subject = op_child(event);
    struct dead dead    = ALIVE;
    for (size_t n = op_after(ops, subject); n < op_after(ops, event) && !dead.why;
         n        = op_after(ops, n)) {
        if (ops[n].code == W_PASSIVE && ops[subject].code == W_OBJECT) {
            unsigned deed = deeds_named(ops, n) ? (unsigned)__builtin_ctz(deeds_named(ops, n)) : 0;
            dead          = dead_between(ops, d, subject, may_come_to(deed), deed, false);
        }
        if (ops[n].code != W_VERB) continue;
        unsigned deed   = (unsigned)__builtin_ctz(deeds_named(ops, n) | BIT(31));
        size_t   what   = op_after(ops, n);
        bool     object = what < op_after(ops, event) && ops[what].code == W_OBJECT;
        if (ops[subject].code == W_OBJECT && !dead.why)
            dead = dead_between(ops, d, subject, may_do(deed), deed, true);
        if (object && !dead.why && !op_find(ops, what, W_OR_MORE))
            dead = dead_between(ops, d, what, may_come_to(deed), deed, false);
    }
    return dead;
}

// --- Laws ----------------------------------------------------------------------------------------

static bool is_in_own_phase(const struct op *ops, size_t during, bool *battle)
{
    size_t whose = op_find(ops, during, W_WHOSE), phase = op_find(ops, during, W_PHASE);
    *battle = ops[whose].value == TURN_BATTLE;
    if (ops[whose].value == TURN_OPPONENTS) return false;
    return !phase || ops[phase].value == SPAN_TURN || ops[phase].value == SPAN_ACTION;
}

// "CAST (during your opponent's turn)*", "ATTACK (during your Return Phase)*"
static struct dead dead_time(const struct op *ops, const struct ability *a, size_t laws)
{
    bool cast   = a->laws & BIT(LAW_CAST) && !(a->laws & ~BIT(LAW_CAST) & ~STATE_LAWS);
    bool attack = a->laws & BIT(LAW_ATTACK) && !(a->laws & ~BIT(LAW_ATTACK) & ~STATE_LAWS);
    bool battle;
    if ((!cast && !attack) || a->event) return ALIVE;
    for (size_t n = laws; n < op_after(ops, laws); n = next_node(ops, n)) {
        if (cast && is_counted(ops, n))
            return dead_at(n, "CAST* is used when nothing happens that could be answered "
                              "(OVE-735); say QUICK (an opposing Unit Enters)*, or If an opposing "
                              "Unit Enters*");
        if (ops[n].code != W_DURING) continue;
        bool own = is_in_own_phase(ops, n, &battle);
        if (cast && (battle || !own))
            return dead_at(n, "CAST* is used in the own Action Phase, in no Battle (OVE-735); say "
                              "QUICK (during your opponent's turn)*");
        if (attack && !own)
            return dead_at(n, "Attacks are declared in the own Action Phase alone (OVE-501)");
    }
    return ALIVE;
}

static struct dead dead_keylaw(const struct op *ops, const struct reader *d, size_t law)
{
    unsigned own = own_sort(d->def, false);
    switch ((enum keylaw)ops[law].value) {
    case LAW_ATTACK:
        if (is_never_with_dmg(d->def))
            return dead_at(law, "a STATION has no SPD and never Attacks (OVE-637)");
        return own & ALL_UNITS ? ALIVE
                               : dead_at(law, "an Event never Attacks (OVE-501); say If your Unit "
                                              "Attacks*, or INJURE*");
    case LAW_DISCARD:
        return own & (unsigned)ALL_LEADERS && d->def->kind != KIND_CONSTRUCT
                   ? dead_at(law, "a Leader is never in a hand or Deck and is not Discarded "
                                  "(OVE-461); say RETURN*, EXILE* or SHATTER*")
                   : ALIVE;
    default: return ALIVE;
    }
}

// "If this card is Prepared*": it is not in use while that happens (OVE-121, OVE-148).
static struct dead unheard(const struct op *ops, const struct ability *a, size_t event)
{
    static const uint32_t UNHEARD = BIT(DEED_PREPARE) | BIT(DEED_PREPARED) | BIT(DEED_EXPOSE) |
                                    BIT(DEED_ACTIVATE);
    size_t passive = op_find(ops, event, W_PASSIVE);
    if (a->kind != ABILITY_TRIGGER || a->place != ANYWHERE || !passive ||
        !is_this_card(ops, op_child(event)))
        return ALIVE;
    uint32_t deeds = deeds_named(ops, event);
    if (deeds & ~UNHEARD) return ALIVE;
    return deeds & BIT(DEED_ACTIVATE)
               ? dead_at(event, "it is not Active yet when its Activation is declared (OVE-926); "
                                "say ACTIVATE*, or ENTER*")
               : dead_at(event, "a Prepared card has no Card Text in use (OVE-148); say If your "
                                "card is Prepared*");
}

// --- clauses -------------------------------------------------------------------------------------

// object: 0 is the card itself.
static struct dead dead_for(const struct op *ops, const struct reader *d, size_t object, size_t at,
                            struct sieve by)
{
    struct dead dead  = ALIVE;
    unsigned    sorts = object ? sorts_meant(ops, d, object, &dead) : own_sort(d->def, false);
    return !sorts || sorts & by.sorts ? ALIVE : dead_at(at, by.why);
}

// "Give 1 Event +1 DMG", "Your Events have RANGED"
static struct dead dead_grant(const struct op *ops, const struct reader *d, size_t verb,
                              size_t object)
{
    struct dead dead = ALIVE;
    for (size_t g = op_child(verb); g < op_after(ops, verb) && !dead.why; g = op_after(ops, g)) {
        size_t stat = ops[g].code == W_STATGRANT ? op_find(ops, g, W_STAT) : 0;
        if (stat) {
            dead     = dead_for(ops, d, object, g, sieve_of_stat(ops[stat].value));
            bool dmg = ops[stat].value == STAT_DMG || ops[stat].value == STAT_SPD;
            if (dmg && !object && !dead.why && is_never_with_dmg(d->def))
                dead = dead_at(g, "a STATION has neither DMG nor SPD and receives none (OVE-637)");
        }
        if (ops[g].code == W_KEYWORD && (ops[g].value == KW_RANGED || ops[g].value == KW_BERSERK))
            dead = dead_for(ops, d, object, g,
                            (struct sieve){ ALL_UNITS | A_CONSTRUCT,
                                            "this is for what Attacks, and an Event never "
                                            "does (OVE-501)" });
    }
    return dead;
}

// What is done already, or cannot be done to a card in that state.
static struct dead dead_deed(const struct op *ops, size_t verb, size_t object)
{
    static const struct {
        uint16_t       code;
        int8_t         value; // of W_DO, else -1
        enum adjective state;
        const char    *why;
    } NEVER[] = {
        { W_DO, DO_EXHAUST, ADJ_EXHAUSTED, "it is Exhausted already (OVE-856)" },
        { W_DO, DO_EXHAUST, ADJ_PREPARED, "a Prepared card cannot be Exhausted (OVE-148)" },
        { W_DO, DO_REACTIVATE, ADJ_ACTIVATED, "it is upright already (OVE-858)" },
        { W_DO, DO_REACTIVATE, ADJ_PREPARED, "a Prepared card is Activated, not Reactivated" },
        { W_DO, DO_PREPARE, ADJ_PREPARED, "it is Prepared already" },
        { W_DO, DO_EXPOSE, ADJ_ACTIVE, "everybody sees it; Prepared cards are Exposed (OVE-877)" },
        { W_DO, DO_EXPOSE, ADJ_ACTIVATED,
          "everybody sees it; Prepared cards are Exposed "
          "(OVE-877)" },
        { W_DO, DO_EXPOSE, ADJ_EXHAUSTED,
          "everybody sees it; Prepared cards are Exposed "
          "(OVE-877)" },
        { W_ACTIVATE, -1, ADJ_ACTIVE, "it is Activated already; turning it upright is Reactivate" },
        { W_ACTIVATE, -1, ADJ_ACTIVATED, "it is Activated already" },
        { W_ACTIVATE, -1, ADJ_EXHAUSTED,
          "it is Activated already; turning it upright is "
          "Reactivate" },
    };
    size_t at = 0;
    for (unsigned i = 0; i < COUNT(NEVER); i++)
        if (ops[verb].code == NEVER[i].code &&
            (NEVER[i].value < 0 || ops[verb].value == NEVER[i].value) &&
            says_adjective(ops, object, NEVER[i].state, &at))
            return dead_at(at, NEVER[i].why);
    return ALIVE;
}

static unsigned deed_of_clause(const struct op *verb)
{
    switch (verb->code) {
    case W_DRAW: return DEED_DRAW;
    case W_DISCARD: return DEED_DISCARD;
    case W_ACTIVATE: return DEED_ACTIVATE;
    case W_SPAWN: return DEED_SPAWN;
    case W_DO: return verb->value == DO_PREPARE ? DEED_PREPARE : DEED_NONE;
    default: return DEED_NONE;
    }
}

static struct dead dead_ables(const struct op *ops, const struct reader *d, size_t able,
                              size_t subject)
{
    for (size_t n = op_child(able); n < op_after(ops, able); n = op_after(ops, n)) {
        if (ops[n].code != W_DOING) continue;
        unsigned    deed = ops[n].value == DO_ATTACK      ? DEED_ATTACK
                           : ops[n].value == DO_RETALIATE ? DEED_RETALIATE
                                                          : DEED_NONE;
        struct dead dead = dead_for(ops, d, subject, n, may_do(deed));
        if (dead.why) return dead;
    }
    return ALIVE;
}

// subject: whom it speaks of, perhaps said before.
static struct dead dead_clause(const struct op *ops, const struct reader *d, size_t verb,
                               size_t subject, bool aura)
{
    size_t object = op_find(ops, verb, W_OBJECT);
    switch (ops[verb].code) {
    case W_GIVE: return dead_grant(ops, d, verb, object);
    case W_GAIN:
    case W_HAS:
    case W_LOSE: return aura && !subject ? ALIVE : dead_grant(ops, d, verb, subject);
    case W_ABLE: return aura && !subject ? ALIVE : dead_ables(ops, d, verb, subject);
    case W_ATTACH: {
        struct dead dead = ALIVE;
        return object && !(sorts_meant(ops, d, object, &dead) & A_CONSTRUCT)
                   ? dead_at(object, "only Constructs are Attached; say Spawn & Attach it as a "
                                     "UNIT Construct (OVE-421)")
                   : ALIVE;
    }
    default: break;
    }
    if (!object) return ALIVE;
    if (!is_sacrifice(&ops[verb])) {
        struct dead dead = dead_face(ops, object);
        if (dead.why) return dead;
    }
    struct dead dead = dead_deed(ops, verb, object);
    unsigned    deed = deed_of_clause(&ops[verb]);
    return dead.why || !deed ? dead : dead_for(ops, d, object, object, may_come_to(deed));
}

// --- lines ---------------------------------------------------------------------------------------

const char *wrong_for_ever(const struct op *ops, const struct ability *a,
                           const struct card_def *def, size_t *at)
{
    struct reader  reader = { .def = def, .aura = a->aura };
    struct reader *d      = &reader;
    reader.count          = bind_line(ops, a, reader.bound, BOUND_MAX);
    size_t      laws = op_find(ops, a->op, W_LAWS), subject = 0;
    struct dead dead = laws ? dead_time(ops, a, laws) : ALIVE;
    for (size_t n = a->op; n < op_after(ops, a->op) && !dead.why; n = next_node(ops, n))
        switch (ops[n].code) {
        case W_KEYLAW: dead = dead_keylaw(ops, d, n); break;
        case W_EVENT:
            dead = dead_event(ops, d, n);
            if (!dead.why) dead = unheard(ops, a, n);
            break;
        case W_KEYWORDS: dead = a->aura ? ALIVE : dead_grant(ops, d, n, 0); break;
        case W_OBJECT: dead = dead_phrase(ops, d, n); break;
        case W_COSTS:
        case W_EFFECTS: subject = 0; break;
        case W_CLAUSE:
            subject = subject_after(ops, n, subject);
            dead    = dead_clause(ops, d, op_child(n), subject, a->aura);
            break;
        default: break;
        }
    *at = dead.at;
    return dead.why;
}
