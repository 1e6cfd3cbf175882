import { describe, expect, test } from "vitest";
import type { DealResult, DealView, PublicEntry, GameOrTableEvent, Person, Ruleset, Seat } from "../../wire/types.ts";
import { cardName } from "./card-names.ts";
import { deal, scene } from "../testing/fakes.ts";
import type { TableStep } from "../net/table-replica.ts";
import { preferences } from "../storage/preferences.svelte.ts";
import { resultText } from "./result-text.ts";
import { Names, namesAt } from "./names.ts";
import { narrate } from "./narrator.ts";

const PEOPLE: readonly Person[] = [
  { player: "ana", name: "Ana" },
  { player: "ben", name: "Ben" },
];
const AT = scene(7);

type Line = TableStep["lines"][number];

/** Returns the sentences for one event. The reader is Ana, who sits south, unless `me` names a spectator. */
const told = (
  event: GameOrTableEvent,
  ...more: [me?: string, before?: Partial<DealView> | null, rules?: Ruleset]
): string[] => sentences({ seq: 7, at: 0, by: "ana", events: [event] }, ...more);

/** Returns the sentences for one entry of the log, likewise. */
const logged = (entry: PublicEntry, ...more: [me?: string, before?: Partial<DealView> | null]): string[] =>
  sentences({ seq: 7, at: 0, by: "ana", entry }, ...more);

function sentences(
  line: Line,
  me = "ana",
  before: Partial<DealView> | null = null,
  rules = { upcard_stays: false } as Ruleset,
): string[] {
  const step = { whole: false, lines: [line], rules, scene: AT, deal: before && deal(before) } as TableStep;
  const names = namesAt(AT, me, PEOPLE);
  return narrate(step, before && deal(before), names).map(({ text }) => text);
}

describe("the sentence for a single event", () => {
  const cases: [GameOrTableEvent, string][] = [
    [{ type: "suit_named", seat: "west", suit: "h" }, "West: “the benny stands for hearts”"],
    [{ type: "redeal_claimed", seat: "south", cards: ["9c", "Th"] }, "You show a farmer's hand: 9♣ 10♥."],
    [{ type: "redeal_claimed", seat: "east", cards: ["9c"] }, "East shows a farmer's hand: 9♣."],
    [{ type: "rest_claimed", seat: "south", cards: ["Jd", "Th"] }, "You claim the rest: J♦ 10♥."],
    [{ type: "rest_claimed", seat: "east", cards: ["Ah"] }, "East claims the rest: A♥."],
    [{ type: "kitty_taken", seat: "east", cards: null }, "East takes the cards under the turn-up."],
    [{ type: "discarded", seat: "west", card: null }, "West discards."],
    [{ type: "card_given", seat: "north", card: "B" }, "North passes you the benny."],
    [{ type: "card_given", seat: "south", card: "As" }, "You pass A♠ to North."],
    [{ type: "card_given", seat: "west", card: null }, "West passes a card to East."],
    [{ type: "went_alone", seat: "south", defending: true }, "You defend alone."],
    [{ type: "revoke_refuted", seat: "west", trick: 1 }, "West claims a revoke in trick 2, but there was none."],
    [
      { type: "revoke_proven", seat: "south", trick: 0, offender: "west", card: "Jd", penalty: null },
      "You claim a revoke in trick 1, and you're right: West played J♦.",
    ],
    [
      { type: "revoke_proven", seat: "west", trick: 4, offender: "south", card: "9s", penalty: null },
      "West claims a revoke in trick 5, and is right: you played 9♠.",
    ],
    [
      { type: "revoke_proven", seat: "west", trick: 4, offender: "south", card: "9s", penalty: 2 },
      "West claims a revoke in trick 5, and is right: you played 9♠. 2 points to them. Play goes on.",
    ],
    [{ type: "misdealt", dealer: "south", lost: false }, "You misdealt: deal again."],
    [{ type: "misdealt", dealer: "east", lost: true }, "East misdealt again and loses the deal."],
    [{ type: "bell_rang", play_on: true }, "The bell! Last deal: play it out."],
    [{ type: "bell_rang", play_on: false }, "The bell! The game is over."],
    [
      { type: "official_ruled", ruling: { type: "points_ruling", points: [0, 2], reason: "counted wrong" } },
      "The official gave East and West 2 points. Reason: “counted wrong”",
    ],
    [
      { type: "official_ruled", ruling: { type: "points_ruling", points: [-1, 0], by: "director" } },
      "The director took 1 point from you and North.",
    ],
    [
      { type: "official_ruled", ruling: { type: "revoke_ruling", offenders: "east-west" } },
      "The official ruled a revoke by East and West.",
    ],
    [
      { type: "official_ruled", ruling: { type: "misdeal_ruling", reason: "a card was shown" } },
      "The official ruled a misdeal. Reason: “a card was shown”",
    ],
    [
      { type: "official_ruled", ruling: { type: "forfeit_ruling", side: "north-south" } },
      "The official ruled that you and North forfeit the game.",
    ],
    [
      { type: "official_ruled", ruling: { type: "forfeit_ruling", side: "east-west", ejected: true } },
      "The official showed a red card: East and West are out and lose the game.",
    ],
    [{ type: "game_over", winner: null, score: [5, 5] }, "The game is drawn."],
    [{ type: "game_over", winner: "north-south", score: [10, 5] }, "You and North won the game."],
    [{ type: "trump_made", seat: "west", suit: "n", ordered: false, alone: false }, "West makes trump. No trump."],
  ];
  test.each(cases)("$type: %s", (event, sentence) => expect(told(event).join(" ")).toBe(sentence));

  test("a pass in other words is called a pass too", () => {
    const view = { phase: "calling", calls: [{ seat: "west", action: { type: "pass" } }], facts: { said: ["away"] } };
    const line = { seq: 7, at: 0, by: "ana", events: [{ type: "passed", seat: "west", phase: "calling" }] };
    const step = { whole: false, lines: [line], scene: AT, deal: view } as unknown as TableStep;
    const said = narrate(step, deal({ phase: "calling", calls: [] }), namesAt(AT, "ana", PEOPLE));
    expect(said.map(({ text }) => text)).toEqual(["West passes: “away”"]);
  });

  test("declining is said as what was asked", () => {
    expect(told({ type: "passed", seat: "west", phase: "claiming" })).toEqual(["West: “no claim”"]);
    expect(told({ type: "passed", seat: "west", phase: "asking" })).toEqual(["West: “with my partner”"]);
  });
});

