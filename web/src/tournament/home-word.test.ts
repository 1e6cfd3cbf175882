import { expect, test } from "vitest";
import type { Board } from "../wire/types.ts";
import { homeTitle, homeWord } from "./home-word.ts";

const board = (home?: string): Pick<Board, "head"> =>
  ({ head: { settings: home === undefined ? {} : { home } } }) as unknown as Pick<Board, "head">;

test("a team plays for its marae unless the director chooses another word", () => {
  expect([homeWord(board()), homeTitle(board())]).toEqual(["marae", "Marae"]);
  expect([homeWord(board("pub")), homeTitle(board("pub"))]).toEqual(["pub", "Pub"]);
  expect(homeTitle({})).toBe("Marae");
});
