// would.c - "would" Laws: what replaces an event while it happens, and which of several comes first
// (OVE-923, OVE-924).
//
// Such an event lies deep inside a hit, a Cost or a state check, where nobody can be asked. So, if
// a card of the match has such a Law, the step up to the next question is taken on trial: where two
// or more compete and no answer is known, the position goes back to where the step began, the
// player of the affected card is asked (D20), and the step is taken again with the answers so far.
// Whoever was asked before that has the old question and answer back then.
#include "games/oversoul/effects.h"

#include <string.h>

static const uint8_t REPLACING[] = { AMORPHOUS, BARRIER, FRENZY }; // in the order of their words

// --- which Laws compete -------------------------------------------------------------------------

// Two Constructs with the same text have a Law each.
static bool is_applied(const struct oversoul_state *s, card_id c, const struct would *w,
                       const struct held *h)
{
    for (unsigned i = 0; i < w->applied_count; i++)
        if (w->applied[i].ability == h->ability && w->applied[i].source == h->source) return true;
    for (unsigned i = 0; i < s->work_count; i++)
        if (s->works[i].card == c && s->works[i].ability == h->ability &&
            s->works[i].source == h->source)
            return true;
    return false;
}

static bool applies(const struct table *t, card_id c, const struct would *w, const struct held *h)
{
    const struct oversoul_state *s = peek(t);
    const struct ability        *a = &book(t)->abilities[h->ability];
    return a->kind == ABILITY_WOULD && a->replaces & w->deeds && s->work_count < WORKS_MAX &&
           !is_applied(s, c, w, h) && !why_not_limit(t, seat_of(s, c), h) && laws_hold(t, c, h);
}

static bool gives_keyword(const struct ability *a, unsigned keyword)
{
    return a->kind == ABILITY_KEYWORDS && a->keywords >> keyword & 1;
}

// "If an opposing Unit would be Shattered* Exile it": a Law about other cards than its own, or
// about both (OVE-R363).
static bool is_about_cards(const struct table *t, const struct ability *a)
{
    size_t subject = op_child(op_find(t->pool->ops, a->event, W_EVENT));
    return book(t)->filters[subject].kind != FILTER_PRONOUN;
}

static bool speaks_of_affected(const struct table *t, card_id from, const struct held *h,
                               const struct would *w, card_id c)
{
    const struct op *ops = t->pool->ops;
    size_t           law = book(t)->abilities[h->ability].event;
    struct scope     k   = { .t = t, .card = from, .source = h->source, .it = NO_CARD };
    k.seat               = seat_of(peek(t), from);
    for (size_t e = op_child(law); e < op_after(ops, law); e = op_after(ops, e))
        if (ops[e].code == W_EVENT && deeds_named(ops, e) & w->deeds && fits(&k, op_child(e), c))
            return true;
    return false;
}

// Adds the Laws of Active cards that name c to a list of n.
static unsigned add_laws_naming(const struct table *t, card_id c, const struct would *w,
                                struct rival *out, card_id *speaker, unsigned n)
{
    const struct oversoul_state *s = peek(t);
    for (unsigned i = 0; i < s->active_count; i++) {
        struct held list[ABILITIES_HELD_MAX];
        card_id     from = s->active[i];
        if (!holds_any(t, from, HOLDS_WOULD) || body_at(s, from)->flags & BODY_CONSTRUCT) continue;
        if (from != c && is_unaffected(t, c, from)) continue; // OVE-820
        size_t count = abilities_of(t, from, list);
        for (size_t k = 0; k < count && n < RIVALS_MAX; k++) {
            if (!applies(t, from, w, &list[k]) ||
                !is_about_cards(t, &book(t)->abilities[list[k].ability]) ||
                !speaks_of_affected(t, from, &list[k], w, c))
                continue;
            speaker[n] = from;
            out[n++]   = (struct rival){ list[k].ability, list[k].source, NO_KEYWORD, 0 };
        }
    }
    return n;
}

// In printed order; a Keyworded Ability that was gained or lent comes last of its own, then what
// other cards say.
static unsigned find_rivals(const struct table *t, card_id c, const struct would *w,
                            struct rival *out, card_id *speaker)
{
    struct held        list[ABILITIES_HELD_MAX];
    size_t             count   = abilities_of(t, c, list);
    unsigned           n       = 0;
    const struct rival keyword = { NO_ABILITY, NO_CARD, (uint8_t)w->keyword, 0 };
    bool               to_come = w->keyword != NO_KEYWORD;
    for (size_t i = 0; i < count && n + to_come < RIVALS_MAX; i++) {
        if (to_come && gives_keyword(&book(t)->abilities[list[i].ability], w->keyword)) {
            out[n++] = keyword;
            to_come  = false;
        } else if (applies(t, c, w, &list[i]) &&
                   !is_about_cards(t, &book(t)->abilities[list[i].ability])) {
            out[n++] = (struct rival){ list[i].ability, list[i].source, NO_KEYWORD, 0 };
        }
    }
    if (to_come) out[n++] = keyword;
    for (unsigned i = 0; i < n; i++) speaker[i] = c;
    return add_laws_naming(t, c, w, out, speaker, n);
}

bool may_be_replaced(const struct table *t, card_id c, const struct would *w)
{
    struct rival rivals[RIVALS_MAX];
    card_id      speaker[RIVALS_MAX];
    return peek(t)->holds & HOLDS_WOULD && find_rivals(t, c, w, rivals, speaker) > 0;
}

