/** The state of a table's screen: what is shown, which choices the person has, and what buttons and keys do. */

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

/** The names of a table's dialogs, of which at most one is open. */
export type DialogName = "menu" | "trick" | "story" | "keys" | "say" | "claim" | "admit";
/** The panel over the table: the waiting room, dealing by hand, or the result of a deal or a game. */
export type PanelName = "room" | "hand" | "deal" | "over";

/** Milliseconds for which a notice is shown. */
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
  /** Whether a choice was sent that the server has not answered yet. */
  busy = $state(false);
  /** The hint: the value of each choice. "asked" until the server answers; null if no hint is shown. */
  hint: readonly Rated[] | "asked" | null = $state.raw(null);
  /** Whether the last choice was taken back. The page then makes no automatic choice. */
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

  /** Stops showing changes, and clears the announcements to screen readers. */
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

  /** The seat that is drawn at the bottom of the table. */
  get viewer(): Seat {
    return this.session.me ?? "south";
  }

  readonly names: Names | null = $derived.by(() =>
    this.scene ? namesAt(this.scene, this.session.player, this.session.people) : null,
  );

  /** The deal whose cards the screen shows. */
  get shownDeal(): DealView | null {
    return this.scene && !NO_DEAL.includes(this.scene.stage) ? this.deal : null;
  }

  /** Whether cards are moving, so that the prompt must wait. */
  get moving(): boolean {
    const { dealt, unturned, showing } = this.playback;
    return dealt !== undefined || unturned || showing;
  }

  /** A sentence that says what the table waits for; empty if it waits for nothing. */
  readonly prompt: string = $derived.by(() => {
    const { scene, deal, rules, names } = this;
    if (this.moving || !deal || !rules || !names || scene?.stage !== "playing") return "";
    return prompt(deal, rules, names);
  });

  /** The result of the last deal, while the result is shown. */
  get result(): Scene["last"] {
    const { scene } = this;
    // Once the next pack is cut by hand, nothing is left for people to do: the table waits for the browsers' shares of
    // the shuffle.
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

  /** Whether it is the person's turn and no card is moving on screen. */
  get myTurn(): boolean {
    const { playback, session } = this;
    return playback.idle && !playback.held && session.myTurn && !this.busy && session.status === "open";
  }

  /** The legal choices that are not cards. */
  readonly choices: readonly Choice[] = $derived.by(() => (this.myTurn && this.deal ? choices(this.deal) : []));

  /** The choice that claims a revoke; undefined if that is not legal now. */
  readonly revoke: Choice | undefined = $derived.by(() =>
    this.deal && this.playback.idle && this.scene?.stage !== "over" ? revokeClaim(this.deal) : undefined,
  );

  /** Whether the person may claim all remaining tricks now. */
  get canClaim(): boolean {
    return this.myTurn && this.deal?.claim === true;
  }

  /** Whether the person may ask for a hint: in a practice game, on the person's turn, with more than one choice. */
  get canHint(): boolean {
    const { deal, scene, session } = this;
    if (!this.myTurn || !deal || scene?.hints !== session.me) return false;
    return deal.legal_actions.filter((action) => action.do !== "claim_revoke").length > 1;
  }

  /** Cards of the person's hand that are not legal to choose now. */
  readonly barred: ReadonlySet<Card> = $derived.by(() => {
    const { deal } = this;
    const choosing = this.myTurn && deal && cardAction(deal);
    return new Set(choosing ? deal.cards.filter((card) => whyNot(deal, card) !== undefined) : []);
  });

  /** A sentence that says why the card under the pointer can't be chosen; undefined if it can. */
  get whyNot(): string | undefined {
    const { deal, lifted } = this;
    return this.myTurn && deal && lifted && cardAction(deal) ? whyNot(deal, lifted) : undefined;
  }

  /**
   * The choice that the page makes automatically: an answer without alternative or, if the user prefers it, the last
   * card.
   */
  get automatic(): Action | undefined {
    const { deal } = this;
    if (!this.myTurn || !deal || this.undone) return undefined;
    return forcedAnswer(deal) ?? (preferences.lastCard ? lastCard(deal) : undefined);
  }

  /** The bots' seats that people wait to take over, and that the host may give to them now. */
  get waiting(): Scene["seats"] {
    const { host, scene } = this.session;
    return host && scene ? scene.seats.filter((view) => view.booked) : [];
  }

  // Actions

  /** Shows a sentence for a moment in place of the prompt. */
  note(text: string): void {
    this.notice = text;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice = ""), NOTICE);
  }

  /** Shows the server's refusal, and announces it to screen readers at once. */
  warn(text: string): void {
    this.note(capitalize(text));
    announcer.warn(text);
  }

  /** Sends a command and returns whether it succeeded. Shows the reason if the server refused it. */
  readonly send = async (command: TableCommand): Promise<boolean> => {
    try {
      await this.session.ask(command);
      return true;
    } catch (error) {
      this.warn((error as Error).message);
      return false;
    }
  };

  /** Sends the person's action, for the version of the table that the screen shows. */
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

  /** Plays, discards or passes a card, or shows why the card can't be chosen. */
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

  /** Claims all remaining tricks. */
  async claimRest(): Promise<void> {
    this.dialog = null;
    if (this.busy || !this.canClaim) return;
    this.#begin();
    await this.send({ ask: "claim", version: this.scene?.version ?? null });
    this.busy = false;
  }

  /** Gives a bot's seat to the person who waits for it. */
  async admit(player: string | null | undefined): Promise<void> {
    this.dialog = null;
    if (player) await this.send({ ask: "admit", player });
  }

  /** Takes back the person's last choice. */
  readonly takeBack = async (): Promise<void> => {
    this.hint = null;
    this.undone = await this.send({ ask: "undo" });
  };

  /** Requests a hint, or closes it if one is shown. */
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
      // the person has another choice to make by now
      if (this.hint !== "asked" || this.deal?.legal_actions !== open) return;
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
