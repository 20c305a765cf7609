// What a player has set for all tables; kept in the browser.
export type Speed = "off" | "fast" | "normal";

interface Kept {
    speed: Speed;
    auto: boolean; // pass by itself where nothing else can be done
    stops: Record<string, string[]>; // game: phases in which not
    volume: number; // of sounds, 0 to 1
    haptics: boolean; // a phone trembles a little
    notify: boolean; // whoever looks elsewhere is told that it is their move
}

const KEY = "pentacle.table";

function load(): Kept {
    const kept: Kept = { speed: "normal", auto: true, stops: {}, volume: 0.6, haptics: true, notify: false };
    try {
        Object.assign(kept, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    } catch {
        return kept; // nothing kept, or nothing that can be read
    }
    return kept;
}

export const settings = $state(load());

export function keepSettings() {
    try {
        localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
        return;
    }
}

// How long an animation of `ms` takes; 0: there is none.
export function lasting(ms: number): number {
    if (settings.speed === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
    return settings.speed === "fast" ? ms / 2.5 : ms;
}
