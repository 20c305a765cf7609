// texts.c - what becomes of card texts that no card prints: tests/texts/<game>.txt.
//
//     texts ROOT
//
// A file names cards without text and puts lines of text on them, each of which is read or refused:
//
//     card     Shrine = Event CHAOS rank I energy -1 BOARD common; HP 4
//     read     Shrine ●AURA* GUARD
//     refused  Shrine ●ATTACK* Draw 1 card
//              "ATTACK": an Event never Attacks
//     means    Shrine ●CAST* Select 1 Unit➤ Exhaust it
//              it: Selected, "1 Unit"
//
// Below a refused text stands a part of what is said about it, below one that is explained are
// parts of that. # starts a remark.
#include "base/arena.h"
#include "games/list.h"
#include "match/box.h"

#include <stdio.h>
#include <string.h>

enum { CARDS_MAX = 32, FILE_MAX = 1 << 20 };

static struct {
    struct text name, head;
} cards[CARDS_MAX];
static unsigned    card_count, passed, failed;
static const char *source;

static bool starts_with(struct text line, const char *word, struct text *rest)
{
    size_t n = strlen(word);
    if (line.size <= n || memcmp(line.at, word, n) != 0 || line.at[n] != ' ') return false;
    *rest = text_trim(text_part(line, n, line.size - n));
    return true;
}

static void complain(unsigned line, const char *what, const char *found)
{
    failed++;
    printf("%s:%u: %s%s%s\n", source, line, what, *found ? ", found " : "", found);
}

static void name_card(struct text rest, unsigned line)
{
    const char *equal = memchr(rest.at, '=', rest.size);
    if (!equal || card_count == CARDS_MAX) {
        complain(line, "a card is written NAME = KIND ...", "");
        return;
    }
    size_t at                = (size_t)(equal - rest.at);
    cards[card_count].name   = text_trim(text_part(rest, 0, at));
    cards[card_count++].head = text_trim(text_part(rest, at + 1, rest.size - at - 1));
}

// What the lines of the last card mean.
static void explain(const struct box *box, const struct card_set *set, struct writer *w)
{
    const struct card_pool *pool = card_set_pool(set);
    const struct card_def  *d    = &pool->defs[pool->def_count - 1];
    for (uint32_t i = 0; i < d->line_count; i++)
        explain_card_line(box->game->form, pool, d, d->line_first + i, w);
}

// Puts the text on the card that is named in front of it. What is said against it is in err.
static bool is_read(const struct box *box, struct text rest, unsigned line, struct writer *meaning,
                    struct error *err)
{
    char        buffer[4096];
    struct text text = { 0 }, head = { 0 };
    for (unsigned i = 0; i < card_count; i++) {
        size_t n = cards[i].name.size;
        if (rest.size <= n || memcmp(rest.at, cards[i].name.at, n) != 0 || rest.at[n] != ' ')
            continue;
        head = cards[i].head;
        text = text_trim(text_part(rest, n, rest.size - n));
    }
    if (!head.size) return fail(err, BAD_INPUT, (struct place){ 0 }, "of which card?");
    int size = snprintf(buffer, sizeof buffer, "Subject: %.*s; %.*s", (int)head.size, head.at,
                        (int)text.size, text.at);
    struct card_set *set  = card_set_extend(box->cards, err);
    struct text      card = { .at = buffer, .size = (size_t)size };
    bool fine = set && card_set_read_inline(set, card, (struct place){ source, line, 1 }, err);
    if (fine && meaning) explain(box, set, meaning);
    card_set_destroy(set);
    return fine;
}

// What was said about the line above, and whether all of it has been compared.
static struct {
    char said[1 << 16];
    bool explained, owed; // below it stands what it means, or why it is refused
} above;

static void compare(struct text part, unsigned line)
{
    char words[1024];
    snprintf(words, sizeof words, "%.*s", (int)part.size, part.at);
    if ((above.explained || above.owed) && strstr(above.said, words))
        passed++;
    else
        complain(line, "something else is said", above.said);
    above.owed = false;
}

static void look_at_row(const struct box *box, struct text row, unsigned line)
{
    struct error  err     = { 0 };
    struct writer meaning = writer_on(above.said, sizeof above.said);
    struct text   rest;
    if (above.owed) complain(line, "nothing says why the text above is refused", above.said);
    above.explained = above.owed = false;
    if (starts_with(row, "card", &rest))
        name_card(rest, line);
    else if (starts_with(row, "read", &rest) || starts_with(row, "means", &rest)) {
        above.explained = row.at[0] == 'm';
        if (is_read(box, rest, line, &meaning, &err))
            passed++;
        else
            complain(line, "it is refused", err.text);
    } else if (starts_with(row, "refused", &rest)) {
        above.owed = !is_read(box, rest, line, NULL, &err);
        snprintf(above.said, sizeof above.said, "%s", err.text);
        if (!above.owed) complain(line, "it is read", "");
    } else
        complain(line, "lines begin with card, read, refused or means", "");
}

static void look_at(const struct box *box, struct text file)
{
    struct text line;
    for (unsigned number = 1; text_next_line(&file, &line); number++) {
        struct text inside = text_trim(line);
        if (!inside.size || inside.at[0] == '#') continue;
        if (line.at[0] == ' ')
            compare(inside, number);
        else
            look_at_row(box, inside, number);
    }
}

int main(int argc, char **argv)
{
    for (const struct game *const *g = GAMES; argc == 2 && *g; g++) {
        const struct game *game = *g;
        struct error       err  = { 0 };
        struct arena       arena;
        struct text        file;
        char               path[4096];
        snprintf(path, sizeof path, "%s/tests/texts/%s.txt", argv[1], game->name);
        source     = path;
        card_count = 0;
        arena_init(&arena);
        struct box *box = box_open(game, &err);
        if (box && file_read(&arena, path, FILE_MAX, &file, &(struct error){ 0 }))
            look_at(box, file);
        if (!box) complain(0, err.text, "");
        box_close(box);
        arena_finish(&arena);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed;
}
