// Checking afterwards, by anybody: docs/protocol.md, "Fair", and docs/replays.md have every byte.
#include "server/fair.h"

#include "engine/table.h"
#include "server/dealing.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

struct check {
    const struct fair_papers *papers;
    const struct replay      *replay;
    struct fair_report       *report;
    struct error             *err;
    struct place              at;
    json_t                   *told;
    struct dealing            d;
    uint8_t                   seal[HASH_SIZE]; // of the acts so far
    bool                      met;             // the seal that the checker brings was one of them
    struct match             *match;           // played by the acts; NULL: of another version
    struct move              *moves;           // that they leave
    size_t                    move_count, move_capacity;
    bool                      last_by_clock; // the last act: a seat gave up by the rules' clock
};

#define NO_LOG "this is not what a server tells at /commitments"
#define REFUSE(c, ...) fail((c)->err, BAD_INPUT, (c)->at, __VA_ARGS__)

// --- the shuffle --------------------------------------------------------------------------------

static bool read_dealt_seat(json_t *seat, struct dealing *d, unsigned i)
{
    struct text state;
    uint8_t     hash[HASH_SIZE];
    if (!member_text(seat, "state", &state)) return false;
    for (d->state[i] = 0; d->state[i] < DEALT_STATES; d->state[i]++)
        if (text_is(state, DEALT_STATE_NAMES[d->state[i]])) break;
    if (d->state[i] == DEALT_STATES) return false;
    if (!json_is_null(json_object_get(seat, "hash")) &&
        !member_hex(seat, "hash", d->hash[i], HASH_SIZE))
        return false;
    if (d->state[i] != GAVE_SEED) return true;
    if (!member_hex(seat, "seed", d->seed[i], SEED_SIZE)) return false;
    crypto_hash_sha256(hash, d->seed[i], SEED_SIZE);
    return sodium_memcmp(hash, d->hash[i], HASH_SIZE) == 0;
}

static bool read_dealing(struct check *c)
{
    struct dealing *d     = &c->d;
    json_t         *seats = json_object_get(c->told, "seats");
    struct text     game, version;
    json_int_t      table, proof = 1;
    member_int(c->told, "proof", 1, 2, &proof);
    if (!member_text(c->told, "game", &game) || !text_is(game, c->replay->game->name))
        return REFUSE(c, "this is not about a match of %s", c->replay->game->name);
    if (!member_int(c->told, "table", 1, INT64_MAX, &table) ||
        !member_hex(c->told, "rules_hash", d->rules_hash, HASH_SIZE) ||
        !member_hex(c->told, "cards_hash", d->cards_hash, HASH_SIZE) || !json_is_array(seats) ||
        json_array_size(seats) < 1 || json_array_size(seats) > SEATS_MAX)
        return REFUSE(c, "this is not what a server tells at /fair/<table>");
    if (!member_hex(c->told, "secret", d->secret, SEED_SIZE))
        return REFUSE(c, "the server has not told its secret");
    d->proof = (unsigned)proof;
    d->table = (uint64_t)table;
    d->seats = (unsigned)json_array_size(seats);
    // The promise is about the version of the record; what is told must say the same.
    d->game    = c->replay->game->name;
    d->version = c->replay->version;
    if (proof >= 2 && (!member_text(c->told, "version", &version) || !text_is(version, d->version)))
        return REFUSE(c, "the promise is about another version than the record's %s", d->version);
    for (unsigned i = 0; i < d->seats; i++)
        if (!read_dealt_seat(json_array_get(seats, i), d, i))
            return REFUSE(c, "the seed of seat %u is not the one it promised", i + 1);
    return true;
}

static bool check_shuffle(struct check *c)
{
    uint8_t commitment[HASH_SIZE], reckoned[HASH_SIZE];
    if (!read_dealing(c)) return false;
    dealing_commitment(&c->d, reckoned);
    if (!member_hex(c->told, "commitment", commitment, HASH_SIZE) ||
        sodium_memcmp(reckoned, commitment, HASH_SIZE) != 0)
        return REFUSE(c, "the secret is not the one that the server promised");
    dealing_key(&c->d, reckoned);
    if (sodium_memcmp(reckoned, c->replay->setup.key, HASH_SIZE) != 0)
        return REFUSE(c, "these seeds do not make the key of the match");
    c->report->proof = c->d.proof;
    for (unsigned i = 0; i < c->d.seats; i++) c->report->missing += c->d.state[i] == GAVE_NONE;
    return true;
}

// --- cards and rules ----------------------------------------------------------------------------

