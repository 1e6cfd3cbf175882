/** House rules: a shipped ruleset with changes, as a link carries them and as this browser stores them. */

import { isRecord, stored } from "./stored.ts";

/** What is changed, by field; those inside a table are dotted, as in `scoring.march`. */
export type Changes = Readonly<Record<string, unknown>>;

/** A shipped ruleset's name, and changes to it. */
export interface HouseRules {
  readonly rules: string;
  readonly changes: Changes;
}

/** The part of an address after `?` that carries a house's rules.
 *
 * `rules=tainui&set=pack=24&set=words.decline=away` */
export function toQuery({ rules, changes }: HouseRules): string {
  const query = new URLSearchParams({ rules });
  for (const [field, value] of Object.entries(changes)) query.append("set", `${field}=${plain(value)}`);
  return query.toString().replaceAll("%3D", "=").replace(/%2C/g, ",");
}

/** The house's rules that an address carries. */
export function fromQuery(query: string): HouseRules {
  const asked = new URLSearchParams(query);
  const changes: Record<string, unknown> = {};
  for (const change of asked.getAll("set")) {
    const [field, ...value] = change.split("=");
    if (field && value.length) changes[field] = meant(value.join("="));
  }
  return { rules: asked.get("rules") ?? "", changes };
}

/** A value as a link has it: text as it is, unless that would be taken for a number or a yes or no. */
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

/** The value of a field of a ruleset, whose name may be dotted. */
export function valueOf(rules: object, field: string): unknown {
  return field.split(".").reduce<unknown>((part, key) => (Object(part) as Record<string, unknown>)[key], rules);
}

/** Every field of a ruleset as changes to the one of its name, whatever that says. */
export function flatten(rules: object, before = ""): Changes {
  const found = Object.entries(rules).map(([key, value]) =>
    value !== null && typeof value === "object"
      ? flatten(value as object, `${before}${key}.`)
      : { [before + key]: value as unknown },
  );
  return Object.assign({}, ...found) as Changes;
}

/** The address of the rulebook of a ruleset that a table plays by, with whatever its house has changed. */
export const rulebookAddress = (rules: { readonly name: string }): string => {
  const { name, ...changes } = flatten(rules);
  return `/rules/${encodeURIComponent(rules.name)}?${toQuery({ rules: String(name), changes })}`;
};

/** The address of the editor with a house's rules in it. */
export const houseAddress = (rules: HouseRules): string => `/house?${toQuery(rules)}`;

/** A house's rules under a name. */
export interface TitledHouseRules extends HouseRules {
  readonly title: string;
}

const isTitled = (value: unknown): value is TitledHouseRules =>
  isRecord(value) && typeof value.rules === "string" && typeof value.title === "string" && isRecord(value.changes);

const STORED = stored("uka.house", isTitled);

class HouseRulesStore {
  /** The rules that this house plays by, if it has any of its own. */
  kept: TitledHouseRules | undefined = $state.raw(STORED.get());

  keep(rules: HouseRules, title: string): void {
    this.kept = { ...rules, title };
    STORED.set(this.kept);
  }
}

export const houseRules = new HouseRulesStore();
