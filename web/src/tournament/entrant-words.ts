/** The sentences of the page about what enters a tournament: teams, or players who change partners. */

import { message, t, tn } from "../lib/i18n/text.svelte.ts";
import type { Board } from "../wire/types.ts";
import type { Entrants } from "./movements.ts";

export interface EntrantWords {
  readonly ofTeams: boolean;
  /** How many must enter before a round can be drawn. */
  readonly fewest: number;
  readonly one: string;
  readonly many: string;
  readonly numbered: (n: number) => string;
  readonly entered: (n: number) => string;
  readonly playing: (n: number) => string;
  readonly added: (n: number) => string;
  readonly found: (n: number) => string;
  readonly noneFound: string;
  readonly add: string;
  readonly addMore: string;
  readonly addOne: string;
  readonly addThis: string;
  readonly addList: string;
  readonly addThese: string;
  readonly listHint: (home: string) => string;
  readonly tooLong: string;
  readonly late: string;
  readonly withdraw: string;
  readonly leaves: (name: string) => string;
  readonly bringBack: string;
  readonly another: string;
  readonly search: (home: string) => string;
  readonly level: string;
  readonly noneLevel: string;
  readonly levelByLot: string;
  readonly levelShared: string;
  readonly levelSettings: string;
  readonly cutForEach: string;
  readonly cutRule: string;
  readonly cut: string;
  readonly cutName: string;
  /** A line of the log: those who are level in the standings have cut. */
  readonly levelCut: (cards: string) => string;
  /** A line of the log: both sides of a drawn match have cut. */
  readonly cutAt: (table: number, cards: string) => string;
  readonly clicksFor: string;
  readonly byPlace: string;
  readonly forTop: string;
  readonly whole: string;
  readonly cardForWhole: string;
  readonly captains: string;
  readonly captainOf: (name: string) => string;
  readonly captainLinks: (n: number) => string;
  readonly playerLinks: (n: number) => string;
  readonly whoLink: string;
  readonly sayWhich: string;
  readonly homeOf: string;
  readonly placesWorth: string;
}

const teams = (): EntrantWords => ({
  ofTeams: true,
  fewest: 2,
  one: t("Team"),
  many: t("Teams"),
  numbered: (n) => t("Team {n}", { n }),
  entered: (n) => tn("{n} team has entered", "{n} teams have entered", n),
  playing: (n) => tn("{n} team playing", "{n} teams playing", n),
  added: (n) => tn("{n} team added.", "{n} teams added.", n),
  found: (n) => tn("{n} team found", "{n} teams found", n),
  noneFound: t("No team found."),
  add: t("Add teams"),
  addMore: t("Add more teams"),
  addOne: t("Add a team"),
  addThis: t("Add the team"),
  addList: t("Add a list of teams"),
  addThese: t("Add these teams"),
  listHint: (home) =>
    t(
      "One team per line: team, {home}, captain, players, fill-ins, separated by commas, semicolons or tabs. Put slashes between people. A heading may name the columns in another order.",
      { home },
    ),
  tooLong: t("That list of teams is too long."),
  late: t("A late team plays from the next round seated."),
  withdraw: t("Withdraw the team"),
  leaves: (team) =>
    t("{team} will play no more. A game that it is playing goes to the other side; its past results stand.", { team }),
  bringBack: t("Bring the team back"),
  another: t("Another team"),
  search: (home) => t("Your team, its {home} or its number", { home }),
  level: t("Level teams"),
  noneLevel: t("No teams are level."),
  levelByLot: t("A lot, drawn by the computer, parts these teams until their captains cut."),
  levelShared: t("These teams share a place until their captains cut."),
  levelSettings: t("Under Settings you decide what parts level teams."),
  cutForEach: t("Enter a card for each team."),
  cutRule: t("The captains cut: the highest card comes first, ace high. Cards of the same rank are cut again."),
  cut: t("by the captains' cut"),
  cutName: t("The captains' cut"),
  levelCut: (cards) => t("The captains of level teams cut: {cards}", { cards }),
  cutAt: (table, cards) => t("Table {table}: the captains cut {cards}", { table, cards }),
  clicksFor: t("Clicks on the captain's card"),
  byPlace: message("Teams by place, and each {home}"),
  forTop: message("For the top teams and the top {home}"),
  whole: t("The whole team"),
  cardForWhole: t("Player (empty: the whole team)"),
  captains: t("Captains"),
  captainOf: (team) => t("Captain of {team}", { team }),
  captainLinks: (n) => tn("Create a link for {n} team's captain", "Create links for {n} teams' captains", n),
  playerLinks: (n) => tn("Create a link for {n} team's players", "Create links for {n} teams' players", n),
  whoLink: t("Captain of a team"),
  sayWhich: t("Say which team."),
  homeOf: t("What a team plays for: its marae, club, pub, table …"),
  placesWorth: t("Winning points for the top teams, best first"),
});

