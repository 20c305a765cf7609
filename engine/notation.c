// Saying: members of a choice or an event are put into the places that a form leaves for them.
#include "engine/notation_private.h"

#include "engine/table.h"

static const struct choice_form SHARED_CHOICES[] = {
    { CHOICE_PICK, "pick {card}", NULL },
    { CHOICE_DONE, "done", NULL },
};
static const struct event_form SHARED_EVENTS[] = {
    { EVENT_SHUFFLED, "{from} was shuffled" },
    { EVENT_ROLLED, "{seat} rolled {amount}" },
    { EVENT_FLIPPED, "{seat} flipped {side}" },
    { EVENT_PICKED, "{amount} was picked at random" },
    { 0 },
};

// --- forms --------------------------------------------------------------------------------------

void form_next(struct text *form, struct text *literal, struct text *placeholder)
{
    size_t open  = text_find(*form, '{');
    *literal     = text_part(*form, 0, open);
    *form        = text_part(*form, open, form->size);
    size_t close = text_find(*form, '}');
    *placeholder = form->size ? text_part(*form, 1, close - 1) : *form;
    *form        = text_part(*form, close + 1, form->size);
}

const struct choice_form *choice_form_at(const struct game *g, unsigned index)
{
    for (const struct choice_form *f = g->choice_forms; f && f->kind; f++)
        if (index-- == 0) return f;
    return index < COUNT(SHARED_CHOICES) ? &SHARED_CHOICES[index] : NULL;
}

const struct choice_form *choice_form_of(const struct game *g, uint8_t kind, unsigned index)
{
    for (const struct choice_form *f = g->choice_forms; f && f->kind; f++)
        if (f->kind == kind && index-- == 0) return f;
    for (size_t i = 0; i < COUNT(SHARED_CHOICES); i++)
        if (SHARED_CHOICES[i].kind == kind && index-- == 0) return &SHARED_CHOICES[i];
    return NULL;
}

static const char *event_form_of(const struct game *g, uint16_t kind)
{
    for (const struct event_form *f = g->event_forms; f && f->kind; f++)
        if (f->kind == kind) return f->form;
    for (const struct event_form *f = SHARED_EVENTS; f->kind; f++)
        if (f->kind == kind) return f->form;
    return NULL;
}

// --- cards and places ---------------------------------------------------------------------------

const char *ordinal_ending(unsigned nth)
{
    if (nth % 100 / 10 == 1) return "th";
    switch (nth % 10) {
    case 1: return "st";
    case 2: return "nd";
    case 3: return "rd";
    default: return "th";
    }
}

struct spot spot_of(const struct table *t, card_id card)
{
    const struct core *c    = t->state;
    zone_id            zone = card_at(c, card)->zone;
    unsigned           nth  = 0;
    if (zone == NO_ZONE) return (struct spot){ SPOT_NOWHERE, NO_ZONE, 0 };
    for (card_id i = card; i != NO_CARD; i = card_above(c, i)) nth++;
    if (!t->game->zones[zone].one) return (struct spot){ SPOT_NTH, zone, nth };
    unsigned count = zone_size(c, zone), under = count - nth;
    if (!under) return (struct spot){ SPOT_ZONE, zone, 0 };
    return (struct spot){ count == 2 ? SPOT_ON : SPOT_NTH_ON, zone, under };
}

static void write_seat(seat_id seat, const char *const *names, struct writer *w)
{
    write_chars(w, seat < SEATS_MAX && names[seat] ? names[seat] : "the table");
}

void say_zone(const struct game *g, seat_id viewer, zone_id zone, const char *const *names,
              struct writer *w)
{
    unsigned count = 0;
    while (g->zones[count].name) count++;
    if (zone >= count) {
        write_chars(w, "outside");
        return;
    }
    if (g->zones[zone].seat != NO_SEAT && g->zones[zone].seat != viewer) {
        write_seat(g->zones[zone].seat, names, w);
        write_char(w, ' ');
    }
    write_chars(w, g->zones[zone].name);
}

