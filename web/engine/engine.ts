// The engine in this browser: a module of one game (/data/<game>/engine.wasm), called with words,
// answering with objects (engine.h). It lends it SHA-256, a clock, and somewhere to complain.
import { sha256 } from "@noble/hashes/sha2.js";

export interface EngineError {
    code: string;
    text: string;
    line: number;
    column: number;
    source: string;
    rule: string | null;
}

export type Reply = Record<string, unknown> & { error?: EngineError };

interface Exports {
    memory: WebAssembly.Memory;
    _initialize(): void;
    request(size: number): number;
    call(size: number): number;
    reply_size(): number;
}

const NOT_HERE = 52; // of WASI: this function does not exist

export class Engine {
    private complaint = "";

    private constructor(private readonly of: Exports) {}

    static async load(module: BufferSource | WebAssembly.Module): Promise<Engine> {
        let self: Engine | undefined;
        const memory = () => new DataView((self as Engine).of.memory.buffer);
        const bytes = (at: number, size: number) => new Uint8Array((self as Engine).of.memory.buffer, at, size);
        const compiled = module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module);
        const instance = await WebAssembly.instantiate(compiled, {
            page: {
                sha256: (at: number, size: number, out: number) => bytes(out, 32).set(sha256(bytes(at, size).slice())),
            },
            wasi_snapshot_preview1: {
                clock_time_get: (_clock: number, _precision: bigint, out: number) => {
                    memory().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
                    return 0;
                },
                // Only its last words before it stops.
                fd_write: (_fd: number, list: number, count: number, written: number) => {
                    let sum = 0;
                    for (let i = 0; i < count; i++) {
                        const at = memory().getUint32(list + 8 * i, true);
                        const size = memory().getUint32(list + 8 * i + 4, true);
                        (self as Engine).complaint += new TextDecoder().decode(bytes(at, size).slice());
                        sum += size;
                    }
                    memory().setUint32(written, sum, true);
                    return 0;
                },
                fd_close: () => NOT_HERE,
                fd_seek: () => NOT_HERE,
            },
        });
        self = new Engine(instance.exports as unknown as Exports);
        self.of._initialize();
        return self;
    }

    call(...words: (string | number)[]): Reply {
        const request = new TextEncoder().encode(words.join("\0"));
        try {
            const at = this.of.request(request.length);
            new Uint8Array(this.of.memory.buffer, at, request.length).set(request);
            const reply = this.of.call(request.length);
            const bytes = new Uint8Array(this.of.memory.buffer, reply, this.of.reply_size());
            return JSON.parse(new TextDecoder().decode(bytes)) as Reply;
        } catch (e) {
            throw new Error(`the engine stopped at "${words[0]}": ${this.complaint || String(e)}`);
        }
    }
}
