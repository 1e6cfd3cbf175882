import { beforeEach, expect, test, vi } from "vitest";
import { commentOn } from "../lib/narration/choice-comment.ts";
import { hint } from "../lib/net/api.ts";
import { preferences, resetPreferences } from "../lib/storage/preferences.svelte.ts";
import type { Action, RatedAction } from "../wire/types.ts";
import { ChoiceComments } from "./choice-comments.svelte.ts";

vi.mock("../lib/net/api.ts", () => ({ hint: vi.fn() }));

const play = (card: string): Action => ({ type: "play", card }) as Action;
const rated = (card: string, win: number, reason = ""): RatedAction => ({
  action: play(card),
  words: `play ${card}`,
  points: 4 * win - 2,
  points_error: 0.05,
  win,
  win_error: 0.01,
  grade: "best",
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

const table = { session: { table: "t" }, deal: null, canHint: true, warn: () => undefined };

beforeEach(() => {
  resetPreferences();
  vi.mocked(hint).mockReset();
});

test("nothing is asked for unless the person wants comments and the table gives hints", () => {
  const comments = new ChoiceComments(table);
  comments.beginTurn();
  preferences.comments = true;
  new ChoiceComments({ ...table, canHint: false }).beginTurn();
  expect(hint).not.toHaveBeenCalled();
  expect(comments.endTurn()).toBe(false);
});

test("a choice waits for its values, and the comment stays until the next choice", async () => {
  preferences.comments = true;
  vi.mocked(hint).mockResolvedValue({ version: 1, choices: values });
  const comments = new ChoiceComments(table);
  comments.beginTurn();
  expect(comments.endTurn()).toBe(true);
  await comments.judge(play("9d"));
  expect(comments.said).toContain("Better: A♠ and K♠");
  expect(comments.endTurn()).toBe(false);
  expect(comments.said).toBe("");
});

test("a choice without values is sent without a comment, and at the latest after three seconds", async () => {
  preferences.comments = true;
  vi.useFakeTimers();
  const comments = new ChoiceComments(table);
  for (const answer of [Promise.reject(new Error("busy")), new Promise<never>(() => undefined)]) {
    vi.mocked(hint).mockReturnValue(answer);
    comments.beginTurn();
    const judged = comments.judge(play("9d"));
    await vi.advanceTimersByTimeAsync(3_000);
    await judged;
    expect(comments.said).toBe("");
  }
  vi.useRealTimers();
});
