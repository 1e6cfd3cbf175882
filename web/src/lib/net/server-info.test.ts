import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const page = vi.fn();
vi.mock("./api.ts", () => ({ serverPage: page }));

beforeEach(() => {
  vi.resetModules();
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => page.mockReset());

describe("the facts about the server", () => {
  test("its bots are known, and the last visit's are used until it answers", async () => {
    page.mockResolvedValue({ version: "1", bots: ["novice", "deep"], network: null, alone: true });
    const { serverInfo } = await import("./server-info.svelte.ts");
    expect(serverInfo.bots).toContain("club");
    await serverInfo.ask();
    await serverInfo.ask();
    expect(page).toHaveBeenCalledOnce();
    expect(serverInfo.bots).toEqual(["novice", "deep"]);
    vi.resetModules();
    const later = await import("./server-info.svelte.ts");
    expect(later.serverInfo.bots).toEqual(["novice", "deep"]);
  });

  test("bots that can't play here are replaced by the strongest that can", async () => {
    page.mockResolvedValue({ version: "1", bots: ["novice", "club"], network: null, alone: true });
    const { serverInfo } = await import("./server-info.svelte.ts");
    await Promise.all([serverInfo.ask(), serverInfo.ask()]);
    expect(["novice", "master"].map((level) => serverInfo.playable(level))).toEqual(["novice", "club"]);
  });

  test("a link made on this computer has its address in the network, if there is one", async () => {
    page.mockResolvedValue({ version: "1", bots: ["club"], network: "http://192.0.2.7:8765", alone: false });
    const { serverInfo } = await import("./server-info.svelte.ts");
    const [here, there] = [new URL("http://127.0.0.1:8765/table/a"), new URL("https://uka.example.org/table/a")];
    expect(serverInfo.origin(here)).toBe("http://127.0.0.1:8765");
    await serverInfo.ask();
    expect(serverInfo.origin(here)).toBe("http://192.0.2.7:8765");
    expect(serverInfo.origin(there)).toBe("https://uka.example.org");
  });

  test("a server that can't be reached is asked again later", async () => {
    page.mockRejectedValueOnce(new Error("away")).mockResolvedValue({ bots: ["deep"], network: null });
    const { serverInfo } = await import("./server-info.svelte.ts");
    await serverInfo.ask();
    expect(serverInfo.bots).toContain("club");
    await serverInfo.ask();
    expect(serverInfo.bots).toEqual(["deep"]);
  });
});
