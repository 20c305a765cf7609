// `pentacle play`: who plays what with which deck, then the match, seat by seat.
#include "cli/commands.h"

#include "base/arena.h"
#include "bots/bot.h"
#include "cli/dialog.h"
#include "engine/table.h"
#include "games/list.h"
#include "match/replay.h"
#include "match/scenario.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

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
    ROW_ASK_ALL
};
enum { DECK_FILE_MAX = 1024 * 1024, OPTIONS_MAX = 8 };

static const struct option_row OPTIONS[] = {
    { "mode", "M", "a mode of the game, as `pentacle games` lists them" },
    { "seats", "N", "how many sit at the table, where the mode leaves a choice" },
    { "deck", "D", "a ready-made deck by name, or a deck file; once more for the next seat" },
    { "option", "NAME=VALUE",
      "an option of the game, as `pentacle games` lists them; may be repeated" },
    { "vs", "BOT",
      "who has the other seats: a bot (random, greedy), or human for several at one keyboard; or "
      "one for each, as in greedy,human,random" },
    { "seat", "N", "your own seat, 1 if it is not said; decks are dealt out from there on" },
    { "seed", "N", "the same seed and the same choices give the same match" },
    { "from", "FILE", "start from the position of a scenario, or go on with a saved match" },
    { "title", "WORDS", "of the scenarios in that file, the one with these words in its title" },
    { "ask-all", NULL, "ask even where only one answer is legal (always so with --from)" },
    { 0 },
};

struct play {
    const struct game *game;
    const char        *mode, *vs, *from, *title;
    const struct bot  *others[SEATS_MAX]; // --vs, in the order of seats; NULL: a person
    size_t             other_count;
    long               seat; // --seat, or 0
    const char        *deck_names[SEATS_MAX];
    size_t             deck_count;
    const char        *options[OPTIONS_MAX];
    size_t             option_count;
    long               seats;
    uint64_t           seed;
    bool               ask_all;

    struct scenarios       *scenarios; // --from a scenario
    struct scenario_opened *opened;
    struct replay          *replay; // --from a saved match
    struct box             *box;
    struct arena            arena; // decks from files
    const struct deck      *decks[SEATS_MAX];
    const struct bot       *bot[SEATS_MAX]; // NULL: a person
    struct match           *match;
    struct dialog          *dialog;
    struct rng              rng;
};

// --- asking before the match --------------------------------------------------------------------

// Which of the items? By number or name; Enter takes the first. False at the end of the input.
static bool ask_which(const char *what, const char *const *names, const char *const *lines,
                      size_t count, size_t *out)
{
    struct screen       screen = screen_open();
    struct line_reader *reader = line_open(screen.terminal, NULL, NULL);
    struct text         typed;
    char                prompt[64];
    bool                found = false;
    printf("Which %s?\n", what);
    show_items(&screen, lines, count, 0, ~0u);
    snprintf(prompt, sizeof prompt, "%s (1 to %zu, Enter for 1)> ", what, count);
    while (!found && line_read(reader, prompt, &typed)) {
        long number = 1;
        found       = !typed.size || text_number(typed, 1, (long)count, &number);
        *out        = (size_t)number - 1;
        for (size_t i = 0; !found && i < count; i++) {
            found = text_equal_fold(typed, text_of(names[i]));
            *out  = i;
        }
        if (!found) printf("There is no such %s; type a number or a name.\n", what);
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
    if (!ask_which("game", names, lines, count, &taken)) return false;
    p->game = GAMES[taken];
    return true;
}

static bool ask_deck(struct play *p, seat_id seat)
{
    const char *names[64], *lines[64];
    size_t      count = 0, taken;
    for (; count < p->box->deck_count && count < COUNT(names); count++) {
        const struct deck *d = &p->box->decks[count];
        names[count]         = d->name;
        lines[count] = d->about && *d->about ? arena_format(&p->arena, "%s: %s", d->name, d->about)
                                             : d->name;
    }
    if (seat > 0 || p->seat) printf("For %s:\n", SEAT_NAMES[seat]);
    if (!ask_which("deck", names, lines, count, &taken)) return false;
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
        wrong_use(&play_command, "%s; or name a .deck file", unknown.text);
        return SET_UP_MISUSED;
    }
    struct text  file;
    struct deck *deck = ARENA_NEW(&p->arena, struct deck);
    p->decks[seat]    = deck;
    bool fine         = file_read(&p->arena, name, DECK_FILE_MAX, &file, err) &&
                deck_read(&p->arena, p->box->pool, p->game->deck_sections, name, file, deck, err);
    return fine ? SET_UP : SET_UP_FAILED;
}

// Decks are named from one's own seat on, round the table.
static seat_id seat_of_deck(const struct play *p, size_t nth, unsigned seats)
{
    return (seat_id)((nth + (p->seat ? (size_t)p->seat - 1 : 0)) % seats);
}

