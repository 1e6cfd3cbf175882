/** The protocol of a table's WebSocket: its messages and closing codes. */

import type { Ask, TableChange, News, Tell, Welcome } from "../../wire/types.ts";
import type { ParsedMessage, SocketProtocol } from "./socket-protocol.ts";
import { t } from "../i18n/text.svelte.ts";

/** The closing code after the host has removed the person from the table. */
export const REMOVED = 4410;

/** The messages that contain the state of a table. */
export type TableState = Welcome | News | TableChange;

export const TABLE_PROTOCOL: SocketProtocol<Ask, Tell, TableState> = {
  ping: { ask: "ping", id: "ping" },
  sync: (since) => ({ ask: "sync", id: "sync", ...(since === null ? {} : { since }) }),
  parse: (tell): ParsedMessage<TableState> | undefined => {
    switch (tell.tell) {
      case "welcome":
      case "news":
      case "change":
        return { is: "state", state: tell };
      case "ack":
        return { is: "done", id: tell.id, version: tell.version };
      case "refused":
        return { is: "refused", ...tell };
      case "farewell":
        return { is: "goodbye", ...tell };
      case "pong":
        return { is: "time", now: tell.now };
    }
  },
  ends: {
    4401: () => t("The server no longer knows you."),
    4403: () => t("You are not at this table."),
    4404: () => t("There's no such table."),
    [REMOVED]: () =>
      t("The host removed you from this table. You can't come back to it, but every other table is open to you."),
    4429: () => t("Too many tables are open in this browser: close one, then try again."),
  },
};
