/** Test helpers: a table at which a person sits south, and the server's answers to the person's commands. */

import { vi } from "vitest";
import { TableSession } from "../lib/net/table-session.svelte.ts";
import { FakeSocket, ownPart, scene, snapshot } from "../lib/testing/fakes.ts";
import type { DealView, Ruleset, PublicTable } from "../wire/types.ts";
import { TableView } from "./table-view.svelte.ts";

/** A deal in which South leads a trick and holds two cards. The ace is not legal. */
export const DEAL = {
  seat: "south",
  turn: "south",
  dealer: "east",
  phase: "playing",
  cards: ["9c", "Ac"],
  legal_actions: [{ type: "play", card: "9c" }],
  why_not: [["Ac", "Ac is barred here"]],
  calls: [],
  tricks: [],
  trick: [],
  received: [],
  claim: true,
  result: null,
  number: 0,
  order: ["Ac", "9c"],
  labels: [],
  facts: { titles: [], said: [], plays: [], sitting_out: [], led: null },
} as unknown as DealView;

/** Opens a table at which the person sits south. */
export async function opened(
  more: { deal?: Partial<DealView>; scene?: Partial<PublicTable> } = {},
): Promise<TableView> {
  const view = new TableView(new TableSession("t1"));
  const deal = { ...DEAL, ...more.deal };
  const rules = { words: {} } as unknown as Ruleset;
  FakeSocket.last.open().receive(snapshot(1, { scene: scene(1, more.scene), deal, own: ownPart(deal), rules }));
  await view.playback.run();
  return view;
}

/** Answers the last command of a kind. If `why` is given, the answer is a refusal with this reason. */
export async function answer(
  kind: "submit_action" | "claim_tricks" | "check_claim" | "undo_action",
  why?: string,
): Promise<void> {
  const id = FakeSocket.last.find(kind)?.id ?? "";
  FakeSocket.last.receive(why ? { type: "rejection", id, why } : { type: "ack", id, version: 1 });
  await vi.advanceTimersByTimeAsync(0);
}
