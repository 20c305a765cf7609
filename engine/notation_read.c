// Reading: the words of a form must follow each other in the text; where the form leaves a place,
// every way to say what could stand there is tried. Nothing is cut into words first, so names may
// contain whatever they like.
#include "engine/notation_private.h"

#include "engine/table.h"

#include <string.h>

enum { SAID_SIZE_MAX = 400, MEANT_MAX = 32, WAYS_MAX = 4, NEAREST_MAX = 5, LIST_ALL_MAX = 10 };

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (unsigned char)c >= 0x80 || c == '_' || c == '-' || c == '\'';
}

// Does a word end at this place of the text?
static bool ends_word(struct text t, size_t at)
{
    return at >= t.size || at == 0 || !is_word_char(t.at[at]) || !is_word_char(t.at[at - 1]);
}

static size_t text_said_at(struct text t, struct text words)
{
    bool same = words.size && text_equal_fold(text_part(t, 0, words.size), words);
    return same && ends_word(t, words.size) ? words.size : 0;
}

size_t words_said_at(struct text t, const char *words) { return text_said_at(t, text_of(words)); }

static size_t number_said_at(struct text t, unsigned *out)
{
    size_t size = 0;
    *out        = 0;
    while (size < t.size && size < 5 && t.at[size] >= '0' && t.at[size] <= '9')
        *out = *out * 10 + (unsigned)(t.at[size++] - '0');
    return ends_word(t, size) ? size : 0;
}

// --- seats, zones, places -----------------------------------------------------------------------

size_t seat_said_at(const struct table *t, struct text text, const char *const *names, seat_id *out)
{
    size_t best = 0;
    for (seat_id s = 0; s < t->state->seats; s++) {
        size_t size = words_said_at(text, names[s]);
        if (size <= best) continue;
        best = size;
        *out = s;
    }
    return best;
}

// Size of a beginning that means this zone: "Bel unit 2"; "unit 2" if it is the seat's own or
// shared.
static size_t this_zone_said_at(const struct table *t, seat_id self, struct text text,
                                const char *const *names, zone_id zone)
{
    const struct zone_name *z = &t->game->zones[zone];
    seat_id                 seat;
    size_t                  size = 0;
    if (z->seat == NO_SEAT || z->seat == self) size = words_said_at(text, z->name);
    if (size || z->seat == NO_SEAT) return size;
    size = seat_said_at(t, text, names, &seat);
    if (!size || seat != z->seat || size >= text.size || text.at[size] != ' ') return 0;
    size_t name = words_said_at(text_part(text, size + 1, text.size), z->name);
    return name ? size + 1 + name : 0;
}

size_t zone_said_at(const struct table *t, seat_id self, struct text text, const char *const *names,
                    zone_id *out)
{
    size_t best = 0;
    for (unsigned z = 0; z < t->state->zone_count; z++) {
        if (!is_zone(t, z)) continue;
        size_t size = this_zone_said_at(t, self, text, names, (zone_id)z);
        if (size <= best) continue;
        best = size;
        *out = (zone_id)z;
    }
    return best;
}

// "unit 2", "Bel hand 3", "on unit 2", "2nd on Bel unit 2"; behind its name also "Bel hand".
static size_t place_said_at(const struct table *t, seat_id self, struct text text, card_id card,
                            const char *const *names, bool is_named)
{
    struct spot spot = spot_of(t, card);
    size_t      skip = 0;
    char        start[32];
    if (spot.kind == SPOT_NOWHERE) return 0;
    if (spot.kind == SPOT_ON || spot.kind == SPOT_NTH_ON) {
        struct writer w = writer_on(start, sizeof start);
        if (spot.kind == SPOT_NTH_ON) write_format(&w, "%u%s ", spot.nth, ordinal_ending(spot.nth));
        write_chars(&w, "on");
        skip = words_said_at(text, start);
        if (!skip || skip >= text.size || text.at[skip] != ' ') return 0;
        text = text_part(text, ++skip, text.size);
    }
    size_t size = this_zone_said_at(t, self, text, names, spot.zone);
    if (!size || spot.kind != SPOT_NTH) return size ? skip + size : 0;
    bool     numbered = size < text.size && text.at[size] == ' ';
    unsigned nth;
    size_t   digits = numbered ? number_said_at(text_part(text, size + 1, text.size), &nth) : 0;
    if (digits) return nth == spot.nth ? size + 1 + digits : 0;
    return is_named || zone_size(t->state, spot.zone) == 1 ? size : 0; // the only one there
}

// --- cards --------------------------------------------------------------------------------------

