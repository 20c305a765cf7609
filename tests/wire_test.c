// The leak law on the wire: two worlds that differ only in what a viewer cannot know send the
// viewer the same bytes: views, questions, refusals.
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

static void wire_open(struct wire *w, const struct box *box, unsigned mode, uint64_t seed)
{
    struct server_config config = server_config_default();
    config.messages_burst = config.messages_per_s = 1000000;
    memset(w, 0, sizeof *w);
    w->boxes[0] = box;
    w->rng      = rng_from(seed);
    w->people   = box->game->modes[mode].seats_min;
    hall_open(&w->hall, w->boxes, &config, (uint8_t)seed);
    w->hall.at_once = true;
    char          seats[256];
    struct writer s = writer_on(seats, sizeof seats);
    for (unsigned i = 1; i < w->people; i++) write_chars(&s, ",{\"who\":\"anyone\"}");
    for (uint32_t line = 0; line < w->people; line++) {
        say_hello(w, line);
        if (line == 0)
            hall_say(&w->hall, 0,
                     "{\"do\":\"create\",\"game\":\"%s\",\"mode\":\"%s\",\"seats\":[{\"who\":"
                     "\"me\"}%s]}",
                     box->game->name, box->game->modes[mode].name, seats);
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
            wire_open(&w, box, mode, 5 + mode);
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

int main(void)
{
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = { cmocka_unit_test(nobody_can_tell_two_worlds_apart) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
