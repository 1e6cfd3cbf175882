import { expect, test } from "vitest";
import type { Action, DealView, Ruleset } from "../wire/types.ts";
import { measures, type TableFrame } from "./measures.ts";
import { plate } from "./seat-places.ts";
import { rightOf, surface, trumpSign } from "./surface.ts";
import { pressChoiceKey } from "./table-keys.ts";
import { PositionView } from "./position-view.svelte.ts";

const RULES = { partner_alone: "off", words: { alone: "alone" } } as unknown as Ruleset;
const FACTS = { titles: [], said: [], round: 1, stuck: false, sitting_out: [] };
const CARD = {
  seat: "south",
  turn: "south",
  dealer: "west",
  phase: "playing",
  upcard: "Qd",
  cards: ["9c", "Jc", "Ah"],
  dealt: ["9c", "Jc", "Ah"],
  score: [3, 4],
  legal_actions: [
    { type: "play", card: "Jc" },
    { type: "play", card: "9c" },
  ],
  why_not: [["Ah", "you must follow clubs"]],
  order: ["Jc", "9c", "Ah"],
  labels: [],
  facts: { ...FACTS, led: "c" },
} as unknown as DealView;
const CALL = {
  ...CARD,
  phase: "calling",
  why_not: [],
  legal_actions: [{ type: "pass" }, { type: "order_up", alone: false }, { type: "order_up", alone: true }],
  labels: ["pass", "order it up", "order it up, alone"],
  facts: FACTS,
} as unknown as DealView;

/** Returns a view of a position, and the list of the actions that the person chooses there. */
function position(deal: DealView, best: readonly Action[] = []): { view: PositionView; chosen: Action[] } {
  const chosen: Action[] = [];
  const asked = {
    position: { rules: RULES, deal },
    best,
    get answer(): Action | undefined {
      return chosen[0];
    },
    choose: (action: Action) => void chosen.push(action),
  };
  return { view: new PositionView(asked), chosen };
}

test("a card is chosen by its place in the hand, and only once", () => {
  const { view, chosen } = position(CARD);
  expect(pressChoiceKey(view, "2")).toBe(true);
  view.chooseCard("Jc");
  expect(chosen).toEqual([{ type: "play", card: "9c" }]);
});

test("a card that breaks the rules is refused with the reason", () => {
  const { view, chosen } = position(CARD);
  view.chooseCard("Ah");
  expect(view.notice).toBe("You must follow clubs.");
  expect([...view.barred]).toEqual(["Ah"]);
  expect(chosen).toEqual([]);
});

test("a choice to play alone must be confirmed", () => {
  const { view, chosen } = position(CALL);
  expect(pressChoiceKey(view, "a")).toBe(true);
  expect(view.prompt).toBe("Go alone? Your partner sits out.");
  expect(chosen).toEqual([]);
  expect(pressChoiceKey(view, "Escape")).toBe(true);
  expect(view.unconfirmed).toBeUndefined();
  expect(pressChoiceKey(view, "o")).toBe(true);
  expect(chosen).toEqual([{ type: "order_up", alone: false }]);
});

test("after the choice, the best choice and the person's are marked", () => {
  const { view } = position(CARD, [{ type: "play", card: "Jc" }]);
  const mark = (card: string): string | undefined =>
    view.hint.mark((action) => "card" in action && action.card === card)?.words;
  expect(mark("Jc")).toBeUndefined();
  view.chooseCard("9c");
  expect([mark("Jc"), mark("9c"), mark("Ah")]).toEqual(["the best choice", "your choice", undefined]);
});

test.each([
  [360, 688],
  [844, 346],
  [820, 1128],
  [960, 524],
  [1168, 848],
])("the sign of trump lies on the felt or on a plate across the rim, on a table of %i by %i", (width, height) => {
  const frame = { width, height, viewer: "south", open: false, dealer: "south", calling: false, seated: true, chips: false, scale: 1, leftHanded: false, foot: 200 } as TableFrame; // prettier-ignore
  const { from, onRim, x, y, room } = trumpSign(frame);
  const isInside = from === "left" && y > surface(frame).top && x + room <= rightOf(surface(frame), y + 14);
  expect(onRim).toBe(!isInside);
});

test.each([
  [960, 524],
  [960, 572],
  [1440, 800],
])(
  "the sign of trump and the name plate at the right do not cover each other on a table of %i by %i",
  (width, height) => {
    const frame = { width, height, viewer: "south", open: false, dealer: "south", calling: false, seated: true, chips: false, scale: 1, leftHanded: false, foot: 200 } as TableFrame; // prettier-ignore
    const sign = trumpSign(frame);
    const beside = plate("east", frame);
    const left = sign.from === "left" ? sign.x : sign.x - 200;
    const below = sign.y + 76 <= beside.y - measures(frame).plate + 1;
    expect(below || left + 200 <= beside.x - 136 || left >= beside.x).toBe(true);
  },
);
