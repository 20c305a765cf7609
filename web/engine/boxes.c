// Boxes: a game's cards, with some of the page's own; what is wrong with a card or a deck.
#include "web/engine/engine_private.h"

#include "base/embedded.h"
#include "games/list.h"
#include "match/data.h"

#include <string.h>

enum { CARD_TEXT_MAX = 16 * 1024, PROBLEMS_MAX = 50 };

struct box *engine_boxes[BOXES_MAX];
static bool is_leaving[BOXES_MAX]; // closed, but a match is still played with it

static bool is_in_use(size_t index)
{
    for (size_t i = 0; i < MATCHES_MAX; i++)
        if (engine_boards[i].match && engine_boards[i].box == index + 1) return true;
    return false;
}

void close_leaving(void)
{
    for (size_t i = 0; i < BOXES_MAX; i++) {
        if (!is_leaving[i] || is_in_use(i)) continue;
        box_close(engine_boxes[i]);
        engine_boxes[i] = NULL;
        is_leaving[i]   = false;
    }
}

bool word_box(struct call *c, size_t index, const struct box **out)
{
    long number;
    if (!word_number(c, index, "a box", 1, BOXES_MAX, &number)) return false;
    *out = is_leaving[number - 1] ? NULL : engine_boxes[number - 1];
    return *out ? true : refuse_call(c, "bad-request", "box %ld is not open", number);
}

static bool word_game(struct call *c, size_t index, const struct game **out)
{
    *out = game_find(c->word[index]);
    return *out ? true : refuse_call(c, "no-game", "there is no game \"%.40s\"", c->word[index].at);
}

bool on_games(struct call *c)
{
    json_name(&c->out, "games");
    json_open(&c->out, '[');
    for (size_t i = 0; GAMES[i]; i++) json_text(&c->out, GAMES[i]->name);
    json_close(&c->out, ']');
    json_name(&c->out, "bots");
    bots_show(&c->out);
    return true;
}

bool on_open(struct call *c)
{
    const struct game *game;
    size_t             free = 0;
    if (!word_game(c, 0, &game)) return false;
    while (free < BOXES_MAX && engine_boxes[free]) free++;
    if (free == BOXES_MAX) return refuse_call(c, "full", "no more than %d boxes", BOXES_MAX);
    bool changed       = c->count > 1 && c->word[1].size;
    engine_boxes[free] = changed ? box_open_changed(game, "cards", c->word[1], &c->err)
                                 : box_open(game, &c->err);
    if (!engine_boxes[free]) return false;
    put_number(c, "box", (long)free + 1);
    put_number(c, "cards", (long)engine_boxes[free]->pool->def_count);
    return true;
}

bool on_close(struct call *c)
{
    const struct box *box;
    if (!word_box(c, 0, &box)) return false;
    size_t index = 0;
    while (engine_boxes[index] != box) index++;
    is_leaving[index] = true;
    close_leaving();
    return true;
}

bool on_data(struct call *c)
{
    const struct box *box;
    if (!word_box(c, 0, &box)) return false;
    json_name(&c->out, "data");
    if (text_is(c->word[1], "game"))
        data_game(&c->out, box);
    else if (text_is(c->word[1], "rules"))
        data_rules(&c->out, box->game);
    else if (text_is(c->word[1], "scenarios"))
        data_scenarios(&c->out, box->game);
    else
        return refuse_call(c, "bad-request", "data is about the game, rules or scenarios");
    return true;
}

static void put_printed(struct call *c, const struct box *box, def_id id)
{
    char          printed[CARD_TEXT_MAX];
    struct writer w = writer_on(printed, sizeof printed);
    card_print(box->cards, &box->pool->defs[id], &w);
    put_text(c, "print", (struct text){ printed, w.size });
}

bool on_card(struct call *c)
{
    const struct box *box;
    long              card;
    if (!word_box(c, 0, &box) ||
        !word_number(c, 1, "a card", 0, (long)box->pool->def_count - 1, &card))
        return false;
    json_name(&c->out, "card");
    data_card(&c->out, box, (def_id)card);
    put_printed(c, box, (def_id)card);
    return true;
}

// --- what is wrong with cards -------------------------------------------------------------------

static void put_problem(struct call *c, const struct error *err)
{
    json_open(&c->out, '{');
    put_number(c, "line", (long)err->line);
    put_number(c, "column", (long)err->column);
    put_text(c, "text", text_of(err->text));
    json_close(&c->out, '}');
}

static bool starts_card(struct text line) { return line.size && !strchr(" \t\r#", line.at[0]); }

// The next card of a file with as many empty lines in front as stand above it, so that one mistake
// does not hide the next and every message has its line.
static struct text next_card(struct arena *arena, struct text file, size_t *from)
{
    struct text rest = text_part(file, *from, file.size), line;
    size_t      size = 0;
    while (text_next_line(&rest, &line)) {
        if (size && starts_card(line)) break;
        size = (size_t)(rest.at - file.at) - *from;
    }
    char *alone = arena_alloc(arena, *from + size + 1, 1);
    for (size_t i = 0, lines = 0; i < *from; i++)
        if (file.at[i] == '\n') alone[lines++] = '\n';
    size_t above = strlen(alone);
    memcpy(alone + above, file.at + *from, size);
    *from += size;
    return (struct text){ alone, above + size };
}

