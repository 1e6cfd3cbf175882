// What the bindings need of Python: nanobind, or in WebAssembly the part of its interface that webassembly.hpp has.
#pragma once
#ifdef __wasm__
#include "webassembly.hpp"
#else
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace uka {
namespace nb = nanobind;
}
#endif
