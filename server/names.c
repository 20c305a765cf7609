#include "server/names.h"

#include "base/error.h"
#include "base/hash.h"
#include "bots/bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { SIGNS_MAX = 1024, MARKS_MAX = 3 };
static_assert(LOOKS_MAX == 1 << FORKS_MAX, "a look for each way to read a name");

// A name as signs. What does not fit is cut: names are short.
struct signs {
    utf8proc_int32_t at[SIGNS_MAX];
    size_t           count;
};

static void add_text(struct signs *s, struct text t)
{
    while (t.size && s->count < SIGNS_MAX) {
        utf8proc_int32_t sign;
        utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)t.at,
                                                 (utf8proc_ssize_t)t.size, &sign);
        if (size <= 0) return;
        s->at[s->count++] = sign;
        t                 = text_part(t, (size_t)size, t.size);
    }
}

// --- what can be seen ---------------------------------------------------------------------------

// Letters and blanks by their category that show nothing all the same.
static bool is_blank_letter(utf8proc_int32_t c)
{
    return c == 0x034f || c == 0x115f || c == 0x1160 || c == 0x17b4 || c == 0x17b5 || c == 0x2800 ||
           c == 0x3164 || c == 0xffa0 || (c >= 0x180b && c <= 0x180f) ||
           (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0000 && c <= 0xe0fff);
}

enum shown { SHOWN_NOT, SHOWN_BLANK, SHOWN_MARK, SHOWN_POINT, SHOWN_SIGN };

static enum shown shown_as(utf8proc_int32_t c)
{
    if (c == ' ') return SHOWN_BLANK;
    if (is_blank_letter(c)) return SHOWN_NOT;
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC: return SHOWN_MARK;
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
    case UTF8PROC_CATEGORY_SM:
    case UTF8PROC_CATEGORY_SC:
    case UTF8PROC_CATEGORY_SO: return SHOWN_SIGN;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
    case UTF8PROC_CATEGORY_SK: return SHOWN_POINT;
    default: return SHOWN_NOT; // of no use in a name: control, format, private, not assigned
    }
}

bool name_is_visible(struct text name)
{
    struct signs s     = { .count = 0 };
    enum shown   last  = SHOWN_BLANK; // a mark needs something to stand on
    unsigned     marks = 0, signs = 0;
    add_text(&s, name);
    for (size_t i = 0; i < s.count; i++) {
        enum shown is = shown_as(s.at[i]);
        marks         = is == SHOWN_MARK ? marks + 1 : 0;
        signs += is == SHOWN_SIGN;
        if (is == SHOWN_NOT || (is == SHOWN_BLANK && last == SHOWN_BLANK) || marks > MARKS_MAX ||
            (is == SHOWN_MARK && last == SHOWN_BLANK))
            return false;
        last = is;
    }
    return signs && last != SHOWN_BLANK;
}

// --- looks --------------------------------------------------------------------------------------

static int compare_sign(const void *key, const void *row)
{
    uint32_t sign = *(const uint32_t *)key, other = ((const struct confusable *)row)->sign;
    return sign < other ? -1 : sign > other;
}

static void replace_lookalikes(const struct signs *from, struct signs *to)
{
    to->count = 0;
    for (size_t i = 0; i < from->count && to->count < SIGNS_MAX; i++) {
        uint32_t                 sign = (uint32_t)from->at[i];
        const struct confusable *row  = bsearch(&sign, CONFUSABLES, CONFUSABLE_COUNT,
                                                sizeof *CONFUSABLES, compare_sign);
        if (row)
            add_text(to, text_of(row->same));
        else
            to->at[to->count++] = from->at[i];
    }
}

// Each sign in its parts; small, if `fold`.
static void take_apart(struct signs *s, bool fold)
{
    int          how = UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_IGNORE;
    struct signs out = { .count = 0 };
    if (fold) how |= UTF8PROC_CASEFOLD;
    for (size_t i = 0; i < s->count; i++) {
        utf8proc_int32_t parts[32];
        int              last  = 0;
        utf8proc_ssize_t count = utf8proc_decompose_char(s->at[i], parts, 32,
                                                         (utf8proc_option_t)how, &last);
        for (utf8proc_ssize_t k = 0; k < count && k < 32 && out.count < SIGNS_MAX; k++)
            out.at[out.count++] = parts[k];
    }
    *s = out;
}

// A digit, or a sign of money, stands for one letter: no two digits for the same, so that "Ada 5"
// and "Ada 8" are two. 6 is read where a letter follows it (below).
static utf8proc_int32_t letter_of(utf8proc_int32_t c)
{
    static const char FROM[] = "i1|0234578$9+", TO[] = "lllozeastbsgt";
    const char       *at = c > 0 && c < 128 ? strchr(FROM, (int)c) : NULL;
    return at ? TO[at - FROM] : c;
}

// Letters and digits without their accents. What is written "i" or "l", "vv" or "w", is one.
static void keep_what_counts(struct signs *s)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        utf8proc_int32_t c  = letter_of(s->at[i]);
        enum shown       is = shown_as(c);
        if (is == SHOWN_BLANK || is == SHOWN_NOT || is == SHOWN_POINT || (c >= 0x300 && c <= 0x36f))
            continue;
        if (c == 'v' && count && s->at[count - 1] == 'v') {
            s->at[count - 1] = 'w';
            continue;
        }
        s->at[count++] = c;
    }
    s->count = count;
}

