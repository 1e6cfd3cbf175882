/**
 * Checks that the packs of a game are dealt fairly. When the server opens a pack's secret, the monitor compares the
 * pack with the server's earlier commitment.
 *
 * Before any seed share is opened, the monitor notes the players' commitments and the cut by hand. The pack must follow
 * from these notes. A pack counts as fair only if the commitment to its secret was received before the deal.
 */

import type {
  CommitmentsClosed,
  PublicDealView,
  PublicEntry,
  GameOrTableEvent,
  Ruleset,
  PublicTable,
  Seat,
  Shares,
  TableLineView,
  TableSnapshot,
} from "../../wire/types.ts";
import { message, t } from "../i18n/text.svelte.ts";
import type { TableStep } from "../net/table-replica.ts";
import { givenDeals } from "./given-deals.ts";
import { checkManned, checkNotLeftOut } from "./committed-seats.ts";
import { isShareStep } from "./notes.ts";
import {
  mergeStored,
  namesAtStart,
  newGame,
  type ObservedGame,
  type ObservedPack,
  storageLacksShare,
  storedGame,
  storeGame,
} from "./observed-game.ts";
import type { PackVerdict } from "./pack-verdict.ts";
import { type Receipt, receiptOf } from "./receipt.ts";
import * as protocol from "./shares.ts";
import { ensure, Unfair } from "./shares.ts";

/** The checks of packs. Undefined until they are loaded. */
let checks: typeof import("./game-checks.ts") | undefined;

/** Loads the checks of packs. Until then, monitors only note what they must check. */
export async function loadChecks(): Promise<void> {
  checks ??= await import("./game-checks.ts");
}

/** Observes the game at a table. Judges whether a pack is fair as soon as its secret is opened. */
export class FairnessMonitor {
  /** The present state of the players' seed shares. Null before a game. */
  shares: Shares | null = null;
  readonly #table: string;
  #game: ObservedGame;
  #rules: Ruleset | undefined;
  #player: string | null = null;
  #scene: PublicTable | undefined;
  /** Whether this browser's seat has committed to its seed shares. */
  #committed = false;
  /** The number of the last pack that was dealt or used for the draw; -1 before the first pack. */
  #number = -1;
  /** The packs whose secrets were opened since the last time that the game was saved. */
  readonly #unjudged = new Set<number>();
  /** The commitments to the packs of a number that are not checked yet: each the number, the pack and the commitment. */
  readonly #unmatched: [string, number, string][] = [];
  /** The ruleset with which the game of a day began. */
  #dayRules: Ruleset | undefined;
  readonly #judged: () => void;
  #saved = "";

  /** `judged` is called after packs were judged whose verdicts had to wait for the checks. */
  constructor(table: string, judged: () => void = () => undefined) {
    this.#table = table;
    this.#judged = judged;
    this.#game = storedGame(table) ?? newGame();
  }

  /** The server's commitments to the packs' secrets, by pack number. */
  get commitments(): readonly string[] {
    return this.#game.commitments;
  }

