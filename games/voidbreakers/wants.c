// What texts choose, read once from their meanings (VOI-437, VOI-439): which step wants a card or a
// zone, and whether that can be answered from where the cards stand.
#include "base/arena.h"
#include "games/voidbreakers/verbs.h"

const struct step *next_deed(const struct table *t, const struct link *w, unsigned *pc)
{
    const struct meaning *m = t->pool->meaning;
    if (w->ability == NO_ABILITY) return NULL;
    const struct line *l     = &m->line[w->ability];
    const struct step *steps = &m->step[l->step_first];
    unsigned           end   = w->only ? steps[w->only - 1].skip : l->step_count;
    if (*pc < w->only) *pc = w->only;
    for (; *pc < end; ++*pc) {
        const struct step *s = &steps[*pc];
        if (s->kind == STEP_DO) return s;
        if (s->kind == STEP_LATER || (s->kind == STEP_MODE && s->verb != w->mode && !w->only))
            *pc = s->skip - 1u;
    }
    return NULL;
}

bool does_something_later(const struct table *t, const struct link *w)
{
    const struct meaning *m = t->pool->meaning;
    const struct line    *l = &m->line[w->ability];
    for (unsigned i = 0; i < l->step_count && !w->only; i++)
        if (m->step[l->step_first + i].kind == STEP_LATER) return true;
    return false;
}

enum { EVERY_KIND = 0x3F }; // a bit per enum card_kind

struct want_reader {
    const struct meaning *m;
    const struct book    *book;
    struct want          *wants;
    uint32_t              count;
};

static bool is_chosen(const struct things *x)
{
    return (x->how == HOW_PICK || x->how == HOW_UP_TO) && !(x->flags & THINGS_RANDOM);
}

static bool is_zone_picked(const struct meaning *m, unsigned things)
{
    return things && m->things[things].type == TYPE_PLACE && is_chosen(&m->things[things]);
}

static uint8_t count_of(const struct meaning *m, const struct things *x)
{
    return x->count ? (uint8_t)m->amount[x->count].n : 1;
}

static void add_want(struct want_reader *r, struct want w) { r->wants[r->count++] = w; }

static void add_cards(struct want_reader *r, struct want w, unsigned things)
{
    const struct things *x = &r->m->things[things];
    w.things               = (uint16_t)things;
    w.slot                 = x->slot;
    w.chosen               = CHOSEN_CARD;
    w.most                 = count_of(r->m, x);
    w.optional             = x->how == HOW_UP_TO;
    add_want(r, w);
}

static void add_zone_of(struct want_reader *r, struct want w, unsigned zone)
{
    w.things = (uint16_t)zone;
    w.slot   = r->m->things[zone].slot;
    w.places = r->m->things[zone].places;
    w.chosen = CHOSEN_ZONE;
    w.most   = 1;
    add_want(r, w);
}

static void read_step(struct want_reader *r, uint16_t row, uint8_t mode, uint8_t later)
{
    const struct step   *s       = &r->m->step[row];
    const struct things *x       = &r->m->things[s->things];
    struct want          w       = { .step = row, .verb = s->verb, .mode = mode, .later = later };
    bool                 to_zone = is_zone_picked(r->m, s->to);
    w.goes                       = to_zone && s->verb != VERB_DEPLOY;
    if (s->things && is_chosen(x)) add_cards(r, w, s->things);
    if (s->to && !to_zone && is_chosen(&r->m->things[s->to])) add_cards(r, w, s->to);
    if (is_zone_picked(r->m, x->of)) add_zone_of(r, w, x->of);
    if (to_zone && s->verb == VERB_DEPLOY) add_zone_of(r, w, s->to);
    if (!w.goes || x->how != HOW_REF) return;
    w.things = s->things; // the user leaps: only where to
    w.slot   = r->m->things[s->to].slot;
    w.most   = 1;
    add_want(r, w);
}

static bool may_be_idle(const struct book *book, const struct step *s)
{
    return s->verb == VERB_DEPLOY || s->verb == VERB_ATTACH ||
           (book->cannot && (s->verb == VERB_MOVE || s->verb == VERB_LEAP));
}

static unsigned flags_of(const struct want_reader *r, const struct step *s)
{
    const struct things *x     = &r->m->things[s->things];
    unsigned             flags = 0;
    if (s->verb == VERB_DEAL) flags |= ABILITY_DAMAGES;
    if (may_be_idle(r->book, s)) flags |= ABILITY_IDLE;
    if (s->flags & STEP_MAY || (s->verb == VERB_DEPLOY && s->flags & STEP_AS_MUCH))
        flags |= ABILITY_MAY;
    if (x->how == HOW_REF && x->slot == REF_ROLE + ROLE_THAT && s->verb != VERB_REVIVE)
        flags |= ABILITY_THAT;
    return flags;
}

