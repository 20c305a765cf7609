// Runs of scenarios: files and folders, boxes, one scenario after the other, reports.
#include "match/scenario_private.h"

#include "base/arena.h"
#include "engine/sheet.h"
#include "match/match.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDERS_DEEP_MAX = 16, PATH_SIZE = 1024, DRAWING_SIZE = 32 * 1024, SEEDS = 3 };

struct open_box {
    const struct game *game;
    struct box        *plain, *full; // as shipped; with the cards that only scenarios load
    struct error       err;
    bool               tried, told;
};

struct scenarios {
    const struct game *const *games;
    struct open_box          *boxes; // one per game
    size_t                    game_count;
    struct run               *run;
    struct core              *state, *copy, *kept;
    char                     *drawing;
    struct sheet             *sheet;
    struct arena              arena;
};

struct scenarios *scenarios_create(const struct game *const *games)
{
    struct arena arena;
    arena_init(&arena);
    struct scenarios *all  = ARENA_NEW(&arena, struct scenarios);
    size_t            size = 0;
    for (const struct game *const *g = games; *g; g++) {
        all->game_count++;
        if ((*g)->state_size > size) size = (*g)->state_size;
    }
    all->games   = games;
    all->boxes   = ARENA_ARRAY(&arena, struct open_box, all->game_count);
    all->run     = ARENA_NEW(&arena, struct run);
    all->state   = arena_alloc(&arena, 1, size);
    all->copy    = arena_alloc(&arena, 1, size);
    all->kept    = arena_alloc(&arena, 1, size);
    all->drawing = arena_alloc(&arena, 1, DRAWING_SIZE);
    all->sheet   = arena_alloc(&arena, 1, sizeof *all->sheet);
    for (size_t i = 0; i < all->game_count; i++) all->boxes[i].game = games[i];
    all->arena = arena;
    return all;
}

void scenarios_destroy(struct scenarios *all)
{
    if (!all) return;
    for (size_t i = 0; i < all->game_count; i++) {
        if (all->boxes[i].full != all->boxes[i].plain) box_close(all->boxes[i].full);
        box_close(all->boxes[i].plain);
    }
    struct arena arena = all->arena;
    arena_finish(&arena);
}

static struct open_box *open_box(struct scenarios *all, const struct game *game)
{
    struct open_box *b = all->boxes;
    while (b->game != game) b++;
    if (b->tried) return b;
    b->tried = true;
    b->plain = box_open(game, &b->err);
    b->full  = b->plain;
    if (b->plain && game->scenario_cards)
        b->full = box_with_cards(b->plain, "scenario cards", text_of(game->scenario_cards),
                                 &b->err);
    return b;
}

// --- which game ---------------------------------------------------------------------------------

static const struct game *game_named(const struct scenarios *all, struct text name)
{
    for (size_t i = 0; i < all->game_count; i++)
        if (text_equal_fold(name, text_of(all->games[i]->name))) return all->games[i];
    return NULL;
}

static const struct game *game_of_folder(const struct scenarios *all, const char *source)
{
    struct text rest = text_of(source), piece, before = { 0 };
    while (text_cut(&rest, '/', &piece)) {
        const struct game *game = text_is(before, "games") ? game_named(all, piece) : NULL;
        if (game) return game;
        before = piece;
    }
    return NULL;
}

static bool refuse_game(const struct scenarios *all, struct place at, struct text name,
                        struct error *err)
{
    char          known[300];
    struct writer w     = writer_on(known, sizeof known);
    struct text   shown = text_part(name, 0, 40);
    for (size_t i = 0; i < all->game_count; i++)
        write_format(&w, "%s%s", i ? ", " : "", all->games[i]->name);
    if (!name.size) return fail(err, BAD_INPUT, at, "a line \"game NAME\" is missing: %s", known);
    return fail(err, BAD_INPUT, at, "there is no game \"%.*s\"; there is %s", SHOW(shown), known);
}

