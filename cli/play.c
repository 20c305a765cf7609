// `pentacle play`: who plays what with which deck, then the match, seat by seat. `pentacle bot`:
// the same for a program at the other end of the standard input and output.
#include "cli/commands.h"

#include "base/arena.h"
#include "bots/bot.h"
#include "cli/dialog.h"
#include "cli/online.h"
#include "cli/outside.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "games/list.h"
#include "match/replay.h"
#include "match/scenario.h"

#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    ROW_MODE,
    ROW_SEATS,
    ROW_DECK,
    ROW_OPTION,
    ROW_VS,
    ROW_SEAT,
    ROW_SEED,
    ROW_FROM,
    ROW_TITLE,
    ROW_ASK_ALL,
    ROW_SERVER,
    ROW_TABLE,
    ROW_KEY,
    ROW_WATCH,
    ROW_NAME,
    ROW_PRIVATE,
    ROW_LOGIN,
    ROW_RATED,
    ROW_CLOCK,
    ROW_PLAIN,
    ROW_ASCII,
    ROW_LESSON,
    ROW_PUZZLE,
};
enum { BOT_SAVE = ROW_SEED + 1 }; // behind the rows that `bot` shares with `play`
enum { DECK_FILE_MAX = 1024 * 1024, OPTIONS_MAX = 8, OUTSIDE_SECONDS = 60 };

static const struct option_row OPTIONS[] = {
    { "mode", "M", "a mode of the game, as `pentacle games` lists them" },
    { "seats", "N", "how many sit at the table, where the mode leaves a choice" },
    { "deck", "D", "a ready-made deck by name, or a deck file; once more for the next seat" },
    { "option", "NAME=VALUE",
      "an option of the game, as `pentacle games` lists them; may be repeated" },
    { "vs", "BOT",
      "who has the other seats: a bot (random, greedy, novice, club, expert, master), exec:COMMAND "
      "for a program of your own, or human for several at one keyboard; or one for each, as in "
      "greedy,human,random" },
    { "seat", "N", "your own seat, 1 if it is not said; decks are dealt out from there on" },
    { "seed", "N", "the same seed and the same choices give the same match" },
    { "from", "FILE", "start from the position of a scenario, or go on with a saved match" },
    { "title", "WORDS", "of the scenarios in that file, the one with these words in its title" },
    { "ask-all", NULL, "ask even where only one answer is legal (always so with --from)" },
    { "server", "URL",
      "play at a server's table; with GAME a new one, otherwise one that is open" },
    { "table", "N", "at a server: sit down at this table" },
    { "key", "K", "at a server: the key of a private table" },
    { "watch", NULL, "at a server: only look on" },
    { "name", "NAME", "at a server: come with this name; from here it is the same player again" },
    { "private", NULL, "at a server: a new table is not listed" },
    { "login", "NAME", "at a server: come with this name and its password" },
    { "rated", NULL, "at a server: a new table counts for the ratings" },
    { "clock", "WORD", "at a server: the clock of a new table: house, rules (the game's) or none" },
    { "plain", NULL, "lines of words instead of a whole screen, as in a pipe" },
    { "ascii", NULL, "no signs but those of ASCII on the screen" },
    { "lesson", "N", "a lesson of the game, by its number or title, that teaches it step by step" },
    { "puzzle", "N", "a position of the game to solve, by its number or title" },
    { 0 },
};

static const struct option_row BOT_OPTIONS[] = {
    { "mode", "M", "a mode of the game, as `pentacle games` lists them" },
    { "seats", "N", "how many sit at the table, where the mode leaves a choice" },
    { "deck", "D", "a ready-made deck by name, or a deck file; once more for the next seat" },
    { "option", "NAME=VALUE",
      "an option of the game, as `pentacle games` lists them; may be repeated" },
    { "vs", "BOT",
      "who sits in the other seats: random, greedy, novice, club, expert, master, exec:COMMAND" },
    { "seat", "N", "the seat of the program (1)" },
    { "seed", "N", "the same seed and the same choices give the same match" },
    { "save", "FILE", "writes a replay of the match there" },
    { 0 },
};

