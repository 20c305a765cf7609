// A client as a stranger would write it from docs/protocol.md.
#include "tests/world.h"

#include "base/hash.h"
#include "server/state.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t line_of(const struct world *w, const struct person *p)
{
    return (uint32_t)(p - w->people);
}

void person_forget(struct person *p)
{
    json_decref(p->view);
    json_decref(p->owed);
    p->view = p->owed = NULL;
}

static const char PASSWORD[] = "a long enough password";

static const char *name_of(const struct world *w, const struct person *p)
{
    static char name[16]; // names may be the same
    snprintf(name, sizeof name, p->uses_another_name ? "Q%u" : "P%u",
             p->uses_another_name ? line_of(w, p) : line_of(w, p) / 2);
    return name;
}

static void greet(struct world *w, const struct person *p)
{
    if (*p->token)
        hall_say(&w->hall, line_of(w, p), "{\"do\":\"hello\",\"version\":1,\"token\":\"%s\"}",
                 p->token);
    else
        hall_say(&w->hall, line_of(w, p), "{\"do\":\"hello\",\"version\":1,\"name\":\"%s\"}",
                 name_of(w, p));
}

// Nobody loses who they are: if a token is void, that is because a new password is stored.
static void log_in(struct world *w, const struct person *p)
{
    if (!p->has_said_password) world_wrong(w, "a token is void without a password");
    hall_say(&w->hall, line_of(w, p),
             "{\"do\":\"login\",\"version\":1,\"name\":\"%s\",\"password\":\"%s\"}", name_of(w, p),
             PASSWORD);
}

void person_connect(struct world *w, struct person *p)
{
    hall_connect(&w->hall, line_of(w, p));
    p->connected     = true;
    p->greeted       = false;
    p->waiting_count = 0;
    p->phase[0]      = 0;
    p->said_at       = 0;
    greet(w, p);
}

void person_cut(struct world *w, struct person *p)
{
    hall_cut(&w->hall, line_of(w, p));
    p->connected = p->greeted = false;
    w->cuts++;
}

// --- the view, put together ---------------------------------------------------------------------

static json_int_t number(json_t *m, const char *name)
{
    return json_integer_value(json_object_get(m, name));
}

static size_t zone_rank(const struct world *w, json_t *card)
{
    size_t  i;
    json_t *zone;
    json_array_foreach(
        w->zones, i,
        zone) if (json_equal(json_object_get(zone, "zone"), json_object_get(card, "zone")) &&
                  json_equal(json_object_get(zone, "of"), json_object_get(card, "of"))) return i;
    return i;
}

struct ranked {
    size_t     zone;
    json_int_t place;
    json_t    *card;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->zone != y->zone) return x->zone < y->zone ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static json_t *card_by_id(json_t *list, json_int_t id)
{
    size_t  i;
    json_t *card;
    json_array_foreach(list, i, card) if (number(card, "id") == id) return card;
    return NULL;
}

static bool is_listed(json_t *ids, json_int_t id)
{
    size_t  i;
    json_t *one;
    json_array_foreach(ids, i, one) if (json_integer_value(one) == id) return true;
    return false;
}

static void change_cards(struct world *w, struct person *p, json_t *change)
{
    struct ranked ranked[VIEW_CARDS_MAX];
    size_t        count = 0, i;
    json_t       *card, *changed = json_object_get(change, "cards"), *pair;
    json_array_foreach(json_object_get(p->view, "cards"), i,
                       card) if (!is_listed(json_object_get(change, "gone"), number(card, "id")) &&
                                 !card_by_id(changed, number(card, "id"))) ranked[count++]
        .card                                                 = card;
    json_array_foreach(changed, i, card) ranked[count++].card = card;
    json_array_foreach(json_object_get(change, "places"), i,
                       pair) for (size_t k = 0; k < count;
                                  k++) if (number(ranked[k].card, "id") ==
                                           json_integer_value(json_array_get(pair, 0)))
        json_object_set(ranked[k].card, "place", json_array_get(pair, 1));
    for (size_t k = 0; k < count; k++) {
        ranked[k].zone  = zone_rank(w, ranked[k].card);
        ranked[k].place = number(ranked[k].card, "place");
    }
    qsort(ranked, count, sizeof *ranked, compare_ranked);
    json_t *cards = json_array();
    for (size_t k = 0; k < count; k++) json_array_append(cards, ranked[k].card);
    json_object_set_new(p->view, "cards", cards);
}

static void change_view(struct world *w, struct person *p, json_t *change)
{
    static const char *const WHOLE[] = {
        "asked", "question", "over", "winners", "values", "waiting"
    };
    for (size_t i = 0; i < COUNT(WHOLE); i++)
        if (json_object_get(change, WHOLE[i]))
            json_object_set(p->view, WHOLE[i], json_object_get(change, WHOLE[i]));
    change_cards(w, p, change);
}

