#!/usr/bin/env python3
"""verify_fair - checks what a server says of a match, with nothing but Python: docs/protocol.md, *Fair*.

    verify_fair.py RECORD FAIR [--log FILE] [--seal HEX]

RECORD is a copy of /record/TABLE, FAIR of /fair/TABLE, the FILE of --log of /commitments; HEX a seal that
was noted while the match went on. Exit status 0: all of it agrees; 1: it does not, and why; 2: not so.

It knows no game. Whether each choice was legal, the hashes of positions and the words behind a choice
are for `pentacle verify`, which plays the match again.
"""
import argparse
import hashlib
import json
import re
import sys

STATES = ('seed', 'missing', 'bot')
ENDS = ('rules', 'agreed', 'abandoned', 'broken', 'too-long')
WORDS = {'agreed': 'draw by agreement', 'abandoned': 'abandoned', 'too-long': 'draw: too many choices'}
ACT = re.compile(r'(\d{1,18}) (?:(resume)|(bot|back) ([0-3])|(undo) ([0-3]) (\d+)'
                 r'|(resign) ([0-3])(?: (clock)| claimed ([0-3]))?'
                 r'|(choice) ([0-3]) (\d+\.\d+\.\d+\.\d+\.\d+)( clock)?|(over) (\S+) (\d+) (.*))')


class Forged(Exception):
    """It does not agree."""


def want(holds, *words):
    if not holds:
        raise Forged(' '.join(map(str, words)))


def sha(*parts):
    return hashlib.sha256(b''.join(p if isinstance(p, bytes) else p.encode() for p in parts)).digest()


def hex_of(holder, name, size=32):
    value = holder.get(name) if isinstance(holder, dict) else None
    want(isinstance(value, str) and re.fullmatch('[0-9a-f]{%d}' % (2 * size), value),
         f'"{name}" is not {size} bytes in hex')
    return bytes.fromhex(value)


# --- the record (docs/replays.md) -----------------------------------------------------------------

class Record:
    def __init__(self, file):
        want(file.endswith(b'\n'), 'the record is truncated')
        title, *lines, seal = file[:-1].split(b'\n')
        want(title == b'pentacle replay 1', 'this is no record')
        want(seal == b'seal ' + hashlib.sha256(file[:-len(seal) - 1]).hexdigest().encode(),
             'the seal of the record is another')
        chain = sha(title, b'\n')
        for number, line in enumerate(lines, 2):
            chain = sha(chain, line[9:], b'\n')
            want(line[:9] == chain.hex()[:8].encode() + b' ', f'line {number} of the record was altered')
        self.lines = [line[9:].decode() for line in lines]
        first = next((i for i, line in enumerate(self.lines) if line.startswith('hash ')), len(lines))
        head = self.lines[:first]
        self.cards_hash = sha(*(line + '\n' for line in head if line.startswith('|')))
        self.setup_hash = sha(*(line + '\n' for line in head if not line.startswith('|')))
        word, self.game, self.version = (head[0].split(' ', 2) + ['', ''])[:3]
        want(word == 'game', 'the record names no game')
        self.key = self.only('key ')
        self.names = [line[5:] for line in head if line.startswith('seat ')]
        self.result = self.only('result ')
        self.moves = []
        for line in self.lines[first:]:
            if line.startswith('move '):
                number, _, seat, choice, words = (line.split(' ', 5) + ['', ''])[1:6]
                self.moves.append((int(seat) - 1, choice))
                want(int(number) == len(self.moves), f'move {number} is not move {len(self.moves)}')
                want((choice == '0.0.0.0.0') == (words == 'concede'), f'move {number} says something else')

    def only(self, start):
        found = [line[len(start):] for line in self.lines if line.startswith(start)]
        want(len(found) == 1, f'the record has {len(found)} lines "{start.strip()}"')
        return found[0]


# --- the shuffle ----------------------------------------------------------------------------------

def check_shuffle(told, record):
    want(told.get('proof') == 2, 'the match was not sealed')
    want(told.get('game') == record.game, 'this is about another game')
    want(told.get('version') == record.version, 'this is about another version')
    table, seats = told.get('table'), told.get('seats')
    want(isinstance(table, int) and table > 0 and isinstance(seats, list) and 1 <= len(seats) <= 4,
         'table or seats are missing')
    want(told.get('secret'), 'the server has not told its secret')
    secret, commitment = hex_of(told, 'secret'), hex_of(told, 'commitment')
    want(hex_of(told, 'cards_hash') == record.cards_hash, 'the cards of the record are others')
    reckoned = sha('pentacle-commit-v2', record.game, b'\0', record.version, b'\0', table.to_bytes(8, 'big'),
                   hex_of(told, 'rules_hash'), record.cards_hash, bytes([len(seats)]), secret)
    want(reckoned == commitment, 'the secret is not the one that was promised')
    promises, seeds = b'', b''
    for number, seat in enumerate(seats):
        want(isinstance(seat, dict) and seat.get('state') in STATES, f'seat {number} says nothing')
        hashed = hex_of(seat, 'hash') if seat.get('hash') is not None else bytes(32)
        seed = hex_of(seat, 'seed') if seat['state'] == 'seed' else bytes(32)
        want(seat['state'] != 'seed' or sha(seed) == hashed, f'the seed of seat {number} was not promised')
        promises += bytes([STATES.index(seat['state'])]) + hashed
        seeds += seed
    transcript = sha('pentacle-transcript-v1', commitment, promises)
    want(sha('pentacle-key-v1', secret, seeds, transcript).hex() == record.key,
         'these seeds do not make the key of the record')


