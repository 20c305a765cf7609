// planted - plays the scenarios of a game with mistakes that were planted in its grammar or its
// cards, until one turns red. tests/planted.py plants them.
//
//     planted GAME FOLDER NAME FILE...
//
// Each FILE takes the place of the file NAME inside the game ("words.grammar"). "FILE red": a
// scenario noticed it; "FILE refused": the game cannot be opened so; or "FILE green".
// Each file is played in a process of its own: a mistake may end it, or keep it busy for ever, and
// then it is noticed.
#include "cardtext/grammar.h"
#include "games/list.h"
#include "match/scenario.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PLAY_SECONDS = 60, FILE_MAX = 1024 * 1024, FILES_MAX = 512, RED = 3, REFUSED };

// ---- the scenarios of a folder, those in folders below it too

static char     files[FILES_MAX][512];
static unsigned file_count;

static void list_files(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) BUG("%s cannot be opened", path);
    for (struct dirent *entry; (entry = readdir(folder)) && file_count < FILES_MAX;) {
        size_t size = strlen(entry->d_name);
        char   inner[512];
        if (entry->d_name[0] == '.') continue;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (size > 4 && strcmp(entry->d_name + size - 4, ".scn") == 0)
            memcpy(files[file_count++], inner, sizeof inner);
        else if (!strchr(entry->d_name, '.'))
            list_files(inner);
    }
    closedir(folder);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp((const char *)a, (const char *)b);
}

// ---- one mistake

// The game with another text for one of its files.
static struct game changed(const struct game *game, const char *name, struct text content,
                           struct dialect_words *words)
{
    static struct embedded_file list[FILES_MAX];
    struct game                 planted = *game;
    unsigned                    n       = 0;
    for (const struct embedded_file *f = game->files; f->name && n + 1 < FILES_MAX; f++, n++) {
        list[n] = *f;
        if (strcmp(f->name, name) != 0) continue;
        list[n].bytes = content.at;
        list[n].size  = content.size;
    }
    *words          = *game->dialect;
    words->files    = list;
    planted.files   = list;
    planted.dialect = words;
    return planted;
}

static int play(const struct game *game, const char *name, struct text content)
{
    struct dialect_words words;
    struct error         err     = { 0 };
    struct game          planted = changed(game, name, content, &words);
    const struct game   *games[] = { &planted, NULL };
    struct box          *box     = box_open(&planted, &err);
    if (!box) return REFUSED;
    box_close(box);
    struct scenarios       *all     = scenarios_create(games);
    struct scenario_options options = { .game = &planted };
    struct scenario_report  report  = { 0 };
    for (unsigned i = 0; i < file_count && !report.failed; i++)
        scenarios_run(all, files[i], &options, &report);
    scenarios_destroy(all);
    return report.failed ? RED : report.passed ? 0 : 1;
}

static const char *outcome(const struct game *game, const char *name, struct text content)
{
    struct itimerval limit = { .it_value = { .tv_sec = PLAY_SECONDS } };
    int              status;
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) BUG("no more processes");
    if (!child) {
        setitimer(ITIMER_PROF, &limit, NULL);
        if (!freopen("/dev/null", "w", stderr)) _exit(1);
        _exit(play(game, name, content));
    }
    while (waitpid(child, &status, 0) < 0) {
    }
    if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGPROF ? "red busy" : "red ends";
    switch (WEXITSTATUS(status)) {
    case 0: return "green";
    case RED: return "red";
    case REFUSED: return "refused";
    default: return "wrong";
    }
}

static struct text read_file(const char *path)
{
    static char content[FILE_MAX];
    FILE       *f = fopen(path, "r");
    if (!f) BUG("%s cannot be opened", path);
    size_t size   = fread(content, 1, sizeof content - 1, f);
    content[size] = 0;
    fclose(f);
    return (struct text){ content, size };
}

int main(int argc, char **argv)
{
    const struct game *game = argc > 1 ? game_find(text_of(argv[1])) : NULL;
    if (!game || argc < 4) {
        fprintf(stderr, "usage: planted GAME FOLDER NAME FILE...\n");
        return 2;
    }
    list_files(argv[2]);
    qsort(files, file_count, sizeof files[0], compare_names);
    for (int i = 4; i < argc; i++)
        printf("%s %s\n", argv[i], outcome(game, argv[3], read_file(argv[i])));
    return 0;
}
