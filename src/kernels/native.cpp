#include "bindings.hpp"

NB_MODULE(_native, m) {
    uka::bind_solver(m);
    uka::bind_calls(m);
    uka::bind_worlds(m);
    uka::bind_bids(m);
    uka::bind_playouts(m);
}