test("a turn-up that stays on the pack is left there, and is not picked up", () => {
  const stays = { upcard_stays: true } as Ruleset;
  const [own, other] = (["south", "west"] as const).map((seat): GameOrTableEvent => ({
    type: "picked_up",
    seat,
    card: "Ad",
  }));
  if (!own || !other) throw new Error("no event");
  expect([told(own), told(other)]).toEqual([["You pick up A♦."], ["West picks up A♦."]]);
  expect(told(own, "ana", null, stays)).toEqual(["You leave A♦ on the pack."]);
  expect(told(other, "ana", null, stays)).toEqual(["West leaves A♦ on the pack."]);
});

describe("people", () => {
  const cases: [PublicEntry, string][] = [
    [{ type: "player_joined", player: "eve", name: "Eve" }, "Eve joined the table."],
    [{ type: "player_joined", player: "ana", name: "Guest 65579" }, "You joined the table."],
    [{ type: "host_changed", player: "ana" }, "You are now the host."],
    [{ type: "player_left", player: "ben" }, "Ben left the table."],
    [{ type: "player_left", player: "zoe" }, "Someone left the table."],
    [
      { type: "player_removed", player: "ben" },
      "The host removed Ben. The invite link is new: the old one no longer works.",
    ],
    [{ type: "host_changed", player: "ben" }, "Ben is now the host."],
    [{ type: "seat_taken", player: "ana", seat: "south" }, "You took the South seat."],
    [{ type: "seat_booked", player: "ben", seat: "east" }, "Ben will take East's seat at the next deal."],
    [{ type: "player_admitted", player: "ben", seat: "east" }, "The host let Ben take over East's hand from the bot."],
    [{ type: "seat_vacated", player: "ben" }, "Ben stood up."],
    [{ type: "seats_swapped", a: "north", b: "west" }, "North and West swapped seats."],
    [{ type: "connection_lost", seat: "south" }, "You lost connection."],
    [{ type: "player_went_away", seat: "south" }, "You are absent: a bot plays for you."],
    [{ type: "table_paused", why: "host" }, "The host paused the game."],
    [
      { type: "table_paused", why: "log_full" },
      "This table's log is full, so the game can't go on. Open another table.",
    ],
    [{ type: "table_resumed" }, "The game resumes."],
    [{ type: "action_undone", seat: "south", to: 3 }, "You undid your last choice."],
  ];
  test.each(cases)("%o", (entry, sentence) => expect(logged(entry)).toEqual([sentence]));

  test("only who has been there before is back", () => {
    const dealt = (more: Partial<DealView>): Partial<DealView> => ({
      number: 0,
      calls: [],
      facts: { plays: [], said: [] } as unknown as DealView["facts"],
      ...more,
    });
    const back: PublicEntry = { type: "player_came_back", seat: "south" };
    expect(logged(back), "before the first deal of a game").toEqual([]);
    expect(logged(back, "ana", dealt({})), "before one's first call").toEqual([]);
    const called = [{ seat: "south", action: { type: "pass" } }] as unknown as DealView["calls"];
    expect(logged(back, "ana", dealt({ calls: called }))).toEqual(["You are back."]);
    expect(logged(back, "ben", dealt({ number: 1 }))).toEqual(["Ana is back."]);
    const plays = [[["west", "9c"]]] as unknown as DealView["facts"]["plays"];
    const facts = { plays, said: [] } as unknown as DealView["facts"];
    expect(logged({ type: "player_came_back", seat: "west" }, "ana", dealt({ facts }))).toEqual(["West is back."]);
  });

  test("phrases are told, but for those of others where they are not wanted", () => {
    const own: PublicEntry = { type: "phrase_said", player: "ana", phrase: "hello" };
    const other: PublicEntry = { type: "phrase_said", player: "ben", phrase: "good_luck" };
    expect([logged(own), logged(other)]).toEqual([["You: “Hello!”"], ["Ben: “Good luck!”"]]);
    preferences.mutePhrases = true;
    expect([logged(own), logged(other)]).toEqual([["You: “Hello!”"], []]);
    preferences.mutePhrases = false;
  });

  test("who has left is still known by name", () => {
    namesAt(AT, "ana", [{ player: "kim", name: "Kim" }]);
    expect(logged({ type: "player_left", player: "kim" })).toEqual(["Kim left the table."]);
  });

  test("two of one name are told apart by their places", () => {
    const seats = AT.seats.map((seat) => (seat.seat === "west" ? seat : { ...seat, name: "Ana" }));
    const names = new Names({ seats }, null);
    const called = (["north", "south", "west"] as Seat[]).map((seat) => names.name(seat));
    expect(called).toEqual(["Ana (North)", "Ana (South)", "West"]);
  });
});