static void check_hash(struct world *w, struct person *p, json_t *m)
{
    char  hash[16];
    char *text = json_dumps(p->view, JSON_COMPACT | JSON_PRESERVE_ORDER);
    snprintf(hash, sizeof hash, "%08x", text_fnv(text_of(text)));
    if (strcmp(hash, json_string_value(json_object_get(m, "hash"))) != 0)
        world_wrong(w, "message %u of viewer %u: the view that was put together is another one",
                    p->n, p->viewer);
    free(text);
}

// --- listening ----------------------------------------------------------------------------------

static void remember(struct world *w, struct person *p, const char *text, bool whole)
{
    if (w->heard_count == w->heard_capacity) {
        w->heard_capacity = w->heard_capacity ? w->heard_capacity * 2 : 256;
        w->heard          = realloc(w->heard, w->heard_capacity * sizeof *w->heard);
        if (!w->heard) abort();
    }
    w->heard[w->heard_count++] = (struct heard){ p->table, p->n, p->viewer, whole,
                                                 hash_bytes(text, strlen(text)) };
}

static void hear_news(struct world *w, struct person *p, json_t *m, const char *text, bool whole)
{
    size_t     i;
    json_t    *owed;
    json_int_t n = number(m, "n");
    if ((uint64_t)number(m, "table") != p->table) return;
    if (!whole && (!p->view || n != p->n + 1)) {
        world_wrong(w, "viewer %u heard %lld after %u", p->viewer, (long long)n, p->n);
        return;
    }
    p->n = (uint32_t)n;
    remember(w, p, text, whole);
    if (whole) {
        json_decref(p->view);
        p->view = json_deep_copy(json_object_get(m, "view"));
    } else
        change_view(w, p, json_object_get(m, "change"));
    check_hash(w, p, m);
    json_decref(p->owed);
    p->owed = NULL;
    json_array_foreach(json_object_get(m, "owed"), i, owed) if (json_object_get(owed, "choices"))
        p->owed = json_incref(owed);
}

static void hear_table(struct world *w, struct person *p, json_t *m)
{
    json_t *you = json_object_get(m, "you"), *key = json_object_get(m, "key");
    if (!w->table) w->table = (uint64_t)number(m, "table");
    if ((uint64_t)number(m, "table") != w->table) return; // an earlier one, or a rematch
    p->table  = w->table;
    p->viewer = json_is_integer(you) ? (seat_id)json_integer_value(you) : SPECTATOR;
    p->seated = json_is_integer(you);
    if (key) snprintf(w->key, sizeof w->key, "%s", json_string_value(key));
    const char *phase = json_string_value(json_object_get(m, "phase"));
    uint8_t     seed[32], hash[32];
    char        hex[65];
    if (strcmp(phase, p->phase) == 0) return;
    snprintf(p->phase, sizeof p->phase, "%s", phase);
    memset(seed, (int)line_of(w, p) + 1, sizeof seed);
    crypto_hash_sha256(hash, seed, sizeof seed);
    if (!p->seated || !world_chance(w, 900)) return; // some give no seed
    if (strcmp(phase, "commit") == 0)
        hall_say(&w->hall, line_of(w, p), "{\"do\":\"commit\",\"table\":%llu,\"hash\":\"%s\"}",
                 (unsigned long long)p->table, sodium_bin2hex(hex, sizeof hex, hash, 32));
    if (strcmp(phase, "reveal") == 0)
        hall_say(&w->hall, line_of(w, p), "{\"do\":\"reveal\",\"table\":%llu,\"seed\":\"%s\"}",
                 (unsigned long long)p->table, sodium_bin2hex(hex, sizeof hex, seed, 32));
}

static void hear_done(struct world *w, struct person *p, json_t *m)
{
    json_int_t id = json_object_get(m, "id") ? number(m, "id") : -1;
    for (unsigned i = 0; i < p->waiting_count; i++) {
        if (p->waiting[i].id != id) continue;
        if (w->promise_count == w->promise_capacity) {
            w->promise_capacity = w->promise_capacity ? w->promise_capacity * 2 : 256;
            w->promises         = realloc(w->promises, w->promise_capacity * sizeof *w->promises);
            if (!w->promises) abort();
        }
        w->promises[w->promise_count++] = (struct promise){ p->table, p->viewer,
                                                            p->waiting[i].owed };
        p->waiting[i]                   = p->waiting[--p->waiting_count];
        return;
    }
}