// Who has a seat: a bot, a program, or with neither a person.
struct player {
    const struct bot *bot;
    const char       *program; // its command
};

struct play {
    const struct command *command;
    const struct game    *game;
    const char           *mode, *vs, *from, *title, *save;
    const char           *deck_names[SEATS_MAX];
    size_t                deck_count;
    const char           *options[OPTIONS_MAX];
    size_t                option_count;
    long                  seats;
    uint64_t              seed;
    long                  seat; // one's own, or that of the program for `bot`; 0: not said
    struct player         others[SEATS_MAX]; // --vs, in the order of seats
    size_t                other_count;
    bool                  ask_all, plain, ascii;
    struct online_options online;

    bool          usual_vs;                  // --vs is not said
    const char   *lesson_name, *lesson_kind; // --lesson, --puzzle; NULL: neither
    struct lesson lesson;
    char          lesson_title[160];

    struct scenarios       *scenarios; // --from a scenario
    struct scenario_opened *opened;
    struct replay          *replay; // --from a saved match
    struct box             *box;
    struct arena            arena; // decks from files
    const struct deck      *decks[SEATS_MAX];
    struct player           seated[SEATS_MAX];
    struct outside         *programs[SEATS_MAX];
    struct bot_memory       memory[SEATS_MAX];
    seat_set                gone; // programs that gave up
    struct match           *match;
    struct dialog          *dialog;
    struct rng              rng;
};

// --- asking before the match --------------------------------------------------------------------

// A question of the set-up: what is asked for, and what it means to somebody who is new.
struct which {
    const char        *what, *help;
    const char *const *names, *const *lines;
    size_t count;
};

// The item that was typed: its number, its name or the only beginning of one; `count` if none.
static size_t find_which(const struct which *w, struct text typed)
{
    long   number = 1;
    size_t found = w->count, begin = 0;
    if (!typed.size || text_number(typed, 1, (long)w->count, &number)) return (size_t)number - 1;
    for (size_t i = 0; i < w->count; i++) {
        if (text_equal_fold(typed, text_of(w->names[i]))) return i;
        if (!text_equal_fold(typed, text_part(text_of(w->names[i]), 0, typed.size))) continue;
        found = i;
        begin++;
    }
    return begin == 1 ? found : w->count;
}

static void say_no_such(const struct which *w, struct text typed)
{
    const char *near  = NULL;
    unsigned    least = (unsigned)typed.size / 3 + 2;
    for (size_t i = 0; i < w->count; i++) {
        unsigned far = text_distance(text_of(w->names[i]), typed);
        if (far < least) least = far, near = w->names[i];
    }
    if (near)
        printf("There is no such %s; did you mean %s?\n", w->what, near);
    else
        printf("There is no such %s; type a number or a name, help, or quit.\n", w->what);
}

// Which of the items? By number or name; Enter takes the first. False if the person leaves.
static bool ask_which(const struct which *w, size_t *out)
{
    struct screen       screen = screen_open();
    struct line_reader *reader = line_open(screen.terminal, NULL, NULL);
    struct text         typed;
    char                prompt[80];
    bool                found = false;
    printf("Which %s?\n", w->what);
    show_items(&screen, w->lines, w->count);
    snprintf(prompt, sizeof prompt, "%s (1 to %zu, Enter for 1, or help)> ", w->what, w->count);
    while (!found && line_read(reader, prompt, &typed)) {
        *out  = find_which(w, typed);
        found = *out < w->count;
        if (found) break;
        if (text_equal_fold(typed, TEXT("quit"))) break;
        if (text_equal_fold(typed, TEXT("help")) || text_is(typed, "?")) {
            show_line(&screen, "%s", w->help);
            show_items(&screen, w->lines, w->count);
        } else {
            say_no_such(w, typed);
        }
    }
    line_close(reader);
    return found;
}

