#include "match/witness.h"

#include "base/hash.h"
#include "engine/notation.h"
#include "match/show.h"

#include <string.h>

enum { WORDS_MAX = 4 << 20 };

bool witness_setup(const struct box *box, uint64_t number, struct match_setup *out,
                   struct error *err)
{
    uint64_t           turn             = number;
    unsigned           modes            = 0;
    const struct deck *decks[SEATS_MAX] = { 0 };
    while (box->game->modes[modes].name) modes++;
    const struct game_mode *mode  = &box->game->modes[turn % modes];
    unsigned                seats = mode->seats_max - mode->seats_min + 1u;
    turn /= modes;
    unsigned count = (unsigned)(mode->seats_min + turn % seats);
    for (unsigned s = 0; s < count && box->deck_count; s++) {
        turn     = hash_mix(turn, s);
        decks[s] = &box->decks[turn % box->deck_count];
    }
    struct error refused = { 0 };
    if (box_setup(box, (unsigned)(number % modes), count, decks, count, number, out, &refused))
        return true;
    // A game may forbid some decks beside each other; then the ready-made ones in turn.
    return box_setup(box, (unsigned)(number % modes), count, NULL, 0, number, out, err);
}

// --- in words -----------------------------------------------------------------------------------

static void hear(struct witness *w, const struct event *e)
{
    struct writer *out = &w->words;
    say_event(&w->table, NO_SEAT, e, SEAT_NAMES, out);
    write_chars(out, " [");
    say_reason(&w->table, &e->reason, out);
    // Who learns of it, and who of its faces and of its words.
    write_format(out, "] %x %x %x %u\n", e->told, e->seen_by, e->target_seen_by, e->secret_reason);
}

static void hear_question(struct witness *w, seat_id seat)
{
    const struct table *t   = &w->table;
    struct writer      *out = &w->words;
    struct choice       list[CHOICES_MAX];
    size_t              count = table_choices(t, seat, list, CHOICES_MAX);
    write_format(out, "%s: %s\n", SEAT_NAMES[seat],
                 t->game->questions[t->state->question[seat].kind]);
    for (size_t i = 0; i < count; i++) {
        write_chars(out, "  ");
        say_choice(t, seat, seat, list[i], SEAT_NAMES, out);
        if (t->game->choice_text) {
            write_chars(out, " <");
            write_text(out, t->game->choice_text(t, seat, list[i]));
            write_char(out, '>');
        }
        write_char(out, '\n');
    }
}

// --- the table as everybody sees it -------------------------------------------------------------
//
// Folded by the names of things, as views show them. The words themselves would take longer than
// the match.

static void learn(const char *const *names, uint64_t *out, size_t max)
{
    for (size_t i = 0; i < max && names && names[i]; i++)
        out[i] = hash_bytes(names[i], strlen(names[i]));
}

static void learn_names(struct witness_names *n, const struct game *g)
{
    learn(g->value_names, n->value, COUNT(n->value));
    learn(g->stat_names, n->stat, COUNT(n->stat));
    learn(g->status_words, n->status, COUNT(n->status));
    learn(g->link_names, n->link, COUNT(n->link));
    for (size_t i = 0; i < COUNT(n->zone) && g->zones[i].name; i++)
        n->zone[i] = hash_mix(hash_bytes(g->zones[i].name, strlen(g->zones[i].name)),
                              g->zones[i].seat);
}

static uint64_t fold_card(const struct witness_names *n, const struct view_card *c, uint64_t hash)
{
    hash = hash_mix(hash, n->zone[c->zone]);
    hash = hash_mix(hash, (uint64_t)c->id | (uint64_t)c->def << 16 | (uint64_t)c->place << 32 |
                              (uint64_t)c->owner << 48 | (uint64_t)c->flags << 56);
    for (unsigned i = 0; i < c->stats; i++)
        if (n->stat[i] && c->stat[i] != STAT_NONE)
            hash = hash_mix(hash, n->stat[i] + (uint16_t)c->stat[i]);
    for (uint64_t words = c->words; words; words &= words - 1)
        hash = hash_mix(hash, n->status[__builtin_ctzll(words)]);
    return hash;
}

