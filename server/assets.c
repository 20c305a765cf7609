#include "server/assets.h"

#include "base/embedded.h"
#include "base/hash.h"
#include "base/json.h"
#include "bots/bot.h"
#include "match/data.h"
#include "server/shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { ASSETS_MAX = 512 };

struct asset {
    const char *path, *type, *cache;
    struct text plain, packed; // as it is (empty: not yet unpacked), and as gzip
    struct text unpacked;      // to be freed
    char        etag[32];      // in quotes
};
struct assets {
    struct arena arena;
    struct asset list[ASSETS_MAX];
    size_t       count;
};

// --- making -------------------------------------------------------------------------------------

static struct text pack(struct arena *arena, struct text plain)
{
    enum { GZIP = 15 + 16, MEMORY = 9 };
    z_stream z = { 0 };
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        BUG("no memory to compress with");
    size_t bound = deflateBound(&z, (uLong)plain.size);
    char  *out   = arena_alloc(arena, bound, 1);
    z.next_in    = (Bytef *)(uintptr_t)plain.at;
    z.avail_in   = (uInt)plain.size;
    z.next_out   = (Bytef *)out;
    z.avail_out  = (uInt)bound;
    if (deflate(&z, Z_FINISH) != Z_STREAM_END) BUG("%zu bytes do not compress", plain.size);
    deflateEnd(&z);
    return (struct text){ out, bound - z.avail_out };
}

static void add(struct assets *a, const char *path, const char *type, const char *cache,
                struct text plain, struct text packed)
{
    if (a->count == ASSETS_MAX) BUG("more than %d assets", ASSETS_MAX);
    struct asset *is = &a->list[a->count++];
    *is              = (struct asset){
                     .path = path, .type = type, .cache = cache, .plain = plain, .packed = packed
    };
    snprintf(is->etag, sizeof is->etag, "\"%016llx\"",
             (unsigned long long)hash_bytes(packed.at, packed.size));
}

static void add_json(struct assets *a, const char *path, struct json *j)
{
    json_end(j);
    struct text plain = arena_text(&a->arena, (struct text){ j->out, j->size });
    add(a, path, "application/json", "no-cache", plain, pack(&a->arena, plain));
}

static const char *path_of(struct assets *a, const char *game, const char *ending)
{
    char   path[64];
    size_t size = (size_t)snprintf(path, sizeof path, "/data/%s%s", game, ending);
    return arena_text(&a->arena, (struct text){ path, size + 1 }).at;
}

static void add_games(struct assets *a, const struct box *const *boxes, struct arena *scratch)
{
    struct json j = json_in(scratch);
    json_open(&j, '{');
    json_name(&j, "games");
    json_open(&j, '[');
    for (unsigned i = 0; boxes[i]; i++) data_listed(&j, boxes[i], DECKS_WITH_ABOUT);
    json_close(&j, ']');
    json_name(&j, "bots");
    bots_show(&j);
    json_close(&j, '}');
    add_json(a, "/data/games.json", &j);
}

static void add_game(struct assets *a, const struct box *box, struct arena *scratch)
{
    const char *name = box->game->name;
    struct json j    = json_in(scratch);
    data_game(&j, box);
    add_json(a, path_of(a, name, ".json"), &j);
    j = json_in(scratch);
    data_rules(&j, box->game);
    add_json(a, path_of(a, name, "/rules.json"), &j);
    j = json_in(scratch);
    data_scenarios(&j, box->game);
    add_json(a, path_of(a, name, "/scenarios.json"), &j);
}

static const char *type_of(struct text name)
{
    static const char *const TYPES[][2] = {
        { ".html", "text/html; charset=utf-8" },
        { ".js", "text/javascript; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" },
        { ".json", "application/json" },
        { ".webmanifest", "application/manifest+json" },
        { ".wasm", "application/wasm" },
        { ".svg", "image/svg+xml" },
        { ".png", "image/png" },
        { ".webp", "image/webp" },
        { ".woff2", "font/woff2" },
        { ".txt", "text/plain; charset=utf-8" },
    };
    for (size_t i = 0; i < COUNT(TYPES); i++) {
        struct text end = text_of(TYPES[i][0]);
        if (name.size >= end.size &&
            text_equal(text_part(name, name.size - end.size, end.size), end))
            return TYPES[i][1];
    }
    return "application/octet-stream";
}

