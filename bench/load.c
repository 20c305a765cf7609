// load - many matches at once against a server, beside an echo in the same run.
//
//     load PORT [MATCHES [CHOICES_PER_SECOND [SECONDS [IDLE]]]]
//
// Two lines per match play the small game with themselves. Choices are sent when they are due, not
// when the last one is answered (an open loop), and timed from the moment they were due until both
// lines have heard of them. The echo is the server's own "ping", asked ten times a second on a line
// of its own and timed in the same way; it passes the same sockets and the same loop, but neither
// rules nor disk.
#include "base/rng.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { SAMPLES_MAX = 1 << 20, HELLO_PAUSE_US = 200 };

struct line {
    int      fd;
    char    *in; // grows
    size_t   size, capacity;
    unsigned match, seat;
    long     table;
    long     owed; // question that is open, 0: none
    size_t   choices;
    unsigned n;
    bool     playing, over, is_echo;
};

struct match {
    struct line *line[2];
    double       due; // of the choice that is under way, 0: none
    unsigned     heard[2], sent_n[2];
};

static struct match *matches;
static struct line  *lines;
static unsigned      match_count, started, finished;
static double        moves[SAMPLES_MAX], echoes[SAMPLES_MAX];
static size_t        move_count, echo_count;
static double        echo_due[64]; // of those that are under way, oldest first
static size_t        echo_waiting;
static struct rng    rng;
static bool          measuring;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void die(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

// --- a line -------------------------------------------------------------------------------------

static void say(struct line *l, const char *text)
{
    uint8_t frame[4096 + 16] = { 0x81 };
    size_t  size = strlen(text), head = 2;
    frame[1] = (uint8_t)(0x80 | (size < 126 ? size : 126));
    if (size >= 126) {
        frame[head++] = (uint8_t)(size >> 8);
        frame[head++] = (uint8_t)size;
    }
    head += 4; // a mask of zeros
    memcpy(frame + head, text, size);
    if (send(l->fd, frame, head + size, MSG_NOSIGNAL) != (ssize_t)(head + size)) die("send");
}

// Each line says that it comes from an address of its own, which a server believes that runs with
// --proxy: the limits for one address are then met by nobody who plays like a person.
static void open_line(struct line *l, unsigned port, unsigned number)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    char               head[1024];
    int                one = 1;
    at.sin_addr.s_addr     = htonl(INADDR_LOOPBACK);
    l->fd                  = socket(AF_INET, SOCK_STREAM, 0);
    if (l->fd < 0 || connect(l->fd, (struct sockaddr *)&at, sizeof at) != 0) die("connect");
    setsockopt(l->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    int size = snprintf(head, sizeof head,
                        "GET /play HTTP/1.1\r\nHost: localhost:%u\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        "Sec-WebSocket-Version: 13\r\nX-Forwarded-For: 10.%u.%u.%u\r\n\r\n",
                        port, number >> 16 & 255, number >> 8 & 255, number & 255);
    if (send(l->fd, head, (size_t)size, MSG_NOSIGNAL) != size) die("handshake");
    size_t got = 0;
    while (got + 1 < sizeof head && recv(l->fd, head + got, 1, 0) == 1) {
        head[++got] = 0;
        if (got >= 4 && memcmp(head + got - 4, "\r\n\r\n", 4) == 0) break;
    }
    if (strncmp(head, "HTTP/1.1 101", 12) != 0) {
        fprintf(stderr, "load: %.*s\n", (int)strcspn(head, "\r"), head);
        exit(1);
    }
    fcntl(l->fd, F_SETFL, O_NONBLOCK);
}

// --- messages -----------------------------------------------------------------------------------

static long member(json_t *m, const char *name)
{
    return (long)json_integer_value(json_object_get(m, name));
}

static void hear_table(struct line *l, json_t *m)
{
    char        text[300];
    const char *phase = json_string_value(json_object_get(m, "phase"));
    // SHA-256 of 32 zeros, and they.
    static const char HASH[] = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    if (!l->table) {
        l->table           = member(m, "table");
        struct line *other = matches[l->match].line[1];
        snprintf(text, sizeof text, "{\"do\":\"join\",\"table\":%ld}", l->table);
        if (l->seat == 0 && !other->table) say(other, text);
        if (l->seat == 0) other->table = l->table;
    }
    if (member(m, "table") != l->table) return;
    if (strcmp(phase, "commit") == 0) {
        snprintf(text, sizeof text, "{\"do\":\"commit\",\"table\":%ld,\"hash\":\"%s\"}", l->table,
                 HASH);
        say(l, text);
    } else if (strcmp(phase, "reveal") == 0) {
        snprintf(text, sizeof text, "{\"do\":\"reveal\",\"table\":%ld,\"seed\":\"%064d\"}",
                 l->table, 0);
        say(l, text);
    } else if (strcmp(phase, "over") == 0 && !l->over) {
        l->over = true;
        finished += l->seat == 0;
    }
}

static void hear_news(struct line *l, json_t *m)
{
    size_t        i;
    json_t       *owed;
    struct match *x = &matches[l->match];
    started += !l->playing && l->seat == 0;
    l->playing = true;
    l->owed    = 0;
    json_array_foreach(json_object_get(m, "owed"), i, owed) if (json_object_get(owed, "choices"))
    {
        l->owed    = member(owed, "owed");
        l->choices = json_array_size(json_object_get(owed, "choices"));
    }
    x->heard[l->seat]++;
    if (x->due > 0 && x->heard[0] > x->sent_n[0] && x->heard[1] > x->sent_n[1]) {
        if (measuring && move_count < SAMPLES_MAX) moves[move_count++] = now() - x->due;
        x->due = 0;
    }
}

static void hear(struct line *l, const char *bytes, size_t size)
{
    char text[400];
    if (l->is_echo) {
        if (measuring && echo_count < SAMPLES_MAX) echoes[echo_count++] = now() - echo_due[0];
        memmove(echo_due, echo_due + 1, --echo_waiting * sizeof *echo_due);
        return;
    }
    json_t     *m    = json_loadb(bytes, size, 0, NULL);
    const char *type = json_string_value(json_object_get(m, "type"));
    if (!type) die("not a message");
    if (strcmp(type, "welcome") == 0 && l->seat == 0) {
        snprintf(text, sizeof text,
                 "{\"do\":\"create\",\"game\":\"blank\",\"seats\":[{\"who\":\"me\"},"
                 "{\"who\":\"anyone\"}]}");
        say(l, text);
    } else if (strcmp(type, "table") == 0)
        hear_table(l, m);
    else if (strcmp(type, "view") == 0 || strcmp(type, "news") == 0)
        hear_news(l, m);
    else if (strcmp(type, "error") == 0)
        fprintf(stderr, "load: %.*s\n", (int)size, bytes);
    json_decref(m);
}

static void take_bytes(struct line *l)
{
    for (;;) {
        if (l->capacity - l->size < 16384) {
            l->capacity = l->capacity ? l->capacity * 2 : 32768;
            l->in       = realloc(l->in, l->capacity);
            if (!l->in) die("memory");
        }
        ssize_t got = recv(l->fd, l->in + l->size, l->capacity - l->size, 0);
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
        if (got <= 0) die("a line was cut");
        l->size += (size_t)got;
    }
    size_t at = 0;
    while (l->size - at >= 2) {
        const uint8_t *p    = (const uint8_t *)l->in + at;
        size_t         size = p[1] & 127, head = size == 126 ? 4 : size == 127 ? 10 : 2;
        if (l->size - at < head) break;
        if (head > 2) {
            size = 0;
            for (size_t i = 2; i < head; i++) size = size << 8 | p[i];
        }
        if (l->size - at < head + size) break;
        if ((p[0] & 15) == 1) hear(l, (const char *)p + head, size);
        if ((p[0] & 15) == 9) {
            static const uint8_t PONG[6] = { 0x8a, 0x80 };
            if (send(l->fd, PONG, sizeof PONG, MSG_NOSIGNAL) < 0) die("pong");
        }
        at += head + size;
    }
    memmove(l->in, l->in + at, l->size - at);
    l->size -= at;
}

// --- the run ------------------------------------------------------------------------------------

// Reads at least once, also when it is late: otherwise it would choose without having heard.
static void pump(int epoll, double until)
{
    struct epoll_event events[512];
    double             left;
    do {
        left                 = until - now();
        struct timespec wait = { 0, left > 0 ? (long)(left * 1e9) : 0 };
        if (left >= 1) wait = (struct timespec){ 1, 0 };
        int count = epoll_pwait2(epoll, events, 512, &wait, NULL);
        for (int i = 0; i < count; i++) take_bytes(events[i].data.ptr);
    } while (until > now());
}

static void choose(struct match *x, double due)
{
    char         text[200];
    unsigned     seat = x->line[0]->owed ? 0 : 1;
    struct line *l    = x->line[seat];
    if (!l->owed || x->line[0]->over) return;
    // One that the other line has not heard of by now was a secret one, and is not counted.
    x->due       = due;
    x->sent_n[0] = x->heard[0];
    x->sent_n[1] = x->heard[1];
    snprintf(text, sizeof text, "{\"do\":\"choose\",\"table\":%ld,\"owed\":%ld,\"choice\":%u}",
             l->table, l->owed, rng_below(&rng, (uint32_t)l->choices));
    l->owed = 0;
    say(l, text);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void show(const char *what, double *samples, size_t count)
{
    if (!count) return;
    qsort(samples, count, sizeof *samples, compare);
    printf("%-22s %8zu   p50 %8.3f ms   p99 %8.3f ms   max %8.3f ms\n", what, count,
           samples[count / 2] * 1e3, samples[count * 99 / 100] * 1e3, samples[count - 1] * 1e3);
}

static double argument(int argc, char **argv, int index, double otherwise)
{
    return argc > index ? strtod(argv[index], NULL) : otherwise;
}

int main(int argc, char **argv)
{
    unsigned port = (unsigned)argument(argc, argv, 1, 8080);
    match_count   = (unsigned)argument(argc, argv, 2, 1000);
    double   rate = argument(argc, argv, 3, 1000), seconds = argument(argc, argv, 4, 20);
    unsigned idle  = (unsigned)argument(argc, argv, 5, 0);
    int      epoll = epoll_create1(0);
    size_t   total = 2 * match_count + 1 + idle;
    rng            = rng_from(1);
    setvbuf(stdout, NULL, _IOLBF, 0); // who reads it may wait for the matches to be on
    matches = calloc(match_count, sizeof *matches);
    lines   = calloc(total, sizeof *lines);
    if (!matches || !lines || epoll < 0) die("start");
    for (size_t i = 0; i < total; i++) {
        struct line *l = &lines[i];
        open_line(l, port, (unsigned)i);
        struct epoll_event event = { .events = EPOLLIN, .data.ptr = l };
        epoll_ctl(epoll, EPOLL_CTL_ADD, l->fd, &event);
        l->is_echo = i >= 2 * match_count;
        if (i < 2 * match_count) {
            l->match                        = (unsigned)(i / 2);
            l->seat                         = (unsigned)(i % 2);
            matches[l->match].line[l->seat] = l;
        }
    }
    printf("%zu lines open\n", total);
    // Second seats first: they must have said hello when the first have made a table.
    for (unsigned seat = 2; seat-- > 0;) {
        for (unsigned i = 0; i < match_count; i++) {
            say(matches[i].line[seat], "{\"do\":\"hello\",\"version\":1,\"name\":\"load\"}");
            pump(epoll, now() + (double)HELLO_PAUSE_US / 1e6);
        }
        pump(epoll, now() + 1);
    }
    for (double end = now() + 60; started < match_count && now() < end;) pump(epoll, now() + 0.1);
    printf("%u matches on\n", started);
    struct line *echo  = &lines[2 * match_count];
    double       start = now(), last_echo = 0;
    measuring = true;
    for (unsigned i = 0; i < rate * seconds; i++) {
        double due = start + i / rate;
        pump(epoll, due);
        choose(&matches[i % match_count], due);
        if (due - last_echo > 0.1 && echo_waiting < COUNT(echo_due)) { // below what a line may send
            echo_due[echo_waiting++] = last_echo = due;
            say(echo, "{\"do\":\"ping\"}");
        }
    }
    pump(epoll, now() + 1);
    show("choice to both views", moves, move_count);
    show("echo", echoes, echo_count);
    printf("%u matches ended\n", finished);
    for (size_t i = 0; i < total; i++) {
        close(lines[i].fd);
        free(lines[i].in);
    }
    free(matches);
    free(lines);
    return started < match_count;
}
