// board.c - chapters 200 and 700: tiles, cards on them, and what their stats are now.
#include "games/despaira/rules.h"

bool is_behind(const struct despaira_state *s, unsigned tile, card_id of)
{
    unsigned there = tile_of(s, of);
    if (there == NO_TILE || column_of(tile) != column_of(there)) return false;
    return controller_of(s, of) == SOUTH ? row_of(tile) < row_of(there)
                                         : row_of(tile) > row_of(there);
}

// ---- bodies

struct body *body_add(struct despaira_state *s, card_id card, seat_id controller)
{
    for (unsigned i = 0; i < BODIES_MAX; i++) {
        if (s->bodies[i].stamp) continue;
        if (i >= s->body_top) s->body_top = (uint8_t)(i + 1);
        if (++s->stamp == 0) s->stamp = 1;
        s->bodies[i]  = (struct body){ .card       = card,
                                       .host       = NO_CARD,
                                       .stamp      = s->stamp,
                                       .controller = controller,
                                       .from       = NO_TILE,
                                       .back       = NO_TILE };
        s->slot[card] = (uint8_t)(i + 1);
        field_changed(s);
        return &s->bodies[i];
    }
    BUG("no body is left");
    return NULL;
}

void body_free(struct despaira_state *s, card_id card)
{
    if (!s->slot[card]) return;
    s->bodies[s->slot[card] - 1] = (struct body){ 0 };
    forget_card(s, card);
    s->slot[card] = 0;
    field_changed(s);
    while (s->body_top && !s->bodies[s->body_top - 1].stamp) s->body_top--;
}

bool has_status(const struct despaira_state *s, card_id card, unsigned status)
{
    const struct body *b = body_at(s, card);
    return b && b->status[status] > 0;
}

// DES-523, DES-622, DES-643, DES-897
bool is_active(const struct table *t, card_id card)
{
    const struct despaira_state *s = state_at(t);
    const struct body           *b = body_at(s, card);
    if (!b || !is_up(s, card)) return false;
    if (b->host != NO_CARD && !(b->flags & BODY_EQUIPPED)) return false;
    return !(b->flags & (BODY_LOCKED | BODY_PENDING)) && b->status[SILENCE] == 0;
}

// ---- counters

unsigned counters_on(const struct despaira_state *s, unsigned where, unsigned name)
{
    for (unsigned i = 0; i < s->counter_count; i++)
        if (s->counters[i].where == where && s->counters[i].name == name)
            return s->counters[i].count;
    return 0;
}

void put_counters(struct despaira_state *s, unsigned where, unsigned name, int count)
{
    unsigned i = 0;
    field_changed(s);
    while (i < s->counter_count && (s->counters[i].where != where || s->counters[i].name != name))
        i++;
    if (i == s->counter_count) {
        if (i == COUNTERS_MAX || count <= 0) return;
        s->counters[s->counter_count++] = (struct counter){ .where = (uint16_t)where,
                                                            .name  = (uint16_t)name };
    }
    int sum = s->counters[i].count + count;
    if (sum > 250) sum = 250;
    if (sum > 0) {
        s->counters[i].count = (uint8_t)sum;
        return;
    }
    s->counters[i]                = s->counters[--s->counter_count];
    s->counters[s->counter_count] = (struct counter){ 0 };
}

// ---- changes

bool add_change(struct despaira_state *s, struct change c)
{
    if (s->change_count == CHANGES_MAX) return false; // DES-R100
    s->changes[s->change_count++] = c;
    s->grants                     = (uint8_t)(s->grants + (c.kind == CHANGE_GRANT));
    field_changed(s);
    return true;
}

void end_change(struct table *t, unsigned i)
{
    struct despaira_state *s = state_of(t);
    struct change          c = s->changes[i];
    memmove(&s->changes[i], &s->changes[i + 1], (s->change_count - i - 1u) * sizeof c);
    s->changes[--s->change_count] = (struct change){ 0 };
    s->grants                     = (uint8_t)(s->grants - (c.kind == CHANGE_GRANT));
    field_changed(s);
    if (c.kind == CHANGE_TILE) s->tiles[c.arg] = (uint8_t)c.value;
    if (c.kind == CHANGE_CONTROL && body_at(s, c.card)) set_control(t, c.card, (seat_id)c.value);
}

