/**
 * Tells a person that it is their turn: by a sound, by the icon of the tab, and, if the person allowed it, by a vibration
 * and a notification.
 */

import { t } from "../i18n/text.svelte.ts";
import { preferences } from "../storage/preferences.svelte.ts";
import { fileAt } from "./route-address.ts";
import { play } from "./sound.ts";

const ICON = fileAt("/icon.svg");
const ICON_TURN = fileAt("/icon-turn.svg");
/** The length of the vibration in milliseconds. */
const BUZZ = 80;
/** Notifications with the same tag replace one another. */
const TAG = "uka-turn";

/** Whether this browser can show notifications at all. */
export const canNotify = (): boolean => typeof Notification !== "undefined" && "serviceWorker" in navigator;

/**
 * Whether this device can vibrate. A desktop browser may offer the function without a motor, so the device must also
 * have a touch screen.
 */
export const canVibrate = (): boolean =>
  typeof navigator !== "undefined" && "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;

/** Asks the person to allow notifications. Returns whether they did. */
export async function askToNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Shows in the tab's icon whether it is the person's turn. */
export function markIcon(turn: boolean): void {
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute("href", turn ? ICON_TURN : ICON);
}

/**
 * Signals once that it is the person's turn. `company` is true if other people play at the table; a phone vibrates only
 * in that case. `title` is the title of the table's rules.
 */
export function signalTurn(title: string, company: boolean): void {
  play("turn");
  if (company && preferences.vibrate && canVibrate() && navigator.userActivation?.hasBeenActive)
    navigator.vibrate(BUZZ);
  if (preferences.notify && document.hidden) void notify(title);
}

/** Removes the notification, because the turn is over or the person has come back to the page. */
export async function endSignal(): Promise<void> {
  if (!preferences.notify || !canNotify()) return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const shown of (await worker?.getNotifications({ tag: TAG })) ?? []) shown.close();
}

async function notify(title: string): Promise<void> {
  if (!canNotify() || Notification.permission !== "granted") return;
  // a page on a phone may show notifications only by its service worker
  const worker = await navigator.serviceWorker.getRegistration();
  await worker?.showNotification(t("Your turn"), { body: title, tag: TAG, icon: fileAt("/icon-192.png") });
}
