/**
 * What the user's choices lost in each reviewed game, by phase of the deal. Only this browser stores it.
 *
 * A choice counts as a mistake if its cost is more than chance explains. Other costs are left out: their sum would grow
 * with the number of choices, even for a player who always chooses well.
 */

import { isCostly } from "../narration/choice-values.ts";
import type { DealReview, ReviewedChoice } from "../../wire/types.ts";
import { isList, isNumber, isRecord, isString, isTime, stored } from "./stored.ts";

/** The part of a deal in which a choice was made. */
export type ChoicePhase = ReviewedChoice["phase"];
export const CHOICE_PHASES: readonly ChoicePhase[] = ["calling", "discard", "lead", "follow"];

/** The choices of a phase in which there was more than one action, the mistakes among them, and the points they lost. */
export interface PhaseLoss {
  readonly choices: number;
  readonly mistakes: number;
  readonly points: number;
}

/** A reviewed game of the user's. `at` is the time when it ended, in milliseconds since 1970. */
export interface ReviewedGame {
  /** The unique id of the game, which combines the table and the number of the game there. */
  readonly id: string;
  readonly at: number;
  readonly rules: string;
  readonly title: string;
  /** The name of the partner. */
  readonly partner: string;
  readonly deals: number;
  readonly phases: Readonly<Record<ChoicePhase, PhaseLoss>>;
}

/** Returns the id of a game that may be reviewed. */
export const reviewId = (table: string, number: number): string => `${table}/${number}`;

/** Returns what the reviewed choices lost in each phase. A choice that wins less, but scores more points, loses none. */
export function lossesOf(reviews: readonly DealReview[]): ReviewedGame["phases"] {
  const choices = reviews.flatMap((review) => review.choices).filter(({ choices }) => choices.length > 1);
  const loss = (phase: ChoicePhase): PhaseLoss => {
    const made = choices.filter((choice) => choice.phase === phase);
    const mistakes = made.filter(isCostly);
    const points = mistakes.reduce((sum, choice) => sum + Math.max(0, choice.points), 0);
    return { choices: made.length, mistakes: mistakes.length, points };
  };
  return { calling: loss("calling"), discard: loss("discard"), lead: loss("lead"), follow: loss("follow") };
}

/** Returns the points that all choices of a game lost. */
export const totalLoss = ({ phases }: ReviewedGame): number =>
  CHOICE_PHASES.reduce((sum, phase) => sum + phases[phase].points, 0);

// Storage

const VERSION = 1;
/** The most games that are stored. */
const MAX_KEPT = 500;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isPoints = (value: unknown): value is number => isNumber(value) && value >= 0 && value < 1e6;

const isLoss = (value: unknown): value is PhaseLoss =>
  isRecord(value) &&
  isCount(value.choices) &&
  isCount(value.mistakes) &&
  value.mistakes <= value.choices &&
  isPoints(value.points);

export function isReviewedGame(value: unknown): value is ReviewedGame {
  if (!isRecord(value)) return false;
  const { id, at, rules, title, partner, deals, phases } = value;
  return (
    [id, rules, title, partner].every((text) => isString(text) && text.length < 200) &&
    isTime(at) &&
    isCount(deals) &&
    isRecord(phases) &&
    CHOICE_PHASES.every((phase) => isLoss(phases[phase]))
  );
}

const STORED = stored("uka.reviews", isRecord);

/** Returns the reviewed games, the oldest first. */
export function loadReviewedGames(): ReviewedGame[] {
  const found = STORED.get();
  return found?.version === VERSION && isList(found.games) ? found.games.filter(isReviewedGame) : [];
}

/** Stores reviewed games. A game that is stored already is replaced. Returns all of them, the oldest first. */
export function keepReviewedGames(games: readonly ReviewedGame[]): ReviewedGame[] {
  const all = new Map([...loadReviewedGames(), ...games].map((game) => [game.id, game]));
  const kept = [...all.values()].sort((a, b) => a.at - b.at).slice(-MAX_KEPT);
  STORED.set({ version: VERSION, games: kept });
  return kept;
}

export const clearReviewedGames = (): void => STORED.remove();
