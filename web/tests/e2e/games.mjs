// Whole matches: each game against a bot by clicking, one by keys alone, one by touch on a small phone, two
// browsers against each other with the plug pulled in between. Takes what is offered, now a button of the
// list, now the card itself; nothing waits longer than it must.
import { axe, expect, newPage, run, test } from "./harness.mjs";
import { chance, clickOne, isOver, LEGAL, OFFERED, setTable, something } from "./play.mjs";

const GAMES = ["oversoul", "eternity", "voidbreakers", "monad", "despaira"];
const MINUTES = 12;
const SETTINGS = JSON.stringify({ speed: "off", auto: false, stops: {} });
async function player(browser, options) {
    const page = await newPage(browser, options);
    await page.addInitScript((s) => localStorage.setItem("pentacle.table", s), SETTINGS);
    return page;
}

// The same with a finger: what cannot be seen on a small page is brought there first.
async function tapOne(page, any) {
    const more = page.locator(".choices .more[aria-expanded=false]");
    if (any(3) === 0 && (await more.isVisible())) await more.tap({ timeout: 1000 }).catch(() => {});
    const seen = page.locator(`${OFFERED}, ${LEGAL}`).locator("visible=true");
    const count = await seen.count();
    if (!count) return false;
    // A card that was touched when it could no longer do anything lies open above; a touch closes it.
    const open = page.locator(".zoom.touch");
    if (await open.count()) await open.tap({ timeout: 1000 }).catch(() => {});
    await seen.nth(any(count)).tap({ timeout: 2000 }).catch(() => {});
    const menu = page.locator("[role=menu] [role=menuitem]");
    if (await menu.count()) await menu.first().tap({ timeout: 1000 }).catch(() => {});
    return true;
}

// With keys: a number of the list, the large button, or a card that arrows lead to.
async function pressOne(page, any) {
    const count = await page.locator(OFFERED).count();
    if (!count) return false;
    if (any(4) === 0 && (await page.locator(LEGAL).count())) {
        for (let i = any(4); i >= 0; i--) await page.keyboard.press(["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"][any(4)]);
        await page.keyboard.press("Enter");
        await page.keyboard.press("Enter"); // the first of the menu, if there is one
        await page.keyboard.press("Escape");
    }
    await page.keyboard.press(String(1 + any(Math.min(count, 9))));
    return true;
}

async function playOn(pages, any, most, act = clickOne) {
    const until = Date.now() + MINUTES * 60_000;
    for (let done = 0; done < most && Date.now() < until; ) {
        if (await isOver(pages[0])) return true;
        let acted = false;
        for (const page of pages) if (await act(page, any)) acted = true;
        if (acted) done++;
        else await Promise.race(pages.map((page) => something(page, 5000)));
    }
    return isOver(pages[0]);
}

async function wellEnded(page) {
    const found = await axe(page);
    expect(found.length === 0, `axe: ${found.join(" | ")}`);
    expect(page.wrong.length === 0, `the page complained: ${page.wrong.join(" | ")}`);
}

for (const [seed, game] of GAMES.entries())
    test(`a whole match of ${game} against a bot`, async (browser, url) => {
        const page = await player(browser);
        await setTable(page, url, game, "greedy");
        expect(await playOn([page], chance(seed + 1), 6000), `no end after ${MINUTES} minutes`);
        await wellEnded(page);
    });

test("a whole match by keys alone, from the lobby to a rematch", async (browser, url) => {
    const page = await player(browser);
    await page.goto(url);
    await page.locator("[data-game]").first().waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    for (let i = 0; i < 60 && !/^Play now: Assemblage/.test(await focused()); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/table\/\d+/);
    const first = page.url();
    expect(await playOn([page], chance(11), 6000, pressOne), "no end");
    await wellEnded(page);
    const on = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    for (let i = 0; i < 4 && (await on()) !== "Play again"; i++) await page.keyboard.press("Tab");
    expect((await on()) === "Play again", `not on the button but on ${await on()}`);
    await page.keyboard.press("Enter");
    await page.waitForFunction((was) => location.href !== was, first, { timeout: 20_000 });
    await page.locator(OFFERED).first().waitFor({ timeout: 20_000 });
});

test("a whole match by touch on a page of 360 px", async (browser, url) => {
    const page = await player(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await page.goto(url);
    await page.locator('[data-game="voidbreakers"]').getByRole("button", { name: /Play now/ }).tap();
    await page.waitForURL(/#\/table\/\d+/);
    expect(await playOn([page], chance(12), 6000, tapOne), "no end");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide <= 0, `${wide} px too wide`);
    await wellEnded(page);
});

test("two browsers, and the plug is pulled in mid-choice", { alone: true }, async (browser, url, server) => {
    const one = await player(browser);
    const two = await player(browser);
    const any = chance(7);
    const link = await setTable(one, url, "eternity", "anyone");
    await two.goto(link);
    await two.getByRole("button", { name: /Sit down/ }).click();
    await one.locator(OFFERED).first().waitFor({ timeout: 30_000 });
    await playOn([one, two], any, 12);
    await one.locator(OFFERED).first().waitFor({ timeout: 30_000 });
    const before = await one.locator(".choices h2").textContent();
    if (server.restart) {
        await one.keyboard.press("/");
        await one.keyboard.type("half a wo"); // what is being typed
        await server.restart();
        await one.locator(".choices .lost").waitFor({ state: "detached", timeout: 30_000 });
        await one.locator(OFFERED).first().waitFor({ timeout: 30_000 });
        expect((await one.locator(".choices h2").textContent()) === before, "another question than before the cut");
        expect((await one.locator(".typed input").inputValue()) === "half a wo", "what was typed is lost");
        await one.keyboard.press("Escape");
    }
    expect(await playOn([one, two], any, 4000), "no end");
    await two.locator(".result").first().waitFor({ timeout: 10_000 });
});

run({ atOnce: 3, words: ["--bot-time", "20"] });
