/** The pictures of all cards that show a character. */

import { JACKS } from "./jacks.ts";
import { JESTER } from "./jester.ts";
import { KINGS } from "./kings.ts";
import type { Portrait } from "./portraits.ts";
import { QUEENS } from "./queens.ts";
import type { SuitLetter } from "./shapes.ts";

const BY_RANK: Record<string, Record<SuitLetter, Portrait>> = { K: KINGS, Q: QUEENS, J: JACKS };

/** Returns the character on a card such as `Jd` or `B`, or undefined if the card shows pips. */
export function portrait(card: string): Portrait | undefined {
  return card === "B" ? JESTER : BY_RANK[card[0] ?? ""]?.[card[1] as SuitLetter];
}
