/** The log of the season that is open in this browser. It is a file of whoever keeps the season. */

import { stored } from "./stored.ts";

const isText = (value: unknown): value is string => typeof value === "string";

/** The whole log as text. Undefined or empty if no season is open. */
export const seasonLog = stored("uka.season", isText);
