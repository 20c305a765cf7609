#!/usr/bin/env python3
"""threads - builds tests/threads.c and all that it stands on with ThreadSanitizer, and runs it.

    tests/threads.py SOURCE BUILD
"""
import os
import subprocess
import sys
from pathlib import Path

SOURCE, BUILD = Path(sys.argv[1]).resolve(), Path(sys.argv[2])


def run(*words, **more):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8', **more)
    if done.returncode != 0:
        print(done.stdout[-8000:])
        print('0 passed, 1 failed')
        sys.exit(1)
    return done.stdout


def main():
    if not (BUILD / 'build.ninja').exists():
        run('meson', 'setup', str(BUILD), str(SOURCE), '-Dtests=true', '-Dweb=disabled',
            '--buildtype=debugoptimized', '-Doptimization=1', '-Db_sanitize=thread', '-Db_lundef=false')
    run('ninja', '-C', str(BUILD), '--quiet', 'tests/threads')
    env = dict(os.environ, TSAN_OPTIONS='halt_on_error=1 exitcode=66')
    print(run(str(BUILD / 'tests' / 'threads'), env=env), end='')


if __name__ == '__main__':
    main()
