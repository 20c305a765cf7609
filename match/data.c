#include "match/data.h"

#include "base/embedded.h"

#include <string.h>

static void put_text(struct json *j, const char *name, const char *text)
{
    json_name(j, name);
    json_text(j, text);
}

static void put_list(struct json *j, const char *name, const char *const *words)
{
    json_name(j, name);
    json_open(j, '[');
    for (; words && *words; words++) json_text(j, *words);
    json_close(j, ']');
}

static struct text file_text(const struct game *g, const char *name)
{
    const struct embedded_file *f = embedded_find(g->files, name);
    return f ? (struct text){ f->bytes, f->size } : (struct text){ "", 0 };
}

static void put_lines(struct json *j, const char *name, struct text rest)
{
    struct text line;
    json_name(j, name);
    json_open(j, '[');
    while (text_next_line(&rest, &line))
        if (line.size) json_slice(j, line);
    json_close(j, ']');
}

// --- modes and options --------------------------------------------------------------------------

// What is agreed: {"arena":"Pit","turns":20}. 0: not said.
static void put_agreed(struct json *j, const struct game *g, const int16_t *option)
{
    json_open(j, '{');
    for (unsigned i = 0; g->options && g->options[i].name; i++) {
        if (!option[i]) continue;
        json_name(j, g->options[i].name);
        if (g->options[i].words)
            json_text(j, g->options[i].words[option[i] - 1]);
        else
            json_number(j, option[i]);
    }
    json_close(j, '}');
}

