#include "cli/scene.h"

#include "cli/explain.h"
#include "cli/news.h"
#include "cli/screen.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "match/would.h"

#include <stdlib.h>
#include <string.h>

enum { EVENTS_MOST = 400 };

// --- marks on the table -------------------------------------------------------------------------

static const struct view_card *find(const struct view *v, card_id card)
{
    for (unsigned i = 0; i < v->card_count; i++)
        if (v->cards[i].id == card) return &v->cards[i];
    return NULL;
}

// A card that came to where all can see it, or whose numbers are others. What is only asked about
// (picked, acting) is no change.
static bool has_changed(const struct game *g, const struct view *before,
                        const struct view_card *now)
{
    const struct view_card *then = find(before, now->id);
    if (g->zones[now->zone].sight != SIGHT_ALL || now->def == NO_DEF) return false;
    if (!then || then->zone != now->zone || then->def != now->def) return true;
    return now->stats != then->stats || memcmp(now->stat, then->stat, sizeof now->stat) != 0;
}

static struct sheet_mark *mark(struct sheet *s, card_id card, zone_id zone)
{
    for (unsigned i = 0; i < s->mark_count; i++)
        if (s->marks[i].card == card && (card != NO_CARD || s->marks[i].zone == zone))
            return &s->marks[i];
    if (s->mark_count == SHEET_MARKS_MAX) return NULL;
    s->marks[s->mark_count] = (struct sheet_mark){ .card = card, .zone = zone };
    return &s->marks[s->mark_count++];
}

// Targets bear the number of their choice; of the cards that act, which the list names, none does.
static void mark_choices(const struct steps *s, struct sheet *sheet)
{
    for (size_t i = 0; i < s->item_count; i++) {
        if (s->items[i].count != 1) continue;
        const struct choice_parts *p = &s->parts[s->items[i].members[0]];
        struct sheet_mark         *m = NULL;
        if (p->target != NO_CARD)
            m = mark(sheet, p->target, NO_ZONE);
        else if (p->zone != NO_ZONE)
            m = mark(sheet, NO_CARD, p->zone);
        else if (p->card != NO_CARD && find(s->view, p->card) &&
                 s->match->table.game->zones[find(s->view, p->card)->zone].sight == SIGHT_ALL)
            m = mark(sheet, p->card, NO_ZONE);
        if (m && !m->number) m->number = (uint16_t)(i + 1);
    }
}

// What the seat sees, wherever the match is played.
static void see(const struct dialog *d, seat_id seat, struct view *out)
{
    if (d->far)
        memcpy(out, d->far->view, sizeof *out);
    else
        table_view(&d->match->table, seat, out);
}

static void make_sheet(struct dialog *d, seat_id seat, struct scene *scene)
{
    const struct table *t      = &d->match->table;
    const struct view  *before = seat < SEATS_MAX ? d->shown[seat] : NULL;
    see(d, seat, &scene->view);
    sheet_begin(&scene->sheet, &scene->view, t->pool, d->match->names);
    for (unsigned i = 0; before && i < scene->view.card_count; i++) {
        const struct view_card *card = &scene->view.cards[i];
        struct sheet_mark      *m;
        if (has_changed(t->game, before, card) && (m = mark(&scene->sheet, card->id, card->zone)))
            m->changed = true;
    }
    mark_choices(&d->steps, &scene->sheet);
    t->game->sheet(&scene->sheet);
    sheet_end(&scene->sheet);
}

// --- what happened ------------------------------------------------------------------------------

// As the other end told it.
static struct news far_news_for(struct dialog *d, seat_id seat)
{
    size_t last = d->far->line_count, first = seat < SEATS_MAX ? d->told[seat] : 0;
    if (first > last) first = last;
    if (last - first > EVENTS_MOST) first = last - EVENTS_MOST;
    struct news out = { .lines = ARENA_ARRAY(&d->scratch, struct told_line, last - first + 1),
                        .count = last - first };
    if (out.count) memcpy(out.lines, d->far->lines + first, out.count * sizeof *out.lines);
    return out;
}

static struct news news_for(struct dialog *d, seat_id seat)
{
    if (d->far) return far_news_for(d, seat);
    size_t last = d->match->log.count, first = d->told[seat];
    if (first > last) first = last;
    d->news = first;
    if (last - first > EVENTS_MOST) first = last - EVENTS_MOST; // the log has the rest
    return news_of(d->match, seat, first, last, &d->scratch);
}

