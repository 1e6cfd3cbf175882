// The parts of the module that Python loads.
#pragma once
#include <nanobind/nanobind.h>

namespace uka {

void bind_bids(nanobind::module_& m);
void bind_pack(nanobind::module_& m);
void bind_solver(nanobind::module_& m);
void bind_calls(nanobind::module_& m);
void bind_worlds(nanobind::module_& m);
void bind_playouts(nanobind::module_& m);

}  // namespace uka
