// Matches in this browser, by the engine in a worker: against bots, from scenarios, from records; and
// what the deck builder and the workshop ask of it. Nothing here needs the server once the module is
// loaded.
import { engineOf, startWorker, type Call } from "../../engine/client";
import type { CardData } from "./data";
import {
    Refusal,
    type Hint,
    type MatchEvent,
    type Owed,
    type Seat,
    type SeatInfo,
    type Source,
    type TableState,
    type Would,
    type View,
    type WhyAnswer,
} from "./source";

// --- boxes: a game's cards, with some of one's own ---------------------------------------------

const boxes = new Map<string, Promise<number>>();

// The number of the box with these cards in place of those of the same name. Only the last one with
// cards of one's own is kept.
function boxWith(call: Call, game: string, cards: string): Promise<number> {
    const key = `${game}\n${cards}`;
    let box = boxes.get(key);
    if (box) return box;
    for (const [other, number] of boxes) {
        if (!cards || !other.startsWith(`${game}\n`) || other === `${game}\n`) continue;
        boxes.delete(other);
        number.then((n) => call("close", n)).catch(() => undefined); // a match may still use it
    }
    box = call("open", game, cards).then((reply) => reply.box as number);
    box.catch(() => boxes.delete(key));
    boxes.set(key, box);
    return box;
}

export async function boxOf(call: Call, game: string, cards = ""): Promise<number> {
    try {
        return await boxWith(call, game, cards);
    } catch (e) {
        // A new worker does not know the boxes of one that stopped.
        if (!(e instanceof Refusal) || e.code !== "stopped") throw e;
        for (const key of [...boxes.keys()]) if (key.startsWith(`${game}\n`)) boxes.delete(key);
        throw e;
    }
}

// --- cards, decks, scenarios, records ----------------------------------------------------------

export interface Problem {
    line: number; // from 1; 0: not known
    column: number; // from 1, in bytes
    text: string;
}

// A problem of a card's text, taken apart as the engine words it.
export interface CardProblem extends Problem {
    found: string | null; // the word that cannot stand there
    accepted: string[]; // some that could
    nearest: string[]; // whole lines close to it that would be read
}

// found "crad", accepted here: "card", "CHAOS" and 66 more; close to it: "line", "line"
export function takeApart(problem: Problem): CardProblem {
    const [before = "", near] = problem.text.split("; close to it: ");
    const [said = "", accepted] = before.split(", accepted here: ");
    const found = (/^found "(.*)"$/.exec(said) ?? /^"([^"]*)" /.exec(said))?.[1] ?? null;
    return {
        ...problem,
        found,
        accepted: [...(accepted ?? "").matchAll(/"([^"]*)"|([^",]+?)(?:,|$| and \d+ more)/g)]
            .map((m) => (m[1] ?? m[2] ?? "").trim())
            .filter((word) => word && !/^and \d+ more$/.test(word)),
        nearest: near ? near.replace(/^"|"$/g, "").split('", "') : [],
    };
}

export interface Linted {
    problems: CardProblem[];
    cards: CardData[]; // all of the text, if there is no problem
}

export async function lint(game: string, cards: string): Promise<Linted> {
    const reply = await engineOf(game)("lint", game, cards);
    return { problems: (reply.problems as Problem[]).map(takeApart), cards: reply.cards as CardData[] };
}

// A card as its file shows it, to be edited.
export async function printCard(game: string, card: number): Promise<string> {
    const call = engineOf(game);
    return (await call("card", await boxOf(call, game), card)).print as string;
}

export interface CheckedDeck {
    fine: boolean;
    cards: number;
    entries: { card: number; count: number; line: number; section: string }[];
    problem?: Problem & { rule: string | null };
}

export interface DeckFor {
    game: string;
    deck: string;
    mode?: string;
    seats?: number;
    seat?: Seat;
    options?: string; // "level=Broken Belfry, turns=20"
    cards?: string;
}

export async function checkDeck(of: DeckFor): Promise<CheckedDeck> {
    const call = engineOf(of.game);
    const box = await boxOf(call, of.game, of.cards);
    const seats = of.seats ?? 0;
    const words = [of.mode ?? "", seats, of.seat ?? 0, of.options ?? "", of.deck];
    return (await call("deck", box, ...words)) as unknown as CheckedDeck;
}

// Runs a whole scenario file: what `pentacle check` says.
export async function checkScenario(game: string, text: string): Promise<{ passed: number; failed: number; report: string }> {
    const reply = await engineOf(game)("check", game, text);
    return reply as unknown as { passed: number; failed: number; report: string };
}

// The game that a record is of, or null: then it is no record.
export function gameOfRecord(record: string): string | null {
    return /^pentacle replay 1\n[0-9a-f]{8} game (\S+)/.exec(record)?.[1] ?? null;
}

