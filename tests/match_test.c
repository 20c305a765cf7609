// match_test.c - match/: hosted matches, undo by information, sealed files, replays.
#include "tests/unit.h"

#include "base/arena.h"
#include "bots/bot.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "games/list.h"
#include "match/replay.h"
#include "match/scenario.h"
#include "match/seal.h"

#include <string.h>
#include <unistd.h>

static struct box *box;

static int open_blank(void **state)
{
    (void)state;
    struct error err = { 0 };
    box              = box_open(game_find(TEXT("blank")), &err);
    if (!box) print_error("%s\n", err.text);
    return box ? 0 : -1;
}

static int close_blank(void **state)
{
    (void)state;
    box_close(box);
    return 0;
}

// --- helpers ------------------------------------------------------------------------------------

static struct match *start_with(const struct box *b, unsigned mode, unsigned seats, uint64_t seed)
{
    struct error       err = { 0 };
    struct match_setup setup;
    if (!box_setup(b, mode, seats, NULL, 0, seed, &setup, &err)) fail_msg("%s", err.text);
    struct match *m = match_create(b, &setup, &err);
    if (!m) fail_msg("%s", err.text);
    return m;
}

static struct match *start(uint64_t seed) { return start_with(box, 0, 2, seed); }

static void answer_once(struct match *m, struct rng *rng)
{
    for (seat_id s = 0; s < m->setup.seats; s++)
        if (m->table.state->asked >> s & 1) {
            struct choice choice = bot_choose(&random_bot, &m->table, s, rng);
            assert_int_equal(match_answer(m, s, choice), 0);
            return;
        }
    fail_msg("nobody is asked");
}

static void play_on(struct match *m, struct rng *rng, size_t moves)
{
    for (; moves > 0 && !m->table.state->over; moves--) answer_once(m, rng);
}

static struct text save(const struct match *m, struct arena *arena)
{
    struct error err  = { 0 };
    struct text  file = { 0 };
    if (!replay_write(m, arena, &file, &err)) fail_msg("%s", err.text);
    return file;
}

static bool verifies(struct text file, struct error *err)
{
    *err                  = (struct error){ 0 };
    struct replay *replay = replay_read(GAMES, "file", file, err);
    bool           fine   = replay && replay_verify(replay, err);
    replay_destroy(replay);
    return fine;
}

static void assert_verifies(struct text file)
{
    struct error err;
    if (!verifies(file, &err)) fail_msg("line %u: %s", (unsigned)err.line, err.text);
}

// The file with a part of one line changed, and sealed anew, as a forger would.
static struct text forge(struct arena *arena, struct text file, const char *from, const char *to)
{
    size_t        size = file.size + 1024;
    struct writer w    = writer_on(arena_alloc(arena, 1, size), size);
    struct sealer s;
    struct text   line;
    uint32_t      number = 0;
    bool          done   = false;
    seal_begin(&s, &w, "pentacle replay 1");
    while (seal_next_line(&file, &number, &line)) {
        size_t at = text_find_text(line, text_of(from));
        if (done || at == line.size) {
            seal_line(&s, line);
            continue;
        }
        char *changed = arena_format(arena, "%.*s%s%.*s", (int)at, line.at, to,
                                     (int)(line.size - at - strlen(from)),
                                     line.at + at + strlen(from));
        seal_line(&s, text_of(changed));
        done = true;
    }
    seal_end(&s);
    if (!done) fail_msg("no line has \"%s\"", from);
    return (struct text){ w.at, w.size };
}

static uint32_t line_of(struct text file, size_t offset)
{
    uint32_t line = 1;
    for (size_t i = 0; i < offset; i++) line += file.at[i] == '\n';
    return line;
}

static bool says(const struct error *err, const char *words)
{
    return strstr(err->text, words) != NULL;
}

// --- matches ------------------------------------------------------------------------------------

