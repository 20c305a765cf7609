// A lesson is a scenario file whose comments speak (docs/scenarios.md):
//
//   # say: what the player is told before the next choice of Ash, one paragraph a line
//   # else: what is said when something else is tried there
//   # end: what is said when all is done
//   # free: novice        nothing is prescribed; that bot plays the others
//   # goal: what a puzzle asks for
//   # grade: 1         how hard it is, 1 to 3
//
// The `when` lines are the lesson: those of Ash are what the player shall do, the others are done by
// themselves, and so is every question with one answer. `pentacle check` proves that it can be done.
import { engineOf } from "../../engine/client";
import { boxOf, LocalSource, type Others } from "./local";
import { type Hint, Refusal, type Seat } from "./source";

export interface LessonStep {
    seat: Seat;
    words: string;
    say: string[];
    otherwise: string;
}

export interface Lesson {
    title: string;
    steps: LessonStep[];
    say: string[]; // where there are no steps
    end: string[];
    goal: string[];
    grade: number; // of a puzzle, 1 to 3; 0: nobody has said
    free: string | null; // the bot
    holds: string; // the lines that say what must have come of it
    text: string;
}

const SEATS = ["ash", "bel", "cyd", "dov"];

export function readLesson(text: string): Lesson {
    const lesson: Lesson = { title: "", steps: [], say: [], end: [], goal: [], grade: 0, free: null, holds: "", text };
    let block = "";
    let say: string[] = [];
    let otherwise = "";
    for (const raw of text.split("\n")) {
        const spoken = /^\s*#\s*(say|else|end|free|goal|grade):\s*(.*)$/.exec(raw);
        if (spoken) {
            const words = spoken[2] ?? "";
            if (spoken[1] === "say") say.push(words);
            else if (spoken[1] === "else") otherwise = words;
            else if (spoken[1] === "end") lesson.end.push(words);
            else if (spoken[1] === "goal") lesson.goal.push(words);
            else if (spoken[1] === "grade") lesson.grade = Number(words) || 0;
            else lesson.free = words;
            continue;
        }
        const line = raw.replace(/(^|\s)#.*$/, "").trimEnd();
        if (!line.trim()) continue;
        const keyword = /^([a-z]+)\s*(.*)$/.exec(line);
        if (keyword) block = keyword[1] ?? "";
        const rest = (keyword ? (keyword[2] ?? "") : line).trim();
        if (block === "scenario" && keyword) lesson.title = rest;
        if (block === "then" || block === "result") lesson.holds += line + "\n";
        if (block !== "when") continue;
        lesson.holds = ""; // only what stands behind the last choice counts
        const choice = /^(\S+)\s+(.*)$/.exec(rest);
        const seat = SEATS.indexOf(choice?.[1]?.toLowerCase() ?? "");
        if (seat < 0) continue;
        const mine = seat === 0;
        lesson.steps.push({ seat, words: choice?.[2] ?? "", say: mine ? say : [], otherwise: mine ? otherwise : "" });
        if (mine) {
            say = [];
            otherwise = "";
        }
    }
    lesson.say = say;
    return lesson;
}

// "pick Jab (hand 2)" is meant by "pick Jab" where there is no doubt.
const plain = (words: string) => words.toLowerCase().replace(/\s+/g, " ").trim();
const placeless = (words: string) => plain(words.replace(/\s*\([^)]*\)/g, ""));

export function meant(choices: readonly string[], words: string): number {
    const exact = choices.findIndex((c) => plain(c) === plain(words));
    return exact >= 0 ? exact : choices.findIndex((c) => placeless(c) === placeless(words));
}

const PAUSE = 700; // ms after what others do, so that it can be followed
const SHORT = 150; // ms after a question with one answer
const BY_ITSELF_MOST = 12; // questions with one answer after the last step

