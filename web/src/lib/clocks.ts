// What a table is played by.
import type { TableInfo } from "../source/server";
import { say } from "../words/words";

// A friend's game has a clock; alone against bots there is no hurry.
export const UNHURRIED = { clock: "none" } as const;

// What a table may be played by. A rated match has a clock; not every game's rules name one.
export const CLOCKS = {
    none: UNHURRIED,
    rules: { clock: "rules" },
    slow: { clock: "house", bank: 1_800_000, allowance: 60_000 },
    normal: { clock: "house", bank: 600_000, allowance: 30_000 },
    fast: { clock: "house", bank: 180_000, allowance: 10_000 },
} as const satisfies Record<string, { clock: TableInfo["clock"]; bank?: number; allowance?: number }>;
export type ClockName = keyof typeof CLOCKS;

export function clocksFor(game: { clock: unknown }, rated: boolean): ClockName[] {
    const names = Object.keys(CLOCKS) as ClockName[];
    return names.filter((n) => (n !== "none" || !rated) && (n !== "rules" || game.clock !== null));
}

// What is special about a table, in words.
export function chipsOf(t: TableInfo): string[] {
    const chips: string[] = [];
    if (t.clock === "rules" || t.clock === "none") chips.push(say(`table.clock.${t.clock}`));
    if (t.rated) chips.push(say("table.rated"));
    if (t.chat === "free") chips.push(say("table.free"));
    return chips;
}
