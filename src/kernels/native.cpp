#include "bindings.hpp"

NB_MODULE(_native, m) {
    nanobind::set_leak_warnings(false);  // what Python keeps in caches to its end is no leak
    uka::bind_solver(m);
    uka::bind_calls(m);
    uka::bind_worlds(m);
    uka::bind_bids(m);
    uka::bind_pack(m);
    uka::bind_playouts(m);
}
