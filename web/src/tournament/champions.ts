/** Finds the winners of a tournament in its standings. */

import type { Board, Standing } from "../wire/types.ts";

/** Returns the standings of the teams that have played. */
export const teamsThatPlayed = ({ standings }: Board): readonly Standing[] =>
  (standings ?? []).filter(({ won, drawn, lost }) => won + drawn + lost > 0);

/** Returns the standings of the teams in first place; empty before the first match is played. */
export const championsOf = (board: Board): readonly Standing[] =>
  teamsThatPlayed(board).filter(({ place }) => place === 1);
