/**
 * Writes the engine: what a browser needs to run Uka without a server. `web/build.py` calls it.
 *
 * node pack.mjs SOURCE PACKAGES TARGET
 * SOURCE is the folder of the package uka, PACKAGES one with msgspec for Pyodide and NetworkX, of which the engine has
 * one module. Python in Pyodide compiles them, so that the Python that builds the page may be of any version. What
 * compresses well is written compressed only, with brotli and with gzip: browsers take brotli over HTTPS only.
 */

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { loadPyodide, version } from "pyodide";

const [source, packages, target] = process.argv.slice(2);
const pyodide = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));
const own = `pyodide-${version}/`;
const OF_PYODIDE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"];

// Without debug ranges, compiled code knows its lines, but not the columns.
const env = { HOME: "/tmp", PYTHONDONTWRITEBYTECODE: "1", PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ env });
for (const [inside, outside] of [
  ["/source", source],
  ["/engine", dirname(fileURLToPath(import.meta.url))],
  ["/packages", packages],
]) {
  python.FS.mkdirTree(inside);
  python.mountNodeFS(inside, outside);
}
python.runPython(await readFile(new URL("pack.py", import.meta.url), "utf8"));

await mkdir(join(target, own), { recursive: true });
for (const name of await readdir(target))
  if (`${name}/` !== own) await rm(join(target, name), { recursive: true, force: true });
const sizes = {};
for (const name of OF_PYODIDE) {
  const content = await readFile(join(pyodide, name));
  sizes[name] = content.length;
  const zipped = join(target, own, `${name}.gz`);
  if (existsSync(zipped)) continue; // this version was compressed before, which takes a minute
  await brotli(join(target, own, name), content);
  await writeFile(`${zipped}.new`, gzipSync(content, { level: 9 }));
  await rename(`${zipped}.new`, zipped);
}
const [standard, library] = await Promise.all(["standard", "library"].map(archive));
const bytes = sizes["pyodide.asm.wasm"] + standard.bytes + library.bytes;
const files = [...OF_PYODIDE.map((name) => own + name), standard.name, library.name];
const { info } = JSON.parse(await readFile(join(pyodide, "pyodide-lock.json"), "utf8"));
const plan = { info, pyodide: own, standard: standard.name, library: library.name, files, bytes };
await writeFile(join(target, "engine.json"), `${JSON.stringify(plan)}\n`);

/** Writes the form of a file that brotli has compressed. */
async function brotli(path, content) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, brotliCompressSync(content, { params }));
}

/**
 * Writes an archive that Python has made, under a name with a hash of its content. The form for brotli holds the same
 * files without compression of their own, so that brotli finds what they have in common.
 */
async function archive(kind) {
  const content = python.FS.readFile(`/tmp/${kind}.zip`);
  const name = `${kind}-${createHash("sha256").update(content).digest("hex").slice(0, 12)}.zip`;
  await writeFile(join(target, name), content);
  await brotli(join(target, name), python.FS.readFile(`/tmp/${kind}.stored.zip`));
  return { name, bytes: content.length };
}
