/** The protocol of a table's WebSocket: its messages and closing codes. */

import type { ChatUpdate, TableCommand, TableChange, TableSnapshot } from "../../wire/types.ts";
import { tableSocketAt } from "./api.ts";
import { ReconnectingSocket } from "./socket.ts";
import type { SocketListener, SocketProtocol } from "./socket-protocol.ts";
import { t } from "../i18n/text.svelte.ts";

/** The closing code after the host has removed the person from the table. */
export const REMOVED = 4410;

/** The messages that contain the state of a table. */
export type TableState = TableSnapshot | TableChange;

/** The messages from the server that are no answers. */
export type TableNews = TableState | ChatUpdate;

export const TABLE_PROTOCOL: SocketProtocol<TableCommand> = {
  ping: { type: "ping_table", id: "ping" },
  sync: (since) => ({ type: "sync_table", id: "sync", ...(since === null ? {} : { since }) }),
  ends: {
    4401: () => t("The server no longer knows you."),
    4403: () => t("You are not at this table."),
    4404: () => t("There's no such table."),
    [REMOVED]: () =>
      t("The host removed you from this table. You can't come back to it, but every other table is open to you."),
    4429: () => t("Too many tables are open in this browser: close one, then try again."),
  },
};

/** Connects a listener, who must know all messages, to a table. `second` stands for the second person on the device. */
export const tableSocket = (
  table: string,
  listener: SocketListener<TableNews>,
  second = false,
): ReconnectingSocket<TableCommand, TableNews> =>
  new ReconnectingSocket((since) => tableSocketAt(table, since, second), TABLE_PROTOCOL, listener);
