// A card as its file shows it: name, kind and tags, fields, text, flavour. Words stand in the order
// of the game's form, so two files that say the same print the same.
#include "cardtext/cards_private.h"

void write_roman(struct writer *w, int number)
{
    static const struct {
        int         value;
        const char *letters;
    } steps[] = { { 10, "X" }, { 9, "IX" }, { 5, "V" }, { 4, "IV" }, { 1, "I" } };
    for (size_t i = 0; i < COUNT(steps); i++)
        for (; number >= steps[i].value; number -= steps[i].value) write_chars(w, steps[i].letters);
}

const char *form_kind_word(const struct card_form *form, uint8_t kind)
{
    for (const struct form_kind *k = form->kinds; k->word; k++)
        if (k->kind == kind) return k->word;
    return "card";
}

void write_field_number(const struct form_field *f, const struct card_def *def, struct writer *w)
{
    int  number   = def->field[f->field];
    bool negative = def->fields_negative >> f->field & 1;
    switch (f->number) {
    case FORM_NUMBER: write_format(w, "%d", number); break;
    case FORM_SIGNED:
        write_format(w, "%c%d", negative ? '-' : '+', negative ? -number : number);
        break;
    case FORM_ROMAN: write_roman(w, number); break;
    }
}

void write_field(const struct form_field *f, const struct card_def *def, struct writer *w)
{
    write_format(w, "%s ", f->word);
    write_field_number(f, def, w);
}

// Several words may stand for one tag; the first of them is printed.
static void write_tag_words(const struct card_form *form, uint64_t tags, const char *between,
                            struct writer *w)
{
    uint64_t left = tags;
    for (const struct form_tag *t = form->tags; t->word; t++) {
        if (!(left >> t->tag & 1)) continue;
        if (left != tags) write_chars(w, between);
        write_chars(w, t->word);
        left &= ~(UINT64_C(1) << t->tag);
    }
}

void card_print_form(const struct card_set *set, const struct card_def *def, struct writer *w)
{
    const struct card_form *form = set->form;
    write_format(w, "  %s", form_kind_word(form, def->kind));
    if (def->tags) write_chars(w, "  ");
    write_tag_words(form, def->tags, "  ", w);
    write_char(w, '\n');
    uint32_t left = def->fields_set;
    for (const struct form_field *f = form->fields; f->word; f++) {
        if (!(left >> f->field & 1)) continue;
        write_chars(w, "  ");
        write_field(f, def, w);
        left &= ~BIT(f->field);
    }
    if (def->fields_set) write_char(w, '\n');
}

void card_print_line(const struct card_set *set, const struct card_line *line, struct writer *w)
{
    const char *mark = line->underlined ? "__" : "";
    write_format(w, "  %s", mark);
    write_text(w, line->printed);
    write_chars(w, mark);
    if (line->tied) {
        write_chars(w, " (");
        write_tag_words(set->form, line->tied, " & ", w);
        write_char(w, ')');
    }
    write_char(w, '\n');
}

void card_print(const struct card_set *set, const struct card_def *def, struct writer *w)
{
    write_chars(w, def->name);
    if (def->faction) write_format(w, " / %s", def->faction);
    write_char(w, '\n');
    card_print_form(set, def, w);
    for (uint32_t i = 0; i < def->line_count; i++)
        card_print_line(set, &set->pool.lines[def->line_first + i], w);
    if (def->flavour) write_format(w, "  \"%s\"\n", def->flavour);
}
