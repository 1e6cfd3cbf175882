import { afterEach, expect, test } from "vitest";
import type { PublicTable } from "../../wire/types.ts";
import { mutedPlayers } from "./muted-players.svelte.ts";
import { preferences } from "./preferences.svelte.ts";

/** Returns a table at which the bot Ingrid has the given seat. */
const scene = (seat: string): Pick<PublicTable, "seats"> =>
  ({ seats: [{ seat, persona: "Ingrid" }, { seat: "south", player: "ana" }] }) as unknown as PublicTable; // prettier-ignore

afterEach(() => {
  preferences.mutePhrases = false;
  for (const player of ["ben", "bot/Ingrid"]) mutedPlayers.set(player, false);
});

test("one person is muted, and heard again", () => {
  mutedPlayers.set("ben", true);
  expect(mutedPlayers.hides(scene("west"), "ben")).toBe(true);
  expect(mutedPlayers.hides(scene("west"), "cy")).toBe(false);
  mutedPlayers.set("ben", false);
  expect(mutedPlayers.hides(scene("west"), "ben")).toBe(false);
});

test("a bot stays muted at another seat", () => {
  mutedPlayers.set("bot/Ingrid", true);
  expect(mutedPlayers.hides(scene("west"), "bot/west")).toBe(true);
  expect(mutedPlayers.hides(scene("north"), "bot/north")).toBe(true);
  expect(mutedPlayers.hides(scene("north"), "bot/west")).toBe(false); // another bot
});

test("all can be muted at once", () => {
  preferences.mutePhrases = true;
  expect(mutedPlayers.hides(scene("west"), "cy")).toBe(true);
});

test("only the newest hundred are kept", () => {
  for (let i = 0; i <= 100; i++) mutedPlayers.set(`p${i}`, true);
  expect(mutedPlayers.has("p0")).toBe(false);
  expect(mutedPlayers.has("p100")).toBe(true);
  for (let i = 0; i <= 100; i++) mutedPlayers.set(`p${i}`, false);
});
