// Hands as a bidder tells them apart: suits by what they are to the turn-up's, low cards by their number alone.
//
// The two suits of the other colour may change places, so hands that differ by that are of one class, and an action
// that names one of those suits is told apart by whether the hand was `swapped`.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "rules.hpp"

namespace uka {

// Of a suit, by what it is to the turn-up's: itself, the other of its colour, the lower and the higher of the two others.
constexpr int relative(int suit, int up) {
    if (suit == up) return 0;
    if (suit == SUITS - 1 - up) return 1;
    return suit < (up == 0 || up == SUITS - 1 ? 2 : SUITS - 1) ? 2 : 3;
}

class Classes {
public:
    struct Class {
        int number;
        bool swapped;
    };

    // Of hands of so many cards from a pack; std::invalid_argument if there are too many cards in a hand. Hands may come
    // from a smaller pack, or from one with a joker more: it counts as the highest card of the turn-up's suit that is
    // neither held nor turned up, and a joker turned up as the highest of the suit named for it.
    Classes(std::uint64_t pack, int hand_size);

    int size() const { return total; }

    // The class of a hand of that size, given the card turned up and the suit that it offers.
    Class of(std::uint64_t hand, int upcard, int up) const;

private:
    static constexpr int RANKS = 8, HONOURS = 4, MOST = 8;
    static constexpr int UPCARDS = HONOURS + 2;  // each honour, any low card, the joker

    struct Holding {
        std::int8_t size;
        std::int16_t place;  // among the holdings of that size
    };

    int hand_size, total = 0;
    bool joker;
    std::array<Holding, 1 << RANKS> holdings{};   // by the mask of ranks
    std::array<int, MOST + 1> kinds{};            // how many holdings there are of a size
    std::vector<int> first;                       // the first class of a shape
    int shape(int joker, int a, int b, int c) const { return ((joker * (hand_size + 1) + a) * (hand_size + 1) + b) * (hand_size + 1) + c; }
};

}  // namespace uka
