// A table of the server as a source.
import { applyChange, viewHash, type Change, type Zones } from "./change";
import { gameData } from "./data";
import { line, type Line, type Message } from "./line";
import type { Seed } from "./seed";
import { enter, keptAs, takeVisit } from "./visit";
import { Refusal } from "./source";
import type { Hint, MatchEvent, Owed, Seat, SeatInfo, Source, TableState, View, WhyAnswer, Would } from "./source";

export interface TableInfo {
    table: number;
    game: string;
    mode: string;
    options: Record<string, string | number>;
    phase: "waiting" | "commit" | "reveal" | "playing" | "over";
    open: boolean;
    key?: string;
    clock?: "house" | "rules" | "none";
    bank: number;
    allowance: number;
    rated?: boolean;
    chat?: "phrases" | "free";
    seats: { who: "person" | "bot" | "anyone"; name: string | null; bot?: string; bank: number; time_outs?: number; rating?: { rating: number } | null }[];
    you?: Seat | null; // isSeated() asks
    presence: { is: SeatInfo["presence"]; claim_at: number | null }[];
    offers: Record<string, Seat[]>;
    result?: string;
    next?: number;
    fair?: Record<string, unknown>;
}

// Have we a seat there? A server may leave `you` out.
export const isSeated = (table: { you?: unknown }) => typeof table.you === "number";

// What may be said, in the order of the protocol.
export const PHRASES = 8;

interface News extends Message {
    n: number;
    hash: string;
    owed: Owed[];
    view?: View;
    what?: string;
    events?: MatchEvent[];
    change?: Change;
}

const HASHES_KEPT = 400; // positions to which taking back may return

export class ServerSource implements Source {
    info: TableInfo | null = null;
    replaced = false; // the seat was taken up on another line
    #view: View | null = null;
    #owed: Owed[] = [];
    #events: MatchEvent[] = [];
    #fresh = 0;
    #zones: Zones | null = null;
    #n = 0;
    #seed: Promise<Seed> | null = null;
    #early: News[] = []; // came before the zones of the game were known
    #past: { hash: string; events: number }[] = [];
    #listeners = new Set<(state: TableState) => void>();
    #infoListeners = new Set<(info: TableInfo) => void>();
    #phraseListeners = new Set<(seat: Seat, words: string) => void>();
    #said: { seat: Seat; words: string }[] = [];
    #stops: (() => void)[];