static unsigned find_problems(struct call *c, const struct game *game, struct text file)
{
    struct error     err      = { 0 };
    struct card_set *cards    = card_set_create(game->dialect, game->form, &err);
    unsigned         problems = 0;
    if (!cards) return 0;
    for (const struct embedded_file *f = game->files; f->name; f++) // what others stand on
        if (game->first_cards && strcmp(f->name, game->first_cards) == 0 &&
            !card_set_read(cards, f->name, (struct text){ f->bytes, f->size }, &err))
            problems = PROBLEMS_MAX; // the game's own file is broken: its box does not open either
    for (size_t from = 0; from < file.size && problems < PROBLEMS_MAX;) {
        err = (struct error){ 0 };
        if (card_set_read(cards, "cards", next_card(c->arena, file, &from), &err)) continue;
        put_problem(c, &err);
        problems++;
    }
    card_set_destroy(cards);
    return problems;
}

// All that is wrong with the cards of a file, and those that are in order as a client draws them.
bool on_lint(struct call *c)
{
    const struct game *game;
    struct box        *box = NULL;
    struct error       err = { 0 };
    if (!word_game(c, 0, &game)) return false;
    json_name(&c->out, "problems");
    json_open(&c->out, '[');
    unsigned problems = find_problems(c, game, c->word[1]);
    if (!problems) box = box_open_changed(game, "cards", c->word[1], &err);
    if (!problems && !box) put_problem(c, &err);
    json_close(&c->out, ']');
    json_name(&c->out, "cards");
    json_open(&c->out, '[');
    for (uint32_t i = 0; box && i < box->pool->def_count; i++)
        if (strcmp(box->pool->defs[i].source, "cards") == 0) data_card(&c->out, box, (def_id)i);
    json_close(&c->out, ']');
    box_close(box);
    return true;
}

// --- what is wrong with a deck ------------------------------------------------------------------

static const char *rule_in(const struct game *g, struct text text)
{
    const char *best = NULL;
    for (size_t i = 0; i < g->rule_count; i++) {
        struct text name = text_of(g->rules[i].name);
        size_t      at   = text_find_text(text, name);
        bool        ends = at + name.size >= text.size || text.at[at + name.size] < '0' ||
                    text.at[at + name.size] > '9';
        if (at < text.size && ends) best = g->rules[i].name;
    }
    return best;
}

bool on_deck(struct call *c)
{
    const struct box  *box;
    struct match_setup setup   = { 0 };
    struct deck        deck    = { 0 };
    struct error       err     = { 0 };
    struct text        options = c->word[4], option;
    unsigned           mode;
    long               seats, seat, cards = 0;
    if (!word_box(c, 0, &box) ||
        !box_find_mode(box, c->word[1].size ? c->word[1].at : NULL, &mode, &c->err) ||
        !word_number(c, 2, "seats", 0, box->game->modes[mode].seats_max, &seats))
        return false;
    if (!seats) seats = box->game->modes[mode].seats_min;
    if (!word_number(c, 3, "a seat", 0, seats - 1, &seat)) return false;
    setup.mode  = (uint8_t)mode;
    setup.seats = (uint8_t)seats;
    while (text_cut(&options, ',', &option))
        if (!box_option(box, &setup, option, &c->err)) return false;
    bool fine = deck_read(c->arena, box->pool, box->game->deck_sections, "deck", c->word[5], &deck,
                          &err) &&
                box_seat(box, &setup, (seat_id)seat, &deck, &err);
    json_name(&c->out, "fine");
    json_bool(&c->out, fine);
    json_name(&c->out, "entries");
    json_open(&c->out, '[');
    for (uint32_t i = 0; i < deck.count; i++) {
        const char *const *sections = box->game->deck_sections;
        json_open(&c->out, '{');
        put_number(c, "card", deck.entries[i].def);
        put_number(c, "count", deck.entries[i].count);
        put_number(c, "line", (long)deck.entries[i].line);
        put_text(c, "section", text_of(deck.sections[i] ? sections[deck.sections[i] - 1] : "main"));
        json_close(&c->out, '}');
        cards += deck.entries[i].count;
    }
    json_close(&c->out, ']');
    put_number(c, "cards", cards);
    if (fine) return true;
    json_name(&c->out, "problem");
    json_open(&c->out, '{');
    put_number(c, "line", (long)err.line);
    put_number(c, "column", (long)err.column);
    put_text(c, "text", text_of(err.text));
    json_name(&c->out, "rule");
    json_text(&c->out, rule_in(box->game, text_of(err.text)));
    json_close(&c->out, '}');
    return true;
}
