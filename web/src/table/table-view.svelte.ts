/** The state of the table's screen: what it shows, which choices are open, and what buttons and keys do. */

import { capitalize, t } from "../lib/i18n/text.svelte.ts";
import { cardName } from "../lib/narration/card-names.ts";
import { describeChoice } from "../lib/narration/choice-values.ts";
import { namesAt, type Names } from "../lib/narration/names.ts";
import { hint as fetchHint } from "../lib/net/api.ts";
import type { TableCommand, TableSession } from "../lib/net/table-session.svelte.ts";
import { preferences } from "../lib/storage/preferences.svelte.ts";
import { announcer } from "../lib/view/announcer.svelte.ts";
import type { Action, Card, DealView, Rated, Ruleset, Scene, Seat } from "../wire/types.ts";
import { actionOf, cardAction, type Choice, choices, forcedAnswer, lastCard, revokeClaim, whyNot } from "./choices.ts";
import { Playback } from "./playback.svelte.ts";
import { prompt } from "./prompt.ts";
import { TableStory } from "./table-story.svelte.ts";

/** The dialogs of the table: at most one is open. */
export type DialogName = "menu" | "trick" | "story" | "keys" | "say" | "claim" | "admit";
/** What covers the table: the waiting room, dealing by hand, or the result of a deal or a game. */
export type PanelName = "room" | "hand" | "deal" | "over";

/** Milliseconds that a notice is shown. */
const NOTICE = 5_000;
const BY_HAND: readonly Scene["stage"][] = ["drawing", "cutting", "dealing"];
const NO_DEAL: readonly Scene["stage"][] = ["seating", "drawing"];

export class TableView {
  readonly session: TableSession;
  readonly playback: Playback;
  readonly story: TableStory;

