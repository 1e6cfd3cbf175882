/** Tells a server that is away from one that refuses a request. */

import { RequestRefused, ServerUnreachable } from "./api.ts";

/** Whether an error means that nobody answered: the network, the server or the proxy before it. */
export const isServerAway = (error: unknown): boolean =>
  error instanceof ServerUnreachable || (error instanceof RequestRefused && error.status >= 502);
