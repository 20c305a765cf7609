// explain.c - the meaning of a line in plain words. Everything comes from the bound rows and the
// `said` words of the game, so what is shown is what will be done. Circled numbers are slots.
#include "meaning/explain.h"

#include <string.h>

struct telling {
    const struct meaning *m;
    const struct lang    *g;
    const struct line    *line;
    struct writer        *w;
    bool                  any; // not every one of the things, but any of them
};

static void say_amount(const struct telling *, unsigned row);
static void say_things(const struct telling *, unsigned row);
static void say_cond(const struct telling *, unsigned row);

static void say_slot(const struct telling *t, unsigned slot)
{
    static const char *const CIRCLED[] = { "①", "②", "③", "④", "⑤", "⑥", "⑦",
                                           "⑧", "⑨", "⑩", "⑪", "⑫", "⑬" };
    if (slot == SLOT_DONE_TO)
        write_chars(t->w, "the one it happened to");
    else if (slot == SLOT_DOER)
        write_chars(t->w, "the one who did it");
    else
        write_chars(t->w, CIRCLED[slot - SLOT_LINE]);
}

static void say_ref(const struct telling *t, unsigned ref)
{
    if (ref < REF_FIXED)
        say_slot(t, ref);
    else if (ref == REF_SELF)
        write_chars(t->w, "this card");
    else if (ref == REF_EACH)
        write_chars(t->w, "each of them");
    else if (ref == REF_YOU)
        write_chars(t->w, "you");
    else
        write_chars(t->w, t->g->roles[ref - REF_ROLE].said);
}

static void say_words_of(const struct telling *t, const struct word_row *rows, uint64_t bits,
                         const char *before)
{
    for (; rows->name; rows++)
        if (rows->bits && (rows->bits & bits) == rows->bits)
            write_format(t->w, "%s%s", before,
                         rows->said  ? rows->said
                         : rows->one ? rows->one
                                     : rows->name);
}

// Places by their row; of steps away, which a row counts in `many`, by the farthest; else all of
// them. A row without words is anywhere.
static void say_places(const struct telling *t, unsigned places)
{
    const struct word_row *rows = t->g->places;
    if (places == 0xFFFF) return;
    for (const struct word_row *r = rows; r->name; r++) {
        if (r->bits != places) continue;
        if (r->one) write_format(t->w, " in %s", r->one);
        return;
    }
    for (const struct word_row *r = rows; r->name; r++) {
        if (!r->many || places & (places + 1) || (places & r->bits) != places) continue;
        write_format(t->w, " %s %d", r->many, __builtin_popcount(places) - 1);
        return;
    }
    say_words_of(t, rows, places, " in ");
}

static void say_kind(const struct telling *t, const struct things *x)
{
    for (const struct word_row *k = t->g->kinds; k->name; k++) {
        if (k->bits != x->kinds || k->types != x->type || (k->sides && k->sides != x->sides))
            continue;
        bool many = x->flags & THINGS_PLURAL && x->how != HOW_ALL && k->many;
        write_format(t->w, " %s", many ? k->many : k->said ? k->said : k->one ? k->one : k->name);
        return;
    }
    write_chars(t->w, x->type == TYPE_SEAT    ? " player"
                      : x->type == TYPE_PLACE ? " place"
                                              : " card");
}

static void say_side(const struct telling *t, const struct things *x)
{
    static const char *const SIDES[] = { "",       " own",          " allied", " friendly",
                                         " enemy", " own or enemy", " other",  "" };
    for (const struct word_row *k = t->g->kinds; k->name; k++)
        if (k->sides && k->sides == x->sides && k->bits == x->kinds) return; // the noun says it
    write_chars(t->w, SIDES[x->sides & 7]);
}

static void say_test(const struct telling *t, const struct test *test)
{
    if (test->flags & TEST_NOT) write_chars(t->w, "not ");
    if (test->flags & TEST_STAT) {
        write_chars(t->w, "with ");
        say_amount(t, test->amount);
        write_format(t->w, "%s %s",
                     test->flags & TEST_AT_LEAST  ? " or more"
                     : test->flags & TEST_AT_MOST ? " or less"
                                                  : "",
                     t->g->stats[test->row].said);
        return;
    }
    write_chars(t->w, t->g->tests[test->row].said);
    if (test->amount) {
        write_char(t->w, ' ');
        say_amount(t, test->amount);
        if (test->flags & TEST_AT_LEAST) write_chars(t->w, " or more");
        if (test->flags & TEST_AT_MOST) write_chars(t->w, " or less");
    }
    if (test->things) {
        write_chars(t->w, " of ");
        say_things(t, test->things);
    }
}

