#!/usr/bin/env python3
"""manual.py - the manual page pentacle(1), made of what the program says to --help.

    tools/manual.py PROGRAM PAGE.1 VERSION
"""
import re
import subprocess
import sys
from pathlib import Path

TITLE = re.compile(r'^  (\S.*?)(?:  +(\S.*))?$')


def roff(text):
    text = text.replace('\\', '\\e').replace('-', '\\-')
    return re.sub(r"^([.'])", r'\\&\1', text, flags=re.M)


def words_of(program, *command):
    done = subprocess.run([program, *command, '--help'], stdin=subprocess.DEVNULL, capture_output=True,
                          encoding='utf-8', check=True)
    return done.stdout.rstrip().split('\n')


def rows(lines):
    """Rows of a table with an indented second column: (what, its words)."""
    found = []
    for line in lines:
        title = TITLE.match(line) if not line.startswith('   ') else None
        if title:
            found.append((title.group(1), title.group(2) or ''))
        elif line.strip() and found:
            found[-1] = (found[-1][0], f'{found[-1][1]} {line.strip()}'.strip())
    return found


def list_of(pairs):
    return ''.join(f'.TP\n.B {roff(what)}\n{roff(words)}\n' for what, words in pairs)


def paragraphs(lines):
    return [roff(' '.join(piece.split())) for piece in '\n'.join(lines).split('\n\n') if piece.strip()]


def section(program, name):
    lines = words_of(program, name)
    options = lines.index('Options:')
    return (f'.SS "{roff(lines[0])}"\n' + '\n.PP\n'.join(paragraphs(lines[1:options])) + '\n' +
            list_of(rows(lines[options + 1:])))


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    program, page, version = sys.argv[1:]
    lines = words_of(program)
    begin = lines.index('Commands:')
    end = next(i for i in range(begin, len(lines)) if not lines[i].strip())
    commands = rows(lines[begin + 1:end])
    about = ' '.join(lines[2:begin]).strip().rstrip('.')
    Path(page).write_text(
        f'.TH PENTACLE 1 "" "Pentacle {version}" "Games"\n.SH NAME\npentacle \\- {roff(about[0].lower() + about[1:])}\n'
        '.SH SYNOPSIS\n.B pentacle\n.I COMMAND\n[\\fIWORDS\\fR] [\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n'
        f'{roff(about)}.\nThe commands, and below what each of them takes:\n{list_of(commands)}.SH COMMANDS\n' +
        ''.join(section(program, name) for name, _ in commands), encoding='utf-8')


main()
