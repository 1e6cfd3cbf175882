import { expect, test } from "vitest";
import { deviceAddress, parseDeviceLink } from "./device-link.ts";

test.each([{ token: "a.b-c_1" }, { token: "a.b-c_1", table: { table: "t1", invitation: "x-Y_z=" } }])(
  "a link for a second device is read as it was written: %o",
  (link) => {
    const { pathname, hash } = new URL(deviceAddress(link), "https://uka.example");
    expect(pathname).toBe("/device");
    expect(parseDeviceLink(decodeURIComponent(hash.slice(1)))).toEqual({ table: undefined, ...link });
  },
);

test.each(["", "a/", "a/b", "a//c"])("an incomplete table is left out: %s", (fragment) => {
  expect(parseDeviceLink(fragment).table).toBeUndefined();
});
