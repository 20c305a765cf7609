#include "match/seal.h"

#include <assert.h>
#include <sodium.h>

enum { CHECK_BYTES = 4, CHECK_CHARS = 2 * CHECK_BYTES, SEAL_CHARS = 2 * SEAL_CHAIN_SIZE };

static_assert(SEAL_CHAIN_SIZE == crypto_hash_sha256_BYTES, "the chain is made of SHA-256");

static void chain_on(uint8_t chain[SEAL_CHAIN_SIZE], bool first, struct text line)
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    if (!first) crypto_hash_sha256_update(&state, chain, SEAL_CHAIN_SIZE);
    crypto_hash_sha256_update(&state, (const unsigned char *)line.at, line.size);
    crypto_hash_sha256_update(&state, (const unsigned char *)"\n", 1);
    crypto_hash_sha256_final(&state, chain);
}

static void to_hex(const uint8_t *bytes, size_t count, char *out)
{
    for (size_t i = 0; i < count; i++) {
        out[2 * i]     = "0123456789abcdef"[bytes[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    out[2 * count] = 0;
}

// --- writing ------------------------------------------------------------------------------------

void seal_begin(struct sealer *s, struct writer *out, const char *title)
{
    s->out = out;
    chain_on(s->chain, true, text_of(title));
    write_format(out, "%s\n", title);
}

void seal_line(struct sealer *s, struct text line)
{
    char check[CHECK_CHARS + 1];
    chain_on(s->chain, false, line);
    to_hex(s->chain, CHECK_BYTES, check);
    write_format(s->out, "%s ", check);
    write_text(s->out, line);
    write_char(s->out, '\n');
}

static void seal_of(struct text bytes, char hex[SEAL_CHARS + 1])
{
    uint8_t digest[SEAL_CHAIN_SIZE];
    crypto_hash_sha256(digest, (const unsigned char *)bytes.at, bytes.size);
    to_hex(digest, sizeof digest, hex);
}

void seal_end(struct sealer *s)
{
    char hex[SEAL_CHARS + 1];
    seal_of((struct text){ s->out->at, s->out->size }, hex);
    write_format(s->out, "seal %s\n", hex);
}

// --- checking -----------------------------------------------------------------------------------

// The next line as it stands, a CR being part of it; *whole = it ends with a line end.
static bool next_raw_line(struct text *rest, struct text *line, bool *whole)
{
    if (rest->size == 0) return false;
    size_t size = text_find(*rest, '\n');
    *whole      = size < rest->size;
    *line       = text_part(*rest, 0, size);
    *rest       = text_part(*rest, size + *whole, rest->size);
    return true;
}

static bool check_seal_line(struct text file, struct text line, struct text rest, bool whole,
                            struct place at, struct error *err)
{
    char hex[SEAL_CHARS + 1];
    seal_of((struct text){ file.at, (size_t)(line.at - file.at) }, hex);
    struct text expected = text_of(hex), found = text_part(line, 5, line.size);
    if (!whole && found.size < expected.size)
        return fail(err, BAD_INPUT, at, "the file is truncated: it ends within its closing seal");
    if (!text_equal(found, expected) && rest.size > 0)
        return fail(err, BAD_INPUT, at, "this line was altered or added");
    if (!text_equal(found, expected))
        return fail(err, BAD_INPUT, at,
                    "the seal was altered: it is not the SHA-256 of the lines above, %s", hex);
    if (!whole) return fail(err, BAD_INPUT, at, "the line end after the seal is missing");
    if (rest.size == 0) return true;
    at.line++;
    return fail(err, BAD_INPUT, at, "%zu bytes were added after the seal", rest.size);
}

bool seal_check(const char *source, struct text file, const char *title, struct error *err)
{
    struct place at   = { source, 1, 0 };
    struct text  rest = file, line;
    bool         whole;
    uint8_t      chain[SEAL_CHAIN_SIZE];
    if (!next_raw_line(&rest, &line, &whole))
        return fail(err, BAD_INPUT, at, "the file is empty; it should begin with \"%s\"", title);
    if (!whole && text_equal(line, text_part(text_of(title), 0, line.size)))
        return fail(err, BAD_INPUT, at, "the file is truncated: it ends within its first line");
    if (!text_is(line, title))
        return fail(err, BAD_INPUT, at,
                    "the first line was altered, or this is another kind of file; "
                    "it should be \"%s\"",
                    title);
    chain_on(chain, true, line);
    while (next_raw_line(&rest, &line, &whole)) {
        at.line++;
        if (text_starts(line, "seal ")) return check_seal_line(file, line, rest, whole, at, err);
        char check[CHECK_CHARS + 1];
        chain_on(chain, false, text_part(line, CHECK_CHARS + 1, line.size));
        to_hex(chain, CHECK_BYTES, check);
        bool fits = line.size > CHECK_CHARS && text_starts(line, check) &&
                    line.at[CHECK_CHARS] == ' ';
        if (!whole)
            return fail(err, BAD_INPUT, at,
                        fits ? "the file is truncated: it ends after this line, without its seal"
                             : "the file is truncated: it ends within this line");
        if (!fits)
            return fail(err, BAD_INPUT, at,
                        "this line was altered or added, or a line is missing before it "
                        "(its check should be %s)",
                        check);
    }
    return fail(err, BAD_INPUT, at,
                "the file is truncated: it ends after line %u, without its seal", at.line);
}

bool seal_next_line(struct text *rest, uint32_t *number, struct text *line)
{
    bool whole;
    if (*number == 0) { // the title
        if (!next_raw_line(rest, line, &whole)) return false;
        *number = 1;
    }
    if (!next_raw_line(rest, line, &whole) || text_starts(*line, "seal ")) return false;
    ++*number;
    *line = text_part(*line, CHECK_CHARS + 1, line->size);
    return true;
}
