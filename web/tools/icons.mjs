// Copies the icons that the pages use out of the icon packages into src/lib, so that nobody
// loads the other 6,000. Run it after changing a list: node tools/icons.mjs
import { readFileSync, writeFileSync } from "node:fs";

const lists = {
    // pictures of the games: game-icons.net, CC BY 3.0
    "game-icons": [
        "third-eye", "lotus-flower", "burning-embers", "sunbeams", "hourglass", "high-kick", "punch-blast", "clockwork",
        "ringed-planet", "robot-golem", "energy-sword", "star-swirl", "castle", "crossed-swords", "mountains", "wolf-head",
        "wyvern", "crystal-growth", "spiked-dragon-head", "moon", "pentacle", "rolling-dices",
    ],
    // controls: lucide, ISC
    lucide: [
        "play", "layers", "flask-conical", "film", "graduation-cap", "book-open", "settings", "sun", "moon", "monitor",
        "eye", "link", "users", "bot", "search", "x", "plus", "minus", "copy", "download", "upload", "check",
        "triangle-alert", "chevron-left", "chevron-right", "chevrons-left", "chevrons-right", "skip-back", "skip-forward",
        "pause", "rotate-ccw", "lightbulb", "share-2", "menu", "arrow-right", "arrow-left", "trash-2", "save", "swords", "user",
        "sliders-horizontal", "shield-check", "wifi-off", "house", "puzzle", "circle-help", "file-text", "lock", "globe",
    ],
};

const made = {
    "game-icons": ["pictures", "@iconify-json/game-icons (CC BY 3.0)"],
    lucide: ["controls", "@iconify-json/lucide (ISC)"],
};
for (const [set, names] of Object.entries(lists)) {
    const { icons, aliases = {} } = JSON.parse(
        readFileSync(new URL(`../node_modules/@iconify-json/${set}/icons.json`, import.meta.url), "utf8"),
    );
    const [file, from] = made[set];
    const out = [`// Made by tools/icons.mjs from ${from}.`, `export const ${file} = {`];
    for (const name of names) {
        const icon = icons[name] ?? icons[aliases[name]?.parent];
        if (!icon) throw new Error(`${set} has no icon "${name}"`);
        out.push(`    ${JSON.stringify(name)}: ${JSON.stringify(icon.body)},`);
    }
    out.push("} as const;", "");
    writeFileSync(new URL(`../src/lib/${file}.ts`, import.meta.url), out.join("\n"));
}
