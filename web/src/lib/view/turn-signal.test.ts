import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preferences, resetPreferences } from "../storage/preferences.svelte.ts";
import { askToNotify, endSignal, markIcon, signalTurn } from "./turn-signal.ts";

const close = vi.fn();
const showNotification = vi.fn(() => Promise.resolve());
const worker = { showNotification, getNotifications: () => Promise.resolve([{ close }]) };
const vibrate = vi.fn();
const icon = { setAttribute: vi.fn() };
const notifications = { permission: "granted", requestPermission: () => Promise.resolve(notifications.permission) };

function stub({ hidden = false, active = true, pointer = "coarse" } = {}): void {
  vi.stubGlobal("document", { hidden, querySelector: () => icon });
  vi.stubGlobal("Notification", notifications);
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes(pointer) }));
  vi.stubGlobal("navigator", {
    vibrate,
    userActivation: { hasBeenActive: active },
    serviceWorker: { getRegistration: () => Promise.resolve(worker) },
  });
}

beforeEach(() => {
  vi.clearAllMocks();
  notifications.permission = "granted";
});
afterEach(() => {
  resetPreferences();
  vi.unstubAllGlobals();
});

test("a phone vibrates at a table with other people only", () => {
  stub();
  signalTurn("Uka", false);
  expect(vibrate).not.toHaveBeenCalled();
  signalTurn("Uka", true);
  expect(vibrate).toHaveBeenCalledOnce();
});

test.each([{ active: false }, { pointer: "fine" }])(
  "nothing vibrates before the first press, or on a desk: %o",
  (at) => {
    stub(at);
    signalTurn("Uka", true);
    expect(vibrate).not.toHaveBeenCalled();
  },
);

test("a person may turn the vibration off", () => {
  stub();
  preferences.vibrate = false;
  signalTurn("Uka", true);
  expect(vibrate).not.toHaveBeenCalled();
});

test("a notification is shown only if wished for, and only while the page is hidden", async () => {
  stub({ hidden: true });
  signalTurn("Uka", true);
  preferences.notify = true;
  stub({ hidden: false });
  signalTurn("Uka", true);
  await Promise.resolve();
  expect(showNotification).not.toHaveBeenCalled();
  stub({ hidden: true });
  signalTurn("Uka", true);
  await vi.waitFor(() => expect(showNotification).toHaveBeenCalledWith("Your turn", expect.anything()));
  await endSignal();
  expect(close).toHaveBeenCalledOnce();
});

test("what the browser refuses is told", async () => {
  stub();
  expect(await askToNotify()).toBe(true);
  notifications.permission = "denied";
  expect(await askToNotify()).toBe(false);
});

test("the icon of the tab changes with the turn", () => {
  stub();
  markIcon(true);
  markIcon(false);
  expect(icon.setAttribute.mock.calls).toEqual([["href", "/icon-turn.svg"], ["href", "/icon.svg"]]); // prettier-ignore
});
