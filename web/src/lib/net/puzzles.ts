/** Requests to the server about puzzles. The server stores nothing about them. */

import type { Action, PuzzleAnswer, PuzzleCollection, PuzzleList, PuzzlePage } from "../../wire/types.ts";
import { get, send } from "./http.ts";

const path = (rules: string): string => `/api/puzzles/${encodeURIComponent(rules)}`;

/** Returns the rulesets that have puzzles, with the number of puzzles of each theme. */
export const puzzleCollections = (): Promise<readonly PuzzleCollection[]> => get("/api/puzzles");

/** Returns the ratings of a ruleset's puzzles, by theme and number. */
export const puzzleList = (rules: string): Promise<PuzzleList> => get(path(rules));

/** Returns the puzzle of a day. `day` is a date such as 2026-11-24. */
export const dayPuzzle = (rules: string, day: string): Promise<PuzzlePage> => get(`${path(rules)}/day?date=${day}`);

export const onePuzzle = (rules: string, number: number): Promise<PuzzlePage> => get(`${path(rules)}/${number}`);

/** Asks whether an action solves a puzzle. The answer tells the best action. */
export const tryPuzzle = ({ rules, number }: PuzzlePage, action: Action): Promise<PuzzleAnswer> =>
  send("POST", `${path(rules)}/${number}/attempt`, { action });
