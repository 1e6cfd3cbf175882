import { expect, test } from "vitest";
import { unnamed } from "./notices.ts";

test("a package that the notices don't name is found", () => {
  const modules = ["/web/src/main.ts", "/web/node_modules/a/index.js", "/web/node_modules/a/node_modules/@b/c/d.js"];
  expect(unnamed(modules, "\na, MIT License\n")).toEqual(["@b/c"]);
  expect(unnamed(modules, "\na, MIT License\n\n@b/c, MIT License\n")).toEqual([]);
});