static void write_place(const struct table *t, seat_id self, card_id card, const char *const *names,
                        struct writer *w)
{
    struct spot spot = spot_of(t, card);
    switch (spot.kind) {
    case SPOT_NOWHERE: write_chars(w, "a card"); return;
    case SPOT_ZONE: break;
    case SPOT_NTH: break;
    case SPOT_ON: write_chars(w, "on "); break;
    case SPOT_NTH_ON: write_format(w, "%u%s on ", spot.nth, ordinal_ending(spot.nth)); break;
    }
    say_zone(t->game, self, spot.zone, names, w);
    if (spot.kind == SPOT_NTH) write_format(w, " %u", spot.nth);
}

// Could the name alone be taken for another card that the viewer knows? Decks do not count, except
// for cards in decks.
static bool is_doubtful(const struct table *t, seat_id viewer, card_id card)
{
    const struct core *c          = t->state;
    const struct card *this       = card_at(c, card);
    const struct zone_name *zones = t->game->zones;
    bool                    decks = zones[this->zone].sight == SIGHT_NOBODY;
    for (card_id i = 0; i < c->card_count; i++) {
        const struct card *other = card_at(c, i);
        if (i == card || other->def != this->def || other->zone == NO_ZONE) continue;
        if (zones[other->zone].sight == SIGHT_NOBODY && !decks) continue;
        if (knows_face(t, viewer, i)) return true;
    }
    return false;
}

static void write_card(const struct table *t, seat_id viewer, seat_id self, unsigned card,
                       const char *const *names, struct writer *w)
{
    if (!is_in_play(t, card)) {
        write_chars(w, card == NO_CARD ? "nothing" : "a card");
        return;
    }
    card_id id  = (card_id)card;
    def_id  def = card_at(t->state, id)->def;
    if (!knows_face(t, viewer, id) || !is_face(t, def)) {
        write_place(t, self, id, names, w);
        return;
    }
    write_chars(w, t->pool->defs[def].name);
    if (!is_doubtful(t, viewer, id)) return;
    write_chars(w, " (");
    write_place(t, self, id, names, w);
    write_char(w, ')');
}

void say_card(const struct table *t, seat_id viewer, card_id card, const char *const *names,
              struct writer *w)
{
    write_card(t, viewer, viewer, card, names, w);
}

void say_place(const struct table *t, seat_id viewer, card_id card, const char *const *names,
               struct writer *w)
{
    if (is_in_play(t, card))
        write_place(t, viewer, card, names, w);
    else
        write_chars(w, "a card");
}

static void write_face(const struct table *t, def_id def, struct writer *w)
{
    write_chars(w, is_face(t, def) ? t->pool->defs[def].name : "a card");
}

// --- choices and events -------------------------------------------------------------------------

static const char *word_at(const char *const *words, unsigned index)
{
    for (; words && *words; words++)
        if (index-- == 0) return *words;
    return NULL;
}

void say_choice(const struct table *t, seat_id viewer, seat_id actor, struct choice choice,
                const char *const *names, struct writer *w)
{
    const struct choice_form *form = choice_form_of(t->game, choice.kind, 0);
    if (!form) {
        write_format(w, "choice %u", choice.kind);
        return;
    }
    struct text rest = text_of(form->form), literal, member;
    while (rest.size) {
        form_next(&rest, &literal, &member);
        write_text(w, literal);
        if (text_is(member, "card"))
            write_card(t, viewer, actor, choice.card, names, w);
        else if (text_is(member, "target"))
            write_card(t, viewer, actor, choice.target, names, w);
        else if (text_is(member, "zone"))
            say_zone(t->game, actor, (zone_id)(choice.target < NO_ZONE ? choice.target : NO_ZONE),
                     names, w);
        else if (text_is(member, "seat"))
            write_seat(choice.option, names, w);
        else if (text_is(member, "name"))
            write_face(t, choice.extra, w);
        else if (text_is(member, "extra"))
            write_format(w, "%u", choice.extra);
        else if (text_is(member, "word") && word_at(form->words, choice.option))
            write_chars(w, word_at(form->words, choice.option));
        else if (member.size)
            write_format(w, "%u", choice.option);
    }
}

