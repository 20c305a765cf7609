// engine_test - the engine as WebAssembly says the same as the engine itself: every reply, and so the
// hash of the position after every choice, of many random matches of a game.
//
//     node tests/engine_test.mjs ENGINE_PIPE MODULE.wasm GAME [MATCHES]
//
// ENGINE_GAMES in the environment is another number of matches. Closes with "N passed, N failed".
import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const [pipe, path, game, count] = process.argv.slice(2);
const MATCHES = Number(process.env.ENGINE_GAMES ?? count ?? 5);
const CHOICES_MAX = 3000;

// --- the two -------------------------------------------------------------------------------------

async function loadModule() {
    let of;
    const bytes = (at, size) => new Uint8Array(of.memory.buffer, at, size);
    const view = () => new DataView(of.memory.buffer);
    const { instance } = await WebAssembly.instantiate(readFileSync(path), {
        page: {
            sha256: (at, size, out) => bytes(out, 32).set(createHash("sha256").update(bytes(at, size)).digest()),
        },
        wasi_snapshot_preview1: {
            clock_time_get: (_clock, _precision, out) => (view().setBigUint64(out, process.hrtime.bigint(), true), 0),
            fd_write: (_fd, list, n, written) => {
                let sum = 0;
                for (let i = 0; i < n; i++) {
                    const at = view().getUint32(list + 8 * i, true), size = view().getUint32(list + 8 * i + 4, true);
                    process.stderr.write(bytes(at, size).slice());
                    sum += size;
                }
                view().setUint32(written, sum, true);
                return 0;
            },
            fd_close: () => 52,
            fd_seek: () => 52,
        },
    });
    of = instance.exports;
    of._initialize();
    return (request) => {
        const at = of.request(request.length);
        bytes(at, request.length).set(request);
        const reply = of.call(request.length);
        return Buffer.from(bytes(reply, of.reply_size()).slice());
    };
}

function startPipe() {
    const child = spawn(pipe, { stdio: ["pipe", "pipe", "inherit"] });
    const waiting = [];
    let got = Buffer.alloc(0);
    child.stdout.on("data", (more) => {
        got = Buffer.concat([got, more]);
        for (;;) {
            const end = got.indexOf("\n");
            const size = end < 0 ? 0 : Number(got.subarray(0, end));
            if (end < 0 || got.length < end + 1 + size) return;
            waiting.shift()(got.subarray(end + 1, end + 1 + size));
            got = got.subarray(end + 1 + size);
        }
    });
    child.on("exit", (status) => waiting.splice(0).forEach((f) => f(Buffer.from(`gone: ${status}`))));
    const call = (request) =>
        new Promise((done) => {
            waiting.push(done);
            child.stdin.write(`${request.length}\n`);
            child.stdin.write(request);
        });
    return { call, end: () => child.stdin.end() };
}

const wasm = await loadModule();
const native = startPipe();
let replies = 0;

// What both of them say.
async function both(...words) {
    const request = Buffer.from(words.join("\0"));
    const there = native.call(request);
    const here = wasm(request);
    const other = await there;
    replies++;
    if (here.equals(other)) return JSON.parse(here.toString());
    throw new Error(`${words.join(" ").slice(0, 200)}\n  wasm   ${here}\n  native ${other}`);
}

async function fine(...words) {
    const reply = await both(...words);
    if (reply.error) throw new Error(`${words.join(" ").slice(0, 200)}: ${reply.error.text}`);
    return reply;
}

// --- tests ---------------------------------------------------------------------------------------

// A generator of its own, so that the same matches are played every time.
let state = 1n;
function random(below) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((state >> 33n) % BigInt(below));
}

