// Matches in the browser, with the real engine and a worker that is none. PENTACLE_WASM names the
// folder of the modules.
// @ts-expect-error node is there only for tests
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { checkDeck, checkScenario, lint, LocalSource, printCard, ReplaySource, splitScenarios, verify } from "../src/source/local";
import { meant, readLesson } from "../src/source/lesson";
import { Refusal } from "../src/source/source";
import { Engine } from "./engine";
import type { ToWorker } from "./worker";

declare const process: { env: Record<string, string | undefined> };
const folder = process.env.PENTACLE_WASM;
const GAMES = ["blank", "oversoul", "eternity", "voidbreakers", "monad", "despaira"];

class WorkerHere {
    private listener: ((e: { data: unknown }) => void) | undefined;
    private engine: Promise<Engine> | undefined;
    addEventListener(kind: string, listener: (e: { data: unknown }) => void) {
        if (kind === "message") this.listener = listener;
    }
    postMessage(data: ToWorker) {
        if ("module" in data) {
            const game = /\/data\/(\w+)\/engine\.wasm$/.exec(data.module)?.[1];
            this.engine = Engine.load(readFileSync(`${folder}/${game}.wasm`));
            return;
        }
        this.engine?.then((e) => this.listener?.({ data: { id: data.id, reply: e.call(...data.words) } }));
    }
    terminate() {}
}

beforeAll(() => {
    Object.assign(globalThis, { Worker: WorkerHere, location: { href: "http://localhost/" } });
});

async function playOut(source: LocalSource, most = 3000): Promise<void> {
    for (let i = 0; i < most; i++) {
        await source.settled();
        const state = source.table;
        if (!state || state.view.over) return;
        const own = state.owed.find((o) => o.seat === source.seat);
        if (!own?.choices) throw new Error("nobody is asked");
        expect(own.parts?.length).toBe(own.choices.length);
        await source.choose(i % own.choices.length);
    }
}

const puzzlesOf = (game: string): [string, string][] => {
    const at = `${process.env["PENTACLE_ROOT"] ?? ".."}/games/${game}/puzzles`;
    return existsSync(at) ? (readdirSync(at) as string[]).map((name) => [name, readFileSync(`${at}/${name}`, "utf8") as string]) : [];
};

describe.skipIf(!folder)("puzzles", () => {
    const all = GAMES.flatMap((game) => puzzlesOf(game).map(([name, text]) => ({ game, name, text })));

    test.each(all)("$game $name: its solution reaches the goal", { timeout: 60000 }, async ({ game, text }) => {
        const lesson = readLesson(text);
        const source = await LocalSource.arrange({ game, scenario: text, seat: "asked", pace: 0 });
        expect(source.table?.goal).toBe("open");
        for (const step of lesson.steps) {
            for (let i = 0; i < 20; i++) {
                const choices = source.table?.owed.find((o) => o.seat === source.seat)?.choices ?? [];
                if (source.seat === step.seat && meant(choices, step.words) >= 0) break;
                expect(choices.length).toBe(1); // nobody needs to decide
                await source.choose(0);
            }
            expect(source.table?.goal).toBe("open");
            await source.choose(meant(source.table?.owed.find((o) => o.seat === source.seat)?.choices ?? [], step.words));
        }
        for (let i = 0; i < 20 && source.table?.goal === "open"; i++) await source.choose(0);
        expect(source.table?.goal).toBe("reached");
        source.close();
    });

    test.each(all)("$game $name: who lets the turn go by has missed the goal, and may take back", { timeout: 60000 }, async ({ game, text }) => {
        const source = await LocalSource.arrange({ game, scenario: text, seat: 0, bots: [null, "greedy"], pace: 0 });
        const idle = /^(pass|end|done|stay|skip|no |keep|decline)/i;
        for (let i = 0; i < 200 && source.table?.goal === "open"; i++) {
            await source.settled();
            const choices = source.table?.owed.find((o) => o.seat === 0)?.choices;
            if (!choices) break;
            const nothing = choices.findIndex((c) => idle.test(c));
            await source.choose(nothing >= 0 ? nothing : choices.length - 1);
        }
        await source.settled();
        expect(source.table?.goal).toBe("missed");
        await source.undo();
        for (let i = 0; i < 40 && source.table?.goal !== "open"; i++) await source.undo();
        expect(source.table?.goal).toBe("open");
        source.close();
    });

    test("a match that is no puzzle has no goal", async () => {
        const source = await LocalSource.start({ game: "blank", seed: 3, bots: [null, "random"], pace: 0 });
        expect(source.table && "goal" in source.table).toBe(false);
        source.close();
    });
});