static void hear_welcome(struct world *w, struct person *p, json_t *m)
{
    json_t *token = json_object_get(m, "token");
    p->greeted    = true;
    if (token) snprintf(p->token, sizeof p->token, "%s", json_string_value(token));
    if (!w->zones) hall_say(&w->hall, line_of(w, p), "{\"do\":\"game\",\"game\":\"%s\"}", w->game);
    // A table that was made just before the line was cut is found again here.
    json_t *tables = json_object_get(m, "tables");
    if (!w->table && json_array_size(tables))
        w->table = (uint64_t)json_integer_value(json_array_get(tables, 0));
    if (w->table && json_array_size(tables)) {
        p->table = w->table;
        hall_say(&w->hall, line_of(w, p), "{\"do\":\"resume\",\"table\":%llu,\"n\":%u}",
                 (unsigned long long)w->table, p->view ? p->n : 0);
    }
    p->asked_for_table = json_array_size(tables) > 0;
}

// What could not be stored is said again.
static void hear_error(struct world *w, struct person *p, json_t *m)
{
    const char *code = json_string_value(json_object_get(m, "code"));
    if (!p->greeted && strcmp(code, "bad-token") == 0)
        log_in(w, p);
    else if (!p->greeted && strcmp(code, "bad-password") == 0)
        world_wrong(w, "neither token nor password is right");
    else if (!p->greeted && strcmp(code, "too-fast") == 0)
        person_cut(w, p); // and comes again later
    else if (!p->greeted && strcmp(code, "taken") == 0) {
        p->uses_another_name = true;
        greet(w, p);
    }
    if (strcmp(code, "not-stored") != 0) return;
    if (!p->greeted) greet(w, p);
    if (!p->table) p->asked_for_table = false;
    p->phase[0] = 0;
    p->said_at  = 0;
}

void person_listen(struct world *w, struct person *p)
{
    char *text = hall_next(&w->hall, line_of(w, p));
    if (!text) {
        if (!w->hall.line[line_of(w, p)].open) p->connected = p->greeted = false;
        return;
    }
    json_t     *m    = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const char *type = json_string_value(json_object_get(m, "type"));
    if (!type)
        world_wrong(w, "not a message: %.100s", text);
    else if (strcmp(type, "welcome") == 0)
        hear_welcome(w, p, m);
    else if (strcmp(type, "token") == 0)
        snprintf(p->token, sizeof p->token, "%s", json_string_value(json_object_get(m, "token")));
    else if (strcmp(type, "game") == 0 && !w->zones)
        w->zones = json_incref(json_object_get(m, "zones"));
    else if (strcmp(type, "table") == 0)
        hear_table(w, p, m);
    else if (strcmp(type, "view") == 0)
        hear_news(w, p, m, text, true);
    else if (strcmp(type, "news") == 0)
        hear_news(w, p, m, text, false);
    else if (strcmp(type, "done") == 0)
        hear_done(w, p, m);
    else if (strcmp(type, "error") == 0)
        hear_error(w, p, m);
    json_decref(m);
    free(text);
}

// --- acting -------------------------------------------------------------------------------------

static void say_choice_of(struct world *w, struct person *p, uint32_t owed, json_int_t index)
{
    if (p->waiting_count == COUNT(p->waiting)) p->waiting_count = 0;
    p->waiting[p->waiting_count].id     = ++p->next_id;
    p->waiting[p->waiting_count++].owed = owed;
    hall_say(&w->hall, line_of(w, p),
             "{\"do\":\"choose\",\"id\":%lld,\"table\":%llu,\"owed\":%u,\"choice\":%lld}",
             (long long)p->next_id, (unsigned long long)p->table, owed, (long long)index);
}

static void choose(struct world *w, struct person *p)
{
    uint32_t owed  = (uint32_t)number(p->owed, "owed");
    size_t   count = json_array_size(json_object_get(p->owed, "choices"));
    if (owed == p->said && w->hall.now < p->said_at + 500) return; // the answer is on its way
    if (owed == p->said)
        w->resends++;
    else
        p->said_index = (json_int_t)rng_below(&w->rng, (uint32_t)count);
    p->said    = owed;
    p->said_at = w->hall.now;
    w->choices++;
    say_choice_of(w, p, owed, p->said_index);
}

