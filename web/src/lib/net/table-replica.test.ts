import { expect, test } from "vitest";
import { change, deal, line, ownPart, snapshot, wholeChange } from "../testing/fakes.ts";
import { TableReplica, type TableStep } from "./table-replica.ts";

/** Returns a function that generates pseudo-random numbers from a seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const seqs = (told: readonly TableStep[]): number[] => told.flatMap((step) => step.lines.map((line) => line.seq));

test("lines come in order and once, even if messages are lost, doubled, late or out of order", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = chance(seed);
    const replica = new TableReplica();
    const told = replica.receive(snapshot(10), true);
    const last = 40;
    const frames = Array.from({ length: 40 }, () => {
      const since = 8 + Math.floor(random() * 30);
      return wholeChange(since, Math.min(last, since + 1 + Math.floor(random() * 5)));
    });
    for (const frame of frames) if (random() < 0.7) told.push(...replica.receive(frame, false));
    if (replica.known < last) replica.known = last;
    expect(replica.behind).toBe(replica.version !== last);
    told.push(...replica.receive(wholeChange(replica.version ?? 0, last), false));
    expect(replica.version).toBe(last);
    expect(replica.behind).toBe(false);
    expect(seqs(told)).toEqual(Array.from({ length: last - 10 }, (_, i) => 11 + i));
    expect(told.at(-1)?.scene.version).toBe(last);
  }
});

test("a later welcome updates the table, and an older one does not", () => {
  const replica = new TableReplica();
  replica.receive(snapshot(3), true);
  expect(replica.receive(snapshot(9), false).map((told) => told.whole)).toEqual([true]);
  expect(replica.receive(snapshot(5), false)).toEqual([]);
  expect(replica.version).toBe(9);
});

test("the first welcome of a connection counts even if it is older", () => {
  const replica = new TableReplica();
  replica.receive(snapshot(9), true);
  replica.receive(wholeChange(12, 13), false);
  expect(replica.receive(snapshot(4), true)).toHaveLength(1);
  expect(replica.version).toBe(4);
  expect(replica.behind).toBe(false);
});

test("a welcome without a new version shows nothing", () => {
  const replica = new TableReplica();
  replica.receive(snapshot(9), true);
  expect(replica.receive(snapshot(9), true)).toEqual([]);
});

test("a change applies only to the version that it follows, but a whole one to each version from that on", () => {
  const replica = new TableReplica();
  replica.receive(snapshot(3, { deal: deal({ turn: "east", trick: ["9c"] }) }), true);
  expect(replica.receive(change(4, 5, { deal: { trick: [] } }), false)).toEqual([]);
  expect(replica.behind).toBe(true);
  const told = replica.receive(change(3, 4, { scene: { paused: "host" }, deal: { turn: null } }), false);
  expect(told.map(({ scene }) => scene.paused)).toEqual(["host", "host"]);
  expect(told.map(({ deal }) => deal)).toMatchObject([
    { turn: null, trick: ["9c"], seat: null },
    { turn: null, trick: [], seat: null },
  ]);
  expect(replica.receive(change(4, 6, {}), false)).toEqual([]);
  expect(replica.behind).toBe(true);
  replica.receive(wholeChange(2, 6, { scene: { paused: null }, deal: deal({ turn: "west", trick: ["As"] }) }), false);
  expect(replica.whole?.scene).toMatchObject({ version: 6, paused: null });
  expect(replica.deal).toMatchObject({ turn: "west", trick: ["As"] });
  replica.receive(change(6, 7, { deal: null }), false);
  expect(replica.deal).toBeNull();
});

test("the own part of the deal is kept until it changes, and the own lines replace the public ones", () => {
  const replica = new TableReplica();
  const own = ownPart(deal({ seat: "south", cards: ["9c", "Ac"] }));
  replica.receive(snapshot(1, { deal: deal({ turn: "east" }), own }), true);
  expect(replica.deal).toMatchObject({ turn: "east", seat: "south", cards: ["9c", "Ac"] });
  replica.receive(change(1, 2, { deal: { turn: "south" } }), false);
  expect(replica.deal).toMatchObject({ turn: "south", seat: "south", cards: ["9c", "Ac"] });
  const fuller = { ...line(3), by: "south" };
  const told = replica.receive(change(2, 4, { deal: {}, own: { cards: ["Ac"] }, own_lines: [fuller] }), false);
  expect(told.map(({ lines }) => lines)).toEqual([[fuller, line(4)]]);
  expect(replica.deal).toMatchObject({ seat: "south", cards: ["Ac"] });
  replica.receive(change(4, 5, { deal: {}, own: null }), false);
  expect(replica.deal).toMatchObject({ turn: "south", seat: null, cards: [] });
});

test("people and the invitation stay as they were last received", () => {
  const replica = new TableReplica();
  replica.receive(snapshot(1, { people: [{ player: "ana", name: "Ana" }] }), true);
  replica.receive(wholeChange(1, 2), false);
  expect(replica.whole?.people).toHaveLength(1);
  replica.receive(wholeChange(2, 3, { people: [], invitation: "j" }), false);
  expect(replica.whole?.people).toEqual([]);
  expect(replica.whole?.invitation).toBe("j");
});
