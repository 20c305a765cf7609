// game.c - the table of functions by which all of Pentacle knows Oversoul.
#include "games/oversoul/game_private.h"
#include "games/oversoul/oversoul_files.h"

static const struct value_limit value_limits[] = {
    { VALUE_TURN_SEAT, VALUE_OF_SEAT, 0, 0 },
    { VALUE_PHASE, VALUE_IN_TABLE, 0, 3 },
    { VALUE_RANK, VALUE_IN_TABLE, 0, 5 },
    { 0 },
};

extern const struct game oversoul_game;

static struct time_limit time_of(const struct table *t, seat_id seat)
{
    bool open = t->state->question[seat].kind == QUESTION_ACT; // D4, in an open state (OVE-903)
    return (struct time_limit){ OVE_981, open ? 90 : 30, 0 };
}
static const rule_id TIME_RULES[] = { OVE_981, 0 };

const struct game oversoul_game = {
    .name    = "oversoul",
    .title   = "Oversoul TCG",
    .prefix  = "OVE",
    .version = "14",

    .modes         = oversoul_modes,
    .state_size    = sizeof(struct oversoul_state),
    .decisions_max = 400000,

    .rules      = oversoul_rules,
    .rule_count = OVERSOUL_RULE_COUNT,
    .files      = oversoul_files,

    .dialect        = &oversoul_dialect,
    .form           = &oversoul_form,
    .deck_sections  = oversoul_deck_sections,
    .first_cards    = "cards/rulebook.cards",
    .scenario_cards = oversoul_scenario_cards,

    .zones           = oversoul_zones,
    .choice_forms    = oversoul_choice_forms,
    .event_forms     = oversoul_event_forms,
    .ends            = oversoul_ends,
    .decisive_events = oversoul_decisive,
    .questions       = oversoul_questions,
    .value_names     = oversoul_value_names,
    .value_limits    = value_limits,
    .stat_names      = oversoul_stat_names,
    .status_words    = oversoul_status_words,
    .link_names      = oversoul_link_names,
    .scenario_words  = oversoul_scenario_words,
    .named_words     = oversoul_named_words,
    .phases          = oversoul_phases,
    .flow_names      = oversoul_flow_names,

    .prepare_pool = oversoul_prepare_pool,
    .is_beside    = oversoul_is_beside,
    .deck_check   = oversoul_deck_check,

    .start          = oversoul_start,
    .advance        = oversoul_advance,
    .choices        = oversoul_choices,
    .why_not        = oversoul_why_not,
    .why_unasked    = oversoul_why_unasked,
    .choice_text    = oversoul_choice_text,
    .event_word     = oversoul_event_word,
    .default_choice = oversoul_default,
    .time           = { .limit = time_of, .all = TIME_RULES, .time_outs = 3, .give_up = OVE_981 },
    .concede        = oversoul_concede,

    .view_extra = oversoul_view_extra,
    .could_be   = oversoul_could_be,
    .prior      = oversoul_prior,
    .imagine    = oversoul_imagine,

    .evaluate       = oversoul_evaluate,
    .judge          = oversoul_judge,
    .evaluate_scale = 370,
    .answers_ahead  = 200, // one try in eight would end in the midst of a turn after sixty
    .seen_at_once   = BIT(QUESTION_ZONE) | BIT(QUESTION_PAY),
    .final_turns    = 6,
    .few_tries      = UINT64_MAX, // two turns, one step ahead at a time: 500 win no more than 150
    .is_quiet       = oversoul_is_quiet,
    .likely_choice  = oversoul_likely,
    .turns_begun    = oversoul_turns_begun,
    .unspent        = energy_available,
    .unspent_name   = "ENERGY",
    .played_events  = oversoul_played_events,

    .resume      = oversoul_resume,
    .placed      = oversoul_placed,
    .attach      = oversoul_attach,
    .attached_to = oversoul_attached_to,
    .flow_at     = oversoul_flow_at,

    .faces_moved = oversoul_faces_moved,
    .sheet       = oversoul_sheet,
    .word_rules  = oversoul_word_rules,
    .facts       = oversoul_facts,
    .broken      = oversoul_broken,
};
