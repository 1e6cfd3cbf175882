import { t } from "../lib/i18n/text.svelte.ts";

/** Returns a text followed by the reason; without a reason, returns the text. */
export const withReason = (text: string, reason: string | undefined): string =>
  reason ? t("{what}: “{reason}”", { what: text, reason }) : text;
