/** The status of a match in one or two words. */

import { joinNames, t, tn } from "../lib/i18n/text.svelte.ts";
import { seatName } from "../lib/narration/names.ts";
import type { MatchView, RoundView, TeamView } from "../wire/types.ts";
import { entriesOf } from "./match-sides.ts";

/**
 * The kinds of match status. Each kind has its own colour. Four of them need the director's attention. `waits`: the
 * bell has rung, and the official must say whether a card was turned up. `last`: the last deal is being played. `cut`:
 * the match was drawn, and the captains must cut the cards. `unsigned`: a captain has yet to sign.
 */
export type MatchStatusKind = "free" | "seated" | "playing" | "waits" | "last" | "cut" | "unsigned" | "signed";

export interface MatchStatus {
  readonly kind: MatchStatusKind;
  readonly words: string;
}

/** Returns the status of the match at a table. `match` is undefined for a table without a match. */
export function matchStatus(match: MatchView | undefined, round: RoundView | null | undefined): MatchStatus {
  if (!match) return { kind: "free", words: t("Nobody plays here") };
  if (match.over) return ended(match, round?.closed ?? false);
  if (round?.started == null) return { kind: "seated", words: t("Not started") };
  if (match.waits) return { kind: "waits", words: t("Bell: was a card turned up?") };
  if (match.last_deal) return { kind: "last", words: t("Last deal") };
  return { kind: "playing", words: t("Playing") };
}

/**
 * Returns a sentence that names the seats of a match at which bots replace players. Empty if there are no such seats.
 */
export const botsOf = ({ bots = [] }: Pick<MatchView, "bots">): string =>
  bots.length ? t("A bot fills in: {seats}.", { seats: joinNames(bots.map(seatName)) }) : "";

/**
 * Returns a sentence that names the players of a match who have withdrawn while it is played. Empty if there are none:
 * a team that withdraws forfeits.
 */
export function goneText(match: MatchView, team: (number: number) => TeamView | undefined): string {
  if (match.over || !match.partners?.length) return "";
  const gone = entriesOf(match).flatMap((entry) => (team(entry)?.withdrawn ? [team(entry)?.name ?? ""] : []));
  const names = joinNames(gone);
  return gone.length
    ? tn("{names} has withdrawn: somebody fills in.", "{names} have withdrawn: others fill in.", gone.length, { names })
    : "";
}

/** Returns a sentence that says how a drawn match is cut for. */
export const cutText = ({ partners }: Pick<MatchView, "partners">): string =>
  partners?.length
    ? t("A draw: one of each side cuts, and the higher card moves on. Ace is high.")
    : t("A draw: the captains cut, and the higher card moves on. Ace is high.");

function ended(match: MatchView, closed: boolean): MatchStatus {
  const signed = match.confirmed.length;
  const all = signed + (closed ? 0 : (match.unsigned?.length ?? 0));
  const players = match.partners?.length;
  if (match.uncut)
    return { kind: "cut", words: players ? t("Draw: one of each side cuts") : t("Draw: the captains cut") };
  if (signed < all) return { kind: "unsigned", words: t("Over, signed {n} of {all}", { n: signed, all }) };
  if (match.forfeit) return { kind: "signed", words: t("Forfeited") };
  return { kind: "signed", words: signed ? t("Over, signed") : t("Over") };
}
