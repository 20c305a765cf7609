// Choices as things to point at: which card, place or seat a choice begins with, and what it then
// goes to. Pure; the table shows what is said here.
import type { ChoicePart, Owed, Seat, ViewCard } from "../source/source";

// A thing on the table: "c12" a card, "p0:unit 2" a place, "s1" a seat.
export type Thing = string;

export const cardThing = (id: number): Thing => `c${id}`;
export const seatThing = (seat: Seat): Thing => `s${seat}`;
export const placeThing = (zone: string, of: Seat | null): Thing => `p${of ?? "-"}:${zone}`;
export const placeOf = (card: ViewCard): Thing => placeThing(card.zone, card.of);

export function thingsOf(part: ChoicePart): Thing[] {
    const things: Thing[] = [];
    if (part.card !== undefined) things.push(cardThing(part.card));
    if (part.target !== undefined) things.push(cardThing(part.target));
    if (part.place) things.push(placeThing(part.place.zone, part.place.of));
    if (part.seat !== undefined) things.push(seatThing(part.seat));
    return things;
}

export interface Pointing {
    words: string[];
    parts: ChoicePart[];
    subjects: Map<Thing, number[]>; // what to click first, with the choices that begin there
    objects: Map<Thing, Map<Thing, number[]>>; // for each of those: where they go
    plain: number[]; // choices that point at nothing: pass, done, yes
    same: boolean; // all that point do the same thing, so that a click says it all
}

function add(map: Map<Thing, number[]>, key: Thing, choice: number) {
    const list = map.get(key);
    if (list) list.push(choice);
    else map.set(key, [choice]);
}

export function pointing(owed: Owed | undefined): Pointing {
    const words = owed?.choices ?? [];
    const parts = words.map((_, i) => owed?.parts?.[i] ?? {});
    const p: Pointing = { words, parts, subjects: new Map(), objects: new Map(), plain: [], same: true };
    let verb: string | undefined;
    parts.forEach((part, i) => {
        const [subject, ...objects] = thingsOf(part);
        if (subject === undefined) {
            p.plain.push(i);
            return;
        }
        const does = `${part.verb ?? ""} ${part.word ?? ""} ${part.option ?? ""}`;
        p.same &&= verb === undefined || verb === does;
        verb = does;
        add(p.subjects, subject, i);
        for (const object of objects) {
            let of = p.objects.get(subject);
            if (!of) p.objects.set(subject, (of = new Map()));
            add(of, object, i);
        }
    });
    return p;
}

export type Click =
    | { do: "nothing" }
    | { do: "choose"; choice: number }
    | { do: "select"; thing: Thing; menu: number[] } // its targets light up; the menu has what needs none
    | { do: "menu"; choices: number[] };

// What a click on things (a card, and the place where it lies) means while `selected` is taken up.
export function click(p: Pointing, selected: Thing | null, things: Thing[]): Click {
    if (selected !== null) {
        const of = p.objects.get(selected);
        for (const thing of things) {
            if (thing === selected) continue;
            const choices = of?.get(thing);
            if (choices?.length === 1) return { do: "choose", choice: choices[0] as number };
            if (choices) return { do: "menu", choices };
        }
    }
    for (const thing of things) {
        const choices = p.subjects.get(thing);
        if (!choices) continue;
        if (p.objects.has(thing)) {
            const direct = choices.filter((i) => thingsOf(p.parts[i] ?? {}).length === 1);
            return { do: "select", thing, menu: direct };
        }
        if (choices.length === 1 && p.same) return { do: "choose", choice: choices[0] as number };
        return { do: "menu", choices };
    }
    return { do: "nothing" };
}

// What may be pointed at now: everything that begins a choice, or where the selected one may go.
export function live(p: Pointing, selected: Thing | null): { subjects: Set<Thing>; targets: Set<Thing> } {
    return {
        subjects: new Set(p.subjects.keys()),
        targets: new Set(selected === null ? [] : p.objects.get(selected)?.keys()),
    };
}

// A thing was dragged and dropped on others.
export function drop(p: Pointing, from: Thing, on: Thing[]): Click {
    const of = p.objects.get(from);
    for (const thing of on) {
        const choices = of?.get(thing);
        if (choices?.length === 1) return { do: "choose", choice: choices[0] as number };
        if (choices) return { do: "menu", choices };
    }
    const direct = (p.subjects.get(from) ?? []).filter((i) => thingsOf(p.parts[i] ?? {}).length === 1);
    if (direct.length === 1 && on.length > 0) return { do: "choose", choice: direct[0] as number };
    if (direct.length > 1 && on.length > 0) return { do: "menu", choices: direct };
    return { do: "nothing" };
}

// Choices in groups by what they do, for the list: at most one group per verb, plain ones last.
export function groups(p: Pointing): { verb: string; choices: number[] }[] {
    const by = new Map<string, number[]>();
    p.parts.forEach((part, i) => {
        if (!p.plain.includes(i)) add(by, part.verb ?? "", i);
    });
    const list = [...by].map(([verb, choices]) => ({ verb, choices }));
    if (p.plain.length) list.push({ verb: "", choices: p.plain });
    return list;
}

// What typed words may mean: those that begin with them first, then those that contain every word.
export function complete(words: string[], typed: string): number[] {
    const text = typed.trim().toLowerCase();
    if (!text) return words.map((_, i) => i);
    const pieces = text.split(/\s+/);
    const starts: number[] = [];
    const holds: number[] = [];
    words.forEach((w, i) => {
        const low = w.toLowerCase();
        if (low.startsWith(text)) starts.push(i);
        else if (pieces.every((piece) => low.includes(piece))) holds.push(i);
    });
    return [...starts, ...holds];
}