static void every_mode_plays_to_its_end(void **state)
{
    (void)state;
    for (unsigned mode = 0; box->game->modes[mode].name; mode++)
        for (unsigned seats = box->game->modes[mode].seats_min;
             seats <= box->game->modes[mode].seats_max; seats++) {
            struct match *m   = start_with(box, mode, seats, 5);
            struct rng    rng = rng_from(seats);
            play_on(m, &rng, MOVES_MAX);
            assert_true(m->table.state->over);
            assert_true(m->log.count > 0);
            match_destroy(m);
        }
}

static void a_refused_choice_changes_nothing(void **state)
{
    (void)state;
    struct match *m    = start(1);
    uint64_t      hash = table_hash(&m->table);
    assert_int_not_equal(match_answer(m, 0, (struct choice){ .kind = 99 }), 0);
    assert_int_not_equal(match_answer(m, 3, (struct choice){ .kind = 99 }), 0);
    assert_true(table_hash(&m->table) == hash);
    assert_int_equal(m->move_count, 0);
    match_destroy(m);
}

static void a_setup_is_checked(void **state)
{
    (void)state;
    struct error       err = { 0 };
    struct match_setup setup;
    assert_true(box_setup(box, 0, 2, NULL, 0, 1, &setup, &err));
    struct match_setup wrong = setup;
    wrong.seats              = 3;
    assert_null(match_create(box, &wrong, &err));
    assert_true(says(&err, "seats"));
    wrong      = setup;
    wrong.mode = 77;
    assert_null(match_create(box, &wrong, NULL));
    wrong                 = setup;
    wrong.seat[0].card[3] = 9999;
    assert_null(match_create(box, &wrong, NULL));
    wrong = setup;
    wrong.seat[0].count--;
    err = (struct error){ 0 };
    assert_null(match_create(box, &wrong, &err));
    assert_true(err.text[0] != 0);
}

static void names_are_checked(void **state)
{
    (void)state;
    struct error       err = { 0 };
    struct match_setup setup;
    assert_true(box_setup(box, 0, 2, NULL, 0, 1, &setup, &err));
    static const char *const bad[] = { "", " Ash", "A\nB", "bel",
                                       "a name that is far too long for anybody to read" };
    for (size_t i = 0; i < COUNT(bad); i++) {
        setup.seat[0].name = bad[i];
        err                = (struct error){ 0 };
        assert_null(match_create(box, &setup, &err));
        assert_true(err.text[0] != 0);
    }
    setup.seat[0].name = "Zoë of the Hills";
    struct match *m    = match_create(box, &setup, NULL);
    assert_non_null(m);
    assert_string_equal(m->names[0], "Zoë of the Hills");
    match_destroy(m);
}

static void giving_up_ends_a_duel(void **state)
{
    (void)state;
    struct match *m = start(3);
    assert_true(match_concede(m, 0));
    assert_true(m->table.state->over);
    assert_int_equal(m->table.state->winners, BIT(1));
    assert_false(match_concede(m, 1));
    char          words[100];
    struct writer w = writer_on(words, sizeof words);
    match_say_result(m, &w);
    assert_true(text_starts(text_of(words), "Bel wins"));
    match_destroy(m);
}

// --- undo ---------------------------------------------------------------------------------------

static size_t picks_of(const struct match *m, seat_id seat, struct choice *out)
{
    struct choice list[CHOICES_MAX];
    size_t        count = table_choices(&m->table, seat, list, CHOICES_MAX), picks = 0;
    for (size_t i = 0; i < count; i++)
        if (list[i].kind == CHOICE_PICK) out[picks++] = list[i];
    return picks;
}

// To a question of this seat that gathers cards, with two cards that could be picked one after the
// other.
static bool walk_to_picks(struct match *m, seat_id seat, struct rng *rng, struct choice *pick)
{
    static struct choice picks[CHOICES_MAX];
    while (!m->table.state->over) {
        bool asked = m->table.state->asked >> seat & 1;
        if (asked && m->table.state->question[seat].max > 1 && picks_of(m, seat, picks) > 1) {
            *pick = picks[0];
            return true;
        }
        answer_once(m, rng);
    }
    return false;
}

