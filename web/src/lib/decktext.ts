// Deck files as text, read with patience: what cannot be read stays where it is, and the engine says
// what is wrong with it. Changing a count changes one line and leaves all others as they were typed.

export interface DeckLine {
    line: number; // from 0
    section: string; // "main" if none is named
    count: number;
    name: string;
}

export interface DeckRead {
    name: string;
    about: string;
    entries: DeckLine[];
}

const withoutComment = (line: string) => (/^\s*#/.test(line) ? "" : line.replace(/(^|\s)\/\/.*$/, "$1"));

export function readDeck(text: string, sections: readonly string[]): DeckRead {
    const deck: DeckRead = { name: "", about: "", entries: [] };
    let current = "main";
    text.split("\n").forEach((raw, line) => {
        let rest = withoutComment(raw).trim();
        if (!rest) return;
        const word = /^(\S+?):?(?:\s+(.*))?$/.exec(rest);
        const first = word?.[1]?.toLowerCase() ?? "";
        if (first === "name") return void (deck.name = word?.[2]?.trim() ?? "");
        if (first === "about") return void (deck.about = [deck.about, word?.[2]?.trim()].filter(Boolean).join(" "));
        let section = current;
        const named = first === "main" ? "main" : sections.find((s) => s.toLowerCase() === first);
        if (named) {
            rest = word?.[2]?.trim() ?? "";
            if (!rest) return void (current = named);
            section = named;
        }
        const counted = /^(\d+)x?\s+(.*)$/i.exec(rest);
        if (counted) deck.entries.push({ line, section, count: Number(counted[1]), name: counted[2] ?? "" });
        else if (named) deck.entries.push({ line, section, count: 1, name: rest });
    });
    return deck;
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function lineOf(section: string, count: number, name: string, inside: string): string {
    if (section === inside) return `${count} ${name}`;
    return count === 1 ? `${section} ${name}` : `${section} ${count} ${name}`;
}

// The text with so many of a card in a section; 0 takes its line out.
export function withCount(text: string, sections: readonly string[], section: string, name: string, count: number): string {
    const lines = text.split("\n");
    const found = readDeck(text, sections).entries.filter((e) => e.section === section && same(e.name, name));
    const entry = found[0];
    if (entry) {
        for (const extra of found.slice(1).reverse()) lines.splice(extra.line, 1);
        if (count <= 0) lines.splice(entry.line, 1);
        else {
            const old = lines[entry.line] ?? "";
            lines[entry.line] = /\d/.test(old.split(name)[0] ?? "")
                ? old.replace(/\d+/, String(count))
                : lineOf(section, count, name, "main");
        }
        return lines.join("\n");
    }
    if (count <= 0) return text;
    while (lines.length && !lines.at(-1)?.trim()) lines.pop();
    // a card of a section of its own goes below the name, others to the end of what is not under "side:"
    if (section !== "main") {
        const head = lines.findLastIndex((l) => /^\s*(name|about)\b/i.test(l)) + 1;
        lines.splice(head, 0, lineOf(section, count, name, "main"));
    } else {
        const until = lines.findIndex((l) => sections.some((s) => same(l.trim(), `${s}:`)));
        lines.splice(until < 0 ? lines.length : until, 0, lineOf("main", count, name, "main"));
    }
    return lines.join("\n") + "\n";
}

export function withName(text: string, name: string): string {
    const lines = text.split("\n");
    const at = lines.findIndex((l) => /^\s*name\b/i.test(withoutComment(l)));
    if (at >= 0) lines[at] = `name ${name}`;
    else lines.unshift(`name ${name}`);
    return lines.join("\n");
}

// Without comments and empty lines: a request has room for 4096 bytes.
export const packed = (text: string) =>
    text
        .split("\n")
        .map((l) => withoutComment(l).trim())
        .filter(Boolean)
        .join("\n") + "\n";
