// The tables of trick taking in the form that Python passes.
#pragma once
#include <tuple>
#include <vector>

#include "trick_rules.hpp"

namespace uka {

using TrickRow = std::tuple<std::uint64_t, int, Rows, std::vector<Rows>, bool, bool>;  // the fields of TrickTables

}  // namespace uka
