// talk.h - talking to a hall in tests: what must come next, who says hello, who gives seeds.
#ifndef PENTACLE_TESTS_TALK_H
#define PENTACLE_TESTS_TALK_H

#include "server/state.h"
#include "tests/hall.h"

// Group set-up and tear-down: the game "blank", played in every hall.
int  open_blank(void **state);
int  close_blank(void **state);
void open_blank_hall(struct hall *, const struct server_config *, uint8_t seed);

json_t    *expect(struct hall *, uint32_t line, const char *type); // the next message; to be freed
void       pass_over(struct hall *, uint32_t line, const char *type);
void       expect_error(struct hall *, uint32_t line, const char *code);
void       drain(struct hall *, uint32_t line);
json_t    *last_of(struct hall *, uint32_t line, const char *type); // the others are gone
json_int_t number(json_t *, const char *name);
json_t    *own_question(json_t *message, json_int_t seat);

void hello(struct hall *, uint32_t line, const char *name, char token[TOKEN_MAX]);
void give_seeds(struct hall *, uint32_t first, uint32_t count, json_int_t table);
// Lines 0 and 1 at one table, in a match; returns the table.
json_int_t two_people(struct hall *);

#endif
