#include "cli/pack.h"

#include "cli/screen.h"

#include <stdarg.h>
#include <string.h>

enum { BESIDE_LEAST = 28, PANE_FROM = 110, TABLE_BESIDE_PANE = 82, TOLD_FULL = 12, TOLD_SOME = 4 };
enum { TABLE_COLUMNS_MAX = 12, TABLE_CUT_LEAST = 12 };
enum { PARTS_MAX = SHEET_PARTS_MAX + 1 }; // and what happened
enum { FOLDS_MAX = FORM_COUNT * PARTS_MAX, CARD_ROWS_LEAST = 4 };

struct packer {
    struct arena         *arena;
    const struct page_in *in;
    struct page          *page;
    unsigned              columns; // of the table
    struct sheet_part     parts[PARTS_MAX];
    uint8_t               form[PARTS_MAX]; // FORM_COUNT: vanished
    unsigned              count;
};

// --- parts in their forms -----------------------------------------------------------------------

static bool is_drawing(struct text form) { return form.size && *form.at == SIGN_FIXED; }

static bool is_too_wide(struct text form, unsigned columns)
{
    struct text line;
    while (text_next_line(&form, &line))
        if (is_drawing(line) && text_width(line) > columns) return true;
    return false;
}

static unsigned next_form(const struct sheet_part *part, unsigned form)
{
    while (++form < FORM_COUNT && !part->given[form]) {
    }
    return form;
}

static bool may_fold(const struct packer *p, unsigned i)
{
    const struct sheet_part *part = &p->parts[i];
    if (p->form[i] >= FORM_COUNT) return false;
    return next_form(part, p->form[i]) < FORM_COUNT || part->weight < WEIGHT_KEPT;
}

static void lay_part(const struct packer *p, unsigned i, unsigned columns, struct text_rows *out)
{
    if (p->form[i] < FORM_COUNT) lay_out(p->arena, p->parts[i].form[p->form[i]], columns, out);
}

static unsigned widest(const struct text_rows *rows)
{
    unsigned most = 0;
    for (unsigned i = 0; i < rows->count; i++) {
        unsigned width = text_width(rows->row[i]);
        if (width > most) most = width;
    }
    return most;
}

static struct text beside_each_other(struct arena *arena, struct text left, unsigned width,
                                     struct text right)
{
    char          line[8 * PACK_COLUMNS_MAX];
    struct writer w = writer_on(line, sizeof line);
    write_text(&w, left);
    write_format(&w, "%c", SIGN_INK + INK_PLAIN);
    for (unsigned used = text_width(left); used < width; used++) write_char(&w, ' ');
    write_text(&w, right);
    return arena_text(arena, (struct text){ line, w.size });
}

// A part, and at its right those that may stand there; below it where columns are few. Returns the
// part behind them.
static unsigned lay_group(const struct packer *p, unsigned first, struct text_rows *out)
{
    struct text_rows left = { 0 }, right = { 0 };
    unsigned         end = first + 1;
    while (end < p->count && p->parts[end].beside) end++;
    lay_part(p, first, p->columns, &left);
    unsigned width = widest(&left) + 2;
    bool drawn = p->form[first] < FORM_COUNT && is_drawing(p->parts[first].form[p->form[first]]);
    bool wide  = drawn && width + BESIDE_LEAST <= p->columns && end > first + 1;
    for (unsigned i = first + 1; i < end; i++)
        lay_part(p, i, wide ? p->columns - width : p->columns, wide ? &right : &left);
    unsigned rows = left.count > right.count ? left.count : right.count;
    for (unsigned i = 0; i < rows; i++) {
        struct text l   = i < left.count ? left.row[i] : TEXT("");
        struct text row = i < right.count ? beside_each_other(p->arena, l, width, right.row[i]) : l;
        add_row(p->arena, out, row);
    }
    return end;
}

static struct text_rows lay_table(const struct packer *p)
{
    struct text_rows out = { 0 };
    for (unsigned i = 0; i < p->count;) i = lay_group(p, i, &out);
    return out;
}

static unsigned fold_weight(const struct packer *p, unsigned i)
{
    unsigned folded = 0;
    for (unsigned f = 0; f < p->form[i]; f++) folded += p->parts[i].given[f];
    return p->parts[i].weight % WEIGHT_KEPT + folded * FOLD_WEIGHT;
}

