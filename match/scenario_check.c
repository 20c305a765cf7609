// What a scenario observes: zones and values, what a seat sees, events, who is asked, the result.
//
// The lines under one keyword must hold together. They are tried in the position as it stands; if
// they do not hold, questions that have one answer only are answered one after the other, and they
// are tried again each time. If they never hold, the failure is about the first position in which
// most of them did.
#include "match/scenario_private.h"

#include <string.h>

enum { ZONE_CARDS_MAX = 512, WORDS_SIZE = 400 };

// What is found along the way is shown as well, each text once.
static void add_later(struct run *r, const char *as_it_stood)
{
    struct text all = { r->later_text, r->later.size }, found = text_of(r->found_text);
    if (text_is(found, as_it_stood) || text_find_text(all, found) < all.size) return;
    if (r->later.size + found.size + 2 > LATER_MAX) return;
    if (r->later.size) write_char(&r->later, '\n');
    write_text(&r->later, found);
}

// Where the lines of a step came closest to holding, and what was found there.
struct closest {
    const struct line *line; // the first that does not hold
    size_t             events;
    unsigned           autos;
    char               expected[SAID_MAX], found[SAID_MAX];
};

static void note_closest(struct run *r, struct closest *c)
{
    *c = (struct closest){ .line = r->line, .events = r->log.count, .autos = r->auto_count };
    memcpy(c->expected, r->expected_text, sizeof c->expected);
    memcpy(c->found, r->found_text, sizeof c->found);
    memcpy(r->kept, r->t.state, r->game->state_size);
    r->later.size = 0;
}

static bool fail_at_closest(struct run *r, const struct closest *c)
{
    memcpy(r->t.state, r->kept, r->game->state_size);
    r->err        = (struct error){ 0 };
    r->log.count  = c->events;
    r->auto_count = c->autos;
    r->line       = c->line;
    return differs(r, c->expected, "%s", c->found);
}

bool observe(struct run *r, const struct step *step,
             bool (*holds)(struct run *, const struct step *))
{
    if (holds(r, step)) return true;
    if (r->err.status != OK || r->strict) return false;
    struct closest closest;
    note_closest(r, &closest);
    for (int i = 0; i < FORCED_WALK_MAX && !r->t.state->over; i++) {
        bool ok;
        if (!run_forced_answer(r, &ok)) break;
        if (!ok) return false;
        if (holds(r, step)) return true;
        if (r->err.status != OK) break;
        if (r->line == closest.line)
            add_later(r, closest.found);
        else if (r->line && closest.line && r->line > closest.line)
            note_closest(r, &closest);
    }
    return fail_at_closest(r, &closest);
}

// --- cards of a zone ----------------------------------------------------------------------------

// What lies in a zone. Cards that lie on others there are not counted if the game knows about them.
struct pile {
    card_id  card[ZONE_CARDS_MAX];
    bool     used[ZONE_CARDS_MAX];
    unsigned count;
};

static card_id host_of(const struct run *r, card_id card)
{
    return r->game->attached_to ? r->game->attached_to(&r->t, card) : NO_CARD;
}

static void gather(const struct run *r, const struct list *list, struct pile *pile)
{
    const struct core *c = r->t.state;
    pile->count          = 0;
    EACH_IN_ZONE(card, c, list->zone) {
        card_id host = host_of(r, card);
        if (host != NO_CARD && card_at(c, host)->zone == list->zone) continue;
        if (list->owner != NO_SEAT && card_at(c, card)->owner != list->owner) continue;
        if (pile->count < ZONE_CARDS_MAX) pile->card[pile->count++] = card;
    }
    memset(pile->used, 0, sizeof pile->used);
}

static bool claims_hold(const struct run *r, struct claim *claims, card_id card)
{
    for (; claims; claims = claims->next) {
        struct claim here = *claims;
        here.card         = card;
        if (here.kind == CLAIM_WORD) here.seat = card_at(r->t.state, card)->owner;
        if (!claim_holds(r, &here)) return false;
    }
    return true;
}

static bool item_is(const struct run *, const struct item *, card_id);

