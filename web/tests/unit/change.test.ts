import { expect, test } from "vitest";
import { applyChange, viewHash, type Change } from "../../src/source/change";
import type { View } from "../../src/source/source";
import recorded from "./data/blank.json"; // what a server sent to one seat

interface Sent {
    n: number;
    hash: string;
    view?: View;
    change?: Change;
}

test("every change leads to the view that the server has", () => {
    let view: View | null = null;
    let changes = 0;
    for (const m of recorded.messages as unknown as Sent[]) {
        if (m.view) view = m.view;
        else if (view && m.change) {
            view = applyChange(view, m.change, recorded.zones);
            changes++;
        }
        expect(view && viewHash(view)).toBe(m.hash);
    }
    expect(changes).toBeGreaterThan(10);
});

test("a change that was not applied shows", () => {
    const [first] = recorded.messages as unknown as Sent[];
    const view = first?.view as View;
    expect(viewHash({ ...view, over: true })).not.toBe(first?.hash);
});
