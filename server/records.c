// What is told of one table that is over, to whoever may see it: its record, and what was promised
// and drawn. Reading entries and putting a record together take a while, so the core says what is
// to be read and another thread does it; records never change, so those asked for last are kept.
#include "server/state.h"

#include "match/seal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

// --- on any thread ------------------------------------------------------------------------------

static void put_lines(struct sealer *sealer, struct text lines)
{
    struct text line;
    while (text_cut(&lines, '\n', &line)) seal_line(sealer, line);
}

static struct text put_together(const struct record_chore *p, struct arena *arena)
{
    enum { CHECK = 9, SEAL = 80 };
    size_t      lines = 0, size = p->title.size + SEAL;
    struct text all[] = { p->head, p->cards, p->tail };
    for (unsigned i = 0; i < COUNT(all); i++) {
        for (size_t k = 0; k < all[i].size; k++) lines += all[i].at[k] == '\n';
        size += all[i].size;
    }
    size += lines * CHECK + 1;
    struct writer w = writer_on(arena_alloc(arena, 1, size), size);
    struct sealer sealer;
    char         *title = arena_format(arena, "%.*s", SHOW(p->title));
    seal_begin(&sealer, &w, title);
    for (unsigned i = 0; i < COUNT(all); i++) put_lines(&sealer, all[i]);
    seal_end(&sealer);
    return (struct text){ w.at, w.size };
}

// An entry's body; the caller's to free.
static json_t *read_body(struct inquiry *q, const struct log_reader *log, uint64_t number,
                         enum entry_kind kind)
{
    struct arena       arena;
    struct store_entry e;
    struct error       err  = { 0 };
    json_t            *body = NULL;
    arena_init(&arena);
    if (!log->read(log->context, number, &arena, &e, &err))
        q->is_away = err.status == IO_FAILED;
    else if (e.kind == kind)
        body = json_loadb(e.body.at, e.body.size, 0, NULL);
    arena_finish(&arena);
    return body;
}

static bool compose(struct inquiry *q, const struct log_reader *log)
{
    struct record_chore p      = { 0 };
    json_int_t          number = 0;
    json_t             *record = read_body(q, log, q->number - 1, ENTRY_RECORD);
    json_t             *cards  = member_int(record, "cards", 1, INT64_MAX, &number)
                                     ? read_body(q, log, (uint64_t)number, ENTRY_CARDS)
                                     : NULL;
    bool                fine   = cards && member_text(record, "title", &p.title) &&
                member_text(record, "head", &p.head) && member_text(cards, "text", &p.cards) &&
                member_text(record, "tail", &p.tail);
    if (fine) q->out = put_together(&p, &q->arena);
    json_decref(cards);
    json_decref(record);
    return fine;
}

// They are with the record.
static void add_acts(struct inquiry *q, json_t *fair, const struct log_reader *log)
{
    struct text lines, line;
    json_t     *record = read_body(q, log, q->number - 1, ENTRY_RECORD);
    if (record && member_text(record, "acts", &lines)) {
        json_t *acts = json_array();
        while (text_cut(&lines, '\n', &line))
            json_array_append_new(acts, json_stringn(line.at, line.size));
        json_object_set_new(fair, "acts", acts);
    }
    json_decref(record);
}

static bool tell_promise(struct inquiry *q, json_t *archive, const struct log_reader *log)
{
    json_t *fair = json_object_get(archive, "fair");
    if (fair && q->has_record) add_acts(q, fair, log);
    char *told = fair ? json_dumps(fair, JSON_COMPACT) : NULL;
    if (told) q->out = arena_text(&q->arena, text_of(told));
    free(told);
    return told;
}

static bool has_key(const struct inquiry *q, json_t *archive)
{
    struct text key;
    return member_text(archive, "key", &key) && key.size == strlen(q->key) &&
           sodium_memcmp(key.at, q->key, key.size) == 0;
}

void inquiry_run(struct inquiry *q, const struct log_reader *log)
{
    if (q->is_written) {
        q->out     = put_together(&q->record, &q->arena);
        q->is_told = true;
        return;
    }
    json_t *archive = q->is_allowed && !q->fair ? NULL
                                                : read_body(q, log, q->number, ENTRY_ARCHIVE);
    if (q->is_allowed || (archive && has_key(q, archive)))
        q->is_told = q->fair ? archive && tell_promise(q, archive, log) : compose(q, log);
    json_decref(archive);
}

