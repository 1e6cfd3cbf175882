import { expect, test } from "vitest";
import { movementsFor, openingSettings } from "./movements.ts";
import { DEFAULT_SETTINGS } from "./director/settings.ts";

test("players and teams have movements of their own", () => {
  expect(movementsFor("players")).toEqual(["progressive", "rotation", "swiss"]);
  expect(movementsFor("teams")).toEqual(["tainui", "round_robin", "swiss", "knockout"]);
});

test("an event of players is ranked by points, and one of teams as usual", () => {
  expect(openingSettings("tainui", "teams")).toEqual(DEFAULT_SETTINGS);
  expect(openingSettings("progressive", "players")).toMatchObject({
    movement: "progressive",
    score: "points",
    home: "club",
  });
});
