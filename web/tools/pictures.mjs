// Pictures of the tables for README.md, from real matches: each game against a bot, some choices on.
//   PENTACLE=build/pentacle node web/tools/pictures.mjs FOLDER [GAME]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, newPage, serve } from "../tests/e2e/harness.mjs";
import { chance, isOver, OFFERED, setTable, something } from "../tests/e2e/play.mjs";

const [folder, only = ""] = process.argv.slice(2);
if (!folder) throw new Error("pictures.mjs wants the folder for the pictures");
mkdirSync(folder, { recursive: true });
// Which match, and how far: where much is to be seen.
const MATCHES = { oversoul: [4, 46], eternity: [5, 24], voidbreakers: [7, 40], monad: [7, 52], despaira: [2, 44] };
const QUALITY = 0.82;

// Doing something rather than nothing, most of the time.
async function act(page, any) {
    const ways = page.locator(".choices button.choice:enabled");
    const count = await ways.count();
    const one = count && any(5) > 0 ? ways.nth(any(count)) : page.locator(OFFERED).first();
    await one.click({ timeout: 2000 }).catch(() => {}); // it may be gone
}

// Chromium knows how to write webp, and playwright does not.
const webp = (page, png) =>
    page.evaluate(
        async ([data, quality]) => {
            const image = new Image();
            image.src = `data:image/png;base64,${data}`;
            await image.decode();
            const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
            canvas.getContext("2d").drawImage(image, 0, 0);
            return canvas.toDataURL("image/webp", quality).split(",")[1];
        },
        [png.toString("base64"), QUALITY],
    );

const server = await serve(["--bot-time", "20"]);
const browser = await launch();
for (const [game, [seed, choices]] of Object.entries(MATCHES))
    if (game.includes(only)) {
        const page = await newPage(browser, { colorScheme: "dark" });
        await page.addInitScript(() => localStorage.setItem("pentacle.table", JSON.stringify({ speed: "off", auto: true, stops: {} })));
        await setTable(page, server.url, game, "greedy");
        await page.locator(OFFERED).first().waitFor({ timeout: 60_000 });
        const any = chance(seed);
        for (let n = 0; n < choices && !(await isOver(page)); ) if (await something(page, 5000)) (await act(page, any), n++);
        await something(page, 5000);
        await page.mouse.move(1, 1);
        await page.waitForFunction(() => [...document.querySelectorAll("canvas.art")].every((c) => c.classList.contains("shown")), null, { timeout: 30_000 });
        const data = Buffer.from(await webp(page, await page.screenshot()), "base64");
        writeFileSync(join(folder, `${game}.webp`), data);
        console.log(`${game}.webp: ${Math.round(data.length / 1024)} KiB`);
        await page.context().close();
    }
await browser.close();
server.stop();
