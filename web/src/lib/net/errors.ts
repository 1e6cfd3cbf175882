/** Telling a server that is away from one that says no. */

import { Refused, Unreachable } from "./api.ts";

/** Whether an error means that nobody answered: the network, the server or the proxy before it. */
export const isAway = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof Refused && error.status >= 502);
