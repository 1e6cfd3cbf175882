/** What to practise next: the phase of the deal in which the user's choices lose the most points. */

import { isPositive, type Mean, meanOf } from "../lib/storage/means.ts";
import { CHOICE_PHASES, type ChoicePhase, type ReviewedGame } from "../lib/storage/reviewed-games.ts";
import { message } from "../lib/i18n/text.svelte.ts";

/** The smallest number of reviewed games from which the page tells what to practise. */
export const ENOUGH_GAMES = 5;

export const PHASE_NAMES: Readonly<Record<ChoicePhase, string>> = {
  calling: message("Calling"),
  discard: message("The discard"),
  lead: message("Leading"),
  follow: message("Following"),
};

/** The lesson that teaches each phase, and the themes of puzzles that train it. */
export const LESSONS: Readonly<Record<ChoicePhase, string>> = {
  calling: "calling",
  discard: "discard",
  lead: "leading",
  follow: "defending",
};
export const PHASE_THEMES: Readonly<Record<ChoicePhase, readonly string[]>> = {
  calling: ["ordering_up", "naming_trump", "next", "alone"],
  discard: ["discard"],
  lead: ["first_lead", "drawing_trumps"],
  follow: ["saving_a_trick", "left_bower", "counting"],
};

/**
 * What to practise. `few`: there are too few games to tell, and `more` are needed. `none`: no phase loses more than
 * chance explains. `phases`: the phase that loses the most points a game, and then those whose loss may be as great.
 */
export type Practice =
  | { readonly kind: "few"; readonly more: number }
  | { readonly kind: "none" }
  | { readonly kind: "phases"; readonly phases: readonly ChoicePhase[]; readonly loss: Mean };

/** Returns what to practise after the reviewed games. */
export function practiceFor(games: readonly ReviewedGame[]): Practice {
  if (games.length < ENOUGH_GAMES) return { kind: "few", more: ENOUGH_GAMES - games.length };
  const points = (phase: ChoicePhase): number[] => games.map(({ phases }) => phases[phase].points);
  const losing = CHOICE_PHASES.map((phase) => ({ phase, loss: meanOf(points(phase)) }))
    .filter(({ loss }) => isPositive(loss))
    .sort((a, b) => b.loss.mean - a.loss.mean);
  const [most] = losing;
  if (!most) return { kind: "none" };
  const worst = points(most.phase);
  const behind = (phase: ChoicePhase): Mean => meanOf(points(phase).map((value, i) => (worst[i] ?? 0) - value));
  const phases = losing.filter(({ phase }) => phase === most.phase || !isPositive(behind(phase)));
  return { kind: "phases", phases: phases.map(({ phase }) => phase), loss: most.loss };
}

/** Returns the ruleset of most of the games. Empty if there are no games. */
export function usualRules(games: readonly ReviewedGame[]): string {
  const counts = new Map<string, number>();
  for (const { rules } of games) counts.set(rules, (counts.get(rules) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "";
}
