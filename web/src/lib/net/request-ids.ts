/** Generates the ids of requests. */

/** Returns a generator of ids that are unique across pages and reloads. */
export function requestIds(): () => string {
  const prefix = hex(crypto.getRandomValues(new Uint8Array(6)));
  let count = 0;
  return () => `${prefix}-${(count += 1)}`;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
