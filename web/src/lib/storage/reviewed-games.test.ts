import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DealReview, ReviewedChoice, RatedAction } from "../../wire/types.ts";
import {
  type ChoicePhase,
  clearReviewedGames,
  keepReviewedGames,
  loadReviewedGames,
  lossesOf,
  type ReviewedGame,
  totalLoss,
} from "./reviewed-games.ts";
import { formatFigures, parseFigures } from "./figures-file.ts";
import type { Row } from "./statistics.ts";

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const choice = (phase: ChoicePhase, points: number, more: Partial<ReviewedChoice> = {}): ReviewedChoice =>
  ({ phase, points, win: 0.05, unsure: false, choices: [{}, {}] as RatedAction[], ...more }) as ReviewedChoice;
const review = (...choices: ReviewedChoice[]): DealReview => ({ number: 0, seat: "south", choices, unjudged: null });
const NONE = { choices: 0, mistakes: 0, points: 0 };

const game = (id: string, at: number): ReviewedGame => ({
  id,
  at,
  rules: "uka",
  title: "Uka",
  partner: "Bot Ingrid",
  deals: 9,
  phases: { calling: { choices: 9, mistakes: 2, points: 0.7 }, discard: NONE, lead: NONE, follow: NONE },
});

test("points are lost in the phase of each mistake", () => {
  const reviews = [review(choice("calling", 0.5), choice("lead", 0.25)), review(choice("calling", 0.25))];
  expect(lossesOf(reviews)).toEqual({
    calling: { choices: 2, mistakes: 2, points: 0.75 },
    discard: NONE,
    lead: { choices: 1, mistakes: 1, points: 0.25 },
    follow: NONE,
  });
  expect(totalLoss({ ...game("t/0", 1), phases: lossesOf(reviews) })).toBe(1);
});

test("only choices that cost more than chance explains lose points", () => {
  const { follow } = lossesOf([
    review(
      choice("follow", 0.5, { unsure: true }),
      choice("follow", 0, { win: 0 }),
      choice("follow", -0.2), // wins less, but scores more points
      choice("follow", 0.5, { choices: [] }), // the only card that may be played
    ),
  ]);
  expect(follow).toEqual({ choices: 3, mistakes: 1, points: 0 });
});

test("a game is stored once, the oldest first, and is forgotten on demand", () => {
  keepReviewedGames([game("t/1", 20)]);
  expect(keepReviewedGames([game("t/0", 10), { ...game("t/1", 20), deals: 8 }])).toEqual([
    game("t/0", 10),
    { ...game("t/1", 20), deals: 8 },
  ]);
  expect(loadReviewedGames().map(({ id }) => id)).toEqual(["t/0", "t/1"]);
  clearReviewedGames();
  expect(loadReviewedGames()).toEqual([]);
});

test.each([
  "no JSON",
  "[]",
  '{"version":2,"games":[]}',
  '{"version":1}',
  JSON.stringify({ version: 1, games: [{ ...game("t/1", 1), phases: {} }, { ...game("t/1", 1), at: "now" }, 7, null] }),
])("the stored text %j holds no games", (text) => {
  kept.set("uka.reviews", text);
  expect(loadReviewedGames()).toEqual([]);
});

const ROWS = [
  {
    what: "deal",
    id: "t/ab/1",
    at: 1,
    rules: "uka",
    title: "Uka",
    seat: "south",
    partner: "Bot Ingrid",
    score: [1, 0],
    target: 10,
    result: { outcome: "made", points: [1, 0], tricks: [3, 2], maker: "south", loner: null, lone_defender: null },
  },
  {
    what: "game",
    id: "t/ab",
    at: 2,
    rules: "uka",
    title: "Uka",
    seat: "south",
    partner: "Ben",
    won: true,
    score: [10, 4],
  },
] as const satisfies readonly Row[];

test("a file holds the rows and the reviewed games, and is read again", () => {
  const file = { rows: ROWS, reviewed: [game("t/0", 10)] };
  expect(parseFigures(formatFigures(file))).toEqual(file);
});

test("a file's invalid rows are left out, and another file is refused", () => {
  const bad = [
    ...[{ ...ROWS[0], result: null }, { ...ROWS[1], seat: "up" }, { ...ROWS[1], score: [1] }, { what: "x" }, 3],
    ...[-1, 9e15, 1e308].map((at) => ({ ...ROWS[1], at })), // no date
    ...[0.5, 1e308].flatMap((points) => [
      { ...ROWS[0], target: points },
      { ...ROWS[1], score: [points, 0] },
    ]),
  ];
  expect(parseFigures(JSON.stringify({ version: 1, rows: [...bad, ROWS[1]], reviewed: [game("t/0", 9e15)] }))).toEqual({
    rows: [ROWS[1]],
    reviewed: [],
  });
  for (const text of ["", "no JSON", "[]", "{}", '{"version":2,"rows":[]}', '{"version":1,"seen":{}}'])
    expect(parseFigures(text)).toBeUndefined();
});
