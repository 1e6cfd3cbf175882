/** The winners of a tournament. */

import type { Board, Standing } from "../wire/types.ts";

/** The teams that have played. */
export const teamsThatPlayed = ({ standings }: Board): readonly Standing[] =>
  (standings ?? []).filter(({ won, drawn, lost }) => won + drawn + lost > 0);

/** Those in the first place; none before the first game. */
export const championsOf = (board: Board): readonly Standing[] =>
  teamsThatPlayed(board).filter(({ place }) => place === 1);
