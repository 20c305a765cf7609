// The line to the server: what is said, what is heard, who we are.
#include "cli/online_private.h"

#include "cli/news.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { WAIT_MS = 60000, CUTS_MAX = 20 }; // a password is hashed for long on a busy machine

// --- saying -------------------------------------------------------------------------------------

struct json request_begin(struct online *o, const char *what)
{
    struct json j = json_in(&o->arena);
    json_open(&j, '{');
    json_name(&j, "do");
    json_text(&j, what);
    json_name(&j, "id");
    json_number(&j, (long)++o->next_id);
    return j;
}

void request_end(struct online *o, struct json *j)
{
    json_close(j, '}');
    json_end(j);
    net_send(o->net, (struct text){ j->out, j->size });
}

struct json table_request(struct online *o, const char *what)
{
    struct json j = request_begin(o, what);
    json_name(&j, "table");
    json_number(&j, (long)o->table);
    return j;
}

static void say_hello(struct online *o)
{
    const char *user = getenv("USER");
    if (o->options->login && !*o->token) {
        say_login(o);
        return;
    }
    struct json j = request_begin(o, "hello");
    json_name(&j, "version");
    json_number(&j, 1);
    json_name(&j, *o->token ? "token" : "name");
    json_text(&j, *o->token          ? o->token
                  : o->options->name ? o->options->name
                  : user && *user    ? user
                                     : "Guest");
    request_end(o, &j);
}

static void say_seed(struct online *o, const char *phase)
{
    uint8_t     hash[32];
    char        hex[65];
    bool        promise = strcmp(phase, "commit") == 0;
    struct json j       = table_request(o, promise ? "commit" : "reveal");
    if (promise) randombytes_buf(o->seed, sizeof o->seed);
    crypto_hash_sha256(hash, o->seed, sizeof o->seed);
    json_name(&j, promise ? "hash" : "seed");
    json_text(&j, sodium_bin2hex(hex, sizeof hex, promise ? hash : o->seed, 32));
    request_end(o, &j);
}

// --- the token, kept for next time --------------------------------------------------------------

// One file for each server and name, in the user's own folder; without one the token is not kept.
json_int_t server_now(const struct online *o)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (json_int_t)t.tv_sec * 1000 + t.tv_nsec / 1000000 + o->ahead;
}

void find_token(struct online *o)
{
    const char   *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char          folder[300], who[400];
    uint8_t       hash[8];
    char          hex[17];
    struct writer w = writer_on(folder, sizeof folder);
    if (state && *state)
        write_format(&w, "%s/pentacle", state);
    else if (home && *home)
        write_format(&w, "%s/.pentacle", home);
    if (!w.size || w.cut) return;
    mkdir(folder, 0700);
    struct writer both = writer_on(who, sizeof who);
    write_format(&both, "%s", o->options->server);
    if (o->options->name) write_format(&both, " %s", o->options->name);
    crypto_generichash(hash, sizeof hash, (const uint8_t *)who, both.size, NULL, 0);
    snprintf(o->path, sizeof o->path, "%s/%s", folder,
             sodium_bin2hex(hex, sizeof hex, hash, sizeof hash));
    FILE *f = o->options->login ? NULL : fopen(o->path, "r");
    if (!f) return;
    if (!fgets(o->token, sizeof o->token, f)) o->token[0] = 0;
    fclose(f);
}

static void keep_token(struct online *o, const char *token)
{
    snprintf(o->token, sizeof o->token, "%s", token);
    mode_t old = umask(077);
    FILE  *f   = *o->path ? fopen(o->path, "w") : NULL;
    umask(old);
    if (!f) return;
    fputs(token, f);
    fclose(f);
}

// --- hearing ------------------------------------------------------------------------------------

