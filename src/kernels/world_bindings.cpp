// The Python bindings of determinization: sampling of worlds, how likely the play is in them, and resampling.

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "bindings.hpp"
#include "buffers.hpp"
#include "cardplay_model.hpp"
#include "random.hpp"
#include "trick_row.hpp"
#include "world_sampler.hpp"

namespace uka {
namespace {

using LocationRow = std::tuple<int, std::uint64_t, int, int, int>;
using ProofRow = std::tuple<std::uint64_t, std::uint32_t, int>;
using CaseRow = std::tuple<std::vector<LocationRow>, Masks, Masks, Masks, Masks, ProofRow>;

std::vector<HiddenCardCase> cases(const std::vector<CaseRow>& rows) {
    std::vector<HiddenCardCase> made;
    for (const auto& [places, hands, away, called, uncalled, proof] : rows) {
        HiddenCardCase c{{}, {hands, away, called}, uncalled, std::make_from_tuple<HoldingProof>(proof)};
        for (const auto& place : places) c.places.push_back(std::make_from_tuple<CardLocation>(place));
        made.push_back(std::move(c));
    }
    return made;
}

class WorldDrawer : public WorldSampler {
public:
    WorldDrawer(std::uint64_t unseen, const std::vector<CaseRow>& rows) : WorldSampler(unseen, cases(rows)) {}

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

// A model of how seats play cards under one ruleset.
class CardplayModel {
public:
    CardplayModel(const TrickTables& tables, const Row& weights, double any) : rules(tables), style{weights, any} {}

    void weigh(const HistoryRow& row, const Buffer& hands, const Writable& weights) const {
        const std::size_t size = hands.ndim() ? hands.shape(0) : 0;
        const std::uint64_t* worlds = cells<const std::uint64_t>(hands, "hands", size, SEATS);
        double* into = cells<double>(weights, "weights", size, 0);
        const nb::gil_scoped_release released;
        const auto history = std::make_from_tuple<PlayHistory>(row);
        const CardplayLikelihood plays(rules, history, style);
        for (std::size_t i = 0; i < size; i++) into[i] *= plays.likelihood(worlds + SEATS * i);
    }

    std::vector<std::vector<Row>> rows(const HistoryRow& row, const Masks& hands) const {
        const auto history = std::make_from_tuple<PlayHistory>(row);
        return CardplayLikelihood(rules, history, style).rows(hands);
    }

private:
    CardTables rules;
    CardplayWeights style;
};

// Systematic resampling: draws one random number, then picks items at equal steps along the cumulative weights.
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
    // Rounding can move a pick beyond the end. Such a pick is moved to the last item with a positive weight.
    for (std::size_t k = many; k > 0 && w[into[k - 1]] == 0; k--)
        while (w[into[k - 1]] == 0) into[k - 1]--;
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
    nb::class_<WorldDrawer>(m, "WorldSampler")
        .def(nb::init<std::uint64_t, const std::vector<CaseRow>&>(), "unseen"_a, "cases"_a)
        .def("count", &WorldDrawer::count)
        .def("draw", &WorldDrawer::into, "hands"_a.noconvert(), "away"_a.noconvert().none(),
             "called"_a.noconvert().none(), "seed"_a);
    m.attr("FEATURES") = FEATURES;
    nb::class_<CardplayModel>(m, "CardplayModel")
        .def(
            "__init__",
            [](CardplayModel* made, const TrickRow& tricks, const Row& weights, double any) {
                new (made) CardplayModel(std::make_from_tuple<TrickTables>(tricks), weights, any);
            },
            "tricks"_a, "weights"_a, "any"_a)
        .def("weigh", &CardplayModel::weigh, "history"_a, "hands"_a.noconvert(), "weights"_a.noconvert())
        .def("rows", &CardplayModel::rows, "history"_a, "hands"_a);
    m.def("resample", &resample, "weights"_a.noconvert(), "picks"_a.noconvert(), "seed"_a);
    m.def("gather", &gather, "rows"_a.noconvert(), "picks"_a.noconvert(), "into"_a.noconvert());
}

}  // namespace uka
