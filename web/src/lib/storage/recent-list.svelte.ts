/** Lists of recent items, stored by this browser. */

import { isList, stored, type Guard, type Stored } from "./stored.ts";

/**
 * A list with the latest item first. If the browser blocks storage, the list lasts only as long as the page is open.
 */
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

  /** Puts an item first. Removes the items for which `same` is true, and the oldest beyond the limit. */
  protected first(one: T, same: (other: T) => boolean): void {
    this.keep([one, ...this.all.filter((other) => !same(other))].slice(0, MOST));
  }

  protected keep(all: readonly T[]): void {
    this.#all = all;
    this.#stored.set(all);
  }
}

const MOST = 40;

/** Returns the first items that the type guard accepts, at most as many as a list may hold. */
export const validItems = <T>(items: readonly unknown[] | undefined, isItem: Guard<T>): T[] =>
  (items ?? []).filter(isItem).slice(0, MOST);
