// rows.c - the vocabulary of card text (rules.md, chapter 4): the rows that words.grammar names,
// and what they come to in a position. The verbs' deeds are in verbs.c.
#include "games/blank/verbs.h"
#include "meaning/evaluate.h"

enum { BIT_CHAMPION = 1, BIT_CARD = 2, BIT_SQUARE = 4 };

static const struct word_row KIND_ROWS[] = {
    { "CHAMPION", "champion", "champions", BIT_CHAMPION, TYPE_CARD, 0, NULL },
    { "CARD", "card of the hand", "cards of the hand", BIT_CARD, TYPE_CARD, 0, NULL },
    { "SQUARE", "free square next to you", NULL, BIT_SQUARE, TYPE_PLACE, 0, NULL },
    { 0 },
};
static const struct word_row NO_ROWS[]   = { { 0 } };
static const struct word_row WORD_ROWS[] = {
    [WORD_FORWARD] = { .name = "FORWARD", .one = "forward" },
    [WORD_BACK]    = { .name = "BACK", .one = "back" },
    [WORD_LEFT]    = { .name = "LEFT", .one = "left" },
    [WORD_RIGHT]   = { .name = "RIGHT", .one = "right" },
    [WORD_AROUND]  = { .name = "AROUND", .one = "around" },
    { 0 },
};

// ---- things

// A Champion is the card on a square; everything else that is meant lies in the hand.
static struct facts facts_of_thing(const struct scope *k, uint16_t thing)
{
    struct facts f = { .place = 0xFFFF, .side = SIDE_ALL };
    if (type_of_thing(thing) != TYPE_CARD)
        return (struct facts){ .kind = BIT_SQUARE, .place = 0xFFFF, .side = SIDE_ALL };
    const struct card *c = card_at(k->t->state, thing);
    f.kind               = is_square(c->zone) ? BIT_CHAMPION : BIT_CARD;
    f.side               = c->owner == k->w->seat                        ? SIDE_OWN
                           : is_enemy(k->t->state, k->w->seat, c->owner) ? SIDE_ENEMY
                                                                         : SIDE_ALLY;
    return f;
}

static bool is_meant(const struct scope *k, const struct things *x, uint16_t thing)
{
    struct facts f = facts_of_thing(k, thing);
    return fits(k, x, &f, thing);
}

static bool is_free_square_beside(const struct scope *k, unsigned square)
{
    const struct blank_state *s = state_at(k->t);
    return is_square(square) && seat_on(s, (zone_id)square) == NO_SEAT &&
           facing_towards(square_of(s, k->seat), (zone_id)square) < FACING_COUNT;
}

static bool is_candidate(const struct scope *k, const struct things *x, uint16_t thing)
{
    if (type_of_thing(thing) != x->type) return false;
    if (x->type == TYPE_PLACE) return is_free_square_beside(k, place_of_thing(thing));
    zone_id zone = card_at(k->t->state, thing)->zone;
    if (!is_square(zone) && zone != zone_of_seat(ZONE_HAND, k->seat)) return false;
    return is_meant(k, x, thing);
}

static size_t list_candidates(const struct scope *k, const struct things *x, uint16_t *out,
                              size_t max)
{
    const struct blank_state *s     = state_at(k->t);
    size_t                    count = 0;
    for (zone_id square = 0; x->type == TYPE_PLACE && square < SQUARE_COUNT && count < max;
         square++)
        if (is_free_square_beside(k, square)) out[count++] = thing_of_place(square);
    if (x->type != TYPE_CARD) return count;
    for (seat_id seat = 0; x->kinds & BIT_CHAMPION && seat < s->core.seats && count < max; seat++)
        if (!is_out(s, seat) && is_meant(k, x, s->side[seat].champion))
            out[count++] = s->side[seat].champion;
    if (!(x->kinds & BIT_CARD)) return count;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_HAND, k->seat))
        if (count < max && is_meant(k, x, card)) out[count++] = card;
    return count;
}

// BLA-044
static bool is_still_in(const struct scope *k, const struct step *s, uint16_t thing)
{
    (void)s;
    return type_of_thing(thing) != TYPE_CARD ||
           !is_out(state_at(k->t), card_at(k->t->state, thing)->owner);
}

static zone_id square_of_thing(const struct scope *k, uint16_t thing)
{
    return card_at(k->t->state, thing)->zone;
}

static bool is_in_front(const struct scope *k, const struct test *test, uint16_t thing)
{
    const struct blank_state *s = state_at(k->t);
    (void)test;
    return square_beside(square_of(s, k->seat), s->side[k->seat].facing) ==
           square_of_thing(k, thing);
}

static bool is_next_to(const struct scope *k, const struct test *test, uint16_t thing)
{
    (void)test;
    return facing_towards(square_of(state_at(k->t), k->seat), square_of_thing(k, thing)) <
           FACING_COUNT;
}

static const struct test_row TEST_ROWS[] = {
    { "IN_FRONT", "in front of you", is_in_front },
    { "NEXT_TO", "next to you", is_next_to },
    { 0 },
};

static uint16_t that_champion(const struct scope *k)
{
    seat_id other = ((const struct text_work *)(const void *)k->w)->other;
    if (other == NO_SEAT || is_out(state_at(k->t), other)) return NO_THING;
    return state_at(k->t)->side[other].champion;
}

