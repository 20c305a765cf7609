// One line to the server for the whole page: says hello with the kept token, asks and is answered,
// and comes back by itself when it was cut.
import { Refusal } from "./source";

export interface Message {
    type: string;
    id?: number;
    table?: number;
    [member: string]: unknown;
}

export interface Rating {
    game: string;
    mode: string;
    rating: number;
    deviation: number;
    matches: number;
}

export interface Welcome extends Message {
    player: number;
    name: string;
    token?: string;
    password: boolean; // the name is one's own
    ratings: Rating[];
    now: number;
    tables: number[];
}

interface Pending {
    request: Record<string, unknown>;
    again: boolean; // counts once however often it is sent, so it may be sent again after a cut
    ahead: boolean; // sent behind the greeting, before it is answered
    sent: boolean;
    done: (m: Message) => void;
    failed: (e: Refusal) => void;
}

const TOKEN = "pentacle.token";
const NAME = "pentacle.name";
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const PING_EVERY = 15000;
const PONG_WITHIN = 10000;

function kept(key: string): string | null {
    try {
        return localStorage.getItem(key);
    } catch {
        return null; // storage may be forbidden: then one is a new person every time
    }
}
function keep(key: string, value: string | null) {
    try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
    } catch {
        return;
    }
}

export class Line {
    state: "closed" | "opening" | "open" | "lost" = "closed";
    welcome: Welcome | null = null;
    clock = 0; // server time minus own time
    readonly mine = new Set<number>(); // tables where we have a seat
    #socket: WebSocket | null = null;
    #pending = new Map<number, Pending>();
    #id = 0;
    #wait = FIRST_WAIT;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #ping: ReturnType<typeof setTimeout> | undefined;
    #hearers = new Set<(m: Message) => void>();
    #watchers = new Set<(state: Line["state"]) => void>();

    constructor(readonly address: string) {}

    get name(): string {
        return this.welcome?.name ?? kept(NAME) ?? "";
    }

    // For what only those who sat at a table may have.
    get bearer(): Record<string, string> {
        const token = kept(TOKEN);
        return token ? { Authorization: `Bearer ${token}` } : {};
    }

