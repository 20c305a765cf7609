#!/usr/bin/env python3
"""cli_test.py - the program from outside: every command, piped and on a terminal, and all that goes wrong.

    tests/cli_test.py PENTACLE RANDOM_GAME [ROOT [WORD...]]

PENTACLE is the program, RANDOM_GAME the library's example, ROOT where the games' files are.

Each function named `test_...` is one test; with words only those with one of them in the name. Prints each failure, then "N passed, N failed".
"""
import hashlib
import json
import os
import pty
import re
import select
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import unicodedata
from fcntl import ioctl
from pathlib import Path

PENTACLE = str(Path(sys.argv[1]).resolve())
RANDOM_GAME = str(Path(sys.argv[2]).resolve())
ROOT = Path(sys.argv[3] if len(sys.argv) > 3 else Path(__file__).parent.parent).resolve()
BLANK = ROOT / 'games' / 'blank'
WORK = Path(tempfile.mkdtemp(prefix='pentacle-cli-'))
COMMANDS = ['games', 'play', 'check', 'lint', 'words', 'language', 'card', 'rules', 'replay', 'verify', 'bench',
            'sim', 'signature', 'ladder', 'bot', 'review', 'serve', 'report', 'completion']
OURS = [c for c in COMMANDS if c != 'bench']
WAIT = 20
# libedit never frees the names of functions that are added to it, ncurses not what it knows of the terminal.
(WORK / 'leaks').write_text('leak:wcsdup\nleak:libtinfo\nleak:libncurses\n')
LEAKS = f'suppressions={WORK}/leaks:print_suppressions=0'


class Result:
    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout.decode('utf-8')
        self.err = done.stderr.decode('utf-8')
        self.all = self.out + self.err


def run(*words, says='', cwd=ROOT, **more):
    environment = dict(os.environ, TERM='xterm-256color', **more)
    environment.pop('NO_COLOR', None)
    return Result(subprocess.run([PENTACLE, *map(str, words)], input=says.encode(), cwd=cwd,
                                 capture_output=True, env=environment, timeout=120, check=False))


def expect(truth, *about):
    if not truth:
        raise AssertionError(' '.join(str(a) for a in about)[:2000])


def expect_status(result, status):
    expect(result.status == status, f'status {result.status}, not {status}:', result.all)


def flat(text):
    """As if no line had been broken."""
    return ' '.join(text.split())


def expect_says(text, *parts):
    said = f'{text} {flat(text)}'.lower()
    for part in parts:
        expect(part.lower() in said, f'"{part}" is not said:', text)


def width(line):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in 'WF' else 1
               for c in line)


def expect_narrow(text):
    for line in text.split('\n'):
        expect(width(line) <= 80, f'{width(line)} columns:', line)


def expect_plain(text):
    expect('\033' not in text, 'an escape code:', repr(text[text.find('\033') - 40:][:100]))


def play(*words, says, seed=1, **more):
    return run('play', 'blank', '--seed', seed, '--deck', 'brawler', *words, says=says, **more)


