// What the pages ask of the engine in this browser (the C engine as WebAssembly, in a Worker).
import type { CardData } from "./data";
import type { Source } from "./source";

// Something that is wrong in a text, and what would be accepted.
export interface Problem {
    line: number; // from 1; 0: it is about the whole
    column: number; // from 1, in bytes of UTF-8
    length?: number; // of the words that are meant, in bytes
    text: string;
    rule?: string | null; // "OVE-101"
    card?: string | null;
    near?: string[]; // lines that would be accepted
}

export interface LocalSeat {
    name: string;
    deck?: string; // name of a ready-made one, or the text of one
    bot?: string; // nobody: it is played here
}

export interface Replay {
    game: string;
    mode: string;
    seats: string[];
    moves: { seat: number; words: string }[];
    result: string;
    // The match after so many moves, with somebody's eyes; null: a spectator, "all": everything.
    at(move: number, eyes: number | null | "all"): Promise<Source>;
    // Goes on from there against bots.
    playFrom(move: number, seat: number, bot: string): Promise<Source>;
}

export interface Engine {
    // Card files: what cannot be read, and the faces of what can.
    lint(cards: string): Promise<{ problems: Problem[]; cards: CardData[] }>;
    checkDeck(mode: string, text: string, cards?: string): Promise<Problem[]>;
    play(match: { mode?: string; options?: Record<string, string | number>; seats: LocalSeat[]; cards?: string }): Promise<Source>;
    // The position of a scenario; seats without a person are played by the bot, or by nobody ("").
    scenario(text: string, seat: number, bot: string): Promise<Source>;
    checkScenario(text: string): Promise<{ passed: boolean; text: string }>;
    replay(text: string): Promise<Replay>;
    verify(text: string): Promise<{ fine: boolean; text: string }>;
}
