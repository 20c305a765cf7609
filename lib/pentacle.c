// The library's functions, thin over match/ and engine/. Views and events: view.c.
#include "lib/handles.h"

#include "bots/search.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "games/list.h"
#include "match/replay.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static_assert((int)PENTACLE_SEATS_MAX == (int)SEATS_MAX, "the header says how many sit down");
static_assert((int)PENTACLE_SPECTATOR == (int)SPECTATOR, "and who only looks on");
static_assert((int)PENTACLE_CHOICES_MAX == (int)CHOICES_MAX, "and how long lists are");
static_assert(sizeof(struct pentacle_choice) == sizeof(struct choice), "a choice is one value");

static struct choice choice_in(struct pentacle_choice c)
{
    return (struct choice){ c.kind, c.option, c.card, c.target, c.extra };
}
static struct pentacle_choice choice_out(struct choice c)
{
    return (struct pentacle_choice){ c.kind, c.option, c.card, c.target, c.extra };
}

bool tell_error(struct pentacle_error *out, const struct error *err)
{
    if (!out) return false;
    memset(out, 0, sizeof *out);
    out->line   = err->line;
    out->column = err->column;
    snprintf(out->source, sizeof out->source, "%s", err->source);
    snprintf(out->text, sizeof out->text, "%s", err->text);
    return false;
}

// What a writer on a large buffer holds, into the caller's; returns its whole size.
static size_t hand_over(const struct writer *w, char *out, size_t size)
{
    struct writer to = writer_on(out, size);
    write_text(&to, (struct text){ w->at, w->size });
    return w->size;
}

// --- games and boxes ----------------------------------------------------------------------------

unsigned pentacle_abi(void) { return PENTACLE_ABI; }

static const struct game *game_at(size_t index)
{
    for (size_t i = 0; GAMES[i]; i++)
        if (i == index) return GAMES[i];
    return NULL;
}

const char *pentacle_game_name(size_t game) { return game_at(game) ? game_at(game)->name : NULL; }
const char *pentacle_game_title(size_t game) { return game_at(game) ? game_at(game)->title : NULL; }

static struct pentacle_box *box_handle(struct box *box, struct pentacle_error *out,
                                       const struct error *err)
{
    if (!box) {
        tell_error(out, err);
        return NULL;
    }
    struct pentacle_box *handle = calloc(1, sizeof *handle);
    if (!handle) BUG("out of memory for a box");
    handle->box = box;
    return handle;
}

static void refuse_game(const char *name, struct error *err)
{
    char          known[256];
    struct writer w = writer_on(known, sizeof known);
    for (size_t i = 0; GAMES[i]; i++) write_format(&w, "%s%s", i ? ", " : "", GAMES[i]->name);
    fail(err, BAD_INPUT, (struct place){ 0 }, "there is no game \"%s\"; there are: %s", name,
         known);
}

struct pentacle_box *pentacle_open(const char *name, struct pentacle_error *out)
{
    struct error       err  = { 0 };
    const struct game *game = game_find(text_of(name));
    if (!game) refuse_game(name, &err);
    return box_handle(game ? box_open(game, &err) : NULL, out, &err);
}

struct pentacle_box *pentacle_add_cards(const struct pentacle_box *b, const char *source,
                                        const char *cards, struct pentacle_error *out)
{
    struct error err = { 0 };
    return box_handle(box_with_cards(b->box, source, text_of(cards), &err), out, &err);
}

void pentacle_close(struct pentacle_box *b)
{
    if (b) box_close(b->box);
    free(b);
}

bool pentacle_mode(const struct pentacle_box *b, size_t index, struct pentacle_mode *out)
{
    const struct game_mode *mode = b->box->game->modes;
    for (size_t i = 0; mode->name && i < index; i++) mode++;
    if (!mode->name) return false;
    *out = (struct pentacle_mode){ mode->name, mode->about, mode->seats_min, mode->seats_max };
    return true;
}

const char *pentacle_deck(const struct pentacle_box *b, size_t index)
{
    return index < b->box->deck_count ? b->box->decks[index].name : NULL;
}