// What lies in assets/ has a hash in its name: it is never another.
static void add_page(struct assets *a, const struct embedded_file *f)
{
    struct text name = text_of(f->name);
    const char *path = text_is(name, "index.html") ? "/" : arena_format(&a->arena, "/%s", f->name);
    add(a, path, type_of(name),
        text_starts(name, "assets/") ? "public, max-age=31536000, immutable" : "no-cache",
        (struct text){ "", 0 }, (struct text){ f->bytes, f->size });
}

struct assets *assets_create(const struct box *const *boxes, const struct embedded_file *page)
{
    struct arena arena, scratch;
    arena_init(&arena);
    arena_init(&scratch);
    struct assets *a = ARENA_NEW(&arena, struct assets);
    a->arena         = arena;
    add_games(a, boxes, &scratch);
    for (unsigned i = 0; boxes[i]; i++) add_game(a, boxes[i], &scratch);
    for (; page && page->name; page++) add_page(a, page);
    arena_finish(&scratch);
    return a;
}

void assets_destroy(struct assets *a)
{
    if (!a) return;
    for (size_t i = 0; i < a->count; i++) free((void *)(uintptr_t)a->list[i].unpacked.at);
    struct arena arena = a->arena; // they lie in it
    arena_finish(&arena);
}

// --- answering ----------------------------------------------------------------------------------

struct asset *assets_find(struct assets *a, const char *path)
{
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->list[i].path, path) == 0) return &a->list[i];
    return NULL;
}

static struct text header_text(struct MHD_Connection *c, const char *name)
{
    const char *value = MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
    return text_of(value ? value : "");
}

static bool takes_gzip(struct MHD_Connection *c)
{
    struct text rest = header_text(c, "Accept-Encoding"), piece, coding;
    while (text_cut(&rest, ',', &piece)) {
        if (!text_cut(&piece, ';', &coding)) continue;
        if (!text_equal_fold(text_trim(coding), TEXT("gzip"))) continue;
        piece = text_trim(piece);
        return !text_equal_fold(piece, TEXT("q=0")) && !text_starts_fold(piece, "q=0.0");
    }
    return false;
}

// Does the client have it? Weak or not, one tag of a list is enough.
static bool has_it(struct MHD_Connection *c, const struct asset *is)
{
    struct text rest = header_text(c, "If-None-Match"), tag;
    while (text_cut(&rest, ',', &tag)) {
        tag = text_trim(tag);
        if (text_starts(tag, "W/")) tag = text_part(tag, 2, tag.size);
        if (text_is(tag, is->etag) || text_is(tag, "*")) return true;
    }
    return false;
}

// For the few who do not take gzip; then it is kept.
static struct text unpack(struct text packed)
{
    enum { GZIP = 15 + 16 };
    z_stream    z    = { 0 };
    const char *last = packed.at + packed.size - 4; // gzip ends with the size
    size_t      size = 0;
    for (unsigned k = 4; k-- > 0;) size = size << 8 | (unsigned char)last[k];
    char *out = malloc(size + 1);
    if (!out || inflateInit2(&z, GZIP) != Z_OK) BUG("no memory to unpack with");
    z.next_in   = (Bytef *)(uintptr_t)packed.at;
    z.avail_in  = (uInt)packed.size;
    z.next_out  = (Bytef *)out;
    z.avail_out = (uInt)size + 1;
    if (inflate(&z, Z_FINISH) != Z_STREAM_END) BUG("an asset does not unpack");
    inflateEnd(&z);
    return (struct text){ out, size };
}

static struct MHD_Response *response(struct text body)
{
    return MHD_create_response_from_buffer(body.size, (void *)(uintptr_t)body.at,
                                           MHD_RESPMEM_PERSISTENT);
}

enum MHD_Result asset_answer(struct asset *is, struct MHD_Connection *c)
{
    bool known = has_it(c, is), packed = is->packed.size && takes_gzip(c);
    if (!known && !packed && !is->plain.size && !is->unpacked.at)
        is->plain = is->unpacked = unpack(is->packed);
    struct MHD_Response *r = response(known ? TEXT("") : packed ? is->packed : is->plain);
    char                 tag[40];
    if (!r) return MHD_NO;
    http_headers(r);
    // The same thing packed is another representation: its tag is weak.
    snprintf(tag, sizeof tag, "W/%s", is->etag);
    MHD_add_response_header(r, "ETag", tag);
    MHD_add_response_header(r, "Cache-Control", is->cache);
    MHD_add_response_header(r, "Vary", "Accept-Encoding");
    if (!known) MHD_add_response_header(r, "Content-Type", is->type);
    if (!known && packed) MHD_add_response_header(r, "Content-Encoding", "gzip");
    enum MHD_Result result = MHD_queue_response(c, known ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, r);
    MHD_destroy_response(r);
    return result;
}