// Exactly the cards that the item names lie on this card.
static bool attached_are(const struct run *r, const struct item *item, card_id host)
{
    enum { ATTACHED_MAX = 32 };
    const struct core *c                   = r->t.state;
    bool               found[ATTACHED_MAX] = { false };
    unsigned           named = 0, lying = 0;
    if (!r->game->attached_to) return true; // they are listed like all others
    for (const struct item *a = item->attached; a; a = a->next) named++;
    for (card_id id = 0; id < c->card_count; id++) {
        if (card_at(c, id)->zone == NO_ZONE || host_of(r, id) != host) continue;
        const struct item *a = item->attached;
        unsigned           i = 0;
        while (a && (i >= ATTACHED_MAX || found[i] || !item_is(r, a, id))) a = a->next, i++;
        if (!a) return false;
        found[i] = true;
        lying++;
    }
    return lying == named;
}

static bool item_is(const struct run *r, const struct item *item, card_id card)
{
    return card_at(r->t.state, card)->def == item->def && claims_hold(r, item->claims, card) &&
           attached_are(r, item, card);
}

// One slot per card that the list names; "A with B" counts as B, A where the game does not know
// what lies on what.
struct slots {
    const struct item *item[ZONE_CARDS_MAX];
    unsigned           count;
};

static void add_slot(struct slots *s, const struct item *item)
{
    if (s->count < ZONE_CARDS_MAX) s->item[s->count++] = item;
}

static void add_attached(struct slots *s, const struct item *item)
{
    if (!item) return;
    add_attached(s, item->next); // the last one named lies on top
    add_slot(s, item);
}

static void spread(const struct run *r, const struct list *list, struct slots *s)
{
    s->count = 0;
    for (const struct item *item = list->items; item; item = item->next)
        for (unsigned i = 0; i < item->count && s->count < ZONE_CARDS_MAX; i++) {
            if (!r->game->attached_to) add_attached(s, item->attached);
            add_slot(s, item);
        }
}

// In any order: items of which more is said choose first.
static bool match_any_order(const struct run *r, const struct slots *s, struct pile *pile)
{
    for (int plain = 0; plain < 2; plain++)
        for (unsigned i = 0; i < s->count; i++) {
            const struct item *item  = s->item[i];
            bool               found = false;
            if ((!item->claims && !item->attached) != plain) continue;
            for (unsigned k = 0; k < pile->count && !found; k++) {
                if (pile->used[k] || !item_is(r, item, pile->card[k])) continue;
                found = pile->used[k] = true;
            }
            if (!found) return false;
        }
    return true;
}

static bool list_holds(const struct run *r, const struct list *list, struct pile *pile)
{
    struct slots s;
    spread(r, list, &s);
    bool     ordered = r->game->zones[list->zone].sight == SIGHT_ALL;
    unsigned from    = 0;
    switch (list->kind) {
    case LIST_NUMBER: return pile->count == list->count;
    case LIST_INCLUDES: return match_any_order(r, &s, pile);
    case LIST_EXCLUDES:
        for (unsigned i = 0; i < s.count; i++)
            for (unsigned k = 0; k < pile->count; k++)
                if (item_is(r, s.item[i], pile->card[k])) return false;
        return true;
    case LIST_TOP:
        if (s.count > pile->count) return false;
        break;
    case LIST_BOTTOM:
        if (s.count > pile->count) return false;
        from = pile->count - s.count;
        break;
    case LIST_EXACT:
        if (s.count != pile->count) return false;
        if (!ordered) return match_any_order(r, &s, pile);
        break;
    }
    for (unsigned i = 0; i < s.count; i++)
        if (!item_is(r, s.item[i], pile->card[from + i])) return false;
    return true;
}

// A card as it is, with the values of all words that the list speaks of.
static void write_found_card(const struct run *r, const struct list *list, card_id card,
                             struct writer *w)
{
    const struct core *c = r->t.state;
    write_chars(w, r->box->pool->defs[card_at(c, card)->def].name);
    for (const struct item *item = list->items; item; item = item->next) {
        for (const struct claim *claim = item->claims; claim; claim = claim->next) {
            struct claim here = *claim;
            if (card_at(c, card)->def != item->def) continue;
            here.card = card;
            if (here.kind == CLAIM_WORD) here.seat = card_at(c, card)->owner;
            write_char(w, ' ');
            write_claim(r, &here, true, w);
        }
        if (card_at(c, card)->def == item->def) break;
    }
    bool first = true;
    for (card_id id = 0; id < c->card_count; id++) {
        if (card_at(c, id)->zone == NO_ZONE || host_of(r, id) != card) continue;
        write_chars(w, first ? " with " : " and ");
        write_chars(w, r->box->pool->defs[card_at(c, id)->def].name);
        first = false;
    }
}

