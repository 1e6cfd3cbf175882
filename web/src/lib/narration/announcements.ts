/**
 * Sentences about events that every viewer of a table must notice: claims, rulings, late arrivals and withheld seed
 * shares.
 */

import { SIDES } from "../game/seats.ts";
import type { PublicEntry, GameOrTableEvent, Partnership } from "../../wire/types.ts";
import { joinNames, t, tn, type Values } from "../i18n/text.svelte.ts";
import { type Names, seatName } from "./names.ts";

/**
 * A claim that ends a deal. A seat claims a redeal because it has a farmer's hand (a weak hand), or it claims all
 * remaining tricks.
 */
export type HandClaim = Extract<GameOrTableEvent, { type: "redeal_claimed" | "rest_claimed" }>;

/** Returns a sentence that names the claiming player and the cards that the claim shows. */
export function claimText({ type, seat, cards }: HandClaim, names: Names): string {
  const values = { name: names.name(seat), cards: names.cards(cards) };
  if (type === "rest_claimed")
    return seat === names.me
      ? t("You claim the rest: {cards}.", values)
      : t("{name} claims the rest: {cards}.", values);
  return seat === names.me
    ? t("You show a farmer's hand: {cards}.", values)
    : t("{name} shows a farmer's hand: {cards}.", values);
}

/** Returns a sentence that names the person to whom the host gave a bot's seat during a deal. */
export function admittedText(
  { player, seat }: Extract<PublicEntry, { type: "player_admitted" }>,
  names: Names,
): string {
  return t("The host let {name} take over {place}'s hand from the bot.", {
    name: names.person(player),
    place: seatName(seat),
  });
}

/** Returns a sentence that names the person whom the host removed. It tells that the invitation has changed. */
export function removedText({ player }: Extract<PublicEntry, { type: "player_removed" }>, names: Names): string {
  return t("The host removed {name}. The invite link is new: the old one no longer works.", {
    name: names.person(player),
  });
}

/** Returns a sentence that names the seats that withheld their seed shares, so that the pack was abandoned. */
export function withheldText({ seats }: Extract<PublicEntry, { type: "shares_withheld" }>, names: Names): string {
  const who = joinNames(seats.map((seat, i) => (i ? names.inside(seat) : names.name(seat))));
  return t("{names} took too long to help shuffle: the cards were dealt again.", { names: who });
}

type Ruling = Extract<GameOrTableEvent, { type: "official_ruled" }>["ruling"];

/** Returns a sentence about the ruling of the director or an official. It includes the reason if there is one. */
export function rulingText(ruling: Ruling, names: Names): string {
  const who = ruling.by === "director" ? t("The director") : t("The official");
  const what = rulingWithoutReason(ruling, who, names);
  return ruling.reason ? t("{what} Reason: “{reason}”", { what, reason: ruling.reason }) : what;
}

function rulingWithoutReason(ruling: Ruling, who: string, names: Names): string {
  if (ruling.type === "points_ruling") {
    return ruling.points
      .flatMap((n, i) => (n ? [pointsRuled(n, { who, side: names.pair(SIDES[i] as Partnership, true) })] : []))
      .join(" ");
  }
  if (ruling.type === "misdeal_ruling") return t("{who} ruled a misdeal.", { who });
  if (ruling.type === "revoke_ruling")
    return t("{who} ruled a revoke by {side}.", { who, side: names.pair(ruling.offenders, true) });
  const values = { who, side: names.pair(ruling.side, true) };
  if (ruling.ejected) return t("{who} showed a red card: {side} are out and lose the game.", values);
  return t("{who} ruled that {side} forfeit the game.", values);
}

const pointsRuled = (n: number, values: Values): string =>
  n > 0
    ? tn("{who} gave {side} {n} point.", "{who} gave {side} {n} points.", n, values)
    : tn("{who} took {n} point from {side}.", "{who} took {n} points from {side}.", -n, values);
