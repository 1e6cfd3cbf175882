/** Describes the lines of a tournament's log in sentences. */

import { cardName } from "../lib/narration/card-names.ts";
import { joinNames, t, tn } from "../lib/i18n/text.svelte.ts";
import { seatName } from "../lib/narration/names.ts";
import { SIDES } from "../lib/game/seats.ts";
import type { Board, TournamentEntry, TournamentLineView, ConductMark, Partnership, Tap } from "../wire/types.ts";
import { conductText } from "./conduct-text.ts";
import { entrantWords, type EntrantWords } from "./entrant-words.ts";
import { formatRanges } from "./number-ranges.ts";
import { roleName } from "./role-name.ts";
import { tapText } from "./tap-text.ts";
import { sideName } from "./match-sides.ts";
import { withReason } from "./with-reason.ts";

type Conduct = ConductMark["type"];
type Tapped = Tap["type"];
type Points = readonly [number, number];

const TAPS: ReadonlySet<string> = new Set<Tapped>([
  "first_dealer_set", "deal_played", "revoke_found", "deal_misdealt", "deal_thrown_in", "upcard_at_bell", "official_ruling_given", "game_forfeited",
]); // prettier-ignore
const MARKS: ReadonlySet<string> = new Set<Conduct>(["conduct_card_shown", "fair_play_given", "player_substituted"]);

const isTap = (entry: TournamentEntry): entry is Tap => TAPS.has(entry.type);
const isMark = (entry: TournamentEntry): entry is ConductMark => MARKS.has(entry.type);

/**
 * Formats the log lines of a tournament as sentences. `board` is the tournament's state, which has the names of teams
 * and of people with links.
 */
export class LogText {
  constructor(readonly board: Board) {}

  /** Returns a sentence that describes a line of the log. */
  say({ seq, entry }: TournamentLineView): string {
    if (isTap(entry)) return this.tap(entry, seq);
    if (isMark(entry)) return this.mark(entry);
    return this.#entry(entry, seq);
  }

  /** Returns the author of a log line: the name of a person with a link, the director, or the clock. */
  by({ by, name }: TournamentLineView): string {
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
    const end = head?.ended ? lines.findLast(({ entry }) => entry.type === "tournament_ended") : undefined;
    const undone = new Set(lines.flatMap(({ entry }) => (entry.type === "entry_undone" ? [entry.to] : [])));
    const cuts = lines.filter(({ seq, entry }) => entry.type === "level_teams_cut" && !undone.has(seq));
    const taps = round && !round.closed ? (matches ?? []).flatMap(({ taps }) => taps ?? []) : [];
    return new Set([...taps, ...(marks ?? []), ...cuts, ...(end ? [end] : [])].map(({ seq }) => seq));
  }

  team(number: number): string {
    return this.board.teams?.find(({ team }) => team === number)?.name ?? this.#words.numbered(number);
  }

  get #words(): EntrantWords {
    return entrantWords(this.board);
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
  mark(mark: ConductMark): string {
    return conductText(mark, this.team(mark.team));
  }

