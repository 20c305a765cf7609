// Tables of the server, as the lobby sees them: looking, setting one up, sitting down.
import { line, type Message } from "../source/line";
import { isSeated, type TableInfo } from "../source/server";
import { href } from "./address";
import { UNHURRIED } from "./clocks";

export { isSeated, type TableInfo };

export interface SeatWish {
    who: "me" | "anyone" | "bot";
    bot?: string;
    deck?: string; // name of a ready-made one, or the text of one
}

export interface TableWish {
    game: string;
    mode?: string;
    options?: Record<string, string | number>;
    open?: boolean;
    clock?: "house" | "rules" | "none";
    bank?: number; // of the house clock, in ms
    allowance?: number;
    rated?: boolean;
    chat?: "phrases" | "free";
    seats: SeatWish[];
}

export async function openTables(): Promise<TableInfo[]> {
    const m = await line().ask({ do: "tables" });
    return m.tables as TableInfo[];
}

// A name of a deck has one line; the text of one has line ends, which is how the server tells them apart.
export const deckText = (text: string) => (text.includes("\n") ? text : text + "\n");

// Sets a table up; whoever sits there is told its number and key by the message that follows.
export async function createTable(wish: TableWish): Promise<TableInfo> {
    let stop = () => {};
    const told = new Promise<Message>((done) => {
        stop = line().hear((m) => {
            if (m.type === "table" && m.game === wish.game && m.phase !== "over" && m.phase !== "playing") done(m);
        });
    });
    try {
        await line().ask({ do: "create", ...wish });
        return (await told) as unknown as TableInfo;
    } finally {
        stop();
    }
}

export function playNow(game: string, bot = "novice"): Promise<TableInfo> {
    return createTable({ game, open: false, ...UNHURRIED, seats: [{ who: "me" }, { who: "bot", bot }] });
}

// Where a table is. The game stands there so that its cards can be fetched before the line is open.
export function tableHref(t: { table: number; key?: string; game: string }, more: Record<string, string> = {}): string {
    return href(["table", t.table], { ...(t.key ? { key: t.key } : {}), game: t.game, ...more });
}
export function goToTable(t: { table: number; key?: string; game: string }) {
    location.hash = tableHref(t);
}
export const tableLink = (t: TableInfo) => location.href.split("#")[0] + tableHref(t);
