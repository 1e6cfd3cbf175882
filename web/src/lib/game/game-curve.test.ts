import { expect, test } from "vitest";
import type { DealResult, GameReplay } from "../../wire/types.ts";
import { chancesFor, decisiveStep, leads, turningPoints } from "./game-curve.ts";

test("the turning points are the largest changes, in the order of the game", () => {
  const chances = [0.5, 0.45, 0.6, 0.3, 0.5, 0.52, 1];
  expect(turningPoints(chances, 0.12).map(({ deal }) => deal)).toEqual([2, 3, 5]);
  expect(turningPoints(chances, 0.12, 1)).toEqual([{ deal: 5, before: 0.52, after: 1 }]);
  expect(turningPoints(chances, 0.6)).toEqual([]);
  expect(turningPoints([], 0.1)).toEqual([]);
});

test("chances and leads are those of the reader's side", () => {
  expect(chancesFor([0.25, 1], 1)).toEqual([0.75, 0]);
  expect(leads([[0, 2], [1, 2]], 1)).toEqual([0, 2, 1]); // prettier-ignore
});

type Step = GameReplay["deals"][number]["steps"][number];
const STEPS = [null, [0, 0], [1, 0], [1, 1], [1, 2], [2, 2], [2, 3]].map(
  (taken) => ({ deal: taken && { taken } }) as unknown as Step,
);
const RESULT = { maker: "south", outcome: "euchred", tricks: [2, 3] } as unknown as DealResult;

test("a deal is decided by the last trick that its winners needed", () => {
  expect(decisiveStep(STEPS, RESULT)).toBe(6);
  expect(decisiveStep(STEPS, { ...RESULT, outcome: "made", maker: "west" })).toBe(6);
  expect(decisiveStep(STEPS, { ...RESULT, outcome: "thrown_in", maker: null })).toBe(6);
  expect(decisiveStep([], null)).toBe(0);
  const early = [...STEPS.slice(0, 3), ...[[2, 0], [3, 0], [4, 0], [5, 0]].map((taken) => ({ deal: { taken } }) as unknown as Step)]; // prettier-ignore
  expect(decisiveStep(early, { ...RESULT, outcome: "made" })).toBe(4);
  expect(decisiveStep(early, { ...RESULT, outcome: "march" })).toBe(6);
});
