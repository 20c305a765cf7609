// layout.json of a game: how its table looks. docs/layout.md describes the format.
import type { Seat, View, ViewCard } from "../source/source";

export interface ZoneLook {
    name: string;
    show: "fan" | "row" | "pile" | "card" | "pool" | "none";
    faces?: string; // a value that lists the faces in it, in no order
    title?: string;
    always?: boolean; // also when it is empty
}

export interface ValueLook {
    as?: "number" | "seat" | "card" | "words" | "flag" | "roman" | "digits" | "board";
    title?: string;
    words?: string[]; // "words", "digits": for 0, 1, 2 ...; null words say nothing
    icon?: string;
    of?: number; // the most there can be
    show?: "bar" | "pips"; // beside the number
    most?: number | string; // for these: a number, or a stat of the leader
    quiet?: boolean; // 0 and -1 are not worth saying
    anew?: boolean; // when it changes, all begins anew: nothing else is worth foretelling
}

export interface RowsBoard {
    kind: "rows";
    rows: (string | null)[][]; // nearest to the other side first
    hero?: string; // stands over all rows, at the left of one's own side
    lane?: boolean; // what waits to resolve lies between the two sides
    against?: string[]; // rows of what a seat fights on its own
    lanes?: { title: string; rows: string[] }[];
    files?: boolean; // rows of the two sides stand beside each other, front to front
    initiative?: string; // the stat that says who acts first
    map?: MapLook;
}

export interface MapLook {
    zone: string;
    pawns: string; // the value that says which card a player is at
    regions: Record<string, [x: number, y: number]>; // tags, and where they lie, in hundredths of the map
    phases?: number[]; // in which it is shown
}

export interface GridLevel {
    name: string;
    columns: number;
    rows: number;
    shafts: string[];
    red: Partial<Record<"north" | "south" | "west" | "east", string[]>>;
}

export interface GridBoard {
    kind: "grid";
    columns: number;
    rows: number;
    letters: string;
    facing?: "opposed";
    layers?: string[]; // prefixes of zone names, upper layer first
    order?: "rows" | "columns"; // of values that count squares
    levels?: GridLevel[];
    level?: string;
    types?: { value: string; words: string[]; icons: string[]; colours: string[] };
    tokens?: { value: string; icon: string }[];
    floor?: boolean; // seen in perspective, with figures that stand on it
    played?: string; // for a floor: the zone of each seat with what it has played
    meets?: string; // the stat of what was played that decides who is faster
    counts?: string; // ... and the one that adds up while somebody plays on
    weighted?: boolean; // columns and rows with cards are larger than those without
    turned?: string; // a stat that says which way a card looks: north, east, south, west
}

// Of two who fight: what is shown of both as a long bar above the stage, and what is counted beside it.
export interface VersusLook {
    bar: string;
    wins?: string;
    of?: number; // so many are needed
}

export interface GraphBoard {
    kind: "graph";
    arena: string;
    side: string;
    arenas: Record<string, { plan: string[] }>; // a floor plan: names of rooms, line by line; those that touch are adjacent
    capacity: number;
}

export interface StatLook {
    icon?: string;
    of?: string; // the stat that is its maximum
    title?: string;
    short?: string; // on small cards, where there is no icon
    board?: boolean; // false: not on the small card
    hideZero?: boolean;
    coin?: string; // shown as a coin of this colour, hollow at 0
}

export interface Layout {
    game: string;
    board: RowsBoard | GridBoard | GraphBoard;
    turn: { number?: string; of?: string; chip?: string; phase?: string; phases?: number[]; setup?: number[] };
    table: string[];
    values: Record<string, ValueLook>;
    seat: { values: string[]; zones: ZoneLook[] };
    shared?: ZoneLook[];
    versus?: VersusLook;
    card: Record<string, string[]>;
    corner?: Record<string, string[]>; // printed fields in the corners, left and right
    cost?: { field: string; stat: string }; // what it costs now, if the view says so
    stats?: Record<string, StatLook>;
    attached?: { kinds?: string[]; word?: string; to: "before" | "after" };
    states?: { sideways?: string; face_down?: string }; // what the game calls it
    acts?: string; // the word of the card that acts now
    controlled?: string; // the word of a card that somebody else controls
    marks?: Record<string, string | null>; // words of a card: an icon, or null if it goes without saying
    colours: Record<string, string>;
    emblems?: Record<string, string>;
    looks?: Record<string, [far: string, air: string]>; // of the pictures, by the same words as colours
    figures?: Record<string, string>; // an icon for those who stand on a floor, by name
    leaders?: string[]; // kinds of those who lead: a portrait, and a large figure
    lines?: Record<string, number>; // verb: its option plus this is the line of the card that it uses
    strip?: { letters: Record<string, string>; signs: Record<string, [colour: string, meaning: string]> }; // tags such as "L:r"
    teams?: "across"; // partners sit opposite each other
    links: "stack" | "row";
    cancelled?: number; // the bits of a link's flags that say so
}

