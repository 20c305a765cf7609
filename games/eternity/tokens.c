// 860: tokens that lie elsewhere than on their character card, or have two sides: Lamps, the Mask,
// Warnings. (The Sean token is moved by effects.c and move.c.)
#include "games/eternity/rules.h"

// ---- Lamps (ETE-876)

bool has_lamp_on(const struct eternity_state *s, seat_id who, unsigned square)
{
    for (unsigned i = 0; i < LAMPS_MAX; i++)
        if (s->fighter[who].lamp[i] == square) return true;
    return false;
}

unsigned lamps_of(const struct eternity_state *s, seat_id who)
{
    unsigned count = 0;
    for (unsigned i = 0; i < LAMPS_MAX; i++) count += s->fighter[who].lamp[i] != NO_ZONE;
    return count;
}

void put_out_lamps(struct fighter *me)
{
    for (unsigned i = 0; i < LAMPS_MAX; i++) me->lamp[i] = NO_ZONE;
}

unsigned tokens_bound(const struct card_def *character, const struct face *face)
{
    bool binds = face->from_sean || face->also_from[0];
    return binds && character->field[FIELD_POWER] > 0 ? 1 : 0;
}

unsigned tokens_elsewhere(const struct table *t, seat_id seat)
{
    const struct eternity_state *s         = state_at(t);
    const card_id                character = s->fighter[seat].character;
    unsigned                     count     = lamps_of(s, seat);
    count += tokens_bound(def_of(t, character), face_of_card(t, character));
    for (seat_id other = 0; other < SEATS_MAX; other++) count += s->fighter[seat].warned[other];
    return count;
}

// On or next to a Lamp of this player.
bool is_in_light(const struct eternity_state *s, seat_id of, seat_id seat)
{
    zone_id here = seat == NO_SEAT ? (zone_id)NO_ZONE : square_of(s, seat);
    if (here == NO_ZONE) return false;
    for (unsigned i = 0; i < LAMPS_MAX; i++) {
        zone_id lamp = s->fighter[of].lamp[i];
        if (lamp != NO_ZONE && distance(lamp, here) <= 1) return true;
    }
    return false;
}

int priority_lost_to_light(const struct table *t, seat_id seat)
{
    const struct eternity_state *s    = state_at(t);
    int                          lost = 0;
    for (seat_id of = 0; of < s->core.seats; of++) {
        if (!is_enemy(&s->core, of, seat) || !is_fighting(s, of)) continue;
        int light = face_of_card(t, s->fighter[of].character)->light;
        if (light && !s->fighter[seat].immune && target_of(s, of) == seat &&
            is_in_light(s, of, seat))
            lost += light;
    }
    return lost;
}

void place_lamp(struct table *t, seat_id who, zone_id to, struct event e)
{
    struct eternity_state *s  = state_of(t);
    struct fighter        *me = &s->fighter[who];
    for (unsigned i = 0; i < LAMPS_MAX; i++) {
        if (me->lamp[i] != NO_ZONE) continue;
        me->lamp[i] = to;
        me->power--;
        e.to = to;
        tell(t, e);
        return;
    }
}

void take_lamp(struct table *t, seat_id who, zone_id from, struct event e)
{
    struct fighter *me = &state_of(t)->fighter[who];
    for (unsigned i = 0; i < LAMPS_MAX; i++) {
        if (me->lamp[i] != from) continue;
        me->lamp[i] = NO_ZONE;
        me->power++;
        e.from = from;
        tell(t, e);
        return;
    }
}

// ---- the Mask (ETE-877)

// Is this letter red in these colours, for this player?
bool is_red(const struct table *t, seat_id who, const uint8_t *colour, unsigned letter)
{
    const struct fighter *me   = &state_at(t)->fighter[who];
    const struct face    *face = face_of_card(t, me->character);
    if (colour[letter] == COLOUR_RED) return true;
    return face->also_to[me->mask_down] == letter + 1 &&
           colour[face->also_from[me->mask_down] - 1] == COLOUR_RED;
}

// ---- Warnings (ETE-878)

void warn(struct table *t, seat_id who, seat_id whom, struct event e)
{
    struct fighter *me = &state_of(t)->fighter[who];
    if (!me->power) return;
    me->power--;
    me->warned[whom]++;
    tell(t, e);
}

unsigned warnings_on(const struct eternity_state *s, seat_id seat)
{
    unsigned count = 0;
    for (seat_id of = 0; of < s->core.seats; of++) count += s->fighter[of].warned[seat];
    return count;
}

static unsigned surcharge_of(const struct table *t, seat_id of, seat_id seat)
{
    const struct eternity_state *s = state_at(t);
    if (!s->fighter[of].warned[seat] || !is_fighting(s, of)) return 0;
    const struct face *face = face_of_card(t, s->fighter[of].character);
    return s->fighter[of].warned[seat] >= face->warnings_due ? face->surcharge : 0;
}

// What a player must spend to play this card (ETE-508).
unsigned requirement_for(const struct table *t, seat_id seat, def_id def)
{
    unsigned sum = (unsigned)t->pool->defs[def].field[FIELD_REQUIREMENT];
    if (!(face_of(t, def)->frames & BIT(FRAME_METER))) return sum;
    for (seat_id of = 0; of < t->state->seats; of++) sum += surcharge_of(t, of, seat);
    return sum;
}

static void take_back_warnings(struct table *t, seat_id of, seat_id seat)
{
    struct fighter *me = &state_of(t)->fighter[of];
    struct event    e  = event_of(EVENT_GAINED_POWER, of, ETE_878);
    e.amount           = me->warned[seat];
    me->power          = (uint8_t)(me->power + me->warned[seat]);
    me->warned[seat]   = 0;
    tell(t, e);
}

// The card was paid for: Warnings that made it dearer go back.
void use_up_warnings(struct table *t, seat_id seat, def_id def)
{
    if (!(face_of(t, def)->frames & BIT(FRAME_METER))) return;
    for (seat_id of = 0; of < t->state->seats; of++)
        if (surcharge_of(t, of, seat)) take_back_warnings(t, of, seat);
}

// Somebody is out of the round: nobody's Warnings name it any more.
void drop_warnings(struct table *t, seat_id seat)
{
    for (seat_id of = 0; of < t->state->seats; of++)
        if (state_at(t)->fighter[of].warned[seat]) take_back_warnings(t, of, seat);
}
