import { expect, test } from "vitest";
import type { Action, Rated } from "../wire/types.ts";
import { commentOn } from "./choice-comments.svelte.ts";

const play = (card: string): Action => ({ do: "play", card }) as Action;
const rated = (card: string, win: number, reason = ""): Rated => ({
  action: play(card),
  words: `play ${card}`,
  points: 4 * win - 2,
  points_error: 0.05,
  win,
  win_error: 0.01,
  reasons: reason ? [{ kind: "result", text: reason, figures: [] }] : [],
});
const values = [rated("As", 0.61), rated("Ks", 0.6), rated("9d", 0.48, "It loses a trick in 40 of 100 layouts.")];

test("a choice that was not the best is told what was better, and why", () => {
  expect(commentOn(values, play("9d"))).toBe(
    "Better: A♠ and K♠, with a 61% chance to win. 9♦ had 48%. It loses a trick in 40 of 100 layouts.",
  );
});

test("there is no comment on one of the best choices, or on a choice without a value", () => {
  expect(commentOn(values, play("As"))).toBe("");
  expect(commentOn(values, play("Ks"))).toBe("");
  expect(commentOn([], play("9d"))).toBe("");
});
