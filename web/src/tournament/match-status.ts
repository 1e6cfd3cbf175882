/** How it stands at a table, at a glance. */

import { listed, t } from "../lib/i18n/text.svelte.ts";
import { seatName } from "../lib/narration/narrator.ts";
import type { MatchView, RoundView } from "../wire/types.ts";

/** Each has a colour of its own; what must be seen to is `waits`, `last`, `cut` and `unsigned`. */
export type Kind = "free" | "seated" | "playing" | "waits" | "last" | "cut" | "unsigned" | "signed";

export interface State {
  readonly kind: Kind;
  readonly words: string;
}

/** Signatures under a result: both captains'. */
export const SIGNATURES = 2;

/** The state of a game, or of a table where nobody plays. */
export function stateOf(match: MatchView | undefined, round: RoundView | null | undefined): State {
  if (!match) return { kind: "free", words: t("Nobody plays here") };
  if (match.over) return ended(match, round?.closed ?? false);
  if (round?.started == null) return { kind: "seated", words: t("Not started") };
  if (match.waits) return { kind: "waits", words: t("Bell: was there a turn-up?") };
  if (match.last_deal) return { kind: "last", words: t("Last deal") };
  return { kind: "playing", words: t("Playing") };
}

/** Where bots fill in at a game, as everybody is told; empty where none does. */
export const botsOf = ({ bots = [] }: Pick<MatchView, "bots">): string =>
  bots.length ? t("A bot fills in: {seats}.", { seats: listed(bots.map(seatName)) }) : "";

function ended(match: MatchView, closed: boolean): State {
  const signed = match.confirmed.length;
  if (match.moves === null) return { kind: "cut", words: t("Draw: the captains cut") };
  if (signed >= SIGNATURES) return { kind: "signed", words: t("Over, signed") };
  if (closed) return { kind: "signed", words: t("Over") };
  return { kind: "unsigned", words: t("Over, signed {n} of 2", { n: signed }) };
}
