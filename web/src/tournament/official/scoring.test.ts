import { expect, test } from "vitest";
import type { TournamentCommand } from "../../lib/net/tournament-session.svelte.ts";
import type { Sheet, Tap, Worth } from "../../wire/types.ts";
import { pointsOf, worthOf } from "./scoring.ts";

const worth = (tricks: number, alone: boolean, outcome: Worth["outcome"], own: number, others: number): Worth => ({
  tricks,
  alone,
  defended_alone: false,
  outcome,
  points: [own, others],
});
const SHEET: Sheet = {
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
const tap = (tap: Tap): TournamentCommand => ({ order: "tap", tap });

test("what a way is worth is the sheet's word; a way that the rules don't have is worth nothing", () => {
  expect(worthOf(SHEET, { tricks: 5, alone: true, defended_alone: false })?.points).toEqual([6, 0]);
  expect(worthOf(SHEET, { tricks: 5, alone: true, defended_alone: true })).toBeUndefined();
});

test("points that wait are told by side", () => {
  const made = tap({ deed: "played", table: 1, makers: "north-south", tricks: 3 });
  const euchred = tap({ deed: "played", table: 1, makers: "north-south", tricks: 2 });
  const alone = tap({ deed: "played", table: 1, makers: "east-west", tricks: 5, alone: true });
  const revoke = tap({ deed: "revoke", table: 1, offenders: "east-west" });
  const ruled = tap({ deed: "ruled", table: 1, reason: "talk", points: [0, 1] });
  const others: TournamentCommand[] = [tap({ deed: "misdealt", table: 1 }), { order: "let_sign", table: 1, team: 2 }];
  expect(pointsOf([], SHEET)).toEqual([0, 0]);
  expect(pointsOf([made, ...others], SHEET)).toEqual([1, 0]);
  expect(pointsOf([euchred, alone], SHEET)).toEqual([0, 8]);
  expect(pointsOf([revoke, ruled], SHEET)).toEqual([2, 1]);
});

test("where a deal goes on after a revoke, who revoked scores nothing in it", () => {
  const sheet = { ...SHEET, played_out: true };
  const made = tap({ deed: "played", table: 1, makers: "north-south", tricks: 3 });
  const revoke = (offenders: "north-south" | "east-west"): TournamentCommand =>
    tap({ deed: "revoke", table: 1, offenders });
  expect(pointsOf([revoke("east-west"), made], sheet)).toEqual([3, 0]);
  expect(pointsOf([revoke("north-south"), made, made], sheet)).toEqual([1, 2]);
  expect(pointsOf([made], sheet, ["north-south"])).toEqual([0, 0]);
  expect(pointsOf([tap({ deed: "misdealt", table: 1 }), made], sheet, ["north-south"])).toEqual([1, -2]);
  expect(pointsOf([revoke("north-south"), made], SHEET)).toEqual([1, 2]);
});
