/**
 * A session at a tournament. It receives the tournament's state and sends commands to the server. The secret link
 * decides which part of the state the server sends. Without a link, the server sends the state for spectators.
 */

import { createSubscriber } from "svelte/reactivity";
import type {
  Board,
  TournamentSnapshot,
  MatchView,
  TournamentCommand,
  TournamentChange,
  Role,
  ScoringSheet,
  TeamView,
} from "../../wire/types.ts";
import { tournamentSocketAt } from "./api.ts";
import { requestIds } from "./request-ids.ts";
import { TournamentCache } from "../storage/tournament-cache.ts";
import { ReconnectingSocket } from "./socket.ts";
import type { SocketListener, SocketProtocol } from "./socket-protocol.ts";
import { t } from "../i18n/text.svelte.ts";

/**
 * The status of the connection. `away`: the connection is lost and the socket is reconnecting. `ended`: the connection
 * is closed permanently; `why` gives the reason.
 */
export type ConnectionStatus = "connecting" | "open" | "away" | "ended";

type Without<T, Names extends PropertyKey> = T extends unknown ? Omit<T, Names> : never;
/** A command to a tournament without its `id`, which the session adds. */
export type UnsentTournamentCommand = Without<
  Exclude<TournamentCommand, { type: "present_link" | "ping_tournament" }>,
  "id"
>;
type TournamentState = TournamentSnapshot | TournamentChange;

/** Milliseconds before the page reports a lost connection. Most connections are restored sooner. */
const UNSEEN = 1_500;
/** The maximum number of lines of the tournament's log that the page stores. */
const MOST_LINES = 500;
/**
 * Intervals in milliseconds. `tick` is the interval between updates of the displayed time. `soon` is the interval
 * between the first few measurements of the server's clock, and `later` the interval between all later measurements.
 */
export const INTERVALS = { tick: 100, soon: 400, later: 30_000 } as const;
/** The number of most recent clock measurements that are compared. */
const SAMPLES = 8;
/** The milliseconds by which the two clocks may drift apart between two measurements. */
const DRIFT = 50;

/** Returns the socket protocol of a tournament. `link` is the secret link that grants access. */
function protocolFor(link: string): SocketProtocol<TournamentCommand> {
  return {
    greeting: { type: "present_link", id: "greeting", link },
    ping: { type: "ping_tournament", id: "ping" },
    ends: {
      4403: () => t("This link no longer works."),
      4404: () => t("There's no such tournament."),
      4429: () => t("Too many pages of this browser are open: close one, then try again."),
    },
  };
}

/**
 * Updates the state of a tournament and returns the new state. The parts that `changes` contains replace the same parts of
 * `board`. Matches are replaced table by table, and new lines of the log are appended.
 */
export function mergeBoard(board: Board, changes: Board): Board {
  const { fresh = false, matches, lines, ...parts } = changes;
  const told = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null));
  return {
    ...board,
    ...told,
    ...(matches || fresh ? { matches: fresh ? (matches ?? []) : replaced(board.matches ?? [], matches ?? []) } : {}),
    ...(lines ? { lines: appended(board.lines ?? [], lines) } : {}),
  };
}

function replaced(matches: readonly MatchView[], changes: readonly MatchView[]): readonly MatchView[] {
  const byTable = new Map(changes.map((match) => [match.table, match]));
  const kept = matches.map((match) => byTable.get(match.table) ?? match);
  const known = new Set(matches.map((match) => match.table));
  return [...kept, ...changes.filter((match) => !known.has(match.table))];
}

type Lines = NonNullable<Board["lines"]>;

function appended(lines: Lines, changes: Lines): Lines {
  const last = lines.at(-1)?.seq ?? -1;
  return [...lines, ...changes.filter((line) => line.seq > last)].slice(-MOST_LINES);
}

/**
 * Estimates how far the server's clock is ahead of this computer's clock. The measurement with the shortest round trip
 * counts.
 */
export class ClockOffset {
  #samples: readonly { readonly ahead: number; readonly trip: number }[] = [];

  /**
   * Adds a measurement, with all times in milliseconds. `now` is the server's time in its answer. `sent` and `answered`
   * are this computer's times for the message and the answer.
   */
  take(sent: number, now: number, answered: number): void {
    const sample = { ahead: now - (sent + answered) / 2, trip: answered - sent };
    // The error of a measurement is at most half its round trip. A measurement that contradicts the newest one was made
    // before this computer's clock was changed.
    const kept = this.#samples.filter(
      (old) => Math.abs(old.ahead - sample.ahead) <= (old.trip + sample.trip) / 2 + DRIFT,
    );
    this.#samples = [...kept, sample].slice(-SAMPLES);
  }

  /**
   * Replaces all measurements by one rough measurement: the server's time `now`. Any later measurement is preferred,
   * because the round trip of this one is unknown.
   */
  restart(now: number): void {
    this.#samples = [{ ahead: now - Date.now(), trip: Infinity }];
  }

  get ahead(): number {
    return this.#samples.reduce((best, sample) => (sample.trip <= best.trip ? sample : best), NONE).ahead;
  }
}

