import { describe, expect, test } from "vitest";
import { click, complete, drop, groups, live, pointing } from "../../src/table/choices";
import { gridLines, piles, readLayout, sayValue, seatOrder, squareNumber, type GridBoard } from "../../src/table/layout";
import { glossary, plainRule, Reader } from "../../src/card/text";
import type { Owed, View, ViewCard } from "../../src/source/source";

const card = (id: number, zone: string, more: Partial<ViewCard> = {}): ViewCard => ({
    id, card: id, name: `card ${id}`, zone, of: 0, place: 0, owner: 0, face_down: false, sideways: false, marked: false, stats: {}, words: [], ...more,
});

const owed: Owed = {
    seat: 0,
    owed: 7,
    question: "What do you do?",
    choices: ["attack A > B", "attack A > C", "use A", "play D", "move D > left", "end turn"],
    parts: [
        { verb: "attack", card: 1, target: 2 },
        { verb: "attack", card: 1, target: 3 },
        { verb: "use", card: 1 },
        { verb: "play", card: 4 },
        { verb: "move", card: 4, place: { zone: "left", of: null } },
        { verb: "end turn" },
    ],
};

describe("choices as things to point at", () => {
    const p = pointing(owed);

    test("what begins a choice can be clicked, what points at nothing is a button", () => {
        expect([...live(p, null).subjects]).toEqual(["c1", "c4"]);
        expect(p.plain).toEqual([5]);
        expect(p.same).toBe(false);
    });

    test("a card with targets is taken up, and its targets light up", () => {
        expect(click(p, null, ["c1"])).toEqual({ do: "select", thing: "c1", menu: [2] });
        expect([...live(p, "c1").targets]).toEqual(["c2", "c3"]);
        expect(click(p, "c1", ["c3"])).toEqual({ do: "choose", choice: 1 });
    });

    test("a click on a card also means the place where it lies", () => {
        expect(click(p, "c4", ["c9", "p-:left"])).toEqual({ do: "choose", choice: 4 });
    });

    test("what cannot be done does nothing", () => {
        expect(click(p, null, ["c9"])).toEqual({ do: "nothing" });
    });

    test("where all do the same, one click is enough; otherwise it is said first", () => {
        const picks = pointing({ seat: 0, choices: ["pick A", "pick B", "done"], parts: [{ verb: "pick", card: 1 }, { verb: "pick", card: 2 }, { verb: "done" }] });
        expect(click(picks, null, ["c2"])).toEqual({ do: "choose", choice: 1 });
        const mixed = pointing({ seat: 0, choices: ["play A", "sell B"], parts: [{ verb: "play", card: 1 }, { verb: "sell", card: 2 }] });
        expect(click(mixed, null, ["c2"])).toEqual({ do: "menu", choices: [1] });
    });

    test("dropping a card on its target chooses, on the table plays it", () => {
        expect(drop(p, "c4", ["p-:left"])).toEqual({ do: "choose", choice: 4 });
        expect(drop(p, "c4", ["p0:unit 2"])).toEqual({ do: "choose", choice: 3 });
        expect(drop(p, "c4", [])).toEqual({ do: "nothing" });
    });

    test("the list is grouped by what is done", () => {
        expect(groups(p)).toEqual([
            { verb: "attack", choices: [0, 1] },
            { verb: "use", choices: [2] },
            { verb: "play", choices: [3] },
            { verb: "move", choices: [4] },
            { verb: "", choices: [5] },
        ]);
    });

    test("typed words find what begins so, then what holds every word", () => {
        expect(complete(p.words, "att")).toEqual([0, 1]);
        expect(complete(p.words, "d left")).toEqual([4]);
        expect(complete(p.words, "zzz")).toEqual([]);
    });

    test("without parts everything is a button", () => {
        expect(pointing({ seat: 0, choices: ["yes", "no"] }).plain).toEqual([0, 1]);
    });
});

