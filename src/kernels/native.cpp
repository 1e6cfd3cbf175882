#include "bindings.hpp"

NB_MODULE(_native, m) {
    uka::bind_solver(m);
    uka::bind_bidding(m);
    uka::bind_worlds(m);
    uka::bind_policy(m);
    uka::bind_table_packing(m);
#ifndef __wasm__                         // what plays and explains needs no more
    nanobind::set_leak_warnings(false);  // objects that Python caches until it exits are not leaks
    uka::bind_rollouts(m);
    uka::bind_deal_steps(m);
#endif
}
