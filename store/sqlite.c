// The store in one SQLite file. Exactly one connection writes and checkpoints: Debian's SQLite has
// a fault that can damage the file when two do (sqlite.org/wal.html#walresetbug), so the file is
// locked for this process alone.
#include "store/store.h"

#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A later version has kinds of entries that programs of earlier ones do not know; tables are the
// same.
enum { APPLICATION_ID = 0x50544143 /* "PTAC" */, FORMAT_VERSION = 3, FORMAT_OLDEST = 1 };

enum statement { SQL_BEGIN, SQL_COMMIT, SQL_ROLLBACK, SQL_INSERT, SQL_FIND, SQL_LAST, SQL_COUNT };

static const char *const STATEMENTS[SQL_COUNT] = {
    [SQL_BEGIN]    = "BEGIN IMMEDIATE",
    [SQL_COMMIT]   = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_INSERT]   = "INSERT INTO log VALUES(?1, ?2, ?3, ?4, ?5)",
    [SQL_FIND]     = "SELECT about, kind, body FROM log WHERE number = ?1",
    [SQL_LAST]     = "SELECT coalesce(max(number), 0) FROM log",
};

struct sqlite_store {
    struct store  store; // first
    sqlite3      *db;
    sqlite3_stmt *statement[SQL_COUNT];
    char         *path;
    uint64_t      last;
};

static struct sqlite_store *own(struct store *s) { return (struct sqlite_store *)(void *)s; }

// --- running SQL --------------------------------------------------------------------------------

static bool fail_sql(const struct sqlite_store *s, struct error *err)
{
    int         code   = sqlite3_errcode(s->db);
    enum status status = code == SQLITE_FULL ? NO_ROOM : IO_FAILED;
    return fail(err, status, (struct place){ s->path, 0, 0 }, "%s", sqlite3_errmsg(s->db));
}

static bool run(struct sqlite_store *s, const char *sql, struct error *err)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail_sql(s, err);
}

static bool run_statement(struct sqlite_store *s, enum statement which, struct error *err)
{
    sqlite3_stmt *statement = s->statement[which];
    int           code      = sqlite3_step(statement);
    bool          fine      = code == SQLITE_DONE || code == SQLITE_ROW || fail_sql(s, err);
    sqlite3_reset(statement);
    return fine;
}

// The one number that a query gives.
static bool query_number(struct sqlite_store *s, const char *sql, int64_t *out, struct error *err)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL) != SQLITE_OK) return fail_sql(s, err);
    bool fine = sqlite3_step(statement) == SQLITE_ROW || fail_sql(s, err);
    if (fine) *out = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return fine;
}

// --- opening ------------------------------------------------------------------------------------

static bool make_tables(struct sqlite_store *s, struct error *err)
{
    char    sql[512];
    uint8_t secret[STORE_SECRET_SIZE];
    char    hex[STORE_SECRET_SIZE * 2 + 1];
    randombytes_buf(secret, sizeof secret);
    sodium_bin2hex(hex, sizeof hex, secret, sizeof secret);
    snprintf(sql, sizeof sql,
             "BEGIN IMMEDIATE;"
             "CREATE TABLE log(number INTEGER PRIMARY KEY, about INTEGER NOT NULL,"
             " kind INTEGER NOT NULL, body TEXT NOT NULL, sum INTEGER NOT NULL) STRICT;"
             "CREATE TABLE secret(bytes BLOB NOT NULL) STRICT;"
             "INSERT INTO secret VALUES(x'%s');"
             "PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT",
             hex, APPLICATION_ID, FORMAT_VERSION);
    bool fine = run(s, sql, err);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(hex, sizeof hex);
    sodium_memzero(sql, sizeof sql);
    return fine;
}

// From then on an older program refuses the file instead of misreading it.
static bool raise_version(struct sqlite_store *s, struct error *err)
{
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA user_version=%d", FORMAT_VERSION);
    return run(s, sql, err);
}

