// One random match, and what must hold in it.
#include "tests/properties.h"

#include "engine/notation.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLE = 4, RARE = 16, HASH_EVERY = 8, MUTANTS = 6, READ_BACK_MAX = 40 };

const char *const PROPERTY_NAMES[PROPERTY_COUNT] = {
    [PROPERTY_ENDS]        = "a match ends within its bound",
    [PROPERTY_NEVER_STUCK] = "somebody is asked and has a choice",
    [PROPERTY_WHOLE]       = "no invariant is broken",
    [PROPERTY_REASONS]     = "every reason is a rule that exists",
    [PROPERTY_OFFERED]     = "what is offered is accepted",
    [PROPERTY_REFUSED]     = "what is not offered is refused and changes nothing",
    [PROPERTY_WORDS]       = "words are unique and read back",
    [PROPERTY_ORDER]       = "the order of simultaneous answers does not matter",
    [PROPERTY_RELOCATION]  = "a position can move in memory",
    [PROPERTY_REPLAY]      = "the same input gives the same match",
    [PROPERTY_NO_LEAK]     = "nobody learns what is hidden",
    [PROPERTY_IMAGINED]    = "imagined positions are whole and can be played",
    [PROPERTY_LISTS]       = "nobody learns a list before its cards are shown",
    [PROPERTY_GIVING_UP]   = "giving up leaves a match that can be played",
    [PROPERTY_LEAVING]     = "whoever leaves takes away nothing of the others",
    [PROPERTY_NO_MEMORY]   = "playing allocates nothing",
    [PROPERTY_UNWATCHED]   = "unwatched, a match goes the same way",
};

bool does_not_hold(struct trial *trial, enum property property, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    trial->failed = property;
    vsnprintf(trial->failure, sizeof trial->failure, format, arguments);
    va_end(arguments);
    return false;
}

struct table table_on(const struct trial *trial, struct core *position)
{
    return (struct table){ .game = trial->game, .pool = trial->box->pool, .state = position };
}

static bool one_in(struct trial *trial, uint32_t n) { return rng_below(&trial->rng, n) == 0; }

static bool is_listed(const struct choice *list, size_t count, struct choice choice)
{
    for (size_t i = 0; i < count; i++)
        if (choice_equal(list[i], choice)) return true;
    return false;
}

void say_words(const struct table *t, seat_id seat, struct choice choice, char out[WORDS_MAX])
{
    struct writer w = writer_on(out, WORDS_MAX - 1);
    say_choice(t, seat, seat, choice, SEAT_NAMES, &w);
    out[w.size] = 0;
}

bool choose_at_random(struct trial *trial, const struct table *t, struct taken *out)
{
    seat_set asked = table_asked(t);
    seat_id  seats[SEATS_MAX];
    uint32_t n = 0;
    for (seat_id s = 0; s < SEATS_MAX; s++)
        if (asked >> s & 1) seats[n++] = s;
    *out         = (struct taken){ .seat = seats[rng_below(&trial->rng, n)] };
    size_t count = table_choices(t, out->seat, trial->list, CHOICES_MAX);
    if (count == 0)
        return does_not_hold(trial, PROPERTY_NEVER_STUCK, "%s is asked and has no choice",
                             SEAT_NAMES[out->seat]);
    out->choice = trial->list[rng_below(&trial->rng, (uint32_t)count)];
    return true;
}

bool take(struct trial *trial, struct table *t, const struct taken *taken)
{
    char    words[WORDS_MAX];
    rule_id rule = table_answer(t, taken->seat, taken->choice);
    if (rule == 0) return true;
    say_words(t, taken->seat, taken->choice, words);
    return does_not_hold(trial, PROPERTY_OFFERED, "\"%s\" is offered to %s and refused by rule %u",
                         words, SEAT_NAMES[taken->seat], rule);
}

bool random_answer(struct trial *trial, struct table *t, struct taken *out)
{
    return choose_at_random(trial, t, out) && take(trial, t, out);
}

// ---- properties of one position

static bool is_whole(struct trial *trial, const struct table *t, enum property property)
{
    const char *broken = table_broken(t);
    if (broken) return does_not_hold(trial, property, "%s", broken);
    if (!t->state->over && !table_asked(t))
        return does_not_hold(trial, PROPERTY_NEVER_STUCK, "not over, and nobody is asked");
    return true;
}

