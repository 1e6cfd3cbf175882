/** Verdicts on whether packs were dealt fairly, and the sentences that report them. */

import type { Seat } from "../../wire/types.ts";
import { joinNames, t } from "../i18n/text.svelte.ts";
import { seatName } from "../narration/names.ts";

/** Whether a pack was dealt fairly; `fair` is null if it could not be checked, `why` says what is wrong or missing. */
export interface PackVerdict {
  /** Counts from 0. The draw for the first deal is a pack too, and so is a pack that was abandoned. */
  readonly number: number;
  readonly fair: boolean | null;
  readonly why: string;
  /** Whether this browser had a share in the pack, so that nobody else could choose it; null for a spectator. */
  readonly mine: boolean | null;
  /** The seats that withheld their shares of the abandoned packs that this one replaces. */
  readonly withheld: readonly Seat[];
}

/** Returns the verdicts on all packs of a game in a few sentences. */
export function verdictText(verdicts: readonly PackVerdict[]): string {
  const unfair = verdicts.find(({ fair }) => fair === false);
  if (unfair) return t("Pack {number} was not dealt fairly: {why}", { number: unfair.number, why: unfair.why });
  const unchecked = verdicts.filter(({ fair }) => fair === null);
  const [first] = unchecked;
  const summary = first
    ? t("What could be checked was fair. Not checked: pack {numbers}. {why}", {
        numbers: packNumbers(unchecked),
        why: first.why,
      })
    : t("Every pack was dealt fairly: your browser has checked it.");
  return [summary, ...withoutShareText(verdicts), ...verdicts.flatMap(withheldTexts)].join(" ");
}

/** Says in which packs this browser had a seat but no share. */
function withoutShareText(verdicts: readonly PackVerdict[]): readonly string[] {
  const without = verdicts.filter(({ fair, mine }) => fair && mine === false);
  return without.length ? [t("It had no share in pack {numbers}.", { numbers: packNumbers(without) })] : [];
}

/** Says which seats withheld a share, so that this pack was dealt instead of another. */
const withheldTexts = ({ number, withheld }: PackVerdict): readonly string[] =>
  withheld.map((seat) =>
    t("{seat} withheld a share, and pack {number} was dealt instead.", { seat: seatName(seat), number }),
  );

const packNumbers = (verdicts: readonly PackVerdict[]): string =>
  joinNames(verdicts.map(({ number }) => String(number)));
