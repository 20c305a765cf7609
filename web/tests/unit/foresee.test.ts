// What is said of what a choice would do.
import { expect, test } from "vitest";
import type { Would } from "../../src/source/source";
import { ghosts, outcome, type Reader } from "../../src/table/foresee";

const reader: Reader = {
    card: (id) => ({ 1: { name: "Sun Marshal", stats: ["HP"] }, 2: { name: "Lamp Snuffer", stats: ["HP", "AR"] } })[id],
    stat: (name) => name,
    values: ["gold"],
    value: (name) => name,
    viewer: 0,
    anew: ["round"],
    seat: (seat) => ["You", "Bel"][seat] ?? "",
    zone: (name) => (name === "front" ? null : name),
};
const would = (changes: Would["changes"], more: Partial<Would> = {}): Would => ({ changes, worlds: 36, wins: 0, dice: 2, hidden: false, end: "others", question: null, words: "", ...more });
const zone = (name: string) => ({ zone: name, of: 0 });

test("the likeliest number, with the odds that it changes at all", () => {
    const o = outcome(would([{ kind: "stat", card: 2, name: "HP", from: 8, to: 5, share: 28 }, { kind: "stat", card: 2, name: "HP", from: 8, to: 2, share: 3 }]), reader);
    expect(o.words).toEqual(["Lamp Snuffer: HP 8 → 5"]);
    expect(Math.round((o.odds ?? 0) * 100)).toBe(86);
});

test("what is sure has no odds, and what is not shown is not said", () => {
    const o = outcome(
        would([
            { kind: "value", seat: 0, name: "gold", from: 50, to: 0, share: 36 },
            { kind: "value", seat: 0, name: "book-keeping", from: 1, to: 2, share: 36 },
            { kind: "value", name: "turn", from: 1, to: 2, share: 36 },
            { kind: "stat", card: 1, name: "AR", from: 1, to: 2, share: 36 },
            { kind: "stat", card: 9, name: "HP", from: 1, to: 2, share: 36 },
        ]),
        reader,
    );
    expect(o).toEqual({ words: ["gold 50 → 0"], odds: null, wins: false, anew: false, then: null });
});

test("what befalls one card stands together, and what others gain is not said", () => {
    const o = outcome(
        would([
            { kind: "stat", card: 1, name: "HP", from: 3, to: 2, share: 36 },
            { kind: "stat", card: 2, name: "HP", from: 3, to: 1, share: 36 },
            { kind: "stat", card: 2, name: "AR", from: 3, to: 2, share: 36 },
            { kind: "value", seat: 1, name: "gold", from: 0, to: 9, share: 36 },
        ]),
        reader,
        1,
    );
    expect(o.words).toEqual(["Lamp Snuffer: HP 3 → 1, AR 3 → 2", "Sun Marshal: HP 3 → 2"]);
});

test("a card that leaves the board is said, one that goes where it is put is not", () => {
    const moves = would([
        { kind: "move", card: 1, from: zone("hand"), to: zone("discard"), share: 36 },
        { kind: "move", card: 2, from: zone("front"), to: zone("discard"), share: 36 },
    ]);
    expect(outcome(moves, reader, 1).words).toEqual(["Lamp Snuffer → discard"]);
    const seen = ghosts(moves, (z) => z === "front");
    expect(seen.get(2)?.gone).toBe(true);
    expect(seen.has(1) && seen.get(1)?.gone).toBe(false);
});

test("a win in every copy is a win; the next question is told", () => {
    expect(outcome(would([], { wins: 36, end: "over" }), reader).wins).toBe(true);
    expect(outcome(would([], { wins: 35 }), reader).wins).toBe(false);
    expect(outcome(would([], { end: "asked", question: "Which zone?" }), reader).then).toBe("Which zone?");
});
