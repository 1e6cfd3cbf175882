/** The logs of tables in the browser's database (IndexedDB), and a few values by key. Python reads and writes them. */

const NAME = "uka";
const VERSION = 1;
const LINES = "lines"; // log lines by [table, number]
const VALUES = "values";

export class LogStore {
  readonly #database: IDBDatabase;

  constructor(database: IDBDatabase) {
    this.#database = database;
  }

  /** Opens the database. Makes it at the first visit. */
  static async open(): Promise<LogStore> {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(LINES);
      request.result.createObjectStore(VALUES);
    };
    return new LogStore(await answered(request));
  }

  /**
   * Stores lines of a table's log. `lines` holds one in each row, and the first has the number `first`. Resolves once
   * all are kept. Rejects, and keeps none, if there is a line with such a number, or if no room is left.
   */
  async append(table: string, first: number, lines: string): Promise<void> {
    const change = this.#database.transaction(LINES, "readwrite", { durability: "strict" });
    const store = change.objectStore(LINES);
    lines.split("\n").forEach((line, i) => store.add(line, [table, first + i]));
    await completed(change);
  }

  /** Returns the lines of a table's log, one in each row; an empty text if there is no such table. */
  async read(table: string): Promise<string> {
    const store = this.#database.transaction(LINES).objectStore(LINES);
    const lines = await answered<string[]>(store.getAll(IDBKeyRange.bound([table], [table, []])));
    return lines.join("\n");
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
    await completed(change);
  }
}

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

const failure = (error: DOMException | null): Error => error ?? new Error("the browser's database failed");
