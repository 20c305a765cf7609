import { en, type WordKey } from "./en";

export type { WordKey };

// The words for a key, with {0}, {1} ... filled in.
export function say(key: WordKey, ...fill: (string | number)[]): string {
    return en[key].replace(/\{(\d+)\}/g, (_, i: string) => String(fill[Number(i)] ?? ""));
}

const IRREGULAR: Record<string, string> = { has: "have", is: "are", was: "were", does: "do", goes: "go" };

function agreed(verb: string): string {
    const known = IRREGULAR[verb];
    if (known) return known;
    if (/(ss|sh|ch|x|z)es$/.test(verb)) return verb.slice(0, -2);
    return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb;
}

// A line of the log, told to the one whose name stands in it.
export function toYou(words: string, name: string): string {
    if (!name) return words;
    const thing = words.startsWith(`${name} `) ? /^(\w+) (was|is) /.exec(words.slice(name.length + 1)) : null;
    if (thing) return `Your ${words.slice(name.length + 1)}`;
    const first = words.startsWith(`${name} `) ? words.slice(name.length + 1).replace(/^\w+/, agreed) : null;
    const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const rest = (s: string) => s.replace(new RegExp(`\\bthe (\\w+) of ${quoted}`, "g"), "your $1").replace(new RegExp(`, ${quoted} (\\w+)`, "g"), (_, verb: string) => `, you ${agreed(verb)}`).replaceAll(`${name}'s`, "your").replaceAll(name, "you");
    return first === null ? rest(words) : `You ${rest(first)}`;
}
