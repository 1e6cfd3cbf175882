// The double-dummy solver: alpha-beta search with a transposition table.
//
// A board is a position in a form that is fast to search. A hand is 64 bits in four lanes of 16, one lane for each
// suit, with trumps in the highest lane. Bits of a lane are ordered by strength, so of two cards that can win a trick
// the greater bit wins it. Hands are ordered clockwise from the leader of the trick; a seat that sits out has an empty
// hand. The value of a board is a number of tricks of the leader's side.
#pragma once
#include <cstddef>
#include <cstdint>

namespace uka {

using Cards = std::uint64_t;

struct Board {
    Cards hands[4];   // the cards still held
    Cards played[4];  // the card that each seat has played to the trick; 0 if none
    Cards lawful;     // the cards that the mover may play
    int mover;        // the seat that plays next, counted from the leader
    bool trumps;      // whether the highest lane holds trumps
    bool must_head;   // whether a seat that follows suit must beat the best card if it can
};

// A transposition table: bounds on the values of positions with at most 16 cards. Its entries are valid for all boards
// of one `kind`.
struct TranspositionTable {
    static constexpr int BITS = 12;
    struct Entry {
        std::uint64_t key;
        std::int8_t low, high;
    };
    Entry entries[std::size_t{1} << BITS];
    int kind;
};

// The search functions, compiled for one kind of processor. All versions give the same results.
struct SearchFunctions {
    // Returns the value of a board: the leader's side's tricks from now on, including the one in progress.
    int (*tricks)(const Board&, TranspositionTable&);
    // Stores the value after each lawful card of the mover, at the index of the card's bit.
    void (*values)(const Board&, TranspositionTable&, std::int8_t (&by_bit)[64]);
};

}  // namespace uka
