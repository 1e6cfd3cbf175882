/** The movements, which say who sits where in each round, and the settings with which an event of each begins. */

import { message } from "../lib/i18n/text.svelte.ts";
import { type EditableSettings, DEFAULT_SETTINGS } from "./director/settings.ts";

export type Movement = EditableSettings["movement"];
export type Entrants = EditableSettings["entrants"];

export interface MovementText {
  /** What happens from round to round. */
  readonly what: string;
  /** A remark, or "". */
  readonly note: string;
  /** Who can enter. */
  readonly entrants: readonly Entrants[];
}

export const MOVEMENTS: Readonly<Record<Movement, MovementText>> = {
  tainui: {
    what: message("Winners move to the next table, the others stay"),
    note: message("As at the Tainui Games."),
    entrants: ["teams"],
  },
  round_robin: { what: message("Everyone plays everyone"), note: "", entrants: ["teams"] },
  progressive: {
    what: message("Winners move up a table, and partners change"),
    note: message("Progressive euchre. Table 1 is the head table."),
    entrants: ["players"],
  },
  rotation: {
    what: message("A fixed schedule: nobody has a partner twice"),
    note: message("For 4 to 60 players. Plan the number of rounds beforehand."),
    entrants: ["players"],
  },
  swiss: {
    what: message("Those with equal scores meet"),
    note: message("Swiss system. Nobody meets twice while that can be avoided."),
    entrants: ["teams", "players"],
  },
  knockout: {
    what: message("Whoever loses is out"),
    note: message("Knockout, with a bracket."),
    entrants: ["teams"],
  },
};

/** Returns the movements for teams or for players. */
export const movementsFor = (entrants: Entrants): readonly Movement[] =>
  (Object.keys(MOVEMENTS) as Movement[]).filter((name) => MOVEMENTS[name].entrants.includes(entrants));

/**
 * Returns the settings with which an event begins, the same as on the server: players are ranked by the points that
 * they score, a round that they sit out counts their average, more loners rank first, and they play for clubs.
 */
export const openingSettings = (movement: Movement, entrants: Entrants): EditableSettings => ({
  ...DEFAULT_SETTINGS,
  movement,
  entrants,
  ...(entrants === "players" && {
    home: "club",
    draws: "loners",
    bye_counts: "average",
    score: "points",
    tie_breaks: ["loners", "games", "cut", "lot"],
  }),
});
