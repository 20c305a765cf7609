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

#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { IS_SANITIZED = 1 }; // everything takes ten times as long
#else
enum { IS_SANITIZED = 0 };
#endif

#undef fail // from here on fail() is ours
#undef fail_msg
#define fail_msg(...) (print_error(__VA_ARGS__), print_error("\n"), _fail(__FILE__, __LINE__))

#endif
