import { beforeEach, expect, test, vi } from "vitest";
import { records } from "../lib/net/api.ts";
import { RequestRefused, ServerUnreachable } from "../lib/net/errors.ts";
import type { ReviewedGame } from "../lib/storage/reviewed-games.ts";
import type { Row } from "../lib/storage/statistics.ts";
import type { RecordSummary, Seat } from "../wire/types.ts";
import { countsOf } from "./game-counts.ts";
import { ownGame, uncountedGames, waitingGames } from "./own-games.ts";

vi.mock("../lib/net/api.ts", () => ({ records: vi.fn() }));
const asked = vi.mocked(records);
beforeEach(() => {
  asked.mockReset();
});

const row = (id: string, at: number, score: readonly number[], seat: Seat = "south"): Row => ({
  ...{ what: "game", id, at, rules: "uka", title: "Uka", seat, partner: "Ben", won: true, score },
});
const line = (number: number, ended: number, score: readonly number[]): RecordSummary => ({
  ...{ number, players: [], score, winner: null, deals: 9, began: 0, ended },
});
const counted = (id: string): ReviewedGame => ({ id }) as ReviewedGame;
const AT = { table: "t1", invitation: "i" };
const ROWS = [row("t1/aa", 100, [10, 4]), row("t1/bb", 200, [8, 10], "north"), row("t2/cc", 300, [10, 0])];

test("a record is the user's own if this browser saw its end", () => {
  expect(ownGame(ROWS, AT, line(1, 190, [8, 10]))).toEqual({
    ...AT,
    number: 1,
    seat: "north",
    game: { id: "t1/1", at: 190, rules: "uka", title: "Uka", partner: "Ben", deals: 9 },
  });
  expect(ownGame(ROWS, AT, line(2, 190, [3, 10]))).toBeUndefined();
  expect(ownGame(ROWS, { ...AT, table: "t3" }, line(0, 100, [10, 4]))).toBeUndefined();
});

test("of two games with the same score, the nearest in time is meant", () => {
  const rows = [row("t1/aa", 100, [10, 4], "south"), row("t1/bb", 900, [10, 4], "west")];
  expect(ownGame(rows, AT, line(0, 80, [10, 4]))?.seat).toBe("south");
  expect(ownGame(rows, AT, line(1, 880, [10, 4]))?.seat).toBe("west");
});

test("only tables with games that are not counted are asked", async () => {
  const tables = [AT, { table: "t2", invitation: "" }, { table: "t3", invitation: "" }];
  expect(waitingGames(ROWS, [counted("t2/0")], tables)).toBe(2);
  asked.mockResolvedValue([line(0, 90, [10, 4]), line(1, 190, [8, 10]), line(2, 290, [0, 1])]);
  const found = await uncountedGames(ROWS, [counted("t2/0"), counted("t1/0")], tables);
  expect(found.map(({ game }) => game.id)).toEqual(["t1/1"]);
  expect(asked).toHaveBeenCalledTimes(1);
});

test("a table that is gone is left out, and a server that is away is an error", async () => {
  asked.mockRejectedValue(new RequestRefused("no such table", 404));
  expect(await uncountedGames(ROWS, [], [AT])).toEqual([]);
  asked.mockRejectedValue(new ServerUnreachable("away"));
  await expect(uncountedGames(ROWS, [], [AT])).rejects.toThrow("away");
});

test("euchres and loners are counted for each finished game", () => {
  const deal = (id: string, outcome: string, maker: Seat, loner: Seat | null = null): Row =>
    ({ what: "deal", id, at: 0, seat: "south", result: { outcome, maker, loner } }) as Row;
  const rows = [
    deal("t1/aa/1", "euchred", "north"),
    deal("t1/aa/2", "lone_euchred", "west", "west"),
    deal("t1/aa/3", "lone_march", "south", "south"),
    deal("t1/bb/1", "made", "east"),
    deal("t1/zz/1", "euchred", "east"), // this game is not finished
  ];
  expect(countsOf([...rows, ...ROWS])).toEqual([
    { at: 100, euchred: 1, euchres: 1, loners: 1 },
    { at: 200, euchred: 0, euchres: 0, loners: 0 },
  ]);
});
