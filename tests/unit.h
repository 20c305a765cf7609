// unit.h - cmocka, made to live beside base/error.h: both call something fail().
#ifndef PENTACLE_TESTS_UNIT_H
#define PENTACLE_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#undef fail // from here on fail() is ours
#undef fail_msg
#define fail_msg(...) (print_error(__VA_ARGS__), print_error("\n"), _fail(__FILE__, __LINE__))

#endif