static bool find_game(const struct scenarios *all, const struct scenario_file *file,
                      const struct scenario *scenario, const struct game *other,
                      const struct game **out, struct error *err)
{
    const struct step *said = NULL;
    for (uint32_t i = 0; i < file->common_count; i++)
        if (file->common[i].kind == STEP_GAME) said = &file->common[i];
    for (uint32_t i = 0; i < scenario->count; i++)
        if (scenario->steps[i].kind == STEP_GAME) said = &scenario->steps[i];
    uint32_t    at   = said ? said->at : (uint32_t)(scenario->whole.at - file->text.at);
    struct text name = said && said->count ? said->lines[0].text : (struct text){ 0 };
    *out             = game_named(all, name);
    if (!said) *out = game_of_folder(all, file->source);
    if (!said && !*out) *out = other;
    return *out ? true : refuse_game(all, scenario_place(file, at), name, err);
}

// --- one scenario -------------------------------------------------------------------------------

static bool is_action(enum step_kind kind)
{
    switch (kind) {
    case STEP_SCENARIO:
    case STEP_GAME:
    case STEP_MODE:
    case STEP_SEATS:
    case STEP_SEED:
    case STEP_OPTION:
    case STEP_STRICT:
    case STEP_RULE:
    case STEP_SHOWS:
    case STEP_CARD:
    case STEP_BRINGS:
    case STEP_GIVEN:
    case STEP_FORCE:
    case STEP_COUNT: return false;
    case STEP_OFFERED:
    case STEP_WHEN:
    case STEP_THEN:
    case STEP_REFUSED:
    case STEP_SEES:
    case STEP_EVENT:
    case STEP_ASKED:
    case STEP_RESULT:
    case STEP_GOAL: return true;
    }
    return false;
}

// Whether a deck is legal can be asked without a position, and before there is one.
static bool is_about_decks(const struct step *step)
{
    struct text rest = step->count ? step->lines[0].text : (struct text){ 0 }, word;
    return step->kind == STEP_REFUSED && text_next_word(&rest, &word) &&
           words_said_at(rest, "brings") > 0;
}

static void gather_steps(struct run *r)
{
    uint32_t     count = r->file->common_count + r->scenario->count;
    struct step *steps = ARENA_ARRAY(r->arena, struct step, count);
    if (r->file->common_count)
        memcpy(steps, r->file->common, r->file->common_count * sizeof *steps);
    if (r->scenario->count)
        memcpy(steps + r->file->common_count, r->scenario->steps,
               r->scenario->count * sizeof *steps);
    r->steps      = steps;
    r->step_count = count;
    while (r->first_action < count &&
           (!is_action(steps[r->first_action].kind) || is_about_decks(&steps[r->first_action])))
        r->first_action++;
}

bool run_step(struct run *r, const struct step *step)
{
    switch (step->kind) {
    case STEP_OFFERED: return check_offered(r, step);
    case STEP_WHEN: return run_when(r, step);
    case STEP_THEN: return check_then(r, step);
    case STEP_REFUSED: return check_refused(r, step);
    case STEP_SEES: return check_sees(r, step);
    case STEP_EVENT: return check_event(r, step);
    case STEP_ASKED: return check_asked(r, step);
    case STEP_RESULT: return check_result(r, step);
    case STEP_GOAL: return check_goal(r, step);
    case STEP_FORCE: return run_force(r, step);
    case STEP_BRINGS:
    case STEP_GIVEN:
        return fail(&r->err, BAD_INPUT, scenario_place(r->file, step->at),
                    "\"%s\" stands before everything that happens", STEP_WORDS[step->kind]);
    case STEP_SCENARIO:
    case STEP_GAME:
    case STEP_MODE:
    case STEP_SEATS:
    case STEP_SEED:
    case STEP_OPTION:
    case STEP_STRICT:
    case STEP_RULE:
    case STEP_SHOWS:
    case STEP_CARD:
    case STEP_COUNT: return true;
    }
    return true;
}

static void write_forced(const struct run *r, const struct forced *f, struct writer *w)
{
    switch ((enum forced_kind)f->kind) {
    case FORCED_DIE: write_format(w, "dice %u", f->value + 1u); break;
    case FORCED_COIN: write_format(w, "coin %s", f->value ? "heads" : "tails"); break;
    case FORCED_PICK: write_format(w, "pick %u", f->value + 1u); break;
    case FORCED_SHUFFLE:
        write_chars(w, "shuffle ");
        say_zone(r->game, NO_SEAT, f->zone, r->names, w);
        write_format(w, ": %s", r->box->pool->defs[f->value].name);
        break;
    }
}

