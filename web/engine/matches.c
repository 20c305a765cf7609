// Matches: beginning one, looking at it, choosing, going back; replays and scenarios.
#include "web/engine/engine_private.h"

#include "bots/search.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "games/list.h"
#include "match/show.h"
#include "match/why.h"
#include "match/would.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct board engine_boards[MATCHES_MAX];

// --- beginning ----------------------------------------------------------------------------------

static bool put_match(struct call *c, const struct board *b)
{
    put_number(c, "match", (long)(b - engine_boards) + 1);
    return true;
}

static bool find_deck(struct call *c, const struct box *box, struct text said,
                      const struct deck **out)
{
    *out = NULL; // ready-made ones in turn
    if (!said.size) return true;
    if (text_find(said, '\n') == said.size) return box_find_deck(box, said.at, out, &c->err);
    struct deck *deck = ARENA_NEW(c->arena, struct deck);
    *out              = deck;
    return deck_read(c->arena, box->pool, box->game->deck_sections, "deck", said, deck, &c->err);
}

bool on_start(struct call *c)
{
    const struct box  *box;
    const struct deck *decks[SEATS_MAX] = { 0 };
    struct match_setup setup;
    struct text        options = c->word[4], option;
    unsigned           mode;
    long               seats;
    uint64_t           seed;
    struct board      *b = board_free(c);
    if (!b || !word_box(c, 0, &box) ||
        !box_find_mode(box, c->word[1].size ? c->word[1].at : NULL, &mode, &c->err) ||
        !word_number(c, 2, "seats", 0, SEATS_MAX, &seats) || !word_seed(c, 3, &seed))
        return false;
    for (size_t i = 6; i < c->count; i += 2)
        if (!find_deck(c, box, c->word[i], &decks[(i - 6) / 2])) return false;
    if (!seats) seats = box->game->modes[mode].seats_min;
    if (!box_setup(box, mode, (unsigned)seats, decks, SEATS_MAX, seed, &setup, &c->err))
        return false;
    while (text_cut(&options, ',', &option))
        if (!box_option(box, &setup, option, &c->err)) return false;
    for (size_t i = 5; i < c->count; i += 2)
        if (c->word[i].size) setup.seat[(i - 5) / 2].name = c->word[i].at;
    b->match = match_create(box, &setup, &c->err);
    for (b->box = 1; engine_boxes[b->box - 1] != box;) b->box++;
    return b->match && put_match(c, b);
}

bool on_arrange(struct call *c)
{
    const struct box *box;
    struct board     *b = board_free(c);
    if (!b || !word_box(c, 0, &box)) return false;
    struct scenario_opened *opened = scenario_arrange(box, "scenario", c->word[1], &c->err);
    if (!opened) return false;
    b->match = match_create_from(opened->box, opened->table.state, SEAT_NAMES, opened->origin,
                                 &c->err);
    if (!b->match) {
        scenario_close(opened);
        return false;
    }
    b->opened = opened;
    for (b->box = 1; engine_boxes[b->box - 1] != box;) b->box++;
    put_text(c, "title", text_of(opened->title));
    return put_match(c, b);
}

bool on_free(struct call *c)
{
    struct board *b;
    if (!word_board(c, 0, &b)) return false;
    board_clear(b);
    return true;
}

// What bots remember of the match; after going back it did not happen.
static void forget(struct board *b) { memset(b->memory, 0, sizeof b->memory); }

// --- replays and scenarios ----------------------------------------------------------------------

bool on_replay(struct call *c)
{
    struct board *b = board_free(c);
    if (!b) return false;
    struct replay *p = replay_read(GAMES, "record", c->word[0], &c->err);
    if (!p) return false;
    b->match = replay_start(p, &c->err);
    if (!b->match) {
        replay_destroy(p);
        return false;
    }
    b->replay = p;
    b->box    = 0;
    put_text(c, "game", text_of(p->game->name));
    put_text(c, "result", p->result);
    json_name(&c->out, "moves");
    json_open(&c->out, '[');
    for (size_t i = 0; i < p->move_count; i++) {
        json_open(&c->out, '{');
        put_number(c, "seat", p->moves[i].seat);
        put_text(c, "words", p->moves[i].words);
        json_close(&c->out, '}');
    }
    json_close(&c->out, ']');
    return put_match(c, b);
}

bool on_verify(struct call *c)
{
    struct replay *p    = replay_read(GAMES, "record", c->word[0], &c->err);
    bool           fine = p && replay_verify(p, &c->err);
    if (fine) {
        put_number(c, "moves", (long)p->move_count);
        put_text(c, "result", p->result);
    }
    replay_destroy(p);
    return fine;
}