static bool check_texts(struct check *c)
{
    const struct replay *p = c->replay;
    uint8_t              rules[HASH_SIZE], files[HASH_SIZE], cards[HASH_SIZE];
    game_rules_hash(p->game, rules);
    c->report->other_rules = memcmp(rules, c->d.rules_hash, HASH_SIZE) != 0;
    if (c->d.proof >= 2)
        return memcmp(c->d.cards_hash, p->cards_hash, HASH_SIZE) == 0 ||
               REFUSE(c, "the cards of the record are not those that were promised (cards_hash)");
    // Of old it was the card files' hash: it says something while those are this program's.
    game_files_hash(p->game, files);
    if (memcmp(files, c->d.cards_hash, HASH_SIZE) != 0) return true;
    struct error why = { 0 };
    struct box  *box = box_open(p->game, &why);
    if (!box) return REFUSE(c, "%s", why.text);
    replay_cards_hash(box, cards);
    box_close(box);
    return memcmp(cards, p->cards_hash, HASH_SIZE) == 0 ||
           REFUSE(c, "the cards of the record are not those that were promised (cards_hash)");
}

// --- acts ---------------------------------------------------------------------------------------

static bool take_number(struct text *rest, long max, long *out)
{
    struct text word;
    return text_next_word(rest, &word) && text_number(word, 0, max, out);
}

static bool read_act_choice(struct text word, struct choice *out)
{
    static const long MAX[] = { UINT8_MAX, UINT8_MAX, UINT16_MAX, UINT16_MAX, UINT16_MAX };
    struct text       part;
    long              n[COUNT(MAX)];
    for (unsigned i = 0; i < COUNT(MAX); i++)
        if (!text_cut(&word, '.', &part) || !text_number(part, 0, MAX[i], &n[i])) return false;
    *out = (struct choice){ (uint8_t)n[0], (uint8_t)n[1], (card_id)n[2], (uint16_t)n[3],
                            (uint16_t)n[4] };
    return word.size == 0;
}

static void push_move(struct check *c, seat_id seat, struct choice choice)
{
    c->moves                  = grow(c->moves, c->move_count, &c->move_capacity, sizeof *c->moves);
    c->moves[c->move_count++] = (struct move){ .choice = choice, .seat = seat };
}

static bool act_choice(struct check *c, seat_id seat, struct text rest, size_t number)
{
    struct text   word;
    struct choice choice;
    if (!text_next_word(&rest, &word) || !read_act_choice(word, &choice) ||
        choice.kind == CHOICE_NONE || (rest.size && !text_is(rest, "clock")))
        return REFUSE(c, "act %zu is no choice", number);
    push_move(c, seat, choice);
    if (!c->match) return true;
    if (rest.size && (!(table_asked(&c->match->table) >> seat & 1) ||
                      !choice_equal(choice, table_default(&c->match->table, seat))))
        return REFUSE(c, "act %zu: the clock does not choose this", number);
    return match_answer(c->match, seat, choice) == 0 ||
           REFUSE(c, "act %zu: this choice was not legal", number);
}

static bool act_resign(struct check *c, seat_id seat, struct text rest, size_t number)
{
    long        by;
    struct text word       = rest;
    bool        is_clock   = text_is(rest, "clock");
    bool        is_claimed = text_starts(rest, "claimed ");
    text_next_word(&word, &rest);
    if ((rest.size && !is_clock && !is_claimed) ||
        (is_claimed && (!text_number(word, 0, (long)c->d.seats - 1, &by) || by == seat)) ||
        (is_clock && !c->replay->game->time.give_up))
        return REFUSE(c, "act %zu is no giving up", number);
    push_move(c, seat, (struct choice){ .kind = CHOICE_NONE });
    c->last_by_clock = is_clock;
    c->report->by_clock |= is_clock;
    c->report->claimed |= is_claimed;
    return !c->match || match_concede(c->match, seat) ||
           REFUSE(c, "act %zu: nobody can give up there", number);
}

static bool act_undo(struct check *c, struct text rest, size_t number)
{
    long move;
    if (!text_number(rest, 0, MOVES_MAX, &move) || (size_t)move >= c->move_count)
        return REFUSE(c, "act %zu takes nothing back", number);
    c->move_count = (size_t)move;
    if (c->match) match_go_back(c->match, (size_t)move);
    return true;
}

