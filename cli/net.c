#include "cli/net.h"

#include "cli/fit.h"
#include "server/handshake.h"

#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGES_MAX = 4096, MESSAGE_SIZE_MAX = 16 * 1024 * 1024 };
enum { FRAME_TEXT = 1, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10 };

struct net {
    int             fd;
    pthread_t       thread;
    pthread_mutex_t lock, sending;
    pthread_cond_t  came;
    char           *messages[MESSAGES_MAX];
    size_t          first, count;
    bool            is_open, has_thread;
};

// --- connecting ---------------------------------------------------------------------------------

static bool split_url(const char *url, char *host, size_t host_size, char *port, size_t port_size)
{
    struct text rest = text_of(url);
    if (!text_starts(rest, "http://")) return false;
    rest                  = text_part(rest, 7, rest.size);
    rest                  = text_part(rest, 0, text_find(rest, '/'));
    bool        bracketed = rest.size && rest.at[0] == '['; // [::1]:8080
    size_t      end       = bracketed ? text_find(rest, ']') + 1 : text_find(rest, ':');
    struct text name      = bracketed ? text_part(rest, 1, end - 2) : text_part(rest, 0, end);
    struct text number    = text_part(rest, end + 1, rest.size);
    if (!name.size || name.size >= host_size || number.size >= port_size) return false;
    snprintf(host, host_size, "%.*s", SHOW(name));
    snprintf(port, port_size, "%.*s", SHOW(number));
    if (!number.size) snprintf(port, port_size, "80");
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

static bool send_all(int fd, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size) {
        ssize_t sent = send(fd, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

static bool read_all(int fd, void *out, size_t size)
{
    char *at = out;
    while (size) {
        ssize_t got = recv(fd, at, size, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool shake_hands(int fd, const char *host, const char *port, struct error *err)
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
    if (!send_all(fd, text, (size_t)head))
        return fail(err, IO_FAILED, (struct place){ 0 }, "the line was cut");
    text[0] = 0;
    // Byte by byte: what follows the head is the first message.
    while (size + 1 < sizeof text && read_all(fd, text + size, 1)) {
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
    bool fine = send_all(n->fd, head, used + 4) && send_all(n->fd, masked, size);
    pthread_mutex_unlock(&n->sending);
    free(masked);
    return fine;
}

static char *read_frame(struct net *n, uint8_t *opcode, size_t *size)
{
    uint8_t head[2], more[8];
    if (!read_all(n->fd, head, 2)) return NULL;
    unsigned long long length = head[1] & 127;
    size_t             wide   = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (!read_all(n->fd, more, wide)) return NULL;
    if (wide) length = 0;
    for (size_t i = 0; i < wide; i++) length = length << 8 | more[i];
    if (length > MESSAGE_SIZE_MAX || !(head[0] & 0x80)) return NULL; // ours come in one piece
    char *bytes = malloc((size_t)length + 1);
    if (!bytes) BUG("out of memory for a message");
    *opcode       = head[0] & 15;
    *size         = (size_t)length;
    bytes[length] = 0;
    if (read_all(n->fd, bytes, (size_t)length)) return bytes;
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
    char host[256], port[8];
    if (!split_url(url, host, sizeof host, port, sizeof port)) {
        fail(err, BAD_INPUT, (struct place){ 0 },
             "\"%s\" is no address of a server; http://localhost:8080 would be", url);
        return NULL;
    }
    int fd = connect_to(host, port, err);
    if (fd < 0) return NULL;
    if (!shake_hands(fd, host, port, err)) {
        close(fd);
        return NULL;
    }
    struct net *n = calloc(1, sizeof *n);
    if (!n) BUG("out of memory for a line");
    n->fd      = fd;
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
    shutdown(n->fd, SHUT_RDWR);
    if (n->has_thread) pthread_join(n->thread, NULL);
    close(n->fd);
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
