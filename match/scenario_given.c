// Arranging a position: the table is started bare, cards are put into their zones, words are set,
// and the game takes up play at the phase that is given.
#include "match/scenario_private.h"

#include <string.h>

// --- what stands above: mode, seats, seed, rules, cards -----------------------------------------

static bool one_line(struct run *r, const struct step *step, struct cursor *out)
{
    r->step = step;
    r->line = NULL;
    if (step->count != 1)
        return fail(&r->err, BAD_INPUT, scenario_place(r->file, step->at),
                    "after \"%s\" stands one line", STEP_WORDS[step->kind]);
    *out = cursor_on(r, &step->lines[0]);
    return true;
}

static bool read_mode(struct run *r, const struct step *step)
{
    struct cursor c;
    char          known[300];
    struct writer w = writer_on(known, sizeof known);
    if (!one_line(r, step, &c)) return false;
    for (uint8_t i = 0; r->game->modes[i].name; i++) {
        if (text_equal_fold(c.rest, text_of(r->game->modes[i].name))) {
            r->setup.mode  = i;
            r->setup.seats = r->game->modes[i].seats_min;
            return true;
        }
        write_format(&w, "%s%s", i ? ", " : "", r->game->modes[i].name);
    }
    return refuse(&c, "%s has no such mode; there is %s", r->game->title, known);
}

static bool read_seats(struct run *r, const struct step *step)
{
    const struct game_mode *mode = &r->game->modes[r->setup.mode];
    struct cursor           c;
    long                    seats;
    if (!one_line(r, step, &c)) return false;
    if (!take_number(&c, mode->seats_min, mode->seats_max, &seats) || !at_end(&c))
        return refuse(&c, "%s is for %u to %u players", mode->name, mode->seats_min,
                      mode->seats_max);
    r->setup.seats = (uint8_t)seats;
    return true;
}

static bool read_seed(struct run *r, const struct step *step)
{
    struct cursor c;
    long          seed;
    if (!one_line(r, step, &c)) return false;
    if (!text_number(c.rest, 0, 1000000000, &seed))
        return refuse(&c, "a seed is a number from 0 to 1000000000");
    key_from_seed((uint64_t)seed, r->setup.key);
    return true;
}

static bool read_options(struct run *r, const struct step *step)
{
    for (uint32_t i = 0; i < step->count; i++) {
        struct cursor c   = cursor_on(r, &step->lines[i]);
        struct error  why = { 0 };
        if (!box_option(r->box, &r->setup, c.rest, &why)) return refuse_with(&c, &why);
    }
    return true;
}

static bool read_rules(struct run *r, const struct step *step)
{
    rule_id rule;
    for (uint32_t i = 0; i < step->count; i++) {
        struct cursor c = cursor_on(r, &step->lines[i]);
        while (!at_end(&c)) {
            if (!take_rule(&c, &rule, &r->err)) return false;
            take_separator(&c);
        }
    }
    return true;
}

// A card that the box knows already is not read again: a replay brings all its cards along.
static bool is_known_card(const struct run *r, struct text card)
{
    struct text name    = text_trim(text_part(card, 0, text_find(card, ':')));
    size_t      faction = text_find_text(name, TEXT(" / "));
    return pool_find(r->box->pool, text_part(name, 0, faction)) != NO_DEF;
}

static bool own_box(struct run *r)
{
    if (!r->own_box) r->own_box = box_extend(r->box, &r->err);
    if (r->own_box) r->box = r->own_box;
    return r->own_box != NULL;
}

// What only scenarios load, for a box that a caller or a replay brings: without these cards a game
// cannot fill in what a scenario leaves out.
static bool add_scenario_cards(struct run *r)
{
    struct text cards = text_of(r->game->scenario_cards ? r->game->scenario_cards : "");
    struct text first = text_part(cards, 0, text_find(cards, '\n'));
    if (!first.size || pool_find(r->box->pool, first) != NO_DEF) return true;
    return own_box(r) && card_set_read(r->own_box->cards, "scenario cards", cards, &r->err);
}

static bool read_cards(struct run *r, const struct step *step, bool all_known)
{
    for (uint32_t i = 0; i < step->count; i++) {
        struct cursor c = cursor_on(r, &step->lines[i]);
        if (all_known && is_known_card(r, c.rest)) continue;
        if (!own_box(r)) return false;
        if (!card_set_read_inline(r->own_box->cards, c.rest, cursor_place(&c), &r->err))
            return false;
    }
    return true;
}

