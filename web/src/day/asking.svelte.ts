/** An order on its way, and why the last one was refused: its sentence is shown where it was asked. */

import type { DayOrder, Desk } from "../lib/day.svelte.ts";

export class Asking {
  busy = $state(false);
  why = $state("");

  constructor(readonly day: () => Desk) {}

  /** Whether it was done. */
  async send(order: DayOrder): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.why = "";
    try {
      await this.day().order(order);
      return true;
    } catch (error) {
      this.why = (error as Error).message;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
