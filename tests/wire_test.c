// The leak law on the wire: two worlds that differ only in what a viewer cannot know send the
// viewer the same bytes: views, questions, refusals; and, played on together, the same news, as
// many of them, at the same moments.
#include "tests/unit.h"

#include "engine/notation.h"
#include "engine/table.h"
#include "games/list.h"
#include "server/state.h"
#include "tests/hall.h"

#include <sodium.h>
#include <string.h>

enum { CHOICES_PLAYED = 120, LOOK_SIZE = 512 * 1024 };

struct wire {
    struct hall       hall;
    const struct box *boxes[2];
    struct room      *room;
    struct rng        rng;
    unsigned          people;
};

static void say_hello(struct wire *w, uint32_t line)
{
    hall_connect(&w->hall, line);
    hall_say(&w->hall, line, "{\"do\":\"hello\",\"version\":1,\"name\":\"P%u\"}", line);
}

static void drain(struct wire *w)
{
    for (uint32_t line = 0; line < HALL_LINES; line++)
        for (char *text; (text = hall_next(&w->hall, line));) free(text);
}

static const char *const CLOCKS[] = { "\"bank\":0,\"allowance\":20000", "\"clock\":\"rules\"" };

static void wire_open(struct wire *w, const struct box *box, unsigned mode, const char *clock,
                      uint64_t seed)
{
    struct server_config config = server_config_default();
    config.messages_burst = config.messages_per_s = 1000000;
    config.keep_ms                                = 1u << 30;
    memset(w, 0, sizeof *w);
    w->boxes[0] = box;
    w->rng      = rng_from(seed);
    w->people   = box->game->modes[mode].seats_min;
    hall_open(&w->hall, w->boxes, &config, (uint8_t)seed);
    w->hall.at_once          = true;
    char          seats[256] = "";
    struct writer s          = writer_on(seats, sizeof seats);
    for (unsigned i = 1; i < w->people; i++) write_chars(&s, ",{\"who\":\"anyone\"}");
    for (uint32_t line = 0; line < w->people; line++) {
        say_hello(w, line);
        if (line == 0)
            hall_say(&w->hall, 0,
                     "{\"do\":\"create\",\"game\":\"%s\",\"mode\":\"%s\",%s,"
                     "\"seats\":[{\"who\":\"me\"}%s]}",
                     box->game->name, box->game->modes[mode].name, clock, seats);
        else
            hall_say(&w->hall, line, "{\"do\":\"join\",\"table\":1}");
    }
    say_hello(w, SPECTATOR);
    hall_say(&w->hall, SPECTATOR, "{\"do\":\"watch\",\"table\":1}");
    hall_wait(&w->hall, 25000); // nobody gives a seed
    w->room = room_find(w->hall.server, 1);
    assert_int_equal(w->room->phase, PHASE_PLAYING);
    drain(w);
}

// Everything that a viewer is sent when asking for what it may know.
static struct text look_and_ask(struct wire *w, seat_id viewer, char *out)
{
    struct writer all = writer_on(out, LOOK_SIZE);
    hall_say(&w->hall, viewer, "{\"do\":\"view\",\"table\":1}");
    hall_say(&w->hall, viewer, "{\"do\":\"events\",\"table\":1}");
    if (viewer < w->people) {
        static const char *const WORDS[] = { "attack", "play 1", "done", "pick hand 1", "x > y" };
        for (size_t i = 0; i < COUNT(WORDS); i++) {
            // A question that is not open is refused before the words are read.
            uint32_t      owed  = w->room->seat[viewer].owed;
            bool          asked = table_asked(&w->room->match->table) >> viewer & 1;
            struct choice c;
            if (asked &&
                read_choice(&w->room->match->table, viewer, text_of(WORDS[i]),
                            w->room->match->names, &c, NULL) &&
                table_why_not(&w->room->match->table, viewer, c) == 0)
                continue; // it would be taken
            hall_say(&w->hall, viewer,
                     "{\"do\":\"choose\",\"table\":1,\"owed\":%u,\"words\":\"%s\"}", owed,
                     WORDS[i]);
        }
    }
    for (char *text; (text = hall_next(&w->hall, viewer));) {
        write_chars(&all, text);
        write_char(&all, '\n');
        free(text);
    }
    assert_false(all.cut);
    return (struct text){ out, all.size };
}

