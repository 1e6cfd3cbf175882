/**
 * The hash chain of a player's seed shares: the hash of a share is the share before it. The first element of the chain
 * is the player's commitment. Shares and links are 32 bytes in hexadecimal. `docs/fairness.md` specifies it.
 */

import { hash } from "./hashing.ts";

/** The number of seed shares in a player's hash chain. */
export const CHAIN = 256;

/**
 * Returns the hash of a seed share, which is the previous element of the player's hash chain. That element is the share
 * for the previous pack, or the commitment if `share` is the first share.
 */
export const link = (share: string): string => hash("uka link 1", share);

/**
 * Returns a hash chain of `length` seed shares that ends in `root`. The commitment comes first. The shares follow in
 * the order in which they are opened.
 */
export function chain(root: string, length = CHAIN): string[] {
  const links = [root];
  while (links.length <= length) links.push(link(links.at(-1) ?? ""));
  return links.reverse();
}
