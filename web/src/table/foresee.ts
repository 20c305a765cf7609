// What a choice would do, told for its button and for the board. The engine has tried it (docs/protocol.md,
// `would`); here is only chosen what people look at: what the layout shows on cards and beside players.
import type { Seat, Would, WouldChange } from "../source/source";

export interface Reader {
    card(id: number): { name: string; stats: string[] } | undefined; // those that its face shows
    stat(name: string): string; // what it is called
    values: string[]; // of a player, as shown
    value(name: string): string;
    seat(seat: Seat): string;
    viewer: Seat | null;
    anew: string[]; // values of the table after whose change all begins anew
    zone(name: string): string | null; // null: it lies on the board
}

export interface Outcome {
    words: string[]; // what is all but sure first
    odds: number | null; // of the first of them, where dice or what is hidden decide
    wins: boolean;
    then: string | null; // what one is asked next
    anew: boolean;
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

interface Line {
    of: string; // whom it befalls; "" for oneself
    said: string;
    share: number;
    costs: boolean;
}

function line({ change, share }: Told, r: Reader, own: number | undefined): Line | null {
    if (change.kind === "value") {
        const mine = change.seat === r.viewer;
        const falls = Number(change.to) < Number(change.from);
        // What others gain is their turn's book-keeping.
        if (change.seat === undefined || !r.values.includes(change.name ?? "") || (!mine && !falls)) return null;
        return { of: mine ? "" : r.seat(change.seat), said: `${r.value(change.name ?? "")} ${change.from} → ${change.to}`, share, costs: true };
    }
    const card = change.card === undefined ? undefined : r.card(change.card);
    if (!card) return null;
    if (change.kind === "stat") {
        if (!card.stats.includes(change.name ?? "")) return null;
        return { of: card.name, said: `${r.stat(change.name ?? "")} ${change.from} → ${change.to}`, share, costs: change.card === own };
    }
    const to = typeof change.to === "object" ? r.zone(change.to.zone) : null;
    return to === null || change.card === own ? null : { of: card.name, said: `→ ${to}`, share, costs: false };
}

// What is done to others comes before what it costs: `own` is the card that does it. That this goes where one puts
// it needs no words.
export function outcome(would: Would, r: Reader, own?: number): Outcome {
    const worlds = Math.max(would.worlds, 1);
    const lines = gathered(would)
        .filter((t) => t.share / worlds >= LEAST)
        .flatMap((t) => line(t, r, own) ?? [])
        .sort((a, b) => Number(a.costs) - Number(b.costs));
    const anew = gathered(would).find((t) => t.change.kind === "value" && t.change.seat === undefined && r.anew.includes(t.change.name ?? "") && t.share / worlds >= LEAST);
    if (anew) lines.splice(0, lines.length, { of: "", said: `${r.value(anew.change.name ?? "")} ${anew.change.from} → ${anew.change.to}`, share: anew.share, costs: false });
    const by = new Map<string, string[]>();
    for (const { of, said } of lines) by.set(of, [...(by.get(of) ?? []), said]);
    const share = (lines[0]?.share ?? 0) / worlds;
    return {
        words: [...by].slice(0, MOST).map(([of, said]) => `${of}${of ? (said[0]?.startsWith("→") ? " " : ": ") : ""}${said.slice(0, MOST).join(", ")}`),
        odds: lines.length && share < 0.995 ? share : null,
        wins: would.wins > 0 && would.wins === would.worlds,
        anew: anew !== undefined,
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

// The same for what players have, by seat and name.
export function ghostValues(would: Would): Map<string, number> {
    const map = new Map<string, number>();
    for (const { change, share } of gathered(would))
        if (change.kind === "value" && change.seat !== undefined && typeof change.to === "number" && share >= would.worlds * LEAST) map.set(`${change.seat} ${change.name ?? ""}`, change.to);
    return map;
}
