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
};
