// Requests: cut into words, counted, carried out.
#include "web/engine/engine.h"
#include "web/engine/engine_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command {
    const char *name;
    bool (*run)(struct call *);
    size_t      least, most; // words after the name
    const char *words;
} COMMANDS[] = {
    { "games", on_games, 0, 0, "" },
    { "open", on_open, 1, 2, "GAME [CARD FILE]" },
    { "close", on_close, 1, 1, "BOX" },
    { "data", on_data, 2, 2, "BOX game|rules|scenarios" },
    { "card", on_card, 2, 2, "BOX CARD" },
    { "lint", on_lint, 2, 2, "GAME CARD-FILE" },
    { "deck", on_deck, 6, 6, "BOX MODE SEATS SEAT OPTIONS DECK" },
    { "start", on_start, 5, 5 + 2 * SEATS_MAX, "BOX MODE SEATS SEED OPTIONS [NAME DECK]..." },
    { "arrange", on_arrange, 2, 2, "BOX SCENARIO" },
    { "replay", on_replay, 1, 1, "FILE" },
    { "verify", on_verify, 1, 1, "FILE" },
    { "check", on_check, 2, 2, "GAME SCENARIO-FILE" },
    { "holds", on_holds, 3, 3, "MATCH FIRST-EVENT LINES" },
    { "free", on_free, 1, 1, "MATCH" },
    { "go", on_go, 2, 2, "MATCH MOVE" },
    { "state", on_state, 3, 3, "MATCH VIEWER FIRST-EVENT" },
    { "choose", on_choose, 3, 3, "MATCH SEAT NUMBER" },
    { "say", on_say, 3, 3, "MATCH SEAT WORDS" },
    { "undo", on_undo, 2, 2, "MATCH SEAT" },
    { "back", on_back, 2, 2, "MATCH SEAT" },
    { "concede", on_concede, 2, 2, "MATCH SEAT" },
    { "why", on_why, 3, 3, "MATCH SEAT WORDS" },
    { "why-card", on_why_card, 3, 3, "MATCH SEAT CARD" },
    { "would", on_would, 3, 3, "MATCH SEAT CHOICE" },
    { "hint", on_hint, 5, 5, "MATCH SEAT TRIES MILLISECONDS SEED" },
    { "judge", on_judge, 5, 5, "MATCH SEAT CHOICE TRIES SEED" },
    { "bot", on_bot, 4, 4, "MATCH SEAT BOT SEED" },
    { "record", on_record, 1, 1, "MATCH" },
    { "hash", on_hash, 1, 1, "MATCH" },
};

// --- words --------------------------------------------------------------------------------------

