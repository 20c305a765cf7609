// view.c - what people see of a position, what must hold in every one, and faces that move.
#include "games/oversoul/game_private.h"

const char *const oversoul_value_names[] = {
    [VALUE_TURN]         = "turn",
    [VALUE_TURN_SEAT]    = "turn of",
    [VALUE_PHASE]        = "phase",
    [VALUE_PRIORITY]     = "priority",
    [VALUE_RANK]         = "leader rank",
    [VALUE_ENERGY]       = "energy",
    [VALUE_SHIFT_ENERGY] = "shift energy",
    [VALUE_PLUS_USED]    = "+cards used",
    [VALUE_RESCUE]       = "rescue",
    NULL,
};
const char *const oversoul_stat_names[] = {
    [STAT_SHOWN_HP]   = "HP",
    [STAT_SHOWN_MAX]  = "max HP",
    [STAT_SHOWN_DMG]  = "DMG",
    [STAT_SHOWN_SPD]  = "SPD",
    [STAT_SHOWN_COST] = "cost",
    [STAT_SHOWN_RANK] = "RANK",
    NULL,
};
const char *const oversoul_status_words[] = {
    "AVIAN",
    "CLEAVE",
    "CRYSTALIZED",
    "GUARD",
    "PIERCE",
    "POLARITY",
    "RANGED",
    "RESISTANT",
    "THORNS",
    "VAMPIRISM",
    "BARRIER",
    "DEATHTOUCH",
    "DUAL-STRIKE",
    "DYNAMO",
    "FRENZY",
    "VEILED",
    "AMORPHOUS",
    "BERSERK",
    "CHAINED",
    "DAMNED",
    "PETRIFIED",
    "SEALED",
    "RESISTANT to some",
    "HYPER-BARRIER",
    "HYPER-DEATHTOUCH",
    "HYPER-STRIKE",
    "HYPER-DYNAMO",
    "HYPER-FRENZY",
    "HYPER-VEILED",
    "entered this turn",
    "prepared this turn",
    "generated this turn",
    "exposed",
    "pending",
    "active",
    "construct",
    "marked",
    "picked",
    NULL,
};
static_assert(COUNT(oversoul_status_words) == STATUS_COUNT + 1, "a word for every status");

// --- views --------------------------------------------------------------------------------------

static uint64_t statuses(const struct table *t, card_id c)
{
    static const struct {
        uint16_t flag, status;
    } OF[] = {
        { BODY_ENTERED, STATUS_ENTERED },     { BODY_PREPARED_NOW, STATUS_PREPARED_NOW },
        { BODY_GENERATED, STATUS_GENERATED }, { BODY_EXPOSED, STATUS_EXPOSED },
        { BODY_PENDING, STATUS_PENDING },     { BODY_ACTIVE, STATUS_ACTIVE },
        { BODY_CONSTRUCT, STATUS_CONSTRUCT },
    };
    const struct body *b     = body_at(peek(t), c);
    uint64_t           words = b->keywords;
    for (size_t i = 0; i < COUNT(OF); i++)
        if (b->flags & OF[i].flag) words |= UINT64_C(1) << OF[i].status;
    for (unsigned k = 0; k < CHARGED_COUNT; k++)
        if (b->keywords >> (CHARGED_FIRST + k) & 1 && charges_left(t, c, CHARGED_FIRST + k) == 2)
            words |= UINT64_C(1) << (STATUS_HYPER + k);
    if (b->marks) words |= UINT64_C(1) << STATUS_MARKED;
    return words;
}

