// `pentacle play`: who plays what with which deck, then the match, seat by seat. `pentacle bot`:
// the same for a program at the other end of the standard input and output.
#include "cli/play.h"

#include "engine/table.h"
#include "games/list.h"
#include "match/replay.h"

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
    struct error err = { 0 };
    if (start_programs(p, &err) != SET_UP) return say_error(p->command, &err);
    play_without_people(p);
    bool gone = p->gone >> (p->seat - 1) & 1;
    end_programs(p);
    if (p->save && !replay_save(p->match, p->save, &err)) return say_error(p->command, &err);
    return gone ? PROBLEM : FINE;
}

// What is to be known before the match, from options or from the person. False if there is to be
// none: the person has left, or something has failed.
static bool prepare(struct play *p)
{
    bool new        = !p->game; // nothing is said, so all is asked
    bool       asks = !is_host(p) && !p->lesson_name;
    enum asked how  = asks && !p->plain ? ask_on_screen(p, new) : ASKED_NOTHING;
    if (how == ASKED_LEFT) return false;
    if (how == ASKED_NOTHING && new && !ask_game_in_lines(p)) return false;
    if (!p->box) p->box = open_box(p->command, p->game);
    p->status = PROBLEM;
    p->failed = !p->box;
    if (p->failed) return false;
    if (how == ASKED_NOTHING && new &&asks && !ask_match_in_lines(p)) return false;
    if (p->usual_vs) p->other_count = 0;
    p->status = WRONG_USE;
    p->failed = p->usual_vs && !read_vs(p);
    return !p->failed;
}

static int play(struct play *p)
{
    struct error err = { 0 };
    if (!p->from && !prepare(p)) return p->failed ? p->status : leave(p);
    enum set_up done = set_up(p, &err);
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
    play_with_people(p);
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
