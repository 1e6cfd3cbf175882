/** Lets the user save files. */

/** Saves a text or a fetched file on the user's computer. `name` is the file name. */
export function saveFile(content: string | Blob, name: string): void {
  const blob = typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
