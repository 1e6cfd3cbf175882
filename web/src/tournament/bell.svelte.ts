/**
 * The bell of a hall: rings at its time by this computer's clock, also without a network, or when the server says so.
 */

import type { RoundView } from "../wire/types.ts";
import { roundPhase, type Timekeeper } from "./round-phase.ts";

type Timer = ReturnType<typeof setTimeout>;

/** Periods and limits of the bell, in milliseconds. */
export const TIMES = {
  /** The bell still rings when it is late by this much, as after a short sleep. */
  late: 15_000,
  /** The interval after which the time is computed anew, since the estimate of the server's clock improves. */
  look: 2_000,
  /** How long the flash is shown. */
  flash: 12_000,
} as const;

export class Bell {
  /** The number of times that it has rung. */
  rings = $state(0);
  /** Whether the flash is shown. */
  flashes = $state(false);

  readonly #clock: Timekeeper;
  readonly #sound: () => void;
  #round: RoundView | null = null;
  /** The deadline that it last rang for. */
  #rung: number | null = null;
  #next: Timer | undefined;
  #end: Timer | undefined;

  constructor(clock: Timekeeper, sound: () => void) {
    this.#clock = clock;
    this.#sound = sound;
  }

  /** Takes the present state of the round. */
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