static bool ask_game(struct play *p)
{
    const char *names[64], *lines[64];
    size_t      count = 0, taken;
    for (const struct game *const *g = GAMES; *g && count < COUNT(names); g++) {
        names[count]   = (*g)->name;
        lines[count++] = arena_format(&p->arena, "%s: %s", (*g)->name, (*g)->title);
    }
    struct which which = { "game",
                           "Five games with one program. For a first match: pentacle play GAME "
                           "--lesson 1 teaches a game step by step; in a match, how says it on one "
                           "page.",
                           names, lines, count };
    if (!ask_which(&which, &taken)) return false;
    p->game = GAMES[taken];
    return true;
}

static bool ask_mode(struct play *p)
{
    const char *names[64], *lines[64];
    size_t      count = 0, taken;
    for (const struct game_mode *m = p->game->modes; m->name && count < COUNT(names); m++) {
        names[count]   = m->name;
        lines[count++] = arena_format(&p->arena, "%s: %s", m->name, m->about);
    }
    struct which which = { "mode",
                           "How many play, and by which of the game's own variants. The first is "
                           "the game as it is usually played.",
                           names, lines, count };
    if (count > 1 && !ask_which(&which, &taken)) return false;
    p->mode = count > 1 ? names[taken] : NULL;
    return true;
}

// The novice first: for a first match.
static bool ask_opponent(struct play *p)
{
    const char *names[16] = { "novice" },
               *lines[16] = { "novice: plays simply; for first matches" };
    size_t count          = 1, taken;
    for (size_t i = 0; BOTS[i] && count + 1 < COUNT(names); i++) {
        if (strcmp(BOTS[i]->name, names[0]) == 0) continue;
        names[count]   = BOTS[i]->name;
        lines[count++] = arena_format(&p->arena, "%s: %s", BOTS[i]->name, BOTS[i]->about);
    }
    names[count]       = "human";
    lines[count++]     = "human: somebody else at this keyboard";
    struct which which = { "opponent",
                           "Who has the other seats. Bots see no more than a person in their seat "
                           "would; master is the strongest.",
                           names, lines, count };
    if (!ask_which(&which, &taken)) return false;
    p->vs = names[taken];
    return true;
}

// Who leads or fights in a deck: what it holds in sections of its own; "" if nothing.
static const char *led_by(struct play *p, const struct deck *d)
{
    char          words[256] = "";
    struct writer w          = writer_on(words, sizeof words);
    for (uint32_t i = 0; i < d->count; i++)
        if (d->sections[i] == 1)
            write_format(&w, "%s%s", w.size ? ", " : "",
                         p->box->pool->defs[d->entries[i].def].name);
    return arena_text(&p->arena, (struct text){ words, w.size }).at;
}

static bool ask_deck(struct play *p, seat_id seat)
{
    const char *names[64], *lines[64];
    size_t      count = 0, taken;
    for (; count < p->box->deck_count && count < COUNT(names); count++) {
        const struct deck *d    = &p->box->decks[count];
        const char        *who  = led_by(p, d);
        const char        *what = d->about ? d->about : "";
        names[count]            = d->name;
        lines[count] = arena_format(&p->arena, "%s%s%s%s%s%s", d->name, *who ? " (" : "", who,
                                    *who ? ")" : "", *what ? ": " : "", what);
    }
    if (seat > 0 || p->seat) printf("For %s:\n", SEAT_NAMES[seat]);
    struct which which = { "deck",
                           "The cards you play with; in brackets who leads them. pentacle card "
                           "GAME NAME shows a card, pentacle games lists the decks.",
                           names, lines, count };
    if (!ask_which(&which, &taken)) return false;
    p->decks[seat] = &p->box->decks[taken];
    return true;
}

// --- setting up ---------------------------------------------------------------------------------

enum set_up { SET_UP, SET_UP_FAILED, SET_UP_MISUSED, SET_UP_LEFT };

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

