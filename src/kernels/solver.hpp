// How many tricks a side takes from a position on if all cards are seen, by the fastest search that this machine runs.
#pragma once
#include <cstdint>

#include "trick_rules.hpp"

namespace uka {

// Returns true if this machine runs the search that is compiled for AVX2 and BMI.
bool on_v3();

// Returns the number of tricks that `side` takes from a position on, including the trick in progress.
int tricks(const TrickRules& rules, const Position& position, int side, TranspositionTable& table);

// Writes to `row`, at the index of each lawful card of the seat whose turn it is, the number of tricks that `side`
// takes from that card on. All other cells are set to NOTHING.
void values(const TrickRules& rules, const Position& position, int side, TranspositionTable& table, std::int8_t* row);

// The number of tricks that a side takes if all cards are seen, and bounds for any play, which need not be tight.
struct TricksWithBounds {
    int tricks, least, most;
};

// Returns what `tricks` returns, with bounds that follow from the trumps in the hands.
TricksWithBounds tricks_with_bounds(const TrickRules& rules, const Position& position, int side,
                                    TranspositionTable& table);

}  // namespace uka