int change_sum(const struct despaira_state *s, card_id card, unsigned kind)
{
    int sum = 0;
    for (unsigned i = 0; i < s->change_count; i++)
        if (s->changes[i].card == card && s->changes[i].kind == kind) sum += s->changes[i].value;
    return sum;
}

// ---- static sentences

static bool is_about(const struct scope *k, const struct standing *st, card_id card)
{
    const struct things *x = &k->m->things[st->things];
    if (x->how == HOW_REF) return things_first(k, st->things) == card;
    return is_meant(k, x, card);
}

static unsigned stats_of(const struct standing *st) { return st->set & (BIT(STAT_COUNT) - 1); }

// "While they have DEF", "while they are on Abyss tiles": for others it does not count.
static bool is_left_out(const struct table *t, const struct standing *st, card_id card)
{
    unsigned having = st->set >> SET_HAVING & (BIT(STAT_COUNT) - 1);
    unsigned tile   = tile_of(state_at(t), card);
    if (st->set & set_bit(WORD_ON_TILES) &&
        (tile == NO_TILE || state_at(t)->tiles[tile] != st->arg[0]))
        return true;
    return having && stat_of(t, card, (unsigned)__builtin_ctz(having)) == LACKING;
}

static int value_of(const struct scope *k, const struct standing *st, unsigned stat)
{
    if (st->verb == VERB_CANNOT) return st->set >> (SET_DOING + stat) & 1;
    if (stats_of(st) && !(stats_of(st) >> stat & 1)) return 0;
    return st->amount ? amount_of(k, st->amount) : 1;
}

static int sum_of_ability(const struct table *t, card_id source, unsigned ability, card_id card,
                          unsigned verb, unsigned stat)
{
    const struct meaning *m    = t->pool->meaning;
    const struct line    *line = &m->line[ability];
    const struct context  c    = context_alone(state_at(t), source);
    const struct scope    k    = scope_of(t, &c);
    int                   sum  = 0;
    for (unsigned i = 0; i < line->standing_count; i++) {
        const struct standing *st = &m->standing[line->standing_first + i];
        if (st->verb != verb || (st->cond && !cond_holds(&k, st->cond))) continue;
        if (is_about(&k, st, card) && !is_left_out(t, st, card)) sum += value_of(&k, st, stat);
    }
    return sum;
}

static void note_body(struct survey *out, const struct face *f, const struct card *card,
                      const struct body *b, unsigned i)
{
    bool up = !(card->flags & CARD_FACE_DOWN);
    if (up && f->has_text) {
        out->statics = (uint16_t)(out->statics | f->statics);
        out->looks_around |= f->looks_around;
        out->static_bodies[i / 64] |= (uint64_t)f->has_static << i % 64;
        out->trigger_bodies[i / 64] |= (uint64_t)f->has_trigger << i % 64;
    }
    if (is_tile(card->zone)) {
        uint32_t tile = BIT(card->zone);
        if (f->kind != KIND_LEADER) {
            out->crowded |= ((out->creatures[0] | out->creatures[1]) & tile) != 0;
            out->creatures[b->controller] |= tile;
            if (f->is_god) out->gods |= tile;
        }
        if (!up || !f->answers) return;
        if (f->answers & ANSWERS_WINDOW) out->quick[b->controller] |= tile;
        if (f->answers & ANSWERS_CHAIN) out->chain[b->controller] |= tile;
    } else if (is_trick_place(card->zone)) {
        uint32_t tile = BIT(card->zone - ZONE_TRICK);
        out->tricks[b->controller] |= tile;
        bool free = !(b->flags & BODY_LOCKED) || b->flags & BODY_JUST_LOCKED;
        if (!up && free) out->ready[b->controller] |= tile;
    }
}

struct survey survey_field(const struct table *t)
{
    const struct despaira_state *s     = state_at(t);
    const struct face           *faces = book_of(t)->faces;
    struct survey                out   = { .crowded = 0 };
    for (unsigned i = 0; i < s->body_top; i++) {
        const struct body *b    = &s->bodies[i];
        const struct card *card = &s->cards[b->card];
        if (b->stamp) note_body(&out, &faces[card->def], card, b, i);
    }
    return out;
}

