// The pages around the table, as somebody new would use them.
import { axe, expect, newPage, run, test } from "./harness.mjs";
import { setTable } from "./play.mjs";

const GAMES = ["oversoul", "eternity", "voidbreakers", "monad", "despaira"];
const quiet = (page) => expect(page.wrong.length === 0, `the page complained: ${page.wrong.join(" | ")}`);

test("two clicks from the address to a question in each game", async (browser, url) => {
    for (const game of GAMES) {
        const page = await newPage(browser);
        await page.goto(url);
        await page.locator(`[data-game="${game}"] .btn.primary`).click();
        await page.waitForURL(/#\/table\/\d+/);
        await page.locator("[data-choices], .choices, [data-region]").first().waitFor({ timeout: 15_000 });
        quiet(page);
        await page.context().close();
    }
});

test("a table by link: set up, shown, joined by somebody else", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(url);
    await page.locator('[data-game="despaira"]').getByRole("button", { name: /Choose/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Seat 2: Who").selectOption("anyone");
    await dialog.getByRole("button", { name: "Set the table" }).click();
    const link = await dialog.locator("input[readonly]").inputValue();
    expect(/#\/table\/\d+\?key=/.test(link), `no link to send: ${link}`);
    await dialog.getByRole("button", { name: "To the table" }).click();
    const other = await newPage(browser);
    await other.goto(link);
    await other.getByRole("button", { name: /Sit down/ }).click();
    await other.locator("[data-region]").first().waitFor({ timeout: 15_000 });
    await page.locator("[data-region]").first().waitFor({ timeout: 15_000 });
    quiet(page);
    quiet(other);
});

test("two take the last seat: one plays, the other is told so and may watch", async (browser, url) => {
    const page = await newPage(browser);
    const link = await setTable(page, url, "despaira", "anyone");
    const [quick, late] = [await newPage(browser), await newPage(browser)];
    let held = null; // what the late one is told is held back, so that it still sees the free seat
    await late.routeWebSocket(/\/play$/, (ws) => {
        const server = ws.connectToServer();
        server.onMessage((m) => (held ? held.push(() => ws.send(m)) : ws.send(m)));
    });
    for (const other of [quick, late]) {
        await other.goto(link);
        await other.getByRole("button", { name: /Sit down/ }).waitFor();
    }
    held = [];
    await quick.getByRole("button", { name: /Sit down/ }).click();
    await quick.locator("[data-region]").first().waitFor({ timeout: 15_000 });
    await late.getByRole("button", { name: /Sit down/ }).click();
    const told = held;
    held = null;
    for (const pass of told) pass();
    await late.getByRole("alert").filter({ hasText: "taken the last seat" }).waitFor({ timeout: 15_000 });
    await late.getByRole("link", { name: "Set a table of your own" }).waitFor();
    await late.locator("[data-region]").first().waitFor({ timeout: 15_000 });
    quiet(quick);
    quiet(late);
});

test("the line is lost while a table is set up: it is said there, and set when it is back", { alone: true }, async (browser, url, server) => {
    const page = await newPage(browser);
    await page.goto(`${url}/#/?choose=oversoul`);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio").first().waitFor();
    await page.getByText("You play as").waitFor();
    await dialog.getByLabel("Clock").selectOption("slow");
    await server.restart(async () => {
        await dialog.getByText("The line to the server is gone").waitFor({ timeout: 10_000 });
        await dialog.getByRole("button", { name: "Set the table" }).click();
        expect((await dialog.getByLabel("Clock").inputValue()) === "slow", "what was chosen is gone");
    });
    await page.waitForURL(/#\/table\/\d+/, { timeout: 30_000 });
});

test("a table by the clocks of the rules: what they say is shown, and the time at the table is theirs", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(`${url}/#/?choose=oversoul`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Clock").selectOption("rules");
    await dialog.getByText("OVE-981").waitFor();
    expect((await axe(page)).length === 0, (await axe(page)).join("; "));
    await dialog.getByRole("button", { name: "Set the table" }).click();
    await page.waitForURL(/#\/table\/\d+/);
    await page.locator(".clock[title='OVE-981']").filter({ hasText: /0:[0-3]\d|1:[0-3]\d/ }).first().waitFor({ timeout: 30_000 });
    quiet(page);
});

test("rules: search, link to a rule, a rule that does not exist", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(`${url}/#/rules/oversoul/OVE-503`);
    await page.locator("#OVE-503.wanted").waitFor();
    await page.getByLabel("Search rules").fill("retaliate");
    await page.waitForFunction(() => document.querySelectorAll(".rule").length < 60);
    await page.goto(`${url}/#/rules/oversoul/OVE-999999`);
    await page.getByRole("alert").filter({ hasText: "OVE-999999" }).waitFor();
    quiet(page);
});

test("deck builder: in order, made wrong, told why, kept over a reload, played", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(`${url}/#/decks/oversoul`);
    await page.getByText("In order by the rules.").waitFor({ timeout: 20_000 });
    await page.getByRole("button", { name: "Text" }).click();
    const text = page.getByLabel("The deck as text");
    const good = await text.inputValue();
    await text.fill(good.replace(/^2 (.*)$/m, "2 $1x"));
    await page.locator(".verdict .bad").filter({ hasText: "did you mean" }).waitFor();
    await page.getByRole("button", { name: /^Line \d+$/ }).waitFor();
    await text.fill(good.replace(/^2 /m, "3 "));
    await page.locator('.verdict .bad a[href*="/rules/oversoul/OVE-"]').waitFor(); // the rule against three copies
    await page.reload();
    await page.locator(".verdict .bad").waitFor({ timeout: 20_000 });
    await page.getByRole("button", { name: "Text" }).click();
    expect((await text.inputValue()).includes("3 "), "what was typed is lost");
    await text.fill(good);
    await page.getByText("In order by the rules.").waitFor();
    await page.getByLabel("Search cards").fill("bolt");
    await page.getByRole("button", { name: /^One more Splitting Bolt/ }).click();
    await page.getByRole("button", { name: "Keep" }).click();
    await page.getByText(/is kept in this browser/).waitFor();
    await text.fill(good);
    await page.getByText("In order by the rules.").waitFor();
    await page.getByRole("button", { name: "Play with it" }).click();
    await page.waitForURL(/#\/table\/\d+/);
    quiet(page);
});

test("deck builder: a card's name shows the card, in the list and in the deck", async (browser, url) => {
    const page = await newPage(browser);
    for (const game of GAMES) {
        await page.goto(`${url}/#/decks/${game}`);
        const first = page.locator(".list .card").first();
        await first.click();
        await page.locator(".list .inline .face.full").waitFor({ timeout: 10_000 });
        expect((await first.getAttribute("aria-pressed")) === "true", "it does not say that it is open");
        await first.click();
        await page.locator(".list .inline").waitFor({ state: "detached" });
        // Of the deck: each one, though it may stand far down in the list or be filtered out.
        await page.getByLabel("Search cards").fill("zzzz");
        const names = page.locator(".entries .link");
        const last = (await names.nth((await names.count()) - 1).textContent()).trim();
        await names.nth((await names.count()) - 1).click();
        await page.locator(".list .inline .face.full").filter({ hasText: last.split(" – ").at(-1) }).waitFor({ timeout: 10_000 });
    }
    quiet(page);
});

test("a new name: the matches that one has played stay one's own", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(url);
    await page.locator('[data-game="oversoul"] .btn.primary').click();
    await page.locator(".choices button:enabled").first().waitFor({ timeout: 30_000 });
    await page.getByRole("toolbar").getByRole("button", { name: "Give up" }).click();
    await page.getByRole("alertdialog").getByRole("button").first().click();
    await page.locator(".result").first().waitFor({ timeout: 20_000 });
    await page.goto(`${url}/#/profile`);
    const played = page.locator("section").filter({ has: page.getByRole("heading", { name: /matches/i }) }).locator("li").filter({ hasText: "Oversoul" });
    await played.first().waitFor({ timeout: 20_000 });
    await page.getByRole("button", { name: "Change name" }).click();
    await page.getByLabel("Your name at the table").fill("Somebody Newer");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Somebody Newer" }).waitFor();
    await played.first().waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Somebody Newer" }).waitFor();
    await played.first().waitFor({ timeout: 20_000 });
    quiet(page);
});

test("workshop: a wrong word is marked, a suggestion mends it, the card is tried", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(`${url}/#/workshop/oversoul?card=Splitting%20Bolt`);
    await page.locator(".good").filter({ hasText: "It can be read." }).waitFor({ timeout: 20_000 });
    const text = page.getByLabel("Card text");
    const good = await text.inputValue();
    await text.fill(good.replace("Deal 3 DMG", "Dael 3 DMG"));
    await page.locator(".editor mark").filter({ hasText: "Dael" }).waitFor();
    await page.getByRole("button", { name: /^Line \d+, column \d+$/ }).waitFor();
    await page.locator(".suggestion").first().click();
    await page.locator(".good").filter({ hasText: "It can be read." }).waitFor();
    await text.fill(good.replace("Deal 3 DMG", "Deal 4 DMG"));
    await page.locator(".good").filter({ hasText: "It can be read." }).waitFor();
    await page.getByRole("button", { name: "In this position" }).click();
    await page.locator("[data-region]").first().waitFor({ timeout: 15_000 });
    await page.getByRole("button", { name: "Back to the workshop" }).click();
    await page.getByRole("button", { name: "In a game against a bot" }).click();
    await page.locator("[data-region]").first().waitFor({ timeout: 15_000 });
    quiet(page);
});

for (const game of GAMES)
    test(`lessons of ${game}: every step can be done`, async (browser, url) => {
        const page = await newPage(browser);
        await page.goto(`${url}/#/learn/${game}`);
        await page.getByRole("link", { name: "Start" }).click();
        const coach = page.locator(".coach");
        for (let lesson = 1; ; lesson++) {
            await coach.waitFor({ timeout: 20_000 });
            if (!(await coach.getByText("Your move").or(coach.getByText("Watch what happens")).first().isVisible().catch(() => false))) break; // free play
            for (let move = 0; move < 12 && !(await coach.getByText("Well done.").isVisible()); move++) {
                // the button goes away when the last move was the last one
                await coach.getByRole("button", { name: "Show me" }).click({ timeout: 4000 }).catch(() => {});
                await page.waitForTimeout(400);
            }
            await coach.getByText("Well done.").waitFor({ timeout: 15_000 });
            await coach.getByRole("link", { name: "Next step" }).click();
            await page.waitForTimeout(900);
        }
        await page.locator("[data-region]").first().waitFor();
        quiet(page);
    });

test("a lesson says why not, when something else is tried", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(`${url}/#/learn/oversoul/1-call-a-unit`);
    await page.locator(".coach").getByText("Your move").waitFor({ timeout: 20_000 });
    await page.keyboard.press("/");
    await page.keyboard.type("end phase");
    await page.keyboard.press("Enter");
    await page.locator(".coach .bad").filter({ hasText: "Activate Ashling" }).waitFor();
    quiet(page);
});

test("somebody new is in the first lesson with one click, without the header of the site", async (browser, url) => {
    const page = await newPage(browser, { colorScheme: "light" });
    await page.goto(url);
    await page.getByRole("link", { name: "Show me how" }).click();
    await page.locator(".coach").filter({ hasText: /of 7/ }).waitFor({ timeout: 20_000 });
    await page.locator(".stage .figure").first().waitFor();
    expect((await page.locator("header.frame").count()) === 0, "the header of the site is shown at a table");
    // The stage is night in the light theme too.
    const light = (colour) => /\d+/.exec(colour) && Math.max(...colour.match(/\d+(\.\d+)?/g).slice(0, 3).map(Number));
    const ink = await page.locator(".stage").evaluate((e) => getComputedStyle(e).color);
    expect(light(ink) > 200, `words on the stage are ${ink}`);
    await page.getByRole("link", { name: /To the lobby/ }).click();
    await page.locator("header.frame").waitFor();
    quiet(page);
});

test("a puzzle is solved by typed moves, and remembered", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(`${url}/#/learn/voidbreakers/puzzle/1-two-at-once`);
    await page.locator(".coach").waitFor({ timeout: 20_000 });
    for (const words of ["play Anvil – Ring the Bell", "move Redline > C", "attack Redline > Hail"]) {
        await page.keyboard.press("/");
        await page.keyboard.type(words);
        // It is offered as soon as what passes by itself has passed.
        await page.locator(".typed li button").getByText(words, { exact: true }).waitFor({ timeout: 30_000 });
        await page.keyboard.press("Enter");
        await page.locator(".typed input").waitFor({ state: "detached" });
    }
    await page.locator(".coach .good").filter({ hasText: "Solved!" }).waitFor({ timeout: 15_000 });
    await page.goto(`${url}/#/learn/voidbreakers`);
    await page.locator("li.done").filter({ hasText: "Two at once" }).waitFor();
    quiet(page);
});

