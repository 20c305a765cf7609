// The picture of a card, composed in layers: sky, light with beams, what is far, a companion, earth, the figure
// lit from the upper left, what is in the air. All that is left to chance comes from the card's name, so that a
// card always looks the same and no two look alike. Pure: words in, SVG out. 200 x 200, of which the middle counts.

export interface Look {
    colour: string; // #rrggbb of its faction
    far: string;
    air: string;
}

export interface Figure {
    name: string; // of the card
    body: string; // drawing of 512 x 512
    companion?: string | undefined; // smaller, behind it
    tall?: boolean; // it fills more of the picture: a leader, a character
}

export const SIZE = 200;

type Chance = (least: number, most: number) => number;

export function chanceOf(text: string): Chance {
    let h = 2166136261;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
    return (least, most) => {
        h = (Math.imul(h, 1664525) + 1013904223) >>> 0;
        return least + (h / 2 ** 32) * (most - least);
    };
}

type Colour = [red: number, green: number, blue: number];
const read = (hex: string): Colour => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as Colour;
const write = (c: Colour) => `#${c.map((v) => Math.max(0, Math.min(255, Math.round(v))).toString(16).padStart(2, "0")).join("")}`;
export function mix(a: string, b: string, part: number): string {
    const [x, y] = [read(a), read(b)];
    return write(x.map((v, i) => v + ((y[i] ?? 0) - v) * part) as Colour);
}

// The colour a little further along the circle of colours.
export function turned(hex: string, degrees: number): string {
    const [r, g, b] = read(hex);
    const t = (degrees * Math.PI) / 180;
    const [c, s] = [Math.cos(t), Math.sin(t)];
    return write([
        r * (0.213 + c * 0.787 - s * 0.213) + g * (0.715 - c * 0.715 - s * 0.715) + b * (0.072 - c * 0.072 + s * 0.928),
        r * (0.213 - c * 0.213 + s * 0.143) + g * (0.715 + c * 0.285 + s * 0.14) + b * (0.072 - c * 0.072 - s * 0.283),
        r * (0.213 - c * 0.213 - s * 0.787) + g * (0.715 - c * 0.715 + s * 0.715) + b * (0.072 + c * 0.928 + s * 0.072),
    ]);
}

interface Palette {
    sky: [top: string, middle: string, low: string];
    light: string;
    earth: string;
    figure: [lit: string, shade: string];
    far: (depth: number) => string; // 0 is the sky, 1 the earth
}

function paletteOf(colour: string, chance: Chance): Palette {
    const own = turned(colour, chance(-16, 16));
    const sky: Palette["sky"] = [mix(own, "#07060f", 0.82), mix(own, "#0c0a14", 0.42), mix(turned(own, chance(8, 30)), "#ffe2b0", chance(0.2, 0.42))];
    const earth = mix(own, "#060509", 0.86);
    return { sky, earth, light: mix(own, "#fff6dc", 0.72), figure: [mix(own, "#fffaf0", 0.86), mix(own, "#ffffff", 0.08)], far: (depth) => mix(sky[1], earth, depth) };
}

const many = (count: number, draw: (i: number) => string) => Array.from({ length: count }, (_, i) => draw(i)).join("");
const n = (value: number) => value.toFixed(1);

function ridge(chance: Chance, y: number, rough: number, steps: number, fill: string): string {
    const points = many(steps + 1, (i) => `L${n(-10 + (220 * i) / steps)} ${n(y + chance(-rough, rough))}`);
    return `<path d="M-10 210${points}L210 210Z" fill="${fill}"/>`;
}

function branch(chance: Chance, x: number, y: number, angle: number, length: number, depth: number): string {
    if (depth === 0) return "";
    const [tipX, tipY] = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
    const twig = (side: number) => branch(chance, tipX, tipY, angle + side * chance(0.25, 0.6), length * chance(0.66, 0.76), depth - 1);
    return `<path d="M${n(x)} ${n(y)}L${n(tipX)} ${n(tipY)}" stroke-width="${n(depth * 1.15)}"/>${twig(-1)}${twig(1)}`;
}

