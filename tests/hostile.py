#!/usr/bin/env python3
"""hostile - clients that mean harm, against a running server, for as long as they are told.

    tests/hostile.py PORT [SECONDS]

WAYS lists the ways to harm; all are tried at the same time, again and again. Every line that is
opened must be answered or closed within its limit (docs/operations.md, "Limits"). The server must run
with --proxy: the clients say that they come from a few addresses of their own. The last line is
"N passed, N failed".
"""
import json
import os
import random
import socket
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import Closed, Wire  # noqa: E402

PORT = int(sys.argv[1])
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 20
END = time.monotonic() + SECONDS
AT_ONCE = 5      # what is answered at once, on a busy machine
HEAD_LIMIT = 5   # of an unfinished request
UNREAD_LIMIT = 15  # of somebody who does not read
SLACK = 6

random.seed(1)


def address():
    """One of 40, so that limits by address are met, but not at once."""
    return f'X-Forwarded-For: 192.0.2.{random.randrange(40)}'


def open_wire(buffer=None):
    """A line, or None if the limits did not let us in (which is as it should be)."""
    wire = Wire(PORT, [address()], buffer=buffer)
    if wire.status == 101:
        return wire
    assert wire.status in (429, 503), wire.status
    wire.close()
    return None


def end_of(wire, limit):
    """The code with which the server closed; how long it took is the caller's to know."""
    wire.socket.settimeout(limit)
    try:
        while True:
            wire.receive()
    except Closed as end:
        return end.code
    except ConnectionError:
        return None


def push(wire, data, seconds):
    """Sends until nobody takes any more."""
    wire.socket.settimeout(seconds)
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            wire.socket.sendall(data)
    except (TimeoutError, OSError):
        pass


def bad_frame(send, code):
    """A frame that ends the line."""
    def attack():
        wire = open_wire()
        if not wire:
            return None
        start = time.monotonic()
        try:
            send(wire)
        except OSError:
            pass
        got = end_of(wire, AT_ONCE)
        assert got in (code, None), (got, code)
        wire.close()
        return time.monotonic() - start
    return attack, AT_ONCE, 0.05


def bad_text(text, error):
    """A message that is refused and changes nothing."""
    def attack():
        wire = open_wire()
        if not wire:
            return None
        start = time.monotonic()
        wire.socket.settimeout(AT_ONCE)
        wire.send_frame(1, text)
        answer = wire.receive()
        assert answer['type'] == 'error' and answer['code'] in error, answer
        wire.close()
        return time.monotonic() - start
    return attack, AT_ONCE, 0.05


