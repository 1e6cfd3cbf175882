/** Where the sides of a match play in the next round, in words. */

import { t, tn } from "../lib/i18n/text.svelte.ts";
import type { MatchView } from "../wire/types.ts";
import { entriesOfSide, type Side, sideName, sideOfEntry } from "./match-sides.ts";

type Moves = Pick<MatchView, "table" | "teams" | "partners" | "moves" | "to" | "others_to">;

/** Returns both sides, first the one that moves as the winner. */
export const winnersFirst = ({ moves, teams }: Pick<MatchView, "moves" | "teams">): readonly Side[] =>
  moves === teams[1] ? [1, 0] : [0, 1];

/** Returns the table at which a side plays next. Null if that is not decided, or the movement does not say. */
export function nextTable(match: Moves, side: Side): number | null {
  if (match.moves === null) return null;
  return (sideOfEntry(match, match.moves) === side ? match.to : match.others_to) ?? null;
}

/**
 * Returns a sentence for each side that says where it plays next, first for the side that moves as the winner. If
 * `sitOuts`, somebody will sit out the next round, and the sentences say that it may be this side.
 */
export function nextTableTexts(match: Moves, name: (entry: number) => string, sitOuts = false): readonly string[] {
  return winnersFirst(match).flatMap((side) => {
    const table = nextTable(match, side);
    const count = entriesOfSide(match, side).length;
    const team = sideName(match, side, name);
    if (table === null) return [];
    if (table === match.table && sitOuts)
      return [tn("{team} stays, or sits out.", "{team} stay, or sit out.", count, { team })];
    if (table === match.table) return [tn("{team} stays.", "{team} stay.", count, { team })];
    if (sitOuts)
      return [
        tn("{team} moves to table {table}, or sits out.", "{team} move to table {table}, or sit out.", count, {
          team,
          table,
        }),
      ];
    return [tn("{team} moves to table {table}.", "{team} move to table {table}.", count, { team, table })];
  });
}

/**
 * Returns a sentence that says where the winners and the losers of a match will go, and if `sitOuts`, that some may sit
 * out instead. "" if the movement does not say.
 */
export function movesText(match: Moves, sitOuts = false): string {
  const text = goText(match);
  return text && sitOuts ? `${text} ${t("Somebody will sit out.")}` : text;
}

function goText({ table, to, others_to: others }: Moves): string {
  if (to == null || others == null) return "";
  if (to === table) return t("Whoever wins stays; the others go to table {others}.", { others });
  if (others === table) return t("Whoever wins moves to table {table}; the others stay.", { table: to });
  return t("Whoever wins moves to table {table}; the others go to table {others}.", { table: to, others });
}
