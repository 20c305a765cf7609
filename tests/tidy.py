#!/usr/bin/env python3
"""tidy.py - the house rules that a program can check.

    tests/tidy.py [ROOT [BUILD]]      BUILD: where generated headers are (default ROOT/build)

Each function below named `no_...`, `only_...` or `every_...` is one rule; it yields (place, what is
wrong). Which folder may include which is read from the fenced block "arrows" in ARCHITECTURE.md:

    ```arrows
    base:
    engine: base
    cli: match bots games/list.h
    ```

A line names a folder and what it may include besides itself and the system's headers: folders, or
single headers. Arrows are not passed on: what is not named is not allowed. `*` is everything.
"""
import concurrent.futures
import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
BUILD = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else ROOT / 'build'

LINE_MAX = 100
RULES_CODE = ('engine', 'cardtext', 'games')  # where nothing may come from outside
SKIPPED = {'build', '.git', 'node_modules', 'dist', 'made', '__pycache__', 'third_party'}

BANNED_EVERYWHERE = {
    'gets': 'fgets', 'strcpy': 'arena_text or a writer', 'strcat': 'a writer',
    'sprintf': 'snprintf or a writer', 'vsprintf': 'vsnprintf', 'strtok': 'text_cut',
    'alloca': 'an arena', 'atoi': 'text_number',
}
BANNED_IN_RULES = {
    'rand': 'engine/chance.h', 'srand': 'engine/chance.h', 'random': 'engine/chance.h',
    'time': 'nothing: rules know no time', 'clock': 'nothing: rules know no time',
    'clock_gettime': 'nothing: rules know no time', 'getenv': 'a parameter',
    'malloc': 'an arena', 'calloc': 'an arena', 'realloc': 'an arena', 'free': 'an arena',
    'printf': 'an event or a writer', 'fprintf': 'an event or a writer',
    'puts': 'an event or a writer', 'putchar': 'an event or a writer',
    'fopen': 'base/arena.h', 'exit': 'fail() or BUG()', }
BANNED_IN_PLAY = {'qsort': 'an order of your own: equal keys fall differently on each system'}
BANNED_IN_BASE = {'rand': 'base/rng.h', 'srand': 'base/rng.h', 'exit': 'fail() or BUG()'}

MACHINE_PATH = re.compile(r'(?<![\w.$~}/])/(?:work|root|home/\w+|Users/\w+)(?=/|\b)')
UNFINISHED = re.compile(r'\b(?:TODO|FIXME|XXX|HACK)\b')


def all_files(*suffixes):
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(f for f in folders if f not in SKIPPED)
        for name in sorted(set(names) - SKIPPED):  # .git is a file in a worktree
            if not suffixes or name.endswith(suffixes):
                yield Path(folder, name)


def relative(path):
    return path.relative_to(ROOT).as_posix()


def text_lines(path):
    try:
        return path.read_text(encoding='utf-8').split('\n')
    except UnicodeDecodeError:
        return []


def code_lines(path):
    """Numbered lines of a C file with comments, strings and characters blanked out."""
    def blank(found):
        return re.sub(r'[^\n]', ' ', found.group())
    text = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blank,
                  path.read_text(encoding='utf-8'), flags=re.S)
    return enumerate(text.split('\n'), 1)


def source_folders():
    """Folders with C files, games' rooms included."""
    return sorted({path.parent for path in all_files('.c', '.h')})


def read_arrows():
    page = ROOT / 'ARCHITECTURE.md'
    found = re.search(r'^```arrows\n(.*?)^```', page.read_text(encoding='utf-8'),
                      re.S | re.M) if page.exists() else None
    lines = [line.partition(':') for line in found.group(1).split('\n')] if found else []
    return {folder.strip(): allowed.split() for folder, colon, allowed in lines if colon}