static void put_modes(struct json *j, const struct game *g)
{
    json_name(j, "modes");
    json_open(j, '[');
    for (const struct game_mode *m = g->modes; m->name; m++) {
        json_open(j, '{');
        put_text(j, "name", m->name);
        put_text(j, "about", m->about);
        json_name(j, "seats");
        json_open(j, '[');
        json_number(j, m->seats_min);
        json_number(j, m->seats_max);
        json_close(j, ']');
        json_name(j, "options");
        put_agreed(j, g, m->option);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_options(struct json *j, const struct game *g)
{
    json_name(j, "options");
    json_open(j, '[');
    for (const struct game_option *o = g->options; o && o->name; o++) {
        json_open(j, '{');
        put_text(j, "name", o->name);
        put_text(j, "about", o->about);
        if (o->words)
            put_list(j, "words", o->words);
        else {
            json_name(j, "range");
            json_open(j, '[');
            json_number(j, o->min);
            json_number(j, o->max);
            json_close(j, ']');
        }
        json_name(j, "usual");
        if (o->usual && o->words)
            json_text(j, o->words[o->usual - 1]);
        else if (o->usual)
            json_number(j, o->usual);
        else
            json_text(j, NULL);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_rule(struct json *j, const struct game *g, rule_id rule)
{
    const struct rule *r = rule_find(g->rules, g->rule_count, rule);
    json_text(j, r ? r->name : NULL);
}

// The clocks that the rules name.
static void put_clock(struct json *j, const struct game *g)
{
    json_name(j, "clock");
    if (!g->time.limit) {
        json_text(j, NULL);
        return;
    }
    json_open(j, '{');
    json_name(j, "rules");
    json_open(j, '[');
    for (const rule_id *rule = g->time.all; *rule; rule++) put_rule(j, g, *rule);
    json_close(j, ']');
    json_name(j, "time_outs");
    if (g->time.time_outs)
        json_number(j, g->time.time_outs);
    else
        json_text(j, NULL);
    json_close(j, '}');
}

void data_listed(struct json *j, const struct box *box, enum listed_decks how)
{
    json_open(j, '{');
    put_text(j, "game", box->game->name);
    put_text(j, "title", box->game->title);
    put_lines(j, "about", file_text(box->game, "about.txt"));
    put_modes(j, box->game);
    put_options(j, box->game);
    put_clock(j, box->game);
    json_name(j, "decks");
    json_open(j, '[');
    for (uint32_t d = 0; d < box->deck_count; d++) {
        if (how == DECK_NAMES) {
            json_text(j, box->decks[d].name);
            continue;
        }
        json_open(j, '{');
        put_text(j, "name", box->decks[d].name);
        put_text(j, "about", box->decks[d].about ? box->decks[d].about : "");
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

// --- cards --------------------------------------------------------------------------------------

// Sections in which ready-made decks have cards of this kind, a bit each; none: it is not put into
// decks (keywords, tokens).
static unsigned sections_of_kind(const struct box *box, uint8_t kind)
{
    unsigned sections = 0;
    for (uint32_t d = 0; d < box->deck_count; d++)
        for (uint32_t i = 0; i < box->decks[d].count; i++)
            if (box->pool->defs[box->decks[d].entries[i].def].kind == kind)
                sections |= BIT(box->decks[d].sections[i]);
    return sections;
}

static void put_sections(struct json *j, const struct box *box, uint8_t kind)
{
    unsigned    sections = sections_of_kind(box, kind);
    const char *first    = sections & 1 ? "main" : NULL;
    for (unsigned i = 0; !first && sections >> (i + 1); i++)
        if (sections >> (i + 1) & 1) first = box->game->deck_sections[i];
    put_text(j, "section", first);
    json_name(j, "sections");
    json_open(j, '[');
    if (sections & 1) json_text(j, "main");
    for (unsigned i = 0; box->game->deck_sections && box->game->deck_sections[i]; i++)
        if (sections >> (i + 1) & 1) json_text(j, box->game->deck_sections[i]);
    json_close(j, ']');
}

// The first word of each tag that is set.
static void put_tags(struct json *j, const struct card_form *form, uint64_t tags)
{
    json_open(j, '[');
    for (const struct form_tag *t = form->tags; t->word; t++) {
        if (tags >> t->tag & 1) json_text(j, t->word);
        tags &= ~(UINT64_C(1) << t->tag);
    }
    json_close(j, ']');
}

static void put_line(struct json *j, const struct card_form *form, const struct card_def *def)
{
    char          line[1024];
    struct writer w    = writer_on(line, sizeof line - 1);
    uint64_t      tags = def->tags;
    write_chars(&w, form_kind_word(form, def->kind));
    for (const struct form_tag *t = form->tags; t->word; t++) {
        if (tags >> t->tag & 1) write_format(&w, " %s", t->word);
        tags &= ~(UINT64_C(1) << t->tag);
    }
    json_name(j, "line");
    json_slice(j, (struct text){ line, w.size });
}

// As printed, and as numbers.
static void put_fields(struct json *j, const struct box *box, const struct card_def *def)
{
    const struct form_field *fields = box->game->form->fields;
    uint32_t                 left   = def->fields_set;
    json_name(j, "fields");
    json_open(j, '{');
    if (def->faction) put_text(j, "faction", def->faction);
    json_name(j, "tags");
    put_tags(j, box->game->form, def->tags);
    for (const struct form_field *f = fields; f->word; f++) {
        char          number[32];
        struct writer w = writer_on(number, sizeof number - 1);
        if (!(left >> f->field & 1)) continue;
        left &= ~BIT(f->field);
        write_field_number(f, def, &w);
        json_name(j, f->word);
        json_slice(j, (struct text){ number, w.size });
    }
    json_close(j, '}');
    left = def->fields_set;
    json_name(j, "stats");
    json_open(j, '{');
    for (const struct form_field *f = fields; f->word; f++) {
        if (!(left >> f->field & 1)) continue;
        left &= ~BIT(f->field);
        json_name(j, f->word);
        json_number(j, def->field[f->field]);
    }
    json_close(j, '}');
}

static void put_card_lines(struct json *j, const struct box *box, const struct card_def *def)
{
    const struct card_line *lines      = box->pool->lines + def->line_first;
    bool                    underlined = false, tied = false;
    json_name(j, "text");
    json_open(j, '[');
    for (unsigned i = 0; i < def->line_count; i++) {
        json_slice(j, lines[i].printed);
        underlined |= lines[i].underlined;
        tied |= lines[i].tied != 0;
    }
    json_close(j, ']');
    if (underlined) {
        json_name(j, "underlined");
        json_open(j, '[');
        for (unsigned i = 0; i < def->line_count; i++) json_bool(j, lines[i].underlined);
        json_close(j, ']');
    }
    if (!tied) return;
    json_name(j, "tied");
    json_open(j, '[');
    for (unsigned i = 0; i < def->line_count; i++) put_tags(j, box->game->form, lines[i].tied);
    json_close(j, ']');
}

void data_card(struct json *j, const struct box *box, def_id id)
{
    const struct card_def *def = &box->pool->defs[id];
    json_open(j, '{');
    json_name(j, "card");
    json_number(j, id);
    put_text(j, "name", def->name);
    put_text(j, "kind", form_kind_word(box->game->form, def->kind));
    put_line(j, box->game->form, def);
    put_fields(j, box, def);
    put_card_lines(j, box, def);
    put_text(j, "flavour", def->flavour);
    put_sections(j, box, def->kind);
    json_close(j, '}');
}

// --- a game -------------------------------------------------------------------------------------

static void put_zones(struct json *j, const struct game *g)
{
    static const char *const SIGHT[] = { "all", "owner", "team", "nobody" };
    json_name(j, "zones");
    json_open(j, '[');
    for (const struct zone_name *z = g->zones; z->name; z++) {
        json_open(j, '{');
        put_text(j, "zone", z->name);
        json_name(j, "of");
        if (z->seat < SEATS_MAX)
            json_number(j, z->seat);
        else
            json_text(j, NULL);
        put_text(j, "sight", SIGHT[z->sight]);
        json_name(j, "one");
        json_bool(j, z->one);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_decks(struct json *j, const struct box *box)
{
    json_name(j, "decks");
    json_open(j, '[');
    for (uint32_t d = 0; d < box->deck_count; d++) {
        const struct deck *deck = &box->decks[d];
        json_open(j, '{');
        put_text(j, "name", deck->name);
        put_text(j, "about", deck->about ? deck->about : "");
        json_name(j, "text");
        json_slice(j, file_text(box->game, deck->source));
        json_close(j, '}');
    }
    json_close(j, ']');
}

void data_game(struct json *j, const struct box *box)
{
    const struct game *g      = box->game;
    struct text        layout = file_text(g, "layout.json");
    json_open(j, '{');
    put_text(j, "game", g->name);
    put_text(j, "title", g->title);
    put_text(j, "version", g->version);
    put_text(j, "prefix", g->prefix);
    put_lines(j, "about", file_text(g, "about.txt"));
    put_modes(j, g);
    put_options(j, g);
    put_clock(j, g);
    put_zones(j, g);
    put_list(j, "stats", g->stat_names);
    put_list(j, "values", g->value_names);
    put_list(j, "words", g->status_words);
    put_list(j, "waiting", g->link_names);
    put_list(j, "phases", g->phases);
    json_name(j, "layout");
    json_raw(j, layout.size ? layout : TEXT("null"));
    json_name(j, "cards");
    json_open(j, '[');
    for (uint32_t i = 0; i < box->pool->def_count; i++) data_card(j, box, (def_id)i);
    json_close(j, ']');
    put_decks(j, box);
    put_list(j, "deck_sections", g->deck_sections);
    json_close(j, '}');
}

// --- rules --------------------------------------------------------------------------------------

// The heading above "- **NAME** " in the rulebook.
static struct text chapter_of(struct text book, const char *name)
{
    struct text rest = book, line, chapter = { "", 0 };
    while (text_next_line(&rest, &line)) {
        if (text_starts(line, "## ") || text_starts(line, "### "))
            chapter = text_trim(text_part(line, text_find(line, ' '), line.size));
        if (!text_starts(line, "- **")) continue;
        struct text id = text_part(line, 4, text_find(text_part(line, 4, line.size), '*'));
        if (text_is(id, name)) return chapter;
    }
    return (struct text){ "", 0 };
}

void data_rules(struct json *j, const struct game *g)
{
    struct text book = file_text(g, "rules.md");
    json_open(j, '{');
    put_text(j, "game", g->name);
    json_name(j, "rules");
    json_open(j, '[');
    for (size_t i = 0; i < g->rule_count; i++) {
        json_open(j, '{');
        put_text(j, "id", g->rules[i].name);
        json_name(j, "chapter");
        json_slice(j, chapter_of(book, g->rules[i].name));
        put_text(j, "text", g->rules[i].text);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

// --- lessons and puzzles ------------------------------------------------------------------------

// What follows the word at the start of the file's first line that has it.
static struct text line_with(struct text rest, const char *word)
{
    struct text line;
    while (text_next_line(&rest, &line))
        if (text_starts(line, word) && line.size > strlen(word) && line.at[strlen(word)] == ' ')
            return text_trim(text_part(line, strlen(word), line.size));
    return (struct text){ "", 0 };
}

static void put_scenarios(struct json *j, const struct game *g, const char *name,
                          const char *folder)
{
    json_name(j, name);
    json_open(j, '[');
    for (const struct embedded_file *f = g->files; f && f->name; f++) {
        struct text file = text_of(f->name), text = { f->bytes, f->size };
        if (!text_starts(file, folder)) continue;
        file = text_part(file, strlen(folder), file.size - strlen(folder) - strlen(".scn"));
        json_open(j, '{');
        json_name(j, "name");
        json_slice(j, file);
        json_name(j, "title");
        json_slice(j, line_with(text, "scenario"));
        json_name(j, "text");
        json_slice(j, text);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void data_scenarios(struct json *j, const struct game *g)
{
    json_open(j, '{');
    put_text(j, "game", g->name);
    put_scenarios(j, g, "lessons", "lessons/");
    put_scenarios(j, g, "puzzles", "puzzles/");
    json_close(j, '}');
}
