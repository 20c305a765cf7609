#!/usr/bin/env python3
"""screen_test.py PENTACLE GAMES... - matches on a whole screen, in terminals of our own: the question is on it at every
step, every key counts, and the match is the one that the same numbers make in a pipe."""
import os, pty, random, re, select, signal, struct, subprocess, sys, tempfile, termios, time, unicodedata
from fcntl import ioctl
from pathlib import Path

PENTACLE = str(Path(sys.argv[1]).resolve())
GAMES = [word for word in sys.argv[2:] if not word.startswith('--')]
WORDS = [word[2:] for word in sys.argv[2:] if word.startswith('--')]  # of the names of tests: --server
WORK = Path(tempfile.mkdtemp())
WAIT = 30


class Screen:
    """What a terminal shows of what was written to it; as much of xterm as curses asks for."""

    def __init__(self, columns, rows):
        self.x = self.y = 0
        self.last = ' '
        self.waiting = ''
        self.saved = 0, 0
        self.resize(columns, rows)

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = [[' '] * columns for _ in range(rows)]
        self.top, self.bottom = 0, rows - 1  # of what scrolls
        self.x, self.y = min(self.x, columns - 1), min(self.y, rows - 1)

    def put(self, c):
        if unicodedata.combining(c):
            return
        if self.x >= self.columns:
            self.x, self.y = 0, min(self.y + 1, self.rows - 1)
        self.cells[self.y][self.x] = c
        self.last = c
        self.x += 1
        if unicodedata.east_asian_width(c) in 'WF' and self.x < self.columns:
            self.cells[self.y][self.x] = ''
            self.x += 1

    def clear(self, first, last):
        for at in range(first, last):
            if at // self.columns < self.rows:
                self.cells[at // self.columns][at % self.columns] = ' '

    def scroll(self, lines, top):
        for _ in range(abs(lines)):
            if lines > 0:
                del self.cells[top]
                self.cells.insert(self.bottom, [' '] * self.columns)
            else:
                del self.cells[self.bottom]
                self.cells.insert(top, [' '] * self.columns)

    def control(self, numbers, letter):
        n = [int(p) if p.isdigit() else 0 for p in numbers.lstrip('?').split(';')]
        one, here = max(n[0], 1), self.y * self.columns + min(self.x, self.columns - 1)
        line = self.y * self.columns
        if letter in 'Hf':
            self.y, self.x = min(one, self.rows) - 1, min(max(n[1] if len(n) > 1 else 1, 1), self.columns) - 1
        elif letter == 'd':
            self.y = min(one, self.rows) - 1
        elif letter == 'G':
            self.x = min(one, self.columns) - 1
        elif letter in 'ABCD':
            self.y = max(0, min(self.rows - 1, self.y + {'A': -one, 'B': one}.get(letter, 0)))
            self.x = max(0, min(self.columns - 1, self.x + {'C': one, 'D': -one}.get(letter, 0)))
        elif letter == 'J':
            self.clear(*[(here, self.rows * self.columns), (0, here + 1), (0, self.rows * self.columns)][n[0] % 3])
        elif letter == 'K':
            self.clear(*[(here, line + self.columns), (line, here + 1), (line, line + self.columns)][n[0] % 3])
        elif letter == 'X':
            self.clear(here, min(here + one, line + self.columns))
        elif letter == 'P':
            row = self.cells[self.y]
            del row[self.x:self.x + one]
            row.extend([' '] * (self.columns - len(row)))
        elif letter == '@':
            row = self.cells[self.y]
            row[self.x:self.x] = [' '] * one
            del row[self.columns:]
        elif letter in 'LM':
            self.scroll(one if letter == 'M' else -one, self.y)
        elif letter in 'ST':
            self.scroll(one if letter == 'S' else -one, self.top)
        elif letter == 'r':
            self.top, self.bottom = one - 1, (n[1] if len(n) > 1 and n[1] else self.rows) - 1
            self.x = self.y = 0
        elif letter == 'b':
            for _ in range(one):
                self.put(self.last)
        elif letter not in 'mhltcn':
            raise AssertionError(f'a terminal code that is not known: {numbers}{letter}')

    def feed(self, text):
        text = self.waiting + text
        self.waiting = ''
        while text:
            code = re.match(r'\033\[([0-9;?>]*)([A-Za-z@])|\033[()][0-9A-B]|\033[=>78M]', text)
            if code:
                if code.group() == '\0337':
                    self.saved = self.x, self.y
                elif code.group() == '\0338':
                    self.x, self.y = self.saved
                elif code.group() == '\033M':
                    if self.y == self.top:
                        self.scroll(-1, self.top)
                    else:
                        self.y = max(self.y - 1, 0)
                if code.group(2):
                    self.control(code.group(1), code.group(2))
                text = text[code.end():]
                continue
            if text[0] == '\033' and len(text) < 24:
                self.waiting = text
                return
            c, text = text[0], text[1:]
            if c == '\r':
                self.x = 0
            elif c == '\n':
                if self.y == self.bottom:
                    self.scroll(1, self.top)
                else:
                    self.y = min(self.y + 1, self.rows - 1)
            elif c == '\b':
                self.x = max(self.x - 1, 0)
            elif c == '\t':
                self.x = min((self.x // 8 + 1) * 8, self.columns - 1)
            elif c >= ' ':
                self.put(c)

    def lines(self):
        return [''.join(row).rstrip() for row in self.cells]


class Terminal:
    def __init__(self, *words, columns=80, rows=24, term='xterm-256color', env=()):
        self.screen = Screen(columns, rows)
        self.raw = b''
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update({'TERM': term, 'LC_ALL': 'C.UTF-8', 'HOME': str(WORK), **dict(env)})
            os.environ.pop('COLUMNS', None), os.environ.pop('LINES', None)
            os.chdir(WORK)  # a match that is broken off is kept where it was played
            time.sleep(0.05)  # until the size is set
            os.execv(PENTACLE, [PENTACLE, *map(str, words)])
        self.set_size(columns, rows)

    def set_size(self, columns, rows):
        ioctl(self.fd, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))

    def resize(self, columns, rows):
        if (columns, rows) == (self.screen.columns, self.screen.rows):
            return  # nobody is told
        self.screen.resize(columns, rows)
        self.set_size(columns, rows)

    def read(self, seconds):
        if not select.select([self.fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return None
        self.raw = (self.raw + data)[-20000:]
        self.pending = getattr(self, 'pending', b'') + data
        try:
            text = self.pending.decode()
            self.pending = b''
        except UnicodeDecodeError as error:
            text = self.pending[:error.start].decode()
            self.pending = self.pending[error.start:]
        self.screen.feed(text)
        return True

    def settle(self):
        """Reads until nothing has come for a moment and a question is on the screen."""
        late = time.monotonic() + WAIT
        while time.monotonic() < late:
            got = self.read(0.03)
            if got is None:
                return False
            if not got and any('Enter do it' in l or 'q leave' in l or 'too small' in l for l in self.screen.lines()[-1:] + self.screen.lines()[:1]):
                return True
        raise AssertionError('no question comes:\n' + '\n'.join(self.screen.lines()))

    def wait_for(self, words):
        """Reads until the last row says this: keys that come before a question of yes or no are not its answer."""
        late = time.monotonic() + WAIT
        while words not in self.screen.lines()[-1]:
            expect(self.read(0.1) is not None and time.monotonic() < late, 'nothing says', words)

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def close(self):
        late = time.monotonic() + WAIT
        while time.monotonic() < late and self.read(0.1) is not None:
            pass
        os.close(self.fd)
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)


def expect(condition, *words):
    if not condition:
        raise AssertionError(' '.join(map(str, words)))


def question_of(lines):
    return next((i for i, l in enumerate(lines) if l.startswith('━━')), None)


def look(terminal, where):
    """The question is whole: its words, the highlighted choice and the keys, in the last rows."""
    lines = terminal.screen.lines()
    shown = '\n'.join(lines)
    at = question_of(lines)
    expect(at is not None, where, 'no question:\n' + shown)
    expect('Enter do it' in lines[-1] or 'q leave' in lines[-1], where, 'no keys:\n' + shown)
    over = 'The match is over' in lines[at]
    expect(over or any('▸' in l for l in lines[at:]), where, 'nothing is highlighted:\n' + shown)
    if '0 end' in lines[-1]:
        expect(any(re.match(r'.*(^|[ ▸])0 \S', l) for l in lines[at:-1]), where, '0 is not there:\n' + shown)
    return over


def look_when_drawn(terminal, where):
    """On a busy machine a screen may be seen half drawn."""
    late = time.monotonic() + WAIT
    while True:
        try:
            return look(terminal, where)
        except AssertionError:
            if time.monotonic() > late or not terminal.settle():
                raise


def numbers_for(terminal, rng):
    """A number that is on the screen; sometimes 0."""
    lines = terminal.screen.lines()
    at = question_of(lines)
    found = re.findall(r'(?:^|  |▸)\s?(\d{1,2}) (?!x )\S', '\n'.join(lines[at + 1:-2]), flags=re.M)
    return rng.choice(found) if found else '1'


def common(game, seed):
    deck = sorted((Path(__file__).parent.parent / 'games' / game / 'decks').glob('*.deck'))[0]
    return ['play', game, '--seed', seed, '--vs', 'random', '--deck', deck.stem]


def play_on_screen(game, seed, columns, rows, save, most):
    """A match by numbers; gives back what was typed."""
    t = Terminal(*common(game, seed), columns=columns, rows=rows)
    rng, typed = random.Random(seed), []
    for step in range(most):
        expect(t.settle(), game, 'has ended')
        if look_when_drawn(t, f'{game} {columns}x{rows} step {step}:'):
            break
        number = numbers_for(t, rng)
        typed.append(number)
        t.type(f'{number}\n')
    t.type(f':save {save}\n')
    t.settle()
    t.type('q')
    t.read(0.3)
    t.type('y')
    expect(t.close() == 0, game, 'ends badly')
    return typed


def test_every_game_on_every_screen():
    for game in GAMES:
        for seed, (columns, rows) in enumerate([(40, 10), (80, 24), (120, 40)]):
            one, two = WORK / f'{game}{seed}.one', WORK / f'{game}{seed}.two'
            typed = play_on_screen(game, seed, columns, rows, one, STEPS)
            says = ''.join(f'{n}\n' for n in typed) + f'save {two}\nquit\n'
            subprocess.run([PENTACLE, *map(str, common(game, seed))], input=says, encoding='utf-8',
                           capture_output=True, check=True)
            expect(one.read_bytes() == two.read_bytes(), game, f'{columns}x{rows}: another match than in a pipe')


def test_a_burst_and_resizes_lose_nothing():
    for game in GAMES:
        rng = random.Random(5)
        keys = [str(rng.choice([1, 2, 3, 0])) for _ in range(150)]
        one, two = WORK / f'{game}.burst', WORK / f'{game}.piped'
        t = Terminal(*common(game, 5))
        t.settle()
        for i in range(0, len(keys), 30):
            t.type(''.join(f'{n}\n' for n in keys[i:i + 30]))
            t.resize(*random.Random(i).choice([(80, 24), (40, 10), (120, 40), (60, 16)]))
        t.resize(80, 24)
        late = time.monotonic() + WAIT
        while not one.exists() and time.monotonic() < late:
            t.settle()
            t.type(f':save {one}\n')
            t.settle()
        os.kill(t.pid, signal.SIGTERM)
        expect(t.close() == 0, game, 'ends badly')
        says = ''.join(f'{n}\n' for n in keys) + f'save {two}\nquit\n'
        subprocess.run([PENTACLE, *map(str, common(game, 5))], input=says, encoding='utf-8', capture_output=True,
                       check=True)
        expect(one.read_bytes() == two.read_bytes(), game, 'keys were lost')


def test_two_digits_with_a_resize_between_them():
    t = Terminal(*common('voidbreakers', 1)) if 'voidbreakers' in GAMES else None
    for _ in range(40 if t else 0):
        t.settle()
        lines = t.screen.lines()
        if any(re.search(r'(^|  )12 ', l) for l in lines):
            t.type('1')
            t.resize(120, 40)
            t.type('2')
            t.settle()
            expect(any('▸12 ' in l for l in t.screen.lines()), '12 is not highlighted:\n' + '\n'.join(t.screen.lines()))
            break
        t.type('1\n')
    if t:
        os.kill(t.pid, signal.SIGHUP)
        t.close()


def test_the_log_is_searched():
    t = Terminal(*common('blank', 1))
    t.settle()
    t.type('l/guard\n')
    late = time.monotonic() + WAIT
    while not any('── Log' in l for l in t.screen.lines()) and time.monotonic() < late:
        t.settle()
    look_when_drawn(t, 'log')
    expect('n N next' in t.screen.lines()[-1], '\n'.join(t.screen.lines()))
    t.type('1')  # a digit goes back to the question
    t.settle()
    expect(not any('── Log' in l for l in t.screen.lines()), 'the log stays:', '\n'.join(t.screen.lines()))
    os.kill(t.pid, signal.SIGTERM)
    t.close()


def shows(t, words):
    """Reads until the screen has these words."""
    late = time.monotonic() + WAIT
    while words not in '\n'.join(t.screen.lines()):
        expect(t.read(0.1) is not None and time.monotonic() < late, 'nothing shows', words + ':\n' + '\n'.join(t.screen.lines()))


def test_the_set_up_is_a_screen_too():
    for columns, rows in [(40, 10), (80, 24), (120, 40)]:
        t = Terminal('play', '--seed', 1, columns=columns, rows=rows)
        for question, key in (('Which game?', '2\n'), ('Which mode?', '\n'), ('Which deck do you play?', '6'), ('▸6', '\n'),
                              ('Who has the other seats?', '\x1b')):
            shows(t, question)
            t.type(key)
        shows(t, 'Which deck')
        shows(t, '▸6')  # what was taken stays
        t.type('i')
        shows(t, 'PgUp' if rows < 24 else 'Scale')
        t.type('\t')
        shows(t, 'Who has')
        t.type('g')
        expect(t.settle(), 'no match begins')
        expect('ETERNITY' in t.screen.lines()[0] or 'turn 1' in t.screen.lines()[0], '\n'.join(t.screen.lines()))
        look_when_drawn(t, 'set-up')
        t.type('q')
        t.wait_for('y or n')
        t.type('y')
        expect(t.close() == 0, 'ends badly')
    t = Terminal('play', 'oversoul')  # the deck alone; how hard it is was measured
    shows(t, '●○○ easy')
    t.type('q')
    t.close()
    t = Terminal('play')  # typed ahead: Voidbreakers, and its first lesson
    t.type('3L')
    shows(t, 'There is no mana')
    os.kill(t.pid, signal.SIGTERM)
    t.close()


class Server:
    """`pentacle serve`, for one test."""

    def __enter__(self):
        words = [PENTACLE, 'serve', '--port', '0', '--data', str(WORK / f'data{time.monotonic_ns()}')]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


def asked_or_over(t, where):
    """Reads until the screen asks us something; true if the match is over."""
    late = time.monotonic() + WAIT
    while time.monotonic() < late:
        expect(t.settle(), where, 'has ended')
        lines = t.screen.lines()
        if 'Enter do it' in lines[-1] or question_of(lines) is not None and 'The match is over' in lines[question_of(lines)]:
            return look_when_drawn(t, where)
        t.read(0.1)
    raise AssertionError(f'{where} nothing is asked:\n' + '\n'.join(t.screen.lines()))


def test_at_a_server_the_screens_are_the_same_with_clocks():
    with Server() as server:
        for game in GAMES:
            for seed, (columns, rows) in enumerate([(40, 10), (80, 24), (120, 40)]):
                where = f'{game} at a server, {columns}x{rows}:'
                t = Terminal('play', game, '--server', server.address, '--vs', 'random', '--name', f'Ada {game} {seed}',
                             columns=columns, rows=rows)
                rng, clocks = random.Random(seed), 0
                for step in range(STEPS // 3):
                    if asked_or_over(t, where):
                        break
                    lines = t.screen.lines()
                    clocks += bool(re.search(r'\d+:\d\d left', '\n'.join(lines[question_of(lines):])))
                    t.type(f'{numbers_for(t, rng)}\n')
                    if step == 3:
                        t.settle()
                        t.resize(80, 24)
                    if step == 5:
                        t.settle()
                        t.resize(columns, rows)
                expect(clocks, where, 'no clock:\n' + '\n'.join(t.screen.lines()))
                t.type(':why xyzzy\n')
                t.settle()
                t.type(':resign\n')
                late = time.monotonic() + WAIT
                while 'The match is over' not in '\n'.join(t.screen.lines()) and time.monotonic() < late:
                    t.settle()
                look_when_drawn(t, where)
                t.type('q')
                expect(t.close() == 0, where, 'ends badly')


def test_a_number_typed_while_others_choose_is_for_the_next_question():
    with Server() as server:
        one = Terminal('play', 'blank', '--server', server.address, '--name', 'Ada', '--clock', 'none')
        two = None
        try:
            while b'--table 1' not in one.raw:
                expect(one.read(WAIT), 'no table:', one.raw)
            two = Terminal('play', '--table', 1, '--server', server.address, '--name', 'Bob')
            asked_or_over(one, 'one')
            asked_or_over(two, 'two')
            one.type('0\n')  # a guard is laid in secret: nothing shows before the other has chosen
            late = time.monotonic() + WAIT
            while 'Bob chooses' not in '\n'.join(one.screen.lines()):
                expect(one.read(0.1) is not None and time.monotonic() < late, 'does not wait:\n' + '\n'.join(one.screen.lines()))
            one.type('1\n')
            one.settle()
            expect('Bob chooses' in '\n'.join(one.screen.lines()), '\n'.join(one.screen.lines()))
            two.type('0\n')
            late = time.monotonic() + WAIT
            while '1 picked' not in '\n'.join(one.screen.lines()):
                expect(one.read(0.1) is not None and time.monotonic() < late, 'the number is lost:\n' + '\n'.join(one.screen.lines()))
        finally:
            for t in filter(None, (one, two)):
                os.kill(t.pid, signal.SIGTERM)
                t.close()


def test_terminals():
    for term, env in [('vt100', {}), ('linux', {}), ('screen', {}), ('tmux-256color', {}), ('xterm-256color', {'NO_COLOR': '1'})]:
        if subprocess.run(['infocmp', term], capture_output=True, check=False).returncode:
            continue
        t = Terminal(*common('blank', 1), term=term, env=env.items())
        t.settle()
        look_when_drawn(t, term)
        colours = re.findall(rb'\033\[(?:[0-9;]*;)?3[0-7]m', t.raw)
        expect(bool(colours) == (term != 'vt100' and not env), term, 'colours:', colours[:3])
        os.kill(t.pid, signal.SIGTERM)
        expect(t.close() == 0, term, 'ends badly')
    for term in ('dumb', 'no-such-terminal'):
        t = Terminal(*common('blank', 1), term=term)
        while b'> ' not in t.raw[-4:]:
            expect(t.read(WAIT), 'no line mode:', t.raw)
        expect(b'\033' not in t.raw, term, 'codes:', t.raw)
        t.type('quit\n')
        expect(t.close() == 0, term, 'ends badly')
    t = Terminal(*common('blank', 1), env={'LC_ALL': 'C'}.items())
    t.settle()
    expect('==' in '\n'.join(t.screen.lines()) and not any(ord(c) > 126 for l in t.screen.lines() for c in l),
           'not ASCII:', '\n'.join(t.screen.lines()))
    t.type('q')
    t.wait_for('y or n')
    t.type('x')
    t.settle()
    t.type('q')
    t.wait_for('y or n')
    t.type('y')
    expect(t.close() == 0, 'leaving asks once')


STEPS = 25 if not os.environ.get('SOAK') else 100000


def main():
    passed = failed = 0
    for name, test in list(globals().items()):
        if not name.startswith('test_') or WORDS and not any(word in name for word in WORDS):
            continue
        try:
            test()
            passed += 1
        except (AssertionError, subprocess.SubprocessError, OSError) as error:
            failed += 1
            print(f'{name[5:].replace("_", " ")}:\n  ' + str(error).replace('\n', '\n  '))
    print(f'{passed} passed, {failed} failed')
    subprocess.run(['rm', '-rf', str(WORK)], check=False)
    sys.exit(1 if failed else 0)


main()
