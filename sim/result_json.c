// Results as files. Out: members in one order, rows sorted by name, so that the same result is the
// same bytes however it was put together. In: jansson; nothing is believed before it is checked.
#include "sim/result.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1, NAME_BYTES_MAX = 4096, ROWS_MAX = 20000 };
static const char KIND[] = "pentacle sim";

// --- out ----------------------------------------------------------------------------------------

// "<" is escaped too: results lie in web pages.
void result_write_text(const char *name, FILE *f)
{
    fputc('"', f);
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        if (c == '"' || c == '\\')
            fprintf(f, "\\%c", c);
        else if (c < ' ' || c == '<' || c == 127)
            fprintf(f, "\\u%04x", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
}

static void write_numbers(FILE *f, const char *name, const uint64_t *numbers, size_t count)
{
    fprintf(f, "\"%s\": [", name);
    for (size_t i = 0; i < count; i++) fprintf(f, "%s%" PRIu64, i ? ", " : "", numbers[i]);
    fputc(']', f);
}

// Sums, then what they mean: share and 95 % interval.
static void write_score(FILE *f, struct score s, unsigned parts, double effect)
{
    struct share share = share_within(s, parts, effect);
    fprintf(f, "{\"matches\": %" PRIu64 ", \"wins\": %" PRIu64 ", \"draws\": %" PRIu64, s.games,
            s.wins, s.draws);
    if (s.games)
        fprintf(f, ", \"share\": %.4f, \"low\": %.4f, \"high\": %.4f", share.value, share.low,
                share.high);
    fputc('}', f);
}

static void write_scores(FILE *f, const char *name, const struct score *scores, size_t count,
                         unsigned parts, double effect)
{
    fprintf(f, "  \"%s\": [", name);
    for (size_t i = 0; i < count; i++) {
        fprintf(f, "%s\n    ", i ? "," : "");
        write_score(f, scores[i], parts, effect);
    }
    fprintf(f, "\n  ],\n");
}

static void write_plan(FILE *f, const struct sim_result *r)
{
    fprintf(f, "  \"game\": \"%s\", \"title\": ", r->game);
    result_write_text(r->title, f);
    fprintf(f, ", \"version\": \"%s\", \"mode\": \"%s\",\n", r->version, r->mode);
    fprintf(f, "  \"cards_digest\": \"%s\",\n", r->cards_digest);
    fprintf(f,
            "  \"seats\": %u, \"teams\": %u, \"seed\": %" PRIu64 ", \"matches_planned\": %" PRIu64,
            r->seats, r->teams, r->seed, r->games);
    fprintf(f, ",\n  \"shard\": %u, \"shards\": %u, \"rounds_done\": %" PRIu64, r->shard, r->shards,
            r->done);
    fprintf(f, ", \"effect\": %.4f, \"seat_effect\": %.4f", result_effect(r),
            result_seat_effect(r));
    fprintf(f, ", \"complete\": %s,\n", r->done == result_rounds(r) ? "true" : "false");
    fprintf(f, "  \"has_turns\": %s, \"has_lead\": %s, \"has_plays\": %s, \"unspent_name\": ",
            r->has_turns ? "true" : "false", r->has_lead ? "true" : "false",
            r->has_plays ? "true" : "false");
    r->unspent_name ? result_write_text(r->unspent_name, f) : (void)fputs("null", f);
    fprintf(f, ",\n  \"bots\": [");
    for (unsigned i = 0; i < r->seats; i++) {
        fputs(i ? ", " : "", f);
        result_write_text(r->bots[i], f);
    }
    fprintf(f, "],\n  \"team_of_seats\": [");
    for (unsigned i = 0; i < r->seats; i++) fprintf(f, "%s%u", i ? ", " : "", r->team[i]);
    if (r->touched) fprintf(f, "],\n  \"touched\": [%" PRIu32, r->touched);
    fprintf(f, "],\n  \"options_agreed\": [");
    for (unsigned i = 0; i < SIM_OPTIONS_MAX; i++) fprintf(f, "%s%d", i ? ", " : "", r->option[i]);
    fprintf(f, "],\n  \"decks\": [");
    for (unsigned d = 0; d < r->deck_count; d++) {
        fprintf(f, "%s\n    {\"name\": ", d ? "," : "");
        result_write_text(r->decks[d], f);
        fprintf(f, ", \"digest\": \"%s\"}", r->deck_digests[d]);
    }
    fprintf(f, "\n  ],\n");
}

static void write_match_ups(FILE *f, const struct sim_result *r)
{
    double effect = result_effect(r);
    fprintf(f, "  \"match_ups\": [");
    for (unsigned a = 0; a < r->deck_count; a++) {
        fprintf(f, "%s\n    [", a ? "," : "");
        for (unsigned b = 0; b < r->deck_count; b++) {
            if (b) fprintf(f, ",\n     ");
            write_score(f, r->tally->pairs[a * r->deck_count + b], 2, effect);
        }
        fputc(']', f);
    }
    fprintf(f, "\n  ],\n");
    fprintf(f, "  \"against_others\": [");
    for (unsigned d = 0; d < r->deck_count; d++) {
        fprintf(f, "%s\n    ", d ? "," : "");
        write_score(f, tally_deck(r->tally, d), 2, effect);
    }
    fprintf(f, "\n  ],\n");
}

static void write_turns(FILE *f, const struct tally *y)
{
    fprintf(f,
            "  \"turn_sum\": %" PRIu64 ", \"turn_seats\": %" PRIu64 ", \"round_turns\": %" PRIu64
            ",\n  ",
            y->turn_sum, y->turn_seats, y->round_turns);
    write_numbers(f, "turns", y->turns, TURNS_SHOWN);
    fprintf(f, ",\n  \"by_turn\": [");
    for (unsigned i = 0; i < TURNS_SHOWN; i++) {
        const struct turn_row *t = &y->by_turn[i];
        fprintf(f,
                "%s\n    {\"begun\": %" PRIu64 ", \"ended\": %" PRIu64 ", \"unspent\": %" PRIu64
                ", \"decisions\": %" PRIu64 ", \"options\": %" PRIu64 "}",
                i ? "," : "", t->begun, t->ended, t->unspent, t->decisions, t->options);
    }
    fprintf(f, "\n  ],\n  ");
    write_numbers(f, "options", y->options, OPTIONS_SHOWN);
    fprintf(f, ",\n");
}

static void write_lead(FILE *f, const struct sim_result *r)
{
    const struct lead_rows *l = &r->tally->lead;
    fprintf(f, "  \"lead_matches\": %" PRIu64 ",\n  ", l->matches);
    write_numbers(f, "lead_changes", l->changes, CHANGES_SHOWN);
    fprintf(f, ",\n  ");
    write_numbers(f, "lead_last_change", l->last, TENTHS);
    fprintf(f, ",\n");
    write_scores(f, "lead_at_quarters", l->at, QUARTERS, r->teams, result_effect(r));
}

static const char *const
    *sorted_names; // tidy: qsort has no context; files are written by one thread

static int by_name(const void *a, const void *b)
{
    return strcmp(sorted_names[*(const unsigned *)a], sorted_names[*(const unsigned *)b]);
}

static unsigned *sorted(struct arena *arena, const char *const *names, unsigned count)
{
    unsigned *order = ARENA_ARRAY(arena, unsigned, count);
    for (unsigned i = 0; i < count; i++) order[i] = i;
    sorted_names = names;
    qsort(order, count, sizeof *order, by_name);
    return order;
}

static void write_ends(FILE *f, const struct sim_result *r, struct arena *arena)
{
    const struct tally *y     = r->tally;
    const unsigned     *order = sorted(arena, r->endings, y->ending_count);
    const char         *comma = "";
    fprintf(f, "  \"ends\": [");
    for (unsigned i = 0; i < y->ending_count; i++) {
        unsigned e = order[i];
        if (!tally_ends(y, e) && !y->round_ends[e]) continue;
        fprintf(f, "%s\n    {\"rule\": ", comma);
        result_write_text(r->endings[e], f);
        fprintf(f, ", \"text\": ");
        result_write_text(r->ending_texts[e], f);
        fprintf(f, ",\n     \"wins\": [");
        for (unsigned d = 0; d < y->deck_count; d++)
            fprintf(f, "%s%" PRIu64, d ? ", " : "", y->ends[d * y->ending_count + e]);
        fprintf(f, "], \"draws\": %" PRIu64 ", \"rounds\": %" PRIu64 "}",
                y->ends[y->deck_count * y->ending_count + e], y->round_ends[e]);
        comma = ",";
    }
    fprintf(f, "\n  ],\n");
}

static void write_card(FILE *f, const struct sim_result *r, unsigned deck, unsigned card,
                       double effect)
{
    const struct card_row *row = &r->tally->cards[deck * r->tally->card_count + card];
    fprintf(f, "    {\"deck\": %u, \"card\": ", deck);
    result_write_text(r->cards[card], f);
    fprintf(f, ", \"copies\": %u, \"digest\": \"%s\",\n     \"opening\": ",
            r->copies[deck * r->tally->card_count + card], r->card_digests[card]);
    write_score(f, row->opening, r->teams, effect);
    fprintf(f, ",\n     \"drawn\": ");
    write_score(f, row->drawn, r->teams, effect);
    fprintf(f, ",\n     \"played\": ");
    write_score(f, row->played, r->teams, effect);
    fputc('}', f);
}

// All cards of the decks, and what else came into somebody's hand or was played.
static void write_cards(FILE *f, const struct sim_result *r, struct arena *arena)
{
    const struct tally *y      = r->tally;
    const unsigned     *order  = sorted(arena, r->cards, y->card_count);
    const char         *comma  = "";
    double              effect = result_effect(r);
    fprintf(f, "  \"cards\": [");
    for (unsigned d = 0; d < y->deck_count; d++)
        for (unsigned i = 0; i < y->card_count; i++) {
            size_t                 at  = (size_t)d * y->card_count + order[i];
            const struct card_row *row = &y->cards[at];
            if (!r->copies[at] && !row->drawn.games && !row->played.games) continue;
            fprintf(f, "%s\n", comma);
            write_card(f, r, d, order[i], effect);
            comma = ",";
        }
    fprintf(f, "\n  ],\n");
}

static void write_rounds(FILE *f, const struct sim_result *r)
{
    fprintf(f, "  \"rounds\": \"");
    for (uint64_t i = 0; i < r->done * r->seats; i++) fputc('0' + r->scores[i], f);
    fprintf(f, "\"\n}\n");
}

void result_write(const struct sim_result *r, FILE *f)
{
    const struct tally *y      = r->tally;
    double              effect = result_effect(r);
    struct arena        arena;
    arena_init(&arena);
    fprintf(f, "{\n  \"kind\": \"%s\", \"format\": %d,\n", KIND, FORMAT);
    write_plan(f, r);
    fprintf(f, "  \"matches\": %" PRIu64 ", \"draws\": %" PRIu64 ", \"answers\": %" PRIu64 ",\n",
            y->games, y->draws, y->answers);
    write_match_ups(f, r);
    write_scores(f, "deck_scores", y->decks, y->deck_count, r->teams, effect);
    write_scores(f, "bot_scores", y->bots, r->seats, r->teams, effect);
    write_scores(f, "seat_scores", y->seats, r->seats, r->teams, result_seat_effect(r));
    write_scores(f, "first", &y->first, 1, r->teams, result_seat_effect(r));
    write_turns(f, y);
    write_lead(f, r);
    write_ends(f, r, &arena);
    write_cards(f, r, &arena);
    write_rounds(f, r);
    arena_finish(&arena);
}

// --- in -----------------------------------------------------------------------------------------

struct reader {
    struct arena *arena;
    const char   *path;
    struct error *err;
    bool          bad; // something was wrong, and said; everything read after it is nothing
};

static void complain(struct reader *r, const char *what, const char *wanted)
{
    if (!r->bad)
        fail(r->err, BAD_INPUT, (struct place){ r->path, 0, 0 },
             "this result is damaged: \"%s\" wants %s", what, wanted);
    r->bad = true;
}

static json_t *member(struct reader *r, const json_t *object, const char *name)
{
    json_t *found = json_object_get(object, name);
    if (!found) complain(r, name, "to be there");
    return found;
}

static uint64_t number_of(struct reader *r, const json_t *value, const char *name, uint64_t max)
{
    json_int_t found = json_is_integer(value) ? json_integer_value(value) : -1;
    if (found >= 0 && (uint64_t)found <= max) return (uint64_t)found;
    complain(r, name, "whole numbers that can be");
    return 0;
}

static uint64_t number(struct reader *r, const json_t *object, const char *name, uint64_t max)
{
    return number_of(r, member(r, object, name), name, max);
}

static bool truth(struct reader *r, const json_t *object, const char *name)
{
    const json_t *value = member(r, object, name);
    if (!json_is_boolean(value)) complain(r, name, "true or false");
    return json_is_true(value);
}

static const char *text_of_value(struct reader *r, const json_t *value, const char *name)
{
    if (json_is_string(value) && json_string_length(value) < NAME_BYTES_MAX)
        return arena_text(r->arena, text_of(json_string_value(value))).at;
    complain(r, name, "text");
    return "";
}

static const char *words(struct reader *r, const json_t *object, const char *name)
{
    return text_of_value(r, member(r, object, name), name);
}

// A list of that many, or of any number if count is 0.
static const json_t *list(struct reader *r, const json_t *object, const char *name, size_t count)
{
    const json_t *found = member(r, object, name);
    if (json_is_array(found) && (!count || json_array_size(found) == count)) return found;
    complain(r, name, "a list of the right length");
    return NULL;
}

static void read_numbers(struct reader *r, const json_t *object, const char *name, uint64_t *out,
                         size_t count)
{
    const json_t *found = list(r, object, name, count);
    for (size_t i = 0; !r->bad && i < count; i++)
        out[i] = number_of(r, json_array_get(found, i), name, INT64_MAX);
}

static struct score score_in(struct reader *r, const json_t *object, const char *name)
{
    struct score s = { number(r, object, "matches", INT64_MAX),
                       number(r, object, "wins", INT64_MAX),
                       number(r, object, "draws", INT64_MAX) };
    if (s.wins > s.games || s.draws > s.games - s.wins)
        complain(r, name, "no more wins than matches");
    return s;
}

static void read_scores(struct reader *r, const json_t *object, const char *name, struct score *out,
                        size_t count)
{
    const json_t *found = list(r, object, name, count);
    for (size_t i = 0; !r->bad && i < count; i++)
        out[i] = score_in(r, json_array_get(found, i), name);
}

static void read_plan(struct reader *r, const json_t *root, struct sim_result *out)
{
    out->game         = words(r, root, "game");
    out->title        = words(r, root, "title");
    out->version      = words(r, root, "version");
    out->mode         = words(r, root, "mode");
    out->cards_digest = words(r, root, "cards_digest");
    out->seats        = (unsigned)number(r, root, "seats", SEATS_MAX);
    out->teams        = (unsigned)number(r, root, "teams", SEATS_MAX);
    out->seed         = number(r, root, "seed", INT64_MAX);
    out->games        = number(r, root, "matches_planned", INT64_MAX);
    out->shard        = (unsigned)number(r, root, "shard", SIM_SHARDS_MAX);
    out->shards       = (unsigned)number(r, root, "shards", SIM_SHARDS_MAX);
    out->done         = number(r, root, "rounds_done", INT64_MAX);
    out->has_turns    = truth(r, root, "has_turns");
    out->has_lead     = truth(r, root, "has_lead");
    out->has_plays    = truth(r, root, "has_plays");
    if (!json_is_null(member(r, root, "unspent_name")))
        out->unspent_name = words(r, root, "unspent_name");
    if (r->bad) return;
    if (!out->seats || !out->teams || out->teams > out->seats || out->games % out->seats)
        complain(r, "seats", "numbers of seats, teams and matches that go together");
    if (!out->shard || out->shard > out->shards) complain(r, "shard", "a shard that there is");
    if (!r->bad && out->done > result_rounds(out))
        complain(r, "rounds_done", "no more than planned");
}

static void read_bots_and_decks(struct reader *r, const json_t *root, struct sim_result *out)
{
    const json_t *bots = list(r, root, "bots", out->seats), *decks = list(r, root, "decks", 0),
                 *teams = list(r, root, "team_of_seats", out->seats);
    size_t count        = json_array_size(decks);
    if (!r->bad && (!count || count > SIM_DECKS_MAX)) complain(r, "decks", "1 to 32 decks");
    if (r->bad) return;
    for (unsigned i = 0; i < out->seats; i++) {
        out->bots[i] = text_of_value(r, json_array_get(bots, i), "bots");
        out->team[i] = (uint8_t)number_of(r, json_array_get(teams, i), "team_of_seats", SEATS_MAX);
    }
    const json_t *options = list(r, root, "options_agreed", SIM_OPTIONS_MAX);
    for (unsigned i = 0; !r->bad && i < SIM_OPTIONS_MAX; i++)
        out->option[i] = (int16_t)number_of(r, json_array_get(options, i), "options_agreed",
                                            INT16_MAX);
    const json_t *touched = json_object_get(root, "touched");
    if (touched)
        out->touched = (uint32_t)number_of(r, json_array_get(touched, 0), "touched",
                                           UINT32_MAX >> (SIM_DECKS_MAX - count));
    out->deck_count   = (unsigned)count;
    out->decks        = ARENA_ARRAY(r->arena, const char *, count);
    out->deck_digests = ARENA_ARRAY(r->arena, const char *, count);
    for (size_t i = 0; i < count; i++) {
        out->decks[i]        = words(r, json_array_get(decks, i), "name");
        out->deck_digests[i] = words(r, json_array_get(decks, i), "digest");
    }
}

static void read_turns(struct reader *r, const json_t *root, struct tally *y)
{
    const json_t *rows = list(r, root, "by_turn", TURNS_SHOWN);
    y->turn_sum        = number(r, root, "turn_sum", INT64_MAX);
    y->turn_seats      = number(r, root, "turn_seats", INT64_MAX);
    y->round_turns     = number(r, root, "round_turns", INT64_MAX);
    read_numbers(r, root, "turns", y->turns, TURNS_SHOWN);
    for (unsigned i = 0; !r->bad && i < TURNS_SHOWN; i++) {
        const json_t *row = json_array_get(rows, i);
        y->by_turn[i]     = (struct turn_row){ number(r, row, "begun", INT64_MAX),
                                               number(r, row, "ended", INT64_MAX),
                                               number(r, row, "unspent", INT64_MAX),
                                               number(r, row, "decisions", INT64_MAX),
                                               number(r, row, "options", INT64_MAX) };
    }
    read_numbers(r, root, "options", y->options, OPTIONS_SHOWN);
}

static void read_sums(struct reader *r, const json_t *root, struct sim_result *out)
{
    struct tally *y    = out->tally;
    const json_t *rows = list(r, root, "match_ups", out->deck_count);
    y->games           = number(r, root, "matches", INT64_MAX);
    y->draws           = number(r, root, "draws", INT64_MAX);
    y->answers         = number(r, root, "answers", INT64_MAX);
    for (unsigned a = 0; !r->bad && a < out->deck_count; a++) {
        const json_t *row = json_array_get(rows, a);
        if (json_array_size(row) != out->deck_count) complain(r, "match_ups", "a square of scores");
        for (unsigned b = 0; !r->bad && b < out->deck_count; b++)
            y->pairs[a * out->deck_count + b] = score_in(r, json_array_get(row, b), "match_ups");
    }
    read_scores(r, root, "deck_scores", y->decks, out->deck_count);
    read_scores(r, root, "bot_scores", y->bots, out->seats);
    read_scores(r, root, "seat_scores", y->seats, out->seats);
    read_scores(r, root, "first", &y->first, 1);
    read_turns(r, root, y);
    y->lead.matches = number(r, root, "lead_matches", INT64_MAX);
    read_numbers(r, root, "lead_changes", y->lead.changes, CHANGES_SHOWN);
    read_numbers(r, root, "lead_last_change", y->lead.last, TENTHS);
    read_scores(r, root, "lead_at_quarters", y->lead.at, QUARTERS);
    if (!r->bad && y->games != out->done * out->seats)
        complain(r, "matches", "as many as the rounds that are done make");
}

static void read_ends(struct reader *r, const json_t *ends, struct sim_result *out)
{
    struct tally *y = out->tally;
    for (unsigned e = 0; !r->bad && e < y->ending_count; e++) {
        const json_t *row    = json_array_get(ends, e);
        const json_t *wins   = list(r, row, "wins", y->deck_count);
        out->endings[e]      = words(r, row, "rule");
        out->ending_texts[e] = words(r, row, "text");
        for (unsigned d = 0; !r->bad && d < y->deck_count; d++)
            y->ends[d * y->ending_count + e] = number_of(r, json_array_get(wins, d), "wins",
                                                         INT64_MAX);
        y->ends[y->deck_count * y->ending_count + e] = number(r, row, "draws", INT64_MAX);
        y->round_ends[e]                             = number(r, row, "rounds", INT64_MAX);
    }
}

static void read_cards(struct reader *r, const json_t *cards, struct sim_result *out)
{
    struct tally *y = out->tally;
    for (unsigned c = 0; !r->bad && c < y->card_count; c++) {
        const json_t *row    = json_array_get(cards, c);
        uint64_t      deck   = number(r, row, "deck", y->deck_count - 1);
        size_t        at     = (size_t)deck * y->card_count + c;
        out->cards[c]        = words(r, row, "card");
        out->card_digests[c] = words(r, row, "digest");
        out->copies[at]      = (uint16_t)number(r, row, "copies", UINT16_MAX);
        y->cards[at]         = (struct card_row){ score_in(r, member(r, row, "opening"), "opening"),
                                                  score_in(r, member(r, row, "drawn"), "drawn"),
                                                  score_in(r, member(r, row, "played"), "played") };
    }
}

static void read_rounds(struct reader *r, const json_t *root, struct sim_result *out)
{
    const json_t *value  = member(r, root, "rounds");
    const char   *digits = json_string_value(value);
    size_t        count  = (size_t)out->done * out->seats;
    if (!digits || json_string_length(value) != count)
        complain(r, "rounds", "a digit for each side of each round");
    if (r->bad) return;
    out->scores = ARENA_ARRAY(r->arena, uint8_t, count);
    for (size_t i = 0; i < count; i++) {
        if (digits[i] < '0' || digits[i] > (char)('0' + 2 * out->seats))
            complain(r, "rounds", "digits up to twice the number of seats");
        out->scores[i] = (uint8_t)(digits[i] - '0');
    }
}

static void read_all(struct reader *r, const json_t *root, struct sim_result *out)
{
    read_plan(r, root, out);
    if (!r->bad) read_bots_and_decks(r, root, out);
    const json_t *ends = list(r, root, "ends", 0), *cards = list(r, root, "cards", 0);
    unsigned      end_count = (unsigned)json_array_size(ends),
             card_count     = (unsigned)json_array_size(cards);
    if (end_count > ROWS_MAX || card_count > ROWS_MAX) complain(r, "cards", "fewer rows");
    if (r->bad) return;
    out->tally        = tally_new(r->arena, out->deck_count, end_count, card_count);
    out->endings      = ARENA_ARRAY(r->arena, const char *, end_count);
    out->ending_texts = ARENA_ARRAY(r->arena, const char *, end_count);
    out->cards        = ARENA_ARRAY(r->arena, const char *, card_count);
    out->card_digests = ARENA_ARRAY(r->arena, const char *, card_count);
    out->copies       = ARENA_ARRAY(r->arena, uint16_t, (size_t)out->deck_count * card_count);
    read_sums(r, root, out);
    read_ends(r, ends, out);
    read_cards(r, cards, out);
    if (!r->bad) read_rounds(r, root, out);
}

struct sim_result *result_read(struct arena *arena, const char *path, struct error *err)
{
    struct reader      r = { .arena = arena, .path = path, .err = err };
    struct text        file;
    json_error_t       why;
    struct sim_result *out = ARENA_NEW(arena, struct sim_result);
    if (!file_read(arena, path, (size_t)1 << 30, &file, err)) return NULL;
    json_t *root = json_loadb(file.at, file.size, JSON_REJECT_DUPLICATES, &why);
    if (!root) {
        fail(err, BAD_INPUT, (struct place){ path, (uint32_t)why.line, (uint32_t)why.column },
             "not the JSON of a simulation: %s", why.text);
        return NULL;
    }
    const char *kind = json_string_value(json_object_get(root, "kind"));
    if (!kind || strcmp(kind, KIND) != 0 ||
        json_integer_value(json_object_get(root, "format")) != FORMAT) {
        r.bad = !fail(err, BAD_INPUT, (struct place){ path, 0, 0 },
                      "this is no result of \"pentacle sim --json\" (kind \"%s\", format %d)", KIND,
                      FORMAT);
    }
    if (!r.bad) read_all(&r, root, out);
    json_decref(root);
    return r.bad ? NULL : out;
}
