#!/usr/bin/env python3
"""planted.py - plants mistakes in the grammars of card text: how many does a scenario notice?

    tests/planted.py PROGRAM GAMES GAME|soak [--count N] [--seconds S] [--seed S] [--all] [--missed]
    tests/planted.py PROGRAM GAMES GAME --unused [--count N] ...

A mistake is two values of one node that change places in games/GAME/words.grammar: two names
(`=> HAPPENS=MOVES` for `=> HAPPENS=ATTACKS`; "none" where the node has no value), or two alternatives
of a list whose order is the value (`=> STAT#`). Words of ONE(list) stand in a row with their value.
PROGRAM (tests/planted.c) then plays the game's scenarios with that grammar until one fails. N mistakes
(8) are drawn with the number S, but none is begun after so many seconds (90); --all plants each of
them. "soak": all games, others every time, for SOAK_SECONDS.

games/GAME/planted.txt says what may go unnoticed, one in a line, with why behind `#`:

    same RESTORE              values that only tell wordings of one meaning apart are not planted
    same RETURN DECK TOP      the same for two of them
    missed HAPPENS A B        not noticed so far: to get fewer

Fails where a mistake that is not listed goes unnoticed; of fifty and more, if that is one in ten or
more, listed or not. --missed prints lines for such a file.

--unused takes out instead: an alternative of the grammar, or a line of text of a shipped card. Where
nothing turns red, no scenario derives that alternative, or carries out that line. It says how many
and which, and --all looks at each of them.
"""
import collections
import hashlib
import itertools
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LEAST, ENOUGH = 0.9, 50  # noticed, of so many that were planted
BATCH = 4
NODE_MOST = 12  # of one node's pairs among those that are drawn
TOKEN = re.compile(r"""\#.*\n | '(?:[^'\\]|\\.)*' | =>\s*(?P<op>[A-Z]\w*)(?P<value>\#|=-?\w+)?
                       | (?P<list>(?:ONE|MANY)\(\w+\)) | (?P<name>[A-Za-z]\w*) | \|= | \S""", re.X)


class Tokens(list):
    """Of a grammar: its words and signs with their places, and which belongs to which rule."""

    def __init__(self, text):
        found = [m for m in TOKEN.finditer(text) if not m[0].startswith('#')]
        super().__init__(found)
        self.rules = collections.defaultdict(list)  # name -> ranges of tokens
        start = 0
        for i, m in enumerate(found):
            if m[0] == ';':
                self.rules[found[start][0]].append((start + 2, i))
                start = i + 1

    def parts(self, first, last):
        """The alternatives between two tokens, as ranges."""
        depth, start, parts = 0, first, []
        for i in range(first, last):
            depth += (self[i][0] in '([{') - (self[i][0] in ')]}')
            if self[i][0] == '|' and depth == 0:
                parts.append((start, i))
                start = i + 1
        return parts + [(start, last)]

    def phrase(self, note):
        """Where the phrase begins that stands in front of a note."""
        depth = 0
        for i in range(note - 1, -1, -1):
            depth += (self[i][0] in ')]}') - (self[i][0] in '([{')
            if depth < 0 or (depth == 0 and self[i][0] in ('|', '=', '|=')):
                return i + 1
        return 0

    def close(self, opening):
        depth = 0
        for i in range(opening, len(self)):
            depth += (self[i][0] in '([{') - (self[i][0] in ')]}')
            if depth == 0:
                return i
        raise ValueError(self[opening])

    def counted(self, note):
        """The alternatives that give a note with `#` its value; none: a list of words."""
        i, lists = self.phrase(note), []
        while i < note:
            if self[i]['list']:
                return []
            if self[i][0] == '(':
                inner = self.parts(i + 1, self.close(i))
                if len(inner) > 1:
                    lists.append(inner)
                elif self[i + 1]['name'] and self.close(i) == i + 2:
                    lists += self.of_rule(self[i + 1][0])
            elif self[i]['name']:
                lists += self.of_rule(self[i][0])
            i = self.close(i) + 1 if self[i][0] in '([{' else i + 1
        return max(lists, key=len, default=[])

    def of_rule(self, name):
        parts = [self.parts(*r) for r in self.rules.get(name, [])]
        return [p for p in parts if len(p) > 1]


def swap_spans(text, a, b):
    return text[:a[0]] + text[b[0]:b[1]] + text[a[1]:b[0]] + text[a[0]:a[1]] + text[b[1]:]


