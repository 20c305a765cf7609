#include "bots/bot.h"

#include "engine/table.h"

const struct bot *const BOTS[] = { &random_bot, NULL };

const struct bot *bot_find(struct text name)
{
    for (const struct bot *const *b = BOTS; *b; b++)
        if (text_equal_fold(name, text_of((*b)->name))) return *b;
    return NULL;
}

struct choice bot_choose(const struct bot *bot, const struct table *t, seat_id seat,
                         struct rng *rng)
{
    struct choice       list[CHOICES_MAX];
    struct view         view;
    struct bot_question q = { .game = t->game, .pool = t->pool, .choices = list, .seat = seat };
    q.count               = table_choices(t, seat, list, CHOICES_MAX);
    assert(q.count > 0); // the game never sticks
    if (bot->needs_view) {
        table_view(t, seat, &view);
        q.view = &view;
    }
    size_t taken = bot->choose(&q, rng);
    assert(taken < q.count);
    return list[taken];
}