static void add_stats(const struct table *t, seat_id viewer, struct view_card *card)
{
    const struct oversoul_state *s = peek(t);
    const struct body           *b = body_at(s, card->id);
    if (is_board(card->zone)) {
        card->stats                 = STAT_SHOWN_RANK + 1;
        card->stat[STAT_SHOWN_HP]   = (int16_t)hp_left(s, card->id);
        card->stat[STAT_SHOWN_MAX]  = b->hp;
        card->stat[STAT_SHOWN_DMG]  = b->dmg;
        card->stat[STAT_SHOWN_SPD]  = b->spd;
        card->stat[STAT_SHOWN_RANK] = (int16_t)rank_of(t, card->id);
        card->words                 = statuses(t, card->id);
    } else if (zone_kind(card->zone) == HAND && card->def != NO_DEF &&
               zone_seat(card->zone) == viewer) {
        card->stats                 = STAT_SHOWN_COST + 1;
        card->stat[STAT_SHOWN_COST] = (int16_t)activation_cost(t, viewer, card->id, true);
    }
}

static void add_links(const struct table *t, seat_id viewer, struct view *v)
{
    const struct oversoul_state *s = peek(t);
    for (unsigned i = 0; i < s->link_count && v->link_count < VIEW_STACK_MAX; i++) {
        const struct link *l     = &s->links[i];
        bool               known = card_in(s, l->card)->known >> viewer & 1;
        uint16_t           line  = 0;
        if (l->ability != NO_ABILITY) {
            const struct ability *a = &book(t)->abilities[l->ability];
            line                    = (uint16_t)(a->line - t->pool->defs[a->def].line_first);
        }
        v->links[v->link_count++] = (struct view_link){ .what   = l->kind,
                                                        .seat   = l->seat,
                                                        .flags  = l->flags,
                                                        .card   = l->card,
                                                        .target = l->target,
                                                        .line   = line,
                                                        .def    = known ? card_in(s, l->card)->def
                                                                        : NO_DEF };
    }
}

void oversoul_view_extra(const struct table *t, seat_id viewer, struct view *v)
{
    const struct oversoul_state *s       = peek(t);
    bool                         gathers = viewer < s->core.seats && s->core.asked >> viewer & 1 &&
                   s->core.question[viewer].max > 0;
    for (unsigned i = 0; i < v->card_count; i++) {
        add_stats(t, viewer, &v->cards[i]);
        if (gathers && has_picked(&s->core.question[viewer], v->cards[i].id))
            v->cards[i].words |= UINT64_C(1) << STATUS_PICKED;
    }
    view_add_value(v, VALUE_TURN, NO_SEAT, s->turn);
    view_add_value(v, VALUE_TURN_SEAT, NO_SEAT, s->turn_seat);
    view_add_value(v, VALUE_PHASE, NO_SEAT, s->phase);
    view_add_value(v, VALUE_PRIORITY, NO_SEAT, s->priority);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        const struct side *side = &s->side[seat];
        view_add_value(v, VALUE_RANK, seat, side->rank);
        view_add_value(v, VALUE_ENERGY, seat, side->energy);
        view_add_value(v, VALUE_SHIFT_ENERGY, seat, side->shift_energy);
        view_add_value(v, VALUE_PLUS_USED, seat, side->plus_used);
        view_add_value(v, VALUE_RESCUE, seat, side->rescue);
    }
    add_links(t, viewer, v);
}

// What could lie Prepared in that zone (OVE-142).
bool oversoul_could_be(const struct table *t, card_id c, def_id def)
{
    const struct oversoul_state *s = peek(t);
    zone_id                      z = card_in(s, c)->zone;
    if (!(card_in(s, c)->flags & CARD_FACE_DOWN)) return true;
    if (!is_board(z)) { // being Prepared: its zone is settled, or there must be one
        if (s->declaring.link.kind != LINK_PREPARE) return true; // by an Ability (OVE-R280)
        z = s->declaring.link.zone;
        if (z == NO_ZONE)
            return has_empty_zone(s, card_in(s, c)->owner, needs_event_zone(&book(t)->faces[def]));
    }
    return needs_event_zone(&book(t)->faces[def]) == is_event_zone(z);
}

// --- faces that move inside a hand or Deck ------------------------------------------------------

