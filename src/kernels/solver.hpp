// Double-dummy values of positions, computed by the fastest search that this machine can run.
#pragma once
#include <cstdint>

#include "trick_rules.hpp"

namespace uka {

// Returns true if this machine runs the search that is compiled for AVX2 and BMI.
bool on_v3();

// Returns the number of tricks that `side` takes from a position on, including the trick in progress.
int tricks(const TrickRules& rules, const Position& position, int side, TranspositionTable& table);

// Stores, for each lawful card of the seat whose turn it is, the number of tricks that `side` takes from that card on.
// The index in `row` is the index of the card. All other cells are set to NOTHING.
void values(const TrickRules& rules, const Position& position, int side, TranspositionTable& table, std::int8_t* row);

}  // namespace uka
