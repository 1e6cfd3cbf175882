/**
 * Given deals: a table that plays the deals of a number, of a day or of a match, in place of random ones. The server
 * computes its secret for each pack from a seed, and nobody adds a seed share.
 */

import type { TableSettings } from "../../wire/types.ts";
import { t } from "../i18n/text.svelte.ts";

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