describe("how a deal ended", () => {
  const base = { points: [0, 0], tricks: [0, 5], maker: "north", loner: null, lone_defender: null } as const;
  const cases: [Partial<DealResult>, string][] = [
    [{ outcome: "made", points: [1, 0], tricks: [3, 2] }, "You and North made it with 3 tricks. 1 point to you."],
    [
      { outcome: "march", points: [2, 0], tricks: [5, 0] },
      "You and North took all five tricks: a march! 2 points to you.",
    ],
    [
      { outcome: "euchred", points: [0, 2], tricks: [1, 4] },
      "You and North took only 1 trick: euchred! 2 points to them.",
    ],
    [{ outcome: "euchred", points: [0, 2] }, "You and North took no tricks: euchred! 2 points to them."],
    [
      { outcome: "lone_march", points: [4, 0], tricks: [5, 0], loner: "north" },
      "North took all five tricks alone! 4 points to you.",
    ],
    [
      { outcome: "defended_alone", points: [0, 4], tricks: [2, 3], lone_defender: "west" },
      "West defended alone, and you and North took 2 tricks: euchred! 4 points to them.",
    ],
    [{ outcome: "thrown_in", maker: null }, "Everyone passed: the cards are thrown in."],
    [{ outcome: "redeal", maker: null }, "The same dealer deals again."],
    [{ outcome: "revoked", points: [2, 0] }, "Revoke! The deal is over. 2 points to you."],
  ];
  test.each(cases)("%o", (result, sentence) => {
    expect(resultText({ ...base, ...result } as DealResult, new Names(AT, "south"))).toBe(sentence);
  });

  test("points of a deal in which a revoke was paid for are told with it", () => {
    const result = { ...base, outcome: "made", points: [3, 0], tricks: [3, 2] } as DealResult;
    const told = resultText(result, new Names(AT, "south"), true);
    expect(told).toBe("You and North made it with 3 tricks. Including the revoke: 3 points to you.");
  });

  test("who only watches is told the sides' names", () => {
    const result = { ...base, outcome: "made", points: [1, 0], tricks: [3, 2] } as DealResult;
    expect(resultText(result, new Names(AT, null))).toBe(
      "North and Ana made it with 3 tricks. 1 point to North and Ana.",
    );
  });
});

test("for the ear cards have their whole names", () => {
  const names = namesAt(AT, "ana", PEOPLE, cardName);
  const step = { lines: [{ seq: 1, at: 0, by: "", events: [{ type: "card_played", seat: "south", card: "Jd" }] }] };
  const said = narrate({ ...step, whole: false, scene: AT, deal: null } as unknown as TableStep, null, names);
  expect(said.map(({ text }) => text)).toEqual(["You play jack of diamonds."]);
  expect(names.cards(["9c", "B"])).toBe("nine of clubs, the benny");
});
