// Who we are at a server: a password, the matches that are over, how strong everybody is.
#include "cli/online_private.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { SECRET_MAX = 200 };

// Without showing what is typed, or piped.
static bool read_secret(const char *prompt, char out[SECRET_MAX])
{
    struct termios was, quiet;
    bool           is_terminal = tcgetattr(STDIN_FILENO, &was) == 0;
    out[0]                     = 0;
    printf("%s", prompt);
    fflush(stdout);
    if (is_terminal) {
        quiet = was;
        quiet.c_lflag &= ~(tcflag_t)ECHO;
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet);
    }
    bool read = fgets(out, SECRET_MAX, stdin) != NULL;
    if (is_terminal) tcsetattr(STDIN_FILENO, TCSAFLUSH, &was);
    printf("\n");
    out[strcspn(out, "\n")] = 0;
    return read;
}

void say_login(struct online *o)
{
    char secret[SECRET_MAX];
    if (!read_secret("password> ", secret)) o->left = true;
    struct json j = request_begin(o, "login");
    json_name(&j, "version");
    json_number(&j, 1);
    json_name(&j, "name");
    json_text(&j, o->options->login);
    json_name(&j, "password");
    json_text(&j, secret);
    request_end(o, &j);
    sodium_memzero(secret, sizeof secret);
}

void set_password(struct online *o)
{
    char old[SECRET_MAX] = "", first[SECRET_MAX], second[SECRET_MAX];
    if ((o->has_password && !read_secret("old password> ", old)) ||
        !read_secret("new password (12 letters or more)> ", first) ||
        !read_secret("once more> ", second))
        return;
    if (strcmp(first, second) != 0) {
        show_styled(&o->screen, STYLE_BAD, "These are two different ones; nothing was changed.");
    } else {
        struct json j = request_begin(o, "password");
        json_name(&j, "password");
        json_text(&j, first);
        if (o->has_password) {
            json_name(&j, "old");
            json_text(&j, old);
        }
        request_end(o, &j);
        if (wait_answer(o, o->next_id)) {
            o->has_password = true;
            show_styled(&o->screen, STYLE_GOOD,
                        "The name is yours now: --login NAME brings you in from anywhere.");
        }
    }
    sodium_memzero(old, sizeof old);
    sodium_memzero(first, sizeof first);
    sodium_memzero(second, sizeof second);
}

static void show_past(struct online *o, json_t *match)
{
    size_t        i;
    json_t       *seat;
    char          line[512], when[32] = "";
    struct writer w     = writer_on(line, sizeof line);
    time_t        ended = (time_t)(number(match, "ended") / 1000);
    struct tm     local;
    if (localtime_r(&ended, &local)) strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    json_array_foreach(json_object_get(match, "seats"), i, seat)
        write_format(&w, "%s%s", i ? ", " : "", member(seat, "name"));
    show_line(&o->screen, "  %s  table %lld  %s, %s: %s; %s (%s%s)", when,
              (long long)number(match, "table"), member(match, "game"), member(match, "mode"), line,
              member(match, "result"), member(match, "outcome"),
              json_is_true(json_object_get(match, "rated")) ? ", rated" : "");
}

void show_history(struct online *o)
{
    size_t  i;
    json_t *one;
    keep(&o->past, NULL);
    struct json j = request_begin(o, "history");
    request_end(o, &j);
    if (!wait_for(o, &o->past)) return;
    show_styled(&o->screen, STYLE_STRONG, "Your matches, newest first");
    json_array_foreach(json_object_get(o->past, "matches"), i, one) show_past(o, one);
    if (!i) show_line(&o->screen, "  none yet");
    json_array_foreach(o->ratings, i, one)
        show_line(&o->screen, "  %s, %s: rating %lld, give or take %lld, %lld matches",
                  member(one, "game"), member(one, "mode"), (long long)number(one, "rating"),
                  2 * (long long)number(one, "deviation"), (long long)number(one, "matches"));
}

void write_seat_name(struct writer *w, json_t *seat)
{
    json_t *rating = json_object_get(seat, "rating");
    if (strcmp(member(seat, "who"), "anyone") == 0)
        write_chars(w, "(free)");
    else
        write_chars(w, member(seat, "name"));
    if (json_is_object(rating)) write_format(w, " (%lld)", (long long)number(rating, "rating"));
}
