// Functions that each add one part of the kernels to the Python module.
#pragma once
#include "python.hpp"

namespace uka {

void bind_policy(nb::module_& m);
void bind_table_packing(nb::module_& m);
void bind_solver(nb::module_& m);
void bind_bidding(nb::module_& m);
void bind_worlds(nb::module_& m);
void bind_rollouts(nb::module_& m);
void bind_deal_steps(nb::module_& m);

}  // namespace uka