bool run_begin(struct run *r)
{
    const uint8_t none[sizeof r->setup.key] = { 0 };
    r->setup.seats                          = r->game->modes[0].seats_min;
    r->setup.bare                           = true;
    for (seat_id s = 0; s < SEATS_MAX; s++) r->setup.seat[s].name = r->names[s];
    if (!add_scenario_cards(r)) return false;
    for (uint32_t i = 0; i < r->step_count; i++) {
        const struct step *step = &r->steps[i];
        if (step->kind == STEP_MODE && !read_mode(r, step)) return false;
        if (step->kind == STEP_SEED && !read_seed(r, step)) return false;
        if (step->kind == STEP_OPTION && !read_options(r, step)) return false;
        if (step->kind == STEP_STRICT) r->strict = true;
        if (step->kind == STEP_RULE && !read_rules(r, step)) return false;
        if (step->kind == STEP_CARD && !read_cards(r, step, r->replayed)) return false;
    }
    for (uint32_t i = 0; i < r->step_count; i++)
        if (r->steps[i].kind == STEP_SEATS && !read_seats(r, &r->steps[i])) return false;
    for (uint32_t i = 0; i < r->step_count; i++)
        if (r->steps[i].kind == STEP_SHOWS && !check_shows(r, &r->steps[i])) return false;
    r->any_seed = memcmp(r->setup.key, none, sizeof none) == 0;
    if (r->any_seed) key_from_seed(r->seed, r->setup.key);
    if (r->own_box && !box_prepare(r->own_box, &r->err)) return false;
    r->t.pool = r->box->pool;
    table_start(&r->t, &r->setup);
    return true;
}

// --- forced chance ------------------------------------------------------------------------------

static bool push_forced(const struct cursor *c, uint8_t kind, zone_id zone, unsigned value)
{
    struct core *core = c->run->t.state;
    if (core->forced_count == FORCED_MAX)
        return refuse(c, "no more than %d results can be forced at once", FORCED_MAX);
    core->forced[core->forced_count++] = (struct forced){ .kind  = kind,
                                                          .zone  = zone,
                                                          .value = (uint16_t)value };
    return true;
}

// "any": the scenario says that it does not force these.
static bool takes_any(struct cursor *c, uint8_t kind)
{
    if (!take_words(c, "any") || !at_end(c)) return false;
    return c->run->may_be_any[kind] = true;
}

static bool force_numbers(struct cursor *c, uint8_t kind)
{
    long number;
    if (at_end(c)) return refuse(c, "a number is missing");
    for (; !at_end(c); take_separator(c)) {
        struct cursor here = *c;
        if (takes_any(c, kind)) return true;
        if (!take_number(c, 1, 1000, &number)) return refuse(c, "a number from 1 on stands here");
        if (!push_forced(&here, kind, 0, (unsigned)number - 1)) return false;
    }
    return true;
}

static bool force_coins(struct cursor *c)
{
    if (at_end(c)) return refuse(c, "heads or tails is missing");
    for (; !at_end(c); take_separator(c)) {
        if (takes_any(c, FORCED_COIN)) return true;
        struct cursor here  = *c;
        bool          heads = take_words(c, "heads");
        if (!heads && !take_words(c, "tails")) return refuse(c, "a coin shows heads or tails");
        if (!push_forced(&here, FORCED_COIN, 0, heads)) return false;
    }
    return true;
}

static zone_id deck_of(const struct run *r, seat_id seat)
{
    zone_id found = NO_ZONE;
    for (zone_id z = 0; z < r->t.state->zone_count; z++) {
        const struct zone_name *zone = &r->game->zones[z];
        if (zone->seat != seat || zone->sight != SIGHT_NOBODY) continue;
        if (found == NO_ZONE || text_is(text_of(zone->name), "deck")) found = z;
    }
    return found;
}