def answers(count):
    """So many numbers that answer whatever is asked: what was picked already is not picked twice."""
    return ''.join(f'{n}\n' for _ in range(count // 8 + 1) for n in (1, 2, 3, 4, 5, 6, 7, 0))


def file(name, text):
    path = WORK / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding='utf-8')
    return path


# --- the command line -----------------------------------------------------------------------------

def test_without_a_command_the_commands_are_listed():
    r = run()
    expect_status(r, 2)
    expect(r.out == '', 'data on stdout:', r.out)
    expect_says(r.err, *COMMANDS)


def test_help_of_the_program():
    for word in ('--help', '-h', 'help'):
        r = run(word)
        expect_status(r, 0)
        expect_says(r.out, *COMMANDS)
        expect_narrow(r.out)
    for word in ('--version', '-V', 'version'):
        expect_says(run(word).out, 'pentacle ')


def test_help_of_one_command():
    for command in COMMANDS:
        r = run('help', command)
        expect_status(r, 0)
        expect(r.out == run(command, '--help').out, r.out)
    r = run('help', 'plya')
    expect_status(r, 2)
    expect_says(r.err, 'did you mean "play"')


def test_every_command_has_help():
    for command in COMMANDS:
        r = run(command, '--help')
        expect_status(r, 0)
        expect_says(r.out, f'pentacle {command}')
        expect(r.err == '', command, r.err)
        expect_narrow(r.out)


def complete_in_bash(*words):
    script = (f'source <("{PENTACLE}" completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pentacle; '
              'printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(['bash', '-c', script, 'bash', 'pentacle', *words], capture_output=True, text=True, check=False, cwd=BLANK)
    expect(done.returncode == 0 and not done.stderr, done.stderr)
    return done.stdout.split()


def test_shells_complete_what_the_tables_hold():
    expect(set(COMMANDS) <= set(complete_in_bash('')), complete_in_bash(''))
    expect(complete_in_bash('re') == ['replay', 'review', 'report'], complete_in_bash('re'))
    for command in COMMANDS:
        options = set(re.findall(r'^  (--[a-z-]+)', run(command, '--help').out, re.M))
        expect(options == set(complete_in_bash(command, '--')), command, options, complete_in_bash(command, '--'))
    expect(complete_in_bash('play', 'b') == ['blank'], complete_in_bash('play', 'b'))
    expect(complete_in_bash('play', 'blank', '--vs', 'gre') == ['greedy'], complete_in_bash('play', 'blank', '--vs', 'gre'))
    expect('rules.md' in complete_in_bash('lint', 'rul'), complete_in_bash('lint', 'rul'))
    for shell, words in (('zsh', ['#compdef pentacle', "'*--seed["]), ('fish', ['-a play', '-l seed -r'])):
        said = run('completion', shell)
        expect_status(said, 0)
        expect_says(said.out, *words)
    for shell, check in (('zsh', '-n'), ('fish', '-n')):
        if shutil.which(shell):
            script = file(f'completion.{shell}', run('completion', shell).out)
            expect(subprocess.run([shell, check, script], check=False).returncode == 0, shell)
    r = run('completion', 'tcsh')
    expect_status(r, 2)
    expect_says(r.err, 'tcsh', 'bash, zsh')


def test_a_report_writes_itself():
    r = run('report')
    expect_status(r, 0)
    expect_says(r.out, '- ' + run('--version').out.strip().replace('pentacle', 'Pentacle'), 'What I expected', 'gcc' if 'gcc' in r.out else 'clang')
    saved = WORK / 'report.replay'
    saved.unlink(missing_ok=True)
    play(says=f'save {saved}\nquit\n')
    scenario = file('report.scn', 'game blank\nscenario  X\ngiven     Ash to act, lay phase\n          Ash a1: Oldred\nthen      Ash hand: 3 cards\n')
    r = run('report', saved, scenario)
    expect_status(r, 0)
    expect_says(r.out, 'replays to the same bytes', 'key ', 'deck main', '0 passed, 1 failed', 'expected', 'given     Ash to act')
    saved.write_text(saved.read_text().replace('deck main 3', 'deck main 2', 1))
    expect_says(run('report', saved).out, 'does not replay', 'report.replay:')
    r = run('report', 'nowhere.replay')
    expect_status(r, 1)
    expect_says(r.err, 'nowhere.replay')


def test_an_unknown_command_is_refused():
    r = run('plya')
    expect_status(r, 2)
    expect_says(r.err, 'unknown command "plya"', 'did you mean', 'accepted', *COMMANDS)
    expect_status(run('--nonsense'), 2)
    expect('did you mean' not in run('q').err, 'a guess out of nothing:', run('q').err)


def test_every_command_refuses_an_unknown_option():
    for command in COMMANDS:
        r = run(command, '--nonsense')
        expect_status(r, 2)
        expect(r.out == '', 'data on stdout:', r.out)
        expect_says(r.err, '--nonsense', '--help')
    expect_says(run('play', '--sed', '3').err, '--seed N', '--deck D', '--vs BOT')


def test_values_of_options():
    for words, said in [(('play', '--seed'), 'wants a value'),
                        (('play', '--seed', 'abc'), 'wants a number'),
                        (('play', '--seed', '-3'), 'wants a number'),
                        (('play', '--seats', '9'), '1 to 4'),
                        (('play', '--ask-all=yes'), 'takes no value'),
                        (('play', 'blank', '--mode', 'chess'), 'duel, melee, pairs'),
                        (('play', 'blank', '--vs', 'deepblue'), 'exec:COMMAND, human'),
                        (('play', 'blank', '--vs', 'human,deepblue'), '"deepblue"'),
                        (('play', 'blank', '--seats', '4'), '2 to 2'),
                        (('play', 'blank', '--seat', '3'), '1 to 2 here'),
                        (('play', 'blank', '--title', 'x'), '--from'),
                        (('play', 'blank', 'oversoul'), 'too many'),
                        (('signature', '--games', '0'), 'wants a number'),
                        (('sim', 'blank', '--games', '0'), 'wants a number'),
                        (('sim', 'blank', '--threads', '0'), 'wants a number'),
                        (('sim', 'blank', '--bots', 'deepblue'), 'random, greedy'),
                        (('sim', 'blank', '--bots', 'random,greedy,random'), 'one or two'),
                        (('sim', 'blank', '--decks', 'Nowhere'), '"Brawler"'),
                        (('sim', 'blank', '--decks', 'Brawler,Brawler'), 'twice'),
                        (('sim',), 'something is missing'),
                        (('sim', 'blank', 'oversoul'), 'too many'),
                        (('sim', 'blank', '--mode', 'chess'), 'duel, melee, pairs'),
                        (('sim', 'blank', '--mode', 'melee', '--seats', '2'), '3 to 4'),
                        (('sim', 'blank', '--shard', '3/2'), '3/64'),
                        (('sim', 'blank', '--shard', '0/2'), '3/64'),
                        (('sim', 'blank', '--resume'), '--json FILE'),
                        (('sim', 'blank', '--with', 'x.cards', '--shard', '1/2'), '--shard'),
                        (('sim', 'blank', '--json', 'x', '--report', 'x'), 'same file'),
                        (('sim', 'merge'), 'files'), (('sim', 'diff', 'x'), 'two files'),
                        (('sim', 'diff', 'x', 'y', 'z'), 'too many'),
                        (('ladder', 'blank', '--games', '0'), 'wants a number'),
                        (('ladder', 'blank', '--bots', 'random'), 'at least 2'),
                        (('ladder', 'blank', '--bots', 'random,deepblue'), 'novice, club'),
                        (('ladder', 'blank', '--bots', 'random,random'), 'twice'),
                        (('ladder', 'blank', '--pairs', 'random'), 'master:greedy'),
                        (('ladder', 'blank', '--pairs', 'random:random'), 'two different'),
                        (('ladder', 'blank', '--pairs', 'random:deepblue'), 'novice, club'),
                        (('ladder', 'blank', '--decks', 'Nowhere'), '"Brawler"'),
                        (('ladder', 'blank', '--mode', 'chess'), 'duel'),
                        (('bot', 'blank', '--seat', '9'), 'wants a number'),
                        (('bot', 'blank', '--seat', '3'), '1 to 2'),
                        (('bot', 'blank', '--vs', 'human'), 'random, greedy'),
                        (('bot',), 'something is missing'),
                        (('play', 'blank', '--vs', 'exec:'), 'wants a command'),
                        (('review', 'x', '--tries', '1'), 'wants a number'),
                        (('replay', 'x', '--seat', '0'), 'wants a number'),
                        (('rules', 'blank', '--scenarios', 'x'), '--coverage'),
                        (('check',), 'something is missing'), (('lint',), 'something is missing'),
                        (('card', 'blank'), 'something is missing'), (('rules',), 'something is missing'),
                        (('replay',), 'something is missing'), (('verify',), 'something is missing'),
                        (('games', 'all'), 'too many')]:
        r = run(*words)
        expect_status(r, 2)
        expect_says(r.err, said)
        expect(r.out == '', 'data on stdout:', r.out)


def test_an_unknown_game_is_refused():
    for words in [('play', 'chess'), ('card', 'chess', 'Queen'), ('rules', 'chess'),
                  ('signature', 'chess'), ('sim', 'chess'), ('lint', '--game', 'chess', 'x'),
                  ('check', '--game', 'chess', 'x')]:
        r = run(*words)
        expect_status(r, 2)
        expect_says(r.err, 'no game "chess"', 'blank')


def test_missing_files_are_problems():
    for words in [('check', 'nowhere.scn'), ('lint', 'games/blank/nowhere.cards'),
                  ('replay', 'nowhere'), ('verify', 'nowhere'), ('play', '--from', 'nowhere.scn'),
                  ('play', 'blank', '--deck', './nowhere.deck')]:
        r = run(*words)
        expect_status(r, 1)
        expect_says(r.all, 'nowhere')


def test_a_full_disk_is_noticed():
    if not os.path.exists('/dev/full'):
        return
    with open('/dev/full', 'wb') as full:
        done = subprocess.run([PENTACLE, 'games'], stdout=full, stderr=subprocess.PIPE, cwd=ROOT,
                              check=False)
    expect(done.returncode == 1, done.returncode)
    expect(b'cannot write' in done.stderr, done.stderr)


# --- what can be looked at ------------------------------------------------------------------------

def test_games_lists_modes_and_decks():
    r = run('games')
    expect_status(r, 0)
    expect_says(r.out, 'blank', 'mode duel', 'deck Brawler')
    expect_narrow(r.out)


def test_a_card_with_tree_and_program():
    r = run('card', 'blank', 'lunge')
    expect_status(r, 0)
    expect_says(r.out, 'Lunge', 'Step forward', 'means')
    expect('program' not in r.out, r.out)
    r = run('card', 'blank', 'lunge', '--tree')
    expect_says(r.out, 'Lunge', 'Step forward', 'tree', 'program', 'DEAL')
    expect(r.out.index('means') < r.out.index('tree'), r.out)
    expect_narrow(r.out)
    expect_says(run('card', 'blank', 'Second', 'Wind').out, 'Second Wind')
    expect_says(run('card', 'blank', 'second').out, 'Second Wind')  # the only such beginning
    r = run('card', 'blank', 'Lunje')
    expect_status(r, 1)
    expect_says(r.err, 'no card "Lunje"', 'nearest is "Lunge"')


def test_only_what_a_card_has_is_explained():
    # OVE-602: a +Unit has no Role Ability; a -Unit has that of its Roles, or the one printed on it.
    r = run('card', 'oversoul', 'Lantern Tender')
    expect_says(r.out, 'SEER ', '(OVE-629)')
    assert '(OVE-653)' not in r.out, r.out
    expect_says(run('card', 'oversoul', 'Gatewarden').out, 'QIREAN ', '(OVE-648)')
    path = file('mine.cards', 'Adept\n  Unit  CHAOS  rank I  energy -1  SORCERER  common\n'
                '  DMG 1  SPD 1  HP 1\n'
                '  __●ACTIVATE* You can Select 1 Damaged Unit➤ Deal 4 DMG to it__ (SORCERER)\n')
    r = run('card', 'oversoul', 'Adept', '--with', path)
    expect_status(r, 0)
    assert '(OVE-650)' not in r.out, r.out


def test_a_card_of_a_file():
    path = file('mine.cards', 'Soft Jab\n  Action\n  speed 3\n  Step back\n')
    expect_says(run('card', 'blank', 'Soft Jab', '--tree', '--with', path).out, 'Soft Jab', 'STEP')
    r = run('card', 'blank', 'Soft Jab', '--with', file('bad.cards', 'Soft Jab\n  Axtion\n'))
    expect_status(r, 1)
    expect_says(r.err, 'bad.cards:2:3:')


def test_words_of_every_game():
    for game in sorted(path.parent.name for path in ROOT.glob('games/*/rules.md')):
        r = run('words', game)
        expect_status(r, 0)
        expect_narrow(r.out)
        expect_says(r.out, 'In card files', 'In decks', 'In scenarios', 'kinds', 'places of a seat', 'deck', 'choices', 'events')
    r = run('words', 'blank')
    expect_says(r.out, 'Champion, Action, Trick', 'health, speed', 'champion', 'lay phase', 'facing north|east|south|west',
                'b2', 'pick {card}', '{seat} drew {card}')
    expect_says(run('words', 'chess').err, 'no game "chess"')


def test_language_tells_what_runs():
    r = run('language')
    expect_status(r, 0)
    expect_narrow(r.out)
    expect_says(r.out, 'voidbreakers', 'eternity', ' 1 alternatives', '18 everyday words')
    for game in ('voidbreakers', 'eternity', 'blank'):
        r = run('language', game)
        expect_status(r, 0)
        expect_narrow(r.out)
        expect_says(r.out, '12 replacement and prevention', 'of 18 capabilities: ')
    expect_says(r.out, '1 alternatives: not yet', '0 yes, 0 never, 18 not yet')
    expect_says(run('language', 'chess').err, 'no game "chess"')
    expect_status(run('language', 'blank', 'more'), 2)
    wrong = WORK / 'shows.scn'
    wrong.write_text('scenario  x\nshows  4 Eat a fish.\ngiven  Ash to act\nthen  round 1\n')
    expect_says(run('check', '--game', 'voidbreakers', wrong).all, 'shows.scn:2:8', 'no card of this scenario has this text')
    wrong.write_text('scenario  x\nshows  19 never\ngiven  Ash to act\n')
    expect_says(run('check', '--game', 'voidbreakers', wrong).all, 'a number from 1 to 18')
    wrong.write_text('scenario  x\nshows  4 never\ngiven  Ash to act\n')
    expect_says(run('check', '--game', 'voidbreakers', wrong).all, 'needs the rule')


def test_rules():
    r = run('rules', 'blank')
    expect_status(r, 0)
    expect_says(r.out, 'BLA-001', 'BLA-R03')
    expect_narrow(r.out)
    for name in ('BLA-014', 'bla-014', '14', '014'):
        expect_says(run('rules', 'blank', name).out, 'BLA-014', 'Heavy')
    expect_says(run('rules', 'blank', 'r3').out, 'BLA-R03')
    r = run('rules', 'blank', '999')
    expect_status(r, 1)
    expect_says(r.err, '999', 'BLA-001')


def test_rules_with_some_words():
    r = run('rules', 'blank', 'CHAMPION', 'square')
    expect_status(r, 0)
    expect(r.out.count('BLA-') > 1, r.out)
    for line in re.split(r'\n(?=BLA)', r.out.strip()):
        expect('champion' in line.lower() and 'square' in line.lower(), line)
    r = run('rules', 'blank', 'rhinoceros', 'step')
    expect_status(r, 1)
    expect_says(r.err, 'rhinoceros', 'BLA-001')


def test_marks_for_keepers_of_the_rules_are_not_said():
    for game in sorted(path.parent.name for path in ROOT.glob('games/*/rules.md')):
        said = run('rules', game).out
        expect(not re.search(r'\bL\d+|\[house\]|\( *\)', said), game, re.findall(r'.*(?:\bL\d+|\[house\]|\( *\)).*', said)[:3])


def test_coverage_lists_rules_that_nobody_cites():
    path = file('cover/one.scn', 'game blank\n\nscenario  Only one\nrule      BLA-014\n')
    r = run('rules', 'blank', '--coverage', '--scenarios', path.parent)
    if r.status == 1 and 'one.scn' in r.err:
        path.write_text('scenario  Only one\ngame      blank\nrule      BLA-014\n')
        r = run('rules', 'blank', '--coverage', '--scenarios', path.parent)
    expect_status(r, 1)
    expect_says(r.out, '1 cited by scenarios', 'BLA-015')
    expect('BLA-014 ' not in r.out, r.out)
    expect_narrow(r.out)
    r = run('rules', 'blank', '--coverage', '--scenarios', 'nowhere')
    expect_status(r, 1)
    expect_says(r.err, 'nowhere', '--scenarios')
    expect_status(run('rules', 'blank', '14', '--coverage'), 2)


def test_coverage_names_rules_that_cannot_be_tested():
    scenarios = file('cited/one.scn', 'scenario  Only one\ngame      blank\nrule      BLA-014\n').parent
    home = WORK / 'home'

    def cover(excuses):
        file('home/games/blank/untestable.txt', excuses)
        return run('rules', 'blank', '--coverage', '--scenarios', scenarios, cwd=home)

    r = cover('# why\n\nBLA-015 nobody could see it\n')
    expect_says(r.out, 'BLA-015  cannot be tested: nobody could see it', '1 cannot be tested')
    for excuses, said in [('BLA-999 x\n', ':1: there is no rule "BLA-999"'), ('\nBLA-015\n', ':2: BLA-015 needs'),
                          ('BLA-014 it is\n', ':1: BLA-014 is cited by a scenario')]:
        r = cover(excuses)
        expect_status(r, 1)
        expect_says(r.err, 'untestable.txt' + said)


def test_every_rule_is_cited_or_says_why_not():
    for game in sorted(path.parent.name for path in ROOT.glob('games/*/rules.md')):
        r = run('rules', game, '--coverage')
        expect_status(r, 0)
        expect_says(r.out, ', 0 not cited')


def test_signatures_repeat():
    one, two = run('signature', 'blank', '--games', 50), run('signature', 'blank', '--games', 50)
    expect_status(one, 0)
    expect(one.out == two.out, one.out, two.out)
    expect(re.match(r'blank +[0-9a-f]{16} +50 matches, \d+ decisions\n$', one.out), one.out)
    expect(one.out != run('signature', 'blank', '--games', 50, '--seed', 1).out, 'same hash')
    outside = run('signature', 'blank', '--games', 50, '--outside')
    expect_status(outside, 0)
    expect(re.match(r'blank +[0-9a-f]{16} +50 matches, \d+ decisions\n$', outside.out), outside.out)
    expect(outside.out == run('signature', 'blank', '--games', 50, '--outside').out, outside.out)
    expect(outside.out != one.out, 'the outside signature is the one of positions')
    sample = run('signature', 'blank', '--games', 50, '--sample', 7)
    expect(sample.status == 0 and sample.out != one.out, sample.out)
    expect(sample.out == run('signature', 'blank', '--games', 50, '--sample', 7).out, sample.out)
    expect(sample.out != run('signature', 'blank', '--games', 50, '--sample', 8).out, sample.out)
    with tempfile.TemporaryDirectory() as folder:
        cards = Path(folder, 'my.cards')
        cards.write_text('Jab\n  Action\n  speed 9\n  Push the champion in front of you\n')
        mine = run('signature', 'blank', '--games', 50, '--with', cards)
        expect(mine.status == 0 and mine.out != one.out, mine.out)
        cards.write_text('Jab\n  Action\n  speed 7\n  Mince the champion\n')
        bad = run('signature', 'blank', '--games', 50, '--with', cards)
        expect(bad.status == 1 and 'my.cards:4:3' in bad.err, bad.err)
    both = run('signature', 'blank', '--sample', 1, '--with', 'x')
    expect(both.status == 2 and 'do not go together' in both.err, both.err)


def test_simulations_repeat_whatever_the_threads():
    words = ('sim', 'blank', '--games', 60, '--bots', 'greedy,random', '--seed', 3)
    one, two = run(*words, '--threads', 1), run(*words, '--threads', 2)
    expect_status(one, 0)
    expect(one.out == two.out, one.out, two.out)
    expect_narrow(one.out)
    expect_plain(one.out)
    expect_says(one.out, '60 matches', 'Wins per bot', 'Brawler', 'BLA-046', 'drawn', 'lead changes')
    expect('left' not in one.err, 'progress in a pipe:', one.err)


def test_other_cards_are_opened_before_anything_is_played():
    r = run('sim', 'blank', '--games', 100000, '--with', 'nowhere.cards')
    expect_status(r, 1)
    expect_says(r.err, 'nowhere.cards')
    expect(r.out == '', r.out)


def test_a_simulation_as_json():
    r = run('sim', 'blank', '--games', 11, '--bots', 'random', '--json', '-')
    found = json.loads(r.out)
    expect(found['matches'] == 12 and found['complete'], r.out)
    expect(sum(sum(e['wins']) + e['draws'] for e in found['ends']) == 12, r.out)
    r = run('sim', 'blank', '--games', 2, '--bots', 'random', '--json', '/dev/full')
    expect_status(r, 1)
    expect_says(r.err, '/dev/full', 'cannot be written')
    r = run('sim', 'blank', '--games', 2, '--bots', 'random', '--json', 'nowhere/x.json')
    expect_status(r, 1)
    expect_says(r.err, 'nowhere/x.json')


# --- bots -----------------------------------------------------------------------------------------

def test_a_ladder_repeats_whatever_the_threads():
    words = ('ladder', 'blank', '--bots', 'random,greedy,novice', '--games', 20, '--seed', 3)
    one, two = run(*words, '--threads', 1), run(*words, '--threads', 2)
    expect_status(one, 0)
    expect_says(one.out, 'greedy   against random', 'Elo, random being 0', '95 %', '±')
    expect_narrow(one.out)
    scores = [r.out.split('Elo')[0] for r in (one, two)]
    expect(scores[0] == scores[1], 'threads show:', *scores)
    melee = run('ladder', 'blank', '--mode', 'melee', '--games', 2)
    expect_status(melee, 1)
    expect_says(melee.err, 'two sides')


def test_a_table_is_made_of_results():
    results = file('ladder.txt', '')
    words = ('ladder', 'blank', '--pairs', 'greedy:random,novice:random', '--seed', 3, '--results', results)
    nothing = run(*words, '--table', '--games', 8)
    expect('`' not in nothing.out and not results.read_text(), 'played for a table:', nothing.out)
    expect_status(run(*words, '--games', 4), 0)
    held = results.read_text()
    table = run(*words, '--table', '--games', 8)
    expect_status(table, 0)
    expect(table.out.count('| 4 |\n') == 2, 'not the four matches that were played:', table.out)
    expect_says(table.out, '`greedy` | `random` |', 'not measured')
    elo = table.out.splitlines()[-1]
    expect(elo.count(' ± ') == 2 and ' | 0 | ' in elo, 'not the Elo of three, one of them the measure:', elo)
    expect(results.read_text() == held, 'played for a table')
    expect_says(run('ladder', 'blank', '--table').err, '--results FILE')


def test_an_evaluation_is_calibrated():
    r = run('ladder', 'blank', '--calibrate', '--bots', 'greedy', '--games', 20)
    expect_status(r, 0)
    expect_says(r.out, 'evaluate_scale', 'positions')


def outside(script):
    return f'exec:{sys.executable} {file("outside.py", script)}'


EXAMPLE = ROOT / 'docs' / 'examples' / 'random_bot.py'
BOT_GAMES = sorted(p.parent.name for p in ROOT.glob('games/*/cards'))


def test_the_example_plays_legal_matches():
    expect(len(EXAMPLE.read_text().split('\n')) <= 41, 'the example has more than 40 lines')
    for game in [g for g in BOT_GAMES if run('games', g).status == 0]:
        r = run('play', game, '--seed', 3, '--vs', f'exec:{sys.executable} {EXAMPLE} 7', says=answers(20000))
        expect_status(r, 0)
        expect_says(r.err, 'Bel: ')
        expect('gives up' not in r.err and 'refused' not in r.err, r.err)


def test_a_program_plays_over_our_own_pipes():
    words = [PENTACLE, 'bot', 'blank', '--seed', '5', '--vs', 'greedy', '--save', str(WORK / 'bot.replay')]
    seen = {}
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding='utf-8') as table:
        for line in table.stdout:
            word, _, rest = line.rstrip('\n').partition(' ')
            seen.setdefault(word, []).append(rest)
            if word == 'choose':
                first = len(seen[word]) == 1
                words = seen['choice'][-int(rest)].partition(' ')[2]
                print('sing a song' if first else words, file=table.stdin, flush=True)
    expect(table.returncode == 0, table.returncode)
    expect(seen['pentacle'] == ['1'] and seen['game'][0].startswith('blank '), seen['pentacle'], seen['game'])
    expect(seen['seat'] == ['1 Ash (you)', '2 Bel'], seen['seat'])
    expect(len(seen['refused']) == 1 and len(seen['over']) == 1, seen['refused'], seen['over'])
    expect(json.loads(seen['view'][-1])['over'] is True, 'the last view is not the last')
    expect(all(json.loads(e)['words'] for e in seen['event']), 'an event without words')
    expect_status(run('verify', WORK / 'bot.replay'), 0)


def test_a_program_that_cannot_go_on_gives_up():
    for script, reason in (('', 'has ended'), ('print("x" * 9999)', 'more than 4096'),
                           ('while True: print("nonsense", flush=True)', 'not legal'),
                           ('import os; os.close(1); input()', 'has ended')):
        r = run('play', 'blank', '--deck', 'brawler', '--seed', 1, '--vs', outside(script), says='1\n' * 2000)
        expect_status(r, 0)
        expect_says(r.err, 'the program of Bel gives up', reason)
    r = run('bot', 'blank', '--seed', 1)
    expect_status(r, 1)
    expect_says(r.err, 'the program of Ash gives up')


def test_hints():
    r = play('--vs', 'novice', says='hint\nhint 1\nhint x\nhint 99\nquit\n')
    expect_status(r, 0)
    expect_says(r.out, '% to win', 'How many?')
    expect_narrow(r.out)


def test_a_review_marks_mistakes():
    path = saved('review.replay')
    one, two = (run('review', path, '--tries', 60, '--all') for _ in range(2))
    expect_status(one, 0)
    expect(one.out == two.out, 'the same seed, two reviews')
    expect_says(one.out, 'Ash: ', 'points of win', 'Result: ')
    expect(re.search(r'\d+\. Ash, +\d+ %: ', one.out), 'no win chance:', one.out)
    expect_narrow(one.out)
    only = run('review', path, '--tries', 20, '--all', '--seat', 2)
    expect('. Ash, ' not in only.out, only.out)
    expect_status(run('review', path, '--seat', 4), 2)
    expect_status(run('review', 'nowhere.replay'), 1)
    expect_status(run('review', BLANK / 'rules.md'), 1)


def test_an_interrupted_simulation_keeps_what_is_done():
    words = [PENTACLE, 'sim', 'blank', '--games', '100000000', '--bots', 'random']
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as sim:
        time.sleep(1)
        sim.send_signal(signal.SIGINT)
        out, err = sim.communicate(timeout=60)
    expect(sim.returncode == 3, sim.returncode, err)
    expect(b'How matches end' in out and b'stopped after' in err, out, err)
    with subprocess.Popen([*words, '--with', file('half.cards', 'Thrown Knife\n  Action  speed 9\n')],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=WORK) as sim:
        time.sleep(1)
        sim.send_signal(signal.SIGTERM)
        out, err = sim.communicate(timeout=60)
    expect(sim.returncode == 3 and not out, sim.returncode, out, err)
    expect_says(run('sim', '--help').out, 'Exit status: 0 all was played', '3 it was stopped')


def test_a_simulation_uses_no_more_processors_than_it_may():
    one = {min(os.sched_getaffinity(0))}
    words = [PENTACLE, 'sim', 'blank', '--games', '20', '--bots', 'random']
    done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60, check=True,
                          preexec_fn=lambda: os.sched_setaffinity(0, one))
    expect(b' 1 at a time' in done.stderr, done.stderr)


