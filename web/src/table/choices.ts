/** The legal choices as buttons, in the ruleset's words, which the server sends. */

import { cardText } from "../lib/narration/card-names.ts";
import { choiceText } from "../lib/narration/choice-values.ts";
import type { Action, Card, DealView, Suit } from "../wire/types.ts";

/** A button: what it says, what it does, and the letter that stands for it. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  readonly action: Action;
  readonly letter: string;
  readonly suit: Suit | null;
  /** Whether it is what declines. */
  readonly declines: boolean;
  /** Whether it is one of the suits that may be called alone too. */
  readonly alone: boolean;
}

type CardAction = Extract<Action, { card: Card }>;
const ON_CARDS: Partial<Record<DealView["phase"], CardAction["do"]>> = {
  playing: "play",
  discarding: "discard",
  showing: "discard",
  giving: "give",
};

/** What choosing a card does now; undefined where no card is to be chosen. */
export function cardAction(deal: DealView): CardAction["do"] | undefined {
  return deal.turn !== null && deal.turn === deal.seat ? ON_CARDS[deal.phase] : undefined;
}

/** The action of a card that may be chosen now; undefined where it may not. */
export function actionOf(deal: DealView, card: Card): Action | undefined {
  const verb = cardAction(deal);
  return deal.legal_actions.find((action) => "card" in action && action.do === verb && action.card === card);
}

/** Why a card can't be chosen, the card written as `written` does; undefined where nothing is to be said. */
export function whyNot(deal: DealView, card: Card, written = cardText): string | undefined {
  return deal.why_not.find(([barred]) => barred === card)?.[1].replace(card, written(card));
}

/** Every legal choice that is no card, in the server's order; a claim of a revoke comes apart. */
export function choices(deal: DealView): Choice[] {
  return deal.legal_actions.flatMap((action, i) =>
    "card" in action || action.do === "claim_revoke" ? [] : [choice(action, deal.facts.labels[i] ?? action.do)],
  );
}

/** A revoke that may be claimed: that of the last trick. */
export function revokeClaim(deal: DealView): Choice | undefined {
  const index = deal.legal_actions.findLastIndex((action) => action.do === "claim_revoke");
  const action = deal.legal_actions[index];
  return action && choice(action, deal.facts.labels[index] ?? action.do);
}

/** The choice that a key on the keyboard stands for; a suit's capital calls it alone. */
export function choiceByKey(all: readonly Choice[], key: string): Choice | undefined {
  return all.find((each) => each.letter === key) ?? all.find((each) => each.letter === key.toLowerCase());
}

function choice(action: Action, label: string): Choice {
  const suit = action.do === "call" || action.do === "name" ? action.suit : null;
  const alone = action.do === "call" && action.alone;
  return {
    key: JSON.stringify(action),
    label: choiceText(action, label),
    action,
    letter: letterOf(action),
    suit,
    declines: action.do === "pass",
    alone,
  };
}

function letterOf(action: Action): string {
  switch (action.do) {
    case "pass":
      return "p";
    case "order_up":
      return action.alone ? "a" : "o";
    case "call":
      return action.alone ? action.suit.toUpperCase() : action.suit;
    case "name":
      return action.suit;
    case "alone":
      return "a";
    case "claim_redeal":
      return "r";
    case "go_under":
      return "u";
    case "claim_revoke":
      return "v";
    default:
      return "";
  }
}

/** The card that plays itself: one's last. */
export function lastCard(deal: DealView): Action | undefined {
  return deal.phase === "playing" && deal.turn === deal.seat && deal.cards.length === 1
    ? deal.legal_actions.find((action) => action.do === "play")
    : undefined;
}

/** The answer to a question that has but one: whether a hand that is no farmer's hand is claimed. */
export function forcedAnswer(deal: DealView): Action | undefined {
  const [only, more] = deal.legal_actions;
  const asked = deal.phase === "claiming" && deal.turn !== null && deal.turn === deal.seat;
  return asked && only?.do === "pass" && !more ? only : undefined;
}
