// The questions before a match, in plain lines: by number or name, with help at each.
#include "cli/play.h"

#include "games/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A question of the set-up: what is asked for, and what it means to somebody who is new.
struct which {
    const char        *what, *help;
    const char *const *names, *const *lines;
    size_t count;
};

// The item that was typed: its number, its name or the only beginning of one; `count` if none.
static size_t find_which(const struct which *w, struct text typed)
{
    long   number = 1;
    size_t found = w->count, begin = 0;
    if (!typed.size || text_number(typed, 1, (long)w->count, &number)) return (size_t)number - 1;
    for (size_t i = 0; i < w->count; i++) {
        if (text_equal_fold(typed, text_of(w->names[i]))) return i;
        if (!text_equal_fold(typed, text_part(text_of(w->names[i]), 0, typed.size))) continue;
        found = i;
        begin++;
    }
    return begin == 1 ? found : w->count;
}

static void say_no_such(const struct which *w, struct text typed)
{
    const char *near  = NULL;
    unsigned    least = (unsigned)typed.size / 3 + 2;
    for (size_t i = 0; i < w->count; i++) {
        unsigned far = text_distance(text_of(w->names[i]), typed);
        if (far < least) least = far, near = w->names[i];
    }
    if (near)
        printf("There is no such %s; did you mean %s?\n", w->what, near);
    else
        printf("There is no such %s; type a number or a name, help, or quit.\n", w->what);
}

// Which of the items? By number or name; Enter takes the first. False if the person leaves.
static bool ask_which(const struct which *w, size_t *out)
{
    struct screen       screen = screen_open();
    struct line_reader *reader = line_open(screen.terminal, NULL, NULL);
    struct text         typed;
    char                prompt[80];
    bool                found = false;
    printf("Which %s?\n", w->what);
    show_items(&screen, w->lines, w->count);
    snprintf(prompt, sizeof prompt, "%s (1 to %zu, Enter for 1, or help)> ", w->what, w->count);
    while (!found && line_read(reader, prompt, &typed)) {
        *out  = find_which(w, typed);
        found = *out < w->count;
        if (found) break;
        if (text_equal_fold(typed, TEXT("quit"))) break;
        if (text_equal_fold(typed, TEXT("help")) || text_is(typed, "?")) {
            show_line(&screen, "%s", w->help);
            show_items(&screen, w->lines, w->count);
        } else {
            say_no_such(w, typed);
        }
    }
    line_close(reader);
    return found;
}

bool ask_game_in_lines(struct play *p)
{
    const char *names[64], *lines[64];
    size_t      count = 0, taken;
    for (const struct game *const *g = GAMES; *g && count < COUNT(names); g++) {
        names[count]   = (*g)->name;
        lines[count++] = arena_format(&p->arena, "%s: %s", (*g)->name, (*g)->title);
    }
    struct which which = { "game",
                           "Five games with one program. For a first match: pentacle play GAME "
                           "--lesson 1 teaches a game step by step; in a match, how says it on one "
                           "page.",
                           names, lines, count };
    if (!ask_which(&which, &taken)) return false;
    p->game = GAMES[taken];
    return true;
}

static bool ask_mode(struct play *p)
{
    const char *names[64], *lines[64];
    size_t      count = 0, taken;
    for (const struct game_mode *m = p->game->modes; m->name && count < COUNT(names); m++) {
        names[count]   = m->name;
        lines[count++] = arena_format(&p->arena, "%s: %s", m->name, m->about);
    }
    struct which which = { "mode",
                           "How many play, and by which of the game's own variants. The first is "
                           "the game as it is usually played.",
                           names, lines, count };
    if (count > 1 && !ask_which(&which, &taken)) return false;
    p->mode = count > 1 ? names[taken] : NULL;
    return true;
}

// The novice first: for a first match.
static bool ask_opponent(struct play *p)
{
    const char *names[16] = { "novice" },
               *lines[16] = { "novice: plays simply; for first matches" };
    size_t count          = 1, taken;
    for (size_t i = 0; BOTS[i] && count + 1 < COUNT(names); i++) {
        if (strcmp(BOTS[i]->name, names[0]) == 0) continue;
        names[count]   = BOTS[i]->name;
        lines[count++] = arena_format(&p->arena, "%s: %s", BOTS[i]->name, BOTS[i]->about);
    }
    names[count]       = "human";
    lines[count++]     = "human: somebody else at this keyboard";
    struct which which = { "opponent",
                           "Who has the other seats. Bots see no more than a person in their seat "
                           "would; master is the strongest.",
                           names, lines, count };
    if (!ask_which(&which, &taken)) return false;
    p->vs = names[taken];
    return true;
}

// Who leads or fights in a deck: what it holds in sections of its own; "" if nothing.
const char *led_by(struct play *p, const struct deck *d)
{
    char          words[256] = "";
    struct writer w          = writer_on(words, sizeof words);
    for (uint32_t i = 0; i < d->count; i++)
        if (d->sections[i] == 1)
            write_format(&w, "%s%s", w.size ? ", " : "",
                         p->box->pool->defs[d->entries[i].def].name);
    return arena_text(&p->arena, (struct text){ words, w.size }).at;
}

static const struct {
    const char *game, *deck;
    double      wins; // of a hundred
} NOVICE[] = {
#include "cli/novice.inc"
};

unsigned how_hard(const struct game *g, const char *deck)
{
    for (size_t i = 0; i < COUNT(NOVICE); i++)
        if (strcmp(NOVICE[i].game, g->name) == 0 && strcmp(NOVICE[i].deck, deck) == 0)
            return NOVICE[i].wins >= 52 ? 1 : NOVICE[i].wins >= 45 ? 2 : 3;
    return 0;
}

const char *hard_word(unsigned how_hard)
{
    static const char *const WORDS[] = { "", "easy", "medium", "hard" };
    return how_hard < COUNT(WORDS) ? WORDS[how_hard] : "";
}

bool ask_deck_in_lines(struct play *p, seat_id seat)
{
    const char *names[64], *lines[64];
    size_t      count = 0, taken;
    for (; count < p->box->deck_count && count < COUNT(names); count++) {
        const struct deck *d    = &p->box->decks[count];
        const char        *who  = led_by(p, d);
        const char        *what = d->about ? d->about : "";
        names[count]            = d->name;
        const char *hard        = hard_word(how_hard(p->game, d->name));
        lines[count] = arena_format(&p->arena, "%s%s%s%s%s%s%s%s", d->name, *who ? " (" : "", who,
                                    *who ? ")" : "", *hard ? ", " : "", hard, *what ? ": " : "",
                                    what);
    }
    if (seat > 0 || p->seat) printf("For %s:\n", SEAT_NAMES[seat]);
    struct which which = { "deck",
                           "The cards you play with; in brackets who leads them; easy, medium or "
                           "hard by what beginners win with it. pentacle card GAME NAME shows a "
                           "card, pentacle games lists the decks.",
                           names, lines, count };
    if (!ask_which(&which, &taken)) return false;
    p->decks[seat] = &p->box->decks[taken];
    return true;
}

bool ask_match_in_lines(struct play *p)
{
    if (!p->mode && !ask_mode(p)) return false;
    return !p->usual_vs || ask_opponent(p);
}
