// base_test.c - base/: text, arenas, errors, hashes, generators, embedded files.
#include "tests/unit.h"

#include "base/arena.h"
#include "base/chacha.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/rng.h"
#include "base/text.h"

#include <string.h>
#include <unistd.h>

static void assert_text(struct text found, const char *expected)
{
    if (text_is(found, expected)) return;
    fail_msg("expected \"%s\", found \"%.*s\"", expected, SHOW(found));
}

static void a_part_of_a_text_is_clipped_to_it(void **state)
{
    (void)state;
    struct text t = TEXT("pentacle");
    assert_text(text_part(t, 0, 5), "penta");
    assert_text(text_part(t, 5, 100), "cle");
    assert_text(text_part(t, 100, 1), "");
    assert_text(text_part(t, 3, SIZE_MAX), "tacle");
    assert_int_equal(text_of(NULL).size, 0);
}

static void texts_compare_with_and_without_case(void **state)
{
    (void)state;
    assert_true(text_equal(TEXT("Ash"), TEXT("Ash")));
    assert_false(text_equal(TEXT("Ash"), TEXT("ash")));
    assert_true(text_equal_fold(TEXT("Ash [Z]"), TEXT("aSH [z]")));
    assert_false(text_equal_fold(TEXT("@"), TEXT("`"))); // 32 apart, but no letters
    assert_false(text_equal_fold(TEXT("Ash"), TEXT("Ashe")));
    assert_true(text_starts(TEXT("attack Ash"), "attack "));
    assert_false(text_starts(TEXT("Attack Ash"), "attack "));
    assert_true(text_starts_fold(TEXT("Attack Ash"), "attack "));
    assert_false(text_starts(TEXT("at"), "attack"));
    assert_true(text_starts(TEXT("at"), ""));
}

static void texts_are_ordered_by_bytes_then_by_size(void **state)
{
    (void)state;
    assert_true(text_compare(TEXT("abc"), TEXT("abd")) < 0);
    assert_true(text_compare(TEXT("b"), TEXT("abc")) > 0);
    assert_true(text_compare(TEXT("ab"), TEXT("abc")) < 0);
    assert_true(text_compare(TEXT("abc"), TEXT("ab")) > 0);
    assert_int_equal(text_compare(TEXT(""), TEXT("")), 0);
    assert_true(text_compare(TEXT("z"), TEXT("é")) < 0); // bytes are compared as unsigned
}

static void trimming_removes_blanks_only_outside(void **state)
{
    (void)state;
    assert_text(text_trim(TEXT(" \t a b\r\n")), "a b");
    assert_text(text_trim_right(TEXT("  a ")), "  a");
    assert_text(text_trim(TEXT(" \n ")), "");
    assert_text(text_trim(TEXT("")), "");
}

static void lines_end_with_or_without_carriage_return(void **state)
{
    (void)state;
    struct text rest = TEXT("one\r\n\ntwo\nthree"), line;
    assert_true(text_next_line(&rest, &line));
    assert_text(line, "one");
    assert_true(text_next_line(&rest, &line));
    assert_text(line, "");
    assert_true(text_next_line(&rest, &line));
    assert_text(line, "two");
    assert_true(text_next_line(&rest, &line));
    assert_text(line, "three");
    assert_false(text_next_line(&rest, &line));
}

static void cutting_takes_pieces_off_the_front(void **state)
{
    (void)state;
    struct text rest = TEXT("a,,b"), piece;
    assert_true(text_cut(&rest, ',', &piece));
    assert_text(piece, "a");
    assert_true(text_cut(&rest, ',', &piece));
    assert_text(piece, "");
    assert_true(text_cut(&rest, ',', &piece));
    assert_text(piece, "b");
    assert_false(text_cut(&rest, ',', &piece));
}

