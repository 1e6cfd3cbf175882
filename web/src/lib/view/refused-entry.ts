/** Explains why a link to a table does not lead to it, and what the person may do instead. */

import { isNameTaken, RequestRefused } from "../net/errors.ts";
import { inFolder, isAlone } from "../net/host.ts";
import { t } from "../i18n/text.svelte.ts";

/** The explanation: a heading, and a sentence about what happened or what helps. */
export interface RefusedEntry {
  readonly title: string;
  readonly text: string;
}

/**
 * Returns the explanation of a refusal to enter a table. `invited` says whether the link had an invitation. Returns
 * undefined if the person may try again, for example with another name.
 */
export function refusedEntry(error: unknown, invited: boolean): RefusedEntry | undefined {
  if (!(error instanceof RequestRefused) || error.again || isNameTaken(error)) return undefined;
  switch (error.status) {
    case 404:
      if (isAlone)
        return {
          title: t("This table is not on this device"),
          text: inFolder
            ? error.message
            : t("A game of the server goes on there, once the server can be reached again."),
        };
      return {
        title: t("This table is gone"),
        text: t("Unused tables close after a while. Ask your friends for a new link."),
      };
    case 403:
      return invited
        ? {
            title: t("This link no longer works"),
            text: t("The table has a new invite link. Ask someone at the table to send it to you."),
          }
        : {
            title: t("This table is private"),
            text: t("Ask someone at the table for the link, or scan the QR code."),
          };
    default:
      return { title: t("You can't join this table"), text: error.message };
  }
}
