// What people may keep besides a name and a token: a password, decks.
#include "tests/unit.h"

#include "tests/talk.h"

#include <sodium.h>
#include <string.h>

static void open_hall(struct hall *h)
{
    struct server_config config = server_config_default();
    config.messages_burst = config.messages_per_s = 100000;
    config.password_memory_kib                    = 8; // cheap: nobody attacks a test
    config.password_passes                        = 1;
    open_blank_hall(h, &config, 11);
}

// --- passwords ----------------------------------------------------------------------------------

#define SECRET "correct horse battery"
#define OTHER "staple of a battery"

static void take_token(json_t *m, char token[TOKEN_MAX])
{
    snprintf(token, TOKEN_MAX, "%s", json_string_value(json_object_get(m, "token")));
    json_decref(m);
}

static void set_password(struct hall *h, uint32_t line, const char *password, const char *old,
                         char token[TOKEN_MAX])
{
    if (old)
        hall_say(h, line, "{\"do\":\"password\",\"password\":\"%s\",\"old\":\"%s\"}", password,
                 old);
    else
        hall_say(h, line, "{\"do\":\"password\",\"password\":\"%s\"}", password);
    hall_wait(h, 50);
    take_token(last_of(h, line, "token"), token);
}

static void say_login(struct hall *h, uint32_t line, const char *name, const char *password)
{
    hall_connect(h, line);
    hall_say(h, line, "{\"do\":\"login\",\"version\":1,\"name\":\"%s\",\"password\":\"%s\"}", name,
             password);
}

static bool token_works(struct hall *h, uint32_t line, const char *token)
{
    hall_connect(h, line);
    hall_say(h, line, "{\"do\":\"hello\",\"version\":1,\"token\":\"%s\"}", token);
    char *text   = hall_next(h, line);
    bool  worked = strstr(text, "\"type\":\"welcome\"") != NULL;
    free(text);
    hall_cut(h, line);
    return worked;
}

static void a_password_opens_the_door_from_another_machine(void **state)
{
    (void)state;
    struct hall h;
    char        first[TOKEN_MAX], second[TOKEN_MAX], third[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 0, "Ada", first);
    set_password(&h, 0, SECRET, NULL, second);
    assert_false(token_works(&h, 3, first)); // a new password makes older tokens void
    assert_true(token_works(&h, 3, second));
    for (unsigned pass = 0; pass < 2; pass++) {
        say_login(&h, 1, "aDA", SECRET); // names differ in more than their case
        hall_wait(&h, 50);
        json_t *m = expect(&h, 1, "welcome");
        assert_int_equal(number(m, "player"), 1);
        assert_true(json_is_true(json_object_get(m, "password")));
        take_token(m, third);
        hall_say(&h, 1, "{\"do\":\"tables\"}");
        pass_over(&h, 1, "tables");
        assert_true(token_works(&h, 3, second));
        assert_true(token_works(&h, 3, third));
        hall_restart(&h, true);
    }
    // Nothing secret but the hash is in the log.
    for (size_t i = 0; i < h.stored; i++) {
        assert_null(strstr(h.log[i].body.at, SECRET));
        assert_null(strstr(h.log[i].body.at, second + 20));
        assert_null(strstr(h.log[i].body.at, third + 20));
        if (h.log[i].kind == ENTRY_PASSWORD)
            assert_non_null(strstr(h.log[i].body.at, "\"password\":\"$argon2id$v=19$m=8,t=1,p=1$"));
    }
    hall_close(&h);
}

