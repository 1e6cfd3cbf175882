/** What a hall's screen shows one page after the other. */

import { t } from "../lib/text.svelte.ts";
import { sideOf } from "../table/facts.ts";
import type { Board, MatchView } from "../wire/types.ts";
import type { Moment } from "./moment.ts";

/** A line of a slide: what it is found by, one text or two, and a figure. */
export interface Row {
  readonly mark: string;
  readonly texts: readonly string[];
  readonly figure?: string;
}

export interface Slide {
  readonly title: string;
  /** What the rows have in common. */
  readonly note: string;
  readonly rows: readonly Row[];
}

/** Lines of text on a slide, over all its columns. */
export const LINES = 8;
/** Slides of one kind that are shown between rounds: nobody waits for the end of a long list. */
const BETWEEN = 6;

/** The slides of a moment, for a screen of so many columns. */
export function slidesOf(board: Board, moment: Moment, columns: number): Slide[] {
  const lines = LINES * columns;
  if (board.head?.ended) return [...standings(board, lines), ...marae(board, lines)];
  if (moment === "seated") return seats(board, lines);
  if (moment !== "closed") return [];
  const [teams, homes] = [standings(board, lines), marae(board, lines)].map((slides) => slides.slice(0, BETWEEN));
  return [...(teams ?? []), ...(homes ?? []), ...moves(board, lines)];
}

function seats({ round, matches, teams }: Board, lines: number): Slide[] {
  const name = namesOf(teams);
  const games = byTable(matches).map(({ table, teams, bots = [] }) => ({
    mark: `${table}`,
    texts: teams.map((team, side) =>
      bots.some((seat) => sideOf(seat) === side) ? t("{team}, with a bot", { team: name(team) }) : name(team),
    ),
  }));
  const byes = (round?.byes ?? []).map((team) => ({ mark: "–", texts: [name(team), t("sits out this round")] }));
  return cut(t("Who plays where"), "", [...games, ...byes], lines / 2);
}

function moves({ head, round, matches, teams }: Board, lines: number): Slide[] {
  const name = namesOf(teams);
  if (isLast(head?.settings.rounds ?? 0, round?.number ?? 0)) return [];
  const rows = byTable(matches).flatMap(({ table, moves, to }) =>
    moves === null || to === null ? [] : [{ mark: `${table} → ${to}`, texts: [name(moves)] }],
  );
  return cut(t("Who moves on"), t("The others stay at their tables."), rows, lines);
}

function standings({ standings, teams, head }: Board, lines: number): Slide[] {
  const name = namesOf(teams);
  const rows = (standings ?? []).map(({ place, team, clicks }) => ({
    mark: `${place}`,
    texts: [name(team)],
    figure: `${clicks}`,
  }));
  return cut(head?.ended ? t("The final standings") : t("Standings"), t("Clicks on the card"), rows, lines);
}

function marae({ marae }: Board, lines: number): Slide[] {
  const rows = (marae ?? []).map(({ place, marae, total }) => ({
    mark: `${place}`,
    texts: [marae],
    figure: `${total}`,
  }));
  return cut(t("Marae"), t("Winning points and fair play"), rows, lines);
}

const isLast = (planned: number, round: number): boolean => planned > 0 && round >= planned;

/** Rows as they fit on slides. */
function cut(title: string, note: string, rows: readonly Row[], most: number): Slide[] {
  const count = Math.ceil(rows.length / most);
  return Array.from({ length: count }, (_, i) => ({ title, note, rows: rows.slice(i * most, (i + 1) * most) }));
}

const byTable = (matches: Board["matches"]): MatchView[] => [...(matches ?? [])].sort((a, b) => a.table - b.table);

function namesOf(teams: Board["teams"]): (team: number) => string {
  const names = new Map((teams ?? []).map(({ team, name }) => [team, name]));
  return (team) => names.get(team) ?? t("Team {n}", { n: team });
}
