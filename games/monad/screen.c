// The table for readers, from a view alone: the place, then party by party.
#include "games/monad/rules.h"

#include "engine/sheet.h"

static const char *const REGION[] = { "Greenmantle", "Saltmarch", "Cinderfell", "Hollowdeep",
                                      "Skyreach" };

static bool has_value(const struct view *v, unsigned name)
{
    for (unsigned i = 0; i < v->value_count; i++)
        if (v->values[i].name == name) return true;
    return false;
}

static bool is_face_number(const struct sheet *s, int number)
{
    return number >= 0 && number < (int)s->pool->def_count;
}

static bool is_unit_shown(const struct view_card *card)
{
    return card->stats > STAT_SHOWN_MAX_HP && card->stat[STAT_SHOWN_MAX_HP] != STAT_NONE;
}

static void write_stat(const struct view_card *card, unsigned stat, struct writer *w)
{
    if (stat < card->stats && card->stat[stat] != STAT_NONE)
        write_format(w, "%d", card->stat[stat]);
    else
        write_char(w, '-');
}

// What has a number of its own is said with it.
static void write_words(const struct view_card *card, struct writer *w)
{
    for (unsigned k = STAT_SHOWN_SHIELD; k < card->stats; k++)
        if (k != STAT_SHOWN_ER && card->stat[k] != STAT_NONE && card->stat[k])
            write_format(w, " %s %d", monad_stat_names[k], card->stat[k]);
    for (unsigned k = STATUS_COUNT; monad_status_words[k]; k++)
        if (card->words >> k & 1) write_format(w, " %s", monad_status_words[k]);
    if (card->flags & CARD_SIDEWAYS) write_chars(w, " exhausted");
}

// In hand: what a Unit or an Equipment is like; on the table: how it fares.
void monad_facts(const struct sheet *s, const struct view_card *card, struct writer *w)
{
    if (card->def == NO_DEF) return;
    const struct card_def *d = &s->pool->defs[card->def];
    if (is_unit_shown(card)) {
        write_format(w, "%d/%d HP, AP ", card->stat[STAT_SHOWN_HP], card->stat[STAT_SHOWN_MAX_HP]);
        write_stat(card, STAT_SHOWN_AP, w);
        write_words(card, w);
        return;
    }
    if (card->stats > STAT_SHOWN_ER && card->stat[STAT_SHOWN_ER] != STAT_NONE) {
        write_format(w, "ER %d", card->stat[STAT_SHOWN_ER]);
        return;
    }
    if (d->field[FIELD_LEVEL]) write_format(w, "level %d", d->field[FIELD_LEVEL]);
    if (d->field[FIELD_GOLD])
        write_format(w, "%s%d gold", d->field[FIELD_LEVEL] ? ", " : "", d->field[FIELD_GOLD]);
}

// ---- units, one below the other

static void draw_unit(struct sheet *s, const struct view_card *card)
{
    char          words[200] = "", numbers[80] = "", ap[16] = "";
    struct writer w = writer_on(words, sizeof words), n = writer_on(numbers, sizeof numbers);
    struct writer a    = writer_on(ap, sizeof ap);
    unsigned      used = sheet_mark_card(s, card->id);
    sheet_cell(s, text_of(view_name(card, s->pool, "?")), used < 26 ? 26 - used : 4);
    write_stat(card, STAT_SHOWN_AP, &a);
    write_format(&n, " L%d %d/%d HP  AP %s/", card->stat[STAT_SHOWN_LEVEL],
                 card->stat[STAT_SHOWN_HP], card->stat[STAT_SHOWN_MAX_HP], ap);
    write_stat(card, STAT_SHOWN_MAX_AP, &n);
    write_chars(&n, "  INI ");
    write_stat(card, STAT_SHOWN_INI, &n);
    write_chars(&n, "  AR ");
    write_stat(card, STAT_SHOWN_AR, &n);
    sheet_item(s, "%s", numbers);
    write_words(card, &w);
    write_chars(&s->out, words);
}

