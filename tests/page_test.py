#!/usr/bin/env python3
"""page_test - what `pentacle serve` hands out to browsers: the page, its engine, the games as data.

    tests/page_test.py PENTACLE

Each function below named test_... is one test; the last line is "N passed, N failed".
"""
import gzip
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

PENTACLE = sys.argv[1]
GAMES = ['oversoul', 'eternity', 'voidbreakers', 'monad', 'despaira', 'blank']
PORT = None
POLICY = ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "connect-src 'self'",
          "worker-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"]


def get(path, method='GET', body=None, **headers):
    """Status, headers, body as bytes."""
    link = http.client.HTTPConnection('127.0.0.1', PORT, timeout=10)
    link.request(method, path, body, {name.replace('_', '-'): value for name, value in headers.items()})
    answer = link.getresponse()
    content = answer.read()
    link.close()
    return answer.status, answer.headers, content


def raw(request):
    """The first line of the answer to bytes that no library would send."""
    with socket.create_connection(('127.0.0.1', PORT), timeout=10) as line:
        line.sendall(request)
        return line.makefile('rb').readline().decode()


def data(path):
    status, headers, content = get('/data/' + path)
    assert status == 200, (path, status)
    assert headers['Content-Type'] == 'application/json', path
    return json.loads(content)


def test_the_list_of_games():
    told = data('games.json')
    assert [game['game'] for game in told['games']] == GAMES
    for game in told['games']:
        assert len(game['about']) == 2 and all(20 < len(line) < 140 for line in game['about']), game['about']
        assert game['modes'] and game['decks'][0]['name'] and 'about' in game['decks'][0]
    assert {'random', 'expert'} <= {bot['name'] for bot in told['bots']}


def test_every_card_can_be_drawn():
    for game in GAMES:
        told = data(game + '.json')
        assert told['layout']['game'] == game and told['zones'] and told['prefix']
        assert [card['card'] for card in told['cards']] == list(range(len(told['cards'])))
        for card in told['cards']:
            assert card['name'] and card['line'].startswith(card['kind']), card
            assert isinstance(card['text'], list) and all(isinstance(line, str) and line for line in card['text'])
            assert card['section'] in [None, 'main', *told['deck_sections']], card
            assert all(isinstance(value, int) for value in card['stats'].values()), card
            assert set(card['stats']) <= set(card['fields']), card
        names = {card['name'] for card in told['cards']}
        for deck in told['decks']:
            assert deck['name'] and any(name in deck['text'] for name in names)


def test_every_rule_has_a_chapter():
    for game in GAMES:
        prefix, rules = data(game + '.json')['prefix'], data(game + '/rules.json')['rules']
        assert len(rules) > 20
        for rule in rules:
            assert rule['id'].startswith(prefix + '-') and rule['chapter'] and rule['text'], rule
        told = data(game + '/scenarios.json')
        for kind in ('lessons', 'puzzles'):
            for one in told[kind]:
                assert one['name'] and one['title'] and one['title'] in one['text'], one['name']


def has_page():
    return b'<div id="app">' in get('/')[2]


def test_types_and_packing():
    paths = ['/data/games.json', '/data/blank.json', '/']
    types = {'.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml',
             '.webmanifest': 'application/manifest+json'}
    if has_page():
        page = get('/')[2].decode()
        assert not re.search(r'<script(?![^>]*src=)|<style|\sstyle=|\son\w+=', page), 'something inline'
        assert not re.search(r'(src|href)="(https?:)?//', page), 'something from outside'
        paths += ['/' + path.lstrip('./') for path in re.findall(r'(?:src|href)="([^"]+)"', page)]
    if get('/data/blank/engine.wasm')[0] == 200:
        paths += [f'/data/{game}/engine.wasm' for game in GAMES]
        types['.wasm'] = 'application/wasm'
    for path in paths:
        status, headers, plain = get(path)
        assert status == 200 and 'Content-Encoding' not in headers, path
        wanted = types.get(Path(path).suffix, 'text/html; charset=utf-8' if path == '/' else 'application/json')
        assert headers['Content-Type'] == wanted, (path, headers['Content-Type'])
        if path == '/' and not has_page():
            continue
        status, headers, packed = get(path, Accept_Encoding='br, gzip;q=0.8')
        assert headers['Content-Encoding'] == 'gzip' and headers['Vary'] == 'Accept-Encoding', path
        assert len(packed) < len(plain) and gzip.decompress(packed) == plain, path
        for refused in ('gzip;q=0', 'gzip; q=0.000', 'br', 'xgzip', ''):
            assert get(path, Accept_Encoding=refused)[2] == plain, (path, refused)
        if path.endswith('.wasm'):
            assert plain[:4] == b'\0asm', path


