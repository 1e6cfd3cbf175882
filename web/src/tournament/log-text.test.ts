import { expect, test } from "vitest";
import type { Board, TournamentEntry, TournamentLineView } from "../wire/types.ts";
import { LogText } from "./log-text.ts";

const line = (seq: number, entry: TournamentEntry, by = "director", name = ""): TournamentLineView => ({
  seq,
  at: 0,
  by,
  name,
  entry,
});
const seated = (round: number, teams: [number, number], byes: number[] = []): TournamentEntry => ({
  type: "round_seated",
  round,
  pairings: [{ table: 1, teams }],
  byes,
});
const played: TournamentEntry = { type: "deal_played", table: 1, makers: "east-west", tricks: 4 };

const lines = [
  line(5, played),
  line(6, seated(1, [1, 2], [3])),
  line(7, { ...played, alone: true }, "g1", "Hemi"),
  line(8, seated(2, [2, 3])),
  line(9, played),
  line(10, { type: "round_bell_rang" }, "clock"),
  line(11, { type: "entry_undone", to: 9, reason: "wrong table" }),
];
const board: Board = {
  lines,
  teams: ["Kauri", "Rimu", "Tawa"].map((name, i) => ({ team: i + 1, name, marae: "", withdrawn: false })),
};
const logText = new LogText(board);
const said = (seq: number): string =>
  logText.say(lines.find((line) => line.seq === seq) ?? line(0, { type: "round_closed" }));

test("a tap names who sat there then, or the seats where that is not known any more", () => {
  expect(said(7)).toBe("Table 1: Rimu made trump: 4 tricks, alone");
  expect(said(9)).toBe("Table 1: Tawa made trump: 4 tricks");
  expect(said(5)).toBe("Table 1: East–West made trump: 4 tricks");
});

test("a round says who sits out", () => {
  expect(said(6)).toBe("Round 1 seated. Sitting out: Tawa");
  expect(said(8)).toBe("Round 2 seated");
});

test("a round that starts or is closed has its number where its seating is known", () => {
  expect(logText.say(line(7, { type: "round_started" }))).toBe("Round 1 started");
  expect(logText.say(line(9, { type: "round_closed" }))).toBe("Round 2 closed");
  expect(logText.say(line(4, { type: "round_closed" }))).toBe("Round closed");
});

test("an undone line says what it was, and why", () => {
  expect(said(11)).toBe("Undone: Table 1: Tawa made trump: 4 tricks: “wrong table”");
});

test("who did it is named", () => {
  expect([7, 9, 10].map((seq) => logText.by(lines.find((line) => line.seq === seq)!))).toEqual([
    "Hemi",
    "Director",
    "The clock",
  ]);
});

test.each<[TournamentEntry, string]>([
  [{ type: "team_entered", team: 4, roster: { name: "Miro" } }, "Team 4 added: Miro"],
  [{ type: "team_withdrew", team: 1, reason: "ill" }, "Kauri withdrew: “ill”"],
  [
    { type: "link_granted", grant: "g2", role: "official", name: "Ana", table: 3 },
    "Link created: Ana (Official of table 3)",
  ],
  [{ type: "round_extended", ms: -60_000 }, "1 minute removed from the round"],
  [{ type: "round_extended", ms: 150_000 }, "2.5 minutes added to the round"],
  [{ type: "official_ruling_given", table: 1, reason: "talk", points: [0, 2] }, "Table 1: Ruled: 0 / +2: “talk”"],
  [
    { type: "conduct_card_shown", team: 1, colour: "orange", reason: "talk", player: "Mere" },
    "Orange card for Mere (Kauri): “talk”",
  ],
  [
    { type: "result_corrected", round: 1, table: 1, points: [3, 11], reason: "misread" },
    "Round 1, table 1, result changed: 3–11: “misread”",
  ],
  [{ type: "tables_set", numbers: [1, 2, 3, 7] }, "Tables set: 1–3, 7"],
])("%j is read", (entry, words) => {
  expect(logText.say(line(20, entry))).toBe(words);
});

test("only what counts in an open round, conduct, and cuts for the standings can be undone", () => {
  const round = { number: 1, byes: [], started: 1, bell_at: null, left: null, rang: false, closed: false };
  const match = { table: 1, taps: [{ seq: 7, tap: played }] } as never;
  const marks = [{ seq: 3, round: 1, mark: { type: "fair_play_given", team: 1, points: 1 } as const }];
  expect(new LogText({ round, matches: [match], marks }).undoable).toEqual(new Set([7, 3]));
  const cuts = [8, 9].map((seq) => line(seq, { type: "level_teams_cut", cuts: [[1, "Ks"]] }));
  const redone = [...cuts, line(10, { type: "entry_undone", to: 8 })];
  expect(new LogText({ lines: redone }).undoable).toEqual(new Set([9]));
  expect(new LogText({ round: { ...round, closed: true }, matches: [match], marks }).undoable).toEqual(new Set([3]));
});

test("the log of an event of players names no captains", () => {
  const players = new LogText({
    ...board,
    head: { settings: { entrants: "players" } } as NonNullable<Board["head"]>,
  });
  const cards = ["Kd", "9s"] as const;
  const told = [
    line(12, { type: "drawn_match_cut", table: 1, cards }),
    line(13, { type: "level_teams_cut", cuts: [[1, "Kd"], [2, "9s"]] }), // prettier-ignore
  ].map((one) => players.say(one));
  expect(told).toEqual([
    "Table 1: one of each side cut king of diamonds, nine of spades",
    "The level players cut: Kauri king of diamonds, Rimu nine of spades",
  ]);
});
