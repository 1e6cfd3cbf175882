/**
 * Version 1 of fair dealing, which builds each pack from a secret of the server and from values that the players add.
 * This code only checks old records. `docs/fairness.md` specifies version 1, and `tests/vectors/fair.json` contains its
 * test vectors. The weakness of version 1: the last player to add a value could conspire with the server to choose the
 * pack.
 */

import { bytesToHex } from "@noble/hashes/utils.js";
import { SEATS } from "../game/seats.ts";
import type { Card, Seat } from "../../wire/types.ts";
import { choice, eight, mac, sized } from "./hashing.ts";
import { CUT_LEAST, packFrom, packOf, PACKET_PATTERNS, type PackRules } from "./construction-v2.ts";

/**
 * Returns the key that shuffles the pack of deal `number`. The key follows from the server's secret and the seats'
 * added values, in the order of the seats from north.
 */
export const dealKey = (secret: string, number: number, added: readonly string[]): Uint8Array =>
  mac(sized(secret), "uka deal 1", eight(number), ...added.map(sized));

/** Returns a replacement value for a seat whose player added no value to the pack of deal `number`. */
export const standIn = (secret: string, number: number, seat: Seat): string =>
  bytesToHex(mac(sized(secret), "uka seat 1", eight(number), Uint8Array.of(SEATS.indexOf(seat))));

/** Returns the shuffled pack of the deal with this number. */
export const fairPack = (rules: PackRules, secret: string, number: number, added: readonly string[]): Card[] =>
  packFrom(rules, dealKey(secret, number, added));

/**
 * Returns how many cards are cut off if nobody cuts the pack by hand. The number follows from `added`, the value that
 * the cutter added. Null under rules without a cut.
 */
export const defaultCut = (rules: PackRules, added: string): number | null =>
  rules.cut ? CUT_LEAST + choice(sized(added), "uka cut 1", packOf(rules).length - 2 * CUT_LEAST + 1) : null;

/**
 * Returns the pattern of packet sizes, such as "3-2", if the dealer has not chosen a pattern. The pattern follows from
 * `added`, the value that the dealer added. Null under rules that fix the pattern.
 */
export const defaultPackets = (rules: PackRules, added: string): string | null =>
  rules.packets in PACKET_PATTERNS
    ? null
    : (Object.keys(PACKET_PATTERNS)[choice(sized(added), "uka way 1", 2)] ?? null);
