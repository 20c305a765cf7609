// Words of scenarios: seats, rules, faces, lists of cards, and what is said of cards, seats and
// table.
#include "match/scenario_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FACE_NAME_MAX = 120, ITEM_COUNT_MAX = 250, NUMBER_MAX = 30000, SHOWN_MAX = 60 };

// --- the cursor ---------------------------------------------------------------------------------

struct cursor cursor_on(struct run *run, const struct line *line)
{
    run->line = line;
    return (struct cursor){ run, line, line->text };
}

struct place cursor_place(const struct cursor *c)
{
    size_t at = (size_t)(c->rest.at - c->line->text.at);
    return scenario_place(c->run->file, c->line->from[at]);
}

bool refuse(const struct cursor *c, const char *format, ...)
{
    char    text[ERROR_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return fail(&c->run->err, BAD_INPUT, cursor_place(c), "%s", text);
}

bool refuse_with(const struct cursor *c, struct error *err)
{
    const char *text = err->text[0] ? err->text : "cannot be";
    return refuse(c, "%s", text);
}

void cursor_skip(struct cursor *c, size_t size)
{
    c->rest = text_part(c->rest, size, c->rest.size);
    if (c->rest.size && c->rest.at[0] == ' ') c->rest = text_part(c->rest, 1, c->rest.size);
}

bool at_end(const struct cursor *c) { return c->rest.size == 0; }

bool at_separator(const struct cursor *c)
{
    return at_end(c) || c->rest.at[0] == ',' || c->rest.at[0] == ';';
}

bool take_separator(struct cursor *c) { return take_sign(c, ',') || take_sign(c, ';'); }

bool take_sign(struct cursor *c, char sign)
{
    if (at_end(c) || c->rest.at[0] != sign) return false;
    cursor_skip(c, 1);
    return true;
}

bool take_words(struct cursor *c, const char *words)
{
    size_t size = words_said_at(c->rest, words);
    if (size) cursor_skip(c, size);
    return size > 0;
}

bool take_seat(struct cursor *c, seat_id *seat)
{
    size_t size = seat_said_at(&c->run->t, c->rest, c->run->names, seat);
    if (size) cursor_skip(c, size);
    return size > 0;
}

bool take_viewer(struct cursor *c, seat_id *seat)
{
    if (take_seat(c, seat)) return true;
    *seat = SPECTATOR;
    return take_words(c, "spectator");
}

// Digits with a sign, or Roman letters.
static size_t number_at(struct text t, long *out)
{
    static const char letters[] = "IVXLC";
    static const int  worth[]   = { 1, 5, 10, 50, 100 };
    size_t            size      = 0;
    while (size < t.size && size < 12 && t.at[size] != ' ' && t.at[size] != ',' &&
           t.at[size] != ';' && t.at[size] != ':')
        size++;
    struct text word = text_part(t, 0, size);
    if (text_number(word, -NUMBER_MAX, NUMBER_MAX, out)) return size;
    long sum = 0, before = 0;
    for (size_t i = size; i-- > 0;) {
        const char *letter = word.at[i] ? strchr(letters, word.at[i]) : NULL;
        if (!letter) return 0;
        long value = worth[letter - letters];
        sum += value < before ? -value : value;
        before = value;
    }
    *out = sum;
    return size;
}

bool take_number(struct cursor *c, long min, long max, long *out)
{
    size_t size = number_at(c->rest, out);
    if (!size || *out < min || *out > max) return false;
    cursor_skip(c, size);
    return true;
}

bool take_rule(struct cursor *c, rule_id *out, struct error *err)
{
    const struct game *g    = c->run->game;
    struct text        rest = c->rest, word;
    if (!text_next_word(&rest, &word)) return refuse(c, "the number of a rule is missing");
    while (word.size && (word.at[word.size - 1] == ',' || word.at[word.size - 1] == ';'))
        word.size--;
    for (size_t i = 0; i < g->rule_count; i++) {
        if (!text_equal_fold(word, text_of(g->rules[i].name))) continue;
        *out = g->rules[i].id;
        cursor_skip(c, word.size);
        return true;
    }
    struct text shown = text_part(word, 0, SHOWN_MAX);
    (void)fail(err, BAD_INPUT, cursor_place(c), "%s has no rule %.*s; they run from %s to %s",
               g->title, SHOW(shown), g->rule_count ? g->rules[0].name : "none",
               g->rule_count ? g->rules[g->rule_count - 1].name : "none");
    return false;
}

// --- faces --------------------------------------------------------------------------------------

static bool may_end_name(struct text t, size_t at)
{
    if (at > t.size || at == 0 || t.at[at - 1] == ' ' || t.at[at - 1] == ',') return false;
    return at == t.size || strchr(" ,;:)", t.at[at]) != NULL;
}

bool take_face(struct cursor *c, def_id *out)
{
    size_t longest = c->rest.size < FACE_NAME_MAX ? c->rest.size : FACE_NAME_MAX;
    for (size_t size = longest; size > 0; size--) {
        if (!may_end_name(c->rest, size)) continue;
        *out = pool_find(c->run->box->pool, text_part(c->rest, 0, size));
        if (*out == NO_DEF) continue;
        cursor_skip(c, size);
        return true;
    }
    return false;
}

bool refuse_face(const struct cursor *c)
{
    enum { WORDS_MAX = 5 };
    const struct card_pool *pool = c->run->box->pool;
    unsigned                best = 64;
    def_id                  near = NO_DEF;
    if (at_end(c)) return refuse(c, "the name of a card is missing");
    // The name may be followed by other words, so beginnings of several lengths are compared.
    for (size_t size = 1, words = 0; size <= c->rest.size && words < WORDS_MAX; size++) {
        if (!may_end_name(c->rest, size)) continue;
        words++;
        struct text name = text_part(c->rest, 0, size);
        def_id      def  = pool_nearest(pool, name);
        if (def == NO_DEF) continue;
        unsigned distance = text_distance(name, text_of(pool->defs[def].name));
        if (distance < best) best = distance, near = def;
    }
    struct text shown = text_part(c->rest, 0, text_find(c->rest, ','));
    shown             = text_part(shown, 0, SHOWN_MAX);
    if (near == NO_DEF) return refuse(c, "there is no card \"%.*s\"", SHOW(shown));
    return refuse(c, "there is no card \"%.*s\"; did you mean \"%s\"?", SHOW(shown),
                  pool->defs[near].name);
}

// --- claims -------------------------------------------------------------------------------------

static const struct scenario_word *word_at(const struct cursor *c, enum word_scope scope,
                                           size_t *size)
{
    const struct scenario_word *best = NULL;
    *size                            = 0;
    for (const struct scenario_word *w = c->run->game->scenario_words; w && w->word; w++) {
        size_t here = w->scope == scope ? words_said_at(c->rest, w->word) : 0;
        if (here <= *size) continue;
        *size = here;
        best  = w;
    }
    return best;
}

static bool take_value(struct cursor *c, struct claim *claim)
{
    const struct scenario_word *w      = claim->word;
    long                        number = 0;
    seat_id                     seat;
    switch (w->value) {
    case WORD_FLAG: claim->value = 1; return true;
    case WORD_NUMBER:
    case WORD_ROMAN:
        if (!take_number(c, -NUMBER_MAX, NUMBER_MAX, &number)) return false;
        claim->value = (int)number;
        return true;
    case WORD_SEAT_NAME:
        claim->value = NO_SEAT;
        if (take_words(c, "nobody")) return true;
        if (!take_seat(c, &seat)) return false;
        claim->value = seat;
        return true;
    case WORD_CHOICE:
        for (int i = 0; w->values && w->values[i]; i++)
            if (words_said_at(c->rest, w->values[i]) > (size_t)number) {
                number       = (long)words_said_at(c->rest, w->values[i]);
                claim->value = i;
            }
        cursor_skip(c, (size_t)number);
        return number > 0;
    }
    return false;
}

static void write_values(const struct scenario_word *w, struct writer *out)
{
    switch (w->value) {
    case WORD_FLAG: break;
    case WORD_NUMBER: write_chars(out, "a number"); break;
    case WORD_ROMAN: write_chars(out, "a number such as III"); break;
    case WORD_SEAT_NAME: write_chars(out, "a seat or \"nobody\""); break;
    case WORD_CHOICE:
        for (int i = 0; w->values && w->values[i]; i++)
            write_format(out, "%s%s", i ? ", " : "", w->values[i]);
        break;
    }
}

static bool refuse_value(const struct cursor *c, const struct scenario_word *w)
{
    char          text[400];
    struct writer out = writer_on(text, sizeof text);
    write_values(w, &out);
    return refuse(c, "after \"%s\" stands %s", w->word, text);
}

static struct claim *new_claim(const struct cursor *c, struct claim ***tail)
{
    struct claim *claim = ARENA_NEW(c->run->arena, struct claim);
    claim->at           = *c;
    claim->seat         = NO_SEAT;
    claim->card         = NO_CARD;
    **tail              = claim;
    *tail               = &claim->next;
    return claim;
}

static void tail_of(struct claim ***tail)
{
    while (**tail) *tail = &(**tail)->next;
}

static bool take_known(struct cursor *c, struct claim *claim)
{
    seat_id seat;
    claim->kind = CLAIM_KNOWN;
    if (take_words(c, "all"))
        claim->value = EVERYBODY;
    else if (take_words(c, "nobody"))
        claim->value = 0;
    else if (take_viewer(c, &seat))
        claim->value = (int)BIT(seat);
    else
        return refuse(c, "after \"known to\" stands a seat, \"spectator\", \"all\" or \"nobody\"");
    return true;
}

// "Rust marks 2"
static struct claim *take_named(struct cursor *c, const struct cursor *start, struct claim ***tail)
{
    const struct card_pool  *pool = c->run->t.pool;
    const struct named_word *w    = c->run->game->named_words;
    for (; w && w->word; w++)
        for (unsigned i = 0; i < pool->name_count; i++) {
            struct cursor at     = *c;
            long          number = 0;
            if (!take_words(&at, pool->names[i]) || !take_words(&at, w->word) ||
                !take_number(&at, 0, NUMBER_MAX, &number))
                continue;
            struct claim *claim = new_claim(start, tail);
            *c                  = at;
            claim->kind         = CLAIM_NAMED;
            claim->named        = w;
            claim->name         = i;
            claim->value        = (int)number;
            return claim;
        }
    return NULL;
}

// One thing said of a card: 1 = read, 0 = nothing like that stands here, -1 = refused.
static int take_card_claim(struct cursor *c, struct claim **claims)
{
    struct cursor  start = *c;
    struct claim **tail  = claims;
    size_t         size;
    tail_of(&tail);
    bool negated = take_words(c, "not");
    if (take_words(c, "known to")) {
        struct claim *claim = new_claim(&start, &tail);
        claim->negated      = negated;
        return take_known(c, claim) ? 1 : -1;
    }
    if (take_words(c, "owned by")) {
        struct claim *claim = new_claim(&start, &tail);
        claim->kind         = CLAIM_OWNER;
        claim->negated      = negated;
        if (!take_seat(c, &claim->seat))
            return refuse(c, "after \"owned by\" stands a seat") ? 1 : -1;
        return 1;
    }
    const struct scenario_word *word = word_at(c, WORD_CARD, &size);
    if (!word) {
        struct claim *named = take_named(c, &start, &tail);
        if (named)
            named->negated = negated;
        else
            *c = start;
        return named != NULL;
    }
    struct claim *claim = new_claim(&start, &tail);
    claim->word         = word;
    claim->negated      = negated;
    cursor_skip(c, size);
    if (!take_value(c, claim)) return refuse_value(c, word) ? 1 : -1;
    return 1;
}

static int value_of(const struct run *r, const struct claim *claim)
{
    if (claim->kind == CLAIM_NAMED) return claim->named->get(&r->t, claim->card, claim->name);
    return claim->word->get ? claim->word->get(&r->t, claim->seat, claim->card) : 0;
}

bool claim_holds(const struct run *r, const struct claim *claim)
{
    const struct card *card  = claim->card == NO_CARD ? NULL : card_at(r->t.state, claim->card);
    bool               holds = false;
    switch (claim->kind) {
    case CLAIM_WORD:
        if (claim->word->value == WORD_FLAG)
            holds = value_of(r, claim) != 0;
        else
            holds = value_of(r, claim) == claim->value;
        break;
    case CLAIM_NAMED: holds = value_of(r, claim) == claim->value; break;
    case CLAIM_OWNER: holds = card->owner == claim->seat; break;
    case CLAIM_KNOWN:
        if (claim->value == 0) holds = card->known == 0;
        // Seats that do not take part know nothing.
        else if (claim->value == EVERYBODY)
            holds = !(((1u << r->t.state->seats) - 1) & ~(unsigned)card->known);
        else
            holds = (card->known & claim->value) == claim->value;
        break;
    }
    return holds != claim->negated;
}

static void write_roman(int number, struct writer *w)
{
    static const struct {
        int         worth;
        const char *letters;
    } parts[] = { { 100, "C" }, { 90, "XC" }, { 50, "L" }, { 40, "XL" }, { 10, "X" },
                  { 9, "IX" },  { 5, "V" },   { 4, "IV" }, { 1, "I" } };
    if (number <= 0 || number > 399) write_format(w, "%d", number);
    for (size_t i = 0; i < COUNT(parts) && number > 0 && number <= 399; i++)
        for (; number >= parts[i].worth; number -= parts[i].worth) write_chars(w, parts[i].letters);
}

static void write_known(const struct run *r, seat_set known, struct writer *w)
{
    bool any = false;
    write_chars(w, "known to");
    for (seat_id s = 0; s < r->t.state->seats; s++) {
        if (!(known >> s & 1)) continue;
        write_format(w, "%s%s", any ? ", " : " ", r->names[s]);
        any = true;
    }
    if (!any) write_chars(w, " nobody");
}

void write_claim(const struct run *r, const struct claim *claim, bool as_found, struct writer *w)
{
    const struct card *card = claim->card == NO_CARD ? NULL : card_at(r->t.state, claim->card);
    if (claim->negated && !as_found) write_chars(w, "not ");
    if (claim->kind == CLAIM_OWNER) {
        seat_id owner = as_found ? card->owner : claim->seat;
        write_format(w, "owned by %s", owner < r->t.state->seats ? r->names[owner] : "nobody");
        return;
    }
    if (claim->kind == CLAIM_KNOWN) {
        write_known(r, as_found ? card->known : (seat_set)claim->value, w);
        return;
    }
    const struct scenario_word *word  = claim->word;
    int                         value = as_found ? value_of(r, claim) : claim->value;
    if (claim->kind == CLAIM_NAMED) {
        write_format(w, "%s %s %d", r->t.pool->names[claim->name], claim->named->word, value);
        return;
    }
    if (word->value == WORD_FLAG) {
        if (as_found && !value) write_chars(w, "not ");
        write_chars(w, word->word);
        return;
    }
    write_format(w, "%s ", word->word);
    switch (word->value) {
    case WORD_FLAG: break;
    case WORD_NUMBER: write_format(w, "%d", value); break;
    case WORD_ROMAN: write_roman(value, w); break;
    case WORD_SEAT_NAME:
        write_chars(w, value >= 0 && value < r->t.state->seats ? r->names[value] : "nobody");
        break;
    case WORD_CHOICE: {
        const char *said = "?";
        for (int i = 0; word->values && word->values[i]; i++)
            if (i == value) said = word->values[i];
        write_chars(w, said);
        break;
    }
    }
}

// --- phrases ------------------------------------------------------------------------------------

static void write_words_of(const struct game *g, enum word_scope scope, const char *what,
                           struct writer *w)
{
    bool any = false;
    for (const struct scenario_word *s = g->scenario_words; s && s->word; s++) {
        if (s->scope != scope) continue;
        write_format(w, "%s%s", any ? ", " : what, s->word);
        any = true;
    }
    for (const struct named_word *n = g->named_words; scope == WORD_CARD && n && n->word; n++)
        write_format(w, "%s(name) %s", any ? ", " : what, n->word);
}

// "leader rank III" of the seat to act, or of the seat named in front.
static bool take_seat_phrase(struct cursor *c, struct claim **claims)
{
    struct cursor  start = *c;
    struct claim **tail  = claims;
    seat_id        seat  = c->run->to_act;
    size_t         size;
    bool           negated = take_words(c, "not");
    bool           named   = take_seat(c, &seat);
    if (!negated && named) negated = take_words(c, "not");
    const struct scenario_word *word = word_at(c, WORD_SEAT, &size);
    if (!word && !named) {
        word = word_at(c, WORD_TABLE, &size);
        seat = NO_SEAT;
    }
    if (word) {
        struct claim found = { .word = word, .seat = seat, .card = NO_CARD, .negated = negated };
        cursor_skip(c, size);
        if (take_value(c, &found) && at_separator(c)) {
            tail_of(&tail);
            struct claim *claim = new_claim(&start, &tail);
            found.at            = start;
            *claim              = found;
            return true;
        }
    }
    *c = start;
    return false;
}

// The card that the longest beginning means. Cards in decks count only if there is no other.
static bool take_card(struct cursor *c, card_id *out)
{
    const struct run  *r    = c->run;
    const struct core *core = r->t.state;
    size_t             best = 0;
    unsigned           same = 0;
    bool               deck = false;
    for (card_id id = 0; id < core->card_count; id++) {
        size_t size = card_said_at(&r->t, NO_SEAT, c->rest, id, r->names);
        if (!size || size < best) continue;
        bool hidden = r->game->zones[card_at(core, id)->zone].sight == SIGHT_NOBODY;
        if (size == best && hidden && !deck) continue;
        same = size == best && hidden == deck ? same + 1 : 1;
        best = size;
        deck = hidden;
        *out = id;
    }
    if (same > 1) {
        struct text   shown = text_part(c->rest, 0, best);
        char          place[100];
        struct writer w = writer_on(place, sizeof place);
        say_place(&r->t, NO_SEAT, *out, r->names, &w);
        return refuse(c, "there are %u cards \"%.*s\"; add the place: \"%.*s (%s)\"", same,
                      SHOW(shown), SHOW(shown), place);
    }
    if (best) cursor_skip(c, best);
    return best > 0;
}

// "round two": the word is right, what stands after it is not.
static bool refuse_value_of_phrase(struct cursor c)
{
    seat_id seat;
    size_t  size;
    (void)take_words(&c, "not");
    bool named = take_seat(&c, &seat);
    (void)take_words(&c, "not");
    const struct scenario_word *word = word_at(&c, WORD_SEAT, &size);
    if (!word && !named) word = word_at(&c, WORD_TABLE, &size);
    if (!word || word->value == WORD_FLAG) return false;
    cursor_skip(&c, size);
    (void)refuse_value(&c, word);
    return true;
}

static bool refuse_phrase(const struct cursor *c)
{
    if (refuse_value_of_phrase(*c)) return false;
    char          known[ERROR_TEXT_MAX - 200];
    struct writer w = writer_on(known, sizeof known);
    write_words_of(c->run->game, WORD_TABLE, "of the table: ", &w);
    write_words_of(c->run->game, WORD_SEAT, w.size ? "; of a seat: " : "of a seat: ", &w);
    write_words_of(c->run->game, WORD_CARD, w.size ? "; of a card: " : "of a card: ", &w);
    struct text shown = text_part(c->rest, 0, text_find(c->rest, ','));
    shown             = text_part(shown, 0, SHOWN_MAX);
    return refuse(c, "\"%.*s\" says nothing that can be set or tested; words are %s", SHOW(shown),
                  known);
}

static bool refuse_card_word(const struct cursor *c)
{
    char          known[ERROR_TEXT_MAX - 200];
    struct writer w = writer_on(known, sizeof known);
    write_words_of(c->run->game, WORD_CARD, "", &w);
    struct text shown = text_part(c->rest, 0, text_find(c->rest, ','));
    shown             = text_part(shown, 0, SHOWN_MAX);
    return refuse(c, "\"%.*s\" is nothing that is said of a card; words are %s%sknown to, owned by",
                  SHOW(shown), known, known[0] ? ", " : "");
}

bool take_phrase(struct cursor *c, struct claim **claims)
{
    struct cursor start = *c;
    card_id       card  = NO_CARD;
    if (take_seat_phrase(c, claims)) return true;
    if (!take_card(c, &card)) return c->run->err.status == OK ? refuse_phrase(&start) : false;
    struct claim **tail = claims, *first;
    tail_of(&tail);
    for (int read; !at_separator(c);) {
        read = take_card_claim(c, tail);
        if (read < 0) return false;
        if (read == 0 && !take_words(c, "and")) return refuse_card_word(c);
    }
    first = *tail;
    if (!first) return refuse(c, "something must be said of the card");
    for (struct claim *claim = first; claim; claim = claim->next) {
        claim->card = card;
        if (claim->kind == CLAIM_WORD) claim->seat = card_at(c->run->t.state, card)->owner;
    }
    return true;
}

// --- lists of cards -----------------------------------------------------------------------------

// A card with what is said of it. `inside` is true for cards that are attached.
static struct item *take_item(struct cursor *c, bool views, bool inside)
{
    struct item *item = ARENA_NEW(c->run->arena, struct item);
    long         count;
    item->at            = *c;
    item->count         = 1;
    item->def           = NO_DEF;
    struct cursor start = *c;
    if (!take_face(c, &item->def)) {
        if (!inside && take_number(c, 1, ITEM_COUNT_MAX, &count)) item->count = (unsigned)count;
        if (views && take_sign(c, '?'))
            item->hidden = true;
        else if (!take_face(c, &item->def)) {
            (void)refuse_face(item->count > 1 ? c : &start);
            return NULL;
        }
    }
    struct item **last = &item->attached;
    while (!at_separator(c)) {
        struct cursor here = *c;
        int           read = take_card_claim(c, &item->claims);
        if (read < 0) return NULL;
        if (read > 0) continue;
        if (!inside && take_words(c, "with")) {
            do {
                if (!(*last = take_item(c, views, true))) return NULL;
                last = &(*last)->next;
            } while (take_words(c, "and"));
            continue;
        }
        if (take_words(c, "and")) {
            read = take_card_claim(c, &item->claims);
            if (read < 0) return NULL;
            if (read > 0) continue;
            *c = here; // another attached card: the caller goes on
            if (inside) break;
            take_words(c, "and");
        }
        (void)refuse_card_word(c);
        return NULL;
    }
    return item;
}

static bool take_items(struct cursor *c, bool views, struct list *list)
{
    long          number;
    struct cursor start = *c;
    if (take_words(c, "empty")) {
        if (at_end(c)) return true;
        *c = start;
    }
    if (take_number(c, 0, NUMBER_MAX, &number) &&
        (take_words(c, "cards") || take_words(c, "card")) && at_end(c)) {
        list->kind  = LIST_NUMBER;
        list->count = (unsigned)number;
        return true;
    }
    *c                 = start;
    struct item **last = &list->items;
    do {
        if (at_end(c)) {
            if (last == &list->items) return refuse(c, "cards are missing; say \"empty\" for none");
            break; // a comma at the end does no harm
        }
        if (!(*last = take_item(c, views, false))) return false;
        list->count += (*last)->count;
        if (list->count > NUMBER_MAX) return refuse(c, "no zone holds that many cards");
        last = &(*last)->next;
    } while (take_separator(c));
    return at_end(c) ? true : refuse(c, "a comma is missing");
}

static bool refuse_zone(const struct cursor *c, seat_id self)
{
    const struct run *r    = c->run;
    struct text       said = text_part(c->rest, 0, text_find(c->rest, ':'));
    char              name[100], near[100] = "";
    unsigned          best = 64;
    for (zone_id z = 0; z < r->t.state->zone_count; z++) {
        seat_id seat = r->game->zones[z].seat;
        if (seat != NO_SEAT && seat >= r->t.state->seats) continue;
        struct writer w = writer_on(name, sizeof name);
        say_zone(r->game, self, z, r->names, &w);
        unsigned distance = text_distance(said, (struct text){ name, w.size });
        if (distance >= best) continue;
        best = distance;
        memcpy(near, name, sizeof near);
    }
    said = text_part(said, 0, SHOWN_MAX);
    return refuse(c, "there is no place \"%.*s\"; nearest is \"%s\"", SHOW(said), near);
}

// "Bel exile": of a shared zone, one seat's cards.
static size_t owned_zone_at(const struct cursor *c, zone_id *zone, seat_id *owner)
{
    const struct run *r    = c->run;
    size_t            size = seat_said_at(&r->t, c->rest, r->names, owner);
    if (!size || size >= c->rest.size) return 0;
    struct text rest = text_part(c->rest, size + 1, c->rest.size);
    size_t      more = zone_said_at(&r->t, NO_SEAT, rest, r->names, zone);
    return more && r->game->zones[*zone].seat == NO_SEAT ? size + 1 + more : 0;
}

bool take_list(struct cursor *c, seat_id self, bool views, struct list *list)
{
    static const char *const kinds[] = { [LIST_EXACT]    = "",
                                         [LIST_TOP]      = "top",
                                         [LIST_BOTTOM]   = "bottom",
                                         [LIST_INCLUDES] = "includes",
                                         [LIST_EXCLUDES] = "excludes" };
    struct cursor            start   = *c;
    const struct run        *r       = c->run;
    if (text_find(c->rest, ':') == c->rest.size) return false;
    *list       = (struct list){ .owner = NO_SEAT };
    size_t size = zone_said_at(&r->t, self, c->rest, r->names, &list->zone);
    if (!size) size = owned_zone_at(c, &list->zone, &list->owner);
    if (!size) return refuse_zone(c, self);
    cursor_skip(c, size);
    for (size_t i = LIST_TOP; i < COUNT(kinds); i++)
        if (take_words(c, kinds[i])) list->kind = (enum list_kind)i;
    if (!take_sign(c, ':')) return refuse_zone(&start, self);
    return take_items(c, views, list);
}
