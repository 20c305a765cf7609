#!/usr/bin/env python3
"""protocol_test - docs/protocol.md is true: every example in it is sent, and what comes is compared with it.

    tests/protocol_test.py PENTACLE

Requests (`> {...}`) are sent as they stand, but for what nobody can know before: tokens, hashes, numbers of
tables and questions. An answer (`< {...}`) must have the members that the page shows, of the same types, and
no others. Then: each request of the server and each of its members is on the page.
"""
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import Closed, Wire  # noqa: E402

PENTACLE = sys.argv[1]
ROOT = Path(__file__).parent.parent
PAGE = (ROOT / 'docs' / 'protocol.md').read_text(encoding='utf-8')
SEED = bytes(range(32))
LEFT_OUT = '"...":0'
SOMETIMES = {'picks'}  # the page says when


def examples():
    """(sign, object) of each example, in the order of the page."""
    found, lines = [], PAGE.split('\n')
    for number, line in enumerate(lines):
        if line[:6] not in ('    > ', '    < '):
            continue
        text = line[6:]
        while number + 1 < len(lines) and lines[number + 1].startswith('       '):
            number += 1
            text += lines[number].strip()
        text = text.replace(',...', ',' + LEFT_OUT).replace('{...}', '{' + LEFT_OUT + '}').replace('[...]', '[]')
        found.append((line[4], json.loads(text)))
    return found


def differs(wanted, got, path=''):
    """Where the shape is another than on the page, or nothing. null stands for what may be missing."""
    if wanted is None or got is None:
        return ''
    if isinstance(wanted, dict) and isinstance(got, dict):
        names = set(wanted) - {'...'}
        more = set(got) - names - SOMETIMES if '...' not in wanted else set()
        if names - set(got) or more:
            return f'{path or "it"}: the page has {sorted(names - set(got))}, the server {sorted(more)}'
        for name in names:
            said = differs(wanted[name], got[name], f'{path}.{name}')
            if said:
                return said
        return ''
    if isinstance(wanted, list) and isinstance(got, list):
        said = [differs(wanted[0], one, path + '[0]') for one in got] if wanted else []
        return '' if '' in said or not said else said[0]
    same = type(wanted) is type(got) or {type(wanted), type(got)} == {int, float}
    return '' if same else f'{path}: {wanted!r} on the page, {got!r} from the server'


class Story:
    """Ada and Ben, who do what the page says, and what has to happen in between."""

    def __init__(self, port):
        self.port, self.ada, self.ben = port, None, Wire(port, timeout=25)
        self.token = self.table = self.player = None
        self.heard = []
        self.ben.say(do='hello', version=1, name='Ben')
        self.ben.receive()
        self.questions = {}

    def new_line(self):
        if self.ada:
            self.ada.close()
        self.ada = Wire(self.port, timeout=25)

    def hear(self, wire, kind, fits=lambda m: True):
        while True:
            message = wire.receive()
            if wire is self.ada:
                self.heard.append(message)
            for owed in message.get('owed', ()) if isinstance(message.get('owed'), list) else ():
                if 'choices' in owed:
                    self.questions[wire] = owed
            if message['type'] in ((kind,) if isinstance(kind, str) else kind) and fits(message):
                return message

    def until_asked(self):
        """Ben chooses until Ada has something to choose."""
        while self.ada not in self.questions:
            if self.ben in self.questions:
                asked = self.questions.pop(self.ben)
                self.ben.say(do='choose', table=self.table, owed=asked['owed'], choice=0)
                self.hear(self.ben, 'done')
            self.hear(self.ada, 'news')
            if self.ben not in self.questions and self.ada not in self.questions:
                self.hear(self.ben, 'news')

    def fill_in(self, request):
        """The request with what only now is known."""
        known = {'token': self.token, 'player': self.player, 'table': self.table, 'hash': hashlib.sha256(SEED).hexdigest(), 'seed': SEED.hex()}
        if request['do'] == 'choose':
            asked = self.questions.pop(self.ada)
            known['owed'] = asked['owed']
            if 'words' in request:
                known['words'] = asked['choices'][0]
        return {name: known.get(name, value) for name, value in request.items()}

    def before(self, request):
        """What the page takes for granted."""
        what = request['do']
        if what in ('hello', 'login') or not self.ada:
            self.new_line()
        if what == 'password':
            self.ada.say(do='rename', name='Ada')
            self.hear(self.ada, 'done')
        if what == 'choose' and self.ada not in self.questions:
            self.until_asked()
        if what == 'reveal':
            self.ben.say(do='commit', table=self.table, hash=hashlib.sha256(SEED).hexdigest())
            self.hear(self.ada, 'table', lambda m: m['phase'] == 'reveal')
        if what == 'history':
            self.ada.say(do='resign', table=self.table)
            self.hear(self.ada, 'table', lambda m: m.get('archived'))

    def hear_answer(self, kind):
        answer = self.hear(self.ada, (kind, 'error'))
        if answer['type'] == 'error':
            raise KeyError(answer['text'])
        return answer

    def send(self, request):
        self.before(request)
        self.heard = []
        self.ada.say(**self.fill_in(request))
        what = request['do']
        answer = self.hear_answer({'create': 'table', 'hello': 'welcome', 'login': 'welcome', 'player': 'player',
                                      'password': 'token', 'history': 'history'}.get(what, 'done'))
        self.token, self.player = answer.get('token', self.token), answer.get('player', self.player)
        if what == 'create':
            self.table = answer['table']
        if what == 'reveal':
            self.ben.say(do='reveal', table=self.table, seed=SEED.hex())
            self.hear(self.ada, 'view')
            self.hear(self.ben, 'view')
            self.until_asked()
            self.heard = []
            self.ada.say(do='view', table=self.table)
            self.hear(self.ada, 'view')

    def compare(self, wanted):
        """With what has come; sets in motion what must happen first."""
        kind = wanted['type']
        if kind == 'news' and not any(m['type'] == kind for m in self.heard):
            self.hear(self.ada, 'news')
        for message in self.heard:
            if message['type'] == kind:
                said = differs(wanted, message)
                return f'"{kind}": {said}' if said else ''
        return f'no "{kind}" came, but {[m["type"] for m in self.heard]}'


