import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Board, TournamentSnapshot, TournamentLineView, MatchView } from "../../wire/types.ts";
import { RequestRefused } from "./errors.ts";
import { INTERVALS, TournamentSession, mergeBoard, ClockOffset } from "./tournament-session.svelte.ts";
import { FakePage, FakeSocket } from "../testing/fakes.ts";
import { TIMINGS } from "./socket-timings.ts";

beforeEach(() => {
  vi.useFakeTimers();
  new FakePage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const match = (table: number, points: readonly [number, number] = [0, 0]): MatchView =>
  ({ table, points }) as unknown as MatchView;
const line = (seq: number): TournamentLineView => ({ seq }) as unknown as TournamentLineView;
const START: Board = { fresh: true, matches: [match(1), match(2)], lines: [line(1), line(2)], calls: [] };

function snapshot(more: Partial<TournamentSnapshot> = {}): TournamentSnapshot {
  const base = { type: "tournament_snapshot", tournament: "d1", now: Date.now(), version: 1, board: START, sheet: {} };
  return { ...base, role: "official", table: 1, ...more } as unknown as TournamentSnapshot;
}

function opened(): TournamentSession {
  const session = new TournamentSession("d1", "secret");
  FakeSocket.last.open().receive(snapshot());
  return session;
}

const taps = (): readonly unknown[] => FakeSocket.last.tournamentCommands.filter(({ type }) => type === "enter_tap");
const TAP = { type: "enter_tap", tap: { type: "deal_misdealt", table: 1 } } as const;

describe("the state of a tournament", () => {
  test("takes the parts that changed, and keeps the others", () => {
    const round = { number: 2 } as unknown as NonNullable<Board["round"]>;
    const board = mergeBoard(mergeBoard({}, START), { round });
    expect(board.round).toEqual(round);
    expect(board.matches).toEqual([match(1), match(2)]);
    expect(mergeBoard(board, { round: null, calls: null })).toEqual(board);
  });

  test("replaces the match of a table, and adds a match at a new table", () => {
    const board = mergeBoard(START, { matches: [match(2, [0, 3]), match(3)] });
    expect(board.matches).toEqual([match(1), match(2, [0, 3]), match(3)]);
  });

  test("replaces all matches of a new round, even by none", () => {
    expect(mergeBoard(START, { fresh: true, matches: [match(7)] }).matches).toEqual([match(7)]);
    expect(mergeBoard(START, { fresh: true }).matches).toEqual([]);
  });

  test("appends each line of the log once", () => {
    expect(mergeBoard(START, { lines: [line(2), line(3)] }).lines).toEqual([line(1), line(2), line(3)]);
  });
});

describe("the server's clock", () => {
  test("is taken from the answer with the shortest round trip", () => {
    const offset = new ClockOffset();
    offset.restart(Date.now() + 5_000);
    expect(offset.ahead).toBe(5_000);
    offset.take(1_000, 7_100, 1_400); // 200 ms each way, if both ways took the same time
    expect(offset.ahead).toBe(5_900);
    offset.take(2_000, 8_010, 2_020);
    expect(offset.ahead).toBe(6_000);
    offset.take(3_000, 9_900, 3_900);
    expect(offset.ahead).toBe(6_000);
  });

  test("is measured anew after this computer's clock was set", () => {
    const offset = new ClockOffset();
    offset.take(1_000, 7_005, 1_010);
    expect(offset.ahead).toBe(6_000);
    offset.take(61_000, 7_100, 61_200); // a minute later, after this computer's clock was changed
    expect(offset.ahead).toBe(-54_000);
    offset.take(62_000, 8_105, 62_210);
    expect(offset.ahead).toBe(-54_000);
  });

  test("is measured when the connection is good, and again now and then", async () => {
    const session = opened();
    const ping = FakeSocket.last.tournamentCommands.find(({ type }) => type === "ping_tournament");
    vi.advanceTimersByTime(20);
    FakeSocket.last.receive({ type: "pong", id: ping?.id ?? "", now: Date.now() + 60_000 - 10 });
    await vi.advanceTimersByTimeAsync(0);
    expect(session.now).toBe(Date.now() + 60_000);
    const before = FakeSocket.last.tournamentCommands.length;
    vi.advanceTimersByTime(INTERVALS.soon);
    expect(FakeSocket.last.tournamentCommands.length).toBeGreaterThan(before);
    session.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("the session presents its link, and holds the state that it receives", () => {
  const session = new TournamentSession("d 1", "secret");
  expect(FakeSocket.last.url).toBe("ws://uka.example/api/tournaments/d%201/socket");
  expect(session.status).toBe("connecting");
  FakeSocket.last.open();
  expect(FakeSocket.last.tournamentCommands).toEqual([{ type: "present_link", id: "greeting", link: "secret" }]);
  FakeSocket.last.receive(snapshot());
  expect([session.status, session.role, session.match(2)]).toEqual(["open", "official", match(2)]);
  FakeSocket.last.receive({ type: "tournament_change", version: 2, board: { matches: [match(2, [1, 0])] } });
  expect(session.match(2)?.points).toEqual([1, 0]);
  session.close();
});

test("a command is sent again under its id on a new connection, after the link, and the whole state is received", async () => {
  const session = opened();
  const done = session.send(TAP, "t1");
  FakeSocket.last.end(1006);
  vi.advanceTimersByTime(TIMINGS.first);
  FakeSocket.last.open();
  const ordered = FakeSocket.last.tournamentCommands.filter(({ type }) => type !== "ping_tournament");
  expect(ordered.map(({ id }) => id)).toEqual(["greeting", "t1"]);
  FakeSocket.last.receive(snapshot({ board: { matches: [match(9)] } })).receive({ type: "ack", id: "t1", version: 5 });
  await done;
  expect(session.board.matches).toEqual([match(9)]);
  vi.advanceTimersByTime(2 * TIMINGS.answer);
  expect(taps()).toHaveLength(1);
  session.close();
});

test("a refused command fails with the server's sentence", async () => {
  const session = opened();
  const answer = session.send(TAP, "t1").catch((error: unknown) => error);
  FakeSocket.last.receive({ type: "rejection", id: "t1", why: "round 1 has not started" });
  const error = await answer;
  expect(error).toBeInstanceOf(RequestRefused);
  expect(error).toMatchObject({ message: "Round 1 has not started.", again: false });
  session.close();
});

test("a lost connection is reported only after a while", () => {
  const session = opened();
  FakeSocket.last.end(1006);
  expect(session.status).toBe("open");
  vi.advanceTimersByTime(3_000);
  expect(session.status).toBe("away");
  FakeSocket.last.open().receive(snapshot());
  expect(session.status).toBe("open");
  session.close();
});

test("a revoked link ends the session for good, in the server's words", async () => {
  const session = opened();
  const answer = session.send(TAP).catch((error: unknown) => error);
  FakeSocket.last.receive({ type: "farewell", why: "your link was taken back" }).end(4403);
  expect([session.status, session.why, session.code]).toEqual(["ended", "Your link was taken back.", 4403]);
  expect(await answer).toBeInstanceOf(RequestRefused);
  vi.advanceTimersByTime(600_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("a link's holder sees the last state that was received, before the server answers", () => {
  const before = opened();
  FakeSocket.last.receive({ type: "tournament_change", version: 2, board: { matches: [match(2, [1, 0])] } });
  before.close();
  const session = new TournamentSession("d1", "secret");
  expect([session.status, session.role, session.match(2)?.points]).toEqual(["connecting", "official", [1, 0]]);
  expect(new TournamentSession("d1", "other").snapshot).toBeNull();
  expect(new TournamentSession("d1").snapshot).toBeNull();
  FakeSocket.all.at(-3)?.open().end(4403);
  expect(new TournamentSession("d1", "secret").snapshot).toBeNull();
});
