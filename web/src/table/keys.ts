// Arrow keys go from card to card as they lie on the screen.

const REACHABLE = "[data-card], [data-spot], .pile, .choice, .main, .bar .who.legal, .location";

// Focuses the nearest thing in that direction; false if there is none.
export function moveFocus(root: HTMLElement, key: string): boolean {
    const all = [...root.querySelectorAll<HTMLElement>(REACHABLE)].filter((e) => e.offsetParent !== null && !e.closest("[inert]"));
    const now = document.activeElement instanceof HTMLElement && root.contains(document.activeElement) ? document.activeElement : null;
    if (!now || now === root) {
        const start = all.find((e) => e.classList.contains("legal")) ?? all[0];
        start?.focus();
        return start !== undefined;
    }
    const from = now.getBoundingClientRect();
    const cx = from.x + from.width / 2;
    const cy = from.y + from.height / 2;
    let best: HTMLElement | undefined;
    let least = Infinity;
    for (const e of all) {
        if (e === now) continue;
        const r = e.getBoundingClientRect();
        const dx = r.x + r.width / 2 - cx;
        const dy = r.y + r.height / 2 - cy;
        const [along, across] = key === "ArrowLeft" ? [-dx, dy] : key === "ArrowRight" ? [dx, dy] : key === "ArrowUp" ? [-dy, dx] : [dy, dx];
        if (along < 4) continue;
        const cost = along + Math.abs(across) * 2.5;
        if (cost < least) {
            least = cost;
            best = e;
        }
    }
    best?.focus();
    best?.scrollIntoView({ block: "nearest", inline: "nearest" });
    return best !== undefined;
}
