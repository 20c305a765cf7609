#!/usr/bin/env python3
"""serve_test - `pentacle serve` from outside: a real process, real sockets, kill -9, hostile clients.

    tests/serve_test.py PENTACLE

Each function below named test_... is one test; the last line is "N passed, N failed".
"""
import hashlib
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import (Closed, Player, Wire, chacha_words, reckon_key, shuffled,  # noqa: E402
                    verify_record)

PENTACLE = sys.argv[1]
SHUFFLES = Path(__file__).parent.parent / 'docs' / 'examples' / 'shuffles.py'
GAMES = [line.split()[0] for line in subprocess.run(
    [PENTACLE, 'games'], capture_output=True, text=True, check=True).stdout.split('\n')
    if line and line[0] != ' ']

SANITIZED = any(name in Path(PENTACLE).read_bytes() for name in (b'__asan_init', b'__tsan_init'))


class Server:
    """A process with a data file of its own."""

    def __init__(self, folder, *options):
        self.folder, self.options = Path(folder), options
        self.process = self.port = None
        self.log = open(self.folder / 'log', 'a', encoding='utf-8')
        self.start()

    def start(self, before=()):
        """`before`: a program to run it under."""
        port = str(self.port or 0)
        self.process = subprocess.Popen(
            [*before, PENTACLE, 'serve', '--port', port, '--data', str(self.folder / 'data'),
             '--handshakes', '100000', '--lines-per-ip', '5000', '--messages', '10000',
             '--bot-time', '0', '--beat', '1',
             *self.options],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        assert line.startswith('http://127.0.0.1:'), (self.folder / 'log').read_text()
        self.port = int(line.rsplit(':', 1)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Politely; returns the exit status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(20)
        self.process.stdout.close()
        self.log.close()
        return status

    def get(self, path, method='GET', headers=None, body=None):
        link = http.client.HTTPConnection('127.0.0.1', self.port, timeout=10)
        link.request(method, path, body, headers or {})
        answer = link.getresponse()
        text = answer.read().decode()
        link.close()
        return answer.status, text, answer.headers

    def figure(self, name):
        for line in self.get('/metrics')[1].split('\n'):
            if line.startswith(f'pentacle_{name} '):
                return int(line.split()[1])
        raise KeyError(name)

    def answers_in_copy(self):
        """The same while it is running, by stopping it for a moment."""
        self.kill()
        answers = self.answers_in_log()
        self.start()
        return answers

    def answers_in_log(self):
        """(table, seat, question) of every choice on the disk; the server must not be running."""
        link = sqlite3.connect(self.folder / 'data')
        rows = link.execute('SELECT about, body FROM log WHERE kind = 10').fetchall()
        link.close()
        bodies = [(about, json.loads(body)) for about, body in rows]
        return [(about, b['seat'], b['owed']) for about, b in bodies]


def with_server(*options):
    def decorate(test):
        def run():
            with tempfile.TemporaryDirectory() as folder:
                server = Server(folder, *options)
                try:
                    test(server)
                    assert server.process.poll() is None, 'the server is gone'
                    assert server.stop() == 0
                finally:
                    if server.process.poll() is None:
                        server.kill()
        run.__name__ = test.__name__
        return run
    return decorate


def play_against_bot(server, game, seed):
    player = Player(server.port, 'Ada', seed)
    player.connect()
    player.sit(game, [{'who': 'me'}, {'who': 'bot', 'bot': 'random'}])
    return player


def check_cheats(record, fair):
    """What was told proves the record, and nothing that was changed does."""
    told = record.with_suffix('.fair')

    def verify(text):
        told.write_text(text, encoding='utf-8')
        return subprocess.run([PENTACLE, 'verify', str(record), '--fair', str(told)], check=False,
                              capture_output=True, text=True)
    done = verify(fair)
    assert done.returncode == 0 and 'promised before' in done.stdout, done
    truth = json.loads(fair)
    for name in ('secret', 'commitment', 'rules_hash', 'cards_hash', 'table', 'game'):
        lie = dict(truth)
        lie[name] = lie[name] + 1 if name == 'table' else lie[name][::-1]
        done = verify(json.dumps(lie))
        assert done.returncode == 1 and str(told) in done.stderr, (name, done)
    for seat in range(len(truth['seats'])):
        for name, value in (('seed', '11' * 32), ('hash', '22' * 32), ('state', 'missing'),
                            ('state', 'bot'), ('seed', None)):
            lie = json.loads(fair)
            lie['seats'][seat][name] = value
            assert verify(json.dumps(lie)).returncode == 1, (seat, name, value)
    lie = json.loads(fair)
    lie['seats'].reverse()
    assert verify(json.dumps(lie)).returncode == 1
    lie['seats'].pop()
    assert verify(json.dumps(lie)).returncode == 1
    assert verify('').returncode == 1 and verify('[]').returncode == 1


@with_server()
def test_a_stranger_plays_whole_matches_of_every_game(server):
    wire = Wire(server.port)
    wire.say(do='games')
    wire.receive()
    for game in GAMES:
        two = [Player(server.port, name, seed) for seed, name in enumerate(('Ada', 'Bob'))]
        for player in two:
            player.connect()
        two[0].sit(game, [{'who': 'me'}, {'who': 'anyone'}])
        two[1].say(do='game', game=game)
        two[1].until('game')
        two[1].table = two[0].table
        two[1].say(do='join', table=two[0].table)
        threads = [threading.Thread(target=player.play, args=(120,)) for player in two]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert all(player.phase == 'over' for player in two), (game, two[0].phase, two[1].phase)
        assert not two[0].errors and not two[1].errors, (game, two[0].errors, two[1].errors)
        status, record, _ = server.get(f'/record/{two[0].table}')
        assert status == 200 and record.startswith('pentacle replay'), game
        key, commitment = reckon_key(two[0].fair)
        assert commitment == two[0].fair['commitment'], game
        told = verify_record(record)
        assert told['key'] == key and told['game'].split()[0] == game, (game, told)
        if game == 'blank':
            check_shuffles(record)
        path = server.folder / f'{game}.replay'
        path.write_text(record, encoding='utf-8')
        subprocess.run([PENTACLE, 'verify', str(path)], check=True, stdout=subprocess.DEVNULL)
        fair = server.get(f'/fair/{two[0].table}')[1]
        told = json.loads(fair)
        assert told.pop('acts') and told == two[0].fair
        check_cheats(path, fair)
    assert server.figure('committed_total') == server.figure('revealed_total') == len(GAMES)
    check_commitments(server, len(GAMES))


def check_shuffles(record):
    """The cards of a match of `blank` lie where its key puts them. A player is a card of the board,
    then come the cards of the deck, one number each, in the order of the file."""
    lines = [line[9:] for line in record.split('\n')]
    key = bytes.fromhex(next(line[4:] for line in lines if line.startswith('key ')))
    decks, first, seen = [], 0, 0
    for line in lines:
        word, *rest = line.split(' ', 3)
        if word == 'seat':
            decks.append([])
        elif word == 'deck' and rest[0] == 'main':
            decks[-1] += [rest[2]] * int(rest[1])
    for seat, deck in enumerate(decks):
        faces = shuffled(chacha_words(key, seat), deck[:])
        drawn = set()
        for line in lines:
            said = re.match(rf'move \d+ seat {seat + 1} \d+\.\d+\.(\d+)\.\d+\.\d+ '
                            r'(?:pick|guard) ([^(]*)', line)
            if not said or said[1] == '0' or len(drawn) == 4 or said[1] in drawn:
                continue
            drawn.add(said[1])  # the first ones, before a deck is shuffled again
            assert faces[int(said[1]) - first - 1] == said[2].strip(), (line, faces)
            seen += 1
        first += 1 + len(deck)
    assert seen >= 4, lines[-20:]


def check_commitments(server, count):
    """Everybody can see what was promised, before and after a restart."""
    listed, until = '', time.monotonic() + 20  # records are sealed beside the loop
    while not listed or (json.loads(listed)['links'] < 2 * count and time.monotonic() < until):
        listed = server.get('/commitments')[1]
    told, chain = json.loads(listed), bytes(32)
    assert told['committed'] == count and told['links'] == len(told['newest']) == 2 * count, told
    for promise in told['newest']:
        fair = json.loads(server.get(f'/fair/{promise["table"]}')[1])
        if 'seal' in promise:
            chain += b'pentacle-end-v1' + promise['table'].to_bytes(8, 'big')
            chain += bytes.fromhex(promise['seal'])
            assert fair['seal'] == promise['seal']
        else:
            chain += bytes.fromhex(promise['commitment'])
            assert fair['commitment'] == promise['commitment'] and fair['chain'] == promise['chain']
        chain = hashlib.sha256(chain).digest()
        assert promise['chain'] == chain.hex(), promise
    server.kill()
    server.start()
    assert server.get('/commitments')[1] == listed


def first_hand(player, game):
    """What somebody has drawn first, by the numbers of the cards. In Voidbreakers the first hand is chosen, so more is
    looked at there."""
    seen = {}
    for _ in range(400):
        player.step()
        for card in (player.view or {}).get('cards', []):
            if card['zone'] == 'hand' and card['of'] == player.seat and card['name']:
                seen.setdefault(card['id'], card['name'])
        if seen and (game != 'voidbreakers' or len(seen) > 7):
            break
    return seen


@with_server()
def test_the_first_shuffle_follows_from_the_record(server):
    """As docs/replays.md has it, in both seats of every game: the hand that was drawn lies where the key puts it."""
    for game in GAMES:
        for seat in (0, 1):
            player = Player(server.port, f'{game} {seat}', seed=seat + 5)
            player.connect()
            seats = [{'who': 'me'}, {'who': 'bot', 'bot': 'random'}]
            player.sit(game, seats if seat == 0 else seats[::-1])
            hand = first_hand(player, game)
            player.say(do='resign', table=player.table)
            while not player.archived:
                player.step()
            path = server.folder / 'record'
            path.write_text(server.get(f'/record/{player.table}')[1])
            said = subprocess.run([SHUFFLES, path], capture_output=True, text=True, check=True).stdout
            deck = {int(number): name for number, name in re.findall(rf'seat {seat} card (\d+) (.*)', said)}
            drawn = {number: name for number, name in hand.items() if number in deck}
            assert drawn and drawn == {number: deck[number] for number in drawn}, (game, seat, hand, deck)


@with_server()
def test_options_are_agreed_kept_and_on_record(server):
    wire = Wire(server.port)
    wire.say(do='games')
    for game in [g for g in wire.receive()['games'] if g['options']]:
        option = game['options'][0]
        value = option['words'][-1] if 'words' in option else option['range'][1]
        agreed = {option['name']: value}
        player = Player(server.port, 'Ada', 5)
        player.connect()
        player.sit(game['game'], [{'who': 'me'}, {'who': 'bot', 'bot': 'random'}], options=agreed)
        while player.phase != 'playing':
            player.step()
        server.kill()
        server.start()
        player.connect()
        player.say(do='tables')
        assert player.until('tables')['tables'][0]['options'] == agreed
        player.say(do='resign', table=player.table)
        while player.phase != 'over':
            player.step()
        record = server.get(f'/record/{player.table}')[1]
        number = option['words'].index(value) + 1 if 'words' in option else value
        assert f' option 1 {number}\n' in record, record[:500]
        process = terminal(server, game['game'], '--option', f'{option["name"]}=nothing')
        said = process.communicate()[0]
        assert process.returncode == 1 and 'it can be: ' in said, said


@with_server('--bot-time', '100')
def test_one_who_thinks_long_holds_nobody_up(server):
    """Masters think at more tables than there are threads; a person's choices go on."""
    for seed in range(6):
        host = Player(server.port, 'Host', seed)
        host.connect()
        host.sit('oversoul', [{'who': 'bot', 'bot': 'master'}] * 2)
    player = Player(server.port, 'Ada', 1)
    player.connect()
    player.sit('blank', [{'who': 'me'}, {'who': 'anyone'}])
    end = time.monotonic() + 20
    while server.figure('thinking') <= 2:
        time.sleep(0.02)
        assert time.monotonic() < end
    for _ in range(20):
        start = time.monotonic()
        player.say(do='ping')
        player.until('pong')
        assert time.monotonic() - start < 0.5
    start = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - start < 15  # those who have begun think to the end
    server.log = open(server.folder / 'log', 'a', encoding='utf-8')
    server.start()


@with_server('--beat', '250')
def test_what_is_told_of_a_match_leaves_on_the_beat(server):
    """Also if a ping asks for an answer in between; those who are at no table do not wait."""
    player = play_against_bot(server, 'oversoul', 5)
    guest = Player(server.port, 'Bea', 2)
    guest.connect()
    late = []
    while len(late) < 20 and player.phase != 'over':
        time.sleep(player.random.uniform(0.05, 0.2))
        start = time.monotonic()
        guest.say(do='ping')
        guest.until('pong')
        waited = time.monotonic() - start
        player.wire.send_frame(9, b'still there?')
        asked = time.monotonic()
        player.say(do='ping')
        player.until('pong')
        late.append((time.monotonic() % 0.25, time.monotonic() - asked, waited))
    assert sum(phase < 0.08 for phase, _, _ in late) >= 16, late
    assert sum(waited < 0.08 for _, _, waited in late) >= 16, late


@with_server('--bot-time', '60')  # long enough to be killed a few times
def test_nothing_acknowledged_is_lost_or_doubled_by_kill_9(server):
    chance = random.Random(5)
    players = [play_against_bot(server, 'blank', seed) for seed in range(4)]
    kills, end = 0, time.monotonic() + 60
    while any(p.phase != 'over' for p in players) and time.monotonic() < end:
        killer = None
        if kills < 15:
            killer = threading.Timer(chance.uniform(0.05, 0.5), server.kill)
            killer.start()
        still = True
        while still and any(p.phase != 'over' for p in players):
            for player in players:
                if player.phase == 'over':
                    continue
                player.wire.socket.settimeout(0.02)
                try:
                    player.step()
                except TimeoutError:
                    pass
                except (Closed, OSError):
                    still = False
        if killer:
            killer.join()
            kills += 1
            server.start()
            for player in players:
                if player.phase != 'over':
                    before = time.monotonic()
                    player.connect()
                    assert time.monotonic() - before < 2
    assert all(p.phase == 'over' for p in players), 'a match is stuck'
    assert kills >= 3, kills
    server.kill()
    there = server.answers_in_log()
    assert len(there) == len(set(there)), 'a question was answered twice'
    for player in players:
        missing = {(player.table, 0, n) for n in player.acknowledged} - set(there)
        assert not missing, missing
    server.start()


def play_until_killed(server, player):
    """Plays on; True if the match is over, False if the server is gone."""
    try:
        player.connect()
        return player.play(30)
    except (Closed, OSError):
        return False


@with_server()
def test_killed_or_failing_at_one_write_after_the_other(server):
    """strace kills the process at its Nth write to the disk, or makes that write fail."""
    if not shutil.which('strace'):
        return
    player = play_against_bot(server, 'blank', 41)
    points = int(os.environ.get('SERVE_POINTS', '6'))
    for point in range(1, points + 1):
        call = ('pwrite64', 'fdatasync')[point % 2]
        fault = 'signal=KILL' if point % 3 else 'error=EIO'
        server.kill()
        server.start(['strace', '-D', '-f', '-qq', '-o', '/dev/null',
                      '-e', f'inject={call}:{fault}:when={1 + point // 2}'])
        over = play_until_killed(server, player)
        server.kill()
        there = server.answers_in_log()
        assert len(there) == len(set(there)), (point, 'a question was answered twice')
        missing = {(player.table, 0, n) for n in player.acknowledged
                   if (player.table, 0, n) not in there}
        assert not missing, (point, missing)
        if over:
            player = Player(server.port, 'Ada', 41 + point)
            server.start()
            player.connect()
            player.sit('blank', [{'who': 'me'}, {'who': 'bot', 'bot': 'random'}])
        else:
            server.start()
    player.connect()
    assert player.play(60)


def cut_lines_through_a_match(player):
    """Closes the line after a few messages and comes back, up to the end; how often."""
    cuts = 0
    while player.phase != 'over':
        for _ in range(1 + cuts % 4):
            player.step()
            if player.phase == 'over':
                break
        player.wire.close()
        cuts += 1
        before = time.monotonic()
        player.connect()
        assert time.monotonic() - before < 1
        if player.phase is None:
            player.until('table')
    return cuts


@with_server()
def test_lines_cut_after_every_message(server):
    players, cuts = [], 0
    while cuts <= 20:  # a match may be a short one
        players.append(play_against_bot(server, 'blank', 3 + len(players)))
        cuts += cut_lines_through_a_match(players[-1])
    server.kill()
    there = server.answers_in_log()
    assert len(there) == len(set(there))
    for player in players:
        assert {(player.table, 0, n) for n in player.acknowledged} <= set(there)
    server.start()


@with_server()
def test_pages_have_their_headers(server):
    for path in ('/', '/healthz', '/metrics', '/nothing'):
        status, _, headers = server.get(path)
        assert status == (404 if path == '/nothing' else 200), path
        assert "default-src 'none'" in headers['Content-Security-Policy']
        assert headers['X-Content-Type-Options'] == 'nosniff'
        assert headers['Referrer-Policy'] == 'no-referrer'
    assert server.get('/', 'POST', body='x')[0] == 413
    assert server.get('/', 'DELETE')[0] == 405
    assert server.get('/', headers={'Transfer-Encoding': 'chunked'})[0] == 400
    assert server.get('/play')[0] == 426
    assert server.get('/record/1')[0] == 404 and server.get('/record/x')[0] == 404


@with_server()
def test_foreign_origins_are_refused(server):
    def status_of(*headers):
        wire = Wire(server.port, headers)
        wire.close()
        return wire.status
    assert status_of() == 101
    assert status_of(f'Origin: http://127.0.0.1:{server.port}') == 101
    assert status_of('Origin: https://evil.example') == 403
    assert status_of('Origin: null') == 403
    assert status_of(f'Origin: http://127.0.0.1:{server.port}.evil.example') == 403
    assert status_of(f'Origin: ftp://127.0.0.1:{server.port}') == 403


def closed_with(wire):
    try:
        while True:
            wire.receive()
    except Closed as end:
        return end.code
    except TimeoutError:
        return 'nothing'


@with_server('--messages', '20', '--bot-time', '100')  # nobody honest says 20 things a second
def test_hostile_frames_close_the_line_and_nothing_else(server):
    honest = play_against_bot(server, 'blank', 9)
    cases = [
        (1002, lambda w: w.send_frame(1, b'{}', masked=False)),
        (1002, lambda w: w.send_frame(1, b'{}', rsv=4)),
        (1002, lambda w: w.send_frame(3, b'{}')),
        (1002, lambda w: w.send_frame(0, b'{}')),
        (1007, lambda w: w.send_frame(1, b'\xff\xfe')),
        (1003, lambda w: w.send_frame(2, b'{}')),
        (1009, lambda w: w.send_frame(1, b' ' * 5000)),
        (1009, lambda w: w.socket.sendall(b'\x81\xff' + b'\x7f' + b'\xff' * 7 + b'\0' * 20)),
        (1008, lambda w: [w.send_frame(0 if i else 1, b'', fin=False) for i in range(20)]),
        (1008, lambda w: [w.say(do='ping') for _ in range(50)]),
        (1000, lambda w: w.send_frame(8, b'\x03\xe8')),
    ]
    for code, attack in cases:
        wire = Wire(server.port)
        try:
            attack(wire)
        except OSError:
            pass
        got = closed_with(wire)
        assert got == code, (code, got)
    for text in (b'[' * 4000, b'{"do":' * 600, b'"', b'\x00', b'{"do":"hello","version":1e999}'):
        wire = Wire(server.port)
        wire.send_frame(1, text)
        assert wire.receive()['type'] == 'error', text[:20]
        wire.close()
    assert honest.play(60) and not honest.errors


@with_server()
def test_who_does_not_read_is_not_read_and_costs_little(server):
    def memory():
        return int(Path(f'/proc/{server.process.pid}/statm').read_text().split()[1]) * 4096
    before = memory()
    wires = []
    for _ in range(5):
        wire = Wire(server.port)
        wire.socket.settimeout(0.5)
        wires.append(wire)
        try:
            for _ in range(60000):
                wire.socket.sendall(b'\x89\x80\0\0\0\0' * 50)  # pings
        except (TimeoutError, OSError):
            pass
    if SANITIZED:  # it keeps what was freed, to know it again
        print('memory is not measured: this program has a sanitizer')
    else:
        assert memory() - before < 32 * 2**20, memory() - before
    honest = play_against_bot(server, 'blank', 11)
    assert honest.play(60)
    for wire in wires:
        wire.close()


def half_request(server, number):
    """A head that has begun, from one of ten addresses."""
    link = socket.create_connection(('127.0.0.1', server.port), 10, (f'127.0.0.{2 + number % 10}', 0))
    link.sendall(b'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    return link


def is_open(link):
    """Does the other side still listen? It gets one more byte."""
    try:
        link.settimeout(0.01)
        link.sendall(b'a')
        return link.recv(1) != b''
    except TimeoutError:
        return True
    except OSError:
        return False


@with_server('--lines', '50')
def test_a_head_has_five_seconds_however_it_trickles(server):
    """One byte now and then does not keep it; nor do as many as there is room for lock others out."""
    links, start = [half_request(server, n) for n in range(330)], time.monotonic()
    while time.monotonic() < start + 8:
        assert server.get('/healthz')[0] == 200
        time.sleep(1)
        alive = sum(is_open(link) for link in links)
    assert alive == 0, alive
    for link in links:
        link.close()
    assert server.figure('cut_links_total') > 0


@with_server()
def test_one_address_has_so_many_connections(server):
    links = []
    for _ in range(200):
        link = socket.create_connection(('127.0.0.1', server.port), 10, ('127.0.0.2', 0))
        links.append(link)
    time.sleep(0.3)
    assert 50 < sum(is_open(link) for link in links) <= 64
    assert server.get('/healthz')[0] == 200  # others do not mind
    for link in links:
        link.close()
    time.sleep(0.3)
    assert server.figure('links') <= 2


@with_server()
def test_one_address_asks_so_often(server):
    player = play_against_bot(server, 'blank', 3)
    assert player.play(60)
    link = http.client.HTTPConnection('127.0.0.1', server.port, timeout=10,
                                      source_address=('127.0.0.2', 0))
    seen = {}
    for _ in range(1500):
        link.request('GET', f'/record/{player.table}')
        answer = link.getresponse()
        answer.read()
        seen[answer.status] = seen.get(answer.status, 0) + 1
    link.close()
    assert seen[200] >= 1000 and seen[429] >= 50, seen
    assert server.get(f'/record/{player.table}')[0] == 200


@with_server('--messages', '20')
def test_what_was_answered_comes_before_goodbye(server):
    """A closing frame does not overtake the answers before it, nor is it lost with what follows."""
    for last, code, pongs in ((b'', 1008, 40), (b'\x82\x81\0\0\0\0x', 1003, 30),
                              (b'\x81\x02{}', 1002, 30)):
        wire = Wire(server.port)
        ping = b'{"do":"ping"}'
        many = 45 if code == 1008 else 30
        wire.socket.sendall((b'\x81' + bytes([0x80 | len(ping)]) + bytes(4) + ping) * many + last +
                            b'?' * 5000 * bool(last))
        kinds = []
        try:
            while True:
                kinds.append(wire.receive()['type'])
        except Closed as end:
            assert end.code == code, (end.code, code, kinds)
        assert kinds.count('pong') == pongs, (code, kinds)
        assert kinds.count('error') == (code == 1008), (code, kinds)
        wire.close()


@with_server()
def test_half_requests_are_dropped_and_do_not_hold_others_up(server):
    half = [half_request(server, n) for n in range(300)]
    start = time.monotonic()
    assert server.get('/healthz')[0] == 200
    assert time.monotonic() - start < 2
    for link in half:
        link.settimeout(max(0.01, start + 15 - time.monotonic()))
        try:
            assert link.recv(4096)[:5] in (b'', b'HTTP/')
        except ConnectionError:
            pass
        link.close()
    link = socket.create_connection(('127.0.0.1', server.port), 10)
    link.settimeout(5)
    try:
        link.sendall(b'GET / HTTP/1.1\r\n' + b'X-Large: ' + b'a' * 2**20)
        answer = link.recv(100)
    except ConnectionError:
        answer = b''
    assert answer == b'' or b' 431 ' in answer or b' 413 ' in answer, answer
    link.close()


@with_server('--lines', '3')
def test_lines_are_limited(server):
    wires = [Wire(server.port) for _ in range(3)]
    assert all(w.status == 101 for w in wires)
    more = Wire(server.port)
    assert more.status == 503
    wires[0].close()
    time.sleep(0.5)
    assert Wire(server.port).status == 101


def statuses_of(server, *headers):
    wires = [Wire(server.port, [header]) for header in headers]
    statuses = [wire.status for wire in wires]
    for wire in wires:
        wire.close()
    time.sleep(0.3)
    return statuses


@with_server('--proxy', '--lines-per-ip', '2')
def test_behind_a_proxy_the_players_addresses_count(server):
    assert statuses_of(server, *['X-Nothing: 1'] * 3) == [101, 101, 429]
    names = [f'X-Forwarded-For: 6.6.6.6, 192.0.2.{i}' for i in range(3)]
    assert statuses_of(server, *names) == [101, 101, 101]
    assert statuses_of(server, *names[:1] * 3) == [101, 101, 429]
    # Of two headers ours is the last.
    wires = [Wire(server.port, [f'X-Forwarded-For: 6.6.6.{i}', 'X-Forwarded-For: 192.0.2.77'])
             for i in range(3)]
    assert [wire.status for wire in wires] == [101, 101, 429]
    for wire in wires:
        wire.close()
    # The second half of an IPv6 address is its owner's to choose.
    names = [f'X-Forwarded-For: 2001:db8:0:1::{i}' for i in range(3)]
    assert statuses_of(server, *names) == [101, 101, 429]


@with_server('--lines-per-ip', '2')
def test_without_a_proxy_nobody_is_believed(server):
    names = [f'X-Forwarded-For: 192.0.2.{i}' for i in range(3)]
    assert statuses_of(server, *names) == [101, 101, 429]


@with_server('--handshakes', '30')
def test_handshakes_are_limited(server):
    statuses = []
    for _ in range(14):
        wire = Wire(server.port)
        statuses.append(wire.status)
        wire.close()
    assert statuses[:10] == [101] * 10 and 429 in statuses[10:], statuses


@with_server()
def test_closing_says_goodbye(server):
    wire = Wire(server.port)
    server.process.send_signal(signal.SIGTERM)
    assert closed_with(wire) == 1001
    assert server.process.wait(10) == 0
    server.start()


@with_server()
def test_a_full_disk_refuses_choices_and_recovers(server):
    # A limit of file size does what a full disk does, and can be lifted again.
    player = play_against_bot(server, 'blank', 21)
    player.until('view')
    size = os.stat(server.folder / 'data-wal').st_size
    subprocess.run(['prlimit', f'--pid={server.process.pid}', f'--fsize={size}:unlimited'],
                   check=True)
    for _ in range(200):  # until the file is as large as it may be
        other = Wire(server.port)
        other.say(do='hello', version=1, name='Eve')
        refusal = other.receive()
        if refusal['type'] == 'error':
            break
    assert refusal['type'] == 'error' and refusal['code'] == 'not-stored', refusal
    assert server.get('/healthz')[0] == 503
    subprocess.run(['prlimit', f'--pid={server.process.pid}', '--fsize=unlimited:unlimited'],
                   check=True)
    time.sleep(1.5)  # it tries again once a second
    other.say(do='hello', version=1, name='Eve')
    assert other.receive()['type'] == 'welcome'
    player.wire.close()
    player.connect()
    assert player.play(60)
    assert server.get('/healthz')[0] == 200


@with_server()
def test_a_backup_under_play_can_be_restored(server):
    player = play_against_bot(server, 'blank', 31)
    for _ in range(30):
        player.step()
    server.process.send_signal(signal.SIGUSR1)
    said = player.acknowledged.copy()
    end = time.monotonic() + 10
    while 'backed-up' not in (server.folder / 'log').read_text() and time.monotonic() < end:
        player.wire.socket.settimeout(0.1)
        try:
            player.step()
        except TimeoutError:
            pass
    copies = list(server.folder.glob('data.backup-*'))
    assert len(copies) == 1 and copies[0].stat().st_mode & 0o77 == 0
    server.kill()
    for old in server.folder.glob('data-*'):
        old.unlink()
    os.replace(copies[0], server.folder / 'data')
    server.start()
    there = {n for _, seat, n in server.answers_in_copy() if seat == 0}
    assert said <= there
    player.said = {}
    player.count = 0
    player.connect()
    assert player.play(60)


OLD_TOKENS = {
    'Ada': 'p1-0000000000000001-4823d6c6716a5a7f17976ffeba725e7296fbcc4f4757a82e452ff86edaff0c65-'
           '9760509bc6a2928b962d5d81609ae6fa',
    'Bob': 'p1-0000000000000002-08c4e64874056ea11d6733b9e940eef7f6c95c85ceeb9715ba99ddc49c7b446b-'
           '8a360be7e785f288f13e6b53dbc39142'}


def test_data_of_version_1_are_read_and_their_history_kept():
    """The file was made by a server that kept no archive: one match is over, one was on. Its game has
    another version by now, so the second cannot go on."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, 'data')
        shutil.copy(Path(__file__).parent / 'data' / 'version-1.data', data)
        data.chmod(0o600)
        server = Server(folder)
        try:
            for _ in range(2):  # the second time the archive is there
                ada = Player(server.port, 'Ada', 1)
                ada.token = OLD_TOKENS['Ada']
                ada.connect()
                past = []
                while not past:  # the first time it is put into the archive now
                    ada.say(do='history')
                    past = ada.until('history')['matches']
                assert past[-1]['table'] == 1 and past[-1]['result'] == 'draw BLA-046', past
                assert past[-1]['seats'][1]['bot'] == 'random', past
                # Its rules are of another version by now: how it ended is kept, a record is not made.
                assert server.get('/record/1')[0] == 404
                assert json.loads(server.get('/fair/1')[1])['table'] == 1
                ada.wire.close()
                server.kill()
                server.start()
        finally:
            server.kill()
            server.log.close()


@with_server()
def test_one_bad_byte_does_not_keep_the_site_down(server):
    over, on = play_against_bot(server, 'blank', 7), play_against_bot(server, 'blank', 8)
    assert over.play(60)
    while not over.archived:
        over.step()
    while len(on.acknowledged) < 2:
        on.step()
    server.kill()
    link = sqlite3.connect(server.folder / 'data')
    rows = link.execute('SELECT number, about, body FROM log WHERE kind IN (10, 18)').fetchall()
    for table in (over.table, on.table):
        number, body = [(n, b) for n, about, b in rows if about == table][-1]
        link.execute('UPDATE log SET body = ? WHERE number = ?',
                     (body[:20] + chr(ord(body[20]) ^ 1) + body[21:], number))
    link.commit()
    link.close()
    server.start()
    log = (server.folder / 'log').read_text()
    for table in (over.table, on.table):
        assert re.search(rf'"set-aside".*is damaged: table {table}:', log), log
    assert server.figure('set_aside') == 2
    assert server.get(f'/record/{over.table}')[0] == 404
    assert play_against_bot(server, 'blank', 9).play(60)
    on.wire = Wire(server.port)
    on.say(do='hello', version=1, token=on.token)
    on.until('welcome')
    ended, end = [], time.monotonic() + 10
    while not ended and time.monotonic() < end:
        on.say(do='history')
        ended = [m for m in on.until('history')['matches'] if m['table'] == on.table]
    assert ended and ended[0]['result'] == 'abandoned: its data are damaged', ended


def comes_back(server, player):
    """What a player is told who comes back: tables, and the matches that are over."""
    wire = Wire(server.port)
    wire.say(do='hello', version=1, token=player.token)
    tables = wire.receive()['tables']
    wire.say(do='history')
    return tables, wire.receive()['matches']


@with_server()
def test_a_start_reads_a_snapshot_and_what_came_since(server):
    snapshot = server.folder / 'data.snapshot'
    ada = play_against_bot(server, 'oversoul', 7)
    assert ada.play(120)
    while not ada.archived:
        ada.step()
    on = play_against_bot(server, 'blank', 8)
    while len(on.acknowledged) < 2:
        on.step()
    assert server.stop() == 0
    whole = snapshot.read_bytes()
    assert snapshot.stat().st_mode & 0o777 == 0o600
    server.log = open(server.folder / 'log', 'a', encoding='utf-8')
    server.start()
    before, promises = comes_back(server, ada), server.get('/commitments')[1]
    after = play_against_bot(server, 'blank', 9)
    assert after.play(60)
    on.connect()
    for player in (on, after):
        assert player.play(60)
        while not player.archived:
            player.step()
    server.kill()  # a start from the older snapshot, from all of the log, and from one that is not ours
    server.start()
    told = [comes_back(server, p) for p in (ada, on, after)], server.get('/commitments')[1]
    assert told[0][0] == before and promises != told[1] and len(told[0][2][1]) == 1, told
    assert server.get(f'/record/{ada.table}')[0] == 200
    assert 'snapshot-unfit' not in (server.folder / 'log').read_text()
    for bad in (None, whole[:-200], whole.replace(b'"player":1,', b'"player":2,', 1), b'', b'{}\n'):
        server.kill()
        snapshot.unlink(missing_ok=True)
        if bad is not None:
            snapshot.write_bytes(bad)
            snapshot.chmod(0o600)
        server.start()
        assert told == ([comes_back(server, p) for p in (ada, on, after)], server.get('/commitments')[1]), bad
    assert (server.folder / 'log').read_text().count('"snapshot-unfit"') == 4
    server.kill()  # an older back-up is put back: it does not have what the snapshot knows
    for name in ('data', 'data-wal'):
        (server.folder / name).unlink(missing_ok=True)
    snapshot.write_bytes(whole)
    snapshot.chmod(0o600)
    server.start()
    assert server.figure('players') == 0
    assert (server.folder / 'log').read_text().count('"snapshot-unfit"') == 5


def test_data_of_0_bytes_are_refused():
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, 'data')
        data.touch(0o600)
        done = subprocess.run([PENTACLE, 'serve', '--port', '0', '--data', str(data)],
                              capture_output=True, text=True, timeout=20, check=False)
        assert done.returncode == 1 and 'empty' in done.stderr and str(data) in done.stderr, done
        assert data.stat().st_size == 0


@with_server()
def test_private_records_need_a_key_or_a_token(server):
    player = Player(server.port, 'Ada', 5)
    player.connect()
    player.sit('blank', [{'who': 'me'}, {'who': 'bot', 'bot': 'random'}], open=False)
    assert player.play(60)
    key, table = player.key, player.table
    for _ in range(2):
        for path in (f'/record/{table}', f'/fair/{table}'):
            assert server.get(path)[0] == 404
            assert server.get(path, headers={'X-Table-Key': key})[0] == 200
            assert server.get(path, headers={'X-Table-Key': '0' * 32})[0] == 404
            assert server.get(path, headers={'Authorization': f'Bearer {player.token}'})[0] == 200
            assert server.get(path, headers={'Authorization': f'Bearer {player.token}0'})[0] == 404
        server.kill()
        server.start()


@with_server()
def test_passwords_are_hashed_beside_the_loop(server):
    player = Player(server.port, 'Ada', 3)
    player.connect()
    player.say(do='password', password='a long enough password')
    player.token = player.until('token')['token']
    player.say(do='history')
    player.until('history')

    def login(password):
        wire = Wire(server.port)
        wire.say(do='login', version=1, name='Ada', password=password)
        return wire
    storm = [login('not the right password') for _ in range(8)]
    honest = Wire(server.port)
    slowest = 0
    for _ in range(20):  # the loop goes on while they are hashed
        start = time.monotonic()
        honest.say(do='ping')
        assert honest.receive()['type'] == 'pong'
        slowest = max(slowest, time.monotonic() - start)
    answers = [wire.receive() for wire in storm]
    codes = sorted(a['code'] for a in answers)  # one address has four hashed at once
    assert codes[:4] == ['bad-password'] * 4 and set(codes[4:]) <= {'bad-password', 'busy'}, answers
    welcome = login('a long enough password').receive()
    assert welcome['type'] == 'welcome' and welcome['name'] == 'Ada', welcome
    server.kill()
    data = (server.folder / 'data').read_bytes() + (server.folder / 'data-wal').read_bytes()
    assert b'long enough' not in data and welcome['token'].encode() not in data
    assert b'$argon2id$v=19$m=65536,t=2,p=1$' in data
    server.start()
    assert slowest < 2, slowest


@with_server()
def test_a_rated_match_with_kept_decks_from_two_machines(server):
    deck = ('champion Brakka\n3 Lunge\n2 Jab\n2 Heavy Blow\n1 Pivot\n1 Shove\n2 Parry\n'
            '1 Riposte\n')
    home = Player(server.port, 'Ada', 1)
    home.connect()
    home.say(do='password', password='a long enough password')
    home.until('token')
    home.say(do='deck_save', game='blank', name='Mine', text=deck)
    home.until('done')
    home.wire.close()
    ada, bob = Player(server.port, 'Ada', 2), Player(server.port, 'Bob', 3)
    ada.wire = Wire(server.port)  # another machine: no token
    ada.say(do='login', version=1, name='Ada', password='a long enough password')
    ada.token = ada.until('welcome')['token']
    ada.say(do='decks', game='blank')
    assert ada.until('decks')['decks'] == [{'game': 'blank', 'name': 'Mine', 'text': deck}]
    bob.connect()
    ada.sit('blank', [{'who': 'me', 'deck': 'Mine'}, {'who': 'anyone'}], rated=True, open=False,
            chat='free')
    bob.say(do='game', game='blank')
    bob.until('game')
    bob.table = ada.table
    bob.say(do='join', table=ada.table, key=ada.key)
    bob.until('table')
    bob.say(do='say', table=bob.table, words='Hello, <b>Ada</b>')
    assert ada.until('said')['words'] == 'Hello, <b>Ada</b>'
    threads = [threading.Thread(target=player.play, args=(60,)) for player in (ada, bob)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ada.phase == bob.phase == 'over', (ada.phase, bob.phase, ada.errors, bob.errors)
    while not ada.archived:
        ada.step()
    for _ in range(2):
        ada.say(do='history')
        match = ada.until('history')['matches'][0]
        assert match['rated'] and match['table'] == ada.table, match
        shown = []
        for seat in match['seats']:
            ada.say(do='player', player=seat['player'])
            shown.append(ada.until('player')['ratings'][0])
        scores = {'won': 2, 'draw': 1, 'lost': 0}
        assert (shown[0]['rating'] > shown[1]['rating']) == (match['outcome'] == 'won'), shown
        assert sum(scores[seat['outcome']] for seat in match['seats']) == 2, match
        assert all(one['matches'] == 1 and one['deviation'] == 290 for one in shown), shown
        record = server.get(f'/record/{ada.table}',
                            headers={'Authorization': f'Bearer {bob.token}'})[1]
        assert verify_record(record)['result'] == match['result'], match
        server.kill()
        server.start()
        ada.connect()


def terminal(server, *words):
    """`pentacle play --server`, as a person would type it, always taking the first choice, or what ends the question."""
    home = dict(os.environ, XDG_STATE_HOME=str(server.folder), USER='Terry')
    process = subprocess.Popen(
        [PENTACLE, 'play', *words, '--server', f'http://127.0.0.1:{server.port}'], env=home,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    process.stdin.write('help\n' + '1\n0\n' * 1500)
    return process


def finish(process, what):
    try:
        said, _ = process.communicate(timeout=120)
    except BrokenPipeError:
        said = process.stdout.read()
    assert process.wait() == 0, said[-2000:]
    assert what in said, said[-2000:]
    return said


@with_server()
def test_a_terminal_plays_against_a_bot_and_against_another(server):
    finish(terminal(server, 'blank', '--vs', 'random'), 'The match is over')
    first = terminal(server, 'blank', '--name', 'Ash', '--clock', 'none')
    first.stdin.flush()
    wire = Wire(server.port)
    wire.say(do='hello', version=1, name='Look')
    wire.receive()
    table = None
    while table is None:
        wire.say(do='tables')
        waiting = [t for t in wire.receive()['tables'] if t['phase'] == 'waiting']
        table = waiting[0]['table'] if waiting else None
        time.sleep(0.1)
    assert waiting[0]['clock'] == 'none', waiting
    second = terminal(server, '--table', str(table), '--name', 'Bel')
    second.stdin.flush()
    said = []
    reader = threading.Thread(  # both are read, or one waits for the other
        target=lambda: said.append(finish(second, 'The match is over')))
    reader.start()
    assert 'Bel' in finish(first, 'The match is over')
    reader.join()
    assert said


@with_server()
def test_a_terminal_comes_back_by_its_name(server):
    def said(name, words, lines):
        env = dict(os.environ, XDG_STATE_HOME=str(server.folder), USER='Terry')
        done = subprocess.run(
            [PENTACLE, 'play', *words, '--name', name, '--server',
             f'http://127.0.0.1:{server.port}'], env=env, input=lines, capture_output=True,
            text=True, timeout=120, check=False)
        return done.stdout + done.stderr
    assert 'The match is over' not in said('Ash', ['blank', '--vs', 'random'], '1\n')
    assert 'no seat' in said('Bel', ['--table', '1'], '1\n')
    assert 'The match is over' in said('Ash', ['--table', '1'], '1\n0\n' * 1500)


@with_server()
def test_a_terminal_sets_a_password_logs_in_and_looks_back(server):
    def said(words, lines, home):
        env = dict(os.environ, XDG_STATE_HOME=str(server.folder / home), USER='Terry')
        (server.folder / home).mkdir(exist_ok=True)
        done = subprocess.run(
            [PENTACLE, 'play', *words, '--server', f'http://127.0.0.1:{server.port}'], env=env,
            input='\n'.join(lines) + '\n', capture_output=True, text=True, timeout=120, check=False)
        return done.returncode, done.stdout + done.stderr
    secret = 'a long enough password'
    said(['blank', '--vs', 'random'], ['1', '0'] * 1500, 'one')
    status, text = said([], ['password', secret, secret + '!', 'password', secret, secret,
                             'history', 'quit'], 'one')
    assert 'two different ones' in text and 'The name is yours now' in text, text
    assert secret not in text, text
    assert 'blank, duel: Terry, random' in text, text
    status, text = said(['--login', 'Terry'], ['not the right one'], 'two')
    assert status == 1 and 'not right' in text, text
    status, text = said(['--login', 'Terry'], [secret, 'history', 'quit'], 'two')
    assert 'blank, duel: Terry, random' in text, text
    status, text = said([], ['history', 'quit'], 'two')  # the token was kept
    assert 'blank, duel: Terry, random' in text, text
    status, text = said([], ['password', 'wrong', secret, secret, 'quit'], 'one')
    assert 'old password' in text and 'not right' in text, text
    status, text = said(['--login', 'Terry', '--name', 'X'], [], 'two')
    assert status == 2 and 'take one' in text, text
    assert secret not in (server.folder / 'log').read_text()


@with_server()
def test_a_terminal_says_what_is_wrong(server):
    def said(*words):
        done = subprocess.run([PENTACLE, 'play', *words], input='', capture_output=True, text=True,
                              timeout=30, check=False)
        return done.returncode, done.stdout + done.stderr
    status, text = said('--server', 'ftp://x')
    assert status == 1 and 'http://localhost:8080' in text, text
    status, text = said('--server', 'http://127.0.0.1:1')
    assert status == 1 and 'refused' in text, text
    status, text = said('--table', '1')
    assert status == 2 and '--server' in text, text
    status, text = said('--server', f'http://127.0.0.1:{server.port}', '--table', '99',
                        '--name', 'Ash')
    assert status == 1 and 'no such table' in text, text
    status, text = said('blank', '--server', f'http://127.0.0.1:{server.port}', '--clock', 'fast',
                        '--name', 'Ash')
    assert status == 1 and '"house", "rules" or "none"' in text, text


def test_wrong_use_is_refused():
    for options in (['--port', 'x'], ['--address', 'nowhere'], ['--data', '/nonexistent/x']):
        done = subprocess.run([PENTACLE, 'serve', '--port', '0', *options], capture_output=True,
                              text=True, timeout=20, check=False)
        assert done.returncode in (1, 2) and 'pentacle serve:' in done.stderr, done


def test_a_wrong_or_taken_address_makes_no_data():
    with tempfile.TemporaryDirectory() as folder, socket.socket() as other:
        other.bind(('127.0.0.1', 0))
        other.listen()
        for options in (['--address', 'nowhere', '--port', '0'], ['--address', '192.0.2.1', '--port', '0'],
                        ['--port', str(other.getsockname()[1])]):
            data = Path(folder) / 'data'
            done = subprocess.run([PENTACLE, 'serve', '--data', data, *options],
                                  capture_output=True, text=True, timeout=20, check=False)
            assert done.returncode in (1, 2), done
            assert not list(Path(folder).iterdir()), (options, list(Path(folder).iterdir()))


def run(test):
    """Whether it passed; says how long it took, or what went wrong."""
    start = time.monotonic()
    try:
        test()
    except Exception:  # noqa: BLE001
        print(f'{test.__name__}:\n{traceback.format_exc()}', flush=True)
        return False
    print(f'{time.monotonic() - start:5.1f} s  {test.__name__}', flush=True)
    return True


def main():
    words = sys.argv[2:]
    tests = [test for name, test in globals().items() if name.startswith('test_')
             and (not words or any(word in name for word in words))]
    with ThreadPoolExecutor(2) as both:  # most of them mostly wait
        results = list(both.map(run, tests))
    print(f'{sum(results)} passed, {len(results) - sum(results)} failed')
    sys.exit(0 if all(results) else 1)


main()
