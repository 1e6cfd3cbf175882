import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type {
  Card,
  OwnDealView,
  PublicDealView,
  PublicEntry,
  GameOrTableEvent,
  PublicTable,
  Ruleset,
  Seat,
  TableLineView,
  TableChange,
  TableSnapshot,
} from "../../wire/types.ts";
import { chain } from "../fairness/hash-chain.ts";
import { checkPacks } from "../fairness/record-proof.ts";
import { FairnessMonitor, loadChecks } from "../fairness/fairness-monitor.ts";
import { OBSERVED_KEY } from "../fairness/observed-game.ts";
import { verdictText } from "../fairness/pack-verdict.ts";
import { missing } from "../fairness/shares.ts";
import { FakePage } from "../testing/fakes.ts";
import { dealView } from "./deal-view.ts";
import { linesSeen, TableReplica, type TableStep } from "./table-replica.ts";
import { namesAt } from "../narration/names.ts";
import { narrate } from "../narration/narrator.ts";

/**
 * The folder with recorded messages of whole games. tests/web/test_net.py writes the messages and then runs this test.
 */
const FOLDER = process.env.UKA_TOLD ?? "";
const FILES = FOLDER ? readdirSync(FOLDER).filter((name) => name.endsWith(".json")) : [];

interface Game {
  readonly told: readonly string[];
  /** The same messages as a page receives them that missed them: with the full state. */
  readonly missed: readonly string[];
  /**
   * Full states of the table as pairs: the number of messages received earlier, and the state that a page reloaded at
   * that moment would receive.
   */
  readonly wholes: readonly (readonly [number, string])[];
  /**
   * The seed shares that this viewer's browser opened in the last game. The key is the number of the pack. The value is
   * the seat and its share.
   */
  readonly shares: Readonly<Record<number, readonly [Seat, string]>>;
  /** The record of the last game. `dealers` lists the dealer of each deal in the record. */
  readonly record: string;
  readonly dealers: readonly Seat[];
}

type WholeChange = Omit<TableChange, "scene" | "deal" | "own"> & {
  readonly scene: PublicTable;
  readonly deal?: PublicDealView | null;
  readonly own?: OwnDealView | null;
};
type Heard = TableSnapshot | WholeChange;

beforeAll(loadChecks);
beforeEach(() => void new FakePage());
afterEach(() => vi.unstubAllGlobals());