// What is far, by its name in layout.json.
export const fars: Record<string, (chance: Chance, k: Palette) => string> = {
    peaks: (chance, k) => ridge(chance, 104, 26, 7, k.far(0.35)) + ridge(chance, 130, 16, 9, k.far(0.65)),
    hills: (chance, k) => ridge(chance, 124, 9, 5, k.far(0.3)) + ridge(chance, 142, 8, 6, k.far(0.6)),
    trees: (chance, k) =>
        many(18, (i) => {
            const near = i >= 9;
            const [x, base, high] = [(i % 9) * 25 + chance(-8, 8), near ? 172 : 152, chance(50, 88) * (near ? 1 : 0.7)];
            const step = (y: number, wide: number) => `L${n(x + wide)} ${n(base - high * y)}L${n(x + wide * 0.55)} ${n(base - high * y)}`;
            const back = (y: number, wide: number) => `L${n(x - wide * 0.55)} ${n(base - high * y)}L${n(x - wide)} ${n(base - high * y)}`;
            return `<path d="M${n(x)} ${n(base - high)}${step(0.62, high * 0.2)}${step(0.32, high * 0.27)}L${n(x + high * 0.33)} ${base}L${n(x - high * 0.33)} ${base}${back(0.32, high * 0.27)}${back(0.62, high * 0.2)}Z" fill="${k.far(near ? 0.7 : 0.35)}"/>`;
        }),
    bare: (chance, k) =>
        many(3, (i) => `<g stroke="${k.far(0.45 + i * 0.15)}" fill="none" stroke-linecap="round">${branch(chance, [30, 174, 122][i] ?? 0, 172, -1.57 + chance(-0.2, 0.2), 34 * ([0.9, 1, 0.55][i] ?? 1), 5)}</g>`) +
        ridge(chance, 158, 6, 8, k.far(0.6)),
    graves: (chance, k) =>
        ridge(chance, 132, 10, 6, k.far(0.5)) +
        many(7, (i) => {
            const [x, high] = [4 + i * 29 + chance(-5, 5), chance(18, 34)];
            return `<path d="M${n(x)} 162v-${n(high)}q7-10 14 0v${n(high)}Z" fill="${k.far(0.75)}" transform="rotate(${n(chance(-9, 9))} ${n(x)} 162)"/>`;
        }),
    curtain: (chance, k) => {
        const fold = (x: number, i: number) => `<path d="M${x} -5Q${x + 20} ${n(chance(60, 90))} ${x - 12} 174H${x + 1}Q${x + 30} 76 ${x + 13} -5Z" fill="${mix("#7c1226", k.earth, i % 2 ? 0.2 : 0.5)}"/>`;
        const side = (flip: string) => `<g transform="${flip}">${many(5, (i) => fold(i * 12 - 6, i))}</g>`;
        return side("") + side("translate(200 0) scale(-1 1)") + `<path d="M-5 -5H205V14${many(7, () => "q-15 17 -30 0")}V-5Z" fill="#5c0d1c"/>`;
    },
    castle: (chance, k) =>
        ridge(chance, 118, 12, 6, k.far(0.3)) +
        many(2, (i) => {
            const [x, top] = [14 + i * 134 + chance(-6, 6), chance(68, 92)];
            return `<path d="M${n(x)} 172V${n(top)}h6v6h5v-6h6v6h5v-6h6V172ZM${n(x + 26)} 172V${n(top + 32)}h28V172Z" fill="${k.far(0.6)}"/>`;
        }),
    arch: (chance, k) =>
        many(4, (i) => `<path d="M${[-18, 44, 126, 188][i]} 174V42h16v132Z" fill="${k.far(0.55)}"/>`) +
        `<path d="M-10 38Q24 ${n(chance(-24, -10))} 52 36M60 36Q100 ${n(chance(-42, -24))} 134 36M142 36Q170 ${n(chance(-24, -10))} 206 38" fill="none" stroke="${k.far(0.5)}" stroke-width="9"/>`,
    garden: (chance, k) =>
        `<path d="M-5 172V96Q100 ${n(chance(8, 34))} 205 96V172" fill="none" stroke="${k.far(0.4)}" stroke-width="8"/>` +
        many(16, () => `<circle cx="${n(chance(-5, 205))}" cy="${n(chance(118, 168))}" r="${n(chance(9, 20))}" fill="${k.far(chance(0.35, 0.7))}"/>`) +
        many(14, () => `<circle cx="${n(chance(0, 200))}" cy="${n(chance(112, 164))}" r="${n(chance(1.5, 3.4))}" fill="${k.light}" opacity=".75"/>`),
    hull: (chance, k) =>
        `<g fill="${mix(k.sky[0], k.earth, 0.4)}" stroke="${mix(k.sky[1], k.light, 0.25)}" stroke-width="1.4"><path d="M-5 -5H${n(chance(52, 66))}L40 60V130L62 174H-5Z"/><path d="M205 -5H${n(chance(134, 148))}L160 60V130L138 174H205Z"/></g>` +
        many(5, (i) => `<path d="M6 ${22 + i * 30}h24M170 ${22 + i * 30}h24" stroke="${k.light}" opacity=".35" stroke-width="2.5"/>`),
    city: (chance, k) =>
        many(18, (i) => {
            const near = i >= 9;
            const [x, high, wide] = [(i % 9) * 24 + chance(-8, 4), chance(40, 100) * (near ? 0.75 : 1), chance(14, 22)];
            const windows = near ? many(4, () => `<rect x="${n(x + chance(2, wide - 5))}" y="${n(172 - chance(8, high - 4))}" width="2.4" height="3.4" fill="${k.light}" opacity=".8"/>`) : "";
            return `<path d="M${n(x)} 174v-${n(high)}h${n(wide)}v${n(high)}Z" fill="${k.far(near ? 0.75 : 0.4)}"/>${windows}`;
        }),
    orbs: (chance, k) => {
        const [x, y] = [chance(40, 160), chance(38, 62)];
        return (
            `<circle cx="${n(x)}" cy="${n(y)}" r="33" fill="${k.far(-0.2)}"/><circle cx="${n(x - 12)}" cy="${n(y - 8)}" r="33" fill="${k.sky[1]}" opacity=".75"/><ellipse cx="${n(x)}" cy="${n(y)}" rx="57" ry="11" fill="none" stroke="${k.light}" opacity=".45" stroke-width="2.5" transform="rotate(${n(chance(-30, 30))} ${n(x)} ${n(y)})"/>` +
            ridge(chance, 142, 9, 8, k.far(0.65)) +
            many(20, () => `<circle cx="${n(chance(0, 200))}" cy="${n(chance(0, 120))}" r="${n(chance(0.5, 1.5))}" fill="#fff" opacity="${n(chance(0.3, 0.9))}"/>`)
        );
    },
    gears: (chance, k) =>
        many(3, (i) => {
            const [x, y, r] = [[24, 178, 150][i] ?? 0, [60, 104, 22][i] ?? 0, [44, 54, 28][i] ?? 0];
            const teeth = many(12, (t) => `<rect x="${-r * 0.11}" y="${n(-r * 1.18)}" width="${n(r * 0.22)}" height="${n(r * 0.3)}" transform="rotate(${t * 30})"/>`);
            return `<g transform="translate(${x} ${y}) rotate(${n(chance(0, 30))})" fill="${k.far(0.5)}"><circle r="${r}" fill="none" stroke="${k.far(0.5)}" stroke-width="${n(r * 0.42)}"/>${teeth}</g>`;
        }),
    waves: (chance, k) =>
        many(3, (i) => {
            const y = 108 + i * 19;
            return `<path d="M-10 ${y}${many(8, () => `q7 -${n(chance(8, 15))} 14 0t14 0`)}V210H-10Z" fill="${k.far(0.2 + i * 0.25)}"/>`;
        }),
    cave: (chance, k) =>
        many(9, (i) => {
            const [x, high] = [i * 25 - 6, chance(20, 66)];
            return `<path d="M${x} -5h22l-9 ${n(high)}ZM${x + 4} 176h20l-9 -${n(high * 0.6)}Z" fill="${k.far(0.6)}"/>`;
        }),
    clouds: (chance, k) => many(9, (i) => `<ellipse cx="${n(chance(-10, 210))}" cy="${n(50 + i * 14)}" rx="${n(chance(28, 56))}" ry="${n(chance(7, 13))}" fill="${mix(k.sky[2], k.sky[1], i / 9)}" opacity=".6"/>`),
    crystals: (chance, k) =>
        ridge(chance, 146, 8, 7, k.far(0.6)) +
        many(8, (i) => {
            const [x, high] = [i * 28 + chance(-8, 8), chance(30, 84)];
            return `<path d="M${n(x)} 170l5 -${n(high)}l7 -9l7 9l3 ${n(high)}Z" fill="${k.far(chance(0.1, 0.6))}" transform="rotate(${n(chance(-14, 14))} ${n(x)} 170)"/>`;
        }),
};

