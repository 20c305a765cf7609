#!/usr/bin/env python3
"""grammar_test.py - the grammar in rules.md 6.2 and the one in words.grammar read the same texts.

    tests/grammar_test.py [ROOT]

For every alternative, option and repetition of one grammar a line is made that uses it, as short as
can be, and the other grammar must read that line; and the other way round. Alternatives of words.grammar
that end in an op of REFUSED are read only to be refused with a better message, and spellings of
SPELLED are said in words in rules.md.
"""
import re
import sys
from pathlib import Path

ROOT = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent)
GAME = 'oversoul'  # the only rules that have such a grammar
START = 'line'
CLASSES = {'NUMBER', 'ROMAN', 'WORD', 'NAME'}
REFUSED = {'TWO_KINDS', 'BARE_NUMBER'}
SPELLED = {'spaced': [], 'dmg': [('word', 'dmg')]}  # what is left of these rules

NEVER = 1000  # words: no line can use it

sys.setrecursionlimit(10000)

TOKEN = re.compile(r"""\s+ | \#.*\n | '(?P<words>(?:[^'\\]|\\.)*)' | =>\s*(?P<op>\w+)(?:\#|=-?\w+)?
                       | (?P<number>ONE|MANY)\((?P<list>\w+)\) | QUOTE\((?P<quote>\w+)\) | (?P<name>\w+) | (?P<sign>\|=|.)""", re.X)
WORD = re.compile(r"non-|[\w'-]+|\S")


def words_of_list(name, number):
    """The words of ONE(name) or MANY(name), as words.h has them: X(WALL, "WALL", "WALLS")."""
    source = (ROOT / f'games/{GAME}/words.h').read_text()
    macro = f'{GAME}_{name.removeprefix("non_")}'.upper()
    body = re.search(rf'#define {macro}\(X\)((?:.*\\\n)*.*)', source)[1]
    words = re.findall(r'X\(\w+, "([^"]+)"(?:, "([^"]+)")?\)', body)
    return ['non-' * name.startswith('non_') + w[number == 'MANY'] for w in words]


def tokens(text):
    for m in TOKEN.finditer(text):
        if m['words'] is not None:
            yield 'words', m['words'].replace('\\', '').lower()
        elif m['list']:
            yield 'sign', '('
            for word in words_of_list(m['list'], m['number']):
                yield from (('words', word.lower()), ('sign', '|'))
            yield from (('words', word.lower()), ('sign', ')'))
        elif m['quote']:
            yield from (('words', '"'), ('name', m['quote']), ('words', '"'))
        elif m['op'] or m['name']:
            yield ('op', m['op']) if m['op'] else ('name', m['name'])
        elif m['sign'] and m['sign'] not in '^~!':
            yield 'sign', m['sign']


class Reader:
    """An expression is a pair: word, rule, all (a sequence), any (alternatives), may, many."""

    def __init__(self, text):
        self.tokens = list(tokens(text)) + [('sign', None)]
        self.at = 0

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def rules(self):
        rules = {}
        while self.tokens[self.at][1] is not None:
            name, sign = self.take()[1], self.take()[1]
            expr = self.alternatives()
            assert self.take()[1] == ';', name
            rules[name] = ('any', [rules[name], expr]) if sign == '|=' else expr
        return rules

    def alternatives(self):
        choices = []
        while True:
            parts, ops = self.sequence()
            if not REFUSED & ops:
                choices.append(('all', parts))
            if self.tokens[self.at] != ('sign', '|'):
                return ('any', choices)
            self.at += 1

    def sequence(self):
        parts, ops = [], set()
        while self.tokens[self.at] not in [('sign', s) for s in '|;)]}']:
            kind, text = self.take()
            if kind == 'op':
                ops.add(text)
            elif kind == 'words':
                parts += [('word', w) for w in WORD.findall(text)]
            elif kind == 'name':
                parts.append(('word', text) if text in CLASSES else ('rule', text))
            else:
                inner = self.alternatives()
                assert self.take()[1] == {'(': ')', '[': ']', '{': '}'}[text]
                parts.append(inner if text == '(' else ('may' if text == '[' else 'many', inner))
        return parts, ops


