/** The user's statistics, counted from the user's finished deals and games. */

import { isEuchred, isMarch } from "../game/outcomes.ts";
import { sideOf } from "../game/seats.ts";
import { type FinishedDeal, type FinishedGame, type Row, statisticsStore, type StatisticsStore } from "./statistics.ts";

/** The user's statistics for one ruleset. */
export interface Statistics {
  readonly rules: string;
  readonly title: string;
  games: number;
  won: number;
  drawn: number;
  deals: number;
  /** The number of deals in which the user made trump (`called`), and how many of them the user's side won (`made`). */
  called: number;
  made: number;
  /** The number of deals in which the user's side was euchred (`euchred`), or euchred the opponents (`euchres`). */
  euchred: number;
  euchres: number;
  marches: number;
  /**
   * The number of deals that the user played alone (`loners`). `loneMarches` is the number of these deals in which the
   * user took every trick.
   */
  loners: number;
  loneMarches: number;
  /** The total points of the user's side (`points`) and of the opponents (`against`). */
  points: number;
  against: number;
  /** The number of tricks that the user's side took. */
  tricks: number;
}

/** Adds up the rows for each ruleset. The ruleset with the most games comes first. */
export function countRows(rows: Iterable<Row>): Statistics[] {
  const found = new Map<string, Statistics>();
  for (const row of rows) {
    const statistics = found.get(row.rules) ?? none(row);
    found.set(row.rules, statistics);
    if (row.what === "game") countGame(statistics, row);
    else countDeal(statistics, row);
  }
  return [...found.values()].sort((a, b) => b.games - a.games || b.deals - a.deals);
}

function none({ rules, title }: Row): Statistics {
  const games = { games: 0, won: 0, drawn: 0, deals: 0, called: 0, made: 0, euchred: 0, euchres: 0, marches: 0 };
  return { rules, title, ...games, loners: 0, loneMarches: 0, points: 0, against: 0, tricks: 0 };
}

function countGame(statistics: Statistics, { won }: FinishedGame): void {
  statistics.games += 1;
  statistics.won += won ? 1 : 0;
  statistics.drawn += won === null ? 1 : 0;
}

function countDeal(statistics: Statistics, { seat, result }: FinishedDeal): void {
  const { outcome, maker, loner } = result;
  if (outcome === "redeal") return; // a redeal is not counted, because the cards are dealt again
  const side = sideOf(seat);
  const ours = maker !== null && sideOf(maker) === side;
  const euchred = isEuchred(outcome);
  const alone = loner === seat;
  const add = (name: Exclude<keyof Statistics, "rules" | "title">, holds: boolean | number = 1): void => {
    statistics[name] += Number(holds);
  };
  add("deals");
  add("called", maker === seat);
  add("made", maker === seat && !euchred && outcome !== "revoked");
  add("euchred", euchred && ours);
  add("euchres", euchred && !ours);
  add("marches", isMarch(outcome) && ours);
  add("loners", alone);
  add("loneMarches", alone && outcome === "lone_march");
  add("points", result.points[side] ?? 0);
  add("against", result.points[1 - side] ?? 0);
  add("tricks", result.tricks[side] ?? 0);
}

/** Returns the user's statistics for each ruleset. */
export const loadStatistics = async (from: StatisticsStore = statisticsStore): Promise<Statistics[]> =>
  countRows(await from.all());
