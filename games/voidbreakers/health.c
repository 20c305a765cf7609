// Chapters 6 and 8: health, attack power, conditions, damage, death; and what wakes triggers.
#include "games/voidbreakers/verbs.h"

bool is_fighter(const struct table *t, card_id card)
{
    return face_of(t, card)->kind == KIND_FIGHTER;
}
int hp_max(const struct table *t, card_id card) { return face_of(t, card)->hp; }

static unsigned count_fighters(const struct table *t, seat_id seat, bool dead)
{
    const struct voidbreakers_state *s     = state_at(t);
    unsigned                         count = 0;
    for (unsigned i = 0; i < s->side[seat].fighters; i++)
        count += is_dead(s, s->side[seat].fighter[i]) == dead;
    return count;
}
unsigned dead_fighters(const struct table *t, seat_id seat)
{
    return count_fighters(t, seat, true);
}
unsigned living_fighters(const struct table *t, seat_id seat)
{
    return count_fighters(t, seat, false);
}

// ---- standing texts (VOI-454)

static struct link standing_work(const struct table *t, card_id card, uint16_t ability)
{
    return (struct link){ .card    = card,
                          .user    = card,
                          .that    = NO_CARD,
                          .other   = NO_CARD,
                          .seat    = card_at(t->state, card)->owner,
                          .ability = ability,
                          .zone    = card_at(t->state, card)->zone };
}

static struct force force_of(const struct meaning *m, const struct standing *f)
{
    bool less  = f->arg[0] == WORD_LESS;
    int  value = f->amount ? m->amount[f->amount].n : 1;
    switch (f->verb) {
    case VERB_INTERCEPT: return (struct force){ KEYWORD_INTERCEPT, 0, 1, f->to };
    case VERB_ATTACK_FOR:
        return (struct force){ KEYWORD_ATTACK_FOR, 0, (int16_t)(less ? -value : value), f->to };
    case VERB_READIES:
        return (struct force){ KEYWORD_READIES, (uint8_t)(f->arg[1] - WORD_TOKENS),
                               (int16_t)(less ? -1 : 1), 0 };
    case VERB_CANNOT:
        return (struct force){ KEYWORD_CANNOT, (uint8_t)(f->arg[0] - WORD_DEEDS), 1, 0 };
    default: return (struct force){ (uint8_t)f->arg[0], 0, (int16_t)value, 0 };
    }
}

// Looks for the keyword number *after, counted over all that give it to a card.
struct keyword_search {
    const struct table *table;
    card_id             card;
    enum keyword        keyword;
    uint32_t           *after, seen;
    struct force       *out;
};

static bool is_next(struct keyword_search *k, struct force force)
{
    if (force.keyword != k->keyword || k->seen++ != *k->after) return false;
    ++*k->after;
    *k->out = force;
    return true;
}

// What stands on a card, or what it gives to the one that is asked about.
static bool force_from(struct keyword_search *k, card_id source, bool aura)
{
    const struct table   *t = k->table;
    const struct meaning *m = t->pool->meaning;
    struct ability_list   list;
    abilities_of(t, source, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        const struct line *l = &m->line[list.id[i]];
        for (unsigned n = 0; n < l->standing_count; n++) {
            const struct standing *f     = &m->standing[l->standing_first + n];
            struct force           force = force_of(m, f);
            if (force.keyword != k->keyword || (m->things[f->things].how != HOW_REF) != aura)
                continue;
            struct link  w     = standing_work(t, source, list.id[i]);
            struct scope scope = scope_of(t, &w);
            if (!cond_holds(&scope, f->cond)) continue; // VOI-456: "while ..."
            if (aura && !things_hold(&scope, f->things, k->card)) continue;
            if (is_next(k, force)) return true;
        }
    }
    return false;
}

static bool force_from_auras(struct keyword_search *k)
{
    const struct voidbreakers_state *s = state_at(k->table);
    if (!(s->auras >> k->keyword & 1)) return false;
    EACH_IN_ARENA(c, s) {
        const struct face *face = face_of(k->table, c);
        if (is_dead(s, c) || !(face->auras | face->upgrade_auras)) continue;
        if (force_from(k, c, true)) return true;
    }
    return false;
}

// "gains Armor 10 until your next turn"
static bool force_from_modifiers(struct keyword_search *k)
{
    const struct voidbreakers_state *s = state_at(k->table);
    if (!(s->cards[k->card].flags & CARD_MODIFIED)) return false;
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        if (m->card != k->card || m->kind != CHANGE_KEYWORD) continue;
        if (is_next(
                k, (struct force){ (uint8_t)(m->arg & 0xFF), (uint8_t)(m->arg >> 8), m->value, 0 }))
            return true;
    }
    return false;
}

