// explain_test.c - every word of a card's form (kind, tags, fields) is explained to readers, and so
// are the keywords of its text.
#include "tests/unit.h"

#include "cardtext/cards.h"
#include "cli/explain.h"
#include "games/list.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_SIZE = 64 * 1024 };

static bool explains(struct text words, const char *word)
{
    struct text line, wanted = text_of(word);
    while (text_next_line(&words, &line)) {
        struct text head = text_part(line, 0, text_find_text(line, TEXT("  "))), word_of_it;
        while (text_cut(&head, ',', &word_of_it))
            if (text_equal_fold(text_trim(word_of_it), wanted)) return true;
    }
    return false;
}

// The number of a card in its set means nothing in play.
static bool is_for_collectors(const char *word) { return strcmp(word, "No") == 0; }

// "L:r" is a form of L, "range 1-2" one of range.
static bool explains_form(struct text words, const char *word)
{
    char one[40];
    snprintf(one, sizeof one, "%.*s", (int)strcspn(word, ": "), word);
    return explains(words, word) || explains(words, one);
}

// "SPD", or "SPD 3" where each number has a rule of its own.
static bool explains_field(struct text words, const struct form_field *f,
                           const struct card_def *def)
{
    char one[40];
    snprintf(one, sizeof one, "%s %d", f->word, def->field[f->field]);
    return explains(words, f->word) || explains(words, one);
}

static void look_at(const struct box *box, const struct card_def *def, unsigned *missing)
{
    static char             buffer[TEXT_SIZE];
    const struct card_form *form = box->game->form;
    struct writer           w    = writer_on(buffer, sizeof buffer);
    write_words(box, def, &w);
    struct text words = { w.at, w.size };
    for (const struct form_field *f = form->fields; f->word; f++)
        if (def->fields_set >> f->field & 1 && !is_for_collectors(f->word) &&
            !explains_field(words, f, def))
            print_error("%s, %s: %s\n", box->game->name, def->name, f->word), ++*missing;
    for (const struct form_tag *t = form->tags; t->word; t++)
        if (def->tags >> t->tag & 1 && !explains_form(words, t->word))
            print_error("%s, %s: %s\n", box->game->name, def->name, t->word), ++*missing;
}

static void words_of_every_form_are_explained(void **state)
{
    (void)state;
    unsigned missing = 0;
    for (const struct game *const *g = GAMES; *g; g++) {
        struct error err = { 0 };
        struct box  *box = box_open(*g, &err);
        if (!box) fail_msg("%s", err.text);
        for (def_id d = 0; d < box->pool->def_count; d++)
            look_at(box, &box->pool->defs[d], &missing);
        box_close(box);
    }
    assert_int_equal(missing, 0);
}

// A card, the word, and the rule that explains it.
static const struct {
    const char *game, *card, *word, *rule;
} SAMPLES[] = {
    { "oversoul", "Bride of Hooks", "DAMNED", "OVE-8" },
    { "oversoul", "Bride of Hooks", "SPD 3", "OVE-507" },
    { "eternity", "Root Sweep", "Push", "ETE-720" },
    { "voidbreakers", "Anvil – Iron Manners", "Braced", "VOI-855" },
    { "monad", "Shoal Spearman", "Parry", "MON-" },
    { "monad", "Shoal Spearman", "Tidekin", "MON-" },
    { "despaira", "Hollow Judge", "Undead", "DES-" },
    { "despaira", "Hollow Judge", "Silence", "DES-" },
};

static void keywords_are_explained_in_every_game(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(SAMPLES); i++) {
        struct error  err = { 0 };
        char          buffer[TEXT_SIZE];
        struct writer w   = writer_on(buffer, sizeof buffer);
        struct box   *box = box_open(game_find(text_of(SAMPLES[i].game)), &err);
        if (!box) fail_msg("%s", err.text);
        def_id def = pool_find(box->pool, text_of(SAMPLES[i].card));
        assert_true(def != NO_DEF);
        write_words(box, &box->pool->defs[def], &w);
        if (!explains((struct text){ w.at, w.size }, SAMPLES[i].word) ||
            text_find_text((struct text){ w.at, w.size }, text_of(SAMPLES[i].rule)) == w.size)
            fail_msg("%s of %s: %.*s", SAMPLES[i].word, SAMPLES[i].card, (int)w.size, w.at);
        box_close(box);
    }
}

// SPD 3 is printed, so SPD 2 and 4 are not of interest; nor is what only the flavour says.
static void nothing_else_is_explained(void **state)
{
    (void)state;
    struct error  err = { 0 };
    char          buffer[TEXT_SIZE];
    struct writer w   = writer_on(buffer, sizeof buffer);
    struct box   *box = box_open(game_find(TEXT("oversoul")), &err);
    if (!box) fail_msg("%s", err.text);
    write_words(box, &box->pool->defs[pool_find(box->pool, TEXT("Bride of Hooks"))], &w);
    assert_false(explains((struct text){ w.at, w.size }, "SPD 2"));
    assert_false(explains((struct text){ w.at, w.size }, "SPD 4"));
    assert_int_equal(text_find_text((struct text){ w.at, w.size }, TEXT("(L")), w.size);
    box_close(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_every_form_are_explained),
        cmocka_unit_test(keywords_are_explained_in_every_game),
        cmocka_unit_test(nothing_else_is_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
