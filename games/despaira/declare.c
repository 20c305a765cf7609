// declare.c - DES-509: what is chosen when an ability is activated; nothing shows before the cost
// is paid.
#include "games/despaira/rules.h"

// By the words that are activated, whatever face a viewer imagines on their card.
static bool is_ranged(const struct table *t, uint16_t ability)
{
    const struct card_def *def = &t->pool->defs[ability_at(t, ability)->def];
    return def->kind == KIND_TRICK && def->tags >> (TAG_CLASS + CLASS_RANGED) & 1;
}

static struct context context_for(const struct table *t, uint16_t ability, card_id source,
                                  seat_id seat, unsigned tile, uint16_t about, uint16_t other)
{
    return (struct context){ .source = source,
                             .tile   = tile,
                             .seat   = seat,
                             .about  = about,
                             .other  = other,
                             .ranged = is_ranged(t, ability) };
}

// DES-124, DES-565, DES-955
static bool may_be_targeted(const struct table *t, const struct context *c, uint16_t thing)
{
    if (is_thing_tile(thing)) return true;
    if (!body_at(state_at(t), thing)) return true;
    if (cannot(t, thing, NOT_BE_TARGETED)) return false;
    if (!is_trick(t, c->source) || controller_of(state_at(t), thing) == c->seat) return true;
    if (cannot(t, thing, NOT_BE_TRICKED)) return false;
    return !(has_tag(t, thing, TAG_GOD) && is_up(state_at(t), thing));
}

// So many are named at the most.
static unsigned needed_of(const struct table *t, const struct context *c, unsigned row)
{
    const struct things *x = &t->pool->meaning->things[row];
    const struct scope   k = scope_of(t, c);
    int                  n = x->count ? amount_of(&k, x->count) : 1;
    return x->how == HOW_ANY ? TARGETS_MAX : n < 0 ? 0 : (unsigned)n;
}

static bool select_is_possible(const struct table *t, const struct context *c, unsigned row)
{
    const struct despaira_state *s      = state_at(t);
    const struct group          *g      = &book_of(t)->groups[row];
    unsigned                     needed = g->up_to ? 1 : needed_of(t, c, row), good = 0;
    if ((g->up_to && needed_of(t, c, row) < 2) || g->depends) return true;
    if (means_tiles(s, g))
        return (unsigned)__builtin_popcount(tiles_meant(t, c, g, REACH_TARGETING)) >= needed;
    if (means_creatures(s, g)) {
        uint32_t tiles = creatures_meant(t, c, g, REACH_TARGETING);
        if ((unsigned)__builtin_popcount(tiles) < needed) return false;
        if (!(tiles & s->odd_targets)) return true;
    }
    if (g->elsewhere || g->tiles) return count_fitting(t, c, g, REACH_TARGETING, needed) >= needed;
    if (means_tricks(s, g)) {
        for (uint32_t left = tricks_meant(t, c, g, REACH_TARGETING); left; left &= left - 1)
            good += may_be_targeted(t, c, trick_on(s, (unsigned)__builtin_ctz(left)));
        return good >= needed;
    }
    if (is_about_creatures(s, g)) {
        uint32_t left = creatures_in_question(t, c, g, REACH_TARGETING);
        for (; left && good < needed; left &= left - 1) {
            card_id card = occupant(s, (unsigned)__builtin_ctz(left));
            good += matches(t, c, row, card, REACH_TARGETING) && may_be_targeted(t, c, card);
        }
        return good >= needed;
    }
    for (unsigned i = 0; i < s->body_top && good < needed; i++) {
        card_id card = s->bodies[i].card;
        good += s->bodies[i].stamp && matches(t, c, row, card, REACH_TARGETING) &&
                may_be_targeted(t, c, card);
    }
    return good >= needed;
}

// DES-545
static bool link_may_be_named(const struct table *t, const struct step *step, seat_id seat,
                              unsigned speed, unsigned i)
{
    const struct link *l = &state_at(t)->links[i];
    if (l->speed < speed || l->flags & LINK_RESOLVED) return false;
    if (step->set & set_bit(WORD_OPPOSING) && l->seat == seat) return false;
    if (step->set & set_bit(WORD_OF_CREATURE) && !(l->flags & LINK_CREATURE)) return false;
    return !(step->set & set_bit(WORD_OF_TRICK)) || l->flags & LINK_TRICK;
}

