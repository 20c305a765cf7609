import { expect, test } from "vitest";
import { meant, readLesson } from "../../src/source/lesson";

test("reads what is said, what is wanted and what must come of it", () => {
    const lesson = readLesson(
        "# say: One.\n# say: Two.\n# else: No.\nscenario  A title\ngiven     Ash to act\n          Ash hand: Jab\n" +
            "when      Ash pick Jab      # not said\n          Bel pass\n# say: Three.\n          Ash done\n# end: Over.\nthen      Ash hand: empty\nresult    none\n",
    );
    expect(lesson.title).toBe("A title");
    expect(lesson.steps).toEqual([
        { seat: 0, words: "pick Jab", say: ["One.", "Two."], otherwise: "No." },
        { seat: 1, words: "pass", say: [], otherwise: "" },
        { seat: 0, words: "done", say: ["Three."], otherwise: "" },
    ]);
    expect(lesson.end).toEqual(["Over."]);
    expect(lesson.holds).toBe("then      Ash hand: empty\nresult    none\n");
});

test("a choice is meant without its place where there is no doubt", () => {
    expect(meant(["pick Jab (hand 1)", "pick Lunge"], "pick jab")).toBe(0);
    expect(meant(["pick Jab (hand 1)", "pick Jab (hand 2)"], "pick Jab (hand 2)")).toBe(1);
    expect(meant(["pass"], "pick Jab")).toBe(-1);
});

const files = import.meta.glob<string>("../../../games/*/lessons/*.scn", { query: "?raw", import: "default", eager: true });
for (const game of ["oversoul", "eternity", "voidbreakers", "monad", "despaira"])
    test(`${game} has a guided first game`, () => {
        const own = Object.keys(files).filter((f) => f.includes(`/${game}/`)).sort();
        const lessons = own.map((f) => readLesson(files[f] ?? ""));
        expect(lessons.length).toBeGreaterThan(5);
        expect(lessons.at(-1)?.free).toBeTruthy();
        for (const l of lessons.slice(0, -1)) {
            const mine = l.steps.filter((s) => s.seat === 0);
            expect(mine.length, l.title).toBeGreaterThan(0);
            for (const s of mine) expect(s.otherwise, `${l.title}: ${s.words}`).not.toBe("");
            expect(mine[0]?.say.length, l.title).toBeGreaterThan(0);
            expect(l.end.length, l.title).toBeGreaterThan(0);
            expect(l.holds, l.title).not.toBe("");
        }
    });
