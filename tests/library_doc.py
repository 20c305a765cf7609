#!/usr/bin/env python3
"""library_doc - what is said about using the library is true.

    library_doc.py BUILD ROOT

The SONAME follows PENTACLE_ABI; the example at the head of pentacle.h is a program; and so is what
docs/library.md begins with, with an installed library.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BUILD, ROOT = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
HEADER = (ROOT / 'include' / 'pentacle.h').read_text(encoding='utf-8')
ABI = re.search(r'PENTACLE_ABI += (\d+)', HEADER).group(1)


def run(words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8',
                          timeout=300, **more)


def the_soname_is_the_abi(work):
    said = run(['readelf', '-d', BUILD / 'lib' / 'libpentacle.so']).stdout
    return '' if f'soname: [libpentacle.so.{ABI}]' in said else said


def the_example_of_the_header_compiles_and_plays(work):
    lines = re.findall(r'^//     (.*)$', HEADER.split('#ifndef')[0], re.M)
    (work / 'example.c').write_text('#include <pentacle.h>\n#include <stdio.h>\n'
                                    'int main(void)\n{\n' + '\n'.join(lines) +
                                    '\n    puts("played");\n    return 0;\n}\n')
    library = BUILD / 'lib'
    done = run(['cc', '-Wall', '-Wextra', '-Werror', 'example.c', '-I', ROOT / 'include',
                '-L', library, '-lpentacle', f'-Wl,-rpath,{library}', '-o', 'example'], cwd=work)
    if done.returncode:
        return done.stdout
    done = run(['./example'], cwd=work)
    return '' if done.returncode == 0 and 'played' in done.stdout else f'{done.returncode} {done.stdout}'


def the_first_lines_of_the_manual_work(work):
    place = work / 'installed'
    done = run(['meson', 'install', '-C', str(BUILD), '--no-rebuild', '--quiet', '--destdir', str(place)])
    if done.returncode:
        return done.stdout
    found = next(place.rglob('pentacle.pc'), None)
    if not found:
        return 'no pentacle.pc'
    block = (ROOT / 'docs' / 'library.md').read_text(encoding='utf-8').split('```')[1].strip()
    first, *commands = block.split('\n')
    if not first.startswith('sudo make install '):
        return first
    env = dict(os.environ, PKG_CONFIG_PATH=str(found.parent), PKG_CONFIG_SYSROOT_DIR=str(place),
               LD_LIBRARY_PATH=str(found.parent.parent))
    (work / 'docs').symlink_to(ROOT / 'docs')
    for command in commands:
        done = run(command, shell=True, cwd=work, env=env)
        if done.returncode:
            return f'{command}: {done.stdout}'
    return '' if 'is over because of' in done.stdout else done.stdout


def main():
    passed = failed = 0
    for test in (the_soname_is_the_abi, the_example_of_the_header_compiles_and_plays,
                 the_first_lines_of_the_manual_work):
        with tempfile.TemporaryDirectory() as work:
            wrong = test(Path(work))
        passed += not wrong
        failed += bool(wrong)
        if wrong:
            print(f'{test.__name__.replace("_", " ")}:\n{wrong}')
    print(f'{passed} passed, {failed} failed')
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
