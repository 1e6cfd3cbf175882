/** The logs of tables and tournaments in the browser's database (IndexedDB), and a few values by key. Python reads and writes them. */

const NAME = "uka-logs";
const VERSION = 1;
const LINES = "lines"; // log lines by [log, number]
const VALUES = "values";

export class LogStore {
  readonly #database: IDBDatabase;
  readonly #report: (kept: boolean) => void;

  /** `report` hears after each change whether the database could keep it. */
  constructor(database: IDBDatabase, report: (kept: boolean) => void) {
    this.#database = database;
    this.#report = report;
    database.onversionchange = () => database.close(); // the page deletes the database
  }

  /** Opens the database. Makes it at the first visit. */
  static async open(report: (kept: boolean) => void): Promise<LogStore> {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(LINES);
      request.result.createObjectStore(VALUES);
    };
    return new LogStore(await answered(request), report);
  }

  /**
   * Stores lines of a log. `lines` holds one in each row, and the first has the number `first`. Resolves once all are
   * kept. Rejects, and keeps none, if the log has not exactly `first` lines, or if no room is left.
   */
  async append(log: string, first: number, lines: string): Promise<void> {
    const change = this.#database.transaction(LINES, "readwrite", { durability: "strict" });
    const store = change.objectStore(LINES);
    const before = store.count(lineKeys(log));
    before.onsuccess = () => {
      if (before.result !== first) change.abort();
      else lines.split("\n").forEach((line, i) => store.add(line, [log, first + i]));
    };
    await this.#completed(change);
  }

  /** Returns the lines of a log, one in each row; an empty text if there is no such log. */
  async read(log: string): Promise<string> {
    const store = this.#database.transaction(LINES).objectStore(LINES);
    return (await answered<string[]>(store.getAll(lineKeys(log)))).join("\n");
  }

  /** Returns the ids of all logs, one in each row. */
  async logs(): Promise<string> {
    const store = this.#database.transaction(LINES).objectStore(LINES);
    const found: string[] = [];
    const request = store.openKeyCursor();
    return new Promise((resolve, reject) => {
      request.onsuccess = () => {
        const at = request.result;
        if (!at) return resolve(found.join("\n"));
        const [log] = at.key as [string, number];
        found.push(log);
        at.continue([log, []]); // the first key of the next log
      };
      request.onerror = () => reject(failure(request.error));
    });
  }

  /** Returns the value of a key; an empty text if there is none. */
  async get(key: string): Promise<string> {
    const store = this.#database.transaction(VALUES).objectStore(VALUES);
    return (await answered<string | undefined>(store.get(key))) ?? "";
  }

  /** Stores the value of a key. Resolves once it is kept. */
  async put(key: string, value: string): Promise<void> {
    const change = this.#database.transaction(VALUES, "readwrite", { durability: "strict" });
    change.objectStore(VALUES).put(value, key);
    await this.#completed(change);
  }

  async #completed(change: IDBTransaction): Promise<void> {
    try {
      await completed(change);
    } catch (error) {
      this.#report(false);
      throw error;
    }
    this.#report(true);
  }
}

/** The keys of all lines of a log: an array comes after every number. */
const lineKeys = (log: string): IDBKeyRange => IDBKeyRange.bound([log], [log, []]);

/** Deletes the database, with all logs and values. */
export const deleteLogs = (): Promise<unknown> => answered(indexedDB.deleteDatabase(NAME));

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failure(request.error));
  });
}

function completed(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onabort = () => reject(failure(change.error));
  });
}

/** Returns a plain error. Python cannot raise a `DOMException`, and would wait for ever. */
const failure = (error: DOMException | null): Error =>
  new Error(error ? `${error.name}: ${error.message}` : "the browser's database failed");