static bool differs_in_zone(struct run *r, const struct cursor *start, const struct list *list,
                            const struct pile *pile)
{
    char          found[SAID_MAX], expected[WORDS_SIZE * 2];
    struct writer w = writer_on(found, sizeof found), e = writer_on(expected, sizeof expected);
    write_text(&e, start->rest);
    say_zone(r->game, NO_SEAT, list->zone, r->names, &w);
    write_chars(&w, ": ");
    for (unsigned i = 0; i < pile->count; i++) {
        if (i) write_chars(&w, ", ");
        write_found_card(r, list, pile->card[i], &w);
    }
    if (!pile->count) write_chars(&w, "empty");
    return differs(r, expected, "%s", found);
}

// --- then ---------------------------------------------------------------------------------------

static bool then_list(struct run *r, struct cursor start)
{
    struct cursor c = start;
    struct list   list;
    struct pile   pile;
    if (!take_list(&c, NO_SEAT, false, &list)) return false;
    gather(r, &list, &pile);
    return list_holds(r, &list, &pile) || differs_in_zone(r, &start, &list, &pile);
}

static void write_subject(const struct run *r, const struct claim *claim, struct writer *w)
{
    if (claim->card != NO_CARD)
        say_card(&r->t, NO_SEAT, claim->card, r->names, w);
    else if (claim->seat < r->t.state->seats)
        write_chars(w, r->names[claim->seat]);
    if (w->size) write_char(w, ' ');
}

static bool then_phrases(struct run *r, struct cursor c)
{
    for (; !at_end(&c); take_separator(&c)) {
        struct claim *claims = NULL;
        if (!take_phrase(&c, &claims)) return false;
        if (!at_separator(&c)) return refuse(&c, "a comma is missing");
        for (const struct claim *claim = claims; claim; claim = claim->next) {
            char          expected[WORDS_SIZE], found[WORDS_SIZE];
            struct writer e = writer_on(expected, sizeof expected);
            struct writer f = writer_on(found, sizeof found);
            if (claim->kind == CLAIM_WORD && !claim->word->get)
                return refuse(&claim->at, "\"%s\" can be set, not tested", claim->word->word);
            if (claim_holds(r, claim)) continue;
            write_subject(r, claim, &e);
            write_subject(r, claim, &f);
            write_claim(r, claim, false, &e);
            write_claim(r, claim, true, &f);
            return differs(r, expected, "%s", found);
        }
    }
    return true;
}

static bool then_holds(struct run *r, const struct step *step)
{
    for (uint32_t i = 0; i < step->count; i++) {
        struct cursor c    = cursor_on(r, &step->lines[i]);
        bool          list = text_find(c.rest, ':') < c.rest.size;
        if (list ? !then_list(r, c) : !then_phrases(r, c)) return false;
    }
    return true;
}

bool check_then(struct run *r, const struct step *step) { return observe(r, step, then_holds); }

// --- sees ---------------------------------------------------------------------------------------

static unsigned seen_in(const struct run *r, const struct list *list, def_id *faces)
{
    unsigned count = 0;
    for (unsigned i = 0; i < r->view.card_count; i++) {
        const struct view_card *card = &r->view.cards[i];
        if (card->zone != list->zone) continue;
        if (list->owner != NO_SEAT && card->owner != list->owner) continue;
        if (count < ZONE_CARDS_MAX) faces[count++] = card->def;
    }
    return count;
}

static bool take_out(def_id *faces, unsigned *count, def_id face)
{
    for (unsigned i = 0; i < *count; i++) {
        if (faces[i] != face) continue;
        memmove(faces + i, faces + i + 1, (--*count - i) * sizeof *faces);
        return true;
    }
    return false;
}

static bool sight_holds(const struct run *r, const struct list *list, def_id *faces, unsigned count)
{
    struct slots s;
    unsigned     left = count, from = 0;
    s.count = 0;
    for (const struct item *item = list->items; item; item = item->next)
        for (unsigned i = 0; i < item->count && s.count < ZONE_CARDS_MAX; i++) {
            add_attached(&s, item->attached);
            add_slot(&s, item);
        }
    if (list->kind == LIST_NUMBER) return count == list->count;
    if (list->kind == LIST_EXCLUDES) {
        for (unsigned i = 0; i < s.count; i++)
            if (take_out(faces, &left, s.item[i]->def)) return false;
        return true;
    }
    if (s.count > count || (list->kind == LIST_EXACT && s.count != count)) return false;
    bool ordered = list->kind == LIST_TOP || list->kind == LIST_BOTTOM ||
                   (list->kind == LIST_EXACT && r->game->zones[list->zone].sight == SIGHT_ALL);
    if (list->kind == LIST_BOTTOM) from = count - s.count;
    for (unsigned i = 0; i < s.count; i++)
        if (ordered ? faces[from + i] != s.item[i]->def : !take_out(faces, &left, s.item[i]->def))
            return false;
    return true;
}

