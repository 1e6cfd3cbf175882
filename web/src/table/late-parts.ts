/** The parts of a table that are shown later than its cards. Their code is in one file. */

export { trustedKey } from "../lib/fairness/server-key.ts";
export { default as ChatPanel } from "./ChatPanel.svelte";
export { default as DealSummary } from "./DealSummary.svelte";
export { default as GameSummary } from "./GameSummary.svelte";
export { default as TableDialogs } from "./TableDialogs.svelte";
export { default as WaitingRoom } from "./WaitingRoom.svelte";