const char *pentacle_card_name(const struct pentacle_box *b, size_t card)
{
    return card < b->box->pool->def_count ? b->box->pool->defs[card].name : NULL;
}

size_t pentacle_card_text(const struct pentacle_box *b, size_t card, char *out, size_t size)
{
    char          printed[16 * 1024];
    struct writer w = writer_on(printed, sizeof printed);
    if (card < b->box->pool->def_count) card_print(b->box->cards, &b->box->pool->defs[card], &w);
    return hand_over(&w, out, size);
}

const char *pentacle_rule_name(const struct pentacle_box *b, uint16_t rule)
{
    const struct game *g     = b->box->game;
    const struct rule *found = rule_find(g->rules, g->rule_count, rule);
    return found ? found->name : "the table";
}

const char *pentacle_rule_text(const struct pentacle_box *b, uint16_t rule)
{
    char name[32];
    return table_rule_text(b->box->game, rule, name, sizeof name);
}

// --- starting a match ---------------------------------------------------------------------------

static bool find_deck(const struct box *box, struct arena *arena, const char *said,
                      const struct deck **out, struct error *err)
{
    *out = NULL; // ready-made ones in turn
    if (!said) return true;
    if (!strchr(said, '\n')) return box_find_deck(box, said, out, err);
    struct deck *deck = ARENA_NEW(arena, struct deck);
    *out              = deck;
    return deck_read(arena, box->pool, box->game->deck_sections, "deck", text_of(said), deck, err);
}

static bool make_setup(const struct box *box, struct arena *arena, const struct pentacle_setup *in,
                       struct match_setup *out, struct error *err)
{
    const struct deck *decks[SEATS_MAX];
    unsigned           mode;
    if (!box_find_mode(box, in->mode, &mode, err)) return false;
    unsigned seats = in->seats ? in->seats : box->game->modes[mode].seats_min;
    for (unsigned s = 0; s < SEATS_MAX; s++)
        if (!find_deck(box, arena, in->deck[s], &decks[s], err)) return false;
    if (!box_setup(box, mode, seats, decks, SEATS_MAX, in->seed, out, err)) return false;
    struct text options = text_of(in->options ? in->options : ""), option;
    while (text_cut(&options, ',', &option))
        if (!box_option(box, out, option, err)) return false;
    if (in->key) memcpy(out->key, in->key, sizeof out->key);
    for (unsigned s = 0; s < seats; s++)
        if (in->name[s]) out->seat[s].name = in->name[s];
    return true;
}

static struct pentacle_match *match_handle(const struct pentacle_box *b, struct match *match)
{
    struct pentacle_match *m = calloc(1, sizeof *m);
    if (!m) BUG("out of memory for a match");
    m->box   = b;
    m->match = match;
    if (match) {
        m->table = match->table;
        m->names = match->names;
    }
    return m;
}

struct pentacle_match *pentacle_start(const struct pentacle_box *b, const struct pentacle_setup *in,
                                      struct pentacle_error *out)
{
    struct error       err = { 0 };
    struct match_setup setup;
    struct arena       arena;
    arena_init(&arena);
    struct match *match = NULL;
    if (make_setup(b->box, &arena, in, &setup, &err)) match = match_create(b->box, &setup, &err);
    arena_finish(&arena);
    if (match) return match_handle(b, match);
    tell_error(out, &err);
    return NULL;
}

struct pentacle_match *pentacle_arrange(const struct pentacle_box *b, const char *scenario,
                                        struct pentacle_error *out)
{
    struct error            err    = { 0 };
    struct match           *match  = NULL;
    struct scenario_opened *opened = scenario_arrange(b->box, "scenario", text_of(scenario), &err);
    if (opened)
        match = match_create_from(opened->box, opened->table.state, SEAT_NAMES, opened->origin,
                                  &err);
    if (match) {
        struct pentacle_match *m = match_handle(b, match);
        m->opened                = opened;
        return m;
    }
    scenario_close(opened);
    tell_error(out, &err);
    return NULL;
}

void pentacle_free(struct pentacle_match *m)
{
    if (!m) return;
    if (!m->match) free(m->table.state);
    match_destroy(m->match);
    scenario_close(m->opened);
    free(m);
}