static void say_tests(const struct telling *t, const struct things *x)
{
    for (unsigned i = 0; i < x->test_count; i++) {
        write_char(t->w, ' ');
        say_test(t, &t->m->test[x->test_first + i]);
    }
}

static void say_quantity(const struct telling *t, const struct things *x)
{
    if (x->how == HOW_ANY) write_chars(t->w, "any number of");
    if (x->how == HOW_UP_TO) write_chars(t->w, "up to ");
    if (x->how == HOW_ALL) write_chars(t->w, t->any ? "any" : "every");
    if (x->how == HOW_MADE) write_chars(t->w, "what that is");
    if (x->how == HOW_PICK || x->how == HOW_UP_TO) {
        if (x->count)
            say_amount(t, x->count);
        else
            write_chars(t->w, "one");
    }
    if (x->flags & THINGS_OTHER) write_chars(t->w, " other");
}

// By which later words know them.
static void say_name_given(const struct telling *t, const struct things *x)
{
    if (!(x->flags & THINGS_NAMED) || x->slot < SLOT_LINE) return;
    write_chars(t->w, " (");
    say_slot(t, x->slot);
    write_char(t->w, ')');
}

static void say_things(const struct telling *t, unsigned row)
{
    const struct things *x = &t->m->things[row];
    if (x->how == HOW_REF) {
        say_ref(t, x->slot);
        return;
    }
    say_quantity(t, x);
    if (x->how == HOW_MADE) {
        say_name_given(t, x);
        return;
    }
    say_side(t, x);
    say_words_of(t, t->g->facts, x->has, " ");
    say_words_of(t, t->g->facts, x->lacks & ~t->g->lacks, " not ");
    say_kind(t, x);
    say_places(t, x->places);
    if (x->of) {
        write_chars(t->w, " of ");
        say_things(t, x->of);
    }
    say_tests(t, x);
    if (x->flags & THINGS_RANDOM) write_chars(t->w, " at random");
    say_name_given(t, x);
}

static void say_two(const struct telling *t, const struct amount *a, const char *between)
{
    say_amount(t, a->a);
    write_chars(t->w, between);
    say_amount(t, a->b);
}

static void say_amount(const struct telling *t, unsigned row)
{
    const struct amount *a = &t->m->amount[row];
    switch ((enum amount_kind)a->kind) {
    case AMOUNT_NUMBER: write_format(t->w, "%d", a->n); break;
    case AMOUNT_STAT:
        write_format(t->w, "the %s of ", t->g->stats[a->row].said);
        say_things(t, a->things);
        break;
    case AMOUNT_COUNT:
        write_chars(t->w, "the number of: ");
        say_things(t, a->things);
        break;
    case AMOUNT_TALLY: write_chars(t->w, "as much as that came to"); break;
    case AMOUNT_TIMES: say_two(t, a, " × "); break;
    case AMOUNT_HALF:
    case AMOUNT_HALF_UP:
        write_chars(t->w, "half of ");
        say_amount(t, a->a);
        write_chars(t->w, a->kind == AMOUNT_HALF ? ", rounded down" : ", rounded up");
        break;
    case AMOUNT_PLUS: say_two(t, a, " + "); break;
    case AMOUNT_MINUS: say_two(t, a, " - "); break;
    case AMOUNT_CAPPED: say_two(t, a, ", at most "); break;
    case AMOUNT_IF:
        say_amount(t, a->b);
        write_chars(t->w, " (or ");
        say_amount(t, a->a);
        write_chars(t->w, " if ");
        say_cond(t, a->cond);
        write_char(t->w, ')');
        break;
    }
}

static void say_measure(const struct telling *t, const struct things *x)
{
    say_words_of(t, t->g->facts, x->has, " ");
    say_words_of(t, t->g->facts, x->lacks, " not ");
    if (x->kinds != 0xFFFF) say_kind(t, x);
    say_places(t, x->places);
    say_tests(t, x);
}

