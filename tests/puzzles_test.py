#!/usr/bin/env python3
"""puzzles_test.py PENTACLE - every puzzle with a grade has exactly one solution, and the proof can fail.

What is proved is said in bots/solve.h. The counterexamples are positions of matches in which something was changed by hand.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEAST = {'oversoul': 20, 'voidbreakers': 20, 'despaira': 16}  # so many graded ones there are


def run(*words):
    done = subprocess.run([sys.argv[1], 'puzzles', *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    return done.returncode, done.stdout


def graded():
    by_game = {}
    for path in sorted(ROOT.glob('games/*/puzzles/*.scn')):
        text = path.read_text(encoding='utf-8')
        if re.search(r'^# grade: [123]$', text, re.M):
            by_game.setdefault(path.parent.parent.name, []).append(path)
    return by_game


def check(name, fact, said=''):
    if not fact:
        print(f'{name}: {said.strip()[-600:]}')
    return bool(fact)


def main():
    results = []
    all_of = graded()
    results.append(check('games with graded ones', not set(LEAST) - set(all_of), str(sorted(all_of))))
    for game, paths in all_of.items():
        status, said = run('--check', *map(str, paths))
        results.append(check(f'{game}: one solution each', status == 0, said))
        results.append(check(f'{game}: at least {LEAST.get(game, 1)}', len(paths) >= LEAST.get(game, 1), f'{len(paths)}'))
        titles = [re.search(r'^scenario +(.*)$', p.read_text(encoding='utf-8'), re.M).group(1) for p in paths]
        results.append(check(f'{game}: titles differ', len(set(titles)) == len(titles), str(sorted(titles))))

    with tempfile.TemporaryDirectory() as folder:
        # Two ways: each of two attackers is enough.
        two = Path(folder, 'two.scn')
        two.write_text('''game      oversoul
scenario  Either of two
given     Ash to act, action phase
          Bel leader: Mother Caldine, Keeper of Ilm damaged 23
          Ash unit 2: Ashling
          Ash unit 4: Bladehand
          Ash deck: 3 Kindling Cantor
          Bel deck: 3 Kindling Cantor
when      Ash attack Ashling > Mother Caldine, Keeper of Ilm
result    Ash wins
goal      Ash wins this turn
''', encoding='utf-8')
        status, said = run('--check', str(two))
        results.append(check('two ways', status == 1 and 'more than one line' in said, said))
        one = Path(folder, 'one.scn')
        one.write_text(re.sub(r' *Ash unit 4: Bladehand\n', '', two.read_text(encoding='utf-8')), encoding='utf-8')
        status, said = run('--check', str(one))
        results.append(check('one of them alone', status == 0 and 'one line' in said, said))
        none = Path(folder, 'none.scn')
        none.write_text(two.read_text(encoding='utf-8').replace('damaged 23', 'damaged 3'), encoding='utf-8')
        status, said = run('--check', str(none))
        results.append(check('out of reach', status == 1 and 'no line' in said, said))

    status, said = run('oversoul', '--wanted', '1', '--matches', '40')
    results.append(check('one is found', status == 0 and '# grade: ' in said and 'goal      Ash wins this turn' in said, said))
    again = run('oversoul', '--wanted', '1', '--matches', '40')[1]
    results.append(check('the same seed finds the same', said == again))
    status, said = run('chess')
    results.append(check('no such game', status == 2 and 'there is no game "chess"' in said, said))

    print(f'{sum(results)} passed, {len(results) - sum(results)} failed')
    return not all(results)


if __name__ == '__main__':
    sys.exit(main())
