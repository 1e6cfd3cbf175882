/** The pages (slides) that the screen in the hall shows one after another. */

import { joinNames, t } from "../../lib/i18n/text.svelte.ts";
import { sideOf } from "../../lib/game/seats.ts";
import type { Board, MatchView, Standing } from "../../wire/types.ts";
import { championsOf, teamsThatPlayed } from "../champions.ts";
import { homeTitle, homeWord } from "../home-word.ts";
import { sideName, sideNames } from "../match-sides.ts";
import { nextTable, winnersFirst } from "../next-table.ts";
import { prizeText } from "../prizes.ts";
import { isLast, roundLength, type RoundPhase } from "../round-phase.ts";
import { hasScore, scoreHeading, scoreText } from "../score-text.ts";

/**
 * A row of a slide. `mark` is a number at the start of the row, such as a table number. `texts` has one or two texts.
 * `figure` stands at the end of the row.
 */
export interface Row {
  readonly mark: string;
  readonly texts: readonly string[];
  readonly figure?: string;
}

/** A winning team. `note` is additional text, such as the team's marae. */
export interface Champion {
  readonly name: string;
  readonly note: string;
}

export interface Slide {
  readonly title: string;
  /** A note that applies to all rows of the slide. */
  readonly note: string;
  /** One or two columns of rows. */
  readonly columns: readonly (readonly Row[])[];
  /** The winners. Undefined if the slide shows no winners. */
  readonly champions?: readonly Champion[];
}

/** The size of the screen in the hall. All lengths are multiples of the font size. */
export interface ScreenSize {
  /** Whether the screen is wide enough for two columns of text. */
  readonly wide: boolean;
  /** The width of the screen without its margins, as a multiple of the font size. */
  readonly width: number;
  /** Returns the width of a text, as a multiple of the font size. */
  readonly measure: (text: string) => number;
}

/** The number of text lines in a column. */
export const LINES = 8;
/**
 * The maximum number of slides for each of the two standings (of teams and of marae) between two rounds. Few people
 * would wait for the end of a longer list.
 */
const BETWEEN = 6;
/** The number of champions that fit on a slide. If more teams share the first place, the slide is left out. */
const MOST_CHAMPIONS = 3;
/** The number of teams listed below the champions. */
const RUNNERS_UP = 3;
/** The number of teams or players in a row of those who sit out. More would not fit into a column. */
const SITTING_OUT = 4;
/** The gaps between two columns and between two parts of a row, as multiples of the font size. */
const GAPS = { columns: 0.56, parts: 0.28 } as const;
/**
 * The size of the `mark` of a row, which is the number at the start of the row. `least` is its smallest width, as a
 * multiple of the font size. `pair` is the factor by which it grows beside two lines of text. `bold` is the width of
 * bold text divided by the width of regular text.
 */
const MARK = { least: 1.3, pair: 1.5, bold: 1.1 } as const;

/** Returns the slides for a phase of the round. */
export function slidesOf(board: Board, moment: RoundPhase, screen: ScreenSize): Slide[] {
  if (board.head?.ended)
    return [...champions(board), ...standings(board, screen), ...marae(board, screen), ...prizes(board, screen)];
  if (moment === "seated") return seats(board, screen);
  if (moment === "running" && !roundLength(board.head?.settings) && board.matches?.some(({ over }) => !over))
    return [...seats(board, screen), ...standings(board, screen)];
  if (moment !== "closed") return [];
  const [teams, homes] = [standings(board, screen), marae(board, screen)].map((slides) => slides.slice(0, BETWEEN));
  return [...(teams ?? []), ...(homes ?? []), ...moves(board, screen)];
}

function seats({ round, matches, teams }: Board, screen: ScreenSize): Slide[] {
  const name = namesOf(teams);
  const games = byTable(matches).map((match) => ({
    mark: `${match.table}`,
    texts: match.teams
      .map(sideNames(match, name))
      .map((team, side) =>
        match.bots?.some((seat) => sideOf(seat) === side) ? t("{team}, with a bot", { team }) : team,
      ),
  }));
  const byes = (round?.byes ?? []).map(name);
  const out = Array.from({ length: Math.ceil(byes.length / SITTING_OUT) }, (_, i) => ({
    mark: "–",
    texts: [
      t("Sit out this round: {names}", {
        names: byes.slice(i * SITTING_OUT, (i + 1) * SITTING_OUT).join(", "),
      }),
    ],
  }));
  return cut(t("Table draw"), "", [...games, ...out], screen);
}

function moves(board: Board, screen: ScreenSize): Slide[] {
  const { head, round, matches, teams } = board;
  const name = namesOf(teams);
  if (isLast(head?.settings, round)) return [];
  const rows = byTable(matches).flatMap((match) =>
    winnersFirst(match).flatMap((side) => {
      const table = nextTable(match, side);
      if (table === null || table === match.table) return [];
      return [{ mark: `${match.table} → ${table}`, texts: [sideName(match, side, name)] }];
    }),
  );
  const note = round?.sit_outs_follow
    ? t("Unless they sit out next. The others stay at their tables.")
    : t("The others stay at their tables.");
  return cut(t("Who moves on"), note, rows, screen);
}

