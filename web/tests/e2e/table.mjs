// The table itself: what is shown large, what is said, where it is in the address.
import { expect, newPage, run, test } from "./harness.mjs";
import { chance, clickOne, isOver, OFFERED, setTable, something } from "./play.mjs";

const quiet = (page) => expect(page.wrong.length === 0, `the page complained: ${page.wrong.join(" | ")}`);
const zoomed = (page) => page.locator(".zoom").count();

async function puzzle(browser, url, address) {
    const page = await newPage(browser);
    await page.goto(`${url}/#/learn/${address}`);
    await page.locator(OFFERED).first().waitFor({ timeout: 20_000 });
    await page.locator("button.card").first().waitFor();
    await page.waitForTimeout(600); // cards have come to rest
    return page;
}

test("whoever looks elsewhere is told that it is their move, if they want to be", async (browser, url) => {
    for (const wanted of [true, false]) {
        const page = await newPage(browser);
        await page.addInitScript((notify) => {
            window.told = [];
            window.Notification = class {
                static permission = "granted";
                static requestPermission = async () => "granted";
                constructor(title, more) {
                    window.told.push(`${title}: ${more?.body}`);
                }
                close() {}
            };
            Object.defineProperty(document, "hidden", { get: () => window.away === true });
            localStorage.setItem("pentacle.table", JSON.stringify({ speed: "off", auto: true, stops: {}, notify }));
        }, wanted);
        await setTable(page, url, "oversoul", "greedy");
        await page.locator(OFFERED).first().waitFor({ timeout: 60_000 });
        expect((await page.evaluate(() => window.told.length)) === 0, "somebody who looks at the table is told");
        await page.evaluate(() => (window.away = true));
        const any = chance(5);
        for (let n = 0; n < 40 && !(await page.evaluate(() => window.told.length)); n++) if (!(await clickOne(page, any))) await something(page, 3000);
        const told = await page.evaluate(() => window.told);
        expect(wanted ? told.length > 0 && told[0].startsWith("It is your move: ") : told.length === 0, `wanted ${wanted}, told ${JSON.stringify(told)}`);
        quiet(page);
        await page.context().close();
    }
});

test("what is shown large is as the card is now, and goes when nothing points at it", async (browser, url) => {
    const page = await puzzle(browser, url, "oversoul/puzzle/1-the-brand");
    const leader = page.locator('button.card:has-text("Mother Caldine")').first();
    await leader.hover();
    await page.locator(".zoom").waitFor();
    const large = () => page.locator('.zoom .stat[title="HP"] b, .zoom .stat[title="hp"] b').first().textContent();
    expect((await large()) === "3", `the Leader has 3 HP, shown large ${await large()}`);
    // The match goes on while the pointer stays: by words.
    await page.keyboard.press("/");
    await page.locator(".typed input").fill("attack Ashling > Mother Caldine, Keeper of Ilm");
    await page.keyboard.press("Enter");
    await page.locator(".choices .question").filter({ hasNotText: "Ashling" }).waitFor();
    await page.waitForTimeout(1500);
    await leader.hover({ position: { x: 5, y: 5 } });
    await page.waitForTimeout(600);
    const small = await leader.locator(".stat b").last().textContent();
    if (await zoomed(page)) {
        const now = await page.locator(".zoom .stats").textContent();
        expect(now.includes(small), `the card says ${small}, shown large it says ${now}`);
    }
    await page.mouse.move(3, 300);
    await page.waitForTimeout(300);
    expect((await zoomed(page)) === 0, "it stays although nothing points at it");
    quiet(page);
});

test("a puzzle that is missed says so, and can be tried again", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(`${url}/#/learn/oversoul/puzzle/1-the-brand`);
    for (let i = 0; i < 12 && !(await page.locator(".coach .bad").count()); i++) {
        const end = page.locator(OFFERED).filter({ hasText: /^(end|pass|no |done|keep)/i }).first();
        await end.click({ timeout: 3000 }).catch(() => {});
        await page.waitForTimeout(500);
    }
    await page.locator(".coach .bad").filter({ hasText: "the goal is missed" }).waitFor();
    expect((await page.locator(".result").count()) === 0, "the match went on to its end");
    await page.waitForTimeout(3000);
    expect((await page.locator(".coach .good").count()) === 0, "it is solved after its turn");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".coach .bad").waitFor({ state: "detached" });
    await page.locator(OFFERED).first().waitFor({ timeout: 20_000 });
    expect((await page.locator(".coach .good, .coach .bad").count()) === 0, "it says how it went before it began");
    quiet(page);
});

