import { describe, expect, test } from "vitest";
import type { DealView, PublicTable } from "../wire/types.ts";
import { dealMoment, gameMoment } from "./moments.ts";

const deal = (more: object): DealView => ({ contract: null, result: null, ...more }) as unknown as DealView;
const scene = (more: object): PublicTable => more as unknown as PublicTable;
const alone = { trump: "h", maker: "west", loner: "west" };
const result = (outcome: string): object => ({ contract: alone, result: { outcome, maker: "west", tricks: [3, 2] } });

describe("a moment of a deal", () => {
  test("is a loner, when it is announced", () => {
    expect(dealMoment(deal({}), deal({ contract: alone }), "east")).toEqual({ word: "Alone!", ours: true, tricks: 0 });
    expect(dealMoment(deal({}), deal({ contract: alone }), "south")?.ours).toBe(false);
    expect(dealMoment(deal({}), deal({ contract: alone }), null)?.ours).toBe(null);
    expect(dealMoment(deal({ contract: alone }), deal({ contract: alone }), "east")).toBeUndefined();
  });

  test("is a march or a euchre, when the deal ends", () => {
    const before = deal({ contract: alone });
    expect(dealMoment(before, deal(result("march")), "east")).toMatchObject({ word: "March!", ours: true });
    expect(dealMoment(before, deal(result("euchred")), "east")).toEqual({ word: "Euchre!", ours: false, tricks: 3 });
    expect(dealMoment(before, deal(result("euchred")), "south")?.ours).toBe(true);
    expect(dealMoment(before, deal(result("made")), "east")).toBeUndefined();
    expect(dealMoment(deal(result("march")), deal(result("march")), "east")).toBeUndefined();
  });

  test("does not come when a page is opened later", () => {
    expect(dealMoment(null, deal(result("march")), "east")).toBeUndefined();
    expect(gameMoment(null, scene({ stage: "over", winner: "east-west" }), "east")).toBeUndefined();
  });
});

test("the end of a game is a moment, once", () => {
  const over = scene({ stage: "over", winner: "east-west" });
  expect(gameMoment(scene({ stage: "shuffling" }), over, "east")).toMatchObject({ word: "You win!", ours: true });
  expect(gameMoment(scene({ stage: "shuffling" }), over, "south")?.ours).toBe(false);
  expect(gameMoment(over, over, "east")).toBeUndefined();
  expect(gameMoment(scene({ stage: "playing" }), scene({ stage: "over", winner: null }), "east")).toBeUndefined();
});