function standings({ standings, teams, head }: Board, screen: ScreenSize): Slide[] {
  const name = namesOf(teams);
  const rows = (standings ?? []).map((line) => placed(line, name, hasScore(head?.settings)));
  return cut(head?.ended ? t("The final standings") : t("Standings"), scoreHeading(head?.settings), rows, screen);
}

const placed = ({ place, team, score }: Standing, name: (team: number) => string, scored: boolean): Row => ({
  mark: `${place}`,
  texts: [name(team)],
  ...(scored && { figure: `${score}` }),
});

function marae(board: Board, screen: ScreenSize): Slide[] {
  const rows = (board.marae ?? []).map(({ place, marae, total }) => ({
    mark: `${place}`,
    texts: [marae],
    figure: `${total}`,
  }));
  return cut(homeTitle(board), t("Winning points and fair play"), rows, screen);
}

function prizes({ prizes, teams }: Board, screen: ScreenSize): Slide[] {
  const name = namesOf(teams);
  const rows = (prizes ?? []).map((won) => ({ mark: "★", texts: [prizeText(won), joinNames(won.teams.map(name))] }));
  return cut(t("Prizes"), "", rows, screen);
}

/** Returns a list with the slide of the champions. The list is empty before the first match is finished. */
function champions(board: Board): Slide[] {
  const { teams, marae } = board;
  const name = namesOf(teams);
  const homes = new Map((teams ?? []).map(({ team, marae }) => [team, marae]));
  const first = championsOf(board);
  if (!first.length || first.length > MOST_CHAMPIONS) return [];
  const best = (marae ?? []).filter(({ place }) => place === 1).map(({ marae }) => marae);
  return [
    {
      title: first.length > 1 ? t("The champions") : t("The champion"),
      note: best.length ? t("Top {home}: {names}", { home: homeWord(board), names: joinNames(best) }) : "",
      columns: [
        teamsThatPlayed(board)
          .filter(({ place }) => place > 1)
          .slice(0, RUNNERS_UP)
          .map((line) => placed(line, name, hasScore(board.head?.settings))),
      ],
      champions: first.map((line) => ({
        name: name(line.team),
        note: [homes.get(line.team), scoreText(line, board.head?.settings)].filter(Boolean).join(" · "),
      })),
    },
  ];
}

/**
 * Distributes rows over slides. If all rows fit into one column, there is one slide with one column. Otherwise a wide
 * screen has two columns per slide.
 */
function cut(title: string, note: string, rows: readonly Row[], screen: ScreenSize): Slide[] {
  const whole = filled(rows, screen, screen.width);
  if (whole.length <= 1 || !screen.wide) return whole.map((column) => ({ title, note, columns: [column] }));
  const columns = filled(rows, screen, (screen.width - GAPS.columns) / 2);
  return Array.from({ length: Math.ceil(columns.length / 2) }, (_, i) => ({
    title,
    note,
    columns: columns.slice(2 * i, 2 * i + 2),
  }));
}

/**
 * Distributes rows over columns. `width` is the width of a column, as a multiple of the font size. Each column has room
 * for `LINES` lines of text.
 */
function filled(rows: readonly Row[], screen: ScreenSize, width: number): Row[][] {
  const columns: Row[][] = [];
  let left = 0;
  for (const row of rows) {
    const needs = linesOf(row, rows, screen, width);
    if (needs > left) {
      columns.push([]);
      left = LINES;
    }
    columns.at(-1)?.push(row);
    left -= needs;
  }
  return columns;
}

/**
 * Returns the number of text lines in a row of a column. Each text of the row takes one line, or more lines if it is
 * wrapped. `rows` are all rows to distribute, and `width` is the width of the column.
 */
function linesOf(row: Row, rows: readonly Row[], { measure }: ScreenSize, width: number): number {
  const pair = rows.some(({ texts }) => texts.length > 1) ? MARK.pair : 1;
  const mark = Math.max(MARK.least, measure(row.mark) * MARK.bold) * pair + GAPS.parts;
  const figure = row.figure === undefined ? 0 : measure(row.figure) * MARK.bold + GAPS.parts;
  const lines = row.texts.map((text) => wrapped(text, width - mark - figure, measure));
  return lines.reduce((sum, more) => sum + more, 0);
}

/**
 * Returns the number of lines that a text takes if it is wrapped at `width`. Lines break between words. A word that is
 * longer than a line is broken too.
 */
export function wrapped(text: string, width: number, measure: (text: string) => number): number {
  let [lines, line] = [1, ""];
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (measure(longer) <= width) line = longer;
    else {
      const pieces = Math.max(1, Math.ceil(measure(word) / width));
      lines += (line ? 1 : 0) + pieces - 1;
      line = pieces > 1 ? "" : word;
    }
  }
  return lines;
}

const byTable = (matches: Board["matches"]): MatchView[] => [...(matches ?? [])].sort((a, b) => a.table - b.table);

function namesOf(teams: Board["teams"]): (team: number) => string {
  const names = new Map((teams ?? []).map(({ team, name }) => [team, name]));
  return (team) => names.get(team) ?? t("Team {n}", { n: team });
}
