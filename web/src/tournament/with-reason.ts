import { t } from "../lib/i18n/text.svelte.ts";

/** Appends the reason that was given, if any. */
export const withReason = (text: string, reason: string | undefined): string =>
  reason ? t("{what}: “{reason}”", { what: text, reason }) : text;
