// Every word that the page says, in one place. Another language is another file of the same shape.
// {0}, {1} stand for what is filled in.
export const en = {
    "app.title": "Pentacle",
    "nav.play": "Play",
    "nav.decks": "Decks",
    "nav.workshop": "Workshop",
    "nav.replays": "Replays",
    "nav.learn": "Learn",
    "nav.rules": "Rules",
    "nav.settings": "Settings",
    "nav.skip": "Skip to content",
    "page.loading": "One moment…",
    "page.missing": "There is no such page here.",
    "page.missing.home": "To the lobby",
} as const;

export type WordKey = keyof typeof en;