static void words_stand_between_blanks(void **state)
{
    (void)state;
    struct text rest = TEXT("  end \t phase\n"), word;
    assert_true(text_next_word(&rest, &word));
    assert_text(word, "end");
    assert_text(rest, "phase");
    assert_true(text_next_word(&rest, &word));
    assert_text(word, "phase");
    assert_false(text_next_word(&rest, &word));
    assert_text(word, "");
}

static void finding_nothing_answers_the_size(void **state)
{
    (void)state;
    struct text t = TEXT("attack Ash > Bel");
    assert_int_equal(text_find(t, '>'), 11);
    assert_int_equal(text_find(t, '!'), t.size);
    assert_int_equal(text_find(TEXT(""), 'a'), 0);
    assert_int_equal(text_find_text(t, TEXT(" > ")), 10);
    assert_int_equal(text_find_text(t, TEXT("Bel")), 13);
    assert_int_equal(text_find_text(t, TEXT("Bell")), t.size);
    assert_int_equal(text_find_text(t, TEXT("")), 0);
}

static void a_number_is_the_whole_text_and_in_bounds(void **state)
{
    (void)state;
    long n = 7;
    assert_true(text_number(TEXT("42"), 0, 100, &n));
    assert_int_equal(n, 42);
    assert_true(text_number(TEXT("-2"), -5, 5, &n));
    assert_int_equal(n, -2);
    assert_true(text_number(TEXT("+3"), -5, 5, &n));
    assert_int_equal(n, 3);
    assert_true(text_number(TEXT("007"), 0, 7, &n));
    assert_int_equal(n, 7);
    static const char *const refused[] = { "",   "-",   "+",   "4x", " 4",
                                           "4 ", "--4", "101", "-1", "99999999999999999999999999" };
    for (size_t i = 0; i < COUNT(refused); i++) {
        n = 7;
        assert_false(text_number(text_of(refused[i]), 0, 100, &n));
        assert_int_equal(n, 7); // a refusal changes nothing
    }
}

static void distance_counts_single_letter_edits(void **state)
{
    (void)state;
    assert_int_equal(text_distance(TEXT("Sentinel"), TEXT("Sentinel")), 0);
    assert_int_equal(text_distance(TEXT("Sentinel"), TEXT("sentinel")), 0);
    assert_int_equal(text_distance(TEXT("Sentinel"), TEXT("Sentinl")), 1);
    assert_int_equal(text_distance(TEXT("Sentinel"), TEXT("Sentiinel")), 1);
    assert_int_equal(text_distance(TEXT("Sentinel"), TEXT("Centinel")), 1);
    assert_int_equal(text_distance(TEXT("kitten"), TEXT("sitting")), 3);
    assert_int_equal(text_distance(TEXT(""), TEXT("abc")), 3);
    assert_int_equal(text_distance(TEXT("abc"), TEXT("")), 3);
    char long_a[200], long_b[200];
    memset(long_a, 'a', sizeof long_a);
    memset(long_b, 'b', sizeof long_b);
    struct text a = { long_a, sizeof long_a }, b = { long_b, sizeof long_b };
    assert_int_equal(text_distance(a, b), 64);
}

static void a_writer_never_writes_past_its_buffer(void **state)
{
    (void)state;
    char buffer[9];
    memset(buffer, '#', sizeof buffer);
    struct writer w = writer_on(buffer, 8);
    write_chars(&w, "ab");
    write_char(&w, 'c');
    write_format(&w, "%d", 12);
    assert_string_equal(buffer, "abc12");
    assert_false(w.cut);
    write_text(&w, TEXT("defgh"));
    assert_string_equal(buffer, "abc12de");
    assert_true(w.cut);
    assert_int_equal(w.size, 7);
    assert_int_equal(buffer[8], '#');
}

static void formatting_past_the_end_is_cut_and_remembered(void **state)
{
    (void)state;
    char          buffer[4];
    struct writer w = writer_on(buffer, sizeof buffer);
    write_format(&w, "%s", "abc");
    assert_false(w.cut);
    write_format(&w, "%s", "");
    assert_false(w.cut);
    write_format(&w, "%s", "d");
    assert_true(w.cut);
    assert_string_equal(buffer, "abc");
}

