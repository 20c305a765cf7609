#include "cli/explain.h"

#include "cli/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- cards --------------------------------------------------------------------------------------

bool find_card(const struct card_pool *pool, struct text name, def_id *out, struct error *err)
{
    struct place nowhere = { 0 };
    unsigned     count   = 0;
    *out                 = pool_find(pool, name);
    if (*out != NO_DEF) return true;
    for (def_id d = 0; d < pool->def_count && name.size; d++) {
        if (!text_equal_fold(text_part(text_of(pool->defs[d].name), 0, name.size), name)) continue;
        *out = d;
        count++;
    }
    if (count == 1) return true;
    if (count > 1)
        return fail(err, BAD_INPUT, nowhere, "%u cards have names that begin with \"%.*s\"", count,
                    SHOW(name));
    def_id near = pool_nearest(pool, name);
    if (near == NO_DEF)
        return fail(err, BAD_INPUT, nowhere,
                    "there is no card \"%.*s\"; there are %u, such as \"%s\"", SHOW(name),
                    pool->def_count, pool->def_count ? pool->defs[0].name : "");
    return fail(err, BAD_INPUT, nowhere, "there is no card \"%.*s\"; the nearest is \"%s\"",
                SHOW(name), pool->defs[near].name);
}

void write_card(const struct box *box, const struct card_def *def, struct writer *w)
{
    char          buffer[16 * 1024];
    struct writer card = writer_on(buffer, sizeof buffer);
    card_print(box->cards, def, &card);
    write_wrapped(w, (struct text){ card.at, card.size }, 0, 0);
}

// --- words ---------------------------------------------------------------------------------------

enum { HEADING_MAX = 44, WORD_COLUMN = 12 };

static bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
static bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_part_of_word(char c) { return is_letter(c) || c == '-' || c == '*'; }

// A rule that explains a word begins with it: "CLEAVE: when ...", "Race Sylvane: tag ...".
static struct text heading_of(struct text rule)
{
    size_t      colon   = text_find(rule, ':');
    struct text heading = text_part(rule, 0, colon);
    if (colon == rule.size || colon > HEADING_MAX || !colon || !is_capital(*heading.at))
        return (struct text){ "", 0 };
    return text_find(heading, '.') < heading.size ? (struct text){ "", 0 } : heading;
}

static struct text last_word(struct text t)
{
    size_t at = t.size;
    while (at > 0 && t.at[at - 1] != ' ') at--;
    return text_part(t, at, t.size);
}

// What stands for something in a heading: "#", "N", "(type)", "[house text]".
static bool is_placeholder(struct text word)
{
    return word.size == 1 || *word.at == '(' || *word.at == '[' || word.at[word.size - 1] == ')' ||
           word.at[word.size - 1] == ']' || text_is(word, "T/D");
}

// "Push n" is about Push; "SPD 4" only about that number.
static struct text without_placeholders(struct text heading)
{
    for (struct text last; heading.size; heading = text_trim_right(heading)) {
        last = last_word(heading);
        if (last.size == heading.size || !is_placeholder(last) || is_digit(*last.at)) break;
        heading.size -= last.size;
    }
    return heading;
}

// "Race " of "Race Sylvane", "Creature type " of "Creature type Angel": what stands in front of the
// next capital.
static struct text class_of(struct text heading)
{
    for (size_t i = text_find(heading, ' '); i + 3 < heading.size; i++)
        if (heading.at[i] == ' ' && is_capital(heading.at[i + 1]))
            return text_part(heading, 0, i + 1);
    return (struct text){ "", 0 };
}

// Several rules have the class in front of their words, so the card prints the word alone.
static bool is_class(const struct game *g, struct text class)
{
    unsigned count = 0;
    for (size_t i = 0; i < g->rule_count && class.size; i++) {
        struct text other = without_placeholders(heading_of(text_of(g->rules[i].text)));
        count += text_equal(class_of(other), class);
    }
    return count > 2;
}

static bool is_written_large(struct text word)
{
    for (size_t i = 0; i < word.size; i++)
        if (is_letter(word.at[i]) && !is_capital(word.at[i])) return false;
    return true;
}

// "moves" and "pushed" are words of Move and Push.
static bool ends_word(struct text rest)
{
    static const char *const ENDINGS[] = { "", "s", "es", "d", "ed", "ing", "ning", "ped" };
    for (size_t i = 0; i < COUNT(ENDINGS); i++) {
        struct text behind = text_part(rest, strlen(ENDINGS[i]), rest.size);
        if (text_starts(rest, ENDINGS[i]) && (!behind.size || !is_part_of_word(*behind.at)))
            return true;
    }
    return false;
}

