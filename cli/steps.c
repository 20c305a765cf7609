#include "cli/steps.h"

#include "cli/elsewhere.h"
#include "engine/sheet.h"
#include "engine/table.h"

#include <string.h>

void steps_init(struct steps *s)
{
    memset(s, 0, sizeof *s);
    arena_init(&s->arena);
}

void steps_finish(struct steps *s) { arena_finish(&s->arena); }

// --- what is equal ------------------------------------------------------------------------------

static const struct view_card *seen(const struct steps *s, card_id card)
{
    for (unsigned i = 0; i < s->view->card_count; i++)
        if (s->view->cards[i].id == card) return &s->view->cards[i];
    return NULL;
}

// Two copies in one pile, alike in all that can be seen: which one is taken makes no difference.
static bool are_alike(const struct steps *s, card_id a, card_id b)
{
    const struct zone_name *zones = s->match->table.game->zones;
    const struct view_card *one = seen(s, a), *two = seen(s, b);
    if (a == b) return true;
    return one && two && one->zone == two->zone && !zones[one->zone].one && one->def != NO_DEF &&
           one->def == two->def && one->words == two->words && one->flags == two->flags &&
           one->stats == two->stats && memcmp(one->stat, two->stat, sizeof one->stat) == 0 &&
           zones[one->zone].seat == s->seat && zones[one->zone].sight != SIGHT_ALL;
}

static bool is_same_but_for_card(const struct steps *s, size_t a, size_t b)
{
    struct choice one = s->choices[a], two = s->choices[b];
    if (s->parts[a].card == NO_CARD || s->parts[b].card == NO_CARD) return false;
    if (!are_alike(s, one.card, two.card)) return false;
    one.card = two.card;
    return choice_equal(one, two);
}

// --- items --------------------------------------------------------------------------------------

static const char *say(struct steps *s, card_id card)
{
    char          text[400];
    struct writer w = writer_on(text, sizeof text);
    say_card(&s->match->table, s->seat, card, s->match->names, &w);
    return arena_text(&s->arena, (struct text){ text, w.size }).at;
}

static const char *name_alone(struct steps *s, card_id card)
{
    const struct view_card *c = seen(s, card);
    return c && c->def != NO_DEF ? s->match->table.pool->defs[c->def].name : say(s, card);
}

static const char *facts_of(struct steps *s, card_id card)
{
    const struct table     *t         = &s->match->table;
    const struct view_card *c         = seen(s, card);
    char                    text[400] = "";
    struct writer           w         = writer_on(text, sizeof text);
    struct sheet           *sheet     = ARENA_NEW(&s->arena, struct sheet);
    if (!c || !t->game->facts) return "";
    sheet_begin(sheet, s->view, t->pool, s->match->names);
    t->game->facts(sheet, c, &w);
    return arena_text(&s->arena, (struct text){ text, w.size }).at;
}

// What is known of it, in one piece and, where the question is a table, in columns.
static void set_detail(struct steps *s, struct step_item *item, const char *said)
{
    struct text all = text_of(said);
    size_t      at  = text_find(all, SIGN_COLUMN);
    item->detail    = at < all.size ? arena_text(&s->arena, text_part(all, 0, at)).at : said;
    item->columns   = at < all.size ? said + at : NULL;
}

static struct step_item *new_item(struct steps *s)
{
    struct step_item *item = &s->items[s->item_count++];
    *item                  = (struct step_item){ .label = "", .detail = "", .card = NO_CARD };
    return item;
}

static void add_member(struct steps *s, struct step_item *item, size_t choice)
{
    if (!item->members) item->members = ARENA_ARRAY(&s->arena, uint16_t, s->count + 1);
    item->members[item->count++] = (uint16_t)choice;
}

// What a choice comes to beside its words: the words of the card that would be carried out, or
// what is to be known of the card.
static const char *detail_of(struct steps *s, size_t choice)
{
    const struct choice_parts *p = &s->parts[choice];
    if (p->text.size) return arena_text(&s->arena, p->text).at;
    if (p->card != NO_CARD && p->target == NO_CARD) return facts_of(s, p->card);
    return p->target != NO_CARD ? facts_of(s, p->target) : "";
}

static void make_flat(struct steps *s, const uint16_t *members, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct step_item *same = NULL;
        for (size_t k = 0; k < s->item_count && !s->gathers; k++)
            if (is_same_but_for_card(s, s->items[k].members[0], members[i])) same = &s->items[k];
        if (!same) {
            same        = new_item(s);
            same->label = s->words[members[i]];
            set_detail(s, same, detail_of(s, members[i]));
        }
        add_member(s, same, members[i]);
    }
    for (size_t k = 0; k < s->item_count; k++) {
        struct step_item *item = &s->items[k];
        if (item->count < 2) continue;
        // Which copy makes no difference, so its place need not be said.
        const char *name  = name_alone(s, s->parts[item->members[0]].card);
        const char *said  = say(s, s->parts[item->members[0]].card);
        struct text label = text_of(item->label);
        size_t      at    = text_find_text(label, text_of(said));
        if (at < label.size)
            item->label = arena_format(&s->arena, "%.*s%s%s ×%zu", (int)at, label.at, name,
                                       label.at + at + strlen(said), item->count);
        item->count = 1;
    }
}

