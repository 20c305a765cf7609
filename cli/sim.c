// `pentacle sim`: many matches between bots, and what they come to.
#include "cli/sim.h"

#include "bots/search.h"
#include "cli/commands.h"
#include "cli/tables.h"
#include "sim/changed.h"
#include "sim/processors.h"

#include <string.h>
#include <unistd.h>

enum {
    ROW_GAMES,
    ROW_DECKS,
    ROW_BOTS,
    ROW_MODE,
    ROW_SEATS,
    ROW_OPTION,
    ROW_SEED,
    ROW_THREADS,
    ROW_SHARD,
    ROW_JSON,
    ROW_RESUME,
    ROW_REPORT,
    ROW_WITH,
    ROW_TRIES,
};

static const struct option_row OPTIONS[] = {
    { "games", "N", "how many matches, rounded up so that everybody sits everywhere (1000)" },
    { "decks", "A,B", "ready-made decks by name, or .deck files; all ready-made ones if not said" },
    { "bots", "X,Y", "who plays (greedy); several names: one per side, in turn" },
    { "mode", "M", "mode of the game; the first if not said" },
    { "seats", "N", "how many players, where the mode allows several numbers" },
    { "option", "NAME=VALUE",
      "an option of the game, as `pentacle games` lists them; may be repeated" },
    { "seed", "N", "the same seed gives the same matches, whatever the number of threads (1)" },
    { "threads", "N",
      "how many matches at a time (as many as there are processors that it may use)" },
    { "shard", "I/N", "plays part I of N of the matches; \"merge\" puts the parts together" },
    { "json", "FILE", "writes all numbers there; - is the standard output, without the tables" },
    { "resume", NULL, "goes on where FILE of --json stopped" },
    { "report", "FILE", "writes a page for the browser there, with charts, in one file" },
    { "with", "FILE", "plays twice, with the cards as they are and as FILE changes them" },
    { "tries", "N", "how long bots that search think about a choice (steady: 100)" },
    { 0 },
};

// --- reading the command ------------------------------------------------------------------------

static bool refuse(const char *format, const char *found, const char *known)
{
    wrong_use(&sim_command, format, found, known);
    return false;
}

// A bot that searches, with so many tries; its name says so, as its matches are others.
static const struct bot *with_tries(struct arena *arena, const struct bot *bot, long tries)
{
    if (!tries || !bot->search) return bot;
    struct bot             *other    = ARENA_NEW(arena, struct bot);
    struct search_settings *settings = ARENA_NEW(arena, struct search_settings);
    *other                           = *bot;
    *settings                        = *bot->search;
    settings->few        = (uint32_t)(settings->few * (uint64_t)tries / settings->iterations + 1);
    settings->answers    = settings->answers * (uint64_t)tries / settings->iterations + 1;
    settings->iterations = (uint32_t)tries;
    other->search        = settings;
    other->name          = arena_format(arena, "%s, %ld tries", bot->name, tries);
    return other;
}

static bool read_bots(struct arena *arena, const char *words, long tries, struct sim_plan *plan)
{
    struct text   rest  = text_of(words), name;
    unsigned      count = 0;
    char          known[512];
    struct writer w = writer_on(known, sizeof known);
    for (const struct bot *const *b = BOTS; *b; b++)
        write_format(&w, "%s%s", b == BOTS ? "" : ", ", (*b)->name);
    for (; text_cut(&rest, ',', &name); count++) {
        const struct bot *bot = bot_find(text_trim(name));
        if (!bot)
            return refuse("there is no bot \"%s\"; there are: %s", arena_text(arena, name).at,
                          known);
        if (count == plan->seats)
            return refuse("--bots wants no more names than there are seats%s, found \"%s\"",
                          plan->seats == 2 ? ", that is one or two" : "", words);
        plan->bots[count] = with_tries(arena, bot, tries);
    }
    if (count == 0) return refuse("--bots wants one or more of: %s%s", known, "");
    for (unsigned i = count; i < plan->seats; i++) plan->bots[i] = plan->bots[i % count];
    return true;
}