static void tokens_of_a_name_with_a_password_end(void **state)
{
    (void)state;
    struct hall    h;
    char           first[TOKEN_MAX], second[TOKEN_MAX], third[TOKEN_MAX];
    const uint64_t days = server_config_default().token_ms;
    open_hall(&h);
    hello(&h, 0, "Ada", first);
    hall_say(&h, 0, "{\"do\":\"logout\"}");
    expect_error(&h, 0, "no-password");
    h.now += 2 * days; // nothing but the token says who she is
    assert_true(token_works(&h, 3, first));
    set_password(&h, 0, SECRET, NULL, first);
    say_login(&h, 1, "Ada", SECRET);
    hall_wait(&h, 50);
    take_token(expect(&h, 1, "welcome"), second);
    say_login(&h, 2, "Ada", SECRET);
    hall_wait(&h, 50);
    take_token(expect(&h, 2, "welcome"), third);
    // Out of one door: the others stay open.
    hall_say(&h, 1, "{\"do\":\"logout\",\"everywhere\":3}");
    expect_error(&h, 1, "bad-member");
    hall_say(&h, 1, "{\"do\":\"logout\"}");
    hall_wait(&h, 50);
    pass_over(&h, 1, "done");
    assert_false(token_works(&h, 3, second));
    assert_true(token_works(&h, 3, first));
    hall_say(&h, 2, "{\"do\":\"ping\"}");
    pass_over(&h, 2, "pong");
    hall_restart(&h, true);
    assert_false(token_works(&h, 3, second));
    assert_true(token_works(&h, 3, third));
    // Out of all.
    hall_connect(&h, 0);
    hall_say(&h, 0, "{\"do\":\"hello\",\"version\":1,\"token\":\"%s\"}", first);
    pass_over(&h, 0, "welcome");
    hall_say(&h, 0, "{\"do\":\"logout\",\"everywhere\":true}");
    hall_wait(&h, 50);
    assert_false(token_works(&h, 3, first));
    assert_false(token_works(&h, 3, third));
    // And by time.
    say_login(&h, 1, "Ada", SECRET);
    hall_wait(&h, 50);
    take_token(expect(&h, 1, "welcome"), second);
    h.now += days - 1000;
    assert_true(token_works(&h, 3, second));
    h.now += 2000;
    assert_false(token_works(&h, 3, second));
    hall_close(&h);
}

static void wrong_passwords_and_unknown_names_look_the_same(void **state)
{
    (void)state;
    struct hall h;
    char        token[TOKEN_MAX], cost[2][PASSWORD_HASH_SIZE], *said[2];
    open_hall(&h);
    hello(&h, 0, "Ada", NULL);
    set_password(&h, 0, SECRET, NULL, token);
    for (unsigned i = 0; i < 2; i++) {
        say_login(&h, 1, i ? "Bob" : "Ada", OTHER);
        assert_int_equal(h.chore_count, 1); // both are hashed, at the same price
        snprintf(cost[i], sizeof cost[i], "%s", h.chores[0]->password.kept);
        *strchr(strchr(cost[i] + 1, 'p'), '$') = 0;
        hall_wait(&h, 50);
        said[i] = hall_next(&h, 1);
        hall_cut(&h, 1);
    }
    assert_string_equal(cost[0], "$argon2id$v=19$m=8,t=1,p=1");
    assert_string_equal(cost[0], cost[1]);
    assert_string_equal(said[0], said[1]);
    assert_non_null(strstr(said[0], "bad-password"));
    free(said[0]);
    free(said[1]);
    hall_close(&h);
}

static void a_name_with_a_password_is_its_owners(void **state)
{
    (void)state;
    struct hall h;
    char        token[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 0, "Ada", NULL);
    hello(&h, 1, "ada", NULL); // came before there was a password
    h.at_once = false;
    hall_say(&h, 0, "{\"do\":\"password\",\"password\":\"" SECRET "\"}");
    hall_say(&h, 1, "{\"do\":\"password\",\"password\":\"" OTHER "\"}");
    hall_wait(&h, 50); // both hashed; the first is on its way to the store
    expect_error(&h, 1, "taken");
    hall_store(&h, HALL_STORED);
    h.at_once = true;
    take_token(expect(&h, 0, "token"), token);
    hall_say(&h, 1, "{\"do\":\"password\",\"password\":\"" OTHER "\"}");
    expect_error(&h, 1, "taken");
    hall_connect(&h, 2);
    hall_say(&h, 2, "{\"do\":\"hello\",\"version\":1,\"name\":\"ADA\"}");
    expect_error(&h, 2, "taken");
    hall_say(&h, 2, "{\"do\":\"hello\",\"version\":1,\"name\":\"Adam\"}");
    pass_over(&h, 2, "welcome");
    hall_close(&h);
}

