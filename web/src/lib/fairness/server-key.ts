/** The key that this server signs records with, stored when it was first seen, as ssh stores the keys of hosts. */

import type { ServerKey } from "../../wire/types.ts";
import { get, RequestRefused } from "../net/api.ts";
import { stored, TEXT_CODEC } from "../storage/stored.ts";

const isKey = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

const STORED = stored("uka.key", isKey, TEXT_CODEC);

/** Returns the stored key; null before the first visit, and where the browser stores nothing. */
export const storedKey = (): string | null => STORED.get() ?? null;

/** Stores a key. A changed key is stored only if the user trusts it. */
export const storeKey = (key: string): void => void STORED.set(key);

/** Returns the key of this server: the stored one, or else the one that it sends now; null if it signs nothing. */
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
