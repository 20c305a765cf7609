// A source is where a match comes from: the server, or the engine in this browser. The table knows
// sources and nothing else: it shows a view, the events that led to it, and what may be chosen. The
// words and members are those of docs/protocol.md and docs/library.md.

export type Seat = number;

export interface ViewCard {
    id: number; // place in the position, as choices name it
    card: number | null; // number of the face; null: the viewer does not know it
    name: string | null;
    zone: string;
    of: Seat | null;
    place: number; // 0 is the top
    owner: Seat | null;
    face_down: boolean;
    sideways: boolean;
    marked: boolean;
    stats: Record<string, number>;
    words: string[];
}

export interface ViewValue {
    name: string;
    seat: Seat | null;
    value: number;
}

// Something that waits to resolve; the list has the newest last.
export interface ViewLink {
    what: string;
    seat: Seat | null;
    card: number | null;
    name: string | null;
    id: number;
    target: number;
    flags: number;
    line: number;
}

export interface View {
    game: string;
    viewer: Seat | null; // null: a spectator
    seats: string[];
    asked: Seat[];
    question: string | null;
    over: boolean;
    winners: Seat[];
    cards: ViewCard[];
    values: ViewValue[];
    waiting: ViewLink[];
}

export interface MatchEvent {
    kind: number;
    seat: Seat | null;
    words: string;
    because: string;
    rule: string | null;
    card: number | null;
    name: string | null;
    target_card: number | null;
    target_name: string | null;
    amount: number;
    id?: number; // of the card in the view
    target_id?: number;
    because_card?: number; // the face of the card that did it
    span?: [line: number, from: number, to: number]; // its words that did it, in bytes
}

// What a choice is about, for clicking: parts[i] belongs to choices[i].
export interface ChoicePart {
    verb?: string;
    card?: number;
    target?: number;
    place?: { zone: string; of: Seat | null };
    seat?: Seat;
    option?: number;
    word?: string;
    text?: string;
}

// Who must choose by when; with a question and its choices if it is the viewer.
export interface Owed {
    seat: Seat;
    by?: number | null; // server time in ms; null or not given where no clock runs
    bank?: number;
    rule?: string; // that gives this time
    owed?: number;
    question?: string;
    choices?: string[];
    parts?: ChoicePart[];
}

export interface WhyAnswer {
    words: string;
    rule: string | null; // null: it is legal
    text: string;
}

export interface Hint {
    choice: number;
    words: string;
    chance: number; // to win, 0 to 1
}

// What a choice would do, as the engine has tried it (docs/protocol.md).
export interface WouldChange {
    kind: "stat" | "value" | "move";
    name?: string;
    card?: number;
    seat?: Seat;
    from: number | { zone: string; of: Seat | null };
    to: number | { zone: string; of: Seat | null };
    share: number;
}

export interface Would {
    changes: WouldChange[];
    worlds: number;
    wins: number;
    dice: number;
    hidden: boolean;
    end: "asked" | "others" | "over" | "long";
    question: string | null;
    words: string;
}

export interface SeatInfo {
    name: string;
    who: "person" | "bot" | "anyone" | "me";
    presence?: "here" | "lost" | "left" | "idle" | null;
    claim_at?: number | null;
    bank?: number;
    timeOuts?: number; // of which the rules allow so many
    rating?: number | null;
}

// All that a table draws. A source replaces it as a whole whenever something changed.
export interface TableState {
    view: View;
    owed: Owed[];
    events: MatchEvent[]; // all so far; undone ones are taken out
    fresh: number; // events from here on came with this state, for animations
    seats: SeatInfo[];
    clock: number; // server time minus own time, in ms
    result: string | null; // in words, when it is over
    goal?: "open" | "reached" | "missed"; // of a puzzle
    offers: Record<string, Seat[]>; // "undo", "draw", "rematch": who has agreed
    said?: { seat: Seat; words: string }[]; // by those who sit here
    line: "open" | "lost" | "local"; // of the connection
}

export class Refusal extends Error {
    constructor(
        readonly code: string,
        message: string,
    ) {
        super(message);
    }
}

export interface Source {
    readonly game: string;
    readonly replay?: string | undefined; // where its record can be looked at and proved, when it is over
    readonly can: { undo: boolean; hint: boolean; concede: boolean; draw: boolean; chat: boolean; rewind: boolean };
    // Calls back at once if there is a state, and after every change; returns how to stop.
    subscribe(listener: (state: TableState) => void): () => void;
    choose(choice: number): Promise<void>; // throws Refusal, nothing being changed
    chooseWords(words: string): Promise<void>;
    why(about: { words: string } | { card: number }): Promise<WhyAnswer[]>;
    hint(): Promise<Hint[]>;
    would(choice: number): Promise<Would>; // of the open question
    undo(): Promise<void>;
    concede(): Promise<void>;
    offer(what: "draw" | "rematch"): Promise<void>;
    answerOffer(what: "undo" | "draw" | "rematch", agree: boolean): Promise<void>;
    claim(seat: Seat, what: "win" | "bot"): Promise<void>;
    readonly freeChat?: boolean; // words of one's own may be said
    say(what: number | string, about?: Seat): Promise<void>; // a phrase, perhaps about somebody; or words
    record(): Promise<Blob>; // the replay file, when it is over
    close(): void;
}
