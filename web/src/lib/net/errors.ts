/** Distinguishes a server that can't be reached from a server that refused a request. */

import { RequestRefused, ServerUnreachable } from "./api.ts";

/** Whether an error means that the network, the server or its proxy did not answer. */
export const isServerAway = (error: unknown): boolean =>
  error instanceof ServerUnreachable || (error instanceof RequestRefused && error.status >= 502);
