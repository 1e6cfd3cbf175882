// An abstraction of hands for bidding. Hands share a bucket if they are equal in suits relative to the turn-up's, with
// low cards only counted.
//
// The two suits of the other colour are interchangeable: hands that differ only by an exchange of these suits share a
// bucket. `swapped` is true if the suits were exchanged.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "trick_rules.hpp"

namespace uka {

// Returns a suit relative to the turn-up's: 0 for the same suit, 1 for the other suit of its colour, 2 and 3 for the
// two others in index order.
constexpr int relative(int suit, int up) {
    if (suit == up) return 0;
    if (suit == SUITS - 1 - up) return 1;
    return suit < (up == 0 || up == SUITS - 1 ? 2 : SUITS - 1) ? 2 : 3;
}

class HandAbstraction {
public:
    struct Bucket {
        int number;
        bool swapped;
    };

    // Throws std::invalid_argument if `hand_size` is too large. Hands may also come from a smaller pack, or from one
    // with a joker added. A joker in hand counts as the highest card of the turn-up's suit that is neither held nor
    // turned up. A joker turned up counts as the highest card of the suit named for it.
    HandAbstraction(std::uint64_t pack, int hand_size);

    int size() const { return total; }

    // Returns the bucket of a hand, given the turn-up and its suit.
    Bucket of(std::uint64_t hand, int upcard, int up) const;

private:
    static constexpr int RANKS = 8, HONOURS = 4, MOST = 8;
    static constexpr int UPCARDS = HONOURS + 2;  // the classes of turn-ups: each honour, any low card, the joker

    struct Holding {
        std::int8_t size;
        std::int16_t place;  // the index among the holdings with the same number of cards
    };

    int hand_size, total = 0;
    bool joker;
    std::array<Holding, 1 << RANKS> holdings{};  // the holdings of one suit, by the mask of ranks
    std::array<int, MOST + 1> kinds{};           // the number of holdings of each size
    std::vector<int> first;                      // the first bucket of each shape (numbers of cards by suit)
    int shape(int joker, int a, int b, int c) const {
        return ((joker * (hand_size + 1) + a) * (hand_size + 1) + b) * (hand_size + 1) + c;
    }
};

}  // namespace uka
