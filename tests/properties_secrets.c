// Nobody learns what they may not know. Three ways to look for a leak:
//   - a viewer's view and choices are the same before and after imagine();
//   - an answer that is not revealed yet changes nothing that others see;
//   - the true and an imagined world, played on with the same choices, show the viewer the same
//   views,
//     choices and events until a card is shown to it that differs between the two.
#include "tests/properties.h"

#include "base/hash.h"
#include "bots/bot.h"
#include "bots/search.h"
#include "engine/notation.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    STEPS_TOGETHER = 12,
    PUT_AWAY       = 4, // open cards fewer: more than a rule turns down at once
};

const char *viewer_name(seat_id viewer)
{
    return viewer < SEATS_MAX ? SEAT_NAMES[viewer] : "a spectator";
}

static const char *card_difference(const struct view_card *a, const struct view_card *b)
{
    if (a->id != b->id || a->zone != b->zone || a->place != b->place) return "place";
    if (a->def != b->def) return "face";
    if (a->owner != b->owner) return "owner";
    if (a->flags != b->flags) return "flags";
    if (memcmp(a->stat, b->stat, sizeof a->stat) != 0 || a->stats != b->stats) return "stats";
    return a->words != b->words ? "status words" : "unused bytes";
}

// The first thing in which two views differ, or NULL.
static const char *view_difference(const struct trial *trial, const struct view *a,
                                   const struct view *b)
{
    static char what[120];
    if (a->asked != b->asked) return "who is asked";
    if (a->question != b->question) return "what it is asked";
    if (a->card_count != b->card_count || a->value_count != b->value_count)
        return "how much there is";
    if (a->link_count != b->link_count) return "how many links wait";
    if (memcmp(a, b, offsetof(struct view, cards)) != 0) return "the end of the match";
    for (unsigned i = 0; i < a->card_count; i++) {
        if (memcmp(&a->cards[i], &b->cards[i], sizeof a->cards[i]) == 0) continue;
        snprintf(what, sizeof what, "the %s of card %u in zone %u (%s)",
                 card_difference(&a->cards[i], &b->cards[i]), a->cards[i].id, a->cards[i].zone,
                 trial->game->zones[a->cards[i].zone].name);
        return what;
    }
    for (unsigned i = 0; i < a->value_count; i++) {
        if (memcmp(&a->values[i], &b->values[i], sizeof a->values[i]) == 0) continue;
        snprintf(what, sizeof what, "value %s: %d and %d",
                 trial->game->value_names[a->values[i].name], a->values[i].value,
                 b->values[i].value);
        return what;
    }
    if (memcmp(a->links, b->links, a->link_count * sizeof a->links[0]) != 0) return "links";
    return NULL;
}

static bool has_same_choices(struct trial *trial, const struct table *a, const struct table *b,
                             seat_id viewer)
{
    if (viewer >= trial->seats) return true;
    size_t count = table_choices(a, viewer, trial->list, CHOICES_MAX);
    if (count != table_choices(b, viewer, trial->list2, CHOICES_MAX)) return false;
    for (size_t i = 0; i < count; i++)
        if (!choice_equal(trial->list[i], trial->list2[i])) return false;
    return true;
}

// Nor why somebody who is not asked may not do this or that.
static bool has_same_reasons_unasked(struct trial *trial, const struct table *a,
                                     const struct table *b, seat_id viewer)
{
    enum { TRIED = 8 };
    trial->list[0] = (struct choice){ .kind = CHOICE_PICK };
    for (unsigned i = 0; i < TRIED; i++) {
        struct choice odd = random_mutant(trial, 1);
        if (table_why_not(a, viewer, odd) != table_why_not(b, viewer, odd)) return false;
    }
    return true;
}

// Why a choice is refused, and what an offered one is called, must not tell either.
bool has_same_answers(struct trial *trial, const struct table *a, const struct table *b,
                      seat_id viewer)
{
    enum { TRIED = 8 };
    if (viewer >= trial->seats) return true;
    if (!(table_asked(a) >> viewer & 1)) return has_same_reasons_unasked(trial, a, b, viewer);
    size_t count = table_choices(a, viewer, trial->list, CHOICES_MAX);
    for (unsigned i = 0; i < TRIED && count; i++) {
        struct choice odd = random_mutant(trial, count);
        if (table_why_not(a, viewer, odd) != table_why_not(b, viewer, odd)) return false;
        struct choice listed = trial->list[rng_below(&trial->rng, (uint32_t)count)];
        char          words[2][WORDS_MAX];
        say_words(a, viewer, listed, words[0]);
        say_words(b, viewer, listed, words[1]);
        if (strcmp(words[0], words[1]) != 0) return false;
    }
    return true;
}