// What is forced and never comes up proves nothing.
static bool check_forced_used(struct run *r)
{
    const struct core *c  = r->t.state;
    bool               ok = true;
    char               said[200];
    struct writer      w = writer_on(said, sizeof said);
    for (int i = 0; i < FORCED_WALK_MAX && c->forced_count && !c->over && !r->strict; i++)
        if (!run_forced_answer(r, &ok) || !ok) break;
    if (!ok || !c->forced_count) return ok;
    write_forced(r, &c->forced[0], &w);
    r->line       = NULL;
    r->later.size = 0;
    for (uint32_t i = 0; i < r->step_count; i++)
        if (r->steps[i].kind == STEP_FORCE) r->step = &r->steps[i];
    return differs(r, "what is forced comes up", "\"%s\" was forced and did not come up", said);
}

// What chance decides unforced shows another thing with another seed: the scenario forces it, or
// says that it may come as it likes.
static bool check_nothing_unforced(struct run *r)
{
    static const struct {
        uint8_t     kind, stream;
        const char *word, *what;
    } CHANCES[] = { { FORCED_DIE, STREAM_DICE, "dice", "a die was rolled" },
                    { FORCED_COIN, STREAM_COIN, "coin", "a coin was flipped" },
                    { FORCED_PICK, STREAM_PICK, "pick", "something was picked at random" } };
    for (size_t i = 0; i < COUNT(CHANCES); i++) {
        char expected[80];
        if (!r->arranged || !r->t.state->drawn[CHANCES[i].stream] || r->may_be_any[CHANCES[i].kind])
            continue;
        r->line       = NULL;
        r->later.size = 0;
        snprintf(expected, sizeof expected, "what chance decides is forced, or \"force %s any\"",
                 CHANCES[i].word);
        return differs(r, expected, "%s, and nothing was forced for it", CHANCES[i].what);
    }
    return true;
}

static bool run_all_steps(struct run *r)
{
    if (!run_begin(r)) return false;
    for (uint32_t i = 0; i < r->step_count; i++) {
        const struct step *step  = &r->steps[i];
        bool               decks = is_about_decks(step);
        if (i < r->first_action && !decks) continue;
        if (!r->arranged && is_action(step->kind) && !decks && !run_arrange(r)) return false;
        r->step  = step;
        r->line  = NULL;
        r->later = writer_on(r->later_text, sizeof r->later_text);
        if (is_action(step->kind) && !step->count)
            return fail(&r->err, BAD_INPUT, scenario_place(r->file, step->at),
                        "something must stand after \"%s\"", STEP_WORDS[step->kind]);
        if (!run_step(r, step)) return false;
    }
    bool only_decks = false; // nothing is asked but what may be brought
    for (uint32_t i = 0; i < r->step_count; i++) only_decks |= is_about_decks(&r->steps[i]);
    for (uint32_t i = 0; i < r->step_count; i++)
        only_decks &= r->steps[i].kind != STEP_GIVEN && r->steps[i].kind != STEP_BRINGS &&
                      r->steps[i].kind != STEP_FORCE;
    if (!r->arranged && r->first_action == r->step_count && !only_decks && !run_arrange(r))
        return false;
    return check_forced_used(r) && check_nothing_unforced(r);
}

void run_init(struct run *r, const struct scenario_file *file, const struct scenario *s,
              const struct game *game, const struct box *box, struct arena *arena,
              struct core *const states[3])
{
    memset(r, 0, sizeof *r);
    *r = (struct run){ .file = file, .scenario = s, .game = game, .box = box, .arena = arena };
    r->title_at = (uint32_t)(s->whole.at - file->text.at);
    r->names    = SEAT_NAMES;
    r->t        = (struct table){ .game = game, .pool = box->pool, .state = states[0] };
    r->copy     = states[1];
    r->kept     = states[2];
    r->seed     = 1;
    log_init(&r->log);
    gather_steps(r);
}

static void run_finish(struct run *r)
{
    match_destroy(r->again);
    log_finish(&r->log);
    box_close(r->own_box);
}

// --- reports ------------------------------------------------------------------------------------

