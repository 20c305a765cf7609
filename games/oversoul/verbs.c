// verbs.c - what the verbs of card text do to the cards they are about (rules.md 6.3, 850 to 880).
#include "games/oversoul/lines.h"

#include "engine/chance.h"

// A pending card, a Construct beside its future host too, can only be Cancelled (OVE-133).
bool is_affected(const struct table *t, const struct work *w, card_id c)
{
    const struct oversoul_state *s = peek(t);
    if (body_at(s, c)->flags & BODY_PENDING || card_in(s, c)->zone == SHIFT) return false;
    return !is_unaffected(t, c, w->card); // OVE-820
}

// How long the change of this clause lasts (OVE-718).
struct lasting lasting_of(const struct table *t, const struct work *w)
{
    static const uint8_t UNTIL[] = {
        [FOR_THIS_TURN] = UNTIL_TURN_ENDS,     [FOR_WHILE] = UNTIL_LEAVES,
        [UNTIL_YOUR_CYCLE] = UNTIL_OWN_CYCLE,  [UNTIL_CYCLE_PHASE] = UNTIL_ANY_CYCLE,
        [UNTIL_END_OF_TURN] = UNTIL_TURN_ENDS, [UNTIL_END_OF_BATTLE] = UNTIL_BATTLE_ENDS,
        [FOR_THE_GAME] = UNTIL_LEAVES
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

int times_for_each(const struct table *t, const struct work *w, int amount)
{
    struct scope k = work_scope(t, w);
    return amount * w->times * for_each_count(&k, w->pc); // OVE-833
}

// Of several cards that a clause is about, "it" and "its" mean each of them singly (OVE-R168).
struct scope scope_of_aim(const struct table *t, const struct work *w, card_id c)
{
    struct scope k = work_scope(t, w);
    for (unsigned i = 0; w->named_count > 1 && i < w->named_count; i++)
        if (w->named[i].card == c) {
            k.named       = &w->named[i];
            k.named_count = 1;
            break;
        }
    return k;
}

// "Equal to your Selected Unit's DMG" speaks of all that were named.
struct scope scope_of_number(const struct table *t, const struct work *w, size_t equal, card_id c)
{
    size_t of = op_find(t->pool->ops, equal, W_OBJECT);
    return of && !is_pronoun_object(t->pool->ops, of) ? work_scope(t, w) : scope_of_aim(t, w, c);
}

int times_for_aim(const struct table *t, const struct work *w, card_id c, int amount)
{
    struct scope k = scope_of_aim(t, w, c);
    return amount * w->times * for_each_count(&k, w->pc);
}

// The amount of a verb for one card: "equal to ..." or a number.
static int amount_for(const struct table *t, const struct work *w, size_t verb, card_id c)
{
    const struct op *ops   = t->pool->ops;
    struct scope     k     = scope_of_aim(t, w, c);
    size_t           equal = op_find(ops, verb, W_EQUAL), amount = op_find(ops, verb, W_AMOUNT);
    size_t           part = w->part ? then_to(ops, w->pc, w->part - 1u) : 0;
    if (part && op_find(ops, part, W_AMOUNT)) // "... and 1 DMG to each Unit adjacent to it"
        equal = 0, amount = op_find(ops, part, W_AMOUNT);
    if (equal) k = scope_of_number(t, w, equal, c);
    int n = equal ? equal_amount(&k, equal) : amount ? amount_of(&k, amount) : 0;
    return times_for_aim(t, w, c, n < 0 ? 0 : n);
}

static int verb_amount(const struct table *t, const struct work *w, size_t verb)
{
    return amount_for(t, w, verb, NO_CARD);
}

unsigned clause_number(const struct table *t, const struct work *w)
{
    return (unsigned)verb_amount(t, w, op_child(w->pc));
}

unsigned clause_amount(const struct table *t, const struct work *w, size_t object)
{
    struct scope k     = work_scope(t, w);
    size_t       equal = op_find(t->pool->ops, op_child(w->pc), W_EQUAL); // "Draw cards equal to"
    int          least, n = equal ? equal_amount(&k, equal) : object_count(&k, object, &least);
    return (unsigned)times_for_each(t, w, n < 0 ? 0 : n);
}

// "Your opponent Discards 1 card, then Draws 1 card": said once of both (OVE-R207).
size_t player_said(const struct table *t, const struct work *w)
{
    const struct op *ops  = t->pool->ops;
    size_t           own  = op_find(ops, op_child(w->pc), W_PLAYER);
    size_t           said = book(t)->demands[w->pc].subject;
    return own ? own : said && ops[said].code == W_PLAYER ? said : 0;
}

size_t players_of(const struct table *t, const struct work *w, seat_id *out)
{
    const struct oversoul_state *s      = peek(t);
    const struct op             *ops    = t->pool->ops;
    size_t                       player = player_said(t, w), n = 0;
    seat_id                      seat = s->turn_seat;
    enum player_word             who  = player ? (enum player_word)ops[player].value : PLAYER_YOU;
    for (unsigned i = 0; i < s->core.seats; i++, seat = next_seat(&s->core, seat)) {
        bool is = false;
        switch (who) {
        case PLAYER_YOU: is = seat == w->seat; break;
        case PLAYER_OPPONENT: is = is_opponent_meant(t, w, seat); break;
        case PLAYER_EACH: is = true; break;
        case PLAYER_OF_TURN: is = seat == s->turn_seat; break;
        case PLAYER_EACH_OPPONENT: is = is_enemy(&s->core, seat, w->seat); break;
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
    int amounts[AIMS_MAX];
    for (unsigned i = 0; i < w->aim_count; i++) amounts[i] = amount_for(t, w, verb, w->aim[i]);
    int n    = deal(t, &blow, w->aim, w->aim_count, amounts);
    w->dealt = (uint16_t)n;
    return n > 0;
}

// "Heal 2 HP to it, then Deal the same amount of DMG ...": does the next clause ask for it?
static bool is_asked_next(const struct op *ops, const struct work *w)
{
    size_t next = op_after(ops, w->pc);
    while (next < w->end && (ops[next].code == W_THEN_IF || ops[next].code == W_STOP))
        next = op_after(ops, next);
    size_t equal = next < w->end && ops[next].code == W_CLAUSE
                       ? op_find(ops, op_child(next), W_EQUAL)
                       : 0;
    return equal && ops[equal].value == EQUAL_SAME_AMOUNT;
}

static bool do_heal(struct table *t, struct work *w, size_t verb)
{
    bool all  = w->aim_count > 0;
    int  sum  = 0;
    bool full = t->pool->ops[verb].code == W_HEAL_FULL || is_said(t->pool->ops, verb, AMOUNT_ALL);
    int  amounts[AIMS_MAX];
    for (unsigned i = 0; i < w->aim_count; i++)
        amounts[i] = full ? 999 : amount_for(t, w, verb, w->aim[i]);
    uint64_t can = 0;
    for (unsigned i = 0; i < w->aim_count; i++)
        if (is_affected(t, w, w->aim[i]) && can_heal(t, w->aim[i])) can |= UINT64_C(1) << i;
    for (unsigned i = 0; i < w->aim_count; i++) {
        int n = can >> i & 1 ? regain(t, w->aim[i], amounts[i], work_reason(t, w)) : 0;
        all &= n > 0;
        sum += n;
    }
    if (is_asked_next(t->pool->ops, w)) w->dealt = (uint16_t)sum; // OVE-R354
    return all;
}

// --- moving cards -------------------------------------------------------------------------------

// The owner's hand unless said otherwise (OVE-859); unless said otherwise the bottom of a Deck, and
// the top of an Idle Zone, where the newest lies (section 2).
unsigned return_destination(const struct op *ops, size_t verb, enum zone_end *end)
{
    size_t   to = op_find(ops, verb, W_DESTINATION), zone = to ? op_find(ops, to, W_ZONE) : 0;
    unsigned word = zone ? (unsigned)ops[op_find(ops, zone, W_ZONENAME)].value : ZONE_HAND;
    *end          = to && ops[to].value == TO_TOP ? TOP : BOTTOM;
    if (word == ZONE_IDLE && ops[to].value != TO_BOTTOM) *end = TOP;
    return word;
}

static bool escapes(const struct table *t, const struct work *w, card_id c, enum passive how)
{
    return !is_affected(t, w, c) || cannot(t, c, how, w->card);
}

// Those it can be done to, seen before it is done to the first of them: all at once (OVE-709).
static uint64_t not_barred(const struct table *t, const struct work *w, enum passive how)
{
    uint64_t set = 0;
    static_assert(AIMS_MAX <= 64, "a set of aims is a word");
    for (unsigned i = 0; i < w->aim_count; i++)
        if (!escapes(t, w, w->aim[i], how)) set |= UINT64_C(1) << i;
    return set;
}

// "Shuffle all cards in your Idle Zone into your Deck": its owner's (OVE-859).
static void shuffle_decks_of(struct table *t, const struct work *w)
{
    for (seat_id seat = 0; seat < t->state->seats; seat++)
        for (unsigned i = 0; i < w->aim_count; i++)
            if (card_in(peek(t), w->aim[i])->owner == seat) {
                shuffle(t, zone_for(seat, DECK), STREAM_DECK + seat, work_reason(t, w));
                break;
            }
}

static bool do_return(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops = t->pool->ops;
    enum zone_end    end;
    unsigned         word  = return_destination(ops, verb, &end);
    bool             all   = w->aim_count > 0;
    uint64_t         can   = not_barred(t, w, IS_RETURNED);
    bool             first = begin_leaving(t, w->aim, w->aim_count);
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
    end_leaving(t, first);
    if (ops[op_find(ops, verb, W_DESTINATION)].value == TO_SHUFFLED) shuffle_decks_of(t, w);
    return all;
}

static bool says_leader(const struct op *ops, size_t line)
{
    for (size_t n = line; n < op_after(ops, line); n++)
        if (ops[n].code == W_NOUN && (ops[n].value == NOUN_LEADER || ops[n].value == NOUN_LEADERS))
            return true;
    return false;
}

// A player Sacrifices own cards (OVE-862), another Leader only if the line says so (OVE-465).
static bool may_sacrifice(const struct table *t, const struct work *w, card_id c)
{
    seat_id seats[SEATS_MAX];
    size_t  n = players_of(t, w, seats);
    if (c != w->card && is_face_up_leader(t, c) &&
        !says_leader(t->pool->ops, book(t)->abilities[w->ability].op))
        return false;
    for (size_t i = 0; i < n; i++)
        if (seats[i] == seat_of(peek(t), c)) return true;
    return false;
}

static bool do_to_card(struct table *t, struct work *w, card_id c, enum do_verb verb)
{
    struct oversoul_state *s   = state(t);
    struct reason          why = work_reason(t, w);
    switch (verb) {
    case DO_EXILE:
        if (card_in(s, c)->zone == EXILE) return false;
        exile(t, c, why);
        return card_in(s, c)->zone == EXILE || card_in(s, c)->zone == NO_ZONE; // a TOTEM is gone
    case DO_SHATTER:
        if (!is_board_card(s, c) || has_keyword(s, c, CRYSTALIZED)) return false;
        shatter(t, c, w->card, why);
        return zone_kind(card_in(s, c)->zone) == IDLE; // AMORPHOUS: it was not (OVE-841)
    case DO_SACRIFICE:
        if (!is_board_card(s, c) || !may_sacrifice(t, w, c)) return false;
        sacrifice(t, c, why);
        return zone_kind(card_in(s, c)->zone) == IDLE;
    case DO_EXHAUST: return exhaust(t, c, why) && is_sideways(s, host_of(s, c));
    case DO_REACTIVATE: turn_upright(t, c, why); return true;
    case DO_EXPOSE:
        if (!is_prepared(s, c) && zone_kind(card_in(s, c)->zone) != HAND) return false;
        expose(t, c, why);
        return true;
    case DO_SELECT: return true;
    case DO_LOOK: card_show(&s->core, c, (seat_set)BIT(w->seat)); return true;
    case DO_REVEAL:
        card_show(&s->core, c, EVERYBODY);
        happened(t, HAPPENED_EXPOSE, seat_of(s, c), c, NO_CARD, 0, why);
        return true;
    case DO_PREPARE: return make_prepared(t, c, why); // behind a "would" Law; else steps.c
    }
    return false;
}

// A Construct turns with its host (OVE-426): who must bear the turning, and who has turned already.
static uint64_t not_barred_with_hosts(const struct table *t, const struct work *w, enum passive how)
{
    uint64_t set = not_barred(t, w, how);
    for (unsigned i = 0; i < w->aim_count; i++)
        if (escapes(t, w, host_of(peek(t), w->aim[i]), how) ||
            (how == IS_REACTIVATED && !can_reactivate(t, w->aim[i])))
            set &= ~(UINT64_C(1) << i);
    return set;
}
static bool turns_with_another(const struct oversoul_state *s, const struct work *w, unsigned at)
{
    for (unsigned i = 0; i < at; i++)
        if (host_of(s, w->aim[i]) == host_of(s, w->aim[at])) return true;
    return false;
}

static bool do_each(struct table *t, struct work *w, size_t verb)
{
    static const uint8_t DONE[] = { [DO_EXILE] = IS_EXILED,           [DO_SHATTER] = IS_SHATTERED,
                                    [DO_SACRIFICE] = IS_SACRIFICED,   [DO_EXHAUST] = IS_EXHAUSTED,
                                    [DO_REACTIVATE] = IS_REACTIVATED, [DO_EXPOSE] = IS_EXPOSED,
                                    [DO_PREPARE] = IS_PREPARED,       [DO_SELECT] = IS_SELECTED,
                                    [DO_REVEAL] = IS_SELECTED,        [DO_LOOK] = IS_SELECTED };
    enum do_verb         what   = (enum do_verb)t->pool->ops[verb].value;
    bool                 all    = w->aim_count > 0;
    bool                 moves  = what == DO_EXILE || what == DO_SHATTER || what == DO_SACRIFICE;
    if (moves && w->aim_count > 1 && is_board_card(peek(t), w->aim[0]))
        in_board_order(peek(t), w->aim, w->aim_count);
    bool     turns = what == DO_EXHAUST || what == DO_REACTIVATE;
    uint64_t can   = what == DO_SELECT || what >= DO_REVEAL ? UINT64_MAX
                     : turns ? not_barred_with_hosts(t, w, (enum passive)DONE[what])
                             : not_barred(t, w, (enum passive)DONE[what]);
    bool     first = moves && begin_leaving(t, w->aim, w->aim_count);
    for (unsigned i = 0; i < w->aim_count; i++) {
        card_id c = w->aim[i];
        if (turns && turns_with_another(peek(t), w, i)) continue;
        all &= can >> i & 1 && do_to_card(t, w, c, what);
        if (moves) follow_move(t, w, c);
    }
    if (moves) end_leaving(t, first);
    return all;
}

static bool do_draw(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops    = t->pool->ops;
    size_t           object = op_find(ops, verb, W_OBJECT);
    seat_id          seats[SEATS_MAX];
    size_t           count = owners_of(t, w, seats);
    bool             all   = count > 0;
    if (is_pronoun_object(ops, object)) {
        for (unsigned i = 0; i < w->aim_count; i++) {
            if (zone_kind(card_in(peek(t), w->aim[i])->zone) != DECK) continue;
            draw_card(t, card_in(peek(t), w->aim[i])->owner, w->aim[i], work_reason(t, w));
            follow_move(t, w, w->aim[i]);
        }
        return w->aim_count > 0;
    }
    unsigned from = peek(t)->deed_count, before = w->named_count;
    for (size_t i = 0; i < count; i++) {
        unsigned n = clause_amount(t, w, object);
        if (is_said(ops, object, AMOUNT_ALL)) n = zone_size(t->state, zone_for(seats[i], DECK));
        all &= n <= zone_size(t->state, zone_for(seats[i], DECK));
        draw_cards(t, seats[i], n, work_reason(t, w));
    }
    for (unsigned i = from; i < peek(t)->deed_count; i++) // "then reduce its ENERGY Cost by 1"
        if (peek(t)->deeds[i].kind == DEED_DRAW && w->named_count < NAMED_MAX)
            w->named[w->named_count++] = (struct chosen){
                .card       = peek(t)->deeds[i].card,
                .generation = peek(t)->generation[peek(t)->deeds[i].card]
            };
    settle_names(t, w, before);
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
    s->side[w->seat].energy = (uint8_t)(energy > MOST ? MOST : energy);
    supply(s, w->seat, LACKS_ENERGY);
    touch(s);
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
    int              more = ops[verb].value == COSTS_MORE ? n : -n;
    bool             next = your && op_find(ops, your, W_NEXT);
    if (next || op_find(ops, verb, W_ACTIVATED_THIS_TURN)) how.until = UNTIL_TURN_ENDS; // OVE-668
    if (is_pronoun_object(ops, object)) { // "Draw 1 card, it Costs 1 less ENERGY"
        for (unsigned i = 0; i < w->aim_count; i++) gain_stat(t, w->aim[i], STAT_COST, more, how);
        return w->aim_count > 0;
    }
    change(t, NO_CARD, next ? MOD_NEXT_COSTS : MOD_COSTS, (unsigned)object, more, how);
    return true;
}

static bool do_additional(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops = t->pool->ops;
    struct scope     k   = work_scope(t, w);
    struct lasting   how = lasting_of(t, w);
    if (ops[verb].value == ADDITIONAL_THIS_TURN) how.until = UNTIL_TURN_ENDS;
    change(t, NO_CARD, MOD_MORE_PLUS, (unsigned)op_find(ops, verb, W_OBJECT),
           amount_of(&k, op_find(ops, verb, W_AMOUNT)), how);
    return true;
}

// --- Cancel (OVE-874, OVE-875) ------------------------------------------------------------------

bool cancel_link(struct table *t, unsigned index, card_id by, struct reason reason)
{
    struct oversoul_state *s = state(t);
    struct link           *l = &s->links[index];
    if (l->flags & LINK_CANCELLED || cannot_cancel(t, l, by)) return false;
    if (l->kind == LINK_ABILITY && is_unaffected(t, l->card, by)) return false; // OVE-820
    l->flags = (uint8_t)(l->flags | LINK_CANCELLED);
    happened(t, HAPPENED_CANCEL, l->seat, l->card, NO_CARD, 0, reason);
    if (l->kind == LINK_ACTIVATE)
        leave_after_use(t, l, because(OVE_875));
    else if (l->kind == LINK_PREPARE)
        to_idle(t, l->card, because(OVE_875));
    did(t, DEED_CANCEL, l->seat, l->card, by, 0);
    return true;
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

// The card goes to the Idle Zone by it (OVE-875), which is a move of the link itself.
static bool cancel_and_follow(struct table *t, struct work *w, unsigned index)
{
    card_id c    = peek(t)->links[index].card;
    bool    done = cancel_link(t, index, w->card, work_reason(t, w));
    if (done) follow_move(t, w, c);
    return done;
}

static bool cancel_newest(struct table *t, struct work *w, card_id c)
{
    const struct oversoul_state *s = peek(t);
    for (unsigned i = s->link_count ? s->link_count - 1u : 0; i-- > 0;)
        if (s->links[i].card == c && !(s->links[i].flags & LINK_CANCELLED))
            return cancel_and_follow(t, w, i);
    return false;
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
        if (ops[n].value == CANCELS_THIS_ABILITY) { // the rest of it
            w->end = (uint32_t)op_after(ops, w->pc);
            return true;
        }
        size_t       object = op_find(ops, n, W_OBJECT);
        struct scope k      = work_scope(t, w);
        if (clause_object(ops, w) && ops[n].value == CANCELS_OBJECT) { // "1 opposing Event"
            for (unsigned i = 0; i < w->aim_count; i++) done |= cancel_newest(t, w, w->aim[i]);
            continue;
        }
        if (clause_object(ops, w)) // "all Abilities of 1 opposing Unit"
            for (count = 0; count < w->aim_count; count++) list[count] = w->aim[count];
        else if (object)
            count = candidates(&k, object, list, AIMS_MAX);
        else if (count == 0) // "changes to Stats": of the same cards, or of those named before
            count = cancelled_cards(t, w, list);
        if (ops[n].value == CANCELS_ABILITIES || ops[n].value == CANCELS_CHANGES) {
            for (size_t i = 0; i < count; i++) {
                if (!is_active(s, list[i]) || !is_affected(t, w, list[i])) continue;
                if (ops[n].value == CANCELS_ABILITIES)
                    lose_abilities(t, list[i], HAS_NONE, lasting_of(t, w));
                else
                    cancel_changes(t, list[i]);
                done = true;
            }
            continue;
        }
        unsigned index = w->link; // the one the Law speaks of, "it" or "that" whatever (6.3)
        unsigned below = s->link_count ? s->link_count - 1u : 0; // the last one is being resolved
        for (unsigned i = below; ops[n].value == CANCELS_OBJECT && index == 0 && i-- > 0;)
            for (size_t j = 0; j < count; j++)
                if (s->links[i].card == list[j]) index = i + 1;
        if (index == 0 || index >= s->link_count) continue;
        done |= cancel_and_follow(t, w, index - 1);
    }
    return done;
}

// --- the rest -----------------------------------------------------------------------------------

// What a card can't be: "can't be Shattered or Damaged below 1 HP".
static void bar_being(struct table *t, const struct work *w, card_id c, size_t be)
{
    const struct op *ops   = t->pool->ops;
    struct lasting   how   = lasting_of(t, w);
    struct scope     k     = work_scope(t, w);
    size_t           below = op_find(ops, be, W_BELOW);
    for (size_t p = op_child(be); p < op_after(ops, be); p = op_after(ops, p)) {
        if (ops[p].code != W_PASSIVE) continue;
        if (is_prepared(peek(t), c) && ops[p].value != IS_ACTIVATED) continue; // OVE-150
        size_t by = by_of(ops, p, op_after(ops, be));
        if (below && ops[p].value == IS_DAMAGED)
            change(t, c, MOD_LEAST_HP, (unsigned)by, amount_of(&k, op_find(ops, below, W_AMOUNT)),
                   how);
        else
            change(t, c, MOD_CANT, (unsigned)ops[p].value, (int)by, how);
    }
}

// A Prepared card receives nothing (OVE-150), but that it can't be Activated is no property of it,
// as when it is Exposed (OVE-R344).
static bool can_be_told(const struct table *t, card_id c, size_t verb)
{
    const struct op *ops = t->pool->ops;
    if (is_active(peek(t), c) || is_in_hand_or_deck(peek(t), c)) return true;
    for (size_t p = verb; p < op_after(ops, verb); p++)
        if (ops[p].code == W_PASSIVE && ops[p].value == IS_ACTIVATED)
            return is_prepared(peek(t), c);
    return false;
}

// "It can't Attack (this turn)", "it can Guard", "it must Attack this card": a static sentence
// behind a Law or ➤ is a lasting change (rules.md 6.2, 7).
static bool do_able(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops = t->pool->ops;
    struct lasting   how = lasting_of(t, w);
    unsigned         can = (unsigned)ops[op_find(ops, verb, W_CAN)].value;
    bool             all = w->aim_count > 0;
    for (unsigned i = 0; i < w->aim_count; i++) {
        card_id c = w->aim[i];
        if (!can_be_told(t, c, verb) || !is_affected(t, w, c)) {
            all = false;
            continue;
        }
        for (size_t d = op_child(verb); d < op_after(ops, verb); d = op_after(ops, d)) {
            if (is_prepared(peek(t), c) && ops[d].code != W_DOING_BE) continue;
            unsigned doing = (unsigned)ops[d].value;
            int      whom  = ops[d].code == W_DOING ? (int)told_whom(ops, verb, d) : 0;
            if (ops[d].code == W_DOING && can >= MUST_DO)
                change(t, c, MOD_TOLD, told_to(can, doing), whom, how);
            else if (ops[d].code == W_DOING)
                change(t, c, MOD_CANT, 32u + doing, whom, how);
            else if (ops[d].code == W_NO_CONSTRUCTS)
                change(t, c, MOD_CANT, 32u + DO_BEAR_MORE, 0, how);
            else if (ops[d].code == W_DOING_BE)
                bar_being(t, w, c, d);
        }
    }
    return all;
}

// "Unaffected by Abilities from Events (this turn)", "Exiled when leaving the board": what a
// keyword says, for this card.
static bool do_keyword_in_words(struct table *t, struct work *w, size_t verb)
{
    bool     leaving = t->pool->ops[verb].code == W_LEAVING;
    unsigned word    = leaving ? KW_AMORPHOUS : KW_RESISTANT;
    size_t   to      = leaving ? 0 : op_find(t->pool->ops, verb, W_OBJECT);
    if (peek(t)->generation[w->card] != w->generation || !is_active(peek(t), w->card)) return false;
    gain_keyword(t, w->card, word, to, lasting_of(t, w));
    return true;
}

static const uint32_t LEAVING_LAWS = BIT(LAW_DISCARD) | BIT(LAW_EXILE) | BIT(LAW_RETURN) |
                                     BIT(LAW_SACRIFICE) | BIT(LAW_SHATTER);

static bool do_trigger(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops = t->pool->ops;
    unsigned         law = (unsigned)ops[op_find(ops, verb, W_LAWREF)].value;
    bool             any = false;
    for (unsigned i = 0; i < w->aim_count; i++) {
        struct held list[ABILITIES_HELD_MAX];
        bool        off   = !is_board_card(peek(t), w->aim[i]) && LEAVING_LAWS >> law & 1;
        size_t      count = off ? zone_law_abilities(t, w->aim[i], list) // OVE-121
                                : abilities_of(t, w->aim[i], list);
        for (size_t k = 0; k < count; k++) {
            const struct ability *a = &book(t)->abilities[list[k].ability];
            if (!(a->laws >> law & 1) || (a->kind != ABILITY_TRIGGER && a->kind != ABILITY_USE))
                continue;
            any |= trigger_without_event(t, w->aim[i], &list[k], (enum keylaw)law);
        }
    }
    return any;
}

static bool do_end_of_game(struct table *t, struct work *w, size_t verb)
{
    struct oversoul_state *s = state(t);
    seat_id                seats[SEATS_MAX];
    size_t                 n = players_of(t, w, seats);
    for (size_t i = 0; i < n; i++) {
        if (t->pool->ops[verb].code == W_WINS)
            s->side[seats[i]].wins = 1;
        else
            s->side[seats[i]].must_lose = 3;
        s->unjudged = 1;
    }
    return n > 0;
}

// "Your opponent loses 2 HP": no DMG, so that nothing takes it in their place (OVE-R476).
static bool do_lose_hp(struct table *t, struct work *w, size_t verb)
{
    seat_id seats[SEATS_MAX];
    size_t  count = players_of(t, w, seats);
    int     n     = verb_amount(t, w, verb);
    for (size_t i = 0; i < count; i++) lose_hp(t, seats[i], n, work_reason(t, w));
    return count > 0 && n > 0;
}

static bool do_place_marks(struct table *t, struct work *w, size_t verb)
{
    const struct op *ops = t->pool->ops;
    bool             all = w->aim_count > 0;
    for (unsigned i = 0; i < w->aim_count; i++) {
        bool can = is_active(peek(t), w->aim[i]) && is_affected(t, w, w->aim[i]);
        int  n   = amount_for(t, w, verb, w->aim[i]);
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
    case W_HAS: // "Your Units have +1 DMG this turn"
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
    case W_UNAFFECTED:
    case W_LEAVING: return do_keyword_in_words(t, w, verb);
    case W_TRIGGER: return do_trigger(t, w, verb);
    case W_PLACE_MARKS: return do_place_marks(t, w, verb);
    case W_WINS:
    case W_LOSES: return do_end_of_game(t, w, verb);
    case W_LOSE_HP: return do_lose_hp(t, w, verb);
    default: return false;
    }
}

// Copy and Steal take from one card after the other; deal() has its own rounds.
static bool do_at_once(struct table *t, struct work *w, size_t verb)
{
    unsigned code = t->pool->ops[verb].code;
    if (w->aim_count < 2 || code == W_DEAL || code == W_COPY || code == W_STEAL)
        return do_verb(t, w, verb);
    begin_at_once(t, true);
    bool done = do_verb(t, w, verb);
    end_at_once(t);
    return done;
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
        if (!has_node(ops, condition, W_OBJECT)) // an omitted subject: whom the clause is about
            k.card = c;
        k.named       = &one;
        k.named_count = 1;
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
    return do_at_once(t, &other, verb);
}

void do_clause(struct table *t, struct work *w)
{
    const struct op *ops      = t->pool->ops;
    size_t           verb     = op_child(w->pc);
    bool             all      = has_all_aims(t, w);
    bool             replaced = false;
    for (size_t n = op_after(ops, verb); n < op_after(ops, w->pc); n = op_after(ops, n))
        if (ops[n].code == W_INSTEAD_IF && (!replaced || w->aim_count))
            replaced |= do_instead(t, w, n);
    bool done = (replaced && w->aim_count == 0) || do_at_once(t, w, verb);
    w->done   = done && all;
}
