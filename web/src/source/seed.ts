// A say in the shuffle: a seed, and the hash of it that is told first. Only needed when a match begins.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

export interface Seed {
    seed: string;
    hash: string;
}

export function makeSeed(): Seed {
    const seed = crypto.getRandomValues(new Uint8Array(32));
    return { seed: bytesToHex(seed), hash: bytesToHex(sha256(seed)) };
}
