// moves.c - cards changing places and positions (rules.md 100, 650 to 880).
#include "games/oversoul/rules.h"

#include "engine/chance.h"

#include <string.h>

// --- bodies -------------------------------------------------------------------------------------

// Those that came last leave most often: they became pending just now.
static void forget_on_side(struct side *side, unsigned slot)
{
    for (unsigned i = side->board_count; i-- > 0;)
        if (side->board[i] == slot) {
            memmove(&side->board[i], &side->board[i + 1], side->board_count - i - 1u);
            side->board[--side->board_count] = 0;
            return;
        }
}

static void forget_place(struct oversoul_state *s, card_id c)
{
    for (unsigned i = s->active_count; i-- > 0;)
        if (s->active[i] == c) {
            memmove(&s->active[i], &s->active[i + 1],
                    (s->active_count - i - 1u) * sizeof s->active[0]);
            s->active[--s->active_count] = 0;
            break;
        }
    forget_on_side(&s->side[seat_of(s, c)], s->slot[c]);
}

static struct body *take_body(struct oversoul_state *s, card_id c)
{
    if (s->slot[c]) {
        forget_place(s, c);
    } else {
        unsigned i = 1;
        while (i < BODIES_MAX && s->slot[s->bodies[i].card] == i) i++;
        assert(i < BODIES_MAX);
        s->slot[c] = (uint8_t)i;
    }
    struct side *side                = &s->side[seat_of(s, c)];
    struct body *b                   = body_of(s, c);
    s->active[s->active_count++]     = c;
    side->board[side->board_count++] = s->slot[c];
    b->card                          = c;
    return b;
}

// Of a card that is not Active: it has HP, and nothing else looks at it.
void pending_body(struct oversoul_state *s, card_id c) { take_body(s, c)->hp = HIDDEN_HP; }

// Everything about being on the board ends, except limits that outlast it (OVE-117, OVE-720,
// OVE-721). What it lent to others counts anew when it comes back, as from a new card.
static bool ends_with_board(const struct modifier *m, const void *context)
{
    const card_id *c = context;
    if (m->card != *c)
        return m->source == *c &&
               (m->kind == MOD_LENT_USED || m->kind == MOD_RITUAL || m->kind == MOD_STATE);
    return m->kind != MOD_USED || m->until == UNTIL_LEAVES || m->until == UNTIL_TURN_OR_LEAVES;
}

// Ends lasting changes.
void end_changes(struct oversoul_state *s, bool (*ends)(const struct modifier *, const void *),
                 const void            *context)
{
    unsigned ending = 0;
    for (unsigned i = 0; i < s->core.modifier_count; i++)
        if (ends(&s->modifiers[i], context)) {
            mark_modified(s, &s->modifiers[i]);
            stir_for(s, &s->modifiers[i]);
            ending++;
        }
    if (!ending) return;
    modifiers_end(&s->core, ends, context);
    if (!s->dirty && s->holds & HOLDS_LASTING_COSTS) s->dirty = DIRTY_SOME; // is any left?
}

// What it had received in a hand or Deck stays (OVE-718).
static bool ends_by_entering(const struct modifier *m, const void *context)
{
    return !(m->flags & COMES_ALONG) && ends_with_board(m, context);
}

static bool may_lend(const struct oversoul_state *s, card_id c)
{
    const struct body *b = body_at(s, c);
    return s->slot[c] ? b->holds & HOLDS_OUTWARD || b->flags & BODY_CONSTRUCT : s->afar;
}

static void drop_modifiers(struct oversoul_state *s, card_id c)
{
    if (s->cards[c].flags & CARD_MODIFIED || (s->core.modifier_count && may_lend(s, c)))
        modifiers_end(&s->core, ends_with_board, &c);
}

// A card will not be Active any more. Nobody else is reckoned anew for it unless it is a Construct,
// had a continuous Ability or somebody watches.
static void mark_gone(struct oversoul_state *s, card_id c)
{
    const struct body *b       = body_at(s, c);
    bool               outward = b->holds & HOLDS_OUTWARD || b->keywords & BIT(SEALED); // OVE-R104
    if (outward || s->lent_count || s->holds & HOLDS_WATCHER) s->dirty = DIRTY;
    if (b->flags & BODY_CONSTRUCT) mark_changed(s, host_of(s, c));
    mark_recount(s);
}

