// What is played: decks, and the match, from a set-up, a scenario, a lesson or a saved match.
#include "cli/play.h"

#include "engine/table.h"
#include "games/list.h"
#include "match/replay.h"

#include <string.h>

enum { DECK_FILE_MAX = 1024 * 1024 };

static bool looks_like_file(struct text name)
{
    return text_find(name, '/') < name.size ||
           (name.size > 5 && text_is(text_part(name, name.size - 5, 5), ".deck"));
}

static enum set_up read_deck(struct play *p, seat_id seat, const char *name, struct error *err)
{
    struct error unknown = { 0 };
    if (box_find_deck(p->box, name, &p->decks[seat], &unknown)) return SET_UP;
    if (!looks_like_file(text_of(name))) {
        wrong_use(p->command, "%s; or name a .deck file", unknown.text);
        return SET_UP_MISUSED;
    }
    struct text  file;
    struct deck *deck = ARENA_NEW(&p->arena, struct deck);
    p->decks[seat]    = deck;
    bool fine         = file_read(&p->arena, name, DECK_FILE_MAX, &file, err) &&
                deck_read(&p->arena, p->box->pool, p->game->deck_sections, name, file, deck, err);
    return fine ? SET_UP : SET_UP_FAILED;
}

bool is_host(const struct play *p) { return p->command == &bot_command; }

// Decks are named from one's own seat on, round the table; to a program from the first.
static seat_id seat_of_deck(const struct play *p, size_t nth, unsigned seats)
{
    size_t own = p->seat && !is_host(p) ? (size_t)p->seat - 1 : 0;
    return (seat_id)((nth + own) % seats);
}

// Whoever chose none gets the ready-made decks that follow the first one.
static void deal_decks(struct play *p, unsigned seats)
{
    uint32_t count = p->box->deck_count, first = 0;
    while (first < count && &p->box->decks[first] != p->decks[seat_of_deck(p, 0, seats)]) first++;
    for (size_t i = p->deck_count; i < seats && count; i++)
        p->decks[seat_of_deck(p, i, seats)] = &p->box->decks[(first + i) % count];
}

static bool is_alone(const struct play *p)
{
    for (size_t i = 0; i < p->other_count; i++)
        if (p->others[i].bot || p->others[i].program) return true;
    return false;
}

// In a draft decks are made at the table: nothing at all is legal to bring along.
bool needs_deck(const struct play *p, unsigned mode, unsigned seats)
{
    struct match_setup empty = { .mode = (uint8_t)mode, .seats = (uint8_t)seats };
    struct error       why   = { 0 };
    return !p->game->deck_check || !p->game->deck_check(p->box->pool, &empty, 0, &why);
}

static enum set_up choose_decks(struct play *p, unsigned mode, unsigned seats, struct error *err)
{
    if (p->deck_count > seats) {
        wrong_use(p->command, "%zu decks for %u seats", p->deck_count, seats);
        return SET_UP_MISUSED;
    }
    for (size_t i = 0; i < p->deck_count; i++) {
        enum set_up read = read_deck(p, seat_of_deck(p, i, seats), p->deck_names[i], err);
        if (read != SET_UP) return read;
    }
    // Without --deck the person, or all of them, may choose.
    bool named = p->deck_count || is_host(p) || p->box->deck_count < 2 ||
                 !needs_deck(p, mode, seats);
    unsigned people = named ? 0 : is_alone(p) ? 1 : seats;
    for (unsigned i = 0; i < people; i++) {
        if (!ask_deck_in_lines(p, seat_of_deck(p, i, seats))) return SET_UP_LEFT;
        p->deck_count++;
    }
    deal_decks(p, seats);
    return SET_UP;
}

static bool set_options(const struct play *p, struct match_setup *setup)
{
    struct error err = { 0 };
    for (size_t i = 0; i < p->option_count; i++)
        if (!box_option(p->box, setup, text_of(p->options[i]), &err))
            return wrong_use(p->command, "%s", err.text) == FINE;
    return true;
}

