/** The keys of a table, and of a position in which a person makes one choice. */

import { message, t } from "../lib/i18n/text.svelte.ts";
import { type KeyBinding, pressBinding } from "../lib/view/keys.ts";
import { type Choice, choiceByKey, shownChoices } from "./choices.ts";
import type { Card, Ruleset } from "../wire/types.ts";
import type { TableView } from "./table-view.svelte.ts";

/** The parts of a screen to which a person's choices belong. */
export interface KeyedChoices {
  readonly rules: Ruleset | null;
  /** The hand, in the order in which it is displayed. */
  readonly hand: readonly Card[];
  readonly choices: readonly Choice[];
  /** Whether the buttons name a suit together with playing alone. */
  readonly callsAlone: boolean;
  /** A choice to claim a revoke, which has a key of its own. */
  readonly revoke?: Choice | undefined;
  /** The choice to play alone that the person must confirm. */
  readonly unconfirmed: Choice | undefined;
  chooseCard(card: Card): unknown;
  pick(choice: Choice): void;
  cancel(): void;
  /** Opens the list of keys. */
  showKeys(): void;
}

type Binding = KeyBinding<KeyedChoices>;
const says = (text: string) => (): string => t(text);

/** Returns a function that does something if it may be done now, and returns whether it may. */
function when<Screen>(may: (screen: Screen) => boolean, does: (screen: Screen) => unknown): (at: Screen) => boolean {
  return (screen) => {
    const allowed = may(screen);
    if (allowed) does(screen);
    return allowed;
  };
}

const DIGITS = "123456789";
const MOVE: Binding = { keys: ["ArrowLeft", "ArrowRight"], about: says(message("move along your cards")) };
const ENTER: Binding = { keys: ["Enter"], about: says(message("choose")) };
const POSITION: Binding = {
  keys: [...DIGITS],
  written: "1 – 9",
  about: says(message("choose a call, or else a card, by its position from the left")),
  press: pressDigit,
};
const LETTERS: readonly Binding[] = [
  { keys: ["p"], about: says(message("pass")), press: pressLetter },
  { keys: ["o"], about: (at) => at?.rules?.words.order_up ?? t("order up, or pick up"), press: pressLetter },
  { keys: ["a"], about: (at) => at?.rules?.words.alone ?? t("go alone"), press: pressLetter },
  {
    keys: [..."cdhsn"],
    about: says(message("name a suit or no trump; with Shift, go alone")),
    press: pressLetter,
  },
  { keys: ["u"], about: says(message("exchange a farmer's hand")), press: pressLetter },
];
const REDEAL: Binding = { keys: ["r"], about: says(message("ask for a new deal")), press: pressLetter };
const KEYS: Binding = {
  keys: ["?"],
  about: says(message("show these keys")),
  press: (at) => {
    at.showKeys();
    return true;
  },
};

const RANK: Binding = { keys: ["ContextMenu"], written: "Shift F10", about: says(message("tell what a card is now")) };

/** The keys of a position, as in a puzzle or a lesson. */
export const POSITION_KEYS: readonly Binding[] = [
  MOVE,
  ENTER,
  POSITION,
  ...LETTERS,
  REDEAL,
  RANK,
  {
    keys: ["Escape"],
    about: says(message("withdraw a choice that you haven't confirmed")),
    press: when(
      (at: KeyedChoices) => at.unconfirmed !== undefined,
      (at) => at.cancel(),
    ),
  },
  KEYS,
];

/** The keys of a table. */
export const TABLE_KEYS: readonly KeyBinding<TableView>[] = [
  MOVE,
  { ...ENTER, press: ({ playback }) => playback.held && playback.hurry() },
  POSITION,
  ...LETTERS,
  {
    keys: ["r"],
    about: says(message("claim the remaining tricks, or ask for a new deal")),
    press: (view, key) => claim(view) || pressLetter(view, key),
  },
  { keys: ["v"], about: says(message("claim a revoke")), press: pressLetter },
  {
    keys: ["i"],
    about: says(message("get a hint when you play only with bots")),
    press: when(
      (view: TableView) => view.canHint && !view.unconfirmed,
      (view) => view.hint.toggle(),
    ),
  },
  {
    keys: ["Mod+z"],
    about: says(message("undo your last choice when you play only with bots")),
    press: when(
      (view: TableView) => view.canTakeBack,
      (view) => view.takeBack(),
    ),
  },
  {
    keys: ["l"],
    about: says(message("see the last trick")),
    press: when(
      (view: TableView) => view.deal !== null && view.deal.tricks.length > 0,
      (view) => (view.dialog = "trick"),
    ),
  },
  RANK,
  { keys: [" "], about: says(message("go faster")), press: ({ playback }) => playback.hurry() },
  { keys: ["Escape"], about: says(message("stop what is played for you")), press: endByEscape },
  KEYS,
];

/** Performs the action of a key at a table. Returns false if the key has no meaning at the moment. */
export const pressKey = (view: TableView, key: string): boolean => pressBinding(TABLE_KEYS, view, key);

/** Performs the action of a key in a position. Returns false if the key has no meaning at the moment. */
export const pressChoiceKey = (view: KeyedChoices, key: string): boolean => pressBinding(POSITION_KEYS, view, key);

/** Opens the question whether to claim the remaining tricks. Returns false if the person may not claim them now. */
function claim(view: TableView): boolean {
  if (view.canClaim) view.dialog = "claim";
  return view.canClaim;
}

/** Ends what the person has begun, or what plays for the person. Returns false if there is nothing to end. */
function endByEscape(view: TableView): boolean {
  if (view.choosingSeat) view.choosingSeat = false;
  else if (view.unconfirmed) view.cancel();
  else if (view.autoplay.told) view.autoplay.stop();
  else if (view.hint.shown) view.hint.hide();
  else return false;
  return true;
}

/** Makes the choice of a letter. Returns false if the letter stands for no choice at the moment. */
function pressLetter(view: KeyedChoices, key: string): boolean {
  const { choices, revoke, unconfirmed } = view;
  const choice = unconfirmed ? undefined : choiceByKey(revoke ? [...choices, revoke] : choices, key);
  if (choice) view.pick(choice);
  return Boolean(choice);
}

/**
 * Makes the call at a position among the calls as they are shown, or, if there is no call to make, chooses the card at
 * that position of the hand. A digit never confirms a choice to play alone.
 */
function pressDigit(view: KeyedChoices, key: string): boolean {
  const { hand, choices, callsAlone, unconfirmed } = view;
  const index = DIGITS.indexOf(key);
  if (choices.length && !unconfirmed) {
    const choice = shownChoices(choices, callsAlone)[index];
    if (choice) view.pick(choice);
  } else if (!choices.length) {
    const card = hand[index];
    if (card) view.chooseCard(card);
  }
  return choices.length > 0 || hand.length > 0;
}
