// pack_test.c - whatever is asked in whatever mode: on every screen from the least size on the
// question, what 0 does, the highlighted choice and the keys are there, and no row is too wide.
#include "tests/unit.h"

#include "cli/screen.h"
#include "games/list.h"
#include "tests/screens.h"

#include <string.h>

enum { QUESTIONS = IS_SANITIZED ? 30 : 90 };

static const unsigned SIZES[][2] = { { 40, 10 },  { 47, 11 },  { 60, 16 }, { 80, 24 },
                                     { 100, 30 }, { 120, 40 }, { 200, 60 } };

static struct page    page;
static struct watcher watcher;

static void complain(const struct watcher *w, const char *what)
{
    for (unsigned i = 0; i < page.count; i++) {
        char          line[8 * PACK_COLUMNS_MAX];
        struct writer l = writer_on(line, sizeof line);
        write_inked(&l, page.row[i], false, LETTERS_ALL);
        print_error("%s\n", line);
    }
    fail_msg("%s, %s, %ux%u: %s", w->match->table.game->name,
             w->match->table.game->modes[w->match->setup.mode].name, page.columns, page.rows, what);
}

static bool has_row_with(struct text words, unsigned from)
{
    for (unsigned i = from; i < page.count; i++)
        if (text_find_text(page.row[i], words) < page.row[i].size) return true;
    return false;
}

// What is highlighted stands behind the mark, as far as its cell is wide.
static bool shows_selected(const struct watcher *w, size_t selected)
{
    const struct steps *s = &w->dialog.steps;
    const char *label     = selected < s->item_count ? s->items[selected].label : s->words[s->zero];
    struct text begin     = text_part(text_of(label), 0, 8);
    struct text row       = page.row[page.cursor_row];
    size_t      at        = text_find_text(row, TEXT("▸"));
    if (text_find_text(begin, TEXT("…")) < begin.size) return at < row.size;
    struct text behind = text_part(row, at, row.size);
    if (at >= row.size) return false;
    if (text_find_text(behind, whole_characters(begin)) < behind.size) return true;
    // In a table of cards that all do the same the verb is left out.
    if (selected >= s->item_count || !s->items[selected].count) return false;
    size_t verb = s->parts[s->items[selected].members[0]].verb.size;
    begin       = text_part(text_trim(text_part(text_of(label), verb, strlen(label))), 0, 6);
    return text_find_text(behind, whole_characters(begin)) < behind.size;
}

static void look_at(struct watcher *w, unsigned columns, unsigned rows, size_t selected)
{
    const struct steps *s    = &w->dialog.steps;
    bool                zero = s->depth == 0 && s->zero < s->count;
    watcher_pack(w, columns, rows, selected, &page);
    if (page.count != rows) complain(w, "rows are not all used");
    for (unsigned i = 0; i < page.count; i++)
        if (text_width(page.row[i]) > columns) complain(w, "a row is too wide");
    if (!has_row_with(TEXT("━━"), page.question)) complain(w, "no question");
    if (zero && !has_row_with(TEXT("0"), page.question)) complain(w, "0 is not there");
    if (!shows_selected(w, selected)) complain(w, "the highlighted choice is not there");
    if (page.cursor_row < page.question) complain(w, "the cursor is not in the question");
    if (text_find_text(page.row[page.count - 1], TEXT("Enter")) == page.row[page.count - 1].size)
        complain(w, "the keys are not the last row");
}

static void look(struct watcher *w)
{
    const struct steps *s = &w->dialog.steps;
    for (size_t k = 0; k < COUNT(SIZES); k++) {
        bool zero = s->depth == 0 && s->zero < s->count;
        look_at(w, SIZES[k][0], SIZES[k][1], rng_below(&w->rng, (uint32_t)s->item_count + zero));
    }
}

static void watch(const struct box *box, unsigned mode, unsigned seats, uint64_t seed)
{
    if (!watcher_open(&watcher, box, mode, seats, seed))
        fail_msg("no match of %s", box->game->name);
    for (unsigned i = 0; i < QUESTIONS && watcher_asked(&watcher); i++) {
        look(&watcher);
        watcher_answer(&watcher);
    }
    watcher_close(&watcher);
}

static void every_question_is_whole_on_every_screen(void **state)
{
    (void)state;
    for (const struct game *const *g = GAMES; *g; g++) {
        struct error err = { 0 };
        struct box  *box = box_open(*g, &err);
        if (!box) fail_msg("%s", err.text);
        for (unsigned mode = 0; (*g)->modes[mode].name; mode++)
            watch(box, mode, (*g)->modes[mode].seats_max, mode + 1);
        box_close(box);
    }
}

static void a_screen_that_is_too_small_says_so(void **state)
{
    (void)state;
    struct ask     ask = { .question = "What?", .preview = "" };
    struct page_in in  = { .ask = &ask, .columns = 39, .rows = 24 };
    struct arena   arena;
    arena_init(&arena);
    pack(&in, &arena, &page);
    assert_int_equal(page.count, 1);
    assert_true(text_find_text(page.row[0], TEXT("too small")) < page.row[0].size);
    arena_finish(&arena);
}

static void signs_have_words_and_letters(void **state)
{
    (void)state;
    char          line[200];
    struct writer w = writer_on(line, sizeof line);
    write_inked(&w, TEXT("▲ You 13 → 9 · é"), false, LETTERS_ASCII);
    assert_string_equal(line, "^ You 13 > 9 , ?");
    w = writer_on(line, sizeof line);
    write_inked(&w, TEXT("▲ You 13 → 9 · é"), false, LETTERS_WORDS);
    assert_string_equal(line, "You 13 to 9, é");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_question_is_whole_on_every_screen),
        cmocka_unit_test(a_screen_that_is_too_small_says_so),
        cmocka_unit_test(signs_have_words_and_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
