import { expect, test } from "vitest";
import type { PublicTable, Seat } from "../../wire/types.ts";
import { Names } from "./names.ts";
import { PHRASES, phrasePicture, phraseText, speakerSeat } from "./phrases.ts";
import { replayNames } from "./replay-steps.ts";

const SEATS: readonly Seat[] = ["north", "east", "south", "west"];

function scene(...views: readonly { name?: string; persona?: string }[]): Pick<PublicTable, "seats"> {
  const seats = SEATS.map((seat, i) => ({ seat, player: null, name: null, persona: null, ...views[i] }));
  return { seats } as unknown as PublicTable;
}

test("a bot's name says that it is a bot, and nobody has the name of the seat", () => {
  const names = new Names(scene({ persona: "Ingrid" }, { name: "Ingrid" }, { name: "Ana" }), "south");
  expect(SEATS.map((seat) => names.name(seat))).toEqual(["Bot Ingrid", "Ingrid", "You", "West"]);
});

test("records name bots and people", () => {
  const names = replayNames({ players: ["bot (Ingrid, club)", "", "Ana", ""] }, null);
  expect(SEATS.map((seat) => names.name(seat))).toEqual(["Bot Ingrid", "East", "Ana", "West"]);
});

test("a bot speaks from its seat", () => {
  const at = scene({}, { name: "Ben" });
  expect(speakerSeat(at, "bot/west")).toBe("west");
  expect(speakerSeat(at, "bot/nowhere")).toBeUndefined();
});

test("every phrase has words and a picture, and one of a later version does no harm", () => {
  expect(new Set(PHRASES.map(phraseText)).size).toBe(PHRASES.length);
  expect(new Set(PHRASES.map(phrasePicture)).size).toBe(PHRASES.length);
  expect([phraseText("later" as never), phrasePicture("later" as never)]).toEqual(["…", ""]);
});
