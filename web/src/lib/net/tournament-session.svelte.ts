/**
 * A session at a tournament: the state that the server sends, and the commands to the server. The server decides by the
 * secret link what to send; without a link it sends what spectators may see.
 */

import { createSubscriber } from "svelte/reactivity";
import type {
  Board,
  Goodbye,
  Hello,
  MatchView,
  Notice,
  Order,
  Posted,
  Role,
  Sheet,
  TeamView,
} from "../../wire/types.ts";
import { tournamentSocketAt } from "./api.ts";
import { requestIds } from "./request-ids.ts";
import { TournamentCache } from "../storage/tournament-cache.ts";
import { ReconnectingSocket } from "./socket.ts";
import type { SocketListener, ParsedMessage, SocketProtocol } from "./socket-protocol.ts";
import { t } from "../i18n/text.svelte.ts";

/**
 * The status of the connection. `away`: it is lost and the socket reconnects. `ended`: it has ended for good; `why`
 * says the reason.
 */
export type ConnectionStatus = "connecting" | "open" | "away" | "ended";

type Without<T, Names extends PropertyKey> = T extends unknown ? Omit<T, Names> : never;
/** A command to a tournament without its id, which the session adds. */
export type TournamentCommand = Without<Exclude<Order, { order: "come" | "ping" }>, "id">;
type TournamentState = Hello | Posted;

/** Milliseconds before the page says that the connection is lost. Most connections come back sooner. */
const UNSEEN = 1_500;
/** The most lines of the tournament's log that the page keeps. */
const MOST_LINES = 500;
/**
 * Intervals in milliseconds. `tick` is between updates of the displayed time; `soon`, then `later`, is between
 * measurements of the server's clock.
 */
export const INTERVALS = { tick: 100, soon: 400, later: 30_000 } as const;
/** The number of clock measurements that are compared. */
const SAMPLES = 8;
/** Milliseconds by which the two clocks may drift apart between measurements. */
const DRIFT = 50;

/**
 * Returns the socket protocol of a tournament: how messages are sent and parsed. `link` is the secret link that gives
 * access.
 */
function protocolFor(link: string): SocketProtocol<Order, Notice, TournamentState> {
  return {
    greeting: { order: "come", id: "come", link },
    ping: { order: "ping", id: "ping" },
    parse,
    ends: {
      4403: () => t("This link counts no more."),
      4404: () => t("There is no such tournament."),
      4429: () => t("Too many pages of this browser are open: close one, then try again."),
    },
  };
}

function parse(notice: Notice): ParsedMessage<TournamentState> {
  switch (notice.notice) {
    case "hello":
    case "posted":
      return { is: "state", state: notice };
    case "done":
      return { is: "done", id: notice.id, version: notice.version };
    case "not_done":
      return { is: "refused", ...notice };
    case "time":
      return { is: "answer", id: notice.id, answer: notice.now };
    case "goodbye":
      return goodbye(notice);
  }
}

const goodbye = ({ why, again = false }: Goodbye): ParsedMessage<TournamentState> => ({ is: "goodbye", why, again });

/**
 * Returns a tournament's state with its changed parts replaced. Matches are replaced by table; new lines of the log are
 * appended.
 */
export function mergeBoard(board: Board, news: Board): Board {
  const { fresh = false, matches, lines, ...parts } = news;
  const told = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null));
  return {
    ...board,
    ...told,
    ...(matches || fresh ? { matches: fresh ? (matches ?? []) : replaced(board.matches ?? [], matches ?? []) } : {}),
    ...(lines ? { lines: appended(board.lines ?? [], lines) } : {}),
  };
}

function replaced(matches: readonly MatchView[], news: readonly MatchView[]): readonly MatchView[] {
  const byTable = new Map(news.map((match) => [match.table, match]));
  const kept = matches.map((match) => byTable.get(match.table) ?? match);
  const known = new Set(matches.map((match) => match.table));
  return [...kept, ...news.filter((match) => !known.has(match.table))];
}

type Lines = NonNullable<Board["lines"]>;

function appended(lines: Lines, news: Lines): Lines {
  const last = lines.at(-1)?.seq ?? -1;
  return [...lines, ...news.filter((line) => line.seq > last)].slice(-MOST_LINES);
}

/**
 * Estimates how far the server's clock is ahead of this computer's, from the measurement with the shortest round trip.
 */
export class ClockOffset {
  #samples: readonly { readonly ahead: number; readonly trip: number }[] = [];

