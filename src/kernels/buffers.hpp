// Access to the cells of Python buffers, without a copy, after a check of their type and shape.
#pragma once
#include <stdexcept>
#include <string>
#include <type_traits>

#include "python.hpp"

namespace uka {

using Buffer = nb::ndarray<nb::ro, nb::device::cpu, nb::c_contig>;
using Writable = nb::ndarray<nb::device::cpu, nb::c_contig>;

// Returns a pointer to the cells of a buffer with `rows` rows and `columns` columns. If `columns` is 0, the buffer must
// have one dimension. Throws std::invalid_argument, which names the buffer, if its type or shape is wrong.
template <class T>
T* cells(const auto& buffer, const char* name, std::size_t rows, std::size_t columns) {
    const bool shaped = columns ? buffer.ndim() == 2 && buffer.shape(1) == columns : buffer.ndim() == 1;
    if (buffer.dtype() != nb::dtype<T>() || !shaped || buffer.shape(0) != rows) {
        const char* kind = std::is_floating_point_v<T> ? "float" : std::is_unsigned_v<T> ? "uint" : "int";
        throw std::invalid_argument(std::string(name) + " must be of " + kind + std::to_string(8 * sizeof(T)) + ", " +
                                    std::to_string(rows) + (columns ? " by " + std::to_string(columns) : ""));
    }
    return static_cast<T*>(buffer.data());
}

}  // namespace uka