static uint64_t fold_view(const struct witness_names *n, const struct view *v, uint64_t hash)
{
    hash = hash_mix(hash, (uint64_t)v->viewer | (uint64_t)v->asked << 8 | (uint64_t)v->over << 16 |
                              (uint64_t)v->winners << 24);
    for (unsigned i = 0; i < v->card_count; i++) hash = fold_card(n, &v->cards[i], hash);
    for (unsigned i = 0; i < v->value_count; i++)
        hash = hash_mix(hash_mix(hash, n->value[v->values[i].name]),
                        (uint64_t)v->values[i].seat << 16 | (uint16_t)v->values[i].value);
    for (unsigned i = 0; i < v->link_count; i++) {
        const struct view_link *l = &v->links[i];
        hash = hash_mix(hash, (l->what < COUNT(n->link) ? n->link[l->what] : 0) +
                                  ((uint64_t)l->seat << 8 | l->flags));
        hash = hash_mix(hash, (uint64_t)l->card | (uint64_t)l->target << 16 |
                                  (uint64_t)l->def << 32 | (uint64_t)l->line << 48);
    }
    return hash;
}

static void show_in_words(struct witness *w, const struct view *view)
{
    size_t      room = w->words.capacity - w->words.size;
    struct json j    = json_on(w->words.at + w->words.size, room);
    show_view(&j, &w->table, SEAT_NAMES, view);
    size_t size = json_end(&j);
    if (size >= room) BUG("a view is too long for its witness");
    w->words.size += size;
    write_char(&w->words, '\n');
}

// Seats, and somebody who only looks on.
static void look_around(struct witness *w)
{
    static _Thread_local struct view view;
    for (unsigned v = 0; v <= w->table.state->seats; v++) {
        table_view(&w->table, v < w->table.state->seats ? (seat_id)v : SPECTATOR, &view);
        w->hash = fold_view(&w->names, &view, w->hash);
        if (w->shows_views) show_in_words(w, &view);
    }
}

// --- a match ------------------------------------------------------------------------------------

void witness_init(struct witness *w, const struct box *box)
{
    *w = (struct witness){ .box = box };
    arena_init(&w->arena);
    log_init(&w->log);
    learn_names(&w->names, box->game);
    w->words = writer_on(arena_alloc(&w->arena, WORDS_MAX, 1), WORDS_MAX);
    w->table = (struct table){ .game  = box->game,
                               .pool  = box->pool,
                               .log   = &w->log,
                               .state = arena_alloc(&w->arena, 1, box->game->state_size) };
}

void witness_finish(struct witness *w)
{
    log_finish(&w->log);
    arena_finish(&w->arena);
}

bool witness_begin(struct witness *w, uint64_t number, struct error *err)
{
    struct match_setup setup;
    if (!witness_setup(w->box, number, &setup, err)) return false;
    w->log.count = 0;
    w->moment    = 0;
    w->luck      = rng_from(number);
    table_start(&w->table, &setup);
    table_advance(&w->table);
    return true;
}

bool witness_look(struct witness *w)
{
    const struct core *c = w->table.state;
    w->words.size        = 0;
    for (size_t i = 0; i < w->log.count; i++) hear(w, &w->log.events[i]);
    w->log.count = 0;
    for (seat_id seat = 0; seat < c->seats; seat++)
        if (!c->over && c->asked >> seat & 1) hear_question(w, seat);
    if (w->words.cut) BUG("too many words for one moment");
    w->hash = hash_mix(w->hash, hash_bytes(w->words.at, w->words.size));
    if (c->over || w->moment % WITNESS_VIEW_EVERY == 0) look_around(w);
    return !c->over;
}

void witness_go_on(struct witness *w)
{
    struct table *t     = &w->table;
    seat_set      asked = t->state->asked;
    for (seat_id seat = 0; seat < t->state->seats; seat++) {
        struct choice list[CHOICES_MAX];
        if (!(asked >> seat & 1)) continue;
        size_t count = table_choices(t, seat, list, CHOICES_MAX);
        table_take(t, seat, list[rng_below(&w->luck, (uint32_t)count)]);
        w->decisions++;
    }
    w->moment++;
    table_advance(t);
}
