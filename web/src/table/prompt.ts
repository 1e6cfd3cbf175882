/** The prompt: a sentence that tells the reader what to do, or whom the table is waiting for. */

import { cardText, suitName, suitSymbol } from "../lib/narration/card-names.ts";
import { capitalize, message, t } from "../lib/i18n/text.svelte.ts";
import type { Names } from "../lib/narration/names.ts";
import type { DealView, Phase, Ruleset, Seat } from "../wire/types.ts";
import { partnerOf, sideOf } from "../lib/game/seats.ts";

const DOING: Record<Exclude<Phase, "over">, string> = {
  naming: message("{seat} names the benny's suit …"),
  claiming: message("{seat} may claim a farmer's hand …"),
  showing: message("{seat} shows three cards …"),
  calling: message("{seat} is to call …"),
  discarding: message("{seat} puts a card away …"),
  asking: message("{seat} is asked about playing alone …"),
  giving: message("{seat} passes a card …"),
  playing: message("{seat} is to play …"),
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
        ? t("The benny is turned up: name the suit it stands for.")
        : t("The benny is turned up: name the suit it stands for, before you look at your cards.");
    case "claiming":
      return rules.farmers_hand === "exchange"
        ? t("You may go under: show three low cards and take the three below the turn-up.")
        : t("You hold a farmer's hand: have the cards dealt again?");
    case "showing":
      return t("Going under: show a low card, {n} of 3.", { n: deal.shown.length + 1 });
    case "calling":
      return calling(deal, rules, names, deal.turn);
    case "discarding":
      return discarding(deal);
    case "asking":
      return asking(deal, names, deal.turn);
    case "giving":
      return t("Your partner plays alone: pass your best card, unseen by the others.");
    case "playing":
      return playing(deal);
  }
}

function calling(deal: DealView, rules: Ruleset, names: Names, me: Seat): string {
  const up = cardText(deal.upcard);
  const suit = deal.up_suit ? suitName(deal.up_suit) : "";
  if (deal.facts.stuck) {
    return rules.nobody_calls === "dealer_names"
      ? t("Nobody called, and you deal: you must name a suit.")
      : t("Nobody called, and you deal: you must pick up {card}.", { card: up });
  }
  if (deal.facts.round === 2) return capitalize(t("{card} was turned down. Name a suit, or pass?", { card: up }));
  if (deal.legal_actions.length === 1) return t("{card} is turned up, but you hold no {suit}.", { card: up, suit });
  if (me === deal.dealer) return t("You deal: take up {card} and make {suit} trump?", { card: up, suit });
  if (me === partnerOf(deal.dealer)) {
    return rules.partner_alone === "off"
      ? t("Shall {suit} be trump, and your partner take {card}?", { card: up, suit })
      : t("Your partner deals: you may make {suit} trump only by going alone.", { suit });
  }
  return t("Shall {suit} be trump, and {seat} take {card}?", { card: up, suit, seat: names.name(deal.dealer) });
}

function discarding(deal: DealView): string {
  const [received] = deal.received;
  if (received) return t("Your partner passed you {card}: put one card away.", { card: cardText(received) });
  const kept = deal.why_not.some(([card]) => card === deal.upcard);
  const card = cardText(deal.upcard);
  return kept
    ? t("You took up {card}: put another card away.", { card })
    : t("You took up {card}: put one card away.", { card });
}

function asking(deal: DealView, names: Names, me: Seat): string {
  const partner = names.name(partnerOf(me));
  return deal.contract && sideOf(deal.contract.maker) !== sideOf(me)
    ? t("Will you defend alone, while {seat} sits out?", { seat: partner })
    : t("Will you play alone, while {seat} sits out?", { seat: partner });
}

function playing(deal: DealView): string {
  const { led } = deal.facts;
  if (!led) return deal.why_not.length ? t("You lead, with any card but a trump.") : t("You lead.");
  const suit = `${suitName(led)} ${suitSymbol(led)}`;
  return deal.why_not.length
    ? t("Follow suit: {suit} were led.", { suit })
    : t("Your turn: {suit} were led.", { suit });
}
