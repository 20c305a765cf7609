// check.c - what a line says, but cannot mean.
#include "meaning/lowering.h"

// Rows that come to something in some kinds of lines only.
static bool is_of_line(const struct lowering *l, unsigned lines)
{
    return !lines || lines >> l->g->m.line[l->line].kind & 1;
}

void check_cond(struct lowering *l, size_t op, unsigned row)
{
    if (l->lang->cond_lines && !is_of_line(l, l->lang->cond_lines[row]))
        lower_refuse(l, op, "this can never be so here");
}

void check_verb(struct lowering *l, size_t op, const struct step *s)
{
    const struct verb_row *v = &l->lang->verbs[s->verb];
    if (l->failed) return;
    if (!is_of_line(l, v->lines)) lower_refuse(l, op, "nothing can come of this here");
    if (v->never && s->things && !l->failed && things_at(l, s->things)->how == HOW_REF &&
        things_at(l, s->things)->slot == v->never)
        lower_refuse(l, op, "this can never be done to that");
    if (v->takes & TAKES_THINGS && !s->things)
        lower_refuse(l, op, "it is not said to what this is done");
    if (v->takes & TAKES_AMOUNT && !s->amount) lower_refuse(l, op, "it is not said how much");
    if (v->takes & TAKES_TO && !s->to) lower_refuse(l, op, "it is not said where to");
    if (s->things && !l->failed && !(things_at(l, s->things)->type & v->types))
        lower_refuse(l, op, "this cannot be done to that");
    if (s->things && !l->failed && v->places && things_at(l, s->things)->how != HOW_REF &&
        !(things_at(l, s->things)->places & v->places))
        lower_refuse(l, op, "what lies there cannot be meant here");
}