def simulate(*words, status=0):
    """Runs a small simulation of blank in the work folder; returns what it says."""
    r = run('sim', *words, cwd=WORK)
    expect_status(r, status)
    return r


SMALL = ('blank', '--games', 60, '--bots', 'random')


def test_shards_merge_to_the_bytes_of_one_run():
    simulate(*SMALL, '--json', 'whole.json')
    for i in (1, 2, 3):
        simulate(*SMALL, '--shard', f'{i}/3', '--threads', i, '--json', f'shard{i}.json')
    simulate('merge', 'shard2.json', 'shard3.json', 'shard1.json', '--json', 'merged.json')
    expect((WORK / 'merged.json').read_bytes() == (WORK / 'whole.json').read_bytes(), 'bytes differ')


def test_shards_that_do_not_belong_together_are_refused():
    simulate(*SMALL, '--shard', '1/2', '--json', 'half1.json')
    simulate(*SMALL, '--shard', '2/2', '--json', 'half2.json')
    simulate(*SMALL, '--shard', '2/2', '--seed', 2, '--json', 'seed.json')
    simulate(*SMALL, '--shard', '2/3', '--json', 'third.json')
    simulate('blank', '--games', 60, '--bots', 'greedy', '--shard', '2/2', '--json', 'bot.json')
    simulate(*SMALL, '--decks', 'Brawler,Dancer', '--shard', '2/2', '--json', 'deck.json')
    for other, said in [('seed', 'seed is 2'), ('third', 'shards is 3'), ('bot', 'bot is greedy'),
                        ('deck', 'decks is 2'), ('half1', 'shard 2/2 is missing')]:
        r = simulate('merge', 'half1.json', f'{other}.json', status=1)
        expect_says(r.err, said)
        expect(r.out == '' and len(r.err.strip().split('\n')) == 1, r.all)
    forged = (WORK / 'half2.json').read_text().replace('"answers": 1', '"answers": 2', 1)
    file('forged.json', forged)
    r = simulate('merge', 'half1.json', 'half2.json', 'forged.json', status=1)
    expect_says(r.err, 'forged.json', 'shard 2/2', 'other numbers')