def only_allowed_arrows():
    arrows = read_arrows()
    if not arrows:
        yield 'ARCHITECTURE.md', 'has no block "```arrows" that says which folder may include which'
        return
    for path in all_files('.c', '.h'):
        here = relative(path).split('/')
        for number, line in enumerate(text_lines(path), 1):
            found = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if not found:
                continue
            place, header = f'{relative(path)}:{number}', found.group(1)
            there = header.split('/')
            if '..' in there or len(there) == 1:
                if header != 'pentacle.h':
                    yield place, f'"{header}": paths start at the root, as in "engine/flow.h"'
                continue
            if here[0] not in arrows:
                yield place, f'the arrows of ARCHITECTURE.md do not name {here[0]}/'
                continue
            allowed = arrows[here[0]]
            if there[0] == 'games' and len(there) > 2:  # a game's own room
                same_room = here[:2] == there[:2] and len(here) > 2
                if not same_room and here[0] not in ('tests', 'fuzz', 'bench') \
                        and here[:2] != ['games', 'list.c']:
                    yield place, f'"{header}": only games/{there[1]}/ itself may include this'
            elif there[0] != here[0] and there[0] not in allowed and header not in allowed \
                    and '*' not in allowed:
                yield place, f'"{header}": {here[0]}/ may include {" ".join(allowed) or "nothing"}'


def every_source_folder_has_a_readme():
    for folder in source_folders():
        if not (folder / 'README.md').exists():
            yield relative(folder), 'has no README.md'


def every_readme_fits_a_screen_or_two():
    for folder in source_folders():
        readme = folder / 'README.md'
        if readme.exists() and len(text_lines(readme)) > 100 and folder != ROOT:
            yield relative(readme), 'is longer than 100 lines; concepts, not an inventory'


def compile_alone(header):
    command = [os.environ.get('CC', 'gcc'), '-std=c17', '-Wall', '-Wextra', '-Wpedantic',
               '-Wno-unused-function', '-Werror', '-D_XOPEN_SOURCE=700', '-D_DEFAULT_SOURCE',
               '-fsyntax-only', '-I', str(ROOT), '-I', str(BUILD), '-x', 'c', str(header)]
    return header, subprocess.run(command, capture_output=True, text=True, check=False)


def every_header_compiles_alone():
    headers = list(all_files('.h'))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for header, done in pool.map(compile_alone, headers):
            if done.returncode != 0:
                errors = [l for l in done.stderr.split('\n') if 'error' in l] or ['?']
                yield relative(header), errors[0]


def every_header_has_its_guard():
    for path in all_files('.h'):
        name = re.sub(r'\W', '_', relative(path)).upper()
        guards = {f'PENTACLE_{name}', f'PENTACLE_{name}'.replace('_INCLUDE_PENTACLE', ''),
                  f'PENTACLE_{name}'.replace('_GAMES_', '_')}
        found = re.search(r'^#ifndef (\w+)\n#define \1$', path.read_text(encoding='utf-8'), re.M)
        if not found or found.group(1) not in guards:
            yield relative(path), f'wants the guard {sorted(guards)[-1]}'


def every_source_is_listed_in_meson():
    for path in all_files('.c'):
        listed = path.parent / 'meson.build'
        names = {f"'{path.name}'", f"'../{relative(path)}'"}
        if path.parent.name in ('tests', 'fuzz'):  # there some lists have names without ".c"
            names.add(f"'{path.stem}'")
        text = listed.read_text(encoding='utf-8') if listed.exists() else ''
        if not any(name in text for name in names):
            yield relative(path), f'is not listed in {relative(listed)}'


def no_banned_calls():
    for path in all_files('.c', '.h'):
        folder = relative(path).split('/')[0]
        banned = dict(BANNED_EVERYWHERE)
        if folder in RULES_CODE:
            banned.update(BANNED_IN_RULES)
            banned.update(BANNED_IN_PLAY if folder != 'cardtext' else {})
        elif folder == 'base':
            banned.update(BANNED_IN_BASE)
        call = re.compile(r'(?<![\w.>])(' + '|'.join(banned) + r')\s*\(')
        for number, line in code_lines(path):
            for found in call.finditer(line):
                # "// tidy: ..." behind a call names the reason why it may stay.
                if '// tidy:' not in text_lines(path)[number - 1]:
                    name = found.group(1)
                    yield f'{relative(path)}:{number}', f'{name}(): use {banned[name]}'


