import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakePage, FakeSocket, ownPart, scene, snapshot } from "../lib/testing/fakes.ts";
import { preferences, resetPreferences } from "../lib/storage/preferences.svelte.ts";
import type { Action, DealView } from "../wire/types.ts";
import { answer, DEAL, opened } from "./opened-table.ts";
import { pressKey } from "./table-keys.ts";
import type { TableView } from "./table-view.svelte.ts";

let view: TableView;

beforeEach(() => {
  vi.useFakeTimers();
  void new FakePage();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  Object.assign(preferences, { onlyCard: true, claimRest: true });
});
afterEach(() => {
  view.close();
  view.session.close();
  resetPreferences();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ONE: Partial<DealView> = { cards: ["9c", "Ac"], claim: false, trick: ["Tc"] };
const CHOICE: Action[] = [
  { type: "play", card: "9c" },
  { type: "play", card: "Ac" },
];
const FRIEND = scene(1).seats.map((seat) => (seat.seat === "north" ? { ...seat, player: "ben" } : seat));

/** Begins the person's turn, and returns how long the page waits before it plays. Undefined if it does not play. */
function wait(): number | undefined {
  view.autoplay.beginTurn();
  return view.autoplay.plan?.wait;
}

test("an only card is played with bots, and nothing unless the user prefers it", async () => {
  view = await opened({ deal: ONE });
  expect(wait()).toBe(900);
  expect(view.prompt).toBe("Only 9♣ is allowed. Playing it…");
  preferences.onlyCard = false;
  expect(view.autoplay.plan).toBeUndefined();
});

test("the person stops it by a key, or by a dialog", async () => {
  view = await opened({ deal: ONE });
  view.autoplay.beginTurn();
  const cancel = view.autoplay.schedule();
  view.dialog = "menu";
  expect(view.autoplay.plan).toBeUndefined();
  view.dialog = null;
  expect(pressKey(view, "Escape")).toBe(true);
  expect(view.autoplay.plan).toBeUndefined();
  cancel?.();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.last.find("submit_action")).toBeUndefined();
});

test("among people an only card takes about as long as a chosen one, and waits until some were chosen", async () => {
  view = await opened({ deal: { ...ONE, legal_actions: CHOICE }, scene: { seats: FRIEND } });
  expect(wait()).toBeUndefined();
  for (const ms of [1_500, 4_000, 2_500, 60_000]) {
    view.autoplay.beginTurn();
    vi.setSystemTime(Date.now() + ms); // no timer runs, so that the connection stays open
    view.autoplay.endTurn({ type: "play", card: "Ac" });
  }
  expect(wait()).toBeUndefined();
  FakeSocket.last.receive(
    snapshot(2, { scene: scene(2, { seats: FRIEND }), deal: { ...DEAL, ...ONE }, own: ownPart({ ...DEAL, ...ONE }) }),
  );
  await view.playback.run();
  const waits = Array.from({ length: 200 }, () => wait() ?? 0);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.8 * 1_500);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1.2 * 4_000); // a minute was an interruption
  expect(new Set(waits).size).toBeGreaterThan(100);
});

test("a forced answer among people does not tell at once that it was forced", async () => {
  const asked: Partial<DealView> = { phase: "claiming", claim: false, legal_actions: [{ type: "pass" }], why_not: [] };
  view = await opened({ deal: asked, scene: { seats: FRIEND } });
  expect(wait()).toBeGreaterThanOrEqual(1_000);
});

test("certain tricks are claimed after a pause, and only if the server says so", async () => {
  view = await opened();
  expect(view.autoplay.unsure).toBe(true);
  void view.autoplay.check();
  await answer("check_claim");
  expect(view.autoplay.plan).toMatchObject({ action: "claim", wait: 2_500 });
  expect(view.autoplay.unsure).toBe(false);
  view.autoplay.schedule();
  vi.advanceTimersByTime(2_499);
  expect(FakeSocket.last.find("claim_tricks")).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(FakeSocket.last.find("claim_tricks")).toMatchObject({ version: 1 });
});

test("a claim is offered in the middle of a trick, too, but not again once it was stopped", async () => {
  view = await opened({ deal: { trick: ["Tc"], legal_actions: CHOICE } });
  expect(view.autoplay.unsure).toBe(true);
  void view.autoplay.check();
  await answer("check_claim");
  expect(view.prompt).toBe("The rest are yours. Claiming them…");
  view.autoplay.stop();
  expect(view.autoplay.plan).toBeUndefined();
  expect(view.autoplay.unsure).toBe(false);
});

test("tricks that are not certain are played on without a word", async () => {
  view = await opened({ deal: { legal_actions: CHOICE } });
  void view.autoplay.check();
  await answer("check_claim", "the rest isn't certain to be yours: play on");
  expect(view.notice).toBe("");
  expect(view.autoplay.plan).toBeUndefined();
});
