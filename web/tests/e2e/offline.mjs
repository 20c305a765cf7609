// Without a line: the page itself, lessons, and matches against bots, from what was kept when there was one.
import { expect, newPage, run, test } from "./harness.mjs";
import { chance, clickOne, OFFERED, something } from "./play.mjs";

const GAMES = ["oversoul", "eternity", "voidbreakers", "monad", "despaira"];

// waitForFunction takes a promise for a yes.
async function until(page, is, what, ms = 90_000) {
    for (const end = Date.now() + ms; Date.now() < end; await page.waitForTimeout(200)) if (await page.evaluate(is, what)) return;
    throw new Error(`not so after ${ms} ms: ${is} ${what ?? ""}`);
}

// Until the worker has the page, and all games.
async function keep(page, url) {
    await page.goto(url);
    await until(page, () => navigator.serviceWorker.getRegistration().then((r) => r?.active?.state === "activated"));
    await page.evaluate(() => navigator.serviceWorker.ready.then((r) => r.active.postMessage("keep")));
    for (const game of GAMES) await until(page, (g) => caches.match(`/data/${g}/engine.wasm`).then((found) => found !== undefined), game);
}

test("the plug is pulled: lobby, a lesson and a match of each game go on", { alone: true }, async (browser, url, server) => {
    const page = await newPage(browser);
    await keep(page, url);
    await server.restart(async () => {
        await page.goto(`${url}/#/`);
        await page.reload();
        await page.getByText("The line to the server is gone").waitFor({ timeout: 30_000 });
        await page.locator('[data-game="despaira"] .btn.primary').click();
        for (const game of GAMES) {
            await page.goto(`${url}/#/play/${game}`);
            await page.locator(OFFERED).first().waitFor({ timeout: 30_000 });
            const any = chance(3);
            for (let made = 0; made < 6; ) if (await clickOne(page, any)) made++; else await something(page, 5000);
            await page.locator(".log li").first().waitFor({ timeout: 20_000 });
        }
        await page.goto(`${url}/#/learn/oversoul/2-attack`);
        await page.reload();
        await page.locator(OFFERED).first().waitFor({ timeout: 30_000 });
        await page.goto(`${url}/#/workshop/eternity`);
        await page.locator("textarea").first().waitFor({ timeout: 20_000 });
    });
    // Back again, without a hand.
    await page.goto(`${url}/#/`);
    await page.getByText("The line to the server is gone").waitFor({ state: "detached", timeout: 30_000 });
});

test("a match in this browser: given up, and another one begun", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(`${url}/#/play/oversoul`);
    await page.locator(OFFERED).first().waitFor({ timeout: 30_000 });
    await page.getByRole("toolbar").getByRole("button", { name: "Give up" }).click();
    await page.getByRole("alertdialog").getByRole("button").first().click();
    await page.getByRole("button", { name: "Play again" }).click();
    await page.locator(".result").waitFor({ state: "detached" });
    await page.locator(OFFERED).first().waitFor({ timeout: 30_000 });
    expect(page.wrong.length === 0, `the page complained: ${page.wrong.join(" | ")}`);
});

test("it can be installed, and an old page makes room for a new one", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(url);
    const manifest = await page.evaluate(() => fetch(document.querySelector("link[rel=manifest]").href).then((a) => a.json()));
    expect(manifest.name && manifest.start_url && manifest.display === "standalone" && manifest.icons.length, `the manifest says ${JSON.stringify(manifest)}`);
    await page.evaluate(() => caches.open("page-of-old").then((c) => c.put("/assets/old.js", new Response("old"))));
    await until(page, () => caches.keys().then((names) => !names.includes("page-of-old")));
});

run({ words: ["--bot-time", "20"] });
