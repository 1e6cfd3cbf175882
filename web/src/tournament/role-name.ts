import { t } from "../lib/i18n/text.svelte.ts";
import type { GrantWithLink } from "../wire/types.ts";
import { type EntrantWords } from "./entrant-words.ts";

/**
 * Returns the name of the role that a link grants, such as "Official of table 3". `name` returns the name of the team
 * or player with a given number.
 */
export function roleName(
  { role, table, team }: Pick<GrantWithLink, "role" | "table" | "team">,
  name: (team: number) => string,
  words: Pick<EntrantWords, "captainOf">,
): string {
  if (role === "official") return t("Official of table {table}", { table: table ?? 0 });
  if (role === "captain") return words.captainOf(name(team ?? 0));
  if (role === "player") return t("Players of {team}", { team: name(team ?? 0) });
  return t("Director");
}