// --- playing ------------------------------------------------------------------------------------

unsigned pentacle_seats(const struct pentacle_match *m) { return m->table.state->seats; }
bool     pentacle_is_over(const struct pentacle_match *m) { return m->table.state->over; }
unsigned pentacle_winners(const struct pentacle_match *m) { return m->table.state->winners; }
unsigned pentacle_asked(const struct pentacle_match *m) { return m->table.state->asked; }

uint16_t pentacle_over_because(const struct pentacle_match *m)
{
    return m->table.state->over_because;
}

const char *pentacle_question(const struct pentacle_match *m, unsigned seat)
{
    assert(seat < SEATS_MAX);
    const struct core *c = m->table.state;
    if (!(c->asked >> seat & 1)) return "";
    unsigned kind = c->question[seat].kind;
    for (unsigned i = 0; m->table.game->questions[i]; i++)
        if (i == kind) return m->table.game->questions[i];
    return "";
}

size_t pentacle_choices(const struct pentacle_match *m, unsigned seat, struct pentacle_choice *out,
                        size_t max)
{
    assert(seat < SEATS_MAX);
    struct choice list[CHOICES_MAX];
    size_t        count = table_choices(&m->table, (seat_id)seat, list, CHOICES_MAX);
    for (size_t i = 0; i < count && i < max; i++) out[i] = choice_out(list[i]);
    return count;
}

size_t pentacle_say(const struct pentacle_match *m, unsigned viewer, unsigned seat,
                    struct pentacle_choice choice, char *out, size_t size)
{
    assert(viewer <= SPECTATOR && seat < SEATS_MAX);
    char          words[4096];
    struct writer w = writer_on(words, sizeof words);
    say_choice(&m->table, (seat_id)viewer, (seat_id)seat, choice_in(choice), m->names, &w);
    return hand_over(&w, out, size);
}

bool pentacle_read(const struct pentacle_match *m, unsigned seat, const char *words,
                   struct pentacle_choice *out, struct pentacle_error *error)
{
    assert(seat < SEATS_MAX);
    struct error  err = { 0 };
    struct choice choice;
    if (!read_choice(&m->table, (seat_id)seat, text_of(words), m->names, &choice, &err))
        return tell_error(error, &err);
    *out = choice_out(choice);
    return true;
}

uint16_t pentacle_why_not(const struct pentacle_match *m, unsigned seat,
                          struct pentacle_choice choice)
{
    assert(seat < SEATS_MAX);
    return table_why_not(&m->table, (seat_id)seat, choice_in(choice));
}

uint16_t pentacle_answer(struct pentacle_match *m, unsigned seat, struct pentacle_choice choice)
{
    assert(seat < SEATS_MAX);
    if (m->match) return match_answer(m->match, (seat_id)seat, choice_in(choice));
    rule_id no = table_answer(&m->table, (seat_id)seat, choice_in(choice));
    if (!no) table_advance(&m->table);
    return no;
}

bool pentacle_concede(struct pentacle_match *m, unsigned seat)
{
    assert(seat < SEATS_MAX);
    if (m->match) return match_concede(m->match, (seat_id)seat);
    if (m->table.state->over || seat >= m->table.state->seats || !m->table.game->concede)
        return false;
    table_concede(&m->table, (seat_id)seat);
    table_advance(&m->table);
    return true;
}

bool pentacle_undo(struct pentacle_match *m, unsigned seat, struct pentacle_error *out)
{
    assert(seat < SEATS_MAX);
    struct error err = { 0 };
    if (!m->match)
        fail(&err, NOT_ALLOWED, (struct place){ 0 }, "a clone has no past");
    else if (seat >= m->table.state->seats)
        fail(&err, BAD_INPUT, (struct place){ 0 }, "there is no seat %u", seat);
    else if (match_undo(m->match, (seat_id)seat, &err))
        return true;
    return tell_error(out, &err);
}

// --- searching ----------------------------------------------------------------------------------

