// Packs the table of a bidding policy into two bytes for each row: its words, which are the most frequent bid and the
// second most frequent bid, and the share of the second bid in thirtieths.
//
// What is alike comes together, so that LZMA makes it a quarter smaller. The words come first, those of each class of
// upcards together. Then come the shares, those of all rows with the same words together.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

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

// Calls `visit` with the number of each row, and with the place of its words in a packed table.
template <typename Visit>
void by_upcard(std::size_t rows, Visit visit) {
    std::size_t place = 0;
    for (std::size_t upcard = 0; upcard < HandAbstraction::UPCARDS; upcard++)
        for (std::size_t row = upcard; row < rows; row += HandAbstraction::UPCARDS) visit(row, place++);
}

// Returns the place of the first share of the rows with each value of words, among all shares.
std::array<std::size_t, 257> first_shares(const std::vector<std::uint8_t>& words) {
    std::array<std::size_t, 257> first{};
    for (const std::uint8_t each : words) first[each + 1]++;
    std::partial_sum(first.begin(), first.end(), first.begin());
    return first;
}

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
    std::vector<std::uint8_t> words(rows), shares(rows);
    for (std::size_t i = 0; i < rows; i++) {
        const Packed row = packed(from + i * BIDS_PER_ROW);
        words[i] = row.words, shares[i] = row.share;
    }
    by_upcard(rows, [&](std::size_t row, std::size_t place) { bytes[place] = words[row]; });
    auto next = first_shares(words);
    for (std::size_t i = 0; i < rows; i++) bytes[rows + next[words[i]]++] = shares[i];
}

void unpack(const Buffer& from, const Writable& table) {
    const std::size_t rows = from.ndim() ? from.shape(0) / 2 : 0;
    const auto* bytes = cells<const std::uint8_t>(from, "what is packed", 2 * rows, 0);
    auto* into = cells<float>(table, "a table", rows * BIDS_PER_ROW, 0);
    const nb::gil_scoped_release released;
    std::vector<std::uint8_t> words(rows);
    by_upcard(rows, [&](std::size_t row, std::size_t place) { words[row] = bytes[place]; });
    auto next = first_shares(words);
    for (std::size_t i = 0; i < rows; i++)
        unpacked({words[i], bytes[rows + next[words[i]]++]}, into + i * BIDS_PER_ROW);
}

}  // namespace

void bind_table_packing(nb::module_& m) {
    using namespace nb::literals;
    m.def("pack_table", &pack, "table"_a.noconvert(), "into"_a.noconvert());
    m.def("unpack_table", &unpack, "packed"_a.noconvert(), "into"_a.noconvert());
}

}  // namespace uka
