import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Board } from "../../wire/types.ts";
import { RequestRefused } from "./errors.ts";
import type { UnsentTournamentCommand, ConnectionStatus } from "./tournament-session.svelte.ts";
import { FakePage } from "../testing/fakes.ts";
import { CommandQueue } from "./command-queue.svelte.ts";

/** A fake server that answers a command only when the test calls `answer`. */
class Server {
  readonly tournament = "d1";
  readonly link = "secret";
  status: ConnectionStatus = "away";
  board: Board = round(1);
  readonly sent: { readonly command: UnsentTournamentCommand; readonly id: string }[] = [];
  #answers: ((error?: Error) => void)[] = [];

  send(command: UnsentTournamentCommand, id = ""): Promise<void> {
    this.sent.push({ command, id });
    return new Promise((resolve, reject) => this.#answers.push((error) => (error ? reject(error) : resolve())));
  }

  /** Answers the oldest command. Refuses the command if `error` is given, and otherwise accepts it. */
  async answer(error?: Error): Promise<void> {
    this.#answers.shift()?.(error);
    await turn();
  }
}

const round = (number: number): Board => ({ round: { number } as unknown as NonNullable<Board["round"]> });
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const played = (tricks: number): UnsentTournamentCommand => ({
  type: "enter_tap",
  tap: { type: "deal_played", table: 3, makers: "north-south", tricks },
});
const MISDEAL: UnsentTournamentCommand = { type: "enter_tap", tap: { type: "deal_misdealt", table: 3 } };

let server: Server;

beforeEach(() => {
  new FakePage();
  server = new Server();
});
afterEach(() => vi.unstubAllGlobals());

test("commands wait without a network, and arrive in order, one after another", async () => {
  const queue = new CommandQueue(server);
  for (const tricks of [3, 4, 5]) queue.put(played(tricks));
  await turn();
  expect(server.sent).toEqual([]);
  expect(queue.waiting.map(({ sent }) => sent)).toEqual([false, false, false]);
  server.status = "open";
  void queue.go();
  void queue.go();
  for (const count of [1, 2, 3]) {
    expect(server.sent).toHaveLength(count);
    await server.answer();
  }
  expect(server.sent.map(({ command }) => command)).toEqual([played(3), played(4), played(5)]);
  expect(queue.all).toEqual([]);
});

test("waiting commands survive a reload, and are sent under the same id", async () => {
  const before = new CommandQueue(server);
  before.put(played(3));
  before.put(MISDEAL);
  server.status = "open";
  void before.go();
  const queue = new CommandQueue(server);
  expect(queue.waiting.map(({ command, sent }) => [command, sent])).toEqual([
    [played(3), true],
    [MISDEAL, false],
  ]);
  void queue.go();
  expect(server.sent.map(({ id }) => id)).toEqual([queue.all[0]?.id, queue.all[0]?.id]);
});

test("a command without an answer is sent again under its id", async () => {
  server.status = "open";
  const queue = new CommandQueue(server);
  queue.put(MISDEAL);
  await server.answer(new RequestRefused("no answer", 0, false, true));
  expect(server.sent).toHaveLength(2);
  expect(server.sent[0]?.id).toBe(server.sent[1]?.id);
  await server.answer();
  expect(queue.all).toEqual([]);
});

test("a refused command stays visible with its reason until it is dropped; later commands are sent", async () => {
  server.status = "open";
  const queue = new CommandQueue(server);
  queue.put(MISDEAL);
  queue.put(played(3));
  await server.answer(new RequestRefused("the game is over"));
  expect(queue.refused.map(({ command, why }) => [command, why])).toEqual([[MISDEAL, "The game is over."]]);
  expect(new CommandQueue(server).refused).toHaveLength(1);
  await server.answer();
  expect(queue.waiting).toEqual([]);
  queue.drop(queue.refused[0]?.id ?? "");
  expect(queue.all).toEqual([]);
  expect(server.sent).toHaveLength(2);
});

test("a command can be dropped as long as it was not sent", async () => {
  const queue = new CommandQueue(server);
  queue.put(MISDEAL);
  queue.put(played(3));
  const [first, second] = queue.all;
  queue.drop(first?.id ?? "");
  expect(queue.waiting).toEqual([second]);
  server.status = "open";
  void queue.go();
  queue.drop(second?.id ?? "");
  expect(queue.waiting).toHaveLength(1);
});

test("an entry for a round that is over is not sent in the next one", async () => {
  const queue = new CommandQueue(server);
  queue.put(played(3));
  queue.put({ type: "call_for_help", table: 3 });
  server.board = round(2);
  server.status = "open";
  void queue.go();
  await turn();
  expect(queue.refused.map(({ why }) => why)).toEqual([
    "Round 1 was over before this could be sent: tell the director.",
  ]);
  expect(server.sent.map(({ command }) => command.type)).toEqual(["call_for_help"]);
});

test("commands of another page of this browser are taken over, and those that it sent are removed", async () => {
  server.status = "open";
  const [queue, other] = [new CommandQueue(server), new CommandQueue(server)];
  queue.put(MISDEAL);
  other.changed({ key: "uka.waiting.d1.secret" } as StorageEvent);
  expect(other.waiting).toHaveLength(1);
  await server.answer();
  other.put(played(3));
  expect(other.waiting.map(({ command }) => command)).toEqual([played(3)]);
});

test("a browser that blocks storage still sends commands", async () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new Error("nothing is kept here");
    },
  });
  const queue = new CommandQueue(server);
  queue.put(MISDEAL);
  queue.put(played(3));
  expect(queue.waiting).toHaveLength(2);
});