static bool accepts_what_it_offers(struct trial *trial, seat_id seat, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char          words[WORDS_MAX];
        struct choice choice = trial->list[i];
        rule_id       rule   = table_why_not(&trial->t, seat, choice);
        say_words(&trial->t, seat, choice, words);
        if (rule)
            return does_not_hold(trial, PROPERTY_OFFERED,
                                 "\"%s\" is offered to %s, but rule %u is "
                                 "against it",
                                 words, SEAT_NAMES[seat], rule);
        if (is_listed(trial->list, i, choice))
            return does_not_hold(trial, PROPERTY_OFFERED, "\"%s\" is offered twice", words);
        if (!one_in(trial, RARE)) continue;
        struct table t = table_on(trial, copy_position(trial, 0, trial->t.state));
        if (table_answer(&t, seat, choice) != 0)
            return does_not_hold(trial, PROPERTY_OFFERED, "\"%s\" is offered and refused", words);
        table_advance(&t);
        if (!is_whole(trial, &t, PROPERTY_WHOLE)) return false;
    }
    struct choice by_clock = table_default(&trial->t, seat);
    if (!is_listed(trial->list, count, by_clock))
        return does_not_hold(trial, PROPERTY_OFFERED, "the choice by default is not offered to %s",
                             SEAT_NAMES[seat]);
    if (!trial->t.game->likely_choice) return true;
    struct choice likely = trial->t.game->likely_choice(&trial->t, seat, &trial->rng);
    if (!is_listed(trial->list, count, likely))
        return does_not_hold(trial, PROPERTY_OFFERED, "the quick answer is not offered to %s",
                             SEAT_NAMES[seat]);
    return true;
}

struct choice random_mutant(struct trial *trial, size_t count)
{
    struct rng   *rng    = &trial->rng;
    struct choice choice = trial->list[rng_below(rng, (uint32_t)count)];
    uint32_t      cards  = trial->t.state->card_count + 2u;
    uint32_t      number = one_in(trial, 8) ? rng_below(rng, 65536) : rng_below(rng, cards);
    switch (rng_below(rng, 6)) {
    case 0: choice.kind = (uint8_t)rng_below(rng, 64); break;
    case 1: choice.option = (uint8_t)rng_below(rng, one_in(trial, 2) ? 8 : 256); break;
    case 2: choice.card = (card_id)number; break;
    case 3: choice.target = (uint16_t)number; break;
    case 4: choice.extra = (uint16_t)number; break;
    default:
        choice = (struct choice){ .kind   = (uint8_t)rng_below(rng, 40),
                                  .card   = (card_id)number,
                                  .target = (uint16_t)rng_below(rng, cards) };
        break;
    }
    return choice;
}

static bool is_refused(struct trial *trial, seat_id seat, struct choice choice)
{
    struct core *before = copy_position(trial, 0, trial->t.state);
    rule_id      rule   = table_answer(&trial->t, seat, choice);
    char         name[32], said[64];
    snprintf(said, sizeof said, "%u.%u.%u.%u.%u from %s", choice.kind, choice.option, choice.card,
             choice.target, choice.extra, SEAT_NAMES[seat]);
    if (rule == 0)
        return does_not_hold(trial, PROPERTY_REFUSED, "%s is not offered, and taken", said);
    if (memcmp(before, trial->t.state, trial->size) != 0)
        return does_not_hold(trial, PROPERTY_REFUSED, "%s is refused and changes the position",
                             said);
    const char *text = table_rule_text(trial->game, rule, name, sizeof name);
    if (rule < RULE_TOO_FEW && !rule_find(trial->game->rules, trial->game->rule_count, rule))
        return does_not_hold(trial, PROPERTY_REASONS, "%s is refused by rule %u: %s", said, rule,
                             text);
    return true;
}

static bool refuses_the_rest(struct trial *trial, seat_id seat, size_t count)
{
    for (unsigned i = 0; i < MUTANTS; i++) {
        struct choice choice = random_mutant(trial, count);
        if (!is_listed(trial->list, count, choice) && !is_refused(trial, seat, choice))
            return false;
    }
    // A good choice, and others, from somebody who is not asked.
    seat_id other = (seat_id)rng_below(&trial->rng, SEATS_MAX);
    if (table_asked(&trial->t) >> other & 1 || table_may_change(&trial->t, other)) return true;
    for (unsigned i = 0; i < MUTANTS; i++)
        if (!is_refused(trial, other, random_mutant(trial, count))) return false;
    return is_refused(trial, other, trial->list[0]);
}

