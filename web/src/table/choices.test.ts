import { expect, test } from "vitest";
import type { DealView } from "../wire/types.ts";
import { choices } from "./choices.ts";

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
