// What can be chosen and what cannot: "offered" and "refused".
#include "match/scenario_private.h"

#include <string.h>

enum { WORDS_SIZE = 400 };

// --- offered ------------------------------------------------------------------------------------

enum offer_kind { OFFER_EXACT, OFFER_INCLUDES, OFFER_EXCLUDES };
struct offer {
    seat_id         seat;
    enum offer_kind kind;
    size_t          count;              // of run->list
    bool            named[CHOICES_MAX]; // by an item
    struct writer   missing, unexpected;
};

static void add_words(struct writer *w, struct text words)
{
    if (w->size) write_chars(w, ", ");
    write_text(w, words);
}

static void add_choice(const struct run *r, const struct offer *o, size_t index, struct writer *w)
{
    if (w->size) write_chars(w, ", ");
    say_choice(&r->t, o->seat, o->seat, r->list[index], r->names, w);
}

// Does an item end here?
static bool ends_item(struct text t, size_t size)
{
    return size == t.size || t.at[size] == ',' || t.at[size] == ';';
}

// The listed choice that the longest beginning means, its very words before others, one that no
// item has named before one that was; and how long that beginning is.
static bool find_listed(const struct run *r, const struct offer *o, struct text rest, size_t *index,
                        size_t *size)
{
    bool exact = false, fresh = false;
    char words[WORDS_SIZE];
    *size = 0;
    for (size_t i = 0; i < o->count; i++) {
        size_t here = choice_said_at(&r->t, o->seat, rest, &r->list[i], r->names);
        if (!here || here < *size || !ends_item(rest, here)) continue;
        struct writer w = writer_on(words, sizeof words);
        say_choice(&r->t, o->seat, o->seat, r->list[i], r->names, &w);
        bool said = w.size == here && text_equal_fold(text_part(rest, 0, here), text_of(words));
        if (here == *size && (exact || (!said && (fresh || o->named[i])))) continue;
        *size  = here;
        *index = i;
        exact  = said;
        fresh  = !o->named[i];
    }
    return *size > 0;
}

// An item that is not listed: as long as something that could be chosen is, else up to a comma.
static size_t unlisted_size(const struct run *r, const struct offer *o, struct text rest)
{
    size_t size  = choice_said_at(&r->t, o->seat, rest, NULL, r->names);
    size_t comma = text_find(rest, ','), semicolon = text_find(rest, ';');
    if (size && ends_item(rest, size)) return size;
    return comma < semicolon ? comma : semicolon;
}

// What nothing can mean is a slip of the pen, and would always be missing.
static bool is_sensible(const struct run *r, seat_id seat, struct text item, const struct cursor *c)
{
    struct choice choice;
    struct error  why = { 0 };
    if (item.size && choice_said_at(&r->t, seat, item, NULL, r->names) == item.size) return true;
    return read_choice(&r->t, seat, item, r->names, &choice, &why) || refuse(c, "%s", why.text);
}

static bool offer_item(struct run *r, struct offer *o, struct cursor *c)
{
    size_t index = 0, size;
    if (find_listed(r, o, c->rest, &index, &size)) {
        if (o->kind == OFFER_EXCLUDES)
            add_choice(r, o, index, &o->unexpected);
        else if (o->named[index])
            add_words(&o->missing, text_part(c->rest, 0, size));
        o->named[index] = true;
    } else {
        size             = unlisted_size(r, o, c->rest);
        struct text item = text_trim(text_part(c->rest, 0, size));
        if (o->kind != OFFER_EXCLUDES)
            add_words(&o->missing, item);
        else if (!is_sensible(r, o->seat, item, c))
            return false;
    }
    cursor_skip(c, size);
    if (!at_separator(c)) return refuse(c, "a comma is missing");
    take_separator(c);
    return true;
}

static bool differs_in_offers(struct run *r, const struct offer *o, const struct step *step)
{
    char          expected[SAID_MAX / 2], found[SAID_MAX];
    struct writer e = writer_on(expected, sizeof expected), w = writer_on(found, sizeof found);
    for (uint32_t i = 0; i < step->count; i++) {
        if (i) write_chars(&e, "; ");
        write_text(&e, step->lines[i].text);
    }
    if (o->missing.size) write_format(&w, "missing: %s", o->missing.at);
    if (o->missing.size && o->unexpected.size) write_chars(&w, "; ");
    if (o->unexpected.size) write_format(&w, "unexpected: %s", o->unexpected.at);
    return differs(r, expected, "%s", found);
}

