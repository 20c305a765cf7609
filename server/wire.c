// One WebSocket, with an eye on those who do not read. Frames that come are wslay's affair, and
// control frames that go. What is told is framed here and put into one buffer, in order: wslay
// would let a closing frame overtake the answers that wait before it.
#include "server/shell.h"

#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static bool is_choked(const struct wire *w)
{
    return w->is_full || w->out_size > UNREAD_BYTES ||
           w->out_count + wslay_event_get_queued_msg_count(w->ws) > UNREAD_COUNT;
}

static void mark_dirty(struct wire *w)
{
    if (w->is_dirty) return;
    w->is_dirty                              = true;
    w->shell->dirty[w->shell->dirty_count++] = w;
}

static void mark_dead(struct wire *w)
{
    w->is_dead = true;
    mark_dirty(w);
}

static void hold(struct wire *w)
{
    if (w->is_held) return;
    w->is_held                             = true;
    w->shell->held[w->shell->held_count++] = w;
}

static void forget_held(struct wire *w)
{
    struct shell *sh = w->shell;
    size_t        i  = 0;
    if (!w->is_held) return;
    while (sh->held[i] != w) i++;
    sh->held[i] = sh->held[--sh->held_count];
    w->is_held  = false;
}

void wire_let_go(struct wire *w)
{
    forget_held(w);
    mark_dirty(w);
}

// --- wslay's questions --------------------------------------------------------------------------

