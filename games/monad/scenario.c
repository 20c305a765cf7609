// Positions arranged by hand: the words of "given" and "then", and where play goes on.
#include "games/monad/rules.h"

#include <string.h>

const char *const monad_phases[] = { "setup", "recovery",  "travel", "random",
                                     "quest", "provision", "end",    NULL };

static const char *const PLACES[] = {
    "Millbridge",
    "Port Selvane",
    "Kilnhold",
    "Lastlight",
    "Neon Spire",
    "Threeways",
    "The Underpass",
    "Grav-Train Halt",
    "Otterwood",
    "Reed Sea",
    "Glass Dunes",
    "Cloudfoot Steppe",
    "Wrecker's Cove",
    "Slag Market",
    "Redwing Aerie",
    "Rootcellar",
    "The Furnace Stair",
    "Sump of Names",
    "Stairwell of the First Court",
    "The Silent Orrery",
    NULL,
};

static card_id find_in_pile(const struct table *t, zone_id pile, def_id def)
{
    EACH_IN_ZONE(card, t->state, pile)
        if (card_at(t->state, card)->def == def) return card;
    return NO_CARD;
}

#define SEAT_NUMBER(name, member, most)                                                            \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)card;                                                                                \
        return state_at(t)->side[seat].member;                                                     \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id card, int value)                 \
    {                                                                                              \
        (void)card;                                                                                \
        if (value < 0 || value > (most)) return false;                                             \
        state_of(t)->side[seat].member = (__typeof__(state_of(t)->side[seat].member))value;        \
        return true;                                                                               \
    }
SEAT_NUMBER(vp, vp, 99)
SEAT_NUMBER(gold, loose_gold, 9999)
SEAT_NUMBER(tokens, tokens, 99)
SEAT_NUMBER(moved, moved, 1)
SEAT_NUMBER(turns, turns, 99)
SEAT_NUMBER(safe, safe, 1)
SEAT_NUMBER(waits, waits, 99)
SEAT_NUMBER(campaign_vp, campaign_vp, 99)
SEAT_NUMBER(perk, perk, 4)
SEAT_NUMBER(left_towers, towers[LEFT], 2)
SEAT_NUMBER(center_towers, towers[CENTER], 2)
SEAT_NUMBER(right_towers, towers[RIGHT], 2)
SEAT_NUMBER(more_creeps, waves, 12)
static const char *const PERKS[] = { "no perk", "Frenzy", "Bulwark", "Swift", "Champion", NULL };

static int get_out(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return is_out(state_at(t), seat);
}
static int get_level(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return state_at(t)->side[seat].level;
}
static bool set_level(struct table *t, seat_id seat, card_id card, int value)
{
    (void)card;
    if (value < 1 || value > 10) return false;
    state_of(t)->side[seat].level = (uint8_t)value;
    return true;
}

static int get_at(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    card_id here = state_at(t)->side[seat].location;
    for (int i = 0; PLACES[i] && here != NO_CARD; i++)
        if (strcmp(PLACES[i], def_of(t, here)->name) == 0) return i;
    return -1;
}
static bool set_at(struct table *t, seat_id seat, card_id card, int value)
{
    (void)card;
    def_id  def  = pool_find(t->pool, text_of(PLACES[value]));
    card_id here = def == NO_DEF ? (card_id)NO_CARD : find_in_pile(t, ZONE_MAP, def);
    if (here == NO_CARD) return false;
    state_of(t)->side[seat].location = here;
    return true;
}

