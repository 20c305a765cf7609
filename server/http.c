// What is not a match: the page, records, health, figures, and the handshake of a WebSocket. GET
// and nothing else; a request that could mean two things to two programs is refused.
#include "server/shell.h"

#include "base/hash.h"
#include "base/json.h"
#include "server/assets.h"
#include "server/handshake.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum { HEAD_MAX = 16 * 1024, SILENCE_SECONDS = 5 };

static const char PAGE[] = // of a program that was built without one
    "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Pentacle</title>\n"
    "<h1>Pentacle</h1>\n<p>The server is running, but it was built without the page for browsers: "
    "that "
    "needs nodejs and npm, which <code>tools/setup</code> installs.\n<p>Play in a terminal: "
    "<code>pentacle play --server ADDRESS</code>, with the address of this page.\n";

static const char *const HEADERS[][2] = {
    { "Content-Security-Policy",
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
      "img-src 'self' data:; connect-src 'self'; font-src 'self'; worker-src 'self'; "
      "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'" },
    { "X-Content-Type-Options", "nosniff" },
    { "Referrer-Policy", "no-referrer" },
    { "Cross-Origin-Opener-Policy", "same-origin" },
    { "Cross-Origin-Resource-Policy", "same-origin" },
};

void http_headers(struct MHD_Response *r)
{
    for (size_t i = 0; i < COUNT(HEADERS); i++)
        MHD_add_response_header(r, HEADERS[i][0], HEADERS[i][1]);
}

static enum MHD_Result answer(struct MHD_Connection *c, unsigned status, const char *type,
                              struct text body)
{
    struct MHD_Response *r = MHD_create_response_from_buffer(body.size, (void *)(uintptr_t)body.at,
                                                             MHD_RESPMEM_MUST_COPY);
    if (!r) return MHD_NO;
    http_headers(r);
    MHD_add_response_header(r, "Cache-Control", "no-store");
    MHD_add_response_header(r, "Content-Type", type);
    if (status >= 400) MHD_add_response_header(r, "Connection", "close");
    enum MHD_Result result = MHD_queue_response(c, status, r);
    MHD_destroy_response(r);
    return result;
}

static enum MHD_Result answer_words(struct MHD_Connection *c, unsigned status, const char *words)
{
    char          line[300];
    struct writer w = writer_on(line, sizeof line);
    write_format(&w, "%s\n", words);
    return answer(c, status, "text/plain; charset=utf-8", (struct text){ line, w.size });
}

static const char *header(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

// --- who asks -----------------------------------------------------------------------------------

static void put_v4(const void *address, uint8_t out[IP_SIZE])
{
    static const uint8_t MAPPED[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };
    memcpy(out, MAPPED, sizeof MAPPED);
    memcpy(out + 12, address, 4);
}

// Of an IPv6 address the first half counts: the second is its owner's to choose.
static void put_v6(const uint8_t *address, uint8_t out[IP_SIZE])
{
    bool mapped = true;
    for (unsigned i = 0; i < 10; i++) mapped &= address[i] == 0;
    memset(out, 0, IP_SIZE);
    memcpy(out, address, mapped ? 16 : 8);
}

static bool read_ip(const char *text, uint8_t out[IP_SIZE])
{
    struct in_addr  v4;
    struct in6_addr v6;
    if (inet_pton(AF_INET, text, &v4) == 1)
        put_v4(&v4, out);
    else if (inet_pton(AF_INET6, text, &v6) == 1)
        put_v6(v6.s6_addr, out);
    else
        return false;
    return true;
}

static bool is_loopback(const uint8_t ip[IP_SIZE])
{
    static const uint8_t V6[IP_SIZE] = { [15] = 1 };
    return memcmp(ip, V6, IP_SIZE) == 0 || (ip[10] == 0xff && ip[11] == 0xff && ip[12] == 127);
}

static void put_peer(const struct sockaddr *at, uint8_t out[IP_SIZE])
{
    memset(out, 0, IP_SIZE);
    if (at && at->sa_family == AF_INET)
        put_v4(&((const struct sockaddr_in *)(const void *)at)->sin_addr, out);
    else if (at && at->sa_family == AF_INET6)
        put_v6(((const struct sockaddr_in6 *)(const void *)at)->sin6_addr.s6_addr, out);
}

// What our own proxy wrote stands last, in the last header of that name: all before may come from
// the client.
static enum MHD_Result take_forwarded(void *out, enum MHD_ValueKind kind, const char *name,
                                      const char *value)
{
    (void)kind;
    if (value && strcasecmp(name, "X-Forwarded-For") == 0) *(const char **)out = value;
    return MHD_YES;
}

static void ip_of(const struct shell *sh, struct MHD_Connection *c, uint8_t out[IP_SIZE])
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    put_peer(info ? info->client_addr : NULL, out);
    if (!sh->options->behind_proxy || !is_loopback(out)) return;
    const char *forwarded = NULL;
    MHD_get_connection_values(c, MHD_HEADER_KIND, take_forwarded, &forwarded);
    if (!forwarded) return;
    const char *last = strrchr(forwarded, ',');
    last             = last ? last + 1 : forwarded;
    while (*last == ' ') last++;
    read_ip(last, out);
}

