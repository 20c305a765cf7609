#include "cli/lesson.h"

#include <string.h>

// --- reading ------------------------------------------------------------------------------------

struct reading {
    struct arena  *arena;
    struct lesson *lesson;
    struct writer  say, end, goal;
    const char    *otherwise;
    struct text    block; // word that the lines belong to: "given", "when"
};

enum { SAID_MAX = 4096 };

static void add_paragraph(struct writer *w, struct text words)
{
    write_format(w, "%s%.*s", w->size ? "\n" : "", SHOW(words));
}

// "# say: ..." False if the line is none of these.
static bool read_comment(struct reading *r, struct text line)
{
    struct text words = text_trim(line), kind;
    if (!text_starts(words, "#")) return false;
    words = text_trim(text_part(words, 1, words.size));
    kind  = text_part(words, 0, text_find(words, ':'));
    words = text_trim(text_part(words, kind.size + 1, words.size));
    if (text_is(kind, "say")) add_paragraph(&r->say, words);
    if (text_is(kind, "end")) add_paragraph(&r->end, words);
    if (text_is(kind, "goal")) add_paragraph(&r->goal, words);
    if (text_is(kind, "else")) r->otherwise = arena_text(r->arena, words).at;
    if (text_is(kind, "free")) r->lesson->free = arena_text(r->arena, words).at;
    return true;
}

static const char *take_said(struct reading *r, struct writer *w)
{
    const char *said = arena_text(r->arena, (struct text){ w->at, w->size }).at;
    w->size          = 0;
    return said;
}

// "Ash attack Pip"; what is said and what is otherwise said are for the first seat.
static void read_step(struct reading *r, struct text line)
{
    struct lesson *l = r->lesson;
    struct text    who;
    if (l->count == LESSON_STEPS_MAX || !text_next_word(&line, &who)) return;
    for (seat_id s = 0; s < SEATS_MAX; s++) {
        if (!text_is(who, SEAT_NAMES[s])) continue;
        l->steps[l->count++] = (struct lesson_step){
            .seat      = s,
            .words     = arena_text(r->arena, text_trim(line)),
            .say       = s ? "" : take_said(r, &r->say),
            .otherwise = s ? "" : r->otherwise,
        };
        if (!s) r->otherwise = "";
    }
}

static void read_line(struct reading *r, struct text line)
{
    struct text rest = line, word;
    if (read_comment(r, line) || !text_trim(line).size) return;
    if (*line.at != ' ' && text_next_word(&rest, &word)) r->block = word;
    rest = text_trim(rest);
    if (text_is(r->block, "scenario")) r->lesson->title = arena_text(r->arena, rest).at;
    if (text_is(r->block, "when")) read_step(r, rest);
}

static void read_lesson(struct arena *arena, const struct embedded_file *file, struct lesson *out)
{
    struct reading r = { .arena = arena, .lesson = out, .otherwise = "" };
    struct text    rest, line;
    memset(out, 0, sizeof *out);
    out->text = rest = (struct text){ file->bytes, file->size };
    r.say            = writer_on(arena_alloc(arena, 1, SAID_MAX), SAID_MAX);
    r.end            = writer_on(arena_alloc(arena, 1, SAID_MAX), SAID_MAX);
    r.goal           = writer_on(arena_alloc(arena, 1, SAID_MAX), SAID_MAX);
    while (text_next_line(&rest, &line)) read_line(&r, line);
    out->say       = take_said(&r, &r.say);
    out->end       = take_said(&r, &r.end);
    out->goal      = take_said(&r, &r.goal);
    out->is_puzzle = *out->goal;
}

size_t lessons_of(const struct game *g, const char *folder, const struct embedded_file **out,
                  size_t max)
{
    size_t count = 0, size = strlen(folder);
    for (const struct embedded_file *f = g->files; f && f->name && count < max; f++)
        if (strncmp(f->name, folder, size) == 0 && f->name[size] == '/') out[count++] = f;
    return count;
}

bool lesson_find(struct arena *arena, const struct game *g, const char *folder, const char *which,
                 struct lesson *out, struct error *err)
{
    const struct embedded_file *files[LESSONS_MAX];
    size_t                      count = lessons_of(g, folder, files, LESSONS_MAX);
    char                        known[1024];
    struct writer               w = writer_on(known, sizeof known);
    long                        number;
    bool                        numbered = text_number(text_of(which), 1, (long)count, &number);
    for (size_t i = 0; i < count; i++) {
        read_lesson(arena, files[i], out);
        struct text title = text_of(out->title);
        out->number       = i + 1;
        out->of           = count;
        if (numbered ? number == (long)i + 1 : text_starts_fold(title, which)) return true;
        write_format(&w, "%s%zu %s", i ? ", " : "", i + 1, out->title);
    }
    return fail(err, BAD_INPUT, (struct place){ 0 }, "%s has no \"%s\" among its %s; there are: %s",
                g->title, which, folder, count ? known : "none");
}

// --- going through it ---------------------------------------------------------------------------

static const struct lesson_step *step_of(const struct lesson *l)
{
    return l->at < l->count ? &l->steps[l->at] : NULL;
}

// The words without the places in brackets: "pick Jab (hand 2)" is meant by "pick Jab".
static struct text placeless(struct text words, char *out, size_t size)
{
    struct writer w = writer_on(out, size);
    for (unsigned depth = 0; words.size; words = text_part(words, 1, words.size)) {
        if (*words.at == '(') {
            depth++;
            while (w.size && out[w.size - 1] == ' ') w.size--;
        }
        if (!depth) write_char(&w, *words.at);
        if (*words.at == ')' && depth) depth--;
    }
    return (struct text){ out, w.size };
}

static bool is_meant(struct text wanted, const char *words)
{
    char one[1024], two[1024];
    if (text_equal_fold(wanted, text_of(words))) return true;
    return text_equal_fold(placeless(wanted, one, sizeof one),
                           placeless(text_of(words), two, sizeof two));
}

const char *lesson_says(const struct lesson *l)
{
    const struct lesson_step *step = step_of(l);
    if (l->is_puzzle) return l->goal;
    if (l->free) return l->say;
    if (!step) return l->end;
    while (step->seat != 0 && step + 1 < l->steps + l->count) step++;
    return step->say;
}

bool lesson_allows(const struct lesson *l, seat_id seat, const char *words, const char **instead)
{
    const struct lesson_step *step = step_of(l);
    if (l->is_puzzle || !step || step->seat != seat || is_meant(step->words, words)) return true;
    *instead = *step->otherwise ? step->otherwise : step->words.at;
    return false;
}

void lesson_chose(struct lesson *l, seat_id seat, const char *words)
{
    const struct lesson_step *step = step_of(l);
    if (step && step->seat == seat && is_meant(step->words, words)) l->at++;
}

bool lesson_has_more(const struct lesson *l, seat_id seat)
{
    for (size_t i = l->at; i < l->count; i++)
        if (l->steps[i].seat == seat) return true;
    return false;
}

bool lesson_is_done(const struct lesson *l) { return !l->free && !l->is_puzzle && !step_of(l); }

size_t lesson_choice(const struct lesson *l, seat_id seat, const char *const *words, size_t count)
{
    const struct lesson_step *step = step_of(l);
    size_t                    i    = 0;
    if (!step || step->seat != seat) return count;
    while (i < count && !is_meant(step->words, words[i])) i++;
    return i;
}
