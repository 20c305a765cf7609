#include "engine/sheet.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// --- parts --------------------------------------------------------------------------------------

static void close_slot(struct sheet *s)
{
    if (s->open) s->open->size = (size_t)(s->out.at + s->out.size - s->open->at);
    s->open = NULL;
}

static void open_slot(struct sheet *s, struct text *slot)
{
    close_slot(s);
    *slot   = (struct text){ s->out.at + s->out.size, 0 };
    s->open = slot;
}

void sheet_begin(struct sheet *s, const struct view *v, const struct card_pool *pool,
                 const char *const *names)
{
    s->view       = v;
    s->pool       = pool;
    s->names      = names;
    s->mark_count = s->part_count = 0;
    s->open                       = NULL;
    s->title = s->title_right = s->numbers = (struct text){ "", 0 };
    s->out                                 = writer_on(s->buffer, sizeof s->buffer);
}

void sheet_end(struct sheet *s) { close_slot(s); }

void sheet_title(struct sheet *s) { open_slot(s, &s->title); }
void sheet_right(struct sheet *s) { open_slot(s, &s->title_right); }
void sheet_numbers(struct sheet *s) { open_slot(s, &s->numbers); }
void sheet_columns(struct sheet *s) { open_slot(s, &s->columns); }

// A sheet that is full drops what comes: the last part takes it.
void sheet_part(struct sheet *s, unsigned weight)
{
    close_slot(s);
    if (s->part_count < SHEET_PARTS_MAX) s->part_count++;
    s->parts[s->part_count - 1] = (struct sheet_part){ .weight = (uint8_t)weight };
}

void sheet_beside(struct sheet *s) { s->parts[s->part_count - 1].beside = true; }

void sheet_form(struct sheet *s, enum sheet_form form)
{
    struct sheet_part *part = &s->parts[s->part_count - 1];
    part->given[form]       = true;
    open_slot(s, &part->form[form]);
}

static void write_bare(struct text t, struct writer *w)
{
    for (size_t i = 0; i < t.size; i++)
        if (t.at[i] == SIGN_BLANK || (unsigned char)t.at[i] >= ' ' || t.at[i] == '\n')
            write_char(w, t.at[i] == SIGN_BLANK ? ' ' : t.at[i]);
}

void sheet_write(const struct sheet *s, struct writer *w)
{
    write_bare(s->title, w);
    write_char(w, '\n');
    for (unsigned i = 0; i < s->part_count; i++) {
        unsigned form = FORM_FULL;
        while (form < FORM_COUNT && !s->parts[i].given[form]) form++;
        if (form < FORM_COUNT) write_bare(s->parts[i].form[form], w);
    }
}

// --- writing ------------------------------------------------------------------------------------

void sheet_ink(struct sheet *s, enum ink ink) { write_char(&s->out, (char)(SIGN_INK + ink)); }

void sheet_item(struct sheet *s, const char *format, ...)
{
    size_t  from = s->out.size;
    char    words[512];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    struct text dot = TEXT(" · ");
    bool        on  = text_equal(text_part(text_of(words), 0, dot.size), dot);
    write_chars(&s->out, words);
    if (on) s->out.at[from] = SIGN_BLANK; // the line may end behind the dot
    if (on) from += dot.size;
    while (from < s->out.size && s->out.at[from] == ' ') from++;
    for (size_t i = from; i < s->out.size; i++)
        if (s->out.at[i] == ' ') s->out.at[i] = SIGN_BLANK;
}