    // One stays who one is, with one's matches and tables. Throws Refusal.
    async rename(name: string) {
        await this.ask({ do: "rename", name });
        keep(NAME, name);
        if (this.welcome) this.welcome = { ...this.welcome, name };
        for (const f of [...this.#watchers]) f(this.state);
    }
    // Somebody else: the line is opened anew. Throws Refusal; then one is who one was.
    login(name: string, password: string): Promise<void> {
        return this.#greet({ do: "login", version: 1, name, password });
    }
    #greeting: { request: Record<string, unknown>; done: () => void; failed: (e: Refusal) => void } | null = null;
    #greet(request: Record<string, unknown>): Promise<void> {
        return new Promise((done, failed) => {
            this.#greeting = { request, done, failed };
            this.close();
            this.open();
        });
    }

    // Makes the name one's own; older tokens are void from then on.
    async setPassword(password: string, old?: string) {
        const m = await this.ask({ do: "password", password, ...(old ? { old } : {}) });
        keep(TOKEN, String(m["token"]));
        if (this.welcome) this.welcome = { ...this.welcome, password: true };
        for (const f of [...this.#watchers]) f(this.state);
    }

    // Leaves the name, on this machine or on all; one is a guest from then on.
    async logout(everywhere: boolean) {
        await this.ask({ do: "logout", everywhere });
        keep(TOKEN, null);
        keep(NAME, null);
        this.close();
        this.open();
    }

    // Every message that is not an answer to a request, and answers about tables too.
    hear(f: (m: Message) => void): () => void {
        this.#hearers.add(f);
        return () => this.#hearers.delete(f);
    }
    // The state of the line, now and whenever it changes.
    watch(f: (state: Line["state"]) => void): () => void {
        this.#watchers.add(f);
        f(this.state);
        return () => this.#watchers.delete(f);
    }

    // Has the server met us before, most likely?
    get known(): boolean {
        return kept(TOKEN) !== null;
    }

    // Sends as soon as the line is open. Throws Refusal.
    ask(request: Record<string, unknown>, again = false, ahead = false): Promise<Message> {
        const id = ++this.#id;
        return new Promise((done, failed) => {
            this.#pending.set(id, { request: { ...request, id }, again, ahead, sent: false, done, failed });
            if (this.state === "open") this.#send(id);
            else this.open();
        });
    }

    open() {
        if (this.#socket) return;
        clearTimeout(this.#timer);
        if (this.state !== "lost") this.#become("opening");
        const socket = new WebSocket(this.address);
        this.#socket = socket;
        socket.onopen = () => this.#hello();
        socket.onmessage = (e) => this.#take(JSON.parse(String(e.data)) as Message);
        socket.onclose = () => this.#cut(socket);
    }

    close() {
        clearTimeout(this.#timer);
        clearTimeout(this.#ping);
        const socket = this.#socket;
        this.#socket = null;
        socket?.close();
        this.#giveUp();
        this.#become("closed");
    }

    // What was sent and not answered; some may be sent again.
    #giveUp() {
        for (const [id, p] of this.#pending) {
            if (p.again || !p.sent) {
                p.sent = false;
                continue;
            }
            this.#pending.delete(id);
            p.failed(new Refusal("line", "The line was cut before the answer came."));
        }
    }

    #become(state: Line["state"]) {
        if (state === this.state) return;
        this.state = state;
        for (const f of [...this.#watchers]) f(state);
    }

    #hello() {
        const token = kept(TOKEN);
        const who = token ? { token } : { name: kept(NAME) || `Guest ${1000 + Math.floor(Math.random() * 9000)}` };
        this.#socket?.send(JSON.stringify(this.#greeting?.request ?? { do: "hello", version: 1, ...who }));
        if (token && !this.#greeting) for (const [id, p] of this.#pending) if (p.ahead && !p.sent) this.#send(id);
    }

    #send(id: number) {
        const p = this.#pending.get(id);
        if (!p || !this.#socket) return;
        p.sent = true;
        this.#socket.send(JSON.stringify(p.request));
    }

    #take(m: Message) {
        if (m.type === "welcome") {
            this.welcome = m as Welcome;
            this.clock = this.welcome.now - Date.now();
            if (this.welcome.token) keep(TOKEN, this.welcome.token);
            keep(NAME, this.welcome.name);
            this.mine.clear();
            for (const table of this.welcome.tables) this.mine.add(table);
            this.#wait = FIRST_WAIT;
            this.#greeting?.done();
            this.#greeting = null;
            this.#become("open"); // tables resume first
            for (const [id, p] of this.#pending) if (!p.sent) this.#send(id);
            this.#pingLater();
            return;
        }
        if (m.type === "error" && m.id === undefined && this.state !== "open") {
            if (this.#greeting) {
                this.#greeting.failed(new Refusal(String(m["code"]), String(m["text"])));
                this.#greeting = null;
            } else if (m["code"] === "bad-token") keep(TOKEN, null); // the server has forgotten us: be somebody new
            else if (m["code"] === "taken" || m["code"] === "bad-name") keep(NAME, null);
            else return;
            this.#hello();
            return;
        }
        const p = m.id === undefined ? undefined : this.#pending.get(m.id);
        if (m.type === "pong") this.clock = Number(m["now"]) - Date.now();
        if (p && m.id !== undefined) {
            this.#pending.delete(m.id);
            if (m.type === "error") p.failed(new Refusal(String(m["code"]), String(m["text"])));
            else p.done(m);
        }
        if (m.type === "table" && m.table !== undefined) {
            if (typeof m["you"] === "number") this.mine.add(m.table);
            else this.mine.delete(m.table);
        }
        if (m.table !== undefined) for (const f of [...this.#hearers]) f(m);
    }

    #pingLater() {
        clearTimeout(this.#ping);
        this.#ping = setTimeout(() => {
            const late = setTimeout(() => this.#socket?.close(), PONG_WITHIN);
            this.ask({ do: "ping" }).then(
                () => (clearTimeout(late), this.#pingLater()),
                () => clearTimeout(late),
            );
        }, PING_EVERY);
    }

    #cut(socket: WebSocket) {
        if (socket !== this.#socket) return;
        this.#socket = null;
        clearTimeout(this.#ping);
        this.#giveUp();
        this.#become("lost");
        this.#timer = setTimeout(() => this.open(), this.#wait * (0.75 + Math.random() / 2));
        this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    }

    // The network is there again: do not wait any longer.
    hurry() {
        if (this.state === "lost" && !this.#socket) this.open();
    }
}

let shared: Line | undefined;

export function line(): Line {
    if (!shared) {
        const own = new Line(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play`);
        addEventListener("online", () => own.hurry());
        document.addEventListener("visibilitychange", () => document.hidden || own.hurry());
        shared = own;
    }
    return shared;
}
