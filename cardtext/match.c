// match.c - all ends of all phrases, then one reading.
//
// The question asked everywhere is "where can this expression end if it starts at this token?"; the
// answer is a set of positions, remembered per expression and position. That keeps the work
// polynomial whatever the grammar and the line. Left recursion is refused by grammar.c, so no
// question ever waits for itself.
//
// The reading is then taken from left to right: each part of a sequence ends as late as the parts
// behind it allow.
#include "cardtext/match.h"

#include <assert.h>
#include <string.h>

enum { SET_WORDS = 4, DEPTH_MAX = 5000, READINGS_MAX = 1000000 };
static_assert(READING_TOKENS_MAX + 2 <= SET_WORDS * 64, "positions of a line fit a set");

// ---- Sets of positions --------------------------------------------------------------------------

struct set {
    uint64_t bits[SET_WORDS];
};

struct memo {
    struct set ends;
    bool       known;
};

static struct set set_of(size_t position)
{
    struct set s          = { 0 };
    s.bits[position / 64] = (uint64_t)1 << position % 64;
    return s;
}

static bool set_has(struct set s, size_t position)
{
    return s.bits[position / 64] >> position % 64 & 1;
}

static void set_join(struct set *s, struct set more)
{
    for (size_t i = 0; i < SET_WORDS; i++) s->bits[i] |= more.bits[i];
}

static struct set set_common(struct set a, struct set b)
{
    for (size_t i = 0; i < SET_WORDS; i++) a.bits[i] &= b.bits[i];
    return a;
}

static bool set_is_empty(struct set s) { return !(s.bits[0] | s.bits[1] | s.bits[2] | s.bits[3]); }

// The first member at or after `from`, or SIZE_MAX.
static size_t set_next(struct set s, size_t from)
{
    for (size_t i = from / 64; i < SET_WORDS; i++) {
        uint64_t rest = i == from / 64 ? s.bits[i] >> from % 64 << from % 64 : s.bits[i];
        if (rest) return i * 64 + (size_t)__builtin_ctzll(rest);
    }
    return SIZE_MAX;
}

static size_t set_last(struct set s)
{
    for (size_t i = SET_WORDS; i-- > 0;)
        if (s.bits[i]) return i * 64 + 63 - (size_t)__builtin_clzll(s.bits[i]);
    return SIZE_MAX;
}

// ---- Terminals ----------------------------------------------------------------------------------

static const struct set NOWHERE;

// Remembers what was expected at the furthest token. The line is readable up to there: questions
// are only asked at positions that some beginning of the line leads to.
static struct set miss(struct match *m, const struct expr *e, size_t skip, size_t position)
{
    if (position < m->furthest) return NOWHERE;
    if (position > m->furthest) m->expected_count = 0;
    m->furthest = position;
    for (size_t i = 0; i < m->expected_count; i++)
        if (m->expected[i].expr == e && m->expected[i].skip == skip) return NOWHERE;
    if (m->expected_count < EXPECTED_MAX)
        m->expected[m->expected_count++] = (struct expected){ e, (uint32_t)skip };
    return NOWHERE;
}

int16_t roman_value(struct text t)
{
    static const char *const NUMERALS[] = { "I", "II", "III", "IV", "V" };
    for (size_t i = 0; i < COUNT(NUMERALS); i++)
        if (text_equal_fold(t, text_of(NUMERALS[i]))) return (int16_t)(i + 1);
    return 0;
}

static struct set words_ends(struct match *m, const struct expr *e, size_t from)
{
    for (size_t i = 0; i < e->count; i++)
        if (from + i >= m->count || m->tokens[from + i].word != e->words[i]->id)
            return miss(m, e, i, from + i);
    return set_of(from + e->count);
}

// One token of a class. Without a line_start a name and a text look the same.
static struct set class_ends(struct match *m, const struct expr *e, size_t from)
{
    const struct token *t = &m->tokens[from];
    if (from >= m->count) return miss(m, e, 0, from);
    bool is_name = t->kind == TOKEN_NAME;
    bool fits    = (e->kind == EXPR_NUMBER && t->kind == TOKEN_NUMBER) ||
                (e->kind == EXPR_ROMAN && t->kind == TOKEN_WORD && roman_value(t->text)) ||
                (e->kind == EXPR_WORD && t->kind == TOKEN_WORD && !(e->strange && t->word)) ||
                (e->kind == EXPR_NAME && is_name);
    if (fits) return set_of(from + 1);
    bool either = t->kind == TOKEN_OPEN && !m->grammar->dialect->line_start;
    if (e->kind == EXPR_NAME && either && t->pair < m->count) return set_of(t->pair + 1u);
    return miss(m, e, 0, from);
}

// ---- Ends ---------------------------------------------------------------------------------------

static struct set ends(struct match *, const struct expr *, size_t from);

// All ends from all of these starts.
static struct set ends_from(struct match *m, const struct expr *e, struct set starts)
{
    struct set all = NOWHERE;
    for (size_t p = set_next(starts, 0); p != SIZE_MAX; p = set_next(starts, p + 1))
        set_join(&all, ends(m, e, p));
    return all;
}

