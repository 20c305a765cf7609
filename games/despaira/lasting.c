// lasting.c - section 6, DES-815 to DES-819: what verbs change for a while, or for good.
#include "games/despaira/rules.h"

enum { ALL_DAMAGE = 30000 };

// DES-819, DES-853, DES-R130: as long as its trick is equipped, or has its counters.
bool lasts_as_its_trick(const struct table *t)
{
    const struct link *l = &state_at(t)->links[state_at(t)->resolving - 1];
    return l->ability != NO_ABILITY && ability_at(t, l->ability)->kind == ABILITY_MAIN &&
           (has_class(t, l->source, CLASS_EQUIP) || has_class(t, l->source, CLASS_TIMER));
}

static unsigned duration_of(const struct table *t, const struct step *step, unsigned kind,
                            unsigned until)
{
    if (step->until) return step->until - 1u;
    return kind != CHANGE_INCREASE && lasts_as_its_trick(t) ? WHILE_ON_FIELD : until;
}

// "For 2 turns"; 0: no number is said.
int lasting_span(const struct table *t, const struct step *step)
{
    const struct context c = context_now(t);
    const struct scope   k = scope_of(t, &c);
    return step->span ? amount_of(&k, step->span) : 0;
}

void lasting_change(struct table *t, const struct step *step, uint16_t thing, unsigned kind,
                    unsigned arg, int value, unsigned until)
{
    struct despaira_state *s     = state_of(t);
    struct link           *l     = link_now(s);
    unsigned               named = duration_of(t, step, kind, until);
    struct change          c     = { .card         = thing,
                                     .source       = l->source,
                                     .source_stamp = l->stamp,
                                     .value        = (int16_t)value,
                                     .arg          = (uint16_t)arg,
                                     .kind         = (uint8_t)kind,
                                     .seat         = l->seat,
                                     .until        = (uint8_t)named,
                                     .turns        = (uint8_t)lasting_span(t, step) };
    if (!add_change(s, c)) return;
    happened(t, EVENT_CHANGED, l->seat, is_thing_tile(thing) ? (card_id)NO_CARD : thing, NO_CARD,
             value, cause_now(t, step));
}

static bool is_affected(const struct table *t, uint16_t thing) // a face-up creature with stats
{
    return !is_thing_tile(thing) && body_at(state_at(t), thing) && is_up(state_at(t), thing);
}

static void change_stat(struct table *t, const struct step *step, uint16_t thing, unsigned stat,
                        int value, unsigned kind)
{
    if (!is_affected(t, thing)) return;
    if (stat < STAT_COUNT && stat_of(t, thing, stat) == LACKING) return; // DES-818
    lasting_change(t, step, thing, kind, stat, value,
                   kind == CHANGE_INCREASE ? PERMANENTLY : UNTIL_END_OF_TURN);
    struct body *b = body_of(
        state_of(t), thing); // DES-714, DES-715: a decrease cuts own HP down to the new maximum
    if (kind == CHANGE_INCREASE && value < 0 && (stat == STAT_HP || stat == ALL_STATS)) {
        int damage = b->damage + value;
        b->damage  = (int16_t)(damage > 0 ? damage : 0);
    }
}

// "ATK and DEF", in the order of the stats; "all stats" as one.
static void change_stats(struct table *t, const struct step *step, uint16_t thing, int value,
                         unsigned kind)
{
    const unsigned all = BIT(STAT_COUNT) - 1;
    if ((step->set & all) == all) {
        change_stat(t, step, thing, ALL_STATS, value, kind);
        return;
    }
    for (unsigned left = step->set & all; left; left &= left - 1)
        change_stat(t, step, thing, (unsigned)__builtin_ctz(left), value, kind);
}

static unsigned stat_in(const struct step *step) { return (unsigned)__builtin_ctz(step->set); }

// "Gains RATK 200 (3)"
static void give_stat(struct table *t, const struct step *step, uint16_t thing, int value)
{
    const struct context c    = context_now(t);
    const struct scope   k    = scope_of(t, &c);
    unsigned             stat = stat_in(step);
    if (!is_affected(t, thing)) return;
    if (step->range && stat == STAT_RATK)
        stat += RANGED_STAT * (unsigned)amount_of(&k, step->range);
    lasting_change(t, step, thing, CHANGE_STAT_GAINED, stat, value, PERMANENTLY);
}