static void fold(struct packer *p, unsigned i)
{
    p->form[i] = (uint8_t)next_form(&p->parts[i], p->form[i]);
}

// The lightest part whose folding makes the table shorter; if there is none, the lightest.
static bool fold_one(struct packer *p, unsigned rows)
{
    uint8_t  before[PARTS_MAX];
    bool     tried[PARTS_MAX] = { false };
    unsigned lightest         = PARTS_MAX;
    memcpy(before, p->form, sizeof before);
    for (unsigned round = 0; round < p->count; round++) {
        unsigned best = PARTS_MAX;
        for (unsigned i = 0; i < p->count; i++)
            if (!tried[i] && may_fold(p, i) &&
                (best == PARTS_MAX || fold_weight(p, i) < fold_weight(p, best)))
                best = i;
        if (best == PARTS_MAX) break;
        if (lightest == PARTS_MAX) lightest = best;
        tried[best] = true;
        fold(p, best);
        if (lay_table(p).count < rows) return true;
        memcpy(p->form, before, sizeof before);
    }
    if (lightest < PARTS_MAX) fold(p, lightest);
    return lightest < PARTS_MAX;
}

// --- what happened ------------------------------------------------------------------------------

static void write_rule(struct writer *w, const char *sign, unsigned count)
{
    for (; count > 0; count--) write_chars(w, sign);
}

// "── Just now ───────────── l: 6 more ──": words in a line.
static void write_ruled(struct writer *w, const char *sign, const char *left, struct text right,
                        unsigned columns)
{
    unsigned used = 2 + 1 + text_width(text_of(left)) + 1,
             end  = right.size ? text_width(right) + 4 : 0;
    write_rule(w, sign, 2);
    write_format(w, " %s ", left);
    write_rule(w, sign, used + end < columns ? columns - used - end : 0);
    if (!right.size) return;
    write_char(w, ' ');
    write_text(w, right);
    write_char(w, ' ');
    write_rule(w, sign, 2);
}

// How many lines matter more than this one: those that decide, then the later ones.
static size_t count_before(const struct told *told, size_t at)
{
    const struct told_line *line  = &told->lines[at];
    size_t                  count = 0;
    for (size_t i = 0; i < told->count; i++)
        count += told->lines[i].decides != line->decides ? told->lines[i].decides : i > at;
    return count;
}

static void write_told(struct packer *p, struct sheet_part *part, enum sheet_form form,
                       unsigned most)
{
    const struct told *told  = p->in->told;
    size_t             shown = told->count < most ? told->count : most;
    size_t             more  = told->earlier + told->count - shown;
    size_t             size  = 1024;
    for (size_t i = 0; i < told->count; i++) size += strlen(told->lines[i].words) + 8;
    struct writer w       = writer_on(arena_alloc(p->arena, 1, size), size);
    char          end[40] = "";
    struct writer e       = writer_on(end, sizeof end);
    // One row it shall be, even if its end is cut off.
    const char fixed[2] = { SIGN_FIXED, 0 };
    bool       narrow   = form == FORM_LINE && p->columns < 60;
    if (more && !narrow) write_format(&e, "l: %zu more", more);
    if (form != FORM_LINE) {
        char          rule[8 * PACK_COLUMNS_MAX];
        struct writer r = writer_on(rule, sizeof rule);
        write_ruled(&r, "─", told->title, text_of(end), p->columns);
        write_format(&w, "%c%c%s\n", SIGN_FIXED, SIGN_INK + INK_FAINT, rule);
    }
    for (size_t i = 0; i < told->count; i++)
        if (count_before(told, i) < most)
            write_format(&w, "%s%s%c%s%s%s\n", narrow ? fixed : "",
                         told->lines[i].decides && !told->lines[i].is_lesson ? "* " : "  ",
                         SIGN_HANG, told->lines[i].words, form == FORM_LINE && *end ? "  " : "",
                         form == FORM_LINE ? end : "");
    part->given[form] = true;
    part->form[form]  = (struct text){ w.at, w.size };
}

static void add_told(struct packer *p)
{
    const struct told *told = p->in->told;
    if (!told || !told->count) return;
    struct sheet_part *part = &p->parts[p->count++];
    *part                   = (struct sheet_part){ .weight = WEIGHT_KEPT };
    if (told->count > TOLD_SOME) write_told(p, part, FORM_FULL, TOLD_FULL);
    write_told(p, part, FORM_COMPACT, TOLD_SOME);
    write_told(p, part, FORM_LINE, 1);
}

