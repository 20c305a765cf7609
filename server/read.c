// Members of JSON objects, checked.
#include "server/state.h"

#include <sodium.h>

bool member_text(json_t *object, const char *name, struct text *out)
{
    json_t *value = json_object_get(object, name);
    if (!json_is_string(value)) return false;
    *out = (struct text){ json_string_value(value), json_string_length(value) };
    return true;
}

bool member_int(json_t *object, const char *name, json_int_t min, json_int_t max, json_int_t *out)
{
    json_t *value = json_object_get(object, name);
    if (!json_is_integer(value) || json_integer_value(value) < min ||
        json_integer_value(value) > max)
        return false;
    *out = json_integer_value(value);
    return true;
}

bool member_hex(json_t *object, const char *name, uint8_t *out, size_t size)
{
    struct text hex;
    size_t      got;
    return member_text(object, name, &hex) && hex.size == size * 2 &&
           sodium_hex2bin(out, size, hex.at, hex.size, NULL, &got, NULL) == 0 && got == size;
}

void json_hex(struct json *j, const uint8_t *bytes, size_t size)
{
    char hex[2 * 64 + 1];
    if (size > 64) BUG("%zu bytes in hex", size);
    json_text(j, sodium_bin2hex(hex, sizeof hex, bytes, size));
}
