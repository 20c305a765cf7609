// Replay files: read without their seal, which nobody can guess, then stepped through. Whatever can
// be replayed to its end can be written, and the copy is verified with its seal.
#include "match/replay.h"

#include "fuzz/fuzz.h"
#include "games/list.h"

static void write_and_verify(const struct match *match)
{
    struct arena arena;
    struct text  file;
    struct error err = { 0 };
    arena_init(&arena);
    if (!replay_write(match, &arena, &file, &err)) BUG("replayed, then not written: %s", err.text);
    struct replay *again = replay_read(GAMES, "copy", file, &err);
    if (!again) BUG("written, then refused: %u:%u: %s", err.line, err.column, err.text);
    if (!replay_verify(again, &err)) BUG("written, then not verified: %u: %s", err.line, err.text);
    replay_destroy(again);
    arena_finish(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text    input  = { (const char *)data, size };
    struct error   err    = { 0 };
    struct replay *replay = replay_read_unsealed(GAMES, "input", input, &err);
    if (!replay) {
        check_refusal(&err);
        return 0;
    }
    struct match *match = replay_start(replay, &err);
    if (match) {
        while (match->move_count < replay->move_count && replay_step(replay, match, &err)) {
        }
        if (match->move_count == replay->move_count && err.status == OK) write_and_verify(match);
        match_destroy(match);
    }
    if (err.status != OK) check_refusal(&err);
    replay_destroy(replay);
    return 0;
}
