// From a file to steps: keywords in column 1, continuations indented. Knows no game.
#include "match/scenario_private.h"

#include <string.h>

const char *const STEP_WORDS[STEP_COUNT] = {
    [STEP_SCENARIO] = "scenario", [STEP_GAME] = "game",     [STEP_MODE] = "mode",
    [STEP_SEATS] = "seats",       [STEP_SEED] = "seed",     [STEP_STRICT] = "strict",
    [STEP_OPTION] = "option",     [STEP_RULE] = "rule",     [STEP_CARD] = "card",
    [STEP_BRINGS] = "brings",     [STEP_GIVEN] = "given",   [STEP_FORCE] = "force",
    [STEP_OFFERED] = "offered",   [STEP_WHEN] = "when",     [STEP_THEN] = "then",
    [STEP_REFUSED] = "refused",   [STEP_SEES] = "sees",     [STEP_EVENT] = "event",
    [STEP_ASKED] = "asked",       [STEP_RESULT] = "result", [STEP_GOAL] = "goal",
    [STEP_SHOWS] = "shows",
};

struct reader {
    const char   *source;
    struct text   file;
    struct error *err;
    struct step  *steps; // of the whole file
    struct line  *lines;
    char         *bytes; // of all lines
    uint32_t     *from;
    size_t        used;
    uint32_t      step_count, line_count;
};

struct place scenario_place(const struct scenario_file *file, uint32_t at)
{
    struct place place = { file->source, 1, 1 };
    for (uint32_t i = 0; i < at && i < file->text.size; i++) {
        place.column++;
        if (file->text.at[i] != '\n') continue;
        place.line++;
        place.column = 1;
    }
    return place;
}

