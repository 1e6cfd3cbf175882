import { describe, expect, it } from "vitest";
import type { Card, RatedAction } from "../../wire/types.ts";
import {
  adviceText,
  bestChoices,
  describeHint,
  formatChance,
  formatChange,
  formatError,
  formatPoints,
  groupsOf,
  hintMark,
} from "./choice-values.ts";
import { choiceText } from "./choice-text.ts";

const rated = (win: number, win_error = 0): RatedAction => ({
  action: { type: "pass" },
  words: "away",
  points: 0,
  points_error: 0,
  win,
  win_error,
  grade: "best",
  reasons: [],
});

describe("figures", () => {
  it("have signs, and none where they are nothing", () => {
    expect([formatPoints(0.324), formatPoints(-0.4), formatPoints(-0.001)]).toEqual(["+0.32", "−0.40", "0.00"]);
    expect([formatChance(0.538), formatChange(-0.0312), formatChange(0)]).toEqual(["54%", "−3.1%", "0.0%"]);
    expect(formatError(0.011, 2)).toBe("±0.02");
  });

  it("name a choice by its card or its words", () => {
    expect(choiceText({ type: "discard", card: "Th" }, "discard Th")).toBe("10♥");
    expect(choiceText({ type: "pass" }, "away")).toBe("Away");
    expect(choiceText({ type: "name_suit", suit: "c" }, "the benny stands for clubs")).toBe("Clubs");
  });
});

describe("a hint", () => {
  const card = (name: Card, win: number, win_error: number): RatedAction => ({
    ...rated(win, win_error),
    action: { type: "play", card: name },
  });
  const choices = [card("Js", 0.54, 0.01), card("Ah", 0.53, 0.01), card("9c", 0.49, 0.01), card("9d", 0.4, 0.01)];
  const mark = (name: Card): unknown => hintMark(choices, (action) => "card" in action && action.card === name);

  it("tells choices as equal that differ by less than the error", () => {
    expect(groupsOf(choices).map((group) => group.length)).toEqual([2, 1, 1]);
    expect(mark("Js")).toEqual(mark("Ah"));
    expect(mark("Ah")).toMatchObject({ best: true, text: "★ 54%" });
    expect(mark("9c")).toMatchObject({ best: false, text: "49%" });
    expect(bestChoices(choices)).toBe("J♠ and A♥");
    expect(adviceText(choices)).toBe("Play J♠ or A♥.");
    expect(describeHint(choices)).toBe(
      "Hint, best first. J♠ and A♥, all equal: one of the best, 54% to win. " + "9♣: 49% to win. 9♦: 40% to win",
    );
  });

  it("advises what to say in a call", () => {
    const call = (type: "pass" | "order_up", words: string, win: number): RatedAction => ({
      ...rated(win, 0.01),
      action: type === "pass" ? { type } : { type, alone: false },
      words,
    });
    expect(adviceText([call("order_up", "pick it up", 0.6), call("pass", "away", 0.4)])).toBe("Say “pick it up”.");
    expect(adviceText([call("pass", "away", 0.4), call("order_up", "pick it up", 0.4)])).toBe(
      "Say “away” or “pick it up”.",
    );
  });

  it("names points where the chances are equal, and marks nothing that it does not rate", () => {
    const [first, second] = [
      { ...card("Js", 1, 0), points: 2 },
      { ...card("Ah", 1, 0), points: 1 },
    ];
    expect(hintMark([first, second], ({ type }) => type === "play")?.best).toBe(true);
    expect(hintMark([first, second], (action) => action === second.action)).toEqual({
      best: false,
      text: "100%",
      words: "100% to win, −1.0 points",
    });
    expect(hintMark(choices, ({ type }) => type === "pass")).toBeUndefined();
  });
});
