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

static bool says_opposing(const struct op *ops, size_t object)
{
    size_t your = op_find(ops, object, W_YOUR), on = op_find(ops, object, W_ON);
    size_t side = on ? op_find(ops, on, W_SIDE) : 0, group = op_find(ops, object, W_GROUP);
    if ((your && ops[your].value == OF_OPPONENTS) || (side && ops[side].value == BOARD_OPPOSING))
        return true;
    for (size_t w = group ? op_child(group) : 0; w && w < op_after(ops, group);
         w        = op_after(ops, w))
        if (ops[w].code == W_ADJ && ops[w].value == ADJ_OPPOSING) return true;
    return false;
}

// Does a phrase speak of one side?
static bool says_whose(const struct op *ops, size_t object)
{
    for (size_t n = object; n < op_after(ops, object); n++)
        if (ops[n].code == W_YOUR || (ops[n].code == W_ADJ && ops[n].value == ADJ_OPPOSING) ||
            (ops[n].code == W_SIDE &&
             (ops[n].value == BOARD_YOURS || ops[n].value == BOARD_OPPOSING)))
            return true;
    return false;
}

static const char *wrong_do(const struct op *ops, size_t verb, size_t object)
{
    enum said_place place  = place_said(ops, object);
    size_t          player = op_find(ops, verb, W_PLAYER);
    switch ((enum do_verb)ops[verb].value) {
    case DO_SHATTER:
    case DO_EXHAUST:
    case DO_REACTIVATE:
        if (is_off_board(place))
            return "only cards on the board are Shattered, Exhausted or Reactivated (OVE-102)";
        break;
    case DO_SACRIFICE:
        if (is_off_board(place) || says_opposing(ops, object))
            return "a player Sacrifices cards of the own board (OVE-862)";
        if (player && ops[player].value == PLAYER_OPPONENT && is_this_card(ops, object))
            return "a player Sacrifices cards of the own board (OVE-862)";
        if ((player ? ops[player].value != PLAYER_YOU : op_find(ops, verb, W_THIRD) != 0) &&
            says_whose(ops, object))
            return "whose cards they are need not be said, each player Sacrifices own ones: Your "
                   "opponent Sacrifices 1 Unit (OVE-862)";
        break;
    case DO_EXPOSE:
        if (place == IN_DECK || place == ELSEWHERE)
            return "only Prepared cards and cards of a hand are Exposed (OVE-877)";
        break;
    case DO_REVEAL:
    case DO_LOOK:
        if (!is_off_board(place) && !is_pronoun_object(ops, object) &&
            !op_find(ops, object, W_TOP_OF) && !has_node(ops, object, W_IN))
            return "what lies face-up is seen; cards of hands and Decks are Revealed: Reveal the "
                   "top "
                   "card of your Deck";
        break;
    case DO_EXILE:
    case DO_PREPARE:
    case DO_SELECT: break;
    }
    return NULL;
}