static bool any_link_may_be_named(const struct table *t, const struct step *step, seat_id seat,
                                  unsigned speed)
{
    for (unsigned i = 0; i < state_at(t)->link_count; i++)
        if (link_may_be_named(t, step, seat, speed, i)) return true;
    return false;
}

static bool action_may_be_countered(const struct table *t, int what)
{
    unsigned kind = state_at(t)->action.kind;
    switch (what) {
    case WORD_COUNTER_MOVE: return kind == ACTION_MOVE;
    case WORD_COUNTER_SPAWN: return kind == ACTION_SPAWN || kind == ACTION_SACRIFICE_SPAWN;
    default: return kind == ACTION_ATTACK;
    }
}

// DES-516: a legal target for every compulsory target.
bool has_targets(const struct table *t, uint16_t ability, card_id source, seat_id seat,
                 unsigned tile, uint16_t about, uint16_t other)
{
    const struct ability *a = ability_at(t, ability);
    if (!a->asks) return true;
    struct context c = context_for(t, ability, source, seat, tile, about, other);
    for (unsigned n = 0; n < a->asks; n++) {
        const struct step *step = step_of(t, ability, a->ask[n]);
        if (is_row_declared(t, step->things) && !select_is_possible(t, &c, step->things))
            return false;
        if (step->verb == VERB_NAME_LINK && !any_link_may_be_named(t, step, seat, a->speed))
            return false;
        if (step->verb == VERB_RITUAL && !ritual_is_possible(t, seat, step->name - 1u))
            return false;
        if (step->verb == VERB_COUNTER && !action_may_be_countered(t, step->arg[0])) return false;
    }
    return true;
}

bool begin_declaring(struct table *t, seat_id seat, card_id card, uint16_t ability)
{
    struct despaira_state *s = state_of(t);
    const struct body     *b = body_at(s, card);
    s->declaring             = (struct link){ .ability = ability,
                                              .stamp   = b ? b->stamp : 0,
                                              .source  = card,
                                              .about   = NO_CARD,
                                              .other   = NO_CARD,
                                              .seat    = seat,
                                              .speed   = ability_at(t, ability)->speed,
                                              .tile    = (uint8_t)tile_of(s, card) };
    s->declaring.flags       = is_trick(t, card) ? LINK_TRICK : LINK_CREATURE;
    s->work                  = (struct doing){ .core = { .card = card, .seat = seat } };
    s->has_link              = 0;
    if (ability_at(t, ability)->trap) find_occasion(t, &s->declaring);
    return true;
}

// ---- what may be chosen now

static const struct step *declared_now(const struct table *t)
{
    const struct despaira_state *s = state_at(t);
    const struct declare_frame  *f = &s->frames[s->core.depth - 1].declare;
    return step_of(t, s->declaring.ability, f->step);
}

static struct context context_declared(const struct table *t)
{
    const struct link *l = &state_at(t)->declaring;
    return context_for(t, l->ability, l->source, l->seat, l->tile, l->about, l->other);
}

struct aiming aim_now(const struct table *t)
{
    const struct despaira_state *s    = state_at(t);
    const struct step           *step = declared_now(t);
    struct aiming                aim  = { .row = step->things };
    aim.context                       = context_declared(t);
    aim.group                         = &book_of(t)->groups[aim.row];
    aim.chained                       = s->frames[s->core.depth - 1].declare.count > 0 &&
                  (step->set & set_bit(WORD_CHAINED)) != 0;
    aim.slot   = t->pool->meaning->things[aim.row].slot;
    aim.masked = means_creatures(s, aim.group);
    if (aim.masked) aim.tiles = creatures_meant(t, &aim.context, aim.group, REACH_TARGETING);
    return aim;
}

static bool is_aimed_at(const struct table *t, const struct aiming *aim, uint16_t thing)
{
    const struct despaira_state *s = state_at(t);
    if (!aim->masked || is_thing_tile(thing))
        return matches(t, &aim->context, aim->row, thing, REACH_TARGETING) &&
               may_be_targeted(t, &aim->context, thing);
    if (thing >= s->core.card_count) return false;
    unsigned tile = s->cards[thing].zone;
    if (occupant(s, tile) != thing || !(aim->tiles >> tile & 1)) return false;
    return !(s->odd_targets >> tile & 1) || may_be_targeted(t, &aim->context, thing);
}

