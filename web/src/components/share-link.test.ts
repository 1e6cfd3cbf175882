import { render } from "svelte/server";
import { expect, test, vi } from "vitest";
import ShareLink from "./ShareLink.svelte";

// The page looks for its server as soon as it is imported.
vi.hoisted(() => Object.assign(globalThis, { location: new URL("http://localhost/") }));

test.each([
  ["http://localhost:8000/table/1", "shown", true],
  ["http://127.0.0.1:8000/table/1", "shown", true],
  ["http://192.168.1.7:8000/table/1", "shown", false],
  ["http://192.168.1.7:8000/table/1", "asked", true],
  ["http://localhost:8000/table/1", "none", false],
] as const)("the QR code of %s, to be %s, waits for a press: %s", (address, code, waits) => {
  const { body } = render(ShareLink, { props: { address, label: "Invite link", code } });
  expect(body.includes("QR code")).toBe(waits);
});
