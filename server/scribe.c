// A snapshot of what the log has come to, in a file beside the data (DATA.snapshot): with it a
// start reads what was appended since and not all of history. It is written by a child process,
// which has the server as it was at one moment; the loop pays for the fork and for nothing else.
//
// It is a help and never the truth: what does not fit is left out, and all of the log is read.
#include "server/shell.h"

#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void path_of(const struct shell *sh, const char *ending, char out[SCRIBE_PATH])
{
    snprintf(out, SCRIBE_PATH, "%s.%s", sh->options->data, ending);
}

// --- writing ------------------------------------------------------------------------------------

static void put_line(void *file, struct text line)
{
    fwrite(line.at, 1, line.size, file);
    putc('\n', file);
}

// Whole and on the disk before it gets its name.
static bool write_snapshot(const struct shell *sh)
{
    char path[SCRIBE_PATH], new[SCRIBE_PATH];
    path_of(sh, "snapshot", path);
    path_of(sh, "snapshot-new", new);
    unlink(new);
    int   fd   = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!file) {
        if (fd >= 0) close(fd);
        return false;
    }
    server_snapshot(sh->server, put_line, file);
    bool fine = fflush(file) == 0 && !ferror(file) && fsync(fd) == 0;
    fine      = fclose(file) == 0 && fine && rename(new, path) == 0;
    if (!fine) unlink(new);
    return fine;
}

static uint64_t entries_of(const struct shell *sh) { return server_count(sh->server).entries; }

static void reap(struct shell *sh)
{
    int status;
    if (!sh->scribe || waitpid(sh->scribe, &status, WNOHANG) != sh->scribe) return;
    sh->scribe = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        shell_log(sh, "snapshot", "written as of %llu entries",
                  (unsigned long long)sh->snapshot_at);
    else
        shell_log(sh, "snapshot-failed", "%s.snapshot could not be written", sh->options->data);
}

void scribe_tick(struct shell *sh)
{
    reap(sh);
    uint64_t entries = entries_of(sh);
    if (sh->scribe || entries < sh->snapshot_at + SNAPSHOT_ENTRIES) return;
    pid_t child = fork();
    if (child == 0) {
        long most = sysconf(_SC_OPEN_MAX);
        for (int fd = 3; fd < most; fd++) close(fd); // sockets of players are not its own
        _exit(write_snapshot(sh) ? 0 : 1);
    }
    sh->snapshot_at = entries; // if it fails: the next time
    sh->scribe      = child > 0 ? child : 0;
}

void scribe_finish(struct shell *sh)
{
    if (sh->scribe) waitpid(sh->scribe, NULL, 0);
    sh->scribe = 0;
    if (sh->is_loaded && entries_of(sh) >= sh->snapshot_at + SNAPSHOT_ENTRIES / 500)
        (void)write_snapshot(sh);
}

// --- reading ------------------------------------------------------------------------------------

bool scribe_read(struct shell *sh, struct scribed *out)
{
    char         path[SCRIBE_PATH];
    struct stat  is;
    struct error err = { 0 };
    path_of(sh, "snapshot", path);
    *out   = (struct scribed){ 0 };
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    bool fine = fstat(fd, &is) == 0 && S_ISREG(is.st_mode) && is.st_size > 0 && !(is.st_mode & 077);
    out->bytes = fine ? malloc((size_t)is.st_size) : NULL;
    while (out->bytes && out->size < (size_t)is.st_size) {
        ssize_t got = read(fd, out->bytes + out->size, (size_t)is.st_size - out->size);
        if (got <= 0) break;
        out->size += (size_t)got;
    }
    close(fd);
    fine = out->bytes && snapshot_check((struct text){ out->bytes, out->size }, &out->number, &err);
    if (!fine)
        scribe_refuse(sh, out, *err.text ? err.text : "it can be read by others, or not at all");
    return fine;
}

void scribe_refuse(struct shell *sh, struct scribed *s, const char *why)
{
    char path[SCRIBE_PATH];
    path_of(sh, "snapshot", path);
    shell_log(sh, "snapshot-unfit", "%s: %s; it is removed, and all of the log is read", path, why);
    unlink(path);
    scribe_free(s);
}

void scribe_free(struct scribed *s)
{
    free(s->bytes);
    *s = (struct scribed){ 0 };
}