static bool is_host(const struct play *p) { return p->command == &bot_command; }

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
static bool needs_deck(const struct play *p, unsigned mode, unsigned seats)
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
        if (!ask_deck(p, seat_of_deck(p, i, seats))) return SET_UP_LEFT;
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

// "Lesson 2 of 7: Attack", "Puzzle: No time left, solved".
static void say_lesson_state(struct play *p)
{
    static const char *const GOALS[] = { "", ", solved", ", missed: undo, or leave" };
    const struct lesson     *l       = &p->lesson;
    struct writer            w       = writer_on(p->lesson_title, sizeof p->lesson_title);
    if (!p->lesson_name) return;
    if (l->is_puzzle)
        write_format(&w, "Puzzle: %s%s", l->title,
                     GOALS[scenario_goal_state(&p->opened->goal, &p->match->table)]);
    else
        write_format(&w, "Lesson %zu of %zu: %s%s", l->number, l->of, l->title,
                     lesson_is_done(l) ? ", done" : "");
    p->dialog->lesson       = &p->lesson;
    p->dialog->lesson_title = p->lesson_title;
}

// What the lesson has this seat do.
static bool answer_by_lesson(struct play *p, seat_id seat)
{
    const struct table *t = &p->match->table;
    struct choice       all[CHOICES_MAX];
    size_t              count = table_choices(t, seat, all, CHOICES_MAX);
    for (size_t i = 0; p->lesson_name && i < count; i++) {
        char          words[1024];
        struct writer w       = writer_on(words, sizeof words);
        const char   *list[1] = { words };
        say_choice(t, seat, seat, all[i], p->match->names, &w);
        if (lesson_choice(&p->lesson, seat, list, 1) != 0) continue;
        lesson_chose(&p->lesson, seat, words);
        return match_answer(p->match, seat, all[i]) == 0;
    }
    return false;
}

// --- programs -----------------------------------------------------------------------------------

static bool is_person(const struct play *p, seat_id seat)
{
    return p->dialog && p->dialog->people >> seat & 1;
}

static enum set_up start_programs(struct play *p, struct error *err)
{
    for (seat_id s = 0; s < p->match->setup.seats; s++) {
        if (is_host(p) && p->seat == (long)s + 1)
            p->programs[s] = outside_here();
        else if (p->seated[s].program)
            p->programs[s] = outside_start(p->seated[s].program, OUTSIDE_SECONDS, err);
        else
            continue;
        if (!p->programs[s] || !outside_greet(p->programs[s], p->match, s, err))
            return SET_UP_FAILED;
    }
    return SET_UP;
}

// A program that cannot go on has given up, where the game knows that; else time runs out for it.
static void give_up_for(struct play *p, seat_id seat, const struct error *err)
{
    char words[ERROR_TEXT_MAX + ERROR_SOURCE_MAX + 32];
    error_say(err, words, sizeof words);
    fflush(stdout);
    fprintf(stderr, "pentacle %s: the program of %s gives up: %s\n", p->command->name,
            p->match->names[seat], words);
    outside_close(p->programs[seat]);
    p->programs[seat] = NULL;
    p->gone           = (seat_set)(p->gone | BIT(seat));
    match_concede(p->match, seat);
}

static void end_programs(struct play *p)
{
    for (seat_id s = 0; s < SEATS_MAX; s++) {
        if (p->programs[s] && p->match->table.state->over) outside_end(p->programs[s], p->match, s);
        outside_close(p->programs[s]);
        p->programs[s] = NULL;
    }
}

// What somebody who is not a person answers; false if the match has ended instead.
static bool take_answer(struct play *p, seat_id seat, struct choice *out)
{
    const struct table *t   = &p->match->table;
    struct error        err = { 0 };
    if (p->programs[seat] && !outside_ask(p->programs[seat], p->match, seat, out, &err))
        give_up_for(p, seat, &err);
    if (t->state->over) return false;
    if (p->gone >> seat & 1)
        *out = table_default(t, seat);
    else if (!p->programs[seat])
        *out = bot_play(p->seated[seat].bot, t, seat, &p->rng, &p->memory[seat]);
    return true;
}

