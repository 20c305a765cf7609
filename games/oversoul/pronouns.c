// pronouns.c - "this card", "it", "them" (rules.md 6.4, OVE-707, OVE-712): which cards they mean,
// and what such a card was like when it left the board.
#include "games/oversoul/lines.h"

#include <string.h>

static bool is_among(const struct scope *k, const struct chosen *list, size_t count, card_id c)
{
    const struct oversoul_state *s = peek(k->t);
    for (size_t i = 0; i < count; i++)
        if (list[i].card == c && (k->past || list[i].generation == s->generation[c])) return true;
    return false;
}

bool is_named(const struct scope *k, card_id c) { return is_among(k, k->named, k->named_count, c); }

// "The Selected DRAGON": of all that the line Selected, whatever "it" means by now (OVE-R431).
bool is_selected(const struct scope *k, card_id c)
{
    if (!k->selected_count) return is_named(k, c);
    return is_among(k, &peek(k->t)->chosen[k->selected_at], k->selected_count, c);
}

// A card that now leaves another place has left the board at an earlier time.
static bool leaves_again(const struct oversoul_state *s, card_id c)
{
    return s->leaving_to != NO_ZONE && s->deed_count && s->deeds[s->deed_count - 1].card == c &&
           !is_board_card(s, c);
}

// What a card was like when it left the board, if it still lies where it went then.
static const struct gone *find_gone(const struct oversoul_state *s, card_id c)
{
    if (leaves_again(s, c)) return NULL;
    for (unsigned i = 0; i < GONE_MAX; i++)
        if (s->gone[i].card == c && s->gone[i].generation == s->generation[c]) return &s->gone[i];
    return NULL;
}

bool was_seen_leaving(const struct oversoul_state *s, card_id c)
{
    const struct gone *g = find_gone(s, c);
    return g && !g->prepared;
}

// Where it lay and its numbers, those of a Prepared card too (OVE-R141, OVE-R175).
static const struct gone *as_it_lay(const struct scope *k, card_id c)
{
    const struct oversoul_state *s    = peek(k->t);
    bool                         left = k->before || (c == k->card && k->left);
    if (is_board_card(s, c)) return NULL;
    for (size_t i = 0; i < k->named_count && !left; i++)
        left = k->named[i].card == c && k->named[i].line & (WENT | FELL);
    return left ? find_gone(s, c) : NULL;
}

// A card that left the board with what the line speaks of, or whose own leaving it speaks of,
// counts as it was just before; NULL for every other.
const struct gone *as_it_left(const struct scope *k, card_id c)
{
    const struct gone *g = as_it_lay(k, c);
    return g && !g->prepared ? g : NULL;
}

zone_id place_of(const struct scope *k, card_id c)
{
    const struct gone *g = as_it_lay(k, c);
    return g ? g->zone : card_in(peek(k->t), c)->zone;
}

// Nobody's condition or number looks at a face that its player does not see (OVE-R192, OVE-R283).
bool is_seen(const struct scope *k, card_id c)
{
    return is_board_card(peek(k->t), c) || knows(k->t->state, k->seat, c);
}

// "Its DMG", "this card's DMG": as it is now, or as it was when it left.
int present_stat(const struct scope *k, card_id c, enum statname stat)
{
    const struct gone *g = as_it_lay(k, c);
    if (!g && !is_seen(k, c)) return 0;
    switch (g ? stat : STAT_COST) {
    case STAT_DMG: return g->dmg;
    case STAT_SPD: return g->spd;
    case STAT_HP: return g->hp;
    case STAT_RANK: return g->rank;
    case STAT_ENERGY:
    case STAT_COST: break;
    }
    return stat_of(k->t, c, stat);
}

// The host, also of a Construct that has left it (OVE-R141); NO_CARD if that is no more.
static card_id attached_card(const struct oversoul_state *s, card_id construct)
{
    const struct gone *g = is_board_card(s, construct) ? NULL : find_gone(s, construct);
    if (!g) return host_of(s, construct);
    return g->host_generation == s->generation[g->host] ? g->host : NO_CARD;
}

// --- pronouns ------------------------------------------------------------------------------------

