// `pentacle sim`: many matches between bots, and what they come to.
#include "cli/commands.h"

#include "bots/bot.h"
#include "cli/screen.h"
#include "cli/tables.h"
#include "sim/sim.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROW_GAMES, ROW_DECKS, ROW_BOTS, ROW_OPTION, ROW_SEED, ROW_THREADS, ROW_JSON };

static const struct option_row OPTIONS[] = {
    { "games", "N", "how many matches, rounded up to pairs with the seats swapped (1000)" },
    { "decks", "A,B", "ready-made decks by name or file name; all of them if not said" },
    { "bots", "X,Y", "who plays (greedy); two names: the first against the second" },
    { "option", "NAME=VALUE",
      "an option of the game, as `pentacle games` lists them; may be repeated" },
    { "seed", "N", "the same seed gives the same matches, whatever the number of threads (1)" },
    { "threads", "N", "how many matches at a time (all processors)" },
    { "json", "FILE", "writes all numbers there; - is the standard output, without the tables" },
    { 0 },
};

struct request {
    const char *decks, *bots, *json;
    const char *options[SIM_OPTIONS_MAX];
    size_t      option_count;
    long        games, seed, threads;
};

// --- Ctrl-C: what is done is kept ---------------------------------------------------------------

static atomic_bool stopped;

static void stop(int signal)
{
    (void)signal;
    atomic_store(&stopped, true);
}

// A second Ctrl-C ends the program as ever.
static void catch_interrupt(void)
{
    struct sigaction action = { .sa_handler = stop, .sa_flags = (int)SA_RESETHAND };
    sigaction(SIGINT, &action, NULL);
}

// --- progress, on a terminal only ---------------------------------------------------------------

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void show_progress(void *context, uint64_t done, uint64_t games)
{
    const double *began = context;
    double        spent = now() - *began, speed = spent > 0 ? (double)done / spent : 0;
    double        left = speed > 0 ? (double)(games - done) / speed : 0;
    fprintf(stderr, "\r%llu of %llu matches, %.0f a second, %.0f s left   ",
            (unsigned long long)done, (unsigned long long)games, speed, left);
    if (done == games || atomic_load(&stopped)) fprintf(stderr, "\r%60s\r", "");
}

// --- reading the command ------------------------------------------------------------------------

static bool read_bots(const char *words, struct sim_plan *plan)
{
    struct text   rest  = text_of(words), name;
    unsigned      count = 0;
    char          known[256];
    struct writer w = writer_on(known, sizeof known);
    for (const struct bot *const *b = BOTS; *b; b++)
        write_format(&w, "%s%s", b == BOTS ? "" : ", ", (*b)->name);
    for (; text_cut(&rest, ',', &name); count++) {
        const struct bot *bot = bot_find(text_trim(name));
        if (count == 2)
            return wrong_use(&sim_command, "--bots wants one or two names, found \"%s\"", words) ==
                   FINE;
        if (!bot)
            return wrong_use(&sim_command, "there is no bot \"%.*s\"; there are: %s", SHOW(name),
                             known) == FINE;
        plan->bots[count] = bot;
    }
    if (count == 0) return wrong_use(&sim_command, "--bots wants: %s", known) == FINE;
    if (count == 1) plan->bots[1] = plan->bots[0];
    return true;
}

static bool add_deck(struct sim_plan *plan, const struct deck *deck)
{
    for (unsigned i = 0; i < plan->deck_count; i++)
        if (plan->decks[i] == deck)
            return wrong_use(&sim_command, "\"%s\" is named twice", deck->name) == FINE;
    if (plan->deck_count == SIM_DECKS_MAX)
        return wrong_use(&sim_command, "at most %d decks meet", SIM_DECKS_MAX) == FINE;
    plan->decks[plan->deck_count++] = deck;
    return true;
}

static bool read_decks(struct arena *arena, const char *words, struct sim_plan *plan)
{
    struct text  rest = text_of(words ? words : ""), name;
    struct error err  = { 0 };
    for (uint32_t i = 0; !words && i < plan->box->deck_count && i < SIM_DECKS_MAX; i++)
        plan->decks[plan->deck_count++] = &plan->box->decks[i];
    while (text_cut(&rest, ',', &name)) {
        const struct deck *deck;
        if (!box_find_deck(plan->box, arena_text(arena, text_trim(name)).at, &deck, &err))
            return wrong_use(&sim_command, "%s", err.text) == FINE;
        if (!add_deck(plan, deck)) return false;
    }
    if (plan->deck_count == 0)
        return wrong_use(&sim_command, "no deck is named and %s has none ready-made",
                         plan->box->game->title) == FINE;
    return true;
}

