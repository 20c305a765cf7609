#include "match/would.h"

#include "engine/notation.h"
#include "engine/table.h"

#include <string.h>

enum { ANSWERS_MOST = 24, PASSES_MOST = 4, DICE_MOST = 2, SIDES = 6, TOLD_MOST = 8 };

// One copy at work.
struct world {
    struct table     table;
    struct event_log log;
    struct view      before, after;
    seat_id          seat;
    unsigned         turns[SEATS_MAX], passes[SEATS_MAX];
};

// --- playing a copy -----------------------------------------------------------------------------

static unsigned turns_of(const struct table *t, seat_id seat)
{
    return t->game->turns_begun ? t->game->turns_begun(t, seat) : 0;
}

// The only answer, or one that ends, passes or declines. False: a real decision.
static bool passive_answer(const struct table *t, seat_id seat, struct choice *out)
{
    struct choice all[CHOICES_MAX];
    size_t        count = table_choices(t, seat, all, CHOICES_MAX);
    if (count == 1) return *out = all[0], true;
    for (const uint8_t *end = t->game->ends; end && *end; end++)
        for (size_t i = 0; i < count; i++)
            if (all[i].kind == *end) return *out = all[i], true;
    return false;
}

static bool has_new_turn(const struct world *w, seat_id seat)
{
    return turns_of(&w->table, seat) != w->turns[seat];
}

// False: the copy goes no further, because of `end`.
static bool answer_next(struct world *w, enum would_end *end)
{
    struct table *t = &w->table;
    seat_id       s = w->seat;
    struct choice choice;
    if (t->state->over) return *end = WOULD_OVER, false;
    if (t->state->asked >> s & 1) {
        struct choice all[CHOICES_MAX];
        *end = WOULD_ASKED;
        if (table_choices(t, s, all, CHOICES_MAX) != 1) return false;
        table_take(t, s, all[0]);
        return true;
    }
    for (s = 0; !(t->state->asked >> s & 1);) s++;
    *end = WOULD_OTHERS;
    if (has_new_turn(w, s) || w->passes[s]++ == PASSES_MOST || !passive_answer(t, s, &choice))
        return false;
    table_take(t, s, choice);
    return true;
}

static enum would_end play_on(struct world *w, struct choice choice)
{
    enum would_end end = WOULD_LONG;
    for (seat_id s = 0; s < w->table.state->seats; s++) {
        w->turns[s]  = turns_of(&w->table, s);
        w->passes[s] = 0;
    }
    table_take(&w->table, w->seat, choice);
    table_advance(&w->table);
    for (unsigned i = 0; i < ANSWERS_MOST; i++) {
        if (!answer_next(w, &end)) return end;
        table_advance(&w->table);
        end = WOULD_LONG;
    }
    return end;
}

static void imagine(struct world *w, const struct table *t, unsigned nth)
{
    struct rng rng = rng_from(nth);
    memcpy(w->table.state, t->state, t->game->state_size);
    w->log.count = 0;
    // What a scenario has forced is not for the seat to know.
    w->table.state->forced_count = 0;
    memset(w->table.state->forced, 0, sizeof w->table.state->forced);
    table_imagine_alike(&w->table, w->seat, &rng);
}

// The results of so many dice, in turn.
static void force_dice(struct world *w, unsigned dice, unsigned nth)
{
    struct core *c = w->table.state;
    for (unsigned i = 0; i < dice && c->forced_count < FORCED_MAX; i++, nth /= SIDES)
        c->forced[c->forced_count++] = (struct forced){ .kind  = FORCED_DIE,
                                                        .value = (uint16_t)(nth % SIDES) };
}

static unsigned dice_rolled(const struct world *w)
{
    unsigned dice = 0;
    for (size_t i = 0; i < w->log.count; i++) dice += w->log.events[i].kind == EVENT_ROLLED;
    return dice;
}

// --- what is other then -------------------------------------------------------------------------

static const struct view_card *find(const struct view *v, card_id card)
{
    for (unsigned i = 0; i < v->card_count; i++)
        if (v->cards[i].id == card) return &v->cards[i];
    return NULL;
}

static void note(struct would *out, struct would_change change)
{
    for (unsigned i = 0; i < out->count; i++) {
        struct would_change *c = &out->changes[i];
        if (c->kind == change.kind && c->name == change.name && c->seat == change.seat &&
            c->card == change.card && c->to == change.to) {
            c->share++;
            return;
        }
    }
    change.share = 1;
    if (out->count < WOULD_CHANGES_MAX) out->changes[out->count++] = change;
}