static bool has_secret_answers(const struct core *c, seat_id viewer)
{
    for (seat_id s = 0; s < c->seats; s++)
        if (s != viewer && c->together >> s & 1 && c->asked &&
            (!(c->asked >> s & 1) || c->question[s].picked))
            return true;
    return false;
}

// What bots are given is all that they can tell by. Looking at what they think besides is rare,
// since it takes long.
const char *advice_difference(struct trial *trial, const struct table *a, const struct table *b,
                              seat_id viewer)
{
    enum { RARE = 40, TRIES = 6 };
    static struct search_report  reports[2];
    static struct bot_world      scratch;
    const struct search_settings few  = { .iterations = TRIES };
    uint64_t                     seed = rng_next(&trial->rng);
    if (viewer >= trial->seats || a->game->state_size > BOT_STATE_MAX) return NULL;
    if (bot_position(a, viewer, &scratch) != bot_position(b, viewer, &scratch))
        return "what its bot is given";
    if (!(table_asked(a) >> viewer & 1) || rng_below(&trial->rng, RARE)) return NULL;
    struct rng    one = rng_from(seed), two = rng_from(seed);
    struct choice x = bot_choose(&greedy_bot, a, viewer, &one);
    struct choice y = bot_choose(&greedy_bot, b, viewer, &two);
    if (!choice_equal(x, y)) return "what a bot takes";
    if (rng_below(&trial->rng, 4)) return NULL;
    memset(reports, 0, sizeof reports);
    search_think(a, viewer, &few, &one, &reports[0]);
    search_think(b, viewer, &few, &two, &reports[1]);
    return memcmp(&reports[0], &reports[1], sizeof reports[0]) == 0 ? NULL : "hints";
}

// ---- imagined positions

// Of cards of an owner that the viewer has seen, all are still among them.
static bool keeps_what_was_seen(const struct core *real, const struct core *guess, seat_id viewer)
{
    for (card_id id = 0; id < real->card_count; id++) {
        const struct card *card = card_at(real, id);
        unsigned           seen = 0, there = 0;
        if (card->zone == NO_ZONE || !has_seen(card, viewer)) continue;
        for (card_id k = 0; k < real->card_count; k++) {
            const struct card *a = card_at(real, k), *b = card_at(guess, k);
            seen += a->zone != NO_ZONE && a->owner == card->owner && a->def == card->def &&
                    has_seen(a, viewer);
            there += b->zone != NO_ZONE && b->owner == card->owner && b->def == card->def;
        }
        if (there < seen) return false;
    }
    return true;
}

static const char *imagined_wrongly(const struct core *real, const struct core *guess,
                                    seat_id viewer)
{
    if (!keeps_what_was_seen(real, guess, viewer)) return "no card that it has seen";
    for (card_id id = 0; id < real->card_count; id++) {
        const struct card *a = card_at(real, id), *b = card_at(guess, id);
        if (a->zone != b->zone || a->owner != b->owner || a->known != b->known)
            return "a card in another place";
        if (a->known >> viewer & 1 && a->def != b->def) return "another face for a card it knows";
    }
    return NULL;
}

static bool imagines_well(struct trial *trial, struct table *guess, seat_id viewer)
{
    struct table real    = table_on(trial, trial->t.state);
    const char  *problem = table_broken(guess);
    if (!problem) problem = imagined_wrongly(real.state, guess->state, viewer);
    if (problem)
        return does_not_hold(trial, PROPERTY_IMAGINED, "%s imagines: %s", viewer_name(viewer),
                             problem);
    table_view(&real, viewer, &trial->view);
    table_view(guess, viewer, &trial->view2);
    const char *difference = view_difference(trial, &trial->view, &trial->view2);
    if (difference)
        return does_not_hold(trial, PROPERTY_NO_LEAK,
                             "the view of %s depends on what it cannot know: %s",
                             viewer_name(viewer), difference);
    if (!has_same_choices(trial, &real, guess, viewer))
        return does_not_hold(trial, PROPERTY_NO_LEAK,
                             "the choices of %s depend on what it cannot know",
                             viewer_name(viewer));
    if (!has_same_answers(trial, &real, guess, viewer))
        return does_not_hold(trial, PROPERTY_NO_LEAK,
                             "words or refusals for %s depend on what it cannot know",
                             viewer_name(viewer));
    difference = advice_difference(trial, &real, guess, viewer);
    if (difference && !real.state->asked) difference = NULL;
    if (difference && !has_secret_answers(real.state, viewer))
        return does_not_hold(trial, PROPERTY_LISTS, "%s of %s depends on what it cannot know",
                             difference, viewer_name(viewer));
    return true;
}