static bool is_letter(const struct signs *s, size_t at)
{
    if (at >= s->count) return false;
    utf8proc_category_t is = utf8proc_category(s->at[at]);
    return is == UTF8PROC_CATEGORY_LL || is == UTF8PROC_CATEGORY_LU;
}

// What may be read in more ways than one: how many signs it takes, and the letters that they may be
// meant for; 0: nothing. Only small letters run together: "Clara" looks like nobody, "clara" a
// little like "dara".
static size_t read_as(const struct signs *s, size_t at, const char **as)
{
    utf8proc_int32_t c = s->at[at];
    *as                = "";
    if (c == 'c' && at + 1 < s->count && s->at[at + 1] == 'l') {
        *as = "d";
        return 2;
    }
    if (c == 'd' && is_letter(s, at - 1 < at ? at - 1 : s->count)) *as = "cl";
    if (c == '@') *as = "a";
    if (c == '!' && is_letter(s, at + 1)) *as = "l";
    if (c == '6' && is_letter(s, at + 1)) *as = "b";
    return **as ? 1 : 0;
}

// One of the ways to read a name: bit k of `way` says that the k-th sign with two readings is what
// it may be meant for.
static unsigned choose_reading(const struct signs *from, unsigned way, struct signs *to)
{
    unsigned forks = 0;
    to->count      = 0;
    for (size_t i = 0; i < from->count;) {
        const char *as;
        size_t      size  = read_as(from, i, &as);
        bool        meant = size && (forks >= FORKS_MAX || way >> forks & 1);
        forks += size != 0;
        if (meant)
            add_text(to, text_of(as));
        else if (to->count < SIGNS_MAX)
            to->at[to->count++] = from->at[i];
        i += meant ? size : 1;
    }
    return forks < FORKS_MAX ? forks : FORKS_MAX;
}

unsigned name_looks(struct text name, uint64_t out[LOOKS_MAX])
{
    struct signs s     = { .count = 0 }, apart, look;
    unsigned     forks = 1, ways = 1;
    add_text(&s, name);
    take_apart(&s, false);
    replace_lookalikes(&s, &apart); // a large letter may look like another's large one,
    for (unsigned way = 0; way < ways; way++) {
        forks = choose_reading(&apart, way, &look);
        ways  = 1u << forks;
        take_apart(&look, true);
        replace_lookalikes(&look, &s); // a small one like another's small one
        take_apart(&s, true);
        keep_what_counts(&s);
        if (!s.count) add_text(&s, name); // nothing but points
        out[way] = hash_bytes(s.at, s.count * sizeof *s.at);
    }
    return ways;
}

uint64_t name_look(struct text name)
{
    uint64_t looks[LOOKS_MAX];
    name_looks(name, looks);
    return looks[0];
}

bool name_looks_like(struct text name, struct text other)
{
    uint64_t looks[LOOKS_MAX];
    unsigned count = name_looks(name, looks);
    for (unsigned i = 0; i < count; i++)
        if (looks[i] == name_look(other)) return true;
    return false;
}

// --- names of the house -------------------------------------------------------------------------

static void add_look(uint64_t *list, unsigned *count, const char *name)
{
    if (*count == HOUSE_NAMES_MAX) BUG("more than %d names of the house", HOUSE_NAMES_MAX);
    list[(*count)++] = name_look(text_of(name));
}

void house_names(struct house_names *h)
{
    static const char *const WHOLE[] = { "admin",  "administrator", "moderator", "mod",
                                         "staff",  "operator",      "official",  "support",
                                         "system", "server",        "pentacle",  "bot",
                                         "anyone", "everyone",      "nobody" };
    static const char *const WORDS[] = { "admin", "administrator", "moderator", "pentacle" };
    *h                               = (struct house_names){ .whole_count = 0 };
    for (size_t i = 0; i < COUNT(WHOLE); i++) add_look(h->whole, &h->whole_count, WHOLE[i]);
    for (size_t i = 0; i < COUNT(WORDS); i++) add_look(h->word, &h->word_count, WORDS[i]);
    for (unsigned i = 0; BOTS[i]; i++) {
        char at_table[64]; // as its seat is called
        snprintf(at_table, sizeof at_table, "%s bot", BOTS[i]->name);
        add_look(h->whole, &h->whole_count, BOTS[i]->name);
        add_look(h->whole, &h->whole_count, at_table);
    }
}

static bool is_one_of(struct text name, const uint64_t *list, unsigned count)
{
    uint64_t looks[LOOKS_MAX];
    unsigned ways = name_looks(name, looks);
    for (unsigned way = 0; way < ways; way++)
        for (unsigned i = 0; i < count; i++)
            if (list[i] == looks[way]) return true;
    return false;
}

// "admin1" and "_moderator" say the same as without.
static struct text without_number(struct text word)
{
    while (word.size && strchr("0123456789_-.", word.at[word.size - 1])) word.size--;
    while (word.size && strchr("0123456789_-.", *word.at)) word = text_part(word, 1, word.size);
    return word;
}

bool name_is_of_house(const struct house_names *h, struct text name)
{
    struct text word, rest = name;
    if (is_one_of(name, h->whole, h->whole_count)) return true;
    while (text_next_word(&rest, &word))
        if (is_one_of(word, h->word, h->word_count) ||
            is_one_of(without_number(word), h->word, h->word_count))
            return true;
    return false;
}
