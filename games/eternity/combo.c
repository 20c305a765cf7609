// 400, 420, 450: resolving a card, hits, links, Final abilities.
#include "games/eternity/rules.h"

struct played *revealed_of(struct eternity_state *s, seat_id seat)
{
    return s->fighter[seat].played ? &s->fighter[seat].combo[0] : NULL;
}
struct played *last_played(struct eternity_state *s, seat_id seat)
{
    return &s->fighter[seat].combo[s->fighter[seat].played - 1];
}
bool is_in_play(const struct played *p) { return !(p->flags & PLAYED_CANCELLED); }
bool has_text(const struct played *p) { return !(p->flags & (PLAYED_CANCELLED | PLAYED_BLANK)); }
unsigned meter_of(const struct eternity_state *s, seat_id seat)
{
    return zone_size(&s->core, zone_of_seat(ZONE_METER, seat));
}

struct played *add_to_combo(struct table *t, seat_id seat, card_id card)
{
    struct eternity_state *s    = state_of(t);
    struct fighter        *me   = &s->fighter[seat];
    struct played         *p    = &me->combo[me->played++];
    const struct face     *face = face_of_card(t, card);
    *p = (struct played){ .card = card, .def = card_at(&s->core, card)->def };
    for (unsigned i = 0; i < LETTER_COUNT; i++) p->colour[i] = face->colour[i];
    p->damage     = me->next_card;
    me->next_card = 0;
    card_move(&s->core, card, zone_of_seat(ZONE_PLAY, seat), BOTTOM);
    return p;
}

// ETE-621
void cancel_card(struct table *t, seat_id by, seat_id of, struct played *p, struct event e)
{
    struct core *c = t->state;
    (void)by;
    e.target     = p->card;
    e.target_def = card_at(c, p->card)->def;
    p->flags |= PLAYED_CANCELLED;
    bool method = is_method(def_of(t, p->card));
    card_move(c, p->card, zone_of_seat(method ? ZONE_DISCARD : ZONE_ASIDE, of), TOP);
    tell(t, e);
}

// ---- hit and damage

static zone_id measured_from(const struct table *t, seat_id who, const struct played *p)
{
    const struct eternity_state *s  = state_at(t);
    const struct fighter        *me = &s->fighter[who];
    bool sean = has_text(p) && face_of(t, p->def)->tags >> TAG_SEAN & 1 && me->sean != NO_ZONE &&
                face_of_card(t, me->character)->from_sean; // ETE-865
    return sean ? me->sean : square_of(s, who);
}

static bool is_in_range(const struct table *t, seat_id who, const struct played *p, seat_id target)
{
    const struct eternity_state *s    = state_at(t);
    const struct face           *face = face_of(t, p->def);
    zone_id                      from = measured_from(t, who, p);
    if (from == NO_ZONE) return false;
    unsigned away = distance(from, square_of(s, target));
    unsigned most = face->range_max;
    if (face->tags >> TAG_THROW & 1 && s->fighter[who].reach > most) most = s->fighter[who].reach;
    return away >= face->range_min && away <= most;
}

// ETE-405, ETE-416
static bool tests_hit(const struct table *t, const struct played *p)
{
    const struct card_def *def  = played_def(t, p);
    const struct face     *face = face_of(t, p->def);
    if (!face->has_range) return false;
    return def->kind != KIND_UTILITY || face->says_hit ||
           def->fields_set & (BIT(FIELD_ATTACK) | BIT(FIELD_LINK));
}

static void note_hit(struct table *t, seat_id who, struct played *p, bool hit)
{
    struct eternity_state *s      = state_of(t);
    bool                   throws = face_of(t, p->def)->tags >> TAG_THROW & 1;
    struct event e = event_card(t, hit ? EVENT_HIT : EVENT_WHIFFED, who, p->card, ETE_405);
    if (hit) {
        e.target     = s->fighter[target_of(s, who)].character;
        e.target_def = card_at(&s->core, e.target)->def;
    }
    p->flags |= hit ? PLAYED_HIT : PLAYED_WHIFFED;
    tell(t, e);
    if (throws) wait_for(t, who, WHEN_YOU_THROW);
    if (throws && hit) wait_for(t, who, WHEN_THROW_HITS);
    if (played_def(t, p)->kind == KIND_ATTACK)
        wait_for(t, who, hit ? WHEN_ATTACK_HITS : WHEN_ATTACK_WHIFFS);
}

