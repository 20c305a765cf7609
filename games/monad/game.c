// The table of functions by which all of Pentacle knows Monad Wars.
#include "games/monad/monad_files.h"
#include "games/monad/rules.h"

static const char *const DECK_SECTIONS[] = { "location", NULL };
static const char *const FLOW_NAMES[]    = {
       "",
       "game",
       "setup",
       "prepare",
       "turn",
       "travel",
       "run",
       "random encounter",
       "quest phase",
       "quest",
       "resolve",
       "fight",
       "encounter",
       "combat",
       "activation",
       "action",
       "deaths",
       "rebuild",
       "provision",
       "payment",
       "end phase",
       "level",
       "text",
       "asking",
       "waiting",
       "completion",
       "scenario",
       "check",
       "human nature",
       "placing",
       "loot",
       "joining",
       "targets",
       "defence",
       "opening",
       "round",
       "activations",
       "arena",
       "team turn",
       "Dota mode",
       "heroes",
       "Dota turn",
       "level-up",
       "campaign",
       "between games",
       "rebuild decks",
       "draft",
       "parties",
       NULL,
};

static unsigned flow_at(const struct table *t, unsigned depth, unsigned *step)
{
    const struct frame *f = &state_at(t)->frames[depth];
    *step                 = f->flow == FLOW_TEXT ? f->text.at : f->at;
    return f->flow;
}

// Kinds of questions as a set; the setup is judged by its party, not by tries that end with it.
#define KIND(question) (UINT64_C(1) << (question))
#define SETUP                                                                                      \
    (KIND(QUESTION_CATALYST) | KIND(QUESTION_CLASS) | KIND(QUESTION_ABILITY) |                     \
     KIND(QUESTION_UNITS) | KIND(QUESTION_SCENARIO) | KIND(QUESTION_POINTS) |                      \
     KIND(QUESTION_START) | KIND(QUESTION_PLACE))
#define COMBAT                                                                                     \
    (KIND(QUESTION_WHO_ACTS) | KIND(QUESTION_ACT) | KIND(QUESTION_TARGET) | KIND(QUESTION_ROW) |   \
     KIND(QUESTION_ORDER) | KIND(QUESTION_RESPONSE) | KIND(QUESTION_DEFENDED) |                    \
     KIND(QUESTION_MOVE))

static const struct value_limit value_limits[] = {
    { VALUE_ACTIVE, VALUE_OF_SEAT, 0, 0 }, { VALUE_PHASE, VALUE_IN_TABLE, 0, 6 },
    { VALUE_PERK, VALUE_IN_TABLE, 0, 4 },  { VALUE_HERO, VALUE_OF_FACE, 0, 0 },
    { VALUE_ARENA, VALUE_OF_FACE, 0, 0 },  { 0 },
};

extern const struct game monad_game;

static struct time_limit time_of(const struct table *t, seat_id seat)
{
    unsigned kind     = t->state->question[seat].kind; // D19: with the target it defends
    bool     response = kind == QUESTION_RESPONSE || kind == QUESTION_DEFENDED;
    return (struct time_limit){ MON_930, response ? 30 : 90, 0 };
}
static const rule_id TIME_RULES[] = { MON_930, 0 };

const struct game monad_game = {
    .name    = "monad",
    .title   = "Monad Wars",
    .prefix  = "MON",
    .version = "9",

    .modes         = monad_modes,
    .options       = monad_options,
    .state_size    = sizeof(struct monad_state),
    .decisions_max = 400000,

    .rules      = monad_rules,
    .rule_count = MONAD_RULE_COUNT,
    .files      = monad_files,

    .dialect       = &monad_dialect,
    .form          = &monad_form,
    .deck_sections = DECK_SECTIONS,

    .zones           = monad_zones,
    .choice_forms    = monad_choice_forms,
    .event_forms     = monad_event_forms,
    .ends            = monad_ends,
    .decisive_events = monad_decisive,
    .questions       = monad_questions,
    .value_names     = monad_value_names,
    .value_limits    = value_limits,
    .stat_names      = monad_stat_names,
    .status_words    = monad_status_words,
    .link_names      = monad_link_names,
    .scenario_words  = monad_scenario_words,
    .phases          = monad_phases,
    .flow_names      = FLOW_NAMES,

    .prepare_pool = monad_prepare_pool,
    .deck_check   = monad_deck_check,

    .start          = monad_start,
    .advance        = monad_advance,
    .choices        = monad_choices,
    .why_not        = monad_why_not,
    .default_choice = monad_default_choice,
    .choice_text    = monad_choice_text,
    .time           = { .limit = time_of, .all = TIME_RULES },
    .concede        = monad_concede,

    .view_extra = monad_view_extra,
    .could_be   = monad_could_be,
    .prior      = monad_prior,
    .imagine    = monad_imagine,

    .evaluate        = monad_evaluate,
    .judge           = monad_judge,
    .evaluate_scale  = 2000,
    .turns_ahead     = 1, // a race: positions are comparable when the same turn is over
    .plays_one_ahead = KIND(QUESTION_MAIN) | KIND(QUESTION_PROVISION) | KIND(QUESTION_SCENARIO) |
                       KIND(QUESTION_START),
    .seen_at_once = SETUP | KIND(QUESTION_PROVISION) | KIND(QUESTION_BOARD) |
                    KIND(QUESTION_DISCARD) | KIND(QUESTION_WHO_ACTS) | KIND(QUESTION_MOVE),
    .few_tries     = COMBAT,
    .is_quiet      = monad_is_quiet,
    .likely_choice = monad_likely,
    .turns_begun   = monad_turns_begun,

    .resume      = monad_resume,
    .placed      = monad_placed,
    .attach      = monad_attach,
    .attached_to = monad_attached_to,
    .flow_at     = flow_at,

    .unspent       = monad_unspent,
    .unspent_name  = "gold",
    .played_events = monad_played_events,

    .sheet      = monad_sheet,
    .word_rules = monad_word_rules,

    .facts  = monad_facts,
    .broken = monad_broken,
};
