// The first script, and a small one: the line to the server is opened, the table entered and its cards
// fetched, while the page is still on its way.
import "./theme.css";
import { iconTable } from "./card/tables";
import { readRoute } from "./lib/address";
import { loadPage, pageName } from "./pages/pages";
import { gameData, games } from "./source/data";
import { line } from "./source/line";
import { beginVisit } from "./source/visit";

const { path, query } = readRoute(location.hash);
const page = pageName(path);
if (page === "table" || page === "lobby") line().open();
if (page === "table" && Number(path[1]) > 0) beginVisit(Number(path[1]), query["key"]);
if (page === "table" && query["game"]) for (const get of [gameData, iconTable]) get(query["game"]).catch(() => undefined);
if (page === "lobby") games().catch(() => undefined);
const app = import("./start");
const content = loadPage(page)?.catch(() => undefined); // the frame says what went wrong

// The head of the lobby, which index.html shows, is seen first; a page in the background is never painted,
// and does not wait for it.
const painted = new Promise<void>((done) => {
    if (page !== "lobby") return done();
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100);
});
void Promise.all([app, content, painted]).then(([{ start }]) => start());
