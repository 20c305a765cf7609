import { expect, test } from "vitest";
import { illustrated, pictures, usedIcons } from "../../tools/art.mjs";

test.each(illustrated())("%s: every card has a picture, and it is in the sprite", (game) => {
    const used = new Set(usedIcons(game));
    const cards = Object.entries(pictures(game).cards);
    expect(cards.length).toBeGreaterThan(10);
    for (const [name, icon] of cards) expect(used.has(icon), `${name}: ${icon}`).toBe(true);
});