static void a_pick_that_taught_nobody_anything_can_be_taken_back(void **state)
{
    (void)state;
    struct match *m   = start(4);
    struct rng    rng = rng_from(4);
    struct choice pick;
    assert_true(walk_to_picks(m, 0, &rng, &pick));
    uint64_t hash   = table_hash(&m->table);
    size_t   moves  = m->move_count;
    size_t   events = m->log.count;
    assert_int_equal(match_answer(m, 0, pick), 0);
    assert_true(table_hash(&m->table) != hash);
    struct error err = { 0 };
    if (!match_undo(m, 0, &err)) fail_msg("%s", err.text);
    assert_true(table_hash(&m->table) == hash);
    assert_int_equal(m->move_count, moves);
    assert_int_equal(m->log.count, events);
    match_destroy(m);
}

static void nothing_is_taken_back_once_another_has_chosen(void **state)
{
    (void)state;
    struct match *m   = start(1);
    struct error  err = { 0 };
    assert_false(match_undo(m, 0, &err));
    assert_true(says(&err, "not decided"));
    // Both lay a guard or not, secretly: seat 0 answers, then seat 1.
    struct choice list[CHOICES_MAX];
    for (seat_id s = 0; s < 2; s++) {
        assert_true(table_choices(&m->table, s, list, CHOICES_MAX) > 0);
        assert_int_equal(match_answer(m, s, list[0]), 0);
    }
    size_t   moves = m->move_count;
    uint64_t hash  = table_hash(&m->table);
    err            = (struct error){ 0 };
    if (m->moves[0].options > 1) {
        assert_false(match_undo(m, 0, &err));
        assert_true(says(&err, "Bel has chosen since"));
    }
    assert_int_equal(m->move_count, moves);
    assert_true(table_hash(&m->table) == hash);
    match_destroy(m);
}

static void undo_follows_what_was_learned(void **state)
{
    (void)state;
    unsigned free_ones = 0, learned_ones = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct match *m   = start(seed);
        struct rng    rng = rng_from(seed);
        while (!m->table.state->over) {
            uint32_t before = m->table.state->learned;
            uint64_t hash   = table_hash(&m->table);
            answer_once(m, &rng);
            const struct move *last = &m->moves[m->move_count - 1];
            if (last->options < 2) continue;
            struct move  move    = *last;
            bool         learned = m->table.state->learned != before;
            struct error err     = { 0 };
            if (learned) {
                assert_false(match_undo(m, move.seat, &err));
                assert_true(says(&err, "learned"));
                learned_ones++;
                continue;
            }
            assert_true(match_undo(m, move.seat, &err));
            assert_true(table_hash(&m->table) == hash);
            assert_int_equal(match_answer(m, move.seat, move.choice), 0); // and on again
            free_ones++;
        }
        match_destroy(m);
    }
    assert_true(free_ones > 20 && learned_ones > 20);
}

static void going_back_and_on_again_gives_the_same_match(void **state)
{
    (void)state;
    struct match *m   = start(9);
    struct rng    rng = rng_from(9);
    play_on(m, &rng, 30);
    size_t      count = m->move_count, events = m->log.count;
    uint64_t    hash = table_hash(&m->table);
    struct move kept[30];
    memcpy(kept, m->moves, count * sizeof *kept);
    match_go_back(m, 0);
    assert_int_equal(m->move_count, 0);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(match_answer(m, kept[i].seat, kept[i].choice), 0);
    assert_true(table_hash(&m->table) == hash);
    assert_int_equal(m->log.count, events);
    match_destroy(m);
}

