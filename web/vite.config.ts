import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { art } from "./tools/art.mjs";
import { offline } from "./tools/offline.mjs";
import { en } from "./src/words/en";

// Built by meson with --outDir, into dist/ by hand. In development the server runs beside it.
const server = "http://localhost:8080";

// The words of index.html, which shows the head of the lobby before anything is loaded.
const words = {
    name: "pentacle-words",
    transformIndexHtml: (html: string) => html.replace(/\{([a-z.]+)\}/g, (_, key: keyof typeof en) => en[key]),
};

// What the first script will ask for in any case is fetched with it.
const ahead: Plugin = {
    name: "pentacle-ahead",
    transformIndexHtml: {
        order: "post",
        handler: (_, { bundle }) =>
            Object.keys(bundle ?? {})
                .filter((file) => /\/(base|start)-[^/]+\.(js|css)$/.test(file))
                .map((file) => ({
                    tag: "link",
                    attrs: { rel: file.endsWith(".css") ? "stylesheet" : "modulepreload", crossorigin: true, href: `./${file}` },
                    injectTo: "head",
                })),
    },
};

// Nearly all of it is called at once: the browser compiles it beside, while it comes, and not bit by bit when it runs.
const compiled: Plugin = {
    name: "pentacle-compiled",
    enforce: "post",
    generateBundle: {
        order: "post",
        handler: (_, bundle) => {
            for (const file of Object.values(bundle))
                if (file.type === "chunk" && /\/(first|base|start|table|Table|Lobby)-/.test(file.fileName)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        },
    },
};

export default defineConfig({
    plugins: [svelte(), art(), words, ahead, compiled, offline()],
    base: "./",
    build: {
        emptyOutDir: true,
        target: "es2022",
        cssTarget: ["chrome123", "firefox120", "safari17.5"], // know light-dark(): the stage is dark in both themes
        modulePreload: { polyfill: false }, // would be an inline script
        assetsInlineLimit: 0,
        // What every page needs comes as one file, not as several tiny ones; the first script stays small.
        rolldownOptions: {
            output: {
                codeSplitting: {
                    groups: [
                        { name: "first", test: /src\/(main|lib\/(address|idle)|source\/(source|line|data|visit)|card\/tables|pages\/pages)\.ts/, priority: 2 },
                        { name: "base", test: /node_modules\/(svelte|esm-env|clsx)|src\/(words\/|lib\/(keep|route|frame|settings|Icon|LineState|LateArt|scenes|tables|decktext|decks)\.|table\/settings)/, priority: 1 },
                        { name: "table", test: /src\/(table\/|card\/|source\/(server|change))/ },
                    ],
                },
            },
        },
    },
    server: {
        proxy: {
            "/data": server,
            "/record": server,
            "/fair": server,
            "/commitments": server,
            "/play": { target: server, ws: true, changeOrigin: true },
        },
    },
});
