/**
 * A session at a table. It contains the copy of the table's state, sends commands to the server, and takes part in fair
 * dealing.
 */

import type {
  Action,
  TableCommand,
  DealView,
  Person,
  Ruleset,
  PublicTable,
  Seat,
  SeatView,
  TableLineView,
  TableStage,
  TableSnapshot,
} from "../../wire/types.ts";
import { isBetweenGames, SEATS } from "../game/seats.ts";
import { OBSERVED_KEY } from "../fairness/observed-game.ts";
import { OwnChains } from "../fairness/own-chains.ts";
import { FairnessMonitor } from "../fairness/fairness-monitor.ts";
import type { Receipt } from "../fairness/receipt.ts";
import type { PackVerdict } from "../fairness/pack-verdict.ts";
import { requestIds } from "./request-ids.ts";
import { TableReplica, type TableStep } from "./table-replica.ts";
import type { ReconnectingSocket } from "./socket.ts";
import type { SocketListener } from "./socket-protocol.ts";
import { ChatLines } from "./chat-lines.svelte.ts";
import { tableSocket, type TableNews } from "./table-protocol.ts";

export type { TableStep } from "./table-replica.ts";

/**
 * The status of the connection. `away`: the connection is lost and the socket is reconnecting. `ended`: the connection
 * is closed permanently; `why` gives the reason.
 */
export type ConnectionStatus = "connecting" | "open" | "away" | "ended";

type Without<T, Names extends PropertyKey> = T extends unknown ? Omit<T, Names> : never;
/** A command to a table without its `id`, which the session adds. */
export type UnsentTableCommand = Without<Exclude<TableCommand, { type: "sync_table" | "ping_table" }>, "id">;

/**
 * The maximum number of steps that wait to be shown. If more are waiting, the screen jumps to the present state.
 */
const MAX_STEPS = 60;
/** Milliseconds before the page reports a lost connection. Most connections are restored sooner. */
const UNSEEN = 1_500;

/** Returns all lines of steps, oldest first. */
const linesOf = (steps: readonly TableStep[]): TableLineView[] =>
  steps.flatMap(({ recap = [], lines }) => [...recap, ...lines]);

/** A person's session at a table. */
export class TableSession implements SocketListener<TableNews> {
  readonly table: string;
  status: ConnectionStatus = $state("connecting");
  /** A sentence that gives the reason why the session has ended. Null before the end. */
  why: string | null = $state(null);
  /**
   * The WebSocket closing code. Null until the session has ended. 4401: unknown guest; 4403: not at the table; 4404: no
   * such table; 4410: removed by the host; 4429: too many connections.
   */
  code: number | null = $state(null);
  /** The steps that the screen has not shown yet, oldest first. `next` removes the oldest step. */
  steps: readonly TableStep[] = $state.raw([]);
  /** The verdicts on packs, by pack number. A pack gets its verdict when the server opens the pack's secret. */
  verdicts: readonly PackVerdict[] = $state.raw([]);
  #whole: TableSnapshot | null = $state.raw(null);
  #deal: DealView | null = $state.raw(null);

  readonly chat = new ChatLines();

  readonly #replica = new TableReplica();
  readonly #fairness: FairnessMonitor;
  readonly #socket: ReconnectingSocket<TableCommand, TableNews>;
  readonly #waiters: { version: number; done: () => void }[] = [];
  readonly #chains: OwnChains;
  /**
   * Identifies the last step of fair dealing that this page took, so that no step is taken twice. The text contains the
   * game, the pack number and the state of the seat's seed share before the step.
   */
  #step = "";
  readonly #counted: boolean;
  readonly #ids = requestIds();
  /** The milliseconds by which the server's clock is ahead of this computer's clock. */
  #ahead = 0;
  #unseen: ReturnType<typeof setTimeout> | undefined;