static bool has_good_words(struct trial *trial, seat_id seat, size_t count)
{
    static char said[CHOICES_MAX][WORDS_MAX];
    for (size_t i = 0; i < count; i++) {
        say_words(&trial->t, seat, trial->list[i], said[i]);
        if (!said[i][0]) return does_not_hold(trial, PROPERTY_WORDS, "a choice without words");
        for (size_t j = 0; j < i; j++)
            if (strcmp(said[i], said[j]) == 0)
                return does_not_hold(trial, PROPERTY_WORDS, "two choices are called \"%s\"",
                                     said[i]);
    }
    for (size_t i = 0; i < count; i++) {
        if (count > READ_BACK_MAX && !one_in(trial, (uint32_t)count / READ_BACK_MAX + 1)) continue;
        struct choice read;
        struct error  err = { 0 };
        if (!read_choice(&trial->t, seat, text_of(said[i]), SEAT_NAMES, &read, &err))
            return does_not_hold(trial, PROPERTY_WORDS, "\"%s\" cannot be read: %s", said[i],
                                 err.text);
        if (!choice_equal(read, trial->list[i]))
            return does_not_hold(trial, PROPERTY_WORDS, "\"%s\" is read as another choice",
                                 said[i]);
    }
    return true;
}

// All who are asked answer in one order, and in another.
static bool forgets_the_order(struct trial *trial)
{
    enum { ANSWERS_MAX = SEATS_MAX * (PICKS_MAX + 1) };
    struct taken answers[ANSWERS_MAX];
    bool         done[ANSWERS_MAX] = { 0 };
    unsigned     count             = 0;
    struct table one               = table_on(trial, copy_position(trial, 0, trial->t.state));
    struct table two               = table_on(trial, copy_position(trial, 1, trial->t.state));
    while (table_asked(&one) && count < ANSWERS_MAX)
        if (!random_answer(trial, &one, &answers[count++])) return false;
    // The same answers, each seat's own in their order, the seats from the last to the first.
    for (unsigned n = 0; n < count; n++) {
        unsigned next = count;
        for (unsigned i = 0; i < count; i++)
            if (!done[i] && (next == count || answers[i].seat > answers[next].seat)) next = i;
        done[next] = true;
        if (table_answer(&two, answers[next].seat, answers[next].choice) != 0)
            return does_not_hold(trial, PROPERTY_ORDER,
                                 "an answer of %s is refused in another order",
                                 SEAT_NAMES[answers[next].seat]);
    }
    if (memcmp(one.state, two.state, trial->size) != 0)
        return does_not_hold(trial, PROPERTY_ORDER, "answers in another order, another position");
    table_advance(&one);
    // The last to answer in each order differ; whoever looks at that betrays itself now.
    struct core *kept = copy_position(trial, 2, one.state);
    table_advance(&two);
    if (memcmp(kept, two.state, trial->size) != 0)
        return does_not_hold(trial, PROPERTY_ORDER, "answers in another order, another outcome");
    return true;
}

static bool can_give_up(struct trial *trial)
{
    enum { PLAYED_ON = 40 };
    struct table t    = table_on(trial, copy_position(trial, 0, trial->t.state));
    seat_id      seat = (seat_id)rng_below(&trial->rng, trial->seats);
    struct taken taken;
    table_concede(&t, seat);
    if (t.state->asked >> seat & 1)
        return does_not_hold(trial, PROPERTY_GIVING_UP, "%s gave up and is still asked",
                             SEAT_NAMES[seat]);
    table_advance(&t);
    for (unsigned i = 0; i < PLAYED_ON && !t.state->over; i++) {
        if (!is_whole(trial, &t, PROPERTY_GIVING_UP)) return false;
        if (!random_answer(trial, &t, &taken)) return false;
        table_advance(&t);
    }
    return is_whole(trial, &t, PROPERTY_GIVING_UP);
}

static bool move_in_memory(struct trial *trial)
{
    struct core *old   = trial->t.state;
    struct core *moved = malloc(trial->size);
    if (!moved) BUG("out of memory");
    memcpy(moved, old, trial->size);
    memset(old, 0xA5, trial->size);
    free(old);
    trial->t.state = moved;
    return true;
}

