#include "engine/core.h"

void ask_several(struct core *c, seat_id seat, uint8_t question, uint8_t min, uint8_t max,
                 uint16_t arg, uint16_t about)
{
    assert(seat < c->seats && !(c->asked & BIT(seat)) && !c->over);
    if (max > PICKS_MAX) max = PICKS_MAX;
    if (min > max) min = max;
    c->question[seat] = (struct question){
        .kind = question, .min = min, .max = max, .arg = arg, .about = about
    };
    c->answer[seat] = (struct choice){ 0 };
    c->together     = (seat_set)((c->asked ? c->together : 0) | BIT(seat));
    c->asked        = (seat_set)(c->asked | BIT(seat));
}

void ask(struct core *c, seat_id seat, uint8_t question, uint16_t arg, uint16_t about)
{
    ask_several(c, seat, question, 0, 0, arg, about);
}

void end_match(struct core *c, seat_set winners, rule_id because)
{
    c->over         = 1;
    c->winners      = winners;
    c->over_because = because;
    c->asked        = 0;
}