// Whoever chose none gets the ready-made decks that follow the first one.
static void deal_decks(struct play *p, unsigned seats)
{
    uint32_t count = p->box->deck_count, first = 0;
    while (first < count && &p->box->decks[first] != p->decks[seat_of_deck(p, 0, seats)]) first++;
    for (size_t i = p->deck_count; i < seats && count; i++)
        p->decks[seat_of_deck(p, i, seats)] = &p->box->decks[(first + i) % count];
}

static bool has_bots(const struct play *p)
{
    for (size_t i = 0; i < p->other_count; i++)
        if (p->others[i]) return true;
    return false;
}

static enum set_up choose_decks(struct play *p, unsigned seats, struct error *err)
{
    if (p->deck_count > seats) {
        wrong_use(&play_command, "%zu decks for %u seats", p->deck_count, seats);
        return SET_UP_MISUSED;
    }
    for (size_t i = 0; i < p->deck_count; i++) {
        enum set_up read = read_deck(p, seat_of_deck(p, i, seats), p->deck_names[i], err);
        if (read != SET_UP) return read;
    }
    // Without --deck the person, or all of them, may choose.
    unsigned people = p->deck_count || p->box->deck_count < 2 ? 0 : has_bots(p) ? 1 : seats;
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
            return wrong_use(&play_command, "%s", err.text) == FINE;
    return true;
}

