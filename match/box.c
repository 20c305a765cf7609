#include "match/box.h"

#include "base/embedded.h"
#include "base/rng.h"
#include "engine/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const SEAT_NAMES[SEATS_MAX] = { "Ash", "Bel", "Cyd", "Dov" };

static bool text_ends(struct text t, const char *ending)
{
    struct text end = text_of(ending);
    return t.size >= end.size && text_equal(text_part(t, t.size - end.size, end.size), end);
}

static bool is_file_of(const struct embedded_file *f, const char *folder, const char *ending)
{
    struct text name = text_of(f->name);
    return text_starts(name, folder) && text_ends(name, ending);
}

// --- opening ------------------------------------------------------------------------------------

static struct box *box_new(const struct game *game)
{
    struct arena arena;
    arena_init(&arena);
    struct box *box = ARENA_NEW(&arena, struct box);
    box->game       = game;
    box->arena      = arena;
    return box;
}

static bool is_first(const struct game *g, const struct embedded_file *f)
{
    return g->first_cards && strcmp(g->first_cards, f->name) == 0;
}

// A card file that changes cards: each of its cards takes the place of the one of that name, so
// that every other card keeps its number.
struct change {
    struct text name, lines;
    uint32_t    line; // of the file, from 1
    bool        made;
};
struct changes {
    const char    *source;
    struct change *list;
    size_t         count;
};

static bool starts_card(struct text line)
{
    return line.size && !strchr(" \t\r#", line.at[0]) && !text_starts(line, "\uFEFF");
}

static struct text name_on(struct text line)
{
    return text_trim(text_part(line, 0, text_find(line, '/')));
}

static struct text text_between(const char *from, const char *to)
{
    return (struct text){ from, (size_t)(to - from) };
}

static void find_changes(struct arena *arena, const char *source, struct text file,
                         struct changes *out)
{
    struct text rest  = file, line;
    size_t      count = 0;
    if (text_starts(file, "\uFEFF")) rest = file = text_part(file, 3, file.size);
    while (text_next_line(&rest, &line)) count += starts_card(line);
    *out = (struct changes){ source, ARENA_ARRAY(arena, struct change, count), 0 };
    rest = file;
    for (uint32_t number = 1; text_next_line(&rest, &line); number++) {
        if (starts_card(line))
            out->list[out->count++] = (struct change){ .name = name_on(line), .line = number };
        struct change *last = out->count ? &out->list[out->count - 1] : NULL;
        if (last && !last->lines.at) last->lines.at = line.at;
        if (last) last->lines = text_between(last->lines.at, line.at + line.size);
    }
}

// Part of a file, with as many empty lines in front as messages need to name the right one.
static bool read_part(struct box *box, const char *source, struct text part, uint32_t line,
                      struct error *err)
{
    char *padded = arena_alloc(&box->arena, part.size + line, 1);
    memset(padded, '\n', line - 1);
    memcpy(padded + line - 1, part.at, part.size);
    return card_set_read(box->cards, source, (struct text){ padded, part.size + line - 1 }, err);
}

static struct change *change_of(const struct changes *changes, struct text name)
{
    for (size_t i = 0; i < changes->count; i++)
        if (!changes->list[i].made && text_equal_fold(changes->list[i].name, name))
            return &changes->list[i];
    return NULL;
}

static bool make_change(struct box *box, const struct changes *changes, struct change *c,
                        struct error *err)
{
    c->made = true;
    return read_part(box, changes->source, c->lines, c->line, err);
}

static bool read_changed(struct box *box, const struct embedded_file *f,
                         const struct changes *changes, struct error *err)
{
    struct text rest      = { f->bytes, f->size }, line;
    const char *from      = f->bytes;
    uint32_t    from_line = 1;
    bool        skipping  = false;
    for (uint32_t number = 1; text_next_line(&rest, &line); number++) {
        struct change *c = starts_card(line) ? change_of(changes, name_on(line)) : NULL;
        if (skipping && starts_card(line)) from = line.at, from_line = number, skipping = false;
        if (!c) continue;
        if (!read_part(box, f->name, text_between(from, line.at), from_line, err) ||
            !make_change(box, changes, c, err))
            return false;
        skipping = true;
    }
    return skipping ||
           read_part(box, f->name, text_between(from, f->bytes + f->size), from_line, err);
}