// A spoilt first move would be refused if it were played again.
static void going_back_a_little_does_not_play_the_match_again(void **state)
{
    (void)state;
    struct match *m   = start(9);
    struct rng    rng = rng_from(9);
    play_on(m, &rng, 40);
    struct choice spoilt = { 255, 255, 255, 255, 255 };
    m->moves[0].choice   = spoilt;
    for (size_t count = 39; count >= 16; count--) match_go_back(m, count);
    assert_int_equal(m->move_count, 16);
    match_destroy(m);
}

// In long matches too, from everywhere to everywhere.
static void every_way_back_leads_to_the_position_that_was_there(void **state)
{
    (void)state;
    enum { LONG = 700, BACK = 300 };
    struct error  err      = { 0 };
    struct box   *long_one = box_open(game_find(TEXT("oversoul")), &err);
    struct match *m        = NULL;
    uint64_t     *hash     = calloc(LONG + 1, sizeof *hash);
    struct rng    rng      = rng_from(4);
    assert_non_null(long_one);
    assert_non_null(hash);
    for (uint64_t seed = 1; seed < 100 && (!m || m->move_count < LONG); seed++) {
        match_destroy(m);
        m       = start_with(long_one, 0, 2, seed);
        hash[0] = table_hash(&m->table);
        while (!m->table.state->over && m->move_count < LONG) {
            answer_once(m, &rng);
            hash[m->move_count] = table_hash(&m->table);
        }
    }
    assert_int_equal(m->move_count, LONG);
    struct move *kept = calloc(LONG, sizeof *kept);
    assert_non_null(kept);
    memcpy(kept, m->moves, LONG * sizeof *kept);
    for (unsigned i = 0; i < BACK; i++) {
        size_t to = rng_below(&rng, i % 4 ? 40 : LONG);
        if (i % 4) to = to < m->move_count ? m->move_count - 1 - to : 0;
        if (to < m->move_count) match_go_back(m, to);
        assert_true(table_hash(&m->table) == hash[m->move_count]);
        assert_int_equal(m->log.count, kept[m->move_count].events);
        for (size_t on = rng_below(&rng, 60); on > 0 && m->move_count < LONG - 1; on--) {
            const struct move *next = &kept[m->move_count];
            assert_int_equal(match_answer(m, next->seat, next->choice), 0);
        }
        assert_true(table_hash(&m->table) == hash[m->move_count]);
    }
    free(kept);
    free(hash);
    match_destroy(m);
    box_close(long_one);
}

static void a_hand_is_a_secret_of_its_seat(void **state)
{
    (void)state;
    struct match *m = start(2);
    assert_true(match_has_secrets(m, 0, 1));
    assert_true(match_has_secrets(m, 1, 0));
    assert_false(match_has_secrets(m, 0, 0));
    match_destroy(m);
}

// --- seals --------------------------------------------------------------------------------------

static struct text sealed_lines(char *buffer, size_t size)
{
    struct writer w = writer_on(buffer, size);
    struct sealer s;
    seal_begin(&s, &w, "title");
    seal_line(&s, TEXT("first line"));
    seal_line(&s, TEXT(""));
    seal_line(&s, TEXT("third line, the last"));
    seal_end(&s);
    return (struct text){ w.at, w.size };
}

static void a_seal_lets_its_own_file_pass(void **state)
{
    (void)state;
    char        buffer[1000];
    struct text file   = sealed_lines(buffer, sizeof buffer), line;
    uint32_t    number = 0;
    assert_true(seal_check("file", file, "title", NULL));
    assert_false(seal_check("file", file, "other", NULL));
    assert_true(seal_next_line(&file, &number, &line) && text_is(line, "first line"));
    assert_int_equal(number, 2);
    assert_true(seal_next_line(&file, &number, &line) && text_is(line, ""));
    assert_true(seal_next_line(&file, &number, &line) && text_is(line, "third line, the last"));
    assert_false(seal_next_line(&file, &number, &line));
}

