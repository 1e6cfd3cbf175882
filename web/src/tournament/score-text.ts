/** What ranks the teams and players of a tournament, in words. */

import { t, tn } from "../lib/i18n/text.svelte.ts";
import type { Standing, TournamentSettings } from "../wire/types.ts";
import { type Score, SCORE_NAMES, withDefaults } from "./director/settings.ts";

type WithMovement = Pick<TournamentSettings, "movement">;

const TEXTS: Readonly<Record<Exclude<Score, "clicks">, (n: number) => string>> = {
  points: (n) => tn("{n} point", "{n} points", n),
  games: (n) => tn("{n} game won", "{n} games won", n),
  loners: (n) => tn("{n} loner", "{n} loners", n),
  euchres: (n) => tn("{n} euchre", "{n} euchres", n),
};

/** Returns whether officials punch a click into a card of each team for every match point, as at the Tainui Games. */
export const usesClickCards = (settings: WithMovement | undefined): boolean =>
  withDefaults(settings).movement === "tainui";

/** Returns the name of what a round can count. Match points are called clicks where they are punched into a card. */
export const scoreName = (score: Score, settings: WithMovement | undefined): string =>
  score === "clicks" && usesClickCards(settings) ? t("Clicks") : t(SCORE_NAMES[score]);

/** Returns whether a score ranks the teams and players. Those of a knockout are ranked by how far they came. */
export const hasScore = (settings: TournamentSettings | undefined): boolean => settings?.movement !== "knockout";

/** Returns a number of match points, which are called clicks where they are punched into a card. */
export const matchPoints = (n: number, settings: WithMovement | undefined): string =>
  usesClickCards(settings) ? tn("{n} click", "{n} clicks", n) : tn("{n} match point", "{n} match points", n);

/** Returns the score of a row of the standings, with the name of what it counts; "" where no score ranks. */
export function scoreText({ score }: Pick<Standing, "score">, settings: TournamentSettings | undefined): string {
  if (!hasScore(settings)) return "";
  const counted = withDefaults(settings).score;
  return counted === "clicks" ? matchPoints(score, settings) : TEXTS[counted](score);
}

/** Returns whether the score differs from the sum of match points. */
export function rankedByScore(settings: TournamentSettings | undefined): boolean {
  const { score, drop_worst, handicaps } = withDefaults(settings);
  return score !== "clicks" || drop_worst > 0 || handicaps.length > 0;
}

/** Returns the heading of a list with the scores; "" where no score ranks. */
export function scoreHeading(settings: TournamentSettings | undefined): string {
  if (!hasScore(settings)) return "";
  const { score } = withDefaults(settings);
  return score === "clicks" && usesClickCards(settings) ? t("Clicks on the card") : scoreName(score, settings);
}
