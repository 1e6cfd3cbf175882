import { expect, test } from "vitest";
import type { Board, TournamentHeader, MatchView, RoundView, TeamView } from "../../wire/types.ts";
import { nextStep } from "./next-step.ts";
import { goneText, matchStatus } from "../match-status.ts";

const head = (more: Partial<TournamentHeader> = {}): TournamentHeader => ({
  name: "Games",
  rules: "tainui",
  title: "Tainui",
  seats: ["north", "east", "south", "west"],
  settings: {},
  tables: [1, 2],
  presided: [],
  ended: false,
  ...more,
});
const team = (number: number): TeamView => ({ team: number, name: `T${number}`, marae: "", withdrawn: false });
const round = (more: Partial<RoundView> = {}): RoundView => ({
  number: 1,
  byes: [],
  started: 1,
  bell_at: null,
  left: null,
  rang: false,
  closed: false,
  ...more,
});
const match = (table: number, more: Partial<MatchView> = {}): MatchView => ({
  table,
  teams: [1, 2],
  points: [0, 0],
  over: false,
  winner: null,
  drawn: false,
  moves: null,
  to: null,
  dealer: null,
  misdeals: 0,
  waits: false,
  last_deal: false,
  forfeit: null,
  cut: null,
  confirmed: [],
  entered: false,
  ...more,
});
const won = { over: true, winner: 1, moves: 1 } as const;
const teams = [1, 2, 3, 4].map(team);

test.each<[string, Board, string]>([
  ["nobody is there", { head: head(), teams: [] }, "enter"],
  ["one team is there", { head: head(), teams: [team(1)] }, "enter"],
  ["all have withdrawn", { head: head(), teams: teams.map((each) => ({ ...each, withdrawn: true })) }, "enter"],
  ["no table stands", { head: head({ tables: [] }), teams }, "tables"],
  ["all is ready", { head: head(), teams }, "seat"],
  ["a round is seated", { head: head(), teams, round: round({ started: null }) }, "start"],
  ["a round is played", { head: head(), teams, round: round(), matches: [match(1)] }, "close"],
  ["a round is closed", { head: head(), teams, round: round({ closed: true }) }, "seat"],
  ["another was planned", { head: head({ settings: { rounds: 2 } }), teams, round: round({ closed: true }) }, "seat"],
  ["it was the last", { head: head({ settings: { rounds: 1 } }), teams, round: round({ closed: true }) }, "end"],
  ["it is over", { head: head({ ended: true }), teams, round: round({ closed: true }) }, "none"],
])("what is next when %s", (_, board, action) => {
  expect(nextStep(board).action).toBe(action);
});

test("what stands in the way of closing is said by tables", () => {
  const matches = [
    match(7, { waits: true }),
    match(1, { ...won, confirmed: [1, 2] }),
    match(2),
    match(3, { over: true, drawn: true, uncut: true }),
    match(4, { ...won, confirmed: [1], unsigned: [2] }),
    match(5),
    match(6),
  ];
  const next = nextStep({ head: head(), teams, round: round(), matches });
  expect(next.but).toEqual([
    "Was a card turned up? Not answered yet: table 7.",
    "Not over yet: tables 2, 5–6.",
    "A draw, not cut for yet: table 3.",
    "Not signed by both captains: table 4.",
  ]);
  expect(next.unsigned).toBe(false);
});

test("a round that only lacks signatures may be closed without them", () => {
  const unsigned = match(1, { ...won, unsigned: [1, 2] });
  const next = nextStep({ head: head(), teams, round: round(), matches: [unsigned] });
  expect(next).toMatchObject({ unsigned: true, but: ["Not signed by both captains: table 1."] });
  const signed = nextStep({ head: head(), teams, round: round(), matches: [match(1, { ...won, confirmed: [1, 2] })] });
  expect(signed).toMatchObject({ unsigned: false, but: [] });
});

test("what was read from paper is not signed", () => {
  const paper = match(1, { ...won, entered: true });
  expect(nextStep({ head: head(), teams, round: round(), matches: [paper] })).toMatchObject({
    says: "Close round 1",
    unsigned: false,
    but: [],
  });
  expect(matchStatus(paper, round())).toEqual({ kind: "signed", words: "Over" });
});

test("players need not sign, and their cut has no captains", () => {
  const players = head({ settings: { entrants: "players" } });
  const ended = match(1, { ...won, partners: [3, 4] });
  const next = nextStep({ head: players, teams, round: round(), matches: [ended] });
  expect(next).toMatchObject({ says: "Close round 1", unsigned: false, but: [] });
  expect(matchStatus(ended, round())).toEqual({ kind: "signed", words: "Over" });
  const drawn = match(1, { over: true, drawn: true, uncut: true, partners: [3, 4] });
  expect(matchStatus(drawn, round()).words).toBe("Draw: one of each side cuts");
});

test("a table says who has gone until its game is over", () => {
  const people = teams.map((each) => ({ ...each, withdrawn: each.team === 4 }));
  const found = (number: number): TeamView | undefined => people.find((each) => each.team === number);
  expect(goneText(match(1, { partners: [3, 4] }), found)).toBe("T4 has withdrawn: somebody fills in.");
  expect(goneText(match(1, { ...won, partners: [3, 4] }), found)).toBe("");
  expect(goneText(match(1, { teams: [1, 4] }), found)).toBe("");
});

test.each<[string, MatchView | undefined, RoundView]>([
  ["free", undefined, round()],
  ["seated", match(1), round({ started: null })],
  ["playing", match(1), round()],
  ["waits", match(1, { waits: true }), round({ rang: true })],
  ["last", match(1, { last_deal: true }), round({ rang: true })],
  ["cut", match(1, { over: true, drawn: true, uncut: true }), round()],
  ["unsigned", match(1, { ...won, unsigned: [1, 2] }), round()],
  ["signed", match(1, { ...won, confirmed: [1, 2] }), round()],
  ["signed", match(1, { ...won, unsigned: [1, 2] }), round({ closed: true })],
])("a table that is %s", (kind, game, playing) => {
  expect(matchStatus(game, playing).kind).toBe(kind);
});

test("a game that was forfeited is called so once its result stands", () => {
  const forfeited = match(1, { ...won, forfeit: "east-west", unsigned: [1, 2] });
  expect(matchStatus(forfeited, round()).words).toBe("Over, signed 0 of 2");
  expect(matchStatus(forfeited, round({ closed: true })).words).toBe("Forfeited");
  expect(matchStatus(match(1, { ...forfeited, confirmed: [1, 2], unsigned: [] }), round()).words).toBe("Forfeited");
});