bool is_hit(const struct table *t, const struct aiming *aim, uint16_t thing)
{
    const struct link *l = &state_at(t)->declaring;
    for (unsigned i = 0; i < l->target_count; i++)
        if (l->target[i].what == thing && l->target[i].slot == aim->slot) return false;
    if (!is_aimed_at(t, aim, thing)) return false;
    if (is_thing_tile(thing) && why_not_shifted_to(t, thing & 0xFFu)) return false;
    return !aim->chained ||
           distance(tile_of(state_at(t), thing), l->target[l->target_count - 1].tile) == 1;
}

bool is_target(const struct table *t, uint16_t thing)
{
    struct aiming aim = aim_now(t);
    return is_hit(t, &aim, thing);
}

// Does the phrase ask for what a face-down card hides (DES-643)?
static bool asks_for_face(const struct table *t, unsigned row)
{
    const uint64_t        print = (UINT64_C(1) << FACT_UP) - 1;
    const struct meaning *m     = t->pool->meaning;
    const struct things  *x     = &m->things[row];
    for (unsigned i = 0; i < x->test_count; i++)
        if (m->test[x->test_first + i].flags & TEST_STAT ||
            m->test[x->test_first + i].row == TEST_NAMED)
            return true;
    return x->has & (print | UINT64_C(1) << FACT_LORE);
}

// The rule against something that is no target: the one that says most.
rule_id why_no_target(const struct table *t, uint16_t thing)
{
    const struct despaira_state *s   = state_at(t);
    const struct aiming          aim = aim_now(t);
    const struct link           *l   = &s->declaring;
    const struct body           *b   = is_thing_tile(thing) ? NULL : body_at(s, thing);
    for (unsigned i = 0; i < l->target_count; i++)
        if (l->target[i].what == thing && l->target[i].slot == aim.slot) return RULE_PICKED_TWICE;
    bool hidden = !is_thing_tile(thing) && !b && !(s->cards[thing].known >> l->seat & 1);
    if (hidden) return DES_551; // its face is nobody's reason
    if (b && is_leader(t, thing) && !(t->pool->meaning->things[aim.row].kinds & BIT(IS_LEADER)))
        return DES_565;
    if (b && b->host != NO_CARD && !aim.group->attached) return DES_828;
    if (!matches(t, &aim.context, aim.row, thing, REACH_AGAIN))
        return b && !is_up(s, thing) && asks_for_face(t, aim.row) ? DES_643 : DES_551;
    if (!may_be_targeted(t, &aim.context, thing))
        return has_tag(t, thing, TAG_GOD) && !cannot(t, thing, NOT_BE_TARGETED) &&
                       !cannot(t, thing, NOT_BE_TRICKED)
                   ? DES_955
                   : DES_124;
    if (matches(t, &aim.context, aim.row, thing, REACH_TARGETING)) return DES_551;
    return aim.group->names_distance || aim.context.ranged ? DES_553 : DES_552;
}

// Tiles that may be targets, by distance; of a phrase about creatures their tiles.
uint32_t tiles_aimed_at(const struct table *t, const struct aiming *aim)
{
    if (aim->masked) return aim->tiles;
    return aim->group->tiles ? tiles_in_reach(t, &aim->context, aim->group, REACH_TARGETING)
                             : creatures_in_question(t, &aim->context, aim->group, REACH_TARGETING);
}

bool may_name(const struct table *t, unsigned link)
{
    const struct despaira_state *s = state_at(t);
    return link < s->link_count &&
           link_may_be_named(t, declared_now(t), s->declaring.seat, s->declaring.speed, link);
}

card_id card_to_move(const struct table *t)
{
    const struct context c     = context_declared(t);
    const struct scope   k     = scope_of(t, &c);
    uint16_t             first = things_first(&k, declared_now(t)->things);
    return is_thing_tile(first) ? (card_id)NO_CARD : (card_id)first;
}

// DES-647: so many steps at the most.
static unsigned steps_to_go(const struct table *t)
{
    const struct context c = context_declared(t);
    const struct scope   k = scope_of(t, &c);
    int                  n = amount_of(&k, declared_now(t)->amount);
    return n < 0 ? 0 : (unsigned)n;
}