static const char *wrong_spawn(const struct op *ops, size_t verb, size_t object)
{
    bool totem = says_noun(ops, object, NOUN_TOTEM), stats = totem_stats(ops, verb);
    if (totem && !stats && place_said(ops, object) == NOWHERE_SAID)
        return "a TOTEM has the DMG, SPD and HP that the text gives: Spawn 1 TOTEM with 1 DMG, 2 "
               "SPD & 1 HP (OVE-639)";
    if (!totem && stats) return "only a TOTEM is given its DMG, SPD and HP (OVE-639)";
    if (!totem && place_said(ops, object) == ON_A_BOARD && !says_noun(ops, object, NOUN_LEADER))
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

// "It", "that Unit", "the selection"
static bool is_line_pronoun(const struct op *ops, size_t object)
{
    int word = is_pronoun_object(ops, object) ? ops[op_child(object)].value : (int)PRO_THIS_CARD;
    return word == PRO_IT || word == PRO_SELECTION || is_that_one(word);
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
    case W_DO: return wrong_do(ops, verb, object);
    case W_SPAWN: return wrong_spawn(ops, verb, object);
    case W_RETURN: return wrong_return(ops, verb, object);
    case W_ATTACH:
        return is_line_pronoun(ops, object) && is_line_pronoun(ops, op_after(ops, object))
                   ? "both words mean the same card, the last one Selected (OVE-712); say Attach "
                     "it "
                     "to 1 of your Units"
                   : NULL;
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
// "That Unit" of a line that has said "it" and named no other card since, or 0.
static int that_after_it(const struct op *ops, size_t line, size_t laws)
{
    bool it = false;
    for (size_t n = op_after(ops, laws); n < op_after(ops, line); n = next_node(ops, n)) {
        if (ops[n].code == W_GROUP || ops[n].code == W_DRAW || ops[n].code == W_DISCARD ||
            ops[n].code == W_GAZE)
            return 0;
        if (ops[n].code != W_PRONOUN) continue;
        if (it && is_that_one(ops[n].value)) return ops[n].value;
        it |= ops[n].value == PRO_IT;
    }
    return 0;
}

// "If your Unit is Shattered by a Unit* Return it to your hand, then Exhaust that Unit" (OVE-R430)
static bool speaks_of_both(const struct op *ops, const struct ability *a, size_t laws)
{
    int that = laws && !a->selects ? that_after_it(ops, a->op, laws) : 0;
    for (size_t n = laws; that && n < op_after(ops, laws); n++) {
        size_t by = ops[n].code == W_EVENT ? op_find(ops, n, W_BY) : 0;
        if (by && is_done_by_it(ops, op_child(n), by, (enum pronoun)that) &&
            !is_done_by_it(ops, op_child(n), by, PRO_IT))
            return true;
    }
    return false;
}

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
    if (speaks_of_both(ops, a, laws))
        return "\"it\" is the card this is done to and \"that\" one the card that does it, and a "
               "line speaks of one of them; say the other in a line of its own (OVE-R430)";
    return NULL;
}

static bool is_nought(const struct op *ops, size_t node)
{
    size_t amount = op_find(ops, node, W_AMOUNT);
    return amount && (ops[amount].value == AMOUNT_NUMBER || ops[amount].value == AMOUNT_UP_TO) &&
           ops[op_child(amount)].value == 0;
}

// What may stand behind a verb: DMG is Taken and Dealt, ENERGY Generated and Consumed, an Ability
// used, the board left; the other deeds are done to cards.
static bool goes_with(enum deed_verb verb, uint16_t what)
{
    switch (verb) {
    case VERB_TAKES:
    case VERB_DEALS: return what == W_DMG_WORD;
    case VERB_DMG: return what == W_DMG_WORD || what == W_OBJECT;
    case VERB_GENERATES:
    case VERB_CONSUMES: return what == W_ENERGY_WORD;
    case VERB_USES: return what == W_WHAT_ABILITY;
    case VERB_ENTERS:
    case VERB_LEAVES: return what == W_BOARD_WORD;
    default: return what == W_OBJECT;
    }
}

static bool is_word_of_deed(uint16_t code)
{
    return code == W_DMG_WORD || code == W_ENERGY_WORD || code == W_WHAT_ABILITY ||
           code == W_BOARD_WORD || code == W_OBJECT;
}

// "If a card in your hand is Shattered": what happens only to cards on the board.
static bool happens_off_board(const struct op *ops, size_t event)
{
    static const uint32_t ANYWHERE_DEEDS = BIT(DEED_DISCARD) | BIT(DEED_DRAW) | BIT(DEED_EXILE) |
                                           BIT(DEED_RETURN) | BIT(DEED_SPAWN) | BIT(DEED_ENTER) |
                                           BIT(DEED_ACTIVATE) | BIT(DEED_PREPARE) |
                                           BIT(DEED_EXPOSE) | BIT(DEED_SELECT) | BIT(DEED_USE);
    if (!(deeds_named(ops, event) & ~ANYWHERE_DEEDS)) return false;
    if (is_off_board(place_said(ops, event))) return true;
    for (size_t n = op_child(event); n < op_after(ops, event); n = op_after(ops, n))
        if (ops[n].code == W_OBJECT && is_off_board(place_said(ops, n))) return true;
    return false;
}

static const char *wrong_event(const struct op *ops, size_t event)
{
    size_t end = op_after(ops, event), subject = op_child(event);
    if (happens_off_board(ops, event))
        return "this happens to cards on the board; from a hand, Deck, Idle Zone or Exile cards "
               "are Discarded, Drawn, Exiled, Returned, Spawned, Activated or Prepared";
    for (size_t n = op_after(ops, subject); n < end; n = op_after(ops, n)) {
        if (ops[n].code != W_VERB) continue;
        enum deed_verb verb = (enum deed_verb)ops[n].value;
        size_t         what = op_after(ops, n);
        bool           said = what < end && is_word_of_deed(ops[what].code);
        if (ops[subject].code == W_PLAYER && (verb == VERB_ENTERS || verb == VERB_LEAVES))
            return "cards Enter and leave the board, players do not";
        if (verb == VERB_ENTERS && said && ops[what].code == W_OBJECT)
            return "cards Enter the board, nothing else is said behind it; to the Idle Zone they "
                   "are Shattered, Sacrificed or Discarded (OVE-855)";
        if (verb != VERB_TAKES && said && ops[what].code == W_DMG_WORD && by_of(ops, what, end))
            return "DMG is Taken from a card; who Deals it stands in front (6.5)";
        if (said ? !goes_with(verb, ops[what].code)
                 : (verb == VERB_TAKES || verb == VERB_DEALS) && !op_find(ops, event, W_DMG_WORD))
            return "what goes with the verb: Takes and Deals DMG, Generates and Consumes ENERGY, "
                   "uses an Ability, Enters and leaves the board; the others are done to cards";
    }
    for (size_t n = subject; n < end; n = op_after(ops, n))
        if (is_nought(ops, n)) return "0 of something never happens; the least is 1";
    return NULL;
}

// "Remains" is looked at when something has been done: Deal 2 DMG to it, if it remains Active* ...
static bool has_loose_remain(const struct op *ops, size_t line)
{
    size_t looked_at = line; // the end of a nested Law
    for (size_t n = line; n < op_after(ops, line); n = next_node(ops, n)) {
        if (ops[n].code == W_NESTED) looked_at = op_after(ops, op_child(n));
        if (ops[n].code == W_REMAIN && n >= looked_at) return true;
    }
    return false;
}

// "If this card is Discarded", "If you Draw this card": it is not Active then, and does not hear of
// it (OVE-121).
static bool is_never_heard(const struct op *ops, const struct ability *a)
{
    const uint32_t unheard = BIT(DEED_DISCARD) | BIT(DEED_DRAW);
    if (!a->event || a->place != ANYWHERE || a->kind != ABILITY_TRIGGER) return false;
    for (size_t e = op_child(a->event); e < op_after(ops, a->event); e = op_after(ops, e)) {
        size_t object = ops[e].code == W_EVENT ? op_find(ops, e, W_OBJECT) : 0;
        bool   spoken = object && (ops[op_child(e)].code == W_PLAYER || op_find(ops, e, W_PASSIVE));
        if (spoken && is_this_card(ops, object) &&
            (deeds_named(ops, e) & unheard || is_off_board(place_said(ops, e))))
            return true;
    }
    return false;
}

// Does it name a place where its card never is?
static const char *wrong_owner(const struct op *ops, const struct ability *a)
{
    for (size_t n = a->op; n < op_after(ops, a->op); n = next_node(ops, n)) {
        if (place_named(ops, n) == ANYWHERE || ops[n].code == W_EXILED_PLACE) continue;
        size_t at = ops[n].code == W_PLACE ? n : op_child(n), zone = op_find(ops, at, W_ZONE);
        size_t side = op_find(ops, zone, W_ZONESIDE);
        if (side && ops[side].value == ZONESIDE_OPPOSING)
            return "a card lies in the zones of its owner (OVE-116)";
    }
    return NULL;
}

// What a sentence says of its own card, which is not on the board there.
static const char *wrong_of_itself(const struct op *ops, const struct ability *a)
{
    for (size_t n = a->effects; a->effects && n < op_after(ops, a->effects);
         n        = next_node(ops, n)) {
        size_t object = ops[n].code == W_HAS || ops[n].code == W_ABLE ? op_find(ops, n, W_OBJECT)
                                                                      : 0;
        bool   itself = !object || op_child(n) != object || is_this_card(ops, object);
        if ((ops[n].code == W_HAS || (ops[n].code == W_ABLE && op_find(ops, n, W_DOING))) && itself)
            return "off the board a card has its printed numbers and does nothing by itself; say "
                   "whom it speaks of: your Units have +1 DMG (OVE-R176)";
    }
    for (size_t n = a->op; n < op_after(ops, a->op); n = next_node(ops, n))
        if ((ops[n].code == W_ADJ &&
             (ops[n].value == ADJ_ADJACENT || ops[n].value == ADJ_SURROUNDING)) ||
            (ops[n].code == W_NEAR && is_this_card(ops, op_find(ops, n, W_OBJECT))))
            return "off the board nothing is near a card (OVE-107)";
    return a->keywords ? "off the board a card makes no use of Keyworded Abilities (OVE-801)"
                       : NULL;
}

static bool names_place_of_all(const struct op *ops, const struct ability *a)
{
    size_t laws = op_find(ops, a->op, W_LAWS);
    for (size_t n = laws; laws && n < op_after(ops, laws); n++)
        if (place_named(ops, n) != ANYWHERE) return true;
    for (size_t c = op_child(a->effects); c < op_after(ops, a->effects); c = op_after(ops, c)) {
        bool named = false;
        for (size_t n = op_child(c); n < op_after(ops, c); n = op_after(ops, n))
            named |= place_named(ops, n) != ANYWHERE;
        if (!named) return false;
    }
    return true;
}

// "While Prepared*", of this card.
static bool is_hidden_state(const struct op *ops, size_t n, bool also_not_active)
{
    size_t is = ops[n].code == W_WHILE || ops[n].code == W_INFO || ops[n].code == W_NOTE
                    ? op_child(n)
                    : 0;
    if (!is || ops[is].code != W_IS) return false;
    size_t object = op_find(ops, is, W_OBJECT);
    int    state  = ops[op_find(ops, is, W_STATE)].value;
    return (!object || is_this_card(ops, object)) &&
           (state == STATE_PREPARED || (also_not_active && state == STATE_NOT_ACTIVE));
}

// A state in which the card has no Card Text (OVE-121, OVE-148).
static bool is_never_in_use(const struct op *ops, const struct ability *a)
{
    bool   continuous = a->kind == ABILITY_STATIC || is_state_trigger(a);
    size_t laws       = op_find(ops, a->op, W_LAWS);
    size_t end        = a->kind == ABILITY_STATIC ? op_after(ops, a->op)
                        : laws                    ? op_after(ops, laws)
                                                  : a->op;
    for (size_t n = a->op; a->kind != ABILITY_ONLY && n < end; n = next_node(ops, n))
        if (is_hidden_state(ops, n, continuous && !a->afar)) return true;
    return false;
}

// Where the card must be for its Ability, if not on the board (OVE-121, OVE-R176).
const char *wrong_place(const struct op *ops, const struct ability *a)
{
    const uint32_t OF_ACTIVE = STATE_LAWS | BIT(LAW_AURA);
    const uint32_t ANYWHERES = BIT(LAW_DISCARD) | BIT(LAW_EXILE) | BIT(LAW_RETURN);
    for (size_t n = a->op; n < op_after(ops, a->op); n = next_node(ops, n))
        if (ops[n].code == W_COSTING && is_own_costing(ops, n - 1)) return NULL; // OVE-R137
    if (is_never_in_use(ops, a))
        return "its Card Text is not in use in that state (OVE-121, OVE-148)";
    if (a->kind == ABILITY_TRIGGER && a->place != ANYWHERE && !a->event && a->laws & ~ANYWHERES)
        return "this Law speaks of a card on the board; off it are used CAST*, QUICK*, what "
               "happens (\"If ...\") and states (\"While ...\") (OVE-R176)";
    if (a->place == ZONE_DECK && (a->kind == ABILITY_USE || a->event))
        return "nobody sees where in a Deck a card lies, so that nothing is used there; say "
               "(while in your hand), or RETURN* (OVE-R408)";
    const char *wrong = wrong_owner(ops, a);
    if (!a->afar || wrong) return wrong;
    if (a->afar & (BIT(ZONE_HAND) | BIT(ZONE_DECK)))
        return "hands and Decks are secret, and what this does would be seen; an Idle Zone and "
               "Exile can be named, and in a hand CAST*, QUICK* and what happens (OVE-R176)";
    if (a->laws & OF_ACTIVE)
        return "AURA, HONEST, ISOLATED, OUTLAST and RESONATE look at an Active card; off the board "
               "\"While this card is in your Idle Zone*\" stands alone or with another while";
    if (a->kind == ABILITY_WOULD)
        return deeds_named(ops, a->event) & ~(BIT(DEED_EXILE) | BIT(DEED_RETURN))
                   ? "off the board a card is Exiled or Returned, nothing else (OVE-R131)"
                   : NULL;
    if (a->kind != ABILITY_STATIC) return NULL;
    wrong = wrong_of_itself(ops, a);
    return wrong || names_place_of_all(ops, a)
               ? wrong
               : "the place stands in front: While this card is in your Idle Zone*";
}

// "Gain 2 ENERGY" on a - card, which Generates nothing.
bool gains_energy(const struct op *ops, size_t line)
{
    for (size_t n = line; n < op_after(ops, line); n = next_node(ops, n)) {
        if (ops[n].code != W_GAIN || ops[op_child(n)].code == W_OBJECT) continue;
        for (size_t g = op_child(n); g < op_after(ops, n); g = op_after(ops, g))
            if (ops[g].code == W_STATGRANT && ops[op_find(ops, g, W_STAT)].value == STAT_ENERGY)
                return true;
    }
    return false;
}

// "Gain +1 DMG", "lose 2 HP" in an Event without HP, which has neither; keywords that count for
// what it does are OVE-R221.
bool gains_for_nothing(const struct op *ops, const struct ability *a)
{
    enum {
        COUNTING = BIT(CLEAVE) | BIT(PIERCE) | BIT(DUAL_STRIKE) | BIT(DEATHTOUCH) | BIT(VAMPIRISM) |
                   BIT(DYNAMO) | BIT(AMORPHOUS)
    };
    size_t subject = 0;
    for (size_t c = op_child(a->effects); c < op_after(ops, a->effects); c = op_after(ops, c)) {
        size_t verb = ops[c].code == W_CLAUSE ? op_child(c) : 0;
        subject     = subject_after(ops, c, subject);
        if (!verb || subject || (ops[verb].code != W_GAIN && ops[verb].code != W_LOSE)) continue;
        for (size_t g = op_child(verb); g < op_after(ops, verb); g = op_after(ops, g)) {
            unsigned charges;
            if (ops[g].code == W_STATGRANT) return true;
            if (ops[g].code == W_KEYWORD &&
                !(COUNTING & BIT(keyword_of((unsigned)ops[g].value, &charges))))
                return true;
        }
    }
    return false;
}

// An Event without HP is Active only while it is carried out (OVE-329): what waits for its moment
// on the board, and does not speak of this card, could never be placed (OVE-915).
const char *wrong_fleeting(const struct op *ops, const struct ability *a)
{
    const uint32_t MEETS = BIT(LAW_ACTIVATE) | BIT(LAW_ENTER) | BIT(LAW_DISCARD) | BIT(LAW_EXILE) |
                           BIT(LAW_RETURN) | BIT(LAW_SACRIFICE) | BIT(LAW_SHATTER);
    if (a->place != ANYWHERE || a->afar || a->laws & MEETS) return NULL;
    if (a->kind == ABILITY_USE)
        return "an Event without HP does what it says when it is Activated, without CAST* or "
               "QUICK*; elsewhere they name the place: QUICK (while in your Idle Zone)* (OVE-329)";
    if (a->kind != ABILITY_TRIGGER) return NULL;
    for (size_t n = a->event; n && n < op_after(ops, a->event); n = next_node(ops, n))
        if (ops[n].code == W_OBJECT && is_this_card(ops, n)) return NULL;
    if (a->event)
        return "an Event without HP does not lie there to wait for this: Activate only when ..., "
               "or name the place: (while in your Idle Zone) (OVE-329)";
    return "an Event without HP is gone before this could be used; what it asks for stands behind "
           "\"Activate only while\", or in its effect: If you have a DRAGON* Draw 1 card (OVE-329)";
}

// Does a phrase speak of faces in a hand or Deck: "Units in your hand"?
static bool is_of_secret_faces(const struct op *ops, size_t object)
{
    size_t in = op_find(ops, object, W_IN), zone = in ? op_find(ops, in, W_ZONE) : 0;
    return zone && ops[op_find(ops, zone, W_ZONENAME)].value <= ZONE_DECK &&
           tells_of_face(ops, object);
}

// "Discard 1 Unit in your opponent's hand", done by you; a Deck is searched.
static bool is_blind_choice(const struct op *ops, size_t verb)
{
    size_t object = op_find(ops, verb, W_OBJECT);
    if (!object || op_find(ops, verb, W_PLAYER) || !is_of_secret_faces(ops, object)) return false;
    size_t zone = op_find(ops, op_find(ops, object, W_IN), W_ZONE);
    size_t side = op_find(ops, zone, W_ZONESIDE);
    return side && (ops[side].value == ZONESIDE_OPPOSING || ops[side].value == ZONESIDE_EITHER) &&
           op_find(ops, object, W_AMOUNT) &&
           ops[op_find(ops, zone, W_ZONENAME)].value == ZONE_HAND &&
           !op_find(ops, object, W_AT_RANDOM);
}

static bool looks_at(uint16_t code)
{
    switch (code) {
    case W_FOR_EACH:
    case W_EQUAL:
    case W_HAVE:
    case W_THAN:
    case W_IS:
    case W_IS_IN:
    case W_IS_ONE:
    case W_REMEMBERED:
    case W_THERE: return true;
    default: return false;
    }
}

// Of a Deck or another's hand nobody who counts or asks sees the faces.
static bool is_unseen(const struct op *ops, size_t zone)
{
    size_t side = op_find(ops, zone, W_ZONESIDE);
    if (ops[op_find(ops, zone, W_ZONENAME)].value == ZONE_DECK) return true;
    return side && ops[side].value != ZONESIDE_YOURS && ops[side].value != ZONESIDE_THE;
}

// "While a DRAGON is in your hand"
static bool is_in_secret(const struct op *ops, size_t condition)
{
    size_t zone = ops[condition].code == W_IS_IN ? op_find(ops, condition, W_ZONE) : 0;
    return zone && ops[op_find(ops, zone, W_ZONENAME)].value <= ZONE_DECK &&
           tells_of_face(ops, op_find(ops, condition, W_OBJECT));
}

// What everybody sees must not tell of secret faces, nor what somebody may choose (OVE-R184).
static const char *wrong_look(const struct op *ops, const struct ability *a)
{
    bool always = a->kind == ABILITY_STATIC || a->kind == ABILITY_KEYWORDS ||
                  (a->kind == ABILITY_TRIGGER && a->states);
    for (size_t n = a->op; n < op_after(ops, a->op); n = next_node(ops, n)) {
        bool tells = looks_at(ops[n].code) && is_in_secret(ops, n);
        bool blind = tells && is_unseen(ops, op_find(ops, n, W_ZONE));
        for (size_t o = n; looks_at(ops[n].code) && o < op_after(ops, n); o = next_node(ops, o)) {
            if (ops[o].code != W_OBJECT || !is_of_secret_faces(ops, o)) continue;
            tells = true;
            blind |= is_unseen(ops, op_find(ops, op_find(ops, o, W_IN), W_ZONE));
        }
        if (always && tells)
            return "hands and Decks are secret, and everybody would see what lies there; how "
                   "many cards may be counted: for each card in your hand (OVE-R184)";
        if (blind)
            return "nobody sees the faces in a Deck or in another player's hand; how many cards "
                   "there are may be counted: for each card in your opponent's hand (OVE-R407)";
        if (ops[n].code == W_CLAUSE && is_blind_choice(ops, op_child(n)))
            return "whoever chooses does not see these cards; any of them can be named: "
                   "1 card in your opponent's hand (OVE-R184)";
    }
    return NULL;
}

// "Draw 0 cards", "Gain +0 DMG"; a number may be set to 0, and be 0 in a condition.
static bool does_nothing(const struct op *ops, size_t verb)
{
    if (ops[verb].code != W_SET && is_nought(ops, verb)) return true;
    for (size_t n = op_child(verb); n < op_after(ops, verb); n = op_after(ops, n))
        switch (ops[n].code) {
        case W_OBJECT:
        case W_STATGRANT:
        case W_MARKS:
        case W_CHANGE_BY:
        case W_FROM:
            if (is_nought(ops, n)) return true;
            break;
        default: break;
        }
    return false;
}

// "For each" multiplies a number that stands before it (6.4).
static bool has_number(const struct op *ops, size_t verb)
{
    size_t object = op_find(ops, verb, W_OBJECT);
    switch (ops[verb].code) {
    case W_DEAL:
    case W_HEAL:
    case W_DRAW:
    case W_DISCARD:
    case W_GENERATE:
    case W_GAZE:
    case W_COSTING:
    case W_ADDITIONAL:
    case W_PLACE_MARKS:
    case W_SET:
    case W_CHANGE: return true;
    case W_GAIN:
    case W_GIVE:
    case W_LOSE:
    case W_HAS: return op_find(ops, verb, W_STATGRANT) || op_find(ops, verb, W_MARKS);
    case W_COPY:
    case W_STEAL: return op_find(ops, verb, W_FROM) != 0;
    case W_DO:
    case W_RETURN:
    case W_SPAWN:
    case W_ATTACH:
    case W_ACTIVATE: {
        size_t amount = object ? op_find(ops, object, W_AMOUNT) : 0;
        return amount && ops[amount].value != AMOUNT_ALL && ops[amount].value != AMOUNT_ANY;
    }
    default: return false;
    }
}

static bool says_amorphous(const struct op *ops, size_t verb)
{
    size_t keyword = op_find(ops, verb, W_KEYWORD);
    return (ops[verb].code == W_GAIN || ops[verb].code == W_GIVE) && keyword &&
           ops[keyword].value == KW_AMORPHOUS;
}

// "Your opponent Sacrifices a Unit of your choice": its player chooses (OVE-728).
static bool is_foreign_choice(const struct op *ops, size_t verb)
{
    size_t object = op_find(ops, verb, W_OBJECT), player = op_find(ops, verb, W_PLAYER);
    size_t choice = object ? op_find(ops, object, W_CHOICE) : 0;
    bool   others = player ? ops[player].value != PLAYER_YOU : op_find(ops, verb, W_THIRD) != 0;
    return choice && (ops[choice].value == CHOICE_THEIRS) != others;
}

// "for each 2 cards" is read; "for each RANK of your Leader" counts no cards (OVE-R353).
static bool counts_oddly(const struct op *ops, size_t clause)
{
    size_t each   = op_find(ops, clause, W_FOR_EACH);
    size_t object = each ? op_find(ops, each, W_OBJECT) : 0;
    size_t amount = object ? op_find(ops, object, W_AMOUNT) : 0;
    return amount && (ops[amount].value != AMOUNT_NUMBER || ops[op_child(amount)].value < 1);
}

// Words behind a clause that say nothing about this one.
static const char *wrong_tail(const struct op *ops, const struct ability *a, size_t clause)
{
    size_t verb = op_child(clause), object = op_find(ops, verb, W_OBJECT);
    size_t instead = op_find(ops, clause, W_INSTEAD_IF), except = op_find(ops, clause, W_EXCEPT);
    bool   picks = ops[verb].code == W_DRAW || ops[verb].code == W_DISCARD ||
                 (object && !is_pronoun_object(ops, object));
    if (op_find(ops, clause, W_FOR_EACH) && clause < a->costs_end)
        return "\"for each\" counts when the Ability is carried out; a Cost has a number, or X "
               "(OVE-R272)";
    if (op_find(ops, clause, W_FOR_EACH) && !has_number(ops, verb))
        return "\"for each\" multiplies the number in front of it, and there is none";
    if (counts_oddly(ops, clause))
        return "\"for each\" counts cards: for each Unit, for each 2 Units; points are said with "
               "equal to: +DMG equal to your Leader's RANK";
    if (is_foreign_choice(ops, verb))
        return "who does it chooses (OVE-728): Your opponent Sacrifices 1 Unit of their choice, or "
               "Select 1 opposing Unit➤ Shatter it";
    if (op_find(ops, clause, W_AS_TYPE) && !says_amorphous(ops, verb))
        return "only AMORPHOUS has \"(as Construct)\" (OVE-438)";
    if (op_find(ops, clause, W_AT_RANDOM) && !picks)
        return "\"at random\" goes with cards that are picked: Discard 1 card at random";
    if (except && op_find(ops, except, W_DAMAGE_TO_HP))
        return "\"damage to HP\" is excepted in SEALED alone";
    if (except && ops[verb].code != W_ABLE && (ops[except].value == EXCEPT_BY || !picks))
        return "\"except\" leaves out cards that the clause names; \"except by\" goes with "
               "\"can't be\"";
    object = instead ? op_find(ops, op_child(instead), W_OBJECT) : 0;
    if (object && op_find(ops, object, W_AMOUNT) && !replaces_all(ops, clause, instead))
        return "what is done instead to each card needs no choice: Deal 3 DMG to it instead if it "
               "is Damaged";
    return NULL;
}

// Words about cards that fit none, or none better than another.
static const char *wrong_noun(const struct op *ops, size_t n)
{
    size_t compare = ops[n].code == W_WITH ? op_find(ops, n, W_COMPARE) : 0;
    if (compare && op_find(ops, n, W_COMPARE_WORD) && ops[compare].value != COMPARE_SAME)
        return "lower and higher are numbers; Archetypes, Roles, Factions, names and rarities are "
               "the same or not";
    if (ops[n].code == W_ADJ && ops[n].value == ADJ_ORIGINAL)
        return "\"original\" is said of HP: with HP equal to original HP";
    if (ops[n].code == W_NOUN && is_same_noun(ops[n].value, NOUN_ZONE))
        return "a Zone is a place; name the cards in it: each card in your Unit Zone";
    return NULL;
}

// "This card Becomes that Archetype": of which card?
static bool has_loose_property(const struct op *ops, const struct ability *a)
{
    bool named = a->event || a->of_itself;
    for (size_t n = a->op; n < op_after(ops, a->op); n = next_node(ops, n)) {
        if (ops[n].code == W_BECOME && op_find(ops, n, W_PROPERTY) && !named) return true;
        if (ops[n].code == W_BECOME) n = op_after(ops, op_child(n)) - 1; // whom it speaks of
        named |= ops[n].code == W_OBJECT && !is_this_card(ops, n);
    }
    return false;
}

// "Can't Generate ENERGY Units", "has 1 Rust mark", "Trigger its AURA Ability", "(this turn)"
// behind a Law.
static const char *wrong_word(const struct op *ops, size_t n)
{
    switch (ops[n].code) {
    case W_ABLE:
        for (size_t d = op_child(n); d < op_after(ops, n); d = op_after(ops, d)) {
            if (ops[d].code == W_DOING && ops[d].value == DO_GENERATE && told_whom(ops, n, d))
                return "ENERGY is Generated from nobody";
            size_t below = ops[d].code == W_DOING_BE ? op_find(ops, d, W_BELOW) : 0;
            if (below && (is_said(ops, below, AMOUNT_ANY) || is_said(ops, below, AMOUNT_ALL)))
                return "a number is needed here: can't be Damaged below 1 HP";
        }
        return NULL;
    case W_HAS:
        return op_find(ops, n, W_MARKS) ? "marks lie on cards and are not lent: Place 1 Rust mark "
                                          "on it, Give it 1 Rust mark (OVE-R272)"
                                        : NULL;
    case W_LOSE:
        for (size_t g = op_child(n); g < op_after(ops, n); g = op_after(ops, g))
            if (ops[g].code == W_STATGRANT && op_find(ops, g, W_MINUS))
                return "what is lost is no minus: loses 1 SPD";
        return NULL;
    case W_TRIGGER:
        return ops[op_find(ops, n, W_LAWREF)].value == LAW_AURA
                   ? "AURA is no trigger, it counts all the time (OVE-733)"
                   : NULL;
    case W_LAW:
        return op_find(ops, n, W_DURATION) ? "how long something lasts stands behind it: ENTER* "
                                             "Gain +1 DMG (this turn) (OVE-758)"
                                           : NULL;
    case W_IN_ZONE: {
        int zone = ops[op_find(ops, op_find(ops, n, W_ZONE), W_ZONENAME)].value;
        return zone < ZONE_UNIT || zone == ZONE_EXILE
                   ? "cards are Spawned in a Unit or Event Zone; where they come from is \"from\""
                   : NULL;
    }
    case W_DESTINATION: {
        int zone = ops[op_find(ops, op_find(ops, n, W_ZONE), W_ZONENAME)].value;
        return ops[n].value != TO_ZONE && (zone == ZONE_HAND || zone == ZONE_EXILE)
                   ? "a Deck has a top and a bottom, a hand and Exile have no order (OVE-115)"
                   : NULL;
    }
    default: return wrong_noun(ops, n);
    }
}

// "Discard 1 Event➤": whether that can be paid tells of the hand.
static bool pays_with_faces(const struct op *ops, const struct ability *a)
{
    for (size_t c = op_child(a->costs); c < a->costs_end; c = op_after(ops, c)) {
        size_t object = ops[c].code == W_CLAUSE ? op_find(ops, op_child(c), W_OBJECT) : 0;
        size_t in     = object ? op_find(ops, object, W_IN) : 0;
        bool hand = in ? ops[op_find(ops, op_find(ops, in, W_ZONE), W_ZONENAME)].value == ZONE_HAND
                       : ops[op_child(c)].code == W_DISCARD;
        if (object && hand && !is_pronoun_object(ops, object) && tells_of_face(ops, object))
            return true;
    }
    return false;
}

const char *wrong_deed(const struct op *ops, const struct ability *a)
{
    const char *wrong  = wrong_laws(ops, a);
    unsigned    limits = 0;
    if (!wrong) wrong = wrong_place(ops, a);
    if (!wrong) wrong = wrong_look(ops, a);
    if (!wrong && has_loose_property(ops, a))
        wrong = "no card is named whose Role or Archetype it could be: Select 1 Unit➤ This card "
                "Becomes that Archetype";
    if (!wrong && has_loose_remain(ops, a->op))
        wrong = "\"remains\" looks at what was done before: Deal 2 DMG to it, if it remains "
                "Active* (OVE-711)";
    if (!wrong && a->costs && a->kind == ABILITY_TRIGGER && !a->may && pays_with_faces(ops, a))
        wrong = "whether this must be used would tell what is in the hand; say You can Discard 1 "
                "Event➤ (OVE-R184)";
    if (!wrong && is_never_heard(ops, a))
        wrong = "this card is not Active then and does not hear of it (OVE-121); say DISCARD*, or "
                "where it is: If you Draw this card (while in your hand)*";
    for (size_t n = a->op; n < op_after(ops, a->op) && !wrong; n = next_node(ops, n)) {
        limits += ops[n].code == W_LIMIT;
        if (limits > 1) return "a line has one limit";
        if (ops[n].code == W_LIMIT && ops[op_child(n)].code == OP_NUMBER &&
            ops[op_child(n)].value == 0)
            return "0 times is never; the least is once";
        if (limits && (a->kind == ABILITY_STATIC || a->kind == ABILITY_KEYWORDS))
            return "a limit counts uses, and this is not used but counts all the time (OVE-754)";
        wrong = ops[n].code == W_EVENT || is_deed_info(ops, n) ? wrong_event(ops, n)
                                                               : wrong_word(ops, n);
        if (!wrong && ops[n].code == W_INSTEAD_IF) wrong = wrong_verb(ops, op_child(n));
        if (ops[n].code != W_CLAUSE || wrong) continue;
        wrong = does_nothing(ops, op_child(n)) ? "0 does nothing; the least is 1"
                                               : wrong_verb(ops, op_child(n));
        if (!wrong) wrong = wrong_tail(ops, a, n);
        if (!wrong && is_done_at_once(&ops[op_child(n)]) && op_find(ops, n, W_DURATION))
            wrong = "this is done at once, so that it lasts for no time (OVE-718)";
        bool lasts = op_find(ops, n, W_DURATION) ||
                     (ops[op_child(n)].code == W_ADDITIONAL &&
                      ops[op_child(n)].value == ADDITIONAL_THIS_TURN);
        if (!wrong && a->kind == ABILITY_STATIC && lasts)
            wrong = "this counts all the time; how long needs a Law: CAST* Give your Units +1 DMG "
                    "(this turn)";
        if (!wrong && n < a->costs_end && (op_find(ops, n, W_WHILE) || op_find(ops, n, W_NOTE)))
            wrong = "a state that must hold stands behind the Law: CAST (while Damaged)*";
    }
    return wrong;
}
