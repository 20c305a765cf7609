// ways.c - how a line goes on where words part it: "if you do", "if you do not", "otherwise", "you
// may" of one sentence, and modes (OVE-R466 to OVE-R468).
#include "games/oversoul/lines.h"

struct block {
    size_t from, end;
};

// The block that an op stands in, which is how far "if you do" reaches.
static struct block block_around(const struct table *t, const struct work *w, size_t at)
{
    const struct op *ops = t->pool->ops;
    size_t           n   = book(t)->abilities[w->ability].effects_from;
    struct block     b   = { n, w->end };
    while (n < at) {
        bool around = op_after(ops, n) > at;
        if (around && (ops[n].code == W_EFFECTS || ops[n].code == W_ELSE))
            b = (struct block){ op_child(n), op_after(ops, n) };
        n = around ? n + 1 : op_after(ops, n);
    }
    return b;
}

// Where the line goes on behind "if you do" if that is not the case: at "if you do not", or behind
// the sentence.
static size_t after_failed_if(const struct op *ops, size_t here, size_t end)
{
    for (size_t n = op_after(ops, here); n < end; n = op_after(ops, n)) {
        if (ops[n].code == W_STOP) return n;
        if (ops[n].code == W_THEN_IF && ops[n].value == THEN_IF_NOT) return op_after(ops, n);
    }
    return end;
}

// "Discard 1 card. If you do, Draw 2 cards. If you do not, ...": both ask of the same part.
static bool is_otherwise(const struct op *ops, size_t from, size_t here)
{
    bool asked = false;
    for (size_t n = from; n < here; n = op_after(ops, n)) {
        if (ops[n].code == W_STOP) asked = false;
        if (ops[n].code == W_THEN_IF) asked = ops[n].value == THEN_IF_DONE;
    }
    return asked;
}

size_t after_then_if(const struct table *t, const struct work *w, size_t here)
{
    const struct op *ops = t->pool->ops;
    struct block     b   = block_around(t, w, here);
    if (ops[here].value == THEN_IF_DONE)
        return w->done ? op_after(ops, here) : after_failed_if(ops, here, b.end);
    if (!w->done && !is_otherwise(ops, b.from, here)) return op_after(ops, here);
    size_t n = op_after(ops, here);
    while (n < b.end && ops[n].code != W_STOP) n = op_after(ops, n);
    return n;
}

// "You may" of one sentence, and modes: somebody says how the line goes on.
bool asks_which_way(const struct op *ops, size_t here)
{
    return ops[here].code == W_MODES ||
           (ops[here].code == W_NESTED && op_find(ops, here, W_OFFER) != 0);
}

void go_into(const struct op *ops, struct work *w, size_t nested, bool in)
{
    size_t inner = op_find(ops, nested, W_EFFECTS), other = op_find(ops, nested, W_ELSE);
    w->pc = (uint32_t)(in ? op_child(inner) : other ? op_child(other) : op_after(ops, nested));
}

void take_way(struct table *t, struct work *w)
{
    const struct op *ops   = t->pool->ops;
    size_t           here  = w->pc;
    struct choice    a     = answer_of(&state(t)->core, w->seat);
    bool             takes = a.kind == CHOOSE_MODE || a.kind == CHOOSE_ACCEPT;
    size_t           way   = ops[here].code == W_MODES ? mode_at(ops, here, a.option) : here;
    go_into(ops, w, way, takes);
    if (a.kind == CHOOSE_MODE) w->end = (uint32_t)op_after(ops, way); // modes are the last words
    w->done = takes;
}

// "Your opponent may Discard 1 card": who is asked, or NO_SEAT.
seat_id who_may(const struct table *t, const struct work *w)
{
    seat_id seats[SEATS_MAX];
    if (!op_find(t->pool->ops, op_child(w->pc), W_MAYBE)) return NO_SEAT;
    return players_of(t, w, seats) ? seats[0] : NO_SEAT;
}

// --- what is put off (OVE-R477) -----------------------------------------------------------------

enum { NO_NAME = -1 };

// "At the end of the turn, Return it": once for each card that is "it" now.
void put_off(struct table *t, const struct work *w, size_t later)
{
    const struct op *ops = t->pool->ops;
    struct modifier  m   = { .card   = NO_CARD,
                             .source = w->card,
                             .value  = NO_NAME,
                             .arg    = quoted_ability(book(t), later),
                             .kind   = MOD_LATER,
                             .until  = FOR_GAME,
                             .seat   = w->seat,
                             .flags  = (uint8_t)ops[op_find(ops, later, W_WAITS)].value };
    bool             it  = speaks_of_it_first(ops, op_find(ops, later, W_EFFECTS));
    for (unsigned i = 0; it && i < w->named_count; i++) {
        m.value = (int16_t)w->named[i].card;
        m.words = w->named[i].generation;
        modifier_add(&state(t)->core, m);
    }
    if (!it) modifier_add(&state(t)->core, m);
}

static void take_up(struct table *t, const struct modifier *m)
{
    struct held    h  = { m->arg, m->source };
    bool           it = m->value != NO_NAME;
    struct waiting x  = waiting_for(peek(t), m->source, &h, it ? (card_id)m->value : NO_CARD);
    x.seat            = m->seat;
    if (it) x.it_generation = (uint8_t)m->words;
    wait_for_placement(t, x);
}

void take_up_what_waits(struct table *t, bool turn_ends)
{
    struct oversoul_state *s = state(t);
    for (unsigned i = 0; i < s->core.modifier_count;) {
        const struct modifier m   = s->modifiers[i];
        bool                  end = m.flags == TILL_TURN_ENDS;
        if (m.kind != MOD_LATER || end != turn_ends || (!end && m.seat != s->turn_seat)) {
            i++;
            continue;
        }
        modifier_remove(&s->core, i);
        take_up(t, &m);
    }
}
