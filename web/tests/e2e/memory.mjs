// Memory stays flat: matches are played one after the other, as fast as it goes, and what the page holds
// (listeners, nodes, the heap) is counted again and again after the garbage is gone.
//   MINUTES=10 PENTACLE=build/pentacle node web/tests/e2e/memory.mjs [GAME]
import { expect, newPage, run, test } from "./harness.mjs";
import { OFFERED, setTable } from "./play.mjs";

const MINUTES = Number(process.env.MINUTES ?? 3); // a person would play ten times as long
const GAMES = ["oversoul", "monad"];
const EVERY = 60; // choices between two counts

async function count(cdp) {
    for (let i = 0; i < 3; i++) await cdp.send("HeapProfiler.collectGarbage");
    const { metrics } = await cdp.send("Performance.getMetrics");
    const of = (name) => metrics.find((m) => m.name === name).value;
    return { listeners: of("JSEventListeners"), nodes: of("Nodes"), heap: of("JSHeapUsedSize") / 1e6 };
}

// Takes what is offered, any of it, for so many choices; starts again when a match is over.
const play = (page, wanted) =>
    page.evaluate(
        async ({ wanted, offered }) => {
            let made = 0;
            let matches = 0;
            const until = Date.now() + 120_000;
            while (made < wanted && Date.now() < until) {
                await new Promise((go) => setTimeout(go, 25));
                const again = document.querySelector(".result button.main:enabled");
                if (again) {
                    again.click();
                    matches++;
                    await new Promise((go) => setTimeout(go, 1500));
                    continue;
                }
                const ways = [...document.querySelectorAll(offered)];
                const way = ways[Math.floor(Math.random() * ways.length)];
                if (!way) continue;
                for (const type of ["pointerover", "pointerenter"]) way.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "mouse" }));
                for (const card of [...document.querySelectorAll("button.card")].slice(0, 3)) card.dispatchEvent(new PointerEvent("pointerenter", { pointerType: "mouse" }));
                way.click();
                made++;
            }
            return { made, matches };
        },
        { wanted, offered: OFFERED },
    );

for (const game of GAMES)
    test(`${game}: listeners, nodes and memory stay flat over ${MINUTES} minutes of fast play`, async (browser, url) => {
        const page = await newPage(browser);
        await setTable(page, url, game, "greedy");
        await page.locator(OFFERED).first().waitFor({ timeout: 60_000 });
        const cdp = await page.context().newCDPSession(page);
        await cdp.send("Performance.enable");
        const counts = [];
        let choices = 0;
        let matches = 0;
        for (const until = Date.now() + MINUTES * 60_000; Date.now() < until; ) {
            const done = await play(page, EVERY);
            choices += done.made;
            matches += done.matches;
            await page.mouse.move(2, 2);
            await page.waitForTimeout(1500); // what moves has come to rest
            // The log comes when nothing else is to do; behind a rematch that may take a while.
            const told = await page.locator(".log li").first().waitFor({ timeout: 30_000 }).then(() => true, () => false);
            const seen = (await page.locator("main").innerText()).replace(/\s+/g, " ");
            expect(done.made > 0, `after ${choices} choices and ${matches} rematches nothing is asked: ${page.url()} ${seen}`);
            expect(told, `after ${choices} choices and ${matches} rematches there is no log: ${page.url()} ${seen}`);
            counts.push({ ...(await count(cdp)), log: await page.locator(".log li").count() });
            if (process.env.VERBOSE) console.log(`        ${choices} choices, ${matches} rematches: ${JSON.stringify(counts.at(-1))}`);
        }
        const third = Math.max(2, Math.floor(counts.length / 3));
        const most = (list, what) => Math.max(...list.map((c) => c[what]));
        const [early, late] = [counts.slice(0, third), counts.slice(-third)];
        const said = (list) => `${most(list, "listeners")} listeners, ${most(list, "nodes")} nodes, ${most(list, "heap").toFixed(1)} MB`;
        console.log(`        ${game}: ${choices} choices, ${matches} rematches; first third at most ${said(early)}; last third ${said(late)}`);
        expect(choices > 100, `only ${choices} choices were made`);
        expect(most(late, "listeners") < most(early, "listeners") * 1.25 + 40, "listeners grow");
        expect(most(late, "nodes") < most(early, "nodes") * 1.3 + 500, "nodes grow");
        expect(most(late, "heap") < most(early, "heap") * 1.35 + 3, "memory grows");
    });

run({ atOnce: 2, words: ["--bot-time", "20"] });
