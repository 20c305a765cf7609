// Lines of a scenario asked about a match that is being played: has a lesson's goal been reached?
#include "match/scenario_private.h"

#include "match/match.h"

#include <string.h>

static bool is_check(enum step_kind kind)
{
    return kind == STEP_THEN || kind == STEP_SEES || kind == STEP_EVENT || kind == STEP_ASKED ||
           kind == STEP_OFFERED || kind == STEP_REFUSED || kind == STEP_RESULT;
}

static bool run_checks(struct run *r)
{
    for (uint32_t i = 0; i < r->step_count; i++) {
        const struct step *step = &r->steps[i];
        r->step                 = step;
        r->line                 = NULL;
        r->later                = writer_on(r->later_text, sizeof r->later_text);
        if (!is_check(step->kind))
            return fail(&r->err, BAD_INPUT, scenario_place(r->file, step->at),
                        "\"%s\" checks nothing", STEP_WORDS[step->kind]);
        if (!step->count)
            return fail(&r->err, BAD_INPUT, scenario_place(r->file, step->at),
                        "something must stand after \"%s\"", STEP_WORDS[step->kind]);
        if (!run_step(r, step)) return false;
    }
    return true;
}

bool scenario_holds(const struct match *m, size_t first_event, const char *source,
                    struct text lines, struct writer *expected, struct writer *found,
                    struct error *err)
{
    struct arena         arena;
    struct scenario_file file;
    struct core         *states[3];
    bool                 holds = false;
    size_t               size  = m->table.game->state_size;
    arena_init(&arena);
    if (scenario_read(&arena, source, lines, &file, err)) {
        struct scenario        none = { .whole = text_part(file.text, 0, 0) };
        const struct scenario *s    = file.count ? &file.scenarios[0] : &none;
        struct run            *r    = ARENA_NEW(&arena, struct run);
        for (int i = 0; i < 3; i++) states[i] = arena_alloc(&arena, 1, size);
        run_init(r, &file, s, m->table.game, m->box, &arena, states);
        memcpy(states[0], m->table.state, size);
        r->names       = m->names;
        r->log         = m->log; // only looked at: being strict, nothing is answered
        r->events_from = first_event;
        r->strict = r->arranged = true;
        r->setup.seats          = m->table.state->seats;
        holds                   = run_checks(r);
        if (!holds && r->err.status != OK) *err = r->err;
        if (!holds) {
            write_chars(expected, r->expected_text);
            write_chars(found, r->found_text);
        }
    }
    arena_finish(&arena);
    return holds;
}
