// The exact worth of positions, by the best search that this machine can run.
#pragma once
#include <cstdint>

#include "rules.hpp"

namespace uka {

// Whether the search runs that was compiled for AVX2 and BMI.
bool on_v3();

// The tricks that a side takes from a position on, the one in progress included.
int tricks(const Rules& rules, const Position& position, int side, Table& table);

// The same after each lawful card of the seat in turn, at the card's index; NOTHING for the others. A row is of CARDS.
void values(const Rules& rules, const Position& position, int side, Table& table, std::int8_t* row);

}  // namespace uka
