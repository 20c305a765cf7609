// How the page looks, kept in this browser. Applied to <html> at once, so that style sheets can ask.
// What belongs to tables is in table/settings.svelte.ts.
import { settings as table } from "../table/settings.svelte";
import { keep, keptAs } from "./keep";

export interface Look {
    theme: "system" | "light" | "dark";
    text: "normal" | "large" | "largest";
}

const KEY = "pentacle.look";

export const look = $state<Look>({ theme: "system", text: "normal", ...keptAs<Partial<Look>>(KEY, {}) });

export function applyLook(): void {
    const root = document.documentElement;
    if (look.theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = look.theme;
    if (look.text === "normal") delete root.dataset["text"];
    else root.dataset["text"] = look.text;
    if (table.speed === "normal") root.style.removeProperty("--speed");
    else root.style.setProperty("--speed", table.speed === "off" ? "0" : "0.4");
    keep(KEY, JSON.stringify(look));
}