static bool is_sign(char c) { return (unsigned char)c < ' ' && c != SIGN_BLANK; }
static bool is_inside(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

unsigned sheet_width(struct text t)
{
    unsigned width = 0;
    for (size_t i = 0; i < t.size; i++) width += !is_sign(t.at[i]) && !is_inside(t.at[i]);
    return width;
}

void sheet_fill(struct sheet *s, const char *sign, unsigned times)
{
    while (times-- > 0) write_chars(&s->out, sign);
}

void sheet_cell(struct sheet *s, struct text t, unsigned columns)
{
    unsigned width = sheet_width(t), most = width > columns ? columns - (columns > 0) : columns;
    unsigned used = 0;
    for (size_t i = 0; i < t.size; i++) {
        if (!is_sign(t.at[i]) && !is_inside(t.at[i]) && used++ == most) break;
        write_char(&s->out, t.at[i]);
    }
    if (width > columns && columns) write_chars(&s->out, "…");
    sheet_fill(s, " ", width < columns ? columns - width : 0);
}

void sheet_bar(struct sheet *s, int value, int most, unsigned columns)
{
    int full = most > 0 ? (value * (int)columns + most - 1) / most : 0;
    for (int i = 0; i < (int)columns; i++) write_chars(&s->out, i < full ? "▰" : "▱");
}

void sheet_seat(struct sheet *s, seat_id seat)
{
    bool own = seat == s->view->viewer;
    sheet_ink(s, own ? INK_OWN : INK_THEIRS);
    sheet_item(s, "%s %s", own ? "▲" : "▼", own ? "You" : s->names[seat]);
    sheet_ink(s, INK_PLAIN);
}

static unsigned write_mark(struct sheet *s, const struct sheet_mark *m)
{
    char text[16] = "";
    if (m->number) snprintf(text, sizeof text, "[%u]", m->number);
    sheet_ink(s, INK_NUMBER);
    write_chars(&s->out, text);
    sheet_ink(s, INK_CHANGED);
    if (m->changed) write_char(&s->out, '*');
    sheet_ink(s, INK_PLAIN);
    return (unsigned)strlen(text) + m->changed;
}

unsigned sheet_mark_card(struct sheet *s, card_id card)
{
    for (unsigned i = 0; i < s->mark_count; i++)
        if (s->marks[i].card == card) return write_mark(s, &s->marks[i]);
    return 0;
}

unsigned sheet_mark_zone(struct sheet *s, zone_id zone)
{
    for (unsigned i = 0; i < s->mark_count; i++)
        if (s->marks[i].card == NO_CARD && s->marks[i].zone == zone)
            return write_mark(s, &s->marks[i]);
    return 0;
}

// --- what a view says ---------------------------------------------------------------------------

int view_value(const struct view *v, unsigned name, seat_id seat, int otherwise)
{
    for (unsigned i = 0; i < v->value_count; i++)
        if (v->values[i].name == name && v->values[i].seat == seat) return v->values[i].value;
    return otherwise;
}

int sheet_value(const struct sheet *s, unsigned name, seat_id seat)
{
    return view_value(s->view, name, seat, 0);
}

unsigned view_count(const struct view *v, unsigned zone)
{
    unsigned count = 0;
    for (unsigned i = 0; i < v->card_count; i++) count += v->cards[i].zone == zone;
    return count;
}

const char *view_name(const struct view_card *card, const struct card_pool *pool,
                      const char *hidden)
{
    return card->def == NO_DEF ? hidden : pool->defs[card->def].name;
}

const struct view_card *view_top(const struct view *v, unsigned zone)
{
    for (unsigned i = 0; i < v->card_count; i++)
        if (v->cards[i].zone == zone) return &v->cards[i];
    return NULL;
}

const char *view_whose(const struct view *v, const char *const *names, seat_id seat, char *out,
                       size_t size)
{
    if (seat == v->viewer)
        snprintf(out, size, "your");
    else
        snprintf(out, size, "%s's", names[seat]);
    return out;
}

const char *view_who(const struct view *v, const char *const *names, seat_id seat)
{
    return seat == v->viewer ? "you" : names[seat];
}

static bool is_same(const struct view_card *a, const struct view_card *b)
{
    return a->def == b->def && a->words == b->words && a->flags == b->flags &&
           a->stats == b->stats && memcmp(a->stat, b->stat, sizeof a->stat) == 0;
}

static bool was_listed(const struct view *v, unsigned at)
{
    for (unsigned i = 0; i < at; i++)
        if (v->cards[i].zone == v->cards[at].zone && is_same(&v->cards[i], &v->cards[at]))
            return true;
    return false;
}

unsigned sheet_list(struct sheet *s, unsigned zone, const char *between,
                    void (*write)(struct sheet *, const struct view_card *, struct writer *))
{
    const struct view *v     = s->view;
    unsigned           count = 0, told = 0;
    for (unsigned i = 0; i < v->card_count; i++) {
        const struct view_card *card = &v->cards[i];
        if (card->zone != zone || card->def == NO_DEF) continue;
        count++;
        if (was_listed(v, i)) continue;
        unsigned same = 0;
        for (unsigned k = i; k < v->card_count; k++)
            same += v->cards[k].zone == zone && is_same(card, &v->cards[k]);
        char          words[512];
        struct writer w = writer_on(words, sizeof words);
        if (write)
            write(s, card, &w);
        else
            write_chars(&w, view_name(card, s->pool, "?"));
        if (told++) write_chars(&s->out, between);
        sheet_item(s, same > 1 ? "%s ×%u" : "%s", words, same);
    }
    return count;
}

static void write_pile(struct sheet *s, unsigned zone, const char *title, enum sheet_form form,
                       void (*write)(struct sheet *, const struct view_card *, struct writer *))
{
    sheet_form(s, form);
    write_format(&s->out, "%s  %c", title, SIGN_HANG);
    sheet_list(s, zone, " · ", write);
    write_char(&s->out, '\n');
}

void sheet_pile(struct sheet *s, unsigned zone, const char *title, unsigned weight,
                void (*write)(struct sheet *, const struct view_card *, struct writer *))
{
    unsigned known = 0;
    for (unsigned i = 0; i < s->view->card_count; i++)
        known += s->view->cards[i].zone == zone && s->view->cards[i].def != NO_DEF;
    if (!known) return;
    sheet_part(s, weight);
    write_pile(s, zone, title, FORM_FULL, write);
    if (write) write_pile(s, zone, title, FORM_COMPACT, NULL);
    sheet_form(s, FORM_LINE);
    write_format(&s->out, "%s  %u cards\n", title, known);
}
