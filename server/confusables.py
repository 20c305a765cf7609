#!/usr/bin/env python3
"""confusables.py - writes server/confusables.c: which signs look like which.

    server/confusables.py > server/confusables.c

The facts are Unicode's (UTS #39), as Debian's libicu72 knows them. Only signs are listed that stay
what they are under NFKD; what a row gives is final.
"""
import ctypes
import sys
import unicodedata

ICU = ctypes.CDLL('libicui18n.so.72')
ICU.uspoof_open_72.restype = ctypes.c_void_p


def skeleton(checker, text):
    status, out, raw = ctypes.c_int(0), ctypes.create_string_buffer(256), text.encode()
    size = ICU.uspoof_getSkeletonUTF8_72(ctypes.c_void_p(checker), 0, raw, len(raw), out, 256,
                                         ctypes.byref(status))
    assert status.value <= 0, status.value
    return out.raw[:size].decode()


def main():
    status = ctypes.c_int(0)
    checker = ICU.uspoof_open_72(ctypes.byref(status))
    rows = []
    for code in range(0x21, 0x110000):
        sign = chr(code)
        if unicodedata.category(sign) in ('Cs', 'Cn', 'Co', 'Cc', 'Cf'):
            continue
        if unicodedata.normalize('NFKD', sign) != sign:
            continue
        same = skeleton(checker, sign)
        if same != sign and len(same.encode()) < 24:
            rows.append((code, same))
    print('// Signs that look like others, by number: made by server/confusables.py from the data of')
    print('// Unicode (UTS #39, version 15), under the licence in server/UNICODE-LICENSE.')
    print('#include "server/names.h"\n')
    print('// clang-format off')
    print('const struct confusable CONFUSABLES[] = {')
    line = ''
    for code, same in rows:
        row = '{ 0x%05x, "%s" },' % (code, ''.join('\\x%02x' % b for b in same.encode()))
        if len(line) + len(row) > 94:
            print('    ' + line.rstrip())
            line = ''
        line += row + ' '
    print('    ' + line.rstrip())
    print('};\n// clang-format on')
    print('const size_t CONFUSABLE_COUNT = sizeof CONFUSABLES / sizeof *CONFUSABLES;')
    print(len(rows), 'rows', file=sys.stderr)


main()