// The end: by the rules it must be the one that they make.
static bool act_over(struct check *c, struct text rest, size_t number)
{
    static const char *const WORDS[END_COUNT] = { [END_AGREED]    = "draw by agreement",
                                                  [END_ABANDONED] = "abandoned",
                                                  [END_TOO_LONG]  = "draw: too many choices" };
    struct text              word;
    long                     winners;
    unsigned                 end = END_RULES;
    if (!text_next_word(&rest, &word)) return REFUSE(c, "act %zu is no end", number);
    while (end < END_COUNT && !text_is(word, END_NAMES[end])) end++;
    if (end == END_COUNT || !take_number(&rest, 255, &winners))
        return REFUSE(c, "act %zu is no end", number);
    if (end == END_BROKEN ? !text_starts(rest, "abandoned: ")
                          : WORDS[end] && !text_is(rest, WORDS[end]))
        return REFUSE(c, "act %zu: this end has other words", number);
    if (end != END_RULES && winners) return REFUSE(c, "act %zu: nobody wins that way", number);
    if (!c->match) return true;
    const struct core *core = c->match->table.state;
    if ((end == END_RULES) != core->over)
        return REFUSE(c, "act %zu: the match %s", number,
                      core->over ? "was over by the rules" : "was not over by the rules");
    if (end != END_RULES) return true;
    char          words[160]; // as a table has them
    struct writer w = writer_on(words, sizeof words);
    match_say_result_by(c->match,
                        c->last_by_clock ? c->replay->game->time.give_up : core->over_because, &w);
    return (winners == core->winners && text_equal(rest, (struct text){ words, w.size })) ||
           REFUSE(c, "act %zu: the rules make it \"%.*s\"", number, (int)w.size, words);
}

static bool is_time(struct text word) // in ms, of any century
{
    for (size_t i = 0; i < word.size; i++)
        if (word.at[i] < '0' || word.at[i] > '9') return false;
    return word.size > 0 && word.size <= 18;
}

static bool carry_out(struct check *c, struct text line, size_t number, bool is_last)
{
    struct text rest = line, when, what;
    long        seat = 0;
    if (!text_next_word(&rest, &when) || !is_time(when) || !text_next_word(&rest, &what))
        return REFUSE(c, "act %zu says nothing", number);
    if (text_is(what, "over"))
        return is_last ? act_over(c, rest, number)
                       : REFUSE(c, "act %zu follows the end", number + 1);
    if (is_last) return REFUSE(c, "the acts have no end");
    c->last_by_clock = false;
    if (text_is(what, "resume") && !rest.size) return true;
    if (!take_number(&rest, (long)c->d.seats - 1, &seat))
        return REFUSE(c, "act %zu names no seat", number);
    if (text_is(what, "choice")) return act_choice(c, (seat_id)seat, rest, number);
    if (text_is(what, "resign")) return act_resign(c, (seat_id)seat, rest, number);
    if (text_is(what, "undo")) return act_undo(c, rest, number);
    if ((text_is(what, "bot") || text_is(what, "back")) && !rest.size) return true;
    return REFUSE(c, "act %zu is none that there is", number);
}

static bool meets(struct check *c)
{
    char hex[2 * HASH_SIZE + 1];
    sodium_bin2hex(hex, sizeof hex, c->seal, HASH_SIZE);
    c->met |= c->papers->seal && text_equal_fold(text_of(hex), text_of(c->papers->seal));
    memcpy(c->report->seal, hex, sizeof hex);
    return c->met;
}

static bool carry_out_all(struct check *c, json_t *acts)
{
    size_t count = json_array_size(acts);
    for (size_t i = 0; i < count; i++) {
        json_t *value = json_array_get(acts, i);
        if (!json_is_string(value)) return REFUSE(c, "act %zu is no text", i + 1);
        struct text line = { json_string_value(value), json_string_length(value) };
        if (!carry_out(c, line, i + 1, i + 1 == count)) return false;
        seal_step(c->seal, line);
        meets(c);
    }
    c->report->acts = count;
    return true;
}

// What the acts leave must be the record's moves, one by one.
static bool compare_moves(struct check *c)
{
    const struct replay *p = c->replay;
    for (size_t i = 0; i < p->move_count && i < c->move_count; i++) {
        const struct replay_move *move = &p->moves[i];
        if (move->seat == c->moves[i].seat && choice_equal(move->choice, c->moves[i].choice))
            continue;
        struct place at = { p->source, move->line, 0 };
        return fail(c->err, BAD_INPUT, at, "move %zu is not the one that was sealed", i + 1);
    }
    return p->move_count == c->move_count ||
           REFUSE(c, "%zu moves were sealed, the record has %zu", c->move_count, p->move_count);
}