static bool read_cards(struct box *box, const struct changes *changes, struct error *err)
{
    for (int first = 1; first >= 0; first--)
        for (const struct embedded_file *f = box->game->files; f && f->name; f++)
            if (is_file_of(f, "cards/", ".cards") && is_first(box->game, f) == first &&
                !(changes ? read_changed(box, f, changes, err)
                          : card_set_read(box->cards, f->name, (struct text){ f->bytes, f->size },
                                          err)))
                return false;
    for (size_t i = 0; changes && i < changes->count; i++) // new cards
        if (!changes->list[i].made && !make_change(box, changes, &changes->list[i], err))
            return false;
    return true;
}

static bool prepare(struct box *box, struct error *err)
{
    box->pool = card_set_pool(box->cards);
    return !box->game->prepare_pool || box->game->prepare_pool(card_set_pool_mutable(box->cards),
                                                               card_set_arena(box->cards), err);
}

// All of them, or those that can be read.
static bool read_decks(struct box *box, bool all, struct error *err)
{
    const struct game *g     = box->game;
    uint32_t           count = 0;
    for (const struct embedded_file *f = g->files; f && f->name; f++)
        count += is_file_of(f, "decks/", ".deck");
    box->decks = ARENA_ARRAY(&box->arena, struct deck, count);
    for (const struct embedded_file *f = g->files; f && f->name; f++) {
        if (!is_file_of(f, "decks/", ".deck")) continue;
        struct deck deck;
        if (!deck_read(&box->arena, box->pool, g->deck_sections, f->name,
                       (struct text){ f->bytes, f->size }, &deck, all ? err : NULL)) {
            if (all) return false;
            continue;
        }
        uint32_t at = box->deck_count++;
        for (; at > 0 && strcmp(box->decks[at - 1].source, deck.source) > 0; at--)
            box->decks[at] = box->decks[at - 1];
        box->decks[at] = deck;
    }
    return true;
}

// --- what ready-made decks bring to the table ---------------------------------------------------

static int compare_faces(const void *a, const void *b)
{
    const struct ready_face *x = a, *y = b;
    return (x->def > y->def) - (x->def < y->def);
}

// The cards of seat 0 as they lie when a match starts, satellites and all.
static struct ready_list list_on(struct arena *arena, const struct table *t)
{
    const struct core *c     = t->state;
    struct ready_face *faces = ARENA_ARRAY(arena, struct ready_face, c->card_count);
    struct ready_list  list  = { .faces = faces, .mode = c->mode };
    struct prior       prior = t->game->prior(t, 1, 0);
    for (card_id id = 0; id < c->card_count; id++) {
        const struct card *card = card_at(c, id);
        unsigned           at   = 0;
        if (card->zone == NO_ZONE || card->owner != 0 || !prior.copies) continue;
        if (prior.is_listed && !prior.is_listed(t, id)) continue;
        if (!prior.copies(t, NULL, card->def)) continue;
        while (at < list.face_count && faces[at].def != card->def) at++;
        if (at == list.face_count) faces[list.face_count++] = (struct ready_face){ card->def, 0 };
        faces[at].copies++;
        list.count++;
    }
    qsort(faces, list.face_count, sizeof *faces, compare_faces);
    return list;
}

static bool starts_with(const struct box *box, const struct deck *deck, unsigned mode,
                        struct table *t)
{
    const struct game_mode *m     = &box->game->modes[mode];
    struct match_setup      setup = { .mode = (uint8_t)mode, .seats = m->seats_min };
    if (!box_seat(box, &setup, 0, deck, NULL)) return false;
    struct seat_setup mine = setup.seat[0];
    for (seat_id s = 1; s < setup.seats; s++) {
        setup.seat[s]      = mine;
        setup.seat[s].name = SEAT_NAMES[s];
    }
    table_start(t, &setup);
    return true;
}