// --- rows of the page ---------------------------------------------------------------------------

static void add(struct packer *p, struct text row)
{
    if (p->page->count < p->page->rows) p->page->row[p->page->count++] = row;
}

// So much of a text as so many columns take.
static struct text clipped(struct arena *arena, struct text t, unsigned columns)
{
    struct text_rows rows = { 0 };
    char            *line = arena_alloc(arena, t.size + 2, 1);
    line[0]               = SIGN_FIXED;
    memcpy(line + 1, t.at, t.size);
    lay_out(arena, (struct text){ line, t.size + 1 }, columns, &rows);
    return rows.count ? rows.row[0] : TEXT("");
}

static void add_title(struct packer *p)
{
    const struct sheet *s = p->in->sheet;
    if (!s) return;
    char          line[8 * PACK_COLUMNS_MAX];
    struct writer w    = writer_on(line, sizeof line);
    unsigned      left = text_width(s->title) + 1, right = text_width(s->title_right);
    unsigned      whole = p->page->columns;
    struct text   title = s->title;
    size_t        name  = text_find_text(title, TEXT("   "));
    if (left > whole && name < title.size) { // which game it is can be done without first
        title = text_trim(text_part(title, name, title.size));
        left  = text_width(title) + 1;
    }
    write_format(&w, "%c %.*s", SIGN_INK + INK_STRONG, SHOW(title));
    if (right && left + 2 + right <= whole) {
        for (unsigned used = left; used + right < whole; used++) write_char(&w, ' ');
        write_text(&w, s->title_right);
    }
    add(p, clipped(p->arena, (struct text){ w.at, w.size }, whole));
}

// --- the question -------------------------------------------------------------------------------

struct question_rows {
    struct text_rows head, preview;
    unsigned         columns_of_items, item_rows, item_width, label_width;
    bool             table; // details stand in columns below a heading
    unsigned         cell[TABLE_COLUMNS_MAX];
    bool             window; // not all choices are in sight at once
    bool             bare;   // cells are too narrow for more than labels
    bool             cut;    // ... and for the longest of them
};

static void lay_head(struct packer *p, struct question_rows *q)
{
    const struct ask *ask   = p->in->ask;
    unsigned          width = text_width(text_of(ask->question)) + text_width(ask->numbers);
    char              line[8 * PACK_COLUMNS_MAX];
    struct writer     w = writer_on(line, sizeof line);
    if (width + 12 <= p->page->columns) {
        write_format(&w, "%c%c", SIGN_FIXED, SIGN_INK + INK_STRONG);
        write_ruled(&w, "━", ask->question, ask->numbers, p->page->columns);
    } else {
        write_format(&w, "%c━━ %c%s", SIGN_INK + INK_STRONG, SIGN_HANG, ask->question);
        if (ask->numbers.size) write_format(&w, " ━ %.*s", SHOW(ask->numbers));
    }
    lay_out(p->arena, (struct text){ w.at, w.size }, p->page->columns, &q->head);
}

static unsigned number_width(const struct ask *ask) { return ask->count > 9 ? 2 : 1; }

static unsigned width_of_item(const struct ask *ask, const struct ask_item *item, unsigned label)
{
    unsigned own = text_width(text_of(item->label)), details = text_width(text_of(item->detail));
    return 1 + number_width(ask) + 1 + (details ? (label > own ? label : own) + 2 + details : own) +
           (item->picked ? 2 : 0);
}

static unsigned widest_label(const struct ask *ask)
{
    unsigned most = ask->zero ? text_width(text_of(ask->zero)) : 0;
    for (size_t i = 0; i < ask->count; i++) {
        unsigned width = text_width(text_of(ask->items[i].label)) + (ask->items[i].picked ? 2 : 0);
        if (width > most) most = width;
    }
    return most;
}

