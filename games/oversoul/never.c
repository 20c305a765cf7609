// never.c - refuses texts that ask for what can never be done (OVE-R174): a verb about cards of a
// place it does not reach, a duration behind a deed, Laws that cannot go together.
#include "games/oversoul/lines.h"

// Where the phrase says its cards lie.
enum said_place { NOWHERE_SAID, IN_HAND, IN_DECK, ELSEWHERE, ON_A_BOARD };
static enum said_place place_said(const struct op *ops, size_t object)
{
    size_t in = op_find(ops, object, W_IN), zone = in ? op_find(ops, in, W_ZONE) : 0;
    size_t side = zone ? op_find(ops, zone, W_ZONESIDE) : 0;
    if (op_find(ops, object, W_ON)) return ON_A_BOARD;
    if (!zone || (side && ops[side].value == ZONESIDE_EMPTY)) return NOWHERE_SAID;
    switch ((enum zone_word)ops[op_find(ops, zone, W_ZONENAME)].value) {
    case ZONE_HAND: return IN_HAND;
    case ZONE_DECK: return IN_DECK;
    case ZONE_IDLE:
    case ZONE_EXILE: return ELSEWHERE;
    case ZONE_UNIT:
    case ZONE_EVENT:
    case ZONE_LEADER:
    case ZONE_ANY: break;
    }
    return ON_A_BOARD;
}

static bool is_off_board(enum said_place place)
{
    return place == IN_HAND || place == IN_DECK || place == ELSEWHERE;
}

static bool says_noun(const struct op *ops, size_t object, enum noun noun)
{
    for (size_t n = object; n < op_after(ops, object); n++)
        if (ops[n].code == W_NOUN && ops[n].value / 2 == (int)noun / 2) return true;
    return false;
}

static bool says_opposing(const struct op *ops, size_t object)
{
    size_t your = op_find(ops, object, W_YOUR), on = op_find(ops, object, W_ON);
    size_t side = on ? op_find(ops, on, W_SIDE) : 0, group = op_find(ops, object, W_GROUP);
    if ((your && ops[your].value == 2) || (side && ops[side].value == 2)) return true;
    for (size_t w = group ? op_child(group) : 0; w && w < op_after(ops, group);
         w        = op_after(ops, w))
        if (ops[w].code == W_ADJ && ops[w].value == ADJ_OPPOSING) return true;
    return false;
}

static const char *wrong_do(const struct op *ops, enum do_verb verb, size_t object)
{
    enum said_place place = place_said(ops, object);
    switch (verb) {
    case DO_SHATTER:
    case DO_EXHAUST:
    case DO_REACTIVATE:
        if (is_off_board(place))
            return "only cards on the board are Shattered, Exhausted or Reactivated (OVE-102)";
        break;
    case DO_SACRIFICE:
        if (is_off_board(place) || says_opposing(ops, object))
            return "a player Sacrifices cards of the own board (OVE-862)";
        break;
    case DO_EXPOSE:
        if (place == IN_DECK || place == ELSEWHERE)
            return "only Prepared cards and cards of a hand are Exposed (OVE-877)";
        break;
    case DO_EXILE:
    case DO_PREPARE:
    case DO_SELECT: break;
    }
    return NULL;
}

static const char *wrong_spawn(const struct op *ops, size_t verb, size_t object)
{
    bool totem = says_noun(ops, object, NOUN_TOTEM), stats = op_find(ops, verb, W_WITH_STATS);
    if (totem && !stats && place_said(ops, object) == NOWHERE_SAID)
        return "a TOTEM has the DMG, SPD and HP that the text gives: Spawn 1 TOTEM with 1 DMG, 2 "
               "SPD & 1 HP (OVE-639)";
    if (!totem && stats) return "only a TOTEM is given its DMG, SPD and HP (OVE-639)";
    if (!totem && place_said(ops, object) == ON_A_BOARD)
        return "Spawn brings cards to the board, these lie there (OVE-857)";
    return NULL;
}

static const char *wrong_return(const struct op *ops, size_t verb, size_t object)
{
    size_t to = op_find(ops, verb, W_DESTINATION), zone = to ? op_find(ops, to, W_ZONE) : 0;
    if (!zone) return NULL;
    int  word   = ops[op_find(ops, zone, W_ZONENAME)].value;
    bool leader = is_pronoun_object(ops, object) || says_noun(ops, object, NOUN_LEADER);
    if (word == ZONE_UNIT || word == ZONE_EVENT || word == ZONE_ANY ||
        (word == ZONE_LEADER && !leader))
        return "Return brings a card to a hand, Deck or Idle Zone; Spawn brings it to the board "
               "(OVE-859)";
    return NULL;
}