// "shuffle Ash: A, B" is about that seat's deck.
static bool force_shuffle(struct cursor *c)
{
    struct run   *r     = c->run;
    struct cursor start = *c;
    struct list   list  = { .zone = NO_ZONE };
    seat_id       seat;
    if (take_seat(c, &seat) && take_sign(c, ':')) {
        list.zone = deck_of(r, seat);
        if (list.zone == NO_ZONE) return refuse(&start, "%s has no deck", r->names[seat]);
        do {
            def_id def;
            if (!take_face(c, &def)) return refuse_face(c);
            if (!push_forced(c, FORCED_SHUFFLE, list.zone, def)) return false;
        } while (take_separator(c));
        return at_end(c) ? true : refuse(c, "a comma is missing");
    }
    *c = start;
    if (!take_list(c, NO_SEAT, false, &list))
        return refuse(c,
                      "a place stands here, as in \"shuffle Ash deck: Ridge Boar, Quick Blade\"");
    for (const struct item *item = list.items; item; item = item->next)
        for (unsigned i = 0; i < item->count; i++)
            if (!push_forced(&item->at, FORCED_SHUFFLE, list.zone, item->def)) return false;
    return true;
}

bool run_force(struct run *r, const struct step *step)
{
    for (uint32_t i = 0; i < step->count; i++) {
        struct cursor c  = cursor_on(r, &step->lines[i]);
        bool          ok = false;
        if (take_words(&c, "dice") || take_words(&c, "die"))
            ok = force_numbers(&c, FORCED_DIE);
        else if (take_words(&c, "coin"))
            ok = force_coins(&c);
        else if (take_words(&c, "pick"))
            ok = force_numbers(&c, FORCED_PICK);
        else if (take_words(&c, "shuffle"))
            ok = force_shuffle(&c);
        else
            return refuse(&c, "what can be forced is dice, coin, pick or shuffle");
        if (!ok) return false;
    }
    return true;
}

// --- cards in zones -----------------------------------------------------------------------------

static seat_set sight_of(const struct core *c, const struct zone_name *zone, seat_id owner)
{
    seat_id seat = zone->seat == NO_SEAT ? owner : zone->seat;
    if (zone->sight == SIGHT_ALL) return EVERYBODY;
    if (zone->sight == SIGHT_NOBODY || seat >= c->seats) return 0;
    if (zone->sight == SIGHT_TEAM) return seats_of_team(c, c->team[seat]);
    return (seat_set)BIT(seat);
}

static void keep_claims(struct claim *claims, card_id card, seat_id owner, struct claim ***tail)
{
    // Cards of "3 Ridge Boar exhausted" share their claims, so each gets copies.
    for (; claims; claims = claims->next) {
        struct claim *copy = ARENA_NEW(claims->at.run->arena, struct claim);
        *copy              = *claims;
        copy->card         = card;
        copy->next         = NULL;
        if (copy->kind == CLAIM_WORD) copy->seat = owner;
        **tail = copy;
        *tail  = &copy->next;
    }
}

static card_id put_card(struct run *r, const struct item *item, zone_id zone, seat_id owner)
{
    struct core *c = r->t.state;
    for (const struct claim *claim = item->claims; claim; claim = claim->next)
        if (claim->kind == CLAIM_OWNER) owner = claim->seat;
    card_id id = card_create(c, item->def, owner, zone, BOTTOM);
    if (id == NO_CARD) {
        (void)refuse(&item->at, "the position has no room for more cards");
        return NO_CARD;
    }
    card_of(c, id)->known = sight_of(c, &r->game->zones[zone], owner);
    card_forget(c, id);
    return id;
}

static bool put_attached(struct run *r, const struct item *host, card_id host_id, zone_id zone,
                         struct claim ***tail)
{
    card_id under = host_id;
    for (const struct item *item = host->attached; item; item = item->next) {
        struct error why = { 0 };
        if (!r->game->attach)
            return refuse(&item->at, "%s has nothing that lies on cards", r->game->title);
        card_id id = put_card(r, item, zone, card_at(r->t.state, host_id)->owner);
        if (id == NO_CARD) return false;
        card_move_above(r->t.state, id, under);
        if (!r->game->attach(&r->t, host_id, id, &why)) return refuse_with(&item->at, &why);
        keep_claims(item->claims, id, card_at(r->t.state, id)->owner, tail);
        under = card_at(r->t.state, id)->zone == zone ? id : host_id;
    }
    return true;
}

// The last line that says of a zone that it is empty, counted from 1: what lines above it put there
// is not there. Lines of a file's head are above those of its scenarios.
struct emptied {
    uint32_t line;
    seat_id  owner; // NO_SEAT: nobody's cards lie there
};

