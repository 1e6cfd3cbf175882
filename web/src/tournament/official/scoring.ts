/**
 * Helps an official to score a match: the names of outcomes, and the points of commands that the server has not
 * executed yet.
 */

import { t } from "../../lib/i18n/text.svelte.ts";
import { SIDES } from "../../lib/game/seats.ts";
import type { UnsentTournamentCommand } from "../../lib/net/tournament-session.svelte.ts";
import type { Outcome, Partnership, DealPlayed, ScoringSheet, OutcomeWorth } from "../../wire/types.ts";

/** The end of a deal: the number of tricks that the makers took, and who played alone. */
export type Way = Pick<OutcomeWorth, "tricks" | "alone" | "defended_alone">;

/**
 * Returns the points for a deal that ended in the way `way`. Returns undefined if no deal can end in this way under the
 * rules.
 */
export const worthOf = (sheet: ScoringSheet, way: Way): OutcomeWorth | undefined =>
  sheet.worth.find(
    ({ tricks, alone, defended_alone }) =>
      tricks === way.tricks && alone === way.alone && defended_alone === way.defended_alone,
  );

/** Returns the name of an outcome from the makers' point of view. */
export function outcomeOf(outcome: Outcome): string {
  switch (outcome) {
    case "made":
      return t("made it");
    case "march":
      return t("a march");
    case "lone_made":
      return t("made it alone");
    case "lone_march":
      return t("a march alone");
    case "euchred":
      return t("euchred");
    case "lone_euchred":
      return t("euchred alone");
    case "defended_alone":
      return t("euchred by a lone defender");
    case "revoked":
      return t("a revoke");
    case "thrown_in":
      return t("thrown in");
    case "redeal":
      return t("dealt again");
  }
}

type Points = readonly [number, number];

/**
 * Returns the points that waiting commands will add under the rules, as a pair with one number for each side. `before`
 * lists the sides that have already revoked in the present deal.
 */
export function pointsOf(
  commands: readonly UnsentTournamentCommand[],
  sheet: ScoringSheet,
  before: readonly Partnership[] = [],
): Points {
  let revoked = before;
  const all = commands.map((command) => {
    const found = brings(command, sheet, revoked);
    revoked = revokedAfter(command, sheet, revoked);
    return found;
  });
  return [total(all.map(([first]) => first)), total(all.map(([, second]) => second))];
}

function brings(command: UnsentTournamentCommand, sheet: ScoringSheet, revoked: readonly Partnership[]): Points {
  if (command.type !== "enter_tap") return [0, 0];
  const { tap } = command;
  switch (tap.type) {
    case "deal_played":
      return without(revoked, bySide(SIDES.indexOf(tap.makers), worthOf(sheet, way(tap))?.points ?? [0, 0]));
    case "revoke_found":
      return bySide(SIDES.indexOf(tap.offenders), [0, sheet.revoke]);
    case "deal_misdealt":
      return paidBack(revoked, sheet.revoke);
    case "official_ruling_given":
      return tap.points ?? [0, 0];
    default:
      return [0, 0];
  }
}

/**
 * Returns the sides that have revoked in the present deal after a command. `revoked` lists the sides that had revoked
 * before the command.
 */
function revokedAfter(
  command: UnsentTournamentCommand,
  sheet: ScoringSheet,
  revoked: readonly Partnership[],
): readonly Partnership[] {
  if (command.type !== "enter_tap") return revoked;
  if (command.tap.type === "revoke_found" && sheet.played_out) return [...revoked, command.tap.offenders];
  return command.tap.type === "deal_played" || command.tap.type === "deal_misdealt" ? [] : revoked;
}

/** Returns the points of a finished deal. A side that revoked in the deal gets 0 points. */
export const without = (revoked: readonly Partnership[], [first, second]: Points): Points => [
  revoked.includes("north-south") ? 0 : first,
  revoked.includes("east-west") ? 0 : second,
];

/** Returns negative points that cancel the penalties for revokes in a deal, because a misdeal annuls the deal. */
const paidBack = (revoked: readonly Partnership[], penalty: number): Points => [
  0 - penalty * revoked.filter((side) => side === "east-west").length,
  0 - penalty * revoked.filter((side) => side === "north-south").length,
];

const way = ({ tricks, alone = false, defended_alone = false }: DealPlayed): Way => ({ tricks, alone, defended_alone });

/** Returns the points `own` and `others` in the order of a score. `own` belongs to the side with the index `side`. */
const bySide = (side: number, [own, others]: readonly [number, number]): readonly [number, number] =>
  side ? [others, own] : [own, others];

const total = (points: readonly number[]): number => points.reduce((sum, more) => sum + more, 0);
