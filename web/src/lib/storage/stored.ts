/** Typed access to values in the browser's storage. */

/** A type guard that decides whether a parsed value has the type expected for its key. */
export type Guard<T> = (value: unknown) => value is T;

/** Converts values to text and text to values. If `parse` throws an error, the value counts as missing. */
export interface Codec {
  parse(text: string): unknown;
  format(value: unknown): string;
}

export const JSON_CODEC: Codec = { parse: JSON.parse, format: JSON.stringify };

/** The codec for strings. It stores a string unchanged. */
export const TEXT_CODEC: Codec = { parse: (text) => text, format: String };

/**
 * Access to the value under one key of the storage. No method throws an error, even if the browser blocks storage or
 * the storage quota is exceeded.
 */
export interface Stored<T> {
  readonly key: string;
  /** Whether the browser allows the page to use its storage. */
  available(): boolean;
  /**
   * Returns the stored value. Returns undefined if there is no valid value: it is missing, unparsable or of another
   * type.
   */
  get(): T | undefined;
  /** Stores a value and returns whether the browser accepted it. */
  set(value: T): boolean;
  remove(): void;
}

/**
 * Returns an object that reads and writes the value under `key`. The value is in `localStorage`, or in the storage that
 * `storage` returns.
 */
export function stored<T>(
  key: string,
  guard: Guard<T>,
  codec: Codec = JSON_CODEC,
  storage: () => Storage = () => localStorage,
): Stored<T> {
  return {
    key,
    available: () => attempt(() => storage().getItem(key) ?? "") !== undefined,
    get: () =>
      attempt(() => {
        const text = storage().getItem(key);
        const value = text === null ? undefined : codec.parse(text);
        return guard(value) ? value : undefined;
      }),
    set: (value) =>
      attempt(() => {
        storage().setItem(key, codec.format(value));
        return true;
      }) ?? false,
    remove: () => attempt(() => storage().removeItem(key)),
  };
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined; // another program wrote the text, or the browser blocks storage
  }
}

// Guards

export const isString = (value: unknown): value is string => typeof value === "string";

export const isNumber = (value: unknown): value is number => typeof value === "number";

/** Whether a value is a time in milliseconds since 1970 that a `Date` can hold, and so can be written as a date. */
export const isTime = (value: unknown): value is number => isNumber(value) && value >= 0 && value <= LATEST;

const LATEST = 8.64e15;

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Whether a value is an object, and neither null nor an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// Objects with a limited number of entries

/** Returns an object with only those entries of `record` whose values the type guard accepts. */
export const entriesOf = <T>(record: Readonly<Record<string, unknown>> | undefined, guard: Guard<T>) =>
  Object.fromEntries(Object.entries(record ?? {}).filter((entry): entry is [string, T] => guard(entry[1]))) as Readonly<
    Record<string, T>
  >;

/**
 * Returns a copy of `record` with `value` as its newest entry, limited to the newest `limit` entries. If `value` is
 * undefined, the copy has no entry for `name`.
 */
export function withNewest<T>(
  record: Readonly<Record<string, T>>,
  name: string,
  value: T | undefined,
  limit: number,
): Readonly<Record<string, T>> {
  const others = Object.entries(record).filter(([other]) => other !== name);
  const newest = value === undefined ? [] : [[name, value] as const];
  return Object.fromEntries([...others, ...newest].slice(-limit));
}
