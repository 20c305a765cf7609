#include "match/show.h"

#include "engine/notation.h"
#include "engine/table.h"

#include <stdio.h>

// Row `index` of a NULL-ended list of names, or NULL.
static const char *name_at(const char *const *names, unsigned index)
{
    for (; names && *names; names++)
        if (index-- == 0) return *names;
    return NULL;
}

static void put_seats(struct json *j, const char *name, unsigned set)
{
    json_name(j, name);
    json_open(j, '[');
    for (unsigned s = 0; s < SEATS_MAX; s++)
        if (set >> s & 1) json_number(j, (long)s);
    json_close(j, ']');
}

static void put_seat(struct json *j, const char *name, seat_id seat)
{
    json_name(j, name);
    if (seat < SEATS_MAX)
        json_number(j, seat);
    else
        json_text(j, NULL);
}

static void put_face(struct json *j, const struct table *t, const char *number, const char *name,
                     def_id def)
{
    bool known = def < t->pool->def_count;
    json_name(j, number);
    if (known)
        json_number(j, def);
    else
        json_text(j, NULL);
    json_name(j, name);
    json_text(j, known ? t->pool->defs[def].name : NULL);
}

void show_card(struct json *j, const struct table *t, const struct view_card *c)
{
    const struct zone_name *zone = &t->game->zones[c->zone];
    json_open(j, '{');
    json_name(j, "id");
    json_number(j, c->id);
    put_face(j, t, "card", "name", c->def);
    json_name(j, "zone");
    json_text(j, zone->name);
    put_seat(j, "of", zone->seat);
    json_name(j, "place");
    json_number(j, c->place);
    put_seat(j, "owner", c->owner);
    json_name(j, "face_down");
    json_bool(j, c->flags & CARD_FACE_DOWN);
    json_name(j, "sideways");
    json_bool(j, c->flags & CARD_SIDEWAYS);
    json_name(j, "marked");
    json_bool(j, c->flags & CARD_MARKED);
    json_name(j, "stats");
    json_open(j, '{');
    for (unsigned i = 0; i < c->stats; i++) {
        const char *name = name_at(t->game->stat_names, i);
        if (!name || c->stat[i] == STAT_NONE) continue;
        json_name(j, name);
        json_number(j, c->stat[i]);
    }
    json_close(j, '}');
    json_name(j, "words");
    json_open(j, '[');
    for (unsigned i = 0; i < 64; i++)
        if (c->words >> i & 1) json_text(j, name_at(t->game->status_words, i));
    json_close(j, ']');
    json_close(j, '}');
}

