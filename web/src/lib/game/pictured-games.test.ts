import { expect, test } from "vitest";
import { guessedGame, picturedGames } from "./pictured-games.ts";

test.each([
  [["mi"], "Europe/London", "uka"],
  [["en-NZ", "en-US"], "UTC", "uka"],
  [["en-US"], "Pacific/Auckland", "uka"],
  [["en-US", "en"], "America/Chicago", "north_american"],
  [["en-US"], "UTC", "north_american"],
  [["en"], "UTC", "north_american"],
  [["fr-CA"], "America/Toronto", "north_american"],
  [["en-GB"], "UTC", "british"],
  [["en-US"], "Europe/London", "british"],
  [["en-AU"], "Pacific/Auckland", "australian"],
  [["en"], "Australia/Perth", "australian"],
  [["de-DE", "en-US"], "Europe/Berlin", "uka"],
  [[], "", "uka"],
  [["no tag"], "UTC", "uka"],
])("a browser in %s and the time zone %s is offered %s first", (languages, zone, rules) => {
  const games = picturedGames(guessedGame(languages, zone)).map((game) => game.rules);
  expect(games[0]).toBe(rules);
  expect(games.toSorted()).toEqual(["australian", "british", "north_american", "uka"]);
});