static bool check_format(struct sqlite_store *s, struct error *err)
{
    struct place at = { s->path, 0, 0 };
    int64_t      id, version;
    if (!query_number(s, "PRAGMA application_id", &id, err) ||
        !query_number(s, "PRAGMA user_version", &version, err))
        return false;
    if (id != APPLICATION_ID)
        return fail(err, BAD_INPUT, at, "this database is not one of Pentacle's");
    if (version < FORMAT_OLDEST || version > FORMAT_VERSION)
        return fail(err, BAD_INPUT, at,
                    "the data are of version %lld; this program reads versions %d to %d",
                    (long long)version, FORMAT_OLDEST, FORMAT_VERSION);
    return version == FORMAT_VERSION || raise_version(s, err);
}

static bool check_whole(struct sqlite_store *s, struct error *err)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(s->db, "PRAGMA quick_check(1)", -1, &statement, NULL) != SQLITE_OK)
        return fail_sql(s, err);
    bool        fine = sqlite3_step(statement) == SQLITE_ROW || fail_sql(s, err);
    const char *said = fine ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (said && strcmp(said, "ok") != 0)
        fine = fail(err, BAD_INPUT, (struct place){ s->path, 0, 0 }, "the file is damaged: %s",
                    said);
    sqlite3_finalize(statement);
    int64_t count, last = (int64_t)s->last;
    if (!fine || !query_number(s, "SELECT count(*) FROM log", &count, err)) return false;
    return count == last || fail(err, BAD_INPUT, (struct place){ s->path, 0, 0 },
                                 "the log has %lld entries, but the last is number %lld",
                                 (long long)count, (long long)last);
}

static bool find_last(struct sqlite_store *s, struct error *err)
{
    int64_t last;
    if (!query_number(s, STATEMENTS[SQL_LAST], &last, err)) return false;
    s->last = (uint64_t)last;
    return true;
}

static bool prepare_statements(struct sqlite_store *s, struct error *err)
{
    for (unsigned i = 0; i < SQL_COUNT; i++)
        if (sqlite3_prepare_v3(s->db, STATEMENTS[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &s->statement[i], NULL) != SQLITE_OK)
            return fail_sql(s, err);
    return true;
}

static bool fail_system(const char *path, struct error *err)
{
    return fail(err, IO_FAILED, (struct place){ path, 0, 0 }, "%s", strerror(errno));
}

// Made with our own rights, before SQLite would make it with the user's.
static bool make_file(const char *path, struct error *err)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) return fail_system(path, err);
    close(fd);
    return true;
}

// A file of ours is never empty, and always ours alone.
static bool check_file(const char *path, struct error *err)
{
    struct place at = { path, 0, 0 };
    struct stat  is;
    if (stat(path, &is) != 0) return fail_system(path, err);
    if (is.st_mode & 077)
        return fail(err, NOT_ALLOWED, at,
                    "others can read this file, and it holds secrets: chmod 600 it first");
    if (is.st_size == 0)
        return fail(err, BAD_INPUT, at,
                    "this file is empty, which data never are: restore a back-up, or remove it to "
                    "begin anew");
    return true;
}

static bool open_database(struct sqlite_store *s, bool is_known, struct error *err)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (sqlite3_open_v2(s->path, &s->db, flags, NULL) != SQLITE_OK) return fail_sql(s, err);
    sqlite3_busy_timeout(s->db, 2000);
    // Locked for us alone from the first reading on, and until we are gone.
    return run(s,
               "PRAGMA locking_mode=EXCLUSIVE; PRAGMA trusted_schema=OFF;"
               "PRAGMA cell_size_check=ON; PRAGMA foreign_keys=ON",
               err) &&
           check_format(s, err) &&
           run(s, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL", err) && find_last(s, err) &&
           (is_known || check_whole(s, err)) && prepare_statements(s, err);
}

