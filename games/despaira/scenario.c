// Positions arranged by hand: the words of "given" and "then", and where play goes on.
#include "games/despaira/rules.h"

const char *const despaira_phases[] = { "main", "start", "battle", "second main", "end", NULL };

// ---- words of the table

#define NUMBER_OF_TABLE(name, member, most)                                                        \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)seat, (void)card;                                                                    \
        return state_at(t)->member;                                                                \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id card, int value)                 \
    {                                                                                              \
        (void)seat, (void)card;                                                                    \
        if (value < 0 || value > (most)) return false;                                             \
        state_of(t)->member = (uint8_t)value;                                                      \
        return true;                                                                               \
    }
NUMBER_OF_TABLE(turn, turn, TURNS_MAX)
NUMBER_OF_TABLE(game, game, GAMES_MAX)
#define TILE_WORDS(x)                                                                              \
    NUMBER_OF_TABLE(tile##x##0, tiles[x * 6 + 0], TILE_TYPE_COUNT - 1)                             \
    NUMBER_OF_TABLE(tile##x##1, tiles[x * 6 + 1], TILE_TYPE_COUNT - 1)                             \
    NUMBER_OF_TABLE(tile##x##2, tiles[x * 6 + 2], TILE_TYPE_COUNT - 1)                             \
    NUMBER_OF_TABLE(tile##x##3, tiles[x * 6 + 3], TILE_TYPE_COUNT - 1)                             \
    NUMBER_OF_TABLE(tile##x##4, tiles[x * 6 + 4], TILE_TYPE_COUNT - 1)                             \
    NUMBER_OF_TABLE(tile##x##5, tiles[x * 6 + 5], TILE_TYPE_COUNT - 1)
TILE_WORDS(0)
TILE_WORDS(1)
TILE_WORDS(2)
TILE_WORDS(3)
TILE_WORDS(4)

static int get_map(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return state_at(t)->map;
}
static bool set_map(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat, (void)card;
    state_of(t)->map = (uint8_t)value;
    lay_map(t, (unsigned)value);
    return true;
}

static const char *const PHASE_WORDS[] = { "setup",  "start", "main 1", "battle",
                                           "main 2", "end",   NULL };
static int               get_phase(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return state_at(t)->phase;
}
static int get_links(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return state_at(t)->link_count;
}

// ---- words of a seat

#define NUMBER_OF_SEAT(name, member, most)                                                         \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)card;                                                                                \
        return state_at(t)->side[seat].member;                                                     \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id card, int value)                 \
    {                                                                                              \
        (void)card;                                                                                \
        if (value < 0 || value > (most)) return false;                                             \
        state_of(t)->side[seat].member = (uint8_t)value;                                           \
        return true;                                                                               \
    }
NUMBER_OF_SEAT(inventory, inventory, CRYSTALS)
NUMBER_OF_SEAT(points, spawn_points, 30)
NUMBER_OF_SEAT(spawns, spawns, SPAWNS)
NUMBER_OF_SEAT(turns, turns, 200)
NUMBER_OF_SEAT(won, won, 2)
NUMBER_OF_SEAT(score, score, 9)
NUMBER_OF_SEAT(won_all, won_all, 9)

static int get_used(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return CRYSTALS - state_at(t)->side[seat].inventory;
}
static int get_leader_hp(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return leader_hp(t, seat);
}
static bool set_leader_hp(struct table *t, seat_id seat, card_id card, int value)
{
    struct side *me = &state_of(t)->side[seat];
    (void)card;
    if (me->leader == NO_CARD) return false;
    me->leader_damage = (int16_t)(def_of(t, me->leader)->field[FIELD_HP] - value);
    return me->leader_damage >= 0;
}

// ---- words of a card

#define STAT_WORD(name, stat)                                                                      \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)seat;                                                                                \
        if (is_leader(t, card) && (stat) == STAT_HP)                                               \
            return leader_hp(t, card_at(t->state, card)->owner);                                   \
        return stat_of(t, card, stat);                                                             \
    }
STAT_WORD(atk, STAT_ATK)
STAT_WORD(hp, STAT_HP)
STAT_WORD(catk, STAT_CATK)
STAT_WORD(ratk, STAT_RATK)
STAT_WORD(def, STAT_DEF)
STAT_WORD(hl, STAT_HL)

static bool set_hp(struct table *t, seat_id seat, card_id card, int value)
{
    struct body *b = body_of(state_of(t), card);
    if (b && is_leader(t, card))
        return set_leader_hp(t, card_at(t->state, card)->owner, card, value);
    (void)seat;
    if (!b || value < 1 || value > max_hp(t, card)) return false;
    b->damage = (int16_t)(max_hp(t, card) - value);
    return true;
}
static int get_damage(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    const struct body *b = body_at(state_at(t), card);
    if (!b) return 0;
    if (is_leader(t, card)) return state_at(t)->side[card_at(t->state, card)->owner].leader_damage;
    return b->damage;
}
static bool set_damage(struct table *t, seat_id seat, card_id card, int value)
{
    struct body *b = body_of(state_of(t), card);
    (void)seat;
    if (!b || is_leader(t, card) || value < 0) return false;
    b->damage = (int16_t)value;
    return true;
}

#define FLAG_WORD(name, flag)                                                                      \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)seat;                                                                                \
        const struct body *b = body_at(state_at(t), card);                                         \
        return b && (b->flags & (flag)) != 0;                                                      \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id card, int value)                 \
    {                                                                                              \
        struct body *b = body_of(state_of(t), card);                                               \
        (void)seat;                                                                                \
        if (!b) return false;                                                                      \
        b->flags = (uint16_t)(value ? b->flags | (flag) : b->flags & ~(flag));                     \
        return true;                                                                               \
    }
FLAG_WORD(defence, BODY_DEFENCE)
FLAG_WORD(moved, BODY_MOVED)
FLAG_WORD(attacked, BODY_ATTACKED)
FLAG_WORD(switched, BODY_SWITCHED)
FLAG_WORD(healed, BODY_HEALED)
FLAG_WORD(normal_spawned, BODY_NORMAL_SPAWNED)
FLAG_WORD(broken, BODY_SHIELD_BROKEN)
FLAG_WORD(locked, BODY_LOCKED)

static int get_attack_mode(const struct table *t, seat_id seat, card_id card)
{
    return !get_defence(t, seat, card);
}

#define STATUS_WORD(name, which)                                                                   \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)seat;                                                                                \
        const struct body *b = body_at(state_at(t), card);                                         \
        return b ? b->status[which] : 0;                                                           \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id card, int value)                 \
    {                                                                                              \
        struct body *b = body_of(state_of(t), card);                                               \
        (void)seat;                                                                                \
        if (!b || value < 0 || value > 99) return false;                                           \
        b->status[which] = (uint8_t)value;                                                         \
        if ((which) == BURN) b->burn = 2;                                                          \
        return true;                                                                               \
    }
STATUS_WORD(burn, BURN)
STATUS_WORD(poison, POISON)
STATUS_WORD(freeze, FREEZE)
STATUS_WORD(paralyse, PARALYSE)
STATUS_WORD(root, ROOT)
STATUS_WORD(silence, SILENCE)

static int get_timer(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    return body_at(state_at(t), card) ? body_at(state_at(t), card)->timer : 0;
}
static bool set_timer(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat;
    if (!body_at(state_at(t), card) || value < 0 || value > 9) return false;
    body_of(state_of(t), card)->timer = (uint8_t)value;
    return true;
}
static int get_counters(const struct table *t, seat_id seat, card_id card)
{
    const struct despaira_state *s   = state_at(t);
    int                          sum = 0;
    (void)seat;
    for (unsigned i = 0; i < s->counter_count; i++)
        if (s->counters[i].where == card) sum += s->counters[i].count;
    return sum;
}

static int get_controller(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    return controller_of(state_at(t), card);
}
static bool set_controller(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat;
    if (!body_at(state_at(t), card) || value < 0 || value > 1) return false;
    body_of(state_of(t), card)->controller = (uint8_t)value;
    return true;
}

static int get_face_down(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    return !is_up(state_at(t), card);
}
static bool set_face_down(struct table *t, seat_id seat, card_id card, int value)
{
    struct despaira_state *s = state_of(t);
    struct body           *b = body_of(s, card);
    (void)seat;
    if (!b || is_leader(t, card) || def_of(t, card)->kind == KIND_TOKEN) return false;
    if (value) {
        card_of(&s->core, card)->flags |= CARD_FACE_DOWN;
        b->flags |= BODY_DEFENCE;
        b->paid = 0xFF;
        card_hide(&s->core, card, (seat_set)BIT(b->controller));
        return true;
    }
    show(t, card);
    if (is_trick(t, card)) b->timer = (uint8_t)def_of(t, card)->field[FIELD_TIMER];
    return true;
}
static int get_face_up(const struct table *t, seat_id seat, card_id card)
{
    return !get_face_down(t, seat, card);
}
static bool set_face_up(struct table *t, seat_id seat, card_id card, int value)
{
    return set_face_down(t, seat, card, !value);
}

#define TILE_WORD(x, y, word)                                                                      \
    {                                                                                              \
        "tile " word, WORD_TABLE, WORD_CHOICE, despaira_tile_types, get_tile##x##y, set_tile##x##y \
    }
#define TILE_COLUMN(x, c)                                                                          \
    TILE_WORD(x, 0, c "1"), TILE_WORD(x, 1, c "2"), TILE_WORD(x, 2, c "3"),                        \
        TILE_WORD(x, 3, c "4"), TILE_WORD(x, 4, c "5"), TILE_WORD(x, 5, c "6")

static int get_on_turn(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    (void)card;
    return state_at(t)->turn_seat;
}

const struct scenario_word despaira_scenario_words[] = {
    { "turn", WORD_TABLE, WORD_NUMBER, NULL, get_turn, set_turn },
    { "map", WORD_TABLE, WORD_CHOICE, despaira_maps, get_map, set_map },
    { "phase", WORD_TABLE, WORD_CHOICE, PHASE_WORDS, get_phase, NULL },
    { "links", WORD_TABLE, WORD_NUMBER, NULL, get_links, NULL },
    { "game", WORD_TABLE, WORD_NUMBER, NULL, get_game, set_game },
    { "on turn", WORD_TABLE, WORD_SEAT_NAME, NULL, get_on_turn, NULL },
    TILE_COLUMN(0, "A"),
    TILE_COLUMN(1, "B"),
    TILE_COLUMN(2, "C"),
    TILE_COLUMN(3, "D"),
    TILE_COLUMN(4, "E"),
    { "inventory", WORD_SEAT, WORD_NUMBER, NULL, get_inventory, set_inventory },
    { "used", WORD_SEAT, WORD_NUMBER, NULL, get_used, NULL },
    { "Spawn Points", WORD_SEAT, WORD_NUMBER, NULL, get_points, set_points },
    { "spawns", WORD_SEAT, WORD_NUMBER, NULL, get_spawns, set_spawns },
    { "turns", WORD_SEAT, WORD_NUMBER, NULL, get_turns, set_turns },
    { "won", WORD_SEAT, WORD_NUMBER, NULL, get_won, set_won },
    { "points", WORD_SEAT, WORD_NUMBER, NULL, get_score, set_score },
    { "games won", WORD_SEAT, WORD_NUMBER, NULL, get_won_all, set_won_all },
    { "Leader HP", WORD_SEAT, WORD_NUMBER, NULL, get_leader_hp, set_leader_hp },
    { "ATK", WORD_CARD, WORD_NUMBER, NULL, get_atk, NULL },
    { "HP", WORD_CARD, WORD_NUMBER, NULL, get_hp, set_hp },
    { "CATK", WORD_CARD, WORD_NUMBER, NULL, get_catk, NULL },
    { "RATK", WORD_CARD, WORD_NUMBER, NULL, get_ratk, NULL },
    { "DEF", WORD_CARD, WORD_NUMBER, NULL, get_def, NULL },
    { "HL", WORD_CARD, WORD_NUMBER, NULL, get_hl, NULL },
    { "damage", WORD_CARD, WORD_NUMBER, NULL, get_damage, set_damage },
    { "in Defence Mode", WORD_CARD, WORD_FLAG, NULL, get_defence, set_defence },
    { "in Attack Mode", WORD_CARD, WORD_FLAG, NULL, get_attack_mode, NULL },
    { "face down", WORD_CARD, WORD_FLAG, NULL, get_face_down, set_face_down },
    { "face up", WORD_CARD, WORD_FLAG, NULL, get_face_up, set_face_up },
    { "moved", WORD_CARD, WORD_FLAG, NULL, get_moved, set_moved },
    { "attacked", WORD_CARD, WORD_FLAG, NULL, get_attacked, set_attacked },
    { "switched", WORD_CARD, WORD_FLAG, NULL, get_switched, set_switched },
    { "healed", WORD_CARD, WORD_FLAG, NULL, get_healed, set_healed },
    { "spawned this turn", WORD_CARD, WORD_FLAG, NULL, get_normal_spawned, set_normal_spawned },
    { "shield broken", WORD_CARD, WORD_FLAG, NULL, get_broken, set_broken },
    { "locked down", WORD_CARD, WORD_FLAG, NULL, get_locked, set_locked },
    { "Burn", WORD_CARD, WORD_NUMBER, NULL, get_burn, set_burn },
    { "Poison", WORD_CARD, WORD_NUMBER, NULL, get_poison, set_poison },
    { "Freeze", WORD_CARD, WORD_NUMBER, NULL, get_freeze, set_freeze },
    { "Paralyse", WORD_CARD, WORD_NUMBER, NULL, get_paralyse, set_paralyse },
    { "Root", WORD_CARD, WORD_NUMBER, NULL, get_root, set_root },
    { "Silence", WORD_CARD, WORD_NUMBER, NULL, get_silence, set_silence },
    { "timer", WORD_CARD, WORD_NUMBER, NULL, get_timer, set_timer },
    { "counters", WORD_CARD, WORD_NUMBER, NULL, get_counters, NULL },
    { "controlled by", WORD_CARD, WORD_SEAT_NAME, NULL, get_controller, set_controller },
    { 0 },
};

// ---- placing

static bool has_place(const struct table *t, card_id card)
{
    unsigned zone = card_at(t->state, card)->zone, kind = def_of(t, card)->kind;
    if (is_trick_place(zone)) return kind == KIND_TRICK;
    if (is_tile(zone)) return kind != KIND_TRICK;
    return kind != KIND_LEADER && kind != KIND_TOKEN;
}

// Called for each card after it was put into its zone. Tricks on the field lie face down unless it
// is said.
bool despaira_placed(struct table *t, card_id card, struct error *err)
{
    struct despaira_state *s       = state_of(t);
    const struct place     nowhere = { 0 };
    seat_id                owner   = card_at(&s->core, card)->owner;
    zone_id                zone    = card_at(&s->core, card)->zone;
    if (!has_place(t, card))
        return fail(err, BAD_INPUT, nowhere,
                    "%s cannot lie there: creatures and Leaders stand on tiles, tricks on "
                    "trick places",
                    def_of(t, card)->name);
    if (!is_field(zone)) return true;
    if (zone_size(&s->core, zone) > 1)
        return fail(err, BAD_INPUT, nowhere, "one card in a place (DES-231, DES-232)");
    struct body *b = body_of(s, card) ? body_of(s, card) : body_add(s, card, owner);
    (void)b;
    if (is_leader(t, card)) s->side[owner].leader = card;
    if (is_trick_place(zone))
        set_face_down(t, owner, card, 1);
    else
        show(t, card);
    return true;
}

bool despaira_attach(struct table *t, card_id host, card_id attached, struct error *err)
{
    struct despaira_state *s       = state_of(t);
    const struct place     nowhere = { 0 };
    seat_id                owner   = card_at(&s->core, attached)->owner;
    if (!body_at(s, host))
        return fail(err, BAD_INPUT, nowhere, "only a card on the field has cards attached to it");
    if (host == attached) return fail(err, BAD_INPUT, nowhere, "a card is not attached to itself");
    struct body *b = body_of(s, attached) ? body_of(s, attached) : body_add(s, attached, owner);
    b->host        = host;
    if (is_trick(t, attached)) b->flags |= BODY_EQUIPPED;
    b->flags &= (uint16_t)~BODY_DEFENCE;
    show(t, attached);
    card_move(&s->core, attached, zone_for(owner, ZONE_ATTACHED), BOTTOM);
    return true;
}

card_id despaira_attached_to(const struct table *t, card_id card)
{
    const struct body *b = body_at(state_at(t), card);
    return b ? b->host : (card_id)NO_CARD;
}

// A Leader that is not given is a plain one on C1 or C6, or on the first free tile of the home row.
static bool supply_leader(struct table *t, seat_id seat)
{
    struct despaira_state *s   = state_of(t);
    def_id                 def = pool_find(t->pool, text_of("Plain Captain"));
    if (def == NO_DEF || t->pool->defs[def].kind != KIND_LEADER) return false;
    unsigned row = seat == SOUTH ? 0 : ROWS - 1, tile = 12 + row;
    for (unsigned column = 0; occupant(s, tile) != NO_CARD && column < COLUMNS; column++)
        tile = column * ROWS + row;
    if (occupant(s, tile) != NO_CARD) return false;
    card_id leader = card_create(&s->core, def, seat, zone_for(seat, ZONE_LEADER), TOP);
    if (leader == NO_CARD) return false;
    s->side[seat].leader = leader;
    put_on_tile(t, leader, tile, seat, false, false);
    return true;
}

bool despaira_resume(struct table *t, seat_id seat, unsigned phase, struct error *err)
{
    static const uint8_t   PHASES[] = { PHASE_MAIN_1, PHASE_START, PHASE_BATTLE, PHASE_MAIN_2,
                                        PHASE_MAIN_1 };
    struct despaira_state *s        = state_of(t);
    const struct place     nowhere  = { 0 };
    s->turn_seat                    = (seat_id)(seat < 2 ? seat : SOUTH);
    for (seat_id i = 0; i < 2; i++) {
        if (s->side[i].leader == NO_CARD && !supply_leader(t, i))
            return fail(err, BAD_INPUT, nowhere, "there is no room for the Leader on its home row");
        if (zone_size(&s->core, zone_for(i, ZONE_DECK))) s->checked_famine |= (uint8_t)BIT(i);
        if (s->side[i].turns == 0) s->side[i].turns = 1;
    }
    if (s->turn == 0) s->turn = 3;
    if (phase != 1 && s->side[s->turn_seat].spawn_points == 0)
        s->side[s->turn_seat].spawn_points = SPAWN_POINTS;
    s->phase = PHASES[phase];
    field_changed(state_of(t));
    settle(t);
    begin_match(s);
    s->frames[0].match.at = MATCH_TURN;
    if (phase == 1) return true; // the turn begins: the match calls it
    call_turn(s);
    s->frames[1].turn.at = TURN_ACTED;
    s->ending            = phase == 4;
    memset(s->deeds, 0, sizeof s->deeds);
    s->deed_count = 0;
    forget_just_locked(s);
    return true;
}