static void give_back_body(struct table *t, card_id c)
{
    struct oversoul_state *s    = state(t);
    unsigned               slot = s->slot[c];
    seat_id                seat = seat_of(s, c);
    mark_gone(s, c);
    forget_place(s, c);
    drop_modifiers(s, c);
    s->bodies[slot].yield = 0;
    settle_ready(s, c);
    memset(&s->bodies[slot], 0, sizeof(struct body));
    s->changed[slot / 32] &= ~BIT(slot % 32);
    s->slot[c]  = 0;
    s->unjudged = 1;
    if (s->side[seat].leader == c) settle_rank(s, seat, s->side[seat].dial, 0);
    supply(s, seat, LACKS_ZONE);
    if (is_plus_face(t, c)) recount_plus(t, seat);
}

static void refresh_body(struct table *t, card_id c)
{
    struct oversoul_state *s = state(t);
    struct body           *b = body_of(s, c);
    const struct face     *f = face_of(t, c);
    bool printed = !(b->flags & (BODY_CONSTRUCT | BODY_TOTEM)) && !is_leader_seated(s, c);
    for (unsigned k = 0; k < CHARGED_COUNT; k++) { // a Leader that stands up may have Gained some
        unsigned own = printed ? f->charges[k] : 0;
        if (own + gained_charges(b, k) > 2) set_gained(b, k, 2 - own);
        b->charges[k] = (uint8_t)(own + gained_charges(b, k));
    }
    b->charged = b->flags & (BODY_CONSTRUCT | BODY_TOTEM) ? 0 : f->roles;
    b->by_role = is_leader_seated(s, c) ? 0 : f->by_role;
    b->held = b->marks = 0;
}

// FRENZY or a "would" Law keeps it from being Exhausted; that counts as paid (OVE-834).
static bool stays_upright(struct table *t, card_id c)
{
    struct would  w   = { .deeds   = BIT(DEED_EXHAUST),
                          .keyword = has_keyword(peek(t), c, FRENZY) ? FRENZY : NO_KEYWORD };
    enum replaced how = replace(t, c, &w);
    return how == BY_LAW || (how == BY_KEYWORD && use_charge(t, c, FRENZY));
}

void become_active(struct table *t, card_id c, bool sideways)
{
    struct oversoul_state *s      = state(t);
    struct card           *card   = &s->cards[c];
    struct body           *b      = take_body(s, c);
    uint8_t                damage = b->leader_damage;
    bool                   leader = s->side[card->owner].leader == c;
    bool stands_up = leader && b->flags & BODY_ACTIVE; // from the Leader Zone: Active all the time
    if (!leader)
        b->damage = 0;
    else if (stands_up)
        damage = b->damage; // OVE-457
    if (!stands_up && card->flags & CARD_MODIFIED) modifiers_end(&s->core, ends_by_entering, &c);
    mark_changed(s, c);
    mark_recount(s);
    supply(s, seat_of(s, c), LACKS_HOST);
    b->flags = (uint16_t)((b->flags & (BODY_TOTEM | BODY_CONSTRUCT | BODY_AS_CONSTRUCT)) |
                          BODY_ACTIVE | BODY_ENTERED);
    if (leader) b->damage = damage;
    card->flags = (uint8_t)(card->flags & ~(CARD_FACE_DOWN | CARD_SIDEWAYS));
    card_show(&s->core, c, EVERYBODY);
    refresh_body(t, c);
    reckon(t);
    if (!sideways && (b->flags & BODY_CONSTRUCT || !enters_exhausted(t, c))) return;
    if (stays_upright(t, c)) return; // OVE-R61
    card->flags = (uint8_t)(card->flags | CARD_SIDEWAYS);
    settle_ready(s, c);
    touch_card(s, c);
    reckon(t);
    use_charge(t, c, VEILED); // OVE-836
    did(t, DEED_EXHAUST, seat_of(s, c), c, NO_CARD, 0);
    trigger_law(t, c, LAW_EXHAUST, NO_CARD);
}

void stop_being_active(struct table *t, card_id c, bool leaving)
{
    struct oversoul_state *s = state(t);
    if (leaving) {
        give_back_body(t, c);
        return;
    }
    mark_gone(s, c);
    drop_modifiers(s, c);
    struct body *b      = body_of(s, c);
    uint8_t      damage = b->damage;
    memset(b, 0, sizeof *b);
    b->card          = c;
    b->leader_damage = damage;
    mark_changed(s, c);
}

