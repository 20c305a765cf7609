// Pictures to look at: every page, and each game at its start, in the middle and at its end, in three sizes,
// light and dark.
//   PENTACLE=build/pentacle node web/tests/e2e/look.mjs FOLDER [WORDS]     those with these words in their name
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, newPage, serve } from "./harness.mjs";
import { chance, clickOne, isOver, OFFERED, setTable, something } from "./play.mjs";

const [folder, only = ""] = process.argv.slice(2);
if (!folder) throw new Error("look.mjs wants the folder for the pictures");
mkdirSync(folder, { recursive: true });
const GAMES = ["oversoul", "eternity", "voidbreakers", "monad", "despaira"];
const SIZES = [[360, 740], [1280, 800], [1920, 1080]];
const PAGES = {
    lobby: "#/",
    "set-up": "#/?choose=oversoul",
    decks: "#/decks/oversoul",
    learn: "#/learn/eternity",
    lesson: "#/learn/oversoul/2-attack",
    replays: "#/replay",
    workshop: "#/workshop/monad",
    rules: "#/rules/despaira",
    profile: "#/profile",
    settings: "#/settings",
    credits: "#/credits",
    missing: "#/nowhere",
    "no-table": "#/table/999",
};
const MIDDLE = 45; // choices of ours

async function pictures(page, name) {
    for (const [width, height] of SIZES)
        for (const colorScheme of ["light", "dark"]) {
            await page.setViewportSize({ width, height });
            await page.emulateMedia({ colorScheme });
            await page.waitForTimeout(400);
            await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
        }
    await page.setViewportSize({ width: 1280, height: 800 });
    console.log(name);
}

async function match(page, url, game) {
    await setTable(page, url, game, "greedy");
    await page.locator(OFFERED).first().waitFor({ timeout: 60_000 });
    await page.waitForTimeout(3000); // pictures come late
    await pictures(page, `${game}-1-start`);
    const any = chance(7);
    for (let done = 0; done < MIDDLE && !(await isOver(page)); )
        if (await clickOne(page, any)) done++;
        else await something(page, 5000);
    await something(page, 10_000);
    await pictures(page, `${game}-2-middle`);
    if (!(await isOver(page))) {
        await page.getByRole("toolbar").getByRole("button", { name: "Give up" }).click();
        await page.getByRole("alertdialog").getByRole("button").first().click();
    }
    await page.locator(".result").first().waitFor({ timeout: 20_000 });
    await page.waitForTimeout(1500);
    await pictures(page, `${game}-3-end`);
}

const server = await serve();
const browser = await launch();
for (const [name, address] of Object.entries(PAGES))
    if (name.includes(only)) {
        const page = await newPage(browser);
        await page.goto(`${server.url}/${address}`);
        await page.waitForTimeout(3500);
        await pictures(page, name);
        await page.context().close();
    }
for (const game of GAMES)
    if (game.includes(only)) {
        const page = await newPage(browser);
        await match(page, server.url, game);
        await page.context().close();
    }
await browser.close();
server.stop();
