// A list of cards is unknown until its cards are shown: two worlds in which the others have brought
// other lists, with the same sizes and the same cards that lie open, started with one key and
// played with the same choices, are the same to a viewer until it is shown a card that is not. So
// are the hints it gets and what a bot in its seat does.
#include "tests/properties.h"

#include <stdio.h>

enum { STEPS = 120, TRIES = 3 };

// Puts other cards into the list, one by one, as long as it is legal.
static void change_list(struct trial *trial, struct match_setup *setup, seat_id seat)
{
    struct seat_setup *list = &setup->seat[seat];
    const uint32_t     defs = trial->box->pool->def_count;
    for (unsigned i = 0; i < list->count; i++)
        for (unsigned n = 0; n < TRIES && list->section[i] == 0; n++) {
            def_id       was = list->card[i];
            struct error err = { 0 };
            list->card[i]    = (def_id)rng_below(&trial->rng, defs);
            if (list->card[i] != was &&
                (!trial->game->deck_check ||
                 trial->game->deck_check(trial->box->pool, setup, seat, &err)))
                break;
            list->card[i] = was;
        }
}

static const char *first_difference(struct trial *trial, const struct table *a,
                                    const struct table *b, seat_id viewer)
{
    const char *difference = sight_difference(trial, a, b, viewer);
    if (!difference && !has_same_answers(trial, a, b, viewer)) difference = "words or refusals";
    return difference ? difference : advice_difference(trial, a, b, viewer);
}

static bool is_shown_more(const struct table *a, const struct table *b, seat_id viewer)
{
    return knows_more(a->state, b->state, viewer);
}

static bool plays_alike(struct trial *trial, struct table *real, struct table *other,
                        seat_id viewer)
{
    struct taken taken;
    char         words[WORDS_MAX] = "the start";
    for (unsigned i = 0; i < STEPS; i++) {
        table_advance(real);
        table_advance(other);
        if (is_shown_more(real, other, viewer)) return true;
        const char *difference = first_difference(trial, real, other, viewer);
        // What was shown and then shuffled away was seen all the same.
        if (difference && i > 0 && (was_shuffled(real->log) || was_shuffled(other->log)))
            return true;
        if (difference)
            return does_not_hold(trial, PROPERTY_LISTS,
                                 "after \"%s\", choice %u, %s can tell which list another has "
                                 "brought: %s",
                                 words, i, viewer_name(viewer), difference);
        if (real->state->over) return true;
        real->log->count = other->log->count = 0;
        if (!choose_at_random(trial, real, &taken)) return false;
        say_words(real, taken.seat, taken.choice, words);
        if (!take(trial, real, &taken)) return false;
        // What others do with cards of their own may be impossible with other cards.
        if (table_answer(other, taken.seat, taken.choice) != 0) return true;
    }
    return true;
}

bool keeps_lists(struct trial *trial)
{
    static struct event_log logs[2];
    seat_id                 viewer = (seat_id)rng_below(&trial->rng, trial->seats + 1);
    struct match_setup      setup  = trial->setup;
    struct table            real   = table_on(trial, trial->spare[0]);
    struct table            other  = table_on(trial, trial->spare[1]);
    if (viewer == trial->seats) viewer = SPECTATOR;
    for (seat_id seat = 0; seat < trial->seats; seat++)
        if (seat != viewer) change_list(trial, &setup, seat);
    real.log  = &logs[0];
    other.log = &logs[1];
    table_start(&real, &trial->setup);
    table_start(&other, &setup);
    bool same = plays_alike(trial, &real, &other, viewer);
    for (unsigned i = 0; i < COUNT(logs); i++) log_finish(&logs[i]);
    return same;
}