def test_damaged_results_are_refused():
    simulate(*SMALL, '--json', 'good.json')
    good = (WORK / 'good.json').read_text()
    for name, text, said in [('empty', '', 'not the json'), ('cut', good[:3000], 'not the json'),
                             ('other', '{"kind": "soup"}', 'no result of'),
                             ('bent', good.replace('"seats": 2', '"seats": 3', 1), 'damaged'),
                             ('twice', good.replace('"seats": 2', '"seats": 2, "seats": 2', 1), 'duplicate'),
                             ('minus', good.replace('"wins": ', '"wins": -1', 1), 'damaged'),
                             ('short', good.replace('"rounds": "', '"rounds": "0', 1), 'rounds'),
                             ('less', good.replace('"cards": [', '"karten": [', 1), 'cards')]:
        path = file(f'{name}.json', text)
        for words in (('merge', path), ('diff', path, 'good.json'), ('diff', 'good.json', path)):
            r = simulate(*words, status=1)
            expect_says(r.err, f'{name}.json', said)
    expect_says(simulate('merge', 'nowhere.json', status=1).err, 'nowhere.json', 'No such file')


def test_a_simulation_is_resumed():
    many = ('blank', '--bots', 'random', '--games', 4000)
    simulate(*many, '--json', 'straight.json')
    whole = json.loads((WORK / 'straight.json').read_text())
    words = [PENTACLE, 'sim', *map(str, many), '--games', '100000000', '--json', 'resumed.json']
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=WORK) as sim:
        time.sleep(2)
        sim.send_signal(signal.SIGINT)
        sim.communicate(timeout=60)
    expect(sim.returncode == 3, sim.returncode)
    kept = json.loads((WORK / 'resumed.json').read_text())
    expect(not kept['complete'] and kept['matches'] > 0, kept['matches'])
    expect_says(simulate('merge', 'resumed.json', status=1).err, 'not finished', '--resume')
    expect_says(simulate(*many, '--json', 'resumed.json', '--resume', status=1).err,
                'number of matches')
    # The same plan, as if it had been stopped in the middle.
    simulate('blank', '--bots', 'random', '--games', 1000, '--json', 'part.json')
    part = (WORK / 'part.json').read_text()
    file('part.json', part.replace('"matches_planned": 1000', '"matches_planned": 4000'))
    simulate(*many, '--json', 'part.json', '--resume')
    expect((WORK / 'part.json').read_bytes() == (WORK / 'straight.json').read_bytes(), 'differs')
    expect(whole['complete'], whole['matches'])


def test_what_a_changed_card_changes():
    file('strong.cards', 'Thrown Knife\n  Action  speed 9\n  Deal 9 damage to any enemy champion\n')
    few = ('blank', '--games', 240)
    r = simulate(*few, '--with', 'strong.cards', '--json', 'strong.json', '--report', 'strong.html')
    expect_says(r.out, 'Thrown Knife (Dancer)', 'Paired: 120 rounds', 'match-ups moved beyond noise',
                'Dancer wins more against the others')
    expect('Brawler wins more' not in r.out, r.out)  # it has no Thrown Knife
    expect('Watcher against Brawler' not in r.out and '3 of 3 match-ups' in r.out, r.out)  # only what can change
    simulate(*few, '--json', 'plain.json')
    again = simulate('diff', 'plain.json', 'strong.json')
    expect_says(again.out, 'not paired (the line-ups differ)', 'Thrown Knife (Dancer)', 'Dancer wins more')
    expect_says(simulate('diff', 'plain.json', 'plain.json').out, 'no card of the decks',
                'no match-up moved', 'no deck moved')
    simulate('diff', 'plain.json', 'strong.json', '--json', 'changes.json')
    changes = json.loads((WORK / 'changes.json').read_text())
    expect(not changes['paired'] and any(row['moved'] for row in changes['match_ups']), changes)
    knife = {}
    for name in ('plain', 'strong'):
        cards = json.loads((WORK / f'{name}.json').read_text())['cards']
        knife[name] = next(c for c in cards if c['card'] == 'Thrown Knife')['drawn']
    expect(knife['strong']['low'] > knife['plain']['high'], knife)
    page = (WORK / 'strong.html').read_text(encoding='utf-8')
    expect_says(page, 'Dancer wins more against the others', 'Thrown Knife')
    file('bad.cards', 'Thrown Knife\n  Action  speed 9\n  Deal nine damage\n')
    expect_says(simulate(*few, '--with', 'bad.cards', status=1).err, 'bad.cards:3:8', 'nine')
    expect_says(simulate(*few, '--with', 'nowhere.cards', status=1).err, 'nowhere.cards')
    file('new.cards', 'My Knife\n  Action  speed 9\n  Deal 9 damage to any enemy champion\n')
    expect_says(simulate(*few, '--with', 'new.cards', status=1).err, 'no deck that plays holds "My Knife", a new card')
    file('same.cards', 'Thrown Knife\n  Action  speed 4\n  Deal 3 damage to any enemy champion\n')
    weak = simulate(*few, '--decks', 'Brawler,Watcher', '--with', 'strong.cards', status=1).err
    expect_says(weak, 'no deck that plays holds "Thrown Knife"')


def test_more_matches_of_the_same():
    simulate('blank', '--games', 40, '--bots', 'random', '--json', 'more.json')
    simulate('blank', '--games', 400, '--bots', 'random', '--json', 'more.json', '--resume')
    simulate('blank', '--games', 400, '--bots', 'random', '--json', 'all.json')
    expect((WORK / 'more.json').read_bytes() == (WORK / 'all.json').read_bytes(), 'differs')
    fewer = simulate('blank', '--games', 40, '--bots', 'random', '--json', 'more.json', '--resume', status=1)
    expect_says(fewer.err, 'number of matches is 400')


def test_the_report_is_one_file():
    simulate(*SMALL, '--mode', 'melee', '--seats', 3, '--report', 'melee.html')
    page = (WORK / 'melee.html').read_text(encoding='utf-8')
    for kind in ('result', 'worth', 'changes'):
        found = re.search(f'<script type="application/json" id="{kind}">(.*?)</script>', page, re.S)
        expect(found, kind)
        value = json.loads(found.group(1))
        fine = {'result': lambda: value['seats'] == 3, 'worth': lambda: {'card', 'gain', 'low', 'high', 'stands'} <= set(value[0]),
                'changes': lambda: value is None}[kind]()
        expect(fine, kind, value)
    expect(not re.search(r'(?:src|href)="(?:https?:)?//', page), 'the page loads something')
    expect('<!--' not in page.split('<script>')[0], 'a mark is left in the page')
    built_with = (ROOT / 'sim' / 'report' / 'node_modules' / '@observablehq' / 'plot').exists()
    expect(not built_with or 'Permission to use, copy, modify' in page, 'no charts in the page')


def test_decks_from_files_and_bots_per_side():
    deck = (BLANK / 'decks' / 'brawler.deck').read_text().replace('name Brawler', 'name My Own')
    file('own.deck', deck)
    r = simulate(*SMALL[:3], '--decks', 'own.deck,Dancer', '--bots', 'greedy,random')
    expect_says(r.out, 'My Own', 'Dancer', 'greedy against random')
    file('own.deck', deck.replace('3 Lunge', '3 Lunch'))
    expect_says(simulate(*SMALL, '--decks', 'own.deck', status=2).err, 'own.deck', 'Lunch')


def test_progress_on_a_terminal():
    master, slave = pty.openpty()
    words = [PENTACLE, 'sim', 'blank', '--games', '20000', '--bots', 'random']
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=slave) as sim:
        os.close(slave)
        sim.communicate(timeout=120)
    said = os.read(master, 4096).decode()
    os.close(master)
    expect_says(said, 'of 20000 matches', '/s', 'left')
    expect('[#' in said or '[-' in said, said)


# --- lint and check -------------------------------------------------------------------------------

def test_shipped_files_are_in_order():
    files = sorted(BLANK.glob('cards/*.cards')) + sorted(BLANK.glob('decks/*.deck'))
    r = run('lint', *files)
    expect_status(r, 0)
    expect_says(r.out, f'{len(files)} files', '0 problems')
    expect_status(run('lint', '--prove', *files), 0)


def test_lint_names_every_problem_of_every_file():
    cards = file('games/blank/three.cards',
                 '# three cards, two of them wrong\nGood Step\n  Action\n  speed 3\n  Step back\n\n'
                 'Bad Word\n  Action\n  speed 3\n  Stepp back\n\nBad Speed\n  Action\n  speed fast\n')
    more = file('games/blank/more.cards', 'Bad Kind\n  Weapon\n')
    r = run('lint', cards, more)
    expect_status(r, 1)
    expect_says(r.err, 'three.cards:10:', 'three.cards:14:', 'more.cards:2:')
    expect('three.cards:2' not in r.err, r.err)
    expect_says(r.out, '3 problems')