// What is in the air.
export const airs: Record<string, (chance: Chance, k: Palette) => string> = {
    motes: (chance, k) => many(14, () => `<circle cx="${n(chance(5, 195))}" cy="${n(chance(10, 170))}" r="${n(chance(0.7, 2.2))}" fill="${k.light}" opacity="${n(chance(0.3, 0.9))}"/>`),
    embers: (chance) => many(18, (i) => `<circle cx="${n(chance(5, 195))}" cy="${n(chance(20, 175))}" r="${n(chance(0.8, 2.5))}" fill="${i % 2 ? "#ffcf6b" : "#ff7a35"}" opacity="${n(chance(0.5, 1))}"/>`),
    leaves: (chance, k) => many(12, () => `<path d="M0 0q5-5 10 0q-5 5-10 0Z" transform="translate(${n(chance(5, 190))} ${n(chance(10, 165))}) rotate(${n(chance(0, 180))}) scale(${n(chance(0.5, 1.1))})" fill="${k.sky[2]}" opacity="${n(chance(0.5, 0.9))}"/>`),
    petals: (chance, k) => many(14, (i) => `<path d="M0 0q6-7 11 0q-6 4-11 0Z" transform="translate(${n(chance(5, 190))} ${n(chance(5, 168))}) rotate(${n(chance(0, 360))}) scale(${n(chance(0.5, 1.2))})" fill="${i % 2 ? k.light : k.figure[0]}" opacity="${n(chance(0.6, 1))}"/>`),
    sparks: (chance, k) => many(10, () => `<path d="M${n(chance(10, 190))} ${n(chance(10, 160))}l${n(chance(3, 9))} -${n(chance(1, 4))}" stroke="${k.light}" stroke-width="1.2" opacity="${n(chance(0.4, 0.9))}"/>`),
    bubbles: (chance, k) => many(12, () => `<circle cx="${n(chance(5, 195))}" cy="${n(chance(10, 165))}" r="${n(chance(1, 4))}" fill="none" stroke="${k.light}" stroke-width=".8" opacity="${n(chance(0.4, 0.9))}"/>`),
    snow: (chance) => many(22, () => `<circle cx="${n(chance(0, 200))}" cy="${n(chance(0, 175))}" r="${n(chance(0.6, 1.9))}" fill="#fff" opacity="${n(chance(0.4, 0.95))}"/>`),
};

