// Choices of a scenario, and what every position reached must fulfil: it is whole, everybody who is
// asked has an answer, choices have words of their own, and nobody can see what they may not know.
#include "match/scenario_private.h"

#include "base/hash.h"
#include "match/match.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_SIZE = 400, TIMES_MAX = 200 };

bool differs(struct run *r, const char *expected, const char *format, ...)
{
    char    text[SAID_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    r->expected = writer_on(r->expected_text, sizeof r->expected_text);
    r->found    = writer_on(r->found_text, sizeof r->found_text);
    write_chars(&r->expected, expected);
    write_chars(&r->found, text);
    return false;
}

// --- every position -----------------------------------------------------------------------------

static bool check_words(struct run *r, seat_id seat, size_t count)
{
    uint64_t hashes[CHOICES_MAX];
    char     words[WORDS_SIZE];
    for (size_t i = 0; i < count; i++) {
        struct writer w = writer_on(words, sizeof words);
        say_choice(&r->t, seat, seat, r->list[i], r->names, &w);
        hashes[i] = hash_bytes(words, w.size);
        for (size_t k = 0; k < i; k++)
            if (hashes[k] == hashes[i])
                return differs(r, "words that mean one choice", "%s can choose \"%s\" twice",
                               r->names[seat], words);
    }
    return true;
}

static bool check_questions(struct run *r)
{
    for (seat_id s = 0; s < r->t.state->seats; s++) {
        if (!is_asked(r, s)) continue;
        size_t count = table_choices(&r->t, s, r->list, CHOICES_MAX);
        if (count == 0)
            return differs(r, "an answer to every question", "%s is asked and can answer nothing",
                           r->names[s]);
        if (!check_words(r, s, count)) return false;
    }
    return true;
}

static bool same_view(const struct view *a, const struct view *b)
{
    return memcmp(a, b, offsetof(struct view, cards)) == 0 &&
           memcmp(a->cards, b->cards, a->card_count * sizeof *a->cards) == 0 &&
           memcmp(a->values, b->values, a->value_count * sizeof *a->values) == 0 &&
           memcmp(a->links, b->links, a->link_count * sizeof *a->links) == 0;
}

static void describe_leak(struct run *r, char *out, size_t size)
{
    struct writer w = writer_on(out, size);
    for (unsigned i = 0; i < r->view.card_count && i < r->guess.card_count; i++) {
        if (memcmp(&r->view.cards[i], &r->guess.cards[i], sizeof r->view.cards[i]) == 0) continue;
        write_chars(&w, "of the card at ");
        say_place(&r->t, NO_SEAT, r->view.cards[i].id, r->names, &w);
        return;
    }
    for (unsigned i = 0; i < r->view.value_count && i < r->guess.value_count; i++) {
        const struct view_value *a = &r->view.values[i], *b = &r->guess.values[i];
        if (memcmp(a, b, sizeof *a) == 0) continue;
        write_format(&w, "of value %s: %d or %d",
                     r->game->value_names ? r->game->value_names[a->name] : "?", a->value,
                     b->value);
        return;
    }
    write_chars(&w, "of the table or of what waits to resolve");
}

// Nothing that a viewer is shown or offered may depend on what the viewer cannot know.
static bool check_secrets(struct run *r)
{
    struct table guess = r->t;
    uint64_t     hash  = table_hash(&r->t);
    char         what[200];
    if (hash == r->checked) return true;
    r->checked  = hash;
    guess.state = r->copy;
    guess.log   = NULL;
    for (seat_id viewer = 0; viewer <= SPECTATOR; viewer++) {
        if (viewer >= r->t.state->seats && viewer != SPECTATOR) continue;
        struct rng rng = rng_from(++r->luck);
        memcpy(r->copy, r->t.state, r->game->state_size);
        table_imagine(&guess, viewer, &rng);
        table_view(&r->t, viewer, &r->view);
        table_view(&guess, viewer, &r->guess);
        const char *name = viewer == SPECTATOR ? "a spectator" : r->names[viewer];
        if (!same_view(&r->view, &r->guess)) {
            describe_leak(r, what, sizeof what);
            return differs(r, "nobody sees what they may not know", "%s sees something %s", name,
                           what);
        }
        if (viewer == SPECTATOR || !is_asked(r, viewer)) continue;
        size_t count = table_choices(&r->t, viewer, r->list, CHOICES_MAX);
        bool   same  = count == table_choices(&guess, viewer, r->other, CHOICES_MAX);
        for (size_t i = 0; same && i < count; i++) same = choice_equal(r->list[i], r->other[i]);
        if (!same)
            return differs(r, "nobody is offered what they may not know",
                           "the choices of %s depend on hidden cards", name);
    }
    return true;
}

bool run_advance(struct run *r)
{
    r->t.log = &r->log;
    table_advance(&r->t);
    const char *broken = table_broken(&r->t);
    if (broken) return differs(r, "a whole position", "%s", broken);
    return check_questions(r) && check_secrets(r);
}

// --- questions with one answer ------------------------------------------------------------------

static bool is_at(const struct match *m, const struct core *position)
{
    return memcmp(m->table.state, position, m->table.game->state_size) == 0;
}

// The same answer in a match of its own, taken back and given again.
static bool take_back(struct run *r, seat_id seat, struct choice choice)
{
    struct error  err = { 0 };
    struct match *m   = r->again;
    if (!m || !is_at(m, r->t.state)) { // the scenario has forced something, or gone back
        match_destroy(m);
        m = r->again = match_create_from(r->box, r->t.state, r->names, (struct text){ 0 }, &err);
        if (!m) return differs(r, "a match to take an answer back in", "%s", err.text);
    }
    size_t moves = m->move_count, events = m->log.count;
    if (match_answer(m, seat, choice) != 0) return true; // the run says so itself
    uint64_t after = table_hash(&m->table);
    size_t   told  = m->log.count;
    match_go_back(m, moves);
    if (!is_at(m, r->t.state) || m->log.count != events)
        return differs(r, "an answer that is taken back leaves nothing behind", "it does");
    if (match_answer(m, seat, choice) != 0)
        return differs(r, "an answer that was taken back can be given again", "it is refused");
    if (table_hash(&m->table) != after || m->log.count != told)
        return differs(r, "an answer that is given again does the same", "it does not");
    return true;
}

static bool same_events(const struct run *r, size_t from)
{
    const struct match *m     = r->again;
    size_t              count = r->log.count - from;
    if (count > m->log.count) return false;
    const struct event *a = &r->log.events[from], *b = &m->log.events[m->log.count - count];
    for (size_t i = 0; i < count; i++)
        if (a[i].kind != b[i].kind || a[i].seat != b[i].seat || a[i].card != b[i].card ||
            a[i].target != b[i].target || a[i].def != b[i].def || a[i].amount != b[i].amount ||
            a[i].seen_by != b[i].seen_by || a[i].told != b[i].told)
            return false;
    return true;
}

static bool answer(struct run *r, seat_id seat, struct choice choice)
{
    size_t events = r->log.count;
    if (r->taking_back) {
        if (!take_back(r, seat, choice)) return false;
        r->taking_back = false;
        bool ok        = answer(r, seat, choice);
        r->taking_back = true;
        if (ok && (!is_at(r->again, r->t.state) || !same_events(r, events)))
            return differs(r, "an answer that is given again does the same",
                           "another position, or other events");
        return ok;
    }
    rule_id no = table_answer(&r->t, seat, choice);
    if (no) {
        char        name[40];
        const char *text = table_rule_text(r->game, no, name, sizeof name);
        return differs(r, "a listed choice is legal", "%s: %s", name, text);
    }
    return run_advance(r);
}

bool run_takes_back(const struct run *r, struct choice choice)
{
    return r->game->takes_back && choice.kind == r->game->takes_back;
}

// To take back what was begun is no answer. The one answer comes first in the list.
static bool has_one_answer(struct run *r, seat_id seat)
{
    if (!is_asked(r, seat)) return false;
    size_t count = table_choices(&r->t, seat, r->list, CHOICES_MAX);
    return count == 1 ||
           (count == 2 && !run_takes_back(r, r->list[0]) && run_takes_back(r, r->list[1]));
}

bool run_forced_answer(struct run *r, bool *ok)
{
    *ok = true;
    for (seat_id s = 0; s < r->t.state->seats; s++) {
        if (!has_one_answer(r, s)) continue;
        struct choice choice = r->list[0];
        if (r->auto_count < AUTOS_MAX) {
            struct auto_answer *a = &r->autos[r->auto_count++];
            struct writer       w = writer_on(a->words, sizeof a->words);
            a->seat               = s;
            say_choice(&r->t, s, s, choice, r->names, &w);
        }
        *ok = answer(r, s, choice);
        return true;
    }
    return false;
}

bool run_until_asked(struct run *r, seat_id seat)
{
    bool ok = true;
    for (int i = 0; i < FORCED_WALK_MAX && !r->strict && !r->t.state->over; i++)
        if (is_asked(r, seat) || !run_forced_answer(r, &ok) || !ok) break;
    return ok;
}

// A choice may be written down although its question has had its only answer already.
static bool was_answered(struct run *r, seat_id seat, struct text words)
{
    for (unsigned i = r->auto_next; i < r->auto_count; i++) {
        if (r->autos[i].seat != seat || !text_equal_fold(words, text_of(r->autos[i].words)))
            continue;
        r->auto_next = i + 1;
        return true;
    }
    return false;
}

// --- when ---------------------------------------------------------------------------------------

void write_asked(struct run *r, struct writer *w)
{
    enum { SHOWN_MAX = 12 };
    if (r->t.state->over) write_chars(w, "the match is over");
    for (seat_id s = 0; s < r->t.state->seats; s++) {
        if (!is_asked(r, s)) continue;
        if (w->size) write_chars(w, "; ");
        write_format(w, "%s: ", r->names[s]);
        size_t count = table_choices(&r->t, s, r->other, CHOICES_MAX);
        for (size_t i = 0; i < count && i < SHOWN_MAX; i++) {
            if (i) write_chars(w, ", ");
            say_choice(&r->t, s, s, r->other[i], r->names, w);
        }
        if (count > SHOWN_MAX) write_format(w, " and %zu more", count - SHOWN_MAX);
    }
}

// Why the words are no choice of this seat now.
static bool differs_from_choices(struct run *r, seat_id seat, struct text words)
{
    char          expected[WORDS_SIZE], asked[SAID_MAX / 2], name[40];
    struct error  why = { 0 };
    struct choice choice;
    struct writer w = writer_on(asked, sizeof asked), e = writer_on(expected, sizeof expected);
    write_asked(r, &w);
    write_format(&e, "%s can choose ", r->names[seat]);
    write_text(&e, words);
    if (!is_asked(r, seat)) return differs(r, expected, "asked is %s", asked);
    if (!read_choice(&r->t, seat, words, r->names, &choice, &why))
        return differs(r, expected, "%s", why.text);
    const char *text = table_rule_text(r->game, table_why_not(&r->t, seat, choice), name,
                                       sizeof name);
    return differs(r, expected, "%s: %s", name, text);
}

static bool is_late(struct text words)
{
    return text_equal_fold(words, TEXT("lets the clock run out"));
}

static bool fits(struct run *r, seat_id seat, struct text words, struct choice *choice)
{
    if (!is_asked(r, seat) && !table_may_change(&r->t, seat)) return false;
    if (is_asked(r, seat) && is_late(words)) {
        *choice = table_default(&r->t, seat);
        return true;
    }
    return read_choice(&r->t, seat, words, r->names, choice, NULL) &&
           table_why_not(&r->t, seat, *choice) == 0;
}

static void forget_autos(struct run *r) { r->auto_count = r->auto_next = 0; }

static bool concedes(struct run *r, seat_id seat, struct text words)
{
    if (!r->game->concede ||
        (!text_equal_fold(words, TEXT("concedes")) && !text_equal_fold(words, TEXT("concede"))))
        return false;
    table_concede(&r->t, seat);
    return true;
}

// Counts a time-out as the rules do: of a question that gathers cards the first counts, of a turn's
// time the first in that turn, and turns must be in a row. True: with this one the seat gives up.
static bool gives_up_late(struct run *r, seat_id seat)
{
    const struct time_rules *rules = &r->game->time;
    struct late             *late  = &r->late[seat];
    if (!rules->time_outs) return false;
    uint32_t turn = table_time(&r->t, seat).turn;
    if (rules->by_turns ? !turn || turn == late->turn : r->t.state->question[seat].picked != 0)
        return false;
    if (rules->by_turns && turn != late->turn + 1) late->count = 0;
    late->turn = turn;
    if (++late->count < rules->time_outs) return false;
    table_concede(&r->t, seat);
    if (r->t.state->over) r->t.state->over_because = rules->give_up;
    return true;
}

static bool take(struct run *r, seat_id seat, struct text words, struct choice choice)
{
    forget_autos(r);
    if (is_late(words) && gives_up_late(r, seat)) return run_advance(r);
    return answer(r, seat, choice);
}

// Where the run stands before questions with one answer are answered on the way.
struct mark {
    size_t   events;
    unsigned autos;
};

static struct mark mark_here(struct run *r)
{
    memcpy(r->kept, r->t.state, r->game->state_size);
    return (struct mark){ r->log.count, r->auto_count };
}

static void go_back(struct run *r, struct mark mark)
{
    memcpy(r->t.state, r->kept, r->game->state_size);
    r->log.count  = mark.events;
    r->auto_count = mark.autos;
}

// Takes the choice. Questions before it that have one answer only are answered on the way; if the
// words never fit, all is as before and the failure is about the position as it was.
static bool choose(struct run *r, seat_id seat, struct text words)
{
    struct choice choice;
    if (fits(r, seat, words, &choice)) return take(r, seat, words, choice);
    if (r->t.state->over) return differs_from_choices(r, seat, words);
    if (concedes(r, seat, words)) return run_advance(r);
    if (was_answered(r, seat, words)) return true;
    struct mark mark = mark_here(r);
    for (int i = 0; i < FORCED_WALK_MAX && !r->strict; i++) {
        bool ok;
        // A real question to this very seat is where the scenario and the game part.
        if (is_asked(r, seat) && !has_one_answer(r, seat)) break;
        if (!run_forced_answer(r, &ok)) break;
        if (!ok) return false;
        if (fits(r, seat, words, &choice)) return take(r, seat, words, choice);
    }
    go_back(r, mark);
    return differs_from_choices(r, seat, words);
}

static bool somebody_can_pass(struct run *r)
{
    struct choice choice;
    for (seat_id s = 0; s < r->t.state->seats; s++)
        if (is_asked(r, s) && fits(r, s, TEXT("pass"), &choice)) return true;
    return false;
}

// Goes on through questions with one answer to where somebody can pass, if they lead there.
static bool go_to_a_pass(struct run *r)
{
    struct mark mark = mark_here(r);
    bool        ok   = true;
    for (int i = 0; i < FORCED_WALK_MAX && !r->strict && !r->t.state->over; i++)
        if (somebody_can_pass(r) || !run_forced_answer(r, &ok) || !ok) break;
    if (ok && !somebody_can_pass(r)) go_back(r, mark);
    return ok;
}

// "all pass": every seat that is asked passes, until a seat would have to pass again or cannot.
static bool all_pass(struct run *r)
{
    seat_set passed = 0;
    if (!go_to_a_pass(r)) return false;
    for (bool going = true; going && !r->t.state->over;) {
        going = false;
        for (seat_id s = 0; s < r->t.state->seats; s++) {
            struct choice choice;
            if (!is_asked(r, s) || passed >> s & 1) continue;
            if (!fits(r, s, TEXT("pass"), &choice)) continue;
            forget_autos(r);
            if (!answer(r, s, choice)) return false;
            passed = (seat_set)(passed | BIT(s));
            going  = true;
            break;
        }
    }
    char          asked[SAID_MAX / 2];
    struct writer w = writer_on(asked, sizeof asked);
    write_asked(r, &w);
    return passed ? true : differs(r, "somebody can pass", "asked is %s", asked);
}

static bool when_line(struct run *r, struct cursor c)
{
    seat_id seat;
    long    times = 1;
    if (take_words(&c, "all") || take_words(&c, "both")) {
        if (!take_words(&c, "pass")) return refuse(&c, "all seats together can only \"pass\"");
        if (!at_end(&c) && (!take_number(&c, 1, TIMES_MAX, &times) ||
                            !(take_words(&c, "times") || take_words(&c, "time")) || !at_end(&c)))
            return refuse(&c, "after \"pass\" may stand \"2 times\"");
        for (; times > 0; times--)
            if (!all_pass(r)) return false;
        return true;
    }
    if (!take_seat(&c, &seat))
        return refuse(&c, "a line starts with the seat that chooses: %s, %s ... or \"all pass\"",
                      r->names[0], r->names[1]);
    if (at_end(&c)) return refuse(&c, "what %s chooses is missing", r->names[seat]);
    return choose(r, seat, c.rest);
}

bool run_when(struct run *r, const struct step *step)
{
    r->events_from = r->log.count;
    for (uint32_t i = 0; i < step->count; i++)
        if (!when_line(r, cursor_on(r, &step->lines[i]))) return false;
    return true;
}
