/** House rules by the names that players use: the search for them, and the errors that the server finds in rules. */

import { valueOf, type Changes } from "../storage/house-rules.svelte.ts";
import { capitalize, t } from "../i18n/text.svelte.ts";
import type { NamedRule, RuleField, RulesetFault, RulesetPage } from "../../wire/types.ts";

type Chapter = RulesetPage["rulebook"]["chapters"][number];
type Rule = Chapter["rules"][number];

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Whether each word of a search is the beginning of a word in one of some texts. */
function matches(search: string, texts: readonly string[]): boolean {
  const text = ` ${plain(texts.join(" "))}`;
  return plain(search)
    .split(" ")
    .every((word) => text.includes(` ${word}`));
}

/** Returns the named rules that match a search, by their name, other names or meaning. */
export const findRules = (named: readonly NamedRule[], search: string): NamedRule[] =>
  named.filter(({ name, also, meaning }) => matches(search, [name, ...also, meaning]));

/**
 * Returns the chapters of a rulebook with the rules that match a search, by their sentence, by what players call them,
 * and by the questions of readers that they answer. If some rules have the words of the search side by side, as "up it",
 * only those match. Chapters without a rule that matches are left out.
 */
export function findInRulebook(chapters: readonly Chapter[], search: string): Chapter[] {
  const phrase = plain(search);
  const texts = ({ sentence, called, asked }: Rule): string[] => [sentence, ...called, ...asked];
  const kept = (found: (rule: Rule) => boolean): Chapter[] =>
    chapters
      .map((chapter) => ({ ...chapter, rules: chapter.rules.filter(found) }))
      .filter(({ rules }) => rules.length > 0);
  const together = kept((rule) => texts(rule).some((text) => ` ${plain(text)}`.includes(` ${phrase}`)));
  return together.length ? together : kept((rule) => matches(search, texts(rule)));
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
