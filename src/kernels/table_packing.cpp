// Packs the table of a bidding policy into two bytes for each row: the most frequent bid, the second most frequent bid,
// and the share of the second bid in thirtieths.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "bidding_info_sets.hpp"
#include "bindings.hpp"
#include "buffers.hpp"

namespace uka {
namespace {

constexpr int NOBODY = 15;      // replaces a bid if the training never reached the row
constexpr float PARTS = 30.0f;  // shares are in thirtieths; the share of the second bid is at most a half

struct Packed {
    std::uint8_t words, share;
};

Packed packed(const float* row) {
    int best = 0, second = 1;
    for (int word = 1; word < BIDS_PER_ROW; word++)
        if (row[word] > row[best])
            second = best, best = word;
        else if (word != second && row[word] > row[second])
            second = word;
    if (!(row[best] > 0) || !std::isfinite(row[best])) return {NOBODY | NOBODY << 4, 0};
    const float other = std::max(row[second], 0.0f);
    const auto share = static_cast<int>(std::lround(PARTS * (other / (row[best] + other))));
    if (share == 0) second = best;
    return {static_cast<std::uint8_t>(best | second << 4), static_cast<std::uint8_t>(share)};
}

void unpacked(Packed packed, float* row) {
    std::fill_n(row, BIDS_PER_ROW, 0.0f);
    const int best = packed.words & 15, second = packed.words >> 4;
    if (packed.words == (NOBODY | NOBODY << 4) && packed.share == 0) return;
    if (best >= BIDS_PER_ROW || second >= BIDS_PER_ROW || packed.share > PARTS / 2 ||
        (best == second) != (packed.share == 0))
        throw std::invalid_argument("these bytes are no packed table");
    row[best] += 1 - packed.share / PARTS;
    row[second] += packed.share / PARTS;
}

void pack(const Buffer& table, const Writable& into) {
    const std::size_t rows = into.ndim() ? into.shape(0) / 2 : 0;
    auto* bytes = cells<std::uint8_t>(into, "what is packed into", 2 * rows, 0);
    const auto* from = cells<const float>(table, "a table", rows * BIDS_PER_ROW, 0);
    const nb::gil_scoped_release released;
    for (std::size_t i = 0; i < rows; i++) {
        const auto [words, share] = packed(from + i * BIDS_PER_ROW);
        bytes[i] = words, bytes[rows + i] = share;
    }
}

void unpack(const Buffer& from, const Writable& table) {
    const std::size_t rows = from.ndim() ? from.shape(0) / 2 : 0;
    const auto* bytes = cells<const std::uint8_t>(from, "what is packed", 2 * rows, 0);
    auto* into = cells<float>(table, "a table", rows * BIDS_PER_ROW, 0);
    const nb::gil_scoped_release released;
    for (std::size_t i = 0; i < rows; i++) unpacked({bytes[i], bytes[rows + i]}, into + i * BIDS_PER_ROW);
}

}  // namespace

void bind_table_packing(nb::module_& m) {
    using namespace nb::literals;
    m.def("pack_table", &pack, "table"_a.noconvert(), "into"_a.noconvert());
    m.def("unpack_table", &unpack, "packed"_a.noconvert(), "into"_a.noconvert());
}

}  // namespace uka
