/**
 * Shows a table late by a number of deals, at the pace at which it was played. A deal is kept back until it and the
 * deals after it have ended. So its hands may be shown from its first card on.
 */

import type { DealView, PublicTable } from "../wire/types.ts";
import type { TableStep } from "../lib/net/table-replica.ts";

/** The longest wait between two steps, in milliseconds. */
const MOST_WAIT = 6_000;
/** If more deals than the delay are waiting, the steps follow each other faster by this factor. */
const HURRY = 0.5;

/** The steps from the beginning of a deal up to the next deal. */
class KeptDeal {
  readonly steps: TableStep[] = [];
  /** The number of the next pack. It tells the deals of a game apart. */
  pack = -1;
  /** The deal as it ended. Null while it goes on. */
  end: DealView | null = $state.raw(null);
  /** Whether the deal goes on no more: it has ended, or was given up. */
  closed = false;
}

export class DelayedSteps {
  /** The steps to show now, oldest first. */
  steps: readonly TableStep[] = $state.raw([]);
  /** Whether what comes next is kept back, because its deal goes on. */
  waiting = $state(false);
  readonly #kept: KeptDeal[] = [];
  readonly #ends = new WeakMap<TableStep, KeptDeal>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The time of the last step that was shown, on the server's clock. */
  #at: number | undefined;

  constructor(readonly delay: number) {}

  /** Adds a step that has just happened. */
  take(step: TableStep): void {
    const last = this.#kept.at(-1);
    const deal = last && !begins(step, last) ? last : this.#begin();
    deal.steps.push(step);
    deal.pack = step.scene.number;
    const plays = step.scene.stage === "playing";
    deal.end = step.deal?.result && !plays ? step.deal : plays ? null : deal.end; // a choice may be taken back
    deal.closed = !plays && (deal.end !== null || isOpen(step.scene.stage));
    this.#ends.set(step, deal);
    this.#schedule();
  }

  /** Removes and returns the next step to show. Returns undefined if no step is due. */
  next(): TableStep | undefined {
    const [first, ...rest] = this.steps;
    if (first) this.steps = rest;
    return first;
  }

  /** Returns the deal of a step as it ended. Null if the step belongs to no deal that has ended. */
  endOf(step: TableStep): DealView | null {
    return this.#ends.get(step)?.end ?? null;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #begin(): KeptDeal {
    const before = this.#kept.at(-1);
    if (before) before.closed = true;
    const deal = new KeptDeal();
    this.#kept.push(deal);
    return deal;
  }

  /** The number of deals that are over, from the first one that is kept on. */
  get #over(): number {
    const open = this.#kept.findIndex(({ closed }) => !closed);
    return open < 0 ? this.#kept.length : open;
  }

  #schedule(): void {
    while (this.#kept.length > 1 && !this.#kept[0]?.steps.length) this.#kept.shift();
    const [deal] = this.#kept;
    const step = deal?.steps[0];
    const gameIsOver = isOver(this.#kept.at(-1)?.steps.at(-1)?.scene.stage);
    const due = this.#over >= (gameIsOver ? 1 : this.delay);
    this.waiting = !due && (this.#kept.length > 1 || step !== undefined);
    if (!due) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    if (!deal || !step || !due || this.#timer !== undefined) return;
    const at = step.lines.at(-1)?.at;
    const wait = at === undefined || this.#at === undefined ? 0 : Math.min(Math.max(at - this.#at, 0), MOST_WAIT);
    const pace = this.#over > this.delay ? HURRY : 1;
    this.#timer = setTimeout(() => this.#release(deal, step), wait * pace);
  }

  #release(deal: KeptDeal, step: TableStep): void {
    this.#timer = undefined;
    deal.steps.shift();
    this.#at = step.lines.at(-1)?.at ?? this.#at;
    this.steps = [...this.steps, step];
    this.#schedule();
  }
}

/** Whether a step begins another deal, or the draw, than the one that is kept. */
function begins({ whole, lines, scene }: TableStep, { pack }: KeptDeal): boolean {
  if (whole) return scene.number !== pack;
  return lines.some(({ events }) => events?.some(({ type }) => type === "pack_dealt" || type === "pack_spread"));
}

type Stage = PublicTable["stage"] | undefined;
/** Whether no deal is in progress and none has been played, so that nothing is hidden. */
const isOpen = (stage: Stage): boolean => stage === "seating" || stage === "drawing" || stage === "over";
const isOver = (stage: Stage): boolean => stage === "seating" || stage === "over";