def half_requests():
    """Two thousand heads that never end."""
    def attack():
        links = []
        for _ in range(200):
            link = socket.create_connection(('127.0.0.1', PORT), 10)
            link.sendall(b'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
            links.append((link, time.monotonic()))
        worst = 0
        for link, start in links:
            link.settimeout(max(0.1, start + HEAD_LIMIT + SLACK - time.monotonic()))
            try:
                link.recv(4096)
            except ConnectionError:
                pass
            worst = max(worst, time.monotonic() - start)
            link.close()
        return worst
    return attack, HEAD_LIMIT + SLACK, 0


def large_head():
    """Headers without end."""
    def attack():
        link = socket.create_connection(('127.0.0.1', PORT), 10)
        start = time.monotonic()
        link.settimeout(AT_ONCE)
        try:
            link.sendall(b'GET / HTTP/1.1\r\nX-Large: ' + b'a' * 2**20)
            link.recv(100)
        except ConnectionError:
            pass
        link.close()
        return time.monotonic() - start
    return attack, AT_ONCE, 0.2


def never_reads(data, pause):
    """Sends and does not look at the answers."""
    def attack():
        wire = open_wire(buffer=8192)
        if not wire:
            return None
        start = time.monotonic()
        wire.socket.settimeout(1)
        last = start
        try:  # until it is not read any more, and then until it is cut
            while time.monotonic() < start + UNREAD_LIMIT + SLACK + 20:
                try:
                    wire.socket.sendall(data)
                    last = time.monotonic()
                except TimeoutError:
                    pass
                time.sleep(pause)
            return UNREAD_LIMIT + SLACK + 20
        except OSError:
            return time.monotonic() - last
    return attack, UNREAD_LIMIT + SLACK, 0


def foreign(header, status):
    """A handshake that must not succeed."""
    def attack():
        start = time.monotonic()
        wire = Wire(PORT, [address(), header])
        assert wire.status in (status, 429), wire.status
        wire.close()
        return time.monotonic() - start
    return attack, AT_ONCE, 0.1


def guess_passwords():
    """A storm of logins."""
    def attack():
        wire = open_wire()
        if not wire:
            return None
        start = time.monotonic()
        wire.socket.settimeout(10)
        wire.say(do='login', version=1, name=f'Name{random.randrange(30)}',
                 password='not the right one')
        answer = wire.receive()
        assert answer['code'] in ('bad-password', 'too-fast', 'busy'), answer
        wire.close()
        return time.monotonic() - start
    return attack, 10, 0.2


def many_tables():
    """Makes tables until there are no more, and lists them."""
    def attack():
        wire = open_wire()
        if not wire:
            return None
        wire.socket.settimeout(AT_ONCE)
        start = time.monotonic()
        wire.say(do='hello', version=1, name='Eve')
        wire.receive()
        for _ in range(10):
            wire.say(do='create', game='blank', seats=[{'who': 'me'}, {'who': 'anyone'}])
            wire.say(do='tables')
        for _ in range(10):
            wire.receive()
        wire.close()
        return (time.monotonic() - start) / 10
    return attack, AT_ONCE, 0.5


def frame(opcode, payload=b'', fin=True):
    return bytes([(0x80 if fin else 0) | opcode, 0x80 | len(payload)]) + b'\0\0\0\0' + payload


TOKEN = b'{"do":"hello","version":1,"token":"p1-%016x-%s-%s"}' % (1, b'0' * 64, b'0' * 32)
ASK = json.dumps({'do': 'games'}).encode()

WAYS = {
    'unmasked frame': bad_frame(lambda w: w.send_frame(1, b'{}', masked=False), 1002),
    'reserved bit': bad_frame(lambda w: w.send_frame(1, b'{}', rsv=4), 1002),
    'unknown opcode': bad_frame(lambda w: w.send_frame(3, b'{}'), 1002),
    'stray continuation': bad_frame(lambda w: w.send_frame(0, b'{}'), 1002),
    'no UTF-8': bad_frame(lambda w: w.send_frame(1, b'\xff\xfe'), 1007),
    'binary': bad_frame(lambda w: w.send_frame(2, b'{}'), 1003),
    'a megabyte': bad_frame(
        lambda w: w.socket.sendall(b'\x81\xff' + (2**20).to_bytes(8, 'big') + bytes(2**20 + 4)), 1009),
    '2^63 bytes': bad_frame(
        lambda w: w.socket.sendall(b'\x81\xff' + b'\x7f' + b'\xff' * 7 + b'\0' * 20), 1009),
    '400,000 empty fragments': bad_frame(
        lambda w: push(w, frame(1, fin=False) + frame(0, fin=False) * 400000, 1), 1008),
    'too many requests': bad_frame(
        lambda w: w.socket.sendall(frame(1, b'{"do":"ping"}') * 100), 1008),
    'deep JSON': bad_text(b'[' * 4000, ('bad-json',)),
    'wide JSON': bad_text(b'{' + b'"a":1,' * 600 + b'"b":1}', ('bad-json',)),
    'huge number': bad_text(b'{"do":"hello","version":1e999}', ('bad-json',)),
    'made-up token': bad_text(TOKEN, ('bad-token',)),
    'half requests': half_requests(),
    'headers without end': large_head(),
    'pings, never reading': never_reads(frame(9) * 500, 0.01),
    'questions, never reading': never_reads(frame(1, ASK), 0.06),
    'foreign origin': foreign('Origin: https://evil.example', 403),
    'unknown subprotocol': foreign('Sec-WebSocket-Protocol: evil', 101),
    'guessed passwords': guess_passwords(),
    'tables without end': many_tables(),
}


def harm(name, results):
    attack, limit, pause = WAYS[name]
    times, wrong = [], []
    while time.monotonic() < END:
        try:
            took = attack()
            if took is None:  # not let in
                time.sleep(0.5)
                continue
            times.append(took)
            if took > limit:
                wrong.append(f'{took:.1f} s')
        except (AssertionError, OSError, Closed) as problem:
            wrong.append(repr(problem))
        time.sleep(pause)
    results[name] = (times, limit, wrong)


def main():
    os.nice(10)
    results = {}
    names = list(WAYS) + ['half requests'] * 9  # 2,000 at once
    threads = [threading.Thread(target=harm, args=(name, results), daemon=True) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS + UNREAD_LIMIT + SLACK + 30)
    failed = 0
    for name in WAYS:
        times, limit, wrong = results.get(name, ([], 0, ['did not end']))
        failed += bool(wrong)
        print(f'{name:26} {len(times):6} times   slowest {max(times, default=0):6.2f} s   '
              f'limit {limit:3} s   {"; ".join(wrong[:2])}')
    print(f'{len(WAYS) - failed} passed, {failed} failed')
    sys.exit(failed > 0)


main()
