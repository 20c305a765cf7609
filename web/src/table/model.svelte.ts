// One table: what a source tells, what is selected, and what a click means.
import { getContext, setContext, tick } from "svelte";
import type { CardData, GameData, Rule } from "../source/data";
import { Refusal, type ChoicePart, type Hint, type MatchEvent, type Seat, type Source, type TableState, type ViewCard, type WhyAnswer, type Would } from "../source/source";
import { colourOf, emblemOf, lookOf, pickIcon, type IconTable } from "../card/pick";
import type { Look } from "../card/scene";
import { glossary, Reader } from "../card/text";
import { say } from "../words/words";
import * as choices from "./choices";
import type { Thing } from "./choices";
import { ghosts, ghostValues, outcome, type Outcome, type Reader as Foreseer } from "./foresee";
import { boardZones, readLayout, sayValue, seatOrder, valueOf, type Layout, type Said, type ZoneLook } from "./layout";
import { heard } from "./moments";
import { Motion } from "./motion";
import { settings } from "./settings.svelte";
import { play } from "./sound";

// Always the same, so that how quickly somebody passes tells nothing; bots do not listen.
const AUTO_PAUSE = 900;
const AMONG_BOTS = 150;
// What choices would do is asked when somebody rests on a question, for as many as one reads at a glance.
const REST = 220;
const PASS = "pass"; // the verb of it in every game
const READY_WAIT = 3000; // for the next question of the set-up
const FORESEEN_MOST = 8;

export interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
}

// What is shown large: a face, and by number the card of the view that has it, since cards are replaced with
// every view. It lasts as long as `by`, which asked for it, is there and pointed at.
export interface Zoom {
    face: CardData | undefined;
    card: number | null;
    by: Element;
}

export interface Cause {
    name: string;
    face: CardData | undefined;
    of: string;
    text: string | undefined;
    lit: [from: number, to: number] | undefined;
}

// A choice of one's own that led to the next question.
interface Made {
    question: string;
    words: string;
    card: ViewCard | undefined;
    text: string | undefined;
}

export interface Why {
    title: string;
    card: ViewCard | null; // of which the text is shown
    face: CardData | undefined;
    lit: [line: number, from: number, to: number] | undefined;
    event: MatchEvent | null;
    answers: WhyAnswer[] | null; // null: still asked
    failed: string | null;
}

export class TableModel {
    readonly layout: Layout;
    readonly faces: Map<number, CardData>;
    reader = $state.raw(new Reader(new Map()));
    rules = $state.raw<Rule[]>([]);
    state = $state.raw<TableState>() as TableState;
    selected = $state<Thing | null>(null);
    considering = $state<number | null>(null); // the choice that one looks at, in the list or on the board
    woulds = $state.raw<ReadonlyMap<number, Would>>(new Map()); // what choices of the open question would do
    tally = $state({ choices: 0, dealt: 0, taken: 0, played: 0 }); // for the end
    made = $state.raw<Made[]>([]); // what one has chosen since somebody else did something
    menu = $state.raw<{ choices: number[]; at: Box } | null>(null);
    zoom = $state.raw<Zoom | null>(null);
    seen = $state.raw<Zoom | null>(null); // the last that was shown large
    why = $state.raw<Why | null>(null);
    hints = $state.raw<Hint[]>([]);
    notice = $state<string | null>(null); // why something did not happen
    busy = $state(false); // a choice is on its way
    browsing = $state.raw<{ zone: ZoneLook; of: Seat | null } | null>(null); // a pile that is spread out
    asksHint = $state(false);
    holding = $state(false); // auto-pass is held back for this question
    passing = $state(false); // until it is one's turn
    readying = $state(false); // the set-up is being chosen for one
    #waiters: (() => void)[] = []; // for the next question
    readonly motion: Motion;
    readonly #byName: Map<string, CardData>;
    #intent: Thing | null = null; // where something was dropped that asks for its place next
    #timer: ReturnType<typeof setTimeout> | undefined;
    #resting: ReturnType<typeof setTimeout> | undefined;
    #asking = new Set<number>(); // choices of which it is asked what they would do
    #taken: Made | null = null; // what is being chosen
    #stop: () => void;

