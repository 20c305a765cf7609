import type { Plugin } from "vite";

export function pictures(game: string): { cards: Record<string, string>; kinds: Record<string, string>; other: string; back: string };
export function usedIcons(game: string): string[];
export function illustrated(): string[];
export function art(): Plugin;