test("replay: a record is opened, stepped, seen with other eyes, verified, played on", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(url);
    await page.locator('[data-game="oversoul"] .btn.primary').click();
    await page.waitForURL(/#\/table\/\d+/);
    const table = Number(/table\/(\d+)/.exec(page.url())[1]);
    await page.locator("[data-region]").first().waitFor({ timeout: 15_000 });
    const key = await page.evaluate(
        (n) =>
            new Promise((done) => {
                const socket = new WebSocket(`ws://${location.host}/play`);
                socket.onopen = () => socket.send(JSON.stringify({ do: "hello", version: 1, token: localStorage.getItem("pentacle.token") }));
                socket.onmessage = (e) => {
                    const m = JSON.parse(e.data);
                    if (m.type === "welcome") socket.send(JSON.stringify({ do: "resume", table: n, n: 0 }));
                    if (m.type === "table" && m.phase === "playing") socket.send(JSON.stringify({ do: "resign", table: n }));
                    if (m.type === "table" && m.phase === "over") (socket.close(), done(m.key ?? ""));
                };
            }),
        table,
    );
    await page.goto(`${url}/#/replay/${table}?key=${key}`);
    await page.getByRole("button", { name: "Verify" }).click({ timeout: 20_000 });
    await page.locator(".good").filter({ hasText: "And fair" }).waitFor({ timeout: 20_000 });
    await page.getByRole("button", { name: "To the end" }).click();
    await page.getByRole("button", { name: "One move back" }).click();
    await page.getByLabel("Seen by").selectOption("0");
    await page.getByText("Play from here").click();
    await page.getByRole("button", { name: /^as / }).first().click();
    await page.getByRole("button", { name: /^Replays: / }).click();
    await page.goto(`${url}/#/replay/999999`);
    await page.getByRole("alert").filter({ hasText: "999999" }).waitFor();
    page.wrong = page.wrong.filter((w) => !w.includes("404"));
    quiet(page);
});

