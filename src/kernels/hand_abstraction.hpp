// An abstraction of hands for bidding: a bucket holds suits relative to the turn-up's, and only the number of low
// cards.
//
// The two suits of the other colour are interchangeable: hands that differ only by their exchange share a bucket, and
// `swapped` says whether they were exchanged.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "trick_rules.hpp"

namespace uka {

// A suit relative to the turn-up's: 0 the same, 1 the other of its colour, 2 and 3 the two others, the lower first.
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

    // Throws std::invalid_argument for hands of too many cards. Hands may also come from a smaller pack, or from one
    // with an additional joker. A joker in hand counts as the highest card of the turn-up's suit that is neither held
    // nor turned up; a joker turned up counts as the highest card of the suit named for it.
    HandAbstraction(std::uint64_t pack, int hand_size);

    int size() const { return total; }

    // The bucket of a hand, for a turn-up and its suit.
    Bucket of(std::uint64_t hand, int upcard, int up) const;

private:
    static constexpr int RANKS = 8, HONOURS = 4, MOST = 8;
    static constexpr int UPCARDS = HONOURS + 2;  // each honour, any low card, the joker

    struct Holding {
        std::int8_t size;
        std::int16_t place;  // among the holdings of that size
    };

    int hand_size, total = 0;
    bool joker;
    std::array<Holding, 1 << RANKS> holdings{};  // by the mask of ranks
    std::array<int, MOST + 1> kinds{};           // the number of holdings of a size
    std::vector<int> first;                      // the first bucket of a shape
    int shape(int joker, int a, int b, int c) const {
        return ((joker * (hand_size + 1) + a) * (hand_size + 1) + b) * (hand_size + 1) + c;
    }
};

}  // namespace uka
