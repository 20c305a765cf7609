#include "cli/tables.h"

#include "bots/bot.h"

#include <inttypes.h>

enum { NAME_COLUMNS = 20, MATRIX_DECKS = 8 }; // more decks than that do not fit side by side

static double percent(double share) { return 100 * share; }

static double mean(uint64_t sum, uint64_t count) { return count ? (double)sum / (double)count : 0; }

// --- tables -------------------------------------------------------------------------------------

static void show_share(const char *name, struct score s)
{
    struct share share = share_of(s);
    printf("  %-*.*s %5.1f %%  (%4.1f to %4.1f)  %8" PRIu64 " matches\n", NAME_COLUMNS,
           NAME_COLUMNS, name, percent(share.value), percent(share.low), percent(share.high),
           s.games);
}

static void show_decks(const struct sim_plan *p, const struct tally *y)
{
    printf("\nWins per deck, mirror matches left out\n");
    for (unsigned d = 0; d < p->deck_count; d++) show_share(p->decks[d]->name, tally_deck(y, d));
}

static void show_cell(struct score s)
{
    struct share share = share_of(s);
    if (s.games == 0)
        printf("      - ");
    else
        printf(" %4.0f±%-2.0f", percent(share.value), percent(share.high - share.low) / 2);
}

static void show_matrix(const struct sim_plan *p, const struct tally *y)
{
    printf("\nWins of the deck on the left against each, in %%\n  %*s", NAME_COLUMNS, "");
    for (unsigned d = 0; d < p->deck_count; d++) printf("     (%u)", d + 1);
    for (unsigned a = 0; a < p->deck_count; a++) {
        printf("\n  (%u) %-*.*s", a + 1, NAME_COLUMNS - 4, NAME_COLUMNS - 4, p->decks[a]->name);
        for (unsigned b = 0; b < p->deck_count; b++) show_cell(y->pairs[a * y->deck_count + b]);
    }
    printf("\n");
}

static void show_pairs(const struct sim_plan *p, const struct tally *y)
{
    printf("\nWins of the first deck\n");
    for (unsigned a = 0; a < p->deck_count; a++)
        for (unsigned b = a + 1; b < p->deck_count; b++) {
            char          name[2 * NAME_COLUMNS];
            struct writer w = writer_on(name, sizeof name);
            write_format(&w, "%.9s - %.8s", p->decks[a]->name, p->decks[b]->name);
            show_share(name, y->pairs[a * y->deck_count + b]);
        }
}

static void show_turns(const struct sim_plan *p, const struct tally *y)
{
    uint64_t below = 0;
    unsigned at[3] = { 0 };
    for (unsigned turns = 0; turns < TURNS_SHOWN; turns++) {
        below += y->turns[turns];
        for (unsigned q = 0; q < 3; q++)
            if (below * 4 < y->turn_seats * (q + 1)) at[q] = turns + 1;
    }
    printf("\nOwn turns per player: %.2f on average, median %u, the middle half %u to %u\n",
           mean(y->turn_sum, y->turn_seats), at[1], at[0], at[2]);
    if (y->unspent_turns)
        printf("%s unspent per turn: %.2f\n", p->box->game->unspent_name,
               mean(y->unspent_sum, y->unspent_turns));
}

static void show_ends(const struct sim_plan *p, const struct tally *y)
{
    printf("\nHow matches end\n");
    for (unsigned e = 0; e < y->ending_count; e++) {
        uint64_t count = tally_ends(y, e);
        if (!count) continue;
        printf("  %-*s %5.1f %%  ", NAME_COLUMNS, ending_name(p->box->game, e),
               percent(mean(count, y->games)));
        for (unsigned d = 0; d < p->deck_count; d++)
            printf(" %5" PRIu64, y->ends[d * y->ending_count + e]);
        printf("\n");
    }
    printf("  (rule, share, and wins by it of each deck in the order above)\n");
    printf("  %-*s %5.1f %%\n", NAME_COLUMNS, "draws", percent(mean(y->draws, y->games)));
}

static void show_rounds(const struct sim_plan *p, const struct tally *y)
{
    printf("\nRounds: %" PRIu64 ", %.2f turns on average; how they end\n", y->rounds,
           mean(y->round_turns, y->rounds));
    for (unsigned e = 0; e < y->ending_count; e++)
        if (y->round_ends[e])
            printf("  %-*s %5.1f %%\n", NAME_COLUMNS, ending_name(p->box->game, e),
                   percent(mean(y->round_ends[e], y->rounds)));
}

