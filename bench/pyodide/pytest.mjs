/**
 * Runs pytest in Pyodide, a CPython compiled to WebAssembly.
 *
 * node pytest.mjs CHECKOUT PACKAGES ARGUMENT...
 * PACKAGES is a folder with msgspec and pytest for Pyodide.
 */

import { loadPyodide } from "pyodide";

const [checkout, packages, ...words] = process.argv.slice(2);
const python = await loadPyodide({ env: { HOME: "/tmp", PYTHONDONTWRITEBYTECODE: "1" } });
for (const [inside, outside] of [["/checkout", checkout], ["/packages", packages]]) {
  python.FS.mkdirTree(inside);
  python.mountNodeFS(inside, outside);
}
python.globals.set("words", python.toPy(words));
process.exit(
  await python.runPythonAsync(`
import os, sys
sys.path[:0] = ["/packages", "/checkout/src", "/checkout"]
os.chdir("/checkout")
import pytest
print("Python", sys.version.split()[0])
int(pytest.main(list(words)))
`),
);
