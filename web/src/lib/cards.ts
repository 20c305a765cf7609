// Cards as lists: what they cost, which words filter them, how they are ordered.
import type { CardData, GameData } from "../source/data";

interface CornerLayout {
    corner?: Record<string, string[]>;
}
const LIKELY = ["rank", "LV", "level", "quality", "priority", "cost", "speed"];

// The number by which a deck's curve is drawn: what layout.json puts into the corner of the card, or a likely field.
export function costField(data: GameData, card: CardData): string | undefined {
    const corner = (data.layout as CornerLayout | null)?.corner?.[card.kind] ?? [];
    return [...corner, ...LIKELY].find((f) => card.stats[f] !== undefined);
}

export function costOf(data: GameData, card: CardData): number | undefined {
    const field = costField(data, card);
    return field === undefined ? undefined : Math.abs(card.stats[field] ?? 0);
}

// Only what can be put into decks; keywords and tokens cannot.
export const deckCards = (data: GameData) => data.cards.filter((c) => c.section !== null);

export const tagsOf = (card: CardData): string[] => {
    const tags = card.fields["tags"];
    const faction = card.fields["faction"];
    return [...(typeof faction === "string" ? [faction] : []), ...(Array.isArray(tags) ? tags : [])];
};

// Words that at least three cards share, most frequent first.
export function commonTags(cards: CardData[]): string[] {
    const count = new Map<string, number>();
    for (const c of cards) for (const t of tagsOf(c)) count.set(t, (count.get(t) ?? 0) + 1);
    return [...count].filter(([, n]) => n >= 3).sort((a, b) => b[1] - a[1]).slice(0, 40).map(([t]) => t);
}

export function matches(card: CardData, words: string[]): boolean {
    const all = `${card.name} ${card.line} ${tagsOf(card).join(" ")} ${card.text.join(" ")}`.toLowerCase();
    return words.every((w) => all.includes(w));
}

// As it stands in a card file, so that it can be changed.
export function printed(card: CardData): string {
    const faction = card.fields["faction"];
    const numbers = Object.entries(card.fields).filter(([k]) => k !== "tags" && k !== "faction");
    const lines = [
        card.name + (typeof faction === "string" && faction ? ` / ${faction}` : ""),
        `  ${card.line}`,
        ...(numbers.length ? [`  ${numbers.map(([k, v]) => `${k} ${String(v)}`).join("  ")}`] : []),
        ...card.text.map((t) => `  ${t}`),
        ...(card.flavour ? [`  "${card.flavour}"`] : []),
    ];
    return lines.join("\n") + "\n";
}
