// What can be played here: games, modes, decks, bots, cards and rules.
#include "server/state.h"

#include "cardtext/cards.h"

const struct box *server_game(const struct server *s, struct text name)
{
    for (unsigned i = 0; i < s->game_count; i++)
        if (text_is(name, s->games[i].box->game->name)) return s->games[i].box;
    return NULL;
}

const struct box *request_game(const struct request *rq)
{
    struct text       name;
    const struct box *box = member_text(rq->json, "game", &name) ? server_game(rq->server, name)
                                                                 : NULL;
    if (!box) request_refuse(rq, "no-game", "\"game\" must be one of those that \"games\" lists");
    return box;
}

static void write_modes(struct json *j, const struct box *box)
{
    json_name(j, "modes");
    json_open(j, '[');
    for (const struct game_mode *m = box->game->modes; m->name; m++) {
        json_open(j, '{');
        json_name(j, "name");
        json_text(j, m->name);
        json_name(j, "about");
        json_text(j, m->about);
        json_name(j, "seats");
        json_open(j, '[');
        json_number(j, m->seats_min);
        json_number(j, m->seats_max);
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void write_game_options(struct json *j, const struct box *box)
{
    json_name(j, "options");
    json_open(j, '[');
    for (const struct game_option *o = box->game->options; o && o->name; o++) {
        json_open(j, '{');
        json_name(j, "name");
        json_text(j, o->name);
        json_name(j, "about");
        json_text(j, o->about);
        json_name(j, o->words ? "words" : "range");
        json_open(j, '[');
        for (unsigned i = 0; o->words && o->words[i]; i++) json_text(j, o->words[i]);
        if (!o->words) {
            json_number(j, o->min);
            json_number(j, o->max);
        }
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
}

void on_games(struct request *rq)
{
    struct server *s = rq->server;
    struct json    j = answer_begin(rq, "games");
    json_name(&j, "games");
    json_open(&j, '[');
    for (unsigned i = 0; i < s->game_count; i++) {
        const struct box *box = s->games[i].box;
        json_open(&j, '{');
        json_name(&j, "game");
        json_text(&j, box->game->name);
        json_name(&j, "title");
        json_text(&j, box->game->title);
        write_modes(&j, box);
        write_game_options(&j, box);
        json_name(&j, "decks");
        json_open(&j, '[');
        for (uint32_t d = 0; d < box->deck_count; d++) json_text(&j, box->decks[d].name);
        json_close(&j, ']');
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_name(&j, "bots");
    json_open(&j, '[');
    for (const struct bot *const *b = BOTS; *b; b++) {
        json_open(&j, '{');
        json_name(&j, "name");
        json_text(&j, (*b)->name);
        json_name(&j, "about");
        json_text(&j, (*b)->about);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    send_json(s, rq->line, &j);
}

// What a client needs to lay the table: zones in their order, and the version of the rules.
void on_game(struct request *rq)
{
    const struct box *box = request_game(rq);
    if (!box) return;
    struct json j = answer_begin(rq, "game");
    json_name(&j, "game");
    json_text(&j, box->game->name);
    json_name(&j, "title");
    json_text(&j, box->game->title);
    json_name(&j, "version");
    json_text(&j, box->game->version);
    json_name(&j, "cards");
    json_number(&j, box->pool->def_count);
    json_name(&j, "zones");
    json_open(&j, '[');
    for (const struct zone_name *z = box->game->zones; z->name; z++) {
        json_open(&j, '{');
        json_name(&j, "zone");
        json_text(&j, z->name);
        json_name(&j, "of");
        if (z->seat < SEATS_MAX)
            json_number(&j, z->seat);
        else
            json_text(&j, NULL);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    send_json(rq->server, rq->line, &j);
}

void on_card(struct request *rq)
{
    const struct box *box = request_game(rq);
    json_int_t        card;
    if (!box) return;
    if (!member_int(rq->json, "card", 0, (json_int_t)box->pool->def_count - 1, &card)) {
        request_refuse(rq, "no-card", "\"card\" must be a number from 0 to %u",
                       box->pool->def_count - 1);
        return;
    }
    char          printed[16 * 1024];
    struct writer w = writer_on(printed, sizeof printed);
    card_print(box->cards, &box->pool->defs[card], &w);
    struct json j = answer_begin(rq, "card");
    json_name(&j, "card");
    json_number(&j, (long)card);
    json_name(&j, "name");
    json_text(&j, box->pool->defs[card].name);
    json_name(&j, "text");
    json_text(&j, printed);
    send_json(rq->server, rq->line, &j);
}

void on_rule(struct request *rq)
{
    const struct box *box = request_game(rq);
    struct text       name;
    if (!box) return;
    for (size_t i = 0; member_text(rq->json, "rule", &name) && i < box->game->rule_count; i++) {
        const struct rule *rule = &box->game->rules[i];
        if (!text_is(name, rule->name)) continue;
        struct json j = answer_begin(rq, "rule");
        json_name(&j, "rule");
        json_text(&j, rule->name);
        json_name(&j, "text");
        json_text(&j, rule->text);
        send_json(rq->server, rq->line, &j);
        return;
    }
    request_refuse(rq, "no-rule", "\"rule\" must be the name of a rule, such as an event's");
}
