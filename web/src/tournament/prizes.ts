/** The prizes beside the places, in words. */

import { message, t } from "../lib/i18n/text.svelte.ts";
import type { PrizeWon } from "../wire/types.ts";

export type PrizeName = PrizeWon["prize"];

export const PRIZES: Readonly<Record<PrizeName, string>> = {
  most_loners: message("Most loners"),
  most_euchres: message("Most euchres"),
  fair_play: message("Fair play"),
  last_place: message("Last place"),
};

/** Returns the name of a prize, with the number that won it. The number of the last place says nothing. */
export const prizeText = ({ prize, number }: Pick<PrizeWon, "prize" | "number">): string =>
  prize === "last_place" ? t(PRIZES[prize]) : t("{prize}: {n}", { prize: t(PRIZES[prize]), n: number });

/** Returns the prizes after one is chosen or given up, in the usual order. */
export const withPrize = (prizes: readonly PrizeName[], name: PrizeName, chosen: boolean): PrizeName[] =>
  (Object.keys(PRIZES) as PrizeName[]).filter((other) => (other === name ? chosen : prizes.includes(other)));