function needGame(record: string): string {
    const game = gameOfRecord(record);
    if (!game) throw new Refusal("bad-record", 'this is no record of a match; one begins with "pentacle replay 1"');
    return game;
}

// Proves a record: every line, choice and position of it. Throws what is wrong.
export async function verify(record: string): Promise<{ moves: number; result: string }> {
    const reply = await engineOf(needGame(record))("verify", record);
    return reply as unknown as { moves: number; result: string };
}

// The scenarios of a file, each with what stands before the first one of them.
export function splitScenarios(file: string): { title: string; text: string }[] {
    const parts = file.split(/^(?=scenario[ \t])/m);
    const common = parts[0]?.startsWith("scenario") ? "" : (parts.shift() ?? "");
    return parts.map((part) => ({
        title: /^scenario[ \t]+(.*)/.exec(part)?.[1]?.trim() ?? "",
        text: common + part,
    }));
}

// --- a match ------------------------------------------------------------------------------------

export interface Others {
    // Whose eyes: a seat (0), whoever is asked (all played here), a spectator's, or all cards open.
    seat?: Seat | "asked" | null | "all";
    bots?: (string | null)[]; // who plays each other seat; "greedy" if not said, null: nobody
    answers?: Record<Seat, string[]>; // what seats say first, before a bot plays for them (lessons)
    pace?: number; // ms that a bot seems to think
}

export interface Starting extends Others {
    game: string;
    mode?: string;
    seats?: number;
    seed?: bigint | number;
    options?: string;
    names?: string[];
    decks?: (string | null)[]; // names of ready-made ones or texts; null: any
    cards?: string; // a card file whose cards take the place of the game's
}

function randomSeed(): bigint {
    return new BigUint64Array(crypto.getRandomValues(new Uint8Array(8)).buffer)[0] ?? 0n;
}

interface EngineState {
    view: View;
    events: MatchEvent[];
    event_count: number;
    owed: Owed[];
    move: number;
    result: string | null;
    goal?: "open" | "reached" | "missed";
}

export class LocalSource implements Source {
    readonly can = { undo: true, hint: true, concede: true, draw: false, chat: false, rewind: false };
    private listeners = new Set<(state: TableState) => void>();
    private state: TableState | undefined;
    private eventCount = 0; // of all viewers together
    private viewer: Seat | null | "all" = null;
    private playing: Promise<void> | undefined; // bots
    private closed = false;
    protected turn = 0; // changes when what bots think about is no longer so

    protected constructor(
        readonly game: string,
        protected readonly call: Call,
        protected readonly match: number,
        private readonly others: Others,
    ) {
        this.viewer = others.seat === "asked" || others.seat === null ? null : (others.seat ?? 0);
    }

    static async start(of: Starting): Promise<LocalSource> {
        const call = engineOf(of.game);
        const box = await boxOf(call, of.game, of.cards);
        const words: (string | number)[] = [];
        for (let i = 0; i < Math.max(of.names?.length ?? 0, of.decks?.length ?? 0); i++)
            words.push(of.names?.[i] ?? "", of.decks?.[i] ?? "");
        const seed = String(of.seed ?? randomSeed());
        const reply = await call("start", box, of.mode ?? "", of.seats ?? 0, seed, of.options ?? "", ...words);
        return new LocalSource(of.game, call, reply.match as number, of).begin();
    }

    // From the text of a scenario, or of the first one of a file.
    static async arrange(of: Others & { game: string; scenario: string; cards?: string }): Promise<LocalSource> {
        const call = engineOf(of.game);
        const box = await boxOf(call, of.game, of.cards);
        const reply = await call("arrange", box, of.scenario);
        return new LocalSource(of.game, call, reply.match as number, of).begin();
    }

    protected async begin(): Promise<this> {
        await this.refresh(true);
        this.letOthersPlay();
        return this;
    }

    get seat(): Seat | null {
        return this.viewer === "all" ? null : this.viewer;
    }

    get table(): TableState | undefined {
        return this.state;
    }

    subscribe(listener: (state: TableState) => void): () => void {
        this.listeners.add(listener);
        if (this.state) listener(this.state);
        return () => this.listeners.delete(listener);
    }

    close(): void {
        if (this.closed) return;
        this.closed = true;
        this.turn++;
        this.listeners.clear();
        this.call("free", this.match).catch(() => undefined);
    }

    // --- what there is to see

    private read(viewer: Seat | null | "all", first: number): Promise<EngineState> {
        return this.call("state", this.match, viewer ?? "spectator", first) as unknown as Promise<EngineState>;
    }

