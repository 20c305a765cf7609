// Dragging a card onto another, a place or a seat, with mouse, pen or finger.
import type { TableModel } from "./model.svelte";
import type { Thing } from "./choices";

interface Drag {
    thing: Thing;
    table: TableModel;
    enabled: boolean;
}

const FAR = 8; // pixels before it is a drag and not a click
const LONG = 480; // milliseconds before a press is a question

function thingsAt(x: number, y: number): Thing[] {
    const things: Thing[] = [];
    for (const e of document.elementsFromPoint(x, y)) {
        const thing = e instanceof HTMLElement ? e.dataset["thing"] : undefined;
        if (thing !== undefined) things.push(thing);
    }
    return things;
}

export function drag(node: HTMLElement, options: Drag) {
    let now = options;
    let start: { x: number; y: number; id: number } | null = null;
    let ghost: HTMLElement | null = null;
    let press: ReturnType<typeof setTimeout> | undefined;

    function down(e: PointerEvent) {
        if (e.button !== 0) return;
        start = { x: e.clientX, y: e.clientY, id: e.pointerId };
        if (e.pointerType !== "mouse") press = setTimeout(() => node.dispatchEvent(new MouseEvent("contextmenu", { cancelable: true, bubbles: true })), LONG);
    }
    function move(e: PointerEvent) {
        if (!start || e.pointerId !== start.id) return;
        const far = Math.hypot(e.clientX - start.x, e.clientY - start.y) > FAR;
        if (far) clearTimeout(press);
        if (!ghost && far && now.enabled && (e.pointerType === "mouse" || start.y - e.clientY > FAR)) begin(e);
        ghost?.style.setProperty("translate", `${e.clientX}px ${e.clientY}px`);
    }
    function begin(e: PointerEvent) {
        node.setPointerCapture(e.pointerId);
        const size = node.getBoundingClientRect();
        ghost = node.cloneNode(true) as HTMLElement;
        for (const name of ["data-card", "data-thing"]) ghost.removeAttribute(name);
        ghost.classList.add("ghost", "held");
        ghost.style.setProperty("width", `${size.width}px`);
        ghost.style.setProperty("height", `${size.height}px`);
        (now.table.motion.layer ?? document.body).append(ghost);
        node.classList.add("dragging");
        now.table.shrink();
        now.table.menu = null;
        now.table.selected = now.thing;
    }
    function up(e: PointerEvent) {
        clearTimeout(press);
        const dragged = ghost !== null;
        end();
        if (!dragged) return;
        addEventListener("click", (c) => c.stopPropagation(), { capture: true, once: true });
        setTimeout(() => dispatchEvent(new Event("click")), 0); // if there was no click after all
        const things = thingsAt(e.clientX, e.clientY).filter((t) => t !== now.thing);
        now.table.selected = null;
        now.table.drop(now.thing, things, new DOMRect(e.clientX - 4, e.clientY - 4, 8, 8));
    }
    function end() {
        clearTimeout(press);
        start = null;
        ghost?.remove();
        ghost = null;
        node.classList.remove("dragging");
    }

    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", end);
    return {
        update(next: Drag) {
            now = next;
        },
        destroy() {
            end();
        },
    };
}
