/**
 * Sends requests to the server's HTTP API and returns typed answers. If the server refuses a request, the message of
 * the error is the sentence that the server sent.
 */

import type {
  ChoiceExplanation,
  DealReview,
  GameChances,
  GameVerdicts,
  JoinRequest,
  ServerHealth,
  Hint,
  RenameRequest,
  NewTable,
  RecordSummary,
  GameReplay,
  RoundPage,
  RulesetRequest,
  RulesetSummary,
  RulesetPage,
  RulesetSchema,
  Seat,
  ServerInfo,
  TableSummary,
  TeamListText,
  TeamsEntered,
  TableTicket,
} from "../../wire/types.ts";
import { ensureGuest } from "./guests.ts";
import { fetchBlob, fetchText, get, invitationHeader, JSON_HEADERS, parseJson, send, sendText } from "./http.ts";

/** The format of a game record. */
export type RecordForm = "uka" | "egn" | "emn";

/** Returns the server's version, the bots' levels of skill, and the server's address in the local network. */
export const serverPage = (): Promise<ServerInfo> => get("/api/server");

/** Returns the public tables that anybody may join. */
export const lobby = (): Promise<readonly TableSummary[]> => get("/api/lobby");

/** Opens a table. If necessary, first registers the user as a guest. */
export async function openTable(table: NewTable, wanted?: RenameRequest): Promise<TableTicket> {
  await ensureGuest(wanted);
  return send("POST", "/api/tables", table);
}

/**
 * Joins a table, and takes a free seat unless the user only wants to `watch`. If necessary, first registers the user as
 * a guest. Joining a table twice is harmless.
 */
export async function joinTable(
  table: string,
  invitation?: string | null,
  wanted?: RenameRequest,
  { watch = false } = {},
): Promise<TableTicket> {
  await ensureGuest(wanted);
  const request: JoinRequest = { ...(invitation && { invitation }), ...(watch && { watch }) };
  return send("POST", `${tablePath(table)}/join`, request);
}

/** Returns a summary of a table. */
export const showTable = (table: string, invitation?: string | null): Promise<TableSummary> =>
  get(tablePath(table), invitation);

/** Returns a ticket with the invitation that lets other people join a table. This guest must be at the table. */
export const invite = (table: string): Promise<TableTicket> => get(`${tablePath(table)}/invitation`);

/** Returns the values of all choices, best first. Allowed only in a practice game, when it is the guest's turn. */
export const hint = (table: string): Promise<Hint> => get(`${tablePath(table)}/hint`);

/** Returns a list of the finished games of a table. */
export const records = (table: string, invitation?: string | null): Promise<readonly RecordSummary[]> =>
  get(`${tablePath(table)}/records`, invitation);

/** Returns the record of a finished game as text. */
export function record(
  table: string,
  number: number,
  form: RecordForm = "uka",
  invitation?: string | null,
): Promise<string> {
  return fetchText("GET", `${tablePath(table)}/records/${number}?form=${form}`, invitationHeader(invitation));
}

/** Sends a record to the server, which checks each pack against the server's secrets and the players' seed shares. */
export const verify = (record: string): Promise<readonly GameVerdicts[]> => sendText("/api/verify", record);

/** Selects the part of a record to replay. If `seat` is given, only the hand of this seat is shown. */
export interface ReplayPart {
  readonly game?: number;
  readonly deal?: number;
  readonly seat?: Seat | null;
}

/** Returns the replay of a table's finished game as a list of steps. */
export const replayOf = (
  table: string,
  number: number,
  part: ReplayPart,
  invitation?: string | null,
): Promise<GameReplay> => get(`${tablePath(table)}/records/${number}/replay?${partOf(part)}`, invitation);

/** Returns the replay of any game record as a list of steps. */
export const replayFile = (record: Blob, part: ReplayPart): Promise<GameReplay> =>
  sendText(`/api/replay?${partOf(part)}`, record);

/** Returns the review of one deal of a finished game. The review shows what each choice of a seat cost. */
export const reviewOf = (
  table: string,
  number: number,
  seat: Seat,
  deal: number,
  invitation?: string | null,
): Promise<DealReview> => get(`${tablePath(table)}/records/${number}/review?${partOf({ seat, deal })}`, invitation);

