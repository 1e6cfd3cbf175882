/** The first deal explained: a few sentences at each step, in the words of the ruleset. */

import { sideOf } from "../lib/game/seats.ts";
import { isEuchred, isMarch } from "../lib/game/outcomes.ts";
import { capitalize, t } from "../lib/i18n/text.svelte.ts";
import { cardText, suitName, suitSymbol } from "../lib/narration/card-names.ts";
import type { Names } from "../lib/narration/names.ts";
import { acceptance, declining } from "./choices.ts";
import type { DealResult, DealView, Ruleset } from "../wire/types.ts";

/** Returns sentences about what just happened and what the reader may do now. Empty if there is nothing to explain. */
export function explain(deal: DealView, rules: Ruleset, names: Names): string[] {
  switch (deal.phase) {
    case "calling":
      return deal.turn === deal.seat ? call(deal, names) : othersCall(deal);
    case "discarding":
      return deal.turn === deal.seat
        ? [
            rules.upcard_stays
              ? t(
                  "The turn-up is yours and stays on the pack until you play it. Discard the card that helps least: a low card, not a trump.",
                )
              : t(
                  "You picked up the turn-up, so you have six cards. Discard the one that helps least: a low card, not a trump.",
                ),
          ]
        : trump(deal, names);
    case "asking":
      return [t("Going alone means that your partner sits out. Do it only with a hand that can take all five tricks.")];
    case "playing":
      return deal.tricks.length ? trick(deal, names) : [...trump(deal, names), ...play(deal)];
    case "over":
      return deal.result ? end(deal.result, rules) : [];
    default:
      return [];
  }
}

const suitText = (suit: NonNullable<DealView["up_suit"]>): string => `${suitName(suit)} ${suitSymbol(suit)}`;

function call(deal: DealView, names: Names): string[] {
  const card = cardText(deal.upcard);
  const suit = deal.up_suit ? suitText(deal.up_suit) : "";
  if (deal.facts.stuck) return [t("Everyone passed and you dealt, so you must choose.")];
  if (deal.facts.round === 2) {
    return [t("Nobody wanted {card}. Name another suit if you have three good cards in it. If not, pass.", { card })];
  }
  if (deal.legal_actions.length === 1) {
    return [t("These rules let you call {suit} only if you hold one. Pass.", { suit })];
  }
  const who =
    deal.seat === deal.dealer
      ? t("You deal, so you get {card} if {suit} are trump.", { card, suit })
      : t("{dealer} deals, and gets {card} if {suit} are trump.", { dealer: names.name(deal.dealer), card, suit });
  const words = { yes: acceptance(deal), no: declining(deal) };
  return [
    who,
    t("With three good cards in that suit, make it trump. If not, pass."),
    t("At this table you say “{yes}” to make it trump, and “{no}” to pass.", words),
  ];
}

function othersCall(deal: DealView): string[] {
  if (deal.facts.round === 2) return [t("Nobody wanted the turn-up. Now each player may name another suit, or pass.")];
  const card = cardText(deal.upcard);
  return [t("Each player in turn may make the suit of {card} trump, or pass.", { card })];
}

function trump(deal: DealView, names: Names): string[] {
  const { contract } = deal;
  if (!contract) return [];
  if (contract.trump === "n") {
    return [t("{maker} called no trump: there are no trumps or bowers.", { maker: names.name(contract.maker) })];
  }
  const maker = names.inside(contract.maker);
  const suit = capitalize(suitText(contract.trump));
  const ours = deal.seat !== null && sideOf(deal.seat) === sideOf(contract.maker);
  return [
    ours
      ? t("{suit} are trump, called by {maker}. Your side needs three of the five tricks.", { maker, suit })
      : t("{suit} are trump, called by {maker}. Take three tricks to euchre them.", { maker, suit }),
    t("The jack of {suit} is the highest card, then the other jack of that colour, which is a trump too.", {
      suit: suitText(contract.trump),
    }),
  ];
}

function trick(deal: DealView, names: Names): string[] {
  const taker = deal.tricks.at(-1)?.taker;
  const ours = deal.taken[sideOf(deal.seat ?? "south")] ?? 0;
  const said = deal.trick.length || !taker ? [] : [t("{seat} took the trick.", { seat: names.name(taker) })];
  return [
    ...said,
    t("Tricks: your side {ours}, the other side {theirs}.", { ours, theirs: deal.tricks.length - ours }),
    ...play(deal),
  ];
}

function play(deal: DealView): string[] {
  if (deal.turn !== deal.seat) return [];
  const { led } = deal.facts;
  if (!led) return [t("You lead: play any card that is not dimmed. Aces and high trumps are good leads.")];
  const suit = suitText(led);
  if (deal.why_not.length) return [t("Follow suit: play a card of {suit}. The others are dimmed.", { suit })];
  return led === deal.contract?.trump
    ? [t("Play any card. The highest trump takes the trick.")]
    : [t("Play any card. The highest trump takes the trick, or else the highest card of {suit}.", { suit })];
}

function end({ outcome, maker }: DealResult, rules: Ruleset): string[] {
  const why = !maker
    ? t("Nobody called, so nobody scores.")
    : isEuchred(outcome)
      ? t("The side that made trump took fewer than three tricks. It is euchred, and the others score.")
      : isMarch(outcome)
        ? t("All five tricks are a march, and score more.")
        : t("The side that made trump took three tricks or more, and scores.");
  const goal = rules.target ? [t("The first side to {n} points wins.", { n: rules.target })] : [];
  return [
    why,
    ...goal,
    t("That was a whole deal. From here on, use Hint, or How to play in the menu, whenever you like."),
  ];
}
