// How fast the page is there: how much comes over the line for the lobby and for each game's table, and
// how long it takes on a four times slowed processor until a first move can be made, from an empty cache.
// Each figure is the best of a few, since other programs may use the machine; a busy machine makes it fail.
import { expect, newPage, run, test } from "./harness.mjs";

const GAMES = ["oversoul", "eternity", "voidbreakers", "monad", "despaira"];
const SLOWER = 4;
const WITHIN = 1000; // ms
const LOAD = 300 * 1024; // bytes, compressed
const TRIES = 6;
const MOVE = ".choices button.main:enabled, .choices button.way:enabled, .choices button.choice:enabled, button.card.legal";

// Opens an address with nothing in the cache; how long until `ready` is there, and how much came.
async function load(browser, state, address, ready, slower) {
    const page = await newPage(browser, { storageState: state });
    const line = await page.context().newCDPSession(page);
    await line.send("Network.enable");
    let bytes = 0;
    line.on("Network.loadingFinished", (e) => (bytes += e.encodedDataLength));
    await line.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await page.addInitScript((what) => {
        const look = () => {
            if (document.querySelector(what)) globalThis.readyAt = performance.now();
            else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    }, ready);
    await page.goto(address);
    const at = await (await page.waitForFunction(() => globalThis.readyAt, undefined, { timeout: 60_000 })).jsonValue();
    await page.context().close();
    return { at, bytes };
}

async function best(browser, state, address, ready) {
    let least = { at: Infinity, bytes: 0 };
    for (let i = 0; i < TRIES && least.at > WITHIN; i++) {
        const one = await load(browser, state, address, ready, SLOWER);
        if (one.at < least.at) least = one;
    }
    console.log(`        ${address.replace(/.*#/, "#")}: ${Math.round(least.at)} ms, ${Math.round(least.bytes / 1024)} KiB`);
    return least;
}

test("the lobby", async (browser, url) => {
    const { at, bytes } = await best(browser, undefined, `${url}/#/`, "[data-game] button");
    expect(bytes <= LOAD, `${bytes} bytes`);
    expect(at <= WITHIN, `${Math.round(at)} ms`);
});

for (const game of GAMES)
    test(`the first move of ${game}`, async (browser, url) => {
        const page = await newPage(browser);
        await page.goto(url);
        await page.locator(`[data-game="${game}"]`).getByRole("button", { name: /Play now/ }).click();
        await page.locator(MOVE).first().waitFor({ timeout: 60_000 });
        const { at, bytes } = await best(browser, await page.context().storageState(), page.url(), MOVE);
        expect(bytes <= LOAD, `${bytes} bytes`);
        expect(at <= WITHIN, `${Math.round(at)} ms`);
    });

run();
