/** The protocol of a table's WebSocket: its messages and closing codes. */

import type { TableCommand, TableChange, TableUpdate, TableSnapshot } from "../../wire/types.ts";
import type { ParsedMessage, SocketProtocol } from "./socket-protocol.ts";
import { t } from "../i18n/text.svelte.ts";

/** The closing code after the host has removed the person from the table. */
export const REMOVED = 4410;

/** The messages that contain the state of a table. */
export type TableState = TableSnapshot | TableChange;

export const TABLE_PROTOCOL: SocketProtocol<TableCommand, TableUpdate, TableState> = {
  ping: { type: "ping_table", id: "ping" },
  sync: (since) => ({ type: "sync_table", id: "sync", ...(since === null ? {} : { since }) }),
  parse: (update): ParsedMessage<TableState> | undefined => {
    switch (update.type) {
      case "table_snapshot":
      case "table_change":
        return { is: "state", state: update };
      case "table_ack":
        return { is: "done", id: update.id, version: update.version };
      case "table_rejection":
        return { is: "refused", ...update };
      case "table_farewell":
        return { is: "goodbye", ...update };
      case "table_pong":
        return { is: "time", now: update.now };
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