void forget_just_locked(struct despaira_state *s)
{
    for (unsigned i = 0; s->just_locked && i < s->body_top; i++) {
        struct body *b = &s->bodies[i];
        if (!(b->flags & BODY_JUST_LOCKED)) continue;
        b->flags &= (uint16_t)~BODY_JUST_LOCKED;
        s->field.ready[b->controller] &= ~BIT(tile_of(s, b->card));
    }
    s->just_locked = 0;
}

static int sum_of_body(const struct table *t, const struct body *b, card_id card, unsigned verb,
                       unsigned stat)
{
    const struct face *f   = face_of(t, b->card);
    int                sum = 0;
    if (!b->stamp || !(f->statics & static_bit(verb)) || !is_active(t, b->card)) return 0;
    for (unsigned k = 0; k < f->count; k++)
        if (ability_at(t, f->first + k)->kind == ABILITY_STATIC)
            sum += sum_of_ability(t, b->card, f->first + k, card, verb, stat);
    return sum;
}

// What sentences of other cards give to a creature: "... have "...".
static unsigned given_by_words(const struct table *t, card_id card, uint16_t out[8], unsigned count)
{
    const struct despaira_state *s = state_at(t);
    const struct meaning        *m = t->pool->meaning;
    if (!(s->field.statics & static_bit(VERB_HAVE)) || !is_creature(t, card)) return count;
    for (unsigned i = 0; i < s->body_top && count < 8; i++) {
        const struct body *b = &s->bodies[i];
        if (!b->stamp || !(face_of(t, b->card)->statics & static_bit(VERB_HAVE)) ||
            !is_active(t, b->card))
            continue;
        const struct context c    = context_alone(s, b->card);
        const struct scope   k    = scope_of(t, &c);
        const struct face   *face = face_of(t, b->card);
        for (unsigned n = 0; n < face->count; n++) {
            const struct line *line = &m->line[face->first + n];
            for (unsigned j = 0; j < line->standing_count && count < 8; j++) {
                const struct standing *st = &m->standing[line->standing_first + j];
                if (st->verb != VERB_HAVE || (st->cond && !cond_holds(&k, st->cond))) continue;
                if (is_about(&k, st, card)) out[count++] = quoted_by_standing(t, st);
            }
        }
    }
    return count;
}

// The same of what creatures have by the words of others.
static int sum_of_given(const struct table *t, card_id card, unsigned verb, unsigned stat)
{
    const struct despaira_state *s   = state_at(t);
    int                          sum = 0;
    for (unsigned i = 0; i < s->body_top; i++) {
        const struct body *b = &s->bodies[i];
        uint16_t           list[8];
        if (!b->stamp || !is_active(t, b->card)) continue;
        unsigned count = given_by_words(t, b->card, list, 0);
        for (unsigned k = 0; k < count; k++)
            if (ability_at(t, list[k])->kind == ABILITY_STATIC)
                sum += sum_of_ability(t, b->card, list[k], card, verb, stat);
    }
    return sum;
}

int static_sum(const struct table *t, card_id card, unsigned verb, unsigned stat)
{
    const struct despaira_state *s   = state_at(t);
    int                          sum = 0;
    if (s->field.statics & static_bit(verb))
        for (unsigned half = 0; half < 2; half++)
            for (uint64_t left = s->field.static_bodies[half]; left; left &= left - 1)
                sum += sum_of_body(t, &s->bodies[half * 64 + (unsigned)__builtin_ctzll(left)], card,
                                   verb, stat);
    if (s->field.statics & static_bit(VERB_HAVE) && verb != VERB_HAVE)
        sum += sum_of_given(t, card, verb, stat);
    if (!s->grants) return sum;
    for (unsigned i = 0; i < s->change_count; i++) {
        const struct change *c = &s->changes[i];
        if (c->kind == CHANGE_GRANT && ability_at(t, c->arg)->kind == ABILITY_STATIC &&
            is_active(t, c->card))
            sum += sum_of_ability(t, c->card, c->arg, card, verb, stat);
    }
    return sum;
}