describe.runIf(FOLDER).each(FILES)("%s", (file) => {
  const game = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Game;
  const heard = game.missed.map((text) => withLinesSeen(JSON.parse(text) as Heard));
  const wholes = new Map(game.wholes.map(([at, text]) => [at, JSON.parse(text) as TableSnapshot]));
  const seated = Object.keys(game.shares).length > 0;
  const begins = heard.findLastIndex((update) => entriesOf(update).some(({ type }) => type === "game_began"));
  const last = heard.slice(begins);
  const withheld = last.flatMap(entriesOf).filter(({ type }) => type === "shares_withheld").length;
  /** The numbers of all packs of the last game, including the pack of the draw for first dealer. */
  const numbers = last
    .flatMap(eventsOf)
    .flatMap((event) => (event.type === "pack_spread" || event.type === "pack_dealt" ? [event.number] : []));
  const packs = numbers.length;

  /**
   * Passes recorded messages to a fairness monitor as a page would, and opens the seed shares that this viewer opened.
   */
  function attended(updates: readonly Heard[], reloads: ReadonlySet<number> = new Set(), kept = true): FairnessMonitor {
    let replica = new TableReplica();
    let monitor = new FairnessMonitor("t1");
    updates.forEach((update, i) => {
      if (reloads.has(i)) {
        if (!kept) void new FakePage();
        [replica, monitor] = [new TableReplica(), new FairnessMonitor("t1")];
        const whole = wholes.get(i);
        if (whole) take(replica, monitor, whole);
      }
      take(replica, monitor, update);
      if (i >= begins) opens(monitor, replica);
    });
    return monitor;
  }

  function take(replica: TableReplica, monitor: FairnessMonitor, update: Heard): void {
    for (const step of replica.receive(update, update.type === "table_snapshot")) {
      if (step.whole && replica.whole) monitor.receiveSnapshot(replica.whole);
      else monitor.receiveStep(step);
    }
  }

  function opens(monitor: FairnessMonitor, { whole }: TableReplica): void {
    const { shares } = monitor;
    const [seat, share] = game.shares[shares?.number ?? -1] ?? [];
    if (!shares || !seat || !share || whole?.scene.stage !== "shuffling") return;
    if (missing(shares).includes(seat)) monitor.opening(seat, share);
  }

  /**
   * Returns a copy of the messages. `change` is applied to each copied message, and returns whether it changed the
   * message.
   */
  function changed(change: (update: Heard) => boolean): Heard[] {
    const copies = structuredClone(heard);
    expect(copies.filter(change).length).toBeGreaterThan(0);
    return copies;
  }

  const unfair = (monitor: FairnessMonitor): number => monitor.verdicts.filter(({ fair }) => fair === false).length;

  test("the copy ends with the server's state, whatever happens to messages", () => {
    let state = 7;
    const chance = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    const replica = new TableReplica();
    const lines: number[] = [];
    const receive = (update: Heard, first = false): void => {
      for (const step of replica.receive(update, first)) lines.push(...step.lines.map(({ seq }) => seq));
    };
    const [first, ...rest] = heard as [TableSnapshot, ...WholeChange[]];
    receive(first, true);
    const late: WholeChange[] = [];
    for (const change of rest) {
      if (chance() < 0.3) late.push(change);
      else receive(change);
      if (chance() < 0.2) receive(change);
      if (late.length > 3) for (const one of late.splice(0).reverse()) receive(one);
    }
    for (const one of late) receive(one);
    expect(replica.whole?.scene).toEqual(heard.at(-1)?.scene);
    expect(replica.deal).toEqual(dealView(heard.at(-1) as Heard));
    expect(lines).toEqual(rest.flatMap((change) => change.lines.map(({ seq }) => seq)));
  });

  test("messages with what has changed tell the same as those with the whole state", () => {
    const [whole, changed] = [new TableReplica(), new TableReplica()];
    expect(game.told).toHaveLength(heard.length);
    game.told.forEach((text, i) => {
      const first = i === 0;
      const told = [...changed.receive(JSON.parse(text) as TableSnapshot | TableChange, first)];
      expect(told).toEqual([...whole.receive(heard[i] as Heard, first)]);
      expect(changed.whole).toEqual(whole.whole);
    });
    expect(game.told.join("").length).toBeLessThan(game.missed.join("").length / 2);
  });

  test("the copy ends with the server's state, whatever happens to messages with what has changed", () => {
    let state = 11;
    const chance = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    const replica = new TableReplica();
    const lines: number[] = [];
    const updates = game.told.map((text) => JSON.parse(text) as TableSnapshot | TableChange);
    const late: (TableSnapshot | TableChange)[] = [];
    const receive = (update: TableSnapshot | TableChange, first = false): void => {
      for (const step of replica.receive(update, first)) {
        lines.push(...step.lines.map(({ seq }) => seq));
        const at = heard.find(({ scene }) => scene.version === step.scene.version);
        expect(step.scene).toEqual(at?.scene);
        expect(step.deal).toEqual(dealView(at as Heard));
      }
    };
    updates.forEach((update, i) => {
      if (i && chance() < 0.15) late.push(update);
      else if (i && chance() < 0.05) return;
      else receive(update, i === 0);
      if (i && chance() < 0.2) receive(update);
      if (late.length > 3) for (const one of late.splice(0).reverse()) receive(one);
      if (replica.behind && chance() < 0.3) receive(missing(i));
    });
    replica.known = heard.at(-1)?.scene.version ?? 0; // as the answer to a command tells
    if (replica.behind) receive(missing(updates.length - 1));
    expect(replica.whole?.scene).toEqual(heard.at(-1)?.scene);
    expect(replica.deal).toEqual(dealView(heard.at(-1) as Heard));
    expect(lines).toEqual(heard.slice(1).flatMap((update) => update.lines?.map(({ seq }) => seq) ?? []));

    /** Returns the answer to a request for the missing messages, up to the message with index `last`. */
    function missing(last: number): WholeChange {
      const since = replica.version ?? 0;
      const all = heard.slice(1, last + 1).flatMap(({ lines }) => lines ?? []);
      return { ...(heard[last] as WholeChange), since, lines: all.filter(({ seq }) => seq > since) };
    }
  });

  test("every pack is found fair and has this browser's seed share; seats that withheld theirs are named", () => {
    const monitor = attended(heard);
    const { verdicts } = monitor;
    expect(verdicts).toHaveLength(packs);
    expect(verdicts.filter(({ fair }) => fair !== true)).toEqual([]);
    expect(verdicts.every(({ mine }) => mine === (seated || null))).toBe(true);
    expect(verdicts.flatMap((verdict) => verdict.withheld)).toHaveLength(withheld);
    const ending = withheld ? / .* held back a share, so pack \d+ was dealt instead\.$/ : /checked it\.$/;
    expect(verdictText(verdicts)).toMatch(/^Every pack was dealt fairly: your browser has checked it\./);
    expect(verdictText(verdicts)).toMatch(ending);
    writeFileSync(join(FOLDER, file.replace(".json", ".receipt")), JSON.stringify(monitor.receipt));
  });

  test("the check of the game's record finds the same", () => {
    const found = checkPacks(game.record, game.dealers);
    expect(found).toHaveLength(packs);
    expect(found.filter(({ fair }) => fair !== true)).toEqual([]);
    expect(found.flatMap((proof) => proof.withheld)).toHaveLength(withheld);
    expect(found[0]?.by).toHaveLength(2);
  });

  test.each<[string, (text: string) => string]>([
    ["another secret", (text) => text.replace(/(\\"number\\":0,\\"secret\\":\\")(.)/, other)],
    ["another share", (text) => text.replace(/(\\"share\\":\\")(.)/, other)],
    ["another card first", (text) => text.replace(/"pack":\["(..?)","(..?)"/, '"pack":["$2","$1"')],
    ["nothing told", (text) => text.replace(/\n.*\\"secret_opened\\",\\"number\\":[12],.*(?=\n)/, "")],
    ["no word before", (text) => text.replace(/\n.*\\"server_committed\\",\\"first\\":0,.*(?=\n)/, "")],
    ["no commitment of a seat", (text) => text.replace(/\n.*\\"share_committed\\",.*(?=\n)/, "")],
    ["a seat without a commitment", (text) => text.replace(/(\\"by\\":\[)/, '$1\\"west\\",')],
    ["another dealer", (text) => text.replace(/(\\"dealer\\":\\")\w+/, "$1nobody")],
    ["cut by hand once it was known", (text) => text.replace(/(\n[^\n]*secret_opened.*\n)/, `\n${CUT}$1`)],
  ])("what was changed in its record is found: %s", (_, change) => {
    const changed = change(game.record);
    expect(changed).not.toBe(game.record);
    expect(checkPacks(changed, game.dealers).some(({ fair, why }) => fair !== true && why)).toBe(true);
  });

  test("reloads lose none of the observations", () => {
    const { verdicts } = attended(heard, new Set(wholes.keys()));
    expect(verdicts).toHaveLength(packs);
    expect(verdicts.filter(({ fair }) => fair === false)).toEqual([]);
    expect(verdicts.filter(({ fair }) => fair).length).toBeGreaterThanOrEqual(packs - 1);
  });

  test("a page opened late says what could not be checked, and accuses nobody", () => {
    const at = [...wholes.keys()].at(-2) ?? 1;
    const whole = wholes.get(at);
    const late = attended(whole ? [whole, ...heard.slice(at)] : heard);
    expect(unfair(late)).toBe(0);
    const unknown = late.verdicts.filter(({ fair }) => fair === null);
    if (at > begins && whole?.scene.number) expect(unknown.length).toBeGreaterThan(0);
    expect(unknown.every(({ why }) => why !== "")).toBe(true);
  });

  test("a deal that the page did not see is not called fair", () => {
    const updates = structuredClone(heard);
    for (const line of updates.flatMap((update) => (update.type === "table_change" ? update.lines : []))) {
      const seen = line.events?.filter(({ type }) => type !== "pack_dealt" && type !== "dealer_found") ?? [];
      (line as { events?: readonly GameOrTableEvent[] }).events = seen;
    }
    expect(attended(updates).verdicts.filter(({ fair }) => fair)).toEqual([]);
  });

  describe("unfair packs are detected", () => {
    const change = (kind: string, edit: (event: Record<string, unknown>) => boolean) => (update: Heard) =>
      (eventsOf(update) as readonly unknown[] as Record<string, unknown>[]).filter(
        (event) => event.type === kind && edit(event),
      ).length > 0;

    test("a secret that differs from the commitment", () => {
      const updates = changed(change("pack_secret_opened", (event) => ((event.secret = "ab".repeat(32)), true)));
      expect(unfair(attended(updates))).toBe(packs + withheld);
    });

    test("a hand that does not come from the pack", () => {
      const swap = (event: Record<string, unknown>): boolean => {
        const cards = event.cards as Card[] | null;
        if (cards) event.cards = [...cards.slice(1), cards[0] === "Ah" ? "As" : "Ah"];
        return cards !== null;
      };
      if (seated) expect(unfair(attended(changed(change("hand_dealt", swap))))).toBeGreaterThan(0);
    });

    test("another upcard", () => {
      const updates = changed(
        change("upcard_turned", (event) => ((event.card = event.card === "Ah" ? "As" : "Ah"), true)),
      );
      expect(unfair(attended(updates))).toBeGreaterThan(0);
    });

    test("a card played by a seat that was not dealt it", () => {
      let swapped = 0;
      const updates = structuredClone(heard);
      for (const { deal } of updates as { deal?: { result: unknown; facts: { plays: [string, Card][][] } } | null }[]) {
        const [first, second] = deal?.facts.plays[0] ?? [];
        if (!deal?.result || !first || !second) continue;
        [first[0], second[0]] = [second[0], first[0]];
        swapped += 1;
      }
      if (swapped) expect(unfair(attended(updates))).toBeGreaterThan(0);
    });

    // A server that manipulates the seed shares

    /**
     * Returns a copy of the messages with changed log lines. For each line, `change` returns the lines that replace it.
     * If `change` returns undefined, the line stays as it is.
     */
    function bent(change: (line: TableLineView, update: WholeChange) => readonly TableLineView[] | undefined): Heard[] {
      let count = 0;
      const updates = structuredClone(heard);
      for (const update of updates) {
        if (update.type !== "table_change") continue;
        const lines = update.lines.flatMap((line) => {
          const found = change(line, update);
          count += found ? 1 : 0;
          return found ?? [line];
        });
        (update as { lines: readonly TableLineView[] }).lines = lines;
      }
      expect(count).toBeGreaterThan(0);
      return updates;
    }

    const whys = (updates: readonly Heard[]): readonly string[] =>
      attended(updates).verdicts.flatMap(({ fair, why }) => (fair === false ? [why] : []));

    const is = (kind: PublicEntry["type"]) => (update: Heard) => entriesOf(update).some(({ type }) => type === kind);
    const said = (line: TableLineView, entry: PublicEntry): TableLineView => ({ ...line, entry, events: [] });

    test("a bot's seat with a seed share of its own", () => {
      const grinding = bent((line, { scene }) => {
        const { entry } = line;
        const bot = scene.seats.find(({ player }) => player === null)?.seat;
        if (entry?.type !== "commitments_closed" || !bot) return undefined;
        const links = chain("77".repeat(32), 1);
        return [
          said(line, { type: "share_committed", seat: bot, first: entry.number, commitment: links[0] ?? "" }),
          said(line, { ...entry, by: [...entry.by, bot] }),
          said(line, { type: "share_opened", number: entry.number, seat: bot, share: links[1] ?? "" }),
        ];
      });
      expect(whys(grinding)).toHaveLength(packs + withheld);
      expect(whys(grinding)[0]).toMatch(/ has a share in the pack, but nobody sits there\.$/);
    });

    test("a person's seed share that differs from the commitment", () => {
      const grinding = bent((line) => {
        const { entry } = line;
        return entry?.type === "share_opened" && entry.share !== game.shares[entry.number]?.[1]
          ? [said(line, { ...entry, share: "ab".repeat(32) })]
          : undefined;
      });
      expect(whys(grinding)[0]).toMatch(/^The share that \w+ opened doesn't match its commitment\.$/);
    });

    test("a new commitment after this browser's seed share is open", () => {
      const grinding = bent((line) => {
        const { entry } = line;
        if (entry?.type !== "share_opened") return undefined;
        const { seat, number } = entry;
        return [line, said(line, { type: "share_committed", seat, first: number, commitment: "ab".repeat(32) })];
      });
      expect(whys(grinding)[0]).toMatch(/changed its commitment while its share was due\.$/);
    });

    test("a cut after a seed share is open", () => {
      const late = bent((line) =>
        line.entry?.type === "share_opened"
          ? [line, said(line, { type: "pack_cut", seat: "west", cards: 9 })]
          : undefined,
      );
      expect(whys(late)[0]).toBe("The pack was cut by hand after a share was open, or before its time.");
    });

    test("packets chosen after a seed share is open", () => {
      const late = bent((line) =>
        line.entry?.type === "share_opened"
          ? [line, said(line, { type: "packet_pattern_chosen", seat: "west", packet_pattern: "2-3" })]
          : undefined,
      );
      expect(whys(late)[0]).toBe("The packets were chosen by hand after a share was open, or before their time.");
    });

    test("a cut or packets that do not follow from the key", () => {
      const edit = (event: Record<string, unknown>): boolean => ((event.cut = Number(event.cut ?? 0) + 1), true);
      expect(unfair(attended(changed(change("pack_dealt", edit))))).toBe(packs - 1);
      const turn = (event: Record<string, unknown>): boolean => (
        (event.packet_pattern = event.packet_pattern === "2-3" ? "3-2" : "2-3"),
        true
      );
      expect(unfair(attended(changed(change("pack_dealt", turn))))).toBe(packs - 1);
    });

    test("a seed share of a seat that withheld an earlier one", () => {
      if (!withheld || last.findLastIndex(is("commitments_closed")) < last.findIndex(is("shares_withheld"))) return;
      let out: readonly Seat[] = [];
      const again = bent(({ entry, ...line }) => {
        if (entry?.type === "game_began") out = [];
        if (entry?.type === "shares_withheld") out = entry.seats;
        if (entry?.type !== "commitments_closed" || !out.length) return undefined;
        return [{ ...line, entry: { ...entry, by: [...entry.by, ...out] } }];
      });
      expect(whys(again)[0]).toMatch(/^\w+ has a share in the pack, but never committed to one\.$/);
    });

    test("seats reported as withholding that did not withhold", () => {
      if (!withheld) return;
      const other = bent((line) =>
        line.entry?.type === "shares_withheld" ? [said(line, { ...line.entry, seats: ["south"] })] : undefined,
      );
      expect(whys(other)[0]).toBe("The shares reported as held back are not the missing ones.");
    });

    test("this browser left out although it is connected and committed", () => {
      if (!seated) return;
      const without = bent((line) => {
        const { entry } = line;
        const own = entry?.type === "commitments_closed" ? game.shares[entry.number]?.[0] : undefined;
        if (entry?.type === "share_opened" && entry.share === game.shares[entry.number]?.[1]) return [];
        if (entry?.type !== "commitments_closed" || !own) return undefined;
        return [said(line, { ...entry, by: entry.by.filter((seat) => seat !== own) })];
      });
      expect(whys(without)[0]).toBe("This browser's share was left out.");
      expect(unfair(attended(without))).toBeGreaterThanOrEqual(packs - withheld);
    });

    test("the seats with seed shares changed after this browser's is open", () => {
      if (!seated) return;
      let told = 0;
      const replica = new TableReplica();
      const monitor = new FairnessMonitor("t1");
      for (const [i, update] of heard.entries()) {
        take(replica, monitor, update);
        if (i >= begins) opens(monitor, replica);
        const { whole } = replica;
        const { shares } = monitor;
        const opened = shares?.number === monitor.opened && numbers.includes(monitor.opened);
        if (i < begins || !whole || !shares?.awaited || !opened || told) continue;
        told += 1;
        monitor.receiveSnapshot({ ...whole, ...known(monitor), shares: { ...shares, cut: 9 } });
      }
      expect(told).toBe(1);
      expect(monitor.verdicts.find(({ fair }) => fair === false)?.why).toMatch(/^Who adds to the pack/);
    });

    test("an earlier pack than one whose seed share is open", () => {
      if (!seated) return;
      const monitor = attended(heard);
      const { whole } = replicated();
      const { shares } = monitor;
      if (!whole || !shares) throw new Error("nothing was told");
      monitor.receiveSnapshot({ ...whole, ...known(monitor), shares: { ...shares, number: 0 } });
      expect(monitor.verdicts.every(({ why }) => why.startsWith("The server went back to a pack before"))).toBe(true);
    });

    const known = ({ commitments }: FairnessMonitor): Pick<TableSnapshot, "commitments"> => ({ commitments });

    function replicated(): TableReplica {
      const replica = new TableReplica();
      for (const update of heard) replica.receive(update, update.type === "table_snapshot");
      return replica;
    }

    test("a commitment that comes together with its secret proves nothing", () => {
      let late: unknown[] = [];
      const updates = structuredClone(heard);
      for (const line of updates.flatMap((update) => (update.type === "table_change" ? update.lines : []))) {
        const [held, others] = [[] as GameOrTableEvent[], [] as GameOrTableEvent[]];
        for (const event of line.events ?? []) (event.type === "server_committed" ? held : others).push(event);
        const first = others.findIndex(({ type }) => type === "pack_secret_opened");
        late.push(...held);
        if (first >= 0) others.splice(first, 0, ...(late.splice(0) as GameOrTableEvent[]));
        (line as { events?: readonly GameOrTableEvent[] }).events = others;
      }
      late = attended(updates).verdicts.filter(({ fair }) => fair);
      expect(late.length).toBeLessThan(packs);
      if (
        updates.every((update) => update.type !== "table_change" || update.scene.settings.secrets_open_after !== "deal")
      )
        expect(late).toEqual([]);
    });

    test("a commitment that changes during the game", () => {
      const [at, whole] = [...wholes].find(([i, { scene }]) => i < heard.length && scene.number > 1) ?? [];
      if (at === undefined || !whole) return;
      const other = { ...whole, commitments: whole.commitments?.map((c, i) => (i === 1 ? "ef".repeat(32) : c)) };
      const updates = [
        ...heard.slice(0, at),
        { ...other, scene: { ...whole.scene } } as TableSnapshot,
        ...heard.slice(at),
      ];
      const monitor = new FairnessMonitor("t1");
      for (const update of updates.slice(0, at))
        if (update.type === "table_change") monitor.receiveStep(asTold(update));
      monitor.receiveSnapshot(other as TableSnapshot);
      expect(monitor.verdicts.every(({ fair }) => fair === false)).toBe(true);
    });
  });

  test("a page learns late from another page which seed shares this browser opened", () => {
    if (!seated) return;
    const opening = attended(heard);
    const complete = localStorage.getItem(OBSERVED_KEY) ?? "";
    void new FakePage();
    const [replica, watching] = [new TableReplica(), new FairnessMonitor("t1")];
    for (const update of heard) take(replica, watching, update);
    expect(watching.verdicts.every(({ mine }) => mine === false)).toBe(true);
    const incomplete = localStorage.getItem(OBSERVED_KEY) ?? "";
    localStorage.setItem(OBSERVED_KEY, complete);
    watching.storageChanged();
    expect(watching.verdicts).toEqual(opening.verdicts);
    localStorage.setItem(OBSERVED_KEY, incomplete);
    opening.storageChanged(); // stores the shares again
    expect(localStorage.getItem(OBSERVED_KEY)).toContain('"mine":["');
  });

  test.each([0.3, 0.6, 0.9])("a page that lags behind another page of this browser judges by itself: %d", (part) => {
    attended(heard.slice(0, begins + Math.ceil(part * last.length)));
    const ahead = localStorage.getItem(OBSERVED_KEY) ?? "";
    void new FakePage();
    const [replica, behind] = [new TableReplica(), new FairnessMonitor("t1")];
    for (const [i, update] of heard.entries()) {
      if (i === begins) localStorage.setItem(OBSERVED_KEY, ahead);
      take(replica, behind, update);
      if (i >= begins) opens(behind, replica);
    }
    expect(behind.verdicts).toHaveLength(packs);
    expect(behind.verdicts.filter(({ fair }) => fair !== true)).toEqual([]);
  });

  test("all events have sentences without unfilled placeholders", () => {
    const replica = new TableReplica();
    const told: string[] = [];
    let before = null as TableStep["deal"];
    for (const update of heard) {
      for (const step of replica.receive(update, update.type === "table_snapshot")) {
        const whole = replica.whole as TableSnapshot;
        const names = namesAt(step.scene, whole.player, whole.people);
        for (const { text, minor } of narrate(step, before, names)) told.push(minor ? `  ${text}` : text);
        before = step.deal;
      }
    }
    const text = `${told.join("\n")}\n`;
    expect(text).not.toMatch(/undefined|null|NaN|[{}]|\[object/);
    writeFileSync(join(FOLDER, file.replace(".json", ".txt")), text);
  });
});

const CUT = JSON.stringify({
  type: "note",
  text: JSON.stringify({ type: "pack_cut", seat: "west", cards: 9 }),
  kind: "fair",
});

/** Returns the match with a different last digit. It is a replacement function for `String.replace`. */
const other = (_: string, before: string, digit: string): string => before + (digit === "0" ? "1" : "0");

function entriesOf(update: Heard): readonly PublicEntry[] {
  return update.type === "table_change" ? update.lines.flatMap(({ entry }) => entry ?? []) : [];
}

function eventsOf(update: Heard): readonly GameOrTableEvent[] {
  return update.type === "table_change" ? update.lines.flatMap(({ events }) => events ?? []) : [];
}

/** Returns a recorded message with its lines as the viewer may see them. */
function withLinesSeen(update: Heard): Heard {
  return update.type === "table_change" ? { ...update, lines: linesSeen(update), own_lines: [] } : update;
}

function asTold({ lines, scene, ...parts }: WholeChange): TableStep {
  const rules = {} as Ruleset; // the monitor of fairness reads no rules
  return { whole: false, lines, rules, scene, deal: dealView(parts) };
}

test.skipIf(FOLDER)("games are told by tests/web/test_net.py", () => expect(FILES).toEqual([]));
