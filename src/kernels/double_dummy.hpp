// The double-dummy solver: alpha-beta search with a transposition table.
//
// A board is a position with relabelled cards. A hand is 64 bits in four lanes of 16, one lane for each suit, trumps in
// the highest. Within a lane cards are ordered by rank, so the greater of two bits that can take a trick takes it.
// Hands are ordered from the leader of the trick; a seat that sits out has an empty hand. Values are tricks of the
// leader's side.
#pragma once
#include <cstddef>
#include <cstdint>

namespace uka {

using Cards = std::uint64_t;

struct Board {
    Cards hands[4];   // the cards still held
    Cards played[4];  // the cards of the trick in progress; 0: none
    Cards lawful;     // the cards that the mover may play
    int mover;        // the place that plays next
    bool trumps;      // whether the highest lane holds trumps
    bool must_head;   // whether a seat that follows suit must beat the best card if it can
};

// A transposition table of bounds for positions of up to 16 cards; entries are valid for all boards of one `kind`.
struct TranspositionTable {
    static constexpr int BITS = 12;
    struct Entry {
        std::uint64_t key;
        std::int8_t low, high;
    };
    Entry entries[std::size_t{1} << BITS];
    int kind;
};

// The search as compiled for one kind of processor; all give the same results.
struct SearchFunctions {
    // The value of a board: the tricks from now on, including the one in progress.
    int (*tricks)(const Board&, TranspositionTable&);
    // The value after each lawful card of the mover, stored at the card's bit.
    void (*values)(const Board&, TranspositionTable&, std::int8_t (&by_bit)[64]);
};

}  // namespace uka
