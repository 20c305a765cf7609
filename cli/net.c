#include "cli/net.h"

#include "cli/fit.h"
#include "server/handshake.h"

#include <arpa/inet.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <netdb.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGES_MAX = 4096, MESSAGE_SIZE_MAX = 16 * 1024 * 1024, TLS_TIMEOUT_MS = 20000 };
enum { FRAME_TEXT = 1, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10 };

// Bytes to and fro: over TLS where the address says https. One thread reads, another writes.
struct wire {
    int                              fd;
    gnutls_session_t                 tls; // NULL: plain
    gnutls_certificate_credentials_t trusted;
};

struct net {
    struct wire     wire;
    pthread_t       thread;
    pthread_mutex_t lock, sending;
    pthread_cond_t  came;
    char           *messages[MESSAGES_MAX];
    size_t          first, count;
    bool            is_open, has_thread;
};

// --- connecting ---------------------------------------------------------------------------------

struct address {
    char host[256], port[8];
    bool secret; // https
};

static bool split_url(const char *url, struct address *out)
{
    struct text rest = text_of(url);
    out->secret      = text_starts(rest, "https://");
    if (!out->secret && !text_starts(rest, "http://")) return false;
    rest                  = text_part(rest, out->secret ? 8 : 7, rest.size);
    rest                  = text_part(rest, 0, text_find(rest, '/'));
    bool        bracketed = rest.size && rest.at[0] == '['; // [::1]:8080
    size_t      end       = bracketed ? text_find(rest, ']') + 1 : text_find(rest, ':');
    struct text name      = bracketed ? text_part(rest, 1, end - 2) : text_part(rest, 0, end);
    struct text number    = text_part(rest, end + 1, rest.size);
    if (!name.size || name.size >= sizeof out->host || number.size >= sizeof out->port)
        return false;
    snprintf(out->host, sizeof out->host, "%.*s", SHOW(name));
    snprintf(out->port, sizeof out->port, "%.*s", SHOW(number));
    if (!number.size) snprintf(out->port, sizeof out->port, out->secret ? "443" : "80");
    return true;
}

static int connect_to(const char *host, const char *port, struct error *err)
{
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *list = NULL;
    int             code = getaddrinfo(host, port, &hints, &list), fd = -1;
    if (code != 0) {
        fail(err, IO_FAILED, (struct place){ 0 }, "%s: %s", host, gai_strerror(code));
        return -1;
    }
    for (struct addrinfo *a = list; a && fd < 0; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen) != 0) {
            fail(err, IO_FAILED, (struct place){ 0 }, "%s port %s: %s", host, port,
                 strerror(errno));
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(list);
    return fd;
}

