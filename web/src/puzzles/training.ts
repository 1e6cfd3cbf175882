/** Training: what an attempt at a puzzle changes in the user's progress, and which puzzle comes next. */

import rate from "glicko2-lite";
import { type CardInput, createEmptyCard, fsrs, Rating, State } from "ts-fsrs";
import { dayBefore } from "../lib/storage/calendar.ts";
import { withNewest } from "../lib/storage/stored.ts";
import {
  puzzleId,
  type PlayerRating,
  type PuzzleProgress,
  type Repetition,
  type Run,
} from "../lib/storage/puzzle-progress.ts";
import type { PuzzleList } from "../wire/types.ts";

/** An attempt at a puzzle of a rating. `day` is the date if it was the puzzle of this day, and otherwise empty. */
export interface Attempt {
  readonly rules: string;
  readonly number: number;
  readonly rating: number;
  readonly solved: boolean;
  readonly day: string;
}

/** The deviation of a puzzle's rating. It follows from 25 tries of bots. */
const PUZZLE_DEVIATION = 90;
/** The smallest deviation of the user's rating, so that it goes on moving. */
const SUREST = 45;
/** A rating whose deviation is greater is only an estimate. */
const UNSURE = 110;
/** A missed puzzle does not come again once the memory of it lasts this number of days. */
const LEARNED = 60;
const MAX_KEPT = 10_000;
const DAY = 86_400_000;
/** The number of puzzles nearest to the user's rating of which one is drawn. */
const NEAREST = 12;

const SCHEDULER = fsrs({ enable_short_term: false });

/** Returns whether a rating is only an estimate, because few puzzles have been tried. */
export const isEstimate = ({ deviation }: PlayerRating): boolean => deviation > UNSURE;

/** Returns a rating as text. */
export const ratingText = ({ rating }: PlayerRating): string => String(Math.round(rating));

/** Returns the user's rating after an attempt. */
function ratedAfter({ rating, deviation, volatility }: PlayerRating, puzzle: number, solved: boolean) {
  const after = rate(rating, deviation, volatility, [[puzzle, PUZZLE_DEVIATION, Number(solved)]]);
  return { rating: after.rating, deviation: Math.min(350, Math.max(SUREST, after.rd)), volatility: after.vol };
}

/**
 * Returns the progress after an attempt. Only the first attempt at a puzzle moves the rating; a later one decides when
 * the puzzle comes again. A puzzle of the day makes the run of days longer in any case.
 */
export function afterAttempt(progress: PuzzleProgress, attempt: Attempt, now: number): PuzzleProgress {
  const id = puzzleId(attempt);
  const { solved, day } = attempt;
  const repeated = repetition(progress.again[id], solved, now);
  const learned = repeated && repeated.due - now > LEARNED * DAY;
  const later = {
    ...progress,
    ...(day && day !== progress.lastDay ? afterDay(progress, day) : {}),
    again: withNewest(progress.again, id, learned ? undefined : repeated, MAX_KEPT),
  };
  if (id in progress.seen) return later;
  return {
    ...later,
    rating: ratedAfter(progress.rating, attempt.rating, solved),
    tried: progress.tried + 1,
    solved: progress.solved + Number(solved),
    run: solved ? longer(progress.run) : { ...progress.run, now: 0 },
    seen: withNewest(progress.seen, id, solved, MAX_KEPT),
  };
}

const longer = ({ now, best }: Run): Run => ({ now: now + 1, best: Math.max(best, now + 1) });

function afterDay({ days, lastDay }: PuzzleProgress, day: string): Pick<PuzzleProgress, "days" | "lastDay"> {
  const follows = dayBefore(day) === lastDay;
  return { days: longer(follows ? days : { ...days, now: 0 }), lastDay: day };
}

/** Returns when a puzzle comes again. Undefined if the user has never missed it. */
function repetition(before: Repetition | undefined, solved: boolean, now: number): Repetition | undefined {
  if (!before && solved) return undefined;
  const { card } = SCHEDULER.next(
    before ? cardOf(before) : createEmptyCard(now),
    now,
    solved ? Rating.Good : Rating.Again,
  );
  const { due, stability, difficulty, reps, lapses } = card;
  return { due: due.getTime(), last: now, stability, difficulty, reps, lapses };
}

function cardOf({ due, last, stability, difficulty, reps, lapses }: Repetition): CardInput {
  const times = {
    due,
    last_review: last,
    elapsed_days: 0,
    scheduled_days: Math.max(0, Math.round((due - last) / DAY)),
  };
  return { ...times, stability, difficulty, reps, lapses, state: State.Review, learning_steps: 0 };
}

/** Returns the numbers of a ruleset's missed puzzles that are due, the longest due first. */
export function duePuzzles({ again }: PuzzleProgress, rules: string, now: number): number[] {
  return Object.entries(again)
    .filter(([id, { due }]) => id.startsWith(`${rules}/`) && due <= now)
    .sort(([, a], [, b]) => a.due - b.due)
    .map(([id]) => Number(id.slice(rules.length + 1)));
}

/**
 * Returns the number of the next puzzle of a theme, or of any theme if it is empty: one that the user has not tried, of
 * about the user's rating. Once all were tried, one of them. Undefined if there is none. `draw` returns a random number
 * from 0 to 1.
 */
export function nextPuzzle(list: PuzzleList, theme: string, progress: PuzzleProgress, draw = Math.random) {
  const themes = theme ? [list.themes[theme] ?? {}] : Object.values(list.themes);
  const all = themes
    .flatMap((each) => Object.entries(each))
    .map(([number, rating]) => ({ number: Number(number), rating }));
  const fresh = all.filter(({ number }) => !(puzzleId({ rules: list.rules, number }) in progress.seen));
  const away = ({ rating }: { rating: number }): number => Math.abs(rating - progress.rating.rating);
  const near = (fresh.length ? fresh : all)
    .sort((a, b) => away(a) - away(b))
    .slice(0, fresh.length ? NEAREST : Infinity);
  return near[Math.floor(draw() * near.length)]?.number;
}
