// Decks of one's own, kept in this browser, by game.
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
