/** The exercises that the user has answered rightly. They are stored in this browser. */

import { entriesOf, isList, isRecord, isString, stored, withNewest } from "./stored.ts";

const STORED = stored("uka.lessons", isRecord);
/** The largest number of rulesets whose exercises are stored. */
const MAX_KEPT = 20;

const isNames = (value: unknown): value is readonly string[] => isList(value) && value.every(isString);

class LessonsDone {
  #all = $state.raw(entriesOf(STORED.get(), isNames));

  /** Whether the user has answered an exercise of a ruleset's course rightly. */
  has(rules: string, exercise: string): boolean {
    return this.#all[rules]?.includes(exercise) ?? false;
  }

  add(rules: string, exercise: string): void {
    if (this.has(rules, exercise)) return;
    this.#all = withNewest(this.#all, rules, [...(this.#all[rules] ?? []), exercise], MAX_KEPT);
    STORED.set(this.#all);
  }

  /** Forgets the exercises of a ruleset. */
  forget(rules: string): void {
    this.#all = withNewest(this.#all, rules, undefined, MAX_KEPT);
    STORED.set(this.#all);
  }
}

export const lessonsDone = new LessonsDone();