test("a question about a card is not covered by the card shown large", async (browser, url) => {
    const page = await puzzle(browser, url, "oversoul/puzzle/1-the-brand");
    await page.keyboard.press("ArrowDown");
    const card = page.locator(".hand button.card").first();
    await card.focus();
    await page.keyboard.press("?"); // before the focus has shown it large
    await page.locator("dialog[open]").waitFor();
    await page.waitForTimeout(1000);
    expect((await zoomed(page)) === 0, "the card is shown large over the question");
    await page.keyboard.press("Escape");
    await card.hover();
    await page.locator(".zoom").waitFor();
    await page.keyboard.press("?");
    await page.locator("dialog[open]").waitFor();
    await page.waitForTimeout(600);
    expect((await zoomed(page)) === 0, "the card stays large over the question");
    quiet(page);
});

test("a long word in the chat covers nothing, and the table can be played", async (browser, url) => {
    const [one, two] = [await newPage(browser), await newPage(browser)];
    await one.goto(url);
    await one.locator('[data-game="eternity"]').getByRole("button", { name: /Choose/ }).click();
    const dialog = one.getByRole("dialog");
    await dialog.getByLabel("Seat 2: Who").selectOption("anyone");
    await dialog.getByLabel(/own words|words of their own|free/i).check();
    await dialog.getByRole("button", { name: "Set the table" }).click();
    const link = await dialog.locator("input[readonly]").inputValue();
    await dialog.getByRole("button", { name: "To the table" }).click();
    await two.goto(link);
    await two.getByRole("button", { name: /Sit down/ }).click();
    for (const page of [one, two]) await page.locator(OFFERED).first().waitFor({ timeout: 30_000 });
    await one.getByRole("button", { name: "Say something" }).click();
    const input = one.locator(".talk input");
    for (let i = 0; i < 3; i++) {
        await input.evaluate((e) => e.removeAttribute("maxlength"));
        await input.fill("W".repeat(190 + i));
        await one.keyboard.press("Enter");
        await one.waitForFunction(() => document.querySelector(".talk input").value === "");
        await one.waitForTimeout(1100);
    }
    await two.locator(".said[role=status]").waitFor();
    const box = await two.locator(".said[role=status]").boundingBox();
    expect(box.x >= 0 && box.x + box.width <= 1280 && box.height < 130, `what was said takes ${JSON.stringify(box)}`);
    for (const page of [one, two]) {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide <= 0, `${wide} px too wide`);
    }
    await two.getByRole("button", { name: "Say something" }).click();
    const list = await two.locator(".ask .said").boundingBox();
    expect(list.height < 140 && list.width <= 1280, `all that was said takes ${JSON.stringify(list)}`);
    await two.getByRole("button", { name: "Say something" }).click();
    await two.locator(OFFERED).first().click({ timeout: 3000 });
    quiet(one);
    quiet(two);
});

