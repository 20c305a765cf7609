// Printed text in pieces: plain words, keywords that a rule explains, symbols in braces.
import type { Rule } from "../source/data";

export interface Piece {
    text: string;
    keyword?: string; // of the glossary
    symbol?: boolean; // "{A}"
    lit?: boolean; // within the words that did it
}

export interface Keyword {
    word: string;
    rule: Rule;
}

// "GUARD: see OVE-514 ..." or "Bleeding #: the unit loses ...": a rule that begins with a name and a colon.
const DEFINES = /^([A-Z][A-Za-z-]+(?: [A-Za-z-]+){0,2})(?: [#N]| \d)?:\s/;

export function glossary(rules: Rule[]): Map<string, Keyword> {
    const map = new Map<string, Keyword>();
    for (const rule of rules) {
        const word = DEFINES.exec(rule.text)?.[1];
        if (word && word.length >= 4 && !map.has(word)) map.set(word, { word, rule });
    }
    return map;
}

// A rule without the marks for its editors: where it stands in the rulebook, what is a house rule.
export const plainRule = (text: string) => text.replace(/\s*\[[^\]]*\]|\s*\((?:L\d|public)[^)]*\)/g, "");

const escape = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export class Reader {
    readonly #words: RegExp | null;
    constructor(readonly glossary: Map<string, Keyword>) {
        const list = [...glossary.keys()].sort((a, b) => b.length - a.length).map(escape);
        this.#words = list.length ? new RegExp(`\\{[^}]+\\}|\\b(?:${list.join("|")})\\b`, "g") : /\{[^}]+\}/g;
    }

    // `lit` are bytes of the line in UTF-8, as the engine counts them.
    pieces(line: string, lit?: [from: number, to: number]): Piece[] {
        if (!lit) return this.#split(line);
        const bytes = new TextEncoder().encode(line);
        const cut = (from: number, to: number) => new TextDecoder().decode(bytes.slice(from, to));
        const [from, to] = lit;
        return [
            ...this.#split(cut(0, from)),
            ...this.#split(cut(from, to)).map((p) => ({ ...p, lit: true })),
            ...this.#split(cut(to, bytes.length)),
        ];
    }

    #split(text: string): Piece[] {
        const list: Piece[] = [];
        let at = 0;
        for (const m of text.matchAll(this.#words ?? /$^/g)) {
            if (m.index > at) list.push({ text: text.slice(at, m.index) });
            if (m[0].startsWith("{")) list.push({ text: m[0].slice(1, -1), symbol: true });
            else list.push({ text: m[0], keyword: m[0] });
            at = m.index + m[0].length;
        }
        if (at < text.length) list.push({ text: text.slice(at) });
        return list;
    }

    // The keywords that a text uses, each once.
    keywords(lines: string[]): Keyword[] {
        const found = new Map<string, Keyword>();
        for (const line of lines)
            for (const piece of this.pieces(line)) {
                const k = piece.keyword === undefined ? undefined : this.glossary.get(piece.keyword);
                if (k) found.set(k.word, k);
            }
        return [...found.values()];
    }
}