async function playOne(box, data, number) {
    const mode = data.modes[number % data.modes.length];
    const seats = mode.seats[0] + random(mode.seats[1] - mode.seats[0] + 1);
    const { match } = await fine("start", box, mode.name, seats, number, "");
    for (let step = 0; step < CHOICES_MAX; step++) {
        const whole = step % 20 === 0; // everything that a table shows, now and then
        const { view, owed, move } = await fine("state", match, "spectator", whole ? 0 : 999999);
        if (move !== step) throw new Error(`move ${move} instead of ${step}`);
        if (view.over) break;
        const { seat } = owed[random(owed.length)];
        if (whole) {
            const own = await fine("state", match, seat, 0);
            const part = own.owed.find((o) => o.seat === seat).parts.find((p) => p.card !== undefined);
            if (part) await fine("why-card", match, seat, part.card);
        }
        const { choice } = await fine("bot", match, seat, "random", number * 10000 + step);
        await fine("choose", match, seat, choice);
        await fine("hash", match);
    }
    const { record } = await fine("record", match);
    if (number % 5 === 0) {
        const { moves } = await fine("verify", record);
        const again = await fine("replay", record);
        await fine("go", again.match, Math.floor(moves / 2));
        await fine("state", again.match, 0, 0);
        await fine("state", again.match, "all", 0);
        await fine("go", again.match, Math.floor(moves / 4));
        await fine("hash", again.match);
        await fine("free", again.match);
        const spoiled = record.replace(/^(.{8} )move 1 /m, "$1move 2 ");
        if (!(await both("verify", spoiled)).error) throw new Error("a spoiled record was taken");
    }
    await fine("free", match);
}

async function matches() {
    const { box } = await fine("open", game);
    const { data } = await fine("data", box, "game");
    await fine("data", box, "rules");
    await fine("data", box, "scenarios");
    for (let i = 0; i < MATCHES; i++) await playOne(box, data, i);
    await fine("close", box);
}

async function bots() {
    const { box } = await fine("open", game);
    const { match } = await fine("start", box, "", 0, 7, "");
    const { owed } = await fine("state", match, "spectator", 0);
    for (const bot of ["greedy", "novice"]) await fine("bot", match, owed[0].seat, bot, 3);
    const { choices } = await fine("hint", match, owed[0].seat, 50, 0, 3);
    if (!choices.length || !(choices[0].chance >= 0 && choices[0].chance <= 1)) throw new Error("no hint");
    const judged = await fine("judge", match, owed[0].seat, 0, 50, 3);
    if (!(judged.chance >= 0 && judged.best.chance <= 1 && judged.best.words)) throw new Error("no judgement");
    await fine("concede", match, 0);
    await both("undo", match, 0);
    await both("back", match, 0);
    await fine("free", match);
}

// Words that no page would say: an error each, the same on both sides, and life goes on.
async function nonsense() {
    const words = ["", "0", "1", "2", "-1", "99999999999999999999", game, "chess", "spectator", "x".repeat(5000), "ü\u{1F600}",
        "decks/", "Ash", "pass", "\n", "then\n", "Name\n  Unit\n", "scenario x\ngiven y\n", "pentacle replay 1\n", "turns=5,"];
    const calls = ["open", "close", "data", "card", "lint", "deck", "start", "arrange", "replay", "verify", "check",
        "holds", "free", "go", "state", "choose", "say", "undo", "back", "concede", "why", "why-card", "hint", "judge", "bot",
        "record", "hash", "fly", ""];
    for (let i = 0; i < 2000; i++) {
        const said = [calls[random(calls.length)]];
        for (let n = random(8); n > 0; n--) said.push(words[random(words.length)]);
        if (said[0] === "hint") said[3] = "5"; // not a million tries
        if (said[0] === "judge") said[4] = "5";
        await both(...said);
    }
    await both(...Array(60).fill("x"));
}

let failed = 0;
const tests = [matches, bots, nonsense];
for (const test of tests) {
    const begin = Date.now();
    try {
        await test();
        console.log(`${game}: ${test.name}, ${replies} replies so far, ${Date.now() - begin} ms`);
    } catch (e) {
        console.log(`${game}: ${test.name}: ${e.message}`);
        failed++;
    }
}
native.end();
console.log(`${tests.length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
