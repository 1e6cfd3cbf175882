import { afterEach, expect, test } from "vitest";
import { cardName, cardText, sortedLike, suitName } from "./card-names.ts";
import { setLanguage } from "../i18n/text.svelte.ts";

afterEach(() => setLanguage("en"));

test("cards are told for the eye and for the ear", () => {
  expect([cardText("Th"), cardText("9c"), cardText("B")]).toEqual(["10♥", "9♣", "the benny"]);
  expect([cardName("Th"), cardName("Js"), cardName("B")]).toEqual(["ten of hearts", "jack of spades", "the benny"]);
});

test("in te reo Māori suits have their names; what would be half a name stays English", async () => {
  await setLanguage("mi");
  expect(suitName("s")).toBe("kāheru");
  expect(suitName("n")).toBe("no trump");
  expect(cardName("Js")).toBe("jack of spades");
  expect(cardText("B")).toBe("kēhua");
});

test("a hand lies in the order that the server gives", () => {
  expect(sortedLike(["9c", "Ah", "Jd"], ["Jd", "Ah", "9c"])).toEqual(["Jd", "Ah", "9c"]);
  expect(sortedLike(["9c", "Ah"], [])).toEqual(["9c", "Ah"]);
});