REFUSED_IN_OVERSOUL = [
    ('●ENTER*', 'nothing stands behind this Law'),
    ('●ENTER* Draw 1 card➤ Gain +1 DMG', 'only Consume, Exhaust'),
    ('●ENTER* GUARD', 'need Gain or Give'),
    ('●ENTER* Has +1 DMG', 'must be Gain or Give'),
    ('●Draw 1 card', 'only for Events without HP'),
    ('●ENTER* Gain +1 DMG, then Consume 1 ENERGY', 'Consume stands before'),
    ('●AURA* Draw 1 card', 'AURA* lends keywords'),
    ('●RANGED (to Events)', 'only RESISTANT has "(to ...)"'),
    ('●ENTER* Give 1 Unit GUARD (to Events)', 'only RESISTANT has "(to ...)"'),
    ("●Can't be Healed below 2 HP", 'only "Damaged" goes with "below"'),
    ("●Units can't Guard when Attacked by this card", 'only "Retaliate" goes with'),
    ('●Returned when leaving the board', 'only "Exiled" goes with'),
    ('●Exiled when leaving the board (while Damaged)', 'a state stands in front of them'),
    ('●ENTER* This card Takes no DMG', 'only as the whole text of a Keyworded Ability'),
    ('●THORNS (Draw 1 card instead if Damaged)', 'behind printed keywords stands a state'),
    ('●GUARD (this turn)', 'behind printed keywords stands a state'),
    ('●GUARD (as Construct)', 'only AMORPHOUS has "(as Construct)"'),
    ('●QUICK* Cancel that Ability', '"that" means nothing here'),
    ('●ENTER* Gain "●GUARD ●Draw 1 card"', 'only for Events without HP'),
    ('●When your opponent would Draw 1 card* Draw 1 card', 'a "would" Law speaks of this card'),
    ('●While it has 2 or more Rust marks* GUARD', '"it" means nothing here'),
    ('●HONEST* It has GUARD', '"it" means nothing here'),
    ('●RITUAL* Draw 1 card', 'RITUAL needs one thing to count'),
    ('●AURA (a Unit)* GUARD', 'a card in parentheses goes with Laws about an event'),
    ('●While 2 Units have been Shattered* Draw 1 card', 'what has been done is asked behind "if"'),
    ('●ENTER* Draw 1 card (a Unit has been Exiled)', 'what has been done is asked behind "if"'),
    ('●When this card remains Active* Draw 1 card', '"remains" looks at what was done before'),
    ('●If you Draw 2 DMG* Draw 1 card', 'what goes with the verb'),
    ('●QUICK (a Unit Attacks a CAST Ability)* Draw 1 card', 'what goes with the verb'),
    ('●CAST* Consume 1 ENERGY for each Unit➤ Draw 1 card', 'a Cost has a number, or X'),
    ('●CAST* Exhaust each Unit for each DRAGON', 'multiplies the number in front of it'),
    ('●CAST* Gain +1 DMG (as Construct)', 'only AMORPHOUS has "(as Construct)"'),
    ('●CAST* Gain +1 DMG (at random)', 'goes with cards that are picked'),
    ('●CAST* Gain +1 DMG (except damage to HP)', 'in SEALED alone'),
    ('●CAST* Deal 1 DMG to each Unit (Exhaust 1 Unit instead if it is Damaged)', 'needs no choice'),
    ("●Can't Generate ENERGY Units", 'Generated from nobody'),
    ('●CAST* Deal 1 DMG to each Unit of higher Archetype', 'lower and higher are numbers'),
    ('●CAST* Exhaust each original Unit', '"original" is said of HP'),
    ('●CAST* Exhaust 1 Zone', 'a Zone is a place'),
    ('●If a Unit Enters (while in the opposing hand)* Draw 1 card', 'zones of its owner'),
    ('●CAST* 1 Unit loses -1 SPD', 'what is lost is no minus'),
    ('●CAST* This card Becomes that Archetype', 'no card is named'),
    ('●CAST* Gain +1 DMG (except DRAGONS)', 'leaves out cards that the clause names'),
    ('●CAST* Exhaust each Unit (except by DRAGONS)', '"except by" goes with'),
    ("●Can't be Damaged below any number of HP", 'a number is needed here'),
    ('●Your Units have 1 Rust mark', 'marks lie on cards'),
    ("●CAST* Trigger this card's AURA Ability", 'AURA is no trigger'),
    ('●ENTER (this turn)* Draw 1 card', 'how long something lasts stands behind it'),
    ("●CAST* Return 1 Unit to the top of its owner's hand", 'a Deck has a top and a bottom'),
    ('●Your Units have +1 DMG (except DRAGON Units)', '"except" goes with'),
    ('●ENTER* Draw 1 card instead', '"instead" needs a "would" Law'),
    ('●Your next -Unit Consumes 1 less ENERGY', 'only for Events without HP'),
    ('●ENTER* Shatter 1 card in your hand', 'only cards on the board'),
    ('●ENTER* Deal 1 DMG to 1 Unit in your Idle Zone', 'only cards on the board have damage'),
    ('●ENTER* Sacrifice 1 opposing Unit', 'of the own board'),
    ('●ENTER* Expose the top card of the opposing Deck', 'only Prepared cards and cards of a hand'),
    ('●ENTER* Discard 1 Unit on your board', 'of a hand or Deck'),
    ('●ENTER* Draw 1 card from your Idle Zone', 'Draw takes cards of a Deck'),
    ('●ENTER* Return 1 Unit to an empty Unit Zone', 'to a hand, Deck or Idle Zone'),
    ('●ENTER* Spawn 1 Unit on your board', 'these lie there'),
    ('●ENTER* Spawn 1 TOTEM', 'a TOTEM has the DMG, SPD and HP'),
    ('●ENTER* Spawn 1 Unit from your hand with 1 DMG, 1 SPD & 1 HP', 'only a TOTEM is given'),
    ('●ENTER* Draw 1 card (this turn)', 'done at once'),
    ('●CAST* Sacrifice 1 Unit (while Damaged)➤ Draw 1 card', 'stands behind the Law'),
    ('●ENTER (Once each turn, Twice each Game)* Draw 1 card', 'one limit'),
    ('●CAST & ENTER* Draw 1 card', 'used at will'),
    ('●AURA / ENTER* GUARD', 'AURA goes with a state'),
    ('●When your opponent leaves the board* Draw 1 card', 'players do not'),
    ('●If this card would be Shattered by an Attack* Gain 1 DMG', 'whoever does it'),
    ('●This card must be Guarded if able', 'say what a card does'),
    ('●Opposing Units must Retaliate', '"must" goes with Attack and Guard'),
    ('●While this card is in your hand* Your UNDEAD have +1 DMG', 'hands and Decks are secret'),
    ('●Your UNDEAD have +1 DMG (while this card is in your Deck)', 'hands and Decks are secret'),
    ('●While this card is in your hand* Draw 1 card', 'hands and Decks are secret'),
    ('●While Prepared* Your UNDEAD have +1 DMG', 'OVE-148'),
    ('●Has +1 DMG for each Unit in your hand', 'how many cards may be counted'),
    ('●While you have a DRAGON in your hand* Has +1 DMG', 'how many cards may be counted'),
    ('●While a DRAGON is in your hand* Draw 1 card', 'how many cards may be counted'),
    ('●CAST* Discard 1 Unit in your opponent\'s hand', 'does not see these cards'),
    ('●ENTER* Give your next Unit GUARD', '"next" goes with what a card Consumes'),
    ('●CAST* Generate additional 2 ENERGY from your next +Event', '"from" is known in'),
    ('●While you have GUARD* Has +1 DMG', 'keywords and marks are on cards'),
    ('●CAST* Select 1 opposing Unit➤ Copy its ENERGY Cost', 'not Copied or Stolen'),
    ('●Each opposing Unit is Exhausted', 'a verb brings it there'),
    ('●CAST* Deal DMG to 1 opposing Unit', 'how much is not said'),
    ('●CAST* Deal 2 DMG', 'to whom is not said'),
    ('●CAST* Gain all DMG', 'a number is needed here'),
    ('●CAST* Consume up to 3 ENERGY➤ Draw 1 card', 'a number is needed here'),
    ('●While Damaged (Once each turn)* GUARD', 'a limit counts uses'),
    ('●Your Units have +1 DMG (this turn)', 'an effect without Law'),
    ('●CAST* Discard 2 cards from their Deck', '"their" needs a player'),
    ('●At the start of your turn* Heal 2 HP to it', '"it" means nothing here'),
    ('●ENTER* Your opponent Discards 1 card➤ Draw 1 card', 'its own player pays'),
    ('●ENTER* Your opponent Sacrifices 1 of your Units', 'whose cards they are need not be said'),
    ('●ENTER* Your opponent Draws 1 card, then Sacrifices 1 Unit on your board', 'need not be said'),
    ('●ENTER* Draw 0 cards', '0 does nothing'),
    ('●ENTER* Discards 1 card', 'who is not said'),
    ('●CAST* Your opponent Sacrifices this card', 'of the own board'),
    ('●When you Draw 0 cards* Draw 1 card', '0 of something never happens'),
    ('●If this card would be Shattered* Cancel all Abilities of 1 Unit', 'needs no choice'),
    ('●ENTER* Give 1 Unit +0 DMG', '0 does nothing'),
    ('●CAST (0 times each turn)* Draw 1 card', '0 times is never'),
    ('●ENTER* Deal 3 DMG to 1 Unit if it is Exhausted', 'or Deal 3 DMG to 1 Exhausted Unit'),
    ('●ENTER* Exile 1 card in each Idle Zone', 'go with all of them'),
    ('●ENTER* Opposing Units Enter Exhausted', 'how cards Enter stands in a line without Law'),
    ('●You can Activate 1 additional +card this turn', 'this counts all the time'),
    ('●If a card in your hand is Shattered* Draw 1 card', 'this happens to cards on the board'),
    ('●If this card is Discarded* Draw 1 card', 'say DISCARD*'),
    ('●ENTER* Gain 2 ENERGY', 'Generate 2 ENERGY'),
    ('●CAST* Discard 1 card if you have a Unit➤ Draw 1 card', 'stands behind the Law'),
    ('●ENTER* Your opponent Returns 1 Unit', 'say Return 1 opposing Unit'),
    ("●Your opponent can't Draw cards", "Opposing Units can't Attack"),
    ('●If a card Enters your Idle Zone* Draw 1 card', 'cards Enter the board'),
    ('●ENTER* Discard 1 Event➤ Draw 2 cards', 'say You can Discard 1 Event➤'),
    ("●ENTER* Opposing Events can't be Activated this turn", 'cards on the board alone'),
    ('●SHATTER* Spawn this card in your Idle Zone', 'Spawned in a Unit or Event Zone'),
    ('●CAST* Lose 2 HP➤ Draw 1 card', 'only Consume, Exhaust'),
]


def expect_refused(fields, lines, game='oversoul'):
    """Cards with these fields and one line of text each; what is said of a line has its words."""
    cards = file(f'games/{game}/refused.cards', ''.join(
        '\n  '.join([f'Card {i}', *fields, line]) + '\n\n' for i, (line, _) in enumerate(lines)))
    r = run('lint', cards)
    expect_status(r, 1)
    said = r.err.strip().split('\n')
    rows = len(fields) + 3
    for i, (line, words) in enumerate(lines):
        expect(f':{rows * i + rows - 1}:' in said[i] and words in said[i], line + ': ' + said[i])


def test_lines_that_oversoul_refuses():
    expect_refused(['Unit  CHAOS  rank II  energy -4  SECUTOR  common', 'DMG 2  SPD 2  HP 3'],
                   REFUSED_IN_OVERSOUL)


REFUSED_ON_EVENTS = [
    ('●CAST* Draw 1 card', 'without CAST* or QUICK*'),
    ('●When your opponent Activates a Unit* Cancel that Activation', 'Activate only when'),
    ('●INJURE* Draw 1 card', 'gone before this could be used'),
    ('●While you have a DRAGON* Draw 1 card', 'If you have a DRAGON* Draw 1 card'),
]


def test_lines_that_oversoul_refuses_on_events_without_hp():
    expect_refused(['Event  CHAOS  rank II  energy -4  QUICK  common'], REFUSED_ON_EVENTS)
    used = file('games/oversoul/used.cards',
                'Card\n  Event  CHAOS  rank II  energy -4  QUICK  common\n  ●ENTER* Draw 1 card\n'
                '  ●QUICK (while in your Idle Zone)* Exile this card➤ Draw 1 card\n'
                '  ●DISCARD* Draw 1 card\n  ●If you have a DRAGON* Draw 1 card\n  ●ISOLATED* PIERCE\n')
    expect_status(run('lint', used), 0)


