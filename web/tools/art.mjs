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

// Paths with one decimal: a fifth of a pixel at the largest size. Numbers are written so that each
// can be told from the next; flags of arcs are single digits that may stand without a gap.
function shorter(d) {
    let out = "";
    let command = "";
    let count = 0;
    for (let i = 0; i < d.length; ) {
        if (/[a-z]/i.test(d[i]) && d[i] !== "e") {
            command = d[i++];
            count = 0;
            out += command;
            continue;
        }
        const isFlag = /a/i.test(command) && (count % 7 === 3 || count % 7 === 4);
        const number = (isFlag ? /^[01]/ : /^-?(\d+\.?\d*|\.\d+)(e-?\d+)?/i).exec(d.slice(i));
        if (!number) {
            i++; // blanks and commas
            continue;
        }
        const text = String(Math.round(Number(number[0]) * 10) / 10).replace(/^(-?)0\./, "$1.");
        out += (/[\d.]$/.test(out) && !text.startsWith("-") ? " " : "") + text;
        count++;
        i += number[0].length;
    }
    return out;
}
const rounded = (body) => body.replace(/ d="([^"]+)"/g, (_, d) => ` d="${shorter(d)}"`);

function body(set, name, where) {
    const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ""];
    if (!icon) throw new Error(`${where}: there is no icon "${name}"`);
    return icon.body;
}

function sprite(prefix, set, names, size, where) {
    const symbols = [...new Set(names)].sort().map((n) => `<symbol id="${prefix}.${n}" viewBox="0 0 ${size} ${size}">${rounded(body(set, n, where))}</symbol>`);
    return `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">${symbols.join("")}</svg>`;
}

// Every text under a member that names icons.
function named(value, found) {
    if (typeof value === "string") found.push(value);
    else if (value && typeof value === "object") for (const v of Object.values(value)) named(v, found);
    return found;
}

// Names of a game's cards with the words of their first line: kind, tags, numbers.
function printed(game) {
    const cards = [];
    for (const file of readdirSync(`${games}${game}/cards`)) {
        const lines = readFileSync(`${games}${game}/cards/${file}`, "utf8").split("\n");
        lines.forEach((line, i) => {
            if (!/^[^\s#]/.test(line)) return;
            const [kind = "", ...tags] = (lines[i + 1] ?? "").trim().split(/ {2,}/);
            cards.push({ name: line.split(" / ")[0].trim(), kind, tags });
        });
    }
    return cards;
}

// The last word says what a thing is ("Grave Broker" brokers), unless it says little (marked with ~ in
// the table: "Torch Recruit" is the one with the torch). The longest beginning that the table knows counts.
function byWord(words, text) {
    let weak;
    for (const word of text.toLowerCase().split(/[^a-z]+/).reverse())
        for (let size = word.length; size >= 3; size--) {
            const icon = size === word.length || size >= 4 ? words[word.slice(0, size)] : undefined;
            if (!icon) continue;
            if (!icon.startsWith("~")) return icon;
            weak ??= icon.slice(1);
            break;
        }
    return weak;
}

// Which picture each card has: by a word of its own name, then of its tags, then by its kind.
export function pictures(game) {
    const words = json(`${folder}words.json`);
    const table = json(`${folder}games.json`)[game];
    const cards = {};
    const others = {};
    for (const { name, kind, tags } of printed(game)) {
        const own = name.split(" – ").at(-1); // "Hail – Firestorm" is about the storm
        const tag = tags.map((t) => byWord(words, t)).find(Boolean);
        cards[name] = table.names?.[name] ?? byWord(words, own) ?? tag ?? table.kinds[kind] ?? table.other;
        // Behind it what another word of the name says, so that cards with one figure can be told apart.
        const second = own.split(/[^A-Za-z]+/).map((word) => byWord(words, word)).find((icon) => icon && icon !== cards[name]) ?? (tag !== cards[name] ? tag : undefined);
        if (second) others[name] = second;
    }
    return { cards, others, kinds: table.kinds, other: table.other, back: table.back };
}

export function usedIcons(game) {
    const layout = json(`${games}${game}/layout.json`);
    const used = named([pictures(game), layout.board.types?.icons, layout.board.tokens?.map((t) => t.icon), layout.marks, layout.emblems, layout.figures], []);
    for (const look of [...Object.values(layout.values ?? {}), ...Object.values(layout.stats ?? {})]) if (look.icon) used.push(look.icon);
    return [...new Set(used)].filter(Boolean).sort();
}

export const illustrated = () => Object.keys(json(`${folder}games.json`));

function files() {
    const map = new Map();
    for (const game of illustrated()) {
        map.set(`art/${game}.svg`, () => sprite(game, icons("game-icons"), usedIcons(game), 512, `pictures of ${game}`));
        map.set(`art/${game}.json`, () => JSON.stringify(pictures(game)));
    }
    map.set("art/ui.svg", () => sprite("ui", icons("lucide"), json(`${folder}ui.json`), 24, "icons/ui.json"));
    return map;
}

export function art() {
    return {
        name: "pentacle-art",
        configureServer(server) {
            server.middlewares.use((request, response, next) => {
                const make = files().get((request.url ?? "").replace(/^\//, "").split("?")[0] ?? "");
                if (!make) return next();
                response.setHeader("Content-Type", request.url.endsWith(".json") ? "application/json" : "image/svg+xml");
                response.end(make());
            });
        },
        generateBundle() {
            for (const [fileName, make] of files()) this.emitFile({ type: "asset", fileName, source: make() });
        },
    };
}
