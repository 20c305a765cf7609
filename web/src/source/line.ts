// The line to the server: one WebSocket that says hello, keeps the token that is us, numbers requests
// and brings their answers, and comes back by itself after a cut. Whoever follows a table resumes it
// when the line is open again (onState); a request that was under way when the line was cut is
// refused with the code "line-lost", and may be sent again after that (docs/protocol.md).
import { Refusal } from "./source";

export interface Message {
    type: string;
    id?: number;
    table?: number;
    [member: string]: unknown;
}

export interface Request {
    do: string;
    [member: string]: unknown;
}

export type LineState = "closed" | "opening" | "open" | "lost";

interface Waiting {
    done: (m: Message) => void;
    fail: (e: Refusal) => void;
}

const TOKEN = "pentacle.token";
const NAME = "pentacle.name";
const LONGEST_WAIT = 10_000; // ms between attempts to come back
const PATIENCE = 15_000; // ms for an answer

// Storage may be forbidden (private windows): then we are somebody new each time.
export function remember(key: string, value: string | null): void {
    try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
    } catch {
        /* nothing to be done about it */
    }
}
export function recall(key: string): string | null {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}

export class Line {
    state: LineState = "closed";
    name = recall(NAME) ?? "";
    clock = 0; // server time minus own time, in ms
    tables: number[] = []; // where we have a seat, as the last welcome told

    #socket: WebSocket | null = null;
    #waiting = new Map<number, Waiting>();
    #next = 1;
    #attempt = 0;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #states = new Set<(state: LineState) => void>();
    #messages = new Set<(m: Message) => void>();
    #opening: Promise<void> | null = null;

    constructor(readonly address = (location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/play") {}

    // Every message that comes, also those that answer a request. Returns how to stop.
    onMessage(listener: (m: Message) => void): () => void {
        this.#messages.add(listener);
        return () => this.#messages.delete(listener);
    }

    onState(listener: (state: LineState) => void): () => void {
        this.#states.add(listener);
        return () => this.#states.delete(listener);
    }

    // Connects if need be; done when hello has been answered.
    open(): Promise<void> {
        if (this.state === "open") return Promise.resolve();
        this.#opening ??= this.#connect().finally(() => (this.#opening = null));
        return this.#opening;
    }

    // Sends a request and waits for what answers it; throws Refusal.
    async ask(request: Request): Promise<Message> {
        await this.open();
        return this.#send(request);
    }

    // Another name is another player to the server; only before we sit anywhere.
    async rename(name: string): Promise<void> {
        this.name = name;
        remember(NAME, name);
        remember(TOKEN, null);
        this.close();
        await this.open();
    }

    // Try at once instead of waiting for the next attempt.
    retry(): void {
        if (this.state === "lost") this.open().catch(() => {});
    }

    close(): void {
        clearTimeout(this.#timer);
        const socket = this.#socket;
        this.#socket = null;
        this.#drop("the line was closed");
        this.#set("closed");
        socket?.close();
    }

    #set(state: LineState): void {
        if (this.state === state) return;
        this.state = state;
        for (const listener of [...this.#states]) listener(state);
    }

    #drop(why: string): void {
        const waiting = [...this.#waiting.values()];
        this.#waiting.clear();
        for (const w of waiting) w.fail(new Refusal("line-lost", why));
    }

    #send(request: Request): Promise<Message> {
        const socket = this.#socket;
        if (!socket || socket.readyState !== WebSocket.OPEN)
            return Promise.reject(new Refusal("line-lost", "there is no line to the server"));
        const id = this.#next++;
        return new Promise((done, fail) => {
            const late = setTimeout(() => {
                this.#waiting.delete(id);
                fail(new Refusal("line-lost", "the server has not answered"));
            }, PATIENCE);
            this.#waiting.set(id, {
                done: (m) => (clearTimeout(late), done(m)),
                fail: (e) => (clearTimeout(late), fail(e)),
            });
            socket.send(JSON.stringify({ ...request, id }));
        });
    }

    async #connect(): Promise<void> {
        clearTimeout(this.#timer);
        if (this.state === "closed") this.#set("opening");
        const socket = new WebSocket(this.address);
        this.#socket = socket;
        socket.onmessage = (e) => this.#receive(String(e.data));
        try {
            await new Promise<void>((done, fail) => {
                socket.onopen = () => done();
                socket.onclose = () => fail(new Refusal("line-lost", "the server does not answer"));
            });
            socket.onclose = () => this.#lost(socket);
            const welcome = await this.#hello();
            this.#attempt = 0;
            this.name = String(welcome.name);
            this.clock = Number(welcome.now) - Date.now();
            this.tables = (welcome.tables as (number | { table: number })[]).map((t) =>
                typeof t === "number" ? t : t.table,
            );
            if (typeof welcome.token === "string") remember(TOKEN, welcome.token);
            remember(NAME, this.name);
            this.#set("open");
        } catch (e) {
            socket.onclose = null;
            socket.close();
            if (this.#socket === socket) this.#lost(socket);
            throw e;
        }
    }

    async #hello(): Promise<Message> {
        const token = recall(TOKEN);
        if (token) {
            try {
                return await this.#send({ do: "hello", version: 1, token });
            } catch (e) {
                // another server, or a new one in the old one's place: we are new there
                if (!(e instanceof Refusal) || e.code !== "bad-token") throw e;
                remember(TOKEN, null);
            }
        }
        return this.#send({ do: "hello", version: 1, name: this.name || guestName() });
    }

    #lost(socket: WebSocket): void {
        if (this.#socket !== socket) return;
        this.#socket = null;
        this.#drop("the line to the server was cut");
        this.#set("lost");
        const wait = Math.min(LONGEST_WAIT, 400 * 2 ** this.#attempt++) * (0.75 + Math.random() / 2);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.open().catch(() => {}), wait);
    }

    #receive(text: string): void {
        let m: Message;
        try {
            m = JSON.parse(text) as Message;
        } catch {
            return; // not this protocol
        }
        const waiting = m.id === undefined ? undefined : this.#waiting.get(m.id);
        if (waiting && m.id !== undefined) this.#waiting.delete(m.id);
        if (m.type === "welcome" || m.type === "pong") this.clock = Number(m.now) - Date.now();
        for (const listener of [...this.#messages]) listener(m);
        if (!waiting) return;
        if (m.type === "error") waiting.fail(new Refusal(String(m.code), String(m.text)));
        else waiting.done(m);
    }
}

function guestName(): string {
    return `Guest ${1000 + Math.floor(Math.random() * 9000)}`;
}

// The one line of this page.
export const line = new Line();
addEventListener("online", () => line.retry());
document.addEventListener("visibilitychange", () => {
    if (!document.hidden) line.retry();
});