REFUSED_IN_MONAD = [
    ('Defensive [1] Turn: friendly within 1 row: redirect that ability to the acting unit',
     '"redirect that ability to the acting unit": this can never be done to that'),
    ('Aggressive [1] Swap: R2: swap places with this unit', 'this can never be done to that'),
    ('Passive: each friendly unit of level 2 or less has level +1', 'the very stat that it looks at'),
    ('Passive: each weakened ally has +3 HP', 'the very stat that it looks at'),
    ('Non-combat [1] Guard: Parry 2', '"Parry 2": nothing can come of this here'),
    ('Aggressive [1] Stop: R2: cancel that ability', 'nothing can come of this here'),
    ('Non-combat [1] Look: if it is critical, draw a card', 'this can never be so here'),
    ('Passive: when recruited, the acting unit loses 1 HP', '"the acting unit": nothing stands before'),
    ('Passive: when recruited, give Slow 2', '"give Slow 2": it is not said to what'),
    ('Passive: at the start of combat, if you do, draw a card', 'nothing that could be done stands'),
    ("Non-combat [1] Hush: in that player's next combat, that player's catalyst loses 2 HP",
     '"in that player\'s": nothing stands before'),
    ('Non-combat [1] Take: draw as many', 'nothing was counted before these words'),
]


def test_lines_that_monad_wars_refuses():
    expect_refused(['Unit  level 1  Human  Guard', 'HP 9  AP 5  INI 3  AR 6'], REFUSED_IN_MONAD, 'monad')


def test_lint_refuses_too_many_lines_in_oversoul():
    cards = file('games/oversoul/long.cards', 'Long\n  Event  CHAOS  rank I  energy -1  CAST  common\n' +
                 '  ●Draw 1 card\n' * 9)
    r = run('lint', cards)
    expect_status(r, 1)
    expect_says(r.err, 'long.cards:1:', '8 are the most')


def test_lint_of_decks():
    bad = file('games/blank/bad.deck', 'name Bad\n\nchampion Brakka\n3 Lunje\n')
    few = file('games/blank/few.deck', 'name Few\n\nchampion Brakka\n3 Lunge\n')
    r = run('lint', bad, few)
    expect_status(r, 1)
    expect_says(r.err, 'bad.deck:4:', 'Lunge', 'few.deck', '12')
    # A deck may use cards of a file that is named with it.
    cards = file('games/blank/new.cards', 'Soft Jab\n  Action\n  speed 3\n  Step back\n')
    own = (BLANK / 'decks' / 'brawler.deck').read_text(encoding='utf-8').replace('Jab', 'Soft Jab')
    deck = file('games/blank/own.deck', own)
    expect_status(run('lint', deck), 1)
    r = run('lint', deck, cards)
    expect_status(r, 0)
    expect_says(r.out, '2 files, 1 card in order, 1 deck in order, 0 problems')


def test_lint_of_boards():
    shipped = sorted((ROOT / 'games' / 'voidbreakers' / 'boards').glob('*.arena'))
    r = run('lint', *shipped)
    expect_status(r, 0)
    expect_says(r.out, f'{len(shipped)} boards in order')
    yard = (ROOT / 'games' / 'voidbreakers' / 'boards' / 'yard.arena').read_text(encoding='utf-8')
    for number, (old, new, line, words) in enumerate([
            ('W: A-L, C, B-R', 'W: A-L, B-R', 8, 'C touches W, but W does not touch C'),
            ('A-R: A-M, E', 'A-R: A-M, X', 6, '"X" is no zone'),
            ('A-R: A-M, E', 'A-R: A-M, A-R', 6, 'A-R cannot touch itself'),
            ('A-R: A-M, E', 'A-R: A-M, E, A-M', 6, 'A-M is named twice'),
            ('A-R: A-M, E', 'A-R:', 6, 'A-R touches nothing'),
            ('E: C, A-R, B-L\n', '', 6, 'A-R touches E, which has no line of its own'),
            ('A-R: A-M, E', 'A-R: A-M, E\nSW: NW\nNW: SW', 7, 'SW cannot be reached'),
            ('A-L: A-M, W', 'A-L', 4, 'a zone and what it touches'),
            ('[ W ]', '[   ]', 7, 'W is not drawn'),
            ('name Yard', 'name Garden', 2, 'Breach, Pit, Yard'),
            ('map', '# map', 15, 'a zone and what it touches')]):
        expect(old in yard, old)
        r = run('lint', file(f'games/voidbreakers/boards/{number}.arena', yard.replace(old, new, 1)))
        expect_status(r, 1)
        expect_says(r.err, f'{number}.arena:{line}:', words)
    expect_says(run('lint', file('games/blank/boards/x.arena', yard)).err, 'no boards')


def test_lint_must_know_the_game():
    path = file('somewhere.cards', 'Good Step\n  Action\n  speed 3\n  Step back\n')
    r = run('lint', path)
    expect_status(r, 1)
    expect_says(r.err, 'somewhere.cards', '--game')
    expect_status(run('lint', '--game', 'blank', path), 0)
    r = run('lint', '--game', 'blank', file('what.txt', 'x'))
    expect_status(r, 1)
    expect_says(r.err, '.cards', '.deck')


def test_check_closes_with_a_sum():
    empty = WORK / 'empty'
    empty.mkdir()
    r = run('check', empty)
    expect_status(r, 1)
    expect_says(r.out, '0 passed')
    r = run('check', file('broken.scn', 'nonsense here\n'))
    expect_status(r, 1)
    expect_says(r.all, 'broken.scn:1', '0 passed, 1 failed')


# --- playing, piped -------------------------------------------------------------------------------

def test_positions_that_no_arsenal_allows_are_refused():
    for lines, says in [(['Ash C: Hail, Anvil, Redline, Sixgauge'], 'an arsenal has three'),
                        (['Ash C: Hail', 'Ash NE: Hail'], 'the same fighter'),
                        (['Ash C: Hail', 'Ash W: Anvil'], 'the Breach has no zone W; its zones are A-L'),
                        (['arena Pit', 'Ash NE: Hail'], 'the Pit has no zone NE; its zones are A-L'),
                        (['Ash C: Kilowatt with Charge Cell and Charge Cell and Charge Cell and '
                          'Charge Cell'], 'of Charge Cell there are 3'),
                        (['Ash C: Hail dead Stunned', 'Ash C: Anvil'], 'Stunned')]:
        given = ['given     Ash to act, action phase', 'Bel B-M: Anvil'] + lines
        r = run('check', '--game', 'voidbreakers',
                file('position.scn', 'scenario  X\n' + '\n          '.join(given) + '\n'))
        expect_status(r, 1)
        expect_says(r.out + r.err, says)


def test_a_mode_is_a_name_for_options():
    r = run('games')
    expect_says(r.out, 'mode printed', 'option head-start', 'off if nothing is said')
    r = run('sim', 'voidbreakers', '--games', 2, '--bots', 'random', '--seed', 1, '--option',
            'arena=Yard', '--option', 'match=best of three', '--option', 'head-start=on',
            '--option', 'first=seat 1', '--option', 'sides=seat 2 on A', '--option', 'decisive=on',
            '--option', 'format=Standard')
    expect_status(r, 0)
    r = run('sim', 'voidbreakers', '--games', 2, '--option', 'arena=Moon')
    expect_status(r, 2)
    expect_says(r.err, 'Breach', 'Pit', 'Yard')


def test_a_piped_match_goes_to_its_end():
    r = play(says=answers(800))
    expect_status(r, 0)
    expect_says(r.out, 'The match is over')
    expect_narrow(r.out)
    expect_plain(r.all)
    expect(r.err == '', r.err)


def test_the_same_seed_gives_the_same_match():
    one, two = play(says='2\n1\n' * 200), play(says='2\n1\n' * 200)
    expect(one.out == two.out, 'different transcripts')
    expect(one.out != play(says='2\n1\n' * 200, seed=2).out, 'same transcript')


def test_the_end_of_the_input_is_polite():
    for says in ('', '1\n', '1\n1'):
        r = play(says=says)
        expect_status(r, 0)
        expect_says(r.err, 'the input has ended', 'nothing was saved')
    r = run('play', says='')
    expect_status(r, 0)
    expect_says(r.out, 'which game')
    expect_says(r.err, 'no match was begun')


def test_play_can_be_left_before_it_begins():
    for says in ('quit\n', 'blank\nquit\n', 'blank\n'):
        r = run('play', says=says)
        expect_status(r, 0)
        expect_says(r.err, 'no match was begun')


def test_play_asks_for_game_and_deck():
    r = run('play', says='chess\nblank\n\n\nNobody\nWatcher\n')
    expect_status(r, 0)
    expect_says(r.out, 'no such game', 'which mode', 'which opponent', 'which deck', 'no such deck',
                'Ash (you), Bel (novice)')
    expect_narrow(r.out)


def test_every_question_of_the_set_up_has_help():
    r = run('play', says='help\nblank\nhelp\nduel\n?\ngreedy\nhelp\nWacher\nWat\n')
    expect_status(r, 0)
    expect_says(r.out, '--lesson 1 teaches', 'own variants', 'no more than a person', 'who leads them',
                'did you mean Watcher?', 'Ash (you), Bel (greedy)', 'Watcher (')
    expect_narrow(r.out)


def test_decks_by_name_and_file():
    path = BLANK / 'decks' / 'watcher.deck'
    expect_status(run('play', 'blank', '--deck', path, '--deck', 'Dancer'), 0)
    r = run('play', 'blank', '--deck', 'nobody')
    expect_status(r, 2)
    expect_says(r.err, 'no deck "nobody"', 'Brawler')
    bad = file('wrong.deck', 'champion Brakka\n3 Lunje\n')
    r = run('play', 'blank', '--deck', bad)
    expect_status(r, 1)
    expect_says(r.err, 'wrong.deck:2:', 'Lunge')
    four = file('four.deck', 'champion Brakka\n3 Jab\n4 Lunge\n3 Parry\n2 Pivot\n')
    for words in (('play', 'blank', '--deck', four), ('lint', '--game', 'blank', four)):
        r = run(*words)
        expect_status(r, 1)
        expect_says(r.err, 'four.deck:3: Lunge', 'BLA-003')


def test_choices_by_number_words_and_beginning():
    r = play(says='no guard\npick lun\n')
    expect_says(r.out, 'Ash> no guard', '1 picked, 1 to 2')
    r = play(says='n\npick L\ndo\n')
    expect_says(r.out, 'you revealed Lunge')
    r = play(says='77\n-1\nxyzzy\n0\n0\npick\n')
    expect_status(r, 0)
    expect_says(r.out, 'no choice 77', 'no choice -1', 'xyzzy', 'no choice 0', 'choices begin with "pick"')


