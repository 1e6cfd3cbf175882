// An abstraction of hands for the bidding: it assigns each hand to a bucket, which holds hands that are treated as one.
//
// Suits are taken relative to the suit of the upcard. Hands share a bucket if they differ only in which low cards of a
// suit they hold, or only by an exchange of the two suits that do not have the colour of the upcard. `swapped` is true
// if these suits were exchanged to find the bucket.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "trick_rules.hpp"

namespace uka {

// Returns the number of a suit relative to the suit of the upcard: 0 for the same suit, 1 for the other suit of its
// colour. The two other suits are 2 and 3, in index order.
constexpr int relative(int suit, int up) {
    if (suit == up) return 0;
    if (suit == SUITS - 1 - up) return 1;
    return suit < (up == 0 || up == SUITS - 1 ? 2 : SUITS - 1) ? 2 : 3;
}

class HandAbstraction {
public:
    static constexpr int HONOURS = 4;
    static constexpr int UPCARDS = HONOURS + 2;  // the classes of upcards: each honour, any low card, and the joker

    struct Bucket {
        int number;
        bool swapped;
    };

    // `pack` is the mask of the pack for which the buckets are made. Hands may also come from a smaller pack. A deal
    // may have a joker even if `pack` has none. Then a joker in the hand counts as the highest card of the upcard's
    // suit that is neither in the hand nor turned up. A joker that is turned up counts as the highest card, outside the
    // hand, of the suit named for it. Throws std::invalid_argument if `hand_size` is too large.
    HandAbstraction(std::uint64_t pack, int hand_size);

    int size() const { return total; }

    // Returns the bucket of a hand, given the upcard and the suit of the upcard.
    Bucket of(std::uint64_t hand, int upcard, int up) const;

private:
    static constexpr int RANKS = 8, MOST = 8;

    struct Holding {
        std::int8_t size;
        std::int16_t place;  // the index of the holding among the holdings with the same number of cards
    };

    int hand_size, total = 0;
    bool joker;
    std::array<Holding, 1 << RANKS> holdings{};  // the holdings in one suit, by the mask of ranks
    std::array<int, MOST + 1> kinds{};           // the number of holdings with each number of cards
    std::vector<int> first;                      // the first bucket of each shape (the numbers of cards by suit)
    int shape(int joker, int a, int b, int c) const {
        return ((joker * (hand_size + 1) + a) * (hand_size + 1) + b) * (hand_size + 1) + c;
    }
};

}  // namespace uka