static void show_flows(const struct run *r, FILE *out)
{
    if (!r->game->flow_at || !r->game->flow_names || !r->t.state->depth) return;
    fprintf(out, "    flow      ");
    for (unsigned i = 0; i < r->t.state->depth; i++) {
        unsigned step = 0, flow = r->game->flow_at(&r->t, i, &step), known = 0;
        while (known < flow && r->game->flow_names[known]) known++;
        const char *name = known == flow ? r->game->flow_names[flow] : NULL;
        fprintf(out, "%s%s@%u", i ? " > " : "", name ? name : "?", step);
    }
    fputc('\n', out);
}

// As somebody who knows every card would see it.
static void show_position(struct scenarios *all, struct run *r, FILE *out)
{
    struct table open = r->t;
    open.state        = r->copy;
    open.log          = NULL;
    memcpy(r->copy, r->t.state, r->game->state_size);
    for (card_id id = 0; id < open.state->card_count; id++)
        card_of(open.state, id)->known = EVERYBODY;
    table_view(&open, r->to_act, &r->view);
    struct writer w = writer_on(all->drawing, DRAWING_SIZE);
    sheet_begin(all->sheet, &r->view, r->box->pool, r->names);
    r->game->sheet(all->sheet);
    sheet_end(all->sheet);
    sheet_write(all->sheet, &w);
    struct text rest = { all->drawing, w.size }, line;
    while (text_next_line(&rest, &line)) fprintf(out, "    | %.*s\n", SHOW(line));
}

static void show_failure(struct scenarios *all, struct run *r, FILE *out)
{
    char said[ERROR_TEXT_MAX + ERROR_SOURCE_MAX + 40];
    if (r->err.status != OK) {
        error_say(&r->err, said, sizeof said);
        fprintf(out, "%s\n    in        %.*s\n", said, SHOW(r->scenario->title));
        return;
    }
    uint32_t     at    = r->line ? r->line->from[0] : r->step ? r->step->at : r->title_at;
    struct place place = scenario_place(r->file, at);
    fprintf(out, "%s:%u:%u: %.*s\n", r->file->source, (unsigned)place.line, (unsigned)place.column,
            SHOW(r->scenario->title));
    if (r->step && r->line)
        fprintf(out, "    %-9s %.*s\n", STEP_WORDS[r->step->kind], SHOW(r->line->text));
    fprintf(out, "    expected  %s\n    found     %s\n", r->expected_text, r->found_text);
    struct text later = { r->later_text, r->later.size }, one;
    while (text_next_line(&later, &one)) fprintf(out, "    later     %.*s\n", SHOW(one));
    if (r->seed > 1)
        fprintf(out,
                "    chance    it holds with another seed; a shuffle, or what is \"any\", is not "
                "forced\n");
    if (!r->arranged) return;
    struct writer w = writer_on(r->found_text, sizeof r->found_text);
    write_asked(r, &w);
    fprintf(out, "    asked     %s\n", r->found_text);
    show_flows(r, out);
    show_position(all, r, out);
}

static void show_error(const struct error *err, struct text title, FILE *out)
{
    char said[ERROR_TEXT_MAX + ERROR_SOURCE_MAX + 40];
    if (!out) return;
    error_say(err, said, sizeof said);
    fprintf(out, "%s\n", said);
    if (title.size) fprintf(out, "    in        %.*s\n", SHOW(title));
}

static bool is_meant(struct text title, const char *only)
{
    if (!only || !only[0]) return true;
    struct text part = text_of(only);
    for (size_t i = 0; i + part.size <= title.size; i++)
        if (text_equal_fold(text_part(title, i, part.size), part)) return true;
    return false;
}

static bool run_with_seed(struct scenarios *all, const struct scenario_file *file,
                          const struct scenario *s, const struct game *game, const struct box *box,
                          const struct scenario_options *options, struct arena *arena,
                          uint64_t seed)
{
    struct core *const states[3] = { all->state, all->copy, all->kept };
    run_init(all->run, file, s, game, box, arena, states);
    all->run->taking_back = options->undo;
    all->run->seed        = seed;
    return run_all_steps(all->run);
}