// As few columns as make the choices fit `rows` rows, zero among them.
static void lay_items(const struct packer *p, unsigned rows, struct question_rows *q)
{
    const struct ask *ask = p->in->ask;
    unsigned          all = (unsigned)ask->count + (ask->zero ? 1 : 0), label = 0, wide = 0;
    unsigned          whole = p->page->columns;
    if (rows < 2) rows = 2;
    for (size_t i = 0; i < ask->count; i++) {
        unsigned width = text_width(text_of(ask->items[i].label));
        if (*ask->items[i].detail && width > label) label = width;
    }
    if (label > whole / 3) label = whole / 3;
    for (size_t i = 0; i < ask->count; i++) {
        unsigned width = width_of_item(ask, &ask->items[i], label);
        if (width > wide) wide = width;
    }
    unsigned columns = (all + rows - 1) / rows, most = whole / 18 ? whole / 18 : 1;
    unsigned fitting = (whole + 2) / (wide + 2);
    if (columns < 1) columns = 1;
    // More columns than the words fit are better than a window, as long as they can be read.
    if (columns > most)
        columns = fitting > 1 ? (fitting < most ? fitting : most) : most > 1 ? 2 : 1;
    if (columns > all && all) columns = all;
    q->columns_of_items = columns;
    q->item_rows        = all ? (all + columns - 1) / columns : 0;
    q->window           = q->item_rows > rows;
    if (q->window) q->item_rows = rows;
    q->item_width  = (whole + 2) / columns - 2;
    unsigned inner = q->item_width > number_width(ask) + 2 ? q->item_width - number_width(ask) - 2
                                                           : 1;
    q->label_width = label < inner ? label : inner;
    q->bare        = columns > 1 && wide > q->item_width;
    q->cut         = q->bare && widest_label(ask) > inner;
}

static bool next_column(struct text *rest, struct text *column)
{
    if (!rest->size) return false;
    *rest   = text_part(*rest, 1, rest->size); // the sign itself
    *column = text_part(*rest, 0, text_find(*rest, SIGN_COLUMN));
    *rest   = text_part(*rest, column->size, rest->size);
    return true;
}

static unsigned widen(unsigned cell[TABLE_COLUMNS_MAX], struct text columns)
{
    struct text column;
    unsigned    count = 0;
    while (count < TABLE_COLUMNS_MAX && next_column(&columns, &column)) {
        unsigned width = text_width(column);
        if (width > cell[count]) cell[count] = width;
        count++;
    }
    return count;
}

// Choices that have columns are a table where all of it fits. True if it is one.
static bool lay_as_table(const struct packer *p, unsigned rows, struct question_rows *q)
{
    const struct ask *ask   = p->in->ask;
    unsigned          all   = (unsigned)ask->count + (ask->zero ? 1 : 0);
    unsigned          label = widest_label(ask);
    bool              any   = false;
    memset(q->cell, 0, sizeof q->cell);
    if (!ask->heading.size || all + 1 > rows) return false;
    widen(q->cell, ask->heading);
    for (size_t i = 0; i < ask->count; i++) {
        any |= ask->items[i].columns != NULL;
        if (ask->items[i].columns) widen(q->cell, text_of(ask->items[i].columns));
    }
    unsigned width = 1 + number_width(ask) + 1 + label;
    for (unsigned i = 0; i < TABLE_COLUMNS_MAX; i++) width += q->cell[i] ? 2 + q->cell[i] : 0;
    // The last column may be cut, as long as its beginning can be read.
    unsigned last = 0, over = width > p->page->columns ? width - p->page->columns : 0;
    while (last + 1 < TABLE_COLUMNS_MAX && q->cell[last + 1]) last++;
    if (!any || (over && q->cell[last] < over + TABLE_CUT_LEAST)) return false;
    q->cell[last] -= over;
    q->table            = true;
    q->columns_of_items = 1;
    q->item_rows        = all;
    q->item_width       = p->page->columns;
    q->label_width      = label;
    return true;
}

static void write_padded(struct packer *p, struct writer *w, struct text t, unsigned columns)
{
    struct text cut   = clipped(p->arena, t, columns);
    unsigned    width = text_width(cut);
    write_text(w, cut);
    for (; width < columns; width++) write_char(w, ' ');
}

static void write_columns(struct packer *p, struct writer *w, const struct question_rows *q,
                          struct text columns)
{
    struct text column;
    for (unsigned i = 0; i < TABLE_COLUMNS_MAX && next_column(&columns, &column); i++) {
        write_chars(w, "  ");
        write_padded(p, w, column, q->cell[i]);
    }
}

static void add_heading(struct packer *p, const struct question_rows *q)
{
    char          line[8 * PACK_COLUMNS_MAX];
    struct writer w = writer_on(line, sizeof line);
    write_format(&w, "%c", SIGN_INK + INK_FAINT);
    write_padded(p, &w, TEXT(""), 1 + number_width(p->in->ask) + 1 + q->label_width);
    write_columns(p, &w, q, p->in->ask->heading);
    add(p, clipped(p->arena, (struct text){ w.at, w.size }, p->page->columns));
}