// Units stand one below the other, with what they wear.
static void draw_row(struct sheet *s, unsigned zone, const char *title)
{
    bool any = false;
    for (unsigned i = 0; i < s->view->card_count; i++) {
        const struct view_card *card = &s->view->cards[i];
        if (card->zone != zone) continue;
        if (!any || is_unit_shown(card)) {
            if (any) write_char(&s->out, '\n');
            write_format(&s->out, "   %-6s%c", any ? "" : title, SIGN_HANG);
        }
        if (is_unit_shown(card)) {
            draw_unit(s, card);
        } else {
            write_chars(&s->out, any ? " + " : "");
            sheet_mark_card(s, card->id);
            sheet_item(s, "%s", view_name(card, s->pool, "?"));
        }
        any = true;
    }
    if (any) write_char(&s->out, '\n');
}

static void write_briefly(struct sheet *s, const struct view_card *card, struct writer *w)
{
    write_chars(w, view_name(card, s->pool, "?"));
    if (is_unit_shown(card))
        write_format(w, " %d/%d", card->stat[STAT_SHOWN_HP], card->stat[STAT_SHOWN_MAX_HP]);
}

static unsigned list_rows(struct sheet *s, seat_id seat, unsigned first, const char *mark)
{
    static const char *const ROW[] = { "front", "mid", "back" };
    unsigned                 told  = 0;
    for (unsigned row = 0; row < ROWS; row++) {
        unsigned zone = zone_of_seat(first + row, seat);
        if (!view_count(s->view, zone)) continue;
        write_chars(&s->out, told++ ? "; " : "");
        write_format(&s->out, "%s%s ", mark, ROW[row]);
        sheet_list(s, zone, ", ", write_briefly);
    }
    return told;
}

static unsigned units_in(const struct sheet *s, seat_id seat, unsigned first)
{
    unsigned count = 0;
    for (unsigned i = 0; i < s->view->card_count; i++)
        for (unsigned row = 0; row < ROWS; row++)
            count += s->view->cards[i].zone == zone_of_seat(first + row, seat) &&
                     is_unit_shown(&s->view->cards[i]);
    return count;
}

static void part_party(struct sheet *s, seat_id seat, unsigned first, unsigned weight,
                       const char *mark)
{
    static const char *const ROW[] = { "front", "mid", "back" };
    unsigned                 units = units_in(s, seat, first), cards = 0;
    for (unsigned row = 0; row < ROWS; row++)
        cards += view_count(s->view, zone_of_seat(first + row, seat));
    if (!cards) return;
    sheet_part(s, weight);
    sheet_form(s, FORM_FULL);
    if (*mark) write_format(&s->out, "  %s\n", mark);
    bool facing = *mark; // its front row stands nearest to the party, below
    for (unsigned i = 0; i < ROWS; i++) {
        unsigned row = facing ? ROWS - 1 - i : i;
        draw_row(s, zone_of_seat(first + row, seat), ROW[row]);
    }
    sheet_form(s, FORM_COMPACT);
    write_format(&s->out, "   %c", SIGN_HANG);
    list_rows(s, seat, first, *mark ? "facing " : "");
    write_char(&s->out, '\n');
    sheet_form(s, FORM_LINE);
    write_format(&s->out, "   %s%u units\n", *mark ? "facing: " : "", units);
}

static void write_in_hand(struct sheet *s, const struct view_card *card, struct writer *w)
{
    char          facts[120] = "";
    struct writer f          = writer_on(facts, sizeof facts);
    monad_facts(s, card, &f);
    write_format(w, "%s%s%s", view_name(card, s->pool, "?"), *facts ? " " : "", facts);
}

static void write_quest(struct sheet *s, const struct view_card *card, struct writer *w)
{
    write_in_hand(s, card, w);
    write_words(card, w);
}

// ---- the map

static bool is_in_region(const struct sheet *s, def_id place, unsigned region)
{
    return s->pool->defs[place].tags >> (TAG_GREENMANTLE + region) & 1;
}

static void list_places(struct sheet *s, unsigned region, int but)
{
    unsigned told = 0;
    for (unsigned i = 0; i < s->view->card_count; i++) {
        const struct view_card *card = &s->view->cards[i];
        if (card->zone != ZONE_MAP || card->def == NO_DEF || card->def == (def_id)but ||
            !is_in_region(s, card->def, region))
            continue;
        write_chars(&s->out, told++ ? " · " : "");
        sheet_mark_card(s, card->id);
        sheet_item(s, "%s %d", view_name(card, s->pool, "?"), card->stat[STAT_SHOWN_ER]);
        for (seat_id seat = 0; seat < s->view->seats; seat++)
            if (sheet_value(s, VALUE_LOCATION, seat) == card->def) {
                write_char(&s->out, SIGN_BLANK);
                sheet_seat(s, seat);
            }
    }
}