def named_values(tokens):
    """node -> names of its values in the grammar; '' is none."""
    names = collections.defaultdict(set)
    for m in tokens:
        if m['op'] and m['value'] != '#' and not re.fullmatch(r'=-?\d+', m['value'] or ''):
            names[m['op']].add((m['value'] or '=')[1:])
    return {op: sorted(n) for op, n in names.items() if len(n) > 1}


def with_names(text, op, a, b):
    other = {a: b, b: a}

    def swapped(m):
        if m['op'] != op or m['value'] == '#' or (m['value'] or '=')[1:] not in other:
            return m[0]
        name = other[(m['value'] or '=')[1:]]
        return f'=> {op}={name}' if name else f'=> {op}'
    return TOKEN.sub(swapped, text)


def mistakes(text):
    """(node, one, other, grammar) for each pair that can change places; the grammar is made late."""
    tokens = Tokens(text)
    for op, names in named_values(tokens).items():
        for a, b in itertools.combinations(names, 2):
            yield op, a or 'none', b or 'none', lambda o=op, a=a, b=b: with_names(text, o, a, b)
    seen = set()
    for note, m in enumerate(tokens):
        if m['value'] != '#':
            continue
        spans = [(tokens[a].start(), tokens[b - 1].end()) for a, b in tokens.counted(note)]
        if not spans or spans[0] in seen:
            continue
        seen.add(spans[0])
        for a, b in itertools.combinations(spans, 2):
            one, other = (re.sub(r'\W+', '_', text[s[0]:s[1]]).strip('_') for s in (a, b))
            yield m['op'], one, other, lambda a=a, b=b: swap_spans(text, a, b)


def drawn(everything, seed):
    """In an order of the seed, nothing too often. What else can be planted changes little of it."""
    def rank(mistake):
        return hashlib.sha256(repr((seed, mistake[:3])).encode()).digest()
    often, some = collections.Counter(), []
    for mistake in sorted(everything, key=rank):
        often[mistake[0]] += 1
        if often[mistake[0]] <= NODE_MOST:
            some.append(mistake)
    return some


def without(text, span):
    return text[:span[0]] + text[span[1]:]


def alternatives(text):
    """(rule, alternative, None, grammar without it)"""
    tokens = Tokens(text)
    for rule, ranges in tokens.rules.items():
        for first, last in ranges:
            stack = [(first, last)]
            while stack:
                parts = tokens.parts(*stack.pop())
                for k, (a, b) in enumerate(parts):
                    stack += [(i + 1, tokens.close(i)) for i in range(a, b) if tokens[i][0] in '([{'
                              and not any(c < i < tokens.close(c) for c in range(a, i)
                                          if tokens[c][0] in '([{')]
                    if len(parts) > 1 and a < b:
                        cut = ((tokens[a - 1].start(), tokens[b - 1].end()) if k else
                               (tokens[a].start(), tokens[b].end()))
                        said = ' '.join(text[tokens[a].start():tokens[b - 1].end()].split())
                        yield rule, said, None, lambda cut=cut: without(text, cut)


def lines(text):
    """(card, line, None, file without it) for what stands under the name of a card."""
    at, card = 0, ''
    for line in text.splitlines(keepends=True):
        if line[0].strip() and not line.startswith('#'):
            card = line.strip()
        elif line.strip() and not line.lstrip().startswith(('"', '#')):
            yield card, line.strip(), None, lambda at=at, n=len(line): without(text, (at, at + n))
        at += len(line)


class Allowed:
    """What a game's planted.txt says."""

    def __init__(self, path):
        self.lines = {}
        for line in path.read_text().splitlines() if path.exists() else []:
            words = line.split('#')[0].split()
            if words:
                self.lines[self.key(*words[1:])] = words[0]

    @staticmethod
    def key(op, one='*', other='*'):
        return (op, *sorted((one, other)))

    def what(self, op, one, other):
        for key in (one, other), (one, '*'), (other, '*'), ('*', '*'):
            if self.key(op, *key) in self.lines:
                return self.lines[self.key(op, *key)]
        return None


