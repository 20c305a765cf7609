// 6: the text of cards. A line is a tree of small nodes (engine/program.h, words.h); do_text goes
// through its sentences and does one verb after the other.
#include "games/eternity/rules.h"

void call_text(struct eternity_state *s, uint32_t line, seat_id who, card_id card, unsigned index,
               enum text_part part)
{
    struct text_frame *f = &call(s, FLOW_TEXT)->text;
    f->line              = line;
    f->who               = who;
    f->card              = card;
    f->index             = (uint8_t)index;
    f->part              = (uint8_t)part;
}

const struct text_frame *text_asked(const struct eternity_state *s)
{
    return &s->frames[s->core.depth - 1].text;
}

// A verb with a number is scaled by "for each", another one is repeated (ETE-541).
static unsigned repeats_of(const struct op *ops, uint32_t verb, unsigned times)
{
    size_t number = op_find(ops, verb, OP_NUMBER);
    if (!number || !times) return times;
    bool one_by_one = ops[verb].code == W_UNDER || ops[verb].code == W_RETURN;
    return one_by_one ? (unsigned)ops[number].value * times : 1;
}

// ETE-309: throws do their cancellations first. Static numbers are reckoned where they count.
static bool is_passed_over(const struct table *t, const struct text_frame *f, const struct op *node)
{
    const struct op *ops  = t->pool->ops + t->pool->lines[f->line].op_first;
    bool             bare = !op_find(ops, 0, W_FRAME);
    if (f->part == PART_CANCEL && node->code != W_CANCEL) return true;
    if (f->part == PART_OTHER && node->code == W_CANCEL) return true;
    return bare && is_number_change(node->code);
}

static bool goes_on(const struct eternity_state *s, const struct text_frame *f)
{
    if (s->round_ended) return false;
    // A tagged-out character does nothing more (ETE-916), but its setup is carried out (ETE-866).
    if (is_tag_mode(s) && s->turn > 0 && !is_fighting(s, f->who)) return false;
    return f->part == PART_CANCEL || is_alive(s, f->who);
}

enum flow do_text(struct table *t, struct text_frame *f)
{
    struct eternity_state *s     = state_of(t);
    const struct op       *ops   = t->pool->ops;
    const uint32_t         first = t->pool->lines[f->line].op_first;
    uint32_t               verb  = f->step ? verb_of(ops, first + f->step) : 0;
    FLOW_BEGIN(f);
    for (f->sentence = 1; f->sentence < ops[first].size;
         f->sentence = (uint16_t)(op_after(ops, first + f->sentence) - first)) {
        if (ops[first + f->sentence].code != W_SENTENCE) continue;
        f->times = (uint8_t)times_of(t, first + f->sentence, f->who);
        for (f->step = (uint16_t)(f->sentence + 1);
             first + f->step < op_after(ops, first + f->sentence);
             f->step = (uint16_t)(op_after(ops, first + f->step) - first)) {
            if (ops[first + f->step].code != W_STEP) continue;
            if (!goes_on(s, f)) return FLOW_DONE;
            if (!step_allows(t, first + f->step, W_IF, f->who, f->index)) break;
            if (!step_allows(t, first + f->step, W_ONLY_IF, f->who, f->index)) continue;
            verb = verb_of(ops, first + f->step);
            if (is_passed_over(t, f, &ops[verb])) continue;
            if (op_find(ops, first + f->step, W_MAY)) {
                ask(&s->core, f->who, QUESTION_MAY, f->step, f->card);
                FLOW_PAUSE(f, TEXT_MAY);
                if (answer_of(&s->core, f->who).kind != CHOICE_DO) break;
            }
            t->effects++;
            if (is_move(ops[verb].code)) {
                f->moved = moved_by(t, verb, f->who);
                while (f->moved && f->times && goes_on(s, f)) {
                    call_move(t, f, verb, first_in_lead_order(s, f->moved));
                    f->moved = (seat_set)(f->moved & ~BIT(first_in_lead_order(s, f->moved)));
                    FLOW_PAUSE(f, TEXT_MOVED);
                }
            } else if (ops[verb].code == W_DEAL) {
                deal_by_text(t, f, verb, number_in(t->pool, verb) * f->times);
                FLOW_PAUSE(f, TEXT_BLOWN);
            } else {
                for (f->again = (uint8_t)repeats_of(ops, verb, f->times); f->again; f->again--) {
                    if (!goes_on(s, f)) return FLOW_DONE;
                    if (!verb_asks(&ops[verb])) {
                        do_at_once(t, f, verb, number_in(t->pool, verb) * f->times);
                    } else if (ask_about(t, f, verb, number_in(t->pool, verb) * f->times)) {
                        FLOW_PAUSE(f, TEXT_ANSWERED);
                        do_as_answered(t, f, verb);
                    }
                }
            }
            if (s->waiting_count && !s->in_trigger && !s->round_ended) {
                call(s, FLOW_TRIGGERS);
                FLOW_PAUSE(f, TEXT_TRIGGERED);
            }
        }
    }
    FLOW_END(f);
}