static bool can_be_played(struct trial *trial, struct table *guess, seat_id viewer)
{
    struct taken taken;
    for (unsigned i = 0; i < STEPS_TOGETHER && !guess->state->over; i++) {
        if (!random_answer(trial, guess, &taken)) {
            char what[sizeof trial->failure];
            memcpy(what, trial->failure, sizeof what);
            return does_not_hold(trial, PROPERTY_IMAGINED,
                                 "played on from what %s imagines: %.400s", viewer_name(viewer),
                                 what);
        }
        table_advance(guess);
        const char *broken = table_broken(guess);
        if (broken)
            return does_not_hold(trial, PROPERTY_IMAGINED, "played on from what %s imagines: %s",
                                 viewer_name(viewer), broken);
    }
    return true;
}

// ---- two worlds, played on together

// Has the viewer been shown a card that is not the same in both worlds?
bool knows_more(const struct core *a, const struct core *b, seat_id viewer)
{
    for (card_id id = 0; id < a->card_count && id < b->card_count; id++) {
        bool in_a = knows(a, viewer, id), in_b = knows(b, viewer, id);
        if (in_a != in_b || (in_a && card_at(a, id)->def != card_at(b, id)->def)) return true;
        // Of two equal cards one may have been changed; that shows when it is shown.
        if ((card_at(a, id)->flags ^ card_at(b, id)->flags) & CARD_MODIFIED) return true;
    }
    return false;
}

static bool is_same_event(const struct event *x, const struct event *y)
{
    return x->kind == y->kind && x->seat == y->seat && x->card == y->card &&
           x->target == y->target && x->def == y->def && x->target_def == y->target_def &&
           x->amount == y->amount && x->from == y->from && x->to == y->to &&
           x->reason.rule == y->reason.rule && x->reason.def == y->reason.def &&
           x->reason.line == y->reason.line && x->reason.at == y->reason.at;
}

static void say_told(const struct table *t, seat_id viewer, size_t index, char out[WORDS_MAX])
{
    struct writer w = writer_on(out, WORDS_MAX - 1);
    if (index < t->log->count) {
        say_event(t, viewer, &t->log->events[index], SEAT_NAMES, &w);
        write_chars(&w, ", ");
        say_reason(t, &t->log->events[index].reason, &w);
    }
    out[w.size] = 0;
}

// The first event that a viewer is told otherwise, or NULL.
static const char *event_difference(const struct table *a, const struct table *b, seat_id viewer)
{
    static char  what[2 * WORDS_MAX + 40];
    char         words[2][WORDS_MAX];
    struct event x, y;
    for (size_t i = 0, j = 0;; i++, j++) {
        while (i < a->log->count && !event_for(&a->log->events[i], viewer, &x)) i++;
        while (j < b->log->count && !event_for(&b->log->events[j], viewer, &y)) j++;
        bool ends = i >= a->log->count || j >= b->log->count;
        if (ends && i >= a->log->count && j >= b->log->count) return NULL;
        if (!ends && is_same_event(&x, &y)) continue;
        say_told(a, viewer, i, words[0]);
        say_told(b, viewer, j, words[1]);
        snprintf(what, sizeof what, "event \"%s\" or \"%s\"", words[0], words[1]);
        return what;
    }
}

// What was shown and then shuffled away is not known any more, although it was seen.
bool was_shuffled(const struct event_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        if (log->events[i].kind == EVENT_SHUFFLED) return true;
    return false;
}

const char *sight_difference(struct trial *trial, const struct table *a, const struct table *b,
                             seat_id viewer)
{
    table_view(a, viewer, &trial->view);
    table_view(b, viewer, &trial->view2);
    const char *difference = view_difference(trial, &trial->view, &trial->view2);
    if (!difference && !has_same_choices(trial, a, b, viewer)) difference = "choices";
    return difference ? difference : event_difference(a, b, viewer);
}

