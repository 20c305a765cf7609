// A match at a server's table, as the dialog wants it: what is seen, asked and told comes over the
// line, and what the rules would say here the server is asked for.
#include "cli/online_private.h"

#include "cli/commands.h"
#include "cli/news.h"
#include "engine/table.h"
#include "games/list.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 16, HOUR = 3600, WORDS_MOST = 1000 };

// --- what has happened --------------------------------------------------------------------------

void match_says(struct online *o, bool decides, const char *words)
{
    size_t count = o->far.line_count;
    if (count == o->happened_capacity) {
        o->happened_capacity = count ? 2 * count : 64;
        o->happened          = realloc(o->happened, o->happened_capacity * sizeof *o->happened);
        if (!o->happened) BUG("out of memory for what happened");
    }
    o->happened[count] = (struct told_line){ arena_text(&o->happened_words, text_of(words)).at,
                                             decides, false };
    o->far.lines       = o->happened;
    o->far.line_count  = count + 1;
    o->has_words       = true;
    if (!o->dialog || o->dialog->full) return;
    show_line(&o->screen, "  %s", words);
    if (o->seen.viewer < SEATS_MAX) o->dialog->told[o->seen.viewer] = o->far.line_count;
}

void notify(struct online *o, bool decides, const char *format, ...)
{
    char    line[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (o->dialog)
        match_says(o, decides, line);
    else
        show_line(&o->screen, "%s", line);
}

// --- what is asked ------------------------------------------------------------------------------

static json_t *own_question(const struct online *o)
{
    size_t  i;
    json_t *owed;
    json_array_foreach(o->owed, i, owed) if (json_object_get(owed, "choices")) return owed;
    return NULL;
}

static int whole(json_t *from, const char *name, int most, int otherwise)
{
    json_t *value = json_object_get(from, name);
    if (!json_is_integer(value)) return otherwise;
    json_int_t number = json_integer_value(value);
    return number >= 0 && number <= most ? (int)number : otherwise;
}

static zone_id zone_named(const struct game *g, json_t *place)
{
    int seat = whole(place, "of", SEATS_MAX - 1, NO_SEAT);
    for (unsigned z = 0; g->zones[z].name; z++)
        if (strcmp(g->zones[z].name, member(place, "zone")) == 0 && g->zones[z].seat == seat)
            return (zone_id)z;
    return NO_ZONE;
}

// As a record has it; what is no choice of any game is told from others by its number.
static struct choice read_numbers(const char *words, size_t at)
{
    unsigned kind, option, card, target, extra;
    if (sscanf(words, "%3u.%3u.%5u.%5u.%5u", &kind, &option, &card, &target, &extra) != 5 ||
        kind > UINT8_MAX || option > UINT8_MAX || (card | target | extra) > UINT16_MAX || !kind)
        return (struct choice){ .kind = UINT8_MAX, .card = NO_CARD, .extra = (uint16_t)at };
    return (struct choice){ .kind   = (uint8_t)kind,
                            .option = (uint8_t)option,
                            .card   = (card_id)card,
                            .target = (uint16_t)target,
                            .extra  = (uint16_t)extra };
}

static void read_part(struct online *o, json_t *from, size_t at)
{
    struct far_question *q    = &o->question;
    const struct game   *g    = o->box->game;
    const char          *text = member(from, "text"), *word = member(from, "word");
    size_t               defs = o->box->pool->def_count;
    q->choices[at]            = read_numbers(member(from, "numbers"), at);
    q->parts[at]              = (struct choice_parts){
                     .verb   = arena_text(&q->arena, text_of(member(from, "verb"))),
                     .card   = (card_id)whole(from, "card", NO_CARD, NO_CARD),
                     .target = (card_id)whole(from, "target", NO_CARD, NO_CARD),
                     .zone   = zone_named(g, json_object_get(from, "place")),
                     .seat   = (seat_id)whole(from, "seat", SEATS_MAX - 1, NO_SEAT),
                     .face   = (def_id)whole(from, "face", (int)defs - 1, NO_DEF),
                     .option = whole(from, "option", UINT16_MAX, -1),
                     .extra  = whole(from, "extra", UINT16_MAX, -1),
                     .word   = *word ? arena_text(&q->arena, text_of(word)).at : NULL,
                     .text   = arena_text(&q->arena, text_of(text)),
    };
}

static struct question read_picks(const struct online *o, json_t *owed)
{
    struct question q     = { 0 };
    json_t         *picks = json_object_get(owed, "picks"), *card;
    size_t          i;
    for (unsigned k = 0; o->box->game->questions[k]; k++)
        if (strcmp(o->box->game->questions[k], member(owed, "question")) == 0) q.kind = (uint8_t)k;
    q.min = (uint8_t)whole(picks, "least", PICKS_MAX, 0);
    q.max = (uint8_t)whole(picks, "most", PICKS_MAX, 0);
    json_array_foreach(json_object_get(picks, "cards"), i,
                       card) if (i < PICKS_MAX && json_integer_value(card) >= 0 &&
                                 json_integer_value(card) < NO_CARD)
        q.pick[q.picked++] = (card_id)json_integer_value(card);
    return q;
}

// Only what the seat itself is asked, and what was not answered yet.
static void take_question(struct online *o)
{
    struct far_question *q    = &o->question;
    json_t              *owed = own_question(o), *words;
    size_t               i;
    arena_reset(&q->arena);
    q->count = 0;
    q->would = NULL;
    if (owed && o->seen.viewer < SEATS_MAX && !o->seen.over &&
        number(owed, "owed") != o->answered) {
        json_t *choices = json_object_get(owed, "choices"), *parts = json_object_get(owed, "parts");
        size_t  count = json_array_size(choices);
        if (count > CHOICES_MAX) count = CHOICES_MAX;
        q->choices = ARENA_ARRAY(&q->arena, struct choice, count + 1);
        q->words   = ARENA_ARRAY(&q->arena, const char *, count + 1);
        q->parts   = ARENA_ARRAY(&q->arena, struct choice_parts, count + 1);
        q->would   = ARENA_ARRAY(&q->arena, char *, count + 1);
        json_array_foreach(choices, i, words)
        {
            const char *said = json_string_value(words);
            if (i >= count) break;
            q->words[i] = arena_text(&q->arena, text_of(said ? said : "?")).at;
            read_part(o, json_array_get(parts, i), i);
        }
        q->count = count;
        mirror_ask(o->mirror, o->seen.viewer, read_picks(o, owed));
    }
    o->far.choices = q->choices;
    o->far.words   = q->words;
    o->far.parts   = q->parts;
    o->far.count   = q->count;
}

// --- what is seen -------------------------------------------------------------------------------

static bool take_view(struct online *o)
{
    const char *names[NAMES_MAX];
    struct view v;
    if (!o->view) {
        struct json j = table_request(o, "view");
        request_end(o, &j);
        if (!wait_for(o, &o->view)) return net_is_open(o->net);
    }
    if (!view_from_json(o->box->game, o->box->pool, o->view, &v)) {
        show_styled(&o->screen, STYLE_BAD,
                    "The server tells of a table that this game cannot have.");
        return false;
    }
    names_from_json(o->view, names);
    for (seat_id s = 0; s < SEATS_MAX; s++) {
        struct text name = whole_characters(text_part(text_of(names[s]), 0, SEAT_NAME_MAX));
        snprintf(o->name_room[s], sizeof o->name_room[s], "%.*s", SHOW(name));
    }
    for (size_t i = 0; i < NAMES_MAX; i++) o->names[i] = i < SEATS_MAX ? o->name_room[i] : "?";
    o->seen = v;
    if (strcmp(o->phase, "over") == 0) o->seen.over = 1;
    snprintf(o->result, sizeof o->result, "%s", member(o->told, "result"));
    mirror_show(o->mirror, &o->seen, o->names);
    return true;
}

bool match_show(struct online *o)
{
    o->is_changed = false;
    if (!take_view(o)) return false;
    take_question(o);
    if (!o->dialog) {
        seat_set people = (seat_set)(o->seen.viewer < SEATS_MAX ? BIT(o->seen.viewer) : 0);
        o->dialog = dialog_open_far(mirror_match(o->mirror), &o->far, people, o->options->plain,
                                    o->options->ascii);
    }
    return true;
}

// --- what only the server can tell --------------------------------------------------------------

static bool say_done(struct online *o, struct writer *w)
{
    bool done = wait_answer(o, o->next_id);
    if (!done) write_format(w, "%s\n", *o->error_text ? o->error_text : "The line is gone.");
    return done;
}

// A request with an answer of its own; NULL, and why, if there is none.
static json_t *ask_server(struct online *o, struct json *j, struct writer *w)
{
    keep(&o->answer, NULL);
    o->error_text[0] = 0;
    o->waited        = 0;
    request_end(o, j);
    json_int_t id = o->next_id;
    while (!o->answer && o->error_id != id)
        if (!wait_once(o)) break;
    if (!o->answer && w)
        write_format(w, "%s\n", *o->error_text ? o->error_text : "No answer came.");
    return o->answer;
}

static bool choose(void *at, size_t choice, struct writer *w)
{
    struct online *o     = at;
    json_int_t     asked = number(own_question(o), "owed");
    struct json    j     = table_request(o, "choose");
    json_name(&j, "owed");
    json_number(&j, (long)asked);
    json_name(&j, "choice");
    json_number(&j, (long)choice);
    request_end(o, &j);
    if (!say_done(o, w)) return false;
    o->answered = asked;
    return true;
}

static bool ask_would(void *at, size_t choice, struct writer *w)
{
    struct online       *o = at;
    struct far_question *q = &o->question;
    if (choice >= q->count || !own_question(o)) return false;
    if (!q->would[choice]) {
        struct json j = table_request(o, "would");
        json_name(&j, "owed");
        json_number(&j, (long)number(own_question(o), "owed"));
        json_name(&j, "choice");
        json_number(&j, (long)choice);
        json_t *answer = ask_server(o, &j, NULL);
        q->would[choice] =
            (char *)(uintptr_t)arena_text(&q->arena, text_of(member(answer, "words"))).at;
    }
    write_chars(w, q->would[choice]);
    return *q->would[choice] != 0;
}

static bool ask_why(void *at, struct text words, card_id card, struct writer *w)
{
    struct online *o = at;
    struct json    j = table_request(o, "why");
    size_t         i;
    json_t        *one, *answer;
    if (card != NO_CARD) {
        json_name(&j, "card");
        json_number(&j, card);
    } else {
        json_name(&j, "words");
        json_slice(&j, words);
    }
    answer = ask_server(o, &j, w);
    json_array_foreach(json_object_get(answer, "answers"), i, one)
    {
        const char *rule = member(one, "rule"), *said = member(one, "words");
        bool        no = *rule != 0;
        write_format(w, "  %s%s", said, *said ? no ? ": no. " : ": legal." : "");
        if (no) write_chars(w, member(one, "text"));
        if (no && strchr(rule, '-')) write_format(w, " (%s)", rule);
        write_char(w, '\n');
    }
    return answer != NULL;
}

static bool ask_hint(void *at, float *chances, struct writer *w)
{
    struct online *o = at;
    struct json    j = table_request(o, "hint");
    size_t         i;
    json_t        *one, *answer = ask_server(o, &j, w);
    for (size_t c = 0; c < o->question.count; c++) chances[c] = -1;
    json_array_foreach(json_object_get(answer, "choices"), i, one)
    {
        json_int_t choice = number(one, "choice");
        if (choice >= 0 && (size_t)choice < o->question.count)
            chances[choice] = (float)json_number_value(json_object_get(one, "chance"));
    }
    return answer != NULL;
}

static const char *clock_of(void *at)
{
    struct online *o    = at;
    json_t        *owed = own_question(o);
    if (!owed || !o->question.count) owed = json_array_get(o->owed, 0);
    json_int_t ms = number(owed, "by") - server_now(o), left = ms > 0 ? (ms + 999) / 1000 : 0;
    o->clock[0] = 0;
    if (!o->seen.over && json_is_integer(json_object_get(owed, "by")) && left < HOUR)
        snprintf(o->clock, sizeof o->clock, "%d:%02d left", (int)(left / 60), (int)(left % 60));
    return o->clock;
}

static enum heard listen_now(void *at, unsigned ms)
{
    struct online *o = at;
    for (unsigned i = 0; i < AT_ONCE && !o->left && !o->is_changed; i++) {
        if (listen_once(o, i ? 0 : ms) || reconnect(o)) continue;
        o->left = o->dialog->left = true;
    }
    bool words   = o->has_words;
    o->has_words = false;
    return o->is_changed || o->left ? HEARD_CHANGE : words ? HEARD_WORDS : HEARD_NOTHING;
}

// --- lines that are for the server --------------------------------------------------------------

static const char HELP[] =
    "  undo             takes your last decision back; where somebody learned\n"
    "                   something, the others are asked\n"
    "  draw, rematch    offers it; agree WHAT, decline WHAT answer an offer\n"
    "  resign           gives the match up\n"
    "  say 0-7          hello, good luck, well played, thank you, oops, let me think,\n"
    "                   one moment, good game; at a private table: say WORDS\n"
    "  say 8-9 SEAT     to the whole table: I aim at, or let us all aim at\n"
    "  claim SEAT WHAT  of somebody who has gone: win, or bot\n"
    "  history          your matches; password makes your name yours (plain lines)\n";

static bool write_request(struct online *o, struct text word, struct text rest, struct json *j)
{
    static const char *const ALONE[] = { "undo", "draw", "resign", "rematch" };
    struct text              second = rest, first = { 0 };
    long                     value, about;
    text_next_word(&second, &first);
    for (size_t i = 0; i < COUNT(ALONE); i++) {
        if (!text_equal_fold(word, text_of(ALONE[i])) || rest.size) continue;
        *j = table_request(o, ALONE[i]);
        return true;
    }
    if (text_equal_fold(word, TEXT("concede")) && !rest.size) {
        *j = table_request(o, "resign");
    } else if ((text_is(word, "agree") || text_is(word, "decline")) && first.size) {
        *j = table_request(o, text_is(word, "agree") ? "agree" : "decline");
        json_name(j, "what");
        json_slice(j, first);
    } else if (text_is(word, "say") && text_number(rest, 0, 7, &value)) {
        *j = table_request(o, "say");
        json_name(j, "phrase");
        json_number(j, value);
    } else if (text_is(word, "say") && text_number(first, 8, 9, &value) &&
               text_number(text_trim(second), 1, SEATS_MAX, &about)) {
        *j = table_request(o, "say");
        json_name(j, "phrase");
        json_number(j, value);
        json_name(j, "about");
        json_number(j, about - 1);
    } else if (text_is(word, "say") && rest.size) {
        *j = table_request(o, "say");
        json_name(j, "words");
        json_slice(j, rest);
    } else if (text_is(word, "claim") && text_number(first, 1, SEATS_MAX, &value)) {
        *j = table_request(o, "claim");
        json_name(j, "seat");
        json_number(j, value - 1);
        json_name(j, "what");
        json_slice(j, text_trim(second));
    } else
        return false;
    return true;
}

static bool request(void *at, struct text line, struct writer *w)
{
    struct online *o    = at;
    struct text    rest = line, word = { 0 };
    struct json    j;
    text_next_word(&rest, &word);
    rest       = text_trim(rest);
    bool plain = !o->dialog->full;
    if (text_is(line, "history") || text_is(line, "password")) {
        if (!plain)
            write_format(w, "%.*s is for plain lines: pentacle play --plain --server ...\n",
                         SHOW(line));
        else if (text_is(line, "history"))
            show_history(o);
        else
            set_password(o);
        return true;
    }
    if (!write_request(o, word, rest, &j)) return false;
    o->error_text[0] = 0;
    request_end(o, &j);
    if (say_done(o, w) && !text_is(word, "say")) write_chars(w, "Sent.\n");
    return true;
}

// --- beginning and end --------------------------------------------------------------------------

bool match_open(struct online *o)
{
    const struct game *game = game_find(text_of(member(o->told, "game")));
    if (!game) {
        show_styled(&o->screen, STYLE_BAD, "This program does not have the game \"%s\".",
                    member(o->told, "game"));
        return false;
    }
    o->box = open_box(&play_command, game);
    if (!o->box) return false;
    o->mirror = mirror_create(o->box);
    o->far    = (struct elsewhere){ .view    = &o->seen,
                                    .result  = o->result,
                                    .help    = HELP,
                                    .at      = o,
                                    .listen  = listen_now,
                                    .clock   = clock_of,
                                    .choose  = choose,
                                    .would   = ask_would,
                                    .why     = ask_why,
                                    .hint    = ask_hint,
                                    .request = request };
    return true;
}

void match_close(struct online *o)
{
    dialog_close(o->dialog);
    mirror_destroy(o->mirror);
    box_close(o->box);
    arena_finish(&o->question.arena);
    arena_finish(&o->happened_words);
    free(o->happened);
}