bool find_force(const struct table *t, card_id card, enum keyword keyword, uint32_t *after,
                struct force *out)
{
    struct keyword_search k = {
        .table = t, .card = card, .keyword = keyword, .after = after, .out = out
    };
    return force_from(&k, card, false) || force_from_auras(&k) || force_from_modifiers(&k);
}

void look_for_auras(struct table *t)
{
    struct voidbreakers_state *s     = state_of(t);
    unsigned                   found = 0;
    EACH_IN_ARENA(c, s) {
        const struct face *face = face_of(t, c);
        if (!is_dead(s, c)) found |= face->auras | (has_upgrades(t, c) ? face->upgrade_auras : 0u);
    }
    s->auras = (uint16_t)found;
}

bool is_forbidden(const struct table *t, card_id card, enum deed deed)
{
    uint32_t     after = 0;
    struct force force;
    while (next_force(t, card, KEYWORD_CANNOT, &after, &force))
        if (force.arg == deed) return true;
    return false;
}

int sum_of_keyword(const struct table *t, card_id card, enum keyword k)
{
    uint32_t     after = 0;
    int          sum   = 0;
    struct force force;
    while (next_force(t, card, k, &after, &force)) sum += force.value;
    return sum;
}

// ---- attack power

static int sum_of_changes(const struct voidbreakers_state *s, card_id card, enum change kind)
{
    int sum = 0;
    if (!(card_at(&s->core, card)->flags & CARD_MODIFIED)) return 0;
    for (unsigned i = 0; i < s->core.modifier_count; i++)
        if (s->modifiers[i].card == card && s->modifiers[i].kind == kind)
            sum += s->modifiers[i].value;
    return sum;
}

static int within(int value, int most) { return value < 0 ? 0 : value > most ? most : value; }

// VOI-622
int attack_power(const struct table *t, card_id card)
{
    const struct voidbreakers_state *s     = state_at(t);
    int                              power = s->body[card].ap + sum_of_changes(s, card, CHANGE_AP);
    power += has(s, card, EMPOWERED) ? 10 : 0;
    power -= has(s, card, WEAKENED) ? 10 : 0;
    return within(power, face_of(t, card)->ap_max);
}

// VOI-625
int attack_bonus(const struct table *t, card_id attacker, card_id target)
{
    const struct voidbreakers_state *s = state_at(t);
    int bonus = sum_of_changes(s, attacker, CHANGE_MORE) + sum_of_changes(s, attacker, CHANGE_NEXT);
    uint32_t     after = 0;
    struct force force;
    while (next_force(t, attacker, KEYWORD_ATTACK_FOR, &after, &force)) {
        struct link  w     = standing_work(t, attacker, NO_ABILITY);
        struct scope scope = scope_of(t, &w);
        if (!force.to || things_hold(&scope, force.to, target)) bonus += force.value;
    }
    return bonus;
}

// VOI-621
void change_power(struct table *t, card_id card, int amount, struct cause why)
{
    struct body *b = &state_of(t)->body[card];
    b->ap          = (int16_t)within(b->ap + amount, face_of(t, card)->ap_max);
    happened(t, EVENT_POWER, card_at(t->state, card)->owner, card, NO_CARD, b->ap, why);
}

// ---- conditions

unsigned count_debuffs(const struct voidbreakers_state *s, card_id card)
{
    unsigned count = 0;
    for (unsigned c = 0; c < DEBUFF_COUNT; c++) count += s->body[card].conditions >> c & 1;
    return count;
}

// VOI-831, VOI-833, VOI-855
void give_condition(struct table *t, card_id card, enum condition c, struct cause why)
{
    struct voidbreakers_state *s = state_of(t);
    if (!is_living(s, card) || has(s, card, c)) return;
    bool braced = has(s, card, BRACED);
    if (c < DEBUFF_COUNT && (braced || cannot(t, card, DEED_GAIN_DEBUFFS) ||
                             cannot(t, card, (enum deed)(DEED_GAIN_FIRST + c)))) {
        happened(t, EVENT_PREVENTED, owner_of(s, card), card, NO_CARD, 0,
                 by_rule(braced ? VOI_855 : VOI_006));
        return;
    }
    s->body[card].conditions = (uint16_t)(s->body[card].conditions | BIT(c));
    happened(t, EVENT_GAINS + c, owner_of(s, card), card, NO_CARD, 0, why);
    if (c < DEBUFF_COUNT) wake_all(t, MOMENT_DEBUFFED, &(struct news){ card, NO_CARD, NO_ZONE, 0 });
}

