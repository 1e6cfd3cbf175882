/** The errors of requests: a server that can't be reached, and a server that refused a request. */

import type { HttpProblem, RulesetFault } from "../../wire/types.ts";
import { asSentence, t } from "../i18n/text.svelte.ts";

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
    readonly doubt: NonNullable<HttpProblem["doubt"]> = "",
  ) {
    super(asSentence(why));
  }
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

/** The HTTP status of a host that can keep no more. It has answered, and says so. */
const NO_ROOM = 507;

/** Whether an error means that the network, the server or its proxy did not answer. */
export const isServerAway = (error: unknown): boolean =>
  error instanceof ServerUnreachable ||
  (error instanceof RequestRefused && error.status >= 502 && error.status !== NO_ROOM);
