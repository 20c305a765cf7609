#include "store/store.h"

bool store_append(struct store *s, const struct store_entry *entries, size_t count,
                  struct error *err)
{
    return s->kind->append(s, entries, count, err);
}

bool store_read(struct store *s, uint64_t from, bool (*each)(void *, const struct store_entry *),
                void *context, struct error *err)
{
    return s->kind->read(s, from, each, context, err);
}

bool store_last(struct store *s, uint64_t *out, struct error *err)
{
    return s->kind->last(s, out, err);
}

bool store_secret(struct store *s, uint8_t out[STORE_SECRET_SIZE], struct error *err)
{
    return s->kind->secret(s, out, err);
}

struct store_backup *store_backup_begin(struct store *s, const char *path, struct error *err)
{
    return s->kind->backup_begin(s, path, err);
}

bool store_backup_step(struct store_backup *b, bool *whole, struct error *err)
{
    return b->kind->backup_step(b, whole, err);
}

void store_backup_end(struct store_backup *b)
{
    if (b) b->kind->backup_end(b);
}

void store_close(struct store *s)
{
    if (s) s->kind->close(s);
}