static unsigned compare_worlds(struct wire *w, void *kept)
{
    struct table *t       = &w->room->match->table;
    unsigned      differs = 0;
    static char   bytes[4][LOOK_SIZE];
    memcpy(kept, t->state, t->game->state_size);
    for (seat_id v = 0; v < VIEWERS; v++) {
        if (v >= w->people && v != SPECTATOR) continue;
        seat_id     other = (seat_id)((v + 1) % w->people);
        struct text here = look_and_ask(w, v, bytes[0]), seen = look_and_ask(w, other, bytes[1]);
        table_imagine(t, v, &w->rng);
        struct text there = look_and_ask(w, v, bytes[2]);
        if (!text_equal(here, there))
            fail_msg("%s: viewer %u can tell two worlds apart:\n%.*s\n%.*s", t->game->name, v,
                     SHOW(here), SHOW(there));
        // And this can fail: somebody who knows more does see a difference.
        differs += !text_equal(seen, look_and_ask(w, other, bytes[3]));
        memcpy(t->state, kept, t->game->state_size);
    }
    return differs;
}

static void nobody_can_tell_two_worlds_apart(void **state)
{
    (void)state;
    for (const struct game *const *g = GAMES; *g; g++) {
        struct error err     = { 0 };
        struct box  *box     = box_open(*g, &err);
        void        *kept    = malloc((*g)->state_size);
        unsigned     differs = 0;
        assert_non_null(box);
        assert_non_null(kept);
        for (unsigned mode = 0; (*g)->modes[mode].name; mode++) {
            struct wire w;
            wire_open(&w, box, mode, CLOCKS[0], 5 + mode);
            for (unsigned i = 0; i < CHOICES_PLAYED && w.room->phase == PHASE_PLAYING; i++) {
                seat_id seat = 0;
                while (!(table_asked(&w.room->match->table) >> seat & 1)) seat++;
                struct choice list[CHOICES_MAX];
                size_t        count = table_choices(&w.room->match->table, seat, list, CHOICES_MAX);
                if (i % 4 == 0) differs += compare_worlds(&w, kept);
                hall_say(&w.hall, seat, "{\"do\":\"choose\",\"table\":1,\"owed\":%u,\"choice\":%u}",
                         w.room->seat[seat].owed, rng_below(&w.rng, (uint32_t)count));
                drain(&w);
            }
            hall_close(&w.hall);
        }
        if (strcmp((*g)->name, "blank") != 0 && !differs)
            fail_msg("%s: nobody ever saw a difference", (*g)->name);
        free(kept);
        box_close(box);
    }
}

// --- played on together -------------------------------------------------------------------------

enum { STEPS_TOGETHER = 6, TICK = 50, TICKS = 3, HEARD_SIZE = 256 * 1024 };

// What each viewer was sent, with the tick in which it came.
struct heard {
    char         *bytes[VIEWERS];
    struct writer all[VIEWERS];
};

static void heard_begin(struct heard *h)
{
    for (unsigned v = 0; v < VIEWERS; v++) {
        if (!h->bytes[v]) h->bytes[v] = malloc(HEARD_SIZE);
        assert_non_null(h->bytes[v]);
        h->all[v] = writer_on(h->bytes[v], HEARD_SIZE);
    }
}

static void heard_free(struct heard *h)
{
    for (unsigned v = 0; v < VIEWERS; v++) free(h->bytes[v]);
}

static struct text heard_by(const struct heard *h, seat_id viewer)
{
    return (struct text){ h->bytes[viewer], h->all[viewer].size };
}

static void hear(struct wire *w, struct heard *h, unsigned tick)
{
    for (uint32_t line = 0; line < VIEWERS; line++)
        for (char *text; (text = hall_next(&w->hall, line)); free(text))
            write_format(&h->all[line], "%u %s\n", tick, text);
}