static bool sees_line(struct run *r, struct cursor c, seat_id viewer)
{
    struct cursor start = c;
    struct list   list;
    def_id        faces[ZONE_CARDS_MAX];
    if (!take_list(&c, viewer, true, &list))
        return refuse(&start, "what is seen reads like \"Ash hand: ?, ?\"");
    for (const struct item *item = list.items; item; item = item->next)
        if (item->claims) return refuse(&item->claims->at, "only faces are compared here");
    table_view(&r->t, viewer, &r->view);
    unsigned count = seen_in(r, &list, faces);
    if (sight_holds(r, &list, faces, count)) return true;
    char          found[SAID_MAX], expected[WORDS_SIZE * 2];
    struct writer w = writer_on(found, sizeof found), e = writer_on(expected, sizeof expected);
    count = seen_in(r, &list, faces);
    write_text(&e, start.rest);
    say_zone(r->game, viewer, list.zone, r->names, &w);
    write_chars(&w, ": ");
    for (unsigned i = 0; i < count; i++)
        write_format(&w, "%s%s", i ? ", " : "",
                     faces[i] == NO_DEF ? "?" : r->box->pool->defs[faces[i]].name);
    if (!count) write_chars(&w, "empty");
    return differs(r, expected, "%s", found);
}

static bool sees_holds(struct run *r, const struct step *step)
{
    seat_id viewer = NO_SEAT;
    for (uint32_t i = 0; i < step->count; i++) {
        struct cursor c = cursor_on(r, &step->lines[i]), start = c;
        seat_id       named;
        if (take_viewer(&c, &named) && take_sign(&c, ':'))
            viewer = named;
        else
            c = start;
        if (viewer == NO_SEAT) return refuse(&c, "a line reads \"sees Bel: Ash hand: ?, ?\"");
        if (!at_end(&c) && !sees_line(r, c, viewer)) return false;
    }
    return true;
}

bool check_sees(struct run *r, const struct step *step) { return observe(r, step, sees_holds); }

// --- event --------------------------------------------------------------------------------------

static bool happened(const struct run *r, seat_id viewer, struct text words, rule_id because)
{
    char said[WORDS_SIZE];
    for (size_t i = r->events_from; i < r->log.count; i++) {
        const struct event *e = &r->log.events[i];
        struct writer       w = writer_on(said, sizeof said);
        if (because && e->reason.rule != because) continue;
        say_event(&r->t, viewer, e, r->names, &w);
        if (text_equal_fold(words, (struct text){ said, w.size })) return true;
    }
    return false;
}

static bool differs_in_events(struct run *r, struct text line, seat_id viewer, bool wanted)
{
    char          found[SAID_MAX], expected[WORDS_SIZE], said[WORDS_SIZE], why[WORDS_SIZE];
    struct writer w = writer_on(found, sizeof found), e = writer_on(expected, sizeof expected);
    write_chars(&e, "event ");
    write_text(&e, line);
    if (!wanted) return differs(r, expected, "it happened");
    for (size_t i = r->events_from; i < r->log.count; i++) {
        struct writer one = writer_on(said, sizeof said), reason = writer_on(why, sizeof why);
        say_event(&r->t, viewer, &r->log.events[i], r->names, &one);
        say_reason(&r->t, &r->log.events[i].reason, &reason);
        if (!one.size) continue;
        write_format(&w, "%s%s", w.size ? "; " : "", said);
        if (reason.size) write_format(&w, " (%s)", why);
    }
    if (!w.size) write_chars(&w, "no event");
    return differs(r, expected, "%s", found);
}

// "words" or "words because OVE-930"; what stands behind "because" may also belong to the words.
static bool cut_because(const struct cursor *c, struct text *words, rule_id *rule)
{
    size_t      last   = c->rest.size;
    struct text prefix = text_of(c->run->game->prefix);
    for (size_t i = 0; i + 9 < c->rest.size; i++)
        if (text_starts_fold(text_part(c->rest, i, c->rest.size), " because ")) last = i;
    *rule  = 0;
    *words = c->rest;
    if (last == c->rest.size) return true;
    struct cursor reason = *c;
    reason.rest          = text_part(c->rest, last + 9, c->rest.size);
    if (!text_equal_fold(text_part(reason.rest, 0, text_find(reason.rest, '-')), prefix))
        return true;
    *words = text_part(c->rest, 0, last);
    if (!take_rule(&reason, rule, &c->run->err)) return false;
    return at_end(&reason) ? true : refuse(&reason, "nothing stands behind the rule");
}