// Whole and closed before it gets its name.
static bool make_database(struct sqlite_store *s, struct error *err)
{
    if (sqlite3_open_v2(s->path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, NULL) !=
        SQLITE_OK)
        return fail_sql(s, err);
    return run(s, "PRAGMA synchronous=FULL", err) && make_tables(s, err);
}

// --- entries ------------------------------------------------------------------------

// SQLite keeps no checksums of its own, and a bit that falls over in a body must not go unseen.
static int64_t sum_of(const struct store_entry *e)
{
    uint64_t sum = hash_mix(hash_mix(e->number, e->about), e->kind);
    return (int64_t)hash_mix(sum, hash_bytes(e->body.at, e->body.size));
}

static bool is_same(struct sqlite_store *s, const struct store_entry *e, struct error *err)
{
    sqlite3_stmt *find = s->statement[SQL_FIND];
    sqlite3_bind_int64(find, 1, (int64_t)e->number);
    bool fine = sqlite3_step(find) == SQLITE_ROW || fail_sql(s, err);
    if (fine) {
        struct text body = { (const char *)sqlite3_column_text(find, 2),
                             (size_t)sqlite3_column_bytes(find, 2) };
        fine             = ((uint64_t)sqlite3_column_int64(find, 0) == e->about &&
                sqlite3_column_int(find, 1) == e->kind && text_equal(body, e->body)) ||
               fail(err, BAD_INPUT, (struct place){ s->path, 0, 0 },
                    "entry %llu is there already, and it is another one",
                    (unsigned long long)e->number);
    }
    sqlite3_reset(find);
    return fine;
}

static bool insert(struct sqlite_store *s, const struct store_entry *e, struct error *err)
{
    sqlite3_stmt *statement = s->statement[SQL_INSERT];
    if (e->body.size > STORE_BODY_MAX)
        return fail(err, BAD_INPUT, (struct place){ s->path, 0, 0 },
                    "an entry of %zu bytes; %d fit", e->body.size, STORE_BODY_MAX);
    sqlite3_bind_int64(statement, 1, (int64_t)e->number);
    sqlite3_bind_int64(statement, 2, (int64_t)e->about);
    sqlite3_bind_int(statement, 3, e->kind);
    sqlite3_bind_text(statement, 4, e->body.at, (int)e->body.size, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, sum_of(e));
    return run_statement(s, SQL_INSERT, err);
}

static bool sqlite_append(struct store *store, const struct store_entry *entries, size_t count,
                          struct error *err)
{
    struct sqlite_store *s    = own(store);
    uint64_t             last = s->last;
    for (size_t i = 0; i < count; i++) {
        if (entries[i].number > last + 1 || entries[i].number == 0)
            return fail(err, BAD_INPUT, (struct place){ s->path, 0, 0 },
                        "entry %llu does not follow entry %llu",
                        (unsigned long long)entries[i].number, (unsigned long long)last);
        if (entries[i].number > last) last++;
    }
    if (!run_statement(s, SQL_BEGIN, err)) return false;
    bool fine = true;
    for (size_t i = 0; i < count && fine; i++)
        fine = entries[i].number <= s->last ? is_same(s, &entries[i], err)
                                            : insert(s, &entries[i], err);
    fine = fine && run_statement(s, SQL_COMMIT, err);
    if (fine)
        s->last = last;
    else if (!sqlite3_get_autocommit(s->db))
        (void)run_statement(s, SQL_ROLLBACK, NULL);
    return fine;
}