// All beginnings that mean this card: its name, name and place, place. Returns how many.
static size_t card_ways(const struct table *t, seat_id viewer, struct text text, card_id card,
                        const char *const *names, size_t *ways)
{
    size_t count = 0, size = place_said_at(t, viewer, text, card, names, false);
    if (size) ways[count++] = size;
    def_id def = card_at(t->state, card)->def;
    if (!is_face(t, def) || !knows_face(t, viewer, card)) return count;
    struct text name = text_of(t->pool->defs[def].name);
    size             = text_said_at(text, name);
    if (!size) return count;
    struct text rest = text_part(text, size, text.size);
    if (text_starts(rest, " (")) {
        size_t place = place_said_at(t, viewer, text_part(rest, 2, rest.size), card, names, true);
        if (place && place + 2 < rest.size && rest.at[place + 2] == ')')
            ways[count++] = size + 2 + place + 1;
    }
    ways[count++] = size;
    return count;
}

size_t card_said_at(const struct table *t, seat_id viewer, struct text text, card_id card,
                    const char *const *names)
{
    size_t ways[WAYS_MAX], best = 0;
    if (!is_in_play(t, card)) return 0;
    for (size_t i = card_ways(t, viewer, text, card, names, ways); i-- > 0;)
        if (ways[i] > best) best = ways[i];
    return best;
}

// --- choices ------------------------------------------------------------------------------------

// One attempt to find the forms in a text. A bound attempt asks for one choice only.
struct attempt {
    const struct table       *t;
    const char *const        *names;
    const struct choice_form *form;
    seat_id                   seat;
    bool                      bound;
    struct choice             wanted;
    size_t                    longest; // size of the longest beginning that fitted
    struct text               text;
    struct choice             meant[MEANT_MAX]; // what fitted the whole text
    size_t                    count;
};

static void fit(struct attempt *, struct text form, size_t at, struct choice);

static void fitted(struct attempt *a, size_t at, struct choice choice)
{
    if (!ends_word(a->text, at)) return;
    if (at > a->longest) a->longest = at;
    if (at != a->text.size || a->count == MEANT_MAX) return;
    for (size_t i = 0; i < a->count; i++)
        if (choice_equal(a->meant[i], choice)) return;
    a->meant[a->count++] = choice;
}

static void fit_card(struct attempt *a, struct text form, size_t at, struct choice choice,
                     bool is_target)
{
    unsigned    first = 0, end = a->t->state->card_count;
    struct text rest = text_part(a->text, at, a->text.size);
    size_t      ways[WAYS_MAX];
    if (a->bound) {
        first = is_target ? a->wanted.target : a->wanted.card;
        end   = first + 1;
        if (first == NO_CARD) {
            size_t size = words_said_at(rest, "nothing");
            if (size) fit(a, form, at + size, choice);
        }
    }
    for (unsigned id = first; id < end; id++) {
        if (!is_in_play(a->t, id)) continue;
        size_t count = card_ways(a->t, a->seat, rest, (card_id)id, a->names, ways);
        if (is_target)
            choice.target = (uint16_t)id;
        else
            choice.card = (card_id)id;
        for (size_t i = 0; i < count; i++) fit(a, form, at + ways[i], choice);
    }
}

static void fit_zone(struct attempt *a, struct text form, size_t at, struct choice choice)
{
    struct text rest = text_part(a->text, at, a->text.size);
    for (unsigned z = 0; z < a->t->state->zone_count; z++) {
        if (!is_zone(a->t, z) || (a->bound && z != a->wanted.target)) continue;
        size_t size   = this_zone_said_at(a->t, a->seat, rest, a->names, (zone_id)z);
        choice.target = (uint16_t)z;
        if (size) fit(a, form, at + size, choice);
    }
}

static void fit_name(struct attempt *a, struct text form, size_t at, struct choice choice)
{
    const struct card_pool *pool  = a->t->pool;
    struct text             rest  = text_part(a->text, at, a->text.size);
    unsigned                first = a->bound ? a->wanted.extra : 0;
    unsigned                end   = a->bound ? first + 1 : pool->def_count;
    for (unsigned def = first; def < end && def < pool->def_count; def++) {
        size_t size  = words_said_at(rest, pool->defs[def].name);
        choice.extra = (uint16_t)def;
        if (size) fit(a, form, at + size, choice);
    }
}

static void fit_option(struct attempt *a, struct text form, size_t at, struct choice choice,
                       struct text member)
{
    struct text rest = text_part(a->text, at, a->text.size);
    unsigned    number;
    size_t      size = 0;
    if (text_is(member, "seat")) {
        seat_id seat = 0;
        size         = seat_said_at(a->t, rest, a->names, &seat);
        number       = seat;
    } else {
        size = number_said_at(rest, &number);
    }
    if (!size || number > UINT8_MAX || (a->bound && number != a->wanted.option)) return;
    choice.option = (uint8_t)number;
    fit(a, form, at + size, choice);
}

