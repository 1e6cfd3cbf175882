import { expect, test } from "vitest";
import type { UnsentTournamentCommand } from "../../lib/net/tournament-session.svelte.ts";
import type { ScoringSheet, Tap, OutcomeWorth } from "../../wire/types.ts";
import { pointsOf, worthOf } from "./scoring.ts";

const worth = (
  tricks: number,
  alone: boolean,
  outcome: OutcomeWorth["outcome"],
  own: number,
  others: number,
): OutcomeWorth => ({
  tricks,
  alone,
  defended_alone: false,
  outcome,
  points: [own, others],
});
const SHEET: ScoringSheet = {
  worth: [
    worth(2, false, "euchred", 0, 2),
    worth(3, false, "made", 1, 0),
    worth(5, false, "march", 2, 0),
    worth(5, true, "lone_march", 6, 0),
  ],
  revoke: 2,
  thrown_in: false,
  cards: [],
  played_out: false,
};
const tap = (tap: Tap): UnsentTournamentCommand => ({ type: "enter_tap", tap });

test("what a way is worth is the sheet's word; a way that the rules don't have is worth nothing", () => {
  expect(worthOf(SHEET, { tricks: 5, alone: true, defended_alone: false })?.points).toEqual([6, 0]);
  expect(worthOf(SHEET, { tricks: 5, alone: true, defended_alone: true })).toBeUndefined();
});

test("points that wait are told by side", () => {
  const made = tap({ type: "deal_played", table: 1, makers: "north-south", tricks: 3 });
  const euchred = tap({ type: "deal_played", table: 1, makers: "north-south", tricks: 2 });
  const alone = tap({ type: "deal_played", table: 1, makers: "east-west", tricks: 5, alone: true });
  const revoke = tap({ type: "revoke_found", table: 1, offenders: "east-west" });
  const ruled = tap({ type: "official_ruling_given", table: 1, reason: "talk", points: [0, 1] });
  const others: UnsentTournamentCommand[] = [
    tap({ type: "deal_misdealt", table: 1 }),
    { type: "sign_for_captain", table: 1, team: 2 },
  ];
  expect(pointsOf([], SHEET)).toEqual([0, 0]);
  expect(pointsOf([made, ...others], SHEET)).toEqual([1, 0]);
  expect(pointsOf([euchred, alone], SHEET)).toEqual([0, 8]);
  expect(pointsOf([revoke, ruled], SHEET)).toEqual([2, 1]);
});

test("where a deal goes on after a revoke, who revoked scores nothing in it", () => {
  const sheet = { ...SHEET, played_out: true };
  const made = tap({ type: "deal_played", table: 1, makers: "north-south", tricks: 3 });
  const revoke = (offenders: "north-south" | "east-west"): UnsentTournamentCommand =>
    tap({ type: "revoke_found", table: 1, offenders });
  expect(pointsOf([revoke("east-west"), made], sheet)).toEqual([3, 0]);
  expect(pointsOf([revoke("north-south"), made, made], sheet)).toEqual([1, 2]);
  expect(pointsOf([made], sheet, ["north-south"])).toEqual([0, 0]);
  expect(pointsOf([tap({ type: "deal_misdealt", table: 1 }), made], sheet, ["north-south"])).toEqual([1, -2]);
  expect(pointsOf([revoke("north-south"), made], SHEET)).toEqual([1, 2]);
});
