// Which picture a card has: the first word of its name, then of its tags, that the game's table of
// words (icons/<game>.json) knows; then its kind. Cards nobody has seen before get one too.
import type { CardData } from "../source/data";

export interface IconTable {
    names?: Record<string, string>; // whole names, for those that words would get wrong
    words: Record<string, string>; // beginnings of words, small letters
    kinds: Record<string, string>;
    other: string;
}

export function tagsOf(card: CardData): string[] {
    const tags = card.fields["tags"];
    return Array.isArray(tags) ? tags : [];
}

export function factionOf(card: CardData): string | undefined {
    const faction = card.fields["faction"];
    return typeof faction === "string" ? faction : undefined;
}

function byWord(table: IconTable, text: string): string | undefined {
    const words = text.toLowerCase().split(/[^a-z]+/);
    // The last word says what a thing is: "Salamander King" is a king.
    for (const word of words.reverse()) {
        for (let size = word.length; size >= 3; size--) {
            const icon = table.words[word.slice(0, size)];
            if (icon && (size === word.length || size >= 4)) return icon;
        }
    }
    return undefined;
}

export function pickIcon(table: IconTable, card: CardData): string {
    const own = card.name.split(" – ").at(-1) ?? card.name; // "Hail – Firestorm" is about the storm
    return (
        table.names?.[card.name] ??
        byWord(table, own) ??
        tagsOf(card).map((t) => byWord(table, t)).find((i) => i !== undefined) ??
        table.kinds[card.kind] ??
        table.other
    );
}

// The colour of its faction, style or element; what has none has the colour of its kind or of its owner's card.
export function colourOf(card: CardData, colours: Record<string, string>, byName: (name: string) => CardData | undefined): string | undefined {
    const faction = factionOf(card);
    for (const word of [...tagsOf(card), ...(faction ? [faction] : []), card.kind, card.name]) {
        const colour = colours[word];
        if (colour) return colour;
    }
    const whose = faction && faction !== card.name ? byName(faction) : undefined;
    return whose ? colourOf(whose, colours, byName) : undefined;
}

export function emblemOf(card: CardData, emblems: Record<string, string>): string | undefined {
    for (const word of [...tagsOf(card), factionOf(card) ?? "", card.kind]) {
        const icon = emblems[word];
        if (icon) return icon;
    }
    return undefined;
}

// A small number from a text, always the same: where the light falls in a picture.
export function grain(text: string): number {
    let h = 2166136261;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
    return (h >>> 0) % 360;
}
