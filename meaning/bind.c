// bind.c - what the words of a line speak of (2.9 of the notes in README.md): while it is lowered
// from left to right a list of mentions is kept, and a pronoun takes the first source of its row
// that agrees. A slot, a tally or a bit is given out only to what a later word speaks of.
#include "meaning/lowering.h"

uint8_t bind_slot(struct lowering *l, size_t op)
{
    if (l->next_slot == REF_FIXED)
        lower_refuse(l, op, "a line can name only %d things", REF_FIXED - SLOT_LINE);
    return (uint8_t)(l->failed ? 0 : l->next_slot++);
}

// A later word speaks of this mention: it gets a slot, if it has none.
static uint8_t keep(struct lowering *l, size_t op, const struct mention *said)
{
    struct things *x = things_at(l, said->things);
    x->flags |= THINGS_NAMED;
    if (!x->slot) x->slot = bind_slot(l, op);
    return x->slot;
}

static bool agrees(const struct mention *said, unsigned types, bool picked)
{
    return said->type & types && (!picked || said->picked);
}

// The nearest one that agrees in number as well, else the nearest one.
static const struct mention *find_mention(const struct lowering *l, const struct pronoun_row *p,
                                          bool picked)
{
    const struct mention *nearest = NULL;
    for (unsigned i = l->said_count; i-- > 0;) {
        const struct mention *said = &l->said[i];
        if (!agrees(said, p->types, picked)) continue;
        if (said->plural == (p->many != 0)) return said;
        if (!nearest) nearest = said;
    }
    return nearest;
}

// The verb's things are several, and come behind the word that is being bound.
static bool is_each_of_verb(const struct lowering *l, unsigned types)
{
    if (!l->do_op) return false;
    size_t x = op_find(l->ops, l->do_op, SHAPE_THINGS);
    return x && has(l, x, SHAPE_ALL) && l->lang->verbs[l->ops[l->do_op].value].types & types;
}

uint8_t bind_type_of(const struct lang *g, unsigned ref)
{
    if (ref >= REF_ROLE) return g->roles[ref - REF_ROLE].type;
    return ref == REF_YOU ? TYPE_SEAT : TYPE_CARD;
}

// Not every line has every role: nobody attacks in the text of a card that is just played.
bool bind_is_there(const struct lowering *l, unsigned ref)
{
    return !l->lang->has_role || l->lang->has_role(l->ops + l->head, ref);
}

// The things before, as they are, where they are a group.
uint16_t bind_same(const struct lowering *l, size_t op)
{
    const struct pronoun_row *p    = &l->lang->pronouns[l->ops[op].value];
    const struct mention     *said = find_mention(l, p, false);
    bool group = said && p->order[0] == LAST_NAMED && l->g->m.things[said->things].how == HOW_ALL;
    return group ? said->things : 0;
}

uint8_t bind_reference(struct lowering *l, size_t op, uint8_t *type)
{
    const struct pronoun_row *p = &l->lang->pronouns[l->ops[op].value];
    for (const uint8_t *source = p->order; *source; source++) {
        const struct mention *said = NULL;
        uint8_t               ref;
        if (*source >= REF_FIXED) {
            if (!bind_is_there(l, *source)) continue;
            return *type = bind_type_of(l->lang, *source), *source;
        }
        switch ((enum source) * source) {
        case LAST_PICK: said = find_mention(l, p, true); break;
        case LAST_NAMED: said = find_mention(l, p, false); break;
        case EVENT_TO:
        case EVENT_BY:
            ref = *source == EVENT_TO ? SLOT_DONE_TO : SLOT_DOER;
            if (!bind_is_there(l, ref)) continue;
            return *type = p->types, ref;
        case THE_REF:
            if (!bind_is_there(l, p->ref)) continue;
            return *type = bind_type_of(l->lang, p->ref), p->ref;
        case SOURCE_END: break;
        }
        if (!said) continue;
        if (l->later && !said->later)
            return (uint8_t)lower_refuse(l, op, "nobody remembers until then what this speaks of");
        *type = said->type;
        return keep(l, op, said);
    }
    if (is_each_of_verb(l, p->types)) return *type = p->types, (uint8_t)REF_EACH;
    return (uint8_t)lower_refuse(l, op,
                                 "nothing stands before these words that they could mean%s%s",
                                 p->instead ? "; say " : "", p->instead ? p->instead : "");
}

void bind_mention(struct lowering *l, unsigned row)
{
    const struct things *x = things_at(l, row);
    if (!row || l->said_count == MENTIONS_MAX || x->flags & THINGS_SILENT ||
        (x->how == HOW_REF && x->slot == REF_EACH))
        return;
    l->said[l->said_count++] = (struct mention){ .things = (uint16_t)row,
                                                 .type   = x->type,
                                                 .plural = (x->flags & THINGS_PLURAL) != 0,
                                                 .picked = x->how != HOW_ALL && x->how != HOW_REF,
                                                 .later  = l->later };
}
uint16_t bind_tally(struct lowering *l, size_t op)
{
    if (!l->last_step && l->later && l->lang->tally_stat)
        return put_amount(l, (struct amount){ .kind   = AMOUNT_STAT,
                                              .row    = (uint8_t)(l->lang->tally_stat - 1u),
                                              .things = lower_reference(l, op, REF_SELF, TYPE_CARD),
                                              .words  = words_at(l, op) });
    if (!l->last_step)
        return (uint16_t)lower_refuse(l, op, "nothing was counted before these words");
    struct line *line = &l->g->m.line[l->line];
    struct step *s    = &l->g->m.step[l->last_step - 1];
    if (!s->tally && line->tallies == 2)
        return (uint16_t)lower_refuse(l, op, "a line can count only two things");
    if (!s->tally) s->tally = ++line->tallies;
    return put_amount(l, (struct amount){ .kind  = AMOUNT_TALLY,
                                          .row   = (uint8_t)(s->tally - 1),
                                          .words = words_at(l, op) });
}

// "If you do" asks about the step before it.
uint16_t bind_did(struct lowering *l, size_t op, bool turn)
{
    if (!l->last_step)
        return (uint16_t)lower_refuse(l, op,
                                      "nothing that could be done stands before these words");
    struct line *line = &l->g->m.line[l->line];
    struct step *s    = &l->g->m.step[l->last_step - 1];
    if (!s->did && line->dids == 8)
        return (uint16_t)lower_refuse(l, op, "a line can ask only eight times");
    if (!s->did) s->did = ++line->dids;
    return put_cond(l, (struct cond){ .kind  = COND_DID,
                                      .row   = (uint8_t)(s->did - 1),
                                      .flags = turn ? COND_NOT : 0,
                                      .words = words_at(l, op) });
}

// Picks and lists that have to last while the step is done are kept in slots.
void bind_slots(struct lowering *l, size_t op, const struct step *s)
{
    const uint16_t rows[] = { s->who, s->things, s->to, things_at(l, s->things)->of };
    for (size_t i = 0; i < COUNT(rows) && !l->failed; i++) {
        struct things *x = things_at(l, rows[i]);
        if (!rows[i] || x->how == HOW_REF || x->slot) continue;
        bool calls = l->lang->verbs[s->verb].way == CALLS || rows[i] == s->who;
        if (x->how != HOW_ALL || calls) x->slot = bind_slot(l, op);
    }
}
