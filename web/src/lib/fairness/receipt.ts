/** What a browser can show about a game's fair dealing after the game. */

import type { Shares } from "../../wire/types.ts";
import type { ObservedGame } from "./observed-game.ts";

/** What one browser observed of a game's fair dealing, to check its record against: `uka verify --receipt` reads it. */
export interface Receipt {
  readonly commitments: readonly string[];
  /** The shares of each pack before this browser opened its own or, if it had none, before the first was opened. */
  readonly packs: readonly Shares[];
  /** The names by seat when the game began; empty for a browser that came later. */
  readonly players: readonly string[];
}

/** Returns the receipt of an observed game. */
export const receiptOf = ({ commitments, packs, players = [] }: ObservedGame): Receipt => ({
  commitments,
  packs: Object.values(packs).flatMap(({ fixed }) => (fixed ? [fixed] : [])),
  players,
});