void lose_conditions(struct table *t, card_id card, unsigned set, struct cause why)
{
    struct body *b = &state_of(t)->body[card];
    for (unsigned left = b->conditions & set; left; left &= left - 1)
        happened(t, EVENT_LOSES + (unsigned)__builtin_ctz(left), card_at(t->state, card)->owner,
                 card, NO_CARD, 0, why);
    b->conditions = (uint16_t)(b->conditions & ~set);
}

// ---- what wakes triggers, and what can be reacted to

void note(struct voidbreakers_state *s, enum happening kind, seat_id seat, card_id card,
          card_id other, zone_id zone)
{
    if (s->event_count == EVENTS_MAX) return; // VOI-R94
    s->events[s->event_count++] = (struct happened){ (uint8_t)kind, seat, card, other, zone, 0 };
}

// Who did it, as far as a text can say so: a card or a player.
static uint16_t doer_of(const struct table *t, enum moment moment, const struct news *news)
{
    if (news->seat) return thing_of_seat((seat_id)(news->seat - 1));
    if (moment == MOMENT_VOIDED) return thing_of_seat(owner_of(state_at(t), news->that));
    return moment == MOMENT_ATTACKS || moment == MOMENT_KILLS ? news->other : news->that;
}

static bool is_waited_for(const struct table *t, card_id source, uint16_t ability,
                          const struct news *news)
{
    const struct line *l     = &t->pool->meaning->line[ability];
    struct link        w     = standing_work(t, source, ability);
    struct scope       k     = scope_of(t, &w);
    bool               phase = ability_at(t, ability)->moment == MOMENT_ALPHA ||
                 ability_at(t, ability)->moment == MOMENT_READY ||
                 ability_at(t, ability)->moment == MOMENT_START ||
                 ability_at(t, ability)->moment == MOMENT_OMEGA;
    if (phase && !l->by) return owner_of(state_at(t), source) == state_at(t)->active; // VOI-805
    if (!l->by && !l->to) return true;
    zone_id zone = news->zone != NO_ZONE   ? news->zone
                   : news->that != NO_CARD ? zone_of_card(state_at(t), news->that)
                                           : (zone_id)NO_ZONE;
    return waits_for(&k, l->by, doer_of(t, ability_at(t, ability)->moment, news), zone) &&
           waits_for(&k, l->to, news->that, zone);
}

// VOI-R122
static bool is_first_time(struct body *b, unsigned nth)
{
    if (nth >= 8 || b->heard >> nth & 1) return false;
    b->heard = (uint8_t)(b->heard | BIT(nth));
    return true;
}

void wake_waiting(struct table *t, enum moment moment, card_id source, const struct news *news)
{
    struct voidbreakers_state *s = state_of(t);
    struct ability_list        list;
    abilities_of(t, source, &list);
    for (unsigned i = 0; i < list.count; i++) {
        const struct ability *a = ability_at(t, list.id[i]);
        if (a->moment != moment || s->waiting_count == TRIGGERS_MAX) continue; // VOI-R94
        if (!is_waited_for(t, source, list.id[i], news)) continue;
        if (a->flags & ABILITY_ONCE && !is_first_time(&s->body[source], i)) continue;
        s->waiting[s->waiting_count++] = (struct waiting){
            .seat    = owner_of(s, source),
            .card    = source,
            .that    = news->that,
            .other   = news->other,
            .ability = list.id[i],
            .zone    = zone_of_card(s, source),
        };
    }
}

void wake_all(struct table *t, enum moment moment, const struct news *news)
{
    const struct voidbreakers_state *s = state_at(t);
    if (!(book_of(t)->moments >> moment & 1)) return;
    EACH_IN_ARENA(c, s)
        if (!is_dead(s, c) && may_wait_for(t, c, moment)) wake_waiting(t, moment, c, news);
}

// ---- damage and healing

// VOI-516, VOI-603: after each instruction of a link.
static void clamp_hp(struct table *t, card_id card)
{
    struct body *b = &state_of(t)->body[card];
    b->hp          = (int16_t)within(b->hp, b->flags & BODY_DEAD ? 0 : hp_max(t, card));
}

// The same for all, at the end of what happens at once (VOI-522).
void clamp_all(struct table *t)
{
    struct voidbreakers_state *s = state_of(t);
    if (!s->hp_changed) return;
    EACH_IN_ARENA(c, s)
        s->body[c].hp = (int16_t)within(s->body[c].hp, is_dead(s, c) ? 0 : hp_max(t, c));
}