// A dark rim, a shadow, and light from the upper left on a rounded body.
const RELIEF = `<filter id="relief" x="-15%" y="-15%" width="130%" height="130%" color-interpolation-filters="sRGB">
<feMorphology in="SourceAlpha" operator="dilate" radius="1.7" result="rim"/><feFlood flood-color="#0a0710" flood-opacity=".92"/><feComposite in2="rim" operator="in" result="back"/>
<feGaussianBlur in="rim" stdDeviation="3.4"/><feOffset dy="3" result="fall"/><feFlood flood-color="#000" flood-opacity=".55"/><feComposite in2="fall" operator="in" result="shadow"/>
<feGaussianBlur in="SourceAlpha" stdDeviation="1.9" result="round"/>
<feSpecularLighting in="round" surfaceScale="4" specularConstant=".7" specularExponent="16" lighting-color="#fff"><feDistantLight azimuth="232" elevation="40"/></feSpecularLighting><feComposite in2="SourceAlpha" operator="in" result="gleam"/>
<feDiffuseLighting in="round" surfaceScale="3.4" diffuseConstant="1.15" lighting-color="#fff"><feDistantLight azimuth="232" elevation="48"/></feDiffuseLighting><feComposite in2="SourceGraphic" operator="arithmetic" k1="1.05" k3=".12"/><feComposite in2="SourceAlpha" operator="in" result="lit"/>
<feMerge><feMergeNode in="shadow"/><feMergeNode in="back"/><feMergeNode in="lit"/><feMergeNode in="gleam"/></feMerge></filter>`;