bool test_hit(struct table *t, seat_id who, unsigned index)
{
    struct eternity_state *s = state_of(t);
    struct played         *p = &s->fighter[who].combo[index];
    if (!tests_hit(t, p)) return false;
    seat_id target = target_of(s, who);
    bool    hit = target != NO_SEAT && !s->fighter[target].immune && is_in_range(t, who, p, target);
    if (hit || !(p->flags & PLAYED_HIT)) note_hit(t, who, p, hit); // ETE-947
    return hit;
}

// ETE-409, ETE-413
int damage_of(const struct table *t, seat_id who, unsigned index)
{
    const struct eternity_state *s      = state_at(t);
    const struct fighter        *me     = &s->fighter[who];
    const struct played         *p      = &me->combo[index];
    const struct card_def       *def    = played_def(t, p);
    struct changes               c      = { p->damage, p->less, 0, p->instead, p->as_attack };
    bool                         linked = false;
    for (unsigned i = 0; i < index; i++) linked |= (me->combo[i].flags & PLAYED_DAMAGED) != 0;
    if (has_text(p)) static_changes(t, who, index, &c);
    own_changes(t, who, index, &c);
    if (c.instead) return c.instead - 1;
    int value = def->field[linked && !c.as_attack ? FIELD_LINK : FIELD_ATTACK];
    if (def->kind == KIND_ATTACK) c.more += me->next_attack;
    c.more += me->now.damage + me->round.damage;
    if (played_def(t, p)->kind == KIND_ATTACK) c.more += me->now.attacks + me->round.attacks;
    int sum = value + c.more - c.less;
    return sum > 0 ? sum : 0;
}

static void strike(struct table *t, seat_id who, unsigned index)
{
    struct eternity_state *s  = state_of(t);
    struct fighter        *me = &s->fighter[who];
    struct played         *p  = &me->combo[index];
    if (test_hit(t, who, index))
        add_blow(s, (struct blow){ .card   = p->card,
                                   .amount = (int16_t)damage_of(t, who, index),
                                   .who    = who,
                                   .victim = target_of(s, who),
                                   .index  = (uint8_t)index });
    if (played_def(t, p)->kind == KIND_ATTACK) me->next_attack = 0;
}

// ---- windows (b) and (d)

// The row of pool->lines that a choice means, or UINT32_MAX.
static uint32_t line_meant(const struct table *t, const struct window_frame *f, card_id card,
                           unsigned line)
{
    const struct fighter  *me  = &state_at(t)->fighter[f->who];
    const struct played   *p   = &me->combo[f->index];
    const struct card_def *def = card == p->card ? played_def(t, p) : NULL;
    if (card == me->character) def = def_of(t, card);
    return def && line < def->line_count ? line_of(def, line) : UINT32_MAX;
}

static const struct op *frame_op(const struct table *t, uint32_t line)
{
    const struct op *ops = t->pool->ops + t->pool->lines[line].op_first;
    return ops + op_find(ops, 0, W_FRAME);
}

static unsigned meter_cost(const struct table *t, uint32_t line)
{
    const struct op *frame = frame_op(t, line);
    return frame->code == W_FRAME && frame->value == FRAME_METER ? (unsigned)frame[1].value : 0;
}

// ETE-310: a throw in range completes although it was cancelled.
static bool may_use_text(const struct eternity_state *s, const struct played *p)
{
    return has_text(p) || (s->step == 3 && p->flags & PLAYED_HIT);
}

// A Final ability outside its window: an earlier card lost it, a whiffed one never has it.
rule_id why_not_final_yet(const struct fighter *me, unsigned index)
{
    if (me->combo[index].flags & PLAYED_WHIFFED) return ETE_408;
    return index + 1u < me->played ? ETE_524 : ETE_522;
}