static void drain(struct table *t, const struct hit *h, int taken)
{
    if (h->drain && taken > 0 && is_living(state_at(t), h->source))
        heal(t, h->source, taken, !h->in_batch, by_rule(VOI_814));
}

// VOI-R126: what prevents damage comes last, the oldest first, and is used up by it.
static int prevented(struct table *t, card_id victim, int amount)
{
    struct voidbreakers_state *s = state_of(t);
    for (size_t i = 0; i < s->core.modifier_count && amount > 0;) {
        struct modifier *m = &s->modifiers[i];
        if (m->card != victim || m->kind != CHANGE_SHIELD) {
            i++;
            continue;
        }
        int less = m->value < amount ? m->value : amount;
        amount -= less;
        m->value = (int16_t)(m->value - less);
        if (m->value)
            i++;
        else
            modifier_remove(&s->core, i);
    }
    return amount;
}

// VOI-604, after redirection.
static int reduced(struct table *t, const struct hit *h)
{
    struct voidbreakers_state *s      = state_of(t);
    int                        amount = h->amount;
    if (amount <= 0 || cannot(t, h->victim, DEED_BE_DAMAGED)) return 0;
    if (has(s, h->victim, EXPOSED)) amount += 10;
    if (h->pierce) return amount; // VOI-809
    amount -= armor_of(t, h->victim);
    if (amount > 0 && has(s, h->victim, GUARDED)) { // VOI-851
        lose_conditions(t, h->victim, BIT(GUARDED), by_rule(VOI_851));
        amount -= 20;
    }
    if (amount > 0 && s->cards[h->victim].flags & CARD_MODIFIED)
        amount = prevented(t, h->victim, amount);
    return amount < 0 ? 0 : amount;
}

int deal_damage(struct table *t, const struct hit *h)
{
    struct voidbreakers_state *s = state_of(t);
    if (!is_living(s, h->victim)) return 0;
    int amount = reduced(t, h);
    if (amount == 0) { // VOI-605
        happened(t, EVENT_PREVENTED, owner_of(s, h->victim), h->victim, h->source, 0,
                 by_rule(VOI_605));
        return 0;
    }
    struct body *b        = &s->body[h->victim];
    int          had      = b->hp > 0 ? b->hp : 0;
    card_id      attacker = h->attack ? h->source : (card_id)NO_CARD; // VOI-410
    b->hp                 = (int16_t)(b->hp - amount);
    s->hp_changed         = 1;
    if (b->hp <= 0 && had) b->struck_by = (uint8_t)(h->source == NO_CARD ? 0 : h->source + 1);
    happened(t, EVENT_DAMAGED, h->seat, h->source, h->victim, amount, h->why);
    note(s, CARD_DAMAGED, owner_of(s, h->victim), h->victim, attacker, zone_of_card(s, h->victim));
    wake(t, MOMENT_HURT, h->victim, h->victim, attacker);
    wake_all(t, MOMENT_DAMAGED, &(struct news){ h->victim, attacker, NO_ZONE, 0 });
    drain(t, h, amount < had ? amount : had);
    if (!h->in_batch) clamp_hp(t, h->victim);
    return amount;
}

// VOI-806, VOI-807: living cards beside the protected one that take its damage.
unsigned interceptors(const struct table *t, card_id victim, card_id *out, unsigned max)
{
    const struct voidbreakers_state *s     = state_at(t);
    unsigned                         count = 0;
    EACH_CARD(c, s, zone_of_card(s, victim)) {
        uint32_t     after = 0;
        struct force force;
        if (c == victim || owner_of(s, c) != owner_of(s, victim) || is_dead(s, c) ||
            s->body[c].hp <= 0)
            continue;
        while (next_force(t, c, KEYWORD_INTERCEPT, &after, &force)) {
            if (book_of(t)->faces[name_in(t, force.to)].self != face_of(t, victim)->self) continue;
            if (count < max) out[count++] = c;
            break;
        }
    }
    return count;
}

// VOI-609
void lose_hp(struct table *t, card_id card, int amount, bool clamp, struct cause why)
{
    struct body *b          = &state_of(t)->body[card];
    b->hp                   = (int16_t)(b->hp - amount);
    state_of(t)->hp_changed = 1;
    happened(t, EVENT_LOST_HP, card_at(t->state, card)->owner, card, NO_CARD, amount, why);
    if (clamp) clamp_hp(t, card);
}