static bool event_holds(struct run *r, const struct step *step)
{
    enum { ALL = 0xFE, NONE = 0xFD };
    seat_id viewer  = NO_SEAT;
    bool    negated = false;
    for (uint32_t i = 0; i < step->count; i++) {
        struct cursor c = cursor_on(r, &step->lines[i]), start = c;
        seat_id       named = NO_SEAT;
        rule_id       rule;
        bool          no = take_words(&c, "not");
        if (take_words(&c, "all"))
            named = ALL;
        else if (take_words(&c, "none"))
            named = NONE;
        else if (!take_viewer(&c, &named))
            named = NO_SEAT;
        if (named != NO_SEAT && take_sign(&c, ':'))
            viewer = named, negated = no;
        else
            c = start;
        if (viewer == NO_SEAT)
            return refuse(&c, "a line reads \"event Bel: ...\", \"event all: ...\", \"event none: "
                              "...\" or \"event not Bel: ...\"");
        if (at_end(&c)) continue;
        struct text words;
        if (!cut_because(&c, &words, &rule)) return false;
        bool wanted = !negated && viewer != NONE;
        for (seat_id s = 0; s <= SPECTATOR; s++) {
            bool asked = s == viewer || viewer == NONE || (viewer == ALL && s != SPECTATOR);
            if (!asked || (s >= r->t.state->seats && s != SPECTATOR)) continue;
            if (happened(r, s, words, rule) != wanted)
                return differs_in_events(r, start.rest, s, wanted);
        }
    }
    return true;
}

bool check_event(struct run *r, const struct step *step) { return observe(r, step, event_holds); }

// --- asked --------------------------------------------------------------------------------------

static void write_question(const struct run *r, seat_id seat, struct writer *w)
{
    uint8_t            kind  = r->t.state->question[seat].kind;
    const char *const *q     = r->game->questions;
    unsigned           count = 0;
    while (q && count < kind && q[count]) count++;
    if (q && count == kind && q[kind])
        write_chars(w, q[kind]);
    else
        write_format(w, "question %u", kind);
}

static bool asked_question(struct run *r, struct cursor c, const struct cursor *start, seat_id seat)
{
    char          found[WORDS_SIZE], expected[WORDS_SIZE];
    struct writer w = writer_on(found, sizeof found), e = writer_on(expected, sizeof expected);
    write_text(&e, start->rest);
    if (!is_asked(r, seat)) {
        write_asked(r, &w);
        return differs(r, expected, "asked is %s", found);
    }
    write_question(r, seat, &w);
    if (text_equal_fold(c.rest, (struct text){ found, w.size })) return true;
    return differs(r, expected, "%s: %s", r->names[seat], found);
}

static void write_time(const struct run *r, seat_id seat, struct writer *w)
{
    struct time_limit l = table_time(&r->t, seat);
    char              name[40];
    write_format(w, "%s for ", r->names[seat]);
    if (!l.rule) {
        write_chars(w, "as long as it likes");
        return;
    }
    table_rule_text(r->game, l.rule, name, sizeof name);
    write_format(w, "%u seconds%s because %s", l.seconds, l.turn ? " of the turn" : "", name);
}

// "Ash for 90 seconds because OVE-981", "Ash for 150 seconds of the turn".
static bool asked_for(struct run *r, struct cursor *c, const struct cursor *start, seat_id seat)
{
    long    seconds;
    rule_id rule = 0;
    if (!take_number(c, 1, UINT16_MAX, &seconds) ||
        !(take_words(c, "seconds") || take_words(c, "second")))
        return refuse(c, "the time of a question reads \"for 90 seconds\", or \"for 150 seconds of "
                         "the turn\"");
    bool turn = take_words(c, "of the turn");
    if (take_words(c, "because") && !take_rule(c, &rule, &r->err)) return false;
    char          found[SAID_MAX / 2], expected[WORDS_SIZE];
    struct writer w = writer_on(found, sizeof found), e = writer_on(expected, sizeof expected);
    write_chars(&e, "asked ");
    write_text(&e, start->rest);
    if (!is_asked(r, seat)) {
        write_asked(r, &w);
        return differs(r, expected, "asked is %s", found);
    }
    struct time_limit l = table_time(&r->t, seat);
    if (l.rule && l.seconds == seconds && turn == (l.turn != 0) && (!rule || rule == l.rule))
        return true;
    write_time(r, seat, &w);
    return differs(r, expected, "%s", found);
}

