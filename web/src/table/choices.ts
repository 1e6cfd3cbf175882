/** Lists the legal choices as buttons. The server sends the texts of the buttons in the ruleset's words. */

import { isPass } from "../lib/game/seats.ts";
import { t } from "../lib/i18n/text.svelte.ts";
import { cardText } from "../lib/narration/card-names.ts";
import { choiceText } from "../lib/narration/choice-text.ts";
import type { Action, Card, DealView, Suit } from "../wire/types.ts";

/** A legal choice that is shown as a button. It has a text, an action, and a letter as its keyboard shortcut. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  /**
   * The ruleset's own words for a pass, if the choice is a pass and the ruleset does not simply call it "pass".
   * Otherwise empty.
   */
  readonly said: string;
  readonly action: Action;
  readonly letter: string;
  readonly suit: Suit | null;
  /** Whether the choice declines an offer, for example a pass. */
  readonly declines: boolean;
  /** Whether the player who makes the choice plays alone. */
  readonly alone: boolean;
}

type CardAction = Extract<Action, { card: Card }>;
const ON_CARDS: Partial<Record<DealView["phase"], CardAction["type"]>> = {
  playing: "play",
  discarding: "discard",
  showing: "discard",
  giving: "give",
};

/**
 * Returns the action that follows if the viewer chooses a card now: play, discard or give. Undefined if the viewer has
 * no card to choose.
 */
export function cardAction(deal: DealView): CardAction["type"] | undefined {
  return deal.turn !== null && deal.turn === deal.seat ? ON_CARDS[deal.phase] : undefined;
}

/** Returns the legal action with a card. Undefined if the card may not be chosen now. */
export function actionOf(deal: DealView, card: Card): Action | undefined {
  const verb = cardAction(deal);
  return deal.legal_actions.find((action) => "card" in action && action.type === verb && action.card === card);
}

/**
 * Returns the reason why a card can't be chosen, as a sentence. Undefined if there is no reason to show. `written`
 * formats the card.
 */
export function whyNot(deal: DealView, card: Card, written = cardText): string | undefined {
  return deal.why_not.find(([barred]) => barred === card)?.[1].replace(card, written(card));
}

/** Returns all legal choices that are not cards, in the server's order, without claims of a revoke. */
export function choices(deal: DealView): Choice[] {
  return deal.legal_actions.flatMap((action, i) =>
    "card" in action || action.type === "claim_revoke" ? [] : [choice(deal, action, deal.labels[i] ?? "")],
  );
}

/**
 * Returns the words by which the viewer accepts the turn-up, as the button has them. If the viewer may also play alone,
 * the words are those without playing alone. Empty if the viewer may not accept.
 */
export function acceptance(deal: DealView): string {
  return deal.labels[deal.legal_actions.findIndex((action) => action.type === "order_up")] ?? "";
}

/** Returns the words by which the viewer passes, as the ruleset has them. */
export function declining(deal: DealView): string {
  return deal.labels[deal.legal_actions.findIndex((action) => action.type === "pass")] ?? "";
}

/**
 * Returns the choices that are shown as buttons, in their order. If suits can be named both with and without playing
 * alone, only one of the two is shown: the former if `alone`.
 */
export function shownChoices(all: readonly Choice[], alone: boolean): readonly Choice[] {
  if (!aloneIsOptional(all)) return all;
  return all.filter((choice) => choice.action.type !== "call_trump" || choice.alone === alone);
}

/** Whether suits can be named both with and without playing alone. */
export function aloneIsOptional(all: readonly Choice[]): boolean {
  const named = all.filter((choice) => choice.action.type === "call_trump");
  return named.some((choice) => choice.alone) && named.some((choice) => !choice.alone);
}

/** Returns the choice to claim a revoke in the last trick. Undefined if the claim is not legal. */
export function revokeClaim(deal: DealView): Choice | undefined {
  const index = deal.legal_actions.findLastIndex((action) => action.type === "claim_revoke");
  const action = deal.legal_actions[index];
  return action && choice(deal, action, deal.labels[index] ?? "");
}

/**
 * Returns the choice for a key of the keyboard. The capital letter of a suit stands for calling the suit and playing
 * alone.
 */
export function choiceByKey(all: readonly Choice[], key: string): Choice | undefined {
  return all.find((each) => each.letter === key) ?? all.find((each) => each.letter === key.toLowerCase());
}

function choice(deal: DealView, action: Action, words: string): Choice {
  const suit = action.type === "call_trump" || action.type === "name_suit" ? action.suit : null;
  const passes = action.type === "pass" && deal.phase === "calling";
  const label = passes ? t("Pass") : choiceText(action, words);
  return {
    key: JSON.stringify(action),
    label,
    said: passes && !isPass(words) ? words : "",
    action,
    letter: letterOf(action),
    suit,
    declines: action.type === "pass",
    alone: action.type === "go_alone" || ("alone" in action && action.alone),
  };
}

function letterOf(action: Action): string {
  switch (action.type) {
    case "pass":
      return "p";
    case "order_up":
      return action.alone ? "a" : "o";
    case "call_trump":
      return action.alone ? action.suit.toUpperCase() : action.suit;
    case "name_suit":
      return action.suit;
    case "go_alone":
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

/**
 * Returns the play of the viewer's last card, which the page may make automatically. Undefined if it is not the
 * viewer's turn or more than one card is left.
 */
export function lastCard(deal: DealView): Action | undefined {
  return deal.phase === "playing" && deal.turn === deal.seat && deal.cards.length === 1
    ? deal.legal_actions.find((action) => action.type === "play")
    : undefined;
}

/**
 * Returns the play of the only card that the viewer may play. Undefined if it is not the viewer's turn to play, or if
 * the viewer has a choice. A claim of a revoke is a choice, too.
 */
export function onlyCard(deal: DealView): CardAction | undefined {
  const [only, more] = deal.legal_actions;
  return cardAction(deal) === "play" && only?.type === "play" && !more ? only : undefined;
}

/**
 * Returns the pass of the viewer, if the table asks whether the viewer claims a farmer's hand and the viewer's only
 * legal answer is to pass. Otherwise undefined.
 */
export function forcedAnswer(deal: DealView): Action | undefined {
  const [only, more] = deal.legal_actions;
  const asked = deal.phase === "claiming" && deal.turn !== null && deal.turn === deal.seat;
  return asked && only?.type === "pass" && !more ? only : undefined;
}