static bool is_emptied(const struct emptied *zones, const struct list *list, uint32_t line)
{
    const struct emptied *e = &zones[list->zone];
    return e->line > line && (e->owner == NO_SEAT || e->owner == list->owner);
}

static bool put_list(struct run *r, const struct cursor *start, const struct list *list,
                     struct claim ***tail)
{
    const struct zone_name *zone  = &r->game->zones[list->zone];
    seat_id                 owner = zone->seat == NO_SEAT ? list->owner : zone->seat;
    if (list->kind != LIST_EXACT)
        return refuse(start, "a position is given by the cards of a zone, from the top");
    if (zone->one && list->count + r->filled[list->zone] > 1)
        return refuse(start, "there is room for one card; say \"A with B\" for a card on a card");
    if (owner == NO_SEAT && list->count)
        return refuse(start, "say whose cards they are, as in \"%s %s: ...\"", r->names[0],
                      zone->name);
    r->filled[list->zone] = list->count > 0;
    for (const struct item *item = list->items; item; item = item->next)
        for (unsigned i = 0; i < item->count; i++) {
            struct error why = { 0 };
            card_id      id  = put_card(r, item, list->zone, owner);
            if (id == NO_CARD) return false;
            if (r->game->placed && !r->game->placed(&r->t, id, &why))
                return refuse_with(&item->at, &why);
            keep_claims(item->claims, id, card_at(r->t.state, id)->owner, tail);
            if (!put_attached(r, item, id, list->zone, tail)) return false;
        }
    return true;
}

// --- words --------------------------------------------------------------------------------------

enum { WORD_TRIED_MAX = 9999 };

// What the game does not let be set, with the number that it would; the position is not used.
static bool refuse_word(struct run *r, const struct claim *claim)
{
    const struct scenario_word *word = claim->word;
    int most = claim->value < WORD_TRIED_MAX ? claim->value : WORD_TRIED_MAX;
    if (word->value != WORD_NUMBER && word->value != WORD_ROMAN)
        return refuse(&claim->at, "\"%s\" cannot be so as it lies there", word->word);
    if (most < 0)
        return refuse(&claim->at, "\"%s %d\" cannot be so; at least 0", word->word, claim->value);
    while (most >= 0 && !word->set(&r->t, claim->seat, claim->card, most)) most--;
    if (most < 0) return refuse(&claim->at, "\"%s\" cannot be so", word->word);
    return refuse(&claim->at, "\"%s %d\" cannot be so; at most %d", word->word, claim->value, most);
}

static bool set_claim(struct run *r, const struct claim *claim)
{
    struct card *card = claim->card == NO_CARD ? NULL : card_of(r->t.state, claim->card);
    if (card && card->zone == NO_ZONE) return refuse(&claim->at, "the card is gone");
    switch (claim->kind) {
    case CLAIM_OWNER: return true; // done when the card was put there
    case CLAIM_KNOWN:
        if (claim->negated)
            card->known = (seat_set)(card->known & ~claim->value);
        else if (claim->value == 0)
            card->known = 0;
        else
            card->known = (seat_set)(card->known | claim->value);
        card_forget(r->t.state, claim->card);
        return true;
    case CLAIM_NAMED:
        if (!claim->negated && claim->named->set(&r->t, claim->card, claim->name, claim->value))
            return true;
        return refuse(&claim->at, "\"%s\" cannot be so", claim->named->word);
    case CLAIM_WORD: break;
    }
    const struct scenario_word *word = claim->word;
    if (claim->negated && word->value != WORD_FLAG)
        return refuse(&claim->at, "a position is given by what is, not by what is not");
    if (!word->set) return refuse(&claim->at, "\"%s\" can be tested, not set", word->word);
    return word->set(&r->t, claim->seat, claim->card, claim->negated ? 0 : claim->value) ||
           refuse_word(r, claim);
}

// "action phase"
static bool take_phase(struct cursor *c)
{
    struct cursor start = *c;
    for (unsigned i = 0; c->run->game->phases && c->run->game->phases[i]; i++) {
        if (take_words(c, c->run->game->phases[i]) && take_words(c, "phase") && at_separator(c)) {
            c->run->phase = i;
            return true;
        }
        *c = start;
    }
    return false;
}

static bool ends_with(struct text text, const char *words)
{
    size_t size = strlen(words);
    return text.size > size &&
           text_equal_fold(text_part(text, text.size - size, size), text_of(words));
}