bool make_prepared(struct table *t, card_id c, struct reason reason)
{
    struct oversoul_state *s    = state(t);
    struct card           *card = &s->cards[c];
    if (!is_active(s, c) || is_leader_seated(s, c) ||
        body_at(s, c)->flags & (BODY_TOTEM | BODY_CONSTRUCT))
        return false; // OVE-463, OVE-156
    shed_constructs(t, c, false, NO_CARD, because(OVE_434));
    bool leader = s->side[card->owner].leader == c;
    happened(t, HAPPENED_PREPARED, seat_of(s, c), c, NO_CARD, 0, reason);
    stop_being_active(t, c, false);
    struct body *b = body_of(s, c);
    if (!leader) b->leader_damage = 0;
    if (s->attack.attacker == c) s->attack.attacker_generation--; // not that Unit again (OVE-517)
    b->flags    = BODY_PREPARED_NOW;                              // OVE-154
    card->flags = (uint8_t)((card->flags | CARD_FACE_DOWN) & ~CARD_SIDEWAYS);
    did(t, DEED_PREPARED, seat_of(s, c), c, NO_CARD, 0);
    reckon(t);
    return true;
}

// --- positions ----------------------------------------------------------------------------------

bool exhaust(struct table *t, card_id c, struct reason reason)
{
    struct oversoul_state *s = state(t);
    c                        = host_of(s, c); // OVE-426
    if (!is_upright(s, c)) return false;
    if (stays_upright(t, c)) return true;
    s->cards[c].flags = (uint8_t)(s->cards[c].flags | CARD_SIDEWAYS);
    settle_ready(s, c);
    touch_card(s, c);
    happened(t, HAPPENED_EXHAUST, seat_of(s, c), c, NO_CARD, 0, reason);
    reckon(t);
    use_charge(t, c, VEILED); // OVE-836
    did(t, DEED_EXHAUST, seat_of(s, c), c, NO_CARD, 0);
    trigger_law(t, c, LAW_EXHAUST, NO_CARD);
    return true;
}

static void constructs_activate(struct table *t, card_id host)
{
    struct oversoul_state *s = state(t);
    for (card_id c = card_above(&s->core, host); c != NO_CARD; c = card_above(&s->core, c))
        trigger_law(t, c, LAW_ACTIVATE, NO_CARD); // OVE-433
}

bool can_reactivate(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    c                              = host_of(s, c);
    return is_sideways(s, c) && !has_keyword(s, c, CHAINED) && // OVE-126, OVE-843
           !cannot(t, c, IS_REACTIVATED, acting_card(s));
}

void turn_upright(struct table *t, card_id c, struct reason reason)
{
    struct oversoul_state *s = state(t);
    c                        = host_of(s, c);
    s->cards[c].flags        = (uint8_t)(s->cards[c].flags & ~CARD_SIDEWAYS);
    settle_ready(s, c);
    touch_card(s, c);
    happened(t, HAPPENED_REACTIVATE, seat_of(s, c), c, NO_CARD, 0, reason);
    reckon(t);
    did(t, DEED_REACTIVATE, seat_of(s, c), c, NO_CARD, 0);
    trigger_law(t, c, LAW_ACTIVATE, NO_CARD);
    constructs_activate(t, c);
}

bool reactivate(struct table *t, card_id c, struct reason reason)
{
    if (!can_reactivate(t, c)) return false;
    turn_upright(t, c, reason);
    return true;
}

// --- leaving ------------------------------------------------------------------------------------

static void stir_for_hand(struct table *t, card_id c)
{
    if (face_of(t, c)->offers & (OFFERS_QUICK_EVENT | OFFERS_QUICK_USE))
        stir(state(t), seat_of(state(t), c));
}

// "Equal to its DMG" may be asked after it has left (OVE-R141).
static void remember(struct oversoul_state *s, card_id c)
{
    const struct body *b  = body_at(s, c);
    int                hp = hp_left(s, c);
    if (!(b->flags & BODY_ACTIVE) && !is_prepared(s, c)) return;
    card_id host          = host_of(s, c);
    int     rank          = is_leader_seated(s, c) ? s->side[s->cards[c].owner].rank : b->rank;
    s->gone[s->gone_next] = (struct gone){ .card            = c,
                                           .host            = host,
                                           .generation      = (uint8_t)(s->generation[c] + 1),
                                           .host_generation = s->generation[host],
                                           .zone            = s->cards[c].zone,
                                           .dmg             = b->dmg,
                                           .spd             = b->spd,
                                           .hp              = (uint8_t)(hp < 0 ? 0 : hp),
                                           .rank            = (uint8_t)rank,
                                           .damaged         = b->damage > 0,
                                           .exhausted       = is_sideways(s, host),
                                           .prepared        = is_prepared(s, c),
                                           .keywords        = b->keywords };
    s->gone_next          = (uint8_t)((s->gone_next + 1) % GONE_MAX);
    if (s->leaving == s->gone_next + 1) { // of those that leave together the oldest is forgotten
        mark_changed(s, s->gone[s->gone_next].host);
        s->leaving = (uint8_t)(s->leaving % GONE_MAX + 1);
    }
}

