import { expect, test } from "vitest";
import type { ReviewedGame } from "../lib/storage/reviewed-games.ts";
import { practiceFor, usualRules } from "./practice.ts";

type Points = Partial<Record<"calling" | "discard" | "lead" | "follow", number>>;

const game = ({ calling = 0, discard = 0, lead = 0, follow = 0 }: Points, rules = "uka"): ReviewedGame => {
  const loss = (points: number) => ({ choices: 10, mistakes: 1, points });
  const phases = { calling: loss(calling), discard: loss(discard), lead: loss(lead), follow: loss(follow) };
  return { id: "t/0", at: 0, rules, title: "", partner: "", deals: 9, phases };
};
const games = (...points: Points[]): ReviewedGame[] => points.map((each) => game(each));

test("a few games tell nothing", () => {
  expect(practiceFor([])).toEqual({ kind: "few", more: 5 });
  expect(practiceFor(games({ lead: 3 }, { lead: 3 }, { lead: 3 }))).toEqual({ kind: "few", more: 2 });
});

test("nothing is practised if no phase loses more than chance explains", () => {
  expect(practiceFor(games({}, {}, {}, {}, {}, {}))).toEqual({ kind: "none" });
  expect(practiceFor(games({ lead: 4 }, {}, {}, {}, {}, {}))).toEqual({ kind: "none" });
});

test("the phase that loses clearly the most is practised", () => {
  const found = practiceFor(
    games(
      { lead: 1.1, calling: 0.2 },
      { lead: 0.9, calling: 0.3 },
      { lead: 1, calling: 0.2 },
      { lead: 1.2, calling: 0.1 },
      { lead: 0.8, calling: 0.2 },
    ),
  );
  expect(found).toMatchObject({ kind: "phases", phases: ["lead"] });
  expect(found.kind === "phases" && found.loss.mean).toBeCloseTo(1);
});

test("phases between which chance decides are named together, the costliest first", () => {
  const found = practiceFor(
    games(
      { calling: 1.5, follow: 0.4, discard: 0.1 },
      { calling: 0.4, follow: 1.1, discard: 0.1 },
      { calling: 1.2, follow: 0.5, discard: 0.1 },
      { calling: 0.5, follow: 1.2, discard: 0.1 },
      { calling: 0.9, follow: 0.9, discard: 0.1 },
    ),
  );
  expect(found).toMatchObject({ kind: "phases", phases: ["calling", "follow"] });
});

test("the rules of most games are the usual ones", () => {
  expect(usualRules([])).toBe("");
  expect(usualRules([game({}, "uka"), game({}, "tainui"), game({}, "tainui")])).toBe("tainui");
});
