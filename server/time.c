// How much time a seat has, as a function of the log alone. A clock starts with a question and has
// some time of its own for it; what goes beyond comes out of a bank: that of the match by the house
// clock, that of the own turn where the rules name one.
#include "server/state.h"

#include "base/hash.h"
#include "engine/table.h"

const char *const CLOCK_NAMES[CLOCK_COUNT] = { "house", "rules", "none" };

static const struct time_rules *rules_of(const struct room *r) { return &r->box->game->time; }

bool clock_has_bank(const struct room *r, seat_id seat)
{
    return r->clock == CLOCK_HOUSE || r->seat[seat].clock.limit.turn;
}

// A turn's questions have nothing of their own.
static uint64_t own_time(const struct seat_clock *c) { return c->limit.turn ? 0 : c->own_ms; }

uint64_t owed_by(const struct room *r, seat_id seat)
{
    const struct seat_clock *c = &r->seat[seat].clock;
    if (r->clock != CLOCK_HOUSE && !c->limit.rule) return NEVER;
    return c->asked_at + own_time(c) + (clock_has_bank(r, seat) ? c->bank_ms : 0);
}

// --- starting and stopping ----------------------------------------------------------------------

// A new own turn: its time; and what counts are turns in a row.
static void start_turn(const struct time_rules *rules, struct seat_clock *c)
{
    if (rules->by_turns) {
        if (!c->ran_out || c->limit.turn != c->turn + 1) c->time_outs = 0;
        c->ran_out = false;
    }
    c->turn    = c->limit.turn;
    c->bank_ms = c->limit.seconds * 1000u;
}

static void start_clock(struct room *r, seat_id seat, uint64_t at)
{
    struct seat_clock *c = &r->seat[seat].clock;
    c->asked_at          = at;
    if (r->clock != CLOCK_RULES) {
        c->own_ms = r->allowance_ms;
        return;
    }
    c->limit = table_time(&r->match->table, seat);
    if (!rules_of(r)->by_turns) c->ran_out = false;
    if (!c->limit.turn)
        c->own_ms = c->limit.seconds * 1000u;
    else if (c->limit.turn != c->turn)
        start_turn(rules_of(r), c);
}

// What was used is gone; a bot uses nothing.
void stop_clock(struct room *r, seat_id seat, uint64_t at)
{
    struct seat_clock *c    = &r->seat[seat].clock;
    uint64_t           used = at > c->asked_at ? at - c->asked_at : 0;
    uint64_t           own = own_time(c), over = used > own ? used - own : 0;
    if (r->seat[seat].who != WHO_PERSON) return;
    if (own) c->own_ms = used < own ? own - used : 0;
    if (clock_has_bank(r, seat)) c->bank_ms = over < c->bank_ms ? c->bank_ms - over : 0;
}

// --- questions ----------------------------------------------------------------------------------

static uint64_t question_hash(const struct table *t, seat_id seat)
{
    struct choice list[CHOICES_MAX];
    size_t        count = table_choices(t, seat, list, CHOICES_MAX);
    uint64_t      hash  = hash_bytes(&t->state->question[seat], sizeof t->state->question[seat]);
    for (size_t i = 0; i < count; i++) {
        const struct choice *c = &list[i];
        hash = hash_mix(hash, (uint64_t)c->kind << 56 | (uint64_t)c->option << 48 |
                                  (uint64_t)c->card << 32 | (uint64_t)c->target << 16 | c->extra);
    }
    return hash;
}

void questions_look(const struct room *r, struct questions *out)
{
    *out = (struct questions){ .asked = table_asked(&r->match->table) };
    for (seat_id i = 0; i < r->seats; i++)
        if (out->asked >> i & 1) out->what[i] = question_hash(&r->match->table, i);
}

static bool is_same_question(const struct room *r, const struct questions *before, seat_id seat)
{
    return before->asked >> seat & 1 && before->what[seat] == question_hash(&r->match->table, seat);
}

// After a choice. While the others cannot tell that a seat has answered, its clock must not tell
// them either: it runs on until they can.
seat_set pass_clock(struct room *r, const struct questions *before, seat_id actor, bool is_public,
                    uint64_t at)
{
    seat_set asked   = table_asked(&r->match->table);
    unsigned renewed = 0;
    if (is_public || !(asked >> actor & 1)) stop_clock(r, actor, at);
    for (seat_id i = 0; i < r->seats; i++) {
        if (!(asked >> i & 1)) continue;
        bool is_new = !(before->asked >> i & 1);
        if (i == actor ? is_public : is_new) start_clock(r, i, at);
        if (i != actor && !is_new && is_same_question(r, before, i)) continue;
        r->seat[i].owed++;
        renewed |= BIT(i);
    }
    return (seat_set)renewed;
}

static bool is_asked_anew(const struct room *r, const struct questions *before, seat_id seat)
{
    return table_asked(&r->match->table) >> seat & 1 &&
           !(before && is_same_question(r, before, seat));
}

// After anything else. `before` may be NULL: the match begins.
void restart_clocks(struct room *r, const struct questions *before, uint64_t at)
{
    for (seat_id i = 0; i < r->seats; i++) {
        if (!is_asked_anew(r, before, i)) continue;
        r->seat[i].owed++;
        start_clock(r, i, at);
    }
}

// Taking back again and again must not make time: whoever did, and whose clock was stopped before,
// has what was left. While somebody cannot tell that anything was taken back, all clocks run on.
void take_clocks_back(struct room *r, const struct questions *before, seat_id seat, bool is_public,
                      uint64_t at)
{
    struct seat_clock *c   = &r->seat[seat].clock;
    uint64_t           own = c->own_ms, bank = c->bank_ms;
    if (!is_public) {
        for (seat_id i = 0; i < r->seats; i++) r->seat[i].owed += is_asked_anew(r, before, i);
        return;
    }
    restart_clocks(r, before, at);
    if (c->own_ms > own) c->own_ms = own;
    if (c->bank_ms > bank && clock_has_bank(r, seat)) c->bank_ms = bank;
}

// --- running out --------------------------------------------------------------------------------

// Of one clock only the first answer that it gives is a time-out, of one turn the first it gives.
static bool is_time_out(const struct room *r, seat_id seat)
{
    const struct seat_clock *c = &r->seat[seat].clock;
    return r->clock == CLOCK_RULES && rules_of(r)->time_outs && !c->ran_out &&
           (c->limit.turn || !rules_of(r)->by_turns);
}

bool time_out_loses(const struct room *r, seat_id seat)
{
    return is_time_out(r, seat) && r->seat[seat].clock.time_outs + 1u >= rules_of(r)->time_outs;
}

bool count_time_out(struct room *r, seat_id seat)
{
    if (!is_time_out(r, seat)) return false;
    r->seat[seat].clock.time_outs++;
    r->seat[seat].clock.ran_out = true;
    return true;
}
