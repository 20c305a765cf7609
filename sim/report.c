#include "sim/report.h"

#include "sim/worth.h"

#include <inttypes.h>
#include <string.h>

extern const char report_page[]; // made by tools/page.py from sim/report/

// Writes the page up to the mark and returns what comes behind it.
static const char *write_until(const char *page, const char *mark, FILE *f)
{
    const char *at = strstr(page, mark);
    if (!at) BUG("the page of the report has no %s", mark);
    fwrite(page, 1, (size_t)(at - page), f);
    return at + strlen(mark);
}

// Game titles and words of the program.
static void write_title(const struct sim_result *r, FILE *f)
{
    fprintf(f, "%s, %s: %" PRIu64 " matches", r->title, r->mode, r->tally->games);
}

static void write_share(const char *name, double value, FILE *f)
{
    fprintf(f, "\"%s\": %.6f, ", name, value);
}

static void write_row(const struct change_row *row, FILE *f)
{
    char          words[1024];
    struct writer w = writer_on(words, sizeof words);
    say_change(row, &w);
    fprintf(f, "\n  {\"deck\": ");
    result_write_text(row->deck, f);
    fprintf(f, ", \"other\": ");
    row->other ? result_write_text(row->other, f) : (void)fputs("null", f);
    fprintf(f, ", \"words\": ");
    result_write_text(words, f);
    fprintf(f, ", ");
    write_share("before", row->before.value, f);
    write_share("after", row->after.value, f);
    write_share("change", row->change, f);
    write_share("low", row->low, f);
    write_share("high", row->high, f);
    fprintf(f,
            "\"rounds\": %" PRIu64 ", \"better\": %" PRIu64 ", \"worse\": %" PRIu64
            ", \"chance\": %.6g, \"moved\": %s}",
            row->rounds, row->better, row->worse, row->chance, row->moved ? "true" : "false");
}

static void write_rows(const char *name, const struct change_row *rows, unsigned count, FILE *f)
{
    fprintf(f, ",\n\"%s\": [", name);
    for (unsigned i = 0; i < count; i++) {
        fputs(i ? "," : "", f);
        write_row(&rows[i], f);
    }
    fprintf(f, "]");
}

void comparison_write(const struct comparison *c, FILE *f)
{
    fprintf(f, "{\"paired\": %s, \"rounds\": %" PRIu64 ", \"changed\": %" PRIu64 ", \"why_not\": ",
            c->paired ? "true" : "false", c->rounds, c->changed);
    c->why_not ? result_write_text(c->why_not, f) : (void)fputs("null", f);
    fprintf(f, ", \"cards\": ");
    result_write_text(c->cards, f);
    write_rows("match_ups", c->match_ups, c->match_up_count, f);
    write_rows("decks", c->decks, c->deck_count, f);
    fprintf(f, "}");
}

static void write_worth(const struct sim_result *r, FILE *f)
{
    struct arena arena;
    unsigned     count;
    arena_init(&arena);
    const struct card_worth *list = result_worth(&arena, r, 1, &count);
    fputc('[', f);
    for (unsigned i = 0; i < count; i++) {
        fputs(i ? ",\n {\"card\": " : "\n {\"card\": ", f);
        result_write_text(list[i].name, f);
        fputs(", ", f);
        write_share("gain", list[i].gain.value, f);
        write_share("low", list[i].gain.low, f);
        write_share("high", list[i].gain.high, f);
        fprintf(f, "\"stands\": %s}", list[i].stands ? "true" : "false");
    }
    fputc(']', f);
    arena_finish(&arena);
}

void report_write(const struct sim_result *r, const struct comparison *c, FILE *f)
{
    const char *rest = write_until(report_page, "<!--TITLE-->", f);
    write_title(r, f);
    rest = write_until(rest, "<!--RESULT-->", f);
    result_write(r, f);
    rest = write_until(rest, "<!--WORTH-->", f);
    write_worth(r, f);
    rest = write_until(rest, "<!--CHANGES-->", f);
    c ? comparison_write(c, f) : (void)fputs("null", f);
    fputs(rest, f);
}
