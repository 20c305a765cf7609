import { mount } from "svelte";
import App from "./App.svelte";

export function start() {
    const target = document.getElementById("app");
    target?.replaceChildren();
    if (target) mount(App, { target });
}
