#!/usr/bin/env python3
"""docs_test - runs the examples of the manuals.

    docs_test.py PENTACLE ROOT

In README.md and docs/*.md a block that starts with ```scn is a file of scenarios and must pass. A block ```scn fails
must fail, and the block ```text after it is all that `pentacle check` says about it. The game is blank
unless the block names another.

The lines of a block ```run are commands that must end well, in one folder for the whole page,
from which docs/ and games/ are seen; a block
```file NAME is a file in it, and what a block ```says after it has must stand in what they say, line by line in that
order, whole or up to "...".

In all documents and in README.md files every rule that is named exists, and so does every file.
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


def lacks(said, shown):
    """The first line that is not said where it should be."""
    at = 0
    for line in filter(None, shown.split('\n')):
        begin = line.removesuffix('...').rstrip()
        found = said.find(begin, at)
        if found < 0 or not line.endswith('...') and said[found + len(begin):][:1] not in ('\n', ''):
            return line
        at = found + len(begin)
    return None


def run_all(folder, commands, shown):
    """Returns what the first command that ends badly says, or the first line of `shown` that none of them says."""
    said = ''
    for command in commands.replace('\\\n', ' ').strip().split('\n'):
        done = subprocess.run(command.replace('build/pentacle', shlex.quote(str(PENTACLE))), shell=True,
                              cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding='utf-8', timeout=120)
        if done.returncode != 0:
            return f'{command}: status {done.returncode}\n{done.stdout}'
        said += done.stdout
    missing = lacks(said, shown)
    return '' if missing is None else f'does not say "{missing}", but\n{said}'


# --- what documents name ------------------------------------------------------------------------

RULE = re.compile(r'\b(BLA|DES|ETE|MON|OVE|VOI)-(R?\d+)\b')
PATH = re.compile(r'`((?:[a-z0-9_.-]+/)+[\w.-]*\.\w+)`')
MADE = ('build/', 'made/', 'node_modules/', 'web/dist/')
# Made by the reader of the page, as the page says.
BY_READERS = {'docs/adding-a-card.md': ('BLA-050', 'games/blank/scenarios/4-text/hook.scn'), 'docs/adding-a-game.md': ('games/duchy/',)}


def documents():
    listed = subprocess.run(['git', '-C', ROOT, 'ls-files', '*.md'], capture_output=True, text=True, check=False).stdout.split()
    pages = [ROOT / name for name in listed] or [*ROOT.glob('*.md'), *ROOT.glob('docs/*.md'), *ROOT.glob('*/README.md')]
    return [page for page in pages if page.name != 'rules.md' and page.exists()]


def rules_of_games():
    return {found.group(0) for page in ROOT.glob('games/*/rules.md')
            for found in re.finditer(r'(?<=^- \*\*)[A-Z]{3}-R?\d+(?=\*\*)', page.read_text(encoding='utf-8'), re.M)}


def names_nothing(page, rules):
    """What a page names that does not exist."""
    text, name = page.read_text(encoding='utf-8'), str(page.relative_to(ROOT))
    own = BY_READERS.get(name, ())
    found = [rule.group(0) for rule in RULE.finditer(text) if rule.group(0) not in rules]
    for path in PATH.findall(text):
        places = (ROOT / path, page.parent / path)
        if (ROOT / path.split('/')[0]).is_dir() and not path.startswith(MADE) and not any(place.exists() for place in places):
            found.append(path)
    return [what for what in found if not what.startswith(own)] if own else found


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for page in [ROOT / 'README.md', *sorted((ROOT / 'docs').glob('*.md'))]:
            place = Path(folder) / page.stem
            place.mkdir()
            for seen in ('docs', 'games'):
                (place / seen).symlink_to((ROOT / seen).resolve())
            text = page.read_text(encoding='utf-8')
            blocks = [(m.group(1).strip(), m.group(2), text.count('\n', 0, m.start()) + 1)
                      for m in BLOCK.finditer(text)]
            for i, (kind, block, line) in enumerate(blocks):
                if kind.startswith('file '):
                    (place / kind[5:]).write_text(block, encoding='utf-8')
                    continue
                if kind != 'run' and not kind.startswith('scn'):
                    continue
                next_kind, after = blocks[i + 1][:2] if i + 1 < len(blocks) else ('', '')
                problem = run_all(place, block, after if next_kind == 'says' else '') if kind == 'run' else \
                    problem_of(folder, kind, block, after)
                passed, failed = passed + (not problem), failed + bool(problem)
                if problem:
                    print(f'{page.relative_to(ROOT)}:{line}: {problem.rstrip()}')
    rules = rules_of_games()
    for page in documents():
        wrong = names_nothing(page, rules)
        passed, failed = passed + (not wrong), failed + bool(wrong)
        if wrong:
            print(f'{page.relative_to(ROOT)}: there is no {", ".join(wrong)}')
    print(f'{passed} passed, {failed} failed')
    sys.exit(1 if failed or not passed else 0)


main()
