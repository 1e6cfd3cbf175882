/** The state of a position in which a person makes one choice: what is shown, and the effects of buttons and keys. */

import { inHandOrder } from "../lib/game/hand-order.ts";
import { asSentence, t } from "../lib/i18n/text.svelte.ts";
import type { HintMark } from "../lib/narration/choice-values.ts";
import { Names } from "../lib/narration/names.ts";
import { preferences } from "../lib/storage/preferences.svelte.ts";
import { announcer } from "../lib/view/announcer.svelte.ts";
import type { Action, Card, DealView, Ruleset, PublicTable, SeatPosition } from "../wire/types.ts";
import type { DraggedCard } from "./card-drag.ts";
import { actionOf, cardAction, type Choice, choices, whyNot } from "./choices.ts";
import { aloneQuestion, prompt } from "./prompt.ts";

/** A position, and the person's answer. */
export interface PositionChoice {
  readonly position: SeatPosition;
  /** The action that the person has chosen. Undefined until then. */
  readonly answer?: Action | undefined;
  /** The best actions. They are marked once the person has chosen. */
  readonly best?: readonly Action[] | undefined;
  /** The names of the players. If undefined, they are called by their seats, such as "West". */
  readonly names?: Names | undefined;
  /** Receives the action that the person chooses. */
  readonly choose: (action: Action) => void;
}

/** The facts about a table that its parts show, for a position, which has no people, no clock and no log. */
export type PositionScene = Pick<
  PublicTable,
  "stage" | "seats" | "settings" | "deadlines" | "score" | "markers" | "bridge" | "games_won"
>;

const NO_TIMERS = { turn: null, rest: null, bell: null, begin: null };

export class PositionView {
  /** The card under the pointer or with the focus. */
  lifted: Card | null = $state.raw(null);
  /** The card of the hand that is being dragged. */
  dragged: DraggedCard | null = $state.raw(null);
  /** A sentence that replaces the prompt until the next choice. */
  notice = $state("");
  /** Whether the buttons name a suit together with playing alone. */
  callsAlone = $state(false);
  /** Whether the list of keys is open. */
  keysShown = $state(false);
  /** The marks on the choices: which were the best, and which one the person chose. */
  readonly hint = { mark: (wanted: (action: Action) => boolean): HintMark | undefined => this.#mark(wanted) };
  #unconfirmed = $state("");

  constructor(private readonly asked: PositionChoice) {}

  get deal(): DealView {
    return this.asked.position.deal;
  }

  get rules(): Ruleset {
    return this.asked.position.rules;
  }

  get scene(): PositionScene {
    const { score } = this.deal;
    const seated = { stage: "playing", seats: [], settings: {}, deadlines: NO_TIMERS } as const;
    return { ...seated, score, markers: [], bridge: null, games_won: [] };
  }

  readonly names: Names = $derived.by(() => this.asked.names ?? new Names({ seats: [] }, this.deal.seat));

  /** The person's hand, in the order in which it is displayed. */
  readonly hand: readonly Card[] = $derived.by(() =>
    inHandOrder(this.deal.order, this.deal.dealt, preferences.handOrder),
  );

  /** Whether the person has chosen. */
  get closed(): boolean {
    return this.asked.answer !== undefined;
  }

  /** The choices that are not cards. */
  readonly choices: readonly Choice[] = $derived.by(() => choices(this.deal));

  /** The choice to play alone that the person must confirm. Undefined if there is none. */
  get unconfirmed(): Choice | undefined {
    return this.closed ? undefined : this.choices.find(({ key }) => key === this.#unconfirmed);
  }

  /** A sentence that tells the person what to choose. Empty once the person has chosen. */
  get prompt(): string {
    if (this.closed) return "";
    return this.unconfirmed ? aloneQuestion(this.deal) : prompt(this.deal, this.rules, this.names);
  }

  /** The cards of the hand that may not be chosen. */
  readonly barred: ReadonlySet<Card> = $derived.by(() => {
    const { deal } = this;
    return new Set(cardAction(deal) ? deal.cards.filter((card) => whyNot(deal, card) !== undefined) : []);
  });

  /** The reason why the card under the pointer can't be chosen, as a sentence. Undefined if the card can be chosen. */
  get whyNot(): string | undefined {
    const why = !this.closed && this.lifted && cardAction(this.deal) ? whyNot(this.deal, this.lifted) : undefined;
    return why && asSentence(why);
  }

  readonly choose = (action: Action): void => {
    if (this.closed) return;
    this.notice = "";
    this.cancel();
    this.asked.choose(action);
  };

  /** Makes a choice. The person must first confirm a choice to play alone, as at a table. */
  readonly pick = (choice: Choice): void => {
    if (this.closed) return;
    if (choice.alone && this.choices.length > 1) this.#unconfirmed = choice.key;
    else this.choose(choice.action);
  };

  readonly cancel = (): void => void (this.#unconfirmed = "");

  readonly showKeys = (): void => void (this.keysShown = true);

  /** Plays, discards or gives a card. If the card can't be chosen, shows the reason. */
  readonly chooseCard = (card: Card): void => {
    if (this.closed) return;
    const action = actionOf(this.deal, card);
    if (action) return this.choose(action);
    const why = whyNot(this.deal, card) ?? (this.choices.length ? this.prompt : t("It's not your turn."));
    this.notice = asSentence(why);
    announcer.warn(this.notice);
  };

  #mark(wanted: (action: Action) => boolean): HintMark | undefined {
    const { answer, best = [] } = this.asked;
    if (answer === undefined) return undefined;
    if (best.some(wanted)) {
      const words = best.length > 1 ? t("one of the best") : t("the best choice");
      return { best: true, text: "★", words: this.#alsoYours(wanted(answer), words) };
    }
    return wanted(answer) ? { best: false, text: t("yours"), words: t("your choice") } : undefined;
  }

  #alsoYours(yours: boolean, words: string): string {
    return yours ? t("{words}, and yours", { words }) : words;
  }
}
