/** A file with the user's stats: the finished deals and games of this browser, and what their choices lost. */

import { SEATS } from "../game/seats.ts";
import { isReviewedGame, type ReviewedGame } from "./reviewed-games.ts";
import type { Row } from "./statistics.ts";
import { isList, isRecord, isString, isTime } from "./stored.ts";

/** The version of the file. A later version reads the earlier ones. */
const VERSION = 1;

/** What a file holds. */
export interface FiguresFile {
  readonly rows: readonly Row[];
  readonly reviewed: readonly ReviewedGame[];
}

/** Returns the text of a file. */
export const formatFigures = ({ rows, reviewed }: FiguresFile): string =>
  JSON.stringify({ version: VERSION, rows, reviewed });

/** Returns the valid rows and games of a file's text. Undefined if the text is something else. */
export function parseFigures(text: string): FiguresFile | undefined {
  const value = parsed(text);
  if (!isRecord(value) || value.version !== VERSION || !isList(value.rows)) return undefined;
  return {
    rows: value.rows.filter(isRow),
    reviewed: isList(value.reviewed) ? value.reviewed.filter(isReviewedGame) : [],
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the file holds something else
  }
}

const isSeat = (value: unknown): boolean => SEATS.some((seat) => seat === value);
const isScore = (value: unknown): boolean => Number.isSafeInteger(value) && Math.abs(Number(value)) < 1e6;
const isPair = (value: unknown): boolean => isList(value) && value.length === 2 && value.every(isScore);
const isText = (value: unknown): boolean => isString(value) && value.length < 200;

function isRow(value: unknown): value is Row {
  if (!isRecord(value)) return false;
  const { what, id, at, rules, title, seat, partner } = value;
  const known = [id, rules, title, partner].every(isText) && isTime(at) && isSeat(seat);
  return known && (what === "game" ? isGame(value) : what === "deal" && isDeal(value));
}

const isGame = ({ won, score }: Readonly<Record<string, unknown>>): boolean =>
  (won === null || typeof won === "boolean") && isPair(score);

function isDeal({ result, score, target }: Readonly<Record<string, unknown>>): boolean {
  if (!isRecord(result)) return false;
  const { outcome, points, tricks, maker, loner } = result;
  return (
    isText(outcome) &&
    isPair(points) &&
    isPair(tricks) &&
    [maker, loner].every((seat) => seat === null || isSeat(seat)) &&
    isPair(score) &&
    isScore(target)
  );
}
