import { mount } from "svelte";
import "./theme.css";
import App from "./App.svelte";
import { route } from "./lib/route.svelte";
import { line } from "./source/line";

// The line to the server is opened while the page is still being made.
if (["", "lobby", "table"].includes(route.now.path[0] ?? "")) line().open();

const target = document.getElementById("app");
setTimeout(() => {
    target?.replaceChildren(); // what index.html shows until then
    if (target) mount(App, { target });
});