// --- playing ------------------------------------------------------------------------------------

// Bots answer first, then what has only one answer; so a person is asked last and about something.
static void answer_by_itself(struct play *p, bool *changed)
{
    const struct table *t = &p->match->table;
    *changed              = false;
    for (seat_id s = 0; s < t->state->seats && !*changed; s++) {
        struct choice all[CHOICES_MAX];
        if (!(t->state->asked >> s & 1)) continue;
        bool only = !p->ask_all && table_choices(t, s, all, CHOICES_MAX) == 1;
        if (is_person(p, s) && !only) continue;
        if ((*changed = answer_by_lesson(p, s))) return;
        // Its step comes behind that of the player, who is asked at the same time.
        if (!only && lesson_has_more(&p->lesson, s) && t->state->asked & p->dialog->people)
            continue;
        if (!is_person(p, s) && !only && !take_answer(p, s, &all[0])) return;
        *changed = match_answer(p->match, s, all[0]) == 0;
    }
}

static void play_match(struct play *p)
{
    const struct core *c = p->match->table.state;
    while (!p->dialog->left) {
        bool    changed = false;
        seat_id seat    = 0;
        if (!c->over) answer_by_itself(p, &changed);
        if (changed) continue;
        while (seat < c->seats && !(is_person(p, seat) && (c->over || c->asked >> seat & 1)))
            seat++;
        assert(seat < c->seats);
        say_lesson_state(p);
        if (c->over)
            dialog_end(p->dialog, p->dialog->reader == NO_SEAT ? seat : p->dialog->reader);
        else
            dialog_ask(p->dialog, seat);
    }
}

// --seat, the first seat, or the one that a scenario asks first.
static seat_id own_seat(const struct play *p)
{
    const struct core *c    = p->match->table.state;
    seat_id            seat = 0;
    if (p->lesson_name) return 0; // lessons speak to Ash
    if (p->seat && p->seat <= c->seats) return (seat_id)(p->seat - 1);
    while (p->opened && seat < c->seats && !(c->asked >> seat & 1)) seat++;
    return (seat_id)(seat < c->seats ? seat : 0);
}

// The others sit down in the order of --vs; the last one named has the seats that are left.
// Returns the seats of people.
static seat_set sit_down(struct play *p)
{
    seat_id  own    = own_seat(p);
    seat_set people = (seat_set)(is_host(p) ? 0 : BIT(own));
    size_t   next   = 0;
    for (seat_id s = 0; s < p->match->setup.seats; s++) {
        if (s == own) continue;
        p->seated[s] = p->others[next];
        if (next + 1 < p->other_count) next++;
        if (!p->seated[s].bot && !p->seated[s].program) people = (seat_set)(people | BIT(s));
    }
    return people;
}

static void say_welcome(const struct play *p)
{
    const struct match *m = p->match;
    char                words[512];
    struct writer       w = writer_on(words, sizeof words);
    for (seat_id s = 0; s < m->setup.seats; s++)
        write_format(&w, "%s%s (%s)", s ? ", " : "", m->names[s],
                     p->seated[s].bot              ? p->seated[s].bot->name
                     : p->seated[s].program        ? "program"
                     : p->dialog->people == BIT(s) ? "you"
                                                   : "human");
    if (p->opened)
        dialog_tell(p->dialog, "%s: %s", p->game->title, p->opened->title);
    else if (p->replay)
        dialog_tell(p->dialog, "%s: %s, after move %zu", p->game->title, p->from, m->move_count);
    else
        dialog_tell(p->dialog, "%s: %s, seed %llu", p->game->title,
                    p->game->modes[m->setup.mode].name, (unsigned long long)p->seed);
    dialog_tell(p->dialog, "%s. Type a choice, or help.", words);
}

