// Decks that players keep under a name of their own. At a table the text counts, not the name: a
// deck that is changed or deleted later changes no match.
#include "server/state.h"

#include "cardtext/cards.h"

#include <stdlib.h>
#include <string.h>

// In all, for each game; and how often: an entry of the log is for ever.
enum { DECKS_PER_GAME = 16, SAVES_AT_ONCE = 20, SAVE_MS = 10 * 1000 };

static bool is_ready_made(const struct box *box, struct text name)
{
    for (unsigned i = 0; i < box->deck_count; i++)
        if (text_equal_fold(text_of(box->decks[i].name), name)) return true;
    return false;
}

static struct kept_deck *deck_find(const struct player *p, struct text game, struct text name)
{
    for (size_t i = 0; p->account && i < p->account->deck_count; i++) {
        struct kept_deck *d = &p->account->decks[i];
        if (text_is(game, d->game) && text_equal_fold(text_of(d->name), name)) return d;
    }
    return NULL;
}

const char *kept_deck_text(const struct player *p, const struct box *box, struct text name)
{
    if (is_ready_made(box, name)) return NULL;
    const struct kept_deck *d = deck_find(p, text_of(box->game->name), name);
    return d ? d->text : NULL;
}

void decks_free(struct account *a)
{
    for (size_t i = 0; i < a->deck_count; i++) {
        free(a->decks[i].name);
        free(a->decks[i].text);
    }
    free(a->decks);
}

// --- requests -----------------------------------------------------------------------------------

static bool read_name(const struct request *rq, struct text *name)
{
    if (member_text(rq->json, "name", name) && is_plain_line(*name, NAME_MAX_SIZE)) return true;
    request_refuse(rq, "bad-name",
                   "\"name\" must have 1 to %d bytes, no control signs and no blanks at its ends",
                   NAME_MAX_SIZE);
    return false;
}

static bool check_text(const struct request *rq, const struct box *box, struct text text)
{
    struct arena arena;
    struct deck  deck;
    struct error err = { 0 };
    char         words[ERROR_TEXT_MAX + 64];
    arena_init(&arena);
    bool fine = deck_read(&arena, box->pool, box->game->deck_sections, "deck", text, &deck, &err);
    arena_finish(&arena);
    if (fine) return true;
    error_say(&err, words, sizeof words);
    request_refuse(rq, "bad-deck", "%s", words);
    return false;
}

static size_t decks_of(const struct player *p, const char *game)
{
    size_t count = 0;
    for (size_t i = 0; p->account && i < p->account->deck_count; i++)
        count += strcmp(p->account->decks[i].game, game) == 0;
    return count;
}

// Another line of the player may have asked a moment ago.
static bool is_deck_coming(const struct server *s, uint64_t player)
{
    for (size_t i = 0; i < s->pending_count; i++) {
        const struct pending *p = &s->pending[i];
        if ((p->kind == ENTRY_DECK || p->kind == ENTRY_DECK_GONE) && p->about == player)
            return true;
    }
    return false;
}

static bool may_save(const struct request *rq, struct player *p, const struct box *box,
                     struct text name)
{
    if (is_ready_made(box, name))
        request_refuse(rq, "taken", "a ready-made deck has this name");
    else if (!deck_find(p, text_of(box->game->name), name) &&
             decks_of(p, box->game->name) >= DECKS_PER_GAME)
        request_refuse(rq, "full", "%d decks are kept for a game; delete one first",
                       DECKS_PER_GAME);
    else if (is_deck_coming(rq->server, p->id) ||
             !may_try(&account_of(p)->saves_paid_at, rq->server->now, SAVES_AT_ONCE, SAVE_MS))
        request_refuse(rq, "too-fast", "too many decks were saved; wait %d seconds",
                       SAVE_MS / 1000);
    else
        return true;
    return false;
}

static void propose_deck(const struct request *rq, enum entry_kind kind, const char *game,
                         struct text name, struct text text)
{
    struct server *s = rq->server;
    struct json    j = entry_begin(s);
    json_name(&j, "game");
    json_text(&j, game);
    json_name(&j, "name");
    json_slice(&j, name);
    if (kind == ENTRY_DECK) {
        json_name(&j, "text");
        json_slice(&j, text);
    }
    entry_propose(s, rq, NULL, kind, line_at(s, rq->line)->player, &j);
}

