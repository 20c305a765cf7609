import { mount } from "svelte";
import App from "./App.svelte";
import { keepForLater } from "./offline/offline";

// In place of what index.html shows, which may still be on its way.
export function start() {
    const target = document.getElementById("app");
    if (!target) return document.addEventListener("DOMContentLoaded", start, { once: true });
    target.replaceChildren();
    mount(App, { target });
    keepForLater();
}