    // Looks again; from the beginning after something was taken back, or through other eyes.
    protected async refresh(anew = false): Promise<void> {
        let from = anew ? 0 : this.eventCount;
        let now = await this.read(this.viewer, from);
        if (this.others.seat === "asked") {
            const next = now.owed[0]?.seat ?? this.seat ?? 0;
            if (next !== this.viewer) {
                this.viewer = next;
                now = await this.read(next, (from = 0));
            }
        }
        if (this.closed) return;
        const kept = from ? (this.state?.events ?? []) : [];
        this.eventCount = now.event_count;
        this.state = {
            view: now.view,
            owed: now.owed.map((o) => ({ ...o, owed: now.move + 1 })),
            events: [...kept, ...now.events],
            fresh: anew && this.state ? kept.length + now.events.length : kept.length,
            seats: now.view.seats.map((name, seat) => this.seatInfo(name, seat)),
            clock: 0,
            result: now.result,
            ...(now.goal ? { goal: now.goal } : {}),
            offers: {},
            line: "local",
        };
        this.tell();
    }

    private tell(): void {
        if (this.state) for (const listener of this.listeners) listener(this.state);
    }

    private seatInfo(name: string, seat: Seat): SeatInfo {
        if (this.can.rewind) return { name, who: "person", presence: "here" };
        if (this.others.seat === "asked" || seat === this.viewer) return { name, who: "me", presence: "here" };
        return { name, who: this.botOf(seat) === null ? "anyone" : "bot", presence: "here" };
    }

    // --- the others

    private botOf(seat: Seat): string | null {
        const bot = this.others.bots?.[seat];
        return bot === undefined ? "greedy" : bot;
    }

    // A puzzle that is missed stands still: one tries again, or takes back.
    private nextOther(): Seat | undefined {
        if (this.state?.goal === "missed") return undefined;
        const asked = this.state?.owed.map((o) => o.seat) ?? [];
        if (this.others.seat === "asked" || this.can.rewind) return undefined;
        return asked.find((s) => s !== this.viewer && (this.others.answers?.[s]?.length || this.botOf(s) !== null));
    }

    private letOthersPlay(): void {
        if (this.playing || this.nextOther() === undefined) return;
        this.playing = this.playOthers()
            .catch((e: Error) => console.error(e))
            .finally(() => {
                this.playing = undefined;
                if (!this.closed) this.letOthersPlay(); // something was taken back meanwhile
            });
    }

    private async playOthers(): Promise<void> {
        for (let seat = this.nextOther(); seat !== undefined && !this.closed; seat = this.nextOther()) {
            const turn = this.turn;
            const said = this.others.answers?.[seat]?.shift();
            const choice = said ?? (await this.call("bot", this.match, seat, this.botOf(seat) ?? "greedy", String(randomSeed()))).choice;
            await new Promise((done) => setTimeout(done, this.others.pace ?? 350));
            if (turn !== this.turn) return; // it was asked something else
            await this.call(said === undefined ? "choose" : "say", this.match, seat, choice as number | string);
            await this.refresh();
        }
    }

    // Until it is this seat's turn, or all is over: for tests and lessons.
    async settled(): Promise<void> {
        while (this.playing) await this.playing;
    }

    // --- what one may do

    private own(): Seat {
        if (this.seat === null) throw new Refusal("not-seated", "you only look on");
        return this.seat;
    }

    private async act(...words: (string | number)[]): Promise<void> {
        await this.call(...words);
        await this.refresh();
        this.letOthersPlay();
    }

    choose(choice: number): Promise<void> {
        return this.act("choose", this.match, this.own(), choice);
    }

    chooseWords(words: string): Promise<void> {
        return this.act("say", this.match, this.own(), words);
    }

    async why(about: { words: string } | { card: number }): Promise<WhyAnswer[]> {
        const reply =
            "words" in about
                ? await this.call("why", this.match, this.own(), about.words)
                : await this.call("why-card", this.match, this.own(), about.card);
        return reply.answers as WhyAnswer[];
    }

    async would(choice: number): Promise<Would> {
        return (await this.call("would", this.match, this.own(), choice)) as unknown as Would;
    }

    async hint(): Promise<Hint[]> {
        return (await this.call("hint", this.match, this.own(), 3000, 1500, String(randomSeed()))).choices as Hint[];
    }

    // Whatever was learned since: nobody else is there to mind.
    async undo(): Promise<void> {
        this.turn++;
        await this.call("back", this.match, this.own());
        await this.refresh(true);
        this.letOthersPlay();
    }

    // To the moment before that move (0: the beginning).
    async goBack(move: number): Promise<void> {
        this.turn++;
        await this.call("go", this.match, move);
        await this.refresh(true);
        this.letOthersPlay();
    }

    concede(): Promise<void> {
        this.turn++;
        return this.act("concede", this.match, this.own());
    }