// All that must hold is looked at in the first positions, then less and less often: a match may be
// long, and many matches tell more than one.
static bool is_a_good_position(struct trial *trial)
{
    enum { DENSE = 40 };
    unsigned asked_count = 0;
    if (!is_whole(trial, &trial->t, PROPERTY_WHOLE) || !takes_only_the_own(trial)) return false;
    if (!one_in(trial, 1 + trial->count / DENSE)) return true;
    for (seat_id seat = 0; seat < trial->seats; seat++) {
        if (!(table_asked(&trial->t) >> seat & 1)) continue;
        asked_count++;
        size_t count = table_choices(&trial->t, seat, trial->list, CHOICES_MAX);
        if (count == 0)
            return does_not_hold(trial, PROPERTY_NEVER_STUCK, "%s is asked and has no choice",
                                 SEAT_NAMES[seat]);
        if (count == CHOICES_MAX)
            return does_not_hold(trial, PROPERTY_OFFERED, "%s has too many choices",
                                 SEAT_NAMES[seat]);
        if (!accepts_what_it_offers(trial, seat, count) || !refuses_the_rest(trial, seat, count))
            return false;
        if (one_in(trial, SAMPLE) && !has_good_words(trial, seat, count)) return false;
    }
    if (asked_count > 1 && one_in(trial, 2) && !forgets_the_order(trial)) return false;
    if (one_in(trial, SAMPLE) && !keeps_secrets(trial)) return false;
    if (trial->game->concede && one_in(trial, RARE) && !can_give_up(trial)) return false;
    return !one_in(trial, SAMPLE) || move_in_memory(trial);
}

// ---- the whole match

static bool has_good_reasons(struct trial *trial)
{
    const struct game *g = trial->game;
    for (size_t i = 0; i < trial->log.count; i++) {
        const struct reason *r = &trial->log.events[i].reason;
        if (!r->rule && r->def == NO_DEF)
            return does_not_hold(trial, PROPERTY_REASONS, "event %zu happened without a reason", i);
        if (r->rule && !rule_find(g->rules, g->rule_count, r->rule))
            return does_not_hold(trial, PROPERTY_REASONS, "event %zu happened because of rule %u",
                                 i, r->rule);
        if (!r->rule && r->length && r->def != NO_DEF && r->def >= trial->box->pool->def_count)
            return does_not_hold(trial, PROPERTY_REASONS, "event %zu happened because of card %u",
                                 i, r->def);
    }
    rule_id end = trial->t.state->over_because;
    if (!rule_find(g->rules, g->rule_count, end))
        return does_not_hold(trial, PROPERTY_REASONS, "the match ended because of rule %u", end);
    if (trial->t.state->winners >> trial->seats)
        return does_not_hold(trial, PROPERTY_WHOLE, "somebody who has no seat won");
    return true;
}

// Plays the choices again; false where the position is another one than the first time. Counts
// allocations: without a log there must be none.
static bool replays(struct trial *trial, struct core *memory, uint32_t *at,
                    unsigned long *allocated)
{
    struct table  t      = table_on(trial, memory);
    unsigned long before = allocation_count;
    memset(memory, 0x5A, trial->size); // table_start() zeroes it
    table_start(&t, &trial->setup);
    table_advance(&t);
    *at       = 0;
    bool same = table_hash(&t) == trial->first_hash;
    while (same && *at < trial->count) {
        const struct taken *taken = &trial->taken[*at];
        ++*at;
        if (table_choices(&t, taken->seat, trial->list, CHOICES_MAX) == 0) same = false;
        if (table_answer(&t, taken->seat, taken->choice) != 0) same = false;
        table_advance(&t);
        if (taken->hash && table_hash(&t) != taken->hash) same = false;
    }
    if (same && memcmp(memory, trial->t.state, trial->size) != 0) same = false;
    *allocated = allocation_count - before;
    return same;
}

static bool replays_alike(struct trial *trial)
{
    uint32_t      at, again;
    unsigned long allocated;
    bool          same = replays(trial, trial->spare[0], &at, &allocated);
    if (same && allocated)
        return does_not_hold(trial, PROPERTY_NO_MEMORY, "%lu allocations in a match without a log",
                             allocated);
    if (same) return true;
    // Moved about in memory the match went otherwise: does it, whenever it is left alone, go alike?
    bool also = !replays(trial, trial->spare[1], &again, &allocated) && at == again &&
                memcmp(trial->spare[0], trial->spare[1], trial->size) == 0;
    trial->count = at;
    return does_not_hold(trial, also ? PROPERTY_RELOCATION : PROPERTY_REPLAY,
                         "replayed, the match parts at choice %u", at);
}

