/** The winners of a tournament. */

import type { Board, Standing } from "../wire/types.ts";

/** Returns the standings of the teams that have played. */
export const teamsThatPlayed = ({ standings }: Board): readonly Standing[] =>
  (standings ?? []).filter(({ won, drawn, lost }) => won + drawn + lost > 0);

/** Returns the teams in first place; none before the first match. */
export const championsOf = (board: Board): readonly Standing[] =>
  teamsThatPlayed(board).filter(({ place }) => place === 1);