void show_values(struct json *j, const struct table *t, const struct view *v)
{
    json_name(j, "values");
    json_open(j, '[');
    for (unsigned i = 0; i < v->value_count; i++) {
        json_open(j, '{');
        json_name(j, "name");
        json_text(j, name_at(t->game->value_names, v->values[i].name));
        put_seat(j, "seat", v->values[i].seat);
        json_name(j, "value");
        json_number(j, v->values[i].value);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void show_links(struct json *j, const struct table *t, const struct view *v)
{
    json_name(j, "waiting");
    json_open(j, '[');
    for (unsigned i = 0; i < v->link_count; i++) {
        const struct view_link *l = &v->links[i];
        json_open(j, '{');
        json_name(j, "what");
        json_text(j, name_at(t->game->link_names, l->what));
        put_seat(j, "seat", l->seat);
        put_face(j, t, "card", "name", l->def);
        json_name(j, "id");
        json_number(j, l->card);
        json_name(j, "target");
        json_number(j, l->target);
        json_name(j, "flags");
        json_number(j, l->flags);
        json_name(j, "line");
        json_number(j, l->line);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void show_view(struct json *j, const struct table *t, const char *const *names,
               const struct view *v)
{
    json_open(j, '{');
    json_name(j, "game");
    json_text(j, t->game->name);
    put_seat(j, "viewer", v->viewer);
    json_name(j, "seats");
    json_open(j, '[');
    for (unsigned s = 0; s < v->seats; s++) json_text(j, names[s]);
    json_close(j, ']');
    put_seats(j, "asked", v->asked);
    json_name(j, "question");
    json_text(j, v->question ? name_at(t->game->questions, v->question) : NULL);
    json_name(j, "over");
    json_bool(j, v->over);
    put_seats(j, "winners", v->winners);
    json_name(j, "cards");
    json_open(j, '[');
    for (unsigned i = 0; i < v->card_count; i++) show_card(j, t, &v->cards[i]);
    json_close(j, ']');
    show_values(j, t, v);
    show_links(j, t, v);
    json_close(j, '}');
}

// --- questions ----------------------------------------------------------------------------------

static void put_number(struct json *j, const char *name, long number)
{
    json_name(j, name);
    json_number(j, number);
}

// As in a record: kind, option, card, target, extra.
static void put_numbers(struct json *j, struct choice c)
{
    char numbers[40];
    snprintf(numbers, sizeof numbers, "%u.%u.%u.%u.%u", c.kind, c.option, c.card, c.target,
             c.extra);
    json_name(j, "numbers");
    json_text(j, numbers);
}

void show_parts(struct json *j, const struct table *t, seat_id seat, struct choice choice)
{
    struct choice_parts p;
    choice_take_apart(t, seat, choice, &p);
    json_open(j, '{');
    put_numbers(j, choice);
    json_name(j, "verb");
    json_slice(j, p.verb);
    if (p.card != NO_CARD) put_number(j, "card", p.card);
    if (p.target != NO_CARD) put_number(j, "target", p.target);
    if (p.zone != NO_ZONE) {
        json_name(j, "place");
        json_open(j, '{');
        json_name(j, "zone");
        json_text(j, t->game->zones[p.zone].name);
        put_seat(j, "of", t->game->zones[p.zone].seat);
        json_close(j, '}');
    }
    if (p.seat != NO_SEAT) put_number(j, "seat", p.seat);
    if (p.face != NO_DEF) put_number(j, "face", p.face);
    if (p.option >= 0) put_number(j, "option", p.option);
    if (p.extra >= 0) put_number(j, "extra", p.extra);
    if (p.word) {
        json_name(j, "word");
        json_text(j, p.word);
    }
    if (p.text.size) {
        json_name(j, "text");
        json_slice(j, p.text);
    }
    json_close(j, '}');
}

// Of a question that gathers cards one by one: how many, and which it has.
static void put_picks(struct json *j, const struct question *q)
{
    if (q->max < 2) return;
    json_name(j, "picks");
    json_open(j, '{');
    put_number(j, "least", q->min);
    put_number(j, "most", q->max);
    json_name(j, "cards");
    json_open(j, '[');
    for (unsigned i = 0; i < q->picked; i++) json_number(j, q->pick[i]);
    json_close(j, ']');
    json_close(j, '}');
}

void show_question(struct json *j, const struct table *t, const char *const *names, seat_id seat)
{
    struct choice list[CHOICES_MAX];
    size_t        count = table_choices(t, seat, list, CHOICES_MAX);
    json_name(j, "question");
    json_text(j, name_at(t->game->questions, t->state->question[seat].kind));
    put_picks(j, &t->state->question[seat]);
    json_name(j, "choices");
    json_open(j, '[');
    for (size_t i = 0; i < count; i++) {
        char          words[4096];
        struct writer w = writer_on(words, sizeof words - 1);
        say_choice(t, seat, seat, list[i], names, &w);
        json_slice(j, (struct text){ words, w.size });
    }
    json_close(j, ']');
    json_name(j, "parts");
    json_open(j, '[');
    for (size_t i = 0; i < count; i++) show_parts(j, t, seat, list[i]);
    json_close(j, ']');
}

// --- events -------------------------------------------------------------------------------------

// The card whose words did it, and where they stand: line, from, to.
static void put_span(struct json *j, const struct table *t, const struct reason *why)
{
    if (why->def >= t->pool->def_count || !why->length) return;
    if (why->line >= t->pool->defs[why->def].line_count) return;
    put_number(j, "because_card", why->def);
    json_name(j, "span");
    json_open(j, '[');
    json_number(j, why->line);
    json_number(j, why->at);
    json_number(j, why->at + why->length);
    json_close(j, ']');
}

void show_event(struct json *j, const struct table *t, const char *const *names, seat_id viewer,
                const struct event *event)
{
    struct event  seen;
    char          words[2048], why[1024];
    struct writer w = writer_on(words, sizeof words), reason = writer_on(why, sizeof why);
    if (!event_for(event, viewer, &seen)) return;
    say_event(t, viewer, event, names, &w);
    say_reason(t, &seen.reason, &reason);
    const struct rule *rule = rule_find(t->game->rules, t->game->rule_count, seen.reason.rule);
    json_open(j, '{');
    json_name(j, "kind");
    json_number(j, seen.kind);
    put_seat(j, "seat", seen.seat);
    json_name(j, "words");
    json_text(j, words);
    json_name(j, "because");
    json_text(j, why);
    json_name(j, "rule");
    json_text(j, rule ? rule->name : NULL);
    put_face(j, t, "card", "name", seen.def);
    put_face(j, t, "target_card", "target_name", seen.target_def);
    json_name(j, "amount");
    json_number(j, seen.amount);
    // Which card it is everybody may know, though not its face: ids are places.
    if (event->card != NO_CARD && event->def != NO_DEF) put_number(j, "id", event->card);
    if (event->target != NO_CARD && event->target_def != NO_DEF)
        put_number(j, "target_id", event->target);
    put_span(j, t, &seen.reason);
    json_close(j, '}');
}