static bool check_acts(struct check *c)
{
    const struct replay *p    = c->replay;
    json_t              *acts = json_object_get(c->told, "acts");
    uint8_t              seal[HASH_SIZE];
    if (p->origin.size) return REFUSE(c, "no server makes a match of a scenario");
    if (p->setup.seats != c->d.seats)
        return REFUSE(c, "%u seats gave seeds, the record has %u", c->d.seats, p->setup.seats);
    if (!json_is_array(acts) || !member_hex(c->told, "seal", seal, HASH_SIZE))
        return REFUSE(c, "the acts of the match, or their seal, are missing");
    uint8_t commitment[HASH_SIZE];
    dealing_commitment(&c->d, commitment);
    seal_first(c->seal, commitment, p->cards_hash, p->setup_hash);
    meets(c);
    if (p->same_version && !(c->match = replay_start(p, c->err))) return false;
    if (!carry_out_all(c, acts) || !compare_moves(c)) return false;
    if (sodium_memcmp(seal, c->seal, HASH_SIZE) != 0)
        return REFUSE(c, "the seal is not that of these acts, set-up and cards, %s",
                      c->report->seal);
    return !c->papers->seal || c->met ||
           REFUSE(c, "the match never had the seal %s", c->papers->seal);
}

// --- the public chain ---------------------------------------------------------------------------

struct link {
    bool    is_seal;
    uint8_t what[HASH_SIZE], chain[HASH_SIZE];
};

static bool read_link(json_t *item, json_int_t *table, struct link *out)
{
    out->is_seal = json_object_get(item, "seal") != NULL;
    return member_int(item, "table", 1, INT64_MAX, table) &&
           member_hex(item, out->is_seal ? "seal" : "commitment", out->what, HASH_SIZE) &&
           member_hex(item, "chain", out->chain, HASH_SIZE);
}

static bool check_link(struct check *c, const struct link *l)
{
    uint8_t told[HASH_SIZE];
    if (l->is_seal)
        return (c->d.proof >= 2 && memcmp(l->what, c->seal, HASH_SIZE) == 0) ||
               REFUSE(c, "the server published another seal of this match");
    if (!member_hex(c->told, "commitment", told, HASH_SIZE) ||
        memcmp(told, l->what, HASH_SIZE) != 0 || !member_hex(c->told, "chain", told, HASH_SIZE) ||
        memcmp(told, l->chain, HASH_SIZE) != 0)
        return REFUSE(c, "the server published another commitment for this table");
    return true;
}

static bool walk_links(struct check *c, json_t *newest)
{
    uint8_t chain[HASH_SIZE];
    bool    wants_seal = c->d.proof >= 2;
    for (size_t i = 0; i < json_array_size(newest); i++) {
        struct link l;
        json_int_t  table;
        if (!read_link(json_array_get(newest, i), &table, &l)) return REFUSE(c, NO_LOG);
        if (i && l.is_seal) link_seal(chain, (uint64_t)table, l.what);
        if (i && !l.is_seal) link_commitment(chain, l.what);
        if (i && memcmp(chain, l.chain, HASH_SIZE) != 0)
            return REFUSE(c, "the chain is broken at its link %zu", i + 1);
        memcpy(chain, l.chain, HASH_SIZE);
        if ((uint64_t)table != c->d.table) continue;
        if (!check_link(c, &l)) return false;
        c->report->listed |= l.is_seal == wants_seal;
    }
    return c->report->listed ||
           REFUSE(c, "it does not list the %s of table %llu", wants_seal ? "seal" : "commitment",
                  (unsigned long long)c->d.table);
}

static bool check_log(struct check *c)
{
    if (!c->papers->log.size) return true;
    c->at        = (struct place){ c->papers->log_source, 0, 0 };
    json_t *json = json_loadb(c->papers->log.at, c->papers->log.size, JSON_REJECT_DUPLICATES, NULL);
    json_t *list = json_object_get(json, "newest");
    bool    fine = json_is_array(list) ? walk_links(c, list) : REFUSE(c, NO_LOG);
    json_decref(json);
    return fine;
}

bool fair_check(const struct fair_papers *papers, const struct replay *replay,
                struct fair_report *report, struct error *err)
{
    struct check c = { .papers = papers,
                       .replay = replay,
                       .report = report,
                       .err    = err,
                       .at     = { papers->source, 0, 0 } };
    *report        = (struct fair_report){ 0 };
    c.told         = json_loadb(papers->told.at, papers->told.size, JSON_REJECT_DUPLICATES, NULL);
    bool fine      = json_is_object(c.told) ? check_shuffle(&c) && check_texts(&c)
                                            : REFUSE(&c, "this is no JSON object");
    if (fine && c.d.proof >= 2) fine = check_acts(&c);
    if (fine && c.d.proof < 2 && papers->seal)
        fine = REFUSE(&c, "no seals were made of this match");
    fine = fine && check_log(&c);
    match_destroy(c.match);
    free(c.moves);
    json_decref(c.told);
    return fine;
}
