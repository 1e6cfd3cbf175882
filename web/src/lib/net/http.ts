/**
 * Sends HTTP requests to the server. If the server refuses a request, the message of the error is the sentence that the
 * server sent.
 */

import type { HttpProblem } from "../../wire/types.ts";
import { t } from "../i18n/text.svelte.ts";
import { RequestRefused, ServerUnreachable } from "./errors.ts";
import { transport } from "./transport.ts";

/** The milliseconds after which a request fails if it has no response. */
const TIMEOUT = 15_000;

/** Fetches JSON from a path of the server. `invitation` grants access to a private table. */
export const get = async <T>(path: string, invitation?: string | null): Promise<T> =>
  parseJson(await fetchText("GET", path, invitationHeader(invitation)));

/** Sends JSON to a path of the server, and returns the JSON in the response. */
export const send = async <T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> =>
  parseJson(await fetchText(method, path, JSON_HEADERS, JSON.stringify(body)));

/** Sends text to a path of the server, and returns the JSON in the response. */
export const sendText = async <T>(path: string, text: string | Blob): Promise<T> =>
  parseJson(await fetchText("POST", path, { "Content-Type": "text/plain" }, text));

/** Parses the JSON of a response. An empty response is undefined. */
export const parseJson = <T>(text: string): T => (text ? JSON.parse(text) : undefined) as T;

export const JSON_HEADERS = { "Content-Type": "application/json" };

/** Returns the request header that grants access to a private table. */
export const invitationHeader = (invitation?: string | null): Record<string, string> =>
  invitation ? { "X-Uka-Invitation": invitation } : {};

/** Sends a request and returns the body of the response. Rejects with `RequestRefused` or `ServerUnreachable`. */
export const fetchText = async (...request: Parameters<typeof fetchBlob>): Promise<string> =>
  (await fetchBlob(...request)).text();

/** Sends a request and returns the response. */
export async function fetchBlob(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Blob | null = null,
): Promise<Blob> {
  let answer: Response;
  let content: Blob;
  try {
    answer = await transport.request(path, { method, headers, body, signal: AbortSignal.timeout(TIMEOUT) });
    content = await answer.blob();
  } catch {
    throw new ServerUnreachable();
  }
  if (answer.ok) return content;
  const { status } = answer;
  const { why, faults, doubt } = reason(await content.text(), status);
  throw new RequestRefused(why, status, false, status === 429 || status >= 500, faults, doubt);
}

function reason(text: string, status: number): HttpProblem {
  try {
    const problem = JSON.parse(text) as HttpProblem;
    if (typeof problem.why === "string") return problem;
  } catch {
    // a proxy sent the response instead of the server, so the body is not the JSON that the server sends
  }
  if (status >= 500) return { why: t("The server isn't answering.") };
  return { why: t("The server refused ({status}).", { status }) };
}
