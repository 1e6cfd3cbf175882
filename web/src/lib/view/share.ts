/** Shares a link or a text by the device's share sheet, or copies it where there is none. */

import { inFolder } from "../net/host.ts";
import { serverInfo } from "../net/server-info.svelte.ts";
import { addressOf } from "./route-address.ts";

type Shared = Pick<ShareData, "title" | "text" | "url">;

/** Returns the full URL of a route, for other devices where they can come to it. */
export const fullAddress = (route: string): string =>
  inFolder ? new URL(addressOf(route), location.href).href : new URL(route, serverInfo.origin()).href;

/** Shares `data`. Returns whether it was copied instead, so that the page must say so. */
export async function shareOrCopy(data: Shared): Promise<boolean> {
  if (!hasShareSheet()) return copyText([data.text, data.url].filter(Boolean).join("\n"));
  await openShareSheet(data);
  return false;
}

/** Whether the device has a share sheet, in which the user chooses an app. */
export const hasShareSheet = (): boolean => typeof navigator.share === "function";

export async function openShareSheet(data: Shared): Promise<void> {
  try {
    await navigator.share(data);
  } catch {
    // the user closed the browser's dialog for sharing
  }
}

/** Copies a text. Returns whether the browser did it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text); // browsers offer the clipboard API only on pages loaded over HTTPS
  }
}

function copySelected(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