// DES-650: free, or the destination of an unresolved opposing link.
static bool may_be_destination(const struct table *t, card_id card, unsigned tile)
{
    const struct despaira_state *s = state_at(t);
    if (is_trick(t, card)) {
        card_id there = occupant(s, tile);
        return trick_on(s, tile) == NO_CARD &&
               (there == NO_CARD || controller_of(s, there) == controller_of(s, card));
    }
    if (occupant(s, tile) == NO_CARD) return true;
    for (unsigned i = 0; i < s->link_count; i++) {
        const struct link *l = &s->links[i];
        if (l->seat != s->declaring.seat && !(l->flags & LINK_RESOLVED) && l->path_count &&
            l->path[l->path_count - 1] == tile)
            return true;
    }
    return false;
}

unsigned path_end(const struct table *t)
{
    const struct link *l = &state_at(t)->declaring;
    if (l->path_count) return l->path[l->path_count - 1];
    card_id card = card_to_move(t);
    return card == NO_CARD ? NO_TILE : tile_of(state_at(t), card);
}

// DES-648: a tile that is taken now may be free when the move resolves, so a path may lead through
// it; the destination must be one of DES-650.
static bool leads_on(const struct table *t, card_id card, unsigned tile, unsigned left,
                     uint32_t used)
{
    if (may_be_destination(t, card, tile)) return true;
    const struct beside near = beside(tile);
    for (unsigned i = 0; left && near.tile[i] != NO_TILE; i++)
        if (!(used >> near.tile[i] & 1) &&
            leads_on(t, card, near.tile[i], left - 1, used | BIT(near.tile[i])))
            return true;
    return false;
}

// DES-647
rule_id why_not_step(const struct table *t, unsigned tile)
{
    const struct despaira_state *s    = state_at(t);
    const struct link           *l    = &s->declaring;
    card_id                      card = card_to_move(t);
    if (card == NO_CARD || tile >= TILES || tile_of(s, card) == NO_TILE) return DES_647;
    unsigned last = l->path_count ? l->path[l->path_count - 1] : tile_of(s, card);
    unsigned left = steps_to_go(t) - s->frames[s->core.depth - 1].declare.count;
    if (left + l->path_count > PATH_MAX) left = (unsigned)PATH_MAX - l->path_count;
    uint32_t used = BIT(tile_of(s, card));
    for (unsigned i = 0; i < l->path_count; i++) used |= BIT(l->path[i]);
    if (distance(last, tile) != 1 || used >> tile & 1) return DES_647;
    return leads_on(t, card, tile, left - 1, used | BIT(tile)) ? 0 : DES_650;
}

bool is_step(const struct table *t, unsigned tile) { return !why_not_step(t, tile); }

rule_id why_not_stop(const struct table *t)
{
    if (!state_at(t)->declaring.path_count) return DES_647;
    return may_be_destination(t, card_to_move(t), path_end(t)) ? 0 : DES_650;
}

// DES-650, for a tile that is selected to be shifted to; its own tile is no obstacle (DES-R51).
rule_id why_not_shifted_to(const struct table *t, unsigned tile)
{
    const struct despaira_state *s    = state_at(t);
    const struct meaning        *m    = t->pool->meaning;
    const struct line           *line = &m->line[s->declaring.ability];
    const struct context         c    = context_declared(t);
    const struct scope           k    = scope_of(t, &c);
    unsigned                     slot = m->things[declared_now(t)->things].slot;
    for (unsigned i = 0; i < line->step_count; i++) {
        const struct step *step = &m->step[line->step_first + i];
        if (step->kind != STEP_DO || step->verb != VERB_SHIFT) continue;
        if (m->things[step->to].how != HOW_REF || m->things[step->to].slot != slot) continue;
        uint16_t what = things_first(&k, step->things);
        if (is_thing_tile(what) || what == NO_THING) continue;
        if (tile_of(s, what) != tile && !may_be_destination(t, what, tile)) return DES_650;
    }
    return 0;
}

static bool any_step(const struct table *t)
{
    const struct beside near = beside(path_end(t));
    for (unsigned i = 0; near.tile[i] != NO_TILE; i++)
        if (is_step(t, near.tile[i])) return true;
    return false;
}