// "lai phase", "Zoe to act": what there is instead.
static bool refuse_turn(const struct cursor *c)
{
    const struct run *r      = c->run;
    struct text       phrase = text_part(c->rest, 0, text_find(c->rest, ','));
    char              known[300];
    struct writer     w = writer_on(known, sizeof known);
    if (ends_with(phrase, " phase")) {
        for (unsigned i = 0; r->game->phases && r->game->phases[i]; i++)
            write_format(&w, "%s%s phase", i ? ", " : "", r->game->phases[i]);
    } else if (ends_with(phrase, " to act")) {
        for (seat_id s = 0; s < r->t.state->seats; s++)
            write_format(&w, "%s%s to act", s ? ", " : "", r->names[s]);
    } else {
        return false;
    }
    phrase = text_part(phrase, 0, 60);
    (void)refuse(c, "there is no \"%.*s\"; there is %s", SHOW(phrase), known);
    return true;
}

static bool read_phrases(struct cursor c, struct claim ***tail)
{
    struct run *r = c.run;
    for (; !at_end(&c); take_separator(&c)) {
        struct cursor start  = c;
        struct claim *claims = NULL;
        seat_id       seat;
        if (take_seat(&c, &seat) && take_words(&c, "to act")) {
            if (!at_separator(&c)) return refuse(&c, "a comma is missing");
            r->to_act = seat;
            continue;
        }
        c = start;
        if (take_phase(&c)) continue;
        if (refuse_turn(&start)) return false;
        if (!take_phrase(&c, &claims)) return false;
        if (!at_separator(&c)) return refuse(&c, "a comma is missing");
        if (claims->card == NO_CARD) {
            if (!set_claim(r, claims)) return false;
        } else {
            **tail = claims;
            while (**tail) *tail = &(**tail)->next;
        }
    }
    return true;
}

// Zones first, then what is said of table and seats, then what is said of cards.
enum given_pass { PASS_EMPTY, PASS_CARDS, PASS_PHRASES, PASS_COUNT };

static bool read_given(struct run *r)
{
    struct claim  *claims = NULL, **tail = &claims;
    struct emptied zones[256] = { 0 };
    for (int pass = PASS_EMPTY; pass < PASS_COUNT; pass++) {
        uint32_t number = 0;
        for (uint32_t i = 0; i < r->step_count; i++)
            for (uint32_t k = 0; r->steps[i].kind == STEP_GIVEN && k < r->steps[i].count; k++) {
                struct list   list;
                struct cursor c     = cursor_on(r, &r->steps[i].lines[k]);
                struct cursor start = c;
                bool          cards = text_find(c.rest, ':') < c.rest.size;
                r->step             = &r->steps[i];
                number++;
                if (!cards && pass == PASS_PHRASES && !read_phrases(c, &tail)) return false;
                if (!cards || pass == PASS_PHRASES) continue;
                if (!take_list(&c, NO_SEAT, false, &list)) return false;
                if (pass == PASS_EMPTY && list.kind == LIST_EXACT && !list.count)
                    zones[list.zone] = (struct emptied){ number, list.owner };
                if (pass == PASS_EMPTY || is_emptied(zones, &list, number)) continue;
                if (!put_list(r, &start, &list, &tail)) return false;
            }
    }
    for (const struct claim *claim = claims; claim; claim = claim->next)
        if (!set_claim(r, claim)) return false;
    return true;
}

// --- a match from the start ---------------------------------------------------------------------

static uint8_t take_section(struct cursor *c)
{
    const char *const *sections = c->run->game->deck_sections;
    for (uint8_t i = 0; sections && sections[i]; i++)
        if (take_words(c, sections[i])) return (uint8_t)(i + 1);
    return 0;
}

static bool refuse_deck(const struct cursor *c)
{
    const struct box *box = c->run->box;
    char              known[300];
    struct writer     w     = writer_on(known, sizeof known);
    struct text       shown = text_part(c->rest, 0, 60);
    for (uint32_t i = 0; i < box->deck_count; i++)
        write_format(&w, "%s%s", i ? ", " : "", box->decks[i].name);
    return refuse(c, "there is no deck \"%.*s\" and no such card; decks are %s", SHOW(shown),
                  known);
}