class Planting:
    def __init__(self, program, games, game):
        self.program, self.game, self.folder = program, game, games / game
        self.allowed = Allowed(self.folder / 'planted.txt')
        self.noticed, self.missed = [], []

    def run(self, *words):
        done = subprocess.run([self.program, self.game, self.folder, *words], stdout=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, encoding='utf-8', check=True)
        return done.stdout

    def play(self, some, folder, name='words.grammar'):
        files = []
        for i, mistake in enumerate(some):
            files.append(folder / f'{i}.changed')
            files[-1].write_text(mistake[3]())
        for mistake, line in zip(some, self.run(name, *files).splitlines()):
            if line.endswith(' wrong'):
                sys.exit(f'{self.game}: no scenario was played')
            if line.endswith(' green'):
                self.missed.append(mistake[:3])
            elif name == 'words.grammar' or not line.endswith(' refused'):
                self.noticed.append(mistake[:3])

    def plant(self, count, seconds, seed):
        """count None: all there are."""
        text = (self.folder / 'words.grammar').read_text()
        everything = [m for m in mistakes(text) if self.allowed.what(*m[:3]) != 'same']
        if count is not None:
            everything = drawn(everything, seed)
        end = time.monotonic() + seconds
        with tempfile.TemporaryDirectory() as folder:
            if self.is_red(text, Path(folder)):
                sys.exit(f'{self.game}: scenarios fail without a mistake')
            for at in range(0, len(everything[:count]), BATCH):
                if time.monotonic() < end:
                    self.play(everything[:count][at:at + BATCH], Path(folder))
        return len(everything)

    def is_red(self, text, folder):
        (folder / 'right').write_text(text)
        return not self.run('words.grammar', folder / 'right').endswith(' green\n')

    def look_for_unused(self, count, seconds, seed):
        """Alternatives of the grammar and lines of cards that can be taken out unnoticed."""
        end = time.monotonic() + seconds
        files = ['words.grammar', *sorted(f'cards/{p.name}' for p in (self.folder / 'cards').glob('*'))]
        for name in files:
            text = (self.folder / name).read_text()
            found = list((alternatives if name == 'words.grammar' else lines)(text))
            self.noticed, self.missed = [], []
            some = found if count is None else drawn(found, seed)[:count]
            with tempfile.TemporaryDirectory() as folder:
                for at in range(0, len(some), BATCH):
                    if time.monotonic() < end:
                        self.play(some[at:at + BATCH], Path(folder), name)
            for where, what, _ in self.missed:
                print(f'{self.game}/{name}: unused: {where}: {what}')
            print(f'{self.game}/{name}: {len(self.noticed)} of {len(self.noticed) + len(self.missed)} '
                  f'are used (there are {len(found)})')

    def holds(self, there_are):
        planted = len(self.noticed) + len(self.missed)
        new = [m for m in self.missed if self.allowed.what(*m) != 'missed']
        for op, one, other in new:
            print(f'{self.game}: unnoticed: {op}: {one} for {other}')
        share = len(self.noticed) / max(planted, 1)
        print(f'{self.game}: {len(self.noticed)} of {planted} planted mistakes noticed, '
              f'{100 * share:.0f} % (there are {there_are})')
        return not new and (share >= LEAST or planted < ENOUGH)


def main():
    options = {'--count': 8, '--seconds': 90, '--seed': 1}
    words = sys.argv[1:]
    flags = [w for w in words if w in ('--all', '--missed', '--unused')]
    words = [w for w in words if w not in flags]
    while len(words) > 4 and words[-2] in options:
        options[words[-2]] = int(words[-1])
        del words[-2:]
    if len(words) != 3:
        sys.exit(__doc__)
    program, games, what = Path(words[0]), Path(words[1]), words[2]
    names = sorted(p.parent.name for p in games.glob('*/words.grammar'))
    if what == 'soak':
        seconds = int(os.environ.get('SOAK_SECONDS', '600')) // len(names)
        options = {'--count': 10 ** 6, '--seconds': seconds, '--seed': int(time.time())}
    passed = failed = 0
    for game in names if what == 'soak' else [what]:
        planting = Planting(program, games, game)
        count = None if '--all' in flags else options['--count']
        if '--unused' in flags:
            planting.look_for_unused(count, options['--seconds'], options['--seed'])
            continue
        there_are = planting.plant(count, options['--seconds'], options['--seed'])
        good = planting.holds(there_are)
        if '--missed' in flags:
            for mistake in sorted(planting.missed):
                print('missed', *mistake)
        passed, failed = passed + good, failed + (not good)
    if '--unused' not in flags:
        print(f'{passed} passed, {failed} failed')
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
