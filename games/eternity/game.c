// The table of functions by which all of Pentacle knows Assemblage of Eternity.
#include "games/eternity/eternity_files.h"
#include "games/eternity/rules.h"

static const char *const DECK_SECTIONS[] = { "character", NULL };
static const char *const FLOW_NAMES[]    = {
       [0]             = "",
       [FLOW_MATCH]    = "match",
       [FLOW_ROUND]    = "round",
       [FLOW_TURN]     = "turn",
       [FLOW_ATTACK]   = "attack",
       [FLOW_THROWS]   = "throws",
       [FLOW_PRE]      = "pre-priority",
       [FLOW_ANTES]    = "antes",
       [FLOW_CHECK]    = "check",
       [FLOW_COMBO]    = "combo",
       [FLOW_WINDOW]   = "window",
       [FLOW_TEXT]     = "text",
       [FLOW_MOVE]     = "move",
       [FLOW_BLOWS]    = "blows",
       [FLOW_TRIGGERS] = "triggers",
       [FLOW_PAY]      = "pay",
       [FLOW_CLEANUP]  = "clean-up",
       [FLOW_ENTRY]    = "entry",
       NULL,
};

static unsigned flow_at(const struct table *t, unsigned depth, unsigned *step)
{
    const struct frame *f = &state_at(t)->frames[depth];
    *step                 = f->flow == FLOW_TEXT ? f->text.at : (unsigned)f->match.at;
    return f->flow;
}

static const struct value_limit value_limits[] = {
    { VALUE_TARGET, VALUE_OF_SEAT, -1, 0 },
    { VALUE_LEVEL, VALUE_IN_TABLE, 0, LEVEL_COUNT - 1 },
    { 0 },
};

extern const struct game eternity_game;

static struct time_limit time_of(const struct table *t, seat_id seat)
{
    switch (t->state->question[seat].kind) {
    case QUESTION_PLAY: return (struct time_limit){ ETE_197, 60, 0 };
    case QUESTION_LINK: return (struct time_limit){ ETE_197, 30, 0 };
    default: return (struct time_limit){ ETE_197, 20, 0 };
    }
}
static const rule_id TIME_RULES[] = { ETE_197, 0 };

const struct game eternity_game = {
    .name    = "eternity",
    .title   = "Assemblage of Eternity",
    .prefix  = "ETE",
    .version = "4",

    .modes         = eternity_modes,
    .options       = eternity_options,
    .state_size    = sizeof(struct eternity_state),
    .decisions_max = 600000,

    .rules      = eternity_rules,
    .rule_count = ETERNITY_RULE_COUNT,
    .files      = eternity_files,

    .dialect       = &eternity_words,
    .form          = &eternity_form,
    .deck_sections = DECK_SECTIONS,
    .first_cards   = "cards/common.cards",

    .zones           = eternity_zones,
    .choice_forms    = eternity_choice_forms,
    .event_forms     = eternity_event_forms,
    .ends            = eternity_ends,
    .decisive_events = eternity_decisive,
    .questions       = eternity_questions,
    .value_names     = eternity_value_names,
    .value_limits    = value_limits,
    .stat_names      = eternity_stat_names,
    .status_words    = eternity_status_words,
    .link_names      = eternity_link_names,
    .scenario_words  = eternity_scenario_words,
    .phases          = eternity_phases,
    .flow_names      = FLOW_NAMES,

    .prepare_pool = eternity_prepare_pool,
    .deck_check   = eternity_deck_check,

    .start          = eternity_start,
    .advance        = eternity_advance,
    .choices        = eternity_choices,
    .why_not        = eternity_why_not,
    .why_unasked    = eternity_why_unasked,
    .changeable     = BIT(QUESTION_PLAY), // ETE-216
    .choice_text    = eternity_choice_text,
    .default_choice = eternity_default_choice,
    .time           = { .limit = time_of, .all = TIME_RULES },
    .concede        = eternity_concede,

    .view_extra = eternity_view_extra,
    .prior      = eternity_prior,

    .evaluate       = eternity_evaluate,
    .evaluate_scale = 10000,
    .is_quiet       = eternity_is_quiet,
    .likely_choice  = eternity_likely_choice,
    .rounds_over    = eternity_rounds_over,

    .resume  = eternity_resume,
    .placed  = eternity_placed,
    .flow_at = flow_at,

    .turns_begun   = eternity_turns_begun,
    .unspent       = eternity_unspent,
    .unspent_name  = "power",
    .played_events = eternity_played_events,

    .sheet      = eternity_sheet,
    .word_rules = eternity_word_rules,

    .facts  = eternity_facts,
    .broken = eternity_broken,
};
