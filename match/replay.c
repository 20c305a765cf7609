#include "match/replay.h"

#include "engine/notation.h"
#include "engine/table.h"
#include "match/scenario.h"
#include "match/seal.h"

#include <errno.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_EVERY = 8, LINE_MAX_SIZE = 16 * 1024, CARD_MAX_SIZE = 256 * 1024 };

#define TITLE "pentacle replay 1"

// --- writing ------------------------------------------------------------------------------------

static void put(struct sealer *, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct sealer *s, const char *format, ...)
{
    char    line[LINE_MAX_SIZE];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (size < 0 || size >= LINE_MAX_SIZE) BUG("a line of a replay is too long");
    seal_line(s, (struct text){ line, (size_t)size });
}

// A text of several lines, each behind a mark.
static void put_block(struct sealer *s, const char *mark, struct text block)
{
    struct text line;
    while (text_next_line(&block, &line)) put(s, "%s %.*s", mark, SHOW(line));
}

static void put_setup(struct sealer *s, const struct match *m)
{
    const struct game *g = m->table.game;
    put(s, "game %s %s", g->name, g->version);
    put(s, "mode %s", g->modes[m->setup.mode].name);
    for (unsigned i = 0; i < COUNT(m->setup.option); i++)
        if (m->setup.option[i]) put(s, "option %u %d", i + 1, m->setup.option[i]);
    char key[2 * sizeof m->setup.key + 1];
    for (size_t i = 0; i < sizeof m->setup.key; i++)
        snprintf(key + 2 * i, 3, "%02x", m->setup.key[i]);
    put(s, "key %s", key);
}

static void put_cards(struct sealer *s, const struct match *m, struct arena *arena)
{
    char *card = arena_alloc(arena, 1, CARD_MAX_SIZE);
    for (def_id d = 0; d < m->table.pool->def_count; d++) {
        struct writer w = writer_on(card, CARD_MAX_SIZE);
        if (d > 0) put(s, "|");
        card_print(m->box->cards, &m->table.pool->defs[d], &w);
        if (w.cut) BUG("the card %s is too long for a replay", m->table.pool->defs[d].name);
        put_block(s, "|", (struct text){ w.at, w.size });
    }
}

static const char *section_word(const struct game *g, unsigned section)
{
    return section ? g->deck_sections[section - 1] : "main";
}

// The order of the cards decides what a shuffle makes of them, so only neighbours are counted
// together.
static void put_seats(struct sealer *s, const struct match *m)
{
    for (seat_id seat = 0; seat < m->setup.seats; seat++) {
        const struct seat_setup *deck = &m->setup.seat[seat];
        put(s, "seat %s", deck->name);
        for (unsigned i = 0, n; i < deck->count; i += n) {
            for (n = 1; i + n < deck->count && deck->card[i + n] == deck->card[i] &&
                        deck->section[i + n] == deck->section[i];)
                n++;
            put(s, "deck %s %u %s", section_word(m->table.game, deck->section[i]), n,
                m->table.pool->defs[deck->card[i]].name);
        }
    }
}

static void put_players(struct sealer *s, const struct match *m)
{
    if (m->origin.size)
        put_block(s, ">", m->origin);
    else
        put_seats(s, m);
}