static void every_cut_is_called_truncated(void **state)
{
    (void)state;
    char        buffer[1000];
    struct text file = sealed_lines(buffer, sizeof buffer);
    for (size_t size = 0; size < file.size; size++) {
        struct error err = { 0 };
        assert_false(seal_check("file", text_part(file, 0, size), "title", &err));
        bool clear = says(&err, "truncated") || (size == 0 && says(&err, "empty")) ||
                     (size == file.size - 1 && says(&err, "line end after the seal"));
        if (!clear) fail_msg("cut to %zu bytes: %s", size, err.text);
    }
}

// Every single byte changed, dropped or doubled: found, and named with its line (or, for a line
// end, with the line that it should have ended or the one behind it).
static void assert_change_is_named(struct text file, struct text changed, size_t at)
{
    struct error err;
    uint32_t     line = line_of(file, at);
    if (verifies(changed, &err)) fail_msg("a change at byte %zu is not found", at);
    bool at_end = file.at[at] == '\n' || file.at[at + (at + 1 < file.size)] == '\n';
    if (err.line != line && !(at_end && err.line == line + 1))
        fail_msg("a change in line %u is named line %u: %s", line, (unsigned)err.line, err.text);
}

static void every_changed_missing_or_added_byte_is_named(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena);
    struct match *m   = start(6);
    struct rng    rng = rng_from(6);
    play_on(m, &rng, 40);
    struct text file   = save(m, &arena);
    char       *buffer = arena_alloc(&arena, 1, file.size + 2);
    for (size_t i = 0; i < file.size; i++) {
        static const unsigned char flips[] = { 0x01, 0x20, 0x80 };
        for (size_t f = 0; f < COUNT(flips); f++) {
            memcpy(buffer, file.at, file.size);
            buffer[i] = (char)((unsigned char)buffer[i] ^ flips[f]);
            assert_change_is_named(file, (struct text){ buffer, file.size }, i);
        }
        memcpy(buffer, file.at, i); // dropped
        memcpy(buffer + i, file.at + i + 1, file.size - i - 1);
        assert_change_is_named(file, (struct text){ buffer, file.size - 1 }, i);
        memcpy(buffer, file.at, i + 1); // an x behind it
        buffer[i + 1] = 'x';
        memcpy(buffer + i + 2, file.at + i + 1, file.size - i - 1);
        assert_change_is_named(file, (struct text){ buffer, file.size + 1 }, i);
    }
    match_destroy(m);
    arena_finish(&arena);
}

static void a_replay_cut_anywhere_is_refused_where_it_ends(void **state)
{
    (void)state;
    struct arena arena;
    struct error err;
    arena_init(&arena);
    struct match *m   = start(6);
    struct rng    rng = rng_from(6);
    play_on(m, &rng, 40);
    struct text file = save(m, &arena);
    for (size_t size = 0; size < file.size; size++) {
        if (verifies(text_part(file, 0, size), &err)) fail_msg("cut to %zu bytes, it passes", size);
        uint32_t last = line_of(file, size);
        if (err.line != last && err.line + 1 != last)
            fail_msg("cut in line %u, named line %u: %s", last, (unsigned)err.line, err.text);
        assert_string_equal(err.source, "file");
    }
    match_destroy(m);
    arena_finish(&arena);
}

static void missing_and_swapped_lines_are_named(void **state)
{
    (void)state;
    struct arena arena;
    struct error err = { 0 };
    arena_init(&arena);
    struct match *m    = start(6);
    struct text   file = save(m, &arena), rest = file, line;
    struct writer w = writer_on(arena_alloc(&arena, 1, file.size + 1), file.size + 1);
    for (unsigned number = 1; text_next_line(&rest, &line); number++)
        if (number != 10) write_format(&w, "%.*s\n", SHOW(line));
    assert_false(verifies((struct text){ w.at, w.size }, &err));
    assert_int_equal(err.line, 10);
    match_destroy(m);
    arena_finish(&arena);
}

// --- replays ------------------------------------------------------------------------------------

