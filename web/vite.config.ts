import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { art } from "./tools/art.mjs";

// Built by meson with --outDir, into dist/ by hand. In development the server runs beside it.
const server = "http://localhost:8080";

export default defineConfig({
    plugins: [svelte(), art()],
    base: "./",
    build: {
        emptyOutDir: true,
        target: "es2022",
        modulePreload: { polyfill: false }, // would be an inline script
        assetsInlineLimit: 0,
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