static bool sqlite_read(struct store *store, uint64_t                           from,
                        bool (*each)(void *, const struct store_entry *), void *context,
                        struct error *err)
{
    struct sqlite_store *s = own(store);
    sqlite3_stmt        *all;
    const char          *sql = "SELECT number, about, kind, body, sum FROM log"
                               " WHERE number >= ?1 ORDER BY number";
    if (sqlite3_prepare_v2(s->db, sql, -1, &all, NULL) != SQLITE_OK) return fail_sql(s, err);
    sqlite3_bind_int64(all, 1, (int64_t)from);
    int  code    = SQLITE_DONE;
    bool goes_on = true;
    while (goes_on && (code = sqlite3_step(all)) == SQLITE_ROW) {
        struct store_entry e = { .number = (uint64_t)sqlite3_column_int64(all, 0),
                                 .about  = (uint64_t)sqlite3_column_int64(all, 1),
                                 .kind   = (uint8_t)sqlite3_column_int(all, 2) };
        e.body.at            = (const char *)sqlite3_column_text(all, 3);
        e.body.size          = (size_t)sqlite3_column_bytes(all, 3);
        e.is_damaged         = sqlite3_column_int64(all, 4) != sum_of(&e);
        goes_on              = each(context, &e);
    }
    bool fine = !goes_on || code == SQLITE_DONE || fail_sql(s, err);
    sqlite3_finalize(all);
    return fine;
}

static bool sqlite_last(struct store *store, uint64_t *out, struct error *err)
{
    (void)err;
    *out = own(store)->last;
    return true;
}

static bool sqlite_secret(struct store *store, uint8_t out[STORE_SECRET_SIZE], struct error *err)
{
    struct sqlite_store *s = own(store);
    sqlite3_stmt        *query;
    if (sqlite3_prepare_v2(s->db, "SELECT bytes FROM secret", -1, &query, NULL) != SQLITE_OK)
        return fail_sql(s, err);
    bool fine = (sqlite3_step(query) == SQLITE_ROW &&
                 sqlite3_column_bytes(query, 0) == STORE_SECRET_SIZE) ||
                fail(err, BAD_INPUT, (struct place){ s->path, 0, 0 }, "the secret is not there");
    if (fine) memcpy(out, sqlite3_column_blob(query, 0), STORE_SECRET_SIZE);
    sqlite3_finalize(query);
    return fine;
}

// --- back-ups -----------------------------------------------------------------------------------

// Through the store's own connection: what is appended between two steps is in the copy too.
struct sqlite_backup {
    struct store_backup  backup; // first
    struct sqlite_store *from;
    sqlite3             *to;
    sqlite3_backup      *copy;
    char                *path;
    int                  fd;
    bool                 whole;
};

enum { STEP_PAGES = 128 }; // half a MiB, forced to the disk at once so that the end is no longer

static void sqlite_backup_end(struct store_backup *backup)
{
    struct sqlite_backup *b = (struct sqlite_backup *)(void *)backup;
    if (b->copy) sqlite3_backup_finish(b->copy);
    sqlite3_close(b->to);
    if (b->fd >= 0) close(b->fd);
    if (b->path && !b->whole) unlink(b->path);
    free(b->path);
    free(b);
}

static bool fail_copy(const struct sqlite_backup *b, struct error *err)
{
    return fail(err, IO_FAILED, (struct place){ b->path, 0, 0 }, "%s", sqlite3_errmsg(b->to));
}

static bool open_copy(struct sqlite_backup *b, struct error *err)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE;
    b->fd           = open(b->path, O_RDWR | O_CLOEXEC);
    if (b->fd < 0) return fail_system(b->path, err);
    // A copy that is cut short is removed, so it needs no journal; a small cache writes at once.
    if (sqlite3_open_v2(b->path, &b->to, flags, NULL) != SQLITE_OK ||
        sqlite3_exec(b->to, "PRAGMA synchronous=OFF; PRAGMA journal_mode=OFF; PRAGMA cache_size=16",
                     NULL, NULL, NULL) != SQLITE_OK)
        return fail_copy(b, err);
    b->copy = sqlite3_backup_init(b->to, "main", b->from->db, "main");
    return b->copy || fail_copy(b, err);
}