  dialog: DialogName | null = $state(null);
  /** The card under the pointer or the focus. */
  lifted: Card | null = $state.raw(null);
  /** A sentence that is shown for a moment in place of the prompt. */
  notice = $state("");
  /** Whether the server has not answered a choice yet. */
  busy = $state(false);
  /** The value of each choice; "asked" until the server answers. */
  hint: readonly Rated[] | "asked" | null = $state.raw(null);
  /** Whether the last choice was taken back; nothing is then chosen automatically. */
  undone = $state(false);

  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: TableSession) {
    this.session = session;
    this.story = new TableStory(session, {
      note: (text) => this.note(text),
      say: (seat, text) => this.playback.say(seat, text),
    });
    this.playback = new Playback(session, (step, before) => this.story.follow(step, before));
  }

  /** Ends the playback, and clears the announcements. */
  close(): void {
    this.playback.end();
    clearTimeout(this.#noticeTimer);
    announcer.clear();
  }

  // What is shown

  get scene(): Scene | null {
    return this.playback.scene;
  }

  get deal(): DealView | null {
    return this.playback.deal;
  }

  get rules(): Ruleset | null {
    return this.session.rules;
  }

  /** The seat at the bottom of the table. */
  get viewer(): Seat {
    return this.session.me ?? "south";
  }

  readonly names: Names | null = $derived.by(() =>
    this.scene ? namesAt(this.scene, this.session.player, this.session.people) : null,
  );

  /** The deal whose cards are shown. */
  get shownDeal(): DealView | null {
    return this.scene && !NO_DEAL.includes(this.scene.stage) ? this.deal : null;
  }

  /** Whether cards are moving, so that the prompt must wait. */
  get moving(): boolean {
    const { dealt, unturned, showing } = this.playback;
    return dealt !== undefined || unturned || showing;
  }

  /** What the table waits for, in a sentence; empty if nothing. */
  readonly prompt: string = $derived.by(() => {
    const { scene, deal, rules, names } = this;
    if (this.moving || !deal || !rules || !names || scene?.stage !== "playing") return "";
    return prompt(deal, rules, names);
  });

  /** The last deal's result, while it is shown. */
  get result(): Scene["last"] {
    const { scene } = this;
    // once the next pack is cut by hand, the table waits only for its shares
    const cut = scene?.settings.by_hand && scene.seats.some(({ share }) => share === "awaited" || share === "opened");
    return this.playback.idle && scene?.stage === "shuffling" && !cut ? scene.last : null;
  }

  get panel(): PanelName | null {
    const { scene, playback } = this;
    if (!scene) return null;
    if (playback.drawn) return "hand";
    if (scene.stage === "seating") return "room";
    if (playback.idle && scene.stage === "over") return "over";
    if (this.result) return "deal";
    return BY_HAND.includes(scene.stage) ? "hand" : null;
  }

  // Choices

  /** Whether it is the person's turn and all cards are in place. */
  get myTurn(): boolean {
    const { playback, session } = this;
    return playback.idle && !playback.held && session.myTurn && !this.busy && session.status === "open";
  }

  /** The choices beside the cards. */
  readonly choices: readonly Choice[] = $derived.by(() => (this.myTurn && this.deal ? choices(this.deal) : []));

  /** A revoke that may be claimed now. */
  readonly revoke: Choice | undefined = $derived.by(() =>
    this.deal && this.playback.idle && this.scene?.stage !== "over" ? revokeClaim(this.deal) : undefined,
  );

  /** Whether the rest of the tricks may be claimed now. */
  get canClaim(): boolean {
    return this.myTurn && this.deal?.claim === true;
  }

  /** Whether a hint may be requested: there is more than one choice. */
  get canHint(): boolean {
    const { deal, scene, session } = this;
    if (!this.myTurn || !deal || scene?.hints !== session.me) return false;
    return deal.legal_actions.filter((action) => action.do !== "claim_revoke").length > 1;
  }

  /** Cards of the hand that can't be chosen now. */
  readonly barred: ReadonlySet<Card> = $derived.by(() => {
    const { deal } = this;
    const choosing = this.myTurn && deal && cardAction(deal);
    return new Set(choosing ? deal.cards.filter((card) => whyNot(deal, card) !== undefined) : []);
  });

  /** Why the card under the pointer can't be chosen. */
  get whyNot(): string | undefined {
    const { deal, lifted } = this;
    return this.myTurn && deal && lifted && cardAction(deal) ? whyNot(deal, lifted) : undefined;
  }

  /** The choice that is made automatically: a forced answer, or the last card, by preference. */
  get automatic(): Action | undefined {
    const { deal } = this;
    if (!this.myTurn || !deal || this.undone) return undefined;
    return forcedAnswer(deal) ?? (preferences.lastCard ? lastCard(deal) : undefined);
  }

  /** The bots' seats that people wait for, and that the host may give them now. */
  get waiting(): Scene["seats"] {
    const { host, scene } = this.session;
    return host && scene ? scene.seats.filter((view) => view.booked) : [];
  }

  // Actions

  /** Shows a sentence for a moment. */
  note(text: string): void {
    this.notice = text;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice = ""), NOTICE);
  }

  /** Shows a refusal, and announces it at once. */
  warn(text: string): void {
    this.note(capitalize(text));
    announcer.warn(text);
  }

  /** Sends a command; returns whether it succeeded, and shows a refusal. */
  readonly send = async (command: TableCommand): Promise<boolean> => {
    try {
      await this.session.ask(command);
      return true;
    } catch (error) {
      this.warn((error as Error).message);
      return false;
    }
  };

  /** Chooses an action, at the version that is shown. */
  readonly choose = async (action: Action): Promise<void> => {
    if (this.busy) return;
    this.#begin();
    try {
      await this.session.act(action, this.scene?.version);
    } catch (error) {
      this.warn((error as Error).message);
    } finally {
      this.busy = false;
    }
  };

  /** Chooses a card, or shows why it can't be chosen. */
  readonly chooseCard = (card: Card): void => {
    this.playback.seen();
    const { deal } = this;
    if (!deal) return;
    const action = this.myTurn ? actionOf(deal, card) : undefined;
    if (action) return void this.choose(action);
    if (this.busy || !this.playback.idle) return;
    const why = this.myTurn ? whyNot(deal, card) || (this.choices.length ? this.prompt : "") : "";
    this.warn(why || t("It is not your turn to play a card."));
  };

  /** Claims the rest of the tricks. */
  async claimRest(): Promise<void> {
    this.dialog = null;
    if (this.busy || !this.canClaim) return;
    this.#begin();
    await this.send({ ask: "claim", version: this.scene?.version ?? null });
    this.busy = false;
  }

  /** Lets in a person who waits for a bot's seat. */
  async admit(player: string | null | undefined): Promise<void> {
    this.dialog = null;
    if (player) await this.send({ ask: "admit", player });
  }

  /** Takes back the last choice. */
  readonly takeBack = async (): Promise<void> => {
    this.hint = null;
    this.undone = await this.send({ ask: "undo" });
  };

  /** Requests the value of each choice, or closes the hint. */
  readonly toggleHint = async (): Promise<void> => {
    if (this.hint) {
      this.hint = null;
      return;
    }
    if (!this.canHint) return;
    const open = this.deal?.legal_actions;
    this.hint = "asked";
    try {
      const { choices } = await fetchHint(this.session.table);
      if (this.hint !== "asked" || this.deal?.legal_actions !== open) return; // another choice is open by now
      this.hint = choices;
      announcer.say([t("Hint, best first"), ...choices.map((rated) => describeChoice(rated, cardName))].join(". "));
    } catch (error) {
      this.hint = null;
      this.warn((error as Error).message);
    }
  };

  #begin(): void {
    this.busy = true;
    this.undone = false;
    this.hint = null;
    this.notice = "";
  }
}