// To the moment before that move: back, or on along a replay.
bool on_go(struct call *c)
{
    struct board *b;
    long          move;
    if (!word_board(c, 0, &b)) return false;
    size_t last = b->match->move_count;
    if (b->replay && b->replay->move_count > last) last = b->replay->move_count;
    if (!word_number(c, 1, "a move", 0, (long)last, &move)) return false;
    forget(b);
    if ((size_t)move < b->match->move_count) match_go_back(b->match, (size_t)move);
    while (b->match->move_count < (size_t)move)
        if (!replay_step(b->replay, b->match, &c->err)) return false;
    return true;
}

bool on_check(struct call *c)
{
    char                   *report = NULL;
    size_t                  size   = 0;
    FILE                   *out    = open_memstream(&report, &size);
    struct scenarios       *all    = scenarios_create(GAMES);
    struct scenario_report  count  = { 0 };
    struct scenario_options how    = { .game = game_find(c->word[0]), .out = out };
    bool known = how.game ? true : refuse_call(c, "no-game", "there is no such game");
    if (!out) BUG("out of memory for a report");
    if (known) scenarios_run_text(all, "scenario", c->word[1], &how, &count);
    fclose(out);
    put_number(c, "passed", count.passed);
    put_number(c, "failed", count.failed);
    put_text(c, "report", (struct text){ report, size });
    free(report);
    scenarios_destroy(all);
    return known;
}

// Does what these lines of a scenario say hold now?
bool on_holds(struct call *c)
{
    struct board *b;
    long          first;
    char          expected[2000] = "", found[2000] = "";
    if (!word_board(c, 0, &b) ||
        !word_number(c, 1, "an event", 0, (long)b->match->log.count, &first))
        return false;
    struct writer want = writer_on(expected, sizeof expected), is = writer_on(found, sizeof found);
    bool holds = scenario_holds(b->match, (size_t)first, "lines", c->word[2], &want, &is, &c->err);
    if (!holds && c->err.status != OK) return false;
    json_name(&c->out, "holds");
    json_bool(&c->out, holds);
    put_text(c, "expected", (struct text){ expected, want.size });
    put_text(c, "found", (struct text){ found, is.size });
    return true;
}

bool on_record(struct call *c)
{
    struct board *b;
    struct text   file;
    if (!word_board(c, 0, &b) || !replay_write(b->match, c->arena, &file, &c->err)) return false;
    put_text(c, "record", file);
    return true;
}

bool on_hash(struct call *c)
{
    struct board *b;
    char          hex[17];
    if (!word_board(c, 0, &b)) return false;
    snprintf(hex, sizeof hex, "%016llx", (unsigned long long)table_hash(&b->match->table));
    put_text(c, "hash", text_of(hex));
    return true;
}

// --- looking ------------------------------------------------------------------------------------

// Somebody who knows everything (NO_SEAT) is a spectator to whom every card was shown.
static void put_view(struct call *c, const struct match *m, seat_id viewer)
{
    struct view *v = ARENA_NEW(c->arena, struct view);
    struct table t = m->table;
    if (viewer == NO_SEAT) {
        viewer  = SPECTATOR;
        t.state = arena_alloc(c->arena, 1, t.game->state_size);
        memcpy(t.state, m->table.state, t.game->state_size);
        for (card_id id = 0; id < t.state->card_count; id++)
            card_of(t.state, id)->known = EVERYBODY;
    }
    table_view(&t, viewer, v);
    json_name(&c->out, "view");
    show_view(&c->out, &t, m->names, v);
}

static void put_events(struct call *c, const struct match *m, seat_id viewer, size_t first)
{
    json_name(&c->out, "events");
    json_open(&c->out, '[');
    for (size_t i = first; i < m->log.count; i++) {
        struct event e = m->log.events[i];
        if (viewer == NO_SEAT) {
            e.told = e.seen_by = e.target_seen_by = EVERYBODY;
            e.secret_reason                       = 0;
        }
        show_event(&c->out, &m->table, m->names, viewer == NO_SEAT ? SPECTATOR : viewer, &e);
    }
    json_close(&c->out, ']');
}

static void put_owed(struct call *c, const struct match *m, seat_id viewer)
{
    json_name(&c->out, "owed");
    json_open(&c->out, '[');
    for (seat_id s = 0; s < m->table.state->seats; s++) {
        if (!(table_asked(&m->table) >> s & 1)) continue;
        json_open(&c->out, '{');
        put_number(c, "seat", s);
        if (s == viewer) show_question(&c->out, &m->table, m->names, s);
        json_close(&c->out, '}');
    }
    json_close(&c->out, ']');
}

// How far a puzzle is; other matches have no such member.
static void put_goal(struct call *c, const struct board *b)
{
    static const char *const SAID[] = { "open", "reached", "missed" };
    if (!b->opened || !b->opened->goal.turns) return;
    put_text(c, "goal", text_of(SAID[scenario_goal_state(&b->opened->goal, &b->match->table)]));
}

