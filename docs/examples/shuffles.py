#!/usr/bin/env python3
"""shuffles - where the first shuffle of a match put every card, from its record and nothing else.

    shuffles.py RECORD

A line `seat N card NUMBER NAME` for each card of a deck after its first shuffle, from its top, with the number
that it has in views and moves. docs/replays.md, *Chance* and *The first shuffle*, has
all that is needed; this program is written from there.
"""
import re
import struct
import sys

OPEN = {'Catalyst', 'Class', 'Scenario', 'Location'}  # Monad Wars: kinds of which all cards lie open


def words(key, stream):
    """The words of one stream: ChaCha20 with the stream's number as nonce, the counter from 0."""
    def mix(w, a, b, c, d):
        for one, two, three, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            w[one] = w[one] + w[two] & 0xffffffff
            turned = w[three] ^ w[one]
            w[three] = (turned << turn | turned >> 32 - turn) & 0xffffffff
    counter = 0
    while True:
        first = [*struct.unpack('<4I', b'expand 32-byte k'), *struct.unpack('<8I', key), counter, stream, 0, 0]
        w = first[:]
        for _ in range(10):
            for i in range(4):
                mix(w, i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                mix(w, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        yield from (a + b & 0xffffffff for a, b in zip(w, first))
        counter += 1


def below(stream, bound):
    while True:
        product = next(stream) * bound
        if product & 0xffffffff >= 2**32 % bound:
            return product >> 32


def shuffled(stream, faces):
    for left in range(len(faces), 1, -1):
        at = below(stream, left)
        faces[at], faces[left - 1] = faces[left - 1], faces[at]
    return faces


class Record:
    def __init__(self, text):
        lines = [line[9:] for line in text.split('\n')[1:]]
        self.game, self.mode, self.key = (self.rest(lines, word) for word in ('game', 'mode', 'key'))
        self.game = self.game.split()[0]
        self.cards, self.seats, self.moves, block = [], [], [], []
        for line in lines:
            if line.startswith('|'):
                if line[1:].strip():
                    block.append(line[2:])
                elif block:
                    self.cards.append(block)
                    block = []
            elif line.startswith('seat '):
                self.seats.append([])
            elif line.startswith('deck '):
                _, section, count, name = line.split(' ', 3)
                self.seats[-1] += [(section, name)] * int(count)
            elif line.startswith('move '):
                _, _, _, seat, choice, said = line.split(' ', 5)
                self.moves.append((int(seat) - 1, [int(n) for n in choice.split('.')], said))
        if block:
            self.cards.append(block)

    @staticmethod
    def rest(lines, word):
        return next(line[len(word) + 1:] for line in lines if line.startswith(word + ' '))


def with_numbers(record):
    """For each seat its deck before the first shuffle, from the top: pairs (number, card)."""
    decks, number = [], 0
    kind = {card[0]: card[1].split()[0] for card in record.cards if len(card) > 1}
    if record.game == 'monad':
        number = sum(kind.get(card[0]) in OPEN for card in record.cards)
    for seat in record.seats:
        deck = []
        for section, name in seat:
            if section == 'main':
                deck.append((number, name))
            elif record.game == 'monad':
                continue  # a place on the map that was chosen
            number += 1
            if record.game == 'voidbreakers' and section == 'fighter':
                number += satellites(record, name)
        if record.game == 'eternity':
            number += 2 if record.mode == 'tag' else 1  # the common cards
        decks.append(deck)
    return decks


def satellites(record, fighter):
    """How many come with it: minions and upgrades of its own, each as often as it says."""
    count = 0
    for card in record.cards:
        if card[0].endswith(f' / {fighter}') and card[1].split()[0] in ('Satellite', 'Upgrade'):
            copies = re.search(r'copies (\d+)', ' '.join(card[1:3]))
            count += int(copies[1]) if copies else 1
    return count


def chosen_before(record, seat, deck):
    """Cards that this seat's own choices have taken out of the deck when it is shuffled first."""
    numbers, gone, at_home = {number for number, _ in deck}, set(), False
    for who, (_, _, card, _, _), said in record.moves:
        if who != seat:
            continue
        if card in numbers:
            gone.add(card)
        if record.game == 'voidbreakers' and len(gone) == 6:
            break  # the starting hand
        at_home |= said.startswith('go to ')
        if record.game == 'monad' and at_home and said in ('yes', 'no'):
            break  # asked about drawing anew: the deck has been shuffled
    return gone


def first_shuffle(record):
    key, out = bytes.fromhex(record.key), []
    for seat, deck in enumerate(with_numbers(record)):
        if record.game in ('monad', 'voidbreakers'):
            gone = chosen_before(record, seat, deck)
            deck = [card for card in deck if card[0] not in gone]
        faces = shuffled(words(key, seat), [name for _, name in deck])
        out.append([(number, name) for (number, _), name in zip(deck, faces)])
    return out


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    record = Record(open(sys.argv[1], encoding='utf-8').read())
    for seat, deck in enumerate(first_shuffle(record)):
        for number, name in deck:
            print(f'seat {seat} card {number} {name}')


if __name__ == '__main__':
    main()