  /**
   * Adds a measurement. `now` is the server's time in its answer; `sent` and `answered` are this computer's times of
   * the message and the answer.
   */
  take(sent: number, now: number, answered: number): void {
    const sample = { ahead: now - (sent + answered) / 2, trip: answered - sent };
    // The error of a measurement is at most half its round trip. One that contradicts the newest was made before this
    // computer's clock was changed.
    const kept = this.#samples.filter(
      (old) => Math.abs(old.ahead - sample.ahead) <= (old.trip + sample.trip) / 2 + DRIFT,
    );
    this.#samples = [...kept, sample].slice(-SAMPLES);
  }

  /** Forgets all measurements, and starts again with a time of the server whose round trip is unknown. */
  restart(now: number): void {
    this.#samples = [{ ahead: now - Date.now(), trip: Infinity }];
  }

  get ahead(): number {
    return this.#samples.reduce((best, sample) => (sample.trip <= best.trip ? sample : best), NONE).ahead;
  }
}

const NONE = { ahead: 0, trip: Infinity };

/** The part of a session that forms use: the tournament's state, and a way to send commands. */
export type TournamentAccess = Pick<TournamentSession, "board" | "sheet" | "team" | "match" | "order">;

/** A session at a tournament, connected by a WebSocket. */
export class TournamentSession implements SocketListener<TournamentState> {
  readonly tournament: string;
  readonly link: string;
  status: ConnectionStatus = $state("connecting");
  /** A sentence that says why the session has ended; null before. */
  why: string | null = $state(null);
  /**
   * The WebSocket closing code, once the session has ended. 4403: the link is no longer valid; 4404: no such
   * tournament.
   */
  code: number | null = $state(null);
  hello: Hello | null = $state.raw(null);
  /** The tournament's state, as far as this link gives access to it. */
  board: Board = $state.raw({});

  readonly since = null; // the server sends the whole state on each connection
  readonly behind = false;
  readonly #socket: ReconnectingSocket<Order, Notice, TournamentState>;
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
    this.#begin(this.#last.hello);
    this.#socket = new ReconnectingSocket(() => tournamentSocketAt(tournament), protocolFor(link), this);
  }

  /** The role that the secret link gives; null for a spectator. */
  get role(): Role | null {
    return this.hello?.role ?? null;
  }

  /** The points for each outcome of a deal under the tournament's rules. */
  get sheet(): Sheet | null {
    return this.hello?.sheet ?? null;
  }

  /**
   * The present time on the server's clock in milliseconds since 1970. An effect that reads it runs again as time
   * passes.
   */
  get now(): number {
    this.#ticks();
    return Date.now() + this.#offset.ahead;
  }

  team(number: number): TeamView | undefined {
    return this.#teams.get(number);
  }

  /** Returns the match of a table in the present round. */
  match(table: number): MatchView | undefined {
    return this.board.matches?.find((match) => match.table === table);
  }

  /**
   * Sends a command. Resolves once the server has executed it; rejects with `RequestRefused`. The server executes a
   * repeated id only once.
   */
  async order(order: TournamentCommand, id: string = this.#ids()): Promise<void> {
    await this.#socket.ask({ ...order, id } as Order);
  }

  /** Closes the connection. */
  close(): void {
    this.#stop();
    this.#socket.close();
    this.status = "ended";
  }

  // Messages from the socket

  noteVersion(): void {
    // no request is needed: the server sends all changes by itself
  }

  receive(state: TournamentState): void {
    if (state.notice === "posted") this.board = mergeBoard(this.board, state.board);
    else {
      this.#begin(state);
      this.#offset.restart(state.now);
    }
    if (this.hello) this.#last.keep({ ...this.hello, board: this.board });
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

  /** Measures the server's clock, at short intervals a few times and then at long ones. */
  async #measure(count: number): Promise<void> {
    const pause = count < SAMPLES ? INTERVALS.soon : INTERVALS.later;
    this.#measuring = setTimeout(() => void this.#measure(count + 1), pause);
    const sent = Date.now();
    try {
      const now = await this.#socket.ask({ order: "ping", id: this.#ids() });
      this.#offset.take(sent, now, Date.now());
    } catch {
      // A failed measurement is harmless, because the next one follows.
    }
  }

  #begin(hello: Hello | null): void {
    this.hello = hello;
    this.board = hello ? mergeBoard({}, { ...hello.board, fresh: true }) : {};
  }

  #stop(): void {
    clearTimeout(this.#unseen);
    clearTimeout(this.#measuring);
  }
}
