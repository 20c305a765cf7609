// solve.c - all own choices against all answers. One's own choice comes first where several are
// asked at once, since nobody knows the other's. What has been looked at is kept by the hash of
// its bytes.
//
// A line that wins is found first. Then each of its choices is forbidden in turn: if the goal is
// still within reach, that choice was not needed. What was needed must be enough by itself.
#include "bots/solve.h"

#include "base/hash.h"
#include "engine/notation.h"
#include "engine/table.h"

#include <string.h>

enum { DEPTH_MOST = 120, FOLLOWED_MOST = 3000 };

enum verdict { UNKNOWN, REACHED, FAILED, TOO_LONG };

struct kept {
    uint64_t hash;
    uint8_t  verdict;
};

struct search {
    const struct scenario_goal *goal;
    const struct core          *root;
    size_t                      size;
    unsigned                    left, followed;
    bool                        lucky;           // chance and what is not known may help
    uint64_t                    forbidden;       // a choice by its words; 0: none
    uint64_t                    only[LINE_MOST]; // what is enough
    unsigned                    only_count;      // 0: everything is allowed
    struct kept                *kept;
    size_t                      slots;
    unsigned char              *states; // one for each depth
};

// --- choices ------------------------------------------------------------------------------------

// Without the brackets that tell equal cards apart.
static uint64_t words_of(const struct table *t, seat_id seat, struct choice choice)
{
    char          words[256], plain[256];
    size_t        n    = 0;
    unsigned      deep = 0;
    struct writer w    = writer_on(words, sizeof words);
    say_choice(t, seat, seat, choice, SEAT_NAMES, &w);
    for (const char *c = words; *c; c++) {
        deep += *c == '(';
        if (!deep) plain[n++] = *c;
        deep -= *c == ')' && deep;
    }
    return hash_bytes(plain, n) | 1;
}

static bool is_only(const struct search *s, uint64_t words)
{
    for (unsigned i = 0; i < s->only_count; i++)
        if (s->only[i] == words) return true;
    return false;
}

// One that ends, passes or declines, what ends most first; else the first one.
static size_t passive_of(const struct table *t, const struct choice *list, size_t count)
{
    for (const uint8_t *end = t->game->ends; end && *end; end++)
        for (size_t i = 0; i < count; i++)
            if (list[i].kind == *end) return i;
    return 0;
}

// Keeps those of one's own choices that are allowed now. At least one stays, as something has to be
// answered: then one that does nothing.
static size_t allow(const struct search *s, const struct table *t, struct choice *list,
                    size_t count)
{
    struct choice passive = list[passive_of(t, list, count)];
    size_t        stay    = 0;
    if (count < 2 || (!s->forbidden && !s->only_count)) return count;
    for (size_t i = 0; i < count; i++) {
        uint64_t words = words_of(t, s->goal->seat, list[i]);
        if (s->only_count ? is_only(s, words) : words != s->forbidden) list[stay++] = list[i];
    }
    if (!stay && s->only_count) list[stay++] = passive;
    return stay ? stay : count;
}

// --- positions ----------------------------------------------------------------------------------

static struct table copy_at(const struct search *s, unsigned depth, const struct table *t)
{
    struct table copy = *t;
    copy.state        = (struct core *)(void *)(s->states + (size_t)depth * s->size);
    copy.log          = NULL;
    memcpy(copy.state, t->state, t->game->state_size);
    return copy;
}

static struct table after(const struct search *s, unsigned depth, const struct table *t,
                          seat_id seat, struct choice choice)
{
    struct table next = copy_at(s, depth, t);
    table_take(&next, seat, choice);
    if (!next.state->asked || next.state->over) table_advance(&next);
    return next;
}

// A die, a coin or a pick; a shuffle by itself tells nobody anything.
static bool is_luck(const struct search *s, const struct core *c)
{
    for (unsigned i = STREAM_DICE; i < STREAMS; i++)
        if (c->drawn[i] != s->root->drawn[i]) return true;
    return false;
}

// Who answers next: the goal's seat first, then the others in turn.
static seat_id next_asked(const struct search *s, const struct core *c)
{
    seat_id i = 0;
    if (c->asked >> s->goal->seat & 1) return s->goal->seat;
    while (!(c->asked >> i & 1)) i++;
    return i;
}

static enum verdict look(struct search *s, const struct table *t, unsigned depth);

// Own choices: one that reaches it is enough. Answers: all must.
static enum verdict look_on(struct search *s, const struct table *t, unsigned depth)
{
    struct choice list[CHOICES_MAX];
    seat_id       seat  = next_asked(s, t->state);
    bool          own   = seat == s->goal->seat;
    size_t        count = table_choices(t, seat, list, CHOICES_MAX);
    if (own) count = allow(s, t, list, count);
    for (size_t i = 0; i < count; i++) {
        struct table next = after(s, depth, t, seat, list[i]);
        enum verdict v    = look(s, &next, depth + 1);
        if (v == TOO_LONG || v == (own ? REACHED : FAILED)) return v;
    }
    return own ? FAILED : REACHED;
}

