#!/usr/bin/env python3
"""novice.py - how hard each ready-made deck is to play: what a novice wins with it against the others.

    tools/novice.py PENTACLE      plays 600 matches of each game, and writes cli/novice.inc

The set-up of `pentacle play` shows it. Measure again when cards or decks have changed.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ('oversoul', 'eternity', 'voidbreakers', 'monad', 'despaira')
HEAD = """// What a novice wins with each deck against the others, in %: written by tools/novice.py, of
// pentacle sim GAME --games 600 --bots novice --seed 1
"""


def played(pentacle, game):
    with tempfile.NamedTemporaryFile(suffix='.json') as result:
        subprocess.run([pentacle, 'sim', game, '--games', '600', '--bots', 'novice', '--seed', '1', '--json', result.name],
                       check=True, stdout=subprocess.DEVNULL)
        return json.load(result)


def rows(game, result):
    shares = sorted(((round(100 * won['share'], 1), deck['name'])
                     for deck, won in zip(result['decks'], result['against_others'])), reverse=True)
    return f"// {game}, version {result['version']}\n" + ''.join(f'{{ "{game}", "{name}", {share} }},\n' for share, name in shares)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    text = HEAD + ''.join(rows(game, played(sys.argv[1], game)) for game in GAMES)
    (ROOT / 'cli/novice.inc').write_text(text, encoding='utf-8')


if __name__ == '__main__':
    main()
