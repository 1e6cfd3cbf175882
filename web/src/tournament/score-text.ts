/** What ranks the teams and players of a tournament, in words. */

import { t, tn } from "../lib/i18n/text.svelte.ts";
import type { Standing, TournamentSettings } from "../wire/types.ts";
import { type Score, SCORE_NAMES, withDefaults } from "./director/settings.ts";

const TEXTS: Readonly<Record<Score, (n: number) => string>> = {
  clicks: (n) => tn("{n} click", "{n} clicks", n),
  points: (n) => tn("{n} point", "{n} points", n),
  games: (n) => tn("{n} game won", "{n} games won", n),
  loners: (n) => tn("{n} loner", "{n} loners", n),
  euchres: (n) => tn("{n} euchre", "{n} euchres", n),
};

/** Returns whether a score ranks the teams and players. Those of a knockout are ranked by how far they came. */
export const hasScore = (settings: TournamentSettings | undefined): boolean => settings?.movement !== "knockout";

/** Returns the score of a row of the standings, with the name of what it counts; "" where no score ranks. */
export const scoreText = ({ score }: Pick<Standing, "score">, settings: TournamentSettings | undefined): string =>
  hasScore(settings) ? TEXTS[withDefaults(settings).score](score) : "";

/** Returns whether the score differs from the sum of clicks. */
export function rankedByScore(settings: TournamentSettings | undefined): boolean {
  const { score, drop_worst, handicaps } = withDefaults(settings);
  return score !== "clicks" || drop_worst > 0 || handicaps.length > 0;
}

/** Returns the heading of a list with the scores; "" where no score ranks. */
export function scoreHeading(settings: TournamentSettings | undefined): string {
  if (!hasScore(settings)) return "";
  const { score } = withDefaults(settings);
  return score === "clicks" ? t("Clicks on the card") : t(SCORE_NAMES[score]);
}