// --- the question -------------------------------------------------------------------------------

// Nothing is asked of this seat: whom the others wait for.
static const char *waiting_words(struct dialog *d)
{
    const struct core *c         = d->match->table.state;
    char               text[200] = "";
    struct writer      w         = writer_on(text, sizeof text);
    unsigned           count     = 0;
    for (seat_id s = 0; s < c->seats; s++)
        if (c->asked >> s & 1) write_format(&w, "%s%s", count++ ? " and " : "", d->match->names[s]);
    if (!count) return "Waiting";
    return arena_format(&d->scratch, "%s %s", text, count > 1 ? "choose" : "chooses");
}

static const char *question_words(struct dialog *d, seat_id seat)
{
    const struct match *m = d->match;
    if (m->table.state->over) return "The match is over";
    if (d->far && !d->steps.count) return waiting_words(d);
    const struct question *q          = &m->table.state->question[seat];
    const char            *asked      = "Choose.";
    char                   so_far[80] = "", steps[400] = "";
    struct writer          w = writer_on(steps, sizeof steps);
    for (unsigned i = 0; m->table.game->questions[i]; i++)
        if (i == q->kind) asked = m->table.game->questions[i];
    if (q->max > 1 && q->min < q->max)
        snprintf(so_far, sizeof so_far, " %u picked, %u to %u", q->picked, q->min, q->max);
    else if (q->max > 1)
        snprintf(so_far, sizeof so_far, " %u of %u picked", q->picked, q->max);
    for (unsigned i = 0; i < d->steps.depth; i++) write_format(&w, " › %s", d->steps.path[i]);
    bool several = d->people & (d->people - 1u);
    return arena_format(&d->scratch, "%s%s%s%s%s", several ? m->names[seat] : "",
                        several ? ": " : "", asked, so_far, steps);
}

const char *scene_question(struct dialog *d, seat_id seat) { return question_words(d, seat); }

static const char *zero_words(const struct steps *s)
{
    if (s->depth || s->zero >= s->count) return NULL;
    return s->words[s->zero];
}

// What matters most comes first: a narrow screen shows the beginning.
static const char *const *keys_of(struct dialog *d, bool zero)
{
    static const char *const MORE[] = { "? help", "c card",  "w why",   "h hint",
                                        "u undo", "l log",   "s state", "/ find",
                                        "r rule", "t table", ": words", "q leave" };
    const char             **keys   = ARENA_ARRAY(&d->scratch, const char *, COUNT(MORE) + 4);
    size_t                   count  = 0;
    bool                     asked  = d->steps.count && !d->match->table.state->over;
    keys[count++]                   = asked ? "Enter do it" : "q leave";
    if (zero) keys[count++] = "0 end";
    if (d->steps.depth) keys[count++] = "Esc back";
    for (size_t i = 0; i < COUNT(MORE); i++) keys[count++] = MORE[i];
    return keys;
}

// What the last hint said of the best choice behind an item, before its details.
static const char *with_hint(struct dialog *d, const struct step_item *item)
{
    static const char *const RANKS[] = { "best", "good", "fair", "poor" };
    size_t                   best    = COUNT(RANKS);
    for (size_t i = 0; d->hints && i < item->count; i++)
        for (size_t r = 0; r < best; r++)
            if (strcmp(d->hints[item->members[i]], RANKS[r]) == 0) best = r;
    if (best == COUNT(RANKS)) return item->detail;
    return *item->detail ? arena_format(&d->scratch, "%s, %s", RANKS[best], item->detail)
                         : RANKS[best];
}

static void make_ask(struct dialog *d, seat_id seat, struct ask *ask)
{
    struct steps    *s     = &d->steps;
    struct ask_item *items = ARENA_ARRAY(&d->scratch, struct ask_item, s->item_count + 1);
    for (size_t i = 0; i < s->item_count; i++)
        items[i] = (struct ask_item){ .label   = s->items[i].label,
                                      .detail  = with_hint(d, &s->items[i]),
                                      .columns = d->hints ? NULL : s->items[i].columns,
                                      .picked  = s->items[i].picked };
    *ask = (struct ask){ .question = question_words(d, seat),
                         .items    = items,
                         .count    = s->item_count,
                         .zero     = zero_words(s),
                         .preview  = "",
                         .keys     = keys_of(d, zero_words(s) != NULL) };
    if (!s->item_count) ask->selected = 0;
}