// --- the order (OVE-924) ------------------------------------------------------------------------

static bool same_rival(const struct rival *a, const struct rival *b)
{
    return a->ability == b->ability && a->source == b->source && a->keyword == b->keyword;
}

// Which of them comes first. An answer that is missing is asked for after the trial.
static unsigned first_rival(struct table *t, card_id c, const struct rival *rivals, unsigned n)
{
    struct oversoul_state *s = state(t);
    struct ordering       *o = &s->ordering;
    if (n < 2 || !o->trying) return 0;
    if (o->used < o->given_count && o->given[o->used].card == c)
        for (unsigned i = 0; i < n; i++)
            if (same_rival(&o->given[o->used].law, &rivals[i])) {
                o->used++;
                return i;
            }
    if (o->wanted || o->used == ORDERS_MAX) return 0; // OVE-R130
    // In an imagined world other cards may be affected than were asked for.
    o->given_count = o->used;
    o->wanted      = 1;
    o->card        = c;
    o->seat        = seat_of(s, c);
    o->rival_count = (uint8_t)n;
    memcpy(o->rival, rivals, n * sizeof rivals[0]);
    return 0;
}

enum replaced replace_by_law(struct table *t, card_id c, struct would *w)
{
    struct oversoul_state *s = state(t);
    struct rival           rivals[RIVALS_MAX];
    card_id                speaker[RIVALS_MAX];
    unsigned               n = find_rivals(t, c, w, rivals, speaker);
    if (n == 0) return NOT_REPLACED;
    unsigned     i     = first_rival(t, c, rivals, n);
    struct rival first = rivals[i];
    card_id      by    = speaker[i];
    if (first.ability == NO_ABILITY) return BY_KEYWORD;
    struct held law = { first.ability, first.source };
    if (w->applied_count < APPLIED_MAX) w->applied[w->applied_count++] = law;
    count_use(t, seat_of(s, by), &law);
    happened(t, HAPPENED_TRIGGER, seat_of(s, by), by, NO_CARD, 0, because_of(t, law.ability, 0));
    carry_out_now(t, by, &law, c);
    return BY_LAW;
}

// --- steps on trial -----------------------------------------------------------------------------

void expect_woulds(struct table *t, card_id c)
{
    if (book(t)->lists[card_in(peek(t), c)->def].would) state(t)->ordering.possible = 1;
}

static void ask_for_law(struct oversoul_state *s, const struct ordering *found)
{
    struct ordering *o = &s->ordering;
    *o                 = *found;
    o->question        = s->core.question[o->seat];
    o->answer          = s->core.answer[o->seat];
    o->together        = s->core.together;
    o->used = o->trying = o->wanted = 0;
    o->asked                        = 1;
    ask(&s->core, o->seat, QUESTION_LAW, 0, o->card);
}

const struct rival *rival_of_choice(const struct table *t, struct choice c)
{
    struct choice list[RIVALS_MAX];
    size_t        n = law_choices(t, list);
    for (size_t i = 0; i < n; i++)
        if (choice_equal(list[i], c)) return &peek(t)->ordering.rival[i];
    return NULL;
}

static void take_answer(struct table *t)
{
    struct oversoul_state *s = state(t);
    struct ordering       *o = &s->ordering;
    if (!o->asked) return;
    const struct rival *first = rival_of_choice(t, answer_of(&s->core, o->seat));
    if (!first) BUG("a Law that was chosen did not compete");
    o->given[o->given_count++] = (struct order){ o->card, *first };
    s->core.question[o->seat]  = o->question;
    s->core.answer[o->seat]    = o->answer;
    s->core.together           = o->together;
    o->asked                   = 0;
}

void try_step(struct table *t, void (*step_on)(struct table *))
{
    struct oversoul_state *s       = state(t), before;
    size_t                 told    = t->log ? t->log->count : 0;
    uint64_t               effects = t->effects;
    take_answer(t);
    memcpy(&before, s, sizeof before);
    s->ordering.trying = 1;
    step_on(t);
    if (!s->ordering.wanted) {
        memset(&s->ordering, 0, sizeof s->ordering);
        s->ordering.possible = 1;
        return;
    }
    struct ordering found = s->ordering;
    memcpy(s, &before, sizeof before);
    if (t->log) t->log->count = told;
    t->effects = effects;
    ask_for_law(s, &found);
}

// --- the question (D20) -------------------------------------------------------------------------

static uint8_t keyword_option(unsigned keyword)
{
    uint8_t i = 0;
    while (REPLACING[i] != keyword) i++;
    return i;
}

size_t law_choices(const struct table *t, struct choice *out)
{
    const struct ordering *o = &peek(t)->ordering;
    for (unsigned i = 0; i < o->rival_count; i++) {
        const struct rival *r    = &o->rival[i];
        unsigned            same = 0, nth = 0;
        for (unsigned k = 0; k < o->rival_count; k++) {
            if (o->rival[k].ability == NO_ABILITY || o->rival[k].source != r->source) continue;
            same++;
            nth += k <= i;
        }
        if (r->ability == NO_ABILITY)
            out[i] = (struct choice){ .kind   = CHOOSE_KEYWORD,
                                      .option = keyword_option(r->keyword) };
        else if (same == 1)
            out[i] = (struct choice){ .kind = CHOOSE_LAW, .card = r->source };
        else
            out[i] = (struct choice){ .kind   = CHOOSE_LAW_OTHER,
                                      .card   = r->source,
                                      .option = (uint8_t)nth };
    }
    return o->rival_count;
}
