// given.c - writes "given" by trying: cards first, then every word of the game that still says
// something else of the position than of the one arranged so far.
#include "match/given.h"

#include "engine/notation.h"
#include "engine/table.h"
#include "match/scenario.h"

#include <string.h>

enum { SAID_MOST = 160, GIVEN_MAX = 32 * 1024, OTHER_QUESTION = 1000 };

// A word that is said, of the table, a seat, or a card by its place in the real position.
struct said {
    const struct scenario_word *word;
    seat_id                     seat;
    card_id                     card;
    int                         value;
};

struct given {
    const struct box   *box;
    const struct table *t; // as it is
    const char         *head;
    struct given_wish   wish;
    unsigned            phase;
    struct said         said[SAID_MOST];
    unsigned            count;
    bool               *out; // of each card: it is left out
    char                text[GIVEN_MAX];
    struct arena        arena;
};

// --- writing ------------------------------------------------------------------------------------

static void write_value(const struct said *s, struct writer *w)
{
    static const char *const ROMAN[] = { "0", "I", "II", "III", "IV", "V" };
    write_chars(w, s->word->word);
    switch (s->word->value) {
    case WORD_FLAG: return;
    case WORD_ROMAN:
        if (s->value >= 0 && s->value <= 5)
            write_format(w, " %s", ROMAN[s->value]);
        else
            write_format(w, " %d", s->value);
        return;
    case WORD_NUMBER: write_format(w, " %d", s->value); return;
    case WORD_SEAT_NAME:
        write_format(w, " %s", s->value < SEATS_MAX ? SEAT_NAMES[s->value] : "nobody");
        return;
    case WORD_CHOICE: write_format(w, " %s", s->word->values[s->value]); return;
    }
}

static card_id host_of(const struct table *t, card_id card)
{
    return t->game->attached_to ? t->game->attached_to(t, card) : NO_CARD;
}

// The card that it lies on in the end.
static card_id lowest(const struct table *t, card_id card)
{
    for (card_id host; (host = host_of(t, card)) != NO_CARD;) card = host;
    return card;
}

static void write_card(const struct given *a, card_id id, struct writer *w)
{
    const struct core      *c    = a->t->state;
    const struct card      *card = card_at(c, id);
    const struct zone_name *zone = &a->t->game->zones[card->zone];
    write_chars(w, a->box->pool->defs[card->def].name);
    if (zone->seat != NO_SEAT && card->owner != zone->seat)
        write_format(w, " owned by %s", SEAT_NAMES[card->owner]);
    for (seat_id s = 0; s < c->seats; s++) {
        bool shown = a->wish.sees >> s & 1 && zone->sight != SIGHT_NOBODY;
        if (card->owner != s && (shown || knows(c, s, id)) && zone->sight != SIGHT_ALL)
            write_format(w, " known to %s", SEAT_NAMES[s]);
        else if (card->owner != s && shown && !knows(c, s, id))
            write_format(w, " known to %s", SEAT_NAMES[s]); // face down where all may look
    }
    for (unsigned i = 0; i < a->count; i++)
        if (a->said[i].card == id) {
            write_chars(w, " ");
            write_value(&a->said[i], w);
        }
}

static void write_attached(const struct given *a, card_id host, struct writer *w)
{
    const struct core *c    = a->t->state;
    bool               many = false;
    EACH_IN_ZONE(id, c, card_at(c, host)->zone) {
        if (id == host || a->out[id] || host_of(a->t, id) == NO_CARD || lowest(a->t, id) != host)
            continue;
        write_chars(w, many ? " and " : " with ");
        write_card(a, id, w);
        many = true;
    }
}

static void write_zone(const struct given *a, zone_id z, seat_id owner, struct writer *w)
{
    const struct core      *c    = a->t->state;
    const struct zone_name *zone = &a->t->game->zones[z];
    unsigned                n    = 0;
    EACH_IN_ZONE(id, c, z) {
        if (host_of(a->t, id) != NO_CARD || a->out[id]) continue;
        if (zone->seat == NO_SEAT && card_at(c, id)->owner != owner) continue;
        if (zone->sight == SIGHT_NOBODY && n >= a->wish.deck_max) break;
        if (n++)
            write_chars(w, ", ");
        else
            write_format(w, "          %s %s: ", SEAT_NAMES[owner], zone->name);
        write_card(a, id, w);
        write_attached(a, id, w);
    }
    if (n) write_chars(w, "\n");
}

static void write_lines(struct given *a)
{
    struct writer      w = writer_on(a->text, sizeof a->text);
    const struct core *c = a->t->state;
    write_format(&w, "%sgiven     %s to act, %s phase\n", a->head, SEAT_NAMES[a->wish.seat],
                 a->t->game->phases[a->phase]);
    for (zone_id z = 0; z < c->zone_count; z++) {
        seat_id seat = a->t->game->zones[z].seat;
        for (seat_id s = 0; s < c->seats; s++)
            if (seat == s || seat == NO_SEAT) write_zone(a, z, s, &w);
    }
    for (unsigned i = 0; i < a->count; i++) {
        const struct said *s = &a->said[i];
        if (s->card != NO_CARD) continue; // said where it lies
        write_chars(&w, "          ");
        if (s->seat != NO_SEAT) write_format(&w, "%s ", SEAT_NAMES[s->seat]);
        write_value(s, &w);
        write_chars(&w, "\n");
    }
}

// --- comparing ----------------------------------------------------------------------------------

typedef bool differing(struct given *, const struct said *, void *context);

