#!/usr/bin/env python3
"""version.py - which Pentacle this is: "0.1.0", and the commit where that is known.

    tools/version.py ROOT VERSION

A release (tools/release.py) brings its own word along.
"""
import subprocess
import sys
from pathlib import Path


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    root, version = Path(sys.argv[1]), sys.argv[2]
    made = root / 'made/version'
    commit = ''
    if made.exists():
        version = made.read_text(encoding='utf-8').strip()
    elif (root / '.git').exists():
        try:
            commit = subprocess.run(['git', '-C', root, 'log', '-1', '--format=, commit %h of %cs'], capture_output=True,
                                    text=True, check=False).stdout.strip()
        except OSError:
            pass
    print(f'{version}{commit}')


main()
