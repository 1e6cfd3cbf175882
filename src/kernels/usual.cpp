#include "usual.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace uka {
namespace {

constexpr int JOKER = CARDS - 1, LANE = 16, TRUMPS = 3, ACE_AND_MORE = 20, SINGLETON = 8;

// How much one would keep a card: trumps above all, then aces, then what does not stand alone.
int kept(const Rules& rules, Mask hand, int trump, int c) {
    const int at = rules.bit_at(trump, c), lane = at / LANE;
    if (at < 0 || (lane == TRUMPS && trump < SUITS)) return 100 + at % LANE;
    int others = 0;
    for (Mask left = hand & ~card(c); left; left &= left - 1) others += rules.bit_at(trump, std::countr_zero(left)) / LANE == lane;
    const bool ace = c % 8 == 7;
    return c % 8 + (ace ? ACE_AND_MORE : 0) - (!others && !ace ? SINGLETON : 0);
}

int trump_or_up(const Hold& h) { return h.trump >= 0 ? h.trump : h.up < SUITS ? h.up : SUITS; }

}  // namespace

Hold dealt(const Facts& facts, Random& random) {
    const Automaton& calls = facts.calls;
    std::int8_t order[CARDS];
    int size = 0;
    for (Mask left = facts.pack; left; left &= left - 1) order[size++] = static_cast<std::int8_t>(std::countr_zero(left));
    for (int i = 0; i + 1 < size; i++) std::swap(order[i], order[i + random.below(static_cast<std::uint32_t>(size - i))]);
    Hold h{};
    int at = 0;
    for (Mask& hand : h.hands)
        for (int k = 0; k < facts.hand_size; k++) hand |= card(order[at++]);
    h.upcard = order[at++];
    if (h.upcard == JOKER && calls.next_up) h.upcard = order[at++];
    while (at < size) h.kitty[h.kitty_size++] = order[at++];
    h.up = h.upcard == JOKER ? SUITS : static_cast<std::int8_t>(h.upcard / 8);
    h.trump = h.gift = NOTHING;
    h.state = h.upcard == JOKER ? calls.benny : calls.start;
    return h;
}

Move usual(const Book& book, const Hold& h, Random& random) {
    const Automaton& calls = book.facts().calls;
    const Rules& rules = book.rules;
    Move found[MOST_MOVES];
    const int size = moves(calls, h, found);
    const State& state = state_of(calls, h);
    const Mask hand = h.hands[seat_of(h, state.turn)];
    const int trump = trump_or_up(h);
    const auto by = [&](auto worth) { return *std::max_element(found, found + size, [&](Move a, Move b) { return worth(a) < worth(b); }); };
    switch (state.stage) {
        case NAMING:
            if (!state.sees) return found[random.below(static_cast<std::uint32_t>(size))];
            return by([&](Move m) { return std::popcount(hand >> 8 * calls.edges[m.edge].names & 0xFF); });
        case CLAIMING: return found[size - 1];
        case SHOWING:
        case DISCARDING: return by([&](Move m) { return -kept(rules, hand, trump, m.card); });
        case GIVING: return by([&](Move m) { return kept(rules, hand, trump, m.card); });
        default: return found[0];
    }
}

}  // namespace uka
