// Ratings of players, one for each game and mode: a function of the archive and of today's date.
// Only rated tables count. A match of more than two seats counts against each opponent; those on
// one side do not count against each other.
#include "server/state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A period is a week, from Monday at midnight (UTC). What is shown is what the rating would be if
// it ended now.
static uint32_t period_of(uint64_t ms)
{
    const uint64_t day = 24ull * 3600 * 1000;
    return (uint32_t)((ms / day + 3) / 7); // day 0 was a Thursday
}

// Closes the periods that are over.
static void catch_up(struct rating *r, uint32_t period)
{
    for (; r->period < period; r->period++) {
        struct glicko was = r->start;
        r->start          = glicko_after(&r->start, &r->sums);
        if (r->sums.information <= 0 && was.deviation >= r->start.deviation) {
            r->period = period; // as unsure as a newcomer: nothing changes any more
            return;
        }
        r->sums = (struct glicko_sums){ 0 };
    }
}

static struct rating *rating_find(const struct player *p, const char *game, const char *mode)
{
    for (unsigned i = 0; p->account && i < p->account->rating_count; i++) {
        struct rating *r = &p->account->ratings[i];
        if (strcmp(r->game, game) == 0 && strcmp(r->mode, mode) == 0) return r;
    }
    return NULL;
}

static struct rating *rating_of(struct player *p, const struct archived *a)
{
    struct rating *r = rating_find(p, a->game, a->mode);
    if (r) return r;
    struct account *has = account_of(p);
    has->ratings        = grow(has->ratings, has->rating_count, &has->rating_capacity,
                               sizeof *has->ratings);
    r                   = &has->ratings[has->rating_count++];
    *r                  = (struct rating){ .game   = a->game,
                                           .mode   = a->mode,
                                           .start  = glicko_newcomer(),
                                           .period = period_of(a->ended_at) };
    return r;
}

bool rating_counts(const struct archived *a)
{
    for (unsigned i = 0; i < a->seats; i++)
        if (!a->seat[i].player || a->seat[i].bot || a->seat[i].points == NO_POINTS) return false;
    return a->rated;
}

void ratings_count(struct server *s, const struct archived *a)
{
    struct rating *of[SEATS_MAX];
    struct glicko  start[SEATS_MAX];
    if (!rating_counts(a)) return;
    for (unsigned i = 0; i < a->seats; i++) {
        of[i] = rating_of(player_find(s, a->seat[i].player), a);
        catch_up(of[i], period_of(a->ended_at));
        start[i] = of[i]->start;
    }
    for (unsigned i = 0; i < a->seats; i++) {
        of[i]->matches++;
        for (unsigned k = 0; k < a->seats; k++) {
            if (a->seat[i].team == a->seat[k].team) continue;
            // Two who lost to a third have not met each other.
            bool met = a->seat[i].points != a->seat[k].points || a->seat[i].points == 1;
            if (met) glicko_add(&of[i]->sums, &start[i], &start[k], a->seat[i].points / 2.0);
        }
    }
}

static struct glicko shown(const struct rating *r, uint64_t now)
{
    struct rating copy = *r;
    catch_up(&copy, period_of(now));
    return copy.sums.information > 0 ? glicko_after(&copy.start, &copy.sums) : copy.start;
}

static void write_rating(struct json *j, const struct rating *r, uint64_t now)
{
    struct glicko is = shown(r, now);
    json_name(j, "rating");
    json_number(j, lround(is.rating));
    json_name(j, "deviation");
    json_number(j, lround(is.deviation));
    json_name(j, "matches");
    json_number(j, r->matches);
}

void write_seat_rating(struct json *j, const struct server *s, const struct player *p,
                       const char *game, const char *mode)
{
    const struct rating *r = rating_find(p, game, mode);
    json_name(j, "rating");
    if (!r) {
        json_text(j, NULL);
        return;
    }
    json_open(j, '{');
    write_rating(j, r, s->now);
    json_close(j, '}');
}

void write_ratings(struct json *j, const struct server *s, const struct player *p)
{
    json_name(j, "ratings");
    json_open(j, '[');
    for (unsigned i = 0; p->account && i < p->account->rating_count; i++) {
        const struct rating *r = &p->account->ratings[i];
        json_open(j, '{');
        json_name(j, "game");
        json_text(j, r->game);
        json_name(j, "mode");
        json_text(j, r->mode);
        write_rating(j, r, s->now);
        json_close(j, '}');
    }
    json_close(j, ']');
}

// Somebody by number, or by a name that has a password.
void on_player(struct request *rq)
{
    struct server       *s = rq->server;
    json_int_t           id;
    struct text          name;
    char                 said[PASSWORD_NAME_MAX + 1];
    const struct player *p = NULL;
    if (member_int(rq->json, "player", 1, INT64_MAX, &id))
        p = player_find(s, (uint64_t)id);
    else if (member_text(rq->json, "name", &name) && name.size <= PASSWORD_NAME_MAX) {
        snprintf(said, sizeof said, "%.*s", SHOW(name));
        p = name_owner(s, said);
    }
    if (!p) {
        request_refuse(rq, "no-player",
                       "\"player\" must be somebody's number, or \"name\" one with a password");
        return;
    }
    struct json j = answer_begin(rq, "player");
    json_name(&j, "player");
    json_number(&j, (long)p->id);
    json_name(&j, "name");
    json_text(&j, p->name);
    json_name(&j, "password");
    json_bool(&j, has_password(p));
    write_ratings(&j, s, p);
    send_json(s, rq->line, &j);
}