// Its own abilities, then those granted (DES-859).
unsigned abilities_on(const struct table *t, card_id card, uint16_t out[8])
{
    const struct despaira_state *s     = state_at(t);
    const struct face           *f     = face_of(t, card);
    unsigned                     count = 0;
    for (; count < f->count && count < 4; count++) out[count] = (uint16_t)(f->first + count);
    for (unsigned i = 0; s->grants && i < s->change_count && count < 8; i++)
        if (s->changes[i].card == card && s->changes[i].kind == CHANGE_GRANT)
            out[count++] = s->changes[i].arg;
    return given_by_words(t, card, out, count);
}

// ---- stats

// DES-211 to DES-222, DES-226, DES-229, DES-230
int field_boost(const struct table *t, card_id card)
{
    const struct despaira_state *s    = state_at(t);
    unsigned                     zone = s->cards[card].zone;
    unsigned                     type = is_tile(zone) ? s->tiles[zone] : (unsigned)PLAIN_FIELDS;
    if (type == PLAIN_FIELDS || is_leader(t, card) || !is_up(s, card)) return 0;
    if (type == SANCTUM) return def_of(t, card)->line_count == 0 ? FIELD_BOOST : 0;
    return face_of(t, card)->element == type ? FIELD_BOOST : 0;
}

static bool has_printed(const struct table *t, card_id card, unsigned stat)
{
    return def_of(t, card)->fields_set >> (FIELD_ATK + stat) & 1;
}

static int sum_for_stat(const struct despaira_state *s, card_id card, unsigned kind, unsigned stat,
                        int sign)
{
    int sum = 0;
    for (unsigned i = 0; i < s->change_count; i++) {
        const struct change *c = &s->changes[i];
        if (c->card != card || c->kind != kind || (c->arg != stat && c->arg != ALL_STATS)) continue;
        if (sign == 0 || (sign > 0) == (c->value > 0)) sum += c->value;
    }
    return sum;
}

static int becomes(const struct despaira_state *s, card_id card, unsigned stat)
{
    int value = LACKING;
    for (unsigned i = 0; i < s->change_count; i++)
        if (s->changes[i].card == card && s->changes[i].kind == CHANGE_BECOMES &&
            s->changes[i].arg == stat)
            value = s->changes[i].value;
    return value;
}

static int gained(const struct despaira_state *s, card_id card, unsigned stat)
{
    int sum = LACKING;
    for (unsigned i = 0; i < s->change_count; i++)
        if (s->changes[i].card == card && s->changes[i].kind == CHANGE_STAT_GAINED &&
            s->changes[i].arg % RANGED_STAT == stat)
            sum = (sum < 0 ? 0 : sum) + s->changes[i].value;
    return sum;
}

// Of a RATK that was given; 2 if nothing is said of it.
static int gained_range(const struct despaira_state *s, card_id card)
{
    int range = 2;
    for (unsigned i = 0; i < s->change_count; i++)
        if (s->changes[i].card == card && s->changes[i].kind == CHANGE_STAT_GAINED &&
            s->changes[i].arg / RANGED_STAT > (unsigned)range)
            range = s->changes[i].arg / RANGED_STAT;
    return range;
}

// HP boosts and nerfs in force (DES-711, DES-715).
static int hp_boosts(const struct table *t, card_id card)
{
    const struct despaira_state *s = state_at(t);
    if (cannot(t, card, NOT_BE_CHANGED)) return 0;
    return (s->change_count ? sum_for_stat(s, card, CHANGE_BOOST, STAT_HP, 1) : 0) +
           field_boost(t, card) + body_at(s, card)->lift[STAT_HP];
}
static int hp_nerfs(const struct table *t, card_id card)
{
    const struct despaira_state *s = state_at(t);
    if (cannot(t, card, NOT_BE_CHANGED)) return 0;
    return body_at(s, card)->sink -
           (s->change_count ? sum_for_stat(s, card, CHANGE_BOOST, STAT_HP, -1) : 0);
}

int max_hp(const struct table *t, card_id card)
{
    const struct despaira_state *s   = state_at(t);
    const struct body           *b   = body_at(s, card);
    int                          max = def_of(t, card)->field[FIELD_HP];
    if (s->change_count && !(b && cannot(t, card, NOT_BE_CHANGED)))
        max += sum_for_stat(s, card, CHANGE_INCREASE, STAT_HP, 0);
    if (b) max -= b->hp_nerf;
    return max > 0 ? max : 0;
}

