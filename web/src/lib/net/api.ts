/**
 * Sends requests to the server's HTTP API and returns typed answers. If the server refuses a request, the message of
 * the error is the sentence that the server sent.
 */

import type {
  DealReview,
  GameChances,
  GameVerdicts,
  Guest,
  Health,
  Hint,
  Naming,
  NewTable,
  Problem,
  RecordLine,
  Replay,
  RoundPage,
  RulesetFault,
  RulesetForm,
  RulesetLine,
  RulesetPage,
  RulesetSchema,
  Seat,
  ServerPage,
  TableLine,
  TeamsEntered,
  Ticket,
  TransferToken,
} from "../../wire/types.ts";
import { t } from "../i18n/text.svelte.ts";
import { isString, stored, TEXT_CODEC } from "../storage/stored.ts";

/** The server refused a request and changed nothing. The message is the sentence that the server sent. */
export class RequestRefused extends Error {
  override name = "Refused";

  constructor(
    why: string,
    /** The HTTP status; 0 if the refusal came over a WebSocket. */
    readonly status = 0,
    /** Whether the request referred to an earlier position of the game, and the game has moved on since. */
    readonly stale = false,
    /** Whether the same request may succeed if it is repeated soon. */
    readonly again = false,
    /** The errors of the ruleset that caused the refusal, if any. */
    readonly faults: readonly RulesetFault[] = [],
    /** Why the server asks for confirmation. The command succeeds if it is sent again with the user's confirmation. */
    readonly doubt: NonNullable<Problem["doubt"]> = "",
  ) {
    super(sentence(why));
  }
}

/** Returns a server's message as a sentence, with a capital first letter and a full stop. */
function sentence(why: string): string {
  const text = why.trim();
  const end = /[.!?…]$/.test(text) ? "" : ".";
  return text.charAt(0).toUpperCase() + text.slice(1) + end;
}

/** Whether an error means that another person at the table already has the requested name. */
export const isNameTaken = (error: unknown): boolean =>
  error instanceof RequestRefused && /another name/.test(error.message);

/** The server did not answer, because the server or the network is down. */
export class ServerUnreachable extends Error {
  override name = "Unreachable";

  constructor(why: string = t("The server isn't answering.")) {
    super(why);
  }
}

/** The format of a game record. */
export type RecordForm = "uka" | "egn" | "emn";

/** The milliseconds after which a request fails if it has no response. */
const PATIENCE = 15_000;

/** Returns the guest that this browser is registered as; null if the server does not know this browser. */
export async function whoAmI(): Promise<Guest | null> {
  try {
    return await get<Guest>("/api/me");
  } catch (error) {
    if (error instanceof RequestRefused && error.status === 401) return null;
    throw error;
  }
}

/**
 * Registers the user as a guest, or changes the guest's name and emblem. Without a name, the server chooses one; without
 * an emblem, the guest keeps the present one.
 */
export async function setIdentity(wanted: Naming): Promise<Guest> {
  const guest = await send<Guest>("PUT", "/api/me", wanted);
  MET.set("yes");
  return guest;
}

/** The text "yes" is stored here once the user is registered as a guest. */
const MET = stored("uka.met", isString, TEXT_CODEC);

/** Whether this browser might have a guest's cookie. Without one, `whoAmI` would only add a 401 error to the logs. */
const mayBeGuest = (): boolean => Boolean(MET.get()) || !MET.available();

/**
 * Returns the guest that this browser is registered as. If this browser never registered a guest, returns null without
 * a request to the server.
 */
export const knownGuest = async (): Promise<Guest | null> => (mayBeGuest() ? whoAmI() : null);

let knowing: Promise<Guest> | undefined;

/**
 * Returns the guest as whom the user is registered. If necessary, first registers the user, or tells the server the name
 * and the emblem of `wanted`. Concurrent callers share one request.
 */
export function ensureGuest(wanted: Naming = {}): Promise<Guest> {
  knowing ??= knownGuest()
    .then((guest) => (guest && isNamed(guest, wanted) ? guest : setIdentity({ ...nameOf(guest), ...wanted })))
    .finally(() => (knowing = undefined));
  return knowing;
}

const isNamed = (guest: Guest, { name, avatar }: Naming): boolean =>
  (!name || guest.name === name) && (!avatar || guest.avatar === avatar);

const nameOf = (guest: Guest | null): Naming => (guest ? { name: guest.name } : {});

/**
 * Returns a token with which a second device can be registered as the same person. If necessary, registers the user
 * first.
 */
export async function openTransfer(wanted?: Naming): Promise<TransferToken> {
  await ensureGuest(wanted);
  return get("/api/me/transfer");
}

/** Returns the person for whom a token was made. The token can still be used afterwards. */
export const lookAtTransfer = (token: string): Promise<Guest> => send("POST", "/api/me/claim", { token, look: true });

/** Registers this browser as the person for whom a token was made. The token can be used only once. */
export async function claimTransfer(token: string): Promise<Guest> {
  const guest = await send<Guest>("POST", "/api/me/claim", { token });
  MET.set("yes");
  return guest;
}

/** Returns the server's version, the bots' levels of skill, and the server's address in the local network. */
export const serverPage = (): Promise<ServerPage> => get("/api/server");

/** Returns the public tables that anybody may join. */
export const lobby = (): Promise<readonly TableLine[]> => get("/api/lobby");

/** Opens a table. If necessary, first registers the user as a guest. */
export async function openTable(table: NewTable, wanted?: Naming): Promise<Ticket> {
  await ensureGuest(wanted);
  return send("POST", "/api/tables", table);
}

