/** The server's HTTP API: typed answers, and refusals as errors with the server's own sentence. */

import type {
  DealReview,
  GameVerdicts,
  Guest,
  Health,
  Hint,
  NewTable,
  Problem,
  RecordLine,
  Replay,
  RoundPage,
  RulesetForm,
  RulesetLine,
  RulesetPage,
  RulesetSchema,
  Seat,
  ServerPage,
  TableLine,
  TeamsEntered,
  Ticket,
} from "../../wire/types.ts";
import { t } from "../i18n/text.svelte.ts";
import { isString, stored, TEXT_CODEC } from "../storage/stored.ts";

/** The server's no, in a sentence; nothing was changed. */
export class RequestRefused extends Error {
  override name = "Refused";

  constructor(
    why: string,
    /** The HTTP status; 0 where the no did not come over HTTP. */
    readonly status = 0,
    /** The game had gone on: look again. */
    readonly stale = false,
    /** Worth another try in a moment. */
    readonly again = false,
    /** The fields of a ruleset that it is about. */
    readonly fields: readonly string[] = [],
    /** What is doubted: it is done if one insists. */
    readonly doubt: NonNullable<Problem["doubt"]> = "",
  ) {
    super(sentence(why));
  }
}

/** What a program said in passing, as a sentence. */
function sentence(why: string): string {
  const text = why.trim();
  const end = /[.!?…]$/.test(text) ? "" : ".";
  return text.charAt(0).toUpperCase() + text.slice(1) + end;
}

/** Whether somebody at the table is called so already. */
export const isNameTaken = (error: unknown): boolean =>
  error instanceof RequestRefused && /another name/.test(error.message);

/** The server did not answer: it is away, or the network is. */
export class ServerUnreachable extends Error {
  override name = "Unreachable";

  constructor(why: string = t("The server does not answer.")) {
    super(why);
  }
}

/** How a record is written. */
export type RecordForm = "uka" | "egn" | "emn";

/** Milliseconds until a request counts as not answered. */
const PATIENCE = 15_000;

/** Who the server takes one for; null where one has not said yet. */
export async function whoAmI(): Promise<Guest | null> {
  try {
    return await get<Guest>("/api/me");
  } catch (error) {
    if (error instanceof RequestRefused && error.status === 401) return null;
    throw error;
  }
}

/** Become a guest or take another name; without one the server finds one. */
export async function setName(name?: string): Promise<Guest> {
  const guest = await send<Guest>("PUT", "/api/me", name ? { name } : {});
  MET.set("yes");
  return guest;
}

/** "yes" once this browser is a guest of the server. */
const MET = stored("uka.met", isString, TEXT_CODEC);

/** Whether this browser may be a guest already. If not, `whoAmI` would only cause an error 401 in the logs. */
const mayBeGuest = (): boolean => Boolean(MET.get()) || !MET.available();

let knowing: Promise<Guest> | undefined;

/** Who one is, and a guest from now on if one was nobody; asked once for all who ask at the same time. */
export function ensureGuest(name?: string): Promise<Guest> {
  knowing ??= (mayBeGuest() ? whoAmI() : Promise.resolve(null))
    .then((guest) => guest ?? setName(name))
    .finally(() => (knowing = undefined));
  return knowing;
}

/** What the server offers. */
export const serverPage = (): Promise<ServerPage> => get("/api/server");

/** Public tables that one may join. */
export const lobby = (): Promise<readonly TableLine[]> => get("/api/lobby");

/** Open a table, and become a guest before that if need be. */
export async function openTable(table: NewTable, name?: string): Promise<Ticket> {
  await ensureGuest(name);
  return send("POST", "/api/tables", table);
}

/** Come to a table, and become a guest before that if need be; who is there already may ask again. */
export async function joinTable(table: string, invitation?: string | null, name?: string): Promise<Ticket> {
  await ensureGuest(name);
  return send("POST", `${tableAt(table)}/join`, invitation ? { invitation } : {});
}

/** A table in short. */
export const showTable = (table: string, invitation?: string | null): Promise<TableLine> =>
  get(tableAt(table), invitation);

/** The invitation of a table that one is at. */
export const invite = (table: string): Promise<Ticket> => get(`${tableAt(table)}/invitation`);

/** What each of one's choices is worth, best first: in one's turn, where one practises. */
export const hint = (table: string): Promise<Hint> => get(`${tableAt(table)}/hint`);

/** The games of a table that are over. */
export const records = (table: string, invitation?: string | null): Promise<readonly RecordLine[]> =>
  get(`${tableAt(table)}/records`, invitation);

/** The record of a game that is over, as text. */
export function record(
  table: string,
  number: number,
  form: RecordForm = "uka",
  invitation?: string | null,
): Promise<string> {
  return asked("GET", `${tableAt(table)}/records/${number}?form=${form}`, headers(invitation));
}

/** Whether the packs of a record follow from what was committed to and added, by the server's own reckoning. */
export const verify = (record: string): Promise<readonly GameVerdicts[]> => sendText("/api/verify", record);