static void replays_of_all_modes_verify(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena);
    for (unsigned mode = 0; box->game->modes[mode].name; mode++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct match *m   = start_with(box, mode, box->game->modes[mode].seats_max, seed);
            struct rng    rng = rng_from(seed);
            assert_verifies(save(m, &arena)); // not begun
            play_on(m, &rng, 17);
            assert_verifies(save(m, &arena)); // unfinished
            play_on(m, &rng, MOVES_MAX);
            assert_verifies(save(m, &arena));
            match_destroy(m);
            arena_reset(&arena);
        }
    arena_finish(&arena);
}

static void a_replay_reaches_the_same_position_and_events(void **state)
{
    (void)state;
    struct arena arena;
    struct error err = { 0 };
    arena_init(&arena);
    struct match *m   = start(12);
    struct rng    rng = rng_from(12);
    play_on(m, &rng, 60);
    struct replay *replay = replay_read(GAMES, "file", save(m, &arena), &err);
    assert_non_null(replay);
    struct match *again = replay_start(replay, &err);
    assert_non_null(again);
    while (again->move_count < replay->move_count)
        if (!replay_step(replay, again, &err)) fail_msg("%s", err.text);
    assert_true(table_hash(&again->table) == table_hash(&m->table));
    assert_int_equal(again->log.count, m->log.count);
    for (size_t i = 0; i < m->log.count; i++) {
        assert_int_equal(again->log.events[i].kind, m->log.events[i].kind);
        assert_int_equal(again->log.events[i].def, m->log.events[i].def);
    }
    // It goes on as the first one does.
    struct rng one = rng_from(1), two = rng_from(1);
    play_on(m, &one, MOVES_MAX);
    play_on(again, &two, MOVES_MAX);
    assert_true(table_hash(&again->table) == table_hash(&m->table));
    match_destroy(again);
    match_destroy(m);
    replay_destroy(replay);
    arena_finish(&arena);
}

static void giving_up_is_replayed(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena);
    struct match *m   = start(8);
    struct rng    rng = rng_from(8);
    play_on(m, &rng, 9);
    assert_true(match_concede(m, 1));
    assert_verifies(save(m, &arena));
    match_destroy(m);
    arena_finish(&arena);
}

static void a_match_from_a_scenario_is_replayed(void **state)
{
    (void)state;
    static const char scenario[] =
        "scenario  Two champions meet\n"
        "game      blank\n"
        "card      Feather: Action speed 3; Deal 1 damage to any enemy champion\n"
        "given     Ash a1: Brakka\n"
        "          Bel c3: Pip\n"
        "          Ash hand: Lunge, Feather\n"
        "          Bel hand: Jab\n";
    struct arena arena;
    struct error err = { 0 };
    arena_init(&arena);
    struct scenario_opened *opened = scenario_arrange(box, "scenario", TEXT(scenario), &err);
    if (!opened) fail_msg("line %u: %s", (unsigned)err.line, err.text);
    struct match *m = match_create_from(opened->box, opened->table.state, SEAT_NAMES,
                                        opened->origin, &err);
    assert_non_null(m);
    struct rng rng = rng_from(5);
    play_on(m, &rng, 12);
    assert_verifies(save(m, &arena));
    match_go_back(m, 3);
    assert_verifies(save(m, &arena));
    match_destroy(m);
    scenario_close(opened);
    arena_finish(&arena);
}