// Where the text has the word: in capitals if it is so written, else in any. `size` if it has not.
static size_t find_word(struct text t, struct text word)
{
    bool large = is_written_large(word);
    if (!word.size) return t.size;
    for (size_t i = 0; i + word.size <= t.size; i++) {
        struct text piece = text_part(t, i, word.size), rest = text_part(t, i + word.size, t.size);
        if (!(large ? text_equal(piece, word) : text_equal_fold(piece, word))) continue;
        if (i > 0 && is_part_of_word(t.at[i - 1]) && is_letter(*word.at)) continue;
        bool more = rest.size && (is_digit(word.at[word.size - 1]) ? is_digit(*rest.at)
                                                                   : is_part_of_word(*rest.at));
        if (large ? !more : ends_word(rest)) return i;
    }
    return t.size;
}

static size_t find_word_fold(struct text t, struct text word)
{
    for (size_t i = 0; i + word.size <= t.size; i++) {
        struct text rest = text_part(t, i + word.size, t.size);
        if (text_equal_fold(text_part(t, i, word.size), word) &&
            (i == 0 || !is_part_of_word(t.at[i - 1])) && ends_word(rest))
            return i;
    }
    return t.size;
}

// Printed text without the name above it and the flavour below.
static struct text body_of(struct text printed)
{
    struct text body = text_part(printed, text_find(printed, '\n'), printed.size);
    for (size_t i = 0; i + 2 < body.size; i++)
        if (text_equal(text_part(body, i, 4), TEXT("\n  \""))) return text_part(body, 0, i);
    return body;
}

// A mark for editors of the rules: "[house]", "(L558, L639)", "(public FAQ)".
static size_t size_of_mark(struct text t)
{
    struct text inner = text_part(t, 1, t.size);
    bool        house = text_starts(t, "[");
    bool        line  = text_starts(t, "(L") && inner.size > 1 && is_digit(inner.at[1]);
    if (!house && !line && !text_starts(t, "(public") && !text_starts(t, "(no text")) return 0;
    size_t end = text_find(t, house ? ']' : ')');
    return end < t.size ? end + 1 : 0;
}

void write_plain_rule(struct text rule, struct writer *w)
{
    struct text line;
    for (bool first = true; text_next_line(&rule, &line); first = false) {
        if (!first) write_char(w, text_starts(line, "- ") || text_starts(line, "|") ? '\n' : ' ');
        while (line.size) {
            size_t mark = size_of_mark(line);
            if (mark && w->size && w->at[w->size - 1] == ' ') w->size--;
            if (!mark) write_char(w, *line.at);
            line = text_part(line, mark ? mark : 1, line.size);
        }
    }
}

// "CLEAVE      when this card's Attack ... (OVE-812)"
static void write_meaning(struct text word, const struct rule *rule, struct writer *w)
{
    char          plain[8 * 1024];
    struct writer p    = writer_on(plain, sizeof plain);
    struct text   text = text_of(rule->text), heading = heading_of(text);
    if (heading.size) text = text_trim(text_part(text, heading.size + 1, text.size));
    write_plain_rule(text, &p);
    write_format(&p, " (%s)", rule->name);
    bool fits = word.size + 2 <= WORD_COLUMN;
    write_format(w, "%-*.*s  ", WORD_COLUMN - 2, SHOW(word));
    write_wrapped(w, (struct text){ p.at, p.size }, fits ? WORD_COLUMN : (unsigned)word.size + 2,
                  WORD_COLUMN);
}

struct explained {
    char    words[64]; // "L, M, H"
    size_t  at;        // of the first in the card
    rule_id rule;
};

enum { EXPLAINED_MAX = 96 };

struct explaining {
    const struct box *box;
    def_id            def;
    struct text       body;
    struct explained  list[EXPLAINED_MAX];
    size_t            count;
};

// Words of one rule are explained together.
static bool add_word(struct explained *list, size_t count, struct text word, rule_id rule)
{
    size_t i = 0;
    while (i < count && list[i].rule != rule) i++;
    if (i == count) return false;
    size_t        used = strlen(list[i].words);
    struct writer w    = writer_on(list[i].words + used, sizeof list[i].words - used);
    if (used + word.size + 3 < sizeof list[i].words) write_format(&w, ", %.*s", SHOW(word));
    return true;
}