bool is_hand_card(const struct oversoul_state *s, card_id c)
{
    return card_in(s, c)->zone < EXILE && zone_kind(card_in(s, c)->zone) == HAND;
}

static void place_card(struct table *t, card_id c, zone_id to, enum zone_end end)
{
    struct oversoul_state *s    = state(t);
    struct card           *card = &s->cards[c];
    if (s->slot[c]) remember(s, c);
    if (s->slot[c])
        give_back_body(t, c);
    else
        drop_modifiers(s, c); // OVE-718
    card->flags = (uint8_t)(card->flags & (CARD_MODIFIED | CARD_SEEN));
    s->generation[c]++;
    card_move(&s->core, c, to, end);
    if (zone_kind(to) == IDLE || to == EXILE) card_show(&s->core, c, EVERYBODY);
    if (holds_afar(t, c)) { // OVE-R176
        s->afar  = 1;
        s->dirty = DIRTY;
    }
    if (zone_kind(to) == IDLE) supply(s, zone_seat(to), LACKS_IDLE);
    if (zone_kind(to) == HAND) {
        card_show(&s->core, c, (seat_set)(seats_of_team(&s->core, s->core.team[card->owner])));
        stir_for_hand(t, c);
    }
    touch(s);
}

static void note_leader_gone(struct table *t, card_id c)
{
    struct oversoul_state *s    = state(t);
    struct side           *side = &s->side[card_in(s, c)->owner];
    // This Timeshift, if one runs or the link being paid for begins one, and the next (OVE-933).
    bool declared = s->core.depth && s->frames[s->core.depth - 1].flow == FLOW_DECLARE;
    if (side->leader == c) side->rescue = s->link_count || s->resolving || declared ? 2 : 1;
}

// AMORPHOUS and TOTEMs leave for Exile, whatever was meant (OVE-841, OVE-639).
static struct would would_leave(const struct oversoul_state *s, card_id c, enum deed_kind how)
{
    bool for_exile = is_active(s, c) &&
                     (has_keyword(s, c, AMORPHOUS) || body_at(s, c)->flags & BODY_TOTEM);
    return (struct would){ .deeds   = BIT(how) | BIT(DEED_LEAVE),
                           .keyword = for_exile ? AMORPHOUS : NO_KEYWORD };
}

// With 0 HP left it would Shatter again at once, and that is the same event (OVE-R131).
static bool comes_back(const struct oversoul_state *s, card_id c)
{
    return is_board_card(s, c) && hp_left(s, c) <= 0;
}

// Listeners see the card as it was, and those that leave hear of themselves (OVE-761).
static void tell_leaving(struct table *t, enum deed_kind kind, seat_id seat, card_id c, card_id by,
                         zone_id to, bool board)
{
    struct oversoul_state *s     = state(t);
    seat_id                whose = seat_of(s, c);
    s->leaving_to                = to;
    if (kind == DEED_RETURN && book(t)->any_may_return && !board && !is_known_to_all(s, c))
        s->secretly |= (seat_set)BIT(whose);
    did(t, kind, seat, c, by, board ? 0 : card_in(s, c)->zone + 1);
    if (board) did(t, DEED_LEAVE, whose, c, NO_CARD, 0);
    s->leaving_to = NO_ZONE;
}

// Do others know a card of that hand by its place?
bool is_hand_seen(const struct oversoul_state *s, seat_id seat)
{
    seat_set team = seats_of_team(&s->core, s->core.team[seat]);
    EACH_IN_ZONE(c, &s->core, zone_for(seat, HAND))
        if (card_in(s, c)->known & ~team) return true;
    return false;
}

void mix_hand(struct table *t, seat_id seat)
{
    struct oversoul_state *s    = state(t);
    zone_id                hand = zone_for(seat, HAND);
    shuffle(t, hand, STREAM_DECK + seat, because(OVE_877));
    EACH_IN_ZONE(c, &s->core, hand)
        card_show(&s->core, c, seats_of_team(&s->core, s->core.team[seat]));
}

