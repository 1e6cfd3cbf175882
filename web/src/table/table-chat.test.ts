import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { change, FakePage, FakeSocket, scene, snapshot } from "../lib/testing/fakes.ts";
import { TableSession } from "../lib/net/table-session.svelte.ts";
import { mutedPlayers } from "../lib/storage/muted-players.svelte.ts";
import { announcer } from "../lib/view/announcer.svelte.ts";
import type { ChatLine, PublicEntry, PublicTable, Seat, TableLineView } from "../wire/types.ts";
import { TableChat } from "./table-chat.svelte.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 100_000 });
  void new FakePage();
});
afterEach(() => {
  mutedPlayers.set("ben", false);
  announcer.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PEOPLE = ["ana", "ben"].map((player) => ({ player, name: player, avatar: null }));

/** Opens the chat of a table at which Ana sits at the south, and Ben at the west. */
function opened(chat: PublicTable["chat"] = "open", player = "ana"): { chat: TableChat; said: [Seat, string][] } {
  const game = new TableSession("t1");
  const seats = scene(1).seats.map((view) => (view.seat === "west" ? { ...view, player: "ben" } : view));
  FakeSocket.last
    .open()
    .receive(snapshot(1, { scene: scene(1, { chat, seats }), people: PEOPLE, player, now: Date.now() } as object));
  const said: [Seat, string][] = [];
  return { chat: new TableChat(game, (seat, text) => void said.push([seat, text])), said };
}

const line = (id: string, player: string, text: string, at = Date.now()): ChatLine => ({
  id,
  at,
  version: 1,
  player,
  name: player,
  text,
});

const LONG = "word ".repeat(30);

function receive(...lines: ChatLine[]): void {
  FakeSocket.last.receive({ type: "chat_update", lines });
}

test("a line counts once, and as new until the panel shows it", () => {
  const { chat } = opened();
  receive(line("1", "ben", "hello"), line("2", "ana", "hello"));
  receive(line("1", "ben", "hello"), line("3", "ben", "are you there?"));
  expect(chat.lines.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  expect(chat.unread).toBe(2);
  chat.toggle();
  expect(chat.unread).toBe(0);
  chat.toggle();
  expect(chat.unread).toBe(0);
  receive(line("4", "ben", "good"));
  expect(chat.unread).toBe(1);
});

test("a new line is shown beside its speaker and announced, an old one is not", () => {
  const { chat, said } = opened();
  receive(line("1", "ben", "long ago", Date.now() - 60_000), line("2", "ben", `<b>${LONG}`));
  chat.follow();
  chat.follow();
  expect(said).toEqual([["west", `<b>${"word ".repeat(18)}word…`]]);
  expect(announcer.said.map(({ text }) => text)).toEqual([`ben writes: <b>${LONG}`]);
});

test("a line of two sentences is shown whole, and one without spaces is cut", () => {
  const { chat, said } = opened();
  const two = "I thought that you had the left bower, so I led low. Sorry about that, partner!";
  receive(line("1", "ben", two), line("2", "ben", "x".repeat(150)));
  chat.follow();
  expect(said).toEqual([
    ["west", two],
    ["west", `${"x".repeat(99)}…`],
  ]);
});

test("what people say by a phrase stands among the lines, once, and is not told as a new line", () => {
  const { chat, said } = opened();
  receive(line("1", "ben", "hello", Date.now() + 2));
  const lines = ["ben", "bot/north"].map((player, i): TableLineView => {
    const entry = { type: "phrase_said", player, phrase: "well_played" } as PublicEntry;
    return { seq: 2 + i, at: Date.now() + 1 + i, by: player, entry };
  });
  FakeSocket.last.receive(change(1, 3, { lines }));
  chat.follow();
  expect(chat.lines.map(({ player, phrase, text }) => [player, phrase ?? text])).toEqual([
    ["ben", "well_played"],
    ["ben", "hello"],
  ]);
  expect(chat.unread).toBe(1);
  expect(said).toEqual([["west", "hello"]]);
});

test("the open panel tells a line by itself", () => {
  const { chat, said } = opened();
  chat.toggle();
  receive(line("1", "ben", "hello"));
  chat.follow();
  expect(said).toEqual([]);
  expect(announcer.said).toEqual([]);
  chat.toggle();
  expect(chat.unread).toBe(0);
});

test("the lines of a muted person are neither shown nor counted", () => {
  const { chat, said } = opened();
  mutedPlayers.set("ben", true);
  receive(line("1", "ben", "hello"), line("2", "ana", "hello"));
  chat.follow();
  expect(chat.lines.map(({ id }) => id)).toEqual(["2"]);
  expect(chat.unread).toBe(0);
  expect(said).toEqual([["south", "hello"]]);
});

test("a report is shown until its author has gone", () => {
  const { chat } = opened();
  FakeSocket.last.receive({
    type: "chat_update",
    reports: [line("1", "ben", "rude"), line("2", "eve", "gone")],
  });
  expect(chat.reports.map(({ id }) => id)).toEqual(["1"]);
});

test("who may write", () => {
  expect(opened("off").chat.mayWrite).toBe(false);
  expect(opened("quiet").chat.mayWrite).toBe(false);
  expect(opened("open", "eve").chat.mayWrite).toBe(true);
  expect(opened("seated", "eve").chat.mayWrite).toBe(false);
  expect(opened("seated").chat.mayWrite).toBe(true);
});

test("a refusal is a sentence", async () => {
  const { chat } = opened();
  const refused = chat.write("too much");
  const sent = FakeSocket.last.commands.find(({ type }) => type === "write_chat_line");
  expect(sent).toMatchObject({ type: "write_chat_line", text: "too much" });
  FakeSocket.last.receive({ type: "rejection", id: sent?.id ?? "", why: "wait a few seconds" });
  expect(await refused).toBe("Wait a few seconds.");
});
