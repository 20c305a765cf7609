// Puts the worker that plays without a line (src/offline/worker.js) beside the page, with the list of its files.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const WORKER = new URL("../src/offline/worker.js", import.meta.url);

export function offline() {
    return {
        name: "pentacle-offline",
        generateBundle: {
            order: "post",
            handler(_, bundle) {
                const files = Object.keys(bundle).filter((file) => file !== "index.html").sort();
                const hash = createHash("sha256");
                for (const file of files) hash.update(file).update(bundle[file].code ?? bundle[file].source);
                const list = ["/", "./pentacle.svg", "./manifest.webmanifest", ...files.map((file) => `./${file}`)];
                const source = readFileSync(WORKER, "utf8").replace("VERSION\"", `${hash.digest("hex").slice(0, 16)}"`).replace("= FILES;", `= ${JSON.stringify(list)};`);
                this.emitFile({ type: "asset", fileName: "offline.js", source });
            },
        },
    };
}
