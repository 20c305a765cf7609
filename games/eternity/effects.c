// 6: lines of card text: which of them are carried out, and how this game asks and goes on between
// their steps (meaning/run.h does the rest). What stands as long as a card is in play (ETE-533).
#include "games/eternity/verbs.h"
#include "meaning/run.h"

// ---- a line that is being carried out

void call_text(struct eternity_state *s, uint32_t line, seat_id who, card_id card, unsigned index,
               enum text_part part)
{
    assert(s->work_count < WORKS_MAX);
    struct text_work *w = &s->works[s->work_count];
    w->work.line        = (uint16_t)line;
    w->work.card        = card;
    w->work.source      = card;
    w->work.seat        = who;
    w->index            = (uint8_t)index;
    w->part             = (uint8_t)part;

    call(s, FLOW_TEXT)->text.work = s->work_count++;
}

static const struct run_frame *frame_asked(const struct eternity_state *s)
{
    return &s->frames[s->core.depth - 1].text;
}

const struct text_work *text_asked(const struct eternity_state *s)
{
    return &s->works[frame_asked(s)->work];
}

bool text_may_pick(const struct table *t, uint16_t thing)
{
    return run_may_pick(t, frame_asked(state_at(t)), thing);
}

size_t text_picks(const struct table *t, uint16_t *out, size_t max)
{
    return run_picks(t, frame_asked(state_at(t)), out, max);
}

// ---- hooks

bool text_ends(const struct table *t, const struct work *w)
{
    const struct eternity_state *s = state_at(t);
    if (s->round_ended) return true;
    // A tagged-out character does nothing more (ETE-916), but its setup is carried out (ETE-866).
    if (is_tag_mode(s) && s->turn > 0 && !is_fighting(s, w->seat)) return true;
    return work_at(w)->part != PART_CANCEL && !is_alive(s, w->seat);
}

// ETE-309: throws do their cancellations first.
bool text_passes_over(const struct table *t, const struct work *w, const struct step *s)
{
    bool first = t->pool->meaning->lang->verbs[s->verb].flags & VERB_IS_FIRST;
    if (work_at(w)->part == PART_CANCEL) return !first;
    return work_at(w)->part == PART_OTHER && first;
}

bool text_acts(const struct table *t, seat_id seat) { return is_alive(state_at(t), seat); }

// Blows of a step are one damage event; then triggers that came up.
bool text_between(struct table *t, struct work *w, const struct step *step)
{
    struct eternity_state *s = state_of(t);
    (void)w;
    if (step->verb == VERB_LOSE_HEALTH) test_defeat(t);
    if (s->round_ended) return false;
    if (s->blow_count) {
        call(s, FLOW_BLOWS);
        return true;
    }
    if (!s->waiting_count || s->in_trigger) return false;
    call(s, FLOW_TRIGGERS);
    return true;
}

// ---- looking at a line without carrying it out

static struct text_work looked_at(uint32_t line, seat_id who, card_id card, unsigned index)
{
    return (struct text_work){ .work  = { .line = (uint16_t)line, .card = card, .seat = who },
                               .index = (uint8_t)index };
}

static struct scope scope_of(const struct table *t, const struct text_work *w)
{
    return (struct scope){ t, t->pool->meaning, &w->work, w->work.seat, NO_THING, NULL };
}

static card_id card_with_line(const struct table *t, seat_id who, unsigned index)
{
    const struct fighter *me = &state_at(t)->fighter[who];
    return index < COMBO_MAX ? me->combo[index].card : me->character;
}

// ETE-513
bool meets_first_condition(const struct table *t, uint32_t line, seat_id who, unsigned index)
{
    const struct meaning  *m = t->pool->meaning;
    const struct text_work w = looked_at(line, who, card_with_line(t, who, index), index);
    const struct scope     k = scope_of(t, &w);
    for (unsigned i = 0; i < m->line[line].step_count; i++) {
        const struct step *s = &m->step[m->line[line].step_first + i];
        if (s->kind != STEP_IF) return true;
        if (!cond_holds(&k, s->cond)) return false;
    }
    return true;
}

static void add_change(struct changes *c, const struct standing *s, int amount)
{
    bool less = s->arg[0] == WORD_LESS;
    if (s->verb == VERB_DAMAGE || s->verb == VERB_OWN_DAMAGE)
        *(less ? &c->less : &c->more) += amount;
    if (s->verb == VERB_PRIORITY || s->verb == VERB_OWN_PRIORITY)
        c->priority += less ? -amount : amount;
    if (s->verb == VERB_USE_ATTACK) c->as_attack = true;
    if (s->verb == VERB_INSTEAD) c->instead = amount + 1;
}

// ETE-533
void static_changes(const struct table *t, seat_id who, unsigned index, struct changes *c)
{
    const struct meaning  *m   = t->pool->meaning;
    const struct played   *p   = &state_at(t)->fighter[who].combo[index];
    const struct card_def *def = played_def(t, p);
    if (!(face_of(t, p->def)->frames & BIT(FRAME_NONE))) return;
    for (unsigned i = 0; i < def->line_count; i++) {
        const struct line *line = &m->line[line_of(def, i)];
        if (!line->standing_count) continue;
        const struct text_work w = looked_at(line_of(def, i), who, p->card, index);
        const struct scope     k = scope_of(t, &w);
        for (unsigned j = 0; j < line->standing_count; j++) {
            const struct standing *s = &m->standing[line->standing_first + j];
            if (cond_holds(&k, s->cond)) add_change(c, s, s->amount ? amount_of(&k, s->amount) : 0);
        }
    }
}

void own_changes(const struct table *t, seat_id who, unsigned index, struct changes *c)
{
    const struct meaning  *m         = t->pool->meaning;
    const struct fighter  *me        = &state_at(t)->fighter[who];
    const struct card_def *character = def_of(t, me->character);
    for (unsigned i = 0; i < character->line_count; i++) {
        const struct line     *line = &m->line[line_of(character, i)];
        const struct text_work w    = looked_at(line_of(character, i), who, me->character, index);
        const struct scope     k    = scope_of(t, &w);
        for (unsigned j = 0; j < line->standing_count; j++) {
            const struct standing *s    = &m->standing[line->standing_first + j];
            card_id                card = me->combo[index].card;
            struct facts           f    = m->lang->facts_of(&k, card);
            if (!cond_holds(&k, s->cond) || !fits(&k, &m->things[s->things], &f, card)) continue;
            add_change(c, s, amount_of(&k, s->amount));
        }
    }
}
