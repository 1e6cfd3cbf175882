/**
 * The public key of this server's signatures. The browser stores the key when it first sees it, as ssh stores the keys
 * of hosts.
 */

import type { ServerKey } from "../../wire/types.ts";
import { RequestRefused } from "../net/errors.ts";
import { get } from "../net/http.ts";
import { stored, TEXT_CODEC } from "../storage/stored.ts";

const isKey = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

const STORED = stored("uka.key", isKey, TEXT_CODEC);

/** Returns the stored key. Returns null before the first visit, and in a browser that blocks storage. */
export const storedKey = (): string | null => STORED.get() ?? null;

/** Stores a key. If the server's key has changed, the new key is stored only after the user has accepted it. */
export const storeKey = (key: string): void => void STORED.set(key);

/**
 * Returns the stored key of this server. If no key is stored, fetches the key and stores it. Returns null if the server
 * does not sign records.
 */
export async function trustedKey(): Promise<string | null> {
  const known = storedKey();
  if (known !== null) return known;
  try {
    const { key } = await get<ServerKey>("/api/key");
    if (!isKey(key)) return null;
    storeKey(key);
    return key;
  } catch (error) {
    if (error instanceof RequestRefused && error.status === 404) return null;
    throw error;
  }
}
