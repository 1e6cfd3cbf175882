import { expect, expectTypeOf, test } from "vitest";
import type {
  Action,
  TableCommand,
  Card,
  DealView,
  PublicDealView,
  PublicEntry,
  GameOrTableEvent,
  PublicTable,
  TableLineView,
  TableUpdate,
} from "./types.ts";

/** Returns what a message is about. It compiles only if the field `update` narrows the message's type. */
function told(update: TableUpdate): string {
  switch (update.type) {
    case "table_snapshot":
      return update.rules.words.decline;
    case "table_change":
      return `${update.since} ${update.lines.length}`;
    case "chat_update":
      return (update.lines ?? []).map(({ text }) => text).join();
    case "ack":
      return `${update.version}`;
    case "rejection":
    case "farewell":
      return update.why;
    case "pong":
      return `${update.now}`;
  }
}

test("updates are told apart by their type", () => {
  expect(told({ type: "ack", id: "m1", version: 7 })).toBe("7");
  expect(told({ type: "farewell", why: "the server stops" })).toBe("the server stops");
});

test("commands, actions, events and entries are told apart by their types", () => {
  expectTypeOf<Extract<TableCommand, { type: "submit_action" }>["action"]>().toEqualTypeOf<Action>();
  expectTypeOf<Extract<Action, { type: "play" }>["card"]>().toEqualTypeOf<Card>();
  expectTypeOf<Extract<GameOrTableEvent, { type: "discarded" }>["card"]>().toEqualTypeOf<Card | null>();
  expectTypeOf<Extract<PublicEntry, { type: "seat_taken" }>>().toHaveProperty("player");
  expectTypeOf<Extract<TableCommand, { type: "dance" }>>().toBeNever();
});

test("what may be left out may be missing, and nothing else", () => {
  expectTypeOf<Extract<TableUpdate, { type: "table_snapshot" }>["deal"]>().toEqualTypeOf<
    PublicDealView | null | undefined
  >();
  expectTypeOf<Extract<TableUpdate, { type: "table_change" }>["scene"]>().toEqualTypeOf<Partial<PublicTable>>();
  expectTypeOf<TableLineView["events"]>().toEqualTypeOf<readonly GameOrTableEvent[] | undefined>();
  expectTypeOf<PublicTable["seats"][number]["bot"]>().toEqualTypeOf<string | null>();
  expectTypeOf<DealView["why_not"]>().toEqualTypeOf<readonly (readonly [Card, string])[]>();
});