static bool has_same_card(const struct steps *s, size_t a, size_t b)
{
    const struct choice_parts *one = &s->parts[a], *two = &s->parts[b];
    if (one->card != NO_CARD && two->card != NO_CARD) return are_alike(s, one->card, two->card);
    return one->card == two->card && one->face == two->face && one->face != NO_DEF;
}

static bool has_same_verb(const struct steps *s, size_t a, size_t b)
{
    return text_equal(s->parts[a].verb, s->parts[b].verb);
}

static size_t count_with_verb(const struct steps *s, const struct step_item *item, size_t like)
{
    size_t count = 0;
    for (size_t i = 0; i < item->count; i++) count += has_same_verb(s, item->members[i], like);
    return count;
}

// "attack 3 targets, move 2 ways"
static const char *verbs_of(struct steps *s, const struct step_item *item)
{
    char          text[400] = "";
    struct writer w         = writer_on(text, sizeof text);
    for (size_t i = 0; i < item->count; i++) {
        bool told = false;
        for (size_t k = 0; k < i; k++) told |= has_same_verb(s, item->members[i], item->members[k]);
        if (told) continue;
        const struct choice_parts *p     = &s->parts[item->members[i]];
        size_t                     count = count_with_verb(s, item, item->members[i]);
        write_format(&w, "%s%.*s", w.size ? ", " : "", SHOW(p->verb));
        if (count > 1)
            write_format(&w, " %zu %s", count, p->target != NO_CARD ? "targets" : "ways");
    }
    return arena_text(&s->arena, (struct text){ text, w.size }).at;
}

// Those that have something in common become one item. False if that makes no shorter list.
static bool make_groups(struct steps *s, const uint16_t *members, size_t count,
                        bool (*together)(const struct steps *, size_t, size_t), bool by_card)
{
    s->item_count = 0;
    for (size_t i = 0; i < count; i++) {
        struct step_item *same = NULL;
        for (size_t k = 0; k < s->item_count; k++)
            if (together(s, s->items[k].members[0], members[i])) same = &s->items[k];
        add_member(s, same ? same : new_item(s), members[i]);
    }
    if (s->item_count == count || s->item_count < 2) return false;
    for (size_t k = 0; k < s->item_count; k++) {
        struct step_item          *item = &s->items[k];
        const struct choice_parts *p    = &s->parts[item->members[0]];
        if (item->count == 1) {
            item->label = s->words[item->members[0]];
            set_detail(s, item, detail_of(s, item->members[0]));
        } else if (by_card) {
            item->label  = p->card != NO_CARD ? say(s, p->card)
                                              : s->match->table.pool->defs[p->face].name;
            item->detail = verbs_of(s, item);
        } else {
            item->label  = arena_text(&s->arena, p->verb).at;
            item->detail = arena_format(&s->arena, "%zu %s", item->count,
                                        p->target != NO_CARD ? "targets" : "ways");
        }
    }
    return true;
}

// Copies of which one is chosen further on: only one of them is asked about.
static void drop_copies(struct steps *s)
{
    for (size_t k = 0; k < s->item_count; k++) {
        struct step_item *item = &s->items[k];
        card_id           card = s->parts[item->members[0]].card;
        size_t            kept = 0, copies = 0;
        if (card == NO_CARD || item->count < 2) continue;
        for (size_t i = 0; i < item->count; i++) {
            bool first = true;
            for (size_t m = 0; m < i && first; m++)
                first = s->parts[item->members[m]].card != s->parts[item->members[i]].card;
            copies += first && s->parts[item->members[i]].card != card;
        }
        if (!copies) continue;
        for (size_t i = 0; i < item->count; i++)
            if (s->parts[item->members[i]].card == card) item->members[kept++] = item->members[i];
        item->count  = kept;
        item->label  = arena_format(&s->arena, "%s ×%zu", name_alone(s, card), copies + 1);
        item->detail = verbs_of(s, item);
    }
}

// --- a question that gathers cards --------------------------------------------------------------

static void list(struct pick_order *o, card_id card)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->card[i] == card) return;
    if (o->count < CHOICES_MAX) o->card[o->count++] = card;
}

// Numbers stay while one picks: what was picked keeps its place, with a mark.
static void make_picks(struct steps *s)
{
    const struct question *q = &s->match->table.state->question[s->seat];
    struct pick_order     *o = &s->order[s->seat];
    if (q->picked == 0 || o->question != q->kind) o->count = 0;
    o->question = q->kind;
    for (unsigned i = 0; i < q->picked; i++) list(o, q->pick[i]);
    for (size_t i = 0; i < s->count; i++)
        if (s->parts[i].card != NO_CARD) list(o, s->parts[i].card);
    s->items = ARENA_ARRAY(&s->arena, struct step_item, o->count + 1);
    for (size_t i = 0; i < o->count; i++) {
        struct step_item *item = new_item(s);
        item->card             = o->card[i];
        item->label            = say(s, o->card[i]);
        set_detail(s, item, facts_of(s, o->card[i]));
        for (size_t k = 0; k < s->count; k++)
            if (s->parts[k].card == o->card[i]) add_member(s, item, k);
        item->picked = has_picked(q, o->card[i]);
        if (!item->count && !item->picked) set_detail(s, item, "not now"); // and keeps its number
    }
}

