// stats.c - the numbers of a card as they are now, and which of them it has (rules.md 6.4, OVE-401
// to OVE-420).
#include "games/oversoul/rules.h"

// What a card Generates by itself, without what lies on it (OVE-427), or what it Consumes.
int energy_now(const struct table *t, card_id c)
{
    const struct oversoul_state *s   = peek(t);
    int                          sum = body_at(s, c)->yield;
    if (!is_active(s, c) || !is_plus(t, c)) return face_of(t, c)->energy;
    if (body_at(s, c)->flags & BODY_CONSTRUCT) return sum;
    for (card_id on = card_above(&s->core, c); on != NO_CARD; on = card_above(&s->core, on))
        if (!face_of(t, on)->minus) sum -= body_at(s, on)->yield;
    return sum;
}

bool has_printed_stat(const struct face *f, enum statname stat)
{
    if (stat == STAT_HP) return !is_event_without_hp(f);
    return (stat != STAT_DMG && stat != STAT_SPD) || f->kind == KIND_UNIT ||
           f->kind == KIND_LEADER_UNIT;
}

int stat_of(const struct table *t, card_id c, enum statname stat)
{
    const struct oversoul_state *s  = peek(t);
    const struct body           *b  = body_at(s, c);
    bool                         on = is_board_card(s, c), as_printed = !is_modified(s, c);
    switch (stat) {
    case STAT_DMG: return on ? b->dmg : as_printed ? face_of(t, c)->dmg : as_received(t, c).dmg;
    case STAT_SPD: return on ? b->spd : as_printed ? face_of(t, c)->spd : as_received(t, c).spd;
    case STAT_HP: return on ? hp_left(s, c) : as_printed ? face_of(t, c)->hp : as_received(t, c).hp;
    case STAT_COST: return (int)activation_cost(t, seat_of(s, c), c, false);
    case STAT_ENERGY: return energy_now(t, c);
    case STAT_RANK: return (int)rank_of(t, c);
    }
    return 0;
}

// OVE-148: a Prepared card has HP and counts as -1; only Units have DMG and SPD (OVE-411).
bool has_stat(const struct table *t, card_id c, enum statname stat)
{
    const struct oversoul_state *s  = peek(t);
    const struct face           *f  = face_of(t, c);
    bool                         on = is_board_card(s, c), down = is_face_down(s, c);
    switch (stat) {
    case STAT_DMG:
    case STAT_SPD: return on ? !down && is_unit(t, c) : has_printed_stat(f, stat);
    case STAT_HP: return down || has_printed_stat(f, stat);
    case STAT_RANK: return !down && (!(body_at(s, c)->flags & BODY_TOTEM) || rank_of(t, c));
    case STAT_COST:
    case STAT_ENERGY: break;
    }
    return true;
}