struct pentacle_match *pentacle_clone(const struct pentacle_match *from)
{
    struct pentacle_match *m = match_handle(from->box, NULL);
    m->table                 = from->table;
    m->table.log             = NULL;
    m->table.state           = malloc(m->table.game->state_size);
    if (!m->table.state) BUG("out of memory for a position");
    memcpy(m->table.state, from->table.state, m->table.game->state_size);
    for (unsigned s = 0; s < SEATS_MAX; s++) {
        if (!from->names[s]) continue;
        snprintf(m->name_copies[s], sizeof m->name_copies[s], "%s", from->names[s]);
        m->name_list[s] = m->name_copies[s];
    }
    m->names = m->name_list;
    return m;
}

bool pentacle_copy(struct pentacle_match *to, const struct pentacle_match *from)
{
    if (to->match || to->table.pool != from->table.pool) return false;
    if (to != from) memcpy(to->table.state, from->table.state, to->table.game->state_size);
    return true;
}

bool pentacle_imagine(struct pentacle_match *m, unsigned viewer, uint64_t seed)
{
    assert(viewer <= SPECTATOR);
    if (m->match) return false;
    struct rng rng = rng_from(seed);
    table_imagine(&m->table, (seat_id)viewer, &rng);
    return true;
}

size_t pentacle_hints(const struct pentacle_match *m, unsigned seat, uint32_t tries,
                      uint32_t milliseconds, uint64_t seed, struct pentacle_hint *out, size_t max)
{
    struct search_settings settings = { .iterations = tries, .milliseconds = milliseconds };
    struct search_report   report;
    struct choice          list[CHOICES_MAX];
    size_t                 order[CHOICES_MAX];
    struct rng             rng   = rng_from(seed);
    size_t                 count = table_choices(&m->table, (seat_id)seat, list, CHOICES_MAX);
    if (count == 0) return 0;
    if (!tries && !milliseconds) settings.iterations = 1000;
    search_think(&m->table, (seat_id)seat, &settings, &rng, &report);
    size_t known = search_best(&report, order, CHOICES_MAX);
    for (size_t i = 0; i < known && i < max; i++)
        out[i] = (struct pentacle_hint){ .choice = choice_out(list[order[i]]),
                                         .chance = (double)report.chance[order[i]],
                                         .tries  = report.visits[order[i]] };
    return known;
}

bool pentacle_bot(const struct pentacle_match *m, const char *name, unsigned seat, uint64_t seed,
                  struct pentacle_choice *out, struct pentacle_error *error)
{
    const struct bot *bot = bot_find(text_of(name));
    struct error      err = { 0 };
    struct rng        rng = rng_from(seed);
    char              known[256];
    struct writer     w = writer_on(known, sizeof known);
    bot_list(&w);
    if (!bot)
        fail(&err, BAD_INPUT, (struct place){ 0 }, "there is no bot \"%s\"; there are: %s", name,
             known);
    else if (seat >= SEATS_MAX || !(table_asked(&m->table) >> seat & 1))
        fail(&err, BAD_INPUT, (struct place){ 0 }, "seat %u is not asked", seat);
    if (err.status != OK) return tell_error(error, &err);
    *out = choice_out(bot_choose(bot, &m->table, (seat_id)seat, &rng));
    return true;
}

uint64_t pentacle_hash(const struct pentacle_match *m) { return table_hash(&m->table); }

size_t pentacle_position_size(const struct pentacle_match *m) { return m->table.game->state_size; }

// --- files --------------------------------------------------------------------------------------

bool pentacle_save(const struct pentacle_match *m, const char *path, struct pentacle_error *out)
{
    struct error err = { 0 };
    if (!m->match)
        fail(&err, NOT_ALLOWED, (struct place){ 0 }, "a clone has no past to save");
    else if (replay_save(m->match, path, &err))
        return true;
    return tell_error(out, &err);
}

bool pentacle_verify(const char *path, struct pentacle_error *out)
{
    struct error   err = { 0 };
    struct arena   arena;
    struct text    file;
    struct replay *replay = NULL;
    arena_init(&arena);
    if (file_read(&arena, path, REPLAY_SIZE_MAX, &file, &err))
        replay = replay_read(GAMES, path, file, &err);
    bool fine = replay && replay_verify(replay, &err);
    replay_destroy(replay);
    arena_finish(&arena);
    return fine || tell_error(out, &err);
}
