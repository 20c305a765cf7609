// Which picture each card of a game has, as tools/art.mjs has chosen from the words of its name.
import type { CardData } from "../source/data";

export interface Pictures {
    cards: Record<string, string>;
    kinds: Record<string, string>;
    other: string;
    back: string;
}

const kept = new Map<string, Promise<Pictures>>();

export function pictures(game: string): Promise<Pictures> {
    let p = kept.get(game);
    if (!p) {
        p = fetch(`./art/${game}.json`).then((answer) => {
            if (!answer.ok) throw new Error(`art/${game}.json: ${answer.status}`);
            return answer.json() as Promise<Pictures>;
        });
        kept.set(game, p);
        p.catch(() => kept.delete(game));
    }
    return p;
}

// A card that was not there when the pictures were made has that of its kind.
export function pictureOf(all: Pictures, card: CardData): string {
    return all.cards[card.name] ?? all.kinds[card.kind] ?? all.other;
}
