/** The user's progress at puzzles, as the page shows it. Other pages of the browser may change it too. */

import { loadProgress, NO_PROGRESS, parseProgress, puzzleId, saveProgress } from "../lib/storage/puzzle-progress.ts";
import type { PuzzleProgress } from "../lib/storage/puzzle-progress.ts";
import { withNewest } from "../lib/storage/stored.ts";
import { afterAttempt, type Attempt } from "./training.ts";

class ProgressStore {
  #now: PuzzleProgress = $state.raw(loadProgress());

  get now(): PuzzleProgress {
    return this.#now;
  }

  /** Reads the progress again, because another page may have changed it. */
  reload(): void {
    this.#now = loadProgress();
  }

  /** Records an attempt. Returns the change of the user's rating, or null if the attempt does not count. */
  record(attempt: Attempt): number | null {
    if (saveProgress(this.#now)) this.reload();
    const before = this.#now;
    this.#keep(afterAttempt(before, attempt, Date.now()));
    return puzzleId(attempt) in before.seen ? null : this.#now.rating.rating - before.rating.rating;
  }

  /** Removes a puzzle that no longer exists from those that come again. */
  forget(puzzle: { rules: string; number: number }): void {
    this.#keep({ ...this.#now, again: withNewest(this.#now.again, puzzleId(puzzle), undefined, Infinity) });
  }

  /** Returns the progress as the text of a file. */
  format(): string {
    return JSON.stringify(this.#now, null, 1);
  }

  /** Replaces the progress by that of a file. Returns false and changes nothing if the text is no progress. */
  open(text: string): boolean {
    const found = parseProgress(text);
    if (found) this.#keep(found);
    return found !== undefined;
  }

  clear(): void {
    this.#keep(NO_PROGRESS);
  }

  #keep(progress: PuzzleProgress): void {
    this.#now = progress;
    saveProgress(progress);
  }
}

export const progress = new ProgressStore();
