// idle.c - which lines of shipped cards do nothing: matches of all modes between bots, with
// ready-made decks in which cards were put in the place of others (so that bots cannot take them
// for ready-made ones), and the lines that no event named as its reason. A line that only stands (a
// change of numbers, a ban) is no event's reason, so such lines are printed with how often their
// card was seen; who reads the list looks for cards that were never seen, and for lines that do
// something and never did.
//   idle GAME [MATCHES [SEED]]
#include "bots/bot.h"
#include "engine/table.h"
#include "games/list.h"
#include "match/box.h"
#include "meaning/meaning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MATCHES = 10000, LINES_MAX = 1 << 12, CHANGED_IN = 3, ADDED = 40, SECTIONS = 4 };

struct count {
    uint32_t seen[LINES_MAX];   // by card: matches in which somebody saw it do or suffer something
    uint32_t worked[LINES_MAX]; // by line: matches in which it was a reason
};

static bool is_legal(const struct box *box, const struct match_setup *setup, seat_id seat)
{
    struct error err = { 0 };
    return !box->game->deck_check || box->game->deck_check(box->pool, setup, seat, &err);
}

// One card of a few is another one, where that is legal, so that all cards are played.
static void change_deck(const struct box *box, struct match_setup *setup, seat_id seat,
                        struct rng *rng)
{
    struct seat_setup *list = &setup->seat[seat];
    for (unsigned i = 0; i < list->count; i++) {
        def_id was = list->card[i];
        if (rng_below(rng, CHANGED_IN)) continue;
        list->card[i] = (def_id)rng_below(rng, box->pool->def_count);
        if (!is_legal(box, setup, seat)) list->card[i] = was;
    }
    for (unsigned i = 0; i < ADDED && list->count < DECK_CARDS_MAX;
         i++) { // to side decks and the like
        list->card[list->count]    = (def_id)rng_below(rng, box->pool->def_count);
        list->section[list->count] = (uint8_t)rng_below(rng, SECTIONS);
        list->count++;
        if (!is_legal(box, setup, seat)) list->count--;
    }
}

static void set_up(const struct box *box, uint64_t number, struct rng *rng,
                   struct match_setup *setup)
{
    const struct deck *decks[SEATS_MAX];
    unsigned           modes = 0;
    struct error       err   = { 0 };
    while (box->game->modes[modes].name) modes++;
    unsigned                mode  = (unsigned)(number % modes);
    const struct game_mode *m     = &box->game->modes[mode];
    unsigned                seats = m->seats_min + rng_below(rng, m->seats_max - m->seats_min + 1u);
    for (unsigned i = 0; i < SEATS_MAX && box->deck_count; i++)
        decks[i] = &box->decks[rng_below(rng, box->deck_count)];
    if (!box_setup(box, mode, seats, decks, box->deck_count ? SEATS_MAX : 0, number, setup, &err) &&
        !box_setup(box, mode, seats, NULL, 0, number, setup, &err))
        BUG("no decks for mode %u of %s", mode, box->game->name);
    for (seat_id seat = 0; seat < seats; seat++) change_deck(box, setup, seat, rng);
}

// ---- one match

struct play {
    const struct box *box;
    struct table      t;
    struct event_log  log;
    struct bot_memory memory[SEATS_MAX];
    uint8_t           seen[LINES_MAX], worked[LINES_MAX]; // in this match
};

static void hear(struct play *p)
{
    const struct card_pool *pool = p->box->pool;
    for (size_t i = 0; i < p->log.count; i++) {
        const struct event *e = &p->log.events[i];
        if (e->def < pool->def_count) p->seen[e->def] = 1;
        if (e->target_def < pool->def_count) p->seen[e->target_def] = 1;
        if (e->reason.def >= pool->def_count) continue;
        p->seen[e->reason.def]                                           = 1;
        p->worked[pool->defs[e->reason.def].line_first + e->reason.line] = 1;
    }
    p->log.count = 0;
}