# --- the acts -------------------------------------------------------------------------------------

def check_end(record, end, last):
    how, winners, result = end
    want(how in ENDS, f'no match ends by "{how}"')
    if how != 'rules':
        want(winners == 0, 'nobody wins that way')
        want(result == WORDS.get(how) or (how == 'broken' and result.startswith('abandoned: ')),
             'this end has other words')
        want(record.result == 'unfinished', 'the record is of a match that was over')
        return
    # By the rule about time-outs it is the clock that gave up, for the record the seat.
    said, recorded = (result, record.result)
    if last == 'clock':
        said, recorded = said.rsplit(' ', 1)[0], recorded.rsplit(' ', 1)[0]
    want(said == recorded, f'the record says "{record.result}", the last act "{result}"')
    want(winners < 1 << max(len(record.names), 1), 'somebody won who was not there')
    won = [name for seat, name in enumerate(record.names) if winners >> seat & 1]
    want(all(name in result for name in won) and bool(won) == (' win' in result),
         'the winners are others than those of the result')


def check_acts(told, record):
    """The seals from the first on."""
    acts = told.get('acts')
    want(isinstance(acts, list) and all(isinstance(act, str) for act in acts), 'there are no acts')
    seals = [sha('pentacle-seal-v1', hex_of(told, 'commitment'), record.cards_hash, record.setup_hash)]
    moves, end = [], None
    last = before = None  # how the newest act came, and the one before the end
    for number, act in enumerate(acts, 1):
        seals.append(sha(seals[-1], act, '\n'))
        m = ACT.fullmatch(act)
        want(m, f'act {number} is none that there is')
        want(end is None, f'act {number} follows the end')
        if m[5]:
            want(int(m[7]) < len(moves), f'act {number} takes nothing back')
            del moves[int(m[7]):]
        elif m[8]:
            moves.append((int(m[9]), '0.0.0.0.0'))
        elif m[12]:
            moves.append((int(m[13]), m[14]))
        elif m[16]:
            end = (m[17], int(m[18]), m[19])
            before = last
        last = m[10]
    want(end, 'the acts have no end')
    want(hex_of(told, 'seal') == seals[-1], 'the acts do not make the last seal')
    want(moves == record.moves, 'the acts leave other moves than the record has')
    check_end(record, end, before)
    return seals


# --- what was published, and what was noted -------------------------------------------------------

def check_log(told, log):
    """Both links of the table are there, and each follows from the one before."""
    newest = log.get('newest') if isinstance(log, dict) else None
    want(isinstance(newest, list) and newest, 'this is no copy of /commitments')
    chain = bytes(32) if log.get('links') == len(newest) else None
    met = set()
    for link in newest:
        name = 'seal' if 'seal' in link else 'commitment'
        what, table = hex_of(link, name), link.get('table')
        if chain is not None:
            end = ('pentacle-end-v1', table.to_bytes(8, 'big')) if name == 'seal' else ()
            want(sha(chain, *end, what) == hex_of(link, 'chain'), 'the published chain is broken')
        chain = hex_of(link, 'chain')
        if table == told['table']:
            want(what == hex_of(told, name), f'another {name} was published')
            met.add(name)
            if name == 'commitment':
                want(told.get('chain') == link['chain'], 'the commitment was published in another place')
    want(met == {'seal', 'commitment'}, 'the match is not among the newest that were published')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('record')
    parser.add_argument('fair')
    parser.add_argument('--log')
    parser.add_argument('--seal')
    asked = parser.parse_args()
    try:
        record = Record(open(asked.record, 'rb').read())
        told = json.load(open(asked.fair, encoding='utf-8'))
        want(isinstance(told, dict), 'this is not what /fair tells')
        check_shuffle(told, record)
        seals = check_acts(told, record)
        if asked.log:
            check_log(told, json.load(open(asked.log, encoding='utf-8')))
        if asked.seal:
            want(asked.seal.lower() in [seal.hex() for seal in seals], 'the noted seal is none of this match')
    except (Forged, ValueError) as wrong:
        print(f'forged: {wrong}')
        return 1
    print(f'agrees: {record.game} {record.version}, {len(record.moves)} moves, {record.result}')
    if not asked.log and not asked.seal:
        print('not proven: that the server published this (--log) or told it during the match (--seal)')
    print('not checked: choices, positions and words by the rules (pentacle verify)')
    return 0


if __name__ == '__main__':
    sys.exit(main())
