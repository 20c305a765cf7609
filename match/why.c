#include "match/why.h"

#include "engine/notation.h"
#include "engine/table.h"

struct answers {
    const struct table *t;
    seat_id             seat;
    struct why_answer  *list;
    size_t              count;
    rule_id             senseless; // what the table itself says of the rest
};

static void put_answer(struct json *j, const struct table *t, const char *const *names,
                       seat_id seat, const struct choice *choice, rule_id rule)
{
    char          words[4096], name[32];
    struct writer w = writer_on(words, sizeof words - 1);
    if (choice) say_choice(t, seat, seat, *choice, names, &w);
    const char *text = rule ? table_rule_text(t->game, rule, name, sizeof name) : "";
    json_open(j, '{');
    json_name(j, "words");
    json_slice(j, (struct text){ words, w.size });
    json_name(j, "rule");
    json_text(j, rule ? name : NULL);
    json_name(j, "text");
    json_text(j, text);
    json_close(j, '}');
}

bool show_why_words(struct json *j, const struct table *t, const char *const *names, seat_id seat,
                    struct text words, struct error *err)
{
    struct choice choice;
    if (!read_choice(t, seat, words, names, &choice, err)) return false;
    put_answer(j, t, names, seat, &choice, table_why_not(t, seat, choice));
    return true;
}

static void add_answer(void *context, struct choice choice)
{
    struct answers *a    = context;
    rule_id         rule = table_why_not(a->t, a->seat, choice);
    if (rule && !rule_find(a->t->game->rules, a->t->game->rule_count, rule)) {
        a->senseless = rule;
        return;
    }
    for (size_t i = 0; rule && i < a->count; i++)
        if (a->list[i].rule == rule && a->list[i].choice.kind == choice.kind) return;
    if (a->count < WHY_MAX) a->list[a->count++] = (struct why_answer){ choice, rule };
}

size_t why_card(const struct table *t, seat_id seat, card_id card, struct why_answer out[WHY_MAX])
{
    struct why_answer list[WHY_MAX];
    struct answers    a     = { .t = t, .seat = seat, .list = list, .senseless = RULE_NO_SUCH };
    size_t            count = 0;
    if (t->state->over)
        a.senseless = RULE_GAME_OVER;
    else if (!(table_asked(t) >> seat & 1))
        a.senseless = RULE_NOT_ASKED;
    else
        each_choice_with(t, card, add_answer, &a);
    for (int legal = 1; legal >= 0; legal--)
        for (size_t i = 0; i < a.count; i++)
            if ((list[i].rule == 0) == legal) out[count++] = list[i];
    if (!count) out[count++] = (struct why_answer){ { .kind = CHOICE_NONE }, a.senseless };
    return count;
}

void show_why_card(struct json *j, const struct table *t, const char *const *names, seat_id seat,
                   card_id card)
{
    struct why_answer list[WHY_MAX];
    size_t            count = why_card(t, seat, card, list);
    for (size_t i = 0; i < count; i++)
        put_answer(j, t, names, seat, list[i].choice.kind == CHOICE_NONE ? NULL : &list[i].choice,
                   list[i].rule);
}
