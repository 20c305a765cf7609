#!/usr/bin/env python3
"""language_test.py - the samples of `pentacle language`: a scenario that shows a text fails without it.

    tests/language_test.py PROGRAM ROOT [GAME]

That the texts are read and that the scenarios hold is what `pentacle check games` tests. Here each text of
games/<game>/scenarios/language.scn is taken off its card: whoever still gets what the scenario says has shown
nothing. Prints each failure, then "N passed, N failed".
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM, ROOT = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
CAPABILITIES = 18
KEYWORD = re.compile(r'^(\w+)[ \t]+(.*)$')


def rows_of(scenario, wanted):
    """What stands behind a keyword, one entry a line."""
    found, keyword = [], None
    for line in scenario.split('\n'):
        line = re.sub(r'(^|\s)#.*', '', line).rstrip()
        match = KEYWORD.match(line)
        if match:
            keyword, line = match.groups()
        if keyword == wanted and line.strip():
            found.append(line.strip())
    return found


def without(scenario, text):
    """The scenario with its rows "shows" gone and the text taken off the first card that has it."""
    kept, keyword, gone = [], None, False
    for line in scenario.split('\n'):
        match = KEYWORD.match(line)
        keyword = match.group(1) if match else keyword
        if keyword == 'shows':
            continue
        if keyword == 'card' and text in line and not gone:
            line, gone = line.replace(text, '', 1), True
        kept.append(line)
    return '\n'.join(kept), gone


def holds(game, text):
    with tempfile.NamedTemporaryFile('w', suffix='.scn', encoding='utf-8') as file:
        file.write(text)
        file.flush()
        return subprocess.run([PROGRAM, 'check', '--game', game, file.name], stdin=subprocess.DEVNULL,
                              capture_output=True, check=False).returncode == 0


def main():
    passed = failed = 0
    for path in sorted(ROOT.glob('games/*/scenarios/language.scn')):
        game = path.parent.parent.name
        if len(sys.argv) > 3 and sys.argv[3] != game:
            continue
        head, *scenarios = re.split(r'^(?=scenario\s)', path.read_text(encoding='utf-8'), flags=re.M)
        shown = set()
        for scenario in scenarios:
            title = rows_of(scenario, 'scenario')[0]
            for row in rows_of(scenario, 'shows'):
                number, text = row.split(maxsplit=1)
                if text == 'never':
                    continue
                shown.add(int(number))
                less, gone = without(scenario, text)
                if not gone:  # on a card that is shipped, or in the head of the file
                    continue
                if holds(game, head + less):
                    failed += 1
                    print(f'{path}: "{title}" holds as well without "{text}"')
                else:
                    passed += 1
        if not shown:
            failed += 1
            print(f'{path}: shows nothing')
        said = subprocess.run([PROGRAM, 'language', game], capture_output=True, encoding='utf-8', check=True).stdout
        if f'of {CAPABILITIES} capabilities: {len(shown)} yes' in said:
            passed += 1
        else:
            failed += 1
            print(f'{game}: `pentacle language` counts otherwise than {len(shown)}')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main())