static void say_rename(struct hall *h, uint32_t line, const char *name)
{
    hall_say(h, line, "{\"do\":\"rename\",\"name\":\"%s\"}", name);
}

static void check_name(struct hall *h, const char *token, const char *name)
{
    hall_connect(h, 3);
    hall_say(h, 3, "{\"do\":\"hello\",\"version\":1,\"token\":\"%s\"}", token);
    json_t *m = expect(h, 3, "welcome");
    assert_int_equal(number(m, "player"), 1);
    assert_string_equal(json_string_value(json_object_get(m, "name")), name);
    json_decref(m);
    hall_cut(h, 3);
}

static void who_changes_the_name_stays_who_one_is(void **state)
{
    (void)state;
    struct hall h;
    char        token[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 0, "Ada", token);
    say_rename(&h, 0, "Ada L.");
    pass_over(&h, 0, "done");
    check_name(&h, token, "Ada L.");
    say_rename(&h, 0, " Ada");
    expect_error(&h, 0, "bad-name");
    hall_restart(&h, true);
    check_name(&h, token, "Ada L.");
    hall_close(&h);
}

static void a_password_goes_with_its_player_to_another_name(void **state)
{
    (void)state;
    struct hall h;
    char        token[TOKEN_MAX], other[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 0, "Ada", NULL);
    set_password(&h, 0, SECRET, NULL, token);
    hello(&h, 1, "Bob", NULL);
    say_rename(&h, 1, "aDA");
    expect_error(&h, 1, "taken");
    say_rename(&h, 0, "ADA"); // one's own, written otherwise
    pass_over(&h, 0, "done");
    say_rename(&h, 0, "Zoe");
    pass_over(&h, 0, "done");
    check_name(&h, token, "Zoe");
    say_rename(&h, 1, "Zoe");
    expect_error(&h, 1, "taken");
    say_rename(&h, 1, "Ada"); // free again, and may have a password
    pass_over(&h, 1, "done");
    set_password(&h, 1, OTHER, NULL, other);
    hall_restart(&h, true);
    check_name(&h, token, "Zoe");
    say_login(&h, 2, "Zoe", SECRET);
    hall_wait(&h, 50);
    pass_over(&h, 2, "welcome");
    hall_cut(&h, 2);
    say_login(&h, 2, "Ada", OTHER);
    hall_wait(&h, 50);
    pass_over(&h, 2, "welcome");
    hall_close(&h);
}

static void a_name_is_not_changed_all_the_time(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ada", NULL);
    for (unsigned i = 0; i < 5; i++) {
        say_rename(&h, 0, i % 2 ? "Ada" : "Bea");
        pass_over(&h, 0, "done");
    }
    say_rename(&h, 0, "Cyd");
    expect_error(&h, 0, "too-fast");
    hall_close(&h);
}

