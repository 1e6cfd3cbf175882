// Functions that each add one part of the kernels to the Python module.
#pragma once
#include <nanobind/nanobind.h>

namespace uka {

void bind_policy(nanobind::module_& m);
void bind_table_packing(nanobind::module_& m);
void bind_solver(nanobind::module_& m);
void bind_bidding(nanobind::module_& m);
void bind_worlds(nanobind::module_& m);
void bind_rollouts(nanobind::module_& m);
void bind_deal_steps(nanobind::module_& m);

}  // namespace uka
