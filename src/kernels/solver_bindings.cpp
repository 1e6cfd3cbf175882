// The Python bindings of the double-dummy solver. They solve one position, or many positions in buffers.

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "buffers.hpp"
#include "parallel_for.hpp"
#include "rule_tables.hpp"
#include "solver.hpp"
#include "trick_row.hpp"

namespace uka {
namespace {

using BatchRow =
    std::tuple<Buffer, Buffer, Buffer, Buffer, Buffer, std::optional<Buffer>>;  // the fields of PositionBatch
// The leader, the trump suit, the trick in progress, the seat that sits out, and the side whose tricks are counted.
using CommonRow = std::tuple<int, int, std::vector<int>, int, int>;

Position position(const std::array<std::uint64_t, SEATS>& hands, int leader, int trump, const std::vector<int>& plays,
                  int sitting, int side) {
    if (plays.size() >= SEATS) throw std::invalid_argument("a trick in progress has three cards at most");
    if (side != 0 && side != 1) throw std::invalid_argument("a side is 0 or 1");
    Position p{hands, {}, static_cast<int>(plays.size()), leader, trump, sitting};
    std::ranges::copy(plays, p.plays.begin());
    return p;
}

// Positions in buffers, with a row for each position.
struct PositionBatch {
    std::size_t size;
    const std::uint64_t* hands;
    const std::uint8_t *leaders, *trumps, *sitting, *sides;
    const std::int8_t* plays;  // three cards for each position, -1 after the last card; null if no trick is in progress

    explicit PositionBatch(const BatchRow& row)
        : PositionBatch(std::get<0>(row), std::get<1>(row), std::get<2>(row), std::get<3>(row), std::get<4>(row),
                        std::get<5>(row)) {}

    PositionBatch(const Buffer& hands, const Buffer& leaders, const Buffer& trumps, const Buffer& sitting,
                  const Buffer& sides, const std::optional<Buffer>& plays)
        : size(hands.ndim() ? hands.shape(0) : 0),
          hands(cells<const std::uint64_t>(hands, "hands", size, SEATS)),
          leaders(cells<const std::uint8_t>(leaders, "leaders", size, 0)),
          trumps(cells<const std::uint8_t>(trumps, "trumps", size, 0)),
          sitting(cells<const std::uint8_t>(sitting, "sitting", size, 0)),
          sides(cells<const std::uint8_t>(sides, "sides", size, 0)),
          plays(plays ? cells<const std::int8_t>(*plays, "plays", size, SEATS - 1) : nullptr) {}

    Position operator[](std::size_t i) const {
        if (sides[i] > 1) throw std::invalid_argument("a side is 0 or 1");
        Position p{{}, {}, 0, leaders[i], trumps[i], sitting[i]};
        std::copy_n(hands + SEATS * i, SEATS, p.hands.begin());
        for (int k = 0; plays && k < SEATS - 1 && plays[(SEATS - 1) * i + k] >= 0; k++)
            p.plays[p.played++] = plays[(SEATS - 1) * i + k];
        return p;
    }
};

// One position in many worlds. The worlds differ in their hands, and each world has a weight.
struct WorldBatch {
    std::size_t size;
    const std::uint64_t* hands;
    const double* weights;  // null if each world has the weight 1
    Position common;
    int side;

    WorldBatch(const Buffer& hands, const std::optional<Buffer>& weights, const CommonRow& row)
        : size(hands.ndim() ? hands.shape(0) : 0),
          hands(cells<const std::uint64_t>(hands, "hands", size, SEATS)),
          weights(weights ? cells<const double>(*weights, "weights", size, 0) : nullptr),
          common(
              position({}, std::get<0>(row), std::get<1>(row), std::get<2>(row), std::get<3>(row), std::get<4>(row))),
          side(std::get<4>(row)) {}

    Position operator[](std::size_t i) const {
        Position p = common;
        std::copy_n(hands + SEATS * i, SEATS, p.hands.begin());
        return p;
    }

    std::array<std::vector<double>, 2> none() const {
        const std::vector<double> zeros(MAX_TRICKS + 1, 0.0);
        return {zeros, zeros};
    }

    void count(std::array<std::vector<double>, 2>& counts, std::size_t i, int tricks) const {
        const double weight = weights ? weights[i] : 1.0;
        counts[0][tricks] += weight;
        counts[1][tricks] += weight * weight;
    }
};

class DoubleDummySolver : public TrickRules {
public:
    using TrickRules::TrickRules;
    using Hands = std::array<std::uint64_t, SEATS>;

    int tricks(const Hands& hands, int leader, int trump, const std::vector<int>& plays, int sitting, int side) const {
        const Position p = position(hands, leader, trump, plays, sitting, side);
        return uka::tricks(*this, p, side, scratch());
    }