describe("layouts", () => {
    const layout = readLayout({
        board: { kind: "rows", rows: [["unit 1"]] },
        seat: { values: [], zones: [] },
        values: {
            phase: { as: "words", words: ["Set-up", "Action"] },
            turn: { as: "seat" },
            rank: { as: "roman" },
            at: { as: "card", title: "is at" },
            ready: { as: "flag", title: "ready" },
            towers: { as: "digits", words: ["left", "right"] },
            stock: { of: 15 },
            wins: { quiet: true },
            tile: { as: "board" },
        },
        attached: { kinds: ["Equipment"], to: "before" },
    });
    const said = (name: string, value: number) => sayValue(layout, name, value, (s) => `seat ${s}`, (c) => (c === 5 ? "Millbridge" : undefined));

    test("values are said in words", () => {
        expect(said("phase", 1)?.words).toBe("Action");
        expect(said("turn", 1)?.words).toBe("seat 1");
        expect(said("rank", 4)?.words).toBe("IV");
        expect(said("at", 5)).toMatchObject({ title: "is at", words: "Millbridge" });
        expect(said("towers", 12)?.words).toBe("left 1, right 2");
        expect(said("stock", 8)?.words).toBe("8/15");
        expect(said("ready", 1)).toMatchObject({ title: "ready", words: "" });
    });

    test("what says nothing is not said", () => {
        for (const [name, value] of [["wins", 0], ["tile", 3], ["at", -1], ["ready", 0], ["turn", -1]] as const) expect(said(name, value)).toBeNull();
    });

    test("cards carry what is attached to them", () => {
        const cards = [card(1, "front"), card(2, "front", { place: 1 }), card(3, "front", { place: 2 })];
        const kind = (c: ViewCard) => (c.id === 2 ? "Equipment" : "Unit");
        expect(piles(cards, layout, kind).map((p) => [p.card.id, p.on.map((c) => c.id)])).toEqual([[1, [2]], [3, []]]);
        const above = { ...layout, attached: { word: "construct", to: "after" as const } };
        const stacked = [card(4, "unit 1", { words: ["construct"] }), card(5, "unit 1", { place: 1 })];
        expect(piles(stacked, above, () => "Unit").map((p) => [p.card.id, p.on.map((c) => c.id)])).toEqual([[5, [4]]]);
    });

    test("own side is at the bottom", () => {
        const view = { viewer: 2, seats: ["a", "b", "c", "d"] } as View;
        expect(seatOrder(view)).toEqual({ own: 2, others: [3, 0, 1] });
        expect(gridLines(2, 3, false)).toEqual({ columns: [0, 1], rows: [2, 1, 0] });
        expect(gridLines(2, 3, true)).toEqual({ columns: [1, 0], rows: [0, 1, 2] });
        const board = { kind: "grid", columns: 5, rows: 6, letters: "ABCDE", order: "columns" } as GridBoard;
        expect(squareNumber(board, 2, 1)).toBe(13);
    });

    test("a layout without a board is refused", () => {
        expect(() => readLayout({})).toThrow(/layout\.json/);
    });
});

describe("card texts", () => {
    const reader = new Reader(glossary([
        { id: "OVE-814", chapter: "800", text: "GUARD: see OVE-514." },
        { id: "MON-754", chapter: "700", text: "Bleeding #: the unit loses # HP." },
        { id: "OVE-001", chapter: "000", text: "Two players play." },
    ]));

    test("keywords are those that a rule defines", () => {
        expect(reader.keywords(["has GUARD, gives Bleeding 2", "GUARD"]).map((k) => k.rule.id)).toEqual(["OVE-814", "MON-754"]);
        expect(reader.pieces("{A}: has GUARD")).toEqual([{ text: "A", symbol: true }, { text: ": has " }, { text: "GUARD", keyword: "GUARD" }]);
    });

    test("marks for editors are left out of rules", () => {
        expect(plainRule("Damage is dealt. [house] (L64, L66-68)")).toBe("Damage is dealt.");
        expect(plainRule("GUARD (see OVE-514) stays.")).toBe("GUARD (see OVE-514) stays.");
    });

    test("the words that did it are lit up, counted in bytes", () => {
        expect(reader.pieces("● Draw 1 card. Stop", [4, 15])).toEqual([{ text: "● " }, { text: "Draw 1 card", lit: true }, { text: ". Stop" }]);
    });
});