// Everybody but the first seat plays as well as `greedy` does; that one does what nobody would.
static void answer(struct play *p, const struct bot *bot, struct rng *rng)
{
    static struct choice list[CHOICES_MAX];
    seat_set             asked = p->t.state->asked;
    for (seat_id seat = 0; seat < p->t.state->seats; seat++) {
        if (!(asked >> seat & 1) || !(p->t.state->asked >> seat & 1)) continue;
        size_t count = table_choices(&p->t, seat, list, CHOICES_MAX);
        if (!count) BUG("%s asks and offers nothing", p->box->game->name);
        struct choice taken = list[rng_below(rng, (uint32_t)count)];
        if (seat && count > 1)
            taken = bot_play_of(bot, &p->t, seat, rng, &p->memory[seat], list, count);
        if (table_answer(&p->t, seat, taken) != 0) BUG("an offered choice is refused");
    }
}

static void play(struct play *p, const struct bot *bot, uint64_t number, struct count *count)
{
    static struct match_setup setup;
    struct rng                rng = rng_from(number);
    memset(p->seen, 0, sizeof p->seen);
    memset(p->worked, 0, sizeof p->worked);
    memset(p->memory, 0, sizeof p->memory);
    set_up(p->box, number, &rng, &setup);
    table_start(&p->t, &setup);
    for (table_advance(&p->t); !p->t.state->over; table_advance(&p->t)) {
        hear(p);
        answer(p, bot, &rng);
    }
    hear(p);
    for (unsigned i = 0; i < LINES_MAX; i++) {
        count->seen[i] += p->seen[i];
        count->worked[i] += p->worked[i];
    }
}

// ---- the report

// Known only where the game has a meaning; elsewhere whoever reads the words sees it.
static bool only_stands(const struct card_pool *pool, unsigned row)
{
    return pool->meaning && !pool->meaning->line[row].step_count &&
           pool->meaning->line[row].standing_count;
}

static void report(const struct box *box, const struct count *count, unsigned long matches)
{
    const struct card_pool *pool  = box->pool;
    unsigned                lines = 0, idle = 0;
    for (def_id def = 0; def < pool->def_count; def++)
        for (unsigned i = 0; i < pool->defs[def].line_count; i++) {
            unsigned    row  = pool->defs[def].line_first + i;
            struct text text = pool->lines[row].printed;
            bool        rest = only_stands(pool, row) && count->seen[def];
            lines++;
            if (count->worked[row] || rest) continue;
            idle++;
            printf("%s (%s%u): %.*s\n", pool->defs[def].name,
                   count->seen[def] ? "in matches: " : "never seen, ", (unsigned)count->seen[def],
                   SHOW(text));
        }
    printf("%s: %u lines of text, %u of them the reason of nothing\n", box->game->name, lines,
           idle);
    printf("%lu passed, 0 failed\n", matches); // a match that gets stuck ends the program
}

int main(int argc, char **argv)
{
    static struct play  p;
    static struct count count;
    const struct game  *game    = argc > 1 ? game_find(text_of(argv[1])) : NULL;
    unsigned long       matches = argc > 2 ? strtoul(argv[2], NULL, 10) : MATCHES;
    unsigned long       seed    = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
    struct error        err     = { 0 };
    const struct bot   *bot     = bot_find(text_of("greedy"));
    struct box         *box     = game ? box_open(game, &err) : NULL;
    if (!box || box->pool->line_count > LINES_MAX || box->pool->def_count > LINES_MAX) {
        fprintf(stderr, "idle GAME [MATCHES [SEED]]\n");
        return 2;
    }
    p.box = box;
    log_init(&p.log);
    p.t = (struct table){
        .game = game, .pool = box->pool, .state = calloc(1, game->state_size), .log = &p.log
    };
    for (unsigned long i = 0; i < matches; i++) play(&p, bot, seed * 1000003 + i, &count);
    report(box, &count, matches);
    free(p.t.state);
    log_finish(&p.log);
    box_close(box);
    return 0;
}
