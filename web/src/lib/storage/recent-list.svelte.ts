/** Lists of recent items that this browser stores. */

import { isList, stored, type Guard, type Stored } from "./stored.ts";

/** A list with the latest item first. If the browser blocks storage, the list is lost when the page is closed. */
export class RecentList<T> {
  readonly #stored: Stored<readonly unknown[]>;
  #all: readonly T[] = $state.raw([]);

  constructor(key: string, isItem: Guard<T>) {
    this.#stored = stored(key, isList);
    this.#all = validItems(this.#stored.get(), isItem);
  }

  get all(): readonly T[] {
    return this.#all;
  }

  /**
   * Puts an item first. Removes every other item for which `same` returns true, and the oldest items beyond the limit.
   */
  protected first(one: T, same: (other: T) => boolean): void {
    this.keep([one, ...this.all.filter((other) => !same(other))].slice(0, MAX_KEPT));
  }

  protected keep(all: readonly T[]): void {
    this.#all = all;
    this.#stored.set(all);
  }
}

const MAX_KEPT = 40;

/** Returns the items that the type guard accepts. Items beyond the limit for a list are left out. */
export const validItems = <T>(items: readonly unknown[] | undefined, isItem: Guard<T>): T[] =>
  (items ?? []).filter(isItem).slice(0, MAX_KEPT);
