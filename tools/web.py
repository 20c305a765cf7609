#!/usr/bin/env python3
"""web.py - builds the page (web/) and puts it into the program.

    tools/web.py check FOLDER                 can it be built here?
    tools/web.py node                         what it is built with
    tools/web.py build FOLDER DIST STAMP DEPFILE
    tools/web.py inputs FOLDER                what it is made of
    tools/web.py embed TABLE.c BYTES.S DEPFILE [--page DIST | --made FOLDER] [GAME=MODULE.wasm]...

`build` makes DIST of FOLDER (web/) with the packages in FOLDER/node_modules, where tools/setup puts them;
nothing is fetched here. `check` and `node` end with status 1 when the answer is no. `embed` writes the table page_files[] (base/embedded.h): everything in DIST by its
path, and the engine of each game as data/GAME/engine.wasm; all of it compressed (gzip), so that the
server can hand it out as it is. With --made it takes all that from made/ of a release (tools/release.py).
"""
import gzip
import shutil
import subprocess
import sys
from pathlib import Path

import release

SECONDS = 300
NODE_LEAST = (20, 19)
OWN_NODE = Path(__file__).resolve().parent / 'node'
VITE = 'node_modules/vite/bin/vite.js'
WATCHED = ('index.html', 'package.json', 'package-lock.json', 'svelte.config.js', 'tsconfig.json', 'vite.config.ts')
FOLDERS = ('src', 'engine', 'public', 'tools')
GAMES = ('cards', 'layout.json')  # of each game: the pictures are chosen by them (tools/art.mjs)


def find_node():
    """A node that is new enough: the system's, or the one that tools/setup got; else None."""
    for node in ['node', *map(str, sorted(OWN_NODE.glob('node_modules/node-*/bin/node')))]:
        try:
            said = subprocess.run([node, '--version'], capture_output=True, text=True, check=False).stdout
            if tuple(map(int, said.strip().lstrip('v').split('.')[:2])) >= NODE_LEAST:
                return node
        except (OSError, ValueError):
            pass
    return None


def check(folder):
    """Tries: packages that an older node has fetched are there, but lack what is made for newer ones."""
    node = find_node()
    done = subprocess.run([node, '--input-type=module', '--eval', 'import "vite"'], cwd=folder, timeout=SECONDS,
                          capture_output=True, check=False) if node else None
    sys.exit(0 if done and done.returncode == 0 else 1)


def say_node():
    node = find_node()
    if not node:
        sys.exit(1)
    print(node)


def sources(folder):
    """What the page is made of: files, and the folders in which a new one would count."""
    found = [folder / name for name in WATCHED if (folder / name).exists()]
    for inner in FOLDERS:
        found += [path for path in [folder / inner, *sorted((folder / inner).rglob('*'))]
                  if path.is_dir() or path.suffix not in ('.c', '.h', '.build')]
    for game in sorted(path for path in (folder.parent / 'games').iterdir() if path.is_dir()):
        for inner in GAMES:
            found += [path for path in [game / inner, *sorted((game / inner).glob('*'))] if path.exists()]
    return found


def build(folder, dist, stamp, depfile):
    folder, dist = Path(folder).resolve(), Path(dist).resolve()
    done = subprocess.run([find_node(), folder / VITE, 'build', '--logLevel', 'warn', '--outDir', dist, '--emptyOutDir'],
                          cwd=folder, timeout=SECONDS, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f'the page cannot be built:\n{done.stdout}{done.stderr}')
    listed = ' '.join(str(path).replace(' ', '\\ ') for path in sources(folder))
    Path(depfile).write_text(f'{stamp}: {listed}\n', encoding='utf-8')
    Path(stamp).write_text('', encoding='utf-8')


def check_release(made):
    """Says so when what a release was made of has changed; returns the files that were looked at."""
    root = made.resolve().parent
    if release.hash_of_sources(root) != (made / 'sources').read_text(encoding='utf-8').strip():
        print('The page and its engine are those of the release, but something they are made of has changed.\n'
              'Remove the folder made/ to have them built anew (made/README).', file=sys.stderr)
    return [made / 'sources', *release.sources(root)]


def embed(table, assembly, depfile, *rest):
    files, rest, needs = {}, list(rest), []
    if rest[:1] in (['--page'], ['--made']):
        dist = Path(rest[1])
        if rest[0] == '--made':
            needs, dist = check_release(dist), dist / 'page'
        files.update((path.relative_to(dist).as_posix(), path)
                     for path in sorted(dist.rglob('*')) if path.is_file())
        rest = rest[2:]
    listed = ' '.join(str(path).replace(' ', '\\ ') for path in needs)
    Path(depfile).write_text(f'{table}: {listed}\n', encoding='utf-8')
    for word in rest:
        game, module = word.split('=', 1)
        files[f'data/{game}/engine.wasm'] = Path(module)
    packed = Path(f'{table}.p')
    shutil.rmtree(packed, ignore_errors=True)
    packed.mkdir(parents=True)
    rows, declared, bytes_of = [], [], []
    for i, (name, path) in enumerate(files.items()):
        one = packed / str(i)
        one.write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
        size, label = one.stat().st_size, f'page_file_{i}'
        declared.append(f'extern const char {label}[];\n')
        rows.append(f'    {{ "{name}", {label}, {size} }},\n')
        quoted = str(one.resolve()).replace('\\', '\\\\').replace('"', '\\"')
        bytes_of.append(f'    .balign 16\n    .globl {label}\n    .hidden {label}\n    .type {label}, %object\n'
                        f'{label}:\n    .incbin "{quoted}"\n    .byte 0\n    .size {label}, {size + 1}\n')
    Path(table).write_text('// Generated by tools/web.py.\n#include "web/page.h"\n\n' + ''.join(declared) +
                           '\nconst struct embedded_file page_files[] = {\n' + ''.join(rows) +
                           '    { 0 },\n};\n', encoding='utf-8')
    Path(assembly).write_text('// Generated by tools/web.py.\n#ifdef __CET__\n#include <cet.h>\n#endif\n'
                              '    .section .rodata\n' + ''.join(bytes_of) +
                              '    .section .note.GNU-stack,"",%progbits\n', encoding='utf-8')


def main():
    if len(sys.argv) == 3 and sys.argv[1] == 'check':
        check(sys.argv[2])
    elif len(sys.argv) == 2 and sys.argv[1] == 'node':
        say_node()
    elif len(sys.argv) == 3 and sys.argv[1] == 'inputs':
        print('\n'.join(map(str, sources(Path(sys.argv[2]).resolve()))))
    elif len(sys.argv) == 6 and sys.argv[1] == 'build':
        build(*sys.argv[2:])
    elif len(sys.argv) >= 5 and sys.argv[1] == 'embed':
        embed(*sys.argv[2:])
    else:
        sys.exit(__doc__)


main()
