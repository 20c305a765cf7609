// A match played through the page: setting it up, and taking what is offered.

export const OFFERED = ".choices button.main:enabled, .choices button.way:enabled, .choices button.choice:enabled";
export const LEGAL = "button.card.legal";

export async function setTable(page, url, game, opponent) {
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

// Chance that repeats itself.
export function chance(seed) {
    let n = seed;
    return (below) => {
        n = (Math.imul(n, 1664525) + 1013904223) >>> 0;
        return Math.floor((n / 2 ** 32) * below);
    };
}

export const isOver = (page) => page.locator(".result").first().isVisible();
export const something = (page, ms) => page.locator(`${OFFERED}, .result`).first().waitFor({ state: "attached", timeout: ms }).then(() => true, () => false);

// One click if something is asked; true if there was.
export async function clickOne(page, any) {
    const offered = page.locator(OFFERED);
    const count = await offered.count();
    if (!count) return false;
    const legal = page.locator(LEGAL);
    const cards = any(3) === 0 ? await legal.count() : 0;
    const what = cards ? legal.nth(any(cards)) : offered.nth(any(count));
    await what.click({ timeout: 2000 }).catch(() => {}); // it may be gone: the bot or the clock was faster
    const menu = page.locator("[role=menu] [role=menuitem]");
    if (cards && (await menu.count())) await menu.first().click({ timeout: 1000 }).catch(() => {});
    return true;
}
