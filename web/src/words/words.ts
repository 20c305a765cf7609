import { en, type WordKey } from "./en";

export type { WordKey };

// The words for a key, with {0}, {1} ... filled in.
export function say(key: WordKey, ...fill: (string | number)[]): string {
    return en[key].replace(/\{(\d+)\}/g, (_, i: string) => String(fill[Number(i)] ?? ""));
}