static bool add_deck(struct sim_plan *plan, const struct deck *deck)
{
    for (unsigned i = 0; i < plan->deck_count; i++)
        if (strcmp(plan->decks[i]->name, deck->name) == 0)
            return refuse("\"%s\" is named twice%s", deck->name, "");
    if (plan->deck_count == SIM_DECKS_MAX) {
        wrong_use(&sim_command, "at most %d decks meet", SIM_DECKS_MAX);
        return false;
    }
    plan->decks[plan->deck_count++] = deck;
    return true;
}

static bool is_deck_file(struct text name)
{
    return name.size > 5 && text_is(text_part(name, name.size - 5, 5), ".deck");
}

static bool read_deck(struct arena *arena, const char *name, const struct sim_plan *plan,
                      const struct deck **out, struct error *err)
{
    struct text  file;
    struct deck *deck    = ARENA_NEW(arena, struct deck);
    struct error unknown = { 0 };
    *out                 = deck;
    if (box_find_deck(plan->box, name, out, &unknown)) return true;
    if (!is_deck_file(text_of(name))) return refuse("%s; or name a .deck file%s", unknown.text, "");
    *out = deck;
    if (file_read(arena, name, 1024 * 1024, &file, err) &&
        deck_read(arena, plan->box->pool, plan->box->game->deck_sections, name, file, deck, err))
        return true;
    say_error(&sim_command, err);
    return false;
}

static bool read_decks(struct arena *arena, const char *words, struct sim_plan *plan)
{
    struct text  rest = text_of(words ? words : ""), name;
    struct error err  = { 0 };
    for (uint32_t i = 0; !words && i < plan->box->deck_count && i < SIM_DECKS_MAX; i++)
        plan->decks[plan->deck_count++] = &plan->box->decks[i];
    while (text_cut(&rest, ',', &name)) {
        const struct deck *deck;
        if (!read_deck(arena, arena_text(arena, text_trim(name)).at, plan, &deck, &err) ||
            !add_deck(plan, deck))
            return false;
    }
    if (plan->deck_count == 0)
        return refuse("no deck is named and %s has none ready-made%s", plan->box->game->title, "");
    return true;
}

static bool read_mode(const struct sim_request *r, struct sim_plan *plan)
{
    struct error err = { 0 };
    if (!box_find_mode(plan->box, r->mode, &plan->mode, &err)) return refuse("%s%s", err.text, "");
    const struct game_mode *mode = &plan->box->game->modes[plan->mode];
    plan->seats                  = r->seats ? (unsigned)r->seats : mode->seats_min;
    if (plan->seats >= mode->seats_min && plan->seats <= mode->seats_max) return true;
    wrong_use(&sim_command, "%s is for %u to %u players, not %u", mode->name, mode->seats_min,
              mode->seats_max, plan->seats);
    return false;
}

static bool read_shard(const char *words, struct sim_plan *plan)
{
    struct text rest = text_of(words), part;
    long        shard, shards;
    if (text_cut(&rest, '/', &part) && text_number(rest, 1, SIM_SHARDS_MAX, &shards) &&
        text_number(part, 1, shards, &shard)) {
        plan->shard  = (unsigned)shard;
        plan->shards = (unsigned)shards;
        return true;
    }
    return refuse("--shard wants a part of all, such as 3/64, found \"%s\"%s", words, "");
}

static bool read_request(struct options *o, struct sim_request *r)
{
    bool fine = true;
    while (fine && options_next(o)) switch (o->row) {
        case ROW_GAMES:
            fine = option_number(o->command, "games", o->value, 1, 1000000000, &r->games);
            break;
        case ROW_SEATS:
            fine = option_number(o->command, "seats", o->value, 1, SEATS_MAX, &r->seats);
            break;
        case ROW_SEED:
            fine = option_number(o->command, "seed", o->value, 0, 1000000000000L, &r->seed);
            break;
        case ROW_THREADS:
            fine = option_number(o->command, "threads", o->value, 1, SIM_THREADS_MAX, &r->threads);
            break;
        case ROW_DECKS: r->decks = o->value; break;
        case ROW_BOTS: r->bots = o->value; break;
        case ROW_MODE: r->mode = o->value; break;
        case ROW_OPTION:
            if (r->option_count < SIM_OPTIONS_MAX)
                r->options[r->option_count++] = o->value;
            else
                fine = wrong_use(o->command, "at most %d options are taken", SIM_OPTIONS_MAX) ==
                       FINE;
            break;
        case ROW_SHARD: r->shard = o->value; break;
        case ROW_JSON: r->json = o->value; break;
        case ROW_RESUME: r->resume = true; break;
        case ROW_REPORT: r->report = o->value; break;
        case ROW_WITH: r->with = o->value; break;
        case ROW_TRIES:
            fine = option_number(o->command, "tries", o->value, 1, 1000000, &r->tries);
            break;
        }
    if (!fine) o->status = WRONG_USE;
    return fine && !o->ended;
}