static int get_turn(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return state_at(t)->turn;
}
static int get_target(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return state_at(t)->vp_target;
}
static bool set_target(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat, (void)card;
    if (value < 1 || value > 99) return false; // MON-110
    state_of(t)->vp_target = (uint8_t)value;
    return true;
}
static int get_no_limit(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return state_at(t)->no_limit;
}
static bool set_no_limit(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat, (void)card;
    state_of(t)->no_limit = (uint8_t)(value != 0);
    return true;
}
static int get_game(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return state_at(t)->game;
}
static bool set_game(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat, (void)card;
    if (value < 1 || value > 7 || t->state->mode != MODE_CAMPAIGN) return false;
    state_of(t)->game = (uint8_t)value;
    return true;
}
static int get_team_turns(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return state_at(t)->team_turns;
}
static bool set_team_turns(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat, (void)card;
    if (value < 1 || value > 15 || t->state->mode != MODE_GLADIATOR) return false;
    state_of(t)->team_turns = (uint8_t)value;
    return true;
}
static bool set_turn(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat, (void)card;
    if (value < 0 || value > 999) return false;
    state_of(t)->turn = (uint16_t)value;
    return true;
}
static int get_round(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return state_at(t)->combat.kind ? state_at(t)->combat.round : 0;
}

// ---- of cards

static bool is_body(const struct table *t, card_id card) { return is_unit(state_at(t), card); }

#define BODY_NUMBER(name, member)                                                                  \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)seat;                                                                                \
        return is_body(t, card) ? body_at(state_at(t), card)->member : 0;                          \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id card, int value)                 \
    {                                                                                              \
        (void)seat;                                                                                \
        if (!is_body(t, card) || value < 0 || value > 99) return false;                            \
        body_of(state_of(t), card)->member = (__typeof__(body_of(state_of(t), card)->member))      \
            value;                                                                                 \
        return true;                                                                               \
    }
BODY_NUMBER(damage, damage)
BODY_NUMBER(spent, spent)
BODY_NUMBER(enfeeble, status[ENFEEBLE])
BODY_NUMBER(haze, status[HAZE])
BODY_NUMBER(slow, status[SLOW])
BODY_NUMBER(haste, status[HASTE])
BODY_NUMBER(daze, status[DAZE])
BODY_NUMBER(debilitate, status[DEBILITATE])
BODY_NUMBER(marker, status[MARKER])
BODY_NUMBER(bleeding, status[BLEEDING])
BODY_NUMBER(poison, status[POISON])
BODY_NUMBER(pinned, status[PINNED])
BODY_NUMBER(stunned, status[DO_NOT_ACT])
BODY_NUMBER(shield, shield[UNTYPED])

#define VALUE_OF(name, expression)                                                                 \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)seat;                                                                                \
        return is_body(t, card) ? (expression) : 0;                                                \
    }
VALUE_OF(hp, hp_left(t, card))
VALUE_OF(ap, ap_left(t, card))
VALUE_OF(ini, stat_of(t, card, STAT_INI))
VALUE_OF(ar, stat_of(t, card, STAT_AR))
VALUE_OF(hidden, (body_at(state_at(t), card)->flags & BODY_HIDDEN) != 0)

// Heroes of Dota mode.
static struct hero *find_hero(struct table *t, card_id card)
{
    struct monad_state *s = state_of(t);
    for (unsigned i = 0; i < DOTA_SEATS * HEROES; i++)
        if (s->heroes[i / HEROES][i % HEROES].card == card)
            return &s->heroes[i / HEROES][i % HEROES];
    return NULL;
}
static int get_lvl(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    const struct hero *h = hero_at(state_at(t), card);
    return h ? h->tokens : 0;
}
static bool set_lvl(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat;
    struct hero *h = find_hero(t, card);
    if (!h || value < 0 || value > 99) return false;
    h->tokens = (uint8_t)value;
    return true;
}
static int get_unit_level(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    return is_body(t, card) ? level_of(t, card) : 0;
}
static int get_mortal(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    return is_body(t, card) ? body_at(state_at(t), card)->status[MORTAL_STRIKE] : 0;
}
static int get_corrosion(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    return state_at(t)->corrosion[card];
}

