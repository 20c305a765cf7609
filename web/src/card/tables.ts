// Tables of words for pictures, loaded with the game they belong to.
import type { IconTable } from "./pick";

const tables = import.meta.glob<{ default: IconTable & { back: string } }>(["./icons/*.json", "!./icons/ui.json", "!./icons/artists.json"]);

export async function iconTable(game: string): Promise<IconTable & { back: string }> {
    const load = tables[`./icons/${game}.json`];
    if (!load) return { words: {}, kinds: {}, other: "card-random", back: "card-random" };
    return (await load()).default;
}