static void an_arena_hands_out_zeroed_aligned_memory(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a);
    for (size_t size = 0; size < 300; size++) {
        unsigned char *p = ARENA_ARRAY(&a, unsigned char, size);
        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t i = 0; i < size; i++) assert_int_equal(p[i], 0);
        memset(p, 0xAA, size);
    }
    arena_finish(&a);
}

static void large_and_small_pieces_do_not_overlap(void **state)
{
    (void)state;
    enum { PIECES = 200 };
    struct arena a;
    arena_init(&a);
    unsigned char *piece[PIECES];
    size_t         size[PIECES];
    struct rng     r = rng_from(3);
    for (unsigned i = 0; i < PIECES; i++) {
        size[i]  = rng_below(&r, i % 20 == 0 ? 300000 : 3000);
        piece[i] = arena_alloc(&a, size[i], 1);
        memset(piece[i], (int)i, size[i]);
    }
    for (unsigned i = 0; i < PIECES; i++)
        for (size_t k = 0; k < size[i]; k++)
            if (piece[i][k] != (unsigned char)i) fail_msg("piece %u was overwritten", i);
    arena_reset(&a);
    assert_int_equal(a.total, 0);
    assert_non_null(arena_alloc(&a, 1, 1)); // ready for use again
    arena_finish(&a);
}

static void copied_and_formatted_texts_are_c_strings(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a);
    assert_string_equal(arena_text(&a, text_part(TEXT("pentacle"), 0, 5)).at, "penta");
    assert_string_equal(arena_text(&a, (struct text){ 0 }).at, "");
    assert_string_equal(arena_format(&a, "%s %d", "rank", 5), "rank 5");
    arena_finish(&a);
}

static void the_first_error_wins(void **state)
{
    (void)state;
    struct error err = { 0 };
    assert_false(fail(&err, BAD_INPUT, (struct place){ "a.cards", 3, 7 }, "no \"%s\"", "x"));
    assert_false(fail(&err, IO_FAILED, (struct place){ "b.cards", 1, 1 }, "later"));
    assert_int_equal(err.status, BAD_INPUT);
    char said[200];
    error_say(&err, said, sizeof said);
    assert_string_equal(said, "a.cards:3:7: no \"x\"");
    assert_false(fail(NULL, BAD_INPUT, (struct place){ 0 }, "nobody listens"));
}