static void find_table(struct world *w, struct person *p)
{
    uint32_t line = line_of(w, p);
    if (w->has_watcher && line == WATCHER) {
        if (w->table)
            hall_say(&w->hall, line, "{\"do\":\"watch\",\"table\":%llu,\"key\":\"%s\"}",
                     (unsigned long long)w->table, w->key);
        p->asked_for_table = w->table != 0;
        return;
    }
    p->asked_for_table = true;
    if (w->table) {
        hall_say(&w->hall, line, "{\"do\":\"join\",\"table\":%llu,\"key\":\"%s\"}",
                 (unsigned long long)w->table, w->key);
        return;
    }
    p->asked_for_table = line == 0;
    if (line != 0) return;
    char          seats[256];
    struct writer s = writer_on(seats, sizeof seats);
    for (unsigned i = 1; i < w->people_count; i++) write_chars(&s, ",{\"who\":\"anyone\"}");
    for (unsigned i = w->people_count; i < w->seats; i++)
        write_format(&s, ",{\"who\":\"bot\",\"bot\":\"%s\"}", w->seed % 8 ? "random" : "novice");
    static const char *const CLOCKS[] = { "\"bank\":20000,\"allowance\":5000",
                                          "\"clock\":\"rules\"", "\"clock\":\"none\"" };
    hall_say(&w->hall, line,
             "{\"do\":\"create\",\"game\":\"%s\",\"mode\":\"%s\",\"open\":%s,%s,"
             "\"seats\":[{\"who\":\"me\"}%s]}",
             w->game, w->mode->name, w->seed % 3 ? "true" : "false",
             CLOCKS[w->seed / 8 % COUNT(CLOCKS)], seats);
}

static void do_something_odd(struct world *w, struct person *p)
{
    static const char *const ODD[] = {
        "{\"do\":\"undo\",\"table\":%llu}",
        "{\"do\":\"undo\",\"table\":%llu}",
        "{\"do\":\"undo\",\"table\":%llu}",
        "{\"do\":\"agree\",\"table\":%llu,\"what\":\"undo\"}",
        "{\"do\":\"agree\",\"table\":%llu,\"what\":\"undo\"}",
        "{\"do\":\"decline\",\"table\":%llu,\"what\":\"undo\"}",
        "{\"do\":\"draw\",\"table\":%llu}",
        "{\"do\":\"say\",\"table\":%llu,\"phrase\":3}",
        "{\"do\":\"view\",\"table\":%llu}",
        "{\"do\":\"resume\",\"table\":%llu,\"n\":0}",
        "{\"do\":\"claim\",\"table\":%llu,\"seat\":0,\"what\":\"bot\"}",
        "{\"do\":\"claim\",\"table\":%llu,\"seat\":1,\"what\":\"bot\"}",
        "{\"do\":\"choose\",\"table\":%llu,\"owed\":1,\"choice\":0}",
        "{\"do\":\"choose\",\"table\":%llu,\"owed\":4000000000,\"choice\":0}",
        "{\"do\":\"rematch\",\"table\":%llu}",
        "{\"do\":\"join\",\"table\":%llu}",
        "{\"do\":\"commit\",\"table\":%llu,\"hash\":\"00\"}",
        "{\"do\":\"tables\",\"table\":%llu}",
        "{\"do\":\"history\",\"count\":%llu}",
        "{\"do\":\"decks\",\"game\":\"blank\",\"id\":%llu}",
        "{\"do\":\"deck_save\",\"game\":\"blank\",\"name\":\"D%llu\",\"text\":\"3 Jab\"}",
        "{\"do\":\"deck_delete\",\"game\":\"blank\",\"name\":\"D%llu\"}",
        "{\"do\":\"player\",\"player\":%llu}",
        "{{{{ %llu",
    };
    char text[200];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, sizeof text, ODD[rng_below(&w->rng, COUNT(ODD))], (unsigned long long)p->table);
#pragma GCC diagnostic pop
    hall_send(&w->hall, line_of(w, p), text_of(text));
}

void person_act(struct world *w, struct person *p, const struct weather *weather)
{
    if (!p->greeted) return;
    if (w->seed % 3 == 1 && !p->has_said_password && world_chance(w, 8)) {
        p->renamed = true;
        hall_say(&w->hall, line_of(w, p), "{\"do\":\"rename\",\"name\":\"P%llu\"}",
                 (unsigned long long)rng_below(&w->rng, 3));
    }
    if (w->seed % 3 == 1 && !p->has_said_password && !p->renamed && world_chance(w, 20)) {
        p->has_said_password = true;
        hall_say(&w->hall, line_of(w, p), "{\"do\":\"password\",\"password\":\"%s\"}", PASSWORD);
    }
    if (!p->asked_for_table)
        find_table(w, p);
    else if (!p->table && w->table && world_chance(w, 50))
        find_table(w, p);
    else if (world_chance(w, weather->garbage))
        do_something_odd(w, p);
    else if (p->said && world_chance(w, weather->repeat))
        say_choice_of(w, p, p->said, p->said_index);
    else if (p->owed)
        choose(w, p);
}