static int                   nothing; // /dev/null
static volatile sig_atomic_t has_stopped;

// Ctrl-C: from here on the input has ended, so that the terminal is left as it was found and the
// match is kept. A second one ends the program at once.
static void end_input(int signal)
{
    (void)signal;
    has_stopped = 1;
    dup2(nothing, STDIN_FILENO);
}

static void hear_ctrl_c(void)
{
    struct sigaction action = { .sa_handler = end_input, .sa_flags = (int)SA_RESETHAND };
    nothing                 = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0) sigaction(SIGINT, &action, NULL);
}

// A match that was broken off goes on from its file.
static bool keep_match(const struct play *p)
{
    struct error err = { 0 };
    char         name[64];
    snprintf(name, sizeof name, "%s-%llu.replay", p->game->name, (unsigned long long)p->seed);
    if (!replay_save(p->match, name, &err)) return false;
    fprintf(stderr, "pentacle play: stopped; `pentacle play --from %s` goes on\n", name);
    return true;
}

static int leave(struct play *p)
{
    const struct dialog *d     = p->dialog;
    bool                 over  = d && p->match->table.state->over;
    bool                 saved = d && d->saved;
    bool                 cut   = d && d->input_ended && (has_stopped || d->full);
    const char          *why   = !d               ? "no match was begun"
                                 : d->input_ended ? "the input has ended"
                                                  : "you left the match";
    dialog_close(p->dialog); // what is said now stays on the terminal
    p->dialog = NULL;
    fflush(stdout);
    if (over || (cut && !saved && p->match->move_count && keep_match(p))) return FINE;
    fprintf(stderr, "pentacle play: %s%s\n", why, saved || !p->match ? "" : "; nothing was saved");
    return FINE;
}

// A match without people, for `pentacle bot`.
static int serve_program(struct play *p)
{
    struct error       err = { 0 };
    const struct core *c   = p->match->table.state;
    if (start_programs(p, &err) != SET_UP) return say_error(p->command, &err);
    while (!c->over) {
        bool changed;
        answer_by_itself(p, &changed);
    }
    bool gone = p->gone >> (p->seat - 1) & 1;
    end_programs(p);
    if (p->save && !replay_save(p->match, p->save, &err)) return say_error(p->command, &err);
    return gone ? PROBLEM : FINE;
}

// One name of --vs; the command of a program goes on to the end.
static bool read_other(struct play *p, struct text name, struct text *rest)
{
    struct player *other = &p->others[p->other_count++];
    char           known[256];
    struct writer  w = writer_on(known, sizeof known);
    if (text_is(name, "human") && !is_host(p)) return true;
    if (text_starts(name, "exec:")) {
        other->program = name.at + strlen("exec:");
        *rest          = (struct text){ 0 };
        if (*other->program) return true;
        return wrong_use(
                   p->command,
                   "exec: wants a command, as in exec:\"python3 docs/examples/random_bot.py\"") ==
               FINE;
    }
    other->bot = bot_find(name);
    bot_list(&w);
    if (!other->bot)
        wrong_use(p->command, "there is no bot \"%.*s\"; there are: %s, exec:COMMAND%s", SHOW(name),
                  known, is_host(p) ? "" : ", human");
    return other->bot != NULL;
}

static bool read_vs(struct play *p)
{
    struct text rest = text_of(p->vs), name;
    while (text_cut(&rest, ',', &name)) {
        if (p->other_count == SEATS_MAX)
            return wrong_use(p->command, "--vs names at most %d", SEATS_MAX) == FINE;
        if (!read_other(p, name, &rest)) return false;
    }
    return p->other_count > 0 || read_other(p, rest, &rest);
}

