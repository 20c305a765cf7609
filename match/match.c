#include "match/match.h"

#include "engine/table.h"

#include <stdlib.h>
#include <string.h>

// --- starting -----------------------------------------------------------------------------------

// Names stand in lines of their own in replays and between words in notation.
static bool check_names(const char *const *names, unsigned seats, struct error *err)
{
    struct place nowhere = { 0 };
    for (unsigned i = 0; i < seats; i++) {
        struct text name = text_of(names[i]);
        if (name.size == 0 || name.size > SEAT_NAME_MAX)
            return fail(err, BAD_INPUT, nowhere, "the name of seat %u has %zu bytes; 1 to %d fit",
                        i + 1, name.size, SEAT_NAME_MAX);
        if (text_trim(name).size != name.size)
            return fail(err, BAD_INPUT, nowhere, "the name \"%s\" has blanks at its ends",
                        names[i]);
        for (size_t k = 0; k < name.size; k++)
            if ((unsigned char)name.at[k] < ' ' || name.at[k] == 127)
                return fail(err, BAD_INPUT, nowhere, "the name of seat %u has a control sign",
                            i + 1);
        for (unsigned j = 0; j < i; j++)
            if (text_equal_fold(name, text_of(names[j])))
                return fail(err, BAD_INPUT, nowhere, "two seats are called \"%s\"", names[i]);
    }
    return true;
}

static bool check_setup(const struct box *box, const struct match_setup *setup, struct error *err)
{
    struct place nowhere = { 0 };
    unsigned     modes   = 0;
    while (box->game->modes[modes].name) modes++;
    if (setup->mode >= modes)
        return fail(err, BAD_INPUT, nowhere, "%s has no mode %u", box->game->title, setup->mode);
    const struct game_mode *mode = &box->game->modes[setup->mode];
    if (setup->seats < mode->seats_min || setup->seats > mode->seats_max)
        return fail(err, BAD_INPUT, nowhere, "%s is for %u to %u seats, not %u", mode->name,
                    mode->seats_min, mode->seats_max, setup->seats);
    for (seat_id s = 0; s < setup->seats; s++) {
        if (setup->seat[s].count > DECK_CARDS_MAX)
            return fail(err, NO_ROOM, nowhere, "a deck holds at most %d cards", DECK_CARDS_MAX);
        for (unsigned i = 0; i < setup->seat[s].count; i++)
            if (setup->seat[s].card[i] >= box->pool->def_count)
                return fail(err, BAD_INPUT, nowhere, "a deck names a card that does not exist");
        if (box->game->deck_check && !box->game->deck_check(box->pool, setup, s, err)) return false;
    }
    return true;
}

// An empty match with memory for positions; `names` are copied.
static struct match *match_empty(const struct box *box, const char *const *names, unsigned seats)
{
    struct match *m = calloc(1, sizeof *m);
    if (!m) BUG("out of memory for a match");
    arena_init(&m->arena);
    log_init(&m->log);
    m->box   = box;
    m->first = arena_alloc(&m->arena, 1, box->game->state_size);
    m->table = (struct table){ .game = box->game, .pool = box->pool, .log = &m->log };

    m->table.state = arena_alloc(&m->arena, 1, box->game->state_size);
    for (unsigned i = 0; i < seats; i++) m->names[i] = arena_text(&m->arena, text_of(names[i])).at;
    return m;
}

static void match_begin(struct match *m)
{
    memcpy(m->first, m->table.state, m->box->game->state_size);
    table_advance(&m->table);
}

struct match *match_create(const struct box *box, const struct match_setup *setup,
                           struct error *err)
{
    if (!check_setup(box, setup, err)) return NULL;
    const char *names[SEATS_MAX] = { 0 };
    for (unsigned i = 0; i < setup->seats; i++)
        names[i] = setup->seat[i].name ? setup->seat[i].name : SEAT_NAMES[i];
    if (!check_names(names, setup->seats, err)) return NULL;

    struct match *m = match_empty(box, names, setup->seats);
    m->setup        = *setup;
    for (unsigned i = 0; i < SEATS_MAX; i++) m->setup.seat[i].name = m->names[i];
    table_start(&m->table, &m->setup);
    match_begin(m);
    return m;
}

