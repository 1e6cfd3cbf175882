/** Describes the lines of a tournament's log in sentences. */

import { cardName } from "../lib/narration/card-names.ts";
import { joinNames, t, tn } from "../lib/i18n/text.svelte.ts";
import { seatName } from "../lib/narration/names.ts";
import { SIDES } from "../lib/game/seats.ts";
import type { Board, Deed, LineView, Mark, Partnership, Tap } from "../wire/types.ts";
import { conductText } from "./conduct-text.ts";
import { formatRanges } from "./number-ranges.ts";
import { roleName } from "./role-name.ts";
import { tapText } from "./tap-text.ts";
import { withReason } from "./with-reason.ts";

type Conduct = Mark["deed"];
type Tapped = Tap["deed"];
type Points = readonly [number, number];

const TAPS: ReadonlySet<string> = new Set<Tapped>([
  "dealer", "played", "revoke", "misdealt", "thrown_in", "turn_up", "ruled", "forfeited",
]); // prettier-ignore
const MARKS: ReadonlySet<string> = new Set<Conduct>(["carded", "fair_play", "filled_in"]);

const isTap = (deed: Deed): deed is Tap => TAPS.has(deed.deed);
const isMark = (deed: Deed): deed is Mark => MARKS.has(deed.deed);

/**
 * Formats the log lines of a tournament as sentences. `board` is the tournament's state, which has the names of teams
 * and of people with links.
 */
export class LogText {
  constructor(readonly board: Board) {}

  /** Returns a sentence that describes a line of the log. */
  say({ seq, entry }: LineView): string {
    if (isTap(entry)) return this.tap(entry, seq);
    if (isMark(entry)) return this.mark(entry);
    return this.#deed(entry, seq);
  }

  /** Returns the author of a log line: the name of a person with a link, the director, or the clock. */
  by({ by, name }: LineView): string {
    if (by === "clock") return t("The clock");
    return name || this.#grantName(by) || t("Director");
  }

  /**
   * The numbers of the log lines that can be undone. These are officials' entries (taps) in an open round, entries on
   * conduct, cuts of teams that are level in the standings, and the end of the tournament.
   */
  get undoable(): ReadonlySet<number> {
    const { head, round, matches, marks } = this.board;
    const lines = this.board.lines ?? [];
    const end = head?.ended ? lines.findLast(({ entry }) => entry.deed === "ended") : undefined;
    const undone = new Set(lines.flatMap(({ entry }) => (entry.deed === "undone" ? [entry.to] : [])));
    const cuts = lines.filter(({ seq, entry }) => entry.deed === "standings_cut" && !undone.has(seq));
    const taps = round && !round.closed ? (matches ?? []).flatMap(({ taps }) => taps ?? []) : [];
    return new Set([...taps, ...(marks ?? []), ...cuts, ...(end ? [end] : [])].map(({ seq }) => seq));
  }

  team(number: number): string {
    return this.board.teams?.find(({ team }) => team === number)?.name ?? t("team {number}", { number });
  }

  /**
   * Returns a sentence about an official's entry (tap), with the table's number. `seq` is the number of the log line.
   * It determines which teams sat at the table at the time.
   */
  tap(tap: Tap, seq = Infinity): string {
    const table = t("Table {table}", { table: tap.table });
    return `${table}: ${tapText(tap, (side) => this.#side(side, tap.table, seq))}`;
  }

