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