const NONE = { ahead: 0, trip: Infinity };

/** The part of a session that forms use: reading the tournament's state and sending commands. */
export type TournamentAccess = Pick<TournamentSession, "board" | "sheet" | "team" | "match" | "send">;

/** A session at a tournament, connected by a WebSocket. */
export class TournamentSession implements SocketListener<TournamentState> {
  readonly tournament: string;
  readonly link: string;
  status: ConnectionStatus = $state("connecting");
  /** A sentence that gives the reason why the session has ended. Null before the end. */
  why: string | null = $state(null);
  /**
   * The WebSocket closing code. Null until the session has ended. 4403: the link is no longer valid; 4404: no such
   * tournament.
   */
  code: number | null = $state(null);
  snapshot: TournamentSnapshot | null = $state.raw(null);
  /** The part of the tournament's state that this link gives access to. */
  board: Board = $state.raw({});

  readonly since = null; // the server sends the full state on each connection
  readonly behind = false;
  readonly #socket: ReconnectingSocket<TournamentCommand, TournamentState>;
  readonly #offset = new ClockOffset();
  readonly #ids = requestIds();
  readonly #last: TournamentCache;
  readonly #teams: ReadonlyMap<number, TeamView> = $derived(
    new Map((this.board.teams ?? []).map((team) => [team.team, team])),
  );
  #unseen: ReturnType<typeof setTimeout> | undefined;
  #measuring: ReturnType<typeof setTimeout> | undefined;
  readonly #ticks = createSubscriber((update) => {
    const timer = setInterval(update, INTERVALS.tick);
    return () => clearInterval(timer);
  });

  constructor(tournament: string, link = "") {
    this.tournament = tournament;
    this.link = link;
    this.#last = new TournamentCache(tournament, link);
    this.#begin(this.#last.snapshot);
    this.#socket = new ReconnectingSocket(() => tournamentSocketAt(tournament), protocolFor(link), this);
  }

  /** The role that the secret link grants. Null for a spectator. */
  get role(): Role | null {
    return this.snapshot?.role ?? null;
  }

  /** The points for each outcome of a deal under the tournament's rules. */
  get sheet(): ScoringSheet | null {
    return this.snapshot?.sheet ?? null;
  }

  /**
   * The present time on the server's clock, in milliseconds since 1970. An effect that reads this property runs again
   * as time passes.
   */
  get now(): number {
    this.#ticks();
    return Date.now() + this.#offset.ahead;
  }

  team(number: number): TeamView | undefined {
    return this.#teams.get(number);
  }

  /** Returns the match at a table in the present round. */
  match(table: number): MatchView | undefined {
    return this.board.matches?.find((match) => match.table === table);
  }

  /**
   * Sends a command. Resolves after the server has executed the command. Rejects with `RequestRefused`. The server
   * executes a repeated id only once.
   */
  async send(command: UnsentTournamentCommand, id: string = this.#ids()): Promise<void> {
    await this.#socket.send({ ...command, id } as TournamentCommand);
  }

  /** Closes the connection. */
  close(): void {
    this.#stop();
    this.#socket.close();
    this.status = "ended";
  }

  // Messages from the socket

  noteVersion(): void {
    // no request is necessary, because the server sends all changes unasked
  }

  receive(state: TournamentState): void {
    if (state.type === "tournament_change") this.board = mergeBoard(this.board, state.board);
    else {
      this.#begin(state);
      this.#offset.restart(state.now);
    }
    if (this.snapshot) this.#last.keep({ ...this.snapshot, board: this.board });
  }

  connected(open: boolean): void {
    clearTimeout(this.#measuring);
    if (open) {
      clearTimeout(this.#unseen);
      this.#unseen = undefined;
      this.status = "open";
      void this.#measure(1);
    } else this.#unseen ??= setTimeout(() => (this.status = "away"), UNSEEN);
  }

  ended(why: string, code: number): void {
    this.#stop();
    this.#last.forget();
    this.status = "ended";
    this.why = why;
    this.code = code;
  }

  /**
   * Measures the server's clock repeatedly. `count` is the number of this measurement, from 1. The first few intervals
   * are short, and all later intervals are long.
   */
  async #measure(count: number): Promise<void> {
    const pause = count < SAMPLES ? INTERVALS.soon : INTERVALS.later;
    this.#measuring = setTimeout(() => void this.#measure(count + 1), pause);
    const sent = Date.now();
    try {
      const now = await this.#socket.send({ type: "ping_tournament", id: this.#ids() });
      this.#offset.take(sent, now, Date.now());
    } catch {
      // A failed measurement is harmless, because another measurement follows.
    }
  }

  #begin(snapshot: TournamentSnapshot | null): void {
    this.snapshot = snapshot;
    this.board = snapshot ? mergeBoard({}, { ...snapshot.board, fresh: true }) : {};
  }

  #stop(): void {
    clearTimeout(this.#unseen);
    clearTimeout(this.#measuring);
  }
}