// One choice in its cell: "▸2 Ninefold Palm  M 7, range 1".
static void write_item(struct packer *p, struct writer *w, const struct question_rows *q, size_t at,
                       unsigned width)
{
    const struct ask *ask  = p->in->ask;
    bool              zero = at == ask->count, on = at == ask->selected;
    char              text[1024];
    struct writer     t    = writer_on(text, sizeof text);
    const char       *more = zero ? "" : ask->items[at].detail;
    write_format(&t, "%c%s%*zu%c ", SIGN_INK + (on ? INK_CHOSEN : INK_NUMBER), on ? "▸" : " ",
                 (int)number_width(ask), zero ? 0 : at + 1,
                 SIGN_INK + (on ? INK_CHOSEN : INK_PLAIN));
    if (!zero && ask->items[at].picked) write_format(&t, "%cx ", SIGN_INK + INK_GOOD);
    struct text label = text_of(zero ? ask->zero : ask->items[at].label);
    unsigned    used = text_width((struct text){ t.at, t.size }), own = text_width(label);
    // In narrow cells the label comes first, and details only where all of them fit.
    if (q->bare && used + own + 2 + text_width(text_of(more)) > width) more = "";
    bool        whole   = q->bare || (own > q->label_width && q->columns_of_items == 1);
    const char *columns = q->table && !zero ? ask->items[at].columns : NULL;
    if (columns || *more)
        write_padded(p, &t, label, whole && !columns ? own : q->label_width);
    else
        write_text(&t, label);
    if (columns)
        write_columns(p, &t, q, text_of(columns));
    else if (*more)
        write_format(&t, "  %s", more);
    write_padded(p, w, (struct text){ t.at, t.size }, width);
    write_format(w, "%c", SIGN_INK + INK_PLAIN);
}

// The first choice in sight: a window of whole columns follows the highlighted one.
static size_t first_in_window(const struct ask *ask, size_t cells)
{
    size_t all = ask->count, at = ask->selected < all ? ask->selected : 0;
    if (cells >= all) return 0;
    size_t first = at / cells * cells;
    return first + cells > all ? all - cells : first;
}

static void add_items(struct packer *p, const struct question_rows *q)
{
    const struct ask *ask   = p->in->ask;
    unsigned          rows  = q->item_rows - (q->window && q->item_rows > 1);
    size_t            cells = (size_t)rows * q->columns_of_items;
    size_t            first = q->window ? first_in_window(ask, cells) : 0;
    size_t            end   = q->window ? first + cells : ask->count + (ask->zero ? 1 : 0);
    if (q->window && end > ask->count) end = ask->count;
    for (unsigned row = 0; row < rows; row++) {
        char          line[8 * PACK_COLUMNS_MAX];
        struct writer w = writer_on(line, sizeof line);
        for (size_t at = first + row, column = 0; at < end; at += rows, column++) {
            if (column) write_chars(&w, "  ");
            if (at == ask->selected) {
                p->page->cursor_row    = p->page->count;
                p->page->cursor_column = (unsigned)column * (q->item_width + 2);
            }
            write_item(p, &w, q, at, q->item_width);
        }
        add(p, arena_text(p->arena, (struct text){ w.at, w.size }));
    }
    if (!q->window) return;
    char          line[4096];
    struct writer w = writer_on(line, sizeof line);
    char          range[64];
    snprintf(range, sizeof range, "%zu to %zu of %zu", first + 1, end, ask->count);
    if (ask->selected == ask->count && ask->zero) {
        p->page->cursor_row    = p->page->count;
        p->page->cursor_column = 0;
    }
    unsigned room = p->page->columns - (unsigned)strlen(range) - 1;
    if (ask->zero)
        write_item(p, &w, q, ask->count, room);
    else
        write_padded(p, &w, TEXT(""), room);
    write_format(&w, "%c%s", SIGN_INK + INK_FAINT, range);
    add(p, arena_text(p->arena, (struct text){ w.at, w.size }));
}

