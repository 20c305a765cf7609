// Which lessons and puzzles somebody has done in this browser.
import { keep, keptAs } from "./keep";

const key = (game: string) => `pentacle.learned.${game}`;

export const learned = (game: string): string[] => keptAs<string[]>(key(game), []);

export function learnedToo(game: string, name: string): void {
    const all = learned(game);
    if (!all.includes(name)) keep(key(game), JSON.stringify([...all, name]));
}

// A scenario that somebody wrote, and what it was opened with.
export const ownKey = (game: string) => `pentacle.own.${game}`;

// The puzzle of a day: each comes up once before any does again.
export function daily<T>(all: readonly T[], day: Date): T | undefined {
    const number = Math.floor(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000);
    const step = [7, 11, 13, 17].find((s) => all.length % s !== 0) ?? 1; // not one after the other
    return all[(number * step) % Math.max(all.length, 1)];
}
