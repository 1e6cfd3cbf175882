/** Verdicts on whether packs were dealt fairly, and the sentences that report them. */

import type { Seat } from "../../wire/types.ts";
import { joinNames, t } from "../i18n/text.svelte.ts";
import { seatName } from "../narration/names.ts";

/**
 * Whether a pack was dealt fairly. `fair` is null if the pack could not be checked. `why` says what is wrong or
 * missing.
 */
export interface PackVerdict {
  /**
   * The pack's number in the game, from 0. The pack of the draw for the first deal counts too, and so do abandoned
   * packs.
   */
  readonly number: number;
  readonly fair: boolean | null;
  readonly why: string;
  /**
   * Whether the pack was made with a seed share of this browser, so that nobody else could choose the pack. Null for a
   * spectator.
   */
  readonly mine: boolean | null;
  /** The seats that withheld their seed shares for abandoned packs, which this pack replaces. */
  readonly withheld: readonly Seat[];
}

/** Says in a few sentences whether the packs of a game were dealt fairly. */
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

/** Names the packs that were made without this browser's seed share although it had a seat. */
function withoutShareText(verdicts: readonly PackVerdict[]): readonly string[] {
  const without = verdicts.filter(({ fair, mine }) => fair && mine === false);
  return without.length ? [t("It had no share in pack {numbers}.", { numbers: packNumbers(without) })] : [];
}

/** Names the seats that withheld a seed share, so that this pack was dealt in place of another. */
const withheldTexts = ({ number, withheld }: PackVerdict): readonly string[] =>
  withheld.map((seat) =>
    t("{seat} withheld a share, and pack {number} was dealt instead.", { seat: seatName(seat), number }),
  );

const packNumbers = (verdicts: readonly PackVerdict[]): string =>
  joinNames(verdicts.map(({ number }) => String(number)));
