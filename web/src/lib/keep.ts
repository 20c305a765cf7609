// What this browser keeps. Storage may be forbidden (private windows): then nothing is kept, and all else works.
export function keep(key: string, value: string | null): void {
    try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
    } catch {
        return;
    }
}

export function kept(key: string): string | null {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}

export function keptAs<T>(key: string, otherwise: T): T {
    try {
        return (JSON.parse(kept(key) ?? "null") as T | null) ?? otherwise;
    } catch {
        return otherwise;
    }
}