  #entry(entry: Exclude<TournamentEntry, Tap | ConductMark>, seq: number): string {
    switch (entry.type) {
      case "tournament_opened":
        return t("Tournament opened");
      case "tournament_settings_changed":
        return t("Settings changed");
      case "link_granted":
        return granted(entry, (team) => this.team(team), this.#words);
      case "link_revoked":
        return t("Link cancelled: {name}", { name: this.#grantName(entry.grant) || t("Director") });
      case "team_entered":
        return t("{team} added: {name}", { team: this.#words.numbered(entry.team), name: entry.roster.name });
      case "team_amended":
        return t("{team}, names changed: {name}", { team: this.#words.numbered(entry.team), name: entry.roster.name });
      case "team_withdrew":
        return withReason(t("{team} withdrew", { team: this.team(entry.team) }), entry.reason);
      case "team_rejoined":
        return t("{team} is back", { team: this.team(entry.team) });
      case "tables_set":
        return t("Tables set: {tables}", { tables: formatRanges(entry.numbers) });
      case "entry_undone":
        return withReason(t("Undone: {what}", { what: this.#line(entry.to) }), entry.reason);
      default:
        return this.#round(entry, seq);
    }
  }

  #round(
    entry: Exclude<
      TournamentEntry,
      | Tap
      | ConductMark
      | {
          type:
            | "tournament_opened"
            | "tournament_settings_changed"
            | "link_granted"
            | "link_revoked"
            | "team_entered"
            | "team_amended"
            | "team_withdrew"
            | "team_rejoined"
            | "tables_set"
            | "entry_undone";
        }
    >,
    seq: number,
  ): string {
    switch (entry.type) {
      case "round_seated": {
        const seated = t("Round {n} seated", { n: entry.round });
        const byes = (entry.byes ?? []).map((team) => this.team(team)).join(", ");
        return byes ? `${seated}. ${t("Sitting out: {teams}", { teams: byes })}` : seated;
      }
      case "round_started":
        return this.#ofRound(seq, (n) => t("Round {n} started", { n }), t("Round started"));
      case "round_paused":
        return t("Clock stopped");
      case "round_resumed":
        return t("Clock restarted");
      case "round_extended":
        return withReason(extended(entry.ms), entry.reason);
      case "round_bell_rang":
        return t("The bell rang");
      case "round_closed":
        return this.#ofRound(seq, (n) => t("Round {n} closed", { n }), t("Round closed"));
      case "tournament_ended":
        return t("Tournament ended");
      case "level_teams_cut":
        return this.#words.levelCut(
          entry.cuts.map(([team, card]) => `${this.team(team)} ${cardName(card)}`).join(", "),
        );
      case "help_called":
        return withReason(t("Table {table} called", { table: entry.table }), entry.reason);
      case "call_answered":
        return t("Call from table {table} answered", { table: entry.table });
      default:
        return this.#result(entry, seq);
    }
  }

  #result(
    entry: Extract<
      TournamentEntry,
      {
        type:
          | "result_claimed"
          | "paper_result_entered"
          | "result_signed"
          | "drawn_match_cut"
          | "captain_cut"
          | "result_corrected"
          | "live_table_assigned"
          | "live_score_changed"
          | "ruling_applied"
          | "bot_filled_in"
          | "live_seats_changed"
          | "live_game_ended";
      }
    >,
    seq: number,
  ): string {
    const { table } = entry;
    const score = (points: Points): string => this.#score(points, table, seq);
    switch (entry.type) {
      case "result_claimed":
        return withInsistence(
          t("Table {table}: {team} entered {score}", {
            table,
            team: this.team(entry.team),
            score: score(entry.points),
          }),
          entry,
        );
      case "paper_result_entered":
        return withInsistence(t("Table {table}, from paper: {score}", { table, score: score(entry.points) }), entry);
      case "result_signed":
        return t("Table {table}: {team} signed", { table, team: this.team(entry.team) });
      case "drawn_match_cut":
        return this.#words.cutAt(table, entry.cards.map(cardName).join(", "));
      case "captain_cut":
        return t("Table {table}: {team} cut {card}", {
          table,
          team: this.team(entry.team),
          card: cardName(entry.card),
        });
      case "result_corrected":
        return withInsistence(
          withReason(
            t("Round {n}, table {table}, result changed: {score}", {
              n: entry.round,
              table,
              score: entry.points.join("–"),
            }),
            entry.reason,
          ),
          entry,
        );
      case "live_table_assigned":
        return t("Table {table} plays on this server", { table });
      case "live_score_changed":
        return t("Table {table}, score: {score}", { table, score: score(entry.points) });
      case "ruling_applied":
        return entry.refused
          ? t("Table {table} couldn't apply “{what}”: {why}", {
              table,
              what: this.#line(entry.line),
              why: entry.refused,
            })
          : t("Applied at table {table}: {what}", { table, what: this.#line(entry.line) });
      case "live_seats_changed":
        return entry.seats.length
          ? t("Table {table}: seats taken: {seats}", { table, seats: joinNames(entry.seats.map(seatName)) })
          : t("Table {table}: all seats free", { table });
      case "bot_filled_in":
        return t("Table {table}: a bot fills in, {seat}", { table, seat: seatName(entry.seat) });
      case "live_game_ended":
        return t("Table {table} ended: {score}", { table, score: score(entry.points) });
    }
  }

  /** Returns a sentence with the number of the round to which a log line belongs, or `plain` if the number is unknown. */
  #ofRound(seq: number, numbered: (n: number) => string, plain: string): string {
    const round = this.#seating(seq)?.round;
    return round === undefined ? plain : numbered(round);
  }

  /** Returns the log entry that seated the round to which a log line belongs. Undefined if it is not loaded. */
  #seating(seq: number): Extract<TournamentEntry, { type: "round_seated" }> | undefined {
    const seated = (this.board.lines ?? []).flatMap((line) =>
      line.entry.type === "round_seated" ? [{ seq: line.seq, entry: line.entry }] : [],
    );
    return seated.findLast((line) => line.seq < seq)?.entry;
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
    const then = this.#seating(seq);
    const pairings = then ? then.pairings : this.#seating(Infinity) ? [] : (this.board.matches ?? []);
    const pairing = pairings.find((pairing) => pairing.table === table);
    if (!pairing) return at ? t("East–West") : t("North–South");
    return sideName(pairing, at ? 1 : 0, (entry) => this.team(entry));
  }
}

function granted(
  entry: Extract<TournamentEntry, { type: "link_granted" }>,
  name: (team: number) => string,
  words: EntrantWords,
): string {
  const role = roleName({ role: entry.role, table: entry.table ?? null, team: entry.team ?? null }, name, words);
  return entry.name === role
    ? t("Link created: {role}", { role })
    : t("Link created: {name} ({role})", { name: entry.name, role });
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
