/** The receipt of a game: one browser's notes on the game's fair dealing, which the user can save to a file. */

import type { Shares } from "../../wire/types.ts";
import type { ObservedGame } from "./observed-game.ts";

/** One browser's notes on a game's fair dealing. `uka verify --receipt` compares the game's record with these notes. */
export interface Receipt {
  readonly commitments: readonly string[];
  /**
   * The state of the seed shares for each pack before this browser opened its own share. For a spectator, the state
   * before any share was opened.
   */
  readonly packs: readonly Shares[];
  /** The players' names by seat at the start of the game. Empty if the browser connected later. */
  readonly players: readonly string[];
}

/** Returns the receipt of a game from this browser's observations. */
export const receiptOf = ({ commitments, packs, players = [] }: ObservedGame): Receipt => ({
  commitments,
  packs: Object.values(packs).flatMap(({ fixed }) => (fixed ? [fixed] : [])),
  players,
});
