// Double-dummy values of positions, computed by the fastest search that this machine can run.
#pragma once
#include <cstdint>

#include "trick_rules.hpp"

namespace uka {

// Whether the search compiled for AVX2 and BMI runs.
bool on_v3();

// The tricks that a side takes from a position on, including the trick in progress.
int tricks(const TrickRules& rules, const Position& position, int side, TranspositionTable& table);

// That number after each lawful card of the seat in turn, at the index of the card; NOTHING at all other CARDS.
void values(const TrickRules& rules, const Position& position, int side, TranspositionTable& table, std::int8_t* row);

}  // namespace uka
