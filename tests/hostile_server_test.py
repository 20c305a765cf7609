#!/usr/bin/env python3
"""hostile_server_test - the terminal client at the table of a server that means harm.

    tests/hostile_server_test.py PENTACLE

Such a server tells honest views of each game with numbers out of every range and texts full of escape
codes. The client must not fall over, and must print nothing that a terminal would carry out; in its full-screen
form (a terminal of 80 by 24) nothing but what beeps, colours and moves the cursor.
"""
import base64
import copy
import fcntl
import hashlib
import json
import os
import pty
import random
import re
import select
import socket
import struct
import subprocess
import sys
import termios
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PENTACLE = str(Path(sys.argv[1]).resolve())
GAMES = [line.split()[0] for line in subprocess.run(
    [PENTACLE, 'games'], capture_output=True, text=True, check=True).stdout.split('\n')
    if line and line[0] != ' ']
EVIL = ['\x1b]0;owned\x07', '\x1b]52;c;cm0=\x1b\\', '\x1b[2J\x1b[H', '\x9b2J', '\x7f\b\b\r', '\u202eevil',
        '\u2066x\u2069', 'a\nb', '\u200b\ufeff', '\u2028', '%s%n%s', 'x' * 5000, '']
NUMBERS = [-1, -2, 255, 256, 639, 65535, 65536, 2**31, -2**31, 2**53, -2**63, 2**63 - 1, 1e300, 0.5, None, 'x', [], {}]
UNFIT = re.compile('[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]')
# What ncurses may send to an xterm: a beep, moving (a tab is what was typed), clearing, colours, sets of signs, and modes.
OURS = re.compile(r'\x1b\[[?>]?[0-9;]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>78M]|[\r\n\a\b\t\x0f\x0e]')
KEYS = [b'\r', b'\t', b'\x1b[B', b'\x1b[A', b'j', b'l', b'?', b' ', b'1', b'h', b'c', b'n', b'/', b'x\r', b'\x1b']


