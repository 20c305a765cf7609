// random_game.c - plays a match with random choices to its end, saying what it does.
//
//     cc random_game.c -lpentacle -o random_game && ./random_game oversoul 7
#include <pentacle.h>

#include <stdio.h>
#include <stdlib.h>

static int complain(const struct pentacle_error *err)
{
    fprintf(stderr, "%s\n", err->text);
    return 1;
}

// One of the seat's choices, at random, said aloud and taken.
static void choose(struct pentacle_match *m, unsigned seat)
{
    struct pentacle_choice list[PENTACLE_CHOICES_MAX];
    size_t                 count = pentacle_choices(m, seat, list, PENTACLE_CHOICES_MAX);
    struct pentacle_choice taken = list[(size_t)rand() % count];
    char                   words[256];
    pentacle_say(m, seat, seat, taken, words, sizeof words);
    printf("seat %u: %s\n", seat, words);
    if (pentacle_answer(m, seat, taken) != 0) abort(); // a listed choice is never refused
}

int main(int argc, char **argv)
{
    const char           *game = argc > 1 ? argv[1] : pentacle_game_name(0);
    unsigned              seed = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1;
    struct pentacle_error err  = { 0 };

    struct pentacle_box *box = pentacle_open(game, &err);
    if (!box) return complain(&err);

    struct pentacle_setup  setup = { .seed = seed };
    struct pentacle_match *m     = pentacle_start(box, &setup, &err);
    if (!m) return complain(&err);

    srand(seed);
    while (!pentacle_is_over(m)) {
        // Several seats may be asked at once; any of them may answer first.
        unsigned seat = 0;
        while (!(pentacle_asked(m) >> seat & 1)) seat++;
        choose(m, seat);
    }

    printf("%s is over because of %s:", game, pentacle_rule_name(box, pentacle_over_because(m)));
    for (unsigned seat = 0; seat < pentacle_seats(m); seat++)
        if (pentacle_winners(m) >> seat & 1) printf(" seat %u wins", seat);
    printf(" (position %016llx)\n", (unsigned long long)pentacle_hash(m));

    pentacle_free(m);
    pentacle_close(box);
    return 0;
}
