// EPIMC with fallible others (bench/epimc.py): what each card is worth if the
// bot postpones its own next choice.
//
// After each card of the bot, each world (layout of the hidden cards) is played
// on until the bot's next choice between several cards. In between, the other
// seats play by the model of cardplay: the probability of a card is that of the
// model, times the exponential of `sharpness` times the double-dummy tricks of
// the seat's side after the card. Worlds in which the same cards were played in
// between look the same to the bot, so it plays the same card in all of them:
// the one with the best mean double-dummy value.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "double_dummy.hpp"
#include "trick_rules.hpp"

namespace uka {

extern const SearchFunctions V3;

namespace {

using Mask = std::uint64_t;
constexpr int FEATURES = 36, MOST_TRICKS = 8;

constexpr Mask bit(int card) { return Mask{1} << card; }

// A number from 0 to 1 that `seed`, `world` and `step` determine (SplitMix64).
double uniform(std::uint64_t seed, std::uint64_t world, std::uint64_t step) {
  std::uint64_t z = seed + 0x9E3779B97F4A7C15u * (64 * world + step + 1);
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return static_cast<double>((z ^ z >> 31) >> 11) * 0x1p-53;
}

struct Tables {
  TrickRules rules;
  TrickTables tricks;
  std::array<double, FEATURES> weights;
  double any; // the probability that a seat plays a random lawful card
};

// What is the same in all worlds. The fields up to `plays` are as in Position
// and PlayHistory.
struct Common {
  std::int32_t leader, trump, sitting, maker, me, played, plays[SEATS - 1];
  std::int32_t led; // the suits that were led in finished tricks, as a bit mask
  Mask gone; // the cards that everybody saw and nobody can play, without the
             // trick in progress
  double sharpness;
  std::uint64_t seed;
};

// The cards and the trick in progress in one world.
struct State {
  std::array<Mask, SEATS> hands;
  std::array<int, SEATS> plays;
  int played, leader,
      tricks; // `tricks`: those that the bot's side took since its choice
  Mask gone;
  unsigned led;
};

class Play {
public:
  Play(const Tables &tables, const Common &common, TranspositionTable &table)
      : tables(tables), common(common), table(table),
        suit(tables.tricks.suits[common.trump]), trump(common.trump) {
    for (int c = 0; c < CARDS; c++)
      if (tables.tricks.pack >> c & 1)
        follow[suit[c]] |= bit(c);
    trumps = trump < SUITS ? follow[trump] : 0;
    for (int c = 0; c < CARDS; c++) {
      if (!(tables.tricks.pack >> c & 1) || suit[c] == SUITS)
        continue;
      const auto &strength = strengths(suit[c]);
      for (Mask left = follow[suit[c]]; left; left &= left - 1)
        if (const int other = std::countr_zero(left);
            strength[other] > strength[c])
          stronger[c] |= bit(other);
    }
    active = SEATS - std::popcount(static_cast<unsigned>(common.sitting));
  }

  State begin(const Mask *hands) const {
    State s{};
    std::copy_n(hands, SEATS, s.hands.begin());
    std::copy_n(common.plays, common.played, s.plays.begin());
    s.played = common.played;
    s.leader = common.leader;
    s.gone = common.gone;
    s.led = static_cast<unsigned>(common.led);
    for (int i = 0; i < s.played; i++)
      s.gone |= bit(s.plays[i]);
    return s;
  }

  int turn(const State &s) const {
    int seat = s.leader;
    for (int i = 0; i < s.played; i++)
      seat = next(seat);
    return seat;
  }

  Mask lawful(const State &s, int seat) const {
    const Mask hand = s.hands[seat];
    if (!s.played)
      return hand;
    const int led = suit[s.plays[0]];
    const Mask following = hand & follow[led];
    if (!following)
      return hand;
    if (tables.tricks.must_head)
      if (const Mask heading = following & beating(s))
        return heading;
    return following;
  }

