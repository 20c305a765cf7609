#include "cli/tables.h"

#include "cli/screen.h"
#include "sim/worth.h"

#include <inttypes.h>
#include <string.h>

enum { NAME_COLUMNS = 20, MATRIX_DECKS = 8, CARDS_SHOWN = 8, RULE_COLUMNS = 46, DRAWN_LEAST = 10 };

static double percent(double share) { return 100 * share; }

static double mean(uint64_t sum, uint64_t count) { return count ? (double)sum / (double)count : 0; }

// A name in that many columns, cut or filled.
static void show_name(const char *name, unsigned columns)
{
    struct text cut = text_of(name);
    while (text_width(cut) > columns) cut = whole_characters(text_part(cut, 0, cut.size - 1));
    printf("%.*s%*s", SHOW(cut), (int)(columns - text_width(cut)), "");
}

// `effect` as of share_within().
static void show_share(const char *name, struct score s, unsigned parts, double effect)
{
    struct share share = share_within(s, parts, effect);
    printf("  ");
    show_name(name, NAME_COLUMNS);
    printf(" %5.1f %%  (%4.1f to %4.1f)  %8" PRIu64 " matches\n", percent(share.value),
           percent(share.low), percent(share.high), s.games);
}

// --- decks --------------------------------------------------------------------------------------

static void show_decks(const struct sim_result *r)
{
    printf("\nWins per deck against the others, mirror matches left out\n");
    for (unsigned d = 0; d < r->deck_count; d++)
        show_share(r->decks[d], tally_deck(r->tally, d), 2, result_effect(r));
}

static void show_cell(struct score s, double effect)
{
    struct share share = share_within(s, 2, effect);
    if (s.games == 0)
        printf("      - ");
    else
        printf(" %4.0f±%-2.0f", percent(share.value), percent(share.high - share.low) / 2);
}

static void show_matrix(const struct sim_result *r)
{
    double effect = result_effect(r);
    printf("\nWins of the deck on the left against each, in %%\n  %*s", NAME_COLUMNS, "");
    for (unsigned d = 0; d < r->deck_count; d++) printf("     (%u)", d + 1);
    for (unsigned a = 0; a < r->deck_count; a++) {
        printf("\n  (%u) ", a + 1);
        show_name(r->decks[a], NAME_COLUMNS - 4);
        for (unsigned b = 0; b < r->deck_count; b++)
            show_cell(r->tally->pairs[a * r->deck_count + b], effect);
    }
    printf("\n");
}

static void show_pairs(const struct sim_result *r)
{
    double effect = result_effect(r);
    printf("\nWins of the first deck\n");
    for (unsigned a = 0; a < r->deck_count; a++)
        for (unsigned b = a + 1; b < r->deck_count; b++) {
            char          name[2 * NAME_COLUMNS];
            struct writer w = writer_on(name, sizeof name);
            write_format(&w, "%.9s - %.8s", r->decks[a], r->decks[b]);
            show_share(name, r->tally->pairs[a * r->deck_count + b], 2, effect);
        }
}

static void show_bots(const struct sim_result *r)
{
    printf("\nWins per bot\n");
    for (unsigned i = 0; i < r->seats; i++) {
        struct score sum   = r->tally->bots[i];
        bool         again = false;
        for (unsigned j = 0; j < r->seats; j++) {
            if (strcmp(r->bots[i], r->bots[j]) != 0) continue;
            if (j > i) score_add(&sum, r->tally->bots[j]);
            again |= j < i;
        }
        if (!again) show_share(r->bots[i], sum, r->teams, result_effect(r));
    }
}

// --- how matches go -----------------------------------------------------------------------------

static void show_turns(const struct sim_result *r)
{
    const struct tally *y     = r->tally;
    struct turn_row     all   = tally_all_turns(y);
    uint64_t            below = 0;
    unsigned            at[3] = { 0 };
    for (unsigned turns = 0; turns < TURNS_SHOWN; turns++) {
        below += y->turns[turns];
        for (unsigned q = 0; q < 3; q++)
            if (below * 4 < y->turn_seats * (q + 1)) at[q] = turns + 1;
    }
    printf("\nOwn turns per player: %.2f on average, median %u, the middle half %u to %u\n",
           mean(y->turn_sum, y->turn_seats), at[1], at[0], at[2]);
    if (r->unspent_name)
        printf("%s unspent per turn: %.2f\n", r->unspent_name, mean(all.unspent, all.ended));
    printf("Decisions per turn: %.2f, of %.2f choices on average\n", mean(all.decisions, all.begun),
           mean(all.options, all.decisions));
}

static void show_lead(const struct sim_result *r)
{
    const struct lead_rows *l   = &r->tally->lead;
    uint64_t                sum = 0;
    for (unsigned i = 0; i < CHANGES_SHOWN; i++) sum += l->changes[i] * i;
    printf("\nThe lead changes %.2f times a match. Who leads wins\n", mean(sum, l->matches));
    show_share("after a quarter", l->at[0], r->teams, result_effect(r));
    show_share("at half time", l->at[1], r->teams, result_effect(r));
    show_share("after three quarters", l->at[2], r->teams, result_effect(r));
}

static void show_ends(const struct sim_result *r)
{
    const struct tally *y = r->tally;
    printf("\nHow matches end\n");
    for (unsigned e = 0; e < y->ending_count; e++) {
        uint64_t drawn = y->ends[y->deck_count * y->ending_count + e],
                 won   = tally_ends(y, e) - drawn;
        if (!won && !drawn) continue;
        printf("  %-10s %5.1f %% won, %5.1f %% drawn   ", r->endings[e],
               percent(mean(won * r->teams, y->games * r->seats)), percent(mean(drawn, y->games)));
        show_name(r->ending_texts[e], COLUMNS_MAX - 44);
        printf("\n");
    }
}

