import { expect, test } from "vitest";
import type { DealView } from "../wire/types.ts";
import { choices, ownWords } from "./choices.ts";

const asked = (seat: string): DealView =>
  ({
    phase: "calling",
    seat,
    dealer: "south",
    legal_actions: [
      { do: "order_up", alone: false },
      { do: "order_up", alone: true },
    ],
    facts: { labels: ["order it up", "order it up, alone"] },
  }) as unknown as DealView;

test("the dealer picks the turn-up up, and the others order it up", () => {
  expect(choices(asked("south")).map(({ label }) => label)).toEqual(["Pick it up", "Pick it up, alone"]);
  expect(choices(asked("west")).map(({ label }) => label)).toEqual(["Order it up", "Order it up, alone"]);
});

test("a hint to the dealer has the words of the buttons", () => {
  const alone = { do: "order_up", alone: true } as const;
  expect(ownWords(asked("south"), alone, "order it up, alone")).toBe("pick it up, alone");
  expect(ownWords(asked("west"), alone, "order it up, alone")).toBe("order it up, alone");
});
