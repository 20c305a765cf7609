// Every scenario of a game is arranged by the library and by the engine for pages, as their callers
// do it: with the cards as shipped. So is what leaves everything out, and what makes no sense.
//
//   arrange GAME FOLDER
#include "base/arena.h"
#include "base/error.h"
#include "web/engine/engine.h"

#include <pentacle.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_MAX = 1024 * 1024, PATH_SIZE = 1024 };

static struct pentacle_box *box;
static unsigned             passed, failed, count;

static void expect(bool fine, const char *source, unsigned number, const char *why)
{
    passed += fine;
    failed += !fine;
    if (!fine) printf("%s, scenario %u: %s\n", source, number, why);
}

// Some scenarios only ask which decks are allowed.
static bool arranges(const char *text)
{
    return strstr(text, "\ngiven") || strncmp(text, "given", 5) == 0 || strstr(text, "\nbrings");
}

// --- the library --------------------------------------------------------------------------------

static bool proves_itself(const struct pentacle_match *m, struct pentacle_error *err)
{
    char path[] = "/tmp/pentacle-arrange-XXXXXX";
    int  fd     = mkstemp(path);
    if (fd < 0) return false;
    remove(path);
    bool fine = pentacle_save(m, path, err) && pentacle_verify(path, err);
    remove(path);
    return fine;
}

// A choice for everybody who is asked, so that play goes on from there.
static void play_on(struct pentacle_match *m)
{
    static struct pentacle_choice list[PENTACLE_CHOICES_MAX];
    unsigned                      asked = pentacle_asked(m);
    for (unsigned seat = 0; seat < PENTACLE_SEATS_MAX; seat++)
        if (asked >> seat & 1 && pentacle_choices(m, seat, list, PENTACLE_CHOICES_MAX))
            pentacle_answer(m, seat, list[0]);
}

static bool by_the_library(const char *source, const char *text)
{
    struct pentacle_error  err = { 0 };
    struct pentacle_match *m   = pentacle_arrange(box, text, &err);
    expect(m || !arranges(text), source, count, err.text);
    if (!m) return false;
    for (unsigned viewer = 0; viewer <= PENTACLE_SPECTATOR; viewer++)
        if (viewer < pentacle_seats(m) || viewer == PENTACLE_SPECTATOR)
            expect(pentacle_view(m, viewer, NULL, 0) > 0, source, count, "shows nothing");
    play_on(m);
    if (count % 24 == 0) expect(proves_itself(m, &err), source, count, err.text);
    pentacle_free(m);
    return true;
}

// --- the engine for pages -----------------------------------------------------------------------

// Two words behind a call.
static const char *call(const char *name, const char *first, const char *second)
{
    static char request[FILE_MAX];
    size_t      size = 0, reply;
    for (const char *const *w = (const char *const[]){ name, first, second, NULL }; *w; w++) {
        if (size + strlen(*w) + 1 > sizeof request) return "{\"error\":\"too long\"}";
        memcpy(request + size, *w, strlen(*w) + 1);
        size += strlen(*w) + 1;
    }
    return engine_call(request, size - 1, &reply);
}

static bool is_fine(const char *reply) { return strncmp(reply, "{\"error\"", 8) != 0; }

static void by_the_engine(const char *source, const char *text, bool arranged)
{
    const char *reply = call("arrange", "1", text);
    expect(is_fine(reply) == arranged, source, count, reply);
    if (is_fine(reply)) call("free", "1", NULL);
}

// --- all of them --------------------------------------------------------------------------------

static const char *next_scenario(const char *from)
{
    for (; from; from = strchr(from, '\n')) {
        if (*from == '\n') from++;
        if (strncmp(from, "scenario", 8) == 0 && strchr(" \t", from[8])) return from;
    }
    return NULL;
}

// What stands above the first scenario belongs to each.
static void arrange_file(const char *path)
{
    struct arena arena;
    struct text  text;
    struct error err = { 0 };
    arena_init(&arena);
    bool        fine  = file_read(&arena, path, FILE_MAX, &text, &err);
    char       *whole = fine ? arena_format(&arena, "%.*s", SHOW(text)) : NULL;
    const char *at = fine ? next_scenario(whole) : NULL, *first = at;
    expect(at != NULL, path, 0, fine ? "no scenarios" : err.text);
    while (at) {
        const char *next = strchr(at, '\n') ? next_scenario(strchr(at, '\n')) : NULL;
        char       *one  = arena_format(&arena, "%.*s%.*s", (int)(first - whole), whole,
                                 next ? (int)(next - at) : (int)strlen(at), at);
        count++;
        by_the_engine(path, one, by_the_library(path, one));
        at = next;
    }
    arena_finish(&arena);
}

static void arrange_folder(const char *folder)
{
    struct dirent **names;
    int             found = scandir(folder, &names, NULL, alphasort);
    for (int i = 0; i < found; i++) {
        char        path[PATH_SIZE];
        struct stat is;
        const char *name = names[i]->d_name;
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (*name != '.' && stat(path, &is) == 0) {
            if (S_ISDIR(is.st_mode))
                arrange_folder(path);
            else if (strlen(name) > 4 && strcmp(name + strlen(name) - 4, ".scn") == 0)
                arrange_file(path);
        }
        free(names[i]);
    }
    if (found >= 0) free(names);
}

// Arranged or refused with a reason, by both alike.
static void arrange_rubbish(void)
{
    static const char *const TEXTS[] = {
        "",
        "\n\n# nothing\n",
        "given Ash\n",
        "given Ash nonsense\n",
        "scenario Nothing\n",
        "scenario Nothing\ngiven Ash\n",
        "seats 9\n",
        "mode nonsense\n",
        "given Bel to choose\n",
        "card Nobody\ngiven Ash\n",
        "card Plain Leader\n",
        "card Plain Captain: Creature\ngiven Ash\n",
        "force shuffle\n",
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        struct pentacle_error  err   = { 0 };
        struct pentacle_match *m     = pentacle_arrange(box, TEXTS[i], &err);
        bool                   taken = is_fine(call("arrange", "1", TEXTS[i]));
        expect(m || *err.text, "rubbish", (unsigned)i, "refused without a reason");
        expect(taken == (m != NULL), "rubbish", (unsigned)i, "library and engine differ");
        if (taken) call("free", "1", NULL);
        if (m) play_on(m);
        pentacle_free(m);
    }
}

int main(int argc, char **argv)
{
    struct pentacle_error err = { 0 };
    if (argc != 3) return 2;
    box = pentacle_open(argv[1], &err);
    expect(box && is_fine(call("open", argv[1], NULL)), argv[1], 0, err.text);
    if (box) {
        arrange_folder(argv[2]);
        arrange_rubbish();
    }
    pentacle_close(box);
    expect(count > 0, argv[2], 0, "no scenarios");
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