struct moved {
    const card_id *from, *to;
    size_t         count;
};

static void follow(const struct moved *m, card_id *c)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->from[i] == *c) {
            *c = m->to[i];
            return;
        }
}

static void follow_link(const struct moved *m, struct link *l)
{
    follow(m, &l->card);
    follow(m, &l->source);
    follow(m, &l->it);
    follow(m, &l->target);
}

// Everything in the position that names a card by its place (questions, links, triggers, works).
void oversoul_faces_moved(struct table *t, const card_id *from, const card_id *to, size_t count)
{
    struct oversoul_state *s = state(t);
    const struct moved     m = { from, to, count };
    uint8_t                generation[CARDS_MAX];
    for (size_t i = 0; i < count; i++) generation[i] = s->generation[from[i]];
    for (size_t i = 0; i < count; i++) s->generation[to[i]] = generation[i];
    if (s->phase == PHASE_SETUP) return;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        for (unsigned i = 0; i < s->core.question[seat].picked; i++)
            follow(&m, &s->core.question[seat].pick[i]);
    follow_link(&m, &s->declaring.link);
    for (unsigned i = 0; i < s->declaring.count; i++) follow(&m, &s->declaring.chosen[i].card);
    for (unsigned i = 0; i < s->link_count; i++) follow_link(&m, &s->links[i]);
    for (unsigned i = 0; i < s->chosen_count; i++)
        if (!(s->chosen[i].line & ANSWERED)) follow(&m, &s->chosen[i].card);
    for (unsigned i = 0; i < s->waiting_count; i++) {
        follow(&m, &s->waiting[i].card);
        follow(&m, &s->waiting[i].source);
        follow(&m, &s->waiting[i].it);
    }
    for (unsigned i = 0; i < s->work_count; i++) {
        follow(&m, &s->works[i].card);
        follow(&m, &s->works[i].source);
        for (unsigned k = 0; k < s->works[i].named_count; k++)
            follow(&m, &s->works[i].named[k].card);
        for (unsigned k = 0; k < s->works[i].aim_count; k++) follow(&m, &s->works[i].aim[k]);
    }
    for (unsigned i = 0; i < s->deed_count; i++) {
        follow(&m, &s->deeds[i].card);
        follow(&m, &s->deeds[i].by);
    }
    for (unsigned i = 0; i < GONE_MAX; i++) {
        follow(&m, &s->gone[i].card);
        follow(&m, &s->gone[i].host);
    }
    follow(&m, &s->followed);
}

// --- giving up (OVE-941) ------------------------------------------------------------------------

void oversoul_concede(struct table *t, seat_id seat)
{
    struct oversoul_state *s = state(t);
    happened(t, HAPPENED_CONCEDE, seat, NO_CARD, NO_CARD, 0, because(OVE_941));
    end_game(t, seats_of_team(&s->core, (uint8_t)!s->core.team[seat]), OVE_941);
}

// --- what must always hold ----------------------------------------------------------------------

static const char *broken_body(const struct table *t, card_id c)
{
    const struct oversoul_state *s    = peek(t);
    const struct card           *card = card_in(s, c);
    const struct body           *b    = body_at(s, c);
    if (s->slot[c] >= BODIES_MAX) return "a card has a body that does not exist";
    if (is_board(card->zone) != (s->slot[c] != 0))
        return "a card on the board has no body, or one elsewhere has";
    if (!is_board(card->zone)) return NULL;
    if (b->card != c) return "a body is free or another's although a card uses it";
    if (b->flags & BODY_ACTIVE && card->flags & CARD_FACE_DOWN)
        return "an Active card lies face down";
    if (b->flags & BODY_ACTIVE && card->known != EVERYBODY) return "an Active card is hidden";
    if (b->spd > 5) return "a SPD above 5 (OVE-131)";
    if (!(b->flags & BODY_ACTIVE) && !(card->flags & CARD_FACE_DOWN) && !(b->flags & BODY_PENDING))
        return "a face-up card on the board is neither Active nor pending";
    return NULL;
}

