#!/usr/bin/env python3
"""random_bot.py - a player for Pentacle over lines of text (docs/bot-protocol.md).

    pentacle play blank --vs "exec:python3 random_bot.py 7"

Takes any choice, each with the same chance; the number is the seed of its luck.
"""
import json
import random
import sys

luck = random.Random(sys.argv[1] if len(sys.argv) > 1 else None)
choices, view = [], {}


def pick():
    """What to answer: the number of a choice, or its words. A better player starts here."""
    return luck.randrange(len(choices)) + 1


for line in sys.stdin:
    word, _, rest = line.rstrip('\n').partition(' ')
    if word == 'pentacle' and rest != '1':
        sys.exit(f'this player speaks version 1, not {rest}')
    elif word == 'view':  # all that the seat may know, as docs/library.md describes it
        view = json.loads(rest)
    elif word == 'choice':  # "choice 2 attack Ashling > Quill Sparrow"
        choices.append(rest.partition(' ')[2])
    elif word == 'choose':  # an answer is due
        print(pick(), flush=True)
        choices.clear()
    elif word == 'refused':  # not legal, with the rule; the choices come again
        print(rest, file=sys.stderr)
    elif word == 'over':  # "over won OVE-931"
        print(f'{view["seats"][view["viewer"]]}: {rest}', file=sys.stderr)
        break