static struct store_backup *sqlite_backup_begin(struct store *store, const char *path,
                                                struct error *err)
{
    if (access(path, F_OK) == 0) {
        fail(err, NOT_ALLOWED, (struct place){ path, 0, 0 },
             "this file exists; a back-up is always a new one");
        return NULL;
    }
    if (!make_file(path, err)) return NULL;
    struct sqlite_backup *b = calloc(1, sizeof *b);
    if (!b) BUG("out of memory for a back-up");
    b->backup.kind = store->kind;
    b->from        = own(store);
    b->path        = strdup(path);
    b->fd          = -1;
    if (b->path && open_copy(b, err)) return &b->backup;
    sqlite_backup_end(&b->backup);
    return NULL;
}

static bool sqlite_backup_step(struct store_backup *backup, bool *whole, struct error *err)
{
    struct sqlite_backup *b    = (struct sqlite_backup *)(void *)backup;
    int                   code = sqlite3_backup_step(b->copy, STEP_PAGES);
    if (code != SQLITE_OK && code != SQLITE_DONE)
        return fail(err, code == SQLITE_FULL ? NO_ROOM : IO_FAILED, (struct place){ b->path, 0, 0 },
                    "%s", sqlite3_errstr(code));
    if (code == SQLITE_DONE) {
        code    = sqlite3_backup_finish(b->copy);
        b->copy = NULL;
        if (code != SQLITE_OK) return fail_copy(b, err);
    }
    if (fdatasync(b->fd) != 0) return fail_system(b->path, err);
    *whole = b->whole = !b->copy;
    return true;
}

static void sqlite_close_store(struct store *store)
{
    struct sqlite_store *s = own(store);
    for (unsigned i = 0; i < SQL_COUNT; i++) sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->db);
    free(s->path);
    free(s);
}

enum opening { OPEN_NEW, OPEN_KNOWN, OPEN_CHECKED };

static struct store *open_path(const char *path, enum opening how, struct error *err)
{
    static const struct store_kind SQLITE = {
        .append       = sqlite_append,
        .read         = sqlite_read,
        .last         = sqlite_last,
        .secret       = sqlite_secret,
        .backup_begin = sqlite_backup_begin,
        .backup_step  = sqlite_backup_step,
        .backup_end   = sqlite_backup_end,
        .close        = sqlite_close_store,
    };
    struct sqlite_store *s = calloc(1, sizeof *s);
    if (!s) BUG("out of memory for a store");
    s->store.kind = &SQLITE;
    s->path       = strdup(path);
    if (s->path &&
        (how == OPEN_NEW ? make_database(s, err) : open_database(s, how == OPEN_KNOWN, err)))
        return &s->store;
    sqlite_close_store(&s->store);
    return NULL;
}

struct store *store_reopen_sqlite(const char *path, struct error *err)
{
    return check_file(path, err) ? open_path(path, OPEN_CHECKED, err) : NULL;
}

struct store *store_reopen_known(const char *path, struct error *err)
{
    return check_file(path, err) ? open_path(path, OPEN_KNOWN, err) : NULL;
}

// Under another name until it is whole: what has the name of the data is data.
static bool make_new(const char *path, struct error *err)
{
    char name[1024];
    snprintf(name, sizeof name, "%s-wal", path);
    if (access(name, F_OK) == 0)
        return fail(err, BAD_INPUT, (struct place){ path, 0, 0 },
                    "there is no such file, but its %s is there: restore both, or remove that to "
                    "begin anew",
                    name);
    snprintf(name, sizeof name, "%s.new", path);
    unlink(name); // of a start that was cut short
    if (!make_file(name, err)) return false;
    struct store *made = open_path(name, OPEN_NEW, err);
    store_close(made);
    if (made && rename(name, path) == 0) return true;
    bool failed = made && fail_system(path, err);
    unlink(name);
    return failed;
}

struct store *store_open_sqlite(const char *path, bool *is_new, struct error *err)
{
    bool there = access(path, F_OK) == 0;
    if (is_new) *is_new = !there;
    if (!there && !make_new(path, err)) return NULL;
    return store_reopen_sqlite(path, err);
}
