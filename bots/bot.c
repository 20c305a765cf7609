#include "bots/bot.h"

#include "base/hash.h"
#include "bots/lookahead.h"
#include "bots/search.h"
#include "engine/table.h"

#include <string.h>

const struct bot *const BOTS[] = { &random_bot, &greedy_bot, &novice_bot, &club_bot,
                                   &expert_bot, &steady_bot, &master_bot, NULL };

const struct bot *bot_find(struct text name)
{
    for (const struct bot *const *b = BOTS; *b; b++)
        if (text_equal_fold(name, text_of((*b)->name))) return *b;
    return NULL;
}

void bot_list(struct writer *w)
{
    for (const struct bot *const *b = BOTS; *b; b++)
        write_format(w, "%s%s", b == BOTS ? "" : ", ", (*b)->name);
}

void bots_show(struct json *j)
{
    json_open(j, '[');
    for (const struct bot *const *b = BOTS; *b; b++) {
        json_open(j, '{');
        json_name(j, "name");
        json_text(j, (*b)->name);
        json_name(j, "about");
        json_text(j, (*b)->about);
        json_close(j, '}');
    }
    json_close(j, ']');
}

// --- what a bot may know ------------------------------------------------------------------------

// The position without what the seat cannot know: a bot that could look at it would learn nothing.
// For a bot that looks once it is forgotten when it does.
struct bot_secret {
    struct bot_world *world;
    bool              whole;
};

void bot_copy_table(struct bot_world *to, const struct table *from)
{
    assert(from->game->state_size <= BOT_STATE_MAX);
    to->table       = *from;
    to->table.log   = NULL;
    to->table.state = (struct core *)(void *)to->bytes;
    memcpy(to->bytes, from->state, from->game->state_size);
}

// The position is the one before it, since nothing follows from an answer until all are in.
void bot_take_back(struct core *c, seat_id seat)
{
    if (!c->asked) return;
    for (seat_id other = 0; other < c->seats; other++) {
        if (other == seat || !(c->together >> other & 1)) continue;
        struct question *q = &c->question[other];
        memset(&c->answer[other], 0, sizeof c->answer[other]);
        memset(q->pick, 0, sizeof q->pick);
        q->picked = 0;
        c->asked  = (seat_set)(c->asked | BIT(other));
    }
}

// Chance to come is nobody's to know, neither a scenario's nor how much of a stream was used.
static void forget_chance(struct core *c)
{
    memset(c->key, 0, sizeof c->key);
    memset(c->drawn, 0, sizeof c->drawn);
    memset(c->forced, 0, sizeof c->forced);
    c->forced_count = 0;
    c->learned      = 0;
}

void bot_copy_over(struct bot_world *to, const struct table *from)
{
    if (!to->table.state || to->table.game != from->game || !from->game->copy) {
        bot_copy_table(to, from);
        return;
    }
    from->game->copy(to->table.state, from->state);
    to->table.pool    = from->pool;
    to->table.effects = from->effects;
}

// All but faces and what the game keeps of secrets.
static void forget_answers(struct bot_world *out, const struct table *t, seat_id seat)
{
    bot_copy_over(out, t);
    bot_take_back(out->table.state, seat);
    forget_chance(out->table.state);
}

void bot_imagine(const struct bot_question *q, struct bot_world *out, struct rng *rng)
{
    assert(q->secret);
    assert(!q->secret->whole);
    bot_copy_over(out, &q->secret->world->table);
    table_imagine(&out->table, q->seat, rng);
}

struct table *bot_imagine_once(const struct bot_question *q, struct rng *rng)
{
    assert(q->secret);
    struct table *t = &q->secret->world->table;
    if (q->secret->whole)
        table_imagine_alike(t, q->seat, rng);
    else
        table_imagine(t, q->seat, rng);
    q->secret->whole = false;
    return t;
}

uint64_t bot_sight(const struct table *t, seat_id viewer, seat_id asked, struct view *v)
{
    const struct question *q = &t->state->question[asked];
    table_view(t, viewer, v);
    uint64_t h = hash_bytes(v->cards, v->card_count * sizeof *v->cards);
    h          = hash_mix(h, hash_bytes(v->values, v->value_count * sizeof *v->values));
    h          = hash_mix(h, hash_bytes(v->links, v->link_count * sizeof *v->links));
    h = hash_mix(h, (uint64_t)q->arg << 40 | (uint64_t)q->about << 24 | (uint64_t)q->kind << 16 |
                        (uint64_t)q->picked << 8 | asked);
    if (viewer != asked) return h; // picks are the affair of the one who picks
    for (unsigned i = 0; i < q->picked; i++) h = hash_mix(h, q->pick[i]);
    return h;
}

