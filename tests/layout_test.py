#!/usr/bin/env python3
"""layout_test.py PENTACLE - every layout.json knows the names that views of its game can have.

A value that the layout does not name would be shown as a bare number, a zone that it does not place
would not be shown at all (docs/layout.md). The names are those of /data/<game>.json.
"""
import json
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

AS = {'number', 'seat', 'card', 'words', 'flag', 'roman', 'digits', 'board'}
SHOW = {'fan', 'row', 'pile', 'card', 'pool', 'none'}


def places(board):
    """Names of the zones that the board itself shows."""
    if board['kind'] == 'rows':
        yield from (z for row in board['rows'] for z in row if z)
        yield from board.get('against', [])
        if 'hero' in board:
            yield board['hero']
        yield from (z for lane in board.get('lanes', []) for z in lane['rows'])
        if 'map' in board:
            yield board['map']['zone']
    elif board['kind'] == 'grid':
        for layer in board.get('layers', ['']):
            for letter in board['letters'][:board['columns']]:
                yield from (f'{layer}{letter}{row + 1}' for row in range(board['rows']))
    else:
        yield from (z for arena in board['arenas'].values() for line in arena['plan'] for z in line.split())


def own_words(card):
    fields = card['fields']
    return [*fields['tags'], fields.get('faction'), card['kind'], card['name']]


def faults(data):
    layout = data['layout']
    values = layout['values']
    for name in data['values']:
        if name not in values:
            yield f'value "{name}" has no look'
    for name, look in values.items():
        if name not in data['values']:
            yield f'value "{name}" is in no view'
        if look.get('as', 'number') not in AS:
            yield f'value "{name}" is shown as "{look["as"]}"; possible: {sorted(AS)}'
        if look.get('as') in ('words', 'digits') and not look.get('words'):
            yield f'value "{name}" needs words'

    turn = layout['turn']
    for role in ('number', 'of', 'phase'):
        if role in turn and turn[role] not in values:
            yield f'turn.{role}: there is no value "{turn[role]}"'
    for phase in turn.get('phases', []):
        words = values[turn['phase']]['words']
        if phase >= len(words) or not words[phase]:
            yield f'phase {phase} has no words'
    for name in [*layout['table'], *layout['seat']['values']]:
        if name not in values:
            yield f'there is no value "{name}"'

    versus = layout.get('versus', {})
    yield from (f'versus.{role}: there is no value "{versus[role]}"'
                for role in ('bar', 'wins') if role in versus and versus[role] not in values)
    for role in ('meets', 'counts'):
        if layout['board'].get(role) not in (None, *{f for c in data['cards'] for f in c['stats']}, *data['stats']):
            yield f'board.{role}: there is no stat "{layout["board"][role]}"'

    zones = {z['zone'] for z in data['zones']}
    shown = set(places(layout['board']))
    looks = layout['seat']['zones'] + layout.get('shared', [])
    for look in looks:
        shown.add(look['name'])
        if look['show'] not in SHOW:
            yield f'zone "{look["name"]}" is shown as "{look["show"]}"; possible: {sorted(SHOW)}'
        if look['name'] not in zones:
            yield f'there is no zone "{look["name"]}"'
    yield from (f'zone "{z}" is not shown' for z in sorted(zones - shown))

    fields = {f for c in data['cards'] for f in c['stats']} | set(data['stats'])
    for kind, stats in layout['card'].items():
        yield from (f'{kind}: there is no stat "{s}"' for s in stats if s not in fields)
    for kind, corners in layout.get('corner', {}).items():
        yield from (f'{kind}: there is no field "{f}"' for f in corners if f not in fields)
    for word in layout.get('marks', {}):
        if word not in data['words']:
            yield f'marks: cards have no word "{word}"'

    names = {c['name']: c for c in data['cards']}
    for card in data['cards']:
        if card['section'] is None:
            continue
        if card['kind'] not in layout['card']:
            yield f'kind "{card["kind"]}" is not in card'
        owner = names.get(card['fields'].get('faction', ''))
        words = own_words(card) + (own_words(owner) if owner else [])
        if not any(w in layout['colours'] for w in words):
            yield f'{card["name"]} has no colour'


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([sys.argv[1], 'serve', '--port', '0', '--data', str(Path(folder, 'data'))],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = server.stdout.readline().strip()
            get = lambda path: json.load(urllib.request.urlopen(address + path))
            passed, failed = 0, 0
            for game in get('/data/games.json')['games']:
                found = list(faults(get(f'/data/{game["game"]}.json')))
                for fault in found:
                    print(f'games/{game["game"]}/layout.json: {fault}')
                passed, failed = passed + (not found), failed + bool(found)
            print(f'{passed} passed, {failed} failed')
            return failed != 0
        finally:
            server.terminate()
            server.wait(10)


if __name__ == '__main__':
    sys.exit(main())
