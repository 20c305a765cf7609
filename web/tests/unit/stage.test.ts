// What boards and pictures are computed from: floor plans, maps, scenes.
import { describe, expect, it } from "vitest";
import { scene } from "../../src/card/scene";
import { pins } from "../../src/table/pins";
import { doorsOf, roomsOf, tracks } from "../../src/table/plan";
import { corner, square, standing } from "../../src/table/floor";
import { toYou } from "../../src/words/words";

describe("a floor plan", () => {
    const PIT = ["B-R B-M B-L", "B-R C B-L", "A-L C A-R", "A-L A-M A-R"];
    it("has a room for each name, as large as the name stands there", () => {
        const rooms = roomsOf(PIT);
        expect(rooms.map((r) => r.name).sort()).toEqual(["A-L", "A-M", "A-R", "B-L", "B-M", "B-R", "C"]);
        expect(rooms.find((r) => r.name === "C")).toEqual({ name: "C", row: 1, column: 1, rows: 2, columns: 1 });
    });
    it("has a door in every wall that two rooms share, and nowhere else", () => {
        const doors = doorsOf(roomsOf(PIT)).map((d) => [...d.between].sort().join(" "));
        expect(doors.sort()).toEqual(["A-L A-M", "A-L B-R", "A-L C", "A-M A-R", "A-M C", "A-R B-L", "A-R C", "B-L B-M", "B-L C", "B-M B-R", "B-M C", "B-R C"]);
    });
    it("is the same plan from the other side, turned by half", () => {
        const doors = (turned: boolean) => doorsOf(roomsOf(PIT, turned)).map((d) => [...d.between].sort().join(" ")).sort();
        expect(doors(true)).toEqual(doors(false));
        expect(roomsOf(PIT, true)[0]?.name).toBe("A-R");
    });
    it("gives those more room who stand together", () => {
        const wide = tracks(roomsOf(PIT), "column", (room) => (room === "A-M" ? 3 : 0), 0.5);
        expect(wide).toEqual([1, 2.5, 1]);
    });
});

describe("a floor in perspective", () => {
    const floor = { columns: 10, rows: 5, top: 50, far: 0.7 };
    it("is whole at its near edge, and narrower at its far one", () => {
        const wide = (depth: number) => corner(floor, 10, depth)[0] - corner(floor, 0, depth)[0];
        expect(wide(0)).toBeCloseTo(94);
        expect(wide(5)).toBeCloseTo(94 * 0.7);
        expect(corner(floor, 5, 5)[1]).toBeCloseTo(50);
    });
    it("lets everybody stand inside the own square", () => {
        for (const row of [0, 4]) {
            const [near, , far] = square(floor, 3, row);
            const { at } = standing(floor, 3, row);
            expect(at[1]).toBeLessThan(near[1]);
            expect(at[1]).toBeGreaterThan(far[1]);
        }
    });
});

describe("the places of a map", () => {
    const middles = Array.from({ length: 19 }, (_, i) => [{ x: 15 + (i % 5) * 18, y: i % 2 ? 28 : 72 }]);
    it("do not cover each other, and stay on it", () => {
        const list = pins(middles);
        for (const [i, a] of list.entries()) {
            expect(a.x).toBeGreaterThan(5);
            expect(a.x).toBeLessThan(95);
            for (const b of list.slice(i + 1)) expect(Math.hypot((a.x - b.x) / 12.5, (a.y - b.y) / 20)).toBeGreaterThan(0.8);
        }
    });
    it("lie always the same", () => expect(pins(middles)).toEqual(pins(middles)));
});

describe("the scene of a card", () => {
    const look = { colour: "#c0392b", far: "peaks", air: "embers" };
    const body = '<path fill="currentColor" d="M0 0h512v512z"/>';
    it("is always the same for one name, and another for every other", () => {
        const names = Array.from({ length: 200 }, (_, i) => `Card ${i}`);
        const drawn = names.map((name) => scene({ name, body }, look));
        expect(new Set(drawn).size).toBe(names.length);
        expect(scene({ name: "Card 7", body }, look)).toBe(drawn[7]);
    });
    it("is drawn for a faction that nobody described, as a card of the workshop may have", () => {
        expect(scene({ name: "New", body }, { colour: "#7b8190", far: "", air: "" })).toMatch(/^<svg .*<\/svg>$/s);
    });
    it("has no number that is none", () => {
        for (const far of ["", "peaks", "hills", "trees", "bare", "graves", "curtain", "castle", "arch", "garden", "hull", "city", "orbs", "gears", "waves", "cave", "clouds", "crystals"])
            expect(scene({ name: far, body, companion: body, tall: true }, { ...look, far })).not.toMatch(/NaN|undefined/);
    });
});

describe("a line of the log told to oneself", () => {
    const told: [string, string][] = [
        ["Ash drew a card", "You drew a card"],
        ["Ash has 3 Leader ENERGY", "You have 3 Leader ENERGY"],
        ["Ash passes", "You pass"],
        ["Ash ends the Action Phase", "You end the Action Phase"],
        ["the Leader of Ash rose to RANK III", "your Leader rose to RANK III"],
        ["turn 5 began, Ash leads", "turn 5 began, you lead"],
        ["Ash deck was shuffled", "Your deck was shuffled"],
        ["Bel drew a card", "Bel drew a card"],
    ];
    for (const [words, own] of told) it(words, () => expect(toYou(words, "Ash")).toBe(own));
});