uint64_t bot_position(const struct table *t, seat_id seat, struct bot_world *scratch)
{
    scratch->table.state = NULL;
    forget_answers(scratch, t, seat);
    table_forget(&scratch->table, seat);
    return table_hash(&scratch->table);
}

// --- asking -------------------------------------------------------------------------------------

static size_t put_question(struct bot_question *q, const struct table *t, struct rng *rng)
{
    struct view       view;
    struct bot_secret secret;
    struct bot_room   own, *room = q->memory && q->memory->room ? q->memory->room : &own;
    own.secret.table.state = own.tried.table.state = NULL;
    q->kind                                        = t->state->question[q->seat].kind;
    if (q->bot->needs_view) {
        table_view(t, q->seat, &view);
        q->view = &view;
    }
    if (q->bot->needs_worlds) {
        forget_answers(&room->secret, t, q->seat);
        secret = (struct bot_secret){ &room->secret, q->bot->looks_once };
        if (!secret.whole) table_forget(&room->secret.table, q->seat);
        q->secret = &secret;
        q->tried  = &room->tried;
    }
    size_t taken = q->bot->choose(q, rng);
    assert(taken < q->count);
    return taken;
}

void bot_remember(struct bot_memory *m, const struct table *t, seat_id seat)
{
    struct view      view;
    struct bot_world scratch;
    unsigned         at = m->count++ % BOT_MEMORY;
    m->sight[at]        = bot_sight(t, seat, seat, &view);
    m->position[at]     = bot_position(t, seat, &scratch);
}

struct choice bot_play_of(const struct bot *bot, const struct table *t, seat_id seat,
                          struct rng *rng, struct bot_memory *memory, const struct choice *list,
                          size_t count)
{
    struct bot_question q     = { .bot     = bot,
                                  .game    = t->game,
                                  .pool    = t->pool,
                                  .choices = list,
                                  .count   = count,
                                  .seat    = seat,
                                  .memory  = memory };
    size_t              taken = put_question(&q, t, rng);
    if (memory && bot->search) bot_remember(memory, t, seat);
    return list[taken];
}

struct choice bot_play(const struct bot *bot, const struct table *t, seat_id seat, struct rng *rng,
                       struct bot_memory *memory)
{
    struct choice list[CHOICES_MAX];
    size_t        count = table_choices(t, seat, list, CHOICES_MAX);
    assert(count > 0); // the game never sticks
    return count == 1 ? list[0] : bot_play_of(bot, t, seat, rng, memory, list, count);
}

struct choice bot_choose(const struct bot *bot, const struct table *t, seat_id seat,
                         struct rng *rng)
{
    return bot_play(bot, t, seat, rng, NULL);
}

void search_think(const struct table *t, seat_id seat, const struct search_settings *settings,
                  struct rng *rng, struct search_report *report)
{
    const struct bot thinker = {
        .name = "thinker", .needs_worlds = true, .choose = search_choose, .search = settings
    };
    struct choice       list[CHOICES_MAX];
    struct bot_question q = { .bot     = &thinker,
                              .game    = t->game,
                              .pool    = t->pool,
                              .choices = list,
                              .seat    = seat,
                              .memory  = settings->memory,
                              .report  = report };
    q.count               = table_choices(t, seat, list, CHOICES_MAX);
    assert(q.count > 0);
    put_question(&q, t, rng);
}

// --- for measuring ------------------------------------------------------------------------------

static size_t try_plainly(const struct bot_question *q, struct rng *rng)
{
    struct choice    list[CHOICES_MAX];
    struct bot_world world;
    world.table.state = NULL;
    for (uint32_t i = 0; i < q->bot->search->iterations; i++) {
        struct table *t = &world.table;
        bot_imagine(q, &world, rng);
        for (table_advance(t); !t->state->over; table_advance(t)) {
            seat_id seat  = seat_to_answer(t->state, 0);
            size_t  count = table_choices(t, seat, list, CHOICES_MAX);
            table_take(t, seat, list[rng_below(rng, (uint32_t)count)]);
        }
    }
    return 0;
}

void search_plain_tries(const struct table *t, seat_id seat, uint32_t tries, struct rng *rng)
{
    const struct search_settings settings = { .iterations = tries };
    struct bot                   plain    = { .name = "plain", .choose = try_plainly };
    plain.needs_worlds                    = true;
    plain.search                          = &settings;
    bot_choose(&plain, t, seat, rng);
}
