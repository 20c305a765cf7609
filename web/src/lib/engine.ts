// The engine in this browser, as the pages use it.
export interface DeckCheck {
    fine: boolean;
    cards: number;
    entries: { card: number; count: number; line: number; section: string }[];
    problem?: { line: number; column: number; text: string; rule: string | null };
}

export async function checkDeck(_game: string, _mode: string, _text: string): Promise<DeckCheck> {
    throw new Error("not yet");
}
