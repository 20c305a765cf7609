import { mount } from "svelte";
import "./theme.css";
import App from "./App.svelte";
import { iconTable } from "./card/tables";
import { route } from "./lib/route.svelte";
import { gameData } from "./source/data";
import { line } from "./source/line";

// The line to the server is opened, and the cards are fetched, while the page is still being made.
const { path, query } = route.now;
if (["", "lobby", "table"].includes(path[0] ?? "")) line().open();
if (path[0] === "table" && query["game"]) for (const get of [gameData, iconTable]) get(query["game"]).catch(() => undefined);

const target = document.getElementById("app");
setTimeout(() => {
    target?.replaceChildren(); // what index.html shows until then
    if (target) mount(App, { target });
});