    // Not all that a source tells changes the view: what is drawn of it stays as it is then.
    readonly view = $derived(this.state.view);
    readonly owed = $derived(this.state.owed.find((o) => o.choices !== undefined));
    readonly pointing = $derived(choices.pointing(this.owed));
    readonly live = $derived(choices.live(this.pointing, this.selected));
    readonly order = $derived(seatOrder(this.view));
    readonly zones = $derived.by(() => {
        const map = new Map<Thing, ViewCard[]>();
        for (const card of this.view.cards) {
            const key = choices.placeOf(card);
            const list = map.get(key);
            if (list) list.push(card);
            else map.set(key, [card]);
        }
        return map;
    });
    readonly cards = $derived(new Map(this.view.cards.map((c) => [c.id, c])));
    readonly onBoard = $derived.by(() => new Set(boardZones(this.layout.board)));
    readonly turnOf = $derived.by(() => valueOf(this.view, this.layout.turn.of, null));
    readonly phase = $derived.by(() => valueOf(this.view, this.layout.turn.phase, null));
    // What is chosen by itself: the only choice; to pass, until it is one's turn.
    readonly autoChoice = $derived.by((): number | null => {
        if (!this.autoAllowed || this.state.line === "lost" || this.view.over || this.holding) return null;
        if ((settings.stops[this.data.game] ?? []).includes(this.phaseName(this.phase) ?? "")) return null;
        if (this.passing && this.pass !== null) return this.pass;
        return settings.auto && this.owed?.choices?.length === 1 ? 0 : null;
    });
    readonly auto = $derived(this.autoChoice !== null);
    readonly pass = $derived.by((): number | null => {
        const found = this.pointing.plain.find((i) => this.pointing.parts[i]?.verb === PASS);
        return found ?? null;
    });
    // In another's turn one may go on passing until it is one's own.
    readonly mayPassOn = $derived.by(
        () => this.autoAllowed && this.pass !== null && !this.layout.turn.chip && this.turnOf !== undefined && this.turnOf >= 0 && this.turnOf !== this.view.viewer,
    );
    // A party, an arsenal: what stands before the first turn can be left to the one who gives hints.
    readonly settingUp = $derived.by(
        () => this.source.can.hint && this.amongBots && !this.view.over && (this.layout.turn.setup ?? []).includes(this.phase ?? -1),
    );

    constructor(
        readonly source: Source,
        readonly data: GameData,
        readonly icons: IconTable,
        state: TableState,
        readonly autoAllowed = true,
    ) {
        this.layout = readLayout(data.layout);
        this.faces = new Map(data.cards.map((c) => [c.card, c]));
        this.#byName = new Map(data.cards.map((c) => [c.name, c]));
        this.state = state;
        this.motion = new Motion(this);
        this.#stop = source.subscribe((next) => this.#take(next));
    }

    learn(rules: Rule[]) {
        this.rules = rules;
        this.reader = new Reader(glossary(rules));
    }

