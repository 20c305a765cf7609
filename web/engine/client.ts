// The page's end of the engine: one worker for each game, started when it is first needed.
import { Refusal } from "../src/source/source";
import type { EngineError, Reply } from "./engine";
import type { FromWorker, ToWorker } from "./worker";

export type Call = (...words: (string | number)[]) => Promise<Reply>;

// What the engine refuses, with its place in what was typed.
export class EngineRefusal extends Refusal {
    constructor(readonly error: EngineError) {
        super(error.code, error.text);
    }
}

// Throws what a reply refuses.
export function checked(reply: Reply): Reply {
    if (reply.error) throw new EngineRefusal(reply.error);
    return reply;
}

// A worker of its own, for what takes long; `stop` ends it.
export function startWorker(game: string, gone = () => {}): { call: Call; stop: () => void } {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    const waiting = new Map<number, { done: (reply: Reply) => void; failed: (e: Error) => void }>();
    let last = 0;
    const stop = (why: string) => {
        gone();
        for (const { failed } of waiting.values()) failed(new Refusal("stopped", why));
        waiting.clear();
        worker.terminate();
    };
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
        const one = waiting.get(data.id);
        if ("stopped" in data) return stop(data.stopped);
        waiting.delete(data.id);
        one?.done(data.reply);
    });
    worker.addEventListener("error", (e) => stop(e.message || "the engine could not be loaded"));
    const post = (message: ToWorker) => worker.postMessage(message);
    post({ module: new URL(`/data/${game}/engine.wasm`, location.href).href });
    const call: Call = (...words) =>
        new Promise((done, failed) => {
            const id = ++last;
            waiting.set(id, { done: (reply) => (reply.error ? failed(new EngineRefusal(reply.error)) : done(reply)), failed });
            post({ id, words });
        });
    return { call, stop: () => stop("it is no longer needed") };
}

const engines = new Map<string, Call>();

// Makes calls of that game's engine; what it refuses is thrown.
export function engineOf(game: string): Call {
    const found = engines.get(game);
    if (found) return found;
    const { call } = startWorker(game, () => engines.delete(game)); // the next call starts a new one
    engines.set(game, call);
    return call;
}