def test_numbers_stay_while_one_picks():
    r = play(says='0\n1\n1\ncard 1\ntry 1\n')
    expect_says(r.out, '1  (picked) ', 'picked already', 'Picked')
    lists = [re.findall(r'^ +(\d+  \D+?)$', q.replace('(picked) ', ''), flags=re.M)
             for q in r.out.split('Question: ')[2:4]]
    names = [[re.sub(r'(\. .*|, not now)', '', line) for line in found if not line.startswith('0')] for found in lists]
    expect(len(names) == 2 and names[0] == names[1] and len(names[0]) == 3, names, r.out)


def test_commands_of_the_dialog():
    r = play(says='help\ncard lunge\ncard\ncard Lunje\nwhy no guard\nwhy pick lunge\nwhy\nrules 14\n'
                  'rules\nrules 999\nlog\nlog 2\nlog x\nboard\nchoices\nsave\nundo\nundo later\nquit\n')
    expect_status(r, 0)
    expect_says(r.out, 'Type a choice', 'Step forward', 'Which card', 'nearest is "Lunge"',
                'Legal: no rule forbids it', 'Not legal', 'Why what', 'BLA-014', 'Which rule',
                'no rule "999"', 'Nothing in the log has "x"', 'Where to', 'Not taken back', 'Say: undo')
    expect_says(r.err, 'left the match')
    expect_narrow(r.out)


def test_what_a_reader_may_ask():
    r = play(says='how\nstate lunge\nstate\nrules heavy\nrules xyzzy\nlog deck\nlgo\npik lunge\nquit\n')
    expect_status(r, 0)
    expect_says(r.out, 'Be the last Champion', 'now: Lunge (hand)', 'Of which card', 'BLA-014', 'No rule has "xyzzy"',
                'deck was shuffled', 'Did you mean log?')
    expect_narrow(r.out)


def test_undo_takes_back_the_whole_decision():
    # Two cards are laid one after the other, and both come back; then Bel is asked nothing yet.
    r = play('--vs', 'human', says='no guard\npick lunge\npick pivot\nundo\n')
    after = flat(r.out.split('Taken back.')[1])
    expect('Question: Ash: Which cards do you lay?' in after and '0 picked, 1 to 2' in after, r.out)


def steps_of(lesson):
    """What Ash does in a lesson, as words."""
    block, steps = '', []
    for line in lesson.read_text().splitlines():
        line = re.sub(r'(^|\s)#.*$', '', line).rstrip()
        if not line.strip():
            continue
        if line[0] != ' ':
            block, _, line = line.partition(' ')
        who, _, words = line.strip().partition(' ')
        if block == 'when' and who == 'Ash':
            steps.append(words)
    return steps


def test_lessons_can_be_done():
    for game in ('oversoul', 'eternity', 'voidbreakers', 'monad', 'despaira'):
        lessons = sorted((ROOT / 'games' / game / 'lessons').glob('*.scn'))
        for number, lesson in enumerate(lessons, 1):
            steps = steps_of(lesson)
            r = run('play', game, '--lesson', str(number), says=''.join(f'{s}\n' for s in steps) + 'quit\n')
            expect_says(r.out, f'Lesson {number} of {len(lessons)}: ')
            expect(not steps or ', done' in r.out, lesson, r.out)
        r = run('play', game, '--puzzle', '1', says='quit\n')
        expect_says(r.out, 'Puzzle: ')
    r = run('play', 'oversoul', '--lesson', '2', says='0\nquit\n')
    expect('attack' in r.out.lower() and ', done' not in r.out, r.out)
    r = run('play', 'oversoul', '--lesson', 'xyzzy')
    expect_status(r, 2)
    expect_says(r.err, 'there are: 1 Call a Unit')
    expect_status(run('play', 'oversoul', '--lesson', '1', '--mode', 'duel'), 2)


def test_the_end_is_said_in_words():
    r = play(says='concede\n')
    expect_says(r.out, 'The match is over: Bel wins.', 'Why: ')
    expect('wins BLA' not in r.out, r.out)


def test_a_refusal_names_its_rule():
    # Heavy Blow must be laid alone (BLA-014).
    r = play(says='no guard\npick Lunge\npick Heavy Blow\nwhy pick Heavy Blow\n')
    expect_says(r.out, 'Not legal: Heavy Blow (hand). A Heavy card is laid alone. (BLA-014)')


def test_why_of_a_card_says_what_is_against_each_thing():
    # By its name, its place and its number; a card that is nowhere, and something that is no card.
    r = play(says='no guard\npick Lunge\nwhy heavy blow\nwhy 3\nwhy Sidestep\nwhy xyzzy\nquit\n')
    expect_says(r.out, 'Heavy Blow (hand)', 'pick Heavy Blow: no. A Heavy card is laid alone. (BLA-014)', 'pick Pivot: legal.',
                'Sidestep is nowhere that you can see', 'xyzzy')
    r = run('play', 'oversoul', '--lesson', '2', says='why ashling\nwhy nyssa\nquit\n')
    expect(len(re.findall(r': (no\.|legal\.)', r.out)) >= 2 and 'OVE-' in r.out, r.out)


def test_undo_is_free_until_somebody_learned():
    r = play('--vs', 'human', says='no guard\npick lunge\nundo\npick pivot\n')
    expect_says(r.out, 'Taken back.')
    expect(flat(r.out).count('0 picked, 1 to 2') == 2, r.out)
    r = play(says='no guard\npick lunge\npick pivot\nundo\nundo anyway\n')
    expect_says(r.out, 'Not taken back', 'undo anyway', 'Taken back.')


def test_bots_and_people_in_any_seat():
    r = play('--seat', '2', '--vs', 'greedy', says='no guard\n')
    expect_says(r.out, 'Ash (greedy), Bel (you).', 'Bel> ')
    r = run('play', 'blank', '--mode', 'melee', '--seats', '3', '--seat', '3', '--deck', 'brawler',
            '--vs', 'random,human', '--seed', '1', says='')
    expect_says(r.out, 'Ash (random), Bel (human), Cyd (human).')


def test_rubbish_is_answered_politely():
    rubbish = ['\x00\x01\x1b[2J', '\t', 'x' * 100000, '%s%n%d', '"', "why '", '-1', '1e9', '漢字' * 300,
               'card ' + 'y' * 5000, 'save ' + 'z' * 5000, 'log -1', 'rules ' + '9' * 400, '?']
    r = play(says='\n'.join(rubbish) + '\n')
    expect_status(r, 0)
    expect(r.out.count('Ash> ') >= len(rubbish), r.out)
    expect_plain(r.all)
    expect('\x00' not in r.out and '\x01' not in r.out, 'a control character')
    done = subprocess.run([PENTACLE, 'play', 'blank', '--deck', 'brawler'], capture_output=True, cwd=ROOT,
                          input=b'\xff\xfe\nwhy \xc3\ncard \x80abc\n', check=False)
    expect(done.returncode == 0, done.stderr)
    done.stdout.decode('utf-8')  # whatever was typed


def test_concede_ends_the_match():
    r = play(says='concede\n')
    expect_status(r, 0)
    expect_says(r.out, 'The match is over: Bel wins')


def test_ask_all_asks_more():
    def single(r):  # questions with one answer
        return [q for q in r.out.split('Question: ')[1:] if len(re.findall(r'^ +\d+  ', q, flags=re.M)) == 1]
    seeds = range(1, 6)
    expect(any(single(play('--ask-all', seed=s, says=answers(800))) for s in seeds), 'not more questions')
    expect(not any(single(play(seed=s, says=answers(800))) for s in seeds), 'asked where there is no choice')


def test_modes_for_four_are_played():
    for mode in ('melee', 'pairs'):
        r = run('play', 'blank', '--mode', mode, '--seats', 4, '--deck', 'brawler', '--seed', 3,
                says=answers(1200))
        expect_status(r, 0)
        expect_says(r.out, 'Dov (novice)', 'The match is over')
        expect_narrow(r.out)


def test_nobody_sees_the_other_hand():
    r = play('--vs', 'human', '--ask-all', says='1\n')
    turns = re.split(r'^(?=-- |Ash> |Bel> )', r.out, flags=re.M)
    expect(len(turns) > 1, r.out)
    expect(r.out.count('Hand ') >= 1, r.out)
    for turn in turns:
        expect(turn.count('Hand ') <= 1, 'two hands at once:', turn)


def test_a_scenario_is_opened():
    path = file('open.scn', 'scenario  Two meet\ngame      blank\n'
                            'given     Ash a1: Brakka\n          Bel c3: Pip\n'
                            '          Ash hand: Lunge, Jab\n          Bel hand: Jab\n')
    save = WORK / 'from-scenario.replay'
    r = run('play', '--from', path, says=f'0\n1\n1\nsave {save}\nquit\n')
    expect_status(r, 0)
    expect_says(r.out, 'Two meet', 'Brakka', 'Saved')
    expect(r.out.count('Question: ') > 2, 'not asked:', r.out)
    expect_status(run('verify', save), 0)
    expect_status(run('play', '--from', path, '--mode', 'duel'), 2)
    r = run('play', '--from', file('typo.scn', 'scenario Typo\ngame blank\ngiven Ash a1: Brakkka\n'))
    expect_status(r, 1)
    expect_says(r.err, 'typo.scn:3:')


# --- replays --------------------------------------------------------------------------------------

def saved(name='saved.replay', says=answers(800)):
    path = WORK / name
    r = play(says=says + f'save {path}\nquit\n', seed=5)
    expect_says(r.out, 'Saved')
    return path


def test_a_saved_match_verifies_and_replays():
    path = saved()
    r = run('verify', path, path)
    expect_status(r, 0)
    expect(r.out.count('fine') == 2, r.out)
    r = run('replay', path)
    expect_status(r, 0)
    expect_says(r.out, '1. ', 'Result: ')
    expect_narrow(r.out)
    expect_plain(r.out)
    moves = run('replay', path, '--moves').out
    expect(len(moves.split('\n')) < len(r.out.split('\n')), 'no shorter')
    expect_says(run('replay', path, '--to', 5, '--moves').out, '\n6. ')
    expect('\n5. ' not in run('replay', path, '--to', 5, '--moves').out, 'begins too early')
    steps = run('replay', path, '--step', says='\n2\nb 2\nback\nx\n1\nq\n').out
    expect_says(steps, '3. ', 'Enter, a number', 'After move 1:', 'After move 0:', 'Say a number')
    expect(steps.count('\n1. ') == 2, steps)
    expect_says(run('replay', path, '--step', says='999\n\n').out, 'Result: ')
    expect_status(run('replay', path, '--to', 99999), 2)
    expect_status(run('replay', path, '--seat', 3), 2)


def test_the_seal_can_be_checked_by_others():
    # As docs/replays.md describes it.
    data = saved().read_bytes()
    title, *lines, seal = data.split(b'\n')[:-1]
    chain = hashlib.sha256(title + b'\n').digest()
    for line in lines:
        chain = hashlib.sha256(chain + line[9:] + b'\n').digest()
        expect(line[:9] == chain.hex()[:8].encode() + b' ', line)
    above = data[:data.rfind(b'seal ')]
    expect(seal == b'seal ' + hashlib.sha256(above).hexdigest().encode(), seal)