class Hostile:
    """One line at a time; `script` makes messages of each request."""

    def __init__(self, script):
        self.socket = socket.create_server(('127.0.0.1', 0))
        self.port, self.script = self.socket.getsockname()[1], script
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            link, _ = self.socket.accept()
            try:
                self.talk(link)
            except (OSError, ValueError, struct.error):
                pass
            link.close()

    def talk(self, link):
        file = link.makefile('rb')
        key = ''
        while (line := file.readline().decode()).strip():
            if line.lower().startswith('sec-websocket-key:'):
                key = line.split(':', 1)[1].strip()
        magic = (key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').encode()
        accept = base64.b64encode(hashlib.sha1(magic).digest()).decode()
        link.sendall(f'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
                     f'Sec-WebSocket-Accept: {accept}\r\n\r\n'.encode())
        while True:
            first, second = file.read(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack('>H', file.read(2))
            mask = file.read(4)
            text = bytes(b ^ mask[i % 4] for i, b in enumerate(file.read(size)))
            if first & 15 != 1:
                continue
            for message in self.script(json.loads(text)):
                payload = json.dumps(message).encode()
                head = bytes([0x81]) + (bytes([len(payload)]) if len(payload) < 126 else
                                        bytes([126]) + struct.pack('>H', len(payload))
                                        if len(payload) < 65536 else
                                        bytes([127]) + struct.pack('>Q', len(payload)))
                link.sendall(head + payload)


def twist(value, rng, depth=0):
    """Somewhere in it a number, a text or a member is another."""
    if isinstance(value, dict) and value and depth < 8:
        name = rng.choice(list(value))
        if rng.random() < 0.05:
            value[rng.choice(EVIL)] = value[name]
        value[name] = twist(value[name], rng, depth + 1)
    elif isinstance(value, list) and value and rng.random() < 0.95:
        if rng.random() < 0.05:
            value *= rng.choice((2, 50))
        else:
            i = rng.randrange(len(value))
            value[i] = twist(value[i], rng, depth + 1)
    elif isinstance(value, str):
        return rng.choice((rng.choice(EVIL), value + rng.choice(EVIL), rng.choice(NUMBERS)))
    else:
        return rng.choice(NUMBERS)
    return value


def script_of(game, view, rng):
    evil = lambda: rng.choice(EVIL)  # noqa: E731
    seats = [{'who': 'person', 'name': 'Ada' + evil(), 'player': 1, 'rating': None},
             {'who': 'bot', 'name': evil(), 'bot': 'random'}]

    def answer(request):
        what, number = request['do'], request.get('id')
        if what in ('hello', 'login'):
            yield {'type': 'welcome', 'id': number, 'version': 1, 'player': 1, 'name': evil(), 'token': 'p1-' + evil(),
                   'password': False, 'ratings': [], 'now': rng.choice(NUMBERS), 'tables': []}
        elif what in ('create', 'join', 'resume', 'watch'):
            table = {'type': 'table', 'table': 1, 'game': game, 'mode': evil(), 'phase': 'playing', 'seats': seats,
                     'you': 0, 'presence': [{'is': 'lost'}, {'is': 'left'}], 'offers': {evil(): [1], 'undo': [1]}}
            yield {**table, 'phase': 'waiting', 'key': evil()}
            yield table
            yield {'type': 'done', 'id': number}
            yield {'type': 'said', 'table': 1, 'seat': rng.choice(NUMBERS), 'phrase': None, 'words': evil()}
            for n in range(6):
                change = {'type': 'view', 'table': 1, 'n': n, 'view': twist(copy.deepcopy(view), rng), 'hash': '0',
                          'owed': [{'seat': 0, 'by': rng.choice(NUMBERS), 'owed': n + 1, 'question': evil(),
                                    'choices': [evil(), 'pass', rng.choice(NUMBERS), evil() * 3]}]}
                yield change
                yield {'type': 'news', 'table': 1, 'n': n, 'what': evil(), 'change': {},
                       'events': [{'words': 'it ' + evil(), 'because': evil()}, {'words': rng.choice(NUMBERS)}, 7],
                       'owed': change['owed']}
            yield {'type': 'error', 'id': rng.choice(NUMBERS), 'code': evil(), 'text': 'no ' + evil()}
        elif what == 'view':
            yield {'type': 'view', 'table': 1, 'n': 9, 'view': twist(copy.deepcopy(view), rng), 'hash': '0',
                   'owed': [{'seat': 0, 'by': None, 'owed': rng.randrange(1, 99), 'question': evil(),
                             'choices': ['pass', evil()]}]}
        elif what == 'history':
            yield {'type': 'history', 'id': number, 'matches': [
                {'table': rng.choice(NUMBERS), 'game': evil(), 'mode': evil(), 'ended': rng.choice(NUMBERS),
                 'result': evil(), 'outcome': evil(), 'seats': seats}]}
        else:
            yield {'type': 'error', 'id': number, 'code': 'no', 'text': evil()}
    return answer


def attack(game, view, seed):
    """What is wrong, or nothing."""
    rng = random.Random(seed)
    server = Hostile(script_of(game, view, rng))
    with subprocess.Popen([PENTACLE, 'play', game, '--vs', 'random', '--server', f'http://127.0.0.1:{server.port}'],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={'HOME': '/nonexistent', 'TERM': 'dumb', 'USER': 'x'}) as client:
        try:
            said, _ = client.communicate(b'table\n1\npass\nhistory\nundo\ntable\ncard x\n1\nquit\n' * 3, timeout=30)
        except subprocess.TimeoutExpired:
            client.kill()
            said, _ = client.communicate()
            return f'{game} {seed}: hangs: {said[-300:]!r}'
    text = said.decode('utf-8', 'surrogateescape')
    found = UNFIT.search(text)
    if found:
        return f'{game} {seed}: prints {found[0]!r} in {text[max(0, found.start() - 40):found.end() + 20]!r}'
    if client.returncode < 0 or client.returncode > 2:
        return f'{game} {seed}: ends with {client.returncode}: {text[-600:]}'
    return ''


def look(master, client, rng, seconds):
    """Presses keys and gathers all that is drawn."""
    said, end, next_key = b'', time.monotonic() + seconds, 0
    while time.monotonic() < end and client.poll() is None:
        if select.select([master], [], [], 0.1)[0]:
            try:
                said += os.read(master, 65536)
            except OSError:
                break
        elif time.monotonic() > next_key:
            os.write(master, rng.choice(KEYS))
            next_key = time.monotonic() + 0.1
    return said


def attack_full(game, view, seed):
    """The same where the client draws on the whole screen."""
    rng = random.Random(seed)
    server = Hostile(script_of(game, view, rng))
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
    with subprocess.Popen([PENTACLE, 'play', game, '--vs', 'random', '--server', f'http://127.0.0.1:{server.port}'],
                          stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
                          env={'HOME': '/nonexistent', 'TERM': 'xterm', 'USER': 'x', 'LANG': 'C.UTF-8'}) as client:
        os.close(slave)
        said = look(master, client, rng, 4)
        ended = client.poll()
        if ended is None:
            os.killpg(client.pid, 9)
    os.close(master)
    text = OURS.sub('', said.decode('utf-8', 'surrogateescape'))
    found = UNFIT.search(text)
    if found:
        return f'{game} {seed}: draws {found[0]!r} in {text[max(0, found.start() - 40):found.end() + 20]!r}'
    if ended is not None and not 0 <= ended <= 2:
        return f'{game} {seed}: the full screen ends with {ended}: {text[-600:]}'
    return '' if b'\x1b[' in said else f'{game} {seed}: no full screen came: {said[-300:]!r}'


def main():
    seeds = range(int(sys.argv[2]) if len(sys.argv) > 2 else 12)
    views = Path(__file__).parent.parent / 'fuzz' / 'corpus' / 'view'
    tries = []
    for game in GAMES:
        text = (views / f'{game}.json').read_text(encoding='utf-8')
        view = json.loads(text.split('\n', 1)[1])
        tries += [(attack, game, view, seed) for seed in seeds]
        tries += [(attack_full, game, view, seed) for seed in seeds[:4]]
    with ThreadPoolExecutor(4) as pool:
        problems = [problem for problem in pool.map(lambda t: t[0](*t[1:]), tries) if problem]
    print('\n'.join(problems + [f'{len(tries) - len(problems)} passed, {len(problems)} failed']))
    return bool(problems)


if __name__ == '__main__':
    sys.exit(main())
