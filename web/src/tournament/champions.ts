/** Determines the winners of a tournament from its standings. */

import type { Board, Standing } from "../wire/types.ts";

/** Returns the standings of the teams that have finished at least one match. */
export const teamsThatPlayed = ({ standings }: Board): readonly Standing[] =>
  (standings ?? []).filter(({ won, drawn, lost }) => won + drawn + lost > 0);

/** Returns the standings of the teams in first place. Empty before the first match is finished. */
export const championsOf = (board: Board): readonly Standing[] =>
  teamsThatPlayed(board).filter(({ place }) => place === 1);
