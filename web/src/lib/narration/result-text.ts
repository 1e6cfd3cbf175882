/** Sentences about the result of a deal and its points. */

import { SIDES, sideOf } from "../game/seats.ts";
import type { DealResult, DealView, Partnership } from "../../wire/types.ts";
import { message, t, tn } from "../i18n/text.svelte.ts";
import type { Names } from "./names.ts";

/**
 * Whether the deal had a revoke: either a player's claim of a revoke was proved, or an official ruled that there was a
 * revoke.
 */
export const hasRevoke = (deal: DealView | null): boolean =>
  Boolean(deal && (deal.proven.length || deal.ruled_revokes.length));

/**
 * Returns a sentence with the outcome of a deal and the points of both sides. If `revoked` is true, the sentence adds
 * that the points include the penalty for a revoke.
 */
export function resultText(result: DealResult, names: Names, revoked = false): string {
  const points = result.points.flatMap((n, i) => {
    const side = SIDES[i];
    return n && side ? [pointsTo(n, side, names)] : [];
  });
  const withRevoke = points.length && revoked && result.outcome !== "revoked" ? [t("Including the revoke:")] : [];
  return [outcomeText(result, names), ...withRevoke, ...points].join(" ");
}

/**
 * Returns a sentence about the points of a side, such as "2 points to you". The wording depends on the reader's own
 * side.
 */
export function pointsTo(n: number, side: Partnership, names: Names): string {
  if (names.me === null) return tn("{n} point to {side}.", "{n} points to {side}.", n, { side: names.pair(side) });
  const ours = SIDES[sideOf(names.me)] === side;
  return ours ? tn("{n} point to you.", "{n} points to you.", n) : tn("{n} point to them.", "{n} points to them.", n);
}

function outcomeText(result: DealResult, names: Names): string {
  const { outcome, maker } = result;
  if (outcome === "revoked") return t("Revoke! The deal is over.");
  if (outcome === "redeal") return t("The same dealer deals again.");
  if (outcome === "thrown_in" || !maker) return t("Everyone passed: the cards are thrown in.");
  const side = sideOf(maker);
  const taken = result.tricks[side] ?? 0;
  const values = {
    side: names.pair(SIDES[side] ?? "north-south", outcome === "defended_alone"),
    loner: result.loner ? names.name(result.loner) : "",
    defender: result.lone_defender ? names.name(result.lone_defender) : "",
    tricks: tn("{n} trick", "{n} tricks", taken),
  };
  const sentences: Partial<Record<DealResult["outcome"], string>> = {
    made: message("{side} made it with {tricks}."),
    march: message("{side} took all five tricks: a march!"),
    lone_made: message("{loner} made {tricks} alone."),
    lone_march: message("{loner} took all five tricks alone!"),
    euchred: taken ? message("{side} took only {tricks}: euchred!") : message("{side} took no tricks: euchred!"),
    lone_euchred: taken
      ? message("{loner} took only {tricks} alone: euchred!")
      : message("{loner} took no tricks alone: euchred!"),
    defended_alone: message("{defender} defended alone, and {side} took {tricks}: euchred!"),
  };
  const sentence = sentences[outcome];
  return sentence ? t(sentence, values) : "";
}