    close() {
        clearTimeout(this.#timer);
        clearTimeout(this.#resting);
        this.readying = false;
        this.#stop();
    }

    #take(next: TableState) {
        const question = this.owed?.owed;
        const changed = next.view !== this.state.view;
        if (changed) this.motion.before(this.state, next);
        const before = this.state;
        this.state = next;
        if (this.owed?.owed !== question || changed) {
            this.selected = null;
            this.considering = null;
            this.woulds = new Map();
            this.#asking.clear();
            this.#remember(before, next);
            this.menu = null;
            this.hints = [];
            this.busy = false;
            this.holding = false;
        }
        if (changed) {
            this.#count(before, next);
            void tick().then(() => this.motion.after(before, next));
            for (const { sound, many } of heard(before, next, this.#counted)) play(sound, many);
        }
        if (this.turnOf === next.view.viewer || next.view.over) this.passing = false;
        for (const go of this.#waiters.splice(0)) go();
        this.#follow();
        this.#rest();
        clearTimeout(this.#timer);
        if (this.auto) this.#timer = setTimeout(() => this.autoChoice !== null && void this.choose(this.autoChoice), this.amongBots && !this.passing ? AMONG_BOTS : AUTO_PAUSE);
    }

    passOn() {
        this.passing = true;
        if (this.pass !== null) void this.choose(this.pass);
    }

    // Goes on until the first turn begins, or somebody stops it.
    async setUp() {
        this.readying = true;
        // Where one is asked the same again, the next best of what was thought about is taken.
        let advice: { question: string | undefined; words: string[] } = { question: undefined, words: [] };
        while (this.readying && this.settingUp) {
            const next = new Promise<void>((go) => this.#waiters.push(go));
            const owed = this.owed;
            if (owed && (owed.question !== advice.question || !advice.words.some((w) => owed.choices?.includes(w))))
                advice = { question: owed.question, words: await this.source.hint().then((hints) => hints.map((h) => h.words), () => []) };
            if (!this.readying) break;
            const wanted = advice.words.findIndex((w) => owed?.choices?.includes(w));
            if (owed && this.owed === owed) await this.choose(Math.max(0, owed.choices?.indexOf(advice.words.splice(wanted, wanted < 0 ? 0 : 1)[0] ?? "") ?? 0));
            await Promise.race([next, new Promise((go) => setTimeout(go, READY_WAIT))]);
        }
        this.readying = false;
    }

    // What was dropped on a place, and is now asked for its place, goes there.
    #follow() {
        const thing = this.#intent;
        this.#intent = null;
        if (thing === null || !this.owed) return;
        const found = this.pointing.subjects.get(thing);
        if (found?.length === 1 && !this.pointing.objects.has(thing)) void this.choose(found[0] as number);
    }

    // Stats that have a maximum.
    get #counted(): string[] {
        const stats = this.layout.stats ?? {};
        return Object.keys(stats).filter((s) => stats[s]?.of !== undefined);
    }

    // Health that was lost on both sides, and cards that one has played.
    #count(before: TableState, next: TableState) {
        const was = new Map(before.view.cards.map((c) => [c.id, c]));
        const hands = new Set(this.layout.seat.zones.filter((z) => z.show === "fan").map((z) => z.name));
        for (const card of next.view.cards) {
            const old = was.get(card.id);
            if (!old) continue;
            if (hands.has(old.zone) && !hands.has(card.zone) && card.owner === next.view.viewer && this.#isBoard(card.zone)) this.tally.played++;
            for (const stat of this.#counted) {
                const lost = (old.stats[stat] ?? 0) - Math.max(0, card.stats[stat] ?? 0);
                if (old.zone !== card.zone || lost <= 0) continue;
                if (this.side(card) === "own") this.tally.taken += lost;
                else this.tally.dealt += lost;
            }
        }
    }

    hold() {
        this.holding = true;
        clearTimeout(this.#timer);
    }

    // ---- names

    seatName = (seat: number): string =>
        seat === this.view.viewer ? say("table.you") : (this.state.seats[seat]?.name || this.view.seats[seat] || say("table.seat", seat + 1));
    get ownName(): string {
        return this.view.viewer === null ? "" : (this.state.seats[this.view.viewer]?.name || this.view.seats[this.view.viewer] || "");
    }
    face = (card: ViewCard | null | undefined): CardData | undefined => (card?.card == null ? undefined : this.faces.get(card.card));
    faceNamed = (name: string): CardData | undefined => this.#byName.get(name);
    cardName = (card: number): string | undefined => this.faces.get(card)?.name;
    phaseName = (phase: number | undefined): string | undefined =>
        phase === undefined || this.layout.turn.phase === undefined ? undefined : this.layout.values[this.layout.turn.phase]?.words?.[phase];

    colour = (face: CardData | undefined): string => (face && colourOf(face, this.layout.colours, this.faceNamed)) || "#7b8190";
    emblem = (face: CardData | undefined): string | undefined => (face && this.layout.emblems ? emblemOf(face, this.layout.emblems) : undefined);
    icon = (face: CardData | undefined): string => (face ? pickIcon(this.icons, face) : this.icons.back);
    companion = (face: CardData | undefined): string | undefined => (face ? this.icons.others[face.name] : undefined) ?? this.emblem(face);
    look = (face: CardData | undefined): Look => lookOf(face, this.layout, this.faceNamed, this.colour(face));
    tall = (face: CardData | undefined): boolean => face !== undefined && (this.layout.leaders ?? []).includes(face.kind);

    // Nobody learns anything from how long one takes.
    get amongBots(): boolean {
        return this.state.seats.length > 0 && this.state.seats.every((s, i) => i === this.view.viewer || s.who === "bot");
    }

    // Who leads for a seat: the picture beside its name.
    leader(seat: Seat): ViewCard | undefined {
        return this.view.cards.find((c) => c.owner === seat && this.tall(this.face(c)));
    }
    portrait = (seat: Seat): CardData | undefined => this.face(this.leader(seat));

    // Alone at the head: it has a golden frame.
    leads = (card: ViewCard): boolean => this.tall(this.face(card)) && this.view.cards.filter((c) => c.owner === card.owner && this.tall(this.face(c))).length === 1;

    // The most that a value can be: a number, or what a stat of the leader says.
    most(name: string, seat: Seat): number | undefined {
        const most = this.layout.values[name]?.most;
        if (typeof most !== "string") return most;
        const card = this.leader(seat);
        return card?.stats[most] ?? this.face(card)?.stats[most];
    }

    // Lies among those whom a seat fights on its own.
    #isAgainst = (card: ViewCard): boolean => this.layout.board.kind === "rows" && (this.layout.board.against ?? []).includes(card.zone);

    // Who plays a card: of those that stand against a seat never that seat; null: nobody who sits here.
    controller = (card: ViewCard): Seat | null => {
        if (this.#isAgainst(card)) return card.owner === card.of ? null : card.owner;
        if (this.layout.controlled && card.words.includes(this.layout.controlled) && card.owner !== null)
            return this.view.seats.length === 2 ? 1 - card.owner : card.owner;
        return card.of ?? card.owner;
    };

    // On whose side it stands, as one sees it.
    side(card: ViewCard): "own" | "their" | "" {
        const controller = this.controller(card);
        if (this.#isAgainst(card) && card.of === this.order.own) return "their";
        return controller === null ? "" : controller === this.order.own ? "own" : "their";
    }

    value(name: string, seat: Seat | null): Said | null {
        const value = valueOf(this.view, name, seat);
        return value === undefined ? null : sayValue(this.layout, name, value, this.seatName, this.cardName);
    }

    inZone(zone: string, of: Seat | null): ViewCard[] {
        return this.zones.get(choices.placeThing(zone, of)) ?? [];
    }

    // Faces that are known to be in a zone, though not which card has which.
    facesIn(zone: ZoneLook, of: Seat | null): CardData[] {
        if (zone.faces === undefined) return [];
        const numbers = this.view.values.filter((v) => v.name === zone.faces && v.seat === of).map((v) => v.value);
        return numbers.flatMap((n) => this.faces.get(n) ?? []);
    }

    // ---- choosing

    isLive = (thing: Thing): boolean => this.live.subjects.has(thing);
    isTarget = (thing: Thing): boolean => this.live.targets.has(thing);

    async choose(choice: number) {
        if (this.busy) return;
        this.busy = true;
        const part = this.pointing.parts[choice];
        const many = this.pointing.words.length > 1;
        this.#taken = { question: this.owed?.question ?? "", words: this.pointing.words[choice] ?? "", card: part?.card === undefined ? undefined : this.cards.get(part.card), text: this.textOf(choice) };
        this.menu = null;
        this.selected = null;
        this.notice = null;
        try {
            await this.source.choose(choice);
            if (many) this.tally.choices++;
        } catch (e) {
            this.refused(e);
        } finally {
            this.busy = false;
        }
    }

    async chooseWords(words: string): Promise<boolean> {
        const exact = this.pointing.words.indexOf(words);
        this.notice = null;
        try {
            if (exact >= 0) await this.source.choose(exact);
            else await this.source.chooseWords(words);
            return true;
        } catch (e) {
            this.refused(e);
            return false;
        }
    }

    refused = (e: unknown) => {
        this.notice = e instanceof Refusal || e instanceof Error ? e.message : String(e);
    };

    async attempt(f: () => Promise<unknown>) {
        this.notice = null;
        try {
            await f();
        } catch (e) {
            this.refused(e);
        }
    }

    #act(act: choices.Click, at: Box) {
        switch (act.do) {
            case "choose":
                void this.choose(act.choice);
                break;
            case "select":
                this.selected = act.thing;
                this.menu = act.menu.length ? { choices: act.menu, at } : null;
                break;
            case "menu":
                this.menu = { choices: act.choices, at };
                break;
            case "nothing":
                this.selected = null;
                this.menu = null;
        }
    }

    // Returns false if nothing can be done with these things.
    click(things: Thing[], element: Element): boolean {
        if (this.selected !== null && things[0] === this.selected) {
            this.cancel();
            return true;
        }
        const act = choices.click(this.pointing, this.selected, things);
        this.#act(act, element.getBoundingClientRect());
        return act.do !== "nothing";
    }

    drop(from: Thing, on: Thing[], at: Box) {
        const act = choices.drop(this.pointing, from, on);
        if (act.do === "choose") this.#intent = on.find((t) => t.startsWith("p")) ?? null;
        this.#act(act, at);
    }

    cancel() {
        this.selected = null;
        this.menu = null;
        this.hints = [];
    }

    // What can be done with a thing, in words, for labels.
    doings(thing: Thing): string[] {
        const list = this.pointing.subjects.get(thing) ?? [];
        return list.map((i) => this.pointing.words[i] ?? "");
    }

    // The words of a card that a choice carries out.
    textOf(choice: number): string | undefined {
        const part = this.pointing.parts[choice];
        if (!part) return undefined;
        if (part.text) return part.text;
        const offset = part.verb === undefined ? undefined : this.layout.lines?.[part.verb];
        if (offset === undefined || part.option === undefined || part.card === undefined) return undefined;
        return this.face(this.cards.get(part.card))?.text[part.option + offset];
    }

    // What a choice goes to lights up on the board while one looks at it in the list, and what it would do.
    consider(choice: number | null) {
        this.considering = choice;
        if (choice !== null) void this.#wonder(choice);
    }
    // The same for things of the board: the choice that a click on them would be.
    considerThings(things: Thing[]) {
        const of = this.selected === null ? this.pointing.subjects : this.pointing.objects.get(this.selected);
        const found = things.map((t) => of?.get(t)).find((c) => c !== undefined);
        this.consider(found?.length === 1 ? (found[0] ?? null) : null);
    }
    readonly consideredPart = $derived<ChoicePart | null>(this.considering === null ? null : (this.pointing.parts[this.considering] ?? null));

    // ---- what choices would do

    #rest() {
        clearTimeout(this.#resting);
        if (this.owed && (this.owed.choices?.length ?? 0) > 1 && !this.view.over && !this.auto && !this.readying) this.#resting = setTimeout(() => void this.#foresee(), REST);
    }
    // One after the other, those first that are shown first.
    async #foresee() {
        const question = this.owed?.owed;
        const count = this.owed?.choices?.length ?? 0;
        const first = [...this.pointing.plain.slice(0, 2), ...[...Array(count).keys()].filter((i) => !this.pointing.plain.includes(i))];
        for (const i of first.slice(0, FORESEEN_MOST)) {
            await this.#wonder(i);
            if (this.owed?.owed !== question || this.busy) return;
        }
    }
    async #wonder(choice: number) {
        if (this.#asking.has(choice) || this.view.viewer === null || this.state.goal) return; // a puzzle is for thinking
        this.#asking.add(choice);
        const question = this.owed;
        const would = await this.source.would(choice).catch(() => null); // a server that is older, or busy
        if (would && this.owed === question) this.woulds = new Map(this.woulds).set(choice, would);
    }
    #foreseer(): Foreseer {
        return {
            card: (id) => {
                const face = this.face(this.cards.get(id));
                return face && { name: face.name.split(", ")[0] ?? face.name, stats: (this.layout.card[face.kind] ?? []).filter((s) => this.layout.stats?.[s]?.coin === undefined) };
            },
            stat: (name) => this.layout.stats?.[name]?.title ?? name,
            values: this.layout.seat.values.filter((v) => !this.layout.values[v]?.quiet),
            value: (name) => this.layout.values[name]?.title ?? name,
            seat: this.seatName,
            viewer: this.view.viewer,
            anew: Object.keys(this.layout.values).filter((v) => this.layout.values[v]?.anew),
            zone: (name) => (this.#isBoard(name) ? null : (this.#beside(name)?.title ?? name)),
        };
    }
    #beside = (zone: string): ZoneLook | undefined => this.layout.seat.zones.find((z) => z.name === zone) ?? this.layout.shared?.find((z) => z.name === zone);
    #isBoard = (zone: string): boolean => this.onBoard.has(zone) || this.#beside(zone) === undefined;

    outcomeOf(choice: number): Outcome | null {
        const would = this.woulds.get(choice);
        return would ? outcome(would, this.#foreseer(), this.pointing.parts[choice]?.card) : null;
    }
    readonly foreseen = $derived.by(() => {
        const would = this.considering === null ? undefined : this.woulds.get(this.considering);
        return would ? ghosts(would, this.#isBoard) : null;
    });
    readonly foreseenValues = $derived.by((): ReadonlyMap<string, number> => {
        const would = this.considering === null ? undefined : this.woulds.get(this.considering);
        return would && !this.outcomeOf(this.considering ?? 0)?.anew ? ghostValues(would) : new Map();
    });

    readonly considered = $derived<ReadonlySet<Thing>>(new Set(this.consideredPart ? choices.thingsOf(this.consideredPart) : []));

    // What one chose leads to the next question, until somebody else does something or it is asked anew.
    #remember(before: TableState, next: TableState) {
        const made = this.#taken;
        this.#taken = null;
        const turn = (s: TableState) => `${valueOf(s.view, this.layout.turn.of, null)} ${valueOf(s.view, this.layout.turn.phase, null)}`;
        const question = this.owed?.question;
        if (!question || next.view.over || turn(before) !== turn(next)) {
            this.made = [];
            return;
        }
        const list = made ? [...this.made, made] : next.events.slice(next.fresh).some((e) => e.seat !== null && e.seat !== next.view.viewer) ? [] : this.made;
        const again = list.findIndex((m) => m.question === question);
        this.made = again < 0 ? list : list.slice(0, again);
    }

    // Why one is asked: what waits to resolve next; what one has chosen; who acts; what happened last by the words
    // of a card.
    readonly cause = $derived.by((): Cause | null => {
        const waiting = this.view.waiting;
        const link = this.layout.links === "stack" ? waiting.at(-1) : waiting[0];
        const of = (seat: Seat | null) => (seat === null ? "" : this.seatName(seat));
        if (link && link.name !== null) {
            const face = link.card === null ? undefined : this.faces.get(link.card);
            return { name: link.name, face, of: of(link.seat), text: face?.text[link.line], lit: undefined };
        }
        const made = this.made.findLast((m) => m.card !== undefined); // to have passed is no cause
        if (made) {
            const face = this.face(made.card);
            return { name: face?.name ?? say("table.youChose"), face, of: face ? say("table.youChose") : "", text: made.text ?? made.words, lit: undefined };
        }
        const acting = this.layout.acts === undefined ? undefined : this.view.cards.find((c) => c.words.includes(this.layout.acts ?? "") && this.controller(c) === this.view.viewer);
        if (acting?.name) return { name: acting.name, face: this.face(acting), of: say("table.acts", acting.zone), text: undefined, lit: undefined };
        const event = this.state.events.slice(this.state.fresh).findLast((e) => e.because_card !== undefined && e.span !== undefined);
        const face = event?.because_card === undefined ? undefined : this.faces.get(event.because_card);
        const span = event?.span;
        if (!face || !span) return null;
        return { name: face.name, face, of: of(event?.seat ?? null), text: face.text[span[0]], lit: [span[1], span[2]] };
    });

    // ---- showing large

    enlarge(by: Element, face: CardData | undefined, card: ViewCard | null = null) {
        const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
        if (!by.isConnected || (dialog && !dialog.contains(by))) return; // it is gone, or lies beneath
        this.zoom = { face, card: card?.id ?? null, by };
        this.seen = this.zoom;
    }
    // Without an element whatever is shown; otherwise what it has asked for.
    shrink(by?: Element) {
        if (!by || this.zoom?.by === by) this.zoom = null;
    }

    // ---- asking

    async whyCard(card: ViewCard) {
        this.shrink();
        this.why = { title: card.name ?? say("card.unknown"), card, face: this.face(card), lit: undefined, event: null, answers: null, failed: null };
        await this.#answer({ card: card.id });
    }

    async whyWords(words: string) {
        this.shrink();
        this.why = { title: words, card: null, face: undefined, lit: undefined, event: null, answers: null, failed: null };
        await this.#answer({ words });
    }

    async #answer(about: { words: string } | { card: number }) {
        const asked = this.why;
        try {
            const answers = await this.source.why(about);
            if (this.why === asked && asked) this.why = { ...asked, answers };
        } catch (e) {
            if (this.why === asked && asked) this.why = { ...asked, answers: [], failed: e instanceof Error ? e.message : String(e) };
        }
    }

    // The words of the card that did it are in quotes behind its name; the rule is its number.
    whyEvent(event: MatchEvent) {
        const by = /^(.+?): "/.exec(event.because)?.[1];
        const face = (by !== undefined ? this.faceNamed(by) : undefined) ?? (event.card === null ? undefined : this.faces.get(event.card));
        this.why = { title: event.words, card: null, face, lit: event.span ?? spanOf(face, event.because), event, answers: [], failed: null };
    }

    async hint() {
        this.asksHint = true;
        this.notice = null;
        const question = this.owed;
        try {
            const hints = await this.source.hint();
            if (this.owed === question) this.hints = hints;
        } catch (e) {
            this.refused(e);
        } finally {
            this.asksHint = false;
        }
    }
}

// Where the words after the colon stand in the text of the card, in bytes.
function spanOf(face: CardData | undefined, because: string): [number, number, number] | undefined {
    const words = /: "(.+)"$/s.exec(because)?.[1];
    if (!face || words === undefined) return undefined;
    for (const [line, text] of face.text.entries()) {
        const at = text.toLowerCase().indexOf(words.toLowerCase());
        if (at < 0) continue;
        const bytes = (s: string) => new TextEncoder().encode(s).length;
        return [line, bytes(text.slice(0, at)), bytes(text.slice(0, at + words.length))];
    }
    return undefined;
}

const KEY = Symbol("table");
export const setTable = (model: TableModel) => setContext(KEY, model);
export const getTable = () => getContext<TableModel>(KEY);
