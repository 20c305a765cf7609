// What the page needs when there is no line: its own files, and of the games what can be played in the browser. The
// server is always asked first for what may change, so a new version takes the place of an old one by itself.
// tools/offline.mjs puts the list of files in place of FILES, and a hash of them in place of VERSION.
const PAGE = "page-VERSION";
const GAMES = "games";
const files = FILES;
const LOOSELY = { ignoreSearch: true, ignoreVary: true };

const isPage = (path) => path === "/" || path === "/index.html";
const isGame = (path) => /^\/data\/(\w+\.json|\w+\/(rules|scenarios)\.json|\w+\/engine\.wasm)$/.test(path);

async function keepPage() {
    const cache = await caches.open(PAGE);
    await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
}

async function forgetOld() {
    for (const name of await caches.keys()) if (name.startsWith("page-") && name !== PAGE) await caches.delete(name);
}

// The server's answer, kept for when there is none.
async function fresh(request, name, as = request) {
    const cache = await caches.open(name);
    try {
        const answer = await fetch(request);
        if (answer.ok) await cache.put(as, answer.clone());
        return answer;
    } catch (e) {
        const kept = await cache.match(as, LOOSELY);
        if (kept) return kept;
        throw e;
    }
}

// What has a hash in its name never changes.
async function kept(request) {
    return (await caches.match(request, LOOSELY)) ?? fetch(request);
}

// All games, one file after the other, so that one can play what one has not played yet.
async function keepGames() {
    const list = await (await fresh(new Request("/data/games.json"), GAMES)).json();
    const cache = await caches.open(GAMES);
    for (const { game } of list.games)
        for (const path of [`/data/${game}.json`, `/data/${game}/scenarios.json`, `/data/${game}/rules.json`, `/data/${game}/engine.wasm`])
            if (!(await cache.match(path, LOOSELY))) await cache.add(path).catch(() => undefined);
}

self.addEventListener("install", (e) => e.waitUntil(keepPage().then(() => self.skipWaiting())));
self.addEventListener("activate", (e) => e.waitUntil(forgetOld().then(() => self.clients.claim())));
self.addEventListener("message", (e) => e.data === "keep" && e.waitUntil(keepGames().catch(() => undefined)));
self.addEventListener("fetch", (e) => {
    const { origin, pathname } = new URL(e.request.url);
    if (e.request.method !== "GET" || origin !== self.location.origin) return;
    if (isPage(pathname)) e.respondWith(fresh(e.request, PAGE, "/"));
    else if (isGame(pathname)) e.respondWith(fresh(e.request, GAMES));
    else if (pathname.startsWith("/assets/")) e.respondWith(kept(e.request));
    else if (pathname.startsWith("/art/") || files.includes(`.${pathname}`)) e.respondWith(fresh(e.request, PAGE));
});