    // Do these lines of a scenario ("then ...", "result ...") hold now? Events count from `first`.
    async holds(lines: string, first = 0): Promise<{ holds: boolean; expected: string; found: string }> {
        const reply = await this.call("holds", this.match, first, lines);
        return reply as unknown as { holds: boolean; expected: string; found: string };
    }

    get eventsSoFar(): number {
        return this.eventCount;
    }

    async record(): Promise<Blob> {
        const reply = await this.call("record", this.match);
        return new Blob([reply.record as string], { type: "text/plain" });
    }

    // --- what takes somebody else

    private notHere(): Promise<never> {
        return Promise.reject(new Refusal("not-here", "nobody else is here"));
    }

    again: (() => void) | null = null; // begins another match, where one may
    async offer(what: "draw" | "rematch"): Promise<void> {
        if (what !== "rematch" || !this.again) return this.notHere();
        this.again();
    }
    answerOffer = () => this.notHere();
    claim = () => this.notHere();
    say = (_: number | string) => this.notHere();

    // Through whose eyes it is seen, "all" seeing every card; for records and scenarios.
    protected async look(viewer: Seat | null | "all"): Promise<void> {
        this.viewer = viewer;
        await this.refresh(true);
    }
}

// --- a record -----------------------------------------------------------------------------------

export interface RecordMove {
    seat: Seat;
    words: string;
}

export class ReplaySource extends LocalSource {
    override readonly can = { undo: false, hint: false, concede: false, draw: false, chat: false, rewind: true };
    moves: RecordMove[] = [];
    result = "";
    at = 0; // so many moves are made
    private text = "";

    static async open(record: string, seat: Seat | null | "all" = null): Promise<ReplaySource> {
        const game = needGame(record);
        const call = engineOf(game);
        const reply = await call("replay", record);
        const source = new ReplaySource(game, call, reply.match as number, { seat });
        source.moves = reply.moves as RecordMove[];
        source.result = reply.result as string;
        source.text = record;
        return source.begin();
    }

    async goTo(move: number): Promise<void> {
        const on = move === this.at + 1;
        await this.call("go", this.match, move);
        this.at = move;
        await this.refresh(!on);
    }

    seenBy(viewer: Seat | null | "all"): Promise<void> {
        return this.look(viewer);
    }

    // A match of one's own from this moment on.
    async playFromHere(others: Others): Promise<LocalSource> {
        const reply = await this.call("replay", this.text);
        await this.call("go", reply.match as number, this.at);
        return Continued.of(this.game, this.call, reply.match as number, others);
    }

    override async record(): Promise<Blob> {
        return new Blob([this.text], { type: "text/plain" });
    }
}

class Continued extends LocalSource {
    static of(game: string, call: Call, match: number, others: Others): Promise<LocalSource> {
        return new Continued(game, call, match, others).begin();
    }
}

// --- a review -----------------------------------------------------------------------------------

// What somebody who thinks longer says of a move: how likely a win was after it, and after the best one.
export interface Judged {
    move: number; // from 0
    seat: Seat;
    words: string;
    chance: number;
    best: { words: string; chance: number };
    sign: "" | "?!" | "?" | "??";
}

const TRIES = 300;
const SIGNS = [[0.25, "??"], [0.12, "?"], [0.06, "?!"]] as const; // as `pentacle review` has them

// Goes through a record beside everything else, telling of each choice that was one; of a long match of `most`
// moves, evenly. Returns how to stop.
export function review(record: string, tell: (judged: Judged | null, move: number, of: number) => void, failed: (why: string) => void, most = Infinity): () => void {
    const { call, stop } = startWorker(needGame(record));
    let stopped = false;
    const go = async () => {
        const reply = await call("replay", record);
        const match = reply.match as number;
        const moves = reply.moves as RecordMove[];
        const step = Math.max(1, moves.length / most);
        for (const [i, move] of moves.entries()) {
            if (stopped) return;
            if (Math.floor(i / step) === Math.floor((i - 1) / step) && i < moves.length - 1) continue;
            await call("go", match, i);
            const now = (await call("state", match, move.seat, 1e6)) as unknown as EngineState;
            const choices = now.owed.find((o) => o.seat === move.seat)?.choices ?? [];
            const taken = choices.indexOf(move.words);
            if (choices.length < 2 || taken < 0) {
                tell(null, i, moves.length);
                continue;
            }
            const { chance, best } = (await call("judge", match, move.seat, taken, TRIES, 1)) as unknown as { chance: number; best: { choice: number; words: string; chance: number } };
            const loss = best.choice === taken ? 0 : best.chance - chance;
            tell({ move: i, seat: move.seat, words: move.words, chance, best, sign: SIGNS.find(([least]) => loss >= least)?.[1] ?? "" }, i, moves.length);
        }
        stop();
    };
    go().catch((e: Error) => stopped || failed(e.message));
    return () => {
        stopped = true;
        stop();
    };
}
