import { describe, expect, it } from "vitest";
import { Task } from "./task.svelte.ts";

describe("a task", () => {
  it("runs one step at a time", async () => {
    const task = new Task();
    let finish = (): void => undefined;
    const first = task.run(() => new Promise<void>((done) => (finish = done)));
    expect(task.busy).toBe(true);
    await task.run(() => Promise.reject(new Error("never run")));
    finish();
    await first;
    expect([task.busy, task.trouble]).toEqual([false, ""]);
  });

  it("says why a step failed, until the next one", async () => {
    const task = new Task();
    await task.run(() => Promise.reject(new Error("the server is away")));
    expect([task.busy, task.trouble]).toEqual([false, "the server is away"]);
    await task.run(() => Promise.resolve());
    expect(task.trouble).toBe("");
  });
});
