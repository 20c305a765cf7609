// What a card shows of itself: its picture, and the colour and emblem of its faction.
import type { CardData } from "../source/data";
import type { Look } from "./scene";

// Which picture each card of a game has, as tools/art.mjs has chosen from the words of its name.
export interface IconTable {
    cards: Record<string, string>;
    kinds: Record<string, string>;
    others: Record<string, string>; // a second picture, behind the first
    other: string;
    back: string;
}

// A card that was not there when the pictures were chosen has that of its kind.
export function pickIcon(table: IconTable, card: CardData): string {
    return table.cards[card.name] ?? table.kinds[card.kind] ?? table.other;
}

export function tagsOf(card: CardData): string[] {
    const tags = card.fields["tags"];
    return Array.isArray(tags) ? tags : [];
}

export function factionOf(card: CardData): string | undefined {
    const faction = card.fields["faction"];
    return typeof faction === "string" ? faction : undefined;
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

// How the scene of a card looks: by its own words first, then as those of its faction.
export function lookOf(card: CardData | undefined, layout: { looks?: Record<string, [far: string, air: string]> }, byName: (name: string) => CardData | undefined, colour: string): Look {
    const faction = card && factionOf(card);
    const words = card ? [...tagsOf(card), ...(faction ? [faction] : []), card.kind, card.name] : [];
    const whose = faction && faction !== card?.name ? byName(faction) : undefined;
    const found = words.map((w) => layout.looks?.[w]).find(Boolean) ?? (whose ? tagsOf(whose).map((w) => layout.looks?.[w]).find(Boolean) : undefined);
    return { colour: /^#[0-9a-f]{6}$/i.test(colour) ? colour : "#7b8190", far: found?.[0] ?? "", air: found?.[1] ?? "" };
}

// A small number from a text, always the same: where the light falls in a picture.
export function grain(text: string): number {
    let h = 2166136261;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
    return (h >>> 0) % 360;
}