def_id card_of_item(const struct dialog *d, size_t item)
{
    const struct steps *s = &d->steps;
    if (item >= s->item_count) return NO_DEF;
    const struct view_card *picked = find(s->view, s->items[item].card);
    if (picked || !s->items[item].count) return picked ? picked->def : (def_id)NO_DEF;
    const struct choice_parts *p = &s->parts[s->items[item].members[0]];
    card_id                    c = p->card != NO_CARD ? p->card : p->target;
    const struct view_card    *v = c == NO_CARD ? NULL : find(s->view, c);
    return v ? v->def : p->face;
}

// "Then: attack Scuttler · move to C · ...": the next step at a glance.
static const char *ways_of(struct dialog *d, const struct step_item *item)
{
    enum { WAYS_MOST = 6 };
    char          text[1200];
    struct writer w = writer_on(text, sizeof text);
    for (size_t i = 0; i < item->count && i < WAYS_MOST; i++)
        write_format(&w, "%s%s", i ? " · " : "Then: ", d->steps.words[item->members[i]]);
    if (item->count > WAYS_MOST) write_format(&w, " · %zu more", item->count - WAYS_MOST);
    return arena_text(&d->scratch, whole_characters((struct text){ text, w.size })).at;
}

// The words of the card that would be carried out, and what the rules say would come of it.
static const char *would_of(struct dialog *d, seat_id seat, size_t item)
{
    const struct steps *s = &d->steps;
    char                text[2048];
    struct writer       w     = writer_on(text, sizeof text);
    struct would       *found = ARENA_NEW(&d->scratch, struct would);
    if (item < s->item_count) {
        const struct choice_parts *p = &s->parts[s->items[item].members[0]];
        if (p->text.size) write_format(&w, "%.*s. ", SHOW(p->text));
    }
    if (d->far) {
        size_t choice = item < s->item_count ? s->items[item].members[0] : s->zero;
        d->far->would(d->far->at, choice, &w);
    } else {
        would(&d->match->table, seat, steps_first(s, item), &d->scratch, found);
        say_would(&d->match->table, seat, found, d->match->names, &w);
    }
    return arena_text(&d->scratch, whole_characters((struct text){ text, w.size })).at;
}

const char *preview_of(struct dialog *d, seat_id seat, size_t item)
{
    const struct steps *s    = &d->steps;
    bool                zero = item == s->item_count && s->depth == 0 && s->zero < s->count;
    if (item >= s->item_count && !zero) return "";
    if (zero || s->items[item].count == 1) return would_of(d, seat, item);
    if (s->items[item].count > 1) return ways_of(d, &s->items[item]);
    return s->items[item].picked ? "Picked." : "Not with what is picked.";
}

// What a lesson says comes before what happened, a line for each paragraph.
static struct told with_lesson(struct dialog *d, const struct news *news)
{
    const char *says  = d->lesson ? lesson_says(d->lesson) : "";
    struct text rest  = text_of(says), line;
    struct told told  = { .title = "Since your last choice",
                          .lines = news->lines,
                          .count = news->count };
    size_t      count = 0;
    if (!*says) return told;
    struct told_line *lines = ARENA_ARRAY(&d->scratch, struct told_line,
                                          news->count + rest.size + 1);
    while (text_next_line(&rest, &line))
        lines[count++] = (struct told_line){ arena_text(&d->scratch, line).at, true, true };
    if (news->count) memcpy(lines + count, news->lines, news->count * sizeof *lines);
    for (size_t i = count; i < count + news->count; i++) lines[i].decides = false;
    told.lines = lines;
    told.count = count + news->count;
    told.title = d->lesson_title;
    return told;
}

// In a table all choices do the same: "Molt" of "play Molt".
static void drop_verbs(struct dialog *d, struct ask *ask)
{
    struct ask_item *items = ARENA_ARRAY(&d->scratch, struct ask_item, ask->count + 1);
    struct text      verb  = { "", 0 };
    if (!ask->heading.size || !ask->count) return;
    for (size_t i = 0; i < ask->count; i++) {
        const struct step_item *item = &d->steps.items[i];
        if (!item->count) return;
        struct text own = d->steps.parts[item->members[0]].verb, label = text_of(item->label);
        if ((i && !text_equal(own, verb)) || !text_equal(text_part(label, 0, own.size), own))
            return;
        verb           = own;
        items[i]       = ask->items[i];
        items[i].label = text_trim(text_part(label, own.size, label.size)).at;
        if (own.size >= label.size) return;
    }
    ask->items = items;
}