static void find_ready_lists(struct box *box)
{
    const struct game *g     = box->game;
    struct card_pool  *pool  = card_set_pool_mutable(box->cards);
    unsigned           modes = 0;
    if (!g->prior || pool->ready) return;
    while (g->modes[modes].name) modes++;
    struct ready_list *lists = ARENA_ARRAY(&box->arena, struct ready_list,
                                           modes * box->deck_count + 1);
    struct table       t     = { .game  = g,
                                 .pool  = pool,
                                 .state = arena_alloc(&box->arena, 1, g->state_size) };
    for (unsigned mode = 0; mode < modes; mode++)
        for (uint32_t i = 0; i < box->deck_count; i++)
            if (starts_with(box, &box->decks[i], mode, &t)) {
                lists[pool->ready_count] = list_on(&box->arena, &t);
                pool->ready_count += lists[pool->ready_count].count > 0;
            }
    pool->ready = lists;
}

static struct box *open_with(const struct game *game, const char *source, struct text changed,
                             struct error *err)
{
    struct box    *box = box_new(game);
    struct changes changes;
    if (source) find_changes(&box->arena, source, changed, &changes);
    box->cards = card_set_create(game->dialect, game->form, err);
    if (box->cards && read_cards(box, source ? &changes : NULL, err) && prepare(box, err) &&
        read_decks(box, true, err)) {
        find_ready_lists(box);
        return box;
    }
    box_close(box);
    return NULL;
}

struct box *box_open(const struct game *game, struct error *err)
{
    return open_with(game, NULL, (struct text){ 0 }, err);
}

struct box *box_open_changed(const struct game *game, const char *source, struct text card_file,
                             struct error *err)
{
    return open_with(game, source, card_file, err);
}

void box_close(struct box *box)
{
    if (!box) return;
    card_set_destroy(box->cards);
    struct arena arena = box->arena; // the box lies in it
    arena_finish(&arena);
}

struct box *box_extend(const struct box *old, struct error *err)
{
    struct box *box = box_new(old->game);
    box->decks      = old->decks;
    box->deck_count = old->deck_count;
    box->cards      = card_set_extend(old->cards, err);
    if (box->cards) {
        struct card_pool *pool = card_set_pool_mutable(box->cards);
        box->pool              = pool;
        pool->ready            = old->pool->ready;
        pool->ready_count      = old->pool->ready_count;
        return box;
    }
    box_close(box);
    return NULL;
}

bool box_prepare(struct box *box, struct error *err) { return prepare(box, err); }

void box_add_decks(struct box *box)
{
    bool all = read_decks(box, false, NULL);
    assert(all);
    find_ready_lists(box);
}

struct box *box_with_cards(const struct box *old, const char *source, struct text card_file,
                           struct error *err)
{
    struct box *box = box_extend(old, err);
    if (box && card_set_read(box->cards, source, card_file, err) && prepare(box, err)) return box;
    box_close(box);
    return NULL;
}

// --- decks and setups ---------------------------------------------------------------------------

// "red" for "decks/red.deck".
static struct text short_name(const char *source)
{
    struct text name = text_of(source);
    while (text_find(name, '/') < name.size)
        name = text_part(name, text_find(name, '/') + 1, name.size);
    return text_part(name, 0, text_ends(name, ".deck") ? name.size - 5 : name.size);
}

const struct deck *box_deck(const struct box *box, struct text name)
{
    for (uint32_t i = 0; i < box->deck_count; i++)
        if (text_equal_fold(name, text_of(box->decks[i].name))) return &box->decks[i];
    for (uint32_t i = 0; i < box->deck_count; i++)
        if (text_equal_fold(name, short_name(box->decks[i].source)) ||
            text_is(name, box->decks[i].source))
            return &box->decks[i];
    return NULL;
}

