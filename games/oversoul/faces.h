// faces.h - printed cards as the rules see them.
#ifndef PENTACLE_GAMES_OVERSOUL_FACES_H
#define PENTACLE_GAMES_OVERSOUL_FACES_H

#include "games/oversoul/state.h"

enum { ABILITIES_HELD_MAX = 64 };

static const uint32_t STATE_LAWS = BIT(LAW_HONEST) | BIT(LAW_ISOLATED) | BIT(LAW_OUTLAST) |
                                   BIT(LAW_RESONATE);

extern const char *const KEYWORD_NAMES[KW_COUNT];

bool oversoul_prepare_pool(struct card_pool *, struct arena *, struct error *);
bool oversoul_is_beside(const struct card_pool *, def_id, rule_id);

// The Abilities a card of this face has with these Roles: printed lines, then Role Abilities.
// `standing` tells a Leader on the board as Unit or Event from one in its Leader Zone.
size_t face_abilities(const struct rulebook *, const struct face *, uint32_t roles, bool standing,
                      uint16_t *out);

uint32_t deeds_named(const struct op *, size_t node); // bit per enum deed_kind

extern const char *const ROLE_NAMES[ROLE_COUNT];

uint16_t quoted_ability(const struct rulebook *, size_t line); // of an OP_LINE in quotes

bool is_role_ability(const struct rulebook *, const struct ability *); // a default or printed one

// "ENTER / CAST*" is used at will and triggers as well (OVE-757).
static inline bool may_trigger(const struct ability *a)
{
    return a->kind == ABILITY_TRIGGER || (a->kind == ABILITY_USE && !a->both);
}

bool is_state_trigger(const struct ability *); // HONEST*, OUTLAST* ... in front of a deed (OVE-755)

// CAST, QUICK, PERFECT and COUNTER Events: they pass over the board (OVE-413).
static inline bool is_event_without_hp(const struct face *f)
{
    return f->kind == KIND_EVENT && f->event_role != ROLE_BOARD;
}
// A line that speaks when its card is Activated: an effect of an Event without HP, an "Activate
// only" Law.
static inline bool is_declared_line(const struct face *f, const struct ability *a)
{
    return a->kind == ABILITY_ONLY || (a->kind == ABILITY_EFFECT && is_event_without_hp(f));
}

#endif
