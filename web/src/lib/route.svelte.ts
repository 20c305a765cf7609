// Where we are.
import { href, readRoute } from "./address";

let current = $state(readRoute(location.hash));
addEventListener("hashchange", () => (current = readRoute(location.hash)));

export const route = {
    get now() {
        return current;
    },
    go(path: (string | number)[], query: Record<string, string> = {}) {
        location.hash = href(path, query);
    },
    // More to know of the same place: it stands in the address, so that a reload, a bookmark or a link finds it.
    amend(query: Record<string, string>) {
        const now = readRoute(location.hash);
        history.replaceState(history.state, "", href(now.path, { ...now.query, ...query }));
    },
};
