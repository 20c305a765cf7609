import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { art } from "./tools/art.mjs";
import { en } from "./src/words/en";

// Built by meson with --outDir, into dist/ by hand. In development the server runs beside it.
const server = "http://localhost:8080";

// The words of index.html, which shows the head of the lobby before anything is loaded.
const words = {
    name: "pentacle-words",
    transformIndexHtml: (html: string) => html.replace(/\{([a-z.]+)\}/g, (_, key: keyof typeof en) => en[key]),
};

export default defineConfig({
    plugins: [svelte(), art(), words],
    base: "./",
    build: {
        emptyOutDir: true,
        target: "es2022",
        modulePreload: { polyfill: false }, // would be an inline script
        assetsInlineLimit: 0,
        // What every page needs comes as one file, not as several tiny ones.
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: "base", test: /node_modules\/(svelte|esm-env|clsx)|src\/(source\/source|words\/|lib\/(keep|idle|route)|table\/settings)/ }] } } },
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