static void add_keys(struct packer *p)
{
    const struct ask *ask = p->in->ask;
    char              line[8 * PACK_COLUMNS_MAX];
    struct writer     w = writer_on(line, sizeof line);
    if (ask->line) {
        p->page->cursor_row = p->page->count;
        struct text typed   = text_of(ask->line);
        while (text_width(typed) + 2 > p->page->columns) typed = text_part(typed, 1, typed.size);
        p->page->cursor_column = text_width(typed) + 1;
        write_format(&w, ":%.*s", SHOW(typed));
    } else {
        write_format(&w, "%c", SIGN_INK + INK_FAINT);
        for (size_t i = 0; ask->keys && ask->keys[i]; i++) {
            unsigned used = text_width((struct text){ w.at, w.size });
            if (used + 2 + text_width(text_of(ask->keys[i])) > p->page->columns) break;
            write_format(&w, "%s%s", used ? "  " : " ", ask->keys[i]);
        }
    }
    add(p, clipped(p->arena, (struct text){ w.at, w.size }, p->page->columns));
}

static void lay_preview(struct packer *p, struct question_rows *q, unsigned most)
{
    char          text[4096];
    struct writer w = writer_on(text, sizeof text);
    if (*p->in->ask->preview)
        write_format(&w, "%c→ %c%s\n", SIGN_INK + INK_PREVIEW, SIGN_HANG, p->in->ask->preview);
    lay_out(p->arena, (struct text){ w.at, w.size }, p->page->columns, &q->preview);
    if (q->preview.count > most) q->preview.count = most;
}

static unsigned rows_of_question(const struct question_rows *q)
{
    return q->head.count + q->table + q->item_rows + (q->preview.count ? q->preview.count : 1) + 1;
}

// The whole question if the table can fold around it; its list is a window if that is not enough.
static void lay_question(struct packer *p, unsigned least_above, struct question_rows *q)
{
    unsigned rows = p->page->rows, spare = rows > 30 ? 3 : rows > 16 ? 2 : 1;
    *q = (struct question_rows){ 0 };
    lay_head(p, q);
    if (q->head.count > rows / 3) q->head.count = rows / 3;
    lay_preview(p, q, spare);
    unsigned fixed = q->head.count + (q->preview.count ? q->preview.count : 1) + 1 + least_above;
    unsigned most  = rows > fixed ? rows - fixed : 1;
    unsigned want  = rows / 3 > 9 ? rows / 3 : rows > 20 ? 9 : rows / 3;
    if (want > most) want = most;
    if (lay_as_table(p, want + 1, q)) return;
    lay_items(p, want, q);
    // Names that can be read are worth rows of the table, up to half of all.
    for (unsigned more = want + 1; q->cut && more <= most && more <= rows / 2; more++)
        lay_items(p, more, q);
    if (q->window) lay_items(p, most, q);
}

static void add_question(struct packer *p, const struct question_rows *q)
{
    p->page->question = p->page->count;
    p->page->step     = q->item_rows;
    for (unsigned i = 0; i < q->head.count; i++) add(p, q->head.row[i]);
    if (q->table) add_heading(p, q);
    add_items(p, q);
    for (unsigned i = 0; i < q->preview.count; i++) add(p, q->preview.row[i]);
    if (!q->preview.count) add(p, TEXT(""));
    add_keys(p);
}

// --- the table above it -------------------------------------------------------------------------

static void take_parts(struct packer *p)
{
    const struct sheet *s = p->in->sheet;
    for (unsigned i = 0; s && i < s->part_count; i++) p->parts[p->count++] = s->parts[i];
    add_told(p);
    for (unsigned i = 0; i < p->count; i++) {
        unsigned form = 0;
        while (form < FORM_COUNT && !p->parts[i].given[form]) form++;
        unsigned last = form;
        while (form < FORM_COUNT && is_too_wide(p->parts[i].form[form], p->columns)) {
            last = form;
            form = next_form(&p->parts[i], form);
        }
        p->form[i] = (uint8_t)(form < FORM_COUNT ? form : last);
    }
}

// The least that stands above a question: the title and one row of what happened.
static unsigned least_above(const struct packer *p)
{
    return (p->in->sheet != NULL) + (p->in->told && p->in->told->count ? 1u : 0u);
}

static void add_pane(struct packer *p, unsigned from, unsigned rows)
{
    struct text_rows pane  = { 0 };
    unsigned         width = p->page->columns - TABLE_BESIDE_PANE - 2;
    lay_out(p->arena, p->in->pane, width, &pane);
    for (unsigned i = 0; i < rows; i++) {
        char          line[8 * PACK_COLUMNS_MAX];
        struct writer w = writer_on(line, sizeof line);
        write_text(&w, p->page->row[from + i]);
        write_format(&w, "%c", SIGN_INK + INK_PLAIN);
        unsigned used = text_width(p->page->row[from + i]);
        for (; used < TABLE_BESIDE_PANE; used++) write_char(&w, ' ');
        write_chars(&w, "│ ");
        if (i < pane.count) write_text(&w, pane.row[i]);
        p->page->row[from + i] = arena_text(p->arena, (struct text){ w.at, w.size });
    }
}

