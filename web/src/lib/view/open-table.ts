/** Opens a new table on the server and navigates to its page. */

import type { NewTable, RulesetSummary, TableTicket } from "../../wire/types.ts";
import { openTable, rulesets } from "../net/api.ts";
import { quickGame } from "../net/quick-games.ts";
import { serverInfo } from "../net/server-info.svelte.ts";
import { houseRules } from "../storage/house-rules.svelte.ts";
import { browserGame } from "../game/pictured-games.ts";
import { joinedTables, newTables } from "./new-tables.ts";
import { go } from "./router.svelte.ts";
import { chosenIdentity, preferences } from "../storage/preferences.svelte.ts";
import { message, t } from "../i18n/text.svelte.ts";
import { isList, stored } from "../storage/stored.ts";
import { tableAddress, visitedTables } from "../storage/visited-tables.svelte.ts";

const STORED = stored("uka.rulesets", isList);
let asked: ReturnType<typeof rulesets> | undefined;

/** Returns the list of shipped rulesets. The server is asked only once, unless the request fails. */
export function rulesetList(): ReturnType<typeof rulesets> {
  asked ??= fetched().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

async function fetched(): ReturnType<typeof rulesets> {
  const lines = await rulesets();
  STORED.set(lines);
  return lines;
}

/** Returns the list of shipped rulesets from the last visit. The page shows this list until the server answers. */
export function cachedRulesets(): readonly RulesetSummary[] {
  return ((STORED.get() ?? []) as readonly Partial<RulesetSummary>[]).filter((line): line is RulesetSummary =>
    Boolean(line?.name && line.title),
  );
}

const SAID: Readonly<Record<string, string>> = {
  random: message("Random"),
  novice: message("Novice"),
  casual: message("Casual player"),
  club: message("Club player"),
  expert: message("Expert"),
  master: message("Master"),
};

/** Returns the name of a level of skill of the bots. */
export const levelName = (level: string): string => t(SAID[level] ?? level);

/** The value of the preference `rules` that stands for the stored house rules. */
export const HOUSE = "house";

/** Returns the name of the ruleset that the user prefers, or a guess from the browser's language and time zone. */
export const chosenRules = (): string => preferences.rules || browserGame().rules;

/** Stores the guessed rules as the user's choice, unless the user has already chosen. */
export function settleRules(): void {
  preferences.rules = chosenRules();
}

/** Returns the preferred rules as part of the request for a new table. */
export function preferredRules(): Pick<NewTable, "rules" | "changes"> {
  const own = preferences.rules === HOUSE ? houseRules.kept : undefined;
  return own ? { rules: own.rules, changes: { ...own.changes } } : { rules: chosenRules() };
}

/** Returns the title of the preferred rules. `lines` are the shipped rulesets. */
export function preferredTitle(lines: readonly RulesetSummary[] = cachedRulesets()): string {
  const own = preferences.rules === HOUSE ? houseRules.kept?.title : undefined;
  const chosen = chosenRules();
  return own ?? lines.find(({ name }) => name === chosen)?.title ?? spelled(chosen);
}

/** Returns a ruleset's name as a title, until the server has told the title: "North American" for `north_american`. */
function spelled(name: string): string {
  return name.replace(/_/g, " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** Takes a seat in a quick game by the preferred rules, and navigates to the page of its table. */
export async function enterQuickGame(): Promise<void> {
  settleRules();
  const ticket = await quickGame({ ...preferredRules(), bots: preferences.bots }, chosenIdentity());
  goToJoinedTable(ticket, preferredTitle());
}

/**
 * Opens a table, takes a seat, and navigates to the table's page. `table` may request that the game begins immediately.
 * `title` is the title of the ruleset for the list of visited tables. `prepare` does something at the table before it is
 * shown.
 */
export async function openAndEnter(
  table: NewTable,
  title = "",
  prepare?: (table: string) => Promise<unknown>,
): Promise<void> {
  await serverInfo.ask();
  const bots = table.bots == null ? {} : { bots: serverInfo.playable(table.bots) };
  const ticket = await openTable({ seat: preferences.seat, ...table, ...bots }, chosenIdentity());
  await prepare?.(ticket.table);
  newTables.add(ticket.table);
  goToJoinedTable(ticket, title);
}

/** Navigates to the page of a table that the user has just joined: the server has sent the ticket. */
export function goToJoinedTable(ticket: TableTicket, title: string): void {
  joinedTables.add(ticket.table);
  goToTable(ticket, title);
}

/** Navigates to the page of a table, which joins the table if the user has left it. */
export function goToTable(ticket: TableTicket, title: string): void {
  visitedTables.add(ticket, title);
  go(tableAddress(ticket));
}