    std::vector<std::pair<int, int>> values(const Hands& hands, int leader, int trump, const std::vector<int>& plays,
                                            int sitting, int side) const {
        const Position p = position(hands, leader, trump, plays, sitting, side);
        std::int8_t row[CARDS];
        uka::values(*this, p, side, scratch(), row);
        std::vector<std::pair<int, int>> found;
        for (int c = 0; c < CARDS; c++)
            if (row[c] != NOTHING) found.emplace_back(c, row[c]);
        return found;
    }

    void all_tricks(const PositionBatch& batch, std::int8_t* into, int threads) const {
        parallel_for<TranspositionTable>(
            batch.size, threads, "position", [&](std::size_t i, TranspositionTable& table) {
                into[i] = static_cast<std::int8_t>(uka::tricks(*this, batch[i], batch.sides[i], table));
            });
    }

    void all_values(const PositionBatch& batch, std::int8_t* into, int threads) const {
        parallel_for<TranspositionTable>(batch.size, threads, "position",
                                         [&](std::size_t i, TranspositionTable& table) {
                                             uka::values(*this, batch[i], batch.sides[i], table, into + CARDS * i);
                                         });
    }

    // For each number of tricks, the sum of the weights of the worlds with that value, and the sum of the squared
    // weights.
    using Counts = std::array<std::vector<double>, 2>;

    Counts counted(const WorldBatch& worlds) const {
        Counts found = worlds.none();
        for (std::size_t i = 0; i < worlds.size; i++)
            worlds.count(found, i, uka::tricks(*this, worlds[i], worlds.side, scratch()));
        return found;
    }

    std::vector<std::pair<int, Counts>> counted_by_card(const WorldBatch& worlds) const {
        std::array<Counts, CARDS> found;
        std::int8_t row[CARDS];
        for (std::size_t i = 0; i < worlds.size; i++) {
            uka::values(*this, worlds[i], worlds.side, scratch(), row);
            for (int c = 0; c < CARDS; c++) {
                if (row[c] == NOTHING) continue;
                if (found[c][0].empty()) found[c] = worlds.none();
                worlds.count(found[c], i, row[c]);
            }
        }
        std::vector<std::pair<int, Counts>> listed;
        for (int c = 0; c < CARDS; c++)
            if (!found[c][0].empty()) listed.emplace_back(c, std::move(found[c]));
        return listed;
    }

private:
    static TranspositionTable& scratch() {
        thread_local const auto table = std::make_unique<TranspositionTable>();
        return *table;
    }
};

void solve_all(const DoubleDummySolver& solver, const BatchRow& positions, const Writable& into, int threads) {
    const PositionBatch batch(positions);
    const bool by_card = into.ndim() == 2;
    std::int8_t* out = cells<std::int8_t>(into, "into", batch.size, by_card ? CARDS : 0);
    const nb::gil_scoped_release released;
    if (by_card)
        solver.all_values(batch, out, threads);
    else
        solver.all_tricks(batch, out, threads);
}

DoubleDummySolver::Counts count(const DoubleDummySolver& solver, const Buffer& hands,
                                const std::optional<Buffer>& weights, const CommonRow& common) {
    const WorldBatch worlds(hands, weights, common);
    const nb::gil_scoped_release released;
    return solver.counted(worlds);
}

std::vector<std::pair<int, DoubleDummySolver::Counts>> count_by_card(const DoubleDummySolver& solver,
                                                                     const Buffer& hands,
                                                                     const std::optional<Buffer>& weights,
                                                                     const CommonRow& common) {
    const WorldBatch worlds(hands, weights, common);
    const nb::gil_scoped_release released;
    return solver.counted_by_card(worlds);
}

}  // namespace

void bind_solver(nb::module_& m) {
    using namespace nb::literals;
    m.attr("PORTABLE") = !on_v3();
    nb::class_<DoubleDummySolver>(m, "DoubleDummySolver")
        .def(
            "__init__",
            [](DoubleDummySolver* made, const TrickRow& tricks) {
                new (made) DoubleDummySolver(std::make_from_tuple<TrickTables>(tricks));
            },
            "tricks"_a)
        .def("tricks", &DoubleDummySolver::tricks, "hands"_a, "leader"_a, "trump"_a, "plays"_a, "sitting"_a, "side"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def("values", &DoubleDummySolver::values, "hands"_a, "leader"_a, "trump"_a, "plays"_a, "sitting"_a, "side"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def("solve_all", &solve_all, "positions"_a.noconvert(), "into"_a.noconvert(), "threads"_a)
        .def("count", &count, "hands"_a.noconvert(), "weights"_a.noconvert().none(), "common"_a)
        .def("count_by_card", &count_by_card, "hands"_a.noconvert(), "weights"_a.noconvert().none(), "common"_a);
}

}  // namespace uka
