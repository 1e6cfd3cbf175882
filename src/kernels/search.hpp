// The exact solve of a play with every card seen.
//
// A board is a position relabelled: each hand is 64 bits, four lanes of 16, one lane a suit, the trumps in the highest,
// cards in a lane by how high they rank, so that of two cards which can take a trick the greater number does. Hands
// are in order from the leader of the trick; an empty one sits out. Values are tricks of the leader's side.
#pragma once
#include <cstddef>
#include <cstdint>

namespace uka {

using Cards = std::uint64_t;

struct Board {
    Cards hands[4];   // what is held still
    Cards played[4];  // what was played to the trick in progress; 0: nothing
    Cards lawful;     // what the rules let the mover play
    int mover;        // who plays next
    bool trumps;      // whether the highest lane is of trumps
    bool must_head;   // whether who follows suit must beat what was played, if they can
};

// What was found of positions of up to 16 cards; of use for every board of the same kind.
struct Table {
    static constexpr int BITS = 12;
    struct Entry {
        std::uint64_t key;
        std::int8_t low, high;
    };
    Entry entries[std::size_t{1} << BITS];
    int kind;
};

// One way of running the search; all find the same.
struct Search {
    // The tricks from here on, the one in progress included.
    int (*tricks)(const Board&, Table&);
    // The same after each lawful card of the mover, at the card's bit.
    void (*values)(const Board&, Table&, std::int8_t (&by_bit)[64]);
};

}  // namespace uka
