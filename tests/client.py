"""client.py - a client of the server as a stranger would write it from docs/protocol.md: a WebSocket
with nothing but Python's library, and a player who chooses at random."""
import base64
import hashlib
import json
import os
import random
import socket
import struct
import time


class Closed(Exception):
    """The other side closed, with this code (None: without a word)."""

    def __init__(self, code=None):
        super().__init__(f'closed with {code}')
        self.code = code


class Wire:
    """One WebSocket, blocking."""

    def __init__(self, port, headers=(), path='/play', timeout=10, buffer=None):
        self.socket = socket.socket()
        self.socket.settimeout(timeout)
        if buffer:  # how much the system takes in before it is read
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.connect(('127.0.0.1', port))
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f'GET {path} HTTP/1.1', f'Host: 127.0.0.1:{port}', 'Upgrade: websocket',
                 'Connection: Upgrade', f'Sec-WebSocket-Key: {key}', 'Sec-WebSocket-Version: 13',
                 *headers, '', '']
        self.socket.sendall('\r\n'.join(lines).encode())
        self.rest = b''
        head = b''
        while b'\r\n\r\n' not in head:
            more = self.socket.recv(4096)
            if not more:
                break
            head += more
        head, _, self.rest = head.partition(b'\r\n\r\n')
        self.status = int(head.split()[1]) if head else 0
        if self.status == 101:
            magic = key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
            accepted = base64.b64encode(hashlib.sha1(magic.encode()).digest())
            assert accepted in head, head

    def read(self, size):
        while len(self.rest) < size:
            more = self.socket.recv(65536)
            if not more:
                raise Closed()
            self.rest += more
        piece, self.rest = self.rest[:size], self.rest[size:]
        return piece

    def send_frame(self, opcode, payload, fin=True, masked=True, rsv=0):
        head = bytes([(0x80 if fin else 0) | rsv << 4 | opcode])
        bit = 0x80 if masked else 0
        if len(payload) < 126:
            head += bytes([bit | len(payload)])
        elif len(payload) < 65536:
            head += bytes([bit | 126]) + struct.pack('>H', len(payload))
        else:
            head += bytes([bit | 127]) + struct.pack('>Q', len(payload))
        if masked:
            mask = os.urandom(4)
            payload = bytes(b ^ mask[i % 4] for i, b in enumerate(payload))
            head += mask
        self.socket.sendall(head + payload)

    def receive(self):
        """The next text message; answers pings."""
        while True:
            first, second = self.read(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack('>H', self.read(2))
            elif size == 127:
                size, = struct.unpack('>Q', self.read(8))
            payload = self.read(size)
            if first & 15 == 8:
                raise Closed(struct.unpack('>H', payload[:2])[0] if size >= 2 else None)
            if first & 15 == 9:
                self.send_frame(10, payload)
            elif first & 15 == 1:
                return json.loads(payload.decode())

    def say(self, **request):
        self.send_frame(1, json.dumps(request, ensure_ascii=False).encode())

    def close(self):
        self.socket.close()


def fnv(text):
    value = 2166136261
    for byte in text.encode():
        value = (value ^ byte) * 16777619 & 0xffffffff
    return f'{value:08x}'


class Player:
    """Somebody with a token, who comes back after every cut and answers what is asked."""

    def __init__(self, port, name, seed=1):
        self.port, self.name, self.token = port, name, None
        self.random = random.Random(seed)
        self.seed = bytes(self.random.randrange(256) for _ in range(32))
        self.wire = self.table = self.seat = self.view = self.fair = None
        self.zones, self.count, self.phase, self.result = [], 0, None, None
        self.said, self.acknowledged, self.next_id, self.waiting = {}, set(), 0, {}
        self.errors, self.key, self.archived, self.owed = [], None, False, []

    def connect(self):
        self.wire = Wire(self.port)
        self.waiting = {}
        if self.token:
            self.say(do='hello', version=1, token=self.token)
        else:
            self.say(do='hello', version=1, name=self.name)
        welcome = self.until('welcome')
        self.token = welcome.get('token', self.token)
        if self.table and self.table in welcome['tables']:
            self.phase = None
            self.say(do='resume', table=self.table, n=self.count)
        elif self.table:
            self.phase = 'over'  # it ended while we were away
        return welcome

    def say(self, **request):
        self.next_id += 1
        self.wire.say(id=self.next_id, **request)
        return self.next_id

    def until(self, kind):
        """Takes messages until one of this type comes."""
        while True:
            message = self.step()
            if message['type'] == kind:
                return message

    def step(self):
        message = self.wire.receive()
        getattr(self, 'on_' + message['type'], lambda m: None)(message)
        return message

    def on_game(self, m):
        self.zones = [(z['zone'], z['of']) for z in m['zones']]

    def on_table(self, m):
        if self.table is None:
            self.table = m['table']
        if m['table'] != self.table:
            return
        self.seat, self.result, self.fair = m['you'], m.get('result'), m.get('fair')
        self.key, self.archived = m.get('key'), m.get('archived', False)
        if m['phase'] != self.phase:
            self.phase = m['phase']
            if self.phase == 'commit':
                self.say(do='commit', table=self.table, hash=hashlib.sha256(self.seed).hexdigest())
            if self.phase == 'reveal':
                self.say(do='reveal', table=self.table, seed=self.seed.hex())

    def on_view(self, m):
        self.view, self.count = m['view'], m['n']
        self.check_and_choose(m)

    def on_news(self, m):
        assert m['n'] == self.count + 1, (m['n'], self.count)
        self.count = m['n']
        change = m['change']
        for name in ('asked', 'question', 'over', 'winners', 'values', 'waiting'):
            if name in change:
                self.view[name] = change[name]
        cards = {c['id']: c for c in self.view['cards'] if c['id'] not in change['gone']}
        cards.update({c['id']: c for c in change['cards']})
        for number, place in change['places']:
            cards[number]['place'] = place
        self.view['cards'] = sorted(cards.values(), key=lambda c: (
            self.zones.index((c['zone'], c['of'])), c['place']))
        self.check_and_choose(m)

    def check_and_choose(self, m):
        self.owed = m['owed']
        if m['n'] <= 20 or m['n'] % 8 == 0:  # Python is slow, and a wrong view stays wrong
            text = json.dumps(self.view, ensure_ascii=False, separators=(',', ':'))
            assert fnv(text) == m['hash'], 'the view that was put together is another'
        for owed in m['owed']:
            if 'choices' in owed:
                number = owed['owed']
                if number not in self.said:
                    self.said[number] = self.random.randrange(len(owed['choices']))
                sent = self.say(do='choose', table=self.table, owed=number,
                                choice=self.said[number])
                self.waiting[sent] = number

    def on_done(self, m):
        if m.get('id') in self.waiting:
            self.acknowledged.add(self.waiting.pop(m['id']))

    def on_error(self, m):
        self.errors.append(m['code'])

    def sit(self, game, seats, **more):
        self.say(do='game', game=game)
        self.until('game')
        self.say(do='create', game=game, seats=seats, **more)
        self.until('table')

    def play(self, seconds):
        """Until the match is over; False if the time is up first."""
        end = time.monotonic() + seconds
        while self.phase != 'over':
            if time.monotonic() > end:
                return False
            self.step()
        return True


def verify_record(record):
    """Is every byte of a record in its place (docs/replays.md)? Returns its lines by first word."""
    title, *lines, seal = record.encode().split(b'\n')[:-1]
    assert title == b'pentacle replay 1', title
    above = record.encode()[:-len(seal) - 1]
    assert seal == b'seal ' + hashlib.sha256(above).hexdigest().encode(), 'the seal is broken'
    chain = hashlib.sha256(title + b'\n').digest()
    told = {}
    for number, line in enumerate(lines, 2):
        chain = hashlib.sha256(chain + line[9:] + b'\n').digest()
        assert line[:9] == chain.hex()[:8].encode() + b' ', f'line {number} was altered'
        word, _, rest = line[9:].decode().partition(' ')
        told[word] = rest
    return told


def chacha_words(key, stream):
    """The words of one stream of chance (docs/replays.md, "Chance")."""
    def mix(w, a, b, c, d):
        for one, two, three, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            w[one] = w[one] + w[two] & 0xffffffff
            turned = w[three] ^ w[one]
            w[three] = (turned << turn | turned >> 32 - turn) & 0xffffffff
    counter = 0
    while True:
        first = [*struct.unpack('<4I', b'expand 32-byte k'), *struct.unpack('<8I', key), counter,
                 stream, 0, 0]
        w = first[:]
        for _ in range(10):
            for i in range(4):
                mix(w, i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                mix(w, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        yield from (a + b & 0xffffffff for a, b in zip(w, first))
        counter += 1


def below(words, bound):
    while True:
        product = next(words) * bound
        if product & 0xffffffff >= 2**32 % bound:
            return product >> 32


def shuffled(words, faces):
    for left in range(len(faces), 1, -1):
        at = below(words, left)
        faces[at], faces[left - 1] = faces[left - 1], faces[at]
    return faces


def reckon_key(fair):
    """The key of the match, and the commitment, from what was told (docs/protocol.md, "Fair")."""
    def sha(*parts):
        return hashlib.sha256(b''.join(parts)).digest()
    secret = bytes.fromhex(fair['secret'])
    version = [] if fair.get('proof', 1) < 2 else [fair['version'].encode(), b'\0']
    commitment = sha(b'pentacle-commit-v2' if version else b'pentacle-commit-v1',
                     fair['game'].encode(), b'\0', *version,
                     fair['table'].to_bytes(8, 'big'), bytes.fromhex(fair['rules_hash']),
                     bytes.fromhex(fair['cards_hash']), bytes([len(fair['seats'])]), secret)
    states = {'seed': 0, 'missing': 1, 'bot': 2}
    transcript = sha(b'pentacle-transcript-v1', commitment,
                     *(bytes([states[s['state']]]) + bytes.fromhex(s['hash'] or '00' * 32)
                       for s in fair['seats']))
    key = sha(b'pentacle-key-v1', secret,
              *(bytes.fromhex(s['seed']) if s['state'] == 'seed' else bytes(32)
                for s in fair['seats']), transcript)
    return key.hex(), commitment.hex()
