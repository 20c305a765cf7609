// What never changes while the page is open: games, cards, rules, as /data/... tells it.

export interface GameOption {
    name: string;
    about: string;
    words?: string[];
    range?: [least: number, most: number];
    usual: string | number | null; // if nobody says anything; null: `about` tells
}

export interface GameMode {
    name: string;
    about: string;
    seats: [least: number, most: number];
    options: Record<string, string | number>; // what the mode stands for
}

// The clocks that the rules name: the rules that speak of them, and how many time-outs give up the match.
export interface RulesClock {
    rules: string[];
    time_outs: number | null;
}

export interface GameSummary {
    game: string;
    title: string;
    about: string[]; // two lines for the lobby
    modes: GameMode[];
    options: GameOption[];
    clock: RulesClock | null;
    decks: { name: string; about: string }[];
}

export interface CardData {
    card: number;
    name: string;
    kind: string; // "Unit", "Trick": a key of layout.card
    line: string; // type line as printed
    fields: Record<string, string | number | string[]>; // what the type line says: faction, rank, cost
    stats: Record<string, number>;
    text: string[]; // rules text, line by line, as printed
    flavour: string | null;
    section: string | null; // of a deck file
    underlined?: boolean[]; // lines that are printed so
    tied?: string[][]; // lines that count for cards with these tags only
}

export interface GameData {
    game: string;
    title: string;
    version: string;
    prefix: string; // of rule ids
    modes: GameMode[];
    options: GameOption[];
    clock: RulesClock | null;
    zones: { zone: string; of: number | null }[];
    stats: string[];
    layout: unknown; // layout.json; table/layout.ts reads it
    cards: CardData[];
    decks: { name: string; about: string; text: string }[];
    deck_sections: string[];
}

export interface Rule {
    id: string;
    chapter: string;
    text: string;
}

async function get<T>(path: string): Promise<T> {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
    return (await answer.json()) as T;
}

const kept = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
    let p = kept.get(path) as Promise<T> | undefined;
    if (!p) {
        p = get<T>(path);
        kept.set(path, p);
        p.catch(() => kept.delete(path)); // a lost line is no reason never to ask again
    }
    return p;
}

export const games = () => once<{ games: GameSummary[]; bots: { name: string; about: string }[] }>("/data/games.json");
export const gameData = (game: string) => once<GameData>(`/data/${game}.json`);
export const rules = (game: string) => once<{ rules: Rule[] }>(`/data/${game}/rules.json`);
export const scenarios = (game: string) =>
    once<{ lessons: { name: string; text: string }[]; puzzles: { name: string; text: string }[] }>(
        `/data/${game}/scenarios.json`,
    );