static void set_stat(struct table *t, const struct step *step, uint16_t thing, int value)
{
    unsigned stat = stat_in(step);
    if (!is_affected(t, thing)) return;
    if (stat != STAT_HP) {
        if (stat_of(t, thing, stat) != LACKING)
            lasting_change(t, step, thing, CHANGE_BECOMES, stat, value, PERMANENTLY);
        return;
    }
    int max = max_hp(t, thing); // DES-770
    if (value > max)
        lasting_change(t, step, thing, CHANGE_INCREASE, STAT_HP, value - max, PERMANENTLY);
    body_of(state_of(t), thing)->damage = (int16_t)(max_hp(t, thing) - value);
}

static void grant(struct table *t, const struct step *step, uint16_t thing)
{
    if (is_affected(t, thing))
        lasting_change(t, step, thing, CHANGE_GRANT, quoted_by_step(t, step), 0, PERMANENTLY);
}

static void forbid(struct table *t, const struct step *step, uint16_t thing)
{
    unsigned left = step->set >> SET_DOING & (BIT(DOING_COUNT) - 1);
    for (; left && body_at(state_of(t), thing); left &= left - 1)
        lasting_change(t, step, thing, CHANGE_CANNOT, (unsigned)__builtin_ctz(left), 0,
                       PERMANENTLY);
}

// What lasts for a while.
uint16_t lasting_deed(struct table *t, struct work *w, const struct step *step,
                      const struct aim *aim)
{
    const unsigned turn   = UNTIL_END_OF_TURN;
    uint16_t       thing  = aim->thing;
    int            amount = aim->amount;
    bool           lies   = !is_thing_tile(thing) && body_at(state_of(t), thing);
    (void)w;
    if (is_thing_tile(thing)) return 0;
    switch ((enum verb)step->verb) {
    case VERB_BOOST:
    case VERB_ARE_BOOSTED: change_stats(t, step, thing, amount, CHANGE_BOOST); break;
    case VERB_NERF:
    case VERB_ARE_NERFED: change_stats(t, step, thing, -amount, CHANGE_BOOST); break;
    case VERB_INCREASE: change_stats(t, step, thing, amount, CHANGE_INCREASE); break;
    case VERB_DECREASE: change_stats(t, step, thing, -amount, CHANGE_INCREASE); break;
    case VERB_BECOME: set_stat(t, step, thing, amount); break;
    case VERB_GAIN_STAT: give_stat(t, step, thing, amount); break;
    case VERB_GAIN:
    case VERB_HAVE: grant(t, step, thing); break;
    case VERB_CANNOT: forbid(t, step, thing); break;
    case VERB_REACH:
        if (is_affected(t, thing)) lasting_change(t, step, thing, CHANGE_REACH, 0, amount, turn);
        break;
    case VERB_DEAL_MORE: lasting_change(t, step, thing, CHANGE_STRENGTH, 0, amount, turn); break;
    case VERB_TAKE_LESS: lasting_change(t, step, thing, CHANGE_TOUGHNESS, 0, amount, turn); break;
    case VERB_PREVENT: lasting_change(t, step, thing, CHANGE_PREVENT, 0, amount, turn); break;
    case VERB_PREVENT_ALL:
        lasting_change(t, step, thing, CHANGE_PREVENT, 0, ALL_DAMAGE, turn);
        break;
    case VERB_SHELTER:
        lasting_change(t, step, thing, CHANGE_CANNOT, NOT_GET_STATUSES, 0, turn);
        break;
    case VERB_IGNORE:
        if (lies) lasting_change(t, step, thing, CHANGE_CANNOT, NOT_BE_CHANGED, 0, turn);
        break;
    case VERB_WIDEN:
        if (lies) lasting_change(t, step, thing, CHANGE_WIDEN, 0, amount, turn);
        break;
    case VERB_HALVE: lasting_change(t, step, thing, CHANGE_HALVE, 0, 0, turn); break;
    default: break;
    }
    return 1;
}
