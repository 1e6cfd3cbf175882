import { describe, expect, test } from "vitest";
import type { DealResult, Ruleset } from "../../wire/types.ts";
import { deal, scene } from "../testing/fakes.ts";
import { countRows, loadStatistics } from "./statistics-counts.ts";
import { StatisticsRecorder, finishedRows, type ObservedTable, type Row, type StatisticsStore } from "./statistics.ts";

const RULES = { name: "uka", title: "Uka" } as Ruleset;
const NOBODY = { maker: null, loner: null, lone_defender: null };
const MADE: DealResult = { ...NOBODY, outcome: "made", points: [1, 0], tricks: [3, 2], maker: "south" };

function known(more: Partial<ObservedTable> = {}): ObservedTable {
  return {
    table: "t1",
    game: "aa".repeat(32),
    rules: RULES,
    scene: scene(9, { number: 2 }),
    deal: null,
    me: "south",
    ...more,
  };
}

const over = (result: DealResult, number = 2, more: Partial<ObservedTable> = {}): ObservedTable =>
  known({ scene: scene(9, { number }), deal: deal({ result, seat: "south" }), ...more });

/** An in-memory store of rows by id. It replaces the browser's database. */
class Memory implements StatisticsStore {
  readonly rows = new Map<string, Row>();
  put(row: Row): Promise<void> {
    this.rows.set(row.id, row);
    return Promise.resolve();
  }
  all(): Promise<readonly Row[]> {
    return Promise.resolve([...this.rows.values()]);
  }
  clear(): Promise<void> {
    this.rows.clear();
    return Promise.resolve();
  }
}

test("nothing is counted while cards are played, or for a spectator", () => {
  expect(finishedRows(known({ deal: deal({ result: null, seat: "south" }) }), 0)).toEqual([]);
  expect(finishedRows(known({ deal: deal({ result: MADE, seat: null }), me: null }), 0)).toEqual([]);
  expect(finishedRows(known({ game: undefined }), 0)).toEqual([]);
  expect(finishedRows(over(MADE, 1), 0)).toEqual([]); // the deal belongs to the previous game
});

test("a deal seen many times, even after reloads or in two pages, is counted once", async () => {
  const memory = new Memory();
  for (let page = 0; page < 3; page += 1) {
    const counter = new StatisticsRecorder(memory);
    for (let time = 0; time < 5; time += 1) counter.look(over(MADE));
  }
  expect(await loadStatistics(memory)).toMatchObject([{ rules: "uka", deals: 1, made: 1, points: 1 }]);
});

test("each deal and game is counted; a result changed by a claim replaces the first", async () => {
  const memory = new Memory();
  const counter = new StatisticsRecorder(memory);
  counter.look(over(MADE, 2));
  counter.look(over(MADE, 3));
  counter.look(over({ ...MADE, outcome: "revoked", points: [0, 2] }, 3));
  counter.look(over(MADE, 2, { game: "bb".repeat(32) }));
  counter.look(over(MADE, 2, { table: "t2" }));
  expect(await loadStatistics(memory)).toMatchObject([{ deals: 4, made: 3, points: 3, against: 2 }]);
});

test("games are won, lost or drawn by one's own side", async () => {
  const memory = new Memory();
  const winners = ["north-south", "east-west", null, "north-south"] as const;
  winners.forEach((winner, i) => {
    const end = scene(9, { stage: "over", winner, score: [10, 4] });
    new StatisticsRecorder(memory).look(known({ scene: end, game: `${i}`.repeat(64) }));
  });
  expect(await loadStatistics(memory)).toMatchObject([{ games: 4, won: 2, drawn: 1, deals: 0 }]);
});

describe("a deal counts for what it was", () => {
  const cases: [string, DealResult, object][] = [
    ["made", MADE, { called: 1, made: 1, points: 1, tricks: 3 }],
    ["of the partner", { ...MADE, maker: "north" }, { called: 0, made: 0, points: 1 }],
    [
      "euchred",
      { ...MADE, outcome: "euchred", points: [0, 2], tricks: [2, 3] },
      { called: 1, made: 0, euchred: 1, against: 2 },
    ],
    ["euchring", { ...MADE, outcome: "euchred", maker: "west", points: [2, 0] }, { euchres: 1, euchred: 0, points: 2 }],
    ["defended", { ...MADE, outcome: "defended_alone", maker: "west", lone_defender: "south" }, { euchres: 1 }],
    ["march", { ...MADE, outcome: "march", points: [2, 0], tricks: [5, 0] }, { marches: 1, loners: 0 }],
    ["against", { ...MADE, outcome: "march", maker: "east", points: [0, 2] }, { marches: 0, against: 2 }],
    ["alone", { ...MADE, outcome: "lone_made", loner: "south" }, { loners: 1, loneMarches: 0, marches: 0 }],
    ["all alone", { ...MADE, outcome: "lone_march", loner: "south" }, { loners: 1, loneMarches: 1, marches: 1 }],
    ["partner alone", { ...MADE, outcome: "lone_march", loner: "north" }, { loners: 0, loneMarches: 0, marches: 1 }],
    ["thrown in", { ...MADE, ...NOBODY, outcome: "thrown_in", points: [0, 0] }, { deals: 1, called: 0 }],
    ["dealt again", { ...MADE, ...NOBODY, outcome: "redeal", points: [0, 0] }, { deals: 0 }],
  ];
  test.each(cases)("%s", (_, result, expected) => {
    expect(countRows(finishedRows(over(result), 0))).toMatchObject([expected]);
  });
});

test("a row has the partner's name, that of a bot too, and the score after the deal", () => {
  const seated = scene(9).seats.map((view) => (view.seat === "north" ? { ...view, persona: "Ingrid" } : view));
  const at = (name: string | null): Row | undefined =>
    finishedRows(
      over(MADE, 2, {
        rules: { ...RULES, target: 10 } as Ruleset,
        scene: scene(9, {
          number: 2,
          score: [4, 2],
          seats: seated.map((view) => (view.seat === "north" ? { ...view, name } : view)),
        }),
      }),
      0,
    )[0];
  expect(at(null)).toMatchObject({ partner: "Bot Ingrid", score: [4, 2], target: 10 });
  expect(at("Ben")).toMatchObject({ partner: "Ben" });
});

test("rulesets are counted separately, the one played most first", () => {
  const rows = ["uka", "knock", "knock"].map((name, i) => {
    return finishedRows(over(MADE, i + 2, { rules: { ...RULES, name, title: name } as Ruleset }), 0);
  });
  expect(countRows(rows.flat()).map(({ rules, deals }) => [rules, deals])).toEqual([
    ["knock", 2],
    ["uka", 1],
  ]);
});