// --- steps --------------------------------------------------------------------------------------

static void make_items(struct steps *s)
{
    const uint16_t *members = s->members[s->depth];
    size_t          count   = s->member_count[s->depth];
    s->item_count           = 0;
    if (s->gathers) {
        make_picks(s);
        return;
    }
    make_flat(s, members, count);
    if (s->item_count <= STEPS_FLAT || s->depth + 1 == STEPS_DEEP) return;
    if (make_groups(s, members, count, has_same_card, true)) {
        drop_copies(s);
        return;
    }
    if (make_groups(s, members, count, has_same_verb, false)) return;
    s->item_count = 0;
    make_flat(s, members, count);
}

static void find_zero(struct steps *s)
{
    const uint8_t *ends = s->match->table.game->ends;
    s->zero             = s->count;
    for (size_t i = 0; i < s->count && s->zero == s->count; i++)
        if (s->choices[i].kind == CHOICE_DONE) s->zero = i;
    for (; ends && *ends && s->zero == s->count; ends++)
        for (size_t i = 0; i < s->count && s->zero == s->count; i++)
            if (s->choices[i].kind == *ends) s->zero = i;
}

static void begin(struct steps *s, const struct match *m, seat_id seat)
{
    arena_reset(&s->arena);
    s->match   = m;
    s->seat    = seat;
    s->depth   = 0;
    s->count   = 0;
    s->gathers = m->table.state->asked >> seat & 1 && m->table.state->question[seat].max > 1;
}

// Choices, words and parts are there.
static void begin_items(struct steps *s)
{
    s->items = ARENA_ARRAY(&s->arena, struct step_item, s->count + PICKS_MAX + 1);
    find_zero(s);
    s->members[0]      = ARENA_ARRAY(&s->arena, uint16_t, s->count + 1);
    s->member_count[0] = 0;
    for (size_t i = 0; i < s->count; i++)
        if (i != s->zero) s->members[0][s->member_count[0]++] = (uint16_t)i;
    make_items(s);
}

void steps_ask(struct steps *s, const struct match *m, seat_id seat)
{
    const struct table *t = &m->table;
    begin(s, m, seat);
    struct view *view = ARENA_NEW(&s->arena, struct view);
    s->choices        = ARENA_ARRAY(&s->arena, struct choice, CHOICES_MAX);
    table_view(t, seat, view);
    s->view  = view;
    s->count = table_choices(t, seat, s->choices, CHOICES_MAX);
    s->words = ARENA_ARRAY(&s->arena, const char *, s->count + 1);
    s->parts = ARENA_ARRAY(&s->arena, struct choice_parts, s->count + 1);
    for (size_t i = 0; i < s->count; i++) {
        char          words[1024];
        struct writer w = writer_on(words, sizeof words);
        say_choice(t, seat, seat, s->choices[i], m->names, &w);
        s->words[i] = arena_text(&s->arena, (struct text){ words, w.size }).at;
        choice_take_apart(t, seat, s->choices[i], &s->parts[i]);
    }
    begin_items(s);
}

void steps_ask_far(struct steps *s, const struct match *m, seat_id seat,
                   const struct elsewhere *far)
{
    begin(s, m, seat);
    s->view    = far->view;
    s->count   = far->count < CHOICES_MAX ? far->count : CHOICES_MAX;
    s->choices = ARENA_ARRAY(&s->arena, struct choice, s->count + 1);
    s->words   = ARENA_ARRAY(&s->arena, const char *, s->count + 1);
    s->parts   = ARENA_ARRAY(&s->arena, struct choice_parts, s->count + 1);
    for (size_t i = 0; i < s->count; i++) {
        s->choices[i] = far->choices[i];
        s->words[i]   = far->words[i];
        s->parts[i]   = far->parts[i];
    }
    begin_items(s);
}

struct choice steps_first(const struct steps *s, size_t item)
{
    if (item < s->item_count && s->items[item].count) return s->choices[s->items[item].members[0]];
    if (item == s->item_count && s->zero < s->count) return s->choices[s->zero];
    return (struct choice){ .kind = CHOICE_NONE };
}

bool steps_enter(struct steps *s, size_t item, struct choice *out)
{
    if (item >= s->item_count || s->items[item].count == 1) {
        *out = steps_first(s, item);
        return true;
    }
    const struct step_item entered = s->items[item];
    s->path[s->depth]              = entered.label;
    s->depth++;
    s->members[s->depth]      = entered.members;
    s->member_count[s->depth] = entered.count;
    s->items                  = ARENA_ARRAY(&s->arena, struct step_item, s->count + PICKS_MAX + 1);
    make_items(s);
    return false;
}

bool steps_back(struct steps *s)
{
    if (s->depth == 0) return false;
    s->depth--;
    make_items(s);
    return true;
}
