// The table of functions by which all of Pentacle knows Blank.
#include "games/blank/blank_files.h"
#include "games/blank/rules.h"

static const char *const DECK_SECTIONS[] = { "champion", NULL };
static const char *const FLOW_NAMES[]    = {
       [0]           = "",
       [FLOW_MATCH]  = "match",
       [FLOW_GUARDS] = "guards",
       [FLOW_ROUND]  = "round",
       [FLOW_ACT]    = "act",
       [FLOW_QUEUE]  = "queue",
       [FLOW_TEXT]   = "text",
       [FLOW_HIT]    = "hit",
       [FLOW_STACK]  = "stack",
       NULL,
};

extern const struct game blank_game;

const struct game blank_game = {
    .name    = "blank",
    .title   = "Blank, the game to copy",
    .prefix  = "BLA",
    .version = "4",

    .modes         = blank_modes,
    .state_size    = sizeof(struct blank_state),
    .decisions_max = 12000,

    .rules      = blank_rules,
    .rule_count = BLANK_RULE_COUNT,
    .files      = blank_files,

    .dialect       = &blank_words,
    .form          = &blank_form,
    .deck_sections = DECK_SECTIONS,

    .zones          = blank_zones,
    .choice_forms   = blank_choice_forms,
    .event_forms    = blank_event_forms,
    .ends           = blank_ends,
    .questions      = blank_questions,
    .value_names    = blank_value_names,
    .stat_names     = blank_stat_names,
    .status_words   = blank_status_words,
    .link_names     = blank_link_names,
    .scenario_words = blank_scenario_words,
    .phases         = blank_phases,
    .flow_names     = FLOW_NAMES,

    .prepare_pool = blank_prepare_pool,
    .deck_check   = blank_deck_check,

    .start          = blank_start,
    .advance        = blank_advance,
    .choices        = blank_choices,
    .why_not        = blank_why_not,
    .default_choice = blank_default_choice,
    .concede        = blank_concede,

    .view_extra = blank_view_extra,
    .could_be   = blank_could_be,
    .prior      = blank_prior,

    .evaluate       = blank_evaluate,
    .evaluate_scale = 10,
    .is_quiet       = blank_is_quiet,
    .likely_choice  = blank_likely,
    .turns_begun    = blank_turns_begun,
    .played_events  = blank_played_events,

    .resume = blank_resume,
    .placed = blank_placed,

    .sheet      = blank_sheet,
    .word_rules = blank_word_rules,

    .facts  = blank_facts,
    .broken = blank_broken,
};