static void part_map(struct sheet *s, seat_id me)
{
    int here = sheet_value(s, VALUE_LOCATION, me);
    // Where one travels, the map is what counts.
    bool travel = s->view->question == QUESTION_TRAVEL || s->view->question == QUESTION_RUN_TO;
    sheet_part(s, travel ? 9 : 2);
    sheet_form(s, FORM_FULL);
    for (unsigned r = 0; r < COUNT(REGION); r++) {
        write_format(&s->out, "  %-11s  %c", REGION[r], SIGN_HANG);
        list_places(s, r, NO_DEF);
        write_char(&s->out, '\n');
    }
    if (!is_face_number(s, here)) return;
    sheet_form(s, FORM_COMPACT);
    for (unsigned r = 0; r < COUNT(REGION); r++) {
        if (!is_in_region(s, (def_id)here, r)) continue;
        write_format(&s->out, "  %s (%s)  %cnear: ", s->pool->defs[here].name, REGION[r],
                     SIGN_HANG);
        list_places(s, r, here);
        write_char(&s->out, '\n');
    }
    sheet_form(s, FORM_LINE);
    write_format(&s->out, "  at %s\n", s->pool->defs[here].name);
}

// While it is fought the map can wait.
static void part_place(struct sheet *s, seat_id active)
{
    int here = sheet_value(s, VALUE_LOCATION, active);
    if (!is_face_number(s, here)) return;
    sheet_part(s, 6);
    sheet_form(s, FORM_FULL);
    write_format(&s->out, "  at %s, ER %d\n", s->pool->defs[here].name,
                 sheet_value(s, VALUE_ER, active));
}

// ---- the lanes of Dota mode: both sides face to face

static void part_lane(struct sheet *s, unsigned lane, seat_id me)
{
    static const char *const LANE[] = { "Left lane", "Center lane", "Right lane" };
    static const char *const ROW[]  = { "front", "mid", "back" };
    seat_id                  other  = (seat_id)(me ? 0 : 1);
    sheet_part(s, 8);
    for (unsigned form = FORM_FULL; form < FORM_COUNT; form++) {
        unsigned told = 0;
        sheet_form(s, form);
        write_format(&s->out, "%s%s%c", LANE[lane], form == FORM_FULL ? "" : "  ", SIGN_HANG);
        if (form == FORM_FULL) write_char(&s->out, '\n');
        for (unsigned i = 0; i < 2 * ROWS; i++) { // the other's back row is uppermost
            seat_id  seat = i < ROWS ? other : me;
            unsigned row  = i < ROWS ? ROWS - 1 - i : i - ROWS;
            unsigned zone = zone_of_seat(ZONE_LANE + lane * ROWS + row, seat);
            if (!view_count(s->view, zone)) continue;
            if (form == FORM_FULL) {
                write_chars(&s->out, " ");
                sheet_seat(s, seat);
                write_char(&s->out, '\n');
                draw_row(s, zone, ROW[row]);
                continue;
            }
            write_chars(&s->out, told++ ? "; " : "");
            sheet_seat(s, seat);
            write_format(&s->out, " %s ", ROW[row]);
            if (form == FORM_COMPACT)
                sheet_list(s, zone, ", ", write_briefly);
            else
                write_format(&s->out, "%u", view_count(s->view, zone));
        }
        if (form != FORM_FULL) write_chars(&s->out, told ? "\n" : "nobody\n");
    }
}