static const char *wrong_verb(const struct op *ops, size_t verb)
{
    size_t object = op_find(ops, verb, W_OBJECT);
    if (!object) return NULL;
    enum said_place place = place_said(ops, object);
    switch (ops[verb].code) {
    case W_DEAL:
    case W_HEAL:
    case W_HEAL_FULL:
    case W_PLACE_MARKS:
        return is_off_board(place) ? "only cards on the board have damage and marks (OVE-102)"
                                   : NULL;
    case W_DISCARD:
        return place == ON_A_BOARD || place == ELSEWHERE
                   ? "Discard takes cards of a hand or Deck (OVE-864)"
                   : NULL;
    case W_DRAW:
        return place != NOWHERE_SAID && place != IN_DECK ? "Draw takes cards of a Deck (OVE-868)"
                                                         : NULL;
    case W_DO: return wrong_do(ops, (enum do_verb)ops[verb].value, object);
    case W_SPAWN: return wrong_spawn(ops, verb, object);
    case W_RETURN: return wrong_return(ops, verb, object);
    default: return NULL;
    }
}

// Done once, and then it has been done. To Expose and to Cancel last.
bool is_done_at_once(const struct op *verb)
{
    switch (verb->code) {
    case W_DEAL:
    case W_HEAL:
    case W_HEAL_FULL:
    case W_DRAW:
    case W_DISCARD:
    case W_RETURN:
    case W_SPAWN:
    case W_ATTACH:
    case W_ACTIVATE:
    case W_GAZE:
    case W_TRIGGER:
    case W_PLACE_MARKS:
    case W_WINS:
    case W_LOSES: return true;
    case W_DO: return verb->value != DO_EXPOSE;
    default: return false;
    }
}

// CAST and QUICK are at the player's own time, AURA at all times: what happens cannot go with them.
static const char *wrong_laws(const struct op *ops, const struct ability *a)
{
    bool     used    = a->laws & (BIT(LAW_CAST) | BIT(LAW_QUICK));
    uint32_t moments = a->laws & ~(STATE_LAWS | BIT(LAW_AURA));
    size_t   laws    = op_find(ops, a->op, W_LAWS);
    unsigned count   = 0;
    for (size_t n = laws ? op_child(laws) : 0; n && n < op_after(ops, laws); n = op_after(ops, n))
        count += ops[n].code == W_LAW;
    if (used && a->both && (a->event || moments & (moments - 1)))
        return "CAST and QUICK are used at will; what must have happened stands in parentheses: "
               "QUICK (an opposing Unit Enters)* (OVE-R136)";
    if (a->aura && count > 1 && (!a->both || moments || a->event))
        return "AURA goes with a state, joined by \"&\" (OVE-733)";
    return NULL;
}

static const char *wrong_player(const struct op *ops, size_t event)
{
    size_t verb = op_find(ops, event, W_VERB);
    if (ops[op_child(event)].code == W_PLAYER && verb &&
        (ops[verb].value == VERB_ENTERS || ops[verb].value == VERB_LEAVES))
        return "cards Enter and leave the board, players do not";
    return NULL;
}

// "While this card is in your Idle Zone* Has ...": it is not in use there (OVE-R176).
static const char *wrong_place(const struct op *ops, const struct ability *a)
{
    if (a->kind != ABILITY_STATIC && a->kind != ABILITY_KEYWORDS && !is_state_trigger(a))
        return NULL;
    for (size_t n = a->op; n < op_after(ops, a->op); n = next_node(ops, n)) {
        if (ops[n].code == W_COSTING) return NULL; // OVE-R137
        if (ops[n].code != W_IS_IN) continue;
        size_t who  = op_child(op_find(ops, n, W_OBJECT));
        int    zone = ops[op_find(ops, op_find(ops, n, W_ZONE), W_ZONENAME)].value;
        if (ops[who].code == W_PRONOUN && ops[who].value >= PRO_THIS_CARD &&
            ops[who].value <= PRO_THIS_CONSTRUCT &&
            (zone == ZONE_HAND || zone == ZONE_DECK || zone == ZONE_IDLE || zone == ZONE_EXILE))
            return "this is in use only while the card is Active; elsewhere CAST*, QUICK* and what "
                   "happens can be: CAST (while in your Idle Zone)* (OVE-R176)";
    }
    return NULL;
}

const char *wrong_deed(const struct op *ops, const struct ability *a)
{
    const char *wrong  = wrong_laws(ops, a);
    if (!wrong) wrong = wrong_place(ops, a);
    unsigned    limits = 0;
    for (size_t n = a->op; n < op_after(ops, a->op) && !wrong; n = next_node(ops, n)) {
        limits += ops[n].code == W_LIMIT;
        if (limits > 1) return "a line has one limit";
        if (ops[n].code == W_EVENT) wrong = wrong_player(ops, n);
        if (ops[n].code != W_CLAUSE) continue;
        wrong = wrong_verb(ops, op_child(n));
        if (!wrong && is_done_at_once(&ops[op_child(n)]) && op_find(ops, n, W_DURATION))
            wrong = "this is done at once, so that it lasts for no time (OVE-718)";
        if (!wrong && n < a->costs_end && op_find(ops, n, W_WHILE))
            wrong = "a state that must hold stands behind the Law: CAST (while Damaged)*";
    }
    return wrong;
}