static enum verdict look(struct search *s, const struct table *t, unsigned depth)
{
    if (!s->lucky && is_luck(s, t->state)) return FAILED;
    enum goal_state state = scenario_goal_state(s->goal, t);
    if (state != GOAL_OPEN) return state == GOAL_REACHED ? REACHED : FAILED;
    if (!s->lucky && t->state->learned != s->root->learned) return FAILED;
    uint64_t     hash = table_hash(t);
    struct kept *kept = &s->kept[hash % s->slots];
    if (kept->verdict && kept->hash == hash) return (enum verdict)kept->verdict;
    if (!s->left || depth >= DEPTH_MOST) return TOO_LONG;
    s->left--;
    enum verdict v = look_on(s, t, depth);
    if (v != TOO_LONG) *kept = (struct kept){ hash, (uint8_t)v };
    return v;
}

// A search of its own: what was kept of another one says nothing about it.
static enum verdict look_anew(struct search *s, const struct table *t, bool lucky,
                              uint64_t forbidden)
{
    s->lucky     = lucky;
    s->forbidden = forbidden;
    s->left      = (unsigned)s->slots - 1;
    memset(s->kept, 0, s->slots * sizeof *s->kept);
    return look(s, t, 0);
}

// --- the line -----------------------------------------------------------------------------------

static void note(struct solution *out, const struct table *t, seat_id seat, struct choice choice)
{
    if (out->count == LINE_MOST) return;
    struct writer w       = writer_on(out->words[out->count], LINE_WORDS);
    out->seat[out->count] = seat;
    say_choice(t, seat, seat, choice, SEAT_NAMES, &w);
    out->count++;
}

// A line by which a search that has reached the goal reaches it: the first own choice that does,
// the answer that holds out longest. `words` of own decisions, where the caller wants them.
static bool follow(struct search *s, const struct table *t, unsigned depth, struct solution *out,
                   uint64_t *words)
{
    struct choice list[CHOICES_MAX];
    if (scenario_goal_state(s->goal, t) == GOAL_REACHED) return true;
    if (depth >= DEPTH_MOST || out->count == LINE_MOST || s->followed++ > FOLLOWED_MOST)
        return false;
    seat_id         seat  = next_asked(s, t->state);
    bool            own   = seat == s->goal->seat;
    size_t          all   = table_choices(t, seat, list, CHOICES_MAX);
    size_t          count = own ? allow(s, t, list, all) : all;
    struct solution start = *out;
    bool            found = false;
    for (size_t i = 0; i < count && !(own && found); i++) {
        struct solution line = start;
        struct table    next = after(s, depth, t, seat, list[i]);
        if (own && look(s, &next, depth + 1) != REACHED) continue;
        if (all > 1) {
            if (own && words && line.decisions < LINE_MOST)
                words[line.decisions] = words_of(t, seat, list[i]);
            note(&line, t, seat, list[i]);
            line.decisions += own;
            line.ways += own ? (unsigned)all : 0;
        }
        if (!follow(s, &next, depth + 1, &line, words)) continue;
        if (!found || line.decisions > out->decisions) *out = line;
        found = true;
    }
    return found;
}

// Of the line's choices those without which nothing reaches the goal.
static enum solved find_needed(struct search *s, const struct table *t, const uint64_t *words,
                               unsigned count)
{
    uint64_t needed[LINE_MOST];
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++) {
        bool again = false;
        for (unsigned j = 0; j < i; j++) again |= words[j] == words[i];
        if (again) continue;
        enum verdict v = look_anew(s, t, true, words[i]);
        if (v == TOO_LONG) return SOLVED_LONG;
        if (v == FAILED) needed[found++] = words[i];
    }
    memcpy(s->only, needed, found * sizeof *needed);
    s->only_count = found;
    return found ? SOLVED_ONE : SOLVED_MANY;
}

static enum solved solve_in(struct search *s, const struct table *t, struct solution *out)
{
    uint64_t     words[LINE_MOST];
    enum verdict v = look_anew(s, t, false, 0);
    if (v != REACHED) return v == TOO_LONG ? SOLVED_LONG : SOLVED_NONE;
    if (!follow(s, t, 0, out, words)) return SOLVED_LONG;
    enum solved how = find_needed(s, t, words, out->decisions);
    if (how != SOLVED_ONE) return how;
    v = look_anew(s, t, false, 0);
    if (v != REACHED) return v == TOO_LONG ? SOLVED_LONG : SOLVED_MANY;
    *out        = (struct solution){ 0 };
    s->followed = 0;
    bool found  = follow(s, t, 0, out, NULL);
    out->needed = s->only_count;
    return found ? SOLVED_ONE : SOLVED_LONG;
}

enum solved solve(const struct table *t, const struct scenario_goal *goal, unsigned positions_max,
                  struct solution *out)
{
    struct arena  arena;
    struct search s = { .goal = goal, .root = t->state, .slots = (size_t)positions_max + 1 };
    arena_init(&arena);
    s.size          = (t->game->state_size + 63) / 64 * 64;
    s.states        = arena_alloc(&arena, DEPTH_MOST + 2, s.size);
    s.kept          = ARENA_ARRAY(&arena, struct kept, s.slots);
    *out            = (struct solution){ 0 };
    enum solved how = solve_in(&s, t, out);
    arena_finish(&arena);
    return how;
}