class Grammar:
    def __init__(self, name, rules):
        self.name, self.rules = name, rules
        self.size = {}   # of the shortest words of each rule
        self.first = {}  # words each rule can begin with; None: it can be empty
        while self.settle():
            pass

    def settle(self):
        before = dict(self.size), dict(self.first)
        for name, expr in self.rules.items():
            self.size[name] = self.length(expr)
            self.first[name] = self.begins(expr)
        return before != (self.size, self.first)

    def length(self, expr):
        kind, inner = expr
        if kind == 'word':
            return 1
        if kind == 'rule':
            return self.size.get(inner, NEVER)
        sizes = [self.length(e) for e in inner] if kind in ('all', 'any') else []
        return sum(sizes) if kind == 'all' else min(sizes, default=0 if kind != 'any' else NEVER)

    def begins(self, expr):
        kind, inner = expr
        if kind == 'word':
            return frozenset([inner])
        if kind == 'rule':
            return self.first.get(inner, frozenset())
        if kind == 'any':
            return frozenset().union(*map(self.begins, inner))
        if kind in ('may', 'many'):
            return self.begins(inner) | {None}
        found = frozenset([None])
        for e in inner:
            found = found - {None} | self.begins(e)
            if None not in found:
                break
        return found

    def shortest(self, expr):
        kind, inner = expr
        if kind == 'word':
            return [inner]
        if kind == 'rule':
            return self.shortest(self.rules[inner])
        if kind == 'any':
            return self.shortest(min(inner, key=self.length))
        return [w for e in inner for w in self.shortest(e)] if kind == 'all' else []

    def reads(self, words):
        """Is this a line? ends() is where an expression that begins at `at` may end."""
        known, begins = {}, {}

        def ends(expr, at):
            key = id(expr), at
            if key not in known:
                if id(expr) not in begins:
                    begins[id(expr)] = self.begins(expr)
                can = begins[id(expr)]
                word = words[at] if at < len(words) else ''
                known[key] = find(expr, at) if word in can or None in can else ()
            return known[key]

        def find(expr, at):
            kind, inner = expr
            if kind == 'word':
                return {at + 1}
            if kind == 'rule':
                return ends(self.rules[inner], at)
            if kind == 'any':
                return {e for part in inner for e in ends(part, at)}
            found = {at}
            if kind == 'all':
                for part in inner:
                    found = {e for f in found for e in ends(part, f)}
                return found
            new = ends(inner, at)
            while kind == 'many' and not found >= set(new):
                found |= set(new)
                new = {e for f in new for e in ends(inner, f)}
            return found | set(new)

        return len(words) in ends(('rule', START), 0)

    def uses(self, expr, around):
        """(place, words) for each way through an expression; around() puts words in their line."""
        kind, inner = expr
        if kind == 'any':
            for e in inner:
                if self.length(e) < NEVER:
                    yield around(self.shortest(e))
                    yield from self.uses(e, around)
        elif kind == 'all':
            for i, e in enumerate(inner):
                left = [w for p in inner[:i] for w in self.shortest(p)]
                right = [w for p in inner[i + 1:] for w in self.shortest(p)]
                yield from self.uses(e, lambda w, l=left, r=right: around(l + w + r))
        elif kind in ('may', 'many'):
            yield around(self.shortest(inner))
            if kind == 'many':
                yield around(2 * self.shortest(inner))
            yield from self.uses(inner, around)

    def lines(self):
        """(rule, words) for all rules that a line can use, each within the shortest line."""
        around, todo = {START: lambda w: w}, [START]
        for name in todo:
            for inner, place in self.named(self.rules[name], around[name]):
                if inner not in around:
                    around[inner] = place
                    todo.append(inner)
            for words in self.uses(self.rules[name], around[name]):
                yield name, words

    def named(self, expr, around):
        kind, inner = expr
        if kind == 'rule':
            yield inner, around
        elif kind == 'all':
            for i, e in enumerate(inner):
                left = [w for p in inner[:i] for w in self.shortest(p)]
                right = [w for p in inner[i + 1:] for w in self.shortest(p)]
                yield from self.named(e, lambda w, l=left, r=right: around(l + w + r))
        elif kind != 'word':
            for e in inner if kind == 'any' else [inner]:
                yield from self.named(e, around)


def of_code():
    def text(path, begin, end):
        source = (ROOT / path).read_text()
        source = source[source.index(begin):]
        strings = re.findall(r'"((?:[^"\\]|\\.)*)"', source[:source.index(end) + 1])
        return ''.join(strings).replace('\\n', '\n').replace('\\\\', '\\')
    shared = text('cardtext/sentence.c', 'SENTENCE_GRAMMAR', '";')
    own = (ROOT / f'games/{GAME}/words.grammar').read_text()
    rules = Reader(shared + own).rules()
    rules.update((name, ('any', left)) for name, left in SPELLED.items())
    return Grammar('words.grammar', rules)


def of_rules():
    source = (ROOT / f'games/{GAME}/rules.md').read_text()
    return Grammar('rules.md', Reader(source.split('```ebnf')[1].split('```')[0]).rules())


def main():
    code, law = of_code(), of_rules()
    passed = failed = 0
    for one, other in (code, law), (law, code):
        seen = set()
        for rule, words in one.lines():
            line = ' '.join(words)
            if line in seen:
                continue
            seen.add(line)
            if other.reads(words):
                passed += 1
            else:
                failed += 1
                print(f'{other.name} lacks what {one.name} has in "{rule}": {line}')
    print(f'{passed} passed, {failed} failed')
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