static struct set sequence_ends(struct match *m, const struct expr *e, size_t from)
{
    struct set now = set_of(from);
    for (uint32_t i = 0; i < e->count && !set_is_empty(now); i++)
        now = ends_from(m, e->parts[i], now);
    return now;
}

static struct set choice_ends(struct match *m, const struct expr *e, size_t from)
{
    struct set all = NOWHERE;
    for (uint32_t i = 0; i < e->count; i++) set_join(&all, ends(m, e->parts[i], from));
    return all;
}

// What is repeated is never empty, so one walk upwards meets every start.
static struct set repeat_ends(struct match *m, const struct expr *e, size_t from)
{
    struct set all = set_of(from);
    for (size_t p = from; p != SIZE_MAX; p = set_next(all, p + 1))
        set_join(&all, ends(m, e->parts[0], p));
    return all;
}

static struct set quote_ends(struct match *m, const struct expr *e, size_t from)
{
    if (from >= m->count || m->tokens[from].kind != TOKEN_OPEN) return miss(m, e, 0, from);
    struct set inside = ends(m, e->rule->body, from + 1);
    size_t     close  = m->tokens[from].pair;
    for (size_t p = set_next(inside, 0); p < close; p = set_next(inside, p + 1)) miss(m, e, 1, p);
    return set_has(inside, close) ? set_of(close + 1) : NOWHERE;
}

static struct set option_ends(struct match *m, const struct expr *e, size_t from)
{
    struct set all = ends(m, e->parts[0], from);
    set_join(&all, set_of(from));
    return all;
}

static struct set work_out_ends(struct match *m, const struct expr *e, size_t from)
{
    switch (e->kind) {
    case EXPR_SEQUENCE: return sequence_ends(m, e, from);
    case EXPR_CHOICE: return choice_ends(m, e, from);
    case EXPR_OPTION: return option_ends(m, e, from);
    case EXPR_REPEAT: return repeat_ends(m, e, from);
    case EXPR_NOTE: return ends(m, e->parts[0], from);
    case EXPR_RULE: return ends(m, e->rule->body, from);
    case EXPR_QUOTE: return quote_ends(m, e, from);
    case EXPR_WORDS: return words_ends(m, e, from);
    case EXPR_NUMBER:
    case EXPR_ROMAN:
    case EXPR_WORD:
    case EXPR_NAME: return class_ends(m, e, from);
    case EXPR_GLUE:
    case EXPR_NOTHING: return set_of(from);
    }
    BUG("expression kind %d", (int)e->kind);
}

static struct memo *memo_at(struct match *m, const struct expr *e, size_t from)
{
    struct memo **row = &m->memo[e->memo - 1];
    if (!*row) *row = ARENA_ARRAY(m->scratch, struct memo, m->count + 1);
    return *row + from;
}

static struct set ends(struct match *m, const struct expr *e, size_t from)
{
    struct memo *memo = e->memo ? memo_at(m, e, from) : NULL;
    if (memo && memo->known) return memo->ends;
    m->work++;
    if (m->depth == DEPTH_MAX || (m->work_max && m->work > m->work_max)) m->gave_up = true;
    if (m->gave_up) return NOWHERE;
    m->depth++;
    struct set result = work_out_ends(m, e, from);
    m->depth--;
    if (memo) *memo = (struct memo){ result, true };
    return result;
}

void match_init(struct match *m, struct arena *scratch, const struct grammar *g,
                const struct token *tokens, size_t count)
{
    assert(count < SET_WORDS * 64);
    *m = (struct match){
        .grammar = g, .tokens = tokens, .count = count, .scratch = scratch, .readings = 1
    };
    m->memo = ARENA_ARRAY(scratch, struct memo *, g->memo_count);
}

bool match_run(struct match *m, const struct rule *rule)
{
    struct set all = ends(m, rule->body, 0);
    if (m->gave_up) return false;
    if (set_has(all, m->count)) return true;
    size_t last = set_last(all);
    if (last != SIZE_MAX) miss(m, NULL, 0, last);
    return false;
}

// ---- The reading --------------------------------------------------------------------------------

struct taker {
    struct match *match;
    struct arena *arena;
};

static struct node **take(struct taker *, const struct expr *, size_t from, size_t end,
                          struct node **tail);

static struct node *add_node(struct taker *t, const struct expr *e, size_t from, size_t end,
                             struct node **tail)
{
    struct node *n = ARENA_NEW(t->arena, struct node);
    n->expr        = e;
    n->from        = (uint16_t)from;
    n->end         = (uint16_t)end;
    *tail          = n;
    return n;
}

