// The pictures of a game, loaded once: which card has which, and the drawings themselves.
import { whenIdle } from "../lib/idle";
import type { IconTable } from "./pick";

const tables = new Map<string, Promise<IconTable>>();
const sprites = new Map<string, Promise<void>>();

async function get(path: string): Promise<Response> {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
    return answer;
}

export function iconTable(game: string): Promise<IconTable> {
    let table = tables.get(game);
    if (!table) {
        table = get(`./art/${game}.json`).then((a) => a.json() as Promise<IconTable>);
        tables.set(game, table);
        table.catch(() => tables.delete(game));
    }
    return table;
}

// Puts the drawings into the page, where <use href="#game.name"> finds them at once.
export function sprite(set: string): Promise<void> {
    let loading = sprites.get(set);
    if (!loading) {
        loading = get(`./art/${set}.svg`).then(async (answer) => {
            const text = await answer.text();
            await whenIdle(); // cards can be read and played before they have pictures
            const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
            drawn.setAttribute("aria-hidden", "true");
            drawn.setAttribute("class", "sprite");
            document.body.append(document.importNode(drawn, true));
        });
        sprites.set(set, loading);
        loading.catch(() => sprites.delete(set)); // cards can be played without pictures
    }
    return loading;
}