static void say_cond(const struct telling *t, unsigned row)
{
    const struct cond *c    = &t->m->cond[row];
    bool               turn = c->flags & COND_NOT;
    switch ((enum cond_kind)c->kind) {
    case COND_ALWAYS: break;
    case COND_GAME:
        write_format(t->w, "%s%s", turn ? "not: " : "", t->g->conds[c->row].said);
        break;
    case COND_ARE:
        say_things(t, c->things);
        write_chars(t->w, t->m->things[c->things].slot == REF_YOU ? " are" : " is");
        if (turn) write_chars(t->w, " not");
        say_measure(t, &t->m->things[c->as]);
        break;
    case COND_THERE:
        write_chars(t->w, turn ? "there is not " : "there is ");
        say_things(t, c->things);
        break;
    case COND_COMPARE:
        say_amount(t, c->a);
        write_chars(t->w, turn ? " is not" : " is");
        write_chars(t->w, c->flags & COND_MORE ? " more than " : " less than ");
        say_amount(t, c->b);
        break;
    case COND_DID: write_chars(t->w, turn ? "that was not done" : "that was done"); break;
    case COND_AND:
        say_cond(t, c->a);
        write_chars(t->w, " and ");
        say_cond(t, c->b);
        break;
    case COND_OR:
        if (turn) write_chars(t->w, "not: ");
        say_cond(t, c->a);
        if (c->a == c->b) break; // "unless"
        write_chars(t->w, " or ");
        say_cond(t, c->b);
        break;
    }
}

static void say_args(const struct telling *t, const int16_t *arg, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const struct word_row *row = &t->g->words[arg[i]];
        write_format(t->w, "%s%s", i ? ", " : "", row->one ? row->one : row->name);
    }
}

static void say_set(const struct telling *t, uint32_t set)
{
    bool any = false;
    for (const struct word_row *r = t->g->words; r->name; r++) {
        if (!r->bits || (r->bits & set) != r->bits || (r->bits & (r->bits - 1))) continue;
        write_format(t->w, "%s%s", any ? ", " : "", r->one ? r->one : r->name);
        any = true;
    }
}

// The verb's words with what stands in braces filled in.
static void say_verb(const struct telling *t, const struct step *s, unsigned verb, unsigned amount)
{
    unsigned       things = s->things, to = s->to, until = s->until, arg_count = s->arg_count;
    const int16_t *arg     = s->arg;
    bool           as_much = s->flags & STEP_AS_MUCH;
    for (const char *p = t->g->verbs[verb].said; *p; p++) {
        if (strncmp(p, "{amount}", 8) == 0) {
            if (as_much) write_chars(t->w, "up to ");
            if (amount) say_amount(t, amount);
            p += 7;
        } else if (strncmp(p, "{things}", 8) == 0) {
            if (things) say_things(t, things);
            p += 7;
        } else if (strncmp(p, "{to}", 4) == 0) {
            if (to) say_things(t, to);
            p += 3;
        } else if (strncmp(p, "{arg}", 5) == 0 || strncmp(p, "{arg2}", 6) == 0) {
            const struct word_row *row = &t->g->words[arg[p[4] == '2']];
            write_chars(t->w, row->one ? row->one : row->name);
            p += p[4] == '2' ? 5 : 4;
        } else if (strncmp(p, "{args}", 6) == 0) {
            say_args(t, arg, arg_count);
            p += 5;
        } else if (strncmp(p, "{set}", 5) == 0) {
            say_set(t, s->set);
            p += 4;
        } else if (strncmp(p, "{until}", 7) == 0) {
            if (until) write_chars(t->w, t->g->untils[until - 1].said);
            if (s->span) write_char(t->w, ' ');
            if (s->span) say_amount(t, s->span);
            p += 6;
        } else if (*p != ' ' || t->w->at[t->w->size - 1] != ' ') {
            write_char(t->w, *p); // one blank, whatever was left out between two
        }
    }
    if (t->w->at[t->w->size - 1] == ' ') t->w->size--;
}

// Where it goes on from here.
static void say_skip(const struct telling *t, unsigned skip)
{
    if (skip < t->line->step_count)
        write_format(t->w, "go on with %u", skip + 1);
    else
        write_chars(t->w, "that is all");
}