struct match *match_create_from(const struct box *box, const struct core *position,
                                const char *const *names, struct text origin, struct error *err)
{
    if (!check_names(names, position->seats, err)) return NULL;
    struct match *m = match_empty(box, names, position->seats);
    m->origin       = arena_text(&m->arena, origin);
    m->setup.mode   = position->mode;
    m->setup.seats  = position->seats;
    m->setup.bare   = true;
    for (unsigned i = 0; i < SEATS_MAX; i++) m->setup.seat[i].name = m->names[i];
    memcpy(m->setup.key, position->key, sizeof m->setup.key);
    memcpy(m->table.state, position, box->game->state_size);
    match_begin(m);
    return m;
}

void match_destroy(struct match *m)
{
    if (!m) return;
    log_finish(&m->log);
    arena_finish(&m->arena);
    free(m);
}

// --- marks on the way ---------------------------------------------------------------------------

// Of every MARK_NEAR moves the last two positions are kept, and of every MARK_FAR: going back a
// little plays few moves again, and going far back makes the marks on that way anew.
enum { MARK_NEAR = 16, MARK_FAR = 256 };

static void mark_position(struct match *m)
{
    size_t moves = m->move_count;
    if (moves == 0 || moves % MARK_NEAR != 0) return;
    struct match_mark *mark = moves % MARK_FAR == 0 ? &m->mark[2 + moves / MARK_FAR % 2]
                                                    : &m->mark[moves / MARK_NEAR % 2];
    if (!mark->position) mark->position = arena_alloc(&m->arena, 1, m->table.game->state_size);
    memcpy(mark->position, m->table.state, m->table.game->state_size);
    mark->moves  = moves;
    mark->is_set = true;
}

// Back to the last mark that is not after so many moves, or to the start; what comes later is not
// there any more.
static void go_to_mark(struct match *m, size_t moves)
{
    const struct match_mark *best = NULL;
    for (unsigned i = 0; i < MARKS_MAX; i++) {
        struct match_mark *mark = &m->mark[i];
        if (mark->moves > moves) mark->is_set = false;
        if (mark->is_set && (!best || mark->moves > best->moves)) best = mark;
    }
    memcpy(m->table.state, best ? best->position : m->first, m->table.game->state_size);
    m->move_count = best ? best->moves : 0;
    if (!best) table_advance(&m->table);
}

void match_go_back(struct match *m, size_t count)
{
    assert(count < m->move_count);
    m->table.log = NULL; // what happened until then is in the log already
    go_to_mark(m, count);
    while (m->move_count < count) {
        const struct move *move = &m->moves[m->move_count];
        if (is_concession(move))
            table_concede(&m->table, move->seat);
        else if (table_answer(&m->table, move->seat, move->choice) != 0)
            BUG("move %zu of a match is refused when replayed", m->move_count + 1);
        table_advance(&m->table);
        m->move_count++;
        mark_position(m);
    }
    m->table.log = &m->log;
    m->log.count = m->moves[count].events;
}

// --- choosing -----------------------------------------------------------------------------------

static void log_move(struct match *m, struct move move)
{
    if (m->move_count == m->move_capacity) {
        size_t       capacity = m->move_capacity ? m->move_capacity * 2 : 64;
        struct move *more     = ARENA_ARRAY(&m->arena, struct move, capacity);
        if (m->move_count) memcpy(more, m->moves, m->move_count * sizeof *more);
        m->moves         = more;
        m->move_capacity = capacity;
    }
    m->moves[m->move_count++] = move;
}

static struct move next_move(const struct match *m, seat_id seat, struct choice choice)
{
    return (struct move){
        .choice  = choice,
        .seat    = seat,
        .learned = m->table.state->learned,
        .events  = (uint32_t)m->log.count,
    };
}

static bool ends_something(const struct game *g, struct choice c)
{
    for (const uint8_t *k = g->ends; k && *k; k++)
        if (*k == c.kind) return true;
    return c.kind == CHOICE_DONE;
}