const PASSWORD = "correct horse battery";

async function rename(page, name) {
    await page.getByRole("button", { name: "Change name" }).click();
    await page.getByLabel("Your name at the table").fill(name);
    await page.getByRole("button", { name: "Save" }).click();
}

test("a name of one's own: password, taken for others, log in elsewhere, decks come along", async (browser, url) => {
    const name = `Ada ${Date.now() % 1e6}`;
    const one = await newPage(browser);
    await one.goto(`${url}/#/profile`);
    await rename(one, name);
    await one.getByRole("heading", { name, level: 1 }).waitFor();
    await one.getByLabel("New password").fill("short");
    await one.getByRole("button", { name: "Set it" }).click();
    await one.getByRole("alert").filter({ hasText: "at least 12" }).waitFor();
    await one.getByLabel("New password").fill(PASSWORD);
    await one.getByRole("button", { name: "Set it" }).click();
    await one.locator(".good").waitFor({ timeout: 20_000 });
    await one.goto(`${url}/#/decks/oversoul`);
    await one.getByText("In order by the rules.").waitFor({ timeout: 20_000 });
    await one.getByRole("button", { name: "Keep" }).click();
    await one.getByText(/and by the server/).waitFor({ timeout: 10_000 });

    const two = await newPage(browser);
    await two.goto(`${url}/#/profile`);
    await rename(two, name);
    await two.getByRole("alert").filter({ hasText: "password" }).waitFor();
    expect((await two.getByLabel("Your name at the table").inputValue()) === name, "what was typed is lost");
    await two.getByRole("button", { name: "Cancel" }).click();
    await two.getByLabel("Name", { exact: true }).fill(name);
    await two.getByLabel("Password", { exact: true }).fill("another password");
    await two.getByRole("button", { name: "Log in" }).click();
    await two.locator(".bad").filter({ hasText: "not right" }).waitFor({ timeout: 20_000 });
    await two.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await two.getByRole("button", { name: "Log in" }).click();
    await two.getByRole("heading", { name, level: 1 }).waitFor({ timeout: 20_000 });
    await two.goto(`${url}/#/decks/oversoul`);
    await two.locator('option[value^="mine "]').first().waitFor({ state: "attached", timeout: 20_000 });

    // Logged out everywhere, on both machines: guests again.
    await two.goto(`${url}/#/profile`);
    await two.getByRole("button", { name: "Log out everywhere" }).click();
    await two.getByRole("heading", { name: /^Guest/, level: 1 }).waitFor({ timeout: 20_000 });
    await one.goto(`${url}/#/profile`);
    await one.getByRole("heading", { name: /^Guest/, level: 1 }).waitFor({ timeout: 20_000 });
    quiet(one);
    quiet(two);
});

