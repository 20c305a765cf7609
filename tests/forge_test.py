#!/usr/bin/env python3
"""forge_test - what forgers may try with honest records, and `pentacle verify --fair` that finds it.

    tests/forge_test.py PENTACLE VERIFY_FAIR

VERIFY_FAIR is docs/examples/verify_fair.py, written from the manuals alone: it must agree.

A server plays a match of every game; from each honest record and what the server told of it come more
than sixty forgeries. A forger knows all formulas: each check, seal and link is reckoned anew after the
change. Four kinds, by what the forger can write:

    record    only the record             found with /fair/<table> alone
    told      only /fair/<table>          found alone
    both      both, so that they agree    found with the published chain (--log), or a seal that somebody
                                          noted during the match (--seal); nothing else can find it
    chain     the published chain too     found with a noted seal
"""
import copy
import hashlib
import http.client
import json
import re
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import Player, reckon_key  # noqa: E402

PENTACLE, VERIFY_FAIR = (str(Path(word).resolve()) for word in sys.argv[1:3])
GAMES = [line.split()[0] for line in subprocess.run(
    [PENTACLE, 'games'], capture_output=True, text=True, check=True).stdout.split('\n')
    if line and line[0] != ' ']
CHOICES = {'blank': 400, 'oversoul': 120}  # then somebody gives up
ACTS, NOTED = {}, {}


def sha(*parts):
    return hashlib.sha256(b''.join(p if isinstance(p, bytes) else p.encode() for p in parts)).digest()


# --- honest papers --------------------------------------------------------------------------------

class Guest(Player):
    """Takes something back once, looks at what is told of the seal, gives up after so many answers."""

    def __init__(self, *words, answers, look):
        super().__init__(*words)
        self.left, self.look = answers, look

    def check_and_choose(self, m):
        if self.left % 8 == 0 and self.left > 0:  # asked, so the match waits: a seal is there to be seen
            self.look(self.table)
        super().check_and_choose(m)
        if any('choices' in owed for owed in m['owed']):
            self.left -= 1
        if self.left == 0:
            self.say(do='resign', table=self.table)
        if len(self.said) == 5 and self.left > 0 and not hasattr(self, 'undone'):
            self.undone = self.say(do='undo', table=self.table)

    def on_table(self, m):
        super().on_table(m)
        if 'undo' in m['offers'] and m['you'] not in m['offers']['undo']:
            self.say(do='agree', table=self.table, what='undo')


class Host:
    def __init__(self, folder):
        self.process = subprocess.Popen(
            [PENTACLE, 'serve', '--port', '0', '--data', f'{folder}/data', '--messages', '10000',
             '--handshakes', '100000'], stdout=subprocess.PIPE, text=True,
            stderr=subprocess.DEVNULL)
        self.port = int(self.process.stdout.readline().rsplit(':', 1)[1])

    def get(self, path):
        link = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        link.request('GET', path)
        answer = link.getresponse()
        text = answer.read().decode()
        link.close()
        assert answer.status == 200, (path, answer.status, text)
        return text


def play(host, game):
    noted = set()

    def look(table):
        told = json.loads(host.get(f'/fair/{table}'))
        assert 'acts' not in told or told['secret'], 'the acts are told too early'
        if told['seal'] and not told['secret']:
            noted.add(told['seal'])

    two = [Guest(host.port, name, seed, answers=CHOICES.get(game, 60), look=look)
           for seed, name in enumerate(('Ada', 'Bob'))]
    for player in two:
        player.connect()
    two[0].sit(game, [{'who': 'me'}, {'who': 'anyone'}])
    two[1].say(do='game', game=game)
    two[1].until('game')
    two[1].table = two[0].table
    two[1].say(do='join', table=two[0].table)
    threads = [threading.Thread(target=player.play, args=(150,)) for player in two]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(player.phase == 'over' for player in two), [player.errors for player in two]
    while not two[0].archived:
        two[0].step()
    return two[0].table, noted


