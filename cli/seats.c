// Who plays: bots, programs of somebody else, lessons and people, seat by seat.
#include "cli/play.h"

#include "engine/notation.h"
#include "engine/table.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { OUTSIDE_SECONDS = 60 };

// --- sitting down -------------------------------------------------------------------------------

// One name of --vs; the command of a program goes on to the end.
static bool read_other(struct play *p, struct text name, struct text *rest)
{
    struct player *other = &p->others[p->other_count++];
    char           known[256];
    struct writer  w = writer_on(known, sizeof known);
    if (text_is(name, "human") && !is_host(p)) return true;
    if (text_starts(name, "exec:")) {
        other->program = name.at + strlen("exec:");
        *rest          = (struct text){ 0 };
        if (*other->program) return true;
        return wrong_use(
                   p->command,
                   "exec: wants a command, as in exec:\"python3 docs/examples/random_bot.py\"") ==
               FINE;
    }
    other->bot = bot_find(name);
    bot_list(&w);
    if (!other->bot)
        wrong_use(p->command, "there is no bot \"%.*s\"; there are: %s, exec:COMMAND%s", SHOW(name),
                  known, is_host(p) ? "" : ", human");
    return other->bot != NULL;
}

bool read_vs(struct play *p)
{
    struct text rest = text_of(p->vs), name;
    while (text_cut(&rest, ',', &name)) {
        if (p->other_count == SEATS_MAX)
            return wrong_use(p->command, "--vs names at most %d", SEATS_MAX) == FINE;
        if (!read_other(p, name, &rest)) return false;
    }
    return p->other_count > 0 || read_other(p, rest, &rest);
}

// --seat, the first seat, or the one that a scenario asks first.
static seat_id own_seat(const struct play *p)
{
    const struct core *c    = p->match->table.state;
    seat_id            seat = 0;
    if (p->lesson_name) return 0; // lessons speak to Ash
    if (p->seat && p->seat <= c->seats) return (seat_id)(p->seat - 1);
    while (p->opened && seat < c->seats && !(c->asked >> seat & 1)) seat++;
    return (seat_id)(seat < c->seats ? seat : 0);
}

// The others sit down in the order of --vs; the last one named has the seats that are left.
// Returns the seats of people.
seat_set sit_down(struct play *p)
{
    seat_id  own    = own_seat(p);
    seat_set people = (seat_set)(is_host(p) ? 0 : BIT(own));
    size_t   next   = 0;
    for (seat_id s = 0; s < p->match->setup.seats; s++) {
        if (s == own) continue;
        p->seated[s] = p->others[next];
        if (next + 1 < p->other_count) next++;
        if (!p->seated[s].bot && !p->seated[s].program) people = (seat_set)(people | BIT(s));
    }
    return people;
}

// --- lessons ------------------------------------------------------------------------------------

// "Lesson 2 of 7: Attack", "Puzzle: No time left, solved".
static void say_lesson_state(struct play *p)
{
    static const char *const GOALS[] = { "", ", solved", ", missed: undo, or leave" };
    const struct lesson     *l       = &p->lesson;
    struct writer            w       = writer_on(p->lesson_title, sizeof p->lesson_title);
    if (!p->lesson_name) return;
    if (l->is_puzzle)
        write_format(&w, "Puzzle: %s%s", l->title,
                     GOALS[scenario_goal_state(&p->opened->goal, &p->match->table)]);
    else
        write_format(&w, "Lesson %zu of %zu: %s%s", l->number, l->of, l->title,
                     lesson_is_done(l) ? ", done" : "");
    p->dialog->lesson       = &p->lesson;
    p->dialog->lesson_title = p->lesson_title;
}

// What the lesson has this seat do.
static bool answer_by_lesson(struct play *p, seat_id seat)
{
    const struct table *t = &p->match->table;
    struct choice       all[CHOICES_MAX];
    size_t              count = table_choices(t, seat, all, CHOICES_MAX);
    for (size_t i = 0; p->lesson_name && i < count; i++) {
        char          words[1024];
        struct writer w       = writer_on(words, sizeof words);
        const char   *list[1] = { words };
        say_choice(t, seat, seat, all[i], p->match->names, &w);
        if (lesson_choice(&p->lesson, seat, list, 1) != 0) continue;
        lesson_chose(&p->lesson, seat, words);
        return match_answer(p->match, seat, all[i]) == 0;
    }
    return false;
}

