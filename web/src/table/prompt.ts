/** The prompt: a sentence that tells the reader what to do, or whom the table is waiting for. */

import { cardText, suitName, suitSymbol } from "../lib/narration/card-names.ts";
import { capitalize, message, t } from "../lib/i18n/text.svelte.ts";
import type { Names } from "../lib/narration/names.ts";
import type { DealView, Phase, Ruleset, Seat } from "../wire/types.ts";
import { partnerOf, sideOf } from "../lib/game/seats.ts";
import { acceptance } from "./choices.ts";

const DOING: Record<Exclude<Phase, "over">, string> = {
  naming: message("{seat} is naming the benny's suit…"),
  claiming: message("{seat} may claim a farmer's hand…"),
  showing: message("{seat} is showing three cards…"),
  calling: message("{seat} to call…"),
  discarding: message("{seat} is discarding…"),
  asking: message("{seat} may go alone…"),
  giving: message("{seat} is passing a card…"),
  playing: message("{seat} to play…"),
};

/** Returns the prompt. It is empty if the table is not waiting for anybody. */
export function prompt(deal: DealView, rules: Ruleset, names: Names): string {
  if (deal.turn === null || deal.phase === "over") return "";
  if (deal.turn !== deal.seat) {
    const waiting = t(DOING[deal.phase], { seat: names.name(deal.turn) });
    const out = deal.seat !== null && deal.facts.sitting_out.includes(deal.seat);
    return out ? `${t("You sit out this deal.")} ${waiting}` : waiting;
  }
  switch (deal.phase) {
    case "naming":
      return deal.cards.length
        ? t("You turned up the benny. Name its suit.")
        : t("You turned up the benny. Name its suit before you see your cards.");
    case "claiming":
      return rules.farmers_hand === "exchange"
        ? t("Farmer's hand! Show three low cards and swap them for the three under the turn-up?")
        : t("You have a farmer's hand. Ask for a new deal?");
    case "showing":
      return t("Going under: show low card {n} of 3.", { n: deal.shown.length + 1 });
    case "calling":
      return calling(deal, rules, names, deal.turn);
    case "discarding":
      return discarding(deal, rules);
    case "asking":
      return asking(deal, names, deal.turn);
    case "giving":
      return t("Your partner is going alone. Pass your best card, face down.");
    case "playing":
      return playing(deal);
  }
}

/** Returns the result of a draw for first dealer. */
export function firstDealerText(dealer: Seat, names: Names): string {
  return dealer === names.me ? t("You deal first.") : t("{name} deals first.", { name: names.name(dealer) });
}

/** Returns the question that a person must answer before the choice to play alone is sent. */
export function aloneQuestion({ contract, turn }: DealView): string {
  const defends = contract && turn !== null && sideOf(contract.maker) !== sideOf(turn);
  return defends ? t("Defend alone? Your partner sits out.") : t("Go alone? Your partner sits out.");
}

function calling(deal: DealView, rules: Ruleset, names: Names, me: Seat): string {
  const up = cardText(deal.upcard);
  const suit = deal.up_suit ? suitName(deal.up_suit) : "";
  const offered = deal.upcard === "B" ? t("the benny for {suit}", { suit }) : up;
  if (deal.facts.stuck) {
    return rules.nobody_calls === "dealer_names"
      ? t("Everyone passed. You dealt, so you must name a suit.")
      : t("Everyone passed. You dealt, so you must say “{call}”: {card} is yours.", {
          call: acceptance(deal),
          card: up,
        });
  }
  if (deal.facts.round === 2) return capitalize(t("{card} was turned down. Name a suit or pass?", { card: up }));
  if (deal.legal_actions.length === 1) return t("{card} is turned up, but you have no {suit}.", { card: up, suit });
  const values = { card: offered, call: acceptance(deal), seat: names.name(deal.dealer) };
  if (me !== partnerOf(deal.dealer)) return t("{seat} turned up {card}. Say “{call}”, or pass?", values);
  return rules.partner_alone === "off"
    ? t("Your partner turned up {card}. Say “{call}”, or pass?", values)
    : t("Your partner turned up {card}. Say “{call}”, or pass? You can only go alone.", values);
}

function discarding(deal: DealView, { upcard_stays }: Ruleset): string {
  const [received] = deal.received;
  if (received) return t("Your partner passed you {card}. Discard a card.", { card: cardText(received) });
  const kept = deal.why_not.some(([card]) => card === deal.upcard);
  const card = cardText(deal.upcard);
  if (upcard_stays) {
    return kept
      ? t("You leave {card} on the pack and must keep it. Discard another card.", { card })
      : t("You leave {card} on the pack. Discard a card.", { card });
  }
  return kept
    ? t("You picked up {card} and must keep it. Discard another card.", { card })
    : t("You picked up {card}. Discard a card.", { card });
}

function asking(deal: DealView, names: Names, me: Seat): string {
  const partner = names.name(partnerOf(me));
  return deal.contract && sideOf(deal.contract.maker) !== sideOf(me)
    ? t("Defend alone? {seat} will sit out.", { seat: partner })
    : t("Go alone? {seat} will sit out.", { seat: partner });
}

function playing(deal: DealView): string {
  const { led } = deal.facts;
  if (!led) return deal.why_not.length ? t("Your lead: any card but a trump.") : t("Your lead.");
  const suit = `${suitName(led)} ${suitSymbol(led)}`;
  return deal.why_not.length ? t("Follow suit: {suit} led.", { suit }) : t("Your turn: {suit} led.", { suit });
}