def no_long_lines():
    for path in all_files('.c', '.h'):
        for number, line in enumerate(text_lines(path), 1):
            if len(line) > LINE_MAX:
                yield f'{relative(path)}:{number}', f'{len(line)} columns; {LINE_MAX} fit'


def no_blanks_at_line_ends():
    for path in all_files('.c', '.h', '.py', '.build', '.cards', '.deck', '.scn'):
        lines = text_lines(path)
        for number, line in enumerate(lines, 1):
            if line != line.rstrip():
                yield f'{relative(path)}:{number}', 'blanks (or a CR) at the end of the line'
            if '\t' in line:
                yield f'{relative(path)}:{number}', 'a tab'
        if lines and lines[-1]:
            yield relative(path), 'does not end with a line end'


def written_files():
    """Everything people wrote, as (path, number, line)."""
    own = relative(Path(__file__).resolve())
    for path in all_files():
        if relative(path) == own or path.suffix in ('.png', '.woff2', '.golden', '.lock'):
            continue
        for number, line in enumerate(text_lines(path), 1):
            yield relative(path), number, line


def no_unfinished_marks():
    for path, number, line in written_files():
        if UNFINISHED.search(line):
            yield f'{path}:{number}', 'unfinished: ' + line.strip()[:60]


def no_machine_paths():
    for path, number, line in written_files():
        if MACHINE_PATH.search(line):
            yield f'{path}:{number}', 'a path of one machine: ' + line.strip()[:60]


def every_package_is_pinned_by_a_hash():
    """npm checks a package against the hash that its lock file has, and one without a hash against nothing."""
    for path in all_files('package-lock.json'):
        for name, package in json.loads(path.read_text(encoding='utf-8'))['packages'].items():
            if name and not package.get('integrity', '').startswith('sha512-'):
                yield relative(path), f'{name} has no integrity hash'
            if 'resolved' in package:
                yield relative(path), f'{name} names a host; npm knows its registry'


def every_file_is_laid_out_as_make_format_does():
    """By the version that Debian 12 has, where it is there: others differ in small things."""
    clang_format = ['clang-format', f'--style=file:{ROOT}/.clang-format']
    with contextlib.suppress(OSError):
        said = subprocess.run([*clang_format, '--version'], capture_output=True, text=True, check=False).stdout
        if 'version 14.' not in said:
            return
        files = list(all_files('.c', '.h'))
        said = subprocess.run([*clang_format, '--dry-run', *files], capture_output=True, text=True, check=False).stderr
        for place in dict.fromkeys(re.findall(r'^(\S+?):\d+:\d+: warning: code should be', said, re.M)):
            yield relative(Path(place)), '`make format` lays it out; a table laid out by hand stands in // clang-format off'


def no_default_in_closed_switches():
    """`default: BUG` hides a new enumerator from the compiler."""
    for path in all_files('.c'):
        for number, line in code_lines(path):
            if re.search(r'\bdefault:\s*(?:BUG|abort|assert)\b', line):
                yield f'{relative(path)}:{number}', 'list the enumerators, so that a new one is seen'


def main():
    rules = [f for name, f in globals().items()
             if re.match(r'(?:no|only|every)_', name) and callable(f)]
    passed = failed = 0
    for rule in rules:
        found = list(rule())
        if found:
            failed += 1
            print(rule.__name__.replace('_', ' ') + ':')
            for place, what in found[:25]:
                print(f'  {place}: {what}')
            if len(found) > 25:
                print(f'  and {len(found) - 25} more')
        else:
            passed += 1
    print(f'{passed} passed, {failed} failed')
    sys.exit(1 if failed else 0)


main()