struct scene *scene_of(struct dialog *d, seat_id seat)
{
    struct scene *scene = ARENA_NEW(&d->scratch, struct scene);
    make_sheet(d, seat, scene);
    struct news news = news_for(d, seat);
    scene->told      = with_lesson(d, &news);
    make_ask(d, seat, &scene->ask);
    scene->ask.numbers = scene->sheet.numbers;
    scene->ask.heading = scene->sheet.columns;
    drop_verbs(d, &scene->ask);
    const char *clock = d->far ? d->far->clock(d->far->at) : "";
    if (*clock)
        scene->ask.numbers = text_of(arena_format(&d->scratch, "%.*s%s%s",
                                                  SHOW(scene->sheet.numbers),
                                                  scene->sheet.numbers.size ? " · " : "", clock));
    return scene;
}

// How many lines of news there are in all.
static size_t news_in_all(const struct dialog *d)
{
    return d->far ? d->far->line_count : d->match->log.count;
}

void scene_answered(struct dialog *d, seat_id seat)
{
    if (seat >= SEATS_MAX) return;
    if (!d->shown[seat]) d->shown[seat] = calloc(1, sizeof *d->shown[seat]);
    if (!d->shown[seat]) BUG("out of memory for a view");
    memcpy(d->shown[seat], d->steps.view, sizeof *d->shown[seat]);
    d->told[seat] = news_in_all(d);
}

// --- plain lines --------------------------------------------------------------------------------

static struct text in_words(struct dialog *d, const char *text)
{
    size_t        size = 2 * strlen(text) + 64;
    struct writer w    = writer_on(arena_alloc(&d->scratch, 1, size), size);
    write_inked(&w, text_of(text), false, LETTERS_WORDS);
    return (struct text){ w.at, w.size };
}

void scene_write_table(struct dialog *d, seat_id seat, struct writer *w)
{
    struct scene *scene = ARENA_NEW(&d->scratch, struct scene);
    make_sheet(d, seat, scene);
    pack_lines(&scene->sheet, &d->scratch, false, LETTERS_WORDS, w);
}

static void write_words_of(const struct game *g, const struct view_card *c, struct writer *w)
{
    for (unsigned i = 0; g->status_words && g->status_words[i] && i < 64; i++)
        if (c->words >> i & 1 && *g->status_words[i]) write_format(w, ", %s", g->status_words[i]);
    if (c->flags & CARD_FACE_DOWN) write_chars(w, ", face down");
    if (c->flags & CARD_SIDEWAYS) write_chars(w, ", turned sideways");
}

static void write_state(struct dialog *d, seat_id seat, const struct view_card *c, struct writer *w)
{
    const struct game *g = d->match->table.game;
    say_card(&d->match->table, seat, c->id, d->match->names, w);
    write_format(w, " (%s)", g->zones[c->zone].name);
    for (unsigned i = 0; i < c->stats && g->stat_names[i]; i++)
        if (c->stat[i]) write_format(w, ", %s %d", g->stat_names[i], c->stat[i]);
    write_words_of(g, c, w);
}

bool scene_write_state(struct dialog *d, seat_id seat, card_id card, struct writer *w)
{
    struct view *v = ARENA_NEW(&d->scratch, struct view);
    see(d, seat, v);
    const struct view_card *c = find(v, card);
    if (c) write_state(d, seat, c, w);
    return c != NULL;
}

size_t scene_write_states(struct dialog *d, seat_id seat, def_id def, struct writer *w)
{
    struct view *v     = ARENA_NEW(&d->scratch, struct view);
    size_t       count = 0;
    see(d, seat, v);
    for (unsigned i = 0; i < v->card_count; i++) {
        if (v->cards[i].def != def) continue;
        write_chars(w, "now: ");
        write_state(d, seat, &v->cards[i], w);
        write_char(w, '\n');
        count++;
    }
    return count;
}

void scene_write_numbers(struct dialog *d, seat_id seat, struct writer *w)
{
    struct scene *scene = ARENA_NEW(&d->scratch, struct scene);
    make_sheet(d, seat, scene);
    if (scene->sheet.numbers.size) write_format(w, "%.*s. ", SHOW(scene->sheet.numbers));
}

static bool has_line(struct text all, struct text line)
{
    struct text one;
    while (text_next_line(&all, &one))
        if (text_equal(one, line)) return true;
    return false;
}