size_t spoken_of(const struct scope *k, enum pronoun p, card_id *out, size_t max)
{
    const struct oversoul_state *s = peek(k->t);
    size_t                       n = 0;
    switch (p) {
    case PRO_THIS_CARD:
    case PRO_THIS_UNIT:
    case PRO_THIS_EVENT:
        if (max && !k->gone) out[n++] = k->card;
        break;
    case PRO_THIS_CONSTRUCT:
        if (max) out[n++] = k->source;
        break;
    case PRO_ATTACHED_CARD:
        if (max && attached_card(s, k->source) != NO_CARD) out[n++] = attached_card(s, k->source);
        break;
    case PRO_ATTACKER:
        if (max && s->attack.on)
            out[n++] = s->attack.attacker;
        else if (max && k->told && s->attack.over &&
                 s->generation[s->attack.before] == s->attack.before_generation)
            out[n++] = s->attack.before; // OVE-R177
        break;
    case PRO_IT:
    case PRO_THEY:
    case PRO_REST:
    case PRO_THEM:
    case PRO_SELECTION:
    case PRO_THAT_CARD:
    case PRO_THAT_UNIT:
    case PRO_THAT_EVENT:
    case PRO_THAT_CONSTRUCT:
        for (size_t i = 0; i < k->named_count && n < max; i++)
            if (k->past || k->named[i].line & FELL ||
                k->named[i].generation == s->generation[k->named[i].card]) // OVE-707
                out[n++] = k->named[i].card;
        if (n == 0 && k->named_count == 0 && k->it != NO_CARD && max) out[n++] = k->it;
        break;
    }
    return n;
}

static bool has_fallen(const struct scope *k, card_id c)
{
    for (size_t i = 0; i < k->named_count; i++)
        if (k->named[i].card == c && k->named[i].line & FELL) return true;
    return false;
}

// Those of them that are still there: a TOTEM that left is no more (OVE-639), and what fell by the
// line's own DMG has only its place and numbers left.
size_t pronoun_cards(const struct scope *k, enum pronoun p, card_id *out, size_t max)
{
    size_t n = spoken_of(k, p, out, max), kept = 0;
    for (size_t i = 0; i < n; i++)
        if (k->past || (card_in(peek(k->t), out[i])->zone != NO_ZONE && !has_fallen(k, out[i])))
            out[kept++] = out[i];
    return kept;
}

// --- what a line goes on with --------------------------------------------------------------------

// What a verb has Drawn, Discarded or made stands behind those named before: it is "it" from now
// on, unless the clause speaks of one of them too.
void settle_names(const struct table *t, struct work *w, unsigned before)
{
    if (before && book(t)->demands[w->pc].keeps_made) {
        w->named_count = (uint8_t)before;
        return;
    }
    w->named_count = (uint8_t)(w->named_count - before);
    memmove(w->named, w->named + before, w->named_count * sizeof w->named[0]);
}

// --- what is shown because the text speaks of it -------------------------------------------------

// The cards that a pronoun means and others do not see, if the player of the Ability does.
static void show_meant(struct table *t, const struct work *w, enum pronoun p, size_t max)
{
    struct scope k = work_scope(t, w);
    card_id      list[NAMED_MAX];
    size_t       n = is_named_before((int)p) ? spoken_of(&k, p, list, max) : 0;
    for (size_t i = 0; i < n; i++)
        if (!is_board_card(peek(t), list[i]) && is_named(&k, list[i]) && is_seen(&k, list[i]))
            card_show(t->state, list[i], EVERYBODY);
}

static void show_object(struct table *t, const struct work *w, size_t object)
{
    const struct op *ops = t->pool->ops;
    if (object && is_pronoun_object(ops, object))
        show_meant(t, w, (enum pronoun)ops[op_child(object)].value, NAMED_MAX);
}

// "Draw 1 card, if it is a Unit* ...": a hidden card by which it was met is shown (OVE-R251).
void show_met_by(struct table *t, const struct work *w, size_t nested)
{
    const struct op *ops = t->pool->ops;
    for (size_t n = op_child(nested); n < op_after(ops, nested); n = op_after(ops, n))
        if (ops[n].code == W_IS_ONE || ops[n].code == W_HAVE || ops[n].code == W_THAN)
            show_object(t, w, op_find(ops, n, W_OBJECT));
}

static bool names_hidden(const struct oversoul_state *s, const struct work *w)
{
    for (unsigned i = 0; i < w->named_count; i++)
        if (!is_known_to_all(s, w->named[i].card)) return true;
    return false;
}

// What is done with a clause tells of hidden cards that it speaks of; they are shown (OVE-R283).
void show_spoken_of(struct table *t, const struct work *w)
{
    const struct op *ops = t->pool->ops;
    if (!names_hidden(peek(t), w)) return; // most often
    if (ops[w->pc].code == W_INSTEAD_IF) show_met_by(t, w, w->pc);
    for (size_t n = op_child(w->pc); n < op_after(ops, w->pc);
         n        = ops[n].code == W_INSTEAD_IF ? op_after(ops, n) : next_node(ops, n)) {
        if (ops[n].code == W_NOTE) show_met_by(t, w, n);
        if (ops[n].code != W_EQUAL) continue; // "equal to its RANK", "that card's DMG"
        if (op_find(ops, n, W_ITS)) show_meant(t, w, PRO_IT, 1);
        show_object(t, w, op_find(ops, n, W_OBJECT));
    }
}
