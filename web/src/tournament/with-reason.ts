import { t } from "../lib/i18n/text.svelte.ts";

/** Returns `text` with the reason appended. If there is no reason, returns `text` unchanged. */
export const withReason = (text: string, reason: string | undefined): string =>
  reason ? t("{what}: “{reason}”", { what: text, reason }) : text;
