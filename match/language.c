#include "match/language.h"

#include "base/embedded.h"
#include "match/scenario_private.h"

#include <string.h>

const struct capability CAPABILITY[CAPABILITIES] = {
    { "alternatives", "choose one; a creature or a trick" },
    { "branches", "if, unless, otherwise, if you do, if you do not" },
    { "conditions", "and, or, not, one thing compared with another, has no" },
    { "costs and consequences", "discard a card: ...; you may pay. If you do, ..." },
    { "computed amounts", "equal to, half, twice, for each, that many, the damage dealt" },
    { "filters on every noun", "type, state, number, place, distance, owner, another" },
    { "choosing inside a verb", "deal 2 to a creature within 3; up to 2; at random" },
    { "players as subjects", "each player, your opponent, that player may" },
    { "events", "whenever, start and end of turn, by whom and to whom" },
    { "limits and memory", "once per turn, the first time each turn, attacked this turn" },
    { "durations and later", "this turn, until your next turn, while, at the end of the turn" },
    { "replacement and prevention", "instead, prevent, cannot be, redirect, less damage" },
    { "standing changes", "your attacks deal +1, costs less, an additional, granted lines" },
    { "hidden zones", "look at, reveal, choose from it, search, shuffle" },
    { "moving cards", "from any zone to any zone, return, attach, detach, swap" },
    { "made things", "tokens with numbers, copies, becomes" },
    { "joined sentences", "shared subject, then, semicolons, conditions at either end" },
    { "everyday words", "number words, plurals, opponent, whenever, each time" },
};

static struct text first_word(struct text line, struct text *rest)
{
    struct text word = { 0 };
    text_next_word(&line, &word);
    *rest = text_trim(line);
    return word;
}

bool language_row(struct text line, unsigned *capability, struct text *said)
{
    long number;
    if (!text_number(first_word(line, said), 1, CAPABILITIES, &number) || !said->size) return false;
    *capability = (unsigned)number;
    return true;
}

// --- the scenario that a row stands in has to show it -------------------------------------------

static bool has(struct text whole, struct text part)
{
    return part.size && text_find_text(whole, part) < whole.size;
}

static bool is_on_own_card(struct run *r, struct text said, struct text *name)
{
    for (uint32_t s = 0; s < r->step_count; s++) {
        if (r->steps[s].kind != STEP_CARD) continue;
        for (uint32_t i = 0; i < r->steps[s].count; i++) {
            struct text card = r->steps[s].lines[i].text;
            *name            = text_part(card, 0, text_find(card, ':'));
            if (has(card, said)) return true;
        }
    }
    return false;
}

// ... or on a card of the game that the scenario names.
static bool is_on_shipped_card(struct run *r, struct text said, struct text *name)
{
    const struct card_pool *pool = r->box->pool;
    for (uint32_t d = 0; d < pool->def_count; d++) {
        const struct card_def *def = &pool->defs[d];
        *name                      = text_of(def->name);
        if (!has(r->scenario->whole, *name)) continue;
        for (uint32_t i = 0; i < def->line_count; i++)
            if (has(pool->lines[def->line_first + i].printed, said)) return true;
    }
    return false;
}

static bool has_step(const struct run *r, enum step_kind kind)
{
    for (uint32_t i = 0; i < r->step_count; i++)
        if (r->steps[i].kind == kind) return true;
    return false;
}

static bool has_outcome(const struct run *r)
{
    static const enum step_kind OUTCOMES[] = { STEP_THEN,    STEP_EVENT, STEP_RESULT, STEP_REFUSED,
                                               STEP_OFFERED, STEP_SEES,  STEP_ASKED };
    for (size_t i = 0; i < COUNT(OUTCOMES); i++)
        if (has_step(r, OUTCOMES[i])) return true;
    return false;
}

bool check_shows(struct run *r, const struct step *step)
{
    for (uint32_t i = 0; i < step->count; i++) {
        struct cursor c = cursor_on(r, &step->lines[i]);
        struct text   said, name;
        unsigned      capability;
        if (!language_row(c.rest, &capability, &said))
            return refuse(&c,
                          "a row is a number from 1 to %d and a text that a card of this scenario "
                          "has, or \"never\" (pentacle language lists them)",
                          CAPABILITIES);
        if (text_is(said, "never")) {
            if (!has_step(r, STEP_RULE))
                return refuse(&c, "\"never\" needs the rule that makes it so: a line \"rule\"");
            continue;
        }
        if (!is_on_own_card(r, said, &name) && !is_on_shipped_card(r, said, &name))
            return refuse(&c, "no card of this scenario has this text");
        if (!has_outcome(r)) return refuse(&c, "nothing here says what must come of it");
    }
    return true;
}

// --- a game's rows ------------------------------------------------------------------------------

static struct text rules_of(struct arena *arena, const struct scenario *s)
{
    char          buffer[256];
    struct writer w = writer_on(buffer, sizeof buffer);
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t k = 0; s->steps[i].kind == STEP_RULE && k < s->steps[i].count; k++)
            write_format(&w, "%s%.*s", w.size ? " " : "", SHOW(s->steps[i].lines[k].text));
    return arena_text(arena, (struct text){ buffer, w.size });
}

static struct text card_with(const struct scenario_file *file, const struct scenario *s,
                             struct text said)
{
    struct run  r = { .steps = s->steps, .step_count = s->count };
    struct text name;
    if (is_on_own_card(&r, said, &name)) return name;
    r = (struct run){ .steps = file->common, .step_count = file->common_count };
    return is_on_own_card(&r, said, &name) ? name : (struct text){ 0 };
}

static void add_rows(struct arena *arena, const struct scenario_file *file,
                     const struct scenario *s, const struct step *step, struct language_cell *cells,
                     size_t max, size_t *count)
{
    for (uint32_t i = 0; i < step->count && *count < max; i++) {
        struct language_cell *cell = &cells[*count];
        *cell                      = (struct language_cell){ .title = s->title };
        if (!language_row(step->lines[i].text, &cell->capability, &cell->text)) continue;
        cell->never = text_is(cell->text, "never");
        cell->card  = card_with(file, s, cell->text);
        cell->rules = rules_of(arena, s);
        *count += 1;
    }
}

bool language_read(const struct game *g, struct arena *arena, struct language_cell *cells,
                   size_t max, size_t *count, struct error *err)
{
    const struct embedded_file *f = embedded_find(g->files, "scenarios/language.scn");
    struct scenario_file        file;
    *count = 0;
    if (!f) return true;
    if (!scenario_read(arena, f->name, (struct text){ f->bytes, f->size }, &file, err))
        return false;
    for (uint32_t i = 0; i < file.count; i++) {
        const struct scenario *s = &file.scenarios[i];
        for (uint32_t k = 0; k < s->count; k++)
            if (s->steps[k].kind == STEP_SHOWS)
                add_rows(arena, &file, s, &s->steps[k], cells, max, count);
    }
    return true;
}