// The lines that were not there the last time, all of them at first.
static void show_changes(struct dialog *d, struct scene *scene)
{
    struct writer w = writer_on(arena_alloc(&d->scratch, 1, TEXT_SIZE), TEXT_SIZE);
    pack_lines(&scene->sheet, &d->scratch, false, LETTERS_WORDS, &w);
    struct text rest = { w.at, w.size }, line, before = text_of(d->drawn);
    bool        first = !*d->drawn;
    show_text(TEXT("\n"));
    while (text_next_line(&rest, &line))
        if (first || !has_line(before, line)) show_text(line);
    memcpy(d->drawn, w.at, w.size + 1);
}

static void show_told(struct dialog *d, const struct told *told)
{
    if (!told->count) return;
    show_text(TEXT("\n"));
    show_line(&d->screen, "%s:", told->title);
    for (size_t i = 0; i < told->count; i++) {
        struct text words = in_words(d, told->lines[i].words);
        show_line(&d->screen,
                  told->lines[i].decides && !told->lines[i].is_lesson ? "  Decisive: %.*s"
                                                                      : "  %.*s",
                  SHOW(words));
    }
}

static void show_item(struct dialog *d, size_t number, const char *label, const char *detail,
                      bool picked)
{
    struct text words = in_words(d, label), more = in_words(d, detail);
    show_line(&d->screen, "%3zu  %s%.*s%s%.*s", number, picked ? "(picked) " : "", SHOW(words),
              more.size ? ". " : "", SHOW(more));
}

static void show_ask(struct dialog *d, const struct ask *ask)
{
    struct text question = in_words(d, ask->question);
    char       *numbers  = arena_format(&d->scratch, "%.*s", SHOW(ask->numbers));
    struct text counted  = in_words(d, numbers);
    show_text(TEXT("\n"));
    show_styled(&d->screen, STYLE_STRONG, "Question: %.*s%s%.*s", SHOW(question),
                counted.size ? " " : "", SHOW(counted));
    for (size_t i = 0; i < ask->count; i++)
        show_item(d, i + 1, ask->items[i].label, ask->items[i].detail, ask->items[i].picked);
    if (ask->zero) show_item(d, 0, ask->zero, "", false);
}

void scene_show_choices(struct dialog *d, seat_id seat)
{
    struct ask ask;
    make_ask(d, seat, &ask);
    show_ask(d, &ask);
}

void scene_show_plain(struct dialog *d, seat_id seat)
{
    struct scene *scene = scene_of(d, seat);
    show_told(d, &scene->told);
    show_changes(d, scene);
    show_ask(d, &scene->ask);
    if (seat < SEATS_MAX) d->told[seat] = news_in_all(d);
}

void scene_write_result(struct dialog *d, struct writer *w)
{
    const struct table *t  = &d->match->table;
    const struct core  *c  = t->state;
    const struct rule *why = rule_find(t->game->rules, t->game->rule_count, t->state->over_because);
    unsigned           count = 0;
    write_chars(w, "The match is over: ");
    for (seat_id s = 0; s < c->seats; s++) {
        if (!(c->winners >> s & 1)) continue;
        write_format(w, "%s%s", count++ ? " and " : "",
                     d->people == BIT(s) ? "you" : d->match->names[s]);
    }
    bool plural = count > 1 || d->people == c->winners;
    write_chars(w, !count ? "nobody wins, it is a draw" : plural ? " win" : " wins");
    write_chars(w, ".\n");
    if (d->far && d->far->result && *d->far->result) write_format(w, "%s.\n", d->far->result);
    if (!why) return;
    write_chars(w, "Why: ");
    write_plain_rule(text_of(why->text), w);
    write_format(w, " (%s)\n", why->name);
}

void scene_show_end(struct dialog *d, seat_id seat)
{
    struct scene *scene     = scene_of(d, seat);
    char          end[4096] = "";
    struct writer w         = writer_on(end, sizeof end);
    show_told(d, &scene->told);
    show_changes(d, scene);
    if (seat < SEATS_MAX) d->told[seat] = news_in_all(d);
    scene_write_result(d, &w);
    struct text rest = { end, w.size }, line;
    while (text_next_line(&rest, &line)) show_line(&d->screen, "%.*s", SHOW(line));
    show_line(&d->screen,
              d->far ? "rematch asks for another; log, card, rules and quit work as before."
                     : "save FILE keeps it; log, card, rules, undo and quit work as before.");
}
