/**
 * The bell that ends a round. It rings at the end of the round's time by this computer's clock, even without a network,
 * or when the server says that it rang.
 */

import type { RoundView } from "../wire/types.ts";
import { roundPhase, type Timekeeper } from "./round-phase.ts";

type Timer = ReturnType<typeof setTimeout>;

/** Intervals and limits of the bell in milliseconds. */
export const TIMES = {
  /** The bell is still rung if its time passed at most this long ago, as after a short sleep of the computer. */
  late: 15_000,
  /** The interval between computations of the time left. Later ones use a better estimate of the server's clock. */
  look: 2_000,
  /** The time for which the screen flashes after the bell. */
  flash: 12_000,
} as const;

export class Bell {
  /** How often the bell has rung on this page. */
  rings = $state(0);
  /** Whether the screen flashes now. */
  flashes = $state(false);

  readonly #clock: Timekeeper;
  readonly #sound: () => void;
  #round: RoundView | null = null;
  /** The end of the round for which the bell rang last, in milliseconds since 1970. */
  #rung: number | null = null;
  #next: Timer | undefined;
  #end: Timer | undefined;

  constructor(clock: Timekeeper, sound: () => void) {
    this.#clock = clock;
    this.#sound = sound;
  }

  /** Must be called with each new state of the round. */
  watch(round: RoundView | null): void {
    const before = this.#round;
    this.#round = round;
    clearTimeout(this.#next);
    if (!round) return;
    if (roundPhase(round, this.#clock.now) !== "bell") this.#hush();
    const here = before !== null && before.bell_at !== null && before.bell_at === this.#rung;
    if (round.rang && !round.closed && before?.number === round.number && !before.rang && !here) this.#ring();
    this.#await();
  }

  close(): void {
    clearTimeout(this.#next);
    this.#hush();
  }

  #await(): void {
    const at = this.#round?.bell_at ?? null;
    if (at === null || at === this.#rung) return;
    const wait = at - this.#clock.now;
    if (wait > 0) this.#next = setTimeout(() => this.#await(), Math.min(wait, TIMES.look));
    else {
      this.#rung = at;
      if (wait > -TIMES.late) this.#ring();
    }
  }

  #ring(): void {
    this.rings += 1;
    this.flashes = true;
    clearTimeout(this.#end);
    this.#end = setTimeout(() => (this.flashes = false), TIMES.flash);
    this.#sound();
  }

  #hush(): void {
    clearTimeout(this.#end);
    this.flashes = false;
  }
}
