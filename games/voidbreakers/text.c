// Section 6: how the text of cards is carried out: a link clamps HP after each instruction
// (VOI-516), a batch at its end (VOI-522). meaning/run.h does the steps, verbs.c what they say.
#include "games/voidbreakers/verbs.h"
#include "meaning/run.h"

static_assert(offsetof(struct voidbreakers_state, links) ==
                      offsetof(struct voidbreakers_state, draft) +
                          WORK_LINKS * sizeof(struct link) &&
                  offsetof(struct voidbreakers_state, batch) ==
                      offsetof(struct voidbreakers_state, draft) + WORK_BATCH * sizeof(struct link),
              "works lie one behind the other");

static void forget_thrown(struct voidbreakers_state *s)
{
    if (!s->thrown) return;
    s->thrown = 0;
    EACH_IN_ARENA(c, s) s->body[c].flags &= (uint8_t)~BODY_THROWN;
}

enum flow carry_out(struct table *t, struct run_frame *f)
{
    if (f->at == RUN_BEGIN) forget_thrown(state_of(t));
    enum flow result = run_text(t, f);
    if (result == FLOW_DONE) forget_thrown(state_of(t));
    return result;
}

// ---- "you may"

// Bit of link.may.
unsigned may_bit(const struct table *t, const struct link *w, const struct step *s)
{
    const struct meaning *m   = t->pool->meaning;
    unsigned              nth = 0;
    for (const struct step *i = &m->step[m->line[w->ability].step_first]; i < s; i++)
        nth += (i->flags & STEP_MAY) != 0;
    return BIT(nth);
}

// VOI-448: of a link it is asked now; of a batch it was asked with the other choices (VOI-521).
enum answered may_do(struct table *t, struct work *work, const struct step *s)
{
    const struct link *w = link_of(work);
    const struct scope k = scope_of(t, w);
    if (w->kind == WORK_TRIGGER) return w->may & may_bit(t, w, s) ? SAID_YES : SAID_NO;
    if (s->verb == VERB_DETACH && !can_detach(&k, s)) return SAID_NO;
    ask(t->state, s->flags & STEP_THEY ? other_player(w->seat) : w->seat, QUESTION_MAY, s->verb,
        w->card);
    return ASK_NOW;
}

// VOI-R102: "if you do" asks whether it was accepted.
void may_done(struct table *t, struct work *w, const struct step *s)
{
    (void)t;
    if (s->did) w->did = (uint8_t)(w->did | 1u << (s->did - 1));
}

// ---- where something goes

uint16_t where_it_goes(const struct scope *k, const struct step *s)
{
    const struct link   *w  = link_of(k->w);
    const struct things *to = &k->m->things[s->to], *x = &k->m->things[s->things];
    if (s->verb == VERB_DETACH) {
        card_id up = attached_upgrade(k->t, k->each, name_in(k->t, s->to));
        return up == NO_CARD ? (uint16_t)NO_THING : up;
    }
    if (to->type != TYPE_PLACE) return things_first(k, s->to);
    if (x->flags & THINGS_RANDOM) return NO_THING;
    zone_id zone = s->verb == VERB_DEPLOY
                       ? picked_zone(w, to->slot, NO_CARD)
                       : picked_zone(w, x->how == HOW_REF ? to->slot : x->slot, k->each);
    return zone == NO_ZONE ? (uint16_t)NO_THING : thing_of_place(zone);
}

// VOI-330
void postpone(struct table *t, const struct work *work, unsigned step, unsigned moment)
{
    struct voidbreakers_state *s = state_of(t);
    const struct link         *w = link_of(work);
    if (s->later_count == LATER_MAX) return; // VOI-R95
    s->later[s->later_count++] = (struct later){
        .ability = w->ability,
        .source  = w->user,
        .seat    = w->seat,
        .only    = (uint8_t)(step + 1),
        .phase   = (uint8_t)moment,
    };
}