static int play(struct play *p)
{
    struct error err = { 0 };
    if (!p->from) {
        bool new = !p->game; // nothing is said, so all is asked
        if (new && !ask_game(p)) return leave(p);
        p->box = open_box(p->command, p->game);
        if (!p->box) return PROBLEM;
        if (new && !p->lesson_name && !p->mode && !ask_mode(p)) return leave(p);
        if (new && !p->lesson_name && p->usual_vs && !ask_opponent(p)) return leave(p);
        if (p->usual_vs) p->other_count = 0;
        if (p->usual_vs && !read_vs(p)) return WRONG_USE;
    }
    enum set_up done = p->lesson_name          ? start_lesson(p, &err)
                       : !p->from              ? start_match(p, &err)
                       : replay_is_at(p->from) ? start_from_replay(p, &err)
                                               : start_from_scenario(p, &err);
    switch (done) {
    case SET_UP: break;
    case SET_UP_FAILED: return say_error(p->command, &err);
    case SET_UP_MISUSED: return WRONG_USE;
    case SET_UP_LEFT: return leave(p);
    }
    p->rng          = rng_from(p->seed ^ 0x626f74);
    seat_set people = sit_down(p);
    if (is_host(p)) return serve_program(p);
    hear_ctrl_c();
    p->dialog = dialog_open(p->match, people, p->plain, p->ascii);
    if (start_programs(p, &err) != SET_UP) return say_error(p->command, &err);
    say_welcome(p);
    play_match(p);
    end_programs(p);
    return leave(p);
}

// One row of OPTIONS.
static bool take_option(struct play *p, const struct options *o, int row)
{
    long number = 0;
    switch (row) {
    case ROW_MODE: p->mode = o->value; break;
    case ROW_SEATS: return option_number(o->command, "seats", o->value, 1, SEATS_MAX, &p->seats);
    case ROW_DECK:
        if (p->deck_count == SEATS_MAX)
            return wrong_use(o->command, "at most %d decks fit a table", SEATS_MAX) == FINE;
        p->deck_names[p->deck_count++] = o->value;
        break;
    case ROW_OPTION:
        if (p->option_count == OPTIONS_MAX)
            return wrong_use(o->command, "at most %d options are taken", OPTIONS_MAX) == FINE;
        p->options[p->option_count++] = o->value;
        break;
    case ROW_VS: p->vs = o->value; break;
    case ROW_SEAT: return option_number(o->command, "seat", o->value, 1, SEATS_MAX, &p->seat);
    case ROW_SEED:
        if (!option_number(o->command, "seed", o->value, 0, 1000000000000L, &number)) return false;
        p->seed = (uint64_t)number;
        break;
    case ROW_FROM: p->from = o->value; break;
    case ROW_TITLE: p->title = o->value; break;
    case ROW_ASK_ALL: p->ask_all = true; break;
    case ROW_SERVER: p->online.server = o->value; break;
    case ROW_TABLE: p->online.table = o->value; break;
    case ROW_KEY: p->online.key = o->value; break;
    case ROW_WATCH: p->online.watch = true; break;
    case ROW_NAME: p->online.name = o->value; break;
    case ROW_PRIVATE: p->online.hidden = true; break;
    case ROW_LOGIN: p->online.login = o->value; break;
    case ROW_RATED: p->online.rated = true; break;
    case ROW_CLOCK: p->online.clock = o->value; break;
    case ROW_PLAIN: p->plain = true; break;
    case ROW_ASCII: p->ascii = true; break;
    case ROW_LESSON: p->lesson_name = o->value, p->lesson_kind = "lessons"; break;
    case ROW_PUZZLE: p->lesson_name = o->value, p->lesson_kind = "puzzles"; break;
    }
    return true;
}

static bool read_options(struct play *p, struct options *o)
{
    while (options_next(o))
        if (!take_option(p, o, o->row)) {
            o->status = WRONG_USE;
            return false;
        }
    return !o->ended;
}

static bool read_bot_options(struct play *p, struct options *o)
{
    while (options_next(o)) {
        bool fine = true;
        if (o->row == BOT_SAVE)
            p->save = o->value;
        else
            fine = take_option(p, o, o->row);
        if (!fine) {
            o->status = WRONG_USE;
            return false;
        }
    }
    return !o->ended;
}