void choice_take_apart(const struct table *t, seat_id seat, struct choice choice,
                       struct choice_parts *out)
{
    const struct choice_form *form = choice_form_of(t->game, choice.kind, 0);
    struct text               rest = text_of(form ? form->form : ""), literal, member;
    *out                           = (struct choice_parts){ .card   = NO_CARD,
                                                            .target = NO_CARD,
                                                            .zone   = NO_ZONE,
                                                            .seat   = NO_SEAT,
                                                            .face   = NO_DEF,
                                                            .option = -1,
                                                            .extra  = -1 };
    for (bool first = true; rest.size; first = false) {
        form_next(&rest, &literal, &member);
        if (first) out->verb = text_trim(literal);
        if (text_is(member, "card") && is_in_play(t, choice.card))
            out->card = choice.card;
        else if (text_is(member, "target") && is_in_play(t, choice.target))
            out->target = (card_id)choice.target;
        else if (text_is(member, "zone") && is_zone(t, choice.target))
            out->zone = (zone_id)choice.target;
        else if (text_is(member, "seat"))
            out->seat = choice.option;
        else if (text_is(member, "name") && is_face(t, choice.extra))
            out->face = choice.extra;
        else if (text_is(member, "extra"))
            out->extra = choice.extra;
        else if (text_is(member, "option"))
            out->option = choice.option;
        else if (text_is(member, "word"))
            out->word = word_at(form->words, choice.option);
    }
    if (t->game->choice_text) out->text = t->game->choice_text(t, seat, choice);
}

void say_event(const struct table *t, seat_id viewer, const struct event *event,
               const char *const *names, struct writer *w)
{
    struct event e = *event;
    if (viewer != NO_SEAT && !event_for(event, viewer, &e)) return;
    const char *form = event_form_of(t->game, e.kind);
    if (!form) return;
    struct text rest = text_of(form), literal, member;
    while (rest.size) {
        form_next(&rest, &literal, &member);
        write_text(w, literal);
        if (text_is(member, "card"))
            write_face(t, e.def, w);
        else if (text_is(member, "target"))
            write_face(t, e.target_def, w);
        else if (text_is(member, "seat"))
            write_seat(e.seat, names, w);
        else if (text_is(member, "amount"))
            write_format(w, "%d", e.amount);
        else if (text_is(member, "s"))
            write_chars(w, e.amount == 1 ? "" : "s");
        else if (text_is(member, "from"))
            say_zone(t->game, NO_SEAT, e.from, names, w);
        else if (text_is(member, "to"))
            say_zone(t->game, NO_SEAT, e.to, names, w);
        else if (text_is(member, "side"))
            write_chars(w, e.amount ? "heads" : "tails");
        else if (text_is(member, "word"))
            write_chars(w, t->game->event_word(&e));
    }
}

void say_reason(const struct table *t, const struct reason *reason, struct writer *w)
{
    const struct rule     *rule = rule_find(t->game->rules, t->game->rule_count, reason->rule);
    const struct card_def *def  = is_face(t, reason->def) ? &t->pool->defs[reason->def] : NULL;
    if (def && reason->length && reason->line < def->line_count) {
        struct text line = t->pool->lines[def->line_first + reason->line].printed;
        write_format(w, "%s: \"", def->name);
        write_text(w, text_part(line, reason->at, reason->length));
        write_chars(w, rule ? "\", " : "\"");
    }
    if (rule) write_chars(w, rule->name);
}
