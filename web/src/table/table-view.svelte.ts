/** The state of a table's screen: what is shown, which choices the person has, and the effects of buttons and keys. */

import { asSentence, t } from "../lib/i18n/text.svelte.ts";
import { namesAt, type Names } from "../lib/narration/names.ts";
import type { UnsentTableCommand, TableSession } from "../lib/net/table-session.svelte.ts";
import { inHandOrder } from "../lib/game/hand-order.ts";
import { isSettingOn } from "../lib/game/seats.ts";
import { type BotSpeed, preferences } from "../lib/storage/preferences.svelte.ts";
import { newTables } from "../lib/view/new-tables.ts";
import { announcer } from "../lib/view/announcer.svelte.ts";
import type { Action, Card, DealView, Ruleset, PublicTable, Seat } from "../wire/types.ts";
import { TableChat } from "./table-chat.svelte.ts";
import { Autoplay } from "./autoplay.svelte.ts";
import { ChoiceComments } from "./choice-comments.svelte.ts";
import type { DraggedCard } from "./card-drag.ts";
import { actionOf, cardAction, type Choice, choices, revokeClaim, whyNot } from "./choices.ts";
import { botSpeedOf, newTablePace, type Pace, PACES } from "./pace.ts";
import { Playback } from "./playback.svelte.ts";
import { aloneQuestion, firstDealerText, prompt } from "./prompt.ts";
import { TableHint } from "./table-hint.svelte.ts";
import { TableStory } from "./table-story.svelte.ts";

/** The names of a table's dialogs. At most one dialog is open. */
export type DialogName =
  "menu" | "players" | "trick" | "story" | "keys" | "say" | "claim" | "admit" | "invite" | "hint" | "why" | "stream";
/** The panels over the table: the waiting room, dealing by hand, and the result of a deal or a game. */
export type PanelName = "room" | "hand" | "deal" | "over";

/** The time for which a notice is shown, in milliseconds. */
const NOTICE = 5_000;
const BY_HAND: readonly PublicTable["stage"][] = ["drawing", "cutting", "dealing"];
const NO_DEAL: readonly PublicTable["stage"][] = ["seating", "drawing"];

export class TableView {
  readonly session: TableSession;
  readonly playback: Playback;
  readonly story: TableStory;
  readonly chat: TableChat;

  dialog: DialogName | null = $state(null);
  /** The card under the pointer or with the focus. */
  lifted: Card | null = $state.raw(null);
  /** The card of the hand that is being dragged. */
  dragged: DraggedCard | null = $state.raw(null);
  /** A sentence that replaces the prompt for a short time. */
  notice = $state("");
  /** Whether the buttons name a suit together with playing alone. */
  callsAlone = $state(false);
  /** Whether the person, who watches, chooses a bot's seat at the table. The plates of these seats are then lit. */
  choosingSeat = $state(false);
  /** Whether the page has sent a choice that the server has not answered yet. */
  busy = $state(false);
  readonly hint = new TableHint(this);
  readonly comments = new ChoiceComments(this);
  readonly autoplay = new Autoplay(this);
  /** The key of the choice to play alone that the person must confirm. */
  #unconfirmed = $state("");

