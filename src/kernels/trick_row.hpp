// The tables of trick taking in the form that Python passes.
#pragma once
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "trick_rules.hpp"

namespace uka {

using TrickRow = std::tuple<std::uint64_t, int, Rows, std::vector<Rows>, bool, bool>;  // the fields of TrickTables

}  // namespace uka
