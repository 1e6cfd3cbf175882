/**
 * A link by which a person who plays on one device continues on a second device. The link also leads to the table at
 * which the person plays.
 */

import type { TableTicket } from "../../wire/types.ts";
import { serverInfo } from "../net/server-info.svelte.ts";

export interface DeviceLink {
  /** The secret that the server gave to the first device. */
  readonly token: string;
  readonly table?: TableTicket | undefined;
}

/** Formats a link as a route of this app. The secrets are in the fragment, which browsers never send to a server. */
export function deviceAddress({ token, table }: DeviceLink): string {
  const parts = table ? [token, table.table, table.invitation] : [token];
  return `/device#${parts.map(encodeURIComponent).join("/")}`;
}

/** Formats a link as a URL, by which another device reaches the server. */
export const deviceUrl = (link: DeviceLink): string => new URL(deviceAddress(link), serverInfo.origin()).href;

/** Parses the fragment of a link. */
export function parseDeviceLink(fragment: string): DeviceLink {
  const [token = "", table, invitation] = fragment.split("/");
  return { token, table: table && invitation ? { table, invitation } : undefined };
}