test("the address of a private table has its key: a reload and whoever gets it find the table", async (browser, url) => {
    const [one, two, three] = [await newPage(browser), await newPage(browser), await newPage(browser)];
    const link = await setTable(one, url, "eternity", "anyone");
    await one.waitForURL(/#\/table\/\d+\?.*key=/);
    const key = /key=(\w+)/.exec(link)[1];
    expect(one.url().includes(key), `another key than in the link: ${one.url()}`);
    await two.goto(link);
    await two.getByRole("button", { name: /Sit down/ }).click();
    await one.locator(OFFERED).first().waitFor({ timeout: 30_000 });
    await three.goto(one.url()); // who copies it from the address bar can pass it on
    await three.locator("[data-region]").first().waitFor({ timeout: 20_000 });
    expect((await three.locator(OFFERED).count()) === 0, "who looks on is asked");
    await one.reload();
    await one.locator(OFFERED).first().waitFor({ timeout: 30_000 });
    // Play now makes a private table as well.
    const four = await newPage(browser);
    await four.goto(url);
    await four.locator('[data-game="eternity"] .btn.primary').click();
    await four.waitForURL(/#\/table\/\d+\?.*key=/);
    // Who comes without the key, and has a seat there, finds the key in the address afterwards.
    const bare = four.url().replace(/key=\w+&?/, "");
    await four.goto(`${url}/#/`);
    await four.goto(bare);
    await four.waitForFunction(() => location.hash.includes("key="), null, { timeout: 20_000 });
    for (const page of [one, two, three, four]) quiet(page);
});

test("nothing sounds before the first click; then it does, and can be put off", async (browser, url) => {
    const page = await newPage(browser);
    await page.addInitScript(() => {
        globalThis.sounded = [];
        for (const name of ["createOscillator", "createBufferSource"]) {
            const make = AudioContext.prototype[name];
            AudioContext.prototype[name] = function () {
                globalThis.sounded.push(name);
                return make.call(this);
            };
        }
    });
    await page.goto(`${url}/#/learn/oversoul/puzzle/1-the-brand`);
    await page.locator(OFFERED).first().waitFor({ timeout: 20_000 });
    expect((await page.evaluate(() => sounded.length)) === 0, "it sounds before anybody did anything");
    await page.locator(OFFERED).filter({ hasText: "Gatewarden" }).first().click(); // an attack, which waits to resolve
    await page.waitForFunction(() => sounded.length > 0, null, { timeout: 10_000 });
    await page.getByRole("button", { name: "Sound off" }).click();
    const before = await page.evaluate(() => sounded.length);
    await page.getByRole("button", { name: "Start over" }).or(page.locator(OFFERED).first()).first().click();
    await page.waitForTimeout(1500);
    expect((await page.evaluate(() => sounded.length)) === before, "it sounds although it is off");
    quiet(page);
});

const TWO_FOES = `scenario  Two foes
given     Ash to act, quest phase
          Ash front: Tharda of the Deep Lock, Ford Levy
          Bel front: Grukk Ninefingers
          Ash at Otterwood
          Bel at Kilnhold
          Ash facing front: Lantern Recruit owned by Bel, Thornbow Scout owned by Bel
          Ash deck: 3 Thornbow Scout
          Bel deck: 3 Thornbow Scout
`;

test("a choice says what it would do, with its odds, and the board shows it; then the question says its cause", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(`${url}/#/learn/monad/2-fight`);
    const strike = page.locator(".choices .choice").filter({ hasText: "Cudgel" });
    await strike.locator(".would").filter({ hasText: "Lantern Recruit: HP 3 → 1" }).waitFor({ timeout: 20_000 });
    expect(/^\d\d %$/.test(await strike.locator(".odds").textContent()), `odds: ${await strike.locator(".odds").textContent()}`);
    const foe = page.locator('.board button.card.their:has-text("Lantern Recruit")').first();
    expect((await foe.locator(".then").count()) === 0, "the board foretells what nobody considers");
    await strike.hover();
    await foe.locator(".then").filter({ hasText: "1" }).waitFor();
    expect((await foe.locator(".bar i").count()) === 1, "the bar does not show what would be lost");
    await page.mouse.move(3, 300);
    await foe.locator(".then").waitFor({ state: "detached" });
    expect((await page.locator(".cause b").textContent()) === "Ford Levy", "who acts is not named");
    // With two to aim at, the next question says what led to it.
    await page.evaluate((text) => localStorage.setItem("pentacle.own.monad", text), TWO_FOES);
    await page.goto(`${url}/#/learn/monad/own`);
    await page.locator(".choices .choice").filter({ hasText: "Cudgel" }).click({ timeout: 20_000 });
    await page.locator(".choices h2").filter({ hasText: "Which target?" }).waitFor();
    const cause = await page.locator(".cause").textContent();
    expect(/Ford Levy/.test(cause) && /you chose/.test(cause) && /Cudgel/.test(cause), `the cause says: ${cause}`);
    quiet(page);
});

test("a puzzle does not tell what its moves would do", async (browser, url) => {
    const page = await puzzle(browser, url, "oversoul/puzzle/1-the-brand");
    await page.locator(".choices .choice").filter({ hasText: "Bladehand > Mother Caldine" }).hover();
    await page.waitForTimeout(1500);
    expect((await page.locator(".would, .then").count()) === 0, "the puzzle is told");
    quiet(page);
});

test("at a table of the server, too, choices say what they would do", async (browser, url) => {
    const page = await newPage(browser);
    await setTable(page, url, "oversoul", "greedy");
    const any = chance(5);
    for (let i = 0; i < 12 && !(await page.locator(".would").count()); i++) {
        await page.locator(OFFERED).first().waitFor({ timeout: 20_000 });
        await page.waitForTimeout(800);
        if (!(await page.locator(".would").count())) await clickOne(page, any);
    }
    expect((await page.locator(".would").count()) > 0, "nothing is said of any choice");
    quiet(page);
});

test("the log stays at its end while lines come, and where somebody has scrolled it", async (browser, url) => {
    const page = await newPage(browser);
    await setTable(page, url, "eternity", "greedy");
    const any = chance(4);
    const below = () => page.locator(".log .lines").evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight);
    for (let made = 0; made < 35; ) if (await clickOne(page, any)) made++; else await something(page, 5000);
    await something(page, 5000);
    await page.waitForTimeout(500);
    expect((await page.locator(".log li").count()) > 30, "too little has happened");
    expect((await below()) < 4, `${await below()} px of the log are below`);
    await page.locator(".log .lines").hover();
    await page.mouse.wheel(0, -300);
    await page.waitForTimeout(700);
    const left = await below();
    expect(left > 100, "it cannot be scrolled");
    for (let made = 0; made < 3; ) if (await clickOne(page, any)) made++; else await something(page, 5000);
    await page.waitForTimeout(500);
    expect((await below()) >= left - 4, "it went back to its end under somebody's hand");
    quiet(page);
});

