/** The sentence that tells a team or a player where it plays, with whom and against whom. */

import { t } from "../lib/i18n/text.svelte.ts";
import type { MatchView } from "../wire/types.ts";
import { entriesOfSide, type MatchSides, sideName, sideOfEntry } from "./match-sides.ts";

/** Returns where `entry` plays in a match. `name` returns the name of an entry. */
export function whereText(
  match: MatchSides & Pick<MatchView, "table">,
  entry: number,
  name: (entry: number) => string,
): string {
  const side = sideOfEntry(match, entry) ?? 0;
  const against = sideName(match, side === 0 ? 1 : 0, name);
  const [partner] = entriesOfSide(match, side).filter((other) => other !== entry);
  return partner === undefined
    ? t("Table {table}: against {team}", { table: match.table, team: against })
    : t("Table {table}: with {partner}, against {team}", { table: match.table, partner: name(partner), team: against });
}