class Papers:
    """A record and what was told of it, to be changed; `sealed` writes every check anew."""

    def __init__(self, record, fair, log):
        self.title, *lines, _ = record.split('\n')[:-1]
        self.lines = [line[9:] for line in lines]
        self.fair, self.log = json.loads(fair), json.loads(log)

    def copy(self):
        return copy.deepcopy(self)

    def find(self, start, nth=0):
        return [i for i, line in enumerate(self.lines) if line.startswith(start)][nth]

    def record(self):
        chain, out = sha(self.title + '\n'), [self.title]
        for line in self.lines:
            chain = sha(chain, line + '\n')
            out.append(f'{chain.hex()[:8]} {line}')
        text = '\n'.join(out) + '\n'
        return text + 'seal ' + hashlib.sha256(text.encode()).hexdigest() + '\n'

    def hashes(self):
        first = self.find('hash ')
        head = self.lines[:first]
        cards = sha(*(line + '\n' for line in head if line.startswith('|')))
        setup = sha(*(line + '\n' for line in head if not line.startswith('|')))
        return cards, setup

    def seals(self):
        cards, setup = self.hashes()
        seal = sha('pentacle-seal-v1', bytes.fromhex(self.fair['commitment']), cards, setup)
        out = [seal]
        for act in self.fair['acts']:
            out.append(sha(out[-1], act + '\n'))
        return out

    def sealed(self):
        """As a forger would: what is told agrees with the record."""
        self.fair['seal'] = self.seals()[-1].hex()
        return self

    def linked(self):
        chain = bytes(32)
        for link in self.log['newest']:
            if link['table'] == self.fair['table']:
                name = 'seal' if 'seal' in link else 'commitment'
                link[name] = self.fair[name]
            what = bytes.fromhex(link.get('seal') or link['commitment'])
            if 'seal' in link:
                chain = sha(chain, 'pentacle-end-v1', link['table'].to_bytes(8, 'big'), what)
            else:
                chain = sha(chain, what)
            link['chain'] = chain.hex()
            if link['table'] == self.fair['table'] and 'commitment' in link:
                self.fair['chain'] = chain.hex()
        return self


# What only somebody who knows the rules can find: the other verifier says that it does not look.
BY_RULES = {'the words of a choice', 'the first position', 'a position on the way', 'the last position'}


def agrees(words, status, said, by_rules):
    """The other verifier comes to the same; to what only the rules can tell it says nothing."""
    done = subprocess.run([sys.executable, VERIFY_FAIR, *words], capture_output=True, text=True,
                          check=False, timeout=120)
    other = done.stdout + done.stderr
    assert other.startswith('agrees: ' if done.returncode == 0 else 'forged: '), other
    assert done.returncode == status or (by_rules and done.returncode == 0), \
        f'another verdict: {other} and {said}'
    unproven = 'not proven: that the server published this'
    assert status != 0 or (unproven in other) == (unproven in said), (other, said)


def verify(papers, folder, *options, log=None, by_rules=False):
    """(exit status, what was said)"""
    record, fair, listed = (Path(folder) / name for name in ('a.replay', 'a.fair', 'a.log'))
    record.write_text(papers.record(), encoding='utf-8')
    fair.write_text(json.dumps(papers.fair), encoding='utf-8')
    more = list(options)
    if log:
        listed.write_text(json.dumps(log), encoding='utf-8')
        more += ['--log', str(listed)]
    done = subprocess.run([PENTACLE, 'verify', str(record), '--fair', str(fair), *more],
                          capture_output=True, text=True, check=False, timeout=120)
    said = done.stdout + done.stderr
    agrees([str(record), str(fair), *more], done.returncode, said, by_rules)
    return done.returncode, said


# --- forgeries of the record alone ----------------------------------------------------------------

def names_of(p):
    return [line[5:] for line in p.lines if line.startswith('seat ')]


def moves_of(p):
    return [i for i, line in enumerate(p.lines) if line.startswith('move ')]


def renumber(p):
    """Moves are counted from 1 again; positions are not known to the forger, so none is claimed
    but the first."""
    first, number, out = p.find('hash '), 0, []
    for i, line in enumerate(p.lines):
        if line.startswith('hash ') and i > first:
            continue
        if line.startswith('move '):
            number += 1
            line = re.sub(r'^move \d+', f'move {number}', line)
        out.append(line)
    p.lines = out


def add_concession(p, seat):
    moves = moves_of(p)
    p.lines.insert(moves[-1] + 1, f'move {len(moves) + 1} seat {seat + 1} 0.0.0.0.0 concede')
    renumber(p)


def cut_moves(p, keep):
    for i in reversed(moves_of(p)[keep:]):
        del p.lines[i]
    renumber(p)


def replace(p, start, what, by, nth=0):
    i = p.find(start, nth)
    p.lines[i] = re.sub(what, by, p.lines[i], count=1)