static bool is_origin_ours(const struct shell *sh, struct MHD_Connection *c)
{
    const char *origin = header(c, "Origin"), *host = header(c, "Host");
    if (!origin) return true; // no browser
    if (sh->options->origin && strcmp(origin, sh->options->origin) == 0) return true;
    if (!host) return false;
    const char *rest = strstr(origin, "://");
    bool        web  = strncmp(origin, "http://", 7) == 0 || strncmp(origin, "https://", 8) == 0;
    return web && rest && strcmp(rest + 3, host) == 0;
}

static uint64_t slot_of(const struct shell *sh, const uint8_t ip[IP_SIZE])
{
    uint8_t  hash[crypto_shorthash_BYTES];
    uint64_t slot;
    crypto_shorthash(hash, ip, IP_SIZE, sh->slot_key);
    memcpy(&slot, hash, sizeof slot);
    return slot % ADDRESS_SLOTS;
}

// A bucket that holds `full` thousandths, and gains so many in a minute.
static bool may_pass(struct bucket *b, uint64_t now, uint64_t full, uint64_t per_minute)
{
    uint64_t gained = b->at ? (now - b->at) * per_minute / 60000 : full;
    b->at           = now;
    b->level        = (uint32_t)(b->level + gained > full ? full : b->level + gained);
    if (b->level < 1000) return false;
    b->level -= 1000;
    return true;
}

static bool may_shake_hands(struct shell *sh, const uint8_t ip[IP_SIZE])
{
    uint64_t per_minute = sh->options->handshakes_per_minute * 1000ull, full = per_minute / 3;
    if (full < 1000) full = 1000;
    return may_pass(&sh->handshakes[slot_of(sh, ip)], sh->now, full, per_minute);
}

static bool may_ask(struct shell *sh, const uint8_t ip[IP_SIZE])
{
    return may_pass(&sh->requests[slot_of(sh, ip)], sh->now, REQUESTS_BURST * 1000ull,
                    REQUESTS_PER_S * 60000ull);
}

static unsigned lines_of(const struct shell *sh, const uint8_t ip[IP_SIZE])
{
    unsigned count = 0;
    for (uint32_t i = 0; i < sh->options->lines_max; i++)
        count += sh->wires[i] && memcmp(sh->wires[i]->ip, ip, IP_SIZE) == 0;
    return count;
}

// --- connections --------------------------------------------------------------------------------

// Those of a proxy are all of its address: it looks after them itself.
static bool is_of_proxy(const struct shell *sh, const uint8_t ip[IP_SIZE])
{
    return sh->options->behind_proxy && is_loopback(ip);
}

static struct link *link_of(struct MHD_Connection *c)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static void let_go(struct shell *sh, struct link *l)
{
    sh->counts.cut_links++;
    shutdown(l->fd, SHUT_RDWR); // the HTTP library sees it and closes
}

static void list_link(struct shell *sh, struct link *l)
{
    l->before                                          = sh->last_link;
    l->after                                           = NULL;
    *(l->before ? &l->before->after : &sh->first_link) = l;
    sh->last_link                                      = l;
    l->since                                           = sh->now;
}

