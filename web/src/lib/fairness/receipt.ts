/** The receipt of a game: a browser's own notes of the game's fair dealing, which the user can save to a file. */

import type { Shares } from "../../wire/types.ts";
import type { ObservedGame } from "./observed-game.ts";

/** One browser's notes of a game's fair dealing. `uka verify --receipt` checks the game's record against them. */
export interface Receipt {
  readonly commitments: readonly string[];
  /**
   * The state of the seed shares for each pack before this browser opened its own. Without a seat, it is the state
   * before the first share was opened.
   */
  readonly packs: readonly Shares[];
  /** The players' names by seat when the game began; empty for a browser that came later. */
  readonly players: readonly string[];
}

/** Returns the receipt of a game from this browser's observations. */
export const receiptOf = ({ commitments, packs, players = [] }: ObservedGame): Receipt => ({
  commitments,
  packs: Object.values(packs).flatMap(({ fixed }) => (fixed ? [fixed] : [])),
  players,
});