static bool send_all(struct wire *w, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size) {
        ssize_t sent = w->tls ? gnutls_record_send(w->tls, at, size)
                              : send(w->fd, at, size, MSG_NOSIGNAL);
        if (w->tls ? sent == GNUTLS_E_INTERRUPTED || sent == GNUTLS_E_AGAIN
                   : sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0) return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

static bool read_all(struct wire *w, void *out, size_t size)
{
    char *at = out;
    while (size) {
        ssize_t got = w->tls ? gnutls_record_recv(w->tls, at, size) : recv(w->fd, at, size, 0);
        if (w->tls ? got < 0 && !gnutls_error_is_fatal((int)got) : got < 0 && errno == EINTR)
            continue;
        if (got <= 0) return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

// Why a certificate is not believed.
static bool refuse_certificate(const struct wire *w, const char *host, struct error *err)
{
    gnutls_datum_t words  = { 0 };
    unsigned       status = gnutls_session_get_verify_cert_status(w->tls);
    if (gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &words, 0) < 0)
        words.data = NULL;
    fail(err, IO_FAILED, (struct place){ 0 }, "the certificate of %s is not to be trusted: %s",
         host, words.data ? (const char *)words.data : "it cannot be read");
    gnutls_free(words.data);
    return false;
}

// The certificate must be one that this machine trusts, for that host; SSL_CERT_FILE names others.
static bool begin_tls(struct wire *w, const struct address *to, struct error *err)
{
    struct in6_addr number;
    bool            named = inet_pton(AF_INET, to->host, &number) != 1 &&
                 inet_pton(AF_INET6, to->host, &number) != 1;
    const char *own = getenv("SSL_CERT_FILE");
    gnutls_certificate_allocate_credentials(&w->trusted);
    if (!own || gnutls_certificate_set_x509_trust_file(w->trusted, own, GNUTLS_X509_FMT_PEM) < 0)
        gnutls_certificate_set_x509_system_trust(w->trusted);
    gnutls_init(&w->tls, GNUTLS_CLIENT | GNUTLS_NO_SIGNAL);
    gnutls_set_default_priority(w->tls);
    gnutls_credentials_set(w->tls, GNUTLS_CRD_CERTIFICATE, w->trusted);
    if (named) gnutls_server_name_set(w->tls, GNUTLS_NAME_DNS, to->host, strlen(to->host));
    gnutls_session_set_verify_cert(w->tls, to->host, 0);
    gnutls_transport_set_int(w->tls, w->fd);
    gnutls_handshake_set_timeout(w->tls, TLS_TIMEOUT_MS);
    int code;
    do code = gnutls_handshake(w->tls);
    while (code < 0 && !gnutls_error_is_fatal(code));
    if (code == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR)
        return refuse_certificate(w, to->host, err);
    if (code < 0)
        return fail(err, IO_FAILED, (struct place){ 0 }, "no TLS with %s port %s: %s", to->host,
                    to->port, gnutls_strerror(code));
    return true;
}

static void end_wire(struct wire *w)
{
    if (w->tls) gnutls_deinit(w->tls);
    if (w->trusted) gnutls_certificate_free_credentials(w->trusted);
    close(w->fd);
}

static bool shake_hands(struct wire *w, const char *host, const char *port, struct error *err)
{
    uint8_t random[16];
    char    key[32], accept[HANDSHAKE_ACCEPT_MAX], text[2048];
    size_t  size = 0;
    randombytes_buf(random, sizeof random);
    sodium_bin2base64(key, sizeof key, random, sizeof random, sodium_base64_VARIANT_ORIGINAL);
    handshake_accept(key, accept);
    int head = snprintf(text, sizeof text,
                        "GET /play HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Key: %s\r\n"
                        "Sec-WebSocket-Version: 13\r\n\r\n",
                        host, port, key);
    if (!send_all(w, text, (size_t)head))
        return fail(err, IO_FAILED, (struct place){ 0 }, "the line was cut");
    text[0] = 0;
    // Byte by byte: what follows the head is the first message.
    while (size + 1 < sizeof text && read_all(w, text + size, 1)) {
        text[++size] = 0;
        if (size >= 4 && memcmp(text + size - 4, "\r\n\r\n", 4) == 0) break;
    }
    if (strncmp(text, "HTTP/1.1 101", 12) == 0 && strstr(text, accept)) return true;
    text[strcspn(text, "\r\n")] = 0;
    fit_to_print(text);
    return fail(err, IO_FAILED, (struct place){ 0 }, "no Pentacle server answers there: %s", text);
}

// --- frames -------------------------------------------------------------------------------------

static bool send_frame(struct net *n, uint8_t opcode, const char *bytes, size_t size)
{
    uint8_t head[14] = { (uint8_t)(0x80 | opcode) };
    size_t  used     = 2;
    char   *masked   = malloc(size + 1);
    if (!masked || size > UINT16_MAX) BUG("a message of %zu bytes", size);
    head[1] = (uint8_t)(0x80 | (size < 126 ? size : 126));
    if (size >= 126) {
        head[used++] = (uint8_t)(size >> 8);
        head[used++] = (uint8_t)size;
    }
    uint8_t *mask = head + used;
    randombytes_buf(mask, 4);
    for (size_t i = 0; i < size; i++) masked[i] = (char)(bytes[i] ^ mask[i % 4]);
    pthread_mutex_lock(&n->sending);
    bool fine = send_all(&n->wire, head, used + 4) && send_all(&n->wire, masked, size);
    pthread_mutex_unlock(&n->sending);
    free(masked);
    return fine;
}

static char *read_frame(struct net *n, uint8_t *opcode, size_t *size)
{
    uint8_t head[2], more[8];
    if (!read_all(&n->wire, head, 2)) return NULL;
    unsigned long long length = head[1] & 127;
    size_t             wide   = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (!read_all(&n->wire, more, wide)) return NULL;
    if (wide) length = 0;
    for (size_t i = 0; i < wide; i++) length = length << 8 | more[i];
    if (length > MESSAGE_SIZE_MAX || !(head[0] & 0x80)) return NULL; // ours come in one piece
    char *bytes = malloc((size_t)length + 1);
    if (!bytes) BUG("out of memory for a message");
    *opcode       = head[0] & 15;
    *size         = (size_t)length;
    bytes[length] = 0;
    if (read_all(&n->wire, bytes, (size_t)length)) return bytes;
    free(bytes);
    return NULL;
}

static bool take_text(struct net *n, char *bytes)
{
    pthread_mutex_lock(&n->lock);
    bool fits = n->count < MESSAGES_MAX;
    if (fits) n->messages[(n->first + n->count++) % MESSAGES_MAX] = bytes;
    pthread_cond_signal(&n->came);
    pthread_mutex_unlock(&n->lock);
    return fits;
}

static void *read_messages(void *context)
{
    struct net *n = context;
    uint8_t     opcode;
    size_t      size;
    for (char *bytes; (bytes = read_frame(n, &opcode, &size));) {
        if (opcode == FRAME_TEXT && take_text(n, bytes)) continue;
        if (opcode == FRAME_PING) send_frame(n, FRAME_PONG, bytes, size);
        free(bytes);
        if (opcode != FRAME_PING && opcode != FRAME_PONG) break;
    }
    pthread_mutex_lock(&n->lock);
    n->is_open = false;
    pthread_cond_signal(&n->came);
    pthread_mutex_unlock(&n->lock);
    return NULL;
}

// --- for the player -----------------------------------------------------------------------------

struct net *net_open(const char *url, struct error *err)
{
    struct address to;
    if (!split_url(url, &to)) {
        fail(err, BAD_INPUT, (struct place){ 0 },
             "\"%s\" is no address of a server; http://localhost:8080 or https://cards.example "
             "would be",
             url);
        return NULL;
    }
    struct wire wire = { .fd = connect_to(to.host, to.port, err) };
    if (wire.fd < 0) return NULL;
    if ((to.secret && !begin_tls(&wire, &to, err)) || !shake_hands(&wire, to.host, to.port, err)) {
        end_wire(&wire);
        return NULL;
    }
    struct net *n = calloc(1, sizeof *n);
    if (!n) BUG("out of memory for a line");
    n->wire    = wire;
    n->is_open = true;
    pthread_mutex_init(&n->lock, NULL);
    pthread_mutex_init(&n->sending, NULL);
    pthread_cond_init(&n->came, NULL);
    n->has_thread = pthread_create(&n->thread, NULL, read_messages, n) == 0;
    if (n->has_thread) return n;
    fail(err, IO_FAILED, (struct place){ 0 }, "no thread can be started");
    net_close(n);
    return NULL;
}

void net_close(struct net *n)
{
    if (!n) return;
    shutdown(n->wire.fd, SHUT_RDWR);
    if (n->has_thread) pthread_join(n->thread, NULL);
    end_wire(&n->wire);
    for (; n->count; n->count--) free(n->messages[n->first++ % MESSAGES_MAX]);
    pthread_mutex_destroy(&n->lock);
    pthread_mutex_destroy(&n->sending);
    pthread_cond_destroy(&n->came);
    free(n);
}

bool net_send(struct net *n, struct text text)
{
    return net_is_open(n) && send_frame(n, FRAME_TEXT, text.at, text.size);
}

char *net_receive(struct net *n, unsigned ms)
{
    struct timespec until;
    char           *bytes = NULL;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000l;
    if (until.tv_nsec >= 1000000000l) {
        until.tv_nsec -= 1000000000l;
        until.tv_sec++;
    }
    pthread_mutex_lock(&n->lock);
    while (!n->count && n->is_open)
        if (pthread_cond_timedwait(&n->came, &n->lock, &until) != 0) break;
    if (n->count) {
        bytes    = n->messages[n->first];
        n->first = (n->first + 1) % MESSAGES_MAX;
        n->count--;
    }
    pthread_mutex_unlock(&n->lock);
    return bytes;
}

bool net_is_open(struct net *n)
{
    pthread_mutex_lock(&n->lock);
    bool is_open = n->is_open || n->count;
    pthread_mutex_unlock(&n->lock);
    return is_open;
}
