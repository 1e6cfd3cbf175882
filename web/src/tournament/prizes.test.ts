import { expect, test } from "vitest";
import { prizeText, withPrize } from "./prizes.ts";

test("prizes are chosen and given up, in the usual order", () => {
  expect(withPrize(["last_place"], "most_loners", true)).toEqual(["most_loners", "last_place"]);
  expect(withPrize(["most_loners", "last_place"], "most_loners", false)).toEqual(["last_place"]);
});

test("a prize is named with the number that won it, the last place without", () => {
  expect(prizeText({ prize: "most_loners", number: 3 })).toBe("Most loners: 3");
  expect(prizeText({ prize: "last_place", number: 9 })).toBe("Last place");
});
