/** The bell of a hall: rings by the own clock at its time, also without a network, or when the server says so. */

import type { RoundView } from "../wire/types.ts";
import { roundPhase, type Timekeeper } from "./round-phase.ts";

type Timer = ReturnType<typeof setTimeout>;

/** Milliseconds. */
export const TIMES = {
  /** That the bell is rung late rather than not at all, such as after a short sleep. */
  late: 15_000,
  /** After which the time is looked at again: what is known of the server's clock gets better. */
  look: 2_000,
  /** That it is to be seen. */
  flash: 12_000,
} as const;

export class Bell {
  /** How often it has rung. */
  rings = $state(0);
  /** Whether it is to be seen. */
  flashes = $state(false);

  readonly #clock: Timekeeper;
  readonly #sound: () => void;
  #round: RoundView | null = null;
  /** The time that it was last rung for. */
  #rung: number | null = null;
  #next: Timer | undefined;
  #end: Timer | undefined;

  constructor(clock: Timekeeper, sound: () => void) {
    this.#clock = clock;
    this.#sound = sound;
  }

  /** The round as it is now. */
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
