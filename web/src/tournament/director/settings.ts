/**
 * The settings of a tournament and their default values. The server sends only settings that differ from their
 * defaults.
 */

import { message } from "../../lib/i18n/text.svelte.ts";
import type { TeamView, TournamentSettings } from "../../wire/types.ts";

/**
 * All settings of a tournament. In contrast to `TournamentSettings`, no setting is missing, and the fields can be
 * assigned.
 */
export type EditableSettings = {
  -readonly [Name in keyof TournamentSettings]-?: NonNullable<TournamentSettings[Name]>;
};
export type TieBreak = EditableSettings["tie_breaks"][number];
export type Score = EditableSettings["score"];

/** The default values of the settings. They are the same as on the server. */
export const DEFAULT_SETTINGS: EditableSettings = {
  entrants: "teams",
  movement: "tainui",
  losers: "stay",
  partners: "fresh",
  draws: "cut",
  head_points: 0,
  head_deals: 0,
  seeds: [],
  third_place: false,
  consolation: false,
  rounds: 0,
  clock_ms: 720_000,
  win: 2,
  draw: 1,
  loss: 0,
  bye: 1,
  bye_counts: "fixed",
  missed_counts: "nothing",
  score: "clicks",
  drop_worst: 0,
  handicaps: [],
  prizes: [],
  keep_apart: true,
  tie_breaks: ["head_to_head", "points", "fair_play", "cut", "lot"],
  places: [5, 3, 2, 1],
  winning_worth: 1,
  fair_worth: 2,
  captains_give: false,
  red_card: "game",
  home: "marae",
  online: false,
  bots: "",
};

/** Returns all settings. A missing setting gets its default value. */
export const withDefaults = (settings: TournamentSettings | undefined): EditableSettings => ({
  ...DEFAULT_SETTINGS,
  ...settings,
});

/** Returns whether loners decide anything: the score, a tie, a prize, or who moves after a draw. */
export const countsLoners = ({ score, draws, tie_breaks, prizes }: EditableSettings): boolean =>
  score === "loners" || draws === "loners" || tie_breaks.includes("loners") || prizes.includes("most_loners");

/** Returns whether fair-play points decide anything: a tie, a prize, or the rank of what teams play for. */
export const countsFairPlay = (
  { tie_breaks, prizes }: EditableSettings,
  teams: readonly Pick<TeamView, "marae">[],
): boolean => tie_breaks.includes("fair_play") || prizes.includes("fair_play") || teams.some(({ marae }) => marae);

export const TIE_BREAKS: Readonly<Record<TieBreak, string>> = {
  head_to_head: message("Head-to-head results"),
  points: message("Point difference"),
  scored: message("Points scored"),
  games: message("Games won"),
  loners: message("Loners made"),
  euchres: message("Euchres made"),
  euchred: message("Fewest times euchred"),
  fair_play: message("Fair-play points"),
  cut: message("The captains' cut"),
  lot: message("A lot, drawn by the computer"),
};

/** What a round can count, by whose sum teams and players are ranked. */
export const SCORE_NAMES: Readonly<Record<Score, string>> = {
  clicks: message("Clicks"),
  points: message("Points"),
  games: message("Games won"),
  loners: message("Loners made"),
  euchres: message("Euchres made"),
};

/**
 * The settings whose values the source of the rules leaves open, each with a sentence that explains this. The server
 * labels these settings as inferred.
 */
export const INFERRED = {
  rounds: message("The Tainui Games' rules don't say how many rounds are played."),
  draw: message(
    "The Tainui Games' rules give a click for a draw at the bell. Counting every other draw the same is our reading.",
  ),
  bye: message("The Tainui Games' rules don't mention sitting out a round."),
  keep_apart: message("The Tainui Games' rules don't say how the first round is drawn."),
  tie_breaks: message("The Tainui Games' rules don't say how to rank teams with equal clicks."),
  places: message(
    "The Tainui Games' rules give points to the marae of the winners, but don't say how many. They give none for other places.",
  ),
  winning_worth: message("The Tainui Games' rules don't say what a winning point is worth."),
  fair_worth: message("The Tainui Games' rules say that fair-play points are worth more, but not how much."),
  captains_give: message("The Tainui Games' rules don't say who gives fair-play points."),
  red_card: message(
    "The Tainui Games' rules say immediate game ejection, but not whether the player may come back the same day.",
  ),
} as const satisfies Partial<Record<keyof EditableSettings, string>>;

/** Replaces the underscores in names of settings by spaces. `why` is the server's reason for a refusal. */
export const withoutUnderscores = (why: string): string => why.replace(/(?<=\w)_(?=\w)/g, " ");