// The place of a card in the hand must not tell which one went. *c stays the same face.
void mix_hand_before(struct table *t, seat_id seat, card_id *c)
{
    struct oversoul_state *s = state(t);
    if (!is_hand_seen(s, seat)) return;
    s->followed = *c;
    mix_hand(t, seat);
    *c          = s->followed;
    s->followed = 0;
}

static void go_into_exile(struct table *t, card_id c, struct reason reason)
{
    struct oversoul_state *s        = state(t);
    bool                   on_board = is_board_card(s, c);
    bool                   totem    = body_at(s, c)->flags & BODY_TOTEM;
    seat_id                seat     = seat_of(s, c);
    leave_waiting(t, c, LAW_EXILE, EXILE);
    if (on_board) note_leader_gone(t, c);
    tell_leaving(t, DEED_EXILE, seat, c, NO_CARD, EXILE, on_board);
    if (on_board) shed_constructs(t, c, true, NO_CARD, because(OVE_435));
    place_card(t, c, EXILE, TOP);
    happened(t, HAPPENED_EXILE, seat, c, NO_CARD, 0, reason);
    if (totem) { // it cannot be Returned: it is no more, but texts may still speak of it
        struct card was = *card_in(s, c);
        card_destroy(&s->core, c);
        card_of(&s->core, c)->def   = was.def;
        card_of(&s->core, c)->owner = was.owner;
    }
}

void exile(struct table *t, card_id c, struct reason reason)
{
    struct would w = { .deeds = BIT(DEED_EXILE) | BIT(DEED_LEAVE), .keyword = NO_KEYWORD };
    if (replace(t, c, &w) == NOT_REPLACED) go_into_exile(t, c, reason);
}

// Another way of leaving has become this one (OVE-841): the same event, to which Laws about
// leaving or Exile may still apply.
SELDOM static void exile_instead(struct table *t, card_id c, struct would *w)
{
    bool falls = comes_back(peek(t), c);
    w->deeds   = BIT(DEED_EXILE) | BIT(DEED_LEAVE);
    w->keyword = NO_KEYWORD;
    while (replace(t, c, w) == BY_LAW)
        if (!falls || !comes_back(peek(t), c)) return;
    go_into_exile(t, c, because(body_at(peek(t), c)->flags & BODY_TOTEM ? OVE_639 : OVE_841));
}

SELDOM static void execute_trigger(struct table *t, card_id by, card_id shattered)
{
    struct oversoul_state *s = state(t);
    if (by == NO_CARD || !is_active(s, by)) return;
    // Once if several Shatter together (OVE-738).
    for (unsigned i = s->together; i < s->waiting_count; i++)
        if (s->waiting[i].card == by && s->waiting[i].deed >= s->last_from &&
            s->deeds[s->waiting[i].deed].kind == DEED_LEAVE && // not by INJURE* of the same line
            book(t)->abilities[s->waiting[i].ability].laws & BIT(LAW_EXECUTE))
            return;
    int dealt = 0; // OVE-R138
    for (unsigned i = s->last_from; i < s->deed_count; i++)
        if (s->deeds[i].kind == DEED_DAMAGE && s->deeds[i].by == by) dealt += s->deeds[i].amount;
    trigger_of_damage(t, by, LAW_EXECUTE, shattered, dealt);
}

static void be_shattered(struct table *t, card_id c, card_id by, struct reason reason)
{
    struct oversoul_state *s    = state(t);
    zone_id                to   = zone_for(card_in(s, c)->owner, IDLE);
    seat_id                seat = seat_of(s, c);
    leave_waiting(t, c, LAW_SHATTER, to);
    note_leader_gone(t, c);
    tell_leaving(t, DEED_SHATTER, by == NO_CARD ? seat : seat_of(s, by), c, by, to, true);
    shed_constructs(t, c, false, NO_CARD, because(OVE_434));
    place_card(t, c, to, TOP);
    happened(t, HAPPENED_SHATTER, seat, c, NO_CARD, 0, reason);
    if (by != c) execute_trigger(t, by, c);
}

void shatter(struct table *t, card_id c, card_id by, struct reason reason)
{
    struct oversoul_state *s = state(t);
    if (!is_board_card(s, c)) return;
    struct would  w = would_leave(s, c, DEED_SHATTER);
    enum replaced how;
    while ((how = replace(t, c, &w)) == BY_LAW)
        if (!comes_back(s, c)) return;
    if (how == BY_KEYWORD)
        exile_instead(t, c, &w);
    else
        be_shattered(t, c, by, reason);
}

