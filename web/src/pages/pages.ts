// Each page is loaded when it is first opened: #/deck-builder is DeckBuilder.svelte, #/ the lobby.
import type { Component } from "svelte";

const pages = import.meta.glob<{ default: Component }>("./*.svelte");

export const pageName = (path: string[]) => path[0] ?? "lobby";

export function loadPage(name: string): Promise<{ default: Component }> | undefined {
    const file = name.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase());
    return pages[`./${file}.svelte`]?.();
}