static int get_sideways(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    return (card_at(t->state, card)->flags & CARD_SIDEWAYS) != 0;
}
static bool set_sideways(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat;
    if (kind_of(t, card) != KIND_QUEST) return false;
    struct card *c = card_of(t->state, card);
    c->flags       = (uint8_t)(value ? c->flags | CARD_SIDEWAYS : c->flags & ~CARD_SIDEWAYS);
    return true;
}

static int get_markers(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    return state_at(t)->marks[card];
}
static bool set_markers(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat;
    if (value < 0 || value > 31) return false;
    state_of(t)->marks[card] = (uint8_t)value;
    return true;
}

// Abilities marked on a class card, a bit each: 1, 2, 4, 8.
static int get_marked(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    if (kind_of(t, card) != KIND_CLASS || card_at(t->state, card)->owner >= t->state->seats)
        return 0;
    return state_at(t)
        ->side[card_at(t->state, card)->owner]
        .marks[def_of(t, card)->field[FIELD_TIER] - 1];
}
static bool set_marked(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat;
    if (kind_of(t, card) != KIND_CLASS || value < 0 || value > 15) return false;
    struct side *me = &state_of(t)->side[card_at(t->state, card)->owner];
    me->marks[def_of(t, card)->field[FIELD_TIER] - 1] = (uint8_t)value;
    unsigned sum                                      = 0;
    for (unsigned i = 0; i < CLASSES_MAX; i++) sum += (unsigned)__builtin_popcount(me->marks[i]);
    if (sum) me->level = (uint8_t)sum;
    return true;
}

