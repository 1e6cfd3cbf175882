/**
 * Helps an official to score a match: the names of outcomes, and the points of commands that the server has not
 * executed yet.
 */

import { t } from "../../lib/i18n/text.svelte.ts";
import { SIDES } from "../../lib/game/seats.ts";
import type { TournamentCommand } from "../../lib/net/tournament-session.svelte.ts";
import type { Outcome, Partnership, Played, Sheet, Worth } from "../../wire/types.ts";

/** The end of a deal: the number of tricks that the makers took, and who played alone. */
export type Way = Pick<Worth, "tricks" | "alone" | "defended_alone">;

/**
 * Returns the points for a deal that ended in the way `way`. Returns undefined if no deal can end in this way under the
 * rules.
 */
export const worthOf = (sheet: Sheet, way: Way): Worth | undefined =>
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
  orders: readonly TournamentCommand[],
  sheet: Sheet,
  before: readonly Partnership[] = [],
): Points {
  let revoked = before;
  const all = orders.map((order) => {
    const found = brings(order, sheet, revoked);
    revoked = revokedAfter(order, sheet, revoked);
    return found;
  });
  return [total(all.map(([first]) => first)), total(all.map(([, second]) => second))];
}

function brings(order: TournamentCommand, sheet: Sheet, revoked: readonly Partnership[]): Points {
  if (order.order !== "tap") return [0, 0];
  const { tap } = order;
  switch (tap.deed) {
    case "played":
      return without(revoked, bySide(SIDES.indexOf(tap.makers), worthOf(sheet, way(tap))?.points ?? [0, 0]));
    case "revoke":
      return bySide(SIDES.indexOf(tap.offenders), [0, sheet.revoke]);
    case "misdealt":
      return paidBack(revoked, sheet.revoke);
    case "ruled":
      return tap.points ?? [0, 0];
    default:
      return [0, 0];
  }
}

/**
 * Returns the sides that have revoked in the present deal after a command. `revoked` lists the sides that had revoked
 * before the command.
 */
function revokedAfter(order: TournamentCommand, sheet: Sheet, revoked: readonly Partnership[]): readonly Partnership[] {
  if (order.order !== "tap") return revoked;
  if (order.tap.deed === "revoke" && sheet.played_out) return [...revoked, order.tap.offenders];
  return order.tap.deed === "played" || order.tap.deed === "misdealt" ? [] : revoked;
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

const way = ({ tricks, alone = false, defended_alone = false }: Played): Way => ({ tricks, alone, defended_alone });

/** Returns the points `own` and `others` in the order of a score. `own` belongs to the side with the index `side`. */
const bySide = (side: number, [own, others]: readonly [number, number]): readonly [number, number] =>
  side ? [others, own] : [own, others];

const total = (points: readonly number[]): number => points.reduce((sum, more) => sum + more, 0);