  void play(State &s, int seat, int card) const {
    s.hands[seat] &= ~bit(card);
    s.plays[s.played++] = card;
    s.gone |= bit(card);
    if (s.played < active)
      return;
    const int winner = winning(s).first;
    s.led |= 1u << suit[s.plays[0]];
    s.tricks += (winner & 1) == (common.me & 1);
    s.leader = winner;
    s.played = 0;
  }

  // Writes to `row`, for each lawful card of the seat whose turn it is, the
  // further tricks of `side`.
  void solve(const State &s, int side, std::array<int, CARDS> &row) const {
    const Position p{s.hands,  s.plays, s.played,
                     s.leader, trump,   common.sitting};
    const Board b = tables.rules.board(p);
    std::int8_t by_bit[64];
    V3.values(b, table, by_bit);
    const int to_come = std::popcount(s.hands[s.leader]) + (s.played > 0);
    row.fill(NOTHING);
    for (Cards left = b.lawful; left; left &= left - 1) {
      const int at = std::countr_zero(left);
      row[tables.rules.card_at(trump, at)] =
          (s.leader ^ side) & 1 ? to_come - by_bit[at] : by_bit[at];
    }
  }

  // Writes the probabilities by which a seat plays each of `cards` by the
  // model, without sharpening.
  void chances(const State &s, int seat, Mask cards,
               std::array<double, CARDS> &into) const {
    const Trick trick = about(s, seat);
    double sum = 0;
    for (Mask left = cards; left; left &= left - 1) {
      const int c = std::countr_zero(left);
      sum += into[c] = std::exp(score(s, trick, seat, c));
    }
    const double any = tables.any / std::popcount(cards);
    for (Mask left = cards; left; left &= left - 1) {
      const int c = std::countr_zero(left);
      into[c] = any + (1 - tables.any) * into[c] / sum;
    }
  }

  // Returns the card that a seat other than the bot plays; `random` is from 0
  // to 1.
  int fallible(const State &s, int seat, Mask cards, double random) const {
    std::array<double, CARDS> chance;
    std::array<int, CARDS> row;
    chances(s, seat, cards, chance);
    solve(s, seat & 1, row);
    int most = 0;
    for (Mask left = cards; left; left &= left - 1)
      most = std::max(most, row[std::countr_zero(left)]);
    double sum = 0;
    for (Mask left = cards; left; left &= left - 1) {
      const int c = std::countr_zero(left);
      sum += chance[c] *= std::exp(common.sharpness * (row[c] - most));
    }
    double at = random * sum;
    for (;; cards &= cards - 1) {
      const int c = std::countr_zero(cards);
      at -= chance[c];
      if (at < 0 || !(cards & (cards - 1)))
        return c;
    }
  }

private:
  // The trick in progress, as a seat sees it that is to play.
  struct Trick {
    bool leading, last, ours;
    Mask heading, following;
  };

  int next(int seat) const {
    do
      seat = (seat + 1) % SEATS;
    while (common.sitting >> seat & 1);
    return seat;
  }

  const std::vector<int> &strengths(int led) const {
    return tables.tricks.strengths[trump][led];
  }

  // Returns the seat that wins the trick in progress, and the strength of its
  // card.
  std::pair<int, int> winning(const State &s) const {
    const auto &strength = strengths(suit[s.plays[0]]);
    int best = NOTHING, winner = s.leader, seat = s.leader;
    for (int i = 0; i < s.played; i++, seat = next(seat))
      if (strength[s.plays[i]] > best)
        best = strength[s.plays[i]], winner = seat;
    return {winner, best};
  }

  Mask beating(const State &s) const {
    const auto &strength = strengths(suit[s.plays[0]]);
    const int best = winning(s).second;
    Mask found = 0;
    for (int c = 0; c < CARDS; c++)
      if (tables.tricks.pack >> c & 1 && strength[c] > best)
        found |= bit(c);
    return found;
  }