int own_hp(const struct table *t, card_id card)
{
    const struct body *b  = body_at(state_at(t), card);
    int                hp = max_hp(t, card) - (b ? b->damage : 0);
    return hp > 0 ? hp : 0;
}

// DES-847: stat changes are ignored.
static int printed_stat(const struct table *t, const struct body *b, unsigned stat)
{
    bool broken = stat == STAT_DEF && b->flags & BODY_SHIELD_BROKEN;
    return has_printed(t, b->card, stat) && !broken ? def_of(t, b->card)->field[FIELD_ATK + stat]
                                                    : LACKING;
}

// Nothing was changed by an ability that lasts: what is printed, and boosts in force.
int plain_stat(const struct table *t, const struct body *b, unsigned stat)
{
    const struct despaira_state *s   = state_at(t);
    const struct card_def       *def = def_of(t, b->card);
    if (!(def->fields_set >> (FIELD_ATK + stat) & 1)) return LACKING;
    if (stat == STAT_DEF && b->flags & BODY_SHIELD_BROKEN) return LACKING;
    int value = def->field[FIELD_ATK + stat];
    if (is_up(s, b->card) && !(b->barred >> NOT_BE_CHANGED & 1))
        value += field_boost(t, b->card) + b->lift[stat];
    return value > 0 ? value : 0;
}

// DES-709
int stat_of(const struct table *t, card_id card, unsigned stat)
{
    const struct despaira_state *s = state_at(t);
    const struct body           *b = body_at(s, card);
    if (stat == STAT_HP) return own_hp(t, card) + (b ? b->boost_hp : 0);
    if (b && s->change_count == 0) return plain_stat(t, b, stat);
    if (b && cannot(t, card, NOT_BE_CHANGED)) return printed_stat(t, b, stat);
    int given = gained(s, card, stat);
    if (!has_printed(t, card, stat) && given == LACKING) return LACKING;
    if (stat == STAT_DEF && b && b->flags & BODY_SHIELD_BROKEN) return LACKING;
    int value = has_printed(t, card, stat) ? def_of(t, card)->field[FIELD_ATK + stat] : 0;
    if (given > 0) value += given;
    if (!b) return value;
    value += sum_for_stat(s, card, CHANGE_INCREASE, stat, 0);
    if (is_up(s, card)) {
        value += sum_for_stat(s, card, CHANGE_BOOST, stat, 0) + field_boost(t, card);
        value += b->lift[stat];
    }
    int set = becomes(s, card, stat);
    if (set != LACKING) value = set;
    return value > 0 ? value : 0;
}

int range_of(const struct table *t, card_id card)
{
    return stat_of(t, card, STAT_RATK) == LACKING ? 1
           : has_printed(t, card, STAT_RATK)      ? def_of(t, card)->field[FIELD_RANGE]
                                                  : gained_range(state_at(t), card);
}
int reach_of(const struct table *t, card_id card)
{
    const struct despaira_state *s     = state_at(t);
    int                          reach = static_sum(t, card, VERB_REACH, 0);
    for (unsigned i = 0; i < s->change_count; i++)
        if (s->changes[i].card == card && s->changes[i].kind == CHANGE_REACH &&
            s->changes[i].value > reach)
            reach = s->changes[i].value;
    return reach > 1 ? reach : 1;
}
int level_of(const struct table *t, card_id card) { return def_of(t, card)->field[FIELD_LEVEL]; }

int leader_hp(const struct table *t, seat_id seat)
{
    const struct side *me = &state_at(t)->side[seat];
    if (me->leader == NO_CARD) return 0;
    int hp = def_of(t, me->leader)->field[FIELD_HP] - me->leader_damage;
    return hp > 0 ? hp : 0;
}

bool is_forbidden(const struct table *t, card_id card, unsigned doing)
{
    const struct despaira_state *s = state_at(t);
    for (unsigned i = 0; i < s->change_count; i++)
        if (s->changes[i].card == card && s->changes[i].kind == CHANGE_CANNOT &&
            s->changes[i].arg == doing)
            return true;
    return body_at(s, card) && body_at(s, card)->barred >> doing & 1;
}

