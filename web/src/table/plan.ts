// A floor plan: rooms by name, line by line, as layout.json has it. Rooms that touch are adjacent.
export interface Room {
    name: string;
    row: number;
    column: number;
    rows: number; // so many tracks it spans
    columns: number;
}

export interface Door {
    between: [string, string];
    row: number; // where it is drawn: at the upper or left edge of these tracks
    column: number;
    rows: number;
    columns: number;
    upright: boolean; // in a wall that stands between left and right
}

// `turned`: seen from the other side.
export function roomsOf(plan: string[], turned = false): Room[] {
    const lines = plan.map((line) => line.split(" "));
    const seen = turned ? lines.reverse().map((line) => [...line].reverse()) : lines;
    const rooms = new Map<string, Room>();
    seen.forEach((line, row) =>
        line.forEach((name, column) => {
            const room = rooms.get(name);
            if (!room) rooms.set(name, { name, row, column, rows: 1, columns: 1 });
            else {
                room.rows = Math.max(room.rows, row - room.row + 1);
                room.columns = Math.max(room.columns, column - room.column + 1);
            }
        }),
    );
    return [...rooms.values()];
}

const shared = (a: number, aSize: number, b: number, bSize: number): [from: number, size: number] => {
    const from = Math.max(a, b);
    return [from, Math.min(a + aSize, b + bSize) - from];
};

export function doorsOf(rooms: Room[]): Door[] {
    const doors: Door[] = [];
    for (const a of rooms)
        for (const b of rooms) {
            const [row, rows] = shared(a.row, a.rows, b.row, b.rows);
            const [column, columns] = shared(a.column, a.columns, b.column, b.columns);
            if (a.row + a.rows === b.row && columns > 0) doors.push({ between: [a.name, b.name], row: b.row, column, rows: 1, columns, upright: false });
            if (a.column + a.columns === b.column && rows > 0) doors.push({ between: [a.name, b.name], row, column: b.column, rows, columns: 1, upright: true });
        }
    return doors;
}

// How large each track is: the more stand there, the larger. `count` is how many stand in a room.
export function tracks(rooms: Room[], across: "column" | "row", count: (room: string) => number, each: number): number[] {
    const spans = across === "column" ? "columns" : "rows";
    const size = Math.max(0, ...rooms.map((r) => r[across] + r[spans]));
    return Array.from({ length: size }, (_, track) =>
        Math.max(...rooms.filter((r) => r[across] <= track && track < r[across] + r[spans]).map((r) => 1 + (count(r.name) * each) / r[spans])),
    );
}