static void put_moves(struct sealer *s, const struct match *m, struct arena *arena)
{
    struct table t = m->table; // plays the match once more: words depend on the position
    t.log          = NULL;
    t.state        = arena_alloc(arena, 1, t.game->state_size);
    memcpy(t.state, m->first, t.game->state_size);
    table_advance(&t);
    put(s, "hash %016llx", (unsigned long long)table_hash(&t));
    for (size_t i = 0; i < m->move_count; i++) {
        const struct move *move = &m->moves[i];
        struct choice      c    = move->choice;
        char               words[LINE_MAX_SIZE / 2];
        struct writer      w = writer_on(words, sizeof words - 1);
        if (is_concession(move))
            write_chars(&w, "concede");
        else
            say_choice(&t, move->seat, move->seat, c, m->names, &w);
        put(s, "move %zu seat %u %u.%u.%u.%u.%u %.*s", i + 1, move->seat + 1u, c.kind, c.option,
            c.card, c.target, c.extra, (int)w.size, words);
        if (is_concession(move))
            table_concede(&t, move->seat);
        else if (table_answer(&t, move->seat, c) != 0)
            BUG("move %zu of a match is refused when replayed", i + 1);
        table_advance(&t);
        if ((i + 1) % HASH_EVERY == 0 || i + 1 == m->move_count)
            put(s, "hash %016llx", (unsigned long long)table_hash(&t));
    }
}

enum part { PART_SETUP = 1, PART_CARDS = 2, PART_PLAYERS = 4, PART_MOVES = 8, PARTS_ALL = 15 };

static void write_into(const struct match *m, unsigned parts, struct arena *arena, struct writer *w)
{
    struct sealer s;
    char          result[512];
    struct writer words = writer_on(result, sizeof result);
    seal_begin(&s, w, TITLE);
    if (parts & PART_SETUP) put_setup(&s, m);
    if (parts & PART_CARDS) put_cards(&s, m, arena);
    if (parts & PART_PLAYERS) put_players(&s, m);
    if (parts & PART_MOVES) {
        put_moves(&s, m, arena);
        match_say_result(m, &words);
        put(&s, "result %.*s", (int)words.size, result);
    }
    seal_end(&s);
}

// False: they are longer than a replay may be.
static bool write_parts(const struct match *m, unsigned parts, struct arena *arena,
                        struct text *out)
{
    struct arena scratch;
    arena_init(&scratch);
    bool fine = false;
    for (size_t size = REPLAY_SIZE_MAX / 64; !fine && size <= REPLAY_SIZE_MAX; size *= 2) {
        struct writer w = writer_on(arena_alloc(&scratch, 1, size), size);
        write_into(m, parts, &scratch, &w);
        fine = !w.cut;
        if (fine) *out = arena_text(arena, (struct text){ w.at, w.size });
        arena_reset(&scratch);
    }
    arena_finish(&scratch);
    return fine;
}

bool replay_write(const struct match *m, struct arena *arena, struct text *out, struct error *err)
{
    return write_parts(m, PARTS_ALL, arena, out) ||
           fail(err, NO_ROOM, (struct place){ 0 }, "the replay has more than %d bytes",
                REPLAY_SIZE_MAX);
}

// --- hashes that hosts promise ------------------------------------------------------------------

static void hash_line(crypto_hash_sha256_state *state, struct text line)
{
    crypto_hash_sha256_update(state, (const uint8_t *)line.at, line.size);
    crypto_hash_sha256_update(state, (const uint8_t *)"\n", 1);
}

// Of the lines of a file, or of its beginning.
static void hash_parts(struct text file, uint8_t cards[SEAL_CHAIN_SIZE],
                       uint8_t setup[SEAL_CHAIN_SIZE])
{
    crypto_hash_sha256_state of_cards, of_setup;
    crypto_hash_sha256_init(&of_cards);
    crypto_hash_sha256_init(&of_setup);
    struct text line;
    uint32_t    number = 0;
    while (seal_next_line(&file, &number, &line) && !text_starts(line, "hash "))
        hash_line(text_starts(line, "|") ? &of_cards : &of_setup, line);
    crypto_hash_sha256_final(&of_cards, cards);
    crypto_hash_sha256_final(&of_setup, setup);
}

static void hash_written(const struct match *m, unsigned parts, uint8_t cards[SEAL_CHAIN_SIZE],
                         uint8_t setup[SEAL_CHAIN_SIZE])
{
    struct arena arena;
    struct text  file = { "", 0 };
    arena_init(&arena);
    if (!write_parts(m, parts, &arena, &file)) BUG("what is promised does not fit into a replay");
    hash_parts(file, cards, setup);
    arena_finish(&arena);
}