// Constructs go before their host: Shattered, or Exiled with it (OVE-434, OVE-435). What they lent
// it has been told of its leaving (OVE-761). No "would" Law keeps one without its host (OVE-R193).
void shed_constructs(struct table *t, card_id host, bool exiled, card_id by, struct reason reason)
{
    struct oversoul_state *s = state(t);
    if (body_at(s, host)->flags & BODY_CONSTRUCT || card_above(&s->core, host) == NO_CARD) return;
    bool first = begin_leaving(t, &host, 1);
    while (is_board_card(s, host) && card_above(&s->core, host) != NO_CARD) {
        card_id c = s->zones[card_in(s, host)->zone].top;
        if (exiled)
            exile(t, c, reason);
        else
            shatter(t, c, by, reason);
        if (!is_board_card(s, c) || host_of(s, c) != host) continue;
        if (exiled || has_keyword(s, c, AMORPHOUS))
            go_into_exile(t, c, reason);
        else
            be_shattered(t, c, by, reason);
    }
    end_leaving(t, first);
}

void sacrifice(struct table *t, card_id c, struct reason reason)
{
    struct oversoul_state *s   = state(t);
    struct would           w   = would_leave(s, c, DEED_SACRIFICE);
    enum replaced          how = replace(t, c, &w);
    if (how == BY_KEYWORD) exile_instead(t, c, &w);
    if (how != NOT_REPLACED) return;
    zone_id to   = zone_for(card_in(s, c)->owner, IDLE);
    seat_id seat = seat_of(s, c);
    leave_waiting(t, c, LAW_SACRIFICE, to);
    note_leader_gone(t, c);
    tell_leaving(t, DEED_SACRIFICE, seat, c, NO_CARD, to, true);
    shed_constructs(t, c, false, NO_CARD, because(OVE_434));
    place_card(t, c, to, TOP);
    happened(t, HAPPENED_SACRIFICE, seat, c, NO_CARD, 0, reason);
}

enum { HP_CHANGES_MAX = 32 };
static unsigned hp_changes(const struct oversoul_state *s, card_id c, struct modifier *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->core.modifier_count && n < HP_CHANGES_MAX; i++) {
        const struct modifier *m = &s->modifiers[i];
        if (m->card == c && (m->kind == MOD_ADD || m->kind == MOD_SET) && m->arg == STAT_HP)
            out[n++] = *m;
    }
    return n;
}

// A Leader does not go to hand or Deck: it sits down again and keeps damage and HP changes
// (OVE-461).
SELDOM static void leader_sits_down(struct table *t, card_id c, struct reason reason)
{
    struct oversoul_state *s    = state(t);
    zone_id                home = zone_for(card_in(s, c)->owner, LEADER);
    bool                   on   = is_board_card(s, c);
    if (on && card_in(s, c)->zone == home) return;
    uint8_t         damage = 0;
    struct modifier changes[HP_CHANGES_MAX];
    unsigned        kept = 0;
    if (on) {
        shed_constructs(t, c, false, NO_CARD, because(OVE_434));
        damage = is_prepared(s, c) ? body_at(s, c)->leader_damage : body_at(s, c)->damage;
        kept   = is_prepared(s, c) ? 0 : hp_changes(s, c, changes);
        give_back_body(t, c);
    }
    s->side[card_in(s, c)->owner].rescue = 0;
    place_card(t, c, home, TOP);
    struct body *b    = take_body(s, c);
    s->dirty          = 1;
    b->flags          = BODY_ACTIVE;
    b->damage         = damage;
    s->cards[c].flags = (uint8_t)(s->cards[c].flags & (CARD_MODIFIED | CARD_SEEN));
    for (unsigned i = 0; i < kept; i++) modifier_add(&s->core, changes[i]);
    card_show(&s->core, c, EVERYBODY);
    refresh_body(t, c);
    reckon(t);
    happened(t, HAPPENED_RETURN, seat_of(s, c), c, NO_CARD, 0, reason);
}

