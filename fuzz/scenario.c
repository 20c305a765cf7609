// Scenario files: whatever they say, the runner runs them or refuses them; it never stops.
#include "match/scenario.h"

#include "fuzz/fuzz.h"
#include "games/list.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct scenarios *scenarios;
    struct text              input  = { (const char *)data, size };
    const struct box        *box    = fuzz_box(&input);
    struct scenario_options  how    = { .game = box->game };
    struct scenario_report   report = { 0 };
    if (!scenarios) scenarios = scenarios_create(GAMES);
    scenarios_run_text(scenarios, "input", input, &how, &report);
    return 0;
}
