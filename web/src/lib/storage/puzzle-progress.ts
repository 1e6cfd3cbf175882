/**
 * The user's progress at puzzles, which only this browser stores: a rating, runs of solved puzzles and of days, which
 * puzzles were tried, and which missed ones come again. The user can save it as a file and open it elsewhere.
 */

import { dayBefore, isDay } from "./calendar.ts";
import { entriesOf, isNumber, isRecord, isTime, stored } from "./stored.ts";

/** The version of the stored form. A later version reads the earlier ones. */
export const VERSION = 1;

/** A rating of the Glicko-2 system. The deviation tells how sure it is. */
export interface PlayerRating {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
}

/** A run that grows and breaks, and the longest one so far. */
export interface Run {
  readonly now: number;
  readonly best: number;
}

/** A missed puzzle that comes again at the time `due`, in milliseconds since 1970. The other fields are the memory's. */
export interface Repetition {
  readonly due: number;
  readonly last: number;
  readonly stability: number;
  readonly difficulty: number;
  readonly reps: number;
  readonly lapses: number;
}

export interface PuzzleProgress {
  readonly version: typeof VERSION;
  readonly rating: PlayerRating;
  readonly tried: number;
  readonly solved: number;
  /** The puzzles solved one after another. */
  readonly run: Run;
  /** The days, one after another, on which the user tried the puzzle of the day. */
  readonly days: Run;
  /** The last of these days, such as 2026-11-24. Empty if there was none. */
  readonly lastDay: string;
  /** Whether each puzzle that was tried was solved at the first try, by `puzzleId`, the latest last. */
  readonly seen: Readonly<Record<string, boolean>>;
  /** The missed puzzles that come again, by `puzzleId`. */
  readonly again: Readonly<Record<string, Repetition>>;
}

/** The most puzzles that `seen` and `again` hold. */
const MAX_KEPT = 10_000;
const NO_RUN: Run = { now: 0, best: 0 };

export const NO_PROGRESS: PuzzleProgress = {
  version: VERSION,
  rating: { rating: 1500, deviation: 350, volatility: 0.06 },
  tried: 0,
  solved: 0,
  run: NO_RUN,
  days: NO_RUN,
  lastDay: "",
  seen: {},
  again: {},
};

/** Returns the key of a puzzle in the progress, such as `tainui/31`. */
export const puzzleId = ({ rules, number }: { rules: string; number: number }): string => `${rules}/${number}`;

/** Returns the number of days in a row, up to today, on which the user tried the puzzle of the day. */
export const daysInARow = ({ days, lastDay }: PuzzleProgress, today: string): number =>
  lastDay === today || lastDay === dayBefore(today) ? days.now : 0;

const isId = (id: string): boolean => /^[a-z_]{1,40}\/\d{1,9}$/.test(id);
const within = (value: unknown, low: number, high: number): value is number =>
  isNumber(value) && value >= low && value <= high;
const isCount = (value: unknown): value is number => within(value, 0, 1e9) && Number.isInteger(value);
const isOutcome = (value: unknown): value is boolean => typeof value === "boolean";

const isRating = (value: unknown): value is PlayerRating =>
  isRecord(value) &&
  within(value.rating, 0, 5_000) &&
  within(value.deviation, 1, 350) &&
  within(value.volatility, 0.001, 1);

const isRun = (value: unknown): value is Run =>
  isRecord(value) && isCount(value.now) && isCount(value.best) && value.now <= value.best;

const isRepetition = (value: unknown): value is Repetition =>
  isRecord(value) &&
  isTime(value.due) &&
  isTime(value.last) &&
  within(value.stability, 0.001, 36_500) &&
  within(value.difficulty, 1, 10) &&
  isCount(value.reps) &&
  isCount(value.lapses);

function known<T>(value: unknown, guard: (value: unknown) => value is T): Readonly<Record<string, T>> {
  const entries = Object.entries(entriesOf(isRecord(value) ? value : {}, guard)).filter(([id]) => isId(id));
  return Object.fromEntries(entries.slice(-MAX_KEPT));
}

/** Returns the valid parts of stored progress. Undefined if the value is no progress of a version that is known. */
export function progressOf(value: unknown): PuzzleProgress | undefined {
  if (!isRecord(value) || value.version !== VERSION) return undefined;
  const tried = isCount(value.tried) ? value.tried : 0;
  return {
    version: VERSION,
    rating: isRating(value.rating) ? value.rating : NO_PROGRESS.rating,
    tried,
    solved: isCount(value.solved) ? Math.min(value.solved, tried) : 0,
    run: isRun(value.run) ? value.run : NO_RUN,
    days: isRun(value.days) ? value.days : NO_RUN,
    lastDay: isDay(value.lastDay) ? value.lastDay : "",
    seen: known(value.seen, isOutcome),
    again: known(value.again, isRepetition),
  };
}

/** Returns progress from the text of a file. Undefined if the text is something else. */
export function parseProgress(text: string): PuzzleProgress | undefined {
  try {
    return progressOf(JSON.parse(text));
  } catch {
    return undefined; // the file holds something else
  }
}

const STORED = stored("uka.puzzles", isRecord);

export const loadProgress = (): PuzzleProgress => progressOf(STORED.get()) ?? NO_PROGRESS;

/** Stores progress, and returns whether the browser accepted it. */
export const saveProgress = (progress: PuzzleProgress): boolean => STORED.set({ ...progress });
