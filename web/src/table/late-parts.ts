/** The parts that a table shows later than its cards. A table loads their code, in one file, while it connects. */

export { TournamentSession } from "../lib/net/tournament-session.svelte.ts";
export { default as ChatPanel } from "./ChatPanel.svelte";
export { default as TableDialogs } from "./TableDialogs.svelte";
export { default as TableMoment } from "./TableMoment.svelte";
export { default as TablePanel } from "./TablePanel.svelte";
export { explain } from "./first-deal-help.ts";
