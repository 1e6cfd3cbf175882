/**
 * Python's memory once it has imported Uka, which this browser keeps: the next start goes on from it, and imports
 * nothing. It holds nothing of a game.
 */

/** The name of the cache with the memory. */
const CACHE = "uka-memory";
/** How many times the room that it takes must be free: room for games comes first. */
const ROOM = 10;

/** Returns what is kept for a version of the engine; undefined if nothing is. */
export async function keptMemory(version: string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(addressOf(version));
}

/** Keeps the memory of a version of the engine, in the place of any other, if there is much room. Frees the buffer. */
export async function keepMemory(version: string, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    if (quota - usage < ROOM * memory.byteLength) return;
    await forgetMemory();
    await (await caches.open(CACHE)).put(addressOf(version), new Response(memory));
  } finally {
    free(memory.buffer);
  }
}

/** Frees a large buffer to which something may still refer. */
export function free(buffer: ArrayBuffer): void {
  structuredClone(undefined, { transfer: [buffer] });
}

/** Deletes what is kept. */
export const forgetMemory = (): Promise<boolean> => caches.delete(CACHE);

/** Another browser may arrange the code otherwise to which the memory refers, even another version of the same one. */
const addressOf = (version: string): string =>
  `memory?${new URLSearchParams({ version, browser: navigator.userAgent })}`;