  Trick about(const State &s, int seat) const {
    if (!s.played)
      return {true, false, false, 0, 0};
    return {false, next(seat) == s.leader, winning(s).first == (seat ^ 2),
            beating(s), follow[suit[s.plays[0]]]};
  }

  // Returns the weighted sum of the features of a card, as CardplayLikelihood
  // (cardplay_model.cpp) computes it.
  double score(const State &s, const Trick &trick, int seat, int card) const {
    if (suit[card] == SUITS)
      return 0;
    const auto &w = tables.weights;
    const Mask whole = follow[suit[card]], hand = s.hands[seat],
               others = whole & ~bit(card);
    const int above = std::popcount(stronger[card] & ~s.gone & ~hand);
    const bool shortest = (hand & whole) == bit(card),
               with_trumps = shortest && (hand & trumps);
    const Mask lower = others & ~stronger[card], out = others & ~s.gone;
    const auto share = [](Mask of, Mask all) {
      return all ? static_cast<double>(std::popcount(of & all)) /
                       std::popcount(all)
                 : 1;
    };
    const double height = share(lower, out), rank = share(lower, others);
    const bool trumped = bit(card) & trumps,
               led_before = s.led >> suit[card] & 1;
    if (trick.leading && trumped) {
      const int role = seat == common.maker         ? 0
                       : seat == (common.maker ^ 2) ? 1
                                                    : 2;
      return w[role] + w[3 + (role == 2)] * height + w[5] * (above == 0) +
             w[27] * shortest + w[33] * (above == 1);
    }
    if (trick.leading)
      return w[6] * (above == 0) + w[7] * height + w[8] * led_before +
             w[9] * shortest + w[10] * with_trumps + w[28] * rank +
             w[34] * (above == 1);
    const bool wins = trick.heading >> card & 1,
               follows = trick.following >> card & 1, ours = trick.ours;
    if (follows && wins)
      return w[11 + ours] + w[trick.last ? 13 : 14] * height +
             w[15] * (above == 0 && !trick.last) +
             w[16] * (above == 0 && ours) + w[29] * (trick.last && !ours);
    if (follows)
      return w[17 + trumped] * height;
    if (trumped)
      return w[19 + ours] * wins + w[21] * !wins + w[22] * height +
             w[30] * (wins && trick.last && !ours);
    return w[23] * height + w[24] * (above == 0) + w[25] * shortest +
           w[26] * with_trumps + w[31] * rank + w[32] * led_before +
           w[35] * (above == 1);
  }

  const Tables &tables;
  const Common &common;
  TranspositionTable &table;
  const std::vector<int> &suit;
  int trump, active;
  Mask trumps = 0;
  std::array<Mask, SUITS + 1> follow{};
  std::array<Mask, CARDS> stronger{};
};

// One world after one card of the bot, played on until the bot's next choice.
struct Line {
  unsigned __int128 seen; // the cards that were played since the bot's choice
  std::array<int, CARDS> after; // the tricks of the bot's side since its
                                // choice, after each card of its next choice
};

Line play_on(const Play &play, const Common &common, State s, int card,
             std::uint64_t world) {
  Line line{};
  line.after.fill(NOTHING);
  int seat = common.me, step = 0;
  play.play(s, seat, card);
  for (;;) {
    seat = play.turn(s);
    const Mask cards = play.lawful(s, seat);
    if (!cards) { // the deal is over; the key of a card that nobody holds
                  // stands for no choice
      line.after[0] = s.tricks;
      return line;
    }
    if (seat == common.me && !std::has_single_bit(cards))
      break;
    card =
        std::has_single_bit(cards)
            ? std::countr_zero(cards)
            : play.fallible(s, seat, cards, uniform(common.seed, world, step));
    line.seen = line.seen << 6 | static_cast<unsigned>(card + 1);
    play.play(s, seat, card);
    step++;
  }
  play.solve(s, common.me & 1, line.after);
  for (int &tricks : line.after)
    if (tricks != NOTHING)
      tricks += s.tricks;
  return line;
}

// Adds to `counts` how many worlds end in each number of tricks, if the bot
// plays one card in each group of lines.
void count_groups(std::vector<Line> &lines, const double *worth,
                  std::int32_t *counts) {
  std::ranges::sort(lines, {}, &Line::seen);
  for (auto first = lines.begin(); first != lines.end();) {
    const auto end = std::find_if(first, lines.end(), [&](const Line &l) {
      return l.seen != first->seen;
    });
    int best = NOTHING;
    double most = 0;
    for (int c = 0; c < CARDS; c++) {
      if (first->after[c] == NOTHING)
        continue;
      double sum = 0;
      for (auto line = first; line != end; line++)
        sum += worth[line->after[c]];
      if (best == NOTHING || sum > most)
        best = c, most = sum;
    }
    for (; first != end; first++)
      counts[first->after[best]]++;
  }
}

TranspositionTable &scratch() {
  thread_local const auto table = std::make_unique<TranspositionTable>();
  return *table;
}

} // namespace
} // namespace uka