// ---- what follows from where cards lie (DES-801, part 3)

static bool locks(const struct table *t, card_id creature, card_id trick)
{
    const struct despaira_state *s = state_at(t);
    if (creature == NO_CARD || is_leader(t, creature)) return false;
    if (controller_of(s, creature) == controller_of(s, trick)) return false;
    return is_up(s, creature) || body_at(s, trick)->flags & BODY_LOCKED; // DES-619, DES-626
}

static void settle_lock(struct table *t, card_id trick)
{
    struct despaira_state *s      = state_of(t);
    struct body           *b      = body_of(s, trick);
    bool                   locked = locks(t, occupant(s, tile_of(s, trick)), trick);
    if (locked == ((b->flags & BODY_LOCKED) != 0)) return;
    if (locked) {
        b->flags |= BODY_LOCKED | BODY_JUST_LOCKED;
        s->just_locked = 1;
        happened(
            t, EVENT_LOCKED, other_seat(b->controller), occupant(s, tile_of(s, trick)), trick, 0,
            because(DES_619)); // told without the face: it may be looked at only while this lasts
        card_show(&s->core, trick, (seat_set)BIT(other_seat(b->controller))); // DES-627
        return;
    }
    b->flags &= (uint16_t) ~(BODY_LOCKED | BODY_JUST_LOCKED);
    if (!is_up(s, trick)) card_hide(&s->core, trick, (seat_set)BIT(b->controller));
}

// DES-702, DES-715; of a face-up creature.
bool is_dead(const struct table *t, const struct body *b)
{
    int max = state_at(t)->change_count ? max_hp(t, b->card) : face_of(t, b->card)->hp - b->hp_nerf;
    return max <= 0 || (b->damage >= max && b->boost_hp <= 0);
}

static void settle_hp(struct table *t, struct body *b)
{
    struct despaira_state *s = state_of(t);
    if (!is_up(s, b->card)) return;
    int boost = hp_boosts(t, b->card), nerf = hp_nerfs(t, b->card);
    if (boost == b->hp_boost && boost >= b->boost_hp && nerf == b->hp_nerf) return;
    if (boost > b->hp_boost) b->boost_hp = (int16_t)(b->boost_hp + boost - b->hp_boost);
    if (boost < b->boost_hp) b->boost_hp = (int16_t)(boost > 0 ? boost : 0); // DES-712
    b->hp_boost = (int16_t)boost;
    if (nerf != b->hp_nerf) { // DES-715
        int damage = b->damage - (nerf - b->hp_nerf);
        b->damage  = (int16_t)(damage > 0 ? damage : 0);
        b->hp_nerf = (int16_t)nerf;
    }
}

// Neither hurt nor boosted.
static bool is_whole(const struct body *b)
{
    return !(b->damage | b->boost_hp | b->hp_boost | b->hp_nerf);
}

static void settle_life(struct table *t, unsigned i, bool changed, bool lifted)
{
    struct despaira_state *s    = state_of(t);
    struct body           *b    = &s->bodies[i];
    const struct card     *card = &s->cards[b->card];
    const struct face     *face = &book_of(t)->faces[card->def];
    bool                   here = s->tiles[card->zone] != PLAIN_FIELDS;
    if (card->flags & CARD_FACE_DOWN ||
        (!changed && !lifted && !here && is_whole(b) && face->hp > 0))
        return;
    if (changed || b->lift[STAT_HP] || b->sink || b->barred || b->hp_boost || b->hp_nerf ||
        b->boost_hp || here)
        settle_hp(t, b);
    int max = changed ? max_hp(t, b->card) : face->hp - b->hp_nerf;
    if (max <= 0 || (b->damage >= max && b->boost_hp <= 0)) s->unsettled |= UNSETTLED_LIVES;
}