static void changing_a_password_needs_the_old_one_and_ends_other_lines(void **state)
{
    (void)state;
    struct hall h;
    char        token[TOKEN_MAX], newer[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 0, "Ada", NULL);
    set_password(&h, 0, SECRET, NULL, token);
    say_login(&h, 1, "Ada", SECRET);
    hall_wait(&h, 50);
    pass_over(&h, 1, "welcome");
    hall_say(&h, 0, "{\"do\":\"password\",\"password\":\"" OTHER "\"}");
    expect_error(&h, 0, "bad-password");
    hall_say(&h, 0, "{\"do\":\"password\",\"password\":\"" OTHER "\",\"old\":\"" OTHER "\"}");
    hall_wait(&h, 50);
    expect_error(&h, 0, "bad-password");
    hall_say(&h, 0, "{\"do\":\"password\",\"password\":\"short\",\"old\":\"" SECRET "\"}");
    expect_error(&h, 0, "bad-password");
    assert_true(h.line[1].open);
    set_password(&h, 0, OTHER, SECRET, newer);
    assert_int_equal(h.line[1].closed_with, 1008);
    assert_true(h.line[0].open);
    assert_false(token_works(&h, 3, token));
    assert_true(token_works(&h, 3, newer));
    hall_restart(&h, true);
    say_login(&h, 1, "Ada", SECRET);
    hall_wait(&h, 50);
    expect_error(&h, 1, "bad-password");
    say_login(&h, 2, "Ada", OTHER);
    hall_wait(&h, 50);
    pass_over(&h, 2, "welcome");
    hall_close(&h);
}

static unsigned tries_until_refused(struct hall *h, const char *name, uint64_t address)
{
    for (unsigned i = 0; i < 100; i++) {
        h->address = address;
        say_login(h, 1, name, OTHER);
        hall_wait(h, 50);
        char *text = hall_next(h, 1);
        bool  fast = strstr(text, "too-fast") != NULL;
        free(text);
        hall_cut(h, 1);
        if (fast) return i;
    }
    return 100;
}

static void tries_are_limited_by_name_and_by_address(void **state)
{
    (void)state;
    struct hall h;
    char        token[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 0, "Ada", NULL);
    set_password(&h, 0, SECRET, NULL, token);
    assert_int_equal(tries_until_refused(&h, "Ada", 1), 10);
    h.address = 9; // who guesses elsewhere does not keep the owner out
    say_login(&h, 1, "Ada", SECRET);
    hall_wait(&h, 50);
    pass_over(&h, 1, "welcome");
    hall_cut(&h, 1);
    assert_int_equal(tries_until_refused(&h, "Ada", 2), 10);
    assert_int_equal(tries_until_refused(&h, "Bob", 3), 10); // whether there is such a name or not
    // Two names from one address: the second has what the first, and one refusal, have left over.
    assert_int_equal(tries_until_refused(&h, "Cyd", 4), 10);
    assert_int_equal(tries_until_refused(&h, "Dee", 4), 9);
    assert_true(token_works(&h, 3, token)); // a token is not kept out
    hall_wait(&h, 61000);
    h.address = 2;
    say_login(&h, 1, "Ada", SECRET);
    hall_wait(&h, 50);
    pass_over(&h, 1, "welcome");
    hall_close(&h);
}

// One address fills neither the queue nor the room that records need in it.
static void one_address_has_few_passwords_hashed_at_once(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    for (uint32_t line = 0; line < 16; line++) {
        char name[8];
        snprintf(name, sizeof name, "N%u", line);
        h.address = line < 6 ? 1 : line;
        say_login(&h, line, name, OTHER);
        if (line == 4 || line == 5 || line >= 14) expect_error(&h, line, "busy");
    }
    assert_int_equal(h.chore_count, 12);
    hall_close(&h);
}

static void takes_name(struct hall *h, const char *name, const char *code)
{
    hall_connect(h, 7);
    hall_say(h, 7, "{\"do\":\"hello\",\"version\":1,\"name\":\"%s\"}", name);
    json_t     *m   = last_of(h, 7, code ? "error" : "welcome");
    const char *got = json_string_value(json_object_get(m, "code"));
    if (code && strcmp(got, code) != 0) fail_msg("%s: %s", name, got);
    json_decref(m);
    hall_cut(h, 7);
    hall_wait(h, 50);
}

