import { describe, expect, it } from "vitest";
import type { Line } from "../../src/source/line";
import { Refusal } from "../../src/source/source";
import { enter, enterAhead } from "../../src/source/visit";

describe("entering a table", () => {
    const asked = async (table: number, key?: string, n?: number) => {
        let request: unknown;
        const wire = { mine: new Set([3]), ask: (r: unknown) => Promise.resolve((request = r)) } as unknown as Line;
        await enter(wire, table, key, n);
        return request;
    };
    it("takes one's seat, from the last message that one has", async () => {
        expect(await asked(3, undefined, 7)).toEqual({ do: "resume", table: 3, n: 7 });
        expect(await asked(3, "abc", 0)).toEqual({ do: "resume", table: 3, n: 0 });
    });
    it("asks for the whole view if one has nothing", async () => {
        expect(await asked(3)).toEqual({ do: "resume", table: 3 });
    });
    it("watches where one has no seat, with the key if there is one", async () => {
        expect(await asked(4, "abc", 7)).toEqual({ do: "watch", table: 4, key: "abc" });
        expect(await asked(4)).toEqual({ do: "watch", table: 4 });
    });
    it("takes one's seat where one did not know yet that one has one: a rematch", async () => {
        const asked: unknown[] = [];
        const refuse = (code: string) =>
            ({ mine: new Set<number>(), ask: (r: { do: string }) => (asked.push(r), r.do === "watch" ? Promise.reject(new Refusal(code, "")) : Promise.resolve(r)) }) as unknown as Line;
        await enter(refuse("twice"), 4, "abc", undefined);
        await expect(enter(refuse("no-table"), 5, "abc", undefined)).rejects.toThrow();
        expect(asked).toEqual([
            { do: "watch", table: 4, key: "abc" },
            { do: "resume", table: 4 },
            { do: "watch", table: 5, key: "abc" },
        ]);
    });
    it("tries one's seat ahead of the welcome, and watches if one has none", async () => {
        const requests: unknown[] = [];
        const answers = (refusal: Refusal | null) =>
            ({
                mine: new Set<number>(),
                ask: (r: { do: string }, _again: boolean, ahead: boolean) => {
                    requests.push({ ...r, ahead });
                    return r.do === "resume" && refusal ? Promise.reject(refusal) : Promise.resolve(r);
                },
            }) as unknown as Line;
        await enterAhead(answers(null), 3, undefined, undefined);
        await enterAhead(answers(new Refusal("no-seat", "")), 3, "abc", undefined);
        await expect(enterAhead(answers(new Refusal("line", "")), 3, "abc", undefined)).rejects.toThrow();
        expect(requests).toEqual([
            { do: "resume", table: 3, ahead: true },
            { do: "resume", table: 3, ahead: true },
            { do: "watch", table: 3, key: "abc", ahead: undefined },
            { do: "resume", table: 3, ahead: true },
        ]);
    });
});