void replay_setup_hash(const struct match *m, uint8_t out[SEAL_CHAIN_SIZE])
{
    uint8_t cards[SEAL_CHAIN_SIZE];
    hash_written(m, PART_SETUP | PART_PLAYERS, cards, out);
}

void replay_cards_hash(const struct box *box, uint8_t out[SEAL_CHAIN_SIZE])
{
    struct match m = { .box = box, .table = { .game = box->game, .pool = box->pool } };
    uint8_t      setup[SEAL_CHAIN_SIZE];
    hash_written(&m, PART_CARDS, out, setup);
}

// --- files --------------------------------------------------------------------------------------

enum { TITLE_SIZE = sizeof TITLE - 1 };

// How much of a title's length the file has; 0 if there is none.
static size_t read_title(const char *path, char title[TITLE_SIZE])
{
    FILE  *file = fopen(path, "rb");
    size_t size = file ? fread(title, 1, TITLE_SIZE, file) : 0;
    if (file) fclose(file);
    return size;
}

bool replay_is_at(const char *path)
{
    char title[TITLE_SIZE];
    return read_title(path, title) == TITLE_SIZE && memcmp(title, TITLE, TITLE_SIZE) == 0;
}

static bool is_other_file(const char *path)
{
    char title[TITLE_SIZE];
    return read_title(path, title) > 0 && !replay_is_at(path);
}

bool replay_save(const struct match *m, const char *path, struct error *err)
{
    struct arena arena;
    struct text  file = { 0 };
    struct place at   = { path, 0, 0 };
    if (is_other_file(path))
        return fail(err, NOT_ALLOWED, at, "there is a file of this name that is not a replay");
    arena_init(&arena);
    bool fine = replay_write(m, &arena, &file, err);
    if (fine) {
        char *part = arena_format(&arena, "%s.part", path);
        FILE *out  = fopen(part, "wb");
        fine       = out && fwrite(file.at, 1, file.size, out) == file.size;
        if (out && fclose(out) != 0) fine = false;
        if (fine && rename(part, path) != 0) fine = false;
        if (!fine) {
            fail(err, IO_FAILED, at, "%s", strerror(errno));
            if (out) remove(part);
        }
    }
    arena_finish(&arena);
    return fine;
}

// --- reading ------------------------------------------------------------------------------------

struct reader {
    struct replay *replay;
    struct text    rest, line; // line: the current one, empty at the end
    uint32_t       number;
    bool           ended;
    struct error  *err;
};

static void next_line(struct reader *r)
{
    r->ended = !seal_next_line(&r->rest, &r->number, &r->line);
    if (!r->ended) return;
    r->line = (struct text){ "", 0 };
    r->number++;
}

static struct place here(const struct reader *r)
{
    return (struct place){ r->replay->source, r->number, 0 };
}

static bool expected(const struct reader *r, const char *what)
{
    if (r->ended) return fail(r->err, BAD_INPUT, here(r), "the file ends; expected %s", what);
    return fail(r->err, BAD_INPUT, here(r), "found \"%.*s\"; expected %s",
                (int)(r->line.size < 60 ? r->line.size : 60), r->line.at, what);
}

// Is the current line of this kind? Then *rest is what follows the word.
static bool is_line(const struct reader *r, const char *word, struct text *rest)
{
    size_t size = strlen(word);
    if (!text_starts(r->line, word) || (r->line.size > size && r->line.at[size] != ' '))
        return false;
    *rest = text_part(r->line, size + 1, r->line.size);
    return !r->ended;
}

static bool read_hex(struct text hex, uint8_t *out, size_t count)
{
    if (hex.size != 2 * count) return false;
    for (size_t i = 0; i < hex.size; i++) {
        const char *digits = "0123456789abcdef", *d = strchr(digits, hex.at[i]);
        if (!hex.at[i] || !d) return false;
        out[i / 2] = (uint8_t)(out[i / 2] << 4 | (d - digits));
    }
    return true;
}

