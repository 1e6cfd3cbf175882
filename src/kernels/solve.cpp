// The exact solve as Python sees it: for a position of plain integers, or for many in buffers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "book.hpp"
#include "buffers.hpp"
#include "exact.hpp"
#include "rules.hpp"
#include "spread.hpp"

namespace uka {
namespace {

Position position(const std::array<std::uint64_t, SEATS>& hands, int leader, int trump, const std::vector<int>& plays,
                  int sitting, int side) {
    if (plays.size() >= SEATS) throw std::invalid_argument("a trick in progress has three cards at most");
    if (side != 0 && side != 1) throw std::invalid_argument("a side is 0 or 1");
    Position p{hands, {}, static_cast<int>(plays.size()), leader, trump, sitting};
    std::ranges::copy(plays, p.plays.begin());
    return p;
}

// Positions in buffers: one a row.
struct Batch {
    std::size_t size;
    const std::uint64_t* hands;
    const std::uint8_t *leaders, *trumps, *sitting, *sides;
    const std::int8_t* plays;  // three a row, -1 for none; null: no trick is in progress

    Batch(const Buffer& hands, const Buffer& leaders, const Buffer& trumps, const Buffer& sitting, const Buffer& sides,
          const std::optional<Buffer>& plays)
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

// One position in many worlds: what differs is who holds which card, and how much it counts.
struct Worlds {
    std::size_t size;
    const std::uint64_t* hands;
    const double* weights;  // null: each counts one
    Position common;
    int side;

    Worlds(const Buffer& hands, const std::optional<Buffer>& weights, int leader, int trump, const std::vector<int>& plays,
           int sitting, int side)
        : size(hands.ndim() ? hands.shape(0) : 0),
          hands(cells<const std::uint64_t>(hands, "hands", size, SEATS)),
          weights(weights ? cells<const double>(*weights, "weights", size, 0) : nullptr),
          common(position({}, leader, trump, plays, sitting, side)),
          side(side) {}

    Position operator[](std::size_t i) const {
        Position p = common;
        std::copy_n(hands + SEATS * i, SEATS, p.hands.begin());
        return p;
    }

    std::array<std::vector<double>, 2> none() const {
        const std::vector<double> zeros(MOST_TRICKS + 1, 0.0);
        return {zeros, zeros};
    }

    void count(std::array<std::vector<double>, 2>& counts, std::size_t i, int tricks) const {
        const double weight = weights ? weights[i] : 1.0;
        counts[0][tricks] += weight;
        counts[1][tricks] += weight * weight;
    }
};

class Solver : public Rules {
public:
    using Rules::Rules;
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

    void all_tricks(const Batch& batch, std::int8_t* into, int threads) const {
        spread<Table>(batch.size, threads, "position", [&](std::size_t i, Table& table) {
            into[i] = static_cast<std::int8_t>(uka::tricks(*this, batch[i], batch.sides[i], table));
        });
    }

    void all_values(const Batch& batch, std::int8_t* into, int threads) const {
        spread<Table>(batch.size, threads, "position", [&](std::size_t i, Table& table) {
            uka::values(*this, batch[i], batch.sides[i], table, into + CARDS * i);
        });
    }

    // How many worlds give each number of tricks, by weight and by its square: of the position, or of each lawful card.
    using Counts = std::array<std::vector<double>, 2>;

    Counts counted(const Worlds& worlds) const {
        Counts found = worlds.none();
        for (std::size_t i = 0; i < worlds.size; i++) worlds.count(found, i, uka::tricks(*this, worlds[i], worlds.side, scratch()));
        return found;
    }

    std::vector<std::pair<int, Counts>> counted_by_card(const Worlds& worlds) const {
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
    static Table& scratch() {
        thread_local const auto table = std::make_unique<Table>();
        return *table;
    }
};

void solve_all(const Solver& solver, const Buffer& hands, const Buffer& leaders, const Buffer& trumps,
               const Buffer& sitting, const Buffer& sides, const std::optional<Buffer>& plays, const Writable& into,
               int threads) {
    const Batch batch(hands, leaders, trumps, sitting, sides, plays);
    const bool by_card = into.ndim() == 2;
    std::int8_t* out = cells<std::int8_t>(into, "into", batch.size, by_card ? CARDS : 0);
    const nb::gil_scoped_release released;
    if (by_card) solver.all_values(batch, out, threads);
    else solver.all_tricks(batch, out, threads);
}

Solver::Counts count(const Solver& solver, const Buffer& hands, const std::optional<Buffer>& weights, int leader, int trump,
                     const std::vector<int>& plays, int sitting, int side) {
    const Worlds worlds(hands, weights, leader, trump, plays, sitting, side);
    const nb::gil_scoped_release released;
    return solver.counted(worlds);
}

std::vector<std::pair<int, Solver::Counts>> count_by_card(const Solver& solver, const Buffer& hands,
                                                          const std::optional<Buffer>& weights, int leader, int trump,
                                                          const std::vector<int>& plays, int sitting, int side) {
    const Worlds worlds(hands, weights, leader, trump, plays, sitting, side);
    const nb::gil_scoped_release released;
    return solver.counted_by_card(worlds);
}

}  // namespace

void bind_solver(nb::module_& m) {
    using namespace nb::literals;
    m.attr("PORTABLE") = !on_v3();
    nb::class_<Solver>(m, "Solver")
        .def(nb::init<std::uint64_t, int, const Rules::Rows&, const std::vector<Rules::Rows>&, bool, bool>(),
             "pack"_a, "hand_size"_a, "suit"_a, "strength"_a, "must_head"_a, "first_lead_trump"_a)
        .def("tricks", &Solver::tricks, "hands"_a, "leader"_a, "trump"_a, "plays"_a, "sitting"_a, "side"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def("values", &Solver::values, "hands"_a, "leader"_a, "trump"_a, "plays"_a, "sitting"_a, "side"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def("solve_all", &solve_all, "hands"_a.noconvert(), "leaders"_a.noconvert(), "trumps"_a.noconvert(),
             "sitting"_a.noconvert(), "sides"_a.noconvert(), "plays"_a.noconvert().none(), "into"_a.noconvert(),
             "threads"_a)
        .def("count", &count, "hands"_a.noconvert(), "weights"_a.noconvert().none(), "leader"_a, "trump"_a, "plays"_a,
             "sitting"_a, "side"_a)
        .def("count_by_card", &count_by_card, "hands"_a.noconvert(), "weights"_a.noconvert().none(), "leader"_a, "trump"_a,
             "plays"_a, "sitting"_a, "side"_a);
}

}  // namespace uka
