// The worker that keeps the page and its games for when there is no line comes last, when all else is there.
const LATER = 6000; // ms after the page has loaded
const GAMES_LATER = 12_000; // and the games, when nobody waits for anything else

export function keepForLater() {
    if (!("serviceWorker" in navigator) || !isSecureContext || !import.meta.env.PROD) return;
    setTimeout(() => {
        void navigator.serviceWorker
            .register("./offline.js")
            .then(() => navigator.serviceWorker.ready)
            .then((ready) => setTimeout(() => ready.active?.postMessage("keep"), GAMES_LATER))
            .catch(() => undefined); // private windows have none; the page does without
    }, LATER);
}