// Only cards whose faces the seat knows now: what another one becomes is a guess.
static void compare_cards(const struct game *g, const struct world *w, struct would *out)
{
    for (unsigned i = 0; i < w->before.card_count; i++) {
        const struct view_card *was = &w->before.cards[i], *is = find(&w->after, was->id);
        if (was->def == NO_DEF || !is || is->def != was->def) continue;
        struct would_change change = { .seat = NO_SEAT, .card = was->id };
        if (is->zone != was->zone && g->zones[was->zone].sight != SIGHT_NOBODY) {
            change.kind = WOULD_MOVE;
            change.from = (int16_t)was->zone;
            change.to   = (int16_t)is->zone;
            note(out, change);
        }
        change.kind = WOULD_STAT;
        for (uint8_t stat = 0; stat < was->stats && stat < is->stats; stat++) {
            if (was->stat[stat] == is->stat[stat]) continue;
            change.name = stat;
            change.from = was->stat[stat];
            change.to   = is->stat[stat];
            note(out, change);
        }
    }
}

static void compare_values(const struct world *w, struct would *out)
{
    for (unsigned i = 0; i < w->before.value_count; i++) {
        const struct view_value *was = &w->before.values[i];
        unsigned                 nth = 0, k = 0;
        for (unsigned n = 0; n < i; n++) // names may come several times
            nth += w->before.values[n].name == was->name && w->before.values[n].seat == was->seat;
        for (; k < w->after.value_count; k++)
            if (w->after.values[k].name == was->name && w->after.values[k].seat == was->seat &&
                nth-- == 0)
                break;
        if (k == w->after.value_count || w->after.values[k].value == was->value) continue;
        note(out, (struct would_change){ .kind = WOULD_VALUE,
                                         .name = was->name,
                                         .seat = was->seat,
                                         .card = NO_CARD,
                                         .from = was->value,
                                         .to   = w->after.values[k].value });
    }
}

static void sure_first(struct would *out)
{
    struct would_change kept[WOULD_CHANGES_MAX];
    unsigned            count = 0;
    for (unsigned i = 0; i < out->count; i++)
        if (out->changes[i].share == out->worlds) kept[count++] = out->changes[i];
    out->hidden = !out->dice && count < out->count;
    for (unsigned i = 0; out->dice && i < out->count; i++)
        if (out->changes[i].share < out->worlds) kept[count++] = out->changes[i];
    memcpy(out->changes, kept, count * sizeof *kept);
    out->count = count; // without dice, what is not sure would be a guess
}

static enum would_end try_once(struct world *w, const struct table *t, struct choice choice,
                               unsigned dice, unsigned nth, struct would *out)
{
    imagine(w, t, nth);
    if (dice) force_dice(w, dice, nth);
    enum would_end end = play_on(w, choice);
    table_view(&w->table, w->seat, &w->after);
    compare_cards(t->game, w, out);
    compare_values(w, out);
    if (w->table.state->over && w->table.state->winners >> w->seat & 1) out->wins++;
    out->worlds++;
    return end;
}

void would(const struct table *t, seat_id seat, struct choice choice, struct arena *arena,
           struct would *out)
{
    struct world *w = ARENA_NEW(arena, struct world);
    memset(out, 0, sizeof *out);
    log_init(&w->log);
    w->seat  = seat;
    w->table = (struct table){ .game  = t->game,
                               .pool  = t->pool,
                               .log   = &w->log,
                               .state = arena_alloc(arena, 1, t->game->state_size) };
    table_view(t, seat, &w->before);
    out->end      = (uint8_t)try_once(w, t, choice, 0, 0, out);
    bool asked    = out->end == WOULD_ASKED;
    out->question = asked ? w->table.state->question[seat].kind : 0;
    unsigned dice = dice_rolled(w), worlds = WOULD_WORLDS;
    if (dice && dice <= DICE_MOST) {
        struct would fresh = { .end = out->end, .question = out->question, .dice = (uint8_t)dice };
        *out               = fresh;
        worlds             = dice == 1 ? SIDES : SIDES * SIDES;
    }
    while (out->worlds < worlds) try_once(w, t, choice, out->dice, out->worlds, out);
    log_finish(&w->log);
    sure_first(out);
}

// --- in words -----------------------------------------------------------------------------------

// Did the card come from where not all can see it? Then its numbers are new, not others.
static bool is_new(const struct game *g, const struct would *would, card_id card)
{
    for (unsigned i = 0; i < would->count; i++) {
        const struct would_change *c = &would->changes[i];
        if (c->kind == WOULD_MOVE && c->card == card && g->zones[c->from].sight != SIGHT_ALL)
            return true;
    }
    return false;
}