// Who has a password is the only one who looks like this; bots and the house are nobody else.
static void names_that_look_alike_are_taken(void **state)
{
    (void)state;
    static const char *const TAKEN[] = {
        "Owner",
        "OWNER",
        "0wner",
        "\\u041ewner",
        "Own\\u0435r",
        "\\uff2fwner",
        "Ovvner",
        "Own er",
        "O.w.n.e.r",
        "\\u00d3wn\\u00e9r",
        "Owne\\u027d",
        "\\ud835\\udc0ewner",
        "o\\u051dner",
        "admin",
        "\\u0410dmin",
        "Ad min",
        "The Admin",
        "Pentacle",
        "moderator",
        "Mod",
        "greedy bot",
        "gre\\u0435dy bot",
        "Expert",
        "random",
        "master-bot",
        "\\u041c\\u0430ster",
        "SERVER",
        "\\u0455ystem",
        "Administrator of all",
        "ma5ter",
        "m4st3r",
        "rnaster",
        "ma$ter",
        "a\\u0441lmin",
        "aclmin",
        "acImin",
        "ac1min",
        "adm!n",
        "@dmin",
        "@admin",
        "admin!",
        "4dm1n",
        "adrnin",
        "The aclrnin",
        "admin1",
        "admin_2",
        "rnocl",
        "8ot",
        "6ot",
        "5erver",
        "sy5tem",
        "+3am 4dmin",
        "gr33dy",
        "n0v1c3",
        "admiral",
        "aclmiral",
        "adrniral",
        "Admira1",
        "4dmiral",
        "@dm!ral",
        "9reta",
        "unde",
        "Unc1e",
        "Wi11iam8",
    };
    static const char *const BAD[] = {
        "Own\\u200ber",
        "Owner\\u2060",
        "\\u3164",
        "\\u2063",
        "\\u115fx",
        "a\\u034fb",
        "\\ufe0fx",
        "x\\ue000",
        "ad\\u00admin",
        "A  b",
        "\\u0301a",
        "...",
        "a\\u0300\\u0301\\u0302\\u0303\\u0304",
        "\\u2800",
        "x\\udb40\\udc20",
        "A\\u00a0b",
        "A\\u2003b",
    };
    static const char *const FINE[] = {
        "Ada",
        "Zo\\u00eb",
        "\\u041e\\u043b\\u044c\\u0433\\u0430",
        "\\u5c0f\\u6797",
        "O'Brien",
        "Jean-Luc",
        "M4rk",
        "\\u0928\\u092e\\u093f\\u0924\\u093e",
        "Owen",
        "Ownership",
        "Bot lover",
        "Jon Root",
        "\\u05d3\\u05d5\\u05d3",
        "\\u0645\\u062d\\u0645\\u062f",
        "Modest",
        "\\ud83d\\ude00",
        "Clara",
        "Dub",
        "dub",
        "Dara 5",
        "Player8",
        "Player6",
        "Agent 007",
        "Bernard",
        "Adler",
        "Marta",
        "Claudia",
        "R2D2",
        "Modena",
        "Hi!",
        "me@home",
        "Gretel",
        "666",
        "Madeleine",
        "Maestro",
    };
    static const char *const OWN[] = { "Admiral", "Greta", "uncle", "Williamb", "Player5", "Dara" };
    struct hall              h;
    char                     token[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 0, "Owner", NULL);
    set_password(&h, 0, SECRET, NULL, token);
    for (size_t i = 0; i < COUNT(OWN); i++) {
        h.address = 100 + i;
        hello(&h, (uint32_t)i + 1, OWN[i], NULL);
        set_password(&h, (uint32_t)i + 1, SECRET, NULL, token);
    }
    for (size_t i = 0; i < COUNT(TAKEN); i++) takes_name(&h, TAKEN[i], "taken");
    for (size_t i = 0; i < COUNT(BAD); i++) takes_name(&h, BAD[i], "bad-name");
    for (size_t i = 0; i < COUNT(FINE); i++) takes_name(&h, FINE[i], NULL);
    hall_restart(&h, true);
    takes_name(&h, "0wner", "taken");
    hall_close(&h);
    for (size_t i = 1; i < CONFUSABLE_COUNT; i++) // as they are looked up
        assert_true(CONFUSABLES[i - 1].sign < CONFUSABLES[i].sign);
}

