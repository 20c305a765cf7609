// The table of functions by which all of Pentacle knows Voidbreakers.
#include "games/voidbreakers/rules.h"
#include "games/voidbreakers/voidbreakers_files.h"

static const char *const DECK_SECTIONS[] = { "fighter", NULL };
static const char *const FLOW_NAMES[]    = {
       [0]              = "",
       [FLOW_MATCH]     = "match",
       [FLOW_SETUP]     = "setup",
       [FLOW_TURN]      = "turn",
       [FLOW_ANNOUNCE]  = "announce",
       [FLOW_CHAIN]     = "chain",
       [FLOW_BATCHES]   = "batches",
       [FLOW_CHOOSE]    = "choose",
       [FLOW_TEXT]      = "text",
       [FLOW_AFTERMATH] = "aftermath",
       [FLOW_CYCLE]     = "cycle",
       NULL,
};

static const struct value_limit value_limits[] = {
    { VALUE_PHASE, VALUE_IN_TABLE, 0, 4 },
    { VALUE_ACTIVE, VALUE_OF_SEAT, 0, 0 },
    { VALUE_ARENA, VALUE_IN_TABLE, 0, 2 },
    { VALUE_ARSENAL, VALUE_OF_FACE, 0, 0 },
    { 0 },
};

extern const struct game voidbreakers_game;

static const rule_id TIME_RULES[] = { VOI_910, VOI_911, VOI_912, VOI_913, VOI_914, 0 };

const struct game voidbreakers_game = {
    .name    = "voidbreakers",
    .title   = "Voidbreakers",
    .prefix  = "VOI",
    .version = "5",

    .modes         = voidbreakers_modes,
    .options       = voidbreakers_options,
    .state_size    = sizeof(struct voidbreakers_state),
    .decisions_max = 60000,

    .rules      = voidbreakers_rules,
    .rule_count = VOIDBREAKERS_RULE_COUNT,
    .files      = voidbreakers_files,

    .dialect       = &voidbreakers_words,
    .form          = &voidbreakers_form,
    .deck_sections = DECK_SECTIONS,

    .zones           = voidbreakers_zones,
    .choice_forms    = voidbreakers_choice_forms,
    .event_forms     = voidbreakers_event_forms,
    .ends            = voidbreakers_ends,
    .decisive_events = voidbreakers_decisive,
    .questions       = voidbreakers_questions,
    .value_names     = voidbreakers_value_names,
    .value_limits    = value_limits,
    .stat_names      = voidbreakers_stat_names,
    .status_words    = voidbreakers_status_words,
    .link_names      = voidbreakers_link_names,
    .scenario_words  = voidbreakers_scenario_words,
    .phases          = voidbreakers_phases,
    .flow_names      = FLOW_NAMES,

    .prepare_pool = voidbreakers_prepare_pool,
    .deck_check   = voidbreakers_deck_check,
    .board_check  = voidbreakers_board_check,

    .start          = voidbreakers_start,
    .advance        = voidbreakers_advance,
    .choices        = voidbreakers_choices,
    .why_not        = voidbreakers_why_not,
    .why_unasked    = voidbreakers_why_unasked,
    .takes_back     = CHOOSE_BACK,
    .default_choice = voidbreakers_default_choice,
    .time           = { .limit     = voidbreakers_time,
                        .all       = TIME_RULES,
                        .time_outs = 3,
                        .by_turns  = true,
                        .give_up   = VOI_913 },
    .concede        = voidbreakers_concede,

    .view_extra = voidbreakers_view_extra,
    .could_be   = voidbreakers_could_be,
    .prior      = voidbreakers_prior,
    .imagine    = voidbreakers_imagine,

    .evaluate       = voidbreakers_evaluate,
    .evaluate_scale = 2700,
    .final_turns    = 6,
    .is_quiet       = voidbreakers_is_quiet,
    .likely_choice  = voidbreakers_likely,
    .worth_a_look   = voidbreakers_worth_a_look,
    .turns_begun    = voidbreakers_turns_begun,

    .resume      = voidbreakers_resume,
    .placed      = voidbreakers_placed,
    .attach      = voidbreakers_attach,
    .attached_to = voidbreakers_attached_to,

    .unspent       = voidbreakers_unspent,
    .unspent_name  = "action tokens",
    .played_events = voidbreakers_played_events,

    .sheet      = voidbreakers_sheet,
    .word_rules = voidbreakers_word_rules,

    .facts  = voidbreakers_facts,
    .broken = voidbreakers_broken,
};