test("a rated table with free words: talked at, given up, in the history with its rating", async (browser, url) => {
    const one = await newPage(browser);
    await one.goto(url);
    await one.locator('[data-game="oversoul"]').getByRole("button", { name: /Choose/ }).click();
    const dialog = one.getByRole("dialog");
    await dialog.getByLabel("Seat 2: Who").selectOption("anyone");
    await dialog.getByLabel(/Write to each other/).check();
    await dialog.getByLabel("Counts for the rating").check();
    await dialog.getByRole("button", { name: "Set the table" }).click();
    const link = await dialog.locator("input[readonly]").inputValue();
    await dialog.getByRole("button", { name: "To the table" }).click();
    const two = await newPage(browser);
    await two.goto(link);
    await two.getByRole("button", { name: /Sit down/ }).click();
    await one.getByRole("button", { name: "Say something" }).click({ timeout: 20_000 });
    await one.getByLabel("Write to the others").fill("Is <b>this</b> on?");
    await one.getByRole("button", { name: "Say it" }).click();
    await two.getByRole("status").filter({ hasText: "Is <b>this</b> on?" }).waitFor();

    // A third one is told that the table is full, and looks on.
    const three = await newPage(browser);
    await three.goto(link);
    await three.locator("[data-region]").first().waitFor({ timeout: 20_000 });
    expect(!(await three.getByRole("button", { name: /Sit down/ }).isVisible()), "a full table offers a seat");

    await one.getByRole("button", { name: "Give up" }).click();
    await one.getByRole("alertdialog").getByRole("button", { name: "Give up" }).click();
    await one.locator(".result").waitFor();
    await two.locator(".result").filter({ hasText: "You have won" }).waitFor();
    await one.waitForTimeout(1500); // the archive
    await one.goto(`${url}/#/profile`);
    await one.reload();
    await one.locator("li").filter({ hasText: "lost" }).filter({ hasText: "rated" }).waitFor();
    await one.locator('section[aria-labelledby="ratings"] tr').filter({ hasText: "Oversoul" }).waitFor();
    const sum = await one.locator(".sums tbody tr").filter({ hasText: "Oversoul" }).locator("td").allTextContents();
    expect(sum.join(" ") === "0 1 0", `won, lost and drawn: ${sum.join(" ")}`);
    await one.getByRole("link", { name: /^Replay of table/ }).first().click();
    await one.getByRole("button", { name: "Review" }).click({ timeout: 20_000 });
    await one.getByText(/moves gave something away/).waitFor({ timeout: 60_000 });
    quiet(one);
    quiet(two);
});