const struct scenario_word monad_scenario_words[] = {
    { "points to win", WORD_TABLE, WORD_NUMBER, NULL, get_target, set_target },
    { "no turn limit", WORD_TABLE, WORD_FLAG, NULL, get_no_limit, set_no_limit },
    { "campaign game", WORD_TABLE, WORD_NUMBER, NULL, get_game, set_game },
    { "team turns", WORD_TABLE, WORD_NUMBER, NULL, get_team_turns, set_team_turns },
    { "turn", WORD_TABLE, WORD_NUMBER, NULL, get_turn, set_turn },
    { "round", WORD_TABLE, WORD_NUMBER, NULL, get_round, NULL },
    { "campaign VP", WORD_SEAT, WORD_NUMBER, NULL, get_campaign_vp, set_campaign_vp },
    { "perk", WORD_SEAT, WORD_CHOICE, PERKS, get_perk, set_perk },
    { "left towers", WORD_SEAT, WORD_NUMBER, NULL, get_left_towers, set_left_towers },
    { "center towers", WORD_SEAT, WORD_NUMBER, NULL, get_center_towers, set_center_towers },
    { "right towers", WORD_SEAT, WORD_NUMBER, NULL, get_right_towers, set_right_towers },
    { "more creeps", WORD_SEAT, WORD_NUMBER, NULL, get_more_creeps, set_more_creeps },
    { "VP", WORD_SEAT, WORD_NUMBER, NULL, get_vp, set_vp },
    { "catalyst level", WORD_SEAT, WORD_NUMBER, NULL, get_level, set_level },
    { "loose gold", WORD_SEAT, WORD_NUMBER, NULL, get_gold, set_gold },
    { "tokens", WORD_SEAT, WORD_NUMBER, NULL, get_tokens, set_tokens },
    { "scenario waits", WORD_SEAT, WORD_NUMBER, NULL, get_waits, set_waits },
    { "turns", WORD_SEAT, WORD_NUMBER, NULL, get_turns, set_turns },
    { "moved", WORD_SEAT, WORD_FLAG, NULL, get_moved, set_moved },
    { "safe", WORD_SEAT, WORD_FLAG, NULL, get_safe, set_safe },
    { "at", WORD_SEAT, WORD_CHOICE, PLACES, get_at, set_at },
    { "out", WORD_SEAT, WORD_FLAG, NULL, get_out, NULL },
    { "damage", WORD_CARD, WORD_NUMBER, NULL, get_damage, set_damage },
    { "spent", WORD_CARD, WORD_NUMBER, NULL, get_spent, set_spent },
    { "HP", WORD_CARD, WORD_NUMBER, NULL, get_hp, NULL },
    { "AP", WORD_CARD, WORD_NUMBER, NULL, get_ap, NULL },
    { "INI", WORD_CARD, WORD_NUMBER, NULL, get_ini, NULL },
    { "AR", WORD_CARD, WORD_NUMBER, NULL, get_ar, NULL },
    { "Enfeeble", WORD_CARD, WORD_NUMBER, NULL, get_enfeeble, set_enfeeble },
    { "Haze", WORD_CARD, WORD_NUMBER, NULL, get_haze, set_haze },
    { "Slow", WORD_CARD, WORD_NUMBER, NULL, get_slow, set_slow },
    { "Haste", WORD_CARD, WORD_NUMBER, NULL, get_haste, set_haste },
    { "Daze", WORD_CARD, WORD_NUMBER, NULL, get_daze, set_daze },
    { "Debilitate", WORD_CARD, WORD_NUMBER, NULL, get_debilitate, set_debilitate },
    { "Marker", WORD_CARD, WORD_NUMBER, NULL, get_marker, set_marker },
    { "Bleeding", WORD_CARD, WORD_NUMBER, NULL, get_bleeding, set_bleeding },
    { "Poison", WORD_CARD, WORD_NUMBER, NULL, get_poison, set_poison },
    { "Pinned", WORD_CARD, WORD_NUMBER, NULL, get_pinned, set_pinned },
    { "Do Not Act", WORD_CARD, WORD_NUMBER, NULL, get_stunned, set_stunned },
    { "Shield", WORD_CARD, WORD_NUMBER, NULL, get_shield, set_shield },
    { "lvl tokens", WORD_CARD, WORD_NUMBER, NULL, get_lvl, set_lvl },
    { "level", WORD_CARD, WORD_NUMBER, NULL, get_unit_level, NULL },
    { "Mortal Strike", WORD_CARD, WORD_NUMBER, NULL, get_mortal, NULL },
    { "Corrosion", WORD_CARD, WORD_NUMBER, NULL, get_corrosion, NULL },
    { "hidden", WORD_CARD, WORD_FLAG, NULL, get_hidden, NULL },
    { "exhausted", WORD_CARD, WORD_FLAG, NULL, get_sideways, set_sideways },
    { "tokens on it", WORD_CARD, WORD_NUMBER, NULL, get_markers, set_markers },
    { "marked", WORD_CARD, WORD_NUMBER, NULL, get_marked, set_marked },
    { 0 },
};

static bool seat_hero(struct monad_state *s, seat_id seat, card_id card)
{
    for (unsigned i = 0; i < HEROES; i++)
        if (s->heroes[seat][i].card == NO_CARD) {
            s->heroes[seat][i].card = card;
            return true;
        }
    return false;
}

