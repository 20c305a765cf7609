// Where the places of a map lie: near the middle of their regions, apart from each other.
export interface Pin {
    x: number; // in hundredths of the map
    y: number;
}

const APART: Pin = { x: 12.5, y: 20 }; // at least so far from each other: a pin with its name
const EDGE: Pin = { x: 6.5, y: 9 };
const ROUNDS = 120;
const within = (value: number, edge: number, low: number) => Math.max(edge, Math.min(100 - edge - low, value));

// `middles`: for each place the middles of its regions; those of several lie between them.
export function pins(middles: Pin[][]): Pin[] {
    const list = middles.map((of, i) => {
        const turn = i * 2.4; // what lies in one region begins in a circle
        const spread = of.length > 1 ? 0.4 : 1;
        const mean = (axis: "x" | "y") => of.reduce((sum, m) => sum + m[axis], 0) / Math.max(1, of.length);
        return { x: mean("x") + Math.cos(turn) * 9 * spread, y: mean("y") + Math.sin(turn) * 13 * spread };
    });
    for (let round = 0; round < ROUNDS; round++) {
        for (const [i, a] of list.entries())
            for (const b of list.slice(i + 1)) {
                const [dx, dy] = [(b.x - a.x) / APART.x, (b.y - a.y) / APART.y];
                const apart = Math.hypot(dx, dy) || 0.01;
                if (apart >= 1) continue;
                const push = (1 - apart) / 2 / apart;
                a.x -= dx * push * APART.x;
                b.x += dx * push * APART.x;
                a.y -= dy * push * APART.y;
                b.y += dy * push * APART.y;
            }
        for (const p of list) {
            p.x = within(p.x, EDGE.x, 0);
            p.y = within(p.y, EDGE.y, 6);
        }
    }
    return list;
}