static enum set_up start_match(struct play *p, struct error *err)
{
    unsigned mode;
    if (!box_find_mode(p->box, p->mode, &mode, err)) {
        wrong_use(&play_command, "%s", err->text);
        return SET_UP_MISUSED;
    }
    const struct game_mode *m     = &p->game->modes[mode];
    unsigned                seats = p->seats ? (unsigned)p->seats : m->seats_min;
    if (seats < m->seats_min || seats > m->seats_max) {
        wrong_use(&play_command, "%s is for %u to %u players, not %u", m->name, m->seats_min,
                  m->seats_max, seats);
        return SET_UP_MISUSED;
    }
    if (p->seat > (long)seats) {
        wrong_use(&play_command, "there is no seat %ld; %u play", p->seat, seats);
        return SET_UP_MISUSED;
    }
    struct match_setup setup, agreed = { 0 };
    if (!set_options(p, &agreed)) return SET_UP_MISUSED; // before anybody is asked
    enum set_up done = choose_decks(p, seats, err);
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
        wrong_use(&play_command, "--title is for scenarios; %s is a saved match", p->from);
        return SET_UP_MISUSED;
    }
    if (!file_read(&p->arena, p->from, REPLAY_SIZE_MAX, &file, err)) return SET_UP_FAILED;
    p->replay = replay_read(GAMES, p->from, file, err);
    p->match  = p->replay ? replay_start(p->replay, err) : NULL;
    if (!p->match) return SET_UP_FAILED;
    if (p->game && p->game != p->replay->game) {
        wrong_use(&play_command, "%s is a match of %s, not of %s", p->from, p->replay->game->name,
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

// --- playing ------------------------------------------------------------------------------------

static bool is_person(const struct play *p, seat_id seat) { return p->dialog->people >> seat & 1; }

// Bots answer first, then what has only one answer; so a person is asked last and about something.
static void answer_by_itself(struct play *p, bool *changed)
{
    const struct table *t = &p->match->table;
    *changed              = false;
    for (seat_id s = 0; s < t->state->seats && !*changed; s++) {
        if (!(t->state->asked >> s & 1)) continue;
        if (!is_person(p, s)) {
            *changed = match_answer(p->match, s, bot_choose(p->bot[s], t, s, &p->rng)) == 0;
        } else if (!p->ask_all) {
            struct choice all[CHOICES_MAX];
            if (table_choices(t, s, all, CHOICES_MAX) != 1) continue;
            *changed = match_answer(p->match, s, all[0]) == 0;
        }
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
        if (c->over)
            dialog_end(p->dialog, p->dialog->reader == NO_SEAT ? seat : p->dialog->reader);
        else
            dialog_ask(p->dialog, seat);
    }
}

// --seat, the first seat, or the one that a scenario asks first.
static seat_id persons_seat(const struct play *p)
{
    const struct core *c    = p->match->table.state;
    seat_id            seat = 0;
    if (p->seat && p->seat <= c->seats) return (seat_id)(p->seat - 1);
    while (p->opened && seat < c->seats && !(c->asked >> seat & 1)) seat++;
    return (seat_id)(seat < c->seats ? seat : 0);
}

// The others sit down in the order of --vs; the last one named has the seats that are left.
static seat_set seat_people(struct play *p)
{
    seat_id  own    = persons_seat(p);
    seat_set people = (seat_set)BIT(own);
    size_t   next   = 0;
    for (seat_id s = 0; s < p->match->setup.seats; s++) {
        if (s == own) continue;
        p->bot[s] = p->others[next];
        if (next + 1 < p->other_count) next++;
        if (!p->bot[s]) people = (seat_set)(people | BIT(s));
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
                     !is_person(p, s)              ? p->bot[s]->name
                     : p->dialog->people == BIT(s) ? "you"
                                                   : "human");
    if (p->opened)
        show_styled(&p->dialog->screen, STYLE_STRONG, "%s: %s", p->game->title, p->opened->title);
    else if (p->replay)
        show_styled(&p->dialog->screen, STYLE_STRONG, "%s: %s, after move %zu", p->game->title,
                    p->from, m->move_count);
    else
        show_styled(&p->dialog->screen, STYLE_STRONG, "%s: %s, seed %llu", p->game->title,
                    p->game->modes[m->setup.mode].name, (unsigned long long)p->seed);
    show_line(&p->dialog->screen, "%s. Type a choice, or help.", words);
}

static int leave(const struct play *p)
{
    const struct dialog *d = p->dialog;
    fflush(stdout);
    if (d && p->match->table.state->over) return FINE;
    fprintf(stderr, "pentacle play: %s%s\n",
            d && !d->input_ended ? "you left the match" : "the input has ended",
            d && d->saved ? "" : "; nothing was saved");
    return FINE;
}

static int play(struct play *p)
{
    struct error err = { 0 };
    if (!p->from) {
        if (!p->game && !ask_game(p)) return leave(p);
        p->box = open_box(&play_command, p->game);
        if (!p->box) return PROBLEM;
    }
    enum set_up done = !p->from                ? start_match(p, &err)
                       : replay_is_at(p->from) ? start_from_replay(p, &err)
                                               : start_from_scenario(p, &err);
    switch (done) {
    case SET_UP: break;
    case SET_UP_FAILED: return say_error(&play_command, &err);
    case SET_UP_MISUSED: return WRONG_USE;
    case SET_UP_LEFT: return leave(p);
    }
    p->rng    = rng_from(p->seed ^ 0x626f74);
    p->dialog = dialog_open(p->match, seat_people(p));
    say_welcome(p);
    play_match(p);
    return leave(p);
}

static bool read_vs(struct play *p)
{
    char          known[256];
    struct writer w    = writer_on(known, sizeof known);
    struct text   rest = text_of(p->vs), name;
    for (const struct bot *const *b = BOTS; *b; b++) write_format(&w, "%s, ", (*b)->name);
    while (text_cut(&rest, ',', &name) && p->other_count < SEATS_MAX) {
        const struct bot *bot = bot_find(name);
        if (!bot && !text_is(name, "human"))
            return wrong_use(&play_command, "there is no bot \"%.*s\"; there are: %shuman",
                             SHOW(name), known) == FINE;
        p->others[p->other_count++] = bot;
    }
    if (!p->other_count) wrong_use(&play_command, "--vs wants one of: %shuman", known);
    return p->other_count > 0;
}

static bool read_options(struct play *p, struct options *o)
{
    long number;
    while (options_next(o)) {
        bool fine = true;
        switch (o->row) {
        case ROW_MODE: p->mode = o->value; break;
        case ROW_SEATS:
            fine = option_number(o->command, "seats", o->value, 1, SEATS_MAX, &p->seats);
            break;
        case ROW_DECK:
            if (p->deck_count < SEATS_MAX)
                p->deck_names[p->deck_count++] = o->value;
            else
                fine = wrong_use(o->command, "at most %d decks fit a table", SEATS_MAX) == FINE;
            break;
        case ROW_OPTION:
            if (p->option_count < OPTIONS_MAX)
                p->options[p->option_count++] = o->value;
            else
                fine = wrong_use(o->command, "at most %d options are taken", OPTIONS_MAX) == FINE;
            break;
        case ROW_VS: p->vs = o->value; break;
        case ROW_SEED:
            fine    = option_number(o->command, "seed", o->value, 0, 1000000000000L, &number);
            p->seed = fine ? (uint64_t)number : 0;
            break;
        case ROW_SEAT:
            fine = option_number(o->command, "seat", o->value, 1, SEATS_MAX, &p->seat);
            break;
        case ROW_FROM: p->from = o->value; break;
        case ROW_TITLE: p->title = o->value; break;
        case ROW_ASK_ALL: p->ask_all = true; break;
        }
        if (!fine) {
            o->status = WRONG_USE;
            return false;
        }
    }
    return !o->ended;
}

static int run(int argc, char **argv)
{
    struct play    p = { .vs = "random" };
    struct options o;
    p.seed = randombytes_uniform(1000000000);
    options_begin(&o, &play_command, argc, argv);
    if (!read_options(&p, &o)) return o.status;
    if (!read_vs(&p)) return WRONG_USE;
    if (p.from && (p.mode || p.seats || p.deck_count || p.option_count))
        return wrong_use(&play_command, "--from brings its own mode, seats, cards and options");
    if (p.title && !p.from) return wrong_use(&play_command, "--title goes with --from FILE");
    if (o.word_count && !(p.game = named_game(&play_command, o.words[0]))) return WRONG_USE;
    arena_init(&p.arena);
    int status = play(&p);
    dialog_close(p.dialog);
    match_destroy(p.match);
    scenario_close(p.opened);
    scenarios_destroy(p.scenarios);
    replay_destroy(p.replay);
    box_close(p.box);
    arena_finish(&p.arena);
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