// A box whose Lunge does something else than the shipped one.
static void replays_use_their_own_cards(void **state)
{
    (void)state;
    struct arena arena;
    struct error err = { 0 };
    arena_init(&arena);
    size_t        size  = 256 * 1024;
    struct writer cards = writer_on(arena_alloc(&arena, 1, size), size);
    for (def_id d = 0; d < box->pool->def_count; d++)
        if (strcmp(box->pool->defs[d].name, "Lunge") == 0)
            write_chars(&cards, "Lunge\n  Action speed 9\n  Deal 4 damage to any enemy champion\n");
        else
            card_print(box->cards, &box->pool->defs[d], &cards);
    struct box other = { .game = box->game, .decks = box->decks, .deck_count = box->deck_count };
    other.cards      = card_set_create(box->game->dialect, box->game->form, &err);
    assert_non_null(other.cards);
    if (!card_set_read(other.cards, "other", (struct text){ cards.at, cards.size }, &err) ||
        !box_prepare(&other, &err))
        fail_msg("%s", err.text);
    unsigned different = 0;
    for (uint64_t seed = 0; seed < 8; seed++) {
        struct match *m     = start_with(&other, 0, 2, seed);
        struct match *plain = start(seed);
        struct rng    one = rng_from(seed), two = rng_from(seed);
        play_on(m, &one, MOVES_MAX);
        play_on(plain, &two, MOVES_MAX);
        different += table_hash(&m->table) != table_hash(&plain->table);
        assert_verifies(save(m, &arena));
        match_destroy(plain);
        match_destroy(m);
        arena_reset(&arena);
    }
    assert_true(different > 0);
    card_set_destroy(other.cards);
    arena_finish(&arena);
}

static void forged_files_part_from_the_match_at_a_line(void **state)
{
    (void)state;
    struct arena arena;
    struct error err;
    arena_init(&arena);
    struct match *m   = start(7);
    struct rng    rng = rng_from(7);
    play_on(m, &rng, MOVES_MAX);
    struct text file = save(m, &arena);
    assert_verifies(file);
    static const struct {
        const char *from, *to, *says;
    } forgeries[] = {
        { "key ", "key 0", "64 hexadecimal digits" },
        { "move 3 seat ", "move 3 seat 4 1.0.1.0.0 ", "no seat" },
        { "move 5 ", "move 6 ", "this is move 5" },
        { "mode duel", "mode dual", "no mode" },
        { "game blank", "game blanc", "no game" },
        { "deck main 3 ", "deck main 2 ", "12" },
        { "deck main 3 ", "deck side 3 ", "section" },
        { "deck main 3 ", "deck main 3 X", "no card" },
        { "result ", "result not ", "the result is" },
        { "hash ", "hash 0", "16 hexadecimal digits" },
        { "seat Ash", "chair Ash", "expected" },
        { "| ", "# ", "expected cards" },
    };
    for (size_t i = 0; i < COUNT(forgeries); i++) {
        struct text forged = forge(&arena, file, forgeries[i].from, forgeries[i].to);
        assert_false(verifies(forged, &err));
        if (!says(&err, forgeries[i].says) || !err.line || strcmp(err.source, "file") != 0)
            fail_msg("\"%s\" -> \"%s\": %s", forgeries[i].from, forgeries[i].to, err.text);
    }
    match_destroy(m);
    arena_finish(&arena);
}

static void words_and_numbers_of_a_move_must_agree(void **state)
{
    (void)state;
    struct arena arena;
    struct error err;
    arena_init(&arena);
    struct match *m   = start(7);
    struct rng    rng = rng_from(7);
    play_on(m, &rng, 20);
    struct text    file   = save(m, &arena);
    struct replay *replay = replay_read(GAMES, "file", file, NULL);
    const char    *words  = arena_text(&arena, replay->moves[9].words).at;
    const char    *whole  = arena_format(&arena, "%s", words);
    struct text    forged = forge(&arena, file, arena_format(&arena, " %s", whole), " something");
    assert_false(verifies(forged, &err));
    assert_true(says(&err, "the words say \"something\""));
    replay_destroy(replay);
    match_destroy(m);
    arena_finish(&arena);
}