/** Joins a table. If necessary, first registers the user as a guest. Joining a table twice is harmless. */
export async function joinTable(table: string, invitation?: string | null, wanted?: Naming): Promise<Ticket> {
  await ensureGuest(wanted);
  return send("POST", `${tableAt(table)}/join`, invitation ? { invitation } : {});
}

/** Returns a summary of a table. */
export const showTable = (table: string, invitation?: string | null): Promise<TableLine> =>
  get(tableAt(table), invitation);

/** Returns a ticket with the invitation that lets other people join a table. This guest must be at the table. */
export const invite = (table: string): Promise<Ticket> => get(`${tableAt(table)}/invitation`);

/** Returns the values of all choices, best first. Allowed only in a practice game, when it is the guest's turn. */
export const hint = (table: string): Promise<Hint> => get(`${tableAt(table)}/hint`);

/** Returns a list of the finished games of a table. */
export const records = (table: string, invitation?: string | null): Promise<readonly RecordLine[]> =>
  get(`${tableAt(table)}/records`, invitation);

/** Returns the record of a finished game as text. */
export function record(
  table: string,
  number: number,
  form: RecordForm = "uka",
  invitation?: string | null,
): Promise<string> {
  return asked("GET", `${tableAt(table)}/records/${number}?form=${form}`, headers(invitation));
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
): Promise<Replay> => get(`${tableAt(table)}/records/${number}/replay?${partOf(part)}`, invitation);

/** Returns the replay of any game record as a list of steps. */
export const replayText = (record: string, part: ReplayPart): Promise<Replay> =>
  sendText(`/api/replay?${partOf(part)}`, record);

/** Returns the review of one deal of a finished game. The review shows what each choice of a seat cost. */
export const reviewOf = (
  table: string,
  number: number,
  seat: Seat,
  deal: number,
  invitation?: string | null,
): Promise<DealReview> => get(`${tableAt(table)}/records/${number}/review?${partOf({ seat, deal })}`, invitation);

/** Returns the course of a finished game: the probability that north-south wins, before each deal and at the end. */
export const chancesOf = (table: string, number: number, invitation?: string | null): Promise<GameChances> =>
  get(`${tableAt(table)}/records/${number}/chances`, invitation);

function partOf({ game, deal, seat }: ReplayPart): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ game, deal, seat })) if (value != null) query.set(name, String(value));
  return query;
}

/** Returns the shipped rulesets. */
export const rulesets = (): Promise<readonly RulesetLine[]> => get("/api/rulesets");

/** Returns a shipped ruleset as data, together with its rulebook. */
export const ruleset = (name: string): Promise<RulesetPage> => get(`/api/rulesets/${encodeURIComponent(name)}`);

/** Returns the schema from which the form for house rules is built. */
export const rulesetSchema = (): Promise<RulesetSchema> => get("/api/rulesets/schema");

/**
 * Sends the changed rules in `form` to the server. Returns the resulting ruleset with its rulebook. Rejects with
 * `RequestRefused` if the changes contradict each other.
 */
export const checkRuleset = (form: RulesetForm): Promise<RulesetPage> => send("POST", "/api/rulesets/check", form);

/** Asks the server whether it is ready for players. */
export const health = (): Promise<Health> => get("/api/health/ready");

/** Returns the URL of a table's WebSocket, which sends changes after version `since`; null requests the full state. */
export function tableSocketAt(table: string, since: number | null): string {
  const url = webSocket(`${tableAt(table)}/socket`);
  if (since !== null) url.searchParams.set("since", String(since));
  return url.href;
}

/** Returns the URL of a tournament's WebSocket. */
export const tournamentSocketAt = (tournament: string): string => webSocket(`${tournamentAt(tournament)}/socket`).href;

function webSocket(path: string): URL {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url;
}

/** Enters a list of teams into a tournament that this guest directs. The server accepts all teams or none. */
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

/** Downloads a file of a tournament. `link` is the secret link that grants access to the file. */
export const tournamentFile = (tournament: string, path: string, link: string): Promise<Blob> =>
  answered("GET", `${tournamentAt(tournament)}/${path}`, { "X-Uka-Link": link });

/** Returns a round of a tournament with its matches. */
export const roundOf = (tournament: string, number: number): Promise<RoundPage> =>
  get(`${tournamentAt(tournament)}/rounds/${number}`);

/** Fetches JSON from a path of the server. `invitation` grants access to a private table. */
export const get = async <T>(path: string, invitation?: string | null): Promise<T> =>
  read(await asked("GET", path, headers(invitation)));

/** Sends JSON to a path of the server, and returns the JSON in the response. */
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

/** Sends a request and returns the body of the response. Rejects with `RequestRefused` or `ServerUnreachable`. */
const asked = async (...request: Parameters<typeof answered>): Promise<string> => (await answered(...request)).text();

/** Sends a request and returns the response. */
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
  const { why, faults, doubt } = reason(await content.text(), status);
  throw new RequestRefused(why, status, false, status === 429 || status >= 500, faults, doubt);
}

function reason(text: string, status: number): Problem {
  try {
    const problem = JSON.parse(text) as Problem;
    if (typeof problem.why === "string") return problem;
  } catch {
    // a proxy sent the response instead of the server, so the body is not the JSON that the server sends
  }
  if (status >= 500) return { why: t("The server isn't answering.") };
  return { why: t("The server refused ({status}).", { status }) };
}
