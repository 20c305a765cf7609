#!/usr/bin/env python3
"""release.py - a tarball with the page built, for those who have no node and no clang.

    tools/release.py BUILD             makes BUILD/meson-dist/pentacle-VERSION.tar.gz of the last commit
    tools/release.py collect           what `meson dist` calls to add the folder made/

made/ holds what BUILD has made of the page (made/page/), of the engine for it (made/page/data/GAME/engine.wasm)
and of the page of reports; where it is there, web/meson.build and tools/page.py take it instead of building.
made/sources says what it was made of, so that a change of a card in an unpacked tarball is noticed.
"""
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ('base', 'bots', 'cardtext', 'engine', 'games', 'match', 'sim/report', 'web')
README = """What Pentacle's page was built to when this tarball was made. If you change cards, rules or the page, remove
this folder: `make play` then builds it anew, which wants node and clang (tools/setup gets them on Debian).
"""


def sources(root):
    """The files that made/ is made of."""
    for folder in FOLDERS:
        for path, folders, names in os.walk(root / folder):
            folders[:] = sorted(set(folders) - {'node_modules', 'dist', 'tests', '__pycache__'})
            yield from (Path(path, name) for name in sorted(names) if name != 'README.md' and not name.endswith('.swp'))


def hash_of_sources(root):
    whole = hashlib.sha256()
    for path in sources(root):
        whole.update(f'{path.relative_to(root).as_posix()}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n'.encode())
    return whole.hexdigest()


def collect():
    build, root = Path(os.environ['MESON_BUILD_ROOT']), Path(os.environ['MESON_DIST_ROOT'])
    made = root / 'made'
    shutil.copytree(build / 'web/dist', made / 'page')
    modules = sorted(build.glob('web/engine/*.wasm'))
    for module in modules:
        folder = made / 'page/data' / module.stem
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(module, folder / 'engine.wasm')
    shutil.copy(build / 'sim/report_page.html', made / 'report_page.html')
    (made / 'README').write_text(README, encoding='utf-8')
    version = json.loads(run('meson', 'introspect', str(build), '--projectinfo'))['version']
    when = run('git', 'log', '-1', '--format=%ct').strip()
    stamp = time.strftime('%Y%m%d.%H%M%S', time.gmtime(int(when)))
    (made / 'version').write_text(f'{version}+git{stamp}\n', encoding='utf-8')
    (made / 'time').write_text(when + '\n', encoding='utf-8')
    (made / 'sources').write_text(hash_of_sources(root) + '\n', encoding='utf-8')


def run(*command):
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding='utf-8', errors='replace', check=False)
    if done.returncode != 0:
        sys.exit(f'tools/release.py: {" ".join(command)}\n{done.stdout.rstrip()}')
    return done.stdout


def make(build):
    if not (ROOT / '.git').exists():
        sys.exit('tools/release.py: a release is made of a commit, and this is not a git checkout')
    if run('git', 'status', '--porcelain', '--untracked-files=no'):
        sys.exit('tools/release.py: there are changes that are not committed, and a release is made of a commit')
    if not (ROOT / build / 'web/page.stamp').exists() or not (ROOT / build / 'web/engine/engine.a').exists():
        sys.exit(f'tools/release.py: {build} has no page; tools/setup says why')
    version = json.loads(run('meson', 'introspect', build, '--projectinfo'))['version']
    shutil.rmtree(ROOT / build / 'meson-dist', ignore_errors=True)
    run('meson', 'dist', '-C', build, '--no-tests', '--formats', 'gztar')
    tarball = f'{build}/meson-dist/pentacle-{version}.tar.gz'
    print(f'{tarball}, {(ROOT / tarball).stat().st_size / 1e6:.1f} MB')


def main():
    if sys.argv[1:] == ['collect']:
        collect()
    elif len(sys.argv) == 2:
        make(sys.argv[1])
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main()