static void show_rounds(const struct sim_result *r)
{
    const struct tally *y   = r->tally;
    uint64_t            all = 0;
    for (unsigned e = 0; e < y->ending_count; e++) all += y->round_ends[e];
    if (!all) return;
    printf("\nRounds: %" PRIu64 ", %.2f turns on average; how they end\n", all,
           mean(y->round_turns, all));
    for (unsigned e = 0; e < y->ending_count; e++)
        if (y->round_ends[e])
            printf("  %-10s %5.1f %%\n", r->endings[e], percent(mean(y->round_ends[e], all)));
}

// --- cards --------------------------------------------------------------------------------------

static void show_card(const struct sim_result *r, const struct card_worth *w)
{
    struct share drawn = share_of_parts(w->drawn, r->teams);
    printf("  ");
    show_name(w->name, NAME_COLUMNS + 6);
    printf(" %5.1f %%  %+5.1f  (%+5.1f to %+5.1f)%s", percent(drawn.value), percent(w->gain.value),
           percent(w->gain.low), percent(w->gain.high), w->stands ? " *" : "  ");
    if (r->has_plays && w->played.games <= w->drawn.games)
        printf("  played in %3.0f %%", percent(mean(w->played.games, w->drawn.games)));
    else if (r->has_plays) // from elsewhere too
        printf("  played %" PRIu64 " times", w->played.games);
    printf("\n");
}

static void show_cards(const struct sim_result *r)
{
    struct arena arena;
    unsigned     count, stand = 0;
    arena_init(&arena);
    const struct card_worth *list = result_worth(&arena, r, DRAWN_LEAST, &count);
    for (unsigned i = 0; i < count; i++) stand += list[i].stands;
    if (count)
        printf("\nWins when drawn, and how much more that is than the decks win (95 %% interval);\n"
               "* beyond noise: %u of %u cards, one in twenty of them by chance\n",
               stand, count);
    for (unsigned i = 0; i < count; i++) {
        if (i == CARDS_SHOWN && count > 2 * CARDS_SHOWN) {
            i = count - CARDS_SHOWN;
            printf("  ... %u more in --json and --report ...\n", count - 2 * CARDS_SHOWN);
        }
        show_card(r, &list[i]);
    }
    arena_finish(&arena);
}

// --- all of it ----------------------------------------------------------------------------------

void show_sim(const struct sim_result *r)
{
    printf("%s, %s: %" PRIu64 " matches, ", r->title, r->mode, r->tally->games);
    if (result_line_ups(r).same_bots)
        printf("%u times %s", r->seats, r->bots[0]);
    else
        for (unsigned i = 0; i < r->seats; i++) printf("%s%s", i ? " against " : "", r->bots[i]);
    printf(", seed %" PRIu64 "\n", r->seed);
    if (r->shards > 1) printf("Shard %u of %u\n", r->shard, r->shards);
    if (!result_line_ups(r).same_bots) show_bots(r);
    if (r->deck_count > 1) {
        show_decks(r);
        r->deck_count <= MATRIX_DECKS ? show_matrix(r) : show_pairs(r);
    }
    if (r->tally->first.games) {
        printf("\nWins of the seat that goes first\n");
        show_share("all decks", r->tally->first, r->teams, result_seat_effect(r));
    }
    if (r->tally->turn_sum) show_turns(r);
    if (r->tally->lead.matches) show_lead(r);
    show_ends(r);
    show_rounds(r);
    show_cards(r);
}

// Those that moved, or those that did not and hold a changed card.
static void show_rows(const struct change_row *rows, unsigned count, bool moved)
{
    for (unsigned i = 0; i < count; i++) {
        char          line[1024];
        struct writer w = writer_on(line, sizeof line);
        if (rows[i].moved != moved || !(moved || rows[i].holds)) continue;
        write_chars(&w, "- ");
        say_change(&rows[i], &w);
        show_wrapped(stdout, line, 0, 2);
    }
}

void show_comparison(const struct comparison *c)
{
    char          cards[2304];
    struct writer w = writer_on(cards, sizeof cards);
    if (c->cards[0])
        write_format(&w, "Changed cards, and the decks that hold them: %s", c->cards);
    else
        write_chars(&w, "No card of the decks is printed differently.");
    show_wrapped(stdout, cards, 0, 2);
    if (c->paired)
        printf("Paired: %" PRIu64 " rounds with the same seeds, of which %" PRIu64
               " came out otherwise.\n",
               c->rounds, c->changed);
    else
        printf("Not paired (%s): the change must be larger to be seen.\n", c->why_not);
    if (!c->moved_match_ups)
        printf("\nNo match-up moved beyond noise.\n");
    else
        printf("\n%u of %u match-ups moved beyond noise:\n", c->moved_match_ups, c->match_up_count);
    show_rows(c->match_ups, c->match_up_count, true);
    if (!c->moved_decks)
        printf("\nNo deck moved beyond noise.\n");
    else
        printf("\n%u of %u decks moved beyond noise:\n", c->moved_decks, c->deck_count);
    show_rows(c->decks, c->deck_count, true);
    unsigned still = 0;
    for (unsigned i = 0; i < c->deck_count; i++) still += c->decks[i].holds && !c->decks[i].moved;
    if (still) printf("\nDecks with a changed card that did not move beyond noise:\n");
    show_rows(c->decks, c->deck_count, false);
}