describe.skipIf(!folder)("local", () => {
    test.each(GAMES)("a whole match of %s against a bot, its record, and a replay", { timeout: 120000 }, async (game) => {
        const source = await LocalSource.start({ game, seed: 5, bots: [null, "random", "random", "random"], pace: 0 });
        let told = 0;
        source.subscribe((state) => {
            expect(state.fresh).toBeLessThanOrEqual(state.events.length);
            told++;
        });
        await playOut(source);
        expect(source.table?.view.over).toBe(true);
        expect(source.table?.result).toBeTruthy();
        expect(told).toBeGreaterThan(5);
        const record = await (await source.record()).text();
        const proof = await verify(record);
        expect(proof.result).toBe(source.table?.result);
        const replay = await ReplaySource.open(record);
        expect(replay.moves.length).toBe(proof.moves);
        await replay.goTo(proof.moves);
        expect(replay.table?.view.over).toBe(true);
        const events = replay.table?.events.length ?? 0;
        await replay.goTo(proof.moves - 1);
        await replay.goTo(proof.moves);
        expect(replay.table?.events.length).toBe(events);
        await replay.seenBy(1);
        expect(replay.table?.view.viewer).toBe(1);
        await replay.seenBy("all");
        expect(replay.table?.view.cards.every((c) => c.card !== null)).toBe(true);
        await replay.goTo(3);
        const mine = await replay.playFromHere({ seat: 0, bots: [null, "random", "random", "random"], pace: 0 });
        await mine.settled();
        expect(mine.table?.view.viewer).toBe(0);
        for (const s of [source, replay, mine]) s.close();
    });

    test("choices are refused with their rule, taken back, explained and hinted at", async () => {
        const source = await LocalSource.start({ game: "blank", seed: 2, bots: [null, "random"], pace: 0 });
        await source.settled();
        await expect(source.choose(9999)).rejects.toBeInstanceOf(Refusal);
        await expect(source.chooseWords("turn up")).rejects.toMatchObject({ code: "illegal" });
        await expect(source.chooseWords("eat the dice")).rejects.toMatchObject({ code: "no-choice" });
        const why = await source.why({ words: "turn up" });
        expect(why[0]?.rule).toBeTruthy();
        const hint = await source.hint();
        expect(hint[0]?.words).toBe(source.table?.owed.find((o) => o.seat === 0)?.choices?.[hint[0]?.choice ?? -1]);
        while ((source.table?.owed.find((o) => o.seat === 0)?.choices?.length ?? 0) < 2) {
            await source.choose(0);
            await source.settled();
        }
        const before = source.table;
        await source.choose(0);
        await source.settled();
        await source.undo();
        await source.settled();
        expect(source.table?.view).toEqual(before?.view);
        expect(source.table?.events).toEqual(before?.events);
        await source.concede();
        expect(source.table?.view.over).toBe(true);
        await expect(source.offer("rematch")).rejects.toBeInstanceOf(Refusal);
        source.close();
    });

    test("a card is checked while it is typed, and then played with", async () => {
        const good = "Jab\n  Action  speed 7\n  Deal 2 damage to the champion in front of you\n";
        expect((await lint("blank", good)).problems).toEqual([]);
        expect((await lint("blank", good)).cards[0]).toMatchObject({ name: "Jab", kind: "Action", stats: { speed: 7 } });
        const bad = `${good}\nPoke\n  Action  speed 3\n  Deal 2 damge to the champion in front of you\n`;
        const [problem] = (await lint("blank", bad)).problems;
        expect(problem).toMatchObject({ line: 7, column: 10, found: "damge" });
        expect(problem?.accepted).toContain("damage to");
        expect(problem?.nearest[0]).toBe("Deal 2 damage to the champion in front of you");
        expect(await printCard("blank", 0)).toContain("\n  Champion");
        const source = await LocalSource.start({ game: "blank", cards: good.replace("7", "9"), bots: [null, "random"], pace: 0 });
        await playOut(source, 10);
        source.close();
    });

    test("a deck is checked while it is typed", async () => {
        const none = await checkDeck({ game: "oversoul", deck: "leader Nobody\n" });
        expect(none.fine).toBe(false);
        expect(none.problem?.line).toBe(1);
        const few = await checkDeck({ game: "oversoul", deck: "leader Grandfather Mould\n2 Compost Cherub\n" });
        expect(few.cards).toBe(3);
        expect(few.fine).toBe(false);
        expect(few.problem?.rule).toMatch(/^OVE-/);
        expect(few.entries[1]).toMatchObject({ count: 2, line: 2, section: "main" });
    });

    test("a scenario is arranged, its goal recognised, and its file checked", async () => {
        const file = readFileSync(`${process.env.PENTACLE_ROOT}/games/blank/scenarios/3-board/board.scn`, "utf8");
        const all = splitScenarios(file);
        expect(all.length).toBeGreaterThan(0);
        expect(all[0]?.title).toBeTruthy();
        const source = await LocalSource.arrange({ game: "blank", scenario: all[0]?.text ?? "", seat: "asked" });
        expect(source.table?.view.over).toBe(false);
        const round = source.table?.view.values.find((v) => v.name === "round")?.value ?? 0;
        expect((await source.holds(`then round ${round}\n`)).holds).toBe(true);
        expect(await source.holds(`then round ${round + 1}\n`)).toMatchObject({ holds: false, found: `round ${round}` });
        await expect(source.holds("then the moon is blue\n")).rejects.toBeInstanceOf(Refusal);
        await expect(source.holds("given nothing\n")).rejects.toBeInstanceOf(Refusal);
        const { passed, failed } = await checkScenario("blank", file);
        expect([passed, failed]).toEqual([all.length, 0]);
        expect((await checkScenario("blank", "scenario x\nthen y\n")).failed).toBe(1);
        source.close();
    });

    test("what is no record is refused with its place", async () => {
        await expect(verify("hello")).rejects.toMatchObject({ code: "bad-record" });
        await expect(verify("pentacle replay 1\n00000000 game blank 1\n")).rejects.toMatchObject({ error: { line: 2 } });
    });
});
