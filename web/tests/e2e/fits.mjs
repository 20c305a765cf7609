// What must be seen is seen, in each size, with as much on the table as there may be.
import { expect, newPage, run, test } from "./harness.mjs";
import { chance, clickOne, isOver, OFFERED, setTable, something } from "./play.mjs";

const SIZES = [[1280, 800], [1920, 1080], [390, 844]];
const EVERY = [[360, 740], [768, 1024], [1280, 720], ...SIZES];
const quiet = (page) => expect(page.wrong.length === 0, `the page complained: ${page.wrong.join(" | ")}`);

// Cards of one's own party that are not seen whole: cut off, or with something on top of them.
const unseen = (page) =>
    page.evaluate(() => {
        const own = [...document.querySelectorAll(".board .mine .host button.card")];
        const hidden = own.filter((card) => {
            const r = card.getBoundingClientRect();
            const points = [[r.x + r.width / 2, r.y + 3], [r.x + r.width / 2, r.y + r.height / 2], [r.x + r.width / 2, r.bottom - 3]];
            return points.some(([x, y]) => !card.contains(document.elementFromPoint(x, y)));
        });
        return { of: own.length, hidden: hidden.map((c) => c.querySelector(".name")?.textContent) };
    });

async function allSeen(page, when, least) {
    for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.mouse.move(1, 1);
        await page.waitForTimeout(600);
        const { of, hidden } = await unseen(page);
        expect(of >= least, `${when}: only ${of} units of one's own at ${width}`);
        expect(hidden.length === 0, `${when}: at ${width} wide these of one's own are not seen: ${hidden.join(", ")}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide <= 0, `${when}: ${wide} px too wide at ${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
}

// What can be read at the table: type of less than 12 px, words cut by what holds them and cannot be scrolled, words beyond
// the window. Text of a card in the hand fades where more of it is to be read when one points at it.
const misprints = (page) =>
    page.evaluate(() => {
        const found = new Set();
        const what = (e, words) => `${words} at ${e.tagName.toLowerCase()}.${[...e.classList].filter((c) => !c.startsWith("svelte"))} in .${e.parentElement?.classList[0]} of .${e.closest('.face, section')?.className.replace(/svelte-\w+/g, '').trim()}: ${e.textContent.trim().slice(0, 24)}`;
        const walk = document.createTreeWalker(document.querySelector(".table"), NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
            const e = walk.currentNode.parentElement;
            const range = document.createRange();
            range.selectNodeContents(walk.currentNode);
            const r = range.getBoundingClientRect();
            const style = getComputedStyle(e);
            if (!walk.currentNode.data.trim() || !r.width || (e.closest(".name") && getComputedStyle(e.closest(".name")).clipPath === "inset(50%)") || style.clipPath === "inset(50%)" || style.visibility === "hidden" || e.closest(".unseen, .layer")) continue;
            if (parseFloat(style.fontSize) < 12) found.add(what(e, style.fontSize));
            let scrolled = false;
            for (let p = e; p && p !== document.body && !scrolled; p = p.parentElement) {
                const { overflowX, overflowY } = getComputedStyle(p);
                scrolled = [overflowX, overflowY].includes("auto") || p.matches(".hand .text, .hand .line, .ticker .words");
                const b = p.getBoundingClientRect();
                if (scrolled || (overflowX !== "hidden" && overflowY !== "hidden") || b.width <= 1) continue;
                if (p.matches(".under, .state, .values") && r.top >= b.bottom - 2) break; // what one line does not hold is left out whole
                if (r.right > b.right + 2 || r.left < b.left - 2 || r.bottom > b.bottom + 3 || r.top < b.top - 3) found.add(what(e, "cut"));
            }
            if (!scrolled && (r.right > innerWidth + 1 || r.left < -1)) found.add(what(e, "outside"));
        }
        // A name and the numbers of a card on the board share no place.
        for (const face of document.querySelectorAll(".board .face.tile")) {
            const [name, stats] = [face.querySelector(".name"), face.querySelector(".stats")];
            if (!name || !stats || getComputedStyle(name).clipPath !== "none" || getComputedStyle(stats).display === "none") continue;
            const range = document.createRange();
            range.selectNodeContents(name);
            const numbers = [...stats.children].map((s) => s.getBoundingClientRect()).filter((b) => b.width > 1);
            for (const a of range.getClientRects())
                if (a.width > 1 && numbers.some((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3)) found.add(what(name, "under its numbers"));
        }
        // Marks and coins lie on no number.
        for (const face of document.querySelectorAll(".board .face.tile")) {
            const rects = (s) => [...face.querySelectorAll(s)].map((e) => e.getBoundingClientRect()).filter((b) => b.width > 1);
            const numbers = rects(".stats .stat b");
            for (const mark of rects(".mark, .coins i"))
                if (numbers.some((b) => Math.min(mark.right, b.right) - Math.max(mark.left, b.left) > 3 && Math.min(mark.bottom, b.bottom) - Math.max(mark.top, b.top) > 4)) found.add(`a mark on a number of ${face.textContent.trim().slice(0, 24)}`);
        }
        // No card of the board covers another one; figures on a floor may reach over each other, and what was played lies fanned.
        const cards = [...document.querySelectorAll(".board button.card, .board .card")].filter((e) => !e.closest(".figure, .played, .on, .map") && e.offsetParent !== null).map((e) => [e, e.getBoundingClientRect()]);
        for (const [i, [a, x]] of cards.entries())
            for (const [b, y] of cards.slice(i + 1))
                if (!a.contains(b) && !b.contains(a) && Math.min(x.right, y.right) - Math.max(x.left, y.left) > 8 && Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 8)
                    found.add(`${a.textContent.trim().slice(0, 16)} and ${b.textContent.trim().slice(0, 16)} lie on each other`);
        return [...found];
    });

// Two of the parts of the frame that cover each other.
const covered = (page) =>
    page.evaluate(() => {
        const wide = (e) => e.getBoundingClientRect();
        for (const seat of document.querySelectorAll(".seat")) {
            const parts = [...seat.children].filter((e) => e.offsetParent !== null && wide(e).width > 1).map((e) => [e.className.replace(/svelte-\w+/g, "").trim(), wide(e)]);
            const both = parts.flatMap(([a, x], i) => parts.slice(i + 1).flatMap(([b, y]) => (Math.min(x.right, y.right) - Math.max(x.left, y.left) > 2 && Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 2 ? [`${a} and ${b} of a seat`] : [])));
            if (both.length) return both;
        }
        const seen = (s) => [...document.querySelectorAll(s)].filter((e) => e.offsetParent !== null && e.getBoundingClientRect().width > 1);
        const parts = [".table > .top", ".others", ".stage", ".choices", ".dock > .hand", ".dock > .plate"].flatMap((s) => seen(s).map((e) => [s, e.getBoundingClientRect()]));
        return parts.flatMap(([a, x], i) => parts.slice(i + 1).flatMap(([b, y]) => (Math.min(x.right, y.right) - Math.max(x.left, y.left) > 2 && Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 2 ? [`${a} and ${b}`] : [])));
    });

async function readable(page, when) {
    for (const [width, height] of EVERY) {
        await page.setViewportSize({ width, height });
        await page.mouse.move(1, 1);
        await page.waitForTimeout(400);
        const wrong = [...(await misprints(page)), ...(await covered(page)), ...(await page.evaluate(() => (document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : [])))];
        expect(wrong.length === 0, `${when}, ${width} x ${height}: ${wrong.slice(0, 5).join(" | ")}`);
        const ends = page.locator(".choices .ends > *"); // none when the match is over
        const main = (await ends.count()) ? await ends.first().boundingBox() : null;
        if (main) expect(main.y + main.height <= height + 1, `${when}, ${width} x ${height}: the large button ends at ${main.y + main.height}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
}

async function arranged(browser, url, scenario) {
    const page = await newPage(browser);
    await page.goto(url);
    await page.evaluate((text) => localStorage.setItem("pentacle.own.monad", text), scenario);
    await page.goto(`${url}/#/learn/monad/own`);
    await page.locator(".board button.card").first().waitFor({ timeout: 20_000 });
    return page;
}

const CROWD = `scenario  A crowd
given     Ash to act, travel phase
          Ash front: Tharda of the Deep Lock, 3 Thornbow Scout
          Ash mid: 4 Ford Levy
          Ash back: 4 Thornbow Scout
          Bel front: Grukk Ninefingers, 3 Thornbow Scout
          Bel mid: 4 Ford Levy
          Bel back: 4 Thornbow Scout
          Ash at Otterwood
          Bel at Kilnhold
          Ash hand: 6 Ford Levy
          Ash deck: 3 Thornbow Scout
          Bel deck: 3 Thornbow Scout
`;

test("Monad Wars: one's own party of twelve is seen beside the map, in three sizes", async (browser, url) => {
    const page = await arranged(browser, url, CROWD);
    await page.locator(".map .location").first().waitFor();
    await allSeen(page, "twelve travel", 12);
    quiet(page);
});

test("Monad Wars: those one fights are not one's own", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(`${url}/#/learn/monad/2-fight`);
    const foe = page.locator(".against button.card").first();
    await foe.waitFor({ timeout: 20_000 });
    const looks = await foe.getAttribute("class");
    expect(/\btheir\b/.test(looks) && !/\bown\b/.test(looks), `a foe is shown as one's own: ${looks}`);
    expect((await foe.locator(".side").textContent()) === "▼", "a foe wears the sign of one's own");
    expect(!/of You|, you\b/i.test(await foe.locator(".unseen").first().textContent()), "a foe is read out as one's own");
    await allSeen(page, "a fight", 1);
    quiet(page);
});

test("Monad Wars: one's own party is seen throughout a match", async (browser, url) => {
    const page = await newPage(browser);
    await setTable(page, url, "monad", "greedy");
    await page.locator(OFFERED).first().waitFor({ timeout: 60_000 });
    const any = chance(7);
    for (const [stop, least] of [[10, 1], [60, 1], [110, 0]]) {
        for (let n = 0; n < stop && !(await isOver(page)); ) if (await clickOne(page, any)) n++; else await something(page, 5000);
        await something(page, 5000);
        await page.keyboard.press("Escape");
        if (await isOver(page)) await page.getByRole("button", { name: "Look at the board" }).click();
        if (!(await page.locator(".tray").count())) await allSeen(page, `after ${stop} more choices`, least);
    }
    quiet(page);
});

for (const [seed, game] of ["oversoul", "eternity", "voidbreakers", "monad", "despaira"].entries())
    test(`${game}: nothing is cut, covered or too small to read, at the start and in the middle, in six sizes`, async (browser, url) => {
        const page = await newPage(browser);
        await setTable(page, url, game, "greedy");
        await page.locator(OFFERED).first().waitFor({ timeout: 60_000 });
        await page.locator(".rail .log").waitFor();
        await readable(page, "at the start");
        const any = chance(seed + 3);
        for (let n = 0; n < 30 && !(await isOver(page)); ) if (await clickOne(page, any)) n++; else await something(page, 5000);
        await something(page, 5000);
        await page.keyboard.press("Escape");
        await readable(page, "in the middle");
        quiet(page);
    });

run({ atOnce: 2, words: ["--bot-time", "20"] });