// Somebody was called so before: then no other password is given for it; the owner's may change.
static void a_look_has_one_password(void **state)
{
    (void)state;
    struct hall h;
    char        token[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 0, "Ada", NULL);
    hello(&h, 1, "\\u0410da", NULL);
    set_password(&h, 0, SECRET, NULL, token);
    hall_say(&h, 1, "{\"do\":\"password\",\"password\":\"" OTHER "\"}");
    expect_error(&h, 1, "taken");
    set_password(&h, 0, OTHER, SECRET, token);
    hall_close(&h);
}

static void a_storm_of_logins_is_turned_away(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    h.config.chores_max = h.server->config.chores_max = 3;
    for (uint32_t line = 0; line < 6; line++) {
        char name[8];
        snprintf(name, sizeof name, "N%u", line);
        h.address = line;
        say_login(&h, line, name, OTHER);
        if (line >= 3) expect_error(&h, line, "busy");
    }
    assert_int_equal(h.chore_count, 3);
    hall_cut(&h, 0); // nobody waits for the answer any more
    hall_wait(&h, 50);
    expect_error(&h, 1, "bad-password");
    expect_error(&h, 2, "bad-password");
    assert_int_equal(server_count(h.server).chores, 0);
    hall_close(&h);
}

static void a_failing_disk_makes_no_password(void **state)
{
    (void)state;
    struct hall h;
    char        token[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 0, "Ada", token);
    h.at_once = false;
    hall_say(&h, 0, "{\"do\":\"password\",\"password\":\"" SECRET "\"}");
    hall_wait(&h, 50);
    hall_store(&h, HALL_REFUSED);
    expect_error(&h, 0, "not-stored");
    assert_null(name_owner(h.server, "Ada"));
    hall_say(&h, 0, "{\"do\":\"password\",\"password\":\"" SECRET "\"}");
    hall_wait(&h, 50);
    hall_store(&h, HALL_UNKNOWN); // it is there all the same
    pass_over(&h, 0, "token");
    assert_non_null(name_owner(h.server, "Ada"));
    hall_close(&h);
}

static void a_cheaper_hash_is_made_anew_at_the_next_login(void **state)
{
    (void)state;
    struct hall h;
    char        token[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 0, "Ada", NULL);
    set_password(&h, 0, SECRET, NULL, token);
    h.config.password_passes = h.server->config.password_passes = 2;
    for (unsigned i = 0; i < 2; i++) {
        say_login(&h, 1, "Ada", SECRET);
        hall_wait(&h, 50);
        pass_over(&h, 1, "welcome");
        assert_non_null(strstr(name_owner(h.server, "Ada")->account->password, "m=8,t=2,"));
        hall_restart(&h, true);
    }
    hall_close(&h);
}

static void only_so_many_tokens_are_kept(void **state)
{
    (void)state;
    struct hall h;
    char        first[TOKEN_MAX], token[TOKENS_MAX + 1][TOKEN_MAX];
    open_hall(&h);
    hello(&h, 0, "Ada", NULL);
    set_password(&h, 0, SECRET, NULL, first);
    for (unsigned i = 0; i < COUNT(token); i++) {
        say_login(&h, 1, "Ada", SECRET);
        hall_wait(&h, 50);
        take_token(expect(&h, 1, "welcome"), token[i]);
        hall_cut(&h, 1);
        hall_wait(&h, 60000);
    }
    assert_false(token_works(&h, 1, first));
    for (unsigned i = 0; i < COUNT(token); i++) assert_true(token_works(&h, 1, token[i]));
    hall_close(&h);
}

