// beside - plays a game beside itself as it was at another commit: both from one seed, in lockstep.
// At every decision the same seats must be asked the same, with the same choices in the same order;
// the same must have happened, for the same reasons; and the table must look the same. Where it
// does not, seed and decision are printed, both words, and the lines of text in work.
//
//     beside GAME MEANT [--matches N] [--sets N] [--set N] [--match N]
//
// Linked by tools/beside, which is what people call. N matches with the game's own cards (2000),
// then N sets of sampled cards (20), made by the old side, as what could be said has to mean the
// same; with each so many matches (60). Each set is played in a process of its own, so that one
// that ends is reported and the next goes on. --set and --match repeat one: set 0 is that of the
// game's own cards.
//
// MEANT is the list of differences that are meant (tests/meant/<game>.txt): a match with such a
// line on a card of it is left out from where the two part. A text may have `*` for any words.
#include "base/arena.h"
#include "base/error.h"
#include "tests/side.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern const struct side old_side, new_side;

enum { FILE_MAX = 4 << 20, SET_MATCHES = 60, SHOWN_MAX = 3, PIECE = 300, NUMBER_MAX = 1000000000 };

struct meant {
    struct text text, now, rule;
};

struct options {
    const char *game;
    long        matches, sets, set, match; // set, match: -1 for all
};

struct beside {
    struct options o;
    struct arena   arena;
    struct meant  *meant;
    size_t         meant_count;
    struct played *before, *after;
    // For words about what is going on, also when the program stops.
    long          set, match;
    unsigned      decision;
    unsigned long decisions;
    long          played, left_out, parted, refused;
};

static struct beside *playing;

// ---- differences that are meant

static bool fits_pattern(struct text pattern, struct text t)
{
    size_t star = text_find(pattern, '*');
    if (star == pattern.size) return text_equal(pattern, t);
    struct text head = text_part(pattern, 0, star),
                rest = text_part(pattern, star + 1, pattern.size);
    if (t.size < star || !text_equal(head, text_part(t, 0, star))) return false;
    for (size_t at = star; at <= t.size; at++)
        if (fits_pattern(rest, text_part(t, at, t.size))) return true;
    return false;
}

static bool is_meant(void *context, const char *line, size_t size)
{
    const struct beside *b = context;
    for (size_t i = 0; i < b->meant_count; i++)
        if (fits_pattern(b->meant[i].text, (struct text){ line, size })) return true;
    return false;
}

static bool is_complete(const struct meant *m)
{
    return m->text.size && m->now.size && m->rule.size;
}

static bool read_meant_line(struct beside *b, struct text line)
{
    static const char *const KEYS[] = { "text:", "now:", "rule:" };
    for (unsigned i = 0; i < COUNT(KEYS); i++) {
        if (!text_starts(line, KEYS[i])) continue;
        if (i == 0) b->meant_count++;
        if (!b->meant_count) return false;
        struct meant *m     = &b->meant[b->meant_count - 1];
        struct text   value = text_trim(text_part(line, strlen(KEYS[i]), line.size));
        *(i == 0 ? &m->text : i == 1 ? &m->now : &m->rule) = value;
        return value.size > 0;
    }
    return false;
}

// Three lines each: text, now, rule. A file that is not there lists nothing.
static bool read_meant(struct beside *b, const char *path)
{
    struct error err = { 0 };
    struct text  file, line;
    if (access(path, F_OK) != 0) return true;
    if (!file_read(&b->arena, path, FILE_MAX, &file, &err)) {
        fprintf(stderr, "beside: %s\n", err.text);
        return false;
    }
    b->meant = ARENA_ARRAY(&b->arena, struct meant, file.size / 4 + 1);
    for (unsigned number = 1; text_next_line(&file, &line); number++) {
        bool begins = text_starts(line, "text:") && b->meant_count;
        if (!text_trim(line).size || line.at[0] == '#') continue;
        if ((begins && !is_complete(&b->meant[b->meant_count - 1])) || !read_meant_line(b, line)) {
            fprintf(stderr,
                    "%s:%u: a difference is three lines, \"text: ...\", \"now: ...\" and "
                    "\"rule: ...\"\n",
                    path, number);
            return false;
        }
    }
    if (!b->meant_count || is_complete(&b->meant[b->meant_count - 1])) return true;
    fprintf(stderr, "%s: the last difference has not all three lines\n", path);
    return false;
}

// ---- one match

static void say_repeat(const struct beside *b)
{
    printf("  repeat: --set %ld --match %ld\n", b->set, b->match);
}

