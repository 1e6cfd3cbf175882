import { expect, test } from "vitest";
import { type KeyBinding, keyOf, keysText, pressBinding } from "./keys.ts";

const pressed: string[] = [];
const press = (means: boolean) => (_: null, key: string) => {
  if (means) pressed.push(key);
  return means;
};
const BINDINGS: readonly KeyBinding<null>[] = [
  { keys: ["r"], about: () => "claim", press: press(false) },
  { keys: ["c", "r"], about: () => "call", press: press(true) },
  { keys: ["Enter"], about: () => "choose" },
  { keys: ["Mod+z"], about: () => "undo", press: press(true) },
];
const event = (key: string, more: Partial<KeyboardEvent> = {}): KeyboardEvent => ({ key, ...more }) as KeyboardEvent;

test("the first line for which a key has a meaning does it", () => {
  expect(["R", "c", "Enter", "x", "z"].map((key) => pressBinding(BINDINGS, null, key))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(pressed).toEqual(["R", "c"]);
});

test("Ctrl and Cmd make another key of a letter", () => {
  expect(keyOf(event("z", { ctrlKey: true }))).toBe("Mod+z");
  expect(keyOf(event("z", { metaKey: true }))).toBe("Mod+z");
  expect(keyOf(event("Z", { metaKey: true, shiftKey: true }))).toBe("Mod+Shift+Z");
  expect(keyOf(event("Z", { shiftKey: true }))).toBe("Z");
});

test("keys are written as people know them", () => {
  expect(keysText({ keys: ["ArrowLeft", "ArrowRight"] })).toBe("← →");
  expect(keysText({ keys: ["c", "Escape", " "] })).toBe("C Esc Space");
  expect(keysText({ keys: ["1", "2"], written: "1 – 2" })).toBe("1 – 2");
  expect(keysText({ keys: ["Mod+z"] })).toMatch(/^(Ctrl|⌘) Z$/);
});