// The match played again, and beside it once more where nobody looks on: that one may leave out
// questions with one answer, and is otherwise the same byte for byte.
static bool goes_the_same_way(struct trial *trial)
{
    struct table watched = table_on(trial, trial->spare[0]);
    struct table other   = table_on(trial, trial->spare[1]);
    other.unwatched      = true;
    table_start(&watched, &trial->setup);
    table_start(&other, &trial->setup);
    table_advance(&watched);
    table_advance(&other);
    for (uint32_t i = 0; i < trial->count; i++) {
        const struct taken *taken = &trial->taken[i];
        if (memcmp(watched.state, other.state, trial->size) == 0) {
            table_take(&other, taken->seat, taken->choice);
            table_advance(&other);
        } else if (table_choices(&watched, taken->seat, trial->list, CHOICES_MAX) > 1) {
            trial->count = i;
            return does_not_hold(trial, PROPERTY_UNWATCHED,
                                 "unwatched, the match goes another way before choice %u", i + 1);
        }
        table_take(&watched, taken->seat, taken->choice);
        table_advance(&watched);
    }
    return memcmp(watched.state, other.state, trial->size) == 0 ||
           does_not_hold(trial, PROPERTY_UNWATCHED, "unwatched, the match ends another way");
}

static void take_down(struct trial *trial, struct taken taken)
{
    if (trial->count == trial->capacity) {
        trial->capacity = trial->capacity ? trial->capacity * 2 : 256;
        trial->taken    = realloc(trial->taken, trial->capacity * sizeof *trial->taken);
        if (!trial->taken) BUG("out of memory");
    }
    trial->taken[trial->count++] = taken;
}

static bool plays_to_the_end(struct trial *trial)
{
    struct taken taken;
    while (!trial->t.state->over) {
        if (trial->count >= trial->game->decisions_max)
            return does_not_hold(trial, PROPERTY_ENDS, "not over after %u choices", trial->count);
        if (!is_a_good_position(trial) || !random_answer(trial, &trial->t, &taken)) return false;
        table_advance(&trial->t);
        if (trial->count % HASH_EVERY == 0) taken.hash = table_hash(&trial->t);
        take_down(trial, taken);
    }
    return is_whole(trial, &trial->t, PROPERTY_WHOLE) && has_good_reasons(trial) &&
           keeps_secrets(trial);
}

static bool set_up(struct trial *trial)
{
    const struct deck *decks[SEATS_MAX];
    struct error       err = { 0 };
    trial->rng             = rng_from(trial->seed * 16 + trial->mode);
    for (unsigned i = 0; i < SEATS_MAX && trial->box->deck_count; i++)
        decks[i] = &trial->box->decks[rng_below(&trial->rng, trial->box->deck_count)];
    if (box_setup(trial->box, trial->mode, trial->seats, decks,
                  trial->box->deck_count ? SEATS_MAX : 0, trial->seed, &trial->setup, &err))
        return true;
    // A game may forbid some decks beside each other; then the ready-made ones in turn.
    return box_setup(trial->box, trial->mode, trial->seats, NULL, 0, trial->seed, &trial->setup,
                     &err) ||
           does_not_hold(trial, PROPERTY_NEVER_STUCK, "%s", err.text);
}

bool trial_run(struct trial *trial)
{
    trial->count     = 0;
    trial->log.count = 0;
    if (!set_up(trial)) return false;
    if (!keeps_lists(trial)) return false;
    table_start(&trial->t, &trial->setup);
    table_advance(&trial->t);
    trial->first_hash = table_hash(&trial->t);
    return plays_to_the_end(trial) && replays_alike(trial) && goes_the_same_way(trial);
}

void trial_init(struct trial *trial, const struct game *game, const struct box *box)
{
    memset(trial, 0, sizeof *trial);
    trial->game = game;
    trial->box  = box;
    trial->size = game->state_size;
    log_init(&trial->log);
    trial->t     = table_on(trial, malloc(trial->size));
    trial->t.log = &trial->log;
    for (unsigned i = 0; i < COUNT(trial->spare); i++)
        if (!(trial->spare[i] = malloc(trial->size))) BUG("out of memory");
    if (!trial->t.state) BUG("out of memory");
}

void trial_finish(struct trial *trial)
{
    for (unsigned i = 0; i < COUNT(trial->spare); i++) free(trial->spare[i]);
    free(trial->t.state);
    free(trial->taken);
    log_finish(&trial->log);
}