static void nobody_has_more_than_eight_lines(void **state)
{
    (void)state;
    struct hall h;
    char        token[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 4, "Ada", token); // not the lowest slot
    for (uint32_t line = 5; line < 12; line++) {
        hall_connect(&h, line);
        hall_say(&h, line, "{\"do\":\"hello\",\"version\":1,\"token\":\"%s\"}", token);
        assert_true(h.line[4].open);
    }
    hello(&h, 0, "Bob", NULL); // somebody else's lines do not count
    hall_connect(&h, 1);
    hall_say(&h, 1, "{\"do\":\"hello\",\"version\":1,\"token\":\"%s\"}", token);
    pass_over(&h, 1, "welcome");
    assert_int_equal(h.line[4].closed_with, 1008);
    assert_true(h.line[5].open && h.line[0].open && h.line[1].open);
    hall_close(&h);
}

// --- decks --------------------------------------------------------------------------------------

#define LEGAL_DECK                                                                                 \
    "champion Brakka\\n3 Lunge\\n2 Jab\\n2 Heavy Blow\\n1 Pivot\\n1 Shove\\n2 Parry\\n1 Riposte"

static size_t decks_shown(struct hall *h, uint32_t line, const char *game, char *text, size_t size)
{
    drain(h, line);
    if (game)
        hall_say(h, line, "{\"do\":\"decks\",\"game\":\"%s\"}", game);
    else
        hall_say(h, line, "{\"do\":\"decks\"}");
    json_t     *m = expect(h, line, "decks"), *list = json_object_get(m, "decks");
    size_t      count = json_array_size(list);
    const char *first = json_string_value(json_object_get(json_array_get(list, 0), "text"));
    if (text) snprintf(text, size, "%s", first ? first : "");
    json_decref(m);
    return count;
}

static void save(struct hall *h, uint32_t line, const char *name, const char *text)
{
    drain(h, line);
    hall_say(h, line, "{\"do\":\"deck_save\",\"game\":\"blank\",\"name\":\"%s\",\"text\":\"%s\"}",
             name, text);
}

static void decks_are_kept_changed_and_deleted(void **state)
{
    (void)state;
    struct hall h;
    char        token[TOKEN_MAX], text[200];
    open_hall(&h);
    hello(&h, 0, "Ada", token);
    save(&h, 0, "Mine", LEGAL_DECK);
    pass_over(&h, 0, "done");
    save(&h, 0, "Other", LEGAL_DECK);
    pass_over(&h, 0, "done");
    hall_restart(&h, true);
    hall_connect(&h, 0);
    hall_say(&h, 0, "{\"do\":\"hello\",\"version\":1,\"token\":\"%s\"}", token);
    assert_int_equal(decks_shown(&h, 0, NULL, text, sizeof text), 2);
    assert_string_equal(text, "");
    assert_int_equal(decks_shown(&h, 0, "blank", text, sizeof text), 2);
    assert_int_equal(text[strlen(text) - 1], '\n');
    hall_say(&h, 0, "{\"do\":\"deck_delete\",\"game\":\"blank\",\"name\":\"mine\"}");
    pass_over(&h, 0, "done");
    assert_int_equal(decks_shown(&h, 0, NULL, NULL, 0), 1);
    hall_say(&h, 0, "{\"do\":\"deck_delete\",\"game\":\"blank\",\"name\":\"mine\"}");
    expect_error(&h, 0, "no-deck");
    hello(&h, 1, "Bob", NULL); // somebody else has none
    assert_int_equal(decks_shown(&h, 1, NULL, NULL, 0), 0);
    hall_close(&h);
}