static rule_id why_not_use_line(const struct table *t, const struct window_frame *f, card_id card,
                                unsigned line)
{
    const struct eternity_state *s   = state_at(t);
    const struct fighter        *me  = &s->fighter[f->who];
    const struct played         *p   = &me->combo[f->index];
    uint32_t                     row = line_meant(t, f, card, line);
    if (row == UINT32_MAX) return ETE_402;
    bool               own  = card == me->character;
    const struct face *face = own ? face_of_card(t, card) : face_of(t, p->def);
    if (!own && !may_use_text(s, p)) return p->flags & PLAYED_CANCELLED ? ETE_622 : ETE_631;
    switch (face->frame[line]) {
    case FRAME_PRE: return ETE_528;
    case FRAME_ANTE: return f->index ? ETE_436 : ETE_541;
    case FRAME_FINAL: return own ? ETE_522 : why_not_final_yet(me, f->index);
    case FRAME_CLEANUP: return ETE_530;
    case FRAME_RESOLVE:
        if (own) return ETE_145;
        return p->used >> line & 1 ? ETE_403 : 0;
    case FRAME_METER:
        if (meter_of(s, f->who) < meter_cost(t, row)) return ETE_404;
        return meets_first_condition(t, row, f->who, own ? COMBO_MAX : f->index) ? 0 : ETE_513;
    case FRAME_POWER:
        if (f->after) return ETE_875;
        if (me->power < frame_op(t, row)[1].value) return ETE_112;
        return meets_first_condition(t, row, f->who, COMBO_MAX) ? 0 : ETE_513;
    default: return ETE_402;
    }
}

static bool has_usable_of(const struct table *t, const struct window_frame *f, card_id card,
                          const struct face *face)
{
    if (!(face->frames & (BIT(FRAME_RESOLVE) | BIT(FRAME_METER) | BIT(FRAME_POWER)))) return false;
    unsigned line = 0;
    while (line < LINES_MAX && why_not_use_line(t, f, card, line)) line++;
    return line < LINES_MAX;
}

static bool has_usable(const struct table *t, const struct window_frame *f)
{
    const struct fighter *me = &state_at(t)->fighter[f->who];
    const struct played  *p  = &me->combo[f->index];
    return has_usable_of(t, f, p->card, face_of(t, p->def)) ||
           has_usable_of(t, f, me->character, face_of_card(t, me->character));
}

static const struct window_frame *window_asked(const struct eternity_state *s)
{
    return &s->frames[s->core.depth - 1].window;
}

rule_id why_not_use(const struct table *t, seat_id seat, card_id card, unsigned line)
{
    (void)seat;
    return why_not_use_line(t, window_asked(state_at(t)), card, line);
}

// The same for a card of the combo, whatever is asked.
rule_id why_not_use_of(const struct table *t, seat_id seat, unsigned index, unsigned line)
{
    const struct window_frame f = { .who = seat, .index = (uint8_t)index };
    return why_not_use_line(t, &f, state_at(t)->fighter[seat].combo[index].card, line);
}

static void begin_ability(struct table *t, struct window_frame *f)
{
    struct eternity_state *s      = state_of(t);
    struct played         *p      = &s->fighter[f->who].combo[f->index];
    struct choice          choice = answer_of(&s->core, f->who);
    unsigned               line   = choice.option - 1u;
    f->card                       = choice.card;
    f->line                       = line_meant(t, f, choice.card, line);
    struct event e                = event_card(t, EVENT_USED, f->who, choice.card, ETE_402);
    e.amount                      = (int16_t)choice.option;
    tell(t, e);
    if (frame_op(t, f->line)->value == FRAME_POWER)
        change_power(t, f->who, -frame_op(t, f->line)[1].value,
                     event_of(EVENT_SPENT_POWER, f->who, ETE_875));
    if (frame_op(t, f->line)->value == FRAME_RESOLVE) p->used = (uint16_t)(p->used | BIT(line));
    struct pay_frame *pay = &call(s, FLOW_PAY)->pay;
    pay->who              = f->who;
    pay->cost             = (uint8_t)meter_cost(t, f->line);
    pay->because          = ETE_510;
}

enum flow open_window(struct table *t, struct window_frame *f)
{
    struct eternity_state *s = state_of(t);
    FLOW_BEGIN(f);
    while (is_fighting(s, f->who) && has_usable(t, f)) {
        ask(&s->core, f->who, QUESTION_WINDOW, 0, s->fighter[f->who].combo[f->index].card);
        FLOW_PAUSE(f, WINDOW_CHOSEN);
        if (answer_of(&s->core, f->who).kind != CHOICE_USE) break;
        begin_ability(t, f);
        FLOW_PAUSE(f, WINDOW_PAID);
        call_text(s, f->line, f->who, f->card,
                  f->card == s->fighter[f->who].character ? COMBO_MAX : f->index, PART_ALL);
        FLOW_PAUSE(f, WINDOW_DONE);
    }
    FLOW_END(f);
}

// ---- links