def winner_turned(p):
    i, names = p.find('result '), names_of(p)
    if ' wins' in p.lines[i]:
        won = p.lines[i][7:].rsplit(' wins', 1)[0]
        p.lines[i] = p.lines[i].replace(won, next(n for n in names if n != won), 1)
    else:
        p.lines[i] = f'result {names[0]} wins'


def early_concession(p, seat):
    cut_moves(p, len(moves_of(p)) // 2)
    add_concession(p, seat)
    winner = names_of(p)[1 - seat]
    i = p.find('result ')
    p.lines[i] = re.sub(r'^result .*? (wins?|draw)', f'result {winner} wins', p.lines[i])


def swap_moves(p, n):
    moves = moves_of(p)
    n = min(n, len(moves) - 2)
    # Two equal ones in each other's place are no forgery.
    while n > 0 and p.lines[moves[n]].split()[2:] == p.lines[moves[n + 1]].split()[2:]:
        n -= 1
    a, b = moves[n], moves[n + 1]
    p.lines[a], p.lines[b] = p.lines[b], p.lines[a]
    renumber(p)


def drop_move(p, n):
    moves = moves_of(p)
    del p.lines[moves[n]]
    renumber(p)


def double_move(p, n):
    moves = moves_of(p)
    p.lines.insert(moves[n] + 1, p.lines[moves[n]])
    renumber(p)


def swap_names(p):
    a, b = p.find('seat ', 0), p.find('seat ', 1)
    p.lines[a], p.lines[b] = p.lines[b], p.lines[a]


def rename(p, nth, name):
    old = names_of(p)[nth]
    p.lines[p.find('seat ', nth)] = f'seat {name}'
    i = p.find('result ')
    p.lines[i] = p.lines[i].replace(old, name)


def card_number(p):
    """A number in the text of a card that nobody has in this match, or in any."""
    for i, line in enumerate(p.lines):
        if line.startswith('|') and re.search(r'[2-8]', line):
            p.lines[i] = re.sub(r'[2-8]', lambda m: str(int(m[0]) + 1), line, count=1)
            return


def card_flavour(p):
    for i, line in enumerate(p.lines):
        if line.startswith('|') and line.rstrip().endswith('"'):
            p.lines[i] = re.sub(r'"(.)', r'"X\1', line, count=1)
            return
    p.lines[p.find('| ', 1)] += ' '


def drop_last_card(p):
    last = max(i for i, line in enumerate(p.lines) if line.startswith('|'))
    while p.lines[last] != '|':
        del p.lines[last]
        last -= 1
    del p.lines[last]


def swap_cards(p):
    """The first two cards change places: all numbers of cards mean others."""
    gaps = [i for i, line in enumerate(p.lines) if line == '|'][:2]
    first = p.find('| ')
    p.lines[first:gaps[1]] = (p.lines[gaps[0] + 1:gaps[1]] + ['|'] + p.lines[first:gaps[0]])


def deck_more(p, nth):
    replace(p, 'deck main', r' (\d+) ', lambda m: f' {int(m[1]) + 1} ', nth)


def deck_order(p):
    decks = [i for i, line in enumerate(p.lines) if line.startswith('deck main')]
    if len(decks) < 2:
        decks = [i for i, line in enumerate(p.lines) if line.startswith('deck ')]
    a, b = decks[0], decks[1]
    p.lines[a], p.lines[b] = p.lines[b], p.lines[a]


def decks_swapped(p):
    a, b, end = p.find('seat ', 0), p.find('seat ', 1), p.find('hash ')
    p.lines[a + 1:end] = p.lines[b + 1:end] + [p.lines[b]] + p.lines[a + 1:b]


def from_scenario(p):
    a, end = p.find('seat ', 0), p.find('hash ')
    p.lines[a:end] = ['> given Ash']


def seat_of_move(p, n):
    replace(p, 'move ', r'seat ([12])', lambda m: f'seat {3 - int(m[1])}', n)


def option_of_move(p, n):
    replace(p, 'move ', r'(seat \d \d+)\.(\d+)', lambda m: f'{m[1]}.{(int(m[2]) + 1) % 256}', n)


def card_of_move(p, n):
    replace(p, 'move ', r'(seat \d \d+\.\d+)\.(\d+)', lambda m: f'{m[1]}.{int(m[2]) + 1}', n)


def hash_line(p, nth):
    replace(p, 'hash ', r'hash (.)', lambda m: 'hash ' + ('0' if m[1] != '0' else '1'), nth)


RECORD = {
    'the winner is turned': winner_turned,
    'the result is a draw': lambda p: replace(p, 'result ', r'.*', 'result draw'),
    'the result is unfinished': lambda p: replace(p, 'result ', r'.*', 'result unfinished'),
    'the rule of the result is another': lambda p: replace(p, 'result ', r'\S+$', 'NIL-001'),
    'seat 0 gives up in the middle': lambda p: early_concession(p, 0),
    'seat 1 gives up in the middle': lambda p: early_concession(p, 1),
    'seat 0 gives up at the end': lambda p: add_concession(p, 0),
    'seat 1 gives up at the end': lambda p: add_concession(p, 1),
    'the version is 0': lambda p: replace(p, 'game ', r'\S+$', '0'),
    'the version is 999': lambda p: replace(p, 'game ', r'\S+$', '999'),
    'the version has no number': lambda p: replace(p, 'game ', r' \S+$', ' '),
    'version 0, and the winner is turned': lambda p: (replace(p, 'game ', r'\S+$', '0'), winner_turned(p)),
    'version 0, seat 0 gives up': lambda p: (replace(p, 'game ', r'\S+$', '0'), early_concession(p, 0)),
    'version 0, a card is altered': lambda p: (replace(p, 'game ', r'\S+$', '0'), card_number(p)),
    'version 0, the last move is left out': lambda p: (replace(p, 'game ', r'\S+$', '0'), drop_move(p, -1)),
    'a number on a card': card_number,
    'the flavour of a card': card_flavour,
    'the name of a card': lambda p: replace(p, '| ', r'\| (\S+)', r'| Dark \1'),
    'the last card is left out': drop_last_card,
    'two cards change places': swap_cards,
    'a card more in a deck': lambda p: deck_more(p, 0),
    'a card more in another place': lambda p: deck_more(p, -1),
    'the order of a deck': deck_order,
    'the decks change places': decks_swapped,
    'a deck is left out': lambda p: p.lines.pop(p.find('deck ', -1)),
    'names change places': swap_names,
    'seat 0 has another name': lambda p: rename(p, 0, 'Eve'),
    'seat 1 has another name': lambda p: rename(p, 1, 'Eve'),
    'the key is another': lambda p: replace(p, 'key ', r'key (.)', lambda m: f'key {(int(m[1], 16) + 1) % 16:x}'),
    'the mode is another': lambda p: replace(p, 'mode ', r'mode .*', 'mode melee'),
    'an option is added': lambda p: p.lines.insert(p.find('key '), 'option 1 1'),
    'the seats come from a scenario': from_scenario,
    'the first choice is left out': lambda p: drop_move(p, 0),
    'the last choice is left out': lambda p: drop_move(p, -1),
    'a choice in the middle is left out': lambda p: drop_move(p, len(moves_of(p)) // 2),
    'a choice comes twice': lambda p: double_move(p, 3),
    'the first two choices change places': lambda p: swap_moves(p, 0),
    'two choices in the middle change places': lambda p: swap_moves(p, len(moves_of(p)) // 2),
    'the first half is all': lambda p: (cut_moves(p, len(moves_of(p)) // 2),
                                        replace(p, 'result ', r'.*', 'result unfinished')),
    'a choice is of the other seat': lambda p: seat_of_move(p, 2),
    'a choice has another option': lambda p: option_of_move(p, 1),
    'a choice names another card': lambda p: card_of_move(p, 1),
    'the words of a choice': lambda p: replace(p, 'move ', r'(\S)$', r'\1x', 1),
    'the first position': lambda p: hash_line(p, 0),
    'a position on the way': lambda p: hash_line(p, 1),
    'the last position': lambda p: hash_line(p, -1),
    'another title': lambda p: setattr(p, 'title', 'pentacle replay 0'),
}


# --- forgeries of what was told alone -------------------------------------------------------------

def told(name, value):
    return lambda p: p.fair.__setitem__(name, value(p.fair[name]) if callable(value) else value)


def of_seat(seat, name, value):
    return lambda p: p.fair['seats'][seat].__setitem__(name, value)


def act(p, kind, change):
    i = next(i for i, line in enumerate(p.fair['acts']) if f' {kind}' in line)
    p.fair['acts'][i] = change(p.fair['acts'][i])


def insert_act(p, at, line):
    when = p.fair['acts'][at].split()[0]
    p.fair['acts'].insert(at, f'{when} {line}')


TOLD = {
    'another secret': told('secret', '11' * 32),
    'no secret': told('secret', None),
    'another commitment': told('commitment', '22' * 32),
    'another table': told('table', lambda n: n + 1),
    'another game': told('game', 'nothing'),
    'another version': told('version', '0'),
    'the proof is an older one': told('proof', 1),
    'an older proof, nothing sealed': lambda p: [p.fair.pop(n) for n in ('proof', 'version', 'seal', 'acts')],
    'other rules': told('rules_hash', '33' * 32),
    'other cards': told('cards_hash', '44' * 32),
    'a seed of seat 0': of_seat(0, 'seed', '55' * 32),
    'a seed of seat 1': of_seat(1, 'seed', '55' * 32),
    'a hash of seat 0': of_seat(0, 'hash', '66' * 32),
    'seat 0 gave no seed': of_seat(0, 'state', 'missing'),
    'seat 1 was a bot': of_seat(1, 'state', 'bot'),
    'the seats change places': lambda p: p.fair['seats'].reverse(),
    'a seat is left out': lambda p: p.fair['seats'].pop(),
    'no seal': told('seal', None),
    'another seal': told('seal', '77' * 32),
    'no acts': told('acts', []),
    'acts are no list': told('acts', 'none'),
    'an act is no text': lambda p: p.fair['acts'].insert(0, 7),
    'a time': lambda p: act(p, 'choice', lambda line: '1' + line),
    'the end is left out': lambda p: p.fair['acts'].pop(),
    'the end comes twice': lambda p: p.fair['acts'].append(p.fair['acts'][-1]),
    'an act is left out': lambda p: p.fair['acts'].pop(1),
    'an act comes twice': lambda p: p.fair['acts'].insert(1, p.fair['acts'][1]),
    'acts change places': lambda p: p.fair['acts'].insert(0, p.fair['acts'].pop(1)),
    'a pause is put in': lambda p: insert_act(p, 2, 'resume'),
    'a bot is put in': lambda p: insert_act(p, 2, 'bot 0'),
    'the clock made a choice': lambda p: act(p, 'choice', lambda line: line + ' clock'),
    'a choice is another': lambda p: act(p, 'choice', lambda line: line + '1'),
    'somebody gave up early': lambda p: insert_act(p, 3, 'resign 0'),
    'nothing is there': lambda p: p.fair.clear(),
}


# --- forgeries of both: they agree with each other, and with the rules ----------------------------

def resign_in_both(p, seat, how=''):
    """The match is cut in the middle, where nothing is taken back any more, and a seat gives up."""
    acts = p.fair['acts']
    keep = max([i for i, line in enumerate(acts) if ' undo ' in line], default=0) + 4
    keep = min(keep, len(acts) - 3)
    when = acts[keep].split()[0]
    count = 0
    for line in acts[:keep]:
        if ' choice ' in line:
            count += 1
        if ' undo ' in line:
            count = int(line.split()[3])
    cut_moves(p, count)
    add_concession(p, seat)
    winner = 1 - seat
    i = p.find('result ')
    rule = RULES[p.fair['game']]
    p.lines[i] = f'result {names_of(p)[winner]} wins {rule}'
    p.fair['acts'] = acts[:keep] + [f'{when} resign {seat}{how}',
                                    f'{when} over rules {1 << winner} {p.lines[i][7:]}']


def rename_in_both(p):
    old = names_of(p)[0]
    rename(p, 0, 'Eve')
    p.fair['acts'][-1] = p.fair['acts'][-1].replace(old, 'Eve')


def swap_names_in_both(p):
    a, b = names_of(p)
    swap_names_only(p)
    i = p.find('result ')
    for old, new in ((a, '\0'), (b, a), ('\0', b)):
        p.lines[i] = p.lines[i].replace(old, new)
        p.fair['acts'][-1] = p.fair['acts'][-1].replace(old, new)


def swap_names_only(p):
    a, b = p.find('seat ', 0), p.find('seat ', 1)
    p.lines[a], p.lines[b] = p.lines[b], p.lines[a]


def later(p, ms):
    p.fair['acts'] = [re.sub(r'^\d+', lambda m: str(int(m[0]) + ms), line) for line in p.fair['acts']]


BOTH = {
    'seat 0 gave up': lambda p: resign_in_both(p, 0),
    'seat 1 gave up': lambda p: resign_in_both(p, 1),
    'seat 0 was gone': lambda p: resign_in_both(p, 0, ' claimed 1'),
    'seat 1 was gone': lambda p: resign_in_both(p, 1, ' claimed 0'),
    'seat 0 has another name': rename_in_both,
    'names change places': swap_names_in_both,
    'all times are later': lambda p: later(p, 1000),
    'a pause is put in': lambda p: insert_act(p, 2, 'resume'),
    'a bot played': lambda p: insert_act(p, 2, 'bot 0'),
}
RULES = {}


# --- all of them ----------------------------------------------------------------------------------

def attempt(honest, noted, kind, name, change):
    """What is wrong, or nothing."""
    p = honest.copy()
    try:
        change(p)
    except (StopIteration, IndexError, KeyError, ValueError) as wrong:
        return f'{kind}, {name}: could not be forged: {wrong!r}'
    if kind in ('both', 'chain'):
        p.sealed()
    if (p.record(), p.fair) == (honest.record(), honest.fair):
        return ''  # this match has nothing of the kind
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        if kind in ('record', 'told'):
            status, said = verify(p, folder, by_rules=name in BY_RULES)
            if status != 1:
                problems.append(f'passes: {status} {said}')
        if kind == 'both':
            status, said = verify(p, folder, by_rules=True)
            if status == 0 and 'not proven: that the server published this' not in said:
                problems.append(f'passes without a word: {said}')
            if verify(p, folder, log=honest.log)[0] != 1:
                problems.append('passes with the published chain')
        if kind == 'chain':
            p.linked()
        if kind in ('both', 'chain') and verify(p, folder, '--seal', noted)[0] != 1:
            problems.append('passes with a noted seal')
        if kind == 'chain' and p.log['newest'][-1]['chain'] == honest.log['newest'][-1]['chain']:
            problems.append('the end of the chain is the same')
    return '; '.join(f'{kind}, {name}: {problem}' for problem in problems)


def check_honest(papers, noted):
    assert papers.seals()[-1].hex() == papers.fair['seal'], 'the seals of the docs are others'
    assert papers.hashes()[0].hex() == papers.fair['cards_hash'], 'the cards of the docs are others'
    assert noted <= {seal.hex() for seal in papers.seals()}, 'a seal was shown that is none'
    assert noted, 'no seal was shown'
    key, commitment = reckon_key(papers.fair)
    assert papers.lines[papers.find('key ')] == 'key ' + key and commitment == papers.fair['commitment']
    before = json.dumps(papers.log)
    assert json.dumps(papers.copy().linked().log) == before, 'the chain of the docs is another'
    with tempfile.TemporaryDirectory() as folder:
        for seal in [None, *sorted(noted)[:3]]:
            status, said = verify(papers, folder, *(['--seal', seal] if seal else []), log=papers.log)
            assert status == 0 and 'sealed: ' in said, (status, said)
            assert 'not proven: that the server' not in said, said
        status, said = verify(papers, folder)
        assert status == 0 and 'not proven: that the server published this' in said, said
        assert verify(papers, folder, '--seal', '00' * 32)[0] == 1


def main():
    passed = failed = distinct = 0
    with tempfile.TemporaryDirectory() as folder:
        host = Host(folder)
        try:
            tables = {game: play(host, game) for game in GAMES}
            log = host.get('/commitments')
            honest = {game: Papers(host.get(f'/record/{table}'), host.get(f'/fair/{table}'), log)
                      for game, (table, _) in tables.items()}
        finally:
            host.process.kill()
            host.process.wait()
    assert any(' undo ' in line for p in honest.values() for line in p.fair['acts']), 'nothing taken back'
    for game, papers in honest.items():
        check_honest(papers, tables[game][1])
        RULES[game] = papers.lines[papers.find('result ')].split()[-1]
        # What was noted late in the match, so that most of it is bound.
        late = [seal.hex() for seal in papers.seals() if seal.hex() in tables[game][1]][-1]
        tries = [(kind, name, change)
                 for kind, all_of in (('record', RECORD), ('told', TOLD), ('both', BOTH), ('chain', BOTH))
                 for name, change in all_of.items()]
        distinct = len(tries)
        with ThreadPoolExecutor(2) as pool:
            for problem in pool.map(lambda t: attempt(papers, late, *t), tries):
                passed += not problem
                failed += bool(problem)
                if problem:
                    print(f'{game}: {problem}', flush=True)
    print(f'{distinct} forgeries of a match of {len(honest)} games')
    print(f'{passed} passed, {failed} failed')
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
