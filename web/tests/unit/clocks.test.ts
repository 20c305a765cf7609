import { expect, test } from "vitest";
import { chipsOf, CLOCKS, clocksFor } from "../../src/lib/clocks";
import type { TableInfo } from "../../src/source/server";

const table = (more: Partial<TableInfo>) => more as TableInfo;

test("a rated match has a clock, and the rules' only where they name one", () => {
    const named = { clock: { rules: ["OVE-981"], time_outs: 3 } };
    expect(clocksFor(named, false)).toEqual(["none", "rules", "slow", "normal", "fast"]);
    expect(clocksFor(named, true)).toEqual(["rules", "slow", "normal", "fast"]);
    expect(clocksFor({ clock: null }, false)).not.toContain("rules");
});

test("only the house clock has numbers of its own", () => {
    for (const wish of Object.values(CLOCKS)) expect("bank" in wish).toBe(wish.clock === "house");
});

test("a table says by which clock it is played, unless it is the house's", () => {
    expect(chipsOf(table({ clock: "rules", rated: true }))).toEqual(["clock of the rules", "rated"]);
    expect(chipsOf(table({ clock: "none" }))).toEqual(["no clock"]);
    expect(chipsOf(table({ clock: "house", chat: "free" }))).toEqual(["free chat"]);
    expect(chipsOf(table({}))).toEqual([]);
});
