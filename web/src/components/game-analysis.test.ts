import { describe, expect, it, vi } from "vitest";
import type { ChoiceExplanation, DealReview, RatedAction, ReviewedChoice } from "../wire/types.ts";
import { GameAnalysis, type AnalysisSource } from "./game-analysis.svelte.ts";

const rated = (points: number): RatedAction => ({
  action: { type: "pass" },
  words: "away",
  points,
  points_error: 0,
  win: 0.5,
  win_error: 0,
  grade: "best",
  reasons: [],
});

const choice = (step: number, cost: number, values: readonly number[] = [0, -cost]): ReviewedChoice => ({
  step,
  trick: null,
  phase: "calling",
  action: { type: "pass" },
  words: "away",
  points: cost,
  points_error: 0,
  win: cost / 10,
  win_error: 0,
  unsure: cost === 0,
  grade: cost ? "costly" : "best",
  choices: values.map(rated),
});

const DEALS: ReviewedChoice[][] = [
  [choice(2, 0), choice(5, 0.3)],
  [choice(1, 0, [])],
  [choice(4, 1.4), choice(9, 0.2)],
];

function reviewer(changes: Partial<AnalysisSource> = {}): GameAnalysis {
  const analysis = new GameAnalysis(
    {
      review: (seat, number) =>
        Promise.resolve({ number, seat, choices: DEALS[number] ?? [], unjudged: null } satisfies DealReview),
      why: () => Promise.reject(new Error("nobody knows")),
      reviewed: () => undefined,
      ...changes,
    },
    "south",
  );
  analysis.total = DEALS.length;
  return analysis;
}

describe("the analysis of a game", () => {
  it("goes from mistake to mistake through all deals", async () => {
    const reviewed = vi.fn();
    const analysis = reviewer({ reviewed });
    await analysis.start();
    const place = (found: (typeof analysis.mistakes)[number] | undefined): unknown =>
      found && [found.deal, found.choice.step];
    expect(place(analysis.mistakeAfter(0, 0))).toEqual([0, 5]);
    expect(place(analysis.mistakeAfter(0, 5))).toEqual([2, 4]);
    expect(place(analysis.mistakeAfter(2, 9))).toBeUndefined();
    expect(place(analysis.mistakeBefore(2, 9))).toEqual([2, 4]);
    expect(place(analysis.mistakeBefore(2, 0))).toEqual([0, 5]);
    expect(place(analysis.mistakeBefore(0, 5))).toBeUndefined();
    expect(reviewed).toHaveBeenCalledOnce();
  });

  it("has one scale in a deal, and asks for an answer once", async () => {
    const why = vi.fn(() => Promise.resolve({ made: choice(7, 0, [2.6, 1]) } as unknown as ChoiceExplanation));
    const analysis = reviewer({ why });
    await analysis.start();
    expect(analysis.scaleOf(0).ticks).toEqual([-0.5, 0]);
    expect(analysis.scaleOf(2).ticks).toEqual([-1.5, -1, -0.5, 0]);
    expect(analysis.choiceAt(1, 1)).toBeUndefined(); // there was no alternative
    await analysis.why(0, 7);
    await analysis.why(0, 7);
    expect(why).toHaveBeenCalledOnce();
    expect(analysis.choiceAt(0, 7)?.step).toBe(7);
    expect(analysis.scaleOf(0).ticks).toEqual([-1, 0, 1, 2, 3]);
  });

  it("asks again after an answer failed", async () => {
    const why = vi.fn(() => Promise.reject(new Error("away")));
    const analysis = reviewer({ why });
    await expect(analysis.why(0, 2)).rejects.toThrow("away");
    await expect(analysis.why(0, 2)).rejects.toThrow("away");
    expect(why).toHaveBeenCalledTimes(2);
  });
});