static enum set_up start_match(struct play *p, struct error *err)
{
    unsigned mode;
    if (!box_find_mode(p->box, p->mode, &mode, err)) {
        wrong_use(p->command, "%s", err->text);
        return SET_UP_MISUSED;
    }
    const struct game_mode *m     = &p->game->modes[mode];
    unsigned                seats = p->seats ? (unsigned)p->seats : m->seats_min;
    if (seats < m->seats_min || seats > m->seats_max) {
        wrong_use(p->command, "%s is for %u to %u players, not %u", m->name, m->seats_min,
                  m->seats_max, seats);
        return SET_UP_MISUSED;
    }
    if (p->seat > (long)seats) {
        wrong_use(p->command, "--seat is 1 to %u here", seats);
        return SET_UP_MISUSED;
    }
    struct match_setup setup, agreed = { 0 };
    if (!set_options(p, &agreed)) return SET_UP_MISUSED; // before anybody is asked
    enum set_up done = choose_decks(p, mode, seats, err);
    if (done != SET_UP) return done;
    if (!box_setup(p->box, mode, seats, p->decks, seats, p->seed, &setup, err))
        return SET_UP_FAILED;
    memcpy(setup.option, agreed.option, sizeof setup.option);
    p->match = match_create(p->box, &setup, err);
    return p->match ? SET_UP : SET_UP_FAILED;
}

static enum set_up start_from_replay(struct play *p, struct error *err)
{
    struct text file;
    if (p->title) {
        wrong_use(p->command, "--title is for scenarios; %s is a saved match", p->from);
        return SET_UP_MISUSED;
    }
    if (!file_read(&p->arena, p->from, REPLAY_SIZE_MAX, &file, err)) return SET_UP_FAILED;
    p->replay = replay_read(GAMES, p->from, file, err);
    p->match  = p->replay ? replay_start(p->replay, err) : NULL;
    if (!p->match) return SET_UP_FAILED;
    if (p->game && p->game != p->replay->game) {
        wrong_use(p->command, "%s is a match of %s, not of %s", p->from, p->replay->game->name,
                  p->game->name);
        return SET_UP_MISUSED;
    }
    p->game = p->replay->game;
    while (p->match->move_count < p->replay->move_count)
        if (!replay_step(p->replay, p->match, err)) return SET_UP_FAILED;
    return SET_UP;
}

static enum set_up start_from_scenario(struct play *p, struct error *err)
{
    struct scenario_options options = { .game = p->game };
    p->scenarios                    = scenarios_create(GAMES);
    p->opened                       = scenario_open(p->scenarios, p->from, p->title, &options, err);
    if (!p->opened) return SET_UP_FAILED;
    p->game    = p->opened->table.game;
    p->ask_all = true; // a position to study is not to be rushed through
    p->match   = match_create_from(p->opened->box, p->opened->table.state, SEAT_NAMES,
                                   p->opened->origin, err);
    return p->match ? SET_UP : SET_UP_FAILED;
}

// The others are played by the lesson, where it says nothing by a bot.
static enum set_up start_lesson(struct play *p, struct error *err)
{
    if (!lesson_find(&p->arena, p->game, p->lesson_kind, p->lesson_name, &p->lesson, err)) {
        wrong_use(p->command, "%s", err->text);
        return SET_UP_MISUSED;
    }
    p->opened = scenario_arrange(p->box, p->lesson_kind, p->lesson.text, err);
    if (!p->opened) return SET_UP_FAILED;
    const char *bot = p->lesson.free ? p->lesson.free : p->lesson.is_puzzle ? "club" : "novice";
    p->others[0]    = (struct player){ .bot = bot_find(text_of(bot)) };
    p->other_count  = 1;
    p->match        = match_create_from(p->opened->box, p->opened->table.state, SEAT_NAMES,
                                        p->opened->origin, err);
    return p->match ? SET_UP : SET_UP_FAILED;
}

enum set_up set_up(struct play *p, struct error *err)
{
    return p->lesson_name          ? start_lesson(p, err)
           : !p->from              ? start_match(p, err)
           : replay_is_at(p->from) ? start_from_replay(p, err)
                                   : start_from_scenario(p, err);
}
