import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TableCommand } from "../../wire/types.ts";
import { RequestRefused } from "./errors.ts";
import { change, FakePage, FakeSocket, snapshot, wholeChange } from "../testing/fakes.ts";
import { TableReplica, type TableStep } from "./table-replica.ts";
import { ReconnectingSocket } from "./socket.ts";
import { TIMINGS } from "./socket-timings.ts";
import type { SocketListener } from "./socket-protocol.ts";
import { TABLE_PROTOCOL, type TableState } from "./table-protocol.ts";

let page: FakePage;

/** A listener that records everything it receives. */
class Ear implements SocketListener<TableState> {
  readonly replica = new TableReplica();
  readonly told: TableStep[] = [];
  good = false;
  end: { why: string; code: number } | null = null;

  get since(): number | null {
    return this.replica.version;
  }
  get behind(): boolean {
    return this.replica.behind;
  }
  receive(...args: Parameters<SocketListener<TableState>["receive"]>): void {
    this.told.push(...this.replica.receive(...args));
  }
  noteVersion(version: number): void {
    this.replica.known = Math.max(this.replica.known, version);
  }
  connected(good: boolean): void {
    this.good = good;
  }
  ended(why: string, code: number): void {
    this.end = { why, code };
  }
}

function linked(): { link: ReconnectingSocket<TableCommand, TableState>; ear: Ear } {
  const ear = new Ear();
  const link = new ReconnectingSocket(
    (since) => `ws://uka.example/s${since === null ? "" : `?since=${since}`}`,
    TABLE_PROTOCOL,
    ear,
  );
  return { link, ear };
}

/** Returns the value or the error of a promise. Returns "waiting" if the promise is not settled yet. */
async function state(promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise.catch((error: unknown) => error), Promise.resolve("waiting")]);
}

beforeEach(() => {
  vi.useFakeTimers();
  page = new FakePage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a socket that the page closes while it connects is closed once it is open", () => {
  const { link } = linked();
  const socket = FakeSocket.last;
  link.close();
  expect(socket.closed).toBe(false);
  socket.open();
  expect(socket.closed).toBe(true);
  expect(FakeSocket.all).toEqual([socket]);
});