bool return_card(struct table *t, card_id c, unsigned zone_word, enum zone_end end,
                 struct reason reason)
{
    struct oversoul_state *s     = state(t);
    seat_id                owner = card_in(s, c)->owner;
    bool                   on    = is_board_card(s, c);
    if (s->side[owner].leader == c && zone_word != ZONE_IDLE) {
        leader_sits_down(t, c, reason);
        return false;
    }
    zone_id to = zone_for(owner, zone_word == ZONE_DECK   ? DECK
                                 : zone_word == ZONE_IDLE ? IDLE
                                                          : HAND);
    if (card_in(s, c)->zone == to && zone_kind(to) != DECK) return false; // it is there already
    struct would  w   = would_leave(s, c, DEED_RETURN);
    enum replaced how = replace(t, c, &w);
    if (how == BY_KEYWORD) exile_instead(t, c, &w);
    if (how != NOT_REPLACED) return false;
    seat_id seat = seat_of(s, c);
    if (is_hand_card(s, c)) mix_hand_before(t, seat, &c);
    if (is_prepared(s, c) && zone_kind(to) == HAND && is_known_to_all(s, c))
        s->unmixed |= (seat_set)BIT(owner);
    leave_waiting(t, c, LAW_RETURN, to);
    tell_leaving(t, DEED_RETURN, seat, c, NO_CARD, to, on);
    if (on) shed_constructs(t, c, false, NO_CARD, because(OVE_434));
    place_card(t, c, to, end);
    happened(t, HAPPENED_RETURN, seat, c, NO_CARD, 0, reason);
    return true;
}

void discard(struct table *t, card_id c, struct reason reason)
{
    struct oversoul_state *s     = state(t);
    seat_id                owner = card_in(s, c)->owner;
    zone_id                from  = card_in(s, c)->zone;
    zone_id                to    = zone_for(owner, IDLE);
    if (cannot(t, c, IS_DISCARDED, acting_card(s))) return;
    leave_waiting(t, c, LAW_DISCARD, to);
    place_card(t, c, to, TOP);
    happened(t, HAPPENED_DISCARD, owner, c, NO_CARD, 0, reason);
    did(t, DEED_DISCARD, owner, c, NO_CARD, from + 1);
}

void to_idle(struct table *t, card_id c, struct reason reason)
{
    struct oversoul_state *s = state(t);
    if (is_active(s, c) && has_keyword(s, c, AMORPHOUS)) { // an Event that was carried out
        exile(t, c, because(OVE_841));
        return;
    }
    place_card(t, c, zone_for(card_in(s, c)->owner, IDLE), TOP);
    happened(t, HAPPENED_IDLE, card_in(s, c)->owner, c, NO_CARD, 0, reason);
}

// --- arriving -----------------------------------------------------------------------------------

void draw_card(struct table *t, seat_id seat, card_id c, struct reason reason)
{
    struct oversoul_state *s = state(t);
    s->generation[c]++;
    card_move(&s->core, c, zone_for(seat, HAND), BOTTOM);
    card_show(&s->core, c, seats_of_team(&s->core, s->core.team[seat]));
    touch(s);
    stir_for_hand(t, c);
    happened(t, HAPPENED_DRAW, seat, c, NO_CARD, 0, reason);
    did(t, DEED_DRAW, seat, c, NO_CARD, 0);
}

void draw_cards(struct table *t, seat_id seat, unsigned count, struct reason reason)
{
    struct oversoul_state *s = state(t);
    for (unsigned i = 0; i < count; i++) {
        card_id top = zone_top(&s->core, zone_for(seat, DECK));
        if (top == NO_CARD) {
            s->side[seat].must_lose = 1; // OVE-935
            s->unjudged             = 1;
            return;
        }
        if (cannot(t, top, IS_DRAWN, acting_card(s))) return;
        draw_card(t, seat, top, reason);
    }
}

// A Construct in play moves: it stays Active, with its damage and all (rules.md 6.3).
static void move_construct(struct table *t, card_id construct, card_id host)
{
    struct oversoul_state *s = state(t);
    mark_changed(s, host_of(s, construct));
    s->generation[construct]++;
    card_move(&s->core, construct, card_in(s, host)->zone, TOP);
    s->dirty = DIRTY;
    stir(s, seat_of(s, host));
    reckon(t);
    happened(t, HAPPENED_ATTACH, seat_of(s, host), construct, host, 0, because(OVE_421));
}