static bool goes_together(const struct sim_request *r)
{
    if (r->resume && (!r->json || strcmp(r->json, "-") == 0))
        return refuse("--resume wants --json FILE%s%s", "", "");
    if (r->with && (r->resume || r->shard))
        return refuse("--with plays all at once, without --%s%s", r->resume ? "resume" : "shard",
                      "");
    if (r->report && r->json && strcmp(r->report, r->json) == 0)
        return refuse("--report and --json name the same file, \"%s\"%s", r->report, "");
    return true;
}

static bool read_game_options(const struct sim_request *r, struct sim_plan *plan)
{
    struct error       err    = { 0 };
    struct match_setup agreed = { 0 };
    for (size_t i = 0; i < r->option_count; i++)
        if (!box_option(plan->box, &agreed, text_of(r->options[i]), &err))
            return refuse("%s%s", err.text, "");
    memcpy(plan->option, agreed.option, sizeof plan->option);
    return true;
}

// --- running ------------------------------------------------------------------------------------

static bool make_plan(struct arena *arena, const struct box *box, const struct sim_request *r,
                      struct sim_plan *plan)
{
    *plan = (struct sim_plan){ .box     = box,
                               .seed    = (uint64_t)r->seed,
                               .threads = (unsigned)r->threads,
                               .shard   = 1,
                               .shards  = 1 };
    if (!read_mode(r, plan) || !read_bots(arena, r->bots, r->tries, plan) ||
        !read_decks(arena, r->decks, plan) || !read_game_options(r, plan) ||
        (r->shard && !read_shard(r->shard, plan)))
        return false;
    plan->games = ((uint64_t)r->games + plan->seats - 1) / plan->seats * plan->seats;
    return true;
}

static bool go_on_from(struct arena *arena, const char *path, struct sim_result *r,
                       struct error *err)
{
    if (access(path, F_OK) != 0) return true; // nothing was done yet
    struct sim_result *before = result_read(arena, path, err);
    if (before && before->shards == 1 && before->games < r->games)
        before->games = r->games; // more of the same: what is done is the beginning
    if (!before || !result_same_plan(r, before, path, err)) return false;
    if (before->shard != r->shard || before->shards != r->shards)
        return fail(err, BAD_INPUT, (struct place){ path, 0, 0 }, "holds shard %u/%u, not %u/%u",
                    before->shard, before->shards, r->shard, r->shards);
    result_take_over(r, before);
    return true;
}

// The plan twice, with the cards as they are and as they are changed, as far as that can matter.
// Decks are looked up by their names again.
static int simulate_changed(struct arena *arena, const struct sim_request *q, struct sim_plan *plan,
                            const struct box *changed)
{
    struct error      err = { 0 };
    struct comparison c;
    struct sim_plan   other;
    unsigned          count;
    if (!make_plan(arena, changed, q, &other)) return WRONG_USE;
    const struct changed_card *cards = changed_cards(arena, plan->box->pool, &other, &count);
    if (!changed_decks(cards, count, &plan->touched, &err)) return say_error(&sim_command, &err);
    other.touched            = plan->touched;
    struct sim_result *after = result_new(arena, &other, &err), *before = NULL;
    if (after) before = result_new(arena, plan, &err);
    if (!before) return say_error(&sim_command, &err);
    int status = run_plan(plan, before, NULL);
    if (status == FINE) status = run_plan(&other, after, NULL);
    if (status != FINE) return status;
    if (!compare_results(arena, before, after, &c, &err)) return say_error(&sim_command, &err);
    c.cards = say_changed_cards(arena, cards, count, after);
    return deliver_result(q, after, &c);
}