static void read_line(struct want_reader *r, uint32_t row, struct ability *a)
{
    const struct line *l    = &r->m->line[row];
    uint8_t            mode = 0, later = 0;
    unsigned           later_end = 0, flags = 0;
    a->want_first = (uint16_t)r->count;
    a->only_if    = l->only_if;
    for (unsigned pc = 0; pc < l->step_count; pc++) {
        const struct step *s = &r->m->step[l->step_first + pc];
        if (pc == later_end) later = 0;
        if (s->kind == STEP_MODE) mode = s->verb;
        if (s->kind == STEP_LATER) later = (uint8_t)(pc + 1), later_end = s->skip;
        if (s->kind != STEP_DO) continue;
        flags |= flags_of(r, s);
        read_step(r, (uint16_t)(l->step_first + pc), mode, later);
    }
    a->modes      = mode;
    a->want_count = (uint16_t)(r->count - a->want_first);
    if (mode) flags |= ABILITY_MODES | ABILITY_CHOOSES;
    for (unsigned i = 0; i < a->want_count; i++) {
        struct want *w = &r->wants[a->want_first + i];
        w->last        = 1;
        for (unsigned k = i + 1; k < a->want_count; k++)
            if (w[k - i].mode == w->mode && w[k - i].later == w->later) w->last = 0;
        if (!w->later) flags |= ABILITY_CHOOSES;
    }
    a->flags = (uint16_t)(a->flags | flags);
}

// ---- the one choice of a text, where that is simple

static bool has_no_word(const struct step *s) { return s->arg_count == 0; }

// Can this destination be had wherever the card is? Every zone touches another one.
static bool can_always_go(const struct step *s)
{
    return s->verb == VERB_LEAP || s->verb == VERB_THROW ||
           (s->verb == VERB_TELEPORT && has_no_word(s));
}

static void aim_at(struct ability *a, enum aim_kind aim, unsigned steps, bool beyond)
{
    a->aim    = (uint8_t)aim;
    a->steps  = (uint8_t)(steps < ARENA_ZONES ? steps : ARENA_ZONES - 1);
    a->beyond = beyond;
}

// One card, by side and distance.
static void aim_at_card(struct ability *a, const struct want *w, const struct things *x)
{
    bool others = x->flags & THINGS_OTHER || w->verb == VERB_THROW;
    bool friend = x->sides == (SIDE_OWN | SIDE_ALLY), enemy = x->sides == SIDE_ENEMY;
    enum aim_kind aim    = enemy    ? AIM_ENEMY
                           : friend ? (others ? AIM_OTHER_FRIEND : AIM_FRIEND)
                           : others ? AIM_OTHER_CARD
                                    : AIM_ANY_CARD;
    unsigned      places = x->places & PLACES_ARENA;
    if (w->verb == VERB_THROW) // VOI-712
        aim_at(a, aim, 0, false);
    else if (places == PLACES_ARENA)
        aim_at(a, aim, RANGE_UNLIMITED, false);
    else
        aim_at(a, aim, 31u - (unsigned)__builtin_clz(places), !(places & 1));
}

static void aim_of_user(struct ability *a, const struct step *s, const struct things *x)
{
    if (x->slot != REF_ROLE + ROLE_USER) return;
    if (can_always_go(s))
        a->aim = AIM_NOTHING;
    else if (s->verb == VERB_TELEPORT && says(s, WORD_FRIEND))
        aim_at(a, AIM_FRIEND, RANGE_UNLIMITED, true);
}

static void read_aim(const struct want_reader *r, struct ability *a)
{
    if (a->flags & (ABILITY_MODES | ABILITY_IDLE)) return;
    unsigned i = 0;
    while (i < a->want_count && r->wants[a->want_first + i].later) i++;
    if (i == a->want_count) {
        a->aim = AIM_NOTHING;
        return;
    }
    const struct want   *w = &r->wants[a->want_first + i];
    const struct step   *s = &r->m->step[w->step];
    const struct things *x = &r->m->things[w->things];
    if (!w->last || takes_from_void(w->verb)) return;
    if (w->chosen == CHOSEN_NOTHING) {
        aim_of_user(a, s, x);
        return;
    }
    if (w->optional || w->chosen == CHOSEN_ZONE) {
        a->aim = AIM_NOTHING; // none is taken; some zone is adjacent
        return;
    }
    if (x->has || x->test_count || ~x->kinds & EVERY_KIND || w->most != 1) return;
    if (w->verb == VERB_THROW && !(x->places & 1)) return;
    if (!w->goes || can_always_go(s)) aim_at_card(a, w, x);
}

void read_wants(const struct card_pool *pool, struct arena *arena, struct ability *abilities,
                struct book *book)
{
    const struct meaning *m = pool->meaning;
    struct want_reader r = { m, book, ARENA_ARRAY(arena, struct want, m->step_count * 3u + 1u), 0 };
    for (uint32_t i = 0; i < book->count; i++) {
        read_line(&r, i, &abilities[i]);
        read_aim(&r, &abilities[i]);
    }
    book->wants = r.wants;
}