// Has the card a letter that something could follow?
static bool is_open(const struct played *p, const struct face *face)
{
    bool open = face->link_from != 0;
    for (unsigned i = 0; i < LETTER_COUNT; i++) open |= p->colour[i] != COLOUR_WHITE;
    return open;
}

// ETE-421 to ETE-440: what all can see against a link.
rule_id why_not_link_at_all(const struct table *t, seat_id who)
{
    const struct eternity_state *s    = state_at(t);
    const struct fighter        *me   = &s->fighter[who];
    const struct played         *p    = &me->combo[me->played - 1];
    const struct face           *face = face_of(t, p->def);
    unsigned                     kind = played_def(t, p)->kind;
    if (!is_fighting(s, who)) return ETE_941;
    if (!has_text(p)) return me->linkless ? ETE_428 : ETE_429;
    if (me->damaged) return ETE_426;
    if (me->linkless) return me->linkless == FORBIDDEN ? ETE_194 : ETE_428;
    for (unsigned i = 0; i < me->played; i++)
        if (me->combo[i].flags & PLAYED_WHIFFED) return ETE_428;
    if (me->played >= me->limit || me->played >= COMBO_MAX) return ETE_427;
    if (kind == KIND_SIDE || kind == KIND_TAG) return ETE_433;
    if (face->tags >> TAG_THROW & 1) return ETE_534;
    if (face->tags >> TAG_TERMINAL & 1) return ETE_431;
    if (kind == KIND_UTILITY && !face->link_from) return ETE_432;
    if (!is_open(p, face)) return ETE_464;
    if (is_tag_mode(s) && me->timed_out) return ETE_918;
    return 0;
}

// ETE-456 to ETE-464
static rule_id why_not_input(const struct table *t, seat_id who, const struct played *p,
                             const struct card_def *def, const struct face *next)
{
    const struct face *face   = face_of(t, p->def);
    bool               attack = played_def(t, p)->kind == KIND_ATTACK;
    for (unsigned i = 0; i < LETTER_COUNT; i++) {
        bool red  = is_red(t, who, p->colour, i);
        bool open = red || p->colour[i] == COLOUR_YELLOW || face->link_from >> i & 1;
        if (open && is_red(t, who, next->colour, i)) return 0;
        if (next->link_after >> i & 1 && attack && red) return 0;
    }
    if (def->kind == KIND_UTILITY && !next->link_after) return ETE_432;
    return has_red(next) || next->link_after ? ETE_456 : ETE_459;
}

rule_id why_not_link(const struct table *t, seat_id who, card_id card)
{
    const struct eternity_state *s = state_at(t);
    if (card >= s->core.card_count) return ETE_434;
    zone_id zone = card_at(&s->core, card)->zone;
    if (zone == zone_of_seat(ZONE_COMMON, who)) return ETE_433;
    if (zone != zone_of_seat(ZONE_HAND, who)) return ETE_434;
    const struct card_def *def  = def_of(t, card);
    const struct face     *face = face_of_card(t, card);
    const struct fighter  *me   = &s->fighter[who];
    rule_id                no   = why_not_link_at_all(t, who);
    if (no) return no;
    if (face->tags >> TAG_THROW & 1) return ETE_534;
    no = why_not_input(t, who, &me->combo[me->played - 1], def, face);
    if (no) return no;
    return requirement_for(t, who, card_at(&s->core, card)->def) > meter_of(s, who) ? ETE_424 : 0;
}

static void show_link(struct table *t, seat_id who, card_id card)
{
    struct eternity_state *s = state_of(t);
    card_show(&s->core, card, EVERYBODY);
    add_to_combo(t, who, card);
    tell(t, event_card(t, EVENT_LINKED, who, card, ETE_424));
    wait_for(t, who, WHEN_YOU_LINK);
    struct pay_frame *pay = &call(s, FLOW_PAY)->pay;
    pay->who              = who;
    pay->cost             = (uint8_t)requirement_for(t, who, card_at(&s->core, card)->def);
    pay->because          = ETE_508;
    use_up_warnings(t, who, card_at(&s->core, card)->def);
}

// ETE-656, ETE-938
static bool has_burst_window(const struct eternity_state *s, seat_id who)
{
    return !has_targets(s) && may_burst(s, who) && is_fighting(s, who);
}