// The game with the cards of --with, before anything is played; NULL without them or on failure.
static bool open_changed(struct arena *arena, const struct sim_request *q, const struct game *game,
                         struct box **out)
{
    struct text  file;
    struct error err = { 0 };
    *out             = NULL;
    if (!q->with) return true;
    if (file_read(arena, q->with, 4 * 1024 * 1024, &file, &err))
        *out = box_open_changed(game, q->with, file, &err);
    if (!*out) say_error(&sim_command, &err);
    return *out != NULL;
}

static int simulate(struct arena *arena, const struct sim_request *q, const struct box *box,
                    const struct box *changed)
{
    struct sim_plan plan;
    struct error    err = { 0 };
    if (!make_plan(arena, box, q, &plan)) return WRONG_USE;
    if (changed) return simulate_changed(arena, q, &plan, changed);
    struct sim_result *r = result_new(arena, &plan, &err);
    if (!r || (q->resume && !go_on_from(arena, q->json, r, &err)))
        return say_error(&sim_command, &err);
    int status = run_plan(&plan, r, q->json);
    // What is done is shown all the same.
    if (status == FINE || status == UNFINISHED) {
        int delivered = deliver_result(q, r, NULL);
        if (delivered != FINE) return delivered;
    }
    return status;
}

static int simulate_game(const struct sim_request *q, const char *name)
{
    const struct game *game = named_game(&sim_command, name);
    if (!game) return WRONG_USE;
    catch_interrupt();
    struct box *box = open_box(&sim_command, game);
    if (!box) return PROBLEM;
    struct arena arena;
    struct box  *changed;
    arena_init(&arena);
    int status = open_changed(&arena, q, game, &changed) ? simulate(&arena, q, box, changed)
                                                         : PROBLEM;
    box_close(changed);
    arena_finish(&arena);
    box_close(box);
    return status;
}

static int too_much(const char *word)
{
    return wrong_use(&sim_command, "\"%s\" is one word too many; it is used as: pentacle sim %s",
                     word, sim_command.words);
}

static int run(int argc, char **argv)
{
    struct options     o;
    struct sim_request r = {
        .bots = "greedy", .games = 1000, .seed = 1, .threads = processors_usable(SIM_THREADS_MAX)
    };
    options_begin(&o, &sim_command, argc, argv);
    if (!read_request(&o, &r)) return o.status;
    if (!goes_together(&r)) return WRONG_USE;
    if (strcmp(o.words[0], "merge") == 0) {
        if (o.word_count < 2) return wrong_use(&sim_command, "merge wants files of --json");
        return merge_results(&r, o.words + 1, o.word_count - 1);
    }
    if (strcmp(o.words[0], "diff") == 0) {
        if (o.word_count < 3)
            return wrong_use(&sim_command, "diff wants two files of --json, the old one first");
        return o.word_count > 3 ? too_much(o.words[3]) : diff_results(&r, o.words[1], o.words[2]);
    }
    return o.word_count > 1 ? too_much(o.words[1]) : simulate_game(&r, o.words[0]);
}

const struct command sim_command = {
    .name  = "sim",
    .words = "GAME | merge FILES | diff OLD NEW",
    .about = "plays many matches between bots and shows who wins, how and how fast",
    .details =
        "Each two decks meet equally often, every match once more for each seat, everybody moving "
        "round the table. A draw counts as half a win; the numbers behind \"±\" and in brackets "
        "are "
        "95 % intervals. Ctrl-C stops and keeps what is done; so does SIGTERM.\n"
        "Exit status: 0 all was played, 1 it failed, 2 wrong use, 3 it was stopped before the end "
        "(--resume goes on).\n"
        "\"merge\" puts the files of all shards together to what one run would have written; "
        "\"diff\" says what changed from one file to the other.",
    .options   = OPTIONS,
    .run       = run,
    .words_min = 1,
    .words_max = -1,
};