void attach(struct table *t, card_id construct, card_id host, enum attach_how how)
{
    struct oversoul_state *s = state(t);
    zone_id                z = card_in(s, host)->zone;
    if (how == ATTACH_MOVED && body_at(s, construct)->flags & BODY_CONSTRUCT) {
        move_construct(t, construct, host);
        return;
    }
    int came = s->slot[construct] ? 0 : card_in(s, construct)->zone + 1;
    if (s->slot[construct]) give_back_body(t, construct);
    s->generation[construct]++;
    card_move(&s->core, construct, z, TOP); // the newest is on top (OVE-422)
    struct body *b = take_body(s, construct);
    b->flags       = (uint16_t)(BODY_CONSTRUCT |
                          (face_of(t, construct)->kind == KIND_CONSTRUCT ? 0 : BODY_AS_CONSTRUCT));
    become_active(t, construct, false);
    happened(t, HAPPENED_ATTACH, seat_of(s, host), construct, host, 0, because(OVE_421));
    if (how == ATTACH_MOVED) return;
    did(t, DEED_ENTER, seat_of(s, host), construct, construct, came);
    trigger_law(t, construct, LAW_ENTER, NO_CARD);
    if (how == ATTACH_SPAWNED) {
        did(t, DEED_SPAWN, seat_of(s, host), construct, NO_CARD, came);
        exhaust(t, host, because(OVE_431));
    } else if (!is_sideways(s, host) || !reactivate(t, host, because(OVE_430))) {
        trigger_law(t, construct, LAW_ACTIVATE, NO_CARD); // OVE-433: once, also if the host turns
    }
}

card_id spawn_totem(struct table *t, seat_id seat, card_id source, zone_id zone, int dmg, int spd,
                    int hp)
{
    struct oversoul_state *s = state(t);
    card_id                c = card_create(&s->core, book(t)->totem, seat, zone, BOTTOM);
    if (c == NO_CARD) return NO_CARD;
    s->generation[c]++;
    struct body *b = take_body(s, c);
    b->flags       = BODY_TOTEM;
    b->base[0]     = (uint8_t)dmg;
    b->base[1]     = (uint8_t)spd;
    b->base[2]     = (uint8_t)hp;
    while (b->base[3] < ARCHETYPE_COUNT && !(archetypes_of(t, source) >> b->base[3] & 1))
        b->base[3]++; // OVE-639
    if (!cannot(t, c, IS_SPAWNED, source)) return c;
    place_card(t, c, EXILE, TOP);
    card_destroy(&s->core, c);
    return NO_CARD;
}

// OVE-877, until the next Cycle Phase.
void bar_exposed(struct table *t, card_id c)
{
    struct oversoul_state *s = state(t);
    if (s->slot[c]) {
        body_of(s, c)->flags = (uint16_t)(body_of(s, c)->flags | BODY_EXPOSED);
        return;
    }
    modifier_add(&s->core, (struct modifier){ .card   = c, // in a hand
                                              .source = NO_CARD,
                                              .arg    = IS_ACTIVATED,
                                              .kind   = MOD_CANT,
                                              .until  = UNTIL_ANY_CYCLE,
                                              .flags  = BY_EXPOSING });
    s->bars |= bar_of_being(IS_ACTIVATED);
}

bool is_exposed(const struct oversoul_state *s, card_id c)
{
    if (s->slot[c]) return body_at(s, c)->flags & BODY_EXPOSED;
    for (unsigned i = 0; card_in(s, c)->flags & CARD_MODIFIED && i < s->core.modifier_count; i++)
        if (s->modifiers[i].card == c && s->modifiers[i].flags & BY_EXPOSING) return true;
    return false;
}

void expose(struct table *t, card_id c, struct reason reason)
{
    struct oversoul_state *s = state(t);
    card_show(&s->core, c, EVERYBODY);
    happened(t, HAPPENED_EXPOSE, seat_of(s, c), c, NO_CARD, 0, reason);
    bar_exposed(t, c);
    did(t, DEED_EXPOSE, seat_of(s, c), c, NO_CARD, 0);
}

bool can_heal(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    return is_board_card(s, c) && !(body_at(s, c)->flags & BODY_PENDING) &&
           !has_keyword(s, c, DAMNED) && !cannot(t, c, IS_HEALED, acting_card(s));
}

int heal(struct table *t, card_id c, int n, struct reason reason)
{
    return can_heal(t, c) ? regain(t, c, n, reason) : 0;
}

int regain(struct table *t, card_id c, int n, struct reason reason)
{
    struct oversoul_state *s = state(t);
    struct body           *b = body_of(s, c);
    if (n > b->damage) n = b->damage;
    struct would w = { .deeds = BIT(DEED_HEAL), .keyword = NO_KEYWORD };
    if (n <= 0 || replace(t, c, &w) != NOT_REPLACED) return 0;
    b->damage = (uint8_t)(b->damage - n);
    touch_card(s, c);
    happened(t, HAPPENED_HEAL, seat_of(s, c), c, NO_CARD, n, reason);
    reckon(t);
    did(t, DEED_HEAL, seat_of(s, c), c, NO_CARD, n);
    trigger_of_damage(t, c, LAW_HEAL, NO_CARD, n); // "the same amount" (OVE-R354)
    return n;
}
