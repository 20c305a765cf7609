// What is heard of a change: from the views before and after, and from what is said to have happened.
import type { TableState } from "../source/source";
import type { Sound } from "./sound";

const MOST = 3; // at once; the rest would only be noise

// `counted` are stats that have a maximum: health.
export function heard(was: TableState, now: TableState, counted: string[]): { sound: Sound; many: number }[] {
    const list: { sound: Sound; many: number }[] = [];
    const add = (sound: Sound, many = 0) => {
        if (!list.some((s) => s.sound === sound)) list.push({ sound, many });
    };
    const viewer = now.view.viewer;
    if (now.view.over && !was.view.over) {
        add(viewer !== null && !now.view.winners.includes(viewer) ? "defeat" : "victory");
        return list;
    }
    const before = new Map(was.view.cards.map((c) => [c.id, c]));
    for (const card of now.view.cards) {
        const old = before.get(card.id);
        if (!old) continue;
        for (const stat of counted) {
            const [a, b] = [old.stats[stat], card.stats[stat]];
            if (a === undefined || b === undefined || old.zone !== card.zone) continue;
            if (b > a) add("heal");
            else if (b < a) add(a - b >= a * 0.6 ? "large" : a - b >= a * 0.3 ? "medium" : "small");
        }
        if (old.zone !== card.zone) {
            if (old.zone === "deck" && card.zone === "hand") add("draw");
            else if (old.zone === "hand") add("play");
        }
    }
    if (now.view.waiting.length > was.view.waiting.length) add("link", now.view.waiting.length);
    for (const event of now.events.slice(now.fresh)) {
        if (/\broll(s|ed)\b/.test(event.words)) add("dice");
        else if (/\b(flip|coin)/.test(event.words)) add("coin");
        else if (/\bshuffle[sd]?\b/.test(event.words)) add("shuffle");
        else if (/\b(shattered|destroyed|died|killed|defeated)\b/.test(event.words)) add("death");
    }
    const asked = (s: TableState) => s.owed.some((o) => o.choices !== undefined && o.choices.length > 1);
    if (asked(now) && !asked(was)) add("bell");
    return list.slice(0, MOST);
}