static void apply_to(struct table *t, struct body *b, const struct standing *st, int amount)
{
    struct despaira_state *s     = state_of(t);
    unsigned               i     = (unsigned)(b - s->bodies);
    bool                   nerfs = st->verb == VERB_ARE_NERFED;
    if (is_left_out(t, st, b->card)) return;
    s->lifted_bodies[i / 64] |= UINT64_C(1) << i % 64;
    if (st->verb == VERB_CANNOT) {
        b->barred = (uint8_t)(b->barred | st->set >> SET_DOING);
        return;
    }
    for (unsigned left = stats_of(st); left; left &= left - 1) {
        unsigned stat = (unsigned)__builtin_ctz(left);
        if (nerfs && stat == STAT_HP)
            b->sink = (int16_t)(b->sink + amount);
        else
            b->lift[stat] = (int16_t)(b->lift[stat] + (nerfs ? -amount : amount));
    }
}

// One standing sentence of a source, for all cards that it is about.
static void apply_standing(struct table *t, const struct scope *k, const struct standing *st)
{
    struct despaira_state *s      = state_of(t);
    const struct things   *x      = &k->m->things[st->things];
    const struct group    *g      = group_of_row(t, x);
    int                    amount = st->amount ? amount_of(k, st->amount) : 0;
    if (x->how == HOW_REF) {
        struct body *b = body_of(s, things_first(k, st->things));
        if (b) apply_to(t, b, st, amount);
    } else if (means_creatures(s, g)) {
        uint32_t left = creatures_meant(t, k->own, g, REACH_ANY);
        for (; left; left &= left - 1)
            apply_to(t, body_of(s, occupant(s, (unsigned)__builtin_ctz(left))), st, amount);
    } else {
        for (unsigned i = 0; i < s->body_top; i++) {
            struct body *b = &s->bodies[i];
            if (b->stamp && is_meant(k, x, b->card)) apply_to(t, b, st, amount);
        }
    }
}

static void apply_ability(struct table *t, card_id source, unsigned ability)
{
    const struct meaning *m    = t->pool->meaning;
    const struct line    *line = &m->line[ability];
    if (!line->standing_count || !is_active(t, source)) return;
    const struct context c = context_alone(state_at(t), source);
    const struct scope   k = scope_of(t, &c);
    for (unsigned i = 0; i < line->standing_count; i++) {
        const struct standing *st = &m->standing[line->standing_first + i];
        if (st->verb != VERB_ARE_BOOSTED && st->verb != VERB_ARE_NERFED && st->verb != VERB_CANNOT)
            continue;
        if (!st->cond || cond_holds(&k, st->cond)) apply_standing(t, &k, st);
    }
}

// What static sentences do to stats, and what they forbid (DES-801, part 3).
static void settle_statics(struct table *t)
{
    struct despaira_state *s     = state_of(t);
    const unsigned         kinds = static_bit(VERB_ARE_BOOSTED) | static_bit(VERB_ARE_NERFED) |
                           static_bit(VERB_CANNOT);
    for (unsigned half = 0; half < 2; half++) {
        for (uint64_t left = s->lifted_bodies[half]; left; left &= left - 1) {
            struct body *b = &s->bodies[half * 64 + (unsigned)__builtin_ctzll(left)];
            memset(b->lift, 0, sizeof b->lift);
            b->sink   = 0;
            b->barred = 0;
        }
        s->lifted_bodies[half] = 0;
    }
    const bool given = s->field.statics & static_bit(VERB_HAVE);
    s->lifted        = s->field.statics & kinds || s->grants || given;
    if (!s->lifted) return;
    for (unsigned half = 0; half < 2 && s->field.statics & kinds; half++)
        for (uint64_t left = s->field.static_bodies[half]; left; left &= left - 1) {
            const struct body *b = &s->bodies[half * 64 + (unsigned)__builtin_ctzll(left)];
            const struct face *f = face_of(t, b->card);
            for (unsigned k = 0; k < f->count && f->statics & kinds; k++)
                apply_ability(t, b->card, f->first + k);
        }
    for (unsigned i = 0; given && i < s->body_top; i++) {
        uint16_t list[8];
        if (!s->bodies[i].stamp) continue;
        unsigned count = given_by_words(t, s->bodies[i].card, list, 0);
        for (unsigned k = 0; k < count; k++) apply_ability(t, s->bodies[i].card, list[k]);
    }
    for (unsigned i = 0; s->grants && i < s->change_count; i++)
        if (s->changes[i].kind == CHANGE_GRANT && body_at(s, s->changes[i].card))
            apply_ability(t, s->changes[i].card, s->changes[i].arg);
}

