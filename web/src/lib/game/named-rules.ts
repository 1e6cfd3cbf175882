/** House rules by the names that players use: the search for them, and the errors that the server finds in rules. */

import { valueOf, type Changes } from "../storage/house-rules.svelte.ts";
import { capitalize, t } from "../i18n/text.svelte.ts";
import type { NamedRule, RuleField, RulesetFault } from "../../wire/types.ts";

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * Returns the named rules that match a search. Each word of `search` must be the beginning of a word in the rule's
 * name, other names or meaning.
 */
export function findRules(named: readonly NamedRule[], search: string): NamedRule[] {
  const words = plain(search).split(" ").filter(Boolean);
  const found = ({ name, also, meaning }: NamedRule): boolean => {
    const text = ` ${plain([name, ...also, meaning].join(" "))}`;
    return words.every((word) => text.includes(` ${word}`));
  };
  return named.filter(found);
}

/** Whether the rules are as the named rule says. `changes` are the changes to the fields of `base`. */
export const isOn = ({ changes: wanted }: NamedRule, base: object, changes: Changes): boolean =>
  Object.entries(wanted).every(([field, value]) => (changes[field] ?? valueOf(base, field)) === value);

/** Whether the named rule is part of `base` itself, so that it cannot be turned off by undoing changes. */
export const isIn = (rule: NamedRule, base: object): boolean => isOn(rule, base, {});

/** Returns the values that turn a named rule off: those of `base`. */
export const undone = ({ changes }: NamedRule, base: object): Changes =>
  Object.fromEntries(Object.keys(changes).map((field) => [field, valueOf(base, field)]));

/** Returns the label of a rule: its meaning up to the first explanation. */
export const ruleLabel = ({ meaning }: RuleField): string => capitalize((meaning.split(/[;:(]/)[0] ?? "").trim());

/** Returns an error of rules as a sentence. Field names within it are written as plain words. */
export function faultText({ fields, why }: RulesetFault): string {
  if (fields.length === 2) return t("These rules don't go together: {why}.", { why });
  const text = why.replace(/(?<=\w)[_.](?=\w)/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}