def test_a_saved_match_goes_on():
    path = saved(says='no guard\n1\n')
    r = run('play', '--from', path, says='log 100\n' + answers(800))
    expect_status(r, 0)
    expect_says(r.out, 'saved.replay, after move', 'you revealed', 'The match is over')
    expect_narrow(r.out)
    expect_status(run('play', '--from', path, '--title', 'x'), 2)
    expect_status(run('play', '--from', file('half.replay', path.read_text()[:900])), 1)


def test_an_altered_replay_is_named_with_its_line():
    path = saved()
    lines = path.read_text(encoding='utf-8').split('\n')
    at = next(i for i, line in enumerate(lines) if ' move 3 ' in line)
    lines[at] = lines[at].replace('move 3', 'move 4')
    bad = file('altered.replay', '\n'.join(lines))
    for command in ('verify', 'replay'):
        r = run(command, bad)
        expect_status(r, 1)
        expect_says(r.err, f'altered.replay:{at + 1}:', 'altered')
        expect(r.out == '', r.out)


def test_a_truncated_replay_is_refused():
    text = saved().read_text(encoding='utf-8')
    for size in (0, 5, 100, len(text) // 2, len(text) - 70, len(text) - 2):
        r = run('verify', file('cut.replay', text[:size]))
        expect_status(r, 1)
        expect_says(r.err, 'empty' if size == 0 else 'truncated')
    r = run('verify', file('more.replay', text + 'more'))
    expect_status(r, 1)
    expect_says(r.err, 'added after the seal')
    r = run('verify', file('poem.replay', 'Roses are red\n'))
    expect_status(r, 1)
    expect_says(r.err, 'poem.replay:1:', 'pentacle replay 1')


def test_save_does_not_destroy_other_files():
    path = file('poem.txt', 'Roses are red\n')
    r = play(says=f'save {path}\nsave /nowhere/x\n')
    expect_says(r.out, 'Not saved', 'not a replay')
    expect(r.out.count('Not saved') == 2, r.out)
    expect(path.read_text() == 'Roses are red\n', 'the poem is gone')


# --- the library's example ------------------------------------------------------------------------

def test_the_example_of_the_library_plays_to_the_end():
    for words in ((), ('blank', '7')):
        done = subprocess.run([RANDOM_GAME, *words], capture_output=True, text=True, check=False)
        expect(done.returncode == 0, done.stderr)
        expect(re.search(r'is over because of [A-Z]+-.*\(position [0-9a-f]{16}\)\n$', done.stdout),
               done.stdout)
    done = subprocess.run([RANDOM_GAME, 'chess'], capture_output=True, text=True, check=False)
    expect(done.returncode == 1 and 'chess' in done.stderr, done.stderr)


# --- on a terminal --------------------------------------------------------------------------------

class Terminal:
    """The program on a terminal of 80 by 24."""

    def __init__(self, *words, term='xterm-256color', no_colour=False, rows=24):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM=term, LC_ALL='C.UTF-8', HOME=str(WORK), LSAN_OPTIONS=LEAKS)
            os.environ.pop('NO_COLOR', None)
            if no_colour:
                os.environ['NO_COLOR'] = '1'
            os.chdir(WORK)  # a match that is broken off is kept where it was played
            time.sleep(0.05)  # until the size is set
            os.execv(PENTACLE, [PENTACLE, *map(str, words)])
        ioctl(self.fd, termios.TIOCSWINSZ, struct.pack('HHHH', rows, 80, 0, 0))
        self.text = ''

    def read_until(self, *ends):
        """What is shown until one of the ends stands last."""
        start, late = len(self.text), time.monotonic() + WAIT
        while True:
            shown = self.text[start:]
            if any(plain(shown).rstrip('\r').endswith(e) for e in ends):
                return shown
            ready, _, _ = select.select([self.fd], [], [], max(0, late - time.monotonic()))
            if not ready:
                raise AssertionError(f'{ends} does not come:\n{shown[-1500:]}')
            try:
                self.text += os.read(self.fd, 65536).decode('utf-8', 'replace')
            except OSError:
                raise AssertionError(f'ended before {ends}:\n{shown[-1500:]}') from None

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def quit(self, keys='quit\n'):
        time.sleep(0.2)  # an end of input typed before the line editor listens is lost
        self.type(keys)
        status = self.close()
        expect(status == 0, f'status {status}:', self.text[-500:])

    def close(self):
        """Exit status after everything was read."""
        late = time.monotonic() + WAIT
        while time.monotonic() < late:
            try:
                if select.select([self.fd], [], [], 0.1)[0]:
                    self.text += os.read(self.fd, 65536).decode('utf-8', 'replace')
            except OSError:
                break
        os.close(self.fd)
        for _ in range(100):
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.05)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        raise AssertionError('does not end')


def plain(text):
    return re.sub(r'\033\[[0-9;?]*[A-Za-z]', '', text)


def test_colours_only_where_they_are_wanted():
    for more in ({'no_colour': True}, {'term': 'dumb'}):
        t = Terminal('play', 'blank', '--plain', '--seed', 1, '--deck', 'brawler', **more)
        shown = t.read_until('Ash> ')
        expect('\033[1m' not in shown and '\033[3' not in shown, repr(shown))
        t.quit()


def test_tab_completes():
    t = Terminal('play', 'blank', '--plain', '--seed', 1, '--deck', 'brawler')
    t.read_until('Ash> ')
    t.type('no\t\n')
    expect_says(plain(t.read_until('Ash> ')), 'which cards do you lay')
    t.type('card he\t\n')
    expect_says(plain(t.read_until('Ash> ')), 'Heavy Blow', 'speed')
    t.type('pick L\x7flun\t\n')  # a line can be edited
    expect_says(plain(t.read_until('Ash> ')), '1 picked, 1 to 2')
    t.quit('\x04')  # Ctrl-D: the end


def test_wide_characters_can_be_typed():
    t = Terminal('play', 'blank', '--plain', '--seed', 1, '--deck', 'brawler')
    t.read_until('Ash> ')
    t.type('card 漢字é\x7f\n')
    expect_says(plain(t.read_until('Ash> ')), 'no card "漢字"')
    t.quit()


def test_people_do_not_see_each_other_s_screens():
    t = Terminal('play', 'blank', '--plain', '--seed', 1, '--deck', 'brawler', '--vs', 'human', '--ask-all')
    t.read_until('Ash> ')
    t.type('no guard\n')
    shown = t.read_until('take the keyboard and press Enter. ')
    expect('\033[2J' in shown, 'the screen is not cleared')
    expect_says(plain(shown), 'Bel, take the keyboard')
    expect('Hand ' not in plain(shown[shown.rfind('\033[2J'):]), 'a hand is in sight')
    t.type('\n')
    expect('\033[2J' in t.read_until('Bel> '), 'the screen is not cleared')
    t.quit()


def test_ctrl_c_keeps_the_match():
    for number, more in enumerate((['--plain'], [])):
        seed, deck = 77000 + number, BLANK / 'decks' / 'brawler.deck'
        kept = WORK / f'blank-{seed}.replay'
        t = Terminal('play', 'blank', '--seed', seed, '--deck', deck, *more)
        t.read_until('Ash> ') if more else time.sleep(2)
        t.type('no guard\n')
        time.sleep(1)
        try:
            t.quit('\x03')
            expect_says(plain(t.text), f'pentacle play --from {kept.name}')
            expect_status(run('verify', kept), 0)
        finally:
            kept.unlink(missing_ok=True)


class TlsProxy:
    """What hosts put before a server: TLS outside, plain bytes inside."""

    def __init__(self, port):
        self.inner = port
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(CERTIFICATE, CERTIFICATE.with_suffix('.key'))
        self.door = socket.create_server(('127.0.0.1', 0))
        self.port = self.door.getsockname()[1]
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            try:
                line, _ = self.door.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(line,), daemon=True).start()

    def serve(self, line):
        try:
            with self.context.wrap_socket(line, server_side=True) as outside, \
                    socket.create_connection(('127.0.0.1', self.inner)) as inside:
                outside.settimeout(0.05)
                inside.settimeout(0.05)
                while self.pass_on(outside, inside) and self.pass_on(inside, outside):
                    pass
        except OSError:
            pass

    @staticmethod
    def pass_on(one, other):
        try:
            said = one.recv(65536)
        except TimeoutError:
            return True
        other.sendall(said)
        return bool(said)


CERTIFICATE = ROOT / 'tests' / 'data' / 'tls' / 'localhost.pem'


def test_a_server_behind_tls():
    words = [PENTACLE, 'serve', '--port', '0', '--data', str(WORK / 'tls.data')]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            proxy = TlsProxy(int(server.stdout.readline().rsplit(':', 1)[1]))
            asked = ('play', 'blank', '--vs', 'random', '--deck', 'Brawler', '--server')
            r = run(*asked, f'https://localhost:{proxy.port}', says='quit\n', SSL_CERT_FILE=str(CERTIFICATE), HOME=str(WORK))
            expect_status(r, 0)
            expect_says(r.out, 'random bot')
            for address, trusted, said in (('localhost', '/dev/null', 'not to be trusted'), ('127.0.0.1', CERTIFICATE, 'not match')):
                r = run(*asked, f'https://{address}:{proxy.port}', SSL_CERT_FILE=str(trusted), HOME=str(WORK))
                expect_status(r, 1)
                expect_says(r.err, 'certificate', said)
            r = run(*asked, f'https://localhost:{proxy.inner}', SSL_CERT_FILE=str(CERTIFICATE), HOME=str(WORK))
            expect_status(r, 1)
            expect_says(r.err, 'no TLS')
            proxy.door.close()
        finally:
            server.terminate()


def test_a_terminal_without_codes_hides_by_scrolling():
    t = Terminal('play', 'blank', '--plain', '--seed', 1, '--deck', 'brawler', '--vs', 'human', '--ask-all',
                 term='dumb')
    t.read_until('Ash> ')
    t.type('no guard\n')
    shown = t.read_until('take the keyboard and press Enter. ')
    expect_plain(shown)
    expect(shown.count('\n') >= 24, 'what was there is still in sight')
    t.type('\n')
    t.read_until('Bel> ')
    t.quit('\x04')


def main():
    words, passed, failed = sys.argv[4:], 0, 0
    for name, test in list(globals().items()):
        if not name.startswith('test_') or words and not any(word in name for word in words):
            continue
        try:
            test()
            passed += 1
        except (AssertionError, subprocess.TimeoutExpired, OSError) as error:
            failed += 1
            print(f'{name[5:].replace("_", " ")}:\n  ' + str(error).replace('\n', '\n  '))
    print(f'{passed} passed, {failed} failed')
    subprocess.run(['rm', '-rf', str(WORK)], check=False)
    sys.exit(1 if failed else 0)


main()
