// Moving cards: every card flies from where it was to where it is, numbers that fell float away, and
// arrows show who did it to whom. By card id and the Web Animations API: it can be interrupted at any
// time, blocks nothing, and is off where people want no motion.
import type { TableState, ViewCard } from "../source/source";
import { cardThing, placeOf, type Thing } from "./choices";
import type { TableModel } from "./model.svelte";
import { lasting } from "./settings.svelte";

const MOVE = 380;
const FLOAT = 1100;
const ARROW = 750;
const LUNGE = 180; // there, and as long back
const STILL = 80; // between the two
const SHAKE = 320;
const FLIP = 460;
const TUMBLE = 600;
const AT_ONCE = 3; // of a kind; more would only be a muddle

export class Motion {
    layer: HTMLElement | null = null; // lies above everything and takes no clicks
    root: HTMLElement | null = null;
    #was = new Map<number, DOMRect>();
    #ghosts = new Map<number, HTMLElement>();

    constructor(private readonly model: TableModel) {}

    #each(f: (id: number, element: HTMLElement) => void) {
        this.root?.querySelectorAll<HTMLElement>("[data-card]").forEach((e) => f(Number(e.dataset["card"]), e));
    }

    #place(thing: Thing): DOMRect | undefined {
        return this.root?.querySelector(`[data-thing="${CSS.escape(thing)}"]`)?.getBoundingClientRect();
    }

    // Where everything is, before the table is drawn anew.
    before(now: TableState, next: TableState) {
        this.#was.clear();
        this.#ghosts.clear();
        if (!lasting(MOVE) || !this.layer) return;
        const then = new Map(next.view.cards.map((c) => [c.id, placeOf(c)]));
        const places = new Map(now.view.cards.map((c) => [c.id, placeOf(c)]));
        this.#each((id, element) => {
            this.#was.set(id, element.getBoundingClientRect());
            if (then.get(id) !== places.get(id)) this.#ghosts.set(id, element.cloneNode(true) as HTMLElement);
        });
    }

    after(was: TableState, now: TableState) {
        const ms = lasting(MOVE);
        if (!ms || !this.layer) return;
        const before = new Map(was.view.cards.map((c) => [c.id, c]));
        const shown = new Set<number>();
        // All is measured before anything moves: each look after a change would lay the table out anew.
        const moves: { element: HTMLElement; from: DOMRect; to: DOMRect }[] = [];
        this.#each((id, element) => {
            shown.add(id);
            const to = element.getBoundingClientRect();
            const old = before.get(id);
            const from = this.#was.get(id) ?? (old && this.#place(placeOf(old)));
            if (!from || !to.width || (Math.abs(from.x - to.x) < 2 && Math.abs(from.y - to.y) < 2)) return;
            moves.push({ element, from, to });
        });
        for (const { element, from, to } of moves) {
            const scale = Math.min(Math.max(from.width / to.width, 0.4), 2);
            element.animate(
                [
                    { transform: `translate(${from.x + from.width / 2 - to.x - to.width / 2}px, ${from.y + from.height / 2 - to.y - to.height / 2}px) scale(${scale})`, zIndex: 20 },
                    { transform: "none", zIndex: 20 },
                ],
                { duration: ms, easing: "cubic-bezier(.2,.8,.3,1)" },
            );
        }
        for (const card of now.view.cards) {
            const from = this.#was.get(card.id);
            const ghost = this.#ghosts.get(card.id);
            if (from && ghost && !shown.has(card.id)) this.#flyAway(ghost, from, this.#place(placeOf(card)), ms);
        }
        const moved = new Set(moves.map((m) => m.element));
        this.#reveals(before, now, moved);
        this.#blows(before, now, moved);
        this.#numbers(before, now);
        this.#arrows(now);
        this.#dice(now);
    }

    #card(id: number): HTMLElement | null {
        return this.root?.querySelector<HTMLElement>(`.board [data-card="${id}"]`) ?? null;
    }

    // What lay face down and is known now turns over where it lies.
    #reveals(before: Map<number, ViewCard>, now: TableState, moved: Set<HTMLElement>) {
        const turned = now.view.cards.filter((c) => {
            const old = before.get(c.id);
            return old && old.zone === c.zone && ((old.card === null && c.card !== null) || (old.face_down && !c.face_down));
        });
        for (const card of turned.slice(0, 2 * AT_ONCE)) {
            const element = this.#card(card.id);
            if (!element || moved.has(element)) continue;
            element.animate([{ transform: "perspective(40rem) rotateY(90deg) scale(1.12)" }, { transform: "perspective(40rem) rotateY(0) scale(1.12)", offset: 0.6 }, { transform: "none" }], { duration: lasting(FLIP), easing: "ease-out" });
        }
    }

    // Who hit somebody lunges, and who was hit shakes: as told by what happened and by what was lost.
    #blows(before: Map<number, ViewCard>, now: TableState, moved: Set<HTMLElement>) {
        const counted = this.#counted();
        const after = new Map(now.view.cards.map((c) => [c.id, c]));
        const lost = (id: number) => counted.some((s) => (after.get(id)?.stats[s] ?? 0) < (before.get(id)?.stats[s] ?? 0)) || after.get(id)?.zone !== before.get(id)?.zone;
        const done = new Set<number>();
        for (const event of now.events.slice(now.fresh)) {
            const [by, to] = [event.id, event.target_id];
            if (by === undefined || to === undefined || by === to || done.has(by) || done.size >= AT_ONCE || !lost(to)) continue;
            const [one, other] = [this.#card(by), this.#card(to)];
            if (!one || moved.has(one)) continue;
            done.add(by);
            const from = one.getBoundingClientRect();
            const at = other?.getBoundingClientRect() ?? this.#was.get(to);
            if (!at) continue;
            const [dx, dy] = [at.x + at.width / 2 - from.x - from.width / 2, at.y + at.height / 2 - from.y - from.height / 2];
            const far = Math.hypot(dx, dy) || 1;
            const reach = Math.min(far * 0.5, 70);
            const there = `translate(${(dx / far) * reach}px, ${(dy / far) * reach}px) scale(1.06)`;
            const whole = 2 * LUNGE + STILL;
            one.animate([{ transform: "none", zIndex: 21 }, { transform: there, zIndex: 21, offset: LUNGE / whole, easing: "ease-out" }, { transform: there, zIndex: 21, offset: (LUNGE + STILL) / whole }, { transform: "none", zIndex: 21 }], { duration: lasting(whole), easing: "ease-in" });
            if (other && !moved.has(other)) other.animate([0, -4, 4, -3, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: lasting(SHAKE), delay: lasting(LUNGE) });
        }
    }

    // Dice tumble before they show what was rolled, beside whoever rolled them.
    #dice(now: TableState) {
        const rolls = now.events.slice(now.fresh).filter((e) => /\broll(s|ed)\b/.test(e.words)).slice(-AT_ONCE);
        const stage = this.root?.querySelector(".stage")?.getBoundingClientRect();
        if (!this.layer || !stage) return;
        rolls.forEach((event, i) => {
            const at = event.id === undefined ? undefined : this.#place(cardThing(event.id));
            const e = document.createElement("span");
            e.className = "die";
            e.style.setProperty("left", `${at ? at.x + at.width / 2 : stage.x + stage.width * (0.5 + 0.1 * (i - (rolls.length - 1) / 2))}px`);
            e.style.setProperty("top", `${at ? at.y + at.height * 0.4 : stage.y + stage.height * 0.4}px`);
            this.layer?.append(e);
            const ms = lasting(TUMBLE);
            const sides = event.amount > 6 ? 12 : 6;
            let face = 0;
            const show = () => (e.textContent = String(1 + ((event.amount + ++face * 5) % sides)));
            show();
            const timer = setInterval(show, 70);
            setTimeout(() => {
                clearInterval(timer);
                e.textContent = String(event.amount);
                e.classList.add("lies");
            }, ms);
            e.animate(
                [
                    { transform: "translate(-160%, -190%) rotate(-260deg) scale(0.7)", opacity: 0 },
                    { transform: "translate(-80%, -60%) rotate(-120deg)", opacity: 1, offset: 0.25 },
                    { transform: "translate(-50%, -50%) rotate(0deg)", opacity: 1, offset: 0.5 },
                    { transform: "translate(-50%, -50%) scale(1.15)", opacity: 1, offset: 0.56 },
                    { transform: "translate(-50%, -50%)", opacity: 1, offset: 0.9 },
                    { transform: "translate(-50%, -90%)", opacity: 0 },
                ],
                { duration: ms * 2, easing: "ease-out" },
            ).finished.finally(() => (clearInterval(timer), e.remove()));
        });
    }

    #counted(): string[] {
        const look = this.model.layout.stats ?? {};
        return Object.keys(look).filter((s) => look[s]?.of !== undefined);
    }

    // Into a pile.
    #flyAway(ghost: HTMLElement, from: DOMRect, to: DOMRect | undefined, ms: number) {
        ghost.removeAttribute("data-card");
        ghost.removeAttribute("data-thing");
        ghost.classList.add("ghost");
        for (const [name, value] of Object.entries({ left: from.x, top: from.y, width: from.width, height: from.height }))
            ghost.style.setProperty(name, `${value}px`);
        this.layer?.append(ghost);
        const dx = to ? to.x + to.width / 2 - from.x - from.width / 2 : 0;
        const dy = to ? to.y + to.height / 2 - from.y - from.height / 2 : 0;
        ghost
            .animate(
                [{ transform: "none", opacity: 1 }, { transform: `translate(${dx}px, ${dy}px) scale(0.35)`, opacity: 0.2 }],
                { duration: ms * 1.15, easing: "ease-in" },
            )
            .finished.finally(() => ghost.remove());
    }

    // Stats that have a maximum, and fell or rose.
    #numbers(before: Map<number, ViewCard>, now: TableState) {
        const counted = this.#counted();
        for (const card of now.view.cards) {
            const old = before.get(card.id);
            if (!old || old.zone !== card.zone) continue;
            for (const stat of counted) {
                const a = old.stats[stat];
                const b = card.stats[stat];
                if (a === undefined || b === undefined || a === b) continue;
                this.float(cardThing(card.id), b < a ? `−${a - b}` : `+${b - a}`, b < a ? "loss" : "gain");
            }
        }
    }

    float(thing: Thing, text: string, kind: string) {
        const ms = lasting(FLOAT);
        const at = this.#place(thing);
        if (!ms || !at || !this.layer) return;
        const e = document.createElement("span");
        e.className = `float ${kind}`;
        e.textContent = text;
        e.style.setProperty("left", `${at.x + at.width / 2}px`);
        e.style.setProperty("top", `${at.y + at.height / 2}px`);
        this.layer.append(e);
        e.animate(
            [
                { transform: "translate(-50%, -50%) scale(0.6)", opacity: 0 },
                { transform: "translate(-50%, -70%) scale(1.25)", opacity: 1, offset: 0.2 },
                { transform: "translate(-50%, -170%) scale(1)", opacity: 0 },
            ],
            { duration: ms, easing: "ease-out" },
        ).finished.finally(() => e.remove());
    }

    // From who did it to whom, for the last few events.
    #arrows(now: TableState) {
        const ms = lasting(ARROW);
        let shown = 0;
        for (const event of now.events.slice(now.fresh).slice(-12)) {
            if (event.id === undefined || event.target_id === undefined || event.id === event.target_id) continue;
            const from = this.#place(cardThing(event.id));
            const to = this.#place(cardThing(event.target_id));
            if (!from || !to || !this.layer || shown++ > 3) continue;
            const [x1, y1] = [from.x + from.width / 2, from.y + from.height / 2];
            const [x2, y2] = [to.x + to.width / 2, to.y + to.height / 2];
            const e = document.createElement("span");
            e.className = "arrow";
            const length = Math.hypot(x2 - x1, y2 - y1);
            e.style.setProperty("left", `${x1}px`);
            e.style.setProperty("top", `${y1}px`);
            e.style.setProperty("width", `${length}px`);
            e.style.setProperty("rotate", `${Math.atan2(y2 - y1, x2 - x1)}rad`);
            this.layer.append(e);
            e.animate([{ clipPath: "inset(-1rem 100% -1rem 0)", opacity: 1 }, { clipPath: "inset(-1rem -1rem -1rem 0)", opacity: 1, offset: 0.45 }, { clipPath: "inset(-1rem -1rem -1rem 0)", opacity: 0 }], {
                duration: ms,
                easing: "ease-out",
            }).finished.finally(() => e.remove());
        }
    }
}
