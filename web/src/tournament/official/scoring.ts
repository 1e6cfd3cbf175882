/** Scoring a match by hand: the names of outcomes, and points that are not counted yet. */

import { t } from "../../lib/i18n/text.svelte.ts";
import { SIDES } from "../../lib/game/seats.ts";
import type { TournamentCommand } from "../../lib/net/tournament-session.svelte.ts";
import type { Outcome, Partnership, Played, Sheet, Worth } from "../../wire/types.ts";

/** What is to be said of a deal that was played out. */
export type Way = Pick<Worth, "tricks" | "alone" | "defended_alone">;

/** What a way for a deal to end is worth; nothing where the rules don't have it. */
export const worthOf = (sheet: Sheet, way: Way): Worth | undefined =>
  sheet.worth.find(
    ({ tricks, alone, defended_alone }) =>
      tricks === way.tricks && alone === way.alone && defended_alone === way.defended_alone,
  );

/** An end of a deal, as people say it of the makers. */
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
      return t("euchred by one who defended alone");
    case "revoked":
      return t("a revoke");
    case "thrown_in":
      return t("thrown in");
    case "redeal":
      return t("dealt again");
  }
}

type Points = readonly [number, number];

/** The points that orders would bring the sides, by the rules, once they are done; `before` are the sides that have
 *  revoked in the deal on the table. */
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

/** The sides that have revoked in the deal on the table, after an order. */
function revokedAfter(order: TournamentCommand, sheet: Sheet, revoked: readonly Partnership[]): readonly Partnership[] {
  if (order.order !== "tap") return revoked;
  if (order.tap.deed === "revoke" && sheet.played_out) return [...revoked, order.tap.offenders];
  return order.tap.deed === "played" || order.tap.deed === "misdealt" ? [] : revoked;
}

/** The points of a deal that was played out, in which some sides revoked: those score nothing. */
export const without = (revoked: readonly Partnership[], [first, second]: Points): Points => [
  revoked.includes("north-south") ? 0 : first,
  revoked.includes("east-west") ? 0 : second,
];

/** What a misdeal takes back of what revokes in its deal brought. */
const paidBack = (revoked: readonly Partnership[], penalty: number): Points => [
  0 - penalty * revoked.filter((side) => side === "east-west").length,
  0 - penalty * revoked.filter((side) => side === "north-south").length,
];

const way = ({ tricks, alone = false, defended_alone = false }: Played): Way => ({ tricks, alone, defended_alone });

/** A side's own points and the others', in the order of scores. */
const bySide = (side: number, [own, others]: readonly [number, number]): readonly [number, number] =>
  side ? [others, own] : [own, others];

const total = (points: readonly number[]): number => points.reduce((sum, more) => sum + more, 0);