static void unlist_link(struct shell *sh, struct link *l)
{
    *(l->before ? &l->before->after : &sh->first_link) = l->after;
    *(l->after ? &l->after->before : &sh->last_link)   = l->before;
}

static void link_renew(struct shell *sh, struct link *l, bool is_answering)
{
    if (!l || !l->is_listed) return;
    unlist_link(sh, l);
    list_link(sh, l);
    l->is_answering = is_answering;
}

// It is closed, or a WebSocket from now on.
static void link_leave(struct shell *sh, struct link *l)
{
    if (!l || !l->is_listed) return;
    unlist_link(sh, l);
    l->is_listed = false;
    sh->link_count--;
    sh->links_of[slot_of(sh, l->ip)]--;
}

// When there is hardly room for another, whoever has waited longest gives way.
static void make_room(struct shell *sh)
{
    if (sh->link_count + sh->wire_count + 8 < sh->options->lines_max + LINKS_SPARE) return;
    struct link *l = sh->first_link;
    while (l && l->is_answering) l = l->after;
    if (l) {
        let_go(sh, l);
        link_leave(sh, l);
    }
}

static enum MHD_Result may_connect(void *user, const struct sockaddr *at, socklen_t size)
{
    struct shell *sh = user;
    uint8_t       ip[IP_SIZE];
    (void)size;
    put_peer(at, ip);
    if (!is_of_proxy(sh, ip) && sh->links_of[slot_of(sh, ip)] >= LINKS_PER_IP) {
        sh->counts.refused_links++;
        return MHD_NO;
    }
    make_room(sh);
    return MHD_YES;
}

static void on_connection(void *user, struct MHD_Connection *c, void **context,
                          enum MHD_ConnectionNotificationCode what)
{
    struct shell *sh = user;
    struct link  *l  = *context;
    if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        link_leave(sh, l);
        free(l);
        *context = NULL;
        return;
    }
    l = calloc(1, sizeof *l);
    if (!l) BUG("out of memory for a connection");
    const union MHD_ConnectionInfo *fd = MHD_get_connection_info(c,
                                                                 MHD_CONNECTION_INFO_CONNECTION_FD);
    const union MHD_ConnectionInfo *at = MHD_get_connection_info(
        c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    l->fd        = fd ? fd->connect_fd : -1;
    l->is_listed = true;
    put_peer(at ? at->client_addr : NULL, l->ip);
    sh->link_count++;
    sh->links_of[slot_of(sh, l->ip)]++;
    list_link(sh, l);
    *context = l;
}

static void visit_end(struct shell *sh, struct visit *v)
{
    *(v->before ? &v->before->after : &sh->visits) = v->after;
    if (v->after) v->after->before = v->before;
    inquiry_finish(&v->inquiry);
    free(v);
}

// The next request on the same connection has the same time.
static void on_completed(void *user, struct MHD_Connection *c, void **state,
                         enum MHD_RequestTerminationCode how)
{
    (void)how;
    link_renew(user, link_of(c), false);
    if (*state && *state != user) visit_end(user, *state);
    *state = NULL;
}

// --- the handshake ------------------------------------------------------------------------------