// A scenario holds with every seed, or chance decides what it shows: a shuffle that was not forced,
// or what is said to be "any".
static bool has_left_to_chance(const struct run *r)
{
    bool drawn = false;
    for (unsigned i = 0; i < STREAMS; i++) drawn |= r->t.state->drawn[i] != 0;
    return r->any_seed && drawn;
}

static bool run_one(struct scenarios *all, const struct scenario_file *file,
                    const struct scenario *s, const struct scenario_options *options,
                    struct arena *arena)
{
    const struct game *game;
    struct error       err = { 0 };
    if (!find_game(all, file, s, options->game, &game, &err)) {
        show_error(&err, s->title, options->out);
        return false;
    }
    struct open_box *box = open_box(all, game);
    if (!box->full) {
        if (!box->told) show_error(&box->err, (struct text){ 0 }, options->out);
        box->told = true;
        return false;
    }
    unsigned seeds = options->seeds ? options->seeds : SEEDS;
    bool     ok    = run_with_seed(all, file, s, game, box->full, options, arena, 1);
    for (uint64_t seed = 2; ok && seed <= seeds && has_left_to_chance(all->run); seed++) {
        run_finish(all->run);
        ok = run_with_seed(all, file, s, game, box->full, options, arena, seed);
    }
    if (!ok && options->out) show_failure(all, all->run, options->out);
    if (ok && options->verbose && options->out)
        fprintf(options->out, "%s:%u: ok: %.*s\n", file->source,
                (unsigned)scenario_place(file, all->run->title_at).line, SHOW(s->title));
    run_finish(all->run);
    return ok;
}

// --- files and folders --------------------------------------------------------------------------

static bool has_scenarios(const struct scenario_file *file, struct error *err)
{
    return file->count ? true
                       : fail(err, BAD_INPUT, (struct place){ file->source, 0, 0 },
                              "has no line that starts with \"scenario\"");
}

void scenarios_run_text(struct scenarios *all, const char *source, struct text text,
                        const struct scenario_options *options, struct scenario_report *report)
{
    struct arena         arena, scratch;
    struct error         err = { 0 };
    struct scenario_file file;
    arena_init(&arena);
    arena_init(&scratch);
    report->files++;
    if (!scenario_read(&arena, source, text, &file, &err) || !has_scenarios(&file, &err)) {
        show_error(&err, (struct text){ 0 }, options->out);
        report->failed++;
    } else {
        for (uint32_t i = 0; i < file.count; i++) {
            if (!is_meant(file.scenarios[i].title, options->only)) continue;
            bool ok = run_one(all, &file, &file.scenarios[i], options, &scratch);
            report->passed += ok;
            report->failed += !ok;
            arena_reset(&scratch);
        }
    }
    arena_finish(&arena);
}

// Calls `visit` for each *.scn file in the order of names; stops when it returns false.
typedef bool file_visit(void *context, const char *path, struct error *);

static bool is_scenario_name(struct text name)
{
    return name.size > 4 && text_is(text_part(name, name.size - 4, 4), ".scn") && name.at[0] != '.';
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static void sort_names(struct text *names, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct text name = names[i];
        size_t      k    = i;
        for (; k > 0 && text_compare(names[k - 1], name) > 0; k--) names[k] = names[k - 1];
        names[k] = name;
    }
}

static bool list_folder(struct arena *arena, const char *path, struct text **names, size_t *count,
                        struct error *err)
{
    size_t capacity = 64;
    DIR   *folder   = opendir(path);
    *count          = 0;
    *names          = ARENA_ARRAY(arena, struct text, capacity);
    if (!folder)
        return fail(err, IO_FAILED, (struct place){ path, 0, 0 }, "cannot be opened: %s",
                    strerror(errno));
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        if (*count == capacity) {
            struct text *more = ARENA_ARRAY(arena, struct text, 2 * capacity);
            memcpy(more, *names, capacity * sizeof *more);
            *names = more;
            capacity *= 2;
        }
        (*names)[(*count)++] = arena_text(arena, text_of(entry->d_name));
    }
    closedir(folder);
    sort_names(*names, *count);
    return true;
}