// `index` of a choice, or -1: time runs out.
static void live_on(struct wire *w, struct heard *h, seat_id seat, long index)
{
    heard_begin(h);
    if (index >= 0)
        hall_say(&w->hall, seat, "{\"do\":\"choose\",\"table\":1,\"owed\":%u,\"choice\":%ld}",
                 w->room->seat[seat].owed, index);
    hear(w, h, 0);
    uint64_t ticks = index >= 0 ? TICKS : (owed_by(w->room, seat) - w->hall.now) / TICK + 20;
    for (unsigned tick = 1; tick <= ticks; tick++) {
        hall_wait(&w->hall, TICK);
        hear(w, h, tick);
    }
}

// The second world becomes the first.
static void same_world(const struct wire *a, struct wire *b)
{
    struct core *to = b->room->match->table.state;
    memcpy(to, a->room->match->table.state, a->boxes[0]->game->state_size);
    memcpy(b->room->news, a->room->news, sizeof b->room->news);
    for (seat_id i = 0; i < a->people; i++) {
        const struct room_seat *from = &a->room->seat[i];
        struct room_seat       *is   = &b->room->seat[i];
        is->clock                    = from->clock;
        is->owed                     = from->owed;
        is->taken                    = from->taken;
        is->taken_said               = from->taken_said;
        is->missed                   = from->missed;
        is->presence                 = from->presence;
        is->absent_since             = from->absent_since;
    }
    b->hall.now = a->hall.now;
}

static bool has_secret_answers(const struct core *c, seat_id viewer)
{
    for (seat_id s = 0; s < c->seats; s++)
        if (s != viewer && c->together >> s & 1 && c->asked &&
            (!(c->asked >> s & 1) || c->question[s].picked))
            return true;
    return false;
}

// Has the viewer been shown a card that is not the same in both worlds?
static bool knows_more(const struct core *a, const struct core *b, seat_id viewer)
{
    for (card_id id = 0; id < a->card_count && id < b->card_count; id++) {
        bool in_a = knows(a, viewer, id), in_b = knows(b, viewer, id);
        if (in_a != in_b || (in_a && card_at(a, id)->def != card_at(b, id)->def)) return true;
        if ((card_at(a, id)->flags ^ card_at(b, id)->flags) & CARD_MODIFIED) return true;
    }
    return false;
}

static bool was_shuffled(const struct wire *w, size_t from)
{
    const struct event_log *log = &w->room->match->log;
    for (size_t i = from; i < log->count; i++)
        if (log->events[i].kind == EVENT_SHUFFLED) return true;
    return false;
}

// The same choice in the other world, or -2: it is not there.
static long index_there(const struct wire *b, seat_id seat, struct choice c)
{
    struct choice list[CHOICES_MAX];
    size_t        count = table_choices(&b->room->match->table, seat, list, CHOICES_MAX);
    for (size_t i = 0; i < count; i++)
        if (choice_equal(list[i], c)) return (long)i;
    return -2;
}

struct tally {
    unsigned     compared, news, differs;
    struct heard in_a, in_b;
};

static bool is_on(const struct wire *w)
{
    return w->room->phase == PHASE_PLAYING && !w->room->match->table.state->over;
}

