#!/usr/bin/env python3
"""docs_test - runs the examples of the manuals.

    docs_test.py PENTACLE ROOT

In README.md, docs/*.md and docs/games/*.md a block that starts with ```scn is a file of scenarios and must pass. A block ```scn fails
must fail, and the block ```text after it is all that `pentacle check` says about it. The game is blank
unless the block names another.

The lines of a block ```run are commands that must end well, in one folder for the whole page,
from which docs/ and games/ are seen; a block
```file NAME is a file in it, and what a block ```says after it has must stand in what they say, line by line in that
order, whole or up to "...".

In all documents and in README.md files every rule that is named exists, and so does every file, every link, every target of
make, every command of `pentacle` with its options, and every card and deck that a command or a message names. What docs/protocol.md has a client
say is said to a server, which knows each request and each of its members.
"""
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from client import Closed, Wire

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


# --- commands that documents name ---------------------------------------------------------------

COMMAND = re.compile(r'(?:^|[|;&$])\s*(?:sudo )?(?:build/)?pentacle ([a-z]+(?![a-z:])[^\n`|;<>()]*)', re.M)
OPTION = re.compile(r'(?<![\w-])(--[a-z][a-z-]*|-[A-Za-z])(?![\w-])')


def said(*words):
    return subprocess.run([PENTACLE, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False).stdout


def options_of_commands():
    """By command: its options, as its help has them."""
    commands = re.findall(r'^  ([a-z]+) ', said('--help'), re.M)
    return {name: set(OPTION.findall(said('help', name))) | {'--help'} for name in commands}


def code_of(text):
    """What is code in a page: blocks, indented lines, spans."""
    blocks = [m.group(2) for m in BLOCK.finditer(text)]
    rest = BLOCK.sub('', text)
    return blocks + re.findall(r'^    .*$', rest, re.M) + re.findall(r'`([^`\n]+(?:\n[^`\n]+)?)`', rest)


def wrong_commands(page, commands):
    """Commands and options of pentacle in the code of a page that do not exist."""
    wrong = []
    for code in code_of(page.read_text(encoding='utf-8')):
        for found in COMMAND.finditer(code.replace('\\\n', ' ').replace('\n        ', ' ')):
            name, *rest = found.group(1).split(' ', 1)
            if name in ('help', 'version') or name.isupper():
                continue
            if name not in commands:
                wrong.append(f'pentacle {name}')
                continue
            line = re.sub(r'"[^"]*"', '', rest[0] if rest else '').split('  ')[0]
            wrong += [f'pentacle {name} {option}' for option in OPTION.findall(line) if option not in commands[name]]
    return wrong


def wrong_targets(page):
    """What a page tells to make, and the Makefile cannot."""
    made = set(re.findall(r'^([a-z][a-z0-9-]*):', (ROOT / 'Makefile').read_text(encoding='utf-8'), re.M))
    told = {m.group(1) for code in code_of(page.read_text(encoding='utf-8'))
            for m in re.finditer(r'(?:^|[;&]|sudo)\s*make +([a-z][a-z0-9-]*)', code, re.M)}
    return [f'make {target}' for target in sorted(told - made)]


def names_of_things():
    """All cards and ready-made decks, and what else is called by names."""
    names = set()
    for page in ROOT.glob('games/*/cards/*.cards'):
        before = ''
        for line in page.read_text(encoding='utf-8').splitlines():
            if line and line[0] not in ' #' and not before.strip():
                names.add(line.split(' / ')[0].strip())
            before = line
    for page in ROOT.glob('games/*/decks/*.deck'):
        found = re.search(r'^name +(.*)$', page.read_text(encoding='utf-8'), re.M)
        names.add(found.group(1).strip() if found else page.stem.capitalize())
    return names


CARD = re.compile(r'(?:pentacle card (?:--\S+ )*[a-z]+ "?([A-Z][^"\n`]*?)"?$|--deck "([^"]+)"|"(?:deck|name)":"([A-Z][^"\\]*)"|"play ([A-Z][^"]*)")', re.M)
PEOPLE = {'Ada', 'Ada L.', 'NAME', 'Bob', 'Owner'}


def wrong_names(page, names):
    """Cards and decks that a page names in a command or a message, and that do not exist."""
    made = re.findall(r'^card +([^:]+):', page.read_text(encoding='utf-8'), re.M)  # in scenarios of the page
    own = {m.group(1).strip() for m in re.finditer(r'^([A-Z][\w\' ,-]*)\n  +[A-Z]', page.read_text(encoding='utf-8'), re.M)}
    found = [next(filter(None, m.groups())) for code in code_of(page.read_text(encoding='utf-8')) for m in CARD.finditer(code)]
    found = [re.sub(r'\s+', ' ', name) for name in found]
    return [name for name in found if name not in names and name not in PEOPLE and name not in made and name not in own
            and not name.isupper() and not name.endswith('.deck')]


LINK = re.compile(r'\]\(([^)#: ]+)(?:#[^)]*)?\)')


def wrong_links(page):
    text = BLOCK.sub('', page.read_text(encoding='utf-8'))
    return [link for link in LINK.findall(text) if not (page.parent / link).exists()]


# --- what a client says -------------------------------------------------------------------------

UNKNOWN = ('bad-json', 'unknown', 'bad-member', 'version')


def wrong_messages(folder):
    """Requests of docs/protocol.md that a server does not know; messages of its that are no JSON."""
    text = (ROOT / 'docs/protocol.md').read_text(encoding='utf-8')
    found = [re.sub(r'\n *', '', m.group(0)[6:]) for m in re.finditer(r'^    [><] \{(?:.*\n(?:       .*\n)*)', text, re.M)]
    kinds = [m.group(1) for m in re.finditer(r'^    ([><]) \{', text, re.M)]
    wrong = []
    server = subprocess.Popen([PENTACLE, 'serve', '--port', '0', '--data', f'{folder}/data'], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    try:
        port = int(server.stdout.readline().rsplit(':', 1)[1])
        reader = Wire(port, timeout=60)
        reader.say(do='hello', version=1, name='Reader')
        reader.receive()
        for kind, message in zip(kinds, found):
            whole = message.replace(',...', '').replace('{...}', '{}').replace('[...]', '[]').replace('...', '')
            try:
                request = json.loads(whole)
            except json.JSONDecodeError as error:
                wrong.append(f'message that is no JSON ({error}): {whole[:60]}')
                continue
            if kind == '>':
                wrong += refused(Wire(port, timeout=60) if request['do'] in ('hello', 'login') else reader, request)
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()
    return wrong if found else ['example of a message']


def refused(wire, request):
    """Why a server does not know this, if it does not."""
    try:
        wire.say(**request)
        answer = wire.receive()
    except Closed as error:
        answer = {'type': 'error', 'code': f'closed {error.code}', 'text': ''}
    if answer.get('type') == 'error' and (answer['code'] in UNKNOWN or answer['code'].startswith('closed')):
        return [f'request {json.dumps(request)[:60]}: {answer["code"]}, {answer["text"]}']
    return []


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for page in [ROOT / 'README.md', *sorted((ROOT / 'docs').glob('*.md')), *sorted((ROOT / 'docs/games').glob('*.md'))]:
            place = Path(folder) / page.parent.name / page.stem
            place.mkdir(parents=True)
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
        wrong = wrong_messages(folder)
        passed, failed = passed + (not wrong), failed + bool(wrong)
        for what in wrong:
            print(f'docs/protocol.md: {what}')
    rules, commands, names = rules_of_games(), options_of_commands(), names_of_things()
    for page in documents():
        wrong = names_nothing(page, rules) + wrong_commands(page, commands) + wrong_targets(page) + \
            wrong_names(page, names) + wrong_links(page)
        passed, failed = passed + (not wrong), failed + bool(wrong)
        if wrong:
            print(f'{page.relative_to(ROOT)}: there is no {", ".join(wrong)}')
    print(f'{passed} passed, {failed} failed')
    sys.exit(1 if failed or not passed else 0)


main()