static void an_error_says_as_much_of_the_place_as_is_known(void **state)
{
    (void)state;
    static const struct {
        struct place at;
        const char  *said;
    } cases[] = {
        { { NULL, 0, 0 }, "why" },
        { { "f", 0, 0 }, "f: why" },
        { { "f", 3, 0 }, "f:3: why" },
        { { "f", 3, 1 }, "f:3:1: why" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err = { 0 };
        assert_false(fail(&err, NOT_ALLOWED, cases[i].at, "why"));
        char said[40];
        error_say(&err, said, sizeof said);
        assert_string_equal(said, cases[i].said);
    }
}

static void an_overlong_error_is_cut(void **state)
{
    (void)state;
    char long_text[3000];
    memset(long_text, 'x', sizeof long_text);
    long_text[sizeof long_text - 1] = 0;
    struct error err                = { 0 };
    assert_false(fail(&err, BAD_INPUT, (struct place){ long_text, 1, 1 }, "%s", long_text));
    assert_int_equal(strlen(err.text), ERROR_TEXT_MAX - 1);
    assert_int_equal(strlen(err.source), ERROR_SOURCE_MAX - 1);
}

static void an_overlong_list_ends_behind_a_whole_word(void **state)
{
    (void)state;
    char          list[3000];
    struct writer w = writer_on(list, sizeof list);
    while (w.size < 2000) write_chars(&w, "orchid, ");
    struct error err = { 0 };
    assert_false(fail(&err, BAD_INPUT, (struct place){ 0 }, "there are: %s", list));
    size_t size = strlen(err.text), ending = strlen("orchid ...");
    assert_true(size < ERROR_TEXT_MAX);
    assert_string_equal(err.text + size - ending, "orchid ...");
}

static void files_are_read_whole_or_refused_in_words(void **state)
{
    (void)state;
    char path[] = "/tmp/pentacle-base-test-XXXXXX";
    int  handle = mkstemp(path);
    assert_true(handle >= 0);
    FILE *file = fdopen(handle, "wb");
    assert_non_null(file);
    for (unsigned i = 0; i < 100000; i++) fputc((int)(i % 251), file);
    assert_int_equal(fclose(file), 0);

    struct arena a;
    arena_init(&a);
    struct text  got = { 0 };
    struct error err = { 0 };
    assert_true(file_read(&a, path, 100000, &got, &err));
    assert_int_equal(got.size, 100000);
    for (unsigned i = 0; i < got.size; i++) assert_int_equal((unsigned char)got.at[i], i % 251);
    assert_false(file_read(&a, path, 99999, &got, &err));
    assert_int_equal(err.status, BAD_INPUT);
    assert_int_equal(unlink(path), 0);
    err = (struct error){ 0 };
    assert_false(file_read(&a, path, 99999, &got, &err));
    assert_int_equal(err.status, IO_FAILED);
    assert_string_equal(err.source, path);
    arena_finish(&a);
}

// These numbers are in replay files: they may never change.
static void hashes_are_the_same_on_every_machine(void **state)
{
    (void)state;
    unsigned char bytes[257];
    for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)i;
    assert_int_equal(hash_bytes("", 0), 0x7f7d9919f9652581u);
    assert_int_equal(hash_bytes("a", 1), 0x71dcfa09cca31987u);
    assert_int_equal(hash_bytes("pentacle", 8), 0xf619fb45b04abf5fu);
    assert_int_equal(hash_bytes(bytes, 100), 0x76ad7c988994b39du);
    assert_int_equal(hash_bytes(bytes, 256), 0x43bea78b196a9589u);
    assert_int_equal(hash_mix(0, 0), 0);
    assert_int_equal(hash_mix(1, 2), 0x5c1e2fb1442fde44u);
    memmove(bytes + 1, bytes, 256); // an odd address changes nothing
    assert_int_equal(hash_bytes(bytes + 1, 256), 0x43bea78b196a9589u);
}

static void one_bit_changes_about_half_of_the_hash(void **state)
{
    (void)state;
    unsigned char bytes[96] = { 0 };
    uint64_t      before    = hash_bytes(bytes, sizeof bytes);
    for (unsigned bit = 0; bit < 8 * sizeof bytes; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        int changed = __builtin_popcountll(before ^ hash_bytes(bytes, sizeof bytes));
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        if (changed < 10 || changed > 54) fail_msg("bit %u changes %d bits", bit, changed);
    }
    for (size_t size = 1; size < sizeof bytes; size++) // zeros at the end count
        assert_true(hash_bytes(bytes, size) != hash_bytes(bytes, size - 1));
}

static void chacha_gives_the_block_of_rfc_8439(void **state)
{
    (void)state;
    uint8_t key[CHACHA_KEY_SIZE];
    for (unsigned i = 0; i < sizeof key; i++) key[i] = (uint8_t)i;
    const uint32_t        nonce[3]               = { 0x09000000, 0x4a000000, 0 };
    static const uint32_t expected[CHACHA_WORDS] = {
        0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033,
        0x9aaa2204, 0x4e6cd4c3, 0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
        0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2,
    };
    uint32_t block[CHACHA_WORDS];
    chacha_block(key, 1, nonce, block);
    assert_memory_equal(block, expected, sizeof block);
}

static void a_seed_always_gives_the_same_numbers(void **state)
{
    (void)state;
    static const uint64_t expected[] = { 0xb3f2af6d0fc710c5, 0x853b559647364cea, 0x92f89756082a4514,
                                         0x642e1c7bc266a3a7 };
    struct rng            r          = rng_from(1);
    for (size_t i = 0; i < COUNT(expected); i++) assert_int_equal(rng_next(&r), expected[i]);
}

