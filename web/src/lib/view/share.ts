/** Shares a link or a text by the device's share sheet, or copies it where there is none. */

/** Shares `data`. Returns whether it was copied instead, so that the page must say so. */
export async function shareOrCopy(data: Pick<ShareData, "title" | "text" | "url">): Promise<boolean> {
  if (typeof navigator.share !== "function") return copy([data.text, data.url].filter(Boolean).join("\n"));
  try {
    await navigator.share(data);
  } catch {
    // the user closed the browser's dialog for sharing
  }
  return false;
}

/** Copies a text. Returns whether the browser did it. */
async function copy(text: string): Promise<boolean> {
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