bool monad_placed(struct table *t, card_id card, struct error *err)
{
    struct monad_state *s       = state_of(t);
    const struct place  nowhere = { 0 };
    zone_id             zone    = card_at(&s->core, card)->zone;
    unsigned            kind    = kind_of(t, card);
    if (zone == ZONE_SET) { // belongs to nobody, whoever's name stands in front of it
        card_of(&s->core, card)->owner = NO_SEAT;
        return true;
    }
    if (zone < SHARED_ZONES)
        return fail(err, BAD_INPUT, nowhere, "the open piles are laid out already");
    if (zone_kind(zone) == ZONE_SCENARIO) { // "Ash table: ..." says where Ash is, and what for
        struct side *me = &s->side[zone_seat(zone)];
        if (kind == KIND_LOCATION && has_tag(t, card, TAG_ARENA))
            s->arena = find_in_pile(t, ZONE_ARENAS, card_at(&s->core, card)->def);
        else if (kind == KIND_LOCATION)
            me->location = find_in_pile(t, ZONE_MAP, card_at(&s->core, card)->def);
        if (kind == KIND_SCENARIO)
            me->scenario = find_in_pile(t, ZONE_SCENARIOS, card_at(&s->core, card)->def);
        if (kind != KIND_LOCATION && kind != KIND_SCENARIO)
            return fail(err, BAD_INPUT, nowhere, "a table holds a Location and a Scenario");
        return true;
    }
    if (kind == KIND_CLASS && zone_kind(zone) == ZONE_CLASS && s->core.mode != MODE_DOTA) {
        set_marked(t, 0, card, 1);
        return true;
    }
    if (s->core.mode == MODE_DOTA && (kind == KIND_CATALYST || kind == KIND_UNIT) &&
        !seat_hero(s, zone_seat(zone), card))
        return fail(err, BAD_INPUT, nowhere, "a player has five heroes (MON-871)");
    if (zone_kind(zone) == ZONE_BASE) return found_base(t, card);
    if (!is_row(zone)) return true;
    if (kind == KIND_EQUIPMENT || kind == KIND_CLASS) return true; // "UNIT with EQUIPMENT"
    if (kind != KIND_UNIT && kind != KIND_CATALYST && kind != KIND_TOKEN)
        return fail(err, BAD_INPUT, nowhere, "%s is no unit", def_of(t, card)->name);
    if (!enter_play(t, card, zone, kind == KIND_TOKEN))
        return fail(err, BAD_INPUT, nowhere, "too many units (MON-034)");
    if (kind == KIND_CATALYST && s->core.mode != MODE_DOTA)
        s->side[zone_seat(zone)].catalyst = card;
    return true;
}

bool monad_attach(struct table *t, card_id host, card_id attached, struct error *err)
{
    const struct place  nowhere = { 0 };
    struct monad_state *s       = state_of(t);
    struct hero        *h       = find_hero(t, host);
    if (s->core.mode == MODE_DOTA && h && kind_of(t, attached) == KIND_CLASS) {
        card_move(&s->core, attached, zone_of_seat(ZONE_CLASS, card_at(&s->core, host)->owner),
                  BOTTOM);
        s->host[attached] = host;
        h->class_card     = attached;
        h->marks          = 1;
        return true;
    }
    if (!is_body(t, host) || kind_of(t, attached) != KIND_EQUIPMENT)
        return fail(err, BAD_INPUT, nowhere, "Equipment is attached to units (MON-650)");
    attach(t, attached, host);
    return true;
}

card_id monad_attached_to(const struct table *t, card_id card)
{
    bool paper = t->state->mode == MODE_DOTA && kind_of(t, card) == KIND_CLASS;
    return paper || kind_of(t, card) == KIND_EQUIPMENT ? state_at(t)->host[card] : (card_id)NO_CARD;
}

static bool settle_seat(struct table *t, seat_id seat, struct error *err)
{
    struct monad_state *s       = state_of(t);
    const struct place  nowhere = { 0 };
    struct side        *me      = &s->side[seat];
    if (me->catalyst == NO_CARD)
        return fail(err, BAD_INPUT, nowhere, "each player needs a catalyst in a row");
    EACH_IN_ZONE(card, &s->core, ZONE_MAP)
        if (me->location == NO_CARD && has_tag(t, card, TAG_STARTER)) me->location = card;
    if (me->location == NO_CARD) me->location = zone_top(&s->core, ZONE_MAP);
    me->revealed = 1;
    if (zone_size(&s->core, zone_of_seat(ZONE_CLASS, seat)) == 0) me->marks[0] = 0;
    close_up(t, seat, false);
    close_up(t, seat, true);
    return true;
}