static bool read_hash(const struct reader *r, struct text hex, uint64_t *out)
{
    uint8_t bytes[8] = { 0 };
    if (!read_hex(hex, bytes, sizeof bytes))
        return expected(r, "\"hash\" and 16 hexadecimal digits");
    *out = 0;
    for (size_t i = 0; i < sizeof bytes; i++) *out = *out << 8 | bytes[i];
    return true;
}

static bool read_game(struct reader *r, const struct game *const *games)
{
    struct text    rest, name;
    struct replay *p = r->replay;
    if (!is_line(r, "game", &rest) || !text_next_word(&rest, &name))
        return expected(r, "\"game\", its name and its version");
    for (; *games; games++)
        if (text_is(name, (*games)->name)) p->game = *games;
    if (!p->game)
        return fail(r->err, BAD_INPUT, here(r), "this program has no game \"%.*s\"", SHOW(name));
    p->version      = arena_text(&p->arena, text_trim(rest)).at;
    p->same_version = strcmp(p->version, p->game->version) == 0;
    next_line(r);
    return true;
}

static bool read_setup(struct reader *r)
{
    struct text         rest, word;
    struct match_setup *setup = &r->replay->setup;
    const struct game  *g     = r->replay->game;
    if (!is_line(r, "mode", &rest)) return expected(r, "\"mode\" and its name");
    while (g->modes[setup->mode].name && !text_is(rest, g->modes[setup->mode].name)) setup->mode++;
    if (!g->modes[setup->mode].name)
        return fail(r->err, BAD_INPUT, here(r), "%s has no mode \"%.*s\"", g->title, SHOW(rest));
    next_line(r);
    while (is_line(r, "option", &rest)) {
        long index, value;
        if (!text_next_word(&rest, &word) ||
            !text_number(word, 1, (long)COUNT(setup->option), &index) ||
            !text_number(text_trim(rest), INT16_MIN, INT16_MAX, &value))
            return expected(r, "\"option\", its number (1 to 8) and its value");
        setup->option[index - 1] = (int16_t)value;
        next_line(r);
    }
    if (!is_line(r, "key", &rest) || !read_hex(rest, setup->key, sizeof setup->key))
        return expected(r, "\"key\" and 64 hexadecimal digits");
    next_line(r);
    return true;
}

// The lines behind a mark as one text, with as many empty lines in front as stand above it in the
// file, so that messages about it name lines of the file.
static struct text read_block(struct reader *r, const char *mark)
{
    size_t        size = r->number + r->rest.size + r->line.size + 2;
    struct writer w    = writer_on(arena_alloc(&r->replay->arena, 1, size), size);
    struct text   rest;
    for (uint32_t i = 1; i < r->number; i++) write_char(&w, '\n');
    for (; is_line(r, mark, &rest); next_line(r)) {
        write_text(&w, rest);
        write_char(&w, '\n');
    }
    return (struct text){ w.at, w.size };
}

// Only the file's own cards, in the file's order. A scenario's may have the names of others, and it
// may name ready-made decks.
static bool read_cards(struct reader *r)
{
    struct box *box = &r->replay->box;
    struct text rest;
    if (!is_line(r, "|", &rest)) return expected(r, "cards, each line behind \"| \"");
    struct text cards = read_block(r, "|");
    box->game         = r->replay->game;
    box->cards        = card_set_create(box->game->dialect, box->game->form, r->err);
    if (!box->cards) return false;
    bool from_scenario = is_line(r, ">", &rest);
    if (from_scenario) card_set_let_shadow(box->cards);
    if (!card_set_read(box->cards, r->replay->source, cards, r->err)) return false;
    box->pool = card_set_pool(box->cards);
    if (!box_prepare(box, r->err)) return false;
    if (from_scenario) box_add_decks(box);
    return true;
}