def test_caching():
    paths = ['/data/games.json'] + (['/'] if has_page() else [])
    for path in paths:
        status, headers, content = get(path)
        assert headers['Cache-Control'] == 'no-cache', path
        tag = headers['ETag']
        for same in (tag, tag.removeprefix('W/'), f'"x", {tag}', '*'):
            status, headers, nothing = get(path, If_None_Match=same)
            assert status == 304 and not nothing and headers['ETag'] == tag, (path, same)
            assert "default-src 'none'" in headers['Content-Security-Policy']
        for other in ('"x"', tag[:-2] + '"', ''):
            assert get(path, If_None_Match=other)[2] == content, (path, other)
    if has_page():
        script = re.search(r'src="\./(assets/[^"]+\.js)"', get('/')[2].decode()).group(1)
        assert 'immutable' in get('/' + script)[1]['Cache-Control']
    assert get('/metrics')[1]['Cache-Control'] == 'no-store'


def test_every_answer_has_its_headers():
    for path in ('/', '/data/games.json', '/data/blank/engine.wasm', '/nothing', '/healthz'):
        headers = get(path)[1]
        for part in POLICY:
            assert part in headers['Content-Security-Policy'], (path, part)
        assert 'unsafe-inline' not in headers['Content-Security-Policy']
        assert headers['X-Content-Type-Options'] == 'nosniff'
        assert headers['Referrer-Policy'] == 'no-referrer'
        assert headers['Cross-Origin-Opener-Policy'] == 'same-origin'
        assert headers['Cross-Origin-Resource-Policy'] == 'same-origin'


def test_wrong_methods():
    for path in ('/', '/data/games.json'):
        assert get(path, 'POST', 'x')[0] == 413
        for method in ('POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'):
            assert get(path, method)[0] == 405, (path, method)
        status, headers, nothing = get(path, 'HEAD')
        assert status == 200 and not nothing and int(headers['Content-Length']) > 100
        assert get(path, Transfer_Encoding='chunked')[0] == 400


def test_only_what_is_there_is_handed_out():
    tricks = ['/../pentacle.data', '/data/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/data//games.json',
              '/data/games.json/', '/data/blank', '/data/', '/data/chess.json', '/assets/', '/./', '//', '/index.html/x',
              '/data/blank/../blank.json', '/DATA/games.json', '/data/games.json~', '/data\\games.json', '/.git/config',
              '/data/blank/engine.wasm.p', '/' + 'a' * 4000]
    for path in tricks:
        line = raw(f'GET {path} HTTP/1.1\r\nHost: x\r\n\r\n'.encode())
        assert line.split()[1] in ('404', '400'), (path, line)
    assert raw(b'GET /data/games.json?x=/../y HTTP/1.1\r\nHost: x\r\n\r\n').split()[1] == '200'
    assert raw(b'GET /' + b'a' * 40000 + b' HTTP/1.1\r\nHost: x\r\n\r\n').split()[1] in ('414', '431', '400')


def test_a_busy_port():
    command = [PENTACLE, 'serve', '--port', str(PORT), '--data', tempfile.mkdtemp() + '/data']
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and f'port {PORT} already' in done.stderr and '--port' in done.stderr, done
    with subprocess.Popen([*command, '--nearby'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as other:
        line = other.stdout.readline()
        other.send_signal(signal.SIGTERM)
    assert PORT < int(line.rsplit(':', 1)[1]) <= PORT + 20, line


def main():
    global PORT  # noqa: PLW0603
    results = []
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
            [PENTACLE, 'serve', '--port', '0', '--data', folder + '/data'], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True) as server:
        PORT = int(server.stdout.readline().rsplit(':', 1)[1])
        for name, test in list(globals().items()):
            if not name.startswith('test_'):
                continue
            try:
                test()
                results.append(True)
            except Exception:  # noqa: BLE001
                print(f'{name}:\n{traceback.format_exc()}', flush=True)
                results.append(False)
        server.send_signal(signal.SIGTERM)
        results.append(server.wait(20) == 0)
    print(f'{sum(results)} passed, {len(results) - sum(results)} failed')
    sys.exit(0 if all(results) else 1)


main()
