#!/usr/bin/env python3
"""The arenas of layout.json are those of boards/: the same zones, the same ways between them.

    arenas.py ROOT
"""
import json
import pathlib
import sys


def read_arena(path):
    """The name of an arena file, its zones and its ways."""
    name, zones, ways = None, set(), set()
    for line in path.read_text(encoding='utf-8').splitlines():
        if line.strip() == 'map':
            break
        if line.startswith('name '):
            name = line[5:].strip()
        elif ':' in line and not line.startswith('#'):
            zone, touched = line.split(':')
            zones.add(zone.strip())
            ways |= {frozenset((zone.strip(), other.strip())) for other in touched.split(',')}
    return name, zones, ways


def drawn_arena(plan):
    """The zones of a floor plan, and the ways between those that touch."""
    lines = [line.split() for line in plan]
    beside = [(a, b) for line in lines for a, b in zip(line, line[1:])]
    below = [(a, b) for upper, lower in zip(lines, lines[1:]) for a, b in zip(upper, lower)]
    return ({zone for line in lines for zone in line},
            {frozenset((a, b)) for a, b in beside + below if a != b})


def main():
    passed, failed = 0, 0
    for layout in sorted(pathlib.Path(sys.argv[1]).glob('games/*/layout.json')):
        board = json.loads(layout.read_text(encoding='utf-8')).get('board', {})
        if board.get('kind') != 'graph':
            continue
        files = {name: (zones, ways) for name, zones, ways in
                 map(read_arena, sorted(layout.parent.glob('boards/*.arena')))}
        for name in sorted(files.keys() | board['arenas'].keys()):
            drawn = board['arenas'].get(name, {'plan': []})
            same = files.get(name) == drawn_arena(drawn['plan'])
            passed, failed = passed + same, failed + (not same)
            if not same:
                print(f'{layout}: the arena {name} is not the one of boards/')
    print(f'{passed} passed, {failed} failed')
    return failed > 0 or passed == 0


if __name__ == '__main__':
    sys.exit(main())