bool refuse_call(struct call *c, const char *code, const char *format, ...)
{
    char    text[ERROR_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    c->code = code;
    return fail(&c->err, BAD_INPUT, (struct place){ 0 }, "%s", text);
}

bool word_number(struct call *c, size_t index, const char *what, long min, long max, long *out)
{
    if (text_number(c->word[index], min, max, out)) return true;
    return refuse_call(c, "bad-request", "%s must be a number from %ld to %ld, not \"%.40s\"", what,
                       min, max, c->word[index].at);
}

// A whole 64 bits: more than text_number() takes.
bool word_seed(struct call *c, size_t index, uint64_t *out)
{
    struct text word = c->word[index];
    uint64_t    seed = 0;
    for (size_t i = 0; i < word.size; i++) {
        unsigned digit = (unsigned)(word.at[i] - '0');
        if (digit > 9 || seed > (UINT64_MAX - digit) / 10) word.size = 0;
        seed = seed * 10 + digit;
    }
    *out = seed;
    return word.size ? true : refuse_call(c, "bad-request", "a seed is a number below 2^64");
}

bool word_board(struct call *c, size_t index, struct board **out)
{
    long number;
    if (!word_number(c, index, "a match", 1, MATCHES_MAX, &number)) return false;
    *out = &engine_boards[number - 1];
    return (*out)->match ? true : refuse_call(c, "bad-request", "there is no match %ld", number);
}

bool word_seat(struct call *c, size_t index, const struct board *b, seat_id *out)
{
    long number;
    if (!word_number(c, index, "a seat", 0, b->match->table.state->seats - 1, &number))
        return false;
    *out = (seat_id)number;
    return true;
}

bool word_viewer(struct call *c, size_t index, const struct board *b, seat_id *out)
{
    *out = text_is(c->word[index], "all") ? NO_SEAT : SPECTATOR;
    return *out == NO_SEAT || text_is(c->word[index], "spectator") || word_seat(c, index, b, out);
}

bool word_asked(struct call *c, size_t index, const struct board *b, seat_id *out)
{
    if (!word_seat(c, index, b, out)) return false;
    if (b->match->table.state->asked >> *out & 1) return true;
    return refuse_call(c, "not-asked", "%s owes no choice now", b->match->names[*out]);
}

// --- places for matches -------------------------------------------------------------------------

struct board *board_free(struct call *c)
{
    for (size_t i = 0; i < MATCHES_MAX; i++)
        if (!engine_boards[i].match) return &engine_boards[i];
    refuse_call(c, "full", "no more than %d matches at once", MATCHES_MAX);
    return NULL;
}

void board_clear(struct board *b)
{
    match_destroy(b->match);
    scenario_close(b->opened);
    replay_destroy(b->replay);
    *b = (struct board){ 0 };
    close_leaving();
}

// --- calls --------------------------------------------------------------------------------------

void put_text(struct call *c, const char *name, struct text text)
{
    json_name(&c->out, name);
    json_slice(&c->out, text);
}

void put_number(struct call *c, const char *name, long number)
{
    json_name(&c->out, name);
    json_number(&c->out, number);
}

static bool run(struct call *c, struct text name)
{
    for (size_t i = 0; i < COUNT(COMMANDS); i++) {
        const struct command *is = &COMMANDS[i];
        if (!text_is(name, is->name)) continue;
        if (c->count >= is->least && c->count <= is->most) return is->run(c);
        return refuse_call(c, "bad-request", "%s wants: %s", is->name, is->words);
    }
    return refuse_call(c, "bad-request", "there is no call \"%.40s\"", name.at);
}

static void put_error(struct call *c)
{
    c->out = json_in(c->arena);
    json_open(&c->out, '{');
    json_name(&c->out, "error");
    json_open(&c->out, '{');
    put_text(c, "code", text_of(c->code ? c->code : "bad-input"));
    put_text(c, "text", text_of(c->err.text));
    put_number(c, "line", (long)c->err.line);
    put_number(c, "column", (long)c->err.column);
    put_text(c, "source", text_of(c->err.source));
    json_name(&c->out, "rule");
    json_text(&c->out, c->rule);
    json_close(&c->out, '}');
}

// Cuts the request at its 0 bytes; false if there are too many.
static bool cut(struct text all, struct text *name, struct call *c)
{
    bool first = true;
    for (size_t from = 0; from <= all.size;) {
        size_t      size = strlen(all.at + from); // the copy ends with a 0 byte
        struct text word = { all.at + from, size };
        if (!first && c->count == WORDS_MAX) return false;
        if (first)
            *name = word;
        else
            c->word[c->count++] = word;
        first = false;
        from += size + 1;
    }
    return true;
}

const char *engine_call(const char *request, size_t size, size_t *reply_size)
{
    static struct arena arena;
    static bool         used;
    if (used) arena_finish(&arena);
    used = true;
    arena_init(&arena);
    struct call c    = { .arena = &arena, .out = json_in(&arena) };
    struct text name = { 0 };
    json_open(&c.out, '{');
    bool fine = cut(arena_text(&arena, (struct text){ request, size }), &name, &c)
                    ? run(&c, name)
                    : refuse_call(&c, "bad-request", "more than %d words", WORDS_MAX);
    if (!fine) put_error(&c);
    json_close(&c.out, '}');
    *reply_size = json_end(&c.out);
    return c.out.out;
}
