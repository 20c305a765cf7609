// What the picture of each game is composed of.
import type { pictures } from "./pictures";

type Piece = [icon: keyof typeof pictures, x: number, y: number, size: number, colour: string, opacity?: number];
export interface Scene {
    sky: [string, string, string];
    ground: string; // path
    earth: string;
    pieces: Piece[]; // from back to front
}
export const scenes: Record<string, Scene> = {
    oversoul: {
        sky: ["#1d0a14", "#7b1d26", "#e2823a"],
        ground: "M0 178 Q100 150 200 172 T400 168 V220 H0 Z",
        earth: "#2a0b12",
        pieces: [
            ["sunbeams", 50, -60, 300, "#ffcf7a", 0.28],
            ["third-eye", 134, 26, 132, "#ffe2a3"],
            ["burning-embers", 8, 66, 120, "#ff8a4a", 0.9],
            ["burning-embers", 272, 66, 120, "#ff8a4a", 0.9],
            ["lotus-flower", 158, 134, 84, "#f6b9a0"],
        ],
    },
    eternity: {
        sky: ["#140f33", "#50298c", "#d0619b"],
        ground: "M0 180 H400 V220 H0 Z",
        earth: "#1a1140",
        pieces: [
            ["clockwork", -40, -40, 200, "#9d7bea", 0.25],
            ["clockwork", 262, -70, 220, "#9d7bea", 0.22],
            ["hourglass", 142, 36, 118, "#f3d18a", 0.85],
            ["high-kick", 14, 46, 150, "#7ee7dc"],
            ["punch-blast", 246, 50, 140, "#ffb0c8"],
        ],
    },
    voidbreakers: {
        sky: ["#04060f", "#0c2d4d", "#17a2ae"],
        ground: "M0 196 L60 176 L130 190 L210 172 L290 190 L350 178 L400 192 V220 H0 Z",
        earth: "#06131f",
        pieces: [
            ["star-swirl", 4, 14, 110, "#8ff0ff", 0.35],
            ["ringed-planet", 236, 4, 150, "#5fd4e6", 0.75],
            ["robot-golem", 30, 46, 160, "#e8f4f2"],
            ["energy-sword", 190, 70, 110, "#ffd166"],
        ],
    },
    monad: {
        sky: ["#1e3a4a", "#6f8f4e", "#f3cf74"],
        ground: "M0 170 Q80 140 160 164 T320 158 T400 150 V220 H0 Z",
        earth: "#22331b",
        pieces: [
            ["mountains", -30, 10, 200, "#3c5c46", 0.85],
            ["mountains", 120, 20, 190, "#35523f", 0.7],
            ["castle", 242, 34, 132, "#fff0c2"],
            ["crossed-swords", 134, 66, 118, "#e9e2cf"],
            ["wolf-head", 12, 84, 116, "#f0b04e"],
        ],
    },
    despaira: {
        sky: ["#0b1030", "#2f4c88", "#9fd6ee"],
        ground: "M0 176 L70 160 L150 182 L230 164 L320 184 L400 160 V220 H0 Z",
        earth: "#101a3b",
        pieces: [
            ["moon", 296, 22, 84, "#e9f4ff", 0.75],
            ["wyvern", 108, 16, 172, "#d7c5ff"],
            ["crystal-growth", -4, 84, 124, "#8fe6ff", 0.95],
            ["crystal-growth", 290, 96, 116, "#8fe6ff", 0.95],
        ],
    },
};
export const other: Scene = {
    sky: ["#23262e", "#4d5566", "#a9b2c4"],
    ground: "M0 180 H400 V220 H0 Z",
    earth: "#1d2027",
    pieces: [["rolling-dices", 130, 20, 150, "#f2ead6"]],
};