static void on_stop(int signal_number)
{
    signal(signal_number, SIG_DFL);
    if (playing) {
        printf("%s: set %ld, match %ld stops behind decision %u\n", playing->o.game, playing->set,
               playing->match, playing->decision);
        say_repeat(playing);
        fflush(stdout);
    }
    raise(signal_number);
}

// The words around the first byte at which the two differ, from the start of its line.
static struct text piece_at(struct text words, size_t at)
{
    while (at > 0 && words.at[at - 1] != '\n') at--;
    struct text rest = text_part(words, at, words.size), line;
    return text_next_line(&rest, &line) ? line : TEXT("(nothing more)");
}

static void show_piece(const char *side, struct text words, size_t at)
{
    struct text line  = piece_at(words, at);
    size_t      start = (size_t)(line.at - words.at);
    size_t      from  = line.size > PIECE && at > start + PIECE / 2 ? at - start - PIECE / 2 : 0;
    line              = text_part(line, from, PIECE);
    printf("  %s %s%.*s\n", side, from ? "... " : "", SHOW(line));
}

static void show_difference(const struct side_look *a, const struct side_look *b)
{
    struct text old = { a->words, a->size }, new = { b->words, b->size };
    size_t      at = 0;
    while (at < old.size && at < new.size &&old.at[at] == new.at[at]) at++;
    show_piece("old:", old, at);
    show_piece("new:", new, at);
}

static void show_in_work(const struct side *side, struct played *p, const char *name)
{
    static char words[1 << 14];
    struct text rest = { words, side->in_work(p, words, sizeof words) }, line;
    if (!rest.size) printf("  no text in work (%s)\n", name);
    while (text_next_line(&rest, &line) && line.size)
        printf("  in work (%s): %.*s\n", name, SHOW(line));
}

enum going { GOES_ON, OVER, PARTED };

static enum going look_at_both(struct beside *b, struct side_look *old, struct side_look *new)
{
    old_side.look(b->before, old);
    new_side.look(b->after, new);
    bool same = old->size == new->size &&memcmp(old->words, new->words, old->size) == 0 &&
                old->hash == new->hash && old->over == new->over;
    return !same ? PARTED : old->over ? OVER : GOES_ON;
}

// False if the match cannot be played with these cards.
static bool begin(struct beside *b, bool shows_views)
{
    bool old    = old_side.begin(b->before, (uint64_t)b->match, shows_views);
    bool new    = new_side.begin(b->after, (uint64_t)b->match, shows_views);
    b->decision = 0;
    return old && new;
}

static enum going play(struct beside *b, bool shows_views, struct side_look *old,
                       struct side_look *new)
{
    enum going going;
    if (!begin(b, shows_views)) return OVER;
    while ((going = look_at_both(b, old, new)) == GOES_ON) {
        old_side.go_on(b->before);
        new_side.go_on(b->after);
        b->decision++;
    }
    b->decisions += b->decision;
    return going;
}

static bool is_left_out(struct beside *b)
{
    return old_side.any_line(b->before, is_meant, b) || new_side.any_line(b->after, is_meant, b);
}

static void play_match(struct beside *b)
{
    struct side_look old = { 0 }, new = { 0 };
    b->played++;
    if (play(b, false, &old, &new) != PARTED) return;
    if (is_left_out(b)) {
        b->left_out++;
        return;
    }
    if (b->parted++ >= SHOWN_MAX) return;
    printf("%s: set %ld, match %ld, decision %u: old and new part\n", b->o.game, b->set, b->match,
           b->decision);
    // What differs only in how the table looks is put into words the second time.
    if (old.size == new.size && memcmp(old.words, new.words, old.size) == 0)
        play(b, true, &old, &new);
    show_difference(&old, &new);
    show_in_work(&old_side, b->before, "old");
    show_in_work(&new_side, b->after, "new");
    say_repeat(b);
}

// ---- a set of cards

static bool has_meant_line(struct beside *b, struct text card)
{
    struct text line;
    while (text_next_line(&card, &line)) {
        struct text words = text_trim(line);
        if (words.size && is_meant(b, words.at, words.size)) return true;
    }
    return false;
}

static void write_card(struct beside *b, struct text card, struct writer *kept)
{
    char why[SIDE_WHY_MAX];
    if (has_meant_line(b, card)) {
        b->left_out++;
    } else if (new_side.accepts(b->after, card.at, card.size, why)) {
        write_text(kept, card);
        write_char(kept, '\n');
    } else if (b->refused++ < SHOWN_MAX) {
        printf("%s: set %ld: a card is refused that was accepted\n%.*s  %s\n", b->o.game, b->set,
               SHOW(card), why);
    }
}

