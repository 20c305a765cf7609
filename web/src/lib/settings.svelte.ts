// What a player likes, kept in this browser. Applied to <html> at once, so that style sheets can ask.
import { recall, remember } from "../source/line";

export interface Settings {
    theme: "system" | "light" | "dark";
    speed: 0 | 0.5 | 1 | 2; // of animations; 0 is off
    text: "normal" | "large" | "largest";
    autoPass: boolean; // where nothing but passing is possible
    confirm: boolean; // ask before conceding
    chat: boolean; // show what others say
}

const KEY = "pentacle.settings";
const FIRST: Settings = { theme: "system", speed: 1, text: "normal", autoPass: true, confirm: true, chat: true };

function read(): Settings {
    try {
        return { ...FIRST, ...(JSON.parse(recall(KEY) ?? "{}") as Partial<Settings>) };
    } catch {
        return { ...FIRST };
    }
}

export const settings = $state<Settings>(read());

export function applySettings(): void {
    const root = document.documentElement;
    if (settings.theme === "system") delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
    if (settings.text === "normal") delete root.dataset.text;
    else root.dataset.text = settings.text;
    if (settings.speed === 1) root.style.removeProperty("--speed");
    else root.style.setProperty("--speed", String(settings.speed === 0 ? 0 : 1 / settings.speed));
    remember(KEY, JSON.stringify(settings));
}
