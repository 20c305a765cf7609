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
//
// Below a refused text stands a part of what is said about it. # starts a remark.
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

// Puts the text on the card that is named in front of it. What is said against it is in err.
static bool is_read(const struct box *box, struct text rest, unsigned line, struct error *err)
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
    card_set_destroy(set);
    return fine;
}

static void look_at(const struct box *box, struct text file)
{
    struct error err = { 0 };
    struct text  rest, line;
    bool         refused = false; // the line above, and nothing was compared yet
    unsigned     number  = 0;
    while (text_next_line(&file, &line)) {
        number++;
        struct text inside = text_trim(line);
        if (!inside.size || inside.at[0] == '#') continue;
        bool indented = line.at[0] == ' ';
        if (refused && !indented) complain(number - 1, "nothing says why it is refused", err.text);
        if (indented) {
            char part[1024];
            snprintf(part, sizeof part, "%.*s", (int)inside.size, inside.at);
            if (!refused || !strstr(err.text, part))
                complain(number, "something else is said", err.text);
            else
                passed++;
            refused = false;
            continue;
        }
        refused = false;
        err     = (struct error){ 0 };
        if (starts_with(inside, "card", &rest))
            name_card(rest, number);
        else if (starts_with(inside, "read", &rest)) {
            if (is_read(box, rest, number, &err))
                passed++;
            else
                complain(number, "it is refused", err.text);
        } else if (starts_with(inside, "refused", &rest)) {
            refused = !is_read(box, rest, number, &err);
            if (!refused) complain(number, "it is read", "");
        } else
            complain(number, "lines begin with card, read or refused", "");
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
