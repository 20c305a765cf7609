// The store: what was appended is there, whatever happens.
#include "tests/unit.h"

#include "store/store.h"

#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[256], path[300];

static int make_folder(void **state)
{
    (void)state;
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/pentacle-store-XXXXXX", base ? base : P_tmpdir);
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/data", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    const char *const names[] = { "data", "data-wal", "data-journal", "copy", "copy-wal", "other" };
    for (size_t i = 0; i < COUNT(names); i++) {
        char name[320];
        snprintf(name, sizeof name, "%s/%s", folder, names[i]);
        unlink(name);
    }
    return rmdir(folder);
}

static struct store *open_store(void)
{
    struct error  err = { 0 };
    struct store *s   = store_open_sqlite(path, NULL, &err);
    if (!s) fail_msg("%s: %s", err.source, err.text);
    return s;
}

static struct store_entry entry_of(uint64_t number, char body[32])
{
    snprintf(body, 32, "entry \"%llu\" \xc3\xa9", (unsigned long long)number);
    return (struct store_entry){ number, number % 7, (uint8_t)(number % 5), text_of(body), false };
}

static bool append(struct store *s, uint64_t first, size_t count, struct error *err)
{
    struct store_entry entries[256];
    char               bodies[256][32];
    assert_true(count <= COUNT(entries));
    for (size_t i = 0; i < count; i++) entries[i] = entry_of(first + i, bodies[i]);
    return store_append(s, entries, count, err);
}

static bool count_one(void *context, const struct store_entry *e)
{
    uint64_t          *count = context;
    char               body[32];
    struct store_entry wanted = entry_of(e->number, body);
    assert_int_equal(e->number, ++*count);
    assert_int_equal(e->about, wanted.about);
    assert_int_equal(e->kind, wanted.kind);
    assert_true(text_equal(e->body, wanted.body));
    return true;
}

static uint64_t count_entries(struct store *s)
{
    uint64_t     count = 0, last;
    struct error err   = { 0 };
    assert_true(store_read(s, 1, count_one, &count, &err));
    assert_true(store_last(s, &last, &err));
    assert_int_equal(last, count);
    return count;
}

// --- tests --------------------------------------------------------------------------------------

static void entries_are_there_after_opening_again(void **state)
{
    (void)state;
    struct store *s = open_store();
    uint8_t       secret[STORE_SECRET_SIZE], again[STORE_SECRET_SIZE];
    assert_int_equal(count_entries(s), 0);
    assert_true(store_secret(s, secret, NULL));
    assert_true(append(s, 1, 1, NULL));
    assert_true(append(s, 2, 200, NULL));
    store_close(s);
    s = open_store();
    assert_int_equal(count_entries(s), 201);
    assert_true(store_secret(s, again, NULL));
    assert_memory_equal(secret, again, sizeof secret);
    assert_false(sodium_is_zero(secret, sizeof secret));
    assert_true(append(s, 202, 1, NULL));
    assert_int_equal(count_entries(s), 202);
    store_close(s);
}

static void a_batch_may_be_sent_again_but_not_changed(void **state)
{
    (void)state;
    struct store *s   = open_store();
    struct error  err = { 0 };
    assert_true(append(s, 1, 5, NULL));
    assert_true(append(s, 1, 5, NULL));
    assert_true(append(s, 4, 4, NULL));
    assert_int_equal(count_entries(s), 7);
    struct store_entry other[] = { { 7, 0, 0, TEXT("something else"), false },
                                   { 8, 0, 0, TEXT("never comes in"), false } };
    assert_false(store_append(s, other, 2, &err));
    assert_int_equal(err.status, BAD_INPUT);
    assert_non_null(strstr(err.text, "entry 7"));
    assert_int_equal(count_entries(s), 7);
    store_close(s);
}

static void a_gap_is_refused(void **state)
{
    (void)state;
    struct store *s   = open_store();
    struct error  err = { 0 };
    assert_false(append(s, 2, 1, &err));
    assert_int_equal(err.status, BAD_INPUT);
    assert_false(append(s, 0, 1, NULL));
    assert_int_equal(count_entries(s), 0);
    store_close(s);
}

// A child appends until it is killed and says through a pipe how far it came.
static uint64_t appended_until_killed(unsigned wait_us)
{
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct store *s = store_open_sqlite(path, NULL, NULL);
        uint64_t      last;
        if (!s || !store_last(s, &last, NULL)) _exit(1);
        for (uint64_t next = last + 1;; next += 3) {
            if (!append(s, next, 3, NULL)) _exit(1);
            uint64_t done = next + 2;
            if (write(pipes[1], &done, sizeof done) != sizeof done) _exit(1);
        }
    }
    close(pipes[1]);
    usleep(wait_us);
    kill(child, SIGKILL);
    uint64_t done = 0, next;
    while (read(pipes[0], &next, sizeof next) == sizeof next) done = next;
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
    close(pipes[0]);
    return done;
}