static bool read_request(struct options *o, struct request *r)
{
    bool fine = true;
    while (fine && options_next(o)) switch (o->row) {
        case ROW_GAMES:
            fine = option_number(o->command, "games", o->value, 1, 1000000000, &r->games);
            break;
        case ROW_SEED:
            fine = option_number(o->command, "seed", o->value, 0, 1000000000000L, &r->seed);
            break;
        case ROW_THREADS:
            fine = option_number(o->command, "threads", o->value, 1, SIM_THREADS_MAX, &r->threads);
            break;
        case ROW_DECKS: r->decks = o->value; break;
        case ROW_BOTS: r->bots = o->value; break;
        case ROW_OPTION:
            if (r->option_count < SIM_OPTIONS_MAX)
                r->options[r->option_count++] = o->value;
            else
                fine = wrong_use(o->command, "at most %d options are taken", SIM_OPTIONS_MAX) ==
                       FINE;
            break;
        case ROW_JSON: r->json = o->value; break;
        }
    if (!fine) o->status = WRONG_USE;
    return fine && !o->ended;
}

static bool read_game_options(const struct request *r, struct sim_plan *plan)
{
    struct error       err    = { 0 };
    struct match_setup agreed = { 0 };
    for (size_t i = 0; i < r->option_count; i++)
        if (!box_option(plan->box, &agreed, text_of(r->options[i]), &err))
            return wrong_use(&sim_command, "%s", err.text) == FINE;
    memcpy(plan->option, agreed.option, sizeof plan->option);
    return true;
}

// --- running ------------------------------------------------------------------------------------

static int save(const struct sim_plan *plan, const struct tally *y, const char *path)
{
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    bool  fine = file != NULL;
    if (fine) write_sim_json(file, plan, y);
    if (fine) fine = file == stdout ? fflush(file) == 0 : fclose(file) == 0;
    if (fine) return FINE;
    struct error err = { 0 };
    fail(&err, IO_FAILED, (struct place){ path, 0, 0 }, "cannot be written");
    return say_error(&sim_command, &err);
}

static int simulate(struct arena *arena, const struct request *r, struct sim_plan *plan)
{
    double       began = now();
    struct error err   = { 0 };
    catch_interrupt();
    plan->stop = &stopped;
    if (isatty(STDERR_FILENO)) plan->progress = show_progress, plan->context = &began;
    struct tally *y = sim_run(arena, plan, &err);
    if (!y) return say_error(&sim_command, &err);
    if (!r->json || strcmp(r->json, "-") != 0) show_sim(plan, y);
    fprintf(stderr, "%llu matches, %.0f a second\n", (unsigned long long)y->games,
            (double)y->games / (now() - began));
    if (y->games < plan->games)
        fprintf(stderr, "stopped after %llu of %llu matches\n", (unsigned long long)y->games,
                (unsigned long long)plan->games);
    return r->json ? save(plan, y, r->json) : FINE;
}

static int run(int argc, char **argv)
{
    struct options o;
    long           processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct request r          = { .bots = "greedy", .games = 1000, .seed = 1 };
    r.threads = processors < 1 ? 1 : processors > SIM_THREADS_MAX ? SIM_THREADS_MAX : processors;
    options_begin(&o, &sim_command, argc, argv);
    if (!read_request(&o, &r)) return o.status;
    const struct game *game = named_game(&sim_command, o.words[0]);
    if (!game) return WRONG_USE;
    struct box *box = open_box(&sim_command, game);
    if (!box) return PROBLEM;
    struct arena arena;
    arena_init(&arena);
    struct sim_plan plan   = { .box     = box,
                               .games   = (uint64_t)(r.games + r.games % 2),
                               .seed    = (uint64_t)r.seed,
                               .threads = (unsigned)r.threads };
    int             status = WRONG_USE;
    if (read_bots(r.bots, &plan) && read_decks(&arena, r.decks, &plan) &&
        read_game_options(&r, &plan))
        status = simulate(&arena, &r, &plan);
    arena_finish(&arena);
    box_close(box);
    return status;
}

const struct command sim_command = {
    .name  = "sim",
    .words = "GAME",
    .about = "plays many matches between bots and shows who wins, how and how fast",
    .details =
        "Each two decks meet equally often, every match a second time with the seats swapped. A "
        "draw counts as half a win; the numbers behind \"±\" and in brackets are 95 % intervals. "
        "Ctrl-C stops and shows what is done.",
    .options   = OPTIONS,
    .run       = run,
    .words_min = 1,
    .words_max = 1,
};