// Folding takes whole parts, so some rows may be left over: what fits comes back, what was folded
// last first; but nothing that has vanished, such as the edge of what is no drawing any more.
static void unfold(struct packer *p, unsigned rows, uint8_t (*before)[PARTS_MAX], unsigned steps)
{
    while (steps-- > 0)
        for (unsigned i = 0; i < p->count; i++) {
            uint8_t now = p->form[i], then = before[steps][i];
            if (now == FORM_COUNT || now == then || now != next_form(&p->parts[i], then)) continue;
            p->form[i] = then;
            if (lay_table(p).count > rows) p->form[i] = now;
        }
}

// One line of what happened may have become several again: as many as fit.
static void tell_more(struct packer *p, unsigned rows)
{
    struct sheet_part *told  = p->count && p->in->told && p->in->told->count
                                   ? &p->parts[p->count - 1]
                                   : NULL;
    unsigned           spare = rows - lay_table(p).count;
    if (!told || p->form[p->count - 1] != FORM_LINE || p->in->told->count < 2) return;
    for (unsigned most = spare < TOLD_SOME ? spare : TOLD_SOME; most > 0; most--) {
        write_told(p, told, FORM_COMPACT, most);
        p->form[p->count - 1] = FORM_COMPACT;
        if (lay_table(p).count <= rows) return;
        p->form[p->count - 1] = FORM_LINE;
    }
}

static struct text_rows fold_to(struct packer *p, unsigned rows)
{
    uint8_t          before[FOLDS_MAX][PARTS_MAX];
    unsigned         steps = 0;
    struct text_rows table = lay_table(p);
    while (table.count > rows && steps < FOLDS_MAX) {
        memcpy(before[steps++], p->form, sizeof p->form);
        if (!fold_one(p, table.count)) break;
        table = lay_table(p);
    }
    if (table.count < rows && steps) unfold(p, rows, before, steps);
    if (lay_table(p).count < rows) tell_more(p, rows);
    return lay_table(p);
}

// Rows that nothing else needs show the card that is highlighted.
static unsigned add_card(struct packer *p, unsigned rows)
{
    struct text_rows card = { 0 };
    char             title[8 * PACK_COLUMNS_MAX];
    struct writer    w = writer_on(title, sizeof title);
    if (rows < CARD_ROWS_LEAST || !p->in->pane.size || p->columns < p->page->columns) return 0;
    lay_out(p->arena, p->in->pane, p->page->columns, &card);
    write_format(&w, "%c", SIGN_INK + INK_FAINT);
    write_ruled(&w, "─", "The highlighted card", TEXT(""), p->page->columns);
    add(p, arena_text(p->arena, (struct text){ w.at, w.size }));
    unsigned shown = 1;
    for (; shown < rows && shown <= card.count; shown++) add(p, card.row[shown - 1]);
    return shown;
}

static void add_table(struct packer *p, unsigned rows)
{
    struct text_rows table = fold_to(p, rows);
    // What does not fit though all is folded: the end, what happened, matters most.
    unsigned skip = table.count > rows ? table.count - rows : 0, from = p->page->count;
    for (unsigned i = skip; i < table.count; i++) add(p, table.row[i]);
    unsigned used = table.count - skip;
    used += add_card(p, rows - used);
    for (; used < rows; used++) add(p, TEXT(""));
    if (p->columns < p->page->columns) add_pane(p, from, rows);
}

static bool has_words(struct text row, struct text words)
{
    for (size_t i = 0; words.size && i + words.size <= row.size; i++)
        if (text_equal_fold(text_part(row, i, words.size), words)) return true;
    return false;
}

// Goes to the next row that has what is looked for, round the end.
static void seek(struct overlay *o, const struct text_rows *text, unsigned seen)
{
    for (unsigned n = 1; o->find && o->seek && n <= text->count; n++) {
        unsigned at = (o->found + (o->seek > 0 ? n : text->count - n)) % text->count;
        if (!has_words(text->row[at], text_of(o->find))) continue;
        o->found  = at;
        o->scroll = at > seen / 2 ? at - seen / 2 : 0;
        break;
    }
    o->seek = 0;
}