extern "C" {

// Returns new tables, or null if they are malformed. `suits` is 5 by 33,
// `strengths` 5 by 4 by 33.
void *epimc_tables(std::uint64_t pack, int hand_size, int must_head,
                   int first_lead_trump, const std::int32_t *suits,
                   const std::int32_t *strengths, const double *weights,
                   double any) {
  using namespace uka;
  TrickTables t{pack, hand_size, {}, {}, must_head != 0, first_lead_trump != 0};
  for (int trump = 0; trump < STRAINS; trump++, suits += CARDS) {
    t.suits.emplace_back(suits, suits + CARDS);
    auto &rows = t.strengths.emplace_back();
    for (int led = 0; led < SUITS; led++, strengths += CARDS)
      rows.emplace_back(strengths, strengths + CARDS);
  }
  try {
    auto made = std::make_unique<Tables>(Tables{TrickRules(t), t, {}, any});
    std::copy_n(weights, FEATURES, made->weights.begin());
    return made.release();
  } catch (const std::invalid_argument &) {
    return nullptr;
  }
}

// For each card of the bot, writes to `counts`, 33 by 9, in how many of `size`
// worlds the bot's side takes each number of further tricks. `hands` is `size`
// by 4. `worth` is the value of each number of tricks. Returns 0, or 1 if a
// position is impossible.
int epimc_count(const void *tables, const uka::Common *common,
                const std::uint64_t *hands, std::size_t size,
                const double *worth, std::int32_t *counts) {
  using namespace uka;
  try {
    const Play play(*static_cast<const Tables *>(tables), *common, scratch());
    std::array<int, CARDS> root;
    play.solve(play.begin(hands), common->me & 1, root);
    std::vector<Line> lines(size);
    for (int card = 0; card < CARDS; card++) {
      if (root[card] == NOTHING)
        continue;
      for (std::size_t i = 0; i < size; i++)
        lines[i] =
            play_on(play, *common, play.begin(hands + SEATS * i), card, i);
      count_groups(lines, worth, counts + (MOST_TRICKS + 1) * card);
    }
    return 0;
  } catch (const std::invalid_argument &) {
    return 1;
  }
}

// Writes to `into`, of length 33, the model's probability of each card of the
// seat whose turn it is, in one world.
void epimc_chances(const void *tables, const uka::Common *common,
                   const std::uint64_t *hands, double *into) {
  using namespace uka;
  const Play play(*static_cast<const Tables *>(tables), *common, scratch());
  const State s = play.begin(hands);
  const int seat = play.turn(s);
  std::array<double, CARDS> chance{};
  play.chances(s, seat, play.lawful(s, seat), chance);
  std::ranges::copy(chance, into);
}
}