// Sections may have several words; the count is the first number after "deck".
static bool read_deck_line(struct reader *r, struct text rest, struct seat_setup *seat)
{
    const struct game *g       = r->replay->game;
    struct text        section = { rest.at, 0 }, word;
    long               count = 0, kind = 0;
    while (text_next_word(&rest, &word) && !text_number(word, 1, DECK_CARDS_MAX, &count))
        section.size = (size_t)(word.at + word.size - section.at);
    rest       = text_trim(rest);
    def_id def = pool_find(r->replay->box.pool, rest);
    if (!text_is(section, "main")) {
        while (g->deck_sections[kind] && !text_is(section, g->deck_sections[kind])) kind++;
        if (!g->deck_sections[kind++])
            return expected(r, "\"deck\", a section, a count and a name");
    }
    if (count == 0) return expected(r, "\"deck\", a section, a count and a name");
    if (def == NO_DEF)
        return fail(r->err, BAD_INPUT, here(r), "the file holds no card \"%.*s\"", SHOW(rest));
    if (seat->count + count > DECK_CARDS_MAX)
        return fail(r->err, NO_ROOM, here(r), "a deck holds at most %d cards", DECK_CARDS_MAX);
    for (; count > 0; count--) {
        seat->card[seat->count]      = def;
        seat->section[seat->count++] = (uint8_t)kind;
    }
    return true;
}

static bool read_seats(struct reader *r)
{
    struct text         rest;
    struct match_setup *setup = &r->replay->setup;
    r->replay->seats_line     = r->number;
    if (is_line(r, ">", &rest)) {
        r->replay->origin = read_block(r, ">");
        return true;
    }
    while (is_line(r, "seat", &rest)) {
        if (setup->seats == SEATS_MAX)
            return fail(r->err, NO_ROOM, here(r), "no match has more than %d seats", SEATS_MAX);
        struct seat_setup *seat = &setup->seat[setup->seats++];
        seat->name              = arena_text(&r->replay->arena, rest).at;
        for (next_line(r); is_line(r, "deck", &rest); next_line(r))
            if (!read_deck_line(r, rest, seat)) return false;
    }
    return setup->seats ? true : expected(r, "\"seat\" and a name");
}

static bool read_move(struct reader *r, struct text rest, size_t number)
{
    static const long limits[] = { UINT8_MAX, UINT8_MAX, UINT16_MAX, UINT16_MAX, UINT16_MAX };
    const char       *form =
        "\"move\", its number, \"seat\" and its number, five numbers with dots, words";
    struct text word, numbers;
    long        value[5], seat, count;
    if (!text_next_word(&rest, &word) || !text_number(word, 1, MOVES_MAX, &count) ||
        !text_next_word(&rest, &word) || !text_is(word, "seat") || !text_next_word(&rest, &word) ||
        !text_number(word, 1, SEATS_MAX, &seat) || !text_next_word(&rest, &numbers))
        return expected(r, form);
    if ((size_t)count != number)
        return fail(r->err, BAD_INPUT, here(r), "this is move %zu, not %ld", number, count);
    for (unsigned i = 0; i < COUNT(value); i++)
        if (!text_cut(&numbers, '.', &word) || !text_number(word, 0, limits[i], &value[i]))
            return expected(r, form);
    if (numbers.size) return expected(r, form);
    r->replay->moves[number - 1] = (struct replay_move){
        .choice = { (uint8_t)value[0], (uint8_t)value[1], (card_id)value[2], (uint16_t)value[3],
                    (uint16_t)value[4] },
        .words  = arena_text(&r->replay->arena, text_trim(rest)),
        .line   = r->number,
        .seat   = (seat_id)(seat - 1),
    };
    return true;
}

static size_t count_moves(const struct reader *r)
{
    struct reader ahead = *r;
    struct text   rest;
    size_t        count = 0;
    for (; !ahead.ended; next_line(&ahead)) count += is_line(&ahead, "move", &rest);
    return count;
}