static void numbers_below_a_bound_are_uniform(void **state)
{
    (void)state;
    static const uint32_t bounds[] = { 1, 2, 3, 6, 7, 52, 100 };
    enum { DRAWS_EACH = 2000 };
    struct rng r = rng_from(20);
    for (size_t b = 0; b < COUNT(bounds); b++) {
        uint32_t bound = bounds[b], seen[100] = { 0 };
        for (uint32_t i = 0; i < bound * DRAWS_EACH; i++) {
            uint32_t n = rng_below(&r, bound);
            assert_true(n < bound);
            seen[n]++;
        }
        double chi_square = 0;
        for (uint32_t n = 0; n < bound; n++) {
            double off = (double)seen[n] - DRAWS_EACH;
            chi_square += off * off / DRAWS_EACH;
        }
        // Mean bound - 1, variance twice that: five deviations leave room for every honest seed.
        double over = chi_square - (bound - 1);
        if (over > 0 && over * over > 25 * 2.0 * bound)
            fail_msg("chi square %f below %u", chi_square, (unsigned)bound);
    }
}

static void huge_bounds_reach_both_halves(void **state)
{
    (void)state;
    // With a bound of 3/4 of the range a modulo would fall twice as often into the first third.
    const uint32_t bound = 0xC0000000u;
    struct rng     r     = rng_from(5);
    unsigned       low   = 0;
    for (unsigned i = 0; i < 30000; i++) low += rng_below(&r, bound) < bound / 3;
    assert_in_range(low, 9500, 10500);
}

static void embedded_files_are_found_by_name(void **state)
{
    (void)state;
    static const struct embedded_file files[] = { { "a", "x", 1 }, { "cards/b", "yz", 2 }, { 0 } };
    assert_ptr_equal(embedded_find(files, "cards/b"), &files[1]);
    assert_null(embedded_find(files, "b"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_of_a_text_is_clipped_to_it),
        cmocka_unit_test(texts_compare_with_and_without_case),
        cmocka_unit_test(texts_are_ordered_by_bytes_then_by_size),
        cmocka_unit_test(trimming_removes_blanks_only_outside),
        cmocka_unit_test(lines_end_with_or_without_carriage_return),
        cmocka_unit_test(cutting_takes_pieces_off_the_front),
        cmocka_unit_test(words_stand_between_blanks),
        cmocka_unit_test(finding_nothing_answers_the_size),
        cmocka_unit_test(a_number_is_the_whole_text_and_in_bounds),
        cmocka_unit_test(distance_counts_single_letter_edits),
        cmocka_unit_test(a_writer_never_writes_past_its_buffer),
        cmocka_unit_test(formatting_past_the_end_is_cut_and_remembered),
        cmocka_unit_test(an_arena_hands_out_zeroed_aligned_memory),
        cmocka_unit_test(large_and_small_pieces_do_not_overlap),
        cmocka_unit_test(copied_and_formatted_texts_are_c_strings),
        cmocka_unit_test(the_first_error_wins),
        cmocka_unit_test(an_error_says_as_much_of_the_place_as_is_known),
        cmocka_unit_test(an_overlong_error_is_cut),
        cmocka_unit_test(an_overlong_list_ends_behind_a_whole_word),
        cmocka_unit_test(files_are_read_whole_or_refused_in_words),
        cmocka_unit_test(hashes_are_the_same_on_every_machine),
        cmocka_unit_test(one_bit_changes_about_half_of_the_hash),
        cmocka_unit_test(chacha_gives_the_block_of_rfc_8439),
        cmocka_unit_test(a_seed_always_gives_the_same_numbers),
        cmocka_unit_test(numbers_below_a_bound_are_uniform),
        cmocka_unit_test(huge_bounds_reach_both_halves),
        cmocka_unit_test(embedded_files_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
