#!/usr/bin/env python3
"""wasm.py - the engine as WebAssembly, one module for each game (web/engine/).

    tools/wasm.py check                                    can it be built here?
    tools/wasm.py library ROOT OUT.a DEPFILE               what all games share
    tools/wasm.py module GAME ROOT BUILD LIBRARY OUT.wasm DEPFILE

With clang, its linker for WebAssembly and wasi-libc. ROOT is the source folder, BUILD the build folder
with the game's generated files.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CLANG = next((name for name in ('clang', 'clang-14') if shutil.which(name)), 'clang')
TARGET = ['--target=wasm32-wasi']
FLAGS = ['-std=c17', '-O2', '-Wall', '-Werror', '-ffunction-sections', '-fdata-sections',
         '-fvisibility=hidden', '-D_XOPEN_SOURCE=700', '-D_DEFAULT_SOURCE', '-DPENTACLE_NO_THREADS',
         '-fmacro-prefix-map=../=', '-fmacro-prefix-map=../../=']
# Recursion and large buffers on the stack are the same as elsewhere; below it lies nothing to spoil.
LINK = ['-mexec-model=reactor', '-Wl,--gc-sections', '-Wl,--strip-all', '-Wl,-z,stack-size=8388608',
        '-Wl,--stack-first', '-Wl,--no-entry']
FOLDERS = ('base', 'engine', 'meaning', 'cardtext', 'match')
BOTS = ('bot', 'final', 'greedy', 'levels', 'lookahead', 'random', 'search', 'tree')
ENGINE = ('calls', 'boxes', 'matches')


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f'{" ".join(map(str, command))}\n{done.stdout}{done.stderr}')
    return done.stdout


def check():
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / 'x.c', Path(folder) / 'x.o'
        source.write_text('#include <stdio.h>\nint main(void) { return puts("") + (int)(1.5L * getchar()); }\n',
                          encoding='utf-8')
        try:
            run([CLANG, *TARGET, '-c', source, '-o', made])
            run([tool('ar'), 'rcs', f'{made}.a', made])
            run([tool('nm'), made])
            run([CLANG, *TARGET, made, '-o', Path(folder) / 'x.wasm'])
        except OSError as missing:
            sys.exit(f'{missing.filename}: {missing.strerror}')


def compile_all(sources, folder, flags):
    """Returns the objects and the files they were made of."""
    folder.mkdir(parents=True, exist_ok=True)
    first = ['ccache'] if shutil.which('ccache') else []
    jobs = []
    for source in sources:
        made = folder / (source.parent.name + '_' + source.name + '.o')
        jobs.append((made, [*first, CLANG, *TARGET, *FLAGS, *flags, '-MD', '-MF', f'{made}.d',
                            '-c', source, '-o', made]))
    with ThreadPoolExecutor(2) as both:
        list(both.map(lambda job: run(job[1]), jobs))
    needs = set()
    for made, _ in jobs:
        words = Path(f'{made}.d').read_text(encoding='utf-8').replace('\\\n', ' ').split()
        needs.update(word for word in words[1:] if not word.startswith('/usr/'))
    return [made for made, _ in jobs], needs


def write_needs(depfile, out, needs):
    listed = ' '.join(os.path.abspath(need).replace(' ', '\\ ') for need in sorted(needs))
    Path(depfile).write_text(f'{out}: {listed}\n', encoding='utf-8')


def tool(name):
    """The one that goes with the compiler."""
    return run([CLANG, f'--print-prog-name=llvm-{name}']).strip()


def defined(files):
    """The functions and data that these objects have a name for."""
    lines = run([tool('nm'), '--defined-only', '--extern-only', *files]).splitlines()
    return {line.split()[2] for line in lines if len(line.split()) == 3}


def library(root, out, depfile):
    root = Path(root)
    sources = [path for folder in FOLDERS for path in sorted((root / folder).glob('*.c'))]
    sources += [root / 'bots' / f'{name}.c' for name in BOTS]
    sources += [root / 'web/engine' / f'{name}.c' for name in ENGINE]
    flags = [f'-I{root}', f'-I{root / "web/engine"}']
    objects, needs = compile_all(sources, Path(f'{out}.p'), flags)
    Path(out).unlink(missing_ok=True)
    run([tool('ar'), 'rcs', out, *objects])
    write_needs(depfile, out, needs | {str(root / folder) for folder in FOLDERS})


def module(game, root, build, shared, out, depfile):
    root, build = Path(root), Path(build)
    sources = sorted((root / 'games' / game).glob('*.c'))
    sources += [build / 'games' / game / f'{game}_{name}'
                for name in ('rules.c', 'files.c', 'files.S')]
    sources += [root / 'web/engine' / name for name in ('game.c', 'wasm.c')]
    flags = [f'-I{root}', f'-I{build}', f'-DENGINE_GAME={game}']
    objects, needs = compile_all(sources, Path(f'{out}.p'), flags)
    # Games name their functions as they like (see tools/seclude).
    twice = defined(objects) & defined([shared])
    if twice:
        flags += [f'-D{name}={game}_{name}' for name in sorted(twice)]
        objects, needs = compile_all(sources, Path(f'{out}.p'), flags)
    run([CLANG, *TARGET, *LINK, *objects, shared, '-lm', '-o', out])
    write_needs(depfile, out, needs | {str(root / 'games' / game)})


def main():
    calls = {'check': (check, 0), 'library': (library, 3), 'module': (module, 6)}
    if len(sys.argv) < 2 or sys.argv[1] not in calls or len(sys.argv) - 2 != calls[sys.argv[1]][1]:
        sys.exit(__doc__)
    calls[sys.argv[1]][0](*sys.argv[2:])


main()