static void draw_lanes(struct sheet *s, seat_id me)
{
    for (unsigned lane = 0; lane < LANES; lane++) part_lane(s, lane, me);
    for (seat_id seat = 0; seat < s->view->seats; seat++) {
        int towers = sheet_value(s, VALUE_TOWERS, seat);
        sheet_part(s, WEIGHT_KEPT);
        sheet_form(s, FORM_FULL);
        sheet_seat(s, seat);
        sheet_item(s, " · towers left %d, center %d, right %d", towers / 100, towers / 10 % 10,
                   towers % 10);
        sheet_item(s, " · %d more creeps a wave", sheet_value(s, VALUE_CREEPS, seat));
        write_char(&s->out, '\n');
        sheet_pile(s, zone_of_seat(ZONE_BASE, seat), "   base", 6, write_briefly);
        sheet_pile(s, zone_of_seat(ZONE_RESERVE, seat), "   reserve", 5, write_briefly);
    }
    if (s->view->viewer < s->view->seats && has_value(s->view, VALUE_HERO)) {
        int hero = sheet_value(s, VALUE_HERO, s->view->viewer);
        sheet_part(s, WEIGHT_KEPT);
        sheet_form(s, FORM_FULL);
        if (is_face_number(s, hero))
            write_format(&s->out, "this hero: %s\n", s->pool->defs[hero].name);
    }
}

// ---- the seats

static int ready_gold(const struct sheet *s, seat_id seat) // MON-519
{
    int sum = sheet_value(s, VALUE_GOLD, seat);
    for (unsigned i = 0; i < s->view->card_count; i++) {
        const struct view_card *card = &s->view->cards[i];
        if (card->zone == zone_of_seat(ZONE_COMPLETED, seat) && card->def != NO_DEF &&
            !(card->flags & CARD_SIDEWAYS))
            sum += s->pool->defs[card->def].field[FIELD_GOLD];
    }
    return sum;
}

static void write_standing(struct sheet *s, seat_id seat, bool all)
{
    static const char *const PERK[] = { "not chosen", "Frenzy", "Bulwark", "Swift", "Champion" };
    int scenario = sheet_value(s, VALUE_FRESH, seat), place = sheet_value(s, VALUE_LOCATION, seat);
    if (has_value(s->view, VALUE_PERK)) {
        sheet_item(s, " · perk %s", PERK[(unsigned)sheet_value(s, VALUE_PERK, seat) % 5]);
        return;
    }
    if (is_face_number(s, place)) sheet_item(s, " at %s", s->pool->defs[place].name);
    sheet_item(s, " · %d VP", sheet_value(s, VALUE_VP, seat));
    sheet_item(s, " · %d gold", ready_gold(s, seat));
    if (all && sheet_value(s, VALUE_GOLD, seat))
        sheet_item(s, " (%d loose)", sheet_value(s, VALUE_GOLD, seat));
    if (seat != s->view->viewer)
        sheet_item(s, " · hand %u", view_count(s->view, zone_of_seat(ZONE_HAND, seat)));
    sheet_item(s, " · deck %u", view_count(s->view, zone_of_seat(ZONE_DECK, seat)));
    if (has_value(s->view, VALUE_CAMPAIGN))
        sheet_item(s, " · %d campaign VP", sheet_value(s, VALUE_CAMPAIGN, seat));
    if (!all) return;
    sheet_item(s, " · level %d", sheet_value(s, VALUE_LEVEL, seat));
    sheet_item(s, " · %s",
               is_face_number(s, scenario) ? s->pool->defs[scenario].name : "scenario face down");
    if (sheet_value(s, VALUE_WAITS, seat))
        sheet_item(s, " in %d turns", sheet_value(s, VALUE_WAITS, seat));
    if (sheet_value(s, VALUE_PENDING, seat))
        sheet_item(s, " · %d words about the next combat", sheet_value(s, VALUE_PENDING, seat));
}

// Elsewhere while an encounter is fought: what that party is like can wait.
static bool is_bystander(const struct view *v, seat_id seat)
{
    seat_id  active = (seat_id)view_value(v, VALUE_ACTIVE, NO_SEAT, 0);
    unsigned facing = 0;
    if (!view_value(v, VALUE_ROUND, NO_SEAT, 0) || has_value(v, VALUE_ARENA)) return false;
    for (unsigned row = 0; row < ROWS; row++)
        facing += view_count(v, zone_of_seat(ZONE_FACING + row, active));
    return facing &&
           view_value(v, VALUE_LOCATION, seat, 0) != view_value(v, VALUE_LOCATION, active, 0);
}