describe("a lost connection", () => {
  test("is opened again, and asks for the missing versions", () => {
    const { ear } = linked();
    expect(FakeSocket.last.since).toBeNull();
    FakeSocket.last.open().receive(snapshot(7));
    expect(ear.good).toBe(true);
    FakeSocket.last.end(1006);
    expect(ear.good).toBe(false);
    vi.advanceTimersByTime(TIMINGS.first);
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.last.since).toBe(7);
    FakeSocket.last.open().receive(wholeChange(7, 9));
    expect(ear.good).toBe(true);
    expect(ear.since).toBe(9);
  });

  test("is tried again after growing pauses, and at once when the page is shown or the network is back", () => {
    linked();
    const tries = (): number => FakeSocket.all.length;
    for (let i = 0; i < 12; i += 1) {
      FakeSocket.last.end(1006);
      vi.advanceTimersByTime(TIMINGS.most);
    }
    expect(tries()).toBe(13);
    FakeSocket.last.end(1006);
    page.occur("online");
    expect(tries()).toBe(14);
    FakeSocket.last.end(1006);
    vi.advanceTimersByTime(TIMINGS.first);
    expect(tries()).toBe(15);
  });

  test("is tried again rarely while the page is hidden", () => {
    vi.spyOn(Math, "random").mockReturnValue(0); // the random parts of all pauses are zero
    linked();
    FakeSocket.last.open().receive(snapshot(1));
    page.hide(true);
    const before = FakeSocket.all.length;
    for (let minute = 0; minute < 30; minute += 1) {
      if (!FakeSocket.last.closed) FakeSocket.last.end(1006);
      vi.advanceTimersByTime(60_000);
    }
    expect(FakeSocket.all.length - before).toBeLessThanOrEqual(60);
    FakeSocket.last.end(1006);
    page.hide(false);
    const now = FakeSocket.all.length;
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all.length).toBe(now);
    expect(FakeSocket.last.closed).toBe(false);
  });

  test("that does not open is given up, and another is tried", () => {
    linked();
    vi.advanceTimersByTime(TIMINGS.opening + TIMINGS.first);
    expect(FakeSocket.all.length).toBe(2);
    expect(FakeSocket.all[0]?.closed).toBe(true);
  });

  test("is opened again after the server's restart", () => {
    const { ear } = linked();
    FakeSocket.last.open().receive(snapshot(1));
    FakeSocket.last
      .receive({ type: "farewell", why: "the server is restarting: it will be back soon", again: true })
      .end(1012);
    expect(ear.end).toBeNull();
    vi.advanceTimersByTime(TIMINGS.first);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("is opened again when the page is shown, if the server closed it because it was idle", () => {
    const { ear } = linked();
    FakeSocket.last.open().receive(snapshot(1));
    page.hide(true);
    FakeSocket.last.receive({ type: "farewell", why: "you were disconnected after a long silence" }).end(4408);
    vi.advanceTimersByTime(3_600_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(ear.end).toBeNull();
    page.hide(false);
    expect(FakeSocket.all).toHaveLength(2);
  });
});

describe("a connection that is lost without an event", () => {
  test("is noticed soon after the page is shown again", () => {
    linked();
    FakeSocket.last.open().receive(snapshot(1));
    page.hide(true);
    vi.advanceTimersByTime(3_600_000);
    expect(FakeSocket.last.find("ping_table")).toBeUndefined();
    page.hide(false);
    expect(FakeSocket.last.find("ping_table")).toBeDefined();
    vi.advanceTimersByTime(TIMINGS.answer + TIMINGS.first);
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.all[0]?.closed).toBe(true);
  });

  test("is noticed soon after the machine slept, even if the page stayed visible", () => {
    linked();
    FakeSocket.last.open().receive(snapshot(1));
    vi.advanceTimersByTime(3 * TIMINGS.tick);
    expect(FakeSocket.last.find("ping_table")).toBeUndefined();
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(TIMINGS.tick);
    expect(FakeSocket.last.find("ping_table")).toBeDefined();
    vi.advanceTimersByTime(TIMINGS.answer + TIMINGS.first);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("is noticed because it is silent; one that answers is kept", () => {
    linked();
    FakeSocket.last.open().receive(snapshot(1));
    for (let i = 0; i < 10; i += 1) {
      vi.advanceTimersByTime(TIMINGS.silence);
      FakeSocket.last.receive({ type: "pong", id: "ping", now: 0 });
    }
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(TIMINGS.silence + TIMINGS.answer + TIMINGS.first);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("is ignored once it is given up", () => {
    const { ear } = linked();
    FakeSocket.last.open().receive(snapshot(1));
    const old = FakeSocket.last;
    vi.advanceTimersByTime(TIMINGS.silence + TIMINGS.answer + TIMINGS.first);
    old.receive(change(1, 5));
    old.end(4403);
    expect(ear.since).toBe(1);
    expect(ear.end).toBeNull();
  });
});

describe("a request", () => {
  const pass = { type: "submit_action", action: { type: "pass" }, version: 1, id: "m1" } as const;

  test("resolves once the server has answered", async () => {
    const { link } = linked();
    FakeSocket.last.open().receive(snapshot(1));
    const asked = link.send(pass);
    expect(FakeSocket.last.commands).toEqual([pass]);
    FakeSocket.last.receive({ type: "ack", id: "m1", version: 2 });
    expect(await asked).toBe(2);
  });

  test("waits for a connection, and is sent under its id on each new one until it is answered", async () => {
    const { link } = linked();
    const asked = link.send(pass);
    FakeSocket.last.open().receive(snapshot(1));
    expect(FakeSocket.last.commands).toEqual([pass]);
    FakeSocket.last.end(1006);
    vi.advanceTimersByTime(TIMINGS.first);
    FakeSocket.last.open();
    expect(FakeSocket.last.commands).toEqual([pass]);
    FakeSocket.last.receive({ type: "ack", id: "m1", version: 2 });
    expect(await asked).toBe(2);
    FakeSocket.last.end(1006);
    vi.advanceTimersByTime(TIMINGS.most);
    expect(FakeSocket.last.open().commands).toEqual([]);
  });

  test("is not sent on a connection that is closing", async () => {
    const { link } = linked();
    FakeSocket.last.open().receive(snapshot(1)).close();
    const asked = link.send(pass);
    FakeSocket.last.end(1001);
    vi.advanceTimersByTime(TIMINGS.first);
    expect(FakeSocket.last.open().commands).toEqual([pass]);
    FakeSocket.last.receive({ type: "ack", id: "m1", version: 2 });
    expect(await asked).toBe(2);
  });

  test("keeps its order on a new connection", () => {
    const { link } = linked();
    for (const id of ["a", "b", "c"]) void link.send({ type: "declare_ready", id });
    FakeSocket.last.open();
    expect(FakeSocket.last.commands.map((command) => command.id)).toEqual(["a", "b", "c"]);
  });

  test("is sent again if the answer was lost", async () => {
    const { link } = linked();
    FakeSocket.last.open().receive(snapshot(1));
    const asked = link.send(pass);
    vi.advanceTimersByTime(TIMINGS.answer);
    expect(FakeSocket.last.commands.filter((command) => command.id === "m1")).toEqual([pass, pass]);
    FakeSocket.last.receive({ type: "ack", id: "m1", version: 2 });
    expect(await asked).toBe(2);
  });

  test("fails with a sentence after a while without a connection, and is not sent any more", async () => {
    const { link } = linked();
    const asked = link.send(pass);
    const answer = asked.catch((error: unknown) => error);
    vi.advanceTimersByTime(TIMINGS.patience);
    expect(await answer).toMatchObject({ message: "You were offline, so it wasn't done.", again: true });
    expect(FakeSocket.last.open().commands).toEqual([]);
  });

  test("fails without a claim that nothing was done, if that is not known", async () => {
    const { link } = linked();
    FakeSocket.last.open().receive(snapshot(1));
    const answer = link.send(pass).catch((error: unknown) => error);
    FakeSocket.last.end(1006);
    vi.advanceTimersByTime(TIMINGS.patience);
    expect((await answer) as Error).toMatchObject({ message: expect.stringContaining("You'll see whether it worked") });
  });

  test("fails with the server's sentence; if it was stale, the table's state is requested", async () => {
    const { link } = linked();
    FakeSocket.last.open().receive(snapshot(1));
    const answer = link.send(pass).catch((error: unknown) => error);
    FakeSocket.last.receive({
      type: "rejection",
      id: "m1",
      why: "the game has moved on: look again",
      stale: true,
    });
    const error = (await answer) as RequestRefused;
    expect(error).toBeInstanceOf(RequestRefused);
    expect(error).toMatchObject({ message: "The game has moved on: look again.", stale: true });
    expect(FakeSocket.last.find("sync_table")).toMatchObject({ since: 1 });
  });

  test("is sent again if the server could not handle it just now", async () => {
    const { link } = linked();
    FakeSocket.last.open().receive(snapshot(1));
    const asked = link.send(pass);
    FakeSocket.last.receive({ type: "rejection", id: "m1", why: "the table is busy elsewhere", again: true });
    expect(await state(asked)).toBe("waiting");
    vi.advanceTimersByTime(TIMINGS.again);
    expect(FakeSocket.last.commands).toEqual([pass, pass]);
    const answer = asked.catch((error: unknown) => error);
    FakeSocket.last.receive({ type: "rejection", id: "m1", why: "the table is busy elsewhere", again: true });
    for (let i = 0; i < 30; i += 1) {
      FakeSocket.last.receive({ type: "rejection", id: "m1", why: "the table is busy elsewhere", again: true });
      vi.advanceTimersByTime(TIMINGS.again);
    }
    expect(await answer).toMatchObject({ message: "The table is busy elsewhere." });
  });
});

describe("a gap in the versions", () => {
  test("is filled by repeated requests for the missing versions", () => {
    const { ear } = linked();
    FakeSocket.last.open().receive(snapshot(1));
    FakeSocket.last.receive(change(3, 4));
    expect(FakeSocket.last.commands).toEqual([{ type: "sync_table", id: "sync", since: 1 }]);
    FakeSocket.last.receive(change(4, 5));
    expect(FakeSocket.last.commands).toHaveLength(1);
    vi.advanceTimersByTime(TIMINGS.doubt);
    expect(FakeSocket.last.commands).toHaveLength(2);
    FakeSocket.last.receive(wholeChange(1, 3));
    expect(ear.since).toBe(5);
    vi.advanceTimersByTime(10 * TIMINGS.doubt);
    expect(FakeSocket.last.commands).toHaveLength(2);
  });

  test("that only an answer reveals is filled too", () => {
    const { link } = linked();
    FakeSocket.last.open().receive(snapshot(1));
    void link.send({ type: "declare_ready", id: "m1" });
    FakeSocket.last.receive({ type: "ack", id: "m1", version: 4 });
    expect(FakeSocket.last.find("sync_table")).toMatchObject({ since: 1 });
  });
});

describe("the end of a connection", () => {
  test.each([
    [4401, "The server no longer knows you."],
    [4403, "You are not at this table."],
    [4410, "The host removed you from this table. You can't come back to it, but every other table is open to you."],
    [4404, "There's no such table."],
    [4429, "Too many tables are open in this browser: close one, then try again."],
  ])("%i has its own sentence, and ends all that was asked", async (code, why) => {
    const { link, ear } = linked();
    FakeSocket.last.open().receive(snapshot(1));
    const asked = link.send({ type: "declare_ready", id: "m1" }).catch((error: unknown) => error);
    FakeSocket.last.end(code);
    expect(ear.end).toEqual({ why, code });
    expect(await asked).toMatchObject({ message: why });
    vi.advanceTimersByTime(600_000);
    page.occur("online");
    expect(FakeSocket.all).toHaveLength(1);
    await expect(link.send({ type: "declare_ready", id: "m2" })).rejects.toThrow(why);
  });

  test("of a person who left is reported in the server's words", () => {
    const { ear } = linked();
    FakeSocket.last.open().receive(snapshot(1));
    FakeSocket.last.receive({ type: "farewell", why: "you have left the table" }).end(4403);
    expect(ear.end?.why).toBe("You have left the table.");
  });

  test("from this side leaves no timer behind", async () => {
    const { link } = linked();
    FakeSocket.last.open().receive(snapshot(1));
    const asked = link.send({ type: "declare_ready", id: "m1" }).catch((error: unknown) => error);
    link.close();
    expect(await asked).toBeInstanceOf(RequestRefused);
    expect(FakeSocket.last.closed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("the page ends with the server's state and nothing is done twice, whatever the network does to messages", async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    page = new FakePage();
    const server = new Server(seed);
    const { link, ear } = linked();
    const done: Promise<unknown>[] = [];
    for (let step = 0; step < 120; step += 1) {
      if (step % 10 === 0)
        done.push(link.send({ type: "declare_ready", id: `m${step}` }).catch((error: unknown) => error));
      server.step(step < 100);
      vi.advanceTimersByTime(250);
    }
    for (let i = 0; i < 120; i += 1) {
      server.step(false);
      vi.advanceTimersByTime(250);
    }
    await Promise.all(done);
    expect(ear.since).toBe(server.version);
    expect(ear.told.filter((told) => !told.whole).flatMap((told) => told.lines.map(({ seq }) => seq))).toSatisfy(
      rising,
    );
    expect(server.twice).toBe(0);
    link.close();
  }
});

const rising = (numbers: number[]): boolean => numbers.every((n, i) => i === 0 || n > (numbers[i - 1] ?? 0));

/** A fake server of one table. The connection to it is unreliable. */
class Server {
  version = 5;
  twice = 0;
  readonly #applied = new Map<string, number>();
  readonly #known = new Map<FakeSocket, { told: number; read: number; open: boolean }>();
  #state: number;

  constructor(seed: number) {
    this.#state = seed * 7919;
  }

  #chance(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 2 ** 32;
  }

  step(bad: boolean): void {
    const socket = FakeSocket.last;
    const end = this.#known.get(socket) ?? { told: 0, read: 0, open: false };
    this.#known.set(socket, end);
    if (socket.closed) return;
    if (!end.open) {
      if (bad && this.#chance() < 0.3) return socket.end(1006);
      end.open = true;
      const since = socket.since;
      socket.open().receive(since === null ? snapshot(this.version) : wholeChange(since, this.version));
      end.told = this.version;
    }
    if (bad && this.#chance() < 0.05) return socket.end(1006);
    if (this.#chance() < 0.5) this.#grow(socket, end, bad);
    this.#read(socket, end, bad);
  }

  #grow(socket: FakeSocket, end: { told: number }, bad: boolean): void {
    this.version += 1;
    const frame = change(end.told, this.version);
    end.told = this.version;
    const luck = bad ? this.#chance() : 1;
    if (luck < 0.2) return; // the message is lost
    socket.receive(frame);
    if (luck < 0.4) socket.receive(frame); // the message is sent twice
    if (luck < 0.6) setTimeout(() => !socket.closed && socket.receive(frame), 700); // the message comes late and out of order
  }

  #read(socket: FakeSocket, end: { told: number; read: number }, bad: boolean): void {
    for (; end.read < socket.commands.length; end.read += 1) {
      const command = socket.commands[end.read];
      if (!command || (bad && this.#chance() < 0.2)) continue; // the message is lost
      if (command.type === "ping_table") socket.receive({ type: "pong", id: command.id, now: 0 });
      else if (command.type === "sync_table") socket.receive(wholeChange(command.since ?? 0, this.version));
      else this.#do(socket, end, command.id, bad);
    }
  }

  #do(socket: FakeSocket, end: { told: number }, id: string, bad: boolean): void {
    const before = this.#applied.get(id);
    if (before === undefined) {
      this.#applied.set(id, this.version + 1);
      this.#grow(socket, end, bad);
    }
    if (!bad || this.#chance() > 0.2) socket.receive({ type: "ack", id, version: before ?? this.version });
  }
}
