import type { Plugin } from "vite";

export function usedIcons(game: string): string[];
export function illustrated(): string[];
export function art(): Plugin;
