// Pictures for the page: one sprite per game with the icons that its table of words and its
// layout.json name, one with the controls, and who drew them. Nothing else of the 4,000 is shipped.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const folder = fileURLToPath(new URL("../src/card/icons/", import.meta.url));
const games = fileURLToPath(new URL("../../games/", import.meta.url));

const json = (path) => JSON.parse(readFileSync(path, "utf8"));
const icons = (name) => json(require.resolve(`@iconify-json/${name}/icons.json`));

// One decimal is a fifth of a pixel at the largest size.
const rounded = (body) => body.replace(/-?\d*\.\d{2,}/g, (n) => String(Number(Number(n).toFixed(1))));

function body(set, name, where) {
    const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ""];
    if (!icon) throw new Error(`${where}: there is no icon "${name}"`);
    return icon.body;
}

function sprite(set, names, size, where) {
    const symbols = [...new Set(names)].sort().map((n) => `<symbol id="${n}" viewBox="0 0 ${size} ${size}">${rounded(body(set, n, where))}</symbol>`);
    return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}

// Every text under a member that names icons.
function named(value, found) {
    if (typeof value === "string") found.push(value);
    else if (value && typeof value === "object") for (const v of Object.values(value)) named(v, found);
    return found;
}

export function usedIcons(game) {
    const table = json(`${folder}${game}.json`);
    const layout = json(`${games}${game}/layout.json`);
    const used = named([table.names, table.words, table.kinds, table.other, table.back], []);
    named([layout.board.types?.icons, layout.board.tokens?.map((t) => t.icon), layout.marks, layout.emblems], used);
    for (const look of [...Object.values(layout.values ?? {}), ...Object.values(layout.stats ?? {})]) if (look.icon) used.push(look.icon);
    return [...new Set(used)].filter(Boolean).sort();
}

export const illustrated = () => readdirSync(folder).map((f) => f.replace(/\.json$/, "")).filter((f) => f !== "ui" && f !== "artists");

function files() {
    const map = new Map();
    for (const game of illustrated()) map.set(`art/${game}.svg`, () => sprite(icons("game-icons"), usedIcons(game), 512, `icons/${game}.json`));
    map.set("art/ui.svg", () => sprite(icons("lucide"), json(`${folder}ui.json`), 24, "icons/ui.json"));
    return map;
}

export function art() {
    return {
        name: "pentacle-art",
        configureServer(server) {
            server.middlewares.use((request, response, next) => {
                const make = files().get((request.url ?? "").replace(/^\//, "").split("?")[0] ?? "");
                if (!make) return next();
                response.setHeader("Content-Type", "image/svg+xml");
                response.end(make());
            });
        },
        generateBundle() {
            for (const [fileName, make] of files()) this.emitFile({ type: "asset", fileName, source: make() });
        },
    };
}