static bool read_moves(struct reader *r)
{
    struct replay *p = r->replay;
    struct text    rest;
    size_t         count = count_moves(r);
    if (count > MOVES_MAX)
        return fail(r->err, NO_ROOM, here(r), "%zu moves; at most %d are read", count, MOVES_MAX);
    p->moves      = ARENA_ARRAY(&p->arena, struct replay_move, count + 1);
    p->first_line = r->number;
    if (!is_line(r, "hash", &rest))
        return expected(r, "\"hash\" of the position at the first question");
    if (!read_hash(r, rest, &p->first_hash)) return false;
    next_line(r);
    while (is_line(r, "move", &rest)) {
        if (!read_move(r, rest, ++p->move_count)) return false;
        next_line(r);
        if (!is_line(r, "hash", &rest)) continue;
        struct replay_move *move = &p->moves[p->move_count - 1];
        move->has_hash           = true;
        if (!read_hash(r, rest, &move->hash)) return false;
        next_line(r);
    }
    return true;
}

static bool read_result(struct reader *r)
{
    struct text rest;
    if (!is_line(r, "result", &rest)) return expected(r, "\"move\", \"hash\" or \"result\"");
    r->replay->result      = arena_text(&r->replay->arena, rest);
    r->replay->result_line = r->number;
    next_line(r);
    return r->ended ? true : expected(r, "nothing more but the seal");
}

struct replay *replay_read_unsealed(const struct game *const *games, const char *source,
                                    struct text file, struct error *err)
{
    struct replay *p = calloc(1, sizeof *p);
    if (!p) BUG("out of memory for a replay");
    arena_init(&p->arena);
    arena_init(&p->box.arena);
    p->source       = arena_text(&p->arena, text_of(source)).at;
    struct reader r = { .replay = p, .rest = file, .err = err };
    hash_parts(file, p->cards_hash, p->setup_hash);
    next_line(&r);
    if (read_game(&r, games) && read_setup(&r) && read_cards(&r) && read_seats(&r) &&
        read_moves(&r) && read_result(&r))
        return p;
    replay_destroy(p);
    return NULL;
}

struct replay *replay_read(const struct game *const *games, const char *source, struct text file,
                           struct error *err)
{
    if (file.size > REPLAY_SIZE_MAX) {
        fail(err, NO_ROOM, (struct place){ source, 0, 0 },
             "the file has %zu bytes; at most %d are read", file.size, REPLAY_SIZE_MAX);
        return NULL;
    }
    if (!seal_check(source, file, TITLE, err)) return NULL;
    return replay_read_unsealed(games, source, file, err);
}

void replay_destroy(struct replay *p)
{
    if (!p) return;
    card_set_destroy(p->box.cards);
    arena_finish(&p->box.arena);
    arena_finish(&p->arena);
    free(p);
}

// --- replaying ----------------------------------------------------------------------------------

static bool check_hash(const struct replay *p, const struct match *m, uint64_t hash, uint32_t line,
                       struct error *err)
{
    uint64_t found = table_hash(&m->table);
    if (!p->same_version || found == hash) return true;
    return fail(err, BAD_INPUT, (struct place){ p->source, line, 0 },
                "the match parts from the file here: the position has hash %016llx, not %016llx",
                (unsigned long long)found, (unsigned long long)hash);
}

static struct match *start_from_scenario(const struct replay *p, struct error *err)
{
    struct match           *m      = NULL;
    struct scenario_opened *opened = scenario_arrange_again(&p->box, p->source, p->origin, err);
    if (opened && opened->own_box)
        fail(err, BAD_INPUT, (struct place){ p->source, p->first_line, 0 },
             "the scenario has cards that the file does not hold");
    else if (opened)
        m = match_create_from(&p->box, opened->table.state, SEAT_NAMES, p->origin, err);
    scenario_close(opened);
    return m;
}

