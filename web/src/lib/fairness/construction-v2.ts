/**
 * What a fair pack is made of, version 2: `docs/fairness.md` specifies it, `tests/vectors/fair2.json` holds this to it.
 *
 * Secrets, shares and links are told in hexadecimal.
 */

import { bytesToHex } from "@noble/hashes/utils.js";
import { seatAfter, SEATS } from "../game/seats.ts";
import type { Card, Ruleset, Seat } from "../../wire/types.ts";
import { choice, eight, hash, mac, sized } from "./hashing.ts";

/** What of a ruleset says how a pack is made and dealt. */
export type PackRules = Pick<Ruleset, "pack" | "benny" | "cut" | "packets">;

/** Shares of one chain. */
export const CHAIN = 256;
export const CUT_LEAST = 4;
/** The sizes of the packets of each way. */
export const PACKET_PATTERNS: Readonly<Record<string, readonly number[]>> = { "3-2": [3, 2], "2-3": [2, 3] };
const WORDS = 8; // of 32 bits, in a hash

/** The server's commitment to the secret of a pack. */
export const commitment = (secret: string): string => hash("uka commit 1", secret);

/** The link of a chain before a share: the share of the pack before, or the commitment. */
export const link = (share: string): string => hash("uka link 2", share);

/** The links that lead to a root: the commitment first, then the shares in the order they are opened. */
export function chain(root: string, length = CHAIN): string[] {
  const links = [root];
  while (links.length <= length) links.push(link(links.at(-1) ?? ""));
  return links.reverse();
}

/** The share of a seat that has none of its own. */
export const standIn = (secret: string, number: number, seat: Seat): string =>
  bytesToHex(mac(sized(secret), "uka stand-in 2", eight(number), Uint8Array.of(SEATS.indexOf(seat))));

/** The key of a pack from its secret and the seats' shares, north first. */
export const dealKey = (secret: string, number: number, shares: readonly string[]): Uint8Array =>
  mac(sized(secret), "uka deal 2", eight(number), ...shares.map(sized));

/** How many cards the key cuts off; null under rules without a cut. */
export const keyCut = (rules: PackRules, key: Uint8Array): number | null =>
  rules.cut ? CUT_LEAST + choice(key, "uka cut 2", packOf(rules).length - 2 * CUT_LEAST + 1) : null;

/** The packets that the key deals in; null where the rules fix them. */
export const keyPackets = (rules: PackRules, key: Uint8Array): string | null =>
  rules.packets in PACKET_PATTERNS ? null : (Object.keys(PACKET_PATTERNS)[choice(key, "uka packets 2", 2)] ?? null);

/** The cards of a pack in index order: clubs, diamonds, hearts, spades, each from its lowest, and the joker. */
export function packOf({ pack, benny }: Pick<PackRules, "pack" | "benny">): Card[] {
  const ranks = [..."789TJQKA"].slice(8 - pack / 4);
  const cards = [..."cdhs"].flatMap((suit) => ranks.map((rank) => `${rank}${suit}` as Card));
  return benny === "off" ? cards : [...cards, "B"];
}

/** The order of a pack that follows from a key. */
export const packFrom = (rules: Pick<PackRules, "pack" | "benny">, key: Uint8Array): Card[] =>
  shuffled(packOf(rules), key);

/** A Fisher-Yates shuffle from the last place down, every order as likely as any other. */
export function shuffled<T>(items: readonly T[], key: Uint8Array): T[] {
  const order = [...items];
  const stream = words(key);
  for (let top = order.length - 1; top > 0; top -= 1) {
    const place = below(top + 1, stream);
    [order[top], order[place]] = [order[place] as T, order[top] as T];
  }
  return order;
}

/** What a pack gives: each seat's hand, and the cards left over, the turn-up first. */
export function dealt(
  rules: PackRules,
  order: readonly Card[],
  dealer: Seat,
  cut: number | null,
  way: string | null,
): { readonly hands: Readonly<Record<Seat, readonly Card[]>>; readonly rest: readonly Card[] } {
  const pack = [...order.slice(cut ?? 0), ...order.slice(0, cut ?? 0)];
  const hands: Record<Seat, Card[]> = { north: [], east: [], south: [], west: [] };
  for (const packet of PACKET_PATTERNS[way ?? rules.packets] ?? PACKET_PATTERNS["3-2"] ?? []) {
    for (let steps = 1; steps <= SEATS.length; steps += 1)
      hands[seatAfter(dealer, steps)].push(...pack.splice(0, packet));
  }
  return { hands, rest: pack };
}

/** The endless stream of 32-bit words of a key. */
function* words(key: Uint8Array): Generator<number, never> {
  for (let counter = 0; ; counter += 1) {
    const block = mac(key, "uka shuffle 1", eight(counter));
    const view = new DataView(block.buffer, block.byteOffset);
    for (let word = 0; word < WORDS; word += 1) yield view.getUint32(4 * word);
  }
}

/** A number below n; words from the incomplete last cycle are thrown away. */
function below(n: number, stream: Generator<number, never>): number {
  const limit = 2 ** 32 - (2 ** 32 % n);
  let word = stream.next().value;
  while (word >= limit) word = stream.next().value;
  return word % n;
}