    constructor(
        readonly table: number,
        readonly key: string | undefined,
        private readonly wire: Line = line(),
    ) {
        this.#restore();
        const store = () => this.#store();
        addEventListener("pagehide", store);
        const visit = takeVisit(table);
        let entered = visit?.entered; // by the first script; after a cut one has to enter again
        this.#stops = [
            () => removeEventListener("pagehide", store),
            wire.hear((m) => m.table === table && this.#take(m)),
            wire.watch((state) => {
                if (state === "open") (entered ?? enter(wire, table, key, this.#view ? this.#n : undefined)).catch((e: unknown) => this.#failed(e));
                if (state !== "opening") entered = null;
                this.#tell(true);
            }),
        ];
        for (const m of visit?.told ?? []) this.#take(m);
        wire.open();
    }

    // Why the table could not be entered: no such table, or its key is missing.
    failure: string | null = null;
    #failed(e: unknown) {
        if (e instanceof Refusal && e.code === "line") return; // one enters again when it is back
        this.failure = e instanceof Error ? e.message : String(e);
        for (const f of this.#failureListeners) f(this.failure);
    }
    #failureListeners = new Set<(text: string) => void>();
    onFailure(f: (text: string) => void) {
        this.#failureListeners.add(f);
        if (this.failure) f(this.failure);
    }

    get game(): string {
        return this.info?.game ?? "";
    }

    get replay(): string {
        const key = this.info?.key ?? this.key;
        return `#/replay/${this.table}${key ? `?key=${encodeURIComponent(key)}` : ""}`;
    }

    get can() {
        const mine = this.info !== null && isSeated(this.info);
        const others = this.info?.seats.filter((_, i) => i !== this.info?.you) ?? [];
        const alone = others.every((s) => s.who === "bot");
        const rated = this.info?.rated ?? false;
        return { undo: mine, hint: mine && alone && !rated, concede: mine, draw: mine && !alone, chat: mine && !alone, rewind: false };
    }

    // Takes a free seat at a table that was only looked at so far.
    async join(deck?: string, seat?: Seat) {
        await this.wire.ask({
            do: "join",
            table: this.table,
            ...(this.key ? { key: this.key } : {}),
            ...(deck === undefined ? {} : { deck }),
            ...(seat === undefined ? {} : { seat }),
        });
    }

    onInfo(f: (info: TableInfo) => void): () => void {
        this.#infoListeners.add(f);
        if (this.info) f(this.info);
        return () => this.#infoListeners.delete(f);
    }
    onPhrase(f: (seat: Seat, words: string) => void): () => void {
        this.#phraseListeners.add(f);
        return () => this.#phraseListeners.delete(f);
    }

    subscribe(listener: (state: TableState) => void): () => void {
        this.#listeners.add(listener);
        const state = this.#state();
        if (state) listener(state);
        return () => this.#listeners.delete(listener);
    }

    #state(): TableState | null {
        if (!this.#view || !this.info) return null;
        const info = this.info;
        return {
            view: this.#view,
            owed: this.#owed,
            events: this.#events,
            fresh: this.#fresh,
            seats: info.seats.map((s, i) => ({
                name: s.name ?? this.#view?.seats[i] ?? "",
                who: s.who,
                presence: info.presence[i]?.is ?? null,
                claim_at: info.presence[i]?.claim_at ?? null,
                bank: s.bank,
                timeOuts: s.time_outs ?? 0,
                rating: s.rating?.rating ?? null,
            })),
            clock: this.wire.clock,
            result: info.phase === "over" ? (info.result ?? "") : null,
            offers: info.offers,
            said: this.#said,
            line: this.wire.state === "open" ? "open" : "lost",
        };
    }

    #tell(stale = false) {
        if (stale) this.#fresh = this.#events.length;
        const state = this.#state();
        if (state) for (const f of [...this.#listeners]) f(state);
    }

    #take(m: Message) {
        switch (m.type) {
            case "table":
                return this.#takeInfo(m as unknown as TableInfo);
            case "view":
            case "news":
                return this.#takeNews(m as News);
            case "said":
                this.#said = [...this.#said.slice(-49), { seat: Number(m["seat"]), words: String(m["words"]) }];
                for (const f of this.#phraseListeners) f(Number(m["seat"]), String(m["words"]));
                return this.#tell(true);
            case "replaced":
                this.replaced = true;
                this.#failed(new Error("replaced"));
                return;
        }
    }

    #takeInfo(info: TableInfo) {
        this.info = info;
        if (!this.#zones) {
            void gameData(info.game).then((d) => {
                this.#zones = d.zones;
                for (const m of this.#early.splice(0)) this.#takeNews(m);
            });
        }
        if (isSeated(info)) void this.#speakForTheShuffle(info.phase);
        for (const f of [...this.#infoListeners]) f(info);
        this.#tell(true);
    }

    // Our say in the shuffle: first the hash of a seed, then the seed.
    async #speakForTheShuffle(phase: TableInfo["phase"]) {
        try {
            if (phase === "commit" && !this.#seed) {
                this.#seed = import("./seed").then(({ makeSeed }) => makeSeed());
                await this.wire.ask({ do: "commit", table: this.table, hash: (await this.#seed).hash }, true);
            } else if (phase === "reveal" && this.#seed) {
                const { seed } = await this.#seed;
                this.#seed = null;
                await this.wire.ask({ do: "reveal", table: this.table, seed }, true);
            }
        } catch {
            return; // too late: the seat plays without a say, and that is on record
        }
    }

    #takeNews(m: News) {
        if (!this.#zones) {
            this.#early.push(m);
            return;
        }
        if (m.view) {
            this.#view = m.view;
            this.#fresh = this.#events.length;
            void this.#askEvents();
        } else if (this.#view && m.n === this.#n + 1 && m.change) {
            this.#view = applyChange(this.#view, m.change, this.#zones);
            if (m.what === "undo") this.#takeBack(m.hash);
            this.#fresh = this.#events.length;
            this.#events = [...this.#events, ...(m.events ?? [])];
            if (viewHash(this.#view) !== m.hash) {
                console.warn("view differs from the server's; asking for all of it");
                this.#askWhole();
            }
        } else if (m.n > this.#n) {
            this.#askWhole();
            return;
        } else return; // had it already
        this.#n = m.n;
        this.#owed = m.owed;
        this.#past.push({ hash: m.hash, events: this.#events.length });
        if (this.#past.length > HASHES_KEPT) this.#past.shift();
        this.#tell();
    }

    #askWhole() {
        void this.wire.ask({ do: "view", table: this.table }, true).catch(() => undefined);
    }

    // What happened before we came, or while we were away for long.
    async #askEvents() {
        const m = await this.wire.ask({ do: "events", table: this.table }).catch(() => null);
        if (!m) return;
        this.#events = m["events"] as MatchEvent[];
        const now = this.#past.at(-1);
        this.#past = now ? [{ hash: now.hash, events: this.#events.length }] : [];
        this.#tell(true);
    }

    // The view is as it was once: what was told since then did not happen.
    #takeBack(hash: string) {
        let i = this.#past.length - 1;
        while (i >= 0 && this.#past[i]?.hash !== hash) i--;
        if (i < 0) return;
        this.#events = this.#events.slice(0, this.#past[i]?.events);
        this.#past.length = i + 1;
    }

    // What was told before the page was loaded again; the server sends no events twice.
    #store() {
        if (!this.#view) return;
        try {
            const kept = { n: this.#n, view: this.#view, owed: this.#owed, events: this.#events.slice(-600), info: this.info };
            sessionStorage.setItem(keptAs(this.table), JSON.stringify(kept));
        } catch {
            return;
        }
    }
    #restore() {
        try {
            const text = sessionStorage.getItem(keptAs(this.table));
            sessionStorage.removeItem(keptAs(this.table));
            if (!text) return;
            const kept = JSON.parse(text) as { n: number; view: View; owed: Owed[]; events: MatchEvent[]; info: TableInfo };
            this.#n = kept.n;
            this.#view = kept.view;
            this.#owed = kept.owed;
            this.#events = kept.events;
            this.#fresh = kept.events.length;
        } catch {
            return;
        }
    }

    get #own(): Owed | undefined {
        return this.#owed.find((o) => o.choices !== undefined);
    }

    async choose(choice: number) {
        const owed = this.#own?.owed;
        await this.wire.ask({ do: "choose", table: this.table, owed: owed ?? 0, choice }, true);
    }
    async chooseWords(words: string) {
        const owed = this.#own?.owed;
        await this.wire.ask({ do: "choose", table: this.table, owed: owed ?? 0, words }, true);
    }
    async why(about: { words: string } | { card: number }): Promise<WhyAnswer[]> {
        const m = await this.wire.ask({ do: "why", table: this.table, ...about });
        return m["answers"] as WhyAnswer[];
    }
    async would(choice: number): Promise<Would> {
        return (await this.wire.ask({ do: "would", table: this.table, owed: this.#own?.owed ?? 0, choice })) as unknown as Would;
    }
    async hint(): Promise<Hint[]> {
        const m = await this.wire.ask({ do: "hint", table: this.table });
        return m["choices"] as Hint[];
    }
    async undo() {
        await this.wire.ask({ do: "undo", table: this.table });
    }
    async concede() {
        await this.wire.ask({ do: "resign", table: this.table });
    }
    async offer(what: "draw" | "rematch") {
        await this.wire.ask({ do: what, table: this.table });
    }
    async answerOffer(what: "undo" | "draw" | "rematch", agree: boolean) {
        await this.wire.ask({ do: agree ? "agree" : "decline", table: this.table, what });
    }
    async claim(seat: Seat, what: "win" | "bot") {
        await this.wire.ask({ do: "claim", table: this.table, seat, what });
    }
    async say(what: number | string, about?: Seat) {
        await this.wire.ask({ do: "say", table: this.table, ...(typeof what === "number" ? { phrase: what, ...(about === undefined ? {} : { about }) } : { words: what }) });
    }
    get freeChat(): boolean {
        return this.info?.chat === "free";
    }
    async record(): Promise<Blob> {
        const headers: Record<string, string> = this.info?.key ? { "X-Table-Key": this.info.key } : this.wire.bearer;
        const answer = await fetch(`/record/${this.table}`, { headers });
        if (!answer.ok) throw new Error(`/record/${this.table}: ${answer.status}`);
        return answer.blob();
    }
    async leave() {
        await this.wire.ask({ do: "leave", table: this.table });
    }

    close() {
        this.#store();
        for (const stop of this.#stops.splice(0)) stop();
        this.#listeners.clear();
        this.#infoListeners.clear();
        if (this.wire.state === "open") void this.wire.ask({ do: "leave", table: this.table }).catch(() => undefined);
    }
}
