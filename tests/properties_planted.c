// Properties that cannot fail prove nothing: copies of a game with one slot made wrong must be
// caught, each by the property it breaks.
#include "tests/properties.h"

#include "games/list.h"

#include <stdio.h>
#include <stdlib.h>

static const struct game *honest; // the game that the copies are made of

static seat_id other_than(seat_id viewer) { return viewer == 0 ? 1 : 0; }

// The face of a card that `owner` knows and `viewer` does not; NO_DEF if there is none.
static def_id secret_of(const struct table *t, seat_id viewer)
{
    const struct core *c = t->state;
    for (card_id id = 0; id < c->card_count; id++)
        if (card_at(c, id)->owner == other_than(viewer) && card_at(c, id)->zone != NO_ZONE &&
            viewer < VIEWERS && !knows(c, viewer, id))
            return card_at(c, id)->def;
    return NO_DEF;
}

static void view_of_a_hidden_card(const struct table *t, seat_id viewer, struct view *v)
{
    honest->view_extra(t, viewer, v);
    view_add_value(v, 0, NO_SEAT, secret_of(t, viewer));
}

static size_t choices_by_a_hidden_card(const struct table *t, seat_id seat, struct choice *out,
                                       size_t max)
{
    size_t count = honest->choices(t, seat, out, max);
    return count > 1 && secret_of(t, seat) % 2 ? count - 1 : count;
}

static size_t choices_by_the_picks_of_others(const struct table *t, seat_id seat,
                                             struct choice *out, size_t max)
{
    size_t count = honest->choices(t, seat, out, max);
    bool   waits = !(t->state->asked >> other_than(seat) & 1);
    return count > 1 && waits ? count - 1 : count;
}

static size_t choices_run_out(const struct table *t, seat_id seat, struct choice *out, size_t max)
{
    size_t count = honest->choices(t, seat, out, max);
    return count == 3 ? 0 : count;
}

static size_t choices_twice(const struct table *t, seat_id seat, struct choice *out, size_t max)
{
    size_t count = honest->choices(t, seat, out, max);
    if (count && count < max) out[count] = out[0], count++;
    return count;
}

static rule_id why_not_at_all(const struct table *t, seat_id seat, struct choice choice)
{
    return choice.card < t->state->card_count ? 0 : honest->why_not(t, seat, choice);
}

static rule_id why_not_this_card(const struct table *t, seat_id seat, struct choice choice)
{
    return choice.card % 16 == 7 ? honest->rules[0].id : honest->why_not(t, seat, choice);
}

static rule_id why_not_without_reason(const struct table *t, seat_id seat, struct choice choice)
{
    return honest->why_not(t, seat, choice) ? 12345 : 0;
}

static rule_id why_not_by_a_hidden_card(const struct table *t, seat_id seat, struct choice choice)
{
    rule_id no = honest->why_not(t, seat, choice);
    return no ? honest->rules[secret_of(t, seat) % 2].id : 0;
}

static struct choice default_of_nothing(const struct table *t, seat_id seat)
{
    (void)t, (void)seat;
    return (struct choice){ .kind = CHOICE_PICK, .card = NO_CARD };
}

static struct choice likely_nothing(const struct table *t, seat_id seat, struct rng *rng)
{
    (void)rng;
    return default_of_nothing(t, seat);
}

static uint8_t *last_byte(struct table *t) { return (uint8_t *)t->state + honest->state_size - 1; }

static void advance_with_a_pointer(struct table *t)
{
    honest->advance(t);
    *last_byte(t) = (uint8_t)((uintptr_t)t->state >> 4);
}

static void advance_with_a_memory(struct table *t)
{
    static uint8_t calls;
    honest->advance(t);
    *last_byte(t) = ++calls;
}

static seat_id last_asked;
static rule_id why_not_and_remember(const struct table *t, seat_id seat, struct choice choice)
{
    last_asked = seat;
    return honest->why_not(t, seat, choice);
}
static void advance_by_the_last(struct table *t)
{
    honest->advance(t);
    *last_byte(t) = last_asked;
}