static void on_upgrade(void *user, struct MHD_Connection *c, void *context, const char *extra,
                       size_t extra_size, MHD_socket fd, struct MHD_UpgradeResponseHandle *handle)
{
    struct shell *sh = user;
    uint8_t       ip[IP_SIZE];
    (void)context;
    ip_of(sh, c, ip);
    link_leave(sh, link_of(c));
    if (!wire_open(sh, handle, fd, ip, extra, extra_size))
        MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

static bool has_word(const char *list, const char *word)
{
    struct text rest = text_of(list ? list : ""), piece;
    while (text_cut(&rest, ',', &piece))
        if (text_equal_fold(text_trim(piece), text_of(word))) return true;
    return false;
}

static enum MHD_Result shake_hands(struct shell *sh, struct MHD_Connection *c)
{
    uint8_t     ip[IP_SIZE], raw[16];
    size_t      got;
    const char *key = header(c, "Sec-WebSocket-Key"), *version = header(c, "Sec-WebSocket-Version");
    const char *upgrade = header(c, "Upgrade");
    if (!upgrade || strcasecmp(upgrade, "websocket") != 0 ||
        !has_word(header(c, "Connection"), "Upgrade"))
        return answer_words(c, 426, "a WebSocket is spoken here");
    if (!version || strcmp(version, "13") != 0 || !key || strlen(key) != 24 ||
        sodium_base642bin(raw, sizeof raw, key, 24, NULL, &got, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        got != sizeof raw)
        return answer_words(c, 400, "this is no handshake of a WebSocket, version 13");
    ip_of(sh, c, ip);
    unsigned status = !is_origin_ours(sh, c)                          ? 403
                      : !sh->free_count || sh->closing                ? 503
                      : !may_shake_hands(sh, ip)                      ? 429
                      : lines_of(sh, ip) >= sh->options->lines_per_ip ? 429
                                                                      : 101;
    if (status != 101) {
        sh->counts.refused_handshakes++;
        return answer_words(c, status,
                            status == 403   ? "pages of another origin may not play here"
                            : status == 503 ? "all lines are taken"
                                            : "too many lines from one address; try again later");
    }
    char accepted[HANDSHAKE_ACCEPT_MAX];
    handshake_accept(key, accepted);
    struct MHD_Response *r = MHD_create_response_for_upgrade(on_upgrade, sh);
    if (!r) return MHD_NO;
    MHD_add_response_header(r, "Upgrade", "websocket");
    MHD_add_response_header(r, "Sec-WebSocket-Accept", accepted);
    enum MHD_Result result = MHD_queue_response(c, MHD_HTTP_SWITCHING_PROTOCOLS, r);
    MHD_destroy_response(r);
    return result;
}

// --- figures ------------------------------------------------------------------------------------

static void put_figure(struct writer *w, const char *name, const char *kind, const char *about,
                       uint64_t value)
{
    write_format(w, "# HELP pentacle_%s %s\n# TYPE pentacle_%s %s\npentacle_%s %llu\n", name, about,
                 name, kind, name, (unsigned long long)value);
}

static enum MHD_Result show_figures(struct shell *sh, struct MHD_Connection *c)
{
    char                 text[8192];
    struct writer        w = writer_on(text, sizeof text);
    struct server_counts n = server_count(sh->server);
    put_figure(&w, "lines", "gauge", "open lines", n.lines);
    put_figure(&w, "players", "gauge", "players known", n.players);
    put_figure(&w, "tables", "gauge", "tables in memory", n.tables);
    put_figure(&w, "matches", "gauge", "matches being played", n.playing);
    put_figure(&w, "archived", "gauge", "tables that are over and kept for ever", n.archived);
    put_figure(&w, "waiting_entries", "gauge", "entries on their way to the store",
               n.waiting_entries);
    put_figure(&w, "thinking", "gauge", "questions that bots think about", n.thinking);
    put_figure(&w, "chores", "gauge", "passwords to be hashed, records to be written", n.chores);
    put_figure(&w, "wrong_passwords_total", "counter", "passwords that were not right",
               n.wrong_passwords);
    put_figure(&w, "store_works", "gauge", "1 while the store takes entries", !sh->retry_at);
    put_figure(&w, "opened_total", "counter", "lines opened", sh->counts.opened);
    put_figure(&w, "refused_handshakes_total", "counter", "handshakes refused",
               sh->counts.refused_handshakes);
    put_figure(&w, "links", "gauge", "connections that are no line", sh->link_count);
    put_figure(&w, "refused_links_total", "counter", "connections refused to one address",
               sh->counts.refused_links);
    put_figure(&w, "cut_links_total", "counter", "connections cut because they took too long",
               sh->counts.cut_links);
    put_figure(&w, "refused_requests_total", "counter", "requests of HTTP refused to one address",
               sh->counts.refused_requests);
    put_figure(&w, "cut_slow_total", "counter", "lines cut because nobody read",
               sh->counts.cut_slow);
    put_figure(&w, "messages_total", "counter", "messages received", n.messages);
    put_figure(&w, "refused_total", "counter", "requests refused", n.refused);
    put_figure(&w, "choices_total", "counter", "choices taken", n.choices);
    put_figure(&w, "thoughts_dropped_total", "counter", "answers of bots that came too late",
               n.thoughts_dropped);
    put_figure(&w, "entries_total", "counter", "entries of the log", n.entries);
    put_figure(&w, "set_aside", "gauge", "entries set aside, with what they are about",
               n.set_aside);
    put_figure(&w, "committed_total", "counter", "shuffles promised", n.committed);
    put_figure(&w, "revealed_total", "counter", "promises revealed", n.revealed);
    put_figure(&w, "sent_messages_total", "counter", "messages sent", sh->counts.sent_messages);
    put_figure(&w, "sent_bytes_total", "counter", "bytes sent", sh->counts.sent_bytes);
    put_figure(&w, "store_failures_total", "counter", "writes that failed",
               sh->counts.store_failures);
    write_format(&w, "# HELP pentacle_commit_seconds time to make a batch safe\n"
                     "# TYPE pentacle_commit_seconds histogram\n");
    uint64_t sum = 0;
    for (unsigned i = 0; i < LATENCY_STEPS; i++) {
        sum += sh->counts.commit[i];
        write_format(&w, "pentacle_commit_seconds_bucket{le=\"%.6f\"} %llu\n",
                     (double)(16ull << i) / 1e6, (unsigned long long)sum);
    }
    sum += sh->counts.commit[LATENCY_STEPS];
    write_format(&w,
                 "pentacle_commit_seconds_bucket{le=\"+Inf\"} %llu\n"
                 "pentacle_commit_seconds_sum %.6f\npentacle_commit_seconds_count %llu\n",
                 (unsigned long long)sum, (double)sh->counts.commit_us / 1e6,
                 (unsigned long long)sum);
    return answer(c, 200, "text/plain; version=0.0.4", (struct text){ text, w.size });
}

// --- records ------------------------------------------------------------------------------------

enum { LATER_MS = 5000 }; // that somebody waits for a record which is being written

static enum MHD_Result answer_visit(struct MHD_Connection *c, const struct inquiry *q, bool told)
{
    if (told)
        return answer(c, 200, q->fair ? "application/json" : "text/plain; charset=utf-8", q->out);
    return q->is_away ? answer_words(c, 503, "the store does not answer")
                      : answer_words(c, 404, "there is no record of such a table");
}

static struct visit *visit_begin(struct shell *sh, struct MHD_Connection *c, uint64_t table,
                                 bool fair)
{
    struct visit *v = calloc(1, sizeof *v);
    if (!v) BUG("out of memory for a visit");
    inquiry_init(&v->inquiry, table, fair);
    v->connection = c;
    v->since      = sh->now;
    v->after      = sh->visits;
    if (v->after) v->after->before = v;
    sh->visits = v;
    return v;
}

// The connection rests until the record is written, or read.
static enum MHD_Result wait_for_it(struct shell *sh, struct visit *v, enum inquiry_state how)
{
    v->state = how == INQUIRY_READ ? VISIT_READS : VISIT_WAITS;
    MHD_suspend_connection(v->connection);
    if (how == INQUIRY_READ) librarian_give(sh->librarian, v);
    return MHD_YES;
}

// Called again when there is an answer, and when it is time to ask once more.
static enum MHD_Result go_on(struct shell *sh, struct visit *v)
{
    struct MHD_Connection *c   = v->connection;
    const char            *key = header(c, "X-Table-Key"), *bearer = header(c, "Authorization");
    struct asker           asker = { text_of(key ? key : ""), { "", 0 } };
    if (v->state == VISIT_READY) return answer_visit(c, &v->inquiry, v->inquiry.is_told);
    if (bearer && strncasecmp(bearer, "Bearer ", 7) == 0) asker.token = text_of(bearer + 7);
    enum inquiry_state is = server_ask(sh->server, &v->inquiry, &asker);
    if (is == INQUIRY_READ || (is == INQUIRY_LATER && sh->now < v->since + LATER_MS))
        return wait_for_it(sh, v, is);
    return answer_visit(c, &v->inquiry, is == INQUIRY_ANSWERED);
}

static enum MHD_Result show_record(struct shell *sh, struct MHD_Connection *c, struct text number,
                                   bool fair, void **state)
{
    long table;
    if (!text_number(number, 1, INT64_MAX / 2, &table))
        return answer_words(c, 404, "there is no record of such a table");
    struct visit *v = visit_begin(sh, c, (uint64_t)table, fair);
    *state          = v;
    return go_on(sh, v);
}

void http_take_answers(struct shell *sh)
{
    struct visit *v;
    while ((v = librarian_take(sh->librarian))) {
        server_answer(sh->server, &v->inquiry);
        v->state = VISIT_READY;
        MHD_resume_connection(v->connection);
    }
}

// Those that wait for a record to be written ask again.
static void ask_again(struct shell *sh)
{
    for (struct visit *v = sh->visits; v; v = v->after)
        if (v->state == VISIT_WAITS) {
            v->state = VISIT_READS; // until it has asked
            MHD_resume_connection(v->connection);
        }
}

void http_tick(struct shell *sh)
{
    ask_again(sh);
    for (struct link *l = sh->first_link, *after; l; l = after) {
        after = l->after;
        if (sh->now < l->since + (l->is_answering ? ANSWER_MS : HEAD_MS)) continue;
        let_go(sh, l);
        link_leave(sh, l);
    }
}

void http_close(struct shell *sh)
{
    for (struct visit *v = sh->visits; v; v = v->after) {
        if (v->state != VISIT_READY) MHD_resume_connection(v->connection);
        v->state = VISIT_READY; // with what there is: nothing
    }
    if (sh->visits) MHD_run(sh->http);
    MHD_stop_daemon(sh->http);
}

static enum MHD_Result show_promises(struct shell *sh, struct MHD_Connection *c)
{
    struct arena arena;
    struct text  out;
    arena_init(&arena);
    server_promises(sh->server, &arena, &out);
    enum MHD_Result result = answer(c, 200, "application/json", out);
    arena_finish(&arena);
    return result;
}

// --- requests -----------------------------------------------------------------------------------

static enum MHD_Result on_request(void *user, struct MHD_Connection *c, const char *path,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **state)
{
    struct shell *sh     = user;
    const char   *length = header(c, "Content-Length");
    (void)version;
    (void)upload;
    // Called first for the head alone: what is refused is refused before any body is read.
    if (!*state) {
        uint8_t ip[IP_SIZE];
        *state = sh;
        link_renew(sh, link_of(c), true);
        ip_of(sh, c, ip);
        if (!may_ask(sh, ip)) {
            sh->counts.refused_requests++;
            return answer_words(c, 429, "too many requests from one address; try again later");
        }
        if (header(c, "Transfer-Encoding"))
            return answer_words(c, 400, "no Transfer-Encoding here");
        if (length && strcmp(length, "0") != 0) return answer_words(c, 413, "no body, please");
        if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
            return answer_words(c, 405, "GET and HEAD only");
        return MHD_YES;
    }
    *upload_size = 0;
    if (*state != sh) return go_on(sh, *state);
    struct asset *asset = assets_find(sh->assets, path);
    if (asset) return asset_answer(asset, c);
    if (strcmp(path, "/play") == 0) return shake_hands(sh, c);
    if (strcmp(path, "/") == 0) return answer(c, 200, "text/html; charset=utf-8", TEXT(PAGE));
    if (strcmp(path, "/metrics") == 0) return show_figures(sh, c);
    if (strcmp(path, "/healthz") == 0)
        return sh->retry_at ? answer_words(c, 503, "the store does not take entries")
                            : answer_words(c, 200, "ok");
    if (strcmp(path, "/commitments") == 0) return show_promises(sh, c);
    if (strncmp(path, "/record/", 8) == 0)
        return show_record(sh, c, text_of(path + 8), false, state);
    if (strncmp(path, "/fair/", 6) == 0) return show_record(sh, c, text_of(path + 6), true, state);
    return answer_words(c, 404, "there is nothing here");
}

bool http_open(struct shell *sh, int listener, struct error *err)
{
    randombytes_buf(sh->slot_key, sizeof sh->slot_key);
    sh->http = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME, 0, may_connect, sh,
        on_request, sh, MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT,
        sh->options->lines_max + LINKS_SPARE, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)SILENCE_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEAD_MAX,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_CONNECTION, on_connection, sh,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, sh, MHD_OPTION_END);
    return sh->http || fail(err, IO_FAILED, (struct place){ 0 }, "the HTTP library does not start");
}
