// A floor seen from its near edge: squares in perspective, in hundredths of the stage.
export interface Floor {
    columns: number;
    rows: number;
    top: number; // of the stage, where the far edge lies
    far: number; // how wide the far edge is, of the near one
}

export type Point = [x: number, y: number];

const NEAR = 97; // where the near edge lies
const WIDE = 94; // how much of the stage it takes

const scaleAt = (floor: Floor, depth: number) => 1 / (1 + (1 / floor.far - 1) * (depth / floor.rows));

// A corner: `across` columns from the left, `depth` rows from the near edge.
export function corner(floor: Floor, across: number, depth: number): Point {
    const scale = scaleAt(floor, depth);
    const part = (1 - scale) / (1 - floor.far);
    return [50 + (across / floor.columns - 0.5) * WIDE * scale, NEAR - (NEAR - floor.top) * part];
}

export function square(floor: Floor, column: number, row: number): [Point, Point, Point, Point] {
    return [corner(floor, column, row), corner(floor, column + 1, row), corner(floor, column + 1, row + 1), corner(floor, column, row + 1)];
}

// Where somebody stands in a square, and how wide it is there.
export function standing(floor: Floor, column: number, row: number): { at: Point; wide: number } {
    const depth = row + 0.45;
    return { at: corner(floor, column + 0.5, depth), wide: (WIDE / floor.columns) * scaleAt(floor, depth) };
}