def tell(port):
    """(passed, problems) of all examples."""
    story, passed, problems = Story(port), 0, []
    for sign, it in examples():
        try:
            if sign == '>':
                if it['do'] == 'commit':
                    story.ben.say(do='join', table=story.table)
                    story.hear(story.ada, 'table', lambda m: m['phase'] == 'commit')
                story.send(it)
                said = ''
            else:
                said = story.compare(it)
        except (OSError, KeyError, TypeError) as wrong:
            said = f'{json.dumps(it)[:60]}: {wrong!r}; last came {json.dumps(story.heard[-1:])[:300]}'
        problems += [said] if said else []
        passed += not said
    return passed, problems


def greet(port, **who):
    wire = Wire(port, timeout=25)
    wire.say(do='hello' if 'password' not in who else 'login', version=1, **who)
    return wire, wire.receive()


def answer_to(wire, **request):
    wire.say(id=77, **request)
    while True:
        message = wire.receive()
        if message.get('id') == 77:
            return message


def creating_twice_makes_one_table(port):
    """A private table for others, asked for again after a cut."""
    wanted = {'do': 'create', 'game': 'blank', 'open': False, 'once': 'a word of mine',
              'seats': [{'who': 'anyone'}, {'who': 'anyone'}]}
    wire, me = greet(port, name='Cleo')
    made = answer_to(wire, **wanted)
    wire.close()
    wire, _ = greet(port, token=me['token'])
    assert made['type'] == 'done' and made['table'] and made['key'], made
    assert answer_to(wire, **wanted) == made
    other = answer_to(wire, **{**wanted, 'once': 'another'})
    assert other['table'] != made['table'], other
    stranger, _ = greet(port, name='Dora')
    assert answer_to(stranger, **wanted)['table'] not in (made['table'], other['table'])
    assert answer_to(wire, **{**wanted, 'once': ''})['code'] == 'bad-member'
    assert answer_to(stranger, do='join', table=made['table'], key=made['key'])['type'] == 'done'


def a_view_answers_its_request(port):
    wire, _ = greet(port, name='Elsa')
    table = answer_to(wire, do='create', game='blank', seats=[{'who': 'bot', 'bot': 'random'}] * 2)['table']
    assert answer_to(wire, do='watch', table=table)['type'] == 'done'
    while wire.receive()['type'] != 'view':
        pass
    assert answer_to(wire, do='view', table=table)['type'] == 'view'


def logging_out_makes_the_token_void(port):
    wire, _ = greet(port, name='Fay')
    wire.say(do='password', password='at least twelve bytes')
    token = wire.receive()['token']
    _, other = greet(port, name='Fay', password='at least twelve bytes')
    assert answer_to(wire, do='logout')['type'] == 'done'
    try:
        wire.receive()
        raise AssertionError('the line stays')
    except Closed as closed:
        assert closed.code == 1008
    assert greet(port, token=token)[1]['code'] == 'bad-token'
    assert greet(port, token=other['token'])[1]['type'] == 'welcome'
    wire, _ = greet(port, name='Gus')
    assert answer_to(wire, do='logout')['code'] == 'no-password'


PROMISES = (creating_twice_makes_one_table, a_view_answers_its_request, logging_out_makes_the_token_void)


def keep(port):
    """What the page says in words."""
    for promise in PROMISES:
        try:
            promise(port)
        except (OSError, AssertionError, KeyError, Closed) as wrong:
            yield f'{promise.__name__}: {wrong!r}'


def unsaid():
    """Requests and members that the server takes and the page does not have."""
    source = (ROOT / 'server' / 'requests.c').read_text(encoding='utf-8')
    for name, members in re.findall(r'\{ "(\w+)", on_\w+,\s*"([\w ]*)"', source):
        if not re.search(rf'`{name}`|"do":"{name}"', PAGE):
            yield f'the page has no request "{name}"'
        for member in members.split():
            if not re.search(rf'`{member}`|"{member}":', PAGE):
                yield f'the page does not have "{member}" of "{name}"'


def main():
    with tempfile.TemporaryDirectory() as folder:
        with subprocess.Popen([PENTACLE, 'serve', '--port', '0', '--data', f'{folder}/data', '--handshakes', '1000'],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            try:
                port = int(server.stdout.readline().rsplit(':', 1)[1])
                passed, problems = tell(port)
                broken = list(keep(port))
            finally:
                server.terminate()
    passed += len(PROMISES) - len(broken)
    problems += broken
    lacking = list(unsaid())
    print('\n'.join(problems + lacking + [f'{passed + (not lacking)} passed, {len(problems) + len(lacking)} failed']))
    return bool(problems or lacking)


if __name__ == '__main__':
    sys.exit(main())