void on_deck_save(struct request *rq)
{
    struct server    *s   = rq->server;
    struct player    *p   = player_find(s, line_at(s, rq->line)->player);
    const struct box *box = request_game(rq);
    struct text       name, text;
    if (!box || !read_name(rq, &name)) return;
    if (!member_text(rq->json, "text", &text) || !text.size || text.size >= DECK_TEXT_MAX) {
        request_refuse(rq, "bad-deck", "\"text\" must be a deck of less than %d bytes",
                       DECK_TEXT_MAX);
        return;
    }
    if (!check_text(rq, box, text) || !may_save(rq, p, box, name)) return;
    // A text is told from a name by its line end.
    char *lines = arena_format(&s->out->arena, "%.*s%s", SHOW(text),
                               text.at[text.size - 1] == '\n' ? "" : "\n");
    propose_deck(rq, ENTRY_DECK, box->game->name, name, text_of(lines));
}

void on_deck_delete(struct request *rq)
{
    struct server    *s   = rq->server;
    struct player    *p   = player_find(s, line_at(s, rq->line)->player);
    const struct box *box = request_game(rq);
    struct text       name;
    if (!box || !read_name(rq, &name)) return;
    if (!deck_find(p, text_of(box->game->name), name))
        request_refuse(rq, "no-deck", "you keep no deck of this name");
    else if (is_deck_coming(s, p->id))
        request_refuse(rq, "busy", "another deck is being saved or deleted");
    else
        propose_deck(rq, ENTRY_DECK_GONE, box->game->name, name, (struct text){ 0 });
}

// Those of one game with their texts, or all without.
void on_decks(struct request *rq)
{
    struct server       *s   = rq->server;
    const struct player *p   = player_find(s, line_at(s, rq->line)->player);
    const struct box    *box = NULL;
    if (json_object_get(rq->json, "game") && !(box = request_game(rq))) return;
    struct json j = answer_begin(rq, "decks");
    json_name(&j, "decks");
    json_open(&j, '[');
    for (size_t i = 0; p->account && i < p->account->deck_count; i++) {
        const struct kept_deck *d = &p->account->decks[i];
        if (box && strcmp(box->game->name, d->game) != 0) continue;
        json_open(&j, '{');
        json_name(&j, "game");
        json_text(&j, d->game);
        json_name(&j, "name");
        json_text(&j, d->name);
        if (box) {
            json_name(&j, "text");
            json_text(&j, d->text);
        }
        json_close(&j, '}');
    }
    json_close(&j, ']');
    send_json(s, rq->line, &j);
}

// --- entries ------------------------------------------------------------------------------------

void deck_keep(struct server *s, struct account *a, struct text game, struct text name,
               struct text text)
{
    a->decks                  = grow(a->decks, a->deck_count, &a->deck_capacity, sizeof *a->decks);
    a->decks[a->deck_count++] = (struct kept_deck){ .game = keep_word(s, game),
                                                    .name = copy_bytes(name),
                                                    .text = copy_bytes(text) };
}

bool apply_deck(struct server *s, uint64_t player, json_t *body, bool gone, struct error *err)
{
    struct player *p = player_find(s, player);
    struct text    game, name, text;
    if (!p || !member_text(body, "game", &game) || !member_text(body, "name", &name) ||
        (!gone && !member_text(body, "text", &text)))
        return fail(err, BAD_INPUT, (struct place){ 0 }, "this is nobody's deck");
    struct account   *a = account_of(p);
    struct kept_deck *d = deck_find(p, game, name);
    if (gone) {
        if (!d) return true; // deleted twice at once
        free(d->name);
        free(d->text);
        memmove(d, d + 1, (size_t)(a->decks + a->deck_count - d - 1) * sizeof *d);
        a->deck_count--;
        return true;
    }
    if (!d) {
        deck_keep(s, a, game, name, text);
        return true;
    }
    free(d->text);
    d->text = copy_bytes(text);
    return true;
}