static void add_overlay_row(struct packer *p, const struct overlay *o, const struct text_rows *text,
                            unsigned at)
{
    char          line[8 * PACK_COLUMNS_MAX];
    struct writer w = writer_on(line, sizeof line);
    if (at >= text->count) {
        add(p, TEXT(""));
        return;
    }
    bool on = o->find && at == o->found && has_words(text->row[at], text_of(o->find));
    if (on) write_format(&w, "%c", SIGN_INK + INK_CHOSEN);
    write_text(&w, text->row[at]);
    add(p, arena_text(p->arena, (struct text){ w.at, w.size }));
}

static void add_overlay(struct packer *p, unsigned rows)
{
    struct overlay  *o    = p->in->overlay;
    struct text_rows text = { 0 };
    char             title[8 * PACK_COLUMNS_MAX], more[40] = "";
    struct writer    w = writer_on(title, sizeof title), m = writer_on(more, sizeof more);
    if (rows < 2) return;
    lay_out(p->arena, o->text, p->page->columns, &text);
    unsigned seen = rows - 1, most = text.count > seen ? text.count - seen : 0;
    seek(o, &text, seen);
    if (o->scroll > most) o->scroll = most;
    if (most)
        write_format(&m, "%u to %u of %u: PgUp, PgDn", o->scroll + 1, o->scroll + seen, text.count);
    write_format(&w, "%c", SIGN_INK + INK_STRONG);
    write_ruled(&w, "─", o->title, text_of(more), p->page->columns);
    add(p, clipped(p->arena, (struct text){ w.at, w.size }, p->page->columns));
    for (unsigned i = 0; i < seen; i++) add_overlay_row(p, o, &text, o->scroll + i);
}

void pack(const struct page_in *in, struct arena *arena, struct page *page)
{
    struct packer        p = { .arena = arena, .in = in, .page = page };
    struct question_rows q;
    memset(page, 0, sizeof *page);
    page->columns = in->columns < PACK_COLUMNS_MAX ? in->columns : PACK_COLUMNS_MAX;
    page->rows    = in->rows < PACK_ROWS_MAX ? in->rows : PACK_ROWS_MAX;
    if (in->columns < PACK_COLUMNS_LEAST || in->rows < PACK_ROWS_LEAST) {
        page->columns = in->columns < PACK_COLUMNS_MAX ? in->columns : PACK_COLUMNS_MAX;
        page->rows    = in->rows ? 1 : 0;
        char line[80];
        snprintf(line, sizeof line, "%ux%u is too small: 40x10 is the least", in->columns,
                 in->rows);
        add(&p, clipped(arena, text_of(line), page->columns));
        return;
    }
    bool wide = page->columns >= PANE_FROM && in->pane.size && in->sheet;
    p.columns = wide ? TABLE_BESIDE_PANE - 1 : page->columns;
    take_parts(&p);
    lay_question(&p, least_above(&p) + (in->overlay ? 3 : 0), &q);
    unsigned below = rows_of_question(&q), above = page->rows > below ? page->rows - below : 0;
    add_title(&p);
    above = above > page->count ? above - page->count : 0;
    if (in->overlay)
        add_overlay(&p, above);
    else
        add_table(&p, above);
    add_question(&p, &q);
}

// --- the table alone ----------------------------------------------------------------------------

void pack_lines(const struct sheet *s, struct arena *arena, bool codes, enum letters letters,
                struct writer *w)
{
    struct page_in   in   = { .sheet = s };
    struct packer    p    = { .arena = arena, .in = &in, .columns = COLUMNS_MAX };
    struct text_rows rows = { 0 };
    take_parts(&p);
    for (unsigned i = 0; letters == LETTERS_WORDS && i < p.count; i++)
        while (p.form[i] < FORM_COUNT && is_drawing(p.parts[i].form[p.form[i]])) fold(&p, i);
    lay_out(arena, s->title, COLUMNS_MAX, &rows);
    struct text_rows table = lay_table(&p);
    for (unsigned i = 0; i < table.count; i++) add_row(arena, &rows, table.row[i]);
    for (unsigned i = 0; i < rows.count; i++) {
        write_inked(w, rows.row[i], codes, letters);
        write_char(w, '\n');
    }
}