static struct place place_in_file(const struct reader *r, const char *at)
{
    const struct scenario_file file = { .source = r->source, .text = r->file };
    return scenario_place(&file, (uint32_t)(at - r->file.at));
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static struct text without_comment(struct text line)
{
    for (size_t i = 0; i < line.size; i++)
        if (line.at[i] == '#' && (i == 0 || is_blank(line.at[i - 1]))) return text_part(line, 0, i);
    return line;
}

static bool check_bytes(struct reader *r)
{
    const struct place whole = { r->source, 0, 0 };
    if (r->file.size > SCENARIO_FILE_MAX)
        return fail(r->err, BAD_INPUT, whole, "is larger than the %d bytes accepted",
                    SCENARIO_FILE_MAX);
    uint32_t    lines = 0;
    struct text rest  = r->file, line;
    while (text_cut(&rest, '\n', &line)) {
        if (line.size > SCENARIO_LINE_MAX) // a replay has each line of its scenario
            return fail(r->err, BAD_INPUT, place_in_file(r, line.at),
                        "the line has %zu bytes, %d fit", line.size, SCENARIO_LINE_MAX);
        if (++lines > SCENARIO_LINES_MAX)
            return fail(r->err, BAD_INPUT, whole, "has more than %d lines", SCENARIO_LINES_MAX);
    }
    size_t bad = text_find_unprintable(r->file);
    if (bad == r->file.size) return true;
    return fail(r->err, BAD_INPUT, place_in_file(r, r->file.at + bad),
                "byte 0x%02X is no text: files are UTF-8 without control signs",
                (unsigned)(unsigned char)r->file.at[bad]);
}

static bool refuse_keyword(struct reader *r, struct text word)
{
    unsigned best = 4; // farther is no help
    int      near = -1;
    for (int i = 0; i < STEP_COUNT; i++) {
        unsigned distance = text_distance(word, text_of(STEP_WORDS[i]));
        if (distance < best) best = distance, near = i;
    }
    struct place at    = place_in_file(r, word.at);
    struct text  shown = text_part(word, 0, 40);
    if (near >= 0)
        return fail(r->err, BAD_INPUT, at, "there is no \"%.*s\"; did you mean \"%s\"?",
                    SHOW(shown), STEP_WORDS[near]);
    return fail(
        r->err, BAD_INPUT, at,
        "there is no \"%.*s\"; a line starts with scenario, given, when, then, offered, "
        "refused, sees, event, asked, result, rule, shows, card, force, brings, game, mode, "
        "seats, seed, option or strict, or with a blank",
        SHOW(shown));
}

// Adds a piece of text to the newest line, or to a new one.
static void add_text(struct reader *r, struct text piece, bool join)
{
    struct step *step = &r->steps[r->step_count - 1];
    struct text  word;
    if (!join) {
        r->used++; // leaves the place of the end of the line before
        struct line *line = &r->lines[r->line_count++];
        *line             = (struct line){ { r->bytes + r->used, 0 }, r->from + r->used };
        if (!step->count++) step->lines = line;
    }
    struct line *line = &r->lines[r->line_count - 1];
    while (text_next_word(&piece, &word)) {
        uint32_t at = (uint32_t)(word.at - r->file.at);
        if (line->text.size) {
            r->bytes[r->used]  = ' ';
            r->from[r->used++] = at;
            line->text.size++;
        }
        for (size_t i = 0; i < word.size; i++) {
            r->bytes[r->used]  = word.at[i];
            r->from[r->used++] = at + (uint32_t)i;
        }
        line->text.size += word.size;
    }
    r->from[r->used] = (uint32_t)(piece.at - r->file.at); // the end of the line has a place as well
}

static bool is_continued(const struct reader *r)
{
    const struct step *step = &r->steps[r->step_count - 1];
    if (!step->count) return false;
    struct text last = r->lines[r->line_count - 1].text;
    return last.size && strchr(",;:", last.at[last.size - 1]) != NULL;
}

static bool read_line(struct reader *r, struct text line)
{
    bool        indented = line.size && is_blank(line.at[0]);
    struct text inside = text_trim(without_comment(line)), word, rest = inside;
    if (!inside.size) return true;
    if (indented) {
        if (!r->step_count)
            return fail(r->err, BAD_INPUT, place_in_file(r, inside.at),
                        "nothing stands above that this line could continue");
        if (r->steps[r->step_count - 1].kind == STEP_SCENARIO)
            return fail(r->err, BAD_INPUT, place_in_file(r, inside.at), "a title has one line");
        add_text(r, inside, is_continued(r));
        return true;
    }
    text_next_word(&rest, &word);
    for (int i = 0; i < STEP_COUNT; i++) {
        if (!text_is(word, STEP_WORDS[i])) continue;
        struct step *step = &r->steps[r->step_count++];
        *step             = (struct step){ .kind = (enum step_kind)i };
        step->at          = (uint32_t)(word.at - r->file.at);
        if (rest.size) add_text(r, rest, false);
        if (!rest.size && i == STEP_SCENARIO)
            return fail(r->err, BAD_INPUT, place_in_file(r, word.at), "the title is missing");
        return true;
    }
    return refuse_keyword(r, word);
}

// Cuts the steps into scenarios.
static void cut_scenarios(const struct reader *r, struct arena *arena, struct scenario_file *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->step_count; i++) count += r->steps[i].kind == STEP_SCENARIO;
    struct scenario *scenarios = ARENA_ARRAY(arena, struct scenario, count);
    out->common                = r->steps;
    out->scenarios             = scenarios;
    for (uint32_t i = 0; i < r->step_count; i++) {
        const struct step *step = &r->steps[i];
        if (step->kind == STEP_SCENARIO) {
            struct scenario *s = &scenarios[out->count++];
            *s       = (struct scenario){ .title = step->lines[0].text, .steps = step + 1 };
            s->whole = text_part(out->text, step->at, out->text.size);
            if (out->count > 1) s[-1].whole.size = (size_t)(s->whole.at - s[-1].whole.at);
        } else if (out->count) {
            scenarios[out->count - 1].count++;
        } else {
            out->common_count++;
        }
    }
}

bool scenario_read(struct arena *arena, const char *source, struct text text,
                   struct scenario_file *out, struct error *err)
{
    struct reader r = { .source = source, .file = text, .err = err };
    if (text_starts(text, "\uFEFF")) r.file = text_part(text, 3, text.size);
    if (!check_bytes(&r)) return false;
    size_t lines = 2;
    for (size_t i = 0; i < r.file.size; i++) lines += r.file.at[i] == '\n';
    r.steps          = ARENA_ARRAY(arena, struct step, lines);
    r.lines          = ARENA_ARRAY(arena, struct line, lines);
    r.bytes          = ARENA_ARRAY(arena, char, r.file.size + 2 * lines);
    r.from           = ARENA_ARRAY(arena, uint32_t, r.file.size + 2 * lines);
    *out             = (struct scenario_file){ .source = source, .text = r.file };
    struct text rest = r.file, line;
    while (text_next_line(&rest, &line))
        if (!read_line(&r, line)) return false;
    cut_scenarios(&r, arena, out);
    return true;
}
