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
if (path[0] === "table") void import("./pages/Table.svelte").catch(() => undefined);
if (path[0] === "table" && query["game"]) for (const get of [gameData, iconTable]) get(query["game"]).catch(() => undefined);

// What index.html shows is seen first; a page in the background is never painted, and does not wait for it.
const painted = new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100);
});
void painted.then(() => {
    const target = document.getElementById("app");
    target?.replaceChildren();
    if (target) mount(App, { target });
});
