#include "bots/results.h"

#include "base/arena.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FILE_MAX = 1 << 26, NAME_MAX_SIZE = 512 };

struct result {
    struct text          contest;
    uint64_t             pair;
    struct contest_score score;
};

struct results {
    struct arena   arena;
    struct result *before; // what the file had
    size_t         count;
    FILE          *file;
    char           contest[NAME_MAX_SIZE]; // the one that is played
};

static const char NUMBERS[] = "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %lf %lf %" SCNu64
                              " %lf %lf";

// "eternity versus 1 - master greedy: 17 ...": up to the colon it is the contest.
static bool read_line(struct text line, struct result *out)
{
    struct text          rest = line;
    struct contest_score s    = { .games = 2 };
    char                 numbers[256];
    if (!text_cut(&rest, ':', &out->contest) || rest.size >= sizeof numbers) return false;
    memcpy(numbers, rest.at, rest.size);
    numbers[rest.size] = 0;
    int all = sscanf(numbers, NUMBERS, &out->pair, &s.wins, &s.draws, &s.answers[0], &s.seconds[0],
                     &s.slowest[0], &s.answers[1], &s.seconds[1], &s.slowest[1]);
    out->score = s;
    return all == 9 && s.wins + s.draws <= 2;
}

static bool read_lines(struct results *r, const char *path, struct error *err)
{
    struct text all, line;
    if (!file_read(&r->arena, path, FILE_MAX, &all, err)) return false;
    size_t lines = 0;
    for (size_t i = 0; i < all.size; i++) lines += all.at[i] == '\n';
    r->before = ARENA_ARRAY(&r->arena, struct result, lines + 1);
    while (text_cut(&all, '\n', &line)) {
        if (line.size == 0) continue;
        if (!read_line(line, &r->before[r->count++]))
            return fail(err, BAD_INPUT,
                        (struct place){ .source = path, .line = (uint32_t)r->count },
                        "not a result of two matches, as `pentacle ladder --results` writes it");
    }
    return true;
}

bool results_open(const char *path, struct results **out, struct error *err)
{
    struct arena arena;
    arena_init(&arena);
    struct results *r = ARENA_NEW(&arena, struct results);
    r->arena          = arena;
    *out              = r;
    if (!path) return true;
    bool fine = access(path, F_OK) != 0 || read_lines(r, path, err);
    r->file   = fine ? fopen(path, "a") : NULL;
    if (r->file) return true;
    if (fine) fail(err, BAD_INPUT, (struct place){ .source = path }, "%s", strerror(errno));
    results_close(r);
    return false;
}

void results_close(struct results *r)
{
    struct arena arena = r->arena;
    if (r->file) fclose(r->file);
    arena_finish(&arena);
}

static bool known(void *context, uint64_t pair, struct contest_score *out)
{
    const struct results *r = context;
    for (size_t i = 0; i < r->count; i++) {
        if (r->before[i].pair != pair || !text_is(r->before[i].contest, r->contest)) continue;
        *out = r->before[i].score;
        return true;
    }
    return false;
}

static void note(void *context, uint64_t pair, const struct contest_score *s)
{
    struct results *r = context;
    fprintf(r->file, "%s: %" PRIu64 " %" PRIu64 " %" PRIu64, r->contest, pair, s->wins, s->draws);
    for (unsigned b = 0; b < 2; b++)
        fprintf(r->file, " %" PRIu64 " %.6f %.6f", s->answers[b], s->seconds[b], s->slowest[b]);
    fputc('\n', r->file);
    fflush(r->file);
}

void results_of(struct results *r, const char *decks, struct contest *c)
{
    const struct game *g = c->box->game;
    if (!r->file) return;
    snprintf(r->contest, sizeof r->contest, "%s %s %" PRIu64 " %s %s %s", g->name,
             g->modes[c->mode].name, c->seed, decks ? decks : "-", c->bots[0]->name,
             c->bots[1]->name);
    for (char *at = r->contest; *at; at++)
        if (*at == ':') *at = '.'; // ends the name in the file
    c->known   = known;
    c->note    = note;
    c->context = r;
}
