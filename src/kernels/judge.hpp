// Worlds weighed by the calls that were made in them, and choices before the first lead judged by what comes of them.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "walk.hpp"

namespace uka {

// Where the calls stand as all see it.
struct Scene {
    int state, dealer, upcard, up, trump;
};

// Of a choice, how often by weight, and by the weight's square, deals end in each way: first with nobody's trump, then by
// the makers' partnership, who plays alone, and the tricks that the makers take by best play.
constexpr int ENDS = 1 + 2 * KINDS * (MOST_TRICKS + 1);
struct Judgement {
    int action;  // by core's index
    std::vector<double> weights, squares;
};

class Judge {
public:
    // The policy is a table with a row of WORDS for each of the bids' rows.
    Judge(const Book& book, const Bids& bids, std::span<const float> policy) : book(book), bids(bids), policy(policy) {}

    // Multiply the weights of worlds by how likely the actions were, of seats in the mask `others`, that were done from
    // a scene on. `slip`: how often anything is done. `hands` four to a world, as they were at the calls.
    void weigh(const Scene& start, const std::vector<int>& actions, unsigned others, double slip,
               std::span<const std::uint64_t> hands, std::span<double> weights) const;

    // Each choice of the seat in turn. `away`: what seats showed when they went under. `weights` may be empty: each world
    // counts one.
    std::vector<Judgement> judge(const Scene& scene, const std::array<Mask, SEATS>& away, std::span<const std::uint64_t> hands, std::span<const double> weights,
                                 std::uint64_t seed) const;

private:
    Hold hold(const Scene& scene, const std::uint64_t* hands, const std::array<Mask, SEATS>& away = {},
              const std::vector<int>& kitty = {}) const;

    // What lies under the turn-up in a world, in an order drawn; nothing where nobody may take it.
    std::vector<int> kitty(const Scene& scene, const std::uint64_t* hands, const std::array<Mask, SEATS>& away, Random& random) const;

    const Book& book;
    const Bids& bids;
    std::span<const float> policy;
};

}  // namespace uka
