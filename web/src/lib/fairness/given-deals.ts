/**
 * Given deals: a table that plays the deals of a number, of a day or of a match, in place of random ones. The server
 * computes its secret for each pack from a seed, and nobody adds a seed share. See `uka.records.fair.given`.
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { TableSettings } from "../../wire/types.ts";
import { t } from "../i18n/text.svelte.ts";
import { commitment } from "./construction.ts";
import { eight, mac, sized } from "./hashing.ts";

export interface GivenDeals {
  readonly kind: "number" | "day" | "match";
  /** The number, the day as YYYY-MM-DD, or the id of the match. */
  readonly name: string;
}

/** Returns the deals that a table plays. Null if they are random. */
export function givenDeals({ deals }: Pick<TableSettings, "deals">): GivenDeals | null {
  const [kind, name] = (deals ?? "").split(":");
  return name && (kind === "number" || kind === "day" || kind === "match") ? { kind, name } : null;
}

/** Returns a sentence that says which deals a table plays. */
export function givenDealsText({ kind, name }: GivenDeals): string {
  if (kind === "number")
    return t("Deals number {number}: the same cards at every table with this number.", { number: name });
  if (kind === "day") return t("The deals of {day}: the same cards for everyone.", { day: name });
  return t("The deals of a match: the same cards at both tables.");
}

/** Returns the seed of the deals with a number, in hexadecimal. */
export const numberedSeed = (number: string): string => bytesToHex(sha256(utf8ToBytes(`uka number 1${number}`)));

/** Returns the server's secret for a pack, in hexadecimal. It follows from the seed of given deals. */
export const givenSecret = (seed: string, pack: number): string =>
  bytesToHex(mac(sized(seed), "uka given pack 1", eight(pack)));

/** Whether the server's commitment to a pack is the one that follows from a seed. */
export const isCommitmentFrom = (seed: string, pack: number, value: string): boolean =>
  commitment(givenSecret(seed, pack)) === value;