// --- copies -------------------------------------------------------------------------------------

// Records never change, and putting one together takes a while: those asked for last are kept.
static bool find_copy(struct server *s, uint64_t table, struct text *out)
{
    for (size_t i = 0; i < s->copy_count; i++) {
        struct copy *c = &s->copies[i];
        if (c->table != table) continue;
        c->used = ++s->copy_uses;
        *out    = (struct text){ c->bytes, c->size };
        return true;
    }
    return false;
}

static void drop_oldest_copy(struct server *s)
{
    size_t oldest = 0;
    for (size_t i = 1; i < s->copy_count; i++)
        if (s->copies[i].used < s->copies[oldest].used) oldest = i;
    s->copy_bytes -= s->copies[oldest].size;
    free(s->copies[oldest].bytes);
    s->copies[oldest] = s->copies[--s->copy_count];
}

static void keep_copy(struct server *s, uint64_t table, struct text record)
{
    if (record.size > COPIES_BYTES / 4) return;
    while (s->copy_count == COPIES_MAX ||
           (s->copy_count && s->copy_bytes + record.size > COPIES_BYTES))
        drop_oldest_copy(s);
    s->copies[s->copy_count++] = (struct copy){
        .table = table, .used = ++s->copy_uses, .bytes = copy_bytes(record), .size = record.size
    };
    s->copy_bytes += record.size;
}

// --- asking -------------------------------------------------------------------------------------

void inquiry_init(struct inquiry *q, uint64_t table, bool fair)
{
    *q = (struct inquiry){ .table = table, .fair = fair };
    arena_init(&q->arena);
}

void inquiry_finish(struct inquiry *q) { arena_finish(&q->arena); }

static const struct archived *archived_at(const struct server *s, uint64_t table)
{
    if (table >= s->archive_of_capacity || !s->archive_of[table]) return NULL;
    return &s->archive[s->archive_of[table] - 1];
}

static bool room_shows(struct server *s, const struct room *r, const struct asker *asker)
{
    const struct player *p = token_owner(s, asker->token);
    return room_key_fits(r, asker->key) || (p && room_seat_of(r, p->id) != NO_SEAT);
}

static enum inquiry_state ask_room(struct server *s, const struct room *r, struct inquiry *q)
{
    if (q->fair) {
        struct json j = json_in(&q->arena);
        write_fairness(&j, r, true);
        json_end(&j);
        q->out = (struct text){ j.out, j.size };
        return INQUIRY_ANSWERED;
    }
    if (r->phase != PHASE_OVER || !r->match || *r->broken) return INQUIRY_NONE;
    if (find_copy(s, r->id, &q->out)) return INQUIRY_ANSWERED;
    if (!r->is_written) return INQUIRY_LATER;
    if (!r->record.written) return INQUIRY_NONE;
    q->is_written = true;
    q->record     = (struct record_chore){ .title = arena_text(&q->arena, r->record.title),
                                           .head  = arena_text(&q->arena, r->record.head),
                                           .cards = arena_text(&q->arena, r->record.cards),
                                           .tail  = arena_text(&q->arena, r->record.tail) };
    return INQUIRY_READ;
}

enum inquiry_state server_ask(struct server *s, struct inquiry *q, const struct asker *asker)
{
    const struct room     *r = room_find(s, q->table);
    const struct archived *a = archived_at(s, q->table);
    if (r && (q->fair ? r->committed : !a)) // it knows more than the archive does, or nobody else
        return room_shows(s, r, asker) ? ask_room(s, r, q) : INQUIRY_NONE;
    if (!a || (!q->fair && !a->has_record)) return INQUIRY_NONE;
    const struct player *p = token_owner(s, asker->token);
    q->is_allowed          = a->open || (p && archived_seat_of(a, p->id) < a->seats);
    q->has_record          = a->has_record;
    q->number              = a->number;
    if (!q->is_allowed && asker->key.size != KEY_TEXT_SIZE - 1) return INQUIRY_NONE;
    if (q->is_allowed && !q->fair && find_copy(s, q->table, &q->out)) return INQUIRY_ANSWERED;
    if (!q->is_allowed) memcpy(q->key, asker->key.at, asker->key.size);
    return INQUIRY_READ;
}

void server_answer(struct server *s, const struct inquiry *q)
{
    struct text other;
    if (q->is_told && !q->fair && !find_copy(s, q->table, &other)) keep_copy(s, q->table, q->out);
}