static void say_step(const struct telling *t, const struct step *s)
{
    if (s->kind == STEP_MODE) {
        write_format(t->w, "if mode %u was chosen; else ", s->verb);
        say_skip(t, s->skip);
        return;
    }
    if (s->kind == STEP_LATER) {
        write_format(t->w, "%s do what comes before ", t->g->moments[s->verb].said);
        write_format(t->w, "%u; now ", s->skip + 1u);
        say_skip(t, s->skip);
        return;
    }
    if (s->kind == STEP_JUMP) {
        say_skip(t, s->skip);
        return;
    }
    if (s->kind == STEP_IF) {
        write_chars(t->w, "if ");
        say_cond(t, s->cond);
        write_chars(t->w, "; else ");
        say_skip(t, s->skip);
        return;
    }
    if (s->flags & STEP_MAY)
        write_chars(t->w, s->flags & STEP_THEY ? "the opponent may: " : "you may ");
    if (s->chance) {
        struct step chance = *s;
        chance.things = chance.to = chance.until = chance.flags = 0;
        say_verb(t, &chance, s->chance - 1u, s->chance_amount);
        write_chars(t->w, ": ");
    }
    if (s->who) {
        say_things(t, s->who);
        write_chars(t->w, ": ");
    }
    bool repeats = s->flags & STEP_REPEATS && !(t->g->verbs[s->verb].flags & VERB_REPEATS);
    say_verb(t, s, s->verb, repeats ? 0 : s->amount);
    if (repeats) {
        write_chars(t->w, ", as often as ");
        say_amount(t, s->amount);
    }
    if (!(s->flags & STEP_MAY)) return;
    write_chars(t->w, "; if not, ");
    say_skip(t, s->skip);
}

static void say_event(struct telling *t)
{
    t->any = true;
    write_chars(t->w, "    when ");
    for (const char *p = t->g->events[t->line->event - 1].said; *p; p++) {
        bool by = strncmp(p, "{by}", 4) == 0, to = strncmp(p, "{to}", 4) == 0;
        if (strncmp(p, "{arg}", 5) == 0) {
            const struct word_row *row = &t->g->words[t->line->event_arg];
            write_chars(t->w, row->one ? row->one : row->name);
            p += 4;
            continue;
        }
        if (strncmp(p, "{amount}", 8) == 0) {
            say_amount(t, t->line->event_amount);
            p += 7;
            continue;
        }
        if (!by && !to) {
            write_char(t->w, *p);
            continue;
        }
        unsigned row = by ? t->line->by : t->line->to;
        if (row)
            say_things(t, row);
        else
            write_chars(t->w, "any card");
        p += 3;
    }
    write_char(t->w, '\n');
    t->any = false;
}

static bool is_inside_another(const struct telling *t, unsigned things)
{
    for (unsigned i = 0; i < t->line->test_count; i++)
        if (t->m->test[t->line->test_first + i].things == things) return true;
    return false;
}

// Where a game carries out its own steps: what they speak of, in the order of the words.
static void say_spoken_of(const struct telling *t)
{
    for (unsigned i = 0; i < t->line->things_count; i++) {
        unsigned             row = t->line->things_first + i;
        const struct things *x   = &t->m->things[row];
        if (is_inside_another(t, row) || (x->how == HOW_REF && x->slot >= REF_FIXED)) continue;
        write_chars(t->w, "    speaks of ");
        say_things(t, row);
        write_char(t->w, '\n');
    }
}

void explain_line(const struct meaning *m, unsigned row, struct writer *w)
{
    struct telling t = { m, m->lang, &m->line[row], w, false };
    if (t.line->event) say_event(&t);
    if (!m->lang->verbs) say_spoken_of(&t);
    for (unsigned i = 0; i < t.line->standing_count; i++) {
        const struct standing *s = &m->standing[t.line->standing_first + i];
        write_chars(w, "    while it stands   ");
        struct step said = { .arg       = { s->arg[0], s->arg[1] },
                             .arg_count = 2,
                             .set       = s->set,
                             .things    = s->things,
                             .to        = s->to };
        say_verb(&t, &said, s->verb, s->amount);
        if (s->cond) {
            write_chars(w, ", if ");
            say_cond(&t, s->cond);
        }
        write_char(w, '\n');
    }
    if (t.line->only_if) {
        write_chars(w, "    only if ");
        say_cond(&t, t.line->only_if);
        write_char(w, '\n');
    }
    for (unsigned i = 0; i < t.line->step_count; i++) {
        write_format(w, "    %-2u ", i + 1);
        say_step(&t, &m->step[t.line->step_first + i]);
        write_char(w, '\n');
    }
    for (unsigned i = 0; i < t.line->quoted_count; i++) {
        write_chars(w, "    in quotes\n");
        explain_line(m, t.line->quoted_first + i, w);
    }
}
