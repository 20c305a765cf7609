// Was the shuffle fair? What docs/protocol.md, "Fair", says, reckoned here.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export interface Fair {
    game: string;
    table: number;
    rules_hash: string;
    cards_hash: string;
    commitment: string;
    seats: { state: "seed" | "missing" | "bot"; hash: string | null; seed: string | null }[];
    secret: string;
    proof?: number; // 2: what is promised is sealed as well
    version?: string;
}

export interface FairStep {
    what: "commitment" | "seeds" | "key";
    fine: boolean;
}

const STATES = ["seed", "missing", "bot"];
const ZERO = new Uint8Array(32);

function eightBytes(n: number): Uint8Array {
    const out = new Uint8Array(8);
    new DataView(out.buffer).setBigUint64(0, BigInt(n));
    return out;
}

export function commitmentOf(f: Fair): string {
    const sealed = (f.proof ?? 1) >= 2;
    return bytesToHex(
        sha256(
            concatBytes(
                utf8ToBytes(sealed ? "pentacle-commit-v2" : "pentacle-commit-v1"), utf8ToBytes(f.game), new Uint8Array(1),
                ...(sealed ? [utf8ToBytes(f.version ?? ""), new Uint8Array(1)] : []), eightBytes(f.table),
                hexToBytes(f.rules_hash), hexToBytes(f.cards_hash), new Uint8Array([f.seats.length]), hexToBytes(f.secret),
            ),
        ),
    );
}

export function keyOf(f: Fair): string {
    const transcript = sha256(
        concatBytes(
            utf8ToBytes("pentacle-transcript-v1"), hexToBytes(f.commitment),
            ...f.seats.flatMap((s) => [new Uint8Array([STATES.indexOf(s.state)]), s.hash ? hexToBytes(s.hash) : ZERO]),
        ),
    );
    return bytesToHex(
        sha256(
            concatBytes(
                utf8ToBytes("pentacle-key-v1"), hexToBytes(f.secret), ...f.seats.map((s) => (s.seed ? hexToBytes(s.seed) : ZERO)), transcript,
            ),
        ),
    );
}

export const keyOfRecord = (record: string) => /^[0-9a-f]{8} key ([0-9a-f]{64})$/m.exec(record)?.[1] ?? null;

export function checkFair(f: Fair, record: string): FairStep[] {
    return [
        { what: "commitment", fine: commitmentOf(f) === f.commitment },
        { what: "seeds", fine: f.seats.every((s) => s.state !== "seed" || (s.seed !== null && s.hash === bytesToHex(sha256(hexToBytes(s.seed))))) },
        { what: "key", fine: keyOf(f) === keyOfRecord(record) },
    ];
}