bool take_deck(struct cursor *c, seat_id seat)
{
    struct run        *r    = c->run;
    struct seat_setup *s    = &r->setup.seat[seat];
    const struct deck *deck = box_deck(r->box, c->rest);
    *s                      = (struct seat_setup){ .name = r->names[seat] };
    if (deck) {
        for (uint32_t i = 0; i < deck->count; i++)
            for (unsigned n = deck->entries[i].count; n > 0 && s->count < DECK_CARDS_MAX; n--) {
                s->card[s->count]      = deck->entries[i].def;
                s->section[s->count++] = deck->sections[i];
            }
        cursor_skip(c, c->rest.size);
        return true;
    }
    do {
        struct cursor start   = *c;
        uint8_t       section = take_section(c);
        long          count   = 1;
        def_id        def;
        bool          counted = !take_face(c, &def);
        if (counted && !take_number(c, 1, DECK_CARDS_MAX, &count) && !section && !s->count &&
            text_find(c->rest, ',') == c->rest.size)
            return refuse_deck(c);
        if (counted && !take_face(c, &def)) return refuse_face(c);
        for (; count > 0; count--) {
            if (s->count == DECK_CARDS_MAX)
                return refuse(&start, "no deck has more than %d cards", DECK_CARDS_MAX);
            s->card[s->count]      = def;
            s->section[s->count++] = section;
        }
    } while (take_separator(c));
    return true;
}

static bool read_brings(struct run *r)
{
    seat_set brought = 0;
    for (uint32_t i = 0; i < r->step_count; i++)
        for (uint32_t k = 0; r->steps[i].kind == STEP_BRINGS && k < r->steps[i].count; k++) {
            struct cursor c   = cursor_on(r, &r->steps[i].lines[k]);
            struct error  why = { 0 };
            seat_id       seat;
            if (!take_seat(&c, &seat) || !take_sign(&c, ':'))
                return refuse(&c, "a line reads \"brings Ash: NAME OF A DECK\" or lists its cards");
            struct cursor cards = c;
            if (!take_deck(&c, seat)) return false;
            if (!at_end(&c)) return refuse(&c, "a comma is missing");
            if (r->game->deck_check && !r->game->deck_check(r->box->pool, &r->setup, seat, &why))
                return refuse_with(&cards, &why);
            brought = (seat_set)(brought | BIT(seat));
        }
    for (seat_id s = 0; s < r->setup.seats; s++) {
        if (brought >> s & 1) continue;
        if (!r->box->deck_count)
            return fail(&r->err, BAD_INPUT, scenario_place(r->file, r->step->at),
                        "%s must bring a deck", r->names[s]);
        if (!box_seat_any(r->box, &r->setup, s, &r->err)) return false;
    }
    r->setup.bare = false;
    table_start(&r->t, &r->setup);
    return true;
}

// --- all of it ----------------------------------------------------------------------------------

static const struct step *first_of(const struct run *r, enum step_kind kind)
{
    for (uint32_t i = 0; i < r->step_count; i++)
        if (r->steps[i].kind == kind) return &r->steps[i];
    return NULL;
}

bool run_arrange(struct run *r)
{
    const struct step *given  = first_of(r, STEP_GIVEN);
    const struct step *brings = first_of(r, STEP_BRINGS);
    struct place       at     = scenario_place(r->file, given ? given->at : r->title_at);
    struct error       why    = { 0 };
    r->arranged               = true;
    r->step                   = brings ? brings : given;
    if (brings && given)
        return fail(&r->err, BAD_INPUT, at, "a match from the start has nothing given");
    if (brings ? !read_brings(r) : !read_given(r)) return false;
    for (uint32_t i = 0; i < r->first_action; i++)
        if (r->steps[i].kind == STEP_FORCE && !run_force(r, &r->steps[i])) return false;
    r->line = NULL;
    if (!brings) {
        if (!r->game->resume)
            return fail(&r->err, BAD_INPUT, at, "%s cannot go on from a given position",
                        r->game->title);
        if (!r->game->resume(&r->t, r->to_act, r->phase, &why))
            return fail(&r->err, BAD_INPUT, at, "%s", why.text);
        r->t.state->scenario = 0;
        // Who knew a card while the position was put together has not seen it.
        for (card_id id = 0; id < r->t.state->card_count; id++) card_forget(r->t.state, id);
        const char *broken = table_broken(&r->t);
        if (broken) return fail(&r->err, BAD_INPUT, at, "this cannot be: %s", broken);
    }
    bool fine = run_advance(r);
    note_turns(r);
    return fine;
}
