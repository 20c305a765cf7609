// People who do not know each other and have no link: they meet in the lobby. Each has a browser context of
// its own, so nothing is shared but the server.
import { expect, newPage, run, test } from "./harness.mjs";
import { chance, clickOne, OFFERED } from "./play.mjs";

const GAMES = ["oversoul", "eternity", "voidbreakers", "monad", "despaira"];
const TITLES = { oversoul: "Oversoul", eternity: "Assemblage of Eternity", voidbreakers: "Voidbreakers", monad: "Monad Wars", despaira: "Despaira" };
const quiet = (page) => expect(page.wrong.length === 0, `the page complained: ${page.wrong.join(" | ")}`);

async function stranger(browser, url, name) {
    const page = await newPage(browser);
    await page.goto(url);
    await page.getByRole("button", { name: "Change name" }).click();
    await page.getByLabel("Your name at the table").fill(name);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(name).first().waitFor();
    return page;
}

// A table for everybody: the second seat is open, and the table is listed.
async function openTable(page, game) {
    await page.locator(`[data-game="${game}"]`).getByRole("button", { name: /Choose/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Seat 2: Who").selectOption("anyone");
    await dialog.getByLabel(/not listed in the lobby/).uncheck();
    await dialog.getByRole("button", { name: "Set the table" }).click();
    await page.waitForURL(/#\/table\/\d+/);
    await page.getByText("Waiting for somebody").waitFor();
}

const list = (page, title) => page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

for (const [seed, game] of GAMES.entries())
    test(`strangers meet in the lobby and play ${game}; a third one watches`, async (browser, url) => {
        const [a, b, c] = [`Ann ${game}`, `Bob ${game}`, `Cem ${game}`];
        const one = await stranger(browser, url, a);
        const two = await stranger(browser, url, b);
        await openTable(one, game);

        const waits = list(two, "Open tables").locator("li").filter({ hasText: a });
        await waits.filter({ hasText: "waits for players" }).waitFor({ timeout: 12_000 });
        expect((await waits.textContent()).includes(TITLES[game]), "the table does not say its game");
        expect((await list(two, "My games").getByText(a).count()) === 0, "a stranger's table is among mine");
        await waits.getByRole("link", { name: /Sit down/ }).click();
        await two.getByText(`${a} invites you`).waitFor();
        await two.getByRole("button", { name: /Sit down/ }).click();

        const any = chance(seed + 3);
        for (const page of [one, two]) await page.locator("[data-region]").first().waitFor({ timeout: 30_000 });
        let moves = 0;
        for (const until = Date.now() + 60_000; moves < 12 && Date.now() < until; ) {
            for (const page of [one, two]) if (await clickOne(page, any)) moves++;
            await one.waitForTimeout(100);
        }
        expect(moves >= 12, `only ${moves} moves were made`);

        // Who plays finds the match among one's own, and nobody is offered a seat that is taken.
        const three = await stranger(browser, url, c);
        const played = list(three, "Open tables").locator("li").filter({ hasText: a });
        await played.filter({ hasText: "being played" }).waitFor({ timeout: 12_000 });
        expect((await played.getByRole("link", { name: /Sit down/ }).count()) === 0, "a full table offers a seat");
        await played.getByRole("link", { name: /Watch/ }).click();
        await three.locator("[data-region]").first().waitFor({ timeout: 20_000 });
        expect((await three.locator(OFFERED).count()) === 0, "who watches is asked something");
        await two.goto(`${url}/#/`);
        const mine = list(two, "My games").locator("li").filter({ hasText: a });
        await mine.getByRole("link", { name: /Go on/ }).click({ timeout: 12_000 });
        await two.locator("[data-region]").first().waitFor({ timeout: 20_000 });
        for (const page of [one, two, three]) quiet(page);
    });

await run({ atOnce: 2 });