static bool take_head(struct cursor *c, struct offer *o)
{
    if (!take_seat(c, &o->seat))
        return refuse(c, "a line reads \"offered Ash: ...\", \"offered Ash includes: ...\" or "
                         "\"offered Ash excludes: ...\"");
    if (take_words(c, "includes"))
        o->kind = OFFER_INCLUDES;
    else if (take_words(c, "excludes"))
        o->kind = OFFER_EXCLUDES;
    return take_sign(c, ':') ? true : refuse(c, "a colon stands here");
}

static bool offers_nothing(struct run *r, seat_id seat)
{
    char          asked[SAID_MAX / 2];
    struct writer w = writer_on(asked, sizeof asked);
    if (!is_asked(r, seat)) return true;
    write_asked(r, &w);
    return differs(r, "nothing is offered", "%s", asked);
}

static bool offered_holds(struct run *r, const struct step *step)
{
    char         missing[SAID_MAX / 2], unexpected[SAID_MAX / 2];
    struct offer o = { .seat = NO_SEAT };
    o.missing      = writer_on(missing, sizeof missing);
    o.unexpected   = writer_on(unexpected, sizeof unexpected);
    for (uint32_t i = 0; i < step->count; i++) {
        struct cursor c = cursor_on(r, &step->lines[i]);
        if (i == 0) {
            if (!take_head(&c, &o)) return false;
            if (text_equal_fold(c.rest, TEXT("nothing"))) return offers_nothing(r, o.seat);
            if (!is_asked(r, o.seat)) {
                struct writer w = writer_on(missing, sizeof missing);
                write_asked(r, &w);
                return differs(r, "a choice is offered", "asked is %s", missing);
            }
            o.count = table_choices(&r->t, o.seat, r->list, CHOICES_MAX);
        }
        while (!at_end(&c))
            if (!offer_item(r, &o, &c)) return false;
    }
    for (size_t i = 0; o.kind == OFFER_EXACT && i < o.count; i++)
        if (!o.named[i] && !run_takes_back(r, r->list[i])) add_choice(r, &o, i, &o.unexpected);
    r->line = step->lines;
    return o.missing.size || o.unexpected.size ? differs_in_offers(r, &o, step) : true;
}

bool check_offered(struct run *r, const struct step *step)
{
    return observe(r, step, offered_holds);
}

// --- refused ------------------------------------------------------------------------------------

static const struct {
    const char *words;
    rule_id     rule;
} TABLE_RULES[] = {
    { "not asked", RULE_NOT_ASKED },
    { "no such choice", RULE_NO_SUCH },
    { "the match is over", RULE_GAME_OVER },
    { "picked already", RULE_PICKED_TWICE },
    { "too few", RULE_TOO_FEW },
};

// The last "because" of the line and the rule behind it.
static bool cut_reason(struct cursor *c, rule_id *rule)
{
    size_t last = c->rest.size;
    for (size_t i = 0; i + 9 < c->rest.size; i++)
        if (text_starts_fold(text_part(c->rest, i, c->rest.size), " because ")) last = i;
    struct cursor reason = *c;
    if (last == c->rest.size)
        return refuse(c, "a refusal has a reason: \"... because %s-101\"", c->run->game->prefix);
    reason.rest = text_part(c->rest, last + 9, c->rest.size);
    c->rest     = text_part(c->rest, 0, last);
    for (size_t i = 0; i < COUNT(TABLE_RULES); i++)
        if (take_words(&reason, TABLE_RULES[i].words)) {
            *rule = TABLE_RULES[i].rule;
            return at_end(&reason) ? true : refuse(&reason, "nothing stands behind the reason");
        }
    if (!take_rule(&reason, rule, &c->run->err)) return false;
    return at_end(&reason) ? true : refuse(&reason, "nothing stands behind the rule");
}

