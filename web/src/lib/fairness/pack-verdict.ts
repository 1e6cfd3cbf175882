/** Verdicts on whether packs were dealt fairly, and the sentences that report them. */

import type { Seat } from "../../wire/types.ts";
import { joinNames, t } from "../i18n/text.svelte.ts";
import { seatName } from "../narration/names.ts";

/**
 * A verdict on one pack. `fair` says whether the pack was dealt fairly, and is null if the pack could not be checked.
 * `why` is the reason if the pack is unfair or could not be checked.
 */
export interface PackVerdict {
  /**
   * The number of the pack in the game, from 0. The numbers include the pack of the draw for first dealer, and
   * abandoned packs.
   */
  readonly number: number;
  readonly fair: boolean | null;
  readonly why: string;
  /**
   * Whether a seed share of this browser went into the pack, so that nobody else could choose the pack. Null for a
   * spectator.
   */
  readonly mine: boolean | null;
  /** The seats that withheld their seed shares for the abandoned packs that this pack replaces. */
  readonly withheld: readonly Seat[];
}

/** Returns a text of a few sentences that says whether the packs of a game were dealt fairly. */
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

/** Returns sentences that name the packs made without this browser's seed share although the browser had a seat. */
function withoutShareText(verdicts: readonly PackVerdict[]): readonly string[] {
  const without = verdicts.filter(({ fair, mine }) => fair && mine === false);
  return without.length
    ? [t("It added nothing to the shuffle of pack {numbers}.", { numbers: packNumbers(without) })]
    : [];
}

/** Returns a sentence that names the seats that withheld a seed share for an earlier pack, which this pack replaces. */
const withheldTexts = ({ number, withheld }: PackVerdict): readonly string[] =>
  withheld.map((seat) =>
    t("{seat} held back a share, so pack {number} was dealt instead.", { seat: seatName(seat), number }),
  );

const packNumbers = (verdicts: readonly PackVerdict[]): string =>
  joinNames(verdicts.map(({ number }) => String(number)));
