// How choices, questions and events are said.
#include "games/voidbreakers/rules.h"

const char *const        voidbreakers_sides[] = { "A", "B", NULL };
static const char *const NUMBER[]             = { "1", "2", NULL };

const char *const voidbreakers_conditions[] = {
    "Stunned", "Disarmed", "Rooted",    "Jammed",  "Weakened", "Exposed",
    "Burning", "Guarded",  "Empowered", "Cloaked", "Braced",   NULL,
};

const struct choice_form voidbreakers_choice_forms[] = {
    { CHOICE_PICK, "pick {card}", NULL },
    { CHOICE_DONE, "done", NULL },
    { CHOOSE_FIRST, "be Player {word}", NUMBER },
    { CHOOSE_SIDE, "side {word}", voidbreakers_sides },
    { CHOOSE_PLACE, "place {card} > {zone}", NULL },
    { CHOOSE_ATTACK, "attack {card} > {target}", NULL },
    { CHOOSE_MOVE, "move {card} > {zone}", NULL },
    { CHOOSE_PLAY, "play {card}", NULL },
    { CHOOSE_USE, "use {card}", NULL },
    { CHOOSE_USE_OTHER, "use {card} talent {option}", NULL },
    { CHOOSE_CYCLE, "cycle", NULL },
    { CHOOSE_END, "end phase", NULL },
    { CHOOSE_PASS, "pass", NULL },
    { CHOOSE_USER, "user {card}", NULL },
    { CHOOSE_MODE, "mode {option}", NULL },
    { CHOOSE_EVENT, "event {card}", NULL },
    { CHOOSE_TARGET, "target {card}", NULL },
    { CHOOSE_NO_TARGET, "no more", NULL },
    { CHOOSE_ZONE, "to {zone}", NULL },
    { CHOOSE_NEXT, "next {card}", NULL },
    { CHOOSE_NEXT_OTHER, "next {card} trigger {option}", NULL },
    { CHOOSE_DO, "do", NULL },
    { CHOOSE_DO_NOT, "do not", NULL },
    { CHOOSE_INTERCEPT, "intercept {card}", NULL },
    { CHOOSE_TAKE, "take {card}", NULL },
    { CHOOSE_NUMBER, "deploy {option}", NULL },
    { CHOOSE_BACK, "take back", NULL },
    { 0 },
};

const uint16_t voidbreakers_decisive[] = { EVENT_DAMAGED, EVENT_LOST_HP, EVENT_DIED,
                                           EVENT_CANCELLED, 0 };
const uint8_t voidbreakers_ends[] = { CHOOSE_END, CHOOSE_PASS, CHOOSE_NO_TARGET, CHOOSE_DO_NOT, 0 };

const char *const voidbreakers_questions[] = {
    [0]                  = "",
    [QUESTION_FIRST]     = "Do you want to be Player 1 or Player 2?",
    [QUESTION_SIDE]      = "Which side do you take?",
    [QUESTION_PLACE]     = "Where do you place your fighters?",
    [QUESTION_HAND]      = "Which six cards are your starting hand?",
    [QUESTION_ACTION]    = "What do you do?",
    [QUESTION_WINDOW]    = "Do you respond?",
    [QUESTION_AFTERMATH] = "Do you react to what happened?",
    [QUESTION_OMEGA]     = "Do you play an Omega card?",
    [QUESTION_USER]      = "Which fighter uses the card?",
    [QUESTION_MODE]      = "Which of the two?",
    [QUESTION_EVENT]     = "Which event do you react to?",
    [QUESTION_TARGET]    = "Which target?",
    [QUESTION_ZONE]      = "Which zone?",
    [QUESTION_COST]      = "Which cards do you void for it? They go to the void in this order.",
    [QUESTION_CYCLE]     = "Which cards do you cycle? They go to the void in this order.",
    [QUESTION_ORDER]     = "Which of your triggers comes next?",
    [QUESTION_MAY]       = "Do you do what you may?",
    [QUESTION_INTERCEPT] = "Which card intercepts the damage?",
    [QUESTION_VOID]      = "Which cards do you void? They go to the void in this order.",
    [QUESTION_SCOUT]     = "In which order do you put them back? The first one will be on top.",
    [QUESTION_DIG]       = "Which card do you take?",
    [QUESTION_NUMBER]    = "How many do you deploy?",
    NULL,
};

#define CONDITION_FORMS(c, name)                                                                   \
    { EVENT_GAINS + c, "{card} gained " name }, { EVENT_LOSES + c, "{card} lost " name }

