/**
 * Version 1 of fair dealing, by which records of its time are checked: `docs/fairness.md` specifies it, and
 * `tests/vectors/fair.json` holds this to it. Whoever added last could choose among packs together with the server.
 */

import { bytesToHex } from "@noble/hashes/utils.js";
import { SEATS } from "../game/seats.ts";
import type { Card, Seat } from "../../wire/types.ts";
import { choice, eight, mac, sized } from "./hashing.ts";
import { CUT_LEAST, packFrom, packOf, PACKET_PATTERNS, type PackRules } from "./construction-v2.ts";

/** The key of a deal from its secret and what the seats added, north first. */
export const dealKey = (secret: string, number: number, added: readonly string[]): Uint8Array =>
  mac(sized(secret), "uka deal 1", eight(number), ...added.map(sized));

/** What stands for a seat that adds nothing. */
export const standIn = (secret: string, number: number, seat: Seat): string =>
  bytesToHex(mac(sized(secret), "uka seat 1", eight(number), Uint8Array.of(SEATS.indexOf(seat))));

/** The pack order of a deal. */
export const fairPack = (rules: PackRules, secret: string, number: number, added: readonly string[]): Card[] =>
  packFrom(rules, dealKey(secret, number, added));

/** How many cards are lifted where nobody cuts by hand, from what the cutter added; null without a cut. */
export const defaultCut = (rules: PackRules, added: string): number | null =>
  rules.cut ? CUT_LEAST + choice(sized(added), "uka cut 1", packOf(rules).length - 2 * CUT_LEAST + 1) : null;

/** The way of the packets where the dealer does not choose and has not before, from what the dealer added. */
export const defaultPackets = (rules: PackRules, added: string): string | null =>
  rules.packets in PACKET_PATTERNS
    ? null
    : (Object.keys(PACKET_PATTERNS)[choice(sized(added), "uka way 1", 2)] ?? null);