test("on another machine the log is there, too", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(url);
    await page.locator('[data-game="oversoul"] .btn.primary').click();
    await page.locator("[role=log] li").nth(4).waitFor({ timeout: 20_000 });
    const other = await newPage(browser, { storageState: await page.context().storageState() });
    await other.goto(page.url());
    await other.locator("[role=log] li").nth(4).waitFor({ timeout: 20_000 });
    await page.getByText("in another window").waitFor();
    quiet(other);
});

test("dead links and pages that are not there say what to do", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(`${url}/#/nowhere`);
    await page.getByRole("heading", { name: "There is no such page here." }).waitFor();
    await page.getByRole("link", { name: "To the lobby", exact: true }).click();
    await page.getByRole("heading", { name: "Pentacle", level: 1 }).waitFor();
    await page.goto(`${url}/#/table/999999?key=dead`);
    await page.getByRole("alert").waitFor();
    await page.goto(`${url}/#/decks/chess`);
    await page.getByRole("alert").filter({ hasText: "chess" }).waitFor();
    await page.goto(`${url}/#/%E0%A4%A`);
    await page.reload();
    await page.getByRole("heading", { name: "There is no such page here." }).waitFor();
    quiet(page);
});

test("keyboard alone: skip link, menu, focus moves with the page", async (browser, url) => {
    const page = await newPage(browser);
    await page.goto(url);
    await page.locator("[data-game]").first().waitFor();
    await page.keyboard.press("Tab");
    expect((await page.evaluate(() => document.activeElement?.className)) === "skip", "the first stop is not the skip link");
    await page.keyboard.press("Enter");
    expect((await page.evaluate(() => document.activeElement?.id)) === "main", "the skip link does not lead to the content");
    await page.getByRole("link", { name: "Settings" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Settings" }).first().waitFor();
    expect((await page.evaluate(() => document.activeElement?.id)) === "main", "the focus does not move to the new page");
    expect((await page.title()).startsWith("Settings"), "the title does not tell the page");
});

const PAGES = ["", "rules/oversoul", "decks/eternity", "workshop/despaira", "replay", "learn/monad", "settings", "profile", "credits", "nowhere", "decks/chess", "learn/oversoul/3-energy"];
for (const [theme, width, height] of [["light", 1280, 800], ["dark", 360, 740]])
    test(`axe finds nothing on any page, and nothing sticks out (${theme}, ${width})`, async (browser, url) => {
        const found = [];
        for (const where of PAGES) {
            const page = await newPage(browser, { viewport: { width, height }, colorScheme: theme });
            await page.goto(`${url}/#/${where}`);
            await page.locator("h1, .coach").first().waitFor();
            await page.waitForTimeout(1500);
            for (const v of await axe(page)) found.push(`${where || "lobby"}: ${v}`);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            if (wide > 0) found.push(`${where || "lobby"} is ${wide} px too wide`);
            await page.context().close();
        }
        expect(found.length === 0, found.join("\n"));
    });

await run({ atOnce: 2 });
