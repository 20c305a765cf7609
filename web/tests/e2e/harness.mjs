// A server of one's own, a browser, and tests that say what they did.
//   PENTACLE=build/pentacle node web/tests/e2e/pages.mjs        (or PENTACLE_URL=http://localhost:8080)
import AxeBuilder from "@axe-core/playwright";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

// Starts `pentacle serve`; resolves to its address and the process.
function start(port, data) {
    const child = spawn(process.env.PENTACLE ?? "build/pentacle", ["serve", "--port", port, "--data", data, "--handshakes", "3000"], {
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

export async function serve() {
    if (process.env.PENTACLE_URL) return { url: process.env.PENTACLE_URL, stop() {} };
    const folder = mkdtempSync(join(tmpdir(), "pentacle-e2e-"));
    const data = join(folder, "data");
    let { child, url } = await start("0", data);
    return {
        url,
        // The plug is pulled, and the server comes back.
        async restart() {
            const gone = new Promise((done) => child.on("exit", done));
            child.kill("SIGKILL");
            await gone;
            ({ child } = await start(new URL(url).port, data));
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
export const test = (name, run) => tests.push({ name, run });

export function expect(fact, words) {
    if (!fact) throw new Error(words);
}

export async function run(only = process.argv[2]) {
    const server = await serve();
    const browser = await launch();
    let failed = 0;
    let passed = 0;
    for (const t of tests.filter((x) => !only || x.name.includes(only))) {
        try {
            await t.run(browser, server.url, server);
            passed++;
            console.log(`ok      ${t.name}`);
        } catch (e) {
            failed++;
            console.log(`FAILED  ${t.name}\n        ${e.message.split("\n").slice(0, 6).join("\n        ")}`);
        }
        for (const context of browser.contexts()) await context.close();
    }
    await browser.close();
    server.stop();
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed ? 1 : 0);
}
