/** House rules: a shipped ruleset with changes, as a link carries them and as this browser stores them. */

import { isRecord, stored } from "./stored.ts";

/** Changes by field; a field inside a table has a dotted name, as in `scoring.march`. */
export type Changes = Readonly<Record<string, unknown>>;

/** House rules: the name of a shipped ruleset, and changes to it. */
export interface HouseRules {
  readonly rules: string;
  readonly changes: Changes;
}

/** Returns the query of an address that carries house rules: `rules=tainui&set=pack=24&set=words.decline=away`. */
export function toQuery({ rules, changes }: HouseRules): string {
  const query = new URLSearchParams({ rules });
  for (const [field, value] of Object.entries(changes)) query.append("set", `${field}=${plain(value)}`);
  return query.toString().replaceAll("%3D", "=").replace(/%2C/g, ",");
}

/** Returns the house rules that an address carries. */
export function fromQuery(query: string): HouseRules {
  const asked = new URLSearchParams(query);
  const changes: Record<string, unknown> = {};
  for (const change of asked.getAll("set")) {
    const [field, ...value] = change.split("=");
    if (field && value.length) changes[field] = meant(value.join("="));
  }
  return { rules: asked.get("rules") ?? "", changes };
}

/** Returns a value as text for a link; text is quoted only if it would read as a number or a boolean. */
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

/** Returns the value of a field of a ruleset; the name may be dotted. */
export function valueOf(rules: object, field: string): unknown {
  return field.split(".").reduce<unknown>((part, key) => (Object(part) as Record<string, unknown>)[key], rules);
}

/** Returns all fields of a ruleset as changes. */
export function flatten(rules: object, before = ""): Changes {
  const found = Object.entries(rules).map(([key, value]) =>
    value !== null && typeof value === "object"
      ? flatten(value as object, `${before}${key}.`)
      : { [before + key]: value as unknown },
  );
  return Object.assign({}, ...found) as Changes;
}

/** Returns the address of the rulebook for the rules of a table, which may have any changes. */
export const rulebookAddress = (rules: { readonly name: string }): string => {
  const { name, ...changes } = flatten(rules);
  return `/rules/${encodeURIComponent(rules.name)}?${toQuery({ rules: String(name), changes })}`;
};

/** Returns the address of the editor with these house rules. */
export const houseAddress = (rules: HouseRules): string => `/house?${toQuery(rules)}`;

/** House rules with a name. */
export interface TitledHouseRules extends HouseRules {
  readonly title: string;
}

const isTitled = (value: unknown): value is TitledHouseRules =>
  isRecord(value) && typeof value.rules === "string" && typeof value.title === "string" && isRecord(value.changes);

const STORED = stored("uka.house", isTitled);

class HouseRulesStore {
  /** The house rules that this browser stores, if any. */
  kept: TitledHouseRules | undefined = $state.raw(STORED.get());

  keep(rules: HouseRules, title: string): void {
    this.kept = { ...rules, title };
    STORED.set(this.kept);
  }
}

export const houseRules = new HouseRulesStore();
