// Worlds as Python sees them: drawn from knowledge of plain integers into buffers, and drawn again by weight.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "bindings.hpp"
#include "buffers.hpp"
#include "plays.hpp"
#include "random.hpp"
#include "worlds.hpp"

namespace uka {
namespace {

using PlaceRow = std::tuple<int, std::uint64_t, int, int, int>;
using ProofRow = std::tuple<std::uint64_t, std::uint32_t, int>;
using CaseRow = std::tuple<std::vector<PlaceRow>, Masks, Masks, Masks, Masks, ProofRow>;

std::vector<Case> cases(const std::vector<CaseRow>& rows) {
    std::vector<Case> made;
    for (const auto& [places, hands, away, called, uncalled, proof] : rows) {
        Case c{{}, {hands, away, called}, uncalled, std::make_from_tuple<Proof>(proof)};
        for (const auto& place : places) c.places.push_back(std::make_from_tuple<Place>(place));
        made.push_back(std::move(c));
    }
    return made;
}

class Drawer : public Worlds {
public:
    Drawer(std::uint64_t unseen, const std::vector<CaseRow>& rows) : Worlds(unseen, cases(rows)) {}

    void into(const Writable& hands, const std::optional<Writable>& away, const std::optional<Writable>& called,
              std::uint64_t seed) const {
        const std::size_t size = hands.ndim() ? hands.shape(0) : 0;
        std::uint64_t* out[] = {cells<std::uint64_t>(hands, "hands", size, SEATS),
                                away ? cells<std::uint64_t>(*away, "away", size, SEATS) : nullptr,
                                called ? cells<std::uint64_t>(*called, "called", size, SEATS) : nullptr};
        const nb::gil_scoped_release released;
        draw(size, seed, [&](std::size_t i, const World& world) {
            std::ranges::copy(world.hands, out[0] + SEATS * i);
            if (out[1]) std::ranges::copy(world.away, out[1] + SEATS * i);
            if (out[2]) std::ranges::copy(world.called, out[2] + SEATS * i);
        });
    }
};

using HistoryRow = std::tuple<int, int, int, int, std::uint64_t, std::vector<int>, std::vector<std::vector<int>>>;

// A style of play under a ruleset.
class PlayModel {
public:
    PlayModel(std::uint64_t pack, const Cardplay::Rows& suits, const std::vector<Cardplay::Rows>& strengths,
              bool must_head, bool first_lead_trump, const Row& weights, double any)
        : rules(pack, suits, strengths, must_head, first_lead_trump), style{weights, any} {}

    void weigh(const HistoryRow& row, const Buffer& hands, const Writable& weights) const {
        const std::size_t size = hands.ndim() ? hands.shape(0) : 0;
        const std::uint64_t* worlds = cells<const std::uint64_t>(hands, "hands", size, SEATS);
        double* into = cells<double>(weights, "weights", size, 0);
        const nb::gil_scoped_release released;
        const auto history = std::make_from_tuple<History>(row);
        const Plays plays(rules, history, style);
        for (std::size_t i = 0; i < size; i++) into[i] *= plays.likelihood(worlds + SEATS * i);
    }

    std::vector<std::vector<Row>> rows(const HistoryRow& row, const Masks& hands) const {
        const auto history = std::make_from_tuple<History>(row);
        return Plays(rules, history, style).rows(hands);
    }

private:
    Cardplay rules;
    Style style;
};

// Systematic resampling: one draw, then even steps along the weights laid end to end.
void resample(const Buffer& weights, const Writable& picks, std::uint64_t seed) {
    const std::size_t size = weights.ndim() ? weights.shape(0) : 0, many = picks.ndim() ? picks.shape(0) : 0;
    const double* w = cells<const double>(weights, "weights", size, 0);
    std::uint32_t* into = cells<std::uint32_t>(picks, "picks", many, 0);
    const nb::gil_scoped_release released;
    double sum = 0;
    for (std::size_t i = 0; i < size; i++) {
        if (!(w[i] >= 0) || std::isinf(w[i])) throw std::invalid_argument("a weight is a number, and not below zero");
        sum += w[i];
    }
    if (!(sum > 0) || std::isinf(sum)) throw std::invalid_argument("the weights must have a sum above zero");
    const double first = Random(seed).unit();
    double reached = w[0];
    for (std::size_t k = 0, i = 0; k < many; k++) {
        const double at = (static_cast<double>(k) + first) / static_cast<double>(many) * sum;
        while (reached <= at && i + 1 < size) reached += w[++i];
        into[k] = static_cast<std::uint32_t>(i);
    }
    // What rounding left beyond the end goes to the last that has any weight.
    for (std::size_t k = many; k-- > 0 && w[into[k]] == 0;)
        while (w[into[k]] == 0) into[k]--;
}

void gather(const Buffer& rows, const Buffer& picks, const Writable& into) {
    const std::size_t size = rows.ndim() ? rows.shape(0) : 0, many = picks.ndim() ? picks.shape(0) : 0;
    const std::uint64_t* from = cells<const std::uint64_t>(rows, "rows", size, SEATS);
    const std::uint32_t* at = cells<const std::uint32_t>(picks, "picks", many, 0);
    std::uint64_t* out = cells<std::uint64_t>(into, "into", many, SEATS);
    if (std::any_of(at, at + many, [&](std::uint32_t i) { return i >= size; }))
        throw std::invalid_argument("a pick is of a row that is not there");
    for (std::size_t k = 0; k < many; k++) std::copy_n(from + SEATS * at[k], SEATS, out + SEATS * k);
}

}  // namespace

void bind_worlds(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<Drawer>(m, "Worlds")
        .def(nb::init<std::uint64_t, const std::vector<CaseRow>&>(), "unseen"_a, "cases"_a)
        .def("count", &Drawer::count)
        .def("draw", &Drawer::into, "hands"_a.noconvert(), "away"_a.noconvert().none(), "called"_a.noconvert().none(),
             "seed"_a);
    m.attr("FEATURES") = FEATURES;
    nb::class_<PlayModel>(m, "PlayModel")
        .def(nb::init<std::uint64_t, const Cardplay::Rows&, const std::vector<Cardplay::Rows>&, bool, bool, const Row&,
                      double>(),
             "pack"_a, "suit"_a, "strength"_a, "must_head"_a, "first_lead_trump"_a, "weights"_a, "any"_a)
        .def("weigh", &PlayModel::weigh, "history"_a, "hands"_a.noconvert(), "weights"_a.noconvert())
        .def("rows", &PlayModel::rows, "history"_a, "hands"_a);
    m.def("resample", &resample, "weights"_a.noconvert(), "picks"_a.noconvert(), "seed"_a);
    m.def("gather", &gather, "rows"_a.noconvert(), "picks"_a.noconvert(), "into"_a.noconvert());
}

}  // namespace uka