static struct match *start_from_decks(const struct replay *p, struct error *err)
{
    struct error  why = { 0 };
    struct match *m   = match_create(&p->box, &p->setup, &why);
    if (!m) fail(err, why.status, (struct place){ p->source, p->seats_line, 0 }, "%s", why.text);
    return m;
}

struct match *replay_start(const struct replay *p, struct error *err)
{
    struct match *m = p->origin.size ? start_from_scenario(p, err) : start_from_decks(p, err);
    if (m && check_hash(p, m, p->first_hash, p->first_line, err)) return m;
    match_destroy(m);
    return NULL;
}

// The choice that is meant: by its numbers, or in a file of another version by its words.
static bool meant_choice(const struct replay *p, const struct match *m,
                         const struct replay_move *move, struct choice *out, struct error *err)
{
    struct place at = { p->source, move->line, 0 };
    *out            = move->choice;
    if (!p->same_version) {
        struct error why = { 0 };
        if (read_choice(&m->table, move->seat, move->words, m->names, out, &why)) return true;
        return fail(err, BAD_INPUT, at,
                    "made with version %s of %s, the match parts from this program (%s) here: %s",
                    p->version, p->game->title, p->game->version, why.text);
    }
    struct choice list[CHOICES_MAX];
    size_t        count = table_choices(&m->table, move->seat, list, CHOICES_MAX);
    bool          known = false;
    for (size_t i = 0; i < count; i++) known |= choice_equal(list[i], *out);
    if (!known) return true; // will be refused with its rule; its numbers may have no words
    char          words[LINE_MAX_SIZE / 2];
    struct writer w = writer_on(words, sizeof words);
    say_choice(&m->table, move->seat, move->seat, *out, m->names, &w);
    if (text_equal((struct text){ words, w.size }, move->words)) return true;
    return fail(err, BAD_INPUT, at, "the words say \"%.*s\", the numbers mean \"%.*s\"",
                SHOW(move->words), (int)w.size, words);
}

bool replay_step(const struct replay *p, struct match *m, struct error *err)
{
    assert(m->move_count < p->move_count);
    const struct replay_move *move   = &p->moves[m->move_count];
    struct place              at     = { p->source, move->line, 0 };
    struct choice             choice = move->choice;
    if (move->seat >= m->setup.seats)
        return fail(err, BAD_INPUT, at, "there is no seat %u in this match", move->seat + 1u);
    if (choice.kind == CHOICE_NONE) {
        if (!text_is(move->words, "concede") || !match_concede(m, move->seat))
            return fail(err, BAD_INPUT, at, "%s cannot give up here", m->names[move->seat]);
    } else {
        if (!meant_choice(p, m, move, &choice, err)) return false;
        rule_id no = match_answer(m, move->seat, choice);
        char    name[32];
        if (no) {
            const char *text = table_rule_text(p->game, no, name, sizeof name);
            return fail(err, BAD_INPUT, at, "%s cannot choose \"%.*s\" here because of %s: %s",
                        m->names[move->seat], SHOW(move->words), name, text);
        }
    }
    return !move->has_hash || check_hash(p, m, move->hash, move->line + 1, err);
}

bool replay_verify(const struct replay *p, struct error *err)
{
    struct match *m    = replay_start(p, err);
    bool          fine = m != NULL;
    while (fine && m->move_count < p->move_count) fine = replay_step(p, m, err);
    if (fine) {
        char          words[512];
        struct writer w = writer_on(words, sizeof words);
        match_say_result(m, &w);
        if (!text_equal((struct text){ words, w.size }, p->result))
            fine = fail(err, BAD_INPUT, (struct place){ p->source, p->result_line, 0 },
                        "the result is \"%.*s\", not \"%.*s\"", (int)w.size, words,
                        SHOW(p->result));
    }
    match_destroy(m);
    return fine;
}
