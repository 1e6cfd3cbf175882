/** Synthesizes soft sounds. The page loads this module only when it plays the first one. */

import type { Sound } from "./sound.ts";

/**
 * The notes of each sound. A note has a pitch in hertz, a start in seconds, a length in seconds, and a volume from 0 to
 * 1.
 */
const NOTES: Record<Exclude<Sound, "card">, readonly (readonly [number, number, number, number])[]> = {
  trick: [[330, 0, 0.09, 0.06], [440, 0.07, 0.12, 0.05]], // prettier-ignore
  turn: [[587, 0, 0.2, 0.07], [784, 0.11, 0.3, 0.06]], // prettier-ignore
  deal: [[523, 0, 0.14, 0.08], [659, 0.11, 0.24, 0.08]], // prettier-ignore
  won: [[523, 0, 0.16, 0.14], [659, 0.13, 0.16, 0.14], [784, 0.26, 0.32, 0.14]], // prettier-ignore
  lost: [[392, 0, 0.2, 0.12], [330, 0.18, 0.34, 0.12]], // prettier-ignore
  bell: [[1047, 0, 1.4, 0.2], [2093, 0, 0.9, 0.08], [1047, 0.5, 1.4, 0.2]], // prettier-ignore
};

/**
 * The bell that ends a round in a tournament hall. `STRIKES` has the start of each strike in seconds, and `STRIKE` has
 * the notes of one strike.
 */
const STRIKES = [0, 1.1, 2.2, 3.3, 4.4, 5.5];
const STRIKE = [[1047, 0, 1.6, 0.55], [2093, 0, 1.0, 0.25], [3140, 0, 0.5, 0.1]] as const; // prettier-ignore

/** The longest time, in milliseconds, to wait until the browser starts audio. */
const RESUME_TIMEOUT = 1_000;

let context: AudioContext | undefined;

/** Plays a sound. `level` is its volume as a multiple of the volumes in `NOTES`. */
export function synthesize(sound: Sound, level: number): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const out = new GainNode(context, { gain: level });
  out.connect(context.destination);
  if (sound === "card") rustle(context, out);
  else for (const note of NOTES[sound]) tone(context, out, ...note);
}

/**
 * Asks the browser to start audio. Browsers allow this only after an action of the user. `changed` is called whenever
 * audio starts or stops.
 */
export async function resumeAudio(changed: () => void): Promise<void> {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  context.onstatechange = changed;
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, RESUME_TIMEOUT))]);
  changed();
}

/** Whether the browser allows the page to play sounds now. */
export const isAudible = (): boolean => context?.state === "running";

/**
 * Rings the bell that ends a round in a tournament hall: several strikes at full volume. The user's preference for
 * sounds has no effect on the bell.
 */
export function ring(): void {
  if (!context || !isAudible()) return;
  const out = context.destination;
  for (const at of STRIKES)
    for (const [pitch, after, long, loud] of STRIKE) tone(context, out, pitch, at + after, long, loud);
}

function tone(ctx: AudioContext, out: AudioNode, pitch: number, after: number, long: number, loud: number): void {
  const start = ctx.currentTime + after;
  const from = new OscillatorNode(ctx, { type: "sine", frequency: pitch });
  const volume = new GainNode(ctx, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
  from.connect(volume).connect(out);
  from.start(start);
  from.stop(start + long);
}

/** Plays a burst of noise that sounds like a card on felt. */
function rustle(ctx: AudioContext, out: AudioNode): void {
  const length = Math.floor(ctx.sampleRate * 0.06);
  const buffer = ctx.createBuffer(1, length, ctx.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const from = new AudioBufferSourceNode(ctx, { buffer });
  const filter = new BiquadFilterNode(ctx, { type: "bandpass", frequency: 1_800, Q: 0.8 });
  from
    .connect(filter)
    .connect(new GainNode(ctx, { gain: 0.18 }))
    .connect(out);
  from.start();
}