static void fit_word(struct attempt *a, struct text form, size_t at, struct choice choice)
{
    struct text        rest  = text_part(a->text, at, a->text.size);
    const char *const *words = a->form->words;
    for (unsigned i = 0; words && words[i] && i <= UINT8_MAX; i++) {
        if (a->bound && i != a->wanted.option) continue;
        size_t size   = words_said_at(rest, words[i]);
        choice.option = (uint8_t)i;
        if (size) fit(a, form, at + size, choice);
    }
}

// Goes on with the rest of the form at this place of the text.
static void fit(struct attempt *a, struct text form, size_t at, struct choice choice)
{
    struct text literal, member;
    form_next(&form, &literal, &member);
    struct text here = text_part(a->text, at, literal.size);
    if (!text_equal_fold(here, literal)) return;
    at += literal.size;
    if (!member.size) {
        fitted(a, at, choice);
    } else if (text_is(member, "card") || text_is(member, "target")) {
        fit_card(a, form, at, choice, text_is(member, "target"));
    } else if (text_is(member, "zone")) {
        fit_zone(a, form, at, choice);
    } else if (text_is(member, "name")) {
        fit_name(a, form, at, choice);
    } else if (text_is(member, "word")) {
        fit_word(a, form, at, choice);
    } else if (text_is(member, "extra")) {
        unsigned number;
        size_t   size = number_said_at(text_part(a->text, at, a->text.size), &number);
        if (!size || number > UINT16_MAX || (a->bound && number != a->wanted.extra)) return;
        choice.extra = (uint16_t)number;
        fit(a, form, at + size, choice);
    } else {
        fit_option(a, form, at, choice, member);
    }
}

// Does the text, or a beginning of it, say this choice?
static void fit_this(struct attempt *a, struct choice choice)
{
    a->bound  = true;
    a->wanted = choice;
    for (unsigned i = 0; (a->form = choice_form_of(a->t->game, choice.kind, i)); i++)
        fit(a, text_of(a->form->form), 0, choice);
}

static void fit_any(struct attempt *a)
{
    a->bound = false;
    for (unsigned i = 0; (a->form = choice_form_at(a->t->game, i)); i++)
        fit(a, text_of(a->form->form), 0, (struct choice){ .kind = a->form->kind });
}

size_t choice_said_at(const struct table *t, seat_id seat, struct text text,
                      const struct choice *choice, const char *const *names)
{
    struct attempt a = { .t = t, .names = names, .seat = seat, .text = text };
    if (choice)
        fit_this(&a, *choice);
    else
        fit_any(&a);
    return a.longest;
}

// --- read_choice --------------------------------------------------------------------------------

static bool single_blanks(struct text in, char *out, size_t capacity, struct text *result)
{
    struct writer w = writer_on(out, capacity);
    struct text   word;
    while (text_next_word(&in, &word)) {
        if (w.size) write_char(&w, ' ');
        write_text(&w, word);
    }
    *result = (struct text){ out, w.size };
    return !w.cut;
}

static void write_said(const struct attempt *a, struct choice choice, struct writer *w)
{
    say_choice(a->t, a->seat, a->seat, choice, a->names, w);
}

static bool fail_ambiguous(const struct attempt *a, struct error *err)
{
    char          list[ERROR_TEXT_MAX - 200];
    struct writer w = writer_on(list, sizeof list);
    for (size_t i = 0; i < a->count; i++) {
        if (i) write_chars(&w, ", or ");
        write_said(a, a->meant[i], &w);
    }
    struct text said = text_part(a->text, 0, 100);
    return fail(err, BAD_INPUT, (struct place){ 0 }, "\"%.*s\" can mean: %s", SHOW(said), list);
}

// Writes the candidates nearest to the text, all of them if they are few.
struct nearest {
    unsigned distance[NEAREST_MAX];
    size_t   index[NEAREST_MAX], count;
};

static void keep_near(struct nearest *n, unsigned distance, size_t index)
{
    size_t at = n->count;
    while (at > 0 && n->distance[at - 1] > distance) at--;
    if (at == NEAREST_MAX) return;
    if (n->count < NEAREST_MAX) n->count++;
    for (size_t i = n->count - 1; i > at; i--) {
        n->distance[i] = n->distance[i - 1];
        n->index[i]    = n->index[i - 1];
    }
    n->distance[at] = distance;
    n->index[at]    = index;
}