static bool visit_files(const char *path, unsigned depth, file_visit *visit, void *context,
                        struct error *err)
{
    if (!is_folder(path)) return visit(context, path, err);
    struct arena arena;
    struct text *names;
    size_t       count;
    char         inner[PATH_SIZE];
    arena_init(&arena);
    bool ok = list_folder(&arena, path, &names, &count, err);
    for (size_t i = 0; ok && i < count; i++) {
        struct writer w = writer_on(inner, sizeof inner);
        write_format(&w, "%s%s%.*s", path, path[strlen(path) - 1] == '/' ? "" : "/",
                     SHOW(names[i]));
        if (w.cut) continue;
        if (is_folder(inner)) {
            if (depth < FOLDERS_DEEP_MAX) ok = visit_files(inner, depth + 1, visit, context, err);
        } else if (is_scenario_name(names[i])) {
            ok = visit(context, inner, err);
        }
    }
    arena_finish(&arena);
    return ok;
}

struct file_run {
    struct scenarios              *all;
    const struct scenario_options *options;
    struct scenario_report        *report;
};

static bool run_file(void *context, const char *path, struct error *err)
{
    struct file_run *f = context;
    struct arena     arena;
    struct text      text;
    arena_init(&arena);
    if (file_read(&arena, path, SCENARIO_FILE_MAX, &text, err)) {
        scenarios_run_text(f->all, path, text, f->options, f->report);
    } else {
        show_error(err, (struct text){ 0 }, f->options->out);
        *err = (struct error){ 0 };
        f->report->files++;
        f->report->failed++;
    }
    arena_finish(&arena);
    return true;
}

void scenarios_run(struct scenarios *all, const char *path, const struct scenario_options *options,
                   struct scenario_report *report)
{
    struct error    err     = { 0 };
    struct file_run context = { all, options, report };
    if (visit_files(path, 0, run_file, &context, &err)) return;
    show_error(&err, (struct text){ 0 }, options->out);
    report->failed++;
}

// --- cited rules --------------------------------------------------------------------------------

struct citing {
    struct scenarios              *all;
    const struct scenario_options *options;
    scenario_cites                *cites;
    void                          *context;
};

static void cite_line(const struct citing *c, const struct game *game,
                      const struct scenario_file *file, const struct line *line)
{
    struct text rest = line->text, word;
    while (text_next_word(&rest, &word)) {
        uint32_t at = line->from[word.at - line->text.at];
        while (word.size && strchr(",;:.", word.at[word.size - 1])) word.size--;
        for (size_t i = 0; i < game->rule_count; i++)
            if (text_equal_fold(word, text_of(game->rules[i].name)))
                c->cites(c->context, game, game->rules[i].id, file->source,
                         scenario_place(file, at).line);
    }
}

static void cite_steps(const struct citing *c, const struct game *game,
                       const struct scenario_file *file, const struct step *steps, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        enum step_kind kind = steps[i].kind;
        if (kind != STEP_RULE && kind != STEP_REFUSED && kind != STEP_EVENT && kind != STEP_RESULT)
            continue;
        for (uint32_t k = 0; k < steps[i].count; k++) cite_line(c, game, file, &steps[i].lines[k]);
    }
}

static bool cite_file(void *context, const char *path, struct error *err)
{
    const struct citing *c = context;
    struct arena         arena;
    struct text          text;
    struct scenario_file file;
    arena_init(&arena);
    bool ok = file_read(&arena, path, SCENARIO_FILE_MAX, &text, err) &&
              scenario_read(&arena, path, text, &file, err);
    for (uint32_t i = 0; ok && i < file.count; i++) {
        const struct scenario *s = &file.scenarios[i];
        const struct game     *game;
        ok = find_game(c->all, &file, s, c->options->game, &game, err);
        if (!ok) break;
        cite_steps(c, game, &file, file.common, file.common_count);
        cite_steps(c, game, &file, s->steps, s->count);
    }
    arena_finish(&arena);
    return ok;
}

bool scenarios_cited(struct scenarios *all, const char *path,
                     const struct scenario_options *options, scenario_cites *cites, void *context,
                     struct error *err)
{
    struct citing c = { all, options, cites, context };
    return visit_files(path, 0, cite_file, &c, err);
}

// --- a scenario as a position -------------------------------------------------------------------

