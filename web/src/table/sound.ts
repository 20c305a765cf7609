// Sounds, made of tones and noise when they are wanted: nothing is loaded. Silent until somebody has clicked or
// pressed a key, and never the only sign of anything.
import { settings } from "./settings.svelte";

export type Sound = "draw" | "play" | "link" | "small" | "medium" | "large" | "heal" | "death" | "dice" | "coin" | "shuffle" | "bell" | "last" | "victory" | "defeat";

const LOUD = 0.5; // at full volume
let context: AudioContext | null = null;
let bus: GainNode | null = null;
let noise: AudioBuffer | null = null;

// Browsers let a page sound only after somebody has done something there; so do we.
export function wake() {
    if (context || !settings.volume || typeof AudioContext === "undefined") return;
    context = new AudioContext();
    bus = context.createGain();
    bus.connect(context.destination);
    noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = noise.getChannelData(0);
    let n = 1;
    for (let i = 0; i < samples.length; i++) {
        n = (Math.imul(n, 1664525) + 1013904223) | 0;
        samples[i] = n / 2 ** 31;
    }
}

// A tone that fades: its pitch glides from `from` to `to`, in hertz.
function tone(at: number, from: number, to: number, seconds: number, loud: number, shape: OscillatorType = "sine") {
    if (!context || !bus) return;
    const start = context.currentTime + at;
    const [source, gain] = [context.createOscillator(), context.createGain()];
    source.type = shape;
    source.frequency.setValueAtTime(from, start);
    source.frequency.exponentialRampToValueAtTime(to, start + seconds);
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    source.connect(gain).connect(bus);
    source.start(start);
    source.stop(start + seconds);
}

// A rush of noise around a pitch.
function rush(at: number, pitch: number, width: number, seconds: number, loud: number) {
    if (!context || !bus || !noise) return;
    const start = context.currentTime + at;
    const [source, filter, gain] = [context.createBufferSource(), context.createBiquadFilter(), context.createGain()];
    source.buffer = noise;
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    filter.Q.value = width;
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    source.connect(filter).connect(gain).connect(bus);
    source.start(start, 0, seconds);
}

const chord = (pitches: number[], step: number, seconds: number, loud: number) => pitches.forEach((p, i) => tone(i * step, p, p, seconds, loud, "triangle"));

const made: Record<Sound, (many: number) => void> = {
    draw: () => rush(0, 3800, 1.2, 0.09, 0.25),
    play: () => (rush(0, 1500, 0.9, 0.11, 0.45), tone(0.02, 190, 120, 0.12, 0.3)),
    link: (many) => tone(0, 330 * 2 ** (Math.min(many, 12) / 12), 335 * 2 ** (Math.min(many, 12) / 12), 0.25, 0.3, "triangle"),
    small: () => (rush(0, 700, 0.8, 0.1, 0.5), tone(0, 160, 80, 0.12, 0.4)),
    medium: () => (rush(0, 480, 0.7, 0.16, 0.7), tone(0, 130, 55, 0.2, 0.6)),
    large: () => (rush(0, 300, 0.6, 0.28, 0.9), tone(0, 100, 36, 0.4, 0.8)),
    heal: () => chord([523, 659, 784], 0.06, 0.35, 0.16),
    death: () => (tone(0, 220, 60, 0.5, 0.3, "sawtooth"), rush(0.05, 900, 0.7, 0.3, 0.3)),
    dice: () => [0, 0.07, 0.13, 0.22, 0.34, 0.5].forEach((at) => rush(at, 2300, 5, 0.045, 0.8)),
    coin: () => (tone(0, 1900, 1880, 0.35, 0.16, "triangle"), tone(0.09, 2500, 2480, 0.4, 0.14, "triangle")),
    shuffle: () => [0, 0.05, 0.1, 0.15, 0.2, 0.25].forEach((at) => rush(at, 4200, 1.5, 0.045, 0.3)),
    bell: () => (tone(0, 880, 878, 0.7, 0.16), tone(0, 1320, 1318, 0.5, 0.07)),
    last: () => tone(0, 1200, 1200, 0.06, 0.15, "square"),
    victory: () => chord([523, 659, 784, 1047], 0.13, 0.7, 0.22),
    defeat: () => chord([392, 349, 311, 262], 0.18, 0.7, 0.2),
};

export function play(sound: Sound, many = 0) {
    if (!context || !bus || !settings.volume) return;
    bus.gain.value = settings.volume * LOUD;
    made[sound](many);
    if (settings.haptics && (sound === "bell" || sound === "medium" || sound === "large") && matchMedia("(hover: none)").matches) navigator.vibrate?.(sound === "large" ? 40 : 15);
}