static void a_kept_deck_is_played_by_its_name(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ada", NULL);
    hello(&h, 1, "Bob", NULL);
    save(&h, 0, "Mine", LEGAL_DECK);
    static const char CREATE[] = "{\"do\":\"create\",\"game\":\"blank\",\"seats\":[{\"who\":\"me\","
                                 "\"deck\":\"Mine\"},{\"who\":\"anyone\"}]}";
    drain(&h, 0);
    hall_say(&h, 0, "%s", CREATE);
    pass_over(&h, 0, "done");
    const struct room *r = room_find(h.server, 1);
    assert_non_null(strchr(r->seat[0].deck, '\n')); // the text is in the log, not the name
    hall_say(&h, 1, "%s", CREATE);
    expect_error(&h, 1, "bad-deck"); // it is Ada's
    hall_say(&h, 1, "{\"do\":\"join\",\"table\":1,\"deck\":\"Mine\"}");
    expect_error(&h, 1, "bad-deck");
    hall_close(&h);
}

static void decks_have_limits(void **state)
{
    (void)state;
    struct hall h;
    char        name[60];
    open_hall(&h);
    hello(&h, 0, "Ada", NULL);
    save(&h, 0, "Mine", "17 Nonsense\\n");
    expect_error(&h, 0, "bad-deck");
    save(&h, 0, "", LEGAL_DECK);
    expect_error(&h, 0, "bad-name");
    save(&h, 0, "1234567890123456789012345678901234567", LEGAL_DECK);
    expect_error(&h, 0, "bad-name");
    save(&h, 0, h.server->games[0].box->decks[0].name, LEGAL_DECK);
    expect_error(&h, 0, "taken");
    hall_say(&h, 0, "{\"do\":\"deck_save\",\"game\":\"go\",\"name\":\"x\",\"text\":\"x\"}");
    expect_error(&h, 0, "no-game");
    for (unsigned i = 0; i < 16; i++) {
        snprintf(name, sizeof name, "D%u", i);
        save(&h, 0, name, LEGAL_DECK);
        pass_over(&h, 0, "done");
    }
    save(&h, 0, "one more", LEGAL_DECK);
    expect_error(&h, 0, "full");
    for (unsigned i = 0; i < 4; i++) { // changing one is fine, for a while
        save(&h, 0, "d3", LEGAL_DECK);
        pass_over(&h, 0, "done");
    }
    save(&h, 0, "d3", LEGAL_DECK);
    expect_error(&h, 0, "too-fast");
    hall_wait(&h, 10000);
    save(&h, 0, "d3", LEGAL_DECK);
    pass_over(&h, 0, "done");
    assert_int_equal(decks_shown(&h, 0, "blank", NULL, 0), 16);
    hall_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_password_opens_the_door_from_another_machine),
        cmocka_unit_test(tokens_of_a_name_with_a_password_end),
        cmocka_unit_test(wrong_passwords_and_unknown_names_look_the_same),
        cmocka_unit_test(a_name_with_a_password_is_its_owners),
        cmocka_unit_test(who_changes_the_name_stays_who_one_is),
        cmocka_unit_test(a_password_goes_with_its_player_to_another_name),
        cmocka_unit_test(a_name_is_not_changed_all_the_time),
        cmocka_unit_test(changing_a_password_needs_the_old_one_and_ends_other_lines),
        cmocka_unit_test(tries_are_limited_by_name_and_by_address),
        cmocka_unit_test(one_address_has_few_passwords_hashed_at_once),
        cmocka_unit_test(names_that_look_alike_are_taken),
        cmocka_unit_test(a_look_has_one_password),
        cmocka_unit_test(a_storm_of_logins_is_turned_away),
        cmocka_unit_test(a_failing_disk_makes_no_password),
        cmocka_unit_test(a_cheaper_hash_is_made_anew_at_the_next_login),
        cmocka_unit_test(only_so_many_tokens_are_kept),
        cmocka_unit_test(nobody_has_more_than_eight_lines),
        cmocka_unit_test(decks_are_kept_changed_and_deleted),
        cmocka_unit_test(a_kept_deck_is_played_by_its_name),
        cmocka_unit_test(decks_have_limits),
    };
    return cmocka_run_group_tests(tests, open_blank, close_blank);
}