static struct scenario_opened *opened_new(void)
{
    struct arena arena;
    arena_init(&arena);
    struct scenario_opened *o = ARENA_NEW(&arena, struct scenario_opened);
    o->arena                  = arena;
    return o;
}

// What stands before the first scenario belongs to each.
static struct text origin_of(struct arena *arena, const struct scenario_file *file,
                             const struct scenario *s)
{
    size_t      first  = file->count ? (size_t)(file->scenarios[0].whole.at - file->text.at)
                                     : file->text.size;
    struct text common = text_part(file->text, 0, file->common_count ? first : 0);
    if (!file->count) return common;
    char *joined = arena_format(arena, "%.*s%.*s", SHOW(common), SHOW(s->whole));
    return text_of(joined);
}

static bool arrange_opened(struct scenario_opened *o, const struct scenario_file *file,
                           const struct scenario *s, const struct box *box, bool replayed,
                           struct error *err)
{
    struct core *states[3];
    for (int i = 0; i < 3; i++) states[i] = arena_alloc(&o->arena, 1, box->game->state_size);
    struct run *r = ARENA_NEW(&o->arena, struct run);
    run_init(r, file, s, box->game, box, &o->arena, states);
    r->replayed = replayed;
    bool ok     = run_begin(r) && run_arrange(r);
    for (uint32_t i = 0; ok && i < r->step_count; i++)
        if (r->steps[i].kind == STEP_GOAL) ok = read_goal(r, &r->steps[i], &o->goal);
    if (!ok && r->err.status != OK) *err = r->err;
    if (!ok && r->err.status == OK)
        (void)fail(err, BAD_INPUT, scenario_place(file, r->title_at), "%s", r->found_text);
    o->title     = arena_text(&o->arena, s->title).at;
    o->box       = r->box;
    o->own_box   = r->own_box;
    o->table     = r->t;
    o->origin    = origin_of(&o->arena, file, s);
    o->table.log = NULL;
    log_finish(&r->log);
    return ok;
}

struct scenario_opened *scenario_open(struct scenarios *all, const char *path, const char *title,
                                      const struct scenario_options *options, struct error *err)
{
    struct scenario_opened *o = opened_new();
    struct scenario_file    file;
    struct text             text;
    const struct game      *game;
    if (!file_read(&o->arena, path, SCENARIO_FILE_MAX, &text, err) ||
        !scenario_read(&o->arena, path, text, &file, err) || !has_scenarios(&file, err))
        goto failed;
    for (uint32_t i = 0; i < file.count; i++) {
        if (!is_meant(file.scenarios[i].title, title)) continue;
        if (!find_game(all, &file, &file.scenarios[i], options->game, &game, err)) goto failed;
        struct open_box *box = open_box(all, game);
        if (!box->full) *err = box->err;
        if (!box->full || !arrange_opened(o, &file, &file.scenarios[i], box->full, false, err))
            goto failed;
        return o;
    }
    (void)fail(err, BAD_INPUT, (struct place){ path, 0, 0 }, "has no scenario \"%s\"", title);
failed:
    scenario_close(o);
    return NULL;
}

static struct scenario_opened *arrange_lines(const struct box *box, const char *source,
                                             struct text lines, bool replayed, struct error *err)
{
    struct scenario_opened *o = opened_new();
    struct scenario_file    file;
    const char             *name = arena_text(&o->arena, text_of(source)).at;
    struct text             text = arena_text(&o->arena, lines);
    if (scenario_read(&o->arena, name, text, &file, err)) {
        struct scenario        none = { .whole = text_part(file.text, 0, 0) };
        const struct scenario *s    = file.count ? &file.scenarios[0] : &none;
        if (arrange_opened(o, &file, s, box, replayed, err)) return o;
    }
    scenario_close(o);
    return NULL;
}

struct scenario_opened *scenario_arrange(const struct box *box, const char *source,
                                         struct text lines, struct error *err)
{
    return arrange_lines(box, source, lines, false, err);
}

struct scenario_opened *scenario_arrange_again(const struct box *box, const char *source,
                                               struct text origin, struct error *err)
{
    return arrange_lines(box, source, origin, true, err);
}

void scenario_close(struct scenario_opened *o)
{
    if (!o) return;
    box_close(o->own_box);
    struct arena arena = o->arena;
    arena_finish(&arena);
}