static void advance_with_malloc(struct table *t)
{
    void *volatile some = malloc(16);
    honest->advance(t);
    free(some);
}

static void advance_and_tell_all(struct table *t)
{
    honest->advance(t);
    tell(t, (struct event){ .kind    = EVENT_GAME,
                            .seen_by = EVERYBODY,
                            .card    = NO_CARD,
                            .target  = NO_CARD,
                            .def     = secret_of(t, 0) });
}

// Passes over a question, depending on a card that the others cannot see.
static void advance_past_a_window(struct table *t)
{
    honest->advance(t);
    struct core *c = t->state;
    for (seat_id s = 0; s < c->seats; s++)
        if (c->asked & BIT(s) && c->question[s].max == 0 && c->asked != BIT(s) &&
            secret_of(t, other_than(s)) % 2) {
            c->answer[s] = honest->default_choice(t, s);
            c->asked     = (seat_set)(c->asked & ~BIT(s));
        }
}

// Leaves out a question with several answers where nobody looks on.
static void advance_past_a_choice(struct table *t)
{
    honest->advance(t);
    struct core *c = t->state;
    for (seat_id s = 0; t->unwatched && s < c->seats; s++)
        if (c->asked == BIT(s) && c->question[s].max == 0)
            table_take(t, s, honest->default_choice(t, s));
    table_advance(t);
}

static const char *broken_sometimes(const struct table *t)
{
    return t->state->drawn[STREAM_DICE] > 8 ? "planted" : honest->broken(t);
}

static bool could_be_anything(const struct table *t, card_id card, def_id def)
{
    (void)t, (void)card, (void)def;
    return true;
}

static void concede_and_stay(struct table *t, seat_id seat) { (void)t, (void)seat; }

static const struct choice_form SAME_WORDS[] = { { CHOICE_PICK, "pick", NULL }, { 0 } };

static void plant(unsigned number, struct game *g)
{
    switch (number) {
    case 0: g->view_extra = view_of_a_hidden_card; break;
    case 1: g->choices = choices_by_a_hidden_card; break;
    case 2: g->choices = choices_by_the_picks_of_others; break;
    case 3: g->choices = choices_run_out; break;
    case 4: g->choices = choices_twice; break;
    case 5: g->why_not = why_not_at_all; break;
    case 6: g->why_not = why_not_this_card; break;
    case 7: g->why_not = why_not_without_reason; break;
    case 8: g->default_choice = default_of_nothing; break;
    case 9: g->advance = advance_with_a_pointer; break;
    case 10: g->advance = advance_with_a_memory; break;
    case 11: g->why_not = why_not_and_remember, g->advance = advance_by_the_last; break;
    case 12: g->advance = advance_with_malloc; break;
    case 13: g->advance = advance_and_tell_all; break;
    case 14: g->advance = advance_past_a_window; break;
    case 15: g->broken = broken_sometimes; break;
    case 16: g->could_be = could_be_anything; break;
    case 17: g->decisions_max = 5; break;
    case 18: g->choice_forms = SAME_WORDS; break;
    case 19: g->concede = concede_and_stay; break;
    case 20: g->why_not = why_not_by_a_hidden_card; break;
    case 21: g->likely_choice = likely_nothing; break;
    case 22: g->advance = advance_past_a_choice; break;
    case 23: g->prior = NULL; break;
    default: break;
    }
}

