import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Card, Event, News, Tell, Welcome } from "../wire/types.ts";
import { FakePage } from "./fakes.ts";
import { Mirror, type Told } from "./mirror.ts";
import { Promises, verdictOf } from "./promises.ts";
import { namesAt, story } from "./words.ts";

/** Whole games as the server tells them, written by tests/web/test_net.py, which runs this. */
const FOLDER = process.env.UKA_TOLD ?? "";
const FILES = FOLDER ? readdirSync(FOLDER).filter((name) => name.endsWith(".json")) : [];

interface Game {
  readonly told: readonly string[];
  /** What a reload would be told after so many messages. */
  readonly wholes: readonly (readonly [number, string])[];
  /** What this viewer's browser added to each pack. */
  readonly added: Readonly<Record<number, string>>;
}

type Heard = Welcome | News;

beforeEach(() => void new FakePage());
afterEach(() => vi.unstubAllGlobals());

describe.runIf(FOLDER).each(FILES)("%s", (file) => {
  const game = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Game;
  const heard = game.told.map((text) => JSON.parse(text) as Heard);
  const wholes = new Map(game.wholes.map(([at, text]) => [at, JSON.parse(text) as Welcome]));
  const seated = Object.keys(game.added).length > 0;
  const packs = heard.at(-1)?.scene.number ?? 0;

  /** A page that hears messages, and adds what this viewer added. */
  function attended(tells: readonly Heard[], reloads: ReadonlySet<number> = new Set(), kept = true): Promises {
    let mirror = new Mirror();
    let promises = new Promises("t1");
    tells.forEach((tell, i) => {
      if (reloads.has(i)) {
        if (!kept) void new FakePage();
        [mirror, promises] = [new Mirror(), new Promises("t1")];
        const whole = wholes.get(i);
        if (whole) take(mirror, promises, whole);
      }
      take(mirror, promises, tell);
      add(promises, mirror);
    });
    return promises;
  }

  function take(mirror: Mirror, promises: Promises, tell: Heard): void {
    for (const step of mirror.hear(tell, tell.tell === "welcome")) {
      if (step.whole && mirror.whole) promises.welcomed(mirror.whole);
      else promises.heard(step);
    }
  }

  function add(promises: Promises, { whole }: Mirror): void {
    const number = whole?.scene.number ?? -1;
    const [bound, value] = [promises.commitments[number], game.added[number]];
    if (whole?.scene.stage !== "shuffling" || !bound || !value) return;
    promises.adding(number, bound, value);
    promises.added(number, bound);
  }

  /** The messages with each told thing of a kind changed, where it can be. */
  function changed(change: (tell: Heard) => boolean): Heard[] {
    const copies = structuredClone(heard);
    expect(copies.filter(change).length).toBeGreaterThan(0);
    return copies;
  }

  const unfair = (promises: Promises): number => promises.verdicts.filter(({ fair }) => fair === false).length;

  test("the mirror ends as the server has it, whatever becomes of frames", () => {
    let state = 7;
    const chance = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    const mirror = new Mirror();
    const lines: number[] = [];
    const hear = (tell: Heard, first = false): void => {
      for (const step of mirror.hear(tell, first)) lines.push(...step.lines.map(({ seq }) => seq));
    };
    const [first, ...rest] = heard as [Welcome, ...News[]];
    hear(first, true);
    const late: News[] = [];
    for (const news of rest) {
      if (chance() < 0.3) late.push(news);
      else hear(news);
      if (chance() < 0.2) hear(news);
      if (late.length > 3) for (const one of late.splice(0).reverse()) hear(one);
    }
    for (const one of late) hear(one);
    expect(mirror.whole?.scene).toEqual(heard.at(-1)?.scene);
    expect(mirror.whole?.deal).toEqual(heard.at(-1)?.deal);
    expect(lines).toEqual(rest.flatMap((news) => news.lines.map(({ seq }) => seq)));
  });

  test("every pack is found fair, and what this browser added in it", () => {
    const { verdicts } = attended(heard);
    expect(verdicts).toHaveLength(packs);
    expect(verdicts.filter(({ fair }) => fair !== true)).toEqual([]);
    expect(verdicts.every(({ mine }) => mine === seated)).toBe(true);
    expect(verdictOf(verdicts)).toBe("Every pack was dealt fairly: your browser has checked it.");
  });

  test("reloads forget nothing of it", () => {
    const { verdicts } = attended(heard, new Set(wholes.keys()));
    expect(verdicts).toHaveLength(packs);
    expect(verdicts.filter(({ fair }) => fair === false)).toEqual([]);
    expect(verdicts.filter(({ fair }) => fair).length).toBeGreaterThanOrEqual(packs - 1);
  });

  test("who comes late says what could not be checked, and blames nobody", () => {
    const at = [...wholes.keys()].at(-2) ?? 1;
    const whole = wholes.get(at);
    const late = attended(whole ? [whole, ...heard.slice(at)] : heard);
    expect(unfair(late)).toBe(0);
    const unknown = late.verdicts.filter(({ fair }) => fair === null);
    expect(unknown.length).toBeGreaterThanOrEqual(Math.min(whole?.scene.number ?? 0, 1));
    expect(unknown.every(({ why }) => why !== "")).toBe(true);
  });

  test("what was not seen dealt is not called fair", () => {
    const tells = structuredClone(heard);
    for (const line of tells.flatMap((tell) => (tell.tell === "news" ? tell.lines : []))) {
      const seen = line.events?.filter(({ event }) => event !== "pack_dealt" && event !== "dealer_found") ?? [];
      (line as { events?: readonly Event[] }).events = seen;
    }
    expect(attended(tells).verdicts.map(({ fair }) => fair)).toEqual(Array.from({ length: packs }, () => null));
  });

  describe("what is not fair is found", () => {
    const events = (tell: Heard): readonly unknown[] =>
      tell.tell === "news" ? tell.lines.flatMap((line) => line.events ?? []) : [];
    const change = (kind: string, edit: (event: Record<string, unknown>) => boolean) => (tell: Heard) =>
      (events(tell) as Record<string, unknown>[]).filter((event) => event.event === kind && edit(event)).length > 0;

    test("another secret than was committed to", () => {
      const tells = changed(change("secret_told", (event) => ((event.secret = "ab".repeat(32)), true)));
      expect(unfair(attended(tells))).toBe(packs);
    });

    test("another hand than the pack gives", () => {
      const swap = (event: Record<string, unknown>): boolean => {
        const cards = event.cards as Card[] | null;
        if (cards) event.cards = [...cards.slice(1), cards[0] === "Ah" ? "As" : "Ah"];
        return cards !== null;
      };
      if (seated) expect(unfair(attended(changed(change("hand_dealt", swap))))).toBeGreaterThan(0);
    });

    test("another turn-up", () => {
      const tells = changed(
        change("upcard_turned", (event) => ((event.card = event.card === "Ah" ? "As" : "Ah"), true)),
      );
      expect(unfair(attended(tells))).toBeGreaterThan(0);
    });

    test("a card played by another than who was dealt it", () => {
      let swapped = 0;
      const tells = structuredClone(heard);
      for (const { deal } of tells as { deal?: { result: unknown; facts: { plays: [string, Card][][] } } | null }[]) {
        const [first, second] = deal?.facts.plays[0] ?? [];
        if (!deal?.result || !first || !second) continue;
        [first[0], second[0]] = [second[0], first[0]];
        swapped += 1;
      }
      if (swapped) expect(unfair(attended(tells))).toBeGreaterThan(0);
    });

    test("what this browser added left out", () => {
      const tells = changed((tell) => {
        const lines = tell.tell === "news" ? tell.lines : [];
        const own = lines.filter(({ entry }) => entry?.entry === "added" && entry.value === game.added[entry.number]);
        for (const { entry } of own) (entry as { value: string }).value = "cd".repeat(32);
        return own.length > 0 || !seated;
      });
      if (seated) expect(unfair(attended(tells))).toBe(packs);
    });

    test("a promise that comes only with the secret proves nothing", () => {
      let late: unknown[] = [];
      const tells = structuredClone(heard);
      for (const line of tells.flatMap((tell) => (tell.tell === "news" ? tell.lines : []))) {
        const [held, others] = [[] as Event[], [] as Event[]];
        for (const event of line.events ?? []) (event.event === "commitments_told" ? held : others).push(event);
        const first = others.findIndex(({ event }) => event === "secret_told");
        late.push(...held);
        if (first >= 0) others.splice(first, 0, ...(late.splice(0) as Event[]));
        (line as { events?: readonly Event[] }).events = others;
      }
      late = attended(tells).verdicts.filter(({ fair }) => fair);
      expect(late.length).toBeLessThan(packs);
      if (tells.every((tell) => tell.tell !== "news" || tell.scene.settings.reveal !== "deal"))
        expect(late).toEqual([]);
    });

    test("a commitment that changed in mid-game", () => {
      const [at, whole] = [...wholes].find(([i, { scene }]) => i < heard.length && scene.number > 1) ?? [];
      if (at === undefined || !whole) return;
      const other = { ...whole, commitments: whole.commitments?.map((c, i) => (i === 1 ? "ef".repeat(32) : c)) };
      const tells = [...heard.slice(0, at), { ...other, scene: { ...whole.scene } } as Welcome, ...heard.slice(at)];
      const promises = new Promises("t1");
      for (const tell of tells.slice(0, at)) if (tell.tell === "news") promises.heard(asTold(tell));
      promises.welcomed(other as Welcome);
      expect(promises.verdicts.every(({ fair }) => fair === false)).toBe(true);
    });
  });

  test("the story is told, without a gap in a sentence", () => {
    const mirror = new Mirror();
    const told: string[] = [];
    let before = null as Told["deal"];
    for (const tell of heard) {
      for (const step of mirror.hear(tell as Tell & Heard, tell.tell === "welcome")) {
        const whole = mirror.whole as Welcome;
        const names = namesAt(step.scene, whole.player, whole.people);
        for (const { text, minor } of story(step, before, names)) told.push(minor ? `  ${text}` : text);
        before = step.deal;
      }
    }
    const text = `${told.join("\n")}\n`;
    expect(text).not.toMatch(/undefined|null|NaN|[{}]|\[object/);
    writeFileSync(join(FOLDER, file.replace(".json", ".txt")), text);
  });
});

function asTold(news: News): Told {
  return { whole: false, lines: news.lines, scene: news.scene, deal: news.deal ?? null };
}

test.skipIf(FOLDER)("games are told by tests/web/test_net.py", () => expect(FILES).toEqual([]));