static const struct role_row ROLE_ROWS[] = {
    { "THAT", "that champion", TYPE_CARD, that_champion },
    { 0 },
};
static const struct pronoun_row PRONOUN_ROWS[] = {
    { .name = "THAT", .types = TYPE_CARD, .order = { THE_REF }, .ref = REF_ROLE },
    { 0 },
};
static const struct stat_row  STAT_ROWS[]  = { { 0 } };
static const struct cond_row  COND_ROWS[]  = { { 0 } };
static const struct until_row UNTIL_ROWS[] = {
    [UNTIL_MATCH_ENDS]      = { "MATCH_ENDS", "for the rest of the match" },
    [UNTIL_ROUND_ENDS]      = { "ROUND_ENDS", "this round" },
    [UNTIL_NEXT_ROUND_ENDS] = { "NEXT_ROUND_ENDS", "this round and the next" },
    { 0 },
};
static const struct line_row LINE_ROWS[] = { { "TEXT", "as the card is acted", 0 }, { 0 } };

static unsigned line_kind(const struct op *line)
{
    (void)line;
    return 0;
}

// ---- verbs

// Champions: one that is chosen, all that fit, or that one; where none fits nothing is done
// (BLA-028).
#define CHAMPIONS                                                                                  \
    .types = TYPE_CARD, .kinds = BIT_CHAMPION, .flags = VERB_NEEDS_THINGS,                         \
    .question = QUESTION_CHAMPION, .pick = CHOICE_CHAMPION
static const struct verb_row VERB_ROWS[VERB_COUNT + 1] = {
    [VERB_DEAL]   = { "DEAL", "deal {amount} damage to {things}", TAKES_THINGS | TAKES_AMOUNT,
                      CHAMPIONS, .way = CALLS, .deed = deal_damage },
    [VERB_PUSH]   = { "PUSH", "push {things}", TAKES_THINGS, CHAMPIONS, .way = TO_EACH,
                      .deed = push_away },
    [VERB_SWAP]   = { "SWAP", "swap places with {things}", TAKES_THINGS, CHAMPIONS, .way = TO_EACH,
                      .deed = swap_places },
    [VERB_LOOK]   = { "LOOK", "look at the guard of {things}", TAKES_THINGS, CHAMPIONS,
                      .way = TO_EACH, .deed = look_at_guard },
    [VERB_EXPOSE] = { "EXPOSE", "hits on {things} deal {amount} more damage {until}",
                      TAKES_THINGS | TAKES_AMOUNT, CHAMPIONS, .way = TO_EACH, .deed = expose },
    [VERB_STRENGTH] = { "STRENGTH", "your hits deal {amount} more damage {until}", TAKES_AMOUNT,
                        .deed = strengthen },
    [VERB_PREVENT] = { "PREVENT", "prevent {amount} damage", TAKES_AMOUNT, .deed = prevent_damage },
    [VERB_CANCEL]  = { "CANCEL", "cancel that guard", .can = has_guard_to_cancel,
                       .deed = cancel_guard },
    [VERB_HEAL]    = { "HEAL", "heal {amount}", TAKES_AMOUNT, .deed = heal },
    [VERB_DRAW]    = { "DRAW", "draw {amount}", TAKES_AMOUNT, .can = has_cards_to_draw,
                       .deed = draw_some },
    [VERB_DISCARD] = { "DISCARD", "discard {things}", TAKES_THINGS, .types = TYPE_CARD,
                       .kinds = BIT_CARD, .flags = VERB_NEEDS_THINGS | VERB_ALWAYS_ASKS,
                       .question = QUESTION_DISCARD, .pick = CHOICE_PICK, .way = TO_EACH,
                       .deed = discard_one },
    [VERB_STEP]    = { "STEP", "step {arg}", .can = can_step_there, .deed = step },
    [VERB_STEP_TO] = { "STEP_TO", "step to {to}", TAKES_TO, .kinds = BIT_SQUARE,
                       .flags = VERB_NEEDS_THINGS | VERB_ALWAYS_ASKS, .question = QUESTION_STEP,
                       .pick = CHOICE_STEP, .deed = step_to },
    [VERB_TURN]    = { "TURN", "turn {arg}", .deed = turn },
    [VERB_TURN_ANY] = { "TURN_ANY", "turn to any side", .way = CALLS, .deed = ask_for_side,
                        .result = turn_to_side },
    [VERB_ROLL]     = { "ROLL", "if you roll {amount} or more", TAKES_AMOUNT, .deed = roll_enough },
    [VERB_FLIP]     = { "FLIP", "if you flip heads", .deed = flip_heads },
};
#undef CHAMPIONS

const struct lang blank_lang = {
    .verbs        = VERB_ROWS,
    .kinds        = KIND_ROWS,
    .facts        = NO_ROWS,
    .places       = NO_ROWS,
    .words        = WORD_ROWS,
    .tests        = TEST_ROWS,
    .stats        = STAT_ROWS,
    .conds        = COND_ROWS,
    .roles        = ROLE_ROWS,
    .untils       = UNTIL_ROWS,
    .pronouns     = PRONOUN_ROWS,
    .lines        = LINE_ROWS,
    .default_kind = 0,
    .named_max    = NAMED_MAX,
    .named_at     = offsetof(struct text_work, named),
    .line_kind    = line_kind,
    .candidates   = list_candidates,
    .is_candidate = is_candidate,
    .facts_of     = facts_of_thing,
    .still        = is_still_in,
    .work_at      = offsetof(struct blank_state, works),
    .work_size    = sizeof(struct text_work),
    .ask_may      = QUESTION_MAY,
    .yes          = CHOICE_DO,
    .ends         = text_ends,
    .acts         = text_acts,
};