static const char *rule_words(const struct run *r, rule_id rule, char *out, size_t size)
{
    char          name[40];
    const char   *text = table_rule_text(r->game, rule, name, sizeof name);
    struct writer w    = writer_on(out, size);
    write_format(&w, "%s: %s", name, text);
    return out;
}

// A deck that the rules refuse; the game's explanation names the rule.
static bool refused_deck(struct run *r, struct cursor c, seat_id seat, rule_id rule)
{
    struct error       why = { 0 };
    const struct rule *wanted;
    struct seat_setup  kept = r->setup.seat[seat];
    bool               ok = take_deck(&c, seat) && (at_end(&c) || refuse(&c, "a comma is missing"));
    bool               legal = ok &&
                 (!r->game->deck_check || r->game->deck_check(r->box->pool, &r->setup, seat, &why));
    r->setup.seat[seat] = kept;
    if (!ok) return false;
    wanted = rule_find(r->game->rules, r->game->rule_count, rule);
    if (!wanted) return refuse(&c, "a deck is refused by a rule of the game");
    if (legal) return differs(r, wanted->name, "the deck is legal");
    struct text text = text_of(why.text);
    if (text_find_text(text, text_of(wanted->name)) < text.size) return true;
    return differs(r, wanted->name, "%s", why.text);
}

// Goes on through questions with one answer until the choice is refused for the wanted reason; if
// it never is, the first reason stays.
static bool refused_later(struct run *r, struct text words, seat_id seat, rule_id wanted,
                          struct choice *choice, rule_id *no)
{
    struct error why = { 0 };
    bool         ok  = true;
    for (int i = 0; i < FORCED_WALK_MAX && !r->strict && !r->t.state->over; i++) {
        struct choice now;
        if (!run_forced_answer(r, &ok) || !ok) break;
        if (!read_choice(&r->t, seat, words, r->names, &now, &why)) continue;
        if (table_why_not(&r->t, seat, now) != wanted) continue;
        *choice = now;
        *no     = wanted;
        break;
    }
    return ok;
}

static bool refused_line(struct run *r, struct cursor c)
{
    char          expected[WORDS_SIZE], found[WORDS_SIZE];
    struct error  why = { 0 };
    struct choice choice;
    seat_id       seat;
    rule_id       rule = 0;
    if (!take_seat(&c, &seat))
        return refuse(&c, "a line reads \"refused Ash CHOICE because RULE\"");
    if (!cut_reason(&c, &rule)) return false;
    if (take_words(&c, "brings")) {
        take_sign(&c, ':');
        return refused_deck(r, c, seat, rule);
    }
    bool at_once = read_choice(&r->t, seat, c.rest, r->names, &choice, &why) &&
                   table_why_not(&r->t, seat, choice) == rule;
    why.status = OK;
    if (rule != RULE_NOT_ASKED && !at_once && !run_until_asked(r, seat)) return false;
    if (!read_choice(&r->t, seat, c.rest, r->names, &choice, &why))
        return refuse(&c, "%s", why.text);
    rule_id no   = table_why_not(&r->t, seat, choice);
    bool    idle = rule == RULE_NOT_ASKED && !(table_asked(&r->t) >> seat & 1);
    if (idle && no) rule = no; // a rule says why: both are true
    if (no != rule && !refused_later(r, c.rest, seat, rule, &choice, &no)) return false;
    if (!no)
        return differs(r, rule_words(r, rule, expected, sizeof expected), "the choice is allowed");
    if (no != rule) {
        rule_words(r, rule, expected, sizeof expected);
        return differs(r, expected, "%s", rule_words(r, no, found, sizeof found));
    }
    size_t events = r->log.count;
    memcpy(r->copy, r->t.state, r->game->state_size);
    rule_id again = table_answer(&r->t, seat, choice);
    bool    same  = memcmp(r->copy, r->t.state, r->game->state_size) == 0;
    if (again == no && same && r->log.count == events) return true;
    return differs(r, "a refused choice changes nothing", "%s",
                   again != no ? "it was refused for another reason when made"
                   : same      ? "something was told"
                               : "the position changed");
}

bool check_refused(struct run *r, const struct step *step)
{
    for (uint32_t i = 0; i < step->count; i++)
        if (!refused_line(r, cursor_on(r, &step->lines[i]))) return false;
    return true;
}
