// The Python bindings of deals that are stepped side by side, which read actions from a buffer and write observations
// to buffers.

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "bindings.hpp"
#include "buffers.hpp"
#include "deal_steps.hpp"
#include "thread_team.hpp"

namespace uka {
namespace {

// Observations, masks, turns, points and whether a deal ended: the fields of VectorBuffers in uka.envs.vector.
using BuffersRow = std::tuple<Writable, Writable, Writable, Writable, Writable>;

ObservationLayout layout_of(const std::vector<int>& offsets, int size) {
    if (offsets.size() != OBSERVATION_FIELDS) throw std::invalid_argument("an observation has other fields");
    ObservationLayout layout{};
    std::ranges::copy(offsets, layout.at);
    layout.size = size;
    return layout;
}

class DealSteps {
public:
    DealSteps(const RuleTables& rule_tables, const std::vector<int>& offsets, int observation_size, std::size_t size,
              int threads)
        : f(rule_tables.data()),
          layout(layout_of(offsets, observation_size)),
          deals(size),
          numbers(size),
          team(threads) {
        if (!size) throw std::invalid_argument("there must be at least one deal");
    }

    // Starts all deals anew. The n deals have the numbers 0 to n - 1 among those of the seed.
    void reset(std::uint64_t new_seed, const BuffersRow& row) {
        const Buffers into(*this, row);
        seed = new_seed;
        const nb::gil_scoped_release released;
        for_rows([&](std::size_t i) {
            numbers[i] = i;
            start_deal(f, shuffled_deal(f, seed, i), deals[i]);
            write(i, {}, into);
        });
    }

    // Makes an action in each deal. Returns the first row whose action is illegal, and then changes nothing; returns -1
    // if there is none.
    std::int64_t step(const Buffer& actions, const BuffersRow& row) {
        const auto* chosen = cells<const std::int64_t>(actions, "actions", deals.size(), 0);
        const Buffers into(*this, row);
        const nb::gil_scoped_release released;
        for (std::size_t i = 0; i < deals.size(); i++)
            if (chosen[i] < 0 || chosen[i] >= ACTIONS || !is_legal(deals[i], static_cast<int>(chosen[i])))
                return static_cast<std::int64_t>(i);
        for_rows([&](std::size_t i) {
            const StepResult result = step_deal(f, deals[i], static_cast<int>(chosen[i]));
            if (result.ended) start_deal(f, shuffled_deal(f, seed, numbers[i] += deals.size()), deals[i]);
            write(i, result, into);
        });
        return -1;
    }

    // Writes a random legal action for each deal.
    void random_actions(const Writable& actions, std::uint64_t action_seed) {
        auto* into = cells<std::int64_t>(actions, "actions", deals.size(), 0);
        const nb::gil_scoped_release released;
        for_rows([&](std::size_t i) {
            RandomStream chance = stream(action_seed, i);
            into[i] = random_action(deals[i], chance);
        });
    }

    // Returns the dealer, the cards as they were shuffled, and the actions so far.
    std::tuple<int, std::vector<int>, std::vector<int>> deal(std::size_t i) const {
        if (i >= deals.size()) throw std::invalid_argument("there is no such row");
        const SteppedDeal& d = deals[i];
        return {d.start.dealer, {d.start.order, d.start.order + f.cards}, {d.history, d.history + d.actions}};
    }

private:
    struct Buffers {
        Buffers(const DealSteps& steps, const BuffersRow& row)
            : observations(cells<std::uint8_t>(std::get<0>(row), "observations", steps.deals.size(),
                                               static_cast<std::size_t>(steps.layout.size))),
              masks(cells<std::int8_t>(std::get<1>(row), "masks", steps.deals.size(), ACTIONS)),
              turns(cells<std::int8_t>(std::get<2>(row), "turns", steps.deals.size(), 0)),
              points(cells<std::int8_t>(std::get<3>(row), "points", steps.deals.size(), 2)),
              ended(cells<std::uint8_t>(std::get<4>(row), "ended", steps.deals.size(), 0)) {}

        std::uint8_t* observations;
        std::int8_t *masks, *turns, *points;
        std::uint8_t* ended;
    };

    void for_rows(auto work) {
        team.loop(deals.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; i++) work(i);
        });
    }

    void write(std::size_t i, const StepResult& result, const Buffers& into) const {
        const auto size = static_cast<std::size_t>(layout.size);
        observe_deal(f, layout, deals[i], into.observations + i * size, into.masks + i * ACTIONS);
        into.turns[i] = deals[i].turn;
        into.points[2 * i] = result.points[0], into.points[2 * i + 1] = result.points[1];
        into.ended[i] = result.ended;
    }

    const RuleData& f;
    ObservationLayout layout;
    std::vector<SteppedDeal> deals;
    std::vector<std::uint64_t> numbers;  // the number of each deal among those of the seed
    std::uint64_t seed = 0;
    ThreadTeam team;
};

// Writes deals that are shuffled from a seed: the hands as masks, the upcard and the cards under it, and the dealer.
void shuffle_deals(const RuleTables& rule_tables, std::uint64_t seed, std::uint64_t first, const Writable& orders,
                   const Writable& dealers) {
    const RuleData& f = rule_tables.data();
    const std::size_t size = dealers.ndim() ? dealers.shape(0) : 0, cards = static_cast<std::size_t>(f.cards);
    auto* order = cells<std::int8_t>(orders, "orders", size, cards);
    auto* dealer = cells<std::int8_t>(dealers, "dealers", size, 0);
    const nb::gil_scoped_release released;
    for (std::size_t i = 0; i < size; i++) {
        const ShuffledDeal made = shuffled_deal(f, seed, first + i);
        std::copy_n(made.order, cards, order + i * cards);
        dealer[i] = made.dealer;
    }
}

}  // namespace

void bind_deal_steps(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<DealSteps>(m, "DealSteps")
        .def(nb::init<const RuleTables&, const std::vector<int>&, int, std::size_t, int>(), "rule_tables"_a,
             "offsets"_a, "observation_size"_a, "size"_a, "threads"_a, nb::keep_alive<1, 2>())
        .def("reset", &DealSteps::reset, "seed"_a, "into"_a.noconvert())
        .def("step", &DealSteps::step, "actions"_a.noconvert(), "into"_a.noconvert())
        .def("random_actions", &DealSteps::random_actions, "actions"_a.noconvert(), "seed"_a)
        .def("deal", &DealSteps::deal, "row"_a);
    m.def("shuffle_deals", &shuffle_deals, "rule_tables"_a, "seed"_a, "first"_a, "orders"_a.noconvert(),
          "dealers"_a.noconvert());
}

}  // namespace uka