// Where a turn of Dota mode goes on: in its steps recovery, deployment, lanes, lvl tokens.
static bool resume_dota(struct table *t, seat_id seat, unsigned phase)
{
    static const uint8_t STEP[] = { [PHASE_RECOVERY] = 0, [PHASE_TRAVEL] = 2,    [PHASE_RANDOM] = 3,
                                    [PHASE_QUEST] = 3,    [PHASE_PROVISION] = 4, [PHASE_END] = 4 };
    struct monad_state  *s      = state_of(t);
    for (seat_id i = 0; i < s->core.seats; i++) {
        build_base(t, i);
        s->side[i].revealed = 1;
        for (unsigned lane = 0; lane < LANES; lane++)
            close_formation(t, zone_of_seat(ZONE_LANE + ROWS * lane, i));
    }
    if (phase != PHASE_RECOVERY && s->turn == 0) s->turn = 1;
    s->active = seat;
    s->first  = (seat_id)((seat + s->turn + (phase != PHASE_RECOVERY)) % DOTA_SEATS);
    call(s, FLOW_GAME, NO_SEAT, NO_CARD, NO_CARD)->at     = GAME_DOTA_DONE;
    call(s, FLOW_DOTA, NO_SEAT, NO_CARD, NO_CARD)->at     = DOTA_TURN_DONE;
    call(s, FLOW_DOTA_TURN, seat, NO_CARD, NO_CARD)->flag = STEP[phase];
    return true;
}

static void resume_arena(struct table *t, seat_id seat)
{
    struct monad_state *s = state_of(t);
    if (!s->team_turns) s->team_turns = 2;
    pick_arena(t);
    s->combat = (struct combat){
        .kind = COMBAT_ARENA, .active = seat, .hazard = NO_SEAT, .mate = NO_SEAT, .ward = NO_CARD
    };
    for (seat_id i = 0; i < SEATS_MAX; i++)
        s->order[i] = (seat_id)(i < s->core.seats ? (seat + i) % s->core.seats : NO_SEAT);
    call(s, FLOW_GAME, NO_SEAT, NO_CARD, NO_CARD)->at  = GAME_ARENA_DONE;
    call(s, FLOW_ARENA, NO_SEAT, NO_CARD, NO_CARD)->at = ARENA_TURN_DONE;
    call(s, FLOW_TEAM_TURN, seat, NO_CARD, NO_CARD);
}

bool monad_resume(struct table *t, seat_id seat, unsigned phase, struct error *err)
{
    struct monad_state *s       = state_of(t);
    const struct place  nowhere = { 0 };
    if (phase == PHASE_SETUP) return fail(err, BAD_INPUT, nowhere, "setup begins with \"brings\"");
    if (seat >= s->core.seats) seat = 0;
    if (s->core.mode == MODE_DOTA) return resume_dota(t, seat, phase);
    for (seat_id i = 0; i < s->core.seats; i++)
        if (!is_out(s, i) && !settle_seat(t, i, err)) return false;
    if (is_out(s, seat))
        return fail(err, BAD_INPUT, nowhere, "the automaton has no turns (MON-900)");
    s->active = s->first = seat;
    if (s->core.mode == MODE_GLADIATOR) {
        resume_arena(t, seat);
        return true;
    }
    if (s->core.mode == MODE_CAMPAIGN) {
        if (!s->game) s->game = 1;
        call(s, FLOW_CAMPAIGN, NO_SEAT, NO_CARD, NO_CARD)->at = CAMPAIGN_GAME_DONE;
    }
    call(s, FLOW_GAME, NO_SEAT, NO_CARD, NO_CARD)->at = GAME_TURN_DONE;
    struct frame *f = call(s, FLOW_TURN, s->active, NO_CARD, NO_CARD);
    if (phase == PHASE_RECOVERY) return true;
    if (!s->turn) s->turn = 1;
    s->side[s->active].turns++;
    s->standing = is_faced(s, s->active);
    f->at       = TURN_PHASE_CHECKED;
    f->i        = (uint8_t)(phase - 1);
    return true;
}