export class LessonSource extends LocalSource {
    override readonly can = { undo: false, hint: true, concede: false, draw: false, chat: false, rewind: false };
    at = 0; // step
    done = false;
    wrong = 0; // tries of something else at this step
    onStep: () => void = () => {};
    private driving = false;
    private stopped = false;

    private constructor(
        game: string,
        call: ReturnType<typeof engineOf>,
        match: number,
        others: Others,
        readonly lesson: Lesson,
    ) {
        super(game, call, match, others);
    }

    static async open(game: string, lesson: Lesson): Promise<LessonSource> {
        const call = engineOf(game);
        const box = await boxOf(call, game);
        const reply = await call("arrange", box, lesson.text);
        const source = new LessonSource(game, call, reply.match as number, { seat: 0, bots: [null, null, null, null] }, lesson);
        await source.begin();
        void source.drive();
        return source;
    }

    get step(): LessonStep | undefined {
        return this.lesson.steps[this.at];
    }

    override close(): void {
        this.stopped = true;
        super.close();
    }

    private choicesHere(): string[] {
        return this.table?.owed.find((o) => o.seat === this.seat)?.choices ?? [];
    }

    override async choose(choice: number): Promise<void> {
        const step = this.step;
        const wanted = step && step.seat === this.seat ? meant(this.choicesHere(), step.words) : choice;
        if (choice !== wanted) {
            this.wrong++;
            this.onStep();
            throw new Refusal("lesson", step?.otherwise || step?.words || "");
        }
        await super.choose(choice);
        this.went();
        void this.drive();
    }

    override async chooseWords(words: string): Promise<void> {
        const choice = meant(this.choicesHere(), words);
        if (choice < 0) return super.chooseWords(words); // which will be refused with its reason
        return this.choose(choice);
    }

    // What the lesson wants.
    override async hint(): Promise<Hint[]> {
        const choices = this.choicesHere();
        const choice = this.step ? meant(choices, this.step.words) : -1;
        return choice < 0 ? [] : [{ choice, words: choices[choice] ?? "", chance: 1 }];
    }

    private went(): void {
        this.at++;
        this.wrong = 0;
        this.onStep();
    }

    private async choicesOf(seat: Seat): Promise<string[]> {
        if (seat === this.seat) return this.choicesHere();
        const reply = await this.call("state", this.match, seat, 1000000);
        const owed = reply["owed"] as { seat: Seat; choices?: string[] }[];
        return owed.find((o) => o.seat === seat)?.choices ?? [];
    }

    // Does one thing that nobody needs to decide, and says how long to wait; 0: somebody must decide.
    private async byItself(): Promise<number> {
        const asked = (this.table?.owed ?? []).map((o) => o.seat);
        const step = this.step;
        if (step && asked.includes(step.seat)) {
            const choices = await this.choicesOf(step.seat);
            const choice = meant(choices, step.words);
            if (choice >= 0) {
                if (step.seat === this.seat) return 0;
                await this.call("choose", this.match, step.seat, choice);
                this.went();
                return PAUSE;
            }
        }
        for (const seat of asked) {
            if ((await this.choicesOf(seat)).length !== 1) continue;
            await this.call("choose", this.match, seat, 0);
            return SHORT;
        }
        return 0;
    }

    private async isSo(): Promise<boolean> {
        return this.lesson.holds === "" || (await this.holds(this.lesson.holds)).holds;
    }

    private async drive(): Promise<void> {
        if (this.driving) return;
        this.driving = true;
        try {
            for (let after = 0; !this.stopped; ) {
                if (!this.step && (after++ >= BY_ITSELF_MOST || (await this.isSo()))) break;
                const pause = await this.byItself();
                if (!pause) break;
                await this.refresh();
                await new Promise((go) => setTimeout(go, pause));
            }
            if (!this.stopped && !this.step) {
                this.done = true;
                this.onStep();
            }
        } catch (e) {
            if (!this.stopped) console.error(e);
        } finally {
            this.driving = false;
        }
    }
}
