/**
 * Dealing that nobody can bend, reckoned here a second time: what the server says of a pack is not taken on its word.
 *
 * The construction is that of `uka.records.fair`; `tests/vectors/fair.json` holds both to it. Bytes are in hexadecimal.
 */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { after, SEATS } from "../table/facts.ts";
import type { Card, Ruleset, Seat } from "../wire/types.ts";

/** What of a ruleset says how a pack is made and dealt. */
export type PackRules = Pick<Ruleset, "pack" | "benny" | "cut" | "packets">;

const WORDS = 8; // of 32 bits, in a hash
const CUT_LEAST = 4;
const WAYS: Readonly<Record<string, readonly number[]>> = { "3-2": [3, 2], "2-3": [2, 3] };

/** What is told of a secret before the game. */
export const commitment = (secret: string): string =>
  bytesToHex(sha256(concatBytes(utf8ToBytes("uka commit 1"), sized(secret))));

/** The key of a deal from its secret and what the seats added, north first. */
export const dealKey = (secret: string, number: number, added: readonly string[]): Uint8Array =>
  hmac(sha256, sized(secret), concatBytes(utf8ToBytes("uka deal 1"), eight(number), ...added.map(sized)));

/** What stands for a seat that adds nothing. */
export const standIn = (secret: string, number: number, seat: Seat): string => {
  const index = Uint8Array.of(SEATS.indexOf(seat));
  return bytesToHex(hmac(sha256, sized(secret), concatBytes(utf8ToBytes("uka seat 1"), eight(number), index)));
};

/** The pack order of a deal. */
export const fairPack = (rules: PackRules, secret: string, number: number, added: readonly string[]): Card[] =>
  shuffled(packOf(rules), dealKey(secret, number, added));

/** The cards of a pack in index order: clubs, diamonds, hearts, spades, each from its lowest, and the joker. */
export function packOf({ pack, benny }: Pick<PackRules, "pack" | "benny">): Card[] {
  const ranks = [..."789TJQKA"].slice(8 - pack / 4);
  const cards = [..."cdhs"].flatMap((suit) => ranks.map((rank) => `${rank}${suit}` as Card));
  return benny === "off" ? cards : [...cards, "B"];
}

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

/** How many cards are lifted where nobody cuts by hand, from what the cutter added; null without a cut. */
export const usualCut = (rules: PackRules, added: string): number | null =>
  rules.cut ? CUT_LEAST + choice(added, "uka cut 1", packOf(rules).length - 2 * CUT_LEAST + 1) : null;

/** The way of the packets where the dealer does not choose and has not before, from what the dealer added. */
export const usualWay = (rules: PackRules, added: string): string | null =>
  rules.packets in WAYS ? null : (Object.keys(WAYS)[choice(added, "uka way 1", 2)] ?? null);

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
  for (const packet of WAYS[way ?? rules.packets] ?? WAYS["3-2"] ?? []) {
    for (let steps = 1; steps <= SEATS.length; steps += 1) hands[after(dealer, steps)].push(...pack.splice(0, packet));
  }
  return { hands, rest: pack };
}

function choice(added: string, label: string, of: number): number {
  return Number(BigInt(`0x${bytesToHex(hmac(sha256, sized(added), utf8ToBytes(label)))}`) % BigInt(of));
}

/** The endless stream of 32-bit words of a key. */
function* words(key: Uint8Array): Generator<number, never> {
  for (let counter = 0; ; counter += 1) {
    const block = hmac(sha256, key, concatBytes(utf8ToBytes("uka shuffle 1"), eight(counter)));
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

function eight(number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

function sized(part: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(part)) throw new RangeError("32 bytes are 64 digits 0 to 9 and a to f");
  return hexToBytes(part);
}
