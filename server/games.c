// What can be played here: games, modes, decks, bots, cards and rules.
#include "server/state.h"

#include "cardtext/cards.h"
#include "match/data.h"

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

void on_games(struct request *rq)
{
    struct server *s = rq->server;
    struct json    j = answer_begin(rq, "games");
    json_name(&j, "games");
    json_open(&j, '[');
    for (unsigned i = 0; i < s->game_count; i++) data_listed(&j, s->games[i].box, DECK_NAMES);
    json_close(&j, ']');
    json_name(&j, "bots");
    bots_show(&j);
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
