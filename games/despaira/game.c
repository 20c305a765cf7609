// The table of functions by which all of Pentacle knows Despaira.
#include "games/despaira/despaira_files.h"
#include "games/despaira/rules.h"

static const char *const DECK_SECTIONS[] = { "leader", "side", "special", NULL };
static const char *const FLOW_NAMES[]    = {
       [0]            = "",
       [FLOW_MATCH]   = "match",
       [FLOW_TURN]    = "turn",
       [FLOW_ACTION]  = "action",
       [FLOW_WINDOW]  = "window",
       [FLOW_PERIOD]  = "period",
       [FLOW_DECLARE] = "declare",
       [FLOW_RESOLVE] = "resolve",
       [FLOW_TEXT]    = "text",
       [FLOW_REPLACE] = "replace",
       NULL,
};

// What a list does not use is 0.
#define COPY_LIST(to, from, list, count)                                                           \
    memcpy((to)->list, (from)->list,                                                               \
           ((to)->count > (from)->count ? (to)->count : (from)->count) * sizeof((to)->list[0]))

static void copy_position(struct core *to_core, const struct core *from_core)
{
    struct despaira_state       *to   = (struct despaira_state *)(void *)to_core;
    const struct despaira_state *from = (const struct despaira_state *)(const void *)from_core;
    COPY_LIST(to, from, deeds, deed_count);
    COPY_LIST(to, from, waiting, waiting_count);
    COPY_LIST(to, from, counters, counter_count);
    COPY_LIST(to, from, changes, change_count);
    COPY_LIST(to, from, bodies, body_top);
    COPY_LIST(to, from, links, link_count);
    COPY_LIST(to, from, cards, core.card_count);
    memcpy(to->blows, from->blows, sizeof to->blows);
    memcpy(to->zones, from->zones, sizeof to->zones);
    memcpy(to, from, offsetof(struct despaira_state, deeds)); // with the counts, so last
    const size_t rest = offsetof(struct despaira_state, slot);
    memcpy(to->slot, from->slot, sizeof *to - rest);
}

static const struct value_limit value_limits[] = {
    { VALUE_TURN_OF, VALUE_OF_SEAT, 0, 0 },
    { VALUE_PHASE, VALUE_IN_TABLE, 0, 5 },
    { VALUE_TILE, VALUE_IN_TABLE, 0, PLAIN_FIELDS },
    { 0 },
};

extern const struct game despaira_game;

static const rule_id TIME_RULES[] = { DES_338, DES_339, DES_340,  DES_341,
                                      DES_342, DES_345, DES_R117, 0 };

const struct game despaira_game = {
    .name    = "despaira",
    .title   = "Despaira",
    .prefix  = "DES",
    .version = "2",

    .modes         = despaira_modes,
    .options       = despaira_options,
    .state_size    = sizeof(struct despaira_state),
    .decisions_max = 2000000,

    .rules      = despaira_rules,
    .rule_count = DESPAIRA_RULE_COUNT,
    .files      = despaira_files,

    .dialect       = &despaira_dialect,
    .form          = &despaira_form,
    .deck_sections = DECK_SECTIONS,

    .zones           = despaira_zones,
    .choice_forms    = despaira_choice_forms,
    .event_forms     = despaira_event_forms,
    .ends            = despaira_ends,
    .decisive_events = despaira_decisive,
    .questions       = despaira_questions,
    .value_names     = despaira_value_names,
    .value_limits    = value_limits,
    .stat_names      = despaira_stat_names,
    .status_words    = despaira_status_words,
    .link_names      = despaira_link_names,
    .scenario_words  = despaira_scenario_words,
    .phases          = despaira_phases,
    .flow_names      = FLOW_NAMES,

    .prepare_pool = despaira_prepare_pool,
    .deck_check   = despaira_deck_check,
    .board_check  = despaira_board_check,

    .start          = despaira_start,
    .advance        = despaira_advance,
    .copy           = copy_position,
    .choices        = despaira_choices,
    .why_not        = despaira_why_not,
    .why_unasked    = despaira_why_unasked,
    .takes_back     = CHOICE_BACK,
    .default_choice = despaira_default_choice,
    .time           = { .limit = despaira_time, .all = TIME_RULES },
    .concede        = despaira_concede,

    .view_extra = despaira_view_extra,
    .could_be   = despaira_could_be,
    .prior      = despaira_prior,
    .imagine    = despaira_imagine,

    .evaluate       = despaira_evaluate,
    .evaluate_scale = 101632,
    .final_turns    = 4,
    .final_plays    = 20, // most of it is the rest of the turn, of dozens of choices
    .is_quiet       = despaira_is_quiet,
    .likely_choice  = despaira_likely,
    .few_tries      = UINT64_MAX, // a try is two whole turns
    .plays_on       = despaira_plays_on,
    .worth_a_look   = despaira_worth_a_look,
    .turns_begun    = despaira_turns_begun,
    .unspent        = despaira_unspent,
    .unspent_name   = "Spawn Points",

    .resume      = despaira_resume,
    .placed      = despaira_placed,
    .attach      = despaira_attach,
    .attached_to = despaira_attached_to,

    .played_events = despaira_played_events,

    .sheet      = despaira_sheet,
    .word_rules = despaira_word_rules,

    .facts  = despaira_facts,
    .broken = despaira_broken,
};