static void a_file_of_another_version_is_replayed_by_its_words(void **state)
{
    (void)state;
    struct arena arena;
    struct error err;
    arena_init(&arena);
    struct match *m   = start(11);
    struct rng    rng = rng_from(11);
    play_on(m, &rng, MOVES_MAX);
    struct text file = forge(&arena, save(m, &arena), "game blank ", "game blank 0.");
    assert_verifies(file);
    struct text wrong = forge(&arena, file, "move 2 seat ", "move 2 seat 1 1.1.1.1.1 nonsense ");
    assert_false(verifies(wrong, &err));
    match_destroy(m);
    arena_finish(&arena);
}

static void a_replay_never_replaces_another_file(void **state)
{
    (void)state;
    char          path[] = "/tmp/pentacle-test-XXXXXX";
    int           fd     = mkstemp(path);
    struct error  err    = { 0 };
    struct match *m      = start(1);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "my poem\n", 8), 8);
    close(fd);
    assert_false(replay_save(m, path, &err));
    assert_true(says(&err, "not a replay"));
    remove(path);
    assert_true(replay_save(m, path, NULL));
    assert_true(replay_save(m, path, NULL)); // but an older one
    remove(path);
    err = (struct error){ 0 };
    assert_false(replay_save(m, "/nowhere/at/all", &err));
    assert_true(err.text[0] != 0);
    match_destroy(m);
}

static void rubbish_is_refused_without_a_crash(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena);
    struct match *m   = start(7);
    struct rng    rng = rng_from(7);
    play_on(m, &rng, 25);
    struct text file   = save(m, &arena);
    char       *buffer = arena_alloc(&arena, 1, file.size);
    for (unsigned i = 0; i < 300; i++) {
        memcpy(buffer, file.at, file.size);
        for (unsigned n = 1 + rng_below(&rng, 6); n > 0; n--)
            buffer[rng_below(&rng, (uint32_t)file.size)] = (char)rng_below(&rng, 256);
        struct replay *replay = replay_read_unsealed(GAMES, "file",
                                                     (struct text){ buffer, file.size }, NULL);
        if (replay) (void)!replay_verify(replay, NULL);
        replay_destroy(replay);
    }
    match_destroy(m);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mode_plays_to_its_end),
        cmocka_unit_test(a_refused_choice_changes_nothing),
        cmocka_unit_test(a_setup_is_checked),
        cmocka_unit_test(names_are_checked),
        cmocka_unit_test(giving_up_ends_a_duel),
        cmocka_unit_test(a_pick_that_taught_nobody_anything_can_be_taken_back),
        cmocka_unit_test(nothing_is_taken_back_once_another_has_chosen),
        cmocka_unit_test(undo_follows_what_was_learned),
        cmocka_unit_test(going_back_and_on_again_gives_the_same_match),
        cmocka_unit_test(going_back_a_little_does_not_play_the_match_again),
        cmocka_unit_test(every_way_back_leads_to_the_position_that_was_there),
        cmocka_unit_test(a_hand_is_a_secret_of_its_seat),
        cmocka_unit_test(a_seal_lets_its_own_file_pass),
        cmocka_unit_test(every_cut_is_called_truncated),
        cmocka_unit_test(every_changed_missing_or_added_byte_is_named),
        cmocka_unit_test(a_replay_cut_anywhere_is_refused_where_it_ends),
        cmocka_unit_test(missing_and_swapped_lines_are_named),
        cmocka_unit_test(replays_of_all_modes_verify),
        cmocka_unit_test(a_replay_reaches_the_same_position_and_events),
        cmocka_unit_test(giving_up_is_replayed),
        cmocka_unit_test(a_match_from_a_scenario_is_replayed),
        cmocka_unit_test(replays_use_their_own_cards),
        cmocka_unit_test(forged_files_part_from_the_match_at_a_line),
        cmocka_unit_test(words_and_numbers_of_a_move_must_agree),
        cmocka_unit_test(a_file_of_another_version_is_replayed_by_its_words),
        cmocka_unit_test(a_replay_never_replaces_another_file),
        cmocka_unit_test(rubbish_is_refused_without_a_crash),
    };
    return cmocka_run_group_tests(tests, open_blank, close_blank);
}
