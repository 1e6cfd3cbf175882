import { expect, test } from "vitest";
import type { DealView } from "../wire/types.ts";
import { acceptance, choices } from "./choices.ts";

const asked = (seat: string): DealView =>
  ({
    phase: "calling",
    seat,
    dealer: "south",
    legal_actions: [
      { type: "order_up", alone: false },
      { type: "order_up", alone: true },
    ],
    labels: ["order it up", "order it up, alone"],
  }) as unknown as DealView;

test("each choice is called by the words that are said", () => {
  expect(choices(asked("south")).map(({ label }) => label)).toEqual(["Order it up", "Order it up, alone"]);
  expect(acceptance(asked("south"))).toBe("order it up");
});