static const struct {
    const char *mistake;
    unsigned    caught_by; // bits of properties, one of which must catch it
} PLANTED[] = {
    { "a view shows a hidden card", BIT(PROPERTY_NO_LEAK) | BIT(PROPERTY_LISTS) },
    { "choices depend on a hidden card",
      BIT(PROPERTY_NO_LEAK) | BIT(PROPERTY_LISTS) | BIT(PROPERTY_REFUSED) | BIT(PROPERTY_OFFERED) },
    { "choices depend on a secret answer",
      BIT(PROPERTY_NO_LEAK) | BIT(PROPERTY_REFUSED) | BIT(PROPERTY_OFFERED) },
    { "somebody has no choice", BIT(PROPERTY_NEVER_STUCK) | BIT(PROPERTY_IMAGINED) },
    { "a choice is offered twice", BIT(PROPERTY_OFFERED) },
    { "everything is accepted", BIT(PROPERTY_REFUSED) },
    { "an offered choice is refused", BIT(PROPERTY_OFFERED) | BIT(PROPERTY_IMAGINED) },
    { "a refusal names no rule", BIT(PROPERTY_REASONS) },
    { "the default choice is not legal", BIT(PROPERTY_OFFERED) },
    { "a position holds an address",
      BIT(PROPERTY_REPLAY) | BIT(PROPERTY_RELOCATION) | BIT(PROPERTY_ORDER) },
    { "a match depends on the one before", BIT(PROPERTY_REPLAY) | BIT(PROPERTY_ORDER) },
    { "who answers last counts",
      BIT(PROPERTY_ORDER) | BIT(PROPERTY_RELOCATION) | BIT(PROPERTY_REPLAY) },
    { "playing allocates", BIT(PROPERTY_NO_MEMORY) },
    { "an event shows a hidden card", BIT(PROPERTY_NO_LEAK) | BIT(PROPERTY_LISTS) },
    { "a question is skipped because of a hidden card",
      BIT(PROPERTY_NO_LEAK) | BIT(PROPERTY_LISTS) },
    { "an invariant is broken", BIT(PROPERTY_WHOLE) | BIT(PROPERTY_IMAGINED) },
    { "imagined guards are no Tricks", BIT(PROPERTY_IMAGINED) },
    { "a match is too long", BIT(PROPERTY_ENDS) },
    { "words are not unique", BIT(PROPERTY_WORDS) },
    { "who gave up is still asked", BIT(PROPERTY_GIVING_UP) },
    { "a refusal depends on a hidden card", BIT(PROPERTY_NO_LEAK) | BIT(PROPERTY_LISTS) },
    { "a quick answer is not legal", BIT(PROPERTY_OFFERED) },
    { "a question with several answers is skipped where nobody looks on", BIT(PROPERTY_UNWATCHED) },
    { "cards are imagined from the list that is there", BIT(PROPERTY_LISTS) },
};

static bool is_caught(unsigned number, const struct box *box, uint64_t seed)
{
    enum { MATCHES = 60 };
    struct game   wrong = *honest;
    struct trial *trial = malloc(sizeof *trial);
    bool          found = false;
    if (!trial) BUG("out of memory");
    plant(number, &wrong);
    trial_init(trial, &wrong, box);
    for (unsigned i = 0; i < MATCHES && !found; i++) {
        trial->mode  = 0;
        trial->seats = wrong.modes[0].seats_min;
        trial->seed  = seed + i;
        if (trial_run(trial)) continue;
        found = PLANTED[number].caught_by >> trial->failed & 1;
        if (found) continue;
        printf("planted: \"%s\" is caught by another property: %s: %s\n", PLANTED[number].mistake,
               PROPERTY_NAMES[trial->failed], trial->failure);
        break;
    }
    trial_finish(trial);
    free(trial);
    return found;
}

void check_planted(uint64_t seed, unsigned *passed, unsigned *failed)
{
    struct error err  = { 0 };
    unsigned     good = 0;
    honest            = game_find(TEXT("blank"));
    struct box *box   = honest ? box_open(honest, &err) : NULL;
    if (!box) BUG("the blank game does not open: %s", err.text);
    for (unsigned i = 0; i < COUNT(PLANTED); i++) {
        if (is_caught(i, box, seed))
            good++;
        else
            printf("planted: \"%s\" is not caught\n", PLANTED[i].mistake);
    }
    printf("planted: %u of %zu mistakes caught\n", good, COUNT(PLANTED));
    *passed += good;
    *failed += (unsigned)COUNT(PLANTED) - good;
    box_close(box);
}
