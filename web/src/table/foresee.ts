// What a choice would do, told for its button and for the board. The engine has tried it (docs/protocol.md,
// `would`); here is only chosen what people look at: what the layout shows on cards and beside players.
import type { Seat, Would, WouldChange } from "../source/source";

export interface Reader {
    card(id: number): { name: string; stats: string[] } | undefined; // those that its face shows
    stat(name: string): string; // what it is called
    values: string[]; // of a player, as shown
    value(name: string): string;
    seat(seat: Seat): string;
    zone(name: string): string | null; // null: it lies on the board
}

export interface Outcome {
    words: string[]; // what is all but sure first
    odds: number | null; // of the first of them, where dice or what is hidden decide
    wins: boolean;
    then: string | null; // what one is asked next
}

// Of a card or value that may come to several numbers, the likeliest one, and how likely it is that it changes.
interface Told {
    change: WouldChange;
    share: number;
}

function gathered(would: Would): Told[] {
    const by = new Map<string, Told>();
    for (const change of would.changes) {
        const key = `${change.kind} ${change.name ?? ""} ${change.card ?? ""} ${change.seat ?? ""}`;
        const told = by.get(key);
        if (!told) by.set(key, { change, share: change.share });
        else {
            told.share += change.share;
            if (change.share > told.change.share) told.change = change;
        }
    }
    return [...by.values()].sort((a, b) => b.share - a.share);
}

const LEAST = 0.15; // what is rarer is not worth a word
const MOST = 3; // things said on a button

function words({ change }: Told, r: Reader): string | null {
    if (change.kind === "value") {
        if (change.seat === undefined || !r.values.includes(change.name ?? "")) return null;
        return `${r.seat(change.seat)}: ${r.value(change.name ?? "")} ${change.from} → ${change.to}`;
    }
    const card = change.card === undefined ? undefined : r.card(change.card);
    if (!card) return null;
    if (change.kind === "move") {
        const to = typeof change.to === "object" ? r.zone(change.to.zone) : null;
        return to === null ? null : `${card.name} → ${to}`;
    }
    return card.stats.includes(change.name ?? "") ? `${card.name}: ${r.stat(change.name ?? "")} ${change.from} → ${change.to}` : null;
}

// What is done to others comes before what it costs: `own` is the card that does it. That this goes where one puts
// it needs no words.
export function outcome(would: Would, r: Reader, own?: number): Outcome {
    const worlds = Math.max(would.worlds, 1);
    const list = gathered(would)
        .filter((t) => t.share / worlds >= LEAST && !(t.change.kind === "move" && t.change.card === own))
        .flatMap((t) => {
            const said = words(t, r);
            return said === null ? [] : [{ said, share: t.share / worlds, costs: t.change.kind === "value" || t.change.card === own }];
        })
        .sort((a, b) => Number(a.costs) - Number(b.costs));
    const first = list[0];
    return {
        words: list.slice(0, MOST).map((l) => l.said),
        odds: first && first.share < 0.995 ? first.share : null,
        wins: would.wins > 0 && would.wins === would.worlds,
        then: would.end === "asked" ? would.question : null,
    };
}

// For the board: each card with the numbers that it would have, and whether it would be gone from there.
export interface Ghost {
    stats: Map<string, number>;
    gone: boolean;
}

export function ghosts(would: Would, isBoard: (zone: string) => boolean): Map<number, Ghost> {
    const map = new Map<number, Ghost>();
    const of = (card: number) => {
        const known = map.get(card) ?? { stats: new Map<string, number>(), gone: false };
        map.set(card, known);
        return known;
    };
    for (const { change, share } of gathered(would)) {
        if (change.card === undefined || share < would.worlds * LEAST) continue;
        if (change.kind === "stat" && typeof change.to === "number") of(change.card).stats.set(change.name ?? "", change.to);
        if (change.kind === "move" && typeof change.to === "object" && typeof change.from === "object" && isBoard(change.from.zone) && !isBoard(change.to.zone)) of(change.card).gone = true;
    }
    return map;
}
