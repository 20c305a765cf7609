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

// A rule that explains a word begins with it, in capitals: "CLEAVE: when ...", "SLAYER Role
// Ability: ...".
static struct text defined_word(struct text rule)
{
    size_t size = 0;
    while (size < rule.size &&
           ((rule.at[size] >= 'A' && rule.at[size] <= 'Z') || rule.at[size] == '-'))
        size++;
    bool   starred = size < rule.size && rule.at[size] == '*';
    size_t colon   = text_find(rule, ':');
    if (size < 3 || colon == rule.size || colon > 40) return text_part(rule, 0, 0);
    return text_part(rule, 0, size + starred);
}

static bool is_part_of_word(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '*';
}

static bool mentions(struct text text, struct text word)
{
    for (size_t i = 0; i + word.size <= text.size; i++) {
        if (!text_equal(text_part(text, i, word.size), word)) continue;
        bool starts = i == 0 || !is_part_of_word(text.at[i - 1]);
        bool ends   = i + word.size == text.size || !is_part_of_word(text.at[i + word.size]);
        if (starts && ends) return true;
    }
    return false;
}

void write_words(const struct box *box, const struct card_def *def, struct writer *w)
{
    char          buffer[16 * 1024];
    struct writer card = writer_on(buffer, sizeof buffer);
    card_print(box->cards, def, &card);
    struct text printed = { card.at, card.size };
    for (size_t i = 0; i < box->game->rule_count; i++) {
        const struct rule *rule = &box->game->rules[i];
        struct text        word = defined_word(text_of(rule->text));
        if (!word.size || !mentions(printed, word)) continue;
        if (box->game->is_beside &&
            box->game->is_beside(box->pool, (def_id)(def - box->pool->defs), rule->id))
            continue;
        write_rule(rule, w);
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