// Nothing was learned since the seat's own move, which ended nothing, and now it must go on: with
// cards that it picks, or with a question that it cannot pass.
static bool goes_on(const struct match *m, const struct move *next, const struct choice *list)
{
    const struct move *last = m->move_count ? &m->moves[m->move_count - 1] : NULL;
    if (!last || last->seat != next->seat || last->learned != next->learned) return false;
    if (m->table.state->question[next->seat].picked) return true;
    if (is_concession(last) || ends_something(m->table.game, last->choice)) return false;
    for (unsigned i = 0; i < next->options; i++)
        if (ends_something(m->table.game, list[i])) return false;
    return true;
}

rule_id match_answer(struct match *m, seat_id seat, struct choice choice)
{
    if (m->move_count >= MOVES_MAX) return RULE_GAME_OVER;
    struct choice list[CHOICES_MAX];
    struct move   move = next_move(m, seat, choice);
    move.options       = (uint16_t)table_choices(&m->table, seat, list, CHOICES_MAX);
    move.follows       = goes_on(m, &move, list);
    rule_id no         = table_answer(&m->table, seat, choice);
    if (no) return no;
    log_move(m, move);
    table_advance(&m->table);
    mark_position(m);
    return 0;
}

bool match_concede(struct match *m, seat_id seat)
{
    struct core *c = m->table.state;
    if (c->over || seat >= c->seats || !m->table.game->concede || m->move_count >= MOVES_MAX)
        return false;
    log_move(m, next_move(m, seat, (struct choice){ .kind = CHOICE_NONE }));
    table_concede(&m->table, seat);
    table_advance(&m->table);
    mark_position(m);
    return true;
}

// --- taking back --------------------------------------------------------------------------------

bool match_can_undo(const struct match *m, seat_id seat, size_t *move, struct error *err)
{
    struct place nowhere = { 0 };
    size_t       i       = m->move_count;
    while (i > 0 && (m->moves[i - 1].seat != seat || m->moves[i - 1].options < 2)) i--;
    if (i == 0)
        return fail(err, NOT_ALLOWED, nowhere, "%s has not decided anything yet", m->names[seat]);
    *move = i - 1;
    for (; i < m->move_count; i++)
        if (m->moves[i].seat != seat)
            return fail(err, NOT_ALLOWED, nowhere, "%s has chosen since",
                        m->names[m->moves[i].seat]);
    for (i = *move; i < m->move_count; i++)
        if (is_concession(&m->moves[i]))
            return fail(err, NOT_ALLOWED, nowhere, "%s has given up", m->names[seat]);
    if (m->table.state->learned != m->moves[*move].learned)
        return fail(err, NOT_ALLOWED, nowhere,
                    "something hidden has been learned, or chance has spoken, since");
    return true;
}

size_t match_decision(const struct match *m, size_t move)
{
    while (move > 0 && m->moves[move].follows) move--;
    return move;
}

bool match_undo(struct match *m, seat_id seat, struct error *err)
{
    size_t move;
    if (!match_can_undo(m, seat, &move, err)) return false;
    match_go_back(m, move);
    return true;
}

bool match_has_secrets(const struct match *m, seat_id seat, seat_id other)
{
    const struct core *c = m->table.state;
    for (card_id id = 0; id < c->card_count; id++)
        if (card_at(c, id)->zone != NO_ZONE && knows(c, seat, id) && !knows(c, other, id))
            return true;
    return false;
}

void match_say_result(const struct match *m, struct writer *w)
{
    match_say_result_by(m, m->table.state->over_because, w);
}

void match_say_result_by(const struct match *m, rule_id because, struct writer *w)
{
    const struct core *c = m->table.state;
    if (!c->over) {
        write_chars(w, "unfinished");
        return;
    }
    unsigned count = 0;
    for (seat_id s = 0; s < c->seats; s++) {
        if (!(c->winners >> s & 1)) continue;
        if (count++) write_chars(w, " and ");
        write_chars(w, m->names[s]);
    }
    write_chars(w, count == 0 ? "draw" : count == 1 ? " wins" : " win");
    const struct rule *why = rule_find(m->table.game->rules, m->table.game->rule_count, because);
    if (why) write_format(w, " %s", why->name);
}