static bool asked_holds(struct run *r, const struct step *step)
{
    for (uint32_t i = 0; i < step->count; i++) {
        struct cursor c = cursor_on(r, &step->lines[i]), start = c;
        seat_set      wanted = 0;
        seat_id       seat;
        if (!take_words(&c, "nobody")) do {
                if (!take_seat(&c, &seat)) return refuse(&c, "the name of a seat stands here");
                wanted = (seat_set)(wanted | BIT(seat));
                if (take_sign(&c, ':')) {
                    if (wanted != BIT(seat)) return refuse(&start, "a question is for one seat");
                    if (!asked_question(r, c, &start, seat)) return false;
                    cursor_skip(&c, c.rest.size);
                    wanted = r->t.state->asked; // others may be asked as well
                } else if (take_words(&c, "for")) {
                    if (wanted != BIT(seat)) return refuse(&start, "a time is for one seat");
                    if (!asked_for(r, &c, &start, seat)) return false;
                    wanted = r->t.state->asked;
                }
            } while (take_separator(&c) || take_words(&c, "and"));
        if (!at_end(&c)) return refuse(&c, "names of seats stand here, with commas between them");
        if (wanted == r->t.state->asked) continue;
        char          found[SAID_MAX / 2], expected[WORDS_SIZE];
        struct writer w = writer_on(found, sizeof found), e = writer_on(expected, sizeof expected);
        write_chars(&e, "asked ");
        write_text(&e, start.rest);
        write_asked(r, &w);
        return differs(r, expected, "%s", found);
    }
    return true;
}

bool check_asked(struct run *r, const struct step *step) { return observe(r, step, asked_holds); }

// --- result -------------------------------------------------------------------------------------

static void write_result(const struct run *r, struct writer *w)
{
    const struct core *c     = r->t.state;
    unsigned           count = 0;
    char               name[40];
    if (!c->over) {
        write_chars(w, "none: the match goes on");
        return;
    }
    for (seat_id s = 0; s < c->seats; s++)
        if (c->winners >> s & 1) write_format(w, "%s%s", count++ ? " and " : "", r->names[s]);
    write_chars(w, count == 0 ? "draw" : count == 1 ? " wins" : " win");
    if (!c->over_because) return;
    table_rule_text(r->game, c->over_because, name, sizeof name);
    write_format(w, " because %s", name);
}

// Nobody won, or several sides share the win.
static bool is_draw(const struct core *c)
{
    bool draw = c->winners == 0;
    for (seat_id a = 0; a < c->seats; a++)
        for (seat_id b = 0; b < a; b++)
            draw |= c->winners >> a & 1 && c->winners >> b & 1 && c->team[a] != c->team[b];
    return draw;
}

static bool result_holds(struct run *r, const struct step *step)
{
    const struct core *core = r->t.state;
    for (uint32_t i = 0; i < step->count; i++) {
        struct cursor c = cursor_on(r, &step->lines[i]), start = c;
        seat_set      winners = 0;
        seat_id       seat;
        rule_id       rule = 0;
        bool          none = take_words(&c, "none"), draw = !none && take_words(&c, "draw");
        if (!none && !draw) {
            while (take_seat(&c, &seat)) {
                winners = (seat_set)(winners | BIT(seat));
                if (!take_separator(&c)) take_words(&c, "and");
            }
            if (!winners || !(take_words(&c, "wins") || take_words(&c, "win")))
                return refuse(&c, "a result reads \"Ash wins\", \"Ash and Cyd win\", \"draw\" or "
                                  "\"none\"");
        }
        if (!none && take_words(&c, "because") && !take_rule(&c, &rule, &r->err)) return false;
        if (!at_end(&c)) return refuse(&c, "after the result may stand \"because\" and a rule");
        bool same = draw ? is_draw(core) : core->winners == winners;
        if (none ? !core->over : core->over && same && (!rule || core->over_because == rule))
            continue;
        char          found[WORDS_SIZE], expected[WORDS_SIZE];
        struct writer w = writer_on(found, sizeof found), e = writer_on(expected, sizeof expected);
        write_text(&e, start.rest);
        write_result(r, &w);
        return differs(r, expected, "%s", found);
    }
    return true;
}

bool check_result(struct run *r, const struct step *step) { return observe(r, step, result_holds); }
