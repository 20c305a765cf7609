// Decks of one's own, by game: kept in this browser, and by the server for whoever's name has a password.
import { line } from "../source/line";
import { packed } from "./decktext";
import { keep, keptAs } from "./keep";

export interface MyDeck {
    name: string;
    text: string;
    at: number; // when it was last changed, ms
}

const key = (game: string) => `pentacle.decks.${game}`;

export function myDecks(game: string): MyDeck[] {
    const list = keptAs<MyDeck[]>(key(game), []);
    return Array.isArray(list) ? list.filter((d) => typeof d.name === "string" && typeof d.text === "string") : [];
}

export function keepDeck(game: string, deck: MyDeck): MyDeck[] {
    const list = [deck, ...myDecks(game).filter((d) => d.name !== deck.name)];
    keep(key(game), JSON.stringify(list));
    return list;
}

export function dropDeck(game: string, name: string): MyDeck[] {
    const list = myDecks(game).filter((d) => d.name !== name);
    keep(key(game), JSON.stringify(list));
    return list;
}

// --- by the server --------------------------------------------------------------------------------

const MOST = 3500; // bytes of a text in one request; a longer one goes without its remarks

export const serverKeeps = () => line().welcome?.password === true;

// Those of the server, in place of ours of the same name.
export async function bringDecks(game: string): Promise<MyDeck[]> {
    if (!serverKeeps()) return myDecks(game);
    const m = await line().ask({ do: "decks", game });
    for (const d of m["decks"] as { name: string; text: string }[]) keepDeck(game, { name: d.name, text: d.text, at: Date.now() });
    return myDecks(game);
}

export async function sendDeck(game: string, name: string, text: string): Promise<void> {
    const long = new TextEncoder().encode(JSON.stringify(text)).length > MOST;
    await line().ask({ do: "deck_save", game, name, text: long ? packed(text) : text });
}

export async function forgetDeck(game: string, name: string): Promise<void> {
    await line().ask({ do: "deck_delete", game, name });
}
