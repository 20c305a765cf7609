// `pentacle serve`: matches over the network.
#include "cli/commands.h"

#include "games/list.h"
#include "match/box.h"
#include "server/serve.h"
#include "web/page.h"

enum {
    ROW_PORT,
    ROW_NEARBY,
    ROW_ADDRESS,
    ROW_DATA,
    ROW_ORIGIN,
    ROW_PROXY,
    ROW_LINES,
    ROW_PER_IP,
    ROW_SHAKES,
    ROW_MESSAGES,
    ROW_THINKERS,
    ROW_BOT_TIME,
    ROW_BEAT
};

static const struct option_row OPTIONS[] = {
    [ROW_PORT]     = { "port", "N", "to listen on (8080); 0: any that is free" },
    [ROW_NEARBY]   = { "nearby", NULL, "if the port is taken, one of the next 20" },
    [ROW_ADDRESS]  = { "address", "IP", "to listen on (127.0.0.1: this machine only)" },
    [ROW_DATA]     = { "data", "FILE", "where everything is kept (pentacle.data)" },
    [ROW_ORIGIN]   = { "origin", "URL", "one more origin that browsers may come from" },
    [ROW_PROXY]    = { "proxy", NULL, "believe X-Forwarded-For of a proxy on this machine" },
    [ROW_LINES]    = { "lines", "N", "open lines at most (10000)" },
    [ROW_PER_IP]   = { "lines-per-ip", "N", "open lines from one address at most (32)" },
    [ROW_SHAKES]   = { "handshakes", "N", "new lines from one address in a minute (30)" },
    [ROW_MESSAGES] = { "messages", "N", "from one line in a second (20); twice as many at once" },
    [ROW_THINKERS] = { "thinkers", "N", "threads that think for bots (2)" },
    [ROW_BOT_TIME] = { "bot-time", "MS",
                       "that a bot seems to think (400); a master half as long again" },
    [ROW_BEAT]     = { "beat", "MS", "news of a match leave at multiples of this time (4)" },
    { 0 },
};

static bool read_number(const struct options *o, long min, long max, unsigned *out)
{
    long number;
    if (!option_number(&serve_command, OPTIONS[o->row].name, o->value, min, max, &number))
        return false;
    *out = (unsigned)number;
    return true;
}

static bool read_row(const struct options *o, struct serve_options *s)
{
    switch (o->row) {
    case ROW_PORT: return read_number(o, 0, 65535, &s->port);
    case ROW_NEARBY: s->nearby = true; break;
    case ROW_ADDRESS: s->address = o->value; break;
    case ROW_DATA: s->data = o->value; break;
    case ROW_ORIGIN: s->origin = o->value; break;
    case ROW_PROXY: s->behind_proxy = true; break;
    case ROW_LINES: return read_number(o, 1, 1000000, &s->lines_max);
    case ROW_PER_IP: return read_number(o, 1, 1000000, &s->lines_per_ip);
    case ROW_SHAKES: return read_number(o, 1, 10000000, &s->handshakes_per_minute);
    case ROW_THINKERS: return read_number(o, 1, THINKERS_MAX, &s->thinkers);
    case ROW_BOT_TIME: return read_number(o, 0, 60000, &s->config.bot_ms);
    case ROW_BEAT: return read_number(o, 1, 1000, &s->beat_ms);
    case ROW_MESSAGES:
        if (!read_number(o, 1, 1000000, &s->config.messages_per_s)) return false;
        s->config.messages_burst = 2 * s->config.messages_per_s;
        break;
    }
    return true;
}

static int run(int argc, char **argv)
{
    struct serve_options s = serve_options_default();
    struct options       o;
    struct box          *boxes[SERVER_GAMES_MAX + 1] = { 0 };
    const struct box    *list[SERVER_GAMES_MAX + 1]  = { 0 };
    for (options_begin(&o, &serve_command, argc, argv); options_next(&o);)
        if (!read_row(&o, &s)) return WRONG_USE;
    if (o.ended) return o.status;
    struct error err    = { 0 };
    int          status = FINE;
    for (unsigned i = 0; GAMES[i] && status == FINE; i++) {
        list[i] = boxes[i] = open_box(&serve_command, GAMES[i]);
        if (!boxes[i]) status = PROBLEM;
    }
    s.boxes = list;
    s.page  = page_files;
    if (status == FINE && !serve(&s, &err)) status = say_error(&serve_command, &err);
    for (unsigned i = 0; boxes[i]; i++) box_close(boxes[i]);
    return status;
}

const struct command serve_command = {
    .name    = "serve",
    .words   = "",
    .about   = "serves matches over the network, to people and bots",
    .details = "The address is said on the standard output; what happens, as lines of JSON, on the "
               "standard error. SIGTERM or SIGINT ends it; nothing that was acknowledged is ever "
               "lost, not even by a power cut. docs/operations.md is the manual.",
    .options = OPTIONS,
    .run     = run,
};