// VOI-610
void heal(struct table *t, card_id card, int amount, bool clamp, struct cause why)
{
    struct voidbreakers_state *s = state_of(t);
    if (!is_living(s, card)) return;
    if (cannot(t, card, DEED_BE_HEALED)) {
        happened(t, EVENT_PREVENTED, owner_of(s, card), card, NO_CARD, 0, by_rule(VOI_006));
        return;
    }
    bool lacked      = amount > 0 && s->body[card].hp < hp_max(t, card);
    s->body[card].hp = (int16_t)(s->body[card].hp + amount);
    s->hp_changed    = 1;
    if (lacked) wake_all(t, MOMENT_HEALED, &(struct news){ card, NO_CARD, NO_ZONE, 0 });
    happened(t, EVENT_HEALED, owner_of(s, card), NO_CARD, card, amount, why);
    if (clamp) clamp_hp(t, card);
}

// VOI-638
void revive(struct table *t, card_id card, int hp, struct cause why)
{
    struct voidbreakers_state *s       = state_of(t);
    struct body               *b       = &s->body[card];
    uint16_t                   arrived = b->arrived;

    *b            = (struct body){ .arrived = arrived };
    b->hp         = (int16_t)within(hp, hp_max(t, card));
    b->ap         = def_of(t, card)->field[FIELD_AP];
    s->hp_changed = 1;
    if (face_of(t, card)->auras) look_for_auras(t);
    happened(t, EVENT_REVIVED, owner_of(s, card), card, NO_CARD, b->hp, why);
}

// ---- death

static void return_upgrades(struct table *t, card_id fighter) // VOI-632
{
    struct voidbreakers_state *s = state_of(t);
    for (card_id up; (up = attached_upgrade(t, fighter, NO_DEF)) != NO_CARD;)
        card_move(&s->core, up, zone_of_seat(ZONE_RESERVE, owner_of(s, fighter)), BOTTOM);
}

static void die(struct table *t, card_id card)
{
    struct voidbreakers_state *s = state_of(t);
    happened(t, EVENT_DIED, owner_of(s, card), card, NO_CARD, 0, by_rule(VOI_630));
    wake(t, MOMENT_DEATH, card, card, NO_CARD);
    if (s->body[card].struck_by)
        wake_all(t, MOMENT_KILLS,
                 &(struct news){ card, (card_id)(s->body[card].struck_by - 1),
                                 zone_of_card(s, card), 0 });
    if (is_fighter(t, card)) s->side[owner_of(s, card)].deaths++;
    note(s, CARD_DIED, owner_of(s, card), card, NO_CARD, zone_of_card(s, card));
    modifiers_leave(&s->core, card);
    if (is_fighter(t, card)) { // VOI-631, VOI-632
        return_upgrades(t, card);
        s->body[card] = (struct body){ .flags = BODY_DEAD, .arrived = s->body[card].arrived };
        if (s->auras) look_for_auras(t);
        return;
    }
    bool satellite = face_of(t, card)->kind == KIND_SATELLITE; // VOI-636
    leave_arena(t, card);
    move_card(s, card, zone_of_seat(satellite ? ZONE_RESERVE : ZONE_VOID, owner_of(s, card)),
              satellite ? BOTTOM : TOP);
    if (s->auras) look_for_auras(t);
}

// VOI-901 to VOI-903
static bool is_decided(struct table *t)
{
    bool lost[PLAYERS] = { !living_fighters(t, 0), !living_fighters(t, 1) };
    if (lost[0] && lost[1]) {
        end_game(t, 0, VOI_902);
    } else if (lost[0] || lost[1]) {
        end_game(t, (seat_set)BIT(lost[0] ? 1 : 0), VOI_901);
    }
    return lost[0] || lost[1];
}

bool state_check(struct table *t)
{
    struct voidbreakers_state *s = state_of(t);
    card_id                    dying[CARDS_MAX];
    zone_id                    where[CARDS_MAX];
    unsigned                   count = 0;
    if (!s->hp_changed) return false;
    s->hp_changed = 0;
    EACH_IN_ARENA(c, s) {
        if (is_dead(s, c)) continue;
        s->body[c].hp = (int16_t)within(s->body[c].hp, hp_max(t, c));
        if (s->body[c].hp != 0) continue;
        where[count]   = zone_of_card(s, c);
        dying[count++] = c;
    }
    for (unsigned i = 0; i < count; i++) die(t, dying[i]);
    if (is_decided(t)) return true;
    for (unsigned i = 0; i < count; i++)
        wake_all(t, MOMENT_SOMEBODY_DIES, &(struct news){ dying[i], NO_CARD, where[i], 0 });
    return false;
}