// Everything that a table shows: the view, what happened since an event, who owes what, the end.
bool on_state(struct call *c)
{
    struct board *b;
    seat_id       viewer;
    long          first;
    if (!word_board(c, 0, &b) || !word_viewer(c, 1, b, &viewer) ||
        !word_number(c, 2, "an event", 0, 1000000, &first))
        return false;
    const struct match *m = b->match;
    put_view(c, m, viewer);
    put_events(c, m, viewer, (size_t)first);
    put_number(c, "event_count", (long)m->log.count);
    put_owed(c, m, viewer);
    put_number(c, "move", (long)m->move_count);
    put_goal(c, b);
    char          said[512];
    struct writer w = writer_on(said, sizeof said);
    match_say_result(m, &w);
    json_name(&c->out, "result");
    if (m->table.state->over)
        json_slice(&c->out, (struct text){ said, w.size });
    else
        json_text(&c->out, NULL);
    return true;
}

// --- choosing -----------------------------------------------------------------------------------

static bool refuse_choice(struct call *c, const struct match *m, rule_id no)
{
    char        name[32];
    const char *text = table_rule_text(m->table.game, no, name, sizeof name);
    c->rule          = arena_text(c->arena, text_of(name)).at;
    return refuse_call(c, "illegal", "%s: %s", name, text);
}

static bool take(struct call *c, const struct board *b, seat_id seat, struct choice choice)
{
    rule_id no = match_answer(b->match, seat, choice);
    return no ? refuse_choice(c, b->match, no) : true;
}

bool on_choose(struct call *c)
{
    struct board *b;
    seat_id       seat;
    struct choice list[CHOICES_MAX];
    long          number;
    if (!word_board(c, 0, &b) || !word_asked(c, 1, b, &seat)) return false;
    size_t count = table_choices(&b->match->table, seat, list, CHOICES_MAX);
    return word_number(c, 2, "a choice", 0, (long)count - 1, &number) &&
           take(c, b, seat, list[number]);
}

bool on_say(struct call *c)
{
    struct board *b;
    seat_id       seat;
    struct choice choice;
    if (!word_board(c, 0, &b) || !word_asked(c, 1, b, &seat)) return false;
    if (read_choice(&b->match->table, seat, c->word[2], b->match->names, &choice, &c->err))
        return take(c, b, seat, choice);
    c->code = "no-choice";
    return false;
}

bool on_undo(struct call *c)
{
    struct board *b;
    seat_id       seat;
    if (!word_board(c, 0, &b) || !word_seat(c, 1, b, &seat)) return false;
    forget(b);
    c->code = "no-undo";
    return match_undo(b->match, seat, &c->err);
}

// The same whatever was learned since: nobody else is there to mind.
bool on_back(struct call *c)
{
    struct board *b;
    seat_id       seat;
    if (!word_board(c, 0, &b) || !word_seat(c, 1, b, &seat)) return false;
    size_t i = b->match->move_count;
    while (i > 0 && (b->match->moves[i - 1].seat != seat || b->match->moves[i - 1].options < 2))
        i--;
    if (i == 0) return refuse_call(c, "no-undo", "there is nothing to take back");
    forget(b);
    match_go_back(b->match, i - 1);
    return true;
}

bool on_concede(struct call *c)
{
    struct board *b;
    seat_id       seat;
    if (!word_board(c, 0, &b) || !word_seat(c, 1, b, &seat)) return false;
    return match_concede(b->match, seat) ? true
                                         : refuse_call(c, "not-now", "nobody can give up here");
}

bool on_why(struct call *c)
{
    struct board *b;
    seat_id       seat;
    if (!word_board(c, 0, &b) || !word_seat(c, 1, b, &seat)) return false;
    json_name(&c->out, "answers");
    json_open(&c->out, '[');
    c->code = "no-choice";
    if (!show_why_words(&c->out, &b->match->table, b->match->names, seat, c->word[2], &c->err))
        return false;
    json_close(&c->out, ']');
    return true;
}

bool on_why_card(struct call *c)
{
    struct board *b;
    seat_id       seat;
    long          card;
    if (!word_board(c, 0, &b) || !word_seat(c, 1, b, &seat) ||
        !word_number(c, 2, "a card", 0, b->match->table.state->card_count - 1, &card))
        return false;
    json_name(&c->out, "answers");
    json_open(&c->out, '[');
    show_why_card(&c->out, &b->match->table, b->match->names, seat, (card_id)card);
    json_close(&c->out, ']');
    return true;
}