// Back-pressure belongs here: wslay reads until the socket is dry.
static ssize_t on_recv(wslay_event_context_ptr ws, uint8_t *out, size_t size, int flags, void *user)
{
    struct wire *w = user;
    (void)flags;
    if (w->is_dead || is_choked(w)) {
        wslay_event_set_error(ws, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    ssize_t got = recv(w->fd, out, size, 0);
    if (got > 0) return got;
    bool later = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    wslay_event_set_error(ws, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t on_send(wslay_event_context_ptr ws, const uint8_t *bytes, size_t size, int flags,
                       void *user)
{
    struct shell *sh = ((struct wire *)user)->shell;
    (void)flags;
    size_t room = GATHER_SIZE - sh->gather_size;
    if (room == 0) {
        wslay_event_set_error(ws, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    if (size > room) size = room;
    memcpy(sh->gather + sh->gather_size, bytes, size);
    sh->gather_size += size;
    return (ssize_t)size;
}

static void on_frame(wslay_event_context_ptr                           ws,
                     const struct wslay_event_on_frame_recv_start_arg *frame, void *user)
{
    struct wire *w = user;
    (void)ws;
    if (wslay_is_ctrl_frame(frame->opcode)) return;
    if (!w->message_at) w->message_at = w->shell->now;
    if (++w->fragments > FRAGMENTS_MAX) wire_close(w, 1008, TEXT("too many fragments"));
}

static void on_message(wslay_event_context_ptr ws, const struct wslay_event_on_msg_recv_arg *m,
                       void *user)
{
    struct wire *w = user;
    (void)ws;
    w->unanswered = 0;
    if (wslay_is_ctrl_frame(m->opcode)) return;
    w->message_at = 0;
    w->fragments  = 0;
    if (m->opcode != WSLAY_TEXT_FRAME)
        wire_close(w, 1003, TEXT("text only"));
    else if (!w->is_forgotten)
        shell_input(w->shell, (struct input){ .kind  = INPUT_MESSAGE,
                                              .line  = w->line,
                                              .bytes = { (const char *)m->msg, m->msg_length } });
}

// --- opening and closing ------------------------------------------------------------------------

bool wire_open(struct shell *sh, struct MHD_UpgradeResponseHandle *upgraded, int fd,
               const uint8_t *ip, const char *extra, size_t extra_size)
{
    static const struct wslay_event_callbacks CALLBACKS = {
        .recv_callback                = on_recv,
        .send_callback                = on_send,
        .on_frame_recv_start_callback = on_frame,
        .on_msg_recv_callback         = on_message,
    };
    // Nobody may speak before the handshake is answered.
    if (!sh->free_count || extra_size || sh->closing) return false;
    (void)extra;
    struct wire *w = calloc(1, sizeof *w);
    if (!w || wslay_event_context_server_init(&w->ws, &CALLBACKS, w) != 0)
        BUG("out of memory for a line");
    wslay_event_config_set_max_recv_msg_length(w->ws, sh->options->config.message_size_max);
    int one = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    // Otherwise the system would keep megabytes for somebody who does not read.
    int unread = UNREAD_BYTES;
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &unread, sizeof unread);
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    w->shell     = sh;
    w->upgraded  = upgraded;
    w->fd        = fd;
    w->line      = sh->free_lines[--sh->free_count];
    w->events    = EPOLLIN;
    w->pinged_at = sh->now;
    memcpy(w->ip, ip, IP_SIZE);
    sh->wires[w->line] = w;
    sh->wire_count++;
    sh->counts.opened++;
    struct epoll_event event = { .events = w->events, .data.ptr = w };
    if (epoll_ctl(sh->epoll, EPOLL_CTL_ADD, fd, &event) != 0) BUG("epoll refuses a line");
    shell_input(sh, (struct input){ .kind   = INPUT_CONNECT,
                                    .line   = w->line,
                                    .number = hash_bytes(w->ip, IP_SIZE) });
    return true;
}

void wire_end(struct wire *w)
{
    struct shell *sh = w->shell;
    forget_held(w);
    epoll_ctl(sh->epoll, EPOLL_CTL_DEL, w->fd, NULL);
    wslay_event_context_free(w->ws);
    MHD_upgrade_action(w->upgraded, MHD_UPGRADE_ACTION_CLOSE);
    sh->wires[w->line] = NULL;
    sh->wire_count--;
    bool     tell = !w->is_forgotten;
    uint32_t line = w->line;
    free(w->out);
    free(w);
    if (tell) shell_input(sh, (struct input){ .kind = INPUT_CUT, .line = line });
    sh->free_lines[sh->free_count++] = line;
}

void wire_close(struct wire *w, uint16_t code, struct text reason)
{
    wslay_event_queue_close(w->ws, code, (const uint8_t *)reason.at, reason.size);
    wslay_event_shutdown_read(w->ws);
    mark_dirty(w);
}

// --- reading and writing ------------------------------------------------------------------------

static void append(struct wire *w, const void *bytes, size_t size)
{
    if (w->out_size + size > w->out_capacity) {
        size_t capacity = w->out_capacity ? w->out_capacity : 1024;
        while (capacity < w->out_size + size) capacity *= 2;
        w->out = realloc(w->out, capacity);
        if (!w->out) BUG("out of memory for a line");
        w->out_capacity = capacity;
    }
    memcpy(w->out + w->out_size, bytes, size);
    w->out_size += size;
}

// RFC 6455, 5.2: a whole text message, not masked.
static void append_text(struct wire *w, struct text text)
{
    uint8_t  head[10] = { 0x80 | WSLAY_TEXT_FRAME };
    unsigned more     = text.size < 126 ? 0 : text.size < 65536 ? 2 : 8;
    head[1]           = (uint8_t)(more == 0 ? text.size : more == 2 ? 126 : 127);
    for (unsigned i = 0; i < more; i++)
        head[2 + i] = (uint8_t)((uint64_t)text.size >> 8 * (more - 1 - i));
    append(w, head, 2 + more);
    append(w, text.at, text.size);
}

void wire_send(struct wire *w, struct text text, bool on_beat)
{
    if (w->is_dead || w->closed_at || wslay_event_get_close_sent(w->ws)) return;
    if (w->out_size + text.size > UNREAD_HARD) {
        w->shell->counts.cut_slow++;
        mark_dead(w);
        return;
    }
    append_text(w, text);
    w->out_count++;
    w->shell->counts.sent_messages++;
    if (on_beat) hold(w);
    mark_dirty(w);
}

// Control frames that wait go behind what is told.
static void take_control_frames(struct wire *w)
{
    struct shell *sh = w->shell;
    while (wslay_event_want_write(w->ws)) {
        sh->gather_size = 0;
        if (wslay_event_send(w->ws) != 0) mark_dead(w);
        if (sh->gather_size == 0) return;
        append(w, sh->gather, sh->gather_size);
    }
}

// Sends as much as the socket takes.
static void push(struct wire *w)
{
    size_t  done = 0;
    ssize_t sent = 0;
    while (done < w->out_size &&
           (sent = send(w->fd, w->out + done, w->out_size - done, MSG_NOSIGNAL)) > 0)
        done += (size_t)sent;
    w->shell->counts.sent_bytes += done;
    if (sent < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
        mark_dead(w);
        return;
    }
    w->out_size -= done;
    w->is_full = w->out_size > 0;
    if (w->is_full) {
        memmove(w->out, w->out + done, w->out_size);
        return;
    }
    free(w->out);
    w->out          = NULL;
    w->out_capacity = 0;
    w->out_count    = 0;
}

static void watch(struct wire *w)
{
    bool     choked = is_choked(w);
    uint32_t events = (choked ? 0u : (uint32_t)EPOLLIN) |
                      (w->is_full && !w->is_held ? (uint32_t)EPOLLOUT : 0u);
    if (choked && !w->choked_at) w->choked_at = w->shell->now;
    if (!choked) w->choked_at = 0;
    if (events == w->events) return;
    struct epoll_event event = { .events = events, .data.ptr = w };
    w->events                = events;
    epoll_ctl(w->shell->epoll, EPOLL_CTL_MOD, w->fd, &event);
}

// All is said. If the other side has not closed as well it may still be sending: to close now would
// make the system throw away what it has not read yet.
static void part(struct wire *w)
{
    if (w->closed_at || w->out_size || !wslay_event_get_close_sent(w->ws)) return;
    if (wslay_event_get_close_received(w->ws)) {
        mark_dead(w);
        return;
    }
    w->closed_at = w->shell->now;
    shutdown(w->fd, SHUT_WR);
}

void wire_flush(struct wire *w)
{
    // Nothing overtakes what is held, or an answer to a ping would take it along.
    if (!w->is_dead && !w->is_held) {
        take_control_frames(w);
        push(w);
        if (!w->is_dead) part(w);
    }
    if (!w->is_dead) watch(w);
}

// What comes after goodbye is for nobody.
static void drain(struct wire *w)
{
    char    bytes[4096];
    ssize_t got = 0;
    while (w->drained < UNREAD_HARD && (got = recv(w->fd, bytes, sizeof bytes, 0)) > 0)
        w->drained += (size_t)got;
    if (got == 0 || w->drained >= UNREAD_HARD || (errno != EAGAIN && errno != EWOULDBLOCK))
        mark_dead(w);
}

void wire_ready(struct wire *w, uint32_t events)
{
    if (w->is_dead) return;
    if (w->closed_at) {
        drain(w);
        return;
    }
    if (events & EPOLLOUT) mark_dirty(w);
    if (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) {
        if (is_choked(w) && events & (EPOLLHUP | EPOLLERR))
            mark_dead(w);
        else if (wslay_event_recv(w->ws) != 0)
            mark_dead(w);
        mark_dirty(w);
    }
}

void wire_tick(struct wire *w)
{
    struct shell *sh = w->shell;
    if (w->is_dead) return;
    if (w->closed_at) {
        if (sh->now >= w->closed_at + CLOSING_MS) mark_dead(w);
        return;
    }
    if (w->choked_at && sh->now >= w->choked_at + UNREAD_MS) {
        sh->counts.cut_slow++;
        mark_dead(w);
        return;
    }
    if (w->message_at && sh->now >= w->message_at + INCOMPLETE_MS) {
        wire_close(w, 1008, TEXT("message not finished"));
        w->message_at = 0;
    }
    if (sh->now < w->pinged_at + PING_MS) return;
    w->pinged_at = sh->now;
    if (w->unanswered++ >= 2) {
        mark_dead(w);
        return;
    }
    struct wslay_event_msg ping = { WSLAY_PING, NULL, 0 };
    wslay_event_queue_msg(w->ws, &ping);
    mark_dirty(w);
}