// A consumed Keyworded Ability that a card has can be used up (OVE-804).
static bool has_its_charges(const struct table *t, card_id c)
{
    for (unsigned k = CHARGED_FIRST; k < CHARGED_FIRST + CHARGED_COUNT; k++)
        if (has_keyword(peek(t), c, k) && charges_left(t, c, k) == 0) return false;
    return true;
}

static const char *broken_zones(const struct table *t, seat_id seat)
{
    const struct oversoul_state *s = peek(t);
    for (unsigned z = LEADER; z <= E3; z++) {
        unsigned hosts = 0;
        EACH_IN_ZONE(c, &s->core, zone_for(seat, z))
            hosts += !(body_at(s, c)->flags & BODY_CONSTRUCT);
        if (s->zones[zone_for(seat, z)].count && hosts != 1)
            return "a zone holds Constructs only, or two cards (OVE-108)";
    }
    for (unsigned z = DECK; z < SEAT_ZONES; z++)
        EACH_IN_ZONE(c, &s->core, zone_for(seat, z))
            if (seat_of(s, c) != seat) return "a zone holds another player's card (OVE-118)";
    return NULL;
}

// side.board is what state.active holds of that player.
static bool lists_own_board(const struct oversoul_state *s, seat_id seat)
{
    const struct side *side = &s->side[seat];
    unsigned           n    = 0;
    for (unsigned i = 0; i < s->active_count; i++)
        if (seat_of(s, s->active[i]) == seat &&
            (n == side->board_count || side->board[n++] != s->slot[s->active[i]]))
            return false;
    return n == side->board_count;
}

static bool notes_ready_zones(const struct oversoul_state *s, seat_id seat)
{
    unsigned set = 0;
    for (unsigned z = U1; z <= E3; z++) {
        card_id c = host_in(s, zone_for(seat, z));
        if (c != NO_CARD && is_ready(s, c)) set |= BIT(z - U1);
    }
    return set == s->side[seat].ready;
}

const char *oversoul_broken(const struct table *t)
{
    const struct oversoul_state *s = peek(t);
    const char                  *problem;
    unsigned                     bodies = 0;
    for (card_id c = 0; c < s->core.card_count; c++) {
        if (card_in(s, c)->zone == NO_ZONE) continue;
        if ((problem = broken_body(t, c))) return problem;
        bodies += s->slot[c] != 0;
    }
    if (!s->afar && next_afar(t, ~0u, NO_CARD) != NO_CARD)
        return "an Ability in use off the board is not noted";
    if (bodies != s->active_count) return "the list of cards on the boards is not complete";
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if ((problem = broken_zones(t, seat))) return problem;
        if (!lists_own_board(s, seat)) return "a player's list of cards on the board is wrong";
        if (!s->dirty && !notes_ready_zones(s, seat)) return "a zone is noted as ready that is not";
        if (is_noted_to_pass(s, seat) && !activates_for_free(t) && !can_only_pass(t, seat))
            return "a player could respond but is noted to pass";
        if (s->side[seat].rank > 5) return "a Leader RANK above V";
        if (!s->core.scenario && !s->core.over && s->side[seat].leader == NO_CARD)
            return "a player without a Leader";
    }
    if (s->link_count > LINKS_MAX || s->waiting_count > WAITING_MAX || s->work_count > WORKS_MAX)
        return "a list is longer than it can be";
    if (!s->core.over && !s->core.scenario && s->core.depth == 0) return "nothing goes on";
    if (!is_reckoned(t)) return "derived values are not what a reckoning gives";
    for (unsigned i = 0; !s->dirty && i < s->active_count; i++)
        if (!has_its_charges(t, s->active[i])) return "a charge that nobody gives";
    if (s->link_count == 0 && s->chosen_count != 0) return "Selections are left of no link";
    return NULL;
}