static void nothing_acknowledged_is_lost_by_kill_9(void **state)
{
    (void)state;
    uint64_t acknowledged = 0;
    for (unsigned i = 0; i < 12; i++) {
        uint64_t done = appended_until_killed(4000 + i * 2500);
        if (done) acknowledged = done;
        struct store *s     = open_store();
        uint64_t      there = count_entries(s);
        assert_true(there >= acknowledged);
        assert_int_equal(there % 3, 0); // a batch is there whole or not at all
        acknowledged = there;
        store_close(s);
    }
    assert_true(acknowledged > 0);
}

static void a_full_disk_refuses_the_batch_and_keeps_the_rest(void **state)
{
    (void)state;
    struct store *s    = open_store();
    struct error  err  = { 0 };
    uint64_t      done = 0, last;
    struct rlimit unlimited, small = { 0 };
    getrlimit(RLIMIT_FSIZE, &unlimited);
    signal(SIGXFSZ, SIG_IGN);
    small          = unlimited;
    small.rlim_cur = 96 * 1024; // of the log that SQLite writes first
    setrlimit(RLIMIT_FSIZE, &small);
    while (append(s, done + 1, 50, &err)) done += 50;
    assert_true(err.status == NO_ROOM || err.status == IO_FAILED);
    store_close(s);
    setrlimit(RLIMIT_FSIZE, &unlimited);

    s = open_store(); // room is back
    assert_true(done > 0);
    assert_true(store_last(s, &last, NULL));
    assert_true(last == done || last == done + 50);
    assert_int_equal(count_entries(s), last);
    assert_true(append(s, done + 1, 50, NULL)); // of unknown outcome, sent again
    assert_int_equal(count_entries(s), done + 50);
    store_close(s);
}

static void refuses(const char *words)
{
    struct error  err = { 0 };
    struct store *s   = store_open_sqlite(path, NULL, &err);
    assert_null(s);
    if (!strstr(err.text, words)) fail_msg("\"%s\" lacks \"%s\"", err.text, words);
    assert_string_equal(err.source, path);
}

static void what_is_not_ours_is_refused_and_left_alone(void **state)
{
    (void)state;
    FILE *f = fopen(path, "w");
    fputs("Dear diary, this is not a database. It is just long enough to be taken for one.\n", f);
    fclose(f);
    chmod(path, 0600);
    refuses("not a database");
    unlink(path);

    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "CREATE TABLE diary(day)", NULL, NULL, NULL);
    sqlite3_close(db);
    chmod(path, 0600);
    refuses("not one of Pentacle's");
    chmod(path, 0644);
    refuses("chmod 600");
    unlink(path);

    store_close(open_store());
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA user_version=7", NULL, NULL, NULL);
    sqlite3_close(db);
    refuses("version 7");
}

static void a_second_process_is_kept_out(void **state)
{
    (void)state;
    struct store *s     = open_store();
    pid_t         child = fork();
    if (child == 0) _exit(store_open_sqlite(path, NULL, NULL) != NULL);
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(append(s, 1, 1, NULL));
    store_close(s);
}

// Up to the first that is damaged.
static bool count_whole(void *context, const struct store_entry *e)
{
    return !e->is_damaged && count_one(context, e);
}

// Every entry that can still be read is right, whichever byte was changed.
static bool read_whole(uint64_t *count)
{
    struct store *s = store_open_sqlite(path, NULL, NULL);
    *count          = 0;
    bool fine       = s && store_read(s, 1, count_whole, count, NULL);
    store_close(s);
    return fine && (*count == 0 || *count == 1000);
}

static void a_damaged_file_is_noticed(void **state)
{
    (void)state;
    struct store *s = open_store();
    for (unsigned i = 0; i < 5; i++) assert_true(append(s, 1 + i * 200, 200, NULL));
    store_close(s);

    int         fd = open(path, O_RDWR);
    struct stat is;
    fstat(fd, &is);
    unsigned refused = 0, unseen = 0;
    for (off_t at = 37; at < is.st_size; at += 373) {
        unsigned char byte;
        uint64_t      count;
        assert_int_equal(pread(fd, &byte, 1, at), 1);
        unsigned char changed = byte ^ 0x10;
        assert_int_equal(pwrite(fd, &changed, 1, at), 1);
        if (read_whole(&count))
            assert_int_equal(count, 1000); // a byte that means nothing
        else
            refused++;
        unseen += count == 1000;
        // Opening may have mended nothing but the header's counters.
        assert_int_equal(pwrite(fd, &byte, 1, at), 1);
    }
    close(fd);
    assert_true(refused > 20);
    assert_true(unseen < refused);
    uint64_t count;
    assert_true(read_whole(&count));
    assert_int_equal(count, 1000);
}

static bool note_damaged(void *context, const struct store_entry *e)
{
    uint64_t *found = context; // how many there are, how many are damaged, the last of those
    found[0]++;
    if (!e->is_damaged) return true;
    found[1]++;
    found[2] = e->number;
    return true;
}

// One bad byte: that entry is named, the others are read.
static void a_damaged_entry_is_told_from_the_others(void **state)
{
    (void)state;
    struct store *s = open_store();
    assert_true(append(s, 1, 20, NULL));
    store_close(s);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "UPDATE log SET body = 'entry \"8\" e' WHERE number = 7", NULL, NULL, NULL);
    sqlite3_close(db);
    uint64_t found[3] = { 0 };
    s                 = open_store();
    assert_true(store_read(s, 1, note_damaged, found, NULL));
    assert_int_equal(found[0], 20);
    assert_int_equal(found[1], 1);
    assert_int_equal(found[2], 7);
    store_close(s);
}

