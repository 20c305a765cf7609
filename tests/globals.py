#!/usr/bin/env python3
"""globals - nothing writable is global: matches may be played by any number of threads.

    tests/globals.py BUILD

Looks through the objects of everything that plays a match for symbols that lie in memory which can be
written. A symbol that may stay stands below, with the reason.
"""
import re
import subprocess
import sys
from pathlib import Path

FOLDERS = ('base', 'engine', 'cardtext', 'meaning', 'games', 'match', 'bots', 'lib')
ALLOWED = {}  # 'folder/file.c': {'symbol': 'why'}
WRITABLE = re.compile(r'^[0-9a-f]+ (?:\S+|.{7}) +(\.t?(?:data|bss)(?!\.rel\.ro)\S*|\*COM\*)\s+[0-9a-f]+ +(?:\.hidden )?(\S+)$')


def writable(path):
    """(section, symbol) of each that a program may change."""
    said = subprocess.run(['objdump', '-t', str(path)], stdout=subprocess.PIPE, check=True,
                          encoding='utf-8').stdout
    for line in said.split('\n'):
        found = WRITABLE.match(line)
        if found and not found[2].startswith('.') and ' O ' in line:
            yield found[1], found[2]


def main():
    build, passed, problems = Path(sys.argv[1]), 0, []
    for folder in FOLDERS:
        for path in sorted((build / folder).rglob('*.o')):
            source = f'{folder}/{path.name.removesuffix(".o")}'
            wrong = [(section, name) for section, name in writable(path)
                     if name not in ALLOWED.get(source, {})]
            passed += not wrong
            problems += [f'{source}: {name} can be written ({section})' for section, name in wrong]
    if passed < 60:
        problems.append(f'only {passed} objects were found under {build}')
    print('\n'.join(problems + [f'{passed} passed, {len(problems)} failed']))
    return bool(problems)


if __name__ == '__main__':
    sys.exit(main())