static bool any_target(const struct table *t)
{
    const struct despaira_state *s     = state_at(t);
    const struct aiming          aim   = aim_now(t);
    const struct group          *group = aim.group;
    if (group->tiles) {
        for (uint32_t left = tiles_aimed_at(t, &aim); left; left &= left - 1)
            if (is_hit(t, &aim, (uint16_t)(TILE_BIT | (unsigned)__builtin_ctz(left)))) return true;
    } else if (is_about_creatures(s, group)) {
        for (uint32_t left = tiles_aimed_at(t, &aim); left; left &= left - 1)
            if (is_hit(t, &aim, occupant(s, (unsigned)__builtin_ctz(left)))) return true;
    } else if (!group->elsewhere) {
        for (unsigned i = 0; i < s->body_top; i++)
            if (s->bodies[i].stamp && is_hit(t, &aim, s->bodies[i].card)) return true;
    } else {
        for (card_id card = 0; card < s->core.card_count; card++)
            if (is_place_meant(t, &aim.context, group, s->cards[card].zone) &&
                is_hit(t, &aim, card))
                return true;
    }
    return false;
}

// ---- the choices become a link

static void add_target(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = &s->declaring;
    struct choice          c = answer_of(&s->core, l->seat);
    uint16_t thing       = c.kind == CHOICE_TARGET_TILE ? (uint16_t)(TILE_BIT | c.target) : c.card;
    const struct body *b = is_thing_tile(thing) ? NULL : body_at(s, thing);
    unsigned           slot      = t->pool->meaning->things[declared_now(t)->things].slot;
    l->target[l->target_count++] = (struct target){
        .what  = thing,
        .stamp = b ? b->stamp : 0,
        .tile  = (uint8_t)(is_thing_tile(thing) ? c.target : tile_of(s, thing)),
        .slot  = (uint8_t)slot
    };
    name_thing(s, slot, thing);
}

static void use_up(struct table *t, const struct link *l)
{
    struct despaira_state *s = state_of(t);
    struct body           *b = body_of(s, l->source);
    if (!b || l->flags & LINK_TRIGGER) return;
    unsigned nth = 0;
    while (nth < 4 && ability_named(t, l->source, nth) != l->ability) nth++;
    b->used[nth > 0]++;
    if (ability_at(t, l->ability)->limit == ONCE_PER_GAME) b->flags |= BODY_USED_ONCE;
}

static void show_trick(struct table *t, struct link *l)
{
    struct despaira_state *s = state_of(t);
    if (!body_at(s, l->source)) { // straight from the hand (DES-430)
        put_on_tile(t, l->source, l->tile, l->seat, false, false);
        l->stamp = body_at(s, l->source)->stamp;
        return;
    }
    l->flags |= LINK_FROM_DOWN;
    show(t, l->source);
    body_of(s, l->source)->flags &= (uint16_t)~BODY_DEFENCE;
    body_of(s, l->source)->timer = (uint8_t)def_of(t, l->source)->field[FIELD_TIMER];
}

// DES-954, DES-959: what was chosen for a Ritual is paid now.
static void give_for_ritual(struct table *t, struct link *l)
{
    struct despaira_state *s      = state_of(t);
    const struct step     *ritual = ritual_in(t, l->ability);
    if (!ritual || s->has_link) return;
    if (!ritual_is_paid(t, l->seat, ritual->name - 1u)) l->flags |= LINK_NEGATED;
    for (unsigned i = 0; i < s->work.core.named_count; i++)
        if (body_at(s, s->work.named[i].thing) && is_creature(t, s->work.named[i].thing))
            sacrifice_card(t, s->work.named[i].thing, because(DES_954));
    s->work = (struct doing){ 0 };
}

static void commit(struct table *t)
{
    struct despaira_state *s  = state_of(t);
    struct link            l  = s->declaring;
    struct side           *me = &s->side[l.seat];
    bool lies = body_at(s, l.source) && is_up(s, l.source); // a trick's own ability (DES-566)
    bool main = is_trick(t, l.source) && !s->has_link && !lies;
    if (s->has_link) l.flags |= LINK_TRIGGER;
    if (s->has_link == TRIGGER_ACCEPTED) l.flags |= LINK_ACCEPTED;
    int cost      = cost_of(t, l.source, l.ability, s->has_link);
    me->inventory = (uint8_t)(cost < me->inventory ? me->inventory - cost : 0); // DES-R126
    if (main)
        show_trick(t, &l);
    else
        use_up(t, &l);
    give_for_ritual(t, &l);
    around_changed(s);
    if (main) {
        body_of(s, l.source)->flags |= BODY_PENDING;
        field_changed(s);
    }
    s->links[s->link_count++] = l;
    s->declaring              = (struct link){ 0 };
    s->declared               = 1;
    s->backs                  = 0;
    happened(t, main ? EVENT_ACTIVATED : EVENT_ABILITY, l.seat, l.source, NO_CARD, s->link_count,
             because(DES_509));
    if (!(l.flags & LINK_TRIGGER))
        did(t, l.flags & LINK_TRICK ? ACTIVATES_TRICK : ACTIVATES_CREATURE, l.seat, l.source,
            NO_CARD, l.tile, 0);
    for (unsigned i = 0; i < l.target_count; i++)
        if (!is_thing_tile(l.target[i].what) && body_at(s, l.target[i].what))
            did(t, IS_TARGETED, l.seat, l.target[i].what, l.source, l.target[i].tile, 0);
}

