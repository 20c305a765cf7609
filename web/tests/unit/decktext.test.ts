import { expect, test } from "vitest";
import { packed, readDeck, withCount, withName } from "../../src/lib/decktext";

const sections = ["leader", "side"];
const text = "name Red Choir\nabout Burn.\nleader Nyssa, Hand of Ash\n\n# fast\n2 Spark Urchin\n1x Ashling // little\nside:\n3 Firebolt\n";

test("reads names, sections, counts and comments", () => {
    const deck = readDeck(text, sections);
    expect(deck.name).toBe("Red Choir");
    expect(deck.about).toBe("Burn.");
    expect(deck.entries.map((e) => [e.section, e.count, e.name])).toEqual([
        ["leader", 1, "Nyssa, Hand of Ash"],
        ["main", 2, "Spark Urchin"],
        ["main", 1, "Ashling"],
        ["side", 3, "Firebolt"],
    ]);
});

test("changes one line and leaves the others", () => {
    expect(withCount(text, sections, "main", "spark urchin", 1)).toBe(text.replace("2 Spark", "1 Spark"));
    expect(withCount(text, sections, "main", "Spark Urchin", 0)).toBe(text.replace("2 Spark Urchin\n", ""));
    expect(withCount(text, sections, "side", "Firebolt", 4)).toBe(text.replace("3 Fire", "4 Fire"));
});

test("puts new cards where they belong", () => {
    const more = readDeck(withCount(text, sections, "main", "Bladehand", 2), sections);
    expect(more.entries.find((e) => e.name === "Bladehand")).toMatchObject({ section: "main", count: 2 });
    const leader = readDeck(withCount("2 Ashling\n", sections, "leader", "Nyssa, Hand of Ash", 1), sections);
    expect(leader.entries.find((e) => e.section === "leader")).toMatchObject({ count: 1, name: "Nyssa, Hand of Ash" });
});

test("a card whose name begins with a digit or holds a number", () => {
    const odd = withCount("1 Unit 17\n", sections, "main", "Unit 17", 2);
    expect(odd).toBe("2 Unit 17\n");
    expect(withCount("leader Unit 17\n", sections, "leader", "Unit 17", 2)).toBe("leader 2 Unit 17\n");
});

test("names and packs", () => {
    expect(withName(text, "Blue")).toContain("name Blue\n");
    expect(withName("2 Ashling\n", "Blue")).toBe("name Blue\n2 Ashling\n");
    expect(packed(text)).toBe("name Red Choir\nabout Burn.\nleader Nyssa, Hand of Ash\n2 Spark Urchin\n1x Ashling\nside:\n3 Firebolt\n");
});
