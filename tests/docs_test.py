#!/usr/bin/env python3
"""docs_test - runs the examples of the manuals.

    docs_test.py PENTACLE ROOT

In docs/*.md a block that starts with ```scn is a file of scenarios and must pass. A block ```scn fails
must fail, and the block ```text after it is all that `pentacle check` says about it. The game is blank
unless the block names another.

The lines of a block ```run are commands that must end well, in one folder for the whole page; a block
```file NAME is a file in it.
"""
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

PENTACLE, ROOT = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
BLOCK = re.compile(r'^```([a-z. ]*)\n(.*?)^```$', re.M | re.S)


def check(folder, text):
    """Returns (exit status, what was said)."""
    (Path(folder) / 'example.scn').write_text(text, encoding='utf-8')
    done = subprocess.run([PENTACLE, 'check', '--game', 'blank', 'example.scn'], cwd=folder,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding='utf-8', timeout=60)
    return done.returncode, done.stdout


def problem_of(folder, kind, text, after):
    status, said = check(folder, text)
    if kind == 'scn':
        return said if status != 0 else ''
    shown = said.rpartition('0 passed, ')[0]
    if status != 1 or not shown:
        return 'passes, and should fail'
    return '' if shown == after else f'says\n{shown}and not\n{after}'


def run_all(folder, commands):
    """Returns what the first command that ends badly says."""
    for command in commands.replace('\\\n', ' ').strip().split('\n'):
        done = subprocess.run(command.replace('build/pentacle', shlex.quote(str(PENTACLE))), shell=True,
                              cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding='utf-8', timeout=120)
        if done.returncode != 0:
            return f'{command}: status {done.returncode}\n{done.stdout}'
    return ''


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for page in sorted((ROOT / 'docs').glob('*.md')):
            place = Path(folder) / page.stem
            place.mkdir()
            text = page.read_text(encoding='utf-8')
            blocks = [(m.group(1).strip(), m.group(2), text.count('\n', 0, m.start()) + 1)
                      for m in BLOCK.finditer(text)]
            for i, (kind, block, line) in enumerate(blocks):
                if kind.startswith('file '):
                    (place / kind[5:]).write_text(block, encoding='utf-8')
                    continue
                if kind != 'run' and not kind.startswith('scn'):
                    continue
                after = blocks[i + 1][1] if i + 1 < len(blocks) else ''
                problem = run_all(place, block) if kind == 'run' else \
                    problem_of(folder, kind, block, after)
                passed, failed = passed + (not problem), failed + bool(problem)
                if problem:
                    print(f'{page.relative_to(ROOT)}:{line}: {problem.rstrip()}')
    print(f'{passed} passed, {failed} failed')
    sys.exit(1 if failed or not passed else 0)


main()
