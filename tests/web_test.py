#!/usr/bin/env python3
"""web_test - the page's own tests: its types, and its units with the real engine of each game.

    tests/web_test.py ROOT MODULES

MODULES is the folder of the engines (web/engine/ of a build). Closes with "N passed, N failed".
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT, MODULES = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
WEB = ROOT / 'web'
SECONDS = 500


def node():
    """The one that builds the page."""
    done = subprocess.run([ROOT / 'tools/web.py', 'node'], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def run(*words, **more):
    return subprocess.run([node(), *words], cwd=WEB, capture_output=True, text=True, timeout=SECONDS, check=False, **more)


def units():
    """(passed, failed)"""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / 'report.json'
        done = run('node_modules/vitest/vitest.mjs', 'run', '--reporter=json', f'--outputFile={report}',
                   env=dict(os.environ, PENTACLE_WASM=str(MODULES), PENTACLE_ROOT=str(ROOT)))
        if not report.exists():
            print(done.stdout, done.stderr)
            return 0, 1
        told = json.loads(report.read_text(encoding='utf-8'))
    for file in told['testResults']:
        if file['status'] != 'passed' and not file['assertionResults']:
            print(f'{file["name"]}: {file["message"]}')
            told['numFailedTests'] += 1
        for one in file['assertionResults']:
            if one['status'] == 'failed':
                print(f'{file["name"]}: {one["fullName"]}\n' + '\n'.join(one['failureMessages']))
    return told['numPassedTests'], told['numFailedTests']


def types():
    done = run('node_modules/typescript/bin/tsc', '--noEmit')
    if done.returncode:
        print(done.stdout)
    return done.returncode == 0


READS = '''
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const read = new Set();
for (const name of ["readFileSync", "readdirSync"]) {
    const real = fs[name];
    fs[name] = (path, ...more) => (read.add(String(path)), real(path, ...more));
}
syncBuiltinESMExports();
const { art } = await import("./tools/art.mjs");
art().generateBundle.call({ emitFile() {} });
console.log([...read].join("\\n"));
'''


def pictures_follow_cards():
    """Each file and folder that the pictures are made from makes another build of the page."""
    listed = subprocess.run([ROOT / 'tools/web.py', 'inputs', WEB], capture_output=True, text=True, check=True).stdout
    known = {str(Path(path)) for path in listed.splitlines()}
    done = run('--input-type=module', '--eval', READS)
    read = [str(Path(path)) for path in done.stdout.splitlines() if 'node_modules' not in path]
    forgotten = [path for path in [*read, str(WEB / 'tools/art.mjs')] if path not in known]
    for path in forgotten:
        print(f'{path}: the pictures are made from it, but a change of it does not make the page anew')
    if not any('/cards/' in path for path in read):
        print(done.stderr, 'nothing was read')
        return False
    return not forgotten


def main():
    passed, failed = units()
    for fine in (types(), pictures_follow_cards()):
        passed, failed = passed + fine, failed + (not fine)
    print(f'{passed} passed, {failed} failed')
    sys.exit(1 if failed else 0)


main()
