/**
 * Version 1 of fair dealing, which makes packs from a server's secret and values that the players add. It is kept to
 * check old records. `docs/fairness.md` specifies it, and `tests/vectors/fair.json` has its test vectors. In this
 * version, the last player to add a value could choose the pack together with the server.
 */

import { bytesToHex } from "@noble/hashes/utils.js";
import { SEATS } from "../game/seats.ts";
import type { Card, Seat } from "../../wire/types.ts";
import { choice, eight, mac, sized } from "./hashing.ts";
import { CUT_LEAST, packFrom, packOf, PACKET_PATTERNS, type PackRules } from "./construction-v2.ts";

/** Returns the key that shuffles a deal's pack, from the server's secret and the seats' values, north's first. */
export const dealKey = (secret: string, number: number, added: readonly string[]): Uint8Array =>
  mac(sized(secret), "uka deal 1", eight(number), ...added.map(sized));

/** Returns the value that is used for a seat whose player added none. */
export const standIn = (secret: string, number: number, seat: Seat): string =>
  bytesToHex(mac(sized(secret), "uka seat 1", eight(number), Uint8Array.of(SEATS.indexOf(seat))));

/** Returns the shuffled pack of a deal. */
export const fairPack = (rules: PackRules, secret: string, number: number, added: readonly string[]): Card[] =>
  packFrom(rules, dealKey(secret, number, added));

/**
 * Returns how many cards are cut off if nobody cuts by hand; null under rules without a cut. The number follows from
 * the value that the cutter added.
 */
export const defaultCut = (rules: PackRules, added: string): number | null =>
  rules.cut ? CUT_LEAST + choice(sized(added), "uka cut 1", packOf(rules).length - 2 * CUT_LEAST + 1) : null;

/**
 * Returns the packet sizes, such as "3-2", if the dealer has not chosen them. They follow from the value that the
 * dealer added. Null under rules that fix them.
 */
export const defaultPackets = (rules: PackRules, added: string): string | null =>
  rules.packets in PACKET_PATTERNS
    ? null
    : (Object.keys(PACKET_PATTERNS)[choice(sized(added), "uka way 1", 2)] ?? null);
