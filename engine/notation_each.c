// Everything that the forms can say of one card, legal or not: each place of a form that is left
// for something else is filled with whatever could stand there.
#include "engine/notation_private.h"

#include "engine/table.h"

enum { OPTIONS_TRIED = 5 };

struct each {
    const struct table       *t;
    const struct choice_form *form;
    choice_said              *said;
    void                     *context;
    card_id                   card;
};

static bool form_names(const struct choice_form *form, const char *wanted)
{
    struct text rest = text_of(form->form), literal, member;
    while (rest.size) {
        form_next(&rest, &literal, &member);
        if (text_is(member, wanted)) return true;
    }
    return false;
}

static void each_extra(const struct each *e, struct choice c)
{
    unsigned count = form_names(e->form, "extra") ? OPTIONS_TRIED : 1;
    if (form_names(e->form, "name")) return; // names any face: says nothing of this card
    for (c.extra = 0; c.extra < count; c.extra++) e->said(e->context, c);
}

static void each_option(const struct each *e, struct choice c)
{
    unsigned count = 1;
    if (form_names(e->form, "word"))
        for (count = 0; e->form->words && e->form->words[count];) count++;
    else if (form_names(e->form, "seat"))
        count = e->t->state->seats;
    else if (form_names(e->form, "option"))
        count = OPTIONS_TRIED;
    for (unsigned i = 0; i < count; i++) {
        c.option = (uint8_t)i;
        each_extra(e, c);
    }
}

static bool is_on_table(const struct table *t, unsigned card)
{
    return is_in_play(t, card) &&
           t->game->zones[card_at(t->state, (card_id)card)->zone].sight != SIGHT_NOBODY;
}

static void each_target(const struct each *e, struct choice c)
{
    const struct core *s = e->t->state;
    if (form_names(e->form, "target")) {
        for (c.target = 0; c.target < s->card_count; c.target++)
            if (is_on_table(e->t, c.target)) each_option(e, c);
    } else if (form_names(e->form, "zone")) {
        for (c.target = 0; c.target < s->zone_count; c.target++)
            if (is_zone(e->t, c.target)) each_option(e, c);
    } else
        each_option(e, c);
}

static void each_card(const struct each *e, struct choice c)
{
    for (c.card = 0; c.card < e->t->state->card_count; c.card++)
        if (c.card != e->card && is_on_table(e->t, c.card)) each_option(e, c);
}

void each_choice_with(const struct table *t, card_id card, choice_said *said, void *context)
{
    struct each e = { .t = t, .card = card, .said = said, .context = context };
    if (!is_in_play(t, card)) return;
    for (unsigned i = 0; (e.form = choice_form_at(t->game, i)); i++) {
        struct choice c = { .kind = e.form->kind };
        if (choice_form_of(t->game, c.kind, 0) != e.form) continue; // another way to say it
        if (form_names(e.form, "card")) {
            c.card = card;
            each_target(&e, c);
        }
        if (form_names(e.form, "target")) {
            c.target = card;
            each_card(&e, c);
        }
    }
}
