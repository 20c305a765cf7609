#include "server/names.h"

#include "base/error.h"
#include "base/hash.h"
#include "bots/bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { SIGNS_MAX = 1024, MARKS_MAX = 3 };

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

// Letters and digits without their accents. What is written "i" or "l", "vv" or "w", is one.
static void keep_what_counts(struct signs *s)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        utf8proc_int32_t c  = s->at[i];
        enum shown       is = shown_as(c);
        if (is == SHOWN_BLANK || is == SHOWN_NOT || is == SHOWN_POINT || (c >= 0x300 && c <= 0x36f))
            continue;
        if (c == 'i' || c == '1' || c == '|') c = 'l';
        if (c == '0') c = 'o';
        if (c == 'v' && count && s->at[count - 1] == 'v') {
            s->at[count - 1] = 'w';
            continue;
        }
        s->at[count++] = c;
    }
    s->count = count;
}

static void look_of(struct text name, struct signs *out)
{
    struct signs s = { .count = 0 };
    add_text(&s, name);
    take_apart(&s, false);
    replace_lookalikes(&s, out); // a large letter may look like another's large one,
    take_apart(out, true);
    replace_lookalikes(out, &s); // a small one like another's small one
    take_apart(&s, true);
    keep_what_counts(&s);
    *out = s;
}

uint64_t name_look(struct text name)
{
    struct signs look;
    look_of(name, &look);
    if (!look.count) add_text(&look, name); // nothing but points
    return hash_bytes(look.at, look.count * sizeof *look.at);
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
    uint64_t look = name_look(name);
    for (unsigned i = 0; i < count; i++)
        if (list[i] == look) return true;
    return false;
}

bool name_is_of_house(const struct house_names *h, struct text name)
{
    struct text word, rest = name;
    if (is_one_of(name, h->whole, h->whole_count)) return true;
    while (text_next_word(&rest, &word))
        if (is_one_of(word, h->word, h->word_count)) return true;
    return false;
}
