// Saying something at a table. Preset phrases everywhere: nothing that anybody could be hurt with.
// Words of one's own only at a table that was made for it, which only those find who have its link.
// What is said goes to those who are there, and is kept nowhere.
#include "server/state.h"

enum { WORDS_MAX = 200 };

static const char *const PHRASES[] = {
    "Hello!", "Good luck, have fun.", "Well played.",        "Thank you.",
    "Oops.",  "Let me think.",        "One moment, please.", "Good game.",
};
// About somebody at the table, for partners who settle whom they aim at. Everybody hears it: there
// is no other way to talk at a table (ETE-963).
static const char *const ABOUT[] = { "I aim at %s.", "Let us all aim at %s." };
enum { PHRASES_ALL = COUNT(PHRASES) + COUNT(ABOUT), ABOUT_MAX = SEAT_NAME_MAX + 40 };

// The first sign, in UTF-8, that a text for one line must not have: control signs, and those that
// turn the direction of everything behind them.
static bool has_odd_signs(struct text t)
{
    for (size_t i = 0; i < t.size; i++) {
        unsigned char a = (unsigned char)t.at[i];
        unsigned char b = i + 1 < t.size ? (unsigned char)t.at[i + 1] : 0;
        unsigned char c = i + 2 < t.size ? (unsigned char)t.at[i + 2] : 0;
        if (a < ' ' || a == 127) return true;
        if (a == 0xc2 && b < 0xa0) return true;                            // U+0080 to U+009F
        if (a == 0xe2 && b == 0x80 && (c & 0xfe) == 0xa8) return true;     // U+2028, U+2029
        if (a == 0xe2 && b == 0x80 && c >= 0xaa && c <= 0xae) return true; // U+202A to U+202E
        if (a == 0xe2 && b == 0x81 && c >= 0xa6 && c <= 0xa9) return true; // U+2066 to U+2069
    }
    return false;
}

bool is_plain_line(struct text t, size_t max)
{
    return t.size && t.size <= max && text_trim(t).size == t.size && !has_odd_signs(t);
}

static void tell(struct server *s, struct room *r, seat_id seat, json_int_t phrase,
                 struct text words)
{
    for (size_t i = 0; i < r->follower_count; i++) {
        struct json j = message_begin(s, "said");
        json_name(&j, "table");
        json_number(&j, (long)r->id);
        json_name(&j, "seat");
        json_number(&j, seat);
        json_name(&j, "phrase");
        if (phrase >= 0)
            json_number(&j, (long)phrase);
        else
            json_text(&j, NULL);
        json_name(&j, "words");
        json_slice(&j, words);
        send_json(s, r->followers[i].line, &j);
    }
}

// A phrase about a seat names it.
static bool read_about(const struct request *rq, const struct room *r, size_t which,
                       char said[ABOUT_MAX], struct text *words)
{
    json_int_t seat;
    if (!member_int(rq->json, "about", 0, (json_int_t)r->seats - 1, &seat)) {
        request_refuse(rq, "bad-member", "this phrase is about somebody: \"about\" must be 0 to %u",
                       r->seats - 1);
        return false;
    }
    snprintf(said, ABOUT_MAX, ABOUT[which], r->seat[seat].name);
    *words = text_of(said);
    return true;
}

static bool read_words(const struct request *rq, const struct room *r, json_int_t *phrase,
                       char said[ABOUT_MAX], struct text *words)
{
    *phrase = -1;
    if (json_object_get(rq->json, "words")) {
        if (!r->free_chat)
            request_refuse(rq, "not-now", "only phrases are said at this table");
        else if (!member_text(rq->json, "words", words) || !is_plain_line(*words, WORDS_MAX))
            request_refuse(rq, "bad-member", "\"words\" must have 1 to %d bytes on one line",
                           WORDS_MAX);
        else
            return true;
        return false;
    }
    if (!member_int(rq->json, "phrase", 0, PHRASES_ALL - 1, phrase)) {
        request_refuse(rq, "bad-member", "\"phrase\" must be 0 to %d", PHRASES_ALL - 1);
        return false;
    }
    if ((size_t)*phrase >= COUNT(PHRASES))
        return read_about(rq, r, (size_t)*phrase - COUNT(PHRASES), said, words);
    if (json_object_get(rq->json, "about")) {
        request_refuse(rq, "bad-member", "only phrases %zu to %d have \"about\"", COUNT(PHRASES),
                       PHRASES_ALL - 1);
        return false;
    }
    *words = text_of(PHRASES[*phrase]);
    return true;
}

void on_say(struct request *rq)
{
    struct server *s = rq->server;
    seat_id        seat;
    json_int_t     phrase;
    struct text    words;
    char           said[ABOUT_MAX];
    struct room   *r = room_of(rq, &seat);
    if (!r || !read_words(rq, r, &phrase, said, &words)) return;
    struct player *me = player_find(s, line_at(s, rq->line)->player);
    if (!may_try(&me->phrases_paid_at, s->now, s->config.phrases_burst, 1000)) {
        request_refuse(rq, "too-fast", "say one thing a second");
        return;
    }
    request_done(s, rq->line, rq->id);
    tell(s, r, seat, phrase, words);
}