static bool looks_the_same(struct trial *trial, const struct table *real, const struct table *guess,
                           seat_id viewer, const char *after)
{
    const char *difference = sight_difference(trial, real, guess, viewer);
    return !difference || does_not_hold(trial, PROPERTY_NO_LEAK,
                                        "after \"%s\" %s can tell two worlds apart that it should "
                                        "not: %s",
                                        after, viewer_name(viewer), difference);
}

static unsigned cards_known(const struct core *c, seat_id viewer)
{
    unsigned count = 0;
    for (card_id id = 0; id < c->card_count; id++) count += knows(c, viewer, id);
    return count;
}

static bool plays_alike(struct trial *trial, struct table *real, struct table *guess,
                        seat_id viewer)
{
    struct taken taken;
    for (unsigned i = 0; i < STEPS_TOGETHER && !real->state->over; i++) {
        char words[WORDS_MAX];
        real->log->count = guess->log->count = 0;
        if (!choose_at_random(trial, real, &taken)) return false;
        say_words(real, taken.seat, taken.choice, words);
        unsigned open = cards_known(real->state, viewer);
        if (!take(trial, real, &taken)) return false;
        // What another seat does with cards the viewer cannot see may be impossible in the other
        // world.
        if (table_answer(guess, taken.seat, taken.choice) != 0) return true;
        table_advance(real);
        table_advance(guess);
        if (knows_more(real->state, guess->state, viewer) || was_shuffled(real->log) ||
            was_shuffled(guess->log))
            return true;
        // The next game of a match: what was turned up last was put away with all the rest.
        if (cards_known(real->state, viewer) + PUT_AWAY < open) return true;
        if (!looks_the_same(trial, real, guess, viewer, words)) return false;
    }
    return true;
}

static bool lives_in_two_worlds(struct trial *trial, struct table *guess, seat_id viewer)
{
    static struct event_log logs[2];
    if (has_secret_answers(trial->t.state, viewer)) return true;
    struct table real = table_on(trial, copy_position(trial, 1, trial->t.state));
    // The same chance in both, so that dice and coins are no difference.
    memcpy(guess->state->key, real.state->key, sizeof real.state->key);
    real.log   = &logs[0];
    guess->log = &logs[1];
    bool same  = plays_alike(trial, &real, guess, viewer);
    guess->log = NULL;
    for (unsigned i = 0; i < COUNT(logs); i++) log_finish(&logs[i]);
    return same;
}

// ---- answers that are not revealed

static bool keeps_answers_to_itself(struct trial *trial)
{
    struct table t = table_on(trial, copy_position(trial, 0, trial->t.state));
    struct taken taken;
    while (table_asked(&t) & (table_asked(&t) - 1)) { // as long as two are asked
        struct table before = table_on(trial, copy_position(trial, 1, t.state));
        if (!random_answer(trial, &t, &taken)) return false;
        for (seat_id viewer = 0; viewer <= SPECTATOR; viewer++) {
            if (viewer == taken.seat || (viewer >= trial->seats && viewer < SPECTATOR)) continue;
            table_view(&before, viewer, &trial->view);
            table_view(&t, viewer, &trial->view2);
            trial->view2.asked = trial->view.asked;
            if (view_difference(trial, &trial->view, &trial->view2) ||
                !has_same_choices(trial, &before, &t, viewer))
                return does_not_hold(trial, PROPERTY_NO_LEAK, "%s sees what %s answers in secret",
                                     viewer_name(viewer), SEAT_NAMES[taken.seat]);
        }
    }
    return true;
}

bool keeps_secrets(struct trial *trial)
{
    for (seat_id viewer = 0; viewer <= SPECTATOR; viewer++) {
        if (viewer >= trial->seats && viewer < SPECTATOR) continue;
        struct table guess = table_on(trial, copy_position(trial, 0, trial->t.state));
        table_imagine(&guess, viewer, &trial->rng);
        if (!imagines_well(trial, &guess, viewer)) return false;
        if (trial->t.state->over) continue;
        bool holds = rng_below(&trial->rng, 2) ? can_be_played(trial, &guess, viewer)
                                               : lives_in_two_worlds(trial, &guess, viewer);
        if (!holds) return false;
    }
    return keeps_answers_to_itself(trial);
}
