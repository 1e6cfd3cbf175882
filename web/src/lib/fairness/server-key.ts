/** The key that this server signs records with, kept by this browser when it was first met, as ssh keeps hosts' keys. */

import type { ServerKey } from "../../wire/types.ts";
import { get, RequestRefused } from "../net/api.ts";

const KEPT = "uka.key";
const KEY = /^[0-9a-f]{64}$/;

/** The key that was kept; null before the first meeting, and where a browser keeps nothing. */
export function storedKey(): string | null {
  try {
    const key = localStorage.getItem(KEPT);
    return key !== null && KEY.test(key) ? key : null;
  } catch {
    return null;
  }
}

/** Keep a key; one that the server has changed to only when somebody says so. */
export function storeKey(key: string): void {
  try {
    localStorage.setItem(KEPT, key);
  } catch {
    // a browser that keeps nothing
  }
}

/** The key of this server: as it was first met, or as it tells it now; null for one that signs nothing. */
export async function trustedKey(): Promise<string | null> {
  const known = storedKey();
  if (known !== null) return known;
  try {
    const { key } = await get<ServerKey>("/api/key");
    if (!KEY.test(key)) return null;
    storeKey(key);
    return key;
  } catch (error) {
    if (error instanceof RequestRefused && error.status === 404) return null;
    throw error;
  }
}
