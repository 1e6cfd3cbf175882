/** A test helper that reads the test vectors of fair dealing in `tests/vectors`. */

import type { Ruleset } from "../../wire/types.ts";
import type { PackRules } from "../fairness/construction.ts";

/**
 * Returns the rules for the pack of a test vector. The rules let a player cut the pack. They leave open how many cards
 * are dealt at a time, so the key that shuffles the pack decides this too.
 */
export const rulesOf = ({ pack, joker }: { readonly pack: number; readonly joker: boolean }): PackRules => ({
  pack: pack as Ruleset["pack"],
  benny: joker ? "blind" : "off",
  cut: true,
  packets: "free",
});

/** Returns a secret that differs from `secret` only in its first digit. */
export const otherThan = (secret: string): string => `${secret.startsWith("0") ? "1" : "0"}${secret.slice(1)}`;