const players = (): EntrantWords => ({
  ofTeams: false,
  fewest: 4,
  one: t("Player"),
  many: t("Players"),
  numbered: (n) => t("Player {n}", { n }),
  entered: (n) => tn("{n} player has entered", "{n} players have entered", n),
  playing: (n) => tn("{n} player playing", "{n} players playing", n),
  added: (n) => tn("{n} player added.", "{n} players added.", n),
  found: (n) => tn("{n} player found", "{n} players found", n),
  noneFound: t("No player found."),
  add: t("Add players"),
  addMore: t("Add more players"),
  addOne: t("Add a player"),
  addThis: t("Add the player"),
  addList: t("Add a list of players"),
  addThese: t("Add these players"),
  listHint: (home) =>
    t("One player per line, and after a comma the {home}, if you want. A heading may name the columns.", { home }),
  tooLong: t("That list of players is too long."),
  late: t("A late player plays from the next round seated."),
  withdraw: t("Withdraw the player"),
  leaves: (team) =>
    t("{team} will play no more. Somebody fills in for the rest of a game that has begun; all results stand.", {
      team,
    }),
  bringBack: t("Bring the player back"),
  another: t("Another player"),
  search: (home) => t("Your name, your {home} or your number", { home }),
  level: t("Level players"),
  noneLevel: t("No players are level."),
  levelByLot: t("A lot, drawn by the computer, parts these players until they cut."),
  levelShared: t("These players share a place until they cut."),
  levelSettings: t("Under Settings you decide what parts level players."),
  cutForEach: t("Enter a card for each player."),
  cutRule: t("The players cut: the highest card comes first, ace high. Cards of the same rank are cut again."),
  cut: t("by a cut"),
  cutName: t("A cut"),
  levelCut: (cards) => t("The level players cut: {cards}", { cards }),
  cutAt: (table, cards) => t("Table {table}: one of each side cut {cards}", { table, cards }),
  clicksFor: t("Clicks"),
  byPlace: message("Players by place, and each {home}"),
  forTop: message("For the top players and the top {home}"),
  whole: t("This player"),
  cardForWhole: t("Player (empty: as entered)"),
  captains: t("Players"),
  captainOf: (team) => team,
  captainLinks: (n) => tn("Create a link for {n} player", "Create links for {n} players", n),
  playerLinks: (n) => tn("Create a link to the table for {n} player", "Create links to the tables for {n} players", n),
  whoLink: t("A player"),
  sayWhich: t("Say which player."),
  homeOf: t("What a player plays for: the marae, club, pub, table …"),
  placesWorth: t("Winning points for the top players, best first"),
});

/** Returns the words for those who enter. */
export const wordsFor = (entrants: Entrants | undefined): EntrantWords =>
  entrants === "players" ? players() : teams();

/** Returns the words for those who enter the tournament of a board. */
export const entrantWords = ({ head }: Pick<Board, "head">): EntrantWords => wordsFor(head?.settings.entrants);
