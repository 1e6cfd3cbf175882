// The double-dummy solver: alpha-beta search, with a transposition table, of how many tricks a side takes if all cards
// are seen.
//
// A Board is a position in a form that is fast to search. A hand is 64 bits in four lanes of 16 bits, one lane for each
// suit, with trumps in the highest lane. The bits of a lane are ordered by strength: of two cards that can win a trick,
// the card with the greater bit wins. Hands are ordered clockwise from the leader of the trick. The hand of a seat that
// sits out is empty. The value of a Board is the number of tricks that the leader's side takes from then on.
#pragma once
#include <cstddef>
#include <cstdint>

#if defined(__GNUC__)
#define UKA_INLINE [[gnu::always_inline]] inline  // the search is a sixth faster if one function contains a whole trick
#else
#define UKA_INLINE inline
#endif

namespace uka {

using Cards = std::uint64_t;

constexpr Cards TOP_LANE = Cards{0xFFFF} << 48;  // the trumps of a Board

struct Board {
    Cards hands[4];   // the cards that each seat still holds
    Cards played[4];  // the card that each seat has played to the trick, or 0
    Cards lawful;     // the cards that the seat `mover` may play
    int mover;        // the seat that plays next, counted from the leader
    bool trumps;      // whether the highest lane holds trumps
    bool must_head;   // whether a seat that follows suit must beat the best card if possible
};

// A transposition table. It stores bounds on the values of positions with at most 16 cards. The entries are valid for
// all Boards that agree in `trumps` and `must_head`. `kind` is a number for this pair of values.
struct TranspositionTable {
    static constexpr int BITS = 12;
    struct Entry {
        std::uint64_t key;
        std::int8_t low, high;
    };
    Entry entries[std::size_t{1} << BITS];
    int kind;
};

// The search functions, compiled for one kind of processor. The versions for all processors give the same results.
struct SearchFunctions {
    // Returns the number of tricks that the leader's side takes from now on, including the trick in progress.
    int (*tricks)(const Board&, TranspositionTable&);
    // Stores the value after each lawful card of the seat `mover`, at the index of the card's bit.
    void (*values)(const Board&, TranspositionTable&, std::int8_t (&by_bit)[64]);
};

}  // namespace uka
