/** Lists that this browser keeps. */

/** Things that one had to do with here, the latest first; known for as long as the page is open where nothing is kept. */
export class RecentList<T> {
  readonly #key: string;
  #all: readonly T[] = $state.raw([]);

  /** `is` tells what was kept by this page. */
  constructor(key: string, is: (kept: unknown) => kept is T) {
    this.#key = key;
    this.#all = parseList(stored(key), is);
  }

  get all(): readonly T[] {
    return this.#all;
  }

  /** Put one before all others that are not the same. */
  protected first(one: T, same: (other: T) => boolean): void {
    this.keep([one, ...this.all.filter((other) => !same(other))].slice(0, MOST));
  }

  protected keep(all: readonly T[]): void {
    this.#all = all;
    try {
      localStorage.setItem(this.#key, JSON.stringify(all));
    } catch {
      // a browser that keeps nothing
    }
  }
}

const MOST = 40;

/** A list from what was kept; what makes no sense is left out. */
export function parseList<T>(text: string | null, is: (kept: unknown) => kept is T): T[] {
  try {
    const kept: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(kept) ? kept.filter(is).slice(0, MOST) : [];
  } catch {
    return []; // it was not written by this page
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