static bool takes_back(struct despaira_state *s)
{
    if (s->core.answer[s->declaring.seat].kind != CHOICE_BACK) return false;
    s->declaring = (struct link){ 0 };
    s->work      = (struct doing){ 0 };
    s->backs++;
    return true;
}

static bool is_enough(const struct despaira_state *s)
{
    return s->core.answer[s->declaring.seat].kind == CHOICE_ENOUGH;
}

// A trick that only lies there (static sentences, triggers) chooses nothing when it is activated.
bool acts_when_activated(const struct table *t, unsigned ability, bool trigger)
{
    unsigned kind = ability_at(t, ability)->kind;
    return trigger || (kind != ABILITY_STATIC && kind != ABILITY_TRIGGER);
}

static unsigned targets_left(const struct table *t, const struct declare_frame *f)
{
    const struct context c      = context_declared(t);
    unsigned             needed = needed_of(t, &c, declared_now(t)->things);
    return f->count < needed && state_at(t)->declaring.target_count < TARGETS_MAX;
}

enum flow declare(struct table *t, struct declare_frame *f)
{
    struct despaira_state *s     = state_of(t);
    const uint16_t         words = s->declaring.ability;
    const unsigned         count = t->pool->meaning->line[words].step_count;
    const struct step     *step  = f->step < count ? step_of(t, words, f->step) : NULL;
    FLOW_BEGIN(f);
    if (s->declaring.about != NO_CARD) name_thing(s, SLOT_DONE_TO, s->declaring.about);
    for (f->step = 0; f->step < count && acts_when_activated(t, words, s->has_link); f->step++) {
        step = step_of(t, words, f->step);
        if (step->kind != STEP_DO) continue;
        f->count = 0;
        if (is_row_declared(t, step->things)) {
            for (; targets_left(t, f) && any_target(t); f->count++) {
                ask(&s->core, s->declaring.seat, QUESTION_TARGET, f->count, s->declaring.source);
                FLOW_PAUSE(f, DECLARE_TARGET);
                if (takes_back(s)) return FLOW_DONE;
                if (is_enough(s)) break;
                add_target(t);
            }
        }
        if (step->verb == VERB_MOVE) {
            for (f->count = 0;
                 f->count < steps_to_go(t) && s->declaring.path_count < PATH_MAX && any_step(t);
                 f->count++) {
                ask(&s->core, s->declaring.seat, QUESTION_PATH, f->count, s->declaring.source);
                FLOW_PAUSE(f, DECLARE_STEP);
                if (takes_back(s)) return FLOW_DONE;
                if (is_enough(s)) break;
                s->declaring.path[s->declaring.path_count++] =
                    (uint8_t)answer_of(&s->core, s->declaring.seat).target;
            }
        } else if (step->verb == VERB_RITUAL) {
            while (!ritual_is_paid(t, s->declaring.seat, step->name - 1u) &&
                   ritual_goes_on(t, s->declaring.seat)) {
                ask(&s->core, s->declaring.seat, QUESTION_RITUAL, 0, s->declaring.source);
                FLOW_PAUSE(f, DECLARE_GIVEN);
                if (takes_back(s)) return FLOW_DONE;
                name_thing(s, SLOT_NONE, answer_of(&s->core, s->declaring.seat).card);
            }
        } else if (step->verb == VERB_NAME_LINK) {
            ask(&s->core, s->declaring.seat, QUESTION_LINK, 0, s->declaring.source);
            FLOW_PAUSE(f, DECLARE_LINK);
            if (takes_back(s)) return FLOW_DONE;
            s->declaring.named_link = answer_of(&s->core, s->declaring.seat).option;
        }
    }
    commit(t);
    FLOW_END(f);
}
