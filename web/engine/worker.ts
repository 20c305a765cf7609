// Runs one game's engine beside the page, so that thinking never holds the page up. The first message
// names the module; every other one is a call, answered in turn with the same number.
import { Engine, type Reply } from "./engine";

export type ToWorker = { module: string } | { id: number; words: (string | number)[] };
export type FromWorker = { id: number; reply: Reply } | { id: number; stopped: string };

let engine: Promise<Engine> | undefined;

async function load(module: string): Promise<Engine> {
    const answer = await fetch(module);
    if (!answer.ok) throw new Error(`${module}: ${answer.status} ${answer.statusText}`);
    return Engine.load(await answer.arrayBuffer());
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
    if ("module" in data) {
        engine = load(data.module);
        engine.catch(() => undefined); // told to whoever calls
        return;
    }
    const { id, words } = data;
    const say = (message: FromWorker) => postMessage(message);
    if (!engine) return say({ id, stopped: "no module was named" });
    engine.then((e) => say({ id, reply: e.call(...words) })).catch((e: Error) => say({ id, stopped: e.message }));
});