/** Returns why a seat made the choice of one step in a finished game. */
export const whyInGame = (
  table: string,
  number: number,
  deal: number,
  step: number,
  invitation?: string | null,
): Promise<ChoiceExplanation> =>
  get(
    `${tablePath(table)}/records/${number}/why?${new URLSearchParams({ deal: `${deal}`, step: `${step}` })}`,
    invitation,
  );

/** A call, as its index among the calls of a deal, or a card, as its trick and the seat that played it. */
export type MadeChoice = { readonly call: number } | { readonly trick: number; readonly seat: Seat };

/** Returns why a bot made a choice in the deal that ended last. `deal` is the number of that deal in the game. */
export const whyAt = (table: string, deal: number, made: MadeChoice): Promise<ChoiceExplanation> =>
  get(`${tablePath(table)}/why?${new URLSearchParams(Object.entries({ deal, ...made }).map(([k, v]) => [k, `${v}`]))}`);

/** Returns the course of a finished game: the probability that north-south wins, before each deal and at the end. */
export const chancesOf = (table: string, number: number, invitation?: string | null): Promise<GameChances> =>
  get(`${tablePath(table)}/records/${number}/chances`, invitation);

function partOf({ game, deal, seat }: ReplayPart): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ game, deal, seat })) if (value != null) query.set(name, String(value));
  return query;
}

/** Returns the shipped rulesets. */
export const rulesets = (): Promise<readonly RulesetSummary[]> => get("/api/rulesets");

/** Returns a shipped ruleset as data, together with its rulebook. */
export const ruleset = (name: string): Promise<RulesetPage> => get(`/api/rulesets/${encodeURIComponent(name)}`);

/** Returns the schema from which the form for house rules is built. */
export const rulesetSchema = (): Promise<RulesetSchema> => get("/api/rulesets/schema");

/**
 * Sends the changed rules in `form` to the server. Returns the resulting ruleset with its rulebook. Rejects with
 * `RequestRefused` if the changes contradict each other.
 */
export const checkRuleset = (form: RulesetRequest): Promise<RulesetPage> => send("POST", "/api/rulesets/check", form);

/** Asks the server whether it is ready for players. */
export const health = (): Promise<ServerHealth> => get("/api/health/ready");

/**
 * Returns the path of a table's socket, which sends what has changed after version `since`; null requests the full state
 * first.
 */
export function tableSocketAt(table: string, since: number | null, second = false): string {
  const query = new URLSearchParams({ ...(second && { second: "" }), ...(since !== null && { since: `${since}` }) });
  return `${tablePath(table)}/socket${query.size ? `?${query}` : ""}`;
}

/** Returns the path of a tournament's socket. */
export const tournamentSocketAt = (tournament: string): string => `${tournamentPath(tournament)}/socket`;

/** Enters a list of teams into a tournament that this guest directs. The server accepts all teams or none. */
export const enterTeams = async (
  tournament: string,
  text: string,
  link: string,
  alike: "ask" | "same" | "other" = "ask",
): Promise<TeamsEntered> =>
  parseJson(
    await fetchText(
      "POST",
      `${tournamentPath(tournament)}/teams`,
      { ...JSON_HEADERS, "X-Uka-Link": link },
      JSON.stringify({ text, alike }),
    ),
  );

/** Returns the text of a file with a list of teams: CSV in a usual encoding, or an Excel workbook. Enters no team. */
export const readTeamFile = async (tournament: string, file: Blob, link: string): Promise<TeamListText> =>
  parseJson(
    await fetchText(
      "POST",
      `${tournamentPath(tournament)}/teams/file`,
      { "Content-Type": "application/octet-stream", "X-Uka-Link": link },
      file,
    ),
  );

/** Downloads a file of a tournament. `link` is the secret link that grants access to the file. */
export const tournamentFile = (tournament: string, path: string, link: string): Promise<Blob> =>
  fetchBlob("GET", `${tournamentPath(tournament)}/${path}`, { "X-Uka-Link": link });

/** Returns a round of a tournament with its matches. */
export const roundOf = (tournament: string, number: number): Promise<RoundPage> =>
  get(`${tournamentPath(tournament)}/rounds/${number}`);

const tablePath = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

const tournamentPath = (tournament: string): string => `/api/tournaments/${encodeURIComponent(tournament)}`;