// Numbers of the table are its book-keeping: turns, phases, who is asked.
static bool is_worth_saying(const struct game *g, const struct would *would,
                            const struct would_change *c)
{
    switch ((enum would_kind)c->kind) {
    case WOULD_MOVE: return true;
    case WOULD_STAT: return g->stat_names && !is_new(g, would, c->card);
    case WOULD_VALUE: return c->seat != NO_SEAT && g->value_names;
    }
    return false;
}

static void say_change(const struct table *t, seat_id seat, const struct would_change *c,
                       const char *const *names, struct writer *w)
{
    if (c->kind == WOULD_VALUE && c->seat != NO_SEAT)
        write_format(w, "%s ", c->seat == seat ? "you" : names[c->seat]);
    if (c->kind != WOULD_VALUE) {
        say_card(t, seat, c->card, names, w);
        write_char(w, ' ');
    }
    if (c->kind == WOULD_MOVE) {
        write_chars(w, "→ ");
        say_zone(t->game, seat, (zone_id)c->to, names, w);
        return;
    }
    write_format(w, "%s %d → %d",
                 c->kind == WOULD_STAT ? t->game->stat_names[c->name]
                                       : t->game->value_names[c->name],
                 c->from, c->to);
}

void say_would(const struct table *t, seat_id seat, const struct would *would,
               const char *const *names, struct writer *w)
{
    unsigned told = 0;
    for (unsigned i = 0; i < would->count && told < TOLD_MOST; i++) {
        const struct would_change *c = &would->changes[i];
        if (!is_worth_saying(t->game, would, c)) continue;
        write_chars(w, told++ ? "; " : "");
        if (c->share < would->worlds) write_format(w, "%u of %u: ", c->share, would->worlds);
        say_change(t, seat, c, names, w);
    }
    if (would->wins == would->worlds) write_format(w, "%syou win", told++ ? "; " : "");
    if (would->end == WOULD_ASKED && would->question && t->game->questions[would->question])
        write_format(w, "%sthen: %s", told++ ? "; " : "", t->game->questions[would->question]);
    if (would->hidden) write_format(w, "%smore depends on what you cannot know", told ? "; " : "");
}

// --- as JSON ------------------------------------------------------------------------------------

static void show_zone(struct json *j, const struct game *g, const char *name, int zone)
{
    json_name(j, name);
    json_open(j, '{');
    json_name(j, "zone");
    json_text(j, g->zones[zone].name);
    json_name(j, "of");
    if (g->zones[zone].seat == NO_SEAT)
        json_text(j, NULL);
    else
        json_number(j, g->zones[zone].seat);
    json_close(j, '}');
}

static void show_number(struct json *j, const char *name, long number)
{
    json_name(j, name);
    json_number(j, number);
}

static void show_change(struct json *j, const struct game *g, const struct would_change *c)
{
    static const char *const KINDS[] = { "stat", "value", "move" };
    json_open(j, '{');
    json_name(j, "kind");
    json_text(j, KINDS[c->kind]);
    if (c->kind != WOULD_MOVE) {
        json_name(j, "name");
        json_text(j, c->kind == WOULD_STAT ? g->stat_names[c->name] : g->value_names[c->name]);
    }
    if (c->card != NO_CARD) show_number(j, "card", c->card);
    if (c->seat != NO_SEAT) show_number(j, "seat", c->seat);
    if (c->kind == WOULD_MOVE) {
        show_zone(j, g, "from", c->from);
        show_zone(j, g, "to", c->to);
    } else {
        show_number(j, "from", c->from);
        show_number(j, "to", c->to);
    }
    show_number(j, "share", c->share);
    json_close(j, '}');
}

void show_would(struct json *j, const struct table *t, seat_id seat, const struct would *would,
                const char *const *names)
{
    static const char *const ENDS[] = { "asked", "others", "over", "long" };
    char                     words[4096];
    struct writer            w = writer_on(words, sizeof words);
    json_name(j, "changes");
    json_open(j, '[');
    for (unsigned i = 0; i < would->count; i++) show_change(j, t->game, &would->changes[i]);
    json_close(j, ']');
    show_number(j, "worlds", would->worlds);
    show_number(j, "wins", would->wins);
    show_number(j, "dice", would->dice);
    json_name(j, "hidden");
    json_bool(j, would->hidden);
    json_name(j, "end");
    json_text(j, ENDS[would->end]);
    json_name(j, "question");
    json_text(j, would->question ? t->game->questions[would->question] : NULL);
    say_would(t, seat, would, names, &w);
    json_name(j, "words");
    json_slice(j, (struct text){ words, w.size });
}
