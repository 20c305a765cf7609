// online_private.h - what the files of a match at a server's table share.
#ifndef PENTACLE_CLI_ONLINE_PRIVATE_H
#define PENTACLE_CLI_ONLINE_PRIVATE_H

#include "base/json.h"
#include "cli/line.h"
#include "cli/net.h"
#include "cli/online.h"
#include "cli/screen.h"
#include "match/box.h"

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
    bool                         welcomed, left, has_password;
    json_int_t                   ahead; // of the server's time, in ms
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
bool connect_again(struct online *, struct error *);
bool reconnect(struct online *); // tries for a while

// --- online_account.c: who we are ------------------------------------------------------------

void say_login(struct online *);    // asks for the password
void set_password(struct online *); // asks for it, too
void show_history(struct online *);
void write_seat_name(struct writer *, json_t *seat); // with its rating, if it has one

// --- online_tables.c: finding a table --------------------------------------------------------

bool find_table(struct online *);

#endif