// One step of both worlds; false when they may be different from here on.
static bool step_together(struct wire *a, struct wire *b, seat_id viewer, bool together,
                          struct tally *tally)
{
    struct heard       *in_a = &tally->in_a, *in_b = &tally->in_b;
    struct choice       list[CHOICES_MAX];
    const struct table *t    = &a->room->match->table;
    seat_id             seat = (seat_id)rng_below(&a->rng, a->people);
    while (!(table_asked(t) >> seat & 1)) seat = (seat_id)((seat + 1) % a->people);
    size_t count   = table_choices(t, seat, list, CHOICES_MAX);
    bool   by_time = rng_below(&a->rng, 24) == 0;
    long   here = by_time ? -1 : (long)rng_below(&a->rng, (uint32_t)count), there = here;
    if (!by_time)
        there = index_there(b, seat, list[here]);
    else
        for (seat_id s = 0; s < a->people; s++)
            if (table_asked(t) >> s & 1 && table_asked(&b->room->match->table) >> s & 1 &&
                !choice_equal(table_default(t, s), table_default(&b->room->match->table, s)))
                there = -2;
    size_t log_a = a->room->match->log.count, log_b = b->room->match->log.count;
    live_on(a, in_a, seat, here);
    // Running out of time is one choice or several: those after the first are not compared.
    if (!together || there == -2 || (by_time && a->room->seat[seat].missed > 1)) return false;
    live_on(b, in_b, seat, there);
    if (!is_on(a) || !is_on(b) ||
        knows_more(a->room->match->table.state, b->room->match->table.state, viewer) ||
        was_shuffled(a, log_a) || was_shuffled(b, log_b))
        return false;
    struct text x = heard_by(in_a, viewer), y = heard_by(in_b, viewer);
    if (!text_equal(x, y))
        fail_msg("%s: viewer %u can tell two worlds apart:\n%.*s\n%.*s", t->game->name, viewer,
                 SHOW(x), SHOW(y));
    tally->compared++;
    tally->news += text_find_text(x, TEXT("\"type\":\"news\"")) < x.size;
    for (seat_id v = 0; v < a->people; v++)
        tally->differs += v != viewer && !text_equal(heard_by(in_a, v), heard_by(in_b, v));
    return true;
}

// Its choices do not lead to its position, so it leaves no record.
static void open_other_world(struct wire *w, const struct box *box, unsigned mode,
                             const char *clock)
{
    wire_open(w, box, mode, clock, 50 + mode);
    w->room->archived = true;
}

static void live_in_two_worlds(const struct box *box, unsigned mode, const char *clock,
                               struct tally *tally)
{
    struct wire a, b;
    wire_open(&a, box, mode, clock, 50 + mode);
    open_other_world(&b, box, mode, clock);
    for (unsigned i = 0; i < CHOICES_PLAYED / 2 && is_on(&a); i++) {
        seat_id viewer = (seat_id)(i % (a.people + 1));
        if (viewer == a.people) viewer = SPECTATOR;
        if (!is_on(&b)) {
            hall_close(&b.hall);
            open_other_world(&b, box, mode, clock);
        }
        drain(&a);
        drain(&b);
        same_world(&a, &b);
        struct table *t        = &b.room->match->table;
        bool          together = !has_secret_answers(t->state, viewer);
        uint8_t       key[sizeof t->state->key];
        memcpy(key, t->state->key, sizeof key); // dice and coins are no difference
        table_imagine(t, viewer, &a.rng);
        memcpy(t->state->key, key, sizeof key);
        for (unsigned k = 0; k < STEPS_TOGETHER && is_on(&a); k++)
            if (!step_together(&a, &b, viewer, together, tally)) break;
    }
    hall_close(&a.hall);
    hall_close(&b.hall);
}

static void two_worlds_send_the_same_news_at_the_same_moments(void **state)
{
    (void)state;
    for (const struct game *const *g = GAMES; *g; g++) {
        struct error err   = { 0 };
        struct box  *box   = box_open(*g, &err);
        struct tally tally = { 0 };
        assert_non_null(box);
        for (unsigned mode = 0; (*g)->modes[mode].name; mode++)
            for (size_t i = 0; i < ((*g)->time.limit ? COUNT(CLOCKS) : 1); i++)
                live_in_two_worlds(box, mode, CLOCKS[i], &tally);
        print_message("%s: %u steps compared, %u with news, %u in which another seat saw a "
                      "difference\n",
                      (*g)->name, tally.compared, tally.news, tally.differs);
        if (tally.news < 20) fail_msg("%s: only %u news were compared", (*g)->name, tally.news);
        if (strcmp((*g)->name, "blank") != 0 && !tally.differs)
            fail_msg("%s: nobody ever saw a difference", (*g)->name);
        heard_free(&tally.in_a);
        heard_free(&tally.in_b);
        box_close(box);
    }
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_can_tell_two_worlds_apart),
        cmocka_unit_test(two_worlds_send_the_same_news_at_the_same_moments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