  /** The bots' speed that this page has last tried to apply to the table. */
  #botSpeed: BotSpeed | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: TableSession) {
    this.session = session;
    this.story = new TableStory(session, {
      note: (text) => this.note(text),
      say: (seat, text) => this.playback.say(seat, text),
    });
    this.chat = new TableChat(session, (seat, text) => this.playback.say(seat, text));
    this.playback = new Playback(session, (step, before) => this.story.follow(step, before));
  }

  /** Stops the playback of changes, and clears the announcements for screen readers. */
  close(): void {
    this.playback.end();
    clearTimeout(this.#noticeTimer);
    announcer.clear();
  }

  // What is shown

  get scene(): PublicTable | null {
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

  /** The deal whose cards are on screen. Null if no deal is shown. */
  get shownDeal(): DealView | null {
    return this.scene && !NO_DEAL.includes(this.scene.stage) ? this.deal : null;
  }

  /** The seat with the dealer's mark. After a deal this is still its dealer, until the next deal begins. */
  get dealer(): Seat | null {
    const { scene, shownDeal } = this;
    return (scene?.stage === "shuffling" || scene?.stage === "over") && shownDeal
      ? shownDeal.dealer
      : (scene?.dealer ?? null);
  }

  /** The person's hand, in the order in which it is displayed. */
  readonly hand: readonly Card[] = $derived(
    this.shownDeal ? inHandOrder(this.shownDeal.order, this.shownDeal.dealt, preferences.handOrder) : [],
  );

  /** Whether cards are moving or a finished trick is still shown. The prompt is empty during this time. */
  get moving(): boolean {
    const { dealt, unturned, showing } = this.playback;
    return dealt !== undefined || unturned || showing;
  }

  /** A sentence that tells the person what the table is waiting for. Empty if the table is not waiting for anybody. */
  readonly prompt: string = $derived.by(() => {
    const { scene, deal, rules, names } = this;
    const { drawn } = this.playback;
    if (names && drawn && !drawn.shown.length) return firstDealerText(drawn.dealer, names);
    if (this.moving || !deal || !rules || !names || scene?.stage !== "playing") return "";
    if (this.unconfirmed) return aloneQuestion(deal);
    return this.autoplay.told || prompt(deal, rules, names);
  });

  /** The result of the last deal. Null unless the result is shown now. */
  get result(): PublicTable["last"] {
    const { scene } = this;
    // When the next pack has been cut by hand, people have nothing left to do. The table is then waiting only for the
    // browsers' seed shares.
    const cut =
      scene?.settings.by_hand && scene.share_states.some((state) => state === "awaited" || state === "opened");
    return this.playback.idle && scene?.stage === "shuffling" && !cut ? scene.last : null;
  }

  get panel(): PanelName | null {
    const { scene, playback } = this;
    if (!scene) return null;
    if (playback.drawn?.shown.length) return "hand";
    if (scene.stage === "seating") return "room";
    if (playback.idle && scene.stage === "over") return "over";
    if (this.result) return "deal";
    return BY_HAND.includes(scene.stage) ? "hand" : null;
  }

  // Choices

  /** Whether the person may choose now: it is the person's turn, and the screen shows no earlier change. */
  get myTurn(): boolean {
    const { playback, session } = this;
    return playback.idle && !playback.held && session.myTurn && !this.busy && session.status === "open";
  }

  /** The legal choices that are not cards. Empty if it is not the person's turn. */
  readonly choices: readonly Choice[] = $derived.by(() => (this.myTurn && this.deal ? choices(this.deal) : []));

  /** The choice to play alone that the person must confirm. Undefined if there is none. */
  get unconfirmed(): Choice | undefined {
    return this.choices.find(({ key }) => key === this.#unconfirmed);
  }

  /** The choice to claim a revoke. Undefined if the claim is not legal now. */
  readonly revoke: Choice | undefined = $derived.by(() =>
    this.deal && this.playback.idle && this.scene?.stage !== "over" ? revokeClaim(this.deal) : undefined,
  );

  /** Whether the person may claim all remaining tricks now. */
  get canClaim(): boolean {
    return this.myTurn && this.deal?.claim === true;
  }

  /** Whether the person may take back their last choice now. */
  get canTakeBack(): boolean {
    return this.undoable && this.session.scene?.undo === this.session.me;
  }

  /** Whether the table lets the person take back choices, at times. Only bots play with the person there. */
  get undoable(): boolean {
    const { me, scene, alone } = this.session;
    return me !== null && scene !== null && alone && isSettingOn(scene, "undo");
  }

  /**
   * Whether the person may ask for a hint now. A hint needs a practice game, the person's turn, and more than one
   * choice.
   */
  get canHint(): boolean {
    const { deal, scene, session } = this;
    if (!this.myTurn || !deal || scene?.hints !== session.me) return false;
    return deal.legal_actions.filter((action) => action.type !== "claim_revoke").length > 1;
  }

  /** The cards of the person's hand that may not be chosen now. */
  readonly barred: ReadonlySet<Card> = $derived.by(() => {
    const { deal } = this;
    const choosing = this.myTurn && deal && cardAction(deal);
    return new Set(choosing ? deal.cards.filter((card) => whyNot(deal, card) !== undefined) : []);
  });

  /** The reason why the card under the pointer can't be chosen, as a sentence. Undefined if the card can be chosen. */
  get whyNot(): string | undefined {
    const { deal, lifted } = this;
    const why = this.myTurn && deal && lifted && cardAction(deal) ? whyNot(deal, lifted) : undefined;
    return why && asSentence(why);
  }

  /** The bots' seats that people are waiting to take over, and that the host may give to them now. */
  get waiting(): PublicTable["seats"] {
    const { host, scene } = this.session;
    return host && scene ? scene.seats.filter((view) => view.booked) : [];
  }

  /** The bots' seats that the person may take over. Empty if the person has a seat, and before the first game. */
  readonly openSeats: readonly Seat[] = $derived.by(() => {
    const { scene, session } = this;
    if (!scene || session.me || scene.stage === "seating" || scene.settings.reserved) return [];
    return scene.seats.filter(({ player, booked }) => !player && !booked).map(({ seat }) => seat);
  });

  // Actions

  /** Takes over a bot's seat that the person has chosen at the table. */
  async takeSeat(seat: Seat): Promise<void> {
    this.choosingSeat = false;
    await this.send({ type: "take_seat", seat });
  }

  /** Shows a sentence for a short time in place of the prompt. */
  note(text: string): void {
    this.notice = text;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice = ""), NOTICE);
  }

  /** Shows a refusal by the server, and announces it to screen readers immediately. */
  warn(text: string): void {
    const sentence = asSentence(text);
    this.note(sentence);
    announcer.warn(sentence);
  }

  /** Sends a command. Returns whether the command succeeded. If the server refused the command, shows the reason. */
  readonly send = async (command: UnsentTableCommand): Promise<boolean> => {
    try {
      await this.session.send(command);
      return true;
    } catch (error) {
      this.warn((error as Error).message);
      return false;
    }
  };

  /** Sends the person's action. The action applies to the version of the table that the screen shows. */
  readonly choose = async (action: Action): Promise<void> => {
    if (this.busy) return;
    const version = this.scene?.version;
    this.#begin(action);
    try {
      if (this.comments.endTurn()) await this.comments.judge(action);
      await this.session.act(action, version);
    } catch (error) {
      this.warn((error as Error).message);
    } finally {
      this.busy = false;
    }
  };

  /**
   * Sends a choice. The person must first confirm a choice to play alone, because it can't be undone at a table with
   * other people.
   */
  readonly pick = (choice: Choice): void => {
    if (choice.alone && this.choices.length > 1) this.#unconfirmed = choice.key;
    else void this.choose(choice.action);
  };

  /** Withdraws the choice to play alone that the person has not confirmed, and shows all choices again. */
  readonly cancel = (): void => void (this.#unconfirmed = "");

  /** Hides the hint and any request for confirmation, because the person's turn has ended. */
  endTurn(): void {
    this.hint.hide();
    this.cancel();
    this.callsAlone = false;
    if (this.dialog === "hint") this.dialog = null;
  }

  /**
   * Sets the table's pace to the bots' speed that the user prefers, if this page has just opened the table, or if the
   * user is its host and only person. Then a change of the preference counts at once, wherever it was made. A table with
   * other people keeps its pace until the host changes it in the menu.
   */
  adoptPace(): void {
    const { scene, host, alone, table } = this.session;
    const { botSpeed, drawSeen } = preferences;
    if (!scene || !host) return;
    const opened = newTables.delete(table);
    if (!opened && botSpeed === this.#botSpeed) return;
    this.#botSpeed = botSpeed;
    const speed = botSpeedOf(scene.settings);
    if (opened) this.#setPace(scene, newTablePace(botSpeed, alone, drawSeen));
    else if (alone && !scene.settings.reserved && speed && speed !== botSpeed) this.#setPace(scene, PACES[botSpeed]);
  }

  #setPace({ settings }: PublicTable, pace: Pace): void {
    const changes = (Object.keys(pace) as (keyof Pace)[]).some(
      (name) => (settings[name] ?? PACES.relaxed[name]) !== pace[name],
    );
    if (changes) void this.send({ type: "change_settings", settings: { ...settings, ...pace } });
  }

  /**
   * Whether the table tells the person how to hurry what it shows, in place of the prompt. It does so while the person
   * waits for a turn for the first time.
   */
  readonly tellsHurry: boolean = $derived.by(() => {
    const waits = !this.myTurn && !this.moving && this.scene?.stage === "playing" && !this.panel;
    return waits && !preferences.hurryTold && this.session.me !== null && this.playback.pace > 0;
  });

  /** Whether the table tells a player for the first time what the chips are for: a first trick lies on them. */
  get tellsChips(): boolean {
    const { rules, session, shownDeal, playback } = this;
    if (preferences.chipsTold || rules?.cards_played !== "on_chip" || !session.me) return false;
    return shownDeal?.tricks.length === 1 && !playback.showing;
  }

  explainChips(): void {
    preferences.chipsTold = true;
    const text = t("Cards stay on the chips. The one that takes a trick is turned face down: count those.");
    this.note(text);
    announcer.say(text);
  }

  /** Plays, discards or gives a card. If the card can't be chosen, shows the reason. */
  readonly chooseCard = async (card: Card): Promise<void> => {
    const { deal } = this;
    if (this.playback.hurry() || !deal) return;
    const action = this.myTurn ? actionOf(deal, card) : undefined;
    if (action) return this.choose(action);
    if (this.busy) return;
    const why = this.myTurn ? whyNot(deal, card) || (this.choices.length ? this.prompt : "") : "";
    this.warn(why || t("It's not your turn."));
  };

  /** Claims all remaining tricks. */
  async claimRest(): Promise<void> {
    this.dialog = null;
    if (this.busy || !this.canClaim) return;
    this.#begin("claim");
    await this.send({ type: "claim_tricks", version: this.scene?.version ?? null });
    this.busy = false;
  }

  /** Gives a bot's seat to the person who is waiting for it. */
  async admit(player: string | null | undefined): Promise<void> {
    this.dialog = null;
    if (player) await this.send({ type: "admit_player", player });
  }

  readonly showKeys = (): void => void (this.dialog = "keys");

  /** Takes back the person's last choice. */
  readonly takeBack = async (): Promise<void> => {
    this.endTurn();
    this.autoplay.stopped = await this.send({ type: "undo_action" });
  };

  #begin(action: Action | "claim"): void {
    this.autoplay.endTurn(action);
    this.busy = true;
    this.endTurn();
    this.notice = "";
  }
}