  /** The verdicts on all packs whose secrets are open. */
  get verdicts(): readonly PackVerdict[] {
    const verdicts = Object.values(this.#game.packs).flatMap(({ verdict }) => (verdict ? [verdict] : []));
    const { broken } = this.#game;
    return broken ? verdicts.map((verdict) => ({ ...verdict, fair: false, why: t(broken) })) : verdicts;
  }

  get receipt(): Receipt {
    return receiptOf(this.#game);
  }

  /** The number of the last pack that this browser opened a seed share of; -1 if there is none. */
  get opened(): number {
    const numbers = Object.entries(this.#game.packs).flatMap(([number, { mine }]) => (mine ? [Number(number)] : []));
    return Math.max(-1, ...numbers);
  }

  /**
   * Notes the state of the seed shares, and this browser's own share. Must be called just before this browser opens
   * that share for the next pack.
   */
  opening(seat: Seat, share: string): void {
    if (!this.shares) return;
    const pack = this.#pack(this.shares.number);
    pack.fixed ??= this.shares;
    pack.mine = [seat, share];
    this.#save();
  }

  /** Receives the full state of the table, which the server sends at the start of a connection. */
  receiveSnapshot(whole: TableSnapshot): void {
    this.#rules = whole.rules;
    this.#player = whole.player;
    this.#merge();
    const commitments = whole.commitments ?? [];
    const { scene } = whole;
    this.#scene = scene;
    if (commitments[0] !== this.#game.commitments[0] || scene.stage === "seating") this.#startGame(newGame());
    this.#noteDay();
    if (this.#game.commitments.some((value, i) => commitments[i] !== value)) this.#game.broken ??= CHANGED;
    for (const [i, value] of commitments.entries())
      if (!this.#game.commitments[i]) this.#bind(i, value, i >= scene.number);
    this.#number = scene.number - 1;
    this.shares = whole.shares ?? null;
    const own = scene.seats.findIndex(({ player }) => player !== null && player === whole.player);
    const state = scene.share_states[own];
    this.#committed = state !== undefined && HAS_COMMITTED.includes(state);
    if (this.shares && this.shares.number < this.opened) this.#game.broken ??= BACK;
    this.#observeDraw(scene);
    this.#observeEnd(whole.deal ?? null);
    for (const [i, secret] of (whole.secrets ?? []).entries()) this.#openSecret(i, secret);
    this.#save();
  }

  /** Receives a step of the table, with the new lines of the table's log. */
  receiveStep(step: TableStep): void {
    for (const [i, { entry, events }] of step.lines.entries()) {
      if (entry?.type === "game_began") this.#begin(namesAtStart(step, i));
      if (entry?.type === "draw_card_taken") (this.#pack(this.#number).places ??= []).push(entry.place);
      if (entry) this.#followCommitment(entry);
      if (entry) this.#followShares(entry, step, step.lines.slice(0, i));
      for (const event of events ?? []) this.#event(event, step);
    }
    this.#scene = step.scene;
    this.#save();
  }

  /** Receives what another page of this browser has stored about the game. */
  storageChanged(): void {
    this.#merge();
    this.#check();
    if (storageLacksShare(this.#table, this.#game)) storeGame(this.#table, this.#game);
  }

  #begin(players: readonly string[]): void {
    this.#startGame({ ...newGame(), players });
    this.#noteDay();
    this.#number = -1;
    this.#committed = false;
    this.shares = protocol.start();
  }

  #startGame(game: ObservedGame): void {
    this.#game = game;
    this.#unjudged.clear();
    this.#unmatched.length = 0;
    this.#dayRules = undefined;
  }

  /** Notes by which rules the deals of a day are played. The first ruleset counts that this browser received. */
  #noteDay(): void {
    const given = this.#scene && givenDeals(this.#scene.settings);
    if (given?.kind === "day" && !this.#game.board) this.#dayRules ??= this.#rules;
  }

  #pack(number: number): ObservedPack {
    return (this.#game.packs[number] ??= {});
  }

  #bind(number: number, value: string, before: boolean): void {
    this.#game.commitments[number] = value;
    const given = this.#scene && givenDeals(this.#scene.settings);
    if (given?.kind === "number") this.#unmatched.push([given.name, number, value]);
    if (before) this.#pack(number).bound = value;
  }

  // The seed shares

  /** Applies a step of the protocol of seed shares. A forbidden step is recorded as a fault of the pack. */
  #followShares(entry: PublicEntry, step: TableStep, earlier: readonly TableLineView[]): void {
    if (!isShareStep(entry) || !this.shares) return;
    const before = this.shares;
    const pack = this.#pack(before.number);
    this.#attempt(before.number, () => {
      if (entry.type === "commitments_closed") this.#checkCommitted(entry, step, earlier);
      this.shares = protocol.step(before, entry);
      const next = this.#game.commitments[this.shares.number];
      if (entry.type === "shares_withheld") ensure(next !== undefined, t("The server made no commitment."));
    });
    if (protocol.isOpened(this.shares)) pack.fixed ??= before;
    if (entry.type === "shares_withheld" && this.shares !== before) pack.withheld = entry.seats;
  }

  /** Checks the seats whose seed shares count for a pack. Throws `Unfair` if a seat counts wrongly or is left out. */
  #checkCommitted({ number, by }: CommitmentsClosed, { scene }: TableStep, earlier: readonly TableLineView[]): void {
    ensure(this.#game.commitments[number] !== undefined, t("The server made no commitment."));
    const views = [...(this.#scene?.seats ?? []), ...scene.seats];
    checkManned(by, views);
    if (this.#committed) checkNotLeftOut([...by, ...this.#now.excluded], views, this.#player, earlier);
  }

  /** Updates whether this browser's seat is committed to its seed shares. */
  #followCommitment(entry: PublicEntry): void {
    const own = this.#scene?.seats.find(({ player }) => player !== null && player === this.#player)?.seat;
    if (entry.type === "share_committed" && entry.seat === own) this.#committed = true;
    if (MOVES.has(entry.type) && "player" in entry && entry.player === this.#player) this.#committed = false;
  }

  get #now(): Shares {
    return this.shares ?? protocol.start();
  }

  /** Notes that a pack was made from the seed shares that are open now. */
  #use(number: number, { seats, settings }: PublicTable): void {
    this.#number = number;
    if (!this.shares) return;
    const pack = this.#pack(number);
    const seated = seats.some(({ player }) => player !== null && player === this.#player);
    pack.watched = !seated || givenDeals(settings) !== null; // nobody adds a share to given deals
    this.#attempt(number, () => {
      ensure(number === this.#now.number, t("A pack's number was skipped."));
      protocol.use(this.#now);
      pack.used = this.#now;
    });
    this.shares = protocol.skip(this.shares, number);
  }

  /** Runs `step`. If it throws `Unfair`, records the message as a fault of the pack. */
  #attempt(number: number, step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!(error instanceof Unfair)) throw error;
      this.#pack(number).fault ??= error.message;
    }
  }

  // Game events

  #event(event: GameOrTableEvent, { scene, deal }: TableStep): void {
    switch (event.type) {
      case "server_committed":
        if (event.first !== this.#game.commitments.length) this.#game.broken ??= TWICE;
        event.commitments.forEach((value, i) => this.#bind(event.first + i, value, event.first + i > this.#number));
        break;
      case "pack_spread":
        this.#use(event.number, scene);
        this.#pack(event.number).spread = true;
        break;
      case "card_drawn":
        (this.#pack(this.#number).drawn ??= []).push([event.seat, event.card]);
        break;
      case "dealer_found":
        this.#pack(this.#number).first = event.dealer;
        this.#attempt(this.#number, () => (this.shares &&= protocol.reseat(this.shares, event.seating)));
        break;
      case "pack_dealt":
        this.#use(event.number, scene);
        this.#observeDealt(event);
        break;
      case "hand_dealt":
        if (event.cards) (this.#pack(this.#number).hands ??= {})[event.seat] = event.cards;
        break;
      case "upcard_turned":
        (this.#pack(this.#number).up ??= []).push(event.card);
        break;
      case "deal_scored":
        this.#observeEnd(deal);
        break;
      case "pack_secret_opened":
        this.#openSecret(event.number, event.secret);
    }
  }

  #observeDealt({
    number,
    dealer,
    cut,
    packet_pattern,
    game,
  }: Extract<GameOrTableEvent, { type: "pack_dealt" }>): void {
    this.#pack(number).dealt = { dealer, cut, packet_pattern, game };
  }

  /** Marks the pack of the draw for first dealer as partly observed if this page missed some of the drawn cards. */
  #observeDraw({ draw, stage }: PublicTable): void {
    if (stage === "drawing") this.#pack(this.#number).spread = true;
    const pack = Object.values(this.#game.packs).find(({ spread }) => spread);
    if (pack && pack.drawn?.length !== draw?.shown.length) pack.partly = true;
  }

  #observeEnd(deal: PublicDealView | null): void {
    if (!deal?.result || this.#number < 0) return;
    const { facts, contract, picked_up, went_under, given } = deal;
    const helped = given ? (contract?.loner ?? null) : null;
    this.#pack(this.#number).end = { plays: facts.plays.flat(), picked_up, went_under, helped };
  }

  // Verdicts

  #openSecret(number: number, secret: string): void {
    if (this.#pack(number).verdict) return;
    this.#game.secrets[number] = secret;
    this.#unjudged.add(number);
  }

  get #hasDue(): boolean {
    return this.#unjudged.size > 0 || this.#unmatched.length > 0 || this.#dayRules !== undefined;
  }

  /**
   * Checks what this browser has noted and not checked yet. If the checks are not loaded, loads them; if that fails, the
   * next step of the table tries it again.
   */
  #check(): void {
    if (!this.#hasDue) return;
    if (!checks) return void this.#load();
    if (this.#dayRules) this.#game.board ??= checks.boardKey(this.#dayRules);
    this.#dayRules = undefined;
    for (const [name, pack, value] of this.#unmatched.splice(0))
      if (!checks.isCommitmentFrom(checks.numberedSeed(name), pack, value)) this.#game.broken ??= OTHER_NUMBER;
    for (const number of this.#unjudged) {
      const verdict = isJudged(this.#pack(number)) ? undefined : checks.verdictOn(number, this.#game, this.#rules);
      if (verdict) this.#pack(number).verdict = verdict;
    }
    this.#unjudged.clear();
  }

  async #load(): Promise<void> {
    try {
      await loadChecks();
    } catch {
      return;
    }
    this.#save();
    this.#judged();
  }

  /**
   * Merges what the other pages of this browser have stored. If these pages opened this browser's share for a pack
   * that was judged without that share, the pack is judged again.
   */
  #merge(): void {
    mergeStored(this.#table, this.#game);
    for (const [number, pack] of Object.entries(this.#game.packs))
      if (pack.verdict && !isJudged(pack)) this.#unjudged.add(Number(number));
  }

  /** Judges the packs whose secrets were opened. Stores this browser's observations of the game if they have changed. */
  #save(): void {
    if (!this.#hasDue && JSON.stringify(this.#game) === this.#saved) return;
    this.#merge();
    this.#check();
    this.#saved = JSON.stringify(this.#game);
    storeGame(this.#table, this.#game);
  }
}

/** Whether a pack has a verdict that knows of this browser's own seed share, if there is one. */
const isJudged = ({ mine, verdict }: ObservedPack): boolean =>
  verdict !== undefined && !(mine && verdict.mine === false);

const CHANGED = message("The server changed the commitment it made before the game.");
const TWICE = message("The server committed to a pack twice, or skipped one.");
const OTHER_NUMBER = message("The packs are not those of the number that the table plays.");
const BACK = message("The server went back to a pack before one that this browser had already opened a share for.");

/** The states of a seat's seed share in which the seat has already committed to the share. */
const HAS_COMMITTED: PublicTable["share_states"] = ["committed", "awaited", "opened"];
/** Log entries that end a person's commitment, because the person takes or leaves a seat. */
const MOVES: ReadonlySet<PublicEntry["type"]> = new Set([
  "seat_taken",
  "seat_vacated",
  "seat_booked",
  "player_admitted",
  "player_left",
  "player_removed",
]);
