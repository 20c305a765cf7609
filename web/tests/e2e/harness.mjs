// A server of one's own, a browser, and tests that say what they did.
//   PENTACLE=build/pentacle node web/tests/e2e/pages.mjs        (or PENTACLE_URL=http://localhost:8080)
import AxeBuilder from "@axe-core/playwright";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

// Starts `pentacle serve`; resolves to its address and the process.
function start(port, data, words) {
    const child = spawn(process.env.PENTACLE ?? "build/pentacle", ["serve", "--port", port, "--data", data, "--handshakes", "3000", ...words], {
        stdio: ["ignore", "pipe", "ignore"],
    });
    return new Promise((done, failed) => {
        let said = "";
        child.stdout.on("data", (d) => {
            said += d;
            const address = /https?:\/\/\S+/.exec(said)?.[0];
            if (address) done({ child, url: address.replace(/\/$/, "") });
        });
        child.on("exit", () => failed(new Error(`the server ended: ${said}`)));
        setTimeout(() => failed(new Error(`the server named no address: ${said}`)), 20_000).unref();
    });
}

export async function serve(words = []) {
    if (process.env.PENTACLE_URL) return { url: process.env.PENTACLE_URL, stop() {} };
    const folder = mkdtempSync(join(tmpdir(), "pentacle-e2e-"));
    const data = join(folder, "data");
    let { child, url } = await start("0", data, words);
    return {
        url,
        // The plug is pulled, and the server comes back after what is done meanwhile.
        async restart(meanwhile = async () => {}) {
            const gone = new Promise((done) => child.on("exit", done));
            child.kill("SIGKILL");
            await gone;
            await meanwhile();
            ({ child } = await start(new URL(url).port, data, words));
        },
        stop() {
            child.kill("SIGTERM");
            rmSync(folder, { recursive: true, force: true });
        },
    };
}

export const launch = () => chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });

// A page that collects what went wrong in it.
export async function newPage(browser, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    page.wrong = [];
    page.on("pageerror", (e) => page.wrong.push(e.message));
    page.on("console", (m) => m.type() === "error" && page.wrong.push(m.text()));
    return page;
}

export async function axe(page) {
    const { violations } = await new AxeBuilder({ page }).analyze();
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join(", ")}`);
}

const tests = [];
// `alone`: nothing else runs beside it, because it does something to the server.
export function test(name, options, run) {
    tests.push(run ? { name, ...options, run } : { name, run: options });
}

export function expect(fact, words) {
    if (!fact) throw new Error(words);
}

// Each test has a browser of its own; `atOnce` of them run side by side. `words` are for the server.
export async function run({ only = process.argv[2], atOnce = 1, words = [] } = {}) {
    const server = await serve(words);
    let failed = 0;
    let passed = 0;
    async function one(t) {
        const browser = await launch();
        const began = Date.now();
        const took = () => `${Math.round((Date.now() - began) / 1000)} s`;
        try {
            await t.run(browser, server.url, server);
            passed++;
            console.log(`ok      ${t.name} (${took()})`);
        } catch (e) {
            failed++;
            const shots = process.env.SHOTS; // a folder for pictures of what failed
            if (shots) for (const [i, page] of browser.contexts().flatMap((c) => c.pages()).entries()) await page.screenshot({ path: join(shots, `${t.name.replace(/\W+/g, "-").slice(0, 50)}-${i}.png`) }).catch(() => {});
            console.log(`FAILED  ${t.name} (${took()})\n        ${e.message.split("\n").slice(0, 6).join("\n        ")}`);
        }
        await browser.close();
    }
    const wanted = tests.filter((t) => !only || t.name.includes(only));
    const beside = wanted.filter((t) => !t.alone);
    await Promise.all(Array.from({ length: atOnce }, async () => {
        for (let t = beside.shift(); t; t = beside.shift()) await one(t);
    }));
    for (const t of wanted.filter((x) => x.alone)) await one(t);
    server.stop();
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed ? 1 : 0);
}
