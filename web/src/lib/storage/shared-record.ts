/** The record that the user shared with this app from another one. The service worker stores it. */

import { fileAt } from "../view/route-address.ts";

const CACHE = "uka-shared";

/** Returns the record that was shared last, and forgets it. Returns undefined if there is none. */
export async function takeSharedRecord(): Promise<Blob | undefined> {
  const cache = await caches.open(CACHE);
  const found = await cache.match(fileAt("/share"));
  await cache.delete(fileAt("/share"));
  return found?.blob();
}