// Without cards that have a line of the list, and those which the new side refuses.
static struct text cards_kept(struct beside *b, struct text file, char *out)
{
    struct writer kept = writer_on(out, FILE_MAX);
    size_t        from = 0;
    for (size_t at = 0; at + 1 < file.size; at++)
        if (file.at[at] == '\n' && file.at[at + 1] == '\n') {
            write_card(b, text_part(file, from, at + 1 - from), &kept);
            from = at + 2;
        }
    if (from < file.size) write_card(b, text_part(file, from, file.size), &kept);
    return (struct text){ out, kept.size };
}

static void open_both(struct beside *b, const char *cards, size_t size)
{
    char why[SIDE_WHY_MAX] = "out of memory";
    old_side.close(b->before);
    new_side.close(b->after);
    b->before = old_side.open(cards, size, why);
    b->after  = b->before ? new_side.open(cards, size, why) : NULL;
    if (b->after) return;
    printf("%s: set %ld cannot be opened: %s\n", b->o.game, b->set, why);
    exit(1);
}

static void open_set(struct beside *b)
{
    static char file[FILE_MAX], kept[FILE_MAX];
    open_both(b, NULL, 0);
    if (!b->set) return;
    struct text all  = { file, old_side.sample(b->before, (uint64_t)b->set, file, sizeof file) };
    struct text some = cards_kept(b, all, kept);
    open_both(b, some.at, some.size);
}

static int play_set(struct beside *b)
{
    long matches = b->set ? SET_MATCHES : b->o.matches;
    playing      = b;
    open_set(b);
    long first = b->o.match < 0 ? 0 : b->o.match, last = b->o.match < 0 ? matches - 1 : first;
    for (b->match = first; b->match <= last; b->match++) play_match(b);
    printf("%s: set %ld: %ld matches, %lu decisions, %ld left out, %ld parted, %ld refused\n",
           b->o.game, b->set, b->played, b->decisions, b->left_out, b->parted, b->refused);
    fflush(stdout);
    return b->parted || b->refused ? 1 : 0;
}

static bool holds(struct beside *b)
{
    fflush(NULL);
    pid_t child = fork();
    int   status;
    if (child < 0) return false;
    if (!child) {
        static const int STOPS[] = { SIGABRT, SIGSEGV, SIGFPE, SIGBUS };
        for (unsigned i = 0; i < COUNT(STOPS); i++) signal(STOPS[i], on_stop);
        exit(play_set(b));
    }
    while (waitpid(child, &status, 0) < 0) {
    }
    if (WIFSIGNALED(status))
        printf("%s: set %ld ends with signal %d\n", b->o.game, b->set, WTERMSIG(status));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool read_options(int argc, char **argv, struct options *o)
{
    if (argc < 3) return false;
    o->game = argv[1];
    for (int i = 3; i + 1 < argc; i += 2) {
        const struct {
            const char *name;
            long       *number;
        } numbers[] = { { "--matches", &o->matches },
                        { "--sets", &o->sets },
                        { "--set", &o->set },
                        { "--match", &o->match } };
        bool known  = false;
        for (unsigned k = 0; k < COUNT(numbers); k++)
            if (strcmp(argv[i], numbers[k].name) == 0)
                known = text_number(text_of(argv[i + 1]), 0, NUMBER_MAX, numbers[k].number);
        if (!known) return false;
    }
    return argc % 2 == 1;
}

int main(int argc, char **argv)
{
    struct beside b      = { .o = { .matches = 2000, .sets = 20, .set = -1, .match = -1 } };
    unsigned      passed = 0, failed = 0;
    arena_init(&b.arena);
    if (!read_options(argc, argv, &b.o)) {
        fprintf(stderr,
                "usage: beside GAME MEANT [--matches N] [--sets N] [--set N] [--match N]\n");
        return 2;
    }
    if (!read_meant(&b, argv[2])) return 2;
    long first = b.o.set < 0 ? 0 : b.o.set, last = b.o.set < 0 ? b.o.sets : first;
    for (b.set = first; b.set <= last; b.set++) {
        if (!b.set && !b.o.matches) continue;
        ++*(holds(&b) ? &passed : &failed);
    }
    printf("%u passed, %u failed\n", passed, failed);
    arena_finish(&b.arena);
    return failed || !passed ? 1 : 0;
}
