// A view and what changes it: how the news of docs/protocol.md turn one view into the next.
import type { View, ViewCard, ViewLink, ViewValue } from "./source";

export interface Change {
    asked: number[];
    question: string | null;
    over: boolean;
    winners: number[];
    cards: ViewCard[];
    places: [id: number, place: number][];
    gone: number[];
    values?: ViewValue[];
    waiting?: ViewLink[];
}

export type Zones = { zone: string; of: number | null }[];

const zoneKey = (zone: string, of: number | null) => `${of ?? "-"} ${zone}`;

// Rules 1 to 3 of the protocol. The old view is not touched.
export function applyChange(view: View, change: Change, zones: Zones): View {
    const order = new Map(zones.map((z, i) => [zoneKey(z.zone, z.of), i]));
    const cards = new Map(view.cards.map((c) => [c.id, c]));
    for (const id of change.gone) cards.delete(id);
    for (const card of change.cards) cards.set(card.id, card);
    for (const [id, place] of change.places) {
        const card = cards.get(id);
        if (card) cards.set(id, { ...card, place });
    }
    const rank = (c: ViewCard) => order.get(zoneKey(c.zone, c.of)) ?? zones.length;
    return {
        ...view, // keeps the members in the order in which they came, for the hash
        asked: change.asked,
        question: change.question,
        over: change.over,
        winners: change.winners,
        cards: [...cards.values()].sort((a, b) => rank(a) - rank(b) || a.place - b.place),
        values: change.values ?? view.values,
        waiting: change.waiting ?? view.waiting,
    };
}

// FNV-1a, 32 bits, of the view as JSON.
export function viewHash(view: View): string {
    let hash = 2166136261;
    for (const byte of new TextEncoder().encode(JSON.stringify(view))) hash = Math.imul(hash ^ byte, 16777619);
    return (hash >>> 0).toString(16).padStart(8, "0");
}