// In the order of the card.
static void explain(struct explaining *e, struct text word, rule_id rule)
{
    const struct game *g  = e->box->game;
    size_t             at = find_word(e->body, word);
    if (at == e->body.size || e->count == EXPLAINED_MAX) return;
    if (add_word(e->list, e->count, word, rule)) return;
    if (g->is_beside && g->is_beside(e->box->pool, e->def, rule)) return;
    size_t to = e->count++;
    for (; to > 0 && e->list[to - 1].at > at; to--) e->list[to] = e->list[to - 1];
    e->list[to]     = (struct explained){ .at = at, .rule = rule };
    struct writer w = writer_on(e->list[to].words, sizeof e->list[to].words);
    write_text(&w, word);
}

// The word that a rule explains: "SLAYER" of "SLAYER Role Ability", "Sylvane" of "Race Sylvane".
static struct text word_of(const struct game *g, struct text rule)
{
    struct text heading = without_placeholders(heading_of(rule));
    struct text class   = class_of(heading);
    struct text first   = text_part(heading, 0, text_find(heading, ' '));
    struct text rest    = text_part(heading, first.size + 1, heading.size);
    if (first.size > 2 && is_written_large(first) && rest.size && !is_digit(*rest.at)) return first;
    return class.size && is_class(g, class) ? text_part(heading, class.size, heading.size)
                                            : heading;
}

void write_words(const struct box *box, const struct card_def *def, struct writer *w)
{
    char              buffer[16 * 1024];
    struct writer     card = writer_on(buffer, sizeof buffer);
    struct explaining e    = { .box = box, .def = (def_id)(def - box->pool->defs) };
    card_print(box->cards, def, &card);
    e.body = body_of((struct text){ card.at, card.size });
    for (const struct word_rule *r = box->game->word_rules; r && r->word; r++)
        explain(&e, text_of(r->word), r->rule);
    for (size_t i = 0; i < box->game->rule_count; i++)
        explain(&e, word_of(box->game, text_of(box->game->rules[i].text)), box->game->rules[i].id);
    for (size_t i = 0; i < e.count; i++) {
        const struct rule *rule = rule_find(box->game->rules, box->game->rule_count,
                                            e.list[i].rule);
        if (rule) write_meaning(text_of(e.list[i].words), rule, w);
    }
}

// --- rules --------------------------------------------------------------------------------------

// "14", "014", "r7" and "R07": zeros in front do not count.
static bool is_same_number(struct text a, struct text b)
{
    struct text *both[] = { &a, &b };
    bool         ruling[2];
    for (int i = 0; i < 2; i++) {
        ruling[i] = text_starts_fold(*both[i], "r");
        if (ruling[i]) *both[i] = text_part(*both[i], 1, both[i]->size);
        while (both[i]->size > 1 && both[i]->at[0] == '0')
            *both[i] = text_part(*both[i], 1, both[i]->size);
    }
    return ruling[0] == ruling[1] && text_equal(a, b);
}

const struct rule *find_rule(const struct game *g, struct text id, struct error *err)
{
    for (size_t i = 0; i < g->rule_count; i++) {
        struct text name = text_of(g->rules[i].name);
        struct text bare = text_part(name, strlen(g->prefix) + 1, name.size);
        if (text_equal_fold(id, name) || is_same_number(id, bare)) return &g->rules[i];
    }
    fail(err, BAD_INPUT, (struct place){ 0 }, "%s has no rule \"%.*s\"; rules are called %s to %s",
         g->title, SHOW(id), g->rules[0].name, g->rules[g->rule_count - 1].name);
    return NULL;
}

// The text without the line ends of its file, which mean nothing; except before items of a list.
void write_rule(const struct rule *rule, struct writer *w)
{
    char          text[8 * 1024];
    struct writer flat = writer_on(text, sizeof text);
    struct text   rest = text_of(rule->text), line;
    while (text_next_line(&rest, &line)) {
        bool item = text_starts(line, "- ") || text_starts(line, "|");
        if (flat.size) write_char(&flat, item ? '\n' : ' ');
        write_text(&flat, line);
    }
    write_format(w, "%-8s ", rule->name);
    write_wrapped(w, (struct text){ flat.at, flat.size }, 9, 9);
}

size_t write_rules_with(const struct game *g, struct text word, struct writer *w)
{
    size_t count = 0;
    // Those that explain it come first.
    for (int defines = 1; defines >= 0; defines--)
        for (size_t i = 0; i < g->rule_count; i++) {
            struct text text = text_of(g->rules[i].text);
            if (text_equal_fold(word_of(g, text), word) != (bool)defines) continue;
            if (!defines && find_word_fold(text, word) == text.size) continue;
            write_rule(&g->rules[i], w);
            count++;
        }
    return count;
}