bool box_find_mode(const struct box *box, const char *name, unsigned *out, struct error *err)
{
    const struct game_mode *modes = box->game->modes;
    char                    known[512];
    struct writer           w = writer_on(known, sizeof known);
    for (*out = 0; modes[*out].name; ++*out) {
        if (!name || strcmp(name, modes[*out].name) == 0) return true;
        write_format(&w, "%s%s", *out ? ", " : "", modes[*out].name);
    }
    return fail(err, BAD_INPUT, (struct place){ 0 }, "%s has no mode \"%s\"; there are: %s",
                box->game->title, name, known);
}

bool box_find_deck(const struct box *box, const char *name, const struct deck **out,
                   struct error *err)
{
    char          known[512];
    struct writer w = writer_on(known, sizeof known);
    *out            = box_deck(box, text_of(name));
    if (*out) return true;
    for (uint32_t i = 0; i < box->deck_count; i++)
        write_format(&w, "%s\"%s\"", i ? ", " : "", box->decks[i].name);
    return fail(err, BAD_INPUT, (struct place){ 0 }, "there is no deck \"%s\"; there are: %s", name,
                known);
}

// A game says what is wrong with a deck, its message beginning with the card if it is about one;
// the file and the line of that card are known here.
static bool fail_at_card(const struct box *box, const struct deck *deck, const struct error *why,
                         struct error *err)
{
    struct place at = { deck->source, 0, 0 };
    for (uint32_t i = 0; i < deck->count && !at.line; i++) {
        const char *name = box->pool->defs[deck->entries[i].def].name;
        if (text_starts(text_of(why->text), name) && why->text[strlen(name)] == ':')
            at.line = deck->entries[i].line;
    }
    return fail(err, why->status, at, "%s", why->text);
}

// Nobody is called as a character of the game: "Dov" where Dov the Lamplighter may fight.
static const char *seat_name(const struct box *box, seat_id seat)
{
    static const char *const SPARE[] = { "Fen", "Gil", "Hob" };
    const char              *name    = SEAT_NAMES[seat];
    for (size_t i = 0;; name = SPARE[i++]) {
        size_t size  = strlen(name);
        bool   taken = false;
        for (def_id d = 0; d < box->pool->def_count && !taken; d++)
            taken = text_starts(text_of(box->pool->defs[d].name), name) &&
                    (box->pool->defs[d].name[size] == ' ' || !box->pool->defs[d].name[size]);
        if (!taken || i == COUNT(SPARE)) return name;
    }
}

bool box_seat(const struct box *box, struct match_setup *setup, seat_id seat,
              const struct deck *deck, struct error *err)
{
    struct seat_setup *s    = &setup->seat[seat];
    const char        *name = s->name ? s->name : seat_name(box, seat);
    *s                      = (struct seat_setup){ .name = name };
    for (uint32_t i = 0; i < deck->count; i++)
        for (unsigned n = deck->entries[i].count; n > 0; n--) {
            if (s->count == DECK_CARDS_MAX)
                return fail(err, NOT_ALLOWED,
                            (struct place){ deck->source, deck->entries[i].line, 0 },
                            "no deck has more than %d cards", DECK_CARDS_MAX);
            s->card[s->count]      = deck->entries[i].def;
            s->section[s->count++] = deck->sections[i];
        }
    struct error why = { 0 };
    if (!box->game->deck_check || box->game->deck_check(box->pool, setup, seat, &why)) return true;
    return fail_at_card(box, deck, &why, err);
}

bool box_seat_any(const struct box *box, struct match_setup *setup, seat_id seat, struct error *err)
{
    if (!box->deck_count)
        return fail(err, BAD_INPUT, (struct place){ 0 }, "%s has no ready-made deck",
                    box->game->title);
    for (uint32_t i = 0; i < box->deck_count; i++)
        if (box_seat(box, setup, seat, &box->decks[(seat + i) % box->deck_count], NULL))
            return true;
    return box_seat(box, setup, seat, &box->decks[seat % box->deck_count], err);
}