static void finish(struct play *p)
{
    for (seat_id s = 0; s < SEATS_MAX; s++) outside_close(p->programs[s]);
    dialog_close(p->dialog);
    match_destroy(p->match);
    scenario_close(p->opened);
    scenarios_destroy(p->scenarios);
    replay_destroy(p->replay);
    box_close(p->box);
    arena_finish(&p->arena);
}

static int play_online(struct play *p)
{
    struct online_options *n = &p->online;
    n->game                  = p->game;
    n->mode                  = p->mode;
    n->deck                  = p->deck_count ? p->deck_names[0] : NULL;
    n->vs                    = p->vs ? p->vs : "human";
    n->seats                 = p->seats;
    n->options               = p->options;
    n->option_count          = p->option_count;
    n->plain                 = p->plain;
    n->ascii                 = p->ascii;
    if (p->from || p->title) return wrong_use(&play_command, "--from is not for a server's table");
    if (n->login && n->name)
        return wrong_use(&play_command, "--login and --name are two ways to come in: take one");
    return online_play(n);
}

static int run(int argc, char **argv)
{
    struct play    p = { .command = &play_command };
    struct options o;
    p.seed = randombytes_uniform(1000000000);
    options_begin(&o, &play_command, argc, argv);
    if (!read_options(&p, &o)) return o.status;
    if (o.word_count && !(p.game = named_game(&play_command, o.words[0]))) return WRONG_USE;
    if (p.online.server) return play_online(&p);
    if (p.online.table || p.online.key || p.online.watch || p.online.name || p.online.hidden ||
        p.online.login || p.online.rated || p.online.clock)
        return wrong_use(&play_command, "this goes with --server URL");
    if (p.lesson_name && (p.from || p.mode || p.seats || p.deck_count || p.option_count || p.vs))
        return wrong_use(&play_command, "--%.6s brings its own position and players",
                         p.lesson_kind);
    p.usual_vs = !p.vs;
    if (!p.vs) p.vs = "novice";
    if (!read_vs(&p)) return WRONG_USE;
    if (p.from && (p.mode || p.seats || p.deck_count || p.option_count))
        return wrong_use(&play_command, "--from brings its own mode, seats, cards and options");
    if (p.title && !p.from) return wrong_use(&play_command, "--title goes with --from FILE");
    arena_init(&p.arena);
    int status = play(&p);
    finish(&p);
    return status;
}

const struct command play_command = {
    .name  = "play",
    .words = "[GAME] [OPTIONS]",
    .about = "plays a match in the terminal",
    .details =
        "Asks which game and which deck if they are not named. In the match a choice is its "
        "number, its words, or the beginning of its words; help lists what else can be typed.",
    .options   = OPTIONS,
    .run       = run,
    .words_max = 1,
};

static int run_bot(int argc, char **argv)
{
    struct play    p = { .command = &bot_command, .vs = "greedy", .seat = 1 };
    struct options o;
    p.seed = randombytes_uniform(1000000000);
    options_begin(&o, &bot_command, argc, argv);
    if (!read_bot_options(&p, &o)) return o.status;
    if (!read_vs(&p)) return WRONG_USE;
    if (!(p.game = named_game(&bot_command, o.words[0]))) return WRONG_USE;
    arena_init(&p.arena);
    int status = play(&p);
    finish(&p);
    return status;
}

const struct command bot_command = {
    .name  = "bot",
    .words = "GAME [OPTIONS]",
    .about = "lets a program play over the standard input and output",
    .details =
        "Lines of text in both directions: what happened, what the seat sees and may choose; the "
        "answer is the number or the words of a choice. docs/bot-protocol.md has the lines. To let "
        "`pentacle play` start a program of yours, say --vs exec:COMMAND.",
    .options   = BOT_OPTIONS,
    .run       = run_bot,
    .words_min = 1,
    .words_max = 1,
};