static void part_seat(struct sheet *s, seat_id seat, seat_id me)
{
    unsigned light = is_bystander(s->view, seat) ? 1 : seat == me ? 9 : s->view->seats > 2 ? 4 : 7;
    sheet_part(s, WEIGHT_KEPT);
    for (unsigned form = FORM_FULL; form <= FORM_COMPACT; form++) {
        sheet_form(s, form);
        sheet_seat(s, seat);
        write_char(&s->out, SIGN_HANG);
        write_standing(s, seat, form == FORM_FULL);
        write_char(&s->out, '\n');
    }
    part_party(s, seat, ZONE_FACING, light + 1, "facing:");
    part_party(s, seat, ZONE_FRONT, light, "");
    sheet_pile(s, zone_of_seat(ZONE_CLASS, seat), "   class", 3, write_quest);
    sheet_pile(s, zone_of_seat(ZONE_QUESTS, seat), "   quests", 6, write_quest);
    sheet_pile(s, zone_of_seat(ZONE_DISPUTE, seat), "   under dispute", 7, write_quest);
    sheet_pile(s, zone_of_seat(ZONE_COMPLETED, seat), "   done", 5, write_quest);
    if (s->view->viewer == seat)
        sheet_pile(s, zone_of_seat(ZONE_HAND, seat), "Hand", 8, write_in_hand);
}

static void draw_title(struct sheet *s, seat_id active)
{
    char        whose[40];
    const char *phase = monad_phases[(unsigned)sheet_value(s, VALUE_PHASE, NO_SEAT) % 7];
    sheet_title(s);
    write_chars(&s->out, "MONAD WARS");
    if (sheet_value(s, VALUE_TURN, NO_SEAT))
        write_format(&s->out, "   turn %d, %s %s phase", sheet_value(s, VALUE_TURN, NO_SEAT),
                     view_whose(s->view, s->names, active, whose, sizeof whose), phase);
    if (sheet_value(s, VALUE_ROUND, NO_SEAT))
        write_format(&s->out, ", combat round %d", sheet_value(s, VALUE_ROUND, NO_SEAT));
    if (has_value(s->view, VALUE_GAME))
        write_format(&s->out, ", game %d of the campaign", sheet_value(s, VALUE_GAME, NO_SEAT));
    sheet_right(s);
    if (has_value(s->view, VALUE_TOWERS) || has_value(s->view, VALUE_PERK)) return;
    write_format(&s->out, "%d VP win", sheet_value(s, VALUE_TARGET, NO_SEAT));
}

void monad_sheet(struct sheet *s)
{
    const struct view *v  = s->view;
    seat_id            me = v->viewer < v->seats ? v->viewer : 0;
    seat_id active        = (seat_id)((unsigned)sheet_value(s, VALUE_ACTIVE, NO_SEAT) % v->seats);
    int     arena         = sheet_value(s, VALUE_ARENA, NO_SEAT);
    draw_title(s, active);
    if (has_value(v, VALUE_TOWERS)) {
        draw_lanes(s, me);
        return;
    }
    if (has_value(v, VALUE_ARENA)) {
        sheet_part(s, 6);
        sheet_form(s, FORM_FULL);
        if (is_face_number(s, arena))
            write_format(&s->out, "  Arena: %s\n", s->pool->defs[arena].name);
    } else if (!has_value(v, VALUE_PERK) && sheet_value(s, VALUE_ROUND, NO_SEAT)) {
        part_place(s, active);
    } else if (!has_value(v, VALUE_PERK)) {
        part_map(s, me);
    }
    for (unsigned i = 1; i <= v->seats; i++) part_seat(s, (seat_id)((me + i) % v->seats), me);
    sheet_numbers(s);
    if (v->viewer < v->seats && (v->question == QUESTION_PROVISION || v->question == QUESTION_PAY))
        write_format(&s->out, "%d gold", ready_gold(s, v->viewer));
}

const struct word_rule monad_word_rules[] = {
    { "quality", MON_234 },  { "tier", MON_069 },
    { "cost", MON_071 },     { "ER", MON_232 },
    { "gold", MON_572 },     { "price", MON_322 },
    { "sale", MON_557 },     { "VP", MON_345 },
    { "rounds", MON_402 },   { "starter", MON_117 },
    { "unharmed", MON_324 }, { "Creep", MON_878 },
    { "Base", MON_875 },     { "markers", MON_328 },
    { "Guard", MON_076 },    { "Scrapper", MON_076 },
    { "Hunter", MON_076 },   { "Adept", MON_076 },
    { "Mender", MON_076 },   { "Knave", MON_076 },
    { "Arena", MON_851 },    { 0 },
};
