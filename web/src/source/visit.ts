// Entering a table. The first script does it before the page that shows the table is there; what is
// told in between is kept for it.
import { line, type Line, type Message } from "./line";
import { Refusal } from "./source";

// What is kept of a table while its page is loaded again begins with the number of its last message.
export const keptAs = (table: number) => `pentacle.table.${table}`;

function lastNumber(table: number): number | undefined {
    try {
        const n = /^\{"n":(\d+)/.exec(sessionStorage.getItem(keptAs(table)) ?? "")?.[1];
        return n === undefined ? undefined : Number(n);
    } catch {
        return undefined;
    }
}

// With one's seat, if one has one there; `n` is the last message that one has.
export function enter(wire: Line, table: number, key: string | undefined, n: number | undefined): Promise<Message> {
    const resume = () => wire.ask({ do: "resume", table, ...(n === undefined ? {} : { n }) });
    if (wire.mine.has(table)) return resume();
    // Of a rematch the old table tells first: one may be on the way there before one is told of one's seat.
    return wire.ask({ do: "watch", table, ...(key ? { key } : {}) }).catch((e: unknown) => {
        if (e instanceof Refusal && e.code === "twice") return resume();
        throw e;
    });
}

// Whoever is known here most likely has a seat there: it is taken without waiting for the welcome.
export function enterAhead(wire: Line, table: number, key: string | undefined, n: number | undefined): Promise<Message> {
    const resumed = wire.ask({ do: "resume", table, ...(n === undefined ? {} : { n }) }, false, true);
    return resumed.catch((e: unknown) => {
        if (e instanceof Refusal && e.code === "line") throw e;
        return enter(wire, table, key, n);
    });
}

export interface Visit {
    table: number;
    told: Message[];
    entered: Promise<unknown> | null; // null: when the line is open
    end: () => void;
}

let begun: Visit | null = null;

export function beginVisit(table: number, key: string | undefined) {
    const wire = line();
    const n = lastNumber(table);
    const entered = wire.known ? enterAhead(wire, table, key, n) : null;
    const visit: Visit = { table, told: [], entered, end: () => undefined };
    const stops = [
        wire.hear((m) => m.table === table && visit.told.push(m)),
        wire.watch((state) => {
            if (state === "open") visit.entered ??= enter(wire, table, key, n);
            else if (state !== "opening") visit.entered = null;
            visit.entered?.catch(() => undefined); // told to whoever takes the visit
        }),
    ];
    visit.end = () => {
        for (const stop of stops) stop();
    };
    begun = visit;
}

// The visit that was begun, if it is to this table; from here on its taker listens.
export function takeVisit(table: number): Visit | null {
    const visit = begun;
    begun = null;
    visit?.end();
    return visit?.table === table ? visit : null;
}
