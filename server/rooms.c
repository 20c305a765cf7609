// A table as everybody may know it: who sits there, who is there, what is on offer.
#include "server/state.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

void room_free(struct room *r)
{
    if (!r) return;
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        free(r->seat[i].deck);
        free(r->seat[i].memory);
    }
    for (unsigned v = 0; v < VIEWERS; v++)
        for (unsigned i = 0; i < r->kept[v].count; i++) free(r->kept[v].item[i].bytes);
    for (unsigned i = 0; i < r->deferred_count; i++) free(r->deferred[i].bytes);
    record_forget(r);
    match_destroy(r->match);
    free(r->acts.list);
    free(r->followers);
    free(r->entries);
    sodium_memzero(r, sizeof *r);
    free(r);
}

void room_break(struct room *r, const char *why)
{
    if (!*r->broken) snprintf(r->broken, sizeof r->broken, "abandoned: %s", why);
}

seat_id room_seat_of(const struct room *r, uint64_t player)
{
    for (seat_id i = 0; player && i < r->seats; i++)
        if (r->seat[i].player == player) return i;
    return NO_SEAT;
}

seat_id room_viewer(const struct room *r, uint32_t line)
{
    for (size_t i = 0; i < r->follower_count; i++)
        if (r->followers[i].line == line) return r->followers[i].viewer;
    return NO_SEAT;
}

bool room_counts(const struct room *r)
{
    return r->rated && r->match && r->end != END_ABANDONED && r->end != END_BROKEN;
}

seat_set room_people(const struct room *r)
{
    unsigned set = 0;
    for (seat_id i = 0; i < r->seats; i++)
        if (r->seat[i].who == WHO_PERSON) set |= BIT(i);
    return (seat_set)set;
}

bool room_key_fits(const struct room *r, struct text key)
{
    return r->open ||
           (key.size == KEY_TEXT_SIZE - 1 && sodium_memcmp(key.at, r->key, KEY_TEXT_SIZE - 1) == 0);
}

static const char *const PHASE_NAMES[] = { "waiting", "commit", "reveal", "playing", "over" };
const char *const        WHO_NAMES[]   = { "anyone", "person", "bot" };
static const char *const PRESENCES[]   = { "here", "lost", "left", "idle" };

static void write_seat(struct json *j, struct server *s, const struct room *r, seat_id seat)
{
    const struct room_seat *is = &r->seat[seat];
    const struct player    *p  = is->who == WHO_PERSON ? player_find(s, is->player) : NULL;
    json_open(j, '{');
    json_name(j, "who");
    json_text(j, WHO_NAMES[is->who]);
    json_name(j, "name");
    json_text(j, is->who == WHO_OPEN ? NULL : is->name);
    if (is->who == WHO_BOT) {
        json_name(j, "bot");
        json_text(j, is->bot->name);
    }
    if (p) {
        json_name(j, "player");
        json_number(j, (long)p->id);
        json_name(j, "password");
        json_bool(j, has_password(p));
        write_seat_rating(j, s, p, r->box->game->name, r->box->game->modes[r->mode].name);
    }
    json_name(j, "bank");
    json_number(j, (long)is->clock.bank_ms);
    if (r->clock == CLOCK_RULES && r->box->game->time.time_outs) {
        json_name(j, "time_outs");
        json_number(j, is->clock.time_outs);
    }
    json_close(j, '}');
}

// Those that were agreed, as people name them.
void write_options(struct json *j, const struct box *box, const int16_t option[OPTIONS_MAX])
{
    const struct game_option *known = box->game->options;
    json_name(j, "options");
    json_open(j, '{');
    for (unsigned i = 0; known && known[i].name; i++) {
        if (!option[i]) continue;
        json_name(j, known[i].name);
        if (known[i].words)
            json_text(j, known[i].words[option[i] - 1]);
        else
            json_number(j, option[i]);
    }
    json_close(j, '}');
}

// What everybody may know of a table; it is left open for more.
void write_table(struct json *j, struct server *s, struct room *r, bool with_key)
{
    json_name(j, "table");
    json_number(j, (long)r->id);
    json_name(j, "game");
    json_text(j, r->box->game->name);
    json_name(j, "mode");
    json_text(j, r->box->game->modes[r->mode].name);
    write_options(j, r->box, r->option);
    json_name(j, "phase");
    json_text(j, PHASE_NAMES[r->phase]);
    json_name(j, "open");
    json_bool(j, r->open);
    json_name(j, "rated");
    json_bool(j, r->rated);
    json_name(j, "chat");
    json_text(j, r->free_chat ? "free" : "phrases");
    if (with_key && !r->open) {
        json_name(j, "key");
        json_text(j, r->key);
    }
    json_name(j, "clock");
    json_text(j, CLOCK_NAMES[r->clock]);
    json_name(j, "bank");
    json_number(j, (long)r->bank_ms);
    json_name(j, "allowance");
    json_number(j, (long)r->allowance_ms);
    json_name(j, "seats");
    json_open(j, '[');
    for (seat_id i = 0; i < r->seats; i++) write_seat(j, s, r, i);
    json_close(j, ']');
    if (r->phase == PHASE_OVER) {
        json_name(j, "result");
        json_text(j, r->result);
        json_name(j, "end");
        json_text(j, END_NAMES[r->end]);
        json_name(j, "counts");
        json_bool(j, room_counts(r));
        json_name(j, "archived");
        json_bool(j, r->archived);
    }
}

// Who is there, and what is on offer: not in the log, so not in the numbered messages either.
static void write_presence(struct json *j, const struct server *s, const struct room *r)
{
    json_name(j, "presence");
    json_open(j, '[');
    for (seat_id i = 0; i < r->seats; i++) {
        const struct room_seat *is = &r->seat[i];
        uint64_t                at = claim_at(s, r, i);
        json_open(j, '{');
        json_name(j, "is");
        json_text(j, is->who == WHO_PERSON ? PRESENCES[is->presence] : NULL);
        json_name(j, "claim_at");
        if (at)
            json_number(j, (long)at);
        else
            json_text(j, NULL);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_name(j, "offers");
    json_open(j, '{');
    for (unsigned o = 0; o < OFFER_COUNT; o++) {
        if (!r->agreed[o]) continue;
        json_name(j, OFFER_NAMES[o]);
        json_open(j, '[');
        for (seat_id i = 0; i < r->seats; i++)
            if (r->agreed[o] >> i & 1) json_number(j, i);
        json_close(j, ']');
    }
    json_close(j, '}');
    if (r->next) {
        json_name(j, "next");
        json_number(j, (long)r->next);
    }
}

void room_tell_one(struct server *s, struct room *r, uint32_t line, seat_id viewer)
{
    struct json j = message_begin(s, "table");
    write_table(&j, s, r, viewer < r->seats);
    json_name(&j, "you");
    if (viewer < r->seats)
        json_number(&j, viewer);
    else
        json_text(&j, NULL);
    write_presence(&j, s, r);
    if (r->committed) {
        json_name(&j, "fair");
        write_fairness(&j, r, false);
    }
    send_json(s, line, &j);
}

void room_tell(struct server *s, struct room *r)
{
    for (size_t i = 0; i < r->follower_count; i++)
        room_tell_one(s, r, r->followers[i].line, r->followers[i].viewer);
}
