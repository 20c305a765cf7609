// Pictures of cards as bitmaps: each is composed and drawn once, when nothing else is to do, and kept.
import { whenIdle } from "../lib/idle";
import type { Look } from "./scene";
import { sprite } from "./tables";

export interface Wanted {
    game: string;
    name: string;
    icon: string;
    companion: string | undefined;
    look: Look;
    form: "scene" | "statue";
    tall: boolean;
}

export const PIXELS = 288;
const MOST = 240; // that are kept; the oldest go first
const kept = new Map<string, Promise<ImageBitmap>>();
let queue: Promise<unknown> = Promise.resolve();

const keyOf = (w: Wanted) => `${w.form} ${w.game} ${w.name} ${w.icon} ${w.look.colour} ${w.tall}`;

function drawing(game: string, icon: string): string {
    return document.getElementById(`${game}.${icon}`)?.innerHTML ?? "";
}

async function draw(w: Wanted): Promise<ImageBitmap> {
    await sprite(w.game);
    await whenIdle();
    const { scene, statue } = await import("./scene");
    const figure = { name: w.name, body: drawing(w.game, w.icon), companion: w.companion && drawing(w.game, w.companion), tall: w.tall };
    const image = new Image(PIXELS, PIXELS);
    image.src = `data:image/svg+xml,${encodeURIComponent((w.form === "scene" ? scene : statue)(figure, w.look).replace(/width="200" height="200">/, `width="${PIXELS}" height="${PIXELS}">`))}`;
    await image.decode();
    return createImageBitmap(image, { resizeWidth: PIXELS, resizeHeight: PIXELS });
}

// One after another, so that no moment is long.
export function bitmap(w: Wanted): Promise<ImageBitmap> {
    const key = keyOf(w);
    let made = kept.get(key);
    if (made) {
        kept.delete(key);
    } else {
        made = queue.then(() => draw(w));
        queue = made.catch(() => undefined);
        made.catch(() => kept.delete(key));
    }
    kept.set(key, made); // as the newest
    if (kept.size > MOST) {
        const oldest = kept.keys().next().value;
        if (oldest !== undefined) kept.delete(oldest);
    }
    return made;
}
