// play.h - what the files of `pentacle play` and `pentacle bot` share: a match from the first
// question about it to the last answer in it.
#ifndef PENTACLE_CLI_PLAY_H
#define PENTACLE_CLI_PLAY_H

#include "base/arena.h"
#include "bots/bot.h"
#include "cli/commands.h"
#include "cli/dialog.h"
#include "cli/online.h"
#include "cli/outside.h"
#include "match/scenario.h"

struct replay;

enum { OPTIONS_MAX = 8 };

// Who has a seat: a bot, a program, or with neither a person.
struct player {
    const struct bot *bot;
    const char       *program; // its command
};

struct play {
    const struct command *command;
    const struct game    *game;
    const char           *mode, *vs, *from, *title, *save;
    const char           *deck_names[SEATS_MAX];
    size_t                deck_count;
    const char           *options[OPTIONS_MAX];
    size_t                option_count;
    long                  seats;
    uint64_t              seed;
    long                  seat; // one's own, or that of the program for `bot`; 0: not said
    struct player         others[SEATS_MAX]; // --vs, in the order of seats
    size_t                other_count;
    bool                  ask_all, plain, ascii;
    struct online_options online;

    bool          failed; // before the match; then the exit status is
    int           status;
    bool          usual_vs;                  // --vs is not said
    const char   *lesson_name, *lesson_kind; // --lesson, --puzzle; NULL: neither
    struct lesson lesson;
    char          lesson_title[160];

    struct scenarios       *scenarios; // --from a scenario
    struct scenario_opened *opened;
    struct replay          *replay; // --from a saved match
    struct box             *box;
    struct arena            arena; // decks from files
    const struct deck      *decks[SEATS_MAX];
    struct player           seated[SEATS_MAX];
    struct outside         *programs[SEATS_MAX];
    struct bot_memory       memory[SEATS_MAX];
    seat_set                gone; // programs that gave up
    struct match           *match;
    struct dialog          *dialog;
    struct rng              rng;
};

// --- set_up.c: what is played ----------------------------------------------------------------

enum set_up { SET_UP, SET_UP_FAILED, SET_UP_MISUSED, SET_UP_LEFT };

enum set_up set_up(struct play *, struct error *); // the match, from what is said and asked

bool is_host(const struct play *); // `pentacle bot`
// Is there a deck to choose in this mode? In a draft they are made at the table.
bool needs_deck(const struct play *, unsigned mode, unsigned seats);

// --- set_up_lines.c, set_up_screen.c: asking about it ----------------------------------------

// False if the person leaves.
bool ask_game_in_lines(struct play *);
bool ask_match_in_lines(struct play *); // mode and opponent
bool ask_deck_in_lines(struct play *, seat_id);

// All of it on a whole screen.
enum asked { ASKED, ASKED_LEFT, ASKED_NOTHING }; // nothing: there is no such screen
enum asked ask_on_screen(struct play *, bool game_too);

// Who leads or fights in a deck: what it holds in sections of its own; "" if nothing.
const char *led_by(struct play *, const struct deck *);
// How hard a deck is to play, by what a novice wins with it (cli/novice.inc): 1 easy, 2
// medium, 3 hard; 0: not measured.
unsigned    how_hard(const struct game *, const char *deck);
const char *hard_word(unsigned how_hard);

// --- seats.c: who plays ----------------------------------------------------------------------

bool        read_vs(struct play *);  // --vs, seat by seat; says what is wrong
seat_set    sit_down(struct play *); // returns the seats of people
enum set_up start_programs(struct play *, struct error *);
void        end_programs(struct play *);
void        play_with_people(struct play *); // until it is over and read, or people leave
void        play_without_people(struct play *);

#endif
