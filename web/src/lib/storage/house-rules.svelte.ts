/**
 * House rules: a shipped ruleset with changes. House rules can be part of a link, and this browser can store one set of
 * them.
 */

import { isRecord, stored } from "./stored.ts";

/**
 * Changed rules: the new value of each changed field, by field name. A nested field has a dotted name, such as
 * `scoring.march`.
 */
export type Changes = Readonly<Record<string, unknown>>;

/** House rules: the name of a shipped ruleset, and the changes to its rules. */
export interface HouseRules {
  readonly rules: string;
  readonly changes: Changes;
}

/** Formats house rules as the query of a URL, such as `rules=tainui&set=pack=24&set=words.decline=away`. */
export function toQuery({ rules, changes }: HouseRules): string {
  const query = new URLSearchParams({ rules });
  for (const [field, value] of Object.entries(changes)) query.append("set", `${field}=${plain(value)}`);
  return query.toString().replaceAll("%3D", "=").replace(/%2C/g, ",");
}

/** Parses house rules from the query of a URL. */
export function fromQuery(query: string): HouseRules {
  const asked = new URLSearchParams(query);
  const changes: Record<string, unknown> = {};
  for (const change of asked.getAll("set")) {
    const [field, ...value] = change.split("=");
    if (field && value.length) changes[field] = meant(value.join("="));
  }
  return { rules: asked.get("rules") ?? "", changes };
}

/** Formats a value for a link. A text is put in quotes only if it could otherwise be read as a number or a boolean. */
function plain(value: unknown): string {
  return typeof value === "string" && meant(value) === value ? value : JSON.stringify(value);
}

function meant(text: string): unknown {
  if (!/^(true|false|\d+|".*")$/s.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the value of a field of a ruleset. A dotted name refers to a nested field. */
export function valueOf(rules: object, field: string): unknown {
  return field.split(".").reduce<unknown>((part, key) => (Object(part) as Record<string, unknown>)[key], rules);
}

/**
 * Returns every field of a ruleset as if it were changed. A nested field has a dotted name, such as `scoring.march`.
 * `before` is the beginning of that name, such as `scoring.`, while the function calls itself for nested fields.
 */
export function flatten(rules: object, before = ""): Changes {
  const found = Object.entries(rules).map(([key, value]) =>
    value !== null && typeof value === "object"
      ? flatten(value as object, `${before}${key}.`)
      : { [before + key]: value as unknown },
  );
  return Object.assign({}, ...found) as Changes;
}

/**
 * Returns the link to the rulebook for the rules of a table. The link contains all fields of the ruleset, because the
 * table may have house rules.
 */
export const rulebookAddress = (rules: { readonly name: string }): string => {
  const { name, ...changes } = flatten(rules);
  return `/rules/${encodeURIComponent(rules.name)}?${toQuery({ rules: String(name), changes })}`;
};

/** Returns the link to the editor of house rules. The editor opens with `rules` filled in. */
export const houseAddress = (rules: HouseRules): string => `/house?${toQuery(rules)}`;

/** House rules with a title that the user chose. */
export interface TitledHouseRules extends HouseRules {
  readonly title: string;
}

const isTitled = (value: unknown): value is TitledHouseRules =>
  isRecord(value) && typeof value.rules === "string" && typeof value.title === "string" && isRecord(value.changes);

const STORED = stored("uka.house", isTitled);

class HouseRulesStore {
  /** The house rules stored in this browser. Undefined if none are stored. */
  kept: TitledHouseRules | undefined = $state.raw(STORED.get());

  keep(rules: HouseRules, title: string): void {
    this.kept = { ...rules, title };
    STORED.set(this.kept);
  }
}

export const houseRules = new HouseRulesStore();
