/** Decides which changes of a deal or a game are shown as a moment: a large word on the felt for a short time. */

import { SIDES, sideOf } from "../lib/game/seats.ts";
import { message } from "../lib/i18n/text.svelte.ts";
import type { DealView, Outcome, PublicTable, Seat } from "../wire/types.ts";

export interface Moment {
  /** The word, before it is translated. */
  readonly word: string;
  /** Whether the moment is good for the viewer's side. Null for a spectator. */
  readonly ours: boolean | null;
  /**
   * The number of tricks taken by the side for which the moment is good. These tricks are drawn below the word. 0 for a
   * loner and for the end of a game.
   */
  readonly tricks: number;
}

const ALONE = message("Alone!");
const MARCH = message("March!");
const EUCHRE = message("Euchre!");
const WON = message("You win!");
const OVER = message("Game over");

/** The word for each outcome that is shown as a moment, and whether the outcome is good for the makers. */
const OUTCOMES: Partial<Record<Outcome, readonly [word: string, makers: boolean]>> = {
  march: [MARCH, true],
  lone_march: [MARCH, true],
  euchred: [EUCHRE, false],
  lone_euchred: [EUCHRE, false],
  defended_alone: [EUCHRE, false],
};

/**
 * Returns the moment to show after a change of the deal. Undefined if the change has no moment, or if no deal was shown
 * before.
 */
export function dealMoment(before: DealView | null, now: DealView | null, me: Seat | null): Moment | undefined {
  if (!before || !now) return undefined;
  const loner = now.contract?.loner;
  if (loner && !before.contract) return { word: ALONE, ours: me && sideOf(me) === sideOf(loner), tricks: 0 };
  if (!now.result || before.result) return undefined;
  const { outcome, maker } = now.result;
  const found = OUTCOMES[outcome];
  if (!found || !maker) return undefined;
  const [word, makers] = found;
  const glad = makers ? sideOf(maker) : 1 - sideOf(maker);
  return { word, ours: me && sideOf(me) === glad, tricks: now.result.tricks[glad] ?? 0 };
}

/** Returns the moment to show when a game ends. Undefined if the game goes on, or if it was over before. */
export function gameMoment(before: PublicTable | null, now: PublicTable | null, me: Seat | null): Moment | undefined {
  if (!before || before.stage === "over" || now?.stage !== "over" || !now.winner) return undefined;
  const ours = me && SIDES[sideOf(me)] === now.winner;
  return { word: ours ? WON : OVER, ours, tricks: 0 };
}