// What a choice would do, as far as the seat may know.
bool on_would(struct call *c)
{
    struct board *b;
    seat_id       seat;
    long          taken;
    struct choice list[CHOICES_MAX];
    if (!word_board(c, 0, &b) || !word_asked(c, 1, b, &seat)) return false;
    const struct table *t     = &b->match->table;
    size_t              count = table_choices(t, seat, list, CHOICES_MAX);
    if (!word_number(c, 2, "the choice", 0, (long)count - 1, &taken)) return false;
    struct would *found = ARENA_NEW(c->arena, struct would);
    would(t, seat, list[taken], c->arena, found);
    show_would(&c->out, t, seat, found, b->match->names);
    return true;
}

// --- bots ---------------------------------------------------------------------------------------

static void put_choice(struct call *c, const struct match *m, seat_id seat, struct choice choice,
                       size_t index)
{
    char          words[4096];
    struct writer w = writer_on(words, sizeof words);
    say_choice(&m->table, seat, seat, choice, m->names, &w);
    put_number(c, "choice", (long)index);
    put_text(c, "words", (struct text){ words, w.size });
}

bool on_hint(struct call *c)
{
    enum { SHOWN = 5, TRIES_MAX = 1000000, MS_MAX = 60000 };
    struct board *b;
    seat_id       seat;
    long          tries, ms;
    uint64_t      seed;
    if (!word_board(c, 0, &b) || !word_asked(c, 1, b, &seat) ||
        !word_number(c, 2, "tries", 1, TRIES_MAX, &tries) ||
        !word_number(c, 3, "milliseconds", 0, MS_MAX, &ms) || !word_seed(c, 4, &seed))
        return false;
    const struct table    *t        = &b->match->table;
    struct search_settings settings = { .iterations   = (uint32_t)tries,
                                        .milliseconds = (uint32_t)ms };
    struct search_report  *report   = ARENA_NEW(c->arena, struct search_report);
    struct rng             rng      = rng_from(seed);
    struct choice          list[CHOICES_MAX];
    size_t                 order[SHOWN];
    table_choices(t, seat, list, CHOICES_MAX);
    search_think(t, seat, &settings, &rng, report);
    size_t count = search_best(report, order, SHOWN);
    json_name(&c->out, "choices");
    json_open(&c->out, '[');
    for (size_t i = 0; i < count; i++) {
        json_open(&c->out, '{');
        put_choice(c, b->match, seat, list[order[i]], order[i]);
        json_name(&c->out, "chance");
        json_fraction(&c->out, (double)report->chance[order[i]]);
        json_close(&c->out, '}');
    }
    json_close(&c->out, ']');
    return true;
}

// How good a choice was that a seat took: its chance, and the best one.
bool on_judge(struct call *c)
{
    enum { TRIES_MAX = 100000 };
    struct board *b;
    seat_id       seat;
    long          tries, taken;
    uint64_t      seed;
    struct choice list[CHOICES_MAX];
    if (!word_board(c, 0, &b) || !word_asked(c, 1, b, &seat)) return false;
    const struct table *t     = &b->match->table;
    size_t              count = table_choices(t, seat, list, CHOICES_MAX), best;
    if (!word_number(c, 2, "the choice", 0, (long)count - 1, &taken) ||
        !word_number(c, 3, "tries", 1, TRIES_MAX, &tries) || !word_seed(c, 4, &seed))
        return false;
    struct search_settings settings = { .iterations = (uint32_t)tries,
                                        .focus      = (uint32_t)taken + 1 };
    struct search_report  *report   = ARENA_NEW(c->arena, struct search_report);
    struct rng             rng      = rng_from(seed);
    search_think(t, seat, &settings, &rng, report);
    search_best(report, &best, 1);
    json_name(&c->out, "chance");
    json_fraction(&c->out, (double)report->chance[taken]);
    json_name(&c->out, "best");
    json_open(&c->out, '{');
    put_choice(c, b->match, seat, list[best], best);
    json_name(&c->out, "chance");
    json_fraction(&c->out, (double)report->chance[best]);
    json_close(&c->out, '}');
    return true;
}

bool on_bot(struct call *c)
{
    struct board *b;
    seat_id       seat;
    uint64_t      seed;
    struct choice list[CHOICES_MAX];
    if (!word_board(c, 0, &b) || !word_asked(c, 1, b, &seat) || !word_seed(c, 3, &seed))
        return false;
    const struct bot *bot = bot_find(c->word[2]);
    if (!bot) return refuse_call(c, "no-bot", "there is no bot \"%.40s\"", c->word[2].at);
    struct rng    rng    = rng_from(seed);
    struct choice choice = bot_play(bot, &b->match->table, seat, &rng, &b->memory[seat]);
    size_t        count = table_choices(&b->match->table, seat, list, CHOICES_MAX), i = 0;
    while (i < count && !choice_equal(list[i], choice)) i++;
    put_choice(c, b->match, seat, choice, i);
    return true;
}
