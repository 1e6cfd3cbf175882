/**
 * Version 1 of fair dealing, for checking old records: `docs/fairness.md` specifies it, `tests/vectors/fair.json` has
 * its test vectors. In this version, the last player to add a value could choose the pack together with the server.
 */

import { bytesToHex } from "@noble/hashes/utils.js";
import { SEATS } from "../game/seats.ts";
import type { Card, Seat } from "../../wire/types.ts";
import { choice, eight, mac, sized } from "./hashing.ts";
import { CUT_LEAST, packFrom, packOf, PACKET_PATTERNS, type PackRules } from "./construction-v2.ts";

/** Returns the key of a deal from its secret and the seats' values, north first. */
export const dealKey = (secret: string, number: number, added: readonly string[]): Uint8Array =>
  mac(sized(secret), "uka deal 1", eight(number), ...added.map(sized));

/** Returns the value that replaces that of a seat without one. */
export const standIn = (secret: string, number: number, seat: Seat): string =>
  bytesToHex(mac(sized(secret), "uka seat 1", eight(number), Uint8Array.of(SEATS.indexOf(seat))));

/** Returns the order of a deal's pack. */
export const fairPack = (rules: PackRules, secret: string, number: number, added: readonly string[]): Card[] =>
  packFrom(rules, dealKey(secret, number, added));

/** Returns how many cards are cut off where nobody cuts by hand, from the cutter's value; null without a cut. */
export const defaultCut = (rules: PackRules, added: string): number | null =>
  rules.cut ? CUT_LEAST + choice(sized(added), "uka cut 1", packOf(rules).length - 2 * CUT_LEAST + 1) : null;

/** Returns the packets where the dealer has not chosen any, from the dealer's value. */
export const defaultPackets = (rules: PackRules, added: string): string | null =>
  rules.packets in PACKET_PATTERNS
    ? null
    : (Object.keys(PACKET_PATTERNS)[choice(sized(added), "uka way 1", 2)] ?? null);
