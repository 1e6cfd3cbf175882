/** Loads Python and Uka's library into the worker. Their files are beside the worker's own, as `web/engine/` wrote them. */

import { unzipSync, type Unzipped } from "fflate";
import type { PyodideAPI } from "pyodide";
import { forgetMemory, free, keepMemory, keptMemory } from "./kept-memory.ts";

/** What `engine.json` says of the files: their paths beside it, and how many bytes are fetched of them. */
interface EngineFiles {
  /** What Pyodide must know of its packages besides that there are none. */
  readonly info: object;
  /** The folder of Pyodide. */
  readonly pyodide: string;
  /** The archive with the parts of Python's standard library that Uka uses. */
  readonly standard: string;
  /** The archive with Uka and msgspec, compiled. */
  readonly library: string;
  /** The bytes of the two archives and of Python itself. */
  readonly bytes: number;
}

/** The parts of the Emscripten module that Pyodide starts. */
interface PythonModule {
  /** The exports of the extension modules that were loaded before Python starts, by path. */
  readonly preloadedWasm: Record<string, unknown>;
  growMemory(bytes: number): void;
  loadWebAssemblyModule(code: Uint8Array, flags: object, path: string, scope: object): Promise<unknown>;
  addRunDependency(name: string): void;
  removeRunDependency(name: string): void;
}

/** The settings with which Pyodide starts the module. */
interface Settings {
  readonly preRun: readonly ((module: PythonModule) => void)[];
}

type CreateModule = (settings: Settings) => Promise<object>;
type FileSystem = PyodideAPI["FS"];

interface Pyodide {
  loadPyodide(options: object): Promise<PyodideAPI>;
}

/** The folders of the two archives. */
const STANDARD = "/lib/python3.14";
const LIBRARY = `${STANDARD}/site-packages`;
const ENTRY = "uka.offline.worker";

/** Returns the text of the file with the last published seed of the day's deals, which the host of the files writes. */
export async function loadDays(): Promise<string> {
  const answer = await fetch(new URL("days.json", self.location.href), { cache: "no-cache" });
  return answer.ok ? answer.text() : "null";
}

/** A loaded Python, which has imported the module of the engine. */
export interface Loaded<Module> {
  readonly module: Module;
  /** Keeps its memory in this browser, so that the next start is quicker. Call it when there is time. */
  keep(): Promise<void>;
}

/**
 * Loads Python with the module of the engine. `report` hears how many bytes have been loaded, of how many. If this
 * browser keeps the memory of an earlier start, Python goes on from it.
 */
export async function loadPython<Module extends { prepare(): void }>(
  report: (loaded: number, total: number) => void,
): Promise<Loaded<Module>> {
  const at = (path: string): string => new URL(path, self.location.href).href;
  const plan = await fetch(at("engine.json"), { cache: "no-cache" });
  if (!plan.ok) throw new Error(`engine.json: ${plan.status}`);
  const files = (await plan.json()) as EngineFiles;
  self.fetch = countedFetch(self.fetch.bind(self), (loaded) => report(loaded, Math.max(loaded, files.bytes)));
  report(0, files.bytes);
  const load = async (name: string): Promise<unknown> => import(/* @vite-ignore */ at(files.pyodide + name));
  const code = load("pyodide.asm.mjs") as Promise<{ default: CreateModule }>;
  const [standard, library] = [files.standard, files.library].map(async (name) =>
    unzipSync(new Uint8Array(await (await fetch(at(name))).arrayBuffer())),
  ) as [Promise<Unzipped>, Promise<Unzipped>];
  const version = files.pyodide + files.standard + files.library;
  const [pyodide, kept] = await Promise.all([load("pyodide.mjs") as Promise<Pyodide>, keptMemory(version)]);
  const start = async (memory?: Promise<ArrayBuffer>): ReturnType<Pyodide["loadPyodide"]> =>
    pyodide.loadPyodide({
      indexURL: at(files.pyodide),
      stdLibURL: at(files.standard), // Pyodide needs it, but Python finds the files first
      lockFileContents: { info: files.info, packages: {} },
      packageBaseUrl: at(files.pyodide),
      env: { PYTHONPATH: `${STANDARD}:${LIBRARY}` },
      fsInit: async (fs: FileSystem) => {
        write(fs, STANDARD, await standard);
        write(fs, LIBRARY, await library);
      },
      createPyodideModule: async (settings: Settings) =>
        (await code).default({
          ...settings,
          preRun: [...settings.preRun, (module) => void arrange(module, library, memory)],
        }),
      ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
    });
  if (kept) {
    try {
      const memory = kept.arrayBuffer();
      const python = await start(memory);
      free(await memory); // Pyodide has copied it
      return { module: python.pyimport(ENTRY) as Module, keep: () => Promise.resolve() };
    } catch {
      await forgetMemory(); // it is damaged
    }
  }
  const python = await start();
  const module = python.pyimport(ENTRY) as Module;
  module.prepare();
  const made = memoryOf(python);
  return { module, keep: async () => made && keepMemory(version, made) };
}

/** Returns Python's memory; undefined if it refers to something of this browser that Pyodide can't describe. */
function memoryOf(python: PyodideAPI): Uint8Array<ArrayBuffer> | undefined {
  try {
    return python.makeMemorySnapshot() as Uint8Array<ArrayBuffer>;
  } catch {
    return undefined;
  }
}

/**
 * Makes room for a kept memory, and loads the extension modules of the library before Python starts. So their code and
 * data have the same addresses when a memory is made and when Python goes on from it.
 */
async function arrange(module: PythonModule, library: Promise<Unzipped>, memory?: Promise<ArrayBuffer>): Promise<void> {
  module.addRunDependency(LIBRARY);
  if (memory) module.growMemory((await memory).byteLength);
  for (const [name, code] of Object.entries(await library)) {
    if (!name.endsWith(".so")) continue;
    const path = `${LIBRARY}/${name}`;
    const flags = { loadAsync: true, nodelete: true };
    module.preloadedWasm[path] = await module.loadWebAssemblyModule(code, flags, path, {});
  }
  module.removeRunDependency(LIBRARY);
}

/** Writes files into a folder of Python's file system, which takes them over. */
function write(fs: FileSystem, folder: string, files: Unzipped): void {
  const made = new Set<string>();
  for (const [name, content] of Object.entries(files)) {
    const path = `${folder}/${name}`;
    const above = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(above)) fs.mkdirTree(above);
    made.add(above);
    fs.writeFile(path, content, { canOwn: true });
  }
}

/** Returns `fetch`, which also counts the bytes of the bodies of all first fetches. */
function countedFetch(plain: typeof fetch, count: (loaded: number) => void): typeof fetch {
  const begun = new Set<string>();
  let loaded = 0;
  return async (...request) => {
    const answer = await plain(...request);
    const url = answer.url;
    if (begun.has(url)) return answer;
    begun.add(url);
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        count((loaded += chunk.byteLength));
        out.enqueue(chunk);
      },
    });
    const { status, headers } = answer;
    return new Response(answer.body?.pipeThrough(counter) ?? null, { status, headers });
  };
}
