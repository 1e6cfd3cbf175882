/** Formats the values of a player's choices as text: chances of winning, expected points, and margins of error. */

import type { Action, ReviewedChoice, RatedAction } from "../../wire/types.ts";
import { joinChoices, joinNames, message, t } from "../i18n/text.svelte.ts";
import { cardText } from "./card-names.ts";
import { choiceText, saidText } from "./choice-text.ts";

/** The names of the grades of choices. */
const GRADES: Record<Grade, string> = {
  best: message("best"),
  good: message("good"),
  doubtful: message("doubtful"),
  costly: message("costly"),
};

/** How much worse a choice is than the best one, as the server grades it. */
export type Grade = RatedAction["grade"];

/** Returns the name of a grade. */
export const gradeName = (grade: Grade): string => t(GRADES[grade]);

/** Formats a probability as a percentage, such as 54%. */
export const formatChance = (win: number): string => `${(100 * win).toFixed(0)}%`;

/** Formats points with their sign, such as +0.32. */
export const formatPoints = (points: number): string => sign(points, 2);

/** Formats a change in the chance of winning, with its sign, such as −3.1%. */
export const formatChange = (win: number): string => `${sign(100 * win, 1)}%`;

function sign(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value < 0 ? "−" : "+") + text;
}

/**
 * Formats the 95% margin of error, which is two standard errors. `error` is the standard error, and `digits` the
 * number of decimal places.
 */
export const formatError = (error: number, digits: number): string => `±${(2 * error).toFixed(digits)}`;

/** A difference of at most this many standard errors may be due to chance. */
const ERRORS = 2;

const mayBeChance = (difference: number, error: number): boolean => Math.abs(difference) <= ERRORS * error;

/**
 * Whether two choices count as equal: their difference in chances of winning and their difference in points are both
 * within the margins of error.
 */
export function isEqual(a: RatedAction, b: RatedAction): boolean {
  return (
    mayBeChance(a.win - b.win, Math.hypot(a.win_error, b.win_error)) &&
    mayBeChance(a.points - b.points, Math.hypot(a.points_error, b.points_error))
  );
}

/**
 * Divides choices, the best first, into groups of equal choices. All choices of a group are equal to its first choice.
 */
export function groupsOf(choices: readonly RatedAction[]): RatedAction[][] {
  const groups: RatedAction[][] = [];
  for (const rated of choices) {
    const group = groups.at(-1);
    if (group?.[0] && isEqual(group[0], rated)) group.push(rated);
    else groups.push([rated]);
  }
  return groups;
}

/**
 * Whether a choice cost the player something. The cost must be more than chance explains, and must not round to zero.
 */
export const isCostly = ({ points, win, unsure }: ReviewedChoice): boolean =>
  !unsure && (win >= 0.0005 || Math.abs(points) >= 0.005);

/**
 * Returns what a choice cost in chances of winning, such as −3.1%. If the cost is within its margin of error, says
 * that the choices are equal.
 */
export const costInChances = ({ win, win_error }: ReviewedChoice): string =>
  mayBeChance(win, win_error) ? t("same chance to win") : formatChange(-win);

/** Returns what a choice cost in points. If the cost is within its margin of error, says that the choices are equal. */
export const costInPoints = ({ points, points_error }: ReviewedChoice): string =>
  mayBeChance(points, points_error) ? t("same points") : t("{points} points", { points: formatPoints(-points) });

/**
 * The mark that a hint puts on a choice: the chance of winning the game, with a star for the best choices. The screen
 * shows `text`, and screen readers read `words`.
 */
export interface HintMark {
  readonly best: boolean;
  readonly text: string;
  readonly words: string;
}

/**
 * Returns the hint's mark for a button or card. The button or card stands for the choices whose action `wanted`
 * accepts, and the mark is that of the best of these choices. Undefined if `choices` has no such choice.
 */
export function hintMark(choices: readonly RatedAction[], wanted: (action: Action) => boolean): HintMark | undefined {
  const groups = groupsOf(choices);
  const group = groups.find((one) => one.some(({ action }) => wanted(action)));
  const [best, first] = [groups[0]?.[0], group?.[0]];
  if (!group || !best || !first) return undefined;
  if (group === groups[0]) {
    const chance = formatChance(best.win);
    const words =
      group.length > 1 ? t("one of the best, {chance} to win", { chance }) : t("best, {chance} to win", { chance });
    return { best: true, text: `★ ${chance}`, words };
  }
  // Chances that differ by no more than the margin of error are shown alike; then points tell the choices apart.
  const equal = mayBeChance(first.win - best.win, Math.hypot(best.win_error, first.win_error));
  const chance = formatChance(equal ? best.win : first.win);
  const points = sign(first.points - best.points, 1);
  const words = equal ? t("{chance} to win, {points} points", { chance, points }) : t("{chance} to win", { chance });
  return { best: false, text: chance, words };
}

/** Returns the best choices as a list, such as "J♠ and A♥". */
export function bestChoices(choices: readonly RatedAction[], card = cardText): string {
  return joinNames((groupsOf(choices)[0] ?? []).map((rated) => choiceText(rated.action, rated.words, card)));
}

/** Returns a short sentence that advises the best choices, such as "Play J♠ or A♥." */
export function adviceText(choices: readonly RatedAction[]): string {
  const best = groupsOf(choices)[0] ?? [];
  const cards = joinChoices(best.map(({ action, words }) => choiceText(action, words)));
  switch (best[0]?.action.type) {
    case "play":
      return t("Play {cards}.", { cards });
    case "discard":
      return t("Discard {cards}.", { cards });
    case "give":
      return t("Give {cards}.", { cards });
    default:
      return t("Say {words}.", { words: joinChoices(best.map((one) => `“${saidText(one.action, one.words)}”`)) });
  }
}

/** Returns a hint as a sentence for screen readers: the groups of equal choices, the best first. */
export function describeHint(choices: readonly RatedAction[], card = cardText): string {
  const groups = groupsOf(choices).map((group) => {
    const values = {
      choices: joinNames(group.map((rated) => choiceText(rated.action, rated.words, card))),
      value: hintMark(choices, (action) => action === group[0]?.action)?.words ?? "",
    };
    return group.length > 1 ? t("{choices}, all equal: {value}", values) : t("{choices}: {value}", values);
  });
  return [t("Hint, best first"), ...groups].join(". ");
}
