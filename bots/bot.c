#include "bots/bot.h"

#include "engine/table.h"

#include <string.h>

const struct bot *const BOTS[] = { &random_bot, &greedy_bot, NULL };

const struct bot *bot_find(struct text name)
{
    for (const struct bot *const *b = BOTS; *b; b++)
        if (text_equal_fold(name, text_of((*b)->name))) return *b;
    return NULL;
}

// The position without what the seat cannot know: a bot that could look at it would learn nothing.
struct bot_secret {
    struct bot_world world;
};

static void copy_position(struct bot_world *to, const struct table *from)
{
    assert(from->game->state_size <= BOT_STATE_MAX);
    to->table       = *from;
    to->table.log   = NULL;
    to->table.state = (struct core *)(void *)to->bytes;
    memcpy(to->bytes, from->state, from->game->state_size);
}

void bot_copy(struct bot_world *to, const struct bot_world *from)
{
    copy_position(to, &from->table);
}

void bot_imagine(const struct bot_question *q, struct bot_world *out, struct rng *rng)
{
    assert(q->secret);
    bot_copy(out, &q->secret->world);
    table_imagine(&out->table, q->seat, rng);
}

struct choice bot_choose(const struct bot *bot, const struct table *t, seat_id seat,
                         struct rng *rng)
{
    struct choice       list[CHOICES_MAX];
    struct view         view;
    struct bot_secret   secret;
    struct bot_question q = { .game = t->game, .pool = t->pool, .choices = list, .seat = seat };
    q.count               = table_choices(t, seat, list, CHOICES_MAX);
    assert(q.count > 0); // the game never sticks
    if (bot->needs_view) {
        table_view(t, seat, &view);
        q.view = &view;
    }
    if (bot->needs_worlds && q.count > 1) {
        copy_position(&secret.world, t);
        table_forget(&secret.world.table, seat);
        q.secret = &secret;
    }
    size_t taken = bot->choose(&q, rng);
    assert(taken < q.count);
    return list[taken];
}
