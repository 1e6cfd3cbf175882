import { expect, expectTypeOf, test } from "vitest";
import type { Action, Ask, Card, DealView, Entry, Event, Scene, Shown, Tell } from "./types.ts";

/** Returns what a message is about. It compiles only if the field `tell` narrows the message's type. */
function told(tell: Tell): string {
  switch (tell.tell) {
    case "welcome":
      return tell.rules.words.decline;
    case "news":
    case "change":
      return `${tell.since} ${tell.lines.length}`;
    case "ack":
      return `${tell.version}`;
    case "refused":
    case "farewell":
      return tell.why;
    case "pong":
      return `${tell.now}`;
  }
}

test("tells are told apart by tell", () => {
  expect(told({ tell: "ack", id: "m1", version: 7 })).toBe("7");
  expect(told({ tell: "farewell", why: "the server stops" })).toBe("the server stops");
});

test("asks, actions, events and entries are told apart by their tags", () => {
  expectTypeOf<Extract<Ask, { ask: "act" }>["action"]>().toEqualTypeOf<Action>();
  expectTypeOf<Extract<Action, { do: "play" }>["card"]>().toEqualTypeOf<Card>();
  expectTypeOf<Extract<Event, { event: "discarded" }>["card"]>().toEqualTypeOf<Card | null>();
  expectTypeOf<Extract<Entry, { entry: "sat" }>>().toHaveProperty("player");
  expectTypeOf<Extract<Ask, { ask: "dance" }>>().toBeNever();
});

test("what may be left out may be missing, and nothing else", () => {
  expectTypeOf<Extract<Tell, { tell: "news" }>["deal"]>().toEqualTypeOf<DealView | null | undefined>();
  expectTypeOf<Extract<Tell, { tell: "change" }>["scene"]>().toEqualTypeOf<Partial<Scene>>();
  expectTypeOf<Shown["events"]>().toEqualTypeOf<readonly Event[] | undefined>();
  expectTypeOf<Scene["seats"][number]["bot"]>().toEqualTypeOf<string | null>();
  expectTypeOf<DealView["why_not"]>().toEqualTypeOf<readonly (readonly [Card, string])[]>();
});