static void write_empty(const char *name)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fclose(f);
    chmod(name, 0600);
}

// Data are never empty, and never a log without its file: that is what is left of a lost disk.
static void an_empty_file_is_no_new_server(void **state)
{
    (void)state;
    char        name[320];
    struct stat is;
    write_empty(path);
    refuses("empty");
    assert_true(stat(path, &is) == 0 && is.st_size == 0);
    unlink(path);
    snprintf(name, sizeof name, "%s-wal", path);
    write_empty(name);
    refuses("-wal");
    assert_true(stat(path, &is) != 0);
    unlink(name);

    // A start that was cut short left this behind.
    snprintf(name, sizeof name, "%s.new", path);
    write_empty(name);
    bool          is_new = false;
    struct store *s      = store_open_sqlite(path, &is_new, NULL);
    assert_true(s && is_new);
    store_close(s);
    assert_true(stat(name, &is) != 0);
    s = store_open_sqlite(path, &is_new, NULL);
    assert_true(s && !is_new);
    store_close(s);

    // While it serves, a file that vanished is not made anew.
    unlink(path);
    struct error err = { 0 };
    assert_null(store_reopen_sqlite(path, &err));
    assert_true(stat(path, &is) != 0);
}

static bool back_up(struct store *s, const char *copy, struct error *err)
{
    bool                 whole = false;
    struct store_backup *b     = store_backup_begin(s, copy, err);
    while (b && !whole && store_backup_step(b, &whole, err)) {
    }
    store_backup_end(b);
    return whole;
}

static void a_backup_is_whole_and_never_overwrites(void **state)
{
    (void)state;
    char copy[320];
    snprintf(copy, sizeof copy, "%s/copy", folder);
    struct store *s = open_store();
    assert_true(append(s, 1, 77, NULL));
    assert_true(back_up(s, copy, NULL));
    struct error err = { 0 };
    assert_false(back_up(s, copy, &err));
    assert_non_null(strstr(err.text, "new one"));
    assert_true(append(s, 78, 1, NULL));
    store_close(s);
    s = store_open_sqlite(copy, NULL, &err);
    assert_non_null(s);
    assert_int_equal(count_entries(s), 77);
    store_close(s);
}

static void append_large(struct store *s, uint64_t number)
{
    static char              body[1024 * 1024];
    const struct store_entry e = { number, 1, 1, { body, sizeof body }, false };
    memset(body, 'a' + (int)(number % 26), sizeof body);
    assert_true(store_append(s, &e, 1, NULL));
}

// Between two of its steps entries are appended as ever, and they are in the copy.
static void a_backup_is_made_in_steps_under_writing(void **state)
{
    enum { LARGE = 12 };
    (void)state;
    char        copy[320];
    bool        whole = false;
    struct stat is;
    uint64_t    last = LARGE, steps = 0;
    snprintf(copy, sizeof copy, "%s/copy", folder);
    struct store *s = open_store();
    for (uint64_t i = 1; i <= LARGE; i++) append_large(s, i);
    struct store_backup *b = store_backup_begin(s, copy, NULL);
    assert_non_null(b);
    for (; !whole; steps++) {
        assert_true(store_backup_step(b, &whole, NULL));
        if (!whole && steps < 8) assert_true(append(s, ++last, 1, NULL));
    }
    store_backup_end(b);
    assert_true(steps > 8); // none of them takes long
    assert_true(stat(copy, &is) == 0 && (is.st_mode & 077) == 0);
    store_close(s);
    s = store_open_sqlite(copy, NULL, NULL);
    assert_non_null(s); // it is whole
    assert_true(store_last(s, &steps, NULL));
    assert_int_equal(steps, last);
    store_close(s);
    unlink(copy);

    whole = false;
    s     = open_store();
    b     = store_backup_begin(s, copy, NULL);
    assert_non_null(b);
    assert_true(store_backup_step(b, &whole, NULL));
    assert_false(whole);
    store_backup_end(b); // what is not whole is no back-up
    assert_true(stat(copy, &is) != 0);
    store_close(s);
}

int main(void)
{
    if (sodium_init() < 0) return 1;
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        TEST(entries_are_there_after_opening_again),
        TEST(a_batch_may_be_sent_again_but_not_changed),
        TEST(a_gap_is_refused),
        TEST(nothing_acknowledged_is_lost_by_kill_9),
        TEST(a_full_disk_refuses_the_batch_and_keeps_the_rest),
        TEST(what_is_not_ours_is_refused_and_left_alone),
        TEST(a_second_process_is_kept_out),
        TEST(a_damaged_file_is_noticed),
        TEST(a_damaged_entry_is_told_from_the_others),
        TEST(an_empty_file_is_no_new_server),
        TEST(a_backup_is_whole_and_never_overwrites),
        TEST(a_backup_is_made_in_steps_under_writing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