/** Which part of a record is told, and whose hand alone is shown. */
export interface ReplayPart {
  readonly game?: number;
  readonly deal?: number;
  readonly seat?: Seat | null;
}

/** A finished game of a table, step by step. */
export const replayOf = (
  table: string,
  number: number,
  part: ReplayPart,
  invitation?: string | null,
): Promise<Replay> => get(`${tableAt(table)}/records/${number}/replay?${partOf(part)}`, invitation);

/** A game of any record, step by step. */
export const replayText = (record: string, part: ReplayPart): Promise<Replay> =>
  sendText(`/api/replay?${partOf(part)}`, record);

/** A deal of a finished game of a table: what each choice of a seat cost. */
export const reviewOf = (
  table: string,
  number: number,
  seat: Seat,
  deal: number,
  invitation?: string | null,
): Promise<DealReview> => get(`${tableAt(table)}/records/${number}/review?${partOf({ seat, deal })}`, invitation);

function partOf({ game, deal, seat }: ReplayPart): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ game, deal, seat })) if (value != null) query.set(name, String(value));
  return query;
}

/** The shipped rulesets. */
export const rulesets = (): Promise<readonly RulesetLine[]> => get("/api/rulesets");

/** A shipped ruleset, as data and as a rulebook. */
export const ruleset = (name: string): Promise<RulesetPage> => get(`/api/rulesets/${encodeURIComponent(name)}`);

/** What a form for house rules is made from. */
export const rulesetSchema = (): Promise<RulesetSchema> => get("/api/rulesets/schema");

/** A ruleset with changes, if they make sense together; else `Refused` says why not. */
export const checkRuleset = (form: RulesetForm): Promise<RulesetPage> => send("POST", "/api/rulesets/check", form);

/** Whether the server is ready for players. */
export const health = (): Promise<Health> => get("/api/health/ready");

/** Where a table's socket is, to be told what came after a version. */
export function tableSocketAt(table: string, since: number | null): string {
  const url = webSocket(`${tableAt(table)}/socket`);
  if (since !== null) url.searchParams.set("since", String(since));
  return url.href;
}

/** Where a tournament's socket is. */
export const tournamentSocketAt = (tournament: string): string => webSocket(`${tournamentAt(tournament)}/socket`).href;

function webSocket(path: string): URL {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url;
}

/** Enter the teams of a list at a tournament that one directs: all of them or none. */
export const enterTeams = async (
  tournament: string,
  text: string,
  link: string,
  alike: "ask" | "same" | "other" = "ask",
): Promise<TeamsEntered> =>
  read(
    await asked(
      "POST",
      `${tournamentAt(tournament)}/teams`,
      { ...JSON_BODY, "X-Uka-Link": link },
      JSON.stringify({ text, alike }),
    ),
  );

/** A file of a tournament, for who holds a link. */
export const tournamentFile = (tournament: string, path: string, link: string): Promise<Blob> =>
  answered("GET", `${tournamentAt(tournament)}/${path}`, { "X-Uka-Link": link });

/** A round of a tournament, and its games. */
export const roundOf = (tournament: string, number: number): Promise<RoundPage> =>
  get(`${tournamentAt(tournament)}/rounds/${number}`);

/** Any answer of the server as JSON, for what has no verb of its own here. */
export const get = async <T>(path: string, invitation?: string | null): Promise<T> =>
  read(await asked("GET", path, headers(invitation)));

/** Send something as JSON, and get an answer. */
export const send = async <T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> =>
  read(await asked(method, path, JSON_BODY, JSON.stringify(body)));

const sendText = async <T>(path: string, text: string): Promise<T> =>
  read(await asked("POST", path, { "Content-Type": "text/plain" }, text));

const read = <T>(text: string): T => (text ? JSON.parse(text) : undefined) as T;

const tableAt = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

const tournamentAt = (tournament: string): string => `/api/tournaments/${encodeURIComponent(tournament)}`;

const JSON_BODY = { "Content-Type": "application/json" };

const headers = (invitation?: string | null): Record<string, string> =>
  invitation ? { "X-Uka-Invitation": invitation } : {};

/** The text of an answer; `Refused` or `Unreachable` if it is none. */
const asked = async (...request: Parameters<typeof answered>): Promise<string> => (await answered(...request)).text();

/** What was answered. */
async function answered(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | null = null,
): Promise<Blob> {
  let answer: Response;
  let content: Blob;
  try {
    answer = await fetch(path, { method, headers, body, signal: AbortSignal.timeout(PATIENCE) });
    content = await answer.blob();
  } catch {
    throw new ServerUnreachable();
  }
  if (answer.ok) return content;
  const { status } = answer;
  const { why, fields, doubt } = reason(await content.text(), status);
  throw new RequestRefused(why, status, false, status === 429 || status >= 500, fields, doubt);
}

function reason(text: string, status: number): Problem {
  try {
    const problem = JSON.parse(text) as Problem;
    if (typeof problem.why === "string") return problem;
  } catch {
    // it is a proxy's answer, not the server's
  }
  if (status >= 500) return { why: t("The server does not answer.") };
  return { why: t("The server refused, and did not say why ({status}).", { status }) };
}