void show_sim(const struct sim_plan *p, const struct tally *y)
{
    printf("%s: %" PRIu64 " matches, %s against %s, seed %" PRIu64 "\n", p->box->game->title,
           y->games, p->bots[0]->name, p->bots[1]->name, p->seed);
    if (p->bots[0] != p->bots[1]) {
        printf("\nWins per bot\n");
        for (unsigned b = 0; b < 2; b++) show_share(p->bots[b]->name, y->bots[b]);
    }
    if (p->deck_count > 1) {
        show_decks(p, y);
        p->deck_count <= MATRIX_DECKS ? show_matrix(p, y) : show_pairs(p, y);
    }
    printf("\nWins of the seat that goes first, or of seat 1 where turns are taken together\n");
    show_share("all decks", y->first);
    if (y->turn_sum) show_turns(p, y);
    if (y->rounds) show_rounds(p, y);
    show_ends(p, y);
}

// --- JSON ---------------------------------------------------------------------------------------

// Names are card text: letters, digits, blanks; quotes and backslashes are escaped all the same.
static void write_name(FILE *f, const char *name)
{
    fputc('"', f);
    for (; *name; name++) {
        if (*name == '"' || *name == '\\') fputc('\\', f);
        if ((unsigned char)*name >= ' ') fputc(*name, f);
    }
    fputc('"', f);
}

static void write_score(FILE *f, struct score s)
{
    fprintf(f, "{\"matches\": %" PRIu64 ", \"wins\": %" PRIu64 ", \"draws\": %" PRIu64 "}", s.games,
            s.wins, s.draws);
}

static void write_decks(FILE *f, const struct sim_plan *p, const struct tally *y)
{
    fprintf(f, "  \"decks\": [");
    for (unsigned d = 0; d < p->deck_count; d++) {
        fprintf(f, "%s\n    ", d ? "," : "");
        write_name(f, p->decks[d]->name);
    }
    fprintf(f, "\n  ],\n  \"match_ups\": [");
    for (unsigned a = 0; a < p->deck_count; a++) {
        fprintf(f, "%s\n    [", a ? "," : "");
        for (unsigned b = 0; b < p->deck_count; b++) {
            if (b) fprintf(f, ",\n     ");
            write_score(f, y->pairs[a * y->deck_count + b]);
        }
        fputc(']', f);
    }
    fprintf(f, "\n  ],\n");
}

static void write_ends(FILE *f, const struct sim_plan *p, const struct tally *y)
{
    const char *comma = "";
    fprintf(f, "  \"ends\": {");
    for (unsigned e = 0; e < y->ending_count; e++) {
        if (!tally_ends(y, e)) continue;
        fprintf(f, "%s\n    \"%s\": [", comma, ending_name(p->box->game, e));
        for (unsigned d = 0; d <= y->deck_count; d++)
            fprintf(f, "%s%" PRIu64, d ? ", " : "", y->ends[d * y->ending_count + e]);
        fputc(']', f);
        comma = ",";
    }
    fprintf(f, "\n  },\n");
}

static void write_turns(FILE *f, const struct tally *y)
{
    fprintf(f, "  \"turns\": [");
    for (unsigned t = 0; t < TURNS_SHOWN; t++) fprintf(f, "%s%" PRIu64, t ? ", " : "", y->turns[t]);
    fprintf(f, "],\n  \"turn_sum\": %" PRIu64 ", \"turn_seats\": %" PRIu64 ",\n", y->turn_sum,
            y->turn_seats);
    fprintf(f, "  \"unspent_sum\": %" PRIu64 ", \"unspent_turns\": %" PRIu64 ",\n", y->unspent_sum,
            y->unspent_turns);
}

static void write_rounds(FILE *f, const struct sim_plan *p, const struct tally *y)
{
    const char *comma = "";
    fprintf(f, "  \"rounds\": %" PRIu64 ", \"round_turns\": %" PRIu64 ",\n  \"round_ends\": {",
            y->rounds, y->round_turns);
    for (unsigned e = 0; e < y->ending_count; e++) {
        if (!y->round_ends[e]) continue;
        fprintf(f, "%s\"%s\": %" PRIu64, comma, ending_name(p->box->game, e), y->round_ends[e]);
        comma = ", ";
    }
    fprintf(f, "},\n");
}

void write_sim_json(FILE *f, const struct sim_plan *p, const struct tally *y)
{
    fprintf(f, "{\n  \"game\": \"%s\", \"version\": \"%s\", \"seed\": %" PRIu64 ",\n",
            p->box->game->name, p->box->game->version, p->seed);
    fprintf(f, "  \"matches\": %" PRIu64 ", \"draws\": %" PRIu64 ", \"decisions\": %" PRIu64 ",\n",
            y->games, y->draws, y->decisions);
    fprintf(f, "  \"bots\": [\"%s\", \"%s\"],\n  \"bot_scores\": [", p->bots[0]->name,
            p->bots[1]->name);
    write_score(f, y->bots[0]);
    fprintf(f, ", ");
    write_score(f, y->bots[1]);
    fprintf(f, "],\n  \"first\": ");
    write_score(f, y->first);
    fprintf(f, ",\n");
    write_decks(f, p, y);
    write_turns(f, y);
    write_rounds(f, p, y);
    write_ends(f, p, y);
    fprintf(f, "  \"complete\": %s\n}\n", y->games == p->games ? "true" : "false");
}