  /** `second` stands for the second person on this device, whose games are not counted among the user's own. */
  constructor(table: string, { second = false } = {}) {
    this.table = table;
    this.#counted = !second;
    this.#fairness = new FairnessMonitor(table, () => (this.verdicts = this.#fairness.verdicts));
    this.#chains = new OwnChains(table);
    this.#socket = tableSocket(table, this, second);
    window.addEventListener("storage", this.#storageChanged);
  }

  // The present state of the table

  get scene(): PublicTable | null {
    return this.#whole?.scene ?? null;
  }

  /** The deal as this person sees it, without hidden cards. Null before the first deal. */
  get deal(): DealView | null {
    return this.#deal;
  }

  get stage(): TableStage | null {
    return this.scene?.stage ?? null;
  }

  get people(): readonly Person[] {
    return this.#whole?.people ?? [];
  }

  get rules(): Ruleset | null {
    return this.#whole?.rules ?? null;
  }

  /** The invitation that lets other people join the table. */
  get invitation(): string | null {
    return this.#whole?.invitation ?? null;
  }

  /** The id of this session's person. */
  get player(): string | null {
    return this.#whole?.player ?? null;
  }

  /** What the state of the table says about the person's own seat. Null for a spectator. */
  get place(): SeatView | null {
    return this.scene?.seats.find((seat) => seat.player !== null && seat.player === this.player) ?? null;
  }

  /** The person's own seat; null for a spectator. */
  get me(): Seat | null {
    return this.place?.seat ?? null;
  }

  /** The bot's seat that the person will take over at the next deal. Null if there is none. */
  get booked(): Seat | null {
    return this.scene?.seats.find((seat) => seat.booked && seat.booked === this.player)?.seat ?? null;
  }

  /** Whether the person is the host. */
  get host(): boolean {
    return this.player !== null && this.scene?.host === this.player;
  }

  /** Whether bots sit at all other seats of the table. */
  get alone(): boolean {
    return this.scene?.seats.every((seat) => seat.player === null || seat.player === this.player) ?? false;
  }

  /** Whether the table is waiting for this person to act. */
  get myTurn(): boolean {
    const { scene, deal, place } = this;
    const waits = scene?.stage === "playing" && !scene.paused && place !== null && !place.away;
    return waits && deal !== null && deal.turn !== null && deal.turn === deal.seat;
  }

  /**
   * The receipt of the game: this browser's notes on how the packs were made. The user can compare the game's record
   * with these notes.
   */
  get fairnessReceipt(): Receipt {
    return this.#fairness.receipt;
  }

  /** The present time on the server's clock, in milliseconds since 1970. All deadlines refer to this clock. */
  get now(): number {
    return Date.now() + this.#ahead;
  }

  // Commands

  /** Sends a command. Resolves when this page has received the result. Rejects with `RequestRefused`. */
  async send(command: UnsentTableCommand): Promise<void> {
    await this.#seen(await this.#socket.send({ ...command, id: this.#ids() } as TableCommand));
  }

  /** Sends the person's action. `version` is the version of the table that the person saw when choosing the action. */
  act(action: Action, version: number | undefined = this.scene?.version): Promise<void> {
    return this.send({ type: "submit_action", action, version: version ?? null });
  }

  /** Removes and returns the next step to show. Returns undefined if no step is waiting. */
  next(): TableStep | undefined {
    const [first, ...rest] = this.steps;
    if (first) this.steps = rest;
    return first;
  }

  /** Lets a new screen show the present state. What has happened in the waiting steps becomes its recap. */
  showAgain(): void {
    const whole = this.#whole;
    if (!whole) return;
    const { rules, scene } = whole;
    this.steps = [{ whole: true, lines: [], rules, scene, deal: this.#deal, recap: linesOf(this.steps) }];
  }

  /** Closes the connection. The person stays at the table on the server. */
  close(): void {
    clearTimeout(this.#unseen);
    this.#socket.close();
    window.removeEventListener("storage", this.#storageChanged);
    this.status = "ended";
    this.#wakeUp(Infinity);
  }

  // Messages from the socket

  get since(): number | null {
    return this.#replica.version;
  }

  get behind(): boolean {
    return this.#replica.behind;
  }

  noteVersion(version: number): void {
    this.#replica.known = Math.max(this.#replica.known, version);
  }

  receive(update: TableNews, first: boolean): void {
    if (update.type === "chat_update") return this.chat.receive(update);
    if (update.type === "table_snapshot") this.noteTime(update.now);
    else if (first) this.#socket.ping(); // meanwhile either clock may have stood still or been set
    const latest = update.lines?.at(-1)?.at ?? 0;
    if (latest > this.now) this.noteTime(latest);
    const steps = this.#replica.receive(update, first);
    const whole = this.#replica.whole;
    if (!whole) return;
    this.#whole = whole;
    this.#deal = this.#replica.deal;
    for (const step of steps) this.#take(step, whole);
    this.#wakeUp(whole.scene.version);
    this.#takePart();
  }

  noteTime(now: number): void {
    this.#ahead = now - Date.now();
  }

  connected(open: boolean): void {
    if (open) {
      clearTimeout(this.#unseen);
      this.#unseen = undefined;
      this.status = "open";
    } else this.#unseen ??= setTimeout(() => (this.status = "away"), UNSEEN);
  }

  ended(why: string, code: number): void {
    clearTimeout(this.#unseen);
    this.status = "ended";
    this.why = why;
    this.code = code;
    this.#wakeUp(Infinity); // resolves the commands that the server has executed but whose result can't arrive any more
  }

  readonly #storageChanged = ({ key }: StorageEvent): void => {
    if (key !== OBSERVED_KEY) return;
    this.#fairness.storageChanged();
    this.verdicts = this.#fairness.verdicts;
  };

  #take(step: TableStep, whole: TableSnapshot): void {
    if (step.whole) this.#fairness.receiveSnapshot(whole);
    else this.#fairness.receiveStep(step);
    this.verdicts = this.#fairness.verdicts;
    this.#count(whole.rules);
    this.chat.hear([...(step.recap ?? []), ...step.lines], whole.people);
    const all = step.whole ? [step] : [...this.steps, step];
    this.steps = all.length <= MAX_STEPS ? all : [{ ...step, whole: true, lines: [], recap: linesOf(all) }];
  }

  /** The server's first commitment in the present game, which identifies the game. */
  get game(): string | undefined {
    return this.#fairness.commitments[0];
  }

  /** Adds a finished deal or game to the user's statistics. If their code can't be loaded, the next step tries again. */
  #count(rules: Ruleset): void {
    const { table, game, scene, deal, me } = this;
    if (!scene || !this.#counted || !(deal?.result || scene.stage === "over")) return;
    void import("../storage/statistics.ts")
      .then(({ recorder }) => recorder.look({ table, game, rules, scene, deal, me }))
      .catch(() => undefined);
  }

  #seen(version: number): Promise<void> {
    if (this.status === "ended" || (this.since ?? -1) >= version) return Promise.resolve();
    return new Promise((done) => this.#waiters.push({ version, done }));
  }

  #wakeUp(version: number): void {
    const waiting = this.#waiters.splice(0);
    for (const waiter of waiting) {
      if (waiter.version <= version) waiter.done();
      else this.#waiters.push(waiter);
    }
  }

  // Fair dealing

  /**
   * Takes this browser's next step in fair dealing. It commits to a hash chain of seed shares if the seat has none. It
   * opens the seed share if the server is waiting for it.
   */
  #takePart(): void {
    const { scene, place } = this;
    const { shares, commitments, opened } = this.#fairness;
    const [game] = commitments;
    if (!scene || !place || !shares || !game || place.away || isBetweenGames(scene)) return;
    if (scene.settings.deals) return; // nobody adds a share to given deals
    const { number } = shares;
    const seat = SEATS.indexOf(place.seat);
    const share = this.#chains.share(game, number, shares.links[seat]);
    const state = scene.share_states[seat];
    const opens = state === "awaited" && scene.stage === "shuffling" && number >= opened;
    const commits = state === "none" || state === "committed";
    const step = `${game} ${number} ${state}`;
    if (step === this.#step || !(share ? opens : commits)) return;
    this.#step = step;
    // A refusal is harmless: another page of this browser has already sent the command, or the command is too late.
    (share ? this.#open(place.seat, number, share) : this.#commit(game)).catch(() => undefined);
  }

  #commit(game: string): Promise<void> {
    return this.send({ type: "commit_shares", commitment: this.#chains.fresh(game) });
  }

  #open(seat: Seat, number: number, share: string): Promise<void> {
    this.#fairness.opening(seat, share);
    return this.send({ type: "open_share", number, share });
  }
}