// Tiles with a creature that not everything may target.
uint32_t odd_targets(const struct table *t)
{
    const struct despaira_state *s         = state_at(t);
    const uint32_t               creatures = s->field.creatures[0] | s->field.creatures[1];
    uint32_t                     odd       = s->field.gods;
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t left = s->lifted_bodies[half]; left; left &= left - 1) {
            const struct body *b = &s->bodies[half * 64 + (unsigned)__builtin_ctzll(left)];
            if (!(b->barred & (BIT(NOT_BE_TARGETED) | BIT(NOT_BE_TRICKED)))) continue;
            if (is_tile(s->cards[b->card].zone)) odd |= BIT(s->cards[b->card].zone);
        }
    for (unsigned i = 0; i < s->change_count; i++) {
        const struct change *c = &s->changes[i];
        unsigned zone          = c->card < CARDS_MAX ? s->cards[c->card].zone : (unsigned)NO_ZONE;
        if (c->kind == CHANGE_CANNOT && is_tile(zone) &&
            (c->arg == NOT_BE_TARGETED || c->arg == NOT_BE_TRICKED))
            odd |= BIT(zone);
    }
    return odd & creatures;
}

void settle(struct table *t)
{
    struct despaira_state *s = state_of(t);
    bool field = s->unsettled & UNSETTLED_FIELD, around = s->unsettled & UNSETTLED_AROUND;
    s->unsettled &= UNSETTLED_LIVES;
    if (!field && !(around && (s->field.looks_around || s->grants))) return;
    const struct face *faces        = book_of(t)->faces;
    struct survey      found        = { .crowded = 0 };
    uint64_t           creatures[2] = { 0, 0 }, changed[2] = { 0, 0 };
    for (unsigned i = 0; i < s->body_top; i++) {
        struct body       *b    = &s->bodies[i];
        const struct card *card = &s->cards[b->card];
        const struct face *face = &faces[card->def];
        if (!b->stamp) continue;
        if (is_tile(card->zone))
            creatures[i / 64] |= (uint64_t)(face->kind != KIND_LEADER) << i % 64;
        else if (is_trick_place(card->zone) &&
                 (b->flags & BODY_LOCKED || s->zones[card->zone - ZONE_TRICK].top != NO_CARD))
            settle_lock(t, b->card);
        note_body(&found, face, card, b, i);
    }
    s->field = found;
    settle_statics(t);
    for (unsigned i = 0; i < s->change_count; i++) {
        unsigned slot = s->changes[i].card < CARDS_MAX ? s->slot[s->changes[i].card] : 0;
        if (slot) changed[(slot - 1) / 64] |= UINT64_C(1) << (slot - 1) % 64;
    }
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t left = creatures[half]; left; left &= left - 1) {
            uint64_t bit = left & -left;
            settle_life(t, half * 64 + (unsigned)__builtin_ctzll(left), changed[half] & bit,
                        s->lifted_bodies[half] & bit);
        }
    s->odd_targets = odd_targets(t);
}

// Is what was worked out at the last state check still so?
bool statics_are_settled(const struct table *t)
{
    const struct despaira_state *s     = state_at(t);
    const struct survey          field = survey_field(t);
    if (!(s->unsettled & UNSETTLED_FIELD) && memcmp(&field, &s->field, sizeof field) != 0)
        return false;
    if (odd_targets(t) != s->odd_targets) return false;
    for (unsigned i = 0; i < s->body_top; i++) {
        const struct body *b = &s->bodies[i];
        for (unsigned stat = 0; b->stamp && stat < STAT_COUNT; stat++) {
            int boost = static_sum(t, b->card, VERB_ARE_BOOSTED, stat),
                nerf  = static_sum(t, b->card, VERB_ARE_NERFED, stat);
            if (b->lift[stat] != (stat == STAT_HP ? boost : boost - nerf)) return false;
            if (stat == STAT_HP && b->sink != nerf) return false;
        }
        for (unsigned doing = 0; b->stamp && doing < DOING_COUNT; doing++)
            if ((static_sum(t, b->card, VERB_CANNOT, doing) > 0) != (b->barred >> doing & 1))
                return false;
    }
    return true;
}