const struct event_form voidbreakers_event_forms[] = {
    { EVENT_PLACED, "{card} was placed in {to}" },
    { EVENT_FIRST, "{seat} is Player 1" },
    { EVENT_TURN_BEGAN, "round {amount}: the turn of {seat} began" },
    { EVENT_DREW, "{seat} drew {card}" },
    { EVENT_FAILED_DRAW, "{seat} failed to draw" },
    { EVENT_READIED, "{seat} readied" },
    { EVENT_ANNOUNCED_ATTACK, "{card} attacks {target}" },
    { EVENT_ANNOUNCED_MOVE, "{card} moves from {from} to {to}" },
    { EVENT_PLAYED, "{seat} played {card} with {target}" },
    { EVENT_USED, "{seat} used a talent of {card}" },
    { EVENT_ENDED_PHASE, "{seat} ends the Action Phase" },
    { EVENT_MOVED, "{card} moved from {from} to {to}" },
    { EVENT_LEAPED, "{card} leaped from {from} to {to}" },
    { EVENT_TELEPORTED, "{card} was teleported from {from} to {to}" },
    { EVENT_THROWN, "{card} was thrown from {from} to {to}" },
    { EVENT_SWAPPED, "{card} was swapped from {from} to {to}" },
    { EVENT_DEPLOYED, "{card} was deployed in {to}" },
    { EVENT_DAMAGED, "{target} was dealt {amount} damage" },
    { EVENT_LOST_HP, "{card} lost {amount} HP" },
    { EVENT_HEALED, "{target} healed {amount}" },
    { EVENT_POWER, "the attack power of {card} is now {amount}" },
    { EVENT_BONUS, "{card} was changed" },
    { EVENT_GRANTED, "{card} was given a keyword" },
    { EVENT_DIED, "{card} died" },
    { EVENT_REVIVED, "{card} was revived with {amount} HP" },
    { EVENT_VOIDED, "{seat} voided {card}" },
    { EVENT_SALVAGED, "{seat} salvaged {card}" },
    { EVENT_PUT_BACK, "{seat} put {card} back into the arsenal" },
    { EVENT_TAKEN_UP, "{card} was taken off {from}" },
    { EVENT_KEPT, "{card} came back to the hand of {seat}" },
    { EVENT_ATTACHED, "{card} was attached to {target}" },
    { EVENT_DETACHED, "{card} was detached from {target}" },
    { EVENT_CANCELLED, "{seat} cancelled {card}" },
    { EVENT_RETARGETED, "{card} was retargeted to {target}" },
    { EVENT_FAILED, "{card} failed" },
    { EVENT_PREVENTED, "nothing happened to {card}" },
    { EVENT_INTERCEPTED, "{card} intercepted" },
    { EVENT_SCOUTED, "{seat} looked at {amount} card{s} of the arsenal" },
    { EVENT_LOOKED, "{seat} looked at {amount} card{s} in hand" },
    { EVENT_REVEALED, "{seat} revealed {amount} card{s} in hand" },
    { EVENT_TOOK, "{seat} took {card}" },
    { EVENT_CYCLED, "{seat} cycled {amount}" },
    { EVENT_TRIGGERED, "{card} triggered" },
    { EVENT_STARTING_HAND, "{seat} took a starting hand of {amount}" },
    { EVENT_GAME_WON, "{seat} won" },
    { EVENT_GAME_DRAWN, "the game is a draw" },
    { EVENT_GAVE_UP, "{seat} gave up" },
    CONDITION_FORMS(STUNNED, "Stunned"),
    CONDITION_FORMS(DISARMED, "Disarmed"),
    CONDITION_FORMS(ROOTED, "Rooted"),
    CONDITION_FORMS(JAMMED, "Jammed"),
    CONDITION_FORMS(WEAKENED, "Weakened"),
    CONDITION_FORMS(EXPOSED, "Exposed"),
    CONDITION_FORMS(BURNING, "Burning"),
    CONDITION_FORMS(GUARDED, "Guarded"),
    CONDITION_FORMS(EMPOWERED, "Empowered"),
    CONDITION_FORMS(CLOAKED, "Cloaked"),
    CONDITION_FORMS(BRACED, "Braced"),
    { EVENT_TOKENS + TOKEN_A, "{card} gained A" },
    { EVENT_TOKENS + TOKEN_M, "{card} gained M" },
    { EVENT_TOKENS + TOKEN_F, "{card} gained F" },
    { 0 },
};

// ---- telling

static struct event event_for_cause(const struct table *t, unsigned kind, seat_id seat,
                                    struct cause why)
{
    struct event e = event_of(kind, seat, why.rule);
    if (why.def == NO_DEF) return e;
    e.reason      = pool_words(t->pool, why.def, why.op, (struct reason){ .def = why.def });
    e.reason.rule = why.rule;
    return e;
}

static def_id face_at(const struct table *t, card_id card)
{
    return card == NO_CARD ? (def_id)NO_DEF : card_at(t->state, card)->def;
}

void tell_happened(struct table *t, unsigned kind, seat_id seat, card_id card, card_id target,
                   int amount, struct cause why)
{
    struct event e = event_for_cause(t, kind, seat, why);
    e.card         = card;
    e.def          = face_at(t, card);
    e.target       = target;
    e.target_def   = face_at(t, target);
    e.amount       = (int16_t)amount;
    tell(t, e);
}

void tell_happened_from(struct table *t, unsigned kind, card_id card, zone_id from, zone_id to,
                        struct cause why)
{
    struct event e = event_for_cause(t, kind, card_at(t->state, card)->owner, why);
    e.card         = card;
    e.def          = face_at(t, card);
    e.from         = from;
    e.to           = to;
    tell(t, e);
}

void tell_happened_to(struct table *t, unsigned kind, seat_id seat, card_id card, seat_set seen_by,
                      struct cause why)
{
    struct event e = event_for_cause(t, kind, seat, why);
    e.card         = card;
    e.def          = face_at(t, card);
    e.seen_by      = seen_by;
    tell(t, e);
}
