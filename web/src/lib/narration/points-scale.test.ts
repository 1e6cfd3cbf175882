import { describe, expect, it } from "vitest";
import type { RatedAction } from "../../wire/types.ts";
import { formatTick, pointsScale } from "./points-scale.ts";

const rated = (points: number, points_error = 0): RatedAction => ({
  action: { type: "pass" },
  words: "away",
  points,
  points_error,
  win: 0.5,
  win_error: 0,
  grade: "best",
  reasons: [],
});

describe("the scale of points", () => {
  it("has zero, both ends and few ticks at equal distances", () => {
    const cases: [number[], number[]][] = [
      [[], [0, 0.5]],
      [
        [0.2, 0.1],
        [0, 0.5],
      ],
      [
        [0.62, -0.3],
        [-0.5, 0, 0.5, 1],
      ],
      [
        [-0.1, -0.2],
        [-0.5, 0],
      ],
      [
        [2.4, -1.9],
        [-2, -1, 0, 1, 2, 3],
      ],
      [
        [4, -4],
        [-4, -2, 0, 2, 4],
      ],
      [
        [20, -20],
        [-24, -16, -8, 0, 8, 16, 24],
      ],
    ];
    for (const [points, ticks] of cases) {
      const scale = pointsScale(points.map((each) => rated(each)));
      expect(scale.ticks).toEqual(ticks);
      expect([scale.low, scale.high]).toEqual([ticks[0], ticks.at(-1)]);
      expect([scale.at(scale.low), scale.at(scale.high)]).toEqual([0, 1]);
    }
  });

  it("has room for the margins of error", () => {
    const { low, high } = pointsScale([rated(0.45, 0.1), rated(-0.4, 0.1)]);
    expect([low, high]).toEqual([-1, 1]);
  });

  it("keeps distances, and nothing lies outside it", () => {
    const { at } = pointsScale([rated(1), rated(-1)]);
    expect(at(0.5) - at(0)).toBeCloseTo(at(0) - at(-0.5));
    expect([at(-3), at(3)]).toEqual([0, 1]);
  });

  it("numbers its ticks with signs, and zero without one", () => {
    expect([-2, -0.5, -0, 0, 0.5, 1].map(formatTick)).toEqual(["−2", "−0.5", "0", "0", "+0.5", "+1"]);
  });
});