  /** Returns a sentence about an official's entry (tap) for the present teams, without the table's number. */
  tapAt(tap: Tap): string {
    return tapText(tap, (side) => this.#side(side, tap.table, Infinity));
  }

  /** Returns a sentence about a log entry on a team's conduct. */
  mark(mark: Mark): string {
    return conductText(mark, this.team(mark.team));
  }

  #deed(deed: Exclude<Deed, Tap | Mark>, seq: number): string {
    switch (deed.deed) {
      case "opened":
        return t("Tournament opened");
      case "changed":
        return t("Settings changed");
      case "granted":
        return granted(deed, (team) => this.team(team));
      case "taken_back":
        return t("Link cancelled: {name}", { name: this.#grantName(deed.grant) || t("Director") });
      case "entered":
        return t("Team {number} added: {name}", { number: deed.team, name: deed.roster.name });
      case "amended":
        return t("Team {number}'s names changed: {name}", { number: deed.team, name: deed.roster.name });
      case "withdrew":
        return withReason(t("{team} withdrew", { team: this.team(deed.team) }), deed.reason);
      case "rejoined":
        return t("{team} is back", { team: this.team(deed.team) });
      case "tables":
        return t("Tables set: {tables}", { tables: formatRanges(deed.numbers) });
      case "undone":
        return withReason(t("Undone: {what}", { what: this.#line(deed.to) }), deed.reason);
      default:
        return this.#round(deed, seq);
    }
  }

  #round(
    deed: Exclude<
      Deed,
      | Tap
      | Mark
      | {
          deed:
            | "opened"
            | "changed"
            | "granted"
            | "taken_back"
            | "entered"
            | "amended"
            | "withdrew"
            | "rejoined"
            | "tables"
            | "undone";
        }
    >,
    seq: number,
  ): string {
    switch (deed.deed) {
      case "seated": {
        const seated = t("Round {n} seated", { n: deed.round });
        const byes = (deed.byes ?? []).map((team) => this.team(team)).join(", ");
        return byes ? `${seated}. ${t("Sitting out: {teams}", { teams: byes })}` : seated;
      }
      case "started":
        return t("Round started");
      case "paused":
        return t("Clock stopped");
      case "resumed":
        return t("Clock restarted");
      case "extended":
        return withReason(extended(deed.ms), deed.reason);
      case "rang":
        return t("The bell rang");
      case "closed":
        return t("Round closed");
      case "ended":
        return t("Tournament ended");
      case "standings_cut":
        return t("The captains of level teams cut: {cards}", {
          cards: deed.cuts.map(([team, card]) => `${this.team(team)} ${cardName(card)}`).join(", "),
        });
      case "called":
        return withReason(t("Table {table} called", { table: deed.table }), deed.reason);
      case "answered":
        return t("Call from table {table} answered", { table: deed.table });
      default:
        return this.#result(deed, seq);
    }
  }

  #result(
    deed: Extract<
      Deed,
      {
        deed:
          | "claimed"
          | "paper"
          | "confirmed"
          | "cut_for"
          | "captain_cut"
          | "corrected"
          | "placed"
          | "counted"
          | "obeyed"
          | "bot_sat"
          | "sat"
          | "finished";
      }
    >,
    seq: number,
  ): string {
    const { table } = deed;
    const score = (points: Points): string => this.#score(points, table, seq);
    switch (deed.deed) {
      case "claimed":
        return withInsistence(
          t("Table {table}: {team} entered {score}", { table, team: this.team(deed.team), score: score(deed.points) }),
          deed,
        );
      case "paper":
        return withInsistence(t("Table {table}, from paper: {score}", { table, score: score(deed.points) }), deed);
      case "confirmed":
        return t("Table {table}: {team} signed", { table, team: this.team(deed.team) });
      case "cut_for":
        return t("Table {table}: the captains cut {cards}", { table, cards: deed.cards.map(cardName).join(", ") });
      case "captain_cut":
        return t("Table {table}: {team} cut {card}", {
          table,
          team: this.team(deed.team),
          card: cardName(deed.card),
        });
      case "corrected":
        return withInsistence(
          withReason(
            t("Round {n}, table {table}, result changed: {score}", {
              n: deed.round,
              table,
              score: deed.points.join("–"),
            }),
            deed.reason,
          ),
          deed,
        );
      case "placed":
        return t("Table {table} plays on this server", { table });
      case "counted":
        return t("Table {table}, score: {score}", { table, score: score(deed.points) });
      case "obeyed":
        return deed.refused
          ? t("Table {table} couldn't apply “{what}”: {why}", { table, what: this.#line(deed.line), why: deed.refused })
          : t("Applied at table {table}: {what}", { table, what: this.#line(deed.line) });
      case "sat":
        return deed.seats.length
          ? t("Table {table}: seats taken: {seats}", { table, seats: joinNames(deed.seats.map(seatName)) })
          : t("Table {table}: all seats free", { table });
      case "bot_sat":
        return t("Table {table}: a bot fills in, {seat}", { table, seat: seatName(deed.seat) });
      case "finished":
        return t("Table {table} ended: {score}", { table, score: score(deed.points) });
    }
  }

  #line(seq: number): string {
    const line = this.board.lines?.find((line) => line.seq === seq);
    return line ? this.say(line) : t("line {number}", { number: seq });
  }

  #grantName(id: string): string {
    return this.board.grants?.find(({ grant }) => grant === id)?.name ?? "";
  }

  #score(points: Points, table: number, seq: number): string {
    const [first, second] = SIDES.map((side) => this.#side(side, table, seq));
    return `${first} ${points[0]}, ${second} ${points[1]}`;
  }

  /**
   * Returns the name of the team that sat on a side of a table when a log line was written. If the team is unknown,
   * returns the names of the seats. `seq` is the number of the log line.
   */
  #side(side: Partnership, table: number, seq: number): string {
    const at = SIDES.indexOf(side);
    const seated = (this.board.lines ?? []).flatMap(({ seq, entry }) =>
      entry.deed === "seated" ? [{ seq, entry }] : [],
    );
    const then = seated.findLast((line) => line.seq < seq);
    const pairings = then ? then.entry.pairings : seated.length ? [] : (this.board.matches ?? []);
    const team = pairings.find((pairing) => pairing.table === table)?.teams[at];
    return team === undefined ? (at ? t("East–West") : t("North–South")) : this.team(team);
  }
}

function granted(deed: Extract<Deed, { deed: "granted" }>, name: (team: number) => string): string {
  const role = roleName({ role: deed.role, table: deed.table ?? null, team: deed.team ?? null }, name);
  return deed.name === role
    ? t("Link created: {role}", { role })
    : t("Link created: {name} ({role})", { name: deed.name, role });
}

function extended(ms: number): string {
  const minutes = Math.abs(ms) / 60_000;
  return ms < 0
    ? tn("{n} minute removed from the round", "{n} minutes removed from the round", minutes)
    : tn("{n} minute added to the round", "{n} minutes added to the round", minutes);
}

/** Returns `text`. If the points were unusual and had to be confirmed, a remark about this is appended. */
const withInsistence = (text: string, { insisted = false }: { insisted?: boolean }): string =>
  insisted ? `${text}. ${t("The points were questioned, and confirmed.")}` : text;