// The positions between the parts of a sequence: sets of those that lead from `from` to `end`.
static struct set *cuts_of(struct match *m, const struct expr *e, size_t from, size_t end)
{
    struct set *cuts = ARENA_ARRAY(m->scratch, struct set, e->count + 1);
    cuts[0]          = set_of(from);
    for (uint32_t i = 0; i < e->count; i++) cuts[i + 1] = ends_from(m, e->parts[i], cuts[i]);
    cuts[e->count] = set_common(cuts[e->count], set_of(end));
    for (uint32_t i = e->count; i-- > 0;) {
        struct set useful = NOWHERE;
        for (size_t p = set_next(cuts[i], 0); p != SIZE_MAX; p = set_next(cuts[i], p + 1))
            if (!set_is_empty(set_common(ends(m, e->parts[i], p), cuts[i + 1])))
                set_join(&useful, set_of(p));
        cuts[i] = useful;
    }
    return cuts;
}

static struct node **take_sequence(struct taker *t, const struct expr *e, size_t from, size_t end,
                                   struct node **tail)
{
    struct set *cuts = cuts_of(t->match, e, from, end);
    for (uint32_t i = 0; i < e->count; i++) {
        size_t stop = set_last(set_common(ends(t->match, e->parts[i], from), cuts[i + 1]));
        tail        = take(t, e->parts[i], from, stop, tail);
        from        = stop;
    }
    return tail;
}

static struct node **take_repeat(struct taker *t, const struct expr *e, size_t from, size_t end,
                                 struct node **tail)
{
    struct match *m     = t->match;
    struct set    stops = ends(m, e, from), useful = set_of(end);
    for (size_t p = end; p-- > from;)
        if (set_has(stops, p) && !set_is_empty(set_common(ends(m, e->parts[0], p), useful)))
            set_join(&useful, set_of(p));
    while (from < end) {
        size_t stop = set_last(set_common(ends(m, e->parts[0], from), useful));
        tail        = take(t, e->parts[0], from, stop, tail);
        from        = stop;
    }
    return tail;
}

// The first alternative that reads exactly these words; any other one is a second reading.
static struct node **take_choice(struct taker *t, const struct expr *e, size_t from, size_t end,
                                 struct node **tail)
{
    struct match *m     = t->match;
    unsigned      count = 0;
    uint32_t      first = 0;
    for (uint32_t i = e->count; i-- > 0;) {
        if (!set_has(ends(m, e->parts[i], from), end)) continue;
        first = i;
        count++;
    }
    assert(count > 0);
    m->readings    = m->readings > READINGS_MAX / count ? READINGS_MAX : m->readings * count;
    struct node *n = add_node(t, e, from, end, tail);
    n->value       = e->values ? e->values[first] : (int16_t)first;
    take(t, e->parts[first], from, end, &n->child);
    return &n->next;
}

static struct node **take_leaf(struct taker *t, const struct expr *e, size_t from, size_t end,
                               struct node **tail)
{
    struct node *n = add_node(t, e, from, end, tail);
    if (from == end) return &n->next;
    const struct token *token = &t->match->tokens[from];
    if (e->kind == EXPR_NUMBER) n->value = token->number;
    if (e->kind == EXPR_ROMAN) n->value = roman_value(token->text);
    if (e->kind == EXPR_WORD) n->text = token->text;
    if (e->kind == EXPR_NAME) n->text = token->name;
    return &n->next;
}

static struct node **take_around(struct taker *t, const struct expr *e, const struct expr *inside,
                                 size_t from, size_t end, struct node **tail)
{
    struct node *n    = add_node(t, e, from, end, tail);
    size_t       mark = e->kind == EXPR_QUOTE;
    take(t, inside, from + mark, end - mark, &n->child);
    return &n->next;
}

// Adds the reading of these words to the list that ends at tail; returns its new end.
static struct node **take(struct taker *t, const struct expr *e, size_t from, size_t end,
                          struct node **tail)
{
    switch (e->kind) {
    case EXPR_SEQUENCE: return take_sequence(t, e, from, end, tail);
    case EXPR_CHOICE: return take_choice(t, e, from, end, tail);
    case EXPR_OPTION:
        if (from == end) return tail;
        if (e->silent)
            for (size_t i = from; i < end; i++) t->match->silent[i / 64] |= (uint64_t)1 << i % 64;
        return take(t, e->parts[0], from, end, tail);
    case EXPR_REPEAT: return take_repeat(t, e, from, end, tail);
    case EXPR_NOTE: return take_around(t, e, e->parts[0], from, end, tail);
    case EXPR_RULE:
    case EXPR_QUOTE: return take_around(t, e, e->rule->body, from, end, tail);
    case EXPR_WORDS:
    case EXPR_NUMBER:
    case EXPR_ROMAN:
    case EXPR_WORD:
    case EXPR_NAME:
    case EXPR_GLUE:
    case EXPR_NOTHING: return take_leaf(t, e, from, end, tail);
    }
    BUG("expression kind %d", (int)e->kind);
}

struct node *match_take(struct match *m, struct arena *arena, const struct rule *rule)
{
    struct taker t    = { m, arena };
    struct node *root = NULL;
    m->work_max       = 0; // the reading exists; taking it is cheap
    take(&t, rule->body, 0, m->count, &root);
    return root;
}
