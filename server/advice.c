// What a player may ask about its own question: why something cannot be chosen.
#include "server/state.h"

#include "match/why.h"

void on_why(struct request *rq)
{
    seat_id      seat;
    json_int_t   card;
    struct text  words;
    struct error err = { 0 };
    struct room *r   = match_of(rq, &seat);
    if (!r) return;
    const struct table *t = &r->match->table;
    struct json         j = answer_begin(rq, "why");
    json_name(&j, "answers");
    json_open(&j, '[');
    if (member_text(rq->json, "words", &words)) {
        if (!show_why_words(&j, t, r->match->names, seat, words, &err)) {
            request_refuse(rq, "no-choice", "%s", err.text);
            return;
        }
    } else if (member_int(rq->json, "card", 0, t->state->card_count - 1, &card)) {
        show_why_card(&j, t, r->match->names, seat, (card_id)card);
    } else {
        request_refuse(rq, "bad-member",
                       "\"words\" must be those of a choice, or \"card\" the id of a card");
        return;
    }
    json_close(&j, ']');
    send_json(rq->server, rq->line, &j);
}
