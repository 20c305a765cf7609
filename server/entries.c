// The log: every change of what must survive goes through here, live and when starting again.
#include "server/state.h"

struct json entry_begin(struct server *s)
{
    struct json j = json_in(&s->out->arena);
    json_open(&j, '{');
    json_name(&j, "at");
    json_number(&j, (long)s->now);
    return j;
}

static bool apply(struct server *s, const struct store_entry *e, json_t *body, struct error *err)
{
    struct room *r = entry_is_of_table(e->kind) ? room_find(s, e->about) : NULL;
    switch ((enum entry_kind)e->kind) {
    case ENTRY_PLAYER: return apply_player(s, e->about, body, err);
    case ENTRY_TABLE:
        return !r ? apply_table(s, e->about, body, err)
                  : fail(err, BAD_INPUT, (struct place){ 0 }, "this table is there already");
    case ENTRY_COMMIT:
        return apply_commit(s, r, e->about, body, err); // counts even without the table
    case ENTRY_JOIN: return r && apply_join(s, r, body, err);
    case ENTRY_STAND: return r && apply_stand(s, r, body, err);
    case ENTRY_HASH: return r && apply_hash(s, r, body, err);
    case ENTRY_SEEDS: return r && apply_seeds(s, r, body, err);
    case ENTRY_SEED: return r && apply_seed(s, r, body, err);
    case ENTRY_START: return r && apply_start(s, r, body, err);
    case ENTRY_CHOICE: return r && apply_choice(s, r, body, err);
    case ENTRY_UNDO: return r && apply_undo(s, r, body, err);
    case ENTRY_RESIGN: return r && apply_resign(s, r, body, err);
    case ENTRY_BOT: return r && apply_bot(s, r, body, err);
    case ENTRY_BACK: return r && apply_back(s, r, body, err);
    case ENTRY_RESUME: return r && apply_resume(s, r, body, err);
    case ENTRY_OVER: return r && apply_over(s, r, body, err);
    case ENTRY_PASSWORD: return apply_password(s, e->about, body, err);
    case ENTRY_TOKEN: return apply_token(s, e->about, body, err);
    case ENTRY_LOGOUT: return apply_logout(s, e->about, body, err);
    case ENTRY_NAME: return apply_name(s, e->about, body, err);
    case ENTRY_DECK: return apply_deck(s, e->about, body, false, err);
    case ENTRY_DECK_GONE: return apply_deck(s, e->about, body, true, err);
    case ENTRY_CARDS: return apply_cards(s, e->number, body, err);
    case ENTRY_RECORD: return true; // counts when its table is put into the archive
    case ENTRY_ARCHIVE: return apply_archive(s, r, e, body, err);
    }
    return fail(err, BAD_INPUT, (struct place){ 0 }, "no entry is of kind %u", e->kind);
}

// A table that is not over is told by its entries (snapshot.c).
static void note_entry(struct server *s, const struct store_entry *e)
{
    struct room *r = entry_is_of_table(e->kind) ? room_find(s, e->about) : NULL;
    if (!r) return;
    r->entries = grow(r->entries, r->entry_count, &r->entry_capacity, sizeof *r->entries);
    r->entries[r->entry_count++] = e->number;
}

bool entry_apply(struct server *s, const struct store_entry *e, struct error *err)
{
    json_t *body = json_loadb(e->body.at, e->body.size, JSON_REJECT_DUPLICATES, NULL);
    bool    fine = json_is_object(body) && apply(s, e, body, err);
    json_decref(body);
    if (fine) note_entry(s, e);
    return fine ||
           fail(err, BAD_INPUT, (struct place){ 0 }, "entry %llu does not fit what came before it",
                (unsigned long long)e->number);
}
