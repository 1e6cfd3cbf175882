/** Ids of requests. */

/** Names that no other page, and no earlier one, gives to its own. */
export function requestIds(): () => string {
  const prefix = hex(crypto.getRandomValues(new Uint8Array(6)));
  let count = 0;
  return () => `${prefix}-${(count += 1)}`;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
