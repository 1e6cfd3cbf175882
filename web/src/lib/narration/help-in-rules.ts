/**
 * The sentences that the help adds about one ruleset: what players say under it, and in what its rules differ from
 * others.
 */

import { t } from "../i18n/text.svelte.ts";
import type { Ruleset } from "../../wire/types.ts";

/** Returns sentences about how trump is made under a ruleset. */
export function trumpUnder({ title, words, ...rules }: Ruleset): string[] {
  const nobody: Record<Ruleset["nobody_calls"], string> = {
    throw_in: t("If nobody calls, the cards are thrown in and the next player deals."),
    throw_in_same: t("If nobody calls, the cards are thrown in and the same player deals again."),
    dealer_names: t("If nobody else calls, the dealer must name a suit."),
    dealer_picks_up: t("If nobody calls, the dealer must pick up the turn-up."),
  };
  const saidBy =
    words.take_up === words.order_up
      ? t("In {rules} you say “{yes}” to make the turn-up trump, and “{no}” to pass.", {
          rules: title,
          yes: words.order_up,
          no: words.decline,
        })
      : t("In {rules} you say “{yes}” to make the turn-up trump, as the dealer “{dealer}”, and “{no}” to pass.", {
          rules: title,
          yes: words.order_up,
          dealer: words.take_up,
          no: words.decline,
        });
  return [
    saidBy,
    ...(rules.natural_needed ? [t("You may call a suit only if you hold a card of it.")] : []),
    ...(rules.partner_alone === "off" ? [] : [t("The dealer's partner may order it up only by going alone.")]),
    nobody[rules.nobody_calls],
  ];
}

/** Returns sentences about the points under a ruleset. */
export function pointsUnder({ title, scoring, target, clock }: Ruleset): string[] {
  const { made, march, lone_march: lone, euchred } = scoring;
  return [
    t("In {rules}, three or four tricks score {made}, a march {march}, and a march alone {lone}.", {
      rules: title,
      made,
      march,
      lone,
    }),
    t("If the makers are euchred, the other side scores {euchred}.", { euchred }),
    ...(target ? [t("The first side to {n} points wins.", { n: target })] : []),
    ...(clock ? [t("If the bell rings after {n} minutes, the side that is ahead wins.", { n: clock })] : []),
  ];
}
