"""The Python of the page's engine, in a page of its own."""

from playwright.sync_api import Browser, Page

LOAD = """async () => {
  const at = (path) => new URL(`engine/${path}`, location.href).href;
  const plan = await (await fetch(at("engine.json"))).json();
  const { loadPyodide } = await import(at(`${plan.pyodide}pyodide.mjs`));
  globalThis.python = await loadPyodide({
    indexURL: at(plan.pyodide),
    stdLibURL: at(plan.standard),
    lockFileContents: { info: plan.info, packages: {} },
    packageBaseUrl: at(plan.pyodide),
  });
  python.unpackArchive(await (await fetch(at(plan.library))).arrayBuffer(), "zip");
  python.pyimport("uka.kernels.webassembly").install_in_page();
}"""
"""A script that loads Python as the engine's worker does."""


def page_with_python(browser: Browser, url: str) -> Page:
    """Return a page that has Python as ``python``, of the site at ``url``."""
    page = browser.new_page()
    page.route(f"{url}empty", lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto(f"{url}empty")
    page.evaluate(LOAD)
    return page


def run(page: Page, code: str) -> str:
    """Run Python code in a page that has Python, and return the value of its last expression."""
    return str(page.evaluate("(code) => python.runPython(code)", code))