export function readLayout(json: unknown): Layout {
    const l = json as Partial<Layout> | null;
    if (!l || typeof l !== "object" || !l.board || !l.seat || !l.values)
        throw new Error("layout.json: board, seat and values are needed (docs/layout.md)");
    return { ...l, turn: l.turn ?? {}, table: l.table ?? [], card: l.card ?? {}, colours: l.colours ?? {}, links: l.links ?? "row" } as Layout;
}

// The zones that the board itself shows.
export function boardZones(board: Layout["board"]): string[] {
    if (board.kind === "rows")
        return [...board.rows.flat(), ...(board.against ?? []), ...(board.lanes ?? []).flatMap((l) => l.rows), board.map?.zone, board.hero].filter((z) => z != null);
    if (board.kind === "grid") return board.played ? [board.played] : [];
    if (board.kind === "graph") return Object.values(board.arenas).flatMap((a) => a.plan.flatMap((line) => line.split(" ")));
    return [];
}

export function valueOf(view: View, name: string | undefined, seat: Seat | null): number | undefined {
    if (name === undefined) return undefined;
    return view.values.find((v) => v.name === name && v.seat === seat)?.value;
}

const ROMAN = ["–", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];

export interface Said {
    title: string;
    words: string; // "" for flags that stand for themselves
    icon: string | undefined;
}

// A value in words, or null if there is nothing to say.
export function sayValue(
    layout: Layout,
    name: string,
    value: number,
    seatName: (seat: number) => string,
    cardName: (card: number) => string | undefined,
): Said | null {
    const look = layout.values[name] ?? {};
    const said = (words: string): Said => ({ title: look.title ?? name, words, icon: look.icon });
    if (look.quiet && value <= 0) return null;
    switch (look.as ?? "number") {
        case "board":
            return null;
        case "seat":
            return value < 0 ? null : said(seatName(value));
        case "card": {
            const found = value < 0 ? undefined : cardName(value);
            return found === undefined ? null : said(found);
        }
        case "words": {
            const word = look.words?.[value];
            return word ? said(word) : null;
        }
        case "flag":
            return value > 0 ? said(value > 1 ? String(value) : "") : null;
        case "roman":
            return said(ROMAN[value] ?? String(value));
        case "digits": {
            const names = look.words ?? [];
            const digits = String(value).padStart(names.length, "0");
            return said(names.map((n, i) => `${n} ${digits[i]}`).join(", "));
        }
        default:
            return said(look.of === undefined ? String(value) : `${value}/${look.of}`);
    }
}

// Cards of a zone from its top, each with those that are attached to it.
export interface Pile {
    card: ViewCard;
    on: ViewCard[];
}

export function piles(cards: ViewCard[], layout: Layout, kindOf: (card: ViewCard) => string | undefined): Pile[] {
    const a = layout.attached;
    const isAttached = (c: ViewCard) =>
        !!a && ((a.word !== undefined && c.words.includes(a.word)) || (a.kinds?.includes(kindOf(c) ?? "") ?? false));
    const list: Pile[] = [];
    let waiting: ViewCard[] = [];
    for (const card of cards) {
        const last = list.at(-1);
        if (!isAttached(card)) {
            list.push({ card, on: waiting });
            waiting = [];
        } else if (a?.to === "before" && last) last.on.push(card);
        else waiting.push(card);
    }
    for (const card of waiting) list.push({ card, on: [] }); // nothing there to hang on
    return list;
}

// Seats from the viewer on, in order of play: the others, then the viewer.
export function seatOrder(view: View): { own: Seat; others: Seat[] } {
    const own = view.viewer ?? 0;
    const others = view.seats.map((_, i) => i).filter((i) => i !== own);
    return { own, others: [...others.filter((i) => i > own), ...others.filter((i) => i < own)] };
}

export function squareName(board: GridBoard, column: number, row: number): string {
    return `${board.letters[column]}${row + 1}`;
}

// The number of a square as values count it.
export function squareNumber(board: GridBoard, column: number, row: number): number {
    return board.order === "columns" ? column * board.rows + row : row * board.columns + column;
}

// Columns and rows as they are drawn, from the upper left; the viewer's side is at the bottom.
export function gridLines(columns: number, rows: number, turned: boolean): { columns: number[]; rows: number[] } {
    const c = [...Array(columns).keys()];
    const r = [...Array(rows).keys()];
    return turned ? { columns: c.reverse(), rows: r } : { columns: c, rows: r.reverse() };
}
