/**
 * The construction of each pack from a secret of the server and a seed share of each player. A seed share is a player's
 * contribution to the random seed of the shuffle. `docs/fairness.md` specifies it, and `tests/vectors/fair.json` contains
 * its test vectors.
 *
 * Secrets and shares are 32 bytes in hexadecimal.
 */

import { bytesToHex } from "@noble/hashes/utils.js";
import { seatAfter, SEATS } from "../game/seats.ts";
import type { Card, Ruleset, Seat } from "../../wire/types.ts";
import { hash, sized } from "./hashing.ts";
import { choice, eight, mac } from "./keyed-hashing.ts";

/** The rules that decide how a pack is built and dealt. */
export type PackRules = Pick<Ruleset, "pack" | "benny" | "cut" | "packets">;

export const CUT_LEAST = 4;
/** The sizes of the packets (the cards dealt to a seat at a time), by the name of the pattern. */
export const PACKET_PATTERNS: Readonly<Record<string, readonly number[]>> = { "3-2": [3, 2], "2-3": [2, 3] };
const WORDS = 8; // the number of 32-bit words in a hash

/** Returns the server's cryptographic commitment to the secret of a pack. */
export const commitment = (secret: string): string => hash("uka commit 1", secret);

/** Returns a replacement seed share for a seat whose player has no share for pack `number`. */
export const standIn = (secret: string, number: number, seat: Seat): string =>
  bytesToHex(mac(sized(secret), "uka stand-in 1", eight(number), Uint8Array.of(SEATS.indexOf(seat))));

/**
 * Returns the key that shuffles pack `number`. The key follows from the server's secret and the seats' seed shares, in
 * the order of the seats from north.
 */
export const dealKey = (secret: string, number: number, shares: readonly string[]): Uint8Array =>
  mac(sized(secret), "uka deal 1", eight(number), ...shares.map(sized));

/** Returns how many cards are cut off. The number follows from the key of the pack. Null under rules without a cut. */
export const keyCut = (rules: PackRules, key: Uint8Array): number | null =>
  rules.cut ? CUT_LEAST + choice(key, "uka cut 1", packOf(rules).length - 2 * CUT_LEAST + 1) : null;

/**
 * Returns the pattern of packet sizes, such as "3-2", that follows from the key of the pack. Null under rules that fix
 * the pattern.
 */
export const keyPacketPattern = (rules: PackRules, key: Uint8Array): string | null =>
  rules.packets in PACKET_PATTERNS ? null : (Object.keys(PACKET_PATTERNS)[choice(key, "uka packets 1", 2)] ?? null);

/**
 * Returns the unshuffled cards of a pack. The suits come in the order clubs, diamonds, hearts, spades, each from its
 * lowest card to its highest. The joker comes last.
 */
export function packOf({ pack, benny }: Pick<PackRules, "pack" | "benny">): Card[] {
  const ranks = [..."789TJQKA"].slice(8 - pack / 4);
  const cards = [..."cdhs"].flatMap((suit) => ranks.map((rank) => `${rank}${suit}` as Card));
  return benny === "off" ? cards : [...cards, "B"];
}

/** Returns the pack in shuffled order. The key of the pack decides the order. */
export const packFrom = (rules: Pick<PackRules, "pack" | "benny">, key: Uint8Array): Card[] =>
  shuffled(packOf(rules), key);

/**
 * Returns the items in shuffled order, by the Fisher-Yates method from the last position down. Every order is equally
 * likely.
 */
export function shuffled<T>(items: readonly T[], key: Uint8Array): T[] {
  const order = [...items];
  const stream = words(key);
  for (let top = order.length - 1; top > 0; top -= 1) {
    const place = below(top + 1, stream);
    [order[top], order[place]] = [order[place] as T, order[top] as T];
  }
  return order;
}

/**
 * Deals a pack. Returns the hand of each seat, and the remaining cards with the upcard first. `cut` is the number of
 * cards cut off the top, or null without a cut. `way` is the chosen pattern of packet sizes, such as "3-2", or null for
 * the pattern of the rules.
 */
export function dealt(
  rules: PackRules,
  order: readonly Card[],
  dealer: Seat,
  cut: number | null,
  pattern: string | null,
): { readonly hands: Readonly<Record<Seat, readonly Card[]>>; readonly rest: readonly Card[] } {
  const pack = [...order.slice(cut ?? 0), ...order.slice(0, cut ?? 0)];
  const hands: Record<Seat, Card[]> = { north: [], east: [], south: [], west: [] };
  for (const packet of PACKET_PATTERNS[pattern ?? rules.packets] ?? PACKET_PATTERNS["3-2"] ?? []) {
    for (let steps = 1; steps <= SEATS.length; steps += 1)
      hands[seatAfter(dealer, steps)].push(...pack.splice(0, packet));
  }
  return { hands, rest: pack };
}

/** Yields pseudo-random 32-bit words without end. The key determines the words. */
function* words(key: Uint8Array): Generator<number, never> {
  for (let counter = 0; ; counter += 1) {
    const block = mac(key, "uka shuffle 1", eight(counter));
    const view = new DataView(block.buffer, block.byteOffset);
    for (let word = 0; word < WORDS; word += 1) yield view.getUint32(4 * word);
  }
}

/**
 * Returns a number from 0 to `n` - 1; all are equally likely. Words at or above the largest multiple of `n` are
 * rejected.
 */
function below(n: number, stream: Generator<number, never>): number {
  const limit = 2 ** 32 - (2 ** 32 % n);
  let word = stream.next().value;
  while (word >= limit) word = stream.next().value;
  return word % n;
}
