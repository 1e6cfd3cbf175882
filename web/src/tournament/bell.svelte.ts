/**
 * The bell that ends a round. It rings when the time of the round is over by this computer's clock, even without a
 * network. It also rings when the server reports that the bell has rung.
 */

import type { RoundView } from "../wire/types.ts";
import { roundPhase, type Timekeeper } from "./round-phase.ts";

type Timer = ReturnType<typeof setTimeout>;

/** The intervals and time limits of the bell, in milliseconds. */
export const TIMES = {
  /** The bell still rings if it is late by at most this time, for example after a short sleep of the computer. */
  late: 15_000,
  /**
   * The longest interval between computations of the time left. Each computation uses the best estimate of the server's
   * clock.
   */
  look: 2_000,
  /** How long the screen flashes after the bell. */
  flash: 12_000,
} as const;

export class Bell {
  /** The number of times that the bell has rung on this page. */
  rings = $state(0);
  /** Whether the screen is flashing now. */
  flashes = $state(false);

  readonly #clock: Timekeeper;
  readonly #sound: () => void;
  #round: RoundView | null = null;
  /**
   * The `bell_at` of the round for which the bell last rang, in milliseconds since 1970. Null before the first bell.
   */
  #rung: number | null = null;
  #next: Timer | undefined;
  #end: Timer | undefined;

  constructor(clock: Timekeeper, sound: () => void) {
    this.#clock = clock;
    this.#sound = sound;
  }

  /** Updates the bell for a new state of the round. Must be called with each new state. */
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
