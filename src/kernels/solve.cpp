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
             "threads"_a);
}

}  // namespace uka