bool can_use_final(const struct table *t, seat_id who, unsigned index)
{
    const struct eternity_state *s = state_at(t);
    const struct played         *p = &s->fighter[who].combo[index];
    return is_fighting(s, who) && has_text(p) && p->flags & PLAYED_DAMAGED &&
           !(p->flags & PLAYED_WHIFFED) && // ETE-408
           face_of(t, p->def)->frames & BIT(FRAME_FINAL);
}

// The next line with this frame, from `from` on; LINES_MAX: none.
unsigned next_line(const struct table *t, def_id def, unsigned from, unsigned frame)
{
    const struct op *ops;
    for (; from < t->pool->defs[def].line_count; from++) {
        ops = t->pool->ops + t->pool->lines[line_of(&t->pool->defs[def], from)].op_first;
        if (face_of(t, def)->frame[from] == frame &&
            (frame != FRAME_NONE || op_find(ops, 0, SHAPE_SENTENCE)))
            return from;
    }
    return LINES_MAX;
}

static void call_window(struct eternity_state *s, seat_id who, bool after)
{
    struct window_frame *w = &call(s, FLOW_WINDOW)->window;
    w->who                 = who;
    w->index               = (uint8_t)(s->fighter[who].played - 1);
    w->after               = after;
}

static void call_last_line(const struct table *t, struct eternity_state *s, seat_id who,
                           unsigned line)
{
    const struct played *p = last_played(s, who);
    call_text(s, line_of(&t->pool->defs[p->def], line), who, p->card, s->fighter[who].played - 1u,
              PART_ALL);
}

enum flow resolve_combo(struct table *t, struct combo_frame *f)
{
    struct eternity_state *s = state_of(t);
    FLOW_BEGIN(f);
    s->resolving = (uint8_t)(f->who + 1);
    for (;;) {
        last_played(s, f->who)->flags |= PLAYED_RESOLVED;
        call_window(s, f->who, false); // (b)
        FLOW_PAUSE(f, COMBO_BEFORE);
        if (!is_in_play(last_played(s, f->who)) || !is_fighting(s, f->who)) break;
        strike(t, f->who, s->fighter[f->who].played - 1u); // (c)
        call(s, FLOW_BLOWS);
        FLOW_PAUSE(f, COMBO_DAMAGED);
        for (f->line = 0; f->line < LINES_MAX; f->line++) { // ETE-533
            f->line = (uint8_t)next_line(t, last_played(s, f->who)->def, f->line, FRAME_NONE);
            if (f->line == LINES_MAX || !has_text(last_played(s, f->who))) break;
            call_last_line(t, s, f->who, f->line);
            FLOW_PAUSE(f, COMBO_STATIC);
        }
        call_window(s, f->who, true); // (d)
        FLOW_PAUSE(f, COMBO_AFTER);
        if (why_not_link_at_all(t, f->who) || !zone_size(&s->core, zone_of_seat(ZONE_HAND, f->who)))
            break;
        ask(&s->core, f->who, QUESTION_LINK, 0, last_played(s, f->who)->card); // (e)
        FLOW_PAUSE(f, COMBO_LINKED);
        if (answer_of(&s->core, f->who).kind != CHOICE_LINK || !is_alive(s, f->who)) break;
        show_link(t, f->who, answer_of(&s->core, f->who).card);
        FLOW_PAUSE(f, COMBO_PAID);
        if (!has_burst_window(s, f->who)) continue;
        ask(&s->core, f->who, QUESTION_BURST_LINK, 0, last_played(s, f->who)->card);
        FLOW_PAUSE(f, COMBO_BURST);
        if (answer_of(&s->core, f->who).kind != CHOICE_BURST) continue;
        burst(t, f->who, ETE_658);
        call(s, FLOW_TRIGGERS);
        FLOW_PAUSE(f, COMBO_BURST_TRIGGERED);
        break;
    }
    for (f->line = 0; can_use_final(t, f->who, s->fighter[f->who].played - 1u); f->line++) { // (f)
        f->line = (uint8_t)next_line(t, last_played(s, f->who)->def, f->line, FRAME_FINAL);
        if (f->line == LINES_MAX) break;
        ask(&s->core, f->who, QUESTION_FINAL, f->line, last_played(s, f->who)->card);
        FLOW_PAUSE(f, COMBO_FINAL);
        if (answer_of(&s->core, f->who).kind != CHOICE_DO) continue;
        call_last_line(t, s, f->who, f->line);
        FLOW_PAUSE(f, COMBO_FINAL_DONE);
    }
    s->resolving = 0;
    FLOW_END(f);
}
