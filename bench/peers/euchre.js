// The thinnest Euchre that is still Euchre, for the servers of this folder: 24 cards, one round of calling in which the
// dealer is stuck, bowers, following suit, ten points, then a new game. Nobody goes alone. Cards are text ("9h"), and a
// set of cards is their texts in a row, which costs both servers less than arrays.

const RANKS = "9TJQKA";
const SAME_COLOUR = { c: "s", s: "c", d: "h", h: "d" };
export const PACK = [..."cdhs"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

/** The fields that all viewers may see, with their values before the first deal. */
export const PUBLIC = {
  version: 0,
  stage: "call",
  turn: 0,
  dealer: 3,
  upcard: "",
  trump: "",
  maker: 0,
  leader: 0,
  trick: "",
  lastTrick: "",
  tricks0: 0,
  tricks1: 0,
  score0: 0,
  score1: 0,
};

export function deal(table, pack) {
  for (let seat = 0; seat < 4; seat++) table.players[seat].hand = pack.slice(5 * seat, 5 * seat + 5).join("");
  table.upcard = pack[20];
  table.stage = "call";
  table.trump = table.trick = "";
  table.tricks0 = table.tricks1 = 0;
  table.turn = next(table.dealer);
}

/**
 * Apply what a seat calls, discards or plays. Return false, and change nothing, if it may not.
 *
 * `shuffled` returns a shuffled pack; it is called when a deal ends.
 */
export function act(table, seat, word, shuffled) {
  if (seat !== table.turn || !STAGES[table.stage](table, seat, word, shuffled)) return false;
  table.version++;
  return true;
}

const STAGES = {
  call(table, seat, word) {
    if (word === "pass" && seat !== table.dealer) {
      table.turn = next(seat);
      return true;
    }
    if (word !== "up") return false;
    const dealer = table.players[table.dealer];
    table.maker = seat;
    table.trump = table.upcard[1];
    dealer.hand += table.upcard;
    table.stage = "discard";
    table.turn = table.dealer;
    return true;
  },
  discard(table, seat, word) {
    const player = table.players[seat];
    if (!holds(player.hand, word)) return false;
    player.hand = without(player.hand, word);
    table.stage = "play";
    table.turn = table.leader = next(table.dealer);
    return true;
  },
  play(table, seat, word, shuffled) {
    const player = table.players[seat];
    if (!holds(player.hand, word) || !follows(table, player.hand, word)) return false;
    player.hand = without(player.hand, word);
    table.trick += word;
    if (table.trick.length < 8) table.turn = next(seat);
    else takeTrick(table, shuffled);
    return true;
  },
};

function takeTrick(table, shuffled) {
  const cards = cardsOf(table.trick);
  const led = suit(cards[0], table.trump);
  const strengths = cards.map((card) => strength(card, led, table.trump));
  const taker = (table.leader + strengths.indexOf(Math.max(...strengths))) % 4;
  table.lastTrick = table.trick;
  table.trick = "";
  table["tricks" + (taker % 2)]++;
  table.turn = table.leader = taker;
  if (table.tricks0 + table.tricks1 === 5) endDeal(table, shuffled);
}

function endDeal(table, shuffled) {
  const makers = table.maker % 2;
  const taken = table["tricks" + makers];
  const winners = taken >= 3 ? makers : 1 - makers;
  table["score" + winners] += taken === 5 || taken < 3 ? 2 : 1;
  if (table["score" + winners] >= 10) table.score0 = table.score1 = 0;
  table.dealer = next(table.dealer);
  deal(table, shuffled());
}

const next = (seat) => (seat + 1) % 4;
const cardsOf = (text) => text.match(/../g) ?? [];
const holds = (hand, card) => typeof card === "string" && card.length === 2 && cardsOf(hand).includes(card);
const without = (hand, card) => hand.replace(card, "");
const suit = (card, trump) => (card[0] === "J" && card[1] === SAME_COLOUR[trump] ? trump : card[1]);

function follows(table, hand, card) {
  if (table.trick === "") return true;
  const led = suit(table.trick.slice(0, 2), table.trump);
  return suit(card, table.trump) === led || !cardsOf(hand).some((held) => suit(held, table.trump) === led);
}

function strength(card, led, trump) {
  if (suit(card, trump) !== trump) return card[1] === led ? RANKS.indexOf(card[0]) : -1;
  if (card[0] !== "J") return 10 + RANKS.indexOf(card[0]);
  return card[1] === trump ? 21 : 20;
}