const char *member(json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

json_int_t number(json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

void keep(json_t **slot, json_t *value)
{
    json_incref(value);
    json_decref(*slot);
    *slot = value;
}

static void hear_events(struct online *o, json_t *message)
{
    size_t  i;
    json_t *event;
    if (strcmp(member(message, "what"), "undo") == 0) notify(o, true, "A choice was taken back.");
    json_array_foreach(json_object_get(message, "events"), i, event)
    {
        char          line[4096];
        struct writer l      = writer_on(line, sizeof line);
        seat_id       viewer = o->seen.viewer;
        if (!*member(event, "words") || !o->box) continue;
        write_addressed(o->box->pool, o->box->game, viewer < SEATS_MAX ? o->name_room[viewer] : "",
                        text_of(member(event, "words")), &l);
        if (*member(event, "because")) write_format(&l, " (%s)", member(event, "because"));
        json_int_t kind = number(event, "kind");
        match_says(o, kind >= 0 && kind <= UINT16_MAX && is_decisive(o->box->game, (uint16_t)kind),
                   line);
    }
}

static const char *seat_name(json_t *table, size_t seat)
{
    return member(json_array_get(json_object_get(table, "seats"), seat), "name");
}

// Says who went, who came, and what is on offer, when it is new.
static void hear_presence(struct online *o, json_t *table)
{
    char          here[sizeof o->presence], offers[sizeof o->offers];
    struct writer h = writer_on(here, sizeof here), w = writer_on(offers, sizeof offers);
    size_t        i;
    json_t       *seat, *by;
    const char   *what;
    json_array_foreach(json_object_get(table, "presence"), i, seat)
    {
        const char *is = member(seat, "is");
        if (strcmp(is, "lost") == 0) write_format(&h, "%s lost the line. ", seat_name(table, i));
        if (strcmp(is, "left") == 0) write_format(&h, "%s has left. ", seat_name(table, i));
        if (strcmp(is, "idle") == 0) write_format(&h, "%s does not answer. ", seat_name(table, i));
    }
    json_object_foreach(json_object_get(table, "offers"), what, by)
        write_format(&w, "On offer: %s (agree %s, or decline %s). ", what, what, what);
    if (strcmp(here, o->presence) != 0 && *here)
        notify(o, true, "%s(claim SEAT win|bot, when the grace is over)", here);
    if (strcmp(offers, o->offers) != 0 && *offers) notify(o, true, "%s", offers);
    memcpy(o->presence, here, sizeof here);
    memcpy(o->offers, offers, sizeof offers);
}

static void hear_table(struct online *o, json_t *table)
{
    const char *phase = member(table, "phase");
    if (!o->table) o->table = number(table, "table");
    if (number(table, "table") != o->table) return;
    keep(&o->told, table);
    hear_presence(o, table);
    json_t *next = json_object_get(table, "next");
    if (next) { // the rematch: everybody goes over
        o->table = json_integer_value(next);
        o->count = o->answered = 0;
        o->phase[0]            = 0;
        o->is_changed          = true;
        return;
    }
    if (strcmp(phase, o->phase) == 0) return;
    snprintf(o->phase, sizeof o->phase, "%s", phase);
    o->is_changed = true;
    if (strcmp(phase, "waiting") == 0) {
        show_line(&o->screen, "Table %lld waits for others. Link: %s --table %lld%s%s",
                  (long long)o->table, o->options->server, (long long)o->table,
                  *member(table, "key") ? " --key " : "", member(table, "key"));
    }
    bool seated = json_is_integer(json_object_get(table, "you"));
    if (seated && (strcmp(phase, "commit") == 0 || strcmp(phase, "reveal") == 0))
        say_seed(o, phase);
}

static void hear(struct online *o, json_t *m)
{
    const char *type = member(m, "type");
    if (strcmp(type, "welcome") == 0) {
        o->welcomed     = true;
        o->ahead        = 0;
        o->ahead        = number(m, "now") - server_now(o);
        o->has_password = json_is_true(json_object_get(m, "password"));
        keep(&o->ratings, json_object_get(m, "ratings"));
        if (*member(m, "token")) keep_token(o, member(m, "token"));
    } else if (strcmp(type, "token") == 0) {
        keep_token(o, member(m, "token"));
        o->done_id = number(m, "id");
    } else if (strcmp(type, "table") == 0)
        hear_table(o, m);
    else if (strcmp(type, "tables") == 0)
        keep(&o->tables, m);
    else if (strcmp(type, "history") == 0)
        keep(&o->past, m);
    else if (strcmp(type, "view") == 0 && number(m, "table") == o->table) {
        keep(&o->view, json_object_get(m, "view"));
        keep(&o->owed, json_object_get(m, "owed"));
        o->count      = number(m, "n");
        o->is_changed = true;
    } else if (strcmp(type, "news") == 0 && number(m, "table") == o->table) {
        hear_events(o, m);
        keep(&o->view, NULL); // asked for anew when it is drawn
        keep(&o->owed, json_object_get(m, "owed"));
        o->count      = number(m, "n");
        o->is_changed = true;
    } else if (strcmp(type, "events") == 0 && number(m, "table") == o->table)
        hear_events(o, m);
    else if (strcmp(type, "would") == 0 || strcmp(type, "why") == 0 || strcmp(type, "hint") == 0)
        keep(&o->answer, m);
    else if (strcmp(type, "said") == 0)
        notify(o, true, "%s: %s", seat_name(o->told, (size_t)number(m, "seat")),
               member(m, "words"));
    else if (strcmp(type, "done") == 0)
        o->done_id = number(m, "id");
    else if (strcmp(type, "error") == 0) {
        o->error_id = number(m, "id");
        snprintf(o->error_text, sizeof o->error_text, "%s", member(m, "text"));
        if (!o->dialog) show_styled(&o->screen, STYLE_BAD, "%s", o->error_text);
        if (strcmp(member(m, "code"), "bad-token") == 0) {
            o->token[0] = 0;
            say_hello(o);
        }
    }
}

// One message, if one comes in time; false if the line is gone.
bool listen_once(struct online *o, unsigned ms)
{
    char *bytes = net_receive(o->net, ms);
    if (!bytes) return net_is_open(o->net);
    json_t *m = json_loads(bytes, JSON_REJECT_DUPLICATES, NULL);
    free(bytes);
    make_fit_to_print(m);
    if (json_is_object(m)) hear(o, m);
    json_decref(m);
    return true;
}

bool wait_answer(struct online *o, json_int_t id)
{
    for (unsigned i = 0; i < WAIT_MS / 100; i++) {
        if (o->done_id == id) return true;
        if (o->error_id == id || !listen_once(o, 100)) return false;
    }
    return false;
}

bool wait_once(struct online *o)
{
    if (!listen_once(o, 100)) return false;
    return ++o->waited < WAIT_MS / 100;
}

bool wait_for(struct online *o, json_t **slot)
{
    for (unsigned i = 0; i < WAIT_MS / 100 && !*slot; i++)
        if (!listen_once(o, 100)) return false;
    return *slot != NULL;
}

// --- connecting ---------------------------------------------------------------------------------

bool connect_again(struct online *o, struct error *err)
{
    net_close(o->net);
    o->welcomed = false;
    o->net      = net_open(o->options->server, err);
    if (!o->net) return false;
    say_hello(o);
    for (unsigned i = 0; i < WAIT_MS / 100 && !o->welcomed; i++)
        if (!listen_once(o, 100) || o->error_id == o->next_id) break;
    if (!o->welcomed)
        return fail(err, IO_FAILED, (struct place){ 0 }, "the server does not say welcome");
    if (o->table) {
        struct json j = table_request(o, o->options->watch ? "watch" : "resume");
        if (!o->options->watch) {
            json_name(&j, "n");
            json_number(&j, (long)o->count);
        }
        request_end(o, &j);
    }
    return true;
}

bool reconnect(struct online *o)
{
    struct error err = { 0 };
    notify(o, true, "The line was cut; trying again.");
    for (unsigned i = 0; i < CUTS_MAX; i++) {
        err = (struct error){ 0 };
        if (connect_again(o, &err)) return true;
        nanosleep(&(struct timespec){ 1, 0 }, NULL);
    }
    notify(o, true, "%s", err.text);
    return false;
}