function placed(body: string, x: number, y: number, size: number, mirrored: boolean, words = ""): string {
    const scale = size / 512;
    return `<g transform="translate(${n(x - size / 2)} ${n(y - size / 2)}) scale(${scale.toFixed(4)})${mirrored ? " translate(512 0) scale(-1 1)" : ""}" ${words}>${body}</g>`;
}

const gradient = (id: string, words: string, stops: [number, string, number?][]) =>
    `<linearGradient id="${id}" ${words}>${stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join("")}</linearGradient>`;

function paint(figure: Figure, k: Palette, chance: Chance, scenery: string, air: string): string {
    const mirrored = chance(0, 1) < 0.4;
    const size = figure.tall ? chance(142, 150) : chance(120, 132);
    const lean = chance(-5, 5);
    const fill = gradient("f", 'x1="0" y1="0" x2=".35" y2="1"', [[0, k.figure[0]], [0.55, mix(k.figure[0], k.figure[1], 0.55)], [1, mix(k.figure[1], k.earth, 0.25)]]);
    const companion = figure.companion ? placed(figure.companion, mirrored ? chance(36, 50) : chance(150, 164), chance(70, 92), chance(76, 96), !mirrored, `color="${mix(k.sky[2], k.earth, 0.35)}" opacity=".55"`) : "";
    return (
        `<defs>${fill}${RELIEF}</defs>${scenery}${companion}` +
        (scenery ? `<path d="M-5 ${n(166 + chance(-4, 4))}Q50 ${n(150 + chance(-6, 6))} 100 ${n(162 + chance(-4, 4))}T205 ${n(158 + chance(-6, 6))}V205H-5Z" fill="${k.earth}"/>` : "") +
        `<ellipse cx="100" cy="164" rx="${n(size * 0.36)}" ry="7" fill="#000" opacity=".5"/>` +
        `<g filter="url(#relief)"><g transform="rotate(${n(lean)} 100 104)" color="url(#f)" fill="url(#f)">${placed(figure.body, 100, figure.tall ? 98 : 104, size, mirrored)}</g></g>${air}`
    );
}

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}">${inside}</svg>`;
const filled = (body: string) => body.replaceAll('fill="currentColor"', ""); // a colour cannot be a gradient

export function scene(figure: Figure, look: Look): string {
    const chance = chanceOf(figure.name);
    const k = paletteOf(look.colour, chance);
    const [x, y] = [chance(52, 148), chance(40, 78)];
    const beam = () => {
        const from = chance(20, 160);
        const at = (degrees: number) => `${n(x + 240 * Math.cos((degrees * Math.PI) / 180))} ${n(y + 240 * Math.sin((degrees * Math.PI) / 180))}`;
        return `<path d="M${n(x)} ${n(y)}L${at(from)}L${at(from + chance(5, 12))}Z"/>`;
    };
    const names = Object.keys(fars);
    const far = fars[look.far] ?? fars[names[Math.floor(chance(0, names.length))] ?? ""];
    const air = airs[look.air] ?? airs["motes"];
    const scenery =
        `<defs>${gradient("s", 'x1="0" y1="0" x2="0" y2="1"', [[0, k.sky[0]], [0.5, k.sky[1]], [0.9, k.sky[2]]])}<radialGradient id="g"><stop offset="0" stop-color="${k.light}" stop-opacity=".95"/><stop offset=".35" stop-color="${k.light}" stop-opacity=".38"/><stop offset="1" stop-color="${k.light}" stop-opacity="0"/></radialGradient></defs>` +
        `<rect width="200" height="200" fill="url(#s)"/><circle cx="${n(x)}" cy="${n(y)}" r="86" fill="url(#g)"/><g opacity=".16" fill="${k.light}">${many(4, beam)}</g>${far?.(chance, k) ?? ""}`;
    return svg(paint({ ...figure, body: filled(figure.body) }, k, chance, scenery, air?.(chance, k) ?? ""));
}

// The figure alone, to stand on a floor.
export function statue(figure: Figure, look: Look): string {
    const chance = chanceOf(figure.name);
    return svg(paint({ name: figure.name, body: filled(figure.body), tall: true }, paletteOf(look.colour, chance), (least, most) => (least + most) / 2, "", ""));
}
