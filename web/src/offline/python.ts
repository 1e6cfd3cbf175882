/** Loads Python and Uka's library into the worker. Their files are beside the worker's own, as `web/engine/` wrote them. */

import type { PyodideAPI } from "pyodide";

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

/** Returns the text of the file with the last published seed of the day's deals, which the host of the files writes. */
export async function loadDays(): Promise<string> {
  const answer = await fetch(new URL("days.json", self.location.href), { cache: "no-cache" });
  return answer.ok ? answer.text() : "null";
}

/** Loads Python with Uka. `report` hears how many bytes have been loaded, of how many. */
export async function loadPython(report: (loaded: number, total: number) => void): Promise<PyodideAPI> {
  const at = (path: string): string => new URL(path, self.location.href).href;
  const plan = await fetch(at("engine.json"), { cache: "no-cache" });
  if (!plan.ok) throw new Error(`engine.json: ${plan.status}`);
  const files = (await plan.json()) as EngineFiles;
  self.fetch = countedFetch(self.fetch.bind(self), (loaded) => report(loaded, Math.max(loaded, files.bytes)));
  report(0, files.bytes);
  const library = fetch(at(files.library)).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = (await import(/* @vite-ignore */ at(`${files.pyodide}pyodide.mjs`))) as {
    loadPyodide(options: object): Promise<PyodideAPI>;
  };
  const python = await loadPyodide({
    indexURL: at(files.pyodide),
    stdLibURL: at(files.standard),
    lockFileContents: { info: files.info, packages: {} },
    packageBaseUrl: at(files.pyodide),
  });
  python.unpackArchive(await library, "zip");
  return python;
}

/** Returns `fetch`, which also counts the bytes of all bodies. */
function countedFetch(plain: typeof fetch, count: (loaded: number) => void): typeof fetch {
  let loaded = 0;
  return async (...request) => {
    const answer = await plain(...request);
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