static bool fail_unknown(const struct attempt *a, const struct choice *list, size_t count,
                         struct error *err)
{
    char           out[ERROR_TEXT_MAX - 200], said[SAID_SIZE_MAX];
    struct writer  w    = writer_on(out, sizeof out);
    struct nearest near = { .count = 0 };
    for (size_t i = 0; i < count; i++) {
        struct writer one = writer_on(said, sizeof said);
        write_said(a, list[i], &one);
        keep_near(&near, text_distance(a->text, (struct text){ said, one.size }), i);
    }
    for (size_t i = 0; count && i < (count <= LIST_ALL_MAX ? count : near.count); i++) {
        if (i) write_chars(&w, ", ");
        write_said(a, list[count <= LIST_ALL_MAX ? i : near.index[i]], &w);
    }
    const struct choice_form *form;
    for (unsigned i = 0; !count && (form = choice_form_at(a->t->game, i)); i++)
        keep_near(&near, text_distance(a->text, text_of(form->form)), i);
    for (size_t i = 0; !count && i < near.count; i++)
        write_format(&w, "%s%s", i ? ", " : "",
                     choice_form_at(a->t->game, (unsigned)near.index[i])->form);
    struct text text = text_part(a->text, 0, 100);
    return fail(err, BAD_INPUT, (struct place){ 0 }, "nothing like \"%.*s\" can be chosen; %s: %s",
                SHOW(text),
                !count                  ? "choices look like"
                : count <= LIST_ALL_MAX ? "there is"
                                        : "nearest are",
                out);
}

// Among several meanings, those that a rule of the game forbids tell more than those that make no
// sense now; of these, all must be forbidden by the same rule.
static bool settle_unlisted(struct attempt *a, struct choice *out, struct error *err)
{
    struct attempt ruled = *a;
    rule_id        rule  = 0;
    bool           same  = true;
    ruled.count          = 0;
    for (size_t i = 0; i < a->count; i++) {
        rule_id no = table_why_not(a->t, a->seat, a->meant[i]);
        if (!rule_find(a->t->game->rules, a->t->game->rule_count, no)) continue;
        if (ruled.count && no != rule) same = false;
        rule                       = no;
        ruled.meant[ruled.count++] = a->meant[i];
    }
    if (!same) return fail_ambiguous(&ruled, err);
    *out = ruled.count ? ruled.meant[0] : a->meant[0];
    return true;
}

bool read_choice(const struct table *t, seat_id seat, struct text text, const char *const *names,
                 struct choice *out, struct error *err)
{
    char           said[SAID_SIZE_MAX], words[SAID_SIZE_MAX];
    struct choice  list[CHOICES_MAX];
    struct attempt a = { .t = t, .names = names, .seat = seat };
    if (!single_blanks(text, said, sizeof said, &a.text))
        return fail(err, BAD_INPUT, (struct place){ 0 }, "no choice has that many words");
    size_t count = table_choices(t, seat, list, CHOICES_MAX);
    for (size_t i = 0; i < count; i++) {
        size_t before = a.count;
        fit_this(&a, list[i]);
        if (a.count == before) continue;
        struct writer w = writer_on(words, sizeof words);
        write_said(&a, list[i], &w);
        if (!text_equal_fold(a.text, (struct text){ words, w.size })) continue;
        *out = list[i]; // its very words
        return true;
    }
    if (a.count > 1) return fail_ambiguous(&a, err);
    if (a.count == 0) {
        fit_any(&a);
        if (a.count == 0) return fail_unknown(&a, list, count, err);
        return settle_unlisted(&a, out, err);
    }
    *out = a.meant[0];
    return true;
}

// --- whole texts --------------------------------------------------------------------------------

bool read_zone(const struct table *t, seat_id seat, struct text text, const char *const *names,
               zone_id *out)
{
    char        said[SAID_SIZE_MAX];
    struct text clean;
    return single_blanks(text, said, sizeof said, &clean) && clean.size &&
           zone_said_at(t, seat, clean, names, out) == clean.size;
}

bool read_seat(const struct table *t, struct text text, const char *const *names, seat_id *out)
{
    text = text_trim(text);
    return text.size && seat_said_at(t, text, names, out) == text.size;
}

bool names_card(const struct table *t, seat_id viewer, struct text text, card_id card,
                const char *const *names)
{
    char        said[SAID_SIZE_MAX];
    size_t      ways[WAYS_MAX];
    struct text clean;
    if (!is_in_play(t, card) || !single_blanks(text, said, sizeof said, &clean) || !clean.size)
        return false;
    for (size_t i = card_ways(t, viewer, clean, card, names, ways); i-- > 0;)
        if (ways[i] == clean.size) return true;
    return false;
}