// --- programs -----------------------------------------------------------------------------------

static bool is_person(const struct play *p, seat_id seat)
{
    return p->dialog && p->dialog->people >> seat & 1;
}

enum set_up start_programs(struct play *p, struct error *err)
{
    for (seat_id s = 0; s < p->match->setup.seats; s++) {
        if (is_host(p) && p->seat == (long)s + 1)
            p->programs[s] = outside_here();
        else if (p->seated[s].program)
            p->programs[s] = outside_start(p->seated[s].program, OUTSIDE_SECONDS, err);
        else
            continue;
        if (!p->programs[s] || !outside_greet(p->programs[s], p->match, s, err))
            return SET_UP_FAILED;
    }
    return SET_UP;
}

// A program that cannot go on has given up, where the game knows that; else time runs out for it.
static void give_up_for(struct play *p, seat_id seat, const struct error *err)
{
    char words[ERROR_TEXT_MAX + ERROR_SOURCE_MAX + 32];
    error_say(err, words, sizeof words);
    fflush(stdout);
    fprintf(stderr, "pentacle %s: the program of %s gives up: %s\n", p->command->name,
            p->match->names[seat], words);
    outside_close(p->programs[seat]);
    p->programs[seat] = NULL;
    p->gone           = (seat_set)(p->gone | BIT(seat));
    match_concede(p->match, seat);
}

void end_programs(struct play *p)
{
    for (seat_id s = 0; s < SEATS_MAX; s++) {
        if (p->programs[s] && p->match->table.state->over) outside_end(p->programs[s], p->match, s);
        outside_close(p->programs[s]);
        p->programs[s] = NULL;
    }
}

// What somebody who is not a person answers; false if the match has ended instead.
static bool take_answer(struct play *p, seat_id seat, struct choice *out)
{
    const struct table *t   = &p->match->table;
    struct error        err = { 0 };
    if (p->programs[seat] && !outside_ask(p->programs[seat], p->match, seat, out, &err))
        give_up_for(p, seat, &err);
    if (t->state->over) return false;
    if (p->gone >> seat & 1)
        *out = table_default(t, seat);
    else if (!p->programs[seat])
        *out = bot_play(p->seated[seat].bot, t, seat, &p->rng, &p->memory[seat]);
    return true;
}

// --- playing ------------------------------------------------------------------------------------

// Bots answer first, then what has only one answer; so a person is asked last and about something.
static void answer_by_itself(struct play *p, bool *changed)
{
    const struct table *t = &p->match->table;
    *changed              = false;
    for (seat_id s = 0; s < t->state->seats && !*changed; s++) {
        struct choice all[CHOICES_MAX];
        if (!(t->state->asked >> s & 1)) continue;
        bool only = !p->ask_all && table_choices(t, s, all, CHOICES_MAX) == 1;
        if (is_person(p, s) && !only) continue;
        if ((*changed = answer_by_lesson(p, s))) return;
        // Its step comes behind that of the player, who is asked at the same time.
        if (!only && lesson_has_more(&p->lesson, s) && t->state->asked & p->dialog->people)
            continue;
        if (!is_person(p, s) && !only && !take_answer(p, s, &all[0])) return;
        *changed = match_answer(p->match, s, all[0]) == 0;
    }
}

void play_with_people(struct play *p)
{
    const struct core *c = p->match->table.state;
    while (!p->dialog->left) {
        bool    changed = false;
        seat_id seat    = 0;
        if (!c->over) answer_by_itself(p, &changed);
        if (changed) continue;
        while (seat < c->seats && !(is_person(p, seat) && (c->over || c->asked >> seat & 1)))
            seat++;
        assert(seat < c->seats);
        say_lesson_state(p);
        if (c->over)
            dialog_end(p->dialog, p->dialog->reader == NO_SEAT ? seat : p->dialog->reader);
        else
            dialog_ask(p->dialog, seat);
    }
}

void play_without_people(struct play *p)
{
    while (!p->match->table.state->over) {
        bool changed;
        answer_by_itself(p, &changed);
    }
}