for (const game of ["oversoul", "eternity", "voidbreakers", "monad", "despaira"])
    test(`somebody in a hurry is asked for a first move in ${game} after two clicks at most`, async (browser, url) => {
        const page = await newPage(browser);
        await page.goto(url);
        await page.locator(`[data-game="${game}"] .btn.primary`).click();
        await page.locator(OFFERED).first().waitFor({ timeout: 30_000 });
        const ready = page.locator(".choices .ready");
        if (await ready.count()) await ready.click(); // a party, an arsenal, a hand
        await page.locator(".phases .now").waitFor({ timeout: 60_000 });
        await page.locator(OFFERED).first().waitFor({ timeout: 30_000 });
        expect((await ready.count()) === 0, "it is still being set up");
        quiet(page);
    });

test("who passes until the own turn is asked nothing in the other's", async (browser, url) => {
    const page = await newPage(browser);
    await setTable(page, url, "oversoul", "greedy");
    const any = chance(11);
    const on = page.getByRole("button", { name: "Pass until my turn" });
    for (let i = 0; i < 80 && !(await on.count()) && !(await isOver(page)); i++) if (!(await clickOne(page, any))) await something(page, 3000);
    expect((await on.count()) === 1, "it was never offered");
    await on.click();
    const whose = () => page.locator(".plate .turn").count();
    for (const until = Date.now() + 30_000; !(await whose()) && Date.now() < until && !(await isOver(page)); ) {
        if (await page.locator(".choices.asked").count()) expect((await page.getByText("Passing until your turn").count()) === 1 || (await whose()) || (await page.locator(".choices .auto").count()) || (await isOver(page)), `asked: ${await page.locator(".choices h2").textContent().catch(() => "")}`);
        await page.waitForTimeout(60);
    }
    expect((await whose()) === 1 || (await isOver(page)), "the own turn did not come");
    expect((await page.getByText("Passing until your turn").count()) === 0, "it goes on in the own turn");
    quiet(page);
});

test("the end says why, what was done, and how the chance to win went", async (browser, url) => {
    const page = await newPage(browser);
    await setTable(page, url, "oversoul", "greedy");
    const any = chance(3);
    for (let made = 0; made < 25 && !(await isOver(page)); ) if (await clickOne(page, any)) made++; else await something(page, 3000);
    if (!(await isOver(page))) {
        await page.getByRole("toolbar").getByRole("button", { name: "Give up" }).click();
        await page.getByRole("alertdialog").getByRole("button").first().click();
    }
    await page.locator(".result .why").waitFor({ timeout: 20_000 });
    const facts = await page.locator(".story dl").textContent();
    expect(/your choices\s*[1-9]/.test(facts) && /health you lost\s*\d/.test(facts), `the end says: ${facts}`);
    await page.locator(".story .chance").waitFor({ timeout: 60_000 });
    const line = () => page.locator(".story .chance").getAttribute("points");
    const before = await line();
    await page.waitForFunction((old) => document.querySelector(".story .chance").getAttribute("points") !== old || !document.querySelector(".story figcaption").textContent.includes("thinking"), before, { timeout: 60_000 });
    expect((await line()).split(" ").length > 2, "there is no graph");
    quiet(page);
});

run({ atOnce: 2 });
