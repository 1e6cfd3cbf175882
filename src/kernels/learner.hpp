// Calls learned by playing against oneself: external-sampling counterfactual regret over classes of hands.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "walk.hpp"

namespace uka {

// What the makers get for so many tricks, by whether they are the dealer's side, 0, or the other, and by who plays alone;
// the other side's gain is below zero.
using Pay = std::array<std::array<double, MOST_TRICKS + 1>, 2 * KINDS>;

class Learner {
public:
    Learner(const Book& book, const Pay& pay) : book(book), bids(book), pay(pay) {}

    // The floats of a table.
    std::size_t cells() const { return bids.rows() * WORDS; }

    // Walk so many deals once for each seat. `regrets` and `sums` have a row of WORDS for each of the bids' rows: what is
    // regretted of a word, and how often it was said on the way. Where there is a `fixed` table of sums, each seat learns
    // against three that call by it.
    void learn(std::span<float> regrets, std::span<float> sums, std::span<const float> fixed, std::uint64_t seed, long deals) const;

    // What the dealer's side gets a deal on average, and the mean of its square, when the seats from the dealer on call by
    // the sums of their tables.
    std::array<double, 2> match(const std::array<std::span<const float>, SEATS>& tables, std::uint64_t seed, long deals) const;

private:
    struct Traversal;
    double paid(const End& end) const;

    const Book& book;
    Bids bids;
    Pay pay;
};

}  // namespace uka
