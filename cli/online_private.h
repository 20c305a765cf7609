// online_private.h - what the files of a match at a server's table share.
#ifndef PENTACLE_CLI_ONLINE_PRIVATE_H
#define PENTACLE_CLI_ONLINE_PRIVATE_H

#include "base/json.h"
#include "cli/dialog.h"
#include "cli/line.h"
#include "cli/mirror.h"
#include "cli/net.h"
#include "cli/online.h"
#include "cli/screen.h"
#include "match/box.h"

// The question in hand, as the other end has put it.
struct far_question {
    struct arena         arena;
    struct choice       *choices;
    const char         **words;
    struct choice_parts *parts;
    char               **would; // what was answered, by choice
    size_t               count;
};

struct online {
    const struct online_options *options;
    struct net                  *net;
    struct screen                screen;
    struct line_reader          *lines;
    struct arena                 arena; // of one message or question
    struct box                  *box;
    char                         token[200], path[512];
    uint8_t                      seed[32];
    json_int_t                   table, next_id, count, answered;
    json_t                      *told, *view, *owed, *tables, *past, *ratings; // newest of each
    char                         phase[16], presence[256], offers[128];
    json_int_t                   done_id, error_id;
    json_t                      *answer; // to the last request that has one of its own
    char                         error_text[512];
    // The match on the screen.
    struct mirror      *mirror;
    struct dialog      *dialog; // NULL: none is seen yet
    struct elsewhere    far;
    struct far_question question;
    struct view         seen;
    const char         *names[256];
    char                name_room[SEATS_MAX][64], clock[96], result[256];
    struct arena        happened_words;
    struct told_line   *happened;
    size_t              happened_capacity;
    bool                is_changed, has_words;
    unsigned            waited; // turns, for the answer in hand
    bool                welcomed, left, has_password;
    json_int_t          ahead; // of the server's time, in ms
};

// --- online_talk.c: the line to the server ---------------------------------------------------

struct json request_begin(struct online *, const char *what); // {"do":what,"id":... left open
struct json table_request(struct online *, const char *what); // with the table
void        request_end(struct online *, struct json *);

const char *member(json_t *object, const char *name); // "" if there is none
json_int_t  number(json_t *object, const char *name);
void        keep(json_t **slot, json_t *value);

json_int_t server_now(const struct online *); // in ms

void find_token(struct online *); // that was kept from last time
// One message, if one comes in time; false if the line is gone.
bool listen_once(struct online *, unsigned ms);
bool wait_answer(struct online *, json_int_t id); // was it done?
bool wait_for(struct online *, json_t **slot);
bool wait_once(struct online *); // for an answer that may take a while; false: too long, or gone
bool connect_again(struct online *, struct error *);
bool reconnect(struct online *); // tries for a while

// A line of what has happened: at once in plain lines, at the next question on a screen.
void notify(struct online *, bool decides, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// --- online_match.c: the match on the screen -------------------------------------------------

bool match_open(struct online *); // the game of the table we follow
void match_close(struct online *);
bool match_show(struct online *); // what is seen and asked now; false: no table that can be
void match_says(struct online *, bool decides, const char *words); // one more line

// --- online_account.c: who we are ------------------------------------------------------------

void say_login(struct online *);    // asks for the password
void set_password(struct online *); // asks for it, too
void show_history(struct online *);
void write_seat_name(struct writer *, json_t *seat); // with its rating, if it has one

// --- online_tables.c: finding a table --------------------------------------------------------

bool find_table(struct online *);

#endif
