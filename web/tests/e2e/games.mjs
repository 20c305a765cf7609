// Whole matches by clicking: each game against a bot, two browsers against each other, and the plug
// pulled in between. Clicks what is offered, now a button of the list, now the card itself.
import { axe, expect, newPage, run, test } from "./harness.mjs";

const GAMES = ["oversoul", "eternity", "voidbreakers", "monad", "despaira"];
const MINUTES = 12;
const SETTINGS = JSON.stringify({ speed: "off", auto: true, stops: {} });

async function player(browser) {
    const page = await newPage(browser);
    await page.addInitScript((s) => localStorage.setItem("pentacle.table", s), SETTINGS);
    return page;
}

// Chance that repeats itself.
function chance(seed) {
    let n = seed;
    return (below) => {
        n = (Math.imul(n, 1664525) + 1013904223) >>> 0;
        return Math.floor((n / 2 ** 32) * below);
    };
}

const OFFERED = ".choices button.main:enabled, .choices button.way:enabled, .choices button.choice:enabled";

const isOver = (page) => page.locator(".result").first().isVisible();

// One click if something is asked; true if there was.
async function clickOne(page, any) {
    const offered = page.locator(OFFERED);
    const count = await offered.count();
    if (!count) return false;
    const legal = page.locator("button.card.legal");
    const cards = any(3) === 0 ? await legal.count() : 0;
    const what = cards ? legal.nth(any(cards)) : offered.nth(any(count));
    await what.click({ timeout: 2000 }).catch(() => {}); // it may be gone: the bot or the clock was faster
    const menu = page.locator("[role=menu] [role=menuitem]");
    if (cards && (await menu.count())) await menu.first().click({ timeout: 1000 }).catch(() => {});
    return true;
}

async function playOn(pages, any, clicks) {
    const until = Date.now() + MINUTES * 60_000;
    for (let done = 0; done < clicks && Date.now() < until; ) {
        if (await isOver(pages[0])) return true;
        let clicked = false;
        for (const page of pages) if (await clickOne(page, any)) clicked = true;
        if (clicked) done++;
        else await pages[0].waitForTimeout(100);
    }
    return isOver(pages[0]);
}

async function setTable(page, url, game, opponent) {
    await page.goto(url);
    await page.locator(`[data-game="${game}"]`).getByRole("button", { name: /Choose/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Seat 2: Who").selectOption(opponent);
    await dialog.getByRole("button", { name: "Set the table" }).click();
    if (opponent !== "anyone") return page.waitForURL(/#\/table\/\d+/);
    const link = await dialog.locator("input[readonly]").inputValue();
    await dialog.getByRole("button", { name: "To the table" }).click();
    return link;
}

for (const [seed, game] of GAMES.entries())
    test(`a whole match of ${game} against a bot`, async (browser, url) => {
        const page = await player(browser);
        await setTable(page, url, game, "random");
        expect(await playOn([page], chance(seed + 1), 6000), `no end after ${MINUTES} minutes`);
        expect((await axe(page)).length === 0, `axe: ${await axe(page)}`);
        expect(page.wrong.length === 0, `the page complained: ${page.wrong.join(" | ")}`);
    });

test("two browsers, and the plug is pulled in mid-choice", async (browser, url, server) => {
    const one = await player(browser);
    const two = await player(browser);
    const any = chance(7);
    const link = await setTable(one, url, "eternity", "anyone");
    await two.goto(link);
    await two.getByRole("button", { name: /Sit down/ }).click();
    await one.locator(OFFERED).first().waitFor({ timeout: 30_000 });
    await playOn([one, two], any, 12);
    const before = await one.locator(".choices h2").textContent();
    if (server.restart) {
        await server.restart();
        await one.locator(OFFERED).first().waitFor({ timeout: 30_000 });
        expect((await one.locator(".choices h2").textContent()) === before, "another question than before the cut");
    }
    expect(await playOn([one, two], any, 4000), "no end");
    expect(await isOver(two), "the other one does not see the end");
});

run();
