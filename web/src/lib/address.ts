// An address of a page: everything after # is the route, so that keys of private tables never leave the page.
//   #/table/3?key=abc   ->   { path: ["table", "3"], query: { key: "abc" } }

export interface Route {
    path: string[];
    query: Record<string, string>;
}

// As it is, if it cannot be decoded: then there is no such page, and that is said.
function decoded(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

export function readRoute(hash: string): Route {
    const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
    return {
        path: path.split("/").filter(Boolean).map(decoded),
        query: Object.fromEntries(new URLSearchParams(query)),
    };
}

export function href(path: (string | number)[], query: Record<string, string> = {}): string {
    const search = new URLSearchParams(query).toString();
    return "#/" + path.map((p) => encodeURIComponent(p)).join("/") + (search ? "?" + search : "");
}