// The card of the other position that stands for this one: same zone, owner and place in it.
static card_id twin_of(const struct core *c, card_id card, const struct core *other)
{
    unsigned nth = 0;
    EACH_IN_ZONE(id, c, card_at(c, card)->zone) {
        if (id == card) break;
        nth += card_at(c, id)->owner == card_at(c, card)->owner;
    }
    EACH_IN_ZONE(id, other, card_at(c, card)->zone) {
        if (card_at(other, id)->owner != card_at(c, card)->owner || nth-- > 0) continue;
        return card_at(other, id)->def == card_at(c, card)->def ? id : NO_CARD;
    }
    return NO_CARD;
}

static bool is_said_of(const struct scenario_word *word, seat_id seat, card_id card)
{
    return word->set && word->scope == (card != NO_CARD   ? WORD_CARD
                                        : seat != NO_SEAT ? WORD_SEAT
                                                          : WORD_TABLE);
}

// The words that say something else of this thing here than there; all of them are counted, and
// the one of number `nth` comes out.
static unsigned differ_in(const struct given *a, const struct table *there, seat_id seat,
                          card_id card, card_id twin, unsigned nth, struct said *out)
{
    unsigned count = 0;
    for (const struct scenario_word *w = a->t->game->scenario_words; w->word; w++) {
        if (!is_said_of(w, seat, card)) continue;
        seat_id of  = card == NO_CARD ? seat : card_at(a->t->state, card)->owner;
        int     now = w->get(a->t, of, card);
        if (now == w->get(there, of, twin) || (w->value == WORD_FLAG && !now) ||
            (w->value == WORD_CHOICE && now < 0))
            continue;
        if (count++ == nth) *out = (struct said){ w, card == NO_CARD ? seat : NO_SEAT, card, now };
    }
    return count;
}

// All things in turn.
static unsigned differences(const struct given *a, const struct table *there, unsigned nth,
                            struct said *out)
{
    const struct core *c     = a->t->state;
    unsigned           count = differ_in(a, there, NO_SEAT, NO_CARD, NO_CARD, nth, out);
    for (seat_id s = 0; s < c->seats; s++)
        count += differ_in(a, there, s, NO_CARD, NO_CARD, nth - count, out);
    for (card_id id = 0; id < c->card_count; id++) {
        const struct card *card = card_at(c, id);
        if (card->zone == NO_ZONE) continue;
        card_id twin = twin_of(c, id, there->state);
        if (twin != NO_CARD) count += differ_in(a, there, NO_SEAT, id, twin, nth - count, out);
    }
    return count;
}

// How far the arranged position is from the real one; UINT32_MAX: it cannot be.
static unsigned distance(struct given *a, struct scenario_opened **opened)
{
    struct error err = { 0 };
    write_lines(a);
    *opened = scenario_arrange(a->box, "position", text_of(a->text), &err);
    if (!*opened) return UINT32_MAX;
    const struct core *is = a->t->state, *made = (*opened)->table.state;
    seat_id            s = a->wish.seat;
    unsigned far = made->asked != is->asked || made->question[s].kind != is->question[s].kind
                       ? OTHER_QUESTION
                       : 0;
    return far + differences(a, &(*opened)->table, UINT32_MAX, NULL);
}

// Says word after word, as long as it brings the position nearer.
static unsigned approach(struct given *a)
{
    struct scenario_opened *opened;
    unsigned                far = distance(a, &opened), skipped = 0;
    while (far != UINT32_MAX && a->count < SAID_MOST) {
        struct said next;
        if (differences(a, &opened->table, skipped, &next) <= skipped) break;
        a->said[a->count++] = next;
        struct scenario_opened *nearer;
        unsigned                now = distance(a, &nearer);
        if (now < far) {
            scenario_close(opened);
            opened = nearer;
            far    = now;
        } else {
            scenario_close(nearer);
            a->count--;
            skipped++;
        }
    }
    scenario_close(opened);
    return far;
}

struct given *given_begin(const struct box *box, const struct table *t, const char *head,
                          const struct given_wish *wish, struct error *err)
{
    struct arena arena;
    arena_init(&arena);
    struct given *a = ARENA_NEW(&arena, struct given), *best = ARENA_NEW(&arena, struct given);
    unsigned      least = OTHER_QUESTION;
    *a                  = (struct given){ .box = box, .t = t, .head = head, .wish = *wish };
    a->out              = ARENA_ARRAY(&arena, bool, t->state->card_limit);
    for (; t->game->phases[a->phase]; a->phase++) {
        a->count     = 0;
        unsigned far = approach(a);
        if (far >= least) continue;
        least = far;
        *best = *a;
    }
    best->arena = arena;
    if (least < OTHER_QUESTION) return best;
    (void)fail(err, BAD_INPUT, (struct place){ 0 }, "no phase asks the same");
    arena_finish(&arena);
    return NULL;
}

void given_leave_out(struct given *a, card_id card, bool left_out) { a->out[card] = left_out; }

static bool is_counted(const struct given *a, const struct said *s, seat_id seat)
{
    seat_id of = s->card == NO_CARD ? s->seat : card_at(a->t->state, s->card)->owner;
    return of == seat && s->word->value == WORD_NUMBER && s->value > 1;
}

bool given_weaken(struct given *a, seat_id seat, struct rng *rng)
{
    unsigned counted = 0, chosen = 0;
    for (unsigned i = 0; i < a->count; i++) {
        if (!is_counted(a, &a->said[i], seat)) continue;
        if (rng_below(rng, ++counted) == 0) chosen = i;
    }
    if (!counted) return false;
    struct said *s = &a->said[chosen];
    s->value       = (int)(1 + rng_below(rng, (uint32_t)s->value - 1));
    return true;
}

const char *given_text(struct given *a)
{
    write_lines(a);
    return a->text;
}

void given_end(struct given *a)
{
    if (!a) return;
    struct arena arena = a->arena;
    arena_finish(&arena);
}