bool box_setup(const struct box *box, unsigned mode, unsigned seats,
               const struct deck *const *decks, size_t deck_count, uint64_t seed,
               struct match_setup *out, struct error *err)
{
    const struct place nowhere = { 0 };
    unsigned           modes   = 0;
    while (box->game->modes[modes].name) modes++;
    if (mode >= modes)
        return fail(err, BAD_INPUT, nowhere, "%s has no mode %u", box->game->title, mode);
    const struct game_mode *m = &box->game->modes[mode];
    if (seats < m->seats_min || seats > m->seats_max || seats > SEATS_MAX)
        return fail(err, BAD_INPUT, nowhere, "%s is for %u to %u players, not %u", m->name,
                    m->seats_min, m->seats_max, seats);
    *out = (struct match_setup){ .mode = (uint8_t)mode, .seats = (uint8_t)seats };
    key_from_seed(seed, out->key);
    for (seat_id s = 0; s < seats; s++) {
        const struct deck *deck = s < deck_count ? decks[s] : NULL;
        if (deck ? !box_seat(box, out, s, deck, err) : !box_seat_any(box, out, s, err))
            return false;
    }
    return true;
}

void key_from_seed(uint64_t seed, uint8_t key[32])
{
    struct rng rng  = rng_from(seed);
    uint64_t   word = 0;
    for (unsigned i = 0; i < 32; i++) {
        if (i % 8 == 0) word = rng_next(&rng);
        key[i] = (uint8_t)(word >> 8 * (i % 8)); // the same on every machine
    }
}

// --- options ------------------------------------------------------------------------------------

static void write_values(struct writer *w, const struct game_option *o)
{
    if (!o->words) write_format(w, "%d to %d", o->min, o->max);
    for (unsigned i = 0; o->words && o->words[i]; i++)
        write_format(w, "%s\"%s\"", i ? ", " : "", o->words[i]);
}

static bool holds_fold(struct text whole, struct text part)
{
    for (size_t at = 0; at + part.size <= whole.size; at++)
        if (text_equal_fold(text_part(whole, at, part.size), part)) return true;
    return false;
}

// The word that is meant, counted from 1; 0: none, or more than one.
static int word_meant(const struct game_option *o, struct text said)
{
    int found = 0;
    for (int i = 0; o->words[i]; i++)
        if (text_equal_fold(said, text_of(o->words[i]))) return i + 1;
    for (int i = 0; o->words[i] && said.size; i++) {
        if (!holds_fold(text_of(o->words[i]), said)) continue;
        if (found) return 0;
        found = i + 1;
    }
    return found;
}

static bool fail_option(const struct box *box, struct text name, struct error *err)
{
    char          known[512];
    struct writer w = writer_on(known, sizeof known);
    for (const struct game_option *o = box->game->options; o && o->name; o++) {
        write_format(&w, "%s%s=", o == box->game->options ? "" : "; ", o->name);
        write_values(&w, o);
    }
    if (!w.size)
        return fail(err, BAD_INPUT, (struct place){ 0 }, "%s has no options", box->game->title);
    return fail(err, BAD_INPUT, (struct place){ 0 }, "%s has no option \"%.*s\"; there are: %s",
                box->game->title, SHOW(name), known);
}

bool box_option(const struct box *box, struct match_setup *setup, struct text words,
                struct error *err)
{
    struct text value = words, name = { 0 };
    text_cut(&value, '=', &name);
    name  = text_trim(name);
    value = text_trim(value);
    for (unsigned i = 0; box->game->options && box->game->options[i].name; i++) {
        const struct game_option *o      = &box->game->options[i];
        long                      number = 0;
        if (!text_equal_fold(name, text_of(o->name))) continue;
        if (o->words) number = word_meant(o, value);
        if (o->words ? number > 0 : text_number(value, o->min, o->max, &number)) {
            setup->option[i] = (int16_t)number;
            return true;
        }
        char          known[256];
        struct writer w = writer_on(known, sizeof known);
        write_values(&w, o);
        return fail(err, BAD_INPUT, (struct place){ 0 },
                    "option %s cannot be \"%.*s\"; it can be: %s", o->name, SHOW(value), known);
    }
    return fail_option(box, name, err);
}
