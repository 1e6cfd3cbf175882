/** The words of a season's page, and the figures that it draws. */

import { t } from "../lib/i18n/text.svelte.ts";
import type { SeasonTrend } from "../wire/types.ts";

/** Returns the name of an honour. */
export function honourName(name: string): string {
  if (name === "champion") return t("Champion");
  if (name === "attendance") return t("Most evenings");
  if (name === "games_won") return t("Most games won");
  if (name === "loners") return t("Most loners");
  if (name === "best_evening") return t("Best evening");
  return t("Most evenings won");
}

/** The drawing of a member's totals: the points of its line, and the height of its label. */
export interface TrendLine {
  readonly member: string;
  readonly total: number;
  readonly points: string;
  readonly label: number;
}

export const CHART = { width: 640, height: 240, left: 36, right: 150, foot: 20 } as const;
const LABEL_HEIGHT = 15;

/** Returns the lines of the first members, whose labels are moved apart. */
export function trendLines(trends: readonly SeasonTrend[], most: number): readonly TrendLine[] {
  const drawn = trends.slice(0, most);
  const count = drawn[0]?.totals.length ?? 0;
  if (count < 2) return [];
  const top = topOf(drawn);
  const x = (at: number): number => CHART.left + ((CHART.width - CHART.left - CHART.right) * at) / (count - 1);
  const y = (total: number): number => CHART.height - CHART.foot - ((CHART.height - 2 * CHART.foot) * total) / top;
  const lines = drawn.map(({ member, totals }) => ({
    member,
    total: totals.at(-1) ?? 0,
    points: totals.map((total, at) => `${x(at).toFixed(1)},${y(total).toFixed(1)}`).join(" "),
  }));
  let before = -Infinity;
  return lines
    .toSorted((a, b) => b.total - a.total)
    .map((line) => {
      before = Math.max(y(line.total), before + LABEL_HEIGHT);
      return { ...line, label: before };
    });
}

/** Returns the highest total of all trends, at least 1. */
export const topOf = (trends: readonly SeasonTrend[]): number => Math.max(1, ...trends.flatMap(({ totals }) => totals));
